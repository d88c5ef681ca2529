/* Examples of the free lists, from tt-metal's free_list.cpp and free_list_opt.cpp and its documentation of
 * allocators. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "memory/freelist.h"

enum { KIB = 1024 };
#define NONE TTA_NO_ADDRESS
#define LINKED TTA_FREELIST_LINKED
#define SEGREGATED TTA_FREELIST_SEGREGATED
#define FIRST TTA_FREELIST_FIRST
#define BEST TTA_FREELIST_BEST

static tta_freelist *new_list(tta_freelist_impl impl, tta_freelist_search search, int64_t max_size, int64_t align,
                              int64_t offset) {
  tta_freelist_config config = {max_size, align, align, offset, search, impl};
  tta_freelist *list;
  ck_assert_int_eq(tta_freelist_new(&config, NULL, &list), TTA_OK);
  return list;
}

static int64_t alloc(tta_freelist *list, int64_t size, bool bottom_up) {
  int64_t address;
  ck_assert_int_eq(tta_freelist_alloc(list, size, bottom_up, 0, &address), TTA_OK);
  ck_assert_str_eq(tta_freelist_error(list), "");
  return address;
}
static int64_t up(tta_freelist *list, int64_t size) { return alloc(list, size, true); }
static int64_t down(tta_freelist *list, int64_t size) { return alloc(list, size, false); }

static int64_t at(tta_freelist *list, int64_t address, int64_t size) {
  int64_t got;
  ck_assert_int_eq(tta_freelist_alloc_at(list, address, size, &got), TTA_OK);
  return got;
}

static void release(tta_freelist *list, int64_t address) {
  ck_assert_int_eq(tta_freelist_release(list, address), TTA_OK);
}

static void expect_stats(const tta_freelist *list, int64_t total, int64_t allocated, int64_t free_bytes,
                         int64_t largest) {
  tta_freelist_stats stats = tta_freelist_statistics(list);
  ck_assert_int_eq(stats.total_allocatable_bytes, total);
  ck_assert_int_eq(stats.allocated_bytes, allocated);
  ck_assert_int_eq(stats.free_bytes, free_bytes);
  ck_assert_int_eq(stats.largest_free_bytes, largest);
}

static void expect_available(tta_freelist *list, int64_t size, size_t count, const tta_address_range *want) {
  tta_address_range got[8];
  size_t n;
  ck_assert_int_eq(tta_freelist_available(list, size, got, 8, &n), TTA_OK);
  ck_assert_uint_eq(n, count);
  for (size_t i = 0; i < n; i++) {
    ck_assert_int_eq(got[i].begin, want[i].begin);
    ck_assert_int_eq(got[i].end, want[i].end);
  }
}

static void expect_error(tta_freelist *list, tta_status status, const char *text) {
  ck_assert_int_eq(status, TTA_INVALID);
  ck_assert_str_eq(tta_freelist_error(list), text);
}

/* Each algorithm in turn. */
static const struct algorithm {
  tta_freelist_impl impl;
  tta_freelist_search search;
} algorithms[] = {{LINKED, FIRST}, {LINKED, BEST}, {SEGREGATED, FIRST}, {SEGREGATED, BEST}};
enum { NUM_ALGORITHMS = 4 };

static tta_freelist *new_of(int i, int64_t max_size, int64_t align, int64_t offset) {
  return new_list(algorithms[i].impl, algorithms[i].search, max_size, align, offset);
}

/* ---- tt-metal's examples ---- */

/* Figure 2, lockstep: b0 takes X in every bank, b1's first page is at low_addr + X and takes 2Y. DRAM, bottom-up. */
START_TEST(seed_lockstep) {
  const int64_t low_addr = 32, x = 2048, y = 4096;
  tta_freelist *list = new_of(_i, 1 << 20, 32, low_addr);
  ck_assert_int_eq(up(list, x), low_addr);
  ck_assert_int_eq(up(list, 2 * y), low_addr + x);
  expect_stats(list, 1 << 20, x + 2 * y, (1 << 20) - x - 2 * y, (1 << 20) - x - 2 * y);
  tta_freelist_free(list);
}
END_TEST

/* "user data Buffers are allocated bottom-up in DRAM while Program binaries are allocated top-down to avoid binaries
 * fragmenting user data space": the remaining space is one run below the binaries. */
