/* Worked cases of footprints and plans. "seed" is seeds/allocator.md or tensor-layout.md, "reference" is
 * reference/metal-memory-and-noc.md, "cli" design/cli.md. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ttattr/memory.h"

static int64_t interleaved(int64_t pages, int64_t page, int64_t banks, int64_t align, int64_t second) {
  tta_footprint f;
  ck_assert_int_eq(tta_footprint_interleaved(pages, page, banks, align, second, &f), TTA_OK);
  return f.bytes_per_bank;
}

/* seed, Lockstep: one page costs a page in every bank; n + 2 pages take two in every bank */
START_TEST(lockstep) {
  ck_assert_int_eq(interleaved(1, 2048, 12, 32, 32), 2048);
  ck_assert_int_eq(interleaved(12 + 2, 2048, 12, 32, 32), 2 * 2048);
  ck_assert_int_eq(interleaved(12, 2048, 12, 32, 32), 2048);
  ck_assert_int_eq(interleaved(0, 2048, 12, 32, 32), 0);
}
END_TEST

/* reference 1.3 and 1.6: pages to 16 in L1, then the block to 32 or 64 */
START_TEST(double_rounding) {
  tta_footprint f;
  ck_assert_int_eq(tta_footprint_sharded(3, 17, 4, 0, 16, 32, &f), TTA_OK);
  ck_assert_int_eq(f.bank_bytes, 3 * 32);
  ck_assert_int_eq(f.bytes_per_bank, 96);
  ck_assert_int_eq(f.size_bytes, 4 * 3 * 32);
  ck_assert_int_eq(f.wasted_bytes, 96 - 3 * 17);
  ck_assert_int_eq(tta_footprint_sharded(3, 16, 4, 0, 16, 64, &f), TTA_OK);
  ck_assert_int_eq(f.bank_bytes, 48);
  ck_assert_int_eq(f.bytes_per_bank, 64);
  ck_assert_int_eq(interleaved(1, 33, 8, 64, 64), 64); /* a BH DRAM page */
}
END_TEST

START_TEST(bad_footprints) {
  tta_footprint f;
  ck_assert_int_eq(tta_footprint_interleaved(-1, 1, 1, 16, 32, &f), TTA_INVALID);
  ck_assert_int_eq(tta_footprint_interleaved(1, 1, 0, 16, 32, &f), TTA_INVALID);
  ck_assert_int_eq(tta_footprint_interleaved(INT64_MAX, INT64_MAX, 1, 16, 32, &f), TTA_OVERFLOW);
  ck_assert_int_eq(tta_footprint_sharded(INT64_MAX, 2, 3, 0, 16, 32, &f), TTA_OVERFLOW);
}
END_TEST

/* reference 2: tt-mlir's default system descriptions */
START_TEST(banks) {
  tta_banks b;
  ck_assert_int_eq(tta_banks_default(TTA_ARCH_WORMHOLE_B0, &b), TTA_OK);
  ck_assert_int_eq(b.banks[TTA_BUFFER_DRAM], 12);
  ck_assert_int_eq(b.banks[TTA_BUFFER_L1], 64);
  ck_assert_int_eq(b.size[TTA_BUFFER_L1], 1499136 - 1024);
  ck_assert_int_eq(b.alloc_align, 32);
  ck_assert_int_eq(tta_banks_default(TTA_ARCH_BLACKHOLE, &b), TTA_OK);
  ck_assert_int_eq(b.alloc_align, 64);
  ck_assert_int_eq(tta_banks_default(TTA_ARCH_GRAYSKULL, &b), TTA_INVALID);
}
END_TEST

/* ---- plans ---- */

static tta_source source;
static tta_plan *plan_with(const char *text, void (*configure)(tta_plan_options *), tta_status expected) {
  tta_plan_options options;
  tta_plan *plan;
  tta_plan_options_init(&options);
  if (configure) configure(&options);
  tta_source_init(&source, (tta_str){"test", 4}, (tta_str){text, strlen(text)}, NULL);
  ck_assert_int_eq(tta_plan_text(&source, &options, &plan), expected);
  ck_assert_ptr_nonnull(plan);
  return plan;
}
static tta_plan *plan_text(const char *text) { return plan_with(text, NULL, TTA_OK); }
static void done(tta_plan *plan) {
  tta_plan_free(plan);
  tta_source_free(&source);
}

