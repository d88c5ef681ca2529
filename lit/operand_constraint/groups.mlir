// RUN: tt-opt %s | FileCheck %s
// RUN: tt-opt --era=2024-07-10 %s | FileCheck %s --check-prefix=OLD
// RUN: tt-opt --era=2024-12-01 %s | FileCheck %s --check-prefix=NEW
// The bits in their order, then the groups that they contain. Groups have the members of their date; without one, those
// that all dates agree on.
// CHECK{LITERAL}: {b = #tt.operand_constraint<any_device>, c = #tt.operand_constraint<system|scalar>}
// OLD{LITERAL}: {b = #tt.operand_constraint<dram|l1|scalar|tile|any_device|any_device_tile>, c = #tt.operand_constraint<system|scalar>}
// NEW{LITERAL}: {b = #tt.operand_constraint<dram|l1|scalar|tile|none|interleaved|single_bank|height_sharded|width_sharded|block_sharded|any_layout|any_device|any_device_tile|l1_block_sharded>, c = #tt.operand_constraint<system|scalar|system_scalar>}
"t.op"() {b = #tt.operand_constraint<any_device>, c = #tt.operand_constraint<scalar|system|scalar>} : () -> ()

// RUN: tt-opt --verify-roundtrip --verify-only %s
