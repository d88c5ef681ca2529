/* Random layouts through every command of tt-layout, in this process: legal ones, and ones with warnings or errors
 * (reversed, bumped, overlapping, repeated, empty, huge, dynamic), of all families, in all memory spaces, with memrefs
 * that have strides or maps, on random devices and in systems that contradict themselves. The linker starts this
 * program here (--wrap) and leaves the main of the tool as a function.
 *
 * Checked: no signal and no report of a sanitizer (then the command is printed), exit status 0, 1 or 2, and that no
 * core in the JSON of show --index, place and move is outside of its grid or chip.
 *
 * usage: hammer [LAYOUTS [SEED]] */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif
#undef main
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "random.h"

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

enum { DIMS = 4, TEXT = 8192, ARGUMENTS = 24 };

/* ---- running a command ---- */

static char *argument[ARGUMENTS + 2];
static int num_arguments;
static long layouts, commands, exits[3];
static int out_file, kept_out, kept_err;
static char *output; /* standard output of the last command */

static void print_command(void) {
  dprintf(kept_err, "layout %ld: tt-layout", layouts);
  for (int i = 1; i < num_arguments; i++) dprintf(kept_err, " '%s'", argument[i]);
  dprintf(kept_err, "\n");
}

static void fail(const char *what) {
  dprintf(kept_err, "hammer: %s\n%.2000s\n", what, output ? output : "");
  print_command();
  _exit(1);
}

static void on_signal(int number) {
  print_command();
  signal(number, SIG_DFL);
  raise(number);
}

/* Of the sanitizers, if they are linked. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));
void __sanitizer_set_report_fd(void *file) __attribute__((weak));
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "malloc_context_size=3:quarantine_size_mb=16"; } /* faster */
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "halt_on_error=1:print_stacktrace=1"; }

static void redirect(int file) {
  fflush(stdout);
  dup2(file, 1);
}

/* Runs `tt-layout` with the arguments before NULL. @return the exit status; the output is in `output` */
static int run(const char *first, ...) {
  static char copy[ARGUMENTS][TEXT];
  static size_t capacity;
  va_list rest;
  num_arguments = 1;
  argument[0] = "tt-layout";
  va_start(rest, first);
  for (const char *word = first; word && num_arguments <= ARGUMENTS; word = va_arg(rest, const char *)) {
    if (strlen(word) >= TEXT) abort();
    argument[num_arguments] = strcpy(copy[num_arguments - 1], word);
    num_arguments++;
  }
  va_end(rest);
  argument[num_arguments] = NULL;
  char *given[ARGUMENTS + 2];
  memcpy(given, argument, sizeof given);
  if (ftruncate(out_file, 0)) abort();
  lseek(out_file, 0, SEEK_SET);
  int status = __real_main(num_arguments, given);
  fflush(stdout);
  fflush(stderr);
  off_t size = lseek(out_file, 0, SEEK_END);
  if ((size_t)size + 1 > capacity) {
    capacity = (size_t)size * 2 + 4096;
    output = realloc(output, capacity);
    if (!output) abort();
  }
  if (pread(out_file, output, (size_t)size, 0) != size) abort();
  output[size] = '\0';
  if (status < 0 || status > 2) fail("exit status");
  commands++;
  exits[status]++;
  return status;
}

/* ---- text ---- */

typedef struct text {
  char data[TEXT];
  size_t size;
} text;

static void put(text *t, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int n = vsnprintf(t->data + t->size, TEXT - t->size, format, rest);
  va_end(rest);
  if (n < 0 || (size_t)n >= TEXT - t->size) abort();
  t->size += (size_t)n;
}

static void put_shape(text *t, int rank, const int64_t *extent) {
  for (int i = 0; i < rank; i++) put(t, "%s%" PRId64, i ? "x" : "", extent[i]);
}

static bool chance(int percent) { return pick(1, 100) <= percent; }

/* The same with `?` for some extents. */
static void put_dynamic(text *t, int rank, const int64_t *extent) {
  for (int i = 0; i < rank; i++)
    if (chance(40)) put(t, "%s?", i ? "x" : "");
    else put(t, "%s%" PRId64, i ? "x" : "", extent[i]);
}

/* ---- layouts ---- */

typedef struct layout {
  text type;
  int rank, results;
  int64_t shape[DIMS], grid[DIMS];
  bool has_grid; /* of shards in L1, whose cores are checked */
} layout;

