/* Texts of torch-spyre and the RFC's triple; every allocation fails once. */
#include <stdlib.h>

#include "base/str.h"
#include "graphs/rules.h"
#include "tiled_layouts.h"
#include "ttattr/move.h"

/* ---- text ---- */

static tta_tiled_import read_in(const char *text, const tta_tiled_context *context) {
  tta_tiled_import in;
  tta_status status = tta_tiled_read(str(text), context, &arena, &in);
  ck_assert_msg(status == TTA_OK, "%s: %d at %zu: %.*s", text, (int)status, in.error_offset, (int)in.error.size,
                in.error.data ? in.error.data : "");
  return in;
}

static void expect_text(const tta_tiled_import *what, const char *expected) {
  tta_buf out;
  tta_str reason;
  tta_buf_init(&out, NULL);
  tta_status status = tta_tiled_write(&out, what, &arena, &reason);
  ck_assert_msg(status == TTA_OK, "%d %.*s", (int)status, (int)reason.size, reason.data ? reason.data : "");
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, expected);
  tta_buf_free(&out);
}

static void expect_refusal(const tta_tiled_import *what, const char *part) {
  tta_buf out;
  tta_str reason;
  tta_buf_init(&out, NULL);
  tta_buf_str(&out, "before");
  ck_assert_int_eq(tta_tiled_write(&out, what, &arena, &reason), TTA_INVALID);
  ck_assert_uint_eq(out.size, 6);
  ck_assert_msg(strstr(reason.data, part) != NULL, "%s", reason.data);
  tta_buf_free(&out);
}

/* toString of the eras, section 2; the 512x256 tensor of its first example. */
static const char *const era_texts[] = {
    "SpyreTensorLayout(device_size=[4, 512, 64], device_strides=[32768, 64, 1], dim_map =[1, 0, 1], num_stick_dims=1, "
    "format=\"Dense\")",
    "SpyreTensorLayout(device_size=[4, 512, 64], dim_map =[1, 0, 1], num_stick_dims=1, format=StickFormat.Dense, "
    "device_dtype=DataFormats.SEN169_FP16)",
    "SpyreTensorLayout(device_size=[4, 512, 64], dim_map =[1, 0, 1], device_dtype=DataFormats.SEN169_FP16)",
    "SpyreTensorLayout(device_size=[4, 512, 64], stride_map =[64, 256, 1], device_dtype=DataFormats.SEN169_FP16)"};

START_TEST(texts_of_the_eras) {
  tta_tiled_context context = {.element = element("f16"), .has_host = true, .host_size = LIST(512, 256)};
  tta_tiled layout = dense(LIST(512, 256));
  for (uint32_t era = 1; era <= 4; era++) {
    tta_tiled_import in = read_in(era_texts[era - 1], &context);
    ck_assert_uint_eq(in.era, era);
    ck_assert_int_eq(in.notation, TTA_TILED_SPYRE);
    LEGAL(in.layout);
    tta_tiled_move move;
    ck_assert_int_eq(tta_tiled_compare(&layout, &in.layout, &arena, &move), TTA_OK);
    ck_assert(!move.moves);
    expect_text(&in, era_texts[era - 1]);
    ck_assert_int_eq(tta_tiled_to_dim_map(&in.layout, &arena, &in.layout), TTA_OK);
    EXPECT(in.layout.dim_map, 1, 0, 1);
    /* Written as every other era; era 1 has no device_dtype. */
    for (in.era = 1; in.era <= 4; in.era++) {
      if (in.era == 1 && era > 1)
        expect_refusal(&in, "device_dtype");
      else
        expect_text(&in, era_texts[in.era - 1]);
    }
  }
  tta_tiled_import bare = read_in(era_texts[3], NULL);
  ck_assert(!bare.layout.has_host && bare.layout.element.bits == 16); /* that of SEN169_FP16 */
  LEGAL(bare.layout);
}
END_TEST

