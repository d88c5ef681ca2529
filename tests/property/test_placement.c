/* Placement of tensors and the devices that are proposed, against enumeration: random chip grids, meshes, views and
 * grids. What a chip holds is computed from every element and every shard by the map of the device alone; a proposed
 * device is verified in its system, and its cores are compared with those of its chips.
 *
 * usage: test_placement [CASES [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "diag/check_options.h"
#include "random.h"
#include "ttattr/base.h"
#include "ttattr/device.h"

enum { MAX_CORES = 1 << 16, MAX_CHIPS = 64, ANY_CHIPS = 1024 };

static char last_text[4096];
static long placements, differing, copied, proposals, without;

static void die(const char *what, int line) {
  printf("placement: line %d: %s\n  %s\n", line, what, last_text);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

static tta_str str(const char *text) { return (tta_str){text, strlen(text)}; }
static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* ---- devices ---- */

typedef struct device {
  tta_buf text;
  tta_source source;
  tta_device_text *read;
  const tta_device *d;
} device;

static bool read_text(device *v, const char *system) {
  tta_check_options *options;
  CHECK(tta_check_options_new(NULL, &options) == TTA_OK);
  if (system) CHECK(tta_check_options_set_system_desc(options, str(system)) == TTA_OK);
  tta_buf_char(&v->text, '\0');
  v->text.size--;
  snprintf(last_text, sizeof last_text, "%s in %s", v->text.data, system ? system : "-");
  tta_source_init(&v->source, str("<device>"), (tta_str){v->text.data, v->text.size}, NULL);
  tta_status status = tta_device_text_new(&v->source, options, &v->read, NULL);
  tta_check_options_free(options);
  v->d = status ? NULL : tta_device_text_get(v->read);
  return v->d != NULL;
}

static void drop(device *v) {
  tta_device_text_free(v->read);
  tta_source_free(&v->source);
  tta_buf_free(&v->text);
}

/* A view of chips of y x x cores: plain, transposed, wide, tall, a staircase, or round-robin over the chips. */
static void make_device(device *v, int view, int64_t y, int64_t x, int64_t rows, int64_t columns) {
  tta_buf *t = &v->text;
  int64_t n = rows * columns, a = rows * y, b = columns * x;
  char map[256];
  tta_buf_init(t, NULL);
#define MAP(...) snprintf(map, sizeof map, __VA_ARGS__)
#define L(number) ((long long)(number))
  switch (view) {
  case 1:
    a = columns * x, b = rows * y;
    MAP("((d1 floordiv %lld) * %lld + d0 floordiv %lld, d1 mod %lld, d0 mod %lld)", L(y), L(columns), L(x), L(y), L(x));
    break;
  case 2:
    a = 1, b = n * y * x;
    MAP("(d1 floordiv %lld, (d1 mod %lld) floordiv %lld, d1 mod %lld)", L(y * x), L(y * x), L(x), L(x));
    break;
  case 3:
    a = n * y * x, b = 1;
    MAP("(d0 floordiv %lld, (d0 mod %lld) floordiv %lld, d0 mod %lld)", L(y * x), L(y * x), L(x), L(x));
    break;
  case 4:
    a = y, b = n * x;
    MAP("(d1 floordiv %lld, d0, (d0 + d1) mod %lld)", L(x), L(x));
    break;
  case 5:
    a = y, b = n * x;
    MAP("(d1 mod %lld, d0, d1 floordiv %lld)", L(n), L(n));
    break;
  default:
    MAP("((d0 floordiv %lld) * %lld + d1 floordiv %lld, d0 mod %lld, d1 mod %lld)", L(y), L(columns), L(x), L(y), L(x));
  }
  bool line = view >= 2;
  tta_buf_printf(t, "#tt.device<workerGrid = #tt.grid<%lldx%lld, (d0, d1) -> %s>, meshShape = %lldx%lld, chipIds = [",
                 L(a), L(b), map, L(view == 3 ? n : line ? 1 : rows), L(view == 3 ? 1 : line ? n : columns));
  for (int64_t i = 0; i < n; i++) tta_buf_printf(t, "%s%lld", i ? ", " : "", L(i));
  tta_buf_str(t, "]>");
}

/* ---- what a chip holds ---- */

