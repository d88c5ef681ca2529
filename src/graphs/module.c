/* module.c: the operations of a module as a graph of tiled layouts. */
#include "base/arena.h"
#include "base/chars.h"
#include "base/checked.h"
#include "base/format.h"
#include "base/str.h"
#include "document/tiled_text.h"
#include "graphs/rules.h"
#include "ops/ops.h"
#include "tiled/parts.h"

typedef struct reader {
  tta_graph_reading *in;
  tta_arena *arena;
  const tta_ops *ops;
  tta_tiled_graph *graph;
  uint32_t *node_of;  /* by value; TTA_OPS_NONE */
} reader;

static tta_span span_at(uint32_t begin, tta_str text) { return (tta_span){begin, begin + (uint32_t)text.size}; }

#define REJECT(r, begin, text, ...)                                                                                    \
  (tta_report_add((r)->in->report, TTA_RULE_graph_syntax, span_at(begin, text), __VA_ARGS__), (tta_status)TTA_INVALID)

/* ---- types ---- */

static bool is_tensor(tta_str type) { return tta_str_starts_with(type, "tensor<"); }

/* `tensor<4x8xf16>` up to its encoding. false: dynamic, unranked or of an unknown element type */
static bool parse_tensor(tta_str type, tta_arena *arena, tta_tiled_spec *spec) {
  tta_str rest = tta_str_rest(type, strlen("tensor<"));
  uint32_t rank = 0, capacity = 1;
  for (size_t i = 0; i < rest.size && rest.data[i] != ',' && rest.data[i] != '>'; i++) capacity += rest.data[i] == 'x';
  int64_t *extent = tta_arena_array(arena, capacity, sizeof *extent);
  if (!extent) return false;
  while (rest.size && tta_is_digit(rest.data[0])) {
    int64_t value = 0;
    size_t i = 0;
    for (; i < rest.size && tta_is_digit(rest.data[i]); i++)
      if (!tta_mul(value, 10, &value) || !tta_add(value, rest.data[i] - '0', &value)) return false;
    if (i == rest.size || rest.data[i] != 'x') return false;
    extent[rank++] = value;
    rest = tta_str_rest(rest, i + 1);
  }
  size_t end = 0;
  for (int depth = 0; end < rest.size && (depth || (rest.data[end] != ',' && rest.data[end] != '>')); end++)
    depth += (rest.data[end] == '<') - (rest.data[end] == '>');
  spec->host_size = (tta_shape){rank, extent};
  return tta_tiled_element_find(tta_str_trim((tta_str){rest.data, end}), &spec->element);
}

/* The type of a result; of a linalg operation without one in the text, that of its buffer in `outs`. */
static tta_str type_of(const reader *r, uint32_t value) {
  const tta_ops_value *v = &r->ops->values[value];
  if (v->type.size || v->block != TTA_OPS_NONE) return v->type;
  const tta_ops_op *op = &r->ops->ops[v->op];
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const tta_ops_operand *o = &r->ops->operands[op->first_operand + i];
    if (tta_str_is(o->word, "outs") && o->value != TTA_OPS_NONE) return r->ops->values[o->value].type;
  }
  return v->type;
}

/* The layout in a type, or the default one. @param pinned set to whether the type has it */
static tta_status layout_of(reader *r, uint32_t value, tta_tiled *layout, bool *pinned) {
  tta_str type = type_of(r, value);
  tta_tiled_spec spec = {.convention = r->graph->convention};
  tta_tiled_diagnostic why;
  tta_value_at at;
  uint32_t offset = (uint32_t)(type.data - r->in->text.data);
  *pinned = false;
  tta_status status = tta_document_value_at(r->in->document, offset, &at);
  if (!status && at.item != TTA_DOCUMENT_NONE) status = tta_tiled_of_value(at.outermost, r->arena, layout, pinned);
  if (status == TTA_INVALID) return REJECT(r, offset, type, "layout has errors");
  if (status || *pinned) return status;
  if (!parse_tensor(type, r->arena, &spec))
    return REJECT(r, offset, type, "expected a tensor with static extents and a known element type, found '%.*s'",
                  TTA_STR_ARGS(type));
  status = tta_tiled_build(&spec, r->arena, layout, &why);
  return status == TTA_INVALID ? REJECT(r, offset, type, "%.*s", TTA_STR_ARGS(why.message)) : status;
}

/* ---- attributes ---- */

