// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.chip_coord<0x0x0x1>}
"t.op"() {a = #ttcore.chip_coord<0 x 0 x 0 x 1>} : () -> ()
