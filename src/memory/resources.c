/* resources.c: what a text does not show: circular buffers, program binaries, global semaphores, buffers of other
 * programs, regions of L1 and DRAM, storage cores. JSON lines; which operations they belong to; which parts of the
 * banks they take. */
#include "base/checked.h"
#include "base/json_read.h"
#include "base/sort.h"
#include "base/str.h"
#include "memory/program.h"

enum { MAX_RESOURCES = 4096, MAX_TIED = 65536 };

static const struct {
  const char *name;
  tta_resource_kind kind;
  bool has_cores, has_direction;
} kinds[] = {
    {"circular_buffer", TTA_RESOURCE_CB, true, false},
    {"program", TTA_RESOURCE_PROGRAM, false, true},
    {"l1_small", TTA_RESOURCE_L1_SMALL, false, false},
    {"trace", TTA_RESOURCE_TRACE, false, false},
    {"storage_cores", TTA_RESOURCE_STORAGE, true, false},
    {"global_semaphore", TTA_RESOURCE_GLOBAL_SEMAPHORE, true, true},
    {"l1_buffer", TTA_RESOURCE_L1_BUFFER, false, true},
    {"dram_buffer", TTA_RESOURCE_DRAM_BUFFER, false, true},
};
static const char expected_kinds[] = "kind must be circular_buffer, program, l1_small, trace, storage_cores, "
                                     "global_semaphore, l1_buffer or dram_buffer";

/* ---- reading ---- */

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
  tta_core_box *box = tta_arena_alloc(&p->arena, sizeof *box);
  if (!box) {
    p->status = TTA_NO_MEMORY;
    return false;
  }
  *box = (tta_core_box){{n[1], n[0]}, {n[3], n[2]}};
  r->ranges = box;
  r->num_ranges = 1;
  return true;
}

static bool read_kind(struct tta_memory_plan *p, const tta_json_node *m, size_t line, tta_resource *r) {
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] && m->kind == TTA_JSON_STRING; k++) {
    if (!tta_str_is(m->string, kinds[k].name)) continue;
    r->kind = kinds[k].kind;
    return true;
  }
  if (m->kind == TTA_JSON_STRING && tta_str_starts_with(m->string, "sub_device"))
    return reject(p, line, m->column, "allocators of sub-devices are not planned; plan each sub-device as a system of "
                                      "its own cores, with --system-desc '[1, 4x8]'");
  return reject(p, line, m->column, expected_kinds);
}

static bool read_bytes(const tta_json_node *m, int64_t *bytes) {
  return tta_json_int64(m, bytes) && *bytes >= 0 && *bytes <= INT64_MAX / 4;
}

/* Each kernel of a program is padded to the pages of its binaries. */
static bool add_kernel(int64_t bytes, tta_resource *r) {
  int64_t padded;
  return tta_align_up(bytes, TTA_BINARY_PAGE_BYTES, &padded) && tta_add(r->size, padded, &r->size) &&
         r->size <= INT64_MAX / 4;
}

static bool read_size(struct tta_memory_plan *p, const tta_json_node *m, size_t line, tta_resource *r) {
  if (m->kind != TTA_JSON_ARRAY)
    return read_bytes(m, &r->size) || reject(p, line, m->column, "size must be a number of bytes, at least 0");
  r->has_kernels = true;
  for (const tta_json_node *k = m->first; k; k = k->next) {
    int64_t bytes;
    if (!read_bytes(k, &bytes) || !add_kernel(bytes, r))
      return reject(p, line, k->column, "size must be a number of bytes, at least 0");
  }
  return true;
}

/* The line of an operation, its name, or the name of one of its results. */
static bool read_operation(struct tta_memory_plan *p, const tta_json_node *m, size_t line, tta_resource *r) {
  if (m->kind == TTA_JSON_NULL) return true;
  if (m->kind == TTA_JSON_STRING && m->string.size) {
    r->operation = tta_arena_str(&p->arena, m->string);
    return true;
  }
  return (tta_json_int64(m, &r->operation_line) && r->operation_line >= 1 && r->operation_line <= UINT32_MAX) ||
         reject(p, line, m->column, "operation must be a line, the name of an operation or of a result, or null");
}

