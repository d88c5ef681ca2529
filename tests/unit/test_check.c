/* tta_check_text: sections, counts, options, the JSON; and each of its allocations failing, once and from then on. */
#include <stdio.h>

#include "base/str.h"
#include "diag/check_options.h"
#include "failing.h"
#include "reading.h"

#define LAYOUT "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>"

/* ---- each allocation fails --------------------------------------------------------------------------------------- */

/* Aliases, faults of every kind, symbols with other names, opaque bodies, a device with a module, splits. */
static const char *const inputs[] = {
    "#l = " LAYOUT "\n#m = affine_map<(i, j)[n] -> (i * 2 + j mod 4, n)>\n\"t.op\"() {a = tensor<64x128xf32, #l>, b = "
                   "#m} : () -> ()\n",
    ("\"t.op\"() {a = tensor<64x64x128xf32, " LAYOUT
     ">, b = #tt.memory_space<l2>, c = affine_map<(i, i) -> (k)>} : () -> ()\n"
     "// -----\n#x = #x\n#y = loc(\"a\")\n// ----\n#tt.memory_spce<l1> #tt.grid<2 x 3> #absent"),
    "#o = #other.thing<#tt<memory_space<l1>>, [{x = \"y\"}]>\n\"t.op\"() {a = tensor< 2x4xf32, #o>, b = dense<[[1, 2], "
    "[3, 4]]> : tensor<2x2xi64>}\n",
    ("#d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>\n"
     "module attributes {tt.device = #d} {\n  func.func @f(%a: tensor<64x128xf32, " LAYOUT ">)\n}\n"),
    ("#ttcore.metal_layout<logical_shape = 64x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, "
     "2]]> : tensor<2x2xi64>, l1, sharded>"
     " #tt.system_desc<[], [], []> #ttnn.memory_config<<l1>, <block_sharded>>"),
    "tensor<1000x200xf16, #tt.tiled_layout<dense, order = [1, 0]>> affine_map<(d0) -> (d0 floordiv 0)> tensor<2x",
    "affine_map<(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8) -> (a0 + b8 * 3, (a1 + "
    "a2) mod 7, -a3, a4 ceildiv 2)>",
    "",
};

enum { WITH_RECALL = 9, VARIANTS };

static void set_variant(tta_check_options *options, int variant, tta_buf *json) {
  options->split = variant != 1;
  options->expand_aliases = variant == 2;
  options->json = variant == 3 || variant == 8 ? json : NULL;
  options->target_ttnn = variant == 4;
  options->era = variant == 5 ? 20241127 : 0;
  options->parse_only = variant == 6;
  options->part_bytes = variant == 7 || variant == 8;
}

typedef struct summary {
  size_t diagnostics, edits, pieces, islands, json;
} summary;

static tta_status run_once(const char *text, int variant, failing *f, summary *out) {
  tta_allocator allocator = failing_allocator(f);
  tta_check_options options;
  tta_source source;
  tta_check *check = (tta_check *)&source; /* must be set, also on failure */
  tta_buf json;
  char *exact = strdup(text);
  tta_buf_init(&json, &allocator);
  tta_check_options_init(&options);
  options.allocator = &allocator;
  set_variant(&options, variant, &json);
  tta_source_init(&source, (tta_str){"t.mlir", 6}, (tta_str){exact, strlen(exact)}, &allocator);
  tta_executor executor = {reading_run_in_order, NULL, 2};
  tta_recall *recall = NULL;
  tta_status status = variant == WITH_RECALL ? tta_recall_new(&allocator, &recall) : TTA_OK;
  tta_check_options_set_recall(&options, recall);
  check = NULL;
  if (!status && recall && !(status = tta_check_text(&source, &options, &check))) tta_check_free(check);
  if (!status) check = (tta_check *)&source;
  if (!status) status = options.part_bytes ? tta_check_parallel(&source, &options, &executor, &check)
                                           : tta_check_text(&source, &options, &check);
  const tta_results *results = status ? NULL : tta_check_results(check);
  if (status) ck_assert_ptr_null(check);
  else
    *out = (summary){tta_results_num_diagnostics(results), tta_results_num_edits(results),
                     tta_results_num_sections(results), tta_check_num_islands(check), json.size};
  tta_check_free(check);
  tta_recall_free(recall);
  tta_buf_free(&json);
  tta_source_free(&source);
  free(exact);
  ck_assert_msg(f->live == 0 && f->live_bytes == 0, "%zu blocks, %zu bytes stay (call %zu)", f->live, f->live_bytes,
                f->fail_at);
  return status;
}

