// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.chip_channel<[0, 8, 0], [1, 0, 0]>}
"t.op"() {a = #ttcore.chip_channel<[ 0,8,0 ],[ 1,0,0 ]>} : () -> ()
