// RUN: tt-opt %s | diff %s -
// #ttcore<local_shape ...>: each form of any date is its own canonical text.

"t.op"() {a = #ttcore<local_shape local_shape = tensor<1x32xbf16>>} : () -> ()
