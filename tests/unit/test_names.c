/* The table of names (src/ops/names.c) and its queries: scopes, visible names, rename; texts cut short. */
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/str.h"
#include "document/document.h"
#include "failing.h"
#include "ops/names.h"
#include "suite.h"

static tta_names *read_text(const char *text) {
  tta_names *names;
  ck_assert_int_eq(tta_names_read((tta_str){text, strlen(text)}, (tta_span){0, (uint32_t)strlen(text)}, NULL, &names),
                   TTA_OK);
  return names;
}

static uint32_t line_of(const char *text, uint32_t offset) {
  uint32_t line = 1;
  for (uint32_t i = 0; i < offset; i++) line += text[i] == '\n';
  return line;
}

/* "name@line of its definition:lines of its uses" */
static void describe(const tta_names *n, char *out, size_t size) {
  size_t used = 0;
  out[0] = 0;
  for (uint32_t i = 0; i < n->num_names; i++) {
    const tta_name *name = &n->names[i];
    used += (size_t)snprintf(out + used, size - used, "%s%.*s@%u", i ? " " : "", TTA_STR_ARGS(name->text),
                             name->definition.end ? line_of(n->text.data, name->definition.begin) : 0);
    for (uint32_t u = 0; u < name->num_uses; u++)
      used += (size_t)snprintf(out + used, size - used, "%c%u", u ? ',' : ':',
                               line_of(n->text.data, name->uses[u].span.begin));
  }
}

static const struct {
  const char *text, *expected;
} cases[] = {
    /* aliases of a section, also of locations; strings, comments and resources have none */
    {"#a = 1\n!t = i1\n\"x.y\"() {a = #a, b = \"#a\", c = !t, d = #u} : () -> () loc(#loc) // #a\n{-# #a #-}\n"
     "#loc = loc(x)\n",
     "#a@1:3 !t@2:3 #loc@5:3 #u@0:3"},
    /* one name for several results; isolated regions hide values; equal names in them are others */
    {"func.func @f(%x: i1) {\n  %0:2 = a.b %x\n  a.c %0#1, %0#0\n}\nfunc.func @g(%x: i1) {\n  a.c %0#0, %x\n}\n",
     "@f@1 %x@1:2 %0@2:3,3 @g@5 %x@5:6 %0@0:6"},
    /* a graph region: uses before the definition, from inside, too */
    {"module {\n  a.c %x\n  scf.if %c {\n    a.c %x\n  }\n  %x = a.b\n}\na.c %x\n", "%x@6:2,4 %c@0:3 %x@0:8"},
    /* blocks by region */
    {"func.func @f() {\n  cf.br ^a\n^a:\n  \"t.r\"() ({\n    \"t.br\"()[^b, ^a] : () -> ()\n  ^b:\n"
     "    t.y\n  }) : () -> ()\n  cf.br ^a\n}\n",
     "@f@1 ^a@3:2,9 ^b@6:5 ^a@0:5"},
    /* symbols by table: the nearest one alone, nested references, the attributes of a table are in it */
    {"module @m attributes {a = @f} {\n  func.func @f() {\n    call @f() : () -> ()\n    t.a {b = @m::@f}\n  }\n}\n"
     "t.b {c = @m::@f, d = @f, e = @m::@x}\nfunc.func private @f()\n",
     "@m@1:7,7 @f@2:1,3,7 @f@8:7 @m@0:4 @f@0:4 @x@0:7"},
    /* blanks around `::`, but nothing else; a symbol after another one is not in it */
    {"module @m {\n  func.func @f() {\n  }\n}\nt.b {c = @m :: @f, d = @m ::\n@f, e = @m, g = @f}\n",
     "@m@1:5,5,6 @f@2:5,6 @f@0:6"},
    /* the other ways to write a symbol */
    {"\"func.func\"() <{sym_name = \"f\"}> ({\n}) : () -> ()\nmemref.global \"private\" @\"g h\" : memref<1xf32>\n"
     "t.u {a = @\"f\", b = @\"g h\"}\n",
     "@f@1:4 @g h@3:4"},
    /* a string ends in its line */
    {"\"func.func\"() <{sym_name = \"f\n\"}> ({\n}) : () -> ()\n", ""},
    /* an operation that may define or use a symbol uses it if another one defines it */
    {"spirv.EntryPoint \"Kernel\" @k\nspirv.func @k() {\n}\nt.sym @s\nt.use {a = @s}\n", "@k@2:1 @s@4:5"},
    /* arguments of a declaration are not visible anywhere; a value may be defined again in text with errors */
    {"func.func private @f(%a: i1)\nt.u %a\n%b = t.v\n%b = t.w %b\nt.u %b\n", "@f@1 %a@1 %b@3 %b@4:4,5 %a@0:2"},
};