static bool read_member(struct tta_memory_plan *p, const tta_json_node *m, size_t line, tta_resource *r) {
  if (tta_str_is(m->key, "kind")) return read_kind(p, m, line, r);
  if (tta_str_is(m->key, "size")) return read_size(p, m, line, r);
  if (tta_str_is(m->key, "core_range")) return m->kind == TTA_JSON_NULL || read_range(p, m, line, r);
  if (tta_str_is(m->key, "operation")) return read_operation(p, m, line, r);
  if (tta_str_is(m->key, "bottom_up")) {
    r->has_direction = true;
    r->bottom_up = m->kind == TTA_JSON_BOOL && m->boolean;
    return m->kind == TTA_JSON_BOOL || reject(p, line, m->column, "bottom_up must be true or false");
  }
  if (!tta_str_is(m->key, "buffer"))
    return reject(p, line, m->key_column,
                  "unknown key; expected kind, size, core_range, buffer, operation or bottom_up");
  if (m->kind != TTA_JSON_NULL && m->kind != TTA_JSON_STRING)
    return reject(p, line, m->column, "buffer must be the name of a value, or null");
  if (m->kind == TTA_JSON_STRING) r->buffer = tta_arena_str(&p->arena, m->string);
  return true;
}

/* Members that its kind does not have. */
static bool check_members(struct tta_memory_plan *p, const tta_json_node *object, size_t line, const tta_resource *r) {
  bool cb = r->kind == TTA_RESOURCE_CB;
  for (const tta_json_node *m = object->first; m; m = m->next) {
    if (m->kind == TTA_JSON_NULL) continue;
    if (tta_str_is(m->key, "core_range") && !kinds[r->kind].has_cores)
      return reject(p, line, m->key_column, "only circular_buffer, storage_cores and global_semaphore have core_range");
    if (tta_str_is(m->key, "bottom_up") && !kinds[r->kind].has_direction)
      return reject(p, line, m->key_column, cb ? "circular buffers are always bottom-up, from the L1 base"
                                               : "regions and storage cores have no direction");
    if ((tta_str_is(m->key, "buffer") || tta_str_is(m->key, "operation")) && !cb)
      return reject(p, line, m->key_column, "only circular_buffer has buffer and operation");
  }
  return !r->has_kernels || r->kind == TTA_RESOURCE_PROGRAM ||
         reject(p, line, object->column,
                "size must be a number of bytes, at least 0; only program has a list, one for each kernel");
}

static bool read_members(struct tta_memory_plan *p, const tta_json_node *object, size_t line, tta_resource *r) {
  if (object->kind != TTA_JSON_OBJECT) return reject(p, line, object->column, "expected an object");
  for (const tta_json_node *m = object->first; m; m = m->next)
    if (!read_member(p, m, line, r)) return false;
  if (!tta_json_member(object, "kind")) return reject(p, line, object->column, "missing 'kind'");
  if (!tta_json_member(object, "size") && r->kind != TTA_RESOURCE_GLOBAL_SEMAPHORE)
    return reject(p, line, object->column, "missing 'size'");
  return check_members(p, object, line, r);
}

