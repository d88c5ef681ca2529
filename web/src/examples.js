// examples.js: the menu of examples. The types and attributes of the first two groups are those of the specifications
// of tt-mlir: docs/src/specs/tensor-layout.md and docs/src/specs/device.md (Apache-2.0 with LLVM exception).

const l1 = '#tt.memory_space<l1>';
const tile = '!tt.tile<32x32, bfp_bf8>';

const layout = (shape, map, grid, memref) =>
  `tensor<${shape}xf32, #tt.metal_layout<${map}, undef, <${grid}>, memref<${memref}, ${l1}>>>\n`;
const device = (grid, map, mesh, chips) =>
  `#tt.device<workerGrid = #tt.grid<${grid}, ${map}>, meshShape = ${mesh}, chipIds = [${chips}]>`;
/** A device, and a tensor on it. */
const placed = (device, tensor) => `#device = ${device}\n${tensor}`;

const COLLAPSED = '(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3)';
const PLAIN = '(d0, d1) -> (d0, d1)';
const MESH = '(d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)';
const MESHES = '(d0, d1, d2) -> (d0 * 2 + (d1 floordiv 8) * 2 + d2 floordiv 8, d1, d2 mod 8)';

export const EXAMPLES = [
  {
    group: 'Tensor layout specification',
    entries: [
      {name: 'Padding: 53x63 on 3x2 cores', text: layout('53x63', PLAIN, '3x2', '18x32xf32')},
      {name: 'Padding with tiles', text: layout('53x63', PLAIN, '3x2', `1x1x${tile}`)},
      {name: 'Walkthrough: 2x3x64x128 on one core', text: layout('2x3x64x128', COLLAPSED, '1x1', '384x128xf32')},
      {name: 'Multi-core: 2x4', text: layout('2x3x64x128', COLLAPSED, '2x4', '192x32xf32')},
      {name: 'Multi-core: 8x300 on 1x2', text: layout('8x300', PLAIN, '1x2', '8x150xf32')},
      {name: 'Multi-core: 8x96x32 on 2x1',
        text: layout('8x96x32', '(d0, d1, d2) -> (d0 * 96 + d1, d2)', '2x1', '384x32xf32')},
      {name: 'Multi-core: a dim twice, on 2x1x2',
        text: layout('8x96x32', '(d0, d1, d2) -> (d0 * 96 + d1, d1, d2)', '2x1x2', '384x96x16xf32')},
      {name: 'Multi-core: seven dims on 3x2x2x2',
        text: layout('5x3x2x2x7x32x32', '(d0, d1, d2, d3, d4, d5, d6) -> ' +
          '(d0 * 2688 + d1 * 896 + d2 * 448 + d3 * 224 + d4 * 32 + d5, d4, d5, d6)', '3x2x2x2', '4480x4x16x16xf32')},
      {name: 'Tilized: before', text: layout('3x64x128', '(d0, d1, d2) -> (d0 * 64 + d1, d2)', '3x2', '64x64xf32')},
      {name: 'Tilized: after', text: layout('3x64x128', '(d0, d1, d2) -> (d0 * 64 + d1, d2)', '3x2', `2x2x${tile}`)},
      {name: 'Stride: packed batches',
        text: layout('2x8x32', '(d0, d1, d2) -> (d0 * 8 + d1, d2)', '1x2', '16x16xf32')},
      {name: 'Stride: a batch per tile',
        text: layout('2x8x32', '(d0, d1, d2) -> (d0 * 32 + d1, d2)', '1x2', '40x16xf32')},
      {name: 'Multi-device: as in the document',
        text: layout('2x3x64x128', '(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3)', '2x2x4', `1x3x1x${tile}`)},
    ],
  },
  {
    group: 'Device specification',
    entries: [
      {name: 'One chip: 8x8', text: `${device('8x8', '(d0, d1) -> (0, d0, d1)', '1', '0')}\n`},
      {name: 'Data parallel over batch', text: placed(
        device('2x8x8', '(d0, d1, d2) -> (d0, d1, d2)', '2x1x1', '0, 1'),
        layout('16x3x64x128', '(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3)', '2x2x4', `8x3x1x${tile}`))},
      {name: 'Data parallel over 2d', text: placed(device('8x16', MESH, '1x2', '0, 1'),
        layout('256x1024', PLAIN, '4x16', `2x2x${tile}`))},
      {name: 'Data parallel over 2d and batch', text: placed(device('2x8x16', MESHES, '2x1x2', '0, 1, 2, 3'),
        layout('64x256x1024', PLAIN, '2x4x16', `32x2x2x${tile}`))},
      {name: 'Pipeline parallel: 2x8x16', text: `${device('2x8x16', MESHES, '2x1x2', '0, 1, 2, 3')}\n`},
      {name: 'Pipeline parallel: 16x16', text: `${device('16x16',
        '(d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)', '2x2', '4, 5, 6, 7')}\n`},
      {name: 'Transposed', text: `${device('8x8', '(d0, d1) -> (0, d1, d0)', '1', '0')}\n`},
      {name: 'Extra wide', text: `${device('1x64', '(d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)', '1', '0')}\n`},
      {name: 'Extra tall, transposed',
        text: `${device('64x1', '(d0, d1) -> (0, d1 * 8 + d0 floordiv 8, d0 mod 8)', '1', '0')}\n`},
      {name: 'Staircase', text: `${device('8x8', '(d0, d1) -> (0, d0, (d0 + d1) mod 8)', '1', '0')}\n`},
    ],
  },
  {
    group: 'More',
    entries: [
      {name: 'Errors with fixes', text: `#space = #tt.memory_space<L1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<9x16xf32, #tt.memory_space<l1>>>
func.func @f(%arg0: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  return %arg0 : tensor<64x128xf32, #layout>
}
`},
      {name: 'Two layouts of a tensor', text: `#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x1>, ` +
        `memref<8x128xf32, #tt.memory_space<l1>>>
#blocks = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x4>, memref<16x32xf32, #tt.memory_space<l1>>>
func.func @f(%arg0: tensor<64x128xf32, #rows>) -> tensor<64x128xf32, #blocks> {
  %0 = "ttir.to_layout"(%arg0) : (tensor<64x128xf32, #rows>) -> tensor<64x128xf32, #blocks>
  return %0 : tensor<64x128xf32, #blocks>
}
`},
      {name: 'Memory of a program', text: `// On wormhole_b0. The result of the operation does not fit into L1.
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<512x512xf32, #tt.memory_space<l1>>>
func.func @f(%a: tensor<512x512xf32, #layout>) -> tensor<512x512xf32, #layout> {
  %0 = "ttir.exp"(%a) : (tensor<512x512xf32, #layout>) -> tensor<512x512xf32, #layout>
  return %0 : tensor<512x512xf32, #layout>
}
`},
      {name: 'Names instead of a map (2025)', text: 'tensor<3x2x1x1x!ttcore.tile<32x32, f32>, ' +
        '#ttcore.metal_layout<logical_shape = 53x63, dim_alignments = 96x32, ' +
        'collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>\n'},
      {name: 'Tiled layout in sticks',
        text: 'tensor<1000x200xf16, #tt.tiled_layout<stick, order = [0, 1], convention = rfc>>\n'},
    ],
  },
];
