// The compiler's addresses are used and verified: live buffers that overlap do not fit. Circular buffers are live while their operations run.
// RUN: not tt-layout memory %s 2>&1 | FileCheck %s
// RUN: not tt-layout memory --addresses=error %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: tt-layout memory --addresses=ignore %s 2>&1 | FileCheck %s --check-prefix=IGNORE --implicit-check-not=warning:
// RUN: not tt-layout memory --json %s 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: not tt-layout memory --addresses=maybe %s 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: tt-layout memory --l1-base 0x1A400 --addresses=ignore %s | FileCheck %s --check-prefix=BASE
// CHECK: [[@LINE+23]]:3: warning: %b at 107792..111888 overlaps %a (line [[#%u,A:]]) at 103712..107808 by 16 B, and both are allocated at line
// CHECK: warning: address 107808 of %c is not a multiple of 64, its alignment
// CHECK-NOT: warning
// CHECK: fits {{ *}}no
// Bytes that two buffers have count once: at line 33 three buffers have 16384 B, 16 of them twice.
// CHECK: L1 {{ *}}64 {{ *}}1024 {{ *}}1498112 {{ *}}16368 {{ *}}1481728 {{ *}}1379040
// CHECK: %cb {{.*}} 8192 {{ *}}0 {{ *}}111904 {{ *}}33 {{ *}}33  circular buffer
// CHECK: placed {{ *}}L1: 4 buffers have addresses in the text; they span 16384 B at the
// ERROR: error: %b at 107792..111888 overlaps %a
// ERROR: fits {{ *}}no
// IGNORE: %a {{.*}} 1495040
// IGNORE-NOT: placed
// JSON: "placed":{"buffers":4,"span":16384,"first_fit_span":16384}
// JSON: {"name":"%cb",{{.*}}"kind":"circular_buffer","placed":true,"alignment":16,
// JSON: "regions":[{"memory_space":"l1","name":"reserved","begin":0,"end":1024,
// JSON: "messages":[{"severity":"warning","line":[[@LINE+8]],"column":3,"text":"%b at 107792..111888 overlaps
// USAGE: invalid value 'maybe' of --addresses
// BASE: L1 {{ *}}64 {{ *}}107520 {{ *}}1391616
#l1 = #ttcore.memory_space<l1>
!shard = memref<1x2x1x1x!ttcore.tile<32x32, f32>, #ttcore.shard<4096x4096, 1>, #l1>
!pages = memref<1x1x!ttcore.tile<32x32, f32>, #ttcore.cb_layout<4096x4096, 2>, #l1>
func.func @add() {
  %a = memref.alloc() {address = 103712 : i64, alignment = 16 : i64} : !shard
  %b = memref.alloc() {address = 107792 : i64, alignment = 16 : i64} : !shard
  %cb = memref.alloc() {address = 0x1B520, alignment = 16} : !pages
  d2m.generic ins(%a : !shard) outs(%b : !shard) additionalArgs(%cb : !pages)
  memref.dealloc %b : !shard
  %c = memref.alloc() {address = 107808 : i64, alignment = 64 : i64} : !shard
  "t.use"(%a, %c) : (!shard, !shard) -> ()
  return
}
