#include <cstdint>

#define BCAST_LLKOP EltwiseBinaryType::ELWMUL
#define BCAST_DIM BroadcastType::COL
#include "compute_kernel_api.h"
#include "compute_kernel_api/bcast.h"
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/reduce.h"
#include "compute_kernel_api/softmax.h"
#include "compute_kernel_api/tile_move_copy.h"

#ifdef OLD
ALWI void ACQ() { acquire_dst(); }
ALWI void HANDOVER() {}
ALWI void REL() { release_dst(); }
#else
ALWI void ACQ() { tile_regs_acquire(); }
ALWI void HANDOVER() {
    tile_regs_commit();
    tile_regs_wait();
}
ALWI void REL() { tile_regs_release(); }
#endif

// exp(x) of a row, its sum, the reciprocal, and the product. FUSED_SCALE_MASK: x is scaled and masked first.
namespace NAMESPACE {
void MAIN {
    const uint32_t NCHt = get_arg_val<uint32_t>(0);
    const uint32_t Wt = get_arg_val<uint32_t>(1);
    const uint32_t ndst = get_arg_val<uint32_t>(2);
    constexpr uint32_t onetile = 1;
    constexpr uint32_t dst0 = 0;
    constexpr auto cb_in0 = tt::CBIndex::c_0;
    constexpr auto cb_scaler = tt::CBIndex::c_2;
    constexpr auto cb_mask = tt::CBIndex::c_4;
    constexpr auto cb_exps = tt::CBIndex::c_24;
    constexpr auto cb_recipsumexps = tt::CBIndex::c_25;
    constexpr auto cb_masked = tt::CBIndex::c_26;
    constexpr auto cb_out0 = tt::CBIndex::c_16;

    binary_op_init_common(cb_in0, cb_scaler, cb_exps);
    cb_wait_front(cb_scaler, 1);
    for (uint32_t ncht = 0; ncht < NCHt; ncht++) {
#if FUSED_SCALE_MASK
        for (uint32_t wt = 0; wt < Wt; wt += ndst) {
            ACQ();
            cb_wait_front(cb_in0, ndst);
            cb_wait_front(cb_mask, wt + ndst);
            cb_reserve_back(cb_masked, ndst);
            add_tiles_init(cb_in0, cb_mask);
            for (uint32_t wt8 = 0; wt8 < ndst; wt8++) {
                add_tiles(cb_in0, cb_mask, wt8, wt + wt8, wt8);
            }
            HANDOVER();
            for (uint32_t wt8 = 0; wt8 < ndst; wt8++) {
                pack_tile(wt8, cb_masked);
            }
            cb_push_back(cb_masked, ndst);
            cb_pop_front(cb_in0, ndst);
            REL();
        }
        constexpr auto cb_x = cb_masked;
#else
        constexpr auto cb_x = cb_in0;
#endif
        for (uint32_t wt = 0; wt < Wt; wt += ndst) {
            ACQ();
            cb_wait_front(cb_x, ndst);
            copy_tile_init(cb_x);
            for (uint32_t wt8 = 0; wt8 < ndst; ++wt8) {
                copy_tile(cb_x, wt8, wt8);
            }
            cb_pop_front(cb_x, ndst);
            cb_reserve_back(cb_exps, ndst);
            exp_tile_init<EXP_APPROX>();
            for (uint32_t wt8 = 0; wt8 < ndst; ++wt8) {
                exp_tile<EXP_APPROX>(wt8);
            }
            HANDOVER();
            for (uint32_t wt8 = 0; wt8 < ndst; ++wt8) {
                pack_tile(wt8, cb_exps);
            }
            cb_push_back(cb_exps, ndst);
            REL();
        }

        ACQ();
        cb_reserve_back(cb_recipsumexps, onetile);
        reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(cb_exps, cb_scaler, cb_recipsumexps);
        for (uint32_t wt = 0; wt < Wt; wt++) {
            cb_wait_front(cb_exps, wt + 1);  // cumulative
            reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(cb_exps, cb_scaler, wt, 0, dst0);
        }
        reduce_uninit();
        recip_tile_init();
        recip_tile(dst0);
        HANDOVER();
        pack_tile(dst0, cb_recipsumexps);
        cb_push_back(cb_recipsumexps, 1);
        REL();

        cb_wait_front(cb_recipsumexps, 1);
        mul_bcast_cols_init_short(cb_exps, cb_recipsumexps);
        for (uint32_t wt = 0; wt < Wt; wt += ndst) {
            ACQ();
            cb_reserve_back(cb_out0, ndst);
            for (uint32_t wt8 = 0; wt8 < ndst; wt8++) {
                mul_tiles_bcast<BroadcastType::COL>(cb_exps, cb_recipsumexps, wt + wt8, 0, wt8);
            }
            HANDOVER();
            for (uint32_t wt8 = 0; wt8 < ndst; wt8++) {
                pack_tile(wt8, cb_out0);
            }
            cb_push_back(cb_out0, ndst);
            REL();
        }
        cb_pop_front(cb_recipsumexps, 1);
        cb_pop_front(cb_exps, Wt);
    }
#if FUSED_SCALE_MASK
    cb_pop_front(cb_mask, Wt);
#endif
}
}
