// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.operand_constraint<dram|l1>}
"t.op"() {a = #tt.operand_constraint<dram | l1>} : () -> ()

// A keyword can be a token that is a builtin type elsewhere.
// CHECK{LITERAL}: {a = #tt.operand_constraint<none|interleaved>}
"t.op"() {a = #tt.operand_constraint<none | interleaved>} : () -> ()
