/* xla.c: layouts of XLA, `f16[1000,200]{1,0:T(8,128)(2,1)}` (openxla.org/xla/tiled_layout). Physical dims are
 * minor_to_major reversed. A tile of k dims splits the last k dims and appends its own extents; the next tile applies
 * to the result; `*` joins a dim to the next minor one first. The result is stored row by row. */
#include "base/index.h"
#include "convert/notation.h"
#include "ir/scalars.h"

#define COMBINE INT64_MIN /* `*` in a tile */

static tta_str element_of(tta_str xla) {
  for (uint32_t i = 0; i < tta_num_scalar_types; i++)
    if (xla.size && tta_str_is(xla, tta_scalar_types[i].xla)) return tta_str_from(tta_scalar_types[i].name);
  return (tta_str){0};
}

bool tta_recognize_xla(tta_str text) {
  size_t end = 0;
  while (end < text.size && (tta_is_letter(text.data[end]) || tta_is_digit(text.data[end]))) end++;
  return end && end < text.size && text.data[end] == '[' && element_of((tta_str){text.data, end}).size;
}

/* ---- read ---- */

static bool read_dims(tta_cursor *c, tta_shape *shape) {
  int64_t *extents = tta_arena_array(c->arena, TTA_MAX_RANK, sizeof *extents);
  if (!extents) return tta_cursor_fail(c, "out of memory");
  shape->rank = 0;
  while (!tta_cursor_skip(c, "]")) {
    if (shape->rank == TTA_MAX_RANK) return tta_cursor_fail(c, "a shape has at most %d dims", TTA_MAX_RANK);
    if (tta_str_starts_with(tta_cursor_rest(c), "<=") || tta_cursor_peek(c) == '?')
      return tta_cursor_fail(c, "dynamic extents are not supported");
    if (!tta_cursor_int(c, &extents[shape->rank])) return false;
    if (extents[shape->rank++] < 1) return tta_cursor_fail(c, "a tensor without elements has no addresses");
    if (tta_cursor_peek(c) != ']' && !tta_cursor_expect(c, ",")) return false;
  }
  shape->extent = extents;
  return true;
}

/* `1,0`: the physical dims, minor first. */
static bool read_order(tta_cursor *c, tta_shape shape, tta_axes *axes) {
  bool seen[TTA_MAX_RANK] = {false};
  uint32_t left = shape.rank;
  int64_t dim;
  if (!tta_is_digit(tta_cursor_peek(c)) && tta_cursor_peek(c) != '-')
    return !shape.rank || tta_cursor_fail(c, "expected minor_to_major of %u dims", shape.rank);
  for (; left; left--) {
    if (!tta_cursor_int(c, &dim)) return false;
    if (!tta_mark_once(seen, dim, shape.rank))
      return tta_cursor_fail(c, "minor_to_major is not a permutation of %u dims", shape.rank);
    axes->axis[left - 1].count = 1;
    axes->axis[left - 1].atom[0] = (tta_atom){dim, 1, 0, shape.extent[dim]};
    if (left > 1 && !tta_cursor_expect(c, ",")) return false;
  }
  return true;
}

static bool read_tile(tta_cursor *c, int64_t *tile, uint32_t *count) {
  *count = 0;
  while (!tta_cursor_skip(c, ")")) {
    if (*count == TTA_MAX_RANK) return tta_cursor_fail(c, "a tile has at most %d dims", TTA_MAX_RANK);
    if (tta_cursor_skip(c, "*")) tile[*count] = COMBINE;
    else if (!tta_cursor_int(c, &tile[*count])) return false;
    if (tile[*count] != COMBINE && tile[*count] < 1) return tta_cursor_fail(c, "a tile extent must be positive");
    (*count)++;
    if (tta_cursor_peek(c) != ')' && !tta_cursor_expect(c, ",")) return false;
  }
  return *count && tile[*count - 1] != COMBINE ? true : tta_cursor_fail(c, "the last tile extent must be a number");
}

/* Joins the dims of `*` to the next minor ones. */
static bool combine(tta_cursor *c, tta_axes *axes, int64_t *tile, uint32_t *count) {
  uint32_t first = axes->count - *count, kept = 0;
  tta_axis joined = {.count = 0};
  for (uint32_t i = 0; i < *count; i++) {
    if (!tta_axis_join(&joined, &axes->axis[first + i])) return tta_cursor_fail(c, "the tile joins too many dims");
    if (tile[i] == COMBINE) continue;
    axes->axis[first + kept] = joined;
    tile[kept++] = tile[i];
    joined.count = 0;
  }
  *count = kept;
  axes->count = first + kept;
  return true;
}

