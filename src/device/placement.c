/* The shards of a tensor on the chips and cores of a device by its worker map, and what each chip holds of it. */
#include "device/device.h"
#include "device/slices.h"

#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "layout/linear.h"
#include "maps/maps.h"
#include "ttattr/device.h"

enum { MAX_ELEMENTS = 1 << 20 }; /* of a tensor whose map is not a sum of dims: these are located one by one */

struct tta_placement {
  tta_arena arena;
  const tta_layout *layout;
  const tta_device *device;
  int64_t copies[TTA_MAX_RANK]; /* of each dim of the grid */
  int64_t step[TTA_MAX_RANK];   /* logical cores between copies */
  int64_t num_replicas, shards_per_replica;
  bool each_chip;               /* a copy on each chip: tta_device_of_each_chip */
  tta_chip_contents *chips;
  tta_slices slices;
  tta_str reason;
};

/* Of one chip while its shards are collected: the bounding box of their indices. */
typedef struct chip_box {
  int64_t *least, *most;  /* NULL: no shard so far */
  int64_t distinct;       /* shards without repetitions */
  int64_t last;           /* number of the last one, within its replica */
} chip_box;

/* Of the elements of one chip. */
typedef struct element_box {
  int64_t *least, *most, count;
  int64_t last; /* number of the last one, from 1 */
} element_box;

void tta_placement_free(tta_placement *p) {
  if (!p) return;
  const tta_allocator *allocator = p->arena.allocator;
  tta_arena_free(&p->arena);
  allocator->release(allocator->user, p, sizeof *p);
}

int64_t tta_placement_num_replicas(const tta_placement *p) { return p->num_replicas; }
int64_t tta_placement_num_shards(const tta_placement *p) { return p->num_replicas * p->shards_per_replica; }
uint32_t tta_placement_num_chips(const tta_placement *p) { return p->device->chip_ids.rank; }
tta_slices tta_placement_slices(const tta_placement *p) { return p->slices; }
tta_str tta_placement_reason(const tta_placement *p) { return p->reason; }

const tta_chip_contents *tta_placement_chip(const tta_placement *p, uint32_t chip_index) {
  return chip_index < p->device->chip_ids.rank ? &p->chips[chip_index] : NULL;
}

/* ---- one shard ---- */

static tta_status place(const tta_placement *p, tta_placed_shard *s, tta_buf *reason) {
  uint32_t rank = p->layout->grid.rank;
  int64_t rest = s->replica;
  for (uint32_t i = rank; i-- > 0; rest /= p->copies[i])
    s->logical_core[i] = s->shard[i] + rest % p->copies[i] * p->step[i]; /* within the device's grid */
  tta_status status = tta_device_place(p->device, s->logical_core, &s->place, &s->chip, reason);
  if (status || !p->each_chip) return status;
  s->place.chip_index = s->replica; /* the same core on each chip */
  s->chip = p->device->chip_ids.extent[s->replica];
  return TTA_OK;
}

tta_status tta_placement_shard(const tta_placement *p, int64_t number, tta_placed_shard *out) {
  tta_shape grid = p->layout->grid;
  if (number < 0 || number >= tta_placement_num_shards(p)) return TTA_INVALID;
  out->replica = number / p->shards_per_replica;
  number %= p->shards_per_replica;
  for (uint32_t i = grid.rank; i-- > 0; number /= grid.extent[i]) out->shard[i] = number % grid.extent[i];
  return place(p, out, NULL);
}

/* ---- copies ---- */

static tta_status count_copies(tta_placement *p, tta_buf *reason) {
  tta_shape grid = p->layout->grid;
  int64_t shards, replicas, all = 0;
  for (uint32_t i = 0; i < grid.rank; i++) p->copies[i] = tta_mesh_copies(p->device, grid, i, &p->step[i]);
  if (!tta_shape_volume(grid, &shards)) return TTA_OVERFLOW;
  tta_status status = tta_mesh_all_copies(p->device, grid, &replicas);
  if (status) return status;
  if (!tta_mul(shards, replicas, &all) || all > TTA_PLACEMENT_MAX_SHARDS)
    return tta_fail(TTA_LIMIT, reason, "the tensor has more than %d shards on the device", TTA_PLACEMENT_MAX_SHARDS);
  p->num_replicas = replicas;
  p->shards_per_replica = shards;
  return TTA_OK;
}

