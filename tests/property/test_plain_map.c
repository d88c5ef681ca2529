/* src/parse/affine_plain.c parses canonical maps without tokens. The grammar parses the same text with an additional
 * space: the two maps must be equal, print the same text, and be rejected for the same reasons. Parsing the printed
 * text yields the same map. Usage: test_plain_map [CASES [SEED]] */
#include <stdarg.h>

#include "affine/print.h"
#include "parse/reader.h"
#include "print/print.h"
#include "text_files.h"

enum { MAX_TEXT = 4096, MAX_RESULTS = 16 };

typedef struct outcome {
  tta_arena arena;
  tta_report report;
  tta_reader reader;
  tta_node_id root;
  tta_map map;
  bool has_map, canonical;
  tta_buf printed;
} outcome;

static bool take(void *user, tta_reader *reader, tta_node_id root, tta_island_context place, tta_span span) {
  outcome *o = user;
  (void)place;
  (void)span;
  o->root = root;
  o->canonical = reader->parser.canonical;
  o->has_map = root && tta_node_map(&reader->tree, root, &o->map);
  if (root) tta_print_node(&o->printed, &reader->tree, root, (tta_print_options){0});
  return true; /* keep the tree */
}

static void read_text(outcome *o, const char *text) {
  *o = (outcome){0};
  tta_visitor visitor = {.user = o, .island = take};
  tta_arena_init(&o->arena, NULL);
  tta_report_init(&o->report, &o->arena);
  tta_buf_init(&o->printed, NULL);
  if (tta_reader_init(&o->reader, (tta_str){text, strlen(text)}, &o->report, &tta_malloc_allocator,
                        (tta_reader_options){0}) ||
      tta_reader_read(&o->reader, &visitor))
    abort();
  tta_buf_char(&o->printed, 0);
}

static void drop(outcome *o) {
  tta_buf_free(&o->printed);
  tta_reader_free(&o->reader);
  tta_report_free(&o->report);
  tta_arena_free(&o->arena);
}

/* ---- random maps: sums of products of dims and constants, now and then something that only the grammar reads ----- */