START_TEST(seed_two_classes) {
  tta_freelist *list = new_of(_i, 64 * KIB, 32, 0);
  ck_assert_int_eq(up(list, 8 * KIB), 0);
  ck_assert_int_eq(down(list, 4 * KIB), 60 * KIB);
  ck_assert_int_eq(up(list, 8 * KIB), 8 * KIB);
  ck_assert_int_eq(down(list, 4 * KIB), 56 * KIB);
  expect_stats(list, 64 * KIB, 24 * KIB, 40 * KIB, 40 * KIB);
  tta_freelist_free(list);
}
END_TEST

/* ---- the reference's numbers ---- */

/* 1.5 and 4: Wormhole L1, base 103424, 1395712 bytes, one buffer of 8192 per bank: it sits at worker_l1_size (1499136)
 * less 8192; the summary row is 1395712,8192,1387520,1387520, times 64 banks 89325568, 524288, 88801280. */
START_TEST(reference_wormhole_l1) {
  tta_freelist *list = new_of(_i, 1395712, 32, 103424);
  ck_assert_int_eq(down(list, 8192), 1490944);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 1490944);
  expect_stats(list, 1395712, 8192, 1387520, 1387520);
  tta_freelist_stats stats = tta_freelist_statistics(list);
  ck_assert_int_eq(stats.total_allocatable_bytes * 64, 89325568);
  ck_assert_int_eq(stats.allocated_bytes * 64, 524288);
  ck_assert_int_eq(stats.free_bytes * 64, 88801280);
  tta_freelist_free(list);
}
END_TEST

/* 4: the DRAM row of the same report, ",,,32,1073741792,N": with nothing allocated free = largest = max_size. */
START_TEST(reference_wormhole_dram) {
  tta_freelist *list = new_of(_i, 1073741792, 32, 32);
  expect_stats(list, 1073741792, 0, 1073741792, 1073741792);
  tta_memory_block block;
  ck_assert_uint_eq(tta_freelist_blocks(list, &block, 1), 1);
  ck_assert_int_eq(block.address_bytes, 0);
  ck_assert_int_eq(block.size_bytes, 1073741792);
  ck_assert(!block.allocated);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), NONE);
  tta_freelist_free(list);
}
END_TEST

/* 4: the block table of FreeListOpt after that allocation: slot 0 keeps the allocated end, slot 1 is the rest. */
START_TEST(reference_block_table) {
  tta_freelist *list = new_list(SEGREGATED, FIRST, 1395712, 32, 103424);
  down(list, 8192);
  tta_memory_block b[2];
  ck_assert_uint_eq(tta_freelist_blocks(list, b, 2), 2);
  ck_assert(b[0].id == 0 && b[0].address_bytes == 1387520 && b[0].size_bytes == 8192 && b[0].prev_id == 1);
  ck_assert(b[0].next_id == -1 && b[0].allocated && b[0].size_class == -1);
  ck_assert(b[1].id == 1 && b[1].address_bytes == 0 && b[1].size_bytes == 1387520 && b[1].prev_id == -1);
  ck_assert(b[1].next_id == 0 && !b[1].allocated && b[1].size_class == 10); /* floor(log2(1355)) */
  tta_freelist_free(list);

  list = new_list(LINKED, FIRST, 1395712, 32, 103424); /* by address, without ids */
  down(list, 8192);
  ck_assert_uint_eq(tta_freelist_blocks(list, b, 2), 2);
  ck_assert(b[0].address_bytes == 0 && b[0].size_bytes == 1387520 && !b[0].allocated && b[0].id == -1);
  ck_assert(b[1].address_bytes == 1387520 && b[1].allocated && b[1].prev_id == -1 && b[1].size_class == -1);
  tta_freelist_free(list);
}
END_TEST

/* 7: tt-mlir#8044: needs 552960 B, free 912096, largest block 522240: the largest block decides, not the sum. */
START_TEST(reference_fragmented) {
  tta_freelist *list = new_of(_i, 912096 + 32, 32, 0);
  ck_assert_int_eq(at(list, 912096 - 522240, 32), 912096 - 522240);
  expect_stats(list, 912128, 32, 912096, 522240);
  ck_assert_int_eq(up(list, 552960), NONE);
  ck_assert_int_eq(down(list, 552960), NONE);
  ck_assert_int_eq(up(list, 522240), 912096 - 522240 + 32);
  tta_freelist_free(list);
}
END_TEST

