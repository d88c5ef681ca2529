// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// Names with a dot belong to dialects: they do not define an alias, and a Tenstorrent attribute has a body.

// CHECK: names.mlir:[[#@LINE+1]]:1: error: attribute names with a '.' are reserved for dialect-defined names [syntax]
#foo.bar = 2 : i32

// -----

// CHECK: names.mlir:[[#@LINE+1]]:1: error: type names with a '.' are reserved for dialect-defined names [syntax]
!foo.bar = i32

// -----

// CHECK: names.mlir:[[#@LINE+1]]:15: error: expected '<' after '#tt.arch' [syntax]
"t.op"() {a = #tt.arch grayskull>} : () -> ()

// -----

// CHECK: names.mlir:[[#@LINE+1]]:22: error: expected '<' after type name [syntax]
"t.op"() {a = !tt.tile} : () -> ()

// -----

// Attributes of other dialects, and a type that had no parameters on some dates, are not reported.
"t.op"() {a = #foo.bar, b = !foo.baz, c = !d2m.mem_tx} : () -> ()

// -----

// An open bracket must be closed by its counterpart.
// CHECK: names.mlir:[[#@LINE+1]]:33: error: unexpected '}' before '>' [syntax]
"t.op"() {a = #tt.arch<grayskull}> : () -> ()

// -----

// CHECK: names.mlir:[[#@LINE+1]]:29: error: expected an integer for 'address', found ',' [syntax]
"t.op"() {a = #tt.arg_alloc<, 4096, l1>} : () -> ()