static const tta_plan_buffer *named(const tta_plan *plan, const char *name) {
  for (size_t i = 0; i < tta_plan_num_buffers(plan); i++) {
    const tta_plan_buffer *b = tta_plan_buffer_at(plan, i);
    if (b->name.size == strlen(name) && !memcmp(b->name.data, name, b->name.size)) return b;
  }
  ck_abort_msg("no buffer %s", name);
  return NULL;
}

static const tta_plan_bank *bank(const tta_plan *plan, tta_buffer_type type) {
  for (size_t i = 0; i < tta_plan_num_banks(plan); i++)
    if (tta_plan_bank_at(plan, i)->type == type) return tta_plan_bank_at(plan, i);
  ck_abort_msg("no such bank");
  return NULL;
}

static bool says(const tta_plan *plan, const char *text) {
  for (size_t i = 0; i < tta_plan_num_faults(plan); i++) {
    tta_str m = tta_plan_fault_at(plan, i)->message;
    for (size_t k = 0; k + strlen(text) <= m.size; k++)
      if (!memcmp(m.data + k, text, strlen(text))) return true;
  }
  return false;
}
static bool assumes(const tta_plan *plan, const char *text) {
  for (size_t i = 0; i < tta_plan_num_assumptions(plan); i++) {
    tta_str m = tta_plan_assumption(plan, i);
    for (size_t k = 0; k + strlen(text) <= m.size; k++)
      if (!memcmp(m.data + k, text, strlen(text))) return true;
  }
  return false;
}

#define ALIASES \
  "#l1 = #tt.memory_space<l1>\n#dram = #tt.memory_space<dram>\n" \
  "#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>\n" \
  "#d = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>\n"
#define A "tensor<64x128xf32, #a>"
#define D "tensor<64x128xf32, #d>"

/* seed: L1 top-down, DRAM bottom-up; reference 1.5: the first L1 buffer of B bytes lies at l1_size - B */
START_TEST(directions) {
  tta_plan *p =
      plan_text(ALIASES "func.func @f(%x: " A ", %y: " A ", %z: " D ", %w: " D ") {\n  \"t.use\"(%x, %y, %z, %w) : (" A
                        ", " A ", " D ", " D ") -> ()\n  return\n}\n");
  ck_assert(tta_plan_fits(p));
  ck_assert_int_eq(named(p, "%x")->address, 1499136 - 4096);
  ck_assert_int_eq(named(p, "%y")->address, 1499136 - 2 * 4096);
  ck_assert_int_eq(named(p, "%z")->address, 1024);
  /* 64 rows of 512 B over 12 banks: 6 rows in the fullest */
  ck_assert_int_eq(named(p, "%z")->footprint.bytes_per_bank, 6 * 512);
  ck_assert_int_eq(named(p, "%w")->address, 1024 + 6 * 512);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->peak, 2 * 4096);
  ck_assert(assumes(p, "no system description"));
  done(p);
}
END_TEST

/* seed tensor-layout: 8x96x32 on 2x1x2 and the 7-D example fit no L1 */
START_TEST(seed_shapes) {
  tta_plan *p = plan_text("#l1 = #tt.memory_space<l1>\n"
                          "func.func @f(%a: tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 96 + d1, d1, "
                          "d2), undef, <2x1x2>, memref<384x96x16xf32, #l1>>>,\n"
                          "  %b: tensor<5x3x2x2x7x32x32xf32, #tt.metal_layout<(d0, d1, d2, d3, d4, d5, d6) -> (d0 * "
                          "2688 + d1 * 896 + d2 * 448 + d3 * 224 + d4 * 32 + d5, d4, d5, d6), "
                          "undef, <3x2x2x2>, memref<4480x4x16x16xf32, #l1>>>) {\n  return\n}\n");
  ck_assert(!tta_plan_fits(p));
  ck_assert_int_eq(named(p, "%a")->footprint.bytes_per_bank, 2359296);
  ck_assert_int_eq(named(p, "%b")->footprint.bytes_per_bank, 18350080);
  ck_assert_int_eq(named(p, "%a")->address, -1);
  /* reference 5, message 3 */
  ck_assert(says(p, "Out of Memory: Not enough space to allocate 9437184 B L1 buffer across 4 banks, where each bank "
                    "needs to store 2359296 B, but bank size is "
                    "1498112 B (allocated: 0 B, free: 1498112 B, largest free block: 1498112 B)"));
  ck_assert(says(p, "2x2 instead of 1x2: 1179648 B"));
  ck_assert(says(p, "it would fit in DRAM"));
  done(p);
}
END_TEST

static void in_2024(tta_plan_options *o) { o->check.era = 20241127; }
static void late_2025(tta_plan_options *o) { o->check.era = 20251001; }

