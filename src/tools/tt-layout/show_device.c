/* tt-layout show of devices: the chip, core and NoC coordinate of each logical core, the pattern, links, TTNN. */
#include "tool.h"
#include "base/format.h"
#include "ttattr/base.h"

enum { MAX_LISTED = 32 };

typedef tta_device_facts facts;

/* The node of a core, translated coordinates; false if the architecture does not have the core. */
static bool noc_of(const facts *f, tta_core core, int64_t noc[2]) {
  tta_noc_node node;
  if (tta_noc_worker(f->arch, 0, core, &node, NULL)) return false;
  noc[0] = node.translated.x;
  noc[1] = node.translated.y;
  return true;
}

/* ---- text ---- */

static void append_core(tta_buf *out, tta_core core) {
  tta_buf_list(out, 2, (const int64_t[2]){core.y, core.x});
}

static void chip_line(tta_buf *out, const facts *f, uint32_t index, tta_buf *text) {
  const tta_device_chip *c = &f->chips[index];
  int64_t low[2], high[2];
  uint32_t rank = f->entry->device->grid.rank;
  tta_buf_printf(text, "%lld (index %u): ", (long long)f->entry->device->chip_ids.extent[index], index);
  if (!c->num_cores) tta_buf_str(text, "no logical core");
  else {
    tta_buf_printf(text, "%lld core%s in ", (long long)c->num_cores, tta_plural(c->num_cores));
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
  const int64_t *ids = f->entry->device->chip_ids.extent;
  if (!f->num_links) return;
  tta_buf_printf(text, "%u used:", f->num_links);
  for (uint32_t i = 0; i < f->num_links && i < MAX_LISTED; i++) {
    tta_buf_printf(text, "%s %lld-%lld%s", i ? "," : "", (long long)ids[f->links[i].a], (long long)ids[f->links[i].b],
                   f->links[i].missing ? " (missing)" : "");
  }
  if (f->num_links > MAX_LISTED) tta_buf_str(text, ", ...");
  tt_layout_flush(out, "links", text);
}

static void unused_line(tta_buf *out, const facts *f, tta_buf *text) {
  uint32_t count = f->unused_chips.rank;
  if (!count) return;
  tta_buf_str(text, "chips of the system: ");
  tta_buf_numbers(text, count < MAX_LISTED ? count : MAX_LISTED, f->unused_chips.extent, ", ");
  if (count > MAX_LISTED) tta_buf_str(text, ", ...");
  tt_layout_flush(out, "unused", text);
}

static void ttnn_line(tta_buf *out, const facts *f, tta_buf *text) {
  if (f->ttnn) {
    tta_buf_str(text, f->ttnn == TTA_INVALID ? "not supported: " : "not known: ");
    tta_buf_append(text, f->ttnn_reason);
  } else {
    tta_buf_str(text, "supported: ");
    tta_shard_cores_text(text, &f->ttnn_cores);
    tta_buf_str(text, f->ttnn_cores.column_major ? ", col_major" : ", row_major");
  }
  tt_layout_flush(out, "TTNN", text);
}

static void warning_line(tta_buf *out, const facts *f, tta_buf *text) {
  if (!f->leaves) return;
  tta_buf_str(text, "logical core ");
  tta_buf_list(text, f->entry->device->grid.rank, f->outside);
  tta_buf_printf(text, " leaves the chip of %lldx%lld that grid and mesh imply; is a mod missing?",
                 (long long)f->implied[0], (long long)f->implied[1]);
  tt_layout_flush(out, "warning", text);
}

static void core_line(tta_buf *out, const facts *f, const tt_layout_device_query *q, tta_buf *text) {
  int64_t noc[2];
  uint32_t rank = f->entry->device->grid.rank;
  if (q->asked.has_at) {
    tta_buf_printf(text, "chip %lld, core ", (long long)q->asked.chip);
    append_core(text, q->asked.at);
    tta_buf_str(text, f->found ? " is logical core " : " is not a core of the device");
    if (f->found) tta_buf_list(text, rank, f->index);
    tt_layout_flush(out, "at", text);
  }
  if (q->asked.has_at || !f->found) return;
  tta_buf_str(text, "logical ");
  tta_buf_list(text, rank, f->index);
  tta_buf_printf(text, " is on chip %lld (index %lld), core ", (long long)f->chip, (long long)f->place.chip_index);
  append_core(text, f->place.core);
  if (noc_of(f, f->place.core, noc)) {
    tta_buf_str(text, ", NoC ");
    tta_buf_list(text, 2, noc);
  }
  tt_layout_flush(out, "core", text);
}

static void print_text(tta_buf *out, const facts *f, bool of_file, const tt_layout_device_query *q) {
  const tta_device *d = f->entry->device;
  tta_buf text = tta_buf_new(NULL);
  if (of_file) {
    tta_buf_append(&text, f->entry->name);
    tta_buf_printf(&text, "%sline %u", f->entry->name.size ? ", " : "", f->entry->line);
    tt_layout_flush(out, "name", &text);
  }
  tta_buf_shape(&text, d->grid);
  tta_buf_printf(&text, ", %lld core%s", (long long)f->num_cores, tta_plural(f->num_cores));
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

/* ---- devices ---- */

static int show_entry(tta_buf *out, tta_json *json, const tta_device_entry *entry, bool of_file,
                      const tt_layout_device_query *q) {
  tta_arena *arena = tta_arena_new(NULL);
  facts f;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = arena ? tta_device_facts_of(entry, &q->asked, arena, &f, &reason) : TTA_NO_MEMORY;
  if (!status && q->json) {
    tta_json_open(json, '{');
    if (of_file) tta_json_key_string(json, "name", entry->name);
    if (of_file) tta_json_key_int(json, "line", entry->line);
    tta_device_facts_json(json, &f, &q->asked);
    tta_json_close(json, '}');
  } else if (!status) {
    print_text(out, &f, of_file, q);
  }
  tta_arena_delete(arena);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  return TTA_EXIT_DONE;
}

int tt_layout_show_devices(const tta_devices *devices, const tta_source *source, bool of_file,
                           const tt_layout_device_query *q) {
  const tta_device_entry *selected = NULL;
  tta_buf out = tta_buf_new(NULL);
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
