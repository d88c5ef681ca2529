/* ttattr/document.h: edits, sections, lines and queries of a document. Expectations by hand from the text. */
#include "ttattr/document.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "failing.h"
#include "ttattr/device.h"
#include "ttattr/layout.h"
#include "ttattr/tiled.h"
#include "suite.h"

static tta_document *document_of(const char *text, bool split) {
  tta_check_options *options;
  tta_document *d;
  ck_assert_int_eq(tta_check_options_new(NULL, &options), TTA_OK);
  tta_check_options_set_split(options, split);
  ck_assert_int_eq(tta_document_new((tta_str){"t.mlir", 6}, (tta_str){text, strlen(text)}, options, NULL, &d), TTA_OK);
  tta_check_options_free(options);
  return d;
}

static uint32_t find(const tta_document *d, const char *word) {
  const char *at = strstr(tta_document_text(d).data, word);
  ck_assert_msg(at != NULL, "no '%s' in the text", word);
  return (uint32_t)(at - tta_document_text(d).data);
}

/* Replaces the first `old`. */
static void replace(tta_document *d, const char *old, const char *text) {
  uint32_t begin = find(d, old);
  tta_span range = {begin, begin + (uint32_t)strlen(old)};
  ck_assert_int_eq(tta_document_edit(d, range, (tta_str){text, strlen(text)}), TTA_OK);
}

static void has_text(tta_str text, const char *expected) {
  ck_assert_msg(text.size == strlen(expected) && !memcmp(text.data, expected, text.size), "'%.*s', expected '%s'",
                (int)text.size, text.data, expected);
}
static void is_text(const tta_document *d, tta_span span, const char *expected) {
  has_text((tta_str){tta_document_text(d).data + span.begin, span.end - span.begin}, expected);
}

/* The values of items, beside an error: each item is one of them or none. */
START_TEST(model_values) {
  static const char text[] =
      "#l1 = #tt.memory_space<l1>\n"
      "#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, #l1>>\n"
      "#m = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>\n"
      "#d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1) -> (0, d0, d1), dramMap = "
      "(d0, d1) -> (0, d0, d1), meshShape = , chipIds = [0]>\n"
      "#t = #tt.tiled_layout<[64], [1], host = memref<64xf32>>\n"
      "\"x\"() : () -> (tensor<64x128xf32, #a>, tensor<64x128xf23, #a>, tensor<2xf32>)\n";
  tta_document *d = document_of(text, false);
  size_t layouts = 0, shards = 0, devices = 0, configs = 0, none = 0;
  ck_assert_uint_gt(tta_results_num_errors(tta_document_results(d)), 0);
  for (size_t i = 0; i <= tta_document_num_items(d); i++) {
    const tta_layout *layout;
    const tta_tiled *tiled;
    const tta_device *device;
    const tta_memory_config *config;
    ck_assert_int_eq(tta_document_tiled(d, i, &tiled), TTA_OK);
    ck_assert_int_eq(tta_document_device(d, i, &device), TTA_OK);
    devices += device && device->grid.extent[1] == 8;
    ck_assert_int_eq(tta_document_memory_config(d, i, &config), TTA_OK);
    configs += config && config->buffer == TTA_MEMORY_DRAM;
    ck_assert_int_eq(tta_document_layout(d, i, &layout), TTA_OK);
    layouts += layout != NULL;
    shards += layout && layout->shard.rank == 2 && layout->shard.extent[1] == 64 && layout->cores == 2;
    none += !layout && !tiled && !device && !config;
  }
  ck_assert_uint_eq(layouts, 2); /* of #a, and of the tensor without an error */
  ck_assert_uint_eq(shards, 1);
  ck_assert_uint_eq(devices, 1);
  ck_assert_uint_eq(configs, 1);
  ck_assert_uint_ge(none, 3);
  replace(d, "f23", "f32");
  for (size_t i = layouts = 0; i < tta_document_num_items(d) || !i; i++) {
    const tta_layout *layout;
    ck_assert_int_eq(tta_document_layout(d, i, &layout), TTA_OK); /* checks the text */
    layouts += layout != NULL;
  }
  ck_assert_uint_eq(layouts, 3);
  tta_document_free(d);
}
END_TEST

START_TEST(life) {
  tta_document *d = document_of("#a = unit\n", false);
  has_text(tta_document_name(d), "t.mlir");
  has_text(tta_document_text(d), "#a = unit\n");
  ck_assert_uint_eq(tta_document_version(d), 0);
  ck_assert_int_eq(tta_document_edit(d, (tta_span){4, 3}, (tta_str){"", 0}), TTA_INVALID);
  ck_assert_int_eq(tta_document_edit(d, (tta_span){0, 11}, (tta_str){"", 0}), TTA_INVALID);
  replace(d, "unit", "[#a]");
  ck_assert_uint_eq(tta_document_version(d), 1);
  const tta_results *results = tta_document_results(d);
  ck_assert_uint_eq(tta_results_num_diagnostics(results), 0); /* not checked so far */
  ck_assert_ptr_null(tta_results_diagnostic(results, 0));
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  ck_assert_uint_eq(tta_results_num_errors(results), 1);
  has_text(tta_results_diagnostic(results, 0)->message, "alias '#a' is used in its own definition");
  ck_assert_ptr_null(tta_results_diagnostic(results, 1));
  tta_document_free(d);
  tta_document_free(NULL);
}
END_TEST

/* ---- lines ---- */

static void position(const tta_document *d, uint32_t offset, tta_column_unit unit, uint32_t line, uint32_t column) {
  tta_position p = tta_document_position(d, offset, unit);
  ck_assert_msg(p.line == line && p.column == column, "offset %u is %u:%u, expected %u:%u", offset, p.line, p.column,
                line, column);
  ck_assert_uint_eq(tta_document_offset(d, p, unit), offset);
}

