// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.device_compute_kernel_config<math_fidelity = hifi2, dst_full_sync_en = false>}
"t.op"() {a = #ttnn.device_compute_kernel_config<dst_full_sync_en = false, math_fidelity = hifi2>} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.device_compute_kernel_config<math_fidelity = hifi3, math_approx_mode = false, fp32_dest_acc_en = true, packer_l1_acc = true, dst_full_sync_en = true>}
"t.op"() {a = #ttnn.device_compute_kernel_config<packer_l1_acc = true, fp32_dest_acc_en = true, math_fidelity = hifi3, dst_full_sync_en = true, math_approx_mode = false>} : () -> ()
