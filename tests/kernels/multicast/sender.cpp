#include "dataflow_api.h"

// Waits for all receivers, multicasts a block, then its flag. WRONG_COUNT, NO_WAIT and NO_FLUSH plant errors.
void kernel_main() {
    uint32_t source = get_arg_val<uint32_t>(0);
    uint32_t x0 = get_arg_val<uint32_t>(1), y0 = get_arg_val<uint32_t>(2);
    uint32_t x1 = get_arg_val<uint32_t>(3), y1 = get_arg_val<uint32_t>(4);
    constexpr uint32_t num_receivers = get_compile_time_arg_val(0);
    constexpr uint32_t num_blocks = get_compile_time_arg_val(1), cb = 0;
    const uint32_t ready = get_semaphore(get_compile_time_arg_val(2));
    const uint32_t valid = get_semaphore(get_compile_time_arg_val(3));
    const uint32_t bytes = get_tile_size(cb);
    const auto tiles = TensorAccessor(TensorAccessorArgs<4>(), source, bytes);
#ifdef OBJECTS
    experimental::Semaphore<> ready_object(get_compile_time_arg_val(2)), valid_object(get_compile_time_arg_val(3));
    experimental::CircularBuffer block(cb);
    experimental::Noc noc;
    experimental::MulticastEndpoint others;
    valid_object.set(VALID);
    for (uint32_t i = 0; i < num_blocks; ++i) {
        block.reserve_back(1);
        noc.async_read(tiles, block, bytes, {.page_id = i}, {});
        noc.async_read_barrier();
        ready_object.wait(num_receivers);
        ready_object.set(0);
        noc.async_write_multicast(
            experimental::CoreLocalMem<uint32_t>(block.get_write_ptr()), others, bytes, num_receivers, {},
            {.noc_x_start = x0, .noc_y_start = y0, .noc_x_end = x1, .noc_y_end = y1, .addr = block.get_write_ptr()});
        noc.async_writes_flushed();
        valid_object.set_multicast(noc, x0, y0, x1, y1, num_receivers);
        noc.async_write_barrier();
        block.push_back(1);
    }
#else
    volatile tt_l1_ptr uint32_t* ready_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(ready);
    volatile tt_l1_ptr uint32_t* valid_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(valid);
    *(valid_ptr) = VALID;
    const uint64_t valid_on_all = get_noc_multicast_addr(x0, y0, x1, y1, valid);
    for (uint32_t i = 0; i < num_blocks; ++i) {
        cb_reserve_back(cb, 1);
        uint32_t l1 = get_write_ptr(cb);
        noc_async_read_tile(i, tiles, l1);
        noc_async_read_barrier();
#ifndef NO_WAIT
        noc_semaphore_wait(ready_ptr, num_receivers);
#endif
        noc_semaphore_set(ready_ptr, 0);
        uint64_t block_on_all = get_noc_multicast_addr(x0, y0, x1, y1, l1);
#ifdef WRONG_COUNT
        noc_async_write_multicast(l1, block_on_all, bytes, num_receivers + 1);
#else
        noc_async_write_multicast(l1, block_on_all, bytes, num_receivers);
#endif
#if defined(ARCH_BLACKHOLE) && !defined(NO_FLUSH)
        noc_async_writes_flushed();
#endif
        noc_semaphore_set_multicast(valid, valid_on_all, num_receivers);
        noc_async_write_barrier();
        cb_push_back(cb, 1);
    }
#endif
}