START_TEST(other_texts) {
  tta_tiled_context context = {.element = element("f16"), .has_host = true, .host_size = LIST(512, 256)};
  tta_tiled_import in = read_in(
      "SpyreTensorLayout(device_size=[256, 1, 512, 64], stride_map =[1, -1, 256, -1], "
      "device_dtype=DataFormats.SEN169_FP16, element_arrangement=ElementArrangement.BLOCKED)",
      &context);
  ck_assert_int_eq(in.layout.format, TTA_TILED_SPARSE);
  ck_assert(!strncmp(in.layout.element_arrangement.data, "BLOCKED", in.layout.element_arrangement.size));
  LEGAL(in.layout);
  in = read_in("SpyreTensorLayout([512, 256], torch.float16, [1, 0])", NULL);
  ck_assert_int_eq(in.notation, TTA_TILED_CONSTRUCTOR);
  EXPECT(in.layout.device_size, 8, 256, 64);
  in = read_in(" SpyreTensorLayout ( torch.Size([512, 256]) , dtype = torch.float16 , format = StickFormat.Sparse )",
               NULL);
  EXPECT(in.layout.device_size, 256, 512, 64);
  in = read_in("SpyreTensorLayout([4, 512, 64], [32768, 64, 1], [1, 0, 1], 1, StickFormat.Dense)", &context);
  ck_assert_int_eq(in.notation, TTA_TILED_SPYRE);
  expect_text(&in, era_texts[0]);
  const char *fixed =
      "FixedTiledLayout('spyre:0', torch.float16, size=[384, 256], stride=[256, 1], device_layout="
      "SpyreTensorLayout(device_size=[4, 512, 64], stride_map =[64, 256, 1], device_dtype=DataFormats.SEN169_FP16), "
      "offset=32768, allocation={'pool': [0, (1, 2)]})";
  in = read_in(fixed, NULL);
  ck_assert(in.notation == TTA_TILED_FIXED && in.has_offset && in.offset == 32768);
  EXPECT(in.layout.host_size, 384, 256);
  LEGAL(in.layout);
  expect_text(&in, fixed);
  /* A host type other than the device's. */
  in = read_in(
      "FixedTiledLayout('spyre:0', torch.bool, size=[64], stride=[1], device_layout=SpyreTensorLayout("
      "device_size=[1, 64], dim_map =[0, 0], device_dtype=DataFormats.SEN169_FP16))",
      NULL);
  ck_assert(in.layout.element.bits == 16 && in.layout.host_element.bits == 8);
  LEGAL(in.layout);
}
END_TEST

START_TEST(what_can_not_be_written) {
  tta_tiled_import what = {.layout = strided(LIST(131072, 64, 1)), .era = 2};
  expect_refusal(&what, "gaps");
  what.era = 1;
  expect_text(&what,
              "SpyreTensorLayout(device_size=[4, 1024, 64], device_strides=[131072, 64, 1], dim_map =[1, 0, 1], "
              "num_stick_dims=1, format=\"Dense\")");
  what.layout = base();
  what.layout.pad = str("zero");
  expect_refusal(&what, "pad");
  what.layout = build(LIST(8), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE_MULTI);
  what.era = 3;
  expect_refusal(&what, "sparse_multi");
  what.layout = build(LIST(8), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  expect_text(&what, "SpyreTensorLayout(device_size=[8, 64], dim_map =[0, -1], device_dtype=DataFormats.SEN169_FP16)");
  what.layout = sized(LIST(3, 1024, 64));
  expect_refusal(&what, "192");
  what.layout = base();
  what.layout.element = element("ui16");
  expect_refusal(&what, "device_dtype");
  what.era = 5;
  expect_refusal(&what, "era is out of range");
}
END_TEST

START_TEST(errors_have_places) {
  const struct {
    const char *text, *at; /* `at`: the rest of the text where the error stands */
  } cases[] = {
      {"", ""},
      {"SpyreLayout()", "SpyreLayout()"},
      {"SpyreTensorLayout(device_size=[4, x], dim_map=[0])", "x], dim_map=[0])"},
      {"SpyreTensorLayout(device_size=[4, 512, 64]", ""},
      {"SpyreTensorLayout(device_size=[4], dim_map=[0], what=3)", "what=3)"},
      {"SpyreTensorLayout(device_size=[4], device_size=[4])", "[4])"},
      {"SpyreTensorLayout(device_size=[9223372036854775808], dim_map=[0])", "9223372036854775808], dim_map=[0])"},
      {"SpyreTensorLayout(device_size=[4], dim_map=[0], format=\"Thin\")", "\"Thin\")"},
      {"SpyreTensorLayout(device_size=[4], dim_map=[0], format=\"Dense)", "\"Dense)"},
      {"SpyreTensorLayout(device_size=[4], dim_map=[0]) x", "x"},
      {"SpyreTensorLayout([4, 8], torch.float17)", "torch.float17)"},
      {"SpyreTensorLayout(dim_map=[0], [4])", "[4])"},
      {"SpyreTensorLayout(torch.Size(torch.Size([4])), torch.float16)", "torch.Size([4])), torch.float16)"},
      {"FixedTiledLayout('spyre:0', torch.float16, size=[4], stride=[1, 2], device_layout=SpyreTensorLayout("
       "device_size=[1, 64], dim_map=[0, 0]))",
       "[1, 2], device_layout=SpyreTensorLayout(device_size=[1, 64], dim_map=[0, 0]))"},
      {"FixedTiledLayout('a', torch.float16, size=[4], allocation=)", ")"},
      {"((4, 8), (1, 2)", ""},
      {"((4, 8), (8, 1), (1, 2)", ""},
      {"((4, 8), (8, 1), 3)", "3)"},
  };
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    tta_tiled_import in;
    ck_assert_msg(tta_tiled_read(str(cases[n].text), NULL, &arena, &in) == TTA_INVALID, "%s", cases[n].text);
    ck_assert_msg(in.error_offset == strlen(cases[n].text) - strlen(cases[n].at), "%s: at %zu: %.*s", cases[n].text,
                  in.error_offset, (int)in.error.size, in.error.data);
    ck_assert_uint_gt(in.error.size, 0);
  }
}
END_TEST

