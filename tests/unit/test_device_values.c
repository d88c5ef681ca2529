/* src/device: examples of architectures, NoC coordinates and addresses, worker grids. Sources: tt-mlir
 * docs/src/specs/device.md, the SOC descriptors of tt-umd, and tt-metal (core_coordinates, noc_parameters.h). */
#include <check.h>
#include <stdlib.h>

#include "affine/affine.h"
#include "affine/print.h"
#include "device/device.h"
#include "noc/noc.h"
#include "suite.h"
#include "ttattr/arch.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const tta_arch GS = TTA_ARCH_GRAYSKULL, WH = TTA_ARCH_WORMHOLE_B0, BH = TTA_ARCH_BLACKHOLE;

static void expect_reason(tta_buf *reason, const char *part) {
  tta_buf_char(reason, '\0');
  ck_assert(!reason->failed);
  ck_assert_msg(strstr(reason->data, part) != NULL, "'%s' is not in '%s'", part, reason->data);
  reason->size = 0;
}

#define EXPECT_XY(xy, want_x, want_y)    \
  do {                                   \
    ck_assert_uint_eq((xy).x, (want_x)); \
    ck_assert_uint_eq((xy).y, (want_y)); \
  } while (0)

static tta_noc_node worker(tta_arch arch, uint32_t harvest, int64_t y, int64_t x) {
  tta_noc_node node;
  tta_core core = {y, x};
  ck_assert_int_eq(tta_noc_worker(arch, harvest, core, &node, NULL), TTA_OK);
  return node;
}

static uint64_t encode(tta_arch arch, const tta_noc_node *node, uint32_t noc, uint64_t address) {
  uint64_t result;
  ck_assert_int_eq(tta_noc_encode(arch, node, noc, address, &result, NULL), TTA_OK);
  return result;
}

START_TEST(architectures) {
  static const char *const names[] = {"grayskull", "wormhole_b0", "blackhole"};
  static const int64_t workers[] = {120, 80, 140}; /* grayskull: "functional_workers ... 120" of the article */
  static const uint32_t banks[] = {8, 12, 8};
  for (int i = 0; i < TTA_NUM_ARCHS; i++) {
    tta_arch arch;
    tta_str name = {names[i], strlen(names[i])};
    ck_assert(tta_arch_find(name, &arch));
    ck_assert_int_eq(arch, i);
    ck_assert_str_eq(tta_arch_get(arch)->name, names[i]);
    ck_assert_uint_eq(tta_arch_get(arch)->num_dram_banks, banks[i]);
    tta_core grid = tta_arch_worker_grid(arch, 0);
    ck_assert_int_eq(grid.y * grid.x, workers[i]);
  }
  tta_arch arch;
  tta_str unknown = {"wormhole", 8};
  ck_assert(!tta_arch_find(unknown, &arch));
  ck_assert_ptr_null(tta_arch_get((tta_arch)3));
  const int64_t *gs = tta_arch_get(GS)->defaults->numbers;
  ck_assert_int_eq(gs[TTA_CHIP_L1_SIZE], 1 << 20);
  const int64_t *wh = tta_arch_get(WH)->defaults->numbers, *bh = tta_arch_get(BH)->defaults->numbers;
  ck_assert_int_eq(wh[TTA_CHIP_L1_SIZE] - wh[TTA_CHIP_L1_UNRESERVED_BASE], 1498112);
  ck_assert_int_eq(bh[TTA_CHIP_DRAM_UNRESERVED_END], 4276383744);
}
END_TEST

START_TEST(default_descriptor_lists) {
  const tta_chip *wh = tta_arch_get(WH)->defaults, *bh = tta_arch_get(BH)->defaults;
  /* The corpus prints dram = [ 8x0,  9x0,  10x0,  8x1, ...  10x3]: y = 8..10, column by column. */
  const tta_core_list *dram = &wh->cores[TTA_CORES_DRAM], *other = &bh->cores[TTA_CORES_DRAM];
  ck_assert(dram->num_cores == 12 && other->num_cores == 8);
  for (uint32_t i = 0; i < dram->num_cores; i++) {
    ck_assert_int_eq(dram->cores[i].y, 8 + i % 3);
    ck_assert_int_eq(dram->cores[i].x, i / 3);
  }
  for (uint32_t i = 0; i < other->num_cores; i++) ck_assert_int_eq(other->cores[i].y, i);
  for (int i = 0; i < 2; i++) {
    const tta_chip *chip = i ? bh : wh;
    const tta_core_list *workers = &chip->cores[TTA_CORES_DRAM_WORKER_NOC0];
    for (uint32_t k = 0; k < workers->num_cores; k++) {
      ck_assert_int_lt(workers->cores[k].y, chip->grid.extent[0]);
      ck_assert_int_lt(workers->cores[k].x, chip->grid.extent[1]);
    }
  }
  ck_assert_int_eq(wh->cores[TTA_CORES_DRAM_WORKER_NOC0].cores[11].y, 4);
  ck_assert_int_eq(bh->cores[TTA_CORES_DRAM_WORKER_NOC0].cores[4].x, 7);
}
END_TEST

