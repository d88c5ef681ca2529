/* endpoints.c: one end of a move: the storage of a layout, and the cores or banks that hold it. */
#include "base/checked.h"
#include "base/fail.h"
#include "device/device.h"
#include "model/storage.h"
#include "move/move.h"
#include "noc/noc.h"

static const char *name_of(bool target) { return target ? "destination" : "source"; }

/* ---- the map ---- */

/* Over the dims of `from`: those of `to` are renamed by the permutation. */
static tta_status set_map(const tta_move_spec *spec, bool target, tta_arena *arena, tta_move_endpoints *e,
                          tta_buf *reason) {
  const tta_map *map = &e->layout->linear;
  uint32_t failed;
  if (map->num_dims > TTA_MAX_RANK || map->num_results > TTA_MAX_RANK) return TTA_LIMIT;
  tta_status status = tta_move_make_map(spec, target, map, arena, &e->map, &failed);
  if (status == TTA_INVALID)
    return tta_fail(status, reason, "%s: map result %u is not affine in the dims; moves require constant factors and "
                    "positive constant divisors", name_of(target), failed);
  if (status == TTA_LIMIT)
    return tta_fail(status, reason, "%s: map result %u has too many terms", name_of(target), failed);
  return status;
}

/* ---- endpoints ---- */

/* Without a device the last two dims are y and x, and dims before them count chips (device specification: a grid of
 * rank 3 needs a mesh of Nx1x1). */
static void place_by_grid(const tta_move_endpoints *e, const int64_t *core, tta_move_endpoint *at) {
  int64_t chip = 0;
  uint32_t rank = e->storage.rank;
  for (uint32_t k = 0; k + 2 < rank; k++) chip = chip * e->layout->grid.extent[k] + core[k];
  at->chip_index = at->chip = chip;
  at->core.x = core[rank - 1];
  at->core.y = rank > 1 ? core[rank - 2] : 0;
}

static tta_status place_core(const tta_move_endpoints *e, const int64_t *core, tta_move_endpoint *at,
                             tta_buf *reason) {
  tta_core_assignment found;
  *at = (tta_move_endpoint){.memory = e->memory, .bank = -1};
  if (!e->device) {
    place_by_grid(e, core, at);
    return TTA_OK;
  }
  tta_status status = tta_device_place(e->device, core, &found, &at->chip, reason);
  if (status) return status;
  at->chip_index = found.chip_index;
  at->core = found.core;
  return TTA_OK;
}

static void next_core(const tta_move_endpoints *e, int64_t *core) {
  for (uint32_t k = e->storage.rank; k-- > 0; core[k] = 0)
    if (++core[k] < e->layout->grid.extent[k]) return;
}

static tta_status check_count(int64_t cores, tta_buf *reason) {
  if (cores <= TTA_MOVE_MAX_ENDPOINTS) return TTA_OK;
  return tta_fail(TTA_LIMIT, reason, "layouts over more than %d cores are not supported", TTA_MOVE_MAX_ENDPOINTS);
}

static tta_status allocate(tta_move_endpoints *e, tta_arena *arena, tta_buf *reason) {
  tta_status status = check_count(e->storage.num_banks, reason);
  if (status) return status;
  e->num_endpoints = (uint32_t)e->storage.num_banks;
  e->endpoints = tta_arena_array(arena, e->num_endpoints, sizeof *e->endpoints);
  return e->endpoints ? TTA_OK : TTA_NO_MEMORY;
}

static tta_status place_shards(tta_move_endpoints *e, tta_arena *arena, tta_buf *reason) {
  int64_t core[TTA_MAX_RANK] = {0};
  tta_status status = allocate(e, arena, reason);
  for (uint32_t n = 0; n < e->num_endpoints && !status; n++, next_core(e, core))
    status = place_core(e, core, &e->endpoints[n], reason);
  return status;
}