START_TEST(tables) {
  char got[1000];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    tta_names *names = read_text(cases[i].text);
    describe(names, got, sizeof got);
    ck_assert_str_eq(got, cases[i].expected);
    tta_names_free(names);
  }
}
END_TEST

START_TEST(cut_short) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (size_t size = 0; size <= strlen(cases[i].text); size++) {
      char *text = malloc(size + 1); /* so that a sanitizer sees reads past the end */
      tta_names *names;
      memcpy(text, cases[i].text, size);
      ck_assert_int_eq(tta_names_read((tta_str){text, size}, (tta_span){0, (uint32_t)size}, NULL, &names), TTA_OK);
      for (uint32_t offset = 0; offset <= size; offset++) tta_names_at(names, offset);
      tta_names_free(names);
      free(text);
    }
}
END_TEST

/* Regions in regions, each with a use that has no definition. */
START_TEST(deep) {
  enum { DEPTH = 2000, USES = 20000 };
  tta_buf text;
  tta_buf_init(&text, NULL);
  for (int i = 0; i < DEPTH; i++) tta_buf_str(&text, "\"t.r\"() ({\n");
  for (int i = 0; i < USES; i++) tta_buf_printf(&text, "t.u %%x%d\n", i);
  for (int i = 0; i < DEPTH; i++) tta_buf_str(&text, "}) : () -> ()\n");
  tta_names *names;
  ck_assert_int_eq(tta_names_read(tta_buf_view(&text), (tta_span){0, (uint32_t)text.size}, NULL, &names), TTA_OK);
  ck_assert_uint_eq(names->num_scopes, DEPTH + 1);
  ck_assert_uint_eq(names->num_names, USES);
  tta_names_free(names);
  tta_buf_free(&text);
}
END_TEST

/* ---- in a document ---- */

static tta_document *document_of(const char *text) {
  tta_document *d;
  ck_assert_int_eq(tta_document_new((tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL, NULL, &d), TTA_OK);
  return d;
}

static const char scopes[] =
    "#a = 1 : i32\nmodule @m {\n  func.func @f(%x: i32, %y: i32) {\n    %p:2 = t.a %x\n    scf.for %i = %x to %y {\n"
    "      t.b %i, %q\n    }\n    %z = t.c\n    cf.br ^b\n  ^b:\n    return\n  }\n"
    "  func.func @g(%x: i32) {\n    return\n  }\n}\n#c = 2 : i32\n";

START_TEST(visible) {
  static const struct {
    const char *before, *expected;
  } queries[] = {{"t.b", "#a @f %x %y %p %i @g"}, {"%z = t.c", "#a @f %x %y %p ^b @g"}, {"module", "#a @m"},
                 {"return\n  }\n}", "#a @f @g %x"}};
  tta_document *d = document_of(scopes);
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
    const tta_name *const *names;
    size_t count, used = 0;
    char got[200] = "";
    uint32_t offset = (uint32_t)(strstr(scopes, queries[i].before) - scopes);
    ck_assert_int_eq(tta_document_visible_names(d, offset, &names, &count), TTA_OK);
    for (size_t k = 0; k < count; k++)
      used += (size_t)snprintf(got + used, sizeof got - used, "%s%.*s", k ? " " : "", TTA_STR_ARGS(names[k]->text));
    ck_assert_str_eq(got, queries[i].expected);
  }
  tta_document_free(d);
}
END_TEST

