/* Rules of ttnn attributes: ttnn-memory-layout, ttnn-grid, ttnn-core-ranges (tt-mlir's, in its words and at its dates),
 * ttnn-rank and ttnn-shard-shape (a layout and its tensor; not verified upstream), and core-range for the ranges of one
 * set.
 *
 * Source: tt-mlir, TTNNLayoutAttr::verify and MemoryConfigAttr::verify. */
#include <string.h>

#include "base/checked.h"
#include "base/format.h"
#include "base/sort.h"
#include "model/lower_ttnn.h"
#include "verify/era.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

/* Dates on which upstream's rules began or changed. */
static const tta_date LAYOUT_VERIFIED = TTA_DATE_20250224,
                      CONFIG_VERIFIED = TTA_DATE_20250214,
                      CONFIG_SHARD_SPEC = TTA_DATE_20250516,
                      GRID_VERIFIED = TTA_DATE_20250709,
                      ND_SHARD_SPEC = TTA_DATE_20251229,
                      CORE_RANGE_SETS = TTA_DATE_20260506,
                      SHARDED_DRAM = TTA_DATE_20260511;

static tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

static const char *buffer_name(tta_memory_space b) { return tta_memory_space_ttnn_name(b); }
static bool is_sharded(tta_memory_layout s) { return tta_memory_layout_is_sharded(s); }

/* The space of a memref that is a buffer type. */
static tta_memory_space buffer_of(const tta_layout *l) {
  return tta_layout_knows(l, TTA_PART_MEMORY_SPACE) ? l->memory_space : TTA_MEMORY_NONE;
}

/* ---- upstream's checks of buffer and memory layout ---- */

typedef enum fault {
  SYSTEM_CANNOT_HAVE,
  NOT_ALLOWED,
  REQUIRED,
  DRAM_INTERLEAVED,
  DRAM_BLOCK,
  DRAM_BLOCK_SPEC,
  SPEC_NOT_L1,
  SPEC_NOT_L1_OR_DRAM,
  SPEC_WITHOUT_LAYOUT,
  SPEC_UNSHARDED,
  BOTH_SPECS,
  GRID_NOT_L1,
  GRID_NOT_SHARDED,
  RANGES_MISSING,
  RANGES_NOT_ALLOWED,
} fault;

enum { MAX_FAULTS = 8 };

typedef struct faults {
  tta_era_fault items[MAX_FAULTS];
  uint32_t count;
} faults;

static void add(faults *f, fault what, tta_date since, tta_date until) {
  if (f->count < MAX_FAULTS) f->items[f->count++] = (tta_era_fault){since, until, (int)what};
}

/* What layouts and memory configurations have in common. */
static void check_memory_layout(faults *f, tta_memory_space b, tta_memory_layout s, bool has_spec) {
  bool has_layout = s != TTA_MEMORY_LAYOUT_NONE;
  if (!b) return;
  if (b == TTA_MEMORY_SYSTEM && has_layout) add(f, NOT_ALLOWED, LAYOUT_VERIFIED, 0);
  if (b != TTA_MEMORY_SYSTEM && !has_layout) add(f, REQUIRED, LAYOUT_VERIFIED, 0);
  if (b != TTA_MEMORY_DRAM || !has_layout) return;
  if (s != TTA_MEMORY_LAYOUT_INTERLEAVED) add(f, DRAM_INTERLEAVED, LAYOUT_VERIFIED, SHARDED_DRAM);
  if (s == TTA_MEMORY_LAYOUT_BLOCK_SHARDED) add(f, has_spec ? DRAM_BLOCK_SPEC : DRAM_BLOCK, SHARDED_DRAM, 0);
}

static bool has_one_core(tta_shape grid) {
  for (uint32_t i = 0; i < grid.rank; i++)
    if (grid.extent[i] != 1) return false;
  return true;
}

