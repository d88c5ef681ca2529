// -o FILE: the result, written to a temporary file and renamed; links are followed, a text with errors leaves the file unchanged.
// RUN: rm -rf %t && mkdir %t
// RUN: tt-opt %s -o %t/out.mlir && FileCheck %s --input-file=%t/out.mlir
// RUN: ln -s out.mlir %t/link.mlir && tt-opt %s -o %t/link.mlir && test -L %t/link.mlir
// RUN: echo '#a = #tt.grid<8' > %t/bad.mlir && not tt-opt %t/bad.mlir -o %t/out.mlir && FileCheck %s --input-file=%t/out.mlir
// RUN: tt-opt %s -o /dev/null
// RUN: not tt-opt %s %s -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=MANY

// CHECK{LITERAL}: {a = #tt.grid<8x8>}
"t.op"() {a = #tt.grid< 8 x 8 >} : () -> ()
// MANY: tt-opt: error: {{.*}}-o