static void add(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(char *text, const char *format, ...) {
  size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  if (used < MAX_TEXT - 100) vsnprintf(text + used, MAX_TEXT - used, format, args);
  va_end(args);
}

static void add_number(char *text) {
  static const char *const hard[] = {"0", "1", "00", "01", "9223372036854775807", "9223372036854775808",
                                     "999999999999999999", "1000000000000000000", "4611686018427387904",
                                     "18446744073709551616", "4294967296"};
  if (below(12) == 0) add(text, "%s", hard[below(sizeof hard / sizeof *hard)]);
  else add(text, "%zu", below(below(2) ? 10 : 5000));
}

static size_t num_symbols; /* of the map that is being made */
/* no symbols, no sums in brackets: else MLIR's canonical text need not be that of the map it gives */
static bool settles;

static void add_dim(char *text, size_t dims) {
  if (num_symbols && below(3) == 0) add(text, "s%zu", below(40) ? below(num_symbols) : num_symbols);
  else add(text, below(60) ? "d%zu" : "d0%zu", below(40) ? below(dims) : dims);
}

static void add_term(char *text, size_t dims, int depth) {
  static const char *const operators[] = {" mod ", " floordiv ", " ceildiv "};
  size_t kind = below(100);
  if (kind < 10) {
    add_number(text);
    if (below(5) == 0) add(text, " * "), add_number(text);
    return;
  }
  if (kind < 25 && depth) {
    add(text, "(");
    add_term(text, dims, depth - 1);
    if (below(2)) {
      settles = false;
      add(text, below(3) ? " + " : " - ");
      add_term(text, dims, depth - 1);
    }
    add(text, ")");
  } else {
    add_dim(text, dims);
  }
  if (kind < 55) {
    add(text, "%s", operators[below(3)]);
    if (num_symbols && below(2)) add_dim(text, dims);
    else add_number(text);
  } else if (kind < 85) {
    add(text, " * ");
    if (below(50)) add_number(text);
    else add_dim(text, dims);
  }
}

/* `(((d0 + 3) mod 7) - d1) * 2`: more levels than the fast path reads, now and then. */
static void add_deep(char *text, size_t dims) {
  size_t levels = below(4) ? below(40) : below(320);
  settles = false;
  for (size_t i = 0; i < levels; i++) add(text, "(");
  add_term(text, dims, 0);
  for (size_t i = 0; i < levels; i++) {
    if (below(3)) add(text, below(2) ? " + " : " - "), add_dim(text, dims);
    add(text, ")");
    if (below(5) == 0) add(text, " mod "), add_number(text);
  }
}

static void random_map(char *text) {
  size_t dims = 1 + below(below(10) ? 5 : 130), results = below(20) ? 1 + below(4) : below(MAX_RESULTS);
  strcpy(text, "affine_map<(");
  for (size_t i = 0; i < dims; i++) add(text, "%sd%zu", i ? ", " : "", i);
  add(text, ")");
  num_symbols = below(3) ? 0 : 1 + below(below(10) ? 3 : 12);
  settles = !num_symbols;
  for (size_t i = 0; i < num_symbols; i++) add(text, "%ss%zu", i ? ", " : "[", i);
  add(text, num_symbols ? "] -> (" : " -> (");
  for (size_t r = 0; r < results; r++) {
    if (r) add(text, ", ");
    for (size_t terms = 1 + below(4); terms; terms--) {
      if (below(100)) add_term(text, dims, (int)below(4));
      else add_deep(text, dims);
      if (terms > 1) add(text, below(4) ? " + " : " - ");
    }
  }
  add(text, ")>");
}

/* An additional space after a bracket, comma or space: the map is parsed token by token. The first bracket of the
 * dims is one such place, and the only one that hides the whole map from the short way. */
static void with_blank(const char *text, char *out) {
  const char *open = strchr(text, '(');
  sprintf(out, "%.*s %s", (int)(open + 1 - text), text, open + 1);
}

static bool same_report(const outcome *a, const outcome *b) {
  if (a->report.size != b->report.size) return false;
  for (size_t i = 0; i < a->report.size; i++) {
    const tta_diagnostic *x = a->report.items[i], *y = b->report.items[i];
    if (x->rule != y->rule || x->message.size != y->message.size ||
        memcmp(x->message.data, y->message.data, x->message.size) != 0 || x->span.begin + 1 != y->span.begin ||
        x->span.end + 1 != y->span.end)
      return x->span.begin < 13 && x->rule == y->rule; /* at the dims themselves the blank moves nothing */
  }
  return true;
}

static const char *compare(const char *text, const char *spaced) {
  outcome quick, slow, again = {0};
  const char *fault = NULL;
  read_text(&quick, text);
  read_text(&slow, spaced);
  bool refused = quick.report.num_errors || slow.report.num_errors;
  if (!same_report(&quick, &slow)) fault = "other diagnostics";
  else if (quick.has_map != slow.has_map) fault = "only one is a map";
  else if (!refused && !tta_map_equal(&quick.map, &slow.map)) fault = "other maps";
  else if (!refused && strcmp(quick.printed.data, slow.printed.data) != 0) fault = "other texts";
  if (!fault && quick.canonical && strcmp(quick.printed.data, text) != 0) fault = "it prints in another way";
  if (!fault && !refused && quick.has_map && settles) {
    read_text(&again, quick.printed.data);
    if (again.report.num_errors || !again.has_map || strcmp(again.printed.data, quick.printed.data) != 0)
      fault = "the printed text does not give the map";
    drop(&again);
  }
  drop(&quick);
  drop(&slow);
  return fault;
}

int main(int argc, char **argv) {
  size_t cases = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000, faults = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  static char text[MAX_TEXT], spaced[MAX_TEXT + 2];
  random_state = seed;
  for (size_t i = 0; i < cases && faults < 10; i++) {
    random_map(text);
    with_blank(text, spaced);
    const char *fault = compare(text, spaced);
    if (fault) printf("plain_map: case %zu: %s\n  %s\n", i, fault, text), faults++;
  }
  printf("plain_map: %zu cases, seed %llu\n", cases, (unsigned long long)seed);
  return faults != 0;
}
