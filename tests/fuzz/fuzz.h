/* fuzz.h: what the fuzz targets share: the entry point that libFuzzer and replay.c call, a reader of the input's bytes,
 * and REQUIRE, which says what does not hold and stops. */
#ifndef TTA_TESTS_FUZZ_H
#define TTA_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition, ...) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "%s:%d: %s does not hold: ", __FILE__, __LINE__, #condition); \
      fprintf(stderr, __VA_ARGS__); \
      fputc('\n', stderr); \
      abort(); \
    } \
  } while (0)

/* The input as a row of choices; at its end all are 0. */
typedef struct fuzz_bytes {
  const uint8_t *at, *end;
} fuzz_bytes;

static inline uint32_t fuzz_byte(fuzz_bytes *b) { return b->at < b->end ? *b->at++ : 0; }
static inline uint32_t fuzz_below(fuzz_bytes *b, uint32_t n) { return fuzz_byte(b) % n; }
static inline bool fuzz_more(const fuzz_bytes *b) { return b->at < b->end; }

/* A number: small, near a power of two, or any 64 bits. */
static inline int64_t fuzz_number(fuzz_bytes *b) {
  uint32_t kind = fuzz_byte(b);
  uint64_t v = 0;
  if (kind < 160) return kind % 80;
  if (kind < 200) return (int64_t)(UINT64_C(1) << fuzz_byte(b) % 62) + (int)(kind % 3) - 1;
  if (kind < 220) return -(int64_t)fuzz_byte(b);
  for (int i = 0; i < 8; i++) v = v << 8 | fuzz_byte(b);
  return (int64_t)v;
}

/* A copy of exactly `size` bytes and a NUL, so that AddressSanitizer sees each byte read beyond. */
static inline char *fuzz_copy(const void *data, size_t size) {
  char *copy = malloc(size + 1);
  if (!copy) abort();
  if (size) memcpy(copy, data, size);
  copy[size] = 0;
  return copy;
}

#endif