START_TEST(lines_and_columns) {
  /* e with an accent is 2 bytes and one UTF-16 unit, the face 4 bytes and two */
  tta_document *d = document_of("a\xc3\xa9\xf0\x9f\x98\x80z\r\n\xff!\n", false);
  ck_assert_uint_eq(tta_document_num_lines(d), 3);
  is_text(d, tta_document_line(d, 0), "a\xc3\xa9\xf0\x9f\x98\x80z");
  is_text(d, tta_document_line(d, 1), "\xff!");
  is_text(d, tta_document_line(d, 2), "");
  is_text(d, tta_document_line(d, 3), "");
  position(d, 7, TTA_COLUMN_BYTES, 1, 8);
  position(d, 7, TTA_COLUMN_UTF16, 1, 5);
  position(d, 7, TTA_COLUMN_CHARACTERS, 1, 4);
  position(d, 11, TTA_COLUMN_UTF16, 2, 2);
  position(d, 13, TTA_COLUMN_UTF16, 3, 1);
  ck_assert_uint_eq(tta_document_position(d, 99, TTA_COLUMN_UTF16).line, 3);
  ck_assert_uint_eq(tta_document_position(d, 5, TTA_COLUMN_UTF16).column, 3); /* inside the face */
  ck_assert_uint_eq(tta_document_offset(d, (tta_position){1, 4}, TTA_COLUMN_UTF16), 3); /* between its halves */
  ck_assert_uint_eq(tta_document_offset(d, (tta_position){1, 99}, TTA_COLUMN_UTF16), 8); /* before CR LF */
  ck_assert_uint_eq(tta_document_offset(d, (tta_position){1, 99}, TTA_COLUMN_BYTES), 8);
  ck_assert_uint_eq(tta_document_offset(d, (tta_position){9, 1}, TTA_COLUMN_BYTES), 13);
  ck_assert_uint_eq(tta_document_offset(d, (tta_position){0, 0}, TTA_COLUMN_BYTES), 0);
  replace(d, "z\r\n", "\n\n");
  ck_assert_uint_eq(tta_document_num_lines(d), 4);
  is_text(d, tta_document_line(d, 2), "\xff!");
  tta_document_free(d);
}
END_TEST

/* ---- sections ---- */

static const char three[] =
    "#a = unit\n\"x\"() {a = #a}\n// -----\n\"x\"() {a = #none}\n// -----\n#a = [1]\n\"x\"() {a = #a}\n";

/* An edit, and how many errors the text has afterwards. */
typedef struct small_edit {
  const char *old, *text;
  size_t num_errors;
} small_edit;

static const char some_layouts[] =
    "!t = !tt.tile<32x32, f32>\n"
    "#l1 = #tt.memory_space<l1>\n"
    "#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1>>\n"
    "#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<16x32xf32, #l1>>\n"
    "\"x\"() : () -> tensor<64x64xf32, #a>\n"
    "\"x\"() : () -> tensor<32x64xf32, #b>\n"
    "\"y\"() {m = #tt.grid<8x8>} : () -> memref<2x2x!t>\n"
    "\"z\"() {m = #tt.grid<4x4>, n = #tt.grid<2x2>}\n";

START_TEST(small_edits) {
  static const small_edit edits[] = {
      {"8x8", "7x8", 0}, /* inside of an attribute */
      {"4x4", "4x0", 1}, /* which gets an error */
      {"4x0", "4x4", 0}, /* and loses it */
      {"\"y\"", "\"a long name\"", 0}, /* between attributes */
      {"4x4>,", "4x4, ", 1}, /* a syntax error: the rest of the line is read, too */
      {"4x4, ", "4x4>,", 0},
      {"64x64", "64x65", 1}, /* in a definition */
      {"64x65", "64x64", 0},
      {"tensor<32x64xf32, #b>", "tensor<32x64xf32, #a>", 1}, /* a fix-it of #a depends on all uses */
      {"tensor<32x64xf32, #a>", "tensor<32x64xf32, #b>", 0},
      {"#l1 = #tt", "#l2 = #tt", 1}, /* a name that others use */
      {"#l2 = #tt", "#l1 = #tt", 0},
      {"\"z\"", "// -----\n\"z\"", 0}, /* a marker */
      {"// -----\n", "// ----\n", 0},
      {"// ----\n", "module attributes {} {}\n", 0}, /* keys after it have a meaning */
  };
  tta_document *d = document_of(some_layouts, true);
  const tta_results *results = tta_document_results(d);
  ck_assert_uint_eq(tta_results_num_errors(results), 0);
  for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
    const small_edit *e = &edits[i];
    replace(d, e->old, e->text);
    ck_assert_int_eq(tta_document_check(d), TTA_OK);
    ck_assert_msg(tta_results_num_errors(results) == e->num_errors, "'%s' by '%s': %zu errors", e->old, e->text,
                  tta_results_num_errors(results));
  }
  tta_document_free(d);
}
END_TEST

/* The messages and fix-its of a document. */
static void list_messages(tta_document *d, char *out, size_t size) {
  size_t used = 0;
  *out = 0;
  const tta_results *results = tta_document_results(d);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *g = tta_results_diagnostic(results, i);
    used += (size_t)snprintf(out + used, size - used, "%u-%u %.*s\n", g->span.begin, g->span.end,
                             (int)g->message.size, g->message.data);
    for (uint32_t f = 0; f < g->num_fixes; f++)
      used += (size_t)snprintf(out + used, size - used, "  %.*s\n", (int)g->fixes[f].message.size,
                               g->fixes[f].message.data);
    ck_assert_uint_lt(used, size);
  }
}

