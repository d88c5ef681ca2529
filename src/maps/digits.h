/* digits.h: results as sums of mixed-radix digits of the dims.
 *
 * A dim that is divided by s splits into dim = s * high + low; each part can split again. A form is a sum
 * constant + sum coefficient * variable, every variable running over 0 .. count - 1. Where a sum B crosses a period
 * of its divisor m, two variables stand for it, tied by B = m * (lowest + quotient) + remainder: a tta_atom.
 *
 * All digits of a dim together are exact when each splitting divides evenly; otherwise the dim is `partial`: its
 * index is at most extent - 1, so the top digits limit the lower ones. What holds for all digit values still holds
 * for the box then, but a point built from digits must be checked against the box.
 *
 * All sizes are bounded; a map that needs more is not for this method. */
#ifndef TTA_MAPS_DIGITS_H
#define TTA_MAPS_DIGITS_H

#include "maps/program.h"

enum {
  TTA_DIGITS_DIMS = 32,
  TTA_DIGITS_VARS = 64, /* bits of a uint64_t */
  TTA_DIGITS_TERMS = 16,
  TTA_DIGITS_ATOMS = 8,
  TTA_DIGITS_RESULTS = 16,
};

typedef struct tta_term {
  int64_t coefficient;
  uint32_t var;
} tta_term;

typedef struct tta_form {
  int64_t constant;
  uint32_t count;
  tta_term term[TTA_DIGITS_TERMS];
} tta_form;

typedef struct tta_digit {
  int64_t count;     /* values 0 .. count - 1 */
  int64_t weight;    /* dim = sum of weight * digit */
  int64_t split;     /* value = split * high + low, once split */
  uint8_t dim;       /* TTA_DIGITS_DIMS: a variable of `atom` */
  uint8_t atom;      /* index */
  uint8_t high, low; /* variables; 0: not split (variable 0 is a whole dim) */
  bool top;          /* the most significant part so far */
} tta_digit;

typedef struct tta_atom {
  tta_form base;
  int64_t divisor, lowest;
  uint8_t quotient, remainder; /* variables */
} tta_atom;

typedef struct tta_digits {
  const int64_t *extent;
  uint32_t num_dims, num_vars, num_atoms;
  uint32_t partial; /* bit i: dim i */
  bool irregular;   /* a lower digit was split unevenly: the divisors do not chain */
  tta_digit var[TTA_DIGITS_VARS]; /* variable i < num_dims is dim i */
  tta_atom atom[TTA_DIGITS_ATOMS];
} tta_digits;

/** @return false when there are too many dims. */
bool tta_digits_init(tta_digits *digits, tta_shape box);

/** A result, straight from its expression: the usual way. @return false when a size is too small, or when by absolute
 *  values alone overflow is not excluded; variables made until then stay and do no harm. */
bool tta_digits_read(tta_digits *digits, const tta_map *map, uint32_t result, tta_form *form);

/** A result from its program, whose bounds must have excluded overflow: the way for what tta_digits_read does not take.
 *  @return false when a size is too small. */
bool tta_digits_build(tta_digits *digits, const tta_program *program, uint32_t result, tta_form *form);

/** Replaces variables that have been split since; call it for all forms when all are built. */
bool tta_digits_settle(const tta_digits *digits, tta_form *form);
bool tta_digits_settle_atoms(tta_digits *digits);

bool tta_form_add_term(tta_form *form, int64_t coefficient, uint32_t var);
/** form += factor * other. */
bool tta_form_add(tta_form *form, const tta_form *other, int64_t factor);

/** floor(a / b) and the rest, b > 0: most numbers here are small, and a 64-bit division is slow. */
static inline int64_t tta_divide_floor(int64_t a, int64_t b, int64_t *rest) {
  int64_t quotient;
  if (((uint64_t)a | (uint64_t)b) >> 32 == 0) {
    quotient = (int64_t)((uint32_t)a / (uint32_t)b);
    *rest = a - quotient * b;
    return quotient;
  }
  quotient = a / b;
  *rest = a - quotient * b;
  if (*rest >= 0) return quotient;
  *rest += b;
  return quotient - 1;
}

/** Copies only the terms in use. */
static inline void tta_form_copy(tta_form *to, const tta_form *from) {
  to->constant = from->constant;
  to->count = from->count;
  for (uint32_t i = 0; i < from->count; i++) to->term[i] = from->term[i];
}

/** Bounds of a form over all digit values; false when they leave int64. */
bool tta_digits_bounds(const tta_digits *digits, const tta_form *form, int64_t *lo, int64_t *hi);

/** The least and the greatest value of a settled form on the box itself, and where (num_dims numbers each).
 *  @return false when that takes too many steps or leaves int64. */
bool tta_digits_extremes(const tta_digits *digits, const tta_form *form, int64_t *lo, int64_t *lo_at, int64_t *hi,
                         int64_t *hi_at);

/** What a settled form depends on, atoms followed. */
typedef struct tta_form_support {
  uint32_t dims;   /* bit i: dim i */
  uint32_t atoms;  /* bit i: atom i */
  uint64_t inside; /* digits within the bases of these atoms */
} tta_form_support;

tta_form_support tta_digits_support(const tta_digits *digits, const tta_form *form);

/** A part of the box in which the digits are independent: bounds for every leaf digit of the dims asked for. */
typedef struct tta_digit_part {
  uint32_t choice[TTA_DIGITS_DIMS];
  int64_t low[TTA_DIGITS_VARS], high[TTA_DIGITS_VARS];
} tta_digit_part;

/** The first part of the box; the parts, for the dims of the mask, together are the box. Not for irregular digits. */
void tta_digit_part_first(const tta_digits *digits, uint32_t dims, tta_digit_part *part);
bool tta_digit_part_next(const tta_digits *digits, uint32_t dims, tta_digit_part *part);

/** Does the image determine the index? All forms settled, atoms too. @param known gets the digits that it does
 *  determine. @return true: certain. false: not proved. */
bool tta_digits_decode(const tta_digits *digits, const tta_form *forms, uint32_t count, uint64_t *known);

#endif