typedef struct box {
  int64_t count, low[2], high[2];
} box;

static void add(box *b, const int64_t *at) {
  for (int i = 0; i < 2; i++) {
    if (!b->count || at[i] < b->low[i]) b->low[i] = at[i];
    if (!b->count || at[i] > b->high[i]) b->high[i] = at[i];
  }
  b->count++;
}

static bool is_box(const box *b) {
  return b->count && b->count == (b->high[0] - b->low[0] + 1) * (b->high[1] - b->low[1] + 1);
}

static void compare_box(const box *b, tta_shape first, tta_shape extents) {
  CHECK((extents.rank == 2) == is_box(b) && first.rank == extents.rank);
  for (int i = 0; i < 2 && is_box(b); i++)
    CHECK(first.extent[i] == b->low[i] && extents.extent[i] == b->high[i] - b->low[i] + 1);
}

/* Chips, each once, that have a shard; by the map alone. */
static int chips_of(const tta_device *d, const int64_t *shard, const int64_t *copies, int64_t *chip,
                    int64_t (*core)[2]) {
  int count = 0;
  for (int64_t i = 0; i < copies[0]; i++)
    for (int64_t k = 0; k < copies[1]; k++) {
      int64_t at[2] = {shard[0] + i * (d->grid.extent[0] / copies[0]), shard[1] + k * (d->grid.extent[1] / copies[1])};
      int64_t image[3];
      CHECK(tta_map_evaluate(&d->map, at, NULL, image) == TTA_OK);
      chip[count] = image[0];
      core[count][0] = image[1], core[count][1] = image[2];
      count++;
    }
  return count;
}

static bool is_first(const int64_t *chip, int n) {
  for (int i = 0; i < n; i++)
    if (chip[i] == chip[n]) return false;
  return true;
}

static void compare_chips(const tta_layout *s, const tta_device *d, const tta_placement *p) {
  static box grids[MAX_CHIPS], elements[MAX_CHIPS], cores[MAX_CHIPS];
  int64_t copies[2], chip[MAX_CHIPS], core[MAX_CHIPS][2], number = 0, per_copy = s->grid.extent[0] * s->grid.extent[1];
  memset(grids, 0, sizeof grids);
  memset(elements, 0, sizeof elements);
  memset(cores, 0, sizeof cores);
  for (int i = 0; i < 2; i++) {
    int64_t mesh = d->mesh.extent[i];
    copies[i] = s->grid.extent[i] == 1 && d->grid.extent[i] % mesh == 0 ? mesh : 1;
  }
  CHECK(tta_placement_num_replicas(p) == copies[0] * copies[1]);
  CHECK(tta_placement_num_shards(p) == copies[0] * copies[1] * per_copy);
  for (int64_t y = 0; y < s->grid.extent[0]; y++)
    for (int64_t x = 0; x < s->grid.extent[1]; x++, number++) {
      int64_t shard[2] = {y, x};
      int count = chips_of(d, shard, copies, chip, core);
      for (int n = 0; n < count; n++) {
        tta_placed_shard placed;
        CHECK(tta_placement_shard(p, n * per_copy + number, &placed) == TTA_OK);
        CHECK(placed.replica == n && placed.shard[0] == y && placed.shard[1] == x && placed.chip == chip[n]);
        CHECK(placed.place.core.y == core[n][0] && placed.place.core.x == core[n][1]);
        add(&cores[chip[n]], core[n]);
        if (is_first(chip, n)) add(&grids[chip[n]], shard);
      }
    }
  for (int64_t y = 0; y < s->logical.extent[0]; y++)
    for (int64_t x = 0; x < s->logical.extent[1]; x++) {
      int64_t index[2] = {y, x}, image[2];
      CHECK(tta_map_evaluate(&s->linear, index, NULL, image) == TTA_OK);
      int64_t shard[2] = {image[0] / s->shard.extent[0], image[1] / s->shard.extent[1]};
      int count = chips_of(d, shard, copies, chip, core);
      for (int n = 0; n < count; n++)
        if (is_first(chip, n)) add(&elements[chip[n]], index);
    }
  bool agree = true;
  for (uint32_t c = 0; c < d->chip_ids.rank; c++) {
    const tta_chip_contents *held = tta_placement_chip(p, c);
    int64_t at[2] = {c / d->mesh.extent[1], c % d->mesh.extent[1]};
    bool empty = false, same = is_box(&grids[c]);
    compare_box(&grids[c], held->grid_first, held->grid);
    compare_box(&elements[c], held->slice_first, held->slice);
    CHECK(held->num_shards == cores[c].count && (!cores[c].count || held->cores_full == is_box(&cores[c])));
    if (cores[c].count)
      CHECK(held->first_core.y == cores[c].low[0] && held->first_core.x == cores[c].low[1] &&
            held->last_core.y == cores[c].high[0] && held->last_core.x == cores[c].high[1]);
    for (int i = 0; i < 2; i++) {
      int64_t extent = s->grid.extent[i], cut = d->mesh.extent[i] > 1 && extent > 1;
      int64_t share = cut ? up(extent, d->mesh.extent[i]) : extent, first = cut ? at[i] * share : 0;
      int64_t last = first + share < extent ? first + share : extent;
      empty = empty || first >= extent;
      same = same && grids[c].low[i] == first && grids[c].high[i] == last - 1;
    }
    agree = agree && (empty ? !cores[c].count : same);
  }
  CHECK(tta_placement_slices(p) == (agree ? TTA_SLICES_AGREE : TTA_SLICES_DIFFER));
  CHECK((tta_placement_reason(p).size > 0) == !agree);
  placements++;
  differing += !agree;
  copied += copies[0] * copies[1] > 1;
}

