// RUN: tt-opt %s | diff %s -
// #ttmetal.noc_config: each form of any date is its own canonical text.

"t.op"() {a = #ttmetal.noc_config<@datamovement_kernel0, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< ct_args = [<cb_port[0]>]>, noc0>} : () -> ()
"t.op"() {a = #ttmetal.noc_config<@datamovement_kernel0, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< ct_args = [<cb_port[0]>]>, dm_core = 1, noc0>} : () -> ()
"t.op"() {a = #ttmetal.noc_config<@datamovement_kernel0, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< ct_args = [<cb_port[0]>]>, dm_core = 1, noc1, fabric_config_index = 0>} : () -> ()
