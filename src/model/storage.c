/* storage.c: the pages, banks and address steps of a layout. */
#include "ttattr/storage.h"

#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "base/str.h"
#include "model/order.h"
#include "model/storage.h"

/* tta_arch_storage_banks(TTA_ARCH_WORMHOLE_B0), which is a later module (compared in tests/unit/test_storage.c). */
static const tta_storage_banks wormhole = {
    .dram_banks = 12, .l1_banks = 64, .dram_alignment = 32, .l1_alignment = 16};

typedef struct builder {
  const tta_layout *layout;
  const tta_storage_banks *banks;
  tta_storage_unit unit;
  tta_storage *s;
  tta_buf *reason;
  int64_t scalar, element, page; /* of positions: from a scalar, a tile or scalar, a page to the next */
} builder;

static bool is_dram(tta_memory_space space) { return space == TTA_MEMORY_DRAM || space == TTA_MEMORY_TRACE; }
static bool is_l1(tta_memory_space space) { return space == TTA_MEMORY_L1 || space == TTA_MEMORY_L1_SMALL; }
static bool is_host(tta_memory_space space) { return space == TTA_MEMORY_SYSTEM || space == TTA_MEMORY_MMIO; }

/* ---- sizes ---- */

static void choose_distribution(const builder *b) {
  const tta_layout *l = b->layout;
  tta_storage *s = b->s;
  bool single = l->memory_layout == TTA_MEMORY_LAYOUT_SINGLE_BANK;
  s->space = l->memory_space;
  s->sharded = !l->interleaved;
  s->ordered = l->order && tta_layout_is_ordered(l);
  if (is_host(s->space)) {
    s->distribution = TTA_STORAGE_HOST;
    s->num_banks = 1;
  } else if (is_dram(s->space)) {
    bool shards = tta_memory_layout_is_sharded(l->memory_layout) || s->ordered;
    s->distribution = shards ? TTA_STORAGE_SHARDS : TTA_STORAGE_PAGES;
    s->num_banks = single ? 1 : b->banks->dram_banks;
  } else {
    s->distribution = single || !s->sharded ? TTA_STORAGE_PAGES : TTA_STORAGE_CORES;
    s->num_banks = single ? 1 : s->sharded ? 0 : b->banks->l1_banks; /* 0: the cores */
    if (single && s->ordered) s->distribution = TTA_STORAGE_SHARDS;
  }
}

static tta_status check_order(const tta_layout *l, tta_buf *reason) {
  const tta_str *unknown = &l->order->unknown;
  if (!tta_layout_is_ordered(l)) return TTA_OK;
  if (unknown->size) return tta_fail(TTA_INVALID, reason, "%.*s", TTA_STR_ARGS(*unknown));
  if (!l->interleaved) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "the pages of an interleaved tensor have no strides or affine map");
}

static int64_t tile_extent(const tta_storage *s, uint32_t dim) {
  return !s->row_pages && dim + 2 >= s->rank ? s->tile[dim + 2 - s->rank] : 1;
}

