// What is wrong with a move is a diagnostic: a comment suppresses it, rule options change it, every format has it.
// DEFINE: %{move} = tt-layout move --from %s --to %s
// RUN: not %{move} --from-name '%b' --to-name '%a' 2>&1 | FileCheck %s --check-prefix=TENSORS
// TENSORS: move-findings.mlir:[[#%u,A:]]:23: error: tensor shapes do not match: source 32x8, destination 8x32; they match with permutation 1,0 [move-tensors]
// TENSORS-NEXT: %a = "t.op"
// TENSORS: move-findings.mlir:[[#A+1]]:23: note: the source is here
// RUN: %{move} --from-name '%a' --to-name '%b' 2>&1 | FileCheck %s --check-prefix=SUPPRESSED --implicit-check-not=error:
// SUPPRESSED: tt-layout: note: no result: a comment suppresses the error
// RUN: not %{move} --from-name '%a' --to-name '%a' --emit=npe --diagnostic-format=json --arch=wormhole_b0 --harvest=99 2>&1 | FileCheck %s --check-prefix=HARVEST
// HARVEST: tt-layout: error: {{.*}}99
// RUN: not %{move} --from-name '%a' --to-name '%a' --emit=protocol --diagnostic-format=json 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: "line":[[#]],"column":23,{{.*}}"severity":"error","rule":"move-form","message":"no kernels: no data movement required"
// RUN: not %{move} --from-name '%a' --to-name '%a' --emit=kernels -o %t.dir --diagnostic-format=github 2>&1 | FileCheck %s --check-prefix=GITHUB
// GITHUB: ::error file={{.*}}move-findings.mlir,line=[[#]],{{.*}}no kernels
// RUN: not %{move} --from-name '%c' --to-name '%d' --simulate 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: :23: error: source and destination exceed the 64 MiB that can be simulated [move-limit]

// The warning is printed before the plan, and does not change it.
// RUN: %{move} --from-name '%c' --to-name '%d' --totals 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING: :23: warning: source requires 8388608 bytes in each L1, which has 1499136 on wormhole_b0 [move-capacity]
// WARNING: bytes       67108864
// RUN: %{move} --from-name '%c' --to-name '%d' --totals -Wno-move 2>&1 | FileCheck %s --check-prefix=OFF --implicit-check-not=warning:
// OFF: bytes       67108864
// RUN: not %{move} --from-name '%c' --to-name '%d' --totals -Werror=move-capacity 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: :23: error: source requires 8388608 bytes
// ERROR: bytes       67108864

// Tiled layouts, in texts and as built.
// RUN: not tt-layout move --from 'SpyreTensorLayout([1000, 200], torch.float16)' --to 'SpyreTensorLayout([1000, 201], torch.float16)' 2>&1 | FileCheck %s --check-prefix=TILED
// TILED: <TO>:1:1: error: host sizes differ: [1000, 200] and [1000, 201] [move-tensors]
// TILED-NEXT: SpyreTensorLayout([1000, 201], torch.float16)
// TILED: <FROM>:1:1: note: the source is here
// RUN: not tt-layout tiled --host-size 10000x10000 --dtype f16 --runs --simulate --diagnostic-format=json 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: "file":"<TO>",{{.*}}"rule":"move-limit","message":"both ends take more than the 64 MiB that are simulated"
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x8xf32, #tt.memory_space<l1>>>
#c = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<2048x1024xf32, #tt.memory_space<l1>>>
#d = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<512x512xf32, #tt.memory_space<dram>>>
%a = "t.op"() : () -> tensor<8x32xf32, #a>
%b = "t.op"() : () -> tensor<32x8xf32, #b> // tt-opt: allow(move-tensors)
%c = "t.op"() : () -> tensor<4096x4096xf32, #c>
%d = "t.op"() : () -> tensor<4096x4096xf32, #d>
