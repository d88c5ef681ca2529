/* Tiled layouts at their limits: each field in comparisons, element types and sticks, errors of the notations with
 * messages, truncated texts, numbers beyond 64 bits, and every allocation failing. */
#include <stdlib.h>

#include "failing.h"
#include "graphs/rules.h"
#include "suite.h"
#include "tiled_layouts.h"

/* ---- values ---- */

START_TEST(elements) {
  static const struct {
    const char *name;
    int bits; /* 0: none of them */
  } cases[] = {{"f16", 16},
               {"i1", 8},
               {"si8", 8},
               {"ui16", 16},
               {"i24", 24},
               {"i16777215", 16777215},
               {"i16777216", 0},
               {"i", 0},
               {"s", 0},
               {"si", 0},
               {"i08", 0},
               {"i8x", 0},
               {"", 0},
               {"u8", 0},
               {"torch", 0},
               {"torch.", 0},
               {"torch.i24", 0},
               {"torch.float16", 16},
               {"torch.bool", 8},
               {"float16", 0},
               {"i-1", 0},
               {"i99999999999", 0},
               {"complex<f32>", 64},
               {"torch.bfloat16", 16}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_tiled_element e = {{NULL, 0}, 0};
    ck_assert_msg(tta_tiled_element_find(str(cases[i].name), &e) == (cases[i].bits != 0) &&
                      (int)e.bits == cases[i].bits,
                  "%s: %u", cases[i].name, e.bits);
  }
}
END_TEST

