/* Random devices and layouts: the core ranges, the orientation, the slices and the mappers of TTNN reproduce the chip
 * and the core of every element, also on the way back, and a rejection is right: no range and no orientation would do.
 * The worker map is evaluated here, by the kind of the device; the cores of a term are listed by the definition
 * (tt-metal corerange_to_cores).
 *
 * usage: test_shard_cores [CASES [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "device/device.h"
#include "random.h"
#include "drivers/convert_layout.h"

enum { TEXT = 2048, MAX_CORES = 4096 };

typedef enum form { PLAIN, WIDE, WIDE_COLUMNS, TALL, NUM_FORMS } form;
typedef enum twist { NONE, TURN, STAIRS, UP, SHIFT, APART, ORDER, DEALT, NUM_TWISTS } twist;

/* A device, and its map as C. */
typedef struct world {
  form form;
  twist twist;
  int rank;
  int64_t mesh[3], chip[2], grid[3]; /* chip: rows, columns before the twist */
  int64_t num_chips;
  char text[TEXT];
} world;

static long granted, rejected, converted, refused, moved, back;
static char context[2 * TEXT];

static void die(const char *what) {
  fprintf(stderr, "%s\n%s\n", what, context);
  exit(1);
}

/* ---- devices ---- */

static void place(const world *w, const int64_t *d, int64_t out[3]) {
  int64_t rows = w->chip[0], columns = w->chip[1], chip = 0, y = 0, x = 0;
  int64_t v = d[w->rank - 2], u = d[w->rank - 1];
  if (w->form == PLAIN) {
    for (int i = 0; i + 2 < w->rank; i++) chip = chip * w->mesh[i] + d[i];
    chip = (chip * w->mesh[w->rank - 2] + v / rows) * w->mesh[w->rank - 1] + u / columns;
    y = v % rows, x = u % columns;
  } else {
    int64_t n = w->form == TALL ? v : u;
    chip = n / (rows * columns), n %= rows * columns;
    if (w->form == WIDE_COLUMNS) y = n % rows, x = n / rows;
    else y = n / columns, x = n % columns;
  }
  switch (w->twist) {
  case TURN: out[0] = chip, out[1] = x, out[2] = y; return;
  case STAIRS: out[0] = chip, out[1] = y, out[2] = (x + y) % columns; return;
  case UP: out[0] = chip, out[1] = rows - 1 - y, out[2] = x; return;
  case SHIFT: out[0] = chip, out[1] = y + 2, out[2] = x + 1; return;
  case APART: out[0] = chip, out[1] = y, out[2] = x + chip; return;
  case ORDER: out[0] = w->num_chips - 1 - chip, out[1] = y, out[2] = x; return;
  case DEALT: out[0] = (chip + y) % w->num_chips, out[1] = y, out[2] = x; return;
  default: out[0] = chip, out[1] = y, out[2] = x; return;
  }
}

