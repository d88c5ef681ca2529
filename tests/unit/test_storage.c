/* Pages, banks and addresses of layouts (ttattr/storage.h), with numbers that are counted by hand. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "layouts.h"
#include "memory/footprint.h"
#include "model/storage.h"
#include "suite.h"
#include "ttattr/arch.h"
#include "ttattr/memory.h"
#include "ttattr/storage.h"

#define TTNN(shape, grid, memref, buffer, layout)                                                      \
  "tensor<" shape ", #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <" grid ">, memref<" memref               \
  ", #ttnn.buffer_type<" buffer ">>" layout ">>"
#define METAL(shape, grid, memref, space, layout)                                                      \
  "tensor<" shape ", #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <" grid ">, memref<" memref         \
  ", #tt.memory_space<" space ">>" layout ">>"

/* ---- sizes ---- */

typedef struct size_case {
  const char *type;
  tta_storage_distribution distribution;
  int64_t num_banks, page_bytes, page_stride, num_pages, bank_bytes, alignment;
} size_case;

static const size_case sizes[] = {
    /* 36 rows of 288 bytes over 12 banks: 3 pages in each. The memref counts more: 8 x 5 rows. */
    {TTNN("36x72xf32", "8x8", "5x9xf32", "dram", ", <interleaved>"), TTA_STORAGE_PAGES, 12, 288, 288, 36, 864, 0},
    {TTNN("36x72xf32", "8x8", "5x9xf32", "l1", ", <interleaved>"), TTA_STORAGE_PAGES, 64, 288, 288, 36, 288, 0},
    /* 65 tiles over 64 banks */
    {TTNN("32x2049xbf16", "8x8", "1x2x!tt.tile<32x32, bf16>", "l1", ", <interleaved>"), TTA_STORAGE_PAGES, 64, 2048,
     2048, 65, 4096, 0},
    {TTNN("5x17xbf16", "1x1", "5x17xbf16", "system_memory", ""), TTA_STORAGE_HOST, 1, 34, 34, 5, 170, 0},
    /* A row of 34 bytes: packed in a metal_layout, a page of its own in TTNN. */
    {METAL("10x17xbf16", "2x1", "5x17xbf16", "l1", ""), TTA_STORAGE_CORES, 2, 34, 34, 10, 176, 6},
    {TTNN("10x17xbf16", "2x1", "5x17xbf16", "l1", ", <height_sharded>"), TTA_STORAGE_CORES, 2, 34, 48, 10, 240, 70},
    {METAL("10x17xbf16", "2x1", "5x17xbf16", "dram", ", height_sharded"), TTA_STORAGE_SHARDS, 12, 34, 34, 10, 192, 22},
    {METAL("10x17xbf16", "2x1", "5x17xbf16", "dram", ""), TTA_STORAGE_PAGES, 12, 34, 64, 10, 64, 30},
    {METAL("10x17xbf16", "2x1", "5x17xbf16", "system", ""), TTA_STORAGE_HOST, 1, 34, 34, 10, 340, 0},
    {METAL("10x34xbf16", "2x2", "5x17xbf16", "dram", ""), TTA_STORAGE_PAGES, 12, 68, 96, 10, 96, 28},
    /* A memref with an order of its own: a shard is one page, up to its last byte, and in DRAM a bank has whole shards.
     */
    {METAL("4x4xf32", "1x1", "4x4xf32, strided<[8, 1]>", "l1", ""), TTA_STORAGE_CORES, 1, 112, 112, 1, 112, 0},
    {METAL("10x17xbf16", "2x1", "5x17xbf16, strided<[-20, 1], offset: 81>", "dram", ""), TTA_STORAGE_SHARDS, 12, 196,
     196, 2, 224, 28},
    {METAL("4x4xf32", "1x1", "4x4xf32, strided<[4, 1]>", "l1", ""), TTA_STORAGE_CORES, 1, 16, 16, 4, 64, 0},
    {TTNN("10x17xbf16", "2x1", "5x17xbf16, affine_map<(d0, d1) -> (d0 * 20 + d1)>", "l1", ", <height_sharded>"),
     TTA_STORAGE_CORES, 2, 194, 194, 2, 208, 14},
    {METAL("53x63xf32", "3x2", "1x1x!tt.tile<32x32, bfp_bf8>", "dram", ""), TTA_STORAGE_PAGES, 12, 1088, 1088, 6, 1088,
     0},
};

