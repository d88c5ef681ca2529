/* Linear forms over mixed-radix digits: build, split, divide. */
#include "maps/digits.h"

#include "base/checked.h"

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
  if (digits->num_vars == digits->num_dims) return true;
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
  bool changed = false;
  for (uint32_t i = 0; i < form->count; i++) {
    const tta_term *term = &form->term[i];
    int64_t rest, common = (int64_t)tta_gcd(tta_abs(term->coefficient), (uint64_t)divisor);
    int64_t size = common == 1 ? divisor : tta_divide_floor(divisor, common, &rest);
    if (size == 1 || digits->var[term->var].count <= size) continue;
    if (!split(digits, term->var, size)) return false;
    changed = true;
  }
  return !changed || tta_digits_settle(digits, form);
}

/* form = divisor * quotient + rest, where no coefficient of the rest reaches the divisor. */
static void reduce(const tta_form *form, int64_t divisor, tta_form *quotient, tta_form *rest) {
  rest->count = quotient->count = 0;
  quotient->constant = tta_divide_floor(form->constant, divisor, &rest->constant);
  for (uint32_t i = 0; i < form->count; i++) {
    int64_t c = form->term[i].coefficient, whole = 0, part = c;
    uint32_t var = form->term[i].var;
    if (tta_abs(c) >= (uint64_t)divisor) whole = c > 0 ? tta_divide_floor(c, divisor, &part) : c / divisor;
    part = c - whole * divisor;
    if (whole) quotient->term[quotient->count++] = (tta_term){whole, var};
    if (part) rest->term[rest->count++] = (tta_term){part, var};
  }
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
  tta_form_copy(&atom->base, base);
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
  int64_t lo, hi, unused;
  if (!split_at(digits, form, divisor)) return false;
  reduce(form, divisor, &quotient, &rest);
  if (!tta_digits_bounds(digits, &rest, &lo, &hi)) return false;
  if (lo >= 0 && hi < divisor) { /* with all digits 0 it is in 0 .. divisor - 1: so it is, or it crosses a period */
    tta_form_copy(form, remainder ? &rest : &quotient);
    return true;
  }
  int64_t lowest = tta_divide_floor(lo, divisor, &unused), highest = tta_divide_floor(hi, divisor, &unused);
  const tta_atom *atom = atom_of(digits, &rest, divisor, lowest, highest);
  if (!atom) return false;
  if (!remainder) {
    tta_form_copy(form, &quotient);
    return tta_add(form->constant, atom->lowest, &form->constant) && tta_form_add_term(form, 1, atom->quotient);
  }
  form->constant = 0;
  form->count = 0;
  return tta_form_add_term(form, 1, atom->remainder);
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
  tta_form_copy(left, right);
  return scale(left, factor);
}

/* ---- straight from the expression ---- */

static bool read(tta_digits *digits, const tta_affine_pool *pool, tta_expr expr, int depth, tta_form *form,
                 int64_t *size);

static bool read_dim(const tta_digits *digits, int64_t dim, tta_form *form, int64_t *size) {
  if (dim < 0 || dim >= (int64_t)digits->num_dims) return false;
  *size = digits->extent[dim] - 1;
  form->constant = 0;
  form->count = *size > 0;
  form->term[0] = (tta_term){1, (uint32_t)dim};
  return true;
}

/* A dim or a multiple of one needs no form of its own. *factor is 1 or the constant; false: neither. */
static bool is_multiple(const tta_digits *digits, const tta_affine_pool *pool, tta_expr_view view, int64_t *factor,
                        uint32_t *dim) {
  *factor = 1;
  if (view.kind == TTA_EXPR_MUL) {
    tta_expr_view right = tta_expr_get(pool, view.rhs);
    if (right.kind != TTA_EXPR_CONSTANT || right.value == INT64_MIN) return false;
    *factor = right.value;
    view = tta_expr_get(pool, view.lhs);
  }
  *dim = (uint32_t)view.value;
  return view.kind == TTA_EXPR_DIM && view.value >= 0 && view.value < (int64_t)digits->num_dims;
}

/* form += summand. */
static bool read_summand(tta_digits *digits, const tta_affine_pool *pool, tta_expr expr, tta_expr_view view, int depth,
                         tta_form *form, int64_t *size) {
  tta_form other;
  int64_t most, factor;
  uint32_t dim;
  if (is_multiple(digits, pool, view, &factor, &dim)) {
    int64_t last = digits->extent[dim] - 1;
    if (last == 0) return true;
    return tta_mul((int64_t)tta_abs(factor), last, &most) && tta_add(*size, most, size) &&
           tta_form_add_term(form, factor, dim);
  }
  return read(digits, pool, expr, depth, &other, &most) && tta_add(*size, most, size) &&
         tta_form_add(form, &other, 1);
}

static bool read_by(tta_digits *digits, tta_expr_kind kind, int64_t value, tta_form *form, int64_t *size) {
  if (value == INT64_MIN) return false;
  if (kind == TTA_EXPR_ADD && !tta_add(*size, (int64_t)tta_abs(value), size)) return false;
  if (kind == TTA_EXPR_MUL && !tta_mul(*size, (int64_t)tta_abs(value), size)) return false;
  if (kind == TTA_EXPR_MOD) *size = value - 1; /* but a quotient is at most the dividend */
  return apply_by(digits, TTA_OP_ADD_BY + (uint32_t)(kind - TTA_EXPR_ADD), form, value);
}

/* *size: no value of the expression is larger in absolute value; that of each subexpression fits, too. */
static bool read(tta_digits *digits, const tta_affine_pool *pool, tta_expr expr, int depth, tta_form *form,
                 int64_t *size) {
  if (expr == TTA_EXPR_NONE || depth == 0) return false;
  tta_expr_view view = tta_expr_get(pool, expr);
  if (view.kind == TTA_EXPR_DIM) return read_dim(digits, view.value, form, size);
  if (view.kind == TTA_EXPR_CONSTANT) {
    if (view.value == INT64_MIN) return false;
    form->constant = view.value;
    form->count = 0;
    *size = (int64_t)tta_abs(view.value);
    return true;
  }
  if (view.kind == TTA_EXPR_SYMBOL || !read(digits, pool, view.lhs, depth - 1, form, size)) return false;
  tta_expr_view right = tta_expr_get(pool, view.rhs);
  if (right.kind == TTA_EXPR_CONSTANT) return read_by(digits, view.kind, right.value, form, size);
  return view.kind == TTA_EXPR_ADD && read_summand(digits, pool, view.rhs, right, depth - 1, form, size);
}

bool tta_digits_read(tta_digits *digits, const tta_map *map, uint32_t result, tta_form *form) {
  enum { DEPTH = 24 }; /* frames of about 400 bytes */
  int64_t size;
  return read(digits, map->pool, map->results[result], DEPTH, form, &size);
}

/* ---- from the program ---- */

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
  tta_form_copy(form, &stack[0]);
  return tta_digits_settle(digits, form);
}