/* Layouts in l1_small and trace do not exist upstream, so nothing is known of their grids. */
static void check_grid(faults *f, const tta_layout *l) {
  tta_memory_space b = buffer_of(l);
  if (b != TTA_MEMORY_DRAM && b != TTA_MEMORY_SYSTEM) return;
  if (!tta_layout_knows(l, TTA_PART_GRID_SHAPE) || has_one_core(l->grid)) return;
  add(f, GRID_NOT_L1, GRID_VERIFIED, SHARDED_DRAM);
  if (b == TTA_MEMORY_SYSTEM || l->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED)
    add(f, GRID_NOT_SHARDED, SHARDED_DRAM, 0);
}

static void check_core_ranges(faults *f, const tta_layout *l) {
  bool sharded = is_sharded(l->memory_layout), has_ranges = l->spans[TTA_PART_CORE_RANGES].end != 0;
  if (sharded && !has_ranges && !l->ignores_physical) add(f, RANGES_MISSING, CORE_RANGE_SETS, 0);
  if (!sharded && has_ranges) add(f, RANGES_NOT_ALLOWED, CORE_RANGE_SETS, 0);
}

/* `8, 8` */
static const char *list_words(tta_verifier *v, tta_shape shape) { return tta_layout_shape_words(v, shape, ','); }

static void note(tta_verifier *v, tta_diagnostic *d, tta_span span, const char *text) {
  if (span.end) tta_report_note(v->report, d, span, "%s", text);
}

static void report_grid(tta_verifier *v, const tta_layout_use *use, fault what) {
  const tta_layout *l = &use->value;
  tta_span span = tta_first_token(v->tree, use->layout);
  tta_diagnostic *d;
  if (what == GRID_NOT_L1)
    d = tta_report_add(v->report, TTA_RULE_ttnn_grid, span,
                       "expected (1, 1) grid shape for non-L1 buffer type, got (%s) for %s buffer type",
                       list_words(v, l->grid), buffer_name(buffer_of(l)));
  else
    d = tta_report_add(v->report, TTA_RULE_ttnn_grid, span, "expected (1, 1) grid shape for %s buffer type%s, got (%s)",
                       buffer_name(buffer_of(l)),
                       buffer_of(l) == TTA_MEMORY_SYSTEM ? "" : " with interleaved memory layout",
                       list_words(v, l->grid));
  note(v, d, l->spans[TTA_PART_GRID], "the grid");
}

static void report_core_ranges(tta_verifier *v, const tta_layout_use *use, fault what) {
  const tta_layout *l = &use->value;
  tta_span span = tta_first_token(v->tree, use->layout);
  if (what == RANGES_MISSING) {
    tta_diagnostic *d = tta_report_add(
        v->report, TTA_RULE_ttnn_core_ranges, span,
        "sharded TTNN layout (%s) must carry a core_range_set: `core_ranges = #ttnn.core_range_set<[..]>` "
        "after the memory layout",
        tta_memory_layout_name(l->memory_layout));
    note(v, d, l->spans[TTA_PART_MEMORY_LAYOUT], "the memory layout");
  } else {
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_ttnn_core_ranges, span,
                                       "non-sharded TTNN layout must not carry a core_range_set (got %s)",
                                       l->memory_layout ? tta_memory_layout_name(l->memory_layout) : "none");
    note(v, d, l->spans[TTA_PART_CORE_RANGES], "the core ranges");
  }
}

/* Upstream's own texts, which start with a capital and end with a full stop. */
static const char *text_of(fault what) {
  switch (what) {
  case SYSTEM_CANNOT_HAVE: return "MemoryConfig with SystemMemory buffer type cannot have tensor memory layout.";
  case NOT_ALLOWED: return "Memory layout is not allowed for SystemMemory buffer type.";
  case REQUIRED: return "Memory layout is required for non-SystemMemory buffer type.";
  case DRAM_INTERLEAVED: return "DRAM buffer type must have Interleaved memory layout.";
  case DRAM_BLOCK:
    return "BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded or Interleaved";
  case DRAM_BLOCK_SPEC:
    return "BlockSharded layout is not supported for DRAM buffer type; use WidthSharded or HeightSharded";
  case SPEC_NOT_L1: return "Sharding is only valid for L1 buffer type";
  case SPEC_NOT_L1_OR_DRAM: return "Sharding is only valid for L1 or DRAM buffer type";
  case SPEC_WITHOUT_LAYOUT: return "Tensor memory layout is required for sharding";
  case SPEC_UNSHARDED:
    return "Sharding is only valid for block sharded, height sharded, or width sharded tensor memory layout";
  case BOTH_SPECS: return "Setting both NDShardSpecAttr and ShardSpecAttr is not supported.";
  default: return "";
  }
}

