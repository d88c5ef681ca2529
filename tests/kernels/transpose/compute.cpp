#include "compute_kernel_api/transpose_wh.h"
#include "compute_kernel_api.h"

namespace NAMESPACE {
void MAIN {
    constexpr uint32_t num_tiles = get_compile_time_arg_val(0) * get_compile_time_arg_val(1);
    transpose_wh_init(tt::CBIndex::c_0, tt::CBIndex::c_16);
    for (uint32_t n = 0; n < num_tiles; n++) {
#ifdef OBJECTS
        experimental::CircularBuffer in(tt::CBIndex::c_0), out(tt::CBIndex::c_16);
        in.wait_front(1);
        out.reserve_back(1);
#else
        cb_wait_front(tt::CBIndex::c_0, 1);
        cb_reserve_back(tt::CBIndex::c_16, 1);
#endif
#ifdef OLD
        acquire_dst();
        transpose_wh_tile(tt::CBIndex::c_0, 0, 0);
        pack_tile(0, tt::CBIndex::c_16);
        release_dst();
#else
        tile_regs_acquire();
        transpose_wh_tile(tt::CBIndex::c_0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, tt::CBIndex::c_16);
        tile_regs_release();
#endif
#ifdef OBJECTS
        out.push_back(1);
        in.pop_front(1);
#else
        cb_push_back(tt::CBIndex::c_16, 1);
        cb_pop_front(tt::CBIndex::c_0, 1);
#endif
    }
}
}  // namespace NAMESPACE