START_TEST(messages_by_age) {
  const char *text = "#l1 = #tt.memory_space<l1>\nfunc.func @f(%a: tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) "
                     "-> (d0 * 96 + d1, d1, d2), undef, <2x1x2>, memref<384x96x16xf32, #l1>>>) {\n  return\n}\n";
  tta_plan *p = plan_with(text, in_2024, TTA_OK);
  ck_assert(says(p, "where each bank needs to store 2359296 B"));
  ck_assert(!says(p, "but bank size is"));
  done(p);
  p = plan_with(text, late_2025, TTA_OK);
  ck_assert(says(p, "2359296 B, but bank size is only 1498112 B"));
  done(p);
}
END_TEST

/* reference 1.6: 1088 bytes for a tile of bfp8 with its exponents, 1024 in tt-mlir before 2025-11-10 */
START_TEST(exponents) {
  const char *text = "#l1 = #tt.memory_space<l1>\nfunc.func @f(%a: tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, "
                     "d1), undef, <1x1>, memref<2x2x!tt.tile<32x32, bfp_bf8>, #l1>>>) {\n  return\n}\n";
  tta_plan *p = plan_text(text);
  ck_assert_int_eq(named(p, "%a")->footprint.bytes_per_bank, 4 * 1088);
  done(p);
  p = plan_with(text, in_2024, TTA_OK);
  ck_assert_int_eq(named(p, "%a")->footprint.bytes_per_bank, 4 * 1024);
  done(p);
}
END_TEST

/* cli: arguments live from entry to last use; a result takes the buffer of its outs or of an empty; deallocate ends a
 * life */
START_TEST(lives) {
  tta_plan *p = plan_text(ALIASES "func.func @f(%x: " A ") -> " A " {\n"                    /* 5 */
                                  "  %0 = ttir.empty() : " A "\n"                           /* 6 */
                                  "  %1 = \"ttir.exp\"(%x, %0) : (" A ", " A ") -> " A "\n" /* 7 */
                                  "  %2:2 = \"t.two\"(%1) ({\n    %i = \"t.in\"(%1) : (" A ") -> " A "\n  }) : (" A
                                  ") -> (" A ", " D ")\n"                                           /* 8, 9, 10 */
                                  "  %3 = linalg.x ins(%2#0 : " A ") outs(%2#0 : " A ") -> " A "\n" /* 11 */
                                  "  \"ttnn.deallocate\"(%2#1) : (" D ") -> ()\n"                   /* 12 */
                                  "  return %3 : " A "\n}\n");                                      /* 13 */
  ck_assert_uint_eq(named(p, "%x")->first, 5);
  ck_assert_uint_eq(named(p, "%x")->last, 7);
  ck_assert_int_eq((int)named(p, "%1")->shares.size, 2);
  ck_assert_int_eq(named(p, "%1")->address, named(p, "%0")->address);
  ck_assert_uint_eq(named(p, "%0")->last, 8);
  ck_assert_uint_eq(named(p, "%i")->line, 9);
  ck_assert_uint_eq(named(p, "%3")->last, 13);
  ck_assert_int_eq(named(p, "%3")->shares.size > 0, 1);
  const tta_plan_buffer *second = NULL;
  for (size_t i = 0; i < tta_plan_num_buffers(p); i++)
    if (tta_plan_buffer_at(p, i)->space == TTA_BUFFER_DRAM) second = tta_plan_buffer_at(p, i);
  ck_assert_ptr_nonnull(second);
  ck_assert_uint_eq(second->last, 12);
  done(p);
}
END_TEST

START_TEST(block_arguments) {
  tta_plan *p = plan_text(
      ALIASES
      "func.func @f(%x: " A
      ") {\n  \"g.generic\"(%x) ({\n  ^bb0(%c: memref<32x32xf32, #l1>):\n    \"g.yield\"() : () -> ()\n  }) : (" A
      ") -> ()\n  return\n}\n");
  ck_assert_uint_eq(tta_plan_num_buffers(p), 1);
  ck_assert(assumes(p, "block argument %c"));
  done(p);
}
END_TEST

/* Two functions are two programs: each begins with empty banks. */
START_TEST(functions) {
  tta_plan *p = plan_text(ALIASES "func.func @f(%x: " A ") -> " A " {\n  return %x : " A "\n}\nfunc.func @g(%x: " A
                                  ") -> " A " {\n  return %x : " A "\n}\n");
  ck_assert_uint_eq(tta_plan_num_buffers(p), 2);
  ck_assert_int_eq(tta_plan_buffer_at(p, 0)->address, tta_plan_buffer_at(p, 1)->address);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->peak, 4096);
  done(p);
}
END_TEST

