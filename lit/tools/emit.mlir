// --emit=json: one object per line, outer first, aliases expanded in `text`; --emit=none: no text; --emit=mlir: the default.
// RUN: tt-opt --emit=json %s | FileCheck %s
// RUN: tt-opt --emit=none %s | count 0
// RUN: tt-opt --emit=mlir %s | FileCheck %s --check-prefix=MLIR
// RUN: not tt-opt --emit=yaml %s 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK: {"file":"{{.*}}emit.mlir","line":[[#@LINE+1]],"column":9,"end_line":[[#@LINE+1]],"end_column":29,"depth":0,"kind":"tt.memory_space","text":"#tt.memory_space<l1>","value":{"kind":"tt.memory_space","fields":{"value":"l1"}}}
#l1_  = #tt.memory_space<l1>
// CHECK: "line":[[#@LINE+3]],"column":15,{{.*}}"depth":0,"kind":"builtin.memref","text":"memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>"
// CHECK: "line":[[#@LINE+2]],{{.*}}"depth":1,"kind":"tt.tile","text":"!tt.tile<32x32, f32>","value":{"kind":"tt.tile","fields":{"shape":[32,32],"type":"f32"}}
// MLIR{LITERAL}: {a = memref<2x4x!tt.tile<32x32, f32>, #l1_>}
"t.op"() {a = memref<2x4x!tt.tile<32 x 32, f32>, #l1_>} : () -> ()
// WRONG: tt-opt: error: {{.*}}yaml
