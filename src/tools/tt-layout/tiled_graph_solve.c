/* tt-layout tiled --graph --solve: layouts and restickifies that move the least bytes. */
#include "base/format.h"
#include "base/str.h"
#include "tiled_graph.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

/* ---- text ---- */

/* `restickify 'w' to tensor<..>, moves 262144 bytes, for y` */
static void copy_text(tta_buf *out, const tt_layout_graph *g, const tta_tiled_copy *copy) {
  const tta_tiled_node *n = &g->graph.nodes[copy->node];
  tta_buf_printf(out, "restickify '%.*s' to ", TTA_STR_ARGS(n->name));
  tta_tiled_type(out, &copy->to);
  tta_buf_printf(out, ", moves %lld bytes", (long long)copy->bytes);
  if (copy->pinned) tta_buf_str(out, ", pinned");
  for (uint32_t i = 0; i < copy->num_users; i++)
    tta_buf_printf(out, "%s%.*s", i ? ", " : ", for ", TTA_STR_ARGS(g->graph.nodes[copy->users[i]].name));
  tta_buf_char(out, '\n');
}

static void total_text(tta_buf *out, const tta_tiled_solution *s) {
  tta_buf_printf(out, "total %lld bytes, lower bound %lld bytes: ", (long long)s->total_bytes,
                 (long long)s->lower_bound_bytes);
  if (s->exact) tta_buf_str(out, "optimal\n");
  else tta_buf_printf(out, "gap %lld bytes\n", (long long)(s->total_bytes - s->lower_bound_bytes));
}

/* ---- JSON ---- */

