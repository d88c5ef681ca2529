/* src/grids/candidates.c, src/layout/occupancy.c: virtual grids, cores with elements, moves between views of a worker
 * grid. Random tensors: tests/property/test_grids.c. */
#include "ttattr/grids.h"

#include "layout/occupancy.h"
#include "layouts.h"
#include "moved_bytes.h"
#include "suite.h"

#define METAL(tensor, map, grid, memref)                                                                               \
  "tensor<" tensor ", #tt.metal_layout<" map ", undef, <" grid ">, memref<" memref ", #tt.memory_space<l1>>>>"
#define FLAT(tensor, grid, memref) METAL(tensor, "(d0, d1) -> (d0, d1)", grid, memref)
#define TTNN(grid, memref, memory_layout)                                                                              \
  "tensor<512x512xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <" grid ">, memref<" memref                             \
  "x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <" memory_layout ">>>"

enum { ROOM = 256 };
static tta_grid_choice g[ROOM];
static size_t count;

static tta_shape pair(int64_t y, int64_t x) {
  static int64_t extents[4][2];
  static int turn;
  int64_t *extent = extents[turn++ % 4];
  extent[0] = y, extent[1] = x;
  return (tta_shape){2, extent};
}

static void list(const char *type, tta_shape workers) {
  reading r;
  tta_grid_options options = {.workers = workers, .capacity_bytes = -1};
  read_type(&r, type);
  ck_assert_int_eq(tta_layout_grids(r.s, &options, g, ROOM, &count, NULL), TTA_OK);
  close_type(&r);
}

static const tta_grid_choice *find(int64_t y, int64_t x) {
  for (size_t i = 0; i < count && i < ROOM; i++)
    if (g[i].grid[0] == y && g[i].grid[1] == x) return &g[i];
  return NULL;
}

START_TEST(views) {
  tta_worker_view view;
  tta_shape chip = {2, (const int64_t[]){7, 8}};
  ck_assert(tta_grid_view(pair(7, 8), chip, &view) && view == TTA_VIEW_PLAIN);
  ck_assert(tta_grid_view(pair(1, 8), chip, &view) && view == TTA_VIEW_PLAIN);
  ck_assert(tta_grid_view(pair(1, 56), chip, &view) && view == TTA_VIEW_EXTRA_WIDE);
  ck_assert(tta_grid_view(pair(8, 1), chip, &view) && view == TTA_VIEW_EXTRA_TALL);
  ck_assert(!tta_grid_view(pair(1, 57), chip, &view) && !tta_grid_view(pair(57, 1), chip, &view));
  ck_assert(!tta_grid_view(pair(8, 7), chip, &view) && !tta_grid_view(pair(2, 28), chip, &view));
  ck_assert(!tta_grid_view((tta_shape){1, (const int64_t[]){4}}, chip, &view));
}
END_TEST

/* Of 8 tiles no core has less than one: 2 x 4 cores waste nothing, 64 cores have no less work. */
START_TEST(grids_are_ranked_by_what_they_gain) {
  list(FLAT("64x128xf32", "1x1", "2x4x!tt.tile<32x32, f32>"), pair(8, 8));
  ck_assert(g[0].grid[0] == 2 && g[0].grid[1] == 4 && g[0].shard_units == 1 && g[0].padding_elements == 0);
  ck_assert(g[1].grid[0] == 2 && g[1].grid[1] == 5 && g[1].shard_units == 1 && g[1].padding_elements == 2048);
  ck_assert(find(8, 8)->shard_units == 1 && find(8, 8)->padding_elements == 57344 && !find(8, 8)->is_virtual);
  ck_assert(g[count - 1].grid[0] == 1 && g[count - 1].grid[1] == 1 && g[count - 1].shard_units == 8);
}
END_TEST

/* 32 rows in tiles: 8 rows of cores pad each of them to 32, one row does not. */
START_TEST(virtual_grids_are_ranked) {
  list(FLAT("32x2048xf32", "1x1", "1x64x!tt.tile<32x32, f32>"), pair(8, 8));
  ck_assert(g[0].grid[0] == 1 && g[0].grid[1] == 64 && g[0].is_virtual && g[0].padding_elements == 0);
  ck_assert(g[1].grid[0] == 1 && g[1].grid[1] == 32 && g[1].is_virtual && g[1].shard_units == 2);
  ck_assert(find(8, 8)->shard_units == 8 && find(8, 8)->padding_elements == 458752 && !find(8, 8)->is_virtual);
  ck_assert_ptr_nonnull(find(32, 1));
  ck_assert_ptr_null(find(33, 1)); /* no row is left for it */
  ck_assert_ptr_null(find(2, 16));
  list(FLAT("2048x2048xf32", "1x1", "2048x2048xf32"), pair(8, 8));
  ck_assert(g[0].grid[0] == 8 && g[1].grid[1] == 64 && g[2].grid[0] == 64); /* plain before virtual */
  list(METAL("64x2048xf32", "(d0, d1) -> (0, d0, d1)", "1x1x1", "1x64x2048xf32"),
       (tta_shape){3, (const int64_t[]){1, 8, 8}});
  ck_assert_uint_eq(count, 64); /* views are of two dims */
}
END_TEST

