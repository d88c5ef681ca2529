// RUN: tt-opt %s | diff %s -
// #ttnn.conv2d_slice_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.conv2d_slice_config<l1_full, 0>} : () -> ()
"t.op"() {a = #ttnn.conv2d_slice_config<dram_height, 4>} : () -> ()
"t.op"() {a = #ttnn.conv2d_slice_config<dram_width, 2>} : () -> ()
