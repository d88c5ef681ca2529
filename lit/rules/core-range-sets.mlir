// RUN: not tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// core-range for the ranges of one set; x stands first.
// CHECK: :[[#@LINE+3]]:15: error: Core ranges overlap: #ttnn.core_range<(0,0), (3,1)> and #ttnn.core_range<(3,1), (4,4)> [core-range]
// CHECK: :[[#@LINE+2]]:55: note: the first of them
// CHECK: :[[#@LINE+1]]:120: note: the second
"t.op"() {a = #ttnn.core_range_set<[ #ttnn.core_range<(0,0), (3,1)>, #ttnn.core_range<(5,5), (6,6)>,  #ttnn.core_range<(3,1), (4,4)>]>} : () -> ()

// -----

// Near misses: neighbours, one range, none.
"t.op"() {
  a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (3,1)>, #ttnn.core_range<(0,2), (3,2)>, #ttnn.core_range<(4,0), (7,7)>]>,
  b = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>,
  c = #ttnn.core_range_set<>
} : () -> ()
