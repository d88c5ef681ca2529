// --era=latest: the newest grammar and rules that the program knows.
// RUN: tt-opt --verify-only --era=latest %s
// RUN: sed 's/#ttcore/#tt/' %s | not tt-opt --verify-only --era=latest 2>&1 | FileCheck %s
// RUN: not tt-opt --era=newest %s 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: error:
// WRONG: tt-opt: error: invalid value 'newest' of --era; expected auto, latest or a date such as 2024-11-27
"t.op"() {a = #ttcore.memory_space<l1>} : () -> ()
