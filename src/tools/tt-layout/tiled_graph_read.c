/* tiled_graph_read.c: the file of tt-layout tiled --graph, one operation per line in any order:
 *
 *     a = input 1024x256 f16 order=1,0 sparse      a default or ordered layout
 *     b = input tensor<256x512xf16, #tt.tiled_layout<..>>
 *     c = matmul a b                               # a comment
 *     d = sum c axes=1 keepdim
 *     e = restickify c dim=0 : tensor<..>          the result must have this layout
 */
#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "base/str.h"
#include "tiled_graph.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

enum { MAX_NODES = 8192 };

typedef struct reader {
  tt_layout_graph *g;
  tta_buf name;       /* a NUL-terminated copy of a word */
  const char *line;   /* the present line .. */
  tta_str *operands;  /* names of operands, in the order of the nodes */
  uint32_t num_operands, cap_operands, *first_operand; /* by node */
} reader;

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

#define report_error(r, ...) tt_layout_graph_error((r)->g, __VA_ARGS__)

static int no_memory(void) {
  tta_print_no_memory(tt_layout_program);
  return TTA_EXIT_FAILED;
}

/* ---- words ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static tta_str next_word(tta_str *rest) {
  *rest = tta_str_trim(*rest);
  size_t n = 0;
  while (n < rest->size && !is_blank(rest->data[n])) n++;
  tta_str word = {rest->data, n};
  *rest = tta_str_trim((tta_str){rest->data + n, rest->size - n});
  return word;
}

/* The value of `key=value`, NUL-terminated for the readers of values.h. */
static const char *value_of(reader *r, tta_str word, const char *key) {
  size_t n = strlen(key);
  if (word.size <= n || memcmp(word.data, key, n) != 0) return NULL;
  r->name.size = 0;
  tta_buf_bytes(&r->name, word.data + n, word.size - n);
  tta_buf_char(&r->name, '\0');
  return r->name.failed ? NULL : r->name.data;
}

/* A list in the arena. */
static bool keep_list(reader *r, const tta_numbers *numbers, tta_shape *list) {
  int64_t *copy = tta_arena_array(r->g->arena, (size_t)numbers->count + 1, sizeof *copy);
  if (!copy) return false;
  memcpy(copy, numbers->value, numbers->count * sizeof *copy);
  *list = (tta_shape){numbers->count, copy};
  return true;
}

/* ---- operations ---- */

/* The options of each kind of operation. */
typedef enum option { AXES = 1, KEEPDIM = 2, DIM = 4, ORDER = 8, DIMS = 16, SIZE = 32, TYPE = 64, FORMAT = 128 } option;

static unsigned options_of(const tta_tiled_node *n) {
  switch (n->kind) {
  case TTA_TILED_REDUCE: return AXES | KEEPDIM;
  case TTA_TILED_NORM: return AXES;
  case TTA_TILED_RESTICKIFY: return DIM | FORMAT;
  case TTA_TILED_SOFTMAX:
  case TTA_TILED_CAT: return DIM;
  case TTA_TILED_VIEW: return SIZE;
  case TTA_TILED_PERMUTE: return tta_str_is(n->operation, "transpose") ? DIMS : ORDER;
  case TTA_TILED_CAST: return TYPE;
  case TTA_TILED_POINTWISE: return TYPE;
  default: return 0;
  }
}

/* Options with a value; `example` is a complete one. */
static const struct {
  option option;
  const char *key, *example, *what;
} keys[] = {{AXES, "axes=", "axes=0,1", "axes"},        {DIM, "dim=", "dim=0", "dim"},
            {ORDER, "order=", "order=1,0", "an order"}, {DIMS, "dims=", "dims=0,1", "dims"},
            {SIZE, "size=", "size=4x256", "a size"},    {TYPE, "dtype=", "dtype=f32", "an element type"}};

static bool take_value(reader *r, tta_tiled_node *n, option which, const char *value, bool *no_space) {
  tta_numbers numbers = {0};
  if (which == TYPE) {
    tta_str own = tta_arena_str(r->g->arena, tta_str_from(value));
    *no_space = !own.data;
    return own.data && tta_tiled_element_find(own, &n->element);
  }
  bool read = which == SIZE ? tta_read_shape(value, -1, &numbers) : tta_read_list(value, INT64_MIN, &numbers);
  if (!read || (which == DIM && numbers.count != 1) || (which == DIMS && numbers.count != 2)) return false;
  n->dim = numbers.value[0];
  *no_space = !keep_list(r, &numbers, &n->list);
  return !*no_space;
}

