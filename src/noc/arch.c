/* Tables of the architectures: NoC positions, sizes, alignments, tt-mlir's default descriptors, harvesting, and the
 * order of interleaved L1 banks.
 *
 * Positions on NOC0: tt-umd SoC descriptors and *_implementation.hpp of each architecture. Not verified against them:
 * PCIe, ARC, the order of Ethernet channels, the DRAM ports that no bank prefers.
 * Sizes and alignments: tt-metal noc_parameters.h, core descriptors and HAL. */
#include "ttattr/arch.h"

#include "base/fail.h"
#include "base/str.h"
#include "noc/noc.h"
#include "ttattr/system.h"
#include "ttattr/storage.h"

#define LENGTH(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

enum { KIB = 1024 };

/* Grayskull: one port a channel, one bank a channel. */
static const uint8_t gs_x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static const uint8_t gs_y[] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11};
static const tta_noc_xy gs_dram[] = {{1, 0}, {1, 6}, {4, 0}, {4, 6}, {7, 0}, {7, 6}, {10, 0}, {10, 6}};
static const tta_dram_bank gs_banks[] = {{0, {0, 0}, 0}, {1, {0, 0}, 0}, {2, {0, 0}, 0}, {3, {0, 0}, 0},
                                         {4, {0, 0}, 0}, {5, {0, 0}, 0}, {6, {0, 0}, 0}, {7, {0, 0}, 0}};
static const tta_noc_xy gs_pcie[] = {{0, 4}};

/* Wormhole: three ports a channel, two banks of 1 GiB a channel. */
static const uint8_t wh_x[] = {1, 2, 3, 4, 6, 7, 8, 9};
static const uint8_t wh_y[] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11};
static const tta_noc_xy wh_dram[] = {{0, 0}, {0, 1}, {0, 11}, {0, 5}, {0, 6}, {0, 7}, {5, 0}, {5, 1}, {5, 11},
                                     {5, 2}, {5, 9}, {5, 10}, {5, 3}, {5, 4}, {5, 8}, {5, 5}, {5, 6}, {5, 7}};
#define WH_UPPER 1073741824
static const tta_dram_bank wh_banks[] = {
    {0, {2, 2}, 0}, {0, {1, 1}, WH_UPPER}, {1, {0, 0}, 0}, {1, {2, 2}, WH_UPPER}, {2, {1, 1}, 0}, {2, {2, 2}, WH_UPPER},
    {3, {0, 0}, 0}, {3, {1, 1}, WH_UPPER}, {4, {2, 2}, 0}, {4, {0, 0}, WH_UPPER}, {5, {0, 0}, 0}, {5, {2, 2}, WH_UPPER},
};
static const tta_noc_xy wh_pcie[] = {{0, 3}};
static const tta_noc_xy wh_ethernet[] = {{9, 0}, {1, 0}, {8, 0}, {2, 0}, {7, 0}, {3, 0}, {6, 0}, {4, 0},
                                         {9, 6}, {1, 6}, {8, 6}, {2, 6}, {7, 6}, {3, 6}, {6, 6}, {4, 6}};

