/* System descriptions as values. */
#include "base/sort.h"
#include "model/device.h"

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const uint8_t number_fields[TTA_NUM_CHIP_NUMBERS] = {
    [TTA_CHIP_L1_SIZE] = TTA_FIELD_l1_size,
    [TTA_CHIP_NUM_DRAM_CHANNELS] = TTA_FIELD_num_dram_channels,
    [TTA_CHIP_DRAM_CHANNEL_SIZE] = TTA_FIELD_dram_channel_size,
    [TTA_CHIP_NOC_L1_ADDRESS_ALIGN_BYTES] = TTA_FIELD_noc_l1_address_align_bytes,
    [TTA_CHIP_PCIE_ADDRESS_ALIGN_BYTES] = TTA_FIELD_pcie_address_align_bytes,
    [TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES] = TTA_FIELD_noc_dram_address_align_bytes,
    [TTA_CHIP_L1_UNRESERVED_BASE] = TTA_FIELD_l1_unreserved_base,
    [TTA_CHIP_ERISC_L1_UNRESERVED_BASE] = TTA_FIELD_erisc_l1_unreserved_base,
    [TTA_CHIP_DRAM_UNRESERVED_BASE] = TTA_FIELD_dram_unreserved_base,
    [TTA_CHIP_DRAM_UNRESERVED_END] = TTA_FIELD_dram_unreserved_end,
    [TTA_CHIP_DST_REGISTER_SIZE_TILES] = TTA_FIELD_dst_register_size_tiles,
    [TTA_CHIP_DST_PHYSICAL_SIZE_TILES] = TTA_FIELD_dst_physical_size_tiles,
    [TTA_CHIP_NUM_CBS] = TTA_FIELD_num_cbs,
    [TTA_CHIP_NUM_COMPUTE_THREADS] = TTA_FIELD_num_compute_threads,
    [TTA_CHIP_NUM_DATAMOVEMENT_THREADS] = TTA_FIELD_num_datamovement_threads,
};

/* `parent`: the field that has the list; 0: the chip description itself. */
static const struct role_fields {
  uint8_t parent, field;
} role_fields[TTA_NUM_CORE_ROLES] = {
    [TTA_CORES_WORKER] = {TTA_FIELD_physical_cores, TTA_FIELD_worker},
    [TTA_CORES_DRAM] = {TTA_FIELD_physical_cores, TTA_FIELD_dram},
    [TTA_CORES_ETH] = {TTA_FIELD_physical_cores, TTA_FIELD_eth},
    [TTA_CORES_ETH_INACTIVE] = {TTA_FIELD_physical_cores, TTA_FIELD_eth_inactive},
    [TTA_CORES_HELPER_DRAM] = {TTA_FIELD_physical_helper_cores, TTA_FIELD_dram},
    [TTA_CORES_HELPER_ETH] = {TTA_FIELD_physical_helper_cores, TTA_FIELD_eth},
    [TTA_CORES_HELPER_ETH_INACTIVE] = {TTA_FIELD_physical_helper_cores, TTA_FIELD_eth_inactive},
    [TTA_CORES_DRAM_WORKER_NOC0] = {0, TTA_FIELD_dram_bank_to_logical_worker_noc0},
    [TTA_CORES_DRAM_WORKER_NOC1] = {0, TTA_FIELD_dram_bank_to_logical_worker_noc1},
};

const char *tta_core_role_name(tta_core_role role) {
  return (unsigned)role < TTA_NUM_CORE_ROLES ? tta_field_name((tta_field)role_fields[role].field) : NULL;
}

const char *tta_chip_number_name(tta_chip_number number) { return tta_field_name((tta_field)number_fields[number]); }

/* ---- values ------------------------------------------------------------------------------------------------------ */

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

/* An integer, written or by alias; with or without a type. */
static int64_t number_of(const tta_tree *tree, tta_node_id id) {
  const tta_node *n = at(tree, tta_node_resolve(tree, id));
  if (n->kind == TTA_NODE_TYPED) n = at(tree, n->first);
  return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE) ? n->integer : TTA_SYSTEM_NONE;
}

