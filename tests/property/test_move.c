/* Random moves compared with an independent model: it computes the location of every element as in the specification
 * (tt-mlir docs/src/specs/tensor-layout.md: linear map, ceildiv by the grid, tiles of faces; pages distributed
 * round-robin over DRAM banks), sorts the elements by source address, and chains those that are contiguous at both
 * ends. Distances use a table of the NoC coordinates of a Wormhole.
 *
 * Checked: the expanded runs of the plan are exactly the chains (so they are complete, disjoint and maximal); kinds,
 * bytes, bytes on the NoC and between chips, transactions, runs that are not aligned, hops, no-ops, padding;
 * semaphores; and the simulation says that every element arrives and padding holds oob_val.
 *
 * usage: test_move [MOVES [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag/check_options.h"
#include "random.h"
#include "ttattr/move.h"

enum { DIMS = 4, MOST = 4000, BANKS = 12 };

static long case_number, kinds[4], no_ops, transposes, both_tiled, refused, multi_chip;

static char text_of[2][2048];
static char options[256];
static void die(const char *what, int line) {
  printf("move: case %ld: line %d: %s\n  --from '%s'\n  --to '%s' %s\n", case_number, line, what, text_of[0],
         text_of[1], options);
  exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : die(#condition, __LINE__))

/* ---- the model of one end ---- */

typedef struct side {
  int rank, results; /* dims of the tensor, of the grid */
  int64_t shape[DIMS], grid[DIMS];
  int64_t stride[DIMS][DIMS]; /* [result][dim] */
  int64_t physical[DIMS], shard[DIMS], memref[DIMS], tile[2];
  int memory;  /* 0 L1, 1 DRAM interleaved, 2 DRAM sharded, 3 host */
  int chips;   /* 1: y, x; 2: two chips side by side, 8 columns each */
  bool turned; /* the device reads the grid as (x, y) */
  int oob;     /* 0: undef */
} side;

typedef struct spot {
  int chip, y, x, bank; /* L1: bank -1; DRAM: y = x = -1; host: all -1 */
  int64_t offset;
} spot;

static int64_t up(int64_t a, int64_t b) { return (a + b - 1) / b; }
static int64_t align(int64_t a, int64_t b) { return up(a, b) * b; }

static bool next_index(int rank, const int64_t *shape, int64_t *index) {
  for (int i = rank; i-- > 0;) {
    if (++index[i] < shape[i]) return true;
    index[i] = 0;
  }
  return false;
}

static int64_t volume(int rank, const int64_t *shape) {
  int64_t v = 1;
  for (int i = 0; i < rank; i++) v *= shape[i];
  return v;
}

static int64_t element_bytes;

static int64_t in_tile(const side *s, int64_t y, int64_t x) {
  int64_t fh = s->tile[0] < 16 ? s->tile[0] : 16, fw = s->tile[1] < 16 ? s->tile[1] : 16;
  int64_t at = 0;
  for (int64_t fy = 0; fy < s->tile[0]; fy += fh) /* walk the tile in the order in which it is stored */
    for (int64_t fx = 0; fx < s->tile[1]; fx += fw) {
      if (y >= fy && y < fy + fh && x >= fx && x < fx + fw) return at + (y - fy) * fw + (x - fx);
      at += fh * fw;
    }
  return -1;
}

/* Of DRAM pages; 0 where there are none. */
static int64_t page_bytes_of(const side *s) {
  if (s->memory != 1) return 0;
  if (s->tile[0]) return s->tile[0] * s->tile[1] * element_bytes;
  return s->grid[s->results - 1] * s->memref[s->results - 1] * element_bytes;
}

