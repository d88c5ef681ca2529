// RUN: tt-opt %s | diff %s -
// #ttnn.nd_shard_spec: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.nd_shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <round_robin_1d>>} : () -> ()
