/* Owns what a device says by itself: its chips, its mesh, its worker map. Does not own what only the system tells
 * (device_system.c), nor other devices and layouts of the module (module.c).
 *
 * Sources: D = the device specification (tt-mlir docs/src/specs/device.md); U = tt-mlir's DeviceAttr::verify, whose
 * wording and dates its rules keep. Rules of U stand at the device's first token, the others at the wrong part. */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "affine/print.h"
#include "maps/maps.h"
#include "ttattr/mesh.h"
#include "verify/layout_faults.h" /* tta_first_token */
#include "verify/module.h"

/* Dates on which U changed. */
enum {
  KEYED_DEVICE = 20240904,      /* workerGrid = .., l1Map = .., dramMap = .. */
  GRID_OF_EACH_CHIP = 20250925, /* the worker grid is that of one chip, whatever the mesh */
  GRID_FOR_DRAM = 20260423,     /* dramGrid = .. */
};

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static bool read_grid(const tta_tree *tree, tta_device *d) {
  tta_node_id grid = tta_node_resolve(tree, d->grid);
  if (tta_node_at(tree, grid)->kind != TTA_NODE_ATTRIBUTE || (tta_node_at(tree, grid)->flags & TTA_NODE_FAULTY))
    return false;
  bool has_shape = false;
  for (tta_node_id c = tta_node_first(tree, grid); c; c = tta_node_at(tree, c)->next) {
    switch (tta_node_at(tree, c)->field) {
    case TTA_FIELD_shape:
      if (tta_node_at(tree, c)->kind != TTA_NODE_DIMS) return false;
      d->shape = tta_node_shape(tree, c);
      has_shape = true;
      break;
    case TTA_FIELD_mapping:
    case TTA_FIELD_virt_to_physical_map:
      if (!tta_node_map(tree, c, &d->map)) return false;
      d->map_node = c;
      break;
    default: break;
    }
  }
  if (d->map_node && !d->map.num_dims && !d->map.num_results) d->map_node = 0; /* () -> () stands for "no map" (U) */
  return has_shape;
}

bool tta_device_facts_read(const tta_tree *tree, tta_node_id device, tta_device *out) {
  *out = (tta_device){.node = device};
  for (tta_node_id c = tta_node_first(tree, device); c; c = tta_node_at(tree, c)->next) {
    switch (tta_node_at(tree, c)->field) {
    case TTA_FIELD_workerGrid:
      out->keyed = true;
      out->grid = c;
      break;
    case TTA_FIELD_grid: out->grid = c; break;
    case TTA_FIELD_dramGrid: out->dram_grid = c; break;
    case TTA_FIELD_meshShape: out->mesh = c; break;
    case TTA_FIELD_chipIds: out->chips = c; break;
    case TTA_FIELD_meshTopology: out->topology = c; break;
    default: break;
    }
  }
  if (tta_node_at(tree, out->chips)->kind != TTA_NODE_LIST) return false;
  for (tta_node_id c = tta_node_first(tree, out->chips); c; c = tta_node_at(tree, c)->next) out->num_chips++;
  if (out->mesh) {
    if (tta_node_at(tree, out->mesh)->kind != TTA_NODE_DIMS) return false;
    out->mesh_shape = tta_node_shape(tree, out->mesh);
  }
  return read_grid(tree, out);
}

/* Where a fault of the map stands: at the map, or at the alias that the device has in its place. */
tta_span tta_device_map_span(const tta_tree *tree, const tta_device *d) {
  tta_span whole = tta_node_span(tree, d->node), map = tta_node_span(tree, d->map_node);
  return map.begin >= whole.begin && map.end <= whole.end ? map : tta_node_span(tree, d->grid);
}

static bool map_elsewhere(const tta_tree *tree, const tta_device *d) {
  return tta_device_map_span(tree, d).begin != tta_node_at(tree, d->map_node)->begin;
}

void tta_device_note_map(tta_verifier *v, tta_diagnostic *diagnostic, const tta_device *d) {
  if (map_elsewhere(v->tree, d))
    tta_report_note(v->report, diagnostic, tta_node_span(v->tree, d->map_node), "the worker map is here");
}

