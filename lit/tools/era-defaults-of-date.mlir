// A default that was not printed on a date is removed in any position.
// RUN: tt-opt --parse-only --era=2025-06-16 --verify-roundtrip %s | FileCheck %s

// CHECK: #shard = #tt.shard<32x4>{{$}}
#shard = #tt.shard<32x4, 1>
// CHECK: memref<2x4xf32, #tt.shard<16x4>, #tt.memory_space<l1>>
"t.op"() {a = memref<2x4xf32, #tt.shard<16x4, 1>, #tt.memory_space<l1>>} : () -> ()
