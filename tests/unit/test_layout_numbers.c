/* Arithmetic of layouts at its limits: names and sizes of elements, shapes of map, grid and tile, collapsed dims,
 * strides; and the rules of tiled layouts in operations, for every pair of some operands, with every allocation
 * failing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "affine/print.h"
#include "graphs/rules.h"
#include "layout/collapse.h"
#include "layout/invert.h"
#include "layout/layout.h"
#include "layout/linear.h"
#include "layout/values.h"
#include "layout/strides.h"
#include "suite.h"
#include "tiled_layouts.h"

#define MAX INT64_MAX

START_TEST(element_names) {
  static const struct {
    const char *name;
    tta_element_kind kind;
    uint32_t bits;
  } cases[] = {
      {"f32", TTA_ELEMENT_FLOAT, 32},
      {"bf16", TTA_ELEMENT_FLOAT, 16},
      {"tf32", TTA_ELEMENT_FLOAT, 32},
      {"f8E4M3FN", TTA_ELEMENT_FLOAT, 8},
      {"i1", TTA_ELEMENT_INTEGER, 1},
      {"si8", TTA_ELEMENT_INTEGER, 8},
      {"ui16", TTA_ELEMENT_INTEGER, 16},
      {"index", TTA_ELEMENT_INDEX, 0},
      {"indey", TTA_ELEMENT_OTHER, 0},
      {"f", TTA_ELEMENT_OTHER, 0},
      {"", TTA_ELEMENT_OTHER, 0},
      {"32", TTA_ELEMENT_OTHER, 0},
      {"xf32", TTA_ELEMENT_OTHER, 0},
      {"xi32", TTA_ELEMENT_OTHER, 0},
      {"abi32", TTA_ELEMENT_OTHER, 0},
      {"g32", TTA_ELEMENT_OTHER, 0},
      {"f32x", TTA_ELEMENT_OTHER, 0},
      {"i8E4", TTA_ELEMENT_OTHER, 0},
      {"i0", TTA_ELEMENT_OTHER, 0},
      {"i16777216", TTA_ELEMENT_OTHER, 0},
      {"i16777215", TTA_ELEMENT_INTEGER, 16777215},
      {"i99999999999", TTA_ELEMENT_OTHER, 0},
      {"none", TTA_ELEMENT_OTHER, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_element e = tta_element_scalar(str(cases[i].name));
    ck_assert_msg(e.kind == cases[i].kind && (e.kind == TTA_ELEMENT_OTHER || e.bits == cases[i].bits),
                  "%s: kind %d, %u bits", cases[i].name, (int)e.kind, e.bits);
  }
}
END_TEST

START_TEST(element_bytes) {
  static const struct {
    tta_element e;
    tta_status status;
    int64_t with, without;
  } cases[] = {
      {{.kind = TTA_ELEMENT_OTHER}, TTA_INVALID, 0, 0},
      {{.kind = TTA_ELEMENT_INDEX}, TTA_OK, 4, 4},
      {{.kind = TTA_ELEMENT_INTEGER, .bits = 1}, TTA_OK, 1, 1},
      {{.kind = TTA_ELEMENT_INTEGER, .bits = 24}, TTA_OK, 3, 3},
      {{.kind = TTA_ELEMENT_TILE, .tile = {32, 32}, .data_type = TTA_F32}, TTA_OK, 4096, 4096},
      {{.kind = TTA_ELEMENT_TILE, .tile = {32, 32}, .data_type = TTA_U16}, TTA_OK, 2048, 2048},
      {{.kind = TTA_ELEMENT_TILE, .tile = {32, 32}, .data_type = TTA_U8}, TTA_OK, 1024, 1024},
      {{.kind = TTA_ELEMENT_TILE, .tile = {32, 32}, .data_type = TTA_BFP_BF8}, TTA_OK, 1088, 1024},
      {{.kind = TTA_ELEMENT_TILE, .tile = {32, 32}, .data_type = TTA_BFP_F4}, TTA_OK, 576, 512},
      {{.kind = TTA_ELEMENT_TILE, .tile = {32, 32}, .data_type = TTA_BFP_BF2}, TTA_OK, 320, 256},
      {{.kind = TTA_ELEMENT_TILE, .tile = {3, 5}, .data_type = TTA_BFP_BF8}, TTA_INVALID, 0, 0},
      {{.kind = TTA_ELEMENT_TILE, .tile = {MAX, 2}, .data_type = TTA_F32}, TTA_OVERFLOW, 0, 0},
      {{.kind = TTA_ELEMENT_TILE, .tile = {MAX / 8, 1}, .data_type = TTA_F32}, TTA_OVERFLOW, 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int64_t with = 0, without = 0;
    ck_assert_msg(tta_element_bytes(&cases[i].e, TTA_WITH_EXPONENTS, &with) == cases[i].status, "case %zu", i);
    ck_assert_msg(tta_element_bytes(&cases[i].e, TTA_WITHOUT_EXPONENTS, &without) == cases[i].status, "case %zu", i);
    ck_assert_msg(cases[i].status || (with == cases[i].with && without == cases[i].without), "case %zu: %lld, %lld", i,
                  (long long)with, (long long)without);
  }
}
END_TEST

static tta_affine_pool *pool;
static void set_up_pool(void) {
  set_up();
  pool = tta_affine_pool_new(NULL);
}
static void tear_down_pool(void) {
  tta_affine_pool_free(pool);
  tear_down();
}
static tta_map map(const char *text) {
  tta_map m;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  ck_assert_msg(tta_map_from_text(str(text), &arena, pool, &m, &reason) == TTA_OK, "%s: %.*s", text, (int)reason.size,
                reason.data);
  tta_buf_free(&reason);
  return m;
}

START_TEST(shapes) {
  int64_t last[4], out[4], volume;
  tta_map flat = map("(d0, d1) -> (d0, d1)"), symbols = map("(d0, d1)[s0] -> (d0, d1)"),
          far = map("(d0, d1) -> (d0 * 9223372036854775807 + 1, d1)");
  const tta_element tile = {.kind = TTA_ELEMENT_TILE, .tile = {32, 32}},
                    flat_tile = {.kind = TTA_ELEMENT_TILE, .tile = {0, 32}},
                    thin = {.kind = TTA_ELEMENT_TILE, .tile = {32, 0}},
                    scalar = {.kind = TTA_ELEMENT_FLOAT, .bits = 32};
  ck_assert_int_eq(tta_layout_physical_shape(&symbols, LIST(2, 3), last, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_physical_shape(&flat, LIST(2), last, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_physical_shape(&flat, LIST(2, -1), last, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_physical_shape(&far, LIST(2, 3), last, out), TTA_OVERFLOW);
  ck_assert_int_eq(tta_layout_physical_shape(&far, LIST(1, 3), last, out), TTA_OK);
  ck_assert_int_eq(out[0], 2);
  ck_assert_int_eq(tta_layout_shard_shape(LIST(2, 3), LIST(1), out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_shard_shape(LIST(2, 3), LIST(1, 0), out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_shard_shape(LIST(7, MAX), LIST(2, 2), out), TTA_OK);
  ck_assert(out[0] == 4 && out[1] == MAX / 2 + 1);
  ck_assert_int_eq(tta_layout_memref_shape(LIST(33), &tile, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_memref_shape(LIST(33, 33), &flat_tile, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_memref_shape(LIST(33, 33), &thin, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_memref_shape(NONE, &scalar, out), TTA_OK);
  ck_assert_int_eq(tta_layout_memref_shape(LIST(5, 33, 64), &tile, out), TTA_OK);
  ck_assert(out[0] == 5 && out[1] == 2 && out[2] == 2);
  ck_assert_int_eq(tta_layout_scalar_shape(LIST(33), &tile, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_scalar_shape(LIST(MAX / 2, 1), &tile, out), TTA_OVERFLOW);
  ck_assert_int_eq(tta_layout_scalar_shape(LIST(1, MAX / 2), &tile, out), TTA_OVERFLOW);
  ck_assert_int_eq(tta_layout_scalar_shape(NONE, &scalar, out), TTA_OK);
  ck_assert_int_eq(tta_layout_volume(LIST(2, -1), &volume), TTA_INVALID);
  ck_assert_int_eq(tta_layout_volume(LIST(MAX, 2), &volume), TTA_OVERFLOW);
  ck_assert_int_eq(tta_layout_volume(LIST(MAX, 2, 0), &volume), TTA_OK);
  ck_assert_int_eq(volume, 0);
}
END_TEST

START_TEST(collapsed) {
  static const int64_t all[] = {0, 2}, negative[] = {0, -1}, beyond[] = {0, 3}, back[] = {2, 1}, below[] = {-5, 1};
  int64_t out[4];
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, 5), LIST(32, 32), all, 1, out), TTA_OK);
  ck_assert_int_eq(out[0], 96); /* up(3 * up(5, 32), 32) */
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, 5), LIST(32, 32), negative, 1, out), TTA_OK);
  ck_assert(out[0] == 32 && out[1] == 32);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, 5), LIST(32), all, 1, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, 5), LIST(32, 32), beyond, 1, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, 5), LIST(32, 32), back, 1, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, 5), LIST(32, 32), below, 1, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, 5), LIST(32, 0), all, 1, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, -5), LIST(32, 32), all, 1, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, 5), LIST(0, 32), negative, 1, out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(3, MAX), LIST(32, 32), all, 1, out), TTA_OVERFLOW);
  ck_assert_int_eq(tta_layout_collapsed_shape(LIST(MAX, 5), LIST(1, 1), all, 1, out), TTA_OVERFLOW);
}
END_TEST