/* Blackhole: three ports a channel, one bank a channel; NoC 1 uses another port than NoC 0. */
static const uint8_t bh_x[] = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16};
static const uint8_t bh_y[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
static const tta_noc_xy bh_dram[] = {{0, 0},  {0, 1}, {0, 11}, {0, 2}, {0, 10}, {0, 3}, {0, 9},  {0, 4},
                                     {0, 8},  {0, 5}, {0, 7},  {0, 6}, {9, 0},  {9, 1}, {9, 11}, {9, 2},
                                     {9, 10}, {9, 3}, {9, 9},  {9, 4}, {9, 8},  {9, 5}, {9, 7},  {9, 6}};
static const tta_dram_bank bh_banks[] = {{0, {0, 1}, 0}, {1, {0, 1}, 0}, {2, {0, 1}, 0}, {3, {0, 1}, 0},
                                         {4, {2, 1}, 0}, {5, {2, 1}, 0}, {6, {2, 1}, 0}, {7, {2, 1}, 0}};
static const tta_noc_xy bh_pcie[] = {{11, 0}, {2, 0}};
static const tta_noc_xy bh_ethernet[] = {{1, 1},  {16, 1}, {2, 1},  {15, 1}, {3, 1},  {14, 1}, {4, 1},
                                         {13, 1}, {5, 1},  {12, 1}, {6, 1},  {11, 1}, {7, 1},  {10, 1}};

/* tt-mlir never described Grayskull: all workers, and the numbers of the architecture. The barrier takes 32 bytes of
 * each bank of DRAM (tt-metal). */
static const tta_chip gs_defaults = {
    .arch = TTA_ARCH_GRAYSKULL,
    .grid = {2, (const int64_t[]){10, 12}},
    .dram_grid = {2, (const int64_t[]){1, 8}},
    .numbers = {
        [TTA_CHIP_L1_SIZE] = 1024 * KIB,
        [TTA_CHIP_NUM_DRAM_CHANNELS] = 8,
        [TTA_CHIP_DRAM_CHANNEL_SIZE] = 1073741824,
        [TTA_CHIP_NOC_L1_ADDRESS_ALIGN_BYTES] = 16,
        [TTA_CHIP_PCIE_ADDRESS_ALIGN_BYTES] = TTA_SYSTEM_NONE,
        [TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES] = 32,
        [TTA_CHIP_L1_UNRESERVED_BASE] = 0,
        [TTA_CHIP_ERISC_L1_UNRESERVED_BASE] = TTA_SYSTEM_NONE,
        [TTA_CHIP_DRAM_UNRESERVED_BASE] = 32,
        [TTA_CHIP_DRAM_UNRESERVED_END] = 1073741824,
        [TTA_CHIP_DST_REGISTER_SIZE_TILES] = TTA_SYSTEM_NONE,
        [TTA_CHIP_DST_PHYSICAL_SIZE_TILES] = TTA_SYSTEM_NONE,
        [TTA_CHIP_NUM_CBS] = TTA_SYSTEM_NONE,
        [TTA_CHIP_NUM_COMPUTE_THREADS] = TTA_SYSTEM_NONE,
        [TTA_CHIP_NUM_DATAMOVEMENT_THREADS] = TTA_SYSTEM_NONE,
    },
};

/* tt-mlir lib/Dialect/TTCore/IR/TTCoreOpsTypes.cpp, default system descriptors. */
static const tta_core wh_default_dram[] = {{8, 0}, {9, 0}, {10, 0}, {8, 1}, {9, 1}, {10, 1},
                                           {8, 2}, {9, 2}, {10, 2}, {8, 3}, {9, 3}, {10, 3}};
static const tta_core wh_default_bank_worker[] = {{7, 3}, {0, 0}, {3, 0}, {4, 0}, {0, 4}, {7, 7},
                                                  {1, 4}, {6, 4}, {5, 4}, {2, 6}, {3, 4}, {4, 4}};
static const tta_chip wh_defaults = {
    .arch = TTA_ARCH_WORMHOLE_B0,
    .grid = {2, (const int64_t[]){8, 8}},
    .coord_translation_offsets = {2, (const int64_t[]){18, 18}},
    .dram_grid = {2, (const int64_t[]){1, 12}},
    .numbers = {
        [TTA_CHIP_L1_SIZE] = 1464 * KIB,
        [TTA_CHIP_NUM_DRAM_CHANNELS] = 12,
        [TTA_CHIP_DRAM_CHANNEL_SIZE] = 1073741824,
        [TTA_CHIP_NOC_L1_ADDRESS_ALIGN_BYTES] = 16,
        [TTA_CHIP_PCIE_ADDRESS_ALIGN_BYTES] = 32,
        [TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES] = 32,
        [TTA_CHIP_L1_UNRESERVED_BASE] = 1024,
        [TTA_CHIP_ERISC_L1_UNRESERVED_BASE] = 1024,
        [TTA_CHIP_DRAM_UNRESERVED_BASE] = 1024,
        [TTA_CHIP_DRAM_UNRESERVED_END] = 1073741824,
        [TTA_CHIP_DST_REGISTER_SIZE_TILES] = 8,
        [TTA_CHIP_DST_PHYSICAL_SIZE_TILES] = 16,
        [TTA_CHIP_NUM_CBS] = 32,
        [TTA_CHIP_NUM_COMPUTE_THREADS] = 1,
        [TTA_CHIP_NUM_DATAMOVEMENT_THREADS] = 2,
    },
    .cores = {
        [TTA_CORES_DRAM] = {LENGTH(wh_default_dram), wh_default_dram, NULL, {0, 0}},
        [TTA_CORES_DRAM_WORKER_NOC0] = {LENGTH(wh_default_bank_worker), wh_default_bank_worker, NULL, {0, 0}},
        [TTA_CORES_DRAM_WORKER_NOC1] = {LENGTH(wh_default_bank_worker), wh_default_bank_worker, NULL, {0, 0}},
    },
};
static const tta_core bh_default_dram[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}};
static const tta_core bh_default_bank_worker[] = {{9, 0}, {0, 0}, {7, 0}, {3, 0}, {9, 7}, {1, 7}, {6, 7}, {4, 7}};
static const tta_chip bh_defaults = {
    .arch = TTA_ARCH_BLACKHOLE,
    .grid = {2, (const int64_t[]){10, 13}},
    .coord_translation_offsets = {2, (const int64_t[]){18, 18}},
    .dram_grid = {2, (const int64_t[]){1, 8}},
    .numbers = {
        [TTA_CHIP_L1_SIZE] = 1536 * KIB,
        [TTA_CHIP_NUM_DRAM_CHANNELS] = 8,
        [TTA_CHIP_DRAM_CHANNEL_SIZE] = 4278190080,
        [TTA_CHIP_NOC_L1_ADDRESS_ALIGN_BYTES] = 16,
        [TTA_CHIP_PCIE_ADDRESS_ALIGN_BYTES] = 64,
        [TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES] = 64,
        [TTA_CHIP_L1_UNRESERVED_BASE] = 98304,
        [TTA_CHIP_ERISC_L1_UNRESERVED_BASE] = 100032,
        [TTA_CHIP_DRAM_UNRESERVED_BASE] = 64,
        [TTA_CHIP_DRAM_UNRESERVED_END] = 4276383744,
        [TTA_CHIP_DST_REGISTER_SIZE_TILES] = 8,
        [TTA_CHIP_DST_PHYSICAL_SIZE_TILES] = 16,
        [TTA_CHIP_NUM_CBS] = 32,
        [TTA_CHIP_NUM_COMPUTE_THREADS] = 1,
        [TTA_CHIP_NUM_DATAMOVEMENT_THREADS] = 2,
    },
    .cores = {
        [TTA_CORES_DRAM] = {LENGTH(bh_default_dram), bh_default_dram, NULL, {0, 0}},
        [TTA_CORES_DRAM_WORKER_NOC0] = {LENGTH(bh_default_bank_worker), bh_default_bank_worker, NULL, {0, 0}},
        [TTA_CORES_DRAM_WORKER_NOC1] = {LENGTH(bh_default_bank_worker), bh_default_bank_worker, NULL, {0, 0}},
    },
};

