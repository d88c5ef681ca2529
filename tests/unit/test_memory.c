/* Examples of footprints and plans. Sources: tt-metal's allocators (bank_manager.cpp, free_list_opt.cpp), tt-mlir
 * docs/src/specs/tensor-layout.md. */
#include "memory/footprint.h"
#include "plans.h"

static int64_t interleaved(int64_t pages, int64_t page, int64_t banks, int64_t align, int64_t second) {
  tta_footprint f;
  ck_assert_int_eq(tta_footprint_interleaved(pages, page, banks, align, second, &f), TTA_OK);
  return f.bytes_per_bank;
}

/* Lockstep: one page takes a page in every bank; n + 2 pages take two in every bank */
START_TEST(lockstep) {
  ck_assert_int_eq(interleaved(1, 2048, 12, 32, 32), 2048);
  ck_assert_int_eq(interleaved(12 + 2, 2048, 12, 32, 32), 2 * 2048);
  ck_assert_int_eq(interleaved(12, 2048, 12, 32, 32), 2048);
  ck_assert_int_eq(interleaved(0, 2048, 12, 32, 32), 0);
}
END_TEST

/* tt-metal: pages to 16 in L1, then the block to 32 or 64 */
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

/* tt-metal: tt-mlir's default system descriptions */
START_TEST(banks) {
  tta_banks b;
  ck_assert_int_eq(tta_banks_default(TTA_ARCH_WORMHOLE_B0, &b), TTA_OK);
  ck_assert_int_eq(b.banks[TTA_BUFFER_DRAM], 12);
  ck_assert_int_eq(b.banks[TTA_BUFFER_L1], 64);
  ck_assert_int_eq(b.size[TTA_BUFFER_L1], 1499136 - 1024);
  ck_assert_int_eq(b.alloc_align, 32);
  ck_assert_int_eq(tta_banks_default(TTA_ARCH_BLACKHOLE, &b), TTA_OK);
  ck_assert_int_eq(b.alloc_align, 64);
  ck_assert_int_eq(tta_banks_default(TTA_ARCH_GRAYSKULL, &b), TTA_OK);
  ck_assert(b.banks[TTA_BUFFER_DRAM] == 8 && b.banks[TTA_BUFFER_L1] == 120 && b.base[TTA_BUFFER_DRAM] == 32);
  ck_assert_int_eq(b.size[TTA_BUFFER_L1], 1048576);
}
END_TEST

/* ---- plans ---- */

