/* The exact range of a form on the box: the parts of the box in which digits are independent, and within them
 * the few digits that atoms depend on, one by one; everything else is linear and takes its best end. range.c
 * evaluates the witness. */
#include <string.h>

#include "base/checked.h"
#include "maps/digits.h"

enum { MAX_COMBINATIONS = 1 << 16 };

tta_form_support tta_digits_support(const tta_digits *digits, const tta_form *form) {
  tta_form_support support = {0, 0, 0};
  for (uint32_t i = 0; i < form->count; i++) {
    const tta_digit *digit = &digits->var[form->term[i].var];
    if (digit->dim < TTA_DIGITS_DIMS)
      support.dims |= (uint32_t)1 << digit->dim;
    else
      support.atoms |= (uint32_t)1 << digit->atom;
  }
  for (uint32_t a = digits->num_atoms; a-- > 0;) { /* a base names earlier atoms only */
    if (!(support.atoms >> a & 1)) continue;
    const tta_form *base = &digits->atom[a].base;
    for (uint32_t i = 0; i < base->count; i++) {
      const tta_digit *digit = &digits->var[base->term[i].var];
      if (digit->dim == TTA_DIGITS_DIMS) {
        support.atoms |= (uint32_t)1 << digit->atom;
        continue;
      }
      support.dims |= (uint32_t)1 << digit->dim;
      support.inside |= (uint64_t)1 << base->term[i].var;
    }
  }
  return support;
}

/* ---- parts ---- */

/* The leaf digits of a dim, most significant first. Low parts of a top digit are few: each split adds one. */
static uint32_t leaves_of(const tta_digits *digits, uint32_t dim, uint8_t *leaves) {
  uint8_t pending[TTA_DIGITS_VARS];
  uint32_t count = 0, waiting = 0;
  pending[waiting++] = (uint8_t)dim;
  while (waiting) {
    uint8_t var = pending[--waiting];
    if (!digits->var[var].high) {
      leaves[count++] = var;
      continue;
    }
    pending[waiting++] = digits->var[var].low;
    pending[waiting++] = digits->var[var].high;
  }
  return count;
}

/* An index is at most last = extent - 1 when it equals last in all digits, or first falls below it in some digit p and
 * is free from there on: part p, and one more for last itself. @return false for an empty or a missing part. */
static bool cut_dim(const tta_digits *digits, uint32_t dim, tta_digit_part *part, bool *more) {
  uint8_t leaves[TTA_DIGITS_VARS];
  uint32_t count = leaves_of(digits, dim, leaves), choice = part->choice[dim];
  bool partial = digits->partial >> dim & 1;
  int64_t rest = digits->extent[dim] - 1;
  *more = partial && choice < count;
  for (uint32_t i = 0; i < count; i++) {
    const tta_digit *digit = &digits->var[leaves[i]];
    int64_t last = rest / digit->weight;
    rest %= digit->weight;
    part->low[leaves[i]] = partial && i < choice ? last : 0;
    part->high[leaves[i]] = !partial || i > choice ? digit->count - 1 : i < choice ? last : last - 1;
    if (part->high[leaves[i]] < part->low[leaves[i]]) return false;
  }
  return true;
}

/* Steps one dim to its next part that is not empty. The last part, the index extent - 1 alone, never is. */
static bool advance_dim(const tta_digits *digits, uint32_t dim, tta_digit_part *part) {
  bool more = true;
  while (more) {
    part->choice[dim]++;
    bool filled = cut_dim(digits, dim, part, &more);
    if (filled) return true;
  }
  return false;
}

static void restart_dim(const tta_digits *digits, uint32_t dim, tta_digit_part *part) {
  bool more;
  part->choice[dim] = 0;
  if (!cut_dim(digits, dim, part, &more)) (void)advance_dim(digits, dim, part);
}

void tta_digit_part_first(const tta_digits *digits, uint32_t dims, tta_digit_part *part) {
  for (uint32_t i = 0; i < digits->num_dims; i++)
    if (dims >> i & 1) restart_dim(digits, i, part);
}

bool tta_digit_part_next(const tta_digits *digits, uint32_t dims, tta_digit_part *part) {
  uint32_t cut = dims & digits->partial;
  for (uint32_t i = 0; i < digits->num_dims; i++) {
    uint8_t leaves[TTA_DIGITS_VARS];
    if (!(cut >> i & 1)) continue;
    if (part->choice[i] < leaves_of(digits, i, leaves) && advance_dim(digits, i, part)) return true;
    restart_dim(digits, i, part);
  }
  return false;
}

/* ---- extremes ---- */

typedef struct search {
  const tta_digits *digits;
  const tta_form *form;
  tta_form_support support;
  tta_digit_part part;
  int64_t value[TTA_DIGITS_VARS];
  int64_t rest_lo, rest_hi; /* what the digits outside of atoms add at most, in this part */
  int64_t *lo, *hi, *lo_at, *hi_at;
  bool found;
  int64_t combinations;
} search;