static bool read_line(struct tta_memory_plan *p, tta_str text, size_t line) {
  tta_json_error error;
  const tta_json_node *object;
  tta_resource r = {.line = (uint32_t)line, .op = TTA_MEMORY_PLAN_NONE, .value = TTA_MEMORY_PLAN_NONE};
  tta_status status = tta_json_read(&p->arena, text, 8, &object, &error);
  if (status == TTA_NO_MEMORY) p->status = status;
  if (status) return status == TTA_INVALID && reject(p, line, error.column, error.message);
  if (!read_members(p, object, line, &r)) return false;
  r.name = tta_memory_plan_format(p, "resource %zu", line);
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

void tta_memory_plan_report_misfit(struct tta_memory_plan *p, const tta_resource *r, const char *where, int64_t size) {
  TTA_REPORT_RESOURCE(p, TTA_RULE_memory_resource, r, "%s of %lld B does not fit %s of %lld B", kinds[r->kind].name,
                  (long long)r->size, where, (long long)size);
}

/* At the top of L1 or DRAM: [base + size - n, base + size) becomes its own buffer type. */
static void carve_top(struct tta_memory_plan *p, const tta_resource *r, tta_buffer_type from, tta_buffer_type to,
                      const char *where) {
  tta_banks *b = &p->banks;
  int64_t size;
  if (!tta_align_up(r->size, b->alloc_align, &size) || size > b->size[from]) {
    tta_memory_plan_report_misfit(p, r, where, b->size[from]);
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
  int64_t cores = r->num_ranges ? tta_memory_plan_cores(r->ranges) : 1;
  if (r->size < b->alloc_align || r->size % b->alloc_align || r->size > b->l1_size) {
    TTA_REPORT_RESOURCE(p, TTA_RULE_memory_resource, r,
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

/* Cores of one chip: those that run programs, or all that the architecture has for storage. */
static void check_cores(struct tta_memory_plan *p, const tta_resource *r) {
  const tta_arch_info *arch = tta_arch_get(p->banks.arch);
  bool storage = r->kind == TTA_RESOURCE_STORAGE;
  int64_t rows = storage ? arch->num_worker_rows : p->banks.grid[0];
  int64_t columns = storage ? arch->num_worker_columns : p->banks.grid[1];
  if (!r->num_ranges || (r->ranges->last.x < columns && r->ranges->last.y < rows)) return;
  TTA_REPORT_RESOURCE(p, TTA_RULE_memory_resource, r,
                  "core_range ends at core [%lld, %lld], but a chip of %s has %lld columns and %lld rows of cores",
                  (long long)r->ranges->last.x, (long long)r->ranges->last.y, arch->name, (long long)columns,
                  (long long)rows);
}

void tta_memory_plan_apply_resources(struct tta_memory_plan *p) {
  for (uint32_t i = 0; i < p->num_resources && tta_memory_plan_goes_on(p); i++)
    if (p->resources[i].line) check_cores(p, &p->resources[i]);
  for (uint32_t i = 0; i < p->num_resources; i++) {
    const tta_resource *r = &p->resources[i];
    if (r->kind == TTA_RESOURCE_L1_SMALL) carve_top(p, r, TTA_BUFFER_L1, TTA_BUFFER_L1_SMALL, "the L1 bank");
    if (r->kind == TTA_RESOURCE_TRACE) carve_top(p, r, TTA_BUFFER_DRAM, TTA_BUFFER_TRACE, "the DRAM bank");
  }
  for (uint32_t i = 0; i < p->num_resources && tta_memory_plan_goes_on(p); i++)
    if (p->resources[i].kind == TTA_RESOURCE_STORAGE) add_storage(p, &p->resources[i]);
}

/* ---- the operations of resources ---- */

/* One resource for each of its operations. @param copy the resource as given, which is the first of them */
static void tie_to(struct tta_memory_plan *p, uint32_t number, tta_resource copy, uint32_t op) {
  if (p->resources[number].op == TTA_MEMORY_PLAN_NONE) {
    p->resources[number].op = op;
    return;
  }
  copy.op = op;
  if (p->num_resources < MAX_TIED) TTA_MEMORY_PLAN_APPEND(p, resources, copy);
  else if (tta_memory_plan_goes_on(p))
    TTA_REPORT_RESOURCE(p, TTA_RULE_memory_resource, &copy, "the resources have more than %d operations", MAX_TIED);
}

/* Results of operations and, after all values, operations, by name. */
typedef struct named {
  tta_strmap first;
  uint32_t *next; /* of the same name; NONE */
} named;

static void index_names(struct tta_memory_plan *p, named *names) {
  size_t count = (size_t)p->num_values + p->num_ops;
  names->next = tta_arena_array(&p->arena, count + 1, sizeof *names->next);
  if (!names->next) p->status = TTA_NO_MEMORY;
  for (size_t i = count; i-- > 0 && !p->status;) {
    const tta_memory_plan_value *v = i < p->num_values ? &p->values[i] : NULL;
    if (v && (v->argument || v->op == TTA_MEMORY_PLAN_NONE)) continue;
    tta_str name = v ? v->name : p->ops[i - p->num_values].name;
    uint32_t *first = tta_strmap_add(&names->first, name, TTA_MEMORY_PLAN_NONE);
    if (!first) {
      p->status = TTA_NO_MEMORY;
      return;
    }
    names->next[i] = *first;
    *first = (uint32_t)i;
  }
}

/* The first operation of a line; `num_ops`: there is none. */
static uint32_t op_of_line(struct tta_memory_plan *p, int64_t line) {
  uint32_t low = 0, high = p->num_ops;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (tta_memory_plan_line(p, p->ops[middle].begin) < line) low = middle + 1;
    else high = middle;
  }
  return low < p->num_ops && tta_memory_plan_line(p, p->ops[low].begin) == line ? low : p->num_ops;
}

/* The first operation of a line, all of a name, or the one with a result. */
static void tie(struct tta_memory_plan *p, const named *names, uint32_t number) {
  tta_resource copy = p->resources[number];
  bool result = copy.operation.size && copy.operation.data[0] == '%', found = false;
  uint32_t on_line = copy.operation_line && !result ? op_of_line(p, copy.operation_line) : p->num_ops;
  const uint32_t *first = copy.operation_line && !result ? NULL : tta_strmap_find(&names->first, copy.operation);
  if (on_line < p->num_ops) {
    found = true;
    tie_to(p, number, copy, on_line);
  }
  uint32_t i = first ? *first : TTA_MEMORY_PLAN_NONE;
  for (; i != TTA_MEMORY_PLAN_NONE && !p->status; i = names->next[i]) {
    if (result != (i < p->num_values)) continue;
    found = true;
    tie_to(p, number, copy, result ? p->values[i].op : i - p->num_values);
  }
  if (found) return;
  if (copy.operation_line)
    TTA_REPORT_RESOURCE(p, TTA_RULE_memory_resource, &copy, "no operation starts at line %lld",
                        (long long)copy.operation_line);
  else
    TTA_REPORT_RESOURCE(p, TTA_RULE_memory_resource, &copy,
                        result ? "no operation has a result with the name %.*s"
                               : "no operation has the name %.*s",
                        (int)copy.operation.size, copy.operation.data);
}

static int by_operation(const void *a, const void *b) {
  const tta_resource *x = a, *y = b;
  /* those of all operations first: NONE + 1 is 0 */
  return tta_order((uint32_t)(x->op + 1), (uint32_t)(y->op + 1));
}

void tta_memory_plan_tie_resources(struct tta_memory_plan *p) {
  uint32_t given = p->num_resources;
  named names = {.next = NULL};
  tta_strmap_init(&names.first, p->arena.allocator);
  for (uint32_t i = 0; i < given && !p->status; i++) {
    if (!p->resources[i].operation_line && !p->resources[i].operation.size) continue;
    if (!names.next) index_names(p, &names);
    if (!p->status) tie(p, &names, i);
  }
  tta_strmap_free(&names.first);
  tta_resource *scratch = tta_arena_array(&p->arena, (size_t)p->num_resources + 1, sizeof *scratch);
  if (!scratch) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  tta_sort(p->resources, scratch, p->num_resources, sizeof *scratch, by_operation);
  p->num_free_resources = 0;
  while (p->num_free_resources < p->num_resources && p->resources[p->num_free_resources].op == TTA_MEMORY_PLAN_NONE)
    p->num_free_resources++;
}
