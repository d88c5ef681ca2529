#include "dataflow_api.h"

void kernel_main() {
    const uint32_t flag = get_semaphore(get_arg_val<uint32_t>(0)), count = get_semaphore(get_arg_val<uint32_t>(1));
    const uint64_t done = get_noc_addr(
        convert_logical_x_to_translated(get_common_arg_val<uint32_t>(0)),
        convert_logical_y_to_translated(get_common_arg_val<uint32_t>(1)), get_semaphore(get_arg_val<uint32_t>(2)));
    // as tt-mlir writes them
    const uint32_t device = get_my_device_id();
    setup_fabric_connections(device);
    noc_semaphore_wait_min((volatile tt_l1_ptr uint32_t*)count, 3);
    noc_semaphore_wait((volatile tt_l1_ptr uint32_t*)flag, VALID);
    semaphore_wait_min((volatile tt_l1_ptr uint32_t*)count, 3);
    semaphore_wait((volatile tt_l1_ptr uint32_t*)flag, VALID);
    close_fabric_connections(device);
    noc_semaphore_inc(done, 1);
    noc_async_atomic_barrier();
}
