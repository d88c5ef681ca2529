/* Footprints of random layouts compared with brute-force page maps. The model places every page separately, as in
 * tt-metal's tensor layout report: interleaved page p is in bank p mod n at slot p div n; shard s is in bank s mod n,
 * with contiguous pages. It finds the end of the fullest bank, rounds each page up by counting, and the sum up by
 * counting. Whole layouts (shape, tile, grid) go through tta_layout_footprint, and as
 * the text of a program, with partial shards, through tta_memory_plan_new; there every element of the first core is
 * visited to see which pages it has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/footprint.h"
#include "model/words.h"
#include "ttattr/memory.h"

static uint64_t random_state;
static int64_t pick(int64_t n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((random_state >> 33) % (uint64_t)n);
}

static int64_t up(int64_t value, int64_t unit) {
  while (value % unit) value++;
  return value;
}

/* ---- the model ---- */

enum { MAX_BANKS = 256 };

typedef struct page_map {
  int64_t pages_in[MAX_BANKS];
  int64_t pages, used_banks;
} page_map;

static void put(page_map *m, int64_t bank) {
  if (!m->pages_in[bank]++) m->used_banks++;
  m->pages++;
}

typedef struct layout {
  int rank;
  int64_t grid[3], shard[3]; /* shard in elements of the memref */
  bool tiled;
  int64_t element_bytes;
} layout;

static int64_t product(const int64_t *values, int count) {
  int64_t n = 1;
  for (int i = 0; i < count; i++) n *= values[i];
  return n;
}

/* Pages of one shard, counted one by one: a tile, else a row. */
static int64_t shard_pages(const layout *l, int64_t *page_bytes) {
  int64_t index[3] = {0}, count = 0;
  *page_bytes = l->tiled ? l->element_bytes : l->element_bytes * l->shard[l->rank - 1];
  for (;;) {
    count += l->tiled || index[l->rank - 1] == 0;
    int d = l->rank - 1;
    while (d >= 0 && ++index[d] == l->shard[d]) index[d--] = 0;
    if (d < 0) return count;
  }
}

static void deal_shards(const layout *l, int64_t banks, page_map *m) {
  int64_t page_bytes, pages = shard_pages(l, &page_bytes), cores = product(l->grid, l->rank);
  for (int64_t s = 0; s < cores; s++)
    for (int64_t p = 0; p < pages; p++) put(m, s % banks);
}

/* Rows of the tensor run through all columns of the grid; tiles are distributed one by one. */
static int64_t deal_pages(const layout *l, int64_t banks, page_map *m) {
  int64_t page_bytes, pages = shard_pages(l, &page_bytes), cores = product(l->grid, l->rank),
                      columns = l->grid[l->rank - 1], all = pages * cores;
  if (!l->tiled) {
    page_bytes *= columns;
    all /= columns;
  }
  for (int64_t p = 0; p < all; p++) put(m, p % banks);
  return page_bytes;
}

static int64_t fullest(const page_map *m) {
  int64_t most = 0;
  for (int i = 0; i < MAX_BANKS; i++)
    if (m->pages_in[i] > most) most = m->pages_in[i];
  return most;
}

/* ---- one case ---- */

static void random_layout(layout *l, tta_layout *s, int64_t *physical) {
  static const int64_t tile_bytes[] = {4096, 2048, 1088, 576, 320};
  l->rank = 1 + (int)pick(3);
  l->tiled = l->rank > 1 && pick(2);
  l->element_bytes = l->tiled ? tile_bytes[pick(5)] : (int64_t[]){1, 2, 4}[pick(3)];
  for (int i = 0; i < l->rank; i++) {
    l->grid[i] = 1 + pick(l->rank == 1 ? 12 : 5);
    l->shard[i] = 1 + pick(l->tiled ? 6 : 40);
    physical[i] = l->grid[i] * l->shard[i];
  }
  *s = (tta_layout){.family = TTA_FAMILY_MAP, .element_bytes = l->element_bytes};
  s->grid = (tta_shape){(uint32_t)l->rank, l->grid};
  s->memref = (tta_shape){(uint32_t)l->rank, l->shard};
  s->cores = product(l->grid, l->rank);
  if (l->tiled) s->memref_element = tta_element_tile(32, 32, l->element_bytes < 2048 ? TTA_BFP_BF8 : TTA_F32);
}

