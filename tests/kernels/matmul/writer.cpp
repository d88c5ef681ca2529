#include "dataflow_api.h"

void kernel_main() {
    uint32_t target = get_arg_val<uint32_t>(0), Mt = get_arg_val<uint32_t>(1), Nt = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb = 16;
    const auto tiles = TensorAccessor(TensorAccessorArgs<0>(), target, get_tile_size(cb));
    for (uint32_t m = 0; m < Mt; ++m)
        for (uint32_t n = 0; n < Nt; ++n) {
            cb_wait_front(cb, 1);
            noc_async_write_tile(m * Nt + n, tiles, get_read_ptr(cb));
            noc_async_write_barrier();
            cb_pop_front(cb, 1);
        }
}
