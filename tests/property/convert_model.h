/* convert_model.h: the locations of the elements of a layout, computed from its text, for test_convert.c. The model
 * parses the text, evaluates its map by recursive descent, and counts the core and position of every element as in the
 * definitions. */
#ifndef CONVERT_MODEL_H
#define CONVERT_MODEL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ttattr/convert.h"

enum { MAX_DIMS = 12, TEXT = 4096, FACE = 16 };

static long case_number, terms_checked, cut_in_tiles;

static void die(const char *what, const char *a, const char *b) {
  printf("convert: case %ld: %s\n  %s\n  %s\n", case_number, what, a, b);
  exit(1);
}

/* ---- texts ---- */

static void put(char *out, const char *format, int64_t value) {
  snprintf(out + strlen(out), TEXT - strlen(out), format, (long long)value);
}
static void puts_to(char *out, const char *text) { snprintf(out + strlen(out), TEXT - strlen(out), "%s", text); }
static void put_dims(char *out, int count, const int64_t *dims) {
  for (int i = 0; i < count; i++) put(out, i ? "x%lld" : "%lld", dims[i]);
}

static int read_dims(const char **at, int64_t *dims) {
  int count = 0;
  while (**at >= '0' && **at <= '9') {
    dims[count++] = strtoll(*at, (char **)at, 10);
    if (**at == 'x') ++*at;
  }
  return count;
}
static int read_list(const char *text, const char *after, int64_t *list) {
  const char *at = strstr(text, after);
  int count = 0;
  for (at = at ? at + strlen(after) : NULL; at && *at != ']' && *at;) {
    if (*at == '-' || (*at >= '0' && *at <= '9')) list[count++] = strtoll(at, (char **)&at, 10);
    else at++;
  }
  return count;
}

static int64_t floor_mod(int64_t a, int64_t b) { return (a % b + b) % b; }

static int64_t read_sum(const char **at, const int64_t *index);
static int64_t read_factor(const char **at, const int64_t *index) {
  int64_t value;
  while (**at == ' ') ++*at;
  if (**at == '-') return ++*at, -read_factor(at, index);
  if (**at == '(') {
    ++*at;
    value = read_sum(at, index);
    ++*at;
    return value;
  }
  bool dim = **at == 'd';
  if (dim) ++*at;
  value = strtoll(*at, (char **)at, 10);
  return dim ? index[value] : value;
}
static int64_t read_term(const char **at, const int64_t *index) {
  int64_t value = read_factor(at, index);
  for (;;) {
    if (!strncmp(*at, " * ", 3)) *at += 3, value *= read_factor(at, index);
    else if (!strncmp(*at, " mod ", 5)) *at += 5, value = floor_mod(value, read_factor(at, index));
    else if (!strncmp(*at, " floordiv ", 10)) {
      *at += 10;
      int64_t divisor = read_factor(at, index);
      value = (value - floor_mod(value, divisor)) / divisor;
    } else return value;
  }
}
static int64_t read_sum(const char **at, const int64_t *index) {
  int64_t value = read_term(at, index);
  for (;;) {
    if (!strncmp(*at, " + ", 3)) *at += 3, value += read_term(at, index);
    else if (!strncmp(*at, " - ", 3)) *at += 3, value -= read_term(at, index);
    else return value;
  }
}

/* The c of a result that is `.. mod c` as a whole, else 0. */
static int64_t whole_mod(const char *at) {
  int depth = 0;
  int64_t c = 0;
  for (; *at && (depth || (*at != ',' && *at != ')')); at++) {
    depth += *at == '(';
    depth -= *at == ')';
    if (depth || *at != ' ') continue;
    if (!strncmp(at, " mod ", 5)) c = strtoll(at + 5, NULL, 10);
    else if (at[1] == '+' || at[1] == '-' || at[1] == '*' || !strncmp(at, " floordiv", 9))
      c = 0, depth += at[1] == '+' || at[1] == '-' ? 1000 : 0;
    if (depth >= 1000) return 0;
  }
  return c;
}

/* ---- the model ---- */

