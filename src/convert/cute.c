/* cute.c: layouts of CuTe, `(1000,(64,4)):(64,(1,64000))` (CUTLASS, media/docs/cute/01_layout.md): trees of extents and
 * strides. The index of a mode is split colexicographically, the first extent varies fastest. */
#include "convert/notation.h"
#include "digits/digits.h"

enum { MAX_LEAVES = 256 };

/** The leaves of a tree in order, and in which mode each is. */
typedef struct leaves {
  uint32_t count, modes;
  int64_t number[MAX_LEAVES];
  uint32_t mode[MAX_LEAVES];
  uint64_t shape; /* of the brackets: trees of equal shapes have equal numbers */
} leaves;

bool tta_recognize_cute(tta_str text) {
  int depth = 0;
  if (tta_str_starts_with(text, "Sw<") || tta_str_starts_with(text, "Swizzle<")) return true;
  if (!text.size || !strchr("(_0123456789I", text.data[0]) || tta_str_contains(text, "->")) return false;
  for (size_t i = 0; i < text.size; i++) {
    depth += tta_is_opening(text.data[i]) ? 1 : tta_is_closing(text.data[i]) ? -1 : 0;
    if (text.data[i] == ':' && !depth) return true;
  }
  return false;
}

/* ---- read ---- */

/* `64`, `_64`, `Int<64>{}`, `C<64>{}` */
static bool read_number(tta_cursor *c, int64_t *number) {
  if (tta_cursor_skip(c, "Int<") || tta_cursor_skip(c, "C<")) {
    if (!tta_cursor_int(c, number) || !tta_cursor_expect(c, ">")) return false;
    return !tta_cursor_skip(c, "{") || tta_cursor_expect(c, "}");
  }
  (void)tta_cursor_skip(c, "_");
  return tta_cursor_int(c, number);
}

static void add_bracket(leaves *l, uint64_t what) { l->shape = (l->shape ^ what) * 0x100000001b3u; }

static bool read_leaf(tta_cursor *c, leaves *l) {
  if (l->count == MAX_LEAVES) return tta_cursor_fail(c, "a layout has at most %d numbers", MAX_LEAVES);
  if (!read_number(c, &l->number[l->count])) return false;
  l->mode[l->count++] = l->modes;
  add_bracket(l, 3);
  return true;
}

/* A tree; the modes are the entries of its outer bracket, or the one number that it is. */
static bool read_tree(tta_cursor *c, leaves *l) {
  uint32_t depth = 0;
  *l = (leaves){.count = 0};
  for (;;) {
    while (tta_cursor_skip(c, "(")) {
      if (++depth > 64) return tta_cursor_fail(c, "brackets are nested more than 64 levels deep");
      add_bracket(l, 1);
    }
    if (tta_cursor_peek(c) != ')' && !read_leaf(c, l)) return false;
    while (depth && tta_cursor_skip(c, ")")) {
      if (--depth == 0 && tta_cursor_peek(c) != ',') {
        if (l->count) l->modes++;
        return true;
      }
      add_bracket(l, 2);
    }
    if (!depth) {
      l->modes++;
      return true;
    }
    if (!tta_cursor_expect(c, ",")) return false;
    l->modes += depth == 1;
  }
}

/** `Sw<bits,base,shift>`: `bits` bits of the sum from base + shift on change those from base on by exclusive or; with a
 *  negative shift those from base on change those from base - shift on (CUTLASS, cute/swizzle.hpp). */
typedef struct swizzle {
  int64_t bits, base, shift;
} swizzle;

static bool read_compose(tta_cursor *c) { return tta_cursor_skip(c, "∘") || tta_cursor_expect(c, "o"); }

/* `smem_ptr[16b](unset)`: the swizzle is one of byte addresses. */
static bool read_pointer(tta_cursor *c, swizzle *s) {
  int64_t width;
  if (!tta_cursor_skip(c, "smem_ptr[")) return true;
  if (!tta_cursor_int(c, &width) || !tta_cursor_expect(c, "b](")) return false;
  (void)tta_cursor_word(c);
  if (!tta_cursor_expect(c, ")")) return false;
  for (; width > 8 && width % 2 == 0; width /= 2) s->base--;
  if (width != 8) return tta_cursor_fail(c, "expected elements of 8, 16, 32, 64 or 128 bits");
  if (s->base < 0) return tta_cursor_fail(c, "the swizzle exchanges parts of an element");
  return read_compose(c);
}

