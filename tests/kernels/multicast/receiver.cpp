#include "dataflow_api.h"

// RESET_LATE resets the flag after the increment that lets the sender set it.
void kernel_main() {
    const uint32_t sender_x = get_arg_val<uint32_t>(0), sender_y = get_arg_val<uint32_t>(1);
    constexpr uint32_t num_blocks = get_compile_time_arg_val(1), cb = 0;
    uint32_t ready = get_semaphore(get_compile_time_arg_val(2)), valid = get_semaphore(get_compile_time_arg_val(3));
    volatile tt_l1_ptr uint32_t* valid_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(valid);
    uint64_t ready_on_sender = get_noc_addr(sender_x, sender_y, ready);
    for (uint32_t i = 0; i < num_blocks; ++i) {
        cb_reserve_back(cb, 1);
#ifdef RESET_LATE
        noc_semaphore_inc(ready_on_sender, 1);
        noc_semaphore_set(valid_ptr, INVALID);
#else
        noc_semaphore_set(valid_ptr, INVALID);
        noc_semaphore_inc(ready_on_sender, 1);
#endif
        noc_semaphore_wait(valid_ptr, VALID);
        cb_push_back(cb, 1);
    }
    noc_async_atomic_barrier();
}
