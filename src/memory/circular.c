/* circular.c: circular buffers of programs: those of `ttnn.generic` in the text, and those of the resources. Where they
 * are (tt-metal program.cpp), whether they end within L1 and below its buffers; their rows, and those of resources that
 * are allocated before the program starts. */
#include "base/checked.h"
#include "base/sort.h"
#include "base/str.h"
#include "device/device.h"
#include "memory/clash.h"
#include "memory/footprint.h"
#include "memory/program.h"
#include "model/lower_ttnn.h"

enum { MAX_COORDINATE = 4095, SEMAPHORE_BYTES = 4 };
static const int64_t MAX_WORK = (int64_t)1 << 26; /* pairs of circular buffers and core ranges in the text */

static bool is_cb(const tta_resource *r) { return r->kind == TTA_RESOURCE_CB; }
/* Has bytes of its own. */
static bool is_static_cb(const tta_resource *r) {
  return is_cb(r) && !r->buffer.size && r->value == TTA_MEMORY_PLAN_NONE;
}

/* ---- programs of the text ---- */

static int64_t integer_of(const tta_tree *tree, tta_node_id node) {
  const tta_node *n = tta_node_at(tree, tta_node_resolve(tree, node));
  return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE) ? n->integer : TTA_NO_ADDRESS;
}

static bool is_box(const tta_core_range *range) {
  const tta_core_box *b = &range->box;
  return range->known && b->first.x >= 0 && b->first.y >= 0 && b->last.x >= b->first.x && b->last.y >= b->first.y &&
         b->last.x <= MAX_COORDINATE && b->last.y <= MAX_COORDINATE;
}

/* Ranges that are not valid are left out; without any, the circular buffer is on all cores. */
static void read_ranges(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node, tta_resource *r) {
  tta_core_range_set set = {.num_ranges = 0};
  tta_core_range one;
  tta_status status = tta_lower_core_range_set(tree, node, &p->arena, &set);
  if (status == TTA_NO_MEMORY) p->status = status;
  if (status == TTA_INVALID && tta_lower_core_range(tree, node, &one)) set.ranges = &one, set.num_ranges = 1;
  tta_core_box *boxes = tta_arena_array(&p->arena, (size_t)set.num_ranges + 1, sizeof *boxes);
  if (!boxes) p->status = TTA_NO_MEMORY;
  for (uint32_t i = 0; boxes && i < set.num_ranges; i++)
    if (is_box(&set.ranges[i])) boxes[r->num_ranges++] = set.ranges[i].box;
  r->ranges = boxes;
}

int64_t tta_memory_plan_read_cores(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node) {
  tta_arena_mark mark = tta_arena_position(&p->arena);
  tta_resource r = {0};
  int64_t sum = 0;
  read_ranges(p, tree, node, &r);
  for (uint32_t i = 0; i < r.num_ranges; i++) sum += tta_memory_plan_cores(&r.ranges[i]);
  tta_arena_rewind(&p->arena, mark);
  return sum;
}

/* A page of four bytes on each core (tt-metal global_semaphore.cpp). */
bool tta_memory_plan_size_semaphore(const tta_banks *b, int64_t cores, tta_footprint *out) {
  return !tta_footprint_sharded(1, SEMAPHORE_BYTES, cores, 0, b->page_align[TTA_BUFFER_L1], b->alloc_align, out);
}

/* `cb 0`, by the ports of its formats. */
static tta_str name_of_cb(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id cb) {
  tta_buf name = tta_buf_new(p->arena.allocator);
  tta_node_id formats = tta_node_resolve(tree, tta_node_child(tree, cb, TTA_FIELD_formats));
  uint32_t count = 0;
  for (tta_node_id f = tta_node_first(tree, formats); f && count < 4; f = tta_node_at(tree, f)->next) {
    tta_node_id format = tta_node_resolve(tree, f);
    int64_t port = integer_of(tree, tta_node_child(tree, format, TTA_FIELD_buffer_index));
    if (port >= 0) tta_buf_printf(&name, count++ ? ", %lld" : "cb %lld", (long long)port);
  }
  tta_str text = tta_arena_str(&p->arena, count ? tta_buf_view(&name) : TTA_STR("cb"));
  if (name.failed) p->status = TTA_NO_MEMORY;
  tta_buf_free(&name);
  return text;
}

