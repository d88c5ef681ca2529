/* Rules of ttnn attributes: ttnn-memory-layout, ttnn-grid, ttnn-core-ranges (tt-mlir's, in its words and at its dates),
 * and ttnn-rank, ttnn-core-count and ttnn-buffer-type for the parts of one layout. The rules of a layout and its tensor
 * are in ttnn_tensor.c.
 *
 * Source: tt-mlir, TTNNLayoutAttr::verify and MemoryConfigAttr::verify. */
#include "base/chars.h"
#include "base/format.h"
#include "base/index.h"
#include "ir/behaviors.h"
#include "model/lower_ttnn.h"
#include "model/raise.h"
#include "verify/era.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

static tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

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

enum {
  MAX_FAULTS = 8,
  COMMON_CORES = 8, /* rows and columns of cores that each chip has */
};

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
  if (b == TTA_MEMORY_SYSTEM && has_layout) add(f, NOT_ALLOWED, TTA_SINCE_TTNN_LAYOUT_VERIFIED, 0);
  if (b != TTA_MEMORY_SYSTEM && !has_layout) add(f, REQUIRED, TTA_SINCE_TTNN_LAYOUT_VERIFIED, 0);
  if (b != TTA_MEMORY_DRAM || !has_layout) return;
  if (s != TTA_MEMORY_LAYOUT_INTERLEAVED)
    add(f, DRAM_INTERLEAVED, TTA_SINCE_TTNN_LAYOUT_VERIFIED, TTA_SINCE_TTNN_SHARDED_DRAM);
  if (s == TTA_MEMORY_LAYOUT_BLOCK_SHARDED)
    add(f, has_spec ? DRAM_BLOCK_SPEC : DRAM_BLOCK, TTA_SINCE_TTNN_SHARDED_DRAM, 0);
}

static bool has_one_core(tta_shape grid) {
  for (uint32_t i = 0; i < grid.rank; i++)
    if (grid.extent[i] != 1) return false;
  return true;
}

/* Layouts in l1_small and trace do not exist upstream, so nothing is known of their grids. */
static void check_grid(faults *f, const tta_layout *l) {
  tta_memory_space b = tta_ttnn_buffer_of(l);
  if (b != TTA_MEMORY_DRAM && b != TTA_MEMORY_SYSTEM) return;
  if (!tta_layout_knows(l, TTA_PART_GRID_SHAPE) || has_one_core(l->grid)) return;
  add(f, GRID_NOT_L1, TTA_SINCE_TTNN_GRID_VERIFIED, TTA_SINCE_TTNN_SHARDED_DRAM);
  if (b == TTA_MEMORY_SYSTEM || l->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED)
    add(f, GRID_NOT_SHARDED, TTA_SINCE_TTNN_SHARDED_DRAM, 0);
}

static bool has_core_ranges(const tta_layout *l) { return l->spans[TTA_PART_CORE_RANGES].end != 0; }

static void check_core_ranges(faults *f, const tta_layout *l) {
  bool sharded = tta_memory_layout_is_sharded(l->memory_layout), has_ranges = has_core_ranges(l);
  if (sharded && !has_ranges && !l->ignores_physical) add(f, RANGES_MISSING, TTA_SINCE_TTNN_CORE_RANGE_SETS, 0);
  if (!sharded && has_ranges) add(f, RANGES_NOT_ALLOWED, TTA_SINCE_TTNN_CORE_RANGE_SETS, 0);
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
                       list_words(v, l->grid), tta_memory_space_ttnn_name(tta_ttnn_buffer_of(l)));
  else
    d = tta_report_add(v->report, TTA_RULE_ttnn_grid, span, "expected (1, 1) grid shape for %s buffer type%s, got (%s)",
                       tta_memory_space_ttnn_name(tta_ttnn_buffer_of(l)),
                       tta_ttnn_buffer_of(l) == TTA_MEMORY_SYSTEM ? "" : " with interleaved memory layout",
                       list_words(v, l->grid));
  note(v, d, l->spans[TTA_PART_GRID], "the grid");
}

/* The one range that has the cores of the grid: of a line of cores at most one row, which each chip has.
 * tt-mlir fills the worker grid row by row. */
