// RUN: tt-opt %s | FileCheck %s
// RUN: tt-opt --list-eras %s | FileCheck %s --check-prefix=ERAS
// RUN: tt-opt --emit=json %s | FileCheck %s --check-prefix=JSON
// The fields of `struct(...)` are read in any order and print in the order of the table.

// ERAS: 2025-05-30 ..
// JSON: "kind":"ttnn.device_compute_kernel_config"{{.*}}"math_fidelity":"lofi","math_approx_mode":null,"fp32_dest_acc_en":true

// CHECK: {a = #ttnn.device_compute_kernel_config<math_fidelity = lofi, fp32_dest_acc_en = true, dst_full_sync_en = false>}
"t.op"() {a = #ttnn.device_compute_kernel_config<fp32_dest_acc_en=true,dst_full_sync_en=false,math_fidelity=lofi>} : () -> ()

// An island with a comment stays as it is.
// CHECK: {a = #ttnn.device_compute_kernel_config<packer_l1_acc = true, // order
"t.op"() {a = #ttnn.device_compute_kernel_config<packer_l1_acc = true, // order
  math_fidelity = lofi>} : () -> ()

// CHECK: #config = #ttnn.device_compute_kernel_config<math_fidelity = lofi, packer_l1_acc = true>
#config = #ttnn.device_compute_kernel_config<
  packer_l1_acc = true,
  math_fidelity = lofi
>
