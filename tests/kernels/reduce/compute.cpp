#include <cstdint>
#define REDUCE_OP PoolType::SUM
#define REDUCE_DIM ReduceDim::REDUCE_ROW
#include "compute_kernel_api/reduce.h"

#ifdef OLD
namespace NAMESPACE {
void MAIN {
#else
void kernel_main() {
#endif
    constexpr uint32_t Ht = get_compile_time_arg_val(0), Wt = get_compile_time_arg_val(1);
    constexpr uint32_t cb_in = tt::CBIndex::c_0, cb_scaler = tt::CBIndex::c_2, cb_out = tt::CBIndex::c_16;
    compute_kernel_hw_startup(cb_in, cb_scaler, cb_out);
    reduce_init<REDUCE_OP, REDUCE_DIM>(cb_in, cb_scaler, cb_out);
    cb_wait_front(cb_scaler, 1);
    for (uint32_t ht = 0; ht < Ht; ++ht) {
        int reduce_dst = 0;
#ifdef OLD
        acquire_dst();
#else
        tile_regs_acquire();
#endif
        for (uint32_t wt = 0; wt < Wt; ++wt) {
            cb_wait_front(cb_in, 1);
            reduce_tile<REDUCE_OP, REDUCE_DIM>(cb_in, cb_scaler, 0, 0, reduce_dst);
            cb_pop_front(cb_in, 1);
        }
        cb_reserve_back(cb_out, 1);
#ifdef OLD
        pack_tile(reduce_dst, cb_out);
        cb_push_back(cb_out, 1);
        release_dst();
#else
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(reduce_dst, cb_out);
        cb_push_back(cb_out, 1);
        tile_regs_release();
#endif
    }
    reduce_uninit();
    cb_pop_front(cb_scaler, 1);
}
#ifdef OLD
}
#endif