/* tt-metal: L1 top-down, DRAM bottom-up; the first L1 buffer of B bytes lies at l1_size - B */
START_TEST(directions) {
  tta_memory_plan *p =
      plan_text(ALIASES "func.func @f(%x: " A ", %y: " A ", %z: " D ", %w: " D ") {\n  \"t.use\"(%x, %y, %z, %w) : (" A
                        ", " A ", " D ", " D ") -> ()\n  return\n}\n");
  ck_assert(tta_memory_plan_fits(p));
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

/* tensor-layout.md: 8x96x32 on 2x1x2 and the 7-D example fit no L1 */
START_TEST(seed_shapes) {
  tta_memory_plan *p = plan_text("#l1 = #tt.memory_space<l1>\n"
                          "func.func @f(%a: tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 96 + d1, d1, "
                          "d2), undef, <2x1x2>, memref<384x96x16xf32, #l1>>>,\n"
                          "  %b: tensor<5x3x2x2x7x32x32xf32, #tt.metal_layout<(d0, d1, d2, d3, d4, d5, d6) -> (d0 * "
                          "2688 + d1 * 896 + d2 * 448 + d3 * 224 + d4 * 32 + d5, d4, d5, d6), "
                          "undef, <3x2x2x2>, memref<4480x4x16x16xf32, #l1>>>) {\n  return\n}\n");
  ck_assert(!tta_memory_plan_fits(p));
  ck_assert_int_eq(named(p, "%a")->footprint.bytes_per_bank, 2359296);
  ck_assert_int_eq(named(p, "%b")->footprint.bytes_per_bank, 18350080);
  ck_assert_int_eq(named(p, "%a")->address, -1);
  /* tt-metal's third message */
  ck_assert(says(p, "Out of Memory: Not enough space to allocate 9437184 B L1 buffer across 4 banks, where each bank "
                    "needs to store 2359296 B, but bank size is "
                    "1498112 B (allocated: 0 B, free: 1498112 B, largest free block: 1498112 B)"));
  ck_assert(says(p, "2x2 instead of 1x2: 1179648 B"));
  ck_assert(says(p, "it would fit in DRAM"));
  done(p);
}
END_TEST

/* b0 has one page of X bytes, which every bank marks; b1 has n + 2 pages of Y: it begins at low + X and
 * takes 2 Y of every bank. X = 64 B, Y = 128 B, n = 12. */
START_TEST(figure_2) {
  tta_memory_plan *p = plan_text("#dram = #tt.memory_space<dram>\n"
                          "func.func @f(%b0: tensor<1x16xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
                          "memref<1x16xf32, #dram>>>,\n  %b1: tensor<14x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), "
                          "undef, <1x1>, memref<14x32xf32, #dram>>>) {\n  \"t.use\"(%b0, %b1) : () -> ()\n}\n");
  ck_assert_int_eq(named(p, "%b0")->address, 1024);
  ck_assert_int_eq(named(p, "%b0")->footprint.bytes_per_bank, 64);
  ck_assert_int_eq(named(p, "%b1")->address, 1024 + 64);
  ck_assert_int_eq(named(p, "%b1")->footprint.bytes_per_bank, 2 * 128);
  ck_assert_int_eq(bank(p, TTA_BUFFER_DRAM)->peak, 64 + 2 * 128);
  done(p);
}
END_TEST

static void in_2024(tta_memory_plan_options *o) { o->era = 20241127; }
static void late_2025(tta_memory_plan_options *o) { o->era = 20251001; }

START_TEST(messages_by_age) {
  const char *text = "#l1 = #tt.memory_space<l1>\nfunc.func @f(%a: tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) "
                     "-> (d0 * 96 + d1, d1, d2), undef, <2x1x2>, memref<384x96x16xf32, #l1>>>) {\n  return\n}\n";
  tta_memory_plan *p = plan_with(text, in_2024, TTA_OK);
  ck_assert(says(p, "where each bank needs to store 2359296 B"));
  ck_assert(!says(p, "but bank size is"));
  done(p);
  p = plan_with(text, late_2025, TTA_OK);
  ck_assert(says(p, "2359296 B, but bank size is only 1498112 B"));
  done(p);
}
END_TEST

/* tt-metal: 1088 bytes for a tile of bfp8 with its exponents, 1024 in tt-mlir before 2025-11-10 */
START_TEST(exponents) {
  const char *text = "#l1 = #tt.memory_space<l1>\nfunc.func @f(%a: tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, "
                     "d1), undef, <1x1>, memref<2x2x!tt.tile<32x32, bfp_bf8>, #l1>>>) {\n  return\n}\n";
  tta_memory_plan *p = plan_text(text);
  ck_assert_int_eq(named(p, "%a")->footprint.bytes_per_bank, 4 * 1088);
  done(p);
  p = plan_with(text, in_2024, TTA_OK);
  ck_assert_int_eq(named(p, "%a")->footprint.bytes_per_bank, 4 * 1024);
  done(p);
}
END_TEST

/* Arguments live from entry to last use; a result takes the buffer of its outs or of an empty; deallocate ends a
 * life */
START_TEST(lives) {
  tta_memory_plan *p = plan_text(ALIASES "func.func @f(%x: " A ") -> " A " {\n"                    /* 5 */
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
  const tta_memory_buffer *second = NULL;
  for (size_t i = 0; i < tta_memory_plan_num_buffers(p); i++)
    if (tta_memory_plan_buffer(p, i)->space == TTA_BUFFER_DRAM) second = tta_memory_plan_buffer(p, i);
  ck_assert_ptr_nonnull(second);
  ck_assert_uint_eq(second->last, 12);
  done(p);
}
END_TEST

START_TEST(block_arguments) {
  tta_memory_plan *p = plan_text(
      ALIASES
      "func.func @f(%x: " A
      ") {\n  \"g.generic\"(%x) ({\n  ^bb0(%c: memref<32x32xf32, #l1>):\n    \"g.yield\"() : () -> ()\n  }) : (" A
      ") -> ()\n  return\n}\n");
  ck_assert_uint_eq(tta_memory_plan_num_buffers(p), 1);
  ck_assert(assumes(p, "block argument %c"));
  done(p);
}
END_TEST

/* Two functions are two programs: each begins with empty banks. */
START_TEST(functions) {
  tta_memory_plan *p = plan_text(ALIASES "func.func @f(%x: " A ") -> " A " {\n  return %x : " A
                                         "\n}\nfunc.func @g(%x: " A ") -> " A " {\n  return %x : " A "\n}\n");
  ck_assert_uint_eq(tta_memory_plan_num_buffers(p), 2);
  ck_assert_int_eq(tta_memory_plan_buffer(p, 0)->address, tta_memory_plan_buffer(p, 1)->address);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->peak, 4096);
  done(p);
}
END_TEST

static void bad_base(tta_memory_plan_options *o) { o->l1_base = 2000000; }
static void base_1m(tta_memory_plan_options *o) { o->l1_base = 1024 * 1024; }
START_TEST(l1_base) {
  const char *text = ALIASES "func.func @f(%x: " A ") {\n  return\n}\n";
  tta_memory_plan *p = plan_with(text, base_1m, TTA_OK);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->size, 1499136 - 1024 * 1024);
  done(p);
  p = plan_with(text, bad_base, TTA_INVALID);
  ck_assert(says(p, "the L1 base 2000000 is not"));
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
  tta_memory_plan *p = plan_text(ALIASES "#big = " CHIP(
      "wormhole_b0", "1499136", "12") "\n"
                                      "module @a attributes {tt.system_desc = " CHIP(
                                          "blackhole", "5120",
                                          "8") "} {\n" /* 6 */
                                               "  func.func @f(%x: " A ", %v: " D ") {\n    %0 = \"t.x\"(%x, %v) : (" A
                                               ", " D ") -> " A "\n  }\n}\n"
                                               "module @b attributes {tt.system_desc = #big} {\n" /* 11 */
                                               "  func.func @f(%y: " A ", %w: " D ") {\n    %1 = \"t.x\"(%y, %w) : (" A
                                               ", " D ") -> " A "\n  }\n}\n"
                                               "\"builtin.module\"() ({\n  func.func @g(%z: " A ") {\n  }\n"
                                               "}) {tt.system_desc = #big} : () -> ()\n"
                                               "func.func @h(%u: " A ") {\n}\n");
  ck_assert_uint_eq(tta_memory_plan_num_systems(p), 3);
  ck_assert_uint_eq(tta_memory_plan_num_banks(p), 6);
  ck_assert_uint_eq(tta_memory_plan_bank(p, 0)->system_line, 5);
  ck_assert_uint_eq(tta_memory_plan_bank(p, 2)->system_line, 6);
  ck_assert_int_eq(tta_memory_plan_bank(p, 2)->arch, TTA_ARCH_BLACKHOLE);
  ck_assert_uint_eq(tta_memory_plan_bank(p, 4)->system_line, 0);
  ck_assert_int_eq(named(p, "%x")->address, 1024);
  ck_assert_int_eq(named(p, "%0")->address, -1); /* 4096 B of L1 */
  ck_assert_int_eq(named(p, "%y")->address, 1499136 - 4096);
  ck_assert_int_eq(named(p, "%1")->address, 1499136 - 2 * 4096);
  ck_assert_uint_eq(named(p, "%z")->system, named(p, "%y")->system);
  ck_assert_uint_eq(named(p, "%u")->system, 2);
  /* 64 rows of 512 B over 8 or 12 channels */
  ck_assert_int_eq(named(p, "%v")->footprint.bytes_per_bank, 8 * 512);
  ck_assert_int_eq(named(p, "%w")->footprint.bytes_per_bank, 6 * 512);
  ck_assert_int_eq(tta_memory_plan_bank(p, 1)->peak, 2 * 4096);
  ck_assert_int_eq(tta_memory_plan_bank(p, 3)->peak, 4096);
  ck_assert_int_eq(tta_memory_plan_bank(p, 5)->peak, 4096);
  ck_assert(assumes(p, "no system description"));
  ck_assert(assumes(p, "%x has 8 shards, but a chip has 1 L1 banks"));
  ck_assert(!tta_memory_plan_fits(p));
  done(p);
}
END_TEST