/* ---- shards of each chip ---- */

static tta_status new_box(tta_arena *arena, uint32_t rank, const int64_t *at, int64_t **least, int64_t **most) {
  *least = tta_arena_array(arena, rank, sizeof **least);
  *most = tta_arena_array(arena, rank, sizeof **most);
  if (!*least || !*most) return TTA_NO_MEMORY;
  memcpy(*least, at, rank * sizeof *at);
  memcpy(*most, at, rank * sizeof *at);
  return TTA_OK;
}

static void extend_box(uint32_t rank, const int64_t *at, int64_t *least, int64_t *most) {
  for (uint32_t i = 0; i < rank; i++) {
    if (at[i] < least[i]) least[i] = at[i];
    if (at[i] > most[i]) most[i] = at[i];
  }
}

/* The bounding box as first index and extents, if it has `count` elements. `most` becomes the extents. */
static void finish_box(uint32_t rank, int64_t count, const int64_t *least, int64_t *most, tta_shape *first,
                       tta_shape *extents) {
  int64_t volume = 1;
  for (uint32_t i = 0; i < rank; i++) {
    most[i] += 1 - least[i];
    if (!tta_mul(volume, most[i], &volume)) return;
  }
  if (volume != count) return;
  *first = (tta_shape){rank, least};
  *extents = (tta_shape){rank, most};
}

static void add_core(tta_chip_contents *chip, tta_core core) {
  if (!chip->num_shards++) chip->first_core = chip->last_core = core;
  tta_core_extend(&chip->first_core, &chip->last_core, core);
}

/* All copies of one shard, so that a chip that has two of them counts one. */
static tta_status add_shard(tta_placement *p, chip_box *boxes, int64_t number, const int64_t *index,
                            uint32_t *chip_of, tta_buf *reason) {
  uint32_t rank = p->layout->grid.rank;
  tta_placed_shard s;
  memcpy(s.shard, index, rank * sizeof *index);
  for (s.replica = 0; s.replica < p->num_replicas; s.replica++) {
    tta_status status = place(p, &s, reason);
    if (status) return status;
    chip_of[number * p->num_replicas + s.replica] = (uint32_t)s.place.chip_index;
    add_core(&p->chips[s.place.chip_index], s.place.core);
    chip_box *box = &boxes[s.place.chip_index];
    if (!box->least && (status = new_box(&p->arena, rank, index, &box->least, &box->most))) return status;
    extend_box(rank, index, box->least, box->most);
    if (!box->distinct || box->last != number) box->distinct++;
    box->last = number;
  }
  return TTA_OK;
}

static bool are_full(const tta_chip_contents *chip) {
  int64_t rows, columns, area;
  return chip->num_shards && tta_sub(chip->last_core.y, chip->first_core.y - 1, &rows) &&
         tta_sub(chip->last_core.x, chip->first_core.x - 1, &columns) && tta_mul(rows, columns, &area) &&
         area == chip->num_shards;
}

static tta_status collect_shards(tta_placement *p, chip_box *boxes, uint32_t *chip_of, tta_buf *reason) {
  tta_shape grid = p->layout->grid;
  int64_t index[TTA_MAX_RANK] = {0}, number = 0;
  tta_status status = TTA_OK;
  do status = add_shard(p, boxes, number++, index, chip_of, reason);
  while (!status && tta_index_next(grid, index));
  for (uint32_t c = 0; c < p->device->chip_ids.rank && !status; c++) {
    tta_chip_contents *chip = &p->chips[c];
    if (boxes[c].least)
      finish_box(grid.rank, boxes[c].distinct, boxes[c].least, boxes[c].most, &chip->grid_first, &chip->grid);
    chip->cores_full = are_full(chip);
  }
  return status;
}

