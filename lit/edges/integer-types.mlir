// RUN: not tt-opt --split-input-file %s 2>/dev/null | FileCheck %s
// RUN: not tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --check-prefix=ERR --implicit-check-not="error: "

// Integer types as MLIR 19 reads them: i0, and leading zeros, which are not printed.
// CHECK: a = tensor<2xi0>, b = memref<2xsi0>, c = tensor<2xi32>, d = tensor<2x3xui8>, e = vector<2xi1>
"t.op"() {a = tensor<2xi0>, b = memref<2xsi0>, c = tensor<2xi032>, d = tensor<2x3xui008>, e = vector<2xi1>} : () -> ()

// -----

// CHECK: a = tensor<2xi16777215>
"t.op"() {a = tensor<2xi16777215>} : () -> ()

// -----

// ERR: :[[#@LINE+1]]:24: error: integer bitwidth is limited to 16777215 bits [integer-range]
"t.op"() {a = tensor<2xi16777216>} : () -> ()

// -----

// ERR: :[[#@LINE+1]]:24: error: invalid integer width; integer bitwidth is limited to 16777215 bits [integer-range]
"t.op"() {a = memref<2xui99999999999>} : () -> ()

// -----

// A memref of memrefs is a type of MLIR; the element of a layout is not one (layout-element, ttnn-element).
// CHECK: a = memref<2xmemref<4xf32>>
"t.op"() {a = memref<2xmemref<4xf32>>} : () -> ()