START_TEST(grayskull_worker) {
  tta_noc_node node = worker(GS, 0, 0, 0);
  EXPECT_XY(node.noc0, 1, 1); /* core0_physical of the article */
  EXPECT_XY(node.translated, 1, 1);
  EXPECT_XY(node.on[1], 11, 10); /* NOC_0_X: 13 - 1 - 1, 12 - 1 - 1 */
  ck_assert_uint_eq(encode(GS, &node, 0, 0x20000), 0x4100020000);
  ck_assert_uint_eq(encode(GS, &node, 1, 0x20000), 0x28B00020000);
  node = worker(GS, 0, 5, 11); /* row 6 of the NoC holds DRAM */
  EXPECT_XY(node.noc0, 12, 7);
}
END_TEST

START_TEST(wormhole_worker) {
  tta_noc_node node = worker(WH, 0, 0, 0);
  EXPECT_XY(node.noc0, 1, 1);
  EXPECT_XY(node.noc1, 8, 10);
  EXPECT_XY(node.translated, 18, 18);
  EXPECT_XY(node.on[1], 18, 18); /* pitfall 15: NoC 1 flips only what is not translated */
  ck_assert_uint_eq(encode(WH, &node, 0, 0), (uint64_t)0x4920 << 32); /* NOC_XY_ENCODING << NOC_ADDR_COORD_SHIFT */
  node = worker(WH, 1 << 3 | 1 << 11, 2, 4);
  EXPECT_XY(node.noc0, 6, 4); /* column 5 holds DRAM, row 3 is harvested */
  EXPECT_XY(node.translated, 22, 20);
}
END_TEST

START_TEST(blackhole_worker) {
  tta_noc_node node = worker(BH, 0, 0, 0);
  EXPECT_XY(node.noc0, 1, 2);
  EXPECT_XY(node.noc1, 15, 9);
  EXPECT_XY(node.on[1], 1, 2);
  ck_assert_uint_eq(encode(BH, &node, 0, 0x100), ((uint64_t)0x81 << 36) + 0x100);
  uint32_t harvest = 1 << 1 | 1 << 10;
  ck_assert_int_eq(tta_arch_worker_grid(BH, harvest).x, 12);
  node = worker(BH, harvest, 9, 0);
  EXPECT_XY(node.noc0, 2, 11);
  EXPECT_XY(node.translated, 1, 11);
  node = worker(BH, harvest, 9, 11);
  EXPECT_XY(node.noc0, 16, 11);
  EXPECT_XY(node.translated, 14, 11);
}
END_TEST

/* tt-metal, "DRAM bank -> NOC0 (worker endpoint)"; Blackhole on NoC 0 and on NoC 1. */
static const tta_noc_xy gs_banks[] = {{1, 0}, {1, 6}, {4, 0}, {4, 6}, {7, 0}, {7, 6}, {10, 0}, {10, 6}};
static const tta_noc_xy wh_banks[] = {{0, 11}, {0, 1}, {0, 5}, {0, 7}, {5, 1}, {5, 11},
                                      {5, 2},  {5, 9}, {5, 8}, {5, 3}, {5, 5}, {5, 7}};
static const tta_noc_xy bh_banks[2][8] = {{{0, 0}, {0, 2}, {0, 9}, {0, 5}, {9, 11}, {9, 3}, {9, 8}, {9, 6}},
                                          {{0, 1}, {0, 10}, {0, 4}, {0, 7}, {9, 1}, {9, 10}, {9, 4}, {9, 7}}};