static void bad_base(tta_plan_options *o) { o->l1_base = 2000000; }
static void base_1m(tta_plan_options *o) { o->l1_base = 1024 * 1024; }
START_TEST(l1_base) {
  const char *text = ALIASES "func.func @f(%x: " A ") {\n  return\n}\n";
  tta_plan *p = plan_with(text, base_1m, TTA_OK);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->size, 1499136 - 1024 * 1024);
  done(p);
  p = plan_with(text, bad_base, TTA_INVALID);
  ck_assert(says(p, "--l1-base"));
  done(p);
}
END_TEST

/* ---- several systems ---- */

#define CHIP(arch, l1, channels)                                                                                       \
  "#tt.system_desc<[{arch = <" arch ">, grid = 1x1, l1_size = " l1 ", num_dram_channels = " channels                   \
  ", dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, "                 \
  "noc_dram_address_align_bytes = 64, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, "                    \
  "dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [0x0], dram = [1x0]}, "   \
  "supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}], [0], [3 : i32], [0x0x0x0]>"

/* Each module is planned on its own system, its functions inherit it, equal ones are one, and those without one get
 * wormhole_b0. */
START_TEST(systems_of_modules) {
  tta_plan *p = plan_text(
      ALIASES "#big = " CHIP("wormhole_b0", "1499136", "12") "\n"
      "module @a attributes {tt.system_desc = " CHIP("blackhole", "5120", "8") "} {\n" /* 6 */
      "  func.func @f(%x: " A ", %v: " D ") {\n    %0 = \"t.x\"(%x, %v) : (" A ", " D ") -> " A "\n  }\n}\n"
      "module @b attributes {tt.system_desc = #big} {\n"                               /* 11 */
      "  func.func @f(%y: " A ", %w: " D ") {\n    %1 = \"t.x\"(%y, %w) : (" A ", " D ") -> " A "\n  }\n}\n"
      "\"builtin.module\"() ({\n  func.func @g(%z: " A ") {\n  }\n"
      "}) {tt.system_desc = #big} : () -> ()\n"
      "func.func @h(%u: " A ") {\n}\n");
  ck_assert_uint_eq(tta_plan_num_systems(p), 3);
  ck_assert_uint_eq(tta_plan_num_banks(p), 6);
  ck_assert_uint_eq(tta_plan_bank_at(p, 0)->system_line, 5);
  ck_assert_uint_eq(tta_plan_bank_at(p, 2)->system_line, 6);
  ck_assert_int_eq(tta_plan_bank_at(p, 2)->arch, TTA_ARCH_BLACKHOLE);
  ck_assert_uint_eq(tta_plan_bank_at(p, 4)->system_line, 0);
  ck_assert_int_eq(named(p, "%x")->address, 1024);
  ck_assert_int_eq(named(p, "%0")->address, -1); /* 4096 B of L1 */
  ck_assert_int_eq(named(p, "%y")->address, 1499136 - 4096);
  ck_assert_int_eq(named(p, "%1")->address, 1499136 - 2 * 4096);
  ck_assert_uint_eq(named(p, "%z")->system, named(p, "%y")->system);
  ck_assert_uint_eq(named(p, "%u")->system, 2);
  /* 64 rows of 512 B over 8 or 12 channels */
  ck_assert_int_eq(named(p, "%v")->footprint.bytes_per_bank, 8 * 512);
  ck_assert_int_eq(named(p, "%w")->footprint.bytes_per_bank, 6 * 512);
  ck_assert_int_eq(tta_plan_bank_at(p, 1)->peak, 2 * 4096);
  ck_assert_int_eq(tta_plan_bank_at(p, 3)->peak, 4096);
  ck_assert_int_eq(tta_plan_bank_at(p, 5)->peak, 4096);
  ck_assert(assumes(p, "no system description"));
  ck_assert(assumes(p, "%x has 8 shards, a chip 1 L1 banks"));
  ck_assert(!tta_plan_fits(p));
  done(p);
}
END_TEST

/* What is advised is tried in its own function: that @g fails, too, is another matter. */
START_TEST(advice_by_function) {
  const char *text = "#l1 = #tt.memory_space<l1>\n#w = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
                     "memref<1024x400xf32, #l1>>\n"
                     "func.func @f(%x: tensor<1024x400xf32, #w>) {\n}\n"
                     "func.func @g(%y: tensor<1024x400xf32, #w>) {\n}\n";
  tta_plan *p = plan_text(text);
  ck_assert(!tta_plan_fits(p));
  ck_assert(says(p, "it would fit on a grid whose last two extents are 1x2 instead of 1x1: 819200 B in each bank"));
  ck_assert(!says(p, "still would not"));
  done(p);
}
END_TEST

