// RUN: tt-opt %s | diff %s -
// #tt.arch, #ttcore.arch: each form of any date is its own canonical text.

"t.op"() {a = #tt.arch<grayskull>} : () -> ()
"t.op"() {a = #tt.arch<wormhole_b0>} : () -> ()
"t.op"() {a = #tt.arch<blackhole>} : () -> ()
"t.op"() {a = #tt.arch<quasar>} : () -> ()
"t.op"() {a = #ttcore.arch<grayskull>} : () -> ()
"t.op"() {a = #ttcore.arch<wormhole_b0>} : () -> ()
"t.op"() {a = #ttcore.arch<blackhole>} : () -> ()
"t.op"() {a = #ttcore.arch<quasar>} : () -> ()
