// RUN: tt-opt %s | diff %s -
// #tt<cpu_desc ...>, #ttcore<cpu_desc ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<cpu_desc{role = host, target_triple = "x86_64-pc-linux-gnu"}>} : () -> ()
"t.op"() {a = #ttcore<cpu_desc{role = device, target_triple = "riscv32"}>} : () -> ()