static void write_map(const world *w, char *out) {
  char chip[256], y[128], x[128], v[16], u[16];
  long long rows = w->chip[0], columns = w->chip[1], area = rows * columns, chips = w->num_chips;
  snprintf(v, sizeof v, "d%d", w->rank - 2);
  snprintf(u, sizeof u, "d%d", w->rank - 1);
  if (w->form == PLAIN) {
    snprintf(chip, sizeof chip, "(%s * %lld + %s floordiv %lld) * %lld + %s floordiv %lld", w->rank == 3 ? "d0" : "0",
             (long long)w->mesh[w->rank - 2], v, rows, (long long)w->mesh[w->rank - 1], u, columns);
    snprintf(y, sizeof y, "%s mod %lld", v, rows);
    snprintf(x, sizeof x, "%s mod %lld", u, columns);
  } else {
    const char *n = w->form == TALL ? v : u;
    snprintf(chip, sizeof chip, "%s floordiv %lld", n, area);
    if (w->form == WIDE_COLUMNS) {
      snprintf(y, sizeof y, "(%s mod %lld) mod %lld", n, area, rows);
      snprintf(x, sizeof x, "(%s mod %lld) floordiv %lld", n, area, rows);
    } else {
      snprintf(y, sizeof y, "(%s mod %lld) floordiv %lld", n, area, columns);
      snprintf(x, sizeof x, "(%s mod %lld) mod %lld", n, area, columns);
    }
  }
  switch (w->twist) {
  case TURN: sprintf(out, "%s, %s, %s", chip, x, y); return;
  case STAIRS: sprintf(out, "%s, %s, (%s + %s) mod %lld", chip, y, x, y, columns); return;
  case UP: sprintf(out, "%s, %lld - (%s), %s", chip, rows - 1, y, x); return;
  case SHIFT: sprintf(out, "%s, %s + 2, %s + 1", chip, y, x); return;
  case APART: sprintf(out, "%s, %s, %s + (%s)", chip, y, x, chip); return;
  case ORDER: sprintf(out, "%lld - (%s), %s, %s", chips - 1, chip, y, x); return;
  case DEALT: sprintf(out, "(%s + %s) mod %lld, %s, %s", chip, y, chips, y, x); return;
  default: sprintf(out, "%s, %s, %s", chip, y, x); return;
  }
}

static void append_dims(char *out, int rank, const int64_t *dims) {
  for (int i = 0; i < rank; i++) sprintf(out + strlen(out), "%s%lld", i ? "x" : "", (long long)dims[i]);
}

static world random_world(void) {
  world w = {.form = (form)pick(0, NUM_FORMS - 1), .twist = (twist)(pick(0, 1) ? NONE : pick(0, NUM_TWISTS - 1))};
  w.rank = w.form == PLAIN && pick(0, 2) == 0 ? 3 : 2;
  w.chip[0] = pick(1, 4), w.chip[1] = pick(1, 4);
  w.num_chips = 1;
  for (int i = 0; i < w.rank; i++) {
    bool line = w.form != PLAIN && i != (w.form == TALL ? 0 : 1);
    w.mesh[i] = line || pick(0, 1) ? 1 : pick(2, 3);
    w.num_chips *= w.mesh[i];
    w.grid[i] = w.mesh[i];
  }
  if (w.form == PLAIN) w.grid[w.rank - 2] *= w.chip[0], w.grid[w.rank - 1] *= w.chip[1];
  else if (w.form == TALL) w.grid[0] *= w.chip[0] * w.chip[1];
  else w.grid[1] *= w.chip[0] * w.chip[1];
  char map[TEXT];
  write_map(&w, map);
  strcpy(w.text, "#tt.device<workerGrid = #tt.grid<");
  append_dims(w.text, w.rank, w.grid);
  strcat(w.text, w.rank == 2 ? ", (d0, d1) -> (" : ", (d0, d1, d2) -> (");
  strcat(w.text, map);
  strcat(w.text, ")>, meshShape = ");
  append_dims(w.text, w.rank, w.mesh);
  strcat(w.text, ", chipIds = [");
  for (int i = 0; i < w.num_chips; i++) sprintf(w.text + strlen(w.text), i ? ", %d" : "%d", i);
  strcat(w.text, "]>");
  return w;
}

/* ---- brute force ---- */

/* Whether the mesh gives two chips the same part of a grid: they are equal but for dims with copies. */
static bool same_part(const world *w, const int64_t *grid, int64_t a, int64_t b) {
  bool same = true;
  for (int i = w->rank; i-- > 0; a /= w->mesh[i], b /= w->mesh[i])
    if (w->mesh[i] > 1 && grid[i] > 1 && a % w->mesh[i] != b % w->mesh[i]) same = false;
  return same;
}

/* The part of each chip by the specification: its cores, of the first chip, in `cores`. False: a shard is on another
 * chip than the mesh says (copies can be on the chips in any order), on other cores than on the first chip, or not in
 * rows and columns. */
