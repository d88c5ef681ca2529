/* triton.c: linear layouts of shared memory, `#ttg.shared_linear<{offset = [[0, 1], ..]}, alignment = 128>`: basis i is
 * the index at address 2^i, and the index at an address the exclusive or of the bases of its bits; a basis of zeros is
 * padding. `#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>` is one of them.
 * Source: triton, include/triton/Dialect/TritonGPU/IR/TritonGPUAttrDefs.td, LinearLayoutConversions.cpp. */
#include "base/index.h"
#include "convert/notation.h"
#include "digits/digits.h"

static const char linear[] = "#ttg.shared_linear", swizzled[] = "#ttg.swizzled_shared",
                  older[] = "#triton_gpu.shared", nvmma[] = "#ttg.nvmma_shared";

bool tta_recognize_triton(tta_str text) {
  return tta_str_starts_with(text, linear) || tta_str_starts_with(text, swizzled) ||
         tta_str_starts_with(text, older) || tta_str_starts_with(text, nvmma);
}

/* ---- bases ---- */

/** The index at each power of two of the address: a number for each dim. */
typedef struct bases {
  uint32_t rank, count;
  int64_t index[TTA_MAX_BITS][TTA_MAX_RANK];
  uint32_t bits[TTA_MAX_RANK], first[TTA_MAX_RANK], total; /* of the index: the bits of each dim, and its first one */
} bases;

static uint32_t bits_of(int64_t n) {
  uint32_t count = 0;
  for (; n > 0; n /= 2) count++;
  return count;
}

/* The bits of an index as one vector. */
static bool count_bits(tta_cursor *c, bases *b) {
  b->total = 0;
  for (uint32_t d = 0; d < b->rank; d++) {
    b->bits[d] = 0;
    for (uint32_t i = 0; i < b->count; i++)
      if (bits_of(b->index[i][d]) > b->bits[d]) b->bits[d] = bits_of(b->index[i][d]);
    b->first[d] = b->total;
    b->total += b->bits[d];
    if (b->total > TTA_MAX_BITS) return tta_cursor_fail(c, "an index has at most %d bits", TTA_MAX_BITS);
  }
  return true;
}

static uint64_t vector_of(const bases *b, uint32_t i) {
  uint64_t vector = 0;
  for (uint32_t d = 0; d < b->rank; d++)
    if (b->bits[d]) vector |= (uint64_t)b->index[i][d] << b->first[d];
  return vector;
}

static bool covers(tta_cursor *c, const bases *b, tta_shape shape) {
  for (uint32_t d = 0; d < shape.rank; d++)
    if (bits_of(shape.extent[d] - 1) > b->bits[d])
      return tta_cursor_fail(c, "no basis has %lld in dim %u", 1ll << b->bits[d], d);
  return true;
}

/* The address of every bit of the index: the inverse of the bases. */
static bool set_digits(tta_cursor *c, const bases *b, tta_shape shape, tta_digits *out) {
  uint64_t vectors[TTA_MAX_BITS] = {0}, parts[64], space = b->total ? UINT64_MAX >> (64 - b->total) : 0, found = 0;
  uint32_t position[TTA_MAX_BITS], count = 0;
  tta_index_bit *bits = tta_arena_array(c->arena, (size_t)b->total + 1, sizeof *bits);
  if (!bits) return tta_cursor_fail(c, "out of memory");
  for (uint32_t i = 0; i < b->count; i++) {
    uint64_t vector = vector_of(b, i);
    if (!vector) continue;
    found |= vector;
    if (count == TTA_MAX_BITS) return tta_cursor_fail(c, "a layout has at most %d bases", TTA_MAX_BITS);
    position[count] = i;
    vectors[count++] = vector;
  }
  for (uint32_t d = 0; d < b->rank; d++)
    for (uint32_t i = 0; i < b->bits[d]; i++)
      if (!(found >> (b->first[d] + i) & 1)) return tta_cursor_fail(c, "no basis has %lld in dim %u", 1ll << i, d);
  if (!tta_bits_invert(count, vectors, space, parts))
    return tta_cursor_fail(c, count < b->total ? "the bases do not reach all elements"
                                               : "two bases are equal, or one is the exclusive or of others: elements "
                                                 "have several addresses");
  for (uint32_t d = 0, i = 0; d < b->rank; d++) {
    for (uint32_t k = 0; k < b->bits[d]; k++, i++) {
      bits[i] = (tta_index_bit){d, (int64_t)1 << k, 0};
      for (uint32_t v = 0; v < count; v++)
        if (parts[i] >> v & 1) bits[i].address |= (int64_t)1 << position[v];
    }
  }
  tta_status status = tta_digits_of_bits(shape, b->total, bits, c->arena, out);
  return !status || tta_cursor_fail(c, "out of memory");
}