/* What is advised is tried in its own function: that @g fails, too, is another matter. */
START_TEST(advice_by_function) {
  const char *text = "#l1 = #tt.memory_space<l1>\n#w = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
                     "memref<1024x400xf32, #l1>>\n"
                     "func.func @f(%x: tensor<1024x400xf32, #w>) {\n}\n"
                     "func.func @g(%y: tensor<1024x400xf32, #w>) {\n}\n";
  tta_memory_plan *p = plan_text(text);
  ck_assert(!tta_memory_plan_fits(p));
  ck_assert(says(p, "it would fit on a grid with last extents 1x2 instead of 1x1: 819200 B in each bank"));
  ck_assert(!says(p, "still would not"));
  done(p);
}
END_TEST

START_TEST(addresses_of_operations) {
  tta_memory_plan *p = plan_text("#l1 = #tt.memory_space<l1>\nfunc.func @f() {\n"
                          "  %0 = memref.alloc() {alignment = 64 : i64, address = 0x15000 : i64} : "
                          "memref<1x1x8x24xf32, #tt.shard<98304x4096>, #l1>\n}\n");
  ck_assert_int_eq(named(p, "%0")->placed_address, 0x15000);
  ck_assert_int_eq(named(p, "%0")->address, 0x15000);
  ck_assert_int_eq(named(p, "%0")->alignment, 64);
  ck_assert_uint_eq(num_found(p), 0);
  done(p);
}
END_TEST

