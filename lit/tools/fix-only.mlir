// --fix-only applies fix-its and leaves everything else as it is.
// RUN: tt-opt --fix-only %s 2>&1 | FileCheck %s
// RUN: tt-opt --fix %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: cp %s %t.mlir && tt-opt -i --fix-only %t.mlir && FileCheck %s --input-file=%t.mlir
// RUN: tt-opt --fix-only %s -o %t.out && FileCheck %s --input-file=%t.out
// RUN: not tt-opt --fix-only --diff %s 2> %t.err | FileCheck %s --check-prefix=DIFF --implicit-check-not="8x8"
// RUN: not tt-opt --fix-only --check %s 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: tt-opt --fix-only --check %t.out
// RUN: not tt-opt --check %t.out 2>&1 | FileCheck %s --check-prefix=CANONICAL
// RUN: not tt-opt --fix-only --verify-diagnostics %s 2>&1 | FileCheck %s --check-prefix=BOTH-OPTIONS
// CHECK: #g = #tt.grid< 8 x 8 >
// CHECK: #s = #tt.memory_space<l1>
// BOTH: #g = #tt.grid<8x8>
// BOTH: #s = #tt.memory_space<l1>
// DIFF: {{^}}-#s = #tt.memory_space<L1>
// DIFF-NEXT: {{^}}+#s = #tt.memory_space<l1>
// FIRST: fix-only.mlir: has fix-its (first at 22:23)
// CANONICAL: not canonical (first at
// BOTH-OPTIONS: tt-opt: error: --fix-only and --verify-diagnostics are mutually exclusive

#g = #tt.grid< 8 x 8 >
#s = #tt.memory_space<L1>
