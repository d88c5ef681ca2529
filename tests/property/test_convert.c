/* Random layouts in every notation, converted to every other and back. The model reads the texts themselves, evaluates
 * their maps by recursive descent and counts every element's core and position one by one from the definitions; it
 * shares nothing with src/convert, which compares closed forms.
 *
 * Checked: both texts of a conversion address every element alike; back again, every element is where it was, and goes
 * there once more; a refusal has a reason, and what it calls
 * closest can be read; refusals are not the rule.
 *
 * usage: test_convert [LAYOUTS [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "ttattr/convert.h"

enum { MAX_DIMS = 12, MAX_ELEMENTS = 400, TEXT = 4096, FACE = 16 };

static uint64_t seed = 20261121;
static long case_number;
static long tried[TTA_NUM_NOTATIONS][TTA_NUM_NOTATIONS], made[TTA_NUM_NOTATIONS][TTA_NUM_NOTATIONS], back_same,
    back_refused;

static uint64_t next(void) { /* splitmix64 */
  uint64_t z = seed += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
static int64_t pick(int64_t low, int64_t high) { return low + (int64_t)(next() % (uint64_t)(high - low + 1)); }

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
  const char *map; /* behind the `(` of the results */
  int64_t grid[MAX_DIMS], memref[MAX_DIMS], shard[MAX_DIMS];
  int64_t strides[MAX_DIMS], stride_of_result[MAX_DIMS][MAX_DIMS]; /* strided; named */
  int64_t offset, extent[MAX_DIMS];
  int axes, axis_dim[MAX_DIMS], cores;
  int64_t axis_size[MAX_DIMS], axis_stride[MAX_DIMS];
  bool sparse, dealt;
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

/* Grid, memref and tile behind the map: `, <2x4>, memref<1x2x!tt.tile<32x32, f32>, ..` */
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