START_TEST(dram_banks) {
  tta_noc_node node;
  for (uint32_t noc = 0; noc < 2; noc++) {
    for (uint32_t i = 0; i < 8; i++) {
      ck_assert_int_eq(tta_noc_dram(GS, i, noc, &node, NULL), TTA_OK);
      EXPECT_XY(node.noc0, gs_banks[i].x, gs_banks[i].y);
      ck_assert_int_eq(tta_noc_dram(BH, i, noc, &node, NULL), TTA_OK);
      EXPECT_XY(node.noc0, bh_banks[noc][i].x, bh_banks[noc][i].y);
      uint32_t port = noc ? 1 : i < 4 ? 0 : 2;
      EXPECT_XY(node.on[noc], i < 4 ? 17 : 18, 12 + 3 * (i % 4) + port);
    }
    for (uint32_t i = 0; i < 12; i++) {
      ck_assert_int_eq(tta_noc_dram(WH, i, noc, &node, NULL), TTA_OK);
      EXPECT_XY(node.noc0, wh_banks[i].x, wh_banks[i].y);
      EXPECT_XY(node.on[noc], noc ? 9 - wh_banks[i].x : wh_banks[i].x, noc ? 11 - wh_banks[i].y : wh_banks[i].y);
    }
  }
  /* Pitfall 9: odd Wormhole banks begin at 1 GiB of their channel. */
  ck_assert_int_eq(tta_noc_dram(WH, 1, 0, &node, NULL), TTA_OK);
  ck_assert_uint_eq(encode(WH, &node, 0, 0x40), ((uint64_t)1 << 42) + 0x40000040);
}
END_TEST

START_TEST(pcie_and_arc) {
  tta_noc_node node;
  ck_assert_int_eq(tta_noc_pcie(WH, &node), TTA_OK);
  EXPECT_XY(node.noc0, 0, 3);
  ck_assert_uint_eq(encode(WH, &node, 0, 0x1000), 0xC0800001000);
  ck_assert_int_eq(tta_noc_pcie(BH, &node), TTA_OK);
  EXPECT_XY(node.translated, 19, 24);
  ck_assert_uint_eq(encode(BH, &node, 1, 0x1000), 0x1000613000001000);
  ck_assert_int_eq(tta_noc_pcie(GS, &node), TTA_OK);
  EXPECT_XY(node.noc0, 0, 4);
  ck_assert_uint_eq(encode(GS, &node, 0, 0), (uint64_t)4 << 38);
  static const tta_noc_xy arc[] = {{0, 2}, {0, 10}, {8, 0}};
  for (int i = 0; i < TTA_NUM_ARCHS; i++) {
    ck_assert_int_eq(tta_noc_arc((tta_arch)i, &node), TTA_OK);
    ck_assert_int_eq(node.kind, TTA_NOC_ARC);
    EXPECT_XY(node.noc0, arc[i].x, arc[i].y);
  }
  ck_assert_int_eq(tta_noc_arc((tta_arch)7, &node), TTA_INVALID);
}
END_TEST

START_TEST(ethernet) {
  tta_noc_node node;
  tta_noc_xy at = {9, 6};
  ck_assert_int_eq(tta_noc_at(WH, 0, at, &node, NULL), TTA_OK);
  ck_assert_int_eq(node.kind, TTA_NOC_ETHERNET);
  EXPECT_XY(node.translated, 25, 17); /* 17x25 of captured descriptors */
  at = (tta_noc_xy){10, 1};
  ck_assert_int_eq(tta_noc_at(BH, 0, at, &node, NULL), TTA_OK);
  EXPECT_XY(node.translated, 33, 25);
  at = (tta_noc_xy){8, 5};
  ck_assert_int_eq(tta_noc_at(BH, 0, at, &node, NULL), TTA_OK);
  ck_assert_int_eq(node.kind, TTA_NOC_OTHER);
  ck_assert_str_eq(tta_noc_kind_name(node.kind), "other");
}
END_TEST