/* Reads an option. @return -1: the word is not one */
static int read_option(reader *r, tta_tiled_node *n, tta_str word, unsigned *given) {
  unsigned allowed = options_of(n);
  bool no_space = false;
  if ((allowed & KEEPDIM) && tta_str_is(word, "keepdim")) {
    n->keep_dims = true;
    return 0;
  }
  if ((allowed & FORMAT) && (tta_str_is(word, "sparse") || tta_str_is(word, "dense"))) {
    n->has_format = true;
    n->format = tta_str_is(word, "sparse") ? TTA_TILED_SPARSE : TTA_TILED_DENSE;
    return 0;
  }
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (!(allowed & (unsigned)keys[i].option)) continue;
    const char *value = value_of(r, word, keys[i].key);
    if (r->name.failed) return no_memory();
    if (!value) continue;
    *given |= (unsigned)keys[i].option;
    if (take_value(r, n, keys[i].option, value, &no_space)) return 0;
    if (no_space) return no_memory();
    return report_error(r, n, "expected %s%s such as %s", keys[i].option == DIM ? "one " : "", keys[i].what,
                        keys[i].example);
  }
  return -1;
}

static const char *missing(const tta_tiled_node *n, unsigned given) {
  if (n->kind == TTA_TILED_PERMUTE && tta_str_is(n->operation, "transpose")) return NULL;
  if (n->kind == TTA_TILED_POINTWISE) return NULL;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if ((options_of(n) & (unsigned)keys[i].option) && !(given & (unsigned)keys[i].option)) return keys[i].example;
  return NULL;
}

static int check_operands(reader *r, const tta_tiled_node *n, unsigned given) {
  bool many = n->kind == TTA_TILED_POINTWISE || n->kind == TTA_TILED_CAT || n->kind == TTA_TILED_NORM;
  uint32_t least = n->kind == TTA_TILED_MATMUL || n->kind == TTA_TILED_DOT ? 2 : 1;
  if (n->num_operands < least || (!many && n->num_operands > least))
    return report_error(r, n, "%.*s requires %u operand%s, found %u", TTA_STR_ARGS(n->operation), least,
                        least == 1 ? "" : "s", n->num_operands);
  const char *example = missing(n, given);
  if (!example) return 0;
  if (n->kind == TTA_TILED_RESTICKIFY) return report_error(r, n, "missing stick dim of restickify; expected dim=0");
  return report_error(r, n, "missing %.*s of %.*s; expected %s", (int)(strchr(example, '=') - example), example,
                      TTA_STR_ARGS(n->operation), example);
}

static int read_operands(reader *r, tta_tiled_node *n, tta_str rest) {
  unsigned given = 0;
  while (rest.size) {
    tta_str word = next_word(&rest);
    int exit = read_option(r, n, word, &given);
    if (exit > 0) return exit;
    if (exit == 0) continue;
    if (memchr(word.data, '=', word.size))
      return report_error(r, n, "'%.*s' is not an operand of %.*s", TTA_STR_ARGS(word), TTA_STR_ARGS(n->operation));
    if (r->num_operands == r->cap_operands) {
      uint32_t capacity = r->cap_operands ? 2 * r->cap_operands : 64;
      tta_str *larger = tta_arena_array(r->g->arena, capacity, sizeof *larger);
      if (!larger) return no_memory();
      if (r->num_operands) memcpy(larger, r->operands, r->num_operands * sizeof *larger);
      r->operands = larger;
      r->cap_operands = capacity;
    }
    r->operands[r->num_operands++] = word;
    n->num_operands++;
  }
  n->swap = n->kind == TTA_TILED_PERMUTE && tta_str_is(n->operation, "transpose");
  return check_operands(r, n, given);
}

/* ---- inputs ---- */

