#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/tile_move_copy.h"

#ifdef OLD
using std::uint32_t;
namespace NAMESPACE {
void MAIN {
#else
void kernel_main() {
#endif
    const uint32_t count = get_arg_val<uint32_t>(0);
    constexpr uint32_t Kt = get_compile_time_arg_val(0);
    constexpr int onetile = 1;
    mm_init(tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_16);
    for (uint32_t out = 0; out < count; ++out) {
#if defined(OBJECTS)
        experimental::CircularBuffer in_a(tt::CBIndex::c_0), in_b(tt::CBIndex::c_1), result(tt::CBIndex::c_16);
        tile_regs_acquire();
        for (uint32_t k = 0; k < Kt; ++k) {
            in_a.wait_front(onetile);
            in_b.wait_front(onetile);
            matmul_tiles(tt::CBIndex::c_0, tt::CBIndex::c_1, 0, 0, 0);
            in_a.pop_front(onetile);
            in_b.pop_front(onetile);
        }
        tile_regs_commit();
        result.reserve_back(onetile);
        tile_regs_wait();
        pack_tile(0, tt::CBIndex::c_16);
        tile_regs_release();
        result.push_back(onetile);
#elif defined(OLD)
        acquire_dst(tt::DstMode::Half);
        for (uint32_t k = 0; k < Kt; ++k) {
            cb_wait_front(tt::CB::c_in0, onetile);
            cb_wait_front(tt::CB::c_in1, onetile);
            matmul_tiles(tt::CB::c_in0, tt::CB::c_in1, 0, 0, 0, false);
            cb_pop_front(tt::CB::c_in0, onetile);
            cb_pop_front(tt::CB::c_in1, onetile);
        }
        cb_reserve_back(tt::CB::c_out0, onetile);
        pack_tile(0, tt::CB::c_out0);
        cb_push_back(tt::CB::c_out0, onetile);
        release_dst(tt::DstMode::Half);
#else
        tile_regs_acquire();
        for (uint32_t k = 0; k < Kt; ++k) {
            cb_wait_front(tt::CBIndex::c_0, onetile);
            cb_wait_front(tt::CBIndex::c_1, onetile);
            matmul_tiles(tt::CBIndex::c_0, tt::CBIndex::c_1, 0, 0, 0);
            cb_pop_front(tt::CBIndex::c_0, onetile);
            cb_pop_front(tt::CBIndex::c_1, onetile);
        }
        tile_regs_commit();
        cb_reserve_back(tt::CBIndex::c_16, onetile);
        tile_regs_wait();
        pack_tile(0, tt::CBIndex::c_16);
        tile_regs_release();
        cb_push_back(tt::CBIndex::c_16, onetile);
#endif
    }
}
#ifdef OLD
}
#endif
