/* Layout values at their limits: rejections with messages; grids, moved bytes, locations and padding of maps without
 * a closed form; relayout; numbers beyond 64 bits. Examples of the specification: test_layout_show.c,
 * test_layout_build.c. */
#include <stdio.h>
#include <stdlib.h>

#include "diag/check_options.h"
#include "failing.h"
#include "find_layout.h"
#include "layouts.h"
#include "moved_bytes.h"
#include "suite.h"
#include "ttattr/grids.h"

#define METAL(tensor, map, grid, memref)                                                                               \
  "tensor<" tensor ", #tt.metal_layout<" map ", undef, <" grid ">, memref<" memref ", #tt.memory_space<l1>>>>"
#define FLAT(tensor, grid, memref) METAL(tensor, "(d0, d1) -> (d0, d1)", grid, memref)
#define PAGES                                                                                                          \
  "tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, f32>, "            \
  "#ttnn.buffer_type<dram>>, <interleaved>>>"
#define SHARDED                                                                                                        \
  "tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x4>, memref<1x1x!ttcore.tile<32x32, f32>, "            \
  "#ttnn.buffer_type<l1>>, <block_sharded>>>"
#define NAMED                                                                                                          \
  "tensor<2x1x32x32xf32, #ttcore.metal_layout<logical_shape = 40x32, dim_alignments = 64x32, collapsed_intervals = "   \
  "dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>"

/* ---- grids and moves between them ---- */

static tta_shape pair(int64_t y, int64_t x) {
  static int64_t extents[2];
  extents[0] = y, extents[1] = x;
  return (tta_shape){2, extents};
}

