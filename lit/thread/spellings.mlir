// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #d2m.thread<datamovement, @kernel, dm_core = 1>}
"t.op"() {a = #d2m.thread<datamovement,@kernel,dm_core=1>} : () -> ()

// CHECK{LITERAL}: {a = #d2m.thread<datamovement>, b = #d2m.thread<datamovement, @kernel>}
"t.op"() {a = #d2m.thread<datamovement, noc = -1>, b = #d2m.thread<datamovement, @kernel, processor = -1>} : () -> ()
