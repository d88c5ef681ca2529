#include <cstdint>
#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "mod_div_lib.h"

// Blocks of the inner dimension: partial results in CB 24, the last ones in CB 16, on the same bytes.
#ifdef OLD
namespace NAMESPACE {
void MAIN {
    constexpr uint32_t cb_a = tt::CB::c_in0, cb_b = tt::CB::c_in1, cb_out = tt::CB::c_out0,
                       cb_part = tt::CB::c_intermed0;
#else
void kernel_main() {
    constexpr uint32_t cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1, cb_out = tt::CBIndex::c_16,
                       cb_part = tt::CBIndex::c_24;
#endif
    constexpr uint32_t num_blocks = get_compile_time_arg_val(0), num_tiles = get_compile_time_arg_val(1);
    bool reload = false;
    mm_init(cb_a, cb_b, cb_out);
    for (uint32_t block = 0; block < num_blocks; block++) {
        const bool last = block == num_blocks - 1;
        cb_wait_front(cb_a, num_tiles);
        cb_wait_front(cb_b, 1);
        if (block == 0) {
            cb_reserve_back(cb_out, num_tiles);
        }
        tile_regs_acquire();
        if (reload) {
            copy_tile_to_dst_init_short(cb_part);
            cb_wait_front(cb_part, num_tiles);
            for (uint32_t i = 0; i < num_tiles; i++) {
                copy_tile(cb_part, i, i);
            }
            cb_pop_front(cb_part, num_tiles);
            mm_init_short(cb_a, cb_b);
        }
        for (uint32_t i = 0; i < num_tiles; i++) {
            matmul_tiles(cb_a, cb_b, i, 0, i);
        }
        tile_regs_commit();
        tile_regs_wait();
        const uint32_t to = last ? cb_out : cb_part;
        if (!last) {
            cb_reserve_back(to, num_tiles);
        }
        for (uint32_t i = 0; i < num_tiles; i++) {
            pack_tile(i, to);
        }
        tile_regs_release();
        cb_push_back(to, num_tiles);
        cb_pop_front(cb_a, num_tiles);
        cb_pop_front(cb_b, 1);
        reload = true;
    }
}
#ifdef OLD
}
#endif
