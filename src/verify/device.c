/* Rules on one device: its chips, its mesh, its worker map. device_system.c has those that need the system.
 *
 * Sources: D = the device specification (tt-mlir docs/src/specs/device.md); U = tt-mlir's DeviceAttr::verify; its
 * rules have its wording and dates. Rules of U are reported at the device's first token, the others at the wrong part.
 */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/index.h"
#include "affine/print.h"
#include "device/device.h"
#include "device/slices.h"
#include "ir/behaviors.h"
#include "maps/maps.h"
#include "text/token.h"
#include "verify/module.h"

static bool map_elsewhere(const tta_device *d) {
  return d->map_span.begin < d->span.begin || d->map_span.end > d->span.end;
}

tta_span tta_device_map_span(const tta_device *d) { return map_elsewhere(d) ? d->grid_span : d->map_span; }

/* The results of a map, where it is written as text. */
static tta_span results_span(const tta_verifier *v, tta_span map) {
  const char *text = v->tree->text.data;
  tta_tokens tokens = tta_tokens_of(text + map.begin, text + map.end);
  for (tta_token t; tta_token_next(&tokens, &t);)
    if (t.end - t.begin == 2 && !memcmp(t.begin, "->", 2)) {
      const char *begin = tta_skip_gap(t.end, text + map.end);
      return (tta_span){(uint32_t)(begin - text), map.end};
    }
  return map;
}

/* The results of the worker map, or the use of the alias that they are in. */
static tta_span worker_results_span(const tta_verifier *v, const tta_device *d) {
  return map_elsewhere(d) ? d->grid_span : results_span(v, d->map_span);
}

void tta_device_note_map(tta_verifier *v, tta_diagnostic *diagnostic, const tta_device *d) {
  if (map_elsewhere(d)) tta_report_note(v->report, diagnostic, d->map_span, "the worker map is here");
}

/* ---- chips ------------------------------------------------------------------------------------------------------- */

/* chipIds are unsigned 32-bit numbers (rule integer-range).
 * @param ascending whether each is greater than the one before it */
static bool verify_ids(tta_verifier *v, const tta_device *d, bool *ascending) {
  int64_t before = -1;
  *ascending = true;
  for (uint32_t i = 0; i < d->chip_ids.rank; i++) {
    int64_t id = d->chip_ids.extent[i];
    if (id < 0 || id > UINT32_MAX) {
      tta_span span = d->chip_spans[i];
      uint32_t size = span.end - span.begin;
      tta_report_add(v->report, TTA_RULE_integer_range, span,
                     "chip id %.*s is not in 0..4294967295 (a chip id is unsigned, 32 bits)",
                     (int)(size < 64 ? size : 64), v->tree->text.data + span.begin);
      return false;
    }
    if (id <= before) *ascending = false;
    before = id;
  }
  return true;
}

/* Reports once for a device: the first id, in order of the text, that is a repetition. */
static bool verify_duplicates(tta_verifier *v, const tta_device *d) {
  uint32_t num_chips = d->chip_ids.rank, first = 0, second = UINT32_MAX, more = 0;
  uint64_t *ids = tta_arena_array(&v->scratch, num_chips, 2 * sizeof *ids);
  if (!ids) return false;
  for (uint32_t i = 0; i < num_chips; i++) ids[i] = (uint64_t)d->chip_ids.extent[i] << 32 | i;
  tta_sort_pairs(ids, ids + num_chips, num_chips);
  for (uint32_t i = 1, run = 0; i < num_chips; i++) {
    if (ids[i] >> 32 != ids[run] >> 32) {
      run = i;
      continue;
    }
    more++;
    if ((uint32_t)ids[i] >= second) continue;
    second = (uint32_t)ids[i];
    first = (uint32_t)ids[run];
  }
  if (!more) return true;
  char rest[48] = "";
  if (more > 1) snprintf(rest, sizeof rest, " (and %u more repetitions)", more - 1);
  tta_diagnostic *diagnostic = tta_report_add(v->report, TTA_RULE_device_chip_duplicate, d->chip_spans[second],
                                              "chip id %lld is listed twice, at positions %u and %u of chipIds%s",
                                              (long long)d->chip_ids.extent[second], first, second, rest);
  tta_report_note(v->report, diagnostic, d->chip_spans[first], "first listed here");
  return false;
}

