// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-syntax]
semaphore s on 0x0
kernel k on 0x0 {
noc_semaphore_wat(s, 0)
}

// -----

semaphore s on 0x0
kernel k on 0x0 {
noc_semaphore_wait(s, 0)
}
