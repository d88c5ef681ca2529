/* All facts of a device, for people and programs. */
#include <string.h>

#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "device/device.h"

static tta_arch arch_of(const tta_device_entry *entry, const tta_device_query *q) {
  if (q->has_arch) return q->arch;
  const tta_chip *chip = entry->system ? tta_system_chip(entry->system, entry->device->chip_ids.extent[0]) : NULL;
  return chip && chip->arch != TTA_NUM_ARCHS ? chip->arch : TTA_ARCH_WORMHOLE_B0;
}

static tta_status find_core(tta_device_facts *f, const tta_device_query *q, tta_buf *reason) {
  const tta_device *d = f->entry->device;
  if (q->has_at) {
    f->chip = q->chip;
    f->place.core = q->at;
    for (uint32_t i = 0; i < d->chip_ids.rank; i++)
      if (d->chip_ids.extent[i] == q->chip) f->place.chip_index = i;
    return tta_device_logical_core(d, q->chip, q->at, f->index, &f->found, reason);
  }
  if (!q->index.rank) return TTA_OK;
  if (q->index.rank != d->grid.rank)
    return tta_fail(TTA_INVALID, reason, "--index has %u number%s, but the grid of the device has %u dims",
                    q->index.rank, tta_plural(q->index.rank), d->grid.rank);
  f->found = true;
  memcpy(f->index, q->index.extent, q->index.rank * sizeof *f->index);
  return tta_device_place(d, f->index, &f->place, &f->chip, reason);
}

static tta_status list_links(tta_device_facts *f, tta_arena *arena) {
  const tta_device *d = f->entry->device;
  const tta_system *system = f->entry->system;
  tta_device_link *links = tta_arena_array(arena, TTA_DEVICE_MAX_LINKS, sizeof *links);
  if (!links) return TTA_NO_MEMORY;
  f->links = links;
  f->links_known = system && system->source == TTA_SYSTEM_OF_ATTRIBUTE;
  f->num_links = tta_device_links(d, links, TTA_DEVICE_MAX_LINKS);
  for (uint32_t i = 0; f->links_known && i < f->num_links && i < TTA_DEVICE_MAX_LINKS; i++)
    links[i].missing = !tta_system_linked(system, (uint32_t)d->chip_ids.extent[links[i].a],
                                          (uint32_t)d->chip_ids.extent[links[i].b]);
  return TTA_OK;
}

static tta_status list_unused(tta_device_facts *f, tta_arena *arena) {
  const tta_system *system = f->entry->system;
  if (!system) return TTA_OK;
  int64_t *ids = tta_arena_array(arena, (size_t)system->num_chips + 1, sizeof *ids);
  if (!ids) return TTA_NO_MEMORY;
  for (int64_t id = 0; id < system->num_chips; id++)
    if (!tta_device_has_chip(f->entry->device, id)) ids[f->unused_chips.rank++] = id;
  f->unused_chips.extent = ids;
  return TTA_OK;
}

static tta_status list_chips(tta_device_facts *f, tta_arena *arena, tta_buf *reason) {
  const tta_device *d = f->entry->device;
  tta_device_chip *chips = tta_arena_array(arena, (size_t)d->chip_ids.rank + 1, sizeof *chips);
  if (!chips) return TTA_NO_MEMORY;
  tta_status status = tta_device_chips(d, chips, reason);
  if (status == TTA_LIMIT && reason) reason->size = 0;
  if (!status) f->chips = chips;
  return status == TTA_LIMIT ? TTA_OK : status;
}

static tta_status find_ttnn(tta_device_facts *f, tta_arena *arena) {
  tta_buf reason = tta_buf_new(arena->allocator);
  f->ttnn = tta_device_shard_cores(f->entry->device, arena, &f->ttnn_cores, &reason);
  f->ttnn_reason = tta_arena_take(arena, &reason);
  return f->ttnn == TTA_NO_MEMORY || arena->failed ? TTA_NO_MEMORY : TTA_OK;
}

