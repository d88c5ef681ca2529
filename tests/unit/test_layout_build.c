/* src/layout/build.c, collapse.c, grids.c, src/device/device_build.c, place.c, system.c: new layouts and devices.
 * Expected texts: tt-mlir docs/src/specs/tensor-layout.md and device.md @ f3f3f0ec33, lines as L..,
 * and the golden tables ../shared/corpus/golden (test/python of tt-mlir, recorded by date), read when they are there.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "base/str.h"
#include "building.h"
#include "device/device.h"
#include "diag/check_options.h"
#include "suite.h"
#include "ttattr/device.h"
#include "ttattr/grids.h"

static tta_build_spec spec(const char *extents, const char *grid) {
  tta_build_spec s;
  tta_build_spec_init(&s);
  s.shape = shape(extents);
  s.grid = shape(grid);
  s.element = str("f32");
  return s;
}

static const char *built(const tta_build_spec *s) {
  out.size = warnings.size = reason.size = 0;
  tta_status status = tta_layout_build(s, &out, &warnings, &reason);
  ck_assert_msg(status == TTA_OK, "%s", text_of(&reason));
  return text_of(&out);
}

static const char *refused(const tta_build_spec *s) {
  out.size = reason.size = 0;
  ck_assert_int_eq(tta_layout_build(s, &out, NULL, &reason), TTA_INVALID);
  return text_of(&reason);
}

/* ---- collapse ---- */

static const struct {
  const char *shape, *grid;
  int intervals; /* -1: the default */
  int64_t interval[4];
  const char *map, *memref;
} collapses[] = {
    /* L113, L121..135: the four examples of collapseIntervals */
    {"2x3x4", "1x1", -1, {0}, "(d0, d1, d2) -> (d0 * 3 + d1, d2)", "6x4"},
    {"2x3x4x5", "1x1x1", 1, {1, -1}, "(d0, d1, d2, d3) -> (d0, d1 * 4 + d2, d3)", "2x12x5"},
    {"2x3x4x5", "1x1x1", 1, {0, 2}, "(d0, d1, d2, d3) -> (d0 * 3 + d1, d2, d3)", "6x4x5"},
    {"2x3x4x5x6x7x8",
     "1x1x1x1",
     2,
     {0, 3, -3, -1},
     "(d0, d1, d2, d3, d4, d5, d6) -> (d0 * 12 + d1 * 4 + d2, d3, d4 * 7 + d5, d6)",
     "24x5x42x8"},
    /* intervals in any order, empty ones, all dims, none */
    {"2x3x4x5x6x7x8",
     "1x1x1x1",
     2,
     {-3, -1, 0, 3},
     "(d0, d1, d2, d3, d4, d5, d6) -> (d0 * 12 + d1 * 4 + d2, d3, d4 * 7 + d5, d6)",
     "24x5x42x8"},
    {"2x3x4", "1x1x1", 1, {1, 1}, "(d0, d1, d2) -> (d0, d1, d2)", "2x3x4"},
    {"2x3x4", "3", 1, {0, 3}, "(d0, d1, d2) -> (d0 * 12 + d1 * 4 + d2)", "8"},
    {"2x3x4x5x6", "1x1x1", 2, {0, 2, 2, 4}, "(d0, d1, d2, d3, d4) -> (d0 * 3 + d1, d2 * 5 + d3, d4)", "6x20x6"},
    {"2x3", "1x2", 0, {0}, "(d0, d1) -> (d0, d1)", "2x2"},
    /* size 1: no `* 1` is printed */
    {"5x1x1x7", "1x1", -1, {0}, "(d0, d1, d2, d3) -> (d0 + d1 + d2, d3)", "5x7"},
    /* grids of higher rank than the tensor: zeros in front (golden tables, 1x4 over rank 1) */
    {"128", "1x4", -1, {0}, "(d0) -> (0, d0)", "1x32"},
    {"4x6", "1x1x2x1", 0, {0}, "(d0, d1) -> (0, 0, d0, d1)", "1x1x2x6"},
    /* L190..210: fewer results than grid dims by default */
    {"8x96x32", "2x1x2", -1, {0}, "(d0, d1, d2) -> (d0 * 96 + d1, d1, d2)", "384x96x16"},
    {"5x3x2x2x7x32x32",
     "3x2x2x2",
     -1,
     {0},
     "(d0, d1, d2, d3, d4, d5, d6) -> (d0 * 2688 + d1 * 896 + d2 * 448 + d3 * 224 + d4 * 32 + d5, d4, d5, d6)",
     "4480x4x16x16"},
};

