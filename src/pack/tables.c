/* tables.c: addresses as sums of table entries, one table for each axis.
 *
 * The digits of a dim add to the address whatever the other dims are: each dim is an axis. In a layout of tt-mlir the
 * results of the map are the axes. The steps of a storage divide one axis at a time, except for one:
 * of the number of a page or shard, to which all axes add and which is distributed over the banks round-robin. Steps
 * that divide other sums have no tables.
 *
 * Between the multiples of all divisors of an axis the address is linear. Tables of long axes have one entry for each
 * such cell, others one for each value, which saves a division at each look-up. */
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/index.h"
#include "layout/linear.h"
#include "model/storage.h"
#include "pack/pack.h"

enum {
  MAX_ENTRIES = 1 << 22, /* of an axis: 32 MiB, or twice that */
  LONG_AXIS = 1 << 16    /* has entries for cells */
};

/** Tables that are built. */
typedef struct builder {
  const tta_packing_addresses *t;
  tta_address_tables *tables;
  tta_arena *arena;
  const tta_storage_step *distribution; /* the division of a sum over several axes, or of a long one; NULL: none */
} builder;

/* Why there are no tables is of no interest to callers: TTA_UNDECIDED. */
static tta_status without_tables(void) { return TTA_UNDECIDED; }

static int64_t gcd_of(int64_t a, int64_t b) { return (int64_t)tta_gcd(tta_abs(a), tta_abs(b)); }

/* ---- axes ---- */

static int64_t *new_numbers(builder *b, int64_t count) {
  return tta_arena_array(b->arena, (size_t)count + 1, sizeof(int64_t));
}

static tta_status new_axes(builder *b, uint32_t count) {
  b->tables->num_axes = count;
  b->tables->axis = tta_arena_array(b->arena, (size_t)count + 1, sizeof *b->tables->axis);
  return b->tables->axis ? TTA_OK : TTA_NO_MEMORY;
}

static bool add_range(int64_t *low, int64_t *high, int64_t step, int64_t count) {
  int64_t end;
  return tta_mul(step, count, &end) && tta_add(*low, end < 0 ? end : 0, low) &&
         tta_add(*high, end < 0 ? 0 : end, high);
}

/* An axis without its tables. */
static tta_status set_axis(builder *b, uint32_t number, const tta_linear *sum) {
  tta_shape shape = b->t->shape;
  tta_address_term *term = tta_arena_array(b->arena, (size_t)shape.rank + 1, sizeof *term);
  int64_t low = sum->constant, high = sum->constant;
  uint32_t num_terms = 0;
  if (!term) return TTA_NO_MEMORY;
  for (uint32_t d = 0; d < shape.rank; d++) {
    if (!sum->coefficient[d] || shape.extent[d] == 1) continue;
    term[num_terms++] = (tta_address_term){d, sum->coefficient[d]};
    if (!add_range(&low, &high, sum->coefficient[d], shape.extent[d] - 1)) return without_tables();
  }
  if (low < 0 || high == INT64_MAX) return without_tables();
  b->tables->axis[number] = (tta_address_axis){
      .constant = sum->constant, .extent = high + 1, .num_terms = num_terms, .term = term, .cell = 1};
  return TTA_OK;
}

/* @param cell of linear parts; 0: the whole axis */
static tta_status set_cell(tta_address_axis *axis, int64_t cell) {
  if (axis->extent > LONG_AXIS) axis->cell = cell ? cell : axis->extent;
  return (axis->extent - 1) / axis->cell < MAX_ENTRIES ? TTA_OK : without_tables();
}

static int64_t num_entries(const tta_address_axis *axis) { return (axis->extent - 1) / axis->cell + 1; }

/* The cells whose first value does not follow from the cell before; 0: there are none. */
static int64_t gcd_of_breaks(const tta_address_axis *axis, const int64_t *list, int64_t slope) {
  int64_t gcd = 0;
  for (int64_t i = 1; i < num_entries(axis) && gcd != 1; i++)
    if (list[i] - list[i - 1] != slope * axis->cell) gcd = gcd_of(gcd, i);
  return gcd;
}

/* @param step between consecutive addresses */
static void set_run(tta_address_axis *axis, int64_t step) {
  axis->run = 1;
  if (axis->cell > 1 && (axis->slope != step || axis->sequence_slope)) return;
  int64_t gcd = gcd_of_breaks(axis, axis->part, step);
  if (axis->sequence) gcd = gcd_of(gcd, gcd_of_breaks(axis, axis->sequence, 0));
  axis->run = gcd ? gcd * axis->cell : axis->extent;
}