/* Strides of row-major joins, and back; what no strides say. */
START_TEST(strides) {
  static const struct {
    int64_t strides[3], logical[3];
    uint32_t rank, grid;
    const char *map; /* NULL: rejected */
  } cases[] = {
      {{12, 4, 1}, {2, 3, 4}, 3, 2, "(d0, d1, d2) -> (d0 * 3 + d1, d2)"},
      {{12, 4, 1}, {2, 3, 4}, 3, 3, "(d0, d1, d2) -> (d0, d1, d2)"},
      {{12, 4, 1}, {2, 3, 4}, 3, 1, "(d0, d1, d2) -> (d0 * 12 + d1 * 4 + d2)"},
      {{4, 1}, {3, 4}, 2, 4, "(d0, d1) -> (0, 0, d0, d1)"},
      {{16, 4, 1}, {2, 3, 4}, 3, 2, "(d0, d1, d2) -> (d0 * 4 + d1, d2)"},
      {{16, 4, 2}, {2, 3, 4}, 3, 2, NULL},
      {{13, 4, 1}, {2, 3, 4}, 3, 2, NULL},
      {{2, 4, 1}, {2, 3, 4}, 3, 2, NULL},
      {{99, 4, 1}, {1, 3, 4}, 3, 2, "(d0, d1, d2) -> (d0 * 24 + d1, d2)"},
      {{1}, {5}, 1, 0, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_map m;
    tta_status status =
        tta_map_of_strides((tta_shape){cases[i].rank, cases[i].strides}, (tta_shape){cases[i].rank, cases[i].logical},
                           cases[i].grid, &arena, pool, &m);
    ck_assert_msg(status == (cases[i].map ? TTA_OK : TTA_INVALID), "case %zu: %d", i, (int)status);
    if (!cases[i].map) continue;
    tta_buf text;
    tta_buf_init(&text, NULL);
    tta_map_text(&text, &m);
    tta_buf_char(&text, 0);
    ck_assert_msg(!strcmp(text.data, cases[i].map), "case %zu: %s", i, text.data);
    tta_buf_free(&text);
  }
  tta_map m = map("(d0, d1) -> (d0, d1)");
  int64_t out[4];
  bool linear;
  ck_assert_int_eq(tta_map_of_strides(LIST(1), LIST(2, 3), 2, &arena, pool, &m), TTA_INVALID);
  ck_assert_int_eq(tta_map_of_strides(NONE, NONE, 2, &arena, pool, &m), TTA_INVALID);
  ck_assert_int_eq(tta_map_of_strides(LIST(MAX, 1), LIST(3, MAX), 2, &arena, pool, &m), TTA_OK);
  m = map("(d0, d1) -> (d0 * 4, d1)");
  ck_assert_int_eq(tta_strides_of_map(&m, LIST(MAX, MAX), out, &linear), TTA_OVERFLOW);
  m = map("(d0, d1) -> (d0 floordiv 2, d1)");
  ck_assert_int_eq(tta_strides_of_map(&m, LIST(4, 4), out, &linear), TTA_OK);
  ck_assert(!linear);
}
END_TEST

/* ---- sums ---- */

START_TEST(sums) {
  static const char *const none[] = {"(d0)[s0] -> (d0 + s0)", "(d0) -> (d0 floordiv 2)", "(d0) -> (d0 mod 2 + d0)",
                                     "(d0) -> (d0 * 9223372036854775807 + 9223372036854775807)",
                                     "(d0) -> ((d0 + 1) * -9223372036854775807 - 1)"};
  tta_linear sum;
  tta_step steps[4];
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    tta_map m = map(none[i]);
    ck_assert_msg(!tta_linear_of(&m, 0, &sum), "%s", none[i]);
  }
  tta_map m = map("(d0, d1, d2, d3) -> (d0 * 2 + d1 * 30 + d2 * -5 + d3 * 0 + 7)");
  ck_assert(tta_linear_of(&m, 0, &sum) && sum.constant == 7 && sum.coefficient[1] == 30 && sum.coefficient[2] == -5);
  ck_assert_uint_eq(tta_linear_steps(&sum, LIST(4, 1, 3, 9), steps), 2); /* d1 does not vary, d3 has no stride */
  ck_assert(steps[0].dim == 0 && steps[0].stride == 2 && steps[1].dim == 2 && steps[1].stride == -5);
}
END_TEST

