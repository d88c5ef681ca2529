// Of a module with errors the page has the errors and the layouts without errors. The exit status is 1.
// RUN: not tt-layout report %s -o %t.html 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t.html
// RUN: %{python} %S/Inputs/compare_report.py %s | FileCheck %s --check-prefix=EQUAL
// ERROR: [[#@LINE+9]]:{{[0-9]+}}: error:
// PAGE: The module has 1 error; memory, moves and grids are not planned.
// PAGE: <td>error</td><td>14:{{[0-9]+}}</td>
// PAGE: There is no memory plan.
// PAGE: <code>%arg0</code>
// PAGE: Grids are not planned.
// EQUAL: 1 layouts, 0 moves (0 plans), 0 streams, page: equal
#l1 = #tt.memory_space<l1>
#good = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1>>
#bad = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2x2>, memref<32x32xf32, #l1>>
func.func @f(%arg0: tensor<64x64xf32, #good>, %arg1: tensor<64x64xf32, #bad>) {
  return
}
// A system description that does not exist: no plan.
// RUN: not tt-layout report --system-desc=nothing %s 2>&1 | FileCheck %s --check-prefix=SYSTEM
// SYSTEM: error: {{.*}}nothing
// A FILE that does not exist, and a page that cannot be written.
// RUN: not tt-layout report %t.none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: No such file
// RUN: not tt-layout report %s -o %t.none/x.html 2>&1 | FileCheck %s --check-prefix=WRITE
// WRITE: No such file
// An empty module.
// RUN: tt-layout report /dev/null | FileCheck %s --check-prefix=EMPTY
// EMPTY: Nothing was planned: no value has a layout in device memory.
// EMPTY: No tensor of the module has a layout.
