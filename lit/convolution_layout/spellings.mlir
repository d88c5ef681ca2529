// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>}
"t.op"() {a = #ttir<convolution_layout input_batch=0, input_feature=1, input_spatial_dimensions=2x3, kernel_output_feature=0, kernel_input_feature=1, kernel_spatial_dimensions=2 x 3, output_batch=0, output_feature=1, output_spatial_dimensions=2x3>} : () -> ()

// One field a line, as texts by hand write it.
// CHECK{LITERAL}: {a = #ttir<convolution_layout input_batch = 0, input_feature = 3, input_spatial_dimensions = 1x2, kernel_output_feature = 3, kernel_input_feature = 2, kernel_spatial_dimensions = 0x1, output_batch = 0, output_feature = 3, output_spatial_dimensions = 1x2>}
"t.op"() {a = #ttir<convolution_layout
  input_batch = 0,
  input_feature = 3,
  input_spatial_dimensions = 1x2,
  kernel_output_feature = 3,
  kernel_input_feature = 2,
  kernel_spatial_dimensions = 0x1,
  output_batch = 0,
  output_feature = 3,
  output_spatial_dimensions = 1x2
>} : () -> ()

// In the long form MLIR ignores what follows the last field.
// CHECK{LITERAL}: output_feature = 1, output_spatial_dimensions = 2x3>}
"t.op"() {a = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3,>} : () -> ()
