#include "dataflow_api.h"
#include "hostdevcommon/common_values.hpp"
void kernel_main() {
    constexpr uint32_t num_blocks = get_compile_time_arg_val(0);
    constexpr uint32_t block = get_compile_time_arg_val(1);
    const uint32_t sender_addr = get_semaphore(get_compile_time_arg_val(3));
    auto receiver_sem = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_compile_time_arg_val(4)));
    const uint64_t sender = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), sender_addr);
    for (uint32_t k = 0; k < num_blocks; k++) {
        cb_reserve_back(0, block);
        noc_semaphore_set(receiver_sem, INVALID);
        noc_semaphore_inc(sender, 1);
        noc_semaphore_wait(receiver_sem, VALID);
        cb_push_back(0, block);
    }
}
