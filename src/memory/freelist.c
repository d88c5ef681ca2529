/* The two free lists of tt-metal: the search, the conventions in which they differ, checks and messages.
 * Every choice follows FreeList and FreeListOpt; freelist.h names their versions. */
#include "memory/freelist.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/checked.h"
#include "memory/freelist_blocks.h"

struct tta_freelist {
  const tta_allocator *allocator;
  tta_freelist_config config;
  tta_block_table table;
  int64_t shrunk;            /* bytes that shrink removed and reset_size restores */
  bool cleared_while_shrunk; /* linked only: reset_size would list those bytes twice */
  int64_t lowest;            /* relative; TTA_NO_ADDRESS */
  char error[160];
};

static bool segregated(const tta_freelist *list) { return list->config.impl == TTA_FREELIST_SEGREGATED; }

static int64_t size_now(const tta_freelist *list) { return list->config.max_size_bytes - list->shrunk; }

/* ---- errors ---- */

static tta_status ok(tta_freelist *list) {
  list->error[0] = 0;
  return TTA_OK;
}

static tta_status no_memory(tta_freelist *list) {
  snprintf(list->error, sizeof list->error, "out of memory");
  return TTA_NO_MEMORY;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static tta_status invalid(tta_freelist *list, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(list->error, sizeof list->error, format, args);
  va_end(args);
  return TTA_INVALID;
}

const char *tta_freelist_error(const tta_freelist *list) { return list->error; }

/* ---- life ---- */

const char *tta_freelist_config_error(const tta_freelist_config *config) {
  int64_t end;
  if (config->max_size_bytes < 0) return "max_size must not be negative";
  if (config->min_alloc_bytes < 1) return "min_alloc must be positive";
  if (config->align_bytes < 1) return "align must be positive";
  if (config->offset_bytes < 0) return "offset must not be negative";
  if (config->offset_bytes % config->align_bytes != 0) return "offset is not a multiple of align";
  if (!tta_add(config->offset_bytes, config->max_size_bytes, &end)) return "offset + max_size exceeds 64 bits";
  return NULL;
}

/* clamp(bits(max_size / 1024), 2, 18) (FreeListOpt). */
static uint32_t num_size_classes(int64_t max_size) {
  uint32_t bits = 0;
  for (int64_t n = max_size / 1024; n > 0 && bits < TTA_MAX_SIZE_CLASSES; n /= 2) bits++;
  return bits < 2 ? 2 : bits;
}

tta_status tta_freelist_new(const tta_freelist_config *config, const tta_allocator *allocator, tta_freelist **out) {
  *out = NULL;
  if (tta_freelist_config_error(config)) return TTA_INVALID;
  allocator = tta_allocator_or_default(allocator);
  tta_freelist *list = allocator->allocate(allocator->user, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  *list = (tta_freelist){.allocator = allocator, .config = *config, .lowest = TTA_NO_ADDRESS};
  uint32_t num_classes = segregated(list) ? num_size_classes(config->max_size_bytes) : 1;
  tta_status status = tta_blocks_init(&list->table, allocator, num_classes, config->max_size_bytes);
  if (status) {
    tta_freelist_free(list);
    return status;
  }
  *out = list;
  return TTA_OK;
}

void tta_freelist_free(tta_freelist *list) {
  if (!list) return;
  tta_blocks_free(&list->table);
  list->allocator->release(list->allocator->user, list, sizeof *list);
}

/* ---- allocation ---- */

/* align_up(max(size, min_alloc), align) (tt-metal). */
static tta_status rounded_size(tta_freelist *list, int64_t size, int64_t *rounded) {
  if (size < 0) return invalid(list, "size %" PRId64 " is negative", size);
  if (size < list->config.min_alloc_bytes) size = list->config.min_alloc_bytes;
  if (tta_align_up(size, list->config.align_bytes, rounded)) return TTA_OK;
  invalid(list, "size %" PRId64 " rounded up to a multiple of %" PRId64 " exceeds 64 bits", size,
          list->config.align_bytes);
  return TTA_OVERFLOW;
}

const char *tta_freelist_search_name(tta_freelist_search search) {
  static const char *const names[TTA_NUM_FREELIST_SEARCHES] = {"first", "best"};
  return (unsigned)search < TTA_NUM_FREELIST_SEARCHES ? names[search] : NULL;
}

/* The first block of one class that is large enough, in search direction. */
static uint32_t first_in_class(const tta_block_table *table, uint32_t class, int64_t need, bool bottom_up) {
  const tta_slot_list *list = &table->free[class];
  for (uint32_t k = 0; k < list->num_slots; k++) {
    uint32_t slot = list->slots[bottom_up ? k : list->num_slots - 1 - k];
    if (table->blocks[slot].size >= need) return slot;
  }
  return TTA_NO_SLOT;
}

/* First fit over all classes: of the classes' first blocks the lowest (bottom-up) or highest address. With BEST the
 * segregated list stops at the first class that has one, whatever its size: BEST is not best fit. */
static uint32_t first_fit(const tta_freelist *list, int64_t need, bool bottom_up) {
  const tta_block_table *table = &list->table;
  uint32_t best = TTA_NO_SLOT;
  for (uint32_t class = tta_blocks_class(table, need); class < table->num_classes; class++) {
    uint32_t slot = first_in_class(table, class, need, bottom_up);
    if (slot == TTA_NO_SLOT) continue;
    if (list->config.search == TTA_FREELIST_BEST) return slot;
    if (best == TTA_NO_SLOT || (table->blocks[slot].address < table->blocks[best].address) == bottom_up) best = slot;
  }
  return best;
}

/* Best fit of the linked list: the smallest block that is large enough; of equal ones the first in search direction. */
static uint32_t best_fit(const tta_block_table *table, int64_t need, bool bottom_up) {
  const tta_slot_list *list = &table->free[0];
  uint32_t best = TTA_NO_SLOT;
  for (uint32_t k = 0; k < list->num_slots; k++) {
    uint32_t slot = list->slots[bottom_up ? k : list->num_slots - 1 - k];
    int64_t size = table->blocks[slot].size;
    if (size == need) return slot;
    if (size > need && (best == TTA_NO_SLOT || size < table->blocks[best].size)) best = slot;
  }
  return best;
}

static uint32_t choose(const tta_freelist *list, int64_t need, bool bottom_up) {
  if (list->config.search == TTA_FREELIST_BEST && !segregated(list)) return best_fit(&list->table, need, bottom_up);
  return first_fit(list, need, bottom_up);
}

/* Allocates inside a free block and reports the address. */
static tta_status take(tta_freelist *list, uint32_t slot, int64_t at, int64_t size, int64_t *address) {
  if (tta_blocks_carve(&list->table, slot, at, size)) return no_memory(list);
  int64_t start = list->table.blocks[slot].address;
  if (list->lowest == TTA_NO_ADDRESS || start < list->lowest) list->lowest = start;
  *address = start + list->config.offset_bytes;
  return ok(list);
}

tta_status tta_freelist_alloc(tta_freelist *list, int64_t size_bytes, bool bottom_up, int64_t address_limit,
                              int64_t *address) {
  int64_t need = 0;
  *address = TTA_NO_ADDRESS;
  tta_status status = rounded_size(list, size_bytes, &need);
  if (status) return status;
  uint32_t slot = choose(list, need, bottom_up);
  if (slot == TTA_NO_SLOT) return ok(list);
  int64_t at = bottom_up ? 0 : list->table.blocks[slot].size - need;
  status = take(list, slot, at, need, address);
  if (status || *address >= address_limit) return status;
  return invalid(list, "Out of Memory: Cannot allocate at an address below %" PRId64 ". %s %" PRId64, address_limit,
                 segregated(list) ? "Allocation at" : "Tried to allocate at", *address);
}

tta_status tta_freelist_alloc_at(tta_freelist *list, int64_t at, int64_t size_bytes, int64_t *address) {
  int64_t need = 0;
  *address = TTA_NO_ADDRESS;
  if (!segregated(list) && at % list->config.align_bytes != 0) {
    return invalid(list, "address %" PRId64 " is not a multiple of the alignment, %" PRId64, at,
                   list->config.align_bytes);
  }
  tta_status status = rounded_size(list, size_bytes, &need);
  if (status) return status;
  if (at < list->config.offset_bytes) return ok(list);
  int64_t start = at - list->config.offset_bytes;
  uint32_t slot = tta_blocks_free_around(&list->table, start, need);
  if (slot == TTA_NO_SLOT) return ok(list);
  return take(list, slot, start - list->table.blocks[slot].address, need, address);
}

tta_status tta_freelist_release(tta_freelist *list, int64_t address) {
  int64_t start;
  if (!tta_sub(address, list->config.offset_bytes, &start)) return ok(list);
  uint32_t slot = tta_blocks_allocated_at(&list->table, start);
  if (slot == TTA_NO_SLOT) return ok(list);
  if (tta_blocks_release(&list->table, slot)) return no_memory(list);
  if (start == list->lowest) {
    const tta_slot_list *allocated = &list->table.allocated;
    list->lowest = allocated->num_slots ? list->table.blocks[allocated->slots[0]].address : TTA_NO_ADDRESS;
  }
  return ok(list);
}

/* ---- size ---- */

static tta_status check_linked_shrink(tta_freelist *list, int64_t size) {
  if (list->shrunk) return invalid(list, "Can only shrink size if it is not already shrunk");
  if (list->lowest != TTA_NO_ADDRESS && size > list->lowest) {
    return invalid(list, "shrink size %" PRId64 " exceeds the lowest occupied address %" PRId64, size, list->lowest);
  }
  return TTA_OK;
}

/* tt-metal visits the blocks by slot, so it reports the one in the lowest slot. */
static tta_status check_segregated_shrink(tta_freelist *list, int64_t size) {
  int64_t cut = list->shrunk + size;
  for (uint32_t i = 0; i < list->table.num_blocks; i++) {
    const tta_list_block *block = &list->table.blocks[i];
    if (block->used && block->allocated && block->address < cut) {
      return invalid(list, "Shrink size %" PRId64 " cuts into allocated block at address %" PRId64, cut,
                     block->address);
    }
  }
  return TTA_OK;
}

tta_status tta_freelist_shrink(tta_freelist *list, int64_t size_bytes) {
  if (size_bytes < 0) return invalid(list, "shrink size %" PRId64 " is negative", size_bytes);
  if (size_bytes == 0) return ok(list);
  if (size_bytes > size_now(list)) {
    return invalid(list, "shrink size %" PRId64 " exceeds the max size %" PRId64, size_bytes, size_now(list));
  }
  tta_status status = segregated(list) ? check_segregated_shrink(list, size_bytes)
                                       : check_linked_shrink(list, size_bytes);
  if (status) return status;
  if (tta_blocks_cut_low(&list->table, size_bytes)) return no_memory(list);
  list->shrunk += size_bytes;
  return ok(list);
}

tta_status tta_freelist_reset_size(tta_freelist *list) {
  if (list->shrunk == 0) return ok(list);
  if (list->cleared_while_shrunk) {
    return invalid(list, "the list was cleared while shrunk: its lowest %" PRId64 " bytes would be listed twice",
                   list->shrunk);
  }
  if (tta_blocks_put_low(&list->table, list->shrunk)) return no_memory(list);
  list->shrunk = 0;
  return ok(list);
}

void tta_freelist_clear(tta_freelist *list) {
  if (segregated(list)) list->shrunk = 0;
  else list->cleared_while_shrunk = list->shrunk != 0;
  tta_blocks_restart(&list->table, size_now(list));
  ok(list);
}

/* ---- reports ---- */

tta_status tta_freelist_available(tta_freelist *list, int64_t size_bytes, tta_address_range *ranges, size_t capacity,
                                  size_t *count) {
  int64_t need = 0, offset = list->config.offset_bytes;
  *count = 0;
  tta_status status = rounded_size(list, size_bytes, &need);
  if (status) return status;
  for (uint32_t class = tta_blocks_class(&list->table, need); class < list->table.num_classes; class++) {
    for (uint32_t i = 0; i < list->table.free[class].num_slots; i++) {
      const tta_list_block *block = &list->table.blocks[list->table.free[class].slots[i]];
      if (block->size < need) continue;
      int64_t begin = block->address, end = block->address + block->size;
      if (*count < capacity) {
        ranges[*count] = segregated(list) ? (tta_address_range){begin + offset, end + offset}
                                          : (tta_address_range){begin, end - need};
      }
      ++*count;
    }
  }
  return ok(list);
}

/* The blocks in reporting order: slots, or addresses. Start with *slot = TTA_NO_SLOT; NULL after the last. */
static const tta_list_block *next_block(const tta_freelist *list, uint32_t *slot) {
  const tta_block_table *table = &list->table;
  if (!segregated(list)) {
    *slot = *slot == TTA_NO_SLOT ? table->head : table->blocks[*slot].next;
    return *slot == TTA_NO_SLOT ? NULL : &table->blocks[*slot];
  }
  for (++*slot; *slot < table->num_blocks; ++*slot) { /* TTA_NO_SLOT + 1 is 0 */
    if (table->blocks[*slot].used) return &table->blocks[*slot];
  }
  return NULL;
}

size_t tta_freelist_allocated(const tta_freelist *list, tta_address_range *ranges, size_t capacity) {
  size_t count = 0;
  uint32_t slot = TTA_NO_SLOT;
  for (const tta_list_block *block; (block = next_block(list, &slot));) {
    if (!block->allocated) continue;
    int64_t begin = block->address + list->config.offset_bytes;
    if (count < capacity) ranges[count] = (tta_address_range){begin, begin + block->size};
    count++;
  }
  return count;
}

static int64_t slot_id(const tta_freelist *list, uint32_t slot) {
  return segregated(list) && slot != TTA_NO_SLOT ? (int64_t)slot : -1;
}

size_t tta_freelist_blocks(const tta_freelist *list, tta_memory_block *blocks, size_t capacity) {
  size_t count = 0;
  uint32_t slot = TTA_NO_SLOT;
  for (const tta_list_block *block; (block = next_block(list, &slot)); count++) {
    if (count >= capacity) continue;
    bool in_class = segregated(list) && !block->allocated;
    blocks[count] = (tta_memory_block){
        .address_bytes = block->address,
        .size_bytes = block->size,
        .allocated = block->allocated,
        .id = slot_id(list, slot),
        .prev_id = slot_id(list, block->prev),
        .next_id = slot_id(list, block->next),
        .size_class = in_class ? (int64_t)tta_blocks_class(&list->table, block->size) : -1,
    };
  }
  return count;
}

tta_freelist_stats tta_freelist_statistics(const tta_freelist *list) {
  tta_freelist_stats stats = {.total_allocatable_bytes = size_now(list)};
  uint32_t slot = TTA_NO_SLOT;
  for (const tta_list_block *block; (block = next_block(list, &slot));) {
    if (block->allocated) {
      stats.allocated_bytes += block->size;
    } else {
      stats.free_bytes += block->size;
      if (block->size > stats.largest_free_bytes) stats.largest_free_bytes = block->size;
    }
  }
  return stats;
}

int64_t tta_freelist_lowest_occupied(const tta_freelist *list) {
  return list->lowest == TTA_NO_ADDRESS ? TTA_NO_ADDRESS : list->lowest + list->config.offset_bytes;
}
