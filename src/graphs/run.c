/* run.c: a graph from its text to the layouts of all values, what is wrong with it, and its JSON. */
#include "base/fail.h"
#include "diag/results.h"
#include "graphs/operand.h"
#include "parse/reader.h"
#include "text/allowed.h"

struct tta_graph {
  tta_arena arena;
  tta_results results;
  tta_graph_options options;
  tta_graph_reading in;
  tta_tiled_graph graph;
  tta_tiled_solution solution;
  uint32_t *number_of; /* of the value, by node */
  tta_graph_value *values;
  uint32_t num_values;
};

static const tta_tiled_node *node_of(const tta_graph *g, uint32_t node) { return &g->graph.nodes[node]; }

/* ---- reports ---- */

/* In the arena. */
static tta_str type_text(tta_graph *g, const tta_tiled *layout) {
  tta_buf text = tta_buf_new(g->arena.allocator);
  tta_tiled_type(&text, layout);
  return tta_arena_take(&g->arena, &text);
}

static void note_operand(tta_graph *g, tta_diagnostic *d, const tta_tiled_node *n, uint32_t operand) {
  const tta_tiled_node *of = node_of(g, n->operands[operand]);
  tta_str type = type_text(g, &of->result);
  tta_report_note(&g->results.report, d, of->at, "operand %u, '%.*s', is %.*s", operand, TTA_STR_ARGS(of->name),
                  TTA_STR_ARGS(type));
}

static bool is_name(const tta_graph *g, tta_str name) {
  for (uint32_t i = 0; i < g->graph.num_nodes; i++)
    if (tta_str_equal(node_of(g, i)->name, name)) return true;
  return false;
}

/* In a text of lines: a restickify on a line before the operation, which then reads its result. */
static tta_status fix_operand(tta_graph *g, tta_diagnostic *d, const tta_tiled_node *n, const tta_tiled_outcome *o) {
  const tta_tiled_node *of = node_of(g, n->operands[o->help_operand]);
  tta_report *report = &g->results.report;
  tta_str name = {NULL, 0}, word;
  int64_t stick;
  tta_status status = tta_tiled_stick_of(&o->help_layout, &g->arena, &stick);
  if (!n->words || status || stick < 0) return status == TTA_NO_MEMORY ? status : TTA_OK;
  for (uint32_t i = 1; !name.data || is_name(g, name); i++) {
    name = tta_tiled_text(&g->arena, "%.*s_%u", TTA_STR_ARGS(of->name), i);
    if (!name.data) return TTA_NO_MEMORY;
  }
  bool changes = o->help_layout.format != of->result.format;
  tta_str line = tta_tiled_text(&g->arena, "%.*s = restickify %.*s dim=%lld%s%s\n", TTA_STR_ARGS(name),
                                TTA_STR_ARGS(of->name), (long long)stick, changes ? " " : "",
                                changes ? tta_tiled_format_name(o->help_layout.format) : "");
  if (!line.data) return TTA_NO_MEMORY;
  tta_report_fix(report, d, (tta_span){n->at.begin, n->at.begin}, line, "restickify '%.*s'", TTA_STR_ARGS(of->name));
  word = n->words[o->help_operand];
  uint32_t begin = (uint32_t)(word.data - g->in.text.data);
  tta_report_edit(report, d, (tta_span){begin, begin + (uint32_t)word.size}, name);
  return TTA_OK;
}

static tta_status report_infeasible(tta_graph *g, const tta_tiled_node *n, const tta_tiled_outcome *o) {
  tta_report *report = &g->results.report;
  tta_diagnostic *d = tta_report_add(report, TTA_RULE_graph_infeasible, n->operation_at, "%.*s is infeasible: %.*s",
                                     TTA_STR_ARGS(n->operation), TTA_STR_ARGS(o->reason));
  note_operand(g, d, n, o->operand);
  if (o->other_operand != o->operand) note_operand(g, d, n, o->other_operand);
  if (!o->has_help) return TTA_OK;
  const tta_tiled_node *of = node_of(g, n->operands[o->help_operand]);
  tta_str type = type_text(g, &o->help_layout);
  tta_report_note(report, d, n->operation_at, "restickify '%.*s' to %.*s", TTA_STR_ARGS(of->name), TTA_STR_ARGS(type));
  return fix_operand(g, d, n, o);
}