static bool read_swizzle(tta_cursor *c, swizzle *s) {
  *s = (swizzle){0, 0, 0};
  (void)tta_cursor_peek(c);
  size_t start = c->at;
  if (!tta_cursor_skip(c, "Sw<") && !tta_cursor_skip(c, "Swizzle<")) return true;
  if (!tta_cursor_int(c, &s->bits) || !tta_cursor_expect(c, ",") || !tta_cursor_int(c, &s->base) ||
      !tta_cursor_expect(c, ",") || !tta_cursor_int(c, &s->shift) || !tta_cursor_expect(c, ">"))
    return false;
  c->mark = (tta_span){(uint32_t)start, (uint32_t)c->at};
  int64_t shift = s->shift < 0 ? -s->shift : s->shift;
  bool good = s->bits >= 0 && s->base >= 0 && s->bits <= TTA_MAX_BITS && s->base <= TTA_MAX_BITS &&
              shift <= TTA_MAX_BITS && s->bits + s->base + shift <= TTA_MAX_BITS;
  if (!good) return tta_cursor_fail(c, "the bits of a swizzle are not those of an address");
  if (shift < s->bits) return tta_cursor_fail(c, "the shift of a swizzle must be at least its %d bits", (int)s->bits);
  if (!read_compose(c) || !read_pointer(c, s)) return false;
  return !tta_cursor_skip(c, "_0") || read_compose(c);
}

/* Sets the swizzle and the allocation of sums up to out->allocated - 1. */
static bool set_swizzle(tta_cursor *c, const swizzle *s, tta_digits *out) {
  int64_t up = s->shift > 0 ? s->shift : 0, down = s->shift < 0 ? -s->shift : 0;
  int64_t from = s->base + up, to = s->base + down, block = (int64_t)1 << (to + s->bits);
  if (!s->bits || out->allocated <= (int64_t)1 << from) { /* the sums do not have these bits */
    c->mark = (tta_span){0, 0};
    return true;
  }
  int64_t *images = tta_arena_array(c->arena, TTA_MAX_BITS, sizeof *images);
  if (!images) return tta_cursor_fail(c, "out of memory");
  for (int64_t i = 0; i < TTA_MAX_BITS; i++) images[i] = (int64_t)1 << i;
  for (int64_t i = 0; i < s->bits; i++) images[from + i] |= (int64_t)1 << (to + i);
  out->bit = images;
  out->num_bits = (uint32_t)(s->base + up + down + s->bits);
  return tta_align_up(out->allocated, block, &out->allocated) ||
         tta_cursor_fail(c, "the size of the layout exceeds 2^63");
}

static bool own_shape(tta_cursor *c, const leaves *extents, tta_shape *shape) {
  int64_t *list;
  *shape = tta_shape_new(c->arena, extents->modes, &list);
  if (!list) return tta_cursor_fail(c, "out of memory");
  for (uint32_t i = 0; i < extents->modes; i++) list[i] = 1;
  for (uint32_t i = 0; i < extents->count; i++)
    if (!tta_mul(list[extents->mode[i]], extents->number[i], &list[extents->mode[i]]))
      return tta_cursor_fail(c, "the size of the layout exceeds 2^63");
  return true;
}

/* Of a tensor with the shape of the context, which padding may exceed; a vector may be several modes. */
static bool set_shape(tta_cursor *c, const tta_layout_ref_context *context, leaves *extents, tta_shape *shape) {
  tta_shape own, given = context->shape;
  if (context->has_shape && given.rank == 1 && extents->modes > 1) {
    extents->modes = 1;
    memset(extents->mode, 0, sizeof extents->mode);
  }
  if (!own_shape(c, extents, &own)) return false;
  *shape = context->has_shape ? tta_shape_copy(c->arena, given) : own;
  if (own.rank != shape->rank)
    return tta_cursor_fail(c, "the layout has %u modes, but the tensor %u dims", own.rank, shape->rank);
  for (uint32_t i = 0; i < own.rank; i++) {
    if (own.extent[i] >= shape->extent[i]) continue;
    return tta_cursor_fail(c, "mode %u has %lld elements, but dim %u of the tensor %lld", i, (long long)own.extent[i],
                           i, (long long)shape->extent[i]);
  }
  return true;
}

static bool set_digits(tta_cursor *c, const leaves *extents, const leaves *strides, tta_digits *out) {
  tta_digit *list = tta_arena_array(c->arena, (size_t)extents->count + 1, sizeof *list);
  int64_t divisor = 1, last, step;
  bool overlap;
  if (!list) return tta_cursor_fail(c, "out of memory");
  last = 0;
  for (uint32_t i = 0; i < extents->count; i++) {
    if (i && extents->mode[i] != extents->mode[i - 1]) divisor = 1;
    if (strides->number[i] < 0) return tta_cursor_fail(c, "negative strides are not supported");
    list[i] = (tta_digit){extents->mode[i], divisor, extents->number[i], strides->number[i]};
    if (!tta_mul(divisor, extents->number[i], &divisor) ||
        !tta_mul(extents->number[i] - 1, strides->number[i], &step) || !tta_add(last, step, &last))
      return tta_cursor_fail(c, "the size of the layout exceeds 2^63");
  }
  *out = (tta_digits){.shape = out->shape, .count = extents->count, .digit = list};
  if (!tta_add(last, 1, &out->allocated)) return tta_cursor_fail(c, "the size of the layout exceeds 2^63");
  tta_status status = tta_digits_overlap(out, c->arena, &overlap);
  if (status || overlap)
    return tta_cursor_fail(c, status ? "the size of the layout exceeds 2^63" : "elements have the same address");
  return true;
}