/* `8x0`, `(8, 0)`, `(8 x 0)` or an attribute with one of them; false when it is not two numbers. */
static bool read_pair(const tta_tree *tree, tta_node_id id, int64_t pair[2]) {
  id = tta_node_resolve(tree, id);
  if (at(tree, id)->kind == TTA_NODE_ATTRIBUTE) id = tta_node_resolve(tree, tta_node_first(tree, id));
  if (at(tree, id)->kind == TTA_NODE_PAREN_DIMS) id = tta_node_first(tree, id);
  if (at(tree, id)->kind == TTA_NODE_DIMS) {
    tta_shape shape = tta_node_shape(tree, id);
    if (shape.rank != 2) return false;
    pair[0] = shape.extent[0];
    pair[1] = shape.extent[1];
    return true;
  }
  if (at(tree, id)->kind != TTA_NODE_COORD) return false;
  tta_node_id first = tta_node_first(tree, id);
  pair[0] = number_of(tree, first);
  pair[1] = number_of(tree, at(tree, first)->next);
  return pair[0] != TTA_SYSTEM_NONE && pair[1] != TTA_SYSTEM_NONE;
}

static tta_status read_shape(const tta_tree *tree, tta_node_id id, tta_arena *arena, tta_shape *out) {
  id = tta_node_resolve(tree, id);
  if (at(tree, id)->kind == TTA_NODE_ATTRIBUTE)
    id = tta_node_resolve(tree, tta_node_child(tree, id, TTA_FIELD_shape));
  if (at(tree, id)->kind != TTA_NODE_DIMS) return TTA_OK;
  tta_shape shape = tta_node_shape(tree, id);
  int64_t *extents = tta_arena_array(arena, (size_t)shape.rank + 1, sizeof *extents);
  if (!extents) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < shape.rank; i++) extents[i] = shape.extent[i];
  *out = (tta_shape){shape.rank, extents};
  return TTA_OK;
}

/* A list of items in `arena`. @param read sets an item; false: it does not count. @return NULL: no memory */
static void *read_list(const tta_tree *tree, tta_node_id list, tta_arena *arena, size_t item_size,
                       bool (*read)(const tta_tree *tree, tta_node_id id, void *item), uint32_t *count) {
  char *items = tta_arena_array(arena, (size_t)tta_count_items(tree, list) + 1, item_size);
  for (tta_node_id c = tta_node_first(tree, list); c && items; c = at(tree, c)->next)
    *count += read(tree, c, items + *count * item_size);
  return items;
}

/* ---- chip descriptions ------------------------------------------------------------------------------------------- */

static tta_arch arch_of(const tta_tree *tree, tta_node_id id) {
  const tta_node *n = at(tree, tta_node_resolve(tree, id));
  if (n->kind == TTA_NODE_ATTRIBUTE) n = at(tree, n->first);
  return n->kind == TTA_NODE_WORD && n->index < TTA_NUM_ARCHS ? (tta_arch)n->index : TTA_NUM_ARCHS;
}

static tta_status read_cores(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_core_list *out) {
  uint32_t count = tta_count_items(tree, list), i = 0;
  tta_core *cores = tta_arena_array(arena, (size_t)count + 1, sizeof *cores);
  tta_span *spans = tta_arena_array(arena, (size_t)count + 1, sizeof *spans);
  if (!cores || !spans) return TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c; c = at(tree, c)->next, i++) {
    int64_t pair[2];
    bool good = read_pair(tree, c, pair);
    cores[i] = good ? (tta_core){pair[0], pair[1]} : (tta_core){TTA_SYSTEM_NONE, TTA_SYSTEM_NONE};
    spans[i] = tta_node_span(tree, c);
  }
  *out = (tta_core_list){count, cores, spans, tta_node_span(tree, list)};
  return TTA_OK;
}

static tta_status read_core_lists(const tta_tree *tree, tta_node_id desc, tta_arena *arena, tta_chip *out) {
  tta_status status = TTA_OK;
  for (unsigned role = 0; role < TTA_NUM_CORE_ROLES && !status; role++) {
    tta_node_id parent = desc;
    if (role_fields[role].parent)
      parent = tta_node_resolve(tree, tta_node_child(tree, desc, (tta_field)role_fields[role].parent));
    tta_node_id list = parent ? tta_node_child(tree, parent, (tta_field)role_fields[role].field) : 0;
    if (list) status = read_cores(tree, list, arena, &out->cores[role]);
  }
  return status;
}

static bool read_tile_size(const tta_tree *tree, tta_node_id id, void *item) {
  int64_t pair[2];
  if (!read_pair(tree, id, pair)) return false;
  *(tta_tile_size *)item = (tta_tile_size){pair[0], pair[1]};
  return true;
}

