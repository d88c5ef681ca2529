// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s
// RUN: not tt-layout protocol %s 2>/dev/null | FileCheck %s --check-prefix=VERDICT
// RUN: sed -e '/^\/\/ -----/q' -e 's/cb_buffer_index<1>\], common/cb_buffer_index<2>], common/' %s | not tt-layout protocol - 2>&1 | FileCheck %s --check-prefix=ONCE
// One message, not one for each core.
// ONCE-COUNT-2: circular buffer 2 is not on core 0x0 [kernel-invalid]
// ONCE-NOT: is not on core

// ttnn.generic with kernels in EmitC: they are checked as the C++ that they become.
// VERDICT: program {{ *}}ttnn.generic in line [[#]]
// VERDICT-NEXT: result {{ *}}passes in every interleaving
// VERDICT-NEXT: kernels {{ *}}6
// VERDICT-NEXT: operations {{ *}}304
#l1 = #ttnn.buffer_type<l1>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (1,0)>]>
#in_cb = #ttnn.kernel_cb<total_size = 4096, core_ranges = #core_ranges, formats = [<buffer_index = 0, dtype = bf16, page_size = 2048>]>
#out_cb = #ttnn.kernel_cb<total_size = 4096, core_ranges = #core_ranges, formats = [<buffer_index = 1, dtype = bf16, page_size = 2048>]>
#read_kernel = #ttnn.read_kernel<symbol_ref = @read_kernel, core_ranges = #core_ranges, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [#ttnn.kernel_arg_address_of_tensor<0>], rt_args = []>
#write_kernel = #ttnn.write_kernel<symbol_ref = @write_kernel, core_ranges = #core_ranges, ct_args = [#ttnn.kernel_arg_cb_buffer_index<1>], common_rt_args = [#ttnn.kernel_arg_address_of_tensor<1>], rt_args = []>
#compute_kernel = #ttnn.compute_kernel<symbol_ref = @compute_kernel, core_ranges = #core_ranges, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = false, unpack_to_dest_modes = [default], bfp8_pack_precise = false, math_approx_mode = false, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>, #ttnn.kernel_arg_cb_buffer_index<1>], common_rt_args = [], rt_args = []>
module {
  func.func @main(%arg0: tensor<128x128xbf16, #layout>) -> tensor<128x128xbf16, #layout> {
    %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %out = "ttnn.empty"(%device) : (!ttnn.device) -> tensor<128x128xbf16, #layout>
    // CHECK: :[[#@LINE+1]]:5: warning: the tensors hold data before the program runs [kernel-assumed]
    "ttnn.generic"(%arg0, %out) <{program = #ttnn.program<kernels = [#read_kernel, #write_kernel, #compute_kernel], cbs = [#in_cb, #out_cb], semaphores = []>}> : (tensor<128x128xbf16, #layout>, tensor<128x128xbf16, #layout>) -> ()
    return %out : tensor<128x128xbf16, #layout>
  }
  func.func private @read_kernel() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %bytes = "emitc.constant"() <{value = 2048 : i32}> : () -> i32
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %step = "emitc.constant"() <{value = 1 : index}> : () -> !emitc.size_t
    %8 = "emitc.constant"() <{value = 8 : index}> : () -> !emitc.size_t
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    %addr = emitc.call_opaque "get_common_arg_val"(%0) {template_args = [#emitc.opaque<"uint32_t">]} : (!emitc.size_t) -> i32
    %args = "emitc.constant"() <{value = #emitc.opaque<"TensorAccessorArgs<1, 0>()">}> : () -> !emitc.opaque<"auto">
    %accessor = emitc.call_opaque "TensorAccessor"(%args, %addr, %bytes) : (!emitc.opaque<"auto">, i32, i32) -> !emitc.opaque<"auto">
    emitc.for %i = %0 to %8 step %step : !emitc.size_t {
      emitc.call_opaque "cb_reserve_back"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      %ptr = emitc.call_opaque "get_write_ptr"(%cb) : (!emitc.opaque<"::tt::CB">) -> i32
      emitc.call_opaque "noc_async_read_tile"(%i, %accessor, %ptr) : (!emitc.size_t, !emitc.opaque<"auto">, i32) -> ()
      emitc.call_opaque "noc_async_read_barrier"() : () -> ()
      emitc.call_opaque "cb_push_back"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }
    return
  }
  func.func private @compute_kernel() attributes {ttkernel.thread = #ttkernel.thread<compute>} {
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %step = "emitc.constant"() <{value = 1 : index}> : () -> !emitc.size_t
    %8 = "emitc.constant"() <{value = 8 : index}> : () -> !emitc.size_t
    %in = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    %out = emitc.literal "get_compile_time_arg_val(1)" : !emitc.opaque<"::tt::CB">
    emitc.verbatim "CircularBuffer cb_out({});" args %out : !emitc.opaque<"::tt::CB">
    emitc.call_opaque "init_sfpu"(%in, %out) : (!emitc.opaque<"::tt::CB">, !emitc.opaque<"::tt::CB">) -> ()
    emitc.for %i = %0 to %8 step %step : !emitc.size_t {
      emitc.verbatim "cb_out.reserve_back(1);"
      emitc.call_opaque "cb_wait_front"(%in, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      emitc.call_opaque "tile_regs_acquire"() : () -> ()
      emitc.call_opaque "copy_tile"(%in, %0, %0) : (!emitc.opaque<"::tt::CB">, !emitc.size_t, !emitc.size_t) -> ()
      emitc.call_opaque "exp_tile"(%0) : (!emitc.size_t) -> ()
      emitc.call_opaque "tile_regs_commit"() : () -> ()
      emitc.call_opaque "tile_regs_wait"() : () -> ()
      emitc.call_opaque "pack_tile"(%0, %out, %0) {template_args = [true]} : (!emitc.size_t, !emitc.opaque<"::tt::CB">, !emitc.size_t) -> ()
      emitc.call_opaque "tile_regs_release"() : () -> ()
      emitc.call_opaque "cb_push_back"(%out, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      emitc.call_opaque "cb_pop_front"(%in, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }
    return
  }
  func.func private @write_kernel() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %bytes = "emitc.constant"() <{value = 2048 : i32}> : () -> i32
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %step = "emitc.constant"() <{value = 1 : index}> : () -> !emitc.size_t
    %8 = "emitc.constant"() <{value = 8 : index}> : () -> !emitc.size_t
    %x = "emitc.constant"() <{value = #emitc.opaque<"get_absolute_logical_x()">}> : () -> !emitc.size_t
    %first = emitc.mul %x, %8 : (!emitc.size_t, !emitc.size_t) -> !emitc.size_t
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    %addr = emitc.call_opaque "get_common_arg_val"(%0) {template_args = [#emitc.opaque<"uint32_t">]} : (!emitc.size_t) -> i32
    %args = "emitc.constant"() <{value = #emitc.opaque<"TensorAccessorArgs<1, 0>()">}> : () -> !emitc.opaque<"auto">
    %accessor = emitc.call_opaque "TensorAccessor"(%args, %addr, %bytes) : (!emitc.opaque<"auto">, i32, i32) -> !emitc.opaque<"auto">
    emitc.for %i = %0 to %8 step %step : !emitc.size_t {
      %page = emitc.add %first, %i : (!emitc.size_t, !emitc.size_t) -> !emitc.size_t
      emitc.call_opaque "cb_wait_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      %ptr = emitc.call_opaque "get_read_ptr"(%cb) : (!emitc.opaque<"::tt::CB">) -> i32
      emitc.call_opaque "noc_async_write_tile"(%page, %accessor, %ptr) : (!emitc.size_t, !emitc.opaque<"auto">, i32) -> ()
      emitc.call_opaque "noc_async_write_barrier"() : () -> ()
      emitc.call_opaque "cb_pop_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }
    return
  }
}

// -----

// A mesh of programs; the reader pushes before its read has landed, and the writer pops another circular buffer.
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <block_sharded>>
module {
  func.func @main(%arg0: tensor<32x32xbf16, #layout>, %semaphore: !ttnn.global_semaphore) {
    // VERDICT: program {{ *}}ttnn.generic in line [[#@LINE+2]]
    // VERDICT-NEXT: result {{ *}}fails
    "ttnn.generic"(%arg0, %semaphore) <{program = #ttnn.mesh_program_descriptor<[#ttnn.mesh_program<range = #ttnn.mesh_range<(0,0), (1,3)>, program = #ttnn.program<kernels = [
        #ttnn.read_kernel<symbol_ref = @early, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [#ttnn.kernel_arg_address_of_tensor<0>, #ttnn.kernel_arg_global_semaphore<1>], rt_args = []>,
        #ttnn.source_write_kernel<source = "void kernel_main() {\0A  noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_common_arg_val<uint32_t>(0)), 1);\0A  cb_pop_front(1, 1);\0A}", core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [], common_rt_args = [#ttnn.kernel_arg_global_semaphore<1>], rt_args = []>],
      cbs = [<total_size = 2048, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, formats = [<buffer_index = 0, dtype = bf16, page_size = 2048>]>, <total_size = 2048, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, formats = [<buffer_index = 1, dtype = bf16, page_size = 2048>]>],
      semaphores = []>>]>}> : (tensor<32x32xbf16, #layout>, !ttnn.global_semaphore) -> ()
    return
  }
  func.func private @early() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %0 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %bytes = "emitc.constant"() <{value = 2048 : i32}> : () -> i32
    %from = emitc.call_opaque "get_common_arg_val"(%0) {template_args = [#emitc.opaque<"uint32_t">]} : (i32) -> i32
    %flag = emitc.call_opaque "get_common_arg_val"(%1) {template_args = [#emitc.opaque<"uint32_t">]} : (i32) -> i32
    %left = "emitc.variable"() <{value = 2 : i32}> : () -> !emitc.lvalue<i32>
    %now = emitc.load %left : <i32>
    %less = emitc.sub %now, %1 : (i32, i32) -> i32
    emitc.assign %less : i32 to %left : <i32>
    %again = emitc.load %left : <i32>
    %one = emitc.cmp eq, %again, %1 : (i32, i32) -> i1
    emitc.if %one {
      emitc.verbatim "CircularBuffer cb(0); cb.reserve_back({});" args %1 : i32
      %to = emitc.literal "cb.get_write_ptr()" : i32
      %x = emitc.call_opaque "get_noc_addr"(%from) : (i32) -> i64
      emitc.call_opaque "noc_async_read"(%x, %to, %bytes) : (i64, i32, i32) -> ()
      // CHECK: :[[#@LINE+1]]:7: error: kernel 'early' on 0x0: pushes pages of 'cb0' that are still being read: noc_async_read_barrier() is missing [protocol-barrier]
      emitc.call_opaque "cb_push_back"(%0, %1) : (i32, i32) -> ()
    } else {
      emitc.verbatim "cb_push_back(3, 1);"
    }
    emitc.call_opaque "noc_async_read_barrier"() : () -> ()
    %at = emitc.call_opaque "get_noc_addr"(%flag) : (i32) -> i64
    emitc.call_opaque "noc_semaphore_inc"(%at, %1) : (i64, i32) -> ()
    emitc.call_opaque "noc_async_atomic_barrier"() : () -> ()
    return
  }
}

// -----

// Kernels in TTKernel, with the arguments of TTNN.
!cb = !ttkernel.cb<2, !ttcore.tile<32x32, bf16>>
#ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (1,0)>, #ttnn.core_range<(0,2), (0,2)>]>
module {
  func.func @main(%arg0: tensor<32x32xbf16>) {
    // VERDICT: program {{ *}}ttnn.generic in line [[#@LINE+3]]
    // VERDICT-NEXT: result {{ *}}fails
    // VERDICT-NEXT: kernels {{ *}}6
    "ttnn.generic"(%arg0) <{program = #ttnn.program<kernels = [#ttnn.read_kernel<symbol_ref = @fill, core_ranges = #ranges, ct_args = [#ttnn.kernel_arg_cb_buffer_index<4>], common_rt_args = [], rt_args = []>, #ttnn.write_kernel<symbol_ref = @drain, core_ranges = #ranges, ct_args = [#ttnn.kernel_arg_cb_buffer_index<4>], common_rt_args = [], rt_args = []>], cbs = [], semaphores = []>}> : (tensor<32x32xbf16>) -> ()
    return
  }
  func.func private @fill() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %one = arith.constant 1 : i32
    %cb = ttkernel.get_compile_time_arg_val(0) : () -> !cb
    ttkernel.cb_reserve_back(%cb, %one) : (!cb, i32) -> ()
    ttkernel.cb_push_back(%cb, %one) : (!cb, i32) -> ()
    return
  }
  func.func private @drain() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %two = arith.constant 2 : i32
    %cb = ttkernel.get_compile_time_arg_val(0) : () -> !cb
    // CHECK: :[[#@LINE+1]]:5: error: kernel 'drain' on 0x0 blocks forever in ttkernel.cb_wait_front: 'cb4' holds 1 page
    ttkernel.cb_wait_front(%cb, %two) : (!cb, i32) -> ()
    ttkernel.cb_pop_front(%cb, %two) : (!cb, i32) -> ()
    return
  }
}

// -----

// An operation that EmitC does not have, and a kernel that is not there.
module {
  func.func @main(%arg0: tensor<32x32xbf16>) {
    "ttnn.generic"(%arg0) <{program = #ttnn.program<kernels = [#ttnn.read_kernel<symbol_ref = @other, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [], common_rt_args = [], rt_args = []>], cbs = [], semaphores = []>}> : (tensor<32x32xbf16>) -> ()
    // CHECK: :[[#@LINE+1]]:5: warning: kernel 'none' is not in the module [kernel-undecided]
    "ttnn.generic"(%arg0) <{program = #ttnn.program<kernels = [#ttnn.read_kernel<symbol_ref = @none, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [], common_rt_args = [], rt_args = []>], cbs = [], semaphores = []>}> : (tensor<32x32xbf16>) -> ()
    return
  }
  func.func private @other() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    emitc.call_opaque "noc_async_read_barrier"() : () -> ()
    // CHECK: :[[#@LINE+1]]:5: warning: operation llvm.fence is not known; what it does is not checked [kernel-undecided]
    llvm.fence seq_cst
    return
  }
}

// -----

// A tensor without a layout: its size is not known, so what its address is needed for is undecided.
#core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>
#in_cb = #ttnn.kernel_cb<total_size = 4096, core_ranges = #core_ranges, formats = [<buffer_index = 0, dtype = bf16, page_size = 2048>]>
#read_kernel = #ttnn.read_kernel<symbol_ref = @read_kernel, core_ranges = #core_ranges, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [#ttnn.kernel_arg_address_of_tensor<0>], rt_args = []>
module {
  func.func @main(%arg0: tensor<128x128xbf16>, %arg1: tensor<128x128xbf16>) {
    "ttnn.generic"(%arg0, %arg1) <{program = #ttnn.program<kernels = [#read_kernel], cbs = [#in_cb], semaphores = []>}> : (tensor<128x128xbf16>, tensor<128x128xbf16>) -> ()
    return
  }
  func.func private @read_kernel() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %bytes = "emitc.constant"() <{value = 2048 : i32}> : () -> i32
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    %addr = emitc.call_opaque "get_common_arg_val"(%0) {template_args = [#emitc.opaque<"uint32_t">]} : (!emitc.size_t) -> i32
    %args = "emitc.constant"() <{value = #emitc.opaque<"TensorAccessorArgs<1, 0>()">}> : () -> !emitc.opaque<"auto">
    %accessor = emitc.call_opaque "TensorAccessor"(%args, %addr, %bytes) : (!emitc.opaque<"auto">, i32, i32) -> !emitc.opaque<"auto">
    emitc.call_opaque "cb_reserve_back"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    %ptr = emitc.call_opaque "get_write_ptr"(%cb) : (!emitc.opaque<"::tt::CB">) -> i32
    // CHECK: :[[#@LINE+2]]:5: warning: an operand of this operation of kernel 'read_kernel' depends on an unknown value [kernel-undecided]
    // CHECK: note: it is the address of a tensor whose size is not known, as its type does not say it: operand 0
    emitc.call_opaque "noc_async_read_tile"(%0, %accessor, %ptr) : (!emitc.size_t, !emitc.opaque<"auto">, i32) -> ()
    emitc.call_opaque "noc_async_read_barrier"() : () -> ()
    emitc.call_opaque "cb_push_back"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    emitc.call_opaque "cb_wait_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    emitc.call_opaque "cb_pop_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
}

// -----

// Kernels of D2M: the pass is named once a module.
module {
  // CHECK: :[[#@LINE+2]]:3: warning: kernels of D2M are not read; lower the module with --convert-d2m-to-ttkernel
  // CHECK-NOT: kernels of D2M
  "d2m.generic"() ({}) : () -> ()
  "d2m.generic"() ({}) : () -> ()
}
