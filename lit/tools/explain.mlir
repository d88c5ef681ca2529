// RUN: tt-opt --explain layout-rank | FileCheck %s
// RUN: not tt-opt --explain layot-rank 2>&1 | FileCheck --check-prefix=NEAR %s
// RUN: tt-opt --list-rules | FileCheck --check-prefix=RULES %s
// RUN: tt-opt --list-attributes | FileCheck --check-prefix=ATTRIBUTES %s

// CHECK: layout-rank (error):
// CHECK: Reported:
// CHECK: Accepted:
// NEAR: tt-opt: error: unknown rule 'layot-rank'; did you mean 'layout-rank'? ('tt-opt --list-rules' lists all rules)
// RULES: layout-rank error
// ATTRIBUTES: metal_layout
