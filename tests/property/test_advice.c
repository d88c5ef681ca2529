/* Random programs that do not fit. The suggestion for the first failure is applied to the text, and the text is planned
 * again. The suggestion must be correct (the buffer has an address and the reported size, and the rest of the program
 * fits or fails as reported) and minimal (no grid of fewer cores, and no longer slice or block, is sufficient). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "ttattr/memory.h"

static long number;
static long checked_grids, checked_tiles, checked_dram, checked_slices, checked_blocks, checked_next;
static void die(const char *what, const char *text) {
  printf("advice: case %ld: %s\n%s\n", number, what, text);
  exit(1);
}

/* ---- programs ---- */

enum { MOST = 8, TEXT = 8192 };
static const char *const tiles[] = {"f32", "bf16", "bfp_bf8", "bfp_bf4"};

typedef struct tensor {
  int64_t batch, rows, columns, y, x; /* in scalars; the grid, without the batch's own extent 1 */
  int tile;                    /* -1: scalars */
  bool dram, freed;
} tensor;

typedef struct program {
  tensor t[MOST + 1];
  int count;
} program;

static int64_t ceildiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

static int put_type(char *out, size_t size, const tensor *t) {
  int64_t unit = t->tile >= 0 ? 32 : 1, h = ceildiv(ceildiv(t->rows, t->y), unit),
          w = ceildiv(ceildiv(t->columns, t->x), unit);
  char element[64] = "f32";
  if (t->tile >= 0) snprintf(element, sizeof element, "!tt.tile<32x32, %s>", tiles[t->tile]);
  return snprintf(out, size,
                  "tensor<%lldx%lldx%lldxf32, #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <1x%lldx%lld>, "
                  "memref<%lldx%lldx%lldx%s, #tt.memory_space<%s>>>>",
                  (long long)t->batch, (long long)t->rows, (long long)t->columns, (long long)t->y, (long long)t->x,
                  (long long)t->batch, (long long)h, (long long)w, element, t->dram ? "dram" : "l1");
}

/* All but the freed ones live to the end. */
static void write_program(const program *p, char *text) {
  char type[512];
  int at = snprintf(text, TEXT, "func.func @f() {\n");
  for (int i = 0; i < p->count; i++) {
    put_type(type, sizeof type, &p->t[i]);
    at += snprintf(text + at, (size_t)(TEXT - at), "  %%v%d = \"t.make\"() : () -> %s\n", i, type);
    if (i && p->t[i - 1].freed) {
      put_type(type, sizeof type, &p->t[i - 1]);
      at += snprintf(text + at, (size_t)(TEXT - at), "  \"t.deallocate\"(%%v%d) : (%s) -> ()\n", i - 1, type);
    }
  }
  for (int i = 0; i < p->count; i++) {
    put_type(type, sizeof type, &p->t[i]);
    if (!p->t[i].freed || i + 1 == p->count)
      at += snprintf(text + at, (size_t)(TEXT - at), "  \"t.use\"(%%v%d) : (%s) -> ()\n", i, type);
  }
  snprintf(text + at, (size_t)(TEXT - at), "}\n");
}

static tta_memory_plan *plan(const program *p, tta_source *source, char *text) {
  tta_memory_plan_options options;
  tta_memory_plan *out;
  write_program(p, text);
  tta_memory_plan_options_init(&options);
  options.l1_base = 1024 * 1024;
  tta_source_init(source, (tta_str){"test", 4}, (tta_str){text, strlen(text)}, NULL);
  if (tta_memory_plan_new(source, &options, &out, NULL)) die("rejected", text);
  if (tta_memory_plan_num_buffers(out) != (size_t)p->count) die("number of buffers", text);
  return out;
}

/* Bytes of buffer i and the first one without room (-1: none) after the program was planned. */
typedef struct answer {
  int64_t bytes;
  int failed;
  bool has_room;
} answer;

static answer ask(const program *p, int i) {
  static char text[TEXT];
  tta_source source;
  tta_memory_plan *out = plan(p, &source, text);
  answer a = {tta_memory_plan_buffer(out, (size_t)i)->footprint.bytes_per_bank, -1, false};
  for (int k = p->count; k-- > 0;)
    if (tta_memory_plan_buffer(out, (size_t)k)->address < 0) a.failed = k;
  a.has_room = tta_memory_plan_buffer(out, (size_t)i)->address >= 0;
  if (tta_memory_plan_fits(out) != (a.failed < 0)) die("fits", text);
  tta_memory_plan_free(out);
  tta_source_free(&source);
  return a;
}

static tensor random_tensor(void) {
  static const int64_t sides[] = {1, 2, 3, 5, 32, 40, 64, 100, 128, 256, 300, 512};
  tensor t = {.batch = pick(0, 3) ? 1 : pick(1, 4), .y = pick(1, 4), .x = pick(1, 4), .tile = (int)pick(-2, 3)};
  t.rows = sides[pick(0, 11)] * t.y - pick(0, 1) * (t.y > 1);
  t.columns = sides[pick(0, 11)] * t.x;
  if (t.tile < -1) t.tile = -1;
  if (t.rows < 1) t.rows = 1;
  t.freed = !pick(0, 2);
  t.dram = !pick(0, 7);
  return t;
}

/* ---- suggestions ---- */

static void expect(const program *changed, int i, const char *note, int64_t bytes, const program *was) {
  static char text[TEXT];
  answer a = ask(changed, i);
  const char *but = strstr(note, "; but %v");
  int next = but ? atoi(but + 8) : -1;
  write_program(was, text);
  if (!a.has_room) die(note, "the buffer has no room then");
  if (bytes >= 0 && a.bytes != bytes) die(note, "another number of bytes");
  if (a.failed != next) die(note, "another buffer fails, or none");
  checked_next += next >= 0;
}