tta_status tta_device_facts_of(const tta_device_entry *entry, const tta_device_query *q, tta_arena *arena,
                               tta_device_facts *f, tta_buf *reason) {
  const tta_device *d = entry->device;
  *f = (tta_device_facts){.entry = entry, .arch = arch_of(entry, q)};
  if (!tta_shape_volume(d->grid, &f->num_cores)) return TTA_OVERFLOW;
  tta_status status = list_links(f, arena);
  if (!status) status = list_unused(f, arena);
  if (!status) status = tta_device_pattern_of(d, &f->pattern);
  if (!status) status = list_chips(f, arena, reason);
  if (!status) status = tta_device_leaves_chip(d, &f->leaves, f->implied, f->outside);
  if (!status) status = find_ttnn(f, arena);
  return status ? status : find_core(f, q, reason);
}

/* ---- JSON ---- */

static void core_json(tta_json *json, const tta_device_facts *f, const int64_t *index, const tta_core_assignment *place,
                      int64_t chip) {
  tta_noc_node node;
  bool known = !tta_noc_worker(f->arch, 0, place->core, &node, NULL);
  int64_t core[2] = {place->core.y, place->core.x}, noc[2] = {known ? node.translated.x : 0,
                                                              known ? node.translated.y : 0};
  tta_json_open(json, '{');
  tta_json_key_shape(json, "logical", (tta_shape){f->entry->device->grid.rank, index});
  tta_json_key_int(json, "chip_index", place->chip_index);
  tta_json_key_int(json, "chip", chip);
  tta_json_key_shape(json, "core", (tta_shape){2, core});
  tta_json_key_shape(json, "noc", (tta_shape){2, known ? noc : NULL});
  tta_json_close(json, '}');
}

static void cores_json(tta_json *json, const tta_device_facts *f) {
  int64_t index[TTA_MAX_RANK] = {0}, chip;
  tta_core_assignment place;
  tta_json_open(json, '[');
  do {
    if (tta_device_place(f->entry->device, index, &place, &chip, NULL)) break;
    core_json(json, f, index, &place, chip);
  } while (!json->out->failed && tta_index_next(f->entry->device->grid, index));
  tta_json_close(json, ']');
}

static void links_json(tta_json *json, const tta_device_facts *f, bool missing) {
  const int64_t *ids = f->entry->device->chip_ids.extent;
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < f->num_links && i < TTA_DEVICE_MAX_LINKS; i++) {
    int64_t pair[2] = {ids[f->links[i].a], ids[f->links[i].b]};
    if (!missing || f->links[i].missing) tta_json_shape(json, (tta_shape){2, pair});
  }
  tta_json_close(json, ']');
}

void tta_device_facts_json(tta_json *json, const tta_device_facts *f, const tta_device_query *q) {
  tta_buf text = tta_buf_new(json->out->allocator);
  tta_device_pattern_text(&text, &f->pattern);
  tta_json_key(json, "device");
  tta_device_json(json, f->entry->device);
  tta_json_key_string(json, "pattern", tta_buf_view(&text));
  if (text.failed) json->out->failed = true;
  tta_buf_free(&text);
  tta_json_key_text(json, "arch", tta_arch_get(f->arch)->name);
  tta_json_key(json, "links");
  links_json(json, f, false);
  tta_json_key(json, "missing_links");
  if (f->links_known) links_json(json, f, true);
  else tta_json_null(json);
  tta_json_key_shape(json, "unused_chips", f->unused_chips);
  tta_json_key_open(json, "ttnn", '{');
  tta_json_key(json, "supported");
  if (f->ttnn && f->ttnn != TTA_INVALID) tta_json_null(json);
  else tta_json_bool(json, !f->ttnn);
  tta_json_key_string(json, "reason", f->ttnn_reason);
  tta_json_key(json, "cores");
  if (f->ttnn) tta_json_null(json);
  else tta_shard_cores_json(json, &f->ttnn_cores);
  tta_json_close(json, '}');
  tta_json_key_shape(json, "leaves_chip", (tta_shape){2, f->leaves ? f->implied : NULL});
  bool one = q->index.rank || q->has_at;
  tta_json_key(json, one ? "at" : "cores");
  if (one ? !f->found : !f->chips) tta_json_null(json);
  else if (one) core_json(json, f, f->index, &f->place, f->chip);
  else cores_json(json, f);
}
