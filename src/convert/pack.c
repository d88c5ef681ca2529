/* pack.c: linalg.pack and linalg.unpack (tensor.pack up to LLVM 20): outer dims, permuted, then the dims of the tiles.
 * Source: mlir/Dialect/Linalg/IR/LinalgRelayoutOps.td. */
#include "base/index.h"
#include "convert/notation.h"

/** The words of a pack. */
typedef struct pack {
  bool unpack, has_perm, has_padding;
  uint32_t num_perm, num_pos, num_tiles;
  int64_t perm[TTA_MAX_RANK], pos[TTA_MAX_RANK], tile[TTA_MAX_RANK];
  tta_shape plain, packed;
  tta_str element;
} pack;

bool tta_recognize_pack(tta_str text) {
  bool named = tta_str_contains(text, "linalg.pack") || tta_str_contains(text, "linalg.unpack") ||
               tta_str_contains(text, "tensor.pack") || tta_str_contains(text, "tensor.unpack");
  return named && text.size && strchr("lt%fm", text.data[0]) && !tta_str_starts_with(text, "tensor<") &&
         !tta_str_starts_with(text, "memref<");
}

/* ---- read ---- */

static bool read_array(tta_cursor *c, const char *name, int64_t *numbers, uint32_t *count) {
  return tta_cursor_expect(c, name) && tta_cursor_expect(c, "=") && tta_cursor_expect(c, "[") &&
         tta_cursor_list(c, "]", numbers, TTA_MAX_RANK, count);
}

/* `tensor<4x8xf32>` */
static bool read_tensor(tta_cursor *c, tta_shape *shape, tta_str *element) {
  int64_t *extents;
  *shape = tta_shape_new(c->arena, TTA_MAX_RANK, &extents);
  if (!extents) return tta_cursor_fail(c, "out of memory");
  shape->rank = 0;
  if (!tta_cursor_expect(c, "tensor<")) return false;
  while (tta_is_digit(tta_cursor_peek(c))) {
    if (shape->rank == TTA_MAX_RANK) return tta_cursor_fail(c, "a tensor has at most %d dims", TTA_MAX_RANK);
    if (!tta_cursor_int(c, &extents[shape->rank])) return false;
    if (extents[shape->rank++] < 1) return tta_cursor_fail(c, "a tensor without elements has no addresses");
    if (!tta_cursor_expect(c, "x")) return false;
  }
  if (tta_cursor_peek(c) == '?') return tta_cursor_fail(c, "dynamic extents are not supported");
  size_t start = c->at;
  for (int depth = 0; c->at < c->text.size && (depth || c->text.data[c->at] != '>'); c->at++)
    depth += c->text.data[c->at] == '<' ? 1 : c->text.data[c->at] == '>' ? -1 : 0;
  *element = (tta_str){c->text.data + start, c->at - start};
  if (!element->size) return tta_cursor_fail(c, "expected an element type");
  return tta_cursor_expect(c, ">");
}

/* The text up to the operation: a result, or the head of a function. */
static bool find_operation(tta_cursor *c, pack *p) {
  static const char *const words[] = {"linalg.pack", "tensor.pack", "linalg.unpack", "tensor.unpack"};
  size_t at = SIZE_MAX;
  for (int i = 0; i < 4 && at == SIZE_MAX; i++) {
    at = tta_str_find(c->text, words[i]);
    if (at != SIZE_MAX) c->at = at + strlen(words[i]);
    p->unpack = i >= 2;
  }
  return at != SIZE_MAX || tta_cursor_fail(c, "expected linalg.pack or linalg.unpack");
}

static bool read_operand(tta_cursor *c) {
  if (!tta_cursor_expect(c, "%")) return false;
  (void)tta_cursor_word(c);
  return true;
}

