/* tt-layout tiled --graph: propagates layouts through a graph of operations, by rules P1 to P4 (ttattr/tiled.h).
 *
 *     a = input 1024x256 f16 order=1,0 sparse      a default or ordered layout
 *     b = input tensor<256x512xf16, #tt.tiled_layout<..>>
 *     c = matmul a b                               operations are in any order
 *     d = sum c axes=1 keepdim                     # a comment
 *     e = restickify c dim=0
 */
#include <stdlib.h>
#include <string.h>

#include "tiled.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

typedef enum op_kind { OP_NONE, OP_INPUT, OP_POINTWISE, OP_MATMUL, OP_REDUCE, OP_RESTICKIFY } op_kind;

enum { MAX_OPERANDS = 8, MAX_NODES = 8192 };

typedef struct node {
  tta_str name, op, rest; /* rest: the words after the operation */
  const char *text;       /* of the line */
  op_kind kind;
  uint32_t line, num_operands, waiting;
  tta_str operand_name[MAX_OPERANDS];
  uint32_t operand[MAX_OPERANDS];
  tta_numbers axes;
  int64_t dim;
  bool keep_dims, has_dim, done;
  tta_tiled layout;
} node;

typedef struct graph {
  const char *path;
  tta_arena *arena;
  tta_tiled_convention convention;
  node *nodes;
  uint32_t num_nodes, *order, num_done;
  tta_buf name;
} graph;

/* Prints a message about a line and frees its text. @return exit status 1 */
static int print_message(const graph *g, const node *n, const char *severity, tta_buf *message) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tt_layout_append_message(&text, (tt_layout_position){g->path, n->line, 0}, severity, tta_buf_view(message), NULL);
  if (message->failed) text.failed = true;
  tta_buf_free(message);
  return tta_report_and_free(tt_layout_program, &text, TTA_EXIT_ERRORS);
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static int report_error(const graph *g, const node *n, const char *format, ...) {
  tta_buf text;
  va_list args;
  tta_buf_init(&text, NULL);
  va_start(args, format);
  tta_buf_vprintf(&text, format, args);
  va_end(args);
  return print_message(g, n, "error", &text);
}

/* ---- lines ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static tta_str next_word(tta_str *rest) {
  *rest = tta_str_trim(*rest);
  size_t n = 0;
  while (n < rest->size && !is_blank(rest->data[n])) n++;
  tta_str word = {rest->data, n};
  *rest = tta_str_trim((tta_str){rest->data + n, rest->size - n});
  return word;
}

static op_kind kind_of(tta_str op) {
  static const struct {
    op_kind kind;
    const char *name;
  } names[] = {
      {OP_INPUT, "input"},       {OP_MATMUL, "matmul"},         {OP_MATMUL, "mm"},
      {OP_MATMUL, "bmm"},        {OP_REDUCE, "reduce"},         {OP_REDUCE, "sum"},
      {OP_REDUCE, "mean"},       {OP_REDUCE, "max"},            {OP_REDUCE, "min"},
      {OP_REDUCE, "amax"},       {OP_REDUCE, "amin"},           {OP_REDUCE, "prod"},
      {OP_POINTWISE, "add"},     {OP_RESTICKIFY, "restickify"}, {OP_POINTWISE, "pointwise"},
      {OP_POINTWISE, "sub"},     {OP_POINTWISE, "mul"},         {OP_POINTWISE, "div"},
      {OP_POINTWISE, "pow"},     {OP_POINTWISE, "maximum"},     {OP_POINTWISE, "minimum"},
      {OP_POINTWISE, "where"},   {OP_POINTWISE, "exp"},         {OP_POINTWISE, "log"},
      {OP_POINTWISE, "neg"},     {OP_POINTWISE, "abs"},         {OP_POINTWISE, "relu"},
      {OP_POINTWISE, "gelu"},    {OP_POINTWISE, "silu"},        {OP_POINTWISE, "sigmoid"},
      {OP_POINTWISE, "tanh"},    {OP_POINTWISE, "sqrt"},        {OP_POINTWISE, "rsqrt"},
      {OP_POINTWISE, "clone"},   {OP_POINTWISE, "reciprocal"},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tta_str_is(op, names[i].name)) return names[i].kind;
  return OP_NONE;
}

/* The value of `key=value`, NUL-terminated for the readers of values.h. */
static const char *value_of(graph *g, tta_str word, const char *key) {
  size_t n = strlen(key);
  if (word.size <= n || memcmp(word.data, key, n) != 0) return NULL;
  g->name.size = 0;
  tta_buf_bytes(&g->name, word.data + n, word.size - n);
  tta_buf_char(&g->name, '\0');
  return g->name.failed ? NULL : g->name.data;
}

