/* Affine maps against a model. The input chooses a tree; its text, with all brackets written, goes through the whole
 * reader; then
 *  1. the map that was read has the tree's value at every point where the tree has one (evaluated in 128 bits);
 *  2. its canonical text is read again with the same values, and to the same text. One exception is MLIR's own: it
 *     folds neighbours only, so `d0 + (s0 - d0)` prints `d0 + -d0 + s0`, which prints `s0`, and `(d0 + (d1 + 8)) + d2`
 *     prints `d0 + d1 + 8 + d2`. The text can become longer: `(d0 + d0 + s0 * 49) floordiv 49` prints
 *     `(d0 * 2) floordiv 49 + s0` when it is read again, as mlir-opt-19 does. Few steps must be enough. */
#include "fuzz.h"
#include "affine/print.h"
#include "parse/reader.h"
#include "print/print.h"

enum { MAX_NODES = 200, MAX_RESULTS = 6, POINTS = 5 };

typedef struct node {
  char op; /* '#' constant, 'd', 's', '-' unary or one of + _ (minus) * % / ^ (ceildiv) */
  int64_t value;
  int lhs, rhs;
} node;

typedef struct input {
  fuzz_bytes bytes;
  uint32_t dims, symbols, results;
  int num_nodes, roots[MAX_RESULTS];
  node nodes[MAX_NODES];
} input;

/* ---- from bytes to a tree ---------------------------------------------------------------------------------------- */

static int grow(input *in, int depth, bool symbolic);

static int leaf(input *in, bool symbolic) {
  node n = {'#', 0, 0, 0};
  uint32_t kind = fuzz_below(&in->bytes, 4);
  if (kind >= 2 && in->dims && !symbolic) n = (node){'d', fuzz_below(&in->bytes, in->dims), 0, 0};
  else if (kind >= 1 && in->symbols) n = (node){'s', fuzz_below(&in->bytes, in->symbols), 0, 0};
  else n.value = fuzz_below(&in->bytes, 70);
  in->nodes[in->num_nodes] = n;
  return in->num_nodes++;
}

static int divisor(input *in) {
  in->nodes[in->num_nodes] = (node){'#', 1 + fuzz_below(&in->bytes, 65), 0, 0};
  return in->num_nodes++;
}

static int grow(input *in, int depth, bool symbolic) {
  static const char ops[] = "+_*%/^-";
  uint32_t choice = fuzz_byte(&in->bytes);
  if (!depth || choice < 60 || in->num_nodes > MAX_NODES - 60 || !fuzz_more(&in->bytes)) return leaf(in, symbolic);
  node n = {ops[choice % 7], 0, 0, 0};
  n.lhs = grow(in, depth - 1, symbolic);
  if (n.op == '*') n.rhs = fuzz_below(&in->bytes, 3) ? divisor(in) : grow(in, depth > 2 ? 2 : depth - 1, true);
  else if (n.op == '%' || n.op == '/' || n.op == '^') n.rhs = divisor(in);
  else if (n.op != '-') n.rhs = choice > 240 ? n.lhs : grow(in, depth - 1, symbolic);
  in->nodes[in->num_nodes] = n;
  return in->num_nodes++;
}

/* ---- from the tree to text, and to values ------------------------------------------------------------------------ */

static void write_node(const input *in, int id, tta_buf *out) {
  const node *n = &in->nodes[id];
  switch (n->op) {
  case '#': tta_buf_int(out, n->value); return;
  case 'd': case 's': tta_buf_printf(out, "%c%d", n->op, (int)n->value); return;
  case '-': tta_buf_str(out, "-("); break;
  default: tta_buf_char(out, '('); break;
  }
  write_node(in, n->lhs, out);
  tta_buf_char(out, ')');
  if (n->op == '-') return;
  tta_buf_str(out, n->op == '+'   ? " + "
                   : n->op == '_' ? " - "
                   : n->op == '*' ? " * "
                   : n->op == '%' ? " mod "
                   : n->op == '/' ? " floordiv "
                                  : " ceildiv ");
  tta_buf_char(out, '(');
  write_node(in, n->rhs, out);
  tta_buf_char(out, ')');
}

static void write_map(const input *in, tta_buf *out) {
  tta_buf_str(out, "affine_map<(");
  for (uint32_t i = 0; i < in->dims; i++) tta_buf_printf(out, "%sd%u", i ? ", " : "", i);
  tta_buf_char(out, ')');
  for (uint32_t i = 0; i < in->symbols; i++) tta_buf_printf(out, "%ss%u", i ? ", " : "[", i);
  tta_buf_str(out, in->symbols ? "] -> (" : " -> (");
  for (uint32_t i = 0; i < in->results; i++) {
    if (i) tta_buf_str(out, ", ");
    write_node(in, in->roots[i], out);
  }
  tta_buf_str(out, ")>");
}

