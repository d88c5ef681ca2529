// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.mesh_composer_config<dims = [0 : i64, 1 : i64]>}
"t.op"() {a = #ttnn.mesh_composer_config<dims = [ 0,1 ]>} : () -> ()
