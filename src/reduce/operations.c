/* operations.c: operations, modules, regions and results of functions are left out. */
#include "base/format.h"
#include "base/str.h"
#include "reduce/reduce.h"

static const tta_ops_op *op_at(const tta_reducer *r, uint32_t op) { return &r->ops->ops[op]; }

/* ---- lists ---- */

/* Outside of functions: what modules and the text have. */
static bool is_top(const tta_reducer *r, uint32_t op) {
  uint32_t parent = op_at(r, op)->parent;
  return parent == TTA_OPS_NONE || tta_reduce_is_module(r, parent);
}

/* The last operation of a block, if its name says that it ends blocks. */
static bool is_terminator(const tta_reducer *r, uint32_t op) {
  static const char *const endings[] = {"return", "yield", "br", "terminator", "condition", "switch", "unreachable"};
  if (op_at(r, op)->next != TTA_OPS_NONE || op_at(r, op)->parent == TTA_OPS_NONE) return false;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (tta_str_ends_with(op_at(r, op)->name, endings[i])) return true;
  return false;
}

static bool has_operations(const tta_reducer *r, uint32_t op) {
  return op + 1 < r->ops->num_ops && op_at(r, op + 1)->parent == op;
}

void tta_reduce_list_top(tta_reducer *r) {
  for (uint32_t op = 0; op < r->ops->num_ops; op++)
    if (is_top(r, op) && !(tta_reduce_is_module(r, op) && has_operations(r, op))) tta_reduce_unit_add(r, op, 0);
}

void tta_reduce_list_operations(tta_reducer *r) {
  for (uint32_t op = 0; op < r->ops->num_ops; op++)
    if (!is_top(r, op) && !is_terminator(r, op)) tta_reduce_unit_add(r, op, 0);
}

void tta_reduce_list_modules(tta_reducer *r) {
  for (uint32_t op = 0; op < r->ops->num_ops; op++)
    if (tta_reduce_is_module(r, op) && is_top(r, op)) tta_reduce_unit_add(r, op, 0);
}

void tta_reduce_list_regions(tta_reducer *r) {
  for (uint32_t i = 0; i < r->ops->num_regions; i++) {
    const tta_ops_region *region = &r->ops->regions[i];
    tta_str text = tta_str_between(r->text.data + region->begin, r->text.data + region->end);
    bool closed = text.size > 2 && tta_str_ends_with(text, "}");
    if (!closed || region->op == TTA_OPS_NONE || tta_reduce_is_module(r, region->op) ||
        tta_reduce_is_function(r, region->op)) continue;
    if (tta_str_trim((tta_str){text.data + 1, text.size - 2}).size) tta_reduce_unit_add(r, i, 0);
  }
}

void tta_reduce_list_results(tta_reducer *r) {
  for (uint32_t op = 0; op < r->ops->num_ops; op++)
    if (tta_reduce_arguments(r, op) != TTA_NO_MARK && op_at(r, op)->arrow) tta_reduce_unit_add(r, op, 0);
}

/* ---- operations ---- */

typedef struct removal {
  tta_reducer *r;
  bool *removed, *promoted; /* by operation, by value */
  bool *extended;           /* by function: it has new arguments */
} removal;

/* With its regions: the operations of a region follow each other. */
static void mark_removed(const removal *m, uint32_t op) {
  const tta_ops *ops = m->r->ops;
  for (uint32_t i = op; i < ops->num_ops && (i == op || ops->ops[i].begin < ops->ops[op].end); i++)
    m->removed[i] = true;
}

static uint32_t function_around(const tta_reducer *r, uint32_t op) {
  while (op != TTA_OPS_NONE && !tta_reduce_is_function(r, op)) op = op_at(r, op)->parent;
  return op;
}

