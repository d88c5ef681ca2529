/* footprint.c: the bytes of a layout in each bank.
 *
 * There are two roundings: pages or shards to the alignment of their memory (16 in L1, 32 or 64 in DRAM), then the sum
 * to the alignment of the free list, which is that of DRAM in L1 too (tt-metal bank_manager.cpp@00a6e7f8). */
#include "base/checked.h"
#include "base/fail.h"
#include "memory/footprint.h"
#include "ttattr/memory.h"
#include "ttattr/storage.h"

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

/* ---- layouts ---- */

static bool buffer_type_of(tta_memory_space space, tta_buffer_type *type) {
  switch (space) {
  case TTA_MEMORY_DRAM: *type = TTA_BUFFER_DRAM; return true;
  case TTA_MEMORY_L1: *type = TTA_BUFFER_L1; return true;
  case TTA_MEMORY_L1_SMALL: *type = TTA_BUFFER_L1_SMALL; return true;
  case TTA_MEMORY_TRACE: *type = TTA_BUFFER_TRACE; return true;
  default: *type = TTA_BUFFER_L1; return false;
  }
}

/* A description holds all buffer types; a layout is in one of them. */
tta_storage_banks tta_storage_banks_of(const tta_banks *b, tta_buffer_type type) {
  return (tta_storage_banks){.dram_banks = b->banks[type],
                             .l1_banks = b->banks[type],
                             .dram_alignment = b->page_align[type],
                             .l1_alignment = b->page_align[type]};
}

int64_t tta_bank_capacity(const tta_banks *b, tta_buffer_type type) {
  return b->alloc_align > 0 ? b->size[type] / b->alloc_align * b->alloc_align : b->size[type];
}

tta_status tta_layout_footprint(const tta_layout *layout, const tta_banks *b, int32_t era, tta_buffer_type *type,
                                tta_footprint *out, tta_buf *reason) {
  tta_storage s;
  *out = (tta_footprint){0};
  if (!buffer_type_of(layout->memory_space, type))
    return tta_fail(TTA_INVALID, reason, "memory space '%s' is not on the device",
                    tta_layout_memory_space_name(layout));
  tta_storage_banks banks = tta_storage_banks_of(b, *type);
  tta_storage_options options = {.banks = &banks, .exponents = tta_exponents_of(era)};
  if (layout->element_bytes <= 0 || !layout->memref.rank)
    return tta_fail(TTA_INVALID, reason, "the element size of '%.*s' is unknown",
                    (int)(layout->type.size > 120 ? 120 : layout->type.size), layout->type.data);
  tta_status status = tta_storage_of(layout, &options, &s, reason);
  if (status) return status;
  bool pages = s.distribution == TTA_STORAGE_PAGES;
  *out = (tta_footprint){.page_bytes = s.page_bytes,
                         .pages = s.num_pages,
                         .banks = s.distribution == TTA_STORAGE_SHARDS && s.cores < s.num_banks ? s.cores : s.num_banks,
                         .pages_per_bank = s.pages_per_bank,
                         .bank_bytes = s.bank_bytes};
  bool fits = tta_mul(pages ? s.num_pages : s.cores, pages ? s.page_stride : s.shard_stride, &out->size_bytes) &&
              tta_align_up(s.bank_bytes, b->alloc_align, &out->bytes_per_bank);
  out->wasted_bytes = out->bytes_per_bank - s.bank_bytes + s.bank_alignment_bytes;
  return fits ? TTA_OK : TTA_OVERFLOW;
}
