/* Footprints at their limits, and messages about types, systems and resources without a size. */
#include "memory/footprint.h"
#include "model/words.h"
#include "plans.h"

#define MAX INT64_MAX

/* ---- numbers ---- */

START_TEST(interleaved_edges) {
  static const struct {
    int64_t pages, page, banks, page_align, alloc_align;
    tta_status status;
  } cases[] = {
      {0, 0, 1, 1, 1, TTA_OK},
      {-1, 1, 1, 1, 1, TTA_INVALID},
      {1, -1, 1, 1, 1, TTA_INVALID},
      {1, 1, 0, 1, 1, TTA_INVALID},
      {1, 1, 1, 0, 1, TTA_INVALID},
      {1, 1, 1, 1, 0, TTA_INVALID},
      {1, MAX, 1, 32, 1, TTA_OVERFLOW},      /* the page aligned */
      {MAX, 2, 1, 1, 1, TTA_OVERFLOW},       /* all pages */
      {1, MAX - 30, 1, 1, 32, TTA_OVERFLOW}, /* the bank aligned */
      {1, MAX - 31, 1, 1, 32, TTA_OK},
      {MAX, 1, MAX, 1, 1, TTA_OK},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_footprint f;
    ck_assert_msg(tta_footprint_interleaved(cases[i].pages, cases[i].page, cases[i].banks, cases[i].page_align,
                                            cases[i].alloc_align, &f) == cases[i].status,
                  "case %zu", i);
  }
}
END_TEST

START_TEST(sharded_edges) {
  static const struct {
    int64_t pages, page, shards, banks, page_align, alloc_align;
    tta_status status;
    int64_t used;
  } cases[] = {
      {1, 1, 1, 0, 1, 1, TTA_OK, 1},         {1, 1, 3, 8, 1, 1, TTA_OK, 3}, /* no more banks than shards */
      {1, 1, 8, 3, 1, 1, TTA_OK, 3},         {-1, 1, 1, 0, 1, 1, TTA_INVALID, 1},   {1, -1, 1, 0, 1, 1, TTA_INVALID, 1},
      {1, 1, 0, 1, 1, 1, TTA_INVALID, 1},    {1, 1, 1, -1, 1, 1, TTA_INVALID, -1},  {1, 1, 1, 0, 0, 1, TTA_INVALID, 1},
      {1, 1, 1, 0, 1, 0, TTA_INVALID, 1},    {MAX, 1, 4, 2, 1, 1, TTA_OVERFLOW, 2}, /* the pages of a bank */
      {MAX, 1, 2, 2, 1, 1, TTA_OVERFLOW, 2},                                        /* the pages of all */
      {MAX, 2, 1, 0, 1, 1, TTA_OVERFLOW, 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_footprint f;
    ck_assert_msg(tta_footprint_sharded(cases[i].pages, cases[i].page, cases[i].shards, cases[i].banks,
                                        cases[i].page_align, cases[i].alloc_align, &f) == cases[i].status,
                  "case %zu", i);
    ck_assert_msg(f.banks == cases[i].used, "case %zu: %lld banks", i, (long long)f.banks);
  }
}
END_TEST

START_TEST(names) {
  ck_assert_str_eq(tta_buffer_type_name(TTA_BUFFER_TRACE), "TRACE");
  ck_assert_str_eq(tta_buffer_type_name((tta_buffer_type)99), "?");
  tta_banks b;
  ck_assert_int_eq(tta_banks_default((tta_arch)99, &b), TTA_INVALID);
  tta_memory_plan *p = plan_text("");
  ck_assert_ptr_null(tta_memory_plan_csv(p, (tta_memory_report)99).data);
  done(p);
}
END_TEST

/* 2x3 shards of 4x8 elements of 4 bytes on 6 cores, wormhole: 12 DRAM banks, 32 and 16 bytes. */
static tta_layout small_sharding(const char *space, tta_memory_layout layout) {
  static const int64_t grid[] = {2, 3}, memref[] = {4, 8};
  tta_layout s = {.family = TTA_FAMILY_MAP, .element_bytes = 4, .cores = 6};
  s.grid = (tta_shape){2, grid};
  s.memref = (tta_shape){2, memref};
  ck_assert_int_eq(tta_memory_space_find((tta_str){space, strlen(space)}, &s.memory_space, NULL), TTA_OK);
  s.memory_layout = layout;
  s.type = (tta_str){"T", 1};
  return s;
}

START_TEST(sharding_footprints) {
  static const struct {
    const char *space;
    tta_memory_layout layout;
    tta_buffer_type type;
    int64_t banks, pages, page, taken;
  } cases[] = {
      {"l1", 0, TTA_BUFFER_L1, 6, 24, 32, 4 * 32},
      {"l1_small", 0, TTA_BUFFER_L1_SMALL, 6, 24, 32, 4 * 32},
      {"l1", TTA_MEMORY_LAYOUT_SINGLE_BANK, TTA_BUFFER_L1, 1, 8, 96, 8 * 96},
      {"dram", TTA_MEMORY_LAYOUT_INTERLEAVED, TTA_BUFFER_DRAM, 12, 8, 96, 96},
      {"dram", TTA_MEMORY_LAYOUT_BLOCK_SHARDED, TTA_BUFFER_DRAM, 6, 24, 32, 4 * 32},
      {"trace", TTA_MEMORY_LAYOUT_INTERLEAVED, TTA_BUFFER_TRACE, 12, 8, 96, 96},
      {"dram", TTA_MEMORY_LAYOUT_SINGLE_BANK, TTA_BUFFER_DRAM, 1, 8, 96, 8 * 96},
  };
  tta_banks b;
  tta_banks_default(TTA_ARCH_WORMHOLE_B0, &b);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_layout s = small_sharding(cases[i].space, cases[i].layout);
    tta_buffer_type type;
    tta_footprint f;
    ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_OK);
    ck_assert_msg(type == cases[i].type && f.banks == cases[i].banks && f.pages == cases[i].pages &&
                      f.page_bytes == cases[i].page && f.bytes_per_bank == cases[i].taken,
                  "case %zu: %s in %lld banks, %lld pages of %lld, %lld", i, tta_buffer_type_name(type),
                  (long long)f.banks, (long long)f.pages, (long long)f.page_bytes, (long long)f.bytes_per_bank);
  }
}
END_TEST

