// RUN: not tt-opt --split-input-file %S/Inputs/sections.mlir > %t.out 2> %t.err
// RUN: %{python} -c "import sys; sys.exit(open(r'%t.out', 'rb').read() != b'#a = affine_map<(d0) -> (d0)>\n// -----\n   // -----  \n\"good\"() {a = affine_map<(d0) -> (d0)>} : () -> ()\n// -----\r\n')"
// RUN: cp %S/Inputs/sections.mlir %t.mlir && not tt-opt --split-input-file -i %t.mlir 2> %t.err && FileCheck --input-file=%t.mlir --check-prefix=PLACE %s
// RUN: cp %S/Inputs/sections.mlir %t.mlir && not tt-opt -i %t.mlir 2> %t.err && diff %t.mlir %S/Inputs/sections.mlir
// RUN: not tt-opt --split-input-file %S/Inputs/sections.mlir -o %t2.mlir 2> %t.err && diff %t2.mlir %t.out
// Sections with errors print only their markers, with every byte around them. In place they are unchanged.

// PLACE: #a = affine_map<(d0) -> (d0)>
// PLACE-NEXT: // -----
// PLACE-NEXT: "bad"() {a = affine_map<(d0) -> (d1)>} : () -> ()
// PLACE-NEXT: // -----
// PLACE-NEXT: "good"() {a = affine_map<(d0) -> (d0)>} : () -> ()
// PLACE: "bad"
