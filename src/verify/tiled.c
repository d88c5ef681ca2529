/* The rules of tiled_layout: the diagnostics of src/tiled as rules of rules.def, at the part of the text that they are
 * about. Fix-its are in tiled_repair.c. */
#include "verify/tiled_repair.h"

#include <string.h>

#include "tiled/tiled.h"

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }
static tta_span span_of(const tta_verifier *v, tta_node_id id) { return tta_node_span(v->tree, id); }

#define REPORT(c, rule, span, ...)                                                                                     \
  TTA_REPORT_VALUE((c)->v, (c)->tensor ? (c)->tensor : (c)->layout, rule, span, __VA_ARGS__)

/* ---- the position of a diagnostic ---- */

static tta_node_id nth(const tta_verifier *v, tta_node_id list, uint32_t position) {
  tta_node_id c = tta_node_first(v->tree, list);
  while (c && position--) c = at(v, c)->next;
  return c ? c : list;
}

static tta_node_id stride_at(const tta_verifier *v, tta_node_id strided, uint32_t position) {
  return nth(v, tta_node_child(v->tree, strided, TTA_FIELD_strides), position);
}

/* The node of the part, or of the nearest part in the text. */
static tta_node_id node_of(const tta_tiled_case *c, const tta_tiled_diagnostic *f) {
  const tta_tiled_nodes *n = &c->nodes;
  const tta_verifier *v = c->v;
  tta_node_id size = n->size ? n->size : n->memref, host = n->host ? n->host : c->tensor;
  switch (f->part) {
  case TTA_TILED_PART_DEVICE_SIZE: case TTA_TILED_PART_TRIPLE: return size;
  case TTA_TILED_PART_DEVICE_STRIDES: return n->strides ? stride_at(v, n->strides, f->position) : size;
  case TTA_TILED_PART_DIM_MAP:
    if (!n->dim_map) return n->memref;
    return f->rule == TTA_TILED_LIST_LENGTHS || f->message.size == 0 ? n->dim_map : nth(v, n->dim_map, f->position);
  case TTA_TILED_PART_NUM_STICK_DIMS: return n->num_stick_dims ? n->num_stick_dims : size;
  case TTA_TILED_PART_ELEMENT: return n->element;
  case TTA_TILED_PART_DEVICE_DTYPE: return n->device_dtype;
  case TTA_TILED_PART_STRIDE_MAP:
    return f->rule == TTA_TILED_LIST_LENGTHS ? n->stride_map : nth(v, n->stride_map, f->position);
  case TTA_TILED_PART_HOST_SIZE: return n->host_size ? n->host_size : host;
  case TTA_TILED_PART_HOST_STRIDES: return n->host_strides ? stride_at(v, n->host_strides, f->position) : host;
  case TTA_TILED_PART_HOST_OFFSET:
    return n->host_strides ? tta_node_child(v->tree, n->host_strides, TTA_FIELD_offset) : host;
  case TTA_TILED_PART_HOST_ELEMENT: return n->host_element ? n->host_element : host;
  case TTA_TILED_PART_ORDER: return n->order;
  }
  return size;
}

/* The span of the layout for an empty list, which has no text to underline. */
static tta_span visible(const tta_verifier *v, tta_span span, tta_node_id otherwise) {
  return span.begin < span.end ? span : span_of(v, otherwise);
}

static void report(tta_tiled_case *c, const tta_tiled_diagnostic *f, bool of_tensor) {
  tta_verifier *v = c->v;
  tta_node_id part = node_of(c, f);
  tta_span span = of_tensor ? span_of(v, c->tensor) : visible(v, span_of(v, part), c->layout);
  tta_rule rule = tta_tiled_report_rule(f->rule);
  if (rule == TTA_RULE_NONE) return;
  tta_diagnostic *d = REPORT(c, rule, span, "%.*s", (int)f->message.size, f->message.size ? f->message.data : "");
  if (of_tensor && part != c->tensor)
    tta_report_note(v->report, d, visible(v, span_of(v, part), c->layout), "the layout is here");
  if (c->inline_layout || !c->tensor) tta_tiled_repair(c, f, d);
}

/* ---- the long form ---- */

static bool has_rule(const tta_tiled_diagnostics *findings, tta_tiled_rule rule) {
  for (uint32_t i = 0; i < findings->count; i++)
    if (findings->item[i].rule == rule) return true;
  return false;
}

/* The host of a layout must be the tensor. */
static bool agrees_with_tensor(tta_tiled_case *c) {
  tta_verifier *v = c->v;
  const tta_tiled *l = &c->value;
  tta_tiled tensor = {.has_host = false};
  /* dynamic: cannot be compared */
  if (tta_tiled_set_host(v->tree, c->tensor, &v->scratch, &tensor)) return true;
  tta_tiled_element element = l->host_element;
  tta_str name = tensor.host_element.name;
  bool shapes = tta_shape_equal(l->host_size, tensor.host_size);
  if (shapes && tta_str_equal(element.name, name)) return true;
  tta_diagnostic *d;
  if (!shapes)
    d = REPORT(c, TTA_RULE_tiled_shape, span_of(v, c->tensor),
               "tensor shape %s does not match the host %s of its layout",
               tta_layout_shape_words(v, tensor.host_size, 'x'), tta_layout_shape_words(v, l->host_size, 'x'));
  else
    d = REPORT(c, TTA_RULE_tiled_shape, span_of(v, c->tensor),
               "tensor element type '%.*s' does not match host element type '%.*s' of its layout", (int)name.size,
               name.data, (int)element.name.size, element.name.data);
  tta_report_note(v->report, d, span_of(v, c->nodes.host), "the host of the layout");
  if (c->inline_layout) tta_tiled_repair_host(c, &tensor, d);
  return false;
}