/* @param part what the note points at */
static void report_memory_layout(tta_verifier *v, tta_node_id attribute, fault what, tta_memory_space b,
                                 tta_memory_layout s, tta_span part) {
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_ttnn_memory_layout, tta_first_token(v->tree, attribute), "%s",
                                     text_of(what));
  if (part.end)
    tta_report_note(v->report, d, part,
                    s ? "buffer type is %s, memory layout is %s"
                      : "buffer type is %s but no memory "
                        "layout is given%s",
                    buffer_name(b), tta_memory_layout_name(s));
}

static bool is_about_grid(fault f) { return f == GRID_NOT_L1 || f == GRID_NOT_SHARDED; }
static bool is_about_ranges(fault f) { return f == RANGES_MISSING || f == RANGES_NOT_ALLOWED; }

/* For core-range-outside-chip: cores of tensors in DRAM are banks. */
static void record_cores(tta_verifier *v, tta_node_id layout, tta_memory_space buffer) {
  if (buffer == TTA_MEMORY_DRAM) tta_module_forget_ranges(v, tta_node_child(v->tree, layout, TTA_FIELD_core_ranges));
  if (buffer == TTA_MEMORY_L1) tta_module_record_virtual_grid(v, tta_node_child(v->tree, layout, TTA_FIELD_grid));
}

static void forget_banks(tta_verifier *v, tta_node_id config, tta_field field) {
  tta_node_id spec = tta_node_resolve(v->tree, tta_node_child(v->tree, config, field));
  if (spec) tta_module_forget_ranges(v, tta_node_child(v->tree, spec, TTA_FIELD_core_range_set));
}

static void verify_layout(tta_verifier *v, tta_node_id layout) {
  tta_layout_use use;
  if (tta_layout_lower_use(v, 0, layout, &use)) return;
  const tta_layout *l = &use.value;
  faults f = {.count = 0};
  record_cores(v, layout, buffer_of(l));
  check_memory_layout(&f, buffer_of(l), l->memory_layout, false);
  check_grid(&f, l);
  check_core_ranges(&f, l);
  uint32_t count = tta_era_select(v, layout, LAYOUT_VERIFIED, f.items, f.count);
  for (uint32_t i = 0; i < count; i++) {
    fault what = (fault)f.items[i].what;
    bool about_grid = is_about_grid(what), about_ranges = is_about_ranges(what);
    if (about_grid) report_grid(v, &use, what);
    if (about_ranges) report_core_ranges(v, &use, what);
    if (about_grid || about_ranges) continue;
    bool written = l->spans[TTA_PART_MEMORY_LAYOUT].end != 0;
    report_memory_layout(v, layout, what, buffer_of(l), l->memory_layout,
                         l->spans[written ? TTA_PART_MEMORY_LAYOUT : TTA_PART_MEMREF]);
    return; /* grid and core ranges depend on it */
  }
}

