// The excerpt fits 80 columns even in a long line, and the underline is below its token.
// RUN: not tt-opt %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: not tt-opt %s 2>&1 | awk '/error:/ { next } length > 80 { exit 1 }'
// CHECK: excerpt.mlir:[[#@LINE+3]]:242: error: unknown memory space 'l2'
// CHECK-NEXT: {{^\.\.\..*}}#tt.memory_space<l2>>}
// CHECK-NEXT: {{^ +\^~$}}
"t.op"() {a = "a string that makes the line far longer than a terminal is wide ............................................................................................................................", b = memref<8xf32, #tt.memory_space<l2>>} : () -> ()