/* ---- chips ------------------------------------------------------------------------------------------------------- */

static const tta_node *chip(const tta_tree *tree, tta_node_id id) {
  return tta_node_at(tree, tta_node_resolve(tree, id));
}

/* chipIds are unsigned 32-bit numbers (rule integer-range). @param ascending whether each is above the one before it */
static bool verify_ids(tta_verifier *v, const tta_device *d, bool *ascending) {
  int64_t before = -1;
  *ascending = true;
  for (tta_node_id c = tta_node_first(v->tree, d->chips); c; c = tta_node_at(v->tree, c)->next) {
    const tta_node *n = chip(v->tree, c);
    if (n->kind != TTA_NODE_INT) return false;
    if ((n->flags & TTA_NODE_WIDE) || n->integer < 0 || n->integer > UINT32_MAX) {
      tta_str text = tta_node_text(v->tree, c);
      tta_report_add(v->report, TTA_RULE_integer_range, tta_node_span(v->tree, c),
                     "chip id %.*s is not in 0..4294967295 (a chip id is unsigned, 32 bits)",
                     (int)(text.size < 64 ? text.size : 64), text.data);
      return false;
    }
    if (n->integer <= before) *ascending = false;
    before = n->integer;
  }
  return true;
}

static tta_node_id nth_chip(const tta_tree *tree, const tta_device *d, uint64_t position) {
  tta_node_id c = tta_node_first(tree, d->chips);
  while (position--) c = tta_node_at(tree, c)->next;
  return c;
}

/* Told once for a device: the first id, in order of the text, that stood before. */
static bool verify_duplicates(tta_verifier *v, const tta_device *d) {
  uint64_t *ids = tta_arena_array(&v->scratch, d->num_chips, 2 * sizeof *ids), at = 0, first = 0, second = UINT64_MAX,
           more = 0;
  if (!ids) {
    v->report->status = TTA_NO_MEMORY;
    return false;
  }
  for (tta_node_id c = tta_node_first(v->tree, d->chips); c; c = tta_node_at(v->tree, c)->next, at++)
    ids[at] = (uint64_t)chip(v->tree, c)->integer << 32 | at;
  tta_sort_pairs(ids, ids + d->num_chips, d->num_chips);
  for (uint64_t i = 1, run = 0; i < d->num_chips; i++) {
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
  tta_node_id original = nth_chip(v->tree, d, first), copy = nth_chip(v->tree, d, second);
  char rest[48] = "";
  if (more > 1) snprintf(rest, sizeof rest, " (and %llu more repetitions)", (unsigned long long)more - 1);
  tta_diagnostic *diagnostic = tta_report_add(v->report, TTA_RULE_device_chip_duplicate, tta_node_span(v->tree, copy),
                                              "chip id %lld is listed twice, at positions %llu and %llu of chipIds%s",
                                              (long long)chip(v->tree, copy)->integer, (unsigned long long)first,
                                              (unsigned long long)second, rest);
  tta_report_note(v->report, diagnostic, tta_node_span(v->tree, original), "it stands here first");
  return false;
}

static bool is_positive(tta_shape shape) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < 1) return false;
  return true;
}

/* An empty mesh is one chip; -1 when the product leaves int64. */
static int64_t mesh_volume(tta_shape mesh) {
  int64_t volume = 1;
  for (uint32_t i = 0; i < mesh.rank; i++)
    if (!tta_mul(volume, mesh.extent[i], &volume)) return -1;
  return volume;
}

