#include "dataflow_api.h"

void kernel_main() {
    uint32_t target = get_arg_val<uint32_t>(0);
    uint32_t num_tiles = get_arg_val<uint32_t>(1);
    constexpr uint32_t cb = tt::CB::c_in1;
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = target, .page_size = get_tile_size(cb), .data_format = get_dataformat(cb)};
    uint32_t i = 0;
    while (i < num_tiles) {
        cb_wait_front(cb, 1);
        noc_async_write_tile(i++, tiles, get_read_ptr(cb));
        noc_async_write_barrier();
        cb_pop_front(cb, 1);
    }
}
