/* Devices, grids, system descriptions and modules, through tta_check_text. Sources: D = tt-mlir
 * docs/src/specs/device.md, U = TTCoreOpsTypes.cpp, R = docs/rules.md.
 * The expected result is a line of `rule:line`, in order of the text. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "diag/check_options.h"
#include "suite.h"
#include "ttattr/check.h"
#include "types.h"
#include "verify/module.h"

/* ---- running a text ---------------------------------------------------------------------------------------------- */

typedef struct outcome {
  tta_status status;
  char rules[2048];    /* "device-mesh:1 device-map-range:2 " */
  char messages[8192]; /* a line each */
  char severities[64]; /* e, w, r */
  uint32_t num_notes, num_fixes;
} outcome;


static outcome run_with(const char *text, tta_check_options *options) {
  outcome o = {.status = TTA_OK};
  tta_source source;
  tta_check *check = NULL;
  tta_source_init(&source, str("t"), str(text), NULL);
  o.status = tta_check_text(&source, options, &check);
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; check && i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    size_t at = strlen(o.rules), end = strlen(o.messages);
    snprintf(o.rules + at, sizeof o.rules - at, "%s:%u ", tta_rule_get(d->rule)->name,
             tta_source_position(&source, d->span.begin).line);
    snprintf(o.messages + end, sizeof o.messages - end, "%.*s\n", (int)d->message.size, d->message.data);
    if (i + 1 < sizeof o.severities) o.severities[i] = "ewrn"[d->severity];
    o.num_notes += d->num_notes;
    o.num_fixes += d->num_fixes;
  }
  tta_check_free(check);
  tta_source_free(&source);
  return o;
}

static tta_check_options options_of(const char *system, int32_t era) {
  tta_check_options options;
  tta_check_options_init(&options);
  options.system_desc = str(system);
  options.era = era;
  return options;
}

static outcome run(const char *text) {
  tta_check_options options = options_of("", 0);
  return run_with(text, &options);
}

static outcome run_in(const char *text, const char *system) {
  tta_check_options options = options_of(system, 0);
  return run_with(text, &options);
}

static void ask_for(tta_check_options *options, tta_rule rule) {
  options->rule_set[rule] = options->rule_enabled[rule] = true;
  options->rule_severity[rule] = tta_rule_get(rule)->severity;
}

#define OP(attribute) "\"t.op\"() {a = " attribute "} : () -> ()\n"
#define BODY(grid, mesh, chips) "<workerGrid = #tt.grid<" grid ">, meshShape = " mesh ", chipIds = [" chips "]>"
#define DEVICE(grid, mesh, chips) OP("#tt.device" BODY(grid, mesh, chips))
#define PLAIN BODY("8x8, (d0, d1) -> (0, d0, d1)", "1", "0")

#define EXPECT(o, expected)                                                                                            \
  do {                                                                                                                 \
    outcome o_ = (o);                                                                                                  \
    ck_assert_int_eq(o_.status, TTA_OK);                                                                               \
    ck_assert_msg(!strcmp(o_.rules, expected), "got '%s', expected '%s'\n%s", o_.rules, expected, o_.messages);        \
  } while (0)

static void expect_message(outcome o, const char *part) {
  ck_assert_msg(strstr(o.messages, part) != NULL, "'%s' is not in:\n%s", part, o.messages);
}

/* ---- the devices of D -------------------------------------------------------------------------------------------- */

static const char *const SEED_DEVICES[][3] = {
    {"8x8, (d0, d1) -> (0, d0, d1)", "1", "0"},
    {"2x8x8, (d0, d1, d2) -> (d0, d1, d2)", "2x1x1", "0, 1"},
    {"8x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)", "1x2", "0, 1"},
    {"2x8x16, (d0, d1, d2) -> (d0 * 2 + (d1 floordiv 8) * 2 + d2 floordiv 8, d1, d2 mod 8)", "2x1x2", "0, 1, 2, 3"},
    {"16x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)", "2x2", "4, 5, 6, 7"},
    {"8x8, (d0, d1) -> (0, d1, d0)", "1", "0"},
    {"1x64, (d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)", "1", "0"},
    {"64x1, (d0, d1) -> (0, d1 * 8 + d0 floordiv 8, d0 mod 8)", "1", "0"},
    {"8x8, (d0, d1) -> (0, d0, (d0 + d1) mod 8)", "1", "0"},
};
enum { NUM_SEED_DEVICES = sizeof SEED_DEVICES / sizeof *SEED_DEVICES };

