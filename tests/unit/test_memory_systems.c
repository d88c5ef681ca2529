/* System descriptions and lines of --resources at their limits: rejections with messages, and the resulting plans. */
#include "failing.h"
#include "plans.h"

/* ---- system descriptions ---- */

/* The numbers that a plan takes from a chip, in the order of CHIP. */
typedef struct chip_numbers {
  const char *grid;
  long long l1, channels, channel, l1_align, dram_align, l1_base, dram_base, dram_end;
} chip_numbers;
#define UNREAD "of the system description: "
#define GOOD                                                                                                           \
  { "8x8", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741824 }

static const char *chip_text(const chip_numbers *c) {
  static char text[800];
  snprintf(text, sizeof text,
           "{arch = <wormhole_b0>, grid = %s, l1_size = %lld, num_dram_channels = %lld, dram_channel_size = %lld, "
           "noc_l1_address_align_bytes = %lld, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = %lld, "
           "l1_unreserved_base = %lld, erisc_l1_unreserved_base = 1024, dram_unreserved_base = %lld, "
           "dram_unreserved_end = %lld, supported_data_types = [<f32>], "
           "supported_tile_sizes = [32x32], num_cbs = 32}",
           c->grid, c->l1, c->channels, c->channel, c->l1_align, c->dram_align, c->l1_base, c->dram_base, c->dram_end);
  return text;
}

static const char *given_system;
static void with_system(tta_memory_plan_options *o) { o->system_desc = (tta_str){given_system, strlen(given_system)}; }
static tta_memory_plan *planned_on(const char *system, tta_status expected) {
  given_system = system;
  return plan_with(ALIASES "func.func @f(%x: " A ") {\n}\n", with_system, expected);
}

