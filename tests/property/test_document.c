/* Random texts of islands, opaque bodies, aliases, comments, strings and split markers:
 *  1. the canonical text is canonical and has the same diagnostics;
 *  2. bytes outside islands do not change: without its edits the text is the same, and every edit is inside an island
 *     or alias value;
 *  3. spans of diagnostics are inside the text, edits and sections are in order;
 *  4. the text without one random byte, or truncated, is checked in bounded time and follows the same rules.
 * Usage: test_document [CASES [SEED]] */
#define _GNU_SOURCE /* memmem */
#include <time.h>

#include "diag/check_options.h"
#include "text_files.h"
#include "ttattr/check.h"

enum { MAX_PARTS = 24, MAX_BYTES = 16384, SLOWEST_SECONDS = 2 };

typedef struct text {
  char data[MAX_BYTES + 1];
  size_t size;
  struct { size_t begin, end; } islands[MAX_PARTS * 2];
  size_t num_islands, num_aliases;
} text;

static const char *fault;
static size_t faultless, edits; /* how much the cases tell */
static void require(bool ok, const char *what) {
  if (!ok && !fault) fault = what;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

static void put(text *t, const char *piece) {
  size_t n = strlen(piece);
  if (t->size + n > MAX_BYTES) return;
  memcpy(t->data + t->size, piece, n);
  t->size += n;
  t->data[t->size] = 0;
}

static void put_island(text *t, const char *piece) {
  size_t begin = t->size;
  put(t, piece);
  t->islands[t->num_islands].begin = begin;
  t->islands[t->num_islands++].end = t->size;
}

#define PICK(list) list[below(sizeof list / sizeof *list)]

/* In canonical form and not. */
static const char *const islands[] = {
    "tensor<2x3xf32>",
    "tensor<0x0xbf16>",
    "tensor<?x4xi8>",
    "tensor< 2 x 3 x f32 >",
    "tensor<*xf32>",
    "memref<4x4xf32>",
    "memref<4x4xf32, 0>",
    "memref<2x2xf32, affine_map<(d0, d1) -> (d0, d1)>, 1>",
    "memref<2xf32, strided<[1], offset: ?>>",
    "affine_map<(d0, d1) -> (d1, d0)>",
    "affine_map<(i, j)[n] -> (i * 2 + j, n)>",
    "affine_map<()[s0] -> (s0 + 1)>",
    "affine_map<(d0) -> (d0 * 8 + -d0)>",
    "affine_set<(d0) : (d0 - 1 >= 0, d0 == 0)>",
    "#tt.memory_space<l1>",
    "#tt<memory_space<l1>>",
    "#tt.grid<2x4>",
    "!tt.tile<32 x 32, f32>",
    "!tt.tile<32x32, bfp_bf8>",
    "#ttcore.core_range<(0, 0), (7, 7)>",
    "#ttnn.shape<32x64>",
    "#ttcore.shard<128x4, 1>",
    "tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, "
    "#tt.memory_space<l1>>>>",
    "tensor<64x128xf32, #tt.metal_layout<affine_map<(i, j) -> (i, j)>, undef, #tt.grid<1x1>, memref<64x128xf32, "
    "#tt.memory_space<l1>>>>",
    "#ttcore.metal_layout<logical_shape = 64x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> "
    ": tensor<2x2xi64>, l1, sharded>",
    "tensor<64x64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, "
    "#tt.memory_space<l1>>>>", /* layout-tensor-rank */
};
static const char *const broken[] = {"affine_map<(d0) -> (d1)>",
                                     "tensor<2x",
                                     "#tt.grid<>>",
                                     "affine_map<(d0, d0) -> (d0)>",
                                     "#tt.memory_space<l2>",
                                     "memref<4xf32, 1, 2, 3>",
                                     "affine_map<(d0) -> (d0 mod 0)>",
                                     "tensor<99999999999999999999xf32>",
                                     "#tt.grid<2x",
                                     "!tt.tile<"};
static const char *const between[] = {"  ",
                                      "\n",
                                      "\n\n",
                                      "\t",
                                      "%0 = \"x.y\"(%a) : () -> ()\n",
                                      "func.func @f(%arg0: i32) {\n}\n",
                                      "// tensor<  2xf32> stays\n",
                                      "\"tensor<  2xf32>\"",
                                      "\"a \\22 b\" ",
                                      "#other.thing<a = \"x>\", (d0)->(d0)> ",
                                      "!foo.bar<[{<()>}]> ",
                                      "{-# dialect_resources: { x: \"0xAB\" } #-}\n",
                                      "loc(\"f.mlir\":1:2)\n",
                                      "vector<4xf32> ",
                                      "xtensor ",
                                      "^bb0: ",
                                      "\r\n",
                                      "#other.known< #tt<memory_space<l1>> > "};
static const char *const unclosed[] = {"\"abc", "(", "<", "{-# ", "#", "!", "\x01", "\xff"};

static void put_alias(text *t) {
  static const char *const values[] = {"#tt.memory_space<l1>",
                                       "affine_map<(i) -> (i)>",
                                       "loc(\"x\")",
                                       "distinct[0]<>",
                                       "5 : i64",
                                       "\"s\"",
                                       "[1 , 2]",
                                       "tensor< 4xf32>",
                                       "{a = 1 : i32,  b}",
                                       "dense<[1, 1]> : tensor<2xi64>"};
  char name[32];
  if (t->size && t->data[t->size - 1] != '\n') put(t, "\n");
  snprintf(name, sizeof name, "#a%zu = ", t->num_aliases++);
  put(t, name);
  put_island(t, PICK(values));
  put(t, "\n");
}

static void random_text(text *t) {
  t->size = t->num_islands = t->num_aliases = 0;
  t->data[0] = 0;
  bool clean = below(3) != 0;
  for (size_t parts = 1 + below(MAX_PARTS - 1); parts; parts--) {
    switch (below(clean ? 9 : 10)) {
    case 0: case 1: put_alias(t); break;
    case 2: put(t, "\n// -----\n"); break;
    case 3: {
      char use[32];
      snprintf(use, sizeof use, " #a%zu ", below(t->num_aliases + 1));
      if (!clean || t->num_aliases) put(t, use);
      break;
    }
    case 4: case 5: put(t, PICK(between)); break;
    case 9: put(t, below(2) ? PICK(broken) : PICK(unclosed)); break;
    default:
      put(t, "\"op\"() {a = ");
      put_island(t, PICK(islands));
      put(t, "} : () -> ()\n");
    }
  }
}

/* ---- requirements ------------------------------------------------------------------------------------------------ */

static void require_spans(const tta_check *check, size_t size) {
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    require(d->span.begin <= d->span.end && d->span.end <= size, "a diagnostic outside the text");
    require(!i || tta_results_diagnostic(results, i - 1)->span.begin <= d->span.begin, "diagnostics out of order");
    for (uint32_t n = 0; n < d->num_notes; n++)
      require(d->notes[n].span.begin <= d->notes[n].span.end && d->notes[n].span.end <= size,
              "a note outside the text");
    for (uint32_t f = 0; f < d->num_fixes; f++)
      for (uint32_t e = 0; e < d->fixes[f].num_edits; e++) {
        tta_span s = d->fixes[f].edits[e].span;
        require(s.begin <= s.end && s.end <= size, "a fix-it outside the text");
      }
  }
  uint32_t at = 0;
  for (size_t i = 0; i < tta_results_num_edits(results); i++) {
    tta_edit e = tta_results_edit(results, i);
    require(e.span.begin >= at && e.span.begin <= e.span.end && e.span.end <= size, "edits out of order");
    at = e.span.end;
  }
}

