// RUN: not tt-opt --split-input-file --verify-only --max-errors=1000 %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// Tiled layouts wrong in one thing each: sizes, maps, strides, hosts, orders.
// CHECK: :[[#@LINE+2]]:93: error: dim_map has host dim 7, but the host rank is 2 [tiled-dim-map]
// CHECK: :[[#@LINE+1]]:86: note: fix: make dim_map [1, 0, 1]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 7], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:93: error: dim_map has -1, which only sparse layouts may have [tiled-dim-map]
// CHECK: :[[#@LINE+1]]:86: note: fix: make dim_map [1, 0, 1]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, -1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:86: error: dim_map has 2 entries, but device_size has 3 [tiled-shape]
// CHECK: :[[#@LINE+1]]:86: note: fix: make dim_map [1, 0, 1]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:114: error: num_stick_dims 0 is out of range [1, 2] [tiled-sticks]
// CHECK: :[[#@LINE+1]]:114: note: fix: make num_stick_dims 1
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], num_stick_dims = 0, dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:114: error: num_stick_dims 4 is out of range [1, 2] [tiled-sticks]
// CHECK: :[[#@LINE+1]]:114: note: fix: make num_stick_dims 1
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], num_stick_dims = 4, dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:60: error: device rank is 3, expected 4: host rank 2 and 2 stick and synthetic dims [tiled-sticks]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], num_stick_dims = 2, dense>>} : () -> ()

// -----