static int read_operands(graph *g, node *n) {
  tta_str rest = n->rest;
  while (rest.size) {
    tta_str word = next_word(&rest);
    const char *value;
    bool reduces = n->kind == OP_REDUCE, sticks = n->kind == OP_RESTICKIFY;
    if (reduces && tta_str_is(word, "keepdim")) {
      n->keep_dims = true;
    } else if (reduces && (value = value_of(g, word, "axes="))) {
      if (!tta_read_list(value, INT64_MIN, &n->axes))
        return report_error(g, n, "expected axes such as axes=0,1");
    } else if (sticks && (value = value_of(g, word, "dim="))) {
      tta_numbers dim;
      if (!tta_read_list(value, INT64_MIN, &dim) || dim.count != 1)
        return report_error(g, n, "expected one dim such as dim=0");
      n->dim = dim.value[0];
      n->has_dim = true;
    } else if (g->name.failed) { /* value_of is out of memory */
      tta_print_no_memory(tt_layout_program);
      return TTA_EXIT_FAILED;
    } else if (n->num_operands == MAX_OPERANDS || memchr(word.data, '=', word.size)) {
      return report_error(g, n, "'%.*s' is not an operand of %.*s", TTA_STR_ARGS(word), TTA_STR_ARGS(n->op));
    } else {
      n->operand_name[n->num_operands++] = word;
    }
  }
  uint32_t least = n->kind == OP_MATMUL ? 2 : 1, most = n->kind == OP_POINTWISE ? MAX_OPERANDS : least;
  if (n->num_operands < least || n->num_operands > most)
    return report_error(g, n, "%.*s requires %u operand%s, found %u", TTA_STR_ARGS(n->op), least, least == 1 ? "" : "s",
                 n->num_operands);
  if (n->kind == OP_REDUCE && !n->axes.count)
    return report_error(g, n, "missing axes of %.*s; expected axes=0,1", TTA_STR_ARGS(n->op));
  if (n->kind == OP_RESTICKIFY && !n->has_dim)
    return report_error(g, n, "missing stick dim of restickify; expected dim=0");
  return 0;
}

/* The type is parsed at its position in the file: after empty lines and blanks. */
static int read_type(graph *g, node *n) {
  tta_buf text;
  if (!memchr(n->rest.data, '#', n->rest.size))
    return report_error(g, n, "tensor has no layout; 'input SHAPE TYPE' has the default one");
  tta_buf_init(&text, NULL);
  for (uint32_t i = 1; i < n->line; i++) tta_buf_char(&text, '\n');
  for (const char *at = n->text; at < n->rest.data; at++) tta_buf_char(&text, ' ');
  tta_buf_bytes(&text, n->rest.data, n->rest.size);
  if (text.failed) return tt_layout_fail(TTA_NO_MEMORY, &text);
  int exit = tt_layout_parse_tiled(tta_buf_view(&text), g->path, 0, g->arena, &n->layout);
  tta_buf_free(&text);
  return exit;
}

static bool find_convention(const char *word, tta_tiled_convention *convention) {
  for (int i = 0; tt_layout_tiled_conventions[i]; i++) {
    if (strcmp(word, tt_layout_tiled_conventions[i]) != 0) continue;
    *convention = (tta_tiled_convention)i;
    return true;
  }
  return false;
}

