// RUN: tt-opt --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: tt-opt -split-input-file -verify-diagnostics=all %s | FileCheck %s
// RUN: not tt-opt --split-input-file --verify-diagnostics --all-errors --verify-only %s 2>&1 | FileCheck --check-prefix=ALL %s
// Expected errors do not count: the status is 0, there is no message, and the valid sections are printed.

// ALL: verify-diagnostics.mlir:[[@LINE+14]]:{{[0-9]+}}: error: unexpected error: use of undeclared identifier 'd2' [affine-undeclared] [expectation-unexpected]
// ALL-NOT: error:
// CHECK: {{^}}"good"() {a = affine_map<(d0) -> (d0)>}
// CHECK-NOT: {{^}}"bad"
// CHECK: {{^}}"t.op"() {a = #tt.gird<8x8>}

"good"() {a = affine_map<(d0) -> ( d0 )>} : () -> ()

// -----

// A section ends at its first error: the second one is ignored without --all-errors.
// expected-error@below {{use of undeclared identifier}}
"bad"() {a = affine_map<(d0) -> (d1)>} : () -> ()

"bad"() {a = affine_map<(d0) -> (d2)>} : () -> ()

// -----

"bad"() {a = affine_map<(d0) -> (d1)>} : () -> ()
// expected-error-re@above {{undeclared {{[a-z]+}} 'd{{[0-9]}}'}}

// -----

// Notes are matched on their own line, and do not require an expectation. The [rule] is not part of the message.
#a = affine_map<(d0) -> (d0)> // expected-note {{first defined here}}
// expected-error @+1 {{redefinition of attribute alias id 'a'}}
#a = affine_map<(d0) -> (d0)>

// -----

// Warnings of tt-opt are matched if expected ...
// expected-warning@+1 {{unknown attribute}}
"t.op"() {a = #tt.gird<8x8>} : () -> ()

// -----

// ... and never reported as unexpected.
"t.op"() {a = #tt.gird<8x8>} : () -> ()
