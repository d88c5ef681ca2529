#include "dataflow_api.h"

// The scaler, the mask (FUSED_SCALE_MASK), then rows of the input in blocks.
template <typename Tiles>
void read_block(const Tiles& tiles, uint32_t cb, uint32_t first, uint32_t count) {
    cb_reserve_back(cb, count);
    uint32_t to = get_write_ptr(cb);
    for (uint32_t i = 0; i < count; i++) {
        noc_async_read_tile(first + i, tiles, to);
        to += get_tile_size(cb);
    }
    noc_async_read_barrier();
    cb_push_back(cb, count);
}

void kernel_main() {
    const uint32_t source = get_arg_val<uint32_t>(0), scaler = get_arg_val<uint32_t>(1);
    const uint32_t rows = get_arg_val<uint32_t>(2), Wt = get_arg_val<uint32_t>(3), block = get_arg_val<uint32_t>(4);
    constexpr uint32_t cb_in = tt::CBIndex::c_0, cb_scaler = tt::CBIndex::c_2;
    const uint32_t bytes = get_tile_size(cb_in);
#ifdef OLD
    const InterleavedAddrGenFast<true> tiles = {source, bytes, get_dataformat(cb_in)};
    const InterleavedAddrGenFast<true> scaler_tile = {scaler, bytes, get_dataformat(cb_scaler)};
#else
    constexpr auto args = TensorAccessorArgs<0>();
    const auto tiles = TensorAccessor(args, source, bytes);
    const auto scaler_tile = TensorAccessor(TensorAccessorArgs<args.next_compile_time_args_offset()>(), scaler, bytes);
#endif
    read_block(scaler_tile, cb_scaler, 0, 1);
#if FUSED_SCALE_MASK
    const uint32_t mask = get_arg_val<uint32_t>(5);
    constexpr uint32_t cb_mask = tt::CBIndex::c_4;
    const auto mask_tiles = TensorAccessor(TensorAccessorArgs<2>(), mask, get_tile_size(cb_mask));
    read_block(mask_tiles, cb_mask, 0, Wt);
#endif
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t wt = 0; wt < Wt; wt += block) {
            read_block(tiles, cb_in, row * Wt + wt, block);
        }
    }
}
