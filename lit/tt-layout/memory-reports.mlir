// tt-metal's three files: a row for each program, and with --at the dump after one operation.
// RUN: rm -rf %t && mkdir %t
// RUN: tt-layout memory --csv-dir %t --csv-prefix run_ %s
// RUN: FileCheck %s --check-prefix=SUM --match-full-lines --strict-whitespace --input-file=%t/run_memory_usage_summary.csv
// RUN: FileCheck %s --check-prefix=L1 --match-full-lines --strict-whitespace --input-file=%t/run_l1_usage_summary.csv
// RUN: FileCheck %s --check-prefix=DETAIL --match-full-lines --strict-whitespace --input-file=%t/run_detailed_memory_usage.csv
// RUN: tt-layout memory --csv-dir %t --at 56 %s
// RUN: FileCheck %s --check-prefix=DUMP --match-full-lines --strict-whitespace --input-file=%t/memory_usage_summary.csv
// RUN: FileCheck %s --check-prefix=DUMPED --match-full-lines --strict-whitespace --input-file=%t/detailed_memory_usage.csv
// RUN: not tt-layout memory --csv-prefix run_ %s 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: not tt-layout memory --csv-dir %t/nowhere %s 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not tt-layout memory --at 0 %s 2>&1 | FileCheck %s --check-prefix=LINE
// Programs are ttir.add and t.use; the function, ttir.empty and the return are not.
//      SUM:Program ID, Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)
// SUM-NEXT:0,1073740800,3072,1073737728,1073737728
// SUM-NEXT:,1498112,8192,1489920,1489920
// SUM-NEXT:1,1073740800,3072,1073737728,1073737728
// SUM-NEXT:,1498112,4096,1494016,1489920
//      L1:This report indicates available space for interleaving L1 buffers
// L1-NEXT:Program ID, Largest Contiguous Free Block (B), Total Free L1 Space (B)
// L1-NEXT:0,1489920,95354880
// L1-NEXT:1,1489920,95354880
//      DETAIL:0,DRAM
// DETAIL-NEXT:,Total allocatable (B):,12884889600
// DETAIL-NEXT:,Total allocated (B):,36864
// DETAIL-NEXT:,Total free (B):,12884852736
// DETAIL-NEXT:,,Blocks:,Address (B),Size (B),Allocated (Y/N)
// DETAIL-NEXT:,,,1024,3072,Y
// DETAIL-NEXT:,,,4096,1073737728,N
// DETAIL-EMPTY:
// DETAIL-NEXT:,L1
// DETAIL-NEXT:,Total allocatable (B):,95879168
// DETAIL-NEXT:,Total allocated (B):,524288
// DETAIL-NEXT:,Total free (B):,95354880
// DETAIL-NEXT:,,Blocks:,Address (B),Size (B),Allocated (Y/N)
// DETAIL-NEXT:,,,1024,1489920,N
// DETAIL-NEXT:,,,1490944,4096,Y
// DETAIL-NEXT:,,,1495040,4096,Y
// DETAIL-EMPTY:
// DETAIL-NEXT:1,DRAM
//      DUMP:, Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)
// DUMP-NEXT:,1073740800,3072,1073737728,1073737728
// DUMP-NEXT:,1498112,8192,1489920,1489920
// DUMP-NOT:{{.}}
//      DUMPED:,DRAM
//      DUMPED:,L1
//      DUMPED:,,,1490944,4096,Y
// DUMPED-NEXT:,,,1495040,4096,Y
// PREFIX: tt-layout: error: --csv-prefix requires --csv-dir
// NOWHERE: tt-layout: error: cannot write '{{.*}}nowhere/memory_usage_summary.csv': No such file or directory
// LINE: tt-layout: error: invalid value '0' of --at; expected a line number of at least 1
#l1 = #tt.memory_space<l1>
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>
#d = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<dram>>>
func.func @f(%x: tensor<64x128xf32, #a>, %w: tensor<64x128xf32, #d>) -> tensor<64x128xf32, #a> {
  %0 = ttir.empty() : tensor<64x128xf32, #a>
  %1 = "ttir.add"(%x, %w, %0) : (tensor<64x128xf32, #a>, tensor<64x128xf32, #d>, tensor<64x128xf32, #a>) -> tensor<64x128xf32, #a>
  "t.use"(%w, %1) : (tensor<64x128xf32, #d>, tensor<64x128xf32, #a>) -> ()
}