START_TEST(ttnn_shapes) {
  static const int64_t tile[] = {32, 32};
  int64_t out[4];
  tta_map flat = map("(d0, d1) -> (d0, d1)"), joined = map("(d0, d1, d2) -> (d0 * 40 + d1, d2)"),
          far = map("(d0, d1) -> (d0 * 9223372036854775807, d1)"), symbols = map("(d0, d1)[s0] -> (d0, d1)"),
          one = map("(d0) -> (d0)"),
          huge = map("(d0, d1, d2) -> (d0 * 9223372036854775807 + d1 * 9223372036854775807, d2)");
  ck_assert_int_eq(tta_layout_ttnn_shape(&flat, LIST(33, 5), tile, out), TTA_OK);
  ck_assert(out[0] == 64 && out[1] == 32);
  ck_assert_int_eq(tta_layout_ttnn_shape(&joined, LIST(2, 40, 5), tile, out), TTA_OK);
  ck_assert(out[1] == 40 && out[2] == 32); /* d0 leaves no room for rows of padding */
  ck_assert_int_eq(tta_layout_ttnn_shape(&huge, LIST(1, 40, 5), tile, out), TTA_OK);
  ck_assert_int_eq(out[1], 64);
  ck_assert_int_eq(tta_layout_ttnn_shape(&one, LIST(33, 5), tile, out), TTA_OK); /* another rank: not verified */
  ck_assert_int_eq(out[0], 64);
  ck_assert_int_eq(tta_layout_ttnn_shape(&flat, LIST(MAX, 5), tile, out), TTA_OVERFLOW);
  ck_assert_int_eq(tta_layout_ttnn_extents(&symbols, LIST(3, 5), out), TTA_INVALID);
  ck_assert_int_eq(tta_layout_ttnn_extents(&far, LIST(2, 5), out), TTA_OVERFLOW);
  ck_assert_int_eq(tta_layout_ttnn_extents(&flat, LIST(0, 5), out), TTA_OK);
  ck_assert(out[0] == 0 && out[1] == 5);
  ck_assert_int_eq(tta_layout_ttnn_extents(&joined, LIST(2, 33, 5), out), TTA_OK);
  ck_assert(out[0] == 80 && out[1] == 5); /* whole strides */
}
END_TEST

