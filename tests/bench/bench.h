/* bench.h: CPU time of the process, and the order of times, for medians. */
#ifndef TTA_BENCH_H
#define TTA_BENCH_H

#include <time.h>

/** CPU time of the process in ms. */
static inline double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/** For qsort. */
static inline int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

#endif