START_TEST(pages_and_banks) {
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const size_case *c = &sizes[i];
    reading r;
    tta_storage s;
    read_type(&r, c->type);
    ck_assert_int_eq(tta_storage_of(r.s, NULL, &s, NULL), TTA_OK);
    ck_assert_msg(s.distribution == c->distribution && s.num_banks == c->num_banks && s.page_bytes == c->page_bytes &&
                      s.page_stride == c->page_stride && s.num_pages == c->num_pages &&
                      s.bank_bytes == c->bank_bytes && s.bank_alignment_bytes == c->alignment,
                  "%s: distribution %d, %lld banks, %lld pages of %lld at %lld, %lld bytes a bank, %lld of alignment",
                  c->type, s.distribution, (long long)s.num_banks, (long long)s.num_pages, (long long)s.page_bytes,
                  (long long)s.page_stride, (long long)s.bank_bytes, (long long)s.bank_alignment_bytes);
    close_type(&r);
  }
}
END_TEST

/* Moves and memory plans have the same bytes. */
START_TEST(footprint_of_interleaved) {
  reading r;
  tta_banks banks;
  tta_footprint f;
  tta_buffer_type type;
  read_type(&r, sizes[0].type);
  ck_assert_int_eq(tta_banks_default(TTA_ARCH_WORMHOLE_B0, &banks), TTA_OK);
  ck_assert_int_eq(tta_layout_footprint(r.s, &banks, 0, &type, &f, NULL), TTA_OK);
  ck_assert_int_eq(f.bytes_per_bank, 864);
  ck_assert_int_eq(f.pages, 36);
  close_type(&r);
}
END_TEST

START_TEST(banks_of_architectures) {
  tta_storage_banks b;
  tta_storage s, t;
  reading r;
  ck_assert_int_eq(tta_arch_storage_banks((tta_arch)99, &b), TTA_INVALID);
  read_type(&r, sizes[0].type);
  ck_assert_int_eq(tta_arch_storage_banks(TTA_ARCH_WORMHOLE_B0, &b), TTA_OK);
  ck_assert_int_eq(tta_storage_of(r.s, NULL, &s, NULL), TTA_OK); /* the default */
  ck_assert_int_eq(tta_storage_of(r.s, &(tta_storage_options){.banks = &b}, &t, NULL), TTA_OK);
  ck_assert(!memcmp(&s, &t, sizeof s));
  ck_assert(b.dram_banks == 12 && b.l1_banks == 64 && b.dram_alignment == 32 && b.l1_alignment == 16);
  ck_assert_int_eq(tta_arch_storage_banks(TTA_ARCH_BLACKHOLE, &b), TTA_OK);
  ck_assert_int_eq(tta_storage_of(r.s, &(tta_storage_options){.banks = &b}, &s, NULL), TTA_OK);
  ck_assert(s.num_banks == 8 && s.page_stride == 320 && s.bank_bytes == 5 * 320); /* alignment 64 */
  ck_assert_int_eq(tta_storage_of(r.s, &(tta_storage_options){.banks = &(tta_storage_banks){0}}, &s, NULL),
                   TTA_INVALID);
  close_type(&r);
}
END_TEST

/* ---- addresses ---- */

typedef struct address_case {
  const char *type;
  int64_t index[2], byte_offset, bank, bank_offset;
} address_case;

