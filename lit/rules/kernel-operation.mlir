// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s
func.func @k() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
  %trid = arith.constant 16 : i32
  %noc = arith.constant 0 : i8
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}trid must be in [0, 15], found 16 [kernel-operation]
  ttkernel.noc_async_write_barrier_with_trid(%trid, %noc) : (i32, i8) -> ()
  return
}