bool tta_read_cute(tta_cursor *c, const tta_layout_ref_context *context, tta_digits *out,
                   tta_layout_ref_part *missing) {
  leaves *extents = tta_arena_alloc(c->arena, sizeof *extents), *strides = tta_arena_alloc(c->arena, sizeof *strides);
  swizzle s;
  (void)missing;
  if (!extents || !strides) return tta_cursor_fail(c, "out of memory");
  if (!read_swizzle(c, &s) || !read_tree(c, extents)) return false;
  for (uint32_t i = 0; i < extents->count; i++)
    if (extents->number[i] < 1) return tta_cursor_fail(c, "extents must be positive");
  if (!tta_cursor_expect(c, ":") || !read_tree(c, strides)) return false;
  if (extents->count != strides->count || extents->shape != strides->shape)
    return tta_cursor_fail(c, "the strides do not have the brackets of the extents");
  if (!tta_cursor_end(c) || !set_shape(c, context, extents, &out->shape)) return false;
  if (!set_digits(c, extents, strides, out) || !set_swizzle(c, &s, out)) return false;
  out->element = tta_arena_str(c->arena, context->element);
  return true;
}

/* ---- write ---- */

/* The digits of a dim, the finest first; false: they do not start at 1 or do not continue each other. */
static bool digits_of_dim(const tta_digits *d, uint32_t dim, uint32_t *list, uint32_t *count) {
  int64_t next = 1;
  for (*count = 0; next < d->shape.extent[dim];) {
    uint32_t found = d->count;
    for (uint32_t i = 0; i < d->count; i++)
      if (d->digit[i].dim == dim && d->digit[i].divisor == next) found = i;
    if (found == d->count || !tta_mul(next, d->digit[found].extent, &next)) return false;
    list[(*count)++] = found;
  }
  return true;
}

/* The last extent is that of the positions, so that the size is preserved. */
static void put_mode(tta_buf *out, const tta_slots *s, uint32_t count, const uint32_t *list, bool strides) {
  const tta_digits *d = &s->digits;
  if (!count) tta_buf_str(out, strides ? "0" : "1");
  if (count > 1) tta_buf_char(out, '(');
  for (uint32_t i = 0; i < count; i++) {
    if (i) tta_buf_char(out, ',');
    int64_t extent = i + 1 == count && s->slots[list[i]] ? s->slots[list[i]] : d->digit[list[i]].extent;
    tta_buf_int(out, strides ? d->digit[list[i]].stride : extent);
  }
  if (count > 1) tta_buf_char(out, ')');
}

/* The swizzle of CuTe that has these bits; which bits have no element does not matter. tta_confirm compares it. */
static bool find_swizzle(const tta_digits *d, swizzle *s) {
  int64_t first = TTA_MAX_BITS, last = -1;
  *s = (swizzle){0, 0, 0};
  for (uint32_t i = 0; i < d->num_bits; i++) {
    int64_t other = d->bit[i] ^ (int64_t)1 << i, shift = i;
    if (!other) continue;
    if (other & (other - 1)) return false; /* of several bits */
    while (other > 1) other /= 2, shift--;
    if (last >= 0 && shift != s->shift) return false;
    s->shift = shift;
    if (last < 0) first = i;
    last = i;
  }
  if (last < 0) return true;
  s->bits = last - first + 1;
  s->base = s->shift > 0 ? first - s->shift : first;
  return s->bits <= (s->shift < 0 ? -s->shift : s->shift);
}

tta_status tta_write_cute(tta_converter *c) {
  uint32_t list[TTA_MAX_RANK * 2], count;
  tta_slots s;
  swizzle swizzled;
  tta_buf text;
  tta_status status = tta_slots_of(c, "a CuTe layout", &s);
  if (status) return status;
  const tta_digits *d = &s.digits;
  if (d->offset) return tta_convert_reject(c, "a CuTe layout has no offset, and element 0 is at %lld",
                                           (long long)d->offset);
  if (!find_swizzle(d, &swizzled))
    return tta_convert_reject(c, "no swizzle Sw<bits,base,shift> is this exclusive or of address bits");
  tta_buf_init(&text, c->arena->allocator);
  if (swizzled.bits)
    tta_buf_printf(&text, "Sw<%lld,%lld,%lld> o ", (long long)swizzled.bits, (long long)swizzled.base,
                   (long long)swizzled.shift);
  for (int strides = 0; strides < 2 && !status; strides++) {
    tta_buf_str(&text, strides ? ":(" : "(");
    for (uint32_t h = 0; h < d->shape.rank && !status; h++) {
      if (h) tta_buf_char(&text, ',');
      if (d->count <= TTA_MAX_RANK * 2 && digits_of_dim(d, h, list, &count)) put_mode(&text, &s, count, list, strides);
      else status = tta_convert_reject(c, "the digits of dim %u are not factors of its extent", h);
    }
    tta_buf_char(&text, ')');
  }
  return tta_confirm_and_free(c, status, &text);
}
