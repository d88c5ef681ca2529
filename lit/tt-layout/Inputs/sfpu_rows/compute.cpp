#include "compute_kernel_api/common.h"

// The sum of two tiles in the SFPU. SECOND: the row of dst_reg where tile 1 begins, ROWS: how many rows a face has.
template <bool approximate, int rows = ROWS>
inline void add_rows() {
    for (int i = 0; i < rows; i++) {
        vFloat a = dst_reg[0];
        vFloat b = dst_reg[SECOND];
        dst_reg[0] = a + b;
        dst_reg++;
    }
}

namespace NAMESPACE {
void MAIN {
    constexpr uint32_t first = 0, second = 1, sum = 0;
    acquire_dst(tt::DstMode::Full);
    cb_wait_front(tt::CB::c_in0, 1);
    cb_wait_front(tt::CB::c_in1, 1);
    UNPACK((llk_unpack_AB(tt::CB::c_in0, tt::CB::c_in1, 0, 0)));
    MATH((llk_math_eltwise_unary_datacopy<A2D, BroadcastType::NONE, DST_ACCUM_MODE, UnpackToDestEn>(first)));
    MATH((llk_math_eltwise_unary_datacopy<B2D, BroadcastType::NONE, DST_ACCUM_MODE, UnpackToDestEn>(second)));
    MATH(llk_math_eltwise_unary_sfpu_0_param<APPROX>(add_rows<APPROX>, add_rows<APPROX>, sum, VectorMode::RC);)
    cb_reserve_back(tt::CB::c_out0, 1);
    pack_tile(sum, tt::CB::c_out0);
    release_dst(tt::DstMode::Full);
}
}
