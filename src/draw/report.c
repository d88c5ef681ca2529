/* report.c: the parts of a report: each is computed by the function of its own header. */
#include "draw/report.h"

#include <string.h>

#include "base/array.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/str.h"
#include "move/move.h"

void tta_module_report_options_init(tta_module_report_options *options) {
  *options = (tta_module_report_options){.buffers = 2};
  tta_memory_plan_options_init(&options->memory);
}

/* A failure other than of memory becomes a reason, and is then none of the report. Frees `text`. */
static tta_status keep_reason(struct tta_module_report *r, tta_status status, tta_buf *text, tta_str *reason) {
  if (status && status != TTA_NO_MEMORY) {
    *reason = tta_arena_str(&r->arena, text->size ? tta_buf_view(text) : tta_str_from(tta_status_meaning(status)));
    status = reason->data ? TTA_OK : TTA_NO_MEMORY;
  }
  if (text->failed) status = TTA_NO_MEMORY;
  tta_buf_free(text);
  return status;
}

/* ---- devices ---- */

/* The device of a section; NULL if there is none, or if there are several. */
static const tta_device_entry *device_of(const struct tta_module_report *r, uint32_t section) {
  const tta_device_entry *entry = NULL;
  const tta_devices *devices = tta_layouts_devices(r->layouts);
  return devices && !tta_devices_select(devices, section, r->options.device_name, &entry, NULL) ? entry : NULL;
}

static bool is_sharded(const tta_layout *s) { return s->grid.extent && !s->interleaved; }

/* Logical cores are those of the device only if it holds all sharded layouts. */
static const tta_device_entry *device_that_holds(const struct tta_module_report *r, uint32_t section,
                                                 const tta_layout *a, const tta_layout *b) {
  const tta_device_entry *entry = device_of(r, section);
  if (!entry || (!is_sharded(a) && !is_sharded(b))) return NULL;
  if (is_sharded(a) && tta_device_holds(entry->device, a->grid, NULL)) return NULL;
  return is_sharded(b) && tta_device_holds(entry->device, b->grid, NULL) ? NULL : entry;
}

/* ---- moves ---- */

static const tta_memory_plan_type *type_of(const tta_memory_plan *p, uint32_t value) {
  const tta_memory_plan_value *v = &p->values[value];
  const tta_memory_plan_type *t = v->type == TTA_MEMORY_PLAN_NONE ? NULL : &p->types[v->type];
  return t && t->layout && !t->memref ? t : NULL;
}

static bool same_type(const tta_layout *a, const tta_layout *b) { return a == b || tta_str_equal(a->type, b->type); }

static tta_status plan_move(struct tta_module_report *r, tta_module_report_move *m) {
  const tta_device_entry *e = device_that_holds(r, m->section, m->from, m->to);
  tta_move_spec spec = {.from = m->from, .to = m->to, .allocator = r->arena.allocator};
  if (e) spec.from_device = spec.to_device = e->device, spec.system = e->system;
  tta_status status = tta_transfer_plan(&spec, &m->plan);
  if (status && m->plan) {
    m->reason = tta_arena_str(&r->arena, tta_results_diagnostic(tta_move_results(m->plan), 0)->message);
    tta_move_free(m->plan);
    m->plan = NULL;
  }
  return m->plan || m->reason.data ? TTA_OK : TTA_NO_MEMORY;
}

static tta_status add_move(struct tta_module_report *r, uint32_t from, uint32_t to) {
  tta_memory_plan *p = r->memory;
  const tta_memory_plan_type *a = type_of(p, from), *b = type_of(p, to);
  const tta_memory_plan_op *op = &p->ops[p->values[to].op];
  if (!TTA_GROW_IN(&r->arena, r, moves, 1)) return TTA_NO_MEMORY;
  tta_module_report_move *m = &r->moves[r->num_moves];
  *m = (tta_module_report_move){.line = tta_memory_plan_line(p, op->begin), .section = b->section,
                                .operation = op->name, .from_name = p->values[from].name,
                                .to_name = p->values[to].name, .from = a->layout, .to = b->layout,
                                .same = r->num_moves};
  for (uint32_t i = 0; i < r->num_moves && m->same == r->num_moves; i++) {
    const tta_module_report_move *other = &r->moves[i];
    if (other->same == i && other->section == m->section && same_type(other->from, m->from) &&
        same_type(other->to, m->to)) m->same = i;
  }
  return m->same == r->num_moves++ ? plan_move(r, m) : TTA_OK;
}

