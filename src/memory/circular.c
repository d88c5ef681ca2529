/* Resources that are not in an .mlir text: circular buffers, program binaries, L1_SMALL, the trace region and
 * storage-only cores; and tt-metal's check that circular buffers and L1 buffers do not overlap (tt-metal program.cpp,
 * l1_banking_allocator.cpp@012dc4e0). */

#include "base/checked.h"
#include "base/json_read.h"
#include "base/str.h"
#include "memory/program.h"

enum { MAX_RESOURCES = 4096 };

static const char *const kinds[] = {"circular_buffer", "program", "l1_small", "trace", "storage_cores"};

/* ---- reading ---- */

/* A diagnostic at a line of the resources. */
#define REPORT_RESOURCE(p, rule, line, ...)                                                                            \
  tta_report_in(tta_report_add(&(p)->results.report, rule,                                                             \
                               tta_source_span((p)->options.resources, (uint32_t)(line), 0), __VA_ARGS__),             \
                (p)->options.resources)

static bool reject(struct tta_memory_plan *p, size_t line, size_t column, const char *text) {
  tta_source *source = p->options.resources;
  tta_span span = tta_source_span(source, (uint32_t)line, (uint32_t)column);
  tta_report_in(tta_report_add(&p->results.report, TTA_RULE_memory_resource, span, "%s", text), source);
  return false;
}

/* [[x0, y0], [x1, y1]] */
static bool read_range(struct tta_memory_plan *p, const tta_json_node *node, size_t line, tta_resource *r) {
  int64_t n[4];
  const tta_json_node *corner = node->kind == TTA_JSON_ARRAY && node->count == 2 ? node->first : NULL;
  for (int i = 0; i < 4; i += 2, corner = corner->next) {
    if (!corner || corner->kind != TTA_JSON_ARRAY || corner->count != 2 || !tta_json_int64(corner->first, &n[i]) ||
        !tta_json_int64(corner->first->next, &n[i + 1]))
      return reject(p, line, node->column, "core_range must be [[x0, y0], [x1, y1]] or null");
  }
  if (n[0] < 0 || n[1] < 0 || n[2] < n[0] || n[3] < n[1] || n[2] > 4095 || n[3] > 4095)
    return reject(p, line, node->column, "core_range is reversed, negative or above 4095");
  r->ranged = true;
  r->x0 = n[0];
  r->y0 = n[1];
  r->x1 = n[2];
  r->y1 = n[3];
  return true;
}

static bool read_members(struct tta_memory_plan *p, const tta_json_node *object, size_t line, tta_resource *r) {
  bool has_kind = false, has_size = false;
  if (object->kind != TTA_JSON_OBJECT) return reject(p, line, object->column, "expected an object");
  for (const tta_json_node *m = object->first; m; m = m->next) {
    if (tta_str_is(m->key, "kind")) {
      for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] && m->kind == TTA_JSON_STRING; k++)
        if (tta_str_is(m->string, kinds[k])) r->kind = (tta_resource_kind)k, has_kind = true;
      if (!has_kind)
        return reject(p, line, m->column, "kind must be circular_buffer, program, l1_small, trace or storage_cores");
    } else if (tta_str_is(m->key, "size")) {
      if (!tta_json_int64(m, &r->size) || r->size < 0 || r->size > INT64_MAX / 4)
        return reject(p, line, m->column, "size must be a number of bytes, at least 0");
      has_size = true;
    } else if (tta_str_is(m->key, "core_range")) {
      if (m->kind != TTA_JSON_NULL && !read_range(p, m, line, r)) return false;
    } else if (tta_str_is(m->key, "buffer")) {
      if (m->kind != TTA_JSON_NULL && m->kind != TTA_JSON_STRING)
        return reject(p, line, m->column, "buffer must be the name of a value, or null");
      if (m->kind == TTA_JSON_STRING) r->buffer = tta_arena_str(&p->arena, m->string);
    } else {
      return reject(p, line, m->key_column, "unknown key; expected kind, size, core_range or buffer");
    }
  }
  if (!has_kind) return reject(p, line, object->column, "missing 'kind'");
  return has_size || reject(p, line, object->column, "missing 'size'");
}

