/* Two sweeps over src/device, compared with models that do not use its tables or formulas:
 *  - every worker of every architecture, with every harvesting of up to two lines, is converted to an address and back
 *    on both NoCs; so are all DRAM banks and random multicast rectangles; every node is found by its names;
 *  - every worker map of chip grids up to 8x8 and meshes of up to 3 dims up to MESH_EXTENT, in every view, maps each
 *    logical core to a different physical core, and default maps follow the mesh; the maps of the device specification
 *    (tt-mlir docs/src/specs/device.md) are equal on every core.
 *
 * Usage: test_noc [CASES [SEED]]; CASES is the number of random multicast rectangles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "affine/affine.h"
#include "device/device.h"
#include "noc/noc.h"
#include "ttattr/arch.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define FAIL(...) (printf("noc: " __VA_ARGS__), putchar('\n'), exit(1))

static uint64_t num_cases;
static uint64_t random_state;

static uint64_t random_below(uint64_t n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state % n;
}

/* The lines of workers, written as ranges with gaps instead of a table. */
static bool is_worker_line(tta_arch arch, bool column, uint32_t at) {
  switch (arch) {
    case TTA_ARCH_GRAYSKULL:
      return at >= 1 && at <= (column ? 12u : 11u) && (column || at != 6);
    case TTA_ARCH_WORMHOLE_B0:
      return at >= 1 && at <= (column ? 9u : 11u) && at != (column ? 5u : 6u);
    default:
      return column ? at >= 1 && at <= 16 && at != 8 && at != 9 : at >= 2 && at <= 11;
  }
}

static uint32_t local_bits(tta_arch arch) { return arch == TTA_ARCH_GRAYSKULL ? 32 : 36; }

/* The n-th worker line that is not in the mask. */
static uint32_t model_line(tta_arch arch, bool column, uint32_t mask, int64_t n) {
  for (uint32_t at = 0; at < 32; at++) {
    if (!is_worker_line(arch, column, at) || (mask >> at & 1)) continue;
    if (n-- == 0) return at;
  }
  return 99;
}

/* What a kernel on `noc` puts into an address for this worker. */
static tta_noc_xy model_xy(tta_arch arch, uint32_t mask, tta_core core, uint32_t noc) {
  bool columns = arch == TTA_ARCH_BLACKHOLE;
  tta_noc_xy noc0 = {model_line(arch, true, columns ? mask : 0, core.x),
                     model_line(arch, false, columns ? 0 : mask, core.y)};
  tta_noc_xy xy = noc0;
  if (arch == TTA_ARCH_GRAYSKULL && noc) xy = (tta_noc_xy){12 - noc0.x, 11 - noc0.y};
  if (arch == TTA_ARCH_WORMHOLE_B0) xy = (tta_noc_xy){18 + (uint32_t)core.x, 18 + (uint32_t)core.y};
  if (arch == TTA_ARCH_BLACKHOLE) xy.x = model_line(arch, true, 0, core.x);
  return xy;
}

static void check_worker(tta_arch arch, uint32_t mask, tta_core core, uint32_t noc) {
  tta_noc_node node, again;
  uint64_t local = random_below((uint64_t)1 << local_bits(arch)), address;
  if (tta_noc_worker(arch, mask, core, &node, NULL)) FAIL("no worker");
  if (tta_noc_encode(arch, &node, noc, local, &address, NULL)) FAIL("not encoded");
  tta_noc_xy want = model_xy(arch, mask, core, noc);
  /* Fields as multiples instead of shifts. */
  uint64_t unit = (uint64_t)1 << local_bits(arch);
  if (address != (uint64_t)want.y * 64 * unit + (uint64_t)want.x * unit + local)
    FAIL("arch %d mask %x core %lldx%lld NoC %u: address %llx", (int)arch, mask, (long long)core.y, (long long)core.x,
         noc, (unsigned long long)address);
  tta_noc_target target;
  if (tta_noc_decode(arch, mask, noc, address, &target, NULL)) FAIL("not decoded");
  if (target.first.kind != TTA_NOC_WORKER || target.multicast || target.address != local ||
      memcmp(&target.first.logical, &core, sizeof core) != 0)
    FAIL("arch %d mask %x core %lldx%lld NoC %u: decodes to %lldx%lld", (int)arch, mask, (long long)core.y,
         (long long)core.x, noc, (long long)target.first.logical.y, (long long)target.first.logical.x);
  if (tta_noc_at(arch, mask, node.noc0, &again, NULL) || memcmp(&again.logical, &core, sizeof core) != 0)
    FAIL("NOC0 does not lead back");
  num_cases++;
}

