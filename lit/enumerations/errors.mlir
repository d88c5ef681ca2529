// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// A keyword that the attribute does not have: one diagnostic, at the keyword.

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown NoC index 'nonsense', expected one of noc0{{.*}}[unknown-keyword]
"t.op"() {a = #ttkernel.noc_config<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown kind of broadcast 'nonsense', expected one of bcast_type_none{{.*}}[unknown-keyword]
"t.op"() {a = #ttkernel.bcast_type<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown dimension of a reduction 'nonsense', expected one of reduce_dim_row{{.*}}[unknown-keyword]
"t.op"() {a = #ttkernel.reduce_dim<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: unknown kind of reduction 'nonsense', expected one of reduce_sum{{.*}}[unknown-keyword]
"t.op"() {a = #ttkernel.reduce_type<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: unknown input clamping 'nonsense', expected one of none{{.*}}[unknown-keyword]
"t.op"() {a = #ttkernel.input_clamping<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:45: error: unknown elementwise operation 'nonsense', expected one of add{{.*}}[unknown-keyword]
"t.op"() {a = #ttkernel.eltwise_binary_type<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown reuse of the destination 'nonsense', expected one of dest_to_srca{{.*}}[unknown-keyword]
"t.op"() {a = #ttkernel.reuse_type<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown pooling method 'nonsense', expected one of Average{{.*}}[unknown-keyword]
"t.op"() {a = #ttir<pooling_method nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown dimension of a reduction 'nonsense', expected one of R{{.*}}[unknown-keyword]
"t.op"() {a = #d2m<reduce_dim nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown kind of broadcast 'nonsense', expected one of none{{.*}}[unknown-keyword]
"t.op"() {a = #d2m<tile_bcast_type nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: unknown resolution stage 'nonsense', expected one of compile{{.*}}[unknown-keyword]
"t.op"() {a = #d2m<resolution_stage nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:43: error: unknown kind of attention mask 'nonsense', expected one of none{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.attention_mask_type<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: unknown activation function 'nonsense', expected one of silu{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.moe_activation_function<nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: unknown mad_mod1 'nonsense', expected one of OFFSET_NONE{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<mad_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown load_mod0 'nonsense', expected one of FMT_SRCB{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<load_mod0 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown load_mod0 'nonsense', expected one of FMT_SRCB{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<store_mod0 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown load_addr_mode 'nonsense', expected one of NOINC{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<load_addr_mode nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: unknown load_addr_mode 'nonsense', expected one of NOINC{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<store_addr_mode nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown xiadd_mod1 'nonsense', expected one of SIGNED{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<xiadd_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:34: error: unknown lutfp32_mod0 'nonsense', expected one of FP32_3ENTRY_TABLE{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<lutfp32_mod0 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: unknown add_mod1 'nonsense', expected one of ARG_LREG_DST{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<add_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: unknown abs_mod1 'nonsense', expected one of INT{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<abs_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: unknown mov_mod1 'nonsense', expected one of COMPSIGN{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<mov_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: unknown xloadi_mod0 'nonsense', expected one of INT32{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<xloadi_mod0 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown xscmp_mod1 'nonsense', expected one of FMT_A{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<xscmp_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown xcmp_mod1 'nonsense', expected one of CC_NONE{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<xcmp_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown shft2_mod1 'nonsense', expected one of COPY4{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<shft2_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: unknown stoch_rnd_rnd 'nonsense', expected one of EVEN{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<stoch_rnd_rnd nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown stoch_rnd_mod1 'nonsense', expected one of FP32_TO_FP16A{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<stoch_rnd_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown setcc_mod1 'nonsense', expected one of LREG_LT0{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<setcc_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown exexp_mod1 'nonsense', expected one of DEBIAS{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<exexp_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown exman_mod1 'nonsense', expected one of PAD8{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<exman_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: unknown lz_mod1 'nonsense', expected one of CC_NONE{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<lz_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown cast_mod1 'nonsense', expected one of INT32_TO_FP32_RNE{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<cast_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: unknown lut_mod0 'nonsense', expected one of SGN_UPDATE{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<lut_mod0 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown swap_mod1 'nonsense', expected one of SWAP{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<swap_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown encc_mod1 'nonsense', expected one of EU_R1{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<encc_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: unknown config_dest 'nonsense', expected one of MACRO_INST0{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<config_dest nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown loadi_mod0 'nonsense', expected one of FLOATB{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<loadi_mod0 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown encc_imm12 'nonsense', expected one of NEITHER{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<encc_imm12 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown pushc_mod1 'nonsense', expected one of PUSH{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<pushc_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: unknown sdivp2_mod1 'nonsense', expected one of ADD{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<sdivp2_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown xbool_mod1 'nonsense', expected one of OR{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<xbool_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: unknown config_mod1 'nonsense', expected one of SRC_R0_LREG0{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<config_mod1 nonsense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: unknown creg_idx 'nonsense', expected one of C0P837300003{{.*}}[unknown-keyword]
"t.op"() {a = #sfpi<creg_idx nonsense>} : () -> ()
