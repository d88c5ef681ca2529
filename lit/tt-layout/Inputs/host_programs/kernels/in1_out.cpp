#include "dataflow_api.h"
void kernel_main() {
    constexpr uint32_t kt = get_compile_time_arg_val(0), n = get_compile_time_arg_val(1);
    constexpr uint32_t row_tiles = get_compile_time_arg_val(2), mt = get_compile_time_arg_val(3);
    constexpr auto in1_args = TensorAccessorArgs<4>();
    constexpr auto out_args = TensorAccessorArgs<in1_args.next_compile_time_args_offset()>();
    const auto in1 = TensorAccessor(in1_args, get_arg_val<uint32_t>(0), get_tile_size(1));
    const auto out = TensorAccessor(out_args, get_arg_val<uint32_t>(1), get_tile_size(16));
    const uint32_t first = get_arg_val<uint32_t>(2);
    for (uint32_t k = 0; k < kt; k++) {
        cb_reserve_back(1, n);
        uint32_t at = get_write_ptr(1);
        for (uint32_t j = 0; j < n; j++, at += get_tile_size(1)) {
            noc_async_read_tile(k * row_tiles + first + j, in1, at);
        }
        noc_async_read_barrier();
        cb_push_back(1, n);
    }
    cb_wait_front(16, mt * n);
    uint32_t from = get_read_ptr(16);
    for (uint32_t m = 0; m < mt; m++)
        for (uint32_t j = 0; j < n; j++) {
            noc_async_write_tile(m * row_tiles + first + j, out, from);
            from += get_tile_size(16);
        }
    noc_async_write_barrier();
    cb_pop_front(16, mt * n);
}
