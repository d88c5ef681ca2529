#include <cstdint>
#include "dataflow_api.h"

// Tiles first .. first + count of a tensor to a circular buffer. OLD, OBJECTS: the older and the object spelling.
void kernel_main() {
    const uint32_t source = get_arg_val<uint32_t>(0);
    const uint32_t count = get_arg_val<uint32_t>(1);
    const uint32_t first = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb_id = get_compile_time_arg_val(0);
#if defined(OBJECTS)
    experimental::CircularBuffer cb(cb_id);
    experimental::Noc noc;
    constexpr auto layout = TensorAccessorArgs<1>();
    const auto tiles = TensorAccessor(layout, source, cb.get_tile_size());
    for (uint32_t i = first; i < first + count; ++i) {
        cb.reserve_back(1);
        noc.async_read(tiles, cb, cb.get_tile_size(), {.page_id = i}, {.offset_bytes = 0});
        noc.async_read_barrier();
        cb.push_back(1);
    }
#elif defined(OLD)
    const uint32_t tile_bytes = get_tile_size(cb_id);
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = source, .page_size = tile_bytes, .data_format = get_dataformat(cb_id)};
    for (uint32_t i = 0; i < count; i++) {
        cb_reserve_back(cb_id, 1);
        uint32_t l1_write_addr = get_write_ptr(cb_id);
        noc_async_read_tile(first + i, tiles, l1_write_addr);
        noc_async_read_barrier();
        cb_push_back(cb_id, 1);
    }
#else
    const auto tiles = TensorAccessor(TensorAccessorArgs<1>(), source, get_tile_size(cb_id));
    const uint32_t end = first + count;
    for (uint32_t i = first; i != end; ++i) {
        DeviceZoneScopedN("read");
        cb_reserve_back(cb_id, 1);
        noc_async_read_page(i, tiles, get_write_ptr(cb_id));
        noc_async_read_barrier();
        cb_push_back(cb_id, 1);
    }
#endif
}
