// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-barrier]
buffer d in dram size 32 written
buffer l on 0x0..0x1 size 32
semaphore s on 0x0..0x1
kernel k on 0x0 {
noc_async_read(d, l, 32)
}

// -----

buffer d in dram size 32 written
buffer l on 0x0..0x1 size 32
semaphore s on 0x0..0x1
kernel k on 0x0 {
noc_async_read(d, l, 32)
noc_async_read_barrier()
}
