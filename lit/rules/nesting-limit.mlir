// The limit is 512 (docs/limits.md): 513 brackets are rejected at the first token beyond the limit, 512 are accepted.
// RUN: %{python} -c "print('#a = ' + '[' * 513 + ']' * 513)" > %t.mlir
// RUN: not tt-opt %t.mlir 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %{python} -c "print('#a = ' + '[' * 512 + ']' * 512)" | tt-opt --verify-only 2>&1 | count 0
// CHECK: .mlir:1:518: error: {{.*}}512{{.*}}[nesting-limit]
// CHECK-NOT: error:
