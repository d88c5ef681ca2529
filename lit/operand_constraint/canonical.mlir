// RUN: tt-opt %s | diff %s -
// #tt.operand_constraint: each form of any date is its own canonical text.

"t.op"() {a = #tt.operand_constraint<any>} : () -> ()
"t.op"() {a = #tt.operand_constraint<any_device_tile>} : () -> ()
"t.op"() {a = #tt.operand_constraint<dram|l1|scalar|tile|any_device|any_device_tile>} : () -> ()
"t.op"() {a = #tt.operand_constraint<dram|l1|tile|none|interleaved|single_bank|height_sharded|width_sharded|block_sharded|any_layout|any_device_tile>} : () -> ()
"t.op"() {a = #tt.operand_constraint<none>} : () -> ()