/* Maps with other dims or symbols are compared as texts are; else at each index of the shape. */
START_TEST(equal_on_shapes) {
  static const struct {
    const char *a, *b;
    int64_t shape[2];
    bool equal;
  } cases[] = {
      {"(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0, d1)", {4, 4}, true},
      {"(d0, d1) -> (d0, d1)", "(d0, d1) -> (d1, d0)", {4, 4}, false},
      {"(d0, d1) -> (d0 mod 4, d1)", "(d0, d1) -> (d0, d1)", {4, 4}, true},
      {"(d0, d1) -> (d0 mod 4, d1)", "(d0, d1) -> (d0, d1)", {5, 4}, false},
      {"(d0, d1) -> (d0, d1)", "(d0, d1) -> (d1, d0)", {0, 4}, true},
      {"(d0, d1) -> (d0)", "(d0, d1) -> (d0, d1)", {4, 4}, false},
      {"(d0) -> (d0)", "(d0, d1) -> (d0)", {4, 4}, false},
      {"(d0, d1)[s0] -> (d0, s0)", "(d0, d1)[s0] -> (d0, s0)", {4, 4}, true},
      {"(d0, d1)[s0] -> (d0, s0)", "(d0, d1) -> (d0, d1)", {4, 4}, false},
      {"(d0, d1) -> (d0, d1)", "(d0, d1)[s0] -> (d0, s0)", {4, 4}, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_map a = map(cases[i].a), b = map(cases[i].b);
    bool equal = !cases[i].equal;
    ck_assert_int_eq(tta_map_equal_on(&a, &b, (tta_shape){2, cases[i].shape}, &equal), TTA_OK);
    ck_assert_msg(equal == cases[i].equal, "%s and %s", cases[i].a, cases[i].b);
  }
}
END_TEST

/* The inverse against evaluation: what a map reaches is found, where the map leads there; what it does not reach is
 * not. */
START_TEST(inverse) {
  static const char *const maps[] = {
      "(d0, d1) -> (d0, d1)",
      "(d0, d1) -> (d0 ceildiv 2, d1 + (d0 mod 2) * 5)",
      "(d0, d1) -> (-d0 + 5, d1 * -1 + 4)",
      "(d0, d1) -> ((d0 * -3) mod 7, d1)",
      "(d0, d1) -> ((d0 * 5 + d1) floordiv 7, (d0 * 5 + d1) mod 7)",
      "(d0, d1) -> ((-d0) floordiv 2 + 3, d1 + (d0 mod 2) * 5)",
      "(d0, d1) -> ((-d0) ceildiv 2 + 3, d1 + (d0 mod 2) * 5)",
      "(d0, d1) -> ((d0 + d1) mod 6, d1)",
      "(d0, d1) -> ((d0 mod 3) * (2) + d0 floordiv 3, d1)",
      "(d0, d1) -> (d0 * 2, d1 * 2)",
      "(d0, d1) -> ((d0 - 9) floordiv 4 + 3, ((d0 - 9) mod 4) * 5 + d1)",
  };
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    tta_map m = map(maps[i]);
    for (int64_t y = -1; y < 12; y++)
      for (int64_t x = -1; x < 21; x++) {
        int64_t image[2] = {y, x}, index[2] = {-1, -1}, at[2], value[2];
        bool reached = false, found;
        for (at[0] = 0; at[0] < 6; at[0]++)
          for (at[1] = 0; at[1] < 5; at[1]++) {
            ck_assert_int_eq(tta_map_evaluate(&m, at, NULL, value), TTA_OK);
            reached = reached || (value[0] == y && value[1] == x);
          }
        ck_assert_int_eq(tta_map_invert(&m, LIST(6, 5), image, index, &found), TTA_OK);
        ck_assert_msg(found == reached, "%s: %lld, %lld", maps[i], (long long)y, (long long)x);
        if (!found) continue;
        ck_assert(index[0] >= 0 && index[0] < 6 && index[1] >= 0 && index[1] < 5);
        ck_assert_int_eq(tta_map_evaluate(&m, index, NULL, value), TTA_OK);
        ck_assert(value[0] == y && value[1] == x);
      }
  }
}
END_TEST

