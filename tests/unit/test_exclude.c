/* Tests of src/tools/common/exclude.c; tests/oracle/exclude.py compares it with git. */
#include <check.h>
#include <string.h>

#include "suite.h"
#include "tools/common/exclude.h"

static tta_str view(const char *text) { return (tta_str){text, strlen(text)}; }

START_TEST(patterns) {
  static const struct {
    const char *pattern, *path;
    bool directory, matches;
  } rows[] = {
      {"a.mlir", "a.mlir", false, true},
      {"a.mlir", "x/y/a.mlir", false, true},
      {"a.mlir", "ba.mlir", false, false},
      {"Inputs", "x/Inputs", true, true},
      {"Inputs/", "x/Inputs", true, true},
      {"Inputs/", "x/Inputs", false, false},
      {"/a.mlir", "a.mlir", false, true},
      {"/a.mlir", "x/a.mlir", false, false},
      {"x/a.mlir", "x/a.mlir", false, true},
      {"x/a.mlir", "y/x/a.mlir", false, false},
      {"**/x/a.mlir", "y/z/x/a.mlir", false, true},
      {"**/x/a.mlir", "x/a.mlir", false, true},
      {"x/**", "x", true, false},
      {"x/**", "x/y/z", false, true},
      {"x/**/z", "x/z", false, true},
      {"x/**/z", "x/1/2/z", false, true},
      {"x/**/z/**/a", "x/1/z/2/z/3/a", false, true},
      {"**", "x", false, true},
      {"*.mlir", "x/y.mlir", false, true},
      {"x/*.mlir", "x/y/z.mlir", false, false},
      {"*/*.mlir", "x/y.mlir", false, true},
      {"?.mlir", "x.mlir", false, true},
      {"?.mlir", "xy.mlir", false, false},
      {"a*b*c", "aXbYbZc", false, true},
      {"a*b*c", "aXbYbZ", false, false},
      {"[ab]x", "bx", false, true},
      {"[!ab]x", "bx", false, false},
      {"[^ab]x", "cx", false, true},
      {"[a-c]x", "bx", false, true},
      {"[]a]x", "]x", false, true},
      {"[a-]x", "-x", false, true},
      {"[\\]a]x", "]x", false, true},
      {"[a", "[a", false, false}, /* without an end */
      {"\\[a", "[a", false, true},
      {"\\*a", "*a", false, true},
      {"\\*a", "ba", false, false},
      {"a\\", "a\\", false, true},
      {"/", "a", true, false},
      {"", "a", false, false},
      {"x//a", "x/a", false, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_msg(tta_exclude_matches(rows[i].pattern, view(rows[i].path), rows[i].directory) == rows[i].matches,
                  "%s and %s", rows[i].pattern, rows[i].path);
}
END_TEST

/* Many stars do not take exponential time. */
START_TEST(many_stars) {
  char path[4001];
  memset(path, 'a', 4000);
  path[4000] = 0;
  ck_assert(!tta_exclude_matches("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", view(path), false));
  for (size_t i = 1; i < 4000; i += 2) path[i] = '/';
  ck_assert(!tta_exclude_matches("**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/b", view(path), false));
}
END_TEST

START_TEST(lists) {
  tta_excludes list = {.num_patterns = 0};
  ck_assert(!tta_excludes_has_below(&list, view("a")));
  ck_assert_int_eq(tta_excludes_add(&list, "*.mlir"), TTA_OK);
  ck_assert_int_eq(tta_excludes_add(&list, "!keep.mlir"), TTA_OK);
  ck_assert_int_eq(tta_excludes_add(&list, "old/"), TTA_OK);
  ck_assert(tta_excludes_has_below(&list, view("x/a.mlir")));
  ck_assert(!tta_excludes_has_below(&list, view("x/keep.mlir")));
  ck_assert(tta_excludes_has_below(&list, view("x/old/keep.mlir")));
  ck_assert(!tta_excludes_has_below(&list, view("x/old")));
  ck_assert(tta_excludes_has(&list, view("a.txt"), view("b/c.mlir"), false));
  tta_excludes_free(&list);
  ck_assert(!tta_excludes_has_below(&list, view("x/a.mlir")));
}
END_TEST

int main(void) { return RUN_SUITE("exclude", patterns, many_stars, lists); }
