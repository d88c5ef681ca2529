/* storage_order.c: the address in a memref with a layout of its own, as steps. Each expression of the address is a sum
 * of multiples of forms; what is divided becomes one form. */
#include <string.h>

#include "affine/pool.h"
#include "affine/walk.h"
#include "base/checked.h"
#include "base/fail.h"
#include "maps/maps.h"
#include "model/order.h"

/* constant + the sum of weight[f] * form f */
typedef struct combination {
  int64_t constant, weight[TTA_STORAGE_MAX_FORMS];
} combination;

typedef struct builder {
  tta_storage *s;
  const tta_memref_order *order;
  tta_arena arena;
  combination **items;
  uint32_t num_items, cap_items;
  int64_t extent[TTA_STORAGE_MAX_FORMS]; /* each form is below it */
  tta_buf *reason;
} builder;

enum {
  MAX_COMBINATIONS = 1024,
  AFTER = 16 /* forms and steps that follow: of a tile, the position, the bank and the offset */
};

static tta_status too_complex(const builder *b) {
  return tta_fail(TTA_LIMIT, b->reason, "the affine map of the memref is too complex");
}

static tta_status new_combination(builder *b, combination **out, int64_t *number) {
  if (b->num_items == b->cap_items) return too_complex(b);
  combination *c = tta_arena_alloc(&b->arena, sizeof *c);
  if (!c) return TTA_NO_MEMORY;
  memset(c, 0, sizeof *c);
  *number = b->num_items;
  b->items[b->num_items++] = *out = c;
  return TTA_OK;
}

static bool is_constant(const builder *b, const combination *c) {
  for (uint32_t f = 0; f < b->s->num_forms; f++)
    if (c->weight[f]) return false;
  return true;
}

/* to += factor * from */
static bool add_multiple(const builder *b, combination *to, const combination *from, int64_t factor) {
  int64_t product;
  bool fits = tta_mul(from->constant, factor, &product) && tta_add(to->constant, product, &to->constant);
  for (uint32_t f = 0; f < b->s->num_forms && fits; f++)
    fits = tta_mul(from->weight[f], factor, &product) && tta_add(to->weight[f], product, &to->weight[f]);
  return fits;
}

/* Room for `steps`, and for what they compute. */
static bool has_room(const builder *b, uint32_t steps) {
  return b->s->num_forms + AFTER <= TTA_STORAGE_MAX_FORMS &&
         b->s->num_steps + steps + AFTER <= TTA_STORAGE_MAX_STEPS;
}

/* A sum as one form. */
static tta_status form_of(builder *b, const combination *c, uint32_t *form) {
  uint32_t count = 0, only = 0, num_forms = b->s->num_forms;
  for (uint32_t f = 0; f < num_forms; f++)
    if (c->weight[f]) only = f, count++;
  *form = only;
  if (count == 1 && c->weight[only] == 1 && !c->constant) return TTA_OK;
  if (!has_room(b, count + 1)) return too_complex(b);
  *form = b->s->num_forms++;
  for (uint32_t f = 0; f < num_forms; f++)
    if (c->weight[f]) tta_storage_add(b->s, *form, c->weight[f], f);
  if (c->constant) tta_storage_add(b->s, *form, c->constant, TTA_NO_FORM);
  return TTA_OK;
}

/* One more than the largest value of a dividend, which is not negative. */
static tta_status extent_of(builder *b, tta_expr dividend, int64_t *extent) {
  const tta_map *address = &b->order->address;
  tta_map map = {address->pool, address->num_dims, 0, 1, &dividend};
  tta_range range;
  tta_status status = tta_maps_range(&map, 0, b->order->shape, &b->arena, &range);
  if (status) return status;
  if (range.min.bound < 0)
    return tta_fail(TTA_INVALID, b->reason, "the affine map of the memref divides a negative number");
  return tta_add(range.max.bound, 1, extent) ? TTA_OK : TTA_OVERFLOW;
}

static tta_status divide(builder *b, tta_expr expr, const combination *dividend, int64_t number, int64_t *value) {
  tta_expr_view view = tta_expr_get(b->order->address.pool, expr);
  uint32_t from, quotient, remainder;
  int64_t extent = 0;
  combination *out = NULL;
  if (number < 1) return TTA_INVALID;
  tta_status status = extent_of(b, view.lhs, &extent);
  if (!status) status = new_combination(b, &out, value);
  if (status) return status;
  if (!add_multiple(b, out, dividend, 1)) return TTA_OVERFLOW;
  if (view.kind == TTA_EXPR_CEILDIV) { /* the floor of (a + D - 1) / D */
    if (!tta_add(out->constant, number - 1, &out->constant) || !tta_add(extent, number - 1, &extent))
      return TTA_OVERFLOW;
  }
  status = form_of(b, out, &from);
  if (status) return status;
  if (!has_room(b, 1)) return too_complex(b);
  tta_storage_divide(b->s, from, number, extent, &quotient, &remainder);
  b->extent[quotient] = (extent - 1) / number + 1;
  b->extent[remainder] = extent < number ? extent : number;
  memset(out, 0, sizeof *out);
  out->weight[view.kind == TTA_EXPR_MOD ? remainder : quotient] = 1;
  return TTA_OK;
}

/* ---- expressions ---- */

static bool enter(void *context, tta_expr expr) {
  const builder *b = context;
  return !tta_affine_node_is_leaf(&b->order->address.pool->nodes[expr]);
}

static tta_status leaf(void *context, tta_expr expr, int64_t *value) {
  builder *b = context;
  tta_expr_view e = tta_expr_get(b->order->address.pool, expr);
  combination *c = NULL;
  tta_status status = new_combination(b, &c, value);
  if (status) return status;
  if (e.kind == TTA_EXPR_CONSTANT) c->constant = e.value;
  else if (e.kind == TTA_EXPR_DIM) c->weight[e.value] = 1;
  else return TTA_INVALID;
  return TTA_OK;
}

