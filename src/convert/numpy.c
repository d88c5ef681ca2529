/* numpy.c: recipes of numpy and torch, `np.pad(x, ((0, 0), (0, 56))).reshape(1000, 4, 64).transpose(1, 0, 2)`: the
 * address of an element is its position in the resulting array, row by row. */
#include "base/index.h"
#include "convert/notation.h"

typedef struct recipe {
  tta_cursor *c;
  tta_axes *axes;
  const tta_layout_ref_context *context;
  uint32_t depth;
} recipe;

bool tta_recognize_numpy(tta_str text) {
  static const char *const words[] = {".reshape(", ".transpose(", ".permute(", ".view(", "pad(", ".contiguous(",
                                      "transpose(", "[..., None]", ".T", ".unsqueeze("};
  size_t name = 0;
  while (name < text.size && (tta_is_bare_byte(text.data[name]) || strchr(" =", text.data[name]))) name++;
  if (!name || tta_is_digit(text.data[0]) || (name < text.size && !strchr("([", text.data[name]))) return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (tta_str_contains(text, words[i])) return true;
  return false;
}

/* ---- steps ---- */

static bool reshape(recipe *r, const int64_t *given, uint32_t count) {
  int64_t total = 1, asked = 1, extent, extents[TTA_MAX_RANK];
  uint32_t unknown = count;
  tta_axis whole = {.count = 0}, rest, part;
  for (uint32_t i = 0; i < r->axes->count; i++) {
    if (!tta_axis_extent(&r->axes->axis[i], &extent) || !tta_mul(total, extent, &total))
      return tta_cursor_fail(r->c, "the size of the array exceeds 2^63");
    if (!tta_axis_join(&whole, &r->axes->axis[i])) return tta_cursor_fail(r->c, "the array has too many digits");
  }
  for (uint32_t i = 0; i < count; i++) {
    extents[i] = given[i];
    if (given[i] == -1 && unknown == count) unknown = i;
    else if (given[i] < 1 || !tta_mul(asked, given[i], &asked))
      return tta_cursor_fail(r->c, "extent %lld is not valid", (long long)given[i]);
  }
  if (unknown < count) extents[unknown] = total / asked;
  if (unknown < count ? total % asked != 0 : total != asked)
    return tta_cursor_fail(r->c, "an array of %lld elements is not reshaped to %lld", (long long)total,
                           (long long)asked);
  for (uint32_t i = count; i-- > 0;) {
    if (!tta_axis_split(&whole, extents[i], &rest, &part))
      return tta_cursor_fail(r->c, "axis %u of the reshape is not a digit of one index", i);
    r->axes->axis[i] = part;
    whole = rest;
  }
  r->axes->count = count;
  return true;
}

static bool permute(recipe *r, const int64_t *order, uint32_t count) {
  bool seen[TTA_MAX_RANK] = {false};
  if (count != r->axes->count) return tta_cursor_fail(r->c, "expected %u axes, found %u", r->axes->count, count);
  tta_axis *old = tta_arena_array(r->c->arena, (size_t)count + 1, sizeof *old);
  if (!old) return tta_cursor_fail(r->c, "out of memory");
  memcpy(old, r->axes->axis, count * sizeof *old);
  for (uint32_t i = 0; i < count; i++) {
    int64_t from = order[i] < 0 ? order[i] + count : order[i];
    if (!tta_mark_once(seen, from, count)) return tta_cursor_fail(r->c, "the axes are not a permutation");
    r->axes->axis[i] = old[from];
  }
  return true;
}

/* numpy: an order of all axes; torch: two of them, which are exchanged. */
static bool transpose(recipe *r, const int64_t *order, uint32_t count) {
  int64_t all[TTA_MAX_RANK];
  uint32_t rank = r->axes->count;
  for (uint32_t i = 0; i < rank; i++) all[i] = count ? i : rank - 1 - i;
  if (count != 2 || rank == 2) return permute(r, count ? order : all, count ? count : rank);
  for (int i = 0; i < 2; i++) {
    int64_t other = order[1 - i] < 0 ? order[1 - i] + rank : order[1 - i];
    int64_t here = order[i] < 0 ? order[i] + rank : order[i];
    if (here < 0 || here >= rank) return tta_cursor_fail(r->c, "axis %lld is out of range", (long long)order[i]);
    all[here] = other;
  }
  return permute(r, all, rank);
}

