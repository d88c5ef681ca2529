// -Wno-RULE turns a warning off, -Werror and -Werror=RULE turn warnings into errors, an error cannot be turned off, unknown rules are named.
// RUN: tt-opt --verify-only %s 2>&1 | FileCheck %s
// RUN: tt-opt --verify-only -Wno-unknown-attribute %s 2>&1 | count 0
// RUN: not tt-opt --verify-only -Werror=unknown-attribute %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not tt-opt --verify-only -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not tt-opt -Wno-syntax %s 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not tt-opt -Wno-sintax %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tt-opt -Wfoo %s 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not tt-opt -Wlayout-mem %s 2>&1 | FileCheck %s --check-prefix=BEGINNING
// CHECK: warnings.mlir:[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}memory_space{{.*}}[unknown-attribute]
// ERROR: warnings.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[unknown-attribute]
"t.op"() {a = #tt.memory_spce<l1>} : () -> ()
// OFF: tt-opt: error: {{.*}}'syntax' is an error and cannot be turned off
// UNKNOWN: tt-opt: error: unknown rule 'sintax'; did you mean 'syntax'?
// FAR: tt-opt: error: unknown rule 'foo'; 'tt-opt --list-rules' lists all rules
// BEGINNING: tt-opt: error: unknown rule 'layout-mem'; did you mean 'layout-{{.*}}'?