static bool verify_mesh(tta_verifier *v, const tta_device *d) {
  if (!d->mesh) return true;
  int64_t volume = mesh_volume(d->mesh_shape);
  bool extents_fit = is_positive(d->mesh_shape);
  if (extents_fit && volume == d->num_chips) return true;
  char mesh[TTA_NUMBERS_BYTES], reason[64];
  if (!extents_fit) snprintf(reason, sizeof reason, "has an extent below 1");
  else if (volume < 0) snprintf(reason, sizeof reason, "has more than 2^63 - 1 places");
  else snprintf(reason, sizeof reason, "has %lld place%s", (long long)volume, volume == 1 ? "" : "s");
  tta_shape_text(mesh, d->mesh_shape);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_mesh, tta_first_token(v->tree, d->node),
                     "expected chipIds size to match the volume of meshShape: meshShape %s %s, chipIds lists %u chip%s",
                     d->mesh_shape.rank ? mesh : "(empty)", reason, d->num_chips, d->num_chips == 1 ? "" : "s");
  tta_report_note(v->report, diagnostic, tta_node_span(v->tree, d->mesh), "the mesh is here");
  return false;
}

static bool verify_mesh_topology_size(tta_verifier *v, const tta_device *d) {
  if (!d->topology || !d->mesh) return true;
  uint32_t count = 0;
  for (tta_node_id c = tta_node_first(v->tree, d->topology); c; c = tta_node_at(v->tree, c)->next) count++;
  if (count == d->mesh_shape.rank) return true;
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_mesh, tta_first_token(v->tree, d->node),
                     "expected meshTopology size to match meshShape rank: %u and %u", count, d->mesh_shape.rank);
  tta_report_note(v->report, diagnostic, tta_node_span(v->tree, d->topology), "the topology is here");
  return false;
}

static bool verify_chips(tta_verifier *v, const tta_device *d) {
  bool ascending;
  if (!d->num_chips) {
    tta_report_add(v->report, TTA_RULE_device_chips, tta_first_token(v->tree, d->node),
                   "expected at least one chip, chipIds is empty");
    return false;
  }
  return verify_ids(v, d, &ascending) && verify_mesh(v, d) && verify_mesh_topology_size(v, d) &&
         (ascending || verify_duplicates(v, d));
}

/* ---- grids ------------------------------------------------------------------------------------------------------- */

/* U changed the words when the DRAM got a grid of its own. Without --era a device that has one tells its date. */
static const char *worker_grid_name(const tta_verifier *v, const tta_device *d) {
  bool later = v->options->era ? v->options->era > GRID_FOR_DRAM : d->dram_grid != 0;
  return later ? "worker grid" : "grid";
}

static bool verify_worker_grid(tta_verifier *v, const tta_device *d) {
  char shape[TTA_NUMBERS_BYTES];
  if (is_positive(d->shape)) return true;
  /* A grid that is an alias, or that stands without a key, was judged as any grid is (grid.c). */
  if (d->keyed && tta_node_at(v->tree, d->grid)->kind == TTA_NODE_ATTRIBUTE) {
    tta_shape_text(shape, d->shape);
    tta_diagnostic *diagnostic =
        tta_report_add(v->report, TTA_RULE_grid_positive, tta_first_token(v->tree, d->node),
                       "expected positive %s dimensions, got %s", worker_grid_name(v, d), shape);
    tta_report_note(v->report, diagnostic, tta_node_span(v->tree, d->grid), "the grid is here");
  }
  return false;
}

static void verify_dram_grid(tta_verifier *v, const tta_device *d) {
  tta_node_id grid = tta_node_resolve(v->tree, d->dram_grid);
  if (tta_node_at(v->tree, grid)->kind != TTA_NODE_ATTRIBUTE) return;
  tta_node_id dims = tta_node_child(v->tree, grid, TTA_FIELD_shape);
  if (tta_node_at(v->tree, dims)->kind != TTA_NODE_DIMS) return;
  tta_shape shape = tta_node_shape(v->tree, dims);
  char text[TTA_NUMBERS_BYTES];
  tta_diagnostic *diagnostic = NULL;
  if (shape.rank != 2) {
    diagnostic = tta_report_add(v->report, TTA_RULE_device_dram_grid, tta_first_token(v->tree, d->node),
                                "expected 2D dram grid, got %uD", shape.rank);
  } else if (!is_positive(shape) && grid == d->dram_grid) {
    diagnostic = tta_report_add(v->report, TTA_RULE_grid_positive, tta_first_token(v->tree, d->node),
                                "expected positive dram grid dimensions, got %s", tta_shape_text(text, shape));
  }
  tta_report_note(v->report, diagnostic, tta_node_span(v->tree, d->dram_grid), "the grid is here");
}

