// RUN: tt-opt %s | diff %s -
// #ttcore.host_layout: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4096>} : () -> ()
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4096, <"mesh">>} : () -> ()
