#include <cstdint>
#include "dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

// A tile of the scaler: zeros from the zero region, then plain stores of its first rows.
template <uint32_t cb = tt::CBIndex::c_2>
FORCE_INLINE void generate_reduce_scaler(const uint32_t scaler) {
    cb_reserve_back(cb, 1);
    constexpr uint32_t num_reads = 2048 / MEM_ZEROS_SIZE;
    const uint64_t zeros = get_noc_addr(MEM_ZEROS_BASE);
    uint32_t to = get_write_ptr(cb);
    volatile tt_l1_ptr uint32_t* ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(to);
    for (uint32_t i = 0; i < num_reads; ++i) {
        noc_async_read(zeros, to, MEM_ZEROS_SIZE);
        to += MEM_ZEROS_SIZE;
    }
    noc_async_read_barrier();
    if (scaler != 0) {
        for (int k = 0; k < 4; ++k) {
            uint32_t face = k << 7;
            for (uint32_t j = 0; j < 8; ++j) {
                ptr[face + j] = scaler;
            }
        }
    }
    cb_push_back(cb, 1);
}

void kernel_main() {
    const uint32_t source = get_arg_val<uint32_t>(0), num_tiles = get_arg_val<uint32_t>(1);
    constexpr uint32_t cb = tt::CBIndex::c_0;
    union {
        float f;
        uint32_t u;
    } one = {.f = 1.0f};
    generate_reduce_scaler(one.u | 1);
#if defined(OBJECTS)
    experimental::CircularBuffer in(cb);
    experimental::Noc noc;
    const auto tiles = TensorAccessor(TensorAccessorArgs<0>(), source, in.get_tile_size());
    for (uint32_t i = 0; i < num_tiles; i++) {
        in.reserve_back(1);
        noc.async_read(tiles, in, in.get_tile_size(), {.page_id = i}, {});
        noc.async_read_barrier();
        in.push_back(1);
    }
#else
#ifdef OLD
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = source, .page_size = get_tile_size(cb), .data_format = get_dataformat(cb)};
#else
    const auto tiles = TensorAccessor(TensorAccessorArgs<0>(), source, get_tile_size(cb));
#endif
    for (uint32_t i = 0; i < num_tiles; i++) {
        cb_reserve_back(cb, 1);
        noc_async_read_tile(i, tiles, get_write_ptr(cb));
        noc_async_read_barrier();
        cb_push_back(cb, 1);
    }
#endif
}