typedef struct model {
  tta_notation notation;
  int rank, results, tile[2];
  int64_t shape[MAX_DIMS];
  const char *map; /* after the `(` of the results */
  int64_t grid[MAX_DIMS], memref[MAX_DIMS], shard[MAX_DIMS];
  int64_t strides[MAX_DIMS], stride_of_result[MAX_DIMS][MAX_DIMS]; /* strided; named */
  int64_t offset, extent[MAX_DIMS];
  int axes, axis_dim[MAX_DIMS], cores;
  int64_t axis_size[MAX_DIMS], axis_stride[MAX_DIMS];
  bool sparse, interleaved;
  int64_t row_unit; /* TTNN, sharded: each row of scalars starts on a multiple of it (16 bytes in L1, 32 in DRAM) */
} model;

typedef struct address {
  int64_t core[MAX_DIMS], position;
} address;

static int64_t volume(const model *m) {
  int64_t v = 1;
  for (int i = 0; i < m->rank; i++) v *= m->shape[i];
  return v;
}
static void index_of(const int64_t *shape, int rank, int64_t number, int64_t *index) {
  for (int i = rank; i-- > 0; number /= shape[i]) index[i] = number % shape[i];
}

static void map_at(const model *m, const int64_t *index, int64_t *results) {
  const char *at = m->map;
  for (int r = 0; r < m->results; r++) {
    if (m->notation == TTA_NOTATION_TTCORE) {
      results[r] = 0;
      for (int d = 0; d < m->rank; d++) results[r] += index[d] * m->stride_of_result[r][d];
      continue;
    }
    results[r] = read_sum(&at, index);
    at += strspn(at, ", ");
  }
}

/* Grid, memref and tile after the map: `, <2x4>, memref<1x2x!tt.tile<32x32, f32>, ..` */
static void read_memref(model *m, const char *at) {
  at = strstr(at, "memref<") + 7;
  read_dims(&at, m->memref);
  const char *tile = strstr(at, ".tile<");
  if (tile && *at == '!') {
    int64_t tile_shape[2];
    tile += 6;
    read_dims(&tile, tile_shape);
    m->tile[0] = (int)tile_shape[0], m->tile[1] = (int)tile_shape[1];
  }
}

static void read_map(model *m, const char *text) {
  const char *at = strstr(text, "-> (") + 4;
  m->map = at;
  int64_t zero[MAX_DIMS] = {0};
  for (m->results = 0; *at != ')'; at += strspn(at, ", ")) {
    read_sum(&at, zero);
    m->results++;
  }
}

static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b * b; }

/* TTNN rounds an extent up to the tile where no two elements of the rounded tensor meet. */
static int64_t padded_extent(const model *m, int dim, int64_t unit) {
  int64_t shape[MAX_DIMS], a[MAX_DIMS], b[MAX_DIMS], p[MAX_DIMS], q[MAX_DIMS];
  memcpy(shape, m->shape, sizeof shape);
  shape[dim] = up(shape[dim], unit);
  if (shape[dim] == m->shape[dim]) return shape[dim];
  for (int outer = 0; outer < dim; outer++) /* one step of an outer dim against all of this one */
    for (int64_t i = 0; i < shape[dim] && shape[outer] > 1; i++) {
      memset(a, 0, sizeof a);
      memset(b, 0, sizeof b);
      a[outer] = 1;
      b[dim] = i;
      map_at(m, a, p);
      map_at(m, b, q);
      if (!memcmp(p, q, (size_t)m->results * sizeof *p)) return m->shape[dim];
    }
  return shape[dim];
}

/* Grid first, tile then: each dim of the grid divides what the map reaches; of tiles in TTNN whole strides, the longest
 * one times its extent (tensor-layout specification: rows = shape[0] * stride[0] / stride[-2]). If the memref does
 * not have enough tiles, it is the tensor rounded up. */