START_TEST(moved_bytes) {
  static const struct {
    const char *from, *to;
    tta_status status;
    int64_t bytes;
  } cases[] = {
      {FLAT("8x8xf32", "2x2", "4x4xf32"), FLAT("8x8xf32", "2x2", "4x4xf32"), TTA_OK, 0},
      {FLAT("8x8xf32", "2x2", "4x4xf32"), FLAT("8x8xf32", "4x1", "2x8xf32"), TTA_OK, 4 * (64 - 8)},
      {FLAT("0x8xf32", "1x1", "0x8xf32"), FLAT("0x8xf32", "1x1", "0x8xf32"), TTA_OK, 0},
      {PAGES, SHARDED, TTA_UNDECIDED, 0},
      {SHARDED, PAGES, TTA_UNDECIDED, 0},
      /* one by one: a map that is not a sum, another map, another rank of the grid, digits that do not decode */
      {METAL("8x8xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 8)", "1x2", "4x8xf32"),
       METAL("8x8xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 8)", "1x2", "4x8xf32"), TTA_OK, 0},
      {METAL("8x8xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 8)", "1x2", "4x8xf32"),
       FLAT("8x8xf32", "1x2", "8x4xf32"), TTA_OK, 4 * 32},
      {FLAT("8x8xf32", "1x2", "8x4xf32"), METAL("8x8xf32", "(d0, d1) -> (d0, d1 + 8)", "1x2", "8x8xf32"), TTA_OK,
       4 * 32},
      {FLAT("8x8xf32", "1x2", "8x4xf32"), METAL("8x8xf32", "(d0, d1) -> (d1, d0)", "1x2", "8x4xf32"), TTA_OK, 4 * 32},
      {FLAT("8x8xf32", "2x2", "4x4xf32"), METAL("8x8xf32", "(d0, d1) -> (0, d0, d1)", "1x2x2", "1x4x4xf32"), TTA_OK,
       4 * 64},
      {FLAT("4096x4096xf32", "1x2", "4096x2048xf32"),
       METAL("4096x4096xf32", "(d0, d1) -> (d1, d0)", "1x2", "4096x2048xf32"), TTA_UNDECIDED, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading a, b;
    int64_t bytes = 0;
    read_type(&a, cases[i].from);
    read_type(&b, cases[i].to);
    tta_status status = count_moved_bytes(a.s, b.s, (tta_shape){0, NULL}, &bytes);
    ck_assert_msg(status == cases[i].status && (status || bytes == cases[i].bytes), "case %zu: %d, %lld B", i,
                  (int)status, (long long)bytes);
    close_type(&b);
    close_type(&a);
  }
}
END_TEST

/* The grids of a worker grid. */
static tta_status list_grids(const tta_layout *s, tta_shape workers, int64_t capacity_bytes, const tta_layout *like,
                             tta_grid_choice *choices, size_t capacity, size_t *count) {
  tta_grid_options options = {.workers = workers, .capacity_bytes = capacity_bytes, .like = like};
  return tta_layout_grids(s, &options, choices, capacity, count, NULL);
}

START_TEST(grids) {
  static tta_grid_choice g[64];
  size_t count;
  reading r, like;
  read_type(&r, FLAT("8x8xf32", "1x1", "8x8xf32"));
  ck_assert_int_eq(list_grids(r.s, (tta_shape){1, (const int64_t[]){4}}, -1, NULL, g, 64, &count), TTA_INVALID);
  ck_assert_int_eq(list_grids(r.s, pair(0, 4), -1, NULL, g, 64, &count), TTA_INVALID);
  ck_assert_int_eq(list_grids(r.s, pair(INT64_MAX, INT64_MAX), -1, NULL, g, 64, &count), TTA_LIMIT);
  ck_assert_int_eq(list_grids(r.s, pair(1 << 20, 1 << 20), -1, NULL, g, 64, &count), TTA_LIMIT);
  ck_assert_int_eq(list_grids(r.s, pair(2, 2), -1, NULL, g, 2, &count), TTA_OK);
  ck_assert(count == 4 + 4 && g[0].cores == 4 && g[0].fits && g[0].moved_bytes == -1); /* only two had room */
  ck_assert(g[0].grid[0] == 2 && !g[0].is_virtual && g[1].grid[0] == 1 && g[1].is_virtual);
  read_type(&like, METAL("8x8xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 8)", "1x2", "4x8xf32"));
  ck_assert_int_eq(list_grids(r.s, pair(2, 2), 128, like.s, g, 64, &count), TTA_OK);
  ck_assert(g[0].fits && !g[count - 1].fits && g[0].moved_bytes >= 0);
  close_type(&like);
  close_type(&r);
  static const char *const dealt[] = {PAGES};
  read_type(&r, dealt[0]);
  ck_assert_int_eq(list_grids(r.s, pair(2, 2), -1, NULL, g, 64, &count), TTA_INVALID);
  close_type(&r);
  read_type(&r, FLAT("0x8xf32", "1x1", "0x8xf32"));
  ck_assert_int_eq(list_grids(r.s, pair(2, 2), -1, NULL, g, 64, &count), TTA_OK);
  ck_assert_uint_eq(count, 4); /* no core of a second row would have work */
  ck_assert_int_eq(g[0].used_cores, 0);
  close_type(&r);
  read_type(&r, NAMED);
  ck_assert_int_eq(list_grids(r.s, pair(4, 4), -1, r.s, g, 64, &count), TTA_OK);
  ck_assert_uint_gt(count, 1);
  close_type(&r);
}
END_TEST

/* ---- places ---- */

START_TEST(places_refused) {
  reading r;
  tta_buf reason;
  tta_location l;
  int64_t index[3];
  bool found;
  tta_buf_init(&reason, NULL);
#define SAYS(call, words)                                                                                              \
  reason.size = 0;                                                                                                     \
  ck_assert_int_eq(call, TTA_INVALID);                                                                                 \
  tta_buf_char(&reason, 0);                                                                                            \
  ck_assert_msg(strstr(reason.data, words) != NULL, "%s, not %s", reason.data, words)
  read_type(&r, FLAT("8x8xf32", "2x2", "4x4xf32"));
  SAYS(tta_layout_locate(r.s, (const int64_t[]){8, 0}, &l, &reason), "8");
  SAYS(tta_layout_locate(r.s, (const int64_t[]){0, -1}, &l, &reason), "-1");
  ck_assert_int_eq(tta_layout_locate(r.s, (const int64_t[]){0, 8}, &l, NULL), TTA_INVALID);
  SAYS(tta_layout_scalar_at(r.s, (const int64_t[]){2, 0}, 0, index, &found, &reason),
       "core index 2 of grid dim 0 is out of range [0, 1]");
  SAYS(tta_layout_scalar_at(r.s, (const int64_t[]){0, -1}, 0, index, &found, &reason),
       "core index -1 of grid dim 1 is out of range [0, 1]");
  SAYS(tta_layout_scalar_at(r.s, (const int64_t[]){0, 0}, 16, index, &found, &reason),
       "offset 16 is out of range for a padded shard of 16 elements");
  SAYS(tta_layout_scalar_at(r.s, (const int64_t[]){0, 0}, -1, index, &found, &reason),
       "offset -1 is out of range for a padded shard");
  ck_assert_int_eq(tta_layout_scalar_at(r.s, (const int64_t[]){1, 1}, 5, index, &found, NULL), TTA_OK);
  ck_assert(found && index[0] == 5 && index[1] == 5);
  close_type(&r);
  read_type(&r, PAGES);
  SAYS(tta_layout_scalar_at(r.s, (const int64_t[]){0, 0}, 0, index, &found, &reason),
       "layout is interleaved; cores have no shards");
  ck_assert_int_eq(tta_layout_locate(r.s, (const int64_t[]){0, 0}, &l, &reason), TTA_OK);
  close_type(&r);
  read_type(&r, FLAT("0x8xf32", "1x1", "0x8xf32"));
  SAYS(tta_layout_scalar_at(r.s, (const int64_t[]){0, 0}, 0, index, &found, &reason),
       "offset 0 is out of range for a padded shard of 0 elements");
  close_type(&r);
  tta_buf_free(&reason);
}
END_TEST

/* The inverse of maps by search: each scalar is found at the place where the map puts it, and all else is padding. */
START_TEST(inverses) {
  static const struct {
    const char *type;
    int64_t rows, columns, shard;
  } cases[] = {
      {METAL("6x5xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 5)", "1x1", "3x10xf32"), 6, 5, 30},
      {METAL("6x5xf32", "(d0, d1) -> (d0 ceildiv 2, d1 + (d0 mod 2) * 5)", "1x1", "4x10xf32"), 6, 5, 40},
      {METAL("6x5xf32", "(d0, d1) -> (d0 + 2, d1)", "1x1", "8x5xf32"), 6, 5, 40},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading r;
    int64_t found_count = 0;
    read_type(&r, cases[i].type);
    for (int64_t offset = 0; offset < cases[i].shard; offset++) {
      int64_t index[2];
      bool found;
      tta_location l;
      tta_status status = tta_layout_scalar_at(r.s, (const int64_t[]){0, 0}, offset, index, &found, NULL);
      ck_assert_msg(status == TTA_OK, "case %zu: %d at %lld", i, (int)status, (long long)offset);
      if (!found) continue;
      found_count++;
      ck_assert_int_eq(tta_layout_locate(r.s, index, &l, NULL), TTA_OK);
      ck_assert_int_eq(l.linear_offset, offset);
    }
    ck_assert_int_eq(found_count, cases[i].rows * cases[i].columns);
    close_type(&r);
  }
}
END_TEST

/* ---- padding ---- */

static bool stop_at_first(void *user, const tta_padding_class *p) {
  (void)p;
  ++*(int *)user;
  return false;
}

START_TEST(padding) {
  reading r;
  tta_gap gaps[4];
  tta_parts parts;
  int calls = 0;
  read_type(&r, METAL("6x5xf32", "(d0, d1) -> (d0 + 2, d1)", "1x1", "8x5xf32"));
  ck_assert_uint_eq(tta_layout_gaps(r.s, gaps, 4), 1);
  ck_assert(gaps[0].dim == 0 && gaps[0].first == 0 && gaps[0].size == 2);
  ck_assert_uint_eq(tta_layout_gaps(r.s, gaps, 0), 1);
  ck_assert(!tta_layout_parts(r.s, 0, 32, 32, &parts)); /* no dim is joined */
  close_type(&r);
  read_type(&r, FLAT("53x63xf32", "3x2", "18x32xf32"));
  ck_assert_int_eq(tta_layout_padding(r.s, stop_at_first, &calls), TTA_OK);
  ck_assert_int_eq(calls, 1);
  ck_assert(!tta_layout_parts(r.s, 2, 32, 32, &parts));
  close_type(&r);
  read_type(&r, PAGES);
  ck_assert_int_eq(tta_layout_padding(r.s, stop_at_first, &calls), TTA_INVALID);
  ck_assert(!tta_layout_parts(r.s, 0, 32, 32, &parts));
  close_type(&r);
  read_type(&r, METAL("4x6x5xf32", "(d0, d1, d2) -> (d0 * 8 + d1, d2)", "1x1", "30x5xf32"));
  ck_assert(tta_layout_parts(r.s, 0, 8, 8, &parts) && parts.count == 4 && parts.aligned && parts.decided);
  ck_assert(tta_layout_parts(r.s, 0, 16, 16, &parts) && !parts.aligned && parts.part == 1 && parts.offset == 8);
  ck_assert(!tta_layout_parts(r.s, 0, 0, 8, &parts) && !tta_layout_parts(r.s, 0, 8, 0, &parts));
  ck_assert_uint_eq(tta_layout_gaps(r.s, gaps, 4), 1);
  ck_assert(gaps[0].first == 6 && gaps[0].size == 2 && gaps[0].every == 8);
  close_type(&r);
  /* parts of one row: every step of d0 leads to another part, which is cut as parts of two rows are */
  read_type(&r, METAL("31x1x256xbf16", "(d0, d1, d2) -> (d0 * 4 + d1, d2)", "7x8", "18x32xbf16"));
  ck_assert(tta_layout_parts(r.s, 0, 4, 4, &parts) && parts.decided && !parts.aligned && parts.count == 31);
  ck_assert(parts.part == 5 && parts.start == 20 && parts.shard == 1 && parts.offset == 2);
  ck_assert(tta_layout_parts(r.s, 0, 2, 2, &parts) && parts.aligned);
  ck_assert(!tta_layout_parts(r.s, 1, 4, 4, &parts));
  close_type(&r);
  read_type(&r, METAL("1x4x5xf32", "(d0, d1, d2) -> (d0 * 4 + d1, d2)", "1x1", "4x5xf32"));
  ck_assert(!tta_layout_parts(r.s, 0, 8, 8, &parts)); /* a single part */
  close_type(&r);
  read_type(&r, METAL("6x5xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 5)", "1x1", "3x10xf32"));
  ck_assert_uint_eq(tta_layout_gaps(r.s, gaps, 4), 0); /* no sum */
  close_type(&r);
}
END_TEST

/* ---- relayout ---- */

/* the named form over tiles of a type */
#define U_TILES(type)                                                                                                  \
  "tensor<2x1x1x1x!ttcore.tile<32x32, " type ">, #ttcore.metal_layout<logical_shape = 64x32, dim_alignments = 32x32, " \
  "collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>"

typedef struct relay_case {
  const char *type;
  int64_t grid[2], tile;
  tta_data_type tile_type;
  tta_memory_space space;
  tta_oob_value oob;
  int32_t era;
  const char *words; /* of the reason if rejected, else of the text */
  bool refused;
  const char *warning;
} relay_case;

START_TEST(relays) {
  static const char tiles[] = "tensor<2x4x!tt.tile<32x32, f32>, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
                              "memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>";
  static const relay_case cases[] = {
      {PAGES,
       {2, 2},
       0,
       0,
       0,
       0,
       0,
       "only a metal_layout can be changed; convert the layout to one first",
       true,
       NULL},
      {FLAT("64x64xf32", "1x1", "64x64xf32"), {2, 0}, 0, 0, 0, 0, 0, "grid extent 0 is below 1", true, NULL},
      {FLAT("64x64xf32", "1x1", "64x64xf32"), {2, 2}, 0, 0, 0, 0, 0, "memref<32x32xf32", false, NULL},
      {FLAT("64x64xf32", "1x1", "64x64xf32"),
       {2, 2},
       32,
       TTA_F32,
       TTA_MEMORY_DRAM,
       TTA_OOB_ZERO,
       0,
       "zero, <2x2>, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<dram>>",
       false,
       NULL},
      {FLAT("64x64xf32", "1x1", "64x64xf32"), {2, 2}, 32, 0, 0, 0, 0, "tile<32x32, f32>", false, NULL},
      {FLAT("64x64xi1", "1x1", "64x64xi1"), {2, 2}, 32, 0, 0, 0, 0, "tile<32x32, i1>", false, NULL},
      {FLAT("64x64xi64", "1x1", "64x64xi64"), {2, 2}, 32, 0, 0, 0, 0, "no type of tiles holds elements of 'i64'", true,
       NULL},
      {FLAT("64x64xf32", "1x1", "64x64xf32"), {2, 2}, 0, 0, TTA_MEMORY_TRACE, 0, 0, "'trace' is not a valid memory",
       true, NULL},
      {FLAT("64x64xf32", "1x1", "64x64xf32"), {0, 0}, 0, 0, 0, 0, 20260601, "#ttcore.metal_layout<", false, NULL},
      {FLAT("53x63xf32", "3x2", "1x1x!tt.tile<32x32, f32>"),
       {0, 0},
       0,
       0,
       0,
       0,
       20260601,
       "#ttcore.metal_layout<",
       false,
       "the named form pads to the tile before the grid divides"},
      {NAMED, {0, 0}, 0, 0, 0, 0, 20241127, "#tt.metal_layout<(d0, d1)", false, "in the map form the grid divides"},
      {NAMED, {2, 1}, 0, 0, 0, 0, 0, "tensor<2x1x32x32xf32", false, NULL},
      {NAMED, {4, 1}, 0, 0, 0, 0, 0, "tensor<4x1x", false, NULL},
      {NAMED, {0, 0}, 0, 0, 0, TTA_OOB_ZERO, 20260601, "no field 'oob_val' for 'zero' in metal_layout", true, NULL},
      {NAMED, {0, 0}, 32, TTA_F32, 0, 0, 0, "!ttcore.tile<32x32, f32>", false, NULL},
      {tiles, {2, 2}, 0, 0, 0, 0, 0, "memref<1x2x!tt.tile<32x32, f32>", false, NULL},
      {U_TILES("u16"), {0, 0}, 0, 0, 0, 0, 20241127, "tensor<64x32xui16", false, NULL},
      {U_TILES("u32"), {0, 0}, 0, 0, 0, 0, 20241127, "tensor<64x32xui32", false, NULL},
      {U_TILES("u8"), {0, 0}, 0, 0, 0, 0, 20241127, "tensor<64x32xui8", false, NULL},
      {U_TILES("f32"), {0, 0}, 0, 0, 0, 0, 20241127, "tensor<64x32xf32", false, NULL},
      {U_TILES("bfp_bf8"), {0, 0}, 0, 0, 0, 0, 20241127, "tensor<64x32xf32", false, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const relay_case *c = &cases[i];
    reading r;
    tta_buf out, warnings, reason;
    tta_buf_init(&out, NULL);
    tta_buf_init(&warnings, NULL);
    tta_buf_init(&reason, NULL);
    read_type(&r, c->type);
    tta_relayout_spec spec = {.grid = {c->grid[0] ? 2 : 0, c->grid},
                           .new_tile = c->tile != 0,
                           .tile = {c->tile, c->tile},
                           .tile_type = c->tile_type,
                           .memory_space = c->space,
                           .oob_val = c->oob,
                           .era = c->era};
    tta_status status = tta_layout_relayout(r.s, &spec, &out, &warnings, &reason);
    tta_buf_char(&out, 0);
    tta_buf_char(&warnings, 0);
    tta_buf_char(&reason, 0);
    ck_assert_msg((status == TTA_INVALID) == c->refused && strstr(c->refused ? reason.data : out.data, c->words),
                  "case %zu: %d %s %s", i, (int)status, reason.data, out.data);
    ck_assert_msg(c->warning ? strstr(warnings.data, c->warning) != NULL : !*warnings.data, "case %zu: %s", i,
                  warnings.data);
    out.size = 0;
    ck_assert_int_eq(tta_layout_relayout(r.s, &spec, &out, NULL, NULL), status);
    tta_buf_free(&out);
    tta_buf_free(&warnings);
    tta_buf_free(&reason);
    close_type(&r);
  }
}
END_TEST

/* ---- reading ---- */

static tta_status read_layouts(const char *text, tta_layouts_mode mode, tta_buf *reason, tta_layouts **out,
                               tta_source *source) {
  tta_check_options options;
  tta_check_options_init(&options);
  tta_source_init(source, (tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL);
  return tta_layouts_read(source, mode, &options, out, reason);
}

START_TEST(types_refused) {
  static const char *const cases[][2] = {
      {"", "expected one tensor type with a layout"},
      {"tensor<2x3xf32>", "expected one tensor type with a layout"},
      {"f32", "expected one tensor type with a layout"},
      {FLAT("2x2xf32", "1x1", "2x2xf32") " " FLAT("2x2xf32", "1x1", "2x2xf32"),
       "expected one tensor type with a layout"},
      {FLAT("2x2xf32", "1x1", "2x2xf32") " x", "expected one tensor type with a layout"},
      {"#tt.memory_space<l1>", "this type has no layout whose shapes can be computed"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_layouts *read;
    tta_source source;
    tta_buf reason;
    tta_buf_init(&reason, NULL);
    ck_assert_int_eq(read_layouts(cases[i][0], TTA_LAYOUTS_TYPE, &reason, &read, &source), TTA_INVALID);
    tta_buf_char(&reason, 0);
    ck_assert_msg(strstr(reason.data, cases[i][1]) != NULL, "%s: %s, not %s", cases[i][0], reason.data, cases[i][1]);
    tta_layouts_free(read);
    tta_source_free(&source);
    tta_buf_free(&reason);
  }
}
END_TEST

/* Sizes that 64 bits cannot count: of the bytes, of the tensor, of all cores. */
START_TEST(too_large) {
  static const char *const cases[] = {
      FLAT("4611686018427387904x1xf32", "1x1", "4611686018427387904x1xf32"),
      FLAT("4294967296x4294967296xi8", "1x1", "4294967296x4294967296xi8"),
      FLAT("4x4xf32", "4294967296x4294967296", "1x1xf32"),
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_layouts *read;
    tta_source source;
    tta_buf reason;
    tta_buf_init(&reason, NULL);
    tta_status status = read_layouts(cases[i], TTA_LAYOUTS_TYPE, &reason, &read, &source);
    tta_buf_char(&reason, 0);
    ck_assert_msg(status == TTA_INVALID && !strcmp(reason.data, "a size of this layout needs more than 63 bits"),
                  "%s: %s", cases[i], reason.data);
    tta_layouts_free(read);
    tta_source_free(&source);
    tta_buf_free(&reason);
  }
}
END_TEST

/* The owner of a layout: arguments, results by number, aliases, at any position in a line. */
START_TEST(names_of_values) {
  static const char text[] =
      "#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2xf32, #tt.memory_space<l1>>>\n"
      "#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<2x1xf32, #tt.memory_space<l1>>>\n"
      "func.func @f(%arg0: tensor<2x2xf32, #a>, %x-1.y$_Z : tensor<2x2xf32, #b>) -> tensor<2x2xf32, #a> {\n"
      "  %0 = \"t.one\"(%arg0) : (tensor<2x2xf32, #a>) -> tensor<2x2xf32, #b>\n"
      "\t%1:2 = \"t.two\"(%0) : (tensor<2x2xf32, #b>) -> (tensor<2x2xf32, #a>, tensor<2x2xf32, #b>)\n"
      "  %2, %3 = \"t.pair\"(%0) : (tensor<2x2xf32, #b>) -> (tensor<2x2xf32, #a>, tensor<2x2xf32, #b>)\n"
      "  %4 = tensor.empty() : tensor<2x2xf32, #b>\n"
      "^bb0(%5: tensor<2x2xf32, #b>):\n"
      "  return %0 : tensor<2x2xf32, #a>\n}";
  static const struct {
    const char *name;
    int columns; /* of the grid; 0: no value has this name */
  } cases[] = {{"%arg0", 1}, {"%x-1.y$_Z", 2}, {"%0", 2}, {"%1#0", 1}, {"%1#1", 2}, {"%2", 1}, {"%3", 2}, {"%4", 2},
               {"%5", 2},    {"#a", 1},        {"#b", 2}, {"%1#2", 0}, {"%6", 0},   {"#c", 0}, {"", 0},   {"%", 0}};
  tta_layouts *read;
  tta_source source;
  ck_assert_int_eq(read_layouts(text, TTA_LAYOUTS_FILE, NULL, &read, &source), TTA_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const tta_layout_entry *e = find_layout(read, cases[i].name);
    ck_assert_msg((e != NULL) == (cases[i].columns != 0) && (!e || e->layout->grid.extent[1] == cases[i].columns),
                  "%s", cases[i].name);
  }
  tta_layouts_free(read);
  tta_source_free(&source);
  /* cut short anywhere it is read, and names no value that the whole does not name */
  for (size_t n = 0; n < sizeof text; n++) {
    char *cut = strndup(text, n);
    tta_status status = read_layouts(cut, TTA_LAYOUTS_FILE, NULL, &read, &source);
    ck_assert_msg(status == TTA_OK || status == TTA_INVALID, "%s", cut);
    if (status == TTA_OK) ck_assert_uint_le(tta_layouts_num_entries(read), 2);
    tta_layouts_free(read);
    tta_source_free(&source);
    free(cut);
  }
}
END_TEST

static tta_status read_all(const tta_allocator *allocator, const void *given) {
  tta_check_options options;
  tta_source source;
  tta_layouts *read;
  tta_check_options_init(&options);
  options.allocator = allocator;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){given, strlen(given)}, allocator);
  tta_status status = tta_layouts_read(&source, TTA_LAYOUTS_FILE, &options, &read, NULL);
  if (!status) ck_assert_uint_eq(tta_layouts_num_entries(read), 2);
  tta_layouts_free(read);
  tta_source_free(&source);
  return status;
}

START_TEST(no_memory) {
  static const char *const texts[] = {
      "func.func @f(%a: " FLAT("53x63xf32", "3x2", "18x32xf32") ", %b: " METAL(
          "4x6x5xf32", "(d0, d1, d2) -> (d0 * 8 + d1, d2)", "1x1", "30x5xf32") ")",
      "func.func @f(%a: " PAGES ", %b: " SHARDED ")",
      "#x = "
      "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<1x1x!tt.tile<32x32, bfp_bf8>, "
      "#tt.memory_space<l1>>>\n"
      "%0:2 = t.x : (tensor<64x128xf32, #x>, " NAMED ")",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) each_request_fails(read_all, texts[i], TTA_OK);
}
END_TEST

int main(void) {
  return RUN_SUITE("layout_edges", moved_bytes, grids, places_refused, inverses, padding, relays, types_refused,
                   too_large, names_of_values, no_memory);
}