/* ---- maps -------------------------------------------------------------------------------------------------------- */

static const char *three_results(const tta_verifier *v, const tta_device *d) {
  bool plain = v->options->era ? v->options->era < KEYED_DEVICE : !d->keyed;
  return plain ? "3 results" : "PhysGridResultIdx::NumIndices results";
}

static bool verify_map_form(tta_verifier *v, const tta_device *d) {
  tta_report *r = v->report;
  if (!d->map_node) {
    tta_report_add(r, TTA_RULE_device_map_rank, tta_first_token(v->tree, d->node),
                   "expected physical grid mapping to have %s, but the worker grid has no map to chip and core",
                   three_results(v, d));
    return false;
  }
  tta_diagnostic *diagnostic = NULL;
  if (d->map.num_dims != d->shape.rank) {
    char shape[TTA_NUMBERS_BYTES];
    diagnostic =
        tta_report_add(r, TTA_RULE_device_map_rank, tta_device_map_span(v->tree, d),
                       "the worker map has %u dim%s, expected %u: one for each dim of the grid %s", d->map.num_dims,
                       d->map.num_dims == 1 ? "" : "s", d->shape.rank, tta_shape_text(shape, d->shape));
  } else if (d->map.num_results != 3) {
    diagnostic =
        tta_report_add(r, TTA_RULE_device_map_results, tta_first_token(v->tree, d->node),
                       "expected physical grid mapping to have %s: chip index, row and column of the core, got %u",
                       three_results(v, d), d->map.num_results);
    tta_report_note(r, diagnostic, tta_node_span(v->tree, d->map_node), "the worker map is here");
    return false;
  } else if (d->map.num_symbols) {
    diagnostic = tta_report_add(
        r, TTA_RULE_device_map_symbols, tta_device_map_span(v->tree, d),
        "the worker map has %u symbol%s, expected none: a core must follow from its place in the grid alone",
        d->map.num_symbols, d->map.num_symbols == 1 ? "" : "s");
  } else {
    return true;
  }
  tta_device_note_map(v, diagnostic, d);
  return false;
}

static void verify_memory_map(tta_verifier *v, const tta_device *d, tta_field field) {
  tta_node_id node = tta_node_child(v->tree, d->node, field);
  tta_map map;
  if (!node || !tta_node_map(v->tree, node, &map) || map.num_results == 4) return;
  tta_diagnostic *diagnostic = tta_report_add(v->report, TTA_RULE_device_map_results, tta_first_token(v->tree, d->node),
                                              "expected %s to have MemoryMapResultIdx::NumIndices results (4), got %u",
                                              tta_field_name(field), map.num_results);
  tta_report_note(v->report, diagnostic, tta_node_span(v->tree, node), "the map is here");
}

/* What maps.h could not answer. False: the map is not to be trusted any further. */
static bool settled(tta_verifier *v, const tta_device *d, tta_status status, const int64_t *overflow_at) {
  char index[TTA_NUMBERS_BYTES];
  if (status == TTA_OK) return true;
  if (status == TTA_NO_MEMORY) v->report->status = status;
  if (status == TTA_OVERFLOW && overflow_at) {
    tta_diagnostic *diagnostic = tta_report_add(v->report, TTA_RULE_integer_range, tta_device_map_span(v->tree, d),
                                                "the worker map leaves the signed 64-bit integers at logical core %s",
                                                tta_index_text(index, d->shape.rank, overflow_at));
    tta_device_note_map(v, diagnostic, d);
  }
  return false;
}

/* The map that the mesh gives this grid, where it gives one: the repair of a map that is wrong (U had such: its worker
 * maps took mod of the mesh, not of the chip, from 2024-09-13 on). */