START_TEST(the_triple_and_its_order) {
  tta_tiled_context context = {.element = element("f16"), .has_host = true, .host_size = LIST(1024, 256)};
  tta_tiled expected = base();
  /* The RFC's example has the order ranges, device, host, contrary to the RFC's text. */
  tta_tiled_import in = read_in("((4, 1024, 64), (65536, 64, 1), (64, 256, 1))", &context);
  ck_assert(in.swapped && in.notation == TTA_TILED_TRIPLE);
  ck_assert(tta_tiled_equal(&in.layout, &expected));
  expect_text(&in, "((4, 1024, 64), (64, 256, 1), (65536, 64, 1))");
  in = read_in("((4, 1024, 64), (64, 256, 1), (65536, 64, 1))", &context);
  ck_assert(!in.swapped && tta_tiled_equal(&in.layout, &expected));
  in = read_in("((4, 1024, 64), (65536, 64, 1), (64, 256, 1))", NULL); /* no host: T8 alone tells */
  ck_assert(in.swapped && !in.layout.has_host);
  EXPECT(in.layout.stride_map, 64, 256, 1);
  EXPECT(in.layout.device_strides, 65536, 64, 1);
  in = read_in("((64,), (1,), (1,))", NULL); /* both orders are legal: the text's */
  ck_assert(!in.swapped);
  /* The first draft has the innermost dim first: rejected, with a message. */
  ck_assert_int_eq(tta_tiled_read(str("((64, 1024, 4), (1, 64, 65536), (1, 256, 64))"), NULL, &arena, &in),
                   TTA_INVALID);
  ck_assert_int_eq(in.error_rule, TTA_TILED_TRIPLE_MISMATCH);
  ck_assert_msg(strstr(in.error.data, "innermost first") != NULL, "%s", in.error.data);
  ck_assert_int_eq(tta_tiled_read(str("((4, 1024, 64), (64, 256, 1), (65536, 65536, 1))"), NULL, &arena, &in),
                   TTA_INVALID);
  ck_assert_ptr_null(strstr(in.error.data, "innermost first"));
}
END_TEST

/* ---- memory ---- */

/* Blocks of an arena are 4096 bytes and more, buffers here smaller: the first ones fail on demand. */
static void *lend(void *user, size_t size) { return *(bool *)user && size >= 4096 ? NULL : malloc(size); }
static void *extend(void *user, void *block, size_t old_size, size_t size) {
  (void)user;
  (void)old_size;
  return realloc(block, size);
}
static void give_back(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  free(block);
}

