#include "stage.hpp"
void kernel_main() {
    Neighbor next = neighbor(1), previous = neighbor(3);
    uint32_t l1 = get_write_ptr(0);
    for (uint32_t i = 0; i < pages; i++) {
        noc_semaphore_inc(previous.at(credits()), 1);
        noc_semaphore_wait_min(ptr(filled()), i + 1);
        push(next, l1, l1, i);
    }
}
