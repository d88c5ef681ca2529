// RUN: tt-opt %s | diff %s -
// #ttir<flattened_compat ...>: each form of any date is its own canonical text.

"t.op"() {a = #ttir<flattened_compat batch_size = 1, input_height = 32, input_width = 32>} : () -> ()
