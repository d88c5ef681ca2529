/* Traces of `memory --replay` and their output (docs/memory.md). Addresses: test_freelist.c,
 * tests/property/test_freelist.c. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "ttattr/memory.h"

#define SIZES "{\"max_size\":4096,\"min_alloc\":32,\"align\":32,\"offset\":1024,"
#define OPT_32 SIZES "\"search\":\"first\",\"impl\":\"free_list_opt\"}\n"
#define LIST_32 SIZES "\"search\":\"best\",\"impl\":\"free_list\"}\n"

/* Where the error of the last trace is; line 0: there is none. */
static struct {
  size_t line, column;
  char message[192];
} error;

static tta_status run_trace(tta_str trace, const tta_allocator *allocator, tta_buf *out) {
  tta_source source;
  tta_replay *r;
  memset(&error, 0, sizeof error);
  tta_source_init(&source, (tta_str){"trace", 5}, trace, NULL);
  tta_status status = tta_replay_new(&source, &(tta_replay_options){.allocator = allocator}, &r);
  const tta_diagnostic *d = r ? tta_results_diagnostic(tta_replay_results(r), 0) : NULL;
  if (r) tta_buf_bytes(out, tta_replay_answers(r).data, tta_replay_answers(r).size);
  if (d) {
    tta_position at = tta_source_position(&source, d->span.begin);
    error.line = at.line;
    error.column = at.column;
    memcpy(error.message, d->message.data, d->message.size);
    ck_assert_int_eq(d->rule, TTA_RULE_memory_trace);
  }
  tta_replay_free(r);
  tta_source_free(&source);
  return status;
}

static tta_status replay(const char *trace, size_t size, tta_buf *out) {
  char *copy = malloc(size ? size : 1); /* ends where its memory ends */
  if (size) memcpy(copy, trace, size);
  tta_status status = run_trace((tta_str){copy, size}, NULL, out);
  free(copy);
  return status;
}

static void expect_answers(const char *trace, const char *answers) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_msg(replay(trace, strlen(trace), &out) == TTA_OK, "%zu:%zu: %s", error.line, error.column, error.message);
  ck_assert_uint_eq(error.line, 0);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, answers);
  tta_buf_free(&out);
}

static void expect_fault(const char *trace, size_t line, size_t column, const char *message, const char *answers) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  ck_assert_int_eq(replay(trace, strlen(trace), &out), TTA_INVALID);
  ck_assert_msg(error.line == line && error.column == column && strcmp(error.message, message) == 0,
                "%s\n%zu:%zu: %s", trace, error.line, error.column, error.message);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, answers);
  tta_buf_free(&out);
}

START_TEST(every_operation) {
  expect_answers(OPT_32
                 "{\"op\":\"lowest_occupied\"}\n"
                 "{\"op\":\"alloc\",\"size\":100,\"bottom_up\":false}\n"
                 "{\"op\":\"alloc\",\"size\":0,\"bottom_up\":true}\n"
                 "{\"op\":\"alloc\",\"size\":4096,\"bottom_up\":true}\n"
                 "{\"op\":\"alloc_at\",\"addr\":2048,\"size\":64}\n"
                 "{\"op\":\"alloc_at\",\"addr\":2080,\"size\":64}\n"
                 "{\"op\":\"allocated\"}\n"
                 "{\"op\":\"available\",\"size\":1}\n"
                 "{\"op\":\"stats\"}\n"
                 "{\"op\":\"lowest_occupied\"}\n"
                 "{\"op\":\"free\",\"addr\":1024}\n"
                 "{\"op\":\"free\",\"addr\":1024}\n"
                 "{\"op\":\"shrink\",\"size\":1024}\n"
                 "{\"op\":\"reset\"}\n"
                 "{\"op\":\"clear\"}\n"
                 "{\"op\":\"allocated\"}",
                 "{\"addr\":null}\n"
                 "{\"addr\":4992}\n"
                 "{\"addr\":1024}\n"
                 "{\"addr\":null}\n"
                 "{\"addr\":2048}\n"
                 "{\"addr\":null}\n"
                 "{\"ranges\":[[4992,5120],[1024,1056],[2048,2112]]}\n"
                 "{\"ranges\":[[1056,2048],[2112,4992]]}\n"
                 "{\"stats\":{\"total_allocatable\":4096,\"allocated\":224,\"free\":3872,\"largest_free\":2880}}\n"
                 "{\"addr\":1024}\n"
                 "{}\n{}\n{}\n{}\n{}\n"
                 "{\"ranges\":[]}\n");
}
END_TEST

/* Members in any order, blanks, CRLF, blank lines, integers in quotes; the linked list's own conventions. */
START_TEST(spelling) {
  expect_answers("\n \t\r\n { \"impl\" : \"free_list\", \"search\":\"best\",\"offset\":\"1024\",\"align\":32,"
                 "\"min_alloc\":32,\"max_size\":4096 } \r\n\r\n"
                 "{\"bottom_up\":true,\"size\":\"32\",\"op\":\"all\\u006fc\"}\r\n"
                 "{\"op\":\"available\",\"size\":64}\r\n",
                 "{\"addr\":1024}\n"
                 "{\"ranges\":[[32,4032]]}\n");
}
END_TEST