static void read_cb(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node, uint32_t program) {
  tta_node_id cb = tta_node_resolve(tree, node);
  if (!tta_node_is_valid_attribute(tree, cb, TTA_ATTR_ttnn_kernel_cb)) return;
  tta_resource r = {.kind = TTA_RESOURCE_CB,
                    .size = integer_of(tree, tta_node_child(tree, cb, TTA_FIELD_total_size)),
                    .value = TTA_MEMORY_PLAN_NONE,
                    .operand = TTA_NO_ADDRESS,
                    .span = tta_node_span(tree, node),
                    .op = TTA_MEMORY_PLAN_NONE,
                    .program = program};
  tta_node_id buffer = tta_node_resolve(tree, tta_node_child(tree, cb, TTA_FIELD_buffer));
  if (tta_node_is_valid_attribute(tree, buffer, TTA_ATTR_ttnn_kernel_cb_buffer_address))
    r.operand = integer_of(tree, tta_node_child(tree, buffer, TTA_FIELD_index));
  tta_node_id ranges = tta_node_child(tree, cb, TTA_FIELD_core_ranges);
  read_ranges(p, tree, ranges ? ranges : tta_node_child(tree, cb, TTA_FIELD_core_range), &r);
  r.name = name_of_cb(p, tree, cb);
  if (r.size < 0 || r.size > INT64_MAX / 4) r.size = INT64_MAX / 4;
  TTA_MEMORY_PLAN_APPEND(p, program_cbs, r);
}

static void read_program(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node, uint32_t number) {
  tta_node_id program = tta_node_resolve(tree, node);
  if (!tta_node_is_valid_attribute(tree, program, TTA_ATTR_ttnn_program)) return;
  tta_node_id list = tta_node_resolve(tree, tta_node_child(tree, program, TTA_FIELD_cbs));
  for (tta_node_id cb = tta_node_first(tree, list); cb && !p->status; cb = tta_node_at(tree, cb)->next)
    read_cb(p, tree, cb, number);
}

/* The programs of a mesh are on different chips. */
static void read_mesh(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id descriptor) {
  uint32_t number = 0;
  tta_node_id list = tta_node_resolve(tree, tta_node_child(tree, descriptor, TTA_FIELD_mesh_programs));
  for (tta_node_id m = tta_node_first(tree, list); m && !p->status; m = tta_node_at(tree, m)->next) {
    tta_node_id mesh = tta_node_resolve(tree, m);
    if (tta_node_is_valid_attribute(tree, mesh, TTA_ATTR_ttnn_mesh_program))
      read_program(p, tree, tta_node_child(tree, mesh, TTA_FIELD_program), number++);
  }
}

uint32_t tta_memory_plan_read_cbs(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node) {
  tta_memory_plan_cbs cbs = {.first = p->num_program_cbs};
  bool mesh = tta_node_is_valid_attribute(tree, node, TTA_ATTR_ttnn_mesh_program_descriptor);
  if (!mesh && !tta_node_is_valid_attribute(tree, node, TTA_ATTR_ttnn_program)) return TTA_MEMORY_PLAN_NONE;
  if (mesh) read_mesh(p, tree, node);
  else read_program(p, tree, node, 0);
  cbs.count = p->num_program_cbs - cbs.first;
  return TTA_MEMORY_PLAN_APPEND(p, programs, cbs) ? p->num_programs - 1 : TTA_MEMORY_PLAN_NONE;
}