static tta_status much_work(tta_arena *in) {
  tta_tiled_context context = {.element = element("f16"), .has_host = true, .host_size = LIST(512, 256)};
  tta_tiled_import text;
  tta_tiled_outcome outcome;
  tta_tiled_map map;
  const tta_tiled_nest *nests;
  uint32_t count;
  tta_str reason;
  tta_buf out;
#define STEP(call)               \
  do {                           \
    tta_status status_ = (call); \
    if (status_) return status_; \
  } while (0)
  STEP(tta_tiled_read(str(era_texts[3]), &context, in, &text));
  STEP(tta_tiled_map_of(&text.layout, in, &map));
  STEP(tta_tiled_nests(&map, in, &count, &nests));
  tta_tiled other = text.layout;
  STEP(tta_tiled_restickify(&text.layout, 0, TTA_TILED_RFC, in, &outcome));
  tta_tiled pair[2] = {other, outcome.layout};
  STEP(tta_tiled_pointwise(pair, 2, NULL, TTA_TILED_RFC, in, &outcome));
  if (outcome.obstacle != TTA_TILED_STICKS_DIFFER) return TTA_INVALID;
  tta_buf_init(&out, in->allocator);
  tta_status status = tta_tiled_write(&out, &text, in, &reason);
  tta_buf_free(&out);
  return status;
#undef STEP
}

START_TEST(every_allocation_may_fail) {
  tta_status status = TTA_NO_MEMORY;
  size_t room = 0;
  for (; status == TTA_NO_MEMORY && room < 60000; room += 8) {
    bool refuse = false;
    tta_allocator allocator = {lend, extend, give_back, &refuse};
    tta_arena limited;
    tta_arena_init(&limited, &allocator);
    ck_assert_ptr_nonnull(tta_arena_alloc(&limited, 60000));
    limited.at -= room; /* what was taken last is given back in part */
    refuse = true;
    status = much_work(&limited);
    tta_arena_free(&limited);
  }
  ck_assert_int_eq(status, TTA_OK);
#ifndef TTA_ARENA_APART /* there no block is large; no_memory_tt-layout lets each request fail */
  ck_assert_uint_gt(room, 1000);
#endif
}
END_TEST

/* Layouts in Python source: names, positions of errors, sums; and their loop nests. */
START_TEST(calls_in_python) {
  static const char source[] = "# SpyreTensorLayout([1])\nbuf0 = SpyreTensorLayout([4, 65], torch.float16)\n"
                               "buf1 = SpyreTensorLayout([8, 64])\n";
  tta_str text = tta_str_from(source);
  tta_source file;
  tta_tiled_call call;
  tta_tiled_call_result r;
  tta_buf nests;
  size_t at = 0;
  tta_arena *memory = tta_arena_new(NULL);
  tta_source_init(&file, TTA_STR("f.py"), text, NULL);
  ck_assert(tta_tiled_next_call(text, &at, &call) && tta_str_is(call.name, "buf0"));
  ck_assert_int_eq(tta_tiled_read_call(&file, &call, NULL, NULL, memory, &r), TTA_OK);
  ck_assert(r.is_valid);
  ck_assert_int_eq(r.facts.device_bytes, 2 * 4 * 64 * 2);
  ck_assert_int_eq(r.padding_bytes, (2 * 64 - 65) * 4 * 2);
  tta_buf_init(&nests, NULL);
  tta_tiled_nests_text(&nests, &r.facts);
  tta_buf_char(&nests, '\0');
  ck_assert(tta_str_starts_with(tta_buf_view(&nests), "\nfor i in range(1):\n  for j in range(4):\n"));
  tta_buf_free(&nests);
  tta_tiled_call_result_free(&r);
  ck_assert(tta_tiled_next_call(text, &at, &call) && tta_str_is(call.name, "buf1"));
  ck_assert_int_eq(tta_tiled_read_call(&file, &call, NULL, NULL, memory, &r), TTA_OK);
  ck_assert(!r.is_valid);
  ck_assert_uint_ge(tta_results_num_errors(r.results), 1);
  const tta_diagnostic *d = tta_results_diagnostic(r.results, 0);
  ck_assert(d->span.begin >= call.begin && d->span.begin < call.end && d->message.size);
  tta_tiled_call_result_free(&r);
  tta_source_free(&file);
  ck_assert(!tta_tiled_next_call(text, &at, &call));
  tta_arena_delete(memory);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      texts_of_the_eras,
      other_texts,
      what_can_not_be_written,
      errors_have_places,
      the_triple_and_its_order,
      every_allocation_may_fail,
      calls_in_python,
      NULL,
  };
  return run_tiled_tests("tiled_text", tests);
}
