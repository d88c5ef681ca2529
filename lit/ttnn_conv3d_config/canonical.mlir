// RUN: tt-opt %s | diff %s -
// #ttnn.conv3d_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.conv3d_config<>} : () -> ()
"t.op"() {a = #ttnn.conv3d_config<weights_dtype = bf16, t_out_block = 1, w_out_block = 2, h_out_block = 3, c_out_block = 32, c_in_block = 64>} : () -> ()
"t.op"() {a = #ttnn.conv3d_config<weights_dtype = bf16, t_out_block = 1, w_out_block = 2, h_out_block = 3, c_out_block = 32, c_in_block = 64, compute_with_storage_grid_size = #ttcore.grid<8x8>>} : () -> ()
