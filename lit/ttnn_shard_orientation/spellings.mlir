// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.shard_orientation<row_major>}
"t.op"() {a = #ttnn<shard_orientation<row_major>>} : () -> ()
