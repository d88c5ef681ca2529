/* The JSON parser: RFC 8259, and its stricter rules (json_read.h). */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "base/str.h"
#include "suite.h"

enum { DEPTH = 4 };

static tta_arena arena;
static tta_json_error error;

static void setup(void) { tta_arena_init(&arena, NULL); }
static void teardown(void) { tta_arena_free(&arena); }

/* Reads a copy that ends where its memory ends, so that a sanitizer sees a step too far. */
static tta_status read_bytes(const char *text, size_t size, const tta_json_node **out) {
  char *copy = malloc(size ? size : 1);
  if (size) memcpy(copy, text, size);
  tta_status status = tta_json_read(&arena, (tta_str){copy, size}, DEPTH, out, &error);
  free(copy);
  return status;
}

static const tta_json_node *read_good(const char *text) {
  const tta_json_node *node = NULL;
  ck_assert_msg(read_bytes(text, strlen(text), &node) == TTA_OK, "%s: %zu: %s", text, error.column, error.message);
  return node;
}

static void read_bad(const char *text, size_t size, size_t column, const char *message) {
  const tta_json_node *node;
  ck_assert_msg(read_bytes(text, size, &node) == TTA_INVALID, "accepted: %s", text);
  ck_assert_msg(error.column == column && strcmp(error.message, message) == 0, "%s: column %zu: %s", text, error.column,
                error.message);
}

START_TEST(scalars) {
  ck_assert_int_eq(read_good(" null\t")->kind, TTA_JSON_NULL);
  ck_assert(read_good("true")->boolean);
  const tta_json_node *no = read_good("\r\nfalse");
  ck_assert(no->kind == TTA_JSON_BOOL && !no->boolean);
  ck_assert_uint_eq(no->column, 3);
}
END_TEST