"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dense, stride_map = [64, 200, 1]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: no host dim matches stride 64 of device dim 0 [tiled-stride-map]
// CHECK: :[[#@LINE+1]]:97: note: the layout is here
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dense, stride_map = [64, 200, 2]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:96: error: stride_map has 2 entries, but device_size has 3 [tiled-shape]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dense, stride_map = [64, 200]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: device holds 192 indices of host dim 1, which has 200 [tiled-capacity]
// CHECK: :[[#@LINE+2]]:60: note: fix: make the memref 4x1000x64 (replace '3x1000x64x' with '4x1000x64x')
// CHECK: :[[#@LINE+1]]:60: note: the layout is here
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<3x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+5]]:15: error: device holds 128 indices of host dim 1, which has 200 [tiled-capacity]
// CHECK: :[[#@LINE+4]]:60: note: fix: make the memref 4x1000x64 (replace '4x1000x32x' with '4x1000x64x')
// CHECK: :[[#@LINE+3]]:60: note: the layout is here
// CHECK: :[[#@LINE+2]]:60: error: last device extent is 32, expected the stick size 64 [tiled-sticks]
// CHECK: :[[#@LINE+1]]:60: note: fix: make the memref 4x1000x64 (replace '4x1000x32x' with '4x1000x64x')
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x32xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: device holds 4 indices of host dim 0, which has 1000 [tiled-capacity]
// CHECK: :[[#@LINE+2]]:60: note: fix: make the memref 4x1000x64 (replace '1000x4x64x' with '4x1000x64x')
// CHECK: :[[#@LINE+1]]:60: note: the layout is here
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<1000x4x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:15: error: host element type 'f32' does not match device element type 'f16' without a device_dtype [tiled-sticks]
"t.op"() {a = tensor<1000x200xf32, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: device rank is 3, expected 2: host rank 1 and 1 stick and synthetic dims [tiled-sticks]
// CHECK: :[[#@LINE+1]]:56: note: the layout is here
"t.op"() {a = tensor<1000xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

"t.op"() {a = tensor<?x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:29: error: cannot apply encoding to unranked tensor [syntax]
"t.op"() {a = tensor<*xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:60: error: expected static shape of a memref of a tiled layout [tiled-shape]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x?x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:53: error: expected a ranked memref in a tiled layout [tiled-shape]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<*xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16, strided<[64000, 64, 1]>>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:84: error: device strides must decrease, but stride 64 of dim 0 is not greater than 256 [tiled-strides]
// CHECK: :[[#@LINE+1]]:75: note: fix: make the strides strided<[64000, 64, 1]>
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16, strided<[64, 256, 1]>>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:75: error: a memref of a tiled layout must not have an offset [tiled-strides]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16, strided<[64000, 64, 1], offset: 3>>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:75: error: expected static strides of at most 64 bits in a memref of a tiled layout [tiled-strides]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16, strided<[?, 64, 1]>>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:75: error: expected the number of strides to match the rank [syntax]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16, strided<[64, 1]>>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:75: error: expected strided<[..]> as layout of a memref of a tiled layout [tiled-strides]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16, affine_map<(d0, d1, d2) -> (d2, d1, d0)>>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16, affine_map<(d0, d1, d2) -> (d0, d1, d2)>>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16>>>} : () -> ()

// -----

"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16, strided<[200, 1]>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:141: warning: host strides 1 and 1 of dims 0 and 1 overlap: device to host is ambiguous [tiled-host-overlap]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16, strided<[1, 1]>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:141: error: host stride -200 of dim 0 is negative [tiled-strides]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16, strided<[-200, 1]>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:60: error: device holds 256 indices of host dim 1, which has 1000 [tiled-capacity]
// CHECK: :[[#@LINE+1]]:60: note: fix: make the memref 16x200x64 (replace '4x1000x64x' with '16x200x64x')
"t.op"() {a = tensor<200x1000xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<200x1000xf16>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: tensor shape 1000x200 does not match the host 1000x0 of its layout [tiled-shape]
// CHECK: :[[#@LINE+2]]:111: note: fix: make the host memref<1000x200xf16>
// CHECK: :[[#@LINE+1]]:111: note: the host of the layout
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x0xf16>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:127: error: host element type 'f32' does not match device element type 'f16' without a device_dtype [tiled-sticks]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf32>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:111: error: expected a ranked memref in a tiled layout [tiled-shape]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<*xf16>>>} : () -> ()

// -----

"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, valid_elements = [1, 2, 3, 4]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:72: error: order has dim 0 twice; expected each of 0 to 1 once [tiled-order]
// CHECK: :[[#@LINE+1]]:68: note: fix: make order [0, 1]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<stick, order = [0, 0]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:72: error: order has dim 2; expected each of 0 to 1 once [tiled-order]
// CHECK: :[[#@LINE+1]]:68: note: fix: make order [0, 1]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<stick, order = [0, 2]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: order has 1 entries, but the host rank is 2 [tiled-order]
// CHECK: :[[#@LINE+1]]:68: note: the layout
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<stick, order = [0]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:69: error: order has dim -1; expected each of 0 to 1 once [tiled-order]
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<stick, order = [-1, 5]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: 'i7' has no stick geometry: its width does not divide 1024 bits [tiled-sticks]
// CHECK: :[[#@LINE+1]]:52: note: the layout
"t.op"() {a = tensor<1000x200xi7, #tt.tiled_layout<stick, order = [0, 1]>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: device tensor has 2^63 bytes or more [tiled-strides]
// CHECK: :[[#@LINE+1]]:68: note: the layout
"t.op"() {a = tensor<9223372036854775807x200xf16, #tt.tiled_layout<stick>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: device holds 1000 indices of host dim 0, which has 9223372036854775807 [tiled-capacity]
// CHECK: :[[#@LINE+2]]:73: note: the layout is here
// CHECK: :[[#@LINE+1]]:15: error: host tensor has 2^63 bytes or more [tiled-strides]
"t.op"() {a = tensor<9223372036854775807x2xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:42: error: order has dim 0 twice; expected each of 0 to 1 once [tiled-order]
// CHECK: :[[#@LINE+1]]:38: note: fix: make order [0, 1]
#l = #tt.tiled_layout<stick, order = [0, 0]>
"t.op"() {a = tensor<1000x200xf16, #l>} : () -> ()