START_TEST(collapse_intervals) {
  char expected[1024];
  for (size_t i = 0; i < sizeof collapses / sizeof *collapses; i++) {
    tta_build_spec s = spec(collapses[i].shape, collapses[i].grid);
    s.explicit_intervals = collapses[i].intervals >= 0;
    s.num_intervals = s.explicit_intervals ? (uint32_t)collapses[i].intervals : 0;
    s.intervals = collapses[i].interval;
    snprintf(expected, sizeof expected,
             "tensor<%sxf32, #tt.metal_layout<%s, undef, <%s>, memref<%sxf32, #tt.memory_space<l1>>>>",
             collapses[i].shape, collapses[i].map, collapses[i].grid, collapses[i].memref);
    ck_assert_str_eq(built(&s), expected);
  }
  ck_assert_ptr_nonnull(strstr(text_of(&warnings), "99.6%")); /* the 7-D one */
}
END_TEST

START_TEST(refused_intervals) {
  static const struct {
    const char *shape, *grid;
    int64_t interval[4];
    uint32_t count;
    const char *reason;
  } wrong[] = {
      {"2x3x4x5", "2x4", {1, -1}, 1, "0:3 or 1:4 fit"},
      {"2x3x4", "1x1x1", {0, 2}, 1, "'none' fits"},
      {"2x3x4", "1x1", {0, 4}, 1, "0:4 is out of range for a tensor of 3 dims"},
      {"2x3x4", "1x1", {-4, 2}, 1, "-4:2 is out of range for a tensor of 3 dims"},
      {"2x3x4", "1x1", {2, 1}, 1, "2:1 ends before it starts"},
      {"2x3x4x5", "1x1", {0, 2, 1, 3}, 2, "1:3 contains d1, which is in another interval"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    tta_build_spec s = spec(wrong[i].shape, wrong[i].grid);
    s.explicit_intervals = true;
    s.num_intervals = wrong[i].count;
    s.intervals = wrong[i].interval;
    ck_assert_msg(strstr(refused(&s), wrong[i].reason) != NULL, "%s: %s", wrong[i].reason, reason.data);
  }
  tta_build_spec s = spec("4x4", "16");
  ck_assert_ptr_nonnull(strstr(refused(&s), "0:2 fits"));
}
END_TEST

START_TEST(maps_and_alignment) {
  tta_build_spec s = spec("2x8x32", "1x2");
  s.align = 32; /* L329 */
  ck_assert_ptr_nonnull(strstr(built(&s), "(d0 * 32 + d1, d2), undef, <1x2>, memref<40x16xf32"));
  ck_assert_uint_eq(warnings.size, 0);
  s = spec("2x8x32", "2x1");
  s.align = 32;
  built(&s);
  ck_assert_ptr_nonnull(strstr(text_of(&warnings), "part 1 starts at offset 12 of shard 1"));
  s = spec("2x8x32", "1x2");
  s.map = str("(a, b, c) -> (a <> b, c)");
  ck_assert_ptr_nonnull(strstr(built(&s), "<(d0, d1, d2) -> (d0 * 8 + d1, d2), undef"));
  s.map = str("(d0, d1, d2) -> (d2, d0 <> d1)");
  ck_assert_ptr_nonnull(strstr(built(&s), "<(d0, d1, d2) -> (d2, d0 * 8 + d1), undef, <1x2>, memref<32x8xf32"));
  s.map = str("affine_map<(d0, d1, d2) -> (d0 * 40 + d1, d2)>");
  ck_assert_ptr_nonnull(strstr(built(&s), "memref<48x16xf32"));
  s.map = str("(d0, d1, d2) -> (d0 <> d7, d2)");
  ck_assert_ptr_nonnull(strstr(refused(&s), "'d7' is none"));
  s.map = str("(d0, d1) -> (d0, d1)");
  ck_assert_ptr_nonnull(strstr(refused(&s), "2 dims, the tensor 3"));
  s.map = str("(d0, d1, d2) -> (d0 * , d1)");
  ck_assert_uint_gt(strlen(refused(&s)), 0);
  s = spec("65536x65536x65536x65536x65536", "1x1");
  out.size = 0;
  ck_assert_int_eq(tta_layout_build(&s, &out, NULL, NULL), TTA_OVERFLOW);
  s = spec("8x8", "1x1");
  s.memory_space = TTA_MEMORY_L1_SMALL;
  ck_assert_ptr_nonnull(strstr(refused(&s), "'l1_small' is not a valid memory space"));
}
END_TEST

START_TEST(spelling_by_date) {
  static const struct {
    int32_t era;
    tta_memory_layout memory_layout;
    const char *begin, *end;
  } dates[] = {
      {20240514, 0, "tensor<8x8xf32, #tt.layout<8x1, ", "l1>>>>"},
      {20240711, 0, "tensor<8x8xf32, #tt.layout<(", "l1>>>>"},
      {20240903, 0, "tensor<8x8xf32, #tt.layout<", "l1>>, none_layout>>"},
      {20241001, TTA_MEMORY_LAYOUT_INTERLEAVED, "tensor<8x8xf32, #tt.layout<", "l1>>, interleaved>>"},
      {20241127, 0, "tensor<8x8xf32, #tt.metal_layout<", "#tt.memory_space<l1>>>>"},
      {20250617, 0, "tensor<8x8xf32, #ttcore.metal_layout<", "#ttcore.memory_space<l1>>>>"},
      {20250620, 0, "tensor<1x1x8x8xf32, #ttcore.metal_layout<logical_shape = ", "tensor<2x2xi64>, undef, l1>>"},
      {20260513, TTA_MEMORY_LAYOUT_INTERLEAVED,
       "tensor<1x1x8x8xf32, #ttcore.metal_layout<logical_shape = ", ", l1, interleaved>>"},
  };
  for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
    tta_build_spec s = spec("8x8", "1x1");
    s.era = dates[i].era;
    s.memory_layout = dates[i].memory_layout;
    const char *text = built(&s);
    ck_assert_int_eq(strncmp(text, dates[i].begin, strlen(dates[i].begin)), 0);
    ck_assert_str_eq(text + strlen(text) - strlen(dates[i].end), dates[i].end);
  }
  tta_build_spec s = spec("8x8", "1x1");
  s.era = 20240513;
  refused(&s);
  s.memory_layout = TTA_MEMORY_LAYOUT_INTERLEAVED;
  static const int32_t without[] = {20240711, 20250301, 20250620, 20250929};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
    s.era = without[i];
    refused(&s);
  }
}
END_TEST