/* What tt-metal treats as fatal is an answer, and the replay goes on. */
START_TEST(fatal) {
  expect_answers(LIST_32
                 "{\"op\":\"alloc_at\",\"addr\":1040,\"size\":32}\n"
                 "{\"op\":\"shrink\",\"size\":32}\n"
                 "{\"op\":\"shrink\",\"size\":32}\n"
                 "{\"op\":\"alloc\",\"size\":32,\"bottom_up\":true,\"address_limit\":2000}\n"
                 "{\"op\":\"allocated\"}\n",
                 "{\"error\":\"address 1040 is not a multiple of the alignment, 32\"}\n"
                 "{}\n"
                 "{\"error\":\"Can only shrink size if it is not already shrunk\"}\n"
                 "{\"error\":\"Out of Memory: Cannot allocate at an address below 2000. Tried to allocate at 1056\"}\n"
                 "{\"ranges\":[[1056,1088]]}\n");
}
END_TEST

/* Integers beyond 2^53 are strings (docs/cli.md), and are parsed as such. */
START_TEST(large) {
  expect_answers("{\"max_size\":9223372036854775776,\"min_alloc\":32,\"align\":32,\"offset\":0,\"search\":\"first\","
                 "\"impl\":\"free_list_opt\"}\n"
                 "{\"op\":\"alloc\",\"size\":32,\"bottom_up\":false}\n"
                 "{\"op\":\"free\",\"addr\":\"9223372036854775744\"}\n"
                 "{\"op\":\"available\",\"size\":32}\n",
                 "{\"addr\":\"9223372036854775744\"}\n{}\n{\"ranges\":[[0,\"9223372036854775776\"]]}\n");
}
END_TEST

START_TEST(malformed_configuration) {
#define REST ",\"search\":\"first\",\"impl\":\"free_list\"}"
  static const struct {
    const char *text;
    size_t line, column;
    const char *message;
  } cases[] = {
      {"", 1, 1, "the trace is empty; expected a configuration in the first line"},
      {"\n\n", 1, 1, "the trace is empty; expected a configuration in the first line"},
      {"\n[1]", 2, 1, "a line must be an object, found an array"},
      {"{\"max_size\":64", 1, 15, "expected ',' or '}', found the end of the text"},
      {"{\"op\":\"stats\"}", 1, 2, "unknown member of the configuration"},
      {"{\"max_size\":64,\"align\":32,\"offset\":0" REST, 1, 1, "the configuration lacks \"min_alloc\""},
      {"{\"max_size\":-64,\"min_alloc\":32,\"align\":32,\"offset\":0" REST, 1, 13,
       "\"max_size\" must not be negative, found -64"},
      {"{\"max_size\":9223372036854775808,\"min_alloc\":32,\"align\":32,\"offset\":0" REST, 1, 13,
       "\"max_size\" exceeds 63 bits"},
      {"{\"max_size\":64,\"min_alloc\":32,\"align\":0,\"offset\":0" REST, 1, 1, "align must be positive"},
      {"{\"max_size\":64,\"min_alloc\":32,\"align\":32,\"offset\":33" REST, 1, 1,
       "offset is not a multiple of align"},
      {"{\"max_size\":64,\"min_alloc\":32,\"align\":32,\"offset\":0,\"search\":\"last\"}", 1, 62,
       "\"search\" must be \"first\" or \"best\""},
      {"{\"impl\":7}", 1, 9, "\"impl\" must be \"free_list\" or \"free_list_opt\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    expect_fault(cases[i].text, cases[i].line, cases[i].column, cases[i].message, "");
  }
}
END_TEST

START_TEST(malformed_operation) {
  static const struct {
    const char *text;
    size_t column;
    const char *message;
  } cases[] = {
      {"{\"size\":1}", 1, "missing \"op\""},
      {"{\"op\":1}", 7, "\"op\" must be a string, found an integer"},
      {"{\"op\":\"malloc\"}", 7,
       "unknown operation (alloc, alloc_at, free, shrink, reset, clear, available, allocated, stats, lowest_occupied)"},
      {"{\"op\":\"alloc\",\"bottom_up\":true}", 1, "\"alloc\" lacks \"size\""},
      {"{\"op\":\"alloc\",\"size\":1}", 1, "\"alloc\" lacks \"bottom_up\""},
      {"{\"op\":\"alloc_at\",\"size\":1}", 1, "\"alloc_at\" lacks \"addr\""},
      {"{\"op\":\"alloc\",\"size\":1,\"bottom_up\":1}", 36, "\"bottom_up\" must be true or false, found an integer"},
      {"{\"op\":\"alloc\",\"size\":null,\"bottom_up\":true}", 22, "\"size\" must be an integer, found null"},
      {"{\"op\":\"alloc\",\"size\":\"1k\",\"bottom_up\":true}", 22, "\"size\" must be an integer, found a string"},
      {"{\"op\":\"alloc\",\"size\":-1,\"bottom_up\":true}", 22, "\"size\" must not be negative, found -1"},
      {"{\"op\":\"alloc\",\"size\":1.0,\"bottom_up\":true}", 22,
       "expected an integer, found a number with a fraction or an exponent"},
      {"{\"op\":\"alloc\",\"size\":99999999999999999999,\"bottom_up\":true}", 22, "integer does not fit 64 bits"},
      {"{\"op\":\"alloc\",\"size\":9223372036854775807,\"bottom_up\":true}", 1,
       "size 9223372036854775807 rounded up to a multiple of 32 exceeds 64 bits"},
      {"{\"op\":\"free\",\"addr\":-1}", 21, "\"addr\" must not be negative, found -1"},
      {"{\"op\":\"free\",\"addr\":1,\"size\":1}", 23, "unknown member of \"free\""},
      {"{\"op\":\"free\",\"addr\":1,\"addr\":1}", 23, "duplicate member"},
      {"{\"op\":\"stats\"} {}", 16, "expected the end of the text, found '{'"},
      {"stats", 1, "expected a value, found 's'"},
  };
  char trace[1024];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    strcpy(trace, OPT_32 "{\"op\":\"clear\"}\n\n");
    strcat(trace, cases[i].text);
    strcat(trace, "\n{\"op\":\"clear\"}\n");
    expect_fault(trace, 4, cases[i].column, cases[i].message, "{}\n");
  }
}
END_TEST

