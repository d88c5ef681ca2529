// --max-errors=N: N errors are printed, the others are counted; the status is 1.
// RUN: not tt-opt --max-errors=1 %s 2>&1 | FileCheck %s --implicit-check-not="#c"
// RUN: not tt-opt %s 2>&1 | FileCheck %s --check-prefix=ALL
// CHECK: error: undefined symbol alias id 'a'
// CHECK: tt-opt: 2 more errors in '{{.*}}max-errors-count.mlir' not printed (--max-errors=1)
// ALL-COUNT-3: error: undefined symbol alias id
"t.op"() {a = #a, b = #b, c = #d} : () -> ()