/* The one chip that has all cores of the grid: DRAM and the banks of interleaved L1 belong to a chip. */
static tta_status find_chip(const tta_move_endpoints *e, bool target, tta_move_endpoint *at, tta_buf *reason) {
  int64_t core[TTA_MAX_RANK] = {0};
  tta_status status = check_count(e->layout->cores, reason);
  if (!status) status = place_core(e, core, at, reason);
  for (int64_t n = 1; n < e->layout->cores && !status; n++) {
    tta_move_endpoint other;
    next_core(e, core);
    status = place_core(e, core, &other, reason);
    if (!status && other.chip_index != at->chip_index)
      return tta_fail(TTA_INVALID, reason, "%s: the grid spans several chips, and the chip of a page is unknown",
                      name_of(target));
  }
  return status;
}

static tta_status place_dram(tta_move_endpoints *e, bool target, tta_arena *arena, tta_buf *reason) {
  tta_move_endpoint first;
  tta_status status = find_chip(e, target, &first, reason);
  if (!status) status = allocate(e, arena, reason);
  for (uint32_t n = 0; n < e->num_endpoints && !status; n++) {
    e->endpoints[n] = first;
    e->endpoints[n].core = (tta_core){-1, -1};
    e->endpoints[n].bank = n;
  }
  return status;
}

/* Interleaved L1: bank k is in the core that tt-metal's shuffle gives it. */
static tta_status place_l1_banks(tta_move_endpoints *e, bool target, tta_arena *arena, tta_buf *reason) {
  tta_move_endpoint first;
  tta_storage_banks all;
  int64_t columns = e->arch->defaults->grid.extent[1];
  tta_status status = tta_arch_storage_banks(e->arch_name, &all);
  if (!status) status = find_chip(e, target, &first, reason);
  if (!status) status = allocate(e, arena, reason);
  uint32_t *bank_of_core = status ? NULL : tta_arena_array(arena, (size_t)all.l1_banks, sizeof *bank_of_core);
  if (!status && !bank_of_core) status = TTA_NO_MEMORY;
  if (!status) status = tta_arch_l1_banks((uint32_t)all.l1_banks, bank_of_core);
  for (uint32_t k = 0; k < all.l1_banks && !status; k++) {
    if (bank_of_core[k] >= e->num_endpoints) continue; /* a tensor in a single bank */
    tta_move_endpoint *at = &e->endpoints[bank_of_core[k]];
    *at = first;
    at->core = (tta_core){k / columns, k % columns};
    at->bank = bank_of_core[k];
  }
  return status;
}

static tta_status place_host(tta_move_endpoints *e, tta_arena *arena, tta_buf *reason) {
  tta_status status = allocate(e, arena, reason);
  if (!status)
    e->endpoints[0] =
        (tta_move_endpoint){.memory = TTA_MOVE_HOST, .chip_index = -1, .chip = -1, .core = {-1, -1}, .bank = -1};
  return status;
}

static tta_status place_all(tta_move_endpoints *e, bool target, tta_arena *arena, tta_buf *reason) {
  if (e->memory == TTA_MOVE_HOST) return place_host(e, arena, reason);
  if (e->memory == TTA_MOVE_DRAM) return place_dram(e, target, arena, reason);
  if (e->storage.distribution == TTA_STORAGE_PAGES) return place_l1_banks(e, target, arena, reason);
  return place_shards(e, arena, reason);
}

/* ---- nodes ---- */

static tta_status find_node(const tta_move_spec *spec, const tta_move_endpoints *e, tta_move_endpoint *at,
                            tta_buf *reason) {
  tta_status status;
  tta_buf *why = spec->has_arch ? reason : NULL; /* cores that the default wormhole_b0 lacks have no node */
  if (at->memory == TTA_MOVE_HOST) status = tta_noc_pcie(e->arch_name, &at->node);
  else if (at->memory == TTA_MOVE_DRAM) status = tta_noc_dram(e->arch_name, at->bank, spec->noc, &at->node, why);
  else status = tta_noc_worker(e->arch_name, spec->harvest, at->core, &at->node, why);
  at->has_node = !status;
  if (status == TTA_INVALID && why && !e->device) tta_buf_str(why, "; specify a device to map this grid to cores");
  return status == TTA_INVALID && !spec->has_arch ? TTA_OK : status;
}