#define PLACED(address) "memref.alloc() {address = " address " : i64, alignment = 16 : i64} : memref<1x1x32x32xf32, " \
  "#ttcore.shard<128x4, 1>, #l1>\n"
#define PROGRAM "#l1 = #ttcore.memory_space<l1>\nfunc.func @f() {\n"
#define CIRCULAR(address) "memref.alloc() {address = " address "} : memref<1x1x!ttcore.tile<32x32, f32>, " \
  "#ttcore.cb_layout<4096x4096, 2>, #l1>\n"

/* 32x32 f32 on one core: 4096 B. L1 is 1024..1499136. */
static const struct address_case {
  const char *text, *message; /* NULL: none */
} address_cases[] = {
    {PROGRAM "  %0 = " PLACED("1024") "  %1 = " PLACED("5120") "  t.use %0, %1\n}\n", NULL},
    {PROGRAM "  %0 = " PLACED("1024") "  %1 = " PLACED("5104") "  t.use %0, %1\n}\n",
     "%1 at 5104..9200 overlaps %0 (line 3) at 1024..5120 by 16 B, and both are allocated at line 4"},
    {PROGRAM "  %0 = " PLACED("1024") "  t.use %0\n  %1 = " PLACED("1024") "  t.use %1\n}\n", NULL},
    {PROGRAM "  %0 = " PLACED("1024") "  t.use %0\n  memref.dealloc %0 : i1\n  %1 = " PLACED("1024") "}\n", NULL},
    {PROGRAM "  %0 = " PLACED("1024") "  %v = memref.cast %0 : i1 to i2\n  %1 = " PLACED("0x400") "  t.use %v\n}\n",
     "%1 at 1024..5120 overlaps %0"},
    {PROGRAM "  %0 = " PLACED("1495040") "}\n", NULL},
    {PROGRAM "  %0 = " PLACED("1495056") "}\n", "%0 ends at 1499152, beyond the end of L1 at 1499136"},
    {PROGRAM "  %0 = " PLACED("9223372036854775807") "}\n", "%0 ends at 9223372036854775807, beyond the end of L1"},
    {PROGRAM "  %0 = " PLACED("99999999999999999999") "}\n", "%0 ends at 9223372036854775807, beyond the end of L1"},
    {PROGRAM "  %0 = " PLACED("1008") "}\n", "address 1008 of %0 is in the reserved region of L1, which ends at 1024"},
    {PROGRAM "  %0 = " PLACED("0x401") "}\n", "address 1025 of %0 is not a multiple of 16, its alignment"},
    {PROGRAM "  %0 = " CIRCULAR("1032") "}\n", "address 1032 of %0 is not a multiple of 16, the alignment of L1"},
    {PROGRAM "  %0 = \"ttmetal.create_buffer\"() <{address = 512 : i64}> : () -> memref<1x1x32x32xf32, "
             "#ttcore.shard<128x4, 1>, #l1>\n}\n",
     "address 512 of %0 is in the reserved region of L1"},
    /* circular buffers: two buffers of 4096 B, while their operations run */
    {PROGRAM "  %0 = " CIRCULAR("1024") "  %1 = " CIRCULAR("5120") "  t.use %0\n  t.use %1\n}\n", NULL},
    {PROGRAM "  %0 = " CIRCULAR("1024") "  %1 = " CIRCULAR("5120") "  t.use %0, %1\n}\n",
     "%1 at 5120..13312 overlaps %0 (line 3) at 1024..9216 by 4096 B, and both are allocated at line 5"},
    /* on separate cores */
    {PROGRAM "  %0 = " CIRCULAR("1024") "  %1 = " CIRCULAR("1024")
             "  d2m.spatial {\n    t.use %0\n  }, {\n    t.use %1\n  }\n}\n", NULL},
    {PROGRAM "  %0 = " CIRCULAR("1024") "  %1 = " CIRCULAR("1024")
             "  d2m.spatial {\n    t.use %0\n  }, {\n    t.use %1, %0\n  }\n}\n",
     "overlaps %0"},
};

