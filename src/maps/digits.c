/* Owns forms over digits: build, split, divide. Does not own what is concluded from them (extremes.c, decode.c). */
#include "maps/digits.h"

#include <string.h>

#include "base/checked.h"

uint64_t tta_gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

bool tta_digits_init(tta_digits *digits, tta_shape box) {
  if (box.rank > TTA_DIGITS_DIMS) return false;
  digits->extent = box.extent;
  digits->num_dims = digits->num_vars = box.rank;
  digits->num_atoms = 0;
  digits->partial = 0;
  digits->irregular = false;
  for (uint32_t i = 0; i < box.rank; i++)
    digits->var[i] = (tta_digit){.count = box.extent[i], .weight = 1, .dim = (uint8_t)i, .top = true};
  return true;
}

bool tta_form_add_term(tta_form *form, int64_t coefficient, uint32_t var) {
  uint32_t i = 0;
  while (i < form->count && form->term[i].var != var) i++;
  if (i == form->count) {
    if (coefficient == 0) return true;
    if (i == TTA_DIGITS_TERMS) return false;
    form->term[form->count++] = (tta_term){coefficient, var};
    return true;
  }
  if (!tta_add(form->term[i].coefficient, coefficient, &form->term[i].coefficient)) return false;
  if (form->term[i].coefficient == 0) form->term[i] = form->term[--form->count];
  return true;
}

bool tta_form_add(tta_form *form, const tta_form *other, int64_t factor) {
  int64_t value;
  if (!tta_mul(other->constant, factor, &value) || !tta_add(form->constant, value, &form->constant)) return false;
  for (uint32_t i = 0; i < other->count; i++) {
    if (!tta_mul(other->term[i].coefficient, factor, &value)) return false;
    if (!tta_form_add_term(form, value, other->term[i].var)) return false;
  }
  return true;
}

static bool scale(tta_form *form, int64_t factor) {
  if (!tta_mul(form->constant, factor, &form->constant)) return false;
  for (uint32_t i = 0; i < form->count; i++)
    if (!tta_mul(form->term[i].coefficient, factor, &form->term[i].coefficient)) return false;
  if (factor == 0) form->count = 0;
  return true;
}

/* ---- straight from a linear expression ---- */

/* Adds one summand. *size grows by the largest absolute value it can have, so that no partial sum is larger. */
static bool add_summand(const tta_digits *digits, const tta_map *map, tta_expr_view view, tta_form *form,
                        int64_t *size) {
  int64_t factor = 1, most;
  if (view.kind == TTA_EXPR_CONSTANT) {
    if (view.value == INT64_MIN || !tta_add(*size, view.value < 0 ? -view.value : view.value, size)) return false;
    return tta_add(form->constant, view.value, &form->constant);
  }
  if (view.kind == TTA_EXPR_MUL) {
    tta_expr_view right = tta_expr_get(map->pool, view.rhs);
    if (right.kind != TTA_EXPR_CONSTANT || right.value == INT64_MIN) return false;
    factor = right.value;
    view = tta_expr_get(map->pool, view.lhs);
  }
  if (view.kind != TTA_EXPR_DIM || view.value < 0 || view.value >= (int64_t)digits->num_dims) return false;
  int64_t extent = digits->extent[view.value];
  if (extent == 1) return true;
  if (!tta_mul(factor < 0 ? -factor : factor, extent - 1, &most) || !tta_add(*size, most, size)) return false;
  return tta_form_add_term(form, factor, (uint32_t)view.value);
}

bool tta_digits_linear(const tta_digits *digits, const tta_map *map, uint32_t result, tta_form *form) {
  tta_expr expr = map->results[result];
  int64_t size = 0;
  form->constant = 0;
  form->count = 0;
  for (int n = 0; n < 4 * TTA_DIGITS_TERMS; n++) {
    if (expr == TTA_EXPR_NONE) return false;
    tta_expr_view view = tta_expr_get(map->pool, expr);
    if (view.kind != TTA_EXPR_ADD) return add_summand(digits, map, view, form, &size);
    if (!add_summand(digits, map, tta_expr_get(map->pool, view.rhs), form, &size)) return false;
    expr = view.lhs;
  }
  return false;
}

/* ---- splitting and dividing ---- */

static bool new_var(tta_digits *digits, tta_digit digit, uint8_t *var) {
  if (digits->num_vars == TTA_DIGITS_VARS) return false;
  *var = (uint8_t)digits->num_vars++;
  digits->var[*var] = digit;
  return true;
}