static void verify_memory_config(tta_verifier *v, tta_node_id config) {
  tta_memory_config c;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  tta_status status = tta_lower_memory_config(v->tree, config, &v->scratch, &c);
  tta_arena_rewind(&v->scratch, mark); /* the core ranges are not needed here */
  if (status == TTA_NO_MEMORY) tta_layout_out_of_memory(v);
  if (status || !c.buffer) return;
  tta_memory_space b = c.buffer;
  tta_memory_layout s = c.memory_layout;
  if (b == TTA_MEMORY_DRAM) forget_banks(v, config, TTA_FIELD_shard_spec);
  if (b == TTA_MEMORY_DRAM) forget_banks(v, config, TTA_FIELD_ndShardSpec);
  bool spec = c.has_shard_spec, by_core = s >= TTA_MEMORY_LAYOUT_HEIGHT_SHARDED && s <= TTA_MEMORY_LAYOUT_BLOCK_SHARDED;
  faults f = {.count = 0};
  if (b == TTA_MEMORY_SYSTEM && s) add(&f, SYSTEM_CANNOT_HAVE, CONFIG_VERIFIED, LAYOUT_VERIFIED);
  check_memory_layout(&f, b, s, spec);
  if (spec && b != TTA_MEMORY_L1) add(&f, SPEC_NOT_L1, CONFIG_SHARD_SPEC, SHARDED_DRAM);
  if (spec && b != TTA_MEMORY_L1 && b != TTA_MEMORY_DRAM) add(&f, SPEC_NOT_L1_OR_DRAM, SHARDED_DRAM, 0);
  if (spec && !s) add(&f, SPEC_WITHOUT_LAYOUT, CONFIG_SHARD_SPEC, 0);
  if (spec && s && !by_core) add(&f, SPEC_UNSHARDED, CONFIG_SHARD_SPEC, 0);
  if (spec && c.has_nd_shard_spec) add(&f, BOTH_SPECS, ND_SHARD_SPEC, 0);
  if (!tta_era_select(v, config, CONFIG_VERIFIED, f.items, f.count)) return;
  report_memory_layout(v, config, (fault)f.items[0].what, b, s, spec ? c.shard_spec.span : c.layout_span);
}

/* ---- the ranges of one set ---- */

static int compare_x(const void *a, const void *b) {
  return tta_order(((const tta_core_range *)a)->start[0], ((const tta_core_range *)b)->start[0]);
}

/* Corners in order and not negative: what tta_verify_core_range does not report. */
static bool is_sound(const tta_core_range *r) {
  return r->known && r->start[0] >= 0 && r->start[1] >= 0 && r->start[0] <= r->end[0] && r->start[1] <= r->end[1];
}

/* Two ranges that share a core: of those sorted by x only neighbors that overlap in x are compared. */
static bool find_overlap(const tta_core_range *items, uint32_t count, tta_core_range *a, tta_core_range *b) {
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i + 1; j < count && items[j].start[0] <= items[i].end[0]; j++) {
      if (items[j].start[1] > items[i].end[1] || items[j].end[1] < items[i].start[1]) continue;
      bool in_order = items[i].span.begin < items[j].span.begin;
      *a = in_order ? items[i] : items[j];
      *b = in_order ? items[j] : items[i];
      return true;
    }
  return false;
}

/* As upstream streams the attribute. */
static const char *range_words(const tta_core_range *r, char room[128]) {
  tta_buf buf = tta_buf_fixed(room, 128);
  tta_ttnn_core_range_text(&buf, r->start, r->end);
  return tta_buf_fixed_text(&buf);
}

static void verify_core_range_set(tta_verifier *v, tta_node_id set) {
  tta_core_range_set read;
  tta_core_range a, b;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  if (tta_lower_core_range_set(v->tree, set, &v->scratch, &read) == TTA_NO_MEMORY) tta_layout_out_of_memory(v);
  tta_core_range *items = (tta_core_range *)(uintptr_t)read.ranges; /* in the scratch arena */
  uint32_t count = 0;
  for (uint32_t i = 0; i < read.num_ranges; i++)
    if (is_sound(&items[i])) items[count++] = items[i];
  tta_core_range *scratch = count > 1 ? tta_arena_array(&v->scratch, count, sizeof *scratch) : NULL;
  if (count > 1 && !scratch) tta_layout_out_of_memory(v);
  if (scratch) tta_sort(items, scratch, count, sizeof *items, compare_x);
  if (scratch && find_overlap(items, count, &a, &b)) {
    char first[128], second[128];
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_core_range, tta_first_token(v->tree, set),
                                       "Core ranges overlap: %s and %s", range_words(&a, first),
                                       range_words(&b, second));
    note(v, d, a.span, "the first of them");
    note(v, d, b.span, "the second");
  }
  tta_arena_rewind(&v->scratch, mark);
}

