/* Random layouts compared with an independent model: it computes the location of every element as in the specification
 * (tt-mlir docs/src/specs/tensor-layout.md: collapsed dims in row-major order, then ceildiv by the grid, then by the
 * tile).
 *
 * Checked: build then read gives the parameters back; shapes; the place of every element (core, offset, tile, face,
 * byte); places are distinct; locate and its inverse are inverse; elements over all cells of all cores = logical
 * elements; valid extents and gaps; parts on tiles; `with` composes; bytes that reblocking moves; the grids that are
 * offered. The same layouts in the named form (there grid times tile divides the padded physical shape) and by strides,
 * and back to the map.
 *
 * usage: test_layout [LAYOUTS [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag/check_options.h"
#include "layout/layout.h"
#include "random.h"
#include "ttattr/grids.h"
#include "ttattr/layout.h"
#include "../unit/moved_bytes.h"

enum { DIMS = 5, CELLS = 1 << 16 };

typedef struct model {
  uint32_t rank, results;
  int64_t shape[DIMS], grid[DIMS];
  uint32_t first[DIMS], last[DIMS]; /* dims of each result, first > last: none */
  int64_t stride[DIMS];
  int64_t align, tile[2]; /* tile 0: scalars */
  int64_t physical[DIMS], shard[DIMS], memref[DIMS], padded[DIMS];
  bool explicit_intervals;
  int64_t intervals[2 * DIMS];
  uint32_t num_intervals;
} model;

static long case_number, swept, parted, moved_cases, gapped, strided;