static bool collect(const world *w, const int64_t *grid, int64_t share[3], int64_t cores[][2]) {
  bool right = true;
  for (int i = 0; i < w->rank; i++) {
    share[i] = w->mesh[i] > 1 && grid[i] > 1 ? (grid[i] + w->mesh[i] - 1) / w->mesh[i] : grid[i];
    if (i + 2 < w->rank && share[i] > 1) right = false;
  }
  for (int64_t chip = 0; chip < w->num_chips; chip++) {
    int64_t at[3] = {0}, rest = chip, position[3];
    for (int i = w->rank; i-- > 0; rest /= w->mesh[i]) position[i] = rest % w->mesh[i];
    int64_t all = 1, on = -1;
    for (int i = 0; i < w->rank; i++) all *= share[i];
    for (int64_t n = 0; n < all; n++) {
      int64_t d[3], to[3], left = n;
      bool inside = true;
      for (int i = w->rank; i-- > 0; left /= share[i]) {
        at[i] = left % share[i];
        bool copied = grid[i] == 1 && w->mesh[i] > 1;
        d[i] = copied ? position[i] * (w->grid[i] / w->mesh[i]) : (w->mesh[i] > 1 ? position[i] * share[i] : 0) + at[i];
        inside = inside && (copied || d[i] < grid[i]);
      }
      if (!inside) continue;
      place(w, d, to);
      if (on < 0) on = same_part(w, grid, to[0], chip) ? to[0] : chip;
      if (to[0] != on) right = false;
      if (chip == 0) cores[n][0] = to[1], cores[n][1] = to[2];
      else if (cores[n][0] != to[1] || cores[n][1] != to[2]) right = false;
    }
  }
  return right;
}

/* Whether some range, in either orientation, has these cores for a block. */
static bool some_block(int64_t rows, int64_t columns, int64_t cores[][2]) {
  for (int turned = 0; turned < 2; turned++)
    for (int64_t y = 0; y < 24; y++)
      for (int64_t x = 0; x < 24; x++) {
        bool same = true;
        for (int64_t i = 0; i < rows * columns && same; i++) {
          int64_t r = i / columns, k = i % columns;
          same = cores[i][0] == y + (turned ? k : r) && cores[i][1] == x + (turned ? r : k);
        }
        if (same) return true;
      }
  return false;
}

/* Core i of the ranges. False when there are not so many. */
static bool core_of_line(const tta_shard_cores *c, int64_t i, int64_t core[2]) {
  for (uint32_t k = 0; k < c->num_ranges; k++) {
    const tta_core_box *r = &c->ranges[k];
    int64_t rows = r->last.y - r->first.y + 1, columns = r->last.x - r->first.x + 1;
    if (rows < 1 || columns < 1) die("a range is empty");
    if (i < rows * columns) {
      core[0] = r->first.y + (c->column_major ? i % rows : i / columns);
      core[1] = r->first.x + (c->column_major ? i / rows : i % columns);
      return true;
    }
    i -= rows * columns;
  }
  return false;
}

/* The core of a shard of the part of a chip. */
static void core_of(const tta_shard_cores *c, int64_t rows, int64_t columns, int64_t row, int64_t column,
                    int64_t core[2]) {
  bool line = (rows == 1) != (columns == 1);
  if (line) {
    if (!core_of_line(c, row * columns + column, core)) die("fewer cores than shards");
    return;
  }
  const tta_core_box *r = c->ranges;
  int64_t height = c->column_major ? columns : rows, width = c->column_major ? rows : columns;
  if (c->num_ranges != 1 || r->last.y - r->first.y + 1 != height || r->last.x - r->first.x + 1 != width)
    die("the range of a block has other extents");
  core[0] = r->first.y + (c->column_major ? column : row);
  core[1] = r->first.x + (c->column_major ? row : column);
}

