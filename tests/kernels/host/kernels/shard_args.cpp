#include "dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    cb_reserve_back(cb, tiles);
    cb_push_back(cb, tiles);
}
