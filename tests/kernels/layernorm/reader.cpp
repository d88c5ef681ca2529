#include "dataflow_api.h"

// Scaler and epsilon, rows of the input in blocks, and once gamma (FUSE_GAMMA) and beta (FUSE_BETA).
#ifndef FUSE_GAMMA
#define FUSE_GAMMA 0
#endif

template <bool is_dram, typename... Rest>
struct unused_t;

ALWI void read_tiles(const auto& tiles, const uint32_t cb, const uint32_t first, const uint32_t count) {
    cb_reserve_back(cb, count);
    uint32_t to = get_write_ptr(cb);
    const uint32_t bytes = get_tile_size(cb);
    for (uint32_t i = 0; i < count; i++, to += bytes) {
        noc_async_read_tile(first + i, tiles, to);
    }
    noc_async_read_barrier();
    cb_push_back(cb, count);
}

void kernel_main() {
    const uint32_t source = get_arg_val<uint32_t>(0);
    const uint32_t scaler = get_arg_val<uint32_t>(1), eps = get_arg_val<uint32_t>(2);
    [[maybe_unused]] const uint32_t gamma = get_arg_val<uint32_t>(3);
    [[maybe_unused]] const uint32_t beta = get_arg_val<uint32_t>(4);
    const uint32_t rows = get_arg_val<uint32_t>(5), Wt = get_arg_val<uint32_t>(6), blk = get_arg_val<uint32_t>(7);
    constexpr uint32_t cb_in = 0, cb_scaler = 2, cb_eps = 3, cb_gamma = 5, cb_beta = 6;
    const uint32_t bytes = get_tile_size(cb_in);
#ifdef OLD
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = source, .page_size = bytes, .data_format = get_dataformat(cb_in)};
#else
    const auto tiles = TensorAccessor(TensorAccessorArgs<0>(), source, bytes);
#endif
    read_tiles(TensorAccessor(TensorAccessorArgs<1>(), scaler, bytes), cb_scaler, 0, 1);
    read_tiles(TensorAccessor(TensorAccessorArgs<2>(), eps, bytes), cb_eps, 0, 1);
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t wt = 0; wt < Wt; wt += blk) {
            read_tiles(tiles, cb_in, row * Wt + wt, blk);
        }
#if FUSE_GAMMA
        if (row == 0) {
            read_tiles(TensorAccessor(TensorAccessorArgs<3>(), gamma, bytes), cb_gamma, 0, Wt);
        }
#endif
#ifdef FUSE_BETA
        if (row == 0) {
            read_tiles(TensorAccessor(TensorAccessorArgs<4>(), beta, bytes), cb_beta, 0, Wt);
        }
#endif
    }
}
