// Comments that suppress diagnostics: the next line, their own line, groups, several names, values of several lines.
// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | count 0
// RUN: sed s/tt-opt:/xx-xxx:/ %s | not tt-opt --verify-only --split-input-file 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: tt-opt --emit=none --diagnostic-format=json --split-input-file %s 2>&1 | count 0
// RUN: tt-opt --split-input-file %s 2>/dev/null | FileCheck %s --check-prefix=PRINTED
// ALL-COUNT-14: error: {{.*}}[tile-shape]
// PRINTED: "t.op"() {a = !tt.tile<0x32, f32>, b = #tt.grid<8x8>}

// tt-opt: allow(tile-shape) the next line
"t.op"() {a = !tt.tile<0x32, f32>, b = #tt.grid< 8x8 >} : () -> ()
"t.op"() {a = !tt.tile<0x32, f32>} : () -> () // tt-opt: allow(tile-shape) the same line
"t.op"() {a = !tt.tile<0x32, f32>} : () -> () // a note // tt-opt: allow(tile) a group
"t.op"() {a = !tt.tile<0x32, f32>} : () -> () // tt-opt: allow( all )
"t.op"() {a = !tt.tile<0x32, f32>, b = #tt.memory_space<L1>} : () -> () // tt-opt: allow(tile-shape, unknown-keyword)

// tt-opt: allow(tile-shape) above other comments
// tt-opt: allow(unknown-keyword)

// another comment
"t.op"() {a = !tt.tile<0x32, f32>, b = #tt.memory_space<L1>} : () -> ()

// tt-opt: allow(tile-shape) an alias of several lines
!a = !tt.tile<
  0x32,
  f32>
!b = !tt.tile< // tt-opt: allow(tile-shape)
  0x32, f32>
!c = !tt.tile<
  // tt-opt: allow(tile-shape)
  0x32, f32>
!d = !tt.tile<
  0x32, // tt-opt: allow(tile-shape)
  f32>
"t.op"() {a = #t.unknown<!tt.tile<0x32, // tt-opt: allow(tile-shape)
  f32>>} : () -> ()
// -----
// tt-opt: allow(syntax) a form that is not supported
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<>>, b = !tt.tile<32x32, f32>} : () -> ()
// -----
"t.op"() {a = !tt.tile<0x32, f32>} : () -> ()
// tt-opt: allow-file(tile-shape) also before the comment, and in other sections
// -----
"t.op"() {a = !tt.tile<0x32, f32>} : () -> ()
// -----
"t.op"() {a = !tt.tile<0x32, f32>} : () -> () // tt-opt: allow(tile-shape)
