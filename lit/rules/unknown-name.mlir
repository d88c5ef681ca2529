// RUN: tt-opt --verify-only -Wunknown-name %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: tt-opt --verify-only %s 2>&1 | count 0

// In an operation, the long form, a definition and an encoding; with and without a body.
// CHECK: unknown-name.mlir:[[#@LINE+1]]:15: remark: unknown attribute '#ttcore.router_table' of dialect 'ttcore' [unknown-name]
"t.op"() {a = #ttcore.router_table<1>} : () -> ()
// CHECK: unknown-name.mlir:[[#@LINE+1]]:15: remark: unknown attribute '#ttir<router_table' of dialect 'ttir' [unknown-name]
"t.op"() {a = #ttir<router_table 1>} : () -> ()
// CHECK: unknown-name.mlir:[[#@LINE+1]]:9: remark: unknown type '!ttkernel.router' of dialect 'ttkernel' [unknown-name]
!type = !ttkernel.router
// CHECK: unknown-name.mlir:[[#@LINE+1]]:32: remark: unknown attribute '#d2m.router_table' of dialect 'd2m' [unknown-name]
"t.op"() {a = tensor<8x32xf32, #d2m.router_table<1>>} : () -> ()

// Near misses: a known name, names of branches of tt-mlir, operations, other dialects.
"ttnn.router_table"() {a = #ttcore.grid<2x2>, b = #ttcore.core_range_set<>, ttcore.router_table = #sdy.mesh<["x"=2]>} : () -> ()