static bool apply_tile(tta_cursor *c, tta_axes *axes, int64_t *tile, uint32_t count) {
  if (!axes->count) axes->axis[axes->count++].count = 0; /* of a scalar */
  if (count > axes->count) return tta_cursor_fail(c, "the tile has %u dims, more than the %u before it", count,
                                                  axes->count);
  if (!combine(c, axes, tile, &count)) return false;
  if (axes->count + count > TTA_MAX_AXES) return tta_cursor_fail(c, "too many tiles");
  for (uint32_t i = 0, first = axes->count - count; i < count; i++) {
    tta_axis outer, inner;
    if (!tta_axis_split(&axes->axis[first + i], tile[i], &outer, &inner))
      return tta_cursor_fail(c, "tile extent %lld and the extent that it divides are not multiples",
                             (long long)tile[i]);
    axes->axis[first + i] = outer;
    axes->axis[first + count + i] = inner;
  }
  axes->count += count;
  return true;
}

/* `S(1)E(4)L(..)`: memory space, bits of an element, split configurations do not move elements. */
static bool skip_rest(tta_cursor *c) {
  while (!tta_cursor_skip(c, "}")) {
    if (!tta_cursor_peek(c)) return tta_cursor_expect(c, "}");
    if (!tta_cursor_skip(c, "S(") && !tta_cursor_skip(c, "E(") && !tta_cursor_skip(c, "D(") &&
        !tta_cursor_skip(c, "#(") && !tta_cursor_skip(c, "*("))
      return tta_cursor_fail(c, "expected a tile 'T(..)', 'S(..)', 'E(..)' or '}'");
    while (tta_cursor_peek(c) && !tta_cursor_skip(c, ")")) c->at++;
  }
  return true;
}

static bool read_tiles(tta_cursor *c, tta_axes *axes) {
  int64_t tile[TTA_MAX_RANK];
  uint32_t count;
  if (!tta_cursor_skip(c, "T")) return true;
  if (tta_cursor_peek(c) != '(') return tta_cursor_expect(c, "(");
  while (tta_cursor_skip(c, "("))
    if (!read_tile(c, tile, &count) || !apply_tile(c, axes, tile, count)) return false;
  return true;
}

bool tta_read_xla(tta_cursor *c, const tta_layout_ref_context *context, tta_digits *out,
                  tta_layout_ref_part *missing) {
  (void)context, (void)missing;
  tta_str element = element_of(tta_cursor_word(c));
  tta_shape shape;
  if (!element.size) return tta_cursor_fail(c, "expected an element type of XLA");
  if (!tta_cursor_expect(c, "[") || !read_dims(c, &shape)) return false;
  tta_axes *axes = tta_axes_new(c->arena, shape);
  if (!axes) return tta_cursor_fail(c, "out of memory");
  if (tta_cursor_skip(c, "{")) {
    if (!read_order(c, shape, axes)) return false;
    if (tta_cursor_skip(c, ":") && !read_tiles(c, axes)) return false;
    if (!skip_rest(c)) return false;
  }
  if (!tta_cursor_end(c) || !tta_axes_digits(c, axes, shape, out)) return false;
  out->element = element;
  return true;
}

/* ---- write ---- */

static void put_layout(tta_buf *out, const char *type, tta_shape shape, const uint32_t *physical) {
  tta_buf_printf(out, "%s[", type);
  tta_buf_numbers(out, shape.rank, shape.extent, ",");
  tta_buf_str(out, "]{");
  for (uint32_t i = shape.rank; i-- > 0;) tta_buf_printf(out, i ? "%u," : "%u", physical[i]);
}

static void put_tile(tta_buf *out, uint32_t count, const int64_t *tile) {
  tta_buf_char(out, '(');
  tta_buf_numbers(out, count, tile, ",");
  tta_buf_char(out, ')');
}

/* One tile: the last `inner` digits are its dims, in the order of the physical dims. @param tile extents
 * @return false: the digits do not have this form */