static bool verify_mesh(tta_verifier *v, const tta_device *d) {
  if (!d->mesh_span.end) return true;
  int64_t volume;
  bool extents_fit = tta_shape_at_least(d->mesh, 1), fits = tta_shape_volume(d->mesh, &volume);
  if (extents_fit && fits && volume == d->chip_ids.rank) return true;
  char mesh[TTA_NUMBERS_BYTES], reason[64];
  if (!extents_fit) snprintf(reason, sizeof reason, "has an extent below 1");
  else if (!fits) snprintf(reason, sizeof reason, "has a volume above 2^63 - 1");
  else snprintf(reason, sizeof reason, "has volume %lld", (long long)volume);
  tta_shape_text(mesh, d->mesh);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_mesh, d->chips_span,
                     "expected chipIds size to match the volume of meshShape: meshShape %s %s, chipIds lists %u chip%s",
                     d->mesh.rank ? mesh : "(empty)", reason, d->chip_ids.rank, tta_plural(d->chip_ids.rank));
  tta_report_note(v->report, diagnostic, d->mesh_span, "the mesh is here");
  return false;
}

static bool verify_mesh_topology_size(tta_verifier *v, const tta_device *d) {
  if (!d->topologies_span.end || !d->mesh_span.end || d->num_topologies == d->mesh.rank) return true;
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_mesh, d->topologies_span,
                     "expected meshTopology size to match meshShape rank: %u and %u", d->num_topologies, d->mesh.rank);
  tta_report_note(v->report, diagnostic, d->mesh_span, "the mesh is here");
  return false;
}

static bool verify_chips(tta_verifier *v, const tta_device *d) {
  bool ascending;
  if (!d->chip_ids.rank) {
    tta_report_add(v->report, TTA_RULE_device_chips, d->chips_span,
                   "expected at least one chip, chipIds is empty");
    return false;
  }
  return verify_ids(v, d, &ascending) && verify_mesh(v, d) && verify_mesh_topology_size(v, d) &&
         (ascending || verify_duplicates(v, d));
}

/* ---- grids ------------------------------------------------------------------------------------------------------- */

/* U changed the words when the DRAM got a grid of its own. Without a date a device with such a grid is later. */
static const char *worker_grid_name(const tta_verifier *v, const tta_device *d) {
  bool later = v->options->era ? v->options->era > TTA_DAY_GRID_FOR_DRAM : d->dram_grid_span.end != 0;
  return later ? "worker grid" : "grid";
}

static bool verify_worker_grid(tta_verifier *v, const tta_device *d) {
  char shape[TTA_NUMBERS_BYTES];
  if (tta_shape_at_least(d->grid, 1)) return true;
  /* A grid that is an alias, or that has no key, was verified as any grid is (grid.c). */
  if (d->keyed && !d->grid_by_alias) {
    tta_shape_text(shape, d->grid);
    tta_report_add(v->report, TTA_RULE_grid_positive, d->grid_span, "expected positive %s dimensions, got %s",
                   worker_grid_name(v, d), shape);
  }
  return false;
}

static void verify_dram_grid(tta_verifier *v, const tta_device *d) {
  char text[TTA_NUMBERS_BYTES];
  if (d->dram_grid.rank != 2)
    tta_report_add(v->report, TTA_RULE_device_dram_grid, d->dram_grid_span, "expected 2D dram grid, got %uD",
                   d->dram_grid.rank);
  else if (!tta_shape_at_least(d->dram_grid, 1) && !d->dram_grid_by_alias)
    tta_report_add(v->report, TTA_RULE_grid_positive, d->dram_grid_span,
                   "expected positive dram grid dimensions, got %s", tta_shape_text(text, d->dram_grid));
}