static const tta_arch_info infos[TTA_NUM_ARCHS] = {
    [TTA_ARCH_GRAYSKULL] =
        {
            .name = "grayskull",
            .noc_size = {13, 12},
            .num_worker_columns = LENGTH(gs_x),
            .num_worker_rows = LENGTH(gs_y),
            .worker_x = gs_x,
            .worker_y = gs_y,
            .num_dram_channels = 8,
            .num_dram_ports = 1,
            .dram_ports = gs_dram,
            .num_dram_banks = LENGTH(gs_banks),
            .dram_banks = gs_banks,
            .dram_bank_size_bytes = 1073741824,
            .num_pcie = LENGTH(gs_pcie),
            .pcie = gs_pcie,
            .arc = {0, 2},
            .address_bits = 32,
            .noc_word_bytes = 32,
            .noc_max_burst_bytes = 8192,
            .l1_size_bytes = 1024 * KIB,
            .l1_alignment_bytes = 16,
            .dram_read_alignment_bytes = 32,
            .dram_write_alignment_bytes = 16,
            .defaults = &gs_defaults,
        },
    [TTA_ARCH_WORMHOLE_B0] =
        {
            .name = "wormhole_b0",
            .noc_size = {10, 12},
            .num_worker_columns = LENGTH(wh_x),
            .num_worker_rows = LENGTH(wh_y),
            .worker_x = wh_x,
            .worker_y = wh_y,
            .num_dram_channels = 6,
            .num_dram_ports = 3,
            .dram_ports = wh_dram,
            .num_dram_banks = LENGTH(wh_banks),
            .dram_banks = wh_banks,
            .dram_bank_size_bytes = 1073741824,
            .num_pcie = LENGTH(wh_pcie),
            .pcie = wh_pcie,
            .arc = {0, 10},
            .num_ethernet = LENGTH(wh_ethernet),
            .ethernet = wh_ethernet,
            .address_bits = 36,
            .pcie_flag = (uint64_t)1 << 35,
            .noc_word_bytes = 32,
            .noc_max_burst_bytes = 8192,
            .l1_size_bytes = 1464 * KIB,
            .l1_alignment_bytes = 16,
            .dram_read_alignment_bytes = 32,
            .dram_write_alignment_bytes = 16,
            .defaults = &wh_defaults,
        },
    [TTA_ARCH_BLACKHOLE] =
        {
            .name = "blackhole",
            .noc_size = {17, 12},
            .harvest_columns = true,
            .num_worker_columns = LENGTH(bh_x),
            .num_worker_rows = LENGTH(bh_y),
            .worker_x = bh_x,
            .worker_y = bh_y,
            .num_dram_channels = 8,
            .num_dram_ports = 3,
            .dram_ports = bh_dram,
            .num_dram_banks = LENGTH(bh_banks),
            .dram_banks = bh_banks,
            .dram_bank_size_bytes = 4278190080,
            .num_pcie = LENGTH(bh_pcie),
            .pcie = bh_pcie,
            .arc = {8, 0},
            .num_ethernet = LENGTH(bh_ethernet),
            .ethernet = bh_ethernet,
            .address_bits = 36,
            .pcie_flag = (uint64_t)1 << 60,
            .noc_word_bytes = 64,
            .noc_max_burst_bytes = 16384,
            .l1_size_bytes = 1536 * KIB,
            .l1_alignment_bytes = 16,
            .dram_read_alignment_bytes = 64,
            .dram_write_alignment_bytes = 16,
            .defaults = &bh_defaults,
        },
};