/* A ttnn_layout is divided as its memory layout says. */
START_TEST(memory_layouts) {
  list(TTNN("8x1", "2x16", "height_sharded"), pair(8, 8));
  for (size_t i = 0; i < count; i++) ck_assert_int_eq(g[i].grid[1], 1);
  ck_assert_ptr_nonnull(find(64, 1));
  list(TTNN("1x8", "16x2", "width_sharded"), pair(8, 8));
  for (size_t i = 0; i < count; i++) ck_assert_int_eq(g[i].grid[0], 1);
  list(TTNN("8x8", "2x2", "block_sharded"), pair(8, 8));
  ck_assert_uint_eq(count, 64);
}
END_TEST

/* Strides of 32 leave gaps: of 8 shards of 8 rows two have elements. Of dims in two results cores are counted one by
 * one, unless there are too many elements. */
START_TEST(idle_cores) {
  list(METAL("2x8x32xf32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "1x1", "40x32xf32"), pair(8, 8));
  ck_assert(find(5, 8)->cores == 40 && find(5, 8)->used_cores == 16);
  ck_assert(g[0].grid[0] == 8 && g[0].grid[1] == 8 && g[0].used_cores == 32); /* 5 x 4: 4 of 8 rows of cores */
  ck_assert(find(1, 32)->used_cores == 32 && find(1, 32)->shard_units == 40);
  list(METAL("8x96x32xf32", "(d0, d1, d2) -> (d0 * 96 + d1, d1, d2)", "1x1x1", "768x96x32xf32"),
       (tta_shape){3, (const int64_t[]){16, 2, 1}});
  ck_assert(find(16, 1)->used_cores == 16 && find(16, 2)->cores == 32 && find(16, 2)->used_cores == 16);
  list(METAL("4096x4096xf32", "(d0, d1) -> (d0 + d1, d1)", "1x1", "8191x4096xf32"), pair(8, 8));
  ck_assert(g[0].used_cores == -1 && g[0].cores == 64);
}
END_TEST

START_TEST(moves_on_workers) {
  static const struct {
    const char *from, *to;
    int64_t bytes;
  } cases[] = {
      /* core (y, x) of 8x8 is column 8 y + x of 1x64: of each shard of 1 x 8 elements one stays */
      {FLAT("8x64xf32", "8x8", "1x8xf32"), FLAT("8x64xf32", "1x64", "8x1xf32"), 4 * (512 - 8)},
      {FLAT("64x1xf32", "64x1", "1x1xf32"), FLAT("64x1xf32", "8x1", "8x1xf32"), 4 * (64 - 8)}, /* rows 0, 8, .. */
      {FLAT("64x64xf32", "1x64", "64x1xf32"), FLAT("64x64xf32", "64x1", "1x64xf32"), 4 * (4096 - 64)},
      {FLAT("64x64xf32", "1x64", "64x1xf32"), FLAT("64x64xf32", "1x32", "64x2xf32"), 4 * 63 * 64},
      /* not a sum: element by element */
      {METAL("8x8xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 8)", "1x16", "4x1xf32"),
       METAL("8x8xf32", "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 8)", "2x8", "2x2xf32"), 4 * (64 - 4)},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading a, b;
    int64_t bytes = -1, back = -1;
    read_type(&a, cases[i].from);
    read_type(&b, cases[i].to);
    ck_assert_int_eq(count_moved_bytes(a.s, b.s, pair(8, 8), &bytes), TTA_OK);
    ck_assert_int_eq(count_moved_bytes(b.s, a.s, pair(8, 8), &back), TTA_OK);
    ck_assert_msg(bytes == cases[i].bytes && back == bytes, "case %zu: %lld", i, (long long)bytes);
    ck_assert_int_eq(count_moved_bytes(a.s, b.s, pair(2, 2), &bytes), TTA_UNDECIDED);
    close_type(&b);
    close_type(&a);
  }
}
END_TEST

START_TEST(rejected) {
  static const struct {
    const char *type, *reason;
    tta_status status;
    int64_t y, x;
  } cases[] = {
      {METAL("4x8xf32", "(d0, d1) -> (-d0 + 3, d1)", "1x1", "1x8xf32"),
       "element [0, 0] maps to 3 in physical dim 0, outside of the shards of the grid, which end at 1",
       TTA_INVALID, 8, 8},
      {FLAT("8x8xf32", "1x1", "8x8xf32"), "worker grid has more than 65536 cores", TTA_LIMIT, 257, 256},
      {FLAT("8x8xf32", "1x1", "8x8xf32"), "worker grid extents must be positive", TTA_INVALID, 0, 8},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading r;
    tta_buf reason;
    tta_buf_init(&reason, NULL);
    read_type(&r, cases[i].type);
    tta_grid_options options = {.workers = pair(cases[i].y, cases[i].x), .capacity_bytes = -1};
    ck_assert_int_eq(tta_layout_grids(r.s, &options, g, ROOM, &count, &reason), cases[i].status);
    ck_assert_msg(reason.size == strlen(cases[i].reason) && !memcmp(reason.data, cases[i].reason, reason.size),
                  "%.*s", (int)reason.size, reason.data);
    tta_buf_free(&reason);
    close_type(&r);
  }
}
END_TEST

int main(void) {
  return RUN_SUITE("grids", views, grids_are_ranked_by_what_they_gain, virtual_grids_are_ranked, memory_layouts,
                   idle_cores, moves_on_workers, rejected);
}
