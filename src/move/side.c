/* Owns what one end of a move is: where its places are, how its bytes lie in them. Does not own the runs (cut.c), nor
 * whether two ends go together (plan.c). */
#include <string.h>

#include "base/checked.h"
#include "layout/values.h"
#include "move/move.h"

enum { FACE = 16 }; /* tt-metal: a tile is stored as faces of at most 16 x 16 */

/* ---- the map ---- */

static const char *name_of(bool target) { return target ? "--to" : "--from"; }

/* Each result over the dims of `from`: those of `to` are renamed by the permutation. */
static tta_status take_map(const tta_move_spec *spec, bool target, tta_arena *arena, tta_move_side *side,
                           tta_buf *reason) {
  const tta_layout *s = side->sharding;
  tta_linear *linear = tta_arena_array(arena, side->rank, sizeof *linear);
  if (!linear) return TTA_NO_MEMORY;
  side->linear = linear;
  for (uint32_t k = 0; k < side->rank; k++) {
    tta_linear sum = {0};
    if (!tta_linear_of(&s->linear, k, &sum))
      return tta_fail(
          TTA_INVALID, reason,
          "result %u of the map of %s is no sum of multiples of dims; runs follow linear maps only", k,
          name_of(target));
    linear[k] = (tta_linear){.constant = sum.constant};
    for (uint32_t d = 0; d < s->logical.rank; d++) {
      uint32_t dim = target && spec->permute.rank ? (uint32_t)spec->permute.extent[d] : d;
      linear[k].coefficient[dim] = sum.coefficient[d];
    }
  }
  return TTA_OK;
}

/* ---- bytes ---- */

static tta_status take_bytes(tta_move_side *side, bool target, tta_buf *reason) {
  const tta_layout *s = side->sharding;
  if (s->element_bytes <= 0)
    return tta_fail(TTA_INVALID, reason, "the bytes of an element of %s are not known", name_of(target));
  side->unit_bytes = side->tile_bytes = s->element_bytes;
  side->tiled = tta_element_is_tile(&s->memref_element);
  if (!side->tiled) return TTA_OK;
  for (uint32_t k = 0; k < 2; k++) {
    side->tile[k] = s->memref_element.tile[k];
    side->face[k] = s->memref_element.tile[k] < FACE ? s->memref_element.tile[k] : FACE;
    if (s->memref_element.tile[k] % side->face[k])
      return tta_fail(TTA_INVALID, reason, "tiles of %lldx%lld have no whole faces of %dx%d",
                      (long long)s->memref_element.tile[0], (long long)s->memref_element.tile[1], FACE, FACE);
  }
  if (!tta_element_is_block_float(&s->memref_element))
    side->unit_bytes = s->element_bytes / (s->memref_element.tile[0] * s->memref_element.tile[1]);
  return TTA_OK;
}

/* ---- pages ---- */

/* What a core holds, in tiles or scalars; of a tensor that is not sharded, all of it. */
static tta_status count_units(tta_move_side *side, tta_arena *arena) {
  int64_t *units = tta_arena_array(arena, side->rank, sizeof *units);
  if (!units) return TTA_NO_MEMORY;
  side->units = units;
  for (uint32_t k = 0; k < side->rank; k++) {
    const tta_layout *s = side->sharding;
    int64_t step = side->tiled && k + 2 >= side->rank ? side->tile[k + 2 - side->rank] : 1;
    if (!tta_ceildiv(side->sharded ? s->padded_shard.extent[k] : s->physical.extent[k], step, &units[k]))
      return TTA_OVERFLOW;
  }
  return TTA_OK;
}

/* A page is a tile, else a row of the padded tensor (reference 1.6). */
static tta_status take_pages(tta_move_side *side) {
  int64_t pages = 1, per_bank;
  side->row_pages = !side->tiled;
  side->page_bytes = side->tile_bytes;
  for (uint32_t k = 0; k < side->rank; k++) {
    bool in_page = side->row_pages && k + 1 == side->rank;
    int64_t *product = in_page ? &side->page_bytes : &pages;
    if (!tta_mul(*product, side->units[k], product)) return TTA_OVERFLOW;
    if (side->sharded && !tta_mul(*product, side->grid[k], product)) return TTA_OVERFLOW;
  }
  int64_t align =
      side->memory == TTA_MOVE_DRAM ? side->arch->dram_read_alignment_bytes : side->arch->l1_alignment_bytes;
  if (!tta_align_up(side->page_bytes, align, &side->page_stride) || !tta_ceildiv(pages, side->banks, &per_bank) ||
      !tta_mul(per_bank, side->page_stride, &side->place_bytes))
    return TTA_OVERFLOW;
  return TTA_OK;
}

/* ---- places ---- */