START_TEST(addresses_of_operations) {
  tta_plan *p = plan_text("#l1 = #tt.memory_space<l1>\nfunc.func @f() {\n"
                          "  %0 = memref.alloc() {alignment = 64 : i64, address = 0x15000 : i64} : "
                          "memref<1x1x8x24xf32, #tt.shard<98304x4096>, #l1>\n}\n");
  ck_assert(assumes(p, "line 3: addresses that operations carry are not used"));
  done(p);
}
END_TEST

/* An alias of a type means what its own piece says. */
START_TEST(aliases_of_pieces) {
  tta_plan *p = plan_text(ALIASES "!t = " A "\nfunc.func @f(%x: !t) {\n}\n// -----\n"
                                  "#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x64xf32, "
                                  "#tt.memory_space<l1>>>\n!t = tensor<64x256xf32, #b>\nfunc.func @g(%y: !t) {\n}\n");
  ck_assert_int_eq(named(p, "%x")->footprint.bytes_per_bank, 4096);
  ck_assert_int_eq(named(p, "%y")->footprint.bytes_per_bank, 8192);
  done(p);
}
END_TEST

START_TEST(several_chips) {
  tta_plan *p = plan_text(ALIASES "module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> "
                                  "(d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} {\n  func.func "
                                  "@f(%x: " D ") {\n  }\n}\n");
  ck_assert(assumes(p, "line 5: the device has 2 chips"));
  done(p);
}
END_TEST

/* ---- tiled layouts ---- */

/* tiled_layout: by device_bytes. 524,288 B are 4096 sticks, 512,000 B with padding 4000, over 12 banks. */
START_TEST(tiled_layouts) {
  tta_plan *p = plan_text(
      "#t = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense>\n"
      "func.func @f(%a: tensor<1024x256xf16, #t>, %b: tensor<1000x200xf16, #tt.tiled_layout<stick>>) {\n"
      "  \"t.use\"(%a, %b) : (tensor<1024x256xf16, #t>, tensor<1000x200xf16, #tt.tiled_layout<stick>>) -> ()\n}\n");
  ck_assert_int_eq(named(p, "%a")->footprint.pages, 524288 / 128);
  ck_assert_int_eq(named(p, "%a")->footprint.bytes_per_bank, 342 * 128);
  ck_assert_int_eq(named(p, "%b")->footprint.pages * named(p, "%b")->footprint.page_bytes, 512000);
  ck_assert_int_eq(named(p, "%b")->footprint.bytes_per_bank, 334 * 128);
  ck_assert_int_eq(named(p, "%a")->space, TTA_BUFFER_DRAM);
  ck_assert_int_eq(named(p, "%b")->address, 1024 + 342 * 128);
  ck_assert(assumes(p, "line 2: the tiled layout of %a names no memory"));
  done(p);
}
END_TEST

/* ---- resources ---- */

static const char *resource_lines;
static void with_resources(tta_plan_options *o) { o->resources = (tta_str){resource_lines, strlen(resource_lines)}; }
static tta_plan *with(const char *lines, const char *text, tta_status expected) {
  resource_lines = lines;
  return plan_with(text, with_resources, expected);
}
static const char one_l1[] = ALIASES "func.func @f(%x: " A ") {\n  \"t.use\"(%x) : (" A ") -> ()\n  return\n}\n";

/* reference 1.7: strict: touching is fine, one byte more clashes */
START_TEST(clash) {
  tta_plan *p = with("{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":null,\"buffer\":null}\n", one_l1,
                     TTA_OK); /* 1024 + 1494016 = 1495040 */
  ck_assert(tta_plan_fits(p));
  done(p);
  p = with("{\"kind\":\"circular_buffer\",\"size\":1494017,\"core_range\":[[0,0],[7,7]],\"buffer\":null}\n", one_l1,
           TTA_OK);
  ck_assert(!tta_plan_fits(p));
  ck_assert(says(p, "Statically allocated circular buffers in program "));
  ck_assert(says(p, " clash with L1 buffers on core range [0-0 - 7-7]. L1 buffer allocated at 1495040 and static "
                    "circular buffer region ends at 1495041"));
  ck_assert(says(p, "the lowest L1 buffer is %x (line 5)"));
  done(p);
  p = with("{\"kind\":\"circular_buffer\",\"size\":1499000}\n", one_l1, TTA_OK);
  ck_assert(says(p, "grow to 1500024 B which is beyond max L1 size of 1499136 B"));
  done(p);
}
END_TEST

