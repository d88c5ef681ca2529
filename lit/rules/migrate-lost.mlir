// RUN: not tt-opt --migrate=latest %s 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: :[[#@LINE+1]]:15: error: operand_constraint does not exist on {{.*}}; it is valid from 2024-05-14 to 2024-12-16 [migrate-lost]
"t.op"() {a = #tt.operand_constraint<dram|l1>} : () -> ()

"t.op"() {a = #tt.memory_space<dram>} : () -> ()
