#include <cstdint>
#include "dataflow_api.h"

// Tiles of a matrix of Ht x Wt by columns. The index goes below zero for a moment, in unsigned arithmetic.
void kernel_main() {
    uint32_t source = get_arg_val<uint32_t>(0);
    constexpr uint32_t Ht = get_compile_time_arg_val(0), Wt = get_compile_time_arg_val(1), HtWt = Ht * Wt;
    constexpr uint32_t cb = 0;
#ifdef OLD
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = source, .page_size = get_tile_size(cb), .data_format = get_dataformat(cb)};
#else
    const auto tiles = TensorAccessor(TensorAccessorArgs<2>(), source, get_tile_size(cb));
#endif
    uint32_t i_tile = 0;
    for (uint32_t w = 0; w < Wt; w++) {
        for (uint32_t h = 0; h < Ht; h++) {
#ifdef OBJECTS
            experimental::CircularBuffer in(cb);
            experimental::Noc noc(noc_index);
            in.reserve_back(1);
            noc.async_read(tiles, in, in.get_tile_size(), {.page_id = i_tile}, {});
            noc.async_read_barrier();
            in.push_back(1);
#else
            cb_reserve_back(cb, 1);
            noc_async_read_tile(i_tile, tiles, get_write_ptr(cb));
            noc_async_read_barrier();
            cb_push_back(cb, 1);
#endif
            i_tile += Wt;
        }
        i_tile -= HtWt + Ht; /* below zero */
        i_tile += Ht + 1;
    }
}
