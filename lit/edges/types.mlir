// RUN: not tt-opt --verify-only --max-errors=1000 -Wno-mixed-eras %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// Types, literals, maps and fields that are nearly right.
// CHECK: :[[#@LINE+3]]:24: error: invalid memref element type [syntax]
// CHECK: :[[#@LINE+2]]:82: error: invalid tensor element type [syntax]
// CHECK: :[[#@LINE+1]]:111: error: expected a type, found '(' [syntax]
"t.op"() {a = memref<2xtensor<2xf32>>, b = memref<2xmemref<2xf32>>, c = tensor<2xmemref<2xf32>>, d = tensor<2x(i8) -> i8>} : () -> ()
// CHECK: :[[#@LINE+1]]:29: error: cannot have affine map for unranked memref type [syntax]
"t.op"() {a = memref<*xf32, affine_map<(d0) -> (d0)>>} : () -> ()
// CHECK: :[[#@LINE+4]]:31: error: vector types must have positive constant sizes but got a zero [syntax]
// CHECK: :[[#@LINE+3]]:60: error: expected static shape; vectors cannot have dynamic dimensions [syntax]
// CHECK: :[[#@LINE+2]]:93: error: vector elements must be int/index/float type [syntax]
// CHECK: :[[#@LINE+1]]:132: error: vector elements must be int/index/float type [syntax]
"t.op"() {a = tensor<2xvector<0xf32>>, b = tensor<2xvector<2x?xf32>>, c = tensor<2xvector<2xtensor<2xf32>>>, d = tensor<2xvector<2xnone>>, e = tensor<2xvector<2x!tt.tile<32x32, f32>>>, f = tensor<2xvector<2x!other.t>>} : () -> ()
// CHECK: :[[#@LINE+4]]:32: error: invalid element type for complex [syntax]
// CHECK: :[[#@LINE+3]]:62: error: invalid element type for complex [syntax]
// CHECK: :[[#@LINE+2]]:128: error: invalid element type for complex [syntax]
// CHECK: :[[#@LINE+1]]:157: error: invalid element type for complex [syntax]
"t.op"() {a = tensor<2xcomplex<index>>, b = tensor<2xcomplex<tensor<2xf32>>>, c = tensor<2xcomplex<f32>>, d = tensor<2xcomplex<none>>, e = tensor<2xcomplex<!other.t>>} : () -> ()
"t.op"() {a = dense<1> : i64, b = dense<1> : !other.t, c = dense<1> : tensor<2x?xi64>, d = dense<1> : tensor<*xi64>, e = dense<1> : vector<2xi64>} : () -> ()
// CHECK: :[[#@LINE+1]]:112: error: elements literal must be a shaped type [syntax]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, collapsed_intervals = dense<1> : i64, undef, l1>} : () -> ()
// CHECK: :[[#@LINE+1]]:112: error: elements literal type must have static shape [syntax]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, collapsed_intervals = dense<1> : tensor<2x?xi64>, undef, l1>} : () -> ()
// CHECK: :[[#@LINE+1]]:112: error: elements literal type must have static shape [syntax]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, collapsed_intervals = dense<1> : tensor<*xi64>, undef, l1>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, collapsed_intervals = dense<1> : !other.t, undef, l1>} : () -> ()
// CHECK: :[[#@LINE+1]]:102: error: map rank does not fit 32 bits [integer-range]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, undef, l1, index_map = map(4294967296)>} : () -> ()
// CHECK: :[[#@LINE+1]]:102: error: map rank does not fit 32 bits [integer-range]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, undef, l1, index_map = map(99999999999999999999)>} : () -> ()
// CHECK: :[[#@LINE+1]]:102: error: expected 'map' before '(' [syntax]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, undef, l1, index_map = mop(4)>} : () -> ()
// CHECK: :[[#@LINE+1]]:102: error: expected 'map' before '(' [syntax]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x2, dim_alignments = 1x1, undef, l1, index_map = maps(4)>} : () -> ()
// CHECK: :[[#@LINE+1]]:38: error: value of this expression does not fit 64 bits [integer-range]
"t.op"() {a = affine_map<(d0) -> (d0 - (-9223372036854775807 - 1))>} : () -> ()
// CHECK: :[[#@LINE+1]]:35: error: value of this expression does not fit 64 bits [integer-range]
"t.op"() {a = affine_map<(d0) -> (-(-9223372036854775807 - 1))>} : () -> ()
// CHECK: :[[#@LINE+3]]:55: error: value of this expression does not fit 64 bits [integer-range]
// CHECK: :[[#@LINE+2]]:106: error: value of this expression does not fit 64 bits [integer-range]
// CHECK: :[[#@LINE+1]]:158: error: value of this expression does not fit 64 bits [integer-range]
"t.op"() {a = affine_map<(d0) -> (9223372036854775807 + 1)>, b = affine_map<(d0) -> (4611686018427387904 * 2)>, c = affine_map<(d0) -> (-9223372036854775807 - 2)>, d = affine_map<(d0) -> (-9223372036854775807 - 1)>} : () -> ()
// CHECK: :[[#@LINE+7]]:31: error: redefinition of identifier 'd0' [affine-redefined]
// CHECK: :[[#@LINE+6]]:27: note: first defined here
// CHECK: :[[#@LINE+5]]:65: error: redefinition of identifier 'd0' [affine-redefined]
// CHECK: :[[#@LINE+4]]:61: note: first defined here
// CHECK: :[[#@LINE+3]]:167: error: redefinition of identifier 'a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_' [affine-redefined]
// CHECK: :[[#@LINE+2]]:95: note: first defined here
// CHECK: :[[#@LINE+1]]:272: error: use of undeclared identifier 'b_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_' [affine-undeclared]
"t.op"() {a = affine_map<(d0, d0) -> (d0)>, b = affine_map<(d0)[d0] -> (d0)>, c = affine_map<(a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_here_x, a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_here_x) -> (0)>, d = affine_map<(d0) -> (b_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_here_x)>} : () -> ()
// CHECK: :[[#@LINE+8]]:81: error: use of undeclared identifier 'd12' [affine-undeclared]
// CHECK: :[[#@LINE+7]]:149: error: redefinition of identifier 'd10' [affine-redefined]
// CHECK: :[[#@LINE+6]]:144: note: first defined here
// CHECK: :[[#@LINE+5]]:194: error: use of undeclared identifier 's1' [affine-undeclared]
// CHECK: :[[#@LINE+4]]:199: error: use of undeclared identifier 'd1' [affine-undeclared]
// CHECK: :[[#@LINE+3]]:204: error: use of undeclared identifier 'dx' [affine-undeclared]
// CHECK: :[[#@LINE+2]]:209: error: use of undeclared identifier 's0x' [affine-undeclared]
// CHECK: :[[#@LINE+1]]:241: error: use of undeclared identifier 'd010' [affine-undeclared]
"t.op"() {a = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11) -> (d12)>, b = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d10) -> (d10 )>, c = affine_map<(d0)[s0] -> (s1 + d1 + dx + s0x)>, d = affine_map<(d10) -> (d010)>} : () -> ()
// CHECK: :[[#@LINE+4]]:42: error: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic [affine-not-affine]
// CHECK: :[[#@LINE+3]]:85: error: non-affine expression: right operand of mod has to be either a constant or symbolic [affine-not-affine]
// CHECK: :[[#@LINE+2]]:172: error: right operand of ceildiv must be positive, found 0 [affine-divisor]
// CHECK: :[[#@LINE+1]]:208: error: right operand of mod must be positive, found -1 [affine-divisor]
"t.op"() {a = affine_map<(d0, d1) -> (d0 * d1)>, b = affine_map<(d0, d1) -> (d0 mod d1)>, c = affine_map<(d0)[s0] -> (d0 floordiv s0)>, d = affine_map<(d0) -> (d0 ceildiv 0)>, e = affine_map<(d0) -> (d0 mod -1)>} : () -> ()
// CHECK: :[[#@LINE+3]]:77: error: field 'virt_to_physical_map' is given twice [duplicate-key]
// CHECK: :[[#@LINE+2]]:29: note: first given here
// CHECK: :[[#@LINE+1]]:193: error: field 'virt_to_physical_map' is out of order; the order of the fields of grid is fixed [syntax]
"t.op"() {a = #tt.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), virt_to_physical_map = (d0, d1) -> (0, d0, d1)>, b = #tt.grid<8x8, physical_to_virt_map = (d0, d1, d2) -> (d1, d2), virt_to_physical_map = (d0, d1) -> (0, d0, d1)>} : () -> ()
// CHECK: :[[#@LINE+3]]:24: error: expected a name and a shape such as "mesh" = 1x2: the name must be in quotes [unknown-key]
// CHECK: :[[#@LINE+2]]:24: note: fix: put it in quotes (replace 'mesh' with '"mesh"')
// CHECK: :[[#@LINE+1]]:50: error: expected a name and a shape such as "mesh" = 1x2: the name must be in quotes [unknown-key]
"t.op"() {a = #tt.mesh<mesh = 1x2>, b = #tt.mesh<a_name_that_is_longer_than_sixty_four_letters_so_that_it_is_cut_here_x = 1x2>} : () -> ()
// CHECK: :[[#@LINE+4]]:99: error: host_layout has no field 'host_volum'; did you mean 'host_volume'? [unknown-key]
// CHECK: :[[#@LINE+3]]:140: error: host_layout has no field 'logicalshape'; did you mean 'logical_shape'? [unknown-key]
// CHECK: :[[#@LINE+2]]:140: note: fix: replace with 'logical_shape'
// CHECK: :[[#@LINE+1]]:228: error: host_layout has no field 'zzz' [unknown-key]
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4096, host_volum = 3>, b = #ttcore.host_layout<logicalshape = 33x37, host_strides = 64x1, host_volume = 4096>, c = #ttcore.host_layout<zzz = 33x37, host_strides = 64x1, host_volume = 4096>} : () -> ()
// CHECK: :[[#@LINE+3]]:51: error: expected static shape: '?' is not allowed in 'logical_shape' [syntax]
// CHECK: :[[#@LINE+2]]:181: error: expected an integer for 'host_volume', found '"x"' [syntax]
// CHECK: :[[#@LINE+1]]:253: error: expected 'host_volume': host_layout needs the field 'host_volume' [missing-key]
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x?, host_strides = 64x1, host_volume = 4096>, b = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = "x">, c = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1>} : () -> ()
// CHECK: :[[#@LINE+3]]:40: error: unknown chip capability 'nonsense', expected one of pcie, host_mmio [unknown-keyword]
// CHECK: :[[#@LINE+2]]:75: error: unknown chip capability 'nonsense', expected one of pcie, host_mmio [unknown-keyword]
// CHECK: :[[#@LINE+1]]:123: error: expected '>', ':', ',' or '=', found '|' [syntax]
"t.op"() {a = #tt.Chip_capability<pcie|nonsense>, b = #tt.Chip_capability<nonsense | pcie>, c = #tt.Chip_capability<"pcie"|host_mmio>, d = #tt.Chip_capability<>} : () -> ()
// CHECK: :[[#@LINE+2]]:60: error: expected a symbol such as @name for 'symbol', found '5' [syntax]
// CHECK: :[[#@LINE+1]]:104: error: expected an integer for 'dm_core', found 'true' [syntax]
"t.op"() {a = #ttcore.thread<x>, b = #d2m.thread<compute,  5>, c = #d2m.thread<compute,  @f, dm_core = true>, d = #d2m.thread<compute, @fg, dm_core = 1>} : () -> ()
// CHECK: :[[#@LINE+2]]:134: error: expected true or false for 'exactGrid', found '5' [syntax]
// CHECK: :[[#@LINE+1]]:189: error: expected a memref for 'memref', found 'tensor<64x128xf32>' [syntax]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #ttnn.buffer_type<dram>>, <interleaved>, exactGrid = 5>, b = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, tensor<64x128xf32>, <interleaved>>} : () -> ()
// CHECK: :[[#@LINE+1]]:90: error: expected a type for 'local_shape', found '5' [syntax]
"t.op"() {a = #ttcore<runtime_tensor_sharding shard_status = <presharded>, local_shape = 5>, b = #ttcore<runtime_tensor_sharding shard_status = <presharded>, local_shape = i32>, c = #ttcore<local_shape local_shape = !other.t>} : () -> ()
// CHECK: :[[#@LINE+4]]:34: error: expected a coordinate such as (0, 0) for 'start_coord', found '0' [syntax]
// CHECK: :[[#@LINE+3]]:68: error: expected a coordinate such as (0, 0) for 'start_coord', found '(0,0,0)' [syntax]
// CHECK: :[[#@LINE+2]]:108: error: expected a coordinate such as (0, 0) for 'start_coord', found '(0)' [syntax]
// CHECK: :[[#@LINE+1]]:144: error: expected a coordinate such as (0, 0) for 'start_coord', found '[0]' [syntax]
"t.op"() {a = #ttcore.core_range<0, (7,7)>, b = #ttcore.core_range<(0,0,0), (7,7)>, c = #ttcore.core_range<(0), (7,7)>, d = #ttcore.core_range<[0], (7,7)>} : () -> ()
// CHECK: :[[#@LINE+4]]:42: error: expected an axis for 'axes', found 'x' [syntax]
// CHECK: :[[#@LINE+3]]:77: error: expected '[' before the value of 'axes', found '4' [syntax]
// CHECK: :[[#@LINE+2]]:103: error: expected a string for 'name', found 'mesh' [syntax]
// CHECK: :[[#@LINE+1]]:144: error: expected an axis for 'axes', found 'x' [syntax]
"t.op"() {a = #tt.mesh_sharding<"mesh", [x]>, b = #tt.mesh_sharding<"mesh", 4>, c = #tt.mesh_sharding<mesh>, d = #tt.mesh_sharding<"mesh": [2, x]>} : () -> ()
// CHECK: :[[#@LINE+3]]:85: error: expected '>' after the last field of chip_coord, found '{{.*}}' [syntax]
// CHECK: :[[#@LINE+2]]:121: error: expected '>' after the last field of chip_coord, found '{{.*}}' [syntax]
// CHECK: :[[#@LINE+1]]:150: error: expected an extent after '0x' [syntax]
"t.op"() {a = #tt.chip_coord<0x10, 0, 0, 0>, b = #tt.chip_coord<0x1000000000000000, 0, 0, 0>, c = #tt.chip_coord<2x3x4, 0, 0, 0>, d = #tt.chip_coord<0xg, 0, 0, 0>} : () -> ()
// CHECK: :[[#@LINE+4]]:38: error: expected '{' after 'chip_physical_cores' [syntax]
// CHECK: :[[#@LINE+3]]:100: error: expected '{' after 'chip_physical_cores' [syntax]
// CHECK: :[[#@LINE+2]]:127: error: expected '(' and ')' around this, found '{' and '}' [syntax]
// CHECK: :[[#@LINE+1]]:139: error: unexpected '<' after 'chip_desc'; expected `#tt<chip_desc{...}>` [syntax]
"t.op"() {a = #tt<chip_physical_cores<worker = [ 0x0] dram = [ 8x0]>>, b = #tt<chip_physical_cores worker>, c = #tt<core_coord{0x1}>, d = #tt.chip_desc<x>} : () -> ()