/* A value without an operation becomes an argument of the function around it. */
static bool promote(const removal *m, uint32_t value) {
  tta_reducer *r = m->r;
  const tta_ops_value *v = &r->ops->values[value];
  uint32_t function = function_around(r, v->op);
  bool one_of_several = (value > 0 && v[-1].begin == v->begin) ||
                        (value + 1 < r->ops->num_values && v[1].begin == v->begin);
  if (m->promoted[value]) return true;
  if (function == TTA_OPS_NONE || m->removed[function] || one_of_several || !v->type.size) return false;
  uint32_t open = tta_reduce_arguments(r, function);
  if (open == TTA_NO_MARK) return false;
  tta_buf text = tta_buf_new(r->arena.allocator);
  bool first = !tta_reduce_num_items(r, open) && !m->extended[function];
  tta_buf_printf(&text, "%s%.*s: ", first ? "" : ", ", TTA_STR_ARGS(v->name));
  tta_buf_append(&text, v->type);
  tta_str own = tta_arena_take(&r->arena, &text);
  uint32_t at = tta_mark_begin(r->marks, r->marks->marks[open].mate);
  if (own.data) tta_reduce_replace(r, at, at, own);
  else r->status = TTA_NO_MEMORY;
  return m->extended[function] = m->promoted[value] = true;
}

/* Uses of what is removed: the value stays as an argument, or the user is removed, too.
 * @return whether an operation was removed */
static bool settle_uses(const removal *m, bool removes_users) {
  const tta_ops *ops = m->r->ops;
  bool changed = false;
  for (uint32_t op = 0; op < ops->num_ops && !m->r->status; op++) {
    const tta_ops_op *o = &ops->ops[op];
    for (uint32_t i = 0; i < o->num_operands && !m->removed[op]; i++) {
      uint32_t value = ops->operands[o->first_operand + i].value;
      uint32_t from = value == TTA_OPS_NONE ? TTA_OPS_NONE : ops->values[value].op;
      if (from == TTA_OPS_NONE || !m->removed[from] || promote(m, value)) continue;
      if (!removes_users || is_terminator(m->r, op)) m->r->impossible = true;
      mark_removed(m, op);
      changed = true;
    }
  }
  return changed;
}

/* All false; NULL without memory. */
static bool *flags(tta_reducer *r, uint32_t count) {
  bool *all = tta_arena_array(&r->arena, (size_t)count + 1, sizeof *all);
  if (all) memset(all, 0, count * sizeof *all);
  else r->status = TTA_NO_MEMORY;
  return all;
}

void tta_reduce_operations(tta_reducer *r, uint32_t first, uint32_t count) {
  removal m = {r, flags(r, r->ops->num_ops), flags(r, r->ops->num_values), flags(r, r->ops->num_ops)};
  if (!m.removed || !m.promoted || !m.extended) return;
  for (uint32_t i = first; i < first + count; i++) mark_removed(&m, r->units[i].what);
  while (settle_uses(&m, true) && !r->impossible && !r->status) {}
  for (uint32_t op = 0; op < r->ops->num_ops; op++) {
    uint32_t parent = op_at(r, op)->parent;
    if (m.removed[op] && (parent == TTA_OPS_NONE || !m.removed[parent]))
      tta_reduce_remove(r, op_at(r, op)->begin, op_at(r, op)->end);
  }
}

/* ---- nesting ---- */

/* Regions with operations whose operation is neither a function nor a module. */
void tta_reduce_list_nesting(tta_reducer *r) {
  for (uint32_t i = 0; i < r->ops->num_regions; i++) {
    const tta_ops_region *region = &r->ops->regions[i];
    uint32_t op = region->op;
    bool one_block = region->first_block != TTA_OPS_NONE && region->first_block == region->last_block;
    if (op == TTA_OPS_NONE || !one_block || tta_reduce_is_module(r, op) || tta_reduce_is_function(r, op)) continue;
    uint32_t first = r->ops->blocks[region->first_block].first_op;
    if (first != TTA_OPS_NONE && !is_terminator(r, first)) tta_reduce_unit_add(r, i, 0);
  }
}