/* Errors that the layout has without the tensor are reported at the layout; the others are between the two. */
static void verify_long(tta_tiled_case *c) {
  tta_verifier *v = c->v;
  tta_tiled_bad_part bad;
  tta_tiled_diagnostics alone, both;
  tta_status status = tta_tiled_of_tree(v->tree, &c->nodes, &v->scratch, &c->value, &bad);
  bool own = c->inline_layout || !c->tensor; /* else reported at the alias */
  if (status == TTA_INVALID) {
    if (own) REPORT(c, bad.rule, span_of(v, bad.node), "%s", bad.message);
    return;
  }
  if (status || tta_tiled_verify(&c->value, &v->scratch, &alone)) return;
  bool sound = !tta_tiled_first_error(&alone);
  if (c->tensor && sound && c->value.has_host && !agrees_with_tensor(c)) return;
  both = alone;
  if (c->tensor && !c->value.has_host && (sound || own)) {
    status = tta_tiled_set_host(v->tree, c->tensor, &v->scratch, &c->value);
    if (status == TTA_NO_MEMORY || (!status && tta_tiled_verify(&c->value, &v->scratch, &both))) return;
  }
  for (uint32_t i = 0; i < both.count; i++) {
    bool is_own = has_rule(&alone, both.item[i].rule);
    if (is_own ? own : c->tensor && (own || sound)) report(c, &both.item[i], !is_own && !c->nodes.host);
  }
}

/* ---- the short form ---- */

/* ORDER_PERMUTATION without a tensor: each of 0 .. entries - 1 once. */
static bool order_is_sound(tta_tiled_case *c, tta_shape order) {
  tta_verifier *v = c->v;
  int64_t *ones = tta_arena_array(&v->scratch, order.rank ? order.rank : 1, sizeof *ones);
  tta_tiled unused;
  tta_tiled_diagnostic why;
  if (!ones) return false;
  for (uint32_t i = 0; i < order.rank; i++) ones[i] = 1;
  tta_tiled_spec spec = {.host_size = {order.rank, ones}, .element = {{"f32", 3}, 32}, .order = order};
  tta_status status = tta_tiled_build(&spec, &v->scratch, &unused, &why);
  if (status != TTA_INVALID || why.rule != TTA_TILED_ORDER_PERMUTATION) return status != TTA_NO_MEMORY;
  if (!c->tensor || c->inline_layout) {
    tta_span span = span_of(v, nth(v, c->nodes.order, why.position));
    bool twice = why.found >= 0 && why.found < order.rank;
    tta_diagnostic *d = REPORT(c, TTA_RULE_tiled_order, span,
                             twice ? "order has dim %lld twice; expected each of 0 to %lld once"
                                   : "order has dim %lld; expected each of 0 to %lld once",
                             (long long)why.found, (long long)order.rank - 1);
    tta_tiled_repair_order(c, order, d);
  }
  return false;
}

static void verify_short(tta_tiled_case *c) {
  tta_verifier *v = c->v;
  tta_tiled_spec spec;
  tta_tiled host = {.has_host = false}, built;
  tta_tiled_diagnostic why;
  if (tta_tiled_spec_of_tree(v->tree, &c->nodes, &v->scratch, &spec) || !order_is_sound(c, spec.order) || !c->tensor)
    return;
  tta_status status = tta_tiled_set_host(v->tree, c->tensor, &v->scratch, &host);
  if (status == TTA_INVALID) {
    tta_diagnostic *d = REPORT(c, TTA_RULE_tiled_shape, span_of(v, c->tensor),
                                       "expected static tensor shape for the layout 'stick'");
    tta_report_note(v->report, d, span_of(v, c->nodes.stick), "the layout");
  }
  if (status) return;
  spec.host_size = host.host_size;
  spec.element = host.host_element;
  status = tta_tiled_build(&spec, &v->scratch, &built, &why);
  if (status == TTA_OVERFLOW)
    REPORT(c, TTA_RULE_integer_range, span_of(v, c->tensor), "the layout of the tensor does not fit 64 bits");
  if (status != TTA_INVALID) return;
  tta_rule rule = tta_tiled_report_rule(why.rule);
  tta_diagnostic *d = REPORT(c, rule, span_of(v, c->tensor), "%.*s", (int)why.message.size, why.message.data);
  tta_node_id part = why.rule == TTA_TILED_ORDER_PERMUTATION ? c->nodes.order : c->nodes.stick;
  tta_report_note(v->report, d, span_of(v, part), "the layout");
}

/* ---- entry ---- */

void tta_verify_tiled(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_node_id layout) {
  if (!tensor && at(v, layout)->field == TTA_FIELD_encoding) return; /* verified with its tensor */
  tta_tiled_case c = {.v = v,
                      .tensor = tensor,
                      .layout = layout,
                      .inline_layout = tensor && encoding == layout,
                      .nodes = tta_tiled_find_nodes(v->tree, layout)};
  if (c.nodes.stick) verify_short(&c);
  else verify_long(&c);
}
