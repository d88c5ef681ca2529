/* tt-layout show of devices: the chip, core and NoC coordinate of each logical core, the pattern, links, TTNN. */
#include <stdlib.h>

#include "tool.h"
#include "base/format.h"
#include "base/index.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "ttattr/base.h"

enum { MAX_LISTED = 32, MAX_LINKS = 4096 };

/** The facts of one device, computed before anything is printed. */
typedef struct facts {
  const tta_device_entry *entry;
  const tta_device *device;
  tta_arena *arena;
  tta_arch arch;
  tta_device_pattern pattern;
  tta_device_chip *chips; /* NULL: too many cores */
  int64_t num_cores;
  uint32_t num_links, num_listed;
  tta_device_link *links;
  tta_status ttnn;
  tta_shard_cores ranges;
  tta_buf reason;   /* why TTNN does not support it */
  bool leaves, found;
  int64_t implied[2], outside[TTA_MAX_RANK], index[TTA_MAX_RANK];
  tta_core_assignment place;
  int64_t chip;
} facts;

/* ---- computing ---- */

static tta_arch arch_of(const tta_device_entry *entry, const tt_layout_device_query *q) {
  if (q->has_arch) return q->arch;
  const tta_chip *chip = entry->system ? tta_system_chip(entry->system, entry->device->chip_ids.extent[0]) : NULL;
  return chip && chip->arch != TTA_NUM_ARCHS ? chip->arch : TTA_ARCH_WORMHOLE_B0;
}

static tta_status find_core(facts *f, const tt_layout_device_query *q, tta_buf *reason) {
  if (q->has_at) return tta_device_logical_core(f->device, q->chip, q->at, f->index, &f->found, reason);
  if (!q->index) return TTA_OK;
  if (q->index->count != f->device->grid.rank) {
    tta_buf_printf(reason, "--index has %u number%s, but the grid of the device has %u dims", q->index->count,
                   q->index->count == 1 ? "" : "s", f->device->grid.rank);
    return TTA_INVALID;
  }
  return tta_device_place(f->device, q->index->value, &f->place, &f->chip, reason);
}

static tta_status compute(facts *f, const tt_layout_device_query *q, tta_buf *reason) {
  const tta_device *d = f->device;
  f->arch = arch_of(f->entry, q);
  f->num_cores = 1;
  for (uint32_t i = 0; i < d->grid.rank; i++)
    if (__builtin_mul_overflow(f->num_cores, d->grid.extent[i], &f->num_cores)) return TTA_OVERFLOW;
  f->links = calloc(MAX_LINKS, sizeof *f->links);
  f->chips = calloc((size_t)d->chip_ids.rank + 1, sizeof *f->chips);
  if (!f->links || !f->chips) return TTA_NO_MEMORY;
  f->num_links = tta_device_links(d, f->links, MAX_LINKS);
  f->num_listed = f->num_links < MAX_LINKS ? f->num_links : MAX_LINKS;
  tta_status status = tta_device_pattern_of(d, &f->pattern);
  if (!status) status = tta_device_chips(d, f->chips, reason);
  if (status == TTA_LIMIT) {
    reason->size = 0;
    free(f->chips);
    f->chips = NULL;
    status = TTA_OK;
  }
  if (!status) status = tta_device_leaves_chip(d, &f->leaves, f->implied, f->outside);
  if (status) return status;
  f->ttnn = tta_device_shard_cores(d, f->arena, &f->ranges, &f->reason);
  if (f->ttnn == TTA_NO_MEMORY || f->reason.failed) return TTA_NO_MEMORY;
  return find_core(f, q, reason);
}

/* The node of a core, translated coordinates; false if the architecture does not have the core. */
static bool noc_of(const facts *f, tta_core core, int64_t noc[2]) {
  tta_noc_node node;
  if (tta_noc_worker(f->arch, 0, core, &node, NULL)) return false;
  noc[0] = node.translated.x;
  noc[1] = node.translated.y;
  return true;
}

static bool is_linked(const facts *f, const tta_device_link *link) {
  const int64_t *ids = f->device->chip_ids.extent;
  return tta_system_linked(f->entry->system, (uint32_t)ids[link->a], (uint32_t)ids[link->b]);
}

static bool links_known(const facts *f) {
  return f->entry->system && f->entry->system->source == TTA_SYSTEM_OF_ATTRIBUTE;
}