typedef struct term {
  int dim, operation; /* 0: d; 1: d floordiv by; 2: d mod by */
  int64_t by, factor;
} term;

typedef struct sum {
  int count;
  term terms[2 * DIMS];
  int64_t constant;
} sum;

static bool add_product(int64_t *to, int64_t a, int64_t b) {
  int64_t product;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*to, product, to);
}

/* At the last index, plus 1; 1 where it leaves int64: the tool then reports it. */
static int64_t extent_of(const sum *s, const layout *l) {
  int64_t value = s->constant;
  for (int i = 0; i < s->count; i++) {
    const term *t = &s->terms[i];
    int64_t d = l->shape[t->dim] - 1;
    if (t->operation && d < 0) d = 0;
    if (t->operation == 1) d /= t->by;
    if (t->operation == 2) d %= t->by;
    if (!add_product(&value, d, t->factor)) return 1;
  }
  if (value == INT64_MAX) return 1;
  return value + 1 < 0 ? 0 : value + 1;
}

static void put_sum(text *out, const sum *s) {
  for (int i = 0; i < s->count; i++) {
    const term *t = &s->terms[i];
    static const char *const operations[] = {"", " floordiv", " mod"};
    put(out, "%s", i ? " + " : "");
    if (t->operation) put(out, "(d%d%s %" PRId64 ")", t->dim, operations[t->operation], t->by);
    else put(out, "d%d", t->dim);
    if (t->factor != 1) put(out, " * %" PRId64, t->factor);
  }
  if (s->constant || !s->count) put(out, "%s%" PRId64, s->count ? " + " : "", s->constant);
}

static void add_term(sum *s, int dim, int operation, int64_t by, int64_t factor) {
  s->terms[s->count++] = (term){dim, operation, by, factor};
}

/* Dims in runs, each run one result, row-major: what the tools build; then some irregularities. */
static void random_map(layout *l, sum *sums) {
  int first = 0;
  bool bumped = chance(15);
  for (int r = 0; r < l->results; r++) {
    int left = l->results - r - 1, last = r + 1 == l->results ? l->rank : l->rank - left;
    int end = last <= first ? first : r + 1 == l->results ? last : (int)pick(first + (last > first), last);
    int64_t stride = 1;
    sums[r] = (sum){.count = 0};
    for (int d = end; d-- > first;) {
      add_term(&sums[r], d, 0, 0, stride);
      if (__builtin_mul_overflow(stride, l->shape[d] > 0 ? l->shape[d] : 1, &stride)) stride = 1;
      if (bumped && chance(60)) stride += pick(1, 24);
    }
    first = end;
  }
  for (int i = chance(40) ? (int)pick(1, 2) : 0; i > 0; i--) { /* irregularities */
    sum *s = &sums[pick(0, l->results - 1)];
    term *t = s->count ? &s->terms[pick(0, s->count - 1)] : NULL;
    int kind = (int)pick(0, 6), dim = (int)pick(0, l->rank - 1);
    int64_t e = l->shape[t ? t->dim : dim];
    if (kind == 0 && t && e > 0 && e < (INT64_C(1) << 30) && llabs(t->factor) < (INT64_C(1) << 30)) { /* reversed */
      t->factor = chance(50) ? -t->factor : -pick(1, 100);
      s->constant += -t->factor * (e - 1);
    } else if (kind == 1 && s->count < DIMS) { /* repeated */
      add_term(s, dim, 0, 0, pick(1, 64));
    } else if (kind == 2 && t) { /* overlapping or with gaps */
      t->factor = pick(0, 40);
    } else if (kind == 3) {
      s->constant += pick(0, chance(20) ? 2000 : 40);
    } else if (kind == 4 && t && !t->operation) { /* digits */
      term low = *t;
      t->operation = 1;
      t->by = low.by = pick(1, 16);
      low.operation = 2;
      if (__builtin_mul_overflow(t->factor, chance(70) ? t->by : pick(1, 30), &t->factor)) t->factor = 1;
      if (s->count < 2 * DIMS && chance(80)) s->terms[s->count++] = low;
    } else if (kind == 5 && l->results > 1) { /* transposed */
      sum swap = sums[0];
      sums[0] = sums[l->results - 1];
      sums[l->results - 1] = swap;
    } else if (kind == 6 && t && e > 0) { /* beyond the last element */
      t->operation = 2;
      t->by = pick(1, e < 100 ? e : 100);
    }
  }
}