START_TEST(seeds_are_clean_together) {
  char text[8192] = "module {\n";
  for (size_t i = 0; i < NUM_SEED_DEVICES; i++) {
    size_t at = strlen(text);
    snprintf(text + at, sizeof text - at,
             "  func.func @f%zu() attributes {d = #tt.device<workerGrid = #tt.grid<%s>, meshShape = %s, chipIds = "
             "[%s]>} {\n  }\n",
             i, SEED_DEVICES[i][0], SEED_DEVICES[i][1], SEED_DEVICES[i][2]);
  }
  strcat(text, "}\n");
  EXPECT(run_in(text, "[8, 8x8]"), "");
  EXPECT(run(text), "");
  EXPECT(run_in(text, "[7, 8x8]"), "device-chip-unknown:10 ");
}
END_TEST

/* Each device of the specification becomes invalid if one grid extent doubles: more logical cores than the map has
 * places for, or places that are not there. */
START_TEST(doubled_grids_are_refused) {
  EXPECT(run_in(DEVICE("16x8, (d0, d1) -> (0, d0, d1)", "1", "0"), "[1, 8x8]"), "device-map-range:1 ");
  EXPECT(run(DEVICE("4x8x8, (d0, d1, d2) -> (d0, d1, d2)", "2x1x1", "0, 1")), "device-map-range:1 ");
  EXPECT(run(DEVICE("8x16, (d0, d1) -> (0, d0, (d0 + d1) mod 8)", "1", "0")), "device-map-overlap:1 ");
  EXPECT(run_in(DEVICE("1x128, (d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)", "1", "0"), "[1, 8x8]"),
         "device-map-range:1 ");
}
END_TEST

/* U 4.2: createWorkerGrid took mod of the mesh: 1x2, 2x1, 2x2, 2x1x2 collide. */
START_TEST(upstream_mesh_maps_overlap) {
  outcome o = run(DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)", "1x2", "0, 1"));
  EXPECT(o, "device-map-overlap:1 ");
  expect_message(o, "logical cores (0, 0) and (0, 2) map to the same physical core: core (0, 0) of the chip at index");
  ck_assert_uint_eq(o.num_fixes, 1);
  EXPECT(run(DEVICE("16x8, (d0, d1) -> (d0 floordiv 8, d0 mod 2, d1)", "2x1", "0, 1")), "device-map-overlap:1 ");
  EXPECT(
      run(DEVICE("16x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 2, d1 mod 2)", "2x2", "0, 1, 2, 3")),
      "device-map-overlap:1 ");
  EXPECT(run(DEVICE("2x8x16, (d0, d1, d2) -> (d0 * 2 + d2 floordiv 8, d1, d2 mod 2)", "2x1x2", "0, 1, 2, 3")),
         "device-map-overlap:1 ");
  EXPECT(run(DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", "0, 1")), "");
}
END_TEST

/* ---- one device -------------------------------------------------------------------------------------------------- */

START_TEST(chips) {
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "")), "device-chips:1 ");
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "", "5")), ""); /* empty mesh = volume 1 */
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "", "5, 6")), "device-mesh:1 ");
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "0", "0")), "device-mesh:1 ");
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "4294967296x4294967296x4294967296", "0")), "device-mesh:1 ");
  EXPECT(run(DEVICE("2x8x8, (d0, d1, d2) -> (d0, d1, d2)", "2x1x1", "9, 3")), "");
  EXPECT(run(DEVICE("3x8x8, (d0, d1, d2) -> (d0, d1, d2)", "3x1x1", "9, 3, 9")), "device-chip-duplicate:1 ");
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "4294967295")), "");
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "4294967296")), "integer-range:1 ");
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "-1")), "integer-range:1 ");
  /* the forms before 2024-09-13 have no mesh */
  EXPECT(run(OP("#tt.device<#tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, [0, 1]>")), "");
}
END_TEST