static char last_text[4096];
static void die(const char *what, int line) {
  printf("layout: case %ld: line %d: %s\n  %s\n", case_number, line, what, last_text);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

/* ---- the model ---- */

static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* Cuts the dims into runs: each run of two or more is an interval, written from the front or from the end. */
static void choose_runs(model *m) {
  uint32_t d = 0;
  m->explicit_intervals = pick(0, 3) != 0;
  if (!m->explicit_intervals) { /* [0, -1): everything but the last dim, which for rank 1 is nothing */
    if (m->rank > 1) m->first[0] = 0, m->last[0] = m->rank - 2, m->results = 1;
    m->first[m->results] = m->last[m->results] = m->rank - 1;
    m->results++;
    return;
  }
  while (d < m->rank) {
    uint32_t size = (uint32_t)pick(1, m->rank - d), r = m->results++;
    m->first[r] = d;
    m->last[r] = d + size - 1;
    if (size > 1 || pick(0, 2) == 0) {
      bool from_end = pick(0, 1) && d + size < m->rank;
      int64_t *pair = &m->intervals[2 * m->num_intervals++];
      pair[0] = from_end ? (int64_t)d - m->rank : (int64_t)d;
      pair[1] = from_end ? (int64_t)(d + size) - m->rank : (int64_t)(d + size);
    }
    d += size;
  }
}

static void choose_strides(model *m) {
  for (uint32_t r = 0; r < m->results; r++) {
    int64_t stride = 1;
    for (uint32_t d = m->last[r] + 1; d-- > m->first[r];) {
      m->stride[d] = stride;
      stride *= m->shape[d];
      if (d == m->last[r] && m->align > 1) stride = up(stride, m->align) * m->align;
    }
  }
}

static bool next_index(uint32_t rank, const int64_t *shape, int64_t *index) {
  for (uint32_t i = rank; i-- > 0;) {
    if (++index[i] < shape[i]) return true;
    index[i] = 0;
  }
  return false;
}

static void physical_of(const model *m, const int64_t *index, int64_t *out) {
  for (uint32_t r = 0; r < m->results; r++) {
    out[r] = 0;
    for (uint32_t d = m->first[r]; d <= m->last[r]; d++) out[r] += index[d] * m->stride[d];
  }
}

/* Shapes, from the largest index that any element has. */
static void measure(model *m) {
  int64_t index[DIMS] = {0}, at[DIMS];
  do {
    physical_of(m, index, at);
    for (uint32_t r = 0; r < m->results; r++)
      if (at[r] + 1 > m->physical[r]) m->physical[r] = at[r] + 1;
  } while (next_index(m->rank, m->shape, index));
  for (uint32_t r = 0; r < m->results; r++) {
    m->shard[r] = m->memref[r] = m->padded[r] = up(m->physical[r], m->grid[r]);
    if (!m->tile[0] || r + 2 < m->results) continue;
    int64_t tile = m->tile[r + 2 - m->results];
    m->memref[r] = up(m->shard[r], tile);
    m->padded[r] = m->memref[r] * tile;
  }
}

static int64_t volume(uint32_t rank, const int64_t *shape) {
  int64_t v = 1;
  for (uint32_t i = 0; i < rank; i++) v *= shape[i];
  return v;
}

static void choose(model *m) {
  do {
    *m = (model){.rank = (uint32_t)pick(1, DIMS)};
    for (uint32_t d = 0; d < m->rank; d++) m->shape[d] = pick(0, 3) ? pick(1, 5) : pick(1, 12);
    choose_runs(m);
    if (pick(0, 2) == 0) m->align = pick(2, 9);
    if (m->results >= 2 && pick(0, 1)) m->tile[0] = pick(1, 3) * 2, m->tile[1] = pick(1, 2) * 4;
    for (uint32_t r = 0; r < m->results; r++) m->grid[r] = pick(1, 4);
    choose_strides(m);
    measure(m);
  } while (volume(m->results, m->padded) * volume(m->results, m->grid) > CELLS || volume(m->rank, m->shape) > 3000);
}

/* ---- build and read ---- */

/* false: rejected; allowed only for layouts of another era than the specification. */
static bool build(const model *m, int32_t era, tta_buf *out) {
  tta_build_spec spec;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_build_spec_init(&spec);
  if (era) spec.era = era;
  spec.shape = (tta_shape){m->rank, m->shape};
  spec.grid = (tta_shape){m->results, m->grid};
  spec.element = (tta_str){"f32", 3};
  spec.explicit_intervals = m->explicit_intervals;
  spec.num_intervals = m->num_intervals;
  spec.intervals = m->intervals;
  spec.align = m->align;
  spec.oob_val = TTA_OOB_ZERO;
  spec.memory_space = TTA_MEMORY_DRAM;
  spec.tile[0] = m->tile[0];
  spec.tile[1] = m->tile[1];
  if (m->tile[0]) spec.tile_type = TTA_F32;
  out->size = 0;
  tta_status status = tta_layout_build(&spec, out, NULL, &reason);
  tta_buf_char(&reason, '\0');
  if (status && !era) printf("reason: %s\n", reason.data);
  CHECK(status == TTA_OK || (era && status == TTA_INVALID && reason.size > 1));
  tta_buf_free(&reason);
  return status == TTA_OK;
}

typedef struct text {
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *s;
} text;

static void read_text(text *t, tta_buf *type) {
  tta_check_options options;
  tta_check_options_init(&options);
  size_t size = type->size;
  tta_buf_char(type, '\0');
  type->size = size;
  snprintf(last_text, sizeof last_text, "%s", type->data);
  tta_source_init(&t->source, (tta_str){"<test>", 6}, (tta_str){type->data, size}, NULL);
  CHECK(tta_layouts_read(&t->source, TTA_LAYOUTS_TYPE, &options, &t->layouts, NULL) == TTA_OK);
  CHECK(tta_results_num_errors(tta_layouts_results(t->layouts)) == 0);
  CHECK(tta_layouts_num_entries(t->layouts) == 1);
  t->s = tta_layouts_entry(t->layouts, 0)->layout;
}

static void free_text(text *t) {
  tta_layouts_free(t->layouts);
  tta_source_free(&t->source);
}

static bool is_shape(tta_shape shape, uint32_t rank, const int64_t *extents) {
  return shape.rank == rank && !memcmp(shape.extent, extents, rank * sizeof *extents);
}
static bool is_text(tta_str actual, const char *expected) {
  return actual.size == strlen(expected) && !memcmp(actual.data, expected, actual.size);
}

static void check_joins(const model *m, const tta_layout *s) {
  char joined[512] = "(";
  size_t n = 1;
  tta_gap gap;
  if (m->align > 1 && tta_layout_gaps(s, &gap, 1)) { /* strides were rounded up: no join of whole dims */
    CHECK(s->collapse.size == 0);
    return;
  }
  for (uint32_t d = 0; d < m->rank; d++)
    n += (size_t)snprintf(joined + n, sizeof joined - n, "%sd%u", d ? ", " : "", d);
  n += (size_t)snprintf(joined + n, sizeof joined - n, ") -> (");
  for (uint32_t r = 0; r < m->results; r++)
    for (uint32_t d = m->first[r]; d <= m->last[r]; d++)
      n += (size_t)snprintf(joined + n, sizeof joined - n, "%sd%u", d > m->first[r] ? " <> " : r ? ", " : "", d);
  snprintf(joined + n, sizeof joined - n, ")");
  CHECK(is_text(s->collapse, joined));
}

static void check_shapes(const model *m, const tta_layout *s) {
  CHECK(is_shape(s->logical, m->rank, m->shape));
  CHECK(is_shape(s->grid, m->results, m->grid));
  CHECK(is_shape(s->physical, m->results, m->physical));
  CHECK(is_shape(s->shard, m->results, m->shard));
  CHECK(is_shape(s->memref, m->results, m->memref));
  CHECK(is_shape(s->padded_shard, m->results, m->padded));
  CHECK(tta_element_is_tile(&s->memref_element) == (m->tile[0] != 0));
  CHECK(s->memref_element.tile[0] == m->tile[0] && s->memref_element.tile[1] == m->tile[1]);
  CHECK(s->oob_val == TTA_OOB_ZERO && s->memory_space == TTA_MEMORY_DRAM);
  CHECK(is_text(tta_element_stored_name(&s->tensor_element), "f32"));
  CHECK(s->logical_elements == volume(m->rank, m->shape));
  CHECK(s->cores == volume(m->results, m->grid));
  CHECK(s->allocated_elements == s->cores * volume(m->results, m->padded));
  CHECK(s->padding_elements == s->allocated_elements - s->logical_elements);
  CHECK(s->shard_bytes == 4 * volume(m->results, m->padded));
  check_joins(m, s);
}

/* ---- places ---- */

static int64_t row_major(uint32_t rank, const int64_t *at, const int64_t *shape) {
  int64_t n = 0;
  for (uint32_t i = 0; i < rank; i++) n = n * shape[i] + at[i];
  return n;
}

/* The byte of a scalar in its shard, by counting the scalars that are stored before it: tiles row-major, faces of at
 * most 16 x 16 in a tile row-major, rows of a face. */
static int64_t byte_of(const model *m, const int64_t *offset) {
  int64_t tile[DIMS], in[2], before = 0;
  if (!m->tile[0]) return 4 * row_major(m->results, offset, m->padded);
  memcpy(tile, offset, sizeof tile);
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t r = m->results - 2 + k;
    tile[r] = offset[r] / m->tile[k];
    in[k] = offset[r] % m->tile[k];
  }
  before = row_major(m->results, tile, m->memref) * m->tile[0] * m->tile[1];
  return 4 * (before + in[0] * m->tile[1] + in[1]); /* these tiles are at most one face */
}

