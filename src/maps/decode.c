/* The proof that an image determines its index: which digits follow from the values of the forms. */
#include <string.h>

#include "base/checked.h"
#include "maps/digits.h"

enum { MAX_EQUATIONS = TTA_DIGITS_RESULTS + TTA_DIGITS_ATOMS };

/* A variable not known yet: its coefficient without sign, and what it adds at most (saturating). */
typedef struct unknown {
  uint64_t coefficient, span;
  uint32_t var;
} unknown;

/* Ascending by coefficient. */
static uint32_t collect(const tta_digits *digits, const tta_form *form, uint64_t known, unknown *list) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < form->count; i++) {
    uint32_t var = form->term[i].var, at = count++;
    if (known >> var & 1) {
      count--;
      continue;
    }
    uint64_t coefficient = tta_abs(form->term[i].coefficient);
    for (; at > 0 && list[at - 1].coefficient > coefficient; at--) list[at] = list[at - 1];
    list[at] = (unknown){coefficient, tta_mul_capped(coefficient, (uint64_t)(digits->var[var].count - 1)), var};
  }
  return count;
}

/* The sum of the unknowns is known. Where all that is below a place spans less than the gcd of all above it, both sums
 * are known one by one (positional notation); a sum of one unknown is that unknown. */
static uint64_t cut_positions(const unknown *list, uint32_t count) {
  uint64_t above[TTA_DIGITS_TERMS + 1], span = 0, found = 0;
  uint32_t start = 0;
  above[count] = 0;
  for (uint32_t i = count; i-- > 0;) above[i] = tta_gcd(list[i].coefficient, above[i + 1]);
  for (uint32_t i = 0; i < count; i++) {
    span = tta_add_capped(span, list[i].span);
    if (i + 1 < count && span >= above[i + 1]) continue;
    if (start == i) found |= (uint64_t)1 << list[i].var;
    start = i + 1;
    span = 0;
  }
  return found;
}

/* Modulo the gcd g of all other coefficients one unknown stands alone: coefficient * value mod g has
 * g / gcd(coefficient, g) different values in a row. (d0 + d1) mod 8 with d0 known. */
static uint64_t cut_modulo(const tta_digits *digits, const unknown *list, uint32_t count) {
  uint64_t above[TTA_DIGITS_TERMS + 1], below = 0, found = 0;
  above[count] = 0;
  for (uint32_t i = count; i-- > 0;) above[i] = tta_gcd(list[i].coefficient, above[i + 1]);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t others = tta_gcd(below, above[i + 1]), values = (uint64_t)digits->var[list[i].var].count;
    if (others == 0 || values <= others / tta_gcd(list[i].coefficient, others)) found |= (uint64_t)1 << list[i].var;
    below = tta_gcd(below, list[i].coefficient);
  }
  return found;
}

static uint64_t decode_equation(const tta_digits *digits, const tta_form *form, uint64_t known) {
  unknown list[TTA_DIGITS_TERMS];
  uint32_t count = collect(digits, form, known, list);
  if (count == 0) return known;
  if (count == 1) return known | (uint64_t)1 << list[0].var;
  uint64_t found = cut_positions(list, count);
  if ((uint32_t)__builtin_popcountll(found) < count) found |= cut_modulo(digits, list, count);
  return known | found;
}

/* 0 = base - divisor * quotient - remainder, up to a constant. */
static bool atom_equation(const tta_digits *digits, const tta_atom *atom, tta_form *form) {
  tta_form_copy(form, &atom->base);
  return tta_form_add_term(form, -atom->divisor, atom->quotient) && tta_form_add_term(form, -1, atom->remainder) &&
         tta_digits_settle(digits, form);
}

/* ---- linear independence ---- */

#define PRIME ((uint64_t)2147483647)

static uint64_t inverse(uint64_t value) {
  uint64_t out = 1;
  for (uint64_t exponent = PRIME - 2; exponent; exponent >>= 1) {
    if (exponent & 1) out = out * value % PRIME;
    value = value * value % PRIME;
  }
  return out;
}

static uint64_t residue(int64_t value) {
  int64_t rest = value % (int64_t)PRIME;
  return (uint64_t)(rest < 0 ? rest + (int64_t)PRIME : rest);
}

