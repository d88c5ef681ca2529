#!/usr/bin/env python3
"""`move --json` against the position of every element at both ends, in L1 and DRAM, for metal and TTNN layouts in rows
and tiles: each element has one transfer, from where it is to where it belongs; the runs are maximal; bytes,
transactions and misaligned runs follow from the runs.

  moves.py BUILD_DIR [CASES [SEED]]     a case is a pair of layouts of a tensor"""
import sys

from footprint import TtnnLayout
from model import (ELEMENT_BYTES, NOC, Layout, ceil_div, collapse_text, in_faces, map_of, round_up, row_major,
                   run_model, volume)

ARCHS = {"wormhole_b0": (12, 32, 8192), "blackhole": (8, 64, 16384), "grayskull": (8, 32, 8192)}
TILES = [None, None, (32, 32, "f32"), (16, 16, "f32"), (4, 16, "f32"), (16, 32, "f32")]


def hops(source, target, arch):
    """The links of the route on NoC 0: to the east and to the south."""
    extents, columns, rows, banks = NOC[arch]
    nodes = [banks[where] if space == "dram" else (columns[where[1]], rows[where[0]])
             for space, where in (source, target)]
    return sum((b - a) % extent for a, b, extent in zip(*nodes, extents))


def place(layout, index, arch):
    """((space, core or bank), byte) of an element."""
    banks, dram_align, _ = ARCHS[arch]
    core, offset, scalar = layout.core(index), layout.offset(index), layout.scalar_bytes()
    ttnn = isinstance(layout, TtnnLayout)
    if layout.tile:
        height, width, _ = layout.tile
        inside = in_faces(offset[0] % height, offset[1] % width, height, width) * scalar
        page, page_bytes = (offset[0] // height, offset[1] // width), layout.tile_bytes()
    else:
        inside, page, page_bytes = offset[1] * scalar, (offset[0], 0), layout.stored[1] * scalar
    columns = layout.memref[1] if layout.tile else 1
    if layout.space == "l1":
        pitch = round_up(page_bytes, 16) if ttnn else page_bytes
        return ("l1", core), row_major(page, (1 << 30, columns)) * pitch + inside
    if layout.memory_layout and layout.memory_layout.endswith("_sharded"):
        shard = row_major(core, layout.grid)
        at = row_major(page, (1 << 30, columns)) * page_bytes + inside
        return ("dram", shard % banks), shard // banks * round_up(layout.shard_bytes(), dram_align) + at
    rows = layout.memref[0]
    if layout.tile:
        number = (core[0] * rows + page[0]) * columns * layout.grid[1] + core[1] * columns + page[1]
    else:
        number, page_bytes = core[0] * rows + page[0], page_bytes * layout.grid[1]
        inside += core[1] * layout.stored[1] * scalar
    return ("dram", number % banks), number // banks * round_up(page_bytes, dram_align) + inside


def random_layout(rng, shape):
    dims = len(shape)
    cut = rng.randrange(1, dims)
    align = rng.choice([1, 1, 1, 2, 4, 32])
    results = [collapse_text(shape, 0, cut, align), collapse_text(shape, cut, dims, align)]
    grid = [rng.choice([1, 1, 2, 3, 4, 8]) for _ in range(2)]
    tile = rng.choice(TILES)
    kind = rng.choice(["l1", "l1", "l1", "ttnn", "dram", "dram", "sharded dram"])
    if kind == "ttnn":
        results = [collapse_text(shape, 0, dims - 1), f"d{dims - 1}"]
        return TtnnLayout(shape, "f32", map_of(dims, results), grid, tile, "l1", "block_sharded")
    return Layout(shape, "f32", map_of(dims, results), grid, tile, "l1" if kind == "l1" else "dram",
                  "block_sharded" if kind == "sharded dram" else rng.choice([None, "interleaved"])
                  if kind == "dram" else None)


def expanded(transfers):
    """{destination: source} of every element, both as ((space, core or bank), byte); None if one is written twice."""
    moved = {}

    def end(transfer, side):
        if transfer[f"{side}_core"] is None:
            return "dram", transfer[f"{side}_bank"]
        return "l1", tuple(transfer[f"{side}_core"])
    for transfer in transfers:
        source, target = end(transfer, "src"), end(transfer, "dst")
        for run in range(transfer["count"]):
            for byte in range(0, transfer["bytes"], ELEMENT_BYTES["f32"]):
                to = target, transfer["dst_offset"] + run * transfer["dst_stride"] + byte
                if to in moved:
                    return None
                moved[to] = source, transfer["src_offset"] + run * transfer["src_stride"] + byte
    return moved


def maximal_runs(moves, scalar):
    """[(source, target, source byte, target byte, bytes)]"""
    runs = []
    for source, target, at, to in sorted((s, t, a, b) for (s, a), (t, b) in moves):
        if runs and runs[-1][:2] == [source, target] and at == runs[-1][2] + runs[-1][4] \
                and to == runs[-1][3] + runs[-1][4]:
            runs[-1][4] += scalar
        else:
            runs.append([source, target, at, to, scalar])
    return runs


def step(rng, tools, verdict):
    shape = [rng.choice([1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 33]) for _ in range(rng.choice([2, 2, 3, 3, 4]))]
    if volume(shape) > 2000:
        return
    before = random_layout(rng, shape)
    permute = rng.sample(range(len(shape)), len(shape)) if rng.random() < 0.3 else list(range(len(shape)))
    after = random_layout(rng, [shape[p] for p in permute])
    if before.text() == after.text() or not before.legal() or not after.legal():
        return
    verdict.cases += 1
    arguments = ["move", "--from", before.text(), "--to", after.text()]
    arch = rng.choice(list(ARCHS))
    if arch != "wormhole_b0" or rng.random() < 0.5:
        arguments += ["--arch", arch]
    if permute != sorted(permute):
        arguments += ["--permute", ",".join(map(str, permute))]
    seen, err = tools.json(*arguments)
    if not verdict.expect("move", True, seen is not None, arguments + [err[:300]]):
        return
    scalar = ELEMENT_BYTES["f32"]
    moves = [(place(before, index, arch), place(after, [index[p] for p in permute], arch))
             for index in before.indices()]
    stays = all(a == b for a, b in moves)
    verdict.expect("no_op", stays, seen["no_op"], arguments)
    if stays:
        verdict.count("no-ops")
        return
    moved = expanded(seen["transfers"])
    if not verdict.expect("each element from its place to its place", True, moved == {b: a for a, b in moves},
                          arguments):
        return
    runs = maximal_runs(moves, scalar)
    away = [run for run in runs if run[0] != run[1] or run[0][0] == "dram"]
    through = 2 if before.space == after.space == "dram" else 1
    verdict.expect("bytes and bytes on the NoC", (len(moves) * scalar, sum(run[4] for run in away) * through),
                   (seen["bytes_total"], seen["bytes_on_noc"]), arguments)
    verdict.expect("maximal runs", len(runs), seen["runs"], arguments)
    if through == 1:
        _, dram_align, burst = ARCHS[arch]
        align = dram_align if before.space == "dram" else 16
        verdict.expect("hops", sum(hops(run[0], run[1], arch) for run in away), seen["hops"], arguments)
        off = [run[4] for run in away if (run[2] - run[3]) % align]
        verdict.expect("transactions, misaligned runs and bytes",
                       (sum(ceil_div(run[4], burst) for run in away), len(off), sum(off)),
                       (seen["transactions"], seen["misaligned_runs"], seen["misaligned_bytes"]), arguments)
    verdict.count(f"{before.space} to {after.space}")


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "moves", 800, step))
