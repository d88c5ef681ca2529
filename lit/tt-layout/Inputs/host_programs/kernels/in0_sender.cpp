#include "dataflow_api.h"
#include "hostdevcommon/common_values.hpp"
void kernel_main() {
    constexpr uint32_t num_blocks = get_compile_time_arg_val(0);
    constexpr uint32_t block = get_compile_time_arg_val(1);
    constexpr uint32_t num_dests = get_compile_time_arg_val(2);
    uint32_t sender_semaphore_addr = get_semaphore(get_compile_time_arg_val(3));
    uint32_t receiver_semaphore_addr = get_semaphore(get_compile_time_arg_val(4));
    constexpr auto args = TensorAccessorArgs<5>();
    const uint32_t in0_addr = get_arg_val<uint32_t>(0);
    const uint32_t x0 = get_arg_val<uint32_t>(1), y0 = get_arg_val<uint32_t>(2);
    const uint32_t x1 = get_arg_val<uint32_t>(3), y1 = get_arg_val<uint32_t>(4);
    constexpr uint32_t cb = 0;
    const uint32_t tile_bytes = get_tile_size(cb);
    const auto in0 = TensorAccessor(args, in0_addr, tile_bytes);

    volatile tt_l1_ptr uint32_t* receiver_sem = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(receiver_semaphore_addr);
    volatile tt_l1_ptr uint32_t* sender_sem = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(sender_semaphore_addr);
    *receiver_sem = VALID;
    const uint64_t receiver_noc = get_noc_multicast_addr(x0, y0, x1, y1, receiver_semaphore_addr);

    for (uint32_t k = 0; k < num_blocks; k++) {
        cb_reserve_back(cb, block);
        uint32_t l1 = get_write_ptr(cb);
        uint32_t start = l1;
        for (uint32_t m = 0; m < block; m++) {
            noc_async_read_tile(m * num_blocks + k, in0, l1);
            l1 += tile_bytes;
        }
        noc_async_read_barrier();
        noc_semaphore_wait(sender_sem, num_dests);
        noc_semaphore_set(sender_sem, 0);
        uint64_t dst = get_noc_multicast_addr(x0, y0, x1, y1, start);
        noc_async_write_multicast(start, dst, block * tile_bytes, num_dests);
#ifdef ARCH_BLACKHOLE
        noc_async_writes_flushed();
#endif
        noc_semaphore_set_multicast(receiver_semaphore_addr, receiver_noc, num_dests);
        noc_async_write_barrier();
        cb_push_back(cb, block);
    }
}
