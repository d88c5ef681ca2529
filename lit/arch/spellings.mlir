// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.arch<grayskull>}
"t.op"() {a = #tt<arch<grayskull>>} : () -> ()
