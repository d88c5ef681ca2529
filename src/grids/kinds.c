/* The candidates of the tensors of one type, and what moves between the candidates of two types. */
#include "grids/plan.h"

#include <string.h>

#include "base/checked.h"
#include "base/format.h"

enum { MAX_COUNTED = 1 << 24 };

/* ---- worker grids ---- */

/* The device of a section, NULL: none. */
static tta_status device_of(const struct tta_grid_plan *p, uint32_t section, const tta_device **out) {
  const tta_grid_plan_options *o = &p->options;
  const tta_device_entry *entry = NULL;
  *out = o->device;
  if (o->device || !o->devices) return TTA_OK;
  tta_status status = tta_devices_select(o->devices, section, o->device_name, &entry, p->reason);
  if (!status && entry) *out = entry->device;
  return status;
}

/* The worker grid of a section in the rank of a layout; no extents: its device has several chips and another rank. */
static tta_status workers_of(struct tta_grid_plan *p, uint32_t section, uint32_t rank, tta_shape *out) {
  const tta_device *device;
  int64_t *extent;
  tta_status status = device_of(p, section, &device);
  if (status) return status;
  *out = tta_shape_new(&p->arena, rank, &extent);
  if (!extent) return TTA_NO_MEMORY;
  if (tta_worker_grid(device, rank, extent, NULL)) *out = (tta_shape){0};
  return TTA_OK;
}

/* ---- candidates ---- */

static tta_status waste_of(const tta_grid_kind *k, const tta_grid_choice *choice, int64_t *waste) {
  int64_t workers;
  tta_status status = tta_layout_volume(k->workers, &workers);
  if (status) return status;
  return tta_mul(choice->shard_bytes, workers, waste) && tta_sub(*waste, k->data_bytes, waste) ? TTA_OK : TTA_OVERFLOW;
}

static tta_status add_candidate(struct tta_grid_plan *p, tta_grid_kind *k, const tta_grid_choice *choice) {
  tta_grid_candidate *c = tta_arena_alloc(&p->arena, sizeof *c);
  if (!c) return TTA_NO_MEMORY;
  c->choice = *choice;
  k->candidates[k->num_candidates++] = c;
  return waste_of(k, choice, &c->waste_bytes);
}

static bool same_grid(const tta_grid_kind *k, const int64_t *a, const int64_t *b) {
  return !memcmp(a, b, k->layout->grid.rank * sizeof *a);
}

/* The shards of the present grid may be larger than required: then the same grid is another candidate. */
static bool has_candidate(const tta_grid_kind *k, const tta_grid_choice *choice) {
  for (uint32_t i = 0; i < k->num_candidates; i++) {
    const tta_grid_choice *c = &k->candidates[i]->choice;
    if (same_grid(k, c->grid, choice->grid) && c->shard_bytes == choice->shard_bytes) return true;
  }
  return false;
}

static tta_grid_options options_of(const struct tta_grid_plan *p, const tta_grid_kind *k, tta_storage_banks *banks) {
  const tta_banks *b = &p->program->systems[k->system].banks;
  tta_buffer_type type = k->layout->memory_space == TTA_MEMORY_DRAM ? TTA_BUFFER_DRAM : TTA_BUFFER_L1;
  *banks = tta_storage_banks_of(b, type);
  return (tta_grid_options){.workers = k->workers, .banks = banks, .capacity_bytes = tta_bank_capacity(b, type)};
}

