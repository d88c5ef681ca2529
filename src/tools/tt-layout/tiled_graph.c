/* tt-layout tiled --graph: propagates layouts through a graph of operations, by the rules of ttattr/tiled.h. */
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "base/str.h"
#include "tiled_graph.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

/* ---- messages ---- */

int tt_layout_graph_message(const tt_layout_graph *g, const tta_tiled_node *n, const char *severity, tta_buf *message) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tt_layout_append_message(&text, (tt_layout_position){g->path, n->line, n->column}, severity, tta_buf_view(message),
                           NULL);
  if (message->failed) text.failed = true;
  tta_buf_free(message);
  return tta_report_and_free(tt_layout_program, &text, TTA_EXIT_ERRORS);
}

int tt_layout_graph_error(const tt_layout_graph *g, const tta_tiled_node *n, const char *format, ...) {
  tta_buf text;
  va_list args;
  tta_buf_init(&text, NULL);
  va_start(args, format);
  tta_buf_vprintf(&text, format, args);
  va_end(args);
  return tt_layout_graph_message(g, n, "error", &text);
}

/* ---- operations ---- */

/* `operand 0, 'a', is tensor<..>` */
static int note_layout(const tt_layout_graph *g, const tta_tiled_node *n, uint32_t operand) {
  const tta_tiled_node *of = &g->graph.nodes[n->operands[operand]];
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "operand %u, '%.*s', is ", operand, TTA_STR_ARGS(of->name));
  tta_tiled_type(&text, &of->result);
  return tt_layout_graph_message(g, of, "note", &text);
}

static int note_help(const tt_layout_graph *g, const tta_tiled_node *n, const tta_tiled_outcome *o) {
  const tta_tiled_node *of = &g->graph.nodes[n->operands[o->help_operand]];
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "restickify '%.*s' to ", TTA_STR_ARGS(of->name));
  tta_tiled_type(&text, &o->help_layout);
  return tt_layout_graph_message(g, n, "note", &text);
}

static int infeasible(const tt_layout_graph *g, const tta_tiled_node *n, const tta_tiled_outcome *o) {
  int exit = tt_layout_graph_error(g, n, "%.*s is infeasible: %.*s", TTA_STR_ARGS(n->operation),
                                   TTA_STR_ARGS(o->reason));
  if (exit == TTA_EXIT_ERRORS) exit = note_layout(g, n, o->operand);
  if (exit == TTA_EXIT_ERRORS && o->other_operand != o->operand) exit = note_layout(g, n, o->other_operand);
  if (exit == TTA_EXIT_ERRORS && o->has_help) exit = note_help(g, n, o);
  return exit;
}

/* The computed layout must be the pinned one. */
static int check_pin(const tt_layout_graph *g, const tta_tiled_node *n) {
  tta_tiled_move move;
  tta_buf text;
  tta_tiled pinned = n->layout;
  if (!n->pinned || n->kind == TTA_TILED_INPUT) return 0;
  tta_status status = tta_tiled_complete(&pinned, g->arena);
  if (!status && tta_tiled_equal(&pinned, &n->result)) return 0;
  if (!status) status = tta_tiled_compare(&n->result, &pinned, g->arena, &move);
  if (status && status != TTA_LIMIT) return tt_layout_fail(status, NULL);
  if (!status && move.feasible && !move.moves) return 0;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "result of %.*s is ", TTA_STR_ARGS(n->operation));
  tta_tiled_type(&text, &n->result);
  tta_buf_str(&text, ", expected ");
  tta_tiled_type(&text, &pinned);
  return tt_layout_graph_message(g, n, "error", &text);
}

