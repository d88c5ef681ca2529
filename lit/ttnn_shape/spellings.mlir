// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.shape<32x128>}
"t.op"() {a = #ttnn.shape<32 x 128>} : () -> ()
