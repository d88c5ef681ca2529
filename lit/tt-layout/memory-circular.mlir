// Circular buffers of ttnn.generic and of --resources: rows, places, verdict.
// RUN: not tt-layout memory %s 2>&1 | FileCheck %s
// RUN: not tt-layout memory --json %s 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: tt-layout draw %s --view memory -o %t.svg && FileCheck %s --check-prefix=SVG --input-file=%t.svg
// RUN: not tt-layout report %s -o %t.html 2>/dev/null; FileCheck %s --check-prefix=PAGE --input-file=%t.html
// CHECK: :[[#@LINE+26]]:{{[0-9]+}}: error: Statically allocated circular buffers on core range [0-0 - 0-0] grow to 2981040 B which is beyond max L1 size of 1499136 B [memory-circular-buffers]
// CHECK: :[[#@LINE+26]]:3: error: Statically allocated circular buffers in program 1 clash with L1 buffers on core range [0-0 - 0-0]. L1 buffer allocated at 1495040 and static circular buffer region ends at 1495041 [memory-circular-buffers]
// CHECK: fits        no
// CHECK: cb 0 [[#@LINE+23]] L1 1490000 0 1024 {{.*}}circular buffer
// CHECK: cb 1 [[#@LINE+22]] L1 1490000 0 1491040 {{.*}}circular buffer
// CHECK: cb 2 [[#@LINE+21]] L1 2048 0 1495040 {{.*}}in %b
// JSON: "name":"cb 1","line":[[#@LINE+20]],"type":null,"memory_space":"l1","bytes_per_bank":1490000,{{.*}}"address":1491040,{{.*}}"kind":"circular_buffer"
// JSON: "fits":false
// SVG: cb 0
// PAGE: cb 0

// The resources of one operation, by its line, its name, and a result; those of all operations are below.
// RUN: printf '{"kind": "circular_buffer", "size": 1000, "operation": 33}\n{"kind": "circular_buffer", "size": 64}\n{"kind": "circular_buffer", "size": 500, "operation": "ttnn.generic"}\n' > %t.jsonl
// RUN: not tt-layout memory --resources %t.jsonl %s 2>&1 | FileCheck %s --check-prefix=TIED
// TIED: resource 2 - L1 64 0 1024 {{.*}}circular buffer
// TIED: cb 0 [[#@LINE+11]] L1 1490000 0 1600 {{.*}}circular buffer
// RUN: printf '{"kind": "circular_buffer", "size": 1, "operation": "ttnn.matmul"}\n' > %t.bad
// RUN: not tt-layout memory --resources %t.bad %s 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: .bad:1:1: error: no operation has the name ttnn.matmul [memory-resource]

#l1 = #ttnn.buffer_type<l1>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0, 0), (0, 0)>]>>
#cores = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>
#in = #ttnn.kernel_cb<total_size = 1490000, core_ranges = #cores, formats = [<buffer_index = 0, dtype = bf16, page_size = 2000>]>
#program = #ttnn.program<kernels = [], cbs = [<total_size = 1494017, core_ranges = #cores, formats = [<buffer_index = 0, dtype = bf16, page_size = 2048>]>], semaphores = []>
func.func @f(%a: tensor<32x32xbf16, #layout>, %b: tensor<32x32xbf16, #layout>) {
  "ttnn.generic"(%a, %b) <{program = #ttnn.program<kernels = [], cbs = [#in, <total_size = 1490000, core_ranges = #cores, formats = [<buffer_index = 1, dtype = bf16, page_size = 2000>]>, <total_size = 2048, core_ranges = #cores, formats = [<buffer_index = 2, dtype = bf16, page_size = 2048>], buffer = #ttnn.kernel_cb_global_buffer_address_of_tensor<1>>], semaphores = []>}> : (tensor<32x32xbf16, #layout>, tensor<32x32xbf16, #layout>) -> ()
  "ttnn.generic"(%a, %b) <{program = #program}> : (tensor<32x32xbf16, #layout>, tensor<32x32xbf16, #layout>) -> ()
  return
}

// A circular buffer that shares the memory of a value without a layout.
// RUN: sed 's/b: tensor<32x32xbf16, #layout>/b: tensor<32x32xbf16>/' %s > %t.plain
// RUN: not tt-layout memory --json %t.plain 2>/dev/null | FileCheck %s --check-prefix=PLAIN
// PLAIN: cb 2 shares the memory of %b, which is not a buffer; it is not counted