static const char *const elements[] = {"f32", "bf16", "ui8", "si32", "f16", "i1", "f64", "index", "!quant.any<i8>"};
static const char *const tile_types[] = {"f32", "bf16", "u8", "si32", "f16", "bfp_bf8", "bfp_bf4", "bfp_f8", "u16"};
static const char *const spaces[] = {"l1", "dram", "system", "mmio", "l1", "dst"};
static const char *const buffers[] = {"l1", "dram", "system_memory", "l1_small", "l1", "trace"};
static const char *const ttnn_layouts[] = {"", ", <interleaved>", ", <block_sharded>", ", <height_sharded>",
                                           ", <width_sharded>", ", interleaved"};
static const char *const oobs[] = {"undef", "zero", "one", "inf", "neginf"};

static void random_shape(layout *l) {
  l->rank = (int)pick(1, DIMS);
  int64_t budget = chance(95) ? 1500 : 20000;
  for (int i = 0; i < l->rank; i++) {
    int64_t most = budget < 1 ? 1 : budget < 70 ? budget : 70;
    l->shape[i] = chance(15) ? 1 : pick(1, most);
    budget /= l->shape[i];
    if (chance(3)) l->shape[i] = 0;
    if (chance(1)) l->shape[i] = pick(1, INT64_C(1) << pick(27, 44));
  }
}

/* A number that is mostly small. */
static int64_t odd_number(int64_t most) {
  if (chance(90)) return pick(0, most);
  return chance(50) ? -pick(1, most) : pick(0, INT64_MAX - 1);
}

/* The layout of a memref: rows that are padded, exchanged, overlapping, reversed, unknown; with an offset. */
static void put_memref_layout(text *t, int rank, const int64_t *extent) {
  int64_t stride[DIMS], next = 1, offset = chance(25) ? odd_number(64) : 0;
  for (int i = rank; i-- > 0;) {
    stride[i] = next + (chance(40) ? pick(1, 24) : 0);
    if (__builtin_mul_overflow(stride[i], extent[i] > 0 ? extent[i] : 1, &next) || next > INT64_C(1) << 40) next = 1;
  }
  if (chance(15) && rank > 1) next = stride[0], stride[0] = stride[rank - 1], stride[rank - 1] = next;
  if (chance(15)) stride[pick(0, rank - 1)] = odd_number(40);
  if (chance(60)) {
    put(t, ", strided<[");
    for (int i = 0; i < rank; i++)
      if (chance(3)) put(t, "%s?", i ? ", " : "");
      else put(t, "%s%" PRId64, i ? ", " : "", stride[i]);
    if (offset) put(t, "], offset: %" PRId64 ">", offset);
    else put(t, chance(3) ? "], offset: ?>" : "]>");
    return;
  }
  put(t, ", affine_map<(");
  for (int i = 0; i < rank; i++) put(t, "%sd%d", i ? ", " : "", i);
  put(t, ") -> (");
  bool split = chance(30); /* two results, or one with digits */
  int cut = split && rank > 1 && chance(60) ? (int)pick(1, rank - 1) : rank;
  for (int i = 0; i < rank; i++) {
    put(t, "%s", i == cut ? ", " : i ? " + " : "");
    if (split && chance(40)) {
      int64_t by = pick(1, 8);
      put(t, "(d%d floordiv %" PRId64 ") * %" PRId64 " + d%d mod %" PRId64, i, by, stride[i], i, by);
    } else {
      put(t, "d%d * %" PRId64, i, stride[i]);
    }
  }
  if (offset) put(t, " + %" PRId64, offset);
  put(t, ")>");
}