START_TEST(map_forms) {
  EXPECT(run(DEVICE("8x8", "1", "0")), "device-map-rank:1 ");
  EXPECT(run(DEVICE("8x8, () -> ()", "1", "0")), "device-map-rank:1 ");
  EXPECT(run(DEVICE("8x8, (d0) -> (0, d0, d0)", "1", "0")), "device-map-rank:1 ");
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, 0, d0, d1)", "1", "0")), "device-map-results:1 ");
  EXPECT(run(DEVICE("8x8, (d0, d1)[s0] -> (0, d0, d1 + s0)", "1", "0")), "device-map-symbols:1 ");
  EXPECT(run(OP("#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1) -> (0, d0, d1), "
                "dramMap = (d0) -> (0, 0, d0), meshShape = 1, chipIds = [0]>")),
         "device-map-results:1 device-map-results:1 ");
  EXPECT(run(DEVICE("9223372036854775807, (d0) -> (0, d0 * 4, 0)", "1", "0")), "integer-range:1 ");
  EXPECT(run(DEVICE("1000000000x1000000000, (d0, d1) -> (0, d0, d1)", "1", "0")), "");
}
END_TEST

/* U 3.3: the wording by date; without --era the form tells the date. */
START_TEST(wording_by_era) {
  const char *keyed = DEVICE("8x8, (d0, d1) -> (d0, d1)", "1", "0");
  const char *positional = OP("#tt.device<#tt.grid<8x8, (d0, d1) -> (d0, d1)>, [0]>");
  const char *modern =
      OP("#ttcore.device<workerGrid = #ttcore.grid<0x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), "
         "physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, "
         "l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0] -> (0, 0, d0, d1 + d2 + s0), "
         "meshShape = 1, chipIds = [0]>");
  expect_message(run(keyed), "expected physical grid mapping to have 3 results");
  expect_message(run(positional), "expected physical grid mapping to have 3 results");
  expect_message(run(modern), "expected positive worker grid dimensions");
  expect_message(run(DEVICE("0x8, (d0, d1) -> (0, d0, d1)", "1", "0")), "expected positive grid dimensions");
  expect_message(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "")), "expected at least one chip");
  expect_message(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "2", "0")),
                 "expected chipIds size to match the volume of meshShape");
  tta_check_options options = options_of("", 20240801);
  expect_message(run_with(positional, &options), "expected physical grid mapping to have 3 results");
  options.era = 20260601;
  expect_message(run_with(modern, &options), "expected positive worker grid dimensions");
}
END_TEST

START_TEST(grids) {
  EXPECT(run(OP("#tt.grid<1x0>")), "grid-positive:1 ");
  EXPECT(run(OP("#tt.grid<1x1>")), "");
  EXPECT(run("#g = #tt.grid<0x8, (d0, d1) -> (0, d0, d1)>\n" OP(
             "#tt.device<workerGrid = #g, meshShape = 1, chipIds = [0]>")),
         "grid-positive:1 "); /* once, in the alias */
  EXPECT(run(DEVICE("0x8, (d0, d1) -> (0, d0, d1)", "1", "0")), "grid-positive:1 ");
  EXPECT(
      run(OP("#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<0x12>, "
             "l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), "
             "dramMap = (d0, d1, d2)[s0, s1] -> (0, 0, 0, d0 * s1 + d2 + s0), meshShape = 1, chipIds = [0]>")),
      "grid-positive:1 ");
  EXPECT(run(OP("#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<12>, "
             "l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), "
             "dramMap = (d0, d1, d2)[s0, s1] -> (0, 0, 0, d0 * s1 + d2 + s0), meshShape = 1, chipIds = [0]>")),
         "device-dram-grid:1 ");
  EXPECT(
      run(OP("#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x1, chipIds = [0], "
             "meshTopology = [ring]>")),
      "no-version:1 device-mesh:1 "); /* of 2026, without its maps */
}
END_TEST

/* As tt-mlir's tests write the two maps: with and without the chip on either side (U 3.1). */
START_TEST(inverses) {
  static const char *const undone[][3] = {
      {"8x8", "(d0, d1) -> (0, d0, d1)", "(d0, d1, d2) -> (d1, d2)"},
      {"8x8", "(d0, d1) -> (0, d0, d1)", "(d0, d1) -> (0, d0, d1)"},
      {"4x4", "(d0, d1) -> (0, d0, d1 + 4)", "(d0, d1) -> (0, d0, d1 - 4)"},
      {"1x64", "(d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)", "(d0, d1, d2) -> (0, d1 * 8 + d2)"},
      {"8x8", "(d0, d1) -> (0, d0, d1)", "() -> ()"},
  };
  static const char *const not_undone[][3] = {
      {"8x8", "(d0, d1) -> (0, d0, d1)", "(d0, d1, d2) -> (d2, d1)"},
      {"4x4", "(d0, d1) -> (0, d0, d1 + 4)", "(d0, d1) -> (0, d0, d1 - 3)"},
      {"2x8x8", "(d0, d1, d2) -> (d0, d1, d2)", "(d0, d1) -> (0, 0, d0, d1)"},
  };
  char text[512];
  for (size_t i = 0; i < 5 + 3; i++) {
    const char *const *g = i < 5 ? undone[i] : not_undone[i - 5];
    snprintf(text, sizeof text, OP("#ttcore.grid<%s, virt_to_physical_map = %s, physical_to_virt_map = %s>"), g[0],
             g[1], g[2]);
    EXPECT(run(text), i < 5 ? "" : "device-inverse:1 ");
  }
}
END_TEST

