/* Owns the rules of ttnn attributes: ttnn-memory-layout, ttnn-grid, ttnn-core-ranges (tt-mlir's, in its words and at
 * its dates), ttnn-rank and ttnn-shard-shape (a layout and its tensor; nobody checks these upstream), and core-range
 * for the ranges of one set. A range by itself is core_range.c's.
 *
 * Source: tt-mlir, TTNNLayoutAttr::verify and MemoryConfigAttr::verify; U 4.8 = TTNNLayoutAttr's arithmetic. */
#include <string.h>

#include "base/checked.h"
#include "verify/era.h"
#include "verify/layout_faults.h"

/* Dates on which upstream's rules began or changed. */
enum {
  LAYOUT_VERIFIED = 20250224,
  CONFIG_VERIFIED = 20250214,
  CONFIG_SHARD_SPEC = 20250516,
  GRID_VERIFIED = 20250709,
  ND_SHARD_SPEC = 20251229,
  CORE_RANGE_SETS = 20260506,
  SHARDED_DRAM = 20260511,
};

/* As enums.def has them. */
typedef enum buffer { DRAM, L1, SYSTEM_MEMORY, L1_SMALL, TRACE, NO_BUFFER } buffer;
typedef enum spread {
  INTERLEAVED,
  SINGLE_BANK,
  HEIGHT_SHARDED,
  WIDTH_SHARDED,
  BLOCK_SHARDED,
  ND_SHARDED,
  NONE,
  NO_SPREAD
} spread;

static tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }
static tta_span span_of(const tta_verifier *v, tta_node_id id) { return tta_node_span(v->tree, id); }

/* ---- reading ---- */

/* The place of the keyword of an attribute such as #ttnn.buffer_type<l1>, or of a bare one; `none` when it is
 * something else. */
static uint32_t read_keyword(const tta_verifier *v, tta_node_id id, tta_attribute attribute, uint32_t none) {
  const tta_node *n = at(v, tta_node_resolve(v->tree, id));
  if (n->kind == TTA_NODE_ATTRIBUTE && n->index == attribute) n = at(v, n->first);
  return n->kind == TTA_NODE_WORD ? n->index : none;
}

static buffer read_buffer(const tta_verifier *v, tta_node_id id) {
  return (buffer)read_keyword(v, id, TTA_ATTR_ttnn_buffer_type, NO_BUFFER);
}

/* `none` says that there is none. */
static spread read_spread(const tta_verifier *v, tta_node_id id) {
  spread s = (spread)read_keyword(v, id, TTA_ATTR_ttnn_tensor_memory_layout, NO_SPREAD);
  return s == NONE ? NO_SPREAD : s;
}

static const char *buffer_name(buffer b) { return tta_enums[TTA_ENUM_buffer_type].keywords[b]; }
static const char *spread_name(spread s) { return tta_enums[TTA_ENUM_ttnn_memory_layout].keywords[s]; }
static bool is_sharded(spread s) { return s >= HEIGHT_SHARDED && s <= ND_SHARDED; }
static bool is_true(const tta_verifier *v, tta_node_id id) {
  return at(v, id)->kind == TTA_NODE_BOOL && at(v, id)->index;
}

typedef struct ttnn_layout {
  tta_node_id layout;
  tta_node_id linear, grid, memref, memory_layout, core_ranges; /* as written */
  tta_node_id grid_shape, memref_shape;                         /* DIMS, or 0 */
  tta_map map;
  tta_shape grid_extents, memref_extents;
  tta_element element;
  buffer buffer;
  spread spread;
  bool ignores_physical;
  bool complete; /* map, grid and memref could be read */
} ttnn_layout;

static void read_memref(const tta_verifier *v, ttnn_layout *l) {
  tta_node_id space = 0;
  tta_node_id type = tta_node_resolve(v->tree, l->memref);
  for (tta_node_id c = tta_node_first(v->tree, type); c; c = at(v, c)->next) switch (at(v, c)->field) {
    case TTA_FIELD_shape: l->memref_shape = at(v, c)->kind == TTA_NODE_DIMS ? c : 0; break;
    case TTA_FIELD_element_type: l->element = tta_layout_read_element(v->tree, c); break;
    case TTA_FIELD_memory_space: space = c; break;
    default: break;
    }
  l->memref_extents = l->memref_shape ? tta_node_shape(v->tree, l->memref_shape) : (tta_shape){0, NULL};
  l->buffer = read_buffer(v, space);
}

