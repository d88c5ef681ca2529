/* The reader of configuration files: values, the limits of the subset, positions of errors. */
#include <string.h>

#include "base/toml.h"
#include "suite.h"

static tta_arena arena;
static tta_toml toml;

static void set_up(void) { tta_arena_init(&arena, &tta_malloc_allocator); }
static void tear_down(void) { tta_arena_free(&arena); }

static tta_status parse(const char *text) { return tta_toml_parse((tta_str){text, strlen(text)}, &arena, &toml); }

START_TEST(values) {
  ck_assert_int_eq(parse("# comment\r\na = \"x\\ty\\u00e9\\\"\" # after\n'b c' = -1_000\n[ t ]\n"
                         "c = [ 'l\\i', # first\n  true,\n[+0, -0],\n]\n\"d\" = false"),
                   TTA_OK);
  ck_assert_uint_eq(toml.num_entries, 4);
  const tta_toml_entry *e = toml.entries;
  ck_assert(e[0].value.kind == TTA_TOML_STRING && e[0].value.string.size == 6 &&
            !memcmp(e[0].value.string.data, "x\ty\xc3\xa9\"", 6));
  ck_assert(e[1].value.kind == TTA_TOML_INTEGER && e[1].value.integer == -1000 && !e[1].table.data);
  ck_assert(e[2].value.kind == TTA_TOML_ARRAY && e[2].value.num_items == 3 && e[2].table.size == 1);
  ck_assert(!memcmp(e[2].value.items[0].string.data, "l\\i", 3) && e[2].value.items[1].integer == 1);
  ck_assert(e[2].value.items[2].num_items == 2 && e[3].value.kind == TTA_TOML_BOOLEAN && !e[3].value.integer);
  ck_assert_int_eq(parse(""), TTA_OK);
  ck_assert_int_eq(parse("a = 9223372036854775807\nb = -9223372036854775808"), TTA_OK);
  ck_assert(toml.entries[1].value.integer == INT64_MIN);
}
END_TEST

START_TEST(errors) {
  static const struct {
    const char *text, *message;
    uint32_t begin;
  } cases[] = {
    {"a = 1\na = 2", "the key is defined twice", 6},
    {"[t]\n[t]", "the name is defined twice", 5},
    {"t = 1\n[t]", "the name is defined twice", 7},
    {"a = 1.5", "numbers other than decimal integers, and dates, are not supported", 5},
    {"a = 0x10", "numbers other than decimal integers, and dates, are not supported", 5},
    {"a = 2025-01-01", "numbers other than decimal integers, and dates, are not supported", 8},
    {"a = 012", "integers must not have leading zeros", 4},
    {"a = 9223372036854775808", "integer is out of range", 4},
    {"a = 1__0", "expected a digit after '_'", 5},
    {"a = \"x", "string is not closed on its line", 4},
    {"a = \"\"\"x\"\"\"", "strings of several lines are not supported", 4},
    {"a = \"\\q\"", "unknown escape; expected one of b, t, n, f, r, \", \\, uXXXX, UXXXXXXXX", 6},
    {"a = \"\\ud800\"", "not a Unicode character", 5},
    {"a = \"\x01\"", "control character", 5},
    {"a = \"\xff\"", "invalid UTF-8", 5},
    {"a = {b = 1}", "inline tables are not supported", 4},
    {"a.b = 1", "dotted keys are not supported", 1},
    {"[[t]]", "arrays of tables are not supported", 1},
    {"[t", "expected ']' after the name of the table", 2},
    {"a 1", "expected '=' after the key", 2},
    {"a = yes", "expected a value: a string in quotes, an integer, true, false or an array", 4},
    {"a = truely", "expected true or false", 4},
    {"a = [1 2]", "expected ',' or ']'", 7},
    {"a = [1,\n2", "array is not closed", 4},
    {"a = 1 b", "expected the end of the line after the value", 6},
    {"a = 1\r b = 2", "expected the end of the line after the value", 5},
    {"= 1", "expected a key", 0},
    {"a = [[[[[[[[[[[[[[[[[1", "arrays are nested too deeply", 20},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ck_assert_msg(parse(cases[i].text) == TTA_INVALID, "%s", cases[i].text);
    ck_assert_str_eq(toml.error, cases[i].message);
    ck_assert_msg(toml.error_span.begin == cases[i].begin, "%s: %u", cases[i].text, toml.error_span.begin);
  }
}
END_TEST

int main(void) { return RUN_SUITE_WITH("toml", set_up, tear_down, values, errors); }
