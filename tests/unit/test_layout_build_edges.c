/* Layouts and devices that cannot be built, with the messages; numbers beyond 64 bits; requirements of dates. Valid
 * layouts: test_layout_build.c. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "building.h"
#include "device/device.h"
#include "suite.h"
#include "ttattr/device.h"

#define MAX INT64_MAX

/* "1x1x1.." */
static const char *ones(uint32_t count) {
  char *text = tta_arena_alloc(&arena, 2 * count + 1);
  for (uint32_t i = 0; i < count; i++) memcpy(text + 2 * i, "1x", 3);
  text[2 * count - 1] = 0;
  return text;
}

/* ---- layouts ---- */

typedef struct build_case {
  const char *shape, *grid, *map;
  int64_t tile;
  int32_t era;
  const char *words; /* NULL: it is built */
} build_case;

static void expect_build(const build_case *c, tta_status status) {
  tta_build_spec s;
  tta_build_spec_init(&s);
  s.shape = shape(c->shape);
  s.grid = shape(c->grid);
  s.element = str("f32");
  s.map = str(c->map);
  if (c->tile) s.tile[0] = s.tile[1] = c->tile, s.tile_type = TTA_F32;
  if (c->era) s.era = c->era;
  out.size = reason.size = 0;
  tta_status got = tta_layout_build(&s, &out, &warnings, &reason);
  ck_assert_msg(got == status, "%s on %s: %d: %s%s", c->shape, c->grid, (int)got, text_of(&reason), text_of(&out));
  ck_assert_msg(!c->words || strstr(text_of(status ? &reason : &out), c->words), "%s on %s: %s%s, not %s", c->shape,
                c->grid, text_of(&reason), text_of(&out), c->words);
  ck_assert_uint_eq(status && out.size, 0);
  if (!status || !c->words) return;
  tta_buf none;
  tta_buf_init(&none, NULL);
  ck_assert_int_eq(tta_layout_build(&s, &none, NULL, NULL), status); /* without a place for the reason */
  tta_buf_free(&none);
}

enum { NAMED = 20250701, STRIDED = 20240601 };

START_TEST(refused_layouts) {
  static const build_case cases[] = {
      {"?x4", "1x1", "", 0, 0, "a tensor with a dynamic extent has no layout"},
      {"4x4", "0x1", "", 0, 0, "grid extent 0 is below 1"},
      {"4x4", "1x-2", "", 0, 0, "grid extent -2 is below 1"},
      {"4x4", "1x1", "(d0) -> (d0, d0)", 0, 0, "the map has 1 dims, the tensor 2"},
      {"4x4", "1x1", "(d0, d1) -> (d0)", 0, 0, "the map has 1 result, the grid 2 dims"},
      {"4x4", "1", "(d0, d1) -> (d0, d1)", 0, 0, "the map has 2 results, the grid 1 dim"},
      {"4x4", "1x1", "(d0, d1)[s0] -> (d0, d1)", 0, 0, "the map of a layout has no symbols"},
      {"4", "1", "(d0) -> (d0)", 32, 0, "tiles need a grid of at least 2 dims"},
      {"4x4", "1x1", "(d0, d1) -> (d0 +", 0, 0, "expected"},
      {"4x4", "1x1", "#tt.memory_space<l1>", 0, 0, "expected"},
      {"4x4", "1x1", "", 0, 20230101, "layouts"},
      /* joins */
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0 <> d1)", 0, 0, "the map has 1 result, the grid 2 dims"},
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0 <> d7, d2)", 0, 0, "d7"},
      {"2x3x4", "1x1", "(d0, d1, d2) -> d0 <> d1", 0, 0, "expected '(', found 'd0'"},
      {"2x3x4", "1x1", "d0 <> d1", 0, 0, "expected '(d0, ..)', '(' or an affine map, found 'd0'"},
      {"2x3x4", "1x1", "(d0, d1, d2 -> (d0 <> d1, d2)", 0, 0, "found '->'"},
      /* before 2024-07-11: strides */
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0 * 4 + d1, d2)", 0, STRIDED, NULL}, /* #tt.layout<16x4x1, ..> */
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0, d1 + d2)", 0, STRIDED,
       "strides, which express row-major collapses only, not this map"},
      {"4x4", "1x1", "(d0, d1) -> (d1, d0)", 0, STRIDED, "not this map"},
      {"4x4", "1x1", "(d0, d1) -> (d0 floordiv 2, d1)", 0, STRIDED, "not this map"},
      /* from 2025-06-20: intervals and alignments */
      {"4x4", "1x1", "(d0, d1) -> (d1, d0)", 0, NAMED,
       "the named form collapses neighboring dims; result 0 of the map omits d0"},
      {"4x4", "1x1", "(d0, d1) -> (d0 * 4 + d1, d0)", 0, NAMED, "d0 is out of order in result 1 of the map"},
      {"4x4", "1x1", "(d0, d1) -> (d0 + 3, d1)", 0, NAMED,
       "the named form does not support offsets such as 3 in result 0"},
      {"4x4", "1x1", "(d0, d1) -> (d0 floordiv 2, d1)", 0, NAMED,
       "result 0 of the map is not a sum of dims and strides"},
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0 * 3 + d2, d1)", 0, NAMED,
       "the named form collapses neighboring dims; result 0 of the map omits d1"},
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0 * 2 + d1, d2)", 0, NAMED,
       "the stride 2 of d0 in result 0 of the map is not what the named form can give it: at least 3"},
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0 * 3 + d1, d2 * 2)", 0, NAMED,
       "the stride 2 of d2 in result 1 of the map is not what the named form can give it: exactly 1"},
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0, d1)", 0, NAMED, "the map omits d2"},
      {"4x4", "1x2x1", "(d0, d1) -> (d0, 0, d1)", 0, NAMED,
       "the named form cannot pad dim 1, which has no dim of the tensor, to 2"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (cases[i].words) expect_build(&cases[i], TTA_INVALID);
    else expect_build(&cases[i], TTA_OK);
}
END_TEST

