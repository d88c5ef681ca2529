/* Random layouts in every notation, converted to every other one and back. convert_model.h computes the location of
 * every element. It is independent of src/convert, which compares closed forms.
 *
 * Checked: both texts of a conversion have the same address for every element; the conversion back as well; a rejection
 * has a reason, and the closest layout in it can be parsed; most conversions succeed. With a mesh, the first device has
 * its slice, with d0 collapsed.
 *
 * usage: test_convert [LAYOUTS [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "convert_model.h"
#include "diag/check_options.h"
#include "drivers/convert_layout.h"

enum { MAX_ELEMENTS = 400 };

static uint64_t seed = 20261121;
enum { NUM_MLIR = TTA_NOTATION_SPYRE }; /* the others: tests/property/notations.py */
static long tried[NUM_MLIR][NUM_MLIR], made[NUM_MLIR][NUM_MLIR], back_same,
    back_rejected;

static uint64_t next(void) { /* splitmix64 */
  uint64_t z = seed += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
static int64_t pick(int64_t low, int64_t high) { return low + (int64_t)(next() % (uint64_t)(high - low + 1)); }

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

/* metal: groups of neighbouring dims, joined with strides that are bumped now and then; sometimes two swapped. ttnn,
 * and every other metal: one group and the last dim. */
static void random_map_form(char *out, bool ttnn) {
  int64_t shape[MAX_DIMS], stride[MAX_DIMS], grid[MAX_DIMS] = {0}, memref[MAX_DIMS];
  int rank = random_shape(shape, ttnn ? 2 : 1), group[MAX_DIMS], groups = 0, order[MAX_DIMS];
  const char *element = random_element();
  bool tight = pick(0, 2) == 0, matrix = ttnn || pick(0, 1);
  for (int i = 0; i < rank; i++) {
    bool starts = matrix ? i == 0 || i + 1 == rank : i == 0 || pick(0, 1);
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
  bool dealt = ttnn && one && pick(0, 3) == 0;
  puts_to(out, dealt ? ", #ttnn.buffer_type<dram>>, <interleaved>>>"
               : ttnn ? ", #ttnn.buffer_type<l1>>, <block_sharded>>>"
                      : ", #tt.memory_space<l1>>>>");
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

static tta_layout_ref_text *read_text(const char *text, tta_notation from, tta_shape grid, tta_buf *reason) {
  tta_layout_ref_context context = {.from = from, .grid = grid};
  tta_layout_ref_text *read;
  tta_status status = tta_layout_ref_read((tta_str){text, strlen(text)}, &context, &read, reason);
  if (status == TTA_OK) return read;
  tta_buf_char(reason, 0);
  const tta_diagnostic *first = tta_results_diagnostic(read ? tta_layout_ref_results(read) : NULL, 0);
  die("not read", text, first ? first->message.data : reason->data);
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
  tta_layout_ref_text *read = read_text(text, from, grid, &reason);
  tta_status status = convert_layout(tta_layout_ref_get(read), &spec, arena, c, &reason);
  if (status && status != TTA_INVALID && status != TTA_UNDECIDED) die("neither converted nor rejected", text, "");
  if (status && !reason.size) die("rejected without a reason", text, "");
  if (!status) copy_text(out, c->text);
  tta_layout_ref_free(read);
  if (status && c->closest.size) {
    char closest[TEXT];
    copy_text(closest, c->closest);
    tta_layout_ref_free(read_text(closest, TTA_NOTATION_UNKNOWN, (tta_shape){0, NULL}, &reason));
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
    if (c.has_ttnn) check_terms(text, &a, there, &b, &c.ttnn);
    if (!convert(there, to == TTA_NOTATION_AFFINE ? to : TTA_NOTATION_UNKNOWN, grid, from, &arena, back, &c)) {
      back_rejected++;
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

/* ---- over a mesh ---- */

static long meshes, meshes_moved, meshes_rejected;

/* d0 over two devices, (d0, d1 * stride + d2, d3) over rows and columns of cores. */
static void random_mesh_form(char *out) {
  int64_t shape[4] = {pick(1, 3) * 2, pick(1, 3), pick(1, 12), pick(1, 40)}, grid[3] = {2, pick(1, 3), pick(1, 3)};
  int64_t stride = pick(0, 2) ? shape[2] : up(shape[2], 32), memref[3], tile = pick(0, 1) ? 32 : 1;
  int64_t physical[3] = {shape[0], (shape[1] - 1) * stride + shape[2], shape[3]};
  for (int i = 0; i < 3; i++) memref[i] = (physical[i] + grid[i] - 1) / grid[i];
  for (int i = 1; i < 3; i++) memref[i] = up(memref[i], tile) / tile;
  put_name(out, 4, shape, "tensor<", "f32");
  puts_to(out, ", #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1");
  put(out, " * %lld + d2, d3), undef, <", stride);
  put_dims(out, 3, grid);
  puts_to(out, ">, memref<");
  put_dims(out, 3, memref);
  puts_to(out, tile > 1 ? "x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>" : "xf32, #tt.memory_space<l1>>>>");
}

/* What the first device has is a tensor of its own, d0 in its rows: where nothing is said of cores, every element is
 * where it was; else the terms alone say where. */
static void check_mesh_case(const tta_device *device) {
  char text[TEXT], there[TEXT];
  tta_arena arena;
  tta_conversion c;
  tta_buf reason;
  tta_conversion_spec spec = {.to = TTA_NOTATION_TTNN, .device = device};
  random_mesh_form(text);
  tta_buf_init(&reason, NULL);
  tta_arena_init(&arena, NULL);
  tta_layout_ref_text *read = read_text(text, TTA_NOTATION_METAL, (tta_shape){0, NULL}, &reason);
  tta_status status = convert_layout(tta_layout_ref_get(read), &spec, &arena, &c, &reason);
  meshes++;
  if (status && (status != TTA_INVALID || !reason.size)) die("neither converted nor rejected", text, "");
  if (status) meshes_rejected++;
  if (!status) {
    copy_text(there, c.text);
    model of = read_model(text, TTA_NOTATION_METAL, 0), to = read_model(there, TTA_NOTATION_TTNN, 0);
    char warnings[TEXT];
    copy_text(warnings, (tta_str){reason.data, reason.size});
    bool moved = strstr(warnings, "every element stays on its device") != NULL;
    if (!c.has_mesh || !c.mesh.has_slice || c.mesh.slice[0] != of.shape[0] / 2) die("no slice", text, there);
    of.shape[0] /= 2; /* its elements have the first core of dim 0 */
    if (to.results != 2 || to.shape[0] != of.shape[0]) die("d0 is not collapsed", text, there);
    const char *stride = strstr(text, "d1 * ");
    bool room = strtoll(stride + 5, NULL, 10) * of.shape[1] <= of.memref[1] * (of.tile[0] ? of.tile[0] : 1);
    bool packed = of.tile[0] || of.memref[2] % 4 == 0; /* rows of 16 bytes each are where TTNN's pages are */
    if (moved && of.grid[1] == 1 && room && packed) die("rows that are not cut lie elsewhere", text, there);
    check_terms(there, moved ? &to : &of, there, &to, &c.ttnn);
    meshes_moved += moved;
  }
  tta_layout_ref_free(read);
  tta_arena_free(&arena);
  tta_buf_free(&reason);
}

static void check_meshes(long cases) {
  static char room[] = "#tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2x1x1, "
                       "chipIds = [0, 1]>\0\0\0";
  tta_source source;
  tta_check_options options;
  tta_device_text *device;
  tta_check_options_init(&options);
  tta_source_init(&source, (tta_str){"device", 6}, (tta_str){room, strlen(room)}, NULL);
  if (tta_device_text_new(&source, &options, &device, NULL)) die("the device is not read", room, "");
  for (case_number = 0; case_number < cases; case_number++) check_mesh_case(tta_device_text_get(device));
  tta_device_text_free(device);
  tta_source_free(&source);
  printf("convert: %ld meshes, %ld with other cores, %ld rejected\n", meshes, meshes_moved, meshes_rejected);
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? strtol(argv[1], NULL, 10) : 20000;
  if (argc > 2) seed = strtoull(argv[2], NULL, 10);
  uint64_t first = seed;
  for (case_number = 0; case_number < cases; case_number++)
    check_case((tta_notation)pick(0, NUM_MLIR - 1), (tta_notation)pick(0, NUM_MLIR - 1));
  check_meshes(cases / 10);
  long all = 0;
  for (int from = 0; from < NUM_MLIR; from++)
    for (int to = 0; to < NUM_MLIR; to++) {
      all += made[from][to];
      printf("convert: %s to %s: %ld of %ld\n", tta_notation_name((tta_notation)from),
             tta_notation_name((tta_notation)to), made[from][to], tried[from][to]);
      if (cases >= 20000 && !made[from][to]) return printf("convert: none of them\n"), 1;
    }
  printf("convert: %ld of TTNN's terms, %ld shards no multiple of their tile\n", terms_checked, cut_in_tiles);
  if (cases >= 20000 && (terms_checked < 1000 || cut_in_tiles < 200)) return printf("convert: too few of them\n"), 1;
  printf("convert: %ld cases, seed %" PRIu64 " (%ld converted, %ld came back in the same words, %ld not back)\n", cases,
         first, all, back_same, back_rejected);
  return 0;
}