static bool read_line(struct tta_memory_plan *p, tta_str text, size_t line) {
  tta_json_error error;
  const tta_json_node *object;
  tta_resource r = {.line = (uint32_t)line};
  tta_status status = tta_json_read(&p->arena, text, 8, &object, &error);
  if (status == TTA_NO_MEMORY) p->status = status;
  if (status) return status == TTA_INVALID && reject(p, line, error.column, error.message);
  if (!read_members(p, object, line, &r)) return false;
  if (p->num_resources == MAX_RESOURCES) return reject(p, line, 1, "more than 4096 resources");
  return TTA_MEMORY_PLAN_APPEND(p, resources, r);
}

void tta_memory_plan_read_resources(struct tta_memory_plan *p) {
  if (!p->options.resources) return;
  tta_str rest = p->options.resources->text, line;
  for (size_t number = 1; tta_str_next_line(&rest, &line) && !p->status; number++)
    if (tta_str_trim(line).size) read_line(p, line, number);
}

/* ---- regions ---- */

static void report_misfit(struct tta_memory_plan *p, const tta_resource *r, const char *where, int64_t size) {
  REPORT_RESOURCE(p, TTA_RULE_memory_resource, r->line, "%s of %lld B does not fit %s of %lld B", kinds[r->kind],
                  (long long)r->size, where, (long long)size);
}

/* At the top of L1 or DRAM: [base + size - n, base + size) becomes its own buffer type. */
static void carve_top(struct tta_memory_plan *p, const tta_resource *r, tta_buffer_type from, tta_buffer_type to,
                      const char *where) {
  tta_banks *b = &p->banks;
  int64_t size;
  if (!tta_align_up(r->size, b->alloc_align, &size) || size > b->size[from]) {
    report_misfit(p, r, where, b->size[from]);
    return;
  }
  b->size[from] -= size;
  b->size[to] += size;
  b->base[to] = b->base[from] + b->size[from];
  b->banks[to] = b->banks[from];
}

/* Storage-only cores: each has l1_size / size more banks, and every L1 bank has their size, at the top of L1. */
static void add_storage(struct tta_memory_plan *p, const tta_resource *r) {
  tta_banks *b = &p->banks;
  int64_t cores = r->ranged ? (r->x1 - r->x0 + 1) * (r->y1 - r->y0 + 1) : 1;
  if (r->size < b->alloc_align || r->size % b->alloc_align || r->size > b->l1_size) {
    REPORT_RESOURCE(p, TTA_RULE_memory_resource, r->line,
                    "the size of storage banks must be a multiple of %lld B within the L1 of %lld B, found %lld B",
                    (long long)b->alloc_align, (long long)b->l1_size, (long long)r->size);
    return;
  }
  b->banks[TTA_BUFFER_L1] += cores * (b->l1_size / r->size);
  if (r->size >= b->size[TTA_BUFFER_L1]) return;
  b->base[TTA_BUFFER_L1] += b->size[TTA_BUFFER_L1] - r->size;
  b->size[TTA_BUFFER_L1] = r->size;
  tta_memory_plan_assume(p, "L1 buffers are in the top %lld B of each core, the size of a storage bank",
                         (long long)r->size);
}

/* A circular buffer is on cores of one chip. */
static void check_cores(struct tta_memory_plan *p, const tta_resource *r) {
  const int64_t *grid = p->banks.grid;
  if (r->kind != TTA_RESOURCE_CB || !r->ranged || (r->x1 < grid[1] && r->y1 < grid[0])) return;
  REPORT_RESOURCE(p, TTA_RULE_memory_resource, r->line,
                  "core_range ends at core [%lld, %lld], but a chip of %s has %lld columns and %lld rows of cores",
                  (long long)r->x1, (long long)r->y1, tta_arch_get(p->banks.arch)->name, (long long)grid[1],
                  (long long)grid[0]);
}

void tta_memory_plan_apply_resources(struct tta_memory_plan *p) {
  for (uint32_t i = 0; i < p->num_resources && tta_memory_plan_goes_on(p); i++) check_cores(p, &p->resources[i]);
  for (uint32_t i = 0; i < p->num_resources; i++) {
    const tta_resource *r = &p->resources[i];
    if (r->kind == TTA_RESOURCE_L1_SMALL) carve_top(p, r, TTA_BUFFER_L1, TTA_BUFFER_L1_SMALL, "the L1 bank");
    if (r->kind == TTA_RESOURCE_TRACE) carve_top(p, r, TTA_BUFFER_DRAM, TTA_BUFFER_TRACE, "the DRAM bank");
  }
  for (uint32_t i = 0; i < p->num_resources && tta_memory_plan_goes_on(p); i++)
    if (p->resources[i].kind == TTA_RESOURCE_STORAGE) add_storage(p, &p->resources[i]);
}