START_TEST(contradictions) {
  static const struct {
    chip_numbers chip;
    const char *why; /* NULL: none */
  } cases[] = {
      {GOOD, NULL},
      {{"8x8", 0, 12, 1073741824, 16, 32, 0, 1024, 1073741824},
       "l1_size is 0, expected at least 1"},
      {{"8x8", 1499136, 0, 1073741824, 16, 32, 1024, 1024, 1073741824}, "num_dram_channels is 0, expected at least 1"},
      {{"8x8", 1499136, 12, 0, 16, 32, 1024, 0, 0}, "dram_channel_size is 0, expected at least 1"},
      {{"8x8", INT64_MAX / 2, 12, 1073741824, 16, 32, 1024, 1024, 1073741824}, "expected at most 2305843009213693951"},
      {{"8x8", 1499136, 12, INT64_MAX / 2, 16, 32, 1024, 1024, 1073741824}, "expected at most 2305843009213693951"},
      {{"8x8", 1499136, 1 << 21, 1073741824, 16, 32, 1024, 1024, 1073741824},
       "num_dram_channels is 2097152, expected at most 1048576"},
      {{"8x8", 1499136, 12, 1073741824, 24, 32, 1024, 1024, 1073741824},
       "noc_l1_address_align_bytes is 24, expected a power of two"},
      {{"8x8", 1499136, 12, 1073741824, 16, 0, 1024, 1024, 1073741824},
       "noc_dram_address_align_bytes is 0, expected a power of two"},
      {{"8x8", 1499136, 12, 1073741824, 16, 32, -32, 1024, 1073741824}, UNREAD},
      {{"8x8", 1499136, 12, 1073741824, 16, 32, 1499168, 1024, 1073741824},
       "l1_unreserved_base is 1499168, expected 0 to l1_size, 1499136"},
      {{"8x8", 1499136, 12, 1073741824, 16, 32, 1024, -32, 1073741824}, UNREAD},
      {{"8x8", 1499136, 12, 1073741824, 16, 32, 1024, 2048, 1024},
       "dram_unreserved_end is 1024, expected dram_unreserved_base to dram_channel_size, 2048 to 1073741824"},
      {{"8x8", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741825}, "dram_unreserved_end is 1073741825, expected"},
      {{"8x8", 1499136, 12, 1073741824, 16, 32, 1040, 1024, 1073741824},
       "l1_unreserved_base is 1040, expected a multiple of"},
      {{"8x8", 1499136, 12, 1073741824, 16, 32, 1024, 1040, 1073741824},
       "dram_unreserved_base is 1040, expected a multiple of"},
      {{"0x8", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741824},
       "expected 1 to 4096 rows and columns"},
      {{"8x0", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741824},
       "expected 1 to 4096 rows and columns"},
      {{"4097x8", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741824}, "expected 1 to 4096 rows and columns"},
      {{"8x4097", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741824}, "expected 1 to 4096 rows and columns"},
      {{"8", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741824}, "expected 1 to 4096 rows and columns"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char system[1000];
    snprintf(system, sizeof system, "#tt.system_desc<[%s], [0], [3 : i32], [0x0x0x0]>", chip_text(&cases[i].chip));
    tta_memory_plan *p = planned_on(system, cases[i].why ? TTA_INVALID : TTA_OK);
    ck_assert_msg(!cases[i].why || (says(p, cases[i].why) && says(p, UNREAD)), "case %zu: %s", i, first_message(p));
    done(p);
  }
}
END_TEST

START_TEST(systems_given) {
  static const chip_numbers good = GOOD;
  char text[4000];
  tta_memory_plan *p = planned_on("blackhole:4", TTA_OK);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->arch, TTA_ARCH_BLACKHOLE);
  done(p);
  p = planned_on("grayskull", TTA_OK);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->arch, TTA_ARCH_GRAYSKULL);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->banks, 120);
  ck_assert_int_eq(bank(p, TTA_BUFFER_DRAM)->size, 1073741824 - 32);
  done(p);
  static const char *const none[][2] = {
      {"tensor<2xf32>", "no system_desc attribute found; expected "},
      {"#tt.memory_space<l1>", "no system_desc attribute found; expected "},
      {"#tt.system_desc<[], [], [], []>", "the system description has no chips"},
      {"#tt.system_desc<[{arch = <wormhole_b0>}], [0], [3 : i32], [0x0x0x0]>", UNREAD},
      {"x", "expected grayskull, wormhole_b0, blackhole, NAME:N for N chips, "},
      {" \n", "the system description is empty; expected "}};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    p = planned_on(none[i][0], TTA_INVALID);
    ck_assert_msg(says(p, none[i][1]), "%s", none[i][0]);
    done(p);
  }
  p = planned_on("[2, 4x8]", TTA_OK);
  ck_assert_int_eq(bank(p, TTA_BUFFER_L1)->banks, 32);
  ck_assert(assumes(p, "the system gives chips and cores only; its memory is that of wormhole_b0"));
  done(p);
  /* the first of two counts; what stands before it does not matter */
  chip_numbers other = good;
  other.l1 = 1048576;
  size_t used = (size_t)snprintf(text, sizeof text,
                                 "tensor<2xf32>\n#a = #tt.system_desc<[%s], [0], [3 : i32], "
                                 "[0x0x0x0]>\n",
                                 chip_text(&other));
  snprintf(text + used, sizeof text - used, "#b = #tt.system_desc<[%s], [0], [3 : i32], [0x0x0x0]>\n",
           chip_text(&good));
  p = planned_on(text, TTA_OK);
  ck_assert_int_eq(named(p, "%x")->address, 1048576 - 4096);
  done(p);
  /* chips that differ, and chips that do not */
  for (int same = 0; same < 2; same++) {
    used = (size_t)snprintf(text, sizeof text, "#tt.system_desc<[%s, ", chip_text(&good));
    snprintf(text + used, sizeof text - used, "%s], [0, 1], [3 : i32, 0 : i32], [0x0x0x0, 0x0x0x1]>",
             chip_text(same ? &good : &other));
    p = planned_on(text, TTA_OK);
    ck_assert_int_eq(assumes(p, "the chips are of 2 kinds; each is planned on its own, in the order of their "
                                "descriptions"), !same);
    ck_assert_uint_eq(tta_memory_plan_num_systems(p), same ? 1 : 2);
    ck_assert_int_eq(named(p, "%x")->address, 1499136 - 4096);
    done(p);
  }
}
END_TEST