/* No grid of more cores than it has and of fewer than this would do. */
static void check_smaller_grids(const program *p, int i, const char *note, int64_t cores) {
  program changed = *p;
  for (int64_t y = 1; y <= 8; y++)
    for (int64_t x = 1; x <= 8; x++) {
      if (y * x <= p->t[i].y * p->t[i].x || y * x >= cores) continue;
      changed.t[i].y = y;
      changed.t[i].x = x;
      if (ask(&changed, i).has_room) die(note, "fewer cores would do");
    }
}

static bool check_grid(const program *p, int i, const char *note) {
  long long y, x, bytes;
  program changed = *p;
  if (sscanf(note, "it would fit on a grid with last extents %lldx%lld instead of %*dx%*d: %lld B", &y, &x,
             &bytes) != 3)
    return false;
  changed.t[i].y = y;
  changed.t[i].x = x;
  expect(&changed, i, note, bytes, p);
  check_smaller_grids(p, i, note, y * x);
  checked_grids++;
  return true;
}

static void check_tile(const program *p, int i, const char *note) {
  char name[32];
  long long bytes;
  program changed = *p;
  if (sscanf(note, "it would fit with tiles of %31[^:]: %lld B", name, &bytes) != 2) return;
  for (int k = 0; k < 4; k++) {
    if (strcmp(tiles[k], name)) continue;
    changed.t[i].tile = k;
    expect(&changed, i, note, bytes, p);
    for (int larger = p->t[i].tile + 1; larger < k; larger++) {
      changed.t[i].tile = larger;
      if (ask(&changed, i).has_room) die(note, "a larger tile type would do");
    }
    checked_tiles++;
    return;
  }
  die(note, "no such tile");
}

static void check_dram(const program *p, int i, const char *note) {
  long long bytes;
  program changed = *p;
  if (sscanf(note, "it would fit in DRAM, interleaved: %lld B", &bytes) != 1) return;
  changed.t[i].dram = true;
  expect(&changed, i, note, bytes, p);
  checked_dram++;
}

/* `count` of the shard's elements along a dim, `times` over: further buffers of the same kind follow. */
static bool sliced(const program *p, int i, unsigned dim, int64_t count, int times) {
  program changed = *p;
  tensor *t = &changed.t[i];
  int64_t unit = t->tile >= 0 ? 32 : 1;
  if (dim == 0) t->batch = count;
  else if (dim == 1) t->rows = count * unit * t->y;
  else t->columns = count * unit * t->x;
  t->freed = false;
  if (times == 2) {
    memmove(t + 1, t, sizeof *t * (size_t)(changed.count - i));
    changed.count++;
  }
  for (int k = 0; k < times; k++)
    if (!ask(&changed, i + k).has_room) return false;
  return true;
}

static void check_slices(const program *p, int i, const char *note) {
  long long slices, most, extent, block;
  unsigned dim;
  if (sscanf(note, "it would fit in %lld slices along dim %u of its shard: %lld of %lld at a time", &slices, &dim,
             &most, &extent) == 4) {
    if (slices != ceildiv(extent, most)) die(note, "number of slices");
    if (!sliced(p, i, dim, most, 1)) die(note, "a slice does not fit");
    if (sliced(p, i, dim, most + 1, 1)) die(note, "a longer slice would do");
    checked_slices++;
  } else if (sscanf(note, "streamed with two buffers, a block can have %lld of %lld along dim %u", &block, &extent,
                    &dim) == 3) {
    if (!sliced(p, i, dim, block, 2)) die(note, "two blocks do not fit");
    checked_blocks++;
  } else if (sscanf(note, "one of the %lld slices along dim %u", &extent, &dim) == 2) {
    if (sliced(p, i, dim, 1, 1)) die(note, "one does fit");
    checked_slices++;
  }
}

static bool one(void) {
  static char text[TEXT], note[1024];
  program p = {.count = (int)pick(2, MOST)};
  tta_source source;
  for (int i = 0; i < p.count; i++) p.t[i] = random_tensor();
  int failed = ask(&p, 0).failed;
  if (failed < 0) return false;
  tta_memory_plan *out = plan(&p, &source, text);
  const tta_diagnostic *first = tta_results_diagnostic(tta_memory_plan_results(out), 0);
  if (!first) die("no message", text);
  bool grid = p.t[failed].dram;
  for (uint32_t k = 0; k < first->num_notes; k++) {
    tta_str m = first->notes[k].message;
    snprintf(note, sizeof note, "%.*s", (int)m.size, m.data);
    grid |= check_grid(&p, failed, note);
    check_tile(&p, failed, note);
    check_dram(&p, failed, note);
    check_slices(&p, failed, note);
  }
  if (!grid) check_smaller_grids(&p, failed, "no grid is suggested", INT64_MAX);
  tta_memory_plan_free(out);
  tta_source_free(&source);
  return true;
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? strtol(argv[1], NULL, 10) : 2000;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261121;
  random_state = seed;
  for (number = 0; number < cases;) number += one();
  printf("advice: %ld cases, seed %llu (%ld grids, %ld tiles, %ld in dram, %ld slices, %ld blocks; %ld where another "
         "fails)\n",
         cases, (unsigned long long)seed, checked_grids, checked_tiles, checked_dram, checked_slices, checked_blocks,
         checked_next);
  return 0;
}