/* Messages that depend on names elsewhere in the section are those of a new document. */
START_TEST(messages_after_small_edits) {
  static const char *const cases[][3] = {
      {"#l1 = #tt.memory_space<l1>\n\n\"x\"() : () -> memref<2x2xf32, #l1>\n\"y\"() : () -> memref<3x2xf32>\n",
       "3x2xf32", "3x2xf32, l1"},
      {"#l1 = #tt.memory_space<l1>\n#z = 1\n\"x\"() : () -> memref<2x2xf32, l1>\n\"y\"() : () -> memref<3x2xf32>\n",
       "space<l1", "space<dram"},
      {"#lay = #tt.memory_space<l1>\n#z = 1\n\"y\"() {a = [#tt.grid<8x8>], b = #tt.grid<3>}\n", "[#tt.grid<8x8>]",
       "#tt.iterator_type<x lay>"},
      {"\"x\"() {a = #tt.grid<8x8>}\n\"x\"() {a = #tt.grid<2x2>}\n"
       "\"y\"() : () -> memref<3x2xf32, #tt.memory_space<l1>>\n",
       "#tt.memory_space<l1>", "memory_space<l1>"},
      {"\"x\"() {a = #ttcore.grid<8x8>}\n\"y\"() : () -> memref<3x2xf32, #ttcore.memory_space<l1>>\n",
       "#ttcore.memory_space<l1>", "memory_space<l1>"},
      {"#t = f32\n#z = 1\n\"y\"() : () -> memref<3x2xf32, #z>\n", "#z>", "!z>"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char found[4000], expected[4000];
    tta_document *d = document_of(cases[i][0], true);
    replace(d, cases[i][1], cases[i][2]);
    ck_assert_int_eq(tta_document_check(d), TTA_OK);
    tta_document *fresh = document_of(tta_document_text(d).data, true);
    list_messages(d, found, sizeof found);
    list_messages(fresh, expected, sizeof expected);
    ck_assert_str_eq(found, expected);
    tta_document_free(d);
    tta_document_free(fresh);
  }
}
END_TEST

START_TEST(edits_before_a_check) {
  tta_document *d = document_of(some_layouts, true);
  replace(d, "8x8", "0x8");
  replace(d, "4x4", "4x0");
  replace(d, "n = #tt.grid<2x2", "n = #tt.grid<2x");
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  ck_assert_uint_eq(tta_document_checked_bytes(d), tta_document_text(d).size);
  const tta_results *results = tta_document_results(d);
  ck_assert_uint_eq(tta_results_num_errors(results), 3);
  is_text(d, tta_results_diagnostic(results, 0)->span, "0x8");
  is_text(d, tta_results_diagnostic(results, 1)->span, "4x0");
  ck_assert_uint_lt(tta_results_diagnostic(results, 0)->span.begin, tta_results_diagnostic(results, 1)->span.begin);
  tta_document_free(d);
}
END_TEST

START_TEST(sections_keep_results) {
  tta_document *d = document_of(three, true);
  const tta_results *results = tta_document_results(d);
  ck_assert_uint_eq(tta_results_num_sections(results), 3);
  ck_assert(!tta_results_section(results, 0).has_errors);
  ck_assert(tta_results_section(results, 1).has_errors);
  ck_assert_uint_eq(tta_document_checked_bytes(d), strlen(three) - 2 * strlen("// -----"));
  uint32_t before = tta_results_diagnostic(results, 0)->span.begin;
  replace(d, "unit", "[1, 2]");
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  tta_text_section first = tta_results_section(results, 0);
  ck_assert_uint_eq(tta_document_checked_bytes(d), first.span.end - first.span.begin);
  ck_assert_uint_eq(tta_results_diagnostic(results, 0)->span.begin, before + 2);
  is_text(d, tta_results_diagnostic(results, 0)->span, "#none");
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  ck_assert_uint_eq(tta_document_checked_bytes(d), 0);
  replace(d, "// -----\n\"x\"() {a = #none}", "// ----- \"x\"() {a = #none}"); /* the first marker is none now */
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  ck_assert_uint_eq(tta_results_num_sections(results), 2);
  replace(d, "// ----- \"", "// -----\n\"");
  replace(d, "{a = #none}", "{}\n// -----\n");
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  ck_assert_uint_eq(tta_results_num_sections(results), 4);
  ck_assert_uint_eq(tta_results_num_errors(results), 0);
  is_text(d, tta_results_section(results, 9).span, "");
  tta_document_free(d);
}
END_TEST

static const char markdown[] = "# `#a = [` is text\n\n```mlir\n#a = unit\n\"x\"() {a = #a}\n```\n\n"
                               "func.func @none and #a\n\n"
                               "* item\n\n  ~~~~ MLIR\n  \"x\"() {a = #a, b = #tt.grid<...>}\n  ~~~~\n";

START_TEST(fences_are_sections) {
  tta_check_options *options;
  tta_document *d;
  ck_assert_int_eq(tta_check_options_new(NULL, &options), TTA_OK);
  tta_check_options_set_markdown(options, true);
  ck_assert_int_eq(
      tta_document_new((tta_str){"t.md", 4}, (tta_str){markdown, strlen(markdown)}, options, NULL, &d), TTA_OK);
  const tta_results *results = tta_document_results(d);
  ck_assert_uint_eq(tta_results_num_sections(results), 2);
  is_text(d, tta_results_section(results, 0).span, "#a = unit\n\"x\"() {a = #a}\n");
  is_text(d, tta_results_section(results, 1).span, "  \"x\"() {a = #a, b = #tt.grid<...>}\n");
  /* #a is not defined in the second one; a sketch is not an error */
  ck_assert_uint_eq(tta_results_num_errors(results), 1);
  const tta_diagnostic *error = tta_results_diagnostic(results, 0);
  ck_assert_uint_eq(tta_document_position(d, error->span.begin, TTA_COLUMN_BYTES).line, 13);
  tta_name alias;
  ck_assert_int_eq(tta_document_name_at(d, find(d, "#a ="), &alias), TTA_OK); /* in text: no alias */
  ck_assert_uint_eq(alias.text.size, 0);
  ck_assert_int_eq(tta_document_name_at(d, find(d, "#a = unit"), &alias), TTA_OK);
  ck_assert_uint_eq(alias.num_uses, 1);
  tta_value_at value;
  ck_assert_int_eq(tta_document_value_at(d, 3, &value), TTA_OK);
  ck_assert_uint_eq(value.item, TTA_DOCUMENT_NONE);
  ck_assert_uint_eq(tta_document_first_item(d, 0), 0);
  tta_completions completions;
  ck_assert_int_eq(tta_document_complete(d, 3, &completions), TTA_OK);
  ck_assert_uint_eq(completions.size, 0);
  const tta_name *names;
  size_t count;
  ck_assert_int_eq(tta_document_names(d, 0, &names, &count), TTA_OK);
  ck_assert_uint_eq(count, 1);
  replace(d, "```\n\nfunc", "\n\nfunc"); /* the first fence is open to the end */
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  ck_assert_uint_eq(tta_results_num_sections(results), 1);
  replace(d, "```mlir", "text");
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  ck_assert_uint_eq(tta_results_num_sections(results), 1);
  replace(d, "~~~~ MLIR", "text");
  ck_assert_int_eq(tta_document_check(d), TTA_OK); /* no fence: one empty section */
  ck_assert_uint_eq(tta_results_num_sections(results), 1);
  is_text(d, tta_results_section(results, 0).span, "");
  tta_document_free(d);
  tta_check_options_free(options);
}
END_TEST

/* Repeats follow their first diagnostic, also after a section has moved. */
START_TEST(repeats) {
  tta_document *d = document_of("#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<17x32xf32, "
                                "#tt.memory_space<l1>>>\n// -----\n#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, "
                                "<3x2>, memref<17x32xf32, #tt.memory_space<l1>>>\n\"x\"() {a = tensor<53x63xf32, #l>}\n"
                                "\"x\"() {a = tensor<53x63xf32, #l>, b = tensor<53x63xf32, #l>}\n",
                                true);
  for (int round = 0; round < 2; round++) {
    const tta_results *results = tta_document_results(d);
    ck_assert_uint_eq(tta_results_num_diagnostics(results), 3);
    const tta_diagnostic *first = tta_results_diagnostic(results, 0), *next = first->next;
    ck_assert_ptr_null(first->first);
    for (size_t i = 1; i < 3; i++, next = next->next) {
      const tta_diagnostic *repeat = tta_results_diagnostic(results, i);
      ck_assert_ptr_eq(repeat, next);
      ck_assert_ptr_eq(repeat->first, first);
      is_text(d, repeat->span, "tensor<53x63xf32, #l>");
      ck_assert_uint_eq(repeat->num_notes, 1);
      is_text(d, repeat->notes[0].span, "17x32x");
      ck_assert_uint_eq(repeat->num_fixes, 0);
    }
    ck_assert_ptr_null(next);
    ck_assert_uint_eq(first->num_fixes, 1);
    is_text(d, first->fixes[0].edits[0].span, "17x32x");
    replace(d, "#l = ", "#longer = ");
    ck_assert_int_eq(tta_document_check(d), TTA_OK);
  }
  tta_document_free(d);
}
END_TEST

/* A marker of two lines does not depend on one line: all is split again. */
START_TEST(marker_with_a_line_end) {
  tta_check_options *options;
  tta_document *d;
  ck_assert_int_eq(tta_check_options_new(NULL, &options), TTA_OK);
  tta_check_options_set_split(options, true);
  ck_assert_int_eq(tta_check_options_set_split_marker(options, (tta_str){"//a\n//b", 7}), TTA_OK);
  ck_assert_int_eq(tta_document_new((tta_str){"t", 1}, (tta_str){"#a = 1\n//a\n//b\n#a = 2\n", 22}, options, NULL, &d),
                   TTA_OK);
  const tta_results *results = tta_document_results(d);
  ck_assert_uint_eq(tta_results_num_sections(results), 2);
  replace(d, "//a\n", "//a\n\n");
  ck_assert_int_eq(tta_document_check(d), TTA_OK);
  ck_assert_uint_eq(tta_results_num_sections(results), 1);
  tta_document_free(d);
  tta_check_options_free(options);
}
END_TEST

/* ---- items and values ---- */

static const char layouts[] =
    "#l1 = #tt.memory_space<l1>\n"
    "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1>>\n"
    "func.func @f(%0: tensor<64x128xf32, #layout>) attributes {broken = tensor<2xfoo>} {\n"
    "  \"x\"() {a = #layout, b = tensor<64x12>} : () -> ()\n"
    "}\n";

START_TEST(items_with_errors_elsewhere) {
  tta_document *d = document_of(layouts, false);
  static const tta_island_context contexts[] = {TTA_CONTEXT_ALIAS, TTA_CONTEXT_ALIAS, TTA_CONTEXT_OPERATION,
                                                TTA_CONTEXT_OPERATION, TTA_CONTEXT_USE, TTA_CONTEXT_OPERATION};
  ck_assert_uint_gt(tta_results_num_errors(tta_document_results(d)), 1);
  ck_assert_uint_eq(tta_document_num_items(d), 6);
  for (size_t i = 0; i < 6; i++) ck_assert_int_eq(tta_document_item_at(d, i).context, contexts[i]);
  is_text(d, tta_document_item_at(d, 1).name, "#layout");
  is_text(d, tta_document_item_at(d, 2).span, "tensor<64x128xf32, #layout>");
  is_text(d, tta_document_item_at(d, 4).span, "#layout");
  ck_assert_uint_eq(tta_document_first_item(d, find(d, "%0")), 2);
  ck_assert_uint_eq(tta_document_first_item(d, 100000), 6);
  tta_value value;
  ck_assert_int_eq(tta_document_value(d, 2, &value), TTA_OK);
  ck_assert_str_eq(tta_value_name(value), "builtin.tensor");
  ck_assert_str_eq(tta_value_name(tta_value_field(value, "encoding")), "tt.metal_layout");
  ck_assert_int_eq(tta_document_value(d, 4, &value), TTA_OK);
  ck_assert_str_eq(tta_value_name(value), "tt.metal_layout");
  is_text(d, tta_value_span(value), "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1>>");
  ck_assert_int_eq(tta_document_value(d, 6, &value), TTA_INVALID);
  tta_document_free(d);
}
END_TEST

START_TEST(value_at_an_offset) {
  tta_document *d = document_of(layouts, false);
  tta_value_at at;
  ck_assert_int_eq(tta_document_value_at(d, find(d, "128xf32, #l1"), &at), TTA_OK);
  ck_assert_uint_eq(at.item, 1);
  ck_assert_str_eq(tta_value_name(at.outermost), "tt.metal_layout");
  ck_assert_int_eq(tta_value_kind_of(at.innermost), TTA_VALUE_SHAPE);
  is_text(d, tta_value_span(at.innermost), "64x128");
  ck_assert_int_eq(tta_document_value_at(d, find(d, "@f"), &at), TTA_OK);
  ck_assert_uint_eq(at.item, TTA_DOCUMENT_NONE);
  ck_assert_int_eq(tta_value_kind_of(at.innermost), TTA_VALUE_ABSENT);
  ck_assert_int_eq(tta_document_value_at(d, 5000, &at), TTA_OK);
  ck_assert_uint_eq(at.item, TTA_DOCUMENT_NONE);
  replace(d, "#l1 =", "// a comment of one line\n#l1 =");
  ck_assert_int_eq(tta_document_value_at(d, find(d, "undef"), &at), TTA_OK);
  is_text(d, tta_value_span(at.innermost), "undef");
  tta_document_free(d);
}
END_TEST

/* Spans of values count from the start of the text, not of the section. */
START_TEST(values_of_a_later_section) {
  tta_document *d = document_of(three, true);
  tta_value_at at;
  uint32_t offset = find(d, "[1]");
  ck_assert_int_eq(tta_document_value_at(d, offset + 1, &at), TTA_OK);
  ck_assert_int_eq(tta_value_kind_of(at.innermost), TTA_VALUE_INTEGER);
  ck_assert_uint_eq(tta_value_span(at.innermost).begin, offset + 1);
  ck_assert_uint_eq(tta_document_item_at(d, at.item).section, 2);
  tta_document_free(d);
}
END_TEST

/* ---- names ---- */

START_TEST(alias_at_an_offset) {
  tta_document *d = document_of(layouts, false);
  tta_name alias;
  ck_assert_int_eq(tta_document_name_at(d, find(d, "#layout>)") + 3, &alias), TTA_OK);
  has_text(alias.text, "#layout");
  is_text(d, alias.value, "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1>>");
  ck_assert_uint_eq(alias.definition.begin, find(d, "#layout"));
  ck_assert_uint_eq(alias.num_uses, 2);
  ck_assert_uint_eq(alias.uses[0].span.begin, find(d, "#layout>)"));
  ck_assert_uint_eq(alias.uses[1].span.begin, find(d, "#layout, b"));
  ck_assert_int_eq(tta_document_name_at(d, find(d, "#layout, b") + 7, &alias), TTA_OK); /* right after it */
  has_text(alias.text, "#layout");
  ck_assert_int_eq(tta_document_name_at(d, find(d, "@f"), &alias), TTA_OK);
  has_text(alias.text, "@f");
  ck_assert_int_eq(tta_document_name_at(d, find(d, "metal_layout"), &alias), TTA_OK);
  ck_assert_uint_eq(alias.text.size, 0);
  tta_document_free(d);
}
END_TEST

/* The table of a section stays when the text of another one changes, and says where its names are now. */
START_TEST(names_of_other_sections) {
  tta_document *d =
      document_of("#a = unit\n// -----\n#b = unit\n%c = \"t.op\"() {a = #b} : () -> tensor<2xf32>\n", true);
  const tta_name *list, *before;
  size_t count;
  ck_assert_int_eq(tta_document_names(d, 1, &before, &count), TTA_OK);
  ck_assert_uint_eq(count, 2);
  char line[4001];
  memset(line, '\n', sizeof line); /* the text moves */
  for (int step = 0; step < 3; step++) { /* grows, gets a section, loses it */
    tta_span range = {0, step == 2 ? 10 : 0};
    const tta_str texts[] = {{line, sizeof line}, TTA_STR("\n// -----\n"), {"", 0}};
    ck_assert_int_eq(tta_document_edit(d, range, texts[step]), TTA_OK);
    ck_assert_int_eq(tta_document_names(d, step == 1 ? 2 : 1, &list, &count), TTA_OK);
    ck_assert_ptr_eq(list, before);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(list[0].section, step == 1 ? 2 : 1);
    ck_assert_uint_eq(list[0].definition.begin, find(d, "#b = unit"));
    ck_assert_uint_eq(list[0].value.begin, find(d, "#b = unit") + 5);
    ck_assert_uint_eq(list[0].uses[0].span.begin, find(d, "#b} :"));
    has_text(list[1].text, "%c");
    has_text(list[1].types[0], "tensor<2xf32>");
    tta_name name;
    ck_assert_int_eq(tta_document_name_at(d, find(d, "%c"), &name), TTA_OK);
    has_text(name.text, "%c");
  }
  ck_assert_int_eq(tta_document_edit(d, (tta_span){find(d, "%c"), find(d, "%c")}, TTA_STR("#d = unit\n")), TTA_OK);
  ck_assert_int_eq(tta_document_names(d, 1, &list, &count), TTA_OK);
  ck_assert_uint_eq(count, 3);
  tta_document_free(d);
}
END_TEST

START_TEST(names_that_are_none) {
  tta_document *d = document_of("\"#s\"() {a = #u, b = \"#v \\\" #w\"} // #x\n%1:2 = \"y\"(%0#1) : !t\n"
                                "{-# #r: \"#-}\" #-}\n#d // #c\n = unit\n#d = 2\n#f<a> #g.h !k.l<m> == #e == 1\n",
                                false);
  const tta_name *list;
  size_t count;
  ck_assert_int_eq(tta_document_names(d, 0, &list, &count), TTA_OK);
  static const char *const names[] = {"%1", "#d", "#u", "%0", "!t", "#e"};
  ck_assert_uint_eq(count, 6);
  for (size_t i = 0; i < count; i++) has_text(list[i].text, names[i]);
  ck_assert_uint_eq(list[1].num_uses, 1); /* its second definition */
  ck_assert_uint_eq(list[3].uses[0].result, 1);
  ck_assert_uint_eq(list[5].definition.end, 0);
  ck_assert_int_eq(tta_document_names(d, 1, &list, &count), TTA_INVALID);
  tta_document_free(d);
}
END_TEST

START_TEST(symbols) {
  tta_document *d = document_of("#a = unit\nmodule @m attributes {} {\n  tt.device @d = <workerGrid = #tt.grid<1x1>>\n"
                                "  func.func private @\"f g\"() { call @f() : () -> () }\n"
                                "  memref.global \"private\" constant @x : memref<1xf32>\n  call @f() : () -> ()\n}\n",
                                false);
  const tta_name *list;
  size_t count;
  ck_assert_int_eq(tta_document_names(d, 0, &list, &count), TTA_OK);
  static const struct {
    const char *text, *written;
    tta_name_kind kind;
    uint32_t num_uses;
  } expected[] = {{"#a", "#a", TTA_NAME_ALIAS, 0},
                  {"@m", "@m", TTA_NAME_MODULE, 0},
                  {"@d", "@d", TTA_NAME_DEVICE, 0},
                  {"@f g", "@\"f g\"", TTA_NAME_FUNCTION, 0},
                  {"@x", "@x", TTA_NAME_SYMBOL, 0},
                  {"@f", "", TTA_NAME_SYMBOL, 2}};
  ck_assert_uint_eq(count, 6);
  for (size_t i = 0; i < count; i++) {
    has_text(list[i].text, expected[i].text);
    is_text(d, list[i].definition, expected[i].written);
    ck_assert_int_eq(list[i].kind, expected[i].kind);
    ck_assert_uint_eq(list[i].num_uses, expected[i].num_uses);
  }
  is_text(d, list[0].value, "unit");
  is_text(d, list[4].value, "memref.global \"private\" constant @x : memref<1xf32>");
  ck_assert_str_eq(tta_name_kind_name(TTA_NAME_SYMBOL), "other");
  ck_assert_str_eq(tta_name_kind_name((tta_name_kind)99), "");
  ck_assert_str_eq(tta_completion_kind_name(TTA_COMPLETION_TOKEN), "token");
  ck_assert_str_eq(tta_completion_kind_name((tta_completion_kind)99), "");
  tta_document_free(d);
}
END_TEST

/* ---- formatting ---- */

START_TEST(formatting) {
  tta_document *d = document_of("\"a\"() : tensor< 1xf32>\n// -----\n\"b\"() : tensor<2 x f32>, #none\n// -----\n"
                                "\"c\"() : tensor< 3xf32>\n",
                                true);
  const tta_edit *edits;
  size_t count;
  tta_span all = {0, (uint32_t)tta_document_text(d).size};
  ck_assert_int_eq(tta_document_format(d, all, &edits, &count), TTA_OK);
  ck_assert_uint_eq(count, 2); /* the second section has an error */
  is_text(d, edits[1].span, "tensor< 3xf32>");
  has_text(edits[1].text, "tensor<3xf32>");
  ck_assert_int_eq(tta_document_format(d, (tta_span){0, 30}, &edits, &count), TTA_OK);
  ck_assert_uint_eq(count, 1);
  is_text(d, edits[0].span, "tensor< 1xf32>");
  ck_assert_int_eq(tta_document_format(d, (tta_span){0, 3}, &edits, &count), TTA_OK);
  ck_assert_uint_eq(count, 0);
  ck_assert_int_eq(tta_document_format(d, (tta_span){3, 0}, &edits, &count), TTA_INVALID);
  tta_document_free(d);
}
END_TEST

/* ---- hover ---- */

/* The fact at the first `word`, `skip` bytes on; NULL: there is none with this key. */
static void fact(tta_document *d, const char *word, uint32_t skip, const char *key, const char *text) {
  tta_document_hover hover;
  ck_assert_int_eq(tta_document_hover_at(d, find(d, word) + skip, &hover), TTA_OK);
  uint32_t i = 0;
  while (i < hover.num_facts && strcmp(hover.facts[i].key, key)) i++;
  if (!text) ck_assert_msg(i == hover.num_facts, "%s: there is '%s'", word, key);
  else ck_assert_msg(i < hover.num_facts, "%s: no '%s' among %u facts", word, key, hover.num_facts);
  if (text) has_text(hover.facts[i].text, text);
}

static void hover_span(tta_document *d, const char *word, uint32_t skip, const char *text) {
  tta_document_hover hover;
  ck_assert_int_eq(tta_document_hover_at(d, find(d, word) + skip, &hover), TTA_OK);
  is_text(d, hover.span, text);
}

static const char hovered[] =
    "#l1 = #tt.memory_space<l1>\n"
    "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>\n"
    "#same = #tt.metal_layout<(d0, d1) -> (d0 + d1, 0), undef, <1x1>, memref<126x1xf32, #l1>>\n"
    "#bad = [\n"
    "\"x\"(%0) : (tensor<64x100xf32, #layout>) -> (tensor<64x64xf32, #same>)\n"
    "\"y\"() {g = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), "
    "physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, t = !ttcore.tile<32x32, bfp_bf8>, n = #none}\n";

START_TEST(hover_facts) {
  tta_document *d = document_of(hovered, false);
  ck_assert_uint_gt(tta_results_num_errors(tta_document_results(d)), 0);
  for (int use = 0; use < 2; use++) { /* at the definition, and at the use in a tensor */
    const char *name = use ? "#layout>" : "#layout =";
    static const char *const facts[][2] = {{"alias", "#layout"},
                                           {"uses", "1"},
                                           {"tensor", "tensor<64x100xf32, #layout>"},
                                           {"kind", "tt.metal_layout"},
                                           {"supported", "from 2024-11-27 to 2025-06-17"},
                                           {"logical", "64x100"},
                                           {"physical", "64x100"},
                                           {"grid", "2x4"},
                                           {"shard", "32x25"},
                                           {"memref", "32x32"},
                                           {"element", "f32"},
                                           {"memory_space", "l1"},
                                           {"padding_value", "undef"},
                                           {"cores", "8"},
                                           {"bytes_per_core", "4096"},
                                           {"bytes", "32768"},
                                           {"padding_percent", "21.9"}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) fact(d, name, 3, facts[i][0], facts[i][1]);
    hover_span(d, name, 3, "#layout");
  }
  fact(d, "tensor<64x100", 2, "shard", "32x25");
  fact(d, "(d0, d1) -> (d0, d1)", 2, "injective", "yes");
  fact(d, "(d0 + d1", 2, "injective", "no");
  fact(d, "(d0 + d1", 2, "counterexample", "(0, 1) and (1, 0) map to (1, 0)");
  fact(d, "(d0 + d1", 2, "field", "linear");
  fact(d, "virt_to_phys", 2, "injective", "yes");
  fact(d, "virt_to_phys", 2, "cores", "64");
  hover_span(d, "virt_to_phys", 2, "virt_to_physical_map");
  fact(d, "bfp_bf8", 2, "keyword", "bfp_bf8");
  fact(d, "bfp_bf8", 2, "field", "type");
  fact(d, "bfp_bf8", 2, "keyword_supported", "from 2024-07-11 on");
  fact(d, "undef", 0, "keyword_supported", NULL);
  fact(d, "virt_to_phys", 2, "field_supported", "from 2026-03-27 on");
  fact(d, "!ttcore.tile", 2, "bytes", "1088");
  fact(d, "!ttcore.tile", 2, "field", NULL);
  fact(d, "f32", 2, "type", "f32");
  fact(d, "undef", 0, "documentation", "out-of-bounds value: undef, zero, one, inf, neginf");
  fact(d, "#bad", 2, "alias", "#bad");
  fact(d, "#bad", 2, "kind", NULL);
  fact(d, "#none", 2, "uses", "1");
  hover_span(d, "(%0)", 2, "%0");
  tta_document_free(d);
}
END_TEST

static const char chained[] =
    "#s = #tt.memory_space<l1>\n#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #s>>\n"
    "#use = [#later, #l]\n#later = 3\n#l = #tt.metal_layout<bad\n#l1 = [#use, #use1]\n// #l \"\n#t = \"#l // \"\n"
    "#m = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x8xf32, #end>>\n"
    "\"x\"(%0) {a = #use, b = #later, c = #m} : (tensor<64x100xf32, #l>) -> (tensor<64x64xf32, #m>) loc(#place)\n"
    "\"y\"(%0#1) : (tensor<64x100xf32, #l>, tensor<8x8xf32, #l1>, !tt.device<#none\n"
    "#end = #s\n#place = loc(\"#l\":1:2)\n#1 = #l\n";

static bool same_text(tta_str a, tta_str b) { return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size)); }