/* A layout of the shape in *l. */
static void random_layout(layout *l) {
  sum sums[DIMS];
  int64_t memref[DIMS], tile[2] = {32, 32};
  bool ttnn = chance(25), tiled;
  l->results = chance(70) ? 2 : (int)pick(1, l->rank < 3 ? 3 : l->rank);
  if (ttnn) l->results = 2;
  tiled = l->results > 1 && chance(45);
  random_map(l, sums);
  if (tiled && chance(30)) tile[0] = pick(1, 4) * 8, tile[1] = pick(1, 2) * 16;
  for (int r = 0; r < l->results; r++) l->grid[r] = chance(35) ? 1 : pick(1, chance(10) ? 64 : 8);
  const char *element = elements[chance(85) ? pick(0, 3) : pick(0, 8)];
  const char *tile_type = tile_types[chance(70) ? pick(0, 3) : pick(0, 8)];
  const char *space = spaces[pick(0, chance(90) ? 4 : 5)];
  const char *buffer = buffers[pick(0, chance(90) ? 4 : 5)], *memory = ttnn_layouts[pick(0, 5)];
  static char sharded[160]; /* with its core ranges, or those of another grid */
  if (ttnn && chance(85)) {
    snprintf(sharded, sizeof sharded,
             ", <%s_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (%" PRId64 ",%" PRId64 ")>]>",
             l->grid[0] == 1 && chance(60) ? "width" : l->grid[1] == 1 && chance(60) ? "height" : "block",
             l->grid[1] - 1 + (chance(5) ? 1 : 0), l->grid[0] - 1);
    memory = buffer[0] == 'd' || chance(15) ? ", <interleaved>" : sharded;
    if (!strcmp(buffer, "system_memory")) memory = "";
    if (!strcmp(memory, ", <interleaved>")) l->grid[0] = l->grid[1] = 1;
  }
  for (int r = 0; r < l->results; r++) {
    int64_t extent = extent_of(&sums[r], l);
    memref[r] = extent / l->grid[r] + (extent % l->grid[r] != 0);
    if (tiled && r + 2 >= l->results) {
      int64_t unit = tile[r + 2 - l->results];
      memref[r] = memref[r] / unit + (memref[r] % unit != 0);
    }
    if (chance(2)) memref[r] += pick(-1, 2); /* mostly an error */
    if (memref[r] < 0) memref[r] = 0;
  }
  text *t = &l->type;
  t->size = 0;
  bool dynamic = chance(3);
  put(t, "tensor<");
  if (dynamic && chance(80)) put_dynamic(t, l->rank, l->shape);
  else put_shape(t, l->rank, l->shape);
  put(t, "x%s, #%s<(", element, ttnn ? "ttnn.ttnn_layout" : "tt.metal_layout");
  for (int d = 0; d < l->rank; d++) put(t, "%sd%d", d ? ", " : "", d);
  put(t, ") -> (");
  for (int r = 0; r < l->results; r++) {
    put(t, "%s", r ? ", " : "");
    put_sum(t, &sums[r]);
  }
  put(t, "), ");
  if (!ttnn) put(t, "%s, ", oobs[chance(60) ? 0 : pick(0, 4)]);
  put(t, "<");
  put_shape(t, l->results, l->grid);
  put(t, ">, memref<");
  if (dynamic && chance(30)) put_dynamic(t, l->results, memref);
  else put_shape(t, l->results, memref);
  if (tiled) put(t, "x!tt.tile<%" PRId64 "x%" PRId64 ", %s>", tile[0], tile[1], tile_type);
  else put(t, "x%s", element);
  if (chance(15)) put_memref_layout(t, l->results, memref);
  put(t, ", #%s<%s>>", ttnn ? "ttnn.buffer_type" : "tt.memory_space", ttnn ? buffer : space);
  put(t, "%s>>", ttnn ? memory : "");
  l->has_grid = ttnn ? buffer[0] == 'l' && !strstr(memory, "interleaved") : !strcmp(space, "l1");
}

static void trim(text *to) {
  size_t size = strcspn(output, "\n");
  if (size >= TEXT) size = 0;
  memcpy(to->data, output, size);
  to->data[to->size = size] = '\0';
}

/* The same layout as another family: what with --era and convert print. */
static void change_family(layout *l) {
  static const char *const dates[] = {"2025-07-01", "2025-12-01", "2026-06-01", "2024-06-01", "2024-09-03"};
  int status = chance(70) ? run("with", l->type.data, "--era", dates[pick(0, 4)], NULL)
                          : run("convert", l->type.data, "--to", chance(50) ? "ttcore" : "ttnn", NULL);
  if (status || strncmp(output, "tensor<", 7) != 0) return;
  trim(&l->type);
  l->has_grid = false;
}

/* ---- devices ---- */

typedef struct device {
  text attribute;
  int64_t chip[2], chips;
} device;