static void shards_of(model *m) {
  int64_t at[MAX_DIMS], physical[MAX_DIMS], origin[MAX_DIMS], step[MAX_DIMS], rounded[MAX_DIMS];
  for (int i = 0; i < m->rank; i++) at[i] = m->shape[i] - 1;
  map_at(m, at, physical);
  memset(at, 0, sizeof at);
  map_at(m, at, origin);
  for (int i = 0; i < m->rank && m->notation == TTA_NOTATION_TTNN && m->tile[0]; i++) {
    at[i] = 1;
    map_at(m, at, step);
    at[i] = 0;
    for (int r = 0; r < m->results; r++)
      if ((step[r] - origin[r]) * m->shape[i] > physical[r] + 1) physical[r] = (step[r] - origin[r]) * m->shape[i] - 1;
  }
  for (int i = 0; i < m->rank; i++) {
    int k = i + 2 - m->rank;
    at[i] = (m->tile[0] && k >= 0 ? padded_extent(m, i, m->tile[k]) : m->shape[i]) - 1;
  }
  map_at(m, at, rounded);
  for (int r = 0; r < m->results; r++) {
    int64_t unit = m->tile[0] && r + 2 >= m->results ? m->tile[r + 2 - m->results] : 1;
    m->shard[r] = (physical[r] + m->grid[r]) / m->grid[r];
    bool ttnn = m->notation == TTA_NOTATION_TTNN && m->tile[0] && m->memref[r];
    if (ttnn && up(m->shard[r], unit) / unit != m->memref[r]) m->shard[r] = (rounded[r] + m->grid[r]) / m->grid[r];
  }
}

static void read_named(model *m, const char *text) {
  const char *at = strstr(text, "logical_shape = ") + 16;
  int64_t alignments[MAX_DIMS], intervals[2 * MAX_DIMS], device[2 * MAX_DIMS];
  m->rank = read_dims(&at, m->shape);
  at = strstr(text, "dim_alignments = ") + 17;
  read_dims(&at, alignments);
  at = strstr(text, "dense<[") + 7;
  m->results = 0;
  for (; *at == '['; at += strspn(at, "], ")) {
    m->results += read_list(at, "[", intervals + 2 * m->results) / 2;
    at = strchr(at, ']');
  }
  at = text + 7;
  read_dims(&at, device);
  read_memref(m, "memref<"); /* nothing yet */
  memcpy(m->grid, device, (size_t)m->results * sizeof *device);
  memcpy(m->memref, device + m->results, (size_t)m->results * sizeof *device);
  if (*at == '!') sscanf(strstr(at, ".tile<") + 6, "%dx%d", &m->tile[0], &m->tile[1]);
  for (int r = 0; r < m->results; r++) {
    int64_t v = 1, begin = intervals[2 * r], end = intervals[2 * r + 1];
    if (begin < 0) begin += m->rank;
    if (end < 0) end += m->rank;
    for (int64_t d = end; d-- > begin; v = up(v * m->shape[d], alignments[d])) m->stride_of_result[r][d] = v;
    m->shard[r] = v / m->grid[r];
    if (v % m->grid[r]) die("the grid does not divide the physical shape", text, "");
  }
}

static void read_tiled(model *m, const char *text) {
  const char *at = strstr(text, "memref<") + 7;
  int64_t map[MAX_DIMS];
  m->axes = read_dims(&at, m->axis_size);
  const char *strides = strstr(at, "strided<[");
  int given = strides && strides < strchr(at, '>') ? read_list(at, "strided<[", m->axis_stride) : 0;
  for (int64_t i = m->axes, s = 1; i-- > 0 && !given; s *= m->axis_size[i]) m->axis_stride[i] = s;
  read_list(text, "dim_map = [", map);
  for (int i = 0; i < m->axes; i++) m->axis_dim[i] = (int)map[i];
  m->sparse = strstr(text, "sparse") != NULL;
}

static int64_t row_unit_of(const char *text) {
  if (!strstr(text, "_sharded>")) return 1;
  const char *element = strstr(text, "memref<") + 7;
  int64_t dims[MAX_DIMS];
  read_dims(&element, dims);
  int64_t bytes = *element == 'f' || *element == 's' ? 4 : 2; /* f32, si32; bf16 */
  if (!strncmp(element, "f16", 3)) bytes = 2;
  return (strstr(text, "buffer_type<l1>") ? 16 : 32) / bytes;
}