static void same_hover(const tta_document_hover *a, const tta_document_hover *b, uint32_t offset) {
  ck_assert_msg(a->num_facts == b->num_facts, "%u: %u and %u facts", offset, a->num_facts, b->num_facts);
  ck_assert(a->span.begin == b->span.begin && a->span.end == b->span.end);
  for (uint32_t i = 0; i < a->num_facts; i++) {
    ck_assert_str_eq(a->facts[i].key, b->facts[i].key);
    ck_assert_msg(same_text(a->facts[i].text, b->facts[i].text), "%u: %s", offset, a->facts[i].key);
  }
}

static void same_name(const tta_name *a, const tta_name *b, uint32_t offset) {
  ck_assert(same_text(a->text, b->text));
  ck_assert_uint_eq(a->definition.begin, b->definition.begin);
  ck_assert_uint_eq(a->value.end, b->value.end);
  ck_assert_msg(a->num_uses == b->num_uses, "%u: %u and %u uses", offset, a->num_uses, b->num_uses);
  for (uint32_t i = 0; i < a->num_uses; i++) ck_assert_uint_eq(a->uses[i].span.begin, b->uses[i].span.begin);
}

/* A query after an edit reads only the aliases that it needs. It finds what a query finds that has read all of them. */
START_TEST(queries_with_few_aliases) {
  for (int resources = 0; resources < 2; resources++) {
    tta_document *few = document_of(chained, false), *all = document_of(chained, false);
    if (resources) replace(few, "#t = ", "{-# #l #-} "), replace(all, "#t = ", "{-# #l #-} ");
    for (uint32_t offset = 0; offset < tta_document_text(few).size; offset++) {
      tta_document_hover a, b;
      tta_name one, other;
      const tta_name *list;
      tta_value value;
      size_t count;
      ck_assert_int_eq(tta_document_edit(few, (tta_span){0, 0}, (tta_str){"", 0}), TTA_OK);
      ck_assert_int_eq(tta_document_hover_at(few, offset, &a), TTA_OK);
      ck_assert_int_eq(tta_document_value(all, 0, &value), TTA_OK);
      ck_assert_int_eq(tta_document_names(all, 0, &list, &count), TTA_OK);
      ck_assert_int_eq(tta_document_hover_at(all, offset, &b), TTA_OK);
      same_hover(&a, &b, offset);
      ck_assert_int_eq(tta_document_name_at(few, offset, &one), TTA_OK);
      ck_assert_int_eq(tta_document_name_at(all, offset, &other), TTA_OK);
      same_name(&one, &other, offset);
    }
    tta_document_free(few);
    tta_document_free(all);
  }
}
END_TEST

