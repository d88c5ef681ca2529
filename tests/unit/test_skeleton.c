/* The marks of a section (src/text/skeleton.h): mates of brackets, queries, memory that runs out. */
#include <stdio.h>
#include <stdlib.h>

#include "failing.h"
#include "suite.h"
#include "text/skeleton.h"

static tta_skeleton read_text(const char *text) {
  tta_skeleton skeleton;
  ck_assert_int_eq(tta_skeleton_read((tta_str){text, strlen(text)}, (tta_span){0, (uint32_t)strlen(text)}, NULL,
                                     &skeleton), TTA_OK);
  return skeleton;
}

/* For each byte that is a bracket the last digit of the number of its pair, `-` without a mate; other marks `.` */
static void describe_mates(const tta_skeleton *s, char *out) {
  for (size_t i = 0; i < s->text.size; i++) out[i] = s->text.data[i] == '\n' ? '\n' : ' ';
  out[s->text.size] = 0;
  for (uint32_t i = 0, pairs = 0; i < s->num_marks; i++) {
    const tta_mark *m = &s->marks[i];
    char *at = &out[m->offset];
    if (m->kind != TTA_MARK_OPEN && m->kind != TTA_MARK_CLOSE) *at = '.';
    else if (m->mate == TTA_NO_MARK) *at = '-';
    else *at = m->kind == TTA_MARK_OPEN ? (char)('0' + pairs++ % 10) : out[s->marks[m->mate].offset];
  }
}

START_TEST(test_mates) {
  static const struct {
    const char *text, *mates;
  } cases[] = {
      {"a(b<c>)", ".0.1.10"},
      {"(a < b)", "0. - .0"},            /* a comparison */
      {"(a > b)", "0. - .0"},
      {"a < b, c > d", ". 0 .. . 0 ."},  /* no bracket ends it: as an attribute */
      {"({<[1}])", "01--.1-0"},
      {"([)]", "0-0-"},
      {"{(}", "0-0"},
      {"({)}", "-0-0"},                  /* not beyond the braces */
      {"x { ( [ } ( )", ". 0 - - 0 1 1"},
      {"\")\" // (\n}", ".   .   \n-"},
      {"a<b<(c>>, d<e>", ".0.1-.10. .2.2"},
      {"{ a<(\n%b, %c:2 = d)>", "- .--\n. . . .. . .--"},
      {"a<\n#b = 1>", ".-\n.  . .-"},
      {"a(%b =\n %c = %d)", ".0.  .\n .  . . 0"}, /* not an operation */
      {"{-# ( #-} (", ".         -"},
      {"@\"(\" (<= >= ->)", ".    0      . 0"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_skeleton s = read_text(cases[i].text);
    char out[64];
    describe_mates(&s, out);
    ck_assert_str_eq(out, cases[i].mates);
    tta_skeleton_free(&s, NULL);
  }
}
END_TEST

static uint32_t offset_of(const tta_skeleton *s, uint32_t mark) {
  return mark == TTA_NO_MARK ? UINT32_MAX : s->marks[mark].offset;
}

START_TEST(test_queries) {
  static const char text[] = "f(%a) { g<1>(%b, \"x{\" // }\n ) < @c";
  tta_skeleton s = read_text(text);
  uint32_t name = tta_mark_next_name(&s, TTA_NO_MARK);
  ck_assert_uint_eq(offset_of(&s, name), 2);
  ck_assert_uint_eq(tta_mark_text(&s, name).size, 2);
  name = tta_mark_next_name(&s, name);
  ck_assert_uint_eq(offset_of(&s, name), 13);
  ck_assert_uint_eq(offset_of(&s, tta_mark_enclosing(&s, name, 0)), 12);
  ck_assert_uint_eq(offset_of(&s, tta_mark_enclosing(&s, name, '{')), 6);
  ck_assert_uint_eq(tta_mark_enclosing(&s, name, '['), TTA_NO_MARK);
  name = tta_mark_next_name(&s, name);
  ck_assert_str_eq(text + offset_of(&s, name), "@c");
  ck_assert_uint_eq(offset_of(&s, tta_mark_enclosing(&s, name, 0)), 30);
  ck_assert_uint_eq(offset_of(&s, tta_mark_enclosing(&s, s.num_marks, '{')), 6);
  ck_assert_uint_eq(tta_mark_next_name(&s, name), TTA_NO_MARK);
  ck_assert_uint_eq(tta_mark_before(&s, 0), TTA_NO_MARK);
  ck_assert_uint_eq(tta_mark_before(&s, 1), 0);
  ck_assert_uint_eq(tta_mark_before(&s, 2), 1);
  ck_assert_uint_eq(tta_mark_before(&s, 100), s.num_marks - 1);
  for (uint32_t i = 0; i < sizeof text; i++) /* "x{" and // } */
    ck_assert_int_eq(tta_is_code(&s, i), !((i >= 17 && i < 21) || (i >= 22 && i < 26)));
  tta_skeleton_free(&s, NULL);
}
END_TEST

START_TEST(test_range) {
  tta_skeleton s;
  ck_assert_int_eq(tta_skeleton_read((tta_str){"((%a) )", 7}, (tta_span){1, 5}, NULL, &s), TTA_OK);
  ck_assert_uint_eq(s.num_marks, 3);
  ck_assert_uint_eq(s.marks[0].offset, 1);
  ck_assert_uint_eq(s.marks[0].mate, 2);
  tta_skeleton_free(&s, NULL);
  ck_assert_int_eq(tta_skeleton_read((tta_str){NULL, 0}, (tta_span){0, 0}, NULL, &s), TTA_OK);
  ck_assert_uint_eq(tta_mark_before(&s, 0), TTA_NO_MARK);
  ck_assert(tta_is_code(&s, 0));
  tta_skeleton_free(&s, NULL);
}
END_TEST

/* Mates by counting, without time: the marks of a text twice as long are twice as many, and each bracket is matched. */
START_TEST(test_many_brackets) {
  enum { SIZE = 1 << 20 };
  static const char *const runs[] = {"(]", "{", "(", "<)", "({", ")", "(<", "<(", "([", "<)"};
  char *text = malloc(SIZE);
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    for (size_t k = 0; k < SIZE / 2; k++) text[k] = runs[i][0], text[k + SIZE / 2] = runs[i][strlen(runs[i]) - 1];
    tta_skeleton s;
    ck_assert_int_eq(tta_skeleton_read((tta_str){text, SIZE}, (tta_span){0, SIZE}, NULL, &s), TTA_OK);
    ck_assert_uint_eq(s.num_marks, SIZE);
    for (uint32_t k = 0; k < s.num_marks; k += 999) ck_assert_uint_eq(s.marks[k].mate, TTA_NO_MARK);
    tta_skeleton_free(&s, NULL);
  }
  free(text);
}
END_TEST

static tta_status read_failing(const tta_allocator *allocator, const void *text) {
  tta_skeleton s;
  tta_status status =
      tta_skeleton_read((tta_str){text, strlen(text)}, (tta_span){0, (uint32_t)strlen(text)}, allocator, &s);
  ck_assert(status == TTA_OK || (!s.marks && !s.num_marks));
  tta_skeleton_free(&s, allocator);
  return status;
}

START_TEST(test_no_memory) {
  each_request_fails(read_failing, "{{{{{{{{{{{{{{{{{{{{{{{{(a, b, c, d)}}}}}}}}}} %a = 1 : i32", TTA_OK);
}
END_TEST

int main(void) {
  return RUN_SUITE("skeleton", test_mates, test_queries, test_range, test_many_brackets, test_no_memory);
}
