// RUN: tt-opt %s | diff %s -
// #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config<in0_block_w = 1, per_core_m = 1, per_core_n = 5>} : () -> ()
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config<in0_block_w = 1, per_core_m = 1, per_core_n = 5, fused_activation = #ttnn.unary_with_param<op_type = silu>>} : () -> ()