/* The words of a field are those of the form that is written; a data type may be in quotes. */
START_TEST(hover_of_forms) {
  tta_document *d = document_of(
      "#a = #ttcore.metal_layout<logical_shape = 64x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], "
      "[1, 2]]> : tensor<2x2xi64>, undef, l1, sharded>\n"
      "\"x\"() : () -> memref<2x2x!tt.tile<32x32, \"f32\">>\n",
      false);
  fact(d, "sharded", 2, "keyword", "sharded");
  fact(d, "sharded", 2, "documentation", "tensor memory layout: interleaved, sharded; optional");
  fact(d, "tile<32", 1, "tile", "32x32");
  fact(d, "tile<32", 1, "bytes", "4096");
  tta_document_free(d);
}
END_TEST

/* A layout that the rules reject: nothing is computed beyond its shape. */
START_TEST(hover_on_rejected_layouts) {
  tta_document *d = document_of("\"x\"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 32x32, "
                                "collapsed_intervals = dense<[[-10, 1], [1, 5]]> : tensor<2x2xi64>, l1, sharded>}\n",
                                false);
  fact(d, "dim_align", 0, "kind", "ttcore.metal_layout");
  fact(d, "dim_align", 0, "logical", NULL);
  tta_document_free(d);
}
END_TEST