static void check_grid(const world *w, const tta_device *device, const int64_t *grid, bool whole) {
  static int64_t cores[MAX_CORES][2];
  int64_t share[3];
  tta_shard_cores found;
  tta_arena arena;
  tta_buf reason;
  tta_arena_init(&arena, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = whole ? tta_device_shard_cores(device, &arena, &found, &reason)
                            : tta_shard_cores_on(device, (tta_shape){(uint32_t)w->rank, grid}, TTA_MEMORY_LAYOUT_NONE,
                                                 &arena, &found, &reason);
  if (status && (status != TTA_INVALID || !reason.size)) die("neither granted nor rejected with a reason");
  bool same = collect(w, grid, share, cores);
  int64_t rows = share[w->rank - 2], columns = share[w->rank - 1];
  bool line = (rows == 1) != (columns == 1), possible = same && (line || some_block(rows, columns, cores));
  if (possible != !status) die(status ? "rejected, but a term exists" : "granted, but no term exists");
  if (status) rejected++;
  else granted++;
  for (int64_t i = 0; !status && i < rows * columns; i++) {
    int64_t core[2];
    core_of(&found, rows, columns, i / columns, i % columns, core);
    if (core[0] != cores[i][0] || core[1] != cores[i][1]) die("a shard is on another core");
  }
  tta_buf_free(&reason);
  tta_arena_free(&arena);
}

/* ---- elements ---- */

static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* A matrix, with a batch in front on grids of rank 3. Rows of 4 f32 are 16 bytes, so that TTNN does not align them. */
static void random_layout(const world *w, const int64_t *grid, int64_t *shape, char *text) {
  int64_t shard[3];
  for (int i = 0; i < w->rank; i++) {
    shard[i] = i + 1 == w->rank ? 4 * pick(1, 2) : pick(1, 3);
    shape[i] = shard[i] * grid[i];
    if (pick(0, 5) == 0 && shape[i] > shard[i]) shape[i] -= pick(0, i + 1 == w->rank ? 0 : shard[i] - 1);
    shard[i] = up(shape[i], grid[i]);
  }
  strcpy(text, "tensor<");
  append_dims(text, w->rank, shape);
  strcat(text, w->rank == 2 ? "xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <"
                            : "xf32, #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <");
  append_dims(text, w->rank, grid);
  strcat(text, ">, memref<");
  append_dims(text, w->rank, shard);
  strcat(text, "xf32, #tt.memory_space<l1>>>>");
}

/* The chip of an element and its index there, by the mappers. */
static int64_t distribute(const tta_conversion *c, int rank, const int64_t *index, int64_t *local) {
  int64_t chip = 0;
  for (int d = 0; d < rank; d++) local[d] = index[d];
  for (uint32_t i = 0; i < c->num_mappers; i++) {
    const tta_mesh_mapper *m = &c->mappers[i];
    chip *= m->mesh;
    if (!m->sharded) continue;
    chip += index[m->dim] / c->mesh.slice[m->dim];
    local[m->dim] = index[m->dim] % c->mesh.slice[m->dim];
  }
  return chip;
}

static void check_element(const world *w, const tta_conversion *c, const tta_layout *from, const tta_layout *to,
                          const int64_t *index, bool collapsed) {
  tta_location a, b;
  int64_t local[3], core[2], placed[3];
  if (tta_layout_locate(from, index, &a, NULL)) die("no location");
  int64_t first = distribute(c, w->rank, index, local);
  if (tta_layout_locate(to, local, &b, NULL)) die("no location on the device");
  core_of(&c->cores, to->grid.extent[0], to->grid.extent[1], b.core[0], b.core[1], core);
  /* every copy */
  int64_t copies[3], count = 1;
  for (int i = 0; i < w->rank; i++) {
    copies[i] = from->grid.extent[i] == 1 ? w->mesh[i] : 1;
    count *= copies[i];
  }
  for (int64_t n = 0; n < count; n++) {
    int64_t d[3], rest = n, chip = 0, position[3];
    for (int i = w->rank; i-- > 0; rest /= copies[i]) {
      position[i] = rest % copies[i];
      d[i] = a.core[i] + position[i] * (w->grid[i] / w->mesh[i]);
    }
    for (int i = 0; i < w->rank; i++) chip = chip * w->mesh[i] + position[i];
    place(w, d, placed);
    if (!same_part(w, from->grid.extent, placed[0], first + chip)) die("an element is on another chip");
    if (!collapsed && (placed[1] != core[0] || placed[2] != core[1])) die("an element is on another core");
    if (!collapsed && a.linear_offset != b.linear_offset) die("an element is at another offset");
  }
}

/* The term as a metal_layout over the whole device again: each element is where the term puts it. */
static void check_back(const world *w, const tta_device *device, const tta_conversion *c,
                       const tta_layout_ref_text *term, bool even) {
  int64_t mappers[3], index[3] = {0};
  tta_layout_ref_text *read;
  tta_layout_ref_context none = {.from = TTA_NOTATION_UNKNOWN};
  tta_conversion whole;
  tta_arena arena;
  tta_buf reason;
  if (c->num_mappers != (uint32_t)w->rank) die("not a mapper for each mesh dim");
  for (int i = 0; i < w->rank; i++) {
    mappers[i] = TTA_MAPPER_REPLICATE;
    if (c->mappers[i].sharded) mappers[i] = c->mappers[i].dim;
  }
  tta_conversion_spec spec = {
      .to = TTA_NOTATION_METAL, .device = device, .num_mappers = (uint32_t)w->rank, .mappers = mappers};
  tta_arena_init(&arena, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = convert_layout(tta_layout_ref_get(term), &spec, &arena, &whole, &reason);
  if (status && (status != TTA_INVALID || even)) {
    fprintf(stderr, "%.*s\n", (int)reason.size, reason.data);
    die("the term does not come back");
  }
  if (!status) {
    back++;
    if (tta_layout_ref_read(whole.text, &none, &read, &reason)) die("the whole layout is not read");
    const tta_layout *a = tta_layout_ref_get(read)->layout, *b = tta_layout_ref_get(term)->layout;
    for (bool more = true; more;) {
      tta_location at, of;
      int64_t local[3], core[2], placed[3], chip = distribute(c, w->rank, index, local);
      if (tta_layout_locate(a, index, &at, NULL) || tta_layout_locate(b, local, &of, NULL)) die("no location");
      core_of(&c->cores, b->grid.extent[0], b->grid.extent[1], of.core[0], of.core[1], core);
      place(w, at.core, placed);
      if (!same_part(w, a->grid.extent, placed[0], chip) || placed[1] != core[0] || placed[2] != core[1] ||
          at.linear_offset != of.linear_offset)
        die("an element does not come back to its place");
      more = false;
      for (int i = w->rank; i-- > 0 && !more;) {
        more = ++index[i] < a->logical.extent[i];
        if (!more) index[i] = 0;
      }
    }
    tta_layout_ref_free(read);
  }
  tta_buf_free(&reason);
  tta_arena_free(&arena);
}

static void check_layout(const world *w, const tta_device *device, const int64_t *grid) {
  static int64_t cores[MAX_CORES][2];
  char text[TEXT];
  int64_t shape[3], share[3], index[3] = {0};
  tta_arena arena;
  tta_buf reason;
  tta_conversion c;
  tta_layout_ref_text *from, *to;
  tta_layout_ref_context none = {.from = TTA_NOTATION_UNKNOWN};
  tta_conversion_spec spec = {.to = TTA_NOTATION_TTNN, .device = device};
  random_layout(w, grid, shape, text);
  snprintf(context + strlen(context), sizeof context - strlen(context), "\n%s", text);
  tta_arena_init(&arena, NULL);
  tta_buf_init(&reason, NULL);
  if (tta_layout_ref_read((tta_str){text, strlen(text)}, &none, &from, &reason)) die("the layout is not read");
  tta_status status = convert_layout(tta_layout_ref_get(from), &spec, &arena, &c, &reason);
  if (status && (status != TTA_INVALID || !reason.size)) die("neither converted nor rejected with a reason");
  bool possible = collect(w, grid, share, cores);
  int64_t rows = share[w->rank - 2], columns = share[w->rank - 1];
  possible = possible && ((rows == 1) != (columns == 1) || some_block(rows, columns, cores));
  if (!status && !possible) die("converted, but no term exists");
  if (status) refused++;
  else converted++;
  /* whole shards on the chips of a matrix: nothing but the cores can be in the way */
  bool even = true;
  for (int i = 0; i < w->rank; i++) even = even && shape[i] % grid[i] == 0;
  if (status && possible && even) {
    fprintf(stderr, "%.*s\n", (int)reason.size, reason.data);
    die("rejected, but a term exists");
  }
  if (!status) {
    tta_buf_char(&reason, '\0');
    bool collapsed = strstr(reason.data, "every element stays on its device");
    moved += collapsed;
    if (tta_layout_ref_read(c.text, &none, &to, &reason)) die("the term is not read");
    const tta_layout *a = tta_layout_ref_get(from)->layout, *b = tta_layout_ref_get(to)->layout;
    for (bool more = true; more;) {
      check_element(w, &c, a, b, index, collapsed);
      more = false;
      for (int i = w->rank; i-- > 0 && !more;) {
        more = ++index[i] < shape[i];
        if (!more) index[i] = 0;
      }
    }
    check_back(w, device, &c, to, even);
    tta_layout_ref_free(to);
  }
  tta_layout_ref_free(from);
  tta_buf_free(&reason);
  tta_arena_free(&arena);
}

/* ---- all ---- */

static void check_world(const world *w, const tta_device *device) {
  for (int k = 0; k < 4; k++) {
    int64_t grid[3];
    bool whole = k == 0 && w->num_chips == 1; /* of several: the grid of each chip is legal as well */
    for (int i = 0; i < w->rank; i++) {
      int64_t chip = w->grid[i] / w->mesh[i];
      int64_t choices[] = {1, w->grid[i], pick(1, w->grid[i]), pick(1, chip) * w->mesh[i]};
      grid[i] = whole ? w->grid[i] : choices[pick(0, 3)];
    }
    snprintf(context, sizeof context, "%s\ngrid", w->text);
    for (int i = 0; i < w->rank; i++) sprintf(context + strlen(context), " %lld", (long long)grid[i]);
    check_grid(w, device, grid, whole);
    check_layout(w, device, grid);
  }
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? strtol(argv[1], NULL, 10) : 2000;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261122;
  uint64_t seed = random_state;
  for (long n = 0; n < cases; n++) {
    world w = random_world();
    tta_source source;
    tta_device_text *device;
    char text[TEXT + 4] = {0};
    strcpy(text, w.text);
    snprintf(context, sizeof context, "%s", w.text);
    tta_source_init(&source, (tta_str){"device", 6}, (tta_str){text, strlen(text)}, NULL);
    if (tta_device_text_new(&source, NULL, &device, NULL) || !tta_device_text_get(device)) die("no device");
    check_world(&w, tta_device_text_get(device));
    tta_device_text_free(device);
    tta_source_free(&source);
  }
  printf("shard cores: %ld devices, seed %" PRIu64 " (%ld grids granted, %ld rejected; %ld layouts converted, %ld of "
         "them collapsed, %ld came back, %ld rejected)\n", cases, seed, granted, rejected, converted, moved, back,
         refused);
  return converted && rejected && moved && back ? 0 : 1;
}
