// RUN: tt-opt --verify-only --split-input-file -Wunknown-name %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not tt-opt --verify-only --split-input-file -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: sed -e '/^ *\/\/ [A-Z]*:/d' %s > %t.mlir && tt-opt --split-input-file --fix -i %t.mlir 2>/dev/null; FileCheck %s --check-prefix=FIXED < %t.mlir
// ERROR: error: unknown attribute '#tt.memory_spce'

// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+2]]:15: warning: unknown attribute '#tt.memory_spce'; did you mean '#tt.memory_space'? [unknown-attribute]
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:19: note: fix: replace with 'memory_space'
"t.op"() {a = #tt.memory_spce<l1>} : () -> ()
// FIXED: {a = #tt.memory_space<l1>}

// -----

// A definition: the uses have no diagnostic, as the encoding of a tensor and as the field of an attribute.
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:9: warning: unknown attribute '#tnn.buffer_type'; did you mean '#ttnn.buffer_type'? [unknown-attribute]
#dram = #tnn.buffer_type<dram>
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:11: warning: unknown attribute '#tt.metal_layot'; did you mean '#tt.metal_layout'? [unknown-attribute]
#layout = #tt.metal_layot<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>
#config = #ttnn.memory_config<#dram, <interleaved>>
"t.op"() {a = tensor<64x128xf32, #layout>, b = #config} : () -> ()
// FIXED: #dram = #ttnn.buffer_type<dram>
// FIXED: #layout = #tt.metal_layout<

// -----

// An encoding, an element type, a memory space, and attributes in attributes.
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:32: warning: unknown attribute '#tt.metal_lyout'; did you mean '#tt.metal_layout'? [unknown-attribute]
"t.op"() {a = tensor<8x32xf32, #tt.metal_lyout<1>>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:26: warning: unknown type '!ttcroe.tile'; did you mean '!ttcore.tile'? [unknown-attribute]
"t.op"() {a = memref<2x2x!ttcroe.tile<32x32, f32>>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:27: warning: unknown attribute '#tt.memoryspace'; did you mean '#tt.memory_space'? [unknown-attribute]
"t.op"() {a = memref<f32, #tt.memoryspace<l1>>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:135: warning: unknown attribute '#ttnn.corerange'; did you mean '#ttnn.core_range'? [unknown-attribute]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<l1>>, <block_sharded>, core_ranges = <[#ttnn.corerange<(0, 0), (0, 0)>]>>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:45: warning: unknown attribute '#ttcore.gird'; did you mean '#ttcore.grid'? [unknown-attribute]
"t.op"() {a = #foo.bar<"#tt.gird", #foo.baz<#ttcore.gird<2x2>>>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:40: warning: unknown attribute '#ttcore.gird'; did you mean '#ttcore.grid'? [unknown-attribute]
#alias = #foo.bar<"#tt.gird", #foo.baz<#ttcore.gird<2x2>>>
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:41: warning: unknown attribute '#ttcore.gird'; did you mean '#ttcore.grid'? [unknown-attribute]
"t.op"() {a = tensor<8x32xf32, #foo.bar<#ttcore.gird<2x2>>>} : () -> ()

// -----

// The long form, a synonym, another case, the dialect of another attribute, the name of the other era.
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#ttnn<mesh_shap'; did you mean '#ttnn<mesh_shape'? [unknown-attribute]
"t.op"() {a = #ttnn<mesh_shap 1x2>} : () -> ()
// FIXED: {a = #ttnn<mesh_shape 1x2>}
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#ttnn.tensor_config'; did you mean '#ttnn.ttnn_layout'? [unknown-attribute]
"t.op"() {a = #ttnn.tensor_config<1>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#ttcore.MemorySpace'; did you mean '#ttcore.memory_space'? [unknown-attribute]
"t.op"() {a = #ttcore.MemorySpace<l1>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#tt.buffer_type'; did you mean '#ttnn.buffer_type'? [unknown-attribute]
"t.op"() {a = #tt.buffer_type<l1>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#tt.tensor_mesh'; did you mean '#ttcore.tensor_mesh'? [unknown-attribute]
"t.op"() {a = #tt.tensor_mesh<"mesh">} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#ttcore.ttnn_layout'; did you mean '#ttnn.ttnn_layout'? [unknown-attribute]
"t.op"() {a = #ttcore.ttnn_layout<1>} : () -> ()
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+2]]:15: warning: unknown attribute '#ttt.grid'; did you mean '#tt.grid'? [unknown-attribute]
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:35: warning: unknown attribute '#TT.grid'; did you mean '#tt.grid'? [unknown-attribute]
"t.op"() {a = #ttt.grid<2x2>, b = #TT.grid<2x2>} : () -> ()

// -----

// Near misses: dialects of others, short names, names of branches of tt-mlir, operations, names of attributes in
// dictionaries, comments and strings.
// CHECK: unknown-attribute-misspelled.mlir:[[#@LINE+1]]:{{[0-9]+}}: remark: unknown attribute '#tt.something_else' of dialect 'tt' [unknown-name]
"t.op"() {a = #tt.something_else<l1>, b = #foo.memory_spce<l1>, c = #tta.layout<1>, d = !tts.tile<1>, e = #tf.shape<1>} : () -> ()
"t.op"() {a = #sdy.mesh<["x"=2]>, b = #stablehlo.dot<1>, c = #ttg.shared<1>, d = !ttl.cb<1>, e = !tir.grid<2>} : () -> ()
"ttnn.ad"() {a = !ttcore.ttile<32x32>, b = #ttcore.tmetal_layout<1>, ttcore.sytem_desc = 1, ttir.should_hoist} : () -> ()
// #tt.metal_layot<1>
"t.op"() {a = "#tt.metal_layot<1>"} : () -> ()
