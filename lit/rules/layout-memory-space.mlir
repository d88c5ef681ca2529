// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// None.
// CHECK: layout-memory-space.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: the memref of a layout has no memory space; expected #tt.memory_space<..> with one of system, mmio, dram, l1 [layout-memory-space]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32>>>} : () -> ()

// -----

// The register file is none of the four.
// CHECK: layout-memory-space.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: memory space '#tt.memory_space<dst>' of the memref of a layout is not one of system, mmio, dram, l1 [layout-memory-space]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<dst>>>>} : () -> ()

// -----

// Host memory that the device sees is one.
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<mmio>>>>} : () -> ()

// -----

// The keyword in the definition, once for all layouts.
// CHECK: :[[#@LINE+2]]:27: error: memory space '#tt.memory_space<dst>' of the memref of a layout is not one of system, mmio, dram, l1 [layout-memory-space]
// CHECK: :[[#@LINE+2]]:77: note: the memory space of a layout; 2 more uses
#space = #tt.memory_space<dst>
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #space>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x64xf32, #space>>
"t.op"() {a = tensor<32x32xf32, #a>, b = tensor<32x16xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x16xf32, #space>>>} : () -> ()

// -----

// dst is right for a memref.
#space = #tt.memory_space<dst>
// CHECK: :[[#@LINE+2]]:77: error: memory space '#tt.memory_space<dst>' of the memref of a layout is not one of system, mmio, dram, l1 [layout-memory-space]
// CHECK: :[[#@LINE-2]]:10: note: defined here, and used elsewhere
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #space>>
"t.op"() {a = memref<32x32xf32, #space>} : () -> ()