/* ---- circular buffers ---- */

static void whole_grid(const struct tta_memory_plan *p, tta_resource *r) {
  if (r->ranged) return;
  r->x0 = r->y0 = 0;
  r->x1 = p->banks.grid[1] - 1;
  r->y1 = p->banks.grid[0] - 1;
}

static bool equal_ranges(const tta_resource *a, const tta_resource *b) {
  return a->x0 == b->x0 && a->y0 == b->y0 && a->x1 == b->x1 && a->y1 == b->y1;
}
static bool intersect(const tta_resource *a, const tta_resource *b) {
  return a->x0 <= b->x1 && b->x0 <= a->x1 && a->y0 <= b->y1 && b->y0 <= a->y1;
}

static bool is_static_cb(const tta_resource *r) { return r->kind == TTA_RESOURCE_CB && !r->buffer.size; }

/* The end of the allocator of a core range, before resource `count`. A circular buffer marks all ranges that it
 * intersects, unless such a range already ends after it; it is placed after the end of the ranges equal to its own. */
static int64_t region_end(const struct tta_memory_plan *p, const tta_resource *range, uint32_t count, int64_t base) {
  int64_t end = base;
  for (uint32_t i = 0; i < count; i++) {
    const tta_resource *r = &p->resources[i];
    if (!is_static_cb(r) || !intersect(r, range)) continue;
    if (!equal_ranges(r, range) && r->begin < end) continue;
    if (r->end > end) end = r->end;
  }
  return end;
}

static void place_cb(struct tta_memory_plan *p, uint32_t number, int64_t base) {
  tta_resource *r = &p->resources[number];
  whole_grid(p, r);
  if (!is_static_cb(r)) return; /* is in its buffer and needs no space */
  r->begin = region_end(p, r, number, base);
  if (!tta_align_up(r->begin, p->banks.alloc_align, &r->begin) || !tta_add(r->begin, r->size, &r->end))
    r->end = INT64_MAX;
}

/* Reports the first core range with circular buffers that together end beyond L1. */
static void check_l1(struct tta_memory_plan *p) {
  const tta_resource *r = NULL;
  for (uint32_t i = 0; i < p->num_resources && !r; i++)
    if (is_static_cb(&p->resources[i]) && p->resources[i].region_end > p->banks.l1_size) r = &p->resources[i];
  if (!r) return;
  REPORT_RESOURCE(p, TTA_RULE_memory_circular_buffers, r->line,
                  "Statically allocated circular buffers on core range [%lld-%lld - %lld-%lld] grow to %lld B which "
                  "is beyond max L1 size of %lld B", (long long)r->x0, (long long)r->y0, (long long)r->x1,
                  (long long)r->y1, (long long)r->region_end, (long long)p->banks.l1_size);
}

/* Program binaries: top-down in DRAM, so that they do not fragment user data, which is placed bottom-up. */
static void place_binary(tta_memory_planner *planner, const tta_resource *r) {
  struct tta_memory_plan *p = planner->p;
  int64_t address = TTA_NO_ADDRESS, size;
  tta_freelist *list = planner->lists[TTA_BUFFER_DRAM];
  if (!r->size) return;
  /* interleaved over all banks, in pages of the alignment */
  if (!tta_ceildiv(r->size, p->banks.banks[TTA_BUFFER_DRAM], &size) || !tta_align_up(size, p->banks.alloc_align, &size))
    return;
  if (list && tta_freelist_alloc(list, size, false, 0, &address) == TTA_NO_MEMORY) p->status = TTA_NO_MEMORY;
  if (address != TTA_NO_ADDRESS) {
    planner->allocated[TTA_BUFFER_DRAM] += size;
    return;
  }
  if (!planner->quiet) report_misfit(p, r, "the DRAM bank", p->banks.size[TTA_BUFFER_DRAM]);
}