/* ---- the same as a text ---- */

/* A logical extent that `shard` elements on each of `grid` cores are right for: with partial shards more often than
 * not. */
static int64_t logical_extent(int64_t grid, int64_t shard, int64_t tile) {
  int64_t on_a_core = (shard - 1) * tile + 1 + pick(tile);
  return grid * (on_a_core - 1) + 1 + pick(grid);
}

/* Pages that the elements of the first core lie on. */
static int64_t visit_core(const layout *l, const int64_t *extent) {
  static bool seen[40 * 40 * 40];
  int64_t tile[3] = {1, 1, 1}, local[3], index[3] = {0}, count = 0;
  if (l->tiled) tile[l->rank - 1] = tile[l->rank - 2] = 32;
  for (int i = 0; i < l->rank; i++) {
    local[i] = l->shard[i] * tile[i];
    if (local[i] > extent[i]) local[i] = extent[i];
  }
  memset(seen, 0, sizeof seen);
  for (;;) {
    int64_t page = 0;
    for (int i = 0; i < l->rank; i++) {
      bool along_row = !l->tiled && i + 1 == l->rank;
      page = page * 40 + (along_row ? 0 : index[i] / tile[i]);
    }
    count += !seen[page];
    seen[page] = true;
    int d = l->rank - 1;
    while (d >= 0 && ++index[d] == local[d]) index[d--] = 0;
    if (d < 0) return count;
  }
}

static void put_shape(char *out, const int64_t *extents, int rank, const char *behind) {
  for (int i = 0; i < rank; i++) out += sprintf(out, i ? "x%lld" : "%lld", (long long)extents[i]);
  strcpy(out, behind);
}