static tta_status read_desc(const tta_tree *tree, tta_node_id desc, tta_arena *arena, tta_chip *out) {
  *out = (tta_chip){.span = tta_node_span(tree, desc), .arch = TTA_NUM_ARCHS};
  for (unsigned i = 0; i < TTA_NUM_CHIP_NUMBERS; i++) out->numbers[i] = TTA_SYSTEM_NONE;
  desc = tta_node_resolve(tree, desc);
  if (at(tree, desc)->kind != TTA_NODE_ATTRIBUTE || (at(tree, desc)->flags & TTA_NODE_HAS_ERRORS)) return TTA_OK;
  tta_node_id grid = tta_node_child(tree, desc, TTA_FIELD_grid);
  out->arch = arch_of(tree, tta_node_child(tree, desc, TTA_FIELD_arch));
  for (unsigned i = 0; i < TTA_NUM_CHIP_NUMBERS; i++) {
    tta_node_id number = tta_node_child(tree, desc, (tta_field)number_fields[i]);
    if (number) out->numbers[i] = number_of(tree, number);
    if (number) out->number_spans[i] = tta_node_span(tree, number);
  }
  if (grid) out->grid_span = tta_node_span(tree, grid);
  tta_status status = read_shape(tree, grid, arena, &out->grid);
  if (!status)
    status = read_shape(tree, tta_node_child(tree, desc, TTA_FIELD_coord_translation_offsets), arena,
                        &out->coord_translation_offsets);
  if (!status) status = read_shape(tree, tta_node_child(tree, desc, TTA_FIELD_dram_grid), arena, &out->dram_grid);
  if (!status) status = read_core_lists(tree, desc, arena, out);
  if (status) return status;
  out->tile_sizes = read_list(tree, tta_node_child(tree, desc, TTA_FIELD_supported_tile_sizes), arena,
                              sizeof *out->tile_sizes, read_tile_size, &out->num_tile_sizes);
  return out->tile_sizes ? TTA_OK : TTA_NO_MEMORY;
}

static tta_status read_descs(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_system *out) {
  tta_chip *descs = tta_arena_array(arena, (size_t)tta_count_items(tree, list) + 1, sizeof *descs);
  tta_status status = descs ? TTA_OK : TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c && !status; c = at(tree, c)->next)
    status = read_desc(tree, c, arena, &descs[out->num_descs++]);
  out->descs = descs;
  out->descs_span = tta_node_span(tree, list);
  return status;
}

/* ---- chips ------------------------------------------------------------------------------------------------------- */

static tta_status read_indices(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_system *out) {
  uint32_t count = tta_count_items(tree, list), i = 0;
  int64_t *indices = tta_arena_array(arena, (size_t)count + 1, sizeof *indices);
  tta_span *spans = tta_arena_array(arena, (size_t)count + 1, sizeof *spans);
  if (!indices || !spans) return TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c; c = at(tree, c)->next, i++) {
    indices[i] = number_of(tree, c);
    spans[i] = tta_node_span(tree, c);
  }
  out->num_chips = count;
  out->desc_of_chip = indices;
  out->chip_spans = spans;
  out->chips_span = tta_node_span(tree, list);
  return TTA_OK;
}

static bool read_capability(const tta_tree *tree, tta_node_id id, void *item) {
  uint32_t *capability = item;
  id = tta_node_resolve(tree, id);
  if (at(tree, id)->kind != TTA_NODE_ATTRIBUTE) {
    int64_t number = number_of(tree, id);
    *capability = number > 0 && number <= UINT32_MAX ? (uint32_t)number : 0;
  } else {
    const tta_node *flags = at(tree, tta_node_first(tree, id));
    *capability = flags->kind == TTA_NODE_FLAGS ? flags->first : 0;
  }
  return true;
}

