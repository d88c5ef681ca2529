// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-overflow]
buffer l on 0x0 size 32 written
kernel k on 0x0 {
l1_read(l + 16, 32)
}

// -----

buffer l on 0x0 size 32 written
kernel k on 0x0 {
l1_read(l + 16, 16)
}
