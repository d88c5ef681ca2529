/* Messages for a buffer that does not fit: tt-metal's own, what fills the bank, and the smallest changes that would
 * make it fit. */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/sort.h"
#include "ir/behaviors.h"
#include "memory/footprint.h"
#include "memory/program.h"
#include "ttattr/memory.h"

enum { SHOWN_BUFFERS = 8 };

static tta_diagnostic *report_out_of_memory(tta_memory_planner *r, const tta_memory_buffer *b, tta_span span,
                                            tta_freelist_stats s) {
  struct tta_memory_plan *p = r->p;
  int32_t era = p->options.era;
  const tta_footprint *f = &b->footprint;
  char tail[200] = "";
  tta_buf text = tta_buf_new(p->arena.allocator);
  if (!era || era >= TTA_DAY_METAL_BANK_USE)
    tta_buf_printf(&text, ", but bank size is %lld B (allocated: %lld B, free: %lld B, largest free block: %lld B)",
                   (long long)p->banks.size[b->space], (long long)s.allocated_bytes, (long long)s.free_bytes,
                   (long long)s.largest_free_bytes);
  else if (era >= TTA_DAY_METAL_BANK_SIZE)
    tta_buf_printf(&text, ", but bank size is only %lld B", (long long)p->banks.size[b->space]);
  if (text.size < sizeof tail && text.size) memcpy(tail, text.data, text.size);
  if (text.failed) p->status = TTA_NO_MEMORY;
  tta_buf_free(&text);
  return tta_report_add(&p->results.report, TTA_RULE_memory_capacity, span,
                        "Out of Memory: Not enough space to allocate %lld B %s buffer across %lld banks, where each "
                        "bank needs to store %lld B%s",
                        (long long)f->size_bytes, tta_buffer_type_name(b->space), (long long)f->banks,
                        (long long)f->bank_bytes, tail);
}

/* A buffer that does not fit, and the largest free block of its bank. */
typedef struct request {
  tta_memory_planner *planner;
  struct tta_memory_plan *p;
  uint32_t buffer;
  tta_span span;
  const tta_layout *layout;
  int64_t largest_free;
  tta_diagnostic *diagnostic;
} request;

/* A note at the buffer. */
#define NOTE(w, ...) tta_report_note(&(w)->p->results.report, (w)->diagnostic, (w)->span, __VA_ARGS__)

static tta_span name_of(const struct tta_memory_plan *p, uint32_t buffer) {
  return tta_memory_plan_name_span(p, p->value_of[buffer]);
}

/* ---- what fills the bank ---- */

typedef struct entry {
  const tta_memory_buffer *buffer;
  int64_t address;
} entry;

static int by_size(const void *a, const void *b) {
  const tta_memory_buffer *x = ((const entry *)a)->buffer, *y = ((const entry *)b)->buffer;
  int order = tta_order(y->footprint.bytes_per_bank, x->footprint.bytes_per_bank);
  return order ? order : tta_order(x - y, 0); /* in order of definition */
}

static void report_fill(const request *w, const tta_memory_buffer *b) {
  struct tta_memory_plan *p = w->p;
  const tta_memory_planner *r = w->planner;
  entry *list = tta_arena_array(&p->arena, 2 * (size_t)r->num_live + 1, sizeof *list);
  uint32_t count = 0;
  int64_t rest = 0;
  if (!list) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  for (uint32_t i = 0; i < r->num_live; i++) /* circular buffers of resources are not in the list */
    if (p->buffers[r->live[i]].space == b->space &&
        (r->held[r->live[i]] || p->resource_of[r->live[i]] == TTA_MEMORY_PLAN_NONE))
      list[count++] = (entry){&p->buffers[r->live[i]], r->address[r->live[i]]};
  tta_sort(list, list + count, count, sizeof *list, by_size);
  for (uint32_t i = 0; i < count && i < SHOWN_BUFFERS; i++) {
    const tta_memory_buffer *held = list[i].buffer;
    if (!held->line) {
      NOTE(w, "the bank holds %.*s, %s: %lld B at %lld", (int)held->name.size, held->name.data,
           tta_memory_kind_words(held->kind), (long long)held->footprint.bytes_per_bank, (long long)list[i].address);
      continue;
    }
    tta_report_note(&p->results.report, w->diagnostic, name_of(p, (uint32_t)(held - p->buffers)),
                    "the bank holds %.*s (line %u): %lld B at %lld, from line %u to %u", (int)held->name.size,
                    held->name.data, held->line, (long long)held->footprint.bytes_per_bank,
                    (long long)list[i].address, held->first, held->last);
  }
  for (uint32_t i = SHOWN_BUFFERS; i < count; i++) rest += list[i].buffer->footprint.bytes_per_bank;
  if (count > SHOWN_BUFFERS) NOTE(w, "and %u more, %lld B in total", count - SHOWN_BUFFERS, (long long)rest);
}

