/* checked.h: integer arithmetic that reports overflow. Each function returns false when the exact result
 * does not fit (or the divisor is 0); *out is then unspecified, but sums, differences and products are the result
 * modulo 2^64. Every number a user can write goes through here. */
#ifndef TTA_BASE_CHECKED_H
#define TTA_BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool tta_add(int64_t a, int64_t b, int64_t *out) { return !__builtin_add_overflow(a, b, out); }
static inline bool tta_sub(int64_t a, int64_t b, int64_t *out) { return !__builtin_sub_overflow(a, b, out); }
static inline bool tta_mul(int64_t a, int64_t b, int64_t *out) { return !__builtin_mul_overflow(a, b, out); }

/** a floordiv b, rounding to minus infinity, as MLIR's affine floordiv. */
static inline bool tta_floordiv(int64_t a, int64_t b, int64_t *out) {
  if (b == 0 || (a == INT64_MIN && b == -1)) return false;
  int64_t q = a / b;
  *out = q - (a % b != 0 && (a < 0) != (b < 0));
  return true;
}

/** a ceildiv b, rounding to plus infinity. */
static inline bool tta_ceildiv(int64_t a, int64_t b, int64_t *out) {
  if (b == 0 || (a == INT64_MIN && b == -1)) return false;
  int64_t q = a / b;
  *out = q + (a % b != 0 && (a < 0) == (b < 0));
  return true;
}

/** a mod b for b > 0: the result is in [0, b). */
static inline bool tta_mod(int64_t a, int64_t b, int64_t *out) {
  if (b <= 0) return false;
  int64_t r = a % b;
  *out = r < 0 ? r + b : r;
  return true;
}

/** The least multiple of `unit` (> 0) that is not below `value`. */
static inline bool tta_align_up(int64_t value, int64_t unit, int64_t *out) {
  int64_t n;
  return unit > 0 && tta_ceildiv(value, unit, &n) && tta_mul(n, unit, out);
}

static inline uint64_t tta_abs(int64_t value) { return value < 0 ? 0 - (uint64_t)value : (uint64_t)value; }
static inline bool tta_is_power_of_two(int64_t value) { return value > 0 && !(value & (value - 1)); }

/** The greatest common divisor; that of 0 and b is b. Binary: no division (Stein, "Computational problems associated
 *  with Racah algebra", 1967). */
static inline uint64_t tta_gcd(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0) return a | b;
  int shift = __builtin_ctzll(a | b);
  a >>= __builtin_ctzll(a);
  while (b) {
    b >>= __builtin_ctzll(b);
    uint64_t less = a < b ? a : b;
    b = a < b ? b - a : a - b;
    a = less;
  }
  return a << shift;
}

/** Sum and product of numbers >= 0; the largest number where they do not fit. */
static inline int64_t tta_sum_capped(int64_t a, int64_t b) {
  return __builtin_add_overflow(a, b, &a) ? INT64_MAX : a;
}
static inline uint64_t tta_add_capped(uint64_t a, uint64_t b) {
  return __builtin_add_overflow(a, b, &a) ? UINT64_MAX : a;
}
static inline uint64_t tta_mul_capped(uint64_t a, uint64_t b) {
  return __builtin_mul_overflow(a, b, &a) ? UINT64_MAX : a;
}

static inline bool tta_size_mul(size_t a, size_t b, size_t *out) { return !__builtin_mul_overflow(a, b, out); }
static inline bool tta_size_add(size_t a, size_t b, size_t *out) { return !__builtin_add_overflow(a, b, out); }

#endif
