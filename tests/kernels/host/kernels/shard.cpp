#include "dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), tiles = get_compile_time_arg_val(1);
    cb_reserve_back(cb, tiles);
    cb_push_back(cb, tiles);
}
