#!/usr/bin/env python3
"""Bytes of layouts: `show --json` (shard_bytes, alignment_bytes, bank_bytes) and `memory --json` (bytes_per_bank,
wasted_bytes) against the rules of tt-metal's allocator. A sharded metal layout packs the rows of a shard and rounds the
shard up to 16 bytes in L1, to 32 (blackhole 64) in DRAM. A sharded TTNN layout in rows has a page for each row, rounded
alike. Interleaved pages go round the banks. The free list rounds the sum to the alignment of DRAM.

  footprint.py BUILD_DIR [CASES [SEED]]     a case is a layout; each file has 40 of them"""
import sys

from model import Layout, ceil_div, collapse_text, file_of, map_of, round_up, run_model, volume

BATCH = 40
SYSTEMS = {"wormhole_b0": {"dram": 12, "l1": 64, "align": 32}, "blackhole": {"dram": 8, "l1": 130, "align": 64}}


class TtnnLayout(Layout):
    """#ttnn.ttnn_layout of 2024-11: the memory layout is a bare word."""

    def text(self):
        return (f"tensor<{''.join(f'{e}x' for e in self.shape)}{self.element}, #ttnn.ttnn_layout<{self.linear.text}, "
                f"<{'x'.join(map(str, self.grid))}>, memref<{''.join(f'{e}x' for e in self.memref)}"
                f"{self.stored_element()}, #ttnn.buffer_type<{self.space}>>, {self.memory_layout}>>")


def footprint(layout, system):
    """Bytes that one core or bank allocates, before the free list rounds them, and the bytes without any rounding."""
    ttnn = isinstance(layout, TtnnLayout)
    sharded = layout.memory_layout and layout.memory_layout.endswith("_sharded")
    align = 16 if layout.space == "l1" else system["align"]
    if not ttnn and (layout.space == "l1" or sharded):
        on_one = 1 if layout.space == "l1" else ceil_div(volume(layout.grid), system["dram"])
        return round_up(layout.shard_bytes(), align) * on_one, layout.shard_bytes() * on_one
    if layout.tile:
        page, shard_pages = layout.tile_bytes(), volume(layout.memref)
        pages = shard_pages * volume(layout.grid)
    else:
        width, shard_pages = layout.memref[-1], volume(layout.memref[:-1])
        if not sharded:
            width *= layout.grid[-1]
        page, pages = width * layout.scalar_bytes(), shard_pages * volume(layout.grid[:-1])
    if sharded:
        return shard_pages * round_up(page, align), shard_pages * page
    on_one = ceil_div(pages, system[layout.space])
    return on_one * round_up(page, align), on_one * page


def rows(layout, system):
    """`rows` of show: where the rows (tiles) of a shard start. None for pages that go round the banks."""
    ttnn = isinstance(layout, TtnnLayout)
    if not isinstance(layout, TtnnLayout) and layout.space == "l1":
        pass  # sharded, whatever the memory layout
    elif not (layout.memory_layout or "").endswith("_sharded"):
        return None
    align = 16 if layout.space == "l1" else system["align"]
    count = volume(layout.memref) if layout.tile else volume(layout.memref[:-1])
    length = layout.tile_bytes() if layout.tile else layout.memref[-1] * layout.scalar_bytes()
    pitch = round_up(length, align) if ttnn else length
    steps = pitch if count > 1 else 0
    if layout.space == "dram" and volume(layout.grid) > system["dram"]:
        steps |= round_up(layout.shard_bytes(), align)  # the second shard of a bank
    start = steps & -steps if steps else align
    aligned = start >= align
    wider = length if aligned else round_up(length, align)
    return {"rows": count, "row_bytes": length, "alignment_bytes": align, "start_bytes": start, "aligned": aligned,
            "aligned_row_bytes": wider, "padding_bytes": (wider - length) * count * volume(layout.grid)}