static tta_status fill_kind(struct tta_grid_plan *p, tta_grid_kind *k) {
  tta_storage_banks banks;
  tta_grid_choice present, legal[TTA_GRID_LEAST_WASTE + 1]; /* one of these may be the present grid */
  size_t num_legal = 0;
  tta_grid_options options = options_of(p, k, &banks);
  tta_status status = tta_layout_own_grid(k->layout, &options, &present, NULL);
  if (status) return status;
  if (present.shard_bytes < 0) return TTA_INVALID;
  /* in the order of tta_layout_grids, which is that of waste, as all have the same number of workers */
  status = tta_layout_grids(k->layout, &options, legal, TTA_GRID_LEAST_WASTE + 1, &num_legal, NULL);
  if (!status) status = tta_layout_scalar_bytes(k->layout, k->layout->logical_elements, &k->data_bytes);
  if (!status) status = tta_occupancy_of(k->layout, &k->occupancy);
  k->candidates = tta_arena_array(&p->arena, TTA_GRID_MAX_CANDIDATES, sizeof(tta_grid_candidate *));
  if (!k->candidates) return TTA_NO_MEMORY;
  if (!status) status = add_candidate(p, k, &present);
  for (size_t i = 0; i < num_legal && k->num_candidates <= TTA_GRID_LEAST_WASTE && !status; i++) {
    if (k->candidates[0]->choice.fits && !legal[i].fits) break;
    if (!has_candidate(k, &legal[i])) status = add_candidate(p, k, &legal[i]);
  }
  k->num_own = k->num_candidates;
  return status;
}

/* A layout with shards on cores that can be divided on another grid. Shards of a ttnn_layout in DRAM are in banks. */
static bool can_be_divided(const tta_memory_plan_type *t) {
  const tta_layout *s = t->layout;
  if (s && s->family == TTA_FAMILY_TTNN && s->memory_space != TTA_MEMORY_L1) return false;
  return s && !t->memref && s->linear.num_results && s->grid.extent && !s->interleaved && s->element_bytes > 0 &&
         !tta_layout_is_view(s) && (s->memory_space == TTA_MEMORY_L1 || s->memory_space == TTA_MEMORY_DRAM);
}

const uint32_t *tta_grid_number(struct tta_grid_plan *p, tta_strmap *numbers, uint32_t a, uint32_t b, uint32_t next) {
  uint32_t pair[2] = {a, b};
  tta_str key = {(const char *)pair, sizeof pair};
  const uint32_t *known = tta_strmap_find(numbers, key);
  if (known) return known;
  key = tta_arena_str(&p->arena, key);
  return key.data ? tta_strmap_add(numbers, key, next) : NULL;
}

tta_status tta_grid_kind_of(struct tta_grid_plan *p, uint32_t type, uint32_t system, uint32_t *out) {
  const tta_memory_plan_type *t = &p->program->types[type];
  const uint32_t *known = tta_grid_number(p, &p->kind_numbers, type, system, p->num_kinds);
  *out = TTA_MEMORY_PLAN_NONE;
  if (!known) return TTA_NO_MEMORY;
  if (*known < p->num_kinds) {
    *out = p->kinds[*known].num_candidates ? *known : TTA_MEMORY_PLAN_NONE;
    return TTA_OK;
  }
  tta_grid_kind k = {.type = type, .system = system, .layout = t->layout};
  tta_status status = TTA_INVALID;
  if (can_be_divided(t)) {
    status = workers_of(p, t->section, t->layout->grid.rank, &k.workers);
    if (status) return status;
    status = k.workers.extent ? fill_kind(p, &k) : TTA_INVALID;
  }
  if (status) k.num_candidates = 0;
  if (!TTA_GROW_IN(&p->arena, p, kinds, 1)) status = TTA_NO_MEMORY;
  if (status == TTA_NO_MEMORY) {
    tta_occupancy_free(&k.occupancy);
    return status;
  }
  p->kinds[p->num_kinds++] = k;
  if (!status) *out = p->num_kinds - 1;
  return TTA_OK;
}