START_TEST(renames) {
  static const struct {
    const char *at, *new_name, *expected; /* the reason, or the number of edits */
  } requests[] = {
      {"%x: i32, %y", "%n", "3"}, {"%p:2", "0", "1"}, {"^b", "^exit", "2"}, {"@g", "h", "1"}, {"#a", "b", "1"},
      {"%x: i32, %y", "x", "3"}, {"%z", "%i", "value '%i' already exists in this scope, at 5:13"},
      {"%i", "z", "value '%z' already exists in this scope, at 8:5"},
      {"%x: i32, %y", "%y", "value '%y' already exists in this scope, at 3:25"},
      {"%z", "q", "value '%q' already exists in this scope, at 6:15"},
      {"%y: i32", "q", "value '%q' already exists in this scope, at 6:15"},
      {"%x: i32) {\n    return", "y", "1"}, /* of another function */
      {"@g", "f", "symbol '@f' already exists in this scope, at 3:13"}, {"@g", "m", "1"},
      {"#a", "c", "alias '#c' already exists in this section, at 17:1"},
      {"%q", "r", "'%q' is not defined in this section"}, {"%z", "a b", "'a b' is not a valid value name"},
      {"%z", "0x", "'0x' is not a valid value name"}, {"@g", "0", "'0' is not a valid symbol name"},
      {"#a", "a.b", "'a.b' is not a valid alias name"}, {"return", "x", "there is no name at this position"},
  };
  tta_document *d = document_of(scopes);
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
    const tta_edit *edits;
    size_t count;
    tta_buf reason;
    tta_buf_init(&reason, NULL);
    uint32_t offset = (uint32_t)(strstr(scopes, requests[i].at) - scopes);
    tta_status status = tta_document_rename(d, offset, tta_str_from(requests[i].new_name), &edits, &count, &reason);
    ck_assert(status == TTA_OK || status == TTA_INVALID);
    if (!status) tta_buf_uint(&reason, count);
    tta_buf_char(&reason, 0);
    ck_assert_str_eq(reason.data, requests[i].expected);
    tta_buf_free(&reason);
  }
  tta_document_free(d);
}
END_TEST

static tta_status read_whole(const tta_allocator *allocator, const void *text) {
  tta_names *names;
  tta_span range = {0, (uint32_t)strlen(text)};
  tta_status status = tta_names_read((tta_str){text, strlen(text)}, range, allocator, &names);
  ck_assert_int_eq(names != NULL, status == TTA_OK);
  tta_names_free(names);
  return status;
}

static tta_status query(const tta_allocator *allocator, const void *text) {
  tta_document *d = NULL;
  tta_buf reason;
  const tta_edit *edits;
  const tta_completion *items;
  tta_name name;
  size_t count;
  tta_buf_init(&reason, allocator);
  uint32_t offset = (uint32_t)(strstr(text, "%x") - (const char *)text);
  tta_status status = tta_document_new((tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL, allocator, &d);
  if (!status) status = tta_document_name_at(d, offset, &name);
  if (!status) status = tta_document_rename(d, offset, TTA_STR("new"), &edits, &count, &reason);
  if (!status) status = tta_document_complete_name(d, '%', (uint32_t)strlen(text), &items, &count);
  tta_document_free(d);
  tta_buf_free(&reason);
  return status;
}

START_TEST(no_memory) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) each_request_fails(read_whole, cases[i].text, TTA_OK);
  each_request_fails(query, scopes, TTA_OK);
}
END_TEST

int main(void) { return RUN_SUITE("names", tables, cut_short, deep, visible, renames, no_memory); }