/* No two nodes share a name on either NoC, and harvested workers answer to none. */
static void check_nodes(tta_arch arch, uint32_t mask) {
  tta_noc_xy size = tta_arch_get(arch)->noc_size;
  for (uint32_t i = 0; i < 2 * size.x * size.y; i++) {
    tta_noc_xy noc0 = {i / 2 % size.x, i / 2 / size.x};
    tta_noc_node node, found;
    if (tta_noc_at(arch, mask, noc0, &node, NULL)) FAIL("no node %u-%u", noc0.x, noc0.y);
    if (node.noc1.x + noc0.x != size.x - 1 || node.noc1.y + noc0.y != size.y - 1)
      FAIL("NoC 1 of %u-%u", noc0.x, noc0.y);
    tta_status status = tta_noc_find(arch, mask, node.on[i % 2], i % 2, &found, NULL);
    if (status != (node.kind == TTA_NOC_HARVESTED ? TTA_INVALID : TTA_OK)) FAIL("finding %u-%u", noc0.x, noc0.y);
    if (!status && memcmp(&found.noc0, &noc0, sizeof noc0) != 0) FAIL("%u-%u is found elsewhere", noc0.x, noc0.y);
    num_cases++;
  }
}

static void check_harvesting(tta_arch arch, const int64_t *lines, size_t count) {
  uint32_t mask;
  if (tta_arch_harvest(arch, lines, count, &mask, NULL)) FAIL("harvesting rejected");
  tta_core grid = tta_arch_worker_grid(arch, mask), core;
  for (core.y = 0; core.y < grid.y; core.y++) {
    for (core.x = 0; core.x < grid.x; core.x++) {
      check_worker(arch, mask, core, 0);
      check_worker(arch, mask, core, 1);
    }
  }
  check_nodes(arch, mask);
  /* One more core is none. */
  tta_noc_node node;
  core = (tta_core){grid.y - 1, grid.x};
  if (tta_noc_worker(arch, mask, core, &node, NULL) != TTA_INVALID) FAIL("a core too far right");
  core = (tta_core){grid.y, 0};
  if (tta_noc_worker(arch, mask, core, &node, NULL) != TTA_INVALID) FAIL("a core too far down");
}

static void check_dram(tta_arch arch) {
  const tta_arch_info *info = tta_arch_get(arch);
  for (uint32_t bank = 0; bank < info->num_dram_banks; bank++) {
    for (uint32_t noc = 0; noc < 2; noc++) {
      uint64_t local = random_below(info->dram_bank_size_bytes), address;
      tta_noc_node node;
      tta_noc_target target;
      if (tta_noc_dram(arch, bank, noc, &node, NULL) || tta_noc_encode(arch, &node, noc, local, &address, NULL) ||
          tta_noc_decode(arch, 0, noc, address, &target, NULL))
        FAIL("arch %d bank %u NoC %u", (int)arch, bank, noc);
      if (target.first.dram_bank != (int32_t)bank || target.bank_address != local)
        FAIL("bank %u comes back as %d", bank, target.first.dram_bank);
      num_cases++;
    }
  }
}

static uint32_t random_mask(tta_arch arch) {
  uint32_t mask = 0;
  for (int i = 0; i < 2; i++) {
    uint32_t at = (uint32_t)random_below(20);
    if (is_worker_line(arch, arch == TTA_ARCH_BLACKHOLE, at)) mask |= (uint32_t)1 << at;
  }
  return mask;
}

static void check_multicast(void) {
  tta_arch arch = (tta_arch)random_below(3);
  uint32_t mask = random_mask(arch), noc = (uint32_t)random_below(2);
  tta_core grid = tta_arch_worker_grid(arch, mask);
  tta_core first = {(int64_t)random_below((uint64_t)grid.y), (int64_t)random_below((uint64_t)grid.x)};
  tta_core last = {first.y + (int64_t)random_below((uint64_t)(grid.y - first.y)),
                   first.x + (int64_t)random_below((uint64_t)(grid.x - first.x))};
  tta_noc_xy start = model_xy(arch, mask, noc ? last : first, noc), end = model_xy(arch, mask, noc ? first : last, noc);
  uint64_t address, dests, unit = (uint64_t)1 << local_bits(arch);
  if (tta_noc_multicast(arch, mask, first, last, noc, 64, &address, &dests, NULL)) FAIL("multicast rejected");
  if (address != (((start.y * (uint64_t)64 + start.x) * 64 + end.y) * 64 + end.x) * unit + 64)
    FAIL("multicast address");
  uint64_t count = 0;
  for (int64_t y = first.y; y <= last.y; y++) {
    for (int64_t x = first.x; x <= last.x; x++) count++;
  }
  if (dests != count) FAIL("num_dests");
  num_cases++;
  if (!start.x && !start.y) return; /* Grayskull's last core on NoC 1: documented to read as unicast */
  tta_noc_target target;
  if (tta_noc_decode(arch, mask, noc, address, &target, NULL) || !target.multicast || target.num_dests != count ||
      memcmp(&target.first.logical, &first, sizeof first) != 0 || memcmp(&target.last.logical, &last, sizeof last) != 0)
    FAIL("multicast does not decode");
}

