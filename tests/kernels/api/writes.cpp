#include <cstdint>
#include "dataflow_api.h"

// All forms of writes, multicasts and semaphores. OBJECTS: the same with objects.
void kernel_main() {
    const uint32_t target = get_arg_val<uint32_t>(0), local = get_arg_val<uint32_t>(1) + 8192;
    const uint32_t landing = get_arg_val<uint32_t>(2);
    const uint32_t flag = get_semaphore(get_arg_val<uint32_t>(3)), count = get_semaphore(get_arg_val<uint32_t>(4));
    const uint32_t valid = get_semaphore(get_arg_val<uint32_t>(5)), done = get_semaphore(get_arg_val<uint32_t>(6));
    const uint32_t x = get_common_arg_val<uint32_t>(0), y = get_common_arg_val<uint32_t>(1);
    const uint32_t x1 = get_common_arg_val<uint32_t>(2), y1 = get_common_arg_val<uint32_t>(3);
    const uint32_t others = get_common_arg_val<uint32_t>(4);
    constexpr uint32_t cb = get_compile_time_arg_val(0), pages = get_compile_time_arg_val(1);
    const uint32_t bytes = get_tile_size(cb);
    const auto tiles = TensorAccessor(TensorAccessorArgs<2>(), target, bytes);
    auto* done_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(done);
    auto* flag_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(flag);
#if defined(OBJECTS)
    experimental::CircularBuffer out(cb);
    experimental::Noc noc;
    experimental::MulticastEndpoint all;
    experimental::UnicastEndpoint one;
    experimental::CoreLocalMem<uint32_t> mem(local);
    experimental::Semaphore<> flag_object(get_arg_val<uint32_t>(3)), count_object(get_arg_val<uint32_t>(4)),
        done_object(get_arg_val<uint32_t>(6)), own_object(get_arg_val<uint32_t>(7));
    own_object.up(3);
    own_object.down(2);
    own_object.wait_min(1);
    own_object.wait(1);
    own_object.set(0);
    noc.async_write(mem, one, 64, {}, {.noc_x = x, .noc_y = y, .addr = landing});
    noc.async_write_multicast(
        mem, all, 64, others, {},
        {.noc_x_start = x, .noc_y_start = y, .noc_x_end = x1, .noc_y_end = y1, .addr = landing + 128});
    noc.async_write_multicast<experimental::Noc::McastMode::INCLUDE_SRC>(
        mem, all, 64, others + 1, {},
        {.noc_x_start = x - 1, .noc_y_start = y, .noc_x_end = x1, .noc_y_end = y1, .addr = landing + 192});
    noc.async_write_barrier();
    for (uint32_t i = x; i <= x1; i++) {
        count_object.up(noc, i, y, 3);
    }
    flag_object.set(VALID);
    flag_object.set_multicast(noc, x, y, x1, y1, others);
    noc.async_atomic_barrier();
    done_object.wait(others);
    out.wait_front(pages);
    for (uint32_t i = 0; i < pages; i++) {
        noc.async_write(out, tiles, bytes, {.offset_bytes = i * bytes}, {.page_id = i});
    }
    noc.async_writes_flushed();
    noc.async_full_barrier();
    out.pop_front(pages);
    noc.async_write<experimental::Noc::ResponseMode::POSTED>(
        mem, one, 64, {}, {.noc_x = x, .noc_y = y, .addr = landing + 64});
    noc.async_posted_writes_flushed();
#else
    // to one core
    const uint64_t there = get_noc_addr(x, y, landing);
    noc_async_write(local, there, 64);
    noc_async_write_one_packet(local, there + 64, 64);
    noc_async_write_one_packet_set_state(there + 256, 64);
    noc_async_write_one_packet_with_state(local, landing + 256);
    noc_async_write_set_trid(2);
    noc_async_write(local, there + 320, 64);
    noc_async_write_flushed_with_trid(2);
    noc_async_write_barrier_with_trid(2);
    noc_async_write_set_trid(0);

    // to all
    const uint64_t everywhere = get_noc_multicast_addr(x, y, x1, y1, landing + 384);
    noc_async_write_multicast(local, everywhere, 64, others);
    noc_async_write_multicast_one_packet(local, everywhere + 64, 64, others);
    const uint64_t with_sender = get_noc_multicast_addr(x - 1, y, x1, y1, landing + 512);
    noc_async_write_multicast_loopback_src(local, with_sender, 64, others + 1);
    noc_async_write_barrier();

    // counts and flags: each receiver waits for both
    noc_semaphore_inc(get_noc_addr(x, y, count), 1);
    noc_semaphore_inc<true>(get_noc_addr(x, y, count), 1);
    noc_semaphore_inc_multicast(get_noc_multicast_addr(x, y, x1, y1, count), 1, others);
    noc_async_atomic_barrier();
    noc_inline_dw_write(get_noc_addr(x + 1, y, count), 3);
    noc_inline_dw_write(get_noc_addr(x1, y1, count), 3);
    noc_async_write_barrier();
    noc_semaphore_set(flag_ptr, VALID);
    noc_semaphore_set_remote(valid, get_noc_addr(x, y, flag));
    noc_semaphore_set_multicast(flag, get_noc_multicast_addr(x, y, x1, y1, flag), others);
    noc_semaphore_set_multicast_loopback_src(valid, get_noc_multicast_addr(x - 1, y, x1, y1, flag), others + 1);
    noc_async_writes_flushed();
    noc_semaphore_wait_min(done_ptr, 1);
    noc_semaphore_wait(done_ptr, others);

    const bool none = !cb_pages_available_at_front(cb, 1) && cb_pages_reservable_at_back(cb, 1);
    cb_wait_front(cb, pages);
    const uint32_t from = get_read_ptr(cb);
    for (uint32_t i = 0; i < pages - 2; i++) {
        if (i % 2) {
            noc_async_write_page(i, tiles, from + i * bytes);
        } else {
            noc_async_write_tile(i, tiles, from + i * bytes);
        }
    }
    noc_async_write_shard(pages - 2, tiles, from + (pages - 2) * bytes);
    noc_async_write(from + (pages - 1) * bytes, tiles.get_noc_addr(pages - 1), bytes);
    noc_async_full_barrier();
    cb_pop_front(cb, pages);
    noc_async_write<NOC_MAX_BURST_SIZE + 1, true, true>(local, there + 128, 64);
    noc_async_write_one_packet<true, true>(local, there + 192, 64);
    noc_async_posted_writes_flushed();
#endif
}
