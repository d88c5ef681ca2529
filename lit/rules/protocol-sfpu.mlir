// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-sfpu]
dst on 0x0 mode Half
kernel k on 0x0 {
acquire_dst(Half)
fill_tile(0)
exp_tile(8)
release_dst(Half)
}

// -----

dst on 0x0 mode Half
kernel k on 0x0 {
acquire_dst(Half)
fill_tile(0)
exp_tile(0)
release_dst(Half)
}