/* Whether a chip of the system belongs to the device. */
static bool has_chip(const tta_device *device, int64_t id) {
  for (uint32_t i = 0; i < device->chip_ids.rank; i++)
    if (device->chip_ids.extent[i] == id) return true;
  return false;
}

/* ---- text ---- */

static void append_core(tta_buf *out, tta_core core) {
  tta_buf_list(out, 2, (const int64_t[2]){core.y, core.x});
}

static void chip_line(tta_buf *out, const facts *f, uint32_t index, tta_buf *text) {
  const tta_device_chip *c = &f->chips[index];
  int64_t low[2], high[2];
  uint32_t rank = f->device->grid.rank;
  tta_buf_printf(text, "%lld (index %u): ", (long long)f->device->chip_ids.extent[index], index);
  if (!c->num_cores) tta_buf_str(text, "no logical core");
  else {
    tta_buf_printf(text, "%lld core%s in ", (long long)c->num_cores, c->num_cores == 1 ? "" : "s");
    append_core(text, c->low);
    tta_buf_str(text, " to ");
    append_core(text, c->high);
    if (noc_of(f, c->low, low) && noc_of(f, c->high, high)) {
      tta_buf_str(text, ", NoC ");
      tta_buf_list(text, 2, low);
      tta_buf_str(text, " to ");
      tta_buf_list(text, 2, high);
    }
    tta_buf_str(text, "; logical ");
    tta_buf_list(text, rank, c->first);
    tta_buf_str(text, " to ");
    tta_buf_list(text, rank, c->last);
  }
  tt_layout_flush(out, "chip", text);
}

static void links_line(tta_buf *out, const facts *f, tta_buf *text) {
  const int64_t *ids = f->device->chip_ids.extent;
  if (!f->num_links) return;
  tta_buf_printf(text, "%u used:", f->num_links);
  for (uint32_t i = 0; i < f->num_listed && i < MAX_LISTED; i++) {
    bool missing = links_known(f) && !is_linked(f, &f->links[i]);
    tta_buf_printf(text, "%s %lld-%lld%s", i ? "," : "", (long long)ids[f->links[i].a], (long long)ids[f->links[i].b],
                   missing ? " (missing)" : "");
  }
  if (f->num_links > MAX_LISTED) tta_buf_str(text, ", ...");
  tt_layout_flush(out, "links", text);
}

static void unused_line(tta_buf *out, const facts *f, tta_buf *text) {
  uint32_t listed = 0;
  int64_t count = f->entry->system ? f->entry->system->num_chips : 0;
  for (int64_t id = 0; id < count && listed <= MAX_LISTED; id++) {
    if (has_chip(f->device, id)) continue;
    if (listed++ == MAX_LISTED) tta_buf_str(text, ", ...");
    else tta_buf_printf(text, "%s%lld", listed > 1 ? ", " : "chips of the system: ", (long long)id);
  }
  if (text->size) tt_layout_flush(out, "unused", text);
}

static void ttnn_line(tta_buf *out, const facts *f, tta_buf *text) {
  if (f->ttnn) {
    tta_buf_str(text, f->ttnn == TTA_INVALID ? "not supported: " : "not known: ");
    tta_buf_append(text, tta_buf_view(&f->reason));
  } else {
    tta_buf_str(text, "supported: ");
    tta_shard_cores_text(text, &f->ranges);
    tta_buf_str(text, f->ranges.column_major ? ", col_major" : ", row_major");
  }
  tt_layout_flush(out, "TTNN", text);
}

static void warning_line(tta_buf *out, const facts *f, tta_buf *text) {
  if (!f->leaves) return;
  tta_buf_str(text, "logical core ");
  tta_buf_list(text, f->device->grid.rank, f->outside);
  tta_buf_printf(text, " leaves the chip of %lldx%lld that grid and mesh imply; is a mod missing?",
                 (long long)f->implied[0], (long long)f->implied[1]);
  tt_layout_flush(out, "warning", text);
}

