/* Owns the bytes that a layout takes in a bank. Does not own addresses (freelist.c).
 *
 * Two roundings, which is the easy mistake (reference 1.3): a page is aligned by its own buffer type (16 in L1, 32 or
 * 64 in DRAM), and the sum is aligned again by the free list, to the DRAM alignment in L1 too. */
#include <string.h>

#include "base/checked.h"
#include "ttattr/memory.h"

static const char *const names[TTA_NUM_BUFFER_TYPES] = {"DRAM", "L1", "L1_SMALL", "TRACE"};
const char *tta_buffer_type_name(tta_buffer_type type) {
  return (unsigned)type < TTA_NUM_BUFFER_TYPES ? names[type] : "?";
}

static tta_status finish(int64_t page_align, int64_t alloc_align, tta_footprint *f) {
  int64_t page, data;
  if (!tta_align_up(f->page_bytes, page_align, &page) || !tta_mul(page, f->pages, &f->size_bytes) ||
      !tta_mul(page, f->pages_per_bank, &f->bank_bytes) || !tta_mul(f->page_bytes, f->pages_per_bank, &data) ||
      !tta_align_up(f->bank_bytes, alloc_align, &f->bytes_per_bank)) return TTA_OVERFLOW;
  f->wasted_bytes = f->bytes_per_bank - data;
  return TTA_OK;
}

tta_status tta_footprint_interleaved(int64_t pages, int64_t page_bytes, int64_t banks, int64_t page_align,
                                     int64_t alloc_align, tta_footprint *out) {
  *out = (tta_footprint){.page_bytes = page_bytes, .pages = pages, .banks = banks};
  if (pages < 0 || page_bytes < 0 || banks < 1 || page_align < 1 || alloc_align < 1) return TTA_INVALID;
  if (!tta_ceildiv(pages, banks, &out->pages_per_bank)) return TTA_OVERFLOW;
  return finish(page_align, alloc_align, out);
}

tta_status tta_footprint_sharded(int64_t pages_per_shard, int64_t page_bytes, int64_t shards, int64_t banks,
                                 int64_t page_align, int64_t alloc_align, tta_footprint *out) {
  int64_t rounds;
  *out = (tta_footprint){.page_bytes = page_bytes, .banks = banks ? banks : shards};
  if (pages_per_shard < 0 || page_bytes < 0 || shards < 1 || banks < 0 || page_align < 1 || alloc_align < 1)
    return TTA_INVALID;
  if (out->banks > shards) out->banks = shards;
  if (!tta_ceildiv(shards, out->banks, &rounds) || !tta_mul(rounds, pages_per_shard, &out->pages_per_bank) ||
      !tta_mul(shards, pages_per_shard, &out->pages)) return TTA_OVERFLOW;
  return finish(page_align, alloc_align, out);
}

tta_status tta_banks_default(tta_arch arch, tta_banks *out) {
  const tta_arch_info *info = tta_arch_get(arch);
  const tta_chip_defaults *d = info ? info->defaults : NULL;
  *out = (tta_banks){.arch = arch, .known = true};
  if (!d) return TTA_INVALID;
  out->l1_size = (int64_t)d->l1_size;
  out->grid[0] = d->grid[0];
  out->grid[1] = d->grid[1];
  out->alloc_align = d->noc_dram_address_align_bytes;
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    bool dram = t == TTA_BUFFER_DRAM || t == TTA_BUFFER_TRACE;
    out->banks[t] = dram ? d->num_dram_channels : (int64_t)d->grid[0] * d->grid[1];
    out->page_align[t] = dram ? d->noc_dram_address_align_bytes : d->noc_l1_address_align_bytes;
  }
  out->base[TTA_BUFFER_DRAM] = (int64_t)d->dram_unreserved_base;
  out->size[TTA_BUFFER_DRAM] = (int64_t)(d->dram_unreserved_end - d->dram_unreserved_base);
  out->base[TTA_BUFFER_L1] = (int64_t)d->l1_unreserved_base;
  out->size[TTA_BUFFER_L1] = (int64_t)(d->l1_size - d->l1_unreserved_base);
  return TTA_OK;
}