/* Of the parts of all values, or of the first value of each run. */
static int64_t gcd_of_parts(const tta_address_axis *axis, bool of_runs, int64_t gcd) {
  int64_t step = of_runs && axis->run > axis->cell ? axis->run / axis->cell : 1;
  for (int64_t i = 0; i < num_entries(axis) && gcd != 1; i += step) gcd = gcd_of(gcd, axis->part[i]);
  return of_runs || axis->cell == 1 ? gcd : gcd_of(gcd, axis->slope);
}

/* A swizzle keeps aligned groups of addresses together: those below the lowest bit that it reads or changes. */
static void shorten_runs(tta_address_tables *tables) {
  const tta_digits *swizzle = tables->swizzle;
  int64_t bits = tables->changed_bits;
  for (uint32_t i = 0; i < swizzle->num_bits; i++) bits |= swizzle->bit[i] ^ (int64_t)1 << i;
  int64_t group = bits ? bits & -bits : (int64_t)1 << TTA_MAX_BITS;
  for (uint32_t a = 0; a < tables->num_axes; a++) {
    int64_t gcd = gcd_of(group, tables->base);
    for (uint32_t other = 0; other < tables->num_axes; other++)
      gcd = gcd_of_parts(&tables->axis[other], other == a, gcd);
    tables->axis[a].run = gcd_of(gcd, tables->axis[a].run);
  }
}

/* The smallest and largest sum of one value of each axis. */
static bool sum_range(const tta_address_tables *tables, bool of_sequence, int64_t *low, int64_t *high) {
  *low = *high = of_sequence ? tables->sequence_base : tables->base;
  for (uint32_t a = 0; a < tables->num_axes; a++) {
    const tta_address_axis *axis = &tables->axis[a];
    const int64_t *list = of_sequence ? axis->sequence : axis->part;
    int64_t least = list[0], most = list[0];
    for (int64_t i = 1; i < num_entries(axis); i++) {
      if (list[i] < least) least = list[i];
      if (list[i] > most) most = list[i];
    }
    if (!add_range(&least, &most, of_sequence ? axis->sequence_slope : axis->slope, axis->cell - 1)) return false;
    if (!tta_add(*low, least, low) || !tta_add(*high, most, high)) return false;
  }
  return true;
}

static bool swizzle_fits(const tta_address_tables *tables, int64_t high) {
  int64_t bits = high, bytes;
  if (high >= (int64_t)1 << TTA_MAX_BITS) return false;
  for (uint32_t i = 0; i < tables->swizzle->num_bits; i++) bits |= tables->swizzle->bit[i];
  return tta_mul(bits, 2 * tables->element_bytes, &bytes); /* no exclusive or has a higher bit than `bits` */
}

/* Sums of entries are added without checks: no sum may overflow. */
static bool sums_fit(const tta_address_tables *tables) {
  int64_t low, high;
  if (!sum_range(tables, false, &low, &high)) return false;
  if (tables->swizzle) return low >= 0 && swizzle_fits(tables, high);
  if (!tables->banks) return true;
  int64_t least, most, quotient, remainder;
  return sum_range(tables, true, &least, &most) && least >= 0 &&
         tta_mul(most / tables->banks, tables->quotient_bytes, &quotient) &&
         tta_mul(tables->banks, tables->remainder_bytes, &remainder) && tta_add(high, quotient, &high) &&
         tta_add(high, remainder, &high);
}

/* ---- digits ---- */

/* Of all digits of a dim; 0: none ends in it. */
static int64_t cell_of_digits(const tta_digits *digits, uint32_t dim) {
  int64_t cell = 0, end;
  for (uint32_t i = 0; i < digits->count; i++) {
    const tta_digit *g = &digits->digit[i];
    if (g->dim != dim) continue;
    if (g->divisor > 1) cell = gcd_of(cell, g->divisor);
    if (tta_mul(g->divisor, g->extent, &end) && end < digits->shape.extent[dim]) cell = gcd_of(cell, end);
  }
  return cell;
}

/* The part of a value of an axis, all others 0. */
static bool digits_part(const builder *b, uint32_t dim, int64_t value, int64_t *part) {
  int64_t unit = b->tables->swizzle ? 1 : b->tables->element_bytes;
  return !tta_digits_part(&b->t->digits, dim, value, part) && tta_mul(*part, unit, part);
}

static tta_status fill_digits(builder *b, uint32_t dim) {
  tta_address_axis *axis = &b->tables->axis[dim];
  tta_status status = set_cell(axis, cell_of_digits(&b->t->digits, dim));
  if (status) return status;
  int64_t *part = new_numbers(b, num_entries(axis));
  if (!part) return TTA_NO_MEMORY;
  for (int64_t i = 0; i < num_entries(axis); i++)
    if (!digits_part(b, dim, i * axis->cell, &part[i])) return without_tables();
  if (axis->cell > 1 && !digits_part(b, dim, 1, &axis->slope)) return without_tables();
  axis->part = part;
  return TTA_OK;
}

