// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4096, <"mesh">>}
"t.op"() {a = #ttcore.host_layout<logical_shape = 33 x 37, host_strides = 64x1, host_volume = 4096, #ttcore.tensor_mesh<"mesh">>} : () -> ()