START_TEST(invalid_addresses) {
  for (size_t i = 0; i < sizeof address_cases / sizeof *address_cases; i++) {
    const struct address_case *c = &address_cases[i];
    tta_memory_plan *p = plan_text(c->text);
    bool right = c->message ? says(p, c->message) && found(p, 0)->severity == TTA_SEVERITY_WARNING
                            : !num_found(p);
    /* a buffer at a misaligned address still has a place of its own */
    bool fits = !c->message || strstr(c->message, "not a multiple");
    ck_assert_msg(right && tta_memory_plan_fits(p) == fits, "%s: %s", c->text,
                  first_message(p));
    done(p);
  }
}
END_TEST

static void reject_addresses(tta_memory_plan_options *o) { o->addresses = TTA_ADDRESSES_ERROR; }
static void ignore_addresses(tta_memory_plan_options *o) { o->addresses = TTA_ADDRESSES_IGNORE; }

START_TEST(options_of_addresses) {
  tta_memory_plan *p = plan_with(address_cases[1].text, reject_addresses, TTA_OK);
  ck_assert(!tta_memory_plan_fits(p) && says(p, address_cases[1].message));
  ck_assert(found(p, 0)->severity == TTA_SEVERITY_ERROR);
  ck_assert_uint_eq(bank(p, TTA_BUFFER_L1)->num_placed, 2);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->placed_span, 9200 - 1024);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->first_fit_span, 8192);
  ck_assert_int_eq(named(p, "%1")->first_fit_address, 1499136 - 8192);
  done(p);
  p = plan_with(address_cases[1].text, ignore_addresses, TTA_OK);
  ck_assert(tta_memory_plan_fits(p) && !num_found(p));
  ck_assert_int_eq(named(p, "%0")->address, 1499136 - 4096);
  done(p);
}
END_TEST

/* Reserved in lockstep in all banks of the two chips that have no shard; a circular buffer has no grid. */
START_TEST(idle_banks) {
  tta_memory_plan *p = plan_text(PROGRAM "  %0 = memref.alloc() : memref<1x2x32x32xf32, #ttcore.shard<128x4, 1>, #l1>\n"
                                 "  %1 = memref.alloc() : memref<2x64x32x32xf32, #ttcore.shard<128x4, 1>, #l1>\n"
                                 "  %2 = " CIRCULAR("1024") "  t.use %0, %1, %2\n}\n");
  ck_assert_int_eq(named(p, "%0")->idle_bytes, (2 * 64 - 2) * 4096);
  ck_assert_int_eq(named(p, "%1")->idle_bytes, 0);
  ck_assert_int_eq(named(p, "%1")->chips, 2);
  ck_assert_int_eq(named(p, "%2")->idle_bytes, 0);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->idle_bytes, (2 * 64 - 2) * 4096);
  done(p);
}
END_TEST

