#!/usr/bin/env python3
"""Inputs of benchmarks: deterministic, of any size, without diagnostics.   workload.py KIND BYTES > FILE

  layouts   operations with tensors that have inline layouts, each with a different shape, grid and map
  aliases   the same layouts as aliases, as a compiler prints them
  prose     operations without Tenstorrent attributes except for one tensor in fifty, like most files
  devices   devices with their worker maps
  maps      the maps of `layouts` as affine_map<...> in operations: builtin text that mlir-opt parses too
  errors    `layouts` with one wrong shard shape in each layout"""
import argparse
import random
import sys


def ceil_div(a, b):
    return -(-a // b)


def layout(r, wrong=False):
    """(tensor shape, text of the layout, its map): memref = ceil(ceil(map(shape - 1) + 1, grid), tile), the
    specification's formula"""
    rank = r.choice((2, 3, 4))
    shape = [r.choice((1, 2, 3, 8)) for _ in range(rank - 2)]
    shape += [r.choice((32, 64, 96, 128)), r.choice((32, 64, 128, 300))]
    grid = [r.choice((1, 2, 4, 8)), r.choice((1, 2, 4))]
    strides = [1] * (rank - 1)
    for i in range(rank - 3, -1, -1):
        strides[i] = strides[i + 1] * shape[i + 1]
    dims = ", ".join(f"d{i}" for i in range(rank))
    rows = " + ".join(f"d{i} * {s}" if s != 1 else f"d{i}" for i, s in enumerate(strides))
    physical = [sum((shape[i] - 1) * s for i, s in enumerate(strides)) + 1, shape[-1]]
    shard = [ceil_div(p, g) for p, g in zip(physical, grid)]
    if r.random() < 0.5:
        memref = f"{ceil_div(shard[0], 32)}x{ceil_div(shard[1], 32) + wrong}x!tt.tile<32x32, bfp_bf8>"
    else:
        memref = f"{shard[0]}x{shard[1] + wrong}xf32"
    linear = f"({dims}) -> ({rows}, d{rank - 1})"
    text = f"#tt.metal_layout<{linear}, undef, <{grid[0]}x{grid[1]}>, memref<{memref}, #tt.memory_space<l1>>>"
    return "x".join(map(str, shape)), text, linear


def layouts(r, number, wrong=False):
    shape, text, _ = layout(r, wrong)
    return f'  %{number} = "ttir.empty"() : () -> tensor<{shape}xf32, {text}>\n'


def maps(r, number):
    _, _, linear = layout(r)
    return f'  "test.op"() {{indexing_maps = [affine_map<{linear}>], n = {number} : i64}} : () -> ()\n'


def prose(r, number):
    if number % 50 == 0:
        return f'  %{number} = "test.cast"(%0) : (i32) -> tensor<{r.randint(1, 64)}x64xf32>\n'
    return (f'  %{number} = "test.add"(%0, %0) {{axis = {r.randint(0, 7)} : i32, '
            f'name = "operation {number}"}} : (i32, i32) -> i32 // a comment about it\n')


def devices(r, number):
    rows, columns, chips = r.choice((2, 4, 8)), r.choice((2, 4, 8)), r.choice((1, 2, 4))
    linear = f"(d0, d1) -> (d1 floordiv {columns}, d0, d1 mod {columns})" if chips > 1 else "(d0, d1) -> (0, d0, d1)"
    ids = ", ".join(str(i) for i in range(chips))
    mesh = f"1x{chips}" if chips > 1 else "1"
    return (f'  "test.use"() {{n = {number} : i64, device = '
            f"#tt.device<workerGrid = #tt.grid<{rows}x{columns * chips}, {linear}>, "
            f"meshShape = {mesh}, chipIds = [{ids}]>}} : () -> ()\n")


def make_aliases(r, size):
    head, body, used = [], [], 0
    while used < size:
        number = len(head)
        shape, text, _ = layout(r)
        head.append(f"#layout{number} = {text}\n")
        body.append(f'  %{number} = "ttir.empty"() : () -> tensor<{shape}xf32, #layout{number}>\n')
        used += len(head[-1]) + len(body[-1])
    return "".join(head) + '"builtin.module"() ({\n' + "".join(body) + "}) : () -> ()\n"


LINES = {"layouts": layouts, "prose": prose, "devices": devices, "maps": maps,
         "errors": lambda r, n: layouts(r, n, True)}


def make(kind, size, seed=1):
    r = random.Random(f"{kind}{seed}")
    if kind == "aliases":
        return make_aliases(r, size)
    pieces, used = ['"builtin.module"() ({\n  %0 = "test.zero"() : () -> i32\n'], 0
    while used < size:
        pieces.append(LINES[kind](r, len(pieces)))
        used += len(pieces[-1])
    return "".join(pieces) + "}) : () -> ()\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", metavar="KIND")
    parser.add_argument("size", metavar="BYTES", type=int)
    options = parser.parse_args()
    sys.stdout.write(make(options.kind, options.size))