static bool one_tile(const tta_slots *s, uint32_t inner, uint32_t *physical, int64_t *tile) {
  const tta_digits *d = &s->digits;
  bool used[TTA_MAX_RANK] = {false}, tiled[TTA_MAX_RANK] = {false};
  uint32_t rank = d->shape.rank, outer = d->count - inner, at = 0;
  for (uint32_t i = outer; i < d->count; i++) {
    if (d->digit[i].divisor != 1 || tiled[d->digit[i].dim]) return false;
    tiled[d->digit[i].dim] = true;
    tile[i - outer] = s->slots[i];
  }
  for (uint32_t h = 0; h < rank; h++) /* of one element */
    if (d->shape.extent[h] == 1 && !tiled[h]) used[physical[at++] = h] = true;
  for (uint32_t i = 0; i < outer; i++) {
    uint32_t dim = d->digit[i].dim;
    if (used[dim] || (!tiled[dim] && d->digit[i].divisor != 1)) return false;
    used[dim] = true;
    if (!tiled[dim]) physical[at++] = dim;
  }
  for (uint32_t i = outer; i < d->count; i++) {
    physical[at++] = d->digit[i].dim;
    used[d->digit[i].dim] = true;
  }
  return at == rank; /* the order of outer digits is compared when the text is read again */
}

static tta_status try_tile(tta_converter *c, const tta_slots *s, const char *type, uint32_t inner) {
  uint32_t physical[TTA_MAX_RANK] = {0};
  int64_t tile[TTA_MAX_RANK + 1];
  if (inner > TTA_MAX_RANK || !one_tile(s, inner, physical, tile)) return TTA_INVALID;
  if (s->inner > 1) { /* each element is the first of a row of its own: the last tile ends in 1s */
    if (inner || s->digits.shape.rank == 0) return TTA_INVALID;
  }
  tta_buf text = tta_buf_new(c->arena->allocator);
  put_layout(&text, type, s->digits.shape, physical);
  if (inner || s->inner > 1) tta_buf_str(&text, ":T");
  if (inner) put_tile(&text, inner, tile);
  if (s->inner > 1) tta_buf_printf(&text, "(1)(1,%lld)", (long long)s->inner);
  tta_buf_char(&text, '}');
  return tta_confirm_and_free(c, TTA_OK, &text);
}

/* ---- any order of digits ---- */

/** Axes while tiles are added, and the text of the tiles. */
typedef struct tiling {
  tta_axes *axes;
  tta_cursor cursor;
  tta_buf *text;
} tiling;

static bool add_tile(tiling *t, int64_t *tile, uint32_t count) {
  put_tile(t->text, count, tile);
  return count <= TTA_MAX_RANK && apply_tile(&t->cursor, t->axes, tile, count);
}

/* The first axis at or after `from` that is this digit; the count of axes if there is none. */
static uint32_t axis_of(const tta_axes *axes, const tta_digit *digit) {
  for (uint32_t i = 0; i < axes->count; i++) {
    const tta_axis *axis = &axes->axis[i];
    if (axis->count == 1 && axis->atom[0].dim == digit->dim && axis->atom[0].divisor == digit->divisor) return i;
  }
  return axes->count;
}

/* Splits every dim at the divisors of its digits, the greatest first: a tile of all dims for each level. */
static bool split_digits(tiling *t, const tta_slots *s) {
  const tta_digits *d = &s->digits;
  int64_t bound[TTA_MAX_RANK], tile[TTA_MAX_RANK];
  uint32_t rank = d->shape.rank, split = 1;
  for (uint32_t h = 0; h < rank; h++) bound[h] = INT64_MAX;
  while (split) {
    split = 0;
    for (uint32_t h = 0; h < rank; h++) {
      tile[h] = 1;
      for (uint32_t i = 0; i < d->count; i++) {
        const tta_digit *g = &d->digit[i];
        if (g->dim == h && g->divisor < bound[h] && g->divisor > tile[h]) tile[h] = g->divisor;
      }
      if (tile[h] > 1) split = 1;
    }
    if (!split) break;
    for (uint32_t h = 0; h < rank; h++) {
      if (tile[h] > 1) {
        bound[h] = tile[h];
        continue;
      }
      int64_t lower = bound[h] == INT64_MAX ? d->shape.extent[h] : bound[h]; /* the rest of the dim as it is */
      for (uint32_t i = 0; i < d->count; i++)
        if (d->digit[i].dim == h && d->digit[i].divisor == 1 && s->slots[i] > lower) lower = s->slots[i];
      tile[h] = bound[h] = lower;
    }
    if (!add_tile(t, tile, rank)) return false;
  }
  return true;
}