static spot locate(const side *s, const int64_t *index) {
  int64_t core[DIMS], unit[DIMS], within[2] = {0, 0}, shard_number = 0, unit_number = 0;
  spot at = {-1, -1, -1, -1, 0};
  int64_t tile_bytes = s->tile[0] ? s->tile[0] * s->tile[1] * element_bytes : element_bytes;
  for (int k = 0; k < s->results; k++) {
    int64_t p = 0;
    for (int d = 0; d < s->rank; d++) p += s->stride[k][d] * index[d];
    core[k] = p / s->shard[k];
    unit[k] = p % s->shard[k];
    int last = k - (s->results - 2);
    if (s->tile[0] && last >= 0) {
      within[last] = unit[k] % s->tile[last];
      unit[k] /= s->tile[last];
    }
    shard_number = shard_number * s->grid[k] + core[k];
    unit_number = unit_number * s->memref[k] + unit[k];
  }
  int64_t inner = s->tile[0] ? in_tile(s, within[0], within[1]) * element_bytes : 0;
  int64_t in_shard = unit_number * tile_bytes + inner;
  int64_t shard_bytes = volume(s->results, s->memref) * tile_bytes;
  if (s->memory == 0) {
    int64_t y = s->results > 1 ? core[s->results - 2] : 0, x = core[s->results - 1];
    if (s->turned) {
      int64_t swap = y;
      y = x;
      x = swap;
    }
    at.chip = 0;
    if (s->chips == 2) {
      at.chip = (int)(x / 8);
      x %= 8;
    } else {
      for (int k = 0; k + 2 < s->results; k++) at.chip = at.chip * (int)s->grid[k] + (int)core[k];
    }
    at.y = (int)y;
    at.x = (int)x;
    at.offset = in_shard;
  } else if (s->memory == 3) {
    at.offset = shard_number * shard_bytes + in_shard;
  } else if (s->memory == 2) {
    at.chip = 0;
    at.bank = (int)(shard_number % BANKS);
    at.offset = shard_number / BANKS * align(shard_bytes, 32) + in_shard;
  } else {
    int64_t page = 0, row = 0;
    for (int k = 0; k < s->results; k++) {
      int64_t g = core[k] * s->memref[k] + unit[k];
      if (!s->tile[0] && k == s->results - 1) row = g;
      else page = page * s->grid[k] * s->memref[k] + g;
    }
    at.chip = 0;
    at.bank = (int)(page % BANKS);
    at.offset = page / BANKS * align(page_bytes_of(s), 32) + (s->tile[0] ? inner : row * element_bytes);
  }
  return at;
}

/* ---- random ends ---- */

static const struct {
  const char *scalar, *tile;
  int64_t bytes;
} elements[] = {{"f32", "f32", 4}, {"bf16", "bf16", 2}, {"i32", "si32", 4}, {"ui8", "u8", 1}, {"f64", NULL, 8}};

/* Runs of dims joined, with now and then a bumped stride; now and then each dim for itself in any order of results. */
static void choose_map(side *s) {
  memset(s->stride, 0, sizeof s->stride);
  s->results = 0;
  for (int d = 0; d < s->rank;) {
    int size = (int)pick(1, s->rank - d), r = s->results++;
    int64_t stride = 1;
    for (int k = d + size; k-- > d;) {
      s->stride[r][k] = stride;
      stride *= s->shape[k];
      if (pick(0, 7) == 0) stride = align(stride, pick(2, 9));
      else if (pick(0, 15) == 0) stride += pick(1, 3);
    }
    d += size;
  }
  if (s->results > 1 && pick(0, 5) == 0) { /* results in another order */
    int a = (int)pick(0, s->results - 1), b = (int)pick(0, s->results - 1);
    int64_t swap[DIMS];
    memcpy(swap, s->stride[a], sizeof swap);
    memcpy(s->stride[a], s->stride[b], sizeof swap);
    memcpy(s->stride[b], swap, sizeof swap);
  }
  if (s->results < DIMS && pick(0, 15) == 0) { /* a dim once more, as in the seed's 8x96x32 */
    int from = (int)pick(0, s->rank - 1);
    s->stride[s->results++][from] = 1;
  }
}

static void measure(side *s) {
  for (int k = 0; k < s->results; k++) {
    s->physical[k] = 1;
    for (int d = 0; d < s->rank; d++) s->physical[k] += s->stride[k][d] * (s->shape[d] - 1);
    s->shard[k] = s->memref[k] = up(s->physical[k], s->grid[k]);
    int last = k - (s->results - 2);
    if (s->tile[0] && last >= 0) s->memref[k] = up(s->memref[k], s->tile[last]);
  }
}

static int64_t allocated(const side *s) {
  int64_t tile = s->tile[0] ? s->tile[0] * s->tile[1] : 1;
  return volume(s->results, s->memref) * volume(s->results, s->grid) * tile;
}

