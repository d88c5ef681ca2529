/* read.c: a graph in text form: one operation on each line, in any order:
 *
 *     a = input 1024x256 f16 order=1,0 sparse      a default or ordered layout
 *     b = input tensor<256x512xf16, #tt.tiled_layout<..>>
 *     c = matmul a b                               # a comment, as after //
 *     d = sum c axes=1 keepdim
 *     e = restickify c dim=0 : tensor<..>          the result must have this layout
 */
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/format.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "base/str.h"
#include "document/tiled_text.h"
#include "graphs/rules.h"
#include "text/cursor.h"
#include "text/token.h"
#include "tiled/parts.h"
#include "ttattr/layout.h"

enum { MAX_NODES = 8192, MAX_ERRORS = 20 };

/** A type with a tiled layout. */
typedef struct type {
  tta_span span;
  tta_status status;
  tta_tiled layout;
} type;

typedef struct reader {
  tta_arena *arena;
  tta_graph_reading *in;
  tta_str text; /* comments after # are blanks */
  tta_tiled_graph *graph;
  type *types; /* in order of position */
  uint32_t num_types, cap_types;
  tta_str *operands; /* names of operands, in the order of the nodes */
  uint32_t num_operands, cap_operands, *first_operand; /* by node */
  bool no_memory; /* for a type */
} reader;

static tta_span span_of(const reader *r, tta_str word) {
  uint32_t begin = (uint32_t)(word.data - r->text.data);
  return (tta_span){begin, begin + (uint32_t)word.size};
}

#define REPORT(r, word, ...)                                                                                           \
  tta_report_add((r)->in->report, TTA_RULE_graph_syntax, span_of(r, word), __VA_ARGS__)
#define REJECT(r, word, ...) (REPORT(r, word, __VA_ARGS__), (tta_status)TTA_INVALID)

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

/* The value of `key=value`. */
static bool value_of(tta_str word, const char *key, tta_str *value) {
  *value = word;
  return tta_str_skip(value, key) && value->size;
}

/* `4x8` or `1,0`, a list in the arena. */
static tta_status read_numbers(reader *r, tta_str text, char separator, int64_t least, tta_shape *list) {
  tta_cursor c = {.text = text, .arena = r->arena};
  const char between[] = {separator, '\0'};
  uint32_t count = 0;
  int64_t *numbers = tta_arena_array(r->arena, text.size + 1, sizeof *numbers);
  if (!numbers) return TTA_NO_MEMORY;
  do {
    if (count == TTA_MAX_RANK || !tta_cursor_int(&c, &numbers[count]) || numbers[count++] < least)
      return r->arena->failed ? TTA_NO_MEMORY : TTA_INVALID;
  } while (tta_cursor_skip(&c, between));
  *list = (tta_shape){count, numbers};
  return c.at == text.size ? TTA_OK : TTA_INVALID;
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

static tta_status take_value(reader *r, tta_tiled_node *n, option which, tta_str value) {
  if (which == TYPE) return tta_tiled_element_find(value, &n->element) ? TTA_OK : TTA_INVALID;
  tta_status status = read_numbers(r, value, which == SIZE ? 'x' : ',', which == SIZE ? -1 : INT64_MIN, &n->list);
  if (status) return status;
  n->dim = n->list.extent[0];
  return (which == DIM && n->list.rank != 1) || (which == DIMS && n->list.rank != 2) ? TTA_INVALID : TTA_OK;
}

/* @param found whether the word is an option */
static tta_status read_option(reader *r, tta_tiled_node *n, tta_str word, unsigned *given, bool *found) {
  unsigned allowed = options_of(n);
  tta_str value;
  *found = true;
  if ((allowed & KEEPDIM) && tta_str_is(word, "keepdim")) {
    n->keep_dims = true;
    return TTA_OK;
  }
  if ((allowed & FORMAT) && (tta_str_is(word, "sparse") || tta_str_is(word, "dense"))) {
    n->has_format = true;
    n->format = tta_str_is(word, "sparse") ? TTA_TILED_SPARSE : TTA_TILED_DENSE;
    return TTA_OK;
  }
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (!(allowed & (unsigned)keys[i].option) || !value_of(word, keys[i].key, &value)) continue;
    *given |= (unsigned)keys[i].option;
    tta_status status = take_value(r, n, keys[i].option, value);
    if (status != TTA_INVALID) return status;
    return REJECT(r, word, "expected %s%s such as %s", keys[i].option == DIM ? "one " : "", keys[i].what,
                  keys[i].example);
  }
  *found = false;
  return TTA_OK;
}

