// RUN: tt-opt %s | diff %s -
// #ttnn.device_compute_kernel_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.device_compute_kernel_config<>} : () -> ()
"t.op"() {a = #ttnn.device_compute_kernel_config<math_fidelity = lofi>} : () -> ()
"t.op"() {a = #ttnn.device_compute_kernel_config<math_fidelity = hifi4, math_approx_mode = true, fp32_dest_acc_en = true, packer_l1_acc = false, dst_full_sync_en = false>} : () -> ()