static ttnn_layout read_layout(const tta_verifier *v, tta_node_id layout) {
  ttnn_layout l = {.layout = layout, .spread = NO_SPREAD, .buffer = NO_BUFFER};
  for (tta_node_id c = at(v, layout)->first; c; c = at(v, c)->next) switch (at(v, c)->field) {
    case TTA_FIELD_linear: l.linear = c; break;
    case TTA_FIELD_grid: l.grid = c; break;
    case TTA_FIELD_memref: l.memref = c; break;
    case TTA_FIELD_memory_layout: l.memory_layout = c; break;
    case TTA_FIELD_core_ranges: l.core_ranges = c; break;
    case TTA_FIELD_ignorePhysicalLayout: l.ignores_physical = is_true(v, c); break;
    default: break;
    }
  tta_node_id shape = tta_node_child(v->tree, tta_node_resolve(v->tree, l.grid), TTA_FIELD_shape);
  l.grid_shape = at(v, shape)->kind == TTA_NODE_DIMS ? shape : 0;
  if (l.grid_shape) l.grid_extents = tta_node_shape(v->tree, l.grid_shape);
  l.spread = read_spread(v, l.memory_layout);
  read_memref(v, &l);
  l.complete = tta_node_map(v->tree, l.linear, &l.map) && l.grid_shape && l.memref_shape;
  return l;
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

static void add(faults *f, fault what, int32_t since, int32_t until) {
  if (f->count < MAX_FAULTS) f->items[f->count++] = (tta_era_fault){since, until, (int)what};
}

/* What layouts and memory configurations have in common. */
static void check_spread(faults *f, buffer b, bool has_layout, spread s, bool has_spec) {
  if (b == NO_BUFFER) return;
  if (b == SYSTEM_MEMORY && has_layout) add(f, NOT_ALLOWED, LAYOUT_VERIFIED, 0);
  if (b != SYSTEM_MEMORY && !has_layout) add(f, REQUIRED, LAYOUT_VERIFIED, 0);
  if (b != DRAM || !has_layout || s == NO_SPREAD) return;
  if (s != INTERLEAVED) add(f, DRAM_INTERLEAVED, LAYOUT_VERIFIED, SHARDED_DRAM);
  if (s == BLOCK_SHARDED) add(f, has_spec ? DRAM_BLOCK_SPEC : DRAM_BLOCK, SHARDED_DRAM, 0);
}

static bool has_one_core(tta_shape grid) {
  for (uint32_t i = 0; i < grid.rank; i++)
    if (grid.extent[i] != 1) return false;
  return true;
}

/* l1_small and trace are no buffers of layouts upstream, so nothing is known of their grids. */
static void check_grid(faults *f, const ttnn_layout *l) {
  if ((l->buffer != DRAM && l->buffer != SYSTEM_MEMORY) || !l->grid_shape || has_one_core(l->grid_extents)) return;
  add(f, GRID_NOT_L1, GRID_VERIFIED, SHARDED_DRAM);
  if (l->buffer == SYSTEM_MEMORY || l->spread == INTERLEAVED) add(f, GRID_NOT_SHARDED, SHARDED_DRAM, 0);
}

static void check_core_ranges(faults *f, const ttnn_layout *l) {
  if (is_sharded(l->spread) && !l->core_ranges && !l->ignores_physical) add(f, RANGES_MISSING, CORE_RANGE_SETS, 0);
  if (!is_sharded(l->spread) && l->core_ranges) add(f, RANGES_NOT_ALLOWED, CORE_RANGE_SETS, 0);
}

/* `8, 8` */
static const char *list_words(tta_verifier *v, tta_shape shape) { return tta_layout_shape_words(v, shape, ','); }

static void note(tta_verifier *v, tta_diagnostic *d, tta_node_id part, const char *text) {
  if (part) tta_report_note(v->report, d, span_of(v, part), "%s", text);
}

static void report_grid(tta_verifier *v, const ttnn_layout *l, fault what) {
  tta_span span = tta_first_token(v->tree, l->layout);
  tta_diagnostic *d;
  if (what == GRID_NOT_L1)
    d = tta_report_add(v->report, TTA_RULE_ttnn_grid, span,
                       "expected (1, 1) grid shape for non-L1 buffer type, got (%s) for %s buffer type",
                       list_words(v, l->grid_extents), buffer_name(l->buffer));
  else
    d = tta_report_add(v->report, TTA_RULE_ttnn_grid, span, "expected (1, 1) grid shape for %s buffer type%s, got (%s)",
                       buffer_name(l->buffer), l->buffer == SYSTEM_MEMORY ? "" : " with interleaved memory layout",
                       list_words(v, l->grid_extents));
  note(v, d, l->grid, "the grid");
}

static void report_core_ranges(tta_verifier *v, const ttnn_layout *l, fault what) {
  tta_span span = tta_first_token(v->tree, l->layout);
  if (what == RANGES_MISSING) {
    tta_diagnostic *d = tta_report_add(
        v->report, TTA_RULE_ttnn_core_ranges, span,
        "sharded TTNN layout (%s) must carry a core_range_set: `core_ranges = #ttnn.core_range_set<[..]>` "
        "behind the memory layout",
        spread_name(l->spread));
    note(v, d, l->memory_layout, "the memory layout");
  } else {
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_ttnn_core_ranges, span,
                                       "non-sharded TTNN layout must not carry a core_range_set (got %s)",
                                       l->spread == NO_SPREAD ? "none" : spread_name(l->spread));
    note(v, d, l->core_ranges, "the core ranges");
  }
}