/* alloc_size = align_up(max(size, min_alloc), align); size 0 takes one unit. */
START_TEST(rounding) {
  tta_freelist_config config = {4096, 100, 32, 0, algorithms[_i].search, algorithms[_i].impl};
  tta_freelist *list;
  ck_assert_int_eq(tta_freelist_new(&config, NULL, &list), TTA_OK);
  ck_assert_int_eq(up(list, 0), 0);
  ck_assert_int_eq(up(list, 1), 128);
  ck_assert_int_eq(up(list, 128), 256);
  ck_assert_int_eq(up(list, 129), 384);
  ck_assert_int_eq(up(list, 32), 544);
  ck_assert_int_eq(up(list, 4096), NONE);
  tta_freelist_free(list);
}
END_TEST

/* top-down results are aligned only if max_size is: the start is max_size - n. */
START_TEST(unaligned_top) {
  tta_freelist *list = new_of(_i, 1000, 32, 0);
  ck_assert_int_eq(down(list, 32), 968);
  ck_assert_int_eq(up(list, 32), 0);
  tta_freelist_free(list);
}
END_TEST

/* the limit is looked at after carving: the text, and the block stays. */
START_TEST(address_limit) {
  static const char *const text[2] = {
      "Out of Memory: Cannot allocate at an address below 5000. Tried to allocate at 4992",
      "Out of Memory: Cannot allocate at an address below 5000. Allocation at 4992",
  };
  tta_freelist *list = new_of(_i, 4096, 32, 1024);
  int64_t address;
  expect_error(list, tta_freelist_alloc(list, 128, false, 5000, &address), text[algorithms[_i].impl == SEGREGATED]);
  ck_assert_int_eq(address, 4992);
  expect_stats(list, 4096, 128, 3968, 3968);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 4992);
  ck_assert_int_eq(tta_freelist_alloc(list, 32, false, 4960, &address), TTA_OK); /* at the limit is fine */
  ck_assert_int_eq(address, 4960);
  tta_freelist_free(list);
}
END_TEST

/* an address that is not a start, is free or out of range is ignored. */
START_TEST(free_unknown) {
  tta_freelist *list = new_of(_i, 4096, 32, 64);
  ck_assert_int_eq(up(list, 64), 64);
  release(list, 96);
  release(list, 128);
  release(list, 0);
  release(list, -1);
  release(list, INT64_MIN);
  release(list, INT64_MAX);
  expect_stats(list, 4096, 64, 4032, 4032);
  release(list, 64);
  release(list, 64);
  expect_stats(list, 4096, 0, 4096, 4096);
  tta_freelist_free(list);
}
END_TEST

/* Freed in every order, three neighbours are one block again. */
START_TEST(coalescing) {
  static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (int k = 0; k < 6; k++) {
    tta_freelist *list = new_of(_i, 3 * KIB, 32, 0);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(up(list, KIB), i * KIB);
    expect_stats(list, 3 * KIB, 3 * KIB, 0, 0);
    ck_assert_int_eq(up(list, 1), NONE);
    release(list, order[k][0] * KIB);
    expect_stats(list, 3 * KIB, 2 * KIB, KIB, KIB);
    release(list, order[k][1] * KIB);
    int64_t largest = abs(order[k][0] - order[k][1]) == 1 ? 2 * KIB : KIB;
    expect_stats(list, 3 * KIB, KIB, 2 * KIB, largest);
    release(list, order[k][2] * KIB);
    expect_stats(list, 3 * KIB, 0, 3 * KIB, 3 * KIB);
    ck_assert_uint_eq(tta_freelist_blocks(list, NULL, 0), 1);
    tta_freelist_free(list);
  }
}
END_TEST

START_TEST(alloc_at) {
  tta_freelist *list = new_of(_i, 4096, 32, 1024);
  ck_assert_int_eq(at(list, 2048, 100), 2048); /* middle: two remainders; 128 bytes */
  ck_assert_int_eq(at(list, 2144, 32), NONE);  /* inside it */
  ck_assert_int_eq(at(list, 2016, 64), NONE);  /* runs into it */
  ck_assert_int_eq(at(list, 1024, 32), 1024);  /* left end */
  ck_assert_int_eq(at(list, 5088, 32), 5088);  /* right end */
  ck_assert_int_eq(at(list, 5120, 32), NONE);  /* after */
  ck_assert_int_eq(at(list, 992, 32), NONE);   /* before the offset */
  ck_assert_int_eq(at(list, 2176, 2912), 2176); /* a whole free block */
  ck_assert_int_eq(at(list, INT64_MAX - 31, 32), NONE);
  ck_assert_int_eq(at(list, 1056, INT64_MAX / 2), NONE);
  expect_stats(list, 4096, 32 + 128 + 2912 + 32, 992, 992);
  tta_freelist_free(list);
}
END_TEST

