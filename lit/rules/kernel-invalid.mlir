// RUN: mkdir -p %t.mlir && printf '[k]\nkernel = "k.cpp"\nprocessor = "riscv_0"\ncores = "0x0"\n' > %t.mlir/b.toml
// RUN: printf 'void kernel_main() {\n  get_arg_val<uint32_t>(7);\n}\n' > %t.mlir/k.cpp
// RUN: not tt-layout protocol %t.mlir/b.toml --output-file=%t.mlir.out && FileCheck %s --input-file=%t.mlir.out
// CHECK: k.cpp:2:3: error: runtime argument 7 is not in the binding of kernel 'k' on 0x0, which has 0 [kernel-invalid]