static bool is_simple_range(const tta_layout *l, tta_core_box *box) {
  if (!tta_layout_knows(l, TTA_PART_GRID_SHAPE) || l->grid.rank != 2 || tta_ttnn_buffer_of(l) != TTA_MEMORY_L1)
    return false;
  int64_t rows = l->grid.extent[0], columns = l->grid.extent[1];
  bool column = columns == 1 && l->memory_layout == TTA_MEMORY_LAYOUT_HEIGHT_SHARDED;
  *box = (tta_core_box){.last = {.y = (column ? 1 : rows) - 1, .x = (column ? rows : columns) - 1}};
  return rows >= 1 && columns >= 1 && rows <= COMMON_CORES && columns <= COMMON_CORES;
}

/* The value of a field that is missing. */
static tta_raised raise_missing(tta_raising *r, const void *value, tta_field field) {
  if (field == TTA_FIELD_memory_layout) return tta_raise_word(r, tta_memory_layout_name(TTA_MEMORY_LAYOUT_INTERLEAVED));
  return field == TTA_FIELD_core_ranges ? tta_raise_core_ranges(r, 1, value) : TTA_RAISED_NOTHING;
}

/* A fix-it that inserts the field at `end`, as its date has it; without one as the latest.
 * @param box of core_ranges @param what names the field */
static void offer_field(tta_verifier *v, tta_diagnostic *d, tta_node_id attribute, tta_field field,
                        const tta_core_box *box, uint32_t end, const char *what) {
  const tta_node *n = at(v, attribute);
  int32_t day = v->options->era ? v->options->era : tta_latest_era();
  if (!d || tta_ends_early(v, attribute)) return;
  tta_buf buf = tta_buf_new(v->reader->allocator);
  tta_buf_str(&buf, ", ");
  tta_status status = tta_raise_field(&buf, (tta_attribute)n->index, (tta_dialect)n->dialect, day, field, raise_missing,
                                      box, NULL);
  if (status == TTA_NO_MEMORY) buf.failed = true;
  tta_str text = tta_keep_text(v, &buf);
  if (!status) tta_report_fix(v->report, d, (tta_span){end, end}, text, "insert the %s", what);
}

/* @param assumed some dates accept the text without them, but not those of its other attributes: a warning */
static void report_missing_ranges(tta_verifier *v, const tta_layout_use *use, bool assumed) {
  const tta_layout *l = &use->value;
  tta_span after = l->spans[TTA_PART_MEMORY_LAYOUT];
  tta_core_box box;
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_ttnn_core_ranges, tta_first_token(v->tree, use->layout),
      "sharded TTNN layout (%s) must carry a core_range_set%s: `core_ranges = #ttnn.core_range_set<[..]>` "
      "after the memory layout",
      tta_memory_layout_name(l->memory_layout), assumed ? " since 2026-05-06" : "");
  if (assumed) tta_report_lower(v->report, d, TTA_SEVERITY_WARNING);
  note(v, d, after, "the memory layout");
  if (after.end && is_simple_range(l, &box))
    offer_field(v, d, use->layout, TTA_FIELD_core_ranges, &box, after.end, "core ranges");
}