static bool pad_axis(recipe *r, uint32_t axis, int64_t before, int64_t after) {
  if (before) return tta_cursor_fail(r->c, "padding before the elements is not supported");
  if (after < 0) return tta_cursor_fail(r->c, "padding must not be negative");
  if (!after) return true;
  return tta_axis_pad(&r->axes->axis[axis], after) ||
         tta_cursor_fail(r->c, "the padding of axis %u is not a multiple of its lower digits", axis);
}

static bool add_axis(recipe *r, uint32_t at) {
  if (r->axes->count == TTA_MAX_RANK) return tta_cursor_fail(r->c, "an array has at most %d axes", TTA_MAX_RANK);
  memmove(&r->axes->axis[at + 1], &r->axes->axis[at], (r->axes->count - at) * sizeof r->axes->axis[0]);
  r->axes->axis[at].count = 0;
  r->axes->count++;
  return true;
}

/* ---- syntax ---- */

static bool read_expression(recipe *r);

/* `(2, 3)`, `2, 3` up to the bracket of the call, which is read. */
static bool read_arguments(recipe *r, int64_t *numbers, uint32_t *count) {
  const char *inner = tta_cursor_skip(r->c, "(") ? ")" : tta_cursor_skip(r->c, "[") ? "]" : NULL;
  if (!tta_cursor_list(r->c, inner ? inner : ")", numbers, TTA_MAX_RANK, count)) return false;
  if (!inner) return true;
  (void)tta_cursor_skip(r->c, ",");
  return tta_cursor_expect(r->c, ")");
}

/* The rest of the arguments of pad: what padding holds. */
static bool skip_arguments(recipe *r) {
  for (uint32_t depth = 1; tta_cursor_peek(r->c); r->c->at++) {
    char b = tta_cursor_peek(r->c);
    if (b == '(') depth++;
    if (b == ')' && --depth == 0) {
      r->c->at++;
      return true;
    }
  }
  return tta_cursor_expect(r->c, ")");
}

/* numpy: `((0, 0), (0, 56))`, `(0, 56)` for every axis. */
static bool read_numpy_pad(recipe *r) {
  int64_t pair[2];
  uint32_t axis = 0, count;
  if (!tta_cursor_expect(r->c, "(")) return false;
  if (tta_is_digit(tta_cursor_peek(r->c))) {
    if (!tta_cursor_list(r->c, ")", pair, 2, &count)) return false;
    if (count != 2) return tta_cursor_fail(r->c, "expected the padding before and after an axis");
    for (; axis < r->axes->count; axis++)
      if (!pad_axis(r, axis, pair[0], pair[1])) return false;
    return skip_arguments(r);
  }
  for (; !tta_cursor_skip(r->c, ")"); axis++) {
    if (axis == r->axes->count) return tta_cursor_fail(r->c, "the array has only %u axes", r->axes->count);
    if (!tta_cursor_expect(r->c, "(") || !tta_cursor_list(r->c, ")", pair, 2, &count)) return false;
    if (count != 2) return tta_cursor_fail(r->c, "expected the padding before and after an axis");
    if (!pad_axis(r, axis, pair[0], pair[1])) return false;
    if (tta_cursor_peek(r->c) != ')' && !tta_cursor_expect(r->c, ",")) return false;
  }
  if (axis != r->axes->count)
    return tta_cursor_fail(r->c, "expected the padding of %u axes, found %u", r->axes->count, axis);
  return skip_arguments(r);
}

/* torch: `(0, 56, 0, 0)`, the last axis first. */
static bool read_torch_pad(recipe *r) {
  int64_t numbers[TTA_MAX_RANK];
  uint32_t count;
  const char *close = tta_cursor_skip(r->c, "[") ? "]" : ")";
  if (*close == ')' && !tta_cursor_expect(r->c, "(")) return false;
  if (!tta_cursor_list(r->c, close, numbers, TTA_MAX_RANK, &count)) return false;
  if (count % 2 || count / 2 > r->axes->count) return tta_cursor_fail(r->c, "expected two numbers for each axis");
  for (uint32_t i = 0; i < count / 2; i++)
    if (!pad_axis(r, r->axes->count - 1 - i, numbers[2 * i], numbers[2 * i + 1])) return false;
  return skip_arguments(r);
}