/* FreeList asserts the address is aligned; FreeListOpt does not. */
START_TEST(alloc_at_unaligned) {
  int64_t address;
  tta_freelist *list = new_list(LINKED, FIRST, 4096, 32, 0);
  expect_error(list, tta_freelist_alloc_at(list, 40, 32, &address),
               "address 40 is not a multiple of the alignment, 32");
  ck_assert_int_eq(address, NONE);
  tta_freelist_free(list);
  list = new_list(SEGREGATED, FIRST, 4096, 32, 0);
  ck_assert_int_eq(at(list, 40, 32), 40);
  ck_assert_int_eq(up(list, 32), 0);
  ck_assert_int_eq(up(list, 32), 72);
  tta_freelist_free(list);
}
END_TEST

/* ---- searches ---- */

/* Free blocks, by address: 3 K at 0, 2 K at 4 K, 2.5 K at 8 K, 2 K at 12 K, and 1 K at 15 K. With classes of 1.3
 * (16 K: bits(16) = 5): 1 K is class 0, all others are class 1. */
static tta_freelist *holes(tta_freelist_impl impl, tta_freelist_search search) {
  tta_freelist *list = new_list(impl, search, 16 * KIB, 32, 0);
  ck_assert_int_eq(at(list, 3 * KIB, KIB), 3 * KIB);
  ck_assert_int_eq(at(list, 6 * KIB, 2 * KIB), 6 * KIB);
  ck_assert_int_eq(at(list, 10 * KIB + 512, KIB + 512), 10 * KIB + 512);
  ck_assert_int_eq(at(list, 14 * KIB, KIB), 14 * KIB);
  return list;
}

START_TEST(search_order) {
  static const struct {
    tta_freelist_impl impl;
    tta_freelist_search search;
    int64_t size;
    bool bottom_up;
    int64_t address;
  } cases[] = {
      {LINKED, FIRST, 2048, true, 0},
      {LINKED, FIRST, 2048, false, 12 * KIB},
      {LINKED, FIRST, 1024, false, 15 * KIB},
      {LINKED, FIRST, 2560, false, 8 * KIB},
      {LINKED, BEST, 2048, true, 4 * KIB},   /* exact; of two the first met */
      {LINKED, BEST, 2048, false, 12 * KIB},
      {LINKED, BEST, 1500, true, 4 * KIB},   /* none exact: the smallest sufficient; tie: the first met */
      {LINKED, BEST, 1500, false, 12 * KIB + 2048 - 1504},
      {LINKED, BEST, 2304, false, 8 * KIB + 2560 - 2304},
      {LINKED, BEST, 1024, true, 15 * KIB},
      {SEGREGATED, FIRST, 2048, true, 0},
      {SEGREGATED, FIRST, 2048, false, 12 * KIB},
      {SEGREGATED, FIRST, 1024, true, 0},    /* the lowest address over all classes */
      {SEGREGATED, FIRST, 1024, false, 15 * KIB},
      {SEGREGATED, FIRST, 2560, false, 8 * KIB},
      {SEGREGATED, BEST, 1024, true, 15 * KIB}, /* lowest class with room */
      {SEGREGATED, BEST, 2048, true, 0},        /* first met in its class: the exact 4 K comes later */
      {SEGREGATED, BEST, 2048, false, 12 * KIB},
      {SEGREGATED, BEST, 1500, true, 0},        /* class 0 has no room: class 1, first met */
      {SEGREGATED, BEST, 2304, false, 8 * KIB + 2560 - 2304},
  };
  tta_freelist *list = holes(cases[_i].impl, cases[_i].search);
  ck_assert_int_eq(alloc(list, cases[_i].size, cases[_i].bottom_up), cases[_i].address);
  tta_freelist_free(list);
}
END_TEST
enum { NUM_SEARCH_CASES = 20 };

