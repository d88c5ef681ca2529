#include "dataflow_api.h"

// Inputs of a range of output tiles; the range differs by core.
void kernel_main() {
    uint32_t a = get_arg_val<uint32_t>(0), b = get_arg_val<uint32_t>(1);
    uint32_t first = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    constexpr uint32_t Kt = get_compile_time_arg_val(0), Nt = get_compile_time_arg_val(1);
    constexpr uint32_t cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1;
#if defined(OBJECTS)
    experimental::CircularBuffer in_a(cb_a), in_b(cb_b);
    experimental::Noc noc;
    constexpr auto args_a = TensorAccessorArgs<2>();
    constexpr auto args_b = TensorAccessorArgs<args_a.next_compile_time_args_offset()>();
    const auto tiles_a = TensorAccessor(args_a, a, in_a.get_tile_size());
    const auto tiles_b = TensorAccessor(args_b, b, in_b.get_tile_size());
    for (uint32_t out = first; out < first + count; ++out) {
        uint32_t row = out / Nt, column = out % Nt;
        for (uint32_t k = 0; k < Kt; ++k) {
            in_a.reserve_back(1);
            in_b.reserve_back(1);
            noc.async_read(tiles_a, in_a, in_a.get_tile_size(), {.page_id = row * Kt + k}, {});
            noc.async_read(tiles_b, in_b, in_b.get_tile_size(), {.page_id = k * Nt + column}, {});
            noc.async_read_barrier();
            in_a.push_back(1);
            in_b.push_back(1);
        }
    }
#else
#ifdef OLD
    const InterleavedAddrGenFast<true> tiles_a = {
        .bank_base_address = a, .page_size = get_tile_size(cb_a), .data_format = get_dataformat(cb_a)};
    const InterleavedAddrGenFast<true> tiles_b = {
        .bank_base_address = b, .page_size = get_tile_size(cb_b), .data_format = get_dataformat(cb_b)};
#else
    constexpr auto args_a = TensorAccessorArgs<2>();
    constexpr auto args_b = TensorAccessorArgs<args_a.next_compile_time_args_offset()>();
    const auto tiles_a = TensorAccessor(args_a, a, get_tile_size(cb_a));
    const auto tiles_b = TensorAccessor(args_b, b, get_tile_size(cb_b));
#endif
    for (uint32_t out = first; out < first + count; ++out) {
        uint32_t row = out / Nt, column = out % Nt;
        for (uint32_t k = 0; k < Kt; ++k) {
            cb_reserve_back(cb_a, 1);
            cb_reserve_back(cb_b, 1);
            noc_async_read_tile(row * Kt + k, tiles_a, get_write_ptr(cb_a));
            noc_async_read_tile(k * Nt + column, tiles_b, get_write_ptr(cb_b));
            noc_async_read_barrier();
            cb_push_back(cb_a, 1);
            cb_push_back(cb_b, 1);
        }
    }
#endif
}