static bool read_call(recipe *r, tta_str name) {
  int64_t numbers[TTA_MAX_RANK];
  uint32_t count;
  bool torch = tta_str_starts_with(name, "F.") || tta_str_starts_with(name, "torch.");
  tta_str last = name;
  for (size_t i = 0; i < name.size; i++)
    if (name.data[i] == '.') last = tta_str_rest(name, i + 1);
  if (!read_expression(r)) return false;
  if (tta_str_is(last, "ascontiguousarray") || tta_str_is(last, "array") || tta_str_is(last, "asarray"))
    return tta_cursor_expect(r->c, ")");
  if (tta_str_is(last, "transpose") && tta_cursor_skip(r->c, ")")) return transpose(r, NULL, 0);
  if (!tta_cursor_expect(r->c, ",")) return false;
  if (tta_str_is(last, "pad")) return torch ? read_torch_pad(r) : read_numpy_pad(r);
  if (!read_arguments(r, numbers, &count)) return false;
  if (tta_str_is(last, "reshape")) return reshape(r, numbers, count);
  if (tta_str_is(last, "transpose") || tta_str_is(last, "permute")) return transpose(r, numbers, count);
  return tta_cursor_fail(r->c, "function '%.*s' is not supported", TTA_STR_START(name));
}

/* `[..., None]`, `[:, None]` */
static bool read_subscript(recipe *r) {
  uint32_t at = 0;
  while (!tta_cursor_skip(r->c, "]")) {
    if (tta_cursor_skip(r->c, "...")) at = r->axes->count;
    else if (tta_cursor_skip(r->c, ":")) at++;
    else if (tta_cursor_skip(r->c, "None") || tta_cursor_skip(r->c, "np.newaxis")) {
      if (at > r->axes->count || !add_axis(r, at++)) return tta_cursor_fail(r->c, "the array has fewer axes");
    } else return tta_cursor_fail(r->c, "expected '...', ':' or None");
    if (tta_cursor_peek(r->c) != ']' && !tta_cursor_expect(r->c, ",")) return false;
  }
  return at <= r->axes->count || tta_cursor_fail(r->c, "the array has only %u axes", r->axes->count);
}

static bool read_method(recipe *r) {
  int64_t numbers[TTA_MAX_RANK];
  uint32_t count;
  tta_str name = tta_cursor_word(r->c);
  size_t dot = tta_str_find(name, ".");
  if (dot != SIZE_MAX) { /* `T.reshape` */
    r->c->at -= name.size - dot;
    name.size = dot;
  }
  if (tta_str_is(name, "T")) return transpose(r, NULL, 0);
  if (!tta_cursor_expect(r->c, "(") || !read_arguments(r, numbers, &count)) return false;
  if (tta_str_is(name, "reshape") || tta_str_is(name, "view")) return reshape(r, numbers, count);
  if (tta_str_is(name, "transpose")) return transpose(r, numbers, count);
  if (tta_str_is(name, "permute")) return permute(r, numbers, count);
  if (tta_str_is(name, "contiguous") || tta_str_is(name, "copy")) return true;
  if (tta_str_is(name, "ravel") || tta_str_is(name, "flatten")) return reshape(r, (const int64_t[]){-1}, 1);
  if (tta_str_is(name, "unsqueeze") && count == 1) {
    int64_t at = numbers[0] < 0 ? numbers[0] + r->axes->count + 1 : numbers[0];
    if (at >= 0 && at <= r->axes->count) return add_axis(r, (uint32_t)at);
  }
  return tta_cursor_fail(r->c, "method '%.*s' is not supported", TTA_STR_START(name));
}

/* A name up to a '.' that starts a method: `x`, but `np.pad`. */
static bool read_expression(recipe *r) {
  tta_str rest = tta_cursor_rest(r->c), name;
  if (++r->depth > 64) return tta_cursor_fail(r->c, "calls are nested more than 64 levels deep");
  bool module = tta_str_starts_with(rest, "np.") || tta_str_starts_with(rest, "numpy.") ||
                tta_str_starts_with(rest, "F.") || tta_str_starts_with(rest, "torch.");
  if (module) {
    name = tta_cursor_word(r->c);
    if (!tta_cursor_expect(r->c, "(") || !read_call(r, name)) return false;
  } else {
    name = tta_cursor_word(r->c);
    size_t dot = tta_str_find(name, ".");
    if (!name.size) return tta_cursor_fail(r->c, "expected an array");
    if (dot != SIZE_MAX) r->c->at -= name.size - dot;
  }
  for (;;) {
    if (tta_cursor_skip(r->c, "[")) {
      if (!read_subscript(r)) return false;
    } else if (tta_cursor_skip(r->c, ".")) {
      if (!read_method(r)) return false;
    } else {
      return true;
    }
  }
}

