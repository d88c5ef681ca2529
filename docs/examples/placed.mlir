#l1 = #ttcore.memory_space<l1>
!shard = memref<1x2x1x1x!ttcore.tile<32x32, f32>, #ttcore.shard<4096x4096, 1>, #l1>
!pages = memref<1x1x!ttcore.tile<32x32, f32>, #ttcore.cb_layout<4096x4096, 2>, #l1>
func.func @add() {
  %a = memref.alloc() {address = 103712 : i64, alignment = 16 : i64} : !shard
  %b = memref.alloc() {address = 107808 : i64, alignment = 16 : i64} : !shard
  %cb = memref.alloc() {address = 0x1B500 : i64, alignment = 16 : i64} : !pages
  %view = memref.cast %b : !shard to !shard
  d2m.generic ins(%a : !shard) outs(%view : !shard) additionalArgs(%cb : !pages)
  return
}