static int compute(const tt_layout_graph *g, tta_tiled_node *n) {
  tta_tiled_outcome outcome;
  tta_tiled *inputs = tta_arena_array(g->arena, (size_t)n->num_operands + 1, sizeof *inputs);
  if (!inputs) return tt_layout_fail(TTA_NO_MEMORY, NULL);
  for (uint32_t o = 0; o < n->num_operands; o++) inputs[o] = g->graph.nodes[n->operands[o]].result;
  tta_status status = tta_tiled_apply(n, inputs, g->graph.convention, g->arena, &outcome);
  if (status == TTA_INVALID) return tt_layout_graph_error(g, n, "layout of an operand has errors or no host");
  if (status) return tt_layout_fail(status, NULL);
  if (outcome.obstacle != TTA_TILED_FEASIBLE) return infeasible(g, n, &outcome);
  n->result = outcome.layout;
  if (outcome.warning.size) {
    tta_buf text;
    tta_buf_init(&text, NULL);
    tta_buf_append(&text, outcome.warning);
    int exit = tt_layout_graph_message(g, n, "warning", &text);
    if (exit != TTA_EXIT_ERRORS) return exit;
  }
  return check_pin(g, n);
}

static int propagate(tt_layout_graph *g) {
  for (uint32_t i = 0; i < g->graph.num_nodes; i++) {
    int exit = compute(g, &g->graph.nodes[g->graph.order[i]]);
    if (exit) return exit;
  }
  return 0;
}

/* ---- results ---- */

/* Bytes that a restickify copies: all of the tensor, or 0 if no element changes its position. */
static tta_status moved_bytes(const tt_layout_graph *g, const tta_tiled_node *n, int64_t *bytes) {
  tta_tiled_move move;
  tta_status status = tta_tiled_compare(&g->graph.nodes[n->operands[0]].result, &n->result, g->arena, &move);
  *bytes = status ? 0 : move.bytes;
  return status;
}

void tt_layout_graph_node_json(tta_json *json, const tta_tiled_node *n, const tta_tiled_facts *facts,
                               int64_t moved) {
  tta_json_open(json, '{');
  tta_json_key_string(json, "name", n->name);
  tta_json_key_uint(json, "line", n->line);
  tta_json_key_string(json, "operation", n->operation);
  tta_json_key(json, "host_size");
  tta_json_shape(json, n->result.host_size);
  tta_tiled_json_members(json, facts);
  if (n->kind == TTA_TILED_RESTICKIFY)
    tta_json_key_int(json, "moved_bytes", moved);
  tta_json_close(json, '}');
}

void tt_layout_graph_node_text(tta_buf *out, const tta_tiled_node *n, const tta_tiled_facts *facts, int64_t moved) {
  tta_buf_printf(out, "%-8.*s  ", TTA_STR_ARGS(n->name));
  tta_tiled_type(out, &n->result);
  tta_buf_printf(out, "  %lld bytes", (long long)facts->device_bytes);
  if (n->kind == TTA_TILED_RESTICKIFY && moved) tta_buf_printf(out, ", moves %lld", (long long)moved);
  else if (n->kind == TTA_TILED_RESTICKIFY) tta_buf_str(out, ", moves nothing");
  tta_buf_char(out, '\n');
}

static int print_graph(const tt_layout_graph *g, bool as_json) {
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_json json = tta_json_writer(&out);
  tta_status status = TTA_OK;
  if (as_json) tta_json_open(&json, '[');
  for (uint32_t i = 0; i < g->graph.num_nodes && !status; i++) {
    const tta_tiled_node *n = &g->graph.nodes[g->graph.order[i]];
    tta_tiled_facts facts;
    int64_t moved = 0;
    status = tta_tiled_facts_of(&n->result, g->arena, &facts, &reason);
    if (!status && n->kind == TTA_TILED_RESTICKIFY) status = moved_bytes(g, n, &moved);
    if (status) break;
    if (as_json) tt_layout_graph_node_json(&json, n, &facts, moved);
    else tt_layout_graph_node_text(&out, n, &facts, moved);
  }
  if (as_json) tta_json_close(&json, ']');
  if (as_json) tta_buf_char(&out, '\n');
  return tt_layout_conclude(status, &out, &reason);
}