/* value = size * high + low; count > size, so that both parts have at least two values. */
static bool split(tta_digits *digits, uint32_t var, int64_t size) {
  tta_digit *whole = &digits->var[var], high = *whole, low = *whole;
  if (!tta_ceildiv(whole->count, size, &high.count) || !tta_mul(whole->weight, size, &high.weight)) return false;
  low.count = size;
  low.top = false;
  if (whole->dim < TTA_DIGITS_DIMS && whole->count % size) {
    digits->partial |= (uint32_t)1 << whole->dim;
    digits->irregular |= !whole->top;
  }
  whole->split = size;
  return new_var(digits, high, &whole->high) && new_var(digits, low, &whole->low);
}

bool tta_digits_settle(const tta_digits *digits, tta_form *form) {
  for (uint32_t i = 0; i < form->count;) {
    tta_term term = form->term[i];
    const tta_digit *digit = &digits->var[term.var];
    int64_t high;
    if (!digit->high) {
      i++;
      continue;
    }
    form->term[i] = form->term[--form->count];
    if (!tta_mul(term.coefficient, digit->split, &high) || !tta_form_add_term(form, high, digit->high) ||
        !tta_form_add_term(form, term.coefficient, digit->low))
      return false;
    i = 0;
  }
  return true;
}

bool tta_digits_settle_atoms(tta_digits *digits) {
  for (uint32_t i = 0; i < digits->num_atoms; i++)
    if (!tta_digits_settle(digits, &digits->atom[i].base)) return false;
  return true;
}

bool tta_digits_bounds(const tta_digits *digits, const tta_form *form, int64_t *lo, int64_t *hi) {
  *lo = *hi = form->constant;
  for (uint32_t i = 0; i < form->count; i++) {
    int64_t c = form->term[i].coefficient, most, *side = c < 0 ? lo : hi;
    if (!tta_mul(c, digits->var[form->term[i].var].count - 1, &most) || !tta_add(*side, most, side)) return false;
  }
  return true;
}

/* Splits every digit that crosses a period of `divisor`: of a coefficient c, the first divisor / gcd(c, divisor)
 * values are different residues, and what is above them is a multiple of the divisor. */
static bool split_at(tta_digits *digits, tta_form *form, int64_t divisor) {
  if (!tta_digits_settle(digits, form)) return false;
  for (uint32_t i = 0; i < form->count; i++) {
    const tta_term *term = &form->term[i];
    int64_t size = divisor / (int64_t)tta_gcd(tta_abs(term->coefficient), (uint64_t)divisor);
    if (size > 1 && digits->var[term->var].count > size && !split(digits, term->var, size)) return false;
  }
  return tta_digits_settle(digits, form);
}

/* form = divisor * quotient + rest, where no coefficient of the rest reaches the divisor. */
static bool reduce(const tta_form *form, int64_t divisor, tta_form *quotient, tta_form *rest) {
  rest->count = quotient->count = 0;
  if (!tta_floordiv(form->constant, divisor, &quotient->constant)) return false;
  if (!tta_mod(form->constant, divisor, &rest->constant)) return false;
  for (uint32_t i = 0; i < form->count; i++) {
    int64_t c = form->term[i].coefficient;
    if (!tta_form_add_term(quotient, c / divisor, form->term[i].var)) return false;
    if (!tta_form_add_term(rest, c % divisor, form->term[i].var)) return false;
  }
  return true;
}

static bool same_form(const tta_form *a, const tta_form *b) {
  if (a->count != b->count || a->constant != b->constant) return false;
  for (uint32_t i = 0; i < a->count; i++) {
    uint32_t k = 0;
    while (k < b->count && b->term[k].var != a->term[i].var) k++;
    if (k == b->count || b->term[k].coefficient != a->term[i].coefficient) return false;
  }
  return true;
}

static tta_atom *find_atom(tta_digits *digits, const tta_form *base, int64_t divisor) {
  for (uint32_t i = 0; i < digits->num_atoms; i++) {
    tta_atom *atom = &digits->atom[i];
    if (atom->divisor != divisor || !tta_digits_settle(digits, &atom->base)) continue;
    if (same_form(&atom->base, base)) return atom;
  }
  return NULL;
}

