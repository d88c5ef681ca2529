// Both ways to choose a free block. %a and %c are free when %f is allocated: first fit takes the block of %a, which is
// higher, best fit the one of %c, so that %g fits.
// RUN: not tt-layout memory --search=first %s 2>&1 | FileCheck %s --check-prefixes=FIRST,BOTH
// RUN: tt-layout memory --search=best %s | FileCheck %s --check-prefixes=BEST,BOTH
// RUN: not tt-layout memory %s 2>/dev/null | FileCheck %s --check-prefix=DEFAULT --implicit-check-not=search
// RUN: tt-layout memory --search=best --json %s | FileCheck %s --check-prefix=JSON
// RUN: not tt-layout memory --search=worst %s 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not tt-layout memory --search=best --replay=%s 2>&1 | FileCheck %s --check-prefix=REPLAY
// FIRST: error: Out of Memory:
// FIRST: fits {{ *}}no
// BEST: fits {{ *}}yes
// BEST: %f {{.*}} L1 {{ *}}98304 {{ *}}0 {{ *}}811008
// BEST: %g {{.*}} L1 {{ *}}524288 {{ *}}0 {{ *}}974848
// BOTH: search {{ *}}DRAM: buffers span at the most 0 B with first fit, 0 B with best fit
// BOTH-NEXT: {{^ *}}L1: buffers span at the most 1498112 B with first fit (1 buffer does
// BOTH-NEXT: {{^ *}}not fit), 1498112 B with best fit
// DEFAULT: fits {{ *}}no
// JSON: "searches":[{"search":"first","span":1498112,"unfit":1},{"search":"best","span":1498112,"unfit":0}]
// JSON: "fits":true,"search":"best"
// WORD: expected
// REPLAY: --search
#l1 = #tt.memory_space<l1>
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<512x256xf32, #l1>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x256xf32, #l1>>
#c = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<128x256xf32, #l1>>
#d = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x256xf32, #l1>>
#e = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<695x256xf32, #l1>>
#f = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<96x256xf32, #l1>>
#g = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<512x256xf32, #l1>>
func.func @f() {
  %a = ttir.empty() : tensor<512x256xf32, #a>
  %b = ttir.empty() : tensor<64x256xf32, #b>
  %c = ttir.empty() : tensor<128x256xf32, #c>
  %d = ttir.empty() : tensor<64x256xf32, #d>
  %e = ttir.empty() : tensor<695x256xf32, #e>
  "t.use"(%a) : (tensor<512x256xf32, #a>) -> ()
  "t.use"(%c) : (tensor<128x256xf32, #c>) -> ()
  %f = ttir.empty() : tensor<96x256xf32, #f>
  %g = ttir.empty() : tensor<512x256xf32, #g>
  "t.use"(%b) : (tensor<64x256xf32, #b>) -> ()
  "t.use"(%d) : (tensor<64x256xf32, #d>) -> ()
  "t.use"(%e) : (tensor<695x256xf32, #e>) -> ()
  "t.use"(%f) : (tensor<96x256xf32, #f>) -> ()
  "t.use"(%g) : (tensor<512x256xf32, #g>) -> ()
  return
}