static void core_line(tta_buf *out, const facts *f, const tt_layout_device_query *q, tta_buf *text) {
  int64_t noc[2];
  uint32_t rank = f->device->grid.rank;
  if (q->has_at) {
    tta_buf_printf(text, "chip %lld, core ", (long long)q->chip);
    append_core(text, q->at);
    tta_buf_str(text, f->found ? " is logical core " : " is not a core of the device");
    if (f->found) tta_buf_list(text, rank, f->index);
    tt_layout_flush(out, "at", text);
  }
  if (!q->index) return;
  tta_buf_str(text, "logical ");
  tta_buf_list(text, rank, q->index->value);
  tta_buf_printf(text, " is on chip %lld (index %lld), core ", (long long)f->chip, (long long)f->place.chip_index);
  append_core(text, f->place.core);
  if (noc_of(f, f->place.core, noc)) {
    tta_buf_str(text, ", NoC ");
    tta_buf_list(text, 2, noc);
  }
  tt_layout_flush(out, "core", text);
}

static void print_text(tta_buf *out, const facts *f, bool of_file, const tt_layout_device_query *q) {
  const tta_device *d = f->device;
  tta_buf text;
  tta_buf_init(&text, NULL);
  if (of_file) {
    tta_buf_append(&text, f->entry->name);
    tta_buf_printf(&text, "%sline %u", f->entry->name.size ? ", " : "", f->entry->line);
    tt_layout_flush(out, "name", &text);
  }
  tta_buf_shape(&text, d->grid);
  tta_buf_printf(&text, ", %lld core%s", (long long)f->num_cores, f->num_cores == 1 ? "" : "s");
  tt_layout_flush(out, "grid", &text);
  tta_map_text(&text, &d->map);
  tt_layout_flush(out, "map", &text);
  if (d->mesh.rank) tta_buf_shape(&text, d->mesh);
  else tta_buf_str(&text, "one chip");
  tt_layout_flush(out, "mesh", &text);
  tta_device_pattern_text(&text, &f->pattern);
  tt_layout_flush(out, "pattern", &text);
  tt_layout_linef(out, "NoC", "translated coordinates of %s", tta_arch_get(f->arch)->name);
  for (uint32_t i = 0; f->chips && i < d->chip_ids.rank && i < MAX_LISTED; i++) chip_line(out, f, i, &text);
  if (f->chips && d->chip_ids.rank > MAX_LISTED)
    tt_layout_linef(out, "", "and %u more chips; --json has all", d->chip_ids.rank - MAX_LISTED);
  links_line(out, f, &text);
  unused_line(out, f, &text);
  ttnn_line(out, f, &text);
  warning_line(out, f, &text);
  core_line(out, f, q, &text);
  if (text.failed) out->failed = true;
  tta_buf_free(&text);
}

/* ---- JSON ---- */

static void core_json(tta_json *json, const facts *f, const int64_t *index, const tta_core_assignment *place,
                      int64_t chip) {
  int64_t core[2] = {place->core.y, place->core.x}, noc[2];
  bool known = noc_of(f, place->core, noc);
  tta_json_open(json, '{');
  tta_json_key_shape(json, "logical", (tta_shape){f->device->grid.rank, index});
  tta_json_key_int(json, "chip_index", place->chip_index);
  tta_json_key_int(json, "chip", chip);
  tta_json_key_shape(json, "core", (tta_shape){2, core});
  tta_json_key_shape(json, "noc", (tta_shape){2, known ? noc : NULL});
  tta_json_close(json, '}');
}

static void cores_json(tta_json *json, const facts *f) {
  int64_t index[TTA_MAX_RANK] = {0}, chip;
  tta_core_assignment place;
  tta_json_key(json, "cores");
  if (!f->chips) {
    tta_json_null(json);
    return;
  }
  tta_json_open(json, '[');
  do {
    if (tta_device_place(f->device, index, &place, &chip, NULL)) break;
    core_json(json, f, index, &place, chip);
  } while (!json->out->failed && tta_index_next(f->device->grid, index));
  tta_json_close(json, ']');
}

static void links_json(tta_json *json, const facts *f, const char *key, bool missing) {
  const int64_t *ids = f->device->chip_ids.extent;
  tta_json_key(json, key);
  if (missing && !links_known(f)) {
    tta_json_null(json);
    return;
  }
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < f->num_listed; i++) {
    if (missing && is_linked(f, &f->links[i])) continue;
    int64_t pair[2] = {ids[f->links[i].a], ids[f->links[i].b]};
    tta_json_shape(json, (tta_shape){2, pair});
  }
  tta_json_close(json, ']');
}

