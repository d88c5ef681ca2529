// RUN: not tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// All uses of the alias are wrong: the definition is the position to change, and is reported once.
// CHECK: :[[#@LINE+3]]:9: error: memory space '#ttcore.memory_space<dram>' of a TTNN layout is not a buffer type [ttnn-buffer-type]
// CHECK: :[[#@LINE+2]]:9: note: fix: replace with #ttnn.buffer_type<dram>
// CHECK: :[[#@LINE+2]]:75: note: the memory space of a layout; 1 more use
#dram = #ttcore.memory_space<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>,   memref<32x32xf32,   #dram>, <interleaved>>
#b = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>,   memref<32x64xf32,   #dram>, <interleaved>>
// #dram in a comment and in a string is not a use.
"t.op"() {a = tensor<32x32xf32, #a>, b = tensor<32x64xf32, #b>, c = "#dram"} : () -> ()

// -----

// Another use of the alias is right: the use is the position to change.
#system = #ttcore.memory_space<system>
// CHECK: :[[#@LINE+3]]:75: error: memory space '#ttcore.memory_space<system>' of a TTNN layout is not a buffer type [ttnn-buffer-type]
// CHECK: :[[#@LINE+2]]:75: note: fix: replace with #ttnn.buffer_type<system_memory>
// CHECK: :[[#@LINE-3]]:11: note: defined here, and used elsewhere
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>,   memref<32x32xf32,   #system>>
"t.op"() {b = memref<32x32xf32, #system>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: memory space '#tt.memory_space<mmio>' of a TTNN layout is not a buffer type [ttnn-buffer-type]
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #tt.memory_space<mmio>>>

// -----

// CHECK: error: the memref of a TTNN layout has no memory space; expected #ttnn.buffer_type<..> [ttnn-buffer-type]
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32>>

// -----

// The reverse: layout-memory-space.
// CHECK: :[[#@LINE+2]]:8: error: memory space '#ttnn.buffer_type<l1>' of the memref of a layout is not one of system, mmio, dram, l1 [layout-memory-space]
// CHECK: :[[#@LINE+1]]:8: note: fix: replace with #tt.memory_space<l1>
#l1_ = #ttnn.buffer_type<l1>
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #l1_>>