/* ---- devices ---- */

static tta_source source;
static tta_device_text *text;

static const tta_device *device_of(const char *attribute) {
  tta_check_options options;
  tta_check_options_init(&options);
  tta_source_init(&source, str("<device>"), str(attribute), NULL);
  tta_status status = tta_device_text_new(&source, &options, &text, &reason);
  ck_assert_msg(status == TTA_OK && tta_device_text_get(text), "%s: %s", attribute, text_of(&reason));
  return tta_device_text_get(text);
}

static void drop_device(void) {
  tta_device_text_free(text);
  tta_source_free(&source);
}

static const char *built_device(const tta_device_spec *s) {
  out.size = reason.size = 0;
  tta_status status = tta_device_build(s, &out, &reason);
  ck_assert_msg(status == TTA_OK, "%s", text_of(&reason));
  return text_of(&out);
}

/* Every map of the device specification, on every core. `mesh` NULL: an explicit map. */
static const struct {
  int line;
  const char *chip_grid, *mesh, *grid, *map;
} devices[] = {
    {61, "8x8", "1", "8x8", "(d0, d1) -> (0, d0, d1)"},
    {124, "8x8", "2x1x1", "2x8x8", "(d0, d1, d2) -> (d0, d1, d2)"},
    {159, "8x8", "1x2", "8x16", "(d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)"},
    {194, "8x8", "2x1x2", "2x8x16", "(d0, d1, d2) -> (d0 * 2 + (d1 floordiv 8) * 2 + d2 floordiv 8, d1, d2 mod 8)"},
    {237, "8x8", "2x2", "16x16", "(d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)"},
    {277, "8x8", NULL, "8x8", "(d0, d1) -> (0, d1, d0)"},
    {297, "8x8", NULL, "1x64", "(d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)"},
    {306, "8x8", NULL, "64x1", "(d0, d1) -> (0, d1 * 8 + d0 floordiv 8, d0 mod 8)"},
    {315, "8x8", NULL, "8x8", "(d0, d1) -> (0, d0, (d0 + d1) mod 8)"},
};