static void try_placement(const tta_device *d) {
  static const char *const maps[] = {"(d0, d1) -> (d0, d1)", "(d0, d1) -> (d1, d0)", "(d0, d1) -> (0, d0 * %lld + d1)",
                                     "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * %lld)",
                                     "(d0, d1) -> (d0 * 3, d1)"};
  int64_t shape[2] = {pick(1, 24), pick(1, 24)};
  int64_t grid[2] = {pick(1, 9), pick(1, 9)};
  char map[128];
  tta_build_spec spec;
  tta_source source;
  tta_layouts *layouts;
  tta_check_options options;
  tta_placement *p;
  tta_buf text;
  int kind = (int)pick(0, 4);
  for (int i = 0; i < 2; i++)
    if (grid[i] > d->grid.extent[i]) grid[i] = d->grid.extent[i];
  if (kind == 2) grid[0] = 1;
  snprintf(map, sizeof map, maps[kind], L(shape[1]));
  tta_build_spec_init(&spec);
  tta_buf_init(&text, NULL);
  spec.shape = (tta_shape){2, shape};
  spec.grid = (tta_shape){2, grid};
  spec.element = str("f32");
  spec.map = str(map);
  if (tta_layout_build(&spec, &text, NULL, NULL)) {
    tta_buf_free(&text);
    return;
  }
  tta_buf_char(&text, '\0');
  text.size--;
  snprintf(last_text, sizeof last_text, "%s\n  %.*s", text.data, (int)d->text.size, d->text.data);
  tta_check_options_init(&options);
  tta_source_init(&source, str("<type>"), (tta_str){text.data, text.size}, NULL);
  tta_status status = tta_layouts_read(&source, TTA_LAYOUTS_TYPE, &options, &layouts, NULL);
  const tta_layout *s = status ? NULL : tta_layouts_entry(layouts, 0)->layout;
  bool within = s != NULL;
  for (int i = 0; i < 2 && within; i++) within = s->used.extent[i] <= s->grid.extent[i] * s->shard.extent[i];
  if (within) {
    CHECK(tta_placement_new(s, d, NULL, &p, NULL) == TTA_OK);
    compare_chips(s, d, p);
    tta_placement_free(p);
  }
  tta_layouts_free(layouts);
  tta_source_free(&source);
  tta_buf_free(&text);
}

/* ---- proposals ---- */

