/* The rows of a text, and those that are reported. */
#include <string.h>

#include "base/str.h"
#include "diag/check_options.h"
#include "document/values.h"
#include "query/query.h"

typedef struct run {
  const tta_query *query;
  tta_query_visitor *visit;
  void *user;
  tta_check_options how;
  tta_typed_values values;
  tta_arena names;         /* of `values` */
  tta_arena arena;         /* of a row */
  tta_affine_pool *pool;
  tta_query_row row;
  tta_query_value *fields;
  uint8_t *reported;       /* a bit for each offset: subjects that several rows can have; NULL: not needed so far */
  bool ended;
  tta_status status;
} run;

/* ---- a match ---- */

/* Whether no row of the subject at this offset was reported. Rows of one operation are not adjacent where its regions
 * have rows, too. */
static bool is_new(run *r, uint32_t offset) {
  const tta_allocator *allocator = r->how.allocator;
  if (!r->reported) {
    r->reported = allocator->allocate(allocator->user, r->row.source->text.size / 8 + 1);
    if (r->reported) memset(r->reported, 0, r->row.source->text.size / 8 + 1);
    else r->status = TTA_NO_MEMORY;
  }
  if (!r->reported || r->reported[offset / 8] >> offset % 8 & 1) return false;
  r->reported[offset / 8] |= (uint8_t)(1U << offset % 8);
  return true;
}

static tta_span first_line(const run *r, uint32_t op) {
  const tta_ops_op *o = &r->values.ops->ops[op];
  const char *text = r->row.source->text.data, *newline = memchr(text + o->begin, '\n', o->end - o->begin);
  uint32_t end = newline ? (uint32_t)(newline - text) : o->end;
  while (end > o->begin && (text[end - 1] == ' ' || text[end - 1] == '\r' || text[end - 1] == '\t')) end--;
  return (tta_span){o->begin, end};
}

/* The name of the value; of `%0#1` that is `%0` where it is defined. */
static tta_span written_name(const run *r) {
  tta_span span = {r->row.value->at, r->row.value->at + (uint32_t)r->row.value->name.size};
  tta_str name = r->row.value->name, text = r->row.source->text;
  const char *number = memchr(name.data, '#', name.size);
  size_t stem = number ? (size_t)(number - name.data) : name.size;
  if (span.end > text.size || (number && text.data[span.begin + stem] != '#')) span.end = span.begin + (uint32_t)stem;
  return span;
}

/* @return false: the row does not have the subject, or it was reported */
static bool find_subject(run *r, tta_span *span) {
  switch (r->query->subject) {
  case TTA_OBJECT_attr: *span = r->row.attr_span; return true;
  case TTA_OBJECT_tensor: case TTA_OBJECT_layout: *span = r->row.tensor_span;
    return r->query->row != TTA_OBJECT_attr || is_new(r, span->begin);
  case TTA_OBJECT_value:
    if (!r->row.value) return false;
    *span = written_name(r);
    return r->query->row == TTA_OBJECT_value || is_new(r, span->begin);
  default:
    if (r->row.op == TTA_OPS_NONE) return false;
    *span = first_line(r, r->row.op);
    return r->query->row == TTA_OBJECT_op || is_new(r, span->begin);
  }
}

/* The objects of r->row are set; its layout is found where the expression asks for it. */
static void try_row(run *r) {
  const tta_query *q = r->query;
  tta_arena_mark memory = tta_arena_position(&r->arena);
  tta_expr expressions = tta_affine_pool_mark(r->pool);
  tta_span span = {0, 0};
  r->row.layout_state = 0;
  if (tta_query_holds(&r->row, q->root) && find_subject(r, &span)) {
    for (uint32_t i = 0; i < q->num_fields; i++) {
      r->fields[i] = tta_query_field_value(&r->row, &q->fields[i]);
      r->fields[i].name = q->names[i];
    }
    if (!r->row.failed && !r->status)
      r->ended |= !r->visit(r->user, &(tta_query_match){span, q->num_fields, r->fields});
  }
  if (r->row.failed && !r->status) r->status = TTA_NO_MEMORY;
  tta_arena_rewind(&r->arena, memory);
  tta_affine_pool_rewind(r->pool, expressions);
}

/* ---- rows of attributes and types ---- */

/* A row for each value whose type this is; one without a value if there is none. */
static void with_values(run *r, tta_span type) {
  uint32_t count = 0;
  const tta_typed_value *values = r->values.ops ? tta_typed_values_at(&r->values, type.begin, &count) : NULL;
  bool each = r->query->objects >> TTA_OBJECT_value & 1;
  r->row.value = values;
  r->row.value_type = TTA_SPAN_TEXT(r->row.source->text.data, type);
  try_row(r);
  for (uint32_t i = 1; i < count && each && !r->ended && !r->status; i++) {
    r->row.value = &values[i];
    try_row(r);
  }
}

typedef struct place {
  const tta_island *island;
  uint32_t depth;
  tta_value tensor;    /* around it */
  tta_span tensor_span;
  bool use;            /* the island is the use of an alias */
} place;

static void visit_node(run *r, place at, tta_node_id id) {
  const tta_tree *tree = at.island->value.tree;
  tta_node_id value = tta_node_resolve(tree, id);
  bool alias = at.use || tta_node_at(tree, id)->kind == TTA_NODE_ALIAS;
  tta_value v = {tree, value};
  bool is_tensor = tta_node_at(tree, value)->kind == TTA_NODE_TENSOR;
  if (!*tta_value_name(v) || tta_node_at(tree, value)->flags & TTA_NODE_HAS_ERRORS) return;
  tta_span span = at.use ? at.island->span : tta_value_span((tta_value){tree, id});
  tta_query_row *row = &r->row;
  row->attr = v;
  row->attr_span = span;
  row->alias = alias ? TTA_SPAN_TEXT(row->source->text.data, span) : (tta_str){NULL, 0};
  row->depth = at.depth;
  row->tensor = is_tensor ? v : at.tensor;
  row->tensor_span = is_tensor ? span : at.tensor_span;
  if (r->query->row == TTA_OBJECT_attr || is_tensor) with_values(r, at.island->span);
}