/* The memory that a circular buffer of the text shares. */
static void find_operand(struct tta_memory_plan *p, uint32_t op, tta_resource *r) {
  int64_t number = 0;
  uint32_t use = p->num_uses;
  if (r->operand < 0) return;
  while (use && p->uses[use - 1].op == op) use--;
  for (; use < p->num_uses && number < r->operand; use++) number++;
  if (use < p->num_uses) r->value = p->uses[use].value;
  if (r->value != TTA_MEMORY_PLAN_NONE) return;
  r->buffer = TTA_STR("?");
  tta_memory_plan_assume(p, "line %u: %.*s shares the memory of operand %lld, which is not known; it is not counted",
                         tta_memory_plan_line(p, r->span.begin), (int)r->name.size, r->name.data,
                         (long long)r->operand);
}

void tta_memory_plan_add_cbs(struct tta_memory_plan *p, uint32_t op, uint32_t program) {
  tta_memory_plan_cbs cbs = p->programs[program];
  int64_t pairs = 0, square;
  for (uint32_t i = 0; i < cbs.count; i++) pairs += p->program_cbs[cbs.first + i].num_ranges + 1;
  if (!tta_mul(pairs, pairs, &square) || !tta_add(p->cb_work, square, &p->cb_work) || p->cb_work > MAX_WORK) {
    p->cb_work = MAX_WORK;
    p->num_unknown++;
    tta_memory_plan_assume(p, "line %u: the text has too many circular buffers; those of %.*s are not counted",
                           tta_memory_plan_line(p, p->ops[op].begin), (int)p->ops[op].name.size, p->ops[op].name.data);
    return;
  }
  for (uint32_t i = 0; i < cbs.count && !p->status; i++) {
    tta_resource r = p->program_cbs[cbs.first + i];
    r.op = op;
    find_operand(p, op, &r);
    TTA_MEMORY_PLAN_APPEND(p, resources, r);
  }
}

/* ---- what they share ---- */

static void report_small(struct tta_memory_plan *p, const tta_resource *r, const tta_memory_buffer *b) {
  tta_rule rule = r->line ? TTA_RULE_memory_resource : TTA_RULE_memory_circular_buffers;
  TTA_REPORT_RESOURCE(p, rule, r,
                      "a circular buffer of %lld B does not fit %.*s (line %u), which has %lld B in each bank",
                      (long long)r->size, (int)b->name.size, b->name.data, b->line,
                      (long long)b->footprint.bytes_per_bank);
}

static void report_space(struct tta_memory_plan *p, const tta_resource *r, const tta_memory_buffer *b) {
  tta_rule rule = r->line ? TTA_RULE_memory_resource : TTA_RULE_memory_circular_buffers;
  TTA_REPORT_RESOURCE(p, rule, r, "%.*s (line %u) is in %s, but a circular buffer must be in L1", (int)b->name.size,
                      b->name.data, b->line, tta_buffer_type_name(b->space));
}

/* Several functions may have a value with this name: one of the values must be in L1 and large enough. */
static void find_shared(struct tta_memory_plan *p, tta_resource *r) {
  const tta_memory_buffer *best = NULL;
  for (uint32_t i = 0; i < p->num_buffers; i++) {
    const tta_memory_buffer *b = &p->buffers[i];
    if (!tta_str_equal(b->name, r->buffer)) continue;
    bool l1 = b->space == TTA_BUFFER_L1;
    if (!best || l1) best = b, r->value = p->value_of[i];
    if (l1 && (!b->footprint.banks || r->size <= b->footprint.bytes_per_bank)) return;
  }
  if (!best)
    TTA_REPORT_RESOURCE(p, TTA_RULE_memory_resource, r, "no value in device memory has the name %.*s",
                        (int)r->buffer.size, r->buffer.data);
  else if (best->space != TTA_BUFFER_L1) report_space(p, r, best);
  else report_small(p, r, best);
}

