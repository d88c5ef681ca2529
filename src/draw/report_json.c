/* report_json.c: a report as JSON: the objects of the other writers in one. */
#include "draw/report.h"

/* What another writer appends with a line end is the next value. */
static void end_value(tta_json *json) {
  tta_buf *out = json->out;
  if (out->size && !out->failed && out->data[out->size - 1] == '\n') out->size--;
  json->comma = true;
}

static void key_reason(tta_json *json, const char *key, tta_str reason) {
  tta_json_key(json, key);
  if (reason.size) tta_json_string(json, reason);
  else tta_json_null(json);
}

static void diagnostics_json(tta_json *json, const struct tta_module_report *r) {
  tta_json_key_open(json, "diagnostics", '[');
  const tta_results *results = tta_layouts_results(r->layouts);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->first) continue;
    if (json->comma) tta_buf_char(json->out, ',');
    tta_diagnostic_json(json->out, r->source, d);
    end_value(json);
  }
  tta_json_close(json, ']');
}

static void memory_json(tta_json *json, const struct tta_module_report *r) {
  tta_json_key(json, "memory");
  if (!r->memory) {
    tta_json_null(json);
    return;
  }
  tta_memory_plan_json(r->memory, json->out);
  end_value(json);
}

static void alternative_json(tta_json *json, const tta_module_report_alternative *a) {
  tta_json_open(json, '{');
  tta_json_key_string(json, "change", a->change);
  tta_memory_plan_fits_json(json, a->plan);
  tta_json_key_open(json, "banks", '[');
  for (size_t i = 0; i < tta_memory_plan_num_banks(a->plan); i++) {
    const tta_memory_bank *b = tta_memory_plan_bank(a->plan, i);
    tta_json_open(json, '{');
    tta_json_key_text(json, "type", tta_buffer_type_name(b->type));
    tta_json_key_int(json, "peak", b->peak);
    tta_json_key_int(json, "free", b->free);
    tta_json_key_int(json, "largest_free", b->largest_free);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

static void layout_json(tta_json *json, const tta_layouts *layouts, const tta_layout_entry *e) {
  tta_storage_banks banks;
  tta_storage storage;
  tta_arch_storage_banks(TTA_ARCH_WORMHOLE_B0, &banks);
  bool stored = e->layout->memref.extent &&
                !tta_storage_of(e->layout, &(tta_storage_options){.banks = &banks}, &storage, NULL);
  tta_json_open(json, '{');
  tta_layouts_name_json_members(json, layouts, e);
  tta_layout_json_members(json, e->layout, stored ? &storage : NULL);
  tta_json_close(json, '}');
}

static bool move_json(tta_json *json, const struct tta_module_report *r, const tta_module_report_move *m) {
  bool own = m->same == (uint32_t)(m - r->moves);
  tta_json_open(json, '{');
  tta_json_key_int(json, "line", m->line);
  tta_json_key_string(json, "operation", m->operation);
  tta_json_key_string(json, "from", m->from_name);
  tta_json_key_string(json, "to", m->to_name);
  tta_json_key_string(json, "from_type", m->from->type);
  tta_json_key_string(json, "to_type", m->to->type);
  tta_json_key(json, "same");
  if (own) tta_json_null(json);
  else tta_json_int(json, m->same);
  tta_json_key(json, "plan");
  if (m->plan && tta_transfer_plan_json(json, m->plan, true, NULL)) return false;
  if (!m->plan) tta_json_null(json);
  key_reason(json, "reason", m->reason);
  tta_json_close(json, '}');
  return true;
}

static void stream_json(tta_json *json, const tta_module_report_stream *s) {
  tta_json_open(json, '{');
  tta_json_key_string(json, "name", s->entry->name);
  tta_json_key_int(json, "line", s->entry->line);
  tta_json_key_string(json, "type", s->entry->layout->type);
  if (!s->reason.size) {
    tta_json_key_text(json, "arch", tta_arch_get(s->banks.arch)->name);
    tta_json_key_shape(json, "grid_shape", s->entry->layout->grid);
    tta_json_key_shape(json, "memref_shape", s->entry->layout->memref);
    tta_stream_json_members(json, &s->stream, s->entry->layout->memref.rank);
  }
  key_reason(json, "reason", s->reason);
  tta_json_close(json, '}');
}

void tta_module_report_json(const tta_module_report *r, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  bool good = true;
  tta_json_open(&json, '{');
  tta_json_key_string(&json, "file", r->source->name);
  diagnostics_json(&json, r);
  memory_json(&json, r);
  tta_json_key_open(&json, "alternatives", '[');
  for (uint32_t i = 0; i < r->num_alternatives; i++) alternative_json(&json, &r->alternatives[i]);
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "layouts", '[');
  for (size_t i = 0; i < tta_layouts_num_entries(r->layouts); i++)
    layout_json(&json, r->layouts, tta_layouts_entry(r->layouts, i));
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "moves", '[');
  for (uint32_t i = 0; i < r->num_moves; i++) good &= move_json(&json, r, &r->moves[i]);
  tta_json_close(&json, ']');
  tta_json_key(&json, "grids");
  if (r->grids) tta_grid_plan_json(r->grids, out), json.comma = true;
  else tta_json_null(&json);
  key_reason(&json, "grids_reason", r->grids_reason);
  tta_json_key_open(&json, "streams", '[');
  for (uint32_t i = 0; i < r->num_streams; i++) stream_json(&json, &r->streams[i]);
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
  if (!good) out->failed = true;
}
