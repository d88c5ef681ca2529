// RUN: tt-opt -Wno-mixed-eras %s 2>&1 >%t | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: grep -v "^//" %t | FileCheck %s --check-prefix=OUT
// RUN: tt-opt --verify-roundtrip --verify-only %s
// MLIR ignores what follows the last field of an attribute in the long form.

// CHECK: ignored-text.mlir:[[#@LINE+3]]:32: warning: unexpected ',' after the last field of cpu_role; MLIR ignores it [ignored-text]
// CHECK: ignored-text.mlir:[[#@LINE+2]]:32: note: fix: remove it (remove ',')
// OUT{LITERAL}: {a = #tt<cpu_role host>}
"t.op"() {a = #tt<cpu_role host,>} : () -> ()

// CHECK: ignored-text.mlir:[[#@LINE+2]]:64: warning: unexpected ', "x" = [1, {2}]' after the last field of local_shape; MLIR ignores it
// OUT{LITERAL}: {a = #ttcore<local_shape local_shape = tensor<1x2xf32>>}
"t.op"() {a = #ttcore<local_shape local_shape = tensor<1x2xf32>, "x" = [1, {2}] >} : () -> ()

// CHECK: ignored-text.mlir:[[#@LINE+2]]:35: warning: unexpected 'and more' after the last field of grid; MLIR ignores it
// OUT{LITERAL}: {a = [#ttcore.grid<1x1>, 5]}
"t.op"() {a = [#ttcore<grid<1x1>  and more>, 5]} : () -> ()

// CHECK: ignored-text.mlir:[[#@LINE+2]]:39: warning: unexpected ', 5' after the last field of tile; MLIR ignores it
// OUT{LITERAL}: {a = !ttcore.tile<32x32, f32>}
"t.op"() {a = !ttcore<tile<32x32, f32>, 5>} : () -> ()
