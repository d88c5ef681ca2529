#include "dataflow_api.h"

// Two tiles of a and one of b for each block.
void kernel_main() {
    const uint32_t a = get_arg_val<uint32_t>(0), b = get_arg_val<uint32_t>(1), num_blocks = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb_a = 0, cb_b = 1, rows = get_compile_time_arg_val(0);
    const uint32_t bytes = get_tile_size(cb_a);
#ifdef OLD
    const InterleavedAddrGenFast<true> tiles_a = {a, bytes, get_dataformat(cb_a)};
    const InterleavedAddrGenFast<true> tiles_b = {b, bytes, get_dataformat(cb_b)};
#else
    const auto tiles_a = TensorAccessor(TensorAccessorArgs<1>(), a, bytes);
    const auto tiles_b = TensorAccessor(TensorAccessorArgs<2>(), b, bytes);
#endif
    for (uint32_t block = 0; block < num_blocks; block++) {
        cb_reserve_back(cb_a, rows);
        cb_reserve_back(cb_b, 1);
        uint32_t to = get_write_ptr(cb_a);
        for (uint32_t row = 0; row < rows; row++) {
            noc_async_read_tile(row * num_blocks + block, tiles_a, to);
            to += bytes;
        }
        noc_async_read_tile(block, tiles_b, get_write_ptr(cb_b));
        noc_async_read_barrier();
        cb_push_back(cb_a, rows);
        cb_push_back(cb_b, 1);
    }
}
