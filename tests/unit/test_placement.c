/* Placement of tensors on devices: chips and cores of each shard, copies, what each chip holds, the specification's
 * slices. */
#include <stdio.h>

#include "device/device.h"
#include "failing.h"
#include "layouts.h"
#include "suite.h"

#define DEVICE(grid, mesh, chips)                                                                                      \
  "#tt.device<workerGrid = #tt.grid<" grid ">, meshShape = " mesh ", chipIds = [" chips "]>"
#define TWO DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", "4, 5")
#define L1 ", #tt.memory_space<l1>>>>"
#define PLAIN(shape, grid, shard)                                                                                      \
  "tensor<" shape "xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <" grid ">, memref<" shard "xf32" L1

typedef struct placed {
  reading r;
  device_reading d;
  tta_placement *p;
  tta_buf reason;
} placed;

static tta_status place_on(placed *t, const char *type, const char *device) {
  read_type(&t->r, type);
  read_device(&t->d, device);
  tta_buf_init(&t->reason, NULL);
  return tta_placement_new(t->r.s, t->d.device, NULL, &t->p, &t->reason);
}

static void leave(placed *t) {
  tta_placement_free(t->p);
  tta_buf_free(&t->reason);
  close_device(&t->d);
  close_type(&t->r);
}

static void append_box(tta_buf *out, tta_shape first, tta_shape extents) {
  if (!extents.rank) tta_buf_str(out, "-");
  for (uint32_t i = 0; i < extents.rank; i++)
    tta_buf_printf(out, "%s%lld+%lld", i ? "," : "", (long long)first.extent[i], (long long)extents.extent[i]);
  tta_buf_char(out, ' ');
}

/* A line per chip: `id: shards GRID SLICE SPEC core..core full`. */
static void expect_chips(const char *type, const char *device, const char *expected) {
  placed t;
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_msg(place_on(&t, type, device) == TTA_OK, "%s: %.*s", type, (int)t.reason.size, t.reason.data);
  for (uint32_t c = 0; c < tta_placement_num_chips(t.p); c++) {
    const tta_chip_contents *chip = tta_placement_chip(t.p, c);
    ck_assert_int_eq(chip->chip_index, c);
    tta_buf_printf(&out, "%lld: %lld ", (long long)chip->chip, (long long)chip->num_shards);
    append_box(&out, chip->grid_first, chip->grid);
    append_box(&out, chip->slice_first, chip->slice);
    append_box(&out, chip->spec_first, chip->spec);
    if (chip->num_shards)
      tta_buf_printf(&out, "%lld,%lld..%lld,%lld%s", (long long)chip->first_core.y, (long long)chip->first_core.x,
                     (long long)chip->last_core.y, (long long)chip->last_core.x, chip->cores_full ? " full" : "");
    tta_buf_char(&out, '\n');
  }
  tta_slices slices = tta_placement_slices(t.p);
  tta_str why = tta_placement_reason(t.p);
  ck_assert_int_eq(slices == TTA_SLICES_DIFFER, why.size > 0);
  tta_buf_str(&out, slices == TTA_SLICES_AGREE ? "agree" : slices == TTA_SLICES_DIFFER ? "" : "unknown");
  tta_buf_bytes(&out, why.data, why.size);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, expected);
  tta_buf_free(&out);
  leave(&t);
}

START_TEST(grids_that_fill_their_chips) {
  expect_chips(PLAIN("256x512", "8x16", "32x32"), TWO,
               "4: 64 0+8,0+8 0+256,0+256 0+8,0+8 0,0..7,7 full\n"
               "5: 64 0+8,8+8 0+256,256+256 0+8,8+8 0,0..7,7 full\nagree");
  expect_chips("tensor<16x3x64x128xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3), undef, <2x2x4>, "
               "memref<8x3x1x!tt.tile<32x32, f32>" L1,
               DEVICE("2x8x8, (d0, d1, d2) -> (d0, d1, d2)", "2x1x1", "0, 1"),
               "0: 8 0+1,0+2,0+4 0+8,0+3,0+64,0+128 0+1,0+2,0+4 0,0..1,3 full\n"
               "1: 8 1+1,0+2,0+4 8+8,0+3,0+64,0+128 1+1,0+2,0+4 0,0..1,3 full\nagree");
}
END_TEST

