// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.conv3d_config<weights_dtype = f32, compute_with_storage_grid_size = #ttcore.grid<8x8>>}
"t.op"() {a = #ttnn.conv3d_config<compute_with_storage_grid_size = <8x8>, weights_dtype = f32>} : () -> ()