/* ---- what would fit ---- */

static bool measure(const request *w, const tta_layout *s, int64_t *bytes) {
  tta_footprint f;
  tta_buffer_type type;
  if (tta_layout_footprint(s, &w->p->banks, w->p->options.era, &type, &f, NULL)) return false;
  *bytes = f.bytes_per_bank;
  return true;
}

/* Runs the program again with the change, and reports whether another buffer then does not fit. */
static void suggest(const request *w, tta_buffer_type space, int64_t bytes, const char *change) {
  struct tta_memory_plan *p = w->p;
  uint32_t failed = tta_memory_plan_try(w->planner, w->buffer, space, bytes);
  if (failed == w->buffer) return;
  if (failed == TTA_MEMORY_PLAN_NONE) {
    NOTE(w, "it would fit %s: %lld B in each bank", change, (long long)bytes);
    return;
  }
  const tta_memory_buffer *next = &p->buffers[failed];
  NOTE(w, "it would fit %s: %lld B in each bank; but %.*s (line %u) still would not", change, (long long)bytes,
       (int)next->name.size, next->name.data, next->line);
}

/* Bytes per bank of the same data on another grid of rank 2 or more (its last two extents are the cores of a chip). */
static bool on_grid(const request *w, int64_t rows, int64_t columns, int64_t *bytes) {
  const tta_layout *s = w->layout;
  int64_t grid[TTA_MAX_RANK], shard[TTA_MAX_RANK];
  tta_layout other = *s;
  uint32_t n = s->grid.rank;
  if (n != s->physical.rank || n != s->memref.rank) return false;
  memcpy(grid, s->grid.extent, n * sizeof *grid);
  grid[n - 2] = rows;
  grid[n - 1] = columns;
  other.cores = 1;
  for (uint32_t i = 0; i < n; i++) {
    int64_t tile = tta_tile_extent(&s->memref_element, i, n);
    if (!tta_ceildiv(s->physical.extent[i], grid[i], &shard[i]) || !tta_ceildiv(shard[i], tile, &shard[i]) ||
        !tta_mul(other.cores, grid[i], &other.cores))
      return false;
  }
  other.grid = (tta_shape){n, grid};
  other.memref = (tta_shape){n, shard};
  return measure(w, &other, bytes);
}

/* The smallest number of cores with shards that fit; of these the grid closest to a square. */
static void try_grids(const request *w) {
  const tta_layout *s = w->layout;
  const int64_t *limit = w->p->banks.grid;
  int64_t best_rows = 0, best_columns = 0, best = INT64_MAX, best_bytes = 0, bytes;
  char change[120];
  if (s->grid.rank < 2 || s->interleaved) return;
  int64_t old_rows = s->grid.extent[s->grid.rank - 2], old_columns = s->grid.extent[s->grid.rank - 1];
  for (int64_t y = 1; y <= limit[0] && y <= 64; y++)
    for (int64_t x = 1; x <= limit[1] && x <= 64; x++) {
      if (y * x <= old_rows * old_columns || y * x > best || !on_grid(w, y, x, &bytes)) continue;
      if (bytes > w->largest_free) continue;
      bool squarer = tta_abs(y - x) < tta_abs(best_rows - best_columns);
      if (y * x == best && !squarer) continue;
      best = y * x;
      best_rows = y;
      best_columns = x;
      best_bytes = bytes;
    }
  snprintf(change, sizeof change, "on a grid with last extents %lldx%lld instead of %lldx%lld",
           (long long)best_rows, (long long)best_columns, (long long)old_rows, (long long)old_columns);
  if (best != INT64_MAX) suggest(w, TTA_BUFFER_L1, best_bytes, change);
}

static void try_dram(const request *w) {
  tta_layout other = *w->layout;
  int64_t bytes;
  if (!w->planner->lists[TTA_BUFFER_DRAM]) return;
  other.memory_space = TTA_MEMORY_DRAM;
  other.memory_layout = TTA_MEMORY_LAYOUT_INTERLEAVED;
  if (measure(w, &other, &bytes)) suggest(w, TTA_BUFFER_DRAM, bytes, "in DRAM, interleaved");
}

