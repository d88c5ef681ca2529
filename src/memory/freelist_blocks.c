/* The block table of a free list: slots, neighbors, lists by size class.
 *
 * The order in which slots are used follows tt-metal's free_list_opt.cpp, which sorts reports by slot: a carved
 * block keeps its slot, the left and then the right remainder take the slot vacated last or a new one; a merged block
 * keeps the slot of its lowest part. */
#include "memory/freelist_blocks.h"

#include <string.h>

#include "base/checked.h"

enum { FIRST_CAPACITY = 8, CLASS_UNIT_BYTES = 1024 };

/* ---- growing arrays ---- */

/* Space for `needed` items, below TTA_NO_SLOT; doubles. */
static tta_status reserve(const tta_allocator *allocator, void **items, size_t item_size, uint32_t *capacity,
                          uint64_t needed) {
  if (needed <= *capacity) return TTA_OK;
  uint64_t wanted = *capacity ? *capacity : FIRST_CAPACITY;
  while (wanted < needed) wanted *= 2;
  size_t old_bytes = *capacity * item_size, new_bytes;
  if (wanted >= TTA_NO_SLOT || !tta_size_mul((size_t)wanted, item_size, &new_bytes)) return TTA_NO_MEMORY;
  void *grown = *items ? allocator->resize(allocator->user, *items, old_bytes, new_bytes)
                       : allocator->allocate(allocator->user, new_bytes);
  if (!grown) return TTA_NO_MEMORY;
  *items = grown;
  *capacity = (uint32_t)wanted;
  return TTA_OK;
}

static tta_status reserve_entries(tta_block_table *table, tta_slot_list *list, uint32_t more) {
  void *slots = list->slot;
  tta_status status = reserve(table->allocator, &slots, sizeof *list->slot, &list->capacity,
                              (uint64_t)list->count + more);
  list->slot = slots;
  return status;
}

static tta_status reserve_slots(tta_block_table *table, uint32_t more) {
  void *blocks = table->block;
  tta_status status = reserve(table->allocator, &blocks, sizeof *table->block, &table->capacity,
                              (uint64_t)table->num_slots + more);
  table->block = blocks;
  return status;
}

/* ---- lists in order of address ---- */