/* Gives the digits of an atom's variable their values. */
static void spread(const tta_digits *digits, int64_t *value, uint32_t var) {
  uint8_t pending[TTA_DIGITS_VARS];
  uint32_t waiting = 0;
  pending[waiting++] = (uint8_t)var;
  while (waiting) {
    uint8_t v = pending[--waiting];
    const tta_digit *digit = &digits->var[v];
    if (!digit->high) continue;
    value[digit->high] = value[v] / digit->split;
    value[digit->low] = value[v] % digit->split;
    pending[waiting++] = digit->high;
    pending[waiting++] = digit->low;
  }
}

static bool weigh(const tta_form *form, const int64_t *value, int64_t *out) {
  int64_t sum = form->constant, part;
  for (uint32_t i = 0; i < form->count; i++) {
    if (!tta_mul(form->term[i].coefficient, value[form->term[i].var], &part)) return false;
    if (!tta_add(sum, part, &sum)) return false;
  }
  *out = sum;
  return true;
}

static bool settle_atoms(search *s) {
  for (uint32_t a = 0; a < s->digits->num_atoms; a++) {
    if (!(s->support.atoms >> a & 1)) continue;
    const tta_atom *atom = &s->digits->atom[a];
    int64_t base, quotient;
    if (!weigh(&atom->base, s->value, &base) || !tta_floordiv(base, atom->divisor, &quotient)) return false;
    if (!tta_mod(base, atom->divisor, &s->value[atom->remainder])) return false;
    if (!tta_sub(quotient, atom->lowest, &s->value[atom->quotient])) return false;
    spread(s->digits, s->value, atom->quotient);
    spread(s->digits, s->value, atom->remainder);
  }
  return true;
}

static bool outside(const search *s, uint32_t var) {
  return s->digits->var[var].dim < TTA_DIGITS_DIMS && !(s->support.inside >> var & 1);
}

static void write_index(const search *s, bool least, int64_t *at) {
  memset(at, 0, s->digits->num_dims * sizeof *at);
  for (uint32_t v = 0; v < s->digits->num_vars; v++) {
    const tta_digit *digit = &s->digits->var[v];
    if (digit->dim == TTA_DIGITS_DIMS || digit->high || !(s->support.dims >> digit->dim & 1)) continue;
    int64_t value = s->support.inside >> v & 1 ? s->value[v] : s->part.low[v];
    for (uint32_t i = 0; outside(s, v) && i < s->form->count; i++)
      if (s->form->term[i].var == v && (s->form->term[i].coefficient < 0) == least) value = s->part.high[v];
    at[digit->dim] += digit->weight * value; /* a point of the box */
  }
}

/* Prepares a part: the digits outside of atoms count 0 in `value`, and their ends in rest_lo, rest_hi. */
static bool enter_part(search *s) {
  s->rest_lo = s->rest_hi = 0;
  memset(s->value, 0, sizeof s->value);
  for (uint32_t i = 0; i < s->form->count; i++) {
    const tta_term *term = &s->form->term[i];
    int64_t a, b;
    if (!outside(s, term->var)) continue;
    if (!tta_mul(term->coefficient, s->part.low[term->var], &a)) return false;
    if (!tta_mul(term->coefficient, s->part.high[term->var], &b)) return false;
    if (!tta_add(s->rest_lo, a < b ? a : b, &s->rest_lo)) return false;
    if (!tta_add(s->rest_hi, a < b ? b : a, &s->rest_hi)) return false;
  }
  for (uint32_t v = 0; v < s->digits->num_vars; v++)
    if (s->support.inside >> v & 1) s->value[v] = s->part.low[v];
  return true;
}

static bool next_combination(search *s) {
  for (uint32_t v = 0; v < s->digits->num_vars; v++) {
    if (!(s->support.inside >> v & 1)) continue;
    if (s->value[v]++ < s->part.high[v]) return true;
    s->value[v] = s->part.low[v];
  }
  return false;
}

static bool search_part(search *s) {
  if (!enter_part(s)) return false;
  do {
    int64_t middle, low, high;
    if (++s->combinations > MAX_COMBINATIONS || !settle_atoms(s) || !weigh(s->form, s->value, &middle)) return false;
    if (!tta_add(middle, s->rest_lo, &low) || !tta_add(middle, s->rest_hi, &high)) return false;
    if (!s->found || low < *s->lo) {
      *s->lo = low;
      write_index(s, true, s->lo_at);
    }
    if (!s->found || high > *s->hi) {
      *s->hi = high;
      write_index(s, false, s->hi_at);
    }
    s->found = true;
  } while (s->support.inside && next_combination(s));
  return true;
}

bool tta_digits_extremes(const tta_digits *digits, const tta_form *form, int64_t *lo, int64_t *lo_at, int64_t *hi,
                         int64_t *hi_at) {
  search s;
  if (digits->irregular) return false;
  s.digits = digits;
  s.form = form;
  s.support = tta_digits_support(digits, form);
  s.found = false;
  s.combinations = 0;
  s.lo = lo;
  s.hi = hi;
  s.lo_at = lo_at;
  s.hi_at = hi_at;
  tta_digit_part_first(digits, s.support.dims, &s.part);
  do
    if (!search_part(&s)) return false;
  while (tta_digit_part_next(digits, s.support.dims, &s.part));
  return true;
}