/* ---- completion ---- */

/* The completions where `|` is in the text, as `kind text` separated by blanks. */
static void completes(const char *text, const char *expected) {
  static const char kinds[] = "ALFKTPVBS"; /* attribute, aLias, field, keyword, type, punctuation, value, .. */
  char plain[400];
  const char *cursor = strchr(text, '|');
  snprintf(plain, sizeof plain, "%.*s%s", (int)(cursor - text), text, cursor + 1);
  tta_document *d = document_of(plain, false);
  tta_completions list;
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_int_eq(tta_document_complete(d, (uint32_t)(cursor - text), &list), TTA_OK);
  for (size_t i = 0; i < list.size; i++)
    tta_buf_printf(&out, "%s%c:%.*s", i ? " " : "", kinds[list.items[i].kind], (int)list.items[i].text.size,
                   list.items[i].text.data);
  tta_buf_char(&out, 0);
  ck_assert_msg(!strcmp(out.data, expected), "%s: %s", text, out.data);
  tta_buf_free(&out);
  tta_document_free(d);
}

START_TEST(completion) {
  completes("\"x\"() {a = #ttcore.memory_space<|", "K:system K:mmio K:dram K:l1 K:dst");
  completes("\"x\"() {a = #ttcore.memory_space<l1 |", "P:>");
  completes("\"x\"() {a = #ttcore.memory_space<d|>}", "K:dram K:dst");
  completes("#l1 = #tt.memory_space<l1>\n#g = #tt.grid<1x1>\n\"x\"() {a = #tt.metal_layout<(d0) -> (d0), undef, |",
            "P:< A:#tt.grid< A:#ttcore.grid< L:#l1 L:#g");
  completes("\"x\"() {a = #tt.metal_layout<(d0) -> (d0), |", "K:undef K:zero K:one K:inf K:neginf");
  completes("\"x\"() {a = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4xf32>|", "P:> P:,");
  completes("\"x\"() {a = #ttnn<mesh_shape |", "P:>");
  completes("\"x\"() {a = #tt<grid<1x64>|", "P:>");
  completes("#g = #tt.grid<2x2, |", "P:( F:virt_to_physical_map =  F:physical_to_virt_map = ");
  completes("#l = #ttnn.ttnn_layout<(d0) -> (d0), <1>, memref<4xf32, #ttnn.buffer_type<l1>>, |",
            "F:mesh =  K:interleaved K:single_bank K:height_sharded K:width_sharded K:block_sharded K:nd_sharded "
            "K:none P:< K:<interleaved> K:<single_bank> K:<height_sharded> K:<width_sharded> "
            "K:<block_sharded> K:<nd_sharded> "
            "K:<none> A:#ttnn.tensor_memory_layout< K:true K:false F:exactGrid =  F:core_ranges =  "
            "F:ignorePhysicalLayout = ");
  completes("#l = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4xf32, #tt.m|",
            "A:#tt.memory_space< A:#tt.metal_layout< A:#tt.mesh< A:#tt.meshes< A:#tt.mesh_sharding<");
  completes("\"x\"() {a = #ttcore.metal_layout<logical_shape = 2x3, |}",
            "F:dim_alignments =  F:collapse_dims =  F:collapsed_intervals =  K:undef K:zero K:one K:inf "
            "K:neginf K:system K:mmio K:dram K:l1 K:dst K:interleaved K:sharded F:index_map = ");
  completes("\"x\"() {a = #ttcore.metal_layout<logical_shape = 2x3, dim_al|}", "F:dim_alignments = ");
  completes("!t = !tt.tile<32x32, bf|", "K:bf16 K:bfp_f8 K:bfp_bf8 K:bfp_f4 K:bfp_bf4 K:bfp_f2 K:bfp_bf2");
  completes("#a = unit\n#b = #a|\n#c = 1\n", "L:#a");
  completes("func.func @f(%a: i32) {\n  %b:2 = t.x\n  t.y %|\n  %c = t.z\n}\n", "V:%a V:%b#0 V:%b#1");
  completes("%a = t.x\n%s:2 = t.for %i = %a {\n  %n, %m = t.y %|\n}\n", "V:%a V:%i");
  completes("%o = t.x\nfunc.func @f(%abc: i32, %b: i32) {\n  scf.if %b {\n    t.y %a|\n  }\n}\n", "V:%abc");
  completes("module @m {\n  func.func @f() {\n    cf.br ^|\n  ^a:\n    return\n  }\n}\n", "B:^a");
  completes("module @m {\n  func.func private @f()\n  func.func @g() {\n    call @|() : () -> ()\n  }\n}\n",
            "S:@f S:@g");
  completes("%a:2 = t.x\nt.y %a#|\n", "V:%a#0 V:%a#1");
  completes("%a = t.x // %|\n", "");
  completes("%a = t.x {b = \"%|\"}\n", "");
  completes("// RUN: tt-opt --era=2025-03-2|\n", "K:2025-03-24 K:2025-03-23 K:2025-03-21");
  completes("// RUN: tt-opt --era=l| %s\n", "K:latest");
  completes("\"x\"() {a = \"--era=l|\n", "");
  completes("tt.device @d = <work|", "F:workerGrid = ");
  completes("tt.device @\"d = <\" = <work|", "F:workerGrid = ");
  completes("\"x\"() {a = #ttcore.system_desc<[{role = h|", "K:host");
  completes("\"x\"() {a = #ttnn.core_range_set<[#ttnn.core|", "A:#ttnn.core_range<");
  completes("\"x\"() : memref<2x|",
            "T:tensor< T:memref< T:vector< T:complex< T:tuple< T:f32 T:bf16 T:f16 T:f64 T:tf32 T:f8E4M3FN "
            "T:f8E5M2 T:i1 T:i8 T:i16 T:i32 T:i64 T:si8 T:si16 T:si32 T:ui8 T:ui16 T:ui32 T:ui64 "
            "T:index T:none A:!tt.tile< A:!ttcore.tile< A:!tt.device< "
            "A:!d2m.cb< A:!ttir.mem_tx A:!d2m.mem_tx A:!ttir.semaphore A:!d2m.semaphore A:!ttkernel.semaphore "
            "A:!d2m.local_semaphore A:!ttmetal.local_semaphore A:!ttkernel.local_semaphore A:!ttnn.global_semaphore "
            "A:!d2m.global_semaphore A:!ttmetal.global_semaphore A:!ttnn.device A:!ttcore.dict A:!ttkernel.noc_addr "
            "A:!ttkernel.l1_addr A:!ttkernel.l1_addr_ptr A:!ttkernel.TensorAccessor A:!ttkernel.TensorAccessorArgs "
            "A:!ttkernel.PageMapping A:!ttkernel.DataFormat A:!ttkernel.interleaved_addr_gen_fast "
            "A:!ttkernel.fabric_connection_manager A:!ttkernel.mesh_position A:!ttkernel.cb< A:!emitpy.opaque< "
            "A:!emitpy.dict A:!emitpy.str A:!emitpy.class<");
  completes("\"x\"() // #tt.grid<|", "");
  completes("\"x\"() {a = 3|", "");
}
END_TEST

