#include "compute_kernel_api/eltwise_binary.h"

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    constexpr auto cb_out = tt::CBIndex::c_16;
    for (uint32_t i = 0; i < count; i++) {
        cb_wait_front(0, 1);
        cb_wait_front(1, 1);
        tile_regs_acquire();
        OP_TILES(0, 1, 0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        cb_reserve_back(cb_out, 1);
        pack_tile(0, cb_out);
        cb_push_back(cb_out, 1);
        tile_regs_release();
        cb_pop_front(0, 1);
        cb_pop_front(1, 1);
    }
}