static tta_status of_digits(builder *b) {
  const tta_digits *digits = &b->t->digits;
  tta_status status = new_axes(b, digits->shape.rank);
  if (digits->num_bits) b->tables->swizzle = digits;
  for (uint32_t i = 0; i < digits->num_bits; i++)
    if (digits->bit[i] != (int64_t)1 << i) b->tables->changed_bits |= (int64_t)1 << i;
  if (!tta_mul(digits->offset, digits->num_bits ? 1 : b->t->element_bytes, &b->tables->base)) return without_tables();
  for (uint32_t d = 0; d < digits->shape.rank && !status; d++) {
    tta_linear sum = {.coefficient = {0}};
    sum.coefficient[d] = 1;
    status = set_axis(b, d, &sum);
    if (!status) status = fill_digits(b, d);
  }
  return status;
}

/* ---- steps of a storage ---- */

/** What is known of each form before the values are. */
typedef struct dependence {
  uint64_t axes[TTA_STORAGE_MAX_FORMS]; /* that vary and that it depends on; not through the distribution */
  bool value[TTA_STORAGE_MAX_FORMS];    /* it is an axis, or a remainder of one */
  int64_t constant[TTA_STORAGE_MAX_FORMS]; /* else: it is constant in cells of this size of its axis; 0: everywhere */
  int64_t quotient[TTA_STORAGE_MAX_FORMS], remainder[TTA_STORAGE_MAX_FORMS]; /* multiples of the distribution's */
  int64_t cell[TTA_MAX_RANK];           /* of each axis; 0: the whole axis */
} dependence;

static bool is_one_bit(uint64_t bits) { return !(bits & (bits - 1)); }

/* Whether a division leaves cells, or the axis is so short that it needs none. */
static bool is_of_axis(const builder *b, const dependence *d, uint32_t form) {
  uint64_t axes = d->axes[form];
  if (!is_one_bit(axes)) return false;
  return !axes || d->value[form] || d->constant[form] != 1 ||
         b->tables->axis[__builtin_ctzll(axes)].extent <= LONG_AXIS;
}

/* A division of what depends on at most one axis. */
static void divide_axis(dependence *d, const tta_storage_step *step) {
  uint64_t axes = d->axes[step->from];
  int64_t ignored = 0, *cell = axes ? &d->cell[__builtin_ctzll(axes)] : &ignored;
  *cell = gcd_of(*cell, d->value[step->from] ? step->number : d->constant[step->from]);
  d->axes[step->quotient] = d->axes[step->remainder] = axes;
  d->value[step->remainder] = d->value[step->from];
  d->constant[step->quotient] = d->constant[step->remainder] = *cell;
}

static bool follow_division(builder *b, dependence *d, const tta_storage_step *step) {
  if (d->quotient[step->from] || d->remainder[step->from]) return false;
  if (step->extent <= step->number) { /* the quotient is 0 */
    d->axes[step->remainder] = d->axes[step->from];
    d->value[step->remainder] = d->value[step->from];
    d->constant[step->remainder] = d->constant[step->from];
    return true;
  }
  if (is_of_axis(b, d, step->from)) {
    divide_axis(d, step);
    return true;
  }
  if (b->distribution) return false;
  b->distribution = step;
  d->quotient[step->quotient] = d->remainder[step->remainder] = 1;
  return true;
}

static bool follow_sum(dependence *d, const tta_storage_step *step) {
  int64_t quotient, remainder;
  if (step->from == TTA_NO_FORM) return true;
  d->axes[step->to] |= d->axes[step->from];
  d->constant[step->to] = gcd_of(d->constant[step->to], d->value[step->from] ? 1 : d->constant[step->from]);
  return tta_mul(d->quotient[step->from], step->number, &quotient) &&
         tta_mul(d->remainder[step->from], step->number, &remainder) &&
         tta_add(d->quotient[step->to], quotient, &d->quotient[step->to]) &&
         tta_add(d->remainder[step->to], remainder, &d->remainder[step->to]);
}

/* bank * bank_bytes + offset */
static bool join(const tta_storage *s, const int64_t *forms, int64_t *byte) {
  return tta_mul(forms[s->bank], s->bank_bytes, byte) && tta_add(*byte, forms[s->offset], byte);
}

/* Finds the distribution and the cells. */
static tta_status follow_steps(builder *b) {
  const tta_storage *s = &b->t->storage;
  tta_address_tables *tables = b->tables;
  dependence d;
  memset(&d, 0, sizeof d);
  for (uint32_t a = 0; a < s->rank; a++) {
    d.axes[a] = (uint64_t)(tables->axis[a].extent > 1) << a;
    d.value[a] = tables->axis[a].extent > 1;
  }
  for (uint32_t i = 0; i < s->num_steps; i++) {
    const tta_storage_step *step = &s->steps[i];
    bool follows = step->operation == TTA_STORAGE_DIVIDE ? follow_division(b, &d, step) : follow_sum(&d, step);
    if (!follows) return without_tables();
  }
  if (b->distribution) tables->banks = b->distribution->number;
  tta_status status = TTA_OK;
  for (uint32_t a = 0; a < s->rank && !status; a++) status = set_cell(&tables->axis[a], d.cell[a]);
  bool fits = join(s, d.quotient, &tables->quotient_bytes) && join(s, d.remainder, &tables->remainder_bytes);
  return status || fits ? status : without_tables();
}