START_TEST(mesh_and_chips) {
  EXPECT(run(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1x3", "0, 1, 2")), "device-chip-unused:1 ");
  EXPECT(run(DEVICE("8x16, (d0, d1) -> (1 - d1 floordiv 8, d0, d1 mod 8)", "1x2", "0, 1")), "device-mesh-topology:1 ");
  /* the same cores, one beside the other: every second column is the other chip */
  EXPECT(run(DEVICE("8x16, (d0, d1) -> (d1 mod 2, d0, d1 floordiv 2)", "1x2", "0, 1")), "device-mesh-topology:1 ");
  /* column-major over 2x2 */
  EXPECT(
      run(DEVICE("16x16, (d0, d1) -> ((d1 floordiv 8) * 2 + d0 floordiv 8, d0 mod 8, d1 mod 8)", "2x2", "0, 1, 2, 3")),
      "device-mesh-topology:1 ");
  /* a mesh that does not divide the grid says nothing about it */
  EXPECT(run(DEVICE("128x1, (d0, d1) -> (d0 floordiv 64, (d0 mod 64) floordiv 8, d0 mod 8)", "1x2", "0, 1")), "");
  /* U since 2025-09-25: the grid of one chip for all of them */
  const char *each =
      OP("#ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [0, 1]>");
  EXPECT(run(each), "");
  tta_check_options options = options_of("", 20250701);
  EXPECT(run_with(each, &options), "device-chip-unused:1 ");
  options.era = 20251001;
  EXPECT(run_with(each, &options), "");
}
END_TEST

/* ---- systems ----------------------------------------------------------------------------------------------------- */

#define DESC(grid)                                                                                                     \
  "{arch = <wormhole_b0>, grid = " grid ", l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824}"
#define SYSTEM(descs, indices, capabilities, coords, channels)                                                         \
  "#tt.system_desc<[{role = host, target_triple = \"x\"}], [" descs "], [" indices "], [" capabilities "], [" coords   \
  "]" channels ">"
#define TWO SYSTEM(DESC("8x8") ", " DESC("7x8"), "0, 1", "3 : i32, 3 : i32", "0x0x0x0", ", [<[0, 8, 0], [1, 0, 0]>]")

START_TEST(system_forms) {
  tta_arena arena;
  tta_system s;
  tta_arena_init(&arena, NULL);
  ck_assert_int_eq(tta_system_parse(str("wormhole_b0"), &arena, &s, NULL), TTA_OK);
  ck_assert(s.num_chips == 1 && tta_system_chip_grid(&s, 0).rows == 8 && tta_system_chip_grid(&s, 0).columns == 8);
  ck_assert_int_eq(tta_system_parse(str("blackhole:4"), &arena, &s, NULL), TTA_OK);
  ck_assert(s.num_chips == 4 && tta_system_chip_grid(&s, 3).rows == 10 && tta_system_chip_grid(&s, 3).columns == 13);
  ck_assert_int_eq(tta_system_parse(str("grayskull:2"), &arena, &s, NULL), TTA_OK);
  ck_assert(s.num_chips == 2 && tta_system_chip_grid(&s, 1).rows == 10 && tta_system_chip_grid(&s, 1).columns == 12);
  ck_assert_int_eq(tta_system_parse(str(" [ 8 , 8 x 9 ]\n"), &arena, &s, NULL), TTA_OK);
  ck_assert(s.num_chips == 8 && tta_system_chip_grid(&s, 7).rows == 8 && tta_system_chip_grid(&s, 7).columns == 9);
  ck_assert_int_eq(s.source, TTA_SYSTEM_OF_NOTATION);
  const char *module = "#s = " TWO "\nmodule attributes {tt.system_desc = #s} {\n}\n";
  ck_assert_int_eq(tta_system_parse(str(module), &arena, &s, NULL), TTA_OK);
  ck_assert(s.num_chips == 2 && tta_system_chip_grid(&s, 1).rows == 7);
  ck_assert(s.source == TTA_SYSTEM_OF_ATTRIBUTE && s.num_links == 1);
  ck_assert(tta_system_linked(&s, 1, 0) && tta_system_linked(&s, 0, 1) && !tta_system_linked(&s, 0, 2));
  static const char *const refused[] = {"wormhole", "wormhole_b0:0", "wormhole_b0:",     "wormhole_b0:99999999999",
                                        "[8, 8]",   "[0, 8x8]",      "[8, 8x8",          "[8, 8x8]]",
                                        "8x8",      "#tt.grid<8x8>", "#tt.system_desc<", "grayskull:"};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    ck_assert_msg(tta_system_parse(str(refused[i]), &arena, &s, NULL) == TTA_INVALID, "%s", refused[i]);
  tta_arena_free(&arena);
  ck_assert_int_eq(run_in("", "nonsense").status, TTA_INVALID);
}
END_TEST

START_TEST(systems) {
  EXPECT(run(OP(TWO)), "");
  EXPECT(run(OP(SYSTEM(DESC("8x8"), "0, 1, -1", "3 : i32, 3 : i32, 3 : i32", "0x0x0x0", ""))), "system-indices:1 ");
  EXPECT(run(OP(SYSTEM(DESC("8x8"), "0, 0", "3 : i32", "0x0x0x0", ""))), "system-counts:1 ");
  EXPECT(run(OP(SYSTEM(DESC("8x8"), "0, 0, 0", "3 : i32, 3 : i32, 3 : i32", "0x0x0x0, 0x0x0x1", ""))),
         "system-counts:1 ");
  EXPECT(run(OP(SYSTEM(DESC("8x8"), "0, 0", "3 : i32, 3 : i32", "0x0x0x0, 0x0x0x1", ""))), "");
  EXPECT(run(OP(SYSTEM(
             DESC("8x8"), "0, 0", "3 : i32, 3 : i32", "0x0x0x0",
             ", [<[0, 0, 0], [2, 0, 0]>, <[1, 0, 0], [1, 9, 9]>, <[0, -1, 0], [1, 0, 0]>, <[0, 0, 0], [1, 0, 0]>]"))),
         "system-channels:1 system-channels:1 system-channels:1 ");
}
END_TEST

#define CORES(grid, worker, rest)                                                                                      \
  OP(SYSTEM("{arch = <wormhole_b0>, grid = " grid                                                                      \
            ", l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, physical_cores = "                          \
            "{worker = [" worker "] dram = [ 8x0]" rest "}}",                                                          \
            "0", "3 : i32", "0x0x0x0", ""))

START_TEST(system_cores) {
  EXPECT(run(CORES("1x2", " 0x0,  0x1", "")), "");
  EXPECT(run(CORES("1x2", " 0x0,  0x0", "")), "system-cores:1 ");
  EXPECT(run(CORES("1x3", " 0x0,  0x1", "")), "system-cores:1 ");
  EXPECT(run(CORES("1x2", " 0x0,  0x1", " eth = [ 0x0,  1x0,  0x0] eth_inactive = [ 1x0]")), "system-cores:1 ");
}
END_TEST

START_TEST(devices_in_systems) {
  const char *far = DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "7");
  outcome o = run_in(far, "wormhole_b0");
  EXPECT(o, "device-chip-unknown:1 ");
  expect_message(o, "chip id 7 is not in the default system, which has one chip, 0");
  EXPECT(run_in(far, "wormhole_b0:8"), "");
  EXPECT(run_in(DEVICE("8x9, (d0, d1) -> (0, d0, d1)", "1", "0"), "[1, 8x8]"), "device-map-range:1 ");
  EXPECT(run_in(DEVICE("7x8, (d0, d1) -> (0, d0 + 1, d1)", "1", "0"), "[1, 8x8]"), "");
  EXPECT(run_in(DEVICE("7x8, (d0, d1) -> (0, d0 + 2, d1)", "1", "0"), "[1, 8x8]"), "device-map-range:1 ");
}
END_TEST

/* Chip 1 of TWO has one row less (harvested). */
START_TEST(chips_that_differ) {
  EXPECT(run_in(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "0"), TWO), "");
  EXPECT(run_in(DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "1", "1"), TWO), "device-map-range:1 ");
  EXPECT(run_in(DEVICE("7x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", "0, 1"), TWO), "");
  outcome o = run_in(DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", "0, 1"), TWO);
  EXPECT(o, "device-map-range:1 ");
  expect_message(o, "logical core (7, 8) is core (7, 0) of chip 1, outside its grid 7x8");
  /* the eighth row only on the chip that has it */
  EXPECT(run_in(DEVICE("15, (d0) -> (d0 floordiv 8, d0 mod 8, 0)", "2", "0, 1"), TWO), "");
  EXPECT(run_in(DEVICE("15, (d0) -> (d0 floordiv 8, d0 mod 8, 0)", "2", "1, 0"), TWO), "device-map-range:1 ");
}
END_TEST

