// RUN: tt-opt %s | diff %s -
// !ttkernel.semaphore: each form of any date is its own canonical text.

"t.op"() {a = !ttkernel.semaphore<0>} : () -> ()
"t.op"() {a = !ttkernel.semaphore} : () -> ()
