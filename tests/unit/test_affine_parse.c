/* src/parse/affine.c: names, divisors, ranges. Messages: mlir/lib/AsmParser/AffineParser.cpp (LLVM 19). */
#include <stdio.h>

#include "reading.h"

START_TEST(test_names) {
  prints("affine_map<(i, j)[n] -> (i + n, j)>", "affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>");
  prints("affine_map<(d1, d0) -> (d1, d0)>", "affine_map<(d0, d1) -> (d0, d1)>");
  prints("affine_map<(s0)[d0] -> (s0, d0)>", "affine_map<(d0)[s0] -> (d0, s0)>");
  prints("affine_map<(d00) -> (d00)>", "affine_map<(d0) -> (d0)>");
  stays("affine_map<() -> ()>");
  stays("affine_map<()[s0] -> (s0)>");
  refused_at("affine_map<(d0, d0) -> (d0)>", "affine-redefined", "d0", 14);
  refused_at("affine_map<(a)[a] -> ()>", "affine-redefined", "a", 13 + 2);
  refused("affine_map<(d0) -> (d1)>", "affine-undeclared", "d1");
  refused_at("affine_map<(d0) -> (d00)>", "affine-undeclared", "d00", 0);
  refused("affine_map<(d0) -> (s0)>", "affine-undeclared", "s0");
}
END_TEST

START_TEST(test_many_names) { /* the hash table of names, around its growth */
  for (size_t n = 1; n < 140; n += 23) {
    tta_buf text;
    tta_buf_init(&text, NULL);
    tta_buf_str(&text, "affine_map<(");
    for (size_t i = 0; i < n; i++) tta_buf_printf(&text, "%sname%zu", i ? ", " : "", i);
    tta_buf_printf(&text, ") -> (name%zu)>", n - 1);
    tta_buf_char(&text, 0);
    reading r = reading_of(text.data, text.size - 1, NULL);
    char last[32];
    int size = snprintf(last, sizeof last, "-> (d%zu)>", n - 1);
    ck_assert_msg(!strcmp(r.canonical.data + strlen(r.canonical.data) - (size_t)size, last), "%s", r.canonical.data);
    reading_end(&r);
    tta_buf_free(&text);
  }
}
END_TEST

START_TEST(test_simplified) { /* 21 */
  prints("affine_map<(d0) -> (2 * d0)>", "affine_map<(d0) -> (d0 * 2)>");
  prints("affine_map<(d0) -> (d0 mod 1)>", "affine_map<(d0) -> (0)>");
  prints("affine_map<(d0) -> (d0*8+-d0)>", "affine_map<(d0) -> (d0 * 7)>");
  stays("affine_map<(d0) -> ((d0 floordiv 8) * 2)>");
  stays("affine_map<(d0, d1) -> (d0 - d1, -d0 + 1)>");
}
END_TEST

START_TEST(test_divisors) {
  refused_at("affine_map<(d0) -> (d0 mod 0)>", "affine-divisor", "0", 27);
  refused_at("affine_map<(d0) -> (d0 floordiv -2)>", "affine-divisor", "-2", 0);
  refused_at("affine_map<(d0, d1) -> (d0 ceildiv d1)>", "affine-not-affine", "d1", 30);
  refused("affine_map<(d0, d1) -> (d0 * d1)>", "affine-not-affine", "*");
  stays("affine_map<(d0)[s0] -> (d0 * s0, d0 mod s0, d0 floordiv (s0 + 1))>");
}
END_TEST

START_TEST(test_ranges) { /* 22: an overflow is an error, and never wraps */
  refused_as("affine_map<(d0) -> (9223372036854775807 + 1)>", "integer-range");
  refused_as("affine_map<(d0) -> (4294967296 * 4294967296)>", "integer-range");
  refused_as("affine_map<(d0) -> (-9223372036854775807 - 2)>", "integer-range");
  refused_as("affine_map<(d0) -> (d0 * 99999999999999999999999999)>", "integer-range");
  prints("affine_map<() -> (9223372036854775806 + 1)>", "affine_map<() -> (9223372036854775807)>");
}
END_TEST

START_TEST(test_sets) {
  stays("affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 - 4 == 0)>");
  prints("affine_set<(i)[n] : (i <= n, i == 3)>", "affine_set<(d0)[s0] : (-d0 + s0 >= 0, d0 - 3 == 0)>");
}
END_TEST

START_TEST(test_long_sums) { /* no recursion, and time that is not quadratic */
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_str(&text, "affine_map<(d0, d1) -> (d0");
  for (int i = 0; i < 20000; i++) tta_buf_printf(&text, " + d1 floordiv %d", i + 2);
  tta_buf_str(&text, ")>");
  reading r = reading_of(text.data, text.size, NULL);
  ck_assert(tta_results_num_errors(r.results) == 0 || !strncmp(r.told.data, "nesting-limit ", 14) ||
            !strncmp(r.told.data, "amplification ", 14));
  reading_end(&r);
  tta_buf_free(&text);
}
END_TEST

int main(void) {
  return RUN_SUITE("affine_parse", test_names, test_many_names, test_simplified, test_divisors, test_ranges, test_sets,
                   test_long_sums);
}
