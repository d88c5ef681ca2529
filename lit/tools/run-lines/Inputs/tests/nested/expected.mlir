// RUN: mlir-opt-19 %s -split-input-file -verify-diagnostics
func.func private @a() {
  // expected-error @+1 {{'ttir.empty' op requires a result}}
  "ttir.empty"() : () -> ()
}
// -----
// expected-error @+1 {{Memory layout is not allowed for SystemMemory buffer type.}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<system_memory>>, <interleaved>>
// -----
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
