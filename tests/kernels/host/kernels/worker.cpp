#include "dataflow_api.h"

void kernel_main() {
    size_t i = 0;
    const uint32_t arrived = get_arg_val<uint32_t>(i++);
    const uint32_t go = get_arg_val<uint32_t>(i++);
    const uint32_t x = get_arg_val<uint32_t>(i++);
    const uint32_t y = get_arg_val<uint32_t>(i++);
    noc_semaphore_inc(get_noc_addr(x, y, arrived), 1);
    noc_async_atomic_barrier();
    volatile tt_l1_ptr uint32_t* go_ptr = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(go);
    noc_semaphore_wait(go_ptr, 1);
    noc_semaphore_set(go_ptr, 0);
}
