/* Tensors in DRAM that are processed block by block: the largest blocks, and how they are read. */

#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "memory/footprint.h"
#include "model/storage.h"
#include "ttattr/arch.h"
#include "ttattr/memory.h"
#include "ttattr/storage.h"

/* ---- blocks ---- */

typedef struct search {
  const tta_layout *layout;
  const tta_banks *banks;
  int32_t era;
  int64_t most_bytes; /* of one buffer */
  int64_t extents[TTA_MAX_RANK];
} search;

/* The layout with the block as its memref. */
static tta_layout with_block(const search *s) {
  tta_layout other = *s->layout;
  other.memref.extent = s->extents;
  return other;
}

static tta_status measure(search *s, uint32_t dim, int64_t count, int64_t *bytes, tta_buf *reason) {
  tta_footprint f;
  tta_buffer_type type;
  s->extents[dim] = count;
  tta_layout other = with_block(s);
  tta_status status = tta_layout_footprint(&other, s->banks, s->era, &type, &f, reason);
  *bytes = f.bytes_per_bank;
  return status;
}

/* The largest extent along a dim that fits, 0 if none does; the block then has it. */
static tta_status find_extent(search *s, uint32_t dim, int64_t *bytes, tta_buf *reason) {
  int64_t low = 0, high = s->layout->memref.extent[dim], of_middle;
  while (low < high) {
    int64_t middle = low + (high - low) / 2 + (high - low) % 2;
    tta_status status = measure(s, dim, middle, &of_middle, reason);
    if (status && status != TTA_OVERFLOW) return status;
    if (!status && of_middle <= s->most_bytes) low = middle;
    else high = middle - 1;
  }
  return measure(s, dim, low, bytes, reason);
}

static tta_status count_passes(const tta_layout *layout, tta_block *block) {
  block->passes = 1;
  for (uint32_t d = 0; d <= block->dim; d++) {
    int64_t count;
    if (!tta_ceildiv(layout->memref.extent[d], block->extent[d], &count) ||
        !tta_mul(block->passes, count, &block->passes))
      return TTA_OVERFLOW;
  }
  return TTA_OK;
}

tta_status tta_layout_largest_block(const tta_layout *layout, const tta_banks *banks, int32_t era,
                                    int64_t capacity_bytes, int64_t buffers, tta_block *out, tta_buf *reason) {
  uint32_t rank = layout->memref.rank;
  search s = {.layout = layout, .banks = banks, .era = era};
  *out = (tta_block){.dim = 0};
  if (buffers < 1) return tta_fail(TTA_INVALID, reason, "the number of buffers is below 1");
  if (!rank || rank > TTA_MAX_RANK) return tta_fail(TTA_INVALID, reason, "the layout has no shard to be cut");
  s.most_bytes = capacity_bytes / buffers;
  memcpy(s.extents, layout->memref.extent, rank * sizeof *s.extents);
  if (!tta_shape_at_least(layout->memref, 1)) return tta_fail(TTA_INVALID, reason, "the shard is empty");
  for (uint32_t d = 0; d < rank; d++) {
    if (s.extents[d] == 1 && d + 1 < rank) continue;
    tta_status status = find_extent(&s, d, &out->bank_bytes, reason);
    if (status) return status;
    out->dim = d;
    if (s.extents[d]) {
      memcpy(out->extent, s.extents, rank * sizeof *s.extents);
      return count_passes(layout, out);
    }
    s.extents[d] = 1;
  }
  tta_status status = measure(&s, rank - 1, 1, &out->bank_bytes, reason);
  if (status) return status;
  return tta_fail(TTA_INVALID, reason, "%lld buffers of one %s, %lld bytes each, do not fit in %lld bytes",
                  (long long)buffers, tta_element_is_tile(&layout->memref_element) ? "tile" : "element",
                  (long long)out->bank_bytes, (long long)capacity_bytes);
}

/* ---- runs ---- */

typedef struct streamer {
  const tta_layout *layout;
  const tta_storage *dram, *l1; /* of the tensor, of a block */
  uint32_t rank;
  int64_t align;
  tta_stream *out;
} streamer;