/* The specification's own device and ours put each core on the same place, and no two on one. */
static void compare_on_every_core(const char *ours, const char *theirs, int line) {
  int64_t core[3] = {0};
  bool taken[16 * 16] = {0};
  char copy[2048];
  snprintf(copy, sizeof copy, "%s", ours);
  const tta_device *a = device_of(copy);
  tta_device_text *first = text;
  tta_source first_source = source;
  const tta_device *b = device_of(theirs);
  ck_assert_uint_eq(a->grid.rank, b->grid.rank);
  for (bool more = true; more;) {
    tta_core_assignment p, q;
    int64_t chip;
    ck_assert_int_eq(tta_device_place(a, core, &p, &chip, NULL), TTA_OK);
    ck_assert_int_eq(tta_device_place(b, core, &q, NULL, NULL), TTA_OK);
    ck_assert_msg(p.chip_index == q.chip_index && p.core.y == q.core.y && p.core.x == q.core.x, "L%d", line);
    ck_assert_int_eq(chip, p.chip_index);
    int64_t place = (p.chip_index * 8 + p.core.y) * 8 + p.core.x;
    ck_assert(place >= 0 && place < 256 && !taken[place]);
    taken[place] = true;
    more = false;
    for (uint32_t d = a->grid.rank; d-- > 0 && !more;) {
      more = ++core[d] < a->grid.extent[d];
      if (!more) core[d] = 0;
    }
  }
  drop_device();
  tta_device_text_free(first);
  tta_source_free(&first_source);
}

START_TEST(devices_of_the_specification) {
  char theirs[1024];
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    int64_t chips = 1;
    tta_device_spec s = {.chip_grid = shape(devices[i].chip_grid)};
    if (devices[i].mesh) s.mesh = shape(devices[i].mesh);
    else s.grid = shape(devices[i].grid), s.map = str(devices[i].map);
    for (uint32_t d = 0; d < s.mesh.rank; d++) chips *= s.mesh.extent[d];
    snprintf(theirs, sizeof theirs, "#tt.device<workerGrid = #tt.grid<%s, %s>, meshShape = %s, chipIds = [%s]>",
             devices[i].grid, devices[i].map, devices[i].mesh ? devices[i].mesh : "1",
             chips == 1   ? "0"
             : chips == 2 ? "0, 1"
                          : "0, 1, 2, 3");
    const char *ours = built_device(&s);
    if (!devices[i].mesh) ck_assert_str_eq(ours, theirs);
    compare_on_every_core(ours, theirs, devices[i].line);
  }
}
END_TEST

/* Terms only for mesh dims > 1, outer dims first (docs/CLI, device). */
START_TEST(mesh_maps) {
  tta_device_spec s = {.chip_grid = shape("8x8"), .mesh = shape("1x2")};
  ck_assert_ptr_nonnull(strstr(built_device(&s), "<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>"));
  s.mesh = shape("2x2");
  s.chip_ids = (tta_shape){4, (int64_t[]){4, 5, 6, 7}};
  ck_assert_str_eq(
      built_device(&s),
      "#tt.device<workerGrid = #tt.grid<16x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)>, "
      "meshShape = 2x2, chipIds = [4, 5, 6, 7]>"); /* L235 */
  s.chip_ids.rank = 3;
  ck_assert_int_eq(tta_device_build(&s, &out, NULL), TTA_INVALID);
  tta_chip chip = {.grid = shape("7x8")};
  tta_system system = {.num_chips = 2, .num_descs = 1, .descs = &chip};
  s = (tta_device_spec){.system = &system};
  ck_assert_ptr_nonnull(strstr(built_device(&s), "<7x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>"));
  s.mesh = shape("2x2");
  ck_assert_int_eq(tta_device_build(&s, &out, NULL), TTA_INVALID);
  s = (tta_device_spec){.chip_grid = shape("8x8"), .memory_maps = true, .era = 20250815};
  const char *text_now = built_device(&s);
  /* printed 57 times in tt-mlir's tests */
  ck_assert_ptr_nonnull(strstr(text_now, "l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0)"));
  ck_assert_ptr_nonnull(strstr(
      text_now, "(0, 0, (((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) mod 12, "
                "((((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) floordiv 12) * s4 + "));
}
END_TEST