/* ---- elements of each chip ---- */

/* The elements of a box of shards: the intersection of one box for each result of the map. */
static tta_cut cut_elements(const tta_layout *s, const tta_linear *sums, const tta_chip_contents *chip, int64_t *first,
                            int64_t *last) {
  int64_t low[TTA_MAX_RANK], high[TTA_MAX_RANK];
  for (uint32_t i = 0; i < s->logical.rank; i++) {
    first[i] = 0;
    last[i] = s->logical.extent[i] - 1;
  }
  for (uint32_t r = 0; r < s->grid.rank; r++) {
    int64_t begin, end;
    if (!tta_mul(chip->grid_first.extent[r], s->shard.extent[r], &begin) ||
        !tta_mul(chip->grid_first.extent[r] + chip->grid.extent[r], s->shard.extent[r], &end))
      return TTA_CUT_OTHER;
    tta_cut cut = tta_linear_cut(&sums[r], s->logical, begin, end, low, high);
    if (cut != TTA_CUT_BOX) return cut;
    for (uint32_t i = 0; i < s->logical.rank; i++) {
      if (low[i] > first[i]) first[i] = low[i];
      if (high[i] < last[i]) last[i] = high[i];
      if (first[i] > last[i]) return TTA_CUT_EMPTY;
    }
  }
  return TTA_CUT_BOX;
}

/* @return whether all chips are done */
static tta_status slice_by_sums(tta_placement *p, bool *done) {
  const tta_layout *s = p->layout;
  uint32_t rank = s->logical.rank;
  tta_linear *sums = tta_arena_array(&p->arena, s->grid.rank, sizeof *sums);
  *done = false;
  if (!sums) return TTA_NO_MEMORY;
  for (uint32_t r = 0; r < s->grid.rank; r++)
    if (!tta_linear_of(&s->linear, r, &sums[r])) return TTA_OK;
  bool all = true;
  for (uint32_t c = 0; c < p->device->chip_ids.rank; c++) {
    tta_chip_contents *chip = &p->chips[c];
    int64_t first[TTA_MAX_RANK], last[TTA_MAX_RANK], *least, *most;
    if (!chip->num_shards) continue;
    tta_cut cut = chip->grid.rank ? cut_elements(s, sums, chip, first, last) : TTA_CUT_OTHER;
    all = all && cut != TTA_CUT_OTHER;
    if (cut != TTA_CUT_BOX) continue;
    tta_status status = new_box(&p->arena, rank, first, &least, &most);
    if (status) return status;
    for (uint32_t i = 0; i < rank; i++) most[i] = last[i] - first[i] + 1;
    chip->slice_first = (tta_shape){rank, least};
    chip->slice = (tta_shape){rank, most};
  }
  *done = all;
  return TTA_OK;
}

/* The number of the shard that an element is in; -1: beyond the grid (of a layout that is warned about). */
static int64_t shard_of(const tta_layout *s, const int64_t *physical) {
  int64_t number = 0;
  for (uint32_t r = 0; r < s->grid.rank; r++) {
    int64_t core = physical[r] / s->shard.extent[r];
    if (physical[r] < 0 || core >= s->grid.extent[r]) return -1;
    number = number * s->grid.extent[r] + core;
  }
  return number;
}

/* On each chip once, whatever the copies there. @param serial number of the element, from 1 */
static tta_status add_element(tta_placement *p, element_box *boxes, const uint32_t *chip_of, int64_t number,
                              int64_t serial, const int64_t *index) {
  uint32_t rank = p->layout->logical.rank;
  const uint32_t *chips = chip_of + number * p->num_replicas;
  for (int64_t k = 0; k < p->num_replicas; k++) {
    element_box *box = &boxes[chips[k]];
    if (box->last == serial) continue;
    box->last = serial;
    tta_status status = box->count ? TTA_OK : new_box(&p->arena, rank, index, &box->least, &box->most);
    if (status) return status;
    extend_box(rank, index, box->least, box->most);
    box->count++;
  }
  return TTA_OK;
}

