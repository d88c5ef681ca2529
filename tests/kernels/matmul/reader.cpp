#include "dataflow_api.h"

void kernel_main() {
    uint32_t a = get_arg_val<uint32_t>(0), b = get_arg_val<uint32_t>(1);
    uint32_t Mt = get_arg_val<uint32_t>(2);
    uint32_t Kt = get_arg_val<uint32_t>(3);
    uint32_t Nt = get_arg_val<uint32_t>(4);
    constexpr uint32_t cb_a = 0, cb_b = 1;
    const auto tiles_a = TensorAccessor(TensorAccessorArgs<0>(), a, get_tile_size(cb_a));
    const auto tiles_b = TensorAccessor(TensorAccessorArgs<1>(), b, get_tile_size(cb_b));
    for (uint32_t mt = 0; mt < Mt; mt++) {
        for (uint32_t nt = 0; nt < Nt; nt++) {
            for (uint32_t kt = 0; kt < Kt; kt++) {
                {
                    uint32_t index = mt * Kt + kt;
                    cb_reserve_back(cb_a, 1);
                    noc_async_read_tile(index, tiles_a, get_write_ptr(cb_a));
                    noc_async_read_barrier();
                    cb_push_back(cb_a, 1);
                }
                {
                    uint32_t index = kt * Nt + nt;
                    cb_reserve_back(cb_b, 1);
                    noc_async_read_tile(index, tiles_b, get_write_ptr(cb_b));
                    noc_async_read_barrier();
                    cb_push_back(cb_b, 1);
                }
            }
        }
    }
}