static void check_noc(uint64_t rectangles) {
  for (int i = 0; i < TTA_NUM_ARCHS; i++) {
    tta_arch arch = (tta_arch)i;
    bool columns = arch == TTA_ARCH_BLACKHOLE;
    check_harvesting(arch, NULL, 0);
    for (uint32_t a = 0; a < 20; a++) {
      if (!is_worker_line(arch, columns, a)) continue;
      int64_t lines[2] = {a};
      check_harvesting(arch, lines, 1);
      for (uint32_t b = a + 1; b < 20; b++) {
        if (!is_worker_line(arch, columns, b)) continue;
        lines[1] = b;
        check_harvesting(arch, lines, 2);
      }
    }
    check_dram(arch);
  }
  for (uint64_t i = 0; i < rectangles; i++) check_multicast();
}

enum { MESH_EXTENT = 3, MAX_CORES = 64 * 27 };

/* Walks all indices of a shape in row-major order; false after the last. */
static bool next_index(uint32_t rank, const int64_t *extents, int64_t *index) {
  for (uint32_t i = rank; i-- > 0;) {
    if (++index[i] < extents[i]) return true;
    index[i] = 0;
  }
  return false;
}

/* Where the mesh says that the core is: chips laid side by side, mesh in row-major order. */
static void model_place(const int64_t *chip_grid, uint32_t mesh_rank, const int64_t *mesh, const int64_t *index,
                        int64_t place[3]) {
  int64_t y = index[mesh_rank < 3 ? 0 : mesh_rank - 2], x = index[mesh_rank < 3 ? 1 : mesh_rank - 1], chip_y = 0,
          chip_x = 0;
  for (; y >= chip_grid[0]; y -= chip_grid[0]) chip_y++;
  for (; x >= chip_grid[1]; x -= chip_grid[1]) chip_x++;
  int64_t mesh_x = mesh_rank < 2 ? 1 : mesh[mesh_rank - 1], mesh_y = mesh_rank < 2 ? mesh[0] : mesh[mesh_rank - 2];
  int64_t group = mesh_rank == 3 ? index[0] : 0;
  place[0] = (group * mesh_y + chip_y) * mesh_x + chip_x;
  place[1] = y;
  place[2] = x;
}

/* Every core of every chip is hit once. */
static void check_worker_map(const tta_worker_spec *spec, tta_affine_pool *pool) {
  static bool taken[MAX_CORES];
  int64_t extents[3], num_chips, index[3] = {0}, chip_cores = spec->chip_grid.extent[0] * spec->chip_grid.extent[1];
  tta_expr results[3], mark = tta_affine_pool_mark(pool);
  tta_map map;
  if (tta_worker_grid_shape(spec, extents, &num_chips, NULL) || tta_worker_map(spec, pool, results, &map, NULL))
    FAIL("no worker map");
  memset(taken, 0, sizeof taken);
  int64_t count = 0;
  do {
    tta_core_assignment place;
    if (tta_worker_core(&map, index, num_chips, spec->chip_grid, &place, NULL)) FAIL("a core outside the chips");
    bool *at = &taken[place.chip_index * chip_cores + place.core.y * spec->chip_grid.extent[1] + place.core.x];
    if (*at) FAIL("two logical cores on one physical core");
    *at = true;
    count++;
    int64_t want[3];
    model_place(spec->chip_grid.extent, spec->mesh.rank, spec->mesh.extent, index, want);
    if (spec->view == TTA_VIEW_PLAIN &&
        (place.chip_index != want[0] || place.core.y != want[1] || place.core.x != want[2]))
      FAIL("a core in the wrong place");
  } while (next_index(map.num_dims, extents, index));
  if (count != num_chips * chip_cores)
    FAIL("%lld cores of %lld", (long long)count, (long long)(num_chips * chip_cores));
  tta_affine_pool_rewind(pool, mark);
  num_cases++;
}

