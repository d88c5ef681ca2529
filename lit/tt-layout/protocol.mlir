// RUN: tt-layout protocol %S/../../examples/protocols/handshake.txt | FileCheck %s --check-prefix=PASS
// RUN: tt-layout protocol %S/../../examples/protocols/handshake-three.txt | FileCheck %s --check-prefix=PASS
// RUN: tt-layout protocol %S/../../examples/protocols/softmax-fused.txt | FileCheck %s --check-prefix=PASS
// RUN: tt-layout protocol %S/../../examples/protocols/softmax-dataflow.txt | FileCheck %s --check-prefix=PASS
// RUN: tt-layout protocol %S/../../examples/protocols/multicast-63.txt | FileCheck %s --check-prefix=MANY
// RUN: tt-layout protocol --arch wormhole_b0 %S/../../examples/protocols/multicast-63.txt | FileCheck %s --check-prefix=MANY
// RUN: not tt-layout protocol --arch blackhole %S/../../examples/protocols/multicast-63.txt 2>&1 | FileCheck %s --check-prefix=BLACKHOLE
// RUN: tt-layout protocol %S/../../examples/protocols/sfpu-add.txt 2>&1 | FileCheck %s --check-prefix=SFPU
// RUN: tt-layout protocol --json %S/../../examples/protocols/handshake.txt | FileCheck %s --check-prefix=JSON
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-exps-too-small.txt 2>&1 | FileCheck %s --check-prefix=EXPS
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-dataflow-exps.txt 2>&1 | FileCheck %s --check-prefix=FLOW
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-no-scaler-wait.txt 2>&1 | FileCheck %s --check-prefix=SCALER
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-no-ready.txt 2>&1 | FileCheck %s --check-prefix=READY
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-no-valid.txt 2>&1 | FileCheck %s --check-prefix=VALID
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-no-barrier.txt 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-no-read-barrier.txt 2>&1 | FileCheck %s --check-prefix=READBARRIER
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-set-remote-three.txt 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-dst-unpaired.txt 2>&1 | FileCheck %s --check-prefix=DST
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-second-tile.txt 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-sfpu-outside.txt 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-sfpu-cb.txt 2>&1 | FileCheck %s --check-prefix=OPERAND
// RUN: not tt-layout protocol %S/../../examples/protocols/broken-overflow.txt 2>&1 | FileCheck %s --check-prefix=OVERFLOW

// RUN: not tt-layout protocol --trace %S/../../examples/protocols/broken-overflow.txt 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: not tt-layout protocol --trace %S/../../examples/protocols/broken-set-remote-three.txt 2>&1 | FileCheck %s --check-prefix=HANG
// RUN: not tt-layout protocol --json %S/../../examples/protocols/broken-set-remote-three.txt 2>/dev/null | FileCheck %s --check-prefix=HANGJSON
// RUN: not tt-layout protocol --trace %S/../../examples/protocols/broken-no-valid.txt 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not tt-layout protocol --json %S/../../examples/protocols/broken-overflow.txt 2>/dev/null | FileCheck %s --check-prefix=TRACEJSON

// RUN: not tt-layout protocol --max-states 300 %S/../../examples/protocols/multicast-63.txt 2>&1 | FileCheck %s --check-prefix=FEW

