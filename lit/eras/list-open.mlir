// RUN: tt-opt --list-eras %s | FileCheck %s

// CHECK: {{^}}2026-02-26 ..{{$}}
"t.op"() {a = memref<1x1x8x8xf32, #ttcore.view<4>>} : () -> ()
