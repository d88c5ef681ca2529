// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.operand_constraint<dram|l1>}
"t.op"() {a = #tt.operand_constraint<dram | l1>} : () -> ()