static tta_atom *atom_of(tta_digits *digits, const tta_form *base, int64_t divisor, int64_t lowest, int64_t highest) {
  tta_atom *atom = find_atom(digits, base, divisor);
  if (atom) return atom;
  int64_t count;
  if (digits->num_atoms == TTA_DIGITS_ATOMS || !tta_sub(highest, lowest, &count) || count == INT64_MAX) return NULL;
  atom = &digits->atom[digits->num_atoms];
  atom->base = *base;
  atom->divisor = divisor;
  atom->lowest = lowest;
  tta_digit digit = {.weight = 1, .dim = TTA_DIGITS_DIMS, .atom = (uint8_t)digits->num_atoms};
  digit.count = count + 1;
  if (!new_var(digits, digit, &atom->quotient)) return NULL;
  digit.count = divisor;
  if (!new_var(digits, digit, &atom->remainder)) return NULL;
  digits->num_atoms++;
  return atom;
}

/* form becomes form floordiv divisor or form mod divisor. */
static bool divide(tta_digits *digits, tta_form *form, int64_t divisor, bool remainder) {
  tta_form quotient, rest;
  int64_t lo, hi, lowest, highest;
  if (!split_at(digits, form, divisor) || !reduce(form, divisor, &quotient, &rest)) return false;
  if (!tta_digits_bounds(digits, &rest, &lo, &hi)) return false;
  if (!tta_floordiv(lo, divisor, &lowest) || !tta_floordiv(hi, divisor, &highest)) return false;
  const tta_atom *atom = NULL;
  if (lowest != highest && !(atom = atom_of(digits, &rest, divisor, lowest, highest))) return false;
  if (atom) lowest = atom->lowest;
  if (!remainder) {
    *form = quotient;
    return tta_add(form->constant, lowest, &form->constant) && (!atom || tta_form_add_term(form, 1, atom->quotient));
  }
  if (atom) {
    form->constant = 0;
    form->count = 0;
    return tta_form_add_term(form, 1, atom->remainder);
  }
  *form = rest;
  int64_t whole;
  return tta_mul(lowest, divisor, &whole) && tta_sub(form->constant, whole, &form->constant);
}

static bool apply_by(tta_digits *digits, uint32_t kind, tta_form *form, int64_t value) {
  switch (kind) {
    case TTA_OP_ADD_BY: return tta_add(form->constant, value, &form->constant);
    case TTA_OP_MUL_BY: return scale(form, value);
    default: break;
  }
  if (value < 1) return false;
  if (kind == TTA_OP_CEILDIV_BY && !tta_add(form->constant, value - 1, &form->constant)) return false;
  return divide(digits, form, value, kind == TTA_OP_MOD_BY);
}

static bool apply_binary(tta_digits *digits, uint32_t kind, tta_form *left, const tta_form *right) {
  if (kind == TTA_OP_ADD) return tta_form_add(left, right, 1);
  if (right->count == 0) return apply_by(digits, kind + (TTA_OP_ADD_BY - TTA_OP_ADD), left, right->constant);
  if (kind != TTA_OP_MUL || left->count != 0) return false;
  int64_t factor = left->constant;
  *left = *right;
  return scale(left, factor);
}

bool tta_digits_build(tta_digits *digits, const tta_program *program, uint32_t result, tta_form *form) {
  enum { DEPTH = 8, LENGTH = 256 };
  tta_form stack[DEPTH];
  uint32_t depth = 0, first = program->start[result], end = program->start[result + 1];
  if (end - first > LENGTH) return false;
  for (uint32_t i = first; i < end; i++) {
    const tta_op *op = &program->ops[i];
    if (op->kind <= TTA_OP_DIM) {
      if (depth == DEPTH) return false;
      tta_form *top = &stack[depth++];
      top->constant = op->value;
      top->count = 0;
      if (op->kind == TTA_OP_DIM && !tta_form_add_term(top, 1, op->dim)) return false;
    } else if (op->kind >= TTA_OP_ADD_BY) {
      if (!apply_by(digits, op->kind, &stack[depth - 1], op->value)) return false;
    } else {
      depth--;
      if (!apply_binary(digits, op->kind, &stack[depth - 1], &stack[depth])) return false;
    }
  }
  form->constant = stack[0].constant;
  form->count = stack[0].count;
  memcpy(form->term, stack[0].term, stack[0].count * sizeof *form->term);
  return tta_digits_settle(digits, form);
}