static bool read_words(tta_cursor *c, pack *p) {
  if (!find_operation(c, p) || !read_operand(c)) return false;
  if (tta_cursor_skip(c, "padding_value")) {
    p->has_padding = true;
    while (tta_cursor_peek(c) && tta_cursor_peek(c) != ')') c->at++;
    if (!tta_cursor_expect(c, ")")) return false;
  }
  if (tta_str_starts_with(tta_cursor_rest(c), "outer_dims_perm")) {
    p->has_perm = true;
    if (!read_array(c, "outer_dims_perm", p->perm, &p->num_perm)) return false;
  }
  if (!read_array(c, "inner_dims_pos", p->pos, &p->num_pos) || !read_array(c, "inner_tiles", p->tile, &p->num_tiles))
    return false;
  if (!tta_cursor_expect(c, "into") || !read_operand(c) || !tta_cursor_expect(c, ":")) return false;
  tta_str other;
  if (!read_tensor(c, &p->plain, &p->element) || !tta_cursor_expect(c, "->") || !read_tensor(c, &p->packed, &other))
    return false;
  if (!tta_str_equal(p->element, other)) return tta_cursor_fail(c, "the element types of both tensors differ");
  if (p->unpack) {
    tta_shape swapped = p->plain;
    p->plain = p->packed;
    p->packed = swapped;
  }
  return true;
}

static bool check_words(tta_cursor *c, pack *p) {
  bool tiled[TTA_MAX_RANK] = {false}, placed[TTA_MAX_RANK] = {false};
  uint32_t rank = p->plain.rank;
  if (p->num_pos != p->num_tiles) return tta_cursor_fail(c, "inner_dims_pos and inner_tiles differ in length");
  if (p->packed.rank != rank + p->num_tiles)
    return tta_cursor_fail(c, "the packed tensor has %u dims, expected %u", p->packed.rank, rank + p->num_tiles);
  for (uint32_t i = 0; i < p->num_pos; i++) {
    if (!tta_mark_once(tiled, p->pos[i], rank))
      return tta_cursor_fail(c, "inner_dims_pos does not list distinct dims");
    if (p->tile[i] < 1) return tta_cursor_fail(c, "a tile extent must be positive");
  }
  for (uint32_t i = 0; i < rank && !p->has_perm; i++) p->perm[i] = i;
  if (p->has_perm && p->num_perm != rank && p->num_perm) return tta_cursor_fail(c, "outer_dims_perm has %u dims, "
                                                                                "expected %u", p->num_perm, rank);
  for (uint32_t i = 0; i < rank && p->has_perm && !p->num_perm; i++) p->perm[i] = i;
  for (uint32_t i = 0; i < rank; i++)
    if (!tta_mark_once(placed, p->perm[i], rank))
      return tta_cursor_fail(c, "outer_dims_perm is not a permutation");
  return true;
}

/* The outer dim of `axis`, with the positions of the packed tensor. */
static bool set_outer(tta_cursor *c, const pack *p, uint32_t i, tta_axis *outer, const tta_axis *quotient) {
  int64_t extent, found = p->packed.extent[i];
  if (!tta_axis_extent(quotient, &extent)) return tta_cursor_fail(c, "the size of the tensor exceeds 2^63");
  if (found < extent)
    return tta_cursor_fail(c, "dim %u of the packed tensor is %lld, but dim %lld needs %lld tiles", i,
                           (long long)found, (long long)p->perm[i], (long long)extent);
  *outer = *quotient;
  return tta_axis_pad(outer, found - extent) || tta_cursor_fail(c, "the packed tensor has too many dims");
}

