#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"

#ifdef TRISC_MATH
#include "sfpi.h"
#endif

// A custom SFPU function over the tiles 0 and 1 of dst. ROWS: rows of dst_reg in a tile.
#ifndef ROWS
#define ROWS 32
#endif
namespace sfpu {
using namespace sfpi;
inline void add_absolute() {
    for (size_t i = 0; i < ROWS; i++) {
        vFloat a = dst_reg[i];
        vFloat b = dst_reg[ROWS + i];
        v_if(a < 0.0f) { a = -a; }
        v_elseif(a == 0.0f) { a = b; }
        v_else { b = 0.0f; }
        v_endif;
        dst_reg[i] = a + b;
    }
}

inline void negate_face() {
#ifdef ARCH_GRAYSKULL
    constexpr int rows_of_face = 4;
#else
    constexpr int rows_of_face = 8;
#endif
    for (int i = 0; i < rows_of_face; i++) {
        vFloat x = dst_reg[0];
        dst_reg[0] = -x;
        dst_reg++;
    }
}
}  // namespace sfpu

inline void custom_add_tile() {
    MATH((_llk_math_eltwise_unary_sfpu_start_(0)));
    MATH(sfpu::add_absolute());
    MATH((_llk_math_eltwise_unary_sfpu_done_()));
}

#ifdef OLD
namespace NAMESPACE {
void MAIN {
    constexpr auto cb_in = tt::CB::c_in0;
    constexpr auto cb_out = tt::CB::c_out0;
#else
void kernel_main() {
    constexpr auto cb_in = tt::CBIndex::c_0;
    constexpr auto cb_out = tt::CBIndex::c_16;
#endif
    const uint32_t num_tiles = get_arg_val<uint32_t>(0);
    init_sfpu(cb_in, cb_out);
    for (uint32_t i = 0; i < num_tiles; i += 2) {
        cb_wait_front(cb_in, 2);
        tile_regs_acquire();
        copy_tile(cb_in, 0, 0);
        copy_tile(cb_in, 1, 1);
        custom_add_tile();
        MATH((_llk_math_eltwise_unary_sfpu_params_<true>(sfpu::negate_face, 1)));
        tile_regs_commit();
        tile_regs_wait();
        cb_reserve_back(cb_out, 2);
        pack_tile(0, cb_out);
        pack_tile(1, cb_out);
        cb_push_back(cb_out, 2);
        tile_regs_release();
        cb_pop_front(cb_in, 2);
    }
}
#ifdef OLD
}
#endif
