/* Plans with resources (circular buffers, programs, regions), and tt-metal's reports (memory_reporter.cpp). */
#include "failing.h"
#include "plans.h"

/* ---- resources ---- */

static const char *resource_lines;
static void with_resources(tta_memory_plan_options *o) {
  set_resources(o, resource_lines);
}
static tta_memory_plan *with(const char *lines, const char *text, tta_status expected) {
  resource_lines = lines;
  return plan_with(text, with_resources, expected);
}
static const char one_l1[] = ALIASES "func.func @f(%x: " A ") {\n  \"t.use\"(%x) : (" A ") -> ()\n  return\n}\n";

/* tt-metal: strict: touching is fine, one byte more clashes */
START_TEST(clash) {
  tta_memory_plan *p = with("{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":null,\"buffer\":null}\n",
                            one_l1, TTA_OK); /* 1024 + 1494016 = 1495040 */
  ck_assert(tta_memory_plan_fits(p));
  done(p);
  p = with("{\"kind\":\"circular_buffer\",\"size\":1494017,\"core_range\":[[0,0],[7,7]],\"buffer\":null}\n", one_l1,
           TTA_OK);
  ck_assert(!tta_memory_plan_fits(p));
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

/* tt-metal: a circular buffer is after those of the same core range, not of one that merely overlaps */
START_TEST(circular_placement) {
  tta_memory_plan *p = with("{\"kind\":\"circular_buffer\",\"size\":700000,\"core_range\":[[0,0],[3,3]]}\n"
                     "{\"kind\":\"circular_buffer\",\"size\":800000,\"core_range\":[[4,4],[7,7]]}\n", one_l1, TTA_OK);
  ck_assert(tta_memory_plan_fits(p));
  done(p);
  p = with("{\"kind\":\"circular_buffer\",\"size\":700000,\"core_range\":[[0,0],[3,3]]}\n"
           "{\"kind\":\"circular_buffer\",\"size\":800000,\"core_range\":[[0,0],[3,3]]}\n", one_l1, TTA_OK);
  ck_assert(!tta_memory_plan_fits(p));
  done(p);
}
END_TEST

/* tt-metal: a circular buffer can share the address range of an L1 buffer and then uses no additional memory */
START_TEST(shared_circular) {
  const char *behind = "{\"kind\":\"circular_buffer\",\"size\":4096,\"buffer\":\"%x\"}\n"
                       "{\"kind\":\"circular_buffer\",\"size\":1494016}\n"; /* ends where %x begins */
  tta_memory_plan *p = with(behind, one_l1, TTA_OK);
  ck_assert(tta_memory_plan_fits(p));
  done(p);
  static const char *const bad[][2] = {
      {"{\"kind\":\"circular_buffer\",\"size\":4128,\"buffer\":\"%x\"}\n",
       "a circular buffer of 4128 B does not fit %x (line 5), which has 4096 B in each bank"},
      {"\n{\"kind\":\"circular_buffer\",\"size\":32,\"buffer\":\"%y\"}\n",
       "no value in device memory has the name %y"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"buffer\":\"%z\"}\n",
       "%z (line 5) is in DRAM, but a circular buffer must be in L1"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    p = with(bad[i][0],
             ALIASES "func.func @f(%x: " A ", %z: " D ") {\n  \"t.use\"(%x) : (" A ") -> ()\n  return\n}\n",
             TTA_INVALID);
    ck_assert_msg(says(p, bad[i][1]), "%s", bad[i][1]);
    ck_assert_uint_eq(first_line(p), i == 1 ? 2 : 1);
    done(p);
  }
}
END_TEST

/* tt-metal: the region of a core range ends with its last circular buffer, and that end is what the messages tell;
 * only the first core range that is wrong is told */
START_TEST(last_region_end) {
  tta_memory_plan *p = with("{\"kind\":\"circular_buffer\",\"size\":1494048,\"core_range\":[[0,0],[3,3]]}\n"
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
  tta_memory_plan *p = with("{\"kind\":\"l1_small\",\"size\":32768}\n{\"kind\":\"trace\",\"size\":1048576}\n{\"kind\":"
                     "\"program\",\"size\":12000}\n",
                     one_l1, TTA_OK);
  ck_assert_int_eq(named(p, "%x")->address, 1499136 - 32768 - 4096);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1_SMALL)->base, 1499136 - 32768);
  ck_assert_int_eq(bank(p, TTA_BUFFER_TRACE)->size, 1048576);
  ck_assert_int_eq(bank(p, TTA_BUFFER_DRAM)->peak, 2048); /* 6 pages of 2048 in 12 banks */
  done(p);
}
END_TEST

/* tt-metal: N banks in each storage-only core, N = its L1 / storage bank size, which is then the size of every L1 bank
 * */
START_TEST(storage_cores) {
  tta_memory_plan *p =
      with("{\"kind\":\"storage_cores\",\"size\":524288,\"core_range\":[[0,8],[7,8]]}\n", one_l1, TTA_OK);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->banks, 64 + 8 * (1499136 / 524288));
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->size, 524288);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->base, 1499136 - 524288);
  ck_assert_int_eq(named(p, "%x")->address, 1499136 - 4096);
  ck_assert(assumes(p, "the top 524288 B of each core"));
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
    tta_memory_plan *p = with(lines[i], one_l1, TTA_INVALID);
    ck_assert_msg(found(p, 0)->source == &resources && first_line(p) == (i == 2 ? 2 : 1), "%s", lines[i]);
    done(p);
  }
}
END_TEST