/* Without a device the last two dims are y and x, and dims before them count chips (device specification: a mesh of
 * Nx1x1 is what a rank 3 grid needs). */
static void place_by_grid(const tta_move_side *side, const int64_t *core, tta_move_endpoint *place) {
  int64_t chip = 0;
  for (uint32_t k = 0; k + 2 < side->rank; k++) chip = chip * side->grid[k] + core[k];
  place->chip_index = place->chip = chip;
  place->core.x = core[side->rank - 1];
  place->core.y = side->rank > 1 ? core[side->rank - 2] : 0;
}

static tta_status place_core(const tta_move_side *side, const int64_t *core, tta_move_endpoint *place,
                             tta_buf *reason) {
  tta_core_assignment found;
  *place = (tta_move_endpoint){.memory = side->memory, .bank = -1};
  if (!side->device) {
    place_by_grid(side, core, place);
    return TTA_OK;
  }
  tta_status status = tta_device_place(side->device, core, &found, &place->chip, reason);
  if (status) return status;
  place->chip_index = found.chip_index;
  place->core = found.core;
  return TTA_OK;
}

static void next_core(const tta_move_side *side, int64_t *core) {
  for (uint32_t k = side->rank; k-- > 0; core[k] = 0)
    if (++core[k] < side->grid[k]) return;
}

static tta_status make_places(tta_move_side *side, int64_t count, tta_arena *arena) {
  if (count > TTA_MOVE_MAX_ENDPOINTS) return TTA_LIMIT;
  side->num_places = (uint32_t)count;
  side->places = tta_arena_array(arena, (size_t)count, sizeof *side->places);
  return side->places ? TTA_OK : TTA_NO_MEMORY;
}

static tta_status place_shards(tta_move_side *side, tta_arena *arena, tta_buf *reason) {
  int64_t core[TTA_MAX_RANK] = {0};
  tta_status status = make_places(side, side->sharding->cores, arena);
  side->place_bytes = side->sharding->shard_bytes;
  for (uint32_t n = 0; n < side->num_places && !status; n++, next_core(side, core))
    status = place_core(side, core, &side->places[n], reason);
  return status;
}

/* The one chip on which all cores of the grid are: DRAM belongs to a chip. */
static tta_status chip_of(const tta_move_side *side, bool target, tta_move_endpoint *place, tta_buf *reason) {
  int64_t core[TTA_MAX_RANK] = {0};
  if (side->sharding->cores > TTA_MOVE_MAX_ENDPOINTS) return TTA_LIMIT;
  tta_status status = place_core(side, core, place, reason);
  for (int64_t n = 1; n < side->sharding->cores && !status; n++) {
    tta_move_endpoint other;
    next_core(side, core);
    status = place_core(side, core, &other, reason);
    if (!status && other.chip_index != place->chip_index)
      return tta_fail(TTA_INVALID, reason,
                                 "the grid of %s lies on several chips: which of them holds a page in DRAM is not told",
                                 name_of(target));
  }
  return status;
}

static tta_status place_dram(tta_move_side *side, bool target, tta_arena *arena, tta_buf *reason) {
  tta_move_endpoint first;
  int64_t rounds;
  tta_status status = chip_of(side, target, &first, reason);
  if (!status && !side->paged) { /* shard s in bank s mod banks, one after the other */
    if (!tta_align_up(side->sharding->shard_bytes, side->arch->dram_read_alignment_bytes, &side->page_stride) ||
        !tta_ceildiv(side->sharding->cores, side->banks, &rounds) ||
        !tta_mul(rounds, side->page_stride, &side->place_bytes))
      status = TTA_OVERFLOW;
  }
  if (!status) status = make_places(side, side->banks, arena);
  for (uint32_t n = 0; n < side->num_places && !status; n++) {
    side->places[n] = first;
    side->places[n].core = (tta_core){-1, -1};
    side->places[n].bank = n;
  }
  return status;
}

/* Interleaved L1: bank k is in the core that tt-metal's shuffle gives it. */
static tta_status place_l1_banks(tta_move_side *side, bool target, tta_arena *arena, tta_buf *reason) {
  tta_move_endpoint first;
  const tta_chip_defaults *d = side->arch->defaults;
  int64_t columns = d ? d->grid[1] : side->arch->num_worker_columns;
  tta_status status = chip_of(side, target, &first, reason);
  if (!status) status = make_places(side, side->banks, arena);
  uint32_t *bank_of_core = tta_arena_array(arena, (size_t)side->banks, sizeof *bank_of_core);
  if (!status && !bank_of_core) status = TTA_NO_MEMORY;
  if (!status) status = tta_arch_l1_banks((uint32_t)side->banks, bank_of_core);
  for (uint32_t k = 0; k < side->num_places && !status; k++) {
    tta_move_endpoint *place = &side->places[bank_of_core[k]];
    *place = first;
    place->core = (tta_core){k / columns, k % columns};
    place->bank = bank_of_core[k];
  }
  return status;
}

