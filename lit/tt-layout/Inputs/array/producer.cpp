#include <array>
#include "dataflow_api.h"

void kernel_main() {
  std::array<uint32_t, 4> counts;
  std::array<uint32_t, 3> few = {1};
  counts[2] = get_arg_val<uint32_t>(0);
  for (uint32_t i = 0; i < counts[2] + counts[3] + few[2]; i++) {
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
  }
}