static const char *missing(const tta_tiled_node *n, unsigned given) {
  if (n->kind == TTA_TILED_PERMUTE && tta_str_is(n->operation, "transpose")) return NULL;
  if (n->kind == TTA_TILED_POINTWISE) return NULL;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if ((options_of(n) & (unsigned)keys[i].option) && !(given & (unsigned)keys[i].option)) return keys[i].example;
  return NULL;
}

static tta_status check_operands(reader *r, const tta_tiled_node *n, unsigned given) {
  uint32_t least = tta_tiled_least_operands(n->kind);
  if (!tta_tiled_takes(n->kind, n->num_operands))
    return REJECT(r, n->operation, "%.*s requires %u operand%s, found %u", TTA_STR_ARGS(n->operation), least,
                  tta_plural(least), n->num_operands);
  const char *example = missing(n, given);
  if (!example) return TTA_OK;
  if (n->kind == TTA_TILED_RESTICKIFY)
    return REJECT(r, n->operation, "missing stick dim of restickify; expected dim=0");
  return REJECT(r, n->operation, "missing %.*s of %.*s; expected %s", (int)(strchr(example, '=') - example), example,
                TTA_STR_ARGS(n->operation), example);
}

static tta_status read_operands(reader *r, tta_tiled_node *n, tta_str rest) {
  unsigned given = 0;
  while (rest.size) {
    tta_str word = next_word(&rest);
    bool is_option;
    tta_status status = read_option(r, n, word, &given, &is_option);
    if (status) return status;
    if (is_option) continue;
    if (memchr(word.data, '=', word.size))
      return REJECT(r, word, "'%.*s' is not an operand of %.*s", TTA_STR_ARGS(word), TTA_STR_ARGS(n->operation));
    if (!TTA_PUSH_IN(r->arena, r, operands, word)) return TTA_NO_MEMORY;
    n->num_operands++;
  }
  n->swap = n->kind == TTA_TILED_PERMUTE && tta_str_is(n->operation, "transpose");
  return check_operands(r, n, given);
}

/* ---- inputs ---- */

static tta_status read_type(reader *r, tta_tiled_node *n, tta_str text) {
  uint32_t begin = (uint32_t)(text.data - r->text.data);
  uint32_t at = TTA_COUNT_BELOW(type, r->types, r->num_types, span.begin, begin);
  const type *found = at < r->num_types && r->types[at].span.begin == begin ? &r->types[at] : NULL;
  if (!found) return REJECT(r, text, "tensor has no layout; 'input SHAPE TYPE' has the default one");
  if (found->span.end - begin != text.size)
    return REJECT(r, text, "expected one #tt.tiled_layout<...>, or a tensor type with it");
  n->layout = found->layout;
  n->pinned = true;
  n->pin_at = found->span;
  if (found->status != TTA_INVALID) return found->status;
  return REJECT(r, text, "'stick' takes its sizes from a tensor: write tensor<8x64xf16, #tt.tiled_layout<stick>>");
}

static bool find_convention(tta_str word, tta_tiled_convention *convention) {
  static const char *const names[] = {TTA_TILED_CONVENTION_NAMES};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!tta_str_is(word, names[i])) continue;
    *convention = (tta_tiled_convention)i;
    return true;
  }
  return false;
}

/* `order=1,0`, `convention=2026`, `sparse` pin an input, as does `pinned`. */
static tta_status read_input_option(reader *r, tta_tiled_node *n, tta_str word, tta_tiled_spec *spec) {
  tta_str value;
  n->pinned = true;
  if (tta_str_is(word, "pinned")) return TTA_OK;
  if (tta_str_is(word, "sparse")) {
    spec->format = TTA_TILED_SPARSE;
  } else if (value_of(word, "order=", &value)) {
    tta_status status = read_numbers(r, value, ',', 0, &spec->order);
    return status == TTA_INVALID ? REJECT(r, word, "expected an order such as order=1,0") : status;
  } else if (!value_of(word, "convention=", &value) || !find_convention(value, &spec->convention)) {
    return REJECT(r, word, "unexpected '%.*s'; expected order=, convention=, sparse or pinned", TTA_STR_ARGS(word));
  }
  return TTA_OK;
}