static void check_operand(struct tta_memory_plan *p, const tta_resource *r) {
  uint32_t buffer = p->buffer_of[r->value];
  const tta_memory_buffer *b = buffer == TTA_MEMORY_PLAN_NONE ? NULL : &p->buffers[buffer];
  if (!b || !b->footprint.banks) return;
  if (b->space != TTA_BUFFER_L1) report_space(p, r, b);
  else if (r->size > b->footprint.bytes_per_bank) report_small(p, r, b);
}

void tta_memory_plan_check_shared(struct tta_memory_plan *p) {
  for (uint32_t i = 0; i < p->num_resources; i++) {
    tta_resource *r = &p->resources[i];
    if (is_cb(r) && r->line && r->buffer.size) find_shared(p, r);
    if (is_cb(r) && !r->line && r->value != TTA_MEMORY_PLAN_NONE) check_operand(p, r);
  }
}

/* ---- rows ---- */

static bool has_row(const tta_resource *r) {
  return is_cb(r) || r->kind == TTA_RESOURCE_PROGRAM || r->kind == TTA_RESOURCE_GLOBAL_SEMAPHORE ||
         r->kind == TTA_RESOURCE_L1_BUFFER || r->kind == TTA_RESOURCE_DRAM_BUFFER;
}

uint32_t tta_memory_plan_count_rows(const struct tta_memory_plan *p) {
  return p->num_resources * (p->num_systems ? p->num_systems : 1);
}

const tta_core_box *tta_memory_plan_ranges(const struct tta_memory_plan *p, const tta_resource *r,
                                           uint32_t *count) {
  *count = r->num_ranges ? r->num_ranges : 1;
  return r->num_ranges ? r->ranges : &p->all_cores;
}

static int64_t count_cores(const struct tta_memory_plan *p, const tta_resource *r) {
  uint32_t count;
  const tta_core_box *ranges = tta_memory_plan_ranges(p, r, &count);
  int64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += tta_memory_plan_cores(&ranges[i]);
  return sum;
}

/* @return false: more than 64 bits */
static bool size_row(const struct tta_memory_plan *p, const tta_resource *r, tta_memory_buffer *row) {
  static const struct {
    tta_memory_kind kind;
    tta_buffer_type space;
  } rows[] = {[TTA_RESOURCE_CB] = {TTA_MEMORY_CIRCULAR_BUFFER, TTA_BUFFER_L1},
              [TTA_RESOURCE_PROGRAM] = {TTA_MEMORY_PROGRAM, TTA_BUFFER_DRAM},
              [TTA_RESOURCE_GLOBAL_SEMAPHORE] = {TTA_MEMORY_GLOBAL_SEMAPHORE, TTA_BUFFER_L1},
              [TTA_RESOURCE_L1_BUFFER] = {TTA_MEMORY_OTHER_BUFFER, TTA_BUFFER_L1},
              [TTA_RESOURCE_DRAM_BUFFER] = {TTA_MEMORY_OTHER_BUFFER, TTA_BUFFER_DRAM}};
  const tta_banks *b = &p->banks;
  tta_footprint *f = &row->footprint;
  row->kind = rows[r->kind].kind;
  row->space = rows[r->kind].space;
  int64_t align = b->page_align[row->space], banks = b->banks[row->space], pages, cores = count_cores(p, r);
  switch (r->kind) {
  case TTA_RESOURCE_PROGRAM:
    return tta_ceildiv(r->size, TTA_BINARY_PAGE_BYTES, &pages) &&
           !tta_footprint_interleaved(pages, TTA_BINARY_PAGE_BYTES, banks, align, b->alloc_align, f);
  case TTA_RESOURCE_GLOBAL_SEMAPHORE: return tta_memory_plan_size_semaphore(b, cores, f);
  case TTA_RESOURCE_CB: /* not of the allocator: as many bytes as it has */
    *f = (tta_footprint){.page_bytes = r->size, .pages = cores, .banks = cores, .pages_per_bank = 1,
                         .bank_bytes = r->size, .bytes_per_bank = r->size};
    if (!tta_mul(r->size, cores, &f->size_bytes)) f->size_bytes = INT64_MAX; /* beyond L1, which is reported */
    return true;
  default: return !tta_footprint_sharded(1, r->size, banks, 0, align, b->alloc_align, f);
  }
}

