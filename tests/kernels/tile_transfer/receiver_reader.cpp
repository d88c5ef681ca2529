#include "dataflow_api.h"

void kernel_main() {
    uint32_t sender_x = get_arg_val<uint32_t>(0);
    uint32_t sender_y = get_arg_val<uint32_t>(1);
    uint32_t semaphore = get_semaphore(get_arg_val<uint32_t>(2));
    uint32_t num_tiles = get_arg_val<uint32_t>(3);
    auto* flag = (volatile tt_l1_ptr uint32_t*)semaphore;
    constexpr uint32_t cb = tt::CB::c_in1;
    for (uint32_t i = 0; i < num_tiles; ++i) {
        cb_reserve_back(cb, 1);
        if (i) {
            noc_semaphore_inc(get_noc_addr(sender_x, sender_y, semaphore), 1);
        }
        noc_semaphore_wait(flag, 1);
        noc_semaphore_set(flag, 0);
        cb_push_back(cb, 1);
    }
    noc_async_atomic_barrier();
}