static model read_model(const char *text, tta_notation notation, int cores) {
  model m = {.notation = notation, .cores = cores};
  const char *at = strchr(text, '<') + 1;
  m.rank = read_dims(&at, m.shape);
  if (notation == TTA_NOTATION_TTCORE) read_named(&m, text);
  if (notation == TTA_NOTATION_TILED) read_tiled(&m, text);
  if (notation == TTA_NOTATION_STRIDED) {
    if (!strstr(text, "strided<[")) die("no strides", text, "");
    read_list(text, "strided<[", m.strides);
    const char *offset = strstr(text, "offset: ");
    m.offset = offset ? strtoll(offset + 8, NULL, 10) : 0;
  }
  if (notation == TTA_NOTATION_METAL || notation == TTA_NOTATION_TTNN) {
    read_map(&m, text);
    at = strstr(m.map, ", <") + 3;
    read_dims(&at, m.grid);
    read_memref(&m, at);
    m.interleaved = strstr(text, "interleaved") != NULL;
    if (notation == TTA_NOTATION_TTNN) m.row_unit = row_unit_of(text);
    shards_of(&m);
  }
  if (notation == TTA_NOTATION_AFFINE) {
    static const char identity[] = "-> (d0, d1, d2, d3, d4, d5)";
    bool given = strstr(text, "affine_map") != NULL;
    read_map(&m, given ? text : identity);
    if (!given) m.results = m.rank;
    int64_t index[MAX_DIMS], results[MAX_DIMS];
    for (int64_t n = 0; n < volume(&m); n++) {
      index_of(m.shape, m.rank, n, index);
      map_at(&m, index, results);
      for (int r = 0; r < m.results; r++)
        if (results[r] >= m.extent[r]) m.extent[r] = results[r] + 1;
    }
    const char *result = m.map;
    for (int r = 0; r < m.results; r++) {
      if (whole_mod(result)) m.extent[r] = whole_mod(result);
      memset(index, 0, sizeof index);
      read_sum(&result, index);
      result += strspn(result, ", ");
    }
  }
  return m;
}

/* Rows of tiles, tiles, faces row by row, and what is in them. */
static int64_t in_shard(const model *m, const int64_t *rest) {
  int64_t position = 0;
  int g = m->results;
  for (int i = 0; i < g; i++) {
    int64_t unit = m->tile[0] && i + 2 >= g ? m->tile[i + 2 - g] : 1, extent = m->memref[i];
    if (!m->tile[0] && m->row_unit && i + 1 == g) extent = up(extent, m->row_unit);
    position = position * extent + rest[i] / unit;
  }
  if (!m->tile[0]) return position;
  int64_t y = rest[g - 2] % m->tile[0], x = rest[g - 1] % m->tile[1];
  int64_t face_rows = m->tile[0] < FACE ? m->tile[0] : FACE, face_columns = m->tile[1] < FACE ? m->tile[1] : FACE;
  int64_t face = y / face_rows * (m->tile[1] / face_columns) + x / face_columns;
  return ((position * (m->tile[0] / face_rows) * (m->tile[1] / face_columns) + face) * face_rows + y % face_rows) *
             face_columns + x % face_columns;
}

static void locate(const model *m, const int64_t *index, address *a) {
  int64_t results[MAX_DIMS], rest[MAX_DIMS];
  int count = 0;
  memset(a, 0, sizeof *a);
  if (m->notation == TTA_NOTATION_STRIDED) {
    a->position = m->offset;
    for (int i = 0; i < m->rank; i++) a->position += index[i] * m->strides[i];
    return;
  }
  if (m->notation == TTA_NOTATION_TILED) {
    for (int i = 0; i < m->axes; i++) {
      int64_t weight = 1;
      if (m->axis_dim[i] < 0) continue;
      for (int j = i + 1; j < m->axes; j++)
        if (m->axis_dim[j] == m->axis_dim[i]) weight *= m->axis_size[j];
      a->position += index[m->axis_dim[i]] / weight % m->axis_size[i] * m->axis_stride[i];
    }
    return;
  }
  map_at(m, index, results);
  if (m->notation == TTA_NOTATION_AFFINE) {
    for (int r = 0; r < m->cores; r++)
      if (m->extent[r] > 1) a->core[count++] = results[r];
    for (int r = m->cores; r < m->results; r++) a->position = a->position * m->extent[r] + results[r];
    return;
  }
  for (int r = 0; r < m->results; r++) {
    rest[r] = m->grid[r] == 1 ? results[r] : results[r] % m->shard[r];
    if (m->grid[r] > 1 && m->shard[r] * m->grid[r] > 0) a->core[count++] = results[r] / m->shard[r];
  }
  a->position = in_shard(m, rest);
}