/* reference 1.7: a circular buffer stands behind those of an equal core range, not of one that merely overlaps */
START_TEST(circular_placement) {
  tta_plan *p = with("{\"kind\":\"circular_buffer\",\"size\":700000,\"core_range\":[[0,0],[3,3]]}\n"
                     "{\"kind\":\"circular_buffer\",\"size\":800000,\"core_range\":[[4,4],[7,7]]}\n", one_l1, TTA_OK);
  ck_assert(tta_plan_fits(p));
  done(p);
  p = with("{\"kind\":\"circular_buffer\",\"size\":700000,\"core_range\":[[0,0],[3,3]]}\n"
           "{\"kind\":\"circular_buffer\",\"size\":800000,\"core_range\":[[0,0],[3,3]]}\n", one_l1, TTA_OK);
  ck_assert(!tta_plan_fits(p));
  done(p);
}
END_TEST

/* seed: a circular buffer can share the address space of an L1 buffer; it then takes no room of its own */
START_TEST(shared_circular) {
  const char *behind = "{\"kind\":\"circular_buffer\",\"size\":4096,\"buffer\":\"%x\"}\n"
                       "{\"kind\":\"circular_buffer\",\"size\":1494016}\n"; /* ends where %x begins */
  tta_plan *p = with(behind, one_l1, TTA_OK);
  ck_assert(tta_plan_fits(p));
  done(p);
  static const char *const bad[][2] = {
      {"{\"kind\":\"circular_buffer\",\"size\":4128,\"buffer\":\"%x\"}\n",
       "a circular buffer of 4128 B does not lie within %x (line 5), which has 4096 B in each bank"},
      {"\n{\"kind\":\"circular_buffer\",\"size\":32,\"buffer\":\"%y\"}\n",
       "no value in device memory is named %y"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"buffer\":\"%z\"}\n",
       "%z (line 5) lies in DRAM; a circular buffer is in L1"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    p = with(bad[i][0],
             ALIASES "func.func @f(%x: " A ", %z: " D ") {\n  \"t.use\"(%x) : (" A ") -> ()\n  return\n}\n",
             TTA_INVALID);
    ck_assert_msg(says(p, bad[i][1]), "%s", bad[i][1]);
    ck_assert_uint_eq(tta_plan_fault_at(p, 0)->line, i == 1 ? 2 : 1);
    done(p);
  }
}
END_TEST

/* reference 1.7: the region of a core range ends with its last circular buffer, and that end is what the messages tell;
 * only the first core range that is wrong is told */
START_TEST(last_region_end) {
  tta_plan *p = with("{\"kind\":\"circular_buffer\",\"size\":1494048,\"core_range\":[[0,0],[3,3]]}\n"
                     "{\"kind\":\"circular_buffer\",\"size\":64,\"core_range\":[[0,0],[3,3]]}\n",
                     one_l1, TTA_OK);
  ck_assert(says(p, "L1 buffer allocated at 1495040 and static circular buffer region ends at 1495136"));
  done(p);
  p = with("{\"kind\":\"circular_buffer\",\"size\":1499000,\"core_range\":[[0,0],[3,3]]}\n"
           "{\"kind\":\"circular_buffer\",\"size\":1499000,\"core_range\":[[0,0],[3,3]]}\n",
           "", TTA_OK);
  ck_assert(says(p, "on core range [0-0 - 3-3] grow to 2999032 B which is beyond max L1 size of 1499136 B"));
  ck_assert(!says(p, "grow to 1500024 B"));
  done(p);
}
END_TEST

START_TEST(regions) {
  tta_plan *p = with("{\"kind\":\"l1_small\",\"size\":32768}\n{\"kind\":\"trace\",\"size\":1048576}\n{\"kind\":"
                     "\"program\",\"size\":12000}\n",
                     one_l1, TTA_OK);
  ck_assert_int_eq(named(p, "%x")->address, 1499136 - 32768 - 4096);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1_SMALL)->base, 1499136 - 32768);
  ck_assert_int_eq(bank(p, TTA_BUFFER_TRACE)->size, 1048576);
  ck_assert_int_eq(bank(p, TTA_BUFFER_DRAM)->peak, 1024); /* ceil(12000 / 12) = 1000, up to 32 */
  done(p);
}
END_TEST