START_TEST(integers) {
  static const struct {
    const char *text;
    bool is_int64;
    int64_t value;
  } cases[] = {
      {"0", true, 0},
      {"-0", true, 0},
      {"42", true, 42},
      {"-7", true, -7},
      {"9223372036854775807", true, INT64_MAX},
      {"-9223372036854775808", true, INT64_MIN},
      {"9223372036854775808", false, INT64_MIN},
      {"18446744073709551615", false, -1},
      {"-9223372036854775809", false, 0},
      {"\"9007199254740993\"", true, INT64_C(9007199254740993)},
      {"\"-3\"", true, -3},
      {"\"\"", false, 0},
      {"\"-\"", false, 0},
      {"\" 3\"", false, 0},
      {"\"3x\"", false, 0},
      {"\"99999999999999999999\"", false, 0},
      {"null", false, 0},
      {"[1]", false, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const tta_json_node *node = read_good(cases[i].text);
    int64_t s = 0;
    ck_assert_msg(tta_json_int64(node, &s) == cases[i].is_int64, "%s", cases[i].text);
    if (cases[i].is_int64) ck_assert_int_eq(s, cases[i].value);
  }
}
END_TEST

START_TEST(strings) {
  const tta_json_node *node = read_good("\"a\\\"\\\\\\/"
                                        "\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\ud83d\\ude00\xc3\xa9\x7f\"");
  const char *want = "a\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xc3\xa9\x7f";
  ck_assert(tta_str_is(node->string, want));
  node = read_good("\"x\\u0000y\"");
  ck_assert_uint_eq(node->string.size, 3);
  ck_assert_mem_eq(node->string.data, "x\0y", 4);
  ck_assert_uint_eq(read_good("\"\"")->string.size, 0);
}
END_TEST

START_TEST(nested) {
  const tta_json_node *node = read_good("{\"kind\": \"program\", \"core_range\": [[0,0],[7,-7]], \"e\":[], \"o\":{}}");
  ck_assert_uint_eq(node->count, 4);
  ck_assert(tta_str_is(tta_json_member(node, "kind")->string, "program"));
  ck_assert_ptr_null(tta_json_member(node, "Kind"));
  const tta_json_node *range = tta_json_member(node, "core_range");
  ck_assert(range->kind == TTA_JSON_ARRAY && range->count == 2 && range->column == 35 && range->key_column == 21);
  const tta_json_node *second = range->first->next;
  int64_t y;
  ck_assert(tta_json_int64(second->first->next, &y) && y == -7);
  ck_assert_ptr_null(second->next);
  ck_assert_ptr_null(tta_json_member(node, "e")->first);
  ck_assert(tta_json_member(node, "o")->kind == TTA_JSON_OBJECT && tta_json_member(node, "o")->count == 0);
  ck_assert_ptr_null(tta_json_member(range, "kind"));
  ck_assert_uint_eq(read_good("[[],[[]],[[[]]],[]]")->count, 4); /* depth goes down again */
}
END_TEST

START_TEST(malformed) {
  static const struct {
    const char *text;
    size_t column;
    const char *message;
  } cases[] = {
      {"", 1, "expected a value, found the end of the text"},
      {"  ", 3, "expected a value, found the end of the text"},
      {"nul", 1, "expected a value, found 'n'"},
      {"truex", 5, "expected the end of the text, found 'x'"},
      {"1 2", 3, "expected the end of the text, found '2'"},
      {"\xef\xbb\xbf{}", 1, "expected a value, found byte 0xef"},
      {"{", 2, "expected a member name in quotes, found the end of the text"},
      {"{a:1}", 2, "expected a member name in quotes, found 'a'"},
      {"{\"a\"}", 5, "expected ':', found '}'"},
      {"{\"a\":}", 6, "expected a value, found '}'"},
      {"{\"a\":1,}", 8, "expected a member name in quotes, found '}'"},
      {"{\"a\":1 \"b\":2}", 8, "expected ',' or '}', found '\"'"},
      {"{\"a\":1,\"b\":2,\"a\":3}", 14, "duplicate member"},
      {"{\"a\":1,\"\\u0061\":3}", 8, "duplicate member"},
      {"{,}", 2, "expected a member name in quotes, found ','"},
      {"[1,]", 4, "expected a value, found ']'"},
      {"[,1]", 2, "expected a value, found ','"},
      {"[1 2]", 4, "expected ',' or ']', found '2'"},
      {"[1}", 3, "expected ',' or ']', found '}'"},
      {"[1", 3, "expected ',' or ']', found the end of the text"},
      {"[1,", 4, "expected a value, found the end of the text"},
      {"]", 1, "expected a value, found ']'"},
      {"[[[[[1]]]]]", 5, "more than 4 brackets open at once"},
      {"01", 1, "leading zero in a number"},
      {"-", 2, "expected a digit, found the end of the text"},
      {"+1", 1, "expected a value, found '+'"},
      {"1.5", 1, "expected an integer, found a number with a fraction or an exponent"},
      {"1e3", 1, "expected an integer, found a number with a fraction or an exponent"},
      {"[18446744073709551616]", 2, "integer does not fit 64 bits"},
      {"\"a", 1, "unterminated string"},
      {"\"a\\\"", 1, "unterminated string"},
      {"\"\\", 1, "unterminated string"},
      {"\"\\x\"", 2, "unknown escape"},
      {"\"\\u12g4\"", 2, "\\u needs four hexadecimal digits"},
      {"\"\\u12", 1, "unterminated string"},
      {"\"\\ud83d\"", 2, "unpaired surrogate"},
      {"\"\\ud83d\\u0041\"", 2, "unpaired surrogate"},
      {"\"\\ude00\"", 2, "unpaired surrogate"},
      {"\"a\tb\"", 3, "control character in a string"},
      {"\"\xc0\xaf\"", 2, "byte 0xc0 is not valid UTF-8"},
      {"\"\xed\xa0\x80\"", 2, "byte 0xed is not valid UTF-8"},
      {"[\x01]", 2, "expected a value, found byte 0x01"},
      {"'a'", 1, "expected a value, found '''"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    read_bad(cases[i].text, strlen(cases[i].text), cases[i].column, cases[i].message);
  }
  read_bad("[1]\0", 4, 4, "expected the end of the text, found byte 0x00");
  read_bad("\"\\\0\"", 4, 2, "unknown escape");
}
END_TEST

/* No beginning of a bracketed text is a text; and none reads beyond its end. */
START_TEST(truncated) {
  const char *text = "{\"op\":\"al\\u006c\\ud83d\\ude00oc\",\"size\":-12,\"b\":[true,false,null,[[1]],{\"x\":{}}]}";
  const tta_json_node *node;
  size_t size = strlen(text);
  for (size_t n = 0; n < size; n++) {
    ck_assert_int_eq(read_bytes(text, n, &node), TTA_INVALID);
    ck_assert_uint_le(error.column, n + 1);
  }
  ck_assert_int_eq(read_bytes(text, size, &node), TTA_OK);
}
END_TEST

START_TEST(limits) {
  char text[8 * (TTA_JSON_MAX_MEMBERS + 1) + 2];
  for (int members = TTA_JSON_MAX_MEMBERS; members <= TTA_JSON_MAX_MEMBERS + 1; members++) {
    size_t size = 0;
    for (int i = 0; i < members; i++) {
      const char item[] = {i ? ',' : '{', '"', (char)('a' + i / 16), (char)('a' + i % 16), '"', ':', '1'};
      memcpy(text + size, item, sizeof item);
      size += sizeof item;
    }
    text[size++] = '}';
    const tta_json_node *node;
    tta_status want = members > TTA_JSON_MAX_MEMBERS ? TTA_INVALID : TTA_OK;
    ck_assert_int_eq(read_bytes(text, size, &node), want);
  }
  ck_assert_str_eq(error.message, "more than 256 members");

  enum { MANY = 100000 }; /* an allowed depth that recursion would not survive */
  char *deep = malloc(2 * MANY);
  memset(deep, '[', MANY);
  memset(deep + MANY, ']', MANY);
  const tta_json_node *node;
  ck_assert_int_eq(tta_json_read(&arena, (tta_str){deep, 2 * MANY}, MANY, &node, &error), TTA_OK);
  ck_assert_int_eq(tta_json_read(&arena, (tta_str){deep, 2 * MANY}, MANY - 1, &node, &error), TTA_INVALID);
  ck_assert_uint_eq(error.column, MANY);
  ck_assert_int_eq(tta_json_read(&arena, (tta_str){"7", 1}, 0, &node, &error), TTA_OK);
  free(deep);
}
END_TEST

START_TEST(lines) {
  tta_str rest = {"a\n\n b\r\nc", 8}, line;
  ck_assert(tta_str_next_line(&rest, &line) && tta_str_is(line, "a"));
  ck_assert(tta_str_next_line(&rest, &line) && line.size == 0 && !tta_str_trim(line).size);
  ck_assert(tta_str_next_line(&rest, &line) && tta_str_is(line, " b\r") && tta_str_trim(line).size);
  ck_assert(tta_str_next_line(&rest, &line) && tta_str_is(line, "c"));
  ck_assert(!tta_str_next_line(&rest, &line));
  rest = (tta_str){"x\n", 2};
  ck_assert(tta_str_next_line(&rest, &line) && !tta_str_next_line(&rest, &line));
  rest = (tta_str){NULL, 0};
  ck_assert(!tta_str_next_line(&rest, &line));
}
END_TEST

static void *no_memory(void *user, size_t size) {
  (void)size;
  return --*(int *)user < 0 ? NULL : malloc(size);
}
static void release(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  free(block);
}

START_TEST(out_of_memory) {
  char *text = malloc(20002);
  memset(text, 'a', 20001);
  text[0] = text[20000] = '"';
  for (int allowed = 0; allowed < 3; allowed++) {
    int left = allowed;
    tta_allocator allocator = {no_memory, NULL, release, &left};
    tta_arena small;
    tta_arena_init(&small, &allocator);
    const tta_json_node *node;
    tta_status want = allowed < 2 ? TTA_NO_MEMORY : TTA_OK; /* the node's block, then the string's */
    ck_assert_int_eq(tta_json_read(&small, (tta_str){text, 20001}, DEPTH, &node, &error), want);
    tta_arena_free(&small);
  }
  free(text);
}
END_TEST

/* The tolerant parser of messages; the copy ends where its memory ends. */
static const tta_json_node *read_message(const char *text) {
  const tta_json_node *node = NULL;
  size_t size = strlen(text);
  char *copy = tta_arena_alloc(&arena, size ? size : 1);
  if (size) memcpy(copy, text, size);
  tta_status status = tta_json_read_message(&arena, copy, size, DEPTH, &node, &error);
  return status == TTA_OK ? node : NULL;
}

START_TEST(messages) {
  static const struct {
    const char *text, *value;
  } texts[] = {
      {"\"\"", ""},
      {"\"plain\"", "plain"},
      {"\"a\\nb\\\\\\\"c\"", "a\nb\\\"c"},
      {"\"\\ud83d\"", "\xef\xbf\xbd"},
      {"\"\\ud83dx\\ude00\"", "\xef\xbf\xbdx\xef\xbf\xbd"},
      {"\"\\ud83d\\ude00!\"", "\xf0\x9f\x98\x80!"},
      {"\"\xff\t\"", "\xff\t"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const tta_json_node *node = read_message(texts[i].text);
    ck_assert_msg(node && node->kind == TTA_JSON_STRING, "%s: %s", texts[i].text, error.message);
    ck_assert_msg(tta_str_is(node->string, texts[i].value), "%s", texts[i].text);
  }
  static const char *const numbers[] = {"1.5", "-2e300", "18446744073709551616", "01", "1E+2"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const tta_json_node *node = read_message(numbers[i]);
    ck_assert_msg(node && node->kind == TTA_JSON_NUMBER && tta_str_is(node->string, numbers[i]), "%s", numbers[i]);
  }
  ck_assert_int_eq(read_message("18446744073709551615")->kind, TTA_JSON_INTEGER);
  const tta_json_node *twice = read_message("{\"a\": 1, \"b\": [], \"a\": 2}");
  ck_assert(twice && tta_json_member(twice, "a")->magnitude == 2);
  static const char *const bad[] = {"", "-", "\"", "\"\\", "\"\\\"", "\"\\u12\"", "{]}", "[[[[[", "nul", "\"\\x\""};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) ck_assert_msg(!read_message(bad[i]), "%s", bad[i]);
}
END_TEST

START_TEST(many_members) {
  char text[8 * 1000], *at = text;
  *at++ = '{';
  for (int i = 0; i < 1000; i++) at += snprintf(at, 8, "\"\":%d,", i % 10);
  at[-1] = '}';
  const tta_json_node *node;
  ck_assert_int_eq(tta_json_read_message(&arena, text, (size_t)(at - text), DEPTH, &node, &error), TTA_OK);
  ck_assert_uint_eq(node->count, 1000);
  ck_assert_uint_eq(tta_json_member(node, "")->magnitude, 9);
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("json_read", setup, teardown, scalars, integers, strings, nested, malformed, truncated, limits,
                        lines, out_of_memory, messages, many_members);
}