/* `input 1024x256 f16 order=1,0 convention=2026 sparse`, `input tensor<..>` */
static int read_input(graph *g, node *n) {
  if (n->rest.size > 7 && !memcmp(n->rest.data, "tensor<", 7)) return read_type(g, n);
  tta_tiled_spec spec = {.convention = g->convention};
  tta_numbers size = {0}, order = {0};
  tta_str rest = n->rest, shape = next_word(&rest), element = next_word(&rest);
  const char *value = value_of(g, shape, "");
  if (!value || !tta_read_shape(value, 0, &size) || !tta_tiled_element_find(element, &spec.element))
    return report_error(g, n, "expected 'input 1024x256 f16' or 'input tensor<1024x256xf16, #tt.tiled_layout<...>>'");
  while (rest.size) {
    tta_str word = next_word(&rest);
    if (tta_str_is(word, "sparse")) spec.format = TTA_TILED_SPARSE;
    else if ((value = value_of(g, word, "order="))) {
      if (!tta_read_list(value, 0, &order)) return report_error(g, n, "expected an order such as order=1,0");
    } else if (!(value = value_of(g, word, "convention=")) || !find_convention(value, &spec.convention)) {
      return report_error(g, n, "unexpected '%.*s'; expected order=, convention= or sparse", TTA_STR_ARGS(word));
    }
  }
  spec.host_size = tta_numbers_shape(&size);
  spec.order = tta_numbers_shape(&order);
  tta_tiled_diagnostic why = {.rule = 0};
  tta_status status = tta_tiled_build(&spec, g->arena, &n->layout, &why);
  if (status == TTA_INVALID)
    return report_error(g, n, "%.*s [%s]", TTA_STR_ARGS(why.message), tta_tiled_rule_name(why.rule));
  if (!status) return 0;
  tta_buf none;
  tta_buf_init(&none, NULL);
  return tt_layout_fail(status, &none);
}

static int read_line(graph *g, node *n, tta_str line) {
  const char *equal = memchr(line.data, '=', line.size);
  tta_str rest = equal ? (tta_str){equal + 1, (size_t)(line.data + line.size - equal - 1)} : line;
  n->name = equal ? tta_str_trim((tta_str){line.data, (size_t)(equal - line.data)}) : (tta_str){"", 0};
  n->op = next_word(&rest);
  n->rest = rest;
  n->kind = kind_of(n->op);
  bool odd = !n->name.size || memchr(n->name.data, ' ', n->name.size);
  if (odd || !n->op.size) return report_error(g, n, "expected 'name = operation operands'");
  for (const node *other = g->nodes; other < n; other++)
    if (tta_str_equal(other->name, n->name))
      return report_error(g, n, "'%.*s' is defined twice; first on line %u", TTA_STR_ARGS(n->name), other->line);
  if (n->kind == OP_NONE)
    return report_error(g, n,
                 "unknown operation '%.*s'; expected input, matmul, reduce, restickify, pointwise or one of their "
                 "kinds (add, exp, sum, ...)",
                 TTA_STR_ARGS(n->op));
  return n->kind == OP_INPUT ? 0 : read_operands(g, n);
}

/* A `#` starts a comment unless it starts a name. */
static tta_str without_comment(tta_str line) {
  for (size_t i = 0; i < line.size; i++)
    if (line.data[i] == '#' && (i + 1 == line.size || is_blank(line.data[i + 1]) || i == 0))
      return (tta_str){line.data, i};
  return line;
}

static int read_graph(graph *g, tta_str text) {
  uint32_t lines = 1, number = 0;
  for (size_t i = 0; i < text.size; i++) lines += text.data[i] == '\n';
  g->nodes = lines > MAX_NODES ? NULL : calloc(lines, sizeof *g->nodes);
  g->order = calloc(lines, sizeof *g->order);
  if (lines > MAX_NODES) {
    tta_print_error(tt_layout_program, "%s: more than %d lines", g->path, MAX_NODES);
    return TTA_EXIT_ERRORS;
  }
  if (!g->nodes || !g->order) {
    tta_print_no_memory(tt_layout_program);
    return TTA_EXIT_FAILED;
  }
  while (text.size) {
    const char *end = memchr(text.data, '\n', text.size);
    size_t n = end ? (size_t)(end - text.data) : text.size;
    const char *begin = text.data;
    tta_str line = tta_str_trim(without_comment(tta_str_trim((tta_str){text.data, n})));
    text = end ? (tta_str){end + 1, text.size - n - 1} : (tta_str){text.data, 0};
    number++;
    if (!line.size) continue;
    node *next = &g->nodes[g->num_nodes];
    next->line = number;
    next->text = begin;
    int exit = read_line(g, next, line);
    if (exit) return exit;
    g->num_nodes++;
  }
  return 0;
}

