#include "dataflow_api.h"

// Takes tiles from the core before this one: clears its own flag, reports that there is room, waits for the flag.
void kernel_main() {
    const uint32_t before_x = get_arg_val<uint32_t>(0), before_y = get_arg_val<uint32_t>(1);
    const uint32_t num_tiles = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb_id = get_compile_time_arg_val(0);
#if defined(OBJECTS)
    experimental::CircularBuffer cb(cb_id);
    experimental::Noc noc;
    experimental::Semaphore<> arrived(get_compile_time_arg_val(1)), room(get_compile_time_arg_val(2));
    for (uint32_t i = 0; i < num_tiles; i++) {
        cb.reserve_back(1);
        arrived.set(INVALID);
        room.up(noc, before_x, before_y, 1);
        arrived.wait(VALID);
        cb.push_back(1);
    }
    noc.async_atomic_barrier();
#else
    const uint32_t arrived = get_semaphore(get_compile_time_arg_val(1));
    const uint32_t room = get_semaphore(get_compile_time_arg_val(2));
#ifdef OLD
    volatile tt_l1_ptr uint32_t* arrived_ptr = (volatile tt_l1_ptr uint32_t*)arrived;
#else
    auto arrived_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(arrived);
#endif
    const uint64_t room_before = get_noc_addr(before_x, before_y, room);
    for (uint32_t i = 0; i < num_tiles; i++) {
        cb_reserve_back(cb_id, 1);
        noc_semaphore_set(arrived_ptr, INVALID);
        noc_semaphore_inc(room_before, 1);
        noc_semaphore_wait(arrived_ptr, VALID);
        cb_push_back(cb_id, 1);
    }
    noc_async_atomic_barrier();
#endif
}
