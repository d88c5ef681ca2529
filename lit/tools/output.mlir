// RUN: tt-opt %s -o %t.mlir && FileCheck --input-file=%t.mlir %s
// RUN: tt-opt --emit=json %s -o %t.json && FileCheck --check-prefix=JSON --input-file=%t.json %s
// RUN: tt-opt %s -o /dev/null
// RUN: echo kept > %t2.mlir && not tt-opt %S/Inputs/many/b.mlir -o %t2.mlir 2> %t.err && FileCheck --check-prefix=KEPT --input-file=%t2.mlir %s
// RUN: not tt-opt %s %s -o %t2.mlir 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: not tt-opt %s -o %t/no/such/folder.mlir 2>&1 | FileCheck --check-prefix=FOLDER %s
// RUN: not tt-opt %S 2>&1 | FileCheck --check-prefix=SUMMARY %s
// RUN: not tt-opt %t-missing.mlir 2>&1 | FileCheck --check-prefix=MISSING %s

// KEPT: kept
// TWO: tt-opt: error: -o requires a single input; --in-place rewrites several files
// FOLDER: tt-opt: error: cannot write '{{.*}}folder.mlir': No such file or directory
// SUMMARY: tt-opt: {{[0-9]+}} files, {{[0-9]+}} attributes, {{[0-9]+}} errors, {{[0-9]+}} warnings
// MISSING: tt-opt: error: cannot open '{{.*}}missing.mlir': No such file or directory
// JSON: {"file":"{{.*}}output.mlir","line":{{[0-9]+}},{{.*}}"text":"#tt.grid<8x8>"
// CHECK: "t.op"() {a = #tt.grid<8x8>}
"t.op"() {a = #tt.grid< 8x8 >} : () -> ()
