// The banks of a program side by side at the peak: pages by number, lockstep, circular buffers, storage cores.
// RUN: tt-layout draw %s --view banks | FileCheck %s
// RUN: tt-layout draw %s --view banks -o %t.svg && FileCheck %s --check-prefix=SVG --input-file=%t.svg
// RUN: printf '{"kind": "storage_cores", "size": 499712, "core_range": [[0, 0], [3, 0]]}\n' > %t.jsonl
// RUN: tt-layout draw %s --view banks --resources %t.jsonl | FileCheck %s --check-prefix=STORAGE
// RUN: sed "s/(0,0), (7,7)/(1,0), (7,1)/" %s | tt-layout draw - --view banks | FileCheck %s --check-prefix=CORES --strict-whitespace
// CORES:cb 0      %%%% %%%% %%%% %%%% %%%% %%%%           1,024
// RUN: not tt-layout draw --view banks 'tensor<2x8xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x8xf32, #tt.memory_space<l1>>>>' 2>&1 | FileCheck %s --check-prefix=TEXT
// CHECK: DRAM: 12 banks of 1,073,740,800 B, at line [[#]]
// CHECK: %d 12 {{ *}}13 {{ *}}14 {{ *}}15 {{ *}}16 {{ *}}17 {{ *}}18 {{ *}}//// 1,024
// CHECK: L1: 64 banks of 1,498,112 B
// CHECK: %a {{.*}} //// 1,497,088
// CHECK: %s B 1  B 3  B 5  B 7  //// //// //// {{ *}}//// 1,492,992
// CHECK-NEXT: {{^ +}}B 0  B 2  B 4  B 6  //// //// //// {{ *}}////
// CHECK: free {{[0-9,]+}} B
// CHECK: cb 0 %%%% {{.*}} 1,024
// CHECK: reserved 1,024 B ==== {{.*}} 0
// CHECK: 0 {{ *}}1 {{ *}}2 {{ *}}3 {{ *}}4 {{ *}}5 {{ *}}6 {{ *}}... {{ *}}63
// CHECK: // reserved in lockstep, without data
// SVG: %a, page 4
// SVG: %a: reserved in lockstep, without data
// STORAGE: L1: 76 banks of 499,712 B
// STORAGE: banks of compute cores {{ *}}of storage cores
// TEXT: --view=banks requires a FILE
#l1 = #ttnn.buffer_type<l1>
#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<5x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#s = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,1)>]>>
#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<10x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#cores = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>
func.func @f(%a: tensor<160x32xbf16, #a>, %s: tensor<64x128xbf16, #s>, %d: tensor<320x64xbf16, #d>) {
  "ttnn.generic"(%a, %s) <{program = #ttnn.program<kernels = [], cbs = [<total_size = 400000, core_ranges = #cores, formats = [<buffer_index = 0, dtype = bf16, page_size = 2000>]>], semaphores = []>}> : (tensor<160x32xbf16, #a>, tensor<64x128xbf16, #s>) -> ()
  "ttnn.relu"(%d) : (tensor<320x64xbf16, #d>) -> ()
  return
}
