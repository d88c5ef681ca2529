// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-deadlock]
semaphore s on 0x0
kernel k on 0x0 {
noc_semaphore_wait(s, 1)
}

// -----

semaphore s on 0x0 = 1
kernel k on 0x0 {
noc_semaphore_wait(s, 1)
}
