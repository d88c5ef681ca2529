#include "dataflow_api.h"

void kernel_main() {
    const uint32_t target = get_arg_val<uint32_t>(0);
    uint32_t left = get_arg_val<uint32_t>(1);
    constexpr uint32_t cb = tt::CBIndex::c_16;
    const auto tiles = TensorAccessor(TensorAccessorArgs<0>(), target, get_tile_size(cb));
    uint32_t i = 0;
    do {
        cb_wait_front(cb, 1);
        noc_async_write_tile(i, tiles, get_read_ptr(cb));
        noc_async_write_barrier();
        cb_pop_front(cb, 1);
        ++i;
    } while (--left);
}
