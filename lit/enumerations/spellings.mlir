// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttkernel.bcast_type<none>, b = #d2m<tile_bcast_type none>, c = #ttir<pooling_method Max>}
"t.op"() {a = #ttkernel<bcast_type<none>>, b = #d2m<tile_bcast_type  none >, c = #ttir<pooling_method "Max">} : () -> ()

// CHECK{LITERAL}: {a = #sfpi<exexp_mod1 DEBIAS|SET_CC_SGN_EXP>}
"t.op"() {a = #sfpi<exexp_mod1 DEBIAS | SET_CC_SGN_EXP>} : () -> ()