/* The grid is in a corner of the device: the worker map fills one chip after the other. */
START_TEST(grids_in_a_corner) {
  expect_chips(PLAIN("128x384", "4x12", "32x32"), TWO,
               "4: 32 0+4,0+8 0+128,0+256 0+4,0+6 0,0..3,7 full\n"
               "5: 16 0+4,8+4 0+128,256+128 0+4,6+6 0,0..3,3 full\n"
               "chip 4 has shards 4x8 from [0, 0] by the worker map, but shards 4x6 from [0, 0] by meshShape 1x2: the "
               "worker map fills one chip after the other, and grid 4x12 does not fill device grid 8x16");
  expect_chips(PLAIN("32x96", "1x3", "32x32"), TWO,
               "4: 3 0+1,0+3 0+32,0+96 0+1,0+2 0,0..0,2 full\n5: 0 - - 0+1,2+1 \n"
               "chip 4 has shards 1x3 from [0, 0] by the worker map, but shards 1x2 from [0, 0] by meshShape 1x2: the "
               "worker map fills one chip after the other, and grid 1x3 does not fill device grid 8x16");
}
END_TEST

START_TEST(copies) {
  expect_chips(PLAIN("64x32", "2x1", "32x32"), TWO,
               "4: 2 0+2,0+1 0+64,0+32 0+2,0+1 0,0..1,0 full\n5: 2 0+2,0+1 0+64,0+32 0+2,0+1 0,0..1,0 full\nagree");
  placed t;
  tta_placed_shard s;
  ck_assert_int_eq(place_on(&t, PLAIN("64x32", "2x1", "32x32"), TWO), TTA_OK);
  ck_assert_int_eq(tta_placement_num_replicas(t.p), 2);
  ck_assert_int_eq(tta_placement_num_shards(t.p), 4);
  ck_assert_int_eq(tta_placement_shard(t.p, 3, &s), TTA_OK);
  ck_assert(s.replica == 1 && s.shard[0] == 1 && s.shard[1] == 0 && s.logical_core[0] == 1 && s.logical_core[1] == 8);
  ck_assert(s.chip == 5 && s.place.chip_index == 1 && s.place.core.y == 1 && s.place.core.x == 0);
  ck_assert_int_eq(tta_placement_shard(t.p, 4, &s), TTA_INVALID);
  ck_assert_int_eq(tta_placement_shard(t.p, -1, &s), TTA_INVALID);
  ck_assert_ptr_null(tta_placement_chip(t.p, 2));
  leave(&t);
  tta_placement_free(NULL);
}
END_TEST

/* The worker grid of each chip (tt-mlir since 2025-09-25): the same cores on each, whatever the mesh. */
START_TEST(grids_of_each_chip) {
  expect_chips(PLAIN("64x32", "2x1", "32x32"),
               "#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, "
               "chipIds = [4, 5]>",
               "4: 2 0+2,0+1 0+64,0+32 0+2,0+1 0,0..1,0 full\n5: 2 0+2,0+1 0+64,0+32 0+2,0+1 0,0..1,0 full\nagree");
}
END_TEST

/* Dim 0 of a wide view has one row of cores, which a mesh of two rows does not divide. */
START_TEST(reinterpreted) {
  expect_chips(PLAIN("32x2048", "1x64", "32x32"),
               DEVICE("1x64, (d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)", "1", "0"),
               "0: 64 0+1,0+64 0+32,0+2048 0+1,0+64 0,0..7,7 full\nagree");
  expect_chips(PLAIN("32x64", "1x2", "32x32"),
               DEVICE("1x128, (d0, d1) -> (d1 floordiv 64, (d1 mod 64) floordiv 8, d1 mod 8)", "2x1", "0, 1"),
               "0: 2 0+1,0+2 0+32,0+64 0+1,0+2 0,0..0,1 full\n1: 0 - - 0+1,0+2 \n"
               "chip 1 has no shards by the worker map, but shards 1x2 from [0, 0] by meshShape 2x1: the worker map "
               "does not divide its grid over the chips as meshShape does");
  /* the staircase of a part: its cores are not a box */
  expect_chips(PLAIN("64x64", "2x2", "32x32"),
               DEVICE("8x8, (d0, d1) -> (0, d0, (d0 + d1) mod 8)", "1", "0"),
               "0: 4 0+2,0+2 0+64,0+64 0+2,0+2 0,0..1,2\nagree");
  /* round-robin over the chips */
  expect_chips(PLAIN("32x128", "1x4", "32x32"),
               DEVICE("8x16, (d0, d1) -> (d1 mod 2, d0, d1 floordiv 2)", "1x2", "0, 1"),
               "0: 2 - - 0+1,0+2 0,0..0,1 full\n1: 2 - - 0+1,2+2 0,0..0,1 full\n"
               "chip 0 has 2 shards that are not a box by the worker map, but shards 1x2 from [0, 0] by meshShape 1x2: "
               "the worker map does not divide its grid over the chips as meshShape does");
}
END_TEST