/* The operation of a system that ends last. */
static uint32_t last_operation(const struct tta_memory_plan *p, uint32_t system) {
  uint32_t last = TTA_MEMORY_PLAN_NONE;
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (tta_memory_plan_runs_on(p, i, system) && (last == TTA_MEMORY_PLAN_NONE || p->ops[i].end > p->ops[last].end))
      last = i;
  return last;
}

static void add_row(struct tta_memory_plan *p, uint32_t resource, uint32_t first, uint32_t last, uint32_t system) {
  const tta_resource *r = &p->resources[resource];
  const tta_memory_plan_value *shared = r->value == TTA_MEMORY_PLAN_NONE ? NULL : &p->values[r->value];
  tta_memory_plan_value v = {.name = r->name,
                             .begin = r->op == TTA_MEMORY_PLAN_NONE ? UINT32_MAX : p->ops[r->op].begin,
                             .type = TTA_MEMORY_PLAN_NONE,
                             .op = first,
                             .region = TTA_MEMORY_PLAN_NONE,
                             .last_op = last,
                             .free_op = TTA_MEMORY_PLAN_NONE,
                             .shares = r->value,
                             .owner = shared ? shared->owner : p->num_values,
                             .first_op = first,
                             .last_user = last,
                             .spatial = TTA_MEMORY_PLAN_NONE,
                             .address = TTA_NO_ADDRESS,
                             .alignment = TTA_NO_ADDRESS};
  tta_memory_buffer row = {.name = r->name,
                           .line = tta_memory_plan_line(p, v.begin),
                           .type = {"", 0},
                           .first_step = first,
                           .last_step = r->op == TTA_MEMORY_PLAN_NONE ? p->num_ops - 1 : last,
                           .first = tta_memory_plan_line(p, p->ops[first].begin),
                           .system = system,
                           .resource_line = r->line,
                           .chips = 1,
                           .placed_address = TTA_NO_ADDRESS,
                           .alignment = TTA_NO_ADDRESS,
                           .first_fit_address = TTA_NO_ADDRESS,
                           .address = TTA_NO_ADDRESS};
  if (shared && p->buffer_of[tta_memory_plan_owner(p, r->value)] == TTA_MEMORY_PLAN_NONE) {
    tta_memory_plan_assume(p, "line %u: %.*s shares the memory of %.*s, which is not a buffer; it is not counted",
                           row.line, (int)r->name.size, r->name.data, (int)shared->name.size, shared->name.data);
    return;
  }
  if (shared) row.shares = shared->name;
  else if (r->buffer.size) return; /* of a value that is not known: noted */
  row.last = tta_memory_plan_line(p, p->ops[row.last_step].begin);
  if (!size_row(p, r, &row)) {
    tta_rule rule = r->line ? TTA_RULE_memory_resource : TTA_RULE_memory_circular_buffers;
    TTA_REPORT_RESOURCE(p, rule, r, "%.*s needs more than 2^63 - 1 bytes", (int)r->name.size, r->name.data);
    return;
  }
  if (!TTA_MEMORY_PLAN_APPEND(p, values, v)) return;
  p->value_of[p->num_buffers] = p->num_values - 1;
  p->buffer_of[p->num_values - 1] = p->num_buffers;
  p->end_ops[p->num_buffers] = last;
  p->resource_of[p->num_buffers] = resource;
  TTA_MEMORY_PLAN_APPEND(p, buffers, row);
}

static void use_banks(struct tta_memory_plan *p, uint32_t system) {
  p->banks = p->systems[system].banks;
  p->all_cores = (tta_core_box){{0, 0}, {p->banks.grid[0] - 1, p->banks.grid[1] - 1}};
}