static int sort(tt_layout_graph *g) {
  uint32_t stuck;
  tta_status status = tta_tiled_graph_sort(&g->graph, g->arena, &stuck);
  if (!status) return 0;
  if (status != TTA_INVALID) return tt_layout_fail(status, NULL);
  const tta_tiled_node *n = &g->graph.nodes[stuck];
  return tt_layout_graph_error(g, n, "'%.*s' depends on itself", TTA_STR_ARGS(n->name));
}

/* ---- texts ---- */

static int read_result(const tt_layout_graph *g, tta_status status, const tta_tiled_module_error *error) {
  tta_tiled_node at = {.line = error->line, .column = error->column};
  if (status == TTA_INVALID) return tt_layout_graph_error(g, &at, "%.*s", TTA_STR_ARGS(error->message));
  return status ? tt_layout_fail(status, NULL) : TTA_EXIT_DONE;
}

/* @param document set to what the graph borrows from; to be freed */
static int read_module(tt_layout_graph *g, tta_str text, tta_document **document) {
  tta_check_options *options;
  tta_source source;
  tta_check *check = NULL;
  tta_tiled_module_error error = {.line = 0};
  if (tt_layout_check_options(0, &options)) return tt_layout_fail(TTA_NO_MEMORY, NULL);
  tta_source_init(&source, tta_str_from(g->path), text, NULL);
  tta_status status = tta_check_text(&source, options, &check);
  int exit = status ? tt_layout_fail(status, NULL) : tt_layout_print_results(tta_check_results(check), &source);
  tta_check_free(check);
  tta_source_free(&source);
  if (!exit && (status = tta_document_new(tta_str_from(g->path), text, options, NULL, document)))
    exit = tt_layout_fail(status, NULL);
  tta_check_options_free(options);
  if (exit) return exit;
  status = tta_tiled_graph_of_document(*document, 0, g->arena, &g->graph, &error);
  return read_result(g, status, &error);
}

static int read_lines(tt_layout_graph *g, tta_str text) {
  tta_check_options *options;
  tta_source source;
  tta_check *check;
  tta_tiled_module_error error;
  if (tt_layout_check_options(0, &options)) return tt_layout_fail(TTA_NO_MEMORY, NULL);
  tta_source_init(&source, tta_str_from(g->path), text, NULL);
  tta_status status = tta_graph_read(&source, options, g->arena, &g->graph, &check, &error);
  int exit = check ? tt_layout_print_results(tta_check_results(check), &source) : TTA_EXIT_DONE;
  if (!exit) exit = read_result(g, status, &error);
  tta_check_free(check);
  tta_check_options_free(options);
  tta_source_free(&source);
  return exit;
}

int tt_layout_tiled_graph(const char *path, tta_tiled_convention convention, bool json, bool solve,
                          uint32_t max_states) {
  tt_layout_graph g = {.path = strcmp(path, "-") ? path : "<stdin>", .graph = {.convention = convention}};
  tta_input input;
  int exit = tt_layout_read_file(&input, path);
  if (exit) return exit;
  exit = TTA_EXIT_FAILED;
  tta_document *document = NULL;
  g.arena = tta_arena_new(NULL);
  if (!g.arena) tta_print_no_memory(tt_layout_program);
  else if (tta_str_ends_with(tta_str_from(path), ".mlir"))
    exit = read_module(&g, input.text, &document);
  else exit = read_lines(&g, input.text);
  if (!exit) exit = sort(&g);
  if (!exit && solve) exit = tt_layout_graph_solve(&g, max_states, json);
  if (!exit && !solve) exit = propagate(&g);
  if (!exit && !solve) exit = print_graph(&g, json);
  tta_arena_delete(g.arena);
  tta_document_free(document);
  return tt_layout_free_file(&input, exit);
}
