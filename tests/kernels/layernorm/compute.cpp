#include <cstdint>
#define REDUCE_OP PoolType::SUM
#define REDUCE_DIM ReduceDim::REDUCE_ROW
#define BCAST_LLKOP EltwiseBinaryType::ELWMUL
#define BCAST_DIM BroadcastType::COL
#include "compute_kernel_api/bcast.h"
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/layernorm.h"
#include "compute_kernel_api/reduce.h"

#ifndef FUSE_GAMMA
#define FUSE_GAMMA 0
#endif
#ifdef OLD
#define ACQ() acquire_dst()
#define HANDOVER()
#define REL() release_dst()
#else
#define ACQ() tile_regs_acquire()
#define HANDOVER()       \
    tile_regs_commit();  \
    tile_regs_wait()
#define REL() tile_regs_release()
#endif
// cb_out of the last stage depends on which inputs there are
#if FUSE_GAMMA || defined(FUSE_BETA)
#define NORMALIZED_CB tt::CBIndex::c_28
#else
#define NORMALIZED_CB tt::CBIndex::c_16
#endif

namespace NAMESPACE {
void MAIN {
    const uint32_t rows = get_arg_val<uint32_t>(0);
    constexpr uint32_t Wt = get_compile_time_arg_val(0), blk = get_compile_time_arg_val(1), onetile = 1;
    constexpr auto cb_in = tt::CBIndex::c_0, cb_scaler = tt::CBIndex::c_2, cb_eps = tt::CBIndex::c_3,
                   cb_gamma = tt::CBIndex::c_5, cb_beta = tt::CBIndex::c_6, cb_out = tt::CBIndex::c_16,
                   cb_xmm = tt::CBIndex::c_24, cb_sq = tt::CBIndex::c_25, cb_ex = tt::CBIndex::c_26,
                   cb_rsqrt = tt::CBIndex::c_27;
    constexpr auto cb_norm = NORMALIZED_CB;
    binary_op_init_common(cb_in, cb_in, cb_out);
    cb_wait_front(cb_scaler, 1);
    cb_wait_front(cb_eps, 1);
    for (uint32_t row = 0; row < rows; row++) {
        // mean
        cb_reserve_back(cb_ex, onetile);
        ACQ();
        reduce_init(cb_in, cb_scaler, cb_ex);
        for (uint32_t wt = 0; wt < Wt; wt += blk) {
            cb_wait_front(cb_in, wt + blk);
            for (uint32_t j = 0; j < blk; j++) {
                reduce_tile(cb_in, cb_scaler, wt + j, 0, 0);
            }
        }
        reduce_uninit();
        HANDOVER();
        pack_tile(0, cb_ex);
        cb_push_back(cb_ex, onetile);
        REL();

        // x minus mean
        cb_wait_front(cb_ex, onetile);
        cb_reserve_back(cb_xmm, Wt);
        sub_bcast_cols_init_short(cb_in, cb_ex);
        for (uint32_t wt = 0; wt < Wt; wt += blk) {
            ACQ();
            for (uint32_t j = 0; j < blk; j++) {
                sub_tiles_bcast_cols(cb_in, cb_ex, wt + j, 0, j);
            }
            HANDOVER();
            for (uint32_t j = 0; j < blk; j++) {
                pack_tile(j, cb_xmm);
            }
            cb_push_back(cb_xmm, blk);
            REL();
        }
        cb_pop_front(cb_ex, onetile);
        cb_pop_front(cb_in, Wt);

        // squares
        mul_tiles_init(cb_xmm, cb_xmm);
        for (uint32_t wt = 0; wt < Wt; wt += blk) {
            cb_wait_front(cb_xmm, wt + blk);
            cb_reserve_back(cb_sq, blk);
            ACQ();
            for (uint32_t j = 0; j < blk; j++) {
                mul_tiles(cb_xmm, cb_xmm, wt + j, wt + j, j);
            }
            HANDOVER();
            for (uint32_t j = 0; j < blk; j++) {
                pack_tile(j, cb_sq);
            }
            cb_push_back(cb_sq, blk);
            REL();
        }

        // variance
        cb_reserve_back(cb_ex, onetile);
        cb_wait_front(cb_sq, Wt);
        ACQ();
        for (uint32_t wt = 0; wt < Wt; wt++) {
            reduce_tile<REDUCE_OP, REDUCE_DIM>(cb_sq, cb_scaler, wt, 0, 0);
        }
        HANDOVER();
        pack_tile(0, cb_ex);
        cb_push_back(cb_ex, onetile);
        REL();
        cb_pop_front(cb_sq, Wt);

        // 1 / sqrt(variance + epsilon)
        cb_wait_front(cb_ex, onetile);
        cb_reserve_back(cb_rsqrt, onetile);
        ACQ();
        add_tiles_init(cb_ex, cb_eps);
        add_tiles(cb_ex, cb_eps, 0, 0, 0);
        rsqrt_tile_init<false>();
        rsqrt_tile<false>(0);
        HANDOVER();
        pack_tile(0, cb_rsqrt);
        cb_push_back(cb_rsqrt, onetile);
        REL();
        cb_pop_front(cb_ex, onetile);

        // the product, then gamma and beta
        cb_wait_front(cb_rsqrt, onetile);
        for (uint32_t wt = 0; wt < Wt; wt += blk) {
            cb_reserve_back(cb_norm, blk);
            ACQ();
            mul_bcast_cols_init_short(cb_xmm, cb_rsqrt);
            for (uint32_t j = 0; j < blk; j++) {
                mul_tiles_bcast_cols(cb_xmm, cb_rsqrt, wt + j, 0, j);
            }
            HANDOVER();
            for (uint32_t j = 0; j < blk; j++) {
                pack_tile(j, cb_norm);
            }
            cb_push_back(cb_norm, blk);
            REL();
#if FUSE_GAMMA
            {
                constexpr auto cb_to = [] {
#ifdef FUSE_BETA
                    return tt::CBIndex::c_25;
#else
                    return tt::CBIndex::c_16;
#endif
                }();
                cb_wait_front(cb_gamma, wt + blk);
                cb_wait_front(cb_norm, blk);
                cb_reserve_back(cb_to, blk);
                ACQ();
                for (uint32_t j = 0; j < blk; j++) {
                    mul_tiles_bcast_rows(cb_norm, cb_gamma, j, wt + j, j);
                }
                HANDOVER();
                for (uint32_t j = 0; j < blk; j++) {
                    pack_tile(j, cb_to);
                }
                cb_push_back(cb_to, blk);
                REL();
                cb_pop_front(cb_norm, blk);
            }
#endif
#ifdef FUSE_BETA
            {
                constexpr auto cb_from = FUSE_GAMMA ? tt::CBIndex::c_25 : tt::CBIndex::c_28;
                cb_wait_front(cb_beta, wt + blk);
                cb_wait_front(cb_from, blk);
                cb_reserve_back(cb_out, blk);
                ACQ();
                for (uint32_t j = 0; j < blk; j++) {
                    add_tiles_bcast_rows(cb_from, cb_beta, j, wt + j, j);
                }
                HANDOVER();
                for (uint32_t j = 0; j < blk; j++) {
                    pack_tile(j, cb_out);
                }
                cb_push_back(cb_out, blk);
                REL();
                cb_pop_front(cb_from, blk);
            }
#endif
        }
        cb_pop_front(cb_rsqrt, onetile);
        cb_pop_front(cb_xmm, Wt);
    }
}
}
