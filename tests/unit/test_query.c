/* Expressions of queries: faults with positions, and rows (tta_query_compile, tta_query_run). */
#include <check.h>

#include "base/str.h"
#include "failing.h"
#include "suite.h"
#include "ttattr/query.h"

static const char text[] =
    "#dram = #ttnn.buffer_type<dram>\n"
    "#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>\n"
    "func.func @f(%x: tensor<17x32xbf16, #a>, %y: tensor<?x4x4xf32>) -> tensor<17x32xbf16, #a> {\n"
    "  %0:2 = \"ttnn.abs\"(%x) : (tensor<17x32xbf16, #a>) -> (tensor<17x32xbf16, #a>, tensor<8xf32>)\n"
    "  %1 = \"t.bad\"(%x) {a = #ttnn.buffer_type<L2>} : (tensor<17x32xbf16, #a>) -> tensor<9xf32>\n"
    "  return %0#0 : tensor<17x32xbf16, #a>\n"
    "}\n";

static void expect_fault(const char *expression, const char *fields, uint32_t begin, uint32_t end, const char *words) {
  tta_query *query;
  tta_query_fault fault;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tta_query_compile(tta_str_from(expression), tta_str_from(fields), NULL, &query, &fault, &reason);
  ck_assert_int_eq(status, TTA_INVALID);
  ck_assert_ptr_null(query);
  tta_buf_char(&reason, 0);
  ck_assert_msg(strstr(reason.data, words), "%s", reason.data);
  ck_assert_uint_eq(fault.span.begin, begin);
  ck_assert_uint_eq(fault.span.end, end);
  ck_assert_int_eq(fault.in_fields, fields != NULL);
  tta_buf_free(&reason);
}

START_TEST(faults) {
  expect_fault("layout.padd > 3%", NULL, 0, 11, "unknown field 'layout.padd'; did you mean 'layout.padding'?");
  expect_fault("layout.memory == drma", NULL, 17, 21, "did you mean 'dram'?");
  expect_fault("attr.memory_space == drma", NULL, 21, 25, "did you mean 'dram'?");
  expect_fault("attr.grid.shap == 3", NULL, 0, 14, "unknown field");
  expect_fault("attr.field(\"gird\") == 3", NULL, 11, 17, "did you mean 'attr.grid'?");
  expect_fault("padding > 3%", NULL, 0, 7, "did you mean 'layout.padding'?");
  expect_fault("layuot.padding > 3%", NULL, 0, 14, "unknown object 'layuot'; did you mean 'layout'?");
  expect_fault("layout.padding > 0.25", NULL, 17, 21, "a percentage such as 25%");
  expect_fault("layout.padding > 25", NULL, 17, 19, "expected a percentage such as 25%, found '25'");
  expect_fault("layout.bytes > 0.3B", NULL, 15, 19, "not a whole number of bytes");
  expect_fault("layout.bytes > 3QB", NULL, 15, 18, "unknown unit 'QB'");
  expect_fault("layout.bytes > 99999999999999999999", NULL, 15, 35, "64 bits");
  expect_fault("layout.bytes > 9999999999999GB", NULL, 15, 30, "64 bits");
  expect_fault("tensor.shape == 4x", NULL, 16, 18, "invalid shape '4x'");
  expect_fault("tensor.shape < 4x4", NULL, 13, 14, "'<' requires numbers; 'tensor.shape' is a shape");
  expect_fault("tensor.rank ~ \"3\"", NULL, 12, 13, "requires a text");
  expect_fault("tensor.rank[0] == 3", NULL, 0, 11, "only shapes have an index");
  expect_fault("tensor.rank == tensor.shape", NULL, 15, 27, "a number cannot be compared with a shape");
  expect_fault("tensor.rank", NULL, 11, 11, "expected a comparison such as == or ~ at the end");
  expect_fault("tensor.rank > null", NULL, 14, 18, "null has no order");
  expect_fault("op.name = x", NULL, 8, 9, "write '=='");
  expect_fault("op && tensor", NULL, 3, 5, "write 'and'");
  expect_fault("op.name == ttir.abs", NULL, 11, 19, "a text is written in quotes: \"ttir.abs\"");
  expect_fault("op.name == \"x", NULL, 11, 13, "\" is not closed");
  expect_fault("op.name ~ /(/", NULL, 10, 13, "parentheses not balanced");
  expect_fault("op.operands in (1, x)", NULL, 19, 20, "expected a number such as 64, found 'x'");
  expect_fault("(op", NULL, 3, 3, "expected ')' at the end");
  expect_fault("op op", NULL, 3, 5, "'and', 'or' or the end");
  expect_fault("", NULL, 0, 0, "expected a field such as layout.memory at the end");
  expect_fault("file where true", NULL, 0, 4, "before 'where'");
  expect_fault("file.path ~ x", NULL, 0, 13, "nothing says what to find");
  expect_fault("op", "op.name, layout.gird", 9, 20, "did you mean 'layout.grid'?");
  expect_fault("op", "op.name op.line", 8, 15, "',' or the end");
}
END_TEST

