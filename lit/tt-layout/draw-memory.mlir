// RUN: tt-layout draw %s --view memory -o - > %t.svg
// RUN: not tt-layout memory %s --svg=%t.memory.svg --html=%t.html
// RUN: diff %t.svg %t.memory.svg
// RUN: FileCheck %s --check-prefix=HTML --input-file=%t.html
// Banks over the steps of a program, addresses to scale: two of three buffers of 524,288 B fit into the L1 of a core.
// RUN: tt-layout draw %s --view memory | FileCheck %s
// RUN: tt-layout draw %s --view memory -o - | FileCheck %s --check-prefix=SVG
// CHECK: Memory on wormhole_b0: the program does not fit
// CHECK: allocation failed: %0 (line [[#]], 524,288 B in L1)
// CHECK: L1: 64 banks of 1,498,112 B, peak 1,048,576
// CHECK: 2,023,424 +---
// CHECK-NEXT: ~~~~ %0 ~~~~
// CHECK: 1,499,136 |AAAA
// CHECK: BBBB %arg1 BBBB
// SVG: <title>%arg0, line [[#]]&#10;524,288 B in each bank at 974,848
// HTML: <title>
// HTML: does not fit: above the end of the bank
// SVG: <title>%arg1, line [[#]]&#10;524,288 B in each bank at 450,560
// SVG: <title>%0, line [[#]]&#10;524,288 B in each bank: does not fit, lines
// SVG: peak 1,048,576 B
// SVG: <title>reserved: 1,024 B at 0..1,024&#10;firmware, kernels and their arguments
// SVG: <title>allocated: 524,288 B at 974,848..1,499,136
#l1 = #tt.memory_space<l1>
#wide = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<512x256xf32, #l1>>

func.func @forward(%arg0: tensor<1024x1024xf32, #wide>, %arg1: tensor<1024x1024xf32, #wide>) -> tensor<1024x1024xf32, #wide> {
  %0 = ttir.empty() : tensor<1024x1024xf32, #wide>
  %1 = "ttir.add"(%arg0, %arg1, %0) : (tensor<1024x1024xf32, #wide>, tensor<1024x1024xf32, #wide>, tensor<1024x1024xf32, #wide>) -> tensor<1024x1024xf32, #wide>
  return %1 : tensor<1024x1024xf32, #wide>
}