static void random_device(device *d) {
  int64_t y = d->chip[0] = pick(1, 8), x = d->chip[1] = pick(1, 8), n = d->chips = chance(60) ? 1 : pick(2, 4);
  char map[256], grid[128], mesh[64];
  snprintf(mesh, sizeof mesh, "%s%" PRId64, chance(50) ? "1x" : "", n);
  snprintf(grid, sizeof grid, "%" PRId64 "x%" PRId64, y, x * n);
  switch (pick(0, 6)) {
  case 0: case 1:
    snprintf(map, sizeof map, "(d0, d1) -> (d1 floordiv %" PRId64 ", d0, d1 mod %" PRId64 ")", x, x);
    break;
  case 2:
    snprintf(grid, sizeof grid, "%" PRId64 "x%" PRId64, x * n, y);
    snprintf(map, sizeof map, "(d0, d1) -> (d0 floordiv %" PRId64 ", d1, d0 mod %" PRId64 ")", x, x);
    break;
  case 3:
    snprintf(grid, sizeof grid, "1x%" PRId64, y * x * n);
    snprintf(map, sizeof map,
             "(d0, d1) -> (d1 floordiv %" PRId64 ", (d1 mod %" PRId64 ") floordiv %" PRId64 ", d1 mod %" PRId64 ")",
             y * x, y * x, x, x);
    break;
  case 4:
    snprintf(grid, sizeof grid, "%" PRId64 "x%" PRId64 "x%" PRId64, n, y, x);
    snprintf(mesh, sizeof mesh, "%" PRId64 "x1x1", n);
    snprintf(map, sizeof map, "(d0, d1, d2) -> (d0, d1, d2)");
    break;
  case 5: /* a forgotten mod, if there are several chips: the attribute alone does not say how large a chip is */
    snprintf(map, sizeof map, "(d0, d1) -> (0, d0, d1)");
    d->chip[1] = x * n;
    break;
  default:
    snprintf(map, sizeof map, "(d0, d1) -> (0, (d0 + d1 * %" PRId64 ") mod %" PRId64 ", d1 mod %" PRId64 ")",
             pick(0, 3), y, x);
  }
  if (chance(4)) { /* mostly an error */
    snprintf(map, sizeof map, "(d0, d1) -> (d0 * %" PRId64 ", d1 - %" PRId64 ", d0)", pick(0, 9), pick(0, 9));
    d->chip[0] = d->chip[1] = INT64_MAX;
  }
  text *t = &d->attribute;
  t->size = 0;
  put(t, "#tt.device<workerGrid = #tt.grid<%s, %s>, meshShape = %s, chipIds = [", grid, map, mesh);
  for (int64_t i = 0; i < n; i++) put(t, "%s%" PRId64, i ? ", " : "", i);
  put(t, "]>");
}

/* ---- systems ---- */

/* A system of one to three chips. Some of its numbers, coordinates and channels are wrong. */
static void random_system(text *t) {
  static const char *const names[] = {"l1_size", "num_dram_channels", "dram_channel_size", "noc_l1_address_align_bytes",
                                      "pcie_address_align_bytes", "noc_dram_address_align_bytes",
                                      "l1_unreserved_base", "erisc_l1_unreserved_base", "dram_unreserved_base",
                                      "dram_unreserved_end"};
  static const int64_t good[] = {1499136, 12, 1073741824, 16, 32, 32, 1024, 1024, 1024, 1073741824};
  int chips = (int)pick(1, 3);
  t->size = 0;
  put(t, "#tt.system_desc<[{role = host, target_triple = \"x86_64-pc-linux-gnu\"}], [{arch = <%s>, grid = ",
      chance(70) ? "wormhole_b0" : chance(50) ? "blackhole" : "grayskull");
  if (chance(90)) put(t, "%" PRId64 "x%" PRId64, pick(1, 8), pick(1, 8));
  else put(t, "%" PRId64 "x%" PRId64 "%s", odd_number(5000), pick(0, 8), chance(50) ? "x1" : "");
  for (int i = 0; i < 10; i++)
    put(t, ", %s = %" PRId64, names[i], chance(94) ? good[i] : chance(50) ? odd_number(64) : odd_number(2000000));
  put(t, ", supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}], [");
  for (int i = 0; i < chips; i++) put(t, "%s%d", i ? ", " : "", chance(97) ? 0 : 1);
  put(t, "], [");
  for (int i = 0; i < chips; i++) put(t, "%s3 : i32", i ? ", " : "");
  put(t, "], [");
  for (int i = 0; i < chips; i++) put(t, "%s%s0x0x%d", i ? ", " : "", chance(95) ? "0x" : "", chance(95) ? i : 0);
  put(t, "], [");
  for (int i = 0; i + 1 < chips; i++)
    put(t, "%s<[%d, %d, 0], [%d, %d, 1]>", i ? ", " : "", i, chance(90) ? 8 + i : 8, chance(95) ? i + 1 : 7, i);
  put(t, "]>");
}