/* ---- order ---- */

static int link_operands(graph *g) {
  for (uint32_t i = 0; i < g->num_nodes; i++) {
    node *n = &g->nodes[i];
    for (uint32_t o = 0; o < n->num_operands; o++) {
      uint32_t at = 0;
      while (at < g->num_nodes && !tta_str_equal(g->nodes[at].name, n->operand_name[o])) at++;
      if (at == g->num_nodes)
        return report_error(g, n, "'%.*s' is not defined", TTA_STR_ARGS(n->operand_name[o]));
      n->operand[o] = at;
    }
  }
  return 0;
}

static bool is_ready(const graph *g, const node *n) {
  for (uint32_t o = 0; o < n->num_operands; o++)
    if (!g->nodes[n->operand[o]].done) return false;
  return !n->done;
}

/* ---- operations ---- */

/* `operand 0, 'a', is tensor<..>` */
static int note_layout(const graph *g, const node *n, uint32_t operand) {
  const node *of = &g->nodes[n->operand[operand]];
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "operand %u, '%.*s', is ", operand, TTA_STR_ARGS(of->name));
  tta_tiled_type(&text, &of->layout);
  return print_message(g, of, "note", &text);
}

static int note_help(const graph *g, const node *n, const tta_tiled_outcome *o) {
  const node *of = &g->nodes[n->operand[o->help_operand]];
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "restickify '%.*s' to ", TTA_STR_ARGS(of->name));
  tta_tiled_type(&text, &o->help_layout);
  return print_message(g, n, "note", &text);
}

static int infeasible(const graph *g, const node *n, const tta_tiled_outcome *o) {
  int exit = report_error(g, n, "%.*s is infeasible: %.*s", TTA_STR_ARGS(n->op), TTA_STR_ARGS(o->reason));
  if (exit == TTA_EXIT_ERRORS) exit = note_layout(g, n, o->operand);
  if (exit == TTA_EXIT_ERRORS && o->other_operand != o->operand) exit = note_layout(g, n, o->other_operand);
  if (exit == TTA_EXIT_ERRORS && o->has_help) exit = note_help(g, n, o);
  return exit;
}

static int compute(graph *g, node *n) {
  tta_tiled_outcome outcome;
  tta_tiled inputs[MAX_OPERANDS];
  tta_status status = TTA_OK;
  if (n->kind == OP_INPUT) return read_input(g, n);
  for (uint32_t o = 0; o < n->num_operands; o++) inputs[o] = g->nodes[n->operand[o]].layout;
  switch (n->kind) {
  case OP_POINTWISE:
    status = tta_tiled_pointwise(inputs, n->num_operands, NULL, g->convention, g->arena, &outcome);
    break;
  case OP_MATMUL: status = tta_tiled_matmul(&inputs[0], &inputs[1], g->convention, g->arena, &outcome); break;
  case OP_REDUCE:
    status = tta_tiled_reduce(&inputs[0], tta_numbers_shape(&n->axes), n->keep_dims, g->convention, g->arena, &outcome);
    break;
  case OP_RESTICKIFY: status = tta_tiled_restickify(&inputs[0], n->dim, g->convention, g->arena, &outcome); break;
  default: return 0;
  }
  if (status == TTA_INVALID) return report_error(g, n, "layout of an operand has errors or no host");
  if (status) {
    tta_buf none;
    tta_buf_init(&none, NULL);
    return tt_layout_fail(status, &none);
  }
  if (outcome.obstacle != TTA_TILED_FEASIBLE) return infeasible(g, n, &outcome);
  n->layout = outcome.layout;
  return 0;
}

