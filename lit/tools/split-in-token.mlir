// RUN: printf '#a\n// -----\n = [#tt.grid<8 x 8>]\n' | not tt-opt --split-input-file - -o - 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: printf '"t.op"() {b = tensor<64\n// -----\nx2x10>} : () -> ()\n' | not tt-opt --split-input-file - -o %t.out 2>&1 | FileCheck %s --check-prefix=SHAPE
// A name at the end of a section is a use, and a shape ends with it, whatever the next section starts with.
// NAME: :1:1: error: undefined symbol alias id 'a' [alias-undefined]
// NAME-NOT: error
// NAME: = [#tt.grid<8x8>]
// NAME-NOT: error
// SHAPE: :1:22: error: expected 'x' in dimension list and an element type after '64
// SHAPE-NOT: error
// RUN: printf '#a = #tt.grid<8 x 8>\n/// -----\n#b = #tt.grid<8 x 8>\n' | not tt-opt --split-input-file - -o %t.out 2>&1 | FileCheck %s --check-prefix=SLASH
// As in mlir-opt, the marker may follow a slash, which then begins no comment.
// SLASH: :2:1: error: unexpected '/'; a comment begins with '//'
// SLASH-NOT: error
