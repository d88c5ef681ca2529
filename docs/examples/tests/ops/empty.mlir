// RUN: ttmlir-opt %s --split-input-file --verify-diagnostics
#space = #tt.memory_space<l1>
// expected-error @+1 {{'ttir.empty' op requires a result}}
"ttir.empty"() {space = #space} : () -> ()

// -----

#space = #tt.memory_space<dram>
"ttir.empty"() {space = #space} : () -> ()
