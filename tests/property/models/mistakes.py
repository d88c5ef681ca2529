#!/usr/bin/env python3
"""One mistake in a legal text, as people make it: tt-opt reports exactly one error or warning, at the mistake, with its
cause; if it offers a fix-it, `--fix` makes the text clean, and `--fix-only` changes nothing else. The legal texts, and
odd but legal variants of them, have no diagnostic.

  mistakes.py BUILD_DIR [WORD]     WORD selects cases by text or name of the legal text"""
import argparse
import json
import re
import subprocess
import sys

SPACES = "#l1_ = #tt.memory_space<l1>\n#dram = #tt.memory_space<dram>\n"
LEGAL = {
    # The specification of tensor layouts, with aliases and without.
    "map": SPACES + """\
#rows = #tt.metal_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), undef, <3x2>, memref<64x64xf32, #l1_>>
#tiles = #tt.metal_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), undef, <3x2>, memref<2x2x!tt.tile<32x32, f32>, #l1_>>
#plain = #tt.metal_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), undef, <1x1>, memref<192x128xf32, #dram>, interleaved>
func.func @f(%arg0: tensor<3x64x128xf32, #rows>) -> tensor<3x64x128xf32, #tiles> {
  %0 = "ttir.to_layout"(%arg0) : (tensor<3x64x128xf32, #rows>) -> tensor<3x64x128xf32, #plain>
  %1 = "ttir.to_layout"(%0) : (tensor<3x64x128xf32, #plain>) -> tensor<3x64x128xf32, #tiles>
  return %1 : tensor<3x64x128xf32, #tiles>
}
""",
    "inline": """\
func.func @f(%arg0: tensor<53x63xf32,
  #tt.metal_layout<
    (d0, d1) -> (d0, d1),
    undef,
    <3x2>,
    memref<1x1x!tt.tile<32 x 32, bfp_bf8>, #tt.memory_space<l1>>
  >
>)
""",
    # The specification of devices.
    "device": """\
#wide = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = \
[0, 1]>
#one = #tt.device<
  workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>,
  meshShape = 1,
  chipIds = [2]
>
"t.op"() {a = #wide, b = #one} : () -> ()
""",
    "system": """\
#system = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux"}], [{arch = <wormhole_b0>, grid = 1x2, \
l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, \
pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, \
erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = \
{worker = [ 0x0,  0x1], dram = [ 1x0,  1x1]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = \
[ 4x16,  32x32], num_cbs = 32}], [0], [3 : i32], [ 0x0x0x0]>
module attributes {tt.system_desc = #system} {}
""",
    "named": """\
#layout = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = \
dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>
func.func @f(%arg0: tensor<2x4x1x1x!ttcore.tile<32x32, f32>, #layout>, %arg1: tensor<1x2x64x64xf32, #layout>) {
  return
}
""",
    "ttnn": """\
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#host = #ttnn.buffer_type<system_memory>
#in_dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<8x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#on_host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<256x128xbf16, #host>>
#sharded = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #l1>, \
<height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>
func.func @f(%arg0: tensor<256x128xbf16, #on_host>) -> tensor<256x128xbf16, #sharded> {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.to_layout"(%arg0) <{memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<256x128xbf16, \
#on_host>) -> tensor<256x128xbf16, #in_dram>
  %2 = "ttnn.to_memory_config"(%1) <{memory_config = #ttnn.memory_config<#l1, <height_sharded>, \
#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>>}> : (tensor<256x128xbf16, #in_dram>) -> \
tensor<256x128xbf16, #sharded>
  return %2 : tensor<256x128xbf16, #sharded>
}
""",
    # TTNN while the dialect of tiles and grids was still tt.
    "old ttnn": """\
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @f(%arg0: tensor<64x128xbf16, #layout>) -> tensor<64x128xbf16, #layout> {
  %0 = "ttnn.empty"() <{memory_config = #ttnn.memory_config<#dram, <<64x128>>, <interleaved>>}> : () -> \
tensor<64x128xbf16, #layout>
  return %0 : tensor<64x128xbf16, #layout>
}
""",
    "kernel": """\
func.func private @k0() attributes {ttkernel.arg_spec = #ttkernel.arg_spec<rt_args = [<arg_type = buffer_address, \
operand_index = 0>] ct_args = [<arg_type = cb_port, operand_index = 1>]>, ttkernel.thread = #ttkernel.thread<noc>} {
  %0 = "ttkernel.get_noc_addr"() : () -> !ttkernel.noc_addr
  %1 = "ttkernel.get_ptr"() : () -> !ttkernel.l1_addr_ptr<16>
  %2 = "ttkernel.cb"() : () -> !ttkernel.cb<8, !ttcore.tile<32x32, f32>>
  "ttkernel.bcast"() {type = #ttkernel.bcast_type<row>} : () -> ()
  "ttmetal.enqueue_program"() {configs = [#ttmetal.noc_config<@k0, #ttmetal.core_range<0x0, 1x1>, \
#ttmetal.kernel_args< ct_args = [<cb_port[0]>]>, noc0>]} : () -> ()
  return
}
""",
    "configs": """\
func.func @f() {
  "ttnn.conv2d"() {conv2d_config = #ttnn.conv2d_config<weights_dtype = bf16, activation = <op_type = relu>, \
deallocate_activation = true, act_block_h_override = 0>} : () -> ()
  "ttnn.sdpa"() {program_config = #ttnn.sdpa_program_config<compute_with_storage_grid_size = <8, 8>, q_chunk_size = \
64, \
k_chunk_size = 64>} : () -> ()
  "ttnn.conv2d"() {compute_config = #ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = \
true>} : () -> ()
  "ttnn.distribute"() {c = #ttnn.mesh_mapper_config<placements = [<shard, 0 : i64>, <replicate>]>} : () -> ()
  "ttnn.conv2d"() {slice = #ttnn.conv2d_slice_config<l1_full, 0>} : () -> ()
  return
}
""",
    "program": """\
#ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>
#kernel = #ttnn.compute_kernel<symbol_ref = @k, core_ranges = #ranges, math_fidelity = hifi4, fp32_dest_acc_en = \
false, \
dst_full_sync_en = false, unpack_to_dest_modes = [default], bfp8_pack_precise = false, math_approx_mode = false, \
ct_args \
= [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = []>
#program = #ttnn.program<kernels = [#kernel], cbs = [<total_size = 4096, core_ranges = #ranges, formats = \
[<buffer_index \
= 0, dtype = f32, page_size = 4096>]>], semaphores = []>
func.func private @k()
"ttnn.generic"() {program = #program} : () -> ()
""",
    "d2m": """\
#map = affine_map<(d0, d1) -> (d0, d1)>
#parallel = #ttcore.iterator_type<parallel>
func.func @f(%arg0: memref<2x4x1x1x!ttcore.tile<32x32, f32>, #ttcore.shard<4096x4096, 1>, #ttcore.memory_space<l1>>) {
  "d2m.generic"(%arg0) <{grid = #ttcore.grid<2x4>, iterator_types = [#parallel, #parallel], threads = \
[#d2m.thread<datamovement, @k>, #d2m.thread<compute>]}> : (memref<2x4x1x1x!ttcore.tile<32x32, f32>, \
#ttcore.shard<4096x4096, 1>, #ttcore.memory_space<l1>>) -> ()
  return
}
""",
}