bool tta_read_pack(tta_cursor *c, const tta_layout_ref_context *context, tta_digits *out,
                   tta_layout_ref_part *missing) {
  pack p = {.unpack = false};
  (void)context, (void)missing;
  if (!read_words(c, &p) || !check_words(c, &p)) return false;
  tta_axes *plain = tta_axes_new(c->arena, p.plain), *axes = tta_axes_new(c->arena, p.packed);
  if (!plain || !axes) return tta_cursor_fail(c, "out of memory");
  for (uint32_t i = 0; i < p.plain.rank; i++) {
    uint32_t dim = (uint32_t)p.perm[i], at = 0;
    tta_axis quotient = plain->axis[dim], rest;
    while (at < p.num_pos && p.pos[at] != dim) at++;
    if (at < p.num_pos) {
      if (p.plain.extent[dim] % p.tile[at] && !p.has_padding && !p.unpack)
        return tta_cursor_fail(c, "tile %lld does not divide dim %u of %lld: padding_value is required",
                               (long long)p.tile[at], dim, (long long)p.plain.extent[dim]);
      if (!tta_axis_split(&plain->axis[dim], p.tile[at], &quotient, &rest))
        return tta_cursor_fail(c, "the size of the tensor exceeds 2^63");
      if (p.packed.extent[p.plain.rank + at] != p.tile[at])
        return tta_cursor_fail(c, "dim %u of the packed tensor is %lld, but the tile has %lld", p.plain.rank + at,
                               (long long)p.packed.extent[p.plain.rank + at], (long long)p.tile[at]);
      axes->axis[p.plain.rank + at] = rest;
    }
    if (!set_outer(c, &p, i, &axes->axis[i], &quotient)) return false;
  }
  if (!tta_axes_digits(c, axes, p.plain, out)) return false;
  out->element = p.element;
  return true;
}

/* ---- write ---- */

static bool is_identity(uint32_t count, const int64_t *list) {
  for (uint32_t i = 0; i < count; i++)
    if (list[i] != i) return false;
  return true;
}

/* Appends dim `dim` as an outer dim of its tiles. */
static void add_outer(pack *p, int64_t dim, int64_t *packed) {
  int64_t tile = 1;
  for (uint32_t i = 0; i < p->num_tiles; i++)
    if (p->pos[i] == dim) tile = p->tile[i];
  p->perm[p->num_perm] = dim;
  packed[p->num_perm++] = (p->plain.extent[dim] - 1) / tile + 1;
}

/* The last `inner` digits are the tiles, before them is one digit for each dim. @return false: they are not */
static bool with_tiles(const tta_slots *s, uint32_t inner, pack *p, int64_t *packed) {
  const tta_digits *d = &s->digits;
  bool placed[TTA_MAX_RANK] = {false}, tiled[TTA_MAX_RANK] = {false};
  uint32_t rank = d->shape.rank, outer = d->count - inner;
  p->num_tiles = p->num_perm = 0;
  if (s->inner > 1 || inner > rank || outer > rank) return false;
  for (uint32_t i = outer; i < d->count; i++) {
    uint32_t dim = d->digit[i].dim;
    if (d->digit[i].divisor != 1 || tiled[dim]) return false;
    tiled[dim] = true;
    p->pos[p->num_tiles] = dim;
    p->tile[p->num_tiles++] = s->slots[i];
  }
  for (uint32_t i = 0; i < outer; i++) {
    uint32_t dim = d->digit[i].dim;
    if (placed[dim]) return false;
    placed[dim] = true;
    add_outer(p, dim, packed);
    if (i && packed[i] != s->slots[i]) return false;
  }
  for (uint32_t h = 0; h < rank; h++) /* of one tile, or one element */
    if (!placed[h]) add_outer(p, h, packed);
  for (uint32_t i = outer; i < rank; i++)
    if (packed[i] != 1) return false;
  for (uint32_t i = 0; i < inner; i++) packed[rank + i] = p->tile[i];
  p->packed.rank = rank + inner;
  return true;
}

static void put_tensor(tta_buf *out, tta_shape shape, tta_str element) {
  tta_buf_str(out, "tensor<");
  tta_buf_typed_shape(out, shape, element);
  tta_buf_char(out, '>');
}

static bool needs_padding(const pack *p) {
  for (uint32_t i = 0; i < p->num_tiles; i++)
    if (p->plain.extent[p->pos[i]] % p->tile[i]) return true;
  return false;
}