tta_status tta_grid_kind_share(struct tta_grid_plan *p, uint32_t kind, const int64_t *grid) {
  tta_grid_kind *k = &p->kinds[kind];
  tta_storage_banks banks;
  tta_grid_choice choice;
  bool legal;
  if (k->num_candidates == TTA_GRID_MAX_CANDIDATES) return TTA_OK;
  for (uint32_t i = 1; i < k->num_candidates; i++)
    if (same_grid(k, k->candidates[i]->choice.grid, grid)) return TTA_OK;
  tta_grid_options options = options_of(p, k, &banks);
  tta_status status = tta_layout_other_grid(k->layout, &options, grid, &choice, &legal);
  if (status || !legal || has_candidate(k, &choice) || (k->candidates[0]->choice.fits && !choice.fits)) return status;
  return add_candidate(p, k, &choice);
}

/* ---- pairs ---- */

/* Bytes between two candidates; all bytes if they cannot be counted. */
static tta_status count_moved(tta_grid_kind *a, const tta_layout *from, tta_grid_kind *b, const tta_layout *to,
                              bool count, int64_t *bytes) {
  int64_t moved = a->layout->logical_elements;
  tta_status status = TTA_UNDECIDED;
  if (count) status = tta_occupancy_moved(from, &a->occupancy, to, &b->occupancy, a->workers, &moved);
  if (status == TTA_UNDECIDED) {
    moved = a == b && from == to ? 0 : a->layout->logical_elements;
    status = TTA_OK;
  }
  return status ? status : tta_layout_scalar_bytes(a->layout, moved, bytes);
}

/* A layout on the grid of a candidate. */
typedef struct placed_layout {
  tta_layout layout;
  tta_grid_extents extents;
} placed_layout;

/* By candidate. They take 3 KB each, so they are not kept. */
static tta_status place_all(struct tta_grid_plan *p, const tta_grid_kind *k, placed_layout **out) {
  tta_status status = TTA_OK;
  *out = tta_arena_array(&p->arena, k->num_candidates, sizeof **out);
  if (!*out) return TTA_NO_MEMORY;
  (*out)->layout = *k->layout;
  for (uint32_t i = 1; i < k->num_candidates && !status; i++)
    status = tta_layout_on_grid(k->layout, k->candidates[i]->choice.grid, &(*out)[i].extents, &(*out)[i].layout);
  return status;
}

static tta_status fill_pair(struct tta_grid_plan *p, tta_grid_pair *pair) {
  tta_grid_kind *a = &p->kinds[pair->from], *b = &p->kinds[pair->to];
  uint32_t cells = a->num_candidates * b->num_candidates;
  bool sums = a->occupancy.separable && b->occupancy.separable;
  bool count = tta_shape_equal(a->workers, b->workers) &&
               (sums || a->layout->logical_elements <= MAX_COUNTED / (int64_t)cells);
  pair->moved = tta_arena_array(&p->arena, cells, sizeof *pair->moved);
  if (!pair->moved) return TTA_NO_MEMORY;
  tta_arena_mark mark = tta_arena_position(&p->arena);
  placed_layout *from, *to;
  tta_status status = place_all(p, a, &from);
  if (a == b) to = from;
  else if (!status) status = place_all(p, b, &to);
  for (uint32_t i = 0; i < cells && !status; i++)
    status = count_moved(a, &from[i / b->num_candidates].layout, b, &to[i % b->num_candidates].layout, count,
                         &pair->moved[i]);
  tta_arena_rewind(&p->arena, mark);
  return status;
}

tta_status tta_grid_pair_of(struct tta_grid_plan *p, uint32_t from, uint32_t to, uint32_t *out) {
  const uint32_t *known = tta_grid_number(p, &p->pair_numbers, from, to, p->num_pairs);
  if (!known) return TTA_NO_MEMORY;
  *out = *known;
  if (*out < p->num_pairs) return TTA_OK;
  if (!TTA_GROW_IN(&p->arena, p, pairs, 1)) return TTA_NO_MEMORY;
  tta_grid_pair pair = {.from = from, .to = to};
  tta_status status = fill_pair(p, &pair);
  p->pairs[p->num_pairs++] = pair;
  return status;
}