/* The system can be after its device, and has priority over that of --system-desc. */
START_TEST(order_of_system_and_device) {
  static const char *const texts[] = {
      "#d = #tt.device" PLAIN "\nmodule attributes {tt.system_desc = %s} {\n" OP("#d") "}\n",
      "module attributes {tt.device = #tt.device" PLAIN ", tt.system_desc = %s} {\n}\n",
      "module attributes {tt.system_desc = %s, tt.device = #tt.device" PLAIN "} {\n}\n",
      "#s = %s\nmodule attributes {tt.system_desc = #s} {\n  module attributes {tt.system_desc = #s} {\n    tt.device "
      "@d = " PLAIN "\n  }\n}\n",
      "module attributes {tt.system_desc = %s} {\n" OP("#tt.device" PLAIN) "}\n",
  };
  char text[4096];
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    snprintf(text, sizeof text, texts[i], SYSTEM(DESC("8x8"), "0", "3 : i32", "0x0x0x0", ""));
    EXPECT(run(text), "");
    EXPECT(run_in(text, "[1, 4x4]"), "");
    snprintf(text, sizeof text, texts[i], SYSTEM(DESC("8x7"), "0", "3 : i32", "0x0x0x0", ""));
    outcome o = run(text), p = run_in(text, "[1, 8x8]");
    ck_assert_msg(!strncmp(o.rules, "device-map-range:", 17) && !strcmp(o.rules, p.rules), "%zu: '%s' '%s'", i, o.rules,
                  p.rules);
  }
}
END_TEST