/* A file in memory, to be closed. @param path of 64 bytes */
static int make_file(const text *t, char *path) {
  int file = memfd_create("module", 0);
  if (write(file, t->data, t->size) != (ssize_t)t->size) abort();
  snprintf(path, 64, "/proc/self/fd/%d", file);
  return file;
}

/* ---- what the JSON says ---- */

/* Numbers of an array at `at`, up to its end. @return how many, -1 for null */
static int read_numbers(const char *at, int64_t *numbers) {
  int count = 0;
  if (!strncmp(at, "null", 4)) return -1;
  int most = *at == '[' ? DIMS : 1;
  if (*at == '[') at++;
  while (count < most && (*at == '-' || *at == '"' || (*at >= '0' && *at <= '9'))) {
    char *end;
    numbers[count++] = strtoll(*at == '"' ? at + 1 : at, &end, 10);
    at = *end == '"' ? end + 1 : end;
    if (*at == ',') at++;
    else break;
  }
  return count;
}

/* Each array after `key` has `rank` numbers, which are inside of `extent`. */
static void check_all(const char *key, int rank, const int64_t *extent) {
  size_t size = strlen(key);
  for (const char *at = output; *at; at++) { /* strstr of AddressSanitizer measures the whole text each time */
    int64_t numbers[DIMS];
    if (*at != '"' || strncmp(at, key, size) != 0) continue;
    int count = read_numbers(at + size, numbers);
    for (int i = 0; i < count; i++)
      if (count != rank || numbers[i] < 0 || numbers[i] >= extent[i]) fail("a core is outside of the grid");
  }
}

/* Without a device: the last two dims are y and x, dims before them count chips. */
static void check_end(const char *core, const char *chip, const layout *l, const device *d) {
  int64_t extent[2] = {1, l->grid[l->results - 1]}, chips = 1;
  if (l->results > 1) extent[0] = l->grid[l->results - 2];
  for (int k = 0; k + 2 < l->results; k++) chips *= l->grid[k];
  if (d) chips = d->chips;
  check_all(core, 2, d ? d->chip : extent);
  check_all(chip, 1, &chips);
}

/* ---- one layout through every command ---- */

static const char *const kinds[] = {"metal", "ttnn", "ttcore", "tiled", "strided", "affine"};
static const char *const views[] = {"grid", "plane", "tile", "mesh", "memory"};
static char html[64]; /* a link to /dev/null */

static const char *index_text(const layout *l) {
  static text t;
  t.size = 0;
  for (int i = 0; i < l->rank; i++)
    put(&t, "%s%" PRId64, i ? "," : "", l->shape[i] > 0 ? pick(0, chance(30) ? 0 : l->shape[i] - 1) : 0);
  return t.data;
}

static void show(const layout *l, const device *d) {
  run("show", l->type.data, "--padding", chance(50) ? "--json" : NULL, NULL);
  if (!run("show", l->type.data, "--json", "--index", index_text(l), NULL) && l->has_grid)
    check_all("\"core\":", l->results, l->grid);
  text at = {.size = 0};
  for (int i = 0; i < l->results; i++) put(&at, "%s%" PRId64, i ? "x" : "", pick(0, l->grid[i]));
  put(&at, ",%" PRId64, pick(0, 60));
  run("show", l->type.data, "--at", at.data, NULL);
  if (!run("show", l->type.data, "--device", d->attribute.data, "--json", "--index", index_text(l), NULL))
    check_all("\"physical_core\":", 2, d->chip);
  if (chance(25)) run("show", l->type.data, "--device", d->attribute.data, NULL);
  if (chance(25)) run("show", d->attribute.data, chance(50) ? "--json" : NULL, NULL);
}

static void change(const layout *l) {
  static const char *const eras[] = {"2024-06-01", "2025-01-15", "2025-06-20", "2025-10-15", "2026-06-01"};
  char grid[32];
  snprintf(grid, sizeof grid, "%" PRId64 "x%" PRId64, pick(1, 8), pick(1, 8));
  run("with", l->type.data, "--era", eras[pick(0, 4)], NULL);
  if (chance(25)) run("with", l->type.data, "--align", chance(50) ? "32" : "7", NULL);
  if (chance(25)) run("with", l->type.data, "--align-bytes", chance(50) ? "32" : "48", NULL);
  const char *map = chance(50) ? "(d0, d1) -> (d1, d0)" : "(d0, d1) -> (d0 <> d1)";
  if (chance(25)) run("with", l->type.data, "--map", map, NULL);
  if (chance(50)) run("with", l->type.data, "--grid", grid, "--tile", chance(50) ? "none" : "32x32:bfp_bf8", NULL);
  else run("with", l->type.data, "--collapse", chance(50) ? "0:-1" : "none", "--memory-space", spaces[pick(0, 3)],
           NULL);
}