const tta_arch_info *tta_arch_get(tta_arch arch) { return (unsigned)arch < TTA_NUM_ARCHS ? &infos[arch] : NULL; }

tta_status tta_arch_storage_banks(tta_arch arch, tta_storage_banks *banks) {
  const tta_arch_info *info = tta_arch_get(arch);
  if (!info) return TTA_INVALID;
  const int64_t *grid = info->defaults->grid.extent;
  *banks = (tta_storage_banks){.dram_banks = info->num_dram_banks,
                               .l1_banks = grid[0] * grid[1],
                               .dram_alignment = info->dram_read_alignment_bytes,
                               .l1_alignment = info->l1_alignment_bytes};
  return TTA_OK;
}

bool tta_arch_find(tta_str name, tta_arch *arch) {
  for (unsigned i = 0; i < TTA_NUM_ARCHS; i++) {
    if (!tta_str_is(name, infos[i].name)) continue;
    *arch = (tta_arch)i;
    return true;
  }
  return false;
}

tta_status tta_arch_harvest(tta_arch arch, const int64_t *lines, size_t count, uint32_t *mask, tta_buf *reason) {
  const tta_arch_info *info = tta_arch_get(arch);
  if (!info) return tta_fail(TTA_INVALID, reason, "unknown architecture");
  const char *line_name = info->harvest_columns ? "column" : "row";
  const uint8_t *worker_lines = info->harvest_columns ? info->worker_x : info->worker_y;
  uint32_t num_lines = info->harvest_columns ? info->num_worker_columns : info->num_worker_rows, harvested = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t k = 0;
    while (k < num_lines && worker_lines[k] != lines[i]) k++;
    if (k == num_lines)
      return tta_fail(TTA_INVALID, reason, "NOC0 %s %lld of %s has no workers", line_name, (long long)lines[i],
                        info->name);
    uint32_t bit = (uint32_t)1 << lines[i];
    if (harvested & bit)
      return tta_fail(TTA_INVALID, reason, "%s %lld is listed twice", line_name, (long long)lines[i]);
    harvested |= bit;
  }
  if (count == num_lines)
    return tta_fail(TTA_INVALID, reason, "all %u %ss are harvested; at least one must remain", num_lines, line_name);
  *mask = harvested;
  return TTA_OK;
}

