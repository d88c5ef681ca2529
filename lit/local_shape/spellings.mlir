// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore<local_shape local_shape = tensor<1x32xbf16>>}
"t.op"() {a = #ttcore<local_shape local_shape=tensor<1 x 32 x bf16>>} : () -> ()