/* ---- checks ---- */

static bool find_memory(tta_memory_space space, tta_move_memory *memory) {
  switch (space) {
  case TTA_MEMORY_L1: *memory = TTA_MOVE_L1; return true;
  case TTA_MEMORY_DRAM: *memory = TTA_MOVE_DRAM; return true;
  case TTA_MEMORY_SYSTEM:
  case TTA_MEMORY_MMIO: *memory = TTA_MOVE_HOST; return true;
  default: return false;
  }
}

static tta_status check_parts(const tta_layout *s, bool target, tta_buf *reason) {
  if (s->grid.extent && !s->grid.rank)
    return tta_fail(TTA_INVALID, reason, "%s: the grid has no dims", name_of(target));
  if (!s->grid.extent || !s->memref.extent || !s->shard.extent)
    return tta_fail(TTA_INVALID, reason, "%s: the layout has no grid and memref; its addresses are unknown",
                    name_of(target));
  if (s->element_bytes <= 0)
    return tta_fail(TTA_INVALID, reason, "%s: the element size is unknown", name_of(target));
  return TTA_OK;
}

/* Writes the name of the end before the reason of `check`. */
static tta_status prefixed(tta_status (*check)(const tta_move_endpoints *, tta_buf *), const tta_move_endpoints *e,
                           bool target, tta_buf *reason) {
  size_t before = reason ? reason->size : 0;
  if (reason) tta_buf_printf(reason, "%s: ", name_of(target));
  tta_status status = check(e, reason);
  if (!status && reason) reason->size = before;
  return status;
}

static tta_status check_shards(const tta_move_endpoints *e, tta_buf *reason) {
  if (!e->layout->logical_elements) return TTA_OK; /* an empty tensor may have empty shards */
  tta_status status = tta_storage_check_shard(e->layout, reason);
  return status ? status : tta_storage_check_elements(e->layout, reason);
}

static tta_status check_faces(const tta_move_endpoints *e, tta_buf *reason) {
  const tta_storage *s = &e->storage;
  return s->whole_faces ? TTA_OK
                        : tta_fail(TTA_INVALID, reason, "tile %lldx%lld is not a multiple of the face %lldx%lld",
                                   (long long)s->tile[0], (long long)s->tile[1], (long long)s->face[0],
                                   (long long)s->face[1]);
}

/* The end of the buffer in its fullest bank; INT64_MAX if it exceeds int64. */
static int64_t end_of(const tta_move_endpoints *e) { return tta_sum_capped(e->base, e->storage.bank_bytes); }

/* A base that the user gives: the buffer ends in the memory. Without one, only offsets are known. */
static tta_status check_base(const tta_move_endpoints *e, tta_buf *reason) {
  bool l1 = e->memory == TTA_MOVE_L1;
  uint64_t size = l1 ? e->arch->l1_size_bytes : e->arch->dram_bank_size_bytes;
  if (!e->base || e->memory == TTA_MOVE_HOST || (uint64_t)end_of(e) <= size) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "%lld bytes at %lld end beyond the %llu bytes of %s of %s",
                  (long long)e->storage.bank_bytes, (long long)e->base, (unsigned long long)size,
                  l1 ? "the L1" : "a DRAM bank", e->arch->name);
}