START_TEST(links) {
  tta_check_options options = options_of("", 0);
  ask_for(&options, TTA_RULE_device_mesh_links);
  const char *text =
      "module attributes {tt.system_desc = %s} {\n" DEVICE("1x1x3, (d0, d1, d2) -> (d2, d0, d1)", "1x1x3", "%s") "}\n";
  char linked[4096], unlinked[4096];
  const char *system = SYSTEM(DESC("8x8"), "0, 0, 0", "3 : i32, 3 : i32, 3 : i32", "0x0x0x0",
                              ", [<[0, 0, 0], [1, 0, 0]>, <[2, 0, 0], [1, 1, 0]>]");
  snprintf(linked, sizeof linked, text, system, "0, 1, 2");
  snprintf(unlinked, sizeof unlinked, text, system, "0, 2, 1");
  EXPECT(run_with(linked, &options), "");
  outcome o = run_with(unlinked, &options);
  EXPECT(o, "device-mesh-links:2 ");
  ck_assert_int_eq(o.severities[0], 'r');
  expect_message(o, "chips 0 and 2 are neighbors in meshShape 1x1x3");
  EXPECT(run(unlinked), "");
}
END_TEST

/* ---- modules ----------------------------------------------------------------------------------------------------- */

#define TWO_CHIPS(chips) BODY("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)", "1x2", chips)