/* Numbers of `[1, 0]`, `array<i64: 1, 0>`, `1 : i32`. */
static tta_status parse_numbers(reader *r, tta_str text, tta_shape *list) {
  uint32_t count = 0;
  int64_t *numbers = tta_arena_array(r->arena, text.size + 1, sizeof *numbers);
  tta_str inside = tta_ops_inside(text), item;
  if (!numbers) return TTA_NO_MEMORY;
  if (tta_str_starts_with(text, "array<")) {
    size_t colon = tta_str_find(inside, ":");
    inside = colon == SIZE_MAX ? (tta_str){NULL, 0} : tta_str_rest(inside, colon + 1);
  } else if (!inside.size && !tta_str_ends_with(text, "]")) {
    inside = text;
  }
  while (tta_ops_next_item(&inside, &item))
    if (tta_ops_integer(item, &numbers[count])) count++;
  *list = (tta_shape){count, numbers};
  return TTA_OK;
}

/* The value of an attribute, or the numbers after a word of the custom syntax. @param found whether there is one */
static tta_status find_numbers(reader *r, uint32_t op, const char *const *names, tta_shape *list, bool *found) {
  const tta_ops_op *o = &r->ops->ops[op];
  *found = true;
  for (; *names; names++) {
    const tta_ops_attribute *a = tta_ops_find(r->ops, op, *names);
    if (a) return parse_numbers(r, a->value, list);
    for (uint32_t w = 0; w < o->num_words; w++) {
      if (!tta_str_is(r->ops->words[o->first_word + w].text, *names)) continue;
      int64_t *numbers = tta_arena_array(r->arena, (size_t)o->num_words + 1, sizeof *numbers);
      if (!numbers) return TTA_NO_MEMORY;
      *list = (tta_shape){0, numbers};
      while (++w < o->num_words && tta_ops_integer(r->ops->words[o->first_word + w].text, &numbers[list->rank]))
        list->rank++;
      return TTA_OK;
    }
  }
  *found = false;
  return TTA_OK;
}

static const char *const axes_names[] = {"dimensions", "dim_arg", "axis", "axes", "dims", "dim", NULL};
static const char *const order_names[] = {"permutation", "perms", NULL};
static const char *const dim_names[] = {"dim", "axis", "dimension", NULL};
static const char *const softmax_names[] = {"dimension", "dim", "axis", NULL};
static const char *const norm_names[] = {"normalized_shape", "axes", "axis", NULL};

/* `dim0` and `dim1` of ttir.transpose. */
static tta_status read_swap(reader *r, uint32_t op, tta_tiled_node *n, bool *found) {
  static const char *const first[] = {"dim0", NULL}, *const second[] = {"dim1", NULL};
  tta_shape a, b;
  bool has_b = false;
  tta_status status = find_numbers(r, op, first, &a, found);
  if (!status && *found) status = find_numbers(r, op, second, &b, &has_b);
  *found = *found && has_b && a.rank == 1 && b.rank == 1;
  int64_t *both = tta_arena_array(r->arena, 2, sizeof *both);
  if (status || !*found) return status;
  if (!both) return TTA_NO_MEMORY;
  both[0] = a.extent[0];
  both[1] = b.extent[0];
  n->list = (tta_shape){2, both};
  n->swap = true;
  return TTA_OK;
}

/* The last dims, as many as normalized_shape has. */
static tta_status read_norm(reader *r, uint32_t op, tta_tiled_node *n, bool *found) {
  bool shaped = tta_ops_find(r->ops, op, "normalized_shape") != NULL;
  tta_status status = find_numbers(r, op, norm_names, &n->list, found);
  if (status || !shaped) return status;
  int64_t *axes = tta_arena_array(r->arena, (size_t)n->list.rank + 1, sizeof *axes);
  if (!axes) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < n->list.rank; i++) axes[i] = (int64_t)i - n->list.rank;
  n->list.extent = axes;
  return TTA_OK;
}

static tta_status missing(reader *r, uint32_t op, const char *expected) {
  const tta_ops_op *o = &r->ops->ops[op];
  return REJECT(r, o->name_begin, o->name, "missing attribute of %.*s; expected %s", TTA_STR_ARGS(o->name), expected);
}