/* ---- no memory ---- */

static tta_status everything(const tta_allocator *allocator, const void *given) {
  tta_check_options *options;
  tta_document *d = NULL;
  const char *text = given;
  const tta_name *list;
  const tta_name *const *visible;
  const tta_edit *edits;
  tta_name alias;
  tta_document_hover hover;
  tta_completions words;
  tta_value_at at;
  size_t count;
  tta_status status = tta_check_options_new(NULL, &options);
  tta_check_options_set_split(options, true);
  status = tta_document_new((tta_str){"t", 1}, (tta_str){text, strlen(text)}, options, allocator, &d);
  tta_check_options_free(options);
  if (!status) status = tta_document_edit(d, (tta_span){0, 0}, (tta_str){"\n// -----\n#z = [2 , 3]\n", 23});
  if (!status) status = tta_document_check(d);
  for (uint32_t i = 0; !status && i < tta_document_text(d).size; i += 7) status = tta_document_value_at(d, i, &at);
  for (uint32_t i = 0; !status && i < tta_document_text(d).size; i += 9) status = tta_document_name_at(d, i, &alias);
  for (uint32_t i = 0; !status && i < tta_document_text(d).size; i += 11) status = tta_document_hover_at(d, i, &hover);
  for (uint32_t i = 0; !status && i < tta_document_text(d).size; i += 13) status = tta_document_complete(d, i, &words);
  if (!status) status = tta_document_names(d, 0, &list, &count);
  if (!status) status = tta_document_visible_names(d, (uint32_t)tta_document_text(d).size, &visible, &count);
  if (!status) status = tta_document_format(d, (tta_span){0, 10000}, &edits, &count);
  if (!status) ck_assert_uint_eq(count, text == three);
  if (status == TTA_NO_MEMORY && d) { /* the document can be used again */
    tta_str now = tta_document_text(d);
    ck_assert(!now.data[now.size]);
    ck_assert_uint_le(tta_document_num_lines(d), 20);
  }
  tta_document_free(d);
  return status;
}

