/* grammar/attr.y and src/parse/build.c: builtin types and attributes, recovery, and difficult cases of the MLIR
 * syntax. Canonical forms: output of mlir-opt-19. */
#include "reading.h"

START_TEST(test_types) {
  stays("tensor<f32>");
  stays("tensor<ui32, #tt.memory_space<l1>>");
  stays("tensor<2xcomplex<f32>>");
  stays("tensor<2xvector<4xf32>>");
  stays("memref<*xf32>");
  stays("memref<2x3xf32, strided<[3, 1]>>");
  stays("memref<2x3xf32, strided<[?, 1], offset: ?>>");
  prints("memref<2x3xf32, strided<[3, 1], offset: 0>>", "memref<2x3xf32, strided<[3, 1]>>");
  stays("memref<2xf32, 1>");
  prints("memref<2xf32, 1 : i64>", "memref<2xf32, 1>");
  prints("memref<2xf32, 0>", "memref<2xf32>");
  stays("memref<2xf32, 1 : i32>");
  prints("memref<2x2xf32, affine_map<(i, j) -> (i, j)>, #tt.memory_space<l1>>",
         "memref<2x2xf32, #tt.memory_space<l1>>");
  stays("memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>");
  stays("#t = tuple<i32, tensor<2xf32>>\n");
  stays("!t = (i32, f32) -> (i32, i32)\n");
  prints("!t = (i32) -> (f32)\n", "!t = (i32) -> f32\n");
}
END_TEST

START_TEST(test_refused_types) {
  refused("tensor<2xnone>", "syntax", "none");
  refused("tensor<2xtensor<2xf32>>", "syntax", "tensor<2xf32>");
  refused("tensor<*xf32, #tt.memory_space<l1>>", "syntax", "#tt.memory_space<l1>");
  refused("memref<2xf32, affine_map<(d0, d1) -> (d0)>>", "syntax", "affine_map<(d0, d1) -> (d0)>");
  refused_at("memref<2xf32, strided<[1]>, 2, 3>", "syntax", "3", 20);
  refused("tensor<[2]xf32>", "syntax", "[2]x");
  refused("tensor<2xvector<0xf32>>", "syntax", "0x");
  refused("tensor<2xcomplex<index>>", "syntax", "index");
}
END_TEST

START_TEST(test_attributes) {
  stays("#a = {a = 1 : i32, b, \"c d\" = [1, 2]}\n");
  prints("#a = {a=1:i32,b,\"c d\"=[1,2]}\n", "#a = {a = 1 : i32, b, \"c d\" = [1, 2]}\n");
  prints("#a = [1 : i64, 2 : i32]\n", "#a = [1, 2 : i32]\n"); /* i64 is left out inside arrays */
  prints("#a = {a = 1}\n", "#a = {a = 1 : i64}\n");            /* and written elsewhere */
  prints("#a = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>\n", "#a = dense<1> : tensor<2x2xi64>\n");
  stays("#a = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>\n");
  stays("#a = dense<> : tensor<0xi64>\n");
  stays("#a = array<i64: 1, -2>\n");
  stays("#a = array<i64>\n");
  stays("#a = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>\n");
}
END_TEST

START_TEST(test_aliases) {
  stays("#a = #tt.memory_space<l1>\n\"t.op\"() {a = memref<2xf32, #a>, b = #a} : () -> ()\n");
  stays("!t = !tt.tile<32x32, f32>\n\"t.op\"() : () -> tensor<2x!t>\n");
}
END_TEST

START_TEST(test_alias_faults) {
  refused_at("#a = [#a]\n", "alias-cycle", "#a", 3);
  refused_at("tensor<2xf32, #b>", "alias-undefined", "#b", 0);
  refused_at("#a = unit\n#a = unit\n", "alias-redefined", "#a", 5);
  refused("#a = affine_map<(d0) -> (d1)>\n\"t.op\"() {a = #a, b = memref<2xf32, #a>} : () -> ()\n", "affine-undeclared",
          "d1"); /* poisoned: silent */
}
END_TEST

/* one diagnostic for each error. The text around it is parsed: both invalid parts are reported. */
START_TEST(test_recovery) {
  const char *text = "tensor<2xf32, #tt.metal_layout<(d0, d7) -> (d0), undef, <1>, memref<2xq32, "
                     "#tt.memory_space<l2>>>>\n#tt.memory_space<l3>\n";
  reading r = reading_of(text, strlen(text), NULL);
  ck_assert_msg(strstr(r.told.data, "syntax ") && strstr(r.told.data, "unknown-keyword "), "%s", r.told.data);
  ck_assert_uint_le(tta_results_num_errors(r.results), 4);
  reading_end(&r);
  const char *list =
      "#a = [affine_map<(d0) -> (d9)>, [1 2], memref<2xf32, strided<[1]>, 2, 3>, #tt.memory_space<l2>]\n";
  r = reading_of(list, strlen(list), NULL);
  ck_assert_msg(tta_results_num_errors(r.results) == 4, "%s", r.told.data);
  reading_end(&r);
}
END_TEST

START_TEST(test_island_ends_without_lookahead) {
  stays("tensor<2xf32>, tensor<2xf32>) -> \"x\" %");
  stays("#tt.memory_space<l1>: i32 ->");
  stays("affine_map<(d0) -> (d0)>]\n// -----\n");
}
END_TEST

int main(void) {
  return RUN_SUITE("parser", test_types, test_refused_types, test_attributes, test_aliases, test_alias_faults,
                   test_recovery, test_island_ends_without_lookahead);
}