static tta_status join(void *context, tta_expr expr, int64_t lhs, int64_t rhs, int64_t *value) {
  builder *b = context;
  const combination *left = b->items[lhs], *right = b->items[rhs];
  tta_expr_kind kind = tta_expr_get(b->order->address.pool, expr).kind;
  bool scaled = kind == TTA_EXPR_MUL && is_constant(b, left);
  const combination *number = scaled ? left : right;
  combination *out = NULL;
  if (kind != TTA_EXPR_ADD && !is_constant(b, number))
    return tta_fail(TTA_INVALID, b->reason, "the affine map of the memref is not affine");
  if (kind != TTA_EXPR_ADD && kind != TTA_EXPR_MUL) return divide(b, expr, left, right->constant, value);
  tta_status status = new_combination(b, &out, value);
  if (status) return status;
  bool fits = kind == TTA_EXPR_MUL ? add_multiple(b, out, scaled ? right : left, number->constant)
                                   : add_multiple(b, out, left, 1) && add_multiple(b, out, right, 1);
  return fits ? TTA_OK : TTA_OVERFLOW;
}

/* ---- the address ---- */

static tta_status add_terms(builder *b, const combination *address) {
  tta_storage *s = b->s;
  for (uint32_t f = 0; f < s->num_forms; f++) {
    if (!address->weight[f] || b->extent[f] == 1) continue;
    if (s->num_terms + 4 >= TTA_STORAGE_MAX_TERMS) return too_complex(b);
    s->terms[s->num_terms++] = (tta_storage_term){f, b->extent[f], address->weight[f]};
  }
  s->origin = address->constant;
  s->allocated = b->order->end;
  return TTA_OK;
}

static tta_status build(builder *b) {
  static const tta_expr_folder folder = {enter, leaf, join};
  const tta_map *map = &b->order->address;
  int64_t address;
  tta_status status = tta_expr_fold(map->pool, map->results[0], &folder, b, &address);
  return status ? status : add_terms(b, b->items[address]);
}

tta_status tta_memref_order_steps(tta_memref_order *order, tta_arena *arena, tta_buf *reason) {
  tta_storage *s = tta_arena_alloc(arena, sizeof *s);
  builder b = {.s = s, .order = order, .reason = reason, .cap_items = MAX_COMBINATIONS};
  if (!s) return TTA_NO_MEMORY;
  memset(s, 0, sizeof *s);
  s->rank = s->num_forms = order->shape.rank;
  for (uint32_t k = 0; k < s->rank; k++) b.extent[k] = order->shape.extent[k];
  tta_arena_init(&b.arena, arena->allocator);
  b.items = tta_arena_array(&b.arena, b.cap_items, sizeof *b.items);
  tta_status status = b.items ? build(&b) : TTA_NO_MEMORY;
  tta_arena_free(&b.arena);
  order->steps = s;
  return status;
}

/* ---- in a storage ---- */

static uint32_t numbered(const uint32_t *forms, uint32_t form) { return form == TTA_NO_FORM ? form : forms[form]; }

/* Of the index in the memref, and of all that the steps compute. */
static bool number_forms(tta_storage *s, const tta_storage *steps, uint32_t *forms) {
  for (uint32_t k = 0; k < steps->rank; k++) forms[k] = s->tile_index[k];
  for (uint32_t f = steps->rank; f < steps->num_forms; f++) forms[f] = s->num_forms++;
  return s->num_forms + AFTER <= TTA_STORAGE_MAX_FORMS &&
         s->num_steps + steps->num_steps + steps->num_terms + s->rank + AFTER <= TTA_STORAGE_MAX_STEPS;
}

static bool add_position(tta_storage *s, const tta_storage *steps, const uint32_t *forms, int64_t scalars,
                         const tta_storage_term *in_tile, uint32_t num_in_tile) {
  for (uint32_t i = 0; i < steps->num_terms; i++) {
    tta_storage_term term = steps->terms[i];
    term.form = forms[term.form];
    if (!tta_mul(term.weight, scalars, &term.weight)) return false;
    s->terms[s->num_terms++] = term;
  }
  for (uint32_t i = 0; i < num_in_tile; i++) s->terms[s->num_terms++] = in_tile[i];
  s->position = s->num_forms++;
  for (uint32_t i = s->num_terms; i-- > 0;) tta_storage_add(s, s->position, s->terms[i].weight, s->terms[i].form);
  if (!tta_mul(steps->origin, scalars, &s->origin)) return false;
  if (s->origin) tta_storage_add(s, s->position, s->origin, TTA_NO_FORM);
  return tta_mul(steps->allocated, scalars, &s->allocated);
}

tta_status tta_storage_add_order(tta_storage *s, const tta_memref_order *order, int64_t scalars,
                                 const tta_storage_term *in_tile, uint32_t num_in_tile) {
  uint32_t forms[TTA_STORAGE_MAX_FORMS];
  if (!number_forms(s, order->steps, forms)) return TTA_LIMIT;
  for (uint32_t i = 0; i < order->steps->num_steps; i++) {
    tta_storage_step step = order->steps->steps[i];
    step.from = numbered(forms, step.from);
    step.to = numbered(forms, step.to);
    step.quotient = numbered(forms, step.quotient);
    step.remainder = numbered(forms, step.remainder);
    s->steps[s->num_steps++] = step;
  }
  return add_position(s, order->steps, forms, scalars, in_tile, num_in_tile) ? TTA_OK : TTA_OVERFLOW;
}
