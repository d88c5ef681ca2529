#any_device = #tt.operand_constraint<dram|l1|scalar|tile|any_device|any_device_tile>
"ttnn.relu"() {operand_constraints = [#any_device]} : () -> ()
