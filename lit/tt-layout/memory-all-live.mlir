// --all-live: every buffer lives to the last operation of its function, and is drawn so.
// RUN: tt-layout memory --all-live %s | FileCheck %s
// RUN: tt-layout draw --view memory --all-live %s | FileCheck %s --check-prefix=DRAWN
// CHECK: %arg0 {{ *}}12 L1 {{ *}}4096 {{ *}}0 {{ *}}1495040 {{ *}}12 {{ *}}15{{$}}
// CHECK: %0 {{ *}}13 L1 {{ *}}4096 {{ *}}0 {{ *}}1490944 {{ *}}13 {{ *}}15{{$}}
// CHECK: %other {{ *}}17 L1 {{ *}}4096 {{ *}}0 {{ *}}1495040 {{ *}}17 {{ *}}18{{$}}
// DRAWN: L1: 64 banks of 1,498,112 B, peak 8,192 at line 13
// DRAWN-NEXT: 1,499,136 +
// DRAWN-NEXT: |{{A+}} %arg0 {{A+}}{{C*}}
// DRAWN: |{{ *}}{{B+}} %0 {{B+ *}}|
#l1 = #tt.memory_space<l1>
func.func @f(%arg0: memref<32x32xf32, #l1>) {
  %0 = "t.op"(%arg0) : (memref<32x32xf32, #l1>) -> memref<32x32xf32, #l1>
  "t.last"() : () -> ()
  return
}
func.func @g(%other: memref<32x32xf32, #l1>) {
  "t.last"() : () -> ()
}