/* BEST top-down differs from best fit: 3 K above an exact 2 K of the same class is met first. */
START_TEST(best_top_down) {
  static const int64_t want[2] = {2 * KIB, 7 * KIB}; /* linked: the exact block; segregated: the end of the upper */
  for (int impl = 0; impl < 2; impl++) {
    tta_freelist *list = new_list((tta_freelist_impl)impl, BEST, 10 * KIB, 32, 0);
    ck_assert_int_eq(at(list, 0, 2 * KIB), 0);
    ck_assert_int_eq(at(list, 4 * KIB, 2 * KIB), 4 * KIB);
    ck_assert_int_eq(at(list, 9 * KIB, KIB), 9 * KIB);
    ck_assert_int_eq(down(list, 2 * KIB), want[impl]);
    tta_freelist_free(list);
  }
}
END_TEST

static int64_t class_of(int64_t max_size, int64_t address, int64_t size) {
  tta_freelist *list = new_list(SEGREGATED, FIRST, max_size, 1, 0);
  if (address > 0) ck_assert_int_eq(at(list, 0, address), 0);
  if (address + size < max_size) ck_assert_int_eq(at(list, address + size, max_size - address - size), address + size);
  tta_memory_block blocks[3];
  size_t n = tta_freelist_blocks(list, blocks, 3);
  int64_t class = -1;
  for (size_t i = 0; i < n && i < 3; i++) {
    if (blocks[i].allocated) continue;
    ck_assert_int_eq(blocks[i].size_bytes, size);
    class = blocks[i].size_class;
  }
  tta_freelist_free(list);
  return class;
}

/* min(classes-1, floor(log2(s/1024))), s < 2048 -> 0; classes = clamp(bits(max_size/1024), 2, 18). */
START_TEST(size_classes) {
  const int64_t gib = INT64_C(1) << 30;
  ck_assert_int_eq(class_of(gib, 10, 1), 0);
  ck_assert_int_eq(class_of(gib, 10, 2047), 0);
  ck_assert_int_eq(class_of(gib, 10, 2048), 1);
  ck_assert_int_eq(class_of(gib, 10, 4095), 1);
  ck_assert_int_eq(class_of(gib, 10, 4096), 2);
  ck_assert_int_eq(class_of(gib, 10, (INT64_C(1) << 27) - 1), 16);
  ck_assert_int_eq(class_of(gib, 10, INT64_C(1) << 27), 17);
  ck_assert_int_eq(class_of(gib, 0, gib), 17); /* 18 classes at most */
  ck_assert_int_eq(class_of(100, 0, 100), 0);
  ck_assert_int_eq(class_of(4096, 0, 4096), 2); /* bits(4) = 3 classes */
  ck_assert_int_eq(class_of(3072, 0, 3072), 1); /* bits(3) = 2 */
}
END_TEST

/* ---- reports ---- */

/* [start, LAST START] without offset; free_list_opt: [start, end) with offset, by class, then by address. */
START_TEST(available) {
  tta_freelist *list = new_list(LINKED, FIRST, 16 * KIB, 32, 4096);
  at(list, 4096 + 4 * KIB, KIB);
  at(list, 4096 + 6 * KIB, KIB);
  expect_available(list, 1000, 3, (tta_address_range[]){{0, 3 * KIB}, {5 * KIB, 5 * KIB}, {7 * KIB, 15 * KIB}});
  expect_available(list, 1025, 2, (tta_address_range[]){{0, 4 * KIB - 1056}, {7 * KIB, 16 * KIB - 1056}});
  expect_available(list, 16 * KIB, 0, NULL);
  tta_freelist_free(list);

  list = new_list(SEGREGATED, FIRST, 16 * KIB, 32, 4096);
  at(list, 4096 + 4 * KIB, KIB);
  at(list, 4096 + 6 * KIB, KIB);
  expect_available(list, 1000, 3,
                   (tta_address_range[]){{9 * KIB, 10 * KIB}, {4 * KIB, 8 * KIB}, {11 * KIB, 20 * KIB}});
  expect_available(list, 1025, 2, (tta_address_range[]){{4 * KIB, 8 * KIB}, {11 * KIB, 20 * KIB}});
  size_t count;
  tta_address_range one;
  ck_assert_int_eq(tta_freelist_available(list, 0, &one, 1, &count), TTA_OK); /* counts beyond the capacity */
  ck_assert_uint_eq(count, 3);
  ck_assert_int_eq(one.begin, 9 * KIB);
  tta_freelist_free(list);
}
END_TEST

