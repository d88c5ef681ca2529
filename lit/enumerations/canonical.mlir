// RUN: tt-opt %s | diff %s -
// Attributes that are one keyword, or keywords with a bar between them: each keyword is its own canonical text.

"t.op"() {a = #ttkernel.noc_config<noc0>} : () -> ()
"t.op"() {a = #ttkernel.noc_config<noc1>} : () -> ()


"t.op"() {a = #ttkernel.bcast_type<bcast_type_none>} : () -> ()
"t.op"() {a = #ttkernel.bcast_type<bcast_type_col>} : () -> ()
"t.op"() {a = #ttkernel.bcast_type<bcast_type_row>} : () -> ()
"t.op"() {a = #ttkernel.bcast_type<bcast_type_scalar>} : () -> ()
"t.op"() {a = #ttkernel.bcast_type<none>} : () -> ()
"t.op"() {a = #ttkernel.bcast_type<col>} : () -> ()
"t.op"() {a = #ttkernel.bcast_type<row>} : () -> ()
"t.op"() {a = #ttkernel.bcast_type<scalar>} : () -> ()

"t.op"() {a = #ttkernel.reduce_dim<reduce_dim_row>} : () -> ()
"t.op"() {a = #ttkernel.reduce_dim<reduce_dim_col>} : () -> ()
"t.op"() {a = #ttkernel.reduce_dim<reduce_dim_scalar>} : () -> ()
"t.op"() {a = #ttkernel.reduce_dim<reduce_dim_none>} : () -> ()

"t.op"() {a = #ttkernel.reduce_type<reduce_sum>} : () -> ()
"t.op"() {a = #ttkernel.reduce_type<reduce_max>} : () -> ()
"t.op"() {a = #ttkernel.reduce_type<reduce_avg>} : () -> ()

"t.op"() {a = #ttkernel.input_clamping<none>} : () -> ()
"t.op"() {a = #ttkernel.input_clamping<clamp_to_negative>} : () -> ()

"t.op"() {a = #ttkernel.eltwise_binary_type<add>} : () -> ()
"t.op"() {a = #ttkernel.eltwise_binary_type<sub>} : () -> ()
"t.op"() {a = #ttkernel.eltwise_binary_type<mul>} : () -> ()

"t.op"() {a = #ttkernel.reuse_type<dest_to_srca>} : () -> ()
"t.op"() {a = #ttkernel.reuse_type<dest_to_srcb>} : () -> ()

"t.op"() {a = #ttir<pooling_method Average>} : () -> ()
"t.op"() {a = #ttir<pooling_method Max>} : () -> ()
"t.op"() {a = #ttir<pooling_method Sum>} : () -> ()

"t.op"() {a = #ttir<reduce_dim R>} : () -> ()
"t.op"() {a = #d2m<reduce_dim R>} : () -> ()
"t.op"() {a = #d2m<reduce_dim C>} : () -> ()
"t.op"() {a = #d2m<reduce_dim RC>} : () -> ()

"t.op"() {a = #d2m<tile_bcast_type none>} : () -> ()
"t.op"() {a = #d2m<tile_bcast_type col>} : () -> ()
"t.op"() {a = #d2m<tile_bcast_type row>} : () -> ()
"t.op"() {a = #d2m<tile_bcast_type scalar>} : () -> ()

"t.op"() {a = #d2m<resolution_stage compile>} : () -> ()
"t.op"() {a = #d2m<resolution_stage runtime>} : () -> ()

"t.op"() {a = #ttcore.attention_mask_type<none>} : () -> ()
"t.op"() {a = #ttcore.attention_mask_type<causal>} : () -> ()
"t.op"() {a = #ttcore.attention_mask_type<arbitrary>} : () -> ()

"t.op"() {a = #ttcore.moe_activation_function<silu>} : () -> ()
"t.op"() {a = #ttcore.moe_activation_function<swiglu>} : () -> ()

"t.op"() {a = #sfpi<mad_mod1 OFFSET_NONE>} : () -> ()

"t.op"() {a = #sfpi<load_mod0 FMT_SRCB>} : () -> ()
"t.op"() {a = #sfpi<load_mod0 FMT_FP16A>} : () -> ()
"t.op"() {a = #sfpi<load_mod0 FMT_FP16B>} : () -> ()
"t.op"() {a = #sfpi<load_mod0 FMT_FP32>} : () -> ()
"t.op"() {a = #sfpi<load_mod0 FMT_INT32_TO_SM>} : () -> ()

"t.op"() {a = #sfpi<store_mod0 FMT_SRCB>} : () -> ()
"t.op"() {a = #sfpi<store_mod0 FMT_FP16A>} : () -> ()
"t.op"() {a = #sfpi<store_mod0 FMT_FP16B>} : () -> ()
"t.op"() {a = #sfpi<store_mod0 FMT_FP32>} : () -> ()
"t.op"() {a = #sfpi<store_mod0 FMT_INT32_TO_SM>} : () -> ()

"t.op"() {a = #sfpi<load_addr_mode NOINC>} : () -> ()

"t.op"() {a = #sfpi<store_addr_mode NOINC>} : () -> ()

"t.op"() {a = #sfpi<xiadd_mod1 SIGNED>} : () -> ()
"t.op"() {a = #sfpi<xiadd_mod1 IS_SUB>} : () -> ()
"t.op"() {a = #sfpi<xiadd_mod1 BIT12>} : () -> ()
"t.op"() {a = #sfpi<xiadd_mod1 BIT16>} : () -> ()
"t.op"() {a = #sfpi<xiadd_mod1 SIGNED|IS_SUB>} : () -> ()

"t.op"() {a = #sfpi<lutfp32_mod0 FP32_3ENTRY_TABLE>} : () -> ()
"t.op"() {a = #sfpi<lutfp32_mod0 FP16_6ENTRY_TABLE1>} : () -> ()
"t.op"() {a = #sfpi<lutfp32_mod0 FP16_6ENTRY_TABLE2>} : () -> ()
"t.op"() {a = #sfpi<lutfp32_mod0 SGN_RETAIN>} : () -> ()
"t.op"() {a = #sfpi<lutfp32_mod0 FP16_3ENTRY_TABLE>} : () -> ()
"t.op"() {a = #sfpi<lutfp32_mod0 FP32_3ENTRY_TABLE|FP16_6ENTRY_TABLE1>} : () -> ()

"t.op"() {a = #sfpi<add_mod1 ARG_LREG_DST>} : () -> ()
"t.op"() {a = #sfpi<add_mod1 ARG_IMM>} : () -> ()
"t.op"() {a = #sfpi<add_mod1 ARG_2SCOMP_LREG_DST>} : () -> ()
"t.op"() {a = #sfpi<add_mod1 CC_NONE>} : () -> ()
"t.op"() {a = #sfpi<add_mod1 CC_GTE0>} : () -> ()
"t.op"() {a = #sfpi<add_mod1 ARG_LREG_DST|ARG_IMM>} : () -> ()

"t.op"() {a = #sfpi<abs_mod1 INT>} : () -> ()
"t.op"() {a = #sfpi<abs_mod1 FLOAT>} : () -> ()

"t.op"() {a = #sfpi<mov_mod1 COMPSIGN>} : () -> ()

"t.op"() {a = #sfpi<xloadi_mod0 INT32>} : () -> ()
"t.op"() {a = #sfpi<xloadi_mod0 UINT32>} : () -> ()
"t.op"() {a = #sfpi<xloadi_mod0 FLOAT>} : () -> ()

"t.op"() {a = #sfpi<xscmp_mod1 FMT_A>} : () -> ()
"t.op"() {a = #sfpi<xscmp_mod1 FMT_B>} : () -> ()
"t.op"() {a = #sfpi<xscmp_mod1 FMT_FLOAT>} : () -> ()

"t.op"() {a = #sfpi<xcmp_mod1 CC_NONE>} : () -> ()
"t.op"() {a = #sfpi<xcmp_mod1 CC_LT>} : () -> ()
"t.op"() {a = #sfpi<xcmp_mod1 CC_EQ>} : () -> ()
"t.op"() {a = #sfpi<xcmp_mod1 CC_GTE>} : () -> ()
"t.op"() {a = #sfpi<xcmp_mod1 CC_NE>} : () -> ()
"t.op"() {a = #sfpi<xcmp_mod1 CC_LTE>} : () -> ()
"t.op"() {a = #sfpi<xcmp_mod1 CC_GT>} : () -> ()

"t.op"() {a = #sfpi<shft2_mod1 COPY4>} : () -> ()
"t.op"() {a = #sfpi<shft2_mod1 SUBVEC_CHAINED_COPY4>} : () -> ()
"t.op"() {a = #sfpi<shft2_mod1 SUBVEC_SHFLROR1_AND_COPY4>} : () -> ()
"t.op"() {a = #sfpi<shft2_mod1 SUBVEC_SHFLROR1>} : () -> ()
"t.op"() {a = #sfpi<shft2_mod1 SUBVEC_SHFLSHR1>} : () -> ()
"t.op"() {a = #sfpi<shft2_mod1 SHFT_LREG>} : () -> ()
"t.op"() {a = #sfpi<shft2_mod1 SHFT_IMM>} : () -> ()

"t.op"() {a = #sfpi<stoch_rnd_rnd EVEN>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_rnd STOCH>} : () -> ()

"t.op"() {a = #sfpi<stoch_rnd_mod1 FP32_TO_FP16A>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_mod1 FP32_TO_FP16B>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_mod1 FP32_TO_UINT8>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_mod1 FP32_TO_INT8>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_mod1 INT32_TO_UINT8>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_mod1 INT32_TO_INT8>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_mod1 FP32_TO_UINT16>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_mod1 FP32_TO_INT16>} : () -> ()
"t.op"() {a = #sfpi<stoch_rnd_mod1 IMM8>} : () -> ()

"t.op"() {a = #sfpi<setcc_mod1 LREG_LT0>} : () -> ()
"t.op"() {a = #sfpi<setcc_mod1 IMM_BIT0>} : () -> ()
"t.op"() {a = #sfpi<setcc_mod1 LREG_NE0>} : () -> ()
"t.op"() {a = #sfpi<setcc_mod1 LREG_GTE0>} : () -> ()
"t.op"() {a = #sfpi<setcc_mod1 LREG_EQ0>} : () -> ()
"t.op"() {a = #sfpi<setcc_mod1 COMP>} : () -> ()
"t.op"() {a = #sfpi<setcc_mod1 LREG_LT0|IMM_BIT0>} : () -> ()

"t.op"() {a = #sfpi<exexp_mod1 DEBIAS>} : () -> ()
"t.op"() {a = #sfpi<exexp_mod1 NODEBIAS>} : () -> ()
"t.op"() {a = #sfpi<exexp_mod1 SET_CC_SGN_EXP>} : () -> ()
"t.op"() {a = #sfpi<exexp_mod1 SET_CC_COMP_EXP>} : () -> ()
"t.op"() {a = #sfpi<exexp_mod1 SET_CC_SGN_COMP_EXP>} : () -> ()
"t.op"() {a = #sfpi<exexp_mod1 DEBIAS|NODEBIAS>} : () -> ()

"t.op"() {a = #sfpi<exman_mod1 PAD8>} : () -> ()
"t.op"() {a = #sfpi<exman_mod1 PAD9>} : () -> ()

"t.op"() {a = #sfpi<lz_mod1 CC_NONE>} : () -> ()
"t.op"() {a = #sfpi<lz_mod1 CC_NE0>} : () -> ()
"t.op"() {a = #sfpi<lz_mod1 NOSGN_CC_NONE>} : () -> ()
"t.op"() {a = #sfpi<lz_mod1 NOSGN_CC_NE0>} : () -> ()
"t.op"() {a = #sfpi<lz_mod1 CC_COMP>} : () -> ()
"t.op"() {a = #sfpi<lz_mod1 CC_EQ0>} : () -> ()
"t.op"() {a = #sfpi<lz_mod1 NOSGN_CC_COMP>} : () -> ()
"t.op"() {a = #sfpi<lz_mod1 NOSGN_CC_EQ0>} : () -> ()
"t.op"() {a = #sfpi<lz_mod1 CC_NONE|CC_NE0>} : () -> ()

"t.op"() {a = #sfpi<cast_mod1 INT32_TO_FP32_RNE>} : () -> ()
"t.op"() {a = #sfpi<cast_mod1 INT32_TO_FP32_RNS>} : () -> ()

"t.op"() {a = #sfpi<lut_mod0 SGN_UPDATE>} : () -> ()
"t.op"() {a = #sfpi<lut_mod0 SGN_RETAIN>} : () -> ()
"t.op"() {a = #sfpi<lut_mod0 SGN_UPDATE|SGN_RETAIN>} : () -> ()

"t.op"() {a = #sfpi<swap_mod1 SWAP>} : () -> ()
"t.op"() {a = #sfpi<swap_mod1 VEC_MIN_MAX>} : () -> ()
"t.op"() {a = #sfpi<swap_mod1 SUBVEC_MIN01_MAX23>} : () -> ()
"t.op"() {a = #sfpi<swap_mod1 SUBVEC_MIN02_MAX13>} : () -> ()
"t.op"() {a = #sfpi<swap_mod1 SUBVEC_MIN03_MAX12>} : () -> ()
"t.op"() {a = #sfpi<swap_mod1 SUBVEC_MIN0_MAX123>} : () -> ()
"t.op"() {a = #sfpi<swap_mod1 SUBVEC_MIN1_MAX023>} : () -> ()
"t.op"() {a = #sfpi<swap_mod1 SUBVEC_MIN2_MAX013>} : () -> ()
"t.op"() {a = #sfpi<swap_mod1 SUBVEC_MIN3_MAX012>} : () -> ()

"t.op"() {a = #sfpi<encc_mod1 EU_R1>} : () -> ()
"t.op"() {a = #sfpi<encc_mod1 EC_R1>} : () -> ()
"t.op"() {a = #sfpi<encc_mod1 EI_R1>} : () -> ()
"t.op"() {a = #sfpi<encc_mod1 EU_RI>} : () -> ()
"t.op"() {a = #sfpi<encc_mod1 EC_RI>} : () -> ()
"t.op"() {a = #sfpi<encc_mod1 EI_RI>} : () -> ()

"t.op"() {a = #sfpi<config_dest MACRO_INST0>} : () -> ()
"t.op"() {a = #sfpi<config_dest MACRO_INST1>} : () -> ()
"t.op"() {a = #sfpi<config_dest MACRO_INST2>} : () -> ()
"t.op"() {a = #sfpi<config_dest MACRO_INST3>} : () -> ()
"t.op"() {a = #sfpi<config_dest MACRO_SEQ0>} : () -> ()
"t.op"() {a = #sfpi<config_dest MACRO_SEQ1>} : () -> ()
"t.op"() {a = #sfpi<config_dest MACRO_SEQ2>} : () -> ()
"t.op"() {a = #sfpi<config_dest MACRO_SEQ3>} : () -> ()
"t.op"() {a = #sfpi<config_dest MACRO_CTRL>} : () -> ()
"t.op"() {a = #sfpi<config_dest LREG11>} : () -> ()
"t.op"() {a = #sfpi<config_dest LREG12>} : () -> ()
"t.op"() {a = #sfpi<config_dest LREG13>} : () -> ()
"t.op"() {a = #sfpi<config_dest LREG14>} : () -> ()
"t.op"() {a = #sfpi<config_dest SFPU_CTRL>} : () -> ()

"t.op"() {a = #sfpi<loadi_mod0 FLOATB>} : () -> ()
"t.op"() {a = #sfpi<loadi_mod0 FLOATA>} : () -> ()
"t.op"() {a = #sfpi<loadi_mod0 USHORT>} : () -> ()
"t.op"() {a = #sfpi<loadi_mod0 SHORT>} : () -> ()
"t.op"() {a = #sfpi<loadi_mod0 UPPER>} : () -> ()
"t.op"() {a = #sfpi<loadi_mod0 LOWER>} : () -> ()

"t.op"() {a = #sfpi<encc_imm12 NEITHER>} : () -> ()
"t.op"() {a = #sfpi<encc_imm12 BOTH>} : () -> ()

"t.op"() {a = #sfpi<pushc_mod1 PUSH>} : () -> ()
"t.op"() {a = #sfpi<pushc_mod1 REPLACE>} : () -> ()

"t.op"() {a = #sfpi<sdivp2_mod1 ADD>} : () -> ()

"t.op"() {a = #sfpi<xbool_mod1 OR>} : () -> ()
"t.op"() {a = #sfpi<xbool_mod1 AND>} : () -> ()
"t.op"() {a = #sfpi<xbool_mod1 NOT>} : () -> ()

"t.op"() {a = #sfpi<config_mod1 SRC_R0_LREG0>} : () -> ()

"t.op"() {a = #sfpi<creg_idx C0P837300003>} : () -> ()
"t.op"() {a = #sfpi<creg_idx C0>} : () -> ()
"t.op"() {a = #sfpi<creg_idx C1>} : () -> ()
"t.op"() {a = #sfpi<creg_idx PRGM0>} : () -> ()
"t.op"() {a = #sfpi<creg_idx PRGM1>} : () -> ()
"t.op"() {a = #sfpi<creg_idx PRGM2>} : () -> ()
"t.op"() {a = #sfpi<creg_idx PRGM3>} : () -> ()
"t.op"() {a = #sfpi<creg_idx TILEID>} : () -> ()