/* The address that TTNN's terms alone give an element: a row of the matrix, cut into shards, these padded to tiles. */
static void locate_by_terms(const tta_ttnn_terms *t, int64_t row_unit, const int64_t *index, address *a) {
  int rank = (int)t->shape.rank, count = 0;
  int64_t width = t->physical_shape[1], place[2] = {0, index[rank - 1]}, rest[2];
  model shard = {.results = 2, .row_unit = row_unit};
  memset(a, 0, sizeof *a);
  for (int i = 0; i + 1 < rank; i++) place[0] += index[i] * t->stride.extent[i] / width;
  for (int k = 0; k < 2; k++) {
    shard.tile[k] = t->tiled ? (int)t->tile_shape[k] : 0;
    shard.memref[k] = t->physical_shard_shape[k] / (t->tiled ? t->tile_shape[k] : 1);
    rest[k] = place[k] % t->shard_shape[k];
    if (t->grid_shape[k] > 1) a->core[count++] = place[k] / t->shard_shape[k];
  }
  a->position = in_shard(&shard, rest);
}

/* Both address every element alike. A grid dim whose cores all hold nothing but the first counts as none.
 * @param terms or NULL: what counts instead of b */
static void compare_with(const char *a_text, const model *a, const char *b_text, const model *b,
                         const tta_ttnn_terms *terms) {
  int64_t index[MAX_DIMS], moved_a[MAX_DIMS] = {0}, moved_b[MAX_DIMS] = {0};
  address x, y;
  if (a->rank != b->rank || memcmp(a->shape, b->shape, (size_t)a->rank * sizeof *a->shape))
    die("another shape", a_text, b_text);
  for (int pass = 0; pass < 2; pass++)
    for (int64_t n = 0; n < volume(a); n++) {
      index_of(a->shape, a->rank, n, index);
      locate(a, index, &x);
      if (terms) locate_by_terms(terms, b->row_unit, index, &y);
      else locate(b, index, &y);
      int64_t cores_a[MAX_DIMS] = {0}, cores_b[MAX_DIMS] = {0};
      int count_a = 0, count_b = 0;
      for (int i = 0; i < MAX_DIMS; i++) {
        if (x.core[i]) moved_a[i] = 1;
        if (y.core[i]) moved_b[i] = 1;
        if (moved_a[i]) cores_a[count_a++] = x.core[i];
        if (moved_b[i]) cores_b[count_b++] = y.core[i];
      }
      if (!pass) continue;
      if (x.position != y.position || memcmp(cores_a, cores_b, sizeof cores_a)) {
        char where[64] = "an element moves: number ";
        put(where, "%lld", n);
        die(where, a_text, b_text);
      }
    }
}

static void compare(const char *a_text, const model *a, const char *b_text, const model *b) {
  compare_with(a_text, a, b_text, b, NULL);
}

static void is(const char *what, int64_t value, int64_t expected, const char *text) {
  char said[128] = "";
  puts_to(said, what);
  put(said, " is %lld", value);
  put(said, ", expected %lld", expected);
  if (value != expected) die("wrong term", said, text);
}

/* The formulas of the specification, and what they say of each element: @param from the source */
static void check_terms(const char *text, const model *from, const char *there, const model *to,
                        const tta_ttnn_terms *t) {
  int64_t last = t->shape.rank > 1 ? t->stride.extent[t->shape.rank - 2] : t->shape.extent[0], one = 1;
  is("rows", t->physical_shape[0], t->shape.rank > 1 ? t->shape.extent[0] * t->stride.extent[0] / last : one, there);
  is("columns", t->physical_shape[1], last, there);
  for (int k = 0; k < 2; k++) {
    int64_t unit = t->tiled ? t->tile_shape[k] : 1;
    is("grid_shape", t->grid_shape[k], (t->physical_shape[k] + t->shard_shape[k] - 1) / t->shard_shape[k], there);
    is("physical_shard_shape", t->physical_shard_shape[k], up(t->shard_shape[k], unit), there);
    cut_in_tiles += t->grid_shape[k] > 1 && t->shard_shape[k] % unit;
  }
  if (!to->interleaved) compare_with(text, from, there, to, t);
  terms_checked++;
}

#endif
