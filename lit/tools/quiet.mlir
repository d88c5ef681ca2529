// --quiet: errors only. No warnings, remarks, notes of the program, and summaries; the exit status is the same.
// RUN: tt-opt --verify-only --quiet %S/Inputs/many/sub/c.mlir %s > %t 2>&1 && count 0 < %t
// RUN: tt-opt --verify-only -q --diagnostic-format=json %s > %t 2>&1 && count 0 < %t
// RUN: not tt-opt --verify-only -q -Werror %s 2>&1 | FileCheck %s --check-prefix=WERROR
// RUN: not tt-opt --verify-only -q %S/Inputs 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not="tt-opt:"
// RUN: tt-opt --fix -q %s -o %t 2>&1 | count 0
// CHECK: error:
// WERROR: quiet.mlir:9:15: error: unknown attribute
"t.op"() {a = #tt.memory_spce<l1>} : () -> ()
