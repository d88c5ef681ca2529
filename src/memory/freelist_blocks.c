/* The block table of a free list: slots, neighbors, lists by size class.
 *
 * The order in which slots are used follows tt-metal's free_list_opt.cpp, which sorts reports by slot: a carved
 * block keeps its slot, the left and then the right remainder take the slot vacated last or a new one; a merged block
 * keeps the slot of its lowest part. */
#include "memory/freelist_blocks.h"

#include <string.h>

#include "base/array.h"

enum { CLASS_UNIT_BYTES = 1024 };

/* ---- growing arrays ---- */

static tta_status reserve_entries(tta_block_table *table, tta_slot_list *list, uint32_t more) {
  return TTA_GROW(table->allocator, list, slots, more) ? TTA_OK : TTA_NO_MEMORY;
}

static tta_status reserve_slots(tta_block_table *table, uint32_t more) {
  return TTA_GROW(table->allocator, table, blocks, more) ? TTA_OK : TTA_NO_MEMORY;
}

/* ---- lists in order of address ---- */

/* Index of the first entry with a block that starts at `address` or later. */
static uint32_t lower_bound(const tta_block_table *table, const tta_slot_list *list, int64_t address) {
  uint32_t low = 0, high = list->num_slots;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (table->blocks[list->slots[middle]].address < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void insert(tta_block_table *table, tta_slot_list *list, uint32_t slot) {
  uint32_t at = lower_bound(table, list, table->blocks[slot].address);
  memmove(list->slots + at + 1, list->slots + at, (list->num_slots - at) * sizeof *list->slots);
  list->slots[at] = slot;
  list->num_slots++;
}

static void remove_entry(tta_block_table *table, tta_slot_list *list, uint32_t slot) {
  uint32_t at = lower_bound(table, list, table->blocks[slot].address);
  list->num_slots--;
  memmove(list->slots + at, list->slots + at + 1, (list->num_slots - at) * sizeof *list->slots);
}

static tta_slot_list *list_for(tta_block_table *table, int64_t size) {
  return &table->free[tta_blocks_class(table, size)];
}

static tta_slot_list *list_of(tta_block_table *table, uint32_t slot) {
  return list_for(table, table->blocks[slot].size);
}

/* ---- slots ---- */

/* Links a new block between two neighbors. */
static uint32_t add_block(tta_block_table *table, int64_t address, int64_t size, uint32_t prev, uint32_t next) {
  uint32_t slot = table->vacant;
  if (slot == TTA_NO_SLOT) slot = table->num_blocks++;
  else table->vacant = table->blocks[slot].next;
  table->blocks[slot] = (tta_list_block){.address = address, .size = size, .prev = prev, .next = next, .used = true};
  if (prev == TTA_NO_SLOT) table->head = slot;
  else table->blocks[prev].next = slot;
  if (next != TTA_NO_SLOT) table->blocks[next].prev = slot;
  return slot;
}

static void drop_block(tta_block_table *table, uint32_t slot) {
  tta_list_block *gone = &table->blocks[slot];
  if (gone->prev == TTA_NO_SLOT) table->head = gone->next;
  else table->blocks[gone->prev].next = gone->next;
  if (gone->next != TTA_NO_SLOT) table->blocks[gone->next].prev = gone->prev;
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

void tta_blocks_free(tta_block_table *table) {
  for (uint32_t i = 0; i < table->num_classes; i++) TTA_ARRAY_FREE(table->allocator, &table->free[i], slots);
  TTA_ARRAY_FREE(table->allocator, &table->allocated, slots);
  TTA_ARRAY_FREE(table->allocator, table, blocks);
}

void tta_blocks_restart(tta_block_table *table, int64_t size) {
  for (uint32_t i = 0; i < table->num_classes; i++) table->free[i].num_slots = 0;
  table->allocated.num_slots = table->num_blocks = 0;
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
  if (at == table->allocated.num_slots) return TTA_NO_SLOT;
  uint32_t slot = table->allocated.slots[at];
  return table->blocks[slot].address == address ? slot : TTA_NO_SLOT;
}

uint32_t tta_blocks_free_around(const tta_block_table *table, int64_t address, int64_t size) {
  if (address < 0) return TTA_NO_SLOT;
  for (uint32_t i = tta_blocks_class(table, size); i < table->num_classes; i++) {
    const tta_slot_list *list = &table->free[i];
    uint32_t at = lower_bound(table, list, address);
    if (at < list->num_slots && table->blocks[list->slots[at]].address == address) at++;
    if (at == 0) continue;
    const tta_list_block *below = &table->blocks[list->slots[at - 1]]; /* the last from `address` down */
    int64_t after = below->size - (address - below->address);  /* its bytes from `address` on; may be negative */
    if (after >= size) return list->slots[at - 1];
  }
  return TTA_NO_SLOT;
}

/* ---- the four changes ---- */

tta_status tta_blocks_carve(tta_block_table *table, uint32_t slot, int64_t at, int64_t size) {
  int64_t left = at, right = table->blocks[slot].size - at - size;
  tta_status status = reserve_slots(table, 2);
  /* 2: both remainders may be of one class. A remainder of 0 reserves space that it does not use. */
  if (!status) status = reserve_entries(table, list_for(table, left), 2);
  if (!status) status = reserve_entries(table, list_for(table, right), 2);
  if (!status) status = reserve_entries(table, &table->allocated, 1);
  if (status) return status;

  remove_entry(table, list_of(table, slot), slot);
  tta_list_block old = table->blocks[slot];
  table->blocks[slot].address += left;
  table->blocks[slot].size = size;
  table->blocks[slot].allocated = true;
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
  return slot != TTA_NO_SLOT && !table->blocks[slot].allocated;
}

tta_status tta_blocks_release(tta_block_table *table, uint32_t slot) {
  uint32_t prev = table->blocks[slot].prev, next = table->blocks[slot].next;
  bool merge_prev = is_free(table, prev), merge_next = is_free(table, next);
  int64_t merged = table->blocks[slot].size;
  if (merge_prev) merged += table->blocks[prev].size;
  if (merge_next) merged += table->blocks[next].size;
  tta_status status = reserve_entries(table, list_for(table, merged), 1);
  if (status) return status;

  remove_entry(table, &table->allocated, slot);
  table->blocks[slot].allocated = false;
  if (merge_prev) {
    remove_entry(table, list_of(table, prev), prev);
    drop_block(table, slot);
    slot = prev;
  }
  if (merge_next) {
    remove_entry(table, list_of(table, next), next);
    drop_block(table, next);
  }
  table->blocks[slot].size = merged;
  insert(table, list_for(table, merged), slot);
  return TTA_OK;
}

tta_status tta_blocks_cut_low(tta_block_table *table, int64_t size) {
  uint32_t slot = table->head;
  int64_t rest = table->blocks[slot].size - size;
  tta_status status = reserve_entries(table, list_for(table, rest), 1);
  if (status) return status;

  remove_entry(table, list_of(table, slot), slot);
  table->blocks[slot].address += size;
  table->blocks[slot].size = rest;
  if (rest > 0) insert(table, list_for(table, rest), slot);
  else drop_block(table, slot);
  return TTA_OK;
}

tta_status tta_blocks_put_low(tta_block_table *table, int64_t size) {
  uint32_t head = table->head;
  bool merge = is_free(table, head) && table->blocks[head].address == size;
  int64_t merged = merge ? table->blocks[head].size + size : size;
  tta_status status = reserve_slots(table, 1);
  if (!status) status = reserve_entries(table, list_for(table, merged), 1);
  if (status) return status;

  if (merge) {
    remove_entry(table, list_of(table, head), head);
    table->blocks[head].address = 0;
    table->blocks[head].size = merged;
  } else {
    head = add_block(table, 0, size, TTA_NO_SLOT, head);
  }
  insert(table, list_for(table, merged), head);
  return TTA_OK;
}
