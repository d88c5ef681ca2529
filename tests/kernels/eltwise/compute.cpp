#include <cstdint>
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/eltwise_unary/exp.h"

// OLD: acquire_dst and release_dst; RELEASE_TWICE plants a second release; HOST_CHAIN: operations from the host.
#ifndef SFPU_OP_CHAIN_0
#define SFPU_OP_CHAIN_0 exp_tile_init(); exp_tile(dst);
#endif
#ifdef OLD
#define ACQ() acquire_dst(tt::DstMode::Half)
#define REL() release_dst(tt::DstMode::Half)
#else
#define ACQ() tile_regs_acquire()
#endif

template <uint32_t onetile = 1, typename T = uint32_t>
ALWI void pack_one(T dst, uint32_t cb) {
    cb_reserve_back(cb, onetile);
    pack_tile(dst, cb);
    cb_push_back(cb, onetile);
}

namespace NAMESPACE {
void MAIN {
    uint32_t num_tiles = get_arg_val<uint32_t>(0);
    constexpr auto cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1;
    constexpr uint32_t cb_out = tt::CB::c_out0;
    constexpr uint32_t dst = 0;
    binary_op_init_common(cb_a, cb_b, cb_out);
    add_tiles_init(cb_a, cb_b);
    for (uint32_t i = 0; i < num_tiles; ++i) {
        cb_wait_front(cb_a, 1);
        cb_wait_front(cb_b, 1);
        ACQ();
        add_tiles(cb_a, cb_b, 0, 0, dst);
        SFPU_OP_CHAIN_0
#ifdef OLD
        pack_one(dst, cb_out);
        REL();
#else
        tile_regs_commit();
        tile_regs_wait();
        pack_one<1>(dst, cb_out);
        tile_regs_release();
#endif
#ifdef RELEASE_TWICE
        release_dst();
#endif
        cb_pop_front(cb_a, 1);
        cb_pop_front(cb_b, 1);
    }
}
}  // namespace NAMESPACE