START_TEST(multicast) {
  tta_core first = {0, 0}, last = {1, 2};
  uint64_t address, dests;
  ck_assert_int_eq(tta_noc_multicast(GS, 0, first, last, 0, 0x100, &address, &dests, NULL), TTA_OK);
  ck_assert_uint_eq(address, (uint64_t)1 << 44 | (uint64_t)1 << 50 | (uint64_t)3 << 32 | (uint64_t)2 << 38 | 0x100);
  ck_assert_uint_eq(dests, 6);
  ck_assert_int_eq(tta_noc_multicast(GS, 0, first, last, 1, 0x100, &address, &dests, NULL), TTA_OK);
  /* start is the flipped last core, 12 - 3, 11 - 2; end the flipped first, 11, 10 */
  ck_assert_uint_eq(address, (uint64_t)9 << 44 | (uint64_t)9 << 50 | (uint64_t)11 << 32 | (uint64_t)10 << 38 | 0x100);
  ck_assert_int_eq(tta_noc_multicast(WH, 0, first, last, 1, 0, &address, &dests, NULL), TTA_OK);
  ck_assert_uint_eq(address, (uint64_t)20 << 48 | (uint64_t)19 << 54 | (uint64_t)18 << 36 | (uint64_t)18 << 42);

  tta_noc_target target;
  ck_assert_int_eq(tta_noc_decode(WH, 0, 1, address, &target, NULL), TTA_OK);
  ck_assert(target.multicast);
  ck_assert_uint_eq(target.num_dests, 6);
  ck_assert_int_eq(target.first.logical.x, 0);
  ck_assert_int_eq(target.last.logical.x, 2);

  tta_buf reason;
  tta_buf_init(&reason, NULL);
  ck_assert_int_eq(tta_noc_decode(WH, 0, 0, address, &target, &reason), TTA_INVALID);
  expect_reason(&reason, "in the wrong order");
  ck_assert_int_eq(tta_noc_multicast(GS, 0, last, first, 0, 0, &address, &dests, &reason), TTA_INVALID);
  expect_reason(&reason, "ends at core 0x0, above or left of its start 1x2");
  tta_core outside = {10, 0};
  ck_assert_int_eq(tta_noc_multicast(GS, 0, first, outside, 0, 0, &address, &dests, &reason), TTA_INVALID);
  expect_reason(&reason, "core 10x0 is outside the worker grid 10x12 of grayskull");
  ck_assert_int_eq(tta_noc_multicast(GS, 0, first, last, 2, 0, &address, &dests, &reason), TTA_INVALID);
  expect_reason(&reason, "NoC 2 is out of range");
  tta_buf_free(&reason);
}
END_TEST

START_TEST(decode) {
  tta_noc_target target;
  ck_assert_int_eq(tta_noc_decode(WH, 0, 0, ((uint64_t)1 << 42) + 0x40000040, &target, NULL), TTA_OK);
  ck_assert_int_eq(target.first.kind, TTA_NOC_DRAM);
  ck_assert_int_eq(target.first.dram_bank, 1);
  ck_assert_uint_eq(target.address, 0x40000040);
  ck_assert_uint_eq(target.bank_address, 0x40);
  /* Any port of a channel: 0-0 is port 0 of channel 0, which banks 0 and 1 share. */
  ck_assert_int_eq(tta_noc_decode(WH, 0, 0, 0x40, &target, NULL), TTA_OK);
  ck_assert_int_eq(target.first.dram_bank, 0);
  /* A kernel of 2024 names Wormhole workers by physical coordinates, counted backwards on NoC 1. */
  ck_assert_int_eq(tta_noc_decode(WH, 0, 1, (uint64_t)10 << 42 | (uint64_t)8 << 36, &target, NULL), TTA_OK);
  ck_assert_int_eq(target.first.kind, TTA_NOC_WORKER);
  ck_assert_int_eq(target.first.logical.y, 0);
  ck_assert_int_eq(target.first.logical.x, 0);
  ck_assert_int_eq(tta_noc_decode(BH, 0, 1, 0x1000613000001000, &target, NULL), TTA_OK);
  ck_assert_int_eq(target.first.kind, TTA_NOC_PCIE);
  ck_assert_uint_eq(target.address, 0x1000);
  ck_assert_int_eq(tta_noc_decode(WH, 0, 0, 0xC0800001000, &target, NULL), TTA_OK);
  ck_assert_uint_eq(target.address, 0x1000);
  ck_assert_uint_eq(target.bank_address, 0x1000); /* what encode was given */
  /* The case that decode is documented to read as unicast. */
  tta_core first = {8, 10}, last = {9, 11};
  uint64_t address, dests;
  ck_assert_int_eq(tta_noc_multicast(GS, 0, first, last, 1, 0, &address, &dests, NULL), TTA_OK);
  ck_assert_int_eq(tta_noc_decode(GS, 0, 1, address, &target, NULL), TTA_OK);
  ck_assert(!target.multicast);
  ck_assert_int_eq(target.first.logical.y, 8);
}
END_TEST