UNKNOWN = r"unknown|did you mean"
# (text, what is replaced, by what, a regular expression for message, notes and fix-its, other places of the report)
MISTAKES = [
    # Layouts by map.
    ("map", "#tt.memory_space<dram>", "#tt.memoryspace<dram>", UNKNOWN),
    ("map", "= #tt.memory_space<l1>", "= #tt.memory_space<sram>", UNKNOWN),
    ("map", "= #tt.memory_space<l1>", "= #tt.memory_space<l1", "'>'"),
    ("map", "= #tt.memory_space<l1>", "= #tt.memory_space(l1)", "'<'"),
    ("map", "= #tt.memory_space<l1>", "= #tt.memory_space<>", "memory space"),
    ("map", "#rows = #tt.metal_layout", "#rows = #tt.metallayout", UNKNOWN),
    ("map", "#rows = #tt.metal_layout", "#rows = #tt.metal.layout", UNKNOWN),
    ("map", "#rows = #tt.metal_layout", "#rows = #ttt.metal_layout", UNKNOWN),
    ("map", "#rows = #tt.metal_layout", "#rows = !tt.metal_layout", "#"),
    ("map", "#rows = #tt.metal_layout", "rows = #tt.metal_layout", "#rows|alias", ["#rows"]),
    ("map", "(d0, d1, d2) -> (d0 * 64 + d1, d2)", "(d0, d1) -> (d0 * 64 + d1, d2)", "d2"),
    ("map", "(d0 * 64 + d1, d2)", "(d0 * 64 + d1)", "rank|results"),
    ("map", "(d0 * 64 + d1, d2)", "(d0 * 32 + d1, d2)", "both map|overlap", ["tensor<3x64x128xf32, #rows",
     "tensor<53x63"]),
    ("map", "(d0 * 64 + d1, d2)", "(d0 * 64 - d1, d2)", "start at 0", ["tensor<3x64x128xf32, #rows"]),
    ("map", "(d0 * 64 + d1, d2)", "(d0 * d1, d2)", "affine"),
    ("map", "(d0 * 64 + d1, d2)", "(d0 x 64 + d1, d2)", r"'x'|'\*'|','|expected"),
    ("map", "(d0 * 64 + d1, d2)", "(d0 * 64 + d1 d2)", "','|expected"),
    ("map", "undef, <3x2>", "undefined, <3x2>", UNKNOWN),
    ("map", "undef, <3x2>", "undef <3x2>", "','"),
    ("map", "undef, <3x2>", "undef, <3x-2>", "'?-|negative|positive|extent|integer"),
    ("map", "undef, <3x2>", "undef, <3x2x1>", "rank"),
    ("map", "undef, <3x2>", "undef, [3x2]", "'<'|grid"),
    ("map", "undef, <3x2>", "undef, <3.2>", "x"),
    ("map", "memref<64x64xf32, #l1_>", "tensor<64x64xf32, #l1_>", "memref"),
    ("map", "memref<64x64xf32, #l1_>", "memref<64x64xf32 #l1_>", "','"),
    ("map", "memref<64x64xf32, #l1_>", "memref<64x64xfloat, #l1_>", "type"),
    ("map", "memref<64x64xf32, #l1_>", "memref<64x64xbfp_bf8, #l1_>", "type"),
    ("map", "memref<64x64xf32, #l1_>", "memref<64x64xf32, #l2_>", r"undefined symbol alias.*#?l1_"),
    ("map", "memref<64x64xf32, #l1_>", "memref<64x64xf32>", "memory space"),
    ("map", "memref<64x64xf32, #l1_>", "memref<64x65xf32, #l1_>", "64x64"),
    ("map", "memref<64x64xf32, #l1_>", "memref<?x64xf32, #l1_>", "dynamic|static"),
    ("map", "!tt.tile<32x32, f32>", "!tt.tile<32x32 f32>", "','"),
    ("map", "!tt.tile<32x32, f32>", "!tt.tile<32x32>", "','|data type"),
    ("map", "!tt.tile<32x32, f32>", "!tt.tile<32, 32, f32>", "x"),
    ("map", "!tt.tile<32x32, f32>", "!tt.tile<0x32, f32>", "positive|extent"),
    ("map", "!tt.tile<32x32, f32>", "!tt.tile<32x32, float32>", "data type|unknown"),
    ("map", "!tt.tile<32x32, f32>", "!tt.tile<32x32, bf8>", UNKNOWN),
    ("map", "!tt.tile<32x32, f32>", "tt.tile<32x32, f32>", "!"),
    ("map", "!tt.tile<32x32, f32>", "!tt.tile<32x32, f32, f32>", "'>'"),
    ("map", "#dram>, interleaved>", "#dram>, Interleaved>", "interleaved"),
    ("map", "#dram>, interleaved>", "#dram>, <interleaved>>", "<|interleaved"),
    ("map", "#dram>, interleaved>", "#dram>, interleaved, l1>", "'>'"),
    ("map", "return %1 : tensor<3x64x128xf32, #tiles>", "return %1 : tensor<3x64x128xf32, #tile>", r"undefined.*tiles"),
    ("map", "return %1 : tensor<3x64x128xf32, #tiles>", "return %1 : tensor<3x64x128xf32 #tiles>", "','"),
    ("map", "return %1 : tensor<3x64x128xf32, #tiles>", "return %1 : tensor<3x64x128xf32, tiles>", "#"),
    ("map", "return %1 : tensor<3x64x128xf32, #tiles>", "return %1 : tensor<3x64x128f32, #tiles>", "x|type"),
    ("map", "return %1 : tensor<3x64x128xf32, #tiles>", "return %1 : tensor<3x64x128xf32, !tiles>",
     "#|attribute|type alias"),
    ("inline", "#tt.metal_layout", "#tt.metal_layouts", UNKNOWN),
    ("inline", "#tt.metal_layout", "tt.metal_layout", "#"),
    ("inline", "undef,\n    <3x2>,", "<3x2>,\n    undef,", "oob|undef|out-of-bounds"),
    ("inline", "    undef,\n", "    undef\n", "','", ["undef", "<3x2>"]),
    ("inline", "<3x2>,", "<3x2>", "','", ["<3x2>", "memref"]),
    ("inline", "bfp_bf8", "bfp8", UNKNOWN),
    ("inline", "bfp_bf8", "BFP_BF8", "bfp_bf8"),
    ("inline", "32 x 32", "32 X 32", "x"),
    ("inline", "#tt.memory_space<l1>", "#tt.memory_space<L1>", "l1"),
    ("inline", "#tt.memory_space<l1>", "#tt.memory_space<l2>", "l1"),
    ("inline", "#tt.memory_space<l1>", "#ttcore.memory_space<l1>", "tt'? and|ttcore"),
    ("inline", "#tt.memory_space<l1>>\n  >\n>)", "#tt.memory_space<l1>>\n  \n>)", "'>'", [">)", "#tt.metal_layout<",
     "<\n"]),
    ("inline", "(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0, d1 mod 0)", "zero|positive|divis"),
    ("inline", "(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0, d0)", "both map|overlap", ["tensor<3x64x128xf32, #rows",
     "tensor<53x63"]),
    ("inline", "memref<1x1x!tt", "memref<1x2x!tt", "1x1"),
    ("inline", "memref<1x1x!tt", "memref<18x32x!tt", "1x1"),
    ("inline", "<3x2>", "<3x2", "'>'"),
    # Devices.
    ("device", "#tt.device<workerGrid", "#tt.devices<workerGrid", UNKNOWN),
    ("device", "#tt.device<workerGrid", "#tt.device<worker_grid", "workerGrid"),
    ("device", "#tt.device<workerGrid", "#tt.device<workergrid", "workerGrid"),
    ("device", "workerGrid = #tt.grid<8x16", "workerGrid = #tt.gird<8x16", UNKNOWN),
    ("device", "workerGrid = #tt.grid<8x16", "workerGrid #tt.grid<8x16", "'='"),
    ("device", "workerGrid = #tt.grid<8x16", "workerGrid = #tt.grid<8x32", "chip|mesh", ["(d0, d1) -> (d1 floordiv"]),
    ("device", "(d1 floordiv 8, d0, d1 mod 8)", "(d1 floordiv 8, d0, d1 mod 4)", "same physical core"),
    ("device", "(d1 floordiv 8, d0, d1 mod 8)", "(d1 / 8, d0, d1 mod 8)", "floordiv|/|expected"),
    ("device", "(d1 floordiv 8, d0, d1 mod 8)", "(d1 floordiv 8, d0, d1 % 8)", "mod|%|expected"),
    ("device", "(d1 floordiv 8, d0, d1 mod 8)", "(d1 floordiv 8, d0, d2 mod 8)", "d2"),
    ("device", "(d1 floordiv 8, d0, d1 mod 8)", "(d1 floor 8, d0, d1 mod 8)", "floordiv|expected"),
    ("device", "(d0, d1) -> (0, d0, d1)", "(d0, d1) -> (1, d0, d1)", "chip"),
    ("device", "(d0, d1) -> (0, d0, d1)", "(d0, d1, d2) -> (0, d0, d1)", "3 dims"),
    ("device", "(d0, d1) -> (0, d0, d1)", "(d0, d1) -> 0, d0, d1", r"'\('"),
    ("device", "meshShape = 1x2", "meshShape = 1,2", "x|expected"),
    ("device", "meshShape = 1x2", "meshShape = [1, 2]", "\\[|expected"),
    ("device", "meshShape = 1x2", "meshShape = 2x2", "volume 4.*2 chips", ["[0, 1]>"]),
    ("device", "meshShape = 1x2", "meshShape = <1x2>", "<|expected"),
    ("device", "meshShape = 1x2, chipIds = [0, 1]", "chipIds = [0, 1], meshShape = 1x2", "meshShape|order|before"),
    ("device", "chipIds = [0, 1]", "chipIds = [0, 0]", "twice|duplicate"),
    ("device", "chipIds = [0, 1]", "chipIds = [0 1]", "','"),
    ("device", "chipIds = [0, 1]", "chipIds = [0, 1", "'\\]'"),
    ("device", "chipIds = [0, 1]", "chip_ids = [0, 1]", "chipIds"),
    ("device", "chipIds = [0, 1]", "chipIds = []", "empty", ["#tt.device<worker"]),
    ("device", "chipIds = [0, 1]", "chipIds = [0, -1]", "-|negative|chip|integer"),
    ("device", ", chipIds = [0, 1]", "", "chipIds", ["#tt.device<workerGrid", ">\n#one"]),
    ("device", "  meshShape = 1,\n", "  meshShape = 1\n", "','", ["1\n", "chipIds = [2]"]),
    ("device", "  chipIds = [2]\n", "  chipIds = [2],\n", "','|'>'", [",\n>", ">\n\"t"]),
    ("device", "{a = #wide", "{a = #wid", "undefined.*wide"),
    # Systems.
    ("system", "#tt.system_desc<[", "#tt.systemdesc<[", UNKNOWN),
    ("system", "#tt.system_desc<[", "#tt.system_descriptor<[", UNKNOWN),
    ("system", "role = host", "role = cpu", "host"),
    ("system", "role = host", "rol = host", "role"),
    ("system", "role = host, ", "", "role"),
    ("system", "arch = <wormhole_b0>", "arch = <wormhole>", "wormhole_b0"),
    ("system", "arch = <wormhole_b0>", "arch = wormhole_b0", "<"),
    ("system", "l1_size = 1499136", "l1_size = 1.5M", "integer|expected"),
    ("system", "l1_size = 1499136", "l1size = 1499136", "l1_size"),
    ("system", "l1_size = 1499136, ", "", "l1_size", ["num_dram_channels", "{arch"]),
    ("system", "num_dram_channels = 12", "num_dram_channel = 12", "num_dram_channels"),
    ("system", "{worker = [ 0x0,  0x1]", "{workers = [ 0x0,  0x1]", "worker"),
    ("system", "[<f32>, <bf16>]", "[f32, bf16]", "<"),
    ("system", "[<f32>, <bf16>]", "[<f32>, <bfloat16>]", UNKNOWN),
    ("system", "num_cbs = 32}]", "num_cbs = 32]", "'}'"),
    ("system", "[0], [3 : i32]", "[1], [3 : i32]", "does not exist|chip"),
    ("system", "[0], [3 : i32]", "[0, 0], [3 : i32]", "chips|one|entry|entries"),
    ("system", "{tt.system_desc = #system}", "{tt.system_desc = #sys}", "undefined"),
    # Layouts by name.
    ("named", "#ttcore.metal_layout", "#ttcore.metal_layuot", UNKNOWN),
    ("named", "#ttcore.metal_layout", "#tcore.metal_layout", UNKNOWN),
    ("named", "logical_shape = 64x128", "logicalShape = 64x128", "logical_shape"),
    ("named", "logical_shape = 64x128", "logical_shape = <64x128>", "<|expected"),
    ("named", "logical_shape = 64x128", "logical_shape = [64, 128]", "expected|\\["),
    ("named", "dim_alignments = 32x32", "dim_alignments = 32", r"size \(1\)", ["#ttcore.metal_layout"]),
    ("named", "dim_alignments = 32x32", "dim_alignments = 32x32x32", r"size \(3\)", ["#ttcore.metal_layout"]),
    ("named", "dim_alignments = 32x32, ", "", "dim_alignments", ["logical_shape", "collapsed_intervals"]),
    ("named", "collapsed_intervals", "collapse_intervals", "collapsed_intervals"),
    ("named", "collapsed_intervals", "collapsed_interval", "collapsed_intervals"),
    ("named", "dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>", "[[0, 1], [1, 2]]", "dense"),
    ("named", "dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>", "dense<[[0, 1], [1, 2]]>", "':'|type"),
    ("named", "dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>", "dense<[[0, 1], [1, 2]]> : tensor<2x3xi64>",
     "shape|2x3|elements"),
    ("named", "[1, 2]]>", "[1, 2]>", "\\]"),
    ("named", "l1, sharded>", "l1 sharded>", "','"),
    ("named", "l1, sharded>", "L1, sharded>", "l1"),
    ("named", "l1, sharded>", "l1, block_sharded>", "sharded"),
    ("named", "l1, sharded>", "<l1>, sharded>", "<|l1"),
    ("named", "l1, sharded>", "sharded, l1>", "l1|sharded|order"),
    ("named", "l1, sharded>", "#ttcore.memory_space<l1>, sharded>", "l1|keyword|memory"),
    ("named", "2x4x1x1x!ttcore", "2x4x!ttcore", "rank|shape"),
    ("named", "!ttcore.tile<32x32, f32>", "!ttcore.tile<32x32, fp32>", "f32"),
    ("named", "!ttcore.tile<32x32, f32>", "!ttcore.tile<32x32, i32>", "si32|u32|unknown"),
    ("named", "!ttcore.tile<32x32, f32>", "!ttcore.tile<f32>", "shape"),
    ("named", "!ttcore.tile<32x32, f32>", "#ttcore.tile<32x32, f32>", "!|type"),
    # TTNN.
    ("ttnn", "#ttnn.buffer_type<dram>", "#ttnn.buffer_types<dram>", UNKNOWN),
    ("ttnn", "#ttnn.buffer_type<dram>", "#ttnn.buffertype<dram>", UNKNOWN),
    ("ttnn", "#ttnn.buffer_type<dram>", "#ttnn.buffer_type<DRAM>", "dram"),
    ("ttnn", "#ttnn.buffer_type<system_memory>", "#ttnn.buffer_type<system>", "system_memory"),
    ("ttnn", "#ttnn.buffer_type<l1>", "#ttnn.memory_space<l1>", UNKNOWN),
    ("ttnn", "#in_dram = #ttnn.ttnn_layout", "#in_dram = #ttnn.layout", "did you mean 'ttnn_layout'",
     ["(d0, d1) -> (d0, d1), <1x1>, memref<8"]),
    ("ttnn", "#in_dram = #ttnn.ttnn_layout", "#in_dram = #ttnn.ttn_layout", UNKNOWN),
    ("ttnn", "#in_dram = #ttnn.ttnn_layout", "#in_dram = #tt.ttnn_layout", UNKNOWN),
    ("ttnn", "#dram>, <interleaved>>\n", "#dram>, <interleave>>\n", "interleaved"),
    ("ttnn", "#dram>, <interleaved>>\n", "#dram>>, <interleaved>>\n", "'>'|after"),
    ("ttnn", "#dram>, <interleaved>>\n", "#dram>, <interleaved>\n", "'>'"),
    ("ttnn", "memref<256x128xbf16, #host>>", "memref<256x128xbf16, #host>, <interleaved>>", "SystemMemory",
     ["#ttnn.ttnn_layout"]),
    ("ttnn", "memref<256x128xbf16, #host>>", "memref<128x256xbf16, #host>>", "256x128"),
    ("ttnn", "<8x1>", "<1x8>", "8x1|core"),
    ("ttnn", "<8x1>", "<8>", "rank"),
    ("ttnn", "core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>", "core_range = <[#ttnn.core_range<(0,0), (7,0)>]>",
     "core_ranges"),
    ("ttnn", "core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>", "core_ranges = [#ttnn.core_range<(0,0), (7,0)>]", "<"),
    ("ttnn", "core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>", "core_ranges = <#ttnn.core_range<(0,0), (7,0)>>",
     "\\["),
    ("ttnn", "core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>", "core_ranges = <[#ttnn.core_range<(0,0)>]>",
     "','|end"),
    ("ttnn", "core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>", "core_ranges = <[#ttnn.core_range<(0,0), (9,0)>]>",
     "core"),
    ("ttnn", "core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>", "core_ranges <[#ttnn.core_range<(0,0), (7,0)>]>",
     "'='"),
    ("ttnn", "#ttnn.memory_config<#dram, <interleaved>>", "#ttnn.memoryconfig<#dram, <interleaved>>", UNKNOWN),
    ("ttnn", "#ttnn.memory_config<#dram, <interleaved>>", "#ttnn.memory_config<dram, <interleaved>>", "<"),
    ("ttnn", "#ttnn.memory_config<#dram, <interleaved>>", "#ttnn.memory_config<#dram <interleaved>>", "','"),
    ("ttnn", "#ttnn.memory_config<#dram, <interleaved>>", "#ttnn.memory_config<#drm, <interleaved>>",
     "undefined.*dram"),
    ("ttnn", "<32x128>, <row_major>", "<32x128>, row_major", "<"),
    ("ttnn", "<32x128>, <row_major>", "<32x128>, <rowmajor>", "row_major"),
    ("ttnn", "<32x128>, <row_major>", "<32,128>, <row_major>", "x"),
    ("ttnn", "<32x128>, <row_major>", "32x128, <row_major>", "<"),
    ("ttnn", "#ttnn.shard_spec<<", "#ttnn.shardspec<<", UNKNOWN),
    ("ttnn", "!ttnn.device", "!ttnn.devices", UNKNOWN),
    ("ttnn", "!ttnn.device", "#ttnn.device", "!|type"),
    ("ttnn", "#ttnn<mesh_shape 1x1>", "#ttnn<meshshape 1x1>", UNKNOWN),
    ("ttnn", "8x4x!ttcore.tile", "4x8x!ttcore.tile", "8x4"),
    ("ttnn", "8x4x!ttcore.tile<32x32, bf16>", "8x4x!ttcore.tile<32x32, u16>", "element|hold|data type"),
    ("old ttnn", "!tt.tile<32x32, bf16>", "!tt.tile<32x32, bf_16>", "bf16"),
    ("old ttnn", "<<64x128>>", "<64x128>", "64x128"),
    ("old ttnn", "#ttnn.memory_config<#dram", "#ttn.memory_config<#dram", UNKNOWN),
    ("old ttnn", "#layout = #ttnn", "#layuot = #ttnn", "undefined|layout", ["#layout"]),
    # Kernels.
    ("kernel", "#ttkernel.arg_spec<rt", "#ttkernel.argspec<rt", UNKNOWN),
    ("kernel", "#ttkernel.arg_spec<rt", "#tkernel.arg_spec<rt", UNKNOWN),
    ("kernel", "arg_type = buffer_address", "arg_type = buffer_adress", "buffer_address"),
    ("kernel", "arg_type = buffer_address", "argtype = buffer_address", "arg_type"),
    ("kernel", "arg_type = buffer_address", "arg_type : buffer_address", "'='"),
    ("kernel", ", operand_index = 0>", ">", "operand_index", ["arg_type = buffer_address", ">] ct"]),
    ("kernel", ", operand_index = 0>", ", operand_index = 0, operand_index = 0>", "duplicate|twice"),
    ("kernel", ", operand_index = 0>", ", operand_index = zero>", "integer"),
    ("kernel", "rt_args = [", "rt_arg = [", "rt_args"),
    ("kernel", "operand_index = 1>]>", "operand_index = 1]>", "'>'"),
    ("kernel", "thread<noc>", "thread<nocc>", "noc"),
    ("kernel", "!ttkernel.noc_addr", "!ttkernel.nocaddr", UNKNOWN),
    ("kernel", "!ttkernel.noc_addr", "!ttkernel.noc_addr<0>", "<|parameter|body"),
    ("kernel", "l1_addr_ptr<16>", "l1_addr_ptr<12>", "8, 16, or 32"),
    ("kernel", "l1_addr_ptr<16>", "l1_addr_ptr<i16>", "integer"),
    ("kernel", "!ttkernel.cb<8, !ttcore.tile<32x32, f32>>", "!ttkernel.cb<8 !ttcore.tile<32x32, f32>>", "','"),
    ("kernel", "!ttkernel.cb<8, !ttcore.tile<32x32, f32>>", "!ttkernel.cb<8, !ttcore.tile<32x32, f23>>", "f32"),
    ("kernel", "!ttkernel.cb<8, !ttcore.tile<32x32, f32>>", "!ttkernel.cbs<8, !ttcore.tile<32x32, f32>>", UNKNOWN),
    ("kernel", "bcast_type<row>", "bcast_type<rows>", "row"),
    ("kernel", "noc_config<@k0", "noc_config<k0", "@"),
    ("kernel", "noc_config<@k0", "nocconfig<@k0", UNKNOWN),
    ("kernel", "core_range<0x0, 1x1>", "core_range<0x0, 0x1>", "positive|extent|0"),
    ("kernel", "core_range<0x0, 1x1>", "core_range<(0,0), (1,1)>", "\\(|expected"),
    ("kernel", "noc0>]}", "noc2>]}", "noc0"),
    # Configurations of TTNN.
    ("configs", "weights_dtype = bf16", "weight_dtype = bf16", "weights_dtype"),
    ("configs", "weights_dtype = bf16", "weights_dtype = bfloat16", "bf16"),
    ("configs", "weights_dtype = bf16", "weights_dtype = bf16, weights_dtype = bf16", "duplicate|twice"),
    ("configs", "weights_dtype = bf16, ", "weights_dtype = bf16 ", "','"),
    ("configs", "<op_type = relu>", "<op_type = Relu>", "relu"),
    ("configs", "<op_type = relu>", "<optype = relu>", "op_type"),
    ("configs", "deallocate_activation = true", "deallocate_activation = True", "true"),
    ("configs", "deallocate_activation = true", "deallocate_activation = 1", "true|bool"),
    ("configs", "#ttnn.conv2d_config", "#ttnn.conv2dconfig", UNKNOWN),
    ("configs", "q_chunk_size = 64", "q_chunks_size = 64", "q_chunk_size"),
    ("configs", "q_chunk_size = 64, ", "", "q_chunk_size", ["#ttnn.sdpa_program_config", "k_chunk_size = 64"]),
    ("configs", "size = <8, 8>", "size = <8x8>", "','|x"),
    ("configs", "size = <8, 8>", "size = 8x8", "core_coord"),
    ("configs", "math_fidelity = hifi4", "math_fidelity = HiFi4", "hifi4"),
    ("configs", "math_fidelity = hifi4", "math_fidelity = hifi5", "hifi4"),
    ("configs", "fp32_dest_acc_en = true", "fp32_dest_acc = true", "fp32_dest_acc_en"),
    ("configs", "<shard, 0 : i64>", "<sharded, 0 : i64>", "shard"),
    ("configs", "placements = [", "placement = [", "placements"),
    ("configs", "l1_full, 0", "l1full, 0", "l1_full"),
    ("configs", "l1_full, 0", "l1_full", "num_slices"),
    # Programs of TTNN.
    ("program", "#ttnn.compute_kernel<", "#ttnn.compute_kernal<", UNKNOWN),
    ("program", "symbol_ref = @k", "symbol_ref = k", "@"),
    ("program", "core_ranges = #ranges, math", "core_ranges = #range, math", "undefined.*ranges"),
    ("program", "core_ranges = #ranges, math", "core_range = #ranges, math", "core_ranges"),
    ("program", "unpack_to_dest_modes = [default]", "unpack_to_dest_modes = default", "\\["),
    ("program", "unpack_to_dest_modes = [default]", "unpack_to_dest_modes = [defualt]", "default"),
    ("program", "dst_full_sync_en = false, ", "", "dst_full_sync_en", ["unpack_to_dest_modes", "#ttnn.compute_kernel"]),
    ("program", "#ttnn.kernel_arg_cb_buffer_index<0>", "#ttnn.kernel_arg_cb_buffer_index<>", "integer"),
    ("program", "total_size = 4096", "totalsize = 4096", "total_size"),
    ("program", "dtype = f32", "dtype = fp32", "f32"),
    ("program", "page_size = 4096>", "page_size = 4k>", "k|integer|expected"),
    ("program", "semaphores = []", "semaphores = ", "\\["),
    ("program", ", semaphores = []", "", "semaphores", ["#ttnn.program", ">\nfunc", "cbs"]),
    ("program", "#program = ", "#progam = ", "undefined|program", ["#program}"]),
    ("program", "core_range<(0,0), (0,0)>", "core_range<(1,0), (0,0)>", "revers|before|end|greater"),
    # D2M.
    ("d2m", "#d2m.thread<compute>", "#d2m.thread<computes>", "compute"),
    ("d2m", "#d2m.thread<compute>", "#d2m.threads<compute>", UNKNOWN),
    ("d2m", "datamovement, @k", "data_movement, @k", "datamovement"),
    ("d2m", "datamovement, @k", "datamovement, k", "@"),
    ("d2m", "#ttcore.iterator_type<parallel>", "#ttcore.iterator_type<paralel>", "parallel"),
    ("d2m", "#ttcore.iterator_type<parallel>", "#ttcore.iteratortype<parallel>", UNKNOWN),
    ("d2m", "#parallel, #parallel]", "#parallel, #paralel]", "undefined.*parallel"),
    ("d2m", "#ttcore.grid<2x4>", "#ttcore.grid<2,4>", "x"),
    ("d2m", "#ttcore.grid<2x4>", "#ttcore.gridd<2x4>", UNKNOWN),
    ("d2m", "#ttcore.shard<4096x4096, 1>", "#ttcore.shard<4096x4096, one>", "integer|map|expected"),
    ("d2m", "#ttcore.shard<4096x4096, 1>", "#ttcore.shards<4096x4096, 1>", UNKNOWN),
    ("d2m", "#ttcore.shard<4096x4096, 1>", "#ttcore.shard<4096x4096>, 1", "multiple memory spaces",
     ["#ttcore.memory_space<l1>"]),
    ("d2m", "affine_map<(d0, d1) -> (d0, d1)>", "affine_map<(d0, d1) -> (d0, d1)", "'>'"),
]