static tta_status place_host(tta_move_side *side, tta_arena *arena) {
  tta_status status = make_places(side, 1, arena);
  if (status) return status;
  side->place_bytes = side->sharding->total_bytes;
  side->places[0] =
      (tta_move_endpoint){.memory = TTA_MOVE_HOST, .chip_index = -1, .chip = -1, .core = {-1, -1}, .bank = -1};
  return TTA_OK;
}

/* ---- nodes ---- */

static tta_status find_node(const tta_move_spec *spec, const tta_device *device, tta_arch arch,
                            tta_move_endpoint *place, tta_buf *reason) {
  tta_status status;
  tta_buf *why = spec->has_arch ? reason : NULL; /* nobody asked for wormhole_b0: cores it lacks are just not known */
  if (place->memory == TTA_MOVE_HOST) status = tta_noc_pcie(arch, &place->node);
  else if (place->memory == TTA_MOVE_DRAM) status = tta_noc_dram(arch, place->bank, 0, &place->node, why);
  else status = tta_noc_worker(arch, 0, place->core, &place->node, why);
  place->has_node = !status;
  if (status == TTA_INVALID && why && !device) tta_buf_str(why, "; --device tells where such a grid lies");
  return status == TTA_INVALID && !spec->has_arch ? TTA_OK : status;
}

/* ---- all of it ---- */

static tta_status take_memory(tta_move_side *side, bool target, tta_buf *reason) {
  const tta_layout *s = side->sharding;
  const tta_chip_defaults *d = side->arch->defaults;
  switch (s->memory_space) {
  case TTA_MEMORY_L1: side->memory = TTA_MOVE_L1; break;
  case TTA_MEMORY_DRAM: side->memory = TTA_MOVE_DRAM; break;
  case TTA_MEMORY_SYSTEM: case TTA_MEMORY_MMIO: side->memory = TTA_MOVE_HOST; break;
  default:
    return tta_fail(TTA_INVALID, reason,
                               "memory space '%s' of %s holds no tensor that can be moved; "
                               "expected l1, dram, mmio or system",
                               tta_layout_memory_space_name(s), name_of(target));
  }
  bool shards =
      s->interleaved ? false : side->memory != TTA_MOVE_DRAM || tta_memory_layout_is_sharded(s->memory_layout);
  side->paged = side->memory != TTA_MOVE_HOST && !shards;
  side->banks = 1;
  if (side->memory == TTA_MOVE_DRAM && s->memory_layout != TTA_MEMORY_LAYOUT_SINGLE_BANK)
    side->banks = side->arch->num_dram_banks;
  if (side->memory == TTA_MOVE_L1 && side->paged)
    side->banks =
        d ? (int64_t)d->grid[0] * d->grid[1] : (int64_t)side->arch->num_worker_rows * side->arch->num_worker_columns;
  return TTA_OK;
}

/* Of a layout that is only warned about the memref may be too small: then bytes in it mean nothing. */
static tta_status check_room(const tta_move_side *side, bool target, tta_buf *reason) {
  const int64_t *room = side->sharding->padded_shard.extent;
  for (uint32_t k = 0; k < side->rank && side->sharded; k++)
    if (side->shard[k] > room[k])
      return tta_fail(TTA_INVALID, reason,
                                 "the memref of %s has room for %lld in dim %u, the shard needs %lld", name_of(target),
                                 (long long)room[k], k, (long long)side->shard[k]);
  return TTA_OK;
}

static tta_status check_device(const tta_move_side *side, bool target, tta_buf *reason) {
  const tta_layout *s = side->sharding;
  if (!side->device) return TTA_OK;
  if (reason) tta_buf_printf(reason, "%s: ", name_of(target));
  tta_status status = tta_device_holds(side->device, s->grid, reason);
  if (!status && reason) reason->size -= strlen(name_of(target)) + 2;
  return status;
}

