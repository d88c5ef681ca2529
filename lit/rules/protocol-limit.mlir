// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : warning: {{.*}}[protocol-limit]
semaphore s on 0x0 = 1
kernel k on 0x0 {
for i in 0 .. 100000000 {
noc_semaphore_wait(s, 1)
}
}

// -----

semaphore s on 0x0 = 1
kernel k on 0x0 {
for i in 0 .. 100 {
noc_semaphore_wait(s, 1)
}
}
