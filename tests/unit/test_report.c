/* ttattr/report.h: the parts of a report, its limits and failures. Its numbers: lit/tt-layout/report.mlir. */
#include "ttattr/report.h"

#include <check.h>
#include <string.h>

#include "base/str.h"
#include "failing.h"
#include "suite.h"

#define WIDE "tensor<1024x1024xf32, #wide>"
#define OUT "tensor<1024x1024xf32, #out>"
#define ALIASES                                                                                                        \
  "#wide = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<512x256xf32, #tt.memory_space<l1>>>\n"          \
  "#out = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1024x1024xf32, #tt.memory_space<dram>>>\n"

/* Two of three buffers of L1 fit; the second move has the layouts of the first. */
static const char too_large[] = ALIASES
    "func.func @f(%a: " WIDE ", %b: " WIDE ") {\n"
    "  %0 = ttir.empty() : " WIDE "\n"
    "  %1 = \"ttir.add\"(%a, %b, %0) : (" WIDE ", " WIDE ", " WIDE ") -> " WIDE "\n"
    "  %2 = ttir.empty() : " OUT "\n"
    "  %3 = ttir.to_layout %1, %2 : " WIDE " into " OUT " -> " OUT "\n"
    "  %4 = ttir.empty() : " OUT "\n"
    "  %5 = ttir.to_layout %a, %4 : " WIDE " into " OUT " -> " OUT "\n"
    "  return\n}\n";

typedef struct reported {
  tta_source source;
  tta_module_report *report;
  tta_buf json, html;
} reported;

static void open_report(reported *r, const char *text) {
  tta_module_report_options options;
  tta_module_report_options_init(&options);
  tta_source_init(&r->source, tta_str_from("t.mlir"), tta_str_from(text), NULL);
  ck_assert_int_eq(tta_module_report_new(&r->source, &options, &r->report, NULL), TTA_OK);
  tta_buf_init(&r->json, NULL);
  tta_buf_init(&r->html, NULL);
  tta_module_report_json(r->report, &r->json);
  ck_assert_int_eq(tta_module_report_html(r->report, tta_str_from("t & <x>"), &r->html), TTA_OK);
  tta_buf_char(&r->json, 0);
  tta_buf_char(&r->html, 0);
}

static void close_report(reported *r) {
  tta_buf_free(&r->json);
  tta_buf_free(&r->html);
  tta_module_report_free(r->report);
  tta_source_free(&r->source);
}

static size_t count_of(const char *text, const char *words) {
  size_t count = 0;
  for (; (text = strstr(text, words)); text++) count++;
  return count;
}

START_TEST(parts) {
  reported r;
  open_report(&r, too_large);
  ck_assert(!tta_module_report_is_good(r.report));
  ck_assert_uint_eq(tta_results_num_errors(tta_module_report_results(r.report)), 0);
  ck_assert(!tta_memory_plan_fits(tta_module_report_memory(r.report)));
  ck_assert_uint_eq(count_of(r.json.data, "\"operation\":\"ttir.to_layout\",\"from\":"), 2);
  ck_assert_uint_eq(count_of(r.json.data, "\"same\":null,\"plan\":{\"transfers\":null"), 1);
  ck_assert_uint_eq(count_of(r.json.data, "\"same\":0,\"plan\":null,\"reason\":null"), 1);
  ck_assert_uint_eq(count_of(r.json.data, "\"change\":\"on blackhole\""), 1);
  ck_assert_uint_eq(count_of(r.html.data, "<h1>t &amp; &lt;x&gt;</h1>"), 1);
  ck_assert_uint_eq(count_of(r.html.data, "<section"), 8);
  ck_assert_uint_eq(count_of(r.html.data, "<script"), 0);
  close_report(&r);
}
END_TEST

START_TEST(errors) {
  reported r;
  open_report(&r, "func.func @f(%a: tensor<4x4xf32, #undefined>) {\n  return\n}\n");
  ck_assert(!tta_module_report_is_good(r.report));
  ck_assert_ptr_null(tta_module_report_memory(r.report));
  ck_assert_uint_eq(count_of(r.json.data, "\"memory\":null"), 1);
  ck_assert_uint_eq(count_of(r.json.data, "undefined symbol alias id 'undefined'"), 1);
  close_report(&r);
  open_report(&r, "");
  ck_assert(tta_module_report_is_good(r.report));
  close_report(&r);
}
END_TEST

/* Tables end, JSON does not. */
START_TEST(many_rows) {
  reported r;
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_str(&text, ALIASES "func.func @f() {\n");
  for (int i = 0; i < 1200; i++) tta_buf_printf(&text, "  %%%d = ttir.empty() : " OUT "\n", i);
  tta_buf_str(&text, "  return\n}\n");
  tta_buf_char(&text, 0);
  open_report(&r, text.data);
  ck_assert_uint_eq(count_of(r.json.data, "\"name\":\"%1199\""), 1);
  ck_assert_uint_eq(count_of(r.html.data, "<code>%999</code>"), 3); /* peak, values, grids */
  ck_assert_uint_eq(count_of(r.html.data, "<code>%1000</code>"), 0);
  ck_assert_uint_eq(count_of(r.html.data, "and 200 more; the JSON form has all of them"), 3);
  close_report(&r);
  tta_buf_free(&text);
}
END_TEST

/* Values of several functions have the names of these: in the tables of the peak, of all values, of idle banks. */
START_TEST(functions) {
  reported r;
  open_report(&r, ALIASES "func.func @f(%a: " OUT ") {\n  return\n}\n"
                          "func.func private @g (%a: " OUT ") {\n  return\n}\n"
                          "\"func.func\"() <{sym_name = \"h\"}> ({\n  %b = t.x : " OUT "\n}) : () -> ()\n");
  ck_assert_uint_eq(count_of(r.html.data, "<td><code>@f</code></td><td><code>%a</code></td>"), 3);
  ck_assert_uint_eq(count_of(r.html.data, "<td><code>@g</code></td><td><code>%a</code></td>"), 2);
  ck_assert_uint_eq(count_of(r.html.data, "<td><code></code></td><td><code>%b</code></td>"), 2);
  close_report(&r);
}
END_TEST

static tta_status report_given(const tta_allocator *allocator, const void *given) {
  tta_module_report_options options;
  tta_module_report *report;
  tta_source source;
  tta_buf out;
  tta_module_report_options_init(&options);
  options.allocator = allocator;
  tta_source_init(&source, tta_str_from("t.mlir"), tta_str_from(given), allocator);
  tta_buf_init(&out, allocator);
  tta_status status = tta_module_report_new(&source, &options, &report, NULL);
  if (!status) tta_module_report_json(report, &out);
  if (!status && out.failed) status = TTA_NO_MEMORY;
  if (!status) status = tta_module_report_html(report, tta_str_from("t"), &out);
  tta_module_report_free(report);
  tta_buf_free(&out);
  tta_source_free(&source);
  return status;
}

START_TEST(no_memory) {
  each_request_fails(report_given, too_large, TTA_OK);
}
END_TEST

int main(void) {
  return RUN_SUITE("report", parts, errors, many_rows, functions, no_memory);
}