static void build(const layout *l) {
  text shape = {.size = 0}, grid = {.size = 0};
  put_shape(&shape, l->rank, l->shape);
  put_shape(&grid, l->results, l->grid);
  run("build", "--shape", shape.data, "--element", elements[pick(0, 4)], "--grid", grid.data, "--align",
      chance(50) ? "32" : "1", chance(40) ? "--tile" : NULL, "32x32:f32", NULL);
  if (chance(20)) run("grids", "--shape", shape.data, "--element", "f32", "--grid", grid.data, "--max", "3", NULL);
  run("tiled", "--host-size", shape.data, "--dtype", "f16", chance(30) ? "--simulate" : "--json", NULL);
}

static void convert(const layout *l, const device *d) {
  run("convert", l->type.data, "--to", kinds[layouts % 6], NULL);
  if (chance(50)) run("convert", l->type.data, "--to", "ttnn", "--device", d->attribute.data, "--json", NULL);
}

static void picture(const layout *l, const device *d) {
  const char *view = views[layouts % 5];
  if (chance(10)) run("draw", d->attribute.data, chance(50) ? "--ascii" : NULL, NULL);
  if (chance(50)) run("draw", l->type.data, "--view", view, "--ascii", NULL);
  else run("draw", l->type.data, "--view", view, "--device", d->attribute.data, "-o", "-", NULL);
  if (layouts % 16 == 0) run("draw", l->type.data, "-o", html, NULL);
}

static void move(const layout *a, const layout *b, const device *d) {
  const char *simulate = chance(40) ? "--simulate" : "--totals", *json = "--json";
  if (!run("move", "--from", a->type.data, "--to", b->type.data, json, chance(30) ? "--simulate" : NULL, NULL)) {
    if (a->has_grid) check_end("\"src_core\":", "\"src_chip\":", a, NULL);
    if (b->has_grid) check_end("\"dst_core\":", "\"dst_chip\":", b, NULL);
  }
  if (chance(50)) run("move", "--from", b->type.data, "--to", a->type.data, simulate, NULL);
  else if (!run("move", "--from", a->type.data, "--to", b->type.data, json, "--device", d->attribute.data, NULL)) {
    if (a->has_grid) check_end("\"src_core\":", "\"src_chip\":", a, d);
    if (b->has_grid) check_end("\"dst_core\":", "\"dst_chip\":", b, d);
  }
}

static void place(const layout *l, const device *d) {
  if (!run("place", l->type.data, "--device", d->attribute.data, "--json", NULL)) {
    check_all("\"core\":", 2, d->chip);
    check_all("\"chip_index\":", 1, &d->chips);
    if (l->has_grid) check_all("\"shard\":", l->results, l->grid);
  }
  const char *arch = chance(50) ? "--arch" : NULL;
  if (chance(20)) run("place", l->type.data, "--device", d->attribute.data, arch, "wormhole_b0", NULL);
}

/* A module with the layouts, in a file in memory. */
static void module(const layout *a, const layout *b, const device *d) {
  static text t, system;
  char path[64];
  t.size = 0;
  put(&t, "module attributes {tt.device = %s", d->attribute.data);
  if (chance(30)) random_system(&system), put(&t, ", tt.system_desc = %s", system.data);
  put(&t, "} {\n");
  put(&t, "func.func @f(%%arg0: %s) -> %s {\n", a->type.data, b->type.data);
  put(&t, "  %%0 = \"ttir.to_layout\"(%%arg0) : (%s) -> %s\n", a->type.data, b->type.data);
  put(&t, "  return %%0 : %s\n}\n}\n", b->type.data);
  int file = make_file(&t, path);
  run("memory", path, chance(50) ? "--json" : NULL, NULL);
  if (chance(50)) run("show", path, chance(50) ? "--json" : NULL, NULL);
  else run("grids", path, "--max", "2", NULL);
  if (chance(20)) run("place", path, "--name", "%arg0", NULL);
  if (chance(20)) run("stream", path, "--name", "[0]", NULL);
  if (chance(20)) run("convert", path, "--name", "%arg0", "--to", "ttnn", NULL);
  if (chance(20))
    run("move", "--from", path, "--to", path, "--from-name", "%arg0", "--to-name", "%0", "--totals", NULL);
  if (layouts % 16 == 2) run("report", path, NULL);
  if (layouts % 8 == 0) run("draw", path, "--view", "memory", "--ascii", NULL);
  if (layouts % 8 == 1) run("protocol", path, NULL);
  close(file);
}