/* ---- maps -------------------------------------------------------------------------------------------------------- */

static bool verify_map_form(tta_verifier *v, const tta_device *d) {
  tta_report *r = v->report;
  if (!d->map.num_results) {
    tta_report_add(r, TTA_RULE_device_map_rank, (tta_span){d->grid_span.end - 1, d->grid_span.end},
                   "expected physical grid mapping to have 3 results, but the worker grid has no map to chip and core");
    return false;
  }
  tta_diagnostic *diagnostic = NULL;
  if (d->map.num_dims != d->grid.rank) {
    char shape[TTA_NUMBERS_BYTES];
    diagnostic =
        tta_report_add(r, TTA_RULE_device_map_rank, tta_device_map_span(d),
                       "the worker map has %u dim%s, expected %u: one for each dim of the grid %s", d->map.num_dims,
                       tta_plural(d->map.num_dims), d->grid.rank, tta_shape_text(shape, d->grid));
  } else if (d->map.num_results != 3) {
    diagnostic =
        tta_report_add(r, TTA_RULE_device_map_results, worker_results_span(v, d),
                       "expected physical grid mapping to have 3 results (chip index, row and column of the core), got "
                       "%u", d->map.num_results);
  } else if (d->map.num_symbols) {
    diagnostic = tta_report_add(
        r, TTA_RULE_device_map_symbols, tta_device_map_span(d),
        "the worker map must not have symbols, found %u", d->map.num_symbols);
  } else {
    return true;
  }
  tta_device_note_map(v, diagnostic, d);
  return false;
}

static void verify_memory_map(tta_verifier *v, const char *name, const tta_map *map,
                              tta_span span) {
  if (!span.end || map->num_results == 4) return;
  tta_report_add(v->report, TTA_RULE_device_map_results, results_span(v, span),
                 "expected %s to have 4 results, got %u", name, map->num_results);
}

/* Reports why a question about the map has no answer. False: nothing more can be said about the map. */
static bool is_answered(tta_verifier *v, const tta_device *d, tta_status status, const int64_t *overflow_at) {
  char index[TTA_NUMBERS_BYTES];
  if (status == TTA_OK) return true;
  if (status == TTA_OVERFLOW && overflow_at) {
    tta_diagnostic *diagnostic = tta_report_add(v->report, TTA_RULE_integer_range, tta_device_map_span(d),
                                                "the worker map exceeds the signed 64-bit range at logical core %s",
                                                tta_index_text(index, d->grid.rank, overflow_at));
    tta_device_note_map(v, diagnostic, d);
  }
  return false;
}

/* The map that follows from mesh and grid, if there is one: the fix-it for a wrong map. (U wrote such maps: from
 * 2024-09-13 on its worker maps took mod of the mesh, not of the chip.) */
static bool map_of_mesh(tta_verifier *v, const tta_device *d, tta_buf *text) {
  if (!d->mesh_span.end) return false;
  tta_affine_pool *pool = v->tree->affine;
  tta_expr mark = tta_affine_pool_mark(pool), results[3];
  tta_map map;
  tta_status status = tta_device_mesh_map(d, pool, results, &map);
  if (!status) tta_map_print(text, &map);
  tta_affine_pool_rewind(pool, mark);
  if (text->failed) v->report->status = TTA_NO_MEMORY;
  return !status && !text->failed;
}