/* After a failure the next check has the right results. */
static tta_status small_steps(const tta_allocator *allocator, const void *text) {
  static const char *const steps[][2] = {{"8x8", "0x8"}, {"4x4", "4x"}, {"64x64", "64x65"}};
  tta_document *d = NULL;
  tta_status status = tta_document_new((tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL, allocator, &d), first;
  if (status) return status;
  first = TTA_OK;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    uint32_t begin = find(d, steps[i][0]);
    tta_span range = {begin, begin + (uint32_t)strlen(steps[i][0])};
    status = tta_document_edit(d, range, (tta_str){steps[i][1], strlen(steps[i][1])});
    if (!status) status = tta_document_check(d);
    if (!first) first = status;
    if (status && tta_document_check(d) == TTA_NO_MEMORY) break; /* an allocation fails, or all after it */
    if (!first) ck_assert_uint_eq(tta_results_num_errors(tta_document_results(d)), i + 1);
  }
  tta_document_free(d);
  return first;
}

START_TEST(no_memory) {
  each_request_fails(small_steps, some_layouts, TTA_OK);
  each_request_fails(everything, three, TTA_OK);
  each_request_fails(everything, layouts, TTA_OK);
}
END_TEST

int main(void) {
  return RUN_SUITE("document", life, model_values, lines_and_columns, small_edits, messages_after_small_edits,
                   edits_before_a_check,
                   sections_keep_results, fences_are_sections, repeats, marker_with_a_line_end,
                   items_with_errors_elsewhere, value_at_an_offset, values_of_a_later_section, alias_at_an_offset,
                   names_of_other_sections,
                   names_that_are_none, symbols, formatting, hover_facts, queries_with_few_aliases,
                   hover_on_rejected_layouts, hover_of_forms, completion, no_memory);
}
