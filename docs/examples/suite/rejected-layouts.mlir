// RUN: tt-opt --split-input-file --verify-diagnostics --verify-only %s

#l1_ = #tt.memory_space<l1>
// expected-error@+1 {{18x32}}
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<17x32xf32, #l1_>>
// expected-note@+1 {{tensor of this layout}}
func.func private @partial_shards(tensor<53x63xf32, #layout>)

// -----

// expected-error@+1 {{unknown memory space 'L1'}}
func.func private @misspelled(memref<8x8xf32, #tt.memory_space<L1>>)