/* A worker grid of rank 1: the cause of a difference is that of other ranks. */
START_TEST(of_rank_1) {
  expect_chips("tensor<60xf32, #tt.metal_layout<(d0) -> (d0), undef, <4>, memref<15xf32" L1,
               DEVICE("16, (d0) -> (d0 floordiv 8, 0, d0 mod 8)", "2", "0, 1"),
               "0: 4 0+4 0+60 0+2 0,0..0,3 full\n1: 0 - - 2+2 \n"
               "chip 0 has shards 4 from [0] by the worker map, but shards 2 from [0] by meshShape 2: the worker map "
               "fills one chip after the other, and grid 4 does not fill device grid 16");
}
END_TEST

static int64_t placed_on(const char *type, const char *device) {
  reading r;
  device_reading d;
  tta_mesh_view view;
  read_type(&r, type);
  read_device(&d, device);
  ck_assert_int_eq(tta_mesh_view_of(r.s, d.device, &view, NULL), TTA_OK);
  close_device(&d);
  close_type(&r);
  return view.placed_on;
}

/* The chips that a tensor is on, copies included. */
START_TEST(counts_chips) {
#define FOUR DEVICE("16x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)", "2x2", "0, 1, 2, 3")
  ck_assert_int_eq(placed_on(PLAIN("5x33", "1x1", "5x33"),
                             DEVICE("30x1, (d0, d1) -> (d0 floordiv 15, (d0 mod 15) floordiv 5, d0 mod 5)", "2x1",
                                    "0, 1")), 2);
  ck_assert_int_eq(placed_on(PLAIN("32x32", "1x1", "32x32"), FOUR), 4);
  ck_assert_int_eq(placed_on(PLAIN("32x64", "1x2", "32x32"), FOUR), 2); /* columns are not copied: in a corner */
  ck_assert_int_eq(placed_on(PLAIN("32x512", "1x16", "32x32"), FOUR), 4);
  ck_assert_int_eq(placed_on(PLAIN("64x64", "2x2", "32x32"), FOUR), 1);
}
END_TEST

/* Elements of a chip: by sums of strides, reversed too; else one by one. */
START_TEST(slices_of_elements) {
#define ROWS DEVICE("16x8, (d0, d1) -> (d0 floordiv 8, d0 mod 8, d1)", "2x1", "0, 1")
#define MAPPED(shape, map, grid, shard)                                                                                \
  "tensor<" shape "xf32, #tt.metal_layout<" map ", undef, <" grid ">, memref<" shard "xf32" L1
  expect_chips(MAPPED("4x128x32", "(d0, d1, d2) -> (d0 * 128 + d1, d2)", "16x1", "32x32"), ROWS,
               "0: 8 0+8,0+1 0+2,0+128,0+32 0+8,0+1 0,0..7,0 full\n"
               "1: 8 8+8,0+1 2+2,0+128,0+32 8+8,0+1 0,0..7,0 full\nagree");
  expect_chips(MAPPED("3x128x32", "(d0, d1, d2) -> (d0 * 128 + d1, d2)", "16x1", "24x32"), ROWS,
               "0: 8 0+8,0+1 - 0+8,0+1 0,0..7,0 full\n1: 8 8+8,0+1 - 8+8,0+1 0,0..7,0 full\nagree");
  expect_chips(MAPPED("512x32", "(d0, d1) -> (d0 floordiv 2 + (d0 mod 2) * 256, d1)", "16x1", "32x32"), ROWS,
               "0: 8 0+8,0+1 - 0+8,0+1 0,0..7,0 full\n1: 8 8+8,0+1 - 8+8,0+1 0,0..7,0 full\nagree");
  expect_chips(MAPPED("8x64", "(d0, d1) -> ((d0 * 64 + d1) floordiv 32, d1 mod 32)", "16x1", "1x32"), ROWS,
               "0: 8 0+8,0+1 0+4,0+64 0+8,0+1 0,0..7,0 full\n1: 8 8+8,0+1 4+4,0+64 8+8,0+1 0,0..7,0 full\nagree");
}
END_TEST