static bool map_of_mesh(tta_verifier *v, const tta_device *d, tta_buf *text) {
  int64_t chip_grid[2];
  uint32_t rank = d->shape.rank;
  tta_shape mesh = d->mesh_shape;
  tta_worker_spec spec = {{2, chip_grid}, mesh, TTA_VIEW_PLAIN};
  if (!d->mesh || rank < 2 || tta_worker_grid_rank(&spec) != rank) return false;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t places = i < mesh.rank ? mesh.extent[i] : 1;
    if (places < 1) return false; /* told as device-mesh */
    if (i + 2 < rank ? d->shape.extent[i] != places : d->shape.extent[i] % places != 0) return false;
    if (i + 2 >= rank) chip_grid[i + 2 - rank] = d->shape.extent[i] / places;
  }
  tta_affine_pool *pool = v->tree->affine;
  tta_expr mark = tta_affine_pool_mark(pool), results[3];
  tta_map map;
  tta_status status = tta_worker_map(&spec, pool, results, &map, NULL);
  if (!status) tta_map_print(text, &map);
  tta_affine_pool_rewind(pool, mark);
  if (status == TTA_NO_MEMORY || text->failed) v->report->status = TTA_NO_MEMORY;
  return !status && !text->failed;
}

static void offer_map(tta_verifier *v, const tta_device *d, tta_diagnostic *diagnostic, bool as_fix) {
  char mesh[TTA_NUMBERS_BYTES];
  tta_buf text;
  if (!diagnostic) return;
  tta_buf_init(&text, v->report->arena->allocator);
  if (map_of_mesh(v, d, &text)) {
    tta_str s = tta_buf_view(&text);
    tta_span span = tta_node_span(v->tree, d->map_node);
    tta_shape_text(mesh, d->mesh_shape);
    if (as_fix && !map_elsewhere(v->tree, d) && tta_node_at(v->tree, d->map_node)->kind == TTA_NODE_MAP)
      tta_report_fix(v->report, diagnostic, span, s, "the map of meshShape %s", d->mesh_shape.rank ? mesh : "(empty)");
    else
      tta_report_note(v->report, diagnostic, span, "meshShape %s gives %.*s", d->mesh_shape.rank ? mesh : "(empty)",
                      (int)(s.size < 400 ? s.size : 400), s.data);
  }
  tta_buf_free(&text);
}

static bool verify_overlap(tta_verifier *v, const tta_device *d) {
  char first[TTA_NUMBERS_BYTES], second[TTA_NUMBERS_BYTES], core[TTA_NUMBERS_BYTES];
  tta_injectivity answer;
  tta_status status = tta_maps_injectivity(&d->map, d->shape, &v->scratch, &answer);
  if (!settled(v, d, status, answer.overflow_at)) return false;
  if (answer.injective == TTA_YES) return true;
  if (answer.injective == TTA_CANNOT_TELL) {
    tta_report_add(v->report, TTA_RULE_layout_undecided, tta_device_map_span(v->tree, d),
                   "whether two logical cores share a physical one could not be decided within the bounds");
    return true;
  }
  tta_index_text(first, d->shape.rank, answer.first);
  tta_index_text(second, d->shape.rank, answer.second);
  tta_index_text(core, 2, answer.image + 1);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_map_overlap, tta_device_map_span(v->tree, d),
                     "logical cores %s and %s are one physical core: core %s of the chip at index %lld of chipIds",
                     first, second, core, (long long)answer.image[0]);
  tta_device_note_map(v, diagnostic, d);
  offer_map(v, d, diagnostic, true);
  return false;
}

/* @param limit how many chips there are, 0 when that is not certain */
static bool reject_place(tta_verifier *v, const tta_device *d, uint32_t result, const tta_bound *bound,
                         uint32_t limit) {
  static const char *const names[3] = {"chip index", "core row", "core column"};
  char at[TTA_NUMBERS_BYTES], expected[64] = "0 or more";
  if (result == 0 && limit == 1) snprintf(expected, sizeof expected, "0, an index into chipIds");
  if (result == 0 && limit > 1) snprintf(expected, sizeof expected, "an index into chipIds, 0..%u", limit - 1);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_map_range, tta_device_map_span(v->tree, d),
                     "logical core %s gets %s %lld, expected %s", tta_index_text(at, d->shape.rank, bound->at),
                     names[result], (long long)bound->seen, expected);
  tta_device_note_map(v, diagnostic, d);
  return false;
}