/* `input 1024x256 f16 order=1,0 convention=2026 sparse`, `input tensor<..>` */
static tta_status read_input(reader *r, tta_tiled_node *n, tta_str rest) {
  if (tta_str_starts_with(rest, "tensor<")) return read_type(r, n, rest);
  tta_tiled_spec spec = {.convention = r->graph->convention};
  tta_str shape = next_word(&rest), element = next_word(&rest);
  tta_status status = read_numbers(r, shape, 'x', 0, &spec.host_size);
  if (status == TTA_INVALID || (!status && !tta_tiled_element_find(element, &spec.element)))
    return REJECT(r, shape.size ? shape : n->operation,
                  "expected 'input 1024x256 f16' or 'input tensor<1024x256xf16, #tt.tiled_layout<...>>'");
  while (rest.size && !status) status = read_input_option(r, n, next_word(&rest), &spec);
  if (status) return status;
  tta_tiled_diagnostic why = {.rule = 0};
  status = tta_tiled_build(&spec, r->arena, &n->layout, &why);
  if (status != TTA_INVALID) return status;
  tta_rule rule = tta_tiled_report_rule(why.rule);
  tta_report_add(r->in->report, rule, span_of(r, shape), "%.*s", TTA_STR_ARGS(why.message));
  return TTA_INVALID;
}

/* ---- lines ---- */

static tta_status reject_again(reader *r, const tta_tiled_node *n, const tta_tiled_node *first) {
  tta_diagnostic *d = REPORT(r, n->name, "'%.*s' is defined twice", TTA_STR_ARGS(n->name));
  tta_report_note(r->in->report, d, first->at, "first defined here");
  return TTA_INVALID;
}

/* ` : tensor<..>` at the end of the line pins the result. */
static tta_status read_pin(reader *r, tta_tiled_node *n, tta_str *rest) {
  size_t at = tta_str_find(*rest, " : ");
  if (at == SIZE_MAX) return TTA_OK;
  tta_str pinned = tta_str_trim(tta_str_rest(*rest, at + 3));
  *rest = (tta_str){rest->data, at};
  return read_type(r, n, pinned);
}

static tta_status read_line(reader *r, tta_tiled_node *n, tta_str line) {
  const char *equal = memchr(line.data, '=', line.size);
  tta_str rest = equal ? tta_str_between(equal + 1, line.data + line.size) : line;
  n->name = equal ? tta_str_trim(tta_str_between(line.data, equal)) : (tta_str){"", 0};
  n->operation = next_word(&rest);
  if (!n->name.size || memchr(n->name.data, ' ', n->name.size) || !n->operation.size)
    return REJECT(r, line, "expected 'name = operation operands'");
  n->at = span_of(r, n->name);
  n->operation_at = span_of(r, n->operation);
  for (const tta_tiled_node *other = r->graph->nodes; other < n; other++)
    if (tta_str_equal(other->name, n->name)) return reject_again(r, n, other);
  if (!tta_tiled_find_operation(n->operation, &n->kind)) return tta_graph_reject_operation(r->in, n, n->operation);
  if (n->kind == TTA_TILED_INPUT) return read_input(r, n, rest);
  tta_status status = read_pin(r, n, &rest);
  return status ? status : read_operands(r, n, rest);
}

/* Comments after // remain in the text for the check of its types. */
static tta_str without_comment(tta_str line) {
  tta_tokens tokens = tta_tokens_in(line);
  for (tta_token t; tta_token_next(&tokens, &t);)
    if (t.kind == TTA_MARK_COMMENT) return tta_str_between(line.data, t.begin);
  return line;
}

static bool has_too_many_errors(const reader *r) { return r->in->report->num_errors >= MAX_ERRORS; }

static tta_status read_lines(reader *r) {
  tta_status status = TTA_OK;
  tta_str rest = r->text, line;
  for (uint32_t number = 1; !status && tta_str_next_line(&rest, &line); number++) {
    line = tta_str_trim(without_comment(line));
    if (!line.size) continue;
    tta_tiled_node *next = &r->graph->nodes[r->graph->num_nodes];
    *next = (tta_tiled_node){.line = number};
    r->first_operand[r->graph->num_nodes] = r->num_operands;
    status = read_line(r, next, line);
    r->graph->num_nodes++;
    if (status == TTA_INVALID && !has_too_many_errors(r)) status = TTA_OK; /* the value is known all the same */
  }
  return status;
}

