// Groups of rules: -Wall, -Wno-all, -WGROUP, -Werror=GROUP and -Wno-error; of several options the last one counts.
// RUN: tt-opt --verify-only %s 2>&1 | FileCheck %s --check-prefixes=NAME,EXTENT --implicit-check-not=layout-undecided
// RUN: tt-opt --verify-only -Wno-all %s 2>&1 | count 0
// RUN: tt-opt --verify-only -Wno-layout -Wno-text %s 2>&1 | count 0
// RUN: tt-opt --verify-only -Wno-all -Wtext %s 2>&1 | FileCheck %s --check-prefix=NAME --implicit-check-not=layout-
// RUN: tt-opt --verify-only -Wall %s 2>&1 | FileCheck %s --check-prefixes=NAME,EXTENT,REMARK
// RUN: tt-opt --verify-only -Wremarks %s 2>&1 | FileCheck %s --check-prefixes=NAME,EXTENT,REMARK
// RUN: tt-opt --verify-only -Wall -Wno-remarks %s 2>&1 | FileCheck %s --check-prefixes=NAME,EXTENT --implicit-check-not=layout-undecided
// RUN: not tt-opt --verify-only -Werror=layout -Wno-layout-undecided %s 2>&1 | FileCheck %s --check-prefixes=NAME,ERROR
// RUN: not tt-opt --verify-only -Wno-error -Werror -Wno-error=text %s 2>&1 | FileCheck %s --check-prefixes=NAME,ERROR
// RUN: tt-opt --verify-only -Werror -Wno-error %s 2>&1 | FileCheck %s --check-prefixes=NAME,EXTENT
// RUN: tt-opt --verify-only -Werror=unknown-attribute -Wno-error=text %s 2>&1 | FileCheck %s --check-prefixes=NAME,EXTENT
// RUN: not tt-opt --verify-only -Werror=unknown-attribute -Wunknown-attribute %s 2>&1 | FileCheck %s --check-prefix=STAYS
// RUN: not tt-opt -Wno-error=syntax %s 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not tt-opt -Wno-error=txet %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tt-opt -Wextra %s 2>&1 | FileCheck %s --check-prefix=EXTRA
// RUN: tt-opt --explain=tiled | FileCheck %s --check-prefix=EXPLAIN
// RUN: tt-opt --explain=remarks | FileCheck %s --check-prefix=REMARKS
// RUN: tt-opt --list-rules | FileCheck %s --check-prefix=LIST
// RUN: tt-opt --verify-only -Werror=layout-undecided -Wno-error=layout-extent -Wno-error %s 2>&1 | FileCheck %s --check-prefix=LOWERED
// NAME: [[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[unknown-attribute]
// STAYS: [[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[unknown-attribute]
"t.op"() {a = #tt.memory_spce<l1>} : () -> ()
// EXTENT: [[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[layout-extent]
// ERROR: [[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[layout-extent]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (-d0 + 7, d1), undef, <1x1>, memref<1x32xf32, #tt.memory_space<l1>>>>} : () -> ()
// LOWERED: [[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}[layout-undecided]
// REMARK: [[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}[layout-undecided]
"t.op"() {a = tensor<200x200x200xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 1000003 + d1 * 1000004 + d2 * 1000403), undef, <1>, memref<597081591xf32, #tt.memory_space<l1>>>>} : () -> ()
// OFF: tt-opt: error: -Wno-error=syntax: rule 'syntax' is an error and cannot be turned off
// UNKNOWN: tt-opt: error: unknown rule 'txet'; did you mean 'text'?
// EXTRA: tt-opt: error: unknown rule 'extra'
// EXPLAIN: tiled (group): tiled_layout
// EXPLAIN: tiled-shape
// EXPLAIN: tiled-host-overlap
// REMARKS: remarks (group)
// REMARKS: layout-undecided
// LIST: {{^}}syntax {{ *}}error {{ *}}text {{ *}}the text does not follow the grammar