/* What the rule of the operation needs besides its operands. @param result of the operation, in its default layout */
static tta_status read_attributes(reader *r, uint32_t op, const tta_tiled *result, tta_tiled_node *n) {
  bool found = true;
  tta_status status = TTA_OK;
  switch (n->kind) {
  case TTA_TILED_REDUCE:
    status = find_numbers(r, op, axes_names, &n->list, &found);
    if (!status && !found) return missing(r, op, "dimensions = [1], dim_arg or axis");
    n->keep_dims = result->host_size.rank == r->graph->nodes[n->operands[0]].layout.host_size.rank;
    return status;
  case TTA_TILED_PERMUTE:
    status = find_numbers(r, op, order_names, &n->list, &found);
    if (!status && !found) status = read_swap(r, op, n, &found);
    return status || found ? status : missing(r, op, "permutation = [1, 0], perms, or dim0 and dim1");
  case TTA_TILED_NORM:
    status = read_norm(r, op, n, &found);
    return status || found ? status : missing(r, op, "normalized_shape or axes");
  case TTA_TILED_SOFTMAX:
  case TTA_TILED_CAT:
    status = find_numbers(r, op, n->kind == TTA_TILED_CAT ? dim_names : softmax_names, &n->list, &found);
    if (status || !found || n->list.rank != 1) return status ? status : missing(r, op, "one dim");
    n->dim = n->list.extent[0];
    return TTA_OK;
  case TTA_TILED_RESTICKIFY:
    return REJECT(r, r->ops->ops[op].name_begin, r->ops->ops[op].name, "restickify is not an operation of a module");
  case TTA_TILED_VIEW: n->list = result->host_size; return TTA_OK;
  case TTA_TILED_CAST: n->element = result->element; return TTA_OK;
  default: return TTA_OK;
  }
}

/* ---- nodes ---- */

static tta_status add_node(reader *r, uint32_t value, tta_tiled_node n) {
  const tta_ops_value *v = &r->ops->values[value];
  n.line = tta_source_position(r->in->source, v->begin).line;
  n.at = span_at(v->begin, v->name);
  if (!n.operation_at.end) n.operation_at = n.at;
  n.name = v->name;
  r->node_of[value] = r->graph->num_nodes;
  r->graph->nodes[r->graph->num_nodes++] = n;
  return TTA_OK;
}

static tta_status add_input(reader *r, uint32_t value, tta_str operation) {
  tta_tiled_node n = {.operation = operation, .kind = TTA_TILED_INPUT};
  tta_status status = layout_of(r, value, &n.layout, &n.pinned);
  return status ? status : add_node(r, value, n);
}

static tta_str short_name(tta_str name) {
  for (size_t i = name.size; i-- > 0;)
    if (name.data[i] == '.') return tta_str_rest(name, i + 1);
  return name;
}

static bool is_source(tta_str name) {
  static const char *const names[] = {"constant", "full", "zeros", "ones", "fill", "const", "iota", "arange"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tta_str_is(name, names[i])) return true;
  return false;
}

/* Elementwise operations that have the names of reductions elsewhere. */
static bool is_elementwise(tta_str name) {
  return tta_str_is(name, "linalg.max") || tta_str_is(name, "linalg.min") || tta_str_is(name, "arith.maximum");
}

/* Operands that an operation reads: tensors without the buffers of results. */
static tta_status read_operands(reader *r, uint32_t op, tta_tiled_node *n) {
  const tta_ops_op *o = &r->ops->ops[op];
  uint32_t *operands = tta_arena_array(r->arena, (size_t)o->num_operands + 1, sizeof *operands);
  if (!operands) return TTA_NO_MEMORY;
  n->operands = operands;
  for (uint32_t i = 0; i < o->num_operands; i++) {
    const tta_ops_operand *operand = &r->ops->operands[o->first_operand + i];
    if (tta_str_is(operand->word, "outs")) continue;
    if (operand->value == TTA_OPS_NONE)
      return REJECT(r, operand->begin, operand->name, "'%.*s' is not defined", TTA_STR_ARGS(operand->name));
    const tta_ops_value *v = &r->ops->values[operand->value];
    if (!is_tensor(type_of(r, operand->value))) continue;
    if (v->block == TTA_OPS_NONE && tta_str_is(short_name(r->ops->ops[v->op].name), "empty")) continue;
    if (r->node_of[operand->value] == TTA_OPS_NONE)
      return REJECT(r, operand->begin, operand->name, "'%.*s' is not the result of an operation with a rule",
                    TTA_STR_ARGS(operand->name));
    operands[n->num_operands++] = r->node_of[operand->value];
  }
  return TTA_OK;
}

