#include "dataflow_api.h"

void kernel_main() {
    const uint32_t a = get_arg_val<uint32_t>(0), b = get_arg_val<uint32_t>(1);
    const uint32_t first = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    constexpr auto args_a = TensorAccessorArgs<0>();
    constexpr auto args_b = TensorAccessorArgs<args_a.next_compile_time_args_offset()>();
    const auto tiles_a = TensorAccessor(args_a, a, get_tile_size(0));
    const auto tiles_b = TensorAccessor(args_b, b, get_tile_size(1));
    for (uint32_t i = first; i < first + count; i++) {
        cb_reserve_back(0, 1);
        cb_reserve_back(1, 1);
        noc_async_read_tile(i, tiles_a, get_write_ptr(0));
        noc_async_read_tile(i, tiles_b, get_write_ptr(1));
        noc_async_read_barrier();
        cb_push_back(0, 1);
        cb_push_back(1, 1);
    }
}