typedef struct matrix {
  uint32_t rows, columns;
  uint64_t cell[MAX_EQUATIONS][MAX_EQUATIONS];
} matrix;

static bool full_column_rank(matrix *m) {
  uint32_t rank = 0;
  for (uint32_t column = 0; column < m->columns; column++, rank++) {
    uint32_t pivot = rank;
    while (pivot < m->rows && m->cell[pivot][column] == 0) pivot++;
    if (pivot >= m->rows) return false;
    uint64_t scale = inverse(m->cell[pivot][column]);
    for (uint32_t k = column; k < m->columns; k++) {
      uint64_t swap = m->cell[pivot][k];
      m->cell[pivot][k] = m->cell[rank][k];
      m->cell[rank][k] = swap * scale % PRIME;
    }
    for (uint32_t r = rank + 1; r < m->rows; r++) {
      uint64_t factor = PRIME - m->cell[r][column];
      for (uint32_t k = column; k < m->columns; k++)
        m->cell[r][k] = (m->cell[r][k] + factor * m->cell[rank][k]) % PRIME;
    }
  }
  return true;
}

/* As many independent equations as unknowns leave one solution: (d0 + d1, d0 - d1). Independence modulo a prime is
 * independence over the rationals. */
static bool independent(const tta_form *equations, uint32_t count, uint64_t known) {
  matrix m;
  uint8_t column[TTA_DIGITS_VARS];
  m.rows = count;
  m.columns = 0;
  memset(column, MAX_EQUATIONS, sizeof column);
  memset(m.cell, 0, sizeof m.cell);
  for (uint32_t r = 0; r < count; r++) {
    for (uint32_t i = 0; i < equations[r].count; i++) {
      uint32_t var = equations[r].term[i].var;
      if (known >> var & 1) continue;
      if (column[var] == MAX_EQUATIONS) {
        if (m.columns == count) return false;
        column[var] = (uint8_t)m.columns++;
      }
      m.cell[r][column[var]] = residue(equations[r].term[i].coefficient);
    }
  }
  return full_column_rank(&m);
}

/* The digits of dims that have more than one value. */
static uint64_t all_digits(const tta_digits *digits) {
  uint64_t all = 0;
  for (uint32_t v = 0; v < digits->num_vars; v++) {
    const tta_digit *digit = &digits->var[v];
    if (digit->dim < TTA_DIGITS_DIMS && !digit->high && digit->count > 1) all |= (uint64_t)1 << v;
  }
  return all;
}

static uint64_t decode_all(const tta_digits *digits, const tta_form *equations, uint32_t count, uint64_t wanted,
                           uint64_t known) {
  uint64_t before;
  do {
    before = known;
    for (uint32_t i = 0; i < count; i++) known = decode_equation(digits, &equations[i], known);
  } while (known != before && wanted & ~known);
  return known;
}

/* When the results alone do not do: the equations of the atoms, too, and linear algebra. */
static uint64_t decode_with_atoms(const tta_digits *digits, const tta_form *forms, uint32_t count, uint64_t wanted,
                                  uint64_t known) {
  tta_form equations[MAX_EQUATIONS];
  for (uint32_t i = 0; i < count; i++) tta_form_copy(&equations[i], &forms[i]);
  for (uint32_t i = 0; i < digits->num_atoms; i++)
    if (atom_equation(digits, &digits->atom[i], &equations[count])) count++;
  if (digits->num_atoms) known = decode_all(digits, equations, count, wanted, known);
  if (!(wanted & ~known) || !independent(equations, count, known)) return known;
  uint64_t named = 0;
  for (uint32_t r = 0; r < count; r++)
    for (uint32_t i = 0; i < equations[r].count; i++) named |= (uint64_t)1 << equations[r].term[i].var;
  return known | named;
}

bool tta_digits_decode(const tta_digits *digits, const tta_form *forms, uint32_t count, uint64_t *known) {
  uint64_t wanted = all_digits(digits);
  *known = decode_all(digits, forms, count, wanted, 0);
  if (wanted & ~*known) *known = decode_with_atoms(digits, forms, count, wanted, *known);
  return !(wanted & ~*known);
}
