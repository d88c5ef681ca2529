#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/tile_move_copy.h"
namespace NAMESPACE {
void MAIN {
    constexpr uint32_t kt = get_compile_time_arg_val(0);
    constexpr uint32_t mt = get_compile_time_arg_val(1);
    constexpr uint32_t nt = get_compile_time_arg_val(2);
    static_assert(mt * nt <= 8, "dst");
    mm_init(0, 1, 16);
    acquire_dst();
    for (uint32_t k = 0; k < kt; k++) {
        cb_wait_front(0, mt);
        cb_wait_front(1, nt);
        for (uint32_t m = 0; m < mt; m++)
            for (uint32_t n = 0; n < nt; n++) matmul_tiles(0, 1, m, n, m * nt + n, false);
        cb_pop_front(0, mt);
        cb_pop_front(1, nt);
    }
    cb_reserve_back(16, mt * nt);
    for (uint32_t i = 0; i < mt * nt; i++) pack_tile(i, 16);
    release_dst();
    cb_push_back(16, mt * nt);
}
}