static void put_operation(tta_buf *out, const pack *p, bool unpack) {
  tta_buf_str(out, unpack ? "linalg.unpack %p " : "linalg.pack %x ");
  if (!unpack && needs_padding(p))
    tta_buf_printf(out, "padding_value(%%c : %.*s) ", (int)p->element.size, p->element.data);
  if (!is_identity(p->num_perm, p->perm)) {
    tta_buf_str(out, "outer_dims_perm = ");
    tta_buf_list(out, p->num_perm, p->perm);
    tta_buf_char(out, ' ');
  }
  tta_buf_str(out, "inner_dims_pos = ");
  tta_buf_list(out, p->num_tiles, p->pos);
  tta_buf_str(out, " inner_tiles = ");
  tta_buf_list(out, p->num_tiles, p->tile);
  tta_buf_str(out, " into %d : ");
  put_tensor(out, unpack ? p->packed : p->plain, p->element);
  tta_buf_str(out, " -> ");
  put_tensor(out, unpack ? p->plain : p->packed, p->element);
}

/* A function that runs. */
static void put_function(tta_buf *out, const pack *p, const tta_addresses *a, bool unpack) {
  tta_shape from = unpack ? p->packed : p->plain, to = unpack ? p->plain : p->packed;
  tta_buf_printf(out, "func.func @%s(%s: ", unpack ? "unpack" : "pack", unpack ? "%p" : "%x");
  put_tensor(out, from, p->element);
  tta_buf_str(out, ") -> ");
  put_tensor(out, to, p->element);
  tta_buf_str(out, " {\n");
  if (!unpack && needs_padding(p)) {
    tta_buf_str(out, "  %c = arith.constant ");
    tta_put_padding_value(out, a, false);
    tta_buf_printf(out, " : %.*s\n", (int)p->element.size, p->element.data);
  }
  tta_buf_str(out, "  %d = tensor.empty() : ");
  put_tensor(out, to, p->element);
  tta_buf_str(out, "\n  %0 = ");
  put_operation(out, p, unpack);
  tta_buf_str(out, "\n  return %0 : ");
  put_tensor(out, to, p->element);
  tta_buf_str(out, "\n}\n");
}

/* `si8` and `ui8` as `i8`: operations of arith and LLVM accept only integers without a sign. */
static tta_str without_sign(tta_str element) {
  bool has_sign = tta_str_starts_with(element, "si") || tta_str_starts_with(element, "ui");
  return has_sign ? tta_str_rest(element, 1) : element;
}

static tta_status set_function(tta_converter *c, const pack *p) {
  pack runnable = *p;
  tta_buf text = tta_buf_new(c->arena->allocator);
  runnable.element = without_sign(p->element);
  put_function(&text, &runnable, &c->addresses, false);
  put_function(&text, &runnable, &c->addresses, true);
  return tta_take_function(c, &text);
}

tta_status tta_write_pack(tta_converter *c) {
  tta_slots s;
  tta_buf text, *reason = c->reason;
  int64_t *packed;
  tta_status status = tta_slots_of(c, "a linalg.pack", &s);
  if (status) return status;
  pack p = {.plain = s.digits.shape, .element = c->addresses.element};
  p.packed = tta_shape_new(c->arena, 2 * TTA_MAX_RANK, &packed);
  if (!packed) return TTA_NO_MEMORY;
  if (!s.exact) return tta_convert_reject(c, "linalg.pack has no gaps, and strides of the digits are not multiples of "
                                          "each other, or there is an offset");
  c->reason = NULL;
  status = TTA_INVALID;
  for (uint32_t inner = 0; inner <= s.digits.count && status == TTA_INVALID; inner++) {
    if (!with_tiles(&s, inner, &p, packed)) continue;
    tta_buf_init(&text, c->arena->allocator);
    put_operation(&text, &p, false);
    c->pad_name = needs_padding(&p) ? "%c" : "";
    status = tta_confirm_and_free(c, TTA_OK, &text);
    if (!status) status = set_function(c, &p);
  }
  c->reason = reason;
  if (status != TTA_INVALID) return status;
  return tta_convert_reject(c, "linalg.pack has one tile digit for a dim, all innermost, and no gaps; no tiles place "
                            "every element where it is");
}
