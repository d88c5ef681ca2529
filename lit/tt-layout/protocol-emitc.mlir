// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s
// RUN: not tt-layout protocol %s 2>/dev/null | FileCheck %s --check-prefix=VERDICT

// Kernels in EmitC with switches, members of structs and calls of functions of the module, in custom and generic form.
// VERDICT: program {{ *}}ttmetal.enqueue_program in line [[#@LINE+8]]
// VERDICT-NEXT: result {{ *}}passes in every interleaving
// VERDICT-NEXT: kernels {{ *}}2
!cb = memref<1x1x2x1x!ttcore.tile<32x32, bf16>, #ttcore.shard<2048x2048, 2>, #ttcore.memory_space<l1>>
#range = #ttmetal.core_range<0x0, 1x1>
module {
  func.func @main(%host: memref<64x32x2xbf16>) {
    %0 = "ttmetal.create_buffer"() <{address = 104128 : i64}> : () -> !cb
    "ttmetal.enqueue_program"(%0, %0) <{cb_ports = array<i64: 0>, kernelConfigs = [#ttmetal.noc_config<@push, #range, #ttmetal.kernel_args<ct_args = [<cb_port[0]>]>, noc0>, #ttmetal.noc_config<@pop, #range, #ttmetal.kernel_args<ct_args = [<cb_port[0]>]>, noc1>], operandSegmentSizes = array<i32: 1, 1>}> : (!cb, !cb) -> ()
    return
  }
  emitc.declare_func @pages
  emitc.func @pages(%kind: i32) -> i32 attributes {specifiers = ["static"]} {
    %one = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %n = "emitc.variable"() <{value = #emitc.opaque<"7">}> : () -> !emitc.lvalue<i32>
    emitc.switch %kind : i32
    case 2 {
      emitc.assign %one : i32 to %n : <i32>
      emitc.yield
    }
    case 5 {
      %two = emitc.add %one, %one : (i32, i32) -> i32
      emitc.assign %two : i32 to %n : <i32>
      emitc.yield
    }
    default {
      emitc.yield
    }
    %pages = emitc.load %n : <i32>
    emitc.return %pages : i32
  }
  func.func private @push() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %2 = "emitc.constant"() <{value = 2 : i32}> : () -> i32
    %5 = "emitc.constant"() <{value = 5 : i32}> : () -> i32
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    %one = emitc.call @pages(%2) : (i32) -> i32
    func.call @fill(%cb, %one) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    %two = emitc.call_opaque "pages"(%5) : (i32) -> i32
    func.call @fill(%cb, %two) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
  func.func private @pop() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    emitc.verbatim "struct Step { uint32_t pages; uint32_t times; };"
    %step = "emitc.variable"() <{value = #emitc.opaque<"{1, 3}">}> : () -> !emitc.lvalue<!emitc.opaque<"Step">>
    %at = emitc.apply "&"(%step) : (!emitc.lvalue<!emitc.opaque<"Step">>) -> !emitc.ptr<!emitc.opaque<"Step">>
    %pages = "emitc.member"(%step) <{member = "pages"}> : (!emitc.lvalue<!emitc.opaque<"Step">>) -> !emitc.lvalue<i32>
    %n = emitc.load %pages : <i32>
    %times = "emitc.member_of_ptr"(%at) <{member = "times"}> : (!emitc.ptr<!emitc.opaque<"Step">>) -> !emitc.lvalue<i32>
    %t = emitc.load %times : <i32>
    %0 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    emitc.for %i = %0 to %t step %1 : i32 {
      func.call @drain(%cb, %n) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }
    return
  }
  func.func private @drain(%cb: !emitc.opaque<"::tt::CB">, %n: i32) {
    emitc.call_opaque "cb_wait_front"(%cb, %n) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    emitc.call_opaque "cb_pop_front"(%cb, %n) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
  func.func private @fill(%cb: !emitc.opaque<"::tt::CB">, %n: i32) {
    emitc.call_opaque "cb_reserve_back"(%cb, %n) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    emitc.call_opaque "cb_push_back"(%cb, %n) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
}

// -----

// The generic form has the region of the default first; a kernel without operations of EmitC calls one that has them.
!cb = memref<1x1x2x1x!ttcore.tile<32x32, bf16>, #ttcore.shard<2048x2048, 2>, #ttcore.memory_space<l1>>
#range = #ttmetal.core_range<0x0, 1x1>
module {
  func.func @main(%host: memref<64x32x2xbf16>) {
    %0 = "ttmetal.create_buffer"() <{address = 104128 : i64}> : () -> !cb
    "ttmetal.enqueue_program"(%0, %0) <{cb_ports = array<i64: 0>, kernelConfigs = [#ttmetal.noc_config<@push, #range, #ttmetal.kernel_args<ct_args = [<cb_port[0]>]>, noc0>, #ttmetal.noc_config<@pop, #range, #ttmetal.kernel_args<ct_args = [<cb_port[0]>]>, noc1>], operandSegmentSizes = array<i32: 1, 1>}> : (!cb, !cb) -> ()
    return
  }
  "emitc.func"() <{function_type = (i32) -> i32, sym_name = "pages"}> ({
  ^bb0(%kind: i32):
    %one = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %n = "emitc.variable"() <{value = #emitc.opaque<"7">}> : () -> !emitc.lvalue<i32>
    "emitc.switch"(%kind) <{cases = array<i64: 2, 5>}> ({
      "emitc.yield"() : () -> ()
    }, {
      "emitc.assign"(%n, %one) : (!emitc.lvalue<i32>, i32) -> ()
      "emitc.yield"() : () -> ()
    }, {
      %two = "emitc.add"(%one, %one) : (i32, i32) -> i32
      "emitc.assign"(%n, %two) : (!emitc.lvalue<i32>, i32) -> ()
      "emitc.yield"() : () -> ()
    }) : (i32) -> ()
    %pages = "emitc.load"(%n) : (!emitc.lvalue<i32>) -> i32
    "emitc.return"(%pages) : (i32) -> ()
  }) : () -> ()
  func.func private @push_all() {
    %5 = "emitc.constant"() <{value = 5 : i32}> : () -> i32
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    %two = "emitc.call"(%5) <{callee = @pages}> : (i32) -> i32
    emitc.call_opaque "cb_reserve_back"(%cb, %two) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    emitc.call_opaque "cb_push_back"(%cb, %two) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    %6 = "emitc.constant"() <{value = 6 : i32}> : () -> i32
    %seven = "emitc.call"(%6) <{callee = @pages}> : (i32) -> i32
    // CHECK: :[[#@LINE+1]]:5: error: kernel 'push' on 0x0 blocks forever in cb_reserve_back(get_compile_time_arg_val(0), v_seven): 'cb0' has 4 pages in all [protocol-deadlock]
    emitc.call_opaque "cb_reserve_back"(%cb, %seven) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
  func.func private @push() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    call @push_all() : () -> ()
    return
  }
  func.func private @pop() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %2 = "emitc.constant"() <{value = 2 : i32}> : () -> i32
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    emitc.call_opaque "cb_wait_front"(%cb, %2) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    emitc.call_opaque "cb_pop_front"(%cb, %2) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
}

// -----

// What a function does that is only declared is not known.
!cb = memref<1x1x2x1x!ttcore.tile<32x32, bf16>, #ttcore.shard<2048x2048, 2>, #ttcore.memory_space<l1>>
module {
  func.func @main() {
    %0 = "ttmetal.create_buffer"() <{address = 104128 : i64}> : () -> !cb
    "ttmetal.enqueue_program"(%0, %0) <{cb_ports = array<i64: 0>, kernelConfigs = [#ttmetal.noc_config<@k, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args<ct_args = [<cb_port[0]>]>, noc0>], operandSegmentSizes = array<i32: 1, 1>}> : (!cb, !cb) -> ()
    return
  }
  func.func private @unknown(i32)
  func.func private @k() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %2 = "emitc.constant"() <{value = 2 : i32}> : () -> i32
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}}'unknown'{{.*}} [kernel-un
    func.call @unknown(%2) : (i32) -> ()
    return
  }
}