/* An alias of a type means what its own section says. */
START_TEST(aliases_of_sections) {
  tta_memory_plan *p = plan_text(ALIASES "!t = " A "\nfunc.func @f(%x: !t) {\n}\n// -----\n"
                                  "#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x64xf32, "
                                  "#tt.memory_space<l1>>>\n!t = tensor<64x256xf32, #b>\nfunc.func @g(%y: !t) {\n}\n");
  ck_assert_int_eq(named(p, "%x")->footprint.bytes_per_bank, 4096);
  ck_assert_int_eq(named(p, "%y")->footprint.bytes_per_bank, 8192);
  done(p);
}
END_TEST

START_TEST(several_chips) {
  tta_memory_plan *p =
      plan_text(ALIASES "module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> "
                        "(d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} {\n  func.func "
                        "@f(%x: " D ") {\n  }\n}\n");
  ck_assert(assumes(p, "line 5: the device has 2 chips"));
  done(p);
}
END_TEST

/* ---- tiled layouts ---- */

/* tiled_layout: by device_bytes. 524,288 B are 4096 sticks, 512,000 B with padding 4000, over 12 banks. */
START_TEST(tiled_layouts) {
  tta_memory_plan *p = plan_text(
      "#t = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense>\n"
      "func.func @f(%a: tensor<1024x256xf16, #t>, %b: tensor<1000x200xf16, #tt.tiled_layout<stick>>) {\n"
      "  \"t.use\"(%a, %b) : (tensor<1024x256xf16, #t>, tensor<1000x200xf16, #tt.tiled_layout<stick>>) -> ()\n}\n");
  ck_assert_int_eq(named(p, "%a")->footprint.pages, 524288 / 128);
  ck_assert_int_eq(named(p, "%a")->footprint.bytes_per_bank, 342 * 128);
  ck_assert_int_eq(named(p, "%b")->footprint.pages * named(p, "%b")->footprint.page_bytes, 512000);
  ck_assert_int_eq(named(p, "%b")->footprint.bytes_per_bank, 334 * 128);
  ck_assert_int_eq(named(p, "%a")->space, TTA_BUFFER_DRAM);
  ck_assert_int_eq(named(p, "%b")->address, 1024 + 342 * 128);
  ck_assert(assumes(p, "line 2: the tiled layout of %a has no memory space"));
  done(p);
}
END_TEST

/* What 64 bits cannot count fits nowhere, and is not merely unknown. */
START_TEST(beyond_64_bits) {
  static const char *const types[] = {
      "tensor<9223372036854775807xi8, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<9223372036854775807xi8, #l>>>",
      "memref<4294967296x4294967296xf32, #tt.memory_space<l1>>",
      "memref<1x1x4294967296x4294967296xf32, #tt.shard<8x4>, #tt.memory_space<l1>>"};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    char text[400];
    snprintf(text, sizeof text, "#l = #tt.memory_space<l1>\nfunc.func @f(\n  %%x: %s) {\n}\n", types[i]);
    tta_memory_plan *p = plan_with(text, NULL, TTA_INVALID);
    ck_assert(says(p, "%x needs more than 2^63 - 1 bytes in each bank of L1"));
    ck_assert_uint_eq(first_line(p), 3);
    done(p);
  }
}
END_TEST

/* A text that is not SSA: a value that is its own operand does not share a buffer (found by mutation: it hung). */
START_TEST(own_operand) {
  tta_memory_plan *p = plan_text(ALIASES "func.func @f() {\n  %0 = ttir.empty() : " A "\n  %1 = \"t.x\"(%1) : (" A
                                         ") -> " A "\n  %2 = ttir.empty(%2) : " A "\n  %3 = t.view %3 : " A "\n}\n");
  ck_assert_uint_eq(tta_memory_plan_num_buffers(p), 4);
  done(p);
}
END_TEST

static void all_live(tta_memory_plan_options *o) { o->all_live = true; }
START_TEST(lives_to_the_end) {
  const char *text = ALIASES "module {\nfunc.func @f(%x: " A ") {\n  %0 = t.x %x : " A "\n  t.for {\n    %1 = t.x : " A
                             "\n  }\n  %2 = t.x : " A "\n}\n}\n";
  tta_memory_plan *p = plan_text(text);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->peak, 2 * 4096);
  done(p);
  p = plan_with(text, all_live, TTA_OK);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->peak, 4 * 4096);
  ck_assert_int_eq(named(p, "%2")->address, 1499136 - 4 * 4096);
  done(p);
}
END_TEST