/* Each of 16 kinds of chips is planned on its own; one more is an error. */
START_TEST(many_kinds) {
  for (int count = 16; count <= 17; count++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    for (int i = 0; i < count; i++) {
      chip_numbers chip = GOOD;
      chip.l1 += 64 * i;
      fprintf(out, "%s%s", i ? ", " : "#tt.system_desc<[", chip_text(&chip));
    }
    for (int i = 0; i < count; i++) fprintf(out, "%s%d", i ? ", " : "], [", i);
    for (int i = 0; i < count; i++) fprintf(out, "%s%d : i32", i ? ", " : "], [", i ? 0 : 3);
    for (int i = 0; i < count; i++) fprintf(out, "%s0x0x0x%d", i ? ", " : "], [", i);
    fprintf(out, "]>");
    fclose(out);
    tta_memory_plan *p = planned_on(text, count == 16 ? TTA_OK : TTA_INVALID);
    if (count == 16) ck_assert_uint_eq(tta_memory_plan_num_systems(p), 16);
    else ck_assert(says(p, "the chips are of more than 16 kinds"));
    done(p);
    free(text);
  }
}
END_TEST

/* Two modules whose systems differ in one number have banks of their own; equal ones share them. */
START_TEST(systems_differ) {
  static const chip_numbers others[] = {
      GOOD,
      {"8x9", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741824},
      {"4x16", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741824},
      {"8x8", 1499168, 12, 1073741824, 16, 32, 1024, 1024, 1073741824},
      {"8x8", 1499168, 12, 1073741824, 16, 32, 1056, 1024, 1073741824},
      {"8x8", 1499136, 13, 1073741824, 16, 32, 1024, 1024, 1073741824},
      {"8x8", 1499136, 12, 1073741824, 32, 32, 1024, 1024, 1073741824},
      {"8x8", 1499136, 12, 1073741824, 16, 64, 1024, 1024, 1073741824},
      {"8x8", 1499136, 12, 1073741824, 16, 32, 2048, 1024, 1073741824},
      {"8x8", 1499136, 12, 1073741824, 16, 32, 1024, 2048, 1073741824},
      {"8x8", 1499136, 12, 1073741824, 16, 32, 1024, 1024, 1073741792},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    char text[4000];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   ALIASES "module attributes {tt.system_desc = #tt.system_desc<[%s], "
                                           "[0], [3 : i32], [0x0x0x0]>} {\nfunc.func @f(%%x: " A ") {\n}\n}\n",
                                   chip_text(&others[0]));
    snprintf(text + used, sizeof text - used,
             "module attributes {tt.system_desc = #tt.system_desc<[%s], "
             "[0], [3 : i32], [0x0x0x0]>} {\nfunc.func @g(%%y: " A ") {\n}\n}\n",
             chip_text(&others[i]));
    tta_memory_plan *p = plan_text(text);
    ck_assert_msg(tta_memory_plan_num_systems(p) == (i ? 2 : 1), "case %zu", i);
    done(p);
  }
}
END_TEST

/* ---- resources ---- */

static const char *given_lines;
static void with_lines(tta_memory_plan_options *o) { set_resources(o, given_lines); }
static tta_memory_plan *planned_with(const char *lines, tta_status expected) {
  given_lines = lines;
  return plan_with(ALIASES "func.func @f(%x: " A ", %d: " D ") {\n  \"t.use\"(%x, %d) : () -> ()\n}\n", with_lines,
                   expected);
}

#define RANGE "core_range must be [[x0, y0], [x1, y1]] or null"
#define OUTSIDE "core_range is reversed, negative or above 4095"
#define CB(range) "{\"kind\":\"circular_buffer\",\"size\":32,\"core_range\":" range "}"

