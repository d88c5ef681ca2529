// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: tt-opt --verify-only %s 2>&1 | count 0

"t.first"() : () -> ()
// CHECK: split-marker.mlir:[[#@LINE+1]]:1: warning: {{.*}}[split-marker]
// ---
"t.second"() : () -> ()

// -----

// Near misses: the marker itself, and a longer row of dashes, which is a comment.
// ----------------
"t.third"() : () -> ()