START_TEST(test_every_allocation_fails) {
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
    for (int variant = 0; variant < VARIANTS; variant++) {
      summary right, got;
      failing count = {0};
      ck_assert_int_eq(run_once(inputs[i], variant, &count, &right), TTA_OK);
      for (size_t n = 1; n <= count.calls; n++)
        for (int on = 0; on < 2; on++) {
          failing f = {.fail_at = n, .from_there_on = on};
          tta_status status = run_once(inputs[i], variant, &f, &got);
          ck_assert_msg(status == TTA_NO_MEMORY || status == TTA_OK, "status %d", (int)status);
          ck_assert_msg(status || !memcmp(&got, &right, sizeof got),
                        "input %zu, variant %d, call %zu%s: another result", i, variant, n, on ? " on" : "");
        }
    }
}
END_TEST

/* ---- what it answers --------------------------------------------------------------------------------------------- */

START_TEST(test_counts) {
  const char *text = "tensor< 2xf32> #tt.memory_space<l1>\n// -----\n#tt.memory_space<l2>\n// -----\n// ----\n";
  tta_check_options options;
  tta_check_options_init(&options);
  options.split = true;
  reading r = reading_of(text, strlen(text), &options);
  ck_assert_uint_eq(tta_results_num_sections(r.results), 3);
  for (size_t i = 0; i < 3; i++) ck_assert(tta_results_section(r.results, i).has_errors == (i == 1));
  ck_assert_uint_eq(tta_results_num_errors(r.results), 1);
  ck_assert_uint_eq(tta_results_num_warnings(r.results), 1); /* the near miss */
  ck_assert_uint_eq(tta_results_num_edits(r.results), 1);    /* `tensor<2xf32>` */
  ck_assert_str_eq(r.canonical.data,
                   "tensor<2xf32> #tt.memory_space<l1>\n// -----\n#tt.memory_space<l2>\n// -----\n// ----\n");
  reading_end(&r);
}
END_TEST

/* Options by name: a value that is not valid is rejected when it is set, and changes nothing. */
START_TEST(test_options) {
  static const struct {
    const char *name, *value, *reason; /* NULL: valid */
  } cases[] = {
    {"era", "2025-02-28", NULL},
    {"era", "latest", NULL},
    {"era", "auto", NULL},
    {"era", "2025-02-31", "expected auto, latest or a date such as 2024-11-27 for era"},
    {"era", "20250228", "expected auto, latest or a date such as 2024-11-27 for era"},
    {"target", "ttnn", NULL},
    {"target", "ttmetal", NULL},
    {"target", "metal", "expected ttnn, ttmetal or none for target"},
    {"system-desc", "wormhole_b0:2", NULL},
    {"systemDesc", "[2, 8x8]", NULL},
    {"system-desc", "", NULL},
    {"split-input-file", "// ====", NULL},
    {"parse-only", "true", NULL},
    {"parseOnly", "yes", "expected true or false for parse-only"},
    {"eras", "auto", "unknown option 'eras'"},
  };
  tta_check_options *options;
  ck_assert_int_eq(tta_check_options_new(NULL, &options), TTA_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_buf reason;
    tta_buf_init(&reason, NULL);
    tta_status status =
        tta_check_options_set(options, tta_str_from(cases[i].name), tta_str_from(cases[i].value), &reason);
    ck_assert_int_eq(status, cases[i].reason ? TTA_INVALID : TTA_OK);
    tta_buf_char(&reason, 0);
    ck_assert_str_eq(reason.data, cases[i].reason ? cases[i].reason : "");
    tta_buf_free(&reason);
  }
  ck_assert_int_eq(tta_check_options_set_era(options, 20250301), TTA_OK);
  ck_assert_int_eq(tta_check_options_set_era(options, 20250231), TTA_INVALID);
  ck_assert_int_eq(tta_check_options_set_era(options, 5), TTA_INVALID);
  ck_assert_int_eq(options->era, 20250301);
  ck_assert_int_eq(tta_check_options_set_system_desc(options, TTA_STR("wormhole_b0")), TTA_OK);
  ck_assert_int_eq(tta_check_options_set_system_desc(options, TTA_STR("nonsense")), TTA_INVALID);
  ck_assert(tta_str_is(options->system_desc, "wormhole_b0"));
  tta_check_options_free(options);
}
END_TEST

