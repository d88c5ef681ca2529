// RUN: tt-opt --dump=ast %s | FileCheck %s --strict-whitespace --match-full-lines
// RUN: tt-opt --dump=tokens %s | FileCheck %s --check-prefix=TOKENS --strict-whitespace --match-full-lines
// Whether maps of layouts and grids are injective; every token of islands with comments, opaque bodies and long texts.
"t.op"() {a = tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0 * 4611686018427387904, d1), undef, <1x1>, memref<4x4xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<4x4xf32, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<1000003x1000003xf32, #tt.metal_layout<(d0, d1) -> ((d0 + d1 * 7) floordiv 13, (d0 * 5 + d1) mod 1000003, (d0 + d1 * 3) floordiv 1000), undef, <1x1x1>, memref<1x1x1xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<*xf32, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<4xf32, 5>, b = tensor<4xf32, #absent>, c = #tt.grid<8x8, (d0, d1) -> (0, d0, 0)>, d = #tt.grid<8x8, #absent>} : () -> ()
"t.op"() {a = #tt.arch< // a comment
  grayskull>, b = tensor<4x?xf32 // until here
>, c = tensor<4xf32, #tt.nosuch<l1>>} : () -> ()
#x = affine_map<(d0) -> (d0 floordiv 2)>
"t.op"() {a = #x, b = memref<4x4xf32, #x>, c = #tt.memory_space<"l1">, d = #tt.Chip_capability<pcie|host_mmio>} : () -> ()
"t.op"() {a = affine_set<(d0) : (d0 == 0)>, b = #other<"a very long string which is longer than the sixty bytes that are shown of a text">, c = tensor<2xi8, #other<a::b>>} : () -> ()
"t.op"() {a = #tt.mesh<"a very long string which is longer than the sixty bytes that are shown" = 1x2>, b = (tensor<?xf32>) -> tensor<?xf32>}
// CHECK:tensor @4:15-4:145
// CHECK-NEXT:  shape: dims 4x4x @4:22-4:26
// CHECK-NEXT:  element_type: scalar f32 @4:26-4:29
// CHECK-NEXT:  encoding: tt.metal_layout @4:31-4:144
// CHECK-NEXT:    linear: map (d0, d1) -> (d0 * 4611686018427387904, d1) @4:48-4:90
// CHECK-NEXT:    oob_val: word undef @4:92-4:97
// CHECK-NEXT:    grid: tt.grid @4:99-4:104
// CHECK-NEXT:      shape: dims 1x1 @4:100-4:103
// CHECK-NEXT:    memref: memref @4:106-4:143
// CHECK-NEXT:      shape: dims 4x4x @4:113-4:117
// CHECK-NEXT:      element_type: scalar f32 @4:117-4:120
// CHECK-NEXT:      memory_space: tt.memory_space @4:122-4:142
// CHECK-NEXT:        value: word l1 @4:139-4:141
// CHECK-NEXT:  legality of the map on the tensor: a value leaves 64 bits
// CHECK-NEXT:tensor @5:15-5:111
// CHECK-NEXT:  shape: dims 4x4x @5:22-5:26
// CHECK-NEXT:  element_type: scalar f32 @5:26-5:29
// CHECK-NEXT:  encoding: tt.metal_layout @5:31-5:110
// CHECK-NEXT:    linear: map (d0) -> (d0) @5:48-5:60
// CHECK-NEXT:    oob_val: word undef @5:62-5:67
// CHECK-NEXT:    grid: tt.grid @5:69-5:72
// CHECK-NEXT:      shape: dims 1 @5:70-5:71
// CHECK-NEXT:    memref: memref @5:74-5:109
// CHECK-NEXT:      shape: dims 4x @5:81-5:83
// CHECK-NEXT:      element_type: scalar f32 @5:83-5:86
// CHECK-NEXT:      memory_space: tt.memory_space @5:88-5:108
// CHECK-NEXT:        value: word l1 @5:105-5:107
// CHECK-NEXT:  legality of the map on the tensor: cannot be asked (ranks, extents, symbols or divisors)
// CHECK-NEXT:tensor @6:15-6:214
// CHECK-NEXT:  shape: dims 1000003x1000003x @6:22-6:38
// CHECK-NEXT:  element_type: scalar f32 @6:38-6:41
// CHECK-NEXT:  encoding: tt.metal_layout @6:43-6:213
// CHECK-NEXT:    linear: map (d0, d1) -> ((d0 + d1 * 7) floordiv 13, (d0 * 5 + d1) mod 10... @6:60-6:155
// CHECK-NEXT:    oob_val: word undef @6:157-6:162
// CHECK-NEXT:    grid: tt.grid @6:164-6:171
// CHECK-NEXT:      shape: dims 1x1x1 @6:165-6:170
// CHECK-NEXT:    memref: memref @6:173-6:212
// CHECK-NEXT:      shape: dims 1x1x1x @6:180-6:186
// CHECK-NEXT:      element_type: scalar f32 @6:186-6:189
// CHECK-NEXT:      memory_space: tt.memory_space @6:191-6:211
// CHECK-NEXT:        value: word l1 @6:208-6:210
// CHECK-NEXT:  legality of the map on the tensor: undecided (probe)
// CHECK-NEXT:tensor has_errors @7:15-7:109
// CHECK-NEXT:  element_type: scalar f32 @7:24-7:27
// CHECK-NEXT:  encoding: tt.metal_layout @7:29-7:108
// CHECK-NEXT:    linear: map (d0) -> (d0) @7:46-7:58
// CHECK-NEXT:    oob_val: word undef @7:60-7:65
// CHECK-NEXT:    grid: tt.grid @7:67-7:70
// CHECK-NEXT:      shape: dims 1 @7:68-7:69
// CHECK-NEXT:    memref: memref @7:72-7:107
// CHECK-NEXT:      shape: dims 4x @7:79-7:81
// CHECK-NEXT:      element_type: scalar f32 @7:81-7:84
// CHECK-NEXT:      memory_space: tt.memory_space @7:86-7:106
// CHECK-NEXT:        value: word l1 @7:103-7:105
// CHECK-NEXT:tensor @8:15-8:31
// CHECK-NEXT:  shape: dims 4x @8:22-8:24
// CHECK-NEXT:  element_type: scalar f32 @8:24-8:27
// CHECK-NEXT:  encoding: integer 5 @8:29-8:30
// CHECK-NEXT:tensor has_errors @8:37-8:59
// CHECK-NEXT:  shape: dims 4x @8:44-8:46
// CHECK-NEXT:  element_type: scalar f32 @8:46-8:49
// CHECK-NEXT:  encoding: error #absent @8:51-8:58
// CHECK-NEXT:tt.grid @8:65-8:102
// CHECK-NEXT:  shape: dims 8x8 @8:74-8:77
// CHECK-NEXT:  mapping: map (d0, d1) -> (0, d0, 0) @8:79-8:101
// CHECK-NEXT:  legality of the map on the grid: overlap (digits)
// CHECK-NEXT:tt.grid has_errors @8:108-8:130
// CHECK-NEXT:  shape: dims 8x8 @8:117-8:120
// CHECK-NEXT:  mapping: error #absent @8:122-8:129
// CHECK-NEXT:tt.arch @9:15-10:13
// CHECK-NEXT:  value: word grayskull @10:3-10:12
// CHECK-NEXT:tensor @10:19-11:2
// CHECK-NEXT:  shape: dims 4x?x @10:26-10:30
// CHECK-NEXT:  element_type: scalar f32 @10:30-10:33
// CHECK-NEXT:tensor @11:8-11:37
// CHECK-NEXT:  shape: dims 4x @11:15-11:17
// CHECK-NEXT:  element_type: scalar f32 @11:17-11:20
// CHECK-NEXT:  encoding: opaque #tt.nosuch<l1> @11:22-11:36
// CHECK-NEXT:affine_map affine_map<(d0) -> (d0 floordiv 2)> @12:6-12:41
// CHECK-NEXT:memref has_errors @13:23-13:42
// CHECK-NEXT:  shape: dims 4x4x @13:30-13:34
// CHECK-NEXT:  element_type: scalar f32 @13:34-13:37
// CHECK-NEXT:  layout: alias #x @13:39-13:41
// CHECK-NEXT:tt.memory_space @13:48-13:70
// CHECK-NEXT:  value: word "l1" @13:65-13:69
// CHECK-NEXT:tt.Chip_capability @13:76-13:111
// CHECK-NEXT:  value: flags pcie|host_mmio @13:96-13:110
// CHECK-NEXT:affine_set affine_set<(d0) : (d0 == 0)> @14:15-14:43
// CHECK-NEXT:tensor @14:145-14:171
// CHECK-NEXT:  shape: dims 2x @14:152-14:154
// CHECK-NEXT:  element_type: scalar i8 @14:154-14:156
// CHECK-NEXT:  encoding: opaque #other<a::b> @14:158-14:170
// CHECK-NEXT:tt.mesh @15:15-15:103
// CHECK-NEXT:  name: named dims @15:24-15:102
// CHECK-NEXT:    string "a very long string which is longer than the sixty bytes tha... @15:24-15:96
// CHECK-NEXT:    dims 1x2 @15:99-15:102
// CHECK-NEXT:tensor @15:110-15:123
// CHECK-NEXT:  shape: dims ?x @15:117-15:119
// CHECK-NEXT:  element_type: scalar f32 @15:119-15:122
// CHECK-NEXT:tensor @15:128-15:141
// CHECK-NEXT:  shape: dims ?x @15:135-15:137
// CHECK-NEXT:  element_type: scalar f32 @15:137-15:140
// TOKENS:4:15-4:22 builtin tensor<
// TOKENS-NEXT:4:22-4:26 dimensions 4x4x
// TOKENS-NEXT:4:26-4:29 scalar type f32
// TOKENS-NEXT:4:29-4:30 mark ,
// TOKENS-NEXT:4:31-4:48 attribute #tt.metal_layout<
// TOKENS-NEXT:4:48-4:49 mark (
// TOKENS-NEXT:4:49-4:51 keyword d0
// TOKENS-NEXT:4:51-4:52 mark ,
// TOKENS-NEXT:4:53-4:55 keyword d1
// TOKENS-NEXT:4:55-4:56 mark )
// TOKENS-NEXT:4:57-4:59 mark ->
// TOKENS-NEXT:4:60-4:61 mark (
// TOKENS-NEXT:4:61-4:63 keyword d0
// TOKENS-NEXT:4:64-4:65 mark *
// TOKENS-NEXT:4:66-4:85 integer 4611686018427387904
// TOKENS-NEXT:4:85-4:86 mark ,
// TOKENS-NEXT:4:87-4:89 keyword d1
// TOKENS-NEXT:4:89-4:90 mark )
// TOKENS-NEXT:4:90-4:91 mark ,
// TOKENS-NEXT:4:92-4:97 keyword undef
// TOKENS-NEXT:4:97-4:98 mark ,
// TOKENS-NEXT:4:99-4:100 mark <
// TOKENS-NEXT:4:100-4:103 shape 1x1
// TOKENS-NEXT:4:103-4:104 mark >
// TOKENS-NEXT:4:104-4:105 mark ,
// TOKENS-NEXT:4:106-4:113 builtin memref<
// TOKENS-NEXT:4:113-4:117 dimensions 4x4x
// TOKENS-NEXT:4:117-4:120 scalar type f32
// TOKENS-NEXT:4:120-4:121 mark ,
// TOKENS-NEXT:4:122-4:139 attribute #tt.memory_space<
// TOKENS-NEXT:4:139-4:141 keyword l1
// TOKENS-NEXT:4:141-4:142 mark >
// TOKENS-NEXT:4:142-4:143 mark >
// TOKENS-NEXT:4:143-4:144 mark >
// TOKENS-NEXT:4:144-4:145 mark >
// TOKENS-NEXT:5:15-5:22 builtin tensor<
// TOKENS-NEXT:5:22-5:26 dimensions 4x4x
// TOKENS-NEXT:5:26-5:29 scalar type f32
// TOKENS-NEXT:5:29-5:30 mark ,
// TOKENS-NEXT:5:31-5:48 attribute #tt.metal_layout<
// TOKENS-NEXT:5:48-5:49 mark (
// TOKENS-NEXT:5:49-5:51 keyword d0
// TOKENS-NEXT:5:51-5:52 mark )
// TOKENS-NEXT:5:53-5:55 mark ->
// TOKENS-NEXT:5:56-5:57 mark (
// TOKENS-NEXT:5:57-5:59 keyword d0
// TOKENS-NEXT:5:59-5:60 mark )
// TOKENS-NEXT:5:60-5:61 mark ,
// TOKENS-NEXT:5:62-5:67 keyword undef
// TOKENS-NEXT:5:67-5:68 mark ,
// TOKENS-NEXT:5:69-5:70 mark <
// TOKENS-NEXT:5:70-5:71 integer 1
// TOKENS-NEXT:5:71-5:72 mark >
// TOKENS-NEXT:5:72-5:73 mark ,
// TOKENS-NEXT:5:74-5:81 builtin memref<
// TOKENS-NEXT:5:81-5:83 dimensions 4x
// TOKENS-NEXT:5:83-5:86 scalar type f32
// TOKENS-NEXT:5:86-5:87 mark ,
// TOKENS-NEXT:5:88-5:105 attribute #tt.memory_space<
// TOKENS-NEXT:5:105-5:107 keyword l1
// TOKENS-NEXT:5:107-5:108 mark >
// TOKENS-NEXT:5:108-5:109 mark >
// TOKENS-NEXT:5:109-5:110 mark >
// TOKENS-NEXT:5:110-5:111 mark >
// TOKENS-NEXT:6:15-6:22 builtin tensor<
// TOKENS-NEXT:6:22-6:38 dimensions 1000003x1000003x
// TOKENS-NEXT:6:38-6:41 scalar type f32
// TOKENS-NEXT:6:41-6:42 mark ,
// TOKENS-NEXT:6:43-6:60 attribute #tt.metal_layout<
// TOKENS-NEXT:6:60-6:61 mark (
// TOKENS-NEXT:6:61-6:63 keyword d0
// TOKENS-NEXT:6:63-6:64 mark ,
// TOKENS-NEXT:6:65-6:67 keyword d1
// TOKENS-NEXT:6:67-6:68 mark )
// TOKENS-NEXT:6:69-6:71 mark ->
// TOKENS-NEXT:6:72-6:73 mark (
// TOKENS-NEXT:6:73-6:74 mark (
// TOKENS-NEXT:6:74-6:76 keyword d0
// TOKENS-NEXT:6:77-6:78 mark +
// TOKENS-NEXT:6:79-6:81 keyword d1
// TOKENS-NEXT:6:82-6:83 mark *
// TOKENS-NEXT:6:84-6:85 integer 7
// TOKENS-NEXT:6:85-6:86 mark )
// TOKENS-NEXT:6:87-6:95 floordiv floordiv
// TOKENS-NEXT:6:96-6:98 integer 13
// TOKENS-NEXT:6:98-6:99 mark ,
// TOKENS-NEXT:6:100-6:101 mark (
// TOKENS-NEXT:6:101-6:103 keyword d0
// TOKENS-NEXT:6:104-6:105 mark *
// TOKENS-NEXT:6:106-6:107 integer 5
// TOKENS-NEXT:6:108-6:109 mark +
// TOKENS-NEXT:6:110-6:112 keyword d1
// TOKENS-NEXT:6:112-6:113 mark )
// TOKENS-NEXT:6:114-6:117 mod mod
// TOKENS-NEXT:6:118-6:125 integer 1000003
// TOKENS-NEXT:6:125-6:126 mark ,
// TOKENS-NEXT:6:127-6:128 mark (
// TOKENS-NEXT:6:128-6:130 keyword d0
// TOKENS-NEXT:6:131-6:132 mark +
// TOKENS-NEXT:6:133-6:135 keyword d1
// TOKENS-NEXT:6:136-6:137 mark *
// TOKENS-NEXT:6:138-6:139 integer 3
// TOKENS-NEXT:6:139-6:140 mark )
// TOKENS-NEXT:6:141-6:149 floordiv floordiv
// TOKENS-NEXT:6:150-6:154 integer 1000
// TOKENS-NEXT:6:154-6:155 mark )
// TOKENS-NEXT:6:155-6:156 mark ,
// TOKENS-NEXT:6:157-6:162 keyword undef
// TOKENS-NEXT:6:162-6:163 mark ,
// TOKENS-NEXT:6:164-6:165 mark <
// TOKENS-NEXT:6:165-6:170 shape 1x1x1
// TOKENS-NEXT:6:170-6:171 mark >
// TOKENS-NEXT:6:171-6:172 mark ,
// TOKENS-NEXT:6:173-6:180 builtin memref<
// TOKENS-NEXT:6:180-6:186 dimensions 1x1x1x
// TOKENS-NEXT:6:186-6:189 scalar type f32
// TOKENS-NEXT:6:189-6:190 mark ,
// TOKENS-NEXT:6:191-6:208 attribute #tt.memory_space<
// TOKENS-NEXT:6:208-6:210 keyword l1
// TOKENS-NEXT:6:210-6:211 mark >
// TOKENS-NEXT:6:211-6:212 mark >
// TOKENS-NEXT:6:212-6:213 mark >
// TOKENS-NEXT:6:213-6:214 mark >
// TOKENS-NEXT:7:15-7:22 builtin tensor<
// TOKENS-NEXT:7:22-7:24 mark *x
// TOKENS-NEXT:7:24-7:27 scalar type f32
// TOKENS-NEXT:7:27-7:28 mark ,
// TOKENS-NEXT:7:29-7:46 attribute #tt.metal_layout<
// TOKENS-NEXT:7:46-7:47 mark (
// TOKENS-NEXT:7:47-7:49 keyword d0
// TOKENS-NEXT:7:49-7:50 mark )
// TOKENS-NEXT:7:51-7:53 mark ->
// TOKENS-NEXT:7:54-7:55 mark (
// TOKENS-NEXT:7:55-7:57 keyword d0
// TOKENS-NEXT:7:57-7:58 mark )
// TOKENS-NEXT:7:58-7:59 mark ,
// TOKENS-NEXT:7:60-7:65 keyword undef
// TOKENS-NEXT:7:65-7:66 mark ,
// TOKENS-NEXT:7:67-7:68 mark <
// TOKENS-NEXT:7:68-7:69 integer 1
// TOKENS-NEXT:7:69-7:70 mark >
// TOKENS-NEXT:7:70-7:71 mark ,
// TOKENS-NEXT:7:72-7:79 builtin memref<
// TOKENS-NEXT:7:79-7:81 dimensions 4x
// TOKENS-NEXT:7:81-7:84 scalar type f32
// TOKENS-NEXT:7:84-7:85 mark ,
// TOKENS-NEXT:7:86-7:103 attribute #tt.memory_space<
// TOKENS-NEXT:7:103-7:105 keyword l1
// TOKENS-NEXT:7:105-7:106 mark >
// TOKENS-NEXT:7:106-7:107 mark >
// TOKENS-NEXT:7:107-7:108 mark >
// TOKENS-NEXT:7:108-7:109 mark >
// TOKENS-NEXT:8:15-8:22 builtin tensor<
// TOKENS-NEXT:8:22-8:24 dimensions 4x
// TOKENS-NEXT:8:24-8:27 scalar type f32
// TOKENS-NEXT:8:27-8:28 mark ,
// TOKENS-NEXT:8:29-8:30 integer 5
// TOKENS-NEXT:8:30-8:31 mark >
// TOKENS-NEXT:8:37-8:44 builtin tensor<
// TOKENS-NEXT:8:44-8:46 dimensions 4x
// TOKENS-NEXT:8:46-8:49 scalar type f32
// TOKENS-NEXT:8:49-8:50 mark ,
// TOKENS-NEXT:8:51-8:58 attribute alias #absent
// TOKENS-NEXT:8:58-8:59 mark >
// TOKENS-NEXT:8:65-8:74 attribute #tt.grid<
// TOKENS-NEXT:8:74-8:77 shape 8x8
// TOKENS-NEXT:8:77-8:78 mark ,
// TOKENS-NEXT:8:79-8:80 mark (
// TOKENS-NEXT:8:80-8:82 keyword d0
// TOKENS-NEXT:8:82-8:83 mark ,
// TOKENS-NEXT:8:84-8:86 keyword d1
// TOKENS-NEXT:8:86-8:87 mark )
// TOKENS-NEXT:8:88-8:90 mark ->
// TOKENS-NEXT:8:91-8:92 mark (
// TOKENS-NEXT:8:92-8:93 integer 0
// TOKENS-NEXT:8:93-8:94 mark ,
// TOKENS-NEXT:8:95-8:97 keyword d0
// TOKENS-NEXT:8:97-8:98 mark ,
// TOKENS-NEXT:8:99-8:100 integer 0
// TOKENS-NEXT:8:100-8:101 mark )
// TOKENS-NEXT:8:101-8:102 mark >
// TOKENS-NEXT:8:108-8:117 attribute #tt.grid<
// TOKENS-NEXT:8:117-8:120 shape 8x8
// TOKENS-NEXT:8:120-8:121 mark ,
// TOKENS-NEXT:8:122-8:129 attribute alias #absent
// TOKENS-NEXT:8:129-8:130 mark >
// TOKENS-NEXT:9:15-9:24 attribute #tt.arch<
// TOKENS-NEXT:10:3-10:12 keyword grayskull
// TOKENS-NEXT:10:12-10:13 mark >
// TOKENS-NEXT:10:19-10:26 builtin tensor<
// TOKENS-NEXT:10:26-10:30 dimensions 4x?x
// TOKENS-NEXT:10:30-10:33 scalar type f32
// TOKENS-NEXT:11:1-11:2 mark >
// TOKENS-NEXT:11:8-11:15 builtin tensor<
// TOKENS-NEXT:11:15-11:17 dimensions 4x
// TOKENS-NEXT:11:17-11:20 scalar type f32
// TOKENS-NEXT:11:20-11:21 mark ,
// TOKENS-NEXT:11:22-11:36 opaque attribute #tt.nosuch<l1>
// TOKENS-NEXT:11:36-11:37 mark >
// TOKENS-NEXT:12:6-12:17 builtin affine_map<
// TOKENS-NEXT:12:17-12:18 mark (
// TOKENS-NEXT:12:18-12:20 keyword d0
// TOKENS-NEXT:12:20-12:21 mark )
// TOKENS-NEXT:12:22-12:24 mark ->
// TOKENS-NEXT:12:25-12:26 mark (
// TOKENS-NEXT:12:26-12:28 keyword d0
// TOKENS-NEXT:12:29-12:37 floordiv floordiv
// TOKENS-NEXT:12:38-12:39 integer 2
// TOKENS-NEXT:12:39-12:40 mark )
// TOKENS-NEXT:12:40-12:41 mark >
// TOKENS-NEXT:13:23-13:30 builtin memref<
// TOKENS-NEXT:13:30-13:34 dimensions 4x4x
// TOKENS-NEXT:13:34-13:37 scalar type f32
// TOKENS-NEXT:13:37-13:38 mark ,
// TOKENS-NEXT:13:39-13:41 attribute alias #x
// TOKENS-NEXT:13:41-13:42 mark >
// TOKENS-NEXT:13:48-13:65 attribute #tt.memory_space<
// TOKENS-NEXT:13:65-13:69 string "l1"
// TOKENS-NEXT:13:69-13:70 mark >
// TOKENS-NEXT:13:76-13:96 attribute #tt.Chip_capability<
// TOKENS-NEXT:13:96-13:100 keyword pcie
// TOKENS-NEXT:13:100-13:101 mark |
// TOKENS-NEXT:13:101-13:110 keyword host_mmio
// TOKENS-NEXT:13:110-13:111 mark >
// TOKENS-NEXT:14:15-14:26 builtin affine_set<
// TOKENS-NEXT:14:26-14:27 mark (
// TOKENS-NEXT:14:27-14:29 keyword d0
// TOKENS-NEXT:14:29-14:30 mark )
// TOKENS-NEXT:14:31-14:32 mark :
// TOKENS-NEXT:14:33-14:34 mark (
// TOKENS-NEXT:14:34-14:36 keyword d0
// TOKENS-NEXT:14:37-14:39 mark ==
// TOKENS-NEXT:14:40-14:41 integer 0
// TOKENS-NEXT:14:41-14:42 mark )
// TOKENS-NEXT:14:42-14:43 mark >
// TOKENS-NEXT:14:145-14:152 builtin tensor<
// TOKENS-NEXT:14:152-14:154 dimensions 2x
// TOKENS-NEXT:14:154-14:156 scalar type i8
// TOKENS-NEXT:14:156-14:157 mark ,
// TOKENS-NEXT:14:158-14:170 opaque attribute #other<a::b>
// TOKENS-NEXT:14:170-14:171 mark >
// TOKENS-NEXT:15:15-15:24 attribute #tt.mesh<
// TOKENS-NEXT:15:24-15:96 string "a very long string which is longer than the sixty bytes tha...
// TOKENS-NEXT:15:97-15:98 mark =
// TOKENS-NEXT:15:99-15:102 shape 1x2
// TOKENS-NEXT:15:102-15:103 mark >
// TOKENS-NEXT:15:110-15:117 builtin tensor<
// TOKENS-NEXT:15:117-15:119 dimensions ?x
// TOKENS-NEXT:15:119-15:122 scalar type f32
// TOKENS-NEXT:15:122-15:123 mark >
// TOKENS-NEXT:15:128-15:135 builtin tensor<
// TOKENS-NEXT:15:135-15:137 dimensions ?x
// TOKENS-NEXT:15:137-15:140 scalar type f32
// TOKENS-NEXT:15:140-15:141 mark >
