// RUN: tt-opt %s | diff %s -
// #tt.supportedDataTypes, #ttcore.supportedDataTypes: each form of any date is its own canonical text.

"t.op"() {a = #tt.supportedDataTypes<f32>} : () -> ()
"t.op"() {a = #tt.supportedDataTypes<bfp_bf8>} : () -> ()
"t.op"() {a = #tt.supportedDataTypes<u16>} : () -> ()
"t.op"() {a = #tt.supportedDataTypes<si32>} : () -> ()
"t.op"() {a = #tt.supportedDataTypes<i1>} : () -> ()
"t.op"() {a = #ttcore.supportedDataTypes<f32>} : () -> ()
"t.op"() {a = #ttcore.supportedDataTypes<bfp_bf8>} : () -> ()
"t.op"() {a = #ttcore.supportedDataTypes<u16>} : () -> ()
"t.op"() {a = #ttcore.supportedDataTypes<si32>} : () -> ()
"t.op"() {a = #ttcore.supportedDataTypes<i1>} : () -> ()
