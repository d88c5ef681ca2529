// A page about a module: its numbers are those of memory, show, move, grids and stream on the same file.
// RUN: %{python} %S/Inputs/compare_report.py %s | FileCheck %s --check-prefix=EQUAL
// RUN: %{python} %S/Inputs/compare_report.py %s --buffers=3 --l1-base=0x20000 --all-live | FileCheck %s --check-prefix=EQUAL
// EQUAL: memory, 4 layouts, 2 moves (2 plans), 2 streams, page: equal

// RUN: not tt-layout report %s -o %t.html 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t.html
// ERROR: error: Out of Memory
// ERROR: note: it would fit
// PAGE: <title>Report on report.mlir</title>
// PAGE: The program does not fit.
// PAGE: <section id="errors">
// PAGE: No errors or warnings in the text.
// PAGE: <section id="fit">
// PAGE: error: Out of Memory: Not enough space to allocate
// PAGE: <li>%0 needs 524288 B in each bank
// PAGE: <li>it would fit
// PAGE: The same plan with one change
// PAGE: on blackhole
// PAGE: L1 at its peak
// PAGE: <code>%arg0</code>{{.*}}524,288
// PAGE: <section id="memory">
// PAGE: <svg
// PAGE: does not fit: above the end of the bank
// PAGE: <section id="layouts">
// PAGE: <code>%arg2</code>
// PAGE: <section id="padding">
// PAGE: <code>%arg2</code>{{.*}}1000x1000 f32
// PAGE: <section id="moves">
// PAGE: <code>ttir.to_layout</code>{{.*}}%1 to %3
// PAGE: 4,194,304
// PAGE: <code>ttir.to_layout</code>{{.*}}%arg2 to %5
// PAGE: element types differ
// PAGE: <section id="grids">
// PAGE: <section id="streams">
// PAGE: 2 buffers of a block

// RUN: not tt-layout report %s --json 2>/dev/null | FileCheck %s --check-prefix=JSON
// JSON: {"file":"{{.*}}report.mlir","diagnostics":[],"memory":{"arch":"wormhole_b0",
// JSON-SAME: "fits":false},"alternatives":[{"change":"on blackhole","fits":false,"banks":[{"type":"DRAM",
// JSON-SAME: "moves":[{"line":{{[0-9]+}},"operation":"ttir.to_layout","from":"%1","to":"%3",{{.*}}"plan":{"transfers":null,"bytes_total":4194304
// JSON-SAME: "plan":null,"reason":"element types differ
// JSON-SAME: "streams":[{"name":

#l1 = #tt.memory_space<l1>
#wide = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<512x256xf32, #l1>>
#out = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1024x1024xf32, #tt.memory_space<dram>>>
#padded = #tt.metal_layout<(d0, d1) -> (d0, d1), zero, <8x8>, memref<4x4x!tt.tile<32x32, f32>, #l1>>
#half = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<125x125xbf16, #tt.memory_space<dram>>>

func.func @forward(%arg0: tensor<1024x1024xf32, #wide>, %arg1: tensor<1024x1024xf32, #wide>, %arg2: tensor<1000x1000xf32, #padded>) -> tensor<1024x1024xf32, #out> {
  %0 = ttir.empty() : tensor<1024x1024xf32, #wide>
  %1 = "ttir.add"(%arg0, %arg1, %0) : (tensor<1024x1024xf32, #wide>, tensor<1024x1024xf32, #wide>, tensor<1024x1024xf32, #wide>) -> tensor<1024x1024xf32, #wide>
  %2 = ttir.empty() : tensor<1024x1024xf32, #out>
  %3 = ttir.to_layout %1, %2 : tensor<1024x1024xf32, #wide> into tensor<1024x1024xf32, #out> -> tensor<1024x1024xf32, #out>
  %4 = ttir.empty() : tensor<1000x1000xbf16, #half>
  %5 = ttir.to_layout %arg2, %4 : tensor<1000x1000xf32, #padded> into tensor<1000x1000xbf16, #half> -> tensor<1000x1000xbf16, #half>
  return %3 : tensor<1024x1024xf32, #out>
}