/* The operations of the region take the place of its operation. */
static void unnest(const removal *m, uint32_t number) {
  tta_reducer *r = m->r;
  const tta_ops_region *region = &r->ops->regions[number];
  const tta_ops_op *around = op_at(r, region->op);
  uint32_t first = r->ops->blocks[region->first_block].first_op, end = around->begin;
  for (uint32_t op = region->op; op < r->ops->num_ops && op_at(r, op)->begin < around->end; op++) {
    bool inside = op_at(r, op)->begin >= region->begin && op_at(r, op)->begin < region->end;
    m->removed[op] |= !inside || (op_at(r, op)->parent == region->op && is_terminator(r, op));
  }
  tta_reduce_replace(r, around->begin, op_at(r, first)->begin, (tta_str){NULL, 0});
  for (uint32_t op = first; op != TTA_OPS_NONE; op = op_at(r, op)->next)
    if (!is_terminator(r, op)) end = op_at(r, op)->end;
  tta_reduce_remove(r, end, around->end);
}

void tta_reduce_nesting(tta_reducer *r, uint32_t first, uint32_t count) {
  removal m = {r, flags(r, r->ops->num_ops), flags(r, r->ops->num_values), flags(r, r->ops->num_ops)};
  if (!m.removed || !m.promoted || !m.extended) return;
  for (uint32_t i = first; i < first + count; i++) unnest(&m, r->units[i].what);
  settle_uses(&m, false);
}

/* ---- modules, regions, results ---- */

/* Their operations stay. */
void tta_reduce_modules(tta_reducer *r, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    const tta_ops_op *o = op_at(r, r->units[i].what);
    const tta_ops_region *region = &r->ops->regions[o->first_region];
    if (r->text.data[region->end - 1] != '}') r->impossible = true;
    tta_reduce_remove(r, o->begin, region->begin + 1);
    tta_reduce_remove(r, region->end - 1, o->end);
  }
}

void tta_reduce_regions(tta_reducer *r, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    const tta_ops_region *region = &r->ops->regions[r->units[i].what];
    tta_reduce_replace(r, region->begin + 1, region->end - 1, (tta_str){NULL, 0});
  }
}

/* `-> type` or `-> (types)` after the arguments. */
static void remove_result_types(tta_reducer *r, uint32_t op) {
  uint32_t close = r->marks->marks[tta_reduce_arguments(r, op)].mate, arrow = tta_mark_next(r->marks, close);
  const tta_ops_op *o = op_at(r, op);
  if (!tta_mark_is(r->marks, arrow, TTA_MARK_ARROW) || !o->num_types) {
    r->impossible = true;
    return;
  }
  uint32_t next = tta_mark_next(r->marks, arrow);
  tta_str last = r->ops->types[o->first_type + o->num_types - 1];
  uint32_t end = (uint32_t)(last.data + last.size - r->text.data);
  if (tta_mark_opens(r->marks, next, '(') && r->marks->marks[next].mate != TTA_NO_MARK)
    end = tta_mark_end(r->marks, r->marks->marks[next].mate);
  tta_reduce_replace(r, tta_mark_end(r->marks, close), end, (tta_str){NULL, 0});
}

/* What a function returns; calls of it are left to the test. */
void tta_reduce_results(tta_reducer *r, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    uint32_t function = r->units[i].what;
    remove_result_types(r, function);
    for (uint32_t op = function + 1; op < r->ops->num_ops && op_at(r, op)->begin < op_at(r, function)->end; op++) {
      const tta_ops_op *o = op_at(r, op);
      if (o->parent != function || !is_terminator(r, op) || !tta_str_ends_with(o->name, "return")) continue;
      const char *operands = r->text.data + o->name_begin + o->name.size;
      tta_str rest = tta_str_trim(tta_str_between(operands, r->text.data + o->end));
      if (o->generic) r->impossible = true;
      else if (rest.size)
        tta_reduce_replace(r, o->name_begin + (uint32_t)o->name.size, (uint32_t)(rest.data + rest.size - r->text.data),
                           (tta_str){NULL, 0});
    }
  }
}