/* Upstream's own texts, which begin with a capital and end with a full stop. */
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

/* @param part what the note points at; 0 = no note */
static void report_spread(tta_verifier *v, tta_node_id attribute, fault what, buffer b, spread s, tta_node_id part) {
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_ttnn_memory_layout, tta_first_token(v->tree, attribute), "%s",
                                     text_of(what));
  if (part)
    tta_report_note(v->report, d, span_of(v, part), "the memory layout is %s, the buffer %s",
                    s < NONE ? spread_name(s) : "not given", b < NO_BUFFER ? buffer_name(b) : "not known");
}

static bool is_about_grid(fault f) { return f == GRID_NOT_L1 || f == GRID_NOT_SHARDED; }
static bool is_about_ranges(fault f) { return f == RANGES_MISSING || f == RANGES_NOT_ALLOWED; }

static void verify_layout(tta_verifier *v, tta_node_id layout) {
  ttnn_layout l = read_layout(v, layout);
  faults f = {.count = 0};
  check_spread(&f, l.buffer,
               l.memory_layout && !(at(v, l.memory_layout)->kind == TTA_NODE_WORD && l.spread == NO_SPREAD), l.spread,
               false);
  check_grid(&f, &l);
  check_core_ranges(&f, &l);
  uint32_t count = tta_era_select(v, layout, LAYOUT_VERIFIED, f.items, f.count);
  for (uint32_t i = 0; i < count; i++) {
    fault what = (fault)f.items[i].what;
    bool about_grid = is_about_grid(what), about_ranges = is_about_ranges(what);
    if (about_grid) report_grid(v, &l, what);
    if (about_ranges) report_core_ranges(v, &l, what);
    if (about_grid || about_ranges) continue;
    report_spread(v, layout, what, l.buffer, l.spread, l.memory_layout ? l.memory_layout : l.memref);
    return; /* grid and core ranges depend on it */
  }
}