void tta_memory_plan_add_rows(struct tta_memory_plan *p) {
  for (uint32_t k = 0; k < p->num_systems; k++) {
    uint32_t first = 0, last = last_operation(p, k);
    use_banks(p, k);
    while (first < p->num_ops && !tta_memory_plan_runs_on(p, first, k)) first++;
    for (uint32_t i = 0; i < p->num_resources && !p->status; i++) {
      uint32_t op = p->resources[i].op;
      if (!has_row(&p->resources[i])) continue;
      if (op == TTA_MEMORY_PLAN_NONE && last != TTA_MEMORY_PLAN_NONE) add_row(p, i, first, last, k);
      if (op != TTA_MEMORY_PLAN_NONE && tta_memory_plan_runs_on(p, op, k)) add_row(p, i, op, op, k);
    }
  }
}

/* ---- placement ---- */

static bool equal_boxes(const tta_core_box *a, const tta_core_box *b) {
  return a->first.x == b->first.x && a->first.y == b->first.y && a->last.x == b->last.x && a->last.y == b->last.y;
}
/* The end of a core range after one more circular buffer, which marks all ranges that it intersects, unless such a
 * range already ends after its begin. */
static int64_t end_after(const struct tta_memory_plan *p, const tta_resource *r, const tta_core_box *range,
                         int64_t end) {
  uint32_t count;
  const tta_core_box *ranges = tta_memory_plan_ranges(p, r, &count);
  for (uint32_t i = 0; i < count; i++)
    if (tta_core_boxes_intersect(&ranges[i], range) && (equal_boxes(&ranges[i], range) || r->begin >= end) &&
        r->end > end)
      end = r->end;
  return end;
}

static bool is_beside(const tta_resource *r, const tta_resource *of) {
  return r->op == TTA_MEMORY_PLAN_NONE || r->program == of->program;
}

/* The first resource of an operation. */
static uint32_t first_of(const struct tta_memory_plan *p, uint32_t op) {
  uint32_t common = p->num_free_resources;
  return common + TTA_COUNT_BELOW(tta_resource, p->resources + common, p->num_resources - common, op, op);
}

/* The end of the allocator of a core range of resource `of`, counting those of all operations and of its own, up to
 * number `before`. */
static int64_t range_end(const struct tta_memory_plan *p, uint32_t of, const tta_core_box *range, uint32_t before) {
  const tta_resource *own = &p->resources[of];
  int64_t end = p->banks.base[TTA_BUFFER_L1];
  uint32_t i = 0, common = p->num_free_resources < before ? p->num_free_resources : before;
  for (; i < common; i++)
    if (is_static_cb(&p->resources[i])) end = end_after(p, &p->resources[i], range, end);
  if (own->op == TTA_MEMORY_PLAN_NONE) return end;
  i = first_of(p, own->op);
  for (; i < before && p->resources[i].op == own->op; i++)
    if (is_static_cb(&p->resources[i]) && is_beside(&p->resources[i], own))
      end = end_after(p, &p->resources[i], range, end);
  return end;
}

static bool is_of_system(const struct tta_memory_plan *p, const tta_resource *r, uint32_t system) {
  return is_static_cb(r) && (r->op == TTA_MEMORY_PLAN_NONE || tta_memory_plan_runs_on(p, r->op, system));
}

static void place_cb(struct tta_memory_plan *p, uint32_t number) {
  tta_resource *r = &p->resources[number];
  uint32_t count;
  const tta_core_box *ranges = tta_memory_plan_ranges(p, r, &count);
  r->begin = p->banks.base[TTA_BUFFER_L1];
  for (uint32_t i = 0; i < count; i++) {
    int64_t end = range_end(p, number, &ranges[i], number);
    if (end > r->begin) r->begin = end;
  }
  if (!tta_align_up(r->begin, p->banks.alloc_align, &r->begin)) r->begin = INT64_MAX;
  r->end = tta_sum_capped(r->begin, r->size);
}

