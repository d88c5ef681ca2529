/* memref.c: strided<[..]> and affine memrefs as targets. */
#include "base/chars.h"
#include "base/checked.h"
#include "convert/convert.h"
#include "affine/print.h"
#include "model/order.h"
#include "raise/raise.h"

static void open_memref(tta_buf *out, tta_shape shape, tta_str element) {
  tta_buf_str(out, "memref<");
  tta_buf_typed_shape(out, shape, element);
}

/* @param space a word of ours, or what another dialect has for it */
static tta_status close_memref(const tta_converter *c, tta_buf *out, tta_str space) {
  bool other = space.size && (strchr("#\"", space.data[0]) || tta_is_digit(space.data[0]));
  tta_raising r = {.out = out, .dialect = TTA_NUM_DIALECTS, .day = tta_convert_era(c), .reason = c->reason};
  const char *word = other ? "" : tta_arena_str(c->arena, space).data;
  if (!word) return TTA_NO_MEMORY;
  if (space.size) tta_buf_str(out, ", ");
  if (other) tta_buf_append(out, space);
  else if (space.size) tta_raise_word_attribute(&r, TTA_ATTR_memory_space, word);
  tta_buf_char(out, '>');
  return out->failed ? TTA_NO_MEMORY : r.status;
}

static tta_status reject_block_float(tta_converter *c) {
  return tta_convert_reject(c, "scalars of %s tiles share exponents: they have no address of their own",
                            tta_data_type_name(c->addresses.from->layout->memref_element.data_type));
}

/* ---- affine ---- */

/* Whether the digits, taken as a row-major array, put every element where it is. The outermost extent does not
 * count. */
static tta_status is_array(tta_converter *c, bool *answer) {
  const tta_addresses *p = &c->addresses;
  int64_t stride = 1, extent;
  *answer = p->num_digits > 0 && p->offset == 0;
  for (uint32_t i = p->num_digits; i-- > 0 && *answer;) {
    if (p->extents[i] > 1 && p->strides[i] != stride) *answer = false;
    if (!tta_mul(stride, p->extents[i], &stride)) return TTA_OVERFLOW;
    tta_status status = tta_digit_extent(p->pool, p->logical.rank, p->digits[i], p->logical, c->arena, &extent, NULL);
    if (status == TTA_NO_MEMORY) return status;
    if (i && (status || extent != p->extents[i])) *answer = false;
  }
  return TTA_OK;
}

tta_status tta_affine_text(tta_converter *c, tta_buf *out, tta_shape *grid) {
  const tta_addresses *p = &c->addresses;
  tta_expr results[3 * TTA_MAX_RANK];
  uint32_t count = 0;
  bool array;
  tta_status status = is_array(c, &array);
  if (status) return status;
  *grid = (tta_shape){0, NULL};
  if (!tta_addresses_one_core(p)) {
    for (; count < p->num_cores; count++) results[count] = p->cores[count];
    *grid = tta_shape_copy(c->arena, (tta_shape){p->num_cores, p->grid});
  }
  for (uint32_t i = 0; array && i < p->num_digits; i++) results[count++] = p->digits[i];
  if (!array) results[count++] = p->position;
  tta_map map = {p->pool, p->logical.rank, 0, count, results};
  open_memref(out, p->logical, p->element);
  if (!tta_map_is_identity(&map)) {
    tta_buf_str(out, ", affine_map<");
    tta_map_print(out, &map);
    tta_buf_char(out, '>');
  }
  return close_memref(c, out, p->memory_space);
}

void tta_closest_affine(tta_converter *c) {
  tta_shape grid;
  if (c->addresses.block_float || c->result->closest.size) return;
  tta_buf text = tta_buf_new(c->arena->allocator);
  const char *is = c->addresses.interleaved ? "every position in the order of pages, by an affine map"
                                   : "every address by an affine map";
  if (!tta_affine_text(c, &text, &grid))
    tta_report_closest(c, &text, grid.rank ? "every address by an affine map, the core first" : is);
  tta_buf_free(&text);
}