static void offer_map(tta_verifier *v, const tta_device *d, tta_diagnostic *diagnostic, bool as_fix) {
  char mesh[TTA_NUMBERS_BYTES];
  if (!diagnostic) return;
  tta_buf text = tta_buf_new(v->report->arena->allocator);
  if (map_of_mesh(v, d, &text)) {
    tta_str s = tta_buf_view(&text);
    tta_span span = d->map_span;
    bool bare = v->tree->text.data[span.begin] == '('; /* neither affine_map<..> nor an alias */
    tta_shape_text(mesh, d->mesh);
    if (as_fix && !map_elsewhere(d) && bare)
      tta_report_fix(v->report, diagnostic, span, s, "the map of meshShape %s", d->mesh.rank ? mesh : "(empty)");
    else
      tta_report_note(v->report, diagnostic, span, "the map of meshShape %s is %.*s", d->mesh.rank ? mesh : "(empty)",
                      (int)(s.size < 400 ? s.size : 400), s.data);
  }
  tta_buf_free(&text);
}

static bool verify_overlap(tta_verifier *v, const tta_device *d) {
  char first[TTA_NUMBERS_BYTES], second[TTA_NUMBERS_BYTES], core[TTA_NUMBERS_BYTES];
  tta_injectivity answer;
  tta_status status = tta_maps_injectivity(&d->map, d->grid, &v->scratch, &answer);
  if (!is_answered(v, d, status, answer.overflow_at)) return false;
  if (answer.injective == TTA_YES) return true;
  if (answer.injective == TTA_UNKNOWN) {
    tta_report_add(v->report, TTA_RULE_layout_undecided, tta_device_map_span(d),
                   "cannot decide within the limits whether two logical cores map to the same physical core");
    return true;
  }
  if (!answer.first) {
    tta_report_add(v->report, TTA_RULE_device_map_overlap, tta_device_map_span(d),
                   "%llu logical cores map to at most %llu physical cores", (unsigned long long)answer.points,
                   (unsigned long long)answer.images);
    return false;
  }
  tta_index_text(first, d->grid.rank, answer.first);
  tta_index_text(second, d->grid.rank, answer.second);
  tta_index_text(core, 2, answer.image + 1);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_map_overlap, tta_device_map_span(d),
                     "logical cores %s and %s map to the same physical core: core %s of the chip at index %lld of "
                     "chipIds",
                     first, second, core, (long long)answer.image[0]);
  tta_device_note_map(v, diagnostic, d);
  offer_map(v, d, diagnostic, true);
  return false;
}

/* @param limit how many chips there are, 0 when that is not certain */
static bool reject_core(tta_verifier *v, const tta_device *d, uint32_t result, const tta_bound *bound,
                         uint32_t limit) {
  static const char *const names[3] = {"chip index", "core row", "core column"};
  char at[TTA_NUMBERS_BYTES], expected[64] = "0 or more";
  if (result == 0 && limit == 1) snprintf(expected, sizeof expected, "0, an index into chipIds");
  if (result == 0 && limit > 1) snprintf(expected, sizeof expected, "an index into chipIds, 0..%u", limit - 1);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_map_range, worker_results_span(v, d),
                     "logical core %s maps to %s %lld, expected %s", tta_index_text(at, d->grid.rank, bound->at),
                     names[result], (long long)bound->seen, expected);
  tta_device_note_map(v, diagnostic, d);
  return false;
}

/* Bounds of an expression by interval arithmetic: not tight, but cheap, and enough for the usual maps. */
static bool bounds(const tta_device *d, tta_expr expr, uint32_t depth, int64_t *lo, int64_t *hi) {
  tta_expr_view e = tta_expr_get(d->map.pool, expr);
  int64_t factor, low, high;
  if (e.kind == TTA_EXPR_CONSTANT || e.kind == TTA_EXPR_DIM) {
    *lo = e.kind == TTA_EXPR_DIM ? 0 : e.value;
    *hi = e.kind == TTA_EXPR_DIM ? d->grid.extent[e.value] - 1 : e.value;
    return true;
  }
  if (e.kind == TTA_EXPR_SYMBOL || !depth || !bounds(d, e.lhs, depth - 1, lo, hi)) return false;
  if (e.kind == TTA_EXPR_ADD)
    return bounds(d, e.rhs, depth - 1, &low, &high) && tta_add(*lo, low, lo) && tta_add(*hi, high, hi);
  if (!tta_expr_is_constant(d->map.pool, e.rhs, &factor) || factor < 1) return false;
  switch (e.kind) {
  case TTA_EXPR_MUL: return tta_mul(*lo, factor, lo) && tta_mul(*hi, factor, hi);
  case TTA_EXPR_FLOORDIV: return tta_floordiv(*lo, factor, lo) && tta_floordiv(*hi, factor, hi);
  case TTA_EXPR_MOD:
    if (*lo < 0 || *hi >= factor) *lo = 0, *hi = factor - 1;
    return true;
  default: return false;
  }
}