bool tta_read_numpy(tta_cursor *c, const tta_layout_ref_context *context, tta_digits *out,
                    tta_layout_ref_part *missing) {
  if (!context->has_shape) {
    *missing = TTA_LAYOUT_REF_SHAPE;
    return false;
  }
  tta_shape shape = tta_shape_copy(c->arena, context->shape);
  recipe r = {c, tta_axes_new(c->arena, shape), context, 0};
  if (!r.axes) return tta_cursor_fail(c, "out of memory");
  size_t assigned = tta_str_find(c->text, "=");
  bool has_target = assigned != SIZE_MAX && assigned > 0;
  for (size_t i = 0; has_target && i < assigned; i++)
    has_target = tta_is_word_byte(c->text.data[i]) || tta_is_blank(c->text.data[i]);
  if (has_target) c->at = assigned + 1; /* `y = ..` */
  if (!read_expression(&r) || !tta_cursor_end(c) || !tta_axes_digits(c, r.axes, shape, out)) return false;
  out->element = tta_arena_str(c->arena, context->element);
  return true;
}

/* ---- write ---- */

/** The digits of all dims, dim by dim and coarse to fine, and the place of each in memory. */
typedef struct order {
  uint32_t count, list[2 * TTA_MAX_RANK + 1]; /* indices of digits */
  int64_t extent[2 * TTA_MAX_RANK + 1];
  int64_t padded[TTA_MAX_RANK];
} order;

static bool order_dim(const tta_slots *s, uint32_t dim, order *o) {
  const tta_digits *d = &s->digits;
  int64_t next = 1, extent = d->shape.extent[dim];
  uint32_t first = o->count;
  while (next < extent) {
    uint32_t found = d->count;
    for (uint32_t i = 0; i < d->count; i++)
      if (d->digit[i].dim == dim && d->digit[i].divisor == next) found = i;
    if (found == d->count || o->count == 2 * TTA_MAX_RANK) return false;
    o->list[o->count] = found;
    o->extent[o->count] = d->digit[found].extent;
    if (!tta_mul(next, o->extent[o->count++], &next)) return false;
  }
  if (o->count > first) { /* the greatest digit takes the padding of its axis */
    uint32_t last = o->count - 1;
    int64_t finer = next / o->extent[last];
    o->extent[last] = s->slots[o->list[last]];
    if (!tta_mul(finer, o->extent[last], &next)) return false;
  }
  o->padded[dim] = next;
  for (uint32_t i = first, j = o->count; i + 1 < j; i++) { /* coarse to fine */
    uint32_t other = o->list[--j];
    int64_t size = o->extent[j];
    o->list[j] = o->list[i], o->extent[j] = o->extent[i];
    o->list[i] = other, o->extent[i] = size;
  }
  return true;
}

static void put_padding(tta_buf *out, const tta_addresses *a, uint32_t count, const int64_t *padding) {
  tta_buf_str(out, ", (");
  for (uint32_t i = 0; i < count; i++) tta_buf_printf(out, "%s(0, %lld)", i ? ", " : "", (long long)padding[i]);
  tta_buf_str(out, count == 1 ? ",)" : ")");
  if (tta_addresses_oob(a) > TTA_OOB_ZERO) {
    tta_buf_str(out, ", constant_values=");
    tta_put_padding_value(out, a, true);
  }
  tta_buf_char(out, ')');
}

static bool any(uint32_t count, const int64_t *numbers) {
  for (uint32_t i = 0; i < count; i++)
    if (numbers[i]) return true;
  return false;
}