START_TEST(built_layouts) {
  static const build_case cases[] = {
      {"1x3x1x4", "1x1", "(d0, d1, d2, d3) -> (d0 * 3 + d1 + d2, d3)", 0, NAMED, "collapsed_intervals"},
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", 0, NAMED, "dim_alignments = 1x32x1"},
      {"2x3x4", "1x1", "(d0, d1, d2) -> (d0 * 5 + d1, d2)", 0, NAMED, "dim_alignments = 1x5x1"},
      {"2x3x4", "2x2", "(d0, d1, d2) -> (d0 * 3 + d1, d2)", 32, NAMED, "tensor<2x2x1x1x!ttcore.tile<32x32, f32>"},
      {"0x4", "1x1", "", 0, 0, "memref<0x4xf32"},
      {"0x4", "1x1", "", 0, STRIDED, "memref<0x4xf32"},
      {"100x100", "3x3", "", 32, 0, "memref<2x2x!tt.tile<32x32, f32>"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_build(&cases[i], TTA_OK);
}
END_TEST

START_TEST(beyond) {
  const build_case wide = {"9223372036854775807x4", "1x1", "(d0, d1) -> (d0 * 2, d1)", 0, 0, NULL};
  expect_build(&wide, TTA_OVERFLOW);
  const build_case named = {"9223372036854775807x4", "2x1", "", 32, NAMED, NULL};
  expect_build(&named, TTA_OVERFLOW);
  const build_case strides = {"4294967296x4294967296x4294967296", "1x1", "", 0, STRIDED, NULL};
  expect_build(&strides, TTA_OVERFLOW);
  const build_case deep = {ones(70), "1x1", "", 0, 0, NULL};
  expect_build(&deep, TTA_LIMIT);
  const build_case deep_grid = {"1x1", ones(70), "", 0, 0, NULL};
  expect_build(&deep_grid, TTA_LIMIT);
}
END_TEST

/* ---- devices ---- */

typedef struct device_case {
  const char *chip_grid, *mesh, *grid, *map, *ids;
  int32_t era;
  const char *words;
} device_case;

static tta_status build_device(const device_case *c, bool maps) {
  tta_device_spec s = {.chip_grid = shape(c->chip_grid),
                       .mesh = shape(c->mesh),
                       .grid = shape(c->grid),
                       .chip_ids = shape(c->ids),
                       .map = str(c->map),
                       .memory_maps = maps,
                       .era = c->era};
  out.size = reason.size = 0;
  return tta_device_build(&s, &out, &reason);
}

START_TEST(refused_devices) {
  static const device_case cases[] = {
      {"", "", "", "", "", 0, "the chip grid is missing, and does not follow from grid and mesh"},
      {"", "1x2x3", "8x8", "", "", 0, "the chip grid is missing"},
      {"8", "1x2", "", "", "", 0, "a chip grid must have 2 dims (rows, columns), found 1"},
      {"", "3x1", "8x8", "", "", 0, "grid extent 8 is not a multiple of mesh extent 3"},
      {"", "0x1", "8x8", "", "", 0, "grid extent 8 is not a multiple of mesh extent 0"},
      {"8x8", "1x2", "8x8", "", "", 0, "grid 8x8 does not have all cores of 2 chips of 8x8 (grid 8x16)"},
      {"8x8", "1x2", "8x8x8", "", "", 0, "a grid of some cores requires a worker map"},
      {"8x8", "1x2", "", "(d0, d1) -> (d0, d1)", "", 0, "a worker map must have 3 results (chip, y, x), found 2"},
      {"8x8", "1x2", "", "(d0) -> (0, d0, d0)", "", 0, "map rank 1 differs from grid rank 2"},
      {"8x8", "1x2", "", "(d0, d1) -> (", "", 0, "expected"},
      {"8x8", "1x2", "", "", "7", 0, "1 chip id given, but the mesh has 2"},
      {"8x8", "1x2", "", "", "7x8x9", 0, "3 chip ids given, but the mesh has 2"},
      {"8x8", "0x2", "", "", "", 0, "0"},
      {"0x8", "1x2", "", "", "", 0, "0"},
      {"1x1", "2000x2000", "", "", "", 0, "a mesh of 4000000 chips is too large (limit 1048576)"},
      {"8x8", "1x2", "", "", "", 20240101, "device has no form on 2024-01-01"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_status status = build_device(&cases[i], false);
    ck_assert_msg(status == TTA_INVALID && strstr(text_of(&reason), cases[i].words), "case %zu: %d %s%s, not %s", i,
                  (int)status, text_of(&reason), text_of(&out), cases[i].words);
    ck_assert_uint_eq(out.size, 0);
  }
  device_case early = {"8x8", "1x2", "", "", "", 20240801, ""};
  ck_assert_int_eq(build_device(&early, true), TTA_INVALID);
  ck_assert_str_eq(text_of(&reason),
                   "no field 'l1Map' for 'a map' in device on 2024-08-01; it is valid from 2024-09-04 on");
  const device_case deep = {"8x8", ones(70), "", "", "", 0, ""},
                    wide = {"8x8", "9223372036854775807x2", "", "", "", 0, ""};
  ck_assert_int_eq(build_device(&deep, false), TTA_LIMIT);
  ck_assert_int_eq(build_device(&wide, false), TTA_OVERFLOW);
}
END_TEST

/* Each date in its spelling, with and without the maps of memory that some demand. */
START_TEST(devices_by_date) {
  static const struct {
    int32_t era;
    const char *has, *has_not;
  } cases[] = {{20240801, "#tt.device<#tt.grid<8x16, ", "workerGrid"},
               {20241001, "l1Map = ", "virt_to_physical_map"},
               {20241127, "meshShape = 1x2, chipIds = [0, 1]", "virt_to_physical_map"},
               {20250401, "dramMap = ", "virt_to_physical_map"},
               {20250901, "#ttcore.device<workerGrid = #ttcore.grid<8x16", "dramGrid"},
               {20260401, "physical_to_virt_map = ", "dramGrid"},
               {20260501, "dramGrid = #ttcore.grid<1x12>", "#tt.device"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    device_case c = {"8x8", "1x2", "", "", "", cases[i].era, ""};
    ck_assert_int_eq(build_device(&c, cases[i].era >= 20241001), TTA_OK);
    ck_assert_msg(strstr(text_of(&out), cases[i].has) && !strstr(out.data, cases[i].has_not), "%d: %s", cases[i].era,
                  out.data);
  }
  const device_case divided = {"", "2x2", "4x6", "", "", 0, ""}, scalar = {"", "", "4x6", "", "", 0, ""};
  ck_assert_int_eq(build_device(&divided, false), TTA_OK);
  ck_assert_ptr_nonnull(strstr(text_of(&out), "chipIds = [0, 1, 2, 3]"));
  ck_assert_int_eq(build_device(&scalar, false), TTA_OK);
  ck_assert_ptr_nonnull(strstr(text_of(&out), "meshShape = 1, chipIds = [0]"));
}
END_TEST

START_TEST(refused_systems) {
  static const char *const cases[] = {"",
                                      "wormhole",
                                      "wormhole_b0:",
                                      "wormhole_b0:0",
                                      "wormhole_b0:x",
                                      "wormhole_b0:99999999999999999999",
                                      "[",
                                      "[2",
                                      "[2, 8x8",
                                      "[2, 8]",
                                      "[0, 8x8]",
                                      "[2, 0x8]",
                                      "[2, 8x8x8]",
                                      "[2, 8x8] x",
                                      "[x, 8x8]",
                                      "[2; 8x8]",
                                      "#tt.system_desc<",
                                      "#tt.memory_space<l1>",
                                      "tensor<2xf32>",
                                      "#tt.system_desc<[], [], [], []>"};
  tta_arena *memory = tta_arena_new(NULL);
  tta_system system;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reason.size = 0;
    ck_assert_msg(tta_system_parse(str(cases[i]), memory, &system, &reason) == TTA_INVALID, "%s", cases[i]);
    ck_assert_msg(reason.size > 0, "%s", cases[i]);
    ck_assert_msg(tta_system_parse(str(cases[i]), memory, &system, NULL) == TTA_INVALID, "%s", cases[i]);
  }
  ck_assert_int_eq(tta_system_parse(str("[2, 4x5]"), memory, &system, NULL), TTA_OK);
  tta_chip_grid grid = tta_system_smallest_grid(&system);
  ck_assert(system.num_chips == 2 && grid.rows == 4 && grid.columns == 5);
  ck_assert_int_eq(tta_system_parse(str(" [ 3 , 4x5 ] "), memory, &system, NULL), TTA_OK);
  ck_assert_int_eq(system.num_chips, 3);
  tta_arena_delete(memory);
}
END_TEST

START_TEST(refused_meshes) {
  int64_t extents[80], chips;
  static const int64_t good[] = {8, 8}, zero[] = {8, 0}, huge[] = {MAX, 2}, many[] = {MAX, MAX};
  const tta_worker_spec cases[] = {
      {.chip_grid = {1, good}},
      {.chip_grid = {2, zero}},
      {.chip_grid = {2, good}, .mesh = {2, zero}},
      {.chip_grid = {2, good}, .view = (tta_worker_view)99},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reason.size = 0;
    ck_assert_int_eq(tta_worker_grid_shape(&cases[i], extents, &chips, &reason), TTA_INVALID);
    ck_assert_uint_gt(reason.size, 0);
    ck_assert_int_eq(tta_worker_grid_shape(&cases[i], extents, NULL, NULL), TTA_INVALID);
  }
  tta_worker_spec wide = {.chip_grid = {2, huge}, .mesh = {2, good}};
  ck_assert_int_eq(tta_worker_grid_shape(&wide, extents, &chips, &reason), TTA_OVERFLOW);
  wide = (tta_worker_spec){.chip_grid = {2, good}, .mesh = {2, many}};
  ck_assert_int_eq(tta_worker_grid_shape(&wide, extents, &chips, &reason), TTA_OVERFLOW);
  wide = (tta_worker_spec){.chip_grid = {2, huge}, .view = TTA_VIEW_EXTRA_WIDE};
  ck_assert_int_eq(tta_worker_grid_shape(&wide, extents, &chips, &reason), TTA_OVERFLOW);
  wide.view = TTA_VIEW_EXTRA_TALL;
  ck_assert_int_eq(tta_worker_grid_shape(&wide, extents, &chips, &reason), TTA_OVERFLOW);
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("build_edges", setup, teardown, refused_layouts, built_layouts, beyond, refused_devices,
                        devices_by_date, refused_systems, refused_meshes);
}