static char taken[CELLS];

static void check_places(const model *m, const tta_layout *s) {
  int64_t index[DIMS] = {0}, at[DIMS], core[DIMS], offset[DIMS], back[DIMS];
  int64_t shard_cells = volume(m->results, m->padded);
  bool all = case_number % 16 == 0;
  memset(taken, 0, (size_t)(shard_cells * volume(m->results, m->grid)));
  do {
    tta_location l;
    bool found;
    physical_of(m, index, at);
    CHECK(tta_layout_locate(s, index, &l, NULL) == TTA_OK);
    for (uint32_t r = 0; r < m->results; r++) {
      core[r] = at[r] / m->shard[r];
      offset[r] = at[r] % m->shard[r];
      CHECK(l.physical[r] == at[r] && l.core[r] == core[r] && l.shard_offset[r] == offset[r]);
    }
    int64_t linear = row_major(m->results, offset, m->padded),
            cell = row_major(m->results, core, m->grid) * shard_cells + linear;
    CHECK(l.linear_offset == linear);
    CHECK(l.byte_offset == byte_of(m, offset));
    CHECK(!tta_element_is_tile(&s->memref_element) || l.face == 0);
    CHECK(!taken[cell]);
    taken[cell] = 1;
    if (!all && draw() % 8) continue;
    CHECK(tta_layout_scalar_at(s, core, linear, back, &found, NULL) == TTA_OK);
    CHECK(found && !memcmp(back, index, m->rank * sizeof *back));
  } while (next_index(m->rank, m->shape, index));
}

