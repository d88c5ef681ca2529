// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:50: error: duplicate or unknown struct parameter name: math_fidelty; did you mean 'math_fidelity'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.device_compute_kernel_config<math_fidelty = hifi4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:66: error: unknown math fidelity 'hifi5'; did you mean 'hifi2'? expected one of lofi, hifi2, hifi3, hifi4{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.device_compute_kernel_config<math_fidelity = hifi5>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:50: error: expected `name = value` in device_compute_kernel_config, found 'hifi4'{{.*}}[syntax]
"t.op"() {a = #ttnn.device_compute_kernel_config<hifi4>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:95: error: duplicate or unknown struct parameter name: packer_l1_acc{{.*}}[duplicate-key]
"t.op"() {a = #ttnn.device_compute_kernel_config<packer_l1_acc = true, math_fidelity = hifi4, packer_l1_acc = false>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:66: error: expected true or false for 'packer_l1_acc', found '1'{{.*}}[syntax]
"t.op"() {a = #ttnn.device_compute_kernel_config<packer_l1_acc = 1>} : () -> ()
