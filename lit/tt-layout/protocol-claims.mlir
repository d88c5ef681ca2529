// After an error a kernel still has the circular buffers of its operations: one that fills a buffer does not empty it.
// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=error:
!cb = !ttkernel.cb<8, f32>
func.func @k() attributes {ttkernel.thread = #ttkernel.thread<compute>} {
  %n = arith.constant 4 : i32
  %in = ttkernel.get_compile_time_arg_val(0) : () -> !cb
  %out = ttkernel.get_compile_time_arg_val(1) : () -> !cb
  // CHECK: :[[#@LINE+1]]:3: error: kernel 'k' on 0x0: reads 'cb0' without waiting for it: {{.*}} [protocol-unwritten]
  ttkernel.untilize_block(%in, %n, %out) : (!cb, i32, !cb) -> ()
  ttkernel.cb_pop_front(%in, %n) : (!cb, i32) -> ()
  ttkernel.cb_push_back(%out, %n) : (!cb, i32) -> ()
  return
}