/** What one value of an axis adds. */
typedef struct place {
  int64_t byte, sequence;
} place;

static bool subtract(int64_t *from, int64_t a, int64_t b) {
  int64_t product;
  return tta_mul(a, b, &product) && tta_sub(*from, product, from);
}

/* The place of one value of one axis, all others 0. The byte is that of a sequence number of 0. */
static bool evaluate(const builder *b, uint32_t axis, int64_t value, place *p) {
  const tta_storage *s = &b->t->storage;
  const tta_storage_step *distribution = b->distribution;
  int64_t physical[TTA_MAX_RANK] = {0}, forms[TTA_STORAGE_MAX_FORMS];
  physical[axis] = value;
  p->sequence = 0;
  if (tta_storage_evaluate(s, physical, forms) || !join(s, forms, &p->byte)) return false;
  if (!distribution) return true;
  p->sequence = forms[distribution->from];
  return subtract(&p->byte, forms[distribution->quotient], b->tables->quotient_bytes) &&
         subtract(&p->byte, forms[distribution->remainder], b->tables->remainder_bytes);
}

/* What it adds to the place of 0. */
static bool evaluate_part(const builder *b, uint32_t axis, int64_t value, int64_t *part, int64_t *sequence) {
  place p;
  return evaluate(b, axis, value, &p) && tta_sub(p.byte, b->tables->base, part) &&
         tta_sub(p.sequence, b->tables->sequence_base, sequence);
}

static tta_status fill_axis(builder *b, uint32_t a) {
  tta_address_axis *axis = &b->tables->axis[a];
  int64_t entries = num_entries(axis), number;
  int64_t *part = new_numbers(b, entries), *sequence = b->distribution ? new_numbers(b, entries) : NULL;
  if (!part || (b->distribution && !sequence)) return TTA_NO_MEMORY;
  for (int64_t i = 0; i < entries; i++) {
    if (!evaluate_part(b, a, i * axis->cell, &part[i], &number)) return without_tables();
    if (sequence) sequence[i] = number;
  }
  if (axis->cell > 1 && !evaluate_part(b, a, 1, &axis->slope, &axis->sequence_slope)) return without_tables();
  axis->part = part;
  axis->sequence = sequence;
  return TTA_OK;
}

static tta_status of_storage(builder *b) {
  const tta_layout *layout = b->t->layout;
  uint32_t rank = b->t->storage.rank;
  tta_linear sum;
  place origin = {0, 0};
  if (!rank || layout->linear.num_results != rank || !b->t->storage.num_forms) return without_tables();
  tta_status status = new_axes(b, rank);
  for (uint32_t a = 0; a < rank && !status; a++)
    status = tta_linear_of(&layout->linear, a, &sum) ? set_axis(b, a, &sum) : without_tables();
  if (!status) status = follow_steps(b);
  if (status) return status;
  if (!evaluate(b, 0, 0, &origin)) return without_tables();
  b->tables->base = origin.byte;
  b->tables->sequence_base = origin.sequence;
  for (uint32_t a = 0; a < rank && !status; a++) status = fill_axis(b, a);
  return status;
}

/* ---- both ---- */

tta_status tta_address_tables_of(const tta_packing_addresses *t, tta_arena *arena, const tta_address_tables **out) {
  tta_arena_mark mark = tta_arena_position(arena);
  builder b = {.t = t, .arena = arena, .tables = tta_arena_alloc(arena, sizeof *b.tables)};
  *out = NULL;
  if (!b.tables) return TTA_NO_MEMORY;
  *b.tables = (tta_address_tables){.element_bytes = t->element_bytes};
  if (!tta_shape_at_least(t->shape, 1)) return TTA_OK;
  tta_status status = t->layout ? of_storage(&b) : of_digits(&b);
  if (!status && !sums_fit(b.tables)) status = without_tables();
  if (status == TTA_UNDECIDED) tta_arena_rewind(arena, mark);
  if (status) return status == TTA_UNDECIDED ? TTA_OK : status;
  for (uint32_t a = 0; a < b.tables->num_axes; a++)
    set_run(&b.tables->axis[a], b.tables->swizzle ? 1 : t->element_bytes);
  if (b.tables->swizzle) shorten_runs(b.tables);
  *out = b.tables;
  return TTA_OK;
}
