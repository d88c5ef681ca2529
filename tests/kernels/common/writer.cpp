#include <cstdint>
#include "dataflow_api.h"

// A circular buffer to tiles first .. first + count of a tensor. OLD, OBJECTS: the older and the object spelling.
void kernel_main() {
    const uint32_t target = get_arg_val<uint32_t>(0);
    const uint32_t count = get_arg_val<uint32_t>(1);
    const uint32_t first = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb_id = get_compile_time_arg_val(0);
#if defined(OBJECTS)
    experimental::CircularBuffer cb(cb_id);
    experimental::Noc noc;
    constexpr auto layout = TensorAccessorArgs<1>();
    const auto tiles = TensorAccessor(layout, target, cb.get_tile_size());
    for (uint32_t i = first; i < first + count; ++i) {
        cb.wait_front(1);
        noc.async_write(cb, tiles, cb.get_tile_size(), {.offset_bytes = 0}, {.page_id = i});
        noc.async_writes_flushed();
        cb.pop_front(1);
    }
    noc.async_write_barrier();
#elif defined(OLD)
    const uint32_t tile_bytes = get_tile_size(cb_id);
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = target, .page_size = tile_bytes, .data_format = get_dataformat(cb_id)};
    for (uint32_t i = 0; i < count; i++) {
        cb_wait_front(cb_id, 1);
        uint32_t l1_read_addr = get_read_ptr(cb_id);
        noc_async_write_tile(first + i, tiles, l1_read_addr);
        noc_async_write_barrier();
        cb_pop_front(cb_id, 1);
    }
#else
    const auto tiles = TensorAccessor(TensorAccessorArgs<1>(), target, get_tile_size(cb_id));
    for (uint32_t i = first, left = count; left; ++i, left--) {
        cb_wait_front(cb_id, 1);
        noc_async_write_page(i, tiles, get_read_ptr(cb_id));
        noc_async_writes_flushed();
        cb_pop_front(cb_id, 1);
    }
    noc_async_write_barrier();
#endif
}