/* What is in an alias is at its definition. As deep as the text nests, which is limited. */
static void walk(run *r, place at, tta_node_id id) {
  const tta_tree *tree = at.island->value.tree;
  if (r->ended || r->status) return;
  visit_node(r, at, id);
  if (at.use || tta_node_at(tree, id)->kind == TTA_NODE_ALIAS) return;
  tta_value v = {tree, id};
  if (tta_node_at(tree, id)->kind == TTA_NODE_TENSOR) {
    at.tensor = v;
    at.tensor_span = tta_value_span(v);
  }
  at.depth += *tta_value_name(v) != 0;
  for (tta_node_id child = tta_node_first(tree, id); child; child = tta_node_at(tree, child)->next)
    walk(r, at, child);
}

static void visit_island(void *user, const tta_island *island) {
  run *r = user;
  tta_node_id root = island->value.node;
  if (!root || r->ended || r->status) return;
  const tta_tree *tree = island->value.tree;
  bool in_op = island->context != TTA_CONTEXT_ALIAS;
  bool written = tta_node_at(tree, root)->begin == island->span.begin ||
                 island->context == TTA_CONTEXT_DEVICE_OPERATION;
  r->row.op = TTA_OPS_NONE;
  r->row.value = NULL;
  if (r->query->objects & (1U << TTA_OBJECT_value | 1U << TTA_OBJECT_op)) {
    r->status = tta_typed_values_enter(&r->values, island->span.begin);
    if (r->status) return;
    if (in_op) r->row.op = tta_typed_values_op(&r->values, island->span.begin);
  }
  walk(r, (place){.island = island, .use = island->context == TTA_CONTEXT_USE || !written}, root);
}

/* @param visit NULL: only whether all of it can be parsed */
static tta_status parse(run *r, tta_island_visitor visit, bool *complete) {
  tta_check *check = NULL;
  tta_status status = tta_check_visit(r->row.source, &r->how, visit, r, complete ? &check : NULL);
  if (complete && !status) *complete = !tta_results_num_errors(tta_check_results(check));
  tta_check_free(check);
  return status ? status : r->status;
}

/* ---- rows of operations and values ---- */

static void run_values(run *r) {
  const tta_ops *ops = r->values.ops;
  for (uint32_t i = 0; i < ops->num_values && !r->ended && !r->status; i++) {
    const tta_ops_value *v = &ops->values[i];
    tta_typed_value named = {.at = v->begin, .name = tta_ops_value_name(ops, i, &r->names)};
    if (!named.name.data) r->status = TTA_NO_MEMORY;
    if (r->status) return;
    r->row.value = &named;
    r->row.value_type = v->type;
    r->row.op = v->op;
    try_row(r);
  }
}

static tta_status run_operations(run *r) {
  bool more;
  tta_status status;
  if (r->row.source->text.size > TTA_MAX_TEXT_BYTES) return TTA_LIMIT;
  while (!(status = tta_typed_values_next(&r->values, &more)) && more && !r->ended && !r->status) {
    if (r->query->row == TTA_OBJECT_value) run_values(r);
    else
      for (uint32_t op = 0; op < r->values.ops->num_ops && !r->ended && !r->status; op++) {
        r->row.op = op;
        try_row(r);
      }
  }
  return status ? status : r->status;
}

/* ---- all of it ---- */

tta_status tta_query_run(const tta_query *query, tta_source *source, const tta_check_options *options,
                         tta_query_visitor *visit, void *user, bool *complete) {
  run r = {.query = query, .visit = visit, .user = user, .how = tta_check_options_or_default(options)};
  r.how.allocator = tta_allocator_or_default(r.how.allocator);
  r.how.parse_only = true;
  r.how.canonicalize = false;
  r.how.json = NULL;
  tta_arena_init(&r.names, r.how.allocator);
  tta_arena_init(&r.arena, r.how.allocator);
  r.pool = tta_affine_pool_new(r.how.allocator);
  r.fields = tta_arena_array(&r.arena, (size_t)query->num_fields + 1, sizeof *r.fields);
  tta_section_rules rules = {r.how.split, r.how.split_marker, r.how.markdown};
  tta_typed_values_init(&r.values, source->text, rules, &r.names);
  r.row = (tta_query_row){.source = source, .values = &r.values, .arena = &r.arena, .pool = r.pool,
                          .op = TTA_OPS_NONE};
  bool of_ops = query->row == TTA_OBJECT_op || query->row == TTA_OBJECT_value;
  tta_status status = !r.pool || !r.fields ? TTA_NO_MEMORY : of_ops ? run_operations(&r) : TTA_OK;
  if (!status && (!of_ops || complete)) status = parse(&r, of_ops ? NULL : visit_island, complete);
  if (!status && (r.names.failed || r.arena.failed)) status = TTA_NO_MEMORY;
  if (r.reported) r.how.allocator->release(r.how.allocator->user, r.reported, source->text.size / 8 + 1);
  tta_typed_values_free(&r.values);
  tta_affine_pool_free(r.pool);
  tta_arena_free(&r.arena);
  tta_arena_free(&r.names);
  return status;
}