/* Whether a shard is contiguous, so that a block is. */
static bool is_packed(const streamer *s) {
  return s->dram->distribution == TTA_STORAGE_SHARDS && s->dram->page_stride == s->dram->page_bytes;
}

/* Runs of a block of `count` along the dim that is cut: the whole block, its rows, or its tiles. */
static tta_status count_bursts(const streamer *s, int64_t count, int64_t *runs, int64_t *run_bytes, int64_t *bursts) {
  const tta_block *b = &s->out->block;
  int64_t elements = count, row = s->rank - 1 == b->dim ? count : b->extent[s->rank - 1], bytes, each;
  for (uint32_t d = b->dim + 1; d < s->rank; d++)
    if (!tta_mul(elements, b->extent[d], &elements)) return TTA_OVERFLOW;
  if (!tta_mul(elements, s->dram->element_bytes, &bytes)) return TTA_OVERFLOW;
  if (is_packed(s)) *run_bytes = bytes;
  else *run_bytes = s->dram->row_pages ? row * s->dram->element_bytes : s->dram->element_bytes;
  *runs = bytes / *run_bytes;
  return tta_ceildiv(*run_bytes, s->out->max_burst_bytes, &each) && tta_mul(each, *runs, bursts) ? TTA_OK
                                                                                                  : TTA_OVERFLOW;
}

static tta_status add_up(const streamer *s) {
  tta_stream *out = s->out;
  const tta_block *b = &out->block;
  int64_t extent = s->layout->memref.extent[b->dim], full, along = b->extent[b->dim], runs, bytes, last, sum, outside;
  if (!tta_ceildiv(extent, along, &full)) return TTA_OVERFLOW;
  out->tail = extent - (full - 1) * along;
  tta_status status = count_bursts(s, along, &out->runs, &out->run_bytes, &out->bursts);
  if (!status) status = count_bursts(s, out->tail, &runs, &bytes, &last);
  if (status) return status;
  out->block_bytes = out->runs * out->run_bytes;
  outside = b->passes / full;
  bool fits = tta_mul(out->bursts, full - 1, &sum) && tta_add(sum, last, &sum) && tta_mul(sum, outside, &sum) &&
              tta_mul(sum, out->cores, &out->total_bursts);
  return fits ? TTA_OK : TTA_OVERFLOW;
}

/* ---- alignment ---- */

/* Blocks one after the other, each a single run. */
static bool blocks_aligned(const streamer *s) {
  const tta_block *b = &s->out->block;
  int64_t whole, extent = s->layout->memref.extent[b->dim];
  if (b->passes == 1) return true;
  if (extent > b->extent[b->dim] && s->out->block_bytes % s->align) return false;
  whole = s->out->block_bytes / b->extent[b->dim] * extent;
  return b->passes <= (extent + b->extent[b->dim] - 1) / b->extent[b->dim] || whole % s->align == 0;
}

static tta_status check_alignment(const streamer *s, tta_buf *reason) {
  tta_stream *out = s->out;
  const tta_block *b = &out->block;
  tta_storage_rows from, to;
  tta_status status = tta_storage_rows_of(s->dram, s->align, &from, reason);
  if (!status) status = tta_storage_rows_of(s->l1, s->align, &to, reason);
  if (status) return status;
  int64_t units = s->dram->row_pages ? b->extent[s->rank - 1] : 1, aligned;
  bool cut = b->dim + 1 == s->rank && b->extent[b->dim] < s->layout->memref.extent[b->dim],
       columns = s->dram->row_pages && (cut || (!s->dram->sharded && s->layout->grid.extent[s->rank - 1] > 1));
  out->row_bytes = units * s->dram->element_bytes;
  if (is_packed(s)) out->aligned = blocks_aligned(s);
  else out->aligned = from.aligned && to.aligned && !(columns && out->row_bytes % s->align);
  if (!tta_aligned_row(units, s->dram->element_bytes, s->align, &aligned)) return TTA_OVERFLOW;
  out->aligned_row_bytes = out->aligned ? out->row_bytes : aligned * s->dram->element_bytes;
  return TTA_OK;
}