/* Every core of the device is a core of its chip, and no other's. */
static void check_cores(const tta_device *d, int64_t y, int64_t x, int64_t num_chips) {
  static char taken[MAX_CORES];
  int64_t core[3] = {0}, image[3];
  memset(taken, 0, sizeof taken);
  CHECK(d->chip_ids.rank * y * x <= (int64_t)sizeof taken);
  for (uint32_t i = 0; i < d->chip_ids.rank; i++) CHECK(d->chip_ids.extent[i] < num_chips);
  for (bool more = true; more;) {
    CHECK(tta_map_evaluate(&d->map, core, NULL, image) == TTA_OK);
    CHECK(image[0] >= 0 && image[0] < d->chip_ids.rank && image[1] >= 0 && image[1] < y && image[2] >= 0 &&
          image[2] < x);
    int64_t at = (image[0] * y + image[1]) * x + image[2];
    CHECK(!taken[at]);
    taken[at] = 1;
    more = false;
    for (uint32_t i = d->grid.rank; i-- > 0 && !more;) {
      more = ++core[i] < d->grid.extent[i];
      if (!more) core[i] = 0;
    }
  }
}

static void try_proposal(const tta_device *from, int64_t y, int64_t x, int64_t num_chips, tta_shape grid,
                         bool system_known) {
  tta_arena *arena = tta_arena_new(NULL);
  tta_system system;
  tta_device in_system = *from;
  device v;
  char notation[64];
  int64_t cores = 1;
  for (uint32_t i = 0; i < grid.rank; i++) cores *= grid.extent[i];
  snprintf(notation, sizeof notation, "[%lld, %lldx%lld]", L(num_chips), L(y), L(x));
  CHECK(arena && tta_system_parse(str(notation), arena, &system, NULL) == TTA_OK);
  in_system.system = system_known ? &system : NULL;
  tta_buf_init(&v.text, NULL);
  tta_status status = tta_device_to_hold(&in_system, grid, &v.text);
  snprintf(last_text, sizeof last_text, "%.*s in %s", (int)from->text.size, from->text.data, notation);
  if (system_known && up(cores, y * x) > num_chips) {
    CHECK(status == TTA_INVALID && v.text.size == 0);
    without++;
    tta_buf_free(&v.text);
  } else {
    CHECK(status == TTA_OK);
    if (!system_known) snprintf(notation, sizeof notation, "[%lld, %lldx%lld]", L(ANY_CHIPS), L(y), L(x));
    CHECK(read_text(&v, notation));
    CHECK(tta_results_num_errors(tta_device_text_results(v.read)) == 0);
    CHECK(tta_device_holds(v.d, grid, NULL) == TTA_OK);
    CHECK(v.d->chip_ids.rank == up(cores, y * x));
    for (uint32_t i = 0; i < grid.rank; i++) CHECK(v.d->grid.extent[i] == grid.extent[i]);
    check_cores(v.d, y, x, system_known ? num_chips : ANY_CHIPS);
    drop(&v);
    proposals++;
  }
  tta_arena_delete(arena);
}

static void try_proposals(const tta_device *d, int64_t y, int64_t x, int64_t chips) {
  int64_t all = y * x * chips, three[3] = {pick(1, 3), pick(1, 9), pick(1, 9)};
  const int64_t lines[][2] = {{all, 1},   {1, all}, {y * x, 1},                {1, 2 * y * x},
                              {2 * y, x}, {x, y},   {pick(1, 40), pick(1, 40)}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int known = 0; known < 2; known++)
      try_proposal(d, y, x, chips + (int64_t)i % 3, (tta_shape){2, lines[i]}, known);
  try_proposal(d, y, x, chips + 1, (tta_shape){3, three}, true);
  try_proposal(d, y, x, chips + 1, (tta_shape){1, &all}, true);
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? atol(argv[1]) : 600;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 13;
  random_state = seed;
  for (long n = 0; n < cases; n++) {
    device v;
    int64_t y = pick(2, 9), x = pick(2, 9), rows = pick(1, 2), columns = pick(1, 3);
    make_device(&v, (int)(n % 6), y, x, rows, columns);
    CHECK(read_text(&v, NULL));
    for (int i = 0; i < 8; i++) try_placement(v.d);
    try_proposals(v.d, y, x, rows * columns);
    drop(&v);
  }
  printf("placement: %ld cases, seed %llu: %ld placements (%ld differ from the slices, %ld with copies), "
         "%ld proposals, %ld without one\n",
         cases, (unsigned long long)seed, placements, differing, copied, proposals, without);
  return 0;
}