# Odd, but legal.
VARIANTS = [
    ("map", "undef, <3x2>", "undef  ,<3x2>"),
    ("map", "#l1_ = ", "#l1_="),
    ("map", "memref<64x64xf32, #l1_>", "memref<64x64xf32, #tt.memory_space<l1>>"),
    ("map", "#tt.memory_space<l1>", "#tt<memory_space<l1>>"),
    ("map", "memref<64x64xf32, #l1_>", "memref<64x64 x f32, #l1_>"),
    ("map", "undef, <3x2>", "zero, #tt.grid<3x2>"),
    ("map", "(d0 * 64 + d1, d2)", "(64 * d0 + d1, d2)"),
    ("map", "(d0, d1, d2) -> (d0 * 64 + d1, d2)", "(i, j, k) -> (j + i * 64, k)"),
    ("map", "return %1", "// #tt.metal_layot<\n  return %1"),
    ("map", "return %1", 'llvm.x "#tt.metal_layot<"\n  return %1'),
    ("inline", "undef", "inf"),
    ("inline", "32 x 32", "32x32"),
    ("inline", "(d0, d1) -> (d0, d1)", "(d0,\n d1)->(d0,d1 // the columns\n)"),
    ("device", "[0, 1]", "[1, 0]"),
    ("device", "[0, 1]", "[ 3,7 ]"),
    ("device", "(d0, d1) -> (0, d0, d1)", "(d0, d1) -> (0, d0, (d0 + d1) mod 8)"),
    ("device", "(d0, d1) -> (0, d0, d1)", "(d0, d1) -> (0, d1, d0)"),
    ("system", "[3 : i32]", "[1 : i32]"),
    ("system", "[ 0x0,  0x1]", "[0x0,0x1]"),
    ("named", "dense<[[0, 1], [1, 2]]>", "dense<[[0, -1], [-1, 2]]>"),
    ("named", "l1, sharded", "dram, sharded"),
    ("ttnn", "core_range<(0,0), (7,0)>]>", "core_range<(0, 0), (7, 0)>]>"),
    ("ttnn", "(7,0)>]>", "(0,7)>]>"),
    ("ttnn", "<height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>",
     "<height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (3,0)>, #ttnn.core_range<(0,1), (3,1)>]>"),
    ("kernel", "arg_type = cb_port, operand_index = 1", "operand_index = 1, arg_type = cb_port"),
    ("kernel", "ct_args = [<arg_type = cb_port, operand_index = 1>]", ""),
    ("kernel", "bcast_type<row>", "bcast_type<none>"),
    ("configs", "weights_dtype = bf16, activation = <op_type = relu>",
     "activation = <op_type = i1>, weights_dtype = bf16"),
    ("configs", "<shard, 0 : i64>, <replicate>", "<replicate>"),
    ("configs", "<shard, 0 : i64>", "<shard, 0>"),
    ("program", "buffer_index = 0, dtype = f32", "dtype = f32, buffer_index = 0"),
    ("d2m", "#d2m.thread<compute>", "#d2m.thread<unified>"),
    ("d2m", "datamovement, @k", "datamovement"),
]