/* ---- the stream ---- */

/* One core's shard in L1, whatever the tensor is in. */
static tta_layout in_l1(const tta_layout *layout) {
  tta_layout l = *layout;
  l.memory_space = TTA_MEMORY_L1;
  l.memory_layout = TTA_MEMORY_LAYOUT_NONE;
  l.interleaved = false;
  return l;
}

static tta_status derive(const tta_layout *layout, const tta_banks *b, int32_t era, tta_storage *storage,
                         tta_buf *reason) {
  tta_storage_banks banks = {.dram_banks = b->banks[TTA_BUFFER_DRAM],
                             .l1_banks = b->banks[TTA_BUFFER_L1],
                             .dram_alignment = b->page_align[TTA_BUFFER_DRAM],
                             .l1_alignment = b->page_align[TTA_BUFFER_L1]};
  return tta_storage_of(layout, &(tta_storage_options){.banks = &banks, .exponents = tta_exponents_of(era)}, storage,
                        reason);
}

tta_status tta_stream_of(const tta_layout *layout, const tta_stream_options *options, tta_stream *out,
                         tta_buf *reason) {
  const tta_banks *banks = options->banks;
  *out = (tta_stream){.buffers = options->buffers, .capacity_bytes = banks->size[TTA_BUFFER_L1]};
  if (layout->memory_space != TTA_MEMORY_DRAM)
    return tta_fail(TTA_INVALID, reason, "the tensor is in %s; only a tensor in dram is streamed",
                    layout->memory_space ? tta_layout_memory_space_name(layout) : "no memory space");
  if (!layout->grid.extent || !layout->memref.extent)
    return tta_fail(TTA_INVALID, reason, "the grid and the shard of the layout are unknown");
  if (layout->element_bytes < 1) return tta_fail(TTA_INVALID, reason, "the size of an element is unknown");
  tta_layout shard = in_l1(layout);
  tta_storage dram, l1;
  tta_status status = tta_layout_largest_block(&shard, banks, options->era, out->capacity_bytes, options->buffers,
                                               &out->block, reason);
  if (!status) status = derive(layout, banks, options->era, &dram, reason);
  shard.memref.extent = out->block.extent;
  if (!status) status = derive(&shard, banks, options->era, &l1, reason);
  if (status) return status;
  streamer s = {layout, &dram, &l1, layout->memref.rank, banks->page_align[TTA_BUFFER_DRAM], out};
  out->cores = layout->cores;
  out->max_burst_bytes = tta_arch_get(banks->arch)->noc_max_burst_bytes;
  out->alignment_bytes = s.align;
  status = add_up(&s);
  return status ? status : check_alignment(&s, reason);
}

void tta_stream_json_members(tta_json *json, const tta_stream *s, uint32_t rank) {
  tta_json_key_int(json, "buffers", s->buffers);
  tta_json_key_int(json, "l1_bytes", s->capacity_bytes);
  tta_json_key_int(json, "cores", s->cores);
  tta_json_key_int(json, "dim", s->block.dim);
  tta_json_key_shape(json, "block_shape", (tta_shape){rank, s->block.extent});
  tta_json_key_int(json, "block_bytes", s->block_bytes);
  tta_json_key_int(json, "buffer_bytes", s->block.bank_bytes);
  tta_json_key_int(json, "passes", s->block.passes);
  tta_json_key_int(json, "last_extent", s->tail);
  tta_json_key_int(json, "runs", s->runs);
  tta_json_key_int(json, "run_bytes", s->run_bytes);
  tta_json_key_int(json, "max_burst_bytes", s->max_burst_bytes);
  tta_json_key_int(json, "bursts", s->bursts);
  tta_json_key_int(json, "total_bursts", s->total_bursts);
  tta_json_key_int(json, "alignment_bytes", s->alignment_bytes);
  tta_json_key_bool(json, "aligned", s->aligned);
  tta_json_key_int(json, "row_bytes", s->row_bytes);
  tta_json_key_int(json, "aligned_row_bytes", s->aligned_row_bytes);
}
