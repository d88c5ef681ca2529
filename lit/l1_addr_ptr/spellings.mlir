// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed: the default width is not.

// CHECK{LITERAL}: {a = !ttkernel.l1_addr_ptr, b = !ttkernel.l1_addr_ptr<8>, c = !ttkernel.l1_addr_ptr}
"t.op"() {a = !ttkernel.l1_addr_ptr<32>, b = !ttkernel<l1_addr_ptr<8>>, c = !ttkernel<l1_addr_ptr>} : () -> ()