static void choose_side(side *s, bool tiles) {
  static const int64_t tiles_of[][2] = {{32, 32}, {16, 32}, {32, 16}, {4, 16}, {16, 16}, {4, 32}};
  do {
    choose_map(s);
    s->tile[0] = s->tile[1] = 0;
    if (tiles && s->results >= 2 && pick(0, 1)) {
      int t = (int)pick(0, 5);
      s->tile[0] = tiles_of[t][0];
      s->tile[1] = tiles_of[t][1];
    }
    for (int k = 0; k < s->results; k++) s->grid[k] = pick(0, 2) ? pick(1, 4) : 1;
    s->memory = pick(0, 9) < 6 ? 0 : (int)pick(1, 3);
    s->chips = 1;
    s->turned = false;
    if (s->memory == 0 && s->results == 2) {
      if (pick(0, 3) == 0) s->chips = 2, s->grid[1] = pick(1, 16);
      else s->turned = pick(0, 2) == 0;
    }
    if (s->memory == 1 || s->memory == 2) /* DRAM belongs to a chip */
      for (int k = 0; k + 2 < s->results; k++) s->grid[k] = 1;
    measure(s);
  } while (allocated(s) > 60000);
}

static void write_type(const side *s, int element, char *out, size_t size) {
  static const char *const spaces[] = {"l1", "dram", "dram", "system"};
  size_t n = 0;
#define PUT(...) n += (size_t)snprintf(out + n, n < size ? size - n : 0, __VA_ARGS__)
  PUT("tensor<");
  for (int d = 0; d < s->rank; d++) PUT("%" PRId64 "x", s->shape[d]);
  PUT("%s, #tt.metal_layout<(", elements[element].scalar);
  for (int d = 0; d < s->rank; d++) PUT("%sd%d", d ? ", " : "", d);
  PUT(") -> (");
  for (int k = 0; k < s->results; k++) {
    bool first = true;
    PUT("%s", k ? ", " : "");
    for (int d = 0; d < s->rank; d++) {
      if (!s->stride[k][d]) continue;
      PUT("%sd%d * %" PRId64, first ? "" : " + ", d, s->stride[k][d]);
      first = false;
    }
  }
  PUT("), %s, <", (const char *[]){"undef", "zero", "one", "inf", "neginf"}[s->oob]);
  for (int k = 0; k < s->results; k++) PUT("%s%" PRId64, k ? "x" : "", s->grid[k]);
  PUT(">, memref<");
  for (int k = 0; k < s->results; k++) PUT("%" PRId64 "x", s->memref[k]);
  if (s->tile[0]) PUT("!tt.tile<%" PRId64 "x%" PRId64 ", %s>", s->tile[0], s->tile[1], elements[element].tile);
  else PUT("%s", elements[element].scalar);
  PUT(", #tt.memory_space<%s>>%s>>", spaces[s->memory], s->memory == 2 ? ", block_sharded" : "");
}

/* ---- reading ---- */

typedef struct reading {
  tta_source source;
  tta_layouts *layouts;
  const tta_layout *layout;
} reading;

static bool read_type(reading *r, char *text) {
  tta_check_options how;
  tta_check_options_init(&how);
  tta_source_init(&r->source, (tta_str){"<test>", 6}, (tta_str){text, strlen(text)}, NULL);
  CHECK(tta_layouts_read(&r->source, TTA_LAYOUTS_TYPE, &how, &r->layouts, NULL) == TTA_OK);
  if (tta_results_num_errors(tta_layouts_results(r->layouts))) return false;
  CHECK(tta_layouts_num_entries(r->layouts) == 1);
  r->layout = tta_layouts_entry(r->layouts, 0)->layout;
  return true;
}

static void free_reading(reading *r) {
  tta_layouts_free(r->layouts);
  tta_source_free(&r->source);
}

/* Devices as this test means them. */
static char device_texts[2][256] = {
    "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d1, d0)>, meshShape = 1, chipIds = [0]>",
    "#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, "
    "1]>"};
static tta_source device_sources[2];
static tta_device_text *devices[2];

static void read_devices(void) {
  tta_check_options how;
  tta_check_options_init(&how);
  for (int i = 0; i < 2; i++) {
    tta_source_init(&device_sources[i], (tta_str){"<test>", 6}, (tta_str){device_texts[i], strlen(device_texts[i])},
                    NULL);
    CHECK(tta_device_text_new(&device_sources[i], &how, &devices[i], NULL) == TTA_OK);
  }
}

static const tta_device *device_of(const side *s) {
  return s->chips == 2 ? tta_device_text_get(devices[1]) : s->turned ? tta_device_text_get(devices[0]) : NULL;
}

/* ---- chains ---- */

typedef struct run {
  spot from, to;
  int64_t bytes;
} run;

static int compare_spots(const spot *a, const spot *b) {
  if (a->chip != b->chip) return a->chip < b->chip ? -1 : 1;
  if (a->bank != b->bank) return a->bank < b->bank ? -1 : 1;
  if (a->y != b->y) return a->y < b->y ? -1 : 1;
  return a->x < b->x ? -1 : a->x > b->x;
}

