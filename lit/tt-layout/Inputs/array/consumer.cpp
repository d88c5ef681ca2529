#include "dataflow_api.h"

void kernel_main() {
  for (uint32_t i = 0; i < 2; i++) {
    cb_wait_front(0, 1);
    cb_pop_front(0, 1);
  }
}