def random_layout(rng):
    rank = rng.choice([2, 2, 2, 3])
    dims = rng.choice([rank, rank, rank + 1])
    shape = [rng.choice([1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 53, 64, 100]) for _ in range(dims)]
    cut = dims - rank + 1
    results = [collapse_text(shape, 0, cut, rng.choice([1, 1, 1, 4, 32]))] + [f"d{i}" for i in range(cut, dims)]
    tile = rng.choice([None, None, (32, 32, "f32"), (32, 32, "bf16"), (32, 32, "bfp_bf8"), (32, 32, "bfp_bf4"),
                       (16, 16, "u8"), (4, 16, "bf16")])
    element = tile[2] if tile and tile[2] in ("f32", "bf16") else rng.choice(["f32", "bf16", "i8"]) \
        if tile is None else "bf16"
    grid = [rng.choice([1, 1, 2, 3, 4, 5, 8]) for _ in range(rank)]
    linear = map_of(dims, results)
    if rng.random() < 0.5:
        space = rng.choice(["l1", "l1", "dram"])
        word = rng.choice([None, None, "block_sharded", "height_sharded"]) if space == "l1" else \
            rng.choice([None, "interleaved", "height_sharded", "block_sharded"])
        return Layout(shape, element, linear, grid, tile, space, word)
    if rank == 3:
        return None
    space = rng.choice(["l1", "l1", "dram"])
    if space == "dram":
        if linear.text != map_of(dims, [collapse_text(shape, 0, cut)] + results[1:]).text:
            return None  # TTNN counts whole strides; such a memref is not of its form
        return TtnnLayout(shape, element, linear, [1, 1], tile, rng.choice(["dram", "dram", "l1"]), "interleaved")
    word = "block_sharded"
    if rng.random() < 0.4:
        grid, word = rng.choice([([volume(grid), 1], "height_sharded"), ([1, volume(grid)], "width_sharded")])
    return TtnnLayout(shape, element, linear, grid, tile, "l1", word)


def step(rng, tools, verdict):
    layouts = []
    while len(layouts) < BATCH:
        layout = random_layout(rng)
        if layout is not None and (layout.space != "l1" or layout.shard_bytes() < 1 << 18):
            layouts.append(layout)
    text = file_of([layout.text() for layout in layouts])
    arch = rng.choice(list(SYSTEMS))
    system = SYSTEMS[arch]
    planned, err = tools.json("memory", "-", "--system-desc", arch, stdin=text)
    shown, show_err = tools.json("show", "-", "--arch", arch, stdin=text)
    if planned is None or shown is None:
        verdict.expect("a file of layouts", "success", (err + show_err)[:300], ["memory", text])
        verdict.cases += BATCH
        return
    buffers = {buffer["name"]: buffer for buffer in planned["buffers"]}
    layout_of = {entry["name"]: entry for entry in shown}
    for at, layout in enumerate(layouts):
        verdict.cases += 1
        bank, packed = footprint(layout, system)
        arguments = ["memory", layout.text(), "--system-desc", arch]
        buffer = buffers.get(f"%a{at}")
        total = round_up(bank, system["align"])
        verdict.expect("memory: bytes per bank and wasted bytes", (total, total - packed),
                       buffer and (buffer["bytes_per_bank"], buffer["wasted_bytes"]), arguments)
        entry = layout_of.get(f"%a{at}") or next((e for e in shown if e["type"] == layout.text()), None)
        if entry is None:
            verdict.skip("show lists equal types once")
            continue
        arguments = ["show", layout.text(), "--json", "--arch", arch]
        verdict.expect("show: shard_bytes", layout.shard_bytes(), entry["shard_bytes"], arguments)
        verdict.count("with alignment", bank > packed)
        verdict.expect("show: bank_bytes", bank, entry.get("bank_bytes"), arguments)
        starts = rows(layout, system)
        if starts:
            verdict.expect("show: rows", starts, entry.get("rows"), arguments)
            verdict.count("with rows off the alignment", not starts["aligned"])
        verdict.expect("show: alignment_bytes", bank - packed, entry.get("alignment_bytes"), arguments)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "footprint", 6000, step))