// PASS: result {{ *}}passes in every interleaving
// MANY: passes in every interleaving
// MANY: kernels {{ *}}64
// MANY: states {{ *[0-9]{1,4}$}}
// FEW: warning: not all interleavings were looked at: the first 300 states show no fault; 0 of 64 kernels end in one of them [protocol-limit]
// FEW: :15:{{[0-9]+}}: note: kernel 'sender' on 0x0 came this far at most
// FEW: result {{ *}}undecided: no error in the states that were explored
// FEW: states {{ *}}300
// BLACKHOLE: :19:5: error: kernel 'sender' on 0x0: on blackhole this may overtake the data of the multicast before it: noc_async_writes_flushed() is missing between them [protocol-race]
// SFPU: sfpu-add.txt:47:5: warning: kernel 'compute' on 0x0: releases dst as Half, acquired as Full [protocol-dst]
// SFPU: passes in every interleaving
// JSON: {"passes":true,"verdict":"passes","cores":2,"kernels":3,"operations":81,"bytes_moved":24576,"states":{{[0-9]+}},"all_interleavings":true,"faults":[]}
// EXPS: :43:7: error: kernel 'compute' on 0x0 blocks forever in cb_reserve_back(cb_exps, ndst): 4 of the 4 pages of 'cb_exps' are taken, and only this kernel itself pops from it, later [protocol-deadlock]
// FLOW: :144:7: error: kernel 'mul_reader' on 0x3 blocks forever in cb_reserve_back(cb_exps, 1): 2 of the 2 pages of 'cb_exps' are taken; kernel 'mul_compute' on 0x3 pops from it, but waits in line 159 [protocol-deadlock]
// SCALER: reads 'cb_bcast_scaler' without waiting for it: cb_wait_front(cb_bcast_scaler, 1) is missing [protocol-unwritten]
// READY: overwrites bytes that another kernel may still be reading{{.*}} [protocol-race]
// VALID: reads bytes that were not written [protocol-unwritten]
// BARRIER: pops pages of 'cb_in0' that are still being sent: noc_async_write_barrier() is missing [protocol-barrier]
// READBARRIER: pushes pages of 'cb_in0' that are still being read: noc_async_read_barrier() is missing [protocol-barrier]
// THREE: 'sender_semaphore' on 0x0 is 1, not 3{{.*}} [protocol-deadlock]
// DST: acquires dst twice [protocol-dst]
// TILE: reads row 32 of dst (tile 2), which nothing was written to; tile t begins at dst_reg[16 * t], as on grayskull: --arch is not given [protocol-unwritten]
// OUTSIDE: dst_reg[16] is row 256, outside dst, which has 256 rows as Full (16 for each of 16 tiles) [protocol-sfpu]
// OPERAND: expected a tile of dst, got the circular buffer 'c_in0': the SFPU reads and writes dst only
// TRACE: :21:{{[0-9]+}}: note: step 1: kernel 'reader' on 0x0: cb_push_back(c_in0, 1): 'c_in0' on 0x0 holds 0 -> 1 of 2 pages
// TRACE: :21:{{[0-9]+}}: note: step {{[0-9]+}}: kernel 'reader' on 0x0: cb_push_back(c_in0, 1): 'c_in0' on 0x0 holds 2 -> 3 of 2 pages
// HANG: :30:{{[0-9]+}}: note: step 6: kernel 'receiver' on 0x1: {{.*}}: 'sender_semaphore' on 0x0: 0 -> 1
// HANG: :18:{{[0-9]+}}: note: blocked: kernel 'sender' on 0x0: noc_semaphore_wait(sender_semaphore, receivers): 'sender_semaphore' on 0x0 is 1, not 3
// HANGJSON: "effect":"'sender_semaphore' on 0x0: 0 -> 1","to_kernel":"sender","to_core":"0x0"}
// HANGJSON-SAME: "effect":"'sender_semaphore' on 0x0 is 1, not 3","blocked":true}
// RACE: [protocol-race]
// RACE: :43:{{[0-9]+}}: note: step {{[0-9]+}}: kernel 'receiver' on 0x1: l1_read({{.*}}): reads 'cb_in0' on 0x1
// RACE: :31:{{[0-9]+}}: note: step {{[0-9]+}}: kernel 'sender' on 0x0: noc_async_write({{.*}}): starts to copy 'cb_in0' on 0x0 to 'cb_in0' on 0x1
// TRACEJSON: "trace_omitted":0,"trace":[{"kernel":"reader","core":"0x0","line":21,"column":5,"call":"cb_push_back(c_in0, 1)","effect":"'c_in0' on 0x0 holds 0 -> 1 of 2 pages"}
// OVERFLOW: pushes 1 page when 'c_in0' holds 2 of 2: cb_reserve_back(c_in0, 1) is missing [protocol-overflow]