tta_status tta_move_check_bases(const tta_move_endpoints *from, const tta_move_endpoints *to, tta_buf *reason) {
  bool given = from->base && to->base && from->memory == to->memory && from->memory != TTA_MOVE_HOST;
  if (!given || to->base >= end_of(from) || from->base >= end_of(to)) return TTA_OK;
  return tta_fail(TTA_INVALID, reason,
                  "the source at %lld..%lld and the destination at %lld..%lld overlap; both are reserved in every %s",
                  (long long)from->base, (long long)end_of(from), (long long)to->base, (long long)end_of(to),
                  from->memory == TTA_MOVE_L1 ? "core" : "bank");
}

/* ---- the whole ---- */

tta_status tta_move_make_endpoints(const tta_move_spec *spec, bool target, tta_arena *arena, tta_move_endpoints *e,
                                   tta_buf *reason) {
  const tta_layout *s = target ? spec->to : spec->from;
  tta_arch arch = spec->has_arch ? spec->arch : TTA_ARCH_WORMHOLE_B0;
  *e = (tta_move_endpoints){.layout = s,
                            .device = target ? spec->to_device : spec->from_device,
                            .arch_name = arch,
                            .arch = tta_arch_get(arch),
                            .base = target ? spec->to_base : spec->from_base};
  if (tta_arch_storage_banks(arch, &e->banks)) return tta_fail(TTA_INVALID, reason, "unknown architecture");
  tta_status status = check_parts(s, target, reason);
  if (status) return status;
  if (!find_memory(s->memory_space, &e->memory))
    return tta_fail(TTA_INVALID, reason, "%s: memory space '%s' is not supported; expected l1, dram, mmio or system",
                    name_of(target), tta_layout_memory_space_name(s));
  status = tta_storage_of(s, &(tta_storage_options){.banks = &e->banks}, &e->storage, reason);
  if (!status) status = prefixed(check_base, e, target, reason);
  if (!status) status = prefixed(check_faces, e, target, reason);
  if (!status) status = prefixed(check_shards, e, target, reason);
  if (!status) status = set_map(spec, target, arena, e, reason);
  if (status) return status;
  e->unit_bytes = e->storage.scalar_bytes ? e->storage.scalar_bytes : e->storage.element_bytes;
  return TTA_OK;
}

tta_status tta_move_place_endpoints(const tta_move_spec *spec, bool target, tta_arena *arena, tta_move_endpoints *e,
                                    tta_buf *reason) {
  size_t before = reason ? reason->size : 0;
  tta_status status = TTA_OK;
  if (reason) tta_buf_printf(reason, "%s: ", name_of(target));
  if (e->device) status = tta_device_for_grid(e->device, e->layout->grid, arena, &e->device, reason);
  if (!status && reason) reason->size = before;
  if (!status) status = place_all(e, target, arena, reason);
  for (uint32_t n = 0; n < e->num_endpoints && !status; n++)
    status = find_node(spec, e, &e->endpoints[n], reason);
  return status;
}

/* ---- opaque tiles ---- */

tta_status tta_move_make_opaque(tta_move_endpoints *e, bool target, tta_arena *arena, tta_buf *reason) {
  const tta_layout *s = e->layout;
  uint32_t rank = e->storage.rank;
  for (uint32_t k = 0; k < rank; k++) {
    int64_t tile = k + 2 >= rank ? e->storage.tile[k + 2 - rank] : 1;
    if (e->storage.sharded && e->storage.grid[k] > 1 && s->shard.extent[k] % tile)
      return tta_fail(TTA_INVALID, reason,
                      "%s: shards of %lld in dim %u split tiles of %lld, whose scalars share exponents (%s)",
                      name_of(target), (long long)s->shard.extent[k], k, (long long)tile,
                      tta_data_type_name(s->memref_element.data_type));
  }
  tta_status status = tta_move_identity_map(rank, arena, &e->map);
  if (status) return status;
  e->opaque = true;
  tta_storage_options options = {.banks = &e->banks, .unit = TTA_STORAGE_TILES};
  return tta_storage_of(s, &options, &e->storage, reason);
}