/* What tiles of bfp_bf8 take, and since when (tt-mlir 235dce4dd0) */
START_TEST(tiles_by_age) {
  tta_banks b;
  tta_buffer_type type;
  tta_footprint f;
  tta_banks_default(TTA_ARCH_WORMHOLE_B0, &b);
  for (int floats = 0; floats < 2; floats++)
    for (int tiled = 0; tiled < 2; tiled++)
      for (int era = 0; era < 3; era++) {
        static const int32_t eras[] = {0, 20251109, 20251110};
        tta_layout s = small_sharding("l1", 0);
        s.element_bytes = 1088;
        s.memref_element = tta_element_tile(32, 32, floats ? TTA_BFP_BF8 : TTA_U8);
        if (!tiled) s.memref_element.kind = TTA_ELEMENT_OTHER;
        ck_assert_int_eq(tta_layout_footprint(&s, &b, eras[era], &type, &f, NULL), TTA_OK);
        int64_t element = floats && tiled && era == 1 ? 1024 : 1088;
        ck_assert_int_eq(f.page_bytes, tiled ? element : 8 * element);
      }
}
END_TEST

/* Rejected with and without a buffer for the reason; counts beyond 64 bits. */
START_TEST(refused_footprints) {
  tta_banks b;
  tta_buffer_type type;
  tta_footprint f;
  tta_buf reason;
  int64_t huge[] = {MAX, MAX}, wide[] = {1, MAX}, nothing[] = {1, 0};
  tta_banks_default(TTA_ARCH_WORMHOLE_B0, &b);
  tta_buf_init(&reason, NULL);
  tta_layout s = small_sharding("system", 0);
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_INVALID);
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, &reason), TTA_INVALID);
  tta_buf_char(&reason, ';');
  s.memory_space = TTA_MEMORY_NONE;
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, &reason), TTA_INVALID);
  tta_buf_char(&reason, ';');
  s = small_sharding("l1", 0);
  s.element_bytes = 0;
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_INVALID);
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, &reason), TTA_INVALID);
  tta_buf_char(&reason, ';');
  s = small_sharding("l1", 0);
  s.memref.rank = 0;
  char type_text[200];
  memset(type_text, 'x', sizeof type_text);
  s.type = (tta_str){type_text, sizeof type_text};
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, &reason), TTA_INVALID);
  ck_assert_uint_eq(reason.size, strlen("memory space 'system' is not on the device;memory space '' is not on the "
                                        "device;the element size of 'T' is unknown;the element size of '' is unknown") +
                                     120);
  tta_buf_char(&reason, 0);
  ck_assert_ptr_nonnull(strstr(reason.data, "'system' is not on the device;memory space '' is not on the device;the "
                                            "element size of 'T' is unknown;"));
  tta_buf_free(&reason);
  static const char *const places[] = {"l1", "dram"};
  for (int k = 0; k < 2; k++) {
    s = small_sharding(places[k], TTA_MEMORY_LAYOUT_INTERLEAVED);
    s.memref.extent = huge;
    ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_OVERFLOW);
    s.memref_element = tta_element_tile(32, 32, TTA_F32);
    ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_OVERFLOW);
  }
  s = small_sharding("dram", TTA_MEMORY_LAYOUT_INTERLEAVED); /* a row through all columns; no columns; all cores */
  s.element_bytes = 1;
  s.memref.extent = wide;
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_OVERFLOW);
  s = small_sharding("dram", TTA_MEMORY_LAYOUT_INTERLEAVED);
  s.grid.extent = nothing;
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_INVALID);
  s = small_sharding("dram", TTA_MEMORY_LAYOUT_INTERLEAVED);
  s.grid.extent = huge;
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_OVERFLOW);
  s = small_sharding("dram", TTA_MEMORY_LAYOUT_INTERLEAVED);
  s.grid.rank = 0;
  s.cores = 1;
  ck_assert_int_eq(tta_layout_footprint(&s, &b, 0, &type, &f, NULL), TTA_OK);
  ck_assert_int_eq(f.page_bytes, 32);
}
END_TEST