START_TEST(bad_resources) {
  static const char *const lines[] = {"{\"kind\":\"circular_buffer\"}\n",
                                      "{\"kind\":\"x\",\"size\":1}\n",
                                      "\n{\"kind\":\"trace\",\"size\":-1}\n",
                                      "[1]\n",
                                      "{",
                                      "{\"kind\":\"circular_buffer\",\"size\":1,\"core_range\":[[3,0],[1,1]]}\n",
                                      "{\"kind\":\"trace\",\"size\":9999999999}\n",
                                      "{\"kind\":\"trace\",\"size\":1,\"colour\":2}\n",
                                      "{\"kind\":\"circular_buffer\",\"size\":1,\"core_range\":[[0,0],[8,0]]}\n",
                                      "{\"kind\":\"circular_buffer\",\"size\":1,\"core_range\":[[0,0],[0,8]]}\n",
                                      "{\"kind\":\"storage_cores\",\"size\":7}\n",
                                      "{\"kind\":\"l1_small\",\"size\":2000000}\n"};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    tta_plan *p = with(lines[i], one_l1, TTA_INVALID);
    const tta_plan_fault *f = tta_plan_fault_at(p, 0);
    ck_assert_msg(f->in_resources && f->line == (i == 2 ? 2 : 1), "%s", lines[i]);
    done(p);
  }
}
END_TEST

/* What 64 bits cannot count fits nowhere, and is not merely unknown. */
START_TEST(beyond_64_bits) {
  static const char *const types[] = {
      "tensor<9223372036854775807xf32, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<9223372036854775807xf32, #l>>>",
      "memref<4294967296x4294967296xf32, #tt.memory_space<l1>>",
      "memref<1x1x4294967296x4294967296xf32, #tt.shard<8x4>, #tt.memory_space<l1>>"};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    char text[400];
    snprintf(text, sizeof text, "#l = #tt.memory_space<l1>\nfunc.func @f(\n  %%x: %s) {\n}\n", types[i]);
    tta_plan *p = plan_with(text, NULL, TTA_INVALID);
    ck_assert(says(p, "the bytes of %x in a bank are more than 64 bits can count: it fits no L1"));
    ck_assert_uint_eq(tta_plan_fault_at(p, 0)->line, 3);
    done(p);
  }
}
END_TEST

/* A text that is no SSA: a value that is its own operand shares with nobody (found by mutation: it once hung). */
START_TEST(own_operand) {
  tta_plan *p = plan_text(ALIASES "func.func @f() {\n  %0 = ttir.empty() : " A "\n  %1 = \"t.x\"(%1) : (" A ") -> " A
                                  "\n  %2 = ttir.empty(%2) : " A "\n  %3 = t.view %3 : " A "\n}\n");
  ck_assert_uint_eq(tta_plan_num_buffers(p), 4);
  done(p);
}
END_TEST

typedef struct failing {
  size_t left;
} failing;
static void *fail_allocate(void *user, size_t size) {
  return ((failing *)user)->left ? ((failing *)user)->left--, malloc(size) : NULL;
}
static void *fail_resize(void *user, void *block, size_t old_size, size_t size) {
  (void)old_size;
  return ((failing *)user)->left ? ((failing *)user)->left--, realloc(block, size) : NULL;
}
static void fail_release(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  free(block);
}

/* Each allocation fails once. */
START_TEST(no_memory) {
  static const char lines[] = "{\"kind\":\"circular_buffer\",\"size\":1494017}\n"
                              "{\"kind\":\"program\",\"size\":12000}\n";
  for (size_t n = 0;; n++) {
    failing state = {n};
    tta_allocator allocator = {fail_allocate, fail_resize, fail_release, &state};
    tta_plan_options options;
    tta_plan *plan;
    tta_plan_options_init(&options);
    options.allocator = &allocator;
    options.want_csv = true;
    options.resources = (tta_str){lines, sizeof lines - 1};
    tta_source_init(&source, (tta_str){"test", 4}, (tta_str){one_l1, sizeof one_l1 - 1}, NULL);
    tta_status status = tta_plan_text(&source, &options, &plan);
    ck_assert_int_eq(plan != NULL, status == TTA_OK);
    done(plan);
    if (status == TTA_OK) break;
    ck_assert_int_eq(status, TTA_NO_MEMORY);
  }
}
END_TEST

static void reports(tta_plan_options *o) { o->want_csv = true; }
static void dump(tta_plan_options *o) {
  o->want_csv = true;
  o->at_line = 6;
}
static void expect_csv(const tta_plan *p, tta_memory_report report, const char *expected) {
  tta_str text = tta_plan_csv(p, report);
  ck_assert_msg(text.size == strlen(expected) && !memcmp(text.data, expected, text.size), "%.*s", (int)text.size,
                text.data);
}