START_TEST(refusals) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_noc_node node = {0};
  tta_noc_target target;
  uint64_t address;
  tta_core core = {-1, 0};
  ck_assert_int_eq(tta_noc_worker(WH, 0, core, &node, &reason), TTA_INVALID);
  expect_reason(&reason, "core -1x0 is outside the worker grid 10x8 of wormhole_b0");
  core = (tta_core){9, 0};
  ck_assert_int_eq(tta_noc_worker(WH, 1 << 7, core, &node, &reason), TTA_INVALID);
  expect_reason(&reason, "9x8 of wormhole_b0 after harvesting");
  core = (tta_core){0, INT64_MAX};
  ck_assert_int_eq(tta_noc_worker(WH, 0, core, &node, &reason), TTA_INVALID);
  reason.size = 0;
  ck_assert_int_eq(tta_noc_dram(WH, 12, 0, &node, &reason), TTA_INVALID);
  expect_reason(&reason, "DRAM bank 12 of wormhole_b0 is out of range [0, 11]");
  ck_assert_int_eq(tta_noc_dram(GS, -1, 0, &node, &reason), TTA_INVALID);
  reason.size = 0;
  node = worker(GS, 0, 0, 0);
  ck_assert_int_eq(tta_noc_encode(GS, &node, 0, (uint64_t)1 << 32, &address, &reason), TTA_INVALID);
  expect_reason(&reason, "address 0x100000000 does not fit the 32 bits");
  ck_assert_int_eq(tta_noc_dram(WH, 1, 0, &node, NULL), TTA_OK);
  ck_assert_int_eq(tta_noc_encode(WH, &node, 0, 1073741824, &address, &reason), TTA_INVALID);
  expect_reason(&reason, "is beyond the 1073741824 bytes of DRAM bank 1");
  ck_assert_int_eq(tta_noc_pcie(WH, &node), TTA_OK);
  ck_assert_int_eq(tta_noc_encode(WH, &node, 0, (uint64_t)1 << 35, &address, &reason), TTA_INVALID);
  expect_reason(&reason, "35 bits");
  tta_noc_xy wide = {64, 0};
  ck_assert_int_eq(tta_noc_unicast(WH, wide, 0, &address, &reason), TTA_INVALID);
  expect_reason(&reason, "64-0 do not fit 6 bits");
  ck_assert_int_eq(tta_noc_at(GS, 0, wide, &node, &reason), TTA_INVALID);
  expect_reason(&reason, "outside the 13x12 nodes");

  ck_assert_int_eq(tta_noc_decode(GS, 1 << 1, 0, 0x4100000000, &target, &reason), TTA_INVALID);
  expect_reason(&reason, "the worker at 1-1 of NoC 0 is harvested");
  ck_assert_int_eq(tta_noc_decode(GS, 0, 0, (uint64_t)13 << 32, &target, &reason), TTA_INVALID);
  expect_reason(&reason, "there is no node at 13-0");
  ck_assert_int_eq(tta_noc_decode(GS, 0, 0, (uint64_t)1 << 56, &target, &reason), TTA_INVALID);
  expect_reason(&reason, "bits above the 56");
  ck_assert_int_eq(tta_noc_decode(WH, 0, 0, 0x80000000, &target, &reason), TTA_INVALID);
  expect_reason(&reason, "beyond the 2147483648 bytes of DRAM channel 0");
  ck_assert_int_eq(tta_noc_decode(BH, 0, 0, (uint64_t)1 << 60 | (uint64_t)0x81 << 36, &target, &reason), TTA_INVALID);
  expect_reason(&reason, "PCIe flag of blackhole, but 1-2 is worker");
  ck_assert_int_eq(tta_noc_decode((tta_arch)9, 0, 0, 0, &target, NULL), TTA_INVALID);
  tta_buf_free(&reason);
}
END_TEST

