// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// A body after a name that has none: one diagnostic, at its bracket.

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: unexpected '<' after 'semaphore', which has no parameters [syntax]
"t.op"() {a = !d2m.semaphore<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: unexpected '<' after 'local_semaphore', which has no parameters [syntax]
"t.op"() {a = !ttkernel.local_semaphore<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: unexpected '<' after 'global_semaphore', which has no parameters [syntax]
"t.op"() {a = !ttmetal.global_semaphore<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: unexpected '<' after 'device', which has no parameters [syntax]
"t.op"() {a = !ttnn.device<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: unexpected '<' after 'trace_id', which has no parameters [syntax]
"t.op"() {a = #ttnn.trace_id<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: unexpected '<' after 'dict', which has no parameters [syntax]
"t.op"() {a = !ttcore.dict<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: unexpected '<' after 'noc_addr', which has no parameters [syntax]
"t.op"() {a = !ttkernel.noc_addr<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unexpected '<' after 'l1_addr', which has no parameters [syntax]
"t.op"() {a = !ttkernel.l1_addr<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:39: error: unexpected '<' after 'TensorAccessor', which has no parameters [syntax]
"t.op"() {a = !ttkernel.TensorAccessor<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:43: error: unexpected '<' after 'TensorAccessorArgs', which has no parameters [syntax]
"t.op"() {a = !ttkernel.TensorAccessorArgs<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unexpected '<' after 'PageMapping', which has no parameters [syntax]
"t.op"() {a = !ttkernel.PageMapping<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: unexpected '<' after 'DataFormat', which has no parameters [syntax]
"t.op"() {a = !ttkernel.DataFormat<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:50: error: unexpected '<' after 'interleaved_addr_gen_fast', which has no parameters [syntax]
"t.op"() {a = !ttkernel.interleaved_addr_gen_fast<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:50: error: unexpected '<' after 'fabric_connection_manager', which has no parameters [syntax]
"t.op"() {a = !ttkernel.fabric_connection_manager<4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: unexpected '<' after 'mesh_position', which has no parameters [syntax]
"t.op"() {a = !ttkernel.mesh_position<4>} : () -> ()

// -----

// An alias cannot have the name of an attribute.
// CHECK: errors.mlir:[[#@LINE+1]]:1: error: type names with a '.' are reserved for dialect-defined names [syntax]
!ttnn.device = i32