START_TEST(shared_chips) {
  EXPECT(run("tt.device @a = " TWO_CHIPS("0, 1") "\ntt.device @b = " TWO_CHIPS("2, 3") "\n"), "");
  EXPECT(run("tt.device @a = " TWO_CHIPS("0, 1") "\ntt.device @b = " TWO_CHIPS("1, 0") "\n"),
         ""); /* a reinterpretation */
  EXPECT(run("tt.device @a = " TWO_CHIPS("0, 1") "\ntt.device @b = " TWO_CHIPS("1, 2") "\n"), "device-shared-chips:2 ");
  EXPECT(run("tt.device @a = " TWO_CHIPS("0, 1") "\ntt.device @b = " PLAIN "\ntt.device @c = " TWO_CHIPS("1, 0") "\n"),
         "device-shared-chips:2 ");
  EXPECT(run("#a = #tt.device" TWO_CHIPS("0, 1") "\n#b = #tt.device" TWO_CHIPS("1, 2") "\n" OP("#a") OP("#b")),
         "device-shared-chips:2 "); /* definitions */
  EXPECT(run("module attributes {tt.front = #tt.device" TWO_CHIPS("0, 1") ",\n tt.back = #tt.device" TWO_CHIPS("1, 2")
             "} {}\n"),
         "device-shared-chips:2 ");
  EXPECT(run("#a = #tt.device" TWO_CHIPS("0, 1") "\nmodule attributes {tt.b = #tt.device" TWO_CHIPS("0, 1") "} {}\n"),
         "");
  /* in attributes of another operation: examples, not devices of a module */
  EXPECT(run(OP("#tt.device" TWO_CHIPS("0, 1")) OP("#tt.device" TWO_CHIPS("1, 2"))), "");
  EXPECT(run("#a = #tt.device" TWO_CHIPS(
             "0, 1") "\nmodule attributes {tt.device = #a} {\n  module attributes {tt.device = #a} {\n  }\n}\n"),
         "");
}
END_TEST

#define LAYOUT(grid, space)                                                                                            \
  OP("tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <" grid ">, memref<" space ">>>")
#define CUBE                                                                                                           \
  OP("tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <1x1x1>, memref<2x8x32xf32, "           \
     "#tt.memory_space<l1>>>>")

START_TEST(layouts_on_devices) {
  EXPECT(run("tt.device @d = " PLAIN "\n" LAYOUT("8x8", "8x8xf32, #tt.memory_space<l1>")), "");
  EXPECT(run("tt.device @d = " PLAIN "\n" LAYOUT("8x16", "8x4xf32, #tt.memory_space<l1>")), "layout-device-fit:2 ");
  EXPECT(run(LAYOUT("8x16", "8x4xf32, #tt.memory_space<l1>") "tt.device @d = " PLAIN "\n"), "layout-device-fit:1 ");
  EXPECT(run("tt.device @d = " PLAIN "\n" CUBE CUBE), "layout-device-rank:2 layout-device-rank:3 ");
  EXPECT(run(CUBE "tt.device @d = " PLAIN "\n"), "layout-device-rank:1 ");
  EXPECT(run(CUBE "tt.device @d = " PLAIN
                  "\ntt.device @e = " BODY("1x8x8, (d0, d1, d2) -> (d0, d1, d2)", "1x1x1", "0") "\n"),
         "");
  EXPECT(run(CUBE LAYOUT("8x16", "8x4xf32, #tt.memory_space<l1>")), ""); /* no device */
  /* host memory is on no core; a layout with a fault of its own is told once */
  EXPECT(run("tt.device @d = " PLAIN "\n" LAYOUT("8x16", "8x4xf32, #tt.memory_space<system>")), "");
  EXPECT(run("tt.device @d = " PLAIN "\n" LAYOUT("1x1x1", "64x64xf32, #tt.memory_space<l1>")), "layout-rank:2 ");
  /* only devices of a module count */
  EXPECT(run(OP("#tt.device" PLAIN) CUBE), "");
}
END_TEST

/* "Grid shapes where either columns or rows are > physical device grid is also legal" (tensor-layout, Multi-core): a
 * remark that names the device of D's "Extra Wide Grid". */
START_TEST(extra_wide_layouts) {
  const char *text = "tt.device @d = " PLAIN "\n" LAYOUT("1x64", "64x1xf32, #tt.memory_space<l1>");
  EXPECT(run(text), "");
  tta_check_options options = options_of("", 0);
  ask_for(&options, TTA_RULE_layout_device_fit);
  outcome o = run_with(text, &options);
  EXPECT(o, "layout-device-fit:2 ");
  ck_assert_int_eq(o.severities[0], 'r');
  expect_message(o, "; a device that holds it: #tt.device<workerGrid = #tt.grid<1x64, (d0, d1) -> (0, d1 floordiv 8, "
                    "d1 mod 8)>, meshShape = 1, chipIds = [0]>");
  EXPECT(run_with("tt.device @d = " PLAIN "\n" LAYOUT("8x4", "8x16xf32, #tt.memory_space<l1>"), &options), "");
}
END_TEST

