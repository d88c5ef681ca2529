// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: struct is missing required parameter: name; kernel_named_arg needs the field 'name'{{.*}}[missing-key]
"t.op"() {a = #ttnn.kernel_named_arg<value = 3>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:45: error: expected a string for 'name', found 'page'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_named_arg<name = page, value = 3>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: struct is missing required parameter: name; kernel_named_arg needs the field 'name'{{.*}}[missing-key]
"t.op"() {a = #ttnn.kernel_named_arg<>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:61: error: expected `name = value` in kernel_named_arg, found '7'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_named_arg<value = 3, name = "x", 7>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:61: error: duplicate or unknown struct parameter name: value{{.*}}[duplicate-key]
"t.op"() {a = #ttnn.kernel_named_arg<value = 3, name = "x", value = 4>} : () -> ()
