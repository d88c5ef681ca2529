// -i: files that are not canonical are rewritten, others keep their date, one with errors is unchanged.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.mlir
// RUN: printf '#g = #tt.grid<8x8>\n' > %t/canonical.mlir && touch -d 2001-01-01 %t/canonical.mlir
// RUN: printf '#g = #tt.grid< 8 x 8\n' > %t/faulty.mlir && cp %t/faulty.mlir %t/faulty.before
// RUN: not tt-opt -i %t 2> %t/said
// RUN: FileCheck %s --input-file=%t/a.mlir && FileCheck %s --input-file=%t/said --check-prefix=SAID
// RUN: diff %t/faulty.mlir %t/faulty.before
// RUN: find %t -name canonical.mlir -newermt 2001-06-01 | count 0
// RUN: tt-opt --in-place %t/a.mlir && FileCheck %s --input-file=%t/a.mlir

// CHECK{LITERAL}: {a = !tt.tile<32x32, f32>}
"t.op"() {a = !tt.tile<32 x 32, f32>} : () -> ()
// SAID: faulty.mlir:{{[0-9:]+}} error:
// SAID: tt-opt: 3 files, {{[0-9]+}} attributes, 1 error, 0 warnings
