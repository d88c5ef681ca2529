/* The lexical rules of text outside of attributes (src/text). */
#include <string.h>

#include "base/str.h"
#include "suite.h"
#include "text/token.h"

/* The kinds and texts of all tokens: "w'module' {'{'" */
static void describe(const char *text, char *out) {
  static const char kinds[] = "{}\"/rnw=,:>?";
  tta_tokens tokens = tta_tokens_of(text, text + strlen(text));
  for (tta_token t; tta_token_next(&tokens, &t);) {
    *out++ = kinds[t.kind];
    *out++ = '\'';
    memcpy(out, t.begin, (size_t)(t.end - t.begin));
    out += t.end - t.begin;
    *out++ = '\'';
    *out++ = ' ';
  }
  *out = 0;
}

START_TEST(test_tokens) {
  static const struct {
    const char *text, *expected;
  } cases[] = {
      {"module @f attributes", "w'module' n'@f' w'attributes' "},
      {"%0:2 = a.b %1#12", "n'%0' :':' w'2' ='=' w'a.b' n'%1#12' "},
      {"#a#b x#c !d.e<1>", "n'#a' n'#b' w'x' ?'#' w'c' n'!d.e' {'<' w'1' }'>' "},
      {"@\"a b\"::@c ^bb0 %-x->", "n'@\"a b\"' ?'::' n'@c' n'^bb0' n'%-x' >'->' "},
      {"a < b <= c >= d == e -> f", "w'a' {'<' w'b' ?'<=' w'c' ?'>=' w'd' ?'==' w'e' >'->' w'f' "},
      {"\"{\" // }\n}", "\"'\"{\"' /'// }' }'}' "},
      {"{-# a: \"#-}\" // #-}\n #-} b", "r'{-# a: \"#-}\" // #-}\n #-}' w'b' "},
      {"1.0e-05 -2 4x?xf32", "w'1.0e-05' ?'-' w'2' w'4x' ?'?' w'xf32' "},
      {"\"open\n\"bad \\q\" x\ny", "\"'\"open' \"'\"bad \\q\" x' w'y' "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char out[256];
    describe(cases[i].text, out);
    ck_assert_str_eq(out, cases[i].expected);
  }
}
END_TEST

START_TEST(test_string_end) {
  static const struct {
    const char *text;
    size_t end;
    bool closed;
  } cases[] = {{"\"a\"b", 3, true},    {"\"a\\\"b\"c", 6, true}, {"\"a\nb\"", 2, false},
               {"\"a\\\nb\"", 3, false}, {"\"a\\", 3, false},      {"\"", 1, false},
               {"\"\\0g\"", 5, false}, {"\"\\0F\" ", 5, true}, {"\"a 16-byte run and more of it\\", 30, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *text = cases[i].text;
    bool closed = !cases[i].closed;
    ck_assert_uint_eq((size_t)(tta_string_end(text, text + strlen(text), &closed) - text), cases[i].end);
    ck_assert_int_eq(closed, cases[i].closed);
  }
}
END_TEST

int main(void) { return RUN_SUITE("text", test_tokens, test_string_end); }
