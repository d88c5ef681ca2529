#include "dataflow_api.h"

// RESET_AFTER: the sender resets the semaphore after its own increment.
FORCE_INLINE uint64_t on_receiver(uint32_t address) {
    return get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), address);
}

void kernel_main() {
    uint32_t semaphore = get_semaphore(get_arg_val<uint32_t>(2));
    uint32_t num_tiles = get_arg_val<uint32_t>(3);
    volatile tt_l1_ptr uint32_t* flag = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(semaphore);
    constexpr uint32_t cb = 0, received = 1;
    for (uint32_t i = 0; i < num_tiles; ++i) {
        if (i > 0) {
            noc_semaphore_wait(flag, 1);
#ifndef RESET_AFTER
            noc_semaphore_set(flag, 0);
#endif
        }
        cb_wait_front(cb, 1);
        noc_async_write(get_read_ptr(cb), on_receiver(get_write_ptr(received)), get_tile_size(cb));
        noc_async_write_barrier();
        noc_semaphore_inc(on_receiver(semaphore), 1);
#ifdef RESET_AFTER
        *flag = 0;
#endif
        cb_pop_front(cb, 1);
    }
    noc_async_atomic_barrier();
}
