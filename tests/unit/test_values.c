/* ttattr/value.h: the values that a visitor gets. Expected values are written by hand. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag/check_options.h"
#include "suite.h"
#include "ttattr/check.h"

static const char text[] =
    "#l1 = #tt.memory_space<l1>\n"
    "module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , "
    "chipIds = [0, 3]>} {\n"
    "  func.func @f(%a: tensor<2x?xf32>, %b: memref<4x8xf32, #l1>, %c: memref<4 x 8 x f32, #tt.memory_space<l1>>)\n"
    "}\n"
    "ttcore.device @d = <workerGrid = #ttcore.grid<1x1, (d0, d1) -> (0, d0, d1)>, chipIds = [0]>\n";

typedef struct seen {
  uint32_t count;
  tta_island_context places[16];
  char names[16][32];
  bool memrefs_equal, tensor_differs;
  int64_t chips[4], rank, extent;
  uint32_t num_chips, map_results;
  char printed[64];
} seen;

static void look_at_device(seen *s, tta_value device) {
  tta_shape shape;
  tta_map map;
  tta_value grid = tta_value_field(device, "workerGrid");
  ck_assert_str_eq(tta_value_name(grid), "tt.grid");
  ck_assert_str_eq(tta_value_field_name(grid), "workerGrid");
  if (tta_value_shape(tta_value_field(grid, "shape"), &shape)) s->rank = shape.rank, s->extent = shape.extent[1];
  if (tta_value_map(tta_value_field(grid, "mapping"), &map)) s->map_results = map.num_results;
  for (tta_value c = tta_value_first(tta_value_field(device, "chipIds")); tta_value_kind_of(c); c = tta_value_next(c))
    ck_assert(tta_value_integer(c, &s->chips[s->num_chips++]));
  ck_assert_int_eq(tta_value_kind_of(tta_value_field(device, "dramMap")), TTA_VALUE_ABSENT);
  ck_assert_int_eq(tta_value_kind_of(tta_value_field(tta_value_field(device, "dramMap"), "shape")), TTA_VALUE_ABSENT);
}

static void see(void *user, const tta_island *island) {
  static tta_value first_memref; /* the tree of an island is gone after the call: only its text may be kept */
  static char first_text[64];
  seen *s = user;
  uint32_t i = s->count++;
  s->places[i] = island->context;
  strncpy(s->names[i], tta_value_name(island->value), sizeof s->names[i] - 1);
  if (island->context == TTA_CONTEXT_MODULE_DEVICE) look_at_device(s, island->value);
  if (strcmp(s->names[i], "builtin.memref")) return;
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_value_print(&out, island->value, true);
  tta_buf_char(&out, 0);
  if (!first_memref.tree) {
    first_memref = island->value;
    strncpy(first_text, out.data, sizeof first_text - 1);
  } else {
    s->memrefs_equal = !strcmp(first_text, out.data);
    strncpy(s->printed, out.data, sizeof s->printed - 1);
  }
  ck_assert(tta_value_equal(island->value, island->value));
  ck_assert(!tta_value_equal(island->value, tta_value_field(island->value, "shape")));
  tta_buf_free(&out);
}

START_TEST(visit) {
  tta_source source;
  tta_check_options options;
  tta_check *check = NULL;
  seen s = {.count = 0};
  tta_source_init(&source, (tta_str){"f.mlir", 6}, (tta_str){text, sizeof text - 1}, NULL);
  tta_check_options_init(&options);
  ck_assert_int_eq(tta_check_visit(&source, &options, see, &s, &check), TTA_OK);
  /* the plain tensor<2x?xf32> has a dynamic extent, so it is an island too */
  static const char *const names[] = {"tt.memory_space", "tt.device",      "builtin.tensor",
                                      "builtin.memref",  "builtin.memref", "ttcore.device"};
  static const tta_island_context places[] = {TTA_CONTEXT_ALIAS,     TTA_CONTEXT_MODULE_DEVICE,
                                              TTA_CONTEXT_OPERATION, TTA_CONTEXT_OPERATION,
                                              TTA_CONTEXT_OPERATION, TTA_CONTEXT_DEVICE_OPERATION};
  ck_assert_uint_eq(s.count, 6);
  for (uint32_t i = 0; i < 6; i++) {
    ck_assert_str_eq(s.names[i], names[i]);
    ck_assert_int_eq(s.places[i], places[i]);
  }
  ck_assert_int_eq(s.rank, 2);
  ck_assert_int_eq(s.extent, 8);
  ck_assert_uint_eq(s.map_results, 3);
  ck_assert_uint_eq(s.num_chips, 2);
  ck_assert_int_eq(s.chips[1], 3);
  ck_assert(s.memrefs_equal);
  ck_assert_str_eq(s.printed, "memref<4x8xf32, #tt.memory_space<l1>>");
  ck_assert_ptr_nonnull(check);
  tta_check_free(check);
  tta_source_free(&source);
}
END_TEST

