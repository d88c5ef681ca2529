// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.conv2d_slice_config<l1_full, 0>}
"t.op"() {a = #ttnn.conv2d_slice_config<l1_full , 0>} : () -> ()