/* The last end of its core ranges. */
static void end_regions(struct tta_memory_plan *p, uint32_t number) {
  tta_resource *r = &p->resources[number];
  uint32_t count;
  const tta_core_box *ranges = tta_memory_plan_ranges(p, r, &count);
  r->region_end = 0;
  for (uint32_t i = 0; i < count; i++) {
    int64_t end = range_end(p, number, &ranges[i], p->num_resources);
    if (end <= r->region_end) continue;
    r->region_end = end;
    r->range = i;
  }
}

static tta_core_box range_of(const struct tta_memory_plan *p, const tta_resource *r) {
  uint32_t count;
  return tta_memory_plan_ranges(p, r, &count)[r->range];
}

static tta_cb_region region_of(const struct tta_memory_plan *p, const tta_resource *r, int64_t lowest,
                               const tta_core_box *cores) {
  return (tta_cb_region){r->region_end, lowest, p->banks.l1_size, cores, UINT32_MAX};
}

static tta_cb_clash clash_of(const struct tta_memory_plan *p, const tta_resource *r, int64_t lowest) {
  tta_cb_region region = region_of(p, r, lowest, NULL);
  return tta_cb_clash_of(&region);
}

/* Reports the first core range of a program with circular buffers that together end beyond L1. */
static void check_l1(struct tta_memory_plan *p, uint32_t system) {
  uint32_t reported = TTA_MEMORY_PLAN_NONE, count = 0;
  for (uint32_t i = 0; i < p->num_resources; i++) {
    const tta_resource *r = &p->resources[i];
    if (!is_of_system(p, r, system) || clash_of(p, r, TTA_NO_ADDRESS) != TTA_CB_BEYOND_L1) continue;
    if (count && reported == r->op) continue;
    reported = r->op;
    if (count++ >= p->options.max_messages) {
      p->is_cut = true;
      return;
    }
    tta_core_box box = range_of(p, r);
    tta_cb_region region = region_of(p, r, TTA_NO_ADDRESS, &box);
    char text[TTA_CB_CLASH_TEXT];
    tta_cb_clash_text(&region, text);
    TTA_REPORT_RESOURCE(p, TTA_RULE_memory_circular_buffers, r, "%s", text);
    if (r->op == TTA_MEMORY_PLAN_NONE) return; /* it is the same in all programs */
  }
}

void tta_memory_plan_place_cbs(struct tta_memory_plan *p, uint32_t system) {
  use_banks(p, system);
  for (uint32_t i = 0; i < p->num_resources; i++)
    if (is_of_system(p, &p->resources[i], system)) place_cb(p, i);
  for (uint32_t i = 0; i < p->num_resources; i++)
    if (is_of_system(p, &p->resources[i], system)) end_regions(p, i);
  check_l1(p, system);
}

/* ---- allocation ---- */

bool tta_memory_plan_is_resident(const struct tta_memory_plan *p, uint32_t buffer) {
  uint32_t resource = p->resource_of[buffer];
  return resource != TTA_MEMORY_PLAN_NONE && p->resources[resource].op == TTA_MEMORY_PLAN_NONE;
}

static void allocate_resident(tta_memory_planner *planner, uint32_t buffer, const tta_resource *r) {
  struct tta_memory_plan *p = planner->p;
  const tta_memory_buffer *b = &p->buffers[buffer];
  bool dram = b->space == TTA_BUFFER_DRAM;
  /* binaries are top-down in DRAM, so that they do not fragment user data, which is placed bottom-up */
  bool bottom_up = r->has_direction ? r->bottom_up : dram && r->kind != TTA_RESOURCE_PROGRAM;
  int64_t address = TTA_NO_ADDRESS;
  tta_freelist *list = planner->lists[b->space];
  if (!b->footprint.bytes_per_bank) return;
  if (list && tta_freelist_alloc(list, b->footprint.bytes_per_bank, bottom_up, 0, &address) == TTA_NO_MEMORY)
    p->status = TTA_NO_MEMORY;
  if (address != TTA_NO_ADDRESS) tta_memory_plan_add_live(planner, buffer, address, true);
  else if (!planner->quiet)
    tta_memory_plan_report_misfit(p, r, dram ? "the DRAM bank" : "the L1 bank", p->banks.size[b->space]);
}

