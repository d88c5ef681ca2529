// RUN: tt-opt %s | diff %s -
// #ttir<convolution_layout ...>: each form of any date is its own canonical text.

"t.op"() {a = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>} : () -> ()
"t.op"() {a = #ttir<convolution_layout input_batch = 0, input_feature = -1, input_spatial_dimensions = , kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2, output_batch = 0, output_feature = 1, output_spatial_dimensions = >} : () -> ()
// Channels last, with the kernel dimensions 0 and 1: not a hexadecimal number. And one and three dimensions of space.
"t.op"() {a = #ttir<convolution_layout input_batch = 0, input_feature = 3, input_spatial_dimensions = 1x2, kernel_output_feature = 3, kernel_input_feature = 2, kernel_spatial_dimensions = 0x1, output_batch = 0, output_feature = 3, output_spatial_dimensions = 1x2>} : () -> ()
"t.op"() {a = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2>} : () -> ()
"t.op"() {a = #ttir<convolution_layout input_batch = 0, input_feature = 4, input_spatial_dimensions = 1x2x3, kernel_output_feature = 4, kernel_input_feature = 3, kernel_spatial_dimensions = 0x1x2, output_batch = 0, output_feature = 4, output_spatial_dimensions = 1x2x3>} : () -> ()