/* Twelve buffers of growing sizes fill the bank: the largest are named, the rest are summed up. */
START_TEST(what_fills_the_bank) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_str(&text, "#l1 = #tt.memory_space<l1>\nfunc.func @f() {\n");
  for (int i = 0; i < 12; i++)
    tta_buf_printf(&text, "  %%%d = t.x : memref<%dxf32, #l1>\n", i, i < 10 ? 32 * 1024 : 8 * (i - 9));
  tta_buf_str(&text,
              "  %big = t.x : memref<65536xf32, #l1>\n  t.use %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11\n}\n");
  tta_buf_char(&text, 0);
  tta_memory_plan *p = plan_text(text.data);
  ck_assert(!tta_memory_plan_fits(p));
  ck_assert(says(p, "the bank holds %0 (line 3): 131072 B at 1368064"));
  ck_assert(!says(p, "the bank holds %11"));
  ck_assert(says(p, "and 4 more, 262240 B in total"));
  done(p);
  tta_buf_free(&text);
}
END_TEST

/* What is advised of shards: one buffer in place of two, smaller tiles if they are floats, slices. */
START_TEST(advice_on_shards) {
  static const struct {
    const char *type, *says;
    bool floats;
  } cases[] = {
      {"memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096, 2>, #l1>",
       "it would fit with one buffer of each shard: 1048576 B", false},
      {"memref<1x1x16x32x!tt.tile<32x32, f32>, #tt.shard<131072x4096>, #l1>",
       "it would fit with tiles of bf16: 1048576 B", true},
      {"memref<1x1x16x32x!tt.tile<32x32, u32>, #tt.shard<131072x4096>, #l1>", "it would fit in DRAM, interleaved",
       false},
      {"memref<1x1x1x512x!tt.tile<32x32, f32>, #tt.shard<2097152x4096>, #l1>", "it would fit in 2 slices along dim 1",
       true},
      {"memref<1x1x1x1048576xf32, #tt.shard<4194304x4>, #l1>", "it would fit in 3 slices along dim 1", false},
      {"memref<1x1x2x1048576xf32, #tt.shard<4194304x4>, #l1>",
       "one of the 2 slices along dim 0 of its shard already needs 4194304 B", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    snprintf(text, sizeof text, "#l1 = #tt.memory_space<l1>\nfunc.func @f(%%x: %s) {\n  t.use %%x\n}\n", cases[i].type);
    tta_memory_plan *p = plan_text(text);
    ck_assert(!tta_memory_plan_fits(p));
    ck_assert_msg(says(p, cases[i].says), "%s", cases[i].type);
    ck_assert_msg(says(p, "with tiles of") == cases[i].floats, "%s", cases[i].type);
    done(p);
  }
}
END_TEST

/* A list of faults, and one of assumptions, that grows with the text ends. */
START_TEST(lists_end) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_str(&text, "#l1 = #tt.memory_space<l1>\nfunc.func @f(%x: memref<8xf32, #l1>) {\n");
  for (int i = 0; i < 2000; i++)
    tta_buf_str(&text, "  %y = t.view %x : memref<8xf32, #l1>\n  %z = t.x : memref<4194304xf32, #l1>\n");
  tta_buf_str(&text, "}\n");
  tta_buf_char(&text, 0);
  tta_memory_plan *p = plan_text(text.data);
  ck_assert(assumes(p, "and more of this kind"));
  ck_assert_uint_lt(tta_memory_plan_num_assumptions(p), 2000);
  ck_assert_uint_lt(num_found(p), 2000);
  ck_assert(!tta_memory_plan_fits(p));
  done(p);
  tta_buf_free(&text);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      lockstep,
      double_rounding,
      bad_footprints,
      banks,
      directions,
      seed_shapes,
      figure_2,
      messages_by_age,
      exponents,
      lives,
      block_arguments,
      functions,
      l1_base,
      systems_of_modules,
      advice_by_function,
      addresses_of_operations,
      invalid_addresses,
      options_of_addresses,
      idle_banks,
      aliases_of_sections,
      several_chips,
      tiled_layouts,
      beyond_64_bits,
      own_operand,
      lives_to_the_end,
      what_fills_the_bank,
      advice_on_shards,
      lists_end,
      NULL,
  };
  return run_plan_tests("memory", tests);
}
