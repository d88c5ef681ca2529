// RUN: tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#tt.memory_spce'; did you mean '#tt.memory_space'? [unknown-attribute]
"t.op"() {a = #tt.memory_spce<l1>} : () -> ()

// CHECK: unknown-attribute.mlir:[[#@LINE+2]]:15: warning: missing '#' before attribute 'tt.arch' [unknown-attribute]
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: note: fix: insert '#'
"t.op"() {a = tt.arch<grayskull>} : () -> ()
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: warning: missing '!' before type 'ttcore.tile' [unknown-attribute]
"t.op"() {a = ttcore.tile<32x32, f32>} : () -> ()

// Near misses: names far from every known one, and those of other dialects, are not misspellings.
"t.op"() {a = #tt.something_else<l1>, b = #foo.memory_spce<l1>} : () -> ()
"tt.arch<l1>"() {a = foo.tt.arch<l1>, b = tt.arch} : () -> () // tt.arch<l1>
