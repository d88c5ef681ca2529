#include "dataflow_api.h"

// Waits until all workers have arrived, then lets them go on.
void kernel_main() {
    const uint32_t arrived = get_arg_val<uint32_t>(0), go = get_arg_val<uint32_t>(1);
    const uint32_t expected = get_arg_val<uint32_t>(2), workers = get_arg_val<uint32_t>(3);
    const uint32_t x0 = get_arg_val<uint32_t>(4), y0 = get_arg_val<uint32_t>(5);
    const uint32_t x1 = get_arg_val<uint32_t>(6), y1 = get_arg_val<uint32_t>(7);
    auto* arrived_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(arrived);
    noc_semaphore_wait(arrived_ptr, expected);
    noc_semaphore_set(arrived_ptr, 0);
    auto* go_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(go);
    *go_ptr = 1;
    noc_semaphore_set_multicast(go, get_noc_multicast_addr(x0, y0, x1, y1, go), workers);
    noc_async_write_barrier();
    *go_ptr = 0;
}
