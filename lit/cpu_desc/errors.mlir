// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: unknown CPU role 'guest'{{.*}}[unknown-keyword]
"t.op"() {a = #tt<cpu_desc{role = guest, target_triple = "x86_64-pc-linux-gnu"}>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: expected 'target_triple'{{.*}}[missing-key]
"t.op"() {a = #tt<cpu_desc{role = host}>} : () -> ()

// -----

// Only the groups of chip_physical_cores stand without commas.
// CHECK: errors.mlir:[[#@LINE+2]]:40: error: expected ',' before 'target_triple' [syntax]
// CHECK: errors.mlir:[[#@LINE+1]]:39: note: fix: insert ','
"t.op"() {a = #tt<cpu_desc{role = host target_triple = "x86_64-pc-linux-gnu"}>} : () -> ()