START_TEST(sections_are_independent) {
  tta_check_options options = options_of("", 0);
  options.split = true;
  EXPECT(run_with("tt.device @d = " PLAIN "\n// -----\n" CUBE, &options), "");
  EXPECT(run_with(CUBE "// -----\ntt.device @d = " PLAIN "\n// -----\n" CUBE "tt.device @d = " PLAIN "\n", &options),
         "layout-device-rank:5 ");
}
END_TEST

/* ---- parts ------------------------------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state) { /* Knuth's MMIX generator */
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 11;
}

/* Against insertion, which is stable. */
START_TEST(sorting) {
  uint64_t state = 7, items[300], scratch[300], expected[300];
  for (int round = 0; round < 200; round++) {
    size_t count = next_random(&state) % 300;
    unsigned bits = (unsigned)(next_random(&state) % 33);
    for (size_t i = 0; i < count; i++) {
      items[i] = (next_random(&state) & ((1ull << bits) - 1)) << 32 | i;
      size_t at = i;
      for (; at > 0 && expected[at - 1] >> 32 > items[i] >> 32; at--) expected[at] = expected[at - 1];
      expected[at] = items[i];
    }
    tta_sort_pairs(items, scratch, count);
    ck_assert_int_eq(memcmp(items, expected, count * sizeof *items), 0);
  }
}
END_TEST

START_TEST(long_shapes_are_cut) {
  int64_t extents[400];
  char out[TTA_NUMBERS_BYTES];
  for (int i = 0; i < 400; i++) extents[i] = INT64_MIN;
  for (uint32_t rank = 0; rank <= 400; rank++) {
    ck_assert_uint_lt(strlen(tta_shape_text(out, (tta_shape){rank, extents})), TTA_NUMBERS_BYTES - 1);
    ck_assert_int_eq(tta_index_text(out, rank, extents)[strlen(out) - 1], ')');
  }
}
END_TEST

/* ---- memory ------------------------------------------------------------------------------------------------------ */

typedef struct failing {
  long fail_at, count;
  long long live;
} failing;

static void *failing_allocate(void *user, size_t size) {
  failing *f = user;
  void *block = f->count++ >= f->fail_at ? NULL : malloc(size);
  if (block) f->live += (long long)size;
  return block;
}
static void *failing_resize(void *user, void *block, size_t old_size, size_t new_size) {
  failing *f = user;
  void *larger = f->count++ >= f->fail_at ? NULL : realloc(block, new_size);
  if (larger) f->live += (long long)new_size - (long long)old_size;
  return larger;
}
static void failing_release(void *user, void *block, size_t size) {
  failing *f = user;
  f->live -= (long long)size;
  free(block);
}

/* Every allocation fails once, and all after it: never a wrong answer, never a leak. */
START_TEST(no_memory) {
  const char *text = "#a = #tt.device" TWO_CHIPS(
      "1, 0") "\nmodule attributes {tt.device = #a, tt.system_desc = " TWO
              "} {\n  tt.device @b = " TWO_CHIPS("1, 2") "\n" CUBE LAYOUT("1x256", "64x1xf32, #tt.memory_space<l1>")
                  DEVICE("8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)", "1x2", "0, 1")
                      DEVICE("8x8, (d0, d1) -> (0, d0, d1)", "2", "5, 5") "}\n";
  long n = 0;
  for (;; n++) {
    failing f = {.fail_at = n};
    tta_allocator allocator = {failing_allocate, failing_resize, failing_release, &f};
    tta_check_options options = options_of(TWO, 0);
    options.allocator = &allocator;
    ask_for(&options, TTA_RULE_layout_device_fit);
    outcome o = run_with(text, &options);
    ck_assert_msg(f.live == 0, "allocation %ld: %lld bytes are left", n, f.live);
    if (o.status == TTA_OK) {
      ck_assert_uint_gt(strlen(o.rules), 80);
      break;
    }
    ck_assert_int_eq(o.status, TTA_NO_MEMORY);
  }
  ck_assert_int_gt(n, 10);
}
END_TEST

int main(void) {
  return RUN_SUITE("device_verify", seeds_are_clean_together, doubled_grids_are_refused, upstream_mesh_maps_overlap,
                   chips, map_forms, wording_by_era, grids, inverses, mesh_and_chips, system_forms, systems,
                   system_cores, devices_in_systems, chips_that_differ, order_of_system_and_device, links, shared_chips,
                   layouts_on_devices, extra_wide_layouts, sections_are_independent, sorting, long_shapes_are_cut,
                   no_memory);
}
