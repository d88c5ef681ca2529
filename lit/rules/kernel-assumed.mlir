// RUN: tt-layout protocol %s 2>&1 | FileCheck %s
// CHECK: [[#@LINE+1]]:1: warning: no program names the kernel: it runs on core 0x0 alone [kernel-assumed]
func.func @k() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
  return
}
