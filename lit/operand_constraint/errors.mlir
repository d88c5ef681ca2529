// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: unknown operand constraint 'any_devise'; did you mean 'any_device'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt.operand_constraint<any_devise>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:43: error: unknown operand constraint 'l2'{{.*}}[unknown-keyword]
"t.op"() {a = #tt.operand_constraint<dram|l2>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:41: error: unknown operand constraint 'f32'{{.*}}[unknown-keyword]
"t.op"() {a = #tt.operand_constraint<l1|f32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: unknown operand constraint 'bf16'{{.*}}[unknown-keyword]
"t.op"() {a = #tt.operand_constraint<bf16|l1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:41: error: unknown operand constraint 'mod'{{.*}}[unknown-keyword]
"t.op"() {a = #tt.operand_constraint<l1|mod>} : () -> ()
