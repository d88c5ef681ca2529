"t.op"() {a =  #tt.system_desc<[<#tt.arch<wormhole_b0>,  #tt.grid<8x8>>], [0], [<pcie|host_mmio>], [<0, 0, 0, 0>]>} : () -> ()
