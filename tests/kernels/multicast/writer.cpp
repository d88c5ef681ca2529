#include "dataflow_api.h"

void kernel_main() {
    const auto tiles = TensorAccessor(TensorAccessorArgs<4>(), get_arg_val<uint32_t>(0));
    uint32_t first = get_arg_val<uint32_t>(1) * get_compile_time_arg_val(1);
    constexpr uint32_t cb = 0;
    for (uint32_t i = 0; i < get_compile_time_arg_val(1); ++i) {
        cb_wait_front(cb, 1);
        noc_async_write_page(first + i, tiles, get_read_ptr(cb));
        noc_async_write_barrier();
        cb_pop_front(cb, 1);
    }
}
