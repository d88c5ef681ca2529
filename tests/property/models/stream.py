#!/usr/bin/env python3
"""`stream --json` against a search for the largest block: the outermost dim that has to be cut, its largest extent with
which all buffers fit in L1, the passes, the contiguous runs of a block in DRAM and their bursts.

  stream.py BUILD_DIR [CASES [SEED]]     a case is a tensor in DRAM"""
import sys

from model import Layout, ceil_div, dims_of, map_of, round_up, run_model, volume

ARCHS = {"wormhole_b0": (1499136 - 1024, 32, 8192), "blackhole": (1572864 - 98304, 64, 16384)}


def largest_block(layout, buffers, arch):
    """(dim, block, bytes of a buffer) or None."""
    l1_bytes, align, _ = ARCHS[arch]
    scalar = layout.shard_bytes() // volume(layout.memref)

    def allocated(block):
        return round_up(round_up(volume(block) * scalar, 16), align)
    for dim, extent in enumerate(layout.memref):
        inner = layout.memref[dim + 1:]
        fits = [k for k in range(1, extent + 1) if buffers * allocated([k] + inner) <= l1_bytes]
        if fits and (extent > 1 or dim == len(layout.memref) - 1):  # a dim of extent 1 is not cut
            block = [1] * dim + [fits[-1]] + inner
            return dim, block, allocated(block)
    return None


def step(rng, tools, verdict):
    rank = rng.choice([2, 2, 2, 3])
    shape = [rng.choice([2, 3, 5, 8])] * (rank - 2) + [rng.choice([100, 512, 1000, 1024, 2048, 3000, 4096])
                                                       for _ in range(2)]
    grid = [1] * (rank - 2) + [rng.choice([1, 2, 4, 5, 8]) for _ in range(2)]
    tile = rng.choice([None, None, (32, 32, "f32"), (32, 32, "bf16"), (32, 32, "bfp_bf8")])
    element = "bf16" if tile and tile[2] == "bf16" else "f32"
    sharded = rng.random() < 0.3
    layout = Layout(shape, element, map_of(rank, dims_of(rank).split(", ")), grid, tile, "dram",
                    "block_sharded" if sharded else rng.choice([None, "interleaved"]))
    buffers, arch = rng.choice([1, 2, 2, 3, 4, 8]), rng.choice(list(ARCHS))
    verdict.cases += 1
    arguments = ["stream", layout.text(), "--buffers", str(buffers), "--arch", arch]
    seen, err = tools.json(*arguments)
    found = largest_block(layout, buffers, arch)
    if found is None or seen is None:
        verdict.expect("a block", found is not None, seen is not None, arguments + [err[:200]])
        return
    dim, block, buffer_bytes = found
    l1_bytes, align, burst = ARCHS[arch]
    scalar = layout.shard_bytes() // volume(layout.memref)
    extent = layout.memref[dim]
    passes = volume(layout.memref[:dim]) * ceil_div(extent, block[dim])
    last = extent - (ceil_div(extent, block[dim]) - 1) * block[dim]
    verdict.count("blocks that are cut", block != layout.memref)
    verdict.expect("block, bytes, passes, last extent",
                   [block, volume(block) * scalar, buffer_bytes, passes, last, l1_bytes, volume(grid)],
                   [seen[key] for key in ("block_shape", "block_bytes", "buffer_bytes", "passes", "last_extent",
                                          "l1_bytes", "cores")], arguments)
    if block != layout.memref:
        verdict.expect("dim", dim, seen["dim"], arguments)
    if sharded:
        runs, run = 1, volume(block) * scalar
        whole = passes - volume(layout.memref[:dim])
        total = whole * ceil_div(run, burst) + \
            volume(layout.memref[:dim]) * ceil_div(run // block[dim] * last, burst)
    else:
        run = scalar if tile else block[-1] * scalar
        runs = volume(block) if tile else volume(block[:-1])
        if not tile and dim == rank - 1:
            whole = passes - volume(layout.memref[:dim])
            total = whole * ceil_div(run, burst) + volume(layout.memref[:dim]) * ceil_div(last * scalar, burst)
        else:
            total = volume(layout.memref if tile else layout.memref[:-1]) * ceil_div(run, burst)
    verdict.expect("runs, their bytes, bursts of a block and of all", [runs, run, runs * ceil_div(run, burst),
                                                                     total * volume(grid)],
                   [seen[key] for key in ("runs", "run_bytes", "bursts", "total_bursts")], arguments)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "stream", 400, step))
