#include "dataflow_api.h"

// The first core reports to the second one, which waits. NO_REPORT plants a deadlock.
void kernel_main() {
    const uint32_t target = get_arg_val<uint32_t>(0), first = get_arg_val<uint32_t>(1);
    const uint32_t count = get_arg_val<uint32_t>(2), x = get_arg_val<uint32_t>(3), y = get_arg_val<uint32_t>(4);
    const uint32_t ready = get_semaphore(get_arg_val<uint32_t>(5));
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    const auto tiles = TensorAccessor(TensorAccessorArgs<1>(), target, get_tile_size(cb));
    for (uint32_t i = first; i < first + count; i++) {
        cb_wait_front(cb, 1);
        noc_async_write_tile(i, tiles, get_read_ptr(cb));
        noc_async_write_barrier();
        cb_pop_front(cb, 1);
    }
    if (first == 0) {
#ifndef NO_REPORT
        noc_semaphore_inc(get_noc_addr(x, y, ready), get_common_arg_val<uint32_t>(0));
        noc_async_atomic_barrier();
#endif
    } else {
        noc_semaphore_wait((volatile tt_l1_ptr uint32_t*)ready, 1);
    }
}