/* The island is a tuple of the two types. */
static void compare(void *user, const tta_island *island) {
  tta_value first = tta_value_first(island->value);
  *(int *)user = tta_value_equal(first, tta_value_next(first));
}

static int equal_in_tuple(const char *a, const char *b) {
  char line[512] = "!t = tuple<";
  strcat(strcat(strcat(strcat(line, a), ", "), b), ">\n");
  tta_source source;
  tta_check_options options;
  int equal = -1;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){line, strlen(line)}, NULL);
  tta_check_options_init(&options);
  ck_assert_int_eq(tta_check_visit(&source, &options, compare, &equal, NULL), TTA_OK);
  tta_source_free(&source);
  return equal;
}

START_TEST(equality) {
  ck_assert_int_eq(equal_in_tuple("tensor<2x3xf32>", "tensor< 2 x 3 x f32 >"), 1);
  ck_assert_int_eq(equal_in_tuple("tensor<2x3xf32>", "tensor<2x4xf32>"), 0);
  ck_assert_int_eq(equal_in_tuple("tensor<2x3xf32>", "memref<2x3xf32>"), 0);
  ck_assert_int_eq(equal_in_tuple("!tt.tile<32x32, f32>", "!tt.tile<32 x 32, f32>"), 1);
  ck_assert_int_eq(equal_in_tuple("!tt.tile<32x32, f32>", "!ttcore.tile<32x32, f32>"), 0);
  ck_assert_int_eq(
      equal_in_tuple("memref<2xf32, affine_map<(d0) -> (d0 + d0)>>", "memref<2xf32, affine_map<(i) -> (i * 2)>>"), 1);
  ck_assert_int_eq(
      equal_in_tuple("memref<2xf32, affine_map<(d0) -> (d0 * 2)>>", "memref<2xf32, affine_map<(d0) -> (d0 * 3)>>"), 0);
  ck_assert_int_eq(equal_in_tuple("memref<2xf32, 3>", "memref<2xf32, 4>"), 0);
}
END_TEST

/* ---- kinds ---- */

/* The fields of an attribute, of every kind; and that each accessor takes its own kind only. */
static const struct {
  const char *attribute, *field;
  tta_value_kind kind;
} fields[] = {
    {"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>", "linear",
     TTA_VALUE_MAP},
    {"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>", "oob_val",
     TTA_VALUE_KEYWORD},
    {"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>", "grid",
     TTA_VALUE_ATTRIBUTE},
    {"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>", "memref",
     TTA_VALUE_ATTRIBUTE},
    {"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>", "memory_layout",
     TTA_VALUE_ABSENT},
    {"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>", "no such field",
     TTA_VALUE_ABSENT},
    {"#tt.grid<2x3>", "shape", TTA_VALUE_SHAPE},
    {"#tt.grid<#absent>", "shape", TTA_VALUE_ERROR},
    {"#tt.arg_alloc<262144, 4096, l1>", "size", TTA_VALUE_INTEGER},
    {"#tt.Chip_capability<pcie|host_mmio>", "value", TTA_VALUE_KEYWORD},
    {"#tt.tensor_mesh<\"m\">", "name", TTA_VALUE_ABSENT}, /* there is only ttcore's */
    {"#ttcore.tensor_mesh<\"m\">", "name", TTA_VALUE_STRING},
    {"#ttcore.core_range<(0,0), (7,7)>", "end_coord", TTA_VALUE_LIST},
    {"#tt.device<#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, [0]>", "chipIds", TTA_VALUE_LIST},
    {"#ttcore<local_shape local_shape = i32>", "local_shape", TTA_VALUE_SCALAR},
    {"#d2m.thread<compute, @fg>", "symbol", TTA_VALUE_OTHER},
    {"#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #ttnn.buffer_type<l1>>, <interleaved>, "
     "exactGrid = true>",
     "exactGrid", TTA_VALUE_BOOL},
};