/* An index out of range yields the absent value. */
START_TEST(test_bounds) {
  tta_source source;
  tta_check *check = NULL;
  tta_source_init(&source, TTA_STR("t"), TTA_STR("#a = #tt.grid< 0x8>\n"), NULL);
  ck_assert_int_eq(tta_check_text(&source, NULL, &check), TTA_OK);
  for (size_t i = SIZE_MAX; i > 1000; i /= 1000) {
    const tta_results *results = i % 2 ? tta_check_results(check) : NULL;
    tta_text_section section = tta_results_section(results, i);
    tta_edit edit = tta_results_edit(results, i);
    ck_assert_ptr_null(tta_results_diagnostic(results, i));
    ck_assert(!section.span.end && !section.has_errors);
    ck_assert(!edit.span.end && !edit.text.size);
  }
  ck_assert_uint_eq(tta_results_num_diagnostics(NULL), 0);
  ck_assert_uint_eq(tta_results_num_sections(NULL) + tta_results_num_edits(NULL), 0);
  tta_check_free(check);
  tta_source_free(&source);
}
END_TEST

START_TEST(test_rules_are_set) {
  const char *text = "#tt.memory_spce<l1>";
  tta_check_options options;
  tta_check_options_init(&options);
  options.rule_set[TTA_RULE_unknown_attribute] = true;
  reading r = reading_of(text, strlen(text), &options); /* off */
  ck_assert_uint_eq(tta_results_num_diagnostics(r.results), 0);
  reading_end(&r);
  options.rule_enabled[TTA_RULE_unknown_attribute] = true;
  options.rule_severity[TTA_RULE_unknown_attribute] = TTA_SEVERITY_ERROR;
  r = reading_of(text, strlen(text), &options);
  ck_assert_uint_eq(tta_results_num_errors(r.results), 1);
  reading_end(&r);
}
END_TEST

START_TEST(test_parse_only) {
  const char *text = "tensor<64x64x128xf32, " LAYOUT ">";
  tta_check_options options;
  tta_check_options_init(&options);
  reading r = reading_of(text, strlen(text), &options);
  ck_assert_msg(!strncmp(r.told.data, "layout-tensor-rank ", 19), "%s", r.told.data);
  reading_end(&r);
  options.parse_only = true;
  r = reading_of(text, strlen(text), &options);
  ck_assert_uint_eq(tta_results_num_diagnostics(r.results), 0);
  reading_end(&r);
}
END_TEST

/* cli.md: every use is expanded and the definitions are dropped, `#loc...` excepted. */
START_TEST(test_expand_aliases) {
  const char *text = "#s = #tt.memory_space<l1>\n#loc1 = loc(\"x\")\n\"t.op\"() {a = #s, b = memref<2xf32, #s>} : () "
                     "-> () loc(#loc1)\n";
  tta_check_options options;
  tta_check_options_init(&options);
  options.expand_aliases = true;
  reading r = reading_of(text, strlen(text), &options);
  ck_assert_str_eq(r.canonical.data, "#loc1 = loc(\"x\")\n\"t.op\"() {a = #tt.memory_space<l1>, b = memref<2xf32, "
                                     "#tt.memory_space<l1>>} : () -> () loc(#loc1)\n");
  reading_end(&r);
}
END_TEST

/* Aliases of aliases grow exponentially: `amplification` guards it (cli.md). */
START_TEST(test_amplification) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_str(&text, "#a0 = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n");
  for (int i = 1; i < 30; i++)
    tta_buf_printf(&text, "#a%d = [#a%d, #a%d, #a%d, #a%d]\n", i, i - 1, i - 1, i - 1, i - 1);
  tta_buf_str(&text, "\"t.op\"() {a = #a29} : () -> ()\n");
  tta_check_options options;
  tta_check_options_init(&options);
  options.expand_aliases = true;
  reading r = reading_of(text.data, text.size, &options);
  ck_assert_msg(strstr(r.told.data, "amplification ") != NULL, "%s", r.told.data);
  ck_assert_uint_lt(r.canonical.size, 20 << 20);
  reading_end(&r);
  tta_buf_free(&text);
}
END_TEST

