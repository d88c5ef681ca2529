// RUN: not tt-opt --verify-only --split-input-file --diagnostic-format=json %s 2>&1 | FileCheck %s --implicit-check-not=severity
// A layout in an alias: its errors are reported once, at the alias. Errors with a tensor are reported at the tensor, without a fix-it.

// CHECK: "line":[[#@LINE+1]],{{.*}}"rule":"tiled-strides"
#own = #tt.tiled_layout<memref<4x1024x64xf16, strided<[64, 256, 1]>>, dim_map = [1, 0, 1], dense>
"t.op"() {a = tensor<1024x256xf16, #own>, b = tensor<1024x300xf16, #own>} : () -> ()

// -----

#l = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense>
// CHECK: "line":[[#@LINE+1]],"column":45,{{.*}}"rule":"tiled-capacity",{{.*}}"fixes":[]
"t.op"() {a = tensor<1024x256xf16, #l>, b = tensor<1024x300xf16, #l>, c = tensor<1024x300xf16, #l>} : () -> ()

// -----

#h = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>
// CHECK: "line":[[#@LINE+1]],"column":15,{{.*}}"rule":"tiled-shape",{{.*}}"fixes":[]
"t.op"() {a = tensor<1024x256xbf16, #h>, b = tensor<1024x256xf16, #h>} : () -> ()

// -----

#o = #tt.tiled_layout<stick, order = [1, 0]>
// CHECK: "line":[[#@LINE+1]],"column":45,{{.*}}"rule":"tiled-order",{{.*}}"fixes":[]
"t.op"() {a = tensor<1024x256xf16, #o>, b = tensor<2x1024x300xf16, #o>} : () -> ()
