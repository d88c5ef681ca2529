// --color=always colors diagnostics, never and a pipe do not; NO_COLOR applies to auto.
// RUN: not tt-opt --color=always %s 2>&1 | FileCheck %s --check-prefix=COLOR
// RUN: not tt-opt --color=never %s 2>&1 | FileCheck %s
// RUN: not tt-opt %s 2>&1 | FileCheck %s
// RUN: not tt-opt --color=sometimes %s 2>&1 | FileCheck %s --check-prefix=WRONG
// COLOR: {{.\[[0-9;]+m}}
// CHECK: {{^[^ ]+}}color.mlir:[[#@LINE+1]]:15: error: undefined symbol
"t.op"() {a = #g} : () -> ()
// WRONG: tt-opt: error: {{.*}}sometimes
