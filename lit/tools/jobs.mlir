// RUN: not tt-opt --emit=json -j 1 %S/Inputs > %t1.out 2> %t1.err
// RUN: not tt-opt --emit=json -j 3 %S/Inputs > %t3.out 2> %t3.err
// RUN: diff %t1.out %t3.out && diff %t1.err %t3.err && FileCheck --input-file=%t3.err %s
// RUN: not tt-opt --diff -j 1 %S/Inputs/many > %t1.out 2> %t1.err
// RUN: not tt-opt --diff -j 64 %S/Inputs/many > %t3.out 2> %t3.err
// RUN: diff %t1.out %t3.out && diff %t1.err %t3.err
// RUN: not tt-opt -j 0 %s 2>&1 | FileCheck --check-prefix=ZERO %s
// RUN: tt-opt -j2 --verify-only %S/Inputs/many/a.mlir
// RUN: rm -rf %t.d && mkdir %t.d && %{python} -c "print('#a = ' + '[' * 500 + '1' + ']' * 500)" > %t.d/a.mlir
// RUN: cp %t.d/a.mlir %t.d/b.mlir && tt-opt -j2 --verify-only --era=latest %t.d
// RUN: not tt-opt -j2x %s 2>&1 | FileCheck --check-prefix=GLUED %s
// GLUED: tt-opt: error: invalid value '2x' of -j; expected a number from 1 to 1024
// Files are processed in parallel, but reported in the order of their paths.

// CHECK: b.mlir:1:35: error: use of undeclared identifier 'd1'
// CHECK: c.mlir:1:15: warning: unknown attribute
// CHECK: sections.mlir:3:34: error: use of undeclared identifier 'd1'
// CHECK: tt-opt: 4 files, {{[0-9]+}} attributes, {{[0-9]+}} errors, 1 warning
// ZERO: tt-opt: error: invalid value '0' of -j