START_TEST(elements_a_stick) {
  static const struct {
    int64_t stick_bytes;
    const char *element, *dtype;
    tta_status status;
    int64_t elems;
  } cases[] = {
      {0, "f16", "", TTA_OK, 64},     {256, "f16", "", TTA_OK, 128},         {1, "f16", "", TTA_INVALID, 0},
      {3, "f16", "", TTA_INVALID, 0}, {-8, "f16", "", TTA_INVALID, 0},       {INT64_MAX, "f16", "", TTA_OVERFLOW, 0},
      {0, "", "", TTA_OK, 64},        {0, "f16", "nothing", TTA_INVALID, 0}, {0, "f32", "sen169_fp16", TTA_OK, 64},
      {0, "i24", "", TTA_INVALID, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_tiled layout = base();
    int64_t elems = 0;
    layout.stick_bytes = cases[i].stick_bytes;
    layout.element = *cases[i].element ? element(cases[i].element) : (tta_tiled_element){{NULL, 0}, 0};
    layout.device_dtype = str(cases[i].dtype);
    ck_assert_msg(tta_tiled_elems_per_stick(&layout, &elems) == cases[i].status, "case %zu", i);
    ck_assert_msg(cases[i].status || elems == cases[i].elems, "case %zu: %lld", i, (long long)elems);
  }
  tta_tiled nothing = base();
  int64_t elems;
  nothing.element = (tta_tiled_element){{NULL, 0}, 0};
  nothing.device_size = NONE;
  ck_assert_int_eq(tta_tiled_elems_per_stick(&nothing, &elems), TTA_INVALID);
  nothing.device_size = LIST(4, 0);
  ck_assert_int_eq(tta_tiled_elems_per_stick(&nothing, &elems), TTA_INVALID);
}
END_TEST

/* Each field of its own makes two layouts differ; ways to write the same do not. */
START_TEST(equality) {
  const tta_tiled a = base();
  tta_tiled b;
#define DIFFERS(change)                                                                                                \
  b = a;                                                                                                               \
  b.change;                                                                                                            \
  ck_assert_msg(!tta_tiled_equal(&a, &b) && !tta_tiled_equal(&b, &a), #change)
#define EQUALS(change)                                                                                                 \
  b = a;                                                                                                               \
  b.change;                                                                                                            \
  ck_assert_msg(tta_tiled_equal(&a, &b) && tta_tiled_equal(&b, &a), #change)
  DIFFERS(device_size = LIST(4, 1024));
  DIFFERS(device_size = LIST(4, 1024, 65));
  DIFFERS(device_strides = LIST(65536, 64, 2));
  DIFFERS(device_strides = LIST(65536, 64));
  DIFFERS(dim_map = LIST(1, 0, 0));
  DIFFERS(dim_map = LIST(1, 0));
  DIFFERS(stride_map = LIST(1, 0, 1));
  DIFFERS(num_stick_dims = 2);
  DIFFERS(format = TTA_TILED_SPARSE);
  DIFFERS(element = element("bf16"));
  DIFFERS(element = element("f32"));
  DIFFERS(device_dtype = str("sen169_fp16"));
  DIFFERS(pad = str("zero"));
  DIFFERS(has_host = false);
  DIFFERS(host_size = LIST(1024, 255));
  DIFFERS(host_strides = LIST(512, 1));
  DIFFERS(host_element = element("f32"));
  DIFFERS(element_arrangement = str("BLOCKED"));
  DIFFERS(valid_elements = LIST(3));
  DIFFERS(stick_bytes = 64);
  EQUALS(device_strides = NONE);
  EQUALS(host_strides = NONE);
  EQUALS(host_element = a.element);
  EQUALS(pad = str("undef"));
  EQUALS(stick_bytes = 128);
  tta_tiled none = a, other = a;
  none.has_host = other.has_host = false;
  other.host_size = LIST(7);
  ck_assert(tta_tiled_equal(&none, &other)); /* without a host its size means nothing */
}
END_TEST

START_TEST(numbers_of_rules) {
  ck_assert_str_eq(tta_tiled_rule_name((tta_tiled_rule)0), "");
  for (int rule = 1; rule < TTA_TILED_NUM_RULES; rule++) {
    ck_assert_msg(!strncmp(tta_tiled_rule_name((tta_tiled_rule)rule), "tiled-", 6), "%d", rule);
  }
}
END_TEST

/* Sizes and positions beyond 64 bits are rejected, not wrapped around. */
START_TEST(beyond_64_bits) {
  tta_tiled_sizes sizes;
  tta_tiled_map map;
  int64_t bytes;
  tta_tiled layout = sized(LIST(INT64_MAX / 64, 4, 64));
  ck_assert_int_ne(tta_tiled_sizes_of(&layout, &arena, &sizes), TTA_OK);
  ck_assert_int_ne(tta_tiled_device_bytes(&layout, &arena, &bytes), TTA_OK);
  ck_assert_int_ne(tta_tiled_map_of(&layout, &arena, &map), TTA_OK);
  layout = sized(LIST(2, INT64_MAX / 2, 64));
  ck_assert_int_eq(tta_tiled_complete(&layout, &arena), TTA_OVERFLOW);
  tta_tiled_spec spec = {.host_size = LIST(INT64_MAX, INT64_MAX), .element = element("f16")};
  tta_tiled_diagnostic why;
  ck_assert_int_eq(tta_tiled_build(&spec, &arena, &layout, &why), TTA_INVALID);
  ck_assert_int_eq(why.rule, TTA_TILED_SIZE_LIMIT);
  ck_assert_int_eq(tta_tiled_build(&spec, &arena, &layout, NULL), TTA_INVALID);
  spec.host_size = LIST(INT64_MAX);
  ck_assert_int_eq(tta_tiled_build(&spec, &arena, &layout, &why), TTA_INVALID);
  spec.host_size = LIST(64);
  spec.stick_bytes = INT64_MAX;
  ck_assert_int_ne(tta_tiled_build(&spec, &arena, &layout, &why), TTA_OK);
}
END_TEST

/* Each rule in words, where a layout breaks it in one number. */
static void breaks(tta_tiled layout, tta_tiled_rule rule, const char *words, int line) {
  tta_tiled_diagnostics findings;
  tta_tiled_map map;
  ck_assert_int_eq(tta_tiled_verify(&layout, &arena, &findings), TTA_OK);
  const tta_tiled_diagnostic *f = findings.count ? &findings.item[0] : NULL;
  ck_assert_msg(f && f->rule == rule && strstr(f->message.data, words), "line %d: %s %s", line,
                f ? tta_tiled_rule_name(f->rule) : "no finding", f ? f->message.data : "");
  if (!tta_tiled_rule_is_warning(rule)) ck_assert_int_eq(tta_tiled_map_of(&layout, &arena, &map), TTA_INVALID);
}
#define BREAKS(change, rule, words)                                                                                    \
  layout = base();                                                                                                     \
  layout.change;                                                                                                       \
  breaks(layout, rule, words, __LINE__)

START_TEST(rules_in_words) {
  tta_tiled layout;
  BREAKS(device_size = NONE, TTA_TILED_LIST_LENGTHS, "device_size must have at least one dim");
  BREAKS(dim_map = NONE, TTA_TILED_LIST_LENGTHS, "expected dim_map or stride_map for 3 device dims");
  BREAKS(host_size = LIST(1024, -5), TTA_TILED_EXTENTS, "host extent -5 of dim 1 must not be negative");
  BREAKS(num_stick_dims = 0, TTA_TILED_RANKS, "num_stick_dims 0 is out of range [1, 2]");
  BREAKS(num_stick_dims = 3, TTA_TILED_RANKS, "num_stick_dims 3 is out of range [1, 2]");
  BREAKS(host_size = LIST(1024), TTA_TILED_RANKS, "device rank is 3, expected 2");
  BREAKS(dim_map = LIST(1, 7, 1), TTA_TILED_DIM_MAP_RANGE, "dim_map has host dim 7, but the host rank is 2");
  BREAKS(dim_map = LIST(1, 0, -1), TTA_TILED_DIM_MAP_RANGE, "dim_map has -1, which only sparse layouts may have");
  BREAKS(dim_map = LIST(1, 1, 1), TTA_TILED_DIM_MAP_DIGITS, "too");
  BREAKS(device_dtype = str("nothing"), TTA_TILED_ELEMENT_WIDTH, "device_dtype 'nothing' has no stick geometry");
  BREAKS(host_element = element("f32"), TTA_TILED_ELEMENT_WIDTH, "host element type 'f32' does not match");
  BREAKS(stick_bytes = 3, TTA_TILED_ELEMENT_WIDTH, "element width of 16 bits does not divide a stick of 24 bits");
  BREAKS(stick_bytes = INT64_MAX, TTA_TILED_ELEMENT_WIDTH, "does not divide a stick");
  layout = build(LIST(64, 128), NONE, TTA_TILED_2026, TTA_TILED_SPARSE);
  ck_assert_int_eq(layout.dim_map.extent[layout.dim_map.rank - 1], -1);
  layout.num_stick_dims = 2;
  breaks(layout, TTA_TILED_RANKS, "device rank", __LINE__);
  /* by strides alone */
  layout = base();
  layout.dim_map = NONE;
  layout.stride_map = LIST(64, 256, 1);
  LEGAL(layout);
  layout.stride_map = LIST(64, 256, -1);
  breaks(layout, TTA_TILED_STRIDE_MAP_VALUES, "the last entry is -1 in sparse layouts and only there", __LINE__);
  layout.stride_map = LIST(-2, 256, 1);
  breaks(layout, TTA_TILED_STRIDE_MAP_VALUES, "stride_map has -2 at 0, but a dim of extent 4 needs a host stride",
         __LINE__);
  layout.stride_map = LIST(64, -1, 1);
  breaks(layout, TTA_TILED_STRIDE_MAP_VALUES, "stride_map has -1 at 1, but a dim of extent 1024 needs a host stride",
         __LINE__);
  layout.stride_map = LIST(64, 256, 1);
  layout.device_size = LIST(4, 0, 64);
  breaks(layout, TTA_TILED_EXTENTS, "device extent 0 of dim 1 must be at least 1", __LINE__);
  layout.host_size = LIST(0, 256);
  layout.host_strides = LIST(256, 1);
  tta_tiled_diagnostics findings;
  ck_assert_int_eq(tta_tiled_verify(&layout, &arena, &findings), TTA_OK);
  ck_assert_ptr_null(tta_tiled_first_error(&findings)); /* as its host dim is empty */
  layout.has_host = false;
  ck_assert_int_eq(tta_tiled_verify(&layout, &arena, &findings), TTA_OK);
  ck_assert_ptr_null(tta_tiled_first_error(&findings)); /* torch-spyre test_device_storage_size, 2026 */
  /* host strides */
  layout = dense(LIST(8, 8, 8));
  layout.host_strides = LIST(6, 3, 2);
  breaks(layout, TTA_TILED_HOST_OVERLAP, "overlap", __LINE__);
}
END_TEST

/* ---- places ---- */

START_TEST(outside) {
  tta_tiled layout = dense(LIST(1000, 200));
  tta_tiled_map map = map_of(&layout);
  static const int64_t bad[][2] = {{-1, 0}, {1000, 0}, {0, -1}, {0, 200}};
  int64_t position, index[2], digits[3];
  for (size_t i = 0; i < 4; i++) ck_assert_int_eq(tta_tiled_position(&map, bad[i], digits, &position), TTA_INVALID);
  ck_assert_int_eq(tta_tiled_position(&map, (const int64_t[]){999, 199}, NULL, &position), TTA_OK);
  ck_assert_int_eq(position, 3 * 64000 + 999 * 64 + 7);
  ck_assert_int_eq(tta_tiled_element_at(&map, position, index), TTA_TILED_AT_ELEMENT);
  ck_assert(index[0] == 999 && index[1] == 199);
  ck_assert_int_eq(tta_tiled_element_at(&map, position + 1, index), TTA_TILED_AT_PADDING);
  ck_assert_int_eq(tta_tiled_element_at(&map, -1, index), TTA_TILED_AT_OUTSIDE);
  ck_assert_int_eq(tta_tiled_element_at(&map, 256000, index), TTA_TILED_AT_OUTSIDE);
}
END_TEST

/* ---- texts ---- */

static tta_tiled_context of_512x256(void) {
  static const int64_t size[] = {512, 256};
  return (tta_tiled_context){.element = element("f16"), .has_host = true, .host_size = {2, size}};
}

#define STL "SpyreTensorLayout("
#define SIZE STL "device_size=[4, 512, 64], "
#define FIXED(rest) "FixedTiledLayout('spyre:0', torch.float16, size=[512, 256], stride=[256, 1], " rest ")"
#define INNER "device_layout=" SIZE "dim_map =[1, 0, 1])"

START_TEST(refused_texts) {
  static const char *const cases[][2] = {
      {"x", "expected SpyreTensorLayout, FixedTiledLayout or a triple of tuples"},
      {"SpyreTensorLayout", "expected '('"},
      {"FixedTiledLayout", "expected '('"},
      {STL ")", "expected device_size="},
      {STL "dim_map=[0])", "expected device_size="},
      {STL "device_size=[4])", "expected dim_map= or stride_map="},
      {STL "[4], device_size=[4])", "duplicate argument"},
      {STL "[4], torch.float16, host_size=[4])", "duplicate argument"},
      {STL "host_size=[4])", "expected a dtype"},
      {STL "dtype=torch.float16)", "expected a host size"},
      {STL "dim_order=[0])", "expected a host size"},
      {STL "[4], dim_order=[0])", "expected a dtype"},
      {STL "[4], torch.float17)", "unknown dtype"},
      {STL "[4], torch.float16, [0], StickFormat.Dense, 5)", "too many arguments without a keyword"},
      {STL "[4], [1], [0], 1, Dense, 6)", "too many arguments without a keyword"},
      {STL "[4], [1], [0], x)", "expected an integer"},
      {STL "[4], [1], [0], -)", "expected an integer"},
      {STL "[4], [1], [0], - 5)", "expected an integer"},
      {STL "[-9223372036854775809])", "integer does not fit int64"},
      {STL "[92233720368547758070])", "integer does not fit int64"},
      {STL "[4 5])", "expected ',' or the end of the list"},
      {STL "{4})", "expected a list of integers"},
      {STL "tuple(4))", "expected a list of integers"},
      {STL "torch.Size 4)", "expected '('"},
      {STL "torch.Size([4])", "expected ',' or ')'"},
      {STL "torch.Size([4], torch.float16)", "expected ')'"},
      {STL "device_size=[4] dim_map=[0])", "expected ',' or ')'"},
      {SIZE "dim_map=[1, 0, 1], format=)", "expected a name or a string"},
      {SIZE "dim_map=[1, 0, 1], format=\"Dense\n\")", "unterminated string"},
      {SIZE "dim_map=[1, 0, 1], format='Dense)", "unterminated string"},
      {SIZE "dim_map=[1, 0, 1], format=StickFormat.Round)", "expected Dense, Sparse or SparseMulti"},
      {SIZE "dim_map=[1, 0, 1], offset=3)", "unknown argument"},
      {FIXED(INNER) " x", "expected the end of the text"},
      {"FixedTiledLayout('spyre:0')", "expected a dtype"},
      {"FixedTiledLayout('spyre:0', torch.float16)", "expected size="},
      {"FixedTiledLayout('spyre:0', torch.float16, [4])", "expected device_layout="},
      {"FixedTiledLayout('spyre:0', torch.half17, [512, 256], " INNER ")", "unknown dtype"},
      {"FixedTiledLayout('spyre:0', torch.float16, [512, 256], [1], " INNER ")", "expected as many strides as sizes"},
      {"FixedTiledLayout('a', torch.float16, [4], [1], 5)", "too many arguments without a keyword"},
      {FIXED("device_layout=Other(1)"), "expected SpyreTensorLayout(...)"},
      {FIXED("device_layout=" STL "[4], torch.float16)"), "expected device_size="},
      {FIXED("device_layout=" STL "device_size=[4]"), "expected dim_map= or stride_map="},
      {FIXED(INNER ", allocation=]"), "unexpected bracket"},
      {FIXED(INNER ", allocation=((]"), "expected ',' or ')'"},
      {FIXED(INNER ", allocation='a"), "unterminated string"},
      {FIXED(INNER ", allocation= "), "expected a value"},
      {FIXED(INNER ", offset=x"), "expected an integer"},
      {"(4)", "expected a list of integers"},
      {"((4, 512, 64) (64, 256, 1), (32768, 64, 1))", "expected ',' and another tuple"},
      {"((4, 512, 64), (64, 256, 1), (32768, 64, 1)", "expected ')'"},
      {"((4, 512, 64), (64, 256, 1), (32768, 64, 1)) x", "expected the end of the text"},
      {"((4, 512, 64), (64, 256), (32768, 64, 1))", "triple is not a valid loop nest as (ranges, host, device)"},
      {STL "[4, 5], torch.float16, [0, 0])", "order"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_tiled_context context = of_512x256();
    tta_tiled_import in;
    ck_assert_msg(tta_tiled_read(str(cases[i][0]), &context, &arena, &in) == TTA_INVALID, "%s", cases[i][0]);
    ck_assert_msg(in.error.size >= strlen(cases[i][1]) && strstr(in.error.data, cases[i][1]), "%s: %.*s, not %s",
                  cases[i][0], (int)in.error.size, in.error.data, cases[i][1]);
    ck_assert_uint_le(in.error_offset, strlen(cases[i][0]));
  }
}
END_TEST

static const char *const good_texts[] = {
    STL
    "device_size=[4, 512, 64], device_strides=[32768, 64, 1], dim_map =[1, 0, 1], num_stick_dims=1, format=\"Dense\")",
    SIZE "dim_map =[1, 0, 1], num_stick_dims=1, format=StickFormat.Dense, device_dtype=DataFormats.SEN169_FP16)",
    SIZE
    "stride_map =[64, 256, 1], device_dtype=DataFormats.SEN169_FP16, element_arrangement=ElementArrangement.BLOCKED, "
    "valid_elements=[3, 4])",
    STL "device_size=[256, 1, 512, 64], stride_map =[1, -1, 256, -1], device_dtype=DataFormats.SEN169_FP16)",
    STL "[512, 256], torch.float16, [1, 0], StickFormat.Sparse)",
    STL "host_size=torch.Size([512, 256]), dtype=torch.float16, dim_order=(0, 1,), format='SparseMulti')",
    FIXED(INNER ", offset=0, allocation={'pool': [0, (1, 2)]}"),
    "((4, 512, 64), (64, 256, 1), (32768, 64, 1),)",
    "\t((4, 512, 64),\r\n (32768, 64, 1), (64, 256, 1))\n",
    /* two stick dims: 64 x 64 elements in each */
    "SpyreTensorLayout(device_size=[8, 4, 64, 64], dim_map =[0, 1, 0, 1], num_stick_dims=2, format=StickFormat.Dense)",
    "((8, 4, 64, 64), (16384, 64, 256, 1), (16384, 4096, 64, 1))",
};
enum { NUM_GOOD = sizeof good_texts / sizeof *good_texts };

/* Any truncated text is rejected, with a position and a message. */
START_TEST(cut_short) {
  for (int i = 0; i < NUM_GOOD; i++) {
    tta_tiled_context context = of_512x256();
    tta_tiled_import in;
    size_t size = strlen(good_texts[i]);
    while (good_texts[i][size - 1] != ')') size--;
    ck_assert_msg(tta_tiled_read(str(good_texts[i]), &context, &arena, &in) == TTA_OK, "%s: %.*s", good_texts[i],
                  (int)in.error.size, in.error.size ? in.error.data : "");
    for (size_t n = 0; n < size; n++) {
      ck_assert_msg(tta_tiled_read((tta_str){good_texts[i], n}, &context, &arena, &in) == TTA_INVALID, "%.*s", (int)n,
                    good_texts[i]);
      ck_assert(in.error.size && in.error_offset <= n);
    }
  }
}
END_TEST

static void expect_refusal(const tta_tiled_import *what, const char *words) {
  tta_buf out;
  tta_str reason;
  tta_buf_init(&out, NULL);
  ck_assert_msg(tta_tiled_write(&out, what, &arena, &reason) == TTA_INVALID, "%.*s is not rejected: %s", (int)out.size,
                out.size ? out.data : "", words);
  ck_assert_uint_eq(out.size, 0);
  ck_assert_msg(reason.data && strstr(reason.data, words), "%s, not %s", reason.data, words);
  tta_buf_free(&out);
}

static char *written(const tta_tiled_import *what) {
  tta_buf out;
  tta_str reason;
  tta_buf_init(&out, NULL);
  tta_status status = tta_tiled_write(&out, what, &arena, &reason);
  ck_assert_msg(status == TTA_OK, "%.*s", (int)reason.size, reason.size ? reason.data : "");
  tta_buf_char(&out, 0);
  return out.data;
}

START_TEST(refused_to_write) {
  tta_tiled_import what = {.layout = base(), .notation = TTA_TILED_CONSTRUCTOR};
  expect_refusal(&what, "constructor calls are read only");
  what.notation = TTA_TILED_FIXED;
  what.era = 0;
  expect_refusal(&what, "era is out of range [1, 4]");
  what.era = 3;
  what.device = str("it's");
  expect_refusal(&what, "the device name cannot be quoted");
  what.device = str("a\nb");
  expect_refusal(&what, "the device name cannot be quoted");
  what.device = str("");
  what.layout.has_host = false;
  expect_refusal(&what, "FixedTiledLayout requires the host");
  what.layout = base();
  what.layout.element = element("i16");
  what.layout.host_element = element("complex<bf16>");
  what.layout.device_dtype = str("sen169_fp16");
  expect_refusal(&what, "torch has no name for the element type");
  what = (tta_tiled_import){.layout = base(), .notation = TTA_TILED_SPYRE, .era = 3};
  what.layout.element_arrangement = str("BLOCKED");
  expect_refusal(&what, "supported from era 4 on");
  what.layout.element_arrangement = str("");
  what.layout.valid_elements = LIST(3);
  expect_refusal(&what, "supported from era 4 on");
  what = (tta_tiled_import){.layout = base(), .notation = TTA_TILED_SPYRE, .era = 4};
  what.layout.has_host = false;
  expect_refusal(&what, "host strides cannot be derived without the host");
  what.notation = TTA_TILED_TRIPLE;
  expect_refusal(&what, "host strides cannot be derived without the host");
}
END_TEST

/* An unknown format is preserved, and its sticks are not verified. */
START_TEST(unknown_formats) {
  tta_tiled_context context = of_512x256();
  tta_tiled_import in;
  ck_assert_int_eq(
      tta_tiled_read(str(SIZE "dim_map =[1, 0, 1], device_dtype=DataFormats.MY_9x_Type)"), &context, &arena, &in),
      TTA_OK);
  ck_assert(in.layout.device_dtype.size == 10 && !memcmp(in.layout.device_dtype.data, "my_9x_type", 10));
  expect_refusal(&in, "device_dtype 'my_9x_type' has no stick geometry");
  in.layout.device_dtype = str("");
  in.layout.element = element("i24");
  in.notation = TTA_TILED_SPYRE;
  expect_refusal(&in, "element width of 24 bits does not divide a stick");
}
END_TEST

/* What is written reads as what it was written from, in each notation and era that can say it. */
START_TEST(round_trips) {
  for (int i = 0; i < NUM_GOOD; i++) {
    tta_tiled_context context = of_512x256();
    tta_tiled_import in, again;
    ck_assert_int_eq(tta_tiled_read(str(good_texts[i]), &context, &arena, &in), TTA_OK);
    if (in.notation == TTA_TILED_CONSTRUCTOR) in.notation = TTA_TILED_SPYRE, in.era = 2;
    bool standard = in.layout.element_arrangement.size == 0; /* the order of BLOCKED is not defined */
    char *text = written(&in);
    ck_assert_msg(tta_tiled_read(str(text), &context, &arena, &again) == TTA_OK, "%s", text);
    again.layout.format = in.layout.format; /* eras 2 and 3 tell less of it */
    tta_tiled_move move;
    if (standard)
      ck_assert_msg(tta_tiled_compare(&in.layout, &again.layout, &arena, &move) == TTA_OK && !move.moves, "%s", text);
    else ck_assert_msg(tta_tiled_compare(&in.layout, &again.layout, &arena, &move) == TTA_INVALID, "%s", text);
    free(text);
  }
}
END_TEST

/* Rare fields are part of the attribute, too. */
START_TEST(attributes) {
  tta_tiled layout = base();
  tta_buf out;
  tta_buf_init(&out, NULL);
  layout.element_arrangement = str("BLOCKED");
  layout.valid_elements = LIST(3, 4);
  layout.pad = str("zero");
  tta_tiled_type(&out, &layout);
  tta_buf_char(&out, 0);
  ck_assert_msg(strstr(out.data, "element_arrangement = \"BLOCKED\"") && strstr(out.data, "valid_elements = [3, 4]") &&
                    strstr(out.data, "zero") && !strncmp(out.data, "tensor<1024x256xf16", 19),
                "%s", out.data);
  out.size = 0;
  layout.has_host = false;
  tta_tiled_type(&out, &layout);
  tta_buf_char(&out, 0);
  ck_assert_msg(!strncmp(out.data, "#tt.tiled_layout<", 17), "%s", out.data);
  tta_buf_free(&out);
}
END_TEST

/* ---- memory ---- */

typedef enum work {
  READ,
  WRITE,
  VERIFY,
  LOCATE,
  COMPARE,
  POINTWISE,
  MATMUL,
  REDUCE,
  RESTICKIFY,
  RESOLVE,
  NUM_WORK
} work;
typedef struct task {
  work work;
  const char *text;
  char *expected; /* what the first run told */
} task;

static void tell(tta_buf *out, const tta_tiled_outcome *o) {
  tta_buf_printf(out, "%d %d %.*s ", (int)o->obstacle, o->has_help, (int)o->reason.size,
                 o->reason.size ? o->reason.data : "");
  if (!o->obstacle) tta_tiled_attribute(out, &o->layout, true);
  if (o->has_help) tta_tiled_attribute(out, &o->help_layout, true);
}

static tta_status do_work(const task *t, tta_arena *in, tta_buf *out) {
  tta_tiled_context context = of_512x256();
  tta_tiled_import text;
  tta_tiled_diagnostics findings;
  tta_tiled_map map;
  tta_tiled_sizes sizes;
  tta_tiled_move move;
  tta_tiled_outcome outcome;
  const tta_tiled_nest *nests;
  uint32_t count;
  tta_str reason;
  tta_tiled resolved;
  tta_status status = tta_tiled_read(str(t->text), &context, in, &text);
  if (status) return status;
  const tta_tiled other = base(), both[] = {text.layout, text.layout};
  switch (t->work) {
  case READ:
    tta_tiled_attribute(out, &text.layout, true);
    return TTA_OK;
  case WRITE:
    if (text.notation == TTA_TILED_CONSTRUCTOR) text.notation = TTA_TILED_TRIPLE;
    return tta_tiled_write(out, &text, in, &reason);
  case VERIFY:
    text.layout.device_size = LIST(5, 500, 64);
    text.layout.device_strides = NONE;
    status = tta_tiled_verify(&text.layout, in, &findings);
    for (uint32_t i = 0; !status && i < findings.count; i++) tta_buf_str(out, findings.item[i].message.data);
    return status;
  case LOCATE:
    status = tta_tiled_map_of(&text.layout, in, &map);
    if (!status) status = tta_tiled_nests(&map, in, &count, &nests);
    if (!status) status = tta_tiled_sizes_of(&text.layout, in, &sizes);
    if (!status) tta_buf_printf(out, "%u nests, %lld B", count, (long long)sizes.device_bytes);
    return status;
  case COMPARE:
    status = tta_tiled_compare(&other, &text.layout, in, &move);
    if (!status)
      tta_buf_printf(out, "%d %.*s", move.feasible, (int)move.reason.size, move.reason.size ? move.reason.data : "");
    return status;
  case POINTWISE:
    status = tta_tiled_pointwise(both, 2, NULL, TTA_TILED_RFC, in, &outcome);
    break;
  case MATMUL:
    status = tta_tiled_matmul(&text.layout, &text.layout, TTA_TILED_RFC, in, &outcome);
    break;
  case REDUCE:
    status = tta_tiled_reduce(&text.layout, LIST(1), true, TTA_TILED_RFC, in, &outcome);
    break;
  case RESTICKIFY:
    status = tta_tiled_restickify(&text.layout, 0, TTA_TILED_RFC, in, &outcome);
    break;
  default:
    status = tta_tiled_to_dim_map(&text.layout, in, &resolved);
    if (!status) tta_tiled_attribute(out, &resolved, true);
    return status;
  }
  if (!status) tell(out, &outcome);
  return status;
}

static tta_status work_with(const tta_allocator *allocator, const void *given) {
  const task *t = given;
  tta_arena own;
  tta_buf out;
  tta_arena_init(&own, allocator);
  tta_buf_init(&out, NULL);
  tta_status status = do_work(t, &own, &out);
  tta_buf_char(&out, 0);
  if (status == TTA_OK) ck_assert_msg(!strcmp(out.data, t->expected), "%s\n%s\n%s", t->text, out.data, t->expected);
  tta_buf_free(&out);
  tta_arena_free(&own);
  return status;
}

START_TEST(no_memory) {
  for (int i = 0; i < NUM_GOOD; i++)
    for (int w = 0; w < NUM_WORK; w++) {
      task t = {(work)w, good_texts[i], NULL};
      tta_buf expected;
      tta_buf_init(&expected, NULL);
      tta_status status = do_work(&t, &arena, &expected);
      tta_buf_char(&expected, 0);
      t.expected = expected.data;
      ck_assert_int_ne(status, TTA_NO_MEMORY);
      each_request_fails(work_with, &t, status);
      tta_buf_free(&expected);
    }
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("tiled_edges", set_up, tear_down, elements, elements_a_stick, equality, numbers_of_rules,
                        beyond_64_bits, rules_in_words, outside, refused_texts, cut_short, refused_to_write,
                        unknown_formats, round_trips, attributes, no_memory);
}
