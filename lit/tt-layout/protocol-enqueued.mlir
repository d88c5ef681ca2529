// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s
// RUN: not tt-layout protocol %s 2>/dev/null | FileCheck %s --check-prefix=VERDICT
// RUN: sed -e '/^\/\/ -----/q' -e 's/core_range<0x0, 2x2>/core_range<0x0, 12x12>/' %s | tt-layout protocol - 2>&1 | FileCheck %s --check-prefix=CORES
// CORES: warning: kernel 'read' is on core 11x11, but wormhole_b0 has 10x8 workers (rows x columns) [kernel-assumed]

// ttmetal.enqueue_program with kernels in EmitC: they are checked as the C++ that they become, on the cores of their
// configurations; the types of the last operands give the circular buffers.
// VERDICT: program {{ *}}ttmetal.enqueue_program in line [[#@LINE+15]]
// VERDICT-NEXT: result {{ *}}passes in every interleaving
// VERDICT-NEXT: kernels {{ *}}8
#dram = #ttcore.memory_space<dram>
#l1 = #ttcore.memory_space<l1>
!in = memref<1x1x8x1x!ttcore.tile<32x32, bf16>, #ttcore.interleaved<2048x2048>, #dram>
!cb = memref<2x2x1x1x!ttcore.tile<32x32, bf16>, #ttcore.shard<2048x2048, 2>, #l1>
#range = #ttmetal.core_range<0x0, 2x2>
#read = #ttmetal.noc_config<@read, #range, #ttmetal.kernel_args<rt_args = [<buffer_address[0]>] ct_args = [<cb_port[0]>, <semaphore[0]>]>, dm_core = 1, noc0>
#write = #ttmetal.noc_config<@write, #range, #ttmetal.kernel_args<ct_args = [<cb_port[0]>, <semaphore[0]>]>, dm_core = 0, noc1>
module {
  func.func @main(%host: memref<8x1x32x32xbf16>) {
    %0 = "ttmetal.create_buffer"() <{address = 4096 : i64}> : () -> !in
    %1 = "ttmetal.create_buffer"() <{address = 104128 : i64}> : () -> !cb
    "ttmetal.enqueue_write_buffer"(%host, %0) : (memref<8x1x32x32xbf16>, !in) -> ()
    "ttmetal.enqueue_program"(%0, %1) <{cb_ports = array<i64: 3>, kernelConfigs = [#read, #write], operandSegmentSizes = array<i32: 1, 1>}> : (!in, !cb) -> ()
    return
  }
  func.func private @read() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %bytes = "emitc.constant"() <{value = 2048 : i32}> : () -> i32
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %step = "emitc.constant"() <{value = 1 : index}> : () -> !emitc.size_t
    %8 = "emitc.constant"() <{value = 8 : index}> : () -> !emitc.size_t
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    %addr = emitc.call_opaque "get_arg_val"(%0) {template_args = [#emitc.opaque<"uint32_t">]} : (!emitc.size_t) -> i32
    %args = "emitc.constant"() <{value = #emitc.opaque<"TensorAccessorArgs<2, 0>()">}> : () -> !emitc.opaque<"auto">
    %accessor = emitc.call_opaque "TensorAccessor"(%args, %addr, %bytes) : (!emitc.opaque<"auto">, i32, i32) -> !emitc.opaque<"auto">
    emitc.for %i = %0 to %8 step %step : !emitc.size_t {
      emitc.call_opaque "cb_reserve_back"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      %ptr = emitc.call_opaque "get_write_ptr"(%cb) : (!emitc.opaque<"::tt::CB">) -> i32
      emitc.call_opaque "noc_async_read_tile"(%i, %accessor, %ptr) : (!emitc.size_t, !emitc.opaque<"auto">, i32) -> ()
      emitc.call_opaque "noc_async_read_barrier"() : () -> ()
      emitc.call_opaque "cb_push_back"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }
    %id = emitc.literal "get_compile_time_arg_val(1)" : i32
    %at = emitc.call_opaque "get_semaphore"(%id) : (i32) -> i32
    %flag = emitc.cast %at : i32 to !emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>
    emitc.call_opaque "noc_semaphore_wait"(%flag, %1) : (!emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>, i32) -> ()
    return
  }
  func.func private @write() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %step = "emitc.constant"() <{value = 1 : index}> : () -> !emitc.size_t
    %8 = "emitc.constant"() <{value = 8 : index}> : () -> !emitc.size_t
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    emitc.for %i = %0 to %8 step %step : !emitc.size_t {
      emitc.call_opaque "cb_wait_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      emitc.verbatim "volatile uint32_t first = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_read_ptr({}));" args %cb : !emitc.opaque<"::tt::CB">
      emitc.call_opaque "cb_pop_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }
    %id = emitc.literal "get_compile_time_arg_val(1)" : i32
    %at = emitc.call_opaque "get_semaphore"(%id) : (i32) -> i32
    %flag = emitc.cast %at : i32 to !emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>
    emitc.call_opaque "noc_semaphore_set"(%flag, %1) : (!emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>, i32) -> ()
    return
  }
}

// -----

// The read lands after its page was pushed.
#dram = #ttcore.memory_space<dram>
#l1 = #ttcore.memory_space<l1>
!in = memref<1x1x8x1x!ttcore.tile<32x32, bf16>, #ttcore.interleaved<2048x2048>, #dram>
!cb = memref<2x2x1x1x!ttcore.tile<32x32, bf16>, #ttcore.shard<2048x2048, 2>, #l1>
#range = #ttmetal.core_range<0x0, 2x2>
#read = #ttmetal.noc_config<@read, #range, #ttmetal.kernel_args<rt_args = [<buffer_address[0]>] ct_args = [<cb_port[0]>, <semaphore[0]>]>, dm_core = 1, noc0>
#write = #ttmetal.noc_config<@write, #range, #ttmetal.kernel_args<ct_args = [<cb_port[0]>, <semaphore[0]>]>, dm_core = 0, noc1>
module {
  func.func @main(%host: memref<8x1x32x32xbf16>) {
    %0 = "ttmetal.create_buffer"() <{address = 4096 : i64}> : () -> !in
    %1 = "ttmetal.create_buffer"() <{address = 104128 : i64}> : () -> !cb
    "ttmetal.enqueue_write_buffer"(%host, %0) : (memref<8x1x32x32xbf16>, !in) -> ()
    "ttmetal.enqueue_program"(%0, %1) <{cb_ports = array<i64: 3>, kernelConfigs = [#read, #write], operandSegmentSizes = array<i32: 1, 1>}> : (!in, !cb) -> ()
    return
  }
  func.func private @read() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %bytes = "emitc.constant"() <{value = 2048 : i32}> : () -> i32
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %step = "emitc.constant"() <{value = 1 : index}> : () -> !emitc.size_t
    %8 = "emitc.constant"() <{value = 8 : index}> : () -> !emitc.size_t
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    %addr = emitc.call_opaque "get_arg_val"(%0) {template_args = [#emitc.opaque<"uint32_t">]} : (!emitc.size_t) -> i32
    %args = "emitc.constant"() <{value = #emitc.opaque<"TensorAccessorArgs<2, 0>()">}> : () -> !emitc.opaque<"auto">
    %accessor = emitc.call_opaque "TensorAccessor"(%args, %addr, %bytes) : (!emitc.opaque<"auto">, i32, i32) -> !emitc.opaque<"auto">
    emitc.for %i = %0 to %8 step %step : !emitc.size_t {
      emitc.call_opaque "cb_reserve_back"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      %ptr = emitc.call_opaque "get_write_ptr"(%cb) : (!emitc.opaque<"::tt::CB">) -> i32
      emitc.call_opaque "noc_async_read_tile"(%i, %accessor, %ptr) : (!emitc.size_t, !emitc.opaque<"auto">, i32) -> ()
      // CHECK: :[[#@LINE+1]]:7: error: kernel 'read' on 0x0: pushes pages of 'cb3' that are still being read: noc_async_read_barrier() is missing [protocol-barrier]
      emitc.call_opaque "cb_push_back"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }
    %id = emitc.literal "get_compile_time_arg_val(1)" : i32
    %at = emitc.call_opaque "get_semaphore"(%id) : (i32) -> i32
    %flag = emitc.cast %at : i32 to !emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>
    emitc.call_opaque "noc_semaphore_wait"(%flag, %1) : (!emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>, i32) -> ()
    return
  }
  func.func private @write() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %step = "emitc.constant"() <{value = 1 : index}> : () -> !emitc.size_t
    %8 = "emitc.constant"() <{value = 8 : index}> : () -> !emitc.size_t
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    emitc.for %i = %0 to %8 step %step : !emitc.size_t {
      emitc.call_opaque "cb_wait_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      emitc.verbatim "volatile uint32_t first = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_read_ptr({}));" args %cb : !emitc.opaque<"::tt::CB">
      emitc.call_opaque "cb_pop_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }
    %id = emitc.literal "get_compile_time_arg_val(1)" : i32
    %at = emitc.call_opaque "get_semaphore"(%id) : (i32) -> i32
    %flag = emitc.cast %at : i32 to !emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>
    emitc.call_opaque "noc_semaphore_set"(%flag, %1) : (!emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>, i32) -> ()
    return
  }
}

// -----

// A circular buffer has the bytes of its operand, which an operation filled: nothing is read into it.
!cb = memref<1x1x2x1x!ttcore.tile<32x32, bf16>, #ttcore.shard<2048x2048, 1>, #ttcore.memory_space<l1>>
module {
  func.func @main(%host: memref<64x32x2xbf16>) {
    // VERDICT: program {{ *}}ttmetal.enqueue_program in line [[#@LINE+4]]
    // VERDICT-NEXT: result {{ *}}passes in every interleaving
    %0 = "ttmetal.create_buffer"() <{address = 104128 : i64}> : () -> !cb
    "ttmetal.enqueue_write_buffer"(%host, %0) : (memref<64x32x2xbf16>, !cb) -> ()
    "ttmetal.enqueue_program"(%0, %0) <{cb_ports = array<i64: 0>, kernelConfigs = [#ttmetal.noc_config<@push, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args<ct_args = [<cb_port[0]>]>, noc0>, #ttmetal.noc_config<@pop, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args<ct_args = [<cb_port[0]>]>, noc1>], operandSegmentSizes = array<i32: 1, 1>}> : (!cb, !cb) -> ()
    // CHECK: :[[#@LINE+1]]:5: warning: the size of circular buffer 'cb5' is not known: its operand is not a memref of shards [kernel-undecided]
    "ttmetal.enqueue_program"(%0, %host) <{cb_ports = array<i64: 5>, kernelConfigs = [#ttmetal.noc_config<@push, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args<ct_args = [<cb_port[0]>]>, noc0>], operandSegmentSizes = array<i32: 1, 1>}> : (!cb, memref<64x32x2xbf16>) -> ()
    return
  }
  func.func private @push() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %2 = "emitc.constant"() <{value = 2 : i32}> : () -> i32
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    emitc.call_opaque "cb_reserve_back"(%cb, %2) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    emitc.call_opaque "cb_push_back"(%cb, %2) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
  func.func private @pop() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %2 = "emitc.constant"() <{value = 2 : i32}> : () -> i32
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    emitc.call_opaque "cb_wait_front"(%cb, %2) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    emitc.verbatim "volatile uint32_t first = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_read_ptr({}));" args %cb : !emitc.opaque<"::tt::CB">
    emitc.call_opaque "cb_pop_front"(%cb, %2) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
}