static int compare_runs(const void *a, const void *b) {
  const run *x = a, *y = b;
  int order = compare_spots(&x->from, &y->from);
  if (!order) order = compare_spots(&x->to, &y->to);
  if (order) return order;
  if (x->from.offset != y->from.offset) return x->from.offset < y->from.offset ? -1 : 1;
  return x->to.offset < y->to.offset ? -1 : x->to.offset > y->to.offset;
}

static run chains[MOST], planned[MOST + 1];
static long num_chains, num_planned;

static void chain_elements(const side *from, const side *to, const int64_t *permute) {
  int64_t index[DIMS] = {0}, there[DIMS];
  long n = 0;
  do {
    for (int j = 0; j < to->rank; j++) there[j] = index[permute[j]];
    chains[n++] = (run){locate(from, index), locate(to, there), element_bytes};
  } while (next_index(from->rank, from->shape, index));
  qsort(chains, (size_t)n, sizeof *chains, compare_runs);
  num_chains = 0;
  for (long i = 0; i < n; i++) {
    run *last = num_chains ? &chains[num_chains - 1] : NULL;
    if (last && !compare_spots(&last->from, &chains[i].from) && !compare_spots(&last->to, &chains[i].to) &&
        last->from.offset + last->bytes == chains[i].from.offset &&
        last->to.offset + last->bytes == chains[i].to.offset)
      last->bytes += element_bytes;
    else chains[num_chains++] = chains[i];
  }
}

/* ---- the plan, written out ---- */

static spot spot_of(const tta_move_endpoint *p, int64_t offset) {
  spot s = {(int)p->chip, (int)p->core.y, (int)p->core.x, (int)p->bank, offset};
  return s;
}

static void write_out(const tta_move *m) {
  num_planned = 0;
  for (size_t i = 0; i < tta_move_num_families(m); i++) {
    const tta_move_runs *r = tta_move_family(m, i);
    int64_t turn[64] = {0}, src = r->src_offset, dst = r->dst_offset, count = 0;
    uint32_t l;
    do {
      CHECK(num_planned < MOST);
      planned[num_planned++] =
          (run){spot_of(tta_move_source(m, r->src), src), spot_of(tta_move_target(m, r->dst), dst), r->bytes};
      count++;
      for (l = 0; l < r->num_loops; l++) {
        src += r->loops[l].src_stride;
        dst += r->loops[l].dst_stride;
        if (++turn[l] < r->loops[l].count) break;
        src -= r->loops[l].src_stride * r->loops[l].count;
        dst -= r->loops[l].dst_stride * r->loops[l].count;
        turn[l] = 0;
      }
    } while (l < r->num_loops);
    CHECK(count == r->count);
  }
  qsort(planned, (size_t)num_planned, sizeof *planned, compare_runs);
}

/* ---- totals ---- */

static const int columns[8] = {1, 2, 3, 4, 6, 7, 8, 9}, rows[10] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11};
static const int dram[BANKS][2] = {{0, 11}, {0, 1}, {0, 5}, {0, 7}, {5, 1}, {5, 11},
                                   {5, 2},  {5, 9}, {5, 8}, {5, 3}, {5, 5}, {5, 7}};

static void node(const side *s, const spot *at, int xy[2]) {
  if (s->memory == 3) xy[0] = 0, xy[1] = 3; /* PCIe */
  else if (at->bank >= 0) xy[0] = dram[at->bank][0], xy[1] = dram[at->bank][1];
  else xy[0] = columns[at->x], xy[1] = rows[at->y];
}

/* Links of NoC 0 from a to b: it counts up and wraps around. */
static int64_t ring(int a, int b, int size) {
  int64_t links = 0;
  for (; a != b; a = (a + 1) % size) links++;
  return links;
}

typedef struct sums {
  int64_t total, noc, between, transactions, hops, misaligned;
  bool no_op;
} sums;

static bool is_dram(const side *s) { return s->memory == 1 || s->memory == 2; }

static int kind_of(const side *from, const side *to, const run *r, bool no_op) {
  if (from->memory != 3 && to->memory != 3 && r->from.chip != r->to.chip) return TTA_MOVE_FABRIC;
  if (is_dram(from) && is_dram(to)) return no_op ? TTA_MOVE_LOCAL : TTA_MOVE_READ;
  bool same = !compare_spots(&r->from, &r->to) && (from->memory == 3) == (to->memory == 3);
  if (same) return TTA_MOVE_LOCAL;
  if (from->memory == 0) return TTA_MOVE_WRITE;
  if (from->memory == 3 && is_dram(to)) return TTA_MOVE_WRITE;
  return TTA_MOVE_READ;
}

