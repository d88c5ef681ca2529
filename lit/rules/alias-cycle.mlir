// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: alias-cycle.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[alias-cycle]
!a = memref<8x!a>

// -----

// Near misses: an alias of an alias, and one used twice.
!a = memref<8xf32>
!b = tuple<!a, !a>