/* Every shard of a virtual grid is on a core of its own, which is one of the device. */
static void expect_virtual(const char *type, const char *device) {
  placed t;
  int64_t chips[64] = {0}, index[TTA_MAX_RANK];
  ck_assert_msg(place_on(&t, type, device) == TTA_OK, "%s: %.*s", type, (int)t.reason.size, t.reason.data);
  ck_assert_int_lt(tta_placement_num_shards(t.p), 200);
  for (int64_t n = 0; n < tta_placement_num_shards(t.p); n++) {
    tta_placed_shard s, other;
    bool found;
    ck_assert_int_eq(tta_placement_shard(t.p, n, &s), TTA_OK);
    int64_t chip = tta_placement_num_replicas(t.p) > 1 ? t.d.device->chip_ids.extent[0] : s.chip;
    ck_assert_int_eq(tta_device_logical_core(t.d.device, chip, s.place.core, index, &found, NULL), TTA_OK);
    ck_assert_msg(found, "%s: core %lld,%lld", device, (long long)s.place.core.y, (long long)s.place.core.x);
    chips[s.place.chip_index]++;
    for (int64_t m = 0; m < n; m++) {
      ck_assert_int_eq(tta_placement_shard(t.p, m, &other), TTA_OK);
      ck_assert(other.chip != s.chip || other.place.core.y != s.place.core.y || other.place.core.x != s.place.core.x);
    }
  }
  for (uint32_t c = 0; c < tta_placement_num_chips(t.p); c++)
    ck_assert_int_eq(chips[c], tta_placement_chip(t.p, c)->num_shards);
  leave(&t);
}

START_TEST(virtual_grids) {
  static const char *const devices[] = {
      DEVICE("8x7, (d0, d1) -> (0, d0, d1)", "1", "3"), DEVICE("7x8, (d0, d1) -> (0, d1, d0)", "1", "0"),
      DEVICE("8x7, (d0, d1) -> (0, d0 + 1, d1 + 2)", "1", "0"), DEVICE("4x14, (d0, d1) -> (0, d0, d1)", "1", "0"),
      DEVICE("7x8, (d0, d1) -> (0, d0, (d0 + d1) mod 8)", "1", "0"),
      DEVICE("4x14, (d0, d1) -> (d1 floordiv 7, d0, d1 mod 7)", "1x2", "4, 5"),
      DEVICE("14x4, (d0, d1) -> (d0 floordiv 7, d0 mod 7, d1)", "2x1", "4, 5"),
      DEVICE("8x8, (d0, d1) -> ((d0 floordiv 4) * 2 + d1 floordiv 4, d0 mod 4, d1 mod 4)", "2x2", "0, 1, 2, 3"),
      "#ttcore.device<workerGrid = #ttcore.grid<8x7, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [0, 1]>",
  };
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    expect_virtual(PLAIN("32x1792", "1x56", "32x32"), devices[i]);
    expect_virtual(PLAIN("1792x32", "56x1", "32x32"), devices[i]);
    expect_virtual(PLAIN("64x896", "2x28", "32x32"), devices[i]);
    expect_virtual(PLAIN("32x1024", "1x32", "32x32"), devices[i]);
    expect_virtual(PLAIN("32x480", "1x15", "32x32"), devices[i]);
    expect_virtual(PLAIN("544x96", "17x3", "32x32"), devices[i]);
  }
  /* as the mesh divides the grid: each chip has its part, row by row; along dims of extent 1 it has a copy */
  expect_chips(PLAIN("32x896", "1x28", "32x32"),
               DEVICE("4x14, (d0, d1) -> (d1 floordiv 7, d0, d1 mod 7)", "1x2", "4, 5"),
               "4: 14 0+1,0+14 0+32,0+448 0+1,0+14 0,0..1,6 full\n"
               "5: 14 0+1,14+14 0+32,448+448 0+1,14+14 0,0..1,6 full\nagree");
  expect_chips(PLAIN("32x896", "1x28", "32x32"),
               DEVICE("8x7, (d0, d1) -> (d0 floordiv 4, d0 mod 4, d1)", "2x1", "4, 5"),
               "4: 28 0+1,0+28 0+32,0+896 0+1,0+28 0,0..3,6 full\n"
               "5: 28 0+1,0+28 0+32,0+896 0+1,0+28 0,0..3,6 full\nagree");
}
END_TEST