typedef struct looked_up {
  const char *field;
  tta_value_kind kind;
  bool integer, shape, map;
  int64_t value;
  tta_span span;
  char text[32];
} looked_up;

static void look_up(void *user, const tta_island *island) {
  looked_up *l = user;
  tta_shape shape;
  tta_map map;
  tta_value v = tta_value_field(island->value, l->field);
  l->kind = tta_value_kind_of(v);
  l->integer = tta_value_integer(v, &l->value);
  l->shape = tta_value_shape(v, &shape);
  l->map = tta_value_map(v, &map);
  l->span = tta_value_span(v);
  tta_str words = tta_value_text(v);
  snprintf(l->text, sizeof l->text, "%.*s", (int)words.size, words.data);
  ck_assert_str_eq(tta_value_field_name(v), l->kind ? l->field : "");
  ck_assert_uint_eq(words.size, l->span.end - l->span.begin);
  ck_assert_int_eq(tta_value_kind_of(tta_value_next((tta_value){NULL, 0})), TTA_VALUE_ABSENT);
}

static looked_up look_up_in(const char *attribute, const char *field) {
  char line[512];
  looked_up l = {.field = field};
  snprintf(line, sizeof line, "#a = %s\n", attribute);
  tta_source source;
  tta_check_options options;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){line, strlen(line)}, NULL);
  tta_check_options_init(&options);
  ck_assert_int_eq(tta_check_visit(&source, &options, look_up, &l, NULL), TTA_OK);
  tta_source_free(&source);
  return l;
}

START_TEST(kinds) {
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    looked_up l = look_up_in(fields[i].attribute, fields[i].field);
    ck_assert_msg(l.kind == fields[i].kind, "%s of %s is of kind %d", fields[i].field, fields[i].attribute, l.kind);
    ck_assert_int_eq(l.integer, l.kind == TTA_VALUE_INTEGER || l.kind == TTA_VALUE_BOOL);
    ck_assert_int_eq(l.shape, l.kind == TTA_VALUE_SHAPE);
    ck_assert_int_eq(l.map, l.kind == TTA_VALUE_MAP);
    ck_assert_int_eq(!*l.text, l.kind == TTA_VALUE_ABSENT);
  }
  ck_assert_int_eq(look_up_in("#tt.arg_alloc<262144, 4096, l1>", "size").value, 4096);
  ck_assert_str_eq(look_up_in("#tt.grid<2x3>", "shape").text, "2x3");
  ck_assert_uint_eq(look_up_in("#tt.grid<2x3>", "shape").span.begin, 14);
}
END_TEST

/* An absent value has no name, no text, no parts, and prints nothing. */
START_TEST(absent) {
  tta_value none = {NULL, 0};
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_int_eq(tta_value_kind_of(none), TTA_VALUE_ABSENT);
  ck_assert_str_eq(tta_value_name(none), "");
  ck_assert_str_eq(tta_value_field_name(none), "");
  ck_assert_int_eq(tta_value_kind_of(tta_value_field(none, "grid")), TTA_VALUE_ABSENT);
  ck_assert_int_eq(tta_value_kind_of(tta_value_first(none)), TTA_VALUE_ABSENT);
  ck_assert_uint_eq(tta_value_span(none).end, 0);
  ck_assert_uint_eq(tta_value_text(none).size, 0);
  ck_assert(tta_value_equal(none, none));
  tta_value_print(&out, none, true);
  ck_assert_uint_eq(out.size, 0);
  tta_buf_free(&out);
}
END_TEST