static __int128 floor_div(__int128 a, __int128 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* False where a step leaves 60 bits: regrouping could overflow there. */
static bool value_of(const input *in, int id, const int64_t *dims, const int64_t *symbols, __int128 *out) {
  const node *n = &in->nodes[id];
  __int128 a = 0, b = 0;
  if (n->op == '#') return *out = n->value, true;
  if (n->op == 'd') return *out = dims[n->value], true;
  if (n->op == 's') return *out = symbols[n->value], true;
  if (!value_of(in, n->lhs, dims, symbols, &a) || (n->op != '-' && !value_of(in, n->rhs, dims, symbols, &b)))
    return false;
  switch (n->op) {
  case '-': *out = -a; break;
  case '+': *out = a + b; break;
  case '_': *out = a - b; break;
  case '*': *out = a * b; break;
  case '%': *out = a - floor_div(a, b) * b; break;
  case '/': *out = floor_div(a, b); break;
  default: *out = -floor_div(-a, b); break;
  }
  return *out < ((__int128)1 << 60) && *out > -((__int128)1 << 60);
}

/* ---- the reader under test --------------------------------------------------------------------------------------- */

typedef struct reading {
  const input *in; /* NULL: only print */
  tta_buf printed;
  bool found;
} reading;

static void check_values(const input *in, const tta_map *map, const char *text) {
  static const int64_t dims[POINTS][4] = {
      {0, 0, 0, 0}, {1, 2, 3, 5}, {63, 31, 8, 7}, {-1, -33, 17, -64}, {1000, 65537, 12, 99}};
  static const int64_t symbols[POINTS][2] = {{0, 0}, {1, 4}, {32, 7}, {-5, 3}, {64, 1000}};
  REQUIRE(map->num_dims == in->dims && map->num_symbols == in->symbols && map->num_results == in->results, "%s", text);
  for (int p = 0; p < POINTS; p++)
    for (uint32_t r = 0; r < in->results; r++) {
      __int128 expected;
      int64_t got;
      if (!value_of(in, in->roots[r], dims[p], symbols[p], &expected)) continue;
      tta_status status = tta_expr_evaluate(map->pool, map->results[r], dims[p], symbols[p], &got);
      REQUIRE(status == TTA_OK && got == (int64_t)expected, "result %u at point %d of %s: %lld, not %lld (status %d)",
              r, p, text, (long long)got, (long long)expected, (int)status);
    }
}

static bool take(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  reading *r = user;
  tta_map map;
  (void)place;
  (void)span;
  REQUIRE(!r->found && root && tta_node_map(&reader->tree, root, &map), "one map is one island: %s",
          reader->text.data);
  r->found = true;
  if (r->in) check_values(r->in, &map, reader->text.data);
  tta_print_node(&r->printed, &reader->tree, root, (tta_print_options){0});
  return false;
}

/* false: rejected by amplification or integer-range */
static bool read_text(const char *text, size_t size, reading *r) {
  tta_arena arena;
  tta_report report;
  tta_reader reader;
  tta_visitor visitor = {.user = r, .island = take};
  tta_arena_init(&arena, NULL);
  tta_report_init(&report, &arena);
  REQUIRE(
      !tta_reader_init(&reader, (tta_str){text, size}, &report, &tta_malloc_allocator, (tta_reader_options){0}),
      "no memory");
  bool values_count = true;
  const input *in = r->in;
  r->in = NULL;
  REQUIRE(!tta_reader_read(&reader, &visitor), "no memory");
  for (size_t i = 0; i < report.size; i++) {
    tta_rule rule = report.items[i]->rule;
    REQUIRE(rule == TTA_RULE_integer_range || rule == TTA_RULE_affine_not_affine || rule == TTA_RULE_affine_divisor ||
                rule == TTA_RULE_amplification || rule == TTA_RULE_nesting_limit,
            "[%s] %.*s: %s", tta_rule_get(rule)->name, (int)report.items[i]->message.size,
            report.items[i]->message.data, text);
    values_count = false;
  }
  tta_reader_free(&reader);
  if (values_count && in) { /* once more, to look at the values */
    r->found = false;
    r->in = in;
    r->printed.size = 0;
    tta_reader_init(&reader, (tta_str){text, size}, &report, &tta_malloc_allocator, (tta_reader_options){0});
    tta_reader_read(&reader, &visitor);
    tta_reader_free(&reader);
  }
  tta_report_free(&report);
  tta_arena_free(&arena);
  return values_count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static input in;
  in = (input){.bytes = {data, data + size}};
  in.dims = fuzz_below(&in.bytes, 5);
  in.symbols = fuzz_below(&in.bytes, 3);
  in.results = fuzz_below(&in.bytes, MAX_RESULTS + 1);
  int depth = 1 + (int)fuzz_below(&in.bytes, 6);
  for (uint32_t i = 0; i < in.results; i++) {
    if (in.num_nodes > MAX_NODES - 70) in.results = i;
    else in.roots[i] = grow(&in, depth, false);
  }
  tta_buf text;
  tta_buf_init(&text, NULL);
  write_map(&in, &text);
  char *first = fuzz_copy(text.data, text.size);
  reading a = {.in = &in}, b = {0};
  tta_buf_init(&a.printed, NULL);
  tta_buf_init(&b.printed, NULL);
  if (read_text(first, text.size, &a)) {
    bool same = false;
    for (int steps = 0; !same; steps++) {
      char *second = fuzz_copy(a.printed.data, a.printed.size);
      b = (reading){.in = &in, .printed = b.printed};
      b.printed.size = 0;
      REQUIRE(read_text(second, a.printed.size, &b), "canonical text is rejected: %s of %s", second, first);
      same = a.printed.size == b.printed.size && !memcmp(a.printed.data, b.printed.data, a.printed.size);
      REQUIRE(same || steps < 8, "%s prints %s prints %.*s", first, second,
              (int)b.printed.size, b.printed.data);
      free(second);
      tta_buf swap = a.printed;
      a.printed = b.printed;
      b.printed = swap;
    }
  }
  free(first);
  tta_buf_free(&a.printed);
  tta_buf_free(&b.printed);
  tta_buf_free(&text);
  return 0;
}