/* @return TTA_OK after a report of a failure that is one of the text */
static tta_status report_status(tta_graph *g, const tta_tiled_node *n, tta_status status, tta_str reason) {
  if (status == TTA_NO_MEMORY) return status;
  tta_rule rule = status == TTA_INVALID ? TTA_RULE_graph_infeasible : TTA_RULE_graph_limit;
  if (!reason.size)
    reason = tta_str_from(status == TTA_INVALID ? "layout of an operand has errors or no host"
                                                : tta_status_meaning(status));
  tta_report_add(&g->results.report, rule, n->operation_at, "%.*s", TTA_STR_ARGS(reason));
  return TTA_OK;
}

/* ---- layouts ---- */

/* The layout that the operation writes must be the pinned one. */
static tta_status check_pin(tta_graph *g, tta_tiled_node *n) {
  tta_tiled_move move;
  tta_tiled pinned = n->layout;
  if (!n->pinned || n->kind == TTA_TILED_INPUT) return TTA_OK;
  tta_status status = tta_tiled_complete(&pinned, &g->arena);
  if (!status && tta_tiled_equal(&pinned, &n->result)) return TTA_OK;
  if (!status) status = tta_tiled_compare(&n->result, &pinned, &g->arena, &move);
  if (status && status != TTA_LIMIT) return report_status(g, n, status, (tta_str){NULL, 0});
  if (!status && move.feasible && !move.moves) return TTA_OK;
  tta_str is = type_text(g, &n->result), expected = type_text(g, &pinned);
  tta_diagnostic *d = tta_report_add(&g->results.report, TTA_RULE_graph_pinned, n->operation_at,
                                     "result of %.*s is %.*s, expected %.*s", TTA_STR_ARGS(n->operation),
                                     TTA_STR_ARGS(is), TTA_STR_ARGS(expected));
  if (n->pin_at.end) tta_report_fix(&g->results.report, d, n->pin_at, is, "replace with the layout of the result");
  n->result = pinned;
  return TTA_OK;
}

static void warn(tta_graph *g, const tta_tiled_node *n, tta_str text) {
  tta_report_add(&g->results.report, TTA_RULE_graph_types, n->operation_at, "%.*s", TTA_STR_ARGS(text));
}

static tta_status propagate_node(tta_graph *g, tta_tiled_node *n) {
  tta_tiled_outcome outcome;
  tta_tiled *inputs = tta_arena_array(&g->arena, (size_t)n->num_operands + 1, sizeof *inputs);
  if (!inputs) return TTA_NO_MEMORY;
  for (uint32_t o = 0; o < n->num_operands; o++) {
    if (!node_of(g, n->operands[o])->has_result) return TTA_OK; /* reported there */
    inputs[o] = node_of(g, n->operands[o])->result;
  }
  tta_status status = tta_tiled_apply(n, inputs, g->graph.convention, &g->arena, &outcome);
  if (status) return report_status(g, n, status, (tta_str){NULL, 0});
  if (outcome.obstacle) return report_infeasible(g, n, &outcome);
  n->result = outcome.layout;
  n->has_result = true;
  if (outcome.warning.size) warn(g, n, outcome.warning);
  return check_pin(g, n);
}

static tta_status propagate(tta_graph *g) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < g->graph.num_nodes && !status; i++)
    status = propagate_node(g, &g->graph.nodes[g->graph.order[i]]);
  return status;
}

static tta_status solve(tta_graph *g) {
  tta_tiled_solution *s = &g->solution;
  tta_status status = tta_tiled_graph_solve(&g->graph, g->options.max_states, &g->arena, s);
  const tta_tiled_node *stuck = node_of(g, s->stuck);
  if (status)
    return report_status(g, stuck, status,
                         status == TTA_LIMIT ? TTA_STR("tensors above rank 31 are not supported") : (tta_str){NULL, 0});
  if (!s->found)
    tta_report_add(&g->results.report, TTA_RULE_graph_infeasible, stuck->operation_at,
                   "no layouts of its operands make %.*s feasible%s%.*s", TTA_STR_ARGS(stuck->operation),
                   s->reason.size ? ": " : "", TTA_STR_ARGS(s->reason));
  for (uint32_t i = 0; i < s->num_warnings; i++) warn(g, node_of(g, s->warnings[i].node), s->warnings[i].text);
  for (uint32_t i = 0; i < g->graph.num_nodes; i++) g->graph.nodes[i].has_result = s->found;
  return TTA_OK;
}

/* ---- facts ---- */

/* With `solve`: the layout that the operation of a value writes, which may not be the pinned one. */
static const tta_tiled *written_layout(const tta_graph *g, uint32_t node) {
  const tta_tiled_solution *s = &g->solution;
  for (uint32_t i = 0; i < s->num_copies; i++)
    if (s->copies[i].value == node && s->copies[i].pinned) return &s->copies[i].from;
  return &node_of(g, node)->result;
}