START_TEST(harvesting) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  uint32_t mask;
  static const int64_t good[] = {11, 7}, bad[] = {6}, twice[] = {3, 3}, huge[] = {INT64_MIN};
  static const int64_t all[] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11};
  ck_assert_int_eq(tta_arch_harvest(WH, good, 2, &mask, &reason), TTA_OK);
  ck_assert_uint_eq(mask, 1 << 11 | 1 << 7);
  ck_assert_int_eq(tta_arch_worker_grid(WH, mask).y, 8);
  ck_assert_int_eq(tta_arch_worker_grid(WH, mask).x, 8);
  ck_assert_int_eq(tta_arch_harvest(WH, bad, 1, &mask, &reason), TTA_INVALID);
  expect_reason(&reason, "NOC0 row 6 of wormhole_b0 has no workers");
  static const int64_t column[] = {9};
  ck_assert_int_eq(tta_arch_harvest(BH, column, 1, &mask, &reason), TTA_INVALID);
  expect_reason(&reason, "NOC0 column 9 of blackhole");
  ck_assert_int_eq(tta_arch_harvest(WH, twice, 2, &mask, &reason), TTA_INVALID);
  expect_reason(&reason, "row 3 is listed twice");
  ck_assert_int_eq(tta_arch_harvest(WH, huge, 1, &mask, NULL), TTA_INVALID);
  ck_assert_int_eq(tta_arch_harvest(GS, all, LENGTH(all), &mask, &reason), TTA_INVALID);
  expect_reason(&reason, "at least one must remain");
  ck_assert_int_eq(tta_arch_harvest(GS, NULL, 0, &mask, &reason), TTA_OK);
  ck_assert_uint_eq(mask, 0);
  tta_buf_free(&reason);
}
END_TEST

/* tt-metal shuffles L1 banks with libstdc++ (gcc 12.2): 48 banks, and parts of the orders of 117 and 140. */
START_TEST(l1_banks) {
  static const uint32_t of_48[] = {34, 28, 38, 6,  41, 33, 4,  37, 20, 35, 14, 22, 2,  31, 36, 19,
                                   30, 40, 3,  10, 25, 7,  32, 45, 39, 24, 44, 12, 21, 42, 29, 5,
                                   23, 0,  26, 47, 1,  9,  15, 13, 18, 11, 8,  46, 27, 43, 16, 17};
  static const uint32_t of_117[] = {35, 29, 39, 67, 60, 9, 91, 58, 21, 44, 36, 24, 86, 3, 37, 116};
  static const uint32_t of_140[] = {81, 63, 38, 66, 95, 33, 123, 118, 20, 35, 138, 22, 134, 73, 36, 19};
  uint32_t bank[140];
  ck_assert_int_eq(tta_arch_l1_banks(48, bank), TTA_OK);
  ck_assert_mem_eq(bank, of_48, sizeof of_48);
  ck_assert_int_eq(tta_arch_l1_banks(117, bank), TTA_OK);
  ck_assert_mem_eq(bank, of_117, sizeof of_117);
  ck_assert_int_eq(tta_arch_l1_banks(140, bank), TTA_OK);
  ck_assert_mem_eq(bank, of_140, sizeof of_140);
  ck_assert_int_eq(tta_arch_l1_banks(1, bank), TTA_OK);
  ck_assert_uint_eq(bank[0], 0);
  ck_assert_int_eq(tta_arch_l1_banks(0, bank), TTA_INVALID);
  ck_assert_int_eq(tta_arch_l1_banks(46341, bank), TTA_INVALID);
  /* Many enough that the generator's rejections matter; the sum was computed with libstdc++ itself (gcc 12.2). */
  static uint32_t many[40000];
  uint32_t sum = 0;
  ck_assert_int_eq(tta_arch_l1_banks(40000, many), TTA_OK);
  for (int i = 0; i < 40000; i++) sum = sum * 31 + many[i];
  ck_assert_uint_eq(sum, 3917737150u);
}
END_TEST

static tta_worker_spec spec_of(const int64_t *chip_grid, uint32_t mesh_rank, const int64_t *mesh,
                               tta_worker_view view) {
  tta_worker_spec spec = {{2, chip_grid}, {mesh_rank, mesh}, view};
  return spec;
}

static const int64_t chip_8x8[] = {8, 8};