/* y, x of the worker that carries what goes into a bank (tt-mlir, 2026-04). */
static const int carriers[BANKS][2] = {{7, 3}, {0, 0}, {3, 0}, {4, 0}, {0, 4}, {7, 7},
                                       {1, 4}, {6, 4}, {5, 4}, {2, 6}, {3, 4}, {4, 4}};

static int64_t distance(const int a[2], const int b[2]) { return ring(a[0], b[0], 10) + ring(a[1], b[1], 12); }

static bool all_stay(const side *from, const side *to) {
  for (long i = 0; i < num_chains; i++) {
    const run *r = &chains[i];
    bool kept = (from->memory == 3) == (to->memory == 3) && !compare_spots(&r->from, &r->to);
    if (!kept || r->from.offset != r->to.offset) return false;
  }
  return true;
}

static sums add_up(const side *from, const side *to) {
  sums s = {.no_op = all_stay(from, to)};
  for (long i = 0; i < num_chains; i++) {
    const run *r = &chains[i];
    int ways = is_dram(from) && is_dram(to) && r->from.chip == r->to.chip ? 2 : 1;
    int kind = kind_of(from, to, r, s.no_op), a[2], b[2];
    s.total += r->bytes;
    kinds[kind]++;
    if (kind == TTA_MOVE_LOCAL) continue;
    s.noc += r->bytes * ways;
    s.transactions += up(r->bytes, 8192) * ways;
    int64_t alignment = from->memory != 0 && ways == 1 ? 32 : 16;
    s.misaligned += r->from.offset % alignment != r->to.offset % alignment;
    if (r->from.chip != r->to.chip && from->memory != 3 && to->memory != 3) {
      s.between += r->bytes;
      continue;
    }
    node(from, &r->from, a);
    node(to, &r->to, b);
    if (ways == 2) {
      const int *at = carriers[r->to.bank], via[2] = {columns[at[1]], rows[at[0]]};
      s.hops += distance(a, via) + distance(via, b);
    } else {
      s.hops += distance(a, b);
    }
  }
  return s;
}

/* Every pair of cores of a chip between which something is written: one post in each direction. */
static void check_semaphores(const tta_move *m, const side *from, const side *to) {
  int64_t ready = 0, arrived = 0;
  long pairs = 0;
  for (long i = 0; i < num_chains; i++) {
    const run *r = &chains[i];
    if (from->memory || to->memory || !compare_spots(&r->from, &r->to) || r->from.chip != r->to.chip) continue;
    pairs += !i || compare_spots(&r->from, &r[-1].from) || compare_spots(&r->to, &r[-1].to);
  }
  for (size_t i = 0; i < tta_move_num_semaphores(m); i++) {
    const tta_move_semaphore *s = tta_move_semaphore_at(m, i);
    CHECK(s->initial == 0 && s->waits == s->posts && s->waits > 0);
    *(s->role == TTA_MOVE_READY ? &ready : &arrived) += s->posts;
  }
  CHECK(ready == pairs && arrived == pairs);
}

