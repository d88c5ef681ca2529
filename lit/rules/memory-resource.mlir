// RUN: printf '{"kind": "trace", "size": 64}\n{"kind": "trace", "size": -1}\n' > %t.bad
// RUN: not tt-layout memory --resources %t.bad %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not tt-layout memory --resources %t.bad --diagnostic-format=json %s 2>&1 | FileCheck %s --check-prefix=JSON
// CHECK: .bad:2:27: error: size must be a number of bytes, at least 0 [memory-resource]
// CHECK-NEXT: {"kind": "trace", "size": -1}
// CHECK-NEXT: {{^ +}}^
// JSON: {"file":"{{.*}}.bad","line":2,"column":27,
// RUN: printf '{"kind": "trace", "size": 64}\n' > %t.good
// RUN: tt-layout memory --resources %t.good %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// GOOD: fits {{ *}}yes
func.func @f() {
  return
}
