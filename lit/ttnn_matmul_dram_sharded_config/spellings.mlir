// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config<in0_block_w = 1, per_core_m = 1, per_core_n = 5, fused_activation = #ttnn.unary_with_param<op_type = silu>>}
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config<fused_activation = #ttnn.unary_with_param<op_type = silu>, per_core_n = 5, per_core_m = 1, in0_block_w = 1>} : () -> ()