/* Values of the memory maps: element (70, 40), shard 64x64 -> core (1, 0), offset 424. */
START_TEST(memory_map_values) {
  int64_t at[4];
  tta_device_spec s = {.chip_grid = shape("8x8"), .memory_maps = true};
  char copy[4096];
  snprintf(copy, sizeof copy, "%s", built_device(&s));
  const tta_device *d = device_of(copy);
  ck_assert_int_eq(tta_map_evaluate(&d->l1_map, (int64_t[]){70, 40}, (int64_t[]){64, 64}, at), TTA_OK);
  ck_assert(at[0] == 0 && at[1] == 1 && at[2] == 0 && at[3] == 424);
  /* f32 256x1024 on a 1x1 grid: address 262143 is in page 31: channel 7, the third page there, at its end (upstream:
   * 8193) */
  ck_assert_int_eq(tta_map_evaluate(&d->dram_map, (int64_t[]){255, 1023}, (int64_t[]){256, 1024}, at), TTA_OK);
  ck_assert(at[2] == 7 && at[3] == 2 * 8192 + 8191);
  drop_device();
  s.era = 20250815; /* grid 4x5, shard 1x2 tiles of 4096 B, page 8192, base 1024: (3, 4, 100) -> channel 7, offset 9316
                     */
  snprintf(copy, sizeof copy, "%s", built_device(&s));
  d = device_of(copy);
  ck_assert_int_eq(
      tta_map_evaluate(&d->dram_map, (int64_t[]){3, 4, 100}, (int64_t[]){4, 5, 1, 2, 8192, 1024, 4096}, at), TTA_OK);
  ck_assert(at[2] == 7 && at[3] == 9316);
  drop_device();
}
END_TEST

START_TEST(systems) {
  tta_arena *memory = tta_arena_new(NULL);
  tta_system s;
  ck_assert_int_eq(tta_system_parse(str("wormhole_b0"), memory, &s, NULL), TTA_OK);
  tta_chip_grid grid = tta_system_smallest_grid(&s);
  ck_assert(grid.rows == 8 && grid.columns == 8 && s.num_chips == 1);
  ck_assert(s.descs[0].numbers[TTA_CHIP_L1_SIZE] - s.descs[0].numbers[TTA_CHIP_L1_UNRESERVED_BASE] == 1498112 &&
            s.descs[0].numbers[TTA_CHIP_NUM_DRAM_CHANNELS] == 12);
  ck_assert_int_eq(tta_system_parse(str("blackhole:4"), memory, &s, NULL), TTA_OK);
  grid = tta_system_smallest_grid(&s);
  ck_assert(grid.rows == 10 && grid.columns == 13 && s.num_chips == 4);
  ck_assert_int_eq(tta_system_parse(str("[2, 8x8]"), memory, &s, NULL), TTA_OK);
  ck_assert(s.num_chips == 2 && tta_system_smallest_grid(&s).columns == 8);
  /* two chips, one harvested: the smaller grid counts */
  static const char desc[] = "#tt.system_desc<[{role = host, target_triple = \"x86_64\"}], "
                             "[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136, num_dram_channels = 12, "
                             "dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, "
                             "pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = "
                             "1024, erisc_l1_unreserved_base = 1024, "
                             "dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, supported_data_types = "
                             "[<f32>], supported_tile_sizes = [ 32x32], num_cbs = 32}, "
                             "{arch = <wormhole_b0>, grid = 7x8, l1_size = 1499136, num_dram_channels = 12, "
                             "dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, "
                             "pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = "
                             "1024, erisc_l1_unreserved_base = 1024, "
                             "dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, supported_data_types = "
                             "[<f32>], supported_tile_sizes = [ 32x32], num_cbs = 32}], "
                             "[0, 1], [3 : i32, 3 : i32], [ 0x0x0x0,  1x0x0x0]>";
  ck_assert_int_eq(tta_system_parse(str(desc), memory, &s, &reason), TTA_OK);
  grid = tta_system_smallest_grid(&s);
  ck_assert(grid.rows == 7 && grid.columns == 8 && s.num_chips == 2);
  ck_assert_int_eq(tta_system_parse(str("wormhole"), memory, &s, NULL), TTA_INVALID);
  tta_arena_delete(memory);
}
END_TEST

static tta_layouts *layouts;
static tta_source type_source;