static bool plainly_in_range(const tta_device *d, uint32_t result, bool chips_valid) {
  int64_t lo, hi;
  return bounds(d, d->map.results[result], 6, &lo, &hi) && lo >= 0 &&
         (result != 0 || !chips_valid || hi < d->chip_ids.rank);
}

/* @param in_order the chip index is known to be a position in the mesh */
static bool verify_range(tta_verifier *v, const tta_device *d, bool chips_valid, bool in_order) {
  for (uint32_t result = in_order ? 1 : 0; result < 3; result++) {
    if (plainly_in_range(d, result, chips_valid)) continue;
    tta_range range;
    tta_status status = tta_maps_range(&d->map, result, d->grid, &v->scratch, &range);
    if (!is_answered(v, d, status, range.overflow_at)) return false;
    if (tta_range_below(&range, 0) == TTA_YES)
      return reject_core(v, d, result, &range.min, chips_valid ? d->chip_ids.rank : 0);
    if (result == 0 && chips_valid && tta_range_at_least(&range, d->chip_ids.rank) == TTA_YES)
      return reject_core(v, d, result, &range.max, d->chip_ids.rank);
  }
  return true;
}

/* ---- the chips and the mesh -------------------------------------------------------------------------------------- */

/* Whether the chip index is the position in the mesh. YES: then it takes every value of 0..number of chips - 1. */
static tta_map_equality compare_with_mesh(tta_verifier *v, const tta_device *d) {
  tta_map_equality answer = {.equal = TTA_UNKNOWN};
  if (d->chip_ids.rank == 1 || !d->mesh_span.end) return answer;
  tta_affine_pool *pool = v->tree->affine;
  tta_expr mark = tta_affine_pool_mark(pool), position = tta_mesh_position(d, pool);
  tta_map is = d->map, expected = d->map;
  is.num_results = expected.num_results = 1;
  expected.results = &position;
  tta_status status = position == TTA_EXPR_NONE ? tta_affine_pool_status(pool)
                                                : tta_maps_equality(&is, &expected, d->grid, &v->scratch, &answer);
  tta_affine_pool_rewind(pool, mark);
  if (status) answer.equal = TTA_UNKNOWN;
  return answer;
}

/* Since 2025-09-25 U writes the worker grid of one chip, which holds for each of them: chip index 0 is correct then.
 * Without a date the dialect decides: ttcore is younger than the devices of D. */
static bool grid_of_each_chip(const tta_verifier *v, const tta_device *d) {
  int64_t index;
  bool later = v->options->era ? v->options->era >= TTA_DAY_GRID_OF_EACH_CHIP : d->ttcore;
  return later && tta_expr_is_constant(d->map.pool, d->map.results[0], &index) && index == 0;
}

/* tta_device_leaves_chip; false if nothing is known. */
static bool leaves_chip(tta_verifier *v, const tta_device *d, bool *leaves, int64_t chip[2], int64_t *index) {
  tta_status status = d->mesh_span.end && d->grid.rank <= TTA_MAX_RANK && d->mesh.rank <= TTA_MAX_RANK
                          ? tta_device_leaves_chip(d, leaves, chip, index)
                          : TTA_INVALID;
  if (status == TTA_NO_MEMORY) v->report->status = status;
  return !status;
}

