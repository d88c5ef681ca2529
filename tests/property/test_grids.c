/* The grids of random tensors compared with a brute force that walks over all elements of all grids: which grids are
 * legal, cores with elements, padding, bytes, whether they fit, moved bytes, and their order (docs/cli.md, tt-layout
 * grids). Maps have collapsed dims, bumped strides, dims in two results and constants.
 *
 * usage: test_grids [SHAPES [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "ttattr/grids.h"

enum { DIMS = 4, RESULTS = 3, ELEMENTS = 3000, GRIDS = 512, BANK_ALIGNMENT = 16 };

typedef struct model {
  uint32_t rank, results;
  int64_t shape[DIMS], workers[RESULTS], elements;
  int64_t coefficient[RESULTS][DIMS], constant[RESULTS];
  int64_t physical[RESULTS];
  int64_t tile[2];               /* 1 x 1: scalars */
  int64_t unit_bytes;            /* of a tile or scalar */
  const char *scalar, *unit;
  int64_t capacity_bytes;
  int64_t (*points)[RESULTS];    /* of each element */
} model;

typedef struct row {
  int64_t grid[RESULTS], used, units, padding, shard_bytes, bank_bytes, moved;
  bool fits, is_virtual;
} row;

static long case_number, lines_first, gaps, coupled, without_room;
static char last_text[4096];