/* Whether a text in parts has the same results, and the same JSON if it is wanted. */
static void check_parts(tta_buf *text, bool expand, bool json, const char *expected) {
  tta_check_options options;
  tta_check_options_init(&options);
  options.split = true;
  options.expand_aliases = expand;
  tta_buf lines[2] = {tta_buf_new(NULL), tta_buf_new(NULL)};
  if (json) options.json = &lines[0];
  reading whole = reading_of(text->data, text->size, &options);
  if (json) options.json = &lines[1];
  options.part_bytes = 1;
  reading parts = reading_of(text->data, text->size, &options);
  tta_buf_char(&lines[0], 0);
  tta_buf_char(&lines[1], 0);
  ck_assert_msg(strstr(json ? lines[0].data : whole.told.data, expected) != NULL, "no '%s'", expected);
  ck_assert_msg(!strcmp(whole.told.data, parts.told.data), "other diagnostics with '%s'", expected);
  ck_assert_msg(!strcmp(whole.canonical.data, parts.canonical.data), "other text with '%s'", expected);
  ck_assert(lines[0].size == lines[1].size && !memcmp(lines[0].data, lines[1].data, lines[0].size));
  reading_end(&whole);
  reading_end(&parts);
  tta_buf_free(&lines[0]);
  tta_buf_free(&lines[1]);
  tta_buf_free(text);
}

/* What expansion, JSON and repairs may cost is limited for a text: each of its sections remains below the limit. */
START_TEST(test_limits_of_parts) {
  tta_buf text[2] = {tta_buf_new(NULL), tta_buf_new(NULL)}, broken = tta_buf_new(NULL);
  for (int t = 0; t < 2; t++)
    for (int section = 0; section < 3; section++) {
      tta_buf_str(&text[t], "#a0 = [#tt.arch<blackhole>, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n");
      for (int i = 1; i < 9; i++)
        tta_buf_printf(&text[t], "#a%d = [#a%d, #a%d, #a%d, #a%d]\n", i, i - 1, i - 1, i - 1, i - 1);
      tta_buf_str(&text[t], "\"t.op\"() {a = tensor<2xf32, #a8>, b = #a8} : () -> ()\n// -----\n");
    }
  for (int section = 0; section < 2000; section++)
    tta_buf_printf(&broken, "\"t.op\"() {a = memref<2xf32, #tt.memory_space<l1>, b = tensor<2x%dxf32>} : () -> ()\n"
                            "// -----\n", section + 1);
  check_parts(&text[0], true, false, "amplification ");
  check_parts(&text[1], false, true, "\"#a8\"");
  check_parts(&broken, false, false, "found 'b'");
}
END_TEST

START_TEST(test_json_lines) {
  const char *text =
      "\"t.op\"() {a = tensor<2xf32, #tt.memory_space<l1>>, b = \"tensor<2xf32>\"} : () -> () // tensor<2xf32>\n";
  tta_check_options options;
  tta_buf json;
  tta_buf_init(&json, NULL);
  tta_check_options_init(&options);
  options.json = &json;
  reading r = reading_of(text, strlen(text), &options);
  tta_buf_char(&json, 0);
  size_t lines = 0;
  for (const char *at = json.data; (at = strchr(at, '\n')); at++) lines++;
  ck_assert_msg(lines == 2, "%s", json.data);
  ck_assert_ptr_nonnull(
      strstr(json.data, "\"depth\":1,\"kind\":\"tt.memory_space\",\"text\":\"#tt.memory_space<l1>\""));
  ck_assert_ptr_nonnull(strstr(json.data, "\"line\":1,\"column\":15,\"end_line\":1,"));
  reading_end(&r);
  tta_buf_free(&json);
}
END_TEST