/* One chip has all cores, more than grid and mesh imply: a floordiv and a mod are missing. */
static void note_implied_chip(tta_verifier *v, const tta_device *d, tta_diagnostic *diagnostic) {
  int64_t chip[2], index[TTA_MAX_RANK];
  char at[TTA_NUMBERS_BYTES];
  bool leaves;
  if (!leaves_chip(v, d, &leaves, chip, index) || !leaves) return;
  tta_report_note(v->report, diagnostic, d->map_span,
                  "logical core %s leaves the chip %lldx%lld that the grid and the mesh imply",
                  tta_index_text(at, d->grid.rank, index), (long long)chip[0], (long long)chip[1]);
  offer_map(v, d, diagnostic, false);
}

/* @return whether every chip is certainly reached */
static bool verify_unused(tta_verifier *v, const tta_device *d) {
  tta_reached reached;
  if (d->chip_ids.rank == 1) return true;
  if (grid_of_each_chip(v, d)) return false;
  if (tta_maps_reached(&d->map, 0, d->grid, d->chip_ids.rank, &v->scratch, &reached)) return false;
  if (reached.count == d->chip_ids.rank) return true;
  if (!reached.complete) return false;
  int64_t more = (int64_t)d->chip_ids.rank - reached.count - 1;
  char rest[48] = "";
  if (more) snprintf(rest, sizeof rest, " (and %lld more chip%s)", (long long)more, tta_plural(more));
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_chip_unused, d->chip_spans[reached.first_missing],
                     "no logical core maps to chip %lld, at index %lld of chipIds%s",
                     (long long)d->chip_ids.extent[reached.first_missing], (long long)reached.first_missing, rest);
  tta_report_note(v->report, diagnostic, d->map_span, "the worker map reaches %lld of %u chips",
                  (long long)reached.count, d->chip_ids.rank);
  note_implied_chip(v, d, diagnostic);
  return false;
}

/* A `mod` that is missing moves the cores of each chip on; where the system is known, its grids decide. */
static void verify_implied(tta_verifier *v, const tta_device *d) {
  int64_t chip[2], whole[2], index[TTA_MAX_RANK];
  char at[TTA_NUMBERS_BYTES], core[TTA_NUMBERS_BYTES], mesh[TTA_NUMBERS_BYTES];
  tta_core_assignment place;
  int64_t id;
  bool leaves;
  tta_reached reached;
  if (!leaves_chip(v, d, &leaves, chip, index) || !leaves || tta_device_place(d, index, &place, &id, NULL)) return;
  tta_status status = tta_maps_reached(&d->map, 0, d->grid, d->chip_ids.rank, &v->scratch, &reached);
  if (status || reached.count != d->chip_ids.rank) return; /* reported as device-chip-unused */
  tta_index_text(core, 2, (const int64_t[2]){place.core.y, place.core.x});
  tta_diagnostic *diagnostic = tta_report_add(
      v->report, TTA_RULE_device_map_chip, tta_device_map_span(d),
      "logical core %s maps to core %s of chip %lld, outside the chip %lldx%lld that the grid and meshShape %s imply",
      tta_index_text(at, d->grid.rank, index), core, (long long)id, (long long)chip[0], (long long)chip[1],
      tta_shape_text(mesh, d->mesh));
  tta_device_note_map(v, diagnostic, d);
  bool plain = tta_device_chip_grid(d, whole) && whole[0] == chip[0] && whole[1] == chip[1];
  if (plain) offer_map(v, d, diagnostic, true);
}

static void report_topology(tta_verifier *v, const tta_device *d, const tta_map_equality *answer) {
  char at[TTA_NUMBERS_BYTES], mesh[TTA_NUMBERS_BYTES];
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_mesh_topology, tta_device_map_span(d),
                     "logical core %s maps to chip index %lld, but its position in meshShape %s is %lld",
                     tta_index_text(at, d->grid.rank, answer->at), (long long)answer->a,
                     tta_shape_text(mesh, d->mesh), (long long)answer->b);
  tta_device_note_map(v, diagnostic, d);
  tta_report_note(v->report, diagnostic, d->mesh_span, "the mesh is here");
  offer_map(v, d, diagnostic, false);
}