/* The type is parsed at its position in the file: after empty lines and blanks. */
static int read_type(reader *r, tta_tiled_node *n, tta_str type) {
  tta_buf text;
  if (!memchr(type.data, '#', type.size))
    return report_error(r, n, "tensor has no layout; 'input SHAPE TYPE' has the default one");
  tta_buf_init(&text, NULL);
  for (uint32_t i = 1; i < n->line; i++) tta_buf_char(&text, '\n');
  for (const char *at = r->line; at < type.data; at++) tta_buf_char(&text, ' ');
  tta_buf_append(&text, type);
  if (text.failed) return tt_layout_fail(TTA_NO_MEMORY, &text);
  int exit = tt_layout_parse_tiled(tta_buf_view(&text), r->g->path, 0, r->g->arena, &n->layout);
  tta_buf_free(&text);
  n->pinned = true;
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

/* `order=1,0`, `convention=2026`, `sparse` pin an input, as does `pinned`. */
static int read_input_option(reader *r, tta_tiled_node *n, tta_str word, tta_tiled_spec *spec, tta_numbers *order) {
  const char *value;
  n->pinned = true;
  if (tta_str_is(word, "pinned")) return 0;
  if (tta_str_is(word, "sparse")) {
    spec->format = TTA_TILED_SPARSE;
  } else if ((value = value_of(r, word, "order="))) {
    if (!tta_read_list(value, 0, order)) return report_error(r, n, "expected an order such as order=1,0");
    spec->order = tta_numbers_shape(order);
  } else if (r->name.failed) {
    return no_memory();
  } else if (!(value = value_of(r, word, "convention=")) || !find_convention(value, &spec->convention)) {
    return report_error(r, n, "unexpected '%.*s'; expected order=, convention=, sparse or pinned", TTA_STR_ARGS(word));
  }
  return 0;
}

/* `input 1024x256 f16 order=1,0 convention=2026 sparse`, `input tensor<..>` */
static int read_input(reader *r, tta_tiled_node *n, tta_str rest) {
  if (rest.size > 7 && !memcmp(rest.data, "tensor<", 7)) return read_type(r, n, rest);
  tta_tiled_spec spec = {.convention = r->g->graph.convention};
  tta_numbers size = {0}, order = {0};
  tta_str shape = next_word(&rest), element = next_word(&rest);
  const char *value = value_of(r, shape, "");
  if (r->name.failed) return no_memory();
  if (!value || !tta_read_shape(value, 0, &size) || !tta_tiled_element_find(element, &spec.element))
    return report_error(r, n, "expected 'input 1024x256 f16' or 'input tensor<1024x256xf16, #tt.tiled_layout<...>>'");
  while (rest.size) {
    int exit = read_input_option(r, n, next_word(&rest), &spec, &order);
    if (exit) return exit;
  }
  spec.host_size = tta_numbers_shape(&size);
  tta_tiled_diagnostic why = {.rule = 0};
  tta_status status = tta_tiled_build(&spec, r->g->arena, &n->layout, &why);
  if (status == TTA_INVALID)
    return report_error(r, n, "%.*s [%s]", TTA_STR_ARGS(why.message), tta_tiled_rule_name(why.rule));
  if (!status) return 0;
  tta_buf none;
  tta_buf_init(&none, NULL);
  return tt_layout_fail(status, &none);
}

/* ---- lines ---- */

static int reject_operation(reader *r, const tta_tiled_node *n) {
  const char *meant = tta_tiled_nearest_operation(n->operation);
  return report_error(r, n,
                      "unknown operation '%.*s'; expected input, matmul, dot, reduce, softmax, norm, view, permute, "
                      "transpose, cat, cast, restickify, pointwise or one of their kinds (add, exp, sum, ...)%s%s%s",
                      TTA_STR_ARGS(n->operation), meant ? "; did you mean '" : "", meant ? meant : "",
                      meant ? "'?" : "");
}

/* ` : tensor<..>` at the end of the line pins the result. */
static int read_pin(reader *r, tta_tiled_node *n, tta_str *rest) {
  size_t at = tta_str_find(*rest, " : ");
  if (at == SIZE_MAX) return 0;
  tta_str type = tta_str_trim(tta_str_rest(*rest, at + 3));
  *rest = (tta_str){rest->data, at};
  return read_type(r, n, type);
}

static int read_line(reader *r, tta_tiled_node *n, tta_str line) {
  const char *equal = memchr(line.data, '=', line.size);
  tta_str rest = equal ? (tta_str){equal + 1, (size_t)(line.data + line.size - equal - 1)} : line;
  n->name = equal ? tta_str_trim((tta_str){line.data, (size_t)(equal - line.data)}) : (tta_str){"", 0};
  n->operation = next_word(&rest);
  bool odd = !n->name.size || memchr(n->name.data, ' ', n->name.size);
  if (odd || !n->operation.size) return report_error(r, n, "expected 'name = operation operands'");
  for (const tta_tiled_node *other = r->g->graph.nodes; other < n; other++)
    if (tta_str_equal(other->name, n->name))
      return report_error(r, n, "'%.*s' is defined twice; first on line %u", TTA_STR_ARGS(n->name), other->line);
  if (!tta_tiled_find_operation(n->operation, &n->kind)) return reject_operation(r, n);
  if (n->kind == TTA_TILED_INPUT) return read_input(r, n, rest);
  int exit = read_pin(r, n, &rest);
  return exit ? exit : read_operands(r, n, rest);
}

/* A `#` starts a comment unless it starts a name. */
static tta_str without_comment(tta_str line) {
  for (size_t i = 0; i < line.size; i++)
    if (line.data[i] == '#' && (i + 1 == line.size || is_blank(line.data[i + 1]) || i == 0))
      return (tta_str){line.data, i};
  return line;
}

static int read_lines(reader *r, tta_str text) {
  tta_tiled_graph *graph = &r->g->graph;
  for (uint32_t number = 1; text.size; number++) {
    const char *end = memchr(text.data, '\n', text.size);
    size_t n = end ? (size_t)(end - text.data) : text.size;
    r->line = text.data;
    tta_str line = tta_str_trim(without_comment(tta_str_trim((tta_str){text.data, n})));
    text = end ? (tta_str){end + 1, text.size - n - 1} : (tta_str){text.data, 0};
    if (!line.size) continue;
    tta_tiled_node *next = &graph->nodes[graph->num_nodes];
    *next = (tta_tiled_node){.line = number};
    r->first_operand[graph->num_nodes] = r->num_operands;
    int exit = read_line(r, next, line);
    if (exit) return exit;
    graph->num_nodes++;
  }
  return 0;
}

/* Names of operands become numbers of nodes. */
static int link_operands(reader *r) {
  tta_tiled_graph *graph = &r->g->graph;
  uint32_t *numbers = tta_arena_array(r->g->arena, (size_t)r->num_operands + 1, sizeof *numbers);
  if (!numbers) return no_memory();
  for (uint32_t i = 0; i < graph->num_nodes; i++) {
    tta_tiled_node *n = &graph->nodes[i];
    n->operands = numbers + r->first_operand[i];
    for (uint32_t o = r->first_operand[i]; o < r->first_operand[i] + n->num_operands; o++) {
      uint32_t at = 0;
      while (at < graph->num_nodes && !tta_str_equal(graph->nodes[at].name, r->operands[o])) at++;
      if (at == graph->num_nodes)
        return report_error(r, n, "'%.*s' is not defined", TTA_STR_ARGS(r->operands[o]));
      numbers[o] = at;
    }
  }
  return 0;
}

int tt_layout_graph_read(tt_layout_graph *g, tta_str text) {
  reader r = {.g = g};
  size_t lines = 1;
  for (size_t i = 0; i < text.size; i++) lines += text.data[i] == '\n';
  if (lines > MAX_NODES) {
    tta_print_error(tt_layout_program, "%s: more than %d lines", g->path, MAX_NODES);
    return TTA_EXIT_ERRORS;
  }
  g->graph.nodes = tta_arena_array(g->arena, lines, sizeof *g->graph.nodes);
  g->graph.order = tta_arena_array(g->arena, lines, sizeof *g->graph.order);
  r.first_operand = tta_arena_array(g->arena, lines, sizeof *r.first_operand);
  if (!g->graph.nodes || !g->graph.order || !r.first_operand) return no_memory();
  tta_buf_init(&r.name, NULL);
  int exit = read_lines(&r, text);
  if (!exit) exit = link_operands(&r);
  tta_buf_free(&r.name);
  return exit;
}

/* ---- modules ---- */

int tt_layout_graph_read_module(tt_layout_graph *g, tta_str text, tta_document **document) {
  tta_check_options *options;
  tta_source source;
  tta_check *check = NULL;
  tta_tiled_module_error error = {.line = 0};
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  if (tt_layout_check_options(0, &options)) return no_memory();
  tta_source_init(&source, tta_str_from(g->path), text, NULL);
  tta_status status = tta_check_text(&source, options, &check);
  int exit = status ? tt_layout_fail(status, &reason) : tt_layout_print_diagnostics(check, &source);
  tta_check_free(check);
  tta_source_free(&source);
  if (!exit && (status = tta_document_new(tta_str_from(g->path), text, options, NULL, document)))
    exit = tt_layout_fail(status, &reason);
  tta_check_options_free(options);
  if (exit) return exit;
  status = tta_tiled_graph_of_document(*document, 0, g->arena, &g->graph, &error);
  tta_tiled_node at = {.line = error.line, .column = error.column};
  if (status == TTA_INVALID) return tt_layout_graph_error(g, &at, "%.*s", TTA_STR_ARGS(error.message));
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  return 0;
}