static void copy_json(tta_json *json, const tt_layout_graph *g, const tta_tiled_copy *copy) {
  const tta_tiled_node *n = &g->graph.nodes[copy->node];
  tta_buf text;
  tta_json_open(json, '{');
  tta_json_key_string(json, "value", n->name);
  tta_json_key_int(json, "line", n->line);
  for (int side = 0; side < 2; side++) {
    tta_buf_init(&text, NULL);
    tta_tiled_attribute(&text, side ? &copy->to : &copy->from, false);
    tta_json_key_string(json, side ? "to" : "from", tta_buf_view(&text));
    if (text.failed) json->out->failed = true;
    tta_buf_free(&text);
  }
  tta_json_key_int(json, "bytes", copy->bytes);
  tta_json_key_bool(json, "pinned", copy->pinned);
  tta_json_key_open(json, "users", '[');
  for (uint32_t i = 0; i < copy->num_users; i++) tta_json_string(json, g->graph.nodes[copy->users[i]].name);
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

static void totals_json(tta_json *json, const tt_layout_graph *g, const tta_tiled_solution *s) {
  tta_json_key_open(json, "restickifies", '[');
  for (uint32_t i = 0; i < s->num_copies; i++) copy_json(json, g, &s->copies[i]);
  tta_json_close(json, ']');
  tta_json_key_int(json, "total_bytes", s->total_bytes);
  tta_json_key_int(json, "lower_bound_bytes", s->lower_bound_bytes);
  tta_json_key_int(json, "gap_bytes", s->total_bytes - s->lower_bound_bytes);
  tta_json_key_bool(json, "exact", s->exact);
  tta_json_key_int(json, "states", (int64_t)s->states);
}

/* ---- results ---- */

/* The layout that the operation of a value writes, which may not be the pinned one. */
static const tta_tiled *written_layout(const tt_layout_graph *g, const tta_tiled_solution *s, uint32_t v) {
  for (uint32_t i = 0; i < s->num_copies; i++)
    if (s->copies[i].node == v && s->copies[i].pinned) return &s->copies[i].from;
  return &g->graph.nodes[v].result;
}

/* The layout that an operation reads: a copy, or the value as its operation writes it. */
static const tta_tiled *read_layout(const tt_layout_graph *g, const tta_tiled_solution *s, uint32_t user,
                                    uint32_t operand) {
  uint32_t v = g->graph.nodes[user].operands[operand];
  for (uint32_t i = 0; i < s->num_copies; i++)
    for (uint32_t u = 0; s->copies[i].node == v && u < s->copies[i].num_users; u++)
      if (s->copies[i].users[u] == user) return &s->copies[i].to;
  return written_layout(g, s, v);
}

/* Bytes of an explicit restickify. */
static tta_status moved_bytes(const tt_layout_graph *g, const tta_tiled_solution *s, uint32_t v, int64_t *bytes) {
  tta_tiled_move move;
  *bytes = 0;
  const tta_tiled_node *n = &g->graph.nodes[v];
  if (n->kind != TTA_TILED_RESTICKIFY) return TTA_OK;
  tta_status status = tta_tiled_compare(read_layout(g, s, v, 0), written_layout(g, s, v), g->arena, &move);
  *bytes = status ? 0 : move.bytes;
  return status;
}

static int print_solution(const tt_layout_graph *g, const tta_tiled_solution *s, bool as_json) {
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_json json = tta_json_writer(&out);
  tta_status status = TTA_OK;
  if (as_json) {
    tta_json_open(&json, '{');
    tta_json_key_open(&json, "values", '[');
  }
  for (uint32_t i = 0; i < g->graph.num_nodes && !status; i++) {
    const tta_tiled_node *n = &g->graph.nodes[g->graph.order[i]];
    tta_tiled_facts facts;
    int64_t moved;
    status = tta_tiled_facts_of(&n->result, g->arena, &facts, &reason);
    if (!status) status = moved_bytes(g, s, g->graph.order[i], &moved);
    if (status) break;
    if (as_json) tt_layout_graph_node_json(&json, n, &facts, moved);
    else tt_layout_graph_node_text(&out, n, &facts, moved);
  }
  if (status) {
    tta_buf_free(&out);
    return tt_layout_fail(status, &reason);
  }
  tta_buf_free(&reason);
  if (as_json) {
    tta_json_close(&json, ']');
    totals_json(&json, g, s);
    tta_json_close(&json, '}');
    tta_buf_char(&out, '\n');
  } else {
    for (uint32_t i = 0; i < s->num_copies; i++) copy_text(&out, g, &s->copies[i]);
    total_text(&out, s);
  }
  return tt_layout_finish(&out);
}

static int print_warnings(const tt_layout_graph *g, const tta_tiled_solution *s) {
  for (uint32_t i = 0; i < s->num_warnings; i++) {
    tta_buf text;
    tta_buf_init(&text, NULL);
    tta_buf_append(&text, s->warnings[i].text);
    int exit = tt_layout_graph_message(g, &g->graph.nodes[s->warnings[i].node], "warning", &text);
    if (exit != TTA_EXIT_ERRORS) return exit;
  }
  return 0;
}

int tt_layout_graph_solve(tt_layout_graph *g, uint32_t max_states, bool as_json) {
  tta_tiled_solution solution;
  tta_tiled_solve_options options = {.max_states = max_states};
  tta_status status = tta_tiled_graph_solve(&g->graph, &options, g->arena, &solution);
  const tta_tiled_node *stuck = &g->graph.nodes[solution.stuck];
  if (status == TTA_LIMIT) return tt_layout_graph_error(g, stuck, "--solve supports tensors up to rank 31");
  if (status == TTA_INVALID) return tt_layout_graph_error(g, stuck, "layout of an operand has errors or no host");
  if (status) return tt_layout_fail(status, NULL);
  if (!solution.found)
    return tt_layout_graph_error(g, stuck, "no layouts of its operands make %.*s feasible%s%.*s",
                                 TTA_STR_ARGS(stuck->operation), solution.reason.size ? ": " : "",
                                 TTA_STR_ARGS(solution.reason));
  int exit = print_warnings(g, &solution);
  return exit ? exit : print_solution(g, &solution, as_json);
}