/* Every cell of every core: an element where one was put, padding elsewhere. */
static void sweep_cells(const model *m, const tta_layout *s) {
  int64_t core[DIMS] = {0}, back[DIMS], shard_cells = volume(m->results, m->padded), elements = 0, cell = 0;
  do {
    for (int64_t offset = 0; offset < shard_cells; offset++, cell++) {
      bool found;
      CHECK(tta_layout_scalar_at(s, core, offset, back, &found, NULL) == TTA_OK);
      CHECK(found == (bool)taken[cell]);
      elements += found;
    }
  } while (next_index(m->results, m->grid, core));
  CHECK(elements == s->logical_elements);
  swept++;
}

/* ---- padding ---- */

typedef struct classes {
  const tta_layout *s;
  int64_t cores, valid, elements;
} classes;

static bool add_class(void *user, const tta_padding_class *p) {
  classes *c = user;
  int64_t valid[TTA_MAX_RANK], product = 1;
  tta_layout_valid(c->s, p->core, valid);
  for (uint32_t r = 0; r < c->s->grid.rank; r++) {
    if (valid[r] != p->valid[r]) c->cores = -1000000;
    product *= valid[r];
  }
  c->cores += p->count;
  c->valid += p->count * product;
  if (p->elements < 0) c->elements = -1000000000;
  c->elements += p->count * p->elements;
  return true;
}

static bool in_gap(const tta_gap *gaps, uint32_t count, uint32_t dim, int64_t p) {
  for (uint32_t i = 0; i < count; i++)
    if (gaps[i].dim == dim && p % gaps[i].every >= gaps[i].first && p % gaps[i].every < gaps[i].first + gaps[i].size)
      return true;
  return false;
}

static bool reached(const model *m, uint32_t r, int64_t wanted) {
  int64_t index[DIMS] = {0}, at[DIMS], shape[DIMS];
  for (uint32_t d = 0; d < m->rank; d++) shape[d] = d >= m->first[r] && d <= m->last[r] ? m->shape[d] : 1;
  do {
    physical_of(m, index, at);
    if (at[r] == wanted) return true;
  } while (next_index(m->rank, shape, index));
  return false;
}

/* Rows, columns, ... of a shard that have elements. The dims of the tensor are separate, so elements are a product. */
static void check_core(const model *m, const tta_layout *s, const int64_t *core) {
  tta_padding_class p;
  int64_t elements = 1;
  CHECK(tta_layout_core_padding(s, core, &p) == TTA_OK);
  for (uint32_t r = 0; r < m->results; r++) {
    int64_t count = 0;
    for (int64_t o = 0; o < m->shard[r]; o++) count += reached(m, r, core[r] * m->shard[r] + o);
    CHECK(p.reached[r] == count);
    elements *= count;
  }
  CHECK(p.elements == elements);
}

static void check_padding(const model *m, const tta_layout *s) {
  classes c = {.s = s};
  tta_gap gaps[32];
  int64_t core[DIMS] = {0}, valid[DIMS], sum = 0;
  CHECK(tta_layout_padding(s, add_class, &c) == TTA_OK);
  CHECK(c.cores == s->cores && c.valid == volume(m->results, m->physical) && c.elements == s->logical_elements);
  do {
    tta_layout_valid(s, core, valid);
    for (uint32_t r = 0; r < m->results; r++) {
      int64_t count = 0;
      for (int64_t o = 0; o < m->shard[r]; o++) count += core[r] * m->shard[r] + o < m->physical[r];
      CHECK(valid[r] == count);
    }
    sum += volume(m->results, valid);
    if (case_number % 8 == 0) check_core(m, s, core);
  } while (next_index(m->results, m->grid, core));
  CHECK(sum == volume(m->results, m->physical));
  uint32_t count = tta_layout_gaps(s, gaps, 32);
  CHECK(count <= 32);
  gapped += count > 0;
  if (m->align < 2) CHECK(count == 0 && sum == s->logical_elements); /* valid elements over cores = logical elements */
  if (case_number % 8) return;
  for (uint32_t r = 0; r < m->results; r++)
    for (int64_t p = 0; p < m->physical[r]; p++) CHECK(in_gap(gaps, count, r, p) == !reached(m, r, p));
}

