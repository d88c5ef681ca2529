/* The bytes of a bank that are in use, and its state at a moment. Buffers at addresses of the compiler can overlap: on
 * separate cores, or by mistake. The free list holds the range of the first of them only. */

#include "base/checked.h"
#include "base/sort.h"
#include "memory/program.h"

static int by_begin(const void *a, const void *b) {
  const tta_address_range *x = a, *y = b;
  return tta_order(x->begin, y->begin);
}

/* Bytes of the ranges, in the order of their begin; common ones once. */
static int64_t covered(const tta_address_range *ranges, size_t count) {
  int64_t sum = 0, reach = INT64_MIN;
  for (size_t i = 0; i < count; i++) {
    int64_t begin = ranges[i].begin > reach ? ranges[i].begin : reach;
    if (ranges[i].end <= begin) continue;
    sum += ranges[i].end - begin; /* at most INT64_MAX: addresses are not negative */
    reach = ranges[i].end;
  }
  return sum;
}

int64_t tta_memory_plan_occupied(tta_memory_planner *r, tta_buffer_type type) {
  size_t count = 0;
  if (!r->num_overlapping[type]) return (int64_t)r->allocated[type]; /* at most the bank */
  for (uint32_t i = 0; i < r->num_live; i++) {
    const tta_memory_buffer *b = &r->p->buffers[r->live[i]];
    int64_t begin = r->address[r->live[i]];
    int64_t end = tta_sum_capped(begin, b->footprint.bytes_per_bank);
    if (b->space == type) r->ranges[count++] = (tta_address_range){begin, end};
  }
  tta_sort(r->ranges, r->scratch, count, sizeof *r->ranges, by_begin);
  return covered(r->ranges, count);
}

/* ---- the state of a bank ---- */

/* What buffers have without holding it, within the bank and in whole units of the allocator. */
static size_t add_overlapping(const tta_memory_planner *r, tta_buffer_type type, tta_address_range *ranges) {
  const tta_banks *banks = &r->p->banks;
  int64_t base = banks->base[type], align = banks->alloc_align, limit = base + banks->size[type];
  size_t count = 0;
  for (uint32_t i = 0; i < r->num_live; i++) {
    const tta_memory_buffer *b = &r->p->buffers[r->live[i]];
    if (b->space != type || r->held[r->live[i]]) continue;
    int64_t begin = r->address[r->live[i]], end = tta_sum_capped(begin, b->footprint.bank_bytes);
    begin = begin < base ? base : begin - begin % align;
    end = end > limit ? limit : end;
    if (end % align && limit - end >= align) end += align - end % align;
    if (begin < end) ranges[count++] = (tta_address_range){begin - base, end - base};
  }
  return count;
}

static void add_block(tta_memory_bank *row, tta_memory_block *blocks, int64_t begin, int64_t end, bool allocated) {
  if (begin >= end) return;
  blocks[row->num_blocks++] = (tta_memory_block){begin, end - begin, allocated, TTA_NO_ADDRESS, TTA_NO_ADDRESS,
                                                   TTA_NO_ADDRESS, TTA_NO_ADDRESS};
  if (allocated) return;
  row->free += end - begin;
  if (end - begin > row->largest_free) row->largest_free = end - begin;
}

/* The blocks of the list and the ranges of overlapping buffers, joined where they overlap. */
static void merge(tta_memory_planner *r, tta_memory_bank *row, tta_memory_block *blocks, size_t count) {
  struct tta_memory_plan *p = r->p;
  size_t all = count + r->num_live, used = 0;
  tta_address_range *ranges = tta_arena_array(&p->arena, 2 * all + 1, sizeof *ranges);
  tta_memory_block *merged = tta_arena_array(&p->arena, 2 * all + 2, sizeof *merged);
  if (!ranges || !merged) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  int64_t limit = 0, at = 0;
  for (size_t i = 0; i < count; i++) {
    int64_t begin = blocks[i].address_bytes, end = begin + blocks[i].size_bytes;
    if (end > limit) limit = end;
    if (blocks[i].allocated) ranges[used++] = (tta_address_range){begin, end};
  }
  used += add_overlapping(r, row->type, ranges + used);
  tta_sort(ranges, ranges + all, used, sizeof *ranges, by_begin);
  row->num_blocks = 0;
  row->free = row->largest_free = 0;
  for (size_t i = 0; i < used; i++) {
    add_block(row, merged, at, ranges[i].begin, false);
    int64_t begin = ranges[i].begin > at ? ranges[i].begin : at;
    add_block(row, merged, begin, ranges[i].end, true);
    if (ranges[i].end > at) at = ranges[i].end;
  }
  add_block(row, merged, at, limit, false);
  row->allocated = limit - row->free;
  row->blocks = merged;
}

static int by_address(const void *a, const void *b) {
  const tta_memory_block *x = a, *y = b;
  return tta_order(x->address_bytes, y->address_bytes);
}

tta_memory_block *tta_memory_plan_blocks(tta_memory_planner *r, tta_buffer_type type, size_t *count) {
  struct tta_memory_plan *p = r->p;
  *count = tta_freelist_blocks(r->lists[type], NULL, 0);
  tta_memory_block *blocks = tta_arena_array(&p->arena, 2 * *count + 1, sizeof *blocks);
  if (!blocks) {
    p->status = TTA_NO_MEMORY;
    return NULL;
  }
  tta_freelist_blocks(r->lists[type], blocks, *count);
  tta_sort(blocks, blocks + *count, *count, sizeof *blocks, by_address);
  return blocks;
}

void tta_memory_plan_snapshot(tta_memory_planner *r, tta_memory_bank *row) {
  tta_freelist_stats s = tta_freelist_statistics(r->lists[row->type]);
  size_t count;
  tta_memory_block *blocks = tta_memory_plan_blocks(r, row->type, &count);
  row->allocated = s.allocated_bytes;
  row->free = s.free_bytes;
  row->largest_free = s.largest_free_bytes;
  row->blocks = blocks;
  row->num_blocks = blocks ? count : 0;
  if (blocks && r->num_overlapping[row->type]) merge(r, row, blocks, count);
}
