#include "compute_kernel_api.h"

// Each operation of compute: pages 0..7 of CB 0 and 1 are there; results go to CB 16.
constexpr uint32_t a = tt::CBIndex::c_0, b = tt::CBIndex::c_1, scratch = tt::CBIndex::c_2, out = tt::CBIndex::c_16;

template <bool approximate>
inline void add_one(const uint32_t first, const uint32_t second, const uint32_t result) {
    sfpi::vFloat x = sfpi::dst_reg[first * 32], y = sfpi::dst_reg[second * 32];
    sfpi::dst_reg[result * 32] = x + y + 1.0f;
    sfpi::dst_reg++;
}
inline void twice() { sfpi::dst_reg[0] = sfpi::dst_reg[0] + sfpi::dst_reg[0]; }

template <uint32_t tiles = 1, typename Body>
ALWI void section(Body body) {
    tile_regs_acquire();
    body();
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(out, 1); for (uint32_t i = tiles; --i;) pack_tile<true>(i, out, 0);
    pack_tile(0, out);
    tile_regs_release();
    cb_push_back(out, 1);
}

void kernel_main() {
    compute_kernel_hw_startup(a, b, out);
    init_sfpu(a, out);
    binary_op_init_common(a, b, out);
    binary_op_specific_init<true, ELWADD>(a, b);
    reconfig_data_format(a, b);
    pack_reconfig_data_format(out);
    cb_wait_front(a, 8);
    cb_wait_front(b, 8);

    section([&] { add_tiles_init(a, b); add_tiles(a, b, 0, 1, 0); });
    section([&] { sub_tiles_init(a, b); sub_tiles(a, b, 2, 3, 0); });
    section([&] { mul_tiles_init(a, b); mul_tiles(a, b, 4, 5, 0); });
    section([&] { add_tiles_bcast<BroadcastType::ROW>(a, b, 6, 7, 0); });
    section([&] { sub_tiles_bcast<BroadcastType::COL>(a, b, 7, 0, 0); });
    section([&] {
        init_bcast<ELWMUL, BroadcastType::SCALAR>(a, b);
        mul_tiles_bcast<BroadcastType::SCALAR>(a, b, 1, 2, 0);
    });
    section([&] { any_tiles_bcast<EltwiseBinaryType::ELWADD, BroadcastType::ROW>(a, b, 3, 4, 0); });
    section([&] { add_tiles_bcast_rows(a, b, 0, 0, 0); });
    section([&] { add_tiles_bcast_cols(a, b, 0, 0, 0); });
    section([&] { add_tiles_bcast_scalar(a, b, 0, 0, 0); });
    section([&] { sub_tiles_bcast_rows(a, b, 0, 0, 0); });
    section([&] { sub_tiles_bcast_cols(a, b, 0, 0, 0); });
    section([&] { sub_tiles_bcast_scalar(a, b, 0, 0, 0); });
    section([&] { mul_tiles_bcast_rows(a, b, 0, 0, 0); });
    section([&] { mul_tiles_bcast_cols(a, b, 0, 0, 0); });
    section([&] { mul_tiles_bcast_scalar(a, b, 0, 0, 0); });
    section([&] { mm_init(a, b, out); matmul_tiles(a, b, 0, 0, 0); matmul_tiles(a, b, 1, 1, 0, false); });
    section<4>([&] { mm_block_init(a, b, out); matmul_block(a, b, 0, 0, 0, false, 2, 2, 1); });
    section([&] {
        reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(a, b, out);
        reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(a, b, 0, 0, 0);
        reduce_uninit();
        reduce_revert_delta();
    });
    section([&] { transpose_wh_init(a, out); transpose_wh_tile(a, 0, 0); });
    section([&] { unary_bcast_init<BroadcastType::ROW>(a, out); unary_bcast<BroadcastType::ROW>(a, 0, 0); });
    section([&] {
        copy_tile_to_dst_init_short(a);
        copy_tile(a, 0, 0);
        binary_dest_reuse_tiles_init<EltwiseBinaryType::ELWADD>(b);
        binary_dest_reuse_tiles<EltwiseBinaryType::ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(b, 0, 0);
    });
    section([&] {
        UNPACK((llk_unpack_AB(a, b, 0, 0)));
        MATH((llk_math_eltwise_unary_datacopy<A2D, BroadcastType::NONE, DST_ACCUM_MODE>(0)));
        MATH((llk_math_eltwise_unary_datacopy<B2D, BroadcastType::NONE, DST_ACCUM_MODE>(1)));
        MATH((_llk_math_eltwise_binary_sfpu_params_<false>(add_one<false>, 0, 1, 2)));
        MATH((_llk_math_eltwise_unary_sfpu_params_<false>(twice, 0, VectorMode::RC)));
        MATH((llk_math_eltwise_unary_sfpu_params<false>(twice, 0)));
        MATH((llk_math_eltwise_unary_sfpu_0_param<false>(twice, twice, 0, VectorMode::RC))); abs_tile(0);
        MATH((_llk_math_eltwise_unary_sfpu_start_<DstSync::SyncHalf>(0)));
        MATH((twice()));
        MATH((_llk_math_eltwise_unary_sfpu_done_()));
        MATH((_llk_math_eltwise_binary_sfpu_start_<DstSync::SyncHalf>(1)));
        MATH((twice()));
    });
    section([&] {
        copy_tile(a, 0, 0);
        copy_dest_values(0, 1);
        add_binary_tile(0, 1);
        sub_binary_tile(0, 1, 2);
        mul_binary_tile(0, 2, 0);
        div_binary_tile(0, 1, 3);
        rsub_binary_tile(0, 1, 3);
        power_binary_tile(0, 1, 3);
        binary_max_tile(0, 1, 4);
        binary_min_tile(4, 1, 4);
        exp_tile_init<EXP_APPROX>();
        exp_tile<EXP_APPROX>(0);
        recip_tile(0), log_tile(0), sqrt_tile(0), rsqrt_tile(0), relu_tile(0), gelu_tile(0), sigmoid_tile(0);
        tanh_tile(0), abs_tile(0), negative_tile(0), square_tile(0), sin_tile(1);
    });
    section<4>([&] {
        fill_tile_init();
        fill_tile(0, 1.0f);
        fill_tile_int(1, 2);
        fill_tile_bitcast(2, 0x3f800000u);
        rand_tile_init(7);
        rand_tile(3, 0, 1);
    });
    tile_regs_acquire();
    copy_block_matmul_partials(a, 0, 0, 4);
    tile_regs_commit();
    cb_reserve_back(out, 12);
    tile_regs_wait();
    pack_tile<true>(0, out, 1);
    pack_tile<true>(1, out, 0);
    cb_push_back(out, 2);
    pack_tile_block(0, out, 2);
    matmul_pack_tile(2, out, 2);
    cb_push_back(out, 4);
    pack_untilize_dest_init<2>(out);
    pack_untilize_dest<2>(out);
    pack_untilize_uninit(out);
    pack_relu_config(0);
    cb_push_back(out, 2);
    tile_regs_release();

    tilize_init(a, 2, out);
    cb_reserve_back(out, 2);
    tilize_block(a, 2, out);
    cb_push_back(out, 2);
    tilize_uninit(a, out);
    untilize_init(a);
    cb_reserve_back(out, 2);
    untilize_block(a, 2, out);
    cb_push_back(out, 2);
    untilize_uninit(a);
    cb_reserve_back(out, 2);
    pack_untilize_block<2>(a, 2, out);
    cb_push_back(out, 2);

    acquire_dst(tt::DstMode::Half);
    copy_tile(a, 0, 0);
    cb_reserve_back(out, 1);
    pack_tile(0, out);
    cb_push_back(out, 1);
    release_dst(tt::DstMode::Half);
    cb_pop_front(a, 8);
    cb_pop_front(b, 8);
}