/* Half-open, with offset: by address (linked), by slot (segregated: the first block carved keeps slot 0). */
START_TEST(allocated) {
  for (int impl = 0; impl < 2; impl++) {
    tta_freelist *list = new_list((tta_freelist_impl)impl, FIRST, 4 * KIB, 32, 1024);
    tta_address_range r[3];
    ck_assert_uint_eq(tta_freelist_allocated(list, r, 3), 0);
    ck_assert_int_eq(down(list, 32), 5088);
    ck_assert_int_eq(down(list, 64), 5024);
    ck_assert_int_eq(up(list, 96), 1024);
    ck_assert_uint_eq(tta_freelist_allocated(list, r, 3), 3);
    int low = impl ? 2 : 0, high = impl ? 0 : 2;
    ck_assert(r[low].begin == 1024 && r[low].end == 1120);
    ck_assert(r[1].begin == 5024 && r[1].end == 5088);
    ck_assert(r[high].begin == 5088 && r[high].end == 5120);
    ck_assert_uint_eq(tta_freelist_allocated(list, r, 1), 3);
    tta_freelist_free(list);
  }
}
END_TEST

/* recomputed when the lowest is freed; stale after clear. */
START_TEST(lowest_occupied) {
  tta_freelist *list = new_of(_i, 4096, 32, 1024);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), NONE);
  down(list, 32);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 5088);
  ck_assert_int_eq(at(list, 2048, 32), 2048);
  up(list, 32);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 1024);
  release(list, 5088);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 1024);
  release(list, 1024);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 2048);
  tta_freelist_clear(list);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 2048); /* stale */
  down(list, 32);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 2048);
  ck_assert_int_eq(at(list, 2048, 32), 2048);
  release(list, 2048);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), 5088);
  release(list, 5088);
  ck_assert_int_eq(tta_freelist_lowest_occupied(list), NONE);
  tta_freelist_free(list);
}
END_TEST

/* ---- size ---- */

/* once, at most to the lowest occupied address; the rest comes back as it was. */
START_TEST(shrink_linked) {
  tta_freelist *list = new_of(_i, 4096, 32, 1024);
  ck_assert_int_eq(at(list, 2048, 32), 2048); /* relative 1024 */
  expect_error(list, tta_freelist_shrink(list, 1056), "shrink size 1056 exceeds the lowest occupied address 1024");
  expect_error(list, tta_freelist_shrink(list, 4128), "shrink size 4128 exceeds the max size 4096");
  expect_error(list, tta_freelist_shrink(list, -1), "shrink size -1 is negative");
  ck_assert_int_eq(tta_freelist_shrink(list, 512), TTA_OK);
  expect_stats(list, 3584, 32, 3552, 3040);
  expect_error(list, tta_freelist_shrink(list, 32), "Can only shrink size if it is not already shrunk");
  ck_assert_int_eq(up(list, 32), 1536);
  ck_assert_int_eq(tta_freelist_reset_size(list), TTA_OK); /* its neighbour is allocated: a new free block */
  expect_stats(list, 4096, 64, 4032, 3040);
  ck_assert_int_eq(tta_freelist_reset_size(list), TTA_OK); /* nothing to undo */
  ck_assert_int_eq(up(list, 512), 1024);
  release(list, 1024);
  release(list, 1536);
  ck_assert_int_eq(tta_freelist_shrink(list, 1024), TTA_OK); /* the head block disappears */
  expect_stats(list, 3072, 32, 3040, 3040);
  ck_assert_int_eq(tta_freelist_reset_size(list), TTA_OK);
  expect_stats(list, 4096, 32, 4064, 3040);
  tta_freelist_free(list);
}
END_TEST

/* clear does not restore the size after a shrink. */
START_TEST(clear_linked) {
  tta_freelist *list = new_of(_i, 4096, 32, 1024);
  ck_assert_int_eq(tta_freelist_shrink(list, 1024), TTA_OK);
  tta_freelist_clear(list);
  expect_stats(list, 3072, 0, 3072, 3072);
  ck_assert_int_eq(up(list, 32), 1024);
  ck_assert_int_eq(down(list, 32), 1024 + 3072 - 32);
  expect_error(list, tta_freelist_shrink(list, 32), "Can only shrink size if it is not already shrunk");
  expect_error(list, tta_freelist_reset_size(list),
               "the list was cleared while shrunk: its lowest 1024 bytes would be listed twice");
  tta_freelist_free(list);
}
END_TEST

