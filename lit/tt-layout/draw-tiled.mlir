// Tiled layouts of a file: the RFC's three figures of 1024x256 (no padding) and of 1000x200 (56,000 elements of padding).
// RUN: tt-layout draw %s --name %a | FileCheck %s --check-prefix=FULL --strict-whitespace --match-full-lines
// RUN: tt-layout draw %s --name '#padded' --view plane | FileCheck %s --check-prefix=PADDED
// RUN: tt-layout draw %s --name %b -o - | FileCheck %s --check-prefix=SVG
// RUN: not tt-layout draw %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not tt-layout draw %s --name %a --view grid 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not tt-layout draw %s --name %c 2>&1 | FileCheck %s --check-prefix=NAME
//      FULL:%a of draw-tiled.mlir:36: tensor<1024x256xf16> in sticks of 64 elements
// FULL-NEXT:ranges (4, 1024, 64), host strides (64, 256, 1), device strides (65536, 64, 1)
// FULL-NEXT:524,288 B on the device; padding 0 of 262,144 elements
// FULL-EMPTY:
// FULL-NEXT:The tensor 1024x256, sticks of 64 along d1
// FULL-NEXT:+----------+----------+----------+----------+
// FULL-NEXT:| 0,0..63  |0,64..127 |0,128..191|0,192..255|
// FULL-NEXT:+----------+----------+----------+----------+
// FULL-NEXT:| 1,0..63  |1,64..127 |1,128..191|1,192..255|
// FULL-NEXT:+----------+----------+----------+----------+
//      FULL:Host memory, strides (256, 1)
// FULL-NEXT:+----------+----------+----------+----------+----------+          +----------+
// FULL-NEXT:| 0,0..63  |0,64..127 |0,128..191|0,192..255| 1,0..63  |   ...    |1023,192..|
// FULL-NEXT:+----------+----------+----------+----------+----------+          +----------+
// FULL-NEXT:0          64         128        192        256                   262,080
//      FULL:Device memory, sizes (4, 1024, 64): 4 blocks of 1024x64
//      FULL:     0       65,536     131,072    196,608
// PADDED: 512,000 B on the device; padding 56,000 of 256,000 elements
// PADDED: |0,192..199|
// PADDED: Device memory, sizes (4, 1000, 64): 4 blocks of 1000x64
// PADDED: |#########||#########||#########||#////////|
// PADDED: // padding
// SVG: <title id="title">%b of draw-tiled.mlir:36: tensor&lt;1000x200xf16&gt; in sticks of 64 elements</title>
// SEVERAL: error: {{.*}}draw-tiled.mlir has 2 layouts; select one with --name
// GRID: error: a tiled layout has no view but the plane
// NAME: error: {{.*}}draw-tiled.mlir has no tensor with a layout named '%c'
#full = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense>
#padded = #tt.tiled_layout<stick>
func.func @f(%a: tensor<1024x256xf16, #full>, %b: tensor<1000x200xf16, #padded>) {
  "t.use"(%b) : (tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>) -> ()
}
