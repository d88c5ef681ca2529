// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: : error: {{.*}}[protocol-alignment]
buffer d in dram size 128 written
buffer l on 0x0 size 128
kernel k on 0x0 {
noc_async_read(d + 16, l, 32)
noc_async_read_barrier()
}

// -----

buffer d in dram size 128 written
buffer l on 0x0 size 128
kernel k on 0x0 {
noc_async_read(d + 32, l, 32)
noc_async_read_barrier()
}
