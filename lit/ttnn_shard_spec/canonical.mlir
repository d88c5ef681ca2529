// RUN: tt-opt %s | diff %s -
// #ttnn.shard_spec: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.shard_spec<<32x128>>} : () -> ()
"t.op"() {a = #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <physical>>} : () -> ()
"t.op"() {a = #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <physical>, <32x128>>} : () -> ()
"t.op"() {a = #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>} : () -> ()
"t.op"() {a = #ttnn.shard_spec<<>, <32x64>, <row_major>>, b = #ttnn.shard_spec<<>, <32x64>, <row_major>, <physical>>} : () -> ()
