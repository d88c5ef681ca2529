/* rules.c: operations that consist of others (softmax, norms, dot), and the table of operations. */
#include "base/format.h"
#include "base/nearest.h"
#include "diag/report.h"
#include "graphs/operand.h"

typedef long long ll;

/* ---- softmax and norms ---- */

static tta_status check_norm_stick(const tta_tiled_run *op, const tta_tiled *input) {
  tta_tiled_operand of;
  int64_t last = (int64_t)input->host_size.rank - 1;
  tta_status status = tta_tiled_operand_of(op, input, 0, &of);
  if (status || op->outcome->obstacle || of.stick == last || input->format != TTA_TILED_DENSE) return status;
  status = tta_tiled_obstruct(op, TTA_TILED_STICKS_DIFFER, 0, 0, "stick dim %lld of a norm, expected the last dim %lld",
                              (ll)of.stick, (ll)last);
  return status || last < 0 ? status : tta_tiled_offer(op, &of, 0, last, TTA_TILED_DENSE);
}

tta_status tta_tiled_normalize(const tta_tiled *inputs, uint32_t num_inputs, tta_shape axes, bool is_norm,
                               tta_tiled_convention preferred, tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, preferred);
  if (!num_inputs) return TTA_INVALID;
  tta_tiled pair[2] = {inputs[0], inputs[0]};
  tta_status status = TTA_OK;
  if (is_norm && preferred == TTA_TILED_2026 && inputs[0].num_stick_dims == 1)
    status = check_norm_stick(&op, &inputs[0]);
  if (status || outcome->obstacle) return status;
  status = tta_tiled_reduce(&inputs[0], axes, true, preferred, arena, outcome);
  if (status || outcome->obstacle) return status;
  pair[1] = outcome->layout;
  status = tta_tiled_pointwise(pair, inputs[0].num_stick_dims == 1 ? 2 : 1, NULL, preferred, arena, outcome);
  if (outcome->obstacle) outcome->operand = outcome->other_operand = 0; /* the second one is derived */
  if (status || outcome->obstacle || num_inputs == 1) return status;
  tta_tiled *all = tta_arena_array(arena, num_inputs, sizeof *all);
  if (!all) return TTA_NO_MEMORY;
  all[0] = outcome->layout;
  for (uint32_t i = 1; i < num_inputs; i++) all[i] = inputs[i];
  return tta_tiled_pointwise(all, num_inputs, NULL, preferred, arena, outcome);
}

/* ---- dot ---- */

static tta_status check_dot(const tta_tiled_run *op, const tta_tiled *a, const tta_tiled *b) {
  tta_tiled_move move;
  if (!a->host_size.rank || !tta_shape_equal(a->host_size, b->host_size)) {
    tta_str left = tta_tiled_list_text(op->arena, a->host_size), right = tta_tiled_list_text(op->arena, b->host_size);
    if (!left.data || !right.data) return TTA_NO_MEMORY;
    return tta_tiled_obstruct(op, TTA_TILED_SHAPES_DIFFER, 0, 1, "sizes %s and %s of a dot differ", left.data,
                              right.data);
  }
  tta_status status = tta_tiled_compare(a, b, op->arena, &move);
  if (status == TTA_LIMIT)
    return tta_tiled_obstruct(op, TTA_TILED_SEVERAL_STICKS, 0, 1, "the layouts of the operands cannot be compared");
  if (status) return status;
  if (!move.feasible) return tta_tiled_obstruct_with(op, TTA_TILED_TYPES_DIFFER, 0, 1, move.reason);
  if (!move.moves) return TTA_OK;
  tta_str index = tta_tiled_list_text(op->arena, (tta_shape){a->host_size.rank, move.witness});
  if (!index.data) return TTA_NO_MEMORY;
  status = tta_tiled_obstruct(op, TTA_TILED_ORDERS_DIFFER, 0, 1,
                              "layouts of the operands of a dot are not identical: element %s is at %lld and at %lld",
                              index.data, (ll)move.witness_from, (ll)move.witness_to);
  op->outcome->has_help = true;
  op->outcome->help_operand = 1;
  op->outcome->help_layout = *a;
  op->outcome->help_layout.host_element = b->host_element;
  return status;
}

tta_status tta_tiled_dot(const tta_tiled *a, const tta_tiled *b, tta_tiled_convention preferred, tta_arena *arena,
                         tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, preferred);
  int64_t last = -1;
  tta_status status = check_dot(&op, a, b);
  if (status || outcome->obstacle) return status;
  return tta_tiled_reduce(a, (tta_shape){1, &last}, false, preferred, arena, outcome);
}

/* ---- the table ---- */