static const char *element_of(const layout *l) {
  static const struct {
    int64_t bytes;
    const char *name;
  } names[] = {{4096, "!tt.tile<32x32, f32>"},    {2048, "!tt.tile<32x32, bf16>"},   {1088, "!tt.tile<32x32, bfp_bf8>"},
               {576, "!tt.tile<32x32, bfp_bf4>"}, {320, "!tt.tile<32x32, bfp_bf2>"}, {4, "f32"},
               {2, "bf16"},                       {1, "i8"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (names[i].bytes == l->element_bytes) return names[i].name;
  return "?";
}

static bool as_text(const layout *l, const tta_banks *banks, bool dram, bool sharded, const tta_footprint *expected,
                    int64_t pages_of_core) {
  char type[512], memref[128], shape[64], grid[64], text[1200];
  int64_t extent[3];
  static const char *const maps[] = {"(d0) -> (d0)", "(d0, d1) -> (d0, d1)", "(d0, d1, d2) -> (d0, d1, d2)"};
  for (int i = 0; i < l->rank; i++)
    extent[i] = logical_extent(l->grid[i], l->shard[i], l->tiled && i + 2 >= l->rank ? 32 : 1);
  const char *scalar = l->tiled || l->element_bytes == 4 ? "xf32" : l->element_bytes == 2 ? "xbf16" : "xi8";
  put_shape(shape, extent, l->rank, scalar);
  put_shape(grid, l->grid, l->rank, "");
  put_shape(memref, l->shard, l->rank, "x");
  snprintf(type, sizeof type, "tensor<%s, #tt.metal_layout<%s, undef, <%s>, memref<%s%s, #tt.memory_space<%s>>%s>>",
           shape, maps[l->rank - 1], grid, memref, element_of(l), dram ? "dram" : "l1",
           dram && sharded ? ", block_sharded" : "");
  snprintf(text, sizeof text, "func.func @f(%%x: %s) {\n}\n", type);
  tta_source source;
  tta_memory_plan_options options;
  tta_memory_plan *plan;
  tta_memory_plan_options_init(&options);
  const char *arch = tta_arch_get(banks->arch)->name;
  options.system_desc = (tta_str){arch, strlen(arch)};
  tta_source_init(&source, (tta_str){"test", 4}, (tta_str){text, strlen(text)}, NULL);
  bool good = !tta_memory_plan_new(&source, &options, &plan, NULL) && tta_memory_plan_num_buffers(plan) == 1 &&
              !memcmp(&tta_memory_plan_buffer(plan, 0)->footprint, expected, sizeof *expected);
  if (good && !(dram && !sharded)) good = visit_core(l, extent) == pages_of_core;
  if (!good) printf("as a text: %s\n", type);
  tta_memory_plan_free(plan);
  tta_source_free(&source);
  return good;
}

static bool differs(const char *what, uint64_t number, int64_t model, int64_t library) {
  if (model == library) return false;
  printf("case %llu: %s is %lld in the model, %lld in the library\n", (unsigned long long)number, what,
         (long long)model, (long long)library);
  return true;
}

static bool one(uint64_t number) {
  layout l;
  tta_layout s;
  tta_banks banks;
  tta_footprint f;
  tta_buffer_type type;
  page_map m = {{0}, 0, 0};
  int64_t physical[3], page_bytes;
  bool blackhole = pick(2), dram = pick(2), sharded = pick(2), dealt = !dram && !pick(4), ttnn = dealt || pick(2);
  random_layout(&l, &s, physical);
  if (tta_banks_default(blackhole ? TTA_ARCH_BLACKHOLE : TTA_ARCH_WORMHOLE_B0, &banks)) return false;
  s.memory_space = dram ? TTA_MEMORY_DRAM : TTA_MEMORY_L1;
  s.memory_layout = dram && sharded ? TTA_MEMORY_LAYOUT_BLOCK_SHARDED : TTA_MEMORY_LAYOUT_NONE;
  s.interleaved = dealt; /* interleaved in L1 (TTNN) */
  s.family = ttnn ? TTA_FAMILY_TTNN : TTA_FAMILY_MAP;
  for (int i = 0; i < l.rank; i++) physical[i] *= l.tiled && i + 2 >= l.rank ? 32 : 1;
  s.physical = (tta_shape){(uint32_t)l.rank, physical};
  int64_t num_banks = dram ? (blackhole ? 8 : 12) : dealt ? (blackhole ? 130 : 64) : s.cores,
          align = dram ? (blackhole ? 64 : 32) : 16, second = blackhole ? 64 : 32;
  int64_t pages_of_shard = shard_pages(&l, &page_bytes);
  if (dealt || (dram && !sharded)) page_bytes = deal_pages(&l, num_banks, &m);
  else deal_shards(&l, num_banks > MAX_BANKS ? MAX_BANKS : num_banks, &m);
  /* The pages of a shard are aligned one by one in TTNN, else the shard as a whole. */
  bool shards = !dealt && !(dram && !sharded), packed = shards && !ttnn;
  int64_t page = packed ? page_bytes : up(page_bytes, align), data = fullest(&m) * page_bytes;
  int64_t block = shards ? up(pages_of_shard * page, align) : page,
          blocks = shards ? fullest(&m) / pages_of_shard : fullest(&m);
  int64_t bank = blocks * block, taken = up(bank, second), all = shards ? s.cores : m.pages;
  if (tta_layout_footprint(&s, &banks, 0, &type, &f, NULL)) {
    printf("case %llu: rejected\n", (unsigned long long)number);
    return false;
  }
  return !(differs("bytes per bank", number, taken, f.bytes_per_bank) ||
           differs("bank bytes", number, bank, f.bank_bytes) ||
           differs("wasted bytes", number, taken - data, f.wasted_bytes) ||
           differs("pages", number, m.pages, f.pages) || differs("page bytes", number, page_bytes, f.page_bytes) ||
           differs("size", number, all * block, f.size_bytes) ||
           differs("type", number, dram ? TTA_BUFFER_DRAM : TTA_BUFFER_L1, type) ||
           (!ttnn && !as_text(&l, &banks, dram, sharded, &f, pages_of_shard)));
}

int main(int argc, char **argv) {
  uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000,
           seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261121;
  random_state = seed;
  for (uint64_t i = 0; i < cases; i++)
    if (!one(i)) return 1;
  printf("footprint: %llu cases, seed %llu\n", (unsigned long long)cases, (unsigned long long)seed);
  return 0;
}