/* The first operand of the same shape in another layout: a destination has the layout of the result. */
static tta_status add_moves(struct tta_module_report *r) {
  const tta_memory_plan *p = r->memory;
  tta_status status = TTA_OK;
  uint32_t next = 0, last = TTA_MEMORY_PLAN_NONE;
  for (uint32_t v = 0; v < p->num_values && !status; v++) {
    uint32_t op = p->values[v].op;
    if (op == TTA_MEMORY_PLAN_NONE || p->values[v].argument || op == last || !type_of(p, v) ||
        !tta_move_is_relayout(p->ops[op].name)) continue;
    while (next < p->num_uses && p->uses[next].op < op) next++;
    for (uint32_t u = next; u < p->num_uses && p->uses[u].op == op && op != last; u++) {
      uint32_t from = p->uses[u].value;
      if (from == v || !type_of(p, from) || same_type(type_of(p, from)->layout, type_of(p, v)->layout) ||
          !tta_shape_equal(type_of(p, from)->layout->logical, type_of(p, v)->layout->logical)) continue;
      last = op;
      status = add_move(r, from, v);
    }
  }
  return status;
}

/* ---- streams ---- */

static tta_status choose_banks(const struct tta_module_report *r, const tta_layout_entry *entry, tta_banks *banks,
                               tta_buf *reason) {
  const tta_memory_plan_options *o = &r->options.memory;
  const tta_device_entry *device = device_of(r, entry->section);
  tta_status status;
  if (device && is_sharded(entry->layout) && tta_device_holds(device->device, entry->layout->grid, NULL)) device = NULL;
  if (o->system_desc.size) status = tta_banks_parse(o->system_desc, banks, reason);
  else status = tta_banks_of_system(device ? device->system : NULL, banks, reason);
  return status || o->l1_base == TTA_NO_ADDRESS ? status : tta_banks_set_l1_base(banks, o->l1_base, reason);
}

static tta_status add_stream(struct tta_module_report *r, const tta_layout_entry *entry) {
  tta_buf reason = tta_buf_new(r->arena.allocator);
  if (!TTA_GROW_IN(&r->arena, r, streams, 1)) return TTA_NO_MEMORY;
  tta_module_report_stream *s = &r->streams[r->num_streams++];
  *s = (tta_module_report_stream){.entry = entry};
  tta_status status = choose_banks(r, entry, &s->banks, &reason);
  tta_stream_options options = {.banks = &s->banks, .era = r->options.memory.era, .buffers = r->options.buffers};
  if (!status) status = tta_stream_of(entry->layout, &options, &s->stream, &reason);
  return keep_reason(r, status, &reason, &s->reason);
}

static tta_status add_streams(struct tta_module_report *r) {
  tta_status status = TTA_OK;
  for (size_t i = 0; i < tta_layouts_num_entries(r->layouts) && !status; i++) {
    const tta_layout_entry *e = tta_layouts_entry(r->layouts, i);
    if (e->layout && e->layout->memory_space == TTA_MEMORY_DRAM) status = add_stream(r, e);
  }
  return status;
}

/* ---- plans ---- */

static tta_status add_alternative(struct tta_module_report *r, const tta_memory_plan_options *options,
                                  const char *change) {
  tta_memory_plan *plan;
  tta_status status = tta_memory_plan_new(r->source, options, &plan, NULL);
  if (status || !TTA_GROW_IN(&r->arena, r, alternatives, 1)) {
    tta_memory_plan_free(plan);
    return status == TTA_INVALID ? TTA_OK : TTA_NO_MEMORY;
  }
  r->alternatives[r->num_alternatives++] = (tta_module_report_alternative){tta_str_from(change), plan};
  return TTA_OK;
}