/* ---- a layout and its tensor ---- */

/* How many units every core gets if `physical` is distributed in tiles (or scalars) over all cores of the grid. */
static bool distribute(tta_shape physical, const tta_layout *l, int64_t *out) {
  int64_t units = 1, cores = 1;
  for (uint32_t i = 0; i < physical.rank; i++) {
    int64_t unit = !tta_element_is_tile(&l->memref_element) || i + 2 < physical.rank ? 1
                   : i + 1 == physical.rank                                     ? l->memref_element.tile[1]
                                                                                : l->memref_element.tile[0];
    int64_t n;
    if (!tta_ceildiv(physical.extent[i], unit, &n) || !tta_mul(units, n, &units) ||
        !tta_mul(cores, l->grid.extent[i], &cores))
      return false;
    out[i] = 1;
  }
  return physical.rank && tta_ceildiv(units, cores, &out[physical.rank - 1]);
}

static bool equal(tta_shape a, const int64_t *b) { return !memcmp(a.extent, b, a.rank * sizeof *b); }

typedef struct expectation {
  tta_shape shape; /* what the memref ought to be */
  bool known, met;
} expectation;

/* The memref that TTNNLayoutAttr computes. Before 2025-07 every layout was divided by its grid; that is accepted at
 * every date. */
static expectation expect_memref(tta_verifier *v, const tta_layout *l, tta_shape tensor) {
  uint32_t rank = l->linear.num_results;
  expectation e = {.known = false};
  int64_t *padded = tta_arena_array(&v->scratch, 2 * (size_t)tensor.rank + 1, sizeof *padded);
  int64_t *out = tta_arena_array(&v->scratch, 3 * (size_t)rank + 1, sizeof *out);
  if (!padded || !out) return tta_layout_out_of_memory(v), e;
  bool tiled = tta_element_is_tile(&l->memref_element);
  int64_t tile[2] = {tiled ? l->memref_element.tile[0] : 1, tiled ? l->memref_element.tile[1] : 1};
  if (tta_layout_ttnn_shape(&l->linear, tensor, tile, padded)) return e;
  int64_t *physical = out, *shard = out + rank, *divided = out + 2 * (size_t)rank;
  tta_shape p = {rank, physical}, s = {rank, shard}, memref = l->memref;
  if (tta_layout_physical_shape(&l->linear, (tta_shape){tensor.rank, padded}, padded + tensor.rank, physical)) return e;
  if (tta_layout_shard_shape(p, l->grid, divided)) return e;
  if (tta_layout_memref_shape((tta_shape){rank, divided}, &l->memref_element, divided)) return e;
  bool whole = !is_sharded(l->memory_layout) && buffer_of(l) != TTA_MEMORY_L1;
  bool interleaved = l->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED && buffer_of(l) == TTA_MEMORY_L1;
  if (interleaved ? !distribute(p, l, shard) : tta_layout_memref_shape(p, &l->memref_element, shard)) return e;
  if (!whole && !interleaved) memcpy(shard, divided, rank * sizeof *shard);
  return (expectation){s, true, equal(memref, shard) || equal(memref, divided)};
}

static void report_ranks(tta_verifier *v, tta_node_id tensor, const tta_layout *l) {
  tta_shape shape = l->tensor_shape;
  uint32_t results = l->linear.num_results;
  tta_diagnostic *d;
  if (l->linear.num_dims != shape.rank) {
    d = TTA_REPORT_VALUE(v, tensor, TTA_RULE_ttnn_rank, l->spans[TTA_PART_TENSOR],
                         "the tensor has rank %u, but the map of its TTNN layout has %u dim%s", shape.rank,
                         l->linear.num_dims, l->linear.num_dims == 1 ? "" : "s");
    note(v, d, l->spans[TTA_PART_MAP], "the map of the layout");
    return;
  }
  d = TTA_REPORT_VALUE(v, tensor, TTA_RULE_ttnn_rank, l->spans[TTA_PART_TENSOR],
                       "map results, grid and memref of a TTNN layout must agree in rank, but the map has %u result%s, "
                       "the grid rank %u and the memref rank %u",
                       results, results == 1 ? "" : "s", l->grid.rank, l->memref.rank);
  bool memref_agrees = l->memref.rank == results;
  note(v, d, l->spans[memref_agrees ? TTA_PART_GRID : TTA_PART_MEMREF], memref_agrees ? "the grid" : "the memref");
}

