/* The operations of a text (src/ops): both syntaxes, names and scopes, attributes, types, regions; texts cut short. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "failing.h"
#include "ops/ops.h"
#include "suite.h"

static tta_ops *read_text(const char *text) {
  tta_ops *ops;
  ck_assert_int_eq(tta_ops_read((tta_str){text, strlen(text)}, (tta_span){0, (uint32_t)strlen(text)}, NULL, &ops),
                   TTA_OK);
  return ops;
}

static void add(char *out, size_t size, const char *format, tta_str text) {
  size_t used = strlen(out);
  snprintf(out + used, size - used, format, (int)text.size, text.data);
}

/* "name(operands)[attributes]:types" of each operation; an operand is the line of its definition by position */
static void describe(const tta_ops *o, char *out, size_t size) {
  out[0] = 0;
  for (uint32_t i = 0; i < o->num_ops; i++) {
    const tta_ops_op *op = &o->ops[i];
    add(out, size, i ? " | %.*s" : "%.*s", op->name);
    for (uint32_t k = 0; k < op->num_operands; k++) {
      const tta_ops_operand *operand = &o->operands[op->first_operand + k];
      add(out, size, " %.*s", operand->name);
      if (operand->word.size) add(out, size, "<%.*s>", operand->word);
      char value[40] = "=?";
      if (operand->value != TTA_OPS_NONE) {
        const tta_ops_value *v = &o->values[operand->value];
        snprintf(value, sizeof value, v->block == TTA_OPS_NONE ? "=%u.%u" : "=b%u.%u",
                 v->block == TTA_OPS_NONE ? v->op : v->block, v->number);
      }
      add(out, size, "%.*s", tta_str_from(value));
    }
    for (uint32_t k = 0; k < op->num_attributes; k++) {
      add(out, size, " {%.*s", o->attributes[op->first_attribute + k].name);
      add(out, size, "=%.*s}", o->attributes[op->first_attribute + k].value);
    }
    for (uint32_t k = 0; k < op->num_inputs; k++) add(out, size, " (%.*s)", o->types[op->first_input + k]);
    for (uint32_t k = 0; k < op->num_types; k++) add(out, size, " :%.*s", o->types[op->first_type + k]);
  }
}

static const struct {
  const char *text, *expected;
} cases[] = {
    {"%0:2 = \"a.b\"(%x) <{p = 1 : i32, q}> {r = \"}\", s = [1, 2]} : (i1) -> (i2, !t.u<v, w>)\n"
     "a.c %0#1, %0#0, %0#2 : i2, i1\n",
     "a.b %x=? {p=1 : i32} {q=} {r=\"}\"} {s=[1, 2]} (i1) :i2 :!t.u<v, w> | a.c %0#1=0.1 %0#0=0.0 %0#2=? :i2 :i1"},
    {"ttkernel.noc_async_read core[%x, %y], %a, noc %n : (index, index, i32, i8) -> ()\n",
     "ttkernel.noc_async_read %x<core>=? %y<core>=? %a=? %n<noc>=? (index) (index) (i32) (i8)"},
    /* arguments of regions and their scope */
    {"func.func @f(%x: i32 {t.a = 1 : i32}) -> i32 attributes {k} {\n  %r = scf.for %i = %x to %x step %x "
     "iter_args(%s = %x) -> (i32) : i32 {\n    a.b %i, %s\n    scf.yield %s : i32\n  }\n  a.c %r, %i\n  return\n}\n",
     "func.func {k=} (i32) :i32 | scf.for %x=b0.0 %x<to>=b0.0 %x<step>=b0.0 %x<iter_args>=b0.0 :i32 | "
     "a.b %i=b1.0 %s=b1.1 | scf.yield %s=b1.1 :i32 | a.c %r=1.0 %i=? | return"},
    {"scf.parallel (%i, %j) = (%a, %b) to (%c, %d) {\n  x.y %j\n}\n",
     "scf.parallel %a=? %b=? %c<to>=? %d<to>=? | x.y %j=b0.1"},
    {"\"a.loop\"(%x) ({\n^bb0(%i: i32, %j: i1):\n  \"a.b\"(%j, %i)[^bb1] : (i1, i32) -> ()\n^bb1:\n  a.c %late\n^bb2:\n"
     "  %late = a.d\n}) : (i1) -> ()\na.e %i\n",
     "a.loop %x=? (i1) | a.b %j=b0.1 %i=b0.0 (i1) (i32) | a.c %late=3.0 | a.d | a.e %i=?"},
    {"scf.if %c {\n  scf.yield\n} else {\n  scf.yield\n}\n", "scf.if %c=? | scf.yield | scf.yield"},
    {"func.func @g() { return }\n", "func.func | return"},
    {"// a.b %x\n%c = arith.constant dense<-1> : tensor<2xi32>\n#m = affine_map<(d0) -> (d0)>\n"
     "%d = affine.apply #m(%c)\n",
     "arith.constant :tensor<2xi32> | affine.apply %c<#m>=0.0"},
    /* what follows regions is with what is before them */
    {"\"a.b\"(%x) <{p = 1}> ({\n^bb0(%y: i1):\n  \"a.c\"(%y) {q = 2} : (i1) -> ()\n}) {r = 3} : (i2) -> ()\n",
     "a.b %x=? {p=1} {r=3} (i2) | a.c %y=b0.0 {q=2} (i1)"},
    {"%y = a.b %x : i1 into i2\n", "a.b %x=? (i1) :i2"},
    /* uses before their definition; regions that hide values */
    {"\"a.g\"() ({\n  a.c %x, %y\n  \"a.h\"() ({\n    a.c %x#1\n  }) : () -> ()\n"
     "  %x:2 = a.b\n}) : () -> ()\n%y = a.b\n",
     "a.g | a.c %x=4.0 %y=5.0 | a.h | a.c %x#1=4.1 | a.b | a.b"},
    {"%x = a.b\nfunc.func @f(%a: i1) {\n  a.c %x, %y, %a\n}\n%y = a.b\na.c %x, %y, %a\n",
     "a.b | func.func (i1) | a.c %x=? %y=? %a=b0.0 | a.b | a.c %x=0.0 %y=3.0 %a=?"},
    {"module {\n  a.c %x\n}\n%x = a.b\n", "module | a.c %x=? | a.b"},
    /* a use before its definition is not that of a value outside of the function */
    {"%x = a.b\nfunc.func @f() {\n^bb0:\n  a.c %x\n^bb1:\n  %x = a.d\n}\na.e %x\n",
     "a.b | func.func | a.c %x=3.0 | a.d | a.e %x=0.0"},
    {"%x = a.b\n\"func.func\"() ({\n  a.c %x\n}) : () -> ()\n", "a.b | func.func | a.c %x=?"},
    /* an operand that was moved after those of a region is found later */
    {"\"a.r\"() ({\n  a.b %late {\n    a.c %y\n  } else %z\n^bb1:\n  %late = a.d\n  %y = a.e\n}) : () -> ()\n",
     "a.r | a.b %late=3.0 %z<else>=? | a.c %y=4.0 | a.d | a.e"},
    {"%0 = a.b : <i8>\na.c {k = -1 // c\n} : (i1\n%1 = a.d %0 -5 : i2\n",
     "a.b :<i8> | a.c {k=-1} | a.d %0=0.0 :i2"},
    {"a.b %x {\n  a.c %y\n} else %z {\n  a.c %y\n} last %w\n", "a.b %x=? %z<else>=? | a.c %y=? | a.c %y=?"},
};

