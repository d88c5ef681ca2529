/* The sweeps of the specifications' test plans (tensor-layout.md and device.md, "Test Plan"), each over a grid of
 * parameters instead of random ones: grid dims, tilize and untilize, padding, multi-device. The expected values are
 * computed here, from the specifications.
 *
 * usage: test_sweeps */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag/check_options.h"
#include "layout/layout.h"
#include "ttattr/device.h"
#include "ttattr/layout.h"

static long grids, tiles, paddings, devices, shards;
static char last_text[4096];
static void die(const char *what, int line) {
  printf("sweeps: line %d: %s\n  %s\n", line, what, last_text);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }
static tta_str str(const char *text) { return (tta_str){text, strlen(text)}; }

typedef struct text {
  tta_buf buf;
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *s;
} text;

static void read_text(text *t) {
  tta_check_options options;
  tta_check_options_init(&options);
  tta_buf_char(&t->buf, '\0');
  t->buf.size--;
  snprintf(last_text, sizeof last_text, "%s", t->buf.data);
  tta_source_init(&t->source, str("<test>"), (tta_str){t->buf.data, t->buf.size}, NULL);
  CHECK(tta_layouts_read(&t->source, TTA_LAYOUTS_TYPE, &options, &t->layouts, NULL) == TTA_OK);
  CHECK(tta_layouts_num_entries(t->layouts) == 1);
  t->s = tta_layouts_entry(t->layouts, 0)->layout;
}

static void build(text *t, tta_shape shape, tta_shape grid, const int64_t *interval, const int64_t tile[2]) {
  tta_build_spec spec;
  tta_build_spec_init(&spec);
  tta_buf_init(&t->buf, NULL);
  spec.shape = shape;
  spec.grid = grid;
  spec.element = str("f32");
  spec.explicit_intervals = interval != NULL;
  spec.num_intervals = interval != NULL;
  spec.intervals = interval;
  spec.tile[0] = tile[0];
  spec.tile[1] = tile[1];
  if (tile[0]) spec.tile_type = TTA_F32;
  CHECK(tta_layout_build(&spec, &t->buf, NULL, NULL) == TTA_OK);
  read_text(t);
}

static void relay(text *t, const tta_layout *s, const int64_t tile[2]) {
  tta_relayout_spec spec = {
      .new_tile = true, .tile = {tile[0], tile[1]}, .tile_type = tile[0] ? TTA_F32 : TTA_DATA_TYPE_NONE};
  tta_buf_init(&t->buf, NULL);
  CHECK(tta_layout_relayout(s, &spec, &t->buf, NULL, NULL) == TTA_OK);
  read_text(t);
}

static void drop(text *t) {
  tta_layouts_free(t->layouts);
  tta_source_free(&t->source);
  tta_buf_free(&t->buf);
}

static const struct {
  uint32_t rank;
  int64_t extent[4];
} shapes[] = {{4, {2, 3, 64, 128}}, {2, {8, 300}}, {3, {8, 96, 32}}, {3, {3, 64, 128}}, {2, {53, 63}}, {3, {2, 8, 32}},
              {2, {1, 1}},          {1, {128}}};
static const int64_t tile_sizes[][2] = {{0, 0}, {32, 32}, {16, 32}, {4, 16}}; /* {0, 0}: scalars */

/* ---- grid dims; tilize and untilize ---- */

/* Grid first, then tile ("there is an order of operations here"). */
static void check_shapes(const tta_layout *s, const int64_t physical[2], const int64_t grid[2],
                         const int64_t tile[2]) {
  for (int i = 0; i < 2; i++) {
    int64_t shard = up(physical[i], grid[i]), memref = tile[0] ? up(shard, tile[i]) : shard;
    CHECK(s->physical.extent[i] == physical[i] && s->shard.extent[i] == shard && s->memref.extent[i] == memref);
    CHECK(s->padded_shard.extent[i] == (tile[0] ? memref * tile[i] : shard));
  }
}

