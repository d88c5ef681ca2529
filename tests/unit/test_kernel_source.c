/* The preprocessor of kernel sources: what is left of a text, as tokens with one blank between them. */
#include "kernel/source.h"
#include "suite.h"

typedef struct files {
  const char *names[4], *texts[4];
} files;

static bool read_file(void *user, tta_str name, tta_str from, tta_str *path, tta_str *text) {
  const files *f = user;
  (void)from;
  for (int i = 0; i < 4 && f->names[i]; i++)
    if (tta_str_is(name, f->names[i])) {
      *path = name;
      *text = tta_str_from(f->texts[i]);
      return true;
    }
  return false;
}

/* The tokens of a text, or the first message. */
static void read_with(const char *text, const files *others, const char *expected, uint32_t num_messages) {
  tta_arena arena;
  tta_cpp c;
  tta_kernel_findings findings = {.num_sources = 0};
  const tta_report *report = &findings.results.report;
  tta_buf out;
  tta_kernel_options options = {.read_file = others ? read_file : NULL, .user = (void *)(uintptr_t)others};
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_results_init(&findings.results, NULL, NULL);
  ck_assert(tta_cpp_init(&c, &arena, &options, &findings));
  ck_assert(tta_cpp_define(&c, TTA_STR("GIVEN"), TTA_STR("7")));
  tta_cpp_read(&c, TTA_STR("k.cpp"), tta_str_from(text));
  ck_assert_int_eq(c.status, TTA_OK);
  tta_buf_init(&out, NULL);
  for (uint32_t i = 0; i < c.num_tokens && c.tokens[i].kind; i++) {
    if (i) tta_buf_char(&out, ' ');
    tta_buf_bytes(&out, c.tokens[i].text.data, c.tokens[i].text.size);
  }
  for (size_t i = 0; i < report->size; i++) {
    const tta_diagnostic *d = report->items[i];
    tta_position at = tta_source_position(d->source, d->span.begin);
    tta_buf_printf(&out, "|%u:%u: %.*s", at.line, at.column, TTA_STR_ARGS(d->message));
  }
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, expected);
  ck_assert_uint_eq(report->size, num_messages);
  tta_buf_free(&out);
  tta_cpp_free(&c);
  for (uint32_t i = 0; i < findings.num_sources; i++) tta_source_free(findings.sources[i]);
  tta_results_free(&findings.results);
  tta_arena_free(&arena);
}

static void reads(const char *text, const char *expected) { read_with(text, NULL, expected, 0); }
static void reports(const char *text, const char *expected) { read_with(text, NULL, expected, 1); }

START_TEST(tokens) {
  reads("a<<=b->c;//x\n/* y\n*/ 0x1'0u+.5e-3f ...", "a <<= b -> c ; 0x1'0u + .5e-3f ...");
  reads("\"a\\\"b\" 'c' jo\\\nin", "\"a\\\"b\" 'c' jo in");
  reads("", "");
  reads("\"not closed\n'\n\"", "\"not closed ' \"");
  reports("f(1", "f ( 1|1:2: '(' is not closed");
  reports("f(1]", "f ( 1 ]|1:4: ']' does not match an open bracket");
}
END_TEST

START_TEST(conditionals) {
  reads("#if GIVEN == 7 && !UNDEFINED\na\n#else\nb\n#endif", "a");
  reads("#ifdef X\na\n#elif defined(GIVEN) && defined GIVEN\nb\n#else\nc\n#endif\nd", "b d");
  reads("#ifndef GIVEN\n#if 1\na\n#endif\n#else\nb\n#endif", "b");
  reads("#define F(x) (x * 2)\n#if F(3) == 6 ? 1 << 2 : 0\na\n#endif", "a");
  reads("#if (1 - 2) < 0 && 0x10 == 16 && (7 & 3 | 8) == 11 && ~0 == -1 && 7 / 2 % 2 == 1 && 1 ^ 0\na\n#endif", "a");
  reports("#if 1 +\na\n#endif", "|1:5: expected a value in the condition of #if");
  reports("#if 1\na", "a|2:2: #if without #endif at the end of the file");
  reports("#endif", "|1:2: #endif without #if");
  reports("#if\n#endif", "|1:2: #if has no condition");
}
END_TEST

START_TEST(macros) {
  reads("#define A B\n#define B 1\nA B GIVEN\n#undef A\nA", "1 1 7 A");
  reads("#define SELF SELF + 1\nSELF", "SELF + 1");
  reads("#define ADD(a, b) a + b\nADD(f(1, 2), (3, 4))\nADD", "f ( 1 , 2 ) + ( 3 , 4 ) ADD");
  reads("#define S(x) #x\n#define J(a, b) a##b\nS(a  \"b\") J(x, 1) J(, y)", "\"a \\\"b\\\"\" x1 y");
  reads("#define V(f, ...) f(__VA_ARGS__)\n#define W(f, ...) f(0, ##__VA_ARGS__)\nV(g, 1, 2) W(h) W(h, 3)",
        "g ( 1 , 2 ) h ( 0 ) h ( 0 , 3 )");
  reads("#define F(x) x\n#define G F\nG(1) F(F)(2) F\n(3)", "1 F ( 2 ) 3");
  reads("#define MATH(x) x\n#define ALWI inline\nALWI void f() { MATH((g(1))); }",
        "inline void f ( ) { ( g ( 1 ) ) ; }");
  reports("#define F(a\nb", "b|1:10: expected the parameters of a macro and ')'");
}
END_TEST

START_TEST(includes) {
  files others = {{"a.h", "b.h"}, {"#pragma once\n#include \"b.h\"\nint a;", "int b;"}};
  read_with("#include \"a.h\"\n#include \"a.h\"\n#include <cstdint>\n#include \"dataflow_api.h\"\nx", &others,
            "int b ; int a ; x", 0);
  read_with("#include \"none.h\"\n#include \"none.h\"\nx", &others,
            "x|1:10: header 'none.h' was not found; its names are unknown", 1);
  files given = {{"7"}, {"int a;"}}; /* the tokens of a name are in several texts */
  read_with("#define OPEN <\n#define NAME OPEN GIVEN>\n#include NAME\n", &given, "int a ;", 0);
  read_with("#define OPEN <\n#define NAME OPEN GIVEN\n#include NAME\nx", &given,
            "x|3:2: #include without the name of a header is ignored", 1);
  files endless = {{"a.h"}, {"#include \"a.h\"\n"}};
  read_with("#include \"a.h\"\n", &endless, "|1:2: includes are nested more than 64 levels", 1);
}
END_TEST

int main(void) { return RUN_SUITE("kernel_source", tokens, conditionals, macros, includes); }