/* A marker of one's own: at most two of its bytes may be missing in what nearly is one, as in MLIR. */
START_TEST(test_markers) {
  const char *text = "a\n//==\nb\n//===\n//=\n//== \t\nc\n// ==\n//==-\n//==--x\n//==";
  tta_check_options options;
  tta_check_options_init(&options);
  options.split = true;
  options.split_marker = (tta_str){"//==", 4};
  reading r = reading_of(text, strlen(text), &options);
  ck_assert_uint_eq(tta_results_num_sections(r.results), 4);
  ck_assert_str_eq(
      r.told.data,
      "split-marker 9-13 near miss with file split marker: unexpected text after it, the file is not split here\n"
      "split-marker 15-17 near miss with file split marker: expected '//==', the file is not split here\n"
      "split-marker 28-30 near miss with file split marker: expected '//==', the file is not split here\n");
  reading_end(&r);
  options.split_marker = (tta_str){"ab", 2}; /* too short to be missed nearly */
  r = reading_of("#tt.arch<\nab\na\nabc", 18, &options);
  ck_assert_uint_eq(tta_results_num_sections(r.results), 2);
  reading_end(&r);
}
END_TEST

/* ---- a recall ---------------------------------------------------------------------------------------------------- */

/* The rules and edits of a text, after those before it. The text does not stay. */
static const char *told_after(const tta_check_options *options, const char *text) {
  static char told[512];
  reading r = reading_of(text, strlen(text), options);
  snprintf(told, sizeof told, "%s%zu edits", r.told.data, tta_results_num_edits(r.results));
  reading_end(&r);
  return told;
}

START_TEST(test_recall) {
  const char *before = "\n\n#l = " LAYOUT "\n\"t.op\"() {a = tensor<64x128xf32, #l>, b = tensor< 2xf32>} : () -> ()\n";
  const char *small = "#l = " LAYOUT "\n\"t.op\"() {a = tensor<64x128xf32, #l>, b = tensor< 2xf32>,"
                      " c = tensor<64x64xf32, #l>} : () -> ()\n";
  tta_recall *recall;
  tta_check_options options;
  ck_assert_int_eq(tta_recall_new(NULL, &recall), TTA_OK);
  tta_check_options_init(&options);
  char alone[512], alone_small[512];
  snprintf(alone, sizeof alone, "%s", told_after(&options, before));
  snprintf(alone_small, sizeof alone_small, "%s", told_after(&options, small));
  ck_assert_ptr_nonnull(strstr(alone_small, "layout-shard-shape"));
  tta_check_options_set_recall(&options, recall);
  for (int round = 0; round < 3; round++) {
    ck_assert_str_eq(told_after(&options, before), alone);
    ck_assert_str_eq(told_after(&options, small), alone_small);
  }
  tta_recall_free(recall);
}
END_TEST

/* What has no diagnostic with one option has one with another. */
START_TEST(test_recall_of_other_options) {
  const char *rank = "\"t.op\"() {a = tensor<8xf32, #tt.metal_layout<(d0) -> (d0), undef, <1>, "
                     "memref<8xf32, #tt.memory_space<l1>>>>} : () -> ()\n";
  const char *element = "\"t.op\"() {a = tensor<64x64xi32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
                        "memref<2x2x!tt.tile<32x32, u8>, #tt.memory_space<l1>>>>} : () -> ()\n";
  tta_recall *recall;
  tta_check_options options;
  ck_assert_int_eq(tta_recall_new(NULL, &recall), TTA_OK);
  tta_check_options_init(&options);
  tta_check_options_set_recall(&options, recall);
  for (int round = 0; round < 3; round++) {
    tta_check_options_set_target_ttnn(&options, round == 1);
    ck_assert_int_eq(strstr(told_after(&options, rank), "ttnn-grid-rank") != NULL, round == 1);
  }
  for (int round = 0; round < 3; round++) {
    tta_check_options_set_rule(&options, TTA_RULE_layout_element, round == 1, TTA_SEVERITY_WARNING);
    ck_assert_int_eq(strstr(told_after(&options, element), "layout-element") != NULL, round == 1);
  }
  tta_recall_free(recall);
}
END_TEST

int main(void) {
  return RUN_SUITE("check", test_every_allocation_fails, test_counts, test_options, test_bounds, test_rules_are_set,
                   test_parse_only, test_expand_aliases, test_amplification, test_limits_of_parts, test_json_lines,
                   test_markers, test_recall, test_recall_of_other_options);
}