START_TEST(readings) {
  char got[2000];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    tta_ops *ops = read_text(cases[i].text);
    describe(ops, got, sizeof got);
    ck_assert_str_eq(got, cases[i].expected);
    tta_ops_free(ops);
  }
}
END_TEST

START_TEST(blocks) {
  tta_ops *o = read_text(cases[4].text);
  ck_assert_uint_eq(o->num_regions, 1);
  ck_assert_uint_eq(o->num_blocks, 3);
  ck_assert_uint_eq(o->blocks[0].next, 1);
  ck_assert_uint_eq(o->blocks[1].first_op, 2);
  ck_assert_uint_eq(o->ops[1].num_words, 0); /* ^bb1 is a name (test_names.c) */
  ck_assert_uint_eq(o->ops[4].parent, TTA_OPS_NONE);
  ck_assert_uint_eq(o->ops[3].parent, 0);
  tta_ops_free(o);
}
END_TEST

START_TEST(numbers_and_lists) {
  static const struct {
    const char *text;
    bool good;
    int64_t value;
  } numbers[] = {{"-5 : i32", true, -5}, {"0x10", true, 16}, {"true", true, 1}, {"7", true, 7}, {"1.5", false, 0},
                 {"99999999999999999999", false, 0}, {"", false, 0}, {"-", false, 0}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    int64_t value = 0;
    ck_assert_int_eq(tta_ops_integer(tta_str_from(numbers[i].text), &value), numbers[i].good);
    ck_assert_int_eq(value, numbers[i].value);
  }
  tta_str rest = tta_ops_inside(TTA_STR("array<i64: 0, f<a, b>, [c, \",\"]>")), item;
  char got[100] = "";
  while (tta_ops_next_item(&rest, &item)) add(got, sizeof got, "%.*s;", item);
  ck_assert_str_eq(got, "i64: 0;f<a, b>;[c, \",\"];");
}
END_TEST

START_TEST(cut_short) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (size_t size = 0; size <= strlen(cases[i].text); size++) {
      char *text = malloc(size + 1); /* so that a sanitizer sees reads past the end */
      tta_ops *ops;
      memcpy(text, cases[i].text, size);
      ck_assert_int_eq(tta_ops_read((tta_str){text, size}, (tta_span){0, (uint32_t)size}, NULL, &ops), TTA_OK);
      tta_ops_free(ops);
      free(text);
    }
}
END_TEST

/* Numbers of results that no type follows for. */
START_TEST(many_results) {
  char text[20000] = "";
  for (int i = 0; i < 1000; i++) strcat(text, "%0:4096 = \"a\"()\n");
  tta_ops *ops = read_text(text);
  ck_assert_uint_eq(ops->num_ops, 1000);
  ck_assert_uint_le(ops->num_values, strlen(text));
  tta_ops_free(ops);
}
END_TEST

static tta_status read_whole(const tta_allocator *allocator, const void *text) {
  tta_ops *ops;
  tta_status status =
      tta_ops_read((tta_str){text, strlen(text)}, (tta_span){0, (uint32_t)strlen(text)}, allocator, &ops);
  ck_assert_int_eq(ops != NULL, status == TTA_OK);
  tta_ops_free(ops);
  return status;
}

START_TEST(no_memory) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) each_request_fails(read_whole, cases[i].text, TTA_OK);
}
END_TEST

int main(void) { return RUN_SUITE("operations", readings, blocks, numbers_and_lists, cut_short, many_results,
                                  no_memory); }
