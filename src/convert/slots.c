/* slots.c: addresses as digits (ttattr/digits.h), and the form of them that writers use. */
#include "convert/notation.h"
#include "digits/digits.h"

/* ---- expressions as digits ---- */

typedef struct collector {
  const tta_affine_pool *pool;
  tta_digit *list;
  uint32_t count, room;
  int64_t offset;
} collector;

/* floor(d / divisor) mod extent, extent 0 without a modulus. @return false for any other expression */
static bool as_digit(const tta_affine_pool *pool, tta_expr e, tta_digit *digit) {
  tta_expr_view v = tta_expr_get(pool, e);
  int64_t by;
  if (v.kind == TTA_EXPR_DIM) {
    *digit = (tta_digit){(uint32_t)v.value, 1, 0, 0};
    return true;
  }
  if ((v.kind != TTA_EXPR_FLOORDIV && v.kind != TTA_EXPR_MOD) || !tta_expr_is_constant(pool, v.rhs, &by) || by < 1 ||
      !as_digit(pool, v.lhs, digit))
    return false;
  if (v.kind == TTA_EXPR_MOD) {
    if (digit->extent && digit->extent <= by) return true;
    if (digit->extent % by) return false;
    digit->extent = by;
    return true;
  }
  if (digit->extent % by) return false;
  digit->extent /= by;
  return tta_mul(digit->divisor, by, &digit->divisor);
}

/* A sum of digits times constants. The depth is that of the expression, which the parser limits. */
static bool collect(collector *c, tta_expr e, int64_t factor) {
  tta_expr_view v = tta_expr_get(c->pool, e);
  int64_t constant, term;
  tta_digit digit;
  if (tta_expr_is_constant(c->pool, e, &constant))
    return tta_mul(constant, factor, &term) && tta_add(c->offset, term, &c->offset);
  if (v.kind == TTA_EXPR_ADD) return collect(c, v.lhs, factor) && collect(c, v.rhs, factor);
  if (v.kind == TTA_EXPR_MUL)
    return tta_expr_is_constant(c->pool, v.rhs, &constant) && tta_mul(constant, factor, &term) &&
           collect(c, v.lhs, term);
  if (c->count == c->room || !as_digit(c->pool, e, &digit)) return false;
  if (!digit.extent) digit.extent = INT64_MAX;
  digit.stride = factor;
  c->list[c->count++] = digit;
  return true;
}

tta_status tta_addresses_digits(const tta_addresses *a, tta_arena *arena, tta_digits *digits) {
  enum { ROOM = 4 * TTA_MAX_RANK };
  if (a->from->digits) {
    *digits = *a->from->digits;
    return TTA_OK;
  }
  collector c = {.pool = a->pool, .room = ROOM};
  if (!tta_addresses_one_core(a) || a->block_float) return TTA_INVALID;
  c.list = tta_arena_array(arena, ROOM, sizeof *c.list);
  if (!c.list) return TTA_NO_MEMORY;
  if (!collect(&c, a->position, 1)) return TTA_INVALID;
  *digits = (tta_digits){.shape = a->logical, .element = a->element, .offset = c.offset, .allocated = a->allocated,
                         .count = c.count, .digit = c.list};
  return TTA_OK;
}

tta_status tta_layout_ref_digits(const tta_layout_ref *ref, tta_arena *arena, tta_digits *digits, tta_buf *reason) {
  tta_affine_pool *pool = tta_affine_pool_new(arena->allocator);
  tta_addresses addresses;
  tta_status status = pool ? tta_addresses_of(ref, arena, pool, &addresses, reason) : TTA_NO_MEMORY;
  if (!status) {
    status = tta_addresses_digits(&addresses, arena, digits);
    if (status == TTA_INVALID)
      tta_fail(status, reason, "the map of the layout is not a sum of digits floor(d / N) mod M of its dims");
  }
  tta_affine_pool_free(pool);
  return status;
}

/* ---- for writers ---- */

tta_status tta_take_function(tta_converter *c, tta_buf *text) {
  c->result->function = tta_arena_str(c->arena, tta_buf_view(text));
  tta_status status = text->failed || c->arena->failed ? TTA_NO_MEMORY : TTA_OK;
  tta_buf_free(text);
  return status;
}

static void count_slots(tta_slots *s) {
  const tta_digits *d = &s->digits;
  s->inner = d->count ? d->digit[d->count - 1].stride : d->allocated > 1 ? d->allocated : 1;
  s->exact = d->offset == 0;
  for (uint32_t i = 0; i < d->count; i++) {
    const tta_digit *g = &d->digit[i];
    int64_t room = i ? g[-1].stride : d->allocated;
    s->slots[i] = room % g->stride == 0 && room / g->stride >= g->extent ? room / g->stride : i ? 0 : g->extent;
    if (!s->slots[i]) s->exact = false;
  }
}

tta_status tta_slots_of(tta_converter *c, const char *target, tta_slots *s) {
  tta_digits digits;
  tta_status status = tta_require_one_memory(c, target);
  if (status) return status;
  status = tta_addresses_digits(&c->addresses, c->arena, &digits);
  if (status == TTA_INVALID)
    return tta_convert_reject(c, "%s requires a layout whose map is a sum of digits floor(d / N) mod M of its dims",
                              target);
  if (!status) status = tta_digits_normal(&digits, c->arena, &s->digits);
  if (status) return status;
  for (uint32_t i = 0; i < s->digits.count; i++)
    if (s->digits.digit[i].stride < 1) return tta_convert_reject(c, "%s has no negative strides", target);
  s->slots = tta_arena_array(c->arena, (size_t)s->digits.count + 1, sizeof *s->slots);
  if (!s->slots) return TTA_NO_MEMORY;
  count_slots(s);
  return TTA_OK;
}