static const address_case addresses[] = {
    {TTNN("10x17xbf16", "2x1", "5x17xbf16", "l1", ", <height_sharded>"), {8, 3}, 3 * 48 + 6, 1, 3 * 48 + 6},
    {METAL("10x17xbf16", "2x1", "5x17xbf16", "l1", ""), {8, 3}, 3 * 34 + 6, 1, 3 * 34 + 6},
    {METAL("10x17xbf16", "2x1", "5x17xbf16", "system", ""), {8, 3}, 3 * 34 + 6, 0, 170 + 3 * 34 + 6},
    {METAL("10x17xbf16", "2x1", "5x17xbf16", "dram", ""), {8, 3}, 3 * 34 + 6, 8, 6},
    {TTNN("36x72xf32", "8x8", "5x9xf32", "dram", ", <interleaved>"), {25, 7}, -1, 1, 2 * 288 + 28},
    {TTNN("32x2049xbf16", "8x8", "1x2x!tt.tile<32x32, bf16>", "l1", ", <interleaved>"), {17, 2048}, -1, 0,
     2048 + 2 * 512 + 32},
    {METAL("53x63xf32", "3x2", "1x1x!tt.tile<32x32, f32>", "l1", ""), {19, 40}, 1024 * 0 + 1 * 64 + 8 * 4, 3, 96},
};

START_TEST(address_of_elements) {
  for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
    const address_case *c = &addresses[i];
    reading r;
    tta_location l;
    read_type(&r, c->type);
    ck_assert_int_eq(tta_layout_locate(r.s, c->index, &l, NULL), TTA_OK);
    ck_assert_msg(l.byte_offset == c->byte_offset && l.bank == c->bank && l.bank_offset == c->bank_offset,
                  "%s: byte %lld, byte %lld of bank %lld", c->type, (long long)l.byte_offset, (long long)l.bank_offset,
                  (long long)l.bank);
    close_type(&r);
  }
}
END_TEST

/* Nothing of a location is left as it was, whatever the family and the status. */
START_TEST(locations_are_defined) {
  static const char *const types[] = {
      TTNN("36x72xf32", "8x8", "5x9xf32", "dram", ", <interleaved>"),
      METAL("53x63xf32", "3x2", "1x1x!tt.tile<32x32, bfp_bf8>", "l1", ""),
      METAL("10x17xbf16", "2x1", "5x17xbf16", "l1", ""),
      METAL("10x17xcomplex<f32>", "2x1", "5x17xcomplex<f32>", "l1", ""),
      ("tensor<2x1x32x32xf32, #ttcore.metal_layout<logical_shape = 64x32, dim_alignments = 32x32, "
       "collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>"),
  };
  for (size_t i = 0; i < 2 * sizeof types / sizeof *types; i++) {
    const int64_t inside[] = {1, 2}, outside[] = {1, 2000};
    bool fails = i % 2;
    tta_location a, b;
    reading r;
    read_type(&r, types[i / 2]);
    memset(&a, 0x5a, sizeof a);
    memset(&b, 0xa5, sizeof b);
    ck_assert_int_eq(tta_layout_locate(r.s, fails ? outside : inside, &a, NULL), fails ? TTA_INVALID : TTA_OK);
    ck_assert_int_eq(tta_layout_locate(r.s, fails ? outside : inside, &b, NULL), fails ? TTA_INVALID : TTA_OK);
    ck_assert_msg(!memcmp(&a, &b, sizeof a), "%s", types[i / 2]);
    ck_assert_int_eq(a.core[TTA_MAX_RANK - 1], -1);
    close_type(&r);
  }
}
END_TEST

