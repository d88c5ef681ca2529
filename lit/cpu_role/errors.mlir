// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: unknown CPU role 'hots'; did you mean 'host'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt<cpu_role hots>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'cpu_role'; expected `#tt<cpu_role ...>`{{.*}}[syntax]
"t.op"() {a = #tt.cpu_role<host>} : () -> ()