/* Locates every element of a small tensor. */
static tta_status slice_by_elements(tta_placement *p, const uint32_t *chip_of) {
  const tta_layout *s = p->layout;
  int64_t count, index[TTA_MAX_RANK] = {0}, physical[TTA_MAX_RANK];
  uint32_t num_chips = p->device->chip_ids.rank;
  if (!tta_shape_volume(s->logical, &count) || count > MAX_ELEMENTS / p->num_replicas) return TTA_OK;
  element_box *boxes = tta_arena_array(&p->arena, num_chips, sizeof *boxes);
  if (!boxes) return TTA_NO_MEMORY;
  memset(boxes, 0, num_chips * sizeof *boxes);
  tta_status status;
  int64_t serial = 0;
  do {
    status = tta_map_evaluate(&s->linear, index, NULL, physical);
    int64_t number = status ? -1 : shard_of(s, physical);
    if (number >= 0) status = add_element(p, boxes, chip_of, number, ++serial, index);
  } while (!status && tta_index_next(s->logical, index));
  for (uint32_t c = 0; c < num_chips && !status; c++) {
    tta_chip_contents *chip = &p->chips[c];
    if (boxes[c].count && !chip->slice.rank)
      finish_box(s->logical.rank, boxes[c].count, boxes[c].least, boxes[c].most, &chip->slice_first, &chip->slice);
  }
  return status;
}

static tta_status collect_elements(tta_placement *p, const uint32_t *chip_of) {
  const tta_layout *s = p->layout;
  bool done;
  if (!tta_shape_at_least(s->logical, 1) || !tta_shape_at_least(s->shard, 1)) return TTA_OK;
  if (!s->shard.extent || s->linear.num_results != s->grid.rank) return TTA_OK;
  tta_status status = slice_by_sums(p, &done);
  return status || done ? status : slice_by_elements(p, chip_of);
}

/* ---- the specification ---- */

static void append_shards(tta_buf *out, int64_t count, tta_shape first, tta_shape extents) {
  if (!count) {
    tta_buf_str(out, "no shards");
  } else if (!extents.rank) {
    tta_buf_printf(out, "%lld shards that are not a box", (long long)count);
  } else {
    tta_buf_str(out, "shards ");
    tta_buf_shape(out, extents);
    tta_buf_str(out, " from ");
    tta_buf_list(out, first.rank, first.extent);
  }
}