/* ---- joins in texts ---- */

START_TEST(joins) {
  static const struct {
    const char *text, *map; /* NULL: rejected with `words`; other text is left to the parser of maps */
    const char *words;
  } cases[] = {
      {"(d0, d1, d2) -> (d0 <> d1, d2)", "(d0, d1, d2) -> (d0 * 3 + d1 * 1, d2)", NULL},
      {" ( d0 , d1 , d2 ) -> ( d0<>d1<>d2 ) ", "d0 * 12 + d1 * 4 + d2 * 1", NULL},
      {"(a, b, c) -> (a <> b, c)", "(a * 3 + b * 1, c)", NULL},
      {"(d0, d1, d2) -> (d0, d1, d2)", "(d0, d1, d2)", NULL},
      {"(d0, d1, d2) -> (d0 <> d3, d2)", NULL, "d3"},
      {"(d0, d1, d2) -> (d0 <> , d2)", NULL, ""},
      {"(d0, d1, d2) -> (d0 <> d1, d2", "(d0, d1, d2) -> (d0 <> d1, d2", NULL},
      {"d0, d1 -> (d0 <> d1)", "d0, d1 -> (d0 <> d1)", NULL},
      {"(d0, d1, d2, d3) -> (d0 <> d3)", NULL, ""},
      {"(d0 <> d1)", "(d0 <> d1)", NULL},
      {"<>", "<>", NULL},
      {"() -> (<>)", NULL, ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_buf out, reason;
    tta_buf_init(&out, NULL);
    tta_buf_init(&reason, NULL);
    tta_status status = tta_collapse_expand(str(cases[i].text), LIST(2, 3, 4), 1, &out, &reason);
    tta_buf_char(&out, 0);
    tta_buf_char(&reason, 0);
    ck_assert_msg(status == (cases[i].map ? TTA_OK : TTA_INVALID), "%s: %d %s", cases[i].text, (int)status, out.data);
    ck_assert_msg(!cases[i].map || strstr(out.data, cases[i].map), "%s: %s", cases[i].text, out.data);
    ck_assert_msg(cases[i].map || (*reason.data && strstr(reason.data, cases[i].words)), "%s: %s", cases[i].text,
                  reason.data);
    tta_buf_free(&out);
    tta_buf_free(&reason);
  }
}
END_TEST

/* ---- operations on tiled layouts ---- */

enum { NUM_OPERANDS = 12 };
static tta_tiled operand(int i) {
  static const int64_t sizes[][4] = {{64, 128}, {64, 128},    {64, 128}, {1, 128}, {64, 1},         {128},
                                     {1},       {2, 64, 128}, {128, 64}, {3, 5},   {2, 3, 64, 128}, {64, 128}};
  static const uint32_t ranks[] = {2, 2, 2, 2, 2, 1, 1, 3, 2, 2, 4, 2};
  static const int64_t turned[] = {1, 0};
  static const tta_tiled_format formats[] = {
      TTA_TILED_DENSE,  TTA_TILED_DENSE, TTA_TILED_SPARSE, TTA_TILED_DENSE, TTA_TILED_SPARSE, TTA_TILED_DENSE,
      TTA_TILED_SPARSE, TTA_TILED_DENSE, TTA_TILED_DENSE,  TTA_TILED_DENSE, TTA_TILED_DENSE,  TTA_TILED_SPARSE_MULTI};
  return build((tta_shape){ranks[i], sizes[i]}, i == 1 ? (tta_shape){2, turned} : NONE,
               i % 3 == 2   ? TTA_TILED_2026
               : i % 3 == 1 ? TTA_TILED_DEC25
                            : TTA_TILED_RFC,
               formats[i]);
}

typedef struct task {
  tta_tiled operands[2];
  int operation;
  tta_tiled_obstacle obstacle;
  bool help;
} task;

static tta_status operate(const task *t, tta_arena *in, tta_tiled_outcome *outcome) {
  static const int64_t last[] = {-1}, both[] = {0, -1}, far[] = {7};
  static const tta_tiled_element f32 = {{"f32", 3}, 32};
  const tta_tiled *a = &t->operands[0], *b = &t->operands[1];
  switch (t->operation) {
  case 0:
    return tta_tiled_pointwise(t->operands, 2, NULL, TTA_TILED_RFC, in, outcome);
  case 1:
    return tta_tiled_pointwise(t->operands, 2, &f32, TTA_TILED_DEC25, in, outcome);
  case 2:
    return tta_tiled_matmul(a, b, TTA_TILED_RFC, in, outcome);
  case 3:
    return tta_tiled_reduce(a, (tta_shape){1, last}, true, TTA_TILED_RFC, in, outcome);
  case 4:
    return tta_tiled_reduce(a, (tta_shape){2, both}, false, TTA_TILED_2026, in, outcome);
  case 5:
    return tta_tiled_reduce(a, (tta_shape){1, far}, true, TTA_TILED_RFC, in, outcome);
  case 6:
    return tta_tiled_restickify(a, 0, TTA_TILED_DEC25, in, outcome);
  case 7:
    return tta_tiled_restickify(a, -9, TTA_TILED_RFC, in, outcome);
  default:
    return tta_tiled_reduce(b, NONE, false, TTA_TILED_RFC, in, outcome);
  }
}

static tta_status operate_with(const tta_allocator *allocator, const void *given) {
  const task *t = given;
  tta_tiled_outcome outcome;
  tta_arena own;
  tta_arena_init(&own, allocator);
  tta_status status = operate(t, &own, &outcome);
  if (!status) ck_assert(outcome.obstacle == t->obstacle && outcome.has_help == t->help);
  tta_arena_free(&own);
  return status;
}

/* What comes out is a legal layout, or words say which operands are in the way, and what is offered is legal. */
START_TEST(operations) {
  int feasible = 0, refused = 0;
  for (int i = 0; i < NUM_OPERANDS; i++)
    for (int j = 0; j < NUM_OPERANDS; j++)
      for (int operation = 0; operation < 9; operation++) {
        task t = {.operands = {operand(i), operand(j)}, .operation = operation};
        tta_tiled_outcome o;
        tta_status status = operate(&t, &arena, &o);
        if (status) {
          ck_assert_msg(status == TTA_INVALID && (operation == 5 || operation == 7 || operation == 4),
                        "%d, %d, operation %d: %d", i, j, operation, (int)status);
          continue;
        }
        if (o.obstacle)
          ck_assert_msg(o.reason.size > 0 && o.operand < 2 && o.other_operand < 2, "%d, %d, operation %d", i, j,
                        operation);
        else LEGAL(o.layout);
        if (o.has_help) LEGAL(o.help_layout);
        feasible += !o.obstacle;
        refused += o.obstacle != 0;
        t.obstacle = o.obstacle;
        t.help = o.has_help;
        if ((i * NUM_OPERANDS + j) % 5 == 0) each_request_fails(operate_with, &t, TTA_OK);
      }
  ck_assert_int_gt(feasible, 300);
  ck_assert_int_gt(refused, 200);
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("layout_numbers", set_up_pool, tear_down_pool, element_names, element_bytes, shapes, collapsed,
                        strides, sums, ttnn_shapes, equal_on_shapes, inverse, joins, operations);
}