static const tta_layout *read_layout(const char *type) {
  tta_check_options options;
  tta_check_options_init(&options);
  tta_source_init(&type_source, str("<type>"), str(type), NULL);
  ck_assert_int_eq(tta_layouts_read(&type_source, TTA_LAYOUTS_TYPE, &options, &layouts, NULL), TTA_OK);
  ck_assert_uint_eq(tta_layouts_num_entries(layouts), 1);
  return tta_layouts_entry(layouts, 0)->layout;
}

static void drop_layouts(void) {
  tta_layouts_free(layouts);
  tta_source_free(&type_source);
}

/* Device specification L126..150: half of the batch on each of two chips; L150..180: one tensor over two chips side by
 * side. */
START_TEST(mesh_views) {
  tta_mesh_view view;
  const tta_layout *s = read_layout("tensor<16x3x64x128xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, "
                                   "d3), undef, <2x2x4>, memref<8x3x1x!tt.tile<32 x 32, bfp_bf8>, "
                                   "#tt.memory_space<l1>>>>");
  const tta_device *d = device_of(
      "#tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2x1x1, chipIds = [0, 1]>");
  ck_assert_int_eq(tta_mesh_view_of(s, d, &view, &reason), TTA_OK);
  ck_assert(view.sharded[0] && !view.sharded[1] && !view.sharded[2] && view.opened == 2);
  ck_assert(view.grid[0] == 1 && view.grid[1] == 2 && view.grid[2] == 4);
  ck_assert(view.has_slice && view.slice[0] == 8 && view.slice[1] == 3 && view.slice[2] == 64 && view.slice[3] == 128);
  drop_device();
  drop_layouts();
  s = read_layout("tensor<256x1024xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x16>, memref<2x2x!tt.tile<32 x "
               "32, bfp_bf8>, #tt.memory_space<l1>>>>");
  d = device_of("#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>");
  ck_assert_int_eq(tta_mesh_view_of(s, d, &view, &reason), TTA_OK); /* a virtual grid */
  ck_assert(!view.sharded[1] && view.grid[1] == 16 && view.slice[1] == 1024);
  out.size = 0;
  ck_assert_int_eq(tta_device_to_hold(d, s->grid, &out), TTA_OK);
  ck_assert_str_eq(text_of(&out), "#tt.device<workerGrid = #tt.grid<4x16, (d0, d1) -> (0, d0 * 2 + d1 floordiv 8, d1 "
                                  "mod 8)>, meshShape = 1, chipIds = [0]>");
  drop_device();
  d = device_of("#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, "
                "chipIds = [0, 1]>");
  ck_assert_int_eq(tta_mesh_view_of(s, d, &view, &reason), TTA_OK);
  ck_assert(!view.sharded[0] && view.sharded[1] && view.grid[1] == 8 && view.slice[0] == 256 && view.slice[1] == 512);
  ck_assert(view.physical[0] == 256 && view.physical[1] == 512);
  drop_layouts();
  /* a chip's share of the grid has room for more than there is */
  s = read_layout("tensor<32x1xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x4>, memref<32x1xf32, "
               "#tt.memory_space<l1>>>>");
  ck_assert_int_eq(tta_mesh_view_of(s, d, &view, &reason), TTA_OK);
  ck_assert(view.grid[1] == 2 && view.physical[0] == 32 && view.physical[1] == 1 && view.slice[1] == 1);
  drop_device();
  drop_layouts();
}
END_TEST

/* The grids of a worker grid. */
static tta_status list_grids(const tta_layout *s, tta_shape workers, int64_t capacity_bytes, const tta_layout *like,
                             tta_grid_choice *choices, size_t capacity, size_t *count) {
  tta_grid_options options = {.workers = workers, .capacity_bytes = capacity_bytes, .like = like};
  return tta_layout_grids(s, &options, choices, capacity, count, NULL);
}

