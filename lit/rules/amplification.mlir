// Aliases that would print 100 times the input and 8 MiB: each level names the one below it eight times, nine levels deep.
// RUN: %{python} -c "print('!a0 = tensor<4xf32>'); [print('!a%%d = tuple<' %% n + ', '.join(['!a%%d' %% (n - 1)] * 8) + '>') for n in range(1, 10)]; print('\"t.op\"() {a = !a9} : () -> ()')" > %t.mlir
// RUN: tt-opt --verify-only %t.mlir 2>&1 | count 0
// RUN: not tt-opt --mlir-print-local-scope %t.mlir 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: error: {{.*}}[amplification]
// CHECK-NOT: error:
