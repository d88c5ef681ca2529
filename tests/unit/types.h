/* types.h: literals of the public types for unit tests: strings and shapes. */
#ifndef TTA_TESTS_TYPES_H
#define TTA_TESTS_TYPES_H

#include <string.h>

#include "ttattr/base.h"

static inline tta_str str(const char *text) { return (tta_str){text, strlen(text)}; }

/** A tta_shape of these extents. */
#define LIST(...) \
  ((tta_shape){sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (const int64_t[]){__VA_ARGS__}})

#endif
