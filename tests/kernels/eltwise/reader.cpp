#include <cstdint>
#include "dataflow_api.h"

// Two inputs, a tile of each a round. OBJECTS: the object spelling.
void kernel_main() {
    const uint32_t a = get_arg_val<uint32_t>(0), b = get_arg_val<uint32_t>(1), num_tiles = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb_a = get_compile_time_arg_val(0), cb_b = get_compile_time_arg_val(1);
#if defined(OBJECTS)
    experimental::CircularBuffer buffer_a(cb_a), buffer_b(cb_b);
    experimental::Noc noc;
    constexpr auto args_a = TensorAccessorArgs<2>();
    constexpr auto args_b = TensorAccessorArgs<args_a.next_compile_time_args_offset()>();
    const auto tiles_a = TensorAccessor(args_a, a, buffer_a.get_tile_size());
    const auto tiles_b = TensorAccessor(args_b, b, buffer_b.get_tile_size());
    for (uint32_t i = 0; i < num_tiles; i++) {
        buffer_a.reserve_back(1);
        buffer_b.reserve_back(1);
        noc.async_read(tiles_a, buffer_a, buffer_a.get_tile_size(), {.page_id = i}, {.offset_bytes = 0});
        noc.async_read(tiles_b, buffer_b, buffer_b.get_tile_size(), {.page_id = i}, {});
        noc.async_read_barrier();
        buffer_a.push_back(1);
        buffer_b.push_back(1);
    }
#else
    struct Input {
        uint32_t cb;
        uint32_t address;
        uint32_t bytes() const { return get_tile_size(cb); }
    };
    const Input inputs[] = {Input{cb_a, a}, {cb_b, b}};
    const InterleavedAddrGenFast<true> tiles_a = {
        .bank_base_address = a, .page_size = get_tile_size(cb_a), .data_format = DataFormat::Float16_b};
    const InterleavedAddrGenFast<true> tiles_b = {
        .bank_base_address = b, .page_size = get_tile_size(cb_b), .data_format = DataFormat::Float16_b};
    ASSERT(num_tiles > 0);
    auto read = [&](uint32_t cb, const auto& tiles, uint32_t i) {
        DeviceZoneScopedN("read");
        noc_async_read_tile(i, tiles, get_write_ptr(cb));
    };
    for (uint32_t i = 0; i < num_tiles; i++) {
        cb_reserve_back(cb_a, 1);
        cb_reserve_back(cb_b, 1);
        read(cb_a, tiles_a, i);
        read(cb_b, tiles_b, i);
        noc_async_read_barrier();
        cb_push_back(cb_a, 1);
        cb_push_back(cb_b, 1);
    }
#endif
}
