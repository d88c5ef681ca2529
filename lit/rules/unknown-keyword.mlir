// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: unknown-keyword.mlir:[[#@LINE+1]]:32: error: unknown memory space 'DeviceL1'; did you mean 'l1'? expected one of system, mmio, dram, l1, dst [unknown-keyword]
"t.op"() {a = #tt.memory_space<DeviceL1>} : () -> ()

// -----

// CHECK: unknown-keyword.mlir:[[#@LINE+1]]:40: error: unknown data type 'bfp8'; did you mean 'bfp_f8'? expected one of f32, f16, bf16, bfp_f8, bfp_bf8, bfp_f4, bfp_bf4, bfp_f2, bfp_bf2, u32, u16, u8, si32, i1, bc_f8, bc_bf8, bc_f4, bc_bf4, bc_f2, bc_bf2 [unknown-keyword]
"t.op"() {a = memref<8x!tt.tile<32x32, bfp8>>} : () -> ()

// -----

// Synonyms: words of tt-metal and of other tools.
// CHECK: unknown-keyword.mlir:[[#@LINE+1]]:33: error: unknown buffer type 'device_dram'; did you mean 'dram'? {{.*}} [unknown-keyword]
"t.op"() {a = #ttnn.buffer_type<device_dram>} : () -> ()
// CHECK: unknown-keyword.mlir:[[#@LINE+1]]:40: error: unknown data type 'bfp_b8'; did you mean 'bfp_bf8'? {{.*}} [unknown-keyword]
"t.op"() {a = memref<8x!tt.tile<32x32, bfp_b8>>} : () -> ()
// CHECK: unknown-keyword.mlir:[[#@LINE+1]]:40: error: unknown data type 'uint16'; did you mean 'u16'? {{.*}} [unknown-keyword]
"t.op"() {a = memref<8x!tt.tile<32x32, uint16>>} : () -> ()
// CHECK: unknown-keyword.mlir:[[#@LINE+1]]:24: error: unknown type 'u16'; did you mean 'ui16'? [syntax]
"t.op"() {a = tensor<8xu16>} : () -> ()
// CHECK: unknown-keyword.mlir:[[#@LINE+1]]:42: error: unknown tensor memory layout 'HeightSharded'; did you mean 'height_sharded'? {{.*}} [unknown-keyword]
"t.op"() {a = #ttnn.tensor_memory_layout<HeightSharded>} : () -> ()

// -----

// The end of several keywords: all are listed, none is proposed.
// CHECK: unknown-keyword.mlir:[[#@LINE+2]]:103: error: unknown tensor memory layout 'sharded', expected one of interleaved, single_bank, height_sharded, width_sharded, block_sharded, nd_sharded, none [unknown-keyword]
// CHECK-NOT: fix:
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<l1>>, <sharded>>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = #tt.memory_space<l1>} : () -> ()
"t.op"() {a = memref<8x!tt.tile<32x32, bfp_f8>>} : () -> ()