void tta_memory_plan_place_resources(tta_memory_planner *planner) {
  struct tta_memory_plan *p = planner->p;
  for (uint32_t i = p->first_row; i < p->num_buffers && !p->status; i++) {
    const tta_resource *r = &p->resources[p->resource_of[i]];
    if (p->buffers[i].system != planner->system || p->buffers[i].shares.size || !tta_memory_plan_is_resident(p, i))
      continue;
    if (is_cb(r)) tta_memory_plan_add_live(planner, i, r->begin, false);
    else allocate_resident(planner, i, r);
  }
}

/* ---- the overlap check ---- */

static void report_lowest(const tta_memory_planner *planner, tta_diagnostic *d, int64_t lowest, int64_t end) {
  struct tta_memory_plan *p = planner->p;
  for (uint32_t k = 0; k < planner->num_live; k++) {
    const tta_memory_buffer *b = &p->buffers[planner->live[k]];
    if (b->space != TTA_BUFFER_L1 || !planner->held[planner->live[k]] || planner->address[planner->live[k]] != lowest)
      continue;
    tta_report_note(&p->results.report, d, tta_memory_plan_name_span(p, p->value_of[planner->live[k]]),
                    "the lowest L1 buffer is %.*s (line %u): %lld B; it and the circular buffers overlap by %lld B",
                    (int)b->name.size, b->name.data, b->line, (long long)b->footprint.bytes_per_bank,
                    (long long)(end - lowest));
  }
}

static void report_clash(tta_memory_planner *planner, uint32_t op, const tta_resource *r, int64_t lowest) {
  struct tta_memory_plan *p = planner->p;
  tta_core_box box = range_of(p, r);
  planner->clashed |= r->op == TTA_MEMORY_PLAN_NONE;
  p->is_cut = true;
  if (planner->clashes++ >= p->options.max_messages || planner->quiet) return;
  tta_span span = {p->ops[op].begin, p->ops[op].begin + (uint32_t)p->ops[op].name.size};
  tta_cb_region region = region_of(p, r, lowest, &box);
  char text[TTA_CB_CLASH_TEXT];
  region.program = p->ops[op].program;
  tta_cb_clash_text(&region, text);
  tta_diagnostic *d = tta_report_add(&p->results.report, TTA_RULE_memory_circular_buffers, span, "%s", text);
  report_lowest(planner, d, lowest, r->region_end);
}

/* Those that end beyond L1 are reported by themselves. */
static bool is_in_buffers(const struct tta_memory_plan *p, const tta_resource *r, int64_t lowest) {
  return is_static_cb(r) && clash_of(p, r, lowest) == TTA_CB_IN_BUFFERS;
}

void tta_memory_plan_check_clash(tta_memory_planner *planner, uint32_t op) {
  struct tta_memory_plan *p = planner->p;
  if (!p->num_resources || !planner->lists[TTA_BUFFER_L1]) return;
  int64_t lowest = tta_freelist_lowest_occupied(planner->lists[TTA_BUFFER_L1]);
  if (lowest == TTA_NO_ADDRESS) return;
  const tta_resource *found = NULL;
  for (uint32_t k = 0; k < p->num_free_resources && !planner->clashed && !found; k++)
    if (is_in_buffers(p, &p->resources[k], lowest)) found = &p->resources[k];
  for (uint32_t i = first_of(p, op); i < p->num_resources && p->resources[i].op == op && !found; i++)
    if (is_in_buffers(p, &p->resources[i], lowest)) found = &p->resources[i];
  if (found) report_clash(planner, op, found, lowest);
}