/* cumulative; compares with the sum; reset undoes all; clear restores. */
START_TEST(shrink_segregated) {
  tta_freelist *list = new_of(_i, 4096, 32, 1024);
  ck_assert_int_eq(at(list, 2048, 32), 2048);
  ck_assert_int_eq(tta_freelist_shrink(list, 512), TTA_OK);
  ck_assert_int_eq(tta_freelist_shrink(list, 256), TTA_OK);
  expect_stats(list, 3328, 32, 3296, 3040);
  expect_error(list, tta_freelist_shrink(list, 512), "Shrink size 1280 cuts into allocated block at address 1024");
  ck_assert_int_eq(tta_freelist_shrink(list, 256), TTA_OK); /* up to the block */
  ck_assert_int_eq(up(list, 32), 2080);
  ck_assert_int_eq(tta_freelist_reset_size(list), TTA_OK);
  expect_stats(list, 4096, 64, 4032, 3008);
  ck_assert_int_eq(up(list, 1024), 1024);
  tta_freelist_clear(list);
  ck_assert_int_eq(tta_freelist_shrink(list, 4096), TTA_OK); /* everything */
  expect_stats(list, 0, 0, 0, 0);
  ck_assert_int_eq(up(list, 1), NONE);
  ck_assert_uint_eq(tta_freelist_blocks(list, NULL, 0), 0);
  ck_assert_int_eq(tta_freelist_reset_size(list), TTA_OK);
  expect_stats(list, 4096, 0, 4096, 4096);
  ck_assert_int_eq(tta_freelist_shrink(list, 64), TTA_OK);
  tta_freelist_clear(list);
  expect_stats(list, 4096, 0, 4096, 4096);
  tta_freelist_free(list);
}
END_TEST

/* ---- bad input ---- */