static bool has_extents(tta_shape shape, int64_t least) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < least) return false;
  return true;
}

static void report_shard(tta_verifier *v, const tta_layout_use *use, tta_shape expected) {
  const tta_layout *l = &use->value;
  bool inline_layout = tta_layout_is_inline(l);
  bool own_memref = !tta_layout_part_is_alias(l, TTA_PART_MEMREF);
  tta_str text = own_memref ? tta_layout_dims_text(v, l->spans[TTA_PART_MEMREF_SHAPE], expected) : (tta_str){NULL, 0};
  tta_span span = l->spans[TTA_PART_MEMREF_SHAPE];
  const char *unit = tta_element_is_tile(&l->memref_element) ? " tiles" : "";
  tta_diagnostic *d = TTA_REPORT_VALUE(v, use->tensor, TTA_RULE_ttnn_shard_shape, l->spans[TTA_PART_TENSOR],
                                       "memref shape %s does not match the shard shape %s%s of this tensor",
                                       tta_layout_shape_words(v, l->memref, 'x'),
                                       tta_layout_shape_words(v, expected, 'x'), unit);
  note(v, d, l->spans[TTA_PART_MEMREF], "the memref of the layout");
  if (!d || !text.size) return;
  const char *what = tta_layout_fix_words(v, "memref shape", tta_layout_shape_words(v, expected, 'x'));
  if (!inline_layout) {
    tta_alias_fix_propose(v, d, use->layout, span, text, what);
    return;
  }
  tta_report_fix(v->report, d, span, text, "%s", what);
}

static bool is_complete(const tta_layout *l) {
  return tta_layout_knows(l, TTA_PART_MAP) && tta_layout_knows(l, TTA_PART_GRID_SHAPE) &&
         tta_layout_knows(l, TTA_PART_MEMREF_SHAPE) && tta_layout_knows(l, TTA_PART_TENSOR_SHAPE);
}

void tta_verify_tensor_ttnn_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_node_id layout) {
  tta_layout_use use;
  if (tta_layout_lower_use(v, tensor, encoding, &use)) return;
  const tta_layout *l = &use.value;
  uint32_t results = l->linear.num_results;
  if (!is_complete(l)) return;
  if (l->linear.num_dims != l->tensor_shape.rank || results != l->grid.rank || results != l->memref.rank) {
    report_ranks(v, tensor, l);
    return;
  }
  bool vague = l->linear.num_symbols || l->memref_element.kind == TTA_ELEMENT_OTHER || l->ignores_physical ||
               tta_element_is_tile(&l->tensor_element);
  if (vague || !has_extents(l->tensor_shape, 1) || !has_extents(l->grid, 1) || !has_extents(l->memref, 0)) return;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  expectation e = expect_memref(v, l, l->tensor_shape);
  if (e.known && !e.met) report_shard(v, &use, e.shape);
  else if (e.known && !tta_layout_is_inline(l)) at(v, layout)->flags |= TTA_NODE_USED_AS_IS;
  tta_arena_rewind(&v->scratch, mark);
}

void tta_verify_ttnn(tta_verifier *v, tta_node_id attribute) {
  switch ((tta_attribute)at(v, attribute)->index) {
  case TTA_ATTR_ttnn_layout: verify_layout(v, attribute); return;
  case TTA_ATTR_ttnn_memory_config: verify_memory_config(v, attribute); return;
  case TTA_ATTR_ttnn_core_range_set: verify_core_range_set(v, attribute); return;
  default: return; /* upstream verifies no others */
  }
}
