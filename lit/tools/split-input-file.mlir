// --split-input-file: sections are verified independently. An invalid one prints only its marker. Positions are relative to the file.
// RUN: not tt-opt --split-input-file %s 2> %t.said | FileCheck %s
// RUN: FileCheck %s --input-file=%t.said --check-prefix=SAID --implicit-check-not=error:
// RUN: not tt-opt -split-input-file %s 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: sed 's|^// [-]*$|// CUT|' %s | not tt-opt '--split-input-file=// CUT' 2>&1 | FileCheck %s --check-prefix=OWN

// Without the option, the first conflict of two sections has a note that names it.
// RUN: not tt-opt %s 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: split-input-file.mlir:[[#@LINE+21]]:1: error: redefinition of attribute alias id 'g' [alias-redefined]
// WHOLE: note: first defined here
// WHOLE: split-input-file.mlir:[[#@LINE+7]]:1: note: this line separates sections only if splitting is enabled
// WHOLE: tt-opt: note: --split-input-file processes the sections separately

// CHECK: first
#g = #tt.grid<8x8>
"t.first"() {a = #g} : () -> ()

// -----

// SAID: split-input-file.mlir:[[#@LINE+2]]:19: error: undefined symbol alias id 'g' [alias-undefined]
// OWN: <stdin>:[[#@LINE+1]]:19: error: undefined symbol alias id 'g'
"t.faulty"() {a = #g} : () -> ()

// -----

// CHECK: {{^}}// -----
// CHECK-NOT: {{^}}"t.faulty"
// CHECK: {{^}}// -----
// CHECK{LITERAL}: "t.last"() {a = #tt.grid<1x1>}
#g = #tt.grid<4x4>
"t.last"() {a = #tt.grid<1 x 1>} : () -> ()
