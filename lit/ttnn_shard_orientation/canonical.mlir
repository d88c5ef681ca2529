// RUN: tt-opt %s | diff %s -
// #ttnn.shard_orientation: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.shard_orientation<row_major>} : () -> ()
"t.op"() {a = #ttnn.shard_orientation<col_major>} : () -> ()
