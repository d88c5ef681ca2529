/* Devices, systems and the NoC at their limits: coordinates that no architecture has, incomplete devices, coordinates
 * out of range, meshes that do not divide a grid. Examples: test_device_values.c. */
#include <stdio.h>
#include <stdlib.h>

#include "device/device.h"
#include "diag/check_options.h"
#include "failing.h"
#include "layouts.h"
#include "model/device.h"
#include "noc/noc.h"
#include "suite.h"
#include "ttattr/arch.h"

static const tta_arch WH = TTA_ARCH_WORMHOLE_B0, NONE = (tta_arch)99;

static tta_buf reason;
static void setup(void) { tta_buf_init(&reason, NULL); }
static void teardown(void) { tta_buf_free(&reason); }

static void expect_invalid(tta_status status, const char *words, int line) {
  tta_buf_char(&reason, 0);
  ck_assert_msg(status == TTA_INVALID && strstr(reason.data, words), "line %d: %d %s, not %s", line, (int)status,
                reason.data, words);
  reason.size = 0;
}
#define REFUSES(call, words) expect_invalid(call, words, __LINE__)

/* ---- the NoC ---- */

START_TEST(no_such_architecture) {
  tta_noc_node node = {0};
  tta_noc_target target;
  uint64_t address, dests;
  tta_core core = {0, 0};
  tta_noc_xy xy = {1, 1};
  REFUSES(tta_noc_worker(NONE, 0, core, &node, &reason), "unknown architecture");
  REFUSES(tta_noc_dram(NONE, 0, 0, &node, &reason), "unknown architecture");
  ck_assert_int_eq(tta_noc_pcie(NONE, &node), TTA_INVALID);
  REFUSES(tta_noc_at(NONE, 0, xy, &node, &reason), "unknown architecture");
  REFUSES(tta_noc_encode(NONE, &node, 0, 0, &address, &reason), "unknown architecture");
  REFUSES(tta_noc_unicast(NONE, xy, 0, &address, &reason), "unknown architecture");
  REFUSES(tta_noc_multicast(NONE, 0, core, core, 0, 0, &address, &dests, &reason), "unknown architecture");
  REFUSES(tta_noc_decode(NONE, 0, 0, 0, &target, &reason), "unknown architecture");
  ck_assert_int_eq(tta_arch_worker_grid(NONE, 0).x, 0);
  ck_assert_str_eq(tta_noc_kind_name((tta_noc_kind)99), "unknown");
}
END_TEST

START_TEST(no_such_place) {
  tta_noc_node node;
  tta_noc_target target;
  uint64_t address, dests;
  tta_core first = {2, 2}, above = {1, 2}, left = {2, 1}, outside = {20, 2};
  tta_noc_worker(WH, 0, first, &node, NULL);
  REFUSES(tta_noc_encode(WH, &node, 2, 0, &address, &reason), "NoC 2 is out of range [0, 1]");
  REFUSES(tta_noc_decode(WH, 0, 7, 0, &target, &reason), "NoC 7 is out of range [0, 1]");
  REFUSES(tta_noc_multicast(WH, 0, first, above, 0, 0, &address, &dests, &reason),
          "multicast ends at core 1x2, above or left of its start 2x2");
  REFUSES(tta_noc_multicast(WH, 0, first, left, 0, 0, &address, &dests, &reason),
          "multicast ends at core 2x1, above or left of its start 2x2");
  REFUSES(tta_noc_multicast(WH, 0, outside, outside, 0, 0, &address, &dests, &reason), "core 20x2 is outside");
  REFUSES(tta_noc_multicast(WH, 0, first, outside, 0, 0, &address, &dests, &reason), "core 20x2 is outside");
  REFUSES(tta_noc_multicast(WH, 0, first, first, 0, UINT64_MAX, &address, &dests, &reason), "does not fit the");
  REFUSES(tta_noc_unicast(WH, (tta_noc_xy){1, 64}, 0, &address, &reason), "NoC coordinates 1-64 do not fit 6 bits");
  REFUSES(tta_noc_at(WH, 0, (tta_noc_xy){1, 60}, &node, &reason), "NOC0 1-60 is outside the");
  /* 36 and 48 bits down: a rectangle whose corners are DRAM, and one that ends before it begins */
  REFUSES(tta_noc_decode(TTA_ARCH_GRAYSKULL, 0, 0, (uint64_t)1 << 52 | (uint64_t)6 << 44 | (uint64_t)1 << 32, &target,
                         &reason),
          "multicast");
}
END_TEST