START_TEST(grids_with_the_least_work_first) {
  enum { ROOM = 64 };
  static tta_grid_choice g[ROOM];
  size_t count;
  const tta_layout *s = read_layout(
      "tensor<53x3xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<53x3xf32, #tt.memory_space<l1>>>>");
  ck_assert_int_eq(list_grids(s, shape("8x8"), 100, s, g, ROOM, &count), TTA_OK);
  ck_assert_uint_eq(count, 8 * 3 + 6); /* three columns: no grid is wider; 9, 11, 14, 18, 27 and 53 rows */
  ck_assert(g[0].grid[0] == 53 && g[0].grid[1] == 1 && g[0].cores == 53 && g[0].is_virtual);
  ck_assert(g[2].grid[0] == 8 && g[2].grid[1] == 3 && g[2].cores == 24 && g[2].used_cores == 24);
  ck_assert_int_eq(g[2].padding_elements, 8 * 7 * 3 - 159);
  ck_assert(g[2].shard_bytes == 28 && g[2].bank_bytes == 32);
  ck_assert(g[2].fits && !g[2].is_virtual);
  ck_assert_int_eq(g[2].moved_bytes, (159 - 7) * 4); /* what is on core (0, 0) stays */
  ck_assert(g[count - 1].cores == 1 && !g[count - 1].fits && g[count - 1].moved_bytes == 0);
  for (size_t i = 1; i < count; i++) ck_assert(g[i - 1].shard_units <= g[i].shard_units);
  drop_layouts();
}
END_TEST

/* ---- golden tables ---- */

static char *golden(const char *name, tta_str *rest) {
  static const char *const folders[] = {"../shared/corpus/golden", "../../shared/corpus/golden"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folders[i], name);
    FILE *file = fopen(path, "rb");
    if (!file) continue;
    char *data = malloc(1 << 20);
    *rest = (tta_str){data, fread(data, 1, 1 << 20, file)};
    fclose(file);
    return data;
  }
  return NULL;
}

static const tta_json_node *parse_line(tta_str line) {
  const tta_json_node *node;
  tta_json_error error;
  ck_assert_int_eq(tta_json_read(&arena, line, 16, &node, &error), TTA_OK);
  return node;
}

static tta_str member(const tta_json_node *row, const char *key) {
  const tta_json_node *node = tta_json_member(row, key);
  return node && node->kind == TTA_JSON_STRING ? node->string : (tta_str){0};
}

static tta_shape numbers(const tta_json_node *row, const char *key) {
  const tta_json_node *list = tta_json_member(row, key);
  int64_t *values = tta_arena_array(&arena, 64, sizeof *values);
  uint32_t count = 0;
  if (list && list->kind == TTA_JSON_ARRAY)
    for (const tta_json_node *n = list->first; n; n = n->next) {
      if (n->kind == TTA_JSON_ARRAY) {
        for (const tta_json_node *m = n->first; m; m = m->next) ck_assert(tta_json_int64(m, &values[count++]));
      } else {
        ck_assert(tta_json_int64(n, &values[count++]));
      }
    }
  return (tta_shape){count, values};
}

static int32_t date_of(const tta_json_node *row) {
  int y = 0, m = 0, d = 0;
  sscanf(member(row, "date").data, "%d-%d-%d", &y, &m, &d);
  return y * 10000 + m * 100 + d;
}

START_TEST(golden_layouts) {
  tta_str rest, line;
  int rows = 0;
  char *data = golden("metal_layout.jsonl", &rest);
  if (!data) return; /* no shared folder here */
  for (; tta_str_next_line(&rest, &line); rows++) {
    if (!tta_str_trim(line).size) continue;
    const tta_json_node *row = parse_line(line);
    tta_build_spec s;
    tta_build_spec_init(&s);
    tta_shape intervals = numbers(row, "collapse");
    s.shape = numbers(row, "shape");
    s.grid = numbers(row, "grid");
    s.element = member(row, "element");
    ck_assert_int_eq(tta_memory_space_find(member(row, "memory_space"), &s.memory_space, NULL), TTA_OK);
    ck_assert_int_eq(tta_oob_value_find(member(row, "oob"), &s.oob_val, NULL), TTA_OK);
    (void)tta_memory_layout_find(member(row, "memory_layout"), &s.memory_layout, NULL);
    s.era = date_of(row);
    bool is_default = intervals.rank == 2 && intervals.extent[0] == 0 && intervals.extent[1] == -1;
    s.explicit_intervals = !is_default;
    s.num_intervals = intervals.rank / 2;
    s.intervals = intervals.extent;
    tta_str expected = member(row, "expect");
    const char *ours = built(&s);
    ck_assert_msg(strlen(ours) == expected.size && !memcmp(ours, expected.data, expected.size), "%s\n%.*s", ours,
                  (int)expected.size, expected.data);
  }
  ck_assert_int_eq(rows, 16);
  free(data);
}
END_TEST