/* ---- shared_linear ---- */

static bool read_basis(tta_cursor *c, bases *b) {
  int64_t *index = b->index[b->count];
  uint32_t count, dims = 0;
  size_t start = (tta_cursor_peek(c), c->at);
  if (!tta_cursor_expect(c, "[") || !tta_cursor_list(c, "]", index, TTA_MAX_RANK, &count)) return false;
  if (count != b->rank) return tta_cursor_fail(c, "the basis has %u numbers, but the tensor %u dims", count, b->rank);
  bool several = false;
  for (uint32_t d = 0; d < b->rank; d++) {
    if (index[d] < 0) return tta_cursor_fail(c, "a basis has no negative numbers");
    dims += index[d] > 0;
    several |= index[d] > 0 && !tta_is_power_of_two(index[d]);
  }
  if ((several || dims > 1) && !c->mark.end) c->mark = (tta_span){(uint32_t)start, (uint32_t)c->at};
  b->count++;
  return true;
}

static bool read_bases(tta_cursor *c, bases *b) {
  while (!tta_cursor_skip(c, "]")) {
    if (b->count == TTA_MAX_BITS) return tta_cursor_fail(c, "a layout has at most %d bases", TTA_MAX_BITS);
    if (!read_basis(c, b)) return false;
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

/* The rank of the first basis. */
static uint32_t rank_of(const tta_cursor *c) {
  uint32_t rank = 1;
  for (size_t i = c->at; i < c->text.size && c->text.data[i] != ']'; i++) rank += c->text.data[i] == ',';
  return rank;
}

static bool own_shape(tta_cursor *c, const bases *b, tta_shape *shape) {
  int64_t *extents;
  *shape = tta_shape_new(c->arena, b->rank, &extents);
  if (!extents) return tta_cursor_fail(c, "out of memory");
  for (uint32_t d = 0; d < b->rank; d++) extents[d] = (int64_t)1 << b->bits[d];
  return true;
}

static bool read_linear(tta_cursor *c, const tta_layout_ref_context *context, bases *b, tta_shape *shape) {
  int64_t alignment;
  if (!tta_cursor_expect(c, linear) || !tta_cursor_expect(c, "<") || !tta_cursor_expect(c, "{") ||
      !tta_cursor_expect(c, "offset") || !tta_cursor_expect(c, "=") || !tta_cursor_expect(c, "["))
    return false;
  b->rank = context->has_shape ? context->shape.rank : tta_cursor_peek(c) == ']' ? 0 : rank_of(c);
  if (b->rank > TTA_MAX_RANK) return tta_cursor_fail(c, "a tensor has at most %d dims", TTA_MAX_RANK);
  if (!read_bases(c, b) || !read_block(c) || !tta_cursor_expect(c, "}")) return false;
  if (tta_cursor_skip(c, ",") && (!tta_cursor_expect(c, "alignment") || !tta_cursor_expect(c, "=") ||
                                  !tta_cursor_int(c, &alignment)))
    return false;
  if (!tta_cursor_expect(c, ">") || !tta_cursor_end(c) || !count_bits(c, b)) return false;
  if (!context->has_shape) return own_shape(c, b, shape);
  *shape = tta_shape_copy(c->arena, context->shape);
  return covers(c, b, *shape);
}

/* ---- swizzled_shared ---- */

/** The parameters; order: the dims from the innermost to the outermost. */
typedef struct phases {
  int64_t vec, per_phase, max_phase, order[TTA_MAX_RANK];
  uint32_t rank;
} phases;

/* `CTAsPerCGA = [1, 1]`: one block. */
static bool read_blocks(tta_cursor *c) {
  int64_t blocks[TTA_MAX_RANK];
  uint32_t count;
  if (!tta_cursor_expect(c, "[") || !tta_cursor_list(c, "]", blocks, TTA_MAX_RANK, &count)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (blocks[i] != 1) return tta_cursor_fail(c, "layouts of several blocks are not supported");
  return true;
}

static bool read_parameter(tta_cursor *c, phases *p) {
  int64_t order[TTA_MAX_RANK];
  uint32_t count;
  tta_str name = tta_cursor_word(c);
  if (!tta_cursor_expect(c, "=")) return false;
  if (tta_str_is(name, "vec")) return tta_cursor_int(c, &p->vec);
  if (tta_str_is(name, "perPhase")) return tta_cursor_int(c, &p->per_phase);
  if (tta_str_is(name, "maxPhase")) return tta_cursor_int(c, &p->max_phase);
  if (tta_str_is(name, "order"))
    return tta_cursor_expect(c, "[") && tta_cursor_list(c, "]", p->order, TTA_MAX_RANK, &p->rank);
  if (tta_str_is(name, "CTAsPerCGA") || tta_str_is(name, "CTASplitNum")) return read_blocks(c);
  if (tta_str_is(name, "CTAOrder"))
    return tta_cursor_expect(c, "[") && tta_cursor_list(c, "]", order, TTA_MAX_RANK, &count);
  if (tta_str_is(name, "hasLeadingOffset") && tta_cursor_skip(c, "false")) return true;
  return tta_cursor_fail(c, "parameter '%.*s' is not supported", TTA_STR_START(name));
}

static bool check_phases(tta_cursor *c, const phases *p, tta_shape shape) {
  bool seen[TTA_MAX_RANK] = {false};
  if (!tta_is_power_of_two(p->vec) || !tta_is_power_of_two(p->per_phase) || !tta_is_power_of_two(p->max_phase))
    return tta_cursor_fail(c, "vec, perPhase and maxPhase must be powers of two");
  if (p->rank != shape.rank)
    return tta_cursor_fail(c, "order has %u dims, but the tensor %u", p->rank, shape.rank);
  for (uint32_t i = 0; i < p->rank; i++) {
    if (!tta_mark_once(seen, p->order[i], p->rank))
      return tta_cursor_fail(c, "order is not a permutation of %u dims", p->rank);
    if (!tta_is_power_of_two(shape.extent[i]))
      return tta_cursor_fail(c, "a linear layout requires extents that are powers of two, and dim %u has %lld", i,
                             (long long)shape.extent[i]);
  }
  return true;
}

/* Rows of the innermost dim; row r has the columns exchanged by vec * (r / perPhase mod maxPhase). */
static bool set_bases(tta_cursor *c, const phases *p, tta_shape shape, bases *b) {
  b->rank = shape.rank;
  for (uint32_t i = 0; i < p->rank; i++) {
    uint32_t dim = (uint32_t)p->order[i];
    for (int64_t value = 1; value < shape.extent[dim]; value *= 2) {
      if (b->count == TTA_MAX_BITS) return tta_cursor_fail(c, "a layout has at most %d bases", TTA_MAX_BITS);
      int64_t *index = b->index[b->count++], columns = shape.extent[p->order[0]];
      for (uint32_t d = 0; d < shape.rank; d++) index[d] = d == dim ? value : 0;
      if (i != 1) continue;
      int64_t phase = value / p->per_phase % p->max_phase;
      index[p->order[0]] = phase % columns * (p->vec % columns) % columns;
    }
  }
  return count_bits(c, b);
}

static bool read_swizzled(tta_cursor *c, const tta_layout_ref_context *context, bases *b, tta_shape *shape) {
  phases p = {1, 1, 1, {0}, 0};
  if (!tta_cursor_skip(c, swizzled) && !tta_cursor_expect(c, older)) return false;
  if (!tta_cursor_expect(c, "<") || !tta_cursor_expect(c, "{")) return false;
  size_t start = c->at;
  while (!tta_cursor_skip(c, "}")) {
    if (!read_parameter(c, &p)) return false;
    if (tta_cursor_peek(c) != '}' && !tta_cursor_expect(c, ",")) return false;
  }
  c->mark = (tta_span){(uint32_t)start, (uint32_t)c->at - 1};
  if (!tta_cursor_expect(c, ">") || !tta_cursor_end(c)) return false;
  *shape = tta_shape_copy(c->arena, context->shape);
  return check_phases(c, &p, *shape) && set_bases(c, &p, *shape, b);
}

bool tta_read_triton(tta_cursor *c, const tta_layout_ref_context *context, tta_digits *out,
                     tta_layout_ref_part *missing) {
  bool is_linear = tta_str_starts_with(tta_cursor_rest(c), linear);
  tta_shape shape;
  if (tta_str_starts_with(tta_cursor_rest(c), nvmma))
    return tta_cursor_fail(c, "nvmma_shared is not supported; shared_linear can express it");
  if (!is_linear && !context->has_shape) {
    *missing = TTA_LAYOUT_REF_SHAPE;
    return false;
  }
  bases *b = tta_arena_alloc(c->arena, sizeof *b);
  if (!b) return tta_cursor_fail(c, "out of memory");
  b->count = 0;
  if (!(is_linear ? read_linear(c, context, b, &shape) : read_swizzled(c, context, b, &shape))) return false;
  if (!set_digits(c, b, shape, out)) return false;
  if (!out->num_bits) c->mark = (tta_span){0, 0};
  out->allocated = (int64_t)1 << b->count;
  out->element = tta_arena_str(c->arena, context->element);
  return true;
}

/* ---- write ---- */

static tta_status check_powers(tta_converter *c, const tta_digits *d) {
  for (uint32_t h = 0; h < d->shape.rank; h++)
    if (!tta_is_power_of_two(d->shape.extent[h]))
      return tta_convert_reject(c, "a linear layout requires extents that are powers of two, and dim %u has %lld", h,
                                (long long)d->shape.extent[h]);
  for (uint32_t i = 0; i < d->count; i++)
    if (!tta_digit_is_bits(&d->digit[i]))
      return tta_convert_reject(c, "a linear layout requires powers of two, and a digit of dim %u has extent %lld and "
                                "stride %lld", d->digit[i].dim, (long long)d->digit[i].extent,
                                (long long)d->digit[i].stride);
  return d->offset ? tta_convert_reject(c, "a linear layout has no offset") : TTA_OK;
}

/* The index at an address bit: the exclusive or of the index bits of `parts`. */
static void put_basis(tta_buf *out, uint32_t rank, uint32_t count, const tta_index_bit *bits, uint64_t parts) {
  tta_buf_char(out, '[');
  for (uint32_t d = 0; d < rank; d++) {
    int64_t index = 0;
    for (uint32_t i = 0; i < count; i++)
      if (bits[i].dim == d && parts >> i & 1) index |= bits[i].value;
    tta_buf_printf(out, "%s%lld", d ? ", " : "", (long long)index);
  }
  tta_buf_char(out, ']');
}

tta_status tta_write_triton(tta_converter *c) {
  uint64_t vectors[TTA_MAX_BITS] = {0}, parts[64], space = 0;
  const tta_index_bit *bits = NULL;
  uint32_t count = 0;
  tta_slots s;
  tta_buf text;
  tta_status status = tta_slots_of(c, "a linear layout", &s);
  if (!status) status = check_powers(c, &s.digits);
  if (status) return status;
  status = tta_digits_bits(&s.digits, c->arena, &count, &bits);
  for (uint32_t i = 0; i < count && i < TTA_MAX_BITS && !status; i++) space |= vectors[i] = (uint64_t)bits[i].address;
  if (status == TTA_INVALID || (!status && !tta_bits_invert(count, vectors, space, parts)))
    return tta_convert_reject(c, "the addresses of the elements are not all values of some address bits");
  if (status) return status;
  int64_t end = 1, allocated = s.digits.allocated;
  while (end <= (int64_t)space) end *= 2;
  if (tta_is_power_of_two(allocated) && allocated > end) end = allocated;
  tta_buf_init(&text, c->arena->allocator);
  tta_buf_printf(&text, "%s<{offset = [", linear);
  for (uint32_t at = 0; (int64_t)1 << at < end; at++) {
    if (at) tta_buf_str(&text, ", ");
    put_basis(&text, s.digits.shape.rank, count, bits, space >> at & 1 ? parts[at] : 0);
  }
  tta_buf_str(&text, "]}, alignment = 128>");
  status = tta_confirm_and_free(c, TTA_OK, &text);
  return status;
}
