// RUN: not tt-opt --split-input-file --verify-diagnostics %s 2>&1 | FileCheck %s
// RUN: not tt-opt --split-input-file --verify-diagnostics=only-expected %s 2>&1 | FileCheck --check-prefix=ONLY %s

// CHECK: unmet.mlir:[[@LINE+2]]:4: error: expected error "something else" was not produced [expectation-unmet]
// CHECK: unmet.mlir:[[@LINE+2]]:34: error: unexpected error: use of undeclared identifier 'd1' [affine-undeclared] [expectation-unexpected]
// expected-error@+1 {{something else}}
"bad"() {a = affine_map<(d0) -> (d1)>} : () -> ()

// -----

// CHECK: unmet.mlir:[[@LINE+2]]:4: error: 'error' diagnostic emitted when expecting a 'warning' [expectation-unmet]
// CHECK: unmet.mlir:[[@LINE+1]]:4: error: expected warning "undeclared" was not produced [expectation-unmet]
// expected-warning@+1 {{undeclared}}
"bad"() {a = affine_map<(d0) -> (d1)>} : () -> ()

// -----

// CHECK: unmet.mlir:[[@LINE+4]]:4: error: expected error "d2" was not produced
// CHECK: unmet.mlir:[[@LINE+5]]:32: note: present, but after the first error of its section, where MLIR stops
// CHECK: unmet.mlir:[[@LINE+3]]:32: error: unexpected error: use of undeclared
// ONLY-NOT: unexpected
// expected-error@+2 {{d2}}
"b"() {a = affine_map<(d0) -> (d1)>} : () -> ()
"b"() {a = affine_map<(d0) -> (d2)>} : () -> ()

// -----

// CHECK: unmet.mlir:[[@LINE+2]]:36: error: invalid regex: parentheses not balanced [expectation-unmet]
// CHECK: unmet.mlir:[[@LINE+2]]:4: error: found start of regex with no end '}}' [expectation-unmet]
// expected-error-re@below {{use {{(}} undeclared}}
// expected-error-re@below {{use {{( undeclared}}
// CHECK: tt-opt: note: --all-errors also matches errors after the first one of a section
