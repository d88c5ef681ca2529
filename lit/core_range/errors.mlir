// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:39: error: expected a coordinate such as (0, 0) for 'end_coord'{{.*}}[syntax]
"t.op"() {a = #ttcore.core_range<(0,0)>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:34: error: expected a coordinate such as (0, 0) for 'start_coord', found '0x0'{{.*}}[syntax]
"t.op"() {a = #ttcore.core_range<0x0, 7x7>} : () -> ()
