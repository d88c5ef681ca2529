// RUN: tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#tt.memory_spce'; did you mean '#tt.memory_space'? [unknown-attribute]
"t.op"() {a = #tt.memory_spce<l1>} : () -> ()

// Near misses: names far from every known one, and those of other dialects, are nobody's misspelling.
"t.op"() {a = #tt.something_else<l1>, b = #foo.memory_spce<l1>} : () -> ()
