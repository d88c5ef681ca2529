#include "dataflow_api.h"

// Sends tiles to the core after this one: data, then the flag, both as writes of one NoC.
void kernel_main() {
    const uint32_t after_x = get_arg_val<uint32_t>(0), after_y = get_arg_val<uint32_t>(1);
    const uint32_t num_tiles = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb_id = get_compile_time_arg_val(0);
    const uint32_t arrived = get_semaphore(get_compile_time_arg_val(1));
    const uint32_t valid = get_semaphore(get_compile_time_arg_val(3)); /* always VALID */
#if defined(OBJECTS)
    experimental::CircularBuffer cb(cb_id);
    experimental::Noc noc;
    experimental::UnicastEndpoint after;
    experimental::Semaphore<> room(get_compile_time_arg_val(2));
    for (uint32_t i = 0; i < num_tiles; i++) {
        cb.wait_front(1);
        room.down(1);
        noc.async_write(
            cb, after, cb.get_tile_size(), {}, {.noc_x = after_x, .noc_y = after_y, .addr = cb.get_read_ptr()});
        noc_semaphore_set_remote(valid, get_noc_addr(after_x, after_y, arrived));
        noc.async_writes_flushed();
        cb.pop_front(1);
    }
#else
    const uint32_t room = get_semaphore(get_compile_time_arg_val(2));
    volatile tt_l1_ptr uint32_t* room_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(room);
    const uint32_t bytes = get_tile_size(cb_id);
    for (uint32_t i = 0; i < num_tiles; i++) {
        cb_wait_front(cb_id, 1);
        noc_semaphore_wait(room_ptr, 1);
        noc_semaphore_set(room_ptr, 0);
        const uint32_t l1 = get_read_ptr(cb_id);
        noc_async_write(l1, get_noc_addr(after_x, after_y, l1), bytes);
        noc_semaphore_set_remote(valid, get_noc_addr(after_x, after_y, arrived));
#ifndef NO_FLUSH
        noc_async_writes_flushed();
#endif
        cb_pop_front(cb_id, 1);
    }
#endif
}
