// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:110: error: expected a list in [ ] for 'formats', found '<buffer_index = 0, dtype = f32, ...'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_cb<total_size = 4096, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, formats = <buffer_index = 0, dtype = f32, page_size = 4096>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:172: error: expected kernel_cb_global_buffer_address_of_tensor for 'buffer', found '#ttnn.kernel_arg_address_of_tens...'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_cb<total_size = 4096, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, formats = [<buffer_index = 0, dtype = f32, page_size = 4096>], buffer = #ttnn.kernel_arg_address_of_tensor<0>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: expected 'total_size' here: kernel_cb needs the field 'total_size'{{.*}}[missing-key]
"t.op"() {a = #ttnn.kernel_cb<core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, total_size = 4096, formats = [<buffer_index = 0, dtype = f32, page_size = 4096>]>} : () -> ()
