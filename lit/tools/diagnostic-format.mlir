// --diagnostic-format=json: one object per line on standard error, with notes and fix-its as edits; =text is the default.
// RUN: not tt-opt --diagnostic-format=json %s 2>&1 | FileCheck %s
// RUN: not tt-opt --diagnostic-format=text %s 2>&1 | FileCheck %s --check-prefix=TEXT
// CHECK: {"file":"{{.*}}diagnostic-format.mlir","line":[[#@LINE+2]],"column":32,"end_line":[[#@LINE+2]],"end_column":34,"severity":"error","rule":"unknown-keyword","message":"unknown memory space 'L1'{{.*}}","notes":[],"fixes":[{"message":"replace with 'l1'","edits":[{"line":[[#@LINE+2]],"column":32,"end_line":[[#@LINE+2]],"end_column":34,"text":"l1"}]}]}
// TEXT: diagnostic-format.mlir:[[#@LINE+1]]:32: error: unknown memory space 'L1'{{.*}}[unknown-keyword]
"t.op"() {a = #tt.memory_space<L1>} : () -> ()
