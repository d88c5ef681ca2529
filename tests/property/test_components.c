/* One tensor, one answer: for random layouts of all families the components agree on bytes a bank, pages, and the
 * address of elements. The expected values are computed here from the texts of the specifications, element by element
 * and page by page, and share nothing with src/model/storage.c:
 *
 *   tt-mlir docs/src/specs/tensor-layout.md   map, ceildiv by the grid, then by the tile
 *   tt-metal buffer.cpp                       pages round-robin over banks, each page rounded up to the alignment
 *   tt-metal tech_reports/tensor_layouts.md   a page is a tile or a row; a tile is stored as faces of 16 x 16
 *
 * Compared with tta_layout_locate and tta_storage_locate (show), tta_layout_footprint (memory), tta_transfer_plan and
 * tta_move_simulate (move), tta_addresses_of (convert), and the steps in the data of the HTML page.
 *
 * usage: test_components [LAYOUTS [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "base/str.h"
#include "convert/convert.h"
#include "diag/check_options.h"
#include "draw/scene.h"
#include "memory/footprint.h"
#include "model/storage.h"
#include "move/move.h"
#include "random.h"
#include "ttattr/memory.h"
#include "ttattr/move.h"
#include "ttattr/storage.h"

enum { DIMS = 4, SAMPLES = 6, MAX_ELEMENTS = 3000 };

typedef enum family { MAP, STRIDES, NAMED, TTNN, NUM_FAMILIES } family;
typedef enum space { L1, DRAM, SYSTEM } space;
typedef enum spread { CORES, SHARDS, PADDED_PAGES, TENSOR_PAGES, HOST, NUM_SPREADS } spread;

static const char *const family_names[] = {"map", "strides", "named", "ttnn"};
static const char *const spread_names[] = {"cores", "shards", "pages of the padded tensor", "pages of the tensor",
                                           "host"};
static const struct {
  const char *scalar, *tile;
  int64_t bytes, tile_bytes; /* tile_bytes of 32x32: 0 = bytes x 1024 */
} elements[] = {{"f32", "f32", 4, 0},       {"bf16", "bf16", 2, 0},     {"ui8", "u8", 1, 0},
                {"si32", "si32", 4, 0},     {"f32", "bfp_bf8", 0, 1088}, {"f32", "bfp_f4", 0, 576},
                {"f32", "bfp_bf2", 0, 320}};

typedef struct model {
  family family;
  space space;
  spread spread;
  int rank, results, element;
  int64_t shape[DIMS], stride[DIMS][DIMS], grid[DIMS], tile[2];
  int64_t physical[DIMS], shard[DIMS], memref[DIMS];
  int64_t banks[2], align[2]; /* of L1 and DRAM */
  int64_t alignments[DIMS], begin[DIMS], end[DIMS]; /* NAMED */
  char type[2048];
} model;

static long case_number, of_family[NUM_FAMILIES], of_spread[NUM_SPREADS], tiled_cases, opaque_cases, moved, simulated;
static uint64_t seed = 20261122;
static const model *current;