tta_status tta_write_affine(tta_converter *c) {
  tta_shape grid;
  if (c->addresses.block_float) return reject_block_float(c);
  tta_buf text = tta_buf_new(c->arena->allocator);
  tta_status status = tta_affine_text(c, &text, &grid);
  if (!status) status = tta_confirm(c, &text, grid, NULL);
  if (!status && c->addresses.interleaved)
    tta_convert_warn(c, "interleaved pages are distributed over banks; the map is the position in the order of pages");
  c->result->grid = grid;
  tta_buf_free(&text);
  return status;
}

/* ---- strided ---- */

static void put_strided(tta_buf *out, uint32_t rank, const int64_t *strides, int64_t offset) {
  tta_memref_order order = {.strided = true, .strides = {rank, strides}, .offset = offset};
  tta_buf_str(out, ", ");
  tta_memref_order_text(out, &order);
}

/* The part that is a strided memref: the memory itself, seen as the array of its digits. */
static void closest_array(tta_converter *c) {
  const tta_addresses *p = &c->addresses;
  if (!p->element.size || p->interleaved || !p->num_digits) return;
  tta_buf text = tta_buf_new(c->arena->allocator);
  open_memref(&text, (tta_shape){p->num_digits, p->extents}, p->element);
  put_strided(&text, p->num_digits, p->strides, p->offset);
  bool one = tta_addresses_one_core(p);
  if (!close_memref(c, &text, p->memory_space))
    tta_report_closest(c, &text, one ? "its memory, without the tensor's own dims" : "the memory of one core");
  tta_buf_free(&text);
}

static tta_status reject_elsewhere(tta_converter *c, const int64_t *strides, const int64_t *at) {
  const tta_addresses *p = &c->addresses;
  int64_t zero[TTA_MAX_RANK] = {0}, is = 0, would = 0;
  if (!at || tta_addresses_value(p, p->position, at, &is) || tta_addresses_value(p, p->position, zero, &would))
    return tta_convert_reject(c, "no strides give every element its offset");
  for (uint32_t i = 0; i < p->logical.rank; i++) {
    int64_t step;
    if (!tta_mul(strides[i], at[i], &step) || !tta_add(would, step, &would)) return TTA_OVERFLOW;
  }
  if (!c->reason) return TTA_INVALID;
  tta_buf_str(c->reason, "no strides fit: ");
  tta_buf_list(c->reason, p->logical.rank, strides);
  tta_buf_str(c->reason, ", as the first elements have them, put element ");
  tta_buf_list(c->reason, p->logical.rank, at);
  tta_buf_printf(c->reason, " at offset %lld, but it is at %lld", (long long)would, (long long)is);
  return TTA_INVALID;
}

tta_status tta_require_one_memory(tta_converter *c, const char *target) {
  const tta_addresses *p = &c->addresses;
  if (p->block_float) return reject_block_float(c);
  if (p->interleaved)
    return tta_convert_reject(c, "interleaved pages are distributed over banks, and %s is one memory", target);
  if (tta_addresses_one_core(p)) return TTA_OK;
  tta_buf grid = tta_buf_new(c->arena->allocator);
  tta_buf_shape(&grid, (tta_shape){p->num_cores, p->grid});
  tta_status status = tta_convert_reject(c, "the grid is %.*s cores with a memory each, and %s is one memory",
                                         (int)grid.size, grid.data, target);
  if (grid.failed) status = TTA_NO_MEMORY;
  tta_buf_free(&grid);
  return status;
}

tta_status tta_write_strided(tta_converter *c) {
  const tta_addresses *p = &c->addresses;
  int64_t strides[TTA_MAX_RANK];
  const int64_t *at;
  tta_buf text;
  tta_status status = tta_require_one_memory(c, "a strided memref");
  if (status == TTA_INVALID && !p->block_float && !p->interleaved) closest_array(c);
  if (status) return status;
  status = tta_addresses_strides(p, c->arena, strides, &at);
  if (status == TTA_INVALID) {
    status = reject_elsewhere(c, strides, at);
    closest_array(c);
  }
  if (status) return status;
  int64_t zero[TTA_MAX_RANK] = {0}, offset;
  status = tta_addresses_value(p, p->position, zero, &offset);
  if (status) return status;
  tta_buf_init(&text, c->arena->allocator);
  open_memref(&text, p->logical, p->element);
  put_strided(&text, p->logical.rank, strides, offset);
  status = close_memref(c, &text, p->memory_space);
  return tta_confirm_and_free(c, status, &text);
}