class Opt:
    def __init__(self, build):
        self.program = build + "/tt-opt"

    def __call__(self, text, *arguments):
        """(exit status, standard output, diagnostics as JSON, other lines of standard error)"""
        done = subprocess.run([self.program, *arguments, "-"], input=text.encode(), capture_output=True, timeout=60,
                              check=False)
        found, other = [], []
        for line in done.stderr.decode().splitlines():
            (found.append(json.loads(line)) if line.startswith("{") else other.append(line))
        return done.returncode, done.stdout.decode(), found, other

    def check(self, text):
        status, _, found, other = self(text, "--verify-only", "--diagnostic-format=json")
        if status not in (0, 1):
            raise RuntimeError(f"exit status {status}: {other}\n{text}")
        return [d for d in found if d["severity"] in ("error", "warning")]


def offset(text, line, column):
    lines = text.split("\n")
    return sum(len(rest) + 1 for rest in lines[:line - 1]) + column - 1


def differing(a, b):
    """The range of b that differs from a, at least one byte, with a byte on both sides."""
    first = 0
    while first < min(len(a), len(b)) and a[first] == b[first]:
        first += 1
    last = 0
    while last < min(len(a), len(b)) - first and a[-1 - last] == b[-1 - last]:
        last += 1
    return max(first - 1, 0), len(b) - last + 1