/* Index of the first entry with a block that starts at `address` or later. */
static uint32_t lower_bound(const tta_block_table *table, const tta_slot_list *list, int64_t address) {
  uint32_t low = 0, high = list->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (table->block[list->slot[middle]].address < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void insert(tta_block_table *table, tta_slot_list *list, uint32_t slot) {
  uint32_t at = lower_bound(table, list, table->block[slot].address);
  memmove(list->slot + at + 1, list->slot + at, (list->count - at) * sizeof *list->slot);
  list->slot[at] = slot;
  list->count++;
}

static void remove_entry(tta_block_table *table, tta_slot_list *list, uint32_t slot) {
  uint32_t at = lower_bound(table, list, table->block[slot].address);
  list->count--;
  memmove(list->slot + at, list->slot + at + 1, (list->count - at) * sizeof *list->slot);
}

static tta_slot_list *list_for(tta_block_table *table, int64_t size) {
  return &table->free[tta_blocks_class(table, size)];
}

static tta_slot_list *list_of(tta_block_table *table, uint32_t slot) {
  return list_for(table, table->block[slot].size);
}

/* ---- slots ---- */

/* Links a new block between two neighbors. */
static uint32_t add_block(tta_block_table *table, int64_t address, int64_t size, uint32_t prev, uint32_t next) {
  uint32_t slot = table->vacant;
  if (slot == TTA_NO_SLOT) slot = table->num_slots++;
  else table->vacant = table->block[slot].next;
  table->block[slot] = (tta_list_block){.address = address, .size = size, .prev = prev, .next = next, .used = true};
  if (prev == TTA_NO_SLOT) table->head = slot;
  else table->block[prev].next = slot;
  if (next != TTA_NO_SLOT) table->block[next].prev = slot;
  return slot;
}

static void drop_block(tta_block_table *table, uint32_t slot) {
  tta_list_block *gone = &table->block[slot];
  if (gone->prev == TTA_NO_SLOT) table->head = gone->next;
  else table->block[gone->prev].next = gone->next;
  if (gone->next != TTA_NO_SLOT) table->block[gone->next].prev = gone->prev;
  gone->used = false;
  gone->next = table->vacant;
  table->vacant = slot;
}

/* ---- life ---- */

tta_status tta_blocks_init(tta_block_table *table, const tta_allocator *allocator, uint32_t num_classes, int64_t size) {
  *table = (tta_block_table){.allocator = allocator, .num_classes = num_classes};
  tta_status status = reserve_slots(table, 1);
  /* An entry in each class that is never removed, so that tta_blocks_restart needs no memory. */
  for (uint32_t i = 0; i < num_classes && !status; i++) status = reserve_entries(table, &table->free[i], 1);
  if (!status) tta_blocks_restart(table, size);
  return status;
}

static void free_list_entries(tta_block_table *table, tta_slot_list *list) {
  if (list->slot) {
    table->allocator->release(table->allocator->user, list->slot, list->capacity * sizeof *list->slot);
  }
  *list = (tta_slot_list){0};
}

void tta_blocks_free(tta_block_table *table) {
  for (uint32_t i = 0; i < table->num_classes; i++) free_list_entries(table, &table->free[i]);
  free_list_entries(table, &table->allocated);
  if (table->block) {
    table->allocator->release(table->allocator->user, table->block, table->capacity * sizeof *table->block);
  }
  table->block = NULL;
  table->capacity = table->num_slots = 0;
}

void tta_blocks_restart(tta_block_table *table, int64_t size) {
  for (uint32_t i = 0; i < table->num_classes; i++) table->free[i].count = 0;
  table->allocated.count = table->num_slots = 0;
  table->head = table->vacant = TTA_NO_SLOT;
  if (size > 0) insert(table, list_for(table, size), add_block(table, 0, size, TTA_NO_SLOT, TTA_NO_SLOT));
}

/* ---- questions ---- */

uint32_t tta_blocks_class(const tta_block_table *table, int64_t size) {
  uint32_t class = 0;
  for (int64_t n = size / CLASS_UNIT_BYTES; n > 1 && class < table->num_classes - 1; n /= 2) class++;
  return class;
}

uint32_t tta_blocks_allocated_at(const tta_block_table *table, int64_t address) {
  uint32_t at = lower_bound(table, &table->allocated, address);
  if (at == table->allocated.count) return TTA_NO_SLOT;
  uint32_t slot = table->allocated.slot[at];
  return table->block[slot].address == address ? slot : TTA_NO_SLOT;
}

uint32_t tta_blocks_free_around(const tta_block_table *table, int64_t address, int64_t size) {
  if (address < 0) return TTA_NO_SLOT;
  for (uint32_t i = tta_blocks_class(table, size); i < table->num_classes; i++) {
    const tta_slot_list *list = &table->free[i];
    uint32_t at = lower_bound(table, list, address);
    if (at < list->count && table->block[list->slot[at]].address == address) at++;
    if (at == 0) continue;
    const tta_list_block *below = &table->block[list->slot[at - 1]]; /* the last from `address` down */
    int64_t after = below->size - (address - below->address);  /* its bytes from `address` on; may be negative */
    if (after >= size) return list->slot[at - 1];
  }
  return TTA_NO_SLOT;
}

/* ---- the four changes ---- */

tta_status tta_blocks_carve(tta_block_table *table, uint32_t slot, int64_t at, int64_t size) {
  int64_t left = at, right = table->block[slot].size - at - size;
  tta_status status = reserve_slots(table, 2);
  /* 2: both remainders may be of one class. A remainder of 0 reserves space that it does not use. */
  if (!status) status = reserve_entries(table, list_for(table, left), 2);
  if (!status) status = reserve_entries(table, list_for(table, right), 2);
  if (!status) status = reserve_entries(table, &table->allocated, 1);
  if (status) return status;

  remove_entry(table, list_of(table, slot), slot);
  tta_list_block old = table->block[slot];
  table->block[slot].address += left;
  table->block[slot].size = size;
  table->block[slot].allocated = true;
  if (left > 0) {
    uint32_t added = add_block(table, old.address, left, old.prev, slot);
    insert(table, list_for(table, left), added);
  }
  if (right > 0) {
    uint32_t added = add_block(table, old.address + left + size, right, slot, old.next);
    insert(table, list_for(table, right), added);
  }
  insert(table, &table->allocated, slot);
  return TTA_OK;
}

static bool is_free(const tta_block_table *table, uint32_t slot) {
  return slot != TTA_NO_SLOT && !table->block[slot].allocated;
}

tta_status tta_blocks_release(tta_block_table *table, uint32_t slot) {
  uint32_t prev = table->block[slot].prev, next = table->block[slot].next;
  bool merge_prev = is_free(table, prev), merge_next = is_free(table, next);
  int64_t merged = table->block[slot].size;
  if (merge_prev) merged += table->block[prev].size;
  if (merge_next) merged += table->block[next].size;
  tta_status status = reserve_entries(table, list_for(table, merged), 1);
  if (status) return status;

  remove_entry(table, &table->allocated, slot);
  table->block[slot].allocated = false;
  if (merge_prev) {
    remove_entry(table, list_of(table, prev), prev);
    drop_block(table, slot);
    slot = prev;
  }
  if (merge_next) {
    remove_entry(table, list_of(table, next), next);
    drop_block(table, next);
  }
  table->block[slot].size = merged;
  insert(table, list_for(table, merged), slot);
  return TTA_OK;
}

tta_status tta_blocks_cut_low(tta_block_table *table, int64_t size) {
  uint32_t slot = table->head;
  int64_t rest = table->block[slot].size - size;
  tta_status status = reserve_entries(table, list_for(table, rest), 1);
  if (status) return status;

  remove_entry(table, list_of(table, slot), slot);
  table->block[slot].address += size;
  table->block[slot].size = rest;
  if (rest > 0) insert(table, list_for(table, rest), slot);
  else drop_block(table, slot);
  return TTA_OK;
}

tta_status tta_blocks_put_low(tta_block_table *table, int64_t size) {
  uint32_t head = table->head;
  bool merge = is_free(table, head) && table->block[head].address == size;
  int64_t merged = merge ? table->block[head].size + size : size;
  tta_status status = reserve_slots(table, 1);
  if (!status) status = reserve_entries(table, list_for(table, merged), 1);
  if (status) return status;

  if (merge) {
    remove_entry(table, list_of(table, head), head);
    table->block[head].address = 0;
    table->block[head].size = merged;
  } else {
    head = add_block(table, 0, size, TTA_NO_SLOT, head);
  }
  insert(table, list_for(table, merged), head);
  return TTA_OK;
}