/* Pairs of one kind that differ in one thing, and the same thing written in another way. */
START_TEST(equality_by_kind) {
  static const struct {
    const char *a, *b;
    int equal;
  } pairs[] = {
      {"memref<2xf32, 99999999999999999999>", "memref<2xf32, 99999999999999999999>", 1},
      {"memref<2xf32, 99999999999999999999>", "memref<2xf32, 99999999999999999998>", 0},
      {"memref<2xf32, 99999999999999999999>", "memref<2xf32, 9>", 0},
      {"memref<2xf32, true>", "memref<2xf32, true>", 1},
      {"memref<2xf32, true>", "memref<2xf32, false>", 0},
      {"memref<2xf32, \"a\">", "memref<2xf32, \"a\">", 1},
      {"memref<2xf32, \"a\">", "memref<2xf32, \"ab\">", 0},
      {"memref<2xf32, \"ab\">", "memref<2xf32, \"a\">", 0},
      {"memref<2xf32, [1, 2]>", "memref<2xf32, [1,2]>", 1},
      {"memref<2xf32, [1, 2]>", "memref<2xf32, [1]>", 0},
      {"memref<2xf32, [1]>", "memref<2xf32, [1, 2]>", 0},
      {"memref<2xf32, unit>", "memref<2xf32, unit>", 1},
      {"memref<2x2xf32, strided<[2, ?], offset: ?>>", "memref<2x2xf32, strided<[ 2,?], offset:?>>", 1},
      {"memref<2x2xf32, strided<[2, ?]>>", "memref<2x2xf32, strided<[2, 1]>>", 0},
      {"tensor<2xf32, #other<a>>", "tensor<2xf32, #other<b>>", 0},
      {"tensor<*xf32>", "tensor<*xf32>", 1},
      {"tensor<*xf32>", "tensor<f32>", 0},
      {"tensor<2x?xf32>", "tensor<2x?xf32>", 1},
      {"tensor<2xf32>", "tensor<2x1xf32>", 0},
      {"vector<[4]xf32>", "vector<4xf32>", 0},
      {"complex<f32>", "complex<f64>", 0},
      {"tuple<f32, i8>", "tuple<f32,i8>", 1},
      {"tuple<f32>", "tuple<f32, i8>", 0},
      {"tuple<>", "tuple<>", 1},
      {"tensor<2xf32, #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, undef, l1, index_map = map(4)>>",
       "tensor<2xf32, #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, undef, l1, index_map = map(3)>>",
       0},
      {"tensor<2xf32, #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, undef, l1>>",
       "tensor<2xf32, #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, undef>>", 0},
      {"tensor<2xf32, affine_set<(d0) : (d0 == 0)>>", "tensor<2xf32, affine_set<(d0) : (d0 == 0)>>", 1},
      {"tensor<2xf32, affine_set<(d0) : (d0 == 0)>>", "tensor<2xf32, affine_set<(d0) : (d0 >= 0)>>", 0},
      {"tensor<2xf32, affine_set<(d0) : (d0 == 0)>>", "tensor<2xf32, affine_set<(d0) : (d0 - 1 == 0)>>", 0},
      {"tensor<2xf32, affine_set<(d0) : (d0 == 0)>>", "tensor<2xf32, affine_set<(d0, d1) : (d0 == 0)>>", 0},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    int equal = equal_in_tuple(pairs[i].a, pairs[i].b), back = equal_in_tuple(pairs[i].b, pairs[i].a);
    ck_assert_msg(equal == pairs[i].equal, "%s and %s: %d", pairs[i].a, pairs[i].b, equal);
    ck_assert_int_eq(equal, back);
    ck_assert_int_eq(equal_in_tuple(pairs[i].a, pairs[i].a), 1);
  }
}
END_TEST

/* Each visit as `CONTEXT NAME SPAN KIND`. */
static void list(void *user, const tta_island *island) {
  tta_buf_printf(user, "%d %u-%u %u-%u %d\n", (int)island->context, island->name.begin, island->name.end,
                 island->span.begin, island->span.end, (int)tta_value_kind_of(island->value));
}

