// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.shard<16384x4096, 1>}
"t.op"() {a = #ttcore.shard<16384 x 4096,1>} : () -> ()
