// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

// An argument that is not known, with a note, on four cores: it is said once. The note of the second was written to
// memory of a finding that was taken back.
#range = #ttmetal.core_range<0x0, 2x2>
#wait = #ttmetal.noc_config<@wait, #range, #ttmetal.kernel_args<ct_args = [<cb_port[18446744073709551616]>]>, dm_core = 0, noc1>
!cb = memref<2x2x1x1x!ttcore.tile<32x32, bf16>, #ttcore.shard<2048x2048, 2>, #ttcore.memory_space<l1>>
module {
  func.func @main(%a: !cb) {
    // CHECK: :[[#@LINE+8]]:{{[0-9]+}}: warning: {{.*}} of kernel 'wait' depends on an unknown value [kernel-undecided]
    // CHECK: :[[#@LINE+1]]:5: note: the program does not say its value
    "ttmetal.enqueue_program"(%a) <{cb_ports = array<i64: 3>, kernelConfigs = [#wait], operandSegmentSizes = array<i32: 0, 1>}> : (!cb) -> ()
    return
  }
  func.func private @wait() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    emitc.call_opaque "cb_wait_front"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    return
  }
}