/* Whether the chips of the worker map are those of the mesh, whatever the cores. */
static tta_status chips_follow_mesh(tta_placement *p, bool *follow) {
  tta_affine_pool *pool = tta_affine_pool_new(p->arena.allocator);
  if (!pool) return TTA_NO_MEMORY;
  tta_arena_mark mark = tta_arena_position(&p->arena);
  tta_expr position = tta_mesh_position(p->device, pool);
  tta_map worker = p->device->map, of_mesh = {pool, worker.num_dims, 0, 1, &position};
  tta_map_equality answer = {.equal = TTA_NO};
  worker.num_results = 1; /* the chip */
  tta_status status = tta_affine_pool_status(pool);
  if (!status && position != TTA_EXPR_NONE)
    status = tta_maps_equality(&of_mesh, &worker, p->device->grid, &p->arena, &answer);
  *follow = !status && answer.equal == TTA_YES;
  tta_arena_rewind(&p->arena, mark);
  tta_affine_pool_free(pool);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

static void append_cause(tta_buf *out, const tta_placement *p, bool chips_follow) {
  if (!chips_follow) {
    tta_buf_str(out, ": the worker map does not divide its grid over the chips as meshShape does");
    return;
  }
  tta_buf_str(out, ": the worker map fills one chip after the other, and grid ");
  tta_buf_shape(out, p->layout->grid);
  tta_buf_str(out, " does not fill device grid ");
  tta_buf_shape(out, p->device->grid);
}

static tta_status report_difference(tta_placement *p, const tta_chip_contents *chip) {
  bool follow;
  tta_status status = chips_follow_mesh(p, &follow);
  if (status) return status;
  tta_buf text = tta_buf_new(p->arena.allocator);
  tta_buf_printf(&text, "chip %lld has ", (long long)chip->chip);
  append_shards(&text, chip->num_shards, chip->grid_first, chip->grid);
  tta_buf_str(&text, " by the worker map, but ");
  append_shards(&text, chip->spec.rank, chip->spec_first, chip->spec);
  tta_buf_str(&text, " by meshShape ");
  tta_buf_shape(&text, p->device->mesh);
  append_cause(&text, p, follow);
  p->reason = tta_arena_str(&p->arena, tta_buf_view(&text));
  status = text.failed || !p->reason.data ? TTA_NO_MEMORY : TTA_OK;
  tta_buf_free(&text);
  return status;
}

static tta_status compare_slices(tta_placement *p) {
  uint32_t rank = p->layout->grid.rank;
  if (!p->device->mesh.rank || p->device->mesh.rank > rank) return TTA_OK;
  p->slices = TTA_SLICES_AGREE;
  for (uint32_t c = 0; c < p->device->chip_ids.rank; c++) {
    tta_chip_contents *chip = &p->chips[c];
    int64_t *first = tta_arena_array(&p->arena, rank, sizeof *first);
    int64_t *extents = tta_arena_array(&p->arena, rank, sizeof *extents);
    if (!first || !extents) return TTA_NO_MEMORY;
    if (tta_mesh_slice(p->device, p->layout->grid, c, first, extents)) {
      chip->spec_first = (tta_shape){rank, first};
      chip->spec = (tta_shape){rank, extents};
    }
    bool same = chip->spec.rank ? tta_shape_equal(chip->spec_first, chip->grid_first) &&
                                      tta_shape_equal(chip->spec, chip->grid)
                                : !chip->num_shards;
    if (same || p->slices == TTA_SLICES_DIFFER) continue;
    p->slices = TTA_SLICES_DIFFER;
    tta_status status = report_difference(p, chip);
    if (status) return status;
  }
  return TTA_OK;
}

/* ---- all ---- */

static tta_status collect(tta_placement *p, tta_buf *reason) {
  uint32_t num_chips = p->device->chip_ids.rank;
  tta_status status = count_copies(p, reason);
  if (status) return status;
  p->chips = tta_arena_array(&p->arena, num_chips, sizeof *p->chips);
  chip_box *boxes = tta_arena_array(&p->arena, num_chips, sizeof *boxes);
  uint32_t *chip_of = tta_arena_array(&p->arena, (size_t)tta_placement_num_shards(p), sizeof *chip_of);
  if (!p->chips || !boxes || !chip_of) return TTA_NO_MEMORY;
  memset(boxes, 0, num_chips * sizeof *boxes);
  for (uint32_t c = 0; c < num_chips; c++)
    p->chips[c] = (tta_chip_contents){.chip_index = c, .chip = p->device->chip_ids.extent[c]};
  status = collect_shards(p, boxes, chip_of, reason);
  if (!status) status = collect_elements(p, chip_of);
  return status ? status : compare_slices(p);
}

tta_status tta_placement_new(const tta_layout *layout, const tta_device *device, const tta_allocator *allocator,
                             tta_placement **out, tta_buf *reason) {
  *out = NULL;
  if (!layout->grid.extent || layout->interleaved)
    return tta_fail(TTA_INVALID, reason, "layout is interleaved; cores have no shards");
  if (!tta_shape_at_least(layout->grid, 1)) return tta_fail(TTA_INVALID, reason, "grid extents must be positive");
  allocator = tta_allocator_or_default(allocator);
  tta_placement *p = allocator->allocate(allocator->user, sizeof *p);
  if (!p) return TTA_NO_MEMORY;
  *p = (tta_placement){.layout = layout, .each_chip = tta_device_of_each_chip(device)};
  tta_arena_init(&p->arena, allocator);
  tta_status status = tta_device_for_grid(device, layout->grid, &p->arena, &p->device, reason);
  if (!status) status = collect(p, reason);
  if (!status) *out = p;
  else tta_placement_free(p);
  return status;
}