static void unused_json(tta_json *json, const facts *f) {
  tta_json_key(json, "unused_chips");
  if (!f->entry->system) {
    tta_json_null(json);
    return;
  }
  tta_json_open(json, '[');
  for (int64_t id = 0; id < f->entry->system->num_chips; id++)
    if (!has_chip(f->device, id)) tta_json_int(json, id);
  tta_json_close(json, ']');
}

static void ttnn_json(tta_json *json, const facts *f) {
  tta_json_key_open(json, "ttnn", '{');
  tta_json_key(json, "supported");
  if (f->ttnn && f->ttnn != TTA_INVALID) tta_json_null(json);
  else tta_json_bool(json, !f->ttnn);
  tta_json_key_string(json, "reason", tta_buf_view(&f->reason));
  tta_json_key(json, "cores");
  if (f->ttnn) tta_json_null(json);
  else tta_shard_cores_json(json, &f->ranges);
  tta_json_close(json, '}');
}

static void print_json(tta_json *json, const facts *f, bool of_file, const tt_layout_device_query *q) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_json_open(json, '{');
  if (of_file) {
    tta_json_key_string(json, "name", f->entry->name);
    tta_json_key_int(json, "line", f->entry->line);
  }
  tta_json_key(json, "device");
  tta_device_json(json, f->device);
  tta_device_pattern_text(&text, &f->pattern);
  tta_json_key_string(json, "pattern", tta_buf_view(&text));
  tta_json_key_text(json, "arch", tta_arch_get(f->arch)->name);
  links_json(json, f, "links", false);
  links_json(json, f, "missing_links", true);
  unused_json(json, f);
  ttnn_json(json, f);
  tta_json_key_shape(json, "leaves_chip", (tta_shape){2, f->leaves ? f->implied : NULL});
  if (q->index || q->has_at) {
    tta_core_assignment at = {.core = q->at};
    tta_json_key(json, "at");
    for (uint32_t i = 0; i < f->device->chip_ids.rank; i++)
      if (f->device->chip_ids.extent[i] == q->chip) at.chip_index = i;
    if (q->index) core_json(json, f, q->index->value, &f->place, f->chip);
    else if (f->found) core_json(json, f, f->index, &at, q->chip);
    else tta_json_null(json);
  } else {
    cores_json(json, f);
  }
  tta_json_close(json, '}');
  if (text.failed) json->out->failed = true;
  tta_buf_free(&text);
}

/* ---- devices ---- */

static int show_entry(tta_buf *out, tta_json *json, const tta_device_entry *entry, bool of_file,
                      const tt_layout_device_query *q) {
  facts f = {.entry = entry, .device = entry->device, .arena = tta_arena_new(NULL)};
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_buf_init(&f.reason, NULL);
  tta_status status = f.arena ? compute(&f, q, &reason) : TTA_NO_MEMORY;
  if (!status && q->json) print_json(json, &f, of_file, q);
  else if (!status) print_text(out, &f, of_file, q);
  free(f.links);
  free(f.chips);
  tta_buf_free(&f.reason);
  tta_arena_delete(f.arena);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  return TTA_EXIT_DONE;
}

int tt_layout_show_devices(const tta_devices *devices, const tta_source *source, bool of_file,
                           const tt_layout_device_query *q) {
  const tta_device_entry *selected = NULL;
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_json json = tta_json_writer(&out);
  int exit = q->name ? tt_layout_select_device(devices, source, q->name, &selected) : TTA_EXIT_DONE;
  bool list = of_file && !selected && q->json;
  if (list) tta_json_open(&json, '[');
  for (size_t i = 0; i < tta_devices_num_entries(devices) && !exit; i++) {
    const tta_device_entry *entry = tta_devices_entry(devices, i);
    if (selected && entry != selected) continue;
    if (out.size && !q->json) tta_buf_char(&out, '\n');
    exit = show_entry(&out, &json, entry, of_file, q);
  }
  if (list) tta_json_close(&json, ']');
  if (q->json) tta_buf_char(&out, '\n');
  if (!exit) return tt_layout_finish(&out);
  tta_buf_free(&out);
  return exit;
}

int tt_layout_show_device(const char *word, const tt_layout_device_query *q, int32_t era) {
  tt_layout_device_input input;
  int exit = tt_layout_open_device(&input, &(tt_layout_device_choice){.device = word}, era);
  if (!exit) exit = tt_layout_show_devices(input.devices, &input.source, false, q);
  tt_layout_close_device(&input);
  return exit;
}
