// RUN: tt-opt %s | FileCheck %s
// RUN: tt-opt --verify-roundtrip %s -o /dev/null

// MLIR folds the constants of a sum or product modulo 2^64; two bare constants are an error (types.mlir).
// CHECK: affine_map<(d0) -> (d0 - -9223372036854775808)>
"t.op"() {a = affine_map<(d0) -> (d0 + 9223372036854775806 + 2)>} : () -> ()
// CHECK: affine_map<(d0) -> (d0 + 9223372036854775807)>
"t.op"() {a = affine_map<(d0) -> (d0 - 9223372036854775807 - 2)>} : () -> ()
// CHECK: affine_map<(d0) -> (0)>
"t.op"() {a = affine_map<(d0) -> (d0 * 4611686018427387904 * 4)>} : () -> ()
// CHECK: affine_map<(d0) -> (d0 * -9223372036854775807)>
"t.op"() {a = affine_map<(d0) -> (d0 * 9223372036854775807 + d0 * 2)>} : () -> ()
// CHECK: affine_map<(d0) -> (d0 * -9223372036854775808)>
"t.op"() {a = affine_map<(d0) -> (d0 * 4611686018427387904 + d0 * 4611686018427387904)>} : () -> ()
// CHECK: affine_map<(d0, d1) -> (d0 + d1 + 9223372036854775805)>
"t.op"() {a = affine_map<(d0, d1) -> (d0 + 1 - 9223372036854775807 - 5 + d1)>} : () -> ()
// CHECK: affine_map<(d0) -> (-(d0 - -9223372036854775808))>
"t.op"() {a = affine_map<(d0) -> (-(d0 - 9223372036854775807 - 1))>} : () -> ()

// MLIR prints -2^63 but does not parse it; tt-opt parses what it prints.
// CHECK: affine_map<(d0) -> (d0 - -9223372036854775808, d0 * -9223372036854775808, -9223372036854775808)>
"t.op"() {a = affine_map<(d0) -> (d0 - -9223372036854775808, d0 * -9223372036854775808, -9223372036854775808)>} : () -> ()