static tta_status hold_with(const tta_allocator *allocator, const void *given) {
  const device_reading *d = given;
  const tta_device *holder;
  tta_arena *arena = tta_arena_new(allocator);
  if (!arena) return TTA_NO_MEMORY;
  tta_status status = tta_device_for_grid(d->device, (tta_shape){2, (const int64_t[]){1, 56}}, arena, &holder, NULL);
  ck_assert(status || holder != d->device);
  tta_arena_delete(arena);
  return status;
}

START_TEST(virtual_without_memory) {
  device_reading d;
  read_device(&d, DEVICE("8x7, (d0, d1) -> (0, d0, d1)", "1", "3"));
  each_request_fails(hold_with, &d, TTA_OK);
  close_device(&d);
  read_device(&d, DEVICE("8x7, (d0, d1) -> (0, d0 + 1, d1 + 2)", "1", "0"));
  each_request_fails(hold_with, &d, TTA_OK);
  close_device(&d);
}
END_TEST

START_TEST(failures) {
  placed t;
  static const struct {
    const char *type, *device, *words;
    tta_status status;
  } cases[] = {
      {PLAIN("4128x32", "129x1", "32x32"), TWO, "grid 129x1 does not fit device grid 8x16: 129 cores of 128",
       TTA_INVALID},
      {"tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, f32>, "
       "#ttnn.buffer_type<dram>>, <interleaved>>>",
       TWO, "layout is interleaved; cores have no shards", TTA_INVALID},
      {PLAIN("2048x2048", "2048x2048", "1x1"), DEVICE("2048x2048, (d0, d1) -> (0, d0, d1)", "1", "0"),
       "the tensor has more than 1048576 shards on the device", TTA_LIMIT},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ck_assert_int_eq(place_on(&t, cases[i].type, cases[i].device), cases[i].status);
    ck_assert_ptr_null(t.p);
    tta_buf_char(&t.reason, 0);
    ck_assert_msg(strstr(t.reason.data, cases[i].words) != NULL, "%s", t.reason.data);
    leave(&t);
  }
}
END_TEST

static tta_status place_with(const tta_allocator *allocator, const void *given) {
  const placed *t = given;
  tta_placement *p;
  tta_status status = tta_placement_new(t->r.s, t->d.device, allocator, &p, NULL);
  ck_assert_int_eq(status == TTA_OK, p != NULL);
  tta_placement_free(p);
  return status;
}

START_TEST(without_memory) {
  placed t;
  ck_assert_int_eq(
      place_on(&t, MAPPED("8x64", "(d0, d1) -> ((d0 * 64 + d1) floordiv 32, d1 mod 32)", "16x1", "1x32"), ROWS),
      TTA_OK);
  each_request_fails(place_with, &t, TTA_OK);
  leave(&t);
  ck_assert_int_eq(place_on(&t, PLAIN("128x384", "4x12", "32x32"), TWO), TTA_OK);
  each_request_fails(place_with, &t, TTA_OK);
  leave(&t);
}
END_TEST

int main(void) {
  return RUN_SUITE("placement", grids_that_fill_their_chips, grids_in_a_corner, copies, grids_of_each_chip,
                   reinterpreted, of_rank_1, counts_chips, slices_of_elements, virtual_grids,
                   virtual_without_memory, failures, without_memory);
}