static void check_meshes(tta_affine_pool *pool) {
  for (int64_t cells = 0; cells < 64; cells++) {
    int64_t chip_grid[2] = {cells / 8 + 1, cells % 8 + 1};
    for (uint32_t rank = 1; rank <= 3; rank++) {
      static const int64_t limits[3] = {MESH_EXTENT, MESH_EXTENT, MESH_EXTENT};
      int64_t position[3] = {0};
      do {
        int64_t mesh[3] = {position[0] + 1, position[1] + 1, position[2] + 1};
        for (int view = 0; view < TTA_NUM_VIEWS; view++) {
          tta_worker_spec spec = {{2, chip_grid}, {rank, mesh}, (tta_worker_view)view};
          check_worker_map(&spec, pool);
        }
      } while (next_index(rank, limits, position));
    }
  }
}

/* The maps that the device specification writes for chips of 8x8. */
#define SEED(name, chip_index, core_y, core_x)                         \
  static void name(const int64_t *d, int64_t place[3]) {               \
    place[0] = (chip_index), place[1] = (core_y), place[2] = (core_x); \
  }
SEED(seed_single, 0, d[0], d[1])
SEED(seed_batch, d[0], d[1], d[2])
SEED(seed_1x2, d[0] / 8 * 2 + d[1] / 8, d[0], d[1] % 8)
SEED(seed_2x1x2, d[0] * 2 + d[1] / 8 * 2 + d[2] / 8, d[1], d[2] % 8)
SEED(seed_2x2, d[0] / 8 * 2 + d[1] / 8, d[0] % 8, d[1] % 8)
SEED(seed_transpose, 0, d[1], d[0])
SEED(seed_wide, 0, d[0] * 8 + d[1] / 8, d[1] % 8)
SEED(seed_tall, 0, d[1] * 8 + d[0] / 8, d[0] % 8)
SEED(seed_staircase, 0, d[0], (d[0] + d[1]) % 8)

static const struct {
  uint32_t mesh_rank;
  int64_t mesh[3];
  tta_worker_view view;
  int64_t grid[3];
  void (*place)(const int64_t *d, int64_t place[3]);
} seeds[] = {
    {1, {1}, TTA_VIEW_PLAIN, {8, 8}, seed_single},        {3, {2, 1, 1}, TTA_VIEW_PLAIN, {2, 8, 8}, seed_batch},
    {2, {1, 2}, TTA_VIEW_PLAIN, {8, 16}, seed_1x2},       {3, {2, 1, 2}, TTA_VIEW_PLAIN, {2, 8, 16}, seed_2x1x2},
    {2, {2, 2}, TTA_VIEW_PLAIN, {16, 16}, seed_2x2},      {1, {1}, TTA_VIEW_TRANSPOSE, {8, 8}, seed_transpose},
    {1, {1}, TTA_VIEW_EXTRA_WIDE, {1, 64}, seed_wide},    {1, {1}, TTA_VIEW_EXTRA_TALL, {64, 1}, seed_tall},
    {1, {1}, TTA_VIEW_STAIRCASE, {8, 8}, seed_staircase},
};

static void check_seed_maps(tta_affine_pool *pool) {
  static const int64_t chip_grid[] = {8, 8};
  for (size_t i = 0; i < LENGTH(seeds); i++) {
    tta_worker_spec spec = {{2, chip_grid}, {seeds[i].mesh_rank, seeds[i].mesh}, seeds[i].view};
    int64_t extents[3], index[3] = {0}, value[3], want[3];
    tta_expr results[3];
    tta_map map;
    if (tta_worker_grid_shape(&spec, extents, NULL, NULL) || tta_worker_map(&spec, pool, results, &map, NULL))
      FAIL("no map for seed %zu", i);
    if (memcmp(extents, seeds[i].grid, map.num_dims * sizeof *extents) != 0) FAIL("seed %zu has another grid", i);
    do {
      seeds[i].place(index, want);
      if (tta_map_evaluate(&map, index, NULL, value) || memcmp(value, want, sizeof want) != 0)
        FAIL("seed %zu differs", i);
      num_cases++;
    } while (next_index(map.num_dims, extents, index));
  }
}

int main(int argc, char **argv) {
  uint64_t rectangles = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  random_state = seed * 2 + 1;
  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  if (!pool) FAIL("out of memory");
  check_noc(rectangles);
  check_meshes(pool);
  check_seed_maps(pool);
  tta_affine_pool_free(pool);
  printf("noc: %llu cases, seed %llu\n", (unsigned long long)num_cases, (unsigned long long)seed);
  return 0;
}