/* `np.pad(x, ..).reshape(..).transpose(..)`, padded once more where a digit within a dim has a gap. */
static void put_recipe(tta_buf *out, const tta_addresses *a, const tta_slots *s, const order *o) {
  const tta_digits *d = &s->digits;
  int64_t padding[2 * TTA_MAX_RANK + 1] = {0}, gaps[2 * TTA_MAX_RANK + 1] = {0};
  uint32_t axis[2 * TTA_MAX_RANK + 1], axes = o->count + (s->inner > 1);
  bool moved = false, shaped = axes != d->shape.rank;
  for (uint32_t h = 0; h < d->shape.rank; h++) padding[h] = o->padded[h] - d->shape.extent[h];
  for (uint32_t i = 0; i < o->count; i++) {
    axis[o->list[i]] = i;
    gaps[o->list[i]] = s->slots[o->list[i]] - o->extent[i];
    moved |= o->list[i] != i;
    shaped |= axes == d->shape.rank && o->padded[i] != o->extent[i];
  }
  if (s->inner > 1) gaps[o->count] = s->inner - 1, axis[o->count] = o->count;
  bool padded = any(d->shape.rank, padding), gap = any(axes, gaps);
  if (gap) tta_buf_str(out, "np.pad(");
  tta_buf_str(out, padded ? "np.pad(x" : "x");
  if (padded) put_padding(out, a, d->shape.rank, padding);
  if (shaped || !(moved || padded || gap)) {
    tta_buf_str(out, ".reshape(");
    for (uint32_t i = 0; i < axes; i++)
      tta_buf_printf(out, "%s%lld", i ? ", " : "", i < o->count ? (long long)o->extent[i] : 1ll);
    tta_buf_str(out, axes ? ")" : "1)");
  }
  if (moved) {
    tta_buf_str(out, ".transpose(");
    for (uint32_t i = 0; i < axes; i++) tta_buf_printf(out, "%s%u", i ? ", " : "", axis[i]);
    tta_buf_char(out, ')');
  }
  if (gap) put_padding(out, a, axes, gaps);
}

static void put_numbers(tta_buf *out, const char *before, uint32_t count, const int64_t *numbers, const char *after) {
  tta_buf_str(out, before);
  tta_buf_numbers(out, count, numbers, ", ");
  tta_buf_str(out, after);
}

/* `y[:4, :8]`; nothing for arrays without axes. */
static void put_slice(tta_buf *out, uint32_t count, const int64_t *extents) {
  for (uint32_t i = 0; i < count; i++) tta_buf_printf(out, "%s:%lld", i ? ", " : "[", (long long)extents[i]);
  if (count) tta_buf_char(out, ']');
}

/* The inverse of a recipe: the values without padding, the axes of each dim next to each other, the dims. */
static void put_inverse(tta_buf *out, const tta_slots *s, const order *o) {
  const tta_digits *d = &s->digits;
  int64_t values[2 * TTA_MAX_RANK + 1], positions[2 * TTA_MAX_RANK + 1], back[2 * TTA_MAX_RANK + 1];
  uint32_t axes = o->count + (s->inner > 1);
  if (s->inner > 1) values[o->count] = 1, positions[o->count] = s->inner, back[o->count] = o->count;
  for (uint32_t i = 0; i < o->count; i++) {
    back[i] = o->list[i];
    values[o->list[i]] = o->extent[i];
    positions[o->list[i]] = s->slots[o->list[i]];
  }
  put_numbers(out, "y.reshape(", axes, positions, axes ? ")" : "1)");
  put_slice(out, axes, values);
  if (axes > 1) put_numbers(out, ".transpose(", axes, back, ")");
  put_numbers(out, ".reshape((", d->shape.rank, o->padded, d->shape.rank == 1 ? ",))" : "))");
  put_slice(out, d->shape.rank, d->shape.extent);
}

static tta_status set_function(tta_converter *c, const tta_slots *s, const order *o) {
  tta_buf text = tta_buf_new(c->arena->allocator);
  tta_buf_str(&text, "import numpy as np\n\n\ndef pack(x):\n    return ");
  put_recipe(&text, &c->addresses, s, o);
  tta_buf_str(&text, "\n\n\ndef unpack(y):\n    return ");
  put_inverse(&text, s, o);
  tta_buf_char(&text, '\n');
  return tta_take_function(c, &text);
}

tta_status tta_write_numpy(tta_converter *c) {
  tta_slots s;
  tta_buf text;
  order o = {.count = 0};
  tta_status status = tta_slots_of(c, "a numpy expression", &s);
  if (status) return status;
  if (!s.exact) return tta_convert_reject(c, "strides of the digits are not multiples of each other, or there is an "
                                          "offset, which an array has not");
  for (uint32_t h = 0; h < s.digits.shape.rank; h++)
    if (!order_dim(&s, h, &o)) return tta_convert_reject(c, "the digits of dim %u are not factors of its extent", h);
  tta_buf_init(&text, c->arena->allocator);
  put_recipe(&text, &c->addresses, &s, &o);
  c->pad_name = "";
  status = tta_confirm_and_free(c, TTA_OK, &text);
  return status ? status : set_function(c, &s, &o);
}