START_TEST(bad_lines) {
  static const char *const cases[][2] = {
      {CB("5"), RANGE},
      {CB("[]"), RANGE},
      {CB("[[0,0]]"), RANGE},
      {CB("[[0,0],[1,1],[2,2]]"), RANGE},
      {CB("[0,0]"), RANGE},
      {CB("[[0,0],5]"), RANGE},
      {CB("[[0],[1,1]]"), RANGE},
      {CB("[[0,0],[1,1,1]]"), RANGE},
      {CB("[[0,\"a\"],[1,1]]"), RANGE},
      {CB("[[0,0],[1.5,1]]"), "expected an integer, found a number with a fraction or an exponent"},
      {CB("[[-1,0],[1,1]]"), OUTSIDE},
      {CB("[[0,-1],[1,1]]"), OUTSIDE},
      {CB("[[2,0],[1,1]]"), OUTSIDE},
      {CB("[[0,2],[1,1]]"), OUTSIDE},
      {CB("[[0,0],[4096,1]]"), OUTSIDE},
      {CB("[[0,0],[1,4096]]"), OUTSIDE},
      {"{\"size\":32}", "missing 'kind'"},
      {"{\"kind\":\"trace\"}", "missing 'size'"},
      {"{\"kind\":5,\"size\":32}", "kind must be circular_buffer, program, l1_small, trace, storage_cores, "
       "global_semaphore, l1_buffer or dram_buffer"},
      {"{\"kind\":\"trac\",\"size\":32}", "kind must be circular_buffer"},
      {"{\"kind\":\"trace\",\"size\":[3]}", "size must be a number of bytes, at least 0"},
      {"{\"kind\":\"trace\",\"size\":-32}", "size must be a number of bytes, at least 0"},
      {"{\"kind\":\"trace\",\"size\":9223372036854775807}", "size must be a number of bytes, at least 0"},
      {"{\"kind\":\"trace\",\"size\":99999999999999999999}", "integer does not fit 64 bits"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"buffer\":5}", "buffer must be the name of a value, or null"},
      {"{\"colour\":1}", "unknown key; expected kind, size, core_range, buffer, operation or bottom_up"},
      {"7", "expected an object"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"operation\":0}",
       "operation must be a line, the name of an operation or of a result, or null"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"operation\":4}", "no operation starts at line 4"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"operation\":\"ttnn.add\"}", "no operation has the name ttnn.add"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"operation\":\"%x\"}",
       "no operation has a result with the name %x"},
      {"{\"kind\":\"trace\",\"size\":32,\"operation\":6}", "only circular_buffer has buffer and operation"},
      {"{\"kind\":\"l1_small\",\"size\":32,\"buffer\":\"%x\"}", "only circular_buffer has buffer and operation"},
      {"{\"kind\":\"program\",\"size\":32,\"core_range\":[[0,0],[1,1]]}",
       "only circular_buffer, storage_cores and global_semaphore have core_range"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"bottom_up\":true}", "circular buffers are always bottom-up"},
      {"{\"kind\":\"trace\",\"size\":32,\"bottom_up\":true}", "regions and storage cores have no direction"},
      {"{\"kind\":\"program\",\"size\":32,\"bottom_up\":1}", "bottom_up must be true or false"},
      {"{\"kind\":\"program\",\"size\":[32,-1]}", "size must be a number of bytes, at least 0"},
      {"{\"kind\":\"sub_device\",\"size\":32}", "allocators of sub-devices are not planned"},
      {"{\"kind\":\"storage_cores\",\"size\":524288,\"core_range\":[[0,9],[8,9]]}",
       "core_range ends at core [8, 9], but a chip of wormhole_b0 has 8 columns and 10 rows"},
      {"{\"kind\":\"trace\",\"size\":1073741824}",
       "trace of 1073741824 B does not fit the DRAM bank of 1073740800 B"},
      {"{\"kind\":\"l1_small\",\"size\":1498113}", "l1_small of 1498113 B does not fit the L1 bank of 1498112 B"},
      {"{\"kind\":\"storage_cores\",\"size\":16}",
       "storage banks must be a multiple of 32 B within the L1 of 1499136 B"},
      {"{\"kind\":\"storage_cores\",\"size\":48}", "storage banks must be a multiple of 32 B"},
      {"{\"kind\":\"storage_cores\",\"size\":1499168}", "storage banks must be a multiple of 32 B"},
      {CB("[[0,0],[8,0]]"), "core_range ends at core [8, 0], but a chip of wormhole_b0 has 8 columns and 8 rows"},
      {CB("[[0,0],[0,8]]"), "core_range ends at core [0, 8], but a chip of wormhole_b0 has 8 columns and 8 rows"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"buffer\":\"%y\"}", "no value in device memory has the name %y"},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"buffer\":\"%d\"}", "%d (line 5) is in DRAM"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_memory_plan *p = planned_with(cases[i][0], TTA_INVALID);
    ck_assert_msg(says(p, cases[i][1]), "%s: %s", cases[i][0], first_message(p));
    ck_assert_uint_eq(first_line(p), 1);
    done(p);
  }
}
END_TEST