static void verify_memory_config(tta_verifier *v, tta_node_id config) {
  buffer b = NO_BUFFER;
  spread s = NO_SPREAD;
  tta_node_id layout = 0, spec = 0, nd_spec = 0;
  for (tta_node_id c = at(v, config)->first; c; c = at(v, c)->next) switch (at(v, c)->field) {
    case TTA_FIELD_buffer_type: b = read_buffer(v, c); break;
    case TTA_FIELD_memory_layout:
      layout = c;
      s = read_spread(v, c);
      break;
    case TTA_FIELD_shard_spec: spec = c; break;
    case TTA_FIELD_ndShardSpec: nd_spec = c; break;
    default: break;
    }
  if (b == NO_BUFFER) return;
  bool has_layout = layout && s != NO_SPREAD;
  faults f = {.count = 0};
  if (b == SYSTEM_MEMORY && has_layout) add(&f, SYSTEM_CANNOT_HAVE, CONFIG_VERIFIED, LAYOUT_VERIFIED);
  check_spread(&f, b, has_layout, s, spec);
  if (spec && b != L1) add(&f, SPEC_NOT_L1, CONFIG_SHARD_SPEC, SHARDED_DRAM);
  if (spec && b != L1 && b != DRAM) add(&f, SPEC_NOT_L1_OR_DRAM, SHARDED_DRAM, 0);
  if (spec && !has_layout) add(&f, SPEC_WITHOUT_LAYOUT, CONFIG_SHARD_SPEC, 0);
  if (spec && has_layout && (s < HEIGHT_SHARDED || s > BLOCK_SHARDED)) add(&f, SPEC_UNSHARDED, CONFIG_SHARD_SPEC, 0);
  if (spec && nd_spec) add(&f, BOTH_SPECS, ND_SHARD_SPEC, 0);
  if (!tta_era_select(v, config, CONFIG_VERIFIED, f.items, f.count)) return;
  report_spread(v, config, (fault)f.items[0].what, b, s, spec ? spec : layout);
}

/* ---- the ranges of one set ---- */

typedef struct range {
  int64_t x0, y0, x1, y1;
  tta_node_id node; /* as written */
} range;

static bool read_coord(const tta_verifier *v, tta_node_id id, int64_t *x, int64_t *y) {
  const tta_node *n = at(v, id), *a = at(v, n->first), *b = at(v, a->next);
  if (n->kind != TTA_NODE_COORD) return false;
  *x = a->integer;
  *y = b->integer;
  return *x >= 0 && *y >= 0;
}

/* False for what core_range.c refuses. */
static bool read_range(const tta_verifier *v, tta_node_id id, range *r) {
  const tta_node *n = at(v, tta_node_resolve(v->tree, id));
  if (n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_ttnn_core_range || (n->flags & TTA_NODE_FAULTY))
    return false;
  tta_node_id first = n->first, last = at(v, first)->next;
  r->node = id;
  return read_coord(v, first, &r->x0, &r->y0) && read_coord(v, last, &r->x1, &r->y1) && r->x0 <= r->x1 &&
         r->y0 <= r->y1;
}

/* By merging, so that equal ones stay in the order of the text. */
static void sort_by_x(range *items, range *room, uint32_t count) {
  for (uint32_t width = 1; width && width < count; width *= 2) {
    for (uint32_t begin = 0; begin < count; begin += 2 * width) {
      uint32_t a = begin, middle = count - begin > width ? begin + width : count, b = middle;
      uint32_t end = count - middle > width ? middle + width : count;
      for (uint32_t i = begin; i < end; i++) {
        bool left = a < middle && (b == end || items[a].x0 <= items[b].x0);
        room[i] = left ? items[a++] : items[b++];
      }
      if (end == count) break;
    }
    memcpy(items, room, count * sizeof *items);
  }
}

/* Two ranges that share a core: of those sorted by x only neighbours that overlap in x are looked at. */
static bool find_overlap(const range *items, uint32_t count, range *a, range *b) {
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i + 1; j < count && items[j].x0 <= items[i].x1; j++) {
      if (items[j].y0 > items[i].y1 || items[j].y1 < items[i].y0) continue;
      bool in_order = items[i].node < items[j].node;
      *a = in_order ? items[i] : items[j];
      *b = in_order ? items[j] : items[i];
      return true;
    }
  return false;
}

/* As upstream streams the attribute. */
static const char *range_words(const range *r, char room[128]) {
  tta_buf buf = {.data = room, .capacity = 128};
  tta_buf_str(&buf, "#ttnn.core_range<(");
  tta_buf_int(&buf, r->x0);
  tta_buf_char(&buf, ',');
  tta_buf_int(&buf, r->y0);
  tta_buf_str(&buf, "), (");
  tta_buf_int(&buf, r->x1);
  tta_buf_char(&buf, ',');
  tta_buf_int(&buf, r->y1);
  tta_buf_str(&buf, ")>");
  tta_buf_char(&buf, 0);
  return room;
}