static void die(const char *what, int line) {
  printf("grids: case %ld: line %d: %s\n  %s\n", case_number, line, what, last_text);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* ---- cases ---- */

static int64_t volume(uint32_t rank, const int64_t *shape) {
  int64_t v = 1;
  for (uint32_t i = 0; i < rank; i++) v *= shape[i];
  return v;
}

static void choose_shape(model *m) {
  static const int64_t odd[] = {1, 2, 3, 7, 31, 32, 33, 53, 63, 64, 65, 127, 128, 300, 1000, 2048};
  do {
    m->rank = (uint32_t)pick(1, DIMS);
    for (uint32_t d = 0; d < m->rank; d++)
      m->shape[d] = pick(0, 1) ? odd[pick(0, 15)] : pick(1, m->rank > 2 ? 12 : 90);
    m->elements = volume(m->rank, m->shape);
  } while (m->elements > ELEMENTS);
}

/* Consecutive dims are collapsed into each result; strides of outer dims may be bumped. */
static void choose_map(model *m) {
  uint32_t d = m->rank;
  memset(m->coefficient, 0, sizeof m->coefficient);
  for (uint32_t r = m->results; r-- > 0;) {
    uint32_t take = r == 0 || d < 2 ? d : pick(0, 2) ? 1 : (uint32_t)pick(1, d - 1);
    int64_t stride = 1;
    for (; take > 0; take--) {
      m->coefficient[r][--d] = stride;
      stride *= m->shape[d];
      if (pick(0, 3) == 0) stride += pick(1, 40), gaps++;
    }
    m->constant[r] = pick(0, 11) ? 0 : pick(1, 9);
  }
  if (pick(0, 7) == 0 && m->rank > 1) { /* one dim in two results */
    m->coefficient[pick(0, m->results - 1)][pick(0, m->rank - 1)] = pick(1, 70);
    coupled++;
  }
}

static void choose_element(model *m) {
  static const struct {
    const char *scalar, *unit;
    int64_t tile[2], bytes;
  } kinds[] = {{"f32", "f32", {1, 1}, 4},
               {"bf16", "bf16", {1, 1}, 2},
               {"f32", "!tt.tile<32x32, f32>", {32, 32}, 4096},
               {"f32", "!tt.tile<32x32, bfp_bf8>", {32, 32}, 1088},
               {"bf16", "!tt.tile<16x32, bf16>", {16, 32}, 1024}};
  size_t k = (size_t)pick(0, 4);
  m->scalar = kinds[k].scalar, m->unit = kinds[k].unit, m->unit_bytes = kinds[k].bytes;
  memcpy(m->tile, kinds[k].tile, sizeof m->tile);
}

static void choose_case(model *m) {
  static const int64_t chips[][2] = {{8, 8}, {8, 8}, {8, 8}, {7, 8}, {10, 13}, {8, 16}, {1, 4}, {3, 2}};
  choose_shape(m);
  m->results = pick(0, 9) ? 2 : 3;
  memcpy(m->workers, chips[pick(0, 7)], 2 * sizeof *m->workers);
  if (m->results == 3) m->workers[2] = m->workers[1], m->workers[1] = m->workers[0], m->workers[0] = pick(1, 2);
  choose_map(m);
  choose_element(m);
  m->capacity_bytes = pick(0, 2) ? 1 << 20 : pick(16, 5000);
  for (uint32_t r = 0; r < m->results; r++) {
    m->physical[r] = m->constant[r] + 1;
    for (uint32_t d = 0; d < m->rank; d++) m->physical[r] += m->coefficient[r][d] * (m->shape[d] - 1);
  }
  int64_t index[DIMS] = {0};
  for (int64_t n = 0; n < m->elements; n++) {
    for (uint32_t r = 0; r < m->results; r++) {
      m->points[n][r] = m->constant[r];
      for (uint32_t d = 0; d < m->rank; d++) m->points[n][r] += m->coefficient[r][d] * index[d];
    }
    for (uint32_t d = m->rank; d-- > 0 && ++index[d] == m->shape[d];) index[d] = 0;
  }
}

/* ---- brute force ---- */

static bool is_plain(const model *m, const int64_t *grid) {
  for (uint32_t r = 0; r < m->results; r++)
    if (grid[r] > m->workers[r]) return false;
  return true;
}

/* The core of the worker grid, row-major, of a core of a grid. */
static int64_t worker_of(const model *m, const int64_t *grid, const int64_t *core) {
  if (!is_plain(m, grid)) return core[0] + core[1]; /* a line: row after row of the worker grid */
  int64_t w = 0;
  for (uint32_t r = 0; r < m->results; r++) w = w * m->workers[r] + core[r];
  return w;
}

static int64_t place(const model *m, const int64_t *grid, int64_t element) {
  int64_t core[RESULTS];
  for (uint32_t r = 0; r < m->results; r++) core[r] = m->points[element][r] / up(m->physical[r], grid[r]);
  return worker_of(m, grid, core);
}

static int64_t tile_of(const model *m, uint32_t r) { return r + 2 >= m->results ? m->tile[r + 2 - m->results] : 1; }

/* @return false if a row or column of cores starts outside the tensor */
static bool try_grid(const model *m, const int64_t *grid, const int64_t *like, row *out) {
  static bool marked[1 << 12];
  int64_t units = 1, cores = volume(m->results, grid), stay = 0;
  memset(out, 0, sizeof *out);
  memset(marked, 0, sizeof marked);
  for (uint32_t r = 0; r < m->results; r++) {
    int64_t shard = up(m->physical[r], grid[r]);
    if ((grid[r] - 1) * shard >= m->physical[r]) return false;
    units *= up(shard, tile_of(m, r));
  }
  memcpy(out->grid, grid, m->results * sizeof *grid);
  for (int64_t n = 0; n < m->elements; n++) {
    int64_t w = place(m, grid, n);
    out->used += !marked[w];
    marked[w] = true;
    if (like) stay += w == place(m, like, n);
  }
  out->padding = units * m->tile[0] * m->tile[1] * cores - m->elements;
  out->units = units;
  out->shard_bytes = units * m->unit_bytes;
  out->bank_bytes = up(out->shard_bytes, BANK_ALIGNMENT) * BANK_ALIGNMENT;
  out->fits = out->bank_bytes <= m->capacity_bytes;
  out->is_virtual = !is_plain(m, grid);
  out->moved = like ? up((m->elements - stay) * m->unit_bytes, m->tile[0] * m->tile[1]) : -1;
  return true;
}

/* Which row comes first. */
static int compare(const void *a, const void *b) {
  const row *x = a, *y = b;
  if (x->fits != y->fits) return x->fits ? -1 : 1;
  if (x->units != y->units) return x->units < y->units ? -1 : 1;
  if (x->bank_bytes != y->bank_bytes) return x->bank_bytes < y->bank_bytes ? -1 : 1;
  if (x->moved != y->moved) return x->moved < y->moved ? -1 : 1;
  if (x->padding != y->padding) return x->padding < y->padding ? -1 : 1;
  if (x->is_virtual != y->is_virtual) return x->is_virtual ? 1 : -1;
  for (uint32_t r = 0; r < RESULTS; r++)
    if (x->grid[r] != y->grid[r]) return x->grid[r] < y->grid[r] ? -1 : 1;
  return 0;
}

static size_t try_all(const model *m, const int64_t *like, row *rows) {
  int64_t cores = volume(m->results, m->workers), most = cores, grid[RESULTS] = {1, 1, 1};
  size_t count = 0;
  for (grid[0] = 1; grid[0] <= most; grid[0]++)
    for (grid[1] = 1; grid[1] <= most; grid[1]++)
      for (grid[2] = 1; grid[2] <= (m->results == 3 ? m->workers[2] : 1); grid[2]++) {
        bool line = m->results == 2 && (grid[0] == 1 || grid[1] == 1) && grid[0] * grid[1] <= cores;
        if (!is_plain(m, grid) && !line) continue;
        CHECK(count < GRIDS);
        count += try_grid(m, grid, like, &rows[count]);
      }
  qsort(rows, count, sizeof *rows, compare);
  return count;
}

/* ---- the library ---- */

typedef struct text {
  char type[2048];
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *s;
} text;

#define ADD(...) (at += snprintf(t->type + at, sizeof t->type - (size_t)at, __VA_ARGS__))

static void write_type(const model *m, const int64_t *grid, text *t) {
  int at = 0;
  ADD("tensor<");
  for (uint32_t d = 0; d < m->rank; d++) ADD("%" PRId64 "x", m->shape[d]);
  ADD("%s, #tt.metal_layout<(", m->scalar);
  for (uint32_t d = 0; d < m->rank; d++) ADD("%sd%u", d ? ", " : "", d);
  ADD(") -> (");
  for (uint32_t r = 0; r < m->results; r++) {
    ADD("%s%" PRId64, r ? ", " : "", m->constant[r]);
    for (uint32_t d = 0; d < m->rank; d++)
      if (m->coefficient[r][d]) ADD(" + d%u * %" PRId64, d, m->coefficient[r][d]);
  }
  ADD("), undef, <");
  for (uint32_t r = 0; r < m->results; r++) ADD("%s%" PRId64, r ? "x" : "", grid[r]);
  ADD(">, memref<");
  for (uint32_t r = 0; r < m->results; r++) ADD("%" PRId64 "x", up(up(m->physical[r], grid[r]), tile_of(m, r)));
  ADD("%s, #tt.memory_space<l1>>>>", m->unit);
  snprintf(last_text, sizeof last_text, "%s on %" PRId64 "x%" PRId64, t->type, m->workers[0], m->workers[1]);
}

/* @return false if the verifier rejects it: two elements at one location */
static bool read_type(const model *m, const int64_t *grid, text *t) {
  write_type(m, grid, t);
  tta_source_init(&t->source, (tta_str){"<test>", 6}, (tta_str){t->type, strlen(t->type)}, NULL);
  tta_status status = tta_layouts_read(&t->source, TTA_LAYOUTS_TYPE, NULL, &t->layouts, NULL);
  CHECK(status == TTA_OK || status == TTA_INVALID);
  if (!status && tta_results_num_errors(tta_layouts_results(t->layouts))) status = TTA_INVALID;
  t->s = status ? NULL : tta_layouts_entry(t->layouts, 0)->layout;
  return !status;
}

static void free_type(text *t) {
  tta_layouts_free(t->layouts);
  tta_source_free(&t->source);
}

static void compare_rows(const model *m, const row *rows, size_t wanted, const tta_grid_choice *found, size_t count) {
  CHECK(count == wanted);
  for (size_t i = 0; i < count; i++) {
    CHECK(!memcmp(found[i].grid, rows[i].grid, m->results * sizeof *rows->grid));
    CHECK(found[i].cores == volume(m->results, rows[i].grid) && found[i].used_cores == rows[i].used);
    CHECK(found[i].shard_units == rows[i].units);
    CHECK(found[i].padding_elements == rows[i].padding && found[i].shard_bytes == rows[i].shard_bytes);
    CHECK(found[i].bank_bytes == rows[i].bank_bytes && found[i].fits == rows[i].fits);
    CHECK(found[i].is_virtual == rows[i].is_virtual && found[i].moved_bytes == rows[i].moved);
  }
}

static bool check_case(model *m) {
  static row rows[GRIDS];
  static tta_grid_choice found[GRIDS];
  static const int64_t ones[RESULTS] = {1, 1, 1};
  text here, like;
  size_t count, legal = try_all(m, NULL, rows);
  int64_t grid[RESULTS];
  memcpy(grid, rows[pick(0, (int64_t)legal - 1)].grid, sizeof grid);
  bool sound = read_type(m, ones, &here);
  tta_grid_options options = {.workers = {m->results, m->workers}, .capacity_bytes = m->capacity_bytes};
  if (sound) {
    CHECK(tta_layout_grids(here.s, &options, found, GRIDS, &count, NULL) == TTA_OK);
    compare_rows(m, rows, legal, found, count);
    lines_first += rows[0].is_virtual;
    without_room += !rows[legal - 1].fits;
    CHECK(read_type(m, grid, &like));
    options.like = like.s;
    CHECK(tta_layout_grids(here.s, &options, found, GRIDS, &count, NULL) == TTA_OK);
    compare_rows(m, rows, try_all(m, grid, rows), found, count);
    free_type(&like);
  }
  free_type(&here);
  return sound;
}

int main(int argc, char **argv) {
  long shapes = argc > 1 ? strtol(argv[1], NULL, 0) : 500, skipped = 0;
  uint64_t seed = random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 20261122;
  static int64_t points[ELEMENTS][RESULTS];
  while (case_number < shapes) {
    model m = {.points = points};
    choose_case(&m);
    if (check_case(&m)) case_number++;
    else skipped++;
  }
  printf("grids: %ld shapes, seed %" PRIu64 " (a virtual grid first %ld times, %ld bumped strides, %ld maps with a dim "
         "in two results, too large grids in %ld; %ld maps rejected)\n",
         case_number, seed, lines_first, gaps, coupled, without_room, skipped);
  return 0;
}