tta_status tta_move_make_side(const tta_move_spec *spec, bool target, tta_arena *arena, tta_move_side *side,
                              tta_buf *reason) {
  const tta_layout *s = target ? spec->to : spec->from;
  tta_arch arch = spec->has_arch ? spec->arch : TTA_ARCH_WORMHOLE_B0;
  *side = (tta_move_side){.sharding = s,
                          .device = target ? spec->to_device : spec->from_device,
                          .arch = tta_arch_get(arch),
                          .rank = s->grid.rank,
                          .grid = s->grid.extent,
                          .shard = s->shard.extent,
                          .sharded = !s->interleaved,
                          .base = target ? spec->to_base : spec->from_base};
  if (!side->arch) return TTA_INVALID;
  if (s->grid.extent && !s->grid.rank)
    return tta_fail(TTA_INVALID, reason, "the grid of %s has no dims, so it names no core", name_of(target));
  if (!s->grid.extent || !s->memref.extent || !s->shard.extent)
    return tta_fail(TTA_INVALID, reason,
                               "the layout of %s has no grid and memref: it says of no byte where it is",
                               name_of(target));
  tta_status status = take_memory(side, target, reason);
  if (!status) status = check_device(side, target, reason);
  if (!status) status = take_bytes(side, target, reason);
  if (!status) status = check_room(side, target, reason);
  if (!status) status = take_map(spec, target, arena, side, reason);
  if (!status) status = count_units(side, arena);
  if (!status && side->paged) status = take_pages(side);
  if (status) return status;
  if (side->memory == TTA_MOVE_HOST) status = place_host(side, arena);
  else if (side->memory == TTA_MOVE_DRAM) status = place_dram(side, target, arena, reason);
  else if (side->paged) status = place_l1_banks(side, target, arena, reason);
  else status = place_shards(side, arena, reason);
  for (uint32_t n = 0; n < side->num_places && !status; n++)
    status = find_node(spec, side->device, arch, &side->places[n], reason);
  return status;
}

/* ---- whole tiles ---- */

tta_status tta_move_close_tiles(tta_move_side *side, tta_arena *arena, tta_buf *reason) {
  tta_linear *linear = tta_arena_array(arena, side->rank, sizeof *linear);
  int64_t *shard = tta_arena_array(arena, side->rank, sizeof *shard);
  if (!linear || !shard) return TTA_NO_MEMORY;
  for (uint32_t k = 0; k < side->rank; k++) {
    int64_t step = k + 2 >= side->rank ? side->tile[k + 2 - side->rank] : 1;
    if (side->sharded && side->grid[k] > 1 && side->shard[k] % step)
      return tta_fail(TTA_INVALID, reason,
                                 "shards of %lld in dim %u cut tiles of %lld, whose scalars share exponents (%s)",
                                 (long long)side->shard[k], k, (long long)step,
                                 tta_data_type_name(side->sharding->memref_element.data_type));
    linear[k] = (tta_linear){0};
    linear[k].coefficient[k] = 1;
    shard[k] = side->sharded && side->grid[k] > 1 ? side->shard[k] / step : side->units[k];
  }
  side->linear = linear;
  side->shard = shard;
  side->tiled = false; /* what pages are stays */
  return TTA_OK;
}

/* ---- places of elements ---- */

static int64_t offset_in_tile(const tta_move_side *side, int64_t y, int64_t x) {
  int64_t across = side->tile[1] / side->face[1], face = y / side->face[0] * across + x / side->face[1];
  return ((face * side->face[0] + y % side->face[0]) * side->face[1] + x % side->face[1]) * side->unit_bytes;
}

void tta_move_locate(const tta_move_side *side, uint32_t dims, const int64_t *index, uint32_t *place, int64_t *offset) {
  int64_t core = 0, unit = 0, page = 0, inner = 0, in_tile[2] = {0, 0}; /* all of them below a size that fits */
  for (uint32_t k = 0; k < side->rank; k++) {
    int64_t at = side->linear[k].constant, c = 0, extent = side->units[k];
    for (uint32_t d = 0; d < dims; d++) at += side->linear[k].coefficient[d] * index[d];
    if (side->sharded) {
      c = at / side->shard[k];
      at %= side->shard[k];
    }
    if (side->tiled && k + 2 >= side->rank) {
      int64_t tile = side->tile[k + 2 - side->rank];
      in_tile[k + 2 - side->rank] = at % tile;
      at /= tile;
    }
    core = core * side->grid[k] + c;
    unit = unit * extent + at;
    if (side->row_pages && k + 1 == side->rank) inner = (c * extent + at) * side->unit_bytes;
    else page = page * (side->sharded ? extent * side->grid[k] : extent) + c * extent + at;
  }
  if (side->tiled) inner = offset_in_tile(side, in_tile[0], in_tile[1]);
  if (side->paged) {
    *place = (uint32_t)(page % side->banks);
    *offset = page / side->banks * side->page_stride + inner;
    return;
  }
  *offset = unit * side->tile_bytes + inner;
  if (side->memory == TTA_MOVE_L1) {
    *place = (uint32_t)core;
    return;
  }
  *place = (uint32_t)(core % side->banks);
  *offset += core / side->banks * (side->memory == TTA_MOVE_HOST ? side->sharding->shard_bytes : side->page_stride);
}
