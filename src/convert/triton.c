/* triton.c: linear layouts, `#ttg.shared_linear<{offset = [[0, 1], ..]}, alignment = 128>`: basis i is the index
 * at address 2^i; a basis of zeros is padding. Without exclusive or each basis is one bit of one dim. */
#include "convert/notation.h"

enum { MAX_BITS = 62 };

static const char prefix[] = "#ttg.shared_linear";

bool tta_recognize_triton(tta_str text) { return tta_str_starts_with(text, prefix); }

static bool is_power(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

/* ---- read ---- */

/** A basis: one bit of one dim, or nothing. */
typedef struct basis {
  bool zero;
  uint32_t dim;
  int64_t bit;
} basis;

static bool read_basis(tta_cursor *c, uint32_t rank, basis *b) {
  int64_t index[TTA_MAX_RANK];
  uint32_t count, bits = 0;
  if (!tta_cursor_expect(c, "[") || !tta_cursor_list(c, "]", index, TTA_MAX_RANK, &count)) return false;
  if (count != rank) return tta_cursor_fail(c, "the basis has %u numbers, but the tensor %u dims", count, rank);
  *b = (basis){.zero = true};
  for (uint32_t d = 0; d < rank; d++) {
    if (!index[d]) continue;
    if (index[d] < 0) return tta_cursor_fail(c, "a basis has no negative numbers");
    *b = (basis){false, d, index[d]};
    bits += is_power(index[d]) ? 1 : 2;
  }
  return bits < 2 || tta_cursor_fail(c, "a basis of several bits is an exclusive or, not a sum of digits");
}

static bool read_bases(tta_cursor *c, uint32_t rank, basis *list, uint32_t *count) {
  *count = 0;
  while (!tta_cursor_skip(c, "]")) {
    if (*count == MAX_BITS) return tta_cursor_fail(c, "a layout has at most %d bases", MAX_BITS);
    basis *b = &list[*count];
    if (!read_basis(c, rank, b)) return false;
    for (uint32_t i = 0; i < *count && !b->zero; i++)
      if (!list[i].zero && list[i].dim == b->dim && list[i].bit == b->bit)
        return tta_cursor_fail(c, "two bases are equal: elements have several addresses");
    (*count)++;
    if (tta_cursor_peek(c) != ']' && !tta_cursor_expect(c, ",")) return false;
  }
  return true;
}

/* `block = []`: one block. */
static bool read_block(tta_cursor *c) {
  if (!tta_cursor_skip(c, ",")) return true;
  if (!tta_cursor_expect(c, "block") || !tta_cursor_expect(c, "=") || !tta_cursor_expect(c, "[")) return false;
  return tta_cursor_skip(c, "]") || tta_cursor_fail(c, "layouts of several blocks are not supported");
}

static bool covers(tta_cursor *c, tta_shape shape, const basis *list, uint32_t count) {
  for (uint32_t d = 0; d < shape.rank; d++) {
    for (int64_t bit = 1; bit < shape.extent[d]; bit *= 2) {
      bool found = false;
      for (uint32_t i = 0; i < count; i++) found |= !list[i].zero && list[i].dim == d && list[i].bit == bit;
      if (!found) return tta_cursor_fail(c, "no basis has %lld in dim %u", (long long)bit, d);
      if (bit > INT64_MAX / 2) break;
    }
  }
  return true;
}

static bool own_shape(tta_cursor *c, uint32_t rank, const basis *list, uint32_t count, tta_shape *shape) {
  int64_t *extents;
  *shape = tta_shape_new(c->arena, rank, &extents);
  if (!extents) return tta_cursor_fail(c, "out of memory");
  for (uint32_t d = 0; d < rank; d++) extents[d] = 1;
  for (uint32_t i = 0; i < count; i++)
    if (!list[i].zero && list[i].bit <= INT64_MAX / 4 && extents[list[i].dim] < 2 * list[i].bit)
      extents[list[i].dim] = 2 * list[i].bit;
  return true;
}

/* The rank of the first basis. */
static uint32_t rank_of(const tta_cursor *c) {
  uint32_t rank = 1;
  for (size_t i = c->at; i < c->text.size && c->text.data[i] != ']'; i++) rank += c->text.data[i] == ',';
  return rank;
}

bool tta_read_triton(tta_cursor *c, const tta_layout_ref_context *context, tta_digits *out,
                     tta_layout_ref_part *missing) {
  basis list[MAX_BITS];
  uint32_t count, rank;
  int64_t alignment;
  (void)missing;
  if (!tta_cursor_expect(c, prefix) || !tta_cursor_expect(c, "<") || !tta_cursor_expect(c, "{") ||
      !tta_cursor_expect(c, "offset") || !tta_cursor_expect(c, "=") || !tta_cursor_expect(c, "["))
    return false;
  rank = context->has_shape ? context->shape.rank : tta_cursor_peek(c) == ']' ? 0 : rank_of(c);
  if (!read_bases(c, rank, list, &count) || !read_block(c) || !tta_cursor_expect(c, "}")) return false;
  if (tta_cursor_skip(c, ",") && (!tta_cursor_expect(c, "alignment") || !tta_cursor_expect(c, "=") ||
                                  !tta_cursor_int(c, &alignment)))
    return false;
  if (!tta_cursor_expect(c, ">") || !tta_cursor_end(c)) return false;
  if (context->has_shape) out->shape = tta_shape_copy(c->arena, context->shape);
  else if (!own_shape(c, rank, list, count, &out->shape)) return false;
  if (!covers(c, out->shape, list, count)) return false;
  tta_digit *digits = tta_arena_array(c->arena, (size_t)count + 1, sizeof *digits);
  if (!digits) return tta_cursor_fail(c, "out of memory");
  *out = (tta_digits){.shape = out->shape, .allocated = (int64_t)1 << count, .digit = digits,
                      .element = tta_arena_str(c->arena, context->element)};
  for (uint32_t i = 0; i < count; i++)
    if (!list[i].zero) digits[out->count++] = (tta_digit){list[i].dim, list[i].bit, 2, (int64_t)1 << i};
  return true;
}

/* ---- write ---- */

static void put_basis(tta_buf *out, uint32_t rank, uint32_t dim, int64_t bit) {
  tta_buf_char(out, '[');
  for (uint32_t d = 0; d < rank; d++) tta_buf_printf(out, "%s%lld", d ? ", " : "", d == dim ? (long long)bit : 0ll);
  tta_buf_char(out, ']');
}

/* The digit whose values vary at this address bit, and the bit of the index. */
static const tta_digit *digit_at(const tta_digits *d, int64_t address, int64_t *bit) {
  for (uint32_t i = 0; i < d->count; i++) {
    const tta_digit *g = &d->digit[i];
    int64_t step = address / g->stride;
    if (step < 1 || step >= g->extent) continue;
    *bit = g->divisor * step;
    return g;
  }
  return NULL;
}

static tta_status check_powers(tta_converter *c, const tta_digits *d) {
  for (uint32_t h = 0; h < d->shape.rank; h++)
    if (!is_power(d->shape.extent[h]))
      return tta_reject_digits(c, "a linear layout requires extents that are powers of two, and dim %u has %lld", h,
                               (long long)d->shape.extent[h]);
  for (uint32_t i = 0; i < d->count; i++)
    if (!is_power(d->digit[i].extent) || !is_power(d->digit[i].stride) || !is_power(d->digit[i].divisor))
      return tta_reject_digits(c, "a linear layout requires powers of two, and a digit of dim %u has extent %lld and "
                                  "stride %lld", d->digit[i].dim, (long long)d->digit[i].extent,
                               (long long)d->digit[i].stride);
  return d->offset ? tta_reject_digits(c, "a linear layout has no offset") : TTA_OK;
}

tta_status tta_write_triton(tta_converter *c) {
  tta_slots s;
  tta_buf text;
  tta_status status = tta_slots_of(c, "a linear layout", &s);
  if (!status) status = check_powers(c, &s.digits);
  if (status) return status;
  const tta_digits *d = &s.digits;
  int64_t end = d->count ? d->digit[0].stride * d->digit[0].extent : 1, bit;
  if (is_power(d->allocated) && d->allocated > end) end = d->allocated;
  tta_buf_init(&text, c->arena->allocator);
  tta_buf_printf(&text, "%s<{offset = [", prefix);
  for (int64_t address = 1; address < end; address *= 2) {
    const tta_digit *g = digit_at(d, address, &bit);
    if (address > 1) tta_buf_str(&text, ", ");
    put_basis(&text, d->shape.rank, g ? g->dim : d->shape.rank, g ? bit : 0);
  }
  tta_buf_str(&text, "]}, alignment = 128>");
  status = tta_confirm(c, &text, (tta_shape){0, NULL}, NULL);
  tta_buf_free(&text);
  return status;
}
