// RUN: mkdir -p %t.mlir && printf '[k]\nkernel = "k.cpp"\nprocessor = "riscv_0"\ncores = "0x0"\n' > %t.mlir/b.toml
// RUN: printf '#include "no_such.h"\nvoid kernel_main() {\n  noc_async_read_barrier(N);\n}\n' > %t.mlir/k.cpp
// RUN: not tt-layout protocol %t.mlir/b.toml --output-file=%t.mlir.out && FileCheck %s --input-file=%t.mlir.out
// CHECK: k.cpp:1:{{[0-9]+}}: warning: header 'no_such.h' was not found; its names are unknown [kernel-unsupported]