static tta_check *check_text(const char *data, size_t size, bool split) {
  tta_source source;
  tta_check_options options;
  tta_check *check = NULL;
  clock_t begin = clock();
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){data, size}, NULL);
  tta_check_options_init(&options);
  options.split = split;
  if (tta_check_text(&source, &options, &check)) abort();
  require(clock() - begin < SLOWEST_SECONDS * CLOCKS_PER_SEC, "too slow");
  require_spans(check, size);
  return check;
}

static size_t canonical(const tta_check *check, const char *data, size_t size, char *out) {
  size_t at = 0, used = 0;
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_edits(results); i++) {
    tta_edit e = tta_results_edit(results, i);
    memcpy(out + used, data + at, e.span.begin - at);
    used += e.span.begin - at;
    memcpy(out + used, e.text.data, e.text.size);
    used += e.text.size;
    at = e.span.end;
  }
  memcpy(out + used, data + at, size - at);
  out[used + size - at] = 0;
  return used + size - at;
}

static void require_idempotent(const tta_check *check, const char *data, size_t size, bool split) {
  static char again[MAX_BYTES * 4 + 1];
  size_t n = canonical(check, data, size, again);
  tta_check *second = check_text(again, n, split);
  const tta_results *results = tta_check_results(second);
  require(tta_results_num_edits(results) == 0, "canonical text is not canonical");
  require(tta_results_num_diagnostics(results) == tta_results_num_diagnostics(tta_check_results(check)),
          "other diagnostics of the canonical text");
  tta_check_free(second);
}

static bool in_island(const text *t, tta_span span) {
  for (size_t i = 0; i < t->num_islands; i++)
    if (span.begin >= t->islands[i].begin && span.end <= t->islands[i].end) return true;
  /* the body of an unknown attribute is searched, too */
  return memmem(t->data + span.begin, span.end - span.begin, "#tt<memory_space<l1>>", 21) == t->data + span.begin;
}

static void run(const text *t) {
  bool split = below(4) != 0;
  char *exact = malloc(t->size + 1);
  memcpy(exact, t->data, t->size + 1);
  tta_check *check = check_text(exact, t->size, split);
  const tta_results *results = tta_check_results(check);
  faultless += !tta_results_num_errors(results);
  edits += tta_results_num_edits(results);
  if (!tta_results_num_errors(results))
    for (size_t i = 0; i < tta_results_num_edits(results); i++)
      require(in_island(t, tta_results_edit(results, i).span), "bytes outside islands change");
  require_idempotent(check, exact, t->size, split);
  tta_check_free(check);
  free(exact);
  for (int i = 0; i < 4 && t->size; i++) { /* one byte less, or cut */
    size_t at = below(t->size), size = i < 3 ? t->size - 1 : at;
    char *less = malloc(size + 1);
    memcpy(less, t->data, at);
    if (i < 3) memcpy(less + at, t->data + at + 1, t->size - at - 1);
    less[size] = 0;
    check = check_text(less, size, split);
    require_idempotent(check, less, size, split);
    tta_check_free(check);
    if (fault) printf("document: %s\n---\n%s\n---\n", fault, less);
    free(less);
    if (fault) return;
  }
}

int main(int argc, char **argv) {
  size_t cases = argc > 1 ? strtoul(argv[1], NULL, 10) : 40000, faults = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  static text t;
  random_state = seed;
  for (size_t i = 0; i < cases && faults < 5; i++) {
    fault = NULL;
    random_text(&t);
    run(&t);
    if (fault) printf("document: case %zu: %s\n---\n%s\n---\n", i, fault, t.data), faults++;
  }
  printf("document: %zu cases, seed %llu (%zu without errors, %zu edits)\n", cases, (unsigned long long)seed, faultless,
         edits);
  return faults || faultless < cases / 20;
}