static void sweep_grid(tta_shape shape, const int64_t grid[2]) {
  int64_t physical[2] = {1, shape.extent[shape.rank - 1]};
  for (uint32_t d = 0; d + 1 < shape.rank; d++) physical[0] *= shape.extent[d];
  for (size_t k = 0; k < sizeof tile_sizes / sizeof *tile_sizes; k++) {
    text built, untiled, again;
    build(&built, shape, (tta_shape){2, grid}, NULL, tile_sizes[k]);
    check_shapes(built.s, physical, grid, tile_sizes[k]);
    relay(&untiled, built.s, (int64_t[]){0, 0});
    check_shapes(untiled.s, physical, grid, (int64_t[]){0, 0});
    relay(&again, untiled.s, tile_sizes[k]); /* and back: the same type */
    CHECK(again.buf.size == built.buf.size && !memcmp(again.buf.data, built.buf.data, built.buf.size));
    drop(&again);
    drop(&untiled);
    drop(&built);
    tiles++;
  }
  grids++;
}

/* ---- padding ---- */

/* Rows and columns of one core, looked at one by one. */
static void check_padding(const tta_layout *s, int64_t rows, int64_t columns) {
  int64_t core[2], used = 0;
  for (core[0] = 0; core[0] < s->grid.extent[0]; core[0]++)
    for (core[1] = 0; core[1] < s->grid.extent[1]; core[1]++) {
      int64_t valid[2], counted[2] = {0, 0}, all[2] = {rows, columns};
      tta_layout_valid(s, core, valid);
      for (int i = 0; i < 2; i++)
        for (int64_t o = 0; o < s->shard.extent[i]; o++) counted[i] += core[i] * s->shard.extent[i] + o < all[i];
      CHECK(valid[0] == counted[0] && valid[1] == counted[1]);
      used += valid[0] * valid[1];
    }
  CHECK(used == rows * columns && used == s->logical_elements);
  CHECK(s->padding_elements == s->cores * s->padded_shard.extent[0] * s->padded_shard.extent[1] - used);
}

static void sweep_padding(int64_t rows, int64_t columns) {
  const int64_t shape[2] = {rows, columns}, grid[2] = {3, 2};
  for (size_t k = 0; k < 3; k++) {
    text t;
    build(&t, (tta_shape){2, shape}, (tta_shape){2, grid}, NULL, tile_sizes[k]);
    check_padding(t.s, rows, columns);
    drop(&t);
    paddings++;
  }
}

/* ---- multi-device ---- */

static bool next_core(tta_shape grid, int64_t *core) {
  for (uint32_t d = grid.rank; d-- > 0;) {
    if (++core[d] < grid.extent[d]) return true;
    core[d] = 0;
  }
  return false;
}

/* Where the specification puts a core: chips row-major over the mesh, cores by the rest of the last two dims. */
static int64_t expected_place(const int64_t chip_grid[2], tta_shape mesh, const int64_t *core) {
  int64_t chip = 0;
  for (uint32_t d = 0; d < mesh.rank; d++) {
    int64_t extent = d + 2 >= mesh.rank ? chip_grid[d + 2 - mesh.rank] : 1;
    chip = chip * mesh.extent[d] + core[d] / extent;
  }
  return (chip * chip_grid[0] + core[mesh.rank - 2] % chip_grid[0]) * chip_grid[1] + core[mesh.rank - 1] % chip_grid[1];
}

static const tta_device *make_device(const int64_t chip_grid[2], tta_shape mesh, tta_buf *buf, tta_source *source,
                                     tta_device_text **out) {
  tta_device_spec spec = {.chip_grid = {2, chip_grid}, .mesh = mesh};
  tta_check_options options;
  tta_check_options_init(&options);
  tta_buf_init(buf, NULL);
  CHECK(tta_device_build(&spec, buf, NULL) == TTA_OK);
  tta_buf_char(buf, '\0');
  buf->size--;
  snprintf(last_text, sizeof last_text, "%s", buf->data);
  tta_source_init(source, str("<device>"), (tta_str){buf->data, buf->size}, NULL);
  CHECK(tta_device_text_new(source, &options, out, NULL) == TTA_OK);
  return tta_device_text_get(*out);
}