/* As deep as 64 brackets; a chain can be longer. */
START_TEST(depth) {
  tta_query *query;
  tta_query_fault fault;
  tta_buf buf = tta_buf_new(NULL);
  for (int i = 0; i < 100000; i++) tta_buf_char(&buf, '(');
  ck_assert_int_eq(tta_query_compile(tta_buf_view(&buf), (tta_str){NULL, 0}, NULL, &query, &fault, NULL), TTA_INVALID);
  ck_assert_uint_eq(fault.span.begin, 64);
  buf.size = 0;
  for (int i = 0; i < 100000; i++) tta_buf_str(&buf, "not ");
  ck_assert_int_eq(tta_query_compile(tta_buf_view(&buf), (tta_str){NULL, 0}, NULL, &query, &fault, NULL), TTA_INVALID);
  buf.size = 0;
  for (int parts = 1024; parts <= 1025; parts++) {
    buf.size = 0;
    for (int i = 1; i < parts; i++) tta_buf_str(&buf, "op.line > 1 or ");
    tta_buf_str(&buf, "op");
    tta_status status = tta_query_compile(tta_buf_view(&buf), (tta_str){NULL, 0}, NULL, &query, NULL, NULL);
    ck_assert_int_eq(status, parts > 1024 ? TTA_INVALID : TTA_OK);
    tta_query_free(query);
  }
  tta_buf_free(&buf);
}
END_TEST

static bool append(void *user, const tta_query_match *m) {
  tta_buf *out = user;
  for (uint32_t i = 0; i < m->num_values; i++) {
    if (i) tta_buf_char(out, ' ');
    tta_query_value_write(out, &m->values[i], false);
  }
  if (!m->num_values) tta_buf_bytes(out, text + m->span.begin, m->span.end - m->span.begin);
  tta_buf_char(out, '|');
  return true;
}

static void expect(const char *expression, const char *fields, const char *found) {
  tta_query *query;
  tta_source source;
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  tta_source_init(&source, TTA_STR("x"), tta_str_from(text), NULL);
  tta_status status = tta_query_compile(tta_str_from(expression), tta_str_from(fields), NULL, &query, NULL, &reason);
  ck_assert_msg(!status, "%.*s", TTA_STR_ARGS(tta_buf_view(&reason)));
  ck_assert_int_eq(tta_query_run(query, &source, NULL, append, &out, NULL), TTA_OK);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, found);
  tta_query_free(query);
  tta_source_free(&source);
  tta_buf_free(&out);
  tta_buf_free(&reason);
}

