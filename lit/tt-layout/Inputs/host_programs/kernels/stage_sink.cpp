#include "stage.hpp"
void kernel_main() {
    const auto dst = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0), page);
    Neighbor previous = neighbor(3);
    uint32_t l1 = get_write_ptr(0);
    for (uint32_t i = 0; i < pages; i++) {
        noc_semaphore_inc(previous.at(credits()), 1);
        noc_semaphore_wait_min(ptr(filled()), i + 1);
        noc_async_write_page(i, dst, l1);
        noc_async_write_barrier();
    }
}
