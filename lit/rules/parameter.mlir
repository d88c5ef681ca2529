// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// The widths that an element in L1 can have.
// CHECK: parameter.mlir:[[#@LINE+1]]:37: error: unsupported l1_addr_ptr element width 64; expected 8, 16, or 32 [parameter]
"t.op"() {a = !ttkernel.l1_addr_ptr<64>} : () -> ()

// -----

// CHECK: parameter.mlir:[[#@LINE+1]]:37: error: unsupported l1_addr_ptr element width -8; expected 8, 16, or 32 [parameter]
"t.op"() {a = !ttkernel.l1_addr_ptr<-8>} : () -> ()

// -----

// A type of Python needs its text.
// CHECK: parameter.mlir:[[#@LINE+1]]:30: error: expected non-empty string in !emitpy.opaque type [parameter]
"t.op"() {a = !emitpy.opaque<"">} : () -> ()

// -----

// CHECK: parameter.mlir:[[#@LINE+1]]:29: error: expected non-empty string in !emitpy.class type [parameter]
"t.op"() {a = !emitpy.class<"">} : () -> ()

// -----

// The attribute may be empty.
"t.op"() {a = #emitpy.opaque<"">} : () -> !ttkernel.l1_addr_ptr<16>
