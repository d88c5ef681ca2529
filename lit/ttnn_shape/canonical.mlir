// RUN: tt-opt %s | diff %s -
// #ttnn.shape: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.shape<32x128>} : () -> ()
"t.op"() {a = #ttnn.shape<>} : () -> ()
"t.op"() {a = #ttnn.shape<8>} : () -> ()