/* ---- devices as text ---- */

static tta_status device_of(const char *text, device_reading *d) {
  tta_check_options options;
  memset(d->text, 0, sizeof d->text);
  strcpy(d->text, text);
  tta_source_init(&d->source, (tta_str){"d", 1}, (tta_str){d->text, strlen(text)}, NULL);
  tta_check_options_init(&options);
  return tta_device_text_new(&d->source, &options, &d->read, &reason);
}

START_TEST(texts_refused) {
  static const char *const cases[][2] = {
      {"", "expected one device"},
      {"tensor<2xf32>", "expected one device"},
      {"#tt.memory_space<l1>", "expected one device"},
      {"#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]> "
       "#tt.device<workerGrid = #tt.grid<8x8, "
       "(d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>",
       "expected one device"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    device_reading d;
    tta_status status = device_of(cases[i][0], &d);
    ck_assert_msg(status == TTA_INVALID || !tta_device_text_get(d.read), "%s", cases[i][0]);
    reason.size = 0;
    close_device(&d);
  }
}
END_TEST

#define DEVICE(grid, mesh, chips)                                                                                      \
  "#tt.device<workerGrid = #tt.grid<" grid ">, meshShape = " mesh ", chipIds = [" chips "]>"
#define TWO DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", "4, 5")

START_TEST(places) {
  device_reading d;
  tta_core_assignment place;
  int64_t chip, chips[2];
  tta_buf out;
  tta_buf_init(&out, NULL);
  read_device(&d, TWO);
  static const int64_t good[] = {7, 15}, low[] = {-1, 0}, high[] = {0, 16}, grid[] = {9, 17}, cube[] = {1, 8, 8},
                       zero[] = {8, 0}, many[] = {1 << 20, 1 << 20};
  ck_assert_int_eq(tta_device_place(d.device, good, &place, &chip, &reason), TTA_OK);
  ck_assert(chip == 5 && place.chip_index == 1 && place.core.y == 7 && place.core.x == 7);
  ck_assert_int_eq(tta_device_place(d.device, good, &place, NULL, NULL), TTA_OK);
  REFUSES(tta_device_place(d.device, low, &place, &chip, &reason),
          "core index -1 of dim 0 is outside the device grid");
  REFUSES(tta_device_place(d.device, high, &place, &chip, &reason),
          "core index 16 of dim 1 is outside the device grid");
  REFUSES(tta_device_holds(d.device, (tta_shape){3, cube}, &reason), "rank");
  ck_assert_int_eq(tta_device_holds(d.device, (tta_shape){2, grid}, NULL), TTA_INVALID);
  ck_assert(tta_device_chip_grid(d.device, chips) && chips[0] == 8 && chips[1] == 8);
  ck_assert_int_eq(tta_device_to_hold(d.device, (tta_shape){2, grid}, &out), TTA_OK);
  tta_buf_char(&out, 0);
  ck_assert_msg(strstr(out.data, "meshShape = 3x1, chipIds = [4, 5, 0]>") != NULL, "%s", out.data);
  out.size = 0;
  ck_assert_int_eq(tta_device_to_hold(d.device, (tta_shape){1, good}, &out), TTA_OK);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, "#tt.device<workerGrid = #tt.grid<7, (d0) -> (0, 0, d0)>, meshShape = 1, chipIds = [4]>");
  ck_assert_int_eq(tta_device_to_hold(d.device, (tta_shape){2, zero}, &out), TTA_INVALID);
  ck_assert_int_eq(tta_device_to_hold(d.device, (tta_shape){2, many}, &out), TTA_INVALID);
  close_device(&d);
  /* a mesh that the grid does not divide into has no chip grid */
  read_device(&d, DEVICE("3x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "2x1", "4, 5"));
  ck_assert(!tta_device_chip_grid(d.device, chips));
  out.size = 0;
  ck_assert_int_eq(tta_device_to_hold(d.device, (tta_shape){2, good}, &out), TTA_OK);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, "#tt.device<workerGrid = #tt.grid<7x15, (d0, d1) -> (d1 floordiv 3, (d0 * 3 + d1 mod 3) "
                             "floordiv 8, (d0 * 3 + d1 mod 3) mod 8)>, meshShape = 1x5, chipIds = [4, 5, 0, 1, 2]>");
  close_device(&d);
  read_device(&d, DEVICE("8, (d0) -> (0, 0, d0)", "1", "0"));
  ck_assert(!tta_device_chip_grid(d.device, chips));
  close_device(&d);
  tta_buf_free(&out);
}
END_TEST

START_TEST(mesh_views) {
#define L1 ", #tt.memory_space<l1>>>>"
  static const struct {
    const char *type, *device, *words; /* NULL: a view, with a slice or without */
    bool slice;
  } cases[] = {
      {"tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, f32>, "
       "#ttnn.buffer_type<dram>>, <interleaved>>>",
       TWO, "layout is interleaved; cores have no shards", false},
      {"tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32" L1,
       DEVICE("16x8, (d0, d1) -> (d0 floordiv 8, d0 mod 8, d1)", "2x1x1", "0, 1"),
       "mesh rank 3 is greater than grid rank 2", false},
      {"tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32" L1, TWO, NULL, true},
      {"tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32" L1, TWO, NULL, true},
      {"tensor<4x16x128xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 16 + d1, d2), undef, <2x4>, memref<32x32xf32" L1,
       DEVICE("16x8, (d0, d1) -> (d0 floordiv 8, d0 mod 8, d1)", "2x1", "0, 1"), NULL, true},
      {"tensor<3x16x128xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 16 + d1, d2), undef, <2x4>, memref<24x32xf32" L1,
       DEVICE("16x8, (d0, d1) -> (d0 floordiv 8, d0 mod 8, d1)", "2x1", "0, 1"), NULL, false},
      {"tensor<8x8xf32, #tt.metal_layout<(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 8), undef, <1x2>, "
       "memref<4x8xf32" L1,
       TWO, NULL, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading r;
    device_reading d;
    tta_mesh_view view;
    read_type(&r, cases[i].type);
    read_device(&d, cases[i].device);
    reason.size = 0;
    tta_status status = tta_mesh_view_of(r.s, d.device, &view, &reason);
    if (cases[i].words) expect_invalid(status, cases[i].words, __LINE__);
    else
      ck_assert_msg(status == TTA_OK && view.has_slice == cases[i].slice, "case %zu: %d, %d", i, (int)status,
                    view.has_slice);
    ck_assert_int_eq(tta_mesh_view_of(r.s, d.device, &view, NULL), status);
    close_device(&d);
    close_type(&r);
  }
}
END_TEST

/* ---- systems ---- */

#define CHIP(grid, l1, base, channels, channel, dram_base, dram_end)                                                   \
  "{arch = <wormhole_b0>, grid = " grid ", l1_size = " l1 ", num_dram_channels = " channels                            \
  ", dram_channel_size = " channel ", noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, "                \
                                   "noc_dram_address_align_bytes = 32, l1_unreserved_base = " base                     \
  ", erisc_l1_unreserved_base = 1024, dram_unreserved_base = " dram_base ", dram_unreserved_end = " dram_end           \
  ", supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}"
#define WHOLE CHIP("8x8", "1499136", "1024", "12", "1073741824", "1024", "1073741824")

START_TEST(systems) {
  static const struct {
    const char *text;
    int64_t chips, rows, columns, l1, banks;
  } cases[] = {
      {"#tt.system_desc<[" WHOLE "], [0], [3 : i32], [0x0x0x0]>", 1, 8, 8, 1498112, 12},
      {"#tt.system_desc<[" WHOLE ", " CHIP("7x8", "1499136", "2048", "11", "1073741824", "1024",
                                           "1073741824") "], [0, 1], [3 : i32, 0 : i32], [0x0x0x0, 0x0x0x1]>",
       2, 7, 8, 1497088, 11},
      {"#tt.system_desc<[" CHIP("7x8", "1499136", "2048", "11", "1073741824", "1024",
                                "1073741824") ", " WHOLE "], [0, 1], [3 : i32, 0 : i32], [0x0x0x0, 0x0x0x1]>",
       2, 7, 8, 1497088, 11},
      {"#s = #tt.system_desc<[" CHIP("8x7", "1499136", "1024", "12", "1073741824", "0",
                                     "0") "], [0], [3 : i32], [0x0x0x0]>",
       1, 8, 7, 1498112, 12},
  };
  tta_arena *arena = tta_arena_new(NULL);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_system s;
    reason.size = 0;
    tta_status status = tta_system_parse((tta_str){cases[i].text, strlen(cases[i].text)}, arena, &s, &reason);
    tta_buf_char(&reason, 0);
    ck_assert_msg(status == TTA_OK, "case %zu: %d %s", i, (int)status, reason.data);
    tta_chip_grid grid = tta_system_smallest_grid(&s);
    int64_t l1 = INT64_MAX, banks = tta_system_smallest_number(&s, TTA_CHIP_NUM_DRAM_CHANNELS);
    for (uint32_t k = 0; k < s.num_descs; k++) {
      int64_t bytes = tta_chip_number_of(&s.descs[k], TTA_CHIP_L1_SIZE) -
                      tta_chip_number_of(&s.descs[k], TTA_CHIP_L1_UNRESERVED_BASE);
      if (bytes < l1) l1 = bytes;
    }
    ck_assert_msg(s.num_chips == cases[i].chips && grid.rows == cases[i].rows && grid.columns == cases[i].columns &&
                      l1 == cases[i].l1 && banks == cases[i].banks,
                  "case %zu: %lld chips of %lldx%lld, %lld B, %lld banks", i, (long long)s.num_chips,
                  (long long)grid.rows, (long long)grid.columns, (long long)l1, (long long)banks);
  }
  static const char *const bad[] = {
      "#tt.system_desc<[" CHIP("8", "1499136", "1024", "12", "1073741824", "1024",
                               "1073741824") "], [0], [3 : i32], [0x0x0x0]>",
      "#tt.system_desc<[" CHIP("8x8", "1024", "1499136", "12", "1073741824", "1024",
                               "1073741824") "], [0], [3 : i32], [0x0x0x0]>",
      "#tt.system_desc<[" CHIP("8x8", "1499136", "1024", "4294967296", "4294967296", "0",
                               "9223372036854775807") "], [0], [3 : i32], [0x0x0x0]>",
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    tta_system s;
    ck_assert_msg(tta_system_parse((tta_str){bad[i], strlen(bad[i])}, arena, &s, NULL) == TTA_INVALID, "case %zu", i);
  }
  tta_arena_delete(arena);
}
END_TEST

/* Each span is the text of its part. */
static void expect_span(const char *text, tta_span span, const char *expected) {
  ck_assert_msg(span.end - span.begin == strlen(expected) && !strncmp(text + span.begin, expected, strlen(expected)),
                "expected '%s', found '%.*s'", expected, (int)(span.end - span.begin), text + span.begin);
}

START_TEST(device_spans) {
  device_reading d;
  read_device(&d, "#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, "
                  "dramGrid = #ttcore.grid<1x12>, meshShape = 1x1, chipIds = [7], meshTopology = [ring, linear]>");
  const tta_device *v = d.device;
  ck_assert(v->keyed && v->ttcore && !v->grid_by_alias && !v->dram_grid_by_alias);
  expect_span(d.text, v->span, d.text);
  expect_span(d.text, v->grid_span, "#ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>");
  expect_span(d.text, v->map_span, "(d0, d1) -> (0, d0, d1)");
  expect_span(d.text, v->dram_grid_span, "#ttcore.grid<1x12>");
  expect_span(d.text, v->mesh_span, "1x1");
  expect_span(d.text, v->chips_span, "[7]");
  expect_span(d.text, v->chip_spans[0], "7");
  expect_span(d.text, v->topologies_span, "[ring, linear]");
  ck_assert(v->dram_grid.rank == 2 && v->dram_grid.extent[1] == 12);
  ck_assert(v->num_topologies == 2 && v->topologies[1] == TTA_TOPOLOGY_LINEAR && !v->l1_map_span.end);
  close_device(&d);
}
END_TEST

START_TEST(device_json) {
  static const char *const cases[][2] = {
      {TWO, "{\"workerGrid\":{\"shape\":[8,16],\"mapping\":\"(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)\"},"
            "\"dramGrid\":null,\"l1Map\":null,\"dramMap\":null,\"meshShape\":[1,2],\"chipIds\":[4,5],"
            "\"meshTopology\":null}"},
      {"#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<1x12>, "
       "meshShape = 1x1, chipIds = [0], meshTopology = [ring, disabled]>",
       "{\"workerGrid\":{\"shape\":[8,8],\"mapping\":\"(d0, d1) -> (0, d0, d1)\"},\"dramGrid\":[1,12],\"l1Map\":null,"
       "\"dramMap\":null,\"meshShape\":[1,1],\"chipIds\":[0],\"meshTopology\":[\"ring\",\"disabled\"]}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    device_reading d;
    tta_buf out;
    tta_buf_init(&out, NULL);
    tta_json json = tta_json_writer(&out);
    read_device(&d, cases[i][0]);
    tta_device_json(&json, d.device);
    tta_buf_char(&out, 0);
    ck_assert_str_eq(out.data, cases[i][1]);
    tta_buf_free(&out);
    close_device(&d);
  }
  ck_assert_ptr_null(tta_topology_name(TTA_NUM_TOPOLOGIES));
}
END_TEST

START_TEST(system_values) {
  static const char text[] =
      "#ttcore.system_desc<[{role = host, target_triple = \"x\"}], [{arch = <blackhole>, grid = 1x2, "
      "l1_size = 1499136, num_dram_channels = 8, dram_channel_size = 1073741824, "
      "physical_cores = {worker = [ 0x0,  0x1] "
      "dram = [ 8x0]}, supported_tile_sizes = [ 4x16,  32x32], dst_physical_size_tiles = 16}], [0, 0], "
      "[<pcie|host_mmio>, <host_mmio>], [<0, 1, 2, 3>, <4, 5, 6, 7>], [<[1, 8, 9], [0, 2, 3]>]>";
  tta_arena *arena = tta_arena_new(NULL);
  tta_system s;
  reason.size = 0;
  tta_status status = tta_system_parse((tta_str){text, strlen(text)}, arena, &s, &reason);
  ck_assert_msg(!status, "%.*s", (int)reason.size, reason.data);
  ck_assert(s.source == TTA_SYSTEM_OF_ATTRIBUTE && s.num_chips == 2 && s.num_descs == 1);
  const tta_chip *chip = tta_system_chip(&s, 1);
  ck_assert(chip == &s.descs[0] && !tta_system_chip(&s, 2) && !tta_system_chip(&s, -1));
  ck_assert(chip->arch == TTA_ARCH_BLACKHOLE && chip->numbers[TTA_CHIP_DST_PHYSICAL_SIZE_TILES] == 16);
  ck_assert(chip->numbers[TTA_CHIP_L1_UNRESERVED_BASE] == TTA_SYSTEM_NONE);
  ck_assert_int_eq(tta_chip_number_of(chip, TTA_CHIP_L1_UNRESERVED_BASE), 0);
  ck_assert_int_eq(tta_chip_number_of(chip, TTA_CHIP_NUM_CBS), TTA_SYSTEM_NONE);
  ck_assert_int_eq(tta_system_smallest_number(&s, TTA_CHIP_NUM_DRAM_CHANNELS), 8);
  ck_assert(chip->cores[TTA_CORES_WORKER].num_cores == 2 && chip->cores[TTA_CORES_WORKER].cores[1].x == 1);
  expect_span(text, chip->cores[TTA_CORES_DRAM].spans[0], "8x0");
  expect_span(text, chip->grid_span, "1x2");
  expect_span(text, s.chips_span, "[0, 0]");
  tta_tile_size sizes[4];
  ck_assert(tta_system_tile_sizes(&s, sizes, 1) == 1 && tta_system_tile_sizes(&s, sizes, 4) == 2);
  ck_assert_int_eq(sizes[0].width, 16);
  ck_assert(s.num_capabilities == 2 && s.capabilities[0] == 3 && s.capabilities[1] == TTA_CHIP_CAPABILITY_HOST_MMIO);
  ck_assert(s.num_coords == 2 && s.coords[0].shelf == 1 && s.coords[1].x == 7);
  ck_assert(s.num_channels == 1 && s.channels[0].end[0].chip == 1 && s.channels[0].end[0].core.x == 9);
  ck_assert(s.num_links == 1 && s.links[0].a == 0 && tta_system_linked(&s, 1, 0));
  expect_span(text, s.channels[0].end[1].x_span, "3");
  ck_assert_str_eq(tta_core_role_name(TTA_CORES_HELPER_ETH), "eth");
  ck_assert_ptr_null(tta_core_role_name(TTA_NUM_CORE_ROLES));
  tta_arena_delete(arena);
}
END_TEST

static tta_status read_system(const tta_allocator *allocator, const void *text) {
  tta_system s;
  tta_arena *arena = tta_arena_new(allocator);
  if (!arena) return TTA_NO_MEMORY;
  tta_status status = tta_system_parse((tta_str){text, strlen(text)}, arena, &s, NULL);
  tta_arena_delete(arena);
  return status;
}

START_TEST(no_memory_for_systems) {
  each_request_fails(read_system, "wormhole_b0:4", TTA_OK);
  each_request_fails(read_system, "[2, 7x8]", TTA_OK);
  each_request_fails(read_system, "#tt.system_desc<[" WHOLE "], [0], [3 : i32], [0x0x0x0]>", TTA_OK);
}
END_TEST

static tta_status read_given(const tta_allocator *allocator, const void *text) {
  tta_check_options options;
  tta_source source;
  tta_device_text *read;
  tta_check_options_init(&options);
  options.allocator = allocator;
  tta_source_init(&source, (tta_str){"d", 1}, (tta_str){text, strlen(text)}, allocator);
  tta_status status = tta_device_text_new(&source, &options, &read, NULL);
  if (!status) ck_assert_int_eq(tta_device_text_get(read)->chip_ids.rank, 2);
  tta_device_text_free(read);
  tta_source_free(&source);
  return status;
}

START_TEST(no_memory) {
  static const char text[256] = TWO; /* and the padding of a source */
  each_request_fails(read_given, text, TTA_OK);
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("device_edges", setup, teardown, no_such_architecture, no_such_place, texts_refused, places,
                        mesh_views, systems, device_spans, device_json, system_values, no_memory_for_systems,
                        no_memory);
}