START_TEST(bad_configuration) {
  static const struct {
    tta_freelist_config config;
    const char *text;
  } cases[] = {
      {{-1, 32, 32, 0, FIRST, LINKED}, "max_size must not be negative"},
      {{64, 0, 32, 0, FIRST, LINKED}, "min_alloc must be positive"},
      {{64, 32, 0, 0, FIRST, LINKED}, "align must be positive"},
      {{64, 32, 32, -32, FIRST, LINKED}, "offset must not be negative"},
      {{64, 32, 32, 48, FIRST, LINKED}, "offset is not a multiple of align"},
      {{INT64_MAX, 32, 32, 32, FIRST, LINKED}, "offset + max_size exceeds 64 bits"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_freelist *list;
    ck_assert_str_eq(tta_freelist_config_error(&cases[i].config), cases[i].text);
    ck_assert_int_eq(tta_freelist_new(&cases[i].config, NULL, &list), TTA_INVALID);
    ck_assert_ptr_null(list);
  }
  tta_freelist_free(NULL);
}
END_TEST

START_TEST(bad_sizes) {
  tta_freelist *list = new_of(_i, INT64_MAX, 32, 0);
  int64_t address;
  size_t count;
  expect_error(list, tta_freelist_alloc(list, -1, true, 0, &address), "size -1 is negative");
  expect_error(list, tta_freelist_alloc_at(list, 0, INT64_MIN, &address), "size -9223372036854775808 is negative");
  expect_error(list, tta_freelist_available(list, -7, NULL, 0, &count), "size -7 is negative");
  ck_assert_int_eq(tta_freelist_alloc(list, INT64_MAX, true, 0, &address), TTA_OVERFLOW);
  ck_assert_str_eq(tta_freelist_error(list),
                   "size 9223372036854775807 rounded up to a multiple of 32 exceeds 64 bits");
  ck_assert_int_eq(up(list, INT64_MAX - 31), 0);
  ck_assert_int_eq(up(list, 32), NONE);
  tta_freelist_free(list);
  list = new_of(_i, 0, 32, 0); /* an empty range is not an error: L1_SMALL often has none */
  ck_assert_int_eq(up(list, 0), NONE);
  ck_assert_int_eq(at(list, 0, 1), NONE);
  expect_stats(list, 0, 0, 0, 0);
  tta_freelist_clear(list);
  tta_freelist_free(list);
}
END_TEST

/* ---- memory: each request fails once; the call changes nothing and succeeds when repeated ---- */

typedef struct meter {
  long until_failure; /* -1 = never */
  size_t in_use;
} meter;

static bool fails(meter *m) { return m->until_failure >= 0 && m->until_failure-- == 0; }
static void *meter_allocate(void *user, size_t size) {
  meter *m = user;
  if (fails(m)) return NULL;
  m->in_use += size;
  return malloc(size);
}
static void *meter_resize(void *user, void *block, size_t old_size, size_t new_size) {
  meter *m = user;
  if (fails(m)) return NULL;
  m->in_use += new_size - old_size;
  return realloc(block, new_size);
}
static void meter_release(void *user, void *block, size_t size) {
  meter *m = user;
  m->in_use -= size;
  free(block);
}

enum { MAX_BLOCKS = 64 };

/* Calls until it does not report TTA_NO_MEMORY; the state must not move meanwhile. */
static int64_t persistent_step(tta_freelist *list, int i, long *failures) {
  tta_memory_block before[MAX_BLOCKS], after[MAX_BLOCKS];
  memset(before, 0, sizeof before);
  memset(after, 0, sizeof after);
  int64_t address = -2, lowest = tta_freelist_lowest_occupied(list);
  size_t n = tta_freelist_blocks(list, before, MAX_BLOCKS);
  for (;;) {
    tta_status status;
    if (i < 20) status = tta_freelist_alloc(list, 1000 + 100 * i, i % 3 != 0, 0, &address);
    else if (i < 30) status = tta_freelist_alloc_at(list, 60000 + 4096 * (i - 20), 100, &address);
    else if (i == 38) status = tta_freelist_shrink(list, 64);
    else if (i == 41) status = tta_freelist_reset_size(list);
    else status = tta_freelist_release(list, i < 38 ? 60000 + 8192 * (i - 30) / 2 : i == 39 ? 64000 : 0);
    if (status != TTA_NO_MEMORY) {
      ck_assert(status == TTA_OK || status == TTA_INVALID);
      return address;
    }
    ++*failures;
    ck_assert_str_eq(tta_freelist_error(list), "out of memory");
    ck_assert_uint_eq(tta_freelist_blocks(list, after, MAX_BLOCKS), n);
    ck_assert_mem_eq(before, after, n * sizeof *before);
    ck_assert_int_eq(tta_freelist_lowest_occupied(list), lowest);
  }
}

START_TEST(out_of_memory) {
  tta_freelist_config config = {256 * KIB, 32, 32, 0, algorithms[_i].search, algorithms[_i].impl};
  int64_t want[42];
  long failures = 0;
  for (long n = -1; n < 200; n++) {
    meter m = {n, 0};
    tta_allocator allocator = {meter_allocate, meter_resize, meter_release, &m};
    tta_freelist *list;
    tta_status status = tta_freelist_new(&config, &allocator, &list);
    if (status) {
      ck_assert_int_eq(status, TTA_NO_MEMORY);
      ck_assert_ptr_null(list);
      ck_assert_uint_eq(m.in_use, 0);
      failures++;
      continue;
    }
    for (int i = 0; i < 42; i++) {
      int64_t got = persistent_step(list, i, &failures);
      if (n < 0) want[i] = got;
      ck_assert_int_eq(got, want[i]);
    }
    tta_freelist_free(list);
    ck_assert_uint_eq(m.in_use, 0);
  }
  ck_assert_int_gt(failures, 3);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("freelist");
  TCase *each = tcase_create("each algorithm"), *one = tcase_create("one of them");
  tcase_add_loop_test(each, seed_lockstep, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, seed_two_classes, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, reference_wormhole_l1, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, reference_wormhole_dram, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, reference_fragmented, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, rounding, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, unaligned_top, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, address_limit, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, free_unknown, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, coalescing, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, alloc_at, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, lowest_occupied, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, bad_sizes, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(each, out_of_memory, 0, NUM_ALGORITHMS);
  tcase_add_loop_test(one, search_order, 0, NUM_SEARCH_CASES);
  tcase_add_test(one, best_top_down);
  tcase_add_test(one, alloc_at_unaligned);
  tcase_add_test(one, reference_block_table);
  tcase_add_test(one, size_classes);
  tcase_add_test(one, available);
  tcase_add_test(one, allocated);
  tcase_add_loop_test(one, shrink_linked, 0, 2); /* the first two algorithms are the linked ones */
  tcase_add_loop_test(one, clear_linked, 0, 2);
  tcase_add_loop_test(one, shrink_segregated, 2, NUM_ALGORITHMS);
  tcase_add_test(one, bad_configuration);
  suite_add_tcase(suite, each);
  suite_add_tcase(suite, one);
  return run_suite(suite);
}