START_TEST(golden_devices) {
  tta_str rest, line;
  int rows = 0;
  char *data = golden("device.jsonl", &rest);
  if (!data) return;
  for (; tta_str_next_line(&rest, &line); rows++) {
    const tta_json_node *row = parse_line(line);
    tta_device_spec s = {.grid = numbers(row, "grid"),
                         .mesh = numbers(row, "mesh_shape"),
                         .chip_ids = numbers(row, "chip_ids"),
                         .map = member(row, "worker_map"),
                         .l1_map = member(row, "l1_map"),
                         .dram_map = member(row, "dram_map"),
                         .era = date_of(row)};
    if (!s.mesh.rank)
      s.mesh = s.grid.extent[0] == 16 ? shape("2x2") : s.grid.extent[1] == 16 ? shape("1x2") : shape("1");
    tta_str expected = member(row, "expect_with_maps_filled_in");
    if (!expected.size) expected = member(row, "expect");
    const char *ours = built_device(&s) + 1; /* without # */
    ck_assert_msg(strlen(ours) == expected.size && !memcmp(ours, expected.data, expected.size), "%s\n%.*s", ours,
                  (int)expected.size, expected.data);
  }
  ck_assert_int_eq(rows, 38);
  free(data);
}
END_TEST

START_TEST(golden_ttnn_shards) {
  tta_str rest, line;
  int rows = 0;
  char *data = golden("ttnn_conversion.jsonl", &rest);
  if (!data) return;
  while (tta_str_next_line(&rest, &line)) {
    const tta_json_node *row = parse_line(line);
    tta_str kind = member(row, "kind");
    bool shape_row = tta_str_is(kind, "ttnn_shard_shape"), spec_row = tta_str_is(kind, "ttnn_shard_spec");
    if (!shape_row && !spec_row) continue;
    rows++;
    if (!tta_json_member(row, "tile")) { /* interleaved: no core has a shard of its own, hence no shard spec */
      ck_assert_int_eq(tta_json_member(row, "expect_shard_spec")->kind, TTA_JSON_NULL);
      const tta_layout *interleaved =
          read_layout("tensor<1792x1792xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, "
                      "memref<56x56x!ttcore.tile<32x32, bf16>, "
                      "#ttnn.buffer_type<dram>>, <interleaved>>>");
      ck_assert(interleaved->interleaved);
      drop_layouts();
      continue;
    }
    tta_shape extents = numbers(row, "shape"), grid = numbers(row, shape_row ? "grid" : "virtual_grid");
    tta_shape wanted = numbers(row, shape_row ? "expect_scalar_shard_shape" : "expect_shard_shape");
    char type[512];
    snprintf(type, sizeof type,
             "tensor<%lldx%lldxbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <%lldx%lld>, "
             "memref<%lldx%lldx!ttcore.tile<32x32, bf16>, "
             "#ttnn.buffer_type<l1>>, <%.*s>>>",
             (long long)extents.extent[0], (long long)extents.extent[1], (long long)grid.extent[0],
             (long long)grid.extent[1], (long long)(wanted.extent[0] / 32), (long long)(wanted.extent[1] / 32),
             (int)member(row, "memory_layout").size, member(row, "memory_layout").data);
    const tta_layout *s = read_layout(type);
    /* the shard of TTNN is a whole number of tiles: that of the memref (4096x2048 on 1x36: 57 columns, in 2 tiles 64)
     */
    ck_assert_int_eq(s->padded_shard.extent[0], wanted.extent[0]);
    ck_assert_int_eq(s->padded_shard.extent[1], wanted.extent[1]);
    tta_shape memref = numbers(row, "expect_memref");
    if (memref.rank) ck_assert(s->memref.extent[0] == memref.extent[0] && s->memref.extent[1] == memref.extent[1]);
    ck_assert_int_eq((s->shard.extent[0] + 31) / 32, s->memref.extent[0]);
    ck_assert_int_eq((s->shard.extent[1] + 31) / 32, s->memref.extent[1]);
    drop_layouts();
  }
  ck_assert_int_eq(rows, 4);
  free(data);
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("layout_build", setup, teardown, collapse_intervals, refused_intervals, maps_and_alignment,
                        spelling_by_date, devices_of_the_specification, mesh_maps, memory_map_values, systems,
                        mesh_views, grids_with_the_least_work_first, golden_layouts, golden_devices,
                        golden_ttnn_shards);
}