static void check_move(tta_move *m, const side *from, const side *to, const int64_t *permute, bool has_arch) {
  const tta_move_totals *t = tta_move_get_totals(m);
  tta_move_proof proof;
  chain_elements(from, to, permute);
  write_out(m);
  CHECK(num_planned == num_chains);
  for (long i = 0; i < num_chains; i++)
    CHECK(!compare_runs(&chains[i], &planned[i]) && chains[i].bytes == planned[i].bytes);
  sums s = add_up(from, to);
  CHECK(t->maximal && t->runs == num_chains);
  CHECK(t->bytes_total == s.total && t->bytes_total == volume(from->rank, from->shape) * element_bytes);
  CHECK(t->bytes_on_noc == s.noc && t->bytes_between_chips == s.between);
  CHECK(t->transactions == s.transactions && t->misaligned_runs == s.misaligned);
  bool same_padding =
      from->oob == to->oob && allocated(from) == allocated(to) && page_bytes_of(from) == page_bytes_of(to);
  CHECK(t->no_op == (s.no_op && (!to->oob || !t->padding_bytes || same_padding)));
  CHECK(!has_arch || (t->has_hops && t->hops == s.hops));
  CHECK(t->padding_bytes == allocated(to) * element_bytes - s.total);
  for (size_t i = 0; i < tta_move_num_families(m); i++) {
    const tta_move_runs *r = tta_move_family(m, i);
    run one = {spot_of(tta_move_source(m, r->src), r->src_offset), spot_of(tta_move_target(m, r->dst), r->dst_offset),
               0};
    CHECK((int)r->kind == kind_of(from, to, &one, s.no_op));
  }
  check_semaphores(m, from, to);
  no_ops += t->no_op;
  transposes += t->local == TTA_MOVE_LOCAL_TRANSPOSE;
  multi_chip += t->bytes_between_chips > 0;
  tta_status status = tta_move_simulate(m, &proof);
  const tta_diagnostic *d = tta_results_diagnostic(tta_move_results(m), 0);
  if (status && d) printf("simulate: %.*s\n", (int)d->message.size, d->message.data);
  CHECK(status == TTA_OK && proof.elements_arrived == volume(from->rank, from->shape));
  CHECK(proof.padding_bytes == (to->oob ? t->padding_bytes : 0));
}

static void one_move(void) {
  side from = {.rank = (int)pick(1, DIMS)}, to;
  int64_t permute[DIMS];
  reading a, b;
  int element = (int)pick(0, 4);
  bool turn = pick(0, 3) == 0, has_arch = pick(0, 1);
  tta_move *m = NULL;
  element_bytes = elements[element].bytes;
  do
    for (int d = 0; d < from.rank; d++) from.shape[d] = pick(0, 3) ? pick(1, 8) : pick(1, 80);
  while (volume(from.rank, from.shape) > MOST);
  to = from;
  for (int d = 0; d < from.rank; d++) permute[d] = d;
  for (int d = from.rank; turn && d-- > 1;) {
    int e = (int)pick(0, d);
    int64_t swap = permute[d];
    permute[d] = permute[e];
    permute[e] = swap;
  }
  for (int d = 0; d < from.rank; d++) to.shape[d] = from.shape[permute[d]];
  choose_side(&from, elements[element].tile);
  if (pick(0, 9) == 0 && !turn) to = from;
  else choose_side(&to, elements[element].tile);
  from.oob = (int)pick(0, 4);
  to.oob = pick(0, 1) ? from.oob : (int)pick(0, 4);
  write_type(&from, element, text_of[0], sizeof text_of[0]);
  write_type(&to, element, text_of[1], sizeof text_of[1]);
  snprintf(options, sizeof options, "permute %" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64, permute[0], permute[1],
           permute[2], permute[3]);
  both_tiled += from.tile[0] && to.tile[0];
  bool readable = read_type(&a, text_of[0]);
  if (readable && (readable = read_type(&b, text_of[1])) == false) free_reading(&b);
  if (!readable) { /* a map that puts two elements in one place */
    free_reading(&a);
    case_number--;
    refused++;
    return;
  }
  tta_move_spec spec = {.from = a.layout,
                        .to = b.layout,
                        .from_device = device_of(&from),
                        .to_device = device_of(&to),
                        .permute = {turn ? (uint32_t)from.rank : 0, permute},
                        .has_arch = has_arch,
                        .arch = TTA_ARCH_WORMHOLE_B0};
  tta_status status = tta_transfer_plan(&spec, &m);
  if (status) printf("reason: %s\n", tta_results_diagnostic(tta_move_results(m), 0)->message.data);
  CHECK(status == TTA_OK);
  check_move(m, &from, &to, permute, has_arch);
  tta_move_free(m);
  free_reading(&a);
  free_reading(&b);
}

int main(int argc, char **argv) {
  long moves = argc > 1 ? atol(argv[1]) : 5000;
  uint64_t first = random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 20261121;
  read_devices();
  for (case_number = 1; case_number <= moves; case_number++) one_move();
  for (int i = 0; i < 2; i++) {
    tta_device_text_free(devices[i]);
    tta_source_free(&device_sources[i]);
  }
  printf("move: %ld cases, seed %" PRIu64
         " (%ld writes, %ld reads, %ld no-ops, %ld with local transposes, %ld between chips, "
         "%ld from tiles to tiles; %ld pairs of types rejected)\n",
         moves, first, kinds[TTA_MOVE_WRITE], kinds[TTA_MOVE_READ], no_ops, transposes, multi_chip, both_tiled,
         refused);
  return !moves || !no_ops || !transposes || !multi_chip;
}