/* The layout that an operation reads: a copy, or the value as its operation writes it. */
static const tta_tiled *read_layout(const tta_graph *g, uint32_t user, uint32_t operand) {
  const tta_tiled_solution *s = &g->solution;
  uint32_t node = node_of(g, user)->operands[operand];
  for (uint32_t i = 0; i < s->num_copies; i++)
    for (uint32_t u = 0; s->copies[i].value == node && u < s->copies[i].num_users; u++)
      if (s->copies[i].users[u] == user) return &s->copies[i].to;
  return written_layout(g, node);
}

static tta_status add_value(tta_graph *g, uint32_t node) {
  const tta_tiled_node *n = node_of(g, node);
  tta_graph_value *v = &g->values[g->num_values];
  tta_tiled_move move;
  tta_buf reason = tta_buf_new(g->arena.allocator);
  *v = (tta_graph_value){.name = n->name, .operation = n->operation, .line = n->line,
                         .is_restickify = n->kind == TTA_TILED_RESTICKIFY};
  tta_status status = tta_tiled_facts_of(&n->result, &g->arena, &v->facts, &reason);
  if (!status && v->is_restickify)
    status = tta_tiled_compare(read_layout(g, node, 0), written_layout(g, node), &g->arena, &move);
  if (!status && v->is_restickify) v->moved_bytes = move.bytes;
  if (!status) g->number_of[node] = g->num_values++;
  else status = report_status(g, n, status, tta_arena_str(&g->arena, tta_buf_view(&reason)));
  tta_buf_free(&reason);
  return status;
}

/* Numbers of nodes become numbers of values. */
static tta_status number_copies(tta_graph *g) {
  for (uint32_t i = 0; i < g->solution.num_copies; i++) {
    tta_graph_copy *copy = &g->solution.copies[i];
    uint32_t *users = tta_arena_array(&g->arena, (size_t)copy->num_users + 1, sizeof *users);
    if (!users) return TTA_NO_MEMORY;
    for (uint32_t u = 0; u < copy->num_users; u++) users[u] = g->number_of[copy->users[u]];
    copy->users = users;
    copy->value = g->number_of[copy->value];
  }
  return TTA_OK;
}

static tta_status add_values(tta_graph *g) {
  size_t count = (size_t)g->graph.num_nodes + 1;
  tta_status status = TTA_OK;
  g->values = tta_arena_array(&g->arena, count, sizeof *g->values);
  g->number_of = tta_arena_array(&g->arena, count, sizeof *g->number_of);
  if (!g->values || !g->number_of) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < g->graph.num_nodes && !status; i++)
    if (node_of(g, g->graph.order[i])->has_result) status = add_value(g, g->graph.order[i]);
  if (!status && g->num_values == g->graph.num_nodes) return number_copies(g);
  g->solution.num_copies = 0;
  return status;
}

/* ---- the graph ---- */

static tta_status run(tta_graph *g) {
  uint32_t stuck;
  tta_status status = (g->options.is_module ? tta_graph_read_module : tta_graph_read_lines)(&g->in, &g->graph);
  if (status) return status;
  status = tta_tiled_graph_sort(&g->graph, &g->arena, &stuck);
  if (status == TTA_INVALID)
    tta_report_add(&g->results.report, TTA_RULE_graph_syntax, node_of(g, stuck)->at, "'%.*s' depends on itself",
                   TTA_STR_ARGS(node_of(g, stuck)->name));
  if (!status) status = g->options.solve ? solve(g) : propagate(g);
  return status ? status : add_values(g);
}

/* What comments do not suppress, with the diagnostics of the text itself. */
static tta_status conclude(tta_graph *g) {
  const tta_results *own = g->in.document ? tta_document_results(g->in.document) : tta_check_results(g->in.check);
  tta_report *report = &g->results.report;
  tta_status status = tta_results_finish(&g->results);
  tta_source text = {.text = g->in.text};
  if (!status) status = tta_apply_allowed(report, NULL, &text, TTA_RULE_NONE);
  return status ? status : tta_results_refer(&g->results, own);
}

