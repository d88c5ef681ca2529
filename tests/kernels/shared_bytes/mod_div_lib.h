#pragma once
#include <cstdint>
// A header next to the kernel, which includes itself in a cycle.
#include "mod_div_lib.h"
inline uint32_t round_up(uint32_t value, uint32_t multiple) { return (value + multiple - 1) / multiple * multiple; }