/* The texts that docs of the command line and the device specification give; extents as GRID. */
START_TEST(worker_map_texts) {
  static const struct {
    uint32_t rank;
    int64_t mesh[4];
    tta_worker_view view;
    const char *grid, *map;
  } rows[] = {
      {0, {1}, TTA_VIEW_PLAIN, "8x8", "(d0, d1) -> (0, d0, d1)"},
      {1, {1}, TTA_VIEW_PLAIN, "8x8", "(d0, d1) -> (0, d0, d1)"},
      {1, {3}, TTA_VIEW_PLAIN, "24x8", "(d0, d1) -> (d0 floordiv 8, d0 mod 8, d1)"},
      {2, {1, 2}, TTA_VIEW_PLAIN, "8x16", "(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)"},
      {2, {2, 2}, TTA_VIEW_PLAIN, "16x16", "(d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)"},
      {3, {2, 1, 1}, TTA_VIEW_PLAIN, "2x8x8", "(d0, d1, d2) -> (d0, d1, d2)"},
      {3, {2, 1, 2}, TTA_VIEW_PLAIN, "2x8x16", "(d0, d1, d2) -> (d0 * 2 + d2 floordiv 8, d1, d2 mod 8)"},
      {4, {3, 2, 1, 1}, TTA_VIEW_PLAIN, "3x2x8x8", "(d0, d1, d2, d3) -> (d0 * 2 + d1, d2, d3)"},
      {1, {1}, TTA_VIEW_TRANSPOSE, "8x8", "(d0, d1) -> (0, d1, d0)"},
      {1, {1}, TTA_VIEW_EXTRA_WIDE, "1x64", "(d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)"},
      {1, {1}, TTA_VIEW_EXTRA_TALL, "64x1", "(d0, d1) -> (0, d1 * 8 + d0 floordiv 8, d0 mod 8)"},
      {1, {1}, TTA_VIEW_STAIRCASE, "8x8", "(d0, d1) -> (0, d0, (d0 + d1) mod 8)"},
  };
  for (size_t i = 0; i < LENGTH(rows); i++) {
    tta_worker_spec spec = spec_of(chip_8x8, rows[i].rank, rows[i].mesh, rows[i].view);
    tta_affine_pool *pool = tta_affine_pool_new(NULL);
    tta_expr results[3];
    tta_map map;
    int64_t extents[4], num_chips, product = 1;
    tta_buf text;
    tta_buf_init(&text, NULL);
    ck_assert_int_eq(tta_worker_grid_shape(&spec, extents, &num_chips, NULL), TTA_OK);
    for (uint32_t k = 0; k < tta_worker_grid_rank(&spec); k++) {
      tta_buf_printf(&text, k ? "x%lld" : "%lld", (long long)extents[k]);
      product *= extents[k];
    }
    tta_buf_char(&text, '\0');
    ck_assert_str_eq(text.data, rows[i].grid);
    text.size = 0;
    ck_assert_int_eq(product, num_chips * 64);
    ck_assert_int_eq(tta_worker_map(&spec, pool, results, &map, NULL), TTA_OK);
    tta_map_print(&text, &map);
    tta_buf_char(&text, '\0');
    ck_assert_str_eq(text.data, rows[i].map);
    tta_buf_free(&text);
    tta_affine_pool_free(pool);
  }
}
END_TEST

START_TEST(worker_grid_refusals) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  int64_t extents[3];
  static const int64_t zero[] = {2, 0}, huge[] = {INT64_MAX, 2}, chip_1[] = {8};
  tta_worker_spec spec = spec_of(chip_8x8, 2, zero, TTA_VIEW_PLAIN);
  ck_assert_int_eq(tta_worker_grid_shape(&spec, extents, NULL, &reason), TTA_INVALID);
  expect_reason(&reason, "extent 0 of the mesh must be positive");
  spec = spec_of(zero, 0, NULL, TTA_VIEW_PLAIN);
  ck_assert_int_eq(tta_worker_grid_shape(&spec, extents, NULL, &reason), TTA_INVALID);
  expect_reason(&reason, "extent 0 of the chip grid must be positive");
  spec = spec_of(chip_8x8, 2, huge, TTA_VIEW_PLAIN);
  ck_assert_int_eq(tta_worker_grid_shape(&spec, extents, NULL, &reason), TTA_OVERFLOW);
  expect_reason(&reason, "2^63 - 1");
  spec = spec_of(chip_8x8, 0, NULL, (tta_worker_view)17);
  ck_assert_int_eq(tta_worker_grid_shape(&spec, extents, NULL, &reason), TTA_INVALID);
  expect_reason(&reason, "unknown view");
  spec.chip_grid = (tta_shape){1, chip_1};
  ck_assert_int_eq(tta_worker_grid_shape(&spec, extents, NULL, &reason), TTA_INVALID);
  expect_reason(&reason, "found 1");
  tta_buf_free(&reason);
}
END_TEST