/* ---- layouts ---- */

enum { EXPONENTS_SINCE = 20251110 }; /* tt-mlir 235dce4dd0 */

static int64_t element_bytes(const tta_layout *s, int32_t era) {
  bool without = tta_element_is_block_float(&s->memref_element) && era && era < EXPONENTS_SINCE;
  return without ? s->element_bytes - s->memref_element.tile[0] * s->memref_element.tile[1] / 16 : s->element_bytes;
}

/* Pages of a shape of elements: tiles, or rows. */
static bool count_pages(tta_shape shape, bool tiled, int64_t element, int64_t *pages, int64_t *page_bytes) {
  *pages = 1;
  *page_bytes = element;
  for (uint32_t i = 0; i < shape.rank; i++) {
    bool row = !tiled && i + 1 == shape.rank;
    if (!tta_mul(row ? *page_bytes : *pages, shape.extent[i], row ? page_bytes : pages)) return false;
  }
  return true;
}

static bool place_of(tta_memory_space space, tta_buffer_type *type) {
  *type = space == TTA_MEMORY_DRAM       ? TTA_BUFFER_DRAM
          : space == TTA_MEMORY_L1_SMALL ? TTA_BUFFER_L1_SMALL
          : space == TTA_MEMORY_TRACE    ? TTA_BUFFER_TRACE
                                         : TTA_BUFFER_L1;
  return *type != TTA_BUFFER_L1 || space == TTA_MEMORY_L1;
}

/* All shards dealt as one row-major tensor: a page is a tile, or a row through all columns of the grid. */
static tta_status interleaved(const tta_layout *s, int64_t element, const tta_banks *b, tta_buffer_type type,
                              bool single, tta_footprint *out) {
  int64_t pages, page_bytes, columns = s->grid.rank ? s->grid.extent[s->grid.rank - 1] : 1, cores = s->cores;
  if (!count_pages(s->memref, tta_element_is_tile(&s->memref_element), element, &pages, &page_bytes))
    return TTA_OVERFLOW;
  if (!tta_element_is_tile(&s->memref_element) && (!tta_mul(page_bytes, columns, &page_bytes) || columns < 1))
    return TTA_OVERFLOW;
  if (!tta_element_is_tile(&s->memref_element)) cores /= columns;
  if (!tta_mul(pages, cores, &pages)) return TTA_OVERFLOW;
  return tta_footprint_interleaved(pages, page_bytes, single ? 1 : b->banks[type], b->page_align[type], b->alloc_align,
                                   out);
}

tta_status tta_layout_footprint(const tta_layout *s, const tta_banks *b, int32_t era, tta_buffer_type *type,
                                  tta_footprint *out, tta_buf *reason) {
  int64_t element = element_bytes(s, era), pages, page_bytes;
  *out = (tta_footprint){0};
  if (!place_of(s->memory_space, type)) {
    if (reason)
      tta_buf_printf(reason, "memory space '%s' is not on the device", tta_layout_memory_space_name(s));
    return TTA_INVALID;
  }
  if (element <= 0 || !s->memref.rank) {
    if (reason)
      tta_buf_printf(reason, "the bytes of an element of '%.*s' are not known",
                     (int)(s->type.size > 120 ? 120 : s->type.size), s->type.data);
    return TTA_INVALID;
  }
  bool dram = *type == TTA_BUFFER_DRAM || *type == TTA_BUFFER_TRACE,
       single = s->memory_layout == TTA_MEMORY_LAYOUT_SINGLE_BANK;
  bool sharded = s->interleaved ? false : dram ? tta_memory_layout_is_sharded(s->memory_layout) : true;
  if (single || !sharded) return interleaved(s, element, b, *type, single, out);
  if (!count_pages(s->memref, tta_element_is_tile(&s->memref_element), element, &pages, &page_bytes))
    return TTA_OVERFLOW;
  return tta_footprint_sharded(pages, page_bytes, s->cores, dram ? b->banks[*type] : 0, b->page_align[*type],
                               b->alloc_align, out);
}