/* reference 4: the three files, program form */
START_TEST(csv) {
  tta_plan *p = plan_with(one_l1, reports, TTA_OK);
  static const char summary[] =
      "Program ID, Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)\n"
      "0,1073740800,0,1073740800,1073740800\n,1498112,4096,1494016,1494016\n";
  static const char l1[] =
      "This report indicates available space for interleaving L1 buffers\n"
      "Program ID, Largest Contiguous Free Block (B), Total Free L1 Space (B)\n0,1494016,95617024\n";
  tta_str text = tta_plan_csv(p, TTA_REPORT_SUMMARY);
  ck_assert_int_eq(memcmp(text.data, summary, sizeof summary - 1), 0);
  text = tta_plan_csv(p, TTA_REPORT_L1);
  ck_assert_int_eq(memcmp(text.data, l1, sizeof l1 - 1), 0);
  static const char detail[] =
      "0,DRAM\n,Total allocatable (B):,12884889600\n,Total allocated (B):,0\n,Total free (B):,12884889600\n"
      ",,Blocks:,Address (B),Size (B),Allocated (Y/N)\n,,,1024,1073740800,N\n\n,L1\n";
  text = tta_plan_csv(p, TTA_REPORT_DETAILED);
  ck_assert_int_eq(memcmp(text.data, detail, sizeof detail - 1), 0);
  done(p);
}
END_TEST

/* reference 4: DumpDeviceMemoryState, the form without a program. Line 6 is where %0 lives beside %x. */
START_TEST(csv_dump) {
  tta_plan *p =
      plan_with(ALIASES "func.func @f(%x: " A ") {\n  %0 = \"t.x\"(%x) : (" A ") -> " A "\n}\n", dump, TTA_OK);
  expect_csv(p, TTA_REPORT_SUMMARY,
             ", Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)\n"
             ",1073740800,0,1073740800,1073740800\n,1498112,8192,1489920,1489920\n");
  expect_csv(p, TTA_REPORT_L1,
             "This report indicates available space for interleaving L1 buffers\n"
             ", Largest Contiguous Free Block (B), Total Free L1 Space (B)\n,1489920,95354880\n");
  expect_csv(p, TTA_REPORT_DETAILED,
             ",DRAM\n,Total allocatable (B):,12884889600\n,Total allocated (B):,0\n,Total free (B):,12884889600\n"
             ",,Blocks:,Address (B),Size (B),Allocated (Y/N)\n,,,1024,1073740800,N\n\n"
             ",L1\n,Total allocatable (B):,95879168\n,Total allocated (B):,524288\n,Total free (B):,95354880\n"
             ",,Blocks:,Address (B),Size (B),Allocated (Y/N)\n,,,1024,1489920,N\n,,,1490944,4096,Y\n"
             ",,,1495040,4096,Y\n\n");
  done(p);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("memory");
  TCase *footprints = tcase_create("footprints"), *plans = tcase_create("plans");
  tcase_add_test(footprints, lockstep);
  tcase_add_test(footprints, double_rounding);
  tcase_add_test(footprints, bad_footprints);
  tcase_add_test(footprints, banks);
  tcase_add_test(plans, directions);
  tcase_add_test(plans, seed_shapes);
  tcase_add_test(plans, messages_by_age);
  tcase_add_test(plans, exponents);
  tcase_add_test(plans, lives);
  tcase_add_test(plans, block_arguments);
  tcase_add_test(plans, functions);
  tcase_add_test(plans, l1_base);
  tcase_add_test(plans, clash);
  tcase_add_test(plans, circular_placement);
  tcase_add_test(plans, regions);
  tcase_add_test(plans, bad_resources);
  tcase_add_test(plans, csv);
  tcase_add_test(plans, csv_dump);
  tcase_add_test(plans, shared_circular);
  tcase_add_test(plans, last_region_end);
  tcase_add_test(plans, systems_of_modules);
  tcase_add_test(plans, aliases_of_pieces);
  tcase_add_test(plans, several_chips);
  tcase_add_test(plans, tiled_layouts);
  tcase_add_test(plans, own_operand);
  tcase_add_test(plans, advice_by_function);
  tcase_add_test(plans, addresses_of_operations);
  tcase_add_test(plans, beyond_64_bits);
  tcase_add_test(plans, no_memory);
  suite_add_tcase(suite, footprints);
  suite_add_tcase(suite, plans);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