tta_status tta_graph_new(tta_source *source, const tta_graph_options *options, tta_graph **out) {
  const tta_allocator *allocator = tta_allocator_or_default(options->allocator);
  tta_graph *g = allocator->allocate(allocator->user, sizeof *g);
  *out = NULL;
  if (!g) return TTA_NO_MEMORY;
  *g = (tta_graph){.options = *options, .graph.convention = options->convention};
  tta_arena_init(&g->arena, allocator);
  tta_results_init(&g->results, allocator, options->check);
  g->in = (tta_graph_reading){.source = source, .arena = &g->arena, .report = &g->results.report,
                              .options = options->check};
  tta_status status = source->text.size > TTA_MAX_TEXT_BYTES ? TTA_LIMIT : run(g);
  if (!status || status == TTA_INVALID) status = g->arena.failed ? TTA_NO_MEMORY : conclude(g);
  if (status) tta_graph_free(g);
  else *out = g;
  return status;
}

void tta_graph_free(tta_graph *g) {
  if (!g) return;
  const tta_allocator *allocator = g->arena.allocator;
  tta_check_free(g->in.check);
  tta_document_free(g->in.document);
  tta_results_free(&g->results);
  tta_arena_free(&g->arena);
  allocator->release(allocator->user, g, sizeof *g);
}

const tta_results *tta_graph_results(const tta_graph *g) { return &g->results; }
size_t tta_graph_num_values(const tta_graph *g) { return g->num_values; }
size_t tta_graph_num_copies(const tta_graph *g) { return g->solution.num_copies; }
tta_graph_totals tta_graph_totals_of(const tta_graph *g) { return g->solution.totals; }

const tta_graph_value *tta_graph_value_at(const tta_graph *g, size_t index) {
  return index < g->num_values ? &g->values[index] : NULL;
}

const tta_graph_copy *tta_graph_copy_at(const tta_graph *g, size_t index) {
  return index < g->solution.num_copies ? &g->solution.copies[index] : NULL;
}

/* ---- JSON ---- */

static void value_json(tta_json *json, const tta_graph_value *v) {
  tta_json_open(json, '{');
  tta_json_key_string(json, "name", v->name);
  tta_json_key_uint(json, "line", v->line);
  tta_json_key_string(json, "operation", v->operation);
  tta_json_key_shape(json, "host_size", v->facts.layout.host_size);
  tta_tiled_json_members(json, &v->facts);
  if (v->is_restickify) tta_json_key_int(json, "moved_bytes", v->moved_bytes);
  tta_json_close(json, '}');
}

static void attribute_json(tta_json *json, const char *key, const tta_tiled *layout) {
  tta_buf text = tta_buf_new(json->out->allocator);
  tta_tiled_attribute(&text, layout, false);
  tta_json_key_string(json, key, tta_buf_view(&text));
  if (text.failed) json->out->failed = true;
  tta_buf_free(&text);
}

static void copy_json(tta_json *json, const tta_graph *g, const tta_graph_copy *copy) {
  const tta_graph_value *v = &g->values[copy->value];
  tta_json_open(json, '{');
  tta_json_key_string(json, "value", v->name);
  tta_json_key_int(json, "line", v->line);
  attribute_json(json, "from", &copy->from);
  attribute_json(json, "to", &copy->to);
  tta_json_key_int(json, "bytes", copy->bytes);
  tta_json_key_bool(json, "pinned", copy->pinned);
  tta_json_key_open(json, "users", '[');
  for (uint32_t i = 0; i < copy->num_users; i++) tta_json_string(json, g->values[copy->users[i]].name);
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

static void solution_json(tta_json *json, const tta_graph *g) {
  const tta_graph_totals *t = &g->solution.totals;
  tta_json_key_open(json, "restickifies", '[');
  for (uint32_t i = 0; i < g->solution.num_copies; i++) copy_json(json, g, &g->solution.copies[i]);
  tta_json_close(json, ']');
  tta_json_key_int(json, "total_bytes", t->total_bytes);
  tta_json_key_int(json, "lower_bound_bytes", t->lower_bound_bytes);
  tta_json_key_int(json, "gap_bytes", t->total_bytes - t->lower_bound_bytes);
  tta_json_key_bool(json, "exact", t->exact);
  tta_json_key_int(json, "states", (int64_t)t->states);
  tta_json_close(json, '}');
}

void tta_graph_json(const tta_graph *g, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  if (g->options.solve) {
    tta_json_open(&json, '{');
    tta_json_key_open(&json, "values", '[');
  } else {
    tta_json_open(&json, '[');
  }
  for (uint32_t i = 0; i < g->num_values; i++) value_json(&json, &g->values[i]);
  tta_json_close(&json, ']');
  if (g->options.solve) solution_json(&json, g);
  tta_buf_char(out, '\n');
}
