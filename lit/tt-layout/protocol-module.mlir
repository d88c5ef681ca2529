// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s
// RUN: not tt-layout protocol %s 2>/dev/null | FileCheck %s --check-prefix=VERDICT
// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not tt-layout protocol --json %s 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: sed 's/0x0, 2x2/0x0, 8x8/' %s | not tt-layout protocol - 2>/dev/null | FileCheck %s --check-prefix=CORES
// RUN: sed 's/0x0, 2x2/0x0, 8x8/; s/!ttkernel.cb<2, !ttcore.tile<32x32, bf16>/!ttkernel.cb<300, !ttcore.tile<32x32, bf16>/' %s | not tt-layout protocol - 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tt-layout protocol --max-states=1 %s 2>/dev/null | FileCheck %s --check-prefix=STATES

// CORES: result {{ *}}passes in every interleaving
// CORES-NEXT: kernels {{ *}}192
// LARGE: :5: warning: the program is too large: the kernels access more than 67108864 bytes of buffers: nothing was run [kernel-undecided]
// LARGE: result {{ *}}undecided{{$}}
// STATES: result {{ *}}undecided: no error in the states that were explored
// CHECK-DAG: :[[#@LINE+15]]:7: warning: what kernels read from DRAM is written before, and what they write does not overlap [kernel-assumed]
!cb = !ttkernel.cb<2, !ttcore.tile<32x32, bf16>>
module {
  func.func private @reader() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %one = arith.constant 1 : i32
    %bytes = arith.constant 2048 : i32
    %noc = arith.constant 0 : i8
    %addr = ttkernel.get_common_arg_val(%c0) : (index) -> i32
    %cb = ttkernel.get_compile_time_arg_val(0) : () -> !cb
    scf.for %i = %c0 to %c8 step %c1 {
      ttkernel.cb_reserve_back(%cb, %one) : (!cb, i32) -> ()
      %to = ttkernel.get_write_ptr(%cb) : (!cb) -> i32
      ttkernel.noc_async_read bank[%one], %addr, %to, %bytes, noc %noc : (i32, i32, i32, i32, i8) -> ()
      ttkernel.noc_async_read_barrier(%noc) : (i8) -> ()
      ttkernel.cb_push_back(%cb, %one) : (!cb, i32) -> ()
    }
    return
  }
  func.func private @exp() attributes {ttkernel.thread = #ttkernel.thread<compute>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %one = arith.constant 1 : i32
    %in = "ttkernel.get_compile_time_arg_val"() <{arg_index = 0 : i32}> : () -> !cb
    %out = "ttkernel.get_compile_time_arg_val"() <{arg_index = 1 : i32}> : () -> !cb
    "ttkernel.init_sfpu"(%in, %out) : (!cb, !cb) -> ()
    scf.for %i = %c0 to %c16 step %c2 {
      "ttkernel.cb_wait_front"(%in, %one) : (!cb, i32) -> ()
      ttkernel.cb_reserve_back(%out, %one) : (!cb, i32) -> ()
      ttkernel.tile_regs_acquire() : () -> ()
      ttkernel.copy_tile(%in, %c0, %c0) : (!cb, index, index) -> ()
      ttkernel.exp_tile(%c0) : (index) -> ()
      ttkernel.sin_tile(%c0) : (index) -> ()
      ttkernel.tile_regs_commit() : () -> ()
      ttkernel.tile_regs_wait() : () -> ()
      ttkernel.pack_tile(%c0, %out, %c0, true) : (index, !cb, index) -> ()
      ttkernel.tile_regs_release() : () -> ()
      ttkernel.cb_pop_front(%in, %one) : (!cb, i32) -> ()
      ttkernel.cb_push_back(%out, %one) : (!cb, i32) -> ()
    }
    return
  }
  func.func private @writer() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %c0 = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %bytes = arith.constant 2048 : i32
    %noc = arith.constant 1 : i8
    %cb = ttkernel.get_compile_time_arg_val(0) : () -> !cb
    %n = scf.while (%i = %c0) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %c8 : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%i: i32):
      ttkernel.cb_wait_front(%cb, %one) : (!cb, i32) -> ()
      %from = ttkernel.get_read_ptr(%cb) : (!cb) -> i32
      ttkernel.noc_async_write %from, bank[%i], %one, %bytes, noc %noc : (i32, i32, i32, i32, i8) -> ()
      ttkernel.noc_async_write_barrier(%noc) : (i8) -> ()
      ttkernel.cb_pop_front(%cb, %one) : (!cb, i32) -> ()
      %next = arith.addi %i, %one : i32
      scf.yield %next : i32
    }
    return
  }
  func.func @main(%a: i32, %b: i32) {
// VERDICT: program {{ *}}ttmetal.enqueue_program in line [[#@LINE+4]]
// VERDICT-NEXT: result {{ *}}passes in every interleaving
// VERDICT-NEXT: kernels {{ *}}12
// VERDICT-NEXT: operations {{ *}}640
    "ttmetal.enqueue_program"(%a, %b, %a, %b) <{cb_ports = array<i64: 0, 16>, kernelConfigs = [
        #ttmetal.noc_config<@reader, #ttmetal.core_range<0x0, 2x2>, #ttmetal.kernel_args<common_rt_args = [<buffer_address[0]>] ct_args = [<cb_port[0]>]>, dm_core = 1, noc0>,
        #ttmetal.compute_config<@exp, #ttmetal.core_range<0x0, 2x2>, #ttmetal.kernel_args< ct_args = [<cb_port[0]>, <cb_port[1]>]>, hifi4, false, false, false, [default]>,
        #ttmetal.noc_config<@writer, #ttmetal.core_range<0x0, 2x2>, #ttmetal.kernel_args< ct_args = [<cb_port[1]>]>, dm_core = 0, noc1>],
        operandSegmentSizes = array<i32: 2, 2>}> : (i32, i32, i32, i32) -> ()
    return
  }
}

