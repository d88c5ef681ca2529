// RUN: tt-opt --verify-diagnostics --split-input-file %s
// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s
// CHECK-COUNT-2: [unused-suppression]
// CHECK-NOT: [unused-suppression]

// expected-warning @below {{unused suppression: 'layout-rank' is not reported here}}
"t.op"() {a = !tt.tile<0x32, f32>} : () -> () // tt-opt: allow(tile-shape, layout-rank)

// -----

// expected-warning @below {{unused suppression: 'tile' is not reported in this file}}
// tt-opt: allow-file(tile)
"t.op"() {a = !tt.tile<32x32, f32>} : () -> ()

// -----

// tt-opt: allow(tile-shape) used
"t.op"() {a = !tt.tile<0x32, f32>} : () -> ()
// tt-opt: allow(layout-undecided) off
// tt-opt: allow(ttnn-collapse) only with a target
// tt-opt: allow(tile-shape, unused-suppression) sometimes
"t.op"() {a = !tt.tile<32x32, f32>} : () -> ()