/* Computes the nodes in topological order, ready ones in file order: one pass over the lines per level of the graph. */
static int propagate(graph *g) {
  while (g->num_done < g->num_nodes) {
    uint32_t before = g->num_done;
    for (uint32_t i = 0; i < g->num_nodes; i++) {
      node *n = &g->nodes[i];
      if (!is_ready(g, n)) continue;
      int exit = compute(g, n);
      if (exit) return exit;
      n->done = true;
      g->order[g->num_done++] = i;
    }
    if (g->num_done > before) continue;
    const node *stuck = g->nodes;
    while (stuck->done) stuck++;
    return report_error(g, stuck, "'%.*s' depends on itself", TTA_STR_ARGS(stuck->name));
  }
  return 0;
}

/* ---- results ---- */

/* Bytes that a restickify copies: all of the tensor, or 0 if no element changes its position. */
static tta_status moved_bytes(const graph *g, const node *n, int64_t *bytes) {
  tta_tiled_move move;
  tta_status status = tta_tiled_compare(&g->nodes[n->operand[0]].layout, &n->layout, g->arena, &move);
  *bytes = status ? 0 : move.bytes;
  return status;
}

static void node_json(tta_json *json, const node *n, const tta_tiled_facts *facts, int64_t moved) {
  tta_json_open(json, '{');
  tta_json_key_string(json, "name", n->name);
  tta_json_key(json, "line");
  tta_json_uint(json, n->line);
  tta_json_key_string(json, "operation", n->op);
  tta_json_key(json, "host_size");
  tta_json_shape(json, n->layout.host_size);
  tta_tiled_json_members(json, facts);
  if (n->kind == OP_RESTICKIFY) {
    tta_json_key(json, "moved_bytes");
    tta_json_int(json, moved);
  }
  tta_json_close(json, '}');
}

static void node_text(tta_buf *out, const node *n, const tta_tiled_facts *facts, int64_t moved) {
  tta_buf_printf(out, "%-8.*s  ", TTA_STR_ARGS(n->name));
  tta_tiled_type(out, &n->layout);
  tta_buf_printf(out, "  %lld bytes", (long long)facts->device_bytes);
  if (n->kind == OP_RESTICKIFY && moved) tta_buf_printf(out, ", moves %lld", (long long)moved);
  else if (n->kind == OP_RESTICKIFY) tta_buf_str(out, ", moves nothing");
  tta_buf_char(out, '\n');
}

static int print_graph(graph *g, bool as_json) {
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_json json = tta_json_writer(&out);
  tta_status status = TTA_OK;
  if (as_json) tta_json_open(&json, '[');
  for (uint32_t i = 0; i < g->num_done && !status; i++) {
    const node *n = &g->nodes[g->order[i]];
    tta_tiled_facts facts;
    int64_t moved = 0;
    status = tta_tiled_facts_of(&n->layout, g->arena, &facts, &reason);
    if (!status && n->kind == OP_RESTICKIFY) status = moved_bytes(g, n, &moved);
    if (status) break;
    if (as_json) node_json(&json, n, &facts, moved);
    else node_text(&out, n, &facts, moved);
  }
  if (as_json) tta_json_close(&json, ']');
  if (as_json) tta_buf_char(&out, '\n');
  if (status) {
    tta_buf_free(&out);
    return tt_layout_fail(status, &reason);
  }
  tta_buf_free(&reason);
  return tt_layout_finish(&out);
}

int tt_layout_tiled_graph(const char *path, tta_tiled_convention convention, bool json) {
  graph g = {.path = strcmp(path, "-") ? path : "<stdin>", .convention = convention};
  tta_input input;
  int exit = tt_layout_read_file(&input, path);
  if (exit) return exit;
  exit = TTA_EXIT_FAILED;
  tta_buf_init(&g.name, NULL);
  g.arena = tta_arena_new(NULL);
  if (g.arena) exit = read_graph(&g, input.text);
  else tta_print_no_memory(tt_layout_program);
  if (!exit) exit = link_operands(&g);
  if (!exit) exit = propagate(&g);
  if (!exit) exit = print_graph(&g, json);
  free(g.nodes);
  free(g.order);
  tta_buf_free(&g.name);
  tta_arena_delete(g.arena);
  return tt_layout_free_file(&input, exit);
}