/* The distance of two neighbors along a dim in a physical dim. */
static int64_t stride_of(const model *m, uint32_t r, uint32_t d) {
  int64_t index[DIMS] = {0}, origin[DIMS], at[DIMS];
  physical_of(m, index, origin);
  index[d] = 1;
  physical_of(m, index, at);
  return at[r] - origin[r];
}

/* Whether a dim of extent 1 has a smaller stride than the innermost dim that varies: each part is one row then. */
static bool has_inner_dim_of_one(const model *m, uint32_t r, uint32_t innermost) {
  for (uint32_t d = m->first[r]; d <= m->last[r]; d++)
    if (m->shape[d] == 1 && stride_of(m, r, d) < stride_of(m, r, innermost)) return true;
  return false;
}

/* Each joined group: do all starts of its innermost runs lie on a tile of their shard? */
static void check_parts(const model *m, const tta_layout *s) {
  int64_t rows = m->tile[0] ? m->tile[0] : 4, columns = m->tile[0] ? m->tile[1] : 4;
  for (uint32_t r = 0; r < m->results; r++) {
    tta_parts parts;
    int64_t index[DIMS] = {0}, at[DIMS], shape[DIMS],
            unit = r + 1 == m->results   ? columns
                   : r + 2 == m->results ? rows
                                         : 1;
    uint32_t varying = 0, innermost = 0;
    for (uint32_t d = 0; d < m->rank; d++) {
      bool in = d >= m->first[r] && d <= m->last[r] && m->shape[d] > 1;
      shape[d] = in ? m->shape[d] : 1;
      if (in) varying++, innermost = d;
    }
    bool of_one = varying && has_inner_dim_of_one(m, r, innermost);
    bool joined = tta_layout_parts(s, r, rows, columns, &parts);
    CHECK(joined == (varying >= 2 || of_one));
    if (!joined) continue;
    if (!of_one) shape[innermost] = 1;
    int64_t first = -1, number = 0;
    do {
      physical_of(m, index, at);
      if (first < 0 && at[r] % m->shard[r] % unit) first = number;
      number++;
    } while (next_index(m->rank, shape, index));
    CHECK(parts.decided && parts.count == number && parts.aligned == (first < 0));
    CHECK(parts.aligned || parts.part == first);
    parted++;
  }
}

/* ---- with, moved bytes ---- */

static void relay(const tta_layout *s, const int64_t *grid, tta_buf *out) {
  tta_relayout_spec spec = {.grid = {s->grid.rank, grid}};
  out->size = 0;
  CHECK(tta_layout_relayout(s, &spec, out, NULL, NULL) == TTA_OK);
}

static void check_with(const model *m, const tta_layout *s) {
  tta_buf one, two, direct;
  text first, second;
  int64_t g1[DIMS], g2[DIMS], index[DIMS] = {0}, at[DIMS], moved = 0, bytes;
  tta_buf_init(&one, NULL);
  tta_buf_init(&two, NULL);
  tta_buf_init(&direct, NULL);
  for (uint32_t r = 0; r < m->results; r++) g1[r] = pick(1, 5), g2[r] = pick(1, 5);
  relay(s, g1, &one);
  read_text(&first, &one);
  relay(first.s, g2, &two);
  relay(s, g2, &direct);
  CHECK(two.size == direct.size && !memcmp(two.data, direct.data, two.size));
  read_text(&second, &two);
  do {
    physical_of(m, index, at);
    bool same = true;
    for (uint32_t r = 0; r < m->results; r++)
      same = same && at[r] / up(m->physical[r], g1[r]) == at[r] / up(m->physical[r], g2[r]);
    moved += !same;
  } while (next_index(m->rank, m->shape, index));
  CHECK(count_moved_bytes(first.s, second.s, (tta_shape){0, NULL}, &bytes) == TTA_OK);
  CHECK(bytes == 4 * moved);
  moved_cases += moved > 0;
  relay(second.s, m->grid, &direct); /* and back again */
  CHECK(direct.size == s->type.size && !memcmp(direct.data, s->type.data, direct.size));
  free_text(&second);
  free_text(&first);
  tta_buf_free(&one);
  tta_buf_free(&two);
  tta_buf_free(&direct);
}

