// RUN: printf '{"max_size": 64, "min_alloc": 32, "align": 32, "offset": 0, "search": "first", "impl": "free_list"}\n{"op": "free", "addr": -1}\n' > %t.bad
// RUN: not tt-layout memory --replay %t.bad 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not tt-layout memory --replay %t.bad --diagnostic-format=json 2>&1 | FileCheck %s --check-prefix=JSON
// CHECK: .bad:2:24: error: "addr" must not be negative, found -1 [memory-trace]
// CHECK-NEXT: {"op": "free", "addr": -1}
// CHECK-NEXT: {{^ +}}^
// JSON: {"file":"{{.*}}.bad","line":2,"column":24,
// RUN: printf '{"max_size": 64, "min_alloc": 32, "align": 32, "offset": 0, "search": "first", "impl": "free_list"}\n{"op": "free", "addr": 1}\n' > %t.good
// RUN: tt-layout memory --replay %t.good 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error:
// GOOD: {}