static void die(const char *what, int line) {
  printf("components: case %ld: line %d: %s\n  %s\n", case_number, line, what, current->type);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

static void same(const char *what, int64_t model_value, int64_t library, int line) {
  char text[256];
  if (model_value == library) return;
  snprintf(text, sizeof text, "%s: %lld in the model, %lld in the library", what, (long long)model_value,
           (long long)library);
  die(text, line);
}
#define SAME(what, expected, is) same(what, expected, is, __LINE__)

static int64_t ceildiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
static int64_t up(int64_t a, int64_t b) { return ceildiv(a, b) * b; }

/* ---- random layouts ---- */

static int64_t tile_of(const model *m, int dim) {
  return m->tile[0] && dim + 2 >= m->results ? m->tile[dim + 2 - m->results] : 1;
}
static int64_t element_bytes(const model *m) { return elements[m->element].bytes; }
static int64_t unit_bytes(const model *m) { /* of a memref element */
  if (!m->tile[0]) return element_bytes(m);
  return elements[m->element].tile_bytes ? elements[m->element].tile_bytes : m->tile[0] * m->tile[1] * element_bytes(m);
}

static void choose_tile(model *m) {
  static const int64_t tiles[][2] = {{32, 32}, {32, 32}, {16, 32}, {32, 16}, {16, 16}, {4, 32}};
  m->tile[0] = m->tile[1] = 0;
  m->element = (int)pick(0, 3);
  if (m->results < 2 || pick(0, 1)) return;
  const int64_t *tile = tiles[m->family == MAP ? pick(0, 5) : 0];
  m->tile[0] = tile[0];
  m->tile[1] = tile[1];
  if (tile[0] == 32 && tile[1] == 32 && pick(0, 2) == 0) m->element = (int)pick(4, 6);
}

static void choose_shape(model *m, int least) {
  int64_t volume = 1;
  m->rank = (int)pick(least, DIMS);
  for (int d = 0; d < m->rank; d++) {
    m->shape[d] = pick(1, pick(0, 2) ? 9 : 80);
    if (volume * m->shape[d] > MAX_ELEMENTS) m->shape[d] = 1;
    volume *= m->shape[d];
  }
}

/* Neighboring dims joined into `groups` results. @param tight strides without gaps */
static void join_dims(model *m, bool matrix, bool tight) {
  int d = 0;
  memset(m->stride, 0, sizeof m->stride);
  for (m->results = 0; d < m->rank;) {
    int size = matrix ? (d ? 1 : m->rank > 1 ? m->rank - 1 : 1) : (int)pick(1, m->rank - d), r = m->results++;
    int64_t stride = 1;
    for (int k = d + size; k-- > d;) {
      m->stride[r][k] = stride;
      stride *= m->shape[k];
      if (!tight && pick(0, 5) == 0) stride += pick(1, 5);
    }
    m->begin[r] = d;
    d += size;
    m->end[r] = d;
  }
}

/* Last index of each result + 1; ceildiv by the grid; ceildiv by the tile. */
static void measure(model *m) {
  for (int r = 0; r < m->results; r++) {
    m->physical[r] = 1;
    for (int d = 0; d < m->rank; d++) m->physical[r] += m->stride[r][d] * (m->shape[d] - 1);
    m->shard[r] = ceildiv(m->physical[r], m->grid[r]);
    m->memref[r] = ceildiv(m->shard[r], tile_of(m, r));
  }
}

static void choose_grid(model *m, int64_t most) {
  for (int r = 0; r < m->results; r++) m->grid[r] = pick(0, 2) ? pick(1, most) : 1;
}

static void choose_map(model *m) {
  m->family = pick(0, 3) ? MAP : STRIDES;
  choose_shape(m, m->family == STRIDES ? 2 : 1);
  join_dims(m, m->family == STRIDES, pick(0, 1));
  choose_tile(m);
  choose_grid(m, 4);
  measure(m);
  m->space = (space)pick(0, 2);
  bool sharded = m->family == MAP && pick(0, 1);
  m->spread = m->space == L1 ? CORES : m->space == SYSTEM ? HOST : sharded ? SHARDS : PADDED_PAGES;
}

/* Intervals and alignments; grid times shard is the collapsed, aligned shape. */
static void choose_named(model *m) {
  m->family = NAMED;
  choose_shape(m, 2);
  join_dims(m, false, true);
  choose_tile(m);
  for (int d = 0; d < m->rank; d++) m->alignments[d] = (int64_t[]){1, 1, 2, 4}[pick(0, 3)];
  for (int r = 0; r < m->results; r++) {
    if (tile_of(m, r) > 1) m->alignments[m->begin[r]] = 32 * pick(1, 2);
    int64_t v = 1;
    for (int64_t d = m->end[r]; d-- > m->begin[r];) {
      m->stride[r][d] = v;
      v = up(v * m->shape[d], m->alignments[d]);
    }
    m->physical[r] = v;
    m->grid[r] = pick(1, 4);
    if (v / tile_of(m, r) % m->grid[r]) m->grid[r] = 1;
    m->shard[r] = v / m->grid[r];
    m->memref[r] = m->shard[r] / tile_of(m, r);
  }
  m->space = (space)pick(0, 2);
  bool sharded = pick(0, 1);
  m->spread = m->space == L1 ? CORES : m->space == SYSTEM ? HOST : sharded ? SHARDS : PADDED_PAGES;
}

/* A matrix: all dims but the last are rows. In tiles, each group of rows is rounded up to the tile before it is joined;
 * the extents are such that rounding before and after the division by the grid is the same. */
static void choose_ttnn(model *m) {
  m->family = TTNN;
  choose_shape(m, 2);
  m->results = 2;
  choose_tile(m);
  m->spread = (spread[]){CORES, CORES, SHARDS, TENSOR_PAGES, TENSOR_PAGES, HOST}[pick(0, 5)];
  m->space = m->spread == CORES ? L1 : m->spread == SHARDS ? DRAM : m->spread == HOST ? SYSTEM : (space)pick(0, 1);
  for (int k = 0; k < 2 && m->tile[0] && m->spread != TENSOR_PAGES && m->spread != HOST; k++)
    m->shape[m->rank - 2 + k] = up(m->shape[m->rank - 2 + k], m->tile[k]);
  memset(m->stride, 0, sizeof m->stride);
  m->stride[1][m->rank - 1] = 1;
  int64_t stride = 1;
  for (int d = m->rank - 1; d-- > 0;) {
    m->stride[0][d] = stride;
    stride *= m->tile[0] && d == m->rank - 2 ? up(m->shape[d], m->tile[0]) : m->shape[d];
  }
  m->grid[0] = m->grid[1] = 1;
  int shards = (int)pick(0, 2); /* height, width, block */
  if (m->spread == CORES || m->spread == SHARDS) {
    if (shards != 1) m->grid[0] = pick(1, 4);
    if (shards != 0) m->grid[1] = pick(1, 4);
    if (m->spread == SHARDS && shards == 2) m->grid[0] = 1; /* no blocks in DRAM */
  }
  m->physical[0] = stride;
  m->physical[1] = m->shape[m->rank - 1];
  for (int r = 0; r < 2; r++) {
    m->shard[r] = ceildiv(m->physical[r], m->grid[r]);
    m->memref[r] = ceildiv(m->shard[r], tile_of(m, r));
  }
  if (!m->tile[0]) measure(m);
}

/* ---- texts ---- */

static size_t length;
#define PUT(...) length += (size_t)snprintf(m->type + length, sizeof m->type - length, __VA_ARGS__)

static void put_shape(model *m, int count, const int64_t *extents, const char *after) {
  for (int i = 0; i < count; i++) PUT("%s%lld", i ? "x" : "", (long long)extents[i]);
  PUT("%s", after);
}

static void put_map(model *m) {
  PUT("(");
  for (int d = 0; d < m->rank; d++) PUT("%sd%d", d ? ", " : "", d);
  PUT(") -> (");
  for (int r = 0; r < m->results; r++) {
    bool first = true;
    PUT("%s", r ? ", " : "");
    for (int d = 0; d < m->rank; d++) {
      if (!m->stride[r][d]) continue;
      PUT("%sd%d * %lld", first ? "" : " + ", d, (long long)m->stride[r][d]);
      first = false;
    }
  }
  PUT(")");
}

static void put_element(model *m, const char *dialect) {
  if (m->tile[0])
    PUT("!%s.tile<%lldx%lld, %s>", dialect, (long long)m->tile[0], (long long)m->tile[1], elements[m->element].tile);
  else PUT("%s", elements[m->element].scalar);
}

static void put_strides(model *m) {
  int64_t strides[DIMS];
  for (int d = 0; d < m->rank; d++) strides[d] = m->stride[0][d] * m->physical[1] + m->stride[1][d];
  put_shape(m, m->rank, strides, "");
}

static void write_metal(model *m) {
  static const char *const spaces[] = {"l1", "dram", "system"};
  PUT("tensor<");
  put_shape(m, m->rank, m->shape, "x");
  PUT("%s, #tt.%s<", elements[m->element].scalar, m->family == MAP ? "metal_layout" : "layout");
  if (m->family == MAP) put_map(m);
  else put_strides(m);
  PUT(", undef, <");
  put_shape(m, m->results, m->grid, ">, memref<");
  put_shape(m, m->results, m->memref, "x");
  put_element(m, "tt");
  PUT(", #tt.memory_space<%s>>%s>>", spaces[m->space], m->spread == SHARDS ? ", block_sharded" : "");
}

static void write_named(model *m) {
  static const char *const spaces[] = {"l1", "dram", "system"};
  PUT("tensor<");
  put_shape(m, m->results, m->grid, "x");
  put_shape(m, m->results, m->memref, "x");
  put_element(m, "ttcore");
  PUT(", #ttcore.metal_layout<logical_shape = ");
  put_shape(m, m->rank, m->shape, ", dim_alignments = ");
  put_shape(m, m->rank, m->alignments, ", collapsed_intervals = dense<[");
  for (int r = 0; r < m->results; r++)
    PUT("%s[%lld, %lld]", r ? ", " : "", (long long)m->begin[r], (long long)m->end[r]);
  PUT("]> : tensor<%dx2xi64>, %s, %s>>", m->results, spaces[m->space],
      m->spread == SHARDS || m->spread == CORES ? "sharded" : "interleaved");
}

static void write_ttnn(model *m) {
  static const char *const buffers[] = {"l1", "dram", "system_memory"};
  const char *layout = m->grid[1] == 1 ? "height_sharded" : m->grid[0] == 1 ? "width_sharded" : "block_sharded";
  int64_t grid[2] = {m->grid[0], m->grid[1]}, memref[2] = {m->memref[0], m->memref[1]};
  if (m->spread == TENSOR_PAGES && m->space == L1) { /* on all cores; what each has is an average */
    grid[0] = grid[1] = 8;
    memref[0] = 1;
    memref[1] = ceildiv(m->memref[0] * m->memref[1], 64);
  }
  PUT("tensor<");
  put_shape(m, m->rank, m->shape, "x");
  PUT("%s, #ttnn.ttnn_layout<", elements[m->element].scalar);
  put_map(m);
  PUT(", <");
  put_shape(m, 2, grid, ">, memref<");
  put_shape(m, 2, memref, "x");
  put_element(m, "ttcore");
  PUT(", #ttnn.buffer_type<%s>>", buffers[m->space]);
  if (m->spread != HOST) PUT(", <%s>", m->spread == TENSOR_PAGES ? "interleaved" : layout);
  if (m->spread == SHARDS)
    PUT(", core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (%lld,%lld)>]>", (long long)grid[1] - 1,
        (long long)grid[0] - 1);
  PUT(">>");
}

/* ---- the model ---- */

typedef struct place {
  int64_t core[DIMS], in_shard, bank, offset, in_pages; /* bytes */
} place;

static int64_t shards_of(const model *m) {
  int64_t n = 1;
  for (int r = 0; r < m->results; r++) n *= m->grid[r];
  return n;
}
static int64_t alignment(const model *m) { return m->space == SYSTEM ? 1 : m->align[m->space]; }

/* A page of the shard, or of what is distributed: a tile or a row. */
static int64_t page_bytes(const model *m) {
  if (m->tile[0]) return unit_bytes(m);
  int64_t row = m->spread == TENSOR_PAGES ? m->physical[m->results - 1] : m->memref[m->results - 1];
  return row * element_bytes(m) * (m->spread == PADDED_PAGES ? m->grid[m->results - 1] : 1);
}
static int64_t extent_in_units(const model *m, int r) { /* of all that is distributed page by page */
  return m->spread == TENSOR_PAGES ? ceildiv(m->physical[r], tile_of(m, r)) : m->memref[r] * m->grid[r];
}
static int64_t num_pages(const model *m) {
  int64_t n = 1;
  for (int r = 0; r < m->results; r++)
    if (m->tile[0] || r + 1 < m->results) n *= extent_in_units(m, r);
  if (!m->tile[0] && m->spread != TENSOR_PAGES && m->spread != PADDED_PAGES) n *= m->grid[m->results - 1];
  return n;
}
static int64_t page_step(const model *m) { /* from one page to the next in a shard */
  return m->family == TTNN ? up(page_bytes(m), alignment(m)) : page_bytes(m);
}
static int64_t shard_step(const model *m) {
  return up(num_pages(m) / shards_of(m) * page_step(m), alignment(m));
}
static bool by_pages(const model *m) { return m->spread == TENSOR_PAGES || m->spread == PADDED_PAGES; }
static int64_t num_banks(const model *m) {
  return m->spread == CORES ? shards_of(m) : m->spread == HOST ? 1 : m->banks[m->space];
}
static int64_t bank_bytes(const model *m) {
  int64_t blocks = by_pages(m) ? num_pages(m) : shards_of(m);
  int64_t block = by_pages(m) ? up(page_bytes(m), alignment(m)) : shard_step(m);
  return ceildiv(blocks, num_banks(m)) * block;
}

/* Walks the tile in the order in which it is stored. */
static int64_t in_tile(const model *m, int64_t y, int64_t x) {
  int64_t fh = m->tile[0] < 16 ? m->tile[0] : 16, fw = m->tile[1] < 16 ? m->tile[1] : 16, at = 0;
  for (int64_t fy = 0; fy < m->tile[0]; fy += fh)
    for (int64_t fx = 0; fx < m->tile[1]; fx += fw, at += fh * fw)
      if (y >= fy && y < fy + fh && x >= fx && x < fx + fw) return at + (y - fy) * fw + (x - fx);
  return -1;
}

static place place_of(const model *m, const int64_t *index) {
  place p = {.in_shard = 0};
  int64_t shard = 0, unit = 0, page = 0, in_page = 0, rest[DIMS], whole, last = m->results - 1;
  bool whole_tensor = m->spread == TENSOR_PAGES;
  for (int r = 0; r < m->results; r++) {
    int64_t at = 0;
    for (int d = 0; d < m->rank; d++) at += m->stride[r][d] * index[d];
    p.core[r] = whole_tensor ? 0 : at / m->shard[r];
    rest[r] = whole_tensor ? at : at % m->shard[r];
    shard = shard * m->grid[r] + p.core[r];
    whole = p.core[r] * m->memref[r] + rest[r] / tile_of(m, r);
    if (m->tile[0] || r < last) {
      page = page * extent_in_units(m, r) + whole;
      unit = unit * m->memref[r] + rest[r] / tile_of(m, r);
    } else {
      in_page = whole * element_bytes(m);
    }
  }
  int64_t tiny = m->tile[0] ? in_tile(m, rest[last - 1] % m->tile[0], rest[last] % m->tile[1]) * element_bytes(m)
                            : rest[last] * element_bytes(m);
  if (m->tile[0]) in_page = tiny;
  int64_t row = m->tile[0] ? unit_bytes(m) : m->memref[last] * element_bytes(m);
  p.in_shard = unit * (by_pages(m) ? row : page_step(m)) + tiny;
  p.in_pages = page * page_bytes(m) + in_page;
  if (by_pages(m)) {
    p.bank = page % num_banks(m);
    p.offset = page / num_banks(m) * up(page_bytes(m), alignment(m)) + in_page;
  } else {
    p.bank = m->spread == HOST ? 0 : shard % num_banks(m);
    p.offset = (m->spread == HOST ? shard : shard / num_banks(m)) * shard_step(m) + p.in_shard;
  }
  return p;
}

/* ---- the library ---- */

typedef struct reading {
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *s;
} reading;

static void read_type(reading *r, char *text) {
  tta_check_options how;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_check_options_init(&how);
  tta_source_init(&r->source, (tta_str){"<test>", 6}, (tta_str){text, strlen(text)}, NULL);
  CHECK(tta_layouts_read(&r->source, TTA_LAYOUTS_TYPE, &how, &r->layouts, &reason) == TTA_OK);
  CHECK(tta_layouts_num_entries(r->layouts) == 1);
  r->s = tta_layouts_entry(r->layouts, 0)->layout;
  tta_buf_free(&reason);
}

static void free_reading(reading *r) {
  tta_layouts_free(r->layouts);
  tta_source_free(&r->source);
}

static void check_memory(const model *m, const tta_layout *s, tta_arch arch) {
  tta_banks banks;
  tta_footprint f;
  tta_buffer_type type;
  CHECK(tta_banks_default(arch, &banks) == TTA_OK);
  tta_status status = tta_layout_footprint(s, &banks, 0, &type, &f, NULL);
  if (m->space == SYSTEM) {
    CHECK(status == TTA_INVALID);
    return;
  }
  CHECK(status == TTA_OK);
  SAME("memory: page bytes", page_bytes(m), f.page_bytes);
  SAME("memory: pages", num_pages(m), f.pages);
  SAME("memory: bank bytes", bank_bytes(m), f.bank_bytes);
  SAME("memory: bytes per bank", up(bank_bytes(m), m->align[DRAM]), f.bytes_per_bank);
  int64_t data = by_pages(m) ? ceildiv(num_pages(m), num_banks(m))
                             : ceildiv(shards_of(m), num_banks(m)) * (num_pages(m) / shards_of(m));
  SAME("memory: wasted", f.bytes_per_bank - data * page_bytes(m), f.wasted_bytes);
}

static void check_location(const model *m, const place *p, const tta_location *l) {
  bool sharded = m->spread != TENSOR_PAGES;
  for (int r = 0; r < m->results; r++) SAME("locate: core", sharded ? p->core[r] : -1, l->core[r]);
  if (!element_bytes(m)) {
    SAME("locate: byte of a block float", -1, l->byte_offset);
    return;
  }
  SAME("locate: byte in the shard", sharded ? p->in_shard : -1, l->byte_offset);
  SAME("locate: bank", p->bank, l->bank);
  SAME("locate: offset", p->offset, l->bank_offset);
}

/* Positions of convert count scalars; of interleaved tensors in the order of pages. */
static void check_addresses(const model *m, const tta_addresses *a, const int64_t *index, const place *p) {
  int64_t value, bytes = element_bytes(m);
  CHECK(a->interleaved == (m->spread == TENSOR_PAGES) || shards_of(m) == 1);
  for (int r = 0; r < m->results; r++) {
    CHECK(tta_addresses_value(a, a->cores[r], index, &value) == TTA_OK);
    SAME("convert: core", p->core[r], value);
  }
  CHECK(tta_addresses_value(a, a->position, index, &value) == TTA_OK);
  if (bytes) SAME("convert: position", (m->spread == TENSOR_PAGES ? p->in_pages : p->in_shard), value * bytes);
}

/* ---- the data of the page ---- */

static int64_t integer(const tta_json_node *n) {
  return n->kind == TTA_JSON_INTEGER ? (n->negative ? -(int64_t)n->magnitude : (int64_t)n->magnitude) : -1;
}
static int64_t item(const tta_json_node *list, int number) {
  const tta_json_node *n = list->first;
  while (number--) n = n->next;
  return integer(n);
}

static void check_page(const model *m, const tta_json_node *storage, const int64_t *index, const place *p) {
  static int64_t form[TTA_STORAGE_MAX_FORMS];
  memset(form, 0, sizeof form);
  for (int r = 0; r < m->results; r++)
    for (int d = 0; d < m->rank; d++) form[r] += m->stride[r][d] * index[d];
  const tta_json_node *step = tta_json_member(storage, "steps")->first;
  for (; step; step = step->next) {
    int64_t a = form[item(step, 1)], n = item(step, 2);
    if (tta_str_is(step->first->string, "/")) {
      form[item(step, 3)] = a / n;
      form[item(step, 4)] = a % n;
    } else {
      form[item(step, 3)] += n * a;
    }
  }
  const tta_json_node *core = tta_json_member(storage, "core"), *byte = tta_json_member(storage, "byte_offset");
  for (int r = 0; r < m->results && core->kind == TTA_JSON_ARRAY; r++)
    SAME("page: core", p->core[r], form[item(core, r)]);
  if (byte->kind == TTA_JSON_INTEGER) SAME("page: byte in the shard", p->in_shard, form[integer(byte)]);
  CHECK((core->kind == TTA_JSON_NULL) == (m->spread == TENSOR_PAGES));
  const tta_json_node *bank = tta_json_member(storage, "bank"), *offset = tta_json_member(storage, "bank_offset");
  if (bank->kind != TTA_JSON_INTEGER || m->banks[DRAM] != 12) return; /* the page has the banks of wormhole_b0 */
  SAME("page: bank", p->bank, form[integer(bank)]);
  SAME("page: offset", p->offset, form[integer(offset)]);
}

/* ---- moves ---- */

static void write_host(const model *m, char *text, size_t size) {
  size_t n = 0;
  n += (size_t)snprintf(text + n, size - n, "tensor<");
  for (int d = 0; d < m->rank; d++) n += (size_t)snprintf(text + n, size - n, "%lldx", (long long)m->shape[d]);
  n += (size_t)snprintf(text + n, size - n, "%s, #tt.metal_layout<(", elements[m->element].scalar);
  for (int d = 0; d < m->rank; d++) n += (size_t)snprintf(text + n, size - n, d ? ", d%d" : "d%d", d);
  n += (size_t)snprintf(text + n, size - n, ") -> (");
  for (int d = 0; d < m->rank; d++) n += (size_t)snprintf(text + n, size - n, d ? ", d%d" : "d%d", d);
  n += (size_t)snprintf(text + n, size - n, "), undef, <");
  for (int d = 0; d < m->rank; d++) n += (size_t)snprintf(text + n, size - n, d ? "x1" : "1");
  n += (size_t)snprintf(text + n, size - n, ">, memref<");
  for (int d = 0; d < m->rank; d++) n += (size_t)snprintf(text + n, size - n, "%lldx", (long long)m->shape[d]);
  snprintf(text + n, size - n, "%s, #tt.memory_space<system>>>>", elements[m->element].scalar);
}

static tta_move *plan(const tta_layout *from, const tta_layout *to, tta_arch arch) {
  tta_move *move;
  tta_move_spec spec = {.from = from, .to = to, .has_arch = true, .arch = arch};
  if (tta_transfer_plan(&spec, &move)) die(tta_results_diagnostic(tta_move_results(move), 0)->message.data, __LINE__);
  return move;
}

/* From the layout to one row-major memory: the transfer that has an element says where it comes from. */
static void check_move(const model *m, const tta_layout *s, tta_arch arch, const int64_t (*index)[DIMS],
                       const place *places) {
  char text[2048];
  reading host;
  int found = 0;
  write_host(m, text, sizeof text);
  read_type(&host, text);
  tta_move *move = plan(s, host.s, arch);
  int64_t bytes = element_bytes(m);
  tta_move_transfers all = tta_move_all_transfers(move);
  for (tta_move_transfer t; tta_move_next_transfer(&all, &t);)
    for (int i = 0; i < SAMPLES; i++) {
      int64_t there = 0;
      for (int d = 0; d < m->rank; d++) there = there * m->shape[d] + index[i][d];
      there = there * bytes - t.dst_offset;
      if (there < 0 || there >= t.bytes) continue;
      SAME("move: bank", places[i].bank, t.src);
      SAME("move: offset", places[i].offset, t.src_offset + there);
      found++;
    }
  SAME("move: sampled elements", SAMPLES, found);
  tta_move_free(move);
  free_reading(&host);
  moved++;
}

/* Onto itself: the simulation has the bytes of all banks, twice. */
static void check_simulation(const model *m, const tta_layout *s, tta_arch arch) {
  tta_move *move = plan(s, s, arch);
  tta_move_proof proof;
  int64_t banks = num_banks(m);
  if (banks * bank_bytes(m) < 1 << 20) {
    CHECK(tta_move_simulate(move, &proof) == TTA_OK);
    SAME("move: bytes of all banks", 2 * banks * bank_bytes(m), proof.bytes_simulated);
    simulated++;
  }
  CHECK(tta_move_get_totals(move)->no_op);
  SAME("move: banks", banks, (int64_t)tta_move_num_sources(move));
  int64_t pages = num_pages(m) * page_bytes(m);
  SAME("move: padding", pages - tta_move_get_totals(move)->bytes_total, tta_move_get_totals(move)->padding_bytes);
  tta_move_free(move);
}

/* ---- one case ---- */

static bool choose(model *m) {
  bool blackhole = pick(0, 2) == 0;
  memset(m, 0, sizeof *m);
  m->banks[L1] = blackhole ? 130 : 64;
  m->banks[DRAM] = blackhole ? 8 : 12;
  m->align[L1] = 16;
  m->align[DRAM] = blackhole ? 64 : 32;
  int which = (int)pick(0, 9);
  if (which < 4) choose_map(m);
  else if (which < 6) choose_named(m);
  else choose_ttnn(m);
  int64_t volume = 1;
  for (int r = 0; r < m->results; r++) volume *= m->memref[r] * m->grid[r];
  if (volume * unit_bytes(m) > 1 << 22) return false;
  for (int r = 0; r + 1 < m->results && m->space == L1; r++) /* workers have 8 rows and 8 columns at least */
    if (r + 2 < m->results) m->grid[r] = 1;
  if (m->family == NAMED || m->family == TTNN) {
    for (int r = 0; r + 2 < m->results; r++) {
      m->grid[r] = 1;
      m->shard[r] = m->physical[r];
      m->memref[r] = ceildiv(m->shard[r], tile_of(m, r));
    }
  } else {
    for (int r = 0; r + 2 < m->results; r++) m->grid[r] = 1; /* one chip */
    measure(m);
  }
  for (int r = 0; r < m->results && !element_bytes(m); r++) /* tiles of block floats move as a whole */
    if (m->grid[r] > 1 && m->shard[r] % tile_of(m, r)) return false;
  length = 0;
  if (m->family == NAMED) write_named(m);
  else if (m->family == TTNN) write_ttnn(m);
  else write_metal(m);
  return true;
}

static void check(const model *m) {
  tta_arch arch = m->banks[DRAM] == 12 ? TTA_ARCH_WORMHOLE_B0 : TTA_ARCH_BLACKHOLE;
  static char text[2048];
  int64_t index[SAMPLES][DIMS];
  place places[SAMPLES];
  reading r;
  tta_arena arena;
  tta_buf page;
  static tta_storage storage;
  tta_storage_banks banks;
  memcpy(text, m->type, sizeof text);
  read_type(&r, text);
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_buf_init(&page, NULL);
  CHECK(tta_arch_storage_banks(arch, &banks) == TTA_OK);
  CHECK(tta_storage_of(r.s, &(tta_storage_options){.banks = &banks}, &storage, NULL) == TTA_OK);
  SAME("storage: banks", num_banks(m), storage.num_banks);
  SAME("storage: bank bytes", bank_bytes(m), storage.bank_bytes);
  SAME("storage: pages", num_pages(m), storage.num_pages);
  check_memory(m, r.s, arch);

  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  tta_addresses addresses;
  tta_layout_ref from = {.layout = r.s};
  CHECK(pool && tta_addresses_of(&from, &arena, pool, &addresses, NULL) == TTA_OK);
  CHECK(tta_page_data(r.s, NULL, &arena, &page) == TTA_OK);
  const tta_json_node *data;
  tta_json_error error;
  CHECK(tta_json_read(&arena, tta_buf_view(&page), 16, &data, &error) == TTA_OK);
  for (int i = 0; i < SAMPLES; i++) {
    tta_location l;
    for (int d = 0; d < m->rank; d++) index[i][d] = i ? pick(0, m->shape[d] - 1) : m->shape[d] - 1;
    places[i] = place_of(m, index[i]);
    CHECK(tta_storage_locate(&storage, r.s, index[i], &l, NULL) == TTA_OK);
    check_location(m, &places[i], &l);
    /* Conversions and pages have the alignment of wormhole_b0, which matters to pages of shards in DRAM. */
    if (m->family != TTNN || m->spread != SHARDS || arch == TTA_ARCH_WORMHOLE_B0) {
      check_page(m, tta_json_member(data, "storage"), index[i], &places[i]);
      check_addresses(m, &addresses, index[i], &places[i]);
    }
    if (arch == TTA_ARCH_WORMHOLE_B0) {
      CHECK(tta_layout_locate(r.s, index[i], &l, NULL) == TTA_OK);
      check_location(m, &places[i], &l);
    }
  }
  if (element_bytes(m)) check_move(m, r.s, arch, (const int64_t(*)[DIMS])index, places);
  check_simulation(m, r.s, arch);
  tta_affine_pool_free(pool);
  tta_buf_free(&page);
  tta_arena_free(&arena);
  free_reading(&r);
  of_family[m->family]++;
  of_spread[m->spread]++;
  tiled_cases += m->tile[0] > 0;
  opaque_cases += !element_bytes(m);
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? atol(argv[1]) : 6000;
  if (argc > 2) seed = strtoull(argv[2], NULL, 10);
  random_state = seed;
  static model m;
  current = &m;
  for (case_number = 0; case_number < cases; case_number++) {
    while (!choose(&m)) continue;
    check(&m);
  }
  printf("components: %ld cases, seed %llu (", cases, (unsigned long long)seed);
  for (int i = 0; i < NUM_FAMILIES; i++) printf("%ld %s, ", of_family[i], family_names[i]);
  for (int i = 0; i < NUM_SPREADS; i++) printf("%ld %s, ", of_spread[i], spread_names[i]);
  printf("%ld tiled, %ld block floats, %ld moved, %ld simulated)\n", tiled_cases, opaque_cases, moved, simulated);
  return 0;
}