/* ---- the same layout in other forms ---- */

/* Whether every element lies where the map puts it when the core's part of the physical shape is `shard`. */
static void check_elements(const model *m, const tta_layout *s, const int64_t *shard) {
  int64_t index[DIMS] = {0}, at[DIMS], core[DIMS], offset[DIMS], back[DIMS];
  do {
    tta_location l;
    bool found;
    physical_of(m, index, at);
    CHECK(tta_layout_locate(s, index, &l, NULL) == TTA_OK);
    for (uint32_t r = 0; r < m->results; r++) {
      core[r] = at[r] / shard[r];
      offset[r] = at[r] % shard[r];
      CHECK(l.physical[r] == at[r] && l.core[r] == core[r] && l.shard_offset[r] == offset[r]);
    }
    if (draw() % 8) continue;
    CHECK(tta_layout_scalar_at(s, core, l.linear_offset, back, &found, NULL) == TTA_OK);
    CHECK(found && !memcmp(back, index, m->rank * sizeof *back));
  } while (next_index(m->rank, m->shape, index));
}

static void check_named_shapes(const model *m, const tta_layout *s, const int64_t *grid) {
  classes c = {.s = s};
  for (uint32_t r = 0; r < m->results; r++) {
    int64_t tile = m->tile[0] && r + 2 >= m->results ? m->tile[r + 2 - m->results] : 1;
    int64_t blocks = 1; /* every part of the outermost dim that varies takes its whole stride */
    for (uint32_t d = m->last[r] + 1; d-- > m->first[r];)
      if (m->shape[d] > 1) blocks = m->shape[d] * m->stride[d];
    CHECK(s->physical.extent[r] == up(blocks, grid[r] * tile) * grid[r] * tile);
    CHECK(s->shard.extent[r] == s->physical.extent[r] / grid[r] && s->padded_shard.extent[r] == s->shard.extent[r]);
    CHECK(s->memref.extent[r] == s->shard.extent[r] / tile);
  }
  CHECK(s->family == TTA_FAMILY_NAMED && is_shape(s->logical, m->rank, m->shape) &&
        is_shape(s->grid, m->results, grid));
  CHECK(is_shape(s->used, m->results, m->physical));
  CHECK(tta_layout_padding(s, add_class, &c) == TTA_OK);
  CHECK(c.cores == s->cores && c.valid == volume(m->results, m->physical) && c.elements == s->logical_elements);
}

static void relay_era(const tta_layout *s, const int64_t *grid, int32_t era, tta_buf *out) {
  tta_relayout_spec spec = {.era = era};
  if (grid) spec.grid = (tta_shape){s->grid.rank, grid};
  out->size = 0;
  CHECK(tta_layout_relayout(s, &spec, out, NULL, NULL) == TTA_OK);
}

/* The grids of a worker grid. */
static tta_status list_grids(const tta_layout *s, tta_shape workers, int64_t capacity_bytes, const tta_layout *like,
                             tta_grid_choice *choices, size_t capacity, size_t *count) {
  tta_grid_options options = {.workers = workers, .capacity_bytes = capacity_bytes, .like = like};
  return tta_layout_grids(s, &options, choices, capacity, count, NULL);
}

/* Each grid that is offered costs what `with` makes of it, and gives work to every core; no such grid is left out. */
static void check_grids(const model *m, const tta_layout *s) {
  static const int64_t most[DIMS] = {3, 3, 2, 2, 2};
  static tta_grid_choice choices[128];
  size_t count, legal = 0;
  int64_t grid[DIMS] = {0};
  tta_buf type;
  tta_buf_init(&type, NULL);
  CHECK(list_grids(s, (tta_shape){m->results, most}, -1, NULL, choices, 128, &count) == TTA_OK);
  do {
    text t;
    int64_t cut[DIMS];
    bool work = true;
    for (uint32_t r = 0; r < m->results; r++) cut[r] = grid[r] + 1;
    relay(s, cut, &type);
    read_text(&t, &type);
    for (uint32_t r = 0; r < m->results; r++)
      work = work && (cut[r] == 1 || (cut[r] - 1) * t.s->shard.extent[r] < m->physical[r]);
    legal += work;
    size_t i = 0;
    while (i < count && memcmp(choices[i].grid, cut, m->results * sizeof *cut)) i++;
    CHECK((i < count) == work);
    if (work)
      CHECK(choices[i].cores == t.s->cores && choices[i].padding_elements == t.s->padding_elements &&
            choices[i].shard_bytes == t.s->shard_bytes);
    free_text(&t);
  } while (next_index(m->results, most, grid));
  for (size_t i = 0; i < count; i++) legal += choices[i].is_virtual; /* test_grids.c */
  CHECK(legal == count);
  tta_buf_free(&type);
}