START_TEST(rows) {
  expect("tensor.dynamic", NULL, "tensor<?x4x4xf32>|");
  expect("tensor.rank == 1", NULL, "tensor<8xf32>|tensor<9xf32>|");
  expect("tensor.shape == 8", "value.name, op.name", "%0#1 ttnn.abs|");
  expect("layout.padding == 46.875% and op.name == return", "layout.padding, value.name", "46.9% %0#0|");
  expect("op where tensor.rank == 1", "op.line, op.results", "4 2|5 1|");
  expect("value where tensor.rank == 3", NULL, "%y|");
  expect("value.type == \"tensor<8xf32>\"", NULL, "%0|");
  expect("attr.alias == \"#a\" and op.dialect == t", "attr.name, attr.depth, layout.bytes",
         "ttnn.ttnn_layout 1 2048|");
  expect("attr.name == \"ttnn.buffer_type\"", "attr.value, attr.alias, op.name, layout.grid",
         "dram - - -|dram #dram - -|");
  expect("attr where layout and attr.depth == 0 and attr.alias == null and not tensor", "attr.mnemonic",
         "ttnn_layout|");
  expect("attr.grid == 1x1 and attr.alias == null", "attr.line", "2|");
  expect("op.symbol == f", "op.function, op.operands", "f 0|");
  expect("layout.grid == layout.memref and op.name ~ \"t.b[!c-z]d\"", "layout.memref[-1], layout.tile", "1 32x32|");
  expect("tensor where not layout and tensor.elements != null", "tensor.elements", "8|9|");
}
END_TEST

/* A whole query with the allocator. */
static tta_status compile_and_run(const tta_allocator *allocator, const void *given) {
  const char *const *texts = given;
  tta_query *query;
  tta_source source;
  tta_check_options *how = NULL;
  bool complete = false;
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  tta_source_init(&source, TTA_STR("x"), tta_str_from(text), allocator);
  tta_status status =
      tta_query_compile(tta_str_from(texts[0]), tta_str_from(texts[1]), allocator, &query, NULL, &reason);
  if (!status) status = tta_check_options_new(allocator, &how);
  if (!status) status = tta_query_run(query, &source, how, append, &out, &complete);
  tta_buf_char(&out, 0);
  if (!status) ck_assert_str_eq(out.data, texts[2]);
  if (!status) ck_assert(!complete); /* L2 is a syntax error */
  ck_assert_uint_eq(reason.size, 0);
  tta_check_options_free(how);
  tta_query_free(query);
  tta_source_free(&source);
  tta_buf_free(&out);
  tta_buf_free(&reason);
  return status;
}

START_TEST(no_memory) {
  static const char *const queries[][3] = {
      {"op where tensor.shape in (17x32, ?x4x4) and layout.bytes > 1KB and op.name !~ /no.e|x{3}/",
       "op.name, layout.linear, tensor.type",
       "func.func (d0, d1) -> (d0, d1) tensor<17x32xbf16, #a>|ttnn.abs (d0, d1) -> (d0, d1) tensor<17x32xbf16, #a>|"
       "t.bad (d0, d1) -> (d0, d1) tensor<17x32xbf16, #a>|return (d0, d1) -> (d0, d1) tensor<17x32xbf16, #a>|"},
      {"value.name == \"%0#1\" or not value.name ~ \"%[!x]*\"", "value.type, op.symbol",
       "tensor<17x32xbf16, #a> f|tensor<8xf32> -|"},
      {"attr.field(\"element_type\") ~ \"*bf16*\" and attr.depth == 0", "attr.text, attr.line",
       "tensor<17x32xbf16, #a> 3|tensor<17x32xbf16, #a> 3|tensor<17x32xbf16, #a> 4|tensor<17x32xbf16, #a> 4|"
       "tensor<17x32xbf16, #a> 5|tensor<17x32xbf16, #a> 6|"}};
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
    ck_assert_uint_gt(each_request_fails(compile_and_run, queries[i], TTA_OK), 10);
}
END_TEST

int main(void) { return RUN_SUITE("query", faults, depth, rows, no_memory); }
