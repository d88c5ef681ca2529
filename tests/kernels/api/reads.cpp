#include <cstdint>
#include "dataflow_api.h"

// Arguments, addresses and all forms of reads. OBJECTS: the same with objects.
void kernel_main() {
    const uint32_t source = get_arg_val<uint32_t>(0), local = get_arg_val<uint32_t>(1);
    const uint32_t x = get_common_arg_val<uint32_t>(0), y = get_common_arg_val<uint32_t>(1);
    tt_l1_ptr uint32_t* args = (tt_l1_ptr uint32_t*)get_arg_addr(1);
    tt_l1_ptr uint32_t* common = (tt_l1_ptr uint32_t*)get_common_arg_addr(0);
    constexpr uint32_t cb_a = get_compile_time_arg_val(0), cb_b = get_compile_time_arg_val(1);
    constexpr uint32_t pages = get_named_compile_time_arg_val("pages");
    const uint32_t bytes = get_tile_size(cb_a);
    const DataFormat format = get_dataformat(cb_a);
    const InterleavedAddrGenFast<true> fast = {.bank_base_address = source, .page_size = bytes, .data_format = format};
    const InterleavedAddrGen<true> plain = {.bank_base_address = source, .page_size = bytes};
    const InterleavedPow2AddrGen<true> pow2 = {.bank_base_address = source, .log_base_2_of_page_size = 11};
    constexpr auto layout = TensorAccessorArgs<2>();
    const auto accessor = TensorAccessor(layout, source, get_local_cb_interface(cb_a).fifo_page_size);
    ASSERT(args[0] == local && common[0] == x);
    WAYPOINT("READ");
    DPRINT << "tile of " << get_tile_hw(cb_a) << " on " << (uint32_t)my_x[0] << ENDL();
    DPRINT_DATA0(DPRINT << TSLICE(cb_a, 0, SliceRange::h0_w0_32()) << ENDL());

#if defined(OBJECTS)
    experimental::CircularBuffer a(cb_a), b(cb_b);
    experimental::Noc noc, other(0);
    experimental::UnicastEndpoint far;
    experimental::AllocatorBank<experimental::AllocatorBankType::DRAM> bank;
    a.reserve_back(pages);
    b.reserve_back(pages);
    for (uint32_t i = 0; i < pages; i++) {
        noc.async_read(accessor, a, bytes, {.page_id = i}, {.offset_bytes = i * bytes});
        other.async_read(fast, b, bytes, {.page_id = i}, {.offset_bytes = i * bytes});
    }
    noc.async_read(far, experimental::CoreLocalMem<uint32_t>(local), 64, {.noc_x = x, .noc_y = y, .addr = local}, {});
    noc.async_read(bank, experimental::CoreLocalMem<uint32_t>(local + 64), 64, {.bank_id = 0, .addr = 1048576}, {});
    noc.async_read_barrier();
    other.async_read_barrier();
    a.push_back(pages);
    b.push_back(pages);
#else
    cb_reserve_back(cb_a, pages);
    cb_reserve_back(cb_b, pages);
    uint32_t to = get_write_ptr(cb_a);
    noc_async_read(get_noc_addr(0, fast), to, bytes);
    noc_async_read(plain.get_noc_addr(1), to + bytes, bytes);
    noc_async_read(pow2.get_noc_addr(2), to + 2 * bytes, bytes);
    noc_async_read_tile(3, fast, to + 3 * bytes);
    noc_async_read_page(4, accessor, to + 4 * bytes);
    noc_async_read_shard(5, accessor, to + 5 * bytes);
    accessor.noc_async_read_tile(6, to + 6 * bytes);
    noc_async_read_one_packet(accessor.get_noc_addr(7), to + 7 * bytes, bytes);
    noc_async_read(get_noc_addr_from_bank_id<true>(0, 1048576), local, 64);
    noc_async_read(get_noc_addr_xy(x, y, local), local + 64, 64);
    noc_async_read(get_noc_addr(local + 512), local + 128, 64);
    noc_async_read(get_dram_noc_addr(0, fast, 0), local + 192, 64);
    noc_async_read_barrier();
    cb_push_back(cb_a, pages);

    to = get_write_ptr(cb_b);
    noc_async_read_set_trid(1);
    for (uint32_t i = 0; i < pages; i++) {
        noc_async_read_tile(i, fast, to + i * bytes);
    }
    noc_async_read_barrier_with_trid(1);
    noc_async_read_set_trid(0);
    cb_push_back(cb_b, pages);

    noc_async_read_one_packet_set_state(get_noc_addr(x, y, local), 64);
    noc_async_read_one_packet_with_state(local + 1024, local + 1024);
    noc_async_read_set_state(get_noc_addr(x, y, local));
    noc_async_read_with_state(local + 2048, local + 2048, 64);
    noc_async_read_barrier();
    volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(local);
    words[4] = words[0] + std::min<uint32_t>(words[1], 3) + std::max<uint32_t>(2u, 3u);
    invalidate_l1_cache();
    riscv_wait(10);
    (void)(get_absolute_logical_x() + get_absolute_logical_y() + get_relative_logical_x() + get_relative_logical_y());
#endif
}