static void report_core_ranges(tta_verifier *v, const tta_layout_use *use, fault what) {
  const tta_layout *l = &use->value;
  if (what == RANGES_MISSING) {
    report_missing_ranges(v, use, false);
    return;
  }
  tta_diagnostic *d =
      tta_report_add(v->report, TTA_RULE_ttnn_core_ranges, tta_first_token(v->tree, use->layout),
                     "non-sharded TTNN layout must not carry a core_range_set (got %s)",
                     l->memory_layout ? tta_memory_layout_name(l->memory_layout) : "none");
  note(v, d, l->spans[TTA_PART_CORE_RANGES], "the core ranges");
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

/* @param part what the note points at @param before the last field before the memory layout; none: no fix-it */
static void report_memory_layout(tta_verifier *v, tta_node_id attribute, fault what, tta_memory_space b,
                                 tta_memory_layout s, tta_span part, tta_span before) {
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_ttnn_memory_layout, tta_first_token(v->tree, attribute), "%s",
                                     text_of(what));
  if (part.end)
    tta_report_note(v->report, d, part,
                    s ? "buffer type is %s, memory layout is %s"
                      : "buffer type is %s but no memory layout is given%s",
                    tta_memory_space_ttnn_name(b), tta_memory_layout_name(s));
  if (what == REQUIRED && before.end)
    offer_field(v, d, attribute, TTA_FIELD_memory_layout, NULL, before.end, "memory layout");
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

/* ---- the parts of a layout against one another ---- */

/* Sharded layouts need one extent of the grid for each result. The grid of the others is 1x1, or, in L1, the cores over
 * which their tiles are distributed. */
bool tta_ttnn_ranks_agree(const tta_layout *l) {
  uint32_t results = l->linear.num_results;
  bool in_l1 = tta_ttnn_buffer_of(l) == TTA_MEMORY_L1 && l->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED;
  if (l->memref.rank != results) return false;
  if (l->grid.rank == results) return true;
  return !tta_memory_layout_is_sharded(l->memory_layout) && (in_l1 || has_one_core(l->grid));
}

static void verify_ranks(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  if (!tta_layout_knows(l, TTA_PART_MAP) || !tta_layout_knows(l, TTA_PART_GRID_SHAPE) ||
      !tta_layout_knows(l, TTA_PART_MEMREF_SHAPE) || tta_ttnn_ranks_agree(l))
    return;
  uint32_t results = l->linear.num_results;
  bool memref_agrees = l->memref.rank == results;
  tta_diagnostic *d =
      TTA_REPORT_VALUE(v, use->layout, TTA_RULE_ttnn_rank, l->spans[memref_agrees ? TTA_PART_GRID : TTA_PART_MEMREF],
                       "map results, grid and memref of a TTNN layout must agree in rank, but the map has %u result%s, "
                       "the grid rank %u and the memref rank %u",
                       results, tta_plural(results), l->grid.rank, l->memref.rank);
  note(v, d, l->spans[TTA_PART_MAP], "the map");
}

static void verify_core_count(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  int64_t shards, cores;
  if (!tta_memory_layout_is_sharded(l->memory_layout) || !has_core_ranges(l) || l->ignores_physical) return;
  if (!tta_layout_knows(l, TTA_PART_GRID_SHAPE)) return;
  if (!tta_shape_at_least(l->grid, 1) || !tta_shape_volume(l->grid, &shards)) return;
  tta_node_id set = tta_node_child(v->tree, use->layout, TTA_FIELD_core_ranges);
  tta_span span;
  if (!tta_core_range_set_cores(v, set, &cores, &span) || cores == shards) return;
  tta_diagnostic *d = TTA_REPORT_VALUE(
      v, use->layout, TTA_RULE_ttnn_core_count, span,
      "core_ranges have %lld core%s, but the grid %s has %lld shard%s", (long long)cores, tta_plural(cores),
      tta_layout_shape_words(v, l->grid, 'x'), (long long)shards, tta_plural(shards));
  note(v, d, l->spans[TTA_PART_GRID], "the grid");
}

/* L1 layouts without core ranges were accepted until 2026-05-06. In the ttcore era tt-mlir wrote them with the map of
 * the grid, or with exactGrid: a text without either that the latest date reads is most likely one of today. */
static bool lacks_ranges_today(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  if (tta_ttnn_buffer_of(l) != TTA_MEMORY_L1 || !tta_memory_layout_is_sharded(l->memory_layout)) return false;
  if (v->options->era || has_core_ranges(l) || l->ignores_physical) return false;
  tta_era_set days = tta_era_of_text(v->tree, use->layout);
  return tta_era_has(&days, TTA_NUM_PERIODS - 1) && tta_section_is_recent(v);
}

/* The memory space is that of another dialect. One that is not known was reported, or has no meaning to us. */
static void verify_buffer_type(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  tta_span span = l->spans[TTA_PART_MEMORY_SPACE];
  if (!tta_layout_knows(l, TTA_PART_MEMREF) || tta_layout_knows(l, TTA_PART_MEMORY_SPACE)) return;
  bool number = tta_is_digit(v->tree->text.data[span.begin]); /* MLIR's own memory space */
  if (!span.end || number || l->memory_space) tta_space_report(v, use);
}

/* Rules for parts that upstream's verifier accepts. */
static void verify_parts(tta_verifier *v, const tta_layout_use *use) {
  verify_buffer_type(v, use);
  verify_ranks(v, use);
  verify_core_count(v, use);
  if (use->value.order) tta_verify_order(v, use);
}

void tta_verify_ttnn_layout(tta_verifier *v, tta_node_id layout) {
  tta_layout_use use;
  if (tta_layout_lower_use(v, 0, layout, &use)) return;
  const tta_layout *l = &use.value;
  faults f = {.count = 0};
  tta_node_id former = tta_node_child(v->tree, layout, TTA_FIELD_memory_layout);
  if (former && at(v, former)->kind == TTA_NODE_WORD && !tta_node_is_elided(at(v, former)))
    tta_verify_version(v, layout, former);
  record_cores(v, layout, tta_ttnn_buffer_of(l));
  check_memory_layout(&f, tta_ttnn_buffer_of(l), l->memory_layout, false);
  check_grid(&f, l);
  check_core_ranges(&f, l);
  uint32_t count = tta_era_select(v, layout, TTA_SINCE_TTNN_LAYOUT_VERIFIED, f.items, f.count);
  for (uint32_t i = 0; i < count; i++) {
    fault what = (fault)f.items[i].what;
    bool about_grid = is_about_grid(what), about_ranges = is_about_ranges(what);
    if (about_grid) report_grid(v, &use, what);
    if (about_ranges) report_core_ranges(v, &use, what);
    if (about_grid || about_ranges) continue;
    bool written = l->spans[TTA_PART_MEMORY_LAYOUT].end != 0;
    report_memory_layout(v, layout, what, tta_ttnn_buffer_of(l), l->memory_layout,
                         l->spans[written ? TTA_PART_MEMORY_LAYOUT : TTA_PART_MEMREF], l->spans[TTA_PART_MEMREF]);
    return; /* grid and core ranges depend on it */
  }
  if (count) return;
  if (lacks_ranges_today(v, &use)) report_missing_ranges(v, &use, true);
  verify_parts(v, &use);
}

void tta_verify_memory_config(tta_verifier *v, tta_node_id config) {
  tta_memory_config c;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  tta_status status = tta_lower_memory_config(v->tree, config, &v->scratch, &c);
  tta_arena_rewind(&v->scratch, mark); /* the core ranges are not needed here */
  if (status || !c.buffer) return;
  tta_memory_space b = c.buffer;
  tta_memory_layout s = c.memory_layout;
  if (b == TTA_MEMORY_DRAM) forget_banks(v, config, TTA_FIELD_shard_spec);
  if (b == TTA_MEMORY_DRAM) forget_banks(v, config, TTA_FIELD_ndShardSpec);
  bool spec = c.has_shard_spec, by_core = s >= TTA_MEMORY_LAYOUT_HEIGHT_SHARDED && s <= TTA_MEMORY_LAYOUT_BLOCK_SHARDED;
  faults f = {.count = 0};
  if (b == TTA_MEMORY_SYSTEM && s)
    add(&f, SYSTEM_CANNOT_HAVE, TTA_SINCE_TTNN_CONFIG_VERIFIED, TTA_SINCE_TTNN_LAYOUT_VERIFIED);
  check_memory_layout(&f, b, s, spec);
  if (spec && b != TTA_MEMORY_L1) add(&f, SPEC_NOT_L1, TTA_SINCE_TTNN_CONFIG_SHARD_SPEC, TTA_SINCE_TTNN_SHARDED_DRAM);
  if (spec && b != TTA_MEMORY_L1 && b != TTA_MEMORY_DRAM) add(&f, SPEC_NOT_L1_OR_DRAM, TTA_SINCE_TTNN_SHARDED_DRAM, 0);
  if (spec && !s) add(&f, SPEC_WITHOUT_LAYOUT, TTA_SINCE_TTNN_CONFIG_SHARD_SPEC, 0);
  if (spec && s && !by_core) add(&f, SPEC_UNSHARDED, TTA_SINCE_TTNN_CONFIG_SHARD_SPEC, 0);
  if (spec && c.has_nd_shard_spec) add(&f, BOTH_SPECS, TTA_SINCE_TTNN_ND_SHARD_SPEC, 0);
  if (!tta_era_select(v, config, TTA_SINCE_TTNN_CONFIG_VERIFIED, f.items, f.count)) return;
  report_memory_layout(v, config, (fault)f.items[0].what, b, s, spec ? c.shard_spec.span : c.layout_span,
                       spec || c.has_nd_shard_spec ? (tta_span){0, 0} : c.buffer_span);
}