static const char clashing[] = "{\"kind\":\"circular_buffer\",\"size\":1494017}\n"
                               "{\"kind\":\"program\",\"size\":12000}\n";
static tta_status plan_clashing(const tta_allocator *allocator, const void *given) {
  tta_memory_plan_options options;
  tta_memory_plan *plan;
  (void)given;
  tta_memory_plan_options_init(&options);
  options.allocator = allocator;
  options.want_csv = true;
  set_resources(&options, clashing);
  tta_source_init(&source, (tta_str){"test", 4}, (tta_str){one_l1, sizeof one_l1 - 1}, NULL);
  tta_status status = tta_memory_plan_new(&source, &options, &plan, NULL);
  ck_assert_int_eq(plan != NULL, status == TTA_OK);
  ck_assert(status || says(plan, "static circular buffer region ends at 1495041"));
  done(plan);
  return status;
}

START_TEST(no_memory) { each_request_fails(plan_clashing, NULL, TTA_OK); }
END_TEST

static void reports(tta_memory_plan_options *o) { o->want_csv = true; }
static void dump(tta_memory_plan_options *o) {
  o->want_csv = true;
  o->at_line = 6;
}
static void expect_csv(const tta_memory_plan *p, tta_memory_report report, const char *expected) {
  tta_str text = tta_memory_plan_csv(p, report);
  ck_assert_msg(text.size == strlen(expected) && !memcmp(text.data, expected, text.size), "%.*s", (int)text.size,
                text.data);
}

/* tt-metal: the three files, program form */
START_TEST(csv) {
  tta_memory_plan *p = plan_with(one_l1, reports, TTA_OK);
  static const char summary[] =
      "Program ID, Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)\n"
      "0,1073740800,0,1073740800,1073740800\n,1498112,4096,1494016,1494016\n";
  static const char l1[] =
      "This report indicates available space for interleaving L1 buffers\n"
      "Program ID, Largest Contiguous Free Block (B), Total Free L1 Space (B)\n0,1494016,95617024\n";
  tta_str text = tta_memory_plan_csv(p, TTA_REPORT_SUMMARY);
  ck_assert_int_eq(memcmp(text.data, summary, sizeof summary - 1), 0);
  text = tta_memory_plan_csv(p, TTA_REPORT_L1);
  ck_assert_int_eq(memcmp(text.data, l1, sizeof l1 - 1), 0);
  static const char detail[] =
      "0,DRAM\n,Total allocatable (B):,12884889600\n,Total allocated (B):,0\n,Total free (B):,12884889600\n"
      ",,Blocks:,Address (B),Size (B),Allocated (Y/N)\n,,,1024,1073740800,N\n\n,L1\n";
  text = tta_memory_plan_csv(p, TTA_REPORT_DETAILED);
  ck_assert_int_eq(memcmp(text.data, detail, sizeof detail - 1), 0);
  done(p);
}
END_TEST

/* tt-metal: DumpDeviceMemoryState, the form without a program. Line 6 is where %0 lives beside %x. */
START_TEST(csv_dump) {
  tta_memory_plan *p =
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

static void example_4(tta_memory_plan_options *o) {
  o->want_csv = true;
  o->at_line = 3;
  o->l1_base = 103424;
}

/* Wormhole, 64 banks, L1 from 103424 on, DRAM from 32 on, an L1 buffer of 8192 B a bank. */
START_TEST(csv_example) {
  static const char text[] =
      "module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136, "
      "num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, "
      "pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, "
      "erisc_l1_unreserved_base = 1024, dram_unreserved_base = 32, dram_unreserved_end = 1073741824, "
      "supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}], [0], "
      "[3 : i32], [0x0x0x0]>} {\n"
      "func.func @f(%x: tensor<64x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x32xf32, "
      "#tt.memory_space<l1>>>>) {\n  \"t.use\"(%x) : () -> ()\n  return\n}\n}\n";
  tta_memory_plan *p = plan_with(text, example_4, TTA_OK);
  ck_assert_int_eq(named(p, "%x")->address, 1490944);
  expect_csv(p, TTA_REPORT_SUMMARY,
             ", Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)\n"
             ",1073741792,0,1073741792,1073741792\n,1395712,8192,1387520,1387520\n");
  expect_csv(p, TTA_REPORT_L1,
             "This report indicates available space for interleaving L1 buffers\n"
             ", Largest Contiguous Free Block (B), Total Free L1 Space (B)\n,1387520,88801280\n");
  expect_csv(p, TTA_REPORT_DETAILED,
             ",DRAM\n,Total allocatable (B):,12884901504\n,Total allocated (B):,0\n,Total free (B):,12884901504\n"
             ",,Blocks:,Address (B),Size (B),Allocated (Y/N)\n,,,32,1073741792,N\n\n"
             ",L1\n,Total allocatable (B):,89325568\n,Total allocated (B):,524288\n,Total free (B):,88801280\n"
             ",,Blocks:,Address (B),Size (B),Allocated (Y/N)\n,,,103424,1387520,N\n,,,1490944,8192,Y\n\n");
  done(p);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      clash,
      circular_placement,
      shared_circular,
      last_region_end,
      regions,
      storage_cores,
      bad_resources,
      no_memory,
      csv,
      csv_dump,
      csv_example,
      NULL,
  };
  return run_plan_tests("memory_resources", tests);
}
