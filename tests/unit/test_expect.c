/* Tests of src/expect/expect.c, designator.c and ere.c. Expected results follow mlir/lib/IR/Diagnostics.cpp and
 * llvm/lib/Support/regcomp.c of LLVM 19; tests/oracle/designators.py compares both programs as a whole. */
#include <check.h>
#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

#include "diag/check_options.h"
#include "expect/expect.h"
#include "suite.h"
#include "ttattr/expect.h"
#include "expect/designator.h"
#include "expect/ere.h"
#include "expect/known.h"
#include "types.h"


/* ---- regular expressions ----------------------------------------------------------------------------------------- */

static tta_status search(const char *pattern, const char *text, bool *found) {
  tta_arena arena;
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_ere ere = tta_ere_start(&arena);
  tta_ere_add_expression(&ere, str(pattern));
  *found = false;
  tta_status status = ere.status ? ere.status : tta_ere_search(&ere, str(text), found);
  tta_arena_free(&arena);
  return status;
}

START_TEST(ere_by_hand) {
  static const struct {
    const char *pattern, *text;
    int found; /* -1: rejected */
  } rows[] = {
      {"a", "cat", 1},
      {"^a", "cat", 0},
      {"t$", "cat", 1},
      {"c.t", "cat", 1},
      {"(a|b)c", "xbc", 1},
      {"ab*c", "ac", 1},
      {"ab+c", "ac", 0},
      {"ab?c", "abc", 1},
      {"ab?c", "abbc", 0},
      {"[0-9]{3}", "12 345", 1},
      {"^[0-9]{2,3}$", "1", 0},
      {"^[0-9]{2,3}$", "123", 1},
      {"^[0-9]{2,3}$", "1234", 0},
      {"^a{0,2}$", "", 1},
      {"^a{0,2}$", "aaa", 0},
      {"^a{2,}$", "a", 0},
      {"^a{2,}$", "aaaa", 1},
      {"[^a-c]", "abc", 0},
      {"[]x]", "]", 1},
      {"[[:digit:]x]", "7", 1},
      {"(a*)*b", "aaab", 1},
      {"(a*)*b", "aaaa", 0},
      {"\\.", "x", 0},
      {"a\\{1}", "a{1}", 1},
      {"()", "", 1},
      {"(^|x)y", "y", 1},
      {"x{", "x{", 1},
      {"(", "", -1},
      {")", "", -1},
      {"[a", "a", -1},
      {"*", "", -1},
      {"a**", "", -1},
      {"a|", "", -1},
      {"(a|)", "", -1},
      {"", "", -1},
      {"[b-a]", "", -1},
      {"a{2,1}", "", -1},
      {"a{256}", "", -1},
      {"a{1", "", -1},
      {"\\", "", -1},
      {"(a)\\1", "", -1},
      {"[[:nope:]]", "", -1},
      {"^*", "", -1},
      {"((a{200}){200}){200}", "", -1},
      {"[[.a.]-c]", "b", 1},
      {"[[=a=]]", "b", 0},
      {"[a-[.c.]]", "c", 1},
      {"[[.ab.]]", "a", -1},
      {"[[.", "", -1},
      {"[[:digit", "1", -1},
      {"[[:digit:x]", "1", -1},
      {"[a-]", "-", 1},
      {"[a-", "a", -1},
      {"^a{0}b$", "b", 1},
      {"^a{0}b$", "ab", 0},
      {"^(a|b){0}$", "a", 0},
      {"a{1,", "a", -1},
      {"a{1,x}", "a", -1},
      {"a{9", "a", -1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    bool found;
    tta_status status = search(rows[i].pattern, rows[i].text, &found);
    ck_assert_msg((rows[i].found < 0) == (status == TTA_INVALID), "'%s': status %d", rows[i].pattern, (int)status);
    ck_assert_msg(rows[i].found < 0 || found == (rows[i].found > 0), "'%s' in '%s': %d", rows[i].pattern, rows[i].text,
                  found);
  }
  for (int depth = TTA_ERE_MAX_DEPTH - 1; depth <= TTA_ERE_MAX_DEPTH; depth++) { /* the whole counts as one */
    char pattern[2 * TTA_ERE_MAX_DEPTH + 2] = "";
    bool found;
    memset(pattern, '(', (size_t)depth);
    pattern[depth] = 'a';
    memset(pattern + depth + 1, ')', (size_t)depth);
    ck_assert_int_eq(search(pattern, "a", &found), depth < TTA_ERE_MAX_DEPTH ? TTA_OK : TTA_INVALID);
    ck_assert_int_eq(found, depth < TTA_ERE_MAX_DEPTH);
  }
}
END_TEST

/* Each class byte by byte, as POSIX lists them for the C locale (ctype.h). */
START_TEST(ere_classes) {
  static const struct {
    const char *name;
    int (*is)(int);
  } classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl},
                 {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint},
                 {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    for (int c = 1; c < 128; c++) {
      char pattern[32], text[2] = {(char)c, 0};
      bool found;
      snprintf(pattern, sizeof pattern, "^[[:%s:]]", classes[i].name);
      ck_assert_int_eq(search(pattern, text, &found), TTA_OK);
      ck_assert_msg(found == (classes[i].is(c) != 0), "byte %d and %s", c, pattern);
    }
}
END_TEST

/* POSIX leaves it undefined whether an anchor can be repeated; glibc repeats it, as this reader does, musl does not. */
static bool library_has_repeated_anchors(void) {
  regex_t peer;
  if (regcomp(&peer, "b$?", REG_EXTENDED | REG_NOSUB)) return false;
  bool found = regexec(&peer, "bc", 0, NULL, 0) == 0;
  regfree(&peer);
  return found;
}

static bool repeats_anchor(const char *pattern) {
  for (; *pattern; pattern++)
    if (strchr("^$", *pattern) && pattern[1] && strchr("*+?{", pattern[1])) return true;
  return false;
}

/* Random expressions that both accept, against the C library's. */
START_TEST(ere_against_regcomp) {
  static const char alphabet[] = "abab()|*+?.^$[ab]{2}{1,2}";
  uint32_t seed = 12345;
  int compared = 0, found_any = 0;
  bool anchors = library_has_repeated_anchors();
  for (int n = 0; n < 200000 && compared < 20000; n++) {
    char pattern[12] = "", text[9] = "";
    for (int i = 0; i < 11; i++) {
      seed = seed * 1664525 + 1013904223;
      pattern[i] = i < (int)(2 + (seed >> 28) % 9) ? alphabet[(seed >> 16) % (sizeof alphabet - 1)] : 0;
      if (!pattern[i]) break;
    }
    for (int i = 0; i < 8; i++) {
      seed = seed * 1664525 + 1013904223;
      text[i] = (seed >> 20) % 9 == 0 ? 0 : (char)('a' + (seed >> 24) % 3);
      if (!text[i]) break;
    }
    regex_t peer;
    bool found;
    if (strstr(pattern, "{,") || search(pattern, text, &found)) continue; /* {,2} is an extension of glibc */
    if (!anchors && repeats_anchor(pattern)) continue;
    if (regcomp(&peer, pattern, REG_EXTENDED | REG_NOSUB)) continue;
    bool wanted = regexec(&peer, text, 0, NULL, 0) == 0;
    regfree(&peer);
    compared++;
    found_any += wanted;
    ck_assert_msg(found == wanted, "'%s' in '%s': %d, the C library says %d", pattern, text, found, wanted);
  }
  ck_assert_int_gt(compared, 5000);
  ck_assert_int_gt(found_any, 1000);
}
END_TEST

/* ---- matching ---------------------------------------------------------------------------------------------------- */

enum { MOST = 8 };

/* A text whose lines hold `E`, `W`, `R` where an error, a warning, a remark with the message of that line number
 * stands. */
typedef struct fixture {
  tta_source source;
  tta_diagnostic diagnostics[MOST];
  const tta_diagnostic *list[MOST];
  size_t count;
  tta_expect *expect;
} fixture;

static void add(fixture *f, tta_severity severity, const char *marker, const char *message) {
  const char *at = strstr(f->source.text.data, marker);
  uint32_t offset = (uint32_t)(at - f->source.text.data);
  f->diagnostics[f->count] = (tta_diagnostic){
      .severity = severity, .rule = TTA_RULE_syntax, .span = {offset, offset + 1}, .message = str(message)};
  f->list[f->count] = &f->diagnostics[f->count];
  f->count++;
}

static void start(fixture *f, const char *text) {
  *f = (fixture){0};
  tta_source_init(&f->source, str("t"), str(text), NULL);
}

static void match(fixture *f, tta_expect_options options) {
  ck_assert_int_eq(tta_expect_new(&f->source, &options, &f->expect), TTA_OK);
  ck_assert_int_eq(tta_expect_section(f->expect, (tta_span){0, (uint32_t)f->source.text.size}, f->list, f->count),
                   TTA_OK);
}

static void check_said(fixture *f, const char *const *messages) {
  size_t n = 0;
  for (; messages[n]; n++) {
    ck_assert_msg(n < tta_results_num_diagnostics(tta_expect_results(f->expect)), "'%s' was not said", messages[n]);
    const tta_diagnostic *d = tta_results_diagnostic(tta_expect_results(f->expect), n);
    char line[256];
    snprintf(line, sizeof line, "%u %.*s", tta_source_position(&f->source, d->span.begin).line, (int)d->message.size,
             d->message.data);
    ck_assert_str_eq(line, messages[n]);
  }
  ck_assert_uint_eq(tta_results_num_diagnostics(tta_expect_results(f->expect)), n);
  tta_expect_free(f->expect);
  tta_source_free(&f->source);
}
#define SAID(f, ...) check_said(f, (const char *const[]){__VA_ARGS__, NULL})
#define SAID_NOTHING(f) check_said(f, (const char *const[]){NULL})

START_TEST(matches) {
  fixture f;
  start(&f, "// expected-error@+1 {{bad}}\nE\n");
  add(&f, TTA_SEVERITY_ERROR, "E", "a bad thing");
  match(&f, (tta_expect_options){0});
  SAID_NOTHING(&f);

  start(&f, "// expected-error@+1 {{good}}\nE\n");
  add(&f, TTA_SEVERITY_ERROR, "E\n", "bad");
  match(&f, (tta_expect_options){0});
  SAID(&f, "1 expected error \"good\" was not produced", "2 unexpected error: bad [syntax]");

  start(&f, "// expected-error@+1 {{good}}\nE\n");
  add(&f, TTA_SEVERITY_ERROR, "E\n", "bad");
  match(&f, (tta_expect_options){.only_expected = true});
  SAID(&f, "1 expected error \"good\" was not produced");
}
END_TEST

START_TEST(near_misses) {
  fixture f;
  start(&f, "// expected-warning@+1 {{bad}}\nE\n");
  add(&f, TTA_SEVERITY_ERROR, "E\n", "bad");
  match(&f, (tta_expect_options){0});
  SAID(&f, "1 'error' diagnostic emitted when expecting a 'warning'", "1 expected warning \"bad\" was not produced");

  start(&f, "// expected-error@+1 {{bad}}\nW\n"); /* a warning is one only when nothing else meets the expectation */
  add(&f, TTA_SEVERITY_WARNING, "W\n", "bad");
  match(&f, (tta_expect_options){0});
  SAID(&f, "1 'warning' diagnostic emitted when expecting a 'error'", "1 expected error \"bad\" was not produced");

  start(&f, "// expected-error@+1 {{bad}}\nWE\n");
  add(&f, TTA_SEVERITY_WARNING, "WE\n", "bad");
  add(&f, TTA_SEVERITY_ERROR, "E\n", "bad");
  match(&f, (tta_expect_options){0});
  SAID_NOTHING(&f);
}
END_TEST

START_TEST(excused) {
  fixture f;
  tta_note note = {{0, 1}, str("see here"), NULL};
  start(&f, "W\nE // expected-error {{bad}}\n// expected-warning@-2 {{odd}}\n");
  add(&f, TTA_SEVERITY_WARNING, "W", "odd");
  add(&f, TTA_SEVERITY_REMARK, "W", "unheard");
  add(&f, TTA_SEVERITY_ERROR, "E", "bad");
  f.diagnostics[2].notes = &note;
  f.diagnostics[2].num_notes = 1;
  match(&f, (tta_expect_options){0});
  SAID_NOTHING(&f);

  start(&f, "W // expected-note {{see}}\nE // expected-error {{bad}}\n");
  add(&f, TTA_SEVERITY_ERROR, "E", "bad");
  f.diagnostics[0].notes = &note;
  f.diagnostics[0].num_notes = 1;
  match(&f, (tta_expect_options){0});
  SAID_NOTHING(&f);
}
END_TEST

START_TEST(first_error_ends_the_section) {
  static const char text[] = "E // expected-error {{one}}\nX\n";
  fixture f;
  start(&f, text);
  add(&f, TTA_SEVERITY_ERROR, "E", "one");
  add(&f, TTA_SEVERITY_ERROR, "X", "two");
  match(&f, (tta_expect_options){0});
  SAID_NOTHING(&f);

  start(&f, text);
  add(&f, TTA_SEVERITY_ERROR, "E", "one");
  add(&f, TTA_SEVERITY_ERROR, "X", "two");
  match(&f, (tta_expect_options){.all_errors = true});
  SAID(&f, "2 unexpected error: two [syntax]");
}
END_TEST

START_TEST(unknown_place_is_never_met) {
  fixture f;
  start(&f, "// expected-error@unknown {{}}\nE\n");
  match(&f, (tta_expect_options){0});
  SAID(&f, "1 expected error \"\" was not produced");
}
END_TEST

/* ---- memory ------------------------------------------------------------------------------------------------------ */

typedef struct failing {
  long left;
  size_t live;
} failing;

static void *failing_allocate(void *user, size_t size) {
  failing *f = user;
  void *block = f->left-- > 0 ? malloc(size) : NULL;
  if (block) f->live += size;
  return block;
}
static void *failing_resize(void *user, void *block, size_t old_size, size_t new_size) {
  failing *f = user;
  void *larger = f->left-- > 0 ? realloc(block, new_size) : NULL;
  if (larger) f->live += new_size - old_size;
  return larger;
}
static void failing_release(void *user, void *block, size_t size) {
  ((failing *)user)->live -= size;
  free(block);
}

START_TEST(no_memory) {
  static const char text[] = "// expected-error-re@+2 {{b{{(a|b)+}}d}}\n// expected-error@+1 {{x}}\naffine_map<(d0) -> "
                             "(d1)>\n// expected-eror@+1 {{a}}\n";
  bool done = false;
  for (long left = 0; !done && left < 200; left++) {
    failing state = {left, 0};
    tta_allocator allocator = {failing_allocate, failing_resize, failing_release, &state};
    tta_expect_options options = {.allocator = &allocator};
    tta_source source;
    tta_check_options how;
    tta_check *check;
    tta_expect *expect;
    tta_source_init(&source, str("t"), str(text), NULL);
    tta_check_options_init(&how);
    ck_assert_int_eq(tta_check_text(&source, &how, &check), TTA_OK);
    tta_status status = tta_expect_check(&source, check, &options, &expect);
    done = status == TTA_OK;
    ck_assert(status == TTA_OK || (status == TTA_NO_MEMORY && !expect));
    ck_assert_uint_eq(done ? tta_results_num_errors(tta_expect_results(expect)) : 3, 3);
    tta_expect_free(expect);
    tta_check_free(check);
    tta_source_free(&source);
    ck_assert_uint_eq(state.live, 0);
  }
  ck_assert(done);
}
END_TEST

/* ---- expectations of RUN lines ----------------------------------------------------------------------------------- */

START_TEST(messages_of_rules) {
  static const struct {
    const char *line;
    bool known;
  } rows[] = {
      {"// expected-error {{Memory layout is not allowed for SystemMemory buffer type.}}", true},
      {"// expected-error@+1 {{Memory layout is not allowed for SystemMemory}}", true},
      {"// expected-error-re {{Memory layout is not allowed for {{.*}} buffer type.}}", true},
      {"// expected-error-re {{{{.*}}}}", false},
      {"// expected-error-re {{{{.*}}Memory layout is not allowed for}}", true},
      {"// expected-error {{memref shape 64x32 does not match the shard shape 32x64}}", true},
      {"// expected-error {{'ttnn.add' op Memory layout is not allowed for SystemMemory buffer type.}}", false},
      {"// expected-warning {{Memory layout is not allowed for SystemMemory buffer type.}}", false},
      {"// expected-error {{'ttcore.set_key_value' op requires at least one value}}", false},
      {"// expected-error {{indexing_maps must be non-empty unless in explicit datamovement form}}", false},
      {"// expected-error {{use of value '%c0' expects different type than prior uses: 'i32' vs 'index'}}", false},
      {"// expected-error {{expected ','}}", false},
      {"// expected-error {{trid must be in [0, 15].}}", false},
      {"// expected-error {{}}", false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tta_designator designator;
    ck_assert(tta_designator_read(str(rows[i].line), &designator));
    ck_assert_msg(tta_is_known_message(&designator) == rows[i].known, "%s", rows[i].line);
  }
}
END_TEST

int main(void) {
  return RUN_SUITE("expect", ere_by_hand, ere_classes, ere_against_regcomp, matches, near_misses, excused,
                   first_error_ends_the_section, unknown_place_is_never_met, no_memory, messages_of_rules);
}