// -----

// Two cores and a semaphore. The receiver waits for 2, the sender increments once.
!cb = !ttkernel.cb<1, !ttcore.tile<32x32, f32>>
module {
  func.func @sender() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 1 : i32
    %s = ttkernel.get_compile_time_arg_val(0) : () -> !ttkernel.local_semaphore
    %at = "ttkernel.get_noc_addr"(%c1, %c0, %s) : (index, index, !ttkernel.local_semaphore) -> !ttkernel.noc_addr
    ttkernel.noc_semaphore_inc(%at, %n) posted true : (!ttkernel.noc_addr, i32) -> ()
    return
  }
  func.func @receiver() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %n = arith.constant 2 : i32
    %s = ttkernel.get_compile_time_arg_val(0) : () -> !ttkernel.local_semaphore
// CHECK-DAG: :[[#@LINE+1]]:5: error: kernel 'receiver' on 0x1 blocks forever in ttkernel.experimental.semaphore_wait: 'semaphore0' on 0x1 is 1, not 2
    "ttkernel.experimental.semaphore_wait"(%s, %n) : (!ttkernel.local_semaphore, i32) -> ()
    return
  }
  func.func @main() {
    "ttmetal.enqueue_program"() <{cb_ports = array<i64>, kernelConfigs = [
        #ttmetal.noc_config<@sender, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< ct_args = [<local_semaphore[0]>]>, dm_core = 0, noc0>,
        #ttmetal.noc_config<@receiver, #ttmetal.core_range<0x1, 1x1>, #ttmetal.kernel_args< ct_args = [<local_semaphore[0]>]>, dm_core = 0, noc0>],
        operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
    return
  }
}

// -----

// A kernel alone: the other side of its circular buffers is assumed; both spellings.
!cb = !ttkernel.cb<memref<2x1x!ttcore.tile<32x32, f32>, #ttcore.memory_space<l1>>>
// CHECK-DAG: :[[#@LINE+1]]:1: warning: no program names the kernel: it runs on core 0x0 alone [kernel-assumed]
func.func @alone() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
  %n = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %bytes = arith.constant 4096 : i32
// CHECK-DAG: :[[#@LINE+1]]:9: warning: another kernel fills circular buffer 0 [kernel-assumed]
  %cb = ttkernel.get_compile_time_arg_val(0) : () -> !cb
  "ttkernel.cb_wait_front"(%cb, %two) : (!cb, i32) -> ()
  %from = "ttkernel.get_read_ptr"(%cb) : (!cb) -> i32
  %to = "ttkernel.get_noc_addr_from_bank_id"(%n, %n) : (i32, i32) -> !ttkernel.noc_addr
  "ttkernel.noc_async_write"(%from, %to, %bytes) : (i32, !ttkernel.noc_addr, i32) -> ()
// CHECK-DAG: :[[#@LINE+1]]:3: error: kernel 'alone' on 0x0: pops pages of 'cb0' that are still being sent: noc_async_write_barrier() is missing [protocol-barrier]
  "ttkernel.cb_pop_front"(%cb, %two) : (!cb, i32) -> ()
  return
}