START_TEST(placement) {
  static const int64_t mesh[] = {1, 2};
  tta_worker_spec spec = spec_of(chip_8x8, 2, mesh, TTA_VIEW_PLAIN);
  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  tta_expr results[3];
  tta_map map;
  tta_core_assignment place;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  ck_assert_int_eq(tta_worker_map(&spec, pool, results, &map, NULL), TTA_OK);
  static const int64_t index[] = {3, 13}, below[] = {8, 0};
  ck_assert_int_eq(tta_worker_core(&map, index, 2, spec.chip_grid, &place, NULL), TTA_OK);
  ck_assert_int_eq(place.chip_index, 1);
  ck_assert_int_eq(place.core.y, 3);
  ck_assert_int_eq(place.core.x, 5);
  ck_assert_int_eq(tta_worker_core(&map, index, 1, spec.chip_grid, &place, &reason), TTA_INVALID);
  expect_reason(&reason, "chip index 1, but there are 1 chips");
  ck_assert_int_eq(tta_worker_core(&map, below, 2, spec.chip_grid, &place, &reason), TTA_INVALID);
  expect_reason(&reason, "core 8x0, outside the chip grid 8x8");
  tta_shape unknown = {0, NULL};
  ck_assert_int_eq(tta_worker_core(&map, below, 2, unknown, &place, &reason), TTA_OK);
  results[1] = tta_expr_constant(pool, -1);
  ck_assert_int_eq(tta_worker_core(&map, index, 2, unknown, &place, &reason), TTA_INVALID);
  expect_reason(&reason, "core -1x5, which is negative");
  results[1] = tta_expr_binary(pool, TTA_EXPR_MOD, tta_expr_dim(pool, 0), tta_expr_constant(pool, 0));
  ck_assert_int_eq(tta_worker_core(&map, index, 2, unknown, &place, &reason), TTA_INVALID);
  expect_reason(&reason, "divides by a number below 1");
  map.num_results = 2;
  ck_assert_int_eq(tta_worker_core(&map, index, 2, unknown, &place, &reason), TTA_INVALID);
  expect_reason(&reason, "found 2 and 0");
  tta_buf_free(&reason);
  tta_affine_pool_free(pool);
}
END_TEST

/* An allocator with room for `left` more allocations. */
static void *limited_allocate(void *user, size_t size) {
  int *left = user;
  return (*left)-- > 0 ? malloc(size) : NULL;
}
static void *limited_resize(void *user, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  int *left = user;
  return (*left)-- > 0 ? realloc(block, new_size) : NULL;
}
static void limited_release(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  free(block);
}

START_TEST(no_memory) {
  int64_t mesh[40]; /* long enough that the pool must grow */
  for (int i = 0; i < 40; i++) mesh[i] = 2;
  tta_worker_spec spec = spec_of(chip_8x8, 40, mesh, TTA_VIEW_EXTRA_WIDE);
  bool done = false, failed = false;
  for (int room = 0; room < 100 && !done; room++) {
    int left = room;
    tta_allocator allocator = {limited_allocate, limited_resize, limited_release, &left};
    tta_affine_pool *pool = tta_affine_pool_new(&allocator);
    if (!pool) continue;
    tta_expr results[3];
    tta_map map;
    tta_status status = tta_worker_map(&spec, pool, results, &map, NULL);
    done = status == TTA_OK;
    failed |= status == TTA_NO_MEMORY;
    ck_assert(done || status == TTA_NO_MEMORY);
    for (int i = 0; i < 3 && done; i++) ck_assert_uint_ne(results[i], TTA_EXPR_NONE);
    tta_affine_pool_free(pool);
  }
  ck_assert(done && failed);
  /* A reason that cannot be written changes nothing in the answer. */
  int none = 0;
  tta_allocator allocator = {limited_allocate, limited_resize, limited_release, &none};
  tta_buf reason;
  tta_buf_init(&reason, &allocator);
  tta_noc_node node;
  ck_assert_int_eq(tta_noc_dram(WH, 99, 0, &node, &reason), TTA_INVALID);
  ck_assert(reason.failed);
  tta_buf_free(&reason);
}
END_TEST

int main(void) {
  return RUN_SUITE("device_values", architectures, default_descriptor_lists, grayskull_worker, wormhole_worker,
                   blackhole_worker, dram_banks, pcie_and_arc, ethernet, multicast, decode, refusals, harvesting,
                   l1_banks, worker_map_texts, worker_grid_refusals, placement,
                   no_memory);
}