def apply(text, fixes):
    edits = sorted({(offset(text, e["line"], e["column"]), offset(text, e["end_line"], e["end_column"]), e["text"])
                    for fix in fixes for e in fix["edits"]}, reverse=True)
    for first, end, new in edits:
        text = text[:first] + new + text[end:]
    return text


def examine(opt, base, old, new, words, places=()):
    """What is wrong about the answers to one mistake."""
    legal = LEGAL[base]
    if legal.count(old) < 1:
        return ["not in the text"]
    text = legal.replace(old, new, 1)
    found = opt.check(text)
    if not found:
        return ["silent"]
    wrong = []
    if len(found) > 1:
        wrong.append(f"{len(found)} diagnostics: " + "; ".join(d["message"] for d in found))
    d = found[0]
    at, end = offset(text, d["line"], d["column"]), offset(text, d["end_line"], d["end_column"])
    first, last = differing(legal, text)
    start = legal.index(old)
    spans = [(first, last), (start, start + len(new))] if new else [(first, last)]
    for place in places:
        where = -1
        while (where := text.find(place, where + 1)) >= 0:
            spans.append((where, where + len(place)))
    if not any(a <= at <= b or (at <= a < end) for a, b in spans):
        wrong.append(f"at {d['line']}:{d['column']} '{text[at:at + 20]}'")
    said = " ".join([d["message"]] + [n["message"] for n in d["notes"]] + [f["message"] for f in d["fixes"]] +
                    [e["text"] for f in d["fixes"] for e in f["edits"]])
    if not re.search(words, said):
        wrong.append(f"no /{words}/")
    fixes = [d["fixes"][0] for d in found if d["fixes"]]
    if fixes:
        status, out, _, other = opt(text, "--fix")
        left = opt.check(out) if status == 0 else other
        if status or left:
            wrong.append(f"--fix leaves {status} {[d['message'] for d in left] if status == 0 else left[:3]}")
        status, out, _, other = opt(text, "--fix-only")
        expected = text
        while fixes:
            expected = apply(expected, fixes)
            fixes = [d["fixes"][0] for d in opt.check(expected) if d["fixes"]]
        if out != expected:
            wrong.append(f"--fix-only changes other bytes, status {status}")
    return [f"{d['severity']}: {d['message']}: " + w for w in wrong]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR")
    parser.add_argument("word", nargs="?", default="", metavar="WORD")
    options = parser.parse_args()
    opt, word = Opt(options.build), options.word
    bad = cases = fixed = 0
    for name, text in LEGAL.items():
        for d in opt.check(text):
            bad += 1
            print(f"{name}: legal, but {d['line']}:{d['column']} {d['severity']}: {d['message']} [{d['rule']}]")
    for base, old, new in VARIANTS:
        if word not in base + old + new:
            continue
        assert old in LEGAL[base], (base, old)
        cases += 1
        for d in opt.check(LEGAL[base].replace(old, new, 1)):
            bad += 1
            print(f"{base}: {new!r} for {old!r} is legal, but {d['severity']}: {d['message']}")
    for base, old, new, words, *places in MISTAKES:
        if word not in base + old + new:
            continue
        cases += 1
        for wrong in examine(opt, base, old, new, words, *(p or [] for p in places)):
            bad += 1
            print(f"{base}: {new!r} for {old!r}: {wrong}")
    print(f"mistakes: {cases} cases, {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