static void verify_core_range_set(tta_verifier *v, tta_node_id set) {
  tta_node_id list = tta_node_child(v->tree, set, TTA_FIELD_ranges);
  uint32_t count = 0;
  for (tta_node_id c = tta_node_first(v->tree, list); c; c = at(v, c)->next) count++;
  if (count < 2) return;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  range *items = tta_arena_array(&v->scratch, count, sizeof *items),
        *room = tta_arena_array(&v->scratch, count, sizeof *room), a, b;
  uint32_t read = 0;
  if (!items || !room) tta_layout_out_of_memory(v);
  else
    for (tta_node_id c = tta_node_first(v->tree, list); c; c = at(v, c)->next) read += read_range(v, c, &items[read]);
  if (read > 1) sort_by_x(items, room, read);
  if (read > 1 && find_overlap(items, read, &a, &b)) {
    char first[128], second[128];
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_core_range, tta_first_token(v->tree, set),
                                       "Core ranges overlap: %s and %s", range_words(&a, first),
                                       range_words(&b, second));
    note(v, d, a.node, "the first of them");
    note(v, d, b.node, "the second");
  }
  tta_arena_rewind(&v->scratch, mark);
}

/* ---- a layout and its tensor ---- */

/* How many units every core gets when `physical` is dealt out in tiles (or scalars) to all cores of the grid. */
static bool deal_out(tta_shape physical, const ttnn_layout *l, int64_t *out) {
  int64_t units = 1, cores = 1;
  for (uint32_t i = 0; i < physical.rank; i++) {
    int64_t unit = l->element.kind != TTA_ELEMENT_TILE || i + 2 < physical.rank ? 1
                   : i + 1 == physical.rank                                     ? l->element.tile[1]
                                                                                : l->element.tile[0];
    int64_t n;
    if (!tta_ceildiv(physical.extent[i], unit, &n) || !tta_mul(units, n, &units) ||
        !tta_mul(cores, l->grid_extents.extent[i], &cores))
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

/* The memref of U 4.8. Before 2025-07 every layout was divided by its grid; that is let pass at every date. */
static expectation expect_memref(tta_verifier *v, const ttnn_layout *l, tta_shape tensor) {
  uint32_t rank = l->map.num_results;
  expectation e = {.known = false};
  int64_t *padded = tta_arena_array(&v->scratch, 2 * (size_t)tensor.rank + 1, sizeof *padded);
  int64_t *out = tta_arena_array(&v->scratch, 3 * (size_t)rank + 1, sizeof *out);
  if (!padded || !out) return tta_layout_out_of_memory(v), e;
  bool tiled = l->element.kind == TTA_ELEMENT_TILE;
  int64_t tile[2] = {tiled ? l->element.tile[0] : 1, tiled ? l->element.tile[1] : 1};
  if (tta_layout_ttnn_shape(&l->map, tensor, tile, padded)) return e;
  int64_t *physical = out, *shard = out + rank, *divided = out + 2 * (size_t)rank;
  tta_shape p = {rank, physical}, s = {rank, shard}, memref = l->memref_extents;
  if (tta_layout_physical_shape(&l->map, (tta_shape){tensor.rank, padded}, padded + tensor.rank, physical)) return e;
  if (tta_layout_shard_shape(p, l->grid_extents, divided)) return e;
  if (tta_layout_memref_shape((tta_shape){rank, divided}, &l->element, divided)) return e;
  bool whole = !is_sharded(l->spread) && l->buffer != L1, dealt = l->spread == INTERLEAVED && l->buffer == L1;
  if (dealt ? !deal_out(p, l, shard) : tta_layout_memref_shape(p, &l->element, shard)) return e;
  if (!whole && !dealt) memcpy(shard, divided, rank * sizeof *shard);
  return (expectation){s, true, equal(memref, shard) || equal(memref, divided)};
}

static void report_ranks(tta_verifier *v, tta_node_id tensor, const ttnn_layout *l, tta_shape shape) {
  uint32_t results = l->map.num_results;
  tta_diagnostic *d;
  if (l->map.num_dims != shape.rank) {
    d = tta_report_add(v->report, TTA_RULE_ttnn_rank, span_of(v, tensor),
                       "the tensor has rank %u, but the map of its TTNN layout has %u dim%s", shape.rank,
                       l->map.num_dims, l->map.num_dims == 1 ? "" : "s");
    note(v, d, l->linear, "the map of the layout");
    return;
  }
  d = tta_report_add(v->report, TTA_RULE_ttnn_rank, span_of(v, tensor),
                     "map results, grid and memref of a TTNN layout must agree in rank, but the map has %u result%s, "
                     "the grid rank %u and "
                     "the memref rank %u",
                     results, results == 1 ? "" : "s", l->grid_extents.rank, l->memref_extents.rank);
  bool memref_agrees = l->memref_extents.rank == results;
  note(v, d, memref_agrees ? l->grid : l->memref, memref_agrees ? "the grid" : "the memref");
}

static bool has_extents(tta_shape shape, int64_t least) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < least) return false;
  return true;
}

