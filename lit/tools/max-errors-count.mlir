// --max-errors=N: N errors are printed; the others, and warnings after them, are counted; the status is 1. 50 is the default of text; 0 prints all.
// RUN: not tt-opt --max-errors=1 %s 2>&1 | FileCheck %s --implicit-check-not="#c"
// RUN: not tt-opt %s 2>&1 | FileCheck %s --check-prefix=ALL
// CHECK: error: undefined symbol alias id 'a'
// CHECK: tt-opt: 2 more errors in '{{.*}}max-errors-count.mlir' not printed (--max-errors=1; 0 prints all)
// ALL-COUNT-3: error: undefined symbol alias id
"t.op"() {a = #a, b = #b, c = #d} : () -> ()

// RUN: %{python} -c "for i in range(61): print(f'\"t.op\"() {{a = #a{i}}} : () -> ()')" > %t
// RUN: echo '"t.op"() {a = #tt.memory_spce<l1>} : () -> ()' >> %t
// RUN: sh -c 'tt-opt --verify-only %t 2>&1 | grep -c error:; tt-opt --verify-only %t 2>&1 | tail -1' | FileCheck %s --check-prefix=DEFAULT
// RUN: sh -c 'tt-opt --verify-only --max-errors=0 %t 2>&1 | grep -c error:'  | FileCheck %s --check-prefix=NONE
// RUN: sh -c 'tt-opt --verify-only --diagnostic-format=json %t 2>&1 | grep -c undefined'  | FileCheck %s --check-prefix=NONE
// DEFAULT: 50
// DEFAULT: tt-opt: 11 more errors and 1 warning in '{{.*}}' not printed (--max-errors=50; 0 prints all)
// NONE: 61