/* `0x0x0x0`, or an attribute with a shape or four numbers. */
static bool read_coord(const tta_tree *tree, tta_node_id id, void *item) {
  int64_t v[4] = {TTA_SYSTEM_NONE, TTA_SYSTEM_NONE, TTA_SYSTEM_NONE, TTA_SYSTEM_NONE};
  tta_span span = tta_node_span(tree, id);
  id = tta_node_resolve(tree, id);
  if (at(tree, id)->kind == TTA_NODE_ATTRIBUTE) {
    tta_node_id c = tta_node_first(tree, id);
    for (uint32_t i = 0; i < 4 && at(tree, c)->kind == TTA_NODE_INT; i++, c = at(tree, c)->next)
      v[i] = number_of(tree, c);
    id = tta_node_first(tree, id);
  }
  if (at(tree, id)->kind == TTA_NODE_PAREN_DIMS) id = tta_node_first(tree, id);
  if (at(tree, id)->kind == TTA_NODE_DIMS) {
    tta_shape shape = tta_node_shape(tree, id);
    for (uint32_t i = 0; i < 4 && i < shape.rank; i++) v[i] = shape.extent[i];
  }
  *(tta_chip_coord *)item = (tta_chip_coord){v[0], v[1], v[2], v[3], span};
  return true;
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

/* `[chip, y, x]`, or a chip and its core in fields of their own. */
static tta_channel_end end_of(const tta_tree *tree, tta_node_id channel, tta_field whole, tta_field chip,
                              tta_field core) {
  tta_node_id list = tta_node_resolve(tree, tta_node_child(tree, channel, whole)), y;
  tta_node_id id = list ? tta_node_first(tree, list) : tta_node_child(tree, channel, chip);
  if (list) y = tta_node_at(tree, id)->next;
  else y = tta_node_first(tree, tta_node_resolve(tree, tta_node_child(tree, channel, core)));
  tta_node_id x = y ? tta_node_at(tree, y)->next : 0;
  return (tta_channel_end){
      .chip = number_of(tree, id),
      .core = {y ? number_of(tree, y) : TTA_SYSTEM_NONE, x ? number_of(tree, x) : TTA_SYSTEM_NONE},
      .chip_span = tta_node_span(tree, id),
      .y_span = tta_node_span(tree, y),
      .x_span = tta_node_span(tree, x)};
}

static bool read_channel(const tta_tree *tree, tta_node_id written, void *item) {
  tta_node_id id = tta_node_resolve(tree, written);
  if (at(tree, id)->kind != TTA_NODE_ATTRIBUTE || (at(tree, id)->flags & TTA_NODE_HAS_ERRORS)) return false;
  *(tta_chip_channel *)item = (tta_chip_channel){
      {end_of(tree, id, TTA_FIELD_endpoint0, TTA_FIELD_chip_id0, TTA_FIELD_ethernet_core_coord0),
       end_of(tree, id, TTA_FIELD_endpoint1, TTA_FIELD_chip_id1, TTA_FIELD_ethernet_core_coord1)},
      tta_node_span(tree, written)};
  return true;
}

static tta_status derive_links(tta_arena *arena, tta_system *out) {
  size_t capacity = (size_t)out->num_channels + 1, count = 0;
  uint64_t *pairs = tta_arena_array(arena, capacity, 2 * sizeof *pairs);
  tta_chip_link *links = tta_arena_array(arena, capacity, sizeof *links);
  if (!pairs || !links) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < out->num_channels; i++) {
    int64_t a = out->channels[i].end[0].chip, b = out->channels[i].end[1].chip;
    if (a < 0 || a > UINT32_MAX || b < 0 || b > UINT32_MAX) continue;
    pairs[count++] = a < b ? (uint64_t)b << 32 | (uint64_t)a : (uint64_t)a << 32 | (uint64_t)b;
  }
  tta_sort_pairs(pairs, pairs + count, count); /* by the greater chip, then, stable, by the smaller one */
  for (size_t i = 0; i < count; i++) pairs[i] = pairs[i] << 32 | pairs[i] >> 32;
  tta_sort_pairs(pairs, pairs + count, count);
  for (size_t i = 0; i < count; i++) links[i] = (tta_chip_link){(uint32_t)(pairs[i] >> 32), (uint32_t)pairs[i]};
  out->links = links;
  out->num_links = count;
  return TTA_OK;
}

tta_status tta_system_lower(const tta_tree *tree, tta_node_id system, tta_arena *arena, tta_system *out) {
  tta_node_id capabilities = tta_node_child(tree, system, TTA_FIELD_chip_capabilities);
  tta_node_id coords = tta_node_child(tree, system, TTA_FIELD_chip_coords);
  tta_node_id channels = tta_node_child(tree, system, TTA_FIELD_chip_channels);
  *out = (tta_system){.source = TTA_SYSTEM_OF_ATTRIBUTE, .span = tta_node_span(tree, system)};
  tta_status status = read_descs(tree, tta_node_child(tree, system, TTA_FIELD_chip_descs), arena, out);
  if (!status) status = read_indices(tree, tta_node_child(tree, system, TTA_FIELD_chip_desc_indices), arena, out);
  if (status) return status;
  out->capabilities = read_list(tree, capabilities, arena, sizeof *out->capabilities, read_capability,
                                &out->num_capabilities);
  out->coords = read_list(tree, coords, arena, sizeof *out->coords, read_coord, &out->num_coords);
  out->channels = read_list(tree, channels, arena, sizeof *out->channels, read_channel, &out->num_channels);
  if (!out->capabilities || !out->coords || !out->channels) return TTA_NO_MEMORY;
  if (capabilities) out->capabilities_span = tta_node_span(tree, capabilities);
  if (coords) out->coords_span = tta_node_span(tree, coords);
  if (channels) out->channels_span = tta_node_span(tree, channels);
  return derive_links(arena, out);
}