// -----

// The assumed kernel that empties a circular buffer reads its pages.
!cb = !ttkernel.cb<2, !ttcore.tile<32x32, f32>>
func.func @fills() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
  %n = arith.constant 2 : i32
  %bytes = arith.constant 8192 : i32
  %cb = ttkernel.get_compile_time_arg_val(0) : () -> !cb
  ttkernel.cb_reserve_back(%cb, %n) : (!cb, i32) -> ()
  %to = ttkernel.get_write_ptr(%cb) : (!cb) -> i32
  %from = ttkernel.get_noc_addr_from_bank_id(%n, %n) : (i32, i32) -> !ttkernel.noc_addr
  "ttkernel.noc_async_read"(%from, %to, %bytes) : (!ttkernel.noc_addr, i32, i32) -> ()
  ttkernel.noc_async_read_barrier() : () -> ()
  ttkernel.cb_push_back(%cb, %n) : (!cb, i32) -> ()
  return
}

// -----

// What is not known: an operation, a condition, a semaphore of a kernel alone.
func.func @unknown_operation() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
// CHECK-DAG: :[[#@LINE+1]]:3: warning: operation ttkernel.no_such_call is not known; what it does is not checked [kernel-undecided]
  ttkernel.no_such_call() : () -> ()
  return
}
func.func @unknown_condition(%p: i1) attributes {ttkernel.thread = #ttkernel.thread<compute>} {
  %c0 = arith.constant 0 : i32
  %ptr = ttkernel.reinterpret_cast(%c0) : (i32) -> !ttkernel.l1_addr_ptr
  %word = ttkernel.load_from_l1(%ptr, %c0) : (!ttkernel.l1_addr_ptr, i32) -> i32
  %c = arith.cmpi eq, %word, %c0 : i32
  scf.if %c {
    %y = arith.addi %c0, %word : i32
  }
// CHECK-DAG: :[[#@LINE+1]]:3: warning: the condition is not known: it depends on ttkernel.load_from_l1 in line [[#@LINE-5]] [kernel-undecided]
  scf.if %c {
    ttkernel.tile_regs_acquire() : () -> ()
  }
  return
}
func.func @waits() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
  %n = arith.constant 1 : i32
  %s = ttkernel.get_semaphore(%n) : (i32) -> !ttkernel.local_semaphore
// CHECK-DAG: :[[#@LINE+1]]:3: warning: which kernel changes the semaphore is not in the text [kernel-undecided]
  ttkernel.noc_semaphore_wait(%s, %n) : (!ttkernel.local_semaphore, i32) -> ()
  return
}

// -----

// Rules of operations, also outside of kernels.
%trid = arith.constant 16 : i32
%noc = arith.constant 0 : i8
// CHECK-DAG: :[[#@LINE+1]]:1: error: 'ttkernel.noc_async_write_barrier_with_trid': trid must be in [0, 15], found 16 [kernel-operation]
ttkernel.noc_async_write_barrier_with_trid(%trid, %noc) : (i32, i8) -> ()
// CHECK-DAG: :[[#@LINE+1]]:1: error: use of value '%trid' expects different type than prior uses: 'i8' vs 'i32' [kernel-operation]
ttkernel.noc_async_read_barrier(%trid) : (i8) -> ()
// CHECK-DAG: :[[#@LINE+1]]:9: error: 'ttkernel.TensorAccessorArgs': expected ',' [kernel-operation]
%args = ttkernel.TensorAccessorArgs(%trid %trid)

// -----

// MLIR takes `return` for the value.
func.func @dictionary() {
  %c0 = arith.constant 0 : i32
// CHECK-DAG: :[[#@LINE+1]]:11: error: expected attribute value [kernel-operation]
  %args = ttkernel.TensorAccessorArgs(%c0, %c0) {foo =
  return
}

// JSON: {"passes":false,"programs":[{"name":"ttmetal.enqueue_program","line":{{[0-9]+}},"verdict":"passes","kernels":3,"notes":[{"kind":"assumed",
// JSON-SAME: "verdict":"fails"
// JSON-SAME: {"name":"unknown_operation","line":{{[0-9]+}},"verdict":"undecided","kernels":1,"notes":
// JSON-SAME: "protocol":null
// READ-NOT: [protocol-stale]