static tta_status check_count(reader *r, uint32_t op, const tta_tiled_node *n) {
  const tta_ops_op *o = &r->ops->ops[op];
  uint32_t least = tta_tiled_least_operands(n->kind);
  /* Views and zero points of tosa have further operands. */
  if (tta_tiled_takes(n->kind, n->num_operands) ||
      (n->num_operands >= least && tta_str_starts_with(o->name, "tosa.")))
    return TTA_OK;
  return REJECT(r, o->name_begin, o->name, "%.*s requires %u operand%s, found %u", TTA_STR_ARGS(o->name), least,
                tta_plural(least), n->num_operands);
}

/* A comparison or the like: the type of the result is that of no operand. */
static void set_element(const reader *r, const tta_tiled *result, tta_tiled_node *n) {
  if (n->kind != TTA_TILED_POINTWISE) return;
  for (uint32_t o = 0; o < n->num_operands; o++)
    if (tta_str_equal(r->graph->nodes[n->operands[o]].layout.element.name, result->element.name)) return;
  n->element = result->element;
}

static tta_status add_operation(reader *r, uint32_t op, uint32_t value) {
  const tta_ops_op *o = &r->ops->ops[op];
  tta_str name = short_name(o->name);
  tta_tiled_node n = {.operation = o->name, .operation_at = span_at(o->name_begin, o->name)};
  tta_tiled result;
  bool pinned, known = tta_tiled_find_operation(name, &n.kind) && n.kind != TTA_TILED_INPUT;
  if (is_elementwise(o->name)) n.kind = TTA_TILED_POINTWISE;
  if (tta_str_is(name, "empty")) return TTA_OK;
  if (is_source(name)) return add_input(r, value, o->name);
  tta_status status = layout_of(r, value, &result, &pinned);
  if (status) return status;
  if (!known && pinned) return add_input(r, value, o->name);
  if (!known || o->num_results != 1) return tta_graph_reject_operation(r->in, &n, name);
  n.layout = result;
  n.pinned = pinned;
  status = read_operands(r, op, &n);
  if (!status) status = check_count(r, op, &n);
  if (!status && tta_str_starts_with(o->name, "tosa.") && n.kind == TTA_TILED_VIEW) n.num_operands = 1;
  if (!status && tta_str_starts_with(o->name, "tosa.") && n.kind == TTA_TILED_MATMUL) n.num_operands = 2;
  if (!status) status = read_attributes(r, op, &result, &n);
  if (status) return status;
  set_element(r, &result, &n);
  return add_node(r, value, n);
}

/* ---- the section ---- */

static tta_status read_ops(reader *r) {
  const tta_ops *ops = r->ops;
  size_t count = (size_t)ops->num_values + 1;
  r->node_of = tta_arena_array(r->arena, count, sizeof *r->node_of);
  r->graph->nodes = tta_arena_array(r->arena, count, sizeof *r->graph->nodes);
  r->graph->order = tta_arena_array(r->arena, count, sizeof *r->graph->order);
  if (!r->node_of || !r->graph->nodes || !r->graph->order) return TTA_NO_MEMORY;
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < ops->num_values; i++) r->node_of[i] = TTA_OPS_NONE;
  for (uint32_t i = 0; i < ops->num_values && !status; i++) {
    const tta_ops_value *v = &ops->values[i];
    if (v->block != TTA_OPS_NONE && is_tensor(v->type)) status = add_input(r, i, TTA_STR("input"));
  }
  for (uint32_t i = 0; i < ops->num_ops && !status; i++) {
    const tta_ops_op *op = &ops->ops[i];
    for (uint32_t v = op->first_result; v < op->first_result + op->num_results && !status; v++)
      if (is_tensor(type_of(r, v))) status = add_operation(r, i, v);
  }
  return status;
}

tta_status tta_graph_read_module(tta_graph_reading *in, tta_tiled_graph *graph) {
  tta_ops *ops;
  reader r = {.in = in, .arena = in->arena, .graph = graph};
  tta_status status =
      tta_document_new(in->source->name, in->source->text, in->options, in->arena->allocator, &in->document);
  if (status) return status;
  const tta_results *results = tta_document_results(in->document);
  in->text = tta_document_text(in->document);
  if (tta_results_num_errors(results)) return TTA_INVALID;
  status = tta_ops_read(in->text, tta_results_section(results, 0).span, in->arena->allocator, &ops);
  if (status) return status;
  r.ops = ops;
  status = read_ops(&r);
  tta_ops_free(ops);
  return status;
}