static void reject_operand(reader *r, tta_str name) {
  tta_nearest nearest = tta_nearest_start(name, name.size < 3 ? 0 : 1);
  for (uint32_t i = 0; i < r->graph->num_nodes; i++) {
    tta_str other = tta_arena_str(r->arena, r->graph->nodes[i].name);
    if (other.data) tta_nearest_offer(&nearest, other.data, other.data);
  }
  tta_diagnostic *d = REPORT(r, name, "'%.*s' is not defined", TTA_STR_ARGS(name));
  if (tta_nearest_is_likely(&nearest)) tta_report_suggest(r->in->report, d, span_of(r, name), nearest.best);
}

/* Names of operands become numbers of nodes. */
static tta_status link_operands(reader *r) {
  tta_tiled_graph *graph = r->graph;
  uint32_t *numbers = tta_arena_array(r->arena, (size_t)r->num_operands + 1, sizeof *numbers);
  if (!numbers) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < graph->num_nodes; i++) {
    tta_tiled_node *n = &graph->nodes[i];
    n->operands = numbers + r->first_operand[i];
    n->words = n->num_operands ? r->operands + r->first_operand[i] : NULL;
    for (uint32_t o = r->first_operand[i]; o < r->first_operand[i] + n->num_operands; o++) {
      uint32_t at = 0;
      while (at < graph->num_nodes && !tta_str_equal(graph->nodes[at].name, r->operands[o])) at++;
      if (at == graph->num_nodes) reject_operand(r, r->operands[o]);
      if (has_too_many_errors(r)) return TTA_INVALID;
      numbers[o] = at;
    }
  }
  return r->in->report->num_errors ? TTA_INVALID : TTA_OK;
}

/* ---- the text ---- */

/* A `#` starts a comment unless it starts a name. Comments become blanks, so that offsets stay. */
static bool blank_comments(reader *r, tta_str text) {
  char *copy = tta_arena_alloc(r->arena, text.size + 1);
  if (!copy) return false;
  bool comment = false;
  for (size_t i = 0; i <= text.size; i++) {
    char c = i < text.size ? text.data[i] : '\0', before = i ? text.data[i - 1] : '\n';
    char after = i + 1 < text.size ? text.data[i + 1] : '\n';
    if (c == '\n') comment = false;
    else if (c == '#' && (is_blank(after) || after == '\n' || before == '\n')) comment = true;
    copy[i] = comment && c ? ' ' : c;
  }
  r->text = (tta_str){copy, text.size};
  return true;
}

static void add_type(void *user, const tta_island *island) {
  reader *r = user;
  tta_tiled layout;
  bool found;
  tta_status status = tta_tiled_of_value(island->value, r->arena, &layout, &found);
  if (!found || r->no_memory) return;
  r->no_memory = !TTA_PUSH_IN(r->arena, r, types, (type){island->span, status, layout});
}

tta_status tta_graph_read_lines(tta_graph_reading *in, tta_tiled_graph *graph) {
  reader r = {.arena = in->arena, .in = in, .graph = graph};
  tta_str text = in->source->text;
  size_t lines = 1;
  for (size_t i = 0; i < text.size; i++) lines += text.data[i] == '\n';
  if (lines > MAX_NODES) {
    tta_report_add(in->report, TTA_RULE_graph_limit, (tta_span){0, 0}, "more than %d lines", MAX_NODES);
    return TTA_INVALID;
  }
  graph->nodes = tta_arena_array(in->arena, lines, sizeof *graph->nodes);
  graph->order = tta_arena_array(in->arena, lines, sizeof *graph->order);
  r.first_operand = tta_arena_array(in->arena, lines, sizeof *r.first_operand);
  if (!graph->nodes || !graph->order || !r.first_operand || !blank_comments(&r, text)) return TTA_NO_MEMORY;
  in->text = r.text;
  tta_source copy;
  tta_source_init(&copy, in->source->name, r.text, in->arena->allocator);
  tta_status status = tta_check_visit(&copy, in->options, add_type, &r, &in->check);
  tta_source_free(&copy);
  if (!status && r.no_memory) status = TTA_NO_MEMORY;
  if (!status && tta_results_num_errors(tta_check_results(in->check))) status = TTA_INVALID;
  if (!status) status = read_lines(&r);
  return status ? status : link_operands(&r);
}
