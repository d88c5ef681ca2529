// Views allocate nothing, and keep what they are a view of.
// RUN: tt-layout memory %s | FileCheck %s --implicit-check-not="is assumed"
// CHECK: L1 {{ *}}64 {{ *}}1024 {{ *}}1498112 {{ *}}12288
// CHECK: %a {{ *}}[[#A:]] L1 {{ *}}4096 {{.*}} 21{{$}}
// CHECK-NEXT: %b {{ *}}[[#A+1]] L1 {{ *}}4096 {{.*}} 21{{$}}
// CHECK-NEXT: %c {{ *}}[[#A+4]] {{.*}}  in %a
// CHECK-NEXT: %o {{ *}}[[#A+5]] L1 {{ *}}4096
// CHECK-NOT: %e
#l1 = #ttcore.memory_space<l1>
!shard = memref<1x1x1x1x!ttcore.tile<32x32, f32>, #ttcore.shard<4096x4096, 1>, #l1>
!view = memref<1x1x1x2x!ttcore.tile<32x32, f32>, #ttcore.view<4>, #l1>
module attributes {ttcore.system_desc = #ttcore.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 8x8, coord_translation_offsets = 18x18, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, supported_data_types = [<f32>], supported_tile_sizes = [ 32x32], dst_physical_size_tiles = 16, num_cbs = 32, num_compute_threads = 1, num_datamovement_threads = 2}], [0], [1 : i32], [ 0x0x0x0]>} {
func.func @views() {
  %a = memref.alloc() : !shard
  %b = memref.alloc() : !shard
  %v = "d2m.composite_view"(%a, %b) <{dim = 1 : si32}> : (!shard, !shard) -> !view
  %w = d2m.view_layout %v remapping = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)> : !view -> !view
  %c = memref.cast %a : !shard to !shard
  %o = memref.alloc() : !shard
  %e = memref.load %o[%i, %i, %i, %i] : !shard
  "t.use"(%w, %o) : (!view, !shard) -> ()
  return
}
}