START_TEST(uses_and_broken_definitions) {
  static const char source_text[] = "#a = [1]\n#b = [\n\"x\"() {a = #a, b = #b, c = #none}\n";
  tta_source source;
  tta_check_options options;
  tta_buf seen_islands;
  tta_buf_init(&seen_islands, NULL);
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){source_text, sizeof source_text - 1}, NULL);
  tta_check_options_init(&options);
  ck_assert_int_eq(tta_check_visit(&source, &options, list, &seen_islands, NULL), TTA_OK);
  tta_buf_char(&seen_islands, 0);
  ck_assert_str_eq(seen_islands.data, "1 0-2 5-8 9\n1 9-11 14-50 0\n5 0-0 27-29 9\n5 0-0 35-37 0\n5 0-0 43-48 0\n");
  tta_buf_free(&seen_islands);
  tta_source_free(&source);
}
END_TEST

START_TEST(names) {
  ck_assert_str_eq(tta_status_name(TTA_OK), "ok");
  ck_assert_str_eq(tta_status_name(TTA_UNDECIDED), "undecided");
  ck_assert_str_eq(tta_status_name((tta_status)99), "");
  ck_assert_str_eq(tta_severity_name(TTA_SEVERITY_NOTE), "note");
  ck_assert_str_eq(tta_severity_name((tta_severity)99), "");
  ck_assert_str_eq(tta_value_kind_name(TTA_VALUE_OTHER), "other");
  ck_assert_str_eq(tta_value_kind_name((tta_value_kind)99), "");
  ck_assert_str_eq(tta_island_context_name(TTA_CONTEXT_USE), "use");
  ck_assert_str_eq(tta_island_context_name((tta_island_context)99), "");
}
END_TEST

/* Each alias has two uses of the one before it: 2^40 paths. */
typedef struct walked {
  size_t visits, repeated;
  uint32_t deepest, stop_at;
} walked;

static tta_walk count_visit(void *user, tta_value value, uint32_t depth, bool repeated) {
  walked *w = user;
  w->visits++;
  w->repeated += repeated;
  if (depth > w->deepest) w->deepest = depth;
  if (w->stop_at && w->visits == w->stop_at) return TTA_WALK_STOP;
  return tta_value_kind_of(value) == TTA_VALUE_MAP ? TTA_WALK_SKIP : TTA_WALK_ON;
}

static void walk_last(void *user, const tta_island *island) {
  walked *w = user;
  uint32_t stop_at = w->stop_at;
  *w = (walked){.stop_at = stop_at};
  ck_assert_int_eq(tta_value_walk(island->value, count_visit, w), TTA_OK);
}

START_TEST(walk_enters_an_alias_once) {
  tta_buf chain;
  tta_source source;
  walked w = {.visits = 0};
  tta_buf_init(&chain, NULL);
  tta_buf_str(&chain, "#a0 = [1]\n");
  for (int i = 1; i <= 40; i++) tta_buf_printf(&chain, "#a%d = [#a%d, #a%d]\n", i, i - 1, i - 1);
  tta_buf_char(&chain, 0);
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){chain.data, chain.size - 1}, NULL);
  ck_assert_int_eq(tta_check_visit(&source, NULL, walk_last, &w, NULL), TTA_OK);
  ck_assert_uint_eq(w.visits, 1 + 2 * 40 + 1); /* the root, two uses in each list, the integer */
  ck_assert_uint_eq(w.repeated, 40);
  ck_assert_uint_eq(w.deepest, 41);
  w.stop_at = 5;
  ck_assert_int_eq(tta_check_visit(&source, NULL, walk_last, &w, NULL), TTA_OK);
  ck_assert_uint_eq(w.visits, 5);
  ck_assert_int_eq(tta_value_walk((tta_value){NULL, 0}, count_visit, &w), TTA_OK);
  tta_source_free(&source);
  tta_buf_free(&chain);
}
END_TEST

int main(void) {
  return RUN_SUITE("values", visit, equality, kinds, absent, equality_by_kind, uses_and_broken_definitions, names,
                   walk_enters_an_alias_once);
}
