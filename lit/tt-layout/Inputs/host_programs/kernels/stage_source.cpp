#include "stage.hpp"
void kernel_main() {
    const auto src = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0), page);
    Neighbor next = neighbor(1);
    uint32_t l1 = get_write_ptr(0);
    for (uint32_t i = 0; i < pages; i++) {
        noc_async_read_page(i, src, l1);
        noc_async_read_barrier();
        push(next, l1, l1, i);
    }
}