typedef struct meter {
  long until_failure;
  size_t in_use;
} meter;

static void *meter_allocate(void *user, size_t size) {
  meter *m = user;
  if (m->until_failure-- == 0) return NULL;
  m->in_use += size;
  return malloc(size);
}
static void *meter_resize(void *user, void *block, size_t old_size, size_t new_size) {
  meter *m = user;
  if (m->until_failure-- == 0) return NULL;
  m->in_use += new_size - old_size;
  return realloc(block, new_size);
}
static void meter_release(void *user, void *block, size_t size) {
  meter *m = user;
  m->in_use -= size;
  free(block);
}

/* Each request of a trace fails once: nothing leaks, and the answers so far are whole lines. */
static void each_request_fails(tta_str text, long least) {
  long failures = 0;
  tta_status status = TTA_NO_MEMORY;
  for (long n = 0; status == TTA_NO_MEMORY; n++) {
    meter m = {n, 0};
    tta_allocator allocator = {meter_allocate, meter_resize, meter_release, &m};
    tta_buf out;
    tta_buf_init(&out, &allocator);
    status = run_trace(text, &allocator, &out);
    ck_assert(status == TTA_OK || (status == TTA_NO_MEMORY && error.line == 0));
    if (status) failures++;
    tta_buf_free(&out);
    ck_assert_uint_eq(m.in_use, 0);
  }
  ck_assert_int_eq(status, TTA_OK);
  ck_assert_int_gt(failures, least);
}

START_TEST(out_of_memory) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_str(&text, OPT_32);
  for (int i = 0; i < 40; i++) {
    tta_buf_printf(&text, "{\"op\":\"alloc\",\"size\":32,\"bottom_up\":%s}\n", i % 2 ? "true" : "false");
    tta_buf_printf(&text, "{\"op\":\"allocated\"}\n{\"op\":\"available\",\"size\":1}\n");
    if (i % 3 == 2) tta_buf_printf(&text, "{\"op\":\"free\",\"addr\":%d}\n", 1024 + 16 * (i - 2));
  }
  each_request_fails(tta_buf_view(&text), 100);
  text.size = 0;
  tta_buf_str(&text, "[");
  for (int i = 0; i < 60; i++) {
    tta_buf_printf(&text, "{\"counter\":%d,\"node_type\":\"buffer\"},", i * 2);
    tta_buf_printf(&text, "{\"counter\":%d,\"node_type\":\"buffer_allocate\",\"connections\":[%d],"
                   "\"params\":{\"size\":64,"
                   "\"type\":\"%s\",\"layout\":\"INTERLEAVED\",\"page_size\":32,\"device_id\":%d}},", i * 2 + 1, i * 2,
                   i % 2 ? "L1" : "DRAM", i % 3);
  }
  tta_buf_str(&text, "{\"counter\":1000,\"node_type\":\"function_start\",\"params\":{\"name\":\"f\"}}]");
  each_request_fails(tta_buf_view(&text), 30);
  tta_buf_free(&text);
}
END_TEST

int main(void) {
  return RUN_SUITE("replay", every_operation, spelling, fatal, large, malformed_configuration, malformed_operation,
                   out_of_memory);
}
