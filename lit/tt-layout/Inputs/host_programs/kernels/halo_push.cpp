#include "dataflow_api.h"
constexpr uint32_t last_row = get_compile_time_arg_val(0);
constexpr uint32_t row_bytes = get_compile_time_arg_val(1);
FORCE_INLINE void send(uint32_t from, uint64_t to, uint64_t flag) {
    noc_async_write(from, to, row_bytes);
    noc_async_write_barrier();
    noc_semaphore_inc(flag, 1);
}
void kernel_main() {
    uint32_t input = get_arg_val<uint32_t>(0), halo = get_arg_val<uint32_t>(1);
    uint32_t x = get_arg_val<uint32_t>(2), y = get_arg_val<uint32_t>(3);
    bool has_next = get_arg_val<uint32_t>(4), has_previous = get_arg_val<uint32_t>(5);
    uint32_t sem = get_semaphore(get_compile_time_arg_val(2));
    if (has_next) send(input + last_row, get_noc_addr(x, y, halo), get_noc_addr(x, y, sem));
    if (has_previous) {
        noc_semaphore_wait((volatile tt_l1_ptr uint32_t*)sem, 1);
        auto row = (volatile tt_l1_ptr uint16_t*)halo;
        auto own = (volatile tt_l1_ptr uint16_t*)input;
        for (uint32_t i = 0; i < row_bytes / 2; i++) own[i] += row[i];
    }
}
