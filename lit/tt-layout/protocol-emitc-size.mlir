// A subscript of a subscript doubles with each operation; the text of a kernel does not.
// RUN: not tt-layout protocol %s 2>&1 | FileCheck %s
// CHECK: warning: operation emitc.subscript is not known; what it does is not checked [kernel-undecided]
module {
  func.func private @k() {
    %0 = "emitc.literal"() <{value = "a"}> : () -> i32
    %1 = "emitc.subscript"(%0, %0) : (i32, i32) -> i32
    %2 = "emitc.subscript"(%1, %1) : (i32, i32) -> i32
    %3 = "emitc.subscript"(%2, %2) : (i32, i32) -> i32
    %4 = "emitc.subscript"(%3, %3) : (i32, i32) -> i32
    %5 = "emitc.subscript"(%4, %4) : (i32, i32) -> i32
    %6 = "emitc.subscript"(%5, %5) : (i32, i32) -> i32
    %7 = "emitc.subscript"(%6, %6) : (i32, i32) -> i32
    %8 = "emitc.subscript"(%7, %7) : (i32, i32) -> i32
    %9 = "emitc.subscript"(%8, %8) : (i32, i32) -> i32
    %10 = "emitc.subscript"(%9, %9) : (i32, i32) -> i32
    %11 = "emitc.subscript"(%10, %10) : (i32, i32) -> i32
    %12 = "emitc.subscript"(%11, %11) : (i32, i32) -> i32
    %13 = "emitc.subscript"(%12, %12) : (i32, i32) -> i32
    %14 = "emitc.subscript"(%13, %13) : (i32, i32) -> i32
    %15 = "emitc.subscript"(%14, %14) : (i32, i32) -> i32
    %16 = "emitc.subscript"(%15, %15) : (i32, i32) -> i32
    %17 = "emitc.subscript"(%16, %16) : (i32, i32) -> i32
    %18 = "emitc.subscript"(%17, %17) : (i32, i32) -> i32
    %19 = "emitc.subscript"(%18, %18) : (i32, i32) -> i32
    %20 = "emitc.subscript"(%19, %19) : (i32, i32) -> i32
    %21 = "emitc.subscript"(%20, %20) : (i32, i32) -> i32
    %22 = "emitc.subscript"(%21, %21) : (i32, i32) -> i32
    %23 = "emitc.subscript"(%22, %22) : (i32, i32) -> i32
    %24 = "emitc.subscript"(%23, %23) : (i32, i32) -> i32
    %25 = "emitc.subscript"(%24, %24) : (i32, i32) -> i32
    %26 = "emitc.subscript"(%25, %25) : (i32, i32) -> i32
    %27 = "emitc.subscript"(%26, %26) : (i32, i32) -> i32
    %28 = "emitc.subscript"(%27, %27) : (i32, i32) -> i32
    %29 = "emitc.subscript"(%28, %28) : (i32, i32) -> i32
    %30 = "emitc.subscript"(%29, %29) : (i32, i32) -> i32
    %31 = "emitc.subscript"(%30, %30) : (i32, i32) -> i32
    %32 = "emitc.subscript"(%31, %31) : (i32, i32) -> i32
    %33 = "emitc.subscript"(%32, %32) : (i32, i32) -> i32
    %34 = "emitc.subscript"(%33, %33) : (i32, i32) -> i32
    %35 = "emitc.subscript"(%34, %34) : (i32, i32) -> i32
    %36 = "emitc.subscript"(%35, %35) : (i32, i32) -> i32
    %37 = "emitc.subscript"(%36, %36) : (i32, i32) -> i32
    %38 = "emitc.subscript"(%37, %37) : (i32, i32) -> i32
    %39 = "emitc.subscript"(%38, %38) : (i32, i32) -> i32
    emitc.call_opaque "f"(%39) : (i32) -> ()
    return
  }
  func.func @main(%a: tensor<32x32xf32>) {
    "ttnn.generic"(%a) <{program = #ttnn.program<kernels = [#ttnn.write_kernel<symbol_ref = @k, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [], common_rt_args = [], rt_args = []>], cbs = [], semaphores = []>}> : (tensor<32x32xf32>) -> ()
    return
  }
}
