#include "dataflow_api.h"
#include "debug/dprint.h"

void kernel_main() {
    const uint32_t source = get_arg_val<uint32_t>(0), num_tiles = get_arg_val<uint32_t>(1);
    constexpr auto cb = tt::CBIndex::c_0;
    const uint32_t tile_bytes = get_tile_size(cb);
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = source, .page_size = tile_bytes, .data_format = get_dataformat(cb)};
    DPRINT << "reader " << num_tiles << ENDL();
    for (uint32_t i = 0; i < num_tiles; ++i) {
        cb_reserve_back(cb, 1);
        noc_async_read_tile(i, tiles, get_write_ptr(cb));
        noc_async_read_barrier();
        cb_push_back(cb, 1);
    }
}
