// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-race]
buffer d in dram size 32 written
buffer l on 0x0..0x1 size 32
semaphore s on 0x0..0x1
kernel k on 0x0 {
l1_write(l, 32)
noc_async_write(l, get_noc_addr(0x1, l), 32)
noc_async_write_barrier()
}
kernel r on 0x1 {
l1_read(l, 32)
}

// -----

buffer d in dram size 32 written
buffer l on 0x0..0x1 size 32
semaphore s on 0x0..0x1
kernel k on 0x0 {
l1_write(l, 32)
noc_async_write(l, get_noc_addr(0x1, l), 32)
noc_async_write_barrier()
noc_semaphore_inc(get_noc_addr(0x1, s), 1)
noc_async_atomic_barrier()
}
kernel r on 0x1 {
noc_semaphore_wait(s, 1)
l1_read(l, 32)
}