/* Tiles or scalars of a shard, which its memref counts. Without shards: of the tensor, in whole tiles. */
static tta_status count_units(const builder *b) {
  const tta_layout *l = b->layout;
  tta_storage *s = b->s;
  s->rank = s->sharded ? l->memref.rank : l->physical.rank;
  if (s->rank > TTA_MAX_RANK) return TTA_LIMIT;
  s->cores = 1;
  for (uint32_t k = 0; k < s->rank; k++) {
    s->grid[k] = s->sharded && k < l->grid.rank ? l->grid.extent[k] : 1;
    if (s->sharded) s->units[k] = l->memref.extent[k];
    else if (!tta_ceildiv(l->physical.extent[k], tile_extent(s, k), &s->units[k])) return TTA_OVERFLOW;
    if (!tta_mul(s->cores, s->grid[k], &s->cores)) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

static tta_status measure_element(const builder *b, tta_exponents exponents) {
  const tta_layout *l = b->layout;
  const tta_element *e = &l->memref_element;
  tta_storage *s = b->s;
  s->tiled = tta_element_is_tile(e);
  s->row_pages = !s->tiled;
  s->whole_faces = true;
  s->element_bytes = l->element_bytes;
  s->tile[0] = s->tile[1] = s->face[0] = s->face[1] = 1;
  if (!s->tiled) {
    s->scalar_bytes = s->element_bytes;
    return TTA_OK;
  }
  for (int i = 0; i < 2; i++) {
    s->tile[i] = e->tile[i];
    s->face[i] = s->tile[i] < TTA_FACE_EXTENT ? s->tile[i] : TTA_FACE_EXTENT;
    s->whole_faces = s->whole_faces && s->tile[i] % s->face[i] == 0;
  }
  if (tta_element_is_block_float(e)) {
    if (exponents == TTA_WITHOUT_EXPONENTS && tta_element_bytes(e, exponents, &s->element_bytes)) s->element_bytes = 0;
  } else {
    s->scalar_bytes = s->element_bytes / (s->tile[0] * s->tile[1]);
  }
  return TTA_OK;
}

/* A shard with an order of its own is one page, up to the last byte of an element. */
static tta_status count_ordered(const builder *b) {
  tta_storage *s = b->s;
  s->pages_per_shard = 1;
  s->num_pages = s->cores;
  bool fits = tta_mul(b->layout->order->end, s->element_bytes, &s->page_bytes) &&
              tta_align_up(s->page_bytes, s->alignment_bytes, &s->shard_stride);
  s->page_stride = s->shard_bytes = s->page_bytes;
  return fits ? TTA_OK : TTA_OVERFLOW;
}

/* A page is a tile, else a row: of the shard, or of the whole tensor if the pages are distributed. */
static tta_status count_pages(const builder *b) {
  tta_storage *s = b->s;
  bool whole = s->distribution == TTA_STORAGE_PAGES;
  int64_t align = is_dram(s->space) ? b->banks->dram_alignment : is_l1(s->space) ? b->banks->l1_alignment : 1;
  int64_t page_align = whole || b->layout->family == TTA_FAMILY_TTNN ? align : 1, columns = 1, row = s->element_bytes;
  s->pages_per_shard = 1;
  for (uint32_t k = 0; k < s->rank; k++) {
    int64_t *product = s->row_pages && k + 1 == s->rank ? &row : &s->pages_per_shard;
    if (s->grid[k] < 1) return tta_fail(TTA_INVALID, b->reason, "grid extent %lld is below 1", (long long)s->grid[k]);
    if (!tta_mul(*product, s->units[k], product)) return TTA_OVERFLOW;
    if (whole && product == &row) columns = s->grid[k]; /* a row of the tensor runs through all columns of the grid */
  }
  if (align < 1) return tta_fail(TTA_INVALID, b->reason, "alignment %lld is below 1", (long long)align);
  s->alignment_bytes = align;
  if (s->ordered) return count_ordered(b);
  bool fits = tta_mul(row, columns, &s->page_bytes) && tta_align_up(s->page_bytes, page_align, &s->page_stride) &&
              tta_mul(s->pages_per_shard, s->cores / columns, &s->num_pages) &&
              tta_mul(s->pages_per_shard, whole ? row : s->page_stride, &s->shard_bytes) &&
              tta_align_up(s->shard_bytes, whole ? 1 : align, &s->shard_stride);
  return fits ? TTA_OK : TTA_OVERFLOW;
}

static tta_status fill_banks(const builder *b) {
  tta_storage *s = b->s;
  bool pages = s->distribution == TTA_STORAGE_PAGES;
  int64_t rounds, blocks = pages ? s->num_pages : s->cores, block = pages ? s->page_stride : s->shard_stride, data;
  if (s->distribution == TTA_STORAGE_CORES) s->num_banks = s->cores;
  if (s->num_banks < 1) return tta_fail(TTA_INVALID, b->reason, "the memory has no banks");
  if (!tta_ceildiv(blocks, s->num_banks, &rounds) ||
      !tta_mul(rounds, pages ? 1 : s->pages_per_shard, &s->pages_per_bank) ||
      !tta_mul(rounds, block, &s->bank_bytes) || !tta_mul(s->pages_per_bank, s->page_bytes, &data)) return TTA_OVERFLOW;
  s->bank_alignment_bytes = s->bank_bytes - data;
  return TTA_OK;
}

/* ---- steps ---- */

static uint32_t new_form(tta_storage *s) { return s->num_forms++; }

void tta_storage_divide(tta_storage *s, uint32_t from, int64_t number, int64_t extent, uint32_t *quotient,
                        uint32_t *remainder) {
  *quotient = new_form(s);
  *remainder = new_form(s);
  s->steps[s->num_steps++] = (tta_storage_step){.operation = TTA_STORAGE_DIVIDE,
                                                .from = from,
                                                .quotient = *quotient,
                                                .remainder = *remainder,
                                                .to = TTA_NO_FORM,
                                                .number = number,
                                                .extent = extent};
}

void tta_storage_add(tta_storage *s, uint32_t to, int64_t weight, uint32_t from) {
  s->steps[s->num_steps++] = (tta_storage_step){.operation = TTA_STORAGE_ADD,
                                                .from = from,
                                                .quotient = TTA_NO_FORM,
                                                .remainder = TTA_NO_FORM,
                                                .to = to,
                                                .number = weight};
}

static int64_t shard_extent(const builder *b, uint32_t dim) {
  const tta_storage *s = b->s;
  int64_t extent = s->sharded ? b->layout->shard.extent[dim] : b->layout->physical.extent[dim];
  if (b->unit != TTA_STORAGE_TILES) return extent;
  return s->sharded && s->grid[dim] > 1 ? extent / tile_extent(s, dim) : s->units[dim];
}

static tta_status divide_shards(const builder *b) {
  tta_storage *s = b->s;
  for (uint32_t k = 0; k < s->rank; k++) {
    int64_t shard = shard_extent(b, k), all;
    if (!tta_mul(shard, s->grid[k], &all)) return TTA_OVERFLOW;
    s->core[k] = TTA_NO_FORM;
    s->shard_offset[k] = k;
    if (s->sharded) tta_storage_divide(s, k, shard, all, &s->core[k], &s->shard_offset[k]);
    s->tile_index[k] = s->shard_offset[k];
  }
  return TTA_OK;
}

/* The digits of a scalar in its tile: face row, face column, row, column. */
static void divide_tiles(const builder *b, tta_storage_term in_tile[4]) {
  tta_storage *s = b->s;
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t k = s->rank - 2 + i;
    tta_storage_divide(s, s->shard_offset[k], s->tile[i], shard_extent(b, k), &s->tile_index[k], &s->tile_offset[i]);
  }
  for (uint32_t i = 0; i < 2; i++) {
    tta_storage_divide(s, s->tile_offset[i], s->face[i], s->tile[i], &in_tile[i].form, &in_tile[2 + i].form);
    in_tile[i].extent = (s->tile[i] + s->face[i] - 1) / s->face[i];
    in_tile[2 + i].extent = s->face[i];
  }
  in_tile[3].weight = b->scalar; /* all of them below the size of a tile, which fits */
  in_tile[2].weight = s->face[1] * b->scalar;
  in_tile[1].weight = s->face[0] * in_tile[2].weight;
  in_tile[0].weight = in_tile[1].extent * in_tile[1].weight;
  s->face_index = new_form(s);
  tta_storage_add(s, s->face_index, in_tile[1].extent, in_tile[0].form);
  tta_storage_add(s, s->face_index, 1, in_tile[1].form);
}

static tta_status add_position(const builder *b, const tta_storage_term *in_tile, uint32_t num_in_tile) {
  tta_storage *s = b->s;
  int64_t weight = b->page;
  if (s->ordered)
    return tta_storage_add_order(s, b->layout->order, b->element, in_tile, num_in_tile);
  for (uint32_t k = s->rank; k-- > 0;) {
    bool in_row = s->row_pages && k + 1 == s->rank;
    s->terms[k] = (tta_storage_term){s->tile_index[k], s->units[k], in_row ? b->element : weight};
    if (in_row ? false : !tta_mul(weight, s->units[k], &weight)) return TTA_OVERFLOW;
  }
  s->allocated = weight;
  s->num_terms = s->rank;
  for (uint32_t i = 0; i < num_in_tile; i++) s->terms[s->num_terms++] = in_tile[i];
  s->position = new_form(s);
  for (uint32_t i = s->num_terms; i-- > 0;) tta_storage_add(s, s->position, s->terms[i].weight, s->terms[i].form);
  return TTA_OK;
}

/* Row-major in the grid. */
static uint32_t add_shard_number(tta_storage *s) {
  uint32_t number = new_form(s);
  int64_t weight = 1;
  for (uint32_t k = s->rank; k-- > 0 && s->sharded;) {
    tta_storage_add(s, number, weight, s->core[k]);
    weight *= s->grid[k]; /* at most the number of cores */
  }
  return number;
}

static void distribute_shards(const builder *b) {
  tta_storage *s = b->s;
  uint32_t number = add_shard_number(s), slot = number;
  s->offset = s->position;
  if (s->distribution == TTA_STORAGE_CORES) {
    s->bank = number;
    return;
  }
  if (s->distribution == TTA_STORAGE_SHARDS) tta_storage_divide(s, number, s->num_banks, s->cores, &slot, &s->bank);
  else s->bank = new_form(s); /* stays 0 */
  s->offset = new_form(s);
  tta_storage_add(s, s->offset, 1, s->position);
  tta_storage_add(s, s->offset, s->shard_stride, slot);
}

/* A digit of the whole padded tensor: that of the shard and that of the core above it. */
static bool add_whole(const builder *b, uint32_t to, uint32_t dim, int64_t *weight) {
  tta_storage *s = b->s;
  int64_t of_core;
  tta_storage_add(s, to, *weight, s->tile_index[dim]);
  if (!tta_mul(*weight, s->units[dim], &of_core)) return false;
  if (s->sharded) tta_storage_add(s, to, of_core, s->core[dim]);
  return tta_mul(of_core, s->grid[dim], weight);
}

static tta_status distribute_pages(const builder *b, const tta_storage_term *in_tile, uint32_t num_in_tile) {
  tta_storage *s = b->s;
  uint32_t page = new_form(s), slot;
  int64_t in_page = s->element_bytes, weight = 1;
  s->offset = new_form(s);
  for (uint32_t i = 0; i < num_in_tile; i++) tta_storage_add(s, s->offset, in_tile[i].weight, in_tile[i].form);
  for (uint32_t k = s->rank; k-- > 0;) {
    bool in_row = s->row_pages && k + 1 == s->rank;
    if (!add_whole(b, in_row ? s->offset : page, k, in_row ? &in_page : &weight)) return TTA_OVERFLOW;
  }
  tta_storage_divide(s, page, s->num_banks, s->num_pages, &slot, &s->bank);
  tta_storage_add(s, s->offset, s->page_stride, slot);
  return TTA_OK;
}

/* Strides of the steps: bytes, or scalars where the alignment is a whole number of them. Of shards whose pages are
 * distributed, and of interleaved tensors, the position does not count alignment. */
static tta_status choose_strides(builder *b) {
  tta_storage *s = b->s;
  bool bytes = b->unit != TTA_STORAGE_SCALARS;
  int64_t in_row = s->row_pages && s->rank ? s->units[s->rank - 1] : 1;
  b->scalar = bytes ? s->scalar_bytes : 1;
  b->element = bytes ? s->element_bytes : s->tile[0] * s->tile[1];
  if (s->distribution == TTA_STORAGE_PAGES || s->page_stride == s->page_bytes)
    return tta_mul(b->element, in_row, &b->page) ? TTA_OK : TTA_OVERFLOW;
  b->page = bytes ? s->page_stride : s->scalar_bytes ? s->page_stride / s->scalar_bytes : 0;
  if (bytes || (s->scalar_bytes && s->page_stride % s->scalar_bytes == 0)) return TTA_OK;
  return tta_fail(TTA_INVALID, b->reason, "pages are %lld bytes apart, which is not a whole number of elements",
                  (long long)s->page_stride);
}

static bool has_steps(const builder *b) {
  const tta_layout *l = b->layout;
  if (!b->s->sharded) return true;
  return l->grid.extent && l->shard.rank == b->s->rank && tta_shape_at_least(l->shard, 1) &&
         tta_shape_at_least(l->grid, 1);
}

static tta_status write_steps(builder *b) {
  tta_storage *s = b->s;
  tta_storage_term in_tile[4];
  tta_status status = choose_strides(b);
  if (status) return status;
  uint32_t num_in_tile = 0;
  s->num_forms = s->rank;
  s->tile_offset[0] = s->tile_offset[1] = s->face_index = TTA_NO_FORM;
  if (s->tiled && b->unit == TTA_STORAGE_TILES) s->tiled = false;
  status = divide_shards(b);
  if (status) return status;
  if (s->tiled) {
    divide_tiles(b, in_tile);
    num_in_tile = 4;
  }
  status = add_position(b, in_tile, num_in_tile);
  s->bank = s->offset = TTA_NO_FORM;
  if (status || b->unit == TTA_STORAGE_SCALARS) return status;
  if (s->distribution == TTA_STORAGE_PAGES) return distribute_pages(b, in_tile, num_in_tile);
  distribute_shards(b);
  return TTA_OK;
}

tta_status tta_storage_fill(const tta_layout *layout, const tta_storage_options *options, tta_storage *out,
                            tta_buf *reason) {
  builder b = {.layout = layout,
               .banks = options->banks ? options->banks : &wormhole,
               .unit = options->unit,
               .s = out,
               .reason = reason};
  memset(out, 0, offsetof(tta_storage, steps));
  memset(out->core, 0, sizeof *out - offsetof(tta_storage, core));
  tta_status status = layout->order ? check_order(layout, reason) : TTA_OK;
  choose_distribution(&b);
  if (!status) status = measure_element(&b, options->exponents);
  if (!status) status = count_units(&b);
  if (!status && out->tiled && out->rank < 2)
    return tta_fail(TTA_INVALID, reason, "tiles require a grid of at least two dims");
  if (!status) status = count_pages(&b);
  if (!status) status = fill_banks(&b);
  return status || !has_steps(&b) ? status : write_steps(&b);
}

tta_status tta_storage_of(const tta_layout *layout, const tta_storage_options *options, tta_storage *out,
                          tta_buf *reason) {
  static const tta_storage_options none;
  memset(out, 0, sizeof *out);
  return tta_storage_fill(layout, options ? options : &none, out, reason);
}

/* ---- integers ---- */

tta_status tta_storage_evaluate(const tta_storage *s, const int64_t *physical, int64_t *forms) {
  for (uint32_t f = 0; f < s->num_forms; f++) forms[f] = f < s->rank ? physical[f] : 0;
  for (uint32_t i = 0; i < s->num_steps; i++) {
    const tta_storage_step *step = &s->steps[i];
    int64_t a = step->from == TTA_NO_FORM ? 1 : forms[step->from], product;
    if (step->operation == TTA_STORAGE_DIVIDE) {
      forms[step->quotient] = a / step->number;
      forms[step->remainder] = a % step->number;
    } else if (!tta_mul(a, step->number, &product) || !tta_add(forms[step->to], product, &forms[step->to])) {
      return TTA_OVERFLOW;
    }
  }
  return TTA_OK;
}

tta_status tta_storage_check_shard(const tta_layout *layout, tta_buf *reason) {
  for (uint32_t i = 0; i < layout->shard.rank && !layout->interleaved; i++) {
    int64_t shard = layout->shard.extent[i], extent = layout->padded_shard.extent[i];
    if (shard < 1) return tta_fail(TTA_INVALID, reason, "the shard is empty");
    if (shard > extent)
      return tta_fail(TTA_INVALID, reason, "memref extent %lld in dim %u is smaller than the shard extent %lld",
                      (long long)extent, i, (long long)shard);
  }
  return TTA_OK;
}

/* ---- elements ---- */

static void copy_forms(int64_t *out, uint32_t count, const uint32_t *form, const int64_t *value) {
  for (uint32_t i = 0; i < count; i++) out[i] = value[form[i]];
}

static void locate_shard(const tta_storage *s, const tta_layout *layout, const int64_t *form, tta_location *l) {
  copy_forms(l->core, s->rank, s->core, form);
  copy_forms(l->shard_offset, s->rank, s->shard_offset, form);
  l->linear_offset = 0; /* within a volume that fits */
  for (uint32_t i = 0; i < s->rank; i++)
    l->linear_offset = l->linear_offset * layout->padded_shard.extent[i] + l->shard_offset[i];
  if (s->scalar_bytes) l->byte_offset = form[s->position];
}

tta_status tta_storage_locate(const tta_storage *s, const tta_layout *layout, const int64_t *index, tta_location *l,
                              tta_buf *reason) {
  int64_t form[TTA_STORAGE_MAX_FORMS];
  memset(l, 0xff, sizeof *l); /* -1: absent */
  for (uint32_t i = 0; i < layout->logical.rank; i++)
    if (index[i] < 0 || index[i] >= layout->logical.extent[i])
      return tta_fail(TTA_INVALID, reason, "index %lld of dim %u is out of range [0, %lld]", (long long)index[i], i,
                      (long long)layout->logical.extent[i] - 1);
  tta_status status = tta_map_evaluate(&layout->linear, index, NULL, l->physical);
  if (!status) status = s->sharded ? tta_storage_check_shard(layout, reason) : TTA_OK;
  if (status || !s->num_forms) return status;
  status = tta_storage_check_element(layout, index, l->physical, reason);
  if (!status) status = tta_storage_evaluate(s, l->physical, form);
  if (status) return status;
  if (s->tiled) {
    copy_forms(l->tile, s->rank, s->tile_index, form);
    copy_forms(l->tile_offset, 2, s->tile_offset, form);
    l->face = form[s->face_index];
  }
  if (s->scalar_bytes && s->bank != TTA_NO_FORM && s->space != TTA_MEMORY_NONE && s->space != TTA_MEMORY_DST) {
    l->bank = form[s->bank];
    l->bank_offset = form[s->offset];
  }
  if (s->sharded) locate_shard(s, layout, form, l);
  return TTA_OK;
}