static void shards_of(model *m) {
  int64_t at[MAX_DIMS], physical[MAX_DIMS];
  for (int i = 0; i < m->rank; i++) {
    int k = i + 2 - m->rank;
    at[i] = m->shape[i] - 1;
    if (m->notation == TTA_NOTATION_TTNN && m->tile[0] && k >= 0) at[i] = padded_extent(m, i, m->tile[k]) - 1;
  }
  map_at(m, at, physical);
  for (int r = 0; r < m->results; r++) m->shard[r] = (physical[r] + m->grid[r]) / m->grid[r];
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
    m.dealt = strstr(text, "interleaved") != NULL;
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
    int64_t unit = m->tile[0] && i + 2 >= g ? m->tile[i + 2 - g] : 1;
    position = position * m->memref[i] + rest[i] / unit;
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

/* Both address every element alike. A grid dim whose cores all hold nothing but the first counts as none. */
static void compare(const char *a_text, const model *a, const char *b_text, const model *b) {
  int64_t index[MAX_DIMS], moved_a[MAX_DIMS] = {0}, moved_b[MAX_DIMS] = {0};
  address x, y;
  if (a->rank != b->rank || memcmp(a->shape, b->shape, (size_t)a->rank * sizeof *a->shape))
    die("another shape", a_text, b_text);
  for (int pass = 0; pass < 2; pass++)
    for (int64_t n = 0; n < volume(a); n++) {
      index_of(a->shape, a->rank, n, index);
      locate(a, index, &x);
      locate(b, index, &y);
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

/* ---- random layouts ---- */

static int random_shape(int64_t *shape, int least) {
  int rank = (int)pick(least, 4);
  int64_t v = 1;
  for (int i = 0; i < rank; i++) {
    shape[i] = pick(1, 9);
    if (v * shape[i] > MAX_ELEMENTS / 2) shape[i] = 1;
    v *= shape[i];
  }
  if (pick(0, 3) == 0 && rank) { /* a long last dim, over tiles and sticks */
    v /= shape[rank - 1];
    shape[rank - 1] = pick(1, MAX_ELEMENTS / v > 200 ? 200 : MAX_ELEMENTS / v);
  }
  return rank;
}

static void put_name(char *out, int rank, const int64_t *shape, const char *kind, const char *element) {
  out[0] = 0;
  puts_to(out, kind);
  put_dims(out, rank, shape);
  puts_to(out, rank ? "x" : "");
  puts_to(out, element);
}
static void put_map_dims(char *out, int rank) {
  puts_to(out, "(");
  for (int i = 0; i < rank; i++) put(out, i ? ", d%lld" : "d%lld", i);
  puts_to(out, ") -> (");
}

static const char *random_element(void) {
  static const char *const elements[] = {"f32", "bf16", "f32", "si32"};
  return elements[pick(0, 3)];
}

/* metal: groups of neighbouring dims, joined with strides that are bumped now and then; sometimes two swapped. ttnn:
 * one group and the last dim. */
static void random_map_form(char *out, bool ttnn) {
  int64_t shape[MAX_DIMS], stride[MAX_DIMS], grid[MAX_DIMS] = {0}, memref[MAX_DIMS];
  int rank = random_shape(shape, ttnn ? 2 : 1), group[MAX_DIMS], groups = 0, order[MAX_DIMS];
  const char *element = random_element();
  bool tight = pick(0, 2) == 0;
  for (int i = 0; i < rank; i++) {
    bool starts = ttnn ? i == 0 || i + 1 == rank : i == 0 || pick(0, 1);
    groups += starts;
    group[i] = groups - 1;
  }
  model m = {.notation = ttnn ? TTA_NOTATION_TTNN : TTA_NOTATION_METAL, .rank = rank, .results = groups};
  bool tiled = groups > 1 && pick(0, 1);
  if (tiled) m.tile[0] = pick(0, 1) ? 32 : 16, m.tile[1] = m.tile[0] == 32 ? 32 : (int)pick(1, 2) * 16;
  for (int i = rank; i-- > 0;) {
    bool innermost = i + 1 == rank || group[i + 1] != group[i];
    int64_t taken = innermost ? 1 : stride[i + 1] * shape[i + 1];
    if (ttnn && tiled && !tight && i + 2 == rank - 1) taken = up(taken, m.tile[0]);
    stride[i] = innermost || pick(0, 3) ? taken : up(taken, (int64_t[]){2, 8, 32}[pick(0, 2)]);
  }
  for (int g = 0; g < groups; g++) order[g] = g;
  if (!ttnn && groups > 1 && pick(0, 7) == 0) order[0] = 1, order[1] = 0;
  put_name(out, rank, shape, "tensor<", element);
  puts_to(out, ttnn ? ", #ttnn.ttnn_layout<" : ", #tt.metal_layout<");
  put_map_dims(out, rank);
  char *results = out + strlen(out);
  for (int g = 0; g < groups; g++) {
    puts_to(out, g ? ", " : "");
    bool any = false;
    for (int i = 0; i < rank; i++)
      if (group[i] == order[g]) {
        puts_to(out, any ? " + " : "");
        put(out, "d%lld", i);
        if (stride[i] != 1) put(out, " * %lld", stride[i]);
        any = true;
      }
  }
  bool one = pick(0, 2) == 0;
  for (int g = 0; g < groups; g++) grid[g] = one ? 1 : pick(1, 3);
  memcpy(m.shape, shape, sizeof m.shape);
  memcpy(m.grid, grid, sizeof m.grid);
  m.map = results;
  puts_to(out, ")");
  shards_of(&m);
  for (int g = 0; g < groups; g++) {
    int64_t unit = tiled && g + 2 >= groups ? m.tile[g + 2 - groups] : 1;
    memref[g] = up(m.shard[g], unit) / unit;
  }
  puts_to(out, ttnn ? ", <" : ", undef, <");
  put_dims(out, groups, grid);
  puts_to(out, ">, memref<");
  put_dims(out, groups, memref);
  puts_to(out, "x");
  if (tiled) {
    put(out, "!tt.tile<%lldx", m.tile[0]);
    put(out, "%lld, ", m.tile[1]);
    puts_to(out, element);
    puts_to(out, ">");
  } else puts_to(out, element);
  puts_to(out, ttnn ? ", #ttnn.buffer_type<l1>>, <block_sharded>>>" : ", #tt.memory_space<l1>>>>");
}

static void random_named(char *out) {
  int64_t shape[MAX_DIMS], alignments[MAX_DIMS], grid[MAX_DIMS] = {0}, shard[MAX_DIMS] = {0}, begin[MAX_DIMS],
                                                 end[MAX_DIMS];
  int rank = random_shape(shape, 2), count = 0;
  const char *element = random_element();
  for (int i = 0; i < rank; i++) {
    alignments[i] = (int64_t[]){1, 1, 2, 4, 32}[pick(0, 4)];
    if (i == 0 || pick(0, 1)) begin[count++] = i;
    end[count - 1] = i + 1;
  }
  bool tiled = count > 1 && pick(0, 1);
  for (int r = 0; r < count; r++) {
    int64_t v = 1, unit = tiled && r + 2 >= count ? 32 : 1;
    if (unit > 1) alignments[begin[r]] = 32 * pick(1, 2);
    for (int64_t d = end[r]; d-- > begin[r];) v = up(v * shape[d], alignments[d]);
    grid[r] = pick(1, 3);
    if (v / unit % grid[r]) grid[r] = 1;
    shard[r] = v / grid[r] / unit;
  }
  out[0] = 0;
  puts_to(out, "tensor<");
  put_dims(out, count, grid);
  puts_to(out, "x");
  put_dims(out, count, shard);
  puts_to(out, tiled ? "x!ttcore.tile<32x32, " : "x");
  puts_to(out, element);
  puts_to(out, tiled ? ">, #ttcore.metal_layout<logical_shape = " : ", #ttcore.metal_layout<logical_shape = ");
  put_dims(out, rank, shape);
  puts_to(out, ", dim_alignments = ");
  put_dims(out, rank, alignments);
  puts_to(out, ", collapsed_intervals = dense<[");
  for (int r = 0; r < count; r++) {
    put(out, r ? ", [%lld, " : "[%lld, ", begin[r]);
    put(out, "%lld]", end[r]);
  }
  put(out, "]> : tensor<%lldx2xi64>, l1, sharded>>", count);
}

static void random_tiled(char *out) {
  int64_t shape[MAX_DIMS], size[MAX_DIMS], stride[MAX_DIMS], dim[MAX_DIMS];
  int rank = random_shape(shape, 1), axes = rank + 1;
  bool half = pick(0, 1);
  int64_t lanes = half ? 64 : 32, stick = pick(0, rank - 1);
  for (int i = 0; i < rank; i++) dim[i] = i;
  for (int i = 0; i < rank; i++) {
    int64_t j = pick(0, rank - 1), other = dim[i];
    dim[i] = dim[j];
    dim[j] = other;
  }
  bool sparse = pick(0, 5) == 0;
  dim[rank] = sparse ? -1 : stick;
  for (int i = 0; i < rank; i++)
    size[i] = dim[i] == stick && !sparse ? up(shape[dim[i]], lanes) / lanes : shape[dim[i]];
  size[rank] = lanes;
  int64_t taken = 1;
  bool gaps = false;
  for (int i = axes; i-- > 0;) {
    stride[i] = taken;
    if (i < rank && pick(0, 5) == 0) stride[i] += lanes, gaps = true;
    taken = stride[i] * size[i];
  }
  put_name(out, rank, shape, "tensor<", half ? "f16" : "f32");
  puts_to(out, ", #tt.tiled_layout<memref<");
  put_dims(out, axes, size);
  puts_to(out, half ? "xf16" : "xf32");
  for (int i = 0; i < axes && gaps; i++) put(out, i ? ", %lld" : ", strided<[%lld", stride[i]);
  puts_to(out, gaps ? "]>>, dim_map = [" : ">, dim_map = [");
  for (int i = 0; i < axes; i++) put(out, i ? ", %lld" : "%lld", dim[i]);
  puts_to(out, sparse ? "], sparse>>" : "], dense>>");
}

static void random_strided(char *out) {
  int64_t shape[MAX_DIMS], stride[MAX_DIMS], taken = 1;
  int rank = random_shape(shape, 1), order[MAX_DIMS];
  for (int i = 0; i < rank; i++) order[i] = i;
  for (int i = 0; i < rank; i++) {
    int64_t j = pick(0, 3) ? i : pick(0, rank - 1);
    int other = order[i];
    order[i] = order[j];
    order[j] = other;
  }
  for (int i = rank; i-- > 0; taken = stride[order[i]] * shape[order[i]])
    stride[order[i]] = pick(0, 2) ? taken : up(taken, (int64_t[]){2, 8, 64}[pick(0, 2)]);
  put_name(out, rank, shape, "memref<", random_element());
  for (int i = 0; i < rank; i++) put(out, i ? ", %lld" : ", strided<[%lld", stride[i]);
  if (pick(0, 5) == 0) put(out, "], offset: %lld>>", 32 * pick(1, 4));
  else puts_to(out, "]>>");
}

/* Each dim whole, or split in two digits; the digits in any order. */
static void random_affine(char *out) {
  int64_t shape[MAX_DIMS];
  int rank = random_shape(shape, 1), count = 0;
  char digits[MAX_DIMS][40];
  for (int i = 0; i < rank; i++) {
    int64_t c = (int64_t[]){2, 3, 16, 32, 64}[pick(0, 4)];
    if (pick(0, 1)) {
      snprintf(digits[count++], 40, "d%d", i);
    } else {
      snprintf(digits[count++], 40, "d%d floordiv %lld", i, (long long)c);
      snprintf(digits[count++], 40, "d%d mod %lld", i, (long long)c);
    }
  }
  for (int i = 0; i < count; i++) {
    int64_t j = pick(0, count - 1);
    char other[40];
    memcpy(other, digits[i], 40);
    memmove(digits[i], digits[j], 40);
    memcpy(digits[j], other, 40);
  }
  put_name(out, rank, shape, "memref<", random_element());
  puts_to(out, ", affine_map<");
  put_map_dims(out, rank);
  for (int i = 0; i < count; i++) {
    puts_to(out, i ? ", " : "");
    puts_to(out, digits[i]);
  }
  puts_to(out, ")>>");
}

static void random_text(char *out, tta_notation notation) {
  switch (notation) {
  case TTA_NOTATION_METAL: random_map_form(out, false); return;
  case TTA_NOTATION_TTNN: random_map_form(out, true); return;
  case TTA_NOTATION_TTCORE: random_named(out); return;
  case TTA_NOTATION_TILED: random_tiled(out); return;
  case TTA_NOTATION_STRIDED: random_strided(out); return;
  default: random_affine(out); return;
  }
}

/* ---- conversions ---- */

static tta_notated_text *read_text(const char *text, tta_notation from, tta_shape grid, tta_buf *reason) {
  tta_notated_context context = {.from = from, .grid = grid};
  tta_notated_text *read;
  tta_status status = tta_notated_read((tta_str){text, strlen(text)}, &context, &read, reason);
  if (status == TTA_OK) return read;
  tta_buf_char(reason, 0);
  const tta_check *check = read ? tta_notated_check(read) : NULL;
  die("not read", text,
      check && tta_check_num_errors(check) ? tta_check_diagnostic(check, 0)->message.data : reason->data);
  return NULL;
}

static void copy_text(char *out, tta_str text) {
  if (text.size >= TEXT) die("too long", "", "");
  if (text.size) memcpy(out, text.data, text.size);
  out[text.size] = 0;
}

/* @return whether there is such a text. */
static bool convert(const char *text, tta_notation from, tta_shape grid, tta_notation to, tta_arena *arena, char *out,
                    tta_conversion *c) {
  tta_buf reason;
  tta_conversion_spec spec = {.to = to};
  tta_buf_init(&reason, NULL);
  tta_notated_text *read = read_text(text, from, grid, &reason);
  tta_status status = tta_convert(tta_notated_value(read), &spec, arena, c, &reason);
  if (status && status != TTA_INVALID && status != TTA_UNDECIDED) die("neither converted nor refused", text, "");
  if (status && !reason.size) die("refused without a reason", text, "");
  if (!status) copy_text(out, c->text);
  tta_notated_free(read);
  if (status && c->closest.size) {
    char closest[TEXT];
    copy_text(closest, c->closest);
    tta_notated_free(read_text(closest, TTA_NOTATION_UNKNOWN, (tta_shape){0, NULL}, &reason));
  }
  tta_buf_free(&reason);
  return !status;
}

static void check_case(tta_notation from, tta_notation to) {
  char text[TEXT], there[TEXT], back[TEXT], again[TEXT];
  tta_arena arena;
  tta_conversion c;
  tta_shape none = {0, NULL};
  random_text(text, from);
  tta_arena_init(&arena, NULL);
  tried[from][to]++;
  if (convert(text, from, none, to, &arena, there, &c)) {
    made[from][to]++;
    tta_shape grid = c.grid;
    model a = read_model(text, from, 0), b = read_model(there, to, (int)grid.rank);
    compare(text, &a, there, &b);
    if (!convert(there, to == TTA_NOTATION_AFFINE ? to : TTA_NOTATION_UNKNOWN, grid, from, &arena, back, &c)) {
      back_refused++;
    } else {
      model d = read_model(back, from, (int)c.grid.rank);
      compare(text, &a, back, &d);
      back_same += !strcmp(text, back);
      if (!convert(back, from, c.grid, to, &arena, again, &c)) die("came back, but does not go once more", there, back);
      model e = read_model(again, to, (int)c.grid.rank);
      compare(text, &a, again, &e);
    }
  }
  tta_arena_free(&arena);
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? strtol(argv[1], NULL, 10) : 20000;
  if (argc > 2) seed = strtoull(argv[2], NULL, 10);
  uint64_t first = seed;
  for (case_number = 0; case_number < cases; case_number++)
    check_case((tta_notation)pick(0, TTA_NUM_NOTATIONS - 1), (tta_notation)pick(0, TTA_NUM_NOTATIONS - 1));
  long all = 0;
  for (int from = 0; from < TTA_NUM_NOTATIONS; from++)
    for (int to = 0; to < TTA_NUM_NOTATIONS; to++) {
      all += made[from][to];
      printf("convert: %s to %s: %ld of %ld\n", tta_notation_name((tta_notation)from),
             tta_notation_name((tta_notation)to), made[from][to], tried[from][to]);
      if (cases >= 20000 && !made[from][to]) return printf("convert: none of them\n"), 1;
    }
  printf("convert: %ld cases, seed %" PRIu64 " (%ld converted, %ld came back in the same words, %ld not back)\n", cases,
         first, all, back_same, back_refused);
  return 0;
}
