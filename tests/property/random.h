/* random.h: the random numbers of the property tests. A test prints its seed, so that a case can be repeated. */
#ifndef TTA_TESTS_RANDOM_H
#define TTA_TESTS_RANDOM_H

#include <stdint.h>

static uint64_t random_state; /* the seed, at first */
static inline uint64_t draw(void) { /* splitmix64 (Steele, Lea, Flood 2014) */
  uint64_t z = (random_state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}
/* From low to high, both of them too. */
static inline int64_t pick(int64_t low, int64_t high) { return low + (int64_t)(draw() % (uint64_t)(high - low + 1)); }

#endif