/* Rows of a memref with strides start at multiples of them; what has no addresses has no storage. */
START_TEST(orders) {
  reading r;
  tta_storage s;
  tta_storage_rows rows;
  int64_t form[TTA_STORAGE_MAX_FORMS];
  read_type(&r, METAL("4x4xf32", "1x1", "4x4xf32, strided<[6, 1], offset: 8>", "l1", ""));
  ck_assert_int_eq(tta_storage_of(r.s, NULL, &s, NULL), TTA_OK);
  ck_assert(s.ordered && s.origin == 32 && s.allocated == 30 * 4);
  ck_assert_int_eq(tta_storage_rows_of(&s, 0, &rows, NULL), TTA_OK);
  ck_assert(rows.rows == 4 && rows.row_bytes == 16 && rows.start_bytes == 8 && !rows.aligned);
  close_type(&r);
  /* 4 x 2 tiles, in blocks of two rows: the tile [3, 1] is 4 + 2 + 1 from the first */
  read_type(&r, METAL("128x64xf32", "1x1",
                      "4x2x!tt.tile<32x32, f32>, affine_map<(d0, d1) -> ((d0 floordiv 2) * 4 + d1 * 2 + d0 mod 2)>",
                      "l1", ""));
  ck_assert_int_eq(tta_storage_of(r.s, &(tta_storage_options){.unit = TTA_STORAGE_SCALARS}, &s, NULL), TTA_OK);
  ck_assert_int_eq(tta_storage_evaluate(&s, (int64_t[]){97, 33}, form), TTA_OK);
  ck_assert_int_eq(form[s.position], 7 * 1024 + 17);
  close_type(&r);
  read_type(&r, METAL("4x4xf32", "1x1", "4x4xf32, affine_map<(d0, d1) -> (d0 * 4 + d1, (d0 - d1) floordiv 4 + 1)>",
                      "l1", ""));
  ck_assert(r.s->order->unknown.size && r.s->shard_bytes == -1);
  ck_assert_int_eq(tta_storage_of(r.s, NULL, &s, NULL), TTA_INVALID);
  close_type(&r);
}
END_TEST

/* Opaque tiles have addresses, their scalars do not; in scalars they have positions. */
START_TEST(block_floats) {
  reading r;
  tta_storage s;
  int64_t form[TTA_STORAGE_MAX_FORMS];
  read_type(&r, METAL("64x64xf32", "1x1", "2x2x!tt.tile<32x32, bfp_bf8>", "l1", ""));
  ck_assert_int_eq(tta_storage_of(r.s, NULL, &s, NULL), TTA_OK);
  ck_assert_int_eq(s.scalar_bytes, 0);
  ck_assert_int_eq(tta_storage_evaluate(&s, (int64_t[]){40, 3}, form), TTA_OK);
  ck_assert_int_eq(form[s.position], 2 * 1088);
  ck_assert_int_eq(tta_storage_of(r.s, &(tta_storage_options){.unit = TTA_STORAGE_SCALARS}, &s, NULL), TTA_OK);
  ck_assert_int_eq(tta_storage_evaluate(&s, (int64_t[]){40, 3}, form), TTA_OK);
  ck_assert_int_eq(form[s.position], 2 * 1024 + 8 * 16 + 3);
  ck_assert_int_eq(s.allocated, 4 * 1024);
  ck_assert_int_eq(tta_storage_of(r.s, &(tta_storage_options){.unit = TTA_STORAGE_TILES}, &s, NULL), TTA_OK);
  ck_assert_int_eq(tta_storage_evaluate(&s, (int64_t[]){1, 1}, form), TTA_OK);
  ck_assert_int_eq(form[s.offset], 3 * 1088);
  ck_assert_int_eq(
      tta_storage_of(r.s, &(tta_storage_options){.exponents = TTA_WITHOUT_EXPONENTS}, &s, NULL), TTA_OK);
  ck_assert_int_eq(s.page_bytes, 1024);
  close_type(&r);
}
END_TEST

int main(void) {
  return RUN_SUITE("storage", pages_and_banks, footprint_of_interleaved, banks_of_architectures, address_of_elements,
                   locations_are_defined, orders, block_floats);
}