/* bfp_bf8 has 1088 bytes for 32x32 scalars, bfp_bf4 576 (tt-mlir getElementSizeBytes). */
static void try_tiles(const request *w, tta_buffer_type space) {
  static const struct {
    const char *change;
    tta_data_type type;
  } types[] = {{"with tiles of bf16", TTA_BF16}, {"with tiles of bfp_bf8", TTA_BFP_BF8},
               {"with tiles of bfp_bf4", TTA_BFP_BF4}};
  const tta_layout *s = w->layout;
  tta_data_type of = s->tensor_element.data_type;
  bool floats = s->tensor_element.kind == TTA_ELEMENT_FLOAT || (of >= TTA_F32 && of <= TTA_BFP_BF2);
  if (s->memref_element.kind != TTA_ELEMENT_TILE || !floats) return;
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    tta_layout other = *s;
    int64_t bytes;
    other.memref_element.data_type = types[i].type;
    if (tta_element_bytes(&other.memref_element, TTA_WITH_EXPONENTS, &other.element_bytes)) continue;
    if (other.element_bytes >= s->element_bytes || !measure(w, &other, &bytes) || bytes > w->largest_free) continue;
    suggest(w, space, bytes, types[i].change);
    return;
  }
}

/* Bytes per bank of one element of the memref along a dim instead of all. */
static bool measure_slice(const request *w, uint32_t dim, int64_t *bytes) {
  int64_t extents[TTA_MAX_RANK];
  tta_layout other = *w->layout;
  memcpy(extents, other.memref.extent, other.memref.rank * sizeof *extents);
  extents[dim] = 1;
  other.memref.extent = extents;
  return measure(w, &other, bytes);
}

/* Slices along the outermost extent of the shard that is not 1. */
static void try_slices(const request *w) {
  const tta_layout *s = w->layout;
  const struct tta_memory_plan *p = w->p;
  tta_block slice, block;
  uint32_t dim = 0;
  while (dim + 1 < s->memref.rank && s->memref.extent[dim] == 1) dim++;
  tta_status status =
      tta_layout_largest_block(s, &p->banks, p->options.era, w->largest_free, 1, &slice, NULL);
  if (dim >= s->memref.rank || s->memref.extent[dim] < 2) return;
  int64_t extent = s->memref.extent[dim];
  if (status || slice.dim != dim) {
    int64_t one;
    if (measure_slice(w, dim, &one))
      NOTE(w, "one of the %lld slices along dim %u of its shard already needs %lld B", (long long)extent, dim,
           (long long)one);
    return;
  }
  NOTE(w, "it would fit in %lld slices along dim %u of its shard: %lld of %lld at a time", (long long)slice.passes, dim,
       (long long)slice.extent[dim], (long long)extent);
  status = tta_layout_largest_block(s, &p->banks, p->options.era, w->largest_free, 2, &block, NULL);
  if (!status && block.dim == dim)
    NOTE(w, "streamed with two buffers, a block can have %lld of %lld along dim %u", (long long)block.extent[dim],
         (long long)extent, dim);
}

void tta_memory_plan_advise(tta_memory_planner *r, uint32_t buffer, const tta_memory_plan_type *type) {
  struct tta_memory_plan *p = r->p;
  const tta_memory_buffer *b = &p->buffers[buffer];
  tta_freelist_stats s = {0};
  if (r->lists[b->space]) s = tta_freelist_statistics(r->lists[b->space]);
  int64_t largest = s.largest_free_bytes, need = b->footprint.bytes_per_bank;
  request w = {r, p, buffer, name_of(p, buffer), type->layout, largest, NULL};
  w.diagnostic = report_out_of_memory(r, b, w.span, s);
  if (!w.diagnostic) return;
  NOTE(&w, "%.*s needs %lld B in each bank; the largest free block has %lld B%s", (int)b->name.size, b->name.data,
       (long long)need, (long long)largest, need <= s.free_bytes ? "; enough is free, but fragmented" : "");
  bool small = b->space == TTA_BUFFER_L1_SMALL, trace = b->space == TTA_BUFFER_TRACE;
  if ((small || trace) && !p->banks.size[b->space])
    NOTE(&w, "there is no %s region: it is a resource, {\"kind\": \"%s\", \"size\": N} in the file of --resources",
         tta_buffer_type_name(b->space), small ? "l1_small" : "trace");
  else if (need > p->banks.size[b->space])
    NOTE(&w, "an empty %s bank has %lld B", tta_buffer_type_name(b->space), (long long)p->banks.size[b->space]);
  report_fill(&w, b);
  if (type->num_buffers > 1) suggest(&w, b->space, need / type->num_buffers, "with one buffer of each shard");
  if (!type->layout) return;
  if (b->space == TTA_BUFFER_L1) try_grids(&w);
  try_tiles(&w, b->space);
  if (b->space == TTA_BUFFER_L1) try_dram(&w);
  try_slices(&w);
}