/* Bounds of an expression by interval arithmetic: not tight, but cheap, and they settle the common map. */
static bool bounds(const tta_device *d, tta_expr expr, uint32_t depth, int64_t *lo, int64_t *hi) {
  tta_expr_view e = tta_expr_get(d->map.pool, expr);
  int64_t factor, low, high;
  if (e.kind == TTA_EXPR_CONSTANT || e.kind == TTA_EXPR_DIM) {
    *lo = e.kind == TTA_EXPR_DIM ? 0 : e.value;
    *hi = e.kind == TTA_EXPR_DIM ? d->shape.extent[e.value] - 1 : e.value;
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

static bool plainly_in_range(const tta_device *d, uint32_t result, bool chips_good) {
  int64_t lo, hi;
  return bounds(d, d->map.results[result], 6, &lo, &hi) && lo >= 0 && (result != 0 || !chips_good || hi < d->num_chips);
}

/* @param in_order the chip index is known to be a position in the mesh */
static bool verify_range(tta_verifier *v, const tta_device *d, bool chips_good, bool in_order) {
  for (uint32_t result = in_order ? 1 : 0; result < 3; result++) {
    if (plainly_in_range(d, result, chips_good)) continue;
    tta_range range;
    tta_status status = tta_maps_range(&d->map, result, d->shape, &v->scratch, &range);
    if (!settled(v, d, status, range.overflow_at)) return false;
    if (tta_range_below(&range, 0) == TTA_YES)
      return reject_place(v, d, result, &range.min, chips_good ? d->num_chips : 0);
    if (result == 0 && chips_good && tta_range_at_least(&range, d->num_chips) == TTA_YES)
      return reject_place(v, d, result, &range.max, d->num_chips);
  }
  return true;
}

/* ---- the chips and the mesh -------------------------------------------------------------------------------------- */

/* The position in the mesh, row by row: sum over i of (d_i floordiv (grid_i / mesh_i)) * product of mesh_j, j > i (D).
 * TTA_EXPR_NONE where the mesh does not divide the grid, so that D gives no position. */
static tta_expr mesh_position(tta_affine_pool *pool, const tta_device *d) {
  tta_shape mesh = d->mesh_shape;
  int64_t stride = 1;
  tta_expr sum = tta_expr_constant(pool, 0);
  for (uint32_t i = mesh.rank; i-- > 0;) {
    int64_t places = mesh.extent[i];
    if (places == 1) continue;
    if (i >= d->shape.rank || d->shape.extent[i] % places) return TTA_EXPR_NONE;
    tta_expr part = tta_expr_constant(pool, d->shape.extent[i] / places);
    part = tta_expr_binary(pool, TTA_EXPR_FLOORDIV, tta_expr_dim(pool, i), part);
    part = tta_expr_binary(pool, TTA_EXPR_MUL, part, tta_expr_constant(pool, stride));
    sum = tta_expr_binary(pool, TTA_EXPR_ADD, part, sum);
    stride *= places; /* divides the number of chips */
  }
  return sum;
}

/* Whether the chip index is the position in the mesh. YES: then it takes every value of 0..number of chips - 1. */
static tta_map_equality compare_with_mesh(tta_verifier *v, const tta_device *d) {
  tta_map_equality answer = {.equal = TTA_CANNOT_TELL};
  if (d->num_chips == 1 || !d->mesh) return answer;
  tta_affine_pool *pool = v->tree->affine;
  tta_expr mark = tta_affine_pool_mark(pool), position = mesh_position(pool, d);
  tta_map is = d->map, expected = d->map;
  is.num_results = expected.num_results = 1;
  expected.results = &position;
  tta_status status = position == TTA_EXPR_NONE ? tta_affine_pool_status(pool)
                                                : tta_maps_equality(&is, &expected, d->shape, &v->scratch, &answer);
  tta_affine_pool_rewind(pool, mark);
  if (status == TTA_NO_MEMORY) v->report->status = status;
  if (status) answer.equal = TTA_CANNOT_TELL;
  return answer;
}

/* Since 2025-09-25 U writes the worker grid of one chip, which stands for each of them: "0" is no forgotten mesh then.
 * Without --era the dialect tells: ttcore is younger than the devices of D. */
static bool grid_of_each_chip(const tta_verifier *v, const tta_device *d) {
  int64_t index;
  bool later =
      v->options->era ? v->options->era >= GRID_OF_EACH_CHIP : tta_node_at(v->tree, d->node)->dialect == TTA_TTCORE;
  return later && tta_expr_is_constant(d->map.pool, d->map.results[0], &index) && index == 0;
}

/* @return whether every chip is certainly reached */
static bool verify_unused(tta_verifier *v, const tta_device *d) {
  tta_reached reached;
  if (d->num_chips == 1) return true;
  if (grid_of_each_chip(v, d)) return false;
  tta_status status = tta_maps_reached(&d->map, 0, d->shape, d->num_chips, &v->scratch, &reached);
  if (status == TTA_NO_MEMORY) v->report->status = status;
  if (status) return false;
  if (reached.count == d->num_chips) return true;
  if (!reached.complete) return false;
  tta_node_id missing = nth_chip(v->tree, d, (uint64_t)reached.first_missing);
  int64_t more = (int64_t)d->num_chips - reached.count - 1;
  char rest[48] = "";
  if (more) snprintf(rest, sizeof rest, " (and %lld more chip%s)", (long long)more, more == 1 ? "" : "s");
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_chip_unused, tta_node_span(v->tree, missing),
                     "no logical core lies on chip %lld, at index %lld of chipIds%s",
                     (long long)chip(v->tree, missing)->integer, (long long)reached.first_missing, rest);
  tta_report_note(v->report, diagnostic, tta_node_span(v->tree, d->map_node), "the worker map reaches %lld of %u chips",
                  (long long)reached.count, d->num_chips);
  return false;
}

static void report_topology(tta_verifier *v, const tta_device *d, const tta_map_equality *answer) {
  char at[TTA_NUMBERS_BYTES], mesh[TTA_NUMBERS_BYTES];
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_mesh_topology, tta_device_map_span(v->tree, d),
                     "logical core %s is on chip index %lld, but its place in meshShape %s is %lld",
                     tta_index_text(at, d->shape.rank, answer->at), (long long)answer->a,
                     tta_shape_text(mesh, d->mesh_shape), (long long)answer->b);
  tta_device_note_map(v, diagnostic, d);
  tta_report_note(v->report, diagnostic, tta_node_span(v->tree, d->mesh), "the mesh is here");
  offer_map(v, d, diagnostic, false);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool verify_map(tta_verifier *v, const tta_device *d, bool chips_good) {
  if (!verify_map_form(v, d) || !verify_overlap(v, d)) return false;
  tta_map_equality order = {.equal = TTA_CANNOT_TELL};
  if (chips_good) order = compare_with_mesh(v, d);
  if (!verify_range(v, d, chips_good, order.equal == TTA_YES)) return false;
  if (chips_good && order.equal != TTA_YES && verify_unused(v, d) && order.equal == TTA_NO)
    report_topology(v, d, &order);
  return true;
}

void tta_verify_device(tta_verifier *v, tta_node_id device) {
  tta_device d;
  if (!tta_device_facts_read(v->tree, device, &d)) return;
  uint32_t faults = 0;
  if (!verify_chips(v, &d)) faults |= TTA_DEVICE_BAD_CHIPS;
  if (!verify_worker_grid(v, &d)) faults |= TTA_DEVICE_BAD_GRID;
  else if (!verify_map(v, &d, !faults)) faults |= TTA_DEVICE_BAD_MAP;
  if (d.dram_grid) verify_dram_grid(v, &d);
  if (d.keyed) {
    verify_memory_map(v, &d, TTA_FIELD_l1Map);
    verify_memory_map(v, &d, TTA_FIELD_dramMap);
  }
  tta_module_record_device(v, device, faults);
}
