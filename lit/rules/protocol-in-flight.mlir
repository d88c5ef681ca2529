// RUN: tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : warning: {{.*}}[protocol-in-flight]
semaphore s on 0x0..0x1
kernel k on 0x0 {
noc_semaphore_inc(get_noc_addr(0x1, s), 1)
}

// -----

semaphore s on 0x0..0x1
kernel k on 0x0 {
noc_semaphore_inc(get_noc_addr(0x1, s), 1)
noc_async_atomic_barrier()
}