/* Moves digits to the end, in their order, until they are in the order of memory. */
static bool order_digits(tiling *t, const tta_slots *s) {
  const tta_digits *d = &s->digits;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->axes->count && kept < d->count; i++) /* the first digits that are in order */
    kept += axis_of(t->axes, &d->digit[kept]) == i;
  for (uint32_t i = kept; i < d->count; i++) {
    int64_t tile[TTA_MAX_RANK];
    uint32_t at = axis_of(t->axes, &d->digit[i]), count = t->axes->count - at;
    if (at == t->axes->count || count > TTA_MAX_RANK) return false;
    for (uint32_t j = 0; j < count; j++) tile[j] = 1;
    if (!tta_axis_extent(&t->axes->axis[at], &tile[0])) return false;
    if (s->slots[i] > tile[0]) tile[0] = s->slots[i];
    if (!add_tile(t, tile, count)) return false;
  }
  return true;
}

/* Adds the positions after the values of digits: one tile from the first such digit on. */
static bool pad_digits(tiling *t, const tta_slots *s) {
  const tta_digits *d = &s->digits;
  int64_t tile[TTA_MAX_AXES];
  uint32_t first = t->axes->count;
  for (uint32_t i = 0; i < t->axes->count; i++)
    if (!tta_axis_extent(&t->axes->axis[i], &tile[i])) return false;
  for (uint32_t i = 1; i < d->count; i++) {
    uint32_t at = axis_of(t->axes, &d->digit[i]);
    if (at == t->axes->count) return false;
    if (s->slots[i] > tile[at] && at < first) first = at;
    if (s->slots[i] > tile[at]) tile[at] = s->slots[i];
  }
  if (first < t->axes->count && !add_tile(t, tile + first, t->axes->count - first)) return false;
  if (s->inner == 1) return true;
  tile[0] = 1, tile[1] = s->inner; /* each element is the first of a row of its own */
  return add_tile(t, tile, 1) && add_tile(t, tile + 1, 1);
}

static tta_status try_tiles(tta_converter *c, const tta_slots *s, const char *type) {
  const tta_digits *d = &s->digits;
  uint32_t physical[TTA_MAX_RANK];
  tta_buf text = tta_buf_new(c->arena->allocator), tiles = tta_buf_new(c->arena->allocator);
  for (uint32_t h = 0; h < d->shape.rank; h++) physical[h] = h;
  put_layout(&text, type, d->shape, physical);
  tiling t = {.axes = tta_axes_new(c->arena, d->shape), .cursor = {.arena = c->arena}, .text = &tiles};
  tta_status status = t.axes ? TTA_OK : TTA_NO_MEMORY;
  if (!status && (!split_digits(&t, s) || !order_digits(&t, s) || !pad_digits(&t, s)))
    status = TTA_INVALID;
  if (tiles.failed || c->arena->failed) status = TTA_NO_MEMORY;
  if (tiles.size) tta_buf_str(&text, ":T");
  tta_buf_append(&text, tta_buf_view(&tiles));
  tta_buf_char(&text, '}');
  if (!status) status = tta_confirm(c, &text, (tta_shape){0, NULL}, NULL);
  if (!status) tta_convert_warn(c, "compilers do not print such tiles: they only permute digits");
  tta_buf_free(&tiles);
  tta_buf_free(&text);
  return status;
}

tta_status tta_write_xla(tta_converter *c) {
  tta_slots s;
  tta_buf *reason = c->reason;
  tta_status status = tta_slots_of(c, "an XLA layout", &s);
  if (status) return status;
  const tta_scalar_type *type = tta_scalar_type_find(c->addresses.element);
  if (!type || !*type->xla)
    return tta_convert_reject(c, "XLA has no element type for '%.*s'",
        TTA_STR_START(c->addresses.element));
  if (!s.exact) return tta_convert_reject(c, "an XLA layout has tiles and padding, but strides of the digits are not "
                                          "multiples of each other, or there is an offset");
  c->reason = NULL;
  status = TTA_INVALID;
  for (uint32_t inner = 0; inner <= s.digits.count && status == TTA_INVALID; inner++)
    status = try_tile(c, &s, type->xla, inner);
  if (status == TTA_INVALID) status = try_tiles(c, &s, type->xla);
  c->reason = reason;
  if (status != TTA_INVALID) return status;
  return tta_convert_reject(c, "no tiles of an XLA layout place every element where it is");
}