/* The same plan again, with one option changed. */
static tta_status add_alternatives(struct tta_module_report *r) {
  tta_memory_plan_options options = r->options.memory;
  bool placed = false, described = false;
  tta_status status = TTA_OK;
  for (size_t i = 0; i < tta_memory_plan_num_banks(r->memory); i++) {
    const tta_memory_bank *b = tta_memory_plan_bank(r->memory, i);
    placed |= b->num_placed > 0;
    described |= b->system_line > 0;
  }
  options.addresses = TTA_ADDRESSES_IGNORE;
  if (placed && r->options.memory.addresses != TTA_ADDRESSES_IGNORE)
    status = add_alternative(r, &options, "with addresses by first fit instead of those in the text");
  options.addresses = r->options.memory.addresses;
  options.system_desc = TTA_STR("blackhole");
  if (!status && !described && !options.resources && !r->options.memory.system_desc.size)
    status = add_alternative(r, &options, "on blackhole");
  return status;
}

static tta_status plan_grids(struct tta_module_report *r) {
  tta_grid_plan_options options = {.allocator = r->arena.allocator, .era = r->options.memory.era,
                                   .devices = tta_layouts_devices(r->layouts), .device_name = r->options.device_name};
  tta_buf reason = tta_buf_new(r->arena.allocator);
  tta_status status = tta_grid_plan_new(r->source, &options, &r->grids, &reason);
  return keep_reason(r, status, &reason, &r->grids_reason);
}

static tta_status plan_all(struct tta_module_report *r, tta_buf *reason) {
  tta_status status = tta_memory_plan_new(r->source, &r->options.memory, &r->memory, reason);
  if (status) return status;
  r->planned = tta_memory_plan_is_planned(r->memory);
  status = plan_grids(r);
  if (!status && r->planned) status = add_moves(r);
  if (!status) status = add_streams(r);
  if (!status && r->planned && !tta_memory_plan_fits(r->memory)) status = add_alternatives(r);
  return status;
}

/* ---- the report ---- */

static tta_status read(struct tta_module_report *r, tta_buf *reason) {
  tta_status status = tta_layouts_read(r->source, TTA_LAYOUTS_FILE, r->options.check, &r->layouts, NULL);
  if (status && (status != TTA_INVALID || !r->layouts)) return status;
  return tta_results_num_errors(tta_layouts_results(r->layouts)) ? TTA_OK : plan_all(r, reason);
}

tta_status tta_module_report_new(tta_source *source, const tta_module_report_options *options,
                                 tta_module_report **out, tta_buf *reason) {
  const tta_allocator *allocator = tta_allocator_or_default(options->allocator);
  struct tta_module_report *r = allocator->allocate(allocator->user, sizeof *r);
  *out = NULL;
  if (!r) return TTA_NO_MEMORY;
  memset(r, 0, sizeof *r);
  tta_arena_init(&r->arena, allocator);
  r->source = source;
  r->options = *options;
  r->options.memory.allocator = allocator;
  tta_status status = read(r, reason);
  if (!status && r->arena.failed) status = TTA_NO_MEMORY;
  if (status) tta_module_report_free(r);
  else *out = r;
  return status;
}

void tta_module_report_free(tta_module_report *r) {
  if (!r) return;
  const tta_allocator *allocator = r->arena.allocator;
  for (uint32_t i = 0; i < r->num_moves; i++) tta_move_free(r->moves[i].plan);
  for (uint32_t i = 0; i < r->num_alternatives; i++) tta_memory_plan_free(r->alternatives[i].plan);
  tta_grid_plan_free(r->grids);
  tta_memory_plan_free(r->memory);
  tta_layouts_free(r->layouts);
  tta_arena_free(&r->arena);
  allocator->release(allocator->user, r, sizeof *r);
}

const tta_results *tta_module_report_results(const tta_module_report *r) { return tta_layouts_results(r->layouts); }
const tta_memory_plan *tta_module_report_memory(const tta_module_report *r) { return r->memory; }
bool tta_module_report_is_good(const tta_module_report *r) {
  return r->planned && r->grids && tta_memory_plan_fits(r->memory);
}