static uint32_t lines_left(const uint8_t *lines, uint32_t count, uint32_t harvest) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < count; i++) left += !(harvest >> lines[i] & 1);
  return left;
}

tta_core tta_arch_worker_grid(tta_arch arch, uint32_t harvest) {
  const tta_arch_info *info = tta_arch_get(arch);
  if (!info) return (tta_core){0, 0};
  return (tta_core){.y = lines_left(info->worker_y, info->num_worker_rows, info->harvest_columns ? 0 : harvest),
                    .x = lines_left(info->worker_x, info->num_worker_columns, info->harvest_columns ? harvest : 0)};
}

/* minstd_rand0, the default_random_engine of libstdc++. */
static const uint32_t MINSTD_MODULUS = 2147483647;

static uint32_t minstd(uint32_t *state) {
  *state = (uint32_t)((uint64_t)*state * 16807 % MINSTD_MODULUS);
  return *state;
}

/* uniform_int_distribution of libstdc++ (bits/uniform_int_dist.h) over 0..n-1: scale down, reject the incomplete last
 * step. */
static uint32_t uniform_below(uint32_t *state, uint32_t n) {
  uint32_t range = MINSTD_MODULUS - 2; /* the engine returns 1 .. modulus - 1 */
  uint32_t scale = range / n, value;
  do value = minstd(state) - 1;
  while (value >= n * scale);
  return value / scale;
}

static void swap(uint32_t *a, uint32_t *b) {
  uint32_t old = *a;
  *a = *b;
  *b = old;
}

tta_status tta_arch_l1_banks(uint32_t num_banks, uint32_t *bank_of_core) {
  /* From 46341 on n * n exceeds the engine's range, and libstdc++ draws one position at a time. */
  if (num_banks < 1 || num_banks > 46340) return TTA_INVALID;
  for (uint32_t i = 0; i < num_banks; i++) bank_of_core[i] = i;
  uint32_t state = 1, i = 1; /* seed 0 is replaced by 1 */
  /* std::shuffle draws two positions at a time; an even count leaves one over, drawn first. */
  if (num_banks % 2 == 0 && num_banks > 1) {
    swap(&bank_of_core[1], &bank_of_core[uniform_below(&state, 2)]);
    i = 2;
  }
  for (; i < num_banks; i += 2) {
    uint32_t both = uniform_below(&state, (i + 1) * (i + 2));
    swap(&bank_of_core[i], &bank_of_core[both / (i + 2)]);
    swap(&bank_of_core[i + 1], &bank_of_core[both % (i + 2)]);
  }
  return TTA_OK;
}