static void check_named(const model *m, const tta_layout *map) {
  static const int32_t eras[] = {20250620, 20250701, 20250901, 20251001, 20251201, 20260301};
  tta_buf type, again, direct;
  text named, other;
  int64_t g1[DIMS], g2[DIMS];
  int32_t era = eras[pick(0, 5)];
  if (m->rank < 2) return; /* rejected by the rules of most of these dates */
  tta_buf_init(&type, NULL);
  tta_buf_init(&again, NULL);
  tta_buf_init(&direct, NULL);
  CHECK(build(m, era, &type));
  read_text(&named, &type);
  check_named_shapes(m, named.s, m->grid);
  check_elements(m, named.s, named.s->shard.extent);
  relay_era(map, NULL, era, &direct); /* from the map form, and back to it */
  CHECK(direct.size == type.size && !memcmp(direct.data, type.data, type.size));
  relay_era(named.s, NULL, 20241127, &direct);
  read_text(&other, &direct);
  bool equal = false; /* by value: strides of dims that do not vary may be others */
  CHECK(tta_map_equal_on(&map->linear, &other.s->linear, map->logical, &equal) == TTA_OK && equal);
  CHECK(is_shape(other.s->memref, m->results, m->memref) && is_shape(other.s->grid, m->results, m->grid));
  free_text(&other);
  relay_era(named.s, NULL, 0, &again); /* nothing changes */
  CHECK(again.size == type.size && !memcmp(again.data, type.data, type.size));
  if (case_number % 16 == 0) {
    check_grids(m, named.s);
    check_grids(m, map);
  }
  for (uint32_t r = 0; r < m->results; r++) g1[r] = pick(1, 5), g2[r] = pick(1, 5);
  relay(named.s, g1, &again);
  read_text(&other, &again);
  check_named_shapes(m, other.s, g1);
  relay(named.s, g2, &direct);
  relay(other.s, g2, &again);
  CHECK(again.size == direct.size && !memcmp(again.data, direct.data, again.size));
  free_text(&other);
  free_text(&named);
  tta_buf_free(&type);
  tta_buf_free(&again);
  tta_buf_free(&direct);
}

/* Strides say every layout whose last dims are results of their own; others are rejected. */
static void check_strides(const model *m) {
  tta_buf type;
  text t;
  tta_buf_init(&type, NULL);
  if (build(m, 20240601, &type)) {
    read_text(&t, &type);
    CHECK(is_shape(t.s->physical, m->results, m->physical) && is_shape(t.s->memref, m->results, m->memref));
    check_elements(m, t.s, m->shard);
    free_text(&t);
    strided++;
  } else {
    CHECK(m->explicit_intervals || m->align > 1);
  }
  tta_buf_free(&type);
}

int main(int argc, char **argv) {
  long layouts = argc > 1 ? atol(argv[1]) : 20000;
  uint64_t first_seed = random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 20260203;
  tta_buf type;
  tta_buf_init(&type, NULL);
  for (case_number = 0; case_number < layouts; case_number++) {
    model m;
    text t;
    choose(&m);
    CHECK(build(&m, 0, &type));
    read_text(&t, &type);
    check_shapes(&m, t.s);
    check_places(&m, t.s);
    if (case_number % 16 == 0) sweep_cells(&m, t.s);
    check_padding(&m, t.s);
    check_parts(&m, t.s);
    check_with(&m, t.s);
    check_named(&m, t.s);
    check_strides(&m);
    free_text(&t);
  }
  tta_buf_free(&type);
  printf("layout: %ld cases, seed %" PRIu64
         " (%ld swept cell by cell, %ld with gaps, %ld joined groups, %ld that move, %ld by strides)\n",
         layouts, first_seed, swept, gapped, parted, moved_cases, strided);
  return 0;
}