START_TEST(good_lines) {
  static const struct {
    const char *lines;
    bool fits;
    const char *says;
  } cases[] = {
      {"\n  \n" CB("null") "\n", true, NULL},
      {"{\"kind\":\"circular_buffer\",\"size\":32,\"buffer\":null}", true, NULL},
      {"{\"kind\":\"circular_buffer\",\"size\":4096,\"buffer\":\"%x\"}", true, NULL},
      {"{\"kind\":\"trace\",\"size\":0}\n{\"kind\":\"l1_small\",\"size\":0}\n{\"kind\":\"program\",\"size\":0}", true,
       NULL},
      {"{\"kind\":\"storage_cores\",\"size\":1499136}", true, NULL}, /* as large as L1: no smaller bank */
      /* 1494016 B end where %x begins; a buffer in a range that intersects is marked there, too */
      {CB("[[0,0],[1,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[1,1],[2,2]]}", false,
       "ends at 1495072"},
      {CB("[[0,0],[1,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[0,0],[1,2]]}", false,
       "ends at 1495072"},
      {CB("[[0,0],[1,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[0,0],[2,1]]}", false,
       "ends at 1495072"},
      {CB("[[0,0],[1,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[0,1],[1,1]]}", false,
       "ends at 1495072"},
      {CB("[[0,0],[1,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[1,0],[1,1]]}", false,
       "ends at 1495072"},
      {CB("[[0,0],[1,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[0,0],[1,1]]}", false,
       "circular buffer region ends at 1495072"},
      {CB("[[0,2],[1,3]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[0,0],[1,1]]}", true,
       NULL},
      {CB("[[2,0],[3,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[0,0],[1,1]]}", true,
       NULL},
      {CB("[[0,0],[1,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[0,2],[1,3]]}", true,
       NULL},
      {CB("[[0,0],[1,1]]") "\n{\"kind\":\"circular_buffer\",\"size\":1494016,\"core_range\":[[2,0],[3,1]]}", true,
       NULL},
      {"{\"kind\":\"program\",\"size\":2305843009213693951}", false,
       "program of 2305843009213693951 B does not fit the DRAM bank of 1073740800 B"},
      {"{\"kind\":\"circular_buffer\",\"size\":2305843009213693951}\n{\"kind\":\"circular_buffer\",\"size\":"
       "2305843009213693951}\n{\"kind\":\"circular_buffer\",\"size\":2305843009213693951}\n{\"kind\":"
       "\"circular_buffer\",\"size\":2305843009213693951}\n{\"kind\":\"circular_buffer\",\"size\":2305843009213693951}",
       false, "grow to 9223372036854775807 B which is beyond max L1 size of 1499136 B"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_memory_plan *p = planned_with(cases[i].lines, TTA_OK);
    ck_assert_msg(tta_memory_plan_fits(p) == cases[i].fits && (!cases[i].says || says(p, cases[i].says)), "%s: %s",
                  cases[i].lines,
                  first_message(p));
    done(p);
  }
}
END_TEST

START_TEST(too_many_lines) {
  tta_buf lines;
  tta_buf_init(&lines, NULL);
  for (int i = 0; i <= 4096; i++) tta_buf_str(&lines, "{\"kind\":\"program\",\"size\":0}\n");
  tta_buf_char(&lines, 0);
  tta_memory_plan *p = planned_with(lines.data, TTA_INVALID);
  ck_assert(says(p, "more than 4096 resources"));
  ck_assert_uint_eq(first_line(p), 4097);
  done(p);
  tta_buf_free(&lines);
}
END_TEST

/* A name that stands for several values: the one in L1 is told. */
START_TEST(shared_by_name) {
  given_lines = "{\"kind\":\"circular_buffer\",\"size\":8192,\"buffer\":\"%x\"}";
  tta_memory_plan *p =
      plan_with(ALIASES "func.func @f(%x: " D ") {\n}\nfunc.func @g(%x: " A ") {\n}\nfunc.func @h(%x: " D ") {\n}\n",
                with_lines, TTA_INVALID);
  ck_assert(says(p, "a circular buffer of 8192 B does not fit %x (line 7), which has 4096 B in each bank"));
  done(p);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {contradictions, systems_given, many_kinds, systems_differ, bad_lines,
                                good_lines,     too_many_lines, shared_by_name, NULL};
  return run_plan_tests("memory_systems", tests);
}
