/* src/print/print.c: each row is the output of MLIR for other forms of the same value. */
#include <stdio.h>

#include "reading.h"

START_TEST(test_spaces) {
  prints("#tt.memory_space< l1 >", "#tt.memory_space<l1>");
  prints("#ttcore.core_range<(0,0),(7,7)>", "#ttcore.core_range<(0,0), (7,7)>");
  prints("memref<2xf32,#tt.memory_space<l1>>", "memref<2xf32, #tt.memory_space<l1>>");
  prints("affine_map<(d0,d1)->(d0,d1)>", "affine_map<(d0, d1) -> (d0, d1)>");
  prints("affine_set<(d0):(d0>=0)>", "affine_set<(d0) : (d0 >= 0)>");
  prints("#tt.grid<2x4,(d0,d1)->(0,d0,d1)>", "#tt.grid<2x4, (d0, d1) -> (0, d0, d1)>");
}
END_TEST

START_TEST(test_order_and_keys_stay) {
  stays("#ttcore.metal_layout<logical_shape = 64x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, "
        "2]]> : tensor<2x2xi64>, l1, sharded>");
  prints("#ttcore.metal_layout<logical_shape=64 x "
         "64,dim_alignments=32x32,collapsed_intervals=dense<[[0,1],[1,2]]>:tensor<2x2xi64>,l1,sharded>",
         "#ttcore.metal_layout<logical_shape = 64x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, "
         "2]]> : tensor<2x2xi64>, l1, sharded>");
}
END_TEST

START_TEST(test_literals) {
  prints("#a = [0x1F, -0, 1.50, \"a\\41\", @\"b\"]\n", "#a = [31, 0, 1.50, \"a\\41\", @\"b\"]\n");
  prints("#a = dense<[[[]]]> : tensor<1x1x0xi64>\n", "#a = dense<> : tensor<1x1x0xi64>\n");
  prints("#a = dense<[5]> : tensor<1xi64>\n", "#a = dense<5> : tensor<1xi64>\n");
  prints("#a = dense<[true,true]> : tensor<2xi1>\n", "#a = dense<true> : tensor<2xi1>\n");
  prints("!a = ()->()\n", "!a = () -> ()\n");
  prints("!a = (i32)->((i32)->i32)\n", "!a = (i32) -> ((i32) -> i32)\n");
  prints("!a = tuple<>\n", "!a = tuple<>\n");
}
END_TEST

/* As mlir-opt 19 prints the attributes. */
START_TEST(test_floats) {
  static const char *const cases[][2] = {
      {"1.0 : f32", "1.000000e+00 : f32"},       {"0.1 : f32", "1.000000e-01 : f32"},
      {"3.14159274 : f32", "3.14159274 : f32"},  {"16777218.0 : f32", "0x4B800001 : f32"},
      {"0.7", "0.69999999999999996 : f64"},      {"-0.0 : f32", "-0.000000e+00 : f32"},
      {"2097152.5 : f32", "2097152.5 : f32"},    {"1.0e-4 : f16", "1.000170e-04 : f16"},
      {"3.14159 : bf16", "3.140630e+00 : bf16"}, {"0x3F800000 : f32", "1.000000e+00 : f32"},
      {"1.5e10 : f32", "1.500000e+10 : f32"},    {"123456.7 : f32", "123456.703 : f32"},
      {"0.0009 : f64", "9.000000e-04 : f64"},    {"6.53967679e-4", "6.5396767899999998E-4 : f64"},
      {"1.0e300 : f64", "1.0e300 : f64"}, /* not read: stays */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[160], printed[160];
    snprintf(text, sizeof text, "#a = #ttnn.unary_with_param<op_type = relu, params = [%s]>\n", cases[i][0]);
    snprintf(printed, sizeof printed, "#a = #ttnn.unary_with_param<op_type = relu, params = [%s]>\n", cases[i][1]);
    prints(text, printed);
  }
}
END_TEST

START_TEST(test_maps) {
  prints("affine_map<(d0) -> (((d0)))>", "affine_map<(d0) -> (d0)>");
  prints("affine_map<(d0, d1) -> (d0 + (d1 + 1))>", "affine_map<(d0, d1) -> (d0 + d1 + 1)>");
  prints("affine_map<(d0)[s0] -> (s0 + d0)>", "affine_map<(d0)[s0] -> (d0 + s0)>");
  prints("affine_map<(d0) -> ((d0 * 2) * 3)>", "affine_map<(d0) -> (d0 * 6)>");
  prints("affine_map<(d0) -> ((d0 * 8) mod 4)>", "affine_map<(d0) -> (0)>");
  prints("affine_map<(d0) -> (d0 - d0)>", "affine_map<(d0) -> (0)>");
  prints("affine_map<(d0) -> (-1 * d0)>", "affine_map<(d0) -> (-d0)>");
  prints("affine_map<(d0) -> (d0 + -1)>", "affine_map<(d0) -> (d0 - 1)>");
}
END_TEST

int main(void) { return RUN_SUITE("print", test_spaces, test_order_and_keys_stay, test_literals, test_floats,
                                   test_maps); }
