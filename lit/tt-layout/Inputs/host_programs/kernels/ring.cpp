#include <stdint.h>
#include "dataflow_api.h"

void kernel_main() {
    constexpr uint32_t ready_id = get_compile_time_arg_val(0);
    constexpr uint32_t filled_id = get_compile_time_arg_val(1);
    constexpr uint32_t bytes = get_compile_time_arg_val(2);
    uint32_t next_x = get_arg_val<uint32_t>(0), next_y = get_arg_val<uint32_t>(1);
    uint32_t prev_x = get_arg_val<uint32_t>(2), prev_y = get_arg_val<uint32_t>(3);
    uint32_t out_addr = get_arg_val<uint32_t>(4);
    uint32_t id = get_arg_val<uint32_t>(5);

    volatile tt_l1_ptr uint32_t* ready = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(ready_id));
    volatile tt_l1_ptr uint32_t* filled = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(filled_id));
    uint64_t next_filled = get_noc_addr(next_x, next_y, (uint32_t)filled);
    uint64_t prev_ready = get_noc_addr(prev_x, prev_y, (uint32_t)ready);

    uint32_t mine = get_write_ptr(0), incoming = get_write_ptr(1);
    volatile tt_l1_ptr uint32_t* p = (volatile tt_l1_ptr uint32_t*)mine;
    for (uint32_t i = 0; i < bytes / sizeof(uint32_t); i++) p[i] = id;

    for (uint32_t round = 1; round <= ROUNDS; round++) {
        // tell the previous core that its data may come
        noc_semaphore_inc(prev_ready, 1);
        noc_semaphore_wait_min(ready, round);
        noc_async_write(mine, get_noc_addr(next_x, next_y, incoming), bytes);
        noc_async_write_barrier();
        noc_semaphore_inc(next_filled, 1);
        noc_semaphore_wait_min(filled, round);
        volatile tt_l1_ptr uint32_t* in = (volatile tt_l1_ptr uint32_t*)incoming;
        for (uint32_t i = 0; i < bytes / 4; i++) p[i] = p[i] + in[i];
    }
    InterleavedAddrGen<true> out = {.bank_base_address = out_addr, .page_size = bytes};
    noc_async_write(mine, get_noc_addr(id, out), bytes);
    noc_async_write_barrier();
}