void tta_memory_plan_place_resources(tta_memory_planner *planner) {
  struct tta_memory_plan *p = planner->p;
  for (uint32_t i = 0; i < p->num_resources; i++) {
    tta_resource *r = &p->resources[i];
    if (r->kind == TTA_RESOURCE_PROGRAM) place_binary(planner, r);
    if (r->kind != TTA_RESOURCE_CB) continue;
    place_cb(p, i, p->banks.base[TTA_BUFFER_L1]);
  }
  for (uint32_t i = 0; i < p->num_resources; i++)
    if (is_static_cb(&p->resources[i]))
      p->resources[i].region_end = region_end(p, &p->resources[i], p->num_resources, p->banks.base[TTA_BUFFER_L1]);
  if (!planner->quiet) check_l1(p);
}

/* Several functions may have a value with this name: one of the values must be in L1 and large enough. */
static void check_shared(struct tta_memory_plan *p, const tta_resource *r) {
  const tta_memory_buffer *best = NULL;
  for (uint32_t i = 0; i < p->num_buffers; i++) {
    const tta_memory_buffer *b = &p->buffers[i];
    if (!tta_str_equal(b->name, r->buffer)) continue;
    bool l1 = b->space == TTA_BUFFER_L1;
    if (l1 && (!b->footprint.banks || r->size <= b->footprint.bytes_per_bank)) return;
    if (!best || l1) best = b;
  }
  if (!best)
    REPORT_RESOURCE(p, TTA_RULE_memory_resource, r->line, "no value in device memory has the name %.*s",
                    (int)r->buffer.size, r->buffer.data);
  else if (best->space != TTA_BUFFER_L1)
    REPORT_RESOURCE(p, TTA_RULE_memory_resource, r->line,
                    "%.*s (line %u) is in %s, but a circular buffer must be in L1", (int)best->name.size,
                    best->name.data, best->line, tta_buffer_type_name(best->space));
  else
    REPORT_RESOURCE(p, TTA_RULE_memory_resource, r->line,
                    "a circular buffer of %lld B does not fit %.*s (line %u), which has %lld B in each bank",
                    (long long)r->size, (int)best->name.size, best->name.data, best->line,
                    (long long)best->footprint.bytes_per_bank);
}

void tta_memory_plan_check_shared(struct tta_memory_plan *p) {
  for (uint32_t i = 0; i < p->num_resources; i++)
    if (p->resources[i].kind == TTA_RESOURCE_CB && p->resources[i].buffer.size) check_shared(p, &p->resources[i]);
}

static void report_lowest(const tta_memory_planner *planner, tta_diagnostic *d, int64_t lowest, int64_t end) {
  struct tta_memory_plan *p = planner->p;
  for (uint32_t k = 0; k < planner->num_live; k++) {
    const tta_memory_buffer *b = &p->buffers[planner->live[k]];
    if (b->space == TTA_BUFFER_L1 && planner->address[planner->live[k]] == lowest)
      tta_report_note(&p->results.report, d, tta_memory_plan_name_span(p, p->value_of[planner->live[k]]),
                      "the lowest L1 buffer is %.*s (line %u): %lld B; it and the circular buffers overlap by %lld B",
                      (int)b->name.size, b->name.data, b->line, (long long)b->footprint.bytes_per_bank,
                      (long long)(end - lowest));
  }
}

void tta_memory_plan_check_clash(tta_memory_planner *planner, uint32_t op) {
  struct tta_memory_plan *p = planner->p;
  if (!p->num_resources || planner->clashed || !planner->lists[TTA_BUFFER_L1]) return;
  int64_t lowest = tta_freelist_lowest_occupied(planner->lists[TTA_BUFFER_L1]);
  if (lowest == TTA_NO_ADDRESS) return;
  for (uint32_t i = 0; i < p->num_resources; i++) {
    const tta_resource *r = &p->resources[i];
    if (!is_static_cb(r) || lowest >= r->region_end) continue; /* adjacent is allowed */
    planner->clashed = p->is_cut = true;
    tta_span span = {p->ops[op].begin, p->ops[op].begin + (uint32_t)p->ops[op].name.size};
    tta_diagnostic *d = tta_report_add(
        &p->results.report, TTA_RULE_memory_circular_buffers, span,
        "Statically allocated circular buffers in program %u clash with L1 buffers on core range [%lld-%lld - "
        "%lld-%lld]. L1 buffer allocated at %lld and static circular buffer region ends at %lld",
        p->ops[op].program, (long long)r->x0, (long long)r->y0, (long long)r->x1, (long long)r->y1, (long long)lowest,
        (long long)r->region_end);
    report_lowest(planner, d, lowest, r->region_end);
    return;
  }
}