/* ---- types of a text ---- */

static const char *type_in_plan;
static tta_memory_plan *plan_of_type(const char *type, tta_status expected) {
  static char text[2000];
  type_in_plan = type;
  snprintf(text, sizeof text,
           "#l1 = #ttcore.memory_space<l1>\n#dram = #ttcore.memory_space<dram>\n"
           "func.func @f(%%x: %s) {\n}\n",
           type);
  return plan_with(text, NULL, expected);
}

START_TEST(types_counted) {
  static const struct {
    const char *type;
    tta_buffer_type space;
    int64_t taken;
  } cases[] = {
      {"memref<f32, #l1>", TTA_BUFFER_L1, 32},
      {"memref<!ttcore.tile<32x32, f32>, #l1>", TTA_BUFFER_L1, 4096},
      {"memref<8x16xf32, #dram>", TTA_BUFFER_DRAM, 64},
      {"memref<2x0xf32, #l1>", TTA_BUFFER_L1, 0},
      {"memref<8x16xf32, #ttnn.buffer_type<l1>>", TTA_BUFFER_L1, 512},
      {"memref<2x2x4x8xf32, #ttcore.interleaved<32x4>, #dram>", TTA_BUFFER_DRAM, 64},
      {"memref<2x2x4x8xf32, #ttcore.interleaved<32x4>, #l1>", TTA_BUFFER_L1, 32},
      {"memref<4x4x4x8xf32, #ttcore.shard<32x4, 2>, #l1>", TTA_BUFFER_L1, 256},
      {"memref<4x4x4x8xf32, #ttcore.shard<32x4, 1>, #dram>", TTA_BUFFER_DRAM, 256}, /* 16 shards, 12 banks */
      {"memref<2x4x8xf32, #ttcore.shard<32x4, 1>, #l1>", TTA_BUFFER_L1, 128},
      {"memref<2x2x16x17xbf16, #ttcore.shard<34x2, 1>, #l1>", TTA_BUFFER_L1, 544}, /* 16 rows of 34 bytes, packed */
      {"memref<1x1x2x2x!ttcore.tile<32x32, bfp_bf8>, #ttcore.shard<2176x1088, 1>, #l1>", TTA_BUFFER_L1, 4 * 1088},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_memory_plan *p = plan_of_type(cases[i].type, TTA_OK);
    const tta_memory_buffer *b = named(p, "%x");
    ck_assert_msg(b->space == cases[i].space && b->footprint.bytes_per_bank == cases[i].taken, "%s: %s %lld",
                  cases[i].type, tta_buffer_type_name(b->space), (long long)b->footprint.bytes_per_bank);
    done(p);
  }
}
END_TEST

/* In device memory, but of no known size: assumed away, by name. */
START_TEST(types_not_counted) {
  static const char *const cases[][2] = {
      {"memref<8x?xf32, #l1>", "the size of %x is unknown (its shape is not static); it is not counted"},
      {"memref<8x!other.thing, #l1>", "(the size of its element is not known)"},
      {"memref<8xvector<2xf32>, #l1>", "(the size of its element is not known)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_memory_plan *p = plan_of_type(cases[i][0], TTA_OK);
    ck_assert_uint_eq(tta_memory_plan_num_buffers(p), 1);
    ck_assert_msg(assumes(p, cases[i][1]), "%s", cases[i][0]);
    done(p);
  }
}
END_TEST

/* Not in device memory, or another's. */
START_TEST(types_elsewhere) {
  static const char *const cases[] = {
      "memref<8xf32>",
      "memref<8xf32, 3>",
      "memref<8xf32, #ttcore.memory_space<system>>",
      "tensor<8xf32>",
      "memref<*xf32>",
      "memref<1x1x8x8xf32, #ttcore.view<map(4)>, #l1>",
      "memref<8xf32, #ttcore.memory_space<mmio>>",
      "f32",
      "memref<8xf32, #other<l1>>",
      "memref<*xf32, #l1>",
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_memory_plan *p = plan_of_type(cases[i], TTA_OK);
    ck_assert_msg(tta_memory_plan_num_buffers(p) == 0, "%s", cases[i]);
    done(p);
  }
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      interleaved_edges, sharded_edges,   names, sharding_footprints, tiles_by_age, refused_footprints, types_counted,
      types_not_counted, types_elsewhere, NULL};
  return run_plan_tests("footprint", tests);
}