/* ---- maps that were met before ----------------------------------------------------------------------------------- */

typedef enum map_question { MAP_IS_SOUND, MAP_STAYS_ON_CHIP } map_question;

/* All that a question about the worker map depends on: a text has few maps in many devices. */
static tta_str question_of(tta_verifier *v, const tta_device *d, map_question what, bool chips_valid) {
  tta_str map = TTA_SPAN_TEXT(v->tree->text.data, d->map_span);
  const uint32_t head[] = {what, chips_valid, d->chip_ids.rank, d->mesh_span.end != 0, d->ttcore, d->grid.rank,
                           d->mesh.rank};
  size_t grid = d->grid.rank * sizeof *d->grid.extent, mesh = d->mesh.rank * sizeof *d->mesh.extent;
  char *question = tta_arena_alloc(&v->scratch, sizeof head + grid + mesh + map.size);
  if (!question) return (tta_str){NULL, 0};
  memcpy(question, head, sizeof head);
  if (grid) memcpy(question + sizeof head, d->grid.extent, grid);
  if (mesh) memcpy(question + sizeof head + grid, d->mesh.extent, mesh);
  memcpy(question + sizeof head + grid + mesh, map.data, map.size);
  return (tta_str){question, sizeof head + grid + mesh + map.size};
}

static void keep_sound(tta_verifier *v, tta_str question) {
  if (tta_question_set_sound(&v->questions, question)) v->report->status = TTA_NO_MEMORY;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool verify_new_map(tta_verifier *v, const tta_device *d, bool chips_valid) {
  if (!verify_map_form(v, d) || !verify_overlap(v, d)) return false;
  tta_map_equality order = {.equal = TTA_UNKNOWN};
  if (chips_valid) order = compare_with_mesh(v, d);
  if (!verify_range(v, d, chips_valid, order.equal == TTA_YES)) return false;
  if (chips_valid && order.equal != TTA_YES && verify_unused(v, d) && order.equal == TTA_NO)
    report_topology(v, d, &order);
  return true;
}

static bool verify_map(tta_verifier *v, const tta_device *d, bool chips_valid) {
  size_t reported = v->report->size;
  tta_str question = question_of(v, d, MAP_IS_SOUND, chips_valid);
  if (!question.size || tta_question_is_sound(&v->questions, question)) return true;
  bool sound = verify_new_map(v, d, chips_valid);
  if (sound && v->report->size == reported) keep_sound(v, question);
  return sound;
}

void tta_device_verify_implied(tta_verifier *v, const tta_device *d) {
  size_t reported = v->report->size;
  if (d->chip_ids.rank < 2 || grid_of_each_chip(v, d)) return;
  tta_str question = question_of(v, d, MAP_STAYS_ON_CHIP, true);
  if (!question.size || tta_question_is_sound(&v->questions, question)) return;
  verify_implied(v, d);
  if (v->report->size == reported) keep_sound(v, question);
}

void tta_verify_device(tta_verifier *v, tta_node_id node) {
  tta_device device;
  const tta_device *d = &device;
  if (tta_device_lower(v->tree, node, &v->scratch, &device)) return;
  uint32_t rejected = 0;
  if (!verify_chips(v, d)) rejected |= TTA_DEVICE_BAD_CHIPS;
  if (!verify_worker_grid(v, d)) rejected |= TTA_DEVICE_BAD_GRID;
  else if (!verify_map(v, d, !rejected)) rejected |= TTA_DEVICE_BAD_MAP;
  if (d->dram_grid_span.end) verify_dram_grid(v, d);
  if (d->keyed) {
    verify_memory_map(v, "l1Map", &d->l1_map, d->l1_map_span);
    verify_memory_map(v, "dramMap", &d->dram_map, d->dram_map_span);
  }
  tta_module_record_device(v, node, d, rejected);
}
