#!/usr/bin/env python3
"""`grids --json` against an enumeration of all grids: complete, in the documented order, with the work of a core, used
cores, padding, bytes and moved bytes of each. A grid is listed if the worker grid holds it, or if it is a line of all
of its cores, and if each row and column of its cores starts inside the physical shape. The best grid is the one that a
program gains most from: it fits, the fullest core has the fewest tiles (elements, without tiles), the fullest bank the
fewest bytes, the fewest bytes move, the least is padding, the fewest cores are taken.

  grids.py BUILD_DIR [CASES [SEED]]     a case is a layout"""
import sys

from footprint import SYSTEMS, TtnnLayout, footprint, rows
from model import (ELEMENT_BYTES, Device, Layout, by_x, ceil_div, collapse_text, map_of, points, random_device,
                   round_up, run_model, volume)

BANK_BYTES = {"l1": 1499136 - 1024, "dram": (1 << 30) - 1024}
DEFAULT = Device([8, 8], "(d0, d1) -> (0, d0, d1)", [1], chip_grid=(8, 8))


def candidates(layout, device):
    """[(grid, virtual)]"""
    physical = layout.physical

    def starts_inside(grid):
        return all((g - 1) * ceil_div(p, g) < p for g, p in zip(grid, physical))
    found = [(list(g), False) for g in points(device.grid)]
    found = [([e + 1 for e in g], virtual) for g, virtual in found]
    if len(physical) == 2:
        cores = volume(device.grid)
        found += [([1, n], True) for n in range(device.grid[1] + 1, cores + 1)]
        found += [([n, 1], True) for n in range(device.grid[0] + 1, cores + 1)]
    if isinstance(layout, TtnnLayout):
        found = [(grid, virtual) for grid, virtual in found
                 if {"block_sharded": not virtual, "height_sharded": grid[1] == 1,
                     "width_sharded": grid[0] == 1}[layout.memory_layout]]
    return [(grid, virtual) for grid, virtual in found if starts_inside(grid)]


def line_core(core, grid, virtual, worker):
    """The core of the worker grid: the cores of a virtual grid are those of the worker grid row after row."""
    if not virtual:
        return tuple(core)
    at = core[0] * grid[1] + core[1]
    return at // worker[1], at % worker[1]


def random_layout(rng, rank):
    dims = rng.choice([rank, rank, rank + 1, rank + 2])
    shape = [rng.choice([1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 31, 32, 33, 53, 64, 100, 128]) for _ in range(dims)]
    if rng.random() < 0.3:
        shape[-1] = rng.choice([256, 300, 512, 2048])
    cut = dims - rank + 1
    results = [collapse_text(shape, 0, cut, rng.choice([1, 1, 1, 4, 32]))] + [f"d{i}" for i in range(cut, dims)]
    tile = rng.choice([None, None, (32, 32, "f32"), (32, 32, "bf16"), (16, 16, "f32")]) if rank > 1 else None
    linear = map_of(dims, results)
    if max(linear(*(e - 1 for e in shape))) > 5000:
        return None
    element = "f32" if tile is None or tile[2] == "f32" else "bf16"
    whole = linear.parts[0] == collapse_text(shape, 0, cut) and (tile is None or dims == 2)
    if rank == 2 and whole and rng.random() < 0.2:  # other strides are not those of TTNN
        word = rng.choice(["block_sharded", "height_sharded", "width_sharded"])
        return TtnnLayout(shape, element, linear, [1, 1], tile, "l1", word)
    if volume(shape) <= 600 and rank == 2 and rng.random() < 0.2:
        linear = map_of(dims, [collapse_text(shape, 0, dims), f"d{rng.randrange(dims)}"])
    space = rng.choice(["l1"] * 6 + ["dram"])
    return Layout(shape, element, linear, [1] * rank, tile, space,
                  rng.choice([None, "interleaved", "height_sharded"]) if space == "dram" else None)


def on_grid(layout, grid):
    return type(layout)(layout.shape, layout.element, layout.linear, grid, layout.tile, layout.space,
                        layout.memory_layout)