/* --system-desc of a file with a system that may contradict itself. */
static void with_system(const layout *a, const layout *b) {
  static text system;
  char path[64];
  random_system(&system);
  int file = make_file(&system, path);
  run("stream", a->type.data, "--system-desc", path, NULL);
  run("device", "--system-desc", path, chance(50) ? "--memory-maps" : NULL, NULL);
  run("memory", path, "--system-desc", path, NULL);
  run("move", "--from", a->type.data, "--to", b->type.data, "--totals", "--system-desc", path, NULL);
  close(file);
}

static void others(const device *d) {
  char grid[32], core[32], number[32];
  static const char *const archs[] = {"grayskull", "wormhole_b0", "blackhole"};
  snprintf(grid, sizeof grid, "%" PRId64 "x%" PRId64, d->chip[0], d->chip[1]);
  snprintf(core, sizeof core, "%" PRId64 "x%" PRId64, pick(0, 12), pick(0, 12));
  snprintf(number, sizeof number, "%" PRId64, pick(0, INT64_MAX - 1));
  static const char *const other_views[] = {"transpose", "wide", "tall", "staircase"};
  run("device", "--device", d->attribute.data, "--reinterpret", other_views[pick(0, 3)], NULL);
  run("device", "--chip-grid", grid, "--mesh", d->chips > 1 ? "1x2" : "1x1", chance(20) ? "--memory-maps" : NULL, NULL);
  run("noc", "--arch", archs[pick(0, 2)], "--core", core, NULL);
  run("noc", "--arch", archs[pick(0, 2)], "--decode", number, NULL);
}

static void hammer(void) {
  layout a, b;
  device d;
  random_shape(&a);
  b = a;
  random_layout(&a);
  random_layout(&b);
  if (chance(20)) change_family(&a);
  random_device(&d);
  show(&a, &d);
  change(&a);
  if (chance(50)) run("grids", a.type.data, "--like", b.type.data, "--json", NULL);
  else run("grids", a.type.data, "--device", d.attribute.data, NULL);
  place(&a, &d);
  if (chance(50)) run("stream", a.type.data, "--buffers", chance(50) ? "2" : "1", chance(50) ? "--json" : NULL, NULL);
  else run("stream", a.type.data, "--device", d.attribute.data, NULL);
  run("diff", a.type.data, b.type.data, chance(50) ? "--json" : NULL, NULL);
  convert(&a, &d);
  picture(&a, &d);
  move(&a, &b, &d);
  if (chance(30)) move(&a, &a, &d);
  build(&a);
  module(&a, &b, &d);
  if (chance(25)) with_system(&a, &b);
  if (chance(25)) others(&d);
}

int __wrap_main(int argc, char **argv) {
  long wanted = argc > 1 ? atol(argv[1]) : 300;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 13;
  kept_out = dup(1);
  kept_err = dup(2);
  out_file = memfd_create("out", 0);
  int null = open("/dev/null", O_RDWR), input = open("/dev/null", O_RDONLY);
  snprintf(html, sizeof html, "/tmp/hammer-%ld.html", (long)getpid());
  if (out_file < 0 || null < 0 || symlink("/dev/null", html)) return 2;
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(print_command);
  else signal(SIGSEGV, on_signal), signal(SIGFPE, on_signal);
  signal(SIGABRT, on_signal);
  dup2(input, 0);
  redirect(out_file);
  if (__sanitizer_set_report_fd) __sanitizer_set_report_fd((void *)(intptr_t)kept_err); /* the number, as a pointer */
  dup2(null, 2);
  for (layouts = 1; layouts <= wanted; layouts++) {
    hammer();
    if (layouts % 5000 == 0) dprintf(kept_out, "%ld layouts, %ld commands\n", layouts, commands);
  }
  unlink(html);
  redirect(kept_out);
  dup2(kept_err, 2);
  free(output);
  printf("%ld layouts, %ld commands: exit status 0 of %ld, 1 of %ld, 2 of %ld\n", wanted, commands, exits[0], exits[1],
         exits[2]);
  return 0;
}