/* Names of torch, linalg, arith, math, tosa, stablehlo and ttir, without their dialects. */
static const struct {
  const char *name;
  tta_tiled_kind kind;
} operations[] = {
#define POINTWISE(name) {name, TTA_TILED_POINTWISE},
    {"input", TTA_TILED_INPUT},
    {"matmul", TTA_TILED_MATMUL}, {"mm", TTA_TILED_MATMUL}, {"bmm", TTA_TILED_MATMUL},
    {"batch_matmul", TTA_TILED_MATMUL}, {"dot", TTA_TILED_DOT},
    {"reduce", TTA_TILED_REDUCE}, {"sum", TTA_TILED_REDUCE}, {"mean", TTA_TILED_REDUCE},
    {"max", TTA_TILED_REDUCE}, {"min", TTA_TILED_REDUCE}, {"amax", TTA_TILED_REDUCE},
    {"amin", TTA_TILED_REDUCE}, {"prod", TTA_TILED_REDUCE}, {"reduce_sum", TTA_TILED_REDUCE},
    {"reduce_max", TTA_TILED_REDUCE}, {"reduce_min", TTA_TILED_REDUCE}, {"reduce_prod", TTA_TILED_REDUCE},
    {"reduce_mean", TTA_TILED_REDUCE}, {"reduce_product", TTA_TILED_REDUCE},
    {"restickify", TTA_TILED_RESTICKIFY},
    {"view", TTA_TILED_VIEW}, {"reshape", TTA_TILED_VIEW}, {"expand_shape", TTA_TILED_VIEW},
    {"collapse_shape", TTA_TILED_VIEW}, {"squeeze", TTA_TILED_VIEW}, {"unsqueeze", TTA_TILED_VIEW},
    {"permute", TTA_TILED_PERMUTE}, {"transpose", TTA_TILED_PERMUTE},
    {"cat", TTA_TILED_CAT}, {"concat", TTA_TILED_CAT}, {"concatenate", TTA_TILED_CAT},
    {"cast", TTA_TILED_CAST}, {"to", TTA_TILED_CAST}, {"typecast", TTA_TILED_CAST}, {"convert", TTA_TILED_CAST},
    {"extf", TTA_TILED_CAST}, {"truncf", TTA_TILED_CAST}, {"extsi", TTA_TILED_CAST}, {"extui", TTA_TILED_CAST},
    {"trunci", TTA_TILED_CAST}, {"sitofp", TTA_TILED_CAST}, {"uitofp", TTA_TILED_CAST},
    {"fptosi", TTA_TILED_CAST}, {"fptoui", TTA_TILED_CAST},
    {"softmax", TTA_TILED_SOFTMAX},
    {"layernorm", TTA_TILED_NORM}, {"layer_norm", TTA_TILED_NORM}, {"rmsnorm", TTA_TILED_NORM},
    {"rms_norm", TTA_TILED_NORM}, {"norm", TTA_TILED_NORM},
    POINTWISE("add") POINTWISE("pointwise") POINTWISE("sub") POINTWISE("mul") POINTWISE("div") POINTWISE("pow")
    POINTWISE("maximum") POINTWISE("minimum") POINTWISE("where") POINTWISE("exp") POINTWISE("log") POINTWISE("neg")
    POINTWISE("abs") POINTWISE("relu") POINTWISE("gelu") POINTWISE("silu") POINTWISE("sigmoid") POINTWISE("tanh")
    POINTWISE("sqrt") POINTWISE("rsqrt") POINTWISE("clone") POINTWISE("reciprocal") POINTWISE("copy")
    POINTWISE("square") POINTWISE("ceil") POINTWISE("floor") POINTWISE("sin") POINTWISE("cos") POINTWISE("erf")
    POINTWISE("clamp") POINTWISE("subtract") POINTWISE("multiply") POINTWISE("divide") POINTWISE("negf")
    POINTWISE("addf") POINTWISE("subf") POINTWISE("mulf") POINTWISE("divf") POINTWISE("maximumf")
    POINTWISE("minimumf") POINTWISE("maxnumf") POINTWISE("minnumf") POINTWISE("addi") POINTWISE("subi")
    POINTWISE("muli") POINTWISE("divsi") POINTWISE("absf") POINTWISE("powf") POINTWISE("select")
    POINTWISE("elemwise_unary") POINTWISE("elemwise_binary") POINTWISE("logistic") POINTWISE("exponential")
    POINTWISE("negate") POINTWISE("power") POINTWISE("round") POINTWISE("identity")
#undef POINTWISE
};

bool tta_tiled_find_operation(tta_str name, tta_tiled_kind *kind) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    if (!tta_str_is(name, operations[i].name)) continue;
    *kind = operations[i].kind;
    return true;
  }
  return false;
}

uint32_t tta_tiled_least_operands(tta_tiled_kind kind) {
  return kind == TTA_TILED_INPUT ? 0 : kind == TTA_TILED_MATMUL || kind == TTA_TILED_DOT ? 2 : 1;
}

bool tta_tiled_takes(tta_tiled_kind kind, uint32_t num_operands) {
  uint32_t least = tta_tiled_least_operands(kind);
  bool many = kind == TTA_TILED_POINTWISE || kind == TTA_TILED_CAT || kind == TTA_TILED_NORM;
  return many ? num_operands >= least : num_operands == least;
}

static const char *nearest_operation(tta_str name) {
  tta_nearest nearest = tta_nearest_start(name, name.size < 6 ? 1 : 2);
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    tta_nearest_offer(&nearest, operations[i].name, operations[i].name);
  return tta_nearest_is_likely(&nearest) ? nearest.best : NULL;
}

tta_status tta_graph_reject_operation(const tta_graph_reading *in, const tta_tiled_node *n, tta_str name) {
  tta_tiled_kind kind;
  const char *meant = tta_tiled_find_operation(name, &kind) ? NULL : nearest_operation(name);
  const char *hint = meant          ? ""
                     : in->document ? "; a result type with #tt.tiled_layout<...> makes it an input"
                                    : "; expected input, matmul, dot, reduce, softmax, norm, view, permute, "
                                      "transpose, cat, cast, restickify, pointwise or one of their kinds "
                                      "(add, exp, sum, ...)";
  tta_diagnostic *d = tta_report_add(in->report, TTA_RULE_graph_syntax, n->operation_at,
                                     "operation '%.*s' has no rule for tiled layouts%s", TTA_STR_ARGS(n->operation),
                                     hint);
  tta_report_suggest(in->report, d, (tta_span){n->operation_at.end - (uint32_t)name.size, n->operation_at.end}, meant);
  return TTA_INVALID;
}