/* A tensor on the whole logical grid: each shard alone on its core; the slices of the chips make up the tensor. */
static void sweep_device(const int64_t chip_grid[2], tta_shape mesh) {
  static char taken[36 * 10 * 13]; /* the most chips, of the largest */
  tta_buf buf;
  tta_source source;
  tta_device_text *device_text;
  tta_mesh_view view;
  text t;
  int64_t core[4] = {0}, extent[4], chips = 1, slice = 1;
  const tta_device *device = make_device(chip_grid, mesh, &buf, &source, &device_text);
  memset(taken, 0, sizeof taken);
  for (uint32_t d = 0; d < mesh.rank; d++) {
    chips *= mesh.extent[d];
    extent[d] = 2 * device->grid.extent[d];
    CHECK(device->grid.extent[d] == mesh.extent[d] * (d + 2 >= mesh.rank ? chip_grid[d + 2 - mesh.rank] : 1));
  }
  do {
    tta_core_assignment p;
    int64_t chip;
    CHECK(tta_device_place(device, core, &p, &chip, NULL) == TTA_OK && chip == p.chip_index);
    int64_t place = (p.chip_index * chip_grid[0] + p.core.y) * chip_grid[1] + p.core.x;
    CHECK(place == expected_place(chip_grid, mesh, core) && !taken[place]);
    taken[place] = 1;
    shards++;
  } while (next_core(device->grid, core));
  build(&t, (tta_shape){mesh.rank, extent}, device->grid, (int64_t[]){0, 0}, (int64_t[]){0, 0});
  CHECK(tta_mesh_view_of(t.s, device, &view, NULL) == TTA_OK && view.has_slice && view.opened == chips);
  for (uint32_t d = 0; d < mesh.rank; d++) {
    CHECK(view.sharded[d] == (mesh.extent[d] > 1) && view.grid[d] * mesh.extent[d] == device->grid.extent[d]);
    slice *= view.slice[d];
  }
  CHECK(slice * chips == t.s->logical_elements);
  drop(&t);
  tta_device_text_free(device_text);
  tta_source_free(&source);
  tta_buf_free(&buf);
  devices++;
}

int main(void) {
  static const int64_t chip_grids[][2] = {{8, 8}, {7, 8}, {10, 13}, {1, 4}};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (int64_t y = 1; y <= 8; y++)
      for (int64_t x = 1; x <= 8; x++) sweep_grid((tta_shape){shapes[i].rank, shapes[i].extent}, (int64_t[]){y, x});
  for (int64_t rows = 1; rows <= 70; rows += 3)
    for (int64_t columns = 1; columns <= 70; columns++) sweep_padding(rows, columns);
  for (size_t i = 0; i < sizeof chip_grids / sizeof *chip_grids; i++)
    for (int64_t a = 1; a <= 3; a++)
      for (int64_t b = 1; b <= 3; b++) {
        sweep_device(chip_grids[i], (tta_shape){2, (int64_t[]){a, b}});
        for (int64_t c = 1; c <= 2; c++) {
          sweep_device(chip_grids[i], (tta_shape){3, (int64_t[]){c, a, b}});
          sweep_device(chip_grids[i], (tta_shape){4, (int64_t[]){2, c, a, b}});
        }
      }
  printf("sweeps: %ld cases, no seed (%ld grids, %ld tilized and untilized, %ld padded, %ld devices with %ld cores)\n",
         grids + tiles + paddings + devices, grids, tiles, paddings, devices, shards);
  return 0;
}