class Answers:
    """What grids says of each grid of a layout. If its map has each dim in one result, its images are a product."""

    def __init__(self, layout):
        self.layout = layout
        self.reached, self.images = [], None
        names = " ".join(layout.linear.parts).replace("*", " ").split()
        if any(names.count(f"d{d}") > 1 for d in range(len(layout.shape))):
            self.images = [layout.linear(*index) for index in layout.indices()]
        for at, part in enumerate(layout.linear.parts):
            dims = [d for d in range(len(layout.shape)) if f"d{d}" in part.replace("*", " ").split()]
            box = [range(layout.shape[d]) if d in dims else range(1) for d in range(len(layout.shape))]
            self.reached.append({layout.linear(*index)[at] for index in points([len(r) for r in box])})
        self.cache = {}

    def used(self, at, cores, shard):
        key = at, cores
        if key not in self.cache:
            self.cache[key] = len({place // shard for place in self.reached[at]})
        return self.cache[key]

    def of(self, grid):
        """(layout on this grid, used cores, padding)"""
        one = on_grid(self.layout, grid)
        used = 1
        if self.images:
            used = len({tuple(place // s for place, s in zip(image, one.shard)) for image in self.images})
            return one, used, volume(grid) * volume(one.stored) - volume(one.shape)
        for at, (cores, shard) in enumerate(zip(grid, one.shard)):
            used *= self.used(at, cores, shard)
        return one, used, volume(grid) * volume(one.stored) - volume(one.shape)


def moved_bytes(one, virtual, like, worker):
    """Bytes of the elements that are on another core than in `like`."""
    scalar = ELEMENT_BYTES[one.element]
    return scalar * sum(line_core(one.core(index), one.grid, virtual, worker) != like.core(index)
                        for index in one.indices())


def step(rng, tools, verdict):
    device, arguments = DEFAULT, []
    if rng.random() < 0.3:
        device = random_device(rng, ["identity", "transposed", "joined", "batch", "batch and joined", "wide"])
        if not device.legal() or volume(device.grid) > 128:
            return
        arguments = ["--device", device.text()]
    layout = random_layout(rng, len(device.grid))
    if layout is None:
        return
    like = None
    if volume(layout.shape) <= 600 and rng.random() < 0.5:
        grid = [rng.randint(1, min(4, extent)) for extent in device.grid]
        like = on_grid(layout, grid)
        if not like.legal() or layout.space == "dram" or isinstance(layout, TtnnLayout):
            return
        arguments += ["--like", like.text()]
    verdict.cases += 1
    rest, align = len(layout.shape) - len(layout.grid) + 1, None
    alignments = [a for a in (1, 4, 32) if layout.linear.parts[0] == collapse_text(layout.shape, 0, rest, a)]
    if rng.random() < 0.5 and alignments and len(layout.grid) == 2 \
            and layout.space == "l1" and layout.linear.parts[1] == f"d{rest}" and not isinstance(layout, TtnnLayout):
        arguments = ["grids", "--shape", by_x(layout.shape), "--element", layout.element, *arguments]
        if alignments[0] > 1:
            align = alignments[0]
            arguments += ["--align", str(align)]
        if layout.tile:
            arguments += ["--tile", f"{layout.tile[0]}x{layout.tile[1]}:{layout.tile[2]}"]
    else:
        arguments = ["grids", layout.text(), *arguments]
    seen, err = tools.json(*arguments)
    if seen is None:
        verdict.expect("grids", "success", err[:300], arguments)
        return
    answers, expected = Answers(layout), []
    for grid, virtual in candidates(layout, device):
        one, used, padding = answers.of(grid)
        bank = footprint(one, SYSTEMS["wormhole_b0"])[0]
        moved = moved_bytes(one, virtual, like, device.grid) if like else None
        fits = round_up(bank, 32) <= BANK_BYTES[one.space]
        starts = rows(one, SYSTEMS["wormhole_b0"])
        more = {"row_bytes": starts["row_bytes"], "row_aligned": starts["aligned"]} if starts else {}
        if align:
            parts = points([*layout.shape[:rest - 1], 1, 1])
            more["aligned"] = all(layout.linear(*part)[0] % one.shard[0] % align == 0 for part in parts)
        work = volume(one.memref)
        expected.append(((not fits, work, bank, moved or 0, padding, volume(grid), virtual, *grid),
                         {"grid": grid, "cores": volume(grid), "shard_units": work, "padding_elements": padding,
                          "shard_bytes": one.shard_bytes(), "fits": fits, "moved_bytes": moved, "used_cores": used,
                          "bank_bytes": bank, "virtual": virtual, **more}))
    expected = [entry for _, entry in sorted(expected, key=lambda pair: pair[0])]
    verdict.count("grids", len(expected))
    verdict.count("of these virtual", sum(e["virtual"] for e in expected))
    if not verdict.expect("the set of grids", sorted(e["grid"] for e in expected), sorted(e["grid"] for e in seen),
                          arguments):
        return
    by_grid = {tuple(e["grid"]): e for e in seen}
    for entry in expected:
        if not verdict.expect("an entry", entry, {key: by_grid[tuple(entry["grid"])].get(key) for key in entry},
                              arguments):
            return
    verdict.expect("the order", [e["grid"] for e in expected], [e["grid"] for e in seen], arguments)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "grids", 600, step))