static void report_shard(tta_verifier *v, tta_node_id tensor, bool inline_layout, const ttnn_layout *l,
                       tta_shape expected) {
  tta_diagnostic *earlier;
  bool own_memref = at(v, l->memref)->kind == TTA_NODE_MEMREF;
  tta_str text = own_memref ? tta_layout_dims_text(v, l->memref_shape, expected) : (tta_str){NULL, 0};
  tta_span span = span_of(v, l->memref_shape);
  if (!tta_layout_is_first_report(v, tensor, &earlier)) {
    if (text.size && inline_layout) tta_report_edit(v->report, earlier, span, text);
    return;
  }
  const char *unit = l->element.kind == TTA_ELEMENT_TILE ? " tiles" : "";
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_ttnn_shard_shape, span_of(v, tensor),
                                     "the memref of the TTNN layout is %s, but the shard of this tensor is %s%s",
                                     tta_layout_shape_words(v, l->memref_extents, 'x'),
                                     tta_layout_shape_words(v, expected, 'x'), unit);
  note(v, d, l->memref, "the memref of the layout");
  if (!d || !text.size) return;
  const char *what = tta_layout_fix_words(v, "memref", tta_layout_shape_words(v, expected, 'x'));
  if (!inline_layout) {
    tta_alias_fix_propose(v, d, l->layout, span, text, what);
    return;
  }
  tta_report_fix(v->report, d, span, text, "%s", what);
  tta_layout_remember_fix(v, tensor, d);
}

void tta_verify_tensor_ttnn_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_node_id layout) {
  ttnn_layout l = read_layout(v, layout);
  tta_node_id dims = at(v, tensor)->first;
  if (!l.complete || at(v, dims)->field != TTA_FIELD_shape || at(v, dims)->kind != TTA_NODE_DIMS) return;
  tta_shape shape = tta_node_shape(v->tree, dims);
  tta_diagnostic *earlier;
  uint32_t results = l.map.num_results;
  if (l.map.num_dims != shape.rank || results != l.grid_extents.rank || results != l.memref_extents.rank) {
    if (tta_layout_is_first_report(v, tensor, &earlier)) report_ranks(v, tensor, &l, shape);
    return;
  }
  bool of_tiles = tta_layout_read_element(v->tree, at(v, dims)->next).kind == TTA_ELEMENT_TILE;
  bool vague = l.map.num_symbols || l.element.kind == TTA_ELEMENT_OTHER || l.ignores_physical || of_tiles;
  if (vague || !has_extents(shape, 1) || !has_extents(l.grid_extents, 1) || !has_extents(l.memref_extents, 0)) return;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  expectation e = expect_memref(v, &l, shape);
  bool inline_layout = at(v, encoding)->kind != TTA_NODE_ALIAS;
  if (e.known && !e.met) report_shard(v, tensor, inline_layout, &l, e.shape);
  else if (e.known && !inline_layout) at(v, layout)->flags |= TTA_NODE_USED_AS_IS;
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
