// RUN: not tt-opt --verify-only %s 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not tt-opt --verify-only --max-errors=1 %s 2>&1 | FileCheck %s --check-prefix=MOST
// RUN: not tt-opt --verify-only --diagnostic-format=json %s 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: tt-opt --verify-only --verify-diagnostics --all-errors %s
// RUN: not tt-layout show %s 2>&1 | FileCheck %s --check-prefix=SHOW

// Equal wrong types: each use has the diagnostic; text and JSON print the first one, with the others as notes.
#l1_ = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<17x32xf32, #l1_>>

// TEXT:      repeated.mlir:[[#@LINE+6]]:{{[0-9]+}}: error: memref shape 17x32 does not match the shard shape 18x32
// TEXT:      repeated.mlir:[[#@LINE+7]]:{{[0-9]+}}: note: also used here{{$}}
// TEXT:      repeated.mlir:[[#@LINE+6]]:{{[0-9]+}}: note: also used here{{$}}
// TEXT:      repeated.mlir:[[#@LINE+7]]:{{[0-9]+}}: note: also used here, and 1 more time{{$}}
// TEXT-NOT:  also used here
// expected-error@+1 {{18x32}}
func.func private @a(tensor<53x63xf32, #layout>)
// expected-error@+1 {{18x32}}
func.func private @b(tensor<53x63xf32, #layout>, tensor<53x63xf32,  #layout>)
// expected-error@+1 {{18x32}}
func.func private @c(tensor<53x63xf32, #layout>)
// expected-error@+1 {{18x32}}
func.func private @d(tensor<53x63xf32, #layout>)

// A shape of its own is an error of its own.
// TEXT:      repeated.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: memref shape 17x32 does not match the shard shape 19x32
// expected-error@+1 {{19x32}}
func.func private @e(tensor<55x63xf32, #layout>)

// A layout in the type: one fix-it changes all of them.
// TEXT:      repeated.mlir:[[#@LINE+6]]:{{[0-9]+}}: error: memref shape 17x32 does not match the shard shape 18x32
// TEXT:      :[[#@LINE+5]]:{{[0-9]+}}: note: fix: replace '17x32x' with '18x32x'
// TEXT-NEXT: :[[#@LINE+6]]:{{[0-9]+}}: note: fix: replace '17x32x' with '18x32x'
// TEXT:      repeated.mlir:[[#@LINE+5]]:{{[0-9]+}}: note: also used here{{$}}
// expected-error@+2 {{18x32}}
// expected-note@+1 {{expected shape 18x32}}
func.func private @f(tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<17x32xf32, #l1_>>>)
// expected-error@+1 {{18x32}}
func.func private @g(tensor<53x63xf32, #tt.metal_layout<(d0,  d1) -> (d0, d1), undef, <3x2>, memref<17x32xf32, #l1_>>>)

// MOST: 18x32
// MOST-NOT: error: memref
// MOST: tt-opt: 2 more errors in {{.*}} not printed (--max-errors=1; 0 prints all)

// JSON-COUNT-3: "severity":"error"
// JSON-NOT: "severity":"error"
// SHOW-COUNT-3: error: memref
// SHOW-NOT: error: memref
