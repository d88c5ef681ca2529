// Invalid systems, resources and options are reported with their position.
// RUN: not tt-layout memory --system-desc greyskull %s 2>&1 | FileCheck %s --check-prefix=ARCH
// ARCH: tt-layout: error: invalid value 'greyskull' of '--system-desc': expected grayskull, wormhole_b0, blackhole, NAME:N for N chips, [N, 8x8] or a text with #tt.system_desc<...>
// RUN: tt-layout memory --system-desc grayskull %s 2>&1 | FileCheck %s --check-prefix=GRAYSKULL
// GRAYSKULL: {{^}}arch        grayskull
// GRAYSKULL: {{^}}DRAM          8       32   1073741792
// GRAYSKULL: {{^}}L1          120        0      1048576
// RUN: not tt-layout memory --system-desc %s %s 2>&1 | FileCheck %s --check-prefix=HOLDS
// HOLDS: tt-layout: error: invalid value '{{.*}}memory-errors.mlir' of '--system-desc': no system_desc attribute found; expected grayskull,
// RUN: tt-layout memory --system-desc '[2, 4x8]' %s 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: {{^}}L1 {{ *}}32
// SEED: assumed {{ *}}the system gives chips and cores only; its memory is that of
// RUN: not tt-layout memory --l1-base=-32 %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: tt-layout: error: invalid value '-32' of --l1-base; expected an address in bytes such as 0x19400
// RUN: not tt-layout memory --l1-base 99999999999999999999 %s 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: tt-layout: error: invalid value '99999999999999999999' of --l1-base; expected an address in bytes such as 0x19400
// RUN: not tt-layout memory --l1-base 1499168 %s 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: tt-layout: error: the L1 base 1499168 is not a multiple of 32 within the L1 of 1499136 bytes
// RUN: not tt-layout memory %t.nowhere 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: tt-layout: error: cannot open '{{.*}}.nowhere': No such file or directory

// Resources: the line of their file, and the column if one part is invalid.
// RUN: printf '{"kind": "circular_buffer"}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: .res:1:1: error: missing 'size'
// RUN: printf '\n{"kind": "trace", "size": -1}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=MINUS
// MINUS: .res:2:27: error: size must be a number of bytes, at least 0
// RUN: printf '{"kind": "cb", "size": 1}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: .res:1:10: error: kind must be circular_buffer, program, l1_small, trace, storage_cores, global_semaphore, l1_buffer or dram_buffer
// RUN: printf '{' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: .res:1:2: error: expected a member name in quotes, found the end of the text
// RUN: printf '{"kind": "circular_buffer", "size": 1, "core_range": [[3, 0], [1, 1]]}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=REVERSED
// REVERSED: .res:1:54: error: core_range is reversed, negative or above 4095
// RUN: printf '{"kind": "circular_buffer", "size": 1, "core_range": [[0, 0], [8, 7]]}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=CORES
// CORES: .res:1:1: error: core_range ends at core [8, 7], but a chip of wormhole_b0 has 8 columns and 8 rows of cores
// RUN: printf '{"kind": "trace", "size": 9999999999}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: .res:1:1: error: trace of 9999999999 B does not fit the DRAM bank of 1073740800 B
// RUN: printf '{"kind": "program", "size": 99999999999999}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: .res:1:1: error: program of 99999999999999 B does not fit the DRAM bank of 1073740800 B
// RUN: echo '{"kind": "circular_buffer", "size": 64, "buffer": "%y"}' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: .res:1:1: error: no value in device memory has the name %y
// RUN: echo '{"kind": "circular_buffer", "size": 4097, "buffer": "%x"}' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=LARGER
// LARGER: .res:1:1: error: a circular buffer of 4097 B does not fit %x (line [[#]]), which has 4096 B in each bank
// RUN: echo '{"kind": "circular_buffer", "size": 4096, "buffer": "%x"}' > %t.res
// RUN: tt-layout memory --resources %t.res %s

// Circular buffers on one core range are contiguous. The message has the end of the last one.
// RUN: printf '{"kind": "circular_buffer", "size": 1494048}\n{"kind": "circular_buffer", "size": 64}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=CLASH
// CLASH: error: Statically allocated circular buffers in program 0 clash with L1 buffers on core range [0-0 - 7-7]. L1 buffer allocated at 1495040 and static circular buffer region ends at 1495136
// CLASH: note: the lowest L1 buffer is %x (line [[#]]): 4096 B; it and the circular buffers overlap by 96 B
// RUN: printf '{"kind": "circular_buffer", "size": 1499000}\n' > %t.res
// RUN: not tt-layout memory --resources %t.res %s 2>&1 | FileCheck %s --check-prefix=GROW
// GROW: .res:1:1: error: Statically allocated circular buffers on core range [0-0 - 7-7] grow to 1500024 B which is beyond max L1 size of 1499136 B
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #tt.memory_space<l1>>>
func.func @f(%x: tensor<64x128xf32, #a>) {
  "t.use"(%x) : (tensor<64x128xf32, #a>) -> ()
}
