#!/usr/bin/env python3
"""Conversions between metal layouts and TTNN layouts with every memory layout, grid, buffer and element: a converted
text puts every element where it was and keeps the memory layout, or the tool rejects with a message. `same` of two
layouts with different memory layouts is not "same". Maps of TTNN layouts that put two elements at one place have
the warning ttnn-overlap (upstream does not check them, and some of its own tests violate it), others are silent.

  ttnn_conversions.py BUILD_DIR [CASES [SEED]]     a case is a layout

One line is printed for each difference: command, text, expected, found.

What the memory layouts mean. Sharded: a shard for each core of the grid; block by both dims, height and width by one
dim over all cores, row by row. Interleaved: pages (a tile, or a row of the tensor) round the banks. Single bank: all
pages in one bank, which no core of a grid names. A host tensor has no memory layout.

Assumptions. A metal layout by map without a memory layout divides L1 by its grid, so every kind of sharding with the
same cores and bytes is right, but neither interleaved nor single bank is. Of such a layout in DRAM the memref is the
order of the pages: interleaved is right if a warning says so. Forms without a memory layout (by map from 2025-02-24, by
names) may hold a single bank on a 1x1 grid. Cores are those of the grid. Layouts whose memory layout contradicts their
grid, such as interleaved by map on 2x4, can be rejected only, or keep both."""
import argparse
import collections
import json
import random
import sys

from model import Tools, by_x, ceil_div, collapse_text, default_cases, map_of, points, round_up, volume
from placements import (HOST, NO_MEMORY_LAYOUT, SHARDED, Contradiction, Memref, Named, Placed, Unreadable, Verdict,
                        first_line, read_layout, trimmed)

KINDS = ["interleaved", "single_bank", *SHARDED]
CHIP_WIDTH = 8
# The dates that a text is written for, with what they can say.
METAL_DATES = ["2024-08-01", "2024-10-15", "2024-12-15", "2024-12-15", "2025-03-15", "2025-06-18"]
WITH_MEMORY_LAYOUT = ("2024-09-03", "2025-02-24")
TTNN_DATES = ["2024-11-25", "2025-01-15", "2025-05-01", "2025-07-20", "2025-12-15", "2026-06-15"]
NAMED_DATES = ["2025-06-25", "2025-07-10", "2025-12-01", "2026-03-01", "2026-06-01"]
NAMED_MEMORY_LAYOUT = "2025-09-30"


# Layouts.

def metal_form(date):
    return "ttcore.metal_layout" if date >= "2025-06-17" else "tt.metal_layout" if date >= "2024-11-27" else "tt.layout"


def random_tensor(rng):
    """(shape, map, element, stored element, tile extents): two results, rows of 16 and often 32 bytes."""
    rank = rng.choice([2, 2, 2, 3, 4])
    outer = [rng.choice([1, 2, 3]) for _ in range(rank - 2)]
    element = rng.choice(["f32", "bf16", "bf16", "i8"])
    tiled = element != "i8" and rng.random() < 0.5
    if tiled:
        kind = rng.choice([element, element, "bfp_bf8"])
        tile = (32, 32) if kind == "bfp_bf8" else rng.choice([(32, 32), (32, 32), (16, 32), (16, 16)])
        shape = outer + [tile[0] * rng.choice([1, 2, 4, 8]), tile[1] * rng.choice([1, 2, 4, 8])]
        if rng.random() < 0.25:
            shape[-1] -= rng.randint(1, tile[1] - 1)
        stored, align = (*tile, kind), rng.choice([1, 1, tile[0]])
    else:
        shape = outer + [rng.choice([1, 4, 8, 16, 24, 64]), rng.choice([32, 64, 128, 256, 10, 7])]
        stored, align = element, 1
    rows = collapse_text(shape, 0, rank - 1, align)
    return shape, map_of(rank, [rows, f"d{rank - 1}"]), element, stored


def random_grid(rng):
    """1x1, 1xN, Nx1 or NxM."""
    n, m = rng.choice([2, 4, 8, 8, 16]), rng.choice([2, 3, 4, 8])
    return rng.choice([[1, 1], [1, n], [n, 1], [m, rng.choice([2, 4])]])


def fits(extent, cores, step):
    return cores == 1 or extent % cores == 0 and (extent // cores) % step == 0


def finish(layout):
    """The memref of the layout, or None if its grid does not divide it as both meanings of tiles require."""
    steps = layout.memref.tile()[:2] if layout.memref.tile() else (1, 1)
    if not all(fits(p, g, s) for p, g, s in zip(layout.physical(), layout.divided(), steps)):
        return None
    layout.memref.shape = layout.memref_shape()
    if layout.family == "ttnn" and layout.interleaved() and layout.memref.space == "l1":
        tile = layout.memref.tile()
        elements = volume(ceil_div(p, s) for p, s in zip(layout.physical(), tile[:2])) if tile else \
            volume(layout.physical())
        if volume(layout.grid) > 1:
            layout.memref.shape = [1, ceil_div(elements, volume(layout.grid))]
    # Rows of TTNN are pages: rows that are not aligned have other addresses in both families.
    if row_bytes(layout) % 32 and layout.memory_layout in ("interleaved", "single_bank"):
        return None
    return layout


def row_bytes(layout):
    """Of a memref of scalars, else 0."""
    return 0 if layout.memref.tile() else layout.memref.shape[-1] * layout.memref.element_bytes()


def random_metal(rng):
    date = rng.choice(METAL_DATES)
    shape, linear, element, stored = random_tensor(rng)
    kind = None
    if WITH_MEMORY_LAYOUT[0] <= date < WITH_MEMORY_LAYOUT[1]:
        kind = rng.choice([None, None, "none", *KINDS, *KINDS])
    space = rng.choice(["l1"] * 5 + ["dram", "dram", "system"])
    layout = Placed("metal", shape, element, linear, [1, 1], Memref([1], stored, None, space), kind, "undef", date,
                    metal_form(date))
    layout.grid = random_grid(rng)
    if kind in ("interleaved", "single_bank") and rng.random() < 0.6 or space == "system":
        layout.grid = [1, 1]
    return finish(layout)


def random_ttnn(rng):
    date = rng.choice(TTNN_DATES)
    shape, linear, element, stored = random_tensor(rng)
    space = rng.choice(["l1"] * 5 + ["dram", "dram", "system_memory"])
    kinds = KINDS if date < "2025-06-27" else [k for k in KINDS if k != "single_bank"]
    if space == "dram" and date >= "2025-02-24":
        kinds = ["interleaved"] + (["height_sharded", "width_sharded"] if date >= "2026-05-11" else [])
    kind = rng.choice(kinds) if space != "system_memory" else None
    layout = Placed("ttnn", shape, element, linear, [1, 1], Memref([1], stored, None, space), kind, "undef", date)
    if kind in SHARDED or kind == "interleaved" and space == "l1" and rng.random() < 0.5:
        layout.grid = random_grid(rng)
    # In a text each kind has the grids of its own: height Nx1, width 1xN; sometimes the cores are NxM.
    if min(layout.grid) > 1 and date < "2026-05-06" and rng.random() < 0.3:
        pass
    elif kind == "height_sharded":
        layout.grid = [volume(layout.grid), 1]
    elif kind == "width_sharded":
        layout.grid = [1, volume(layout.grid)]
    if space == "dram" and volume(layout.grid) > 12 or kind == "block_sharded" and max(layout.grid) > CHIP_WIDTH:
        layout.grid = [1, 1]
    if date >= "2026-05-06" and kind in SHARDED:
        layout.core_ranges = ranges_of(kind, layout.grid, space)
    if kind in SHARDED and row_bytes(layout) and space == "dram":
        return None
    return finish(layout)


def random_named(rng):
    """By names: rows collapsed, alignments that let the grid divide."""
    shape, _, element, stored = random_tensor(rng)
    tile = stored if isinstance(stored, tuple) else None
    grid = random_grid(rng)
    kind = rng.choice(["sharded", "sharded", "interleaved"])
    if kind == "interleaved":
        grid = [1, 1]
    steps = tile[:2] if tile else (1, 1)
    rank = len(shape)
    alignments = [1] * rank
    alignments[-1] = grid[1] * steps[1]
    alignments[-2 if not tile else 0] = grid[0] * steps[0]
    if tile and rank > 2:
        alignments[-2] = steps[0]
    sizes, size = [], 1
    for dim in range(rank - 2, -1, -1):
        size = round_up(size * shape[dim], alignments[dim])
    sizes = [size, round_up(shape[-1], alignments[-1])]
    shard = [s // g // t for s, g, t in zip(sizes, grid, steps)]
    if not tile and shard[1] * Memref([1], stored).element_bytes() % 32:
        return None
    space = rng.choice(["l1", "l1", "l1", "dram"])
    named = Named(shape, alignments, [(0, rank - 1), (rank - 1, rank)], stored, grid + shard, space, kind)
    inner = f"!ttcore.tile<{tile[0]}x{tile[1]}, {tile[2]}>" if tile else element
    named.words = f"tensor<{''.join(f'{e}x' for e in grid + shard)}{inner}, #ttcore.metal_layout<logical_shape = " \
                  f"{by_x(shape)}, dim_alignments = {by_x(alignments)}, collapsed_intervals = " \
                  f"dense<[[0, {rank - 1}], [{rank - 1}, {rank}]]> : tensor<2x2xi64>, {space}, {kind}>>"
    named.text = lambda: named.words
    return named


def ranges_of(kind, grid, space="l1"):
    """core_ranges, x first: a block, or cores row by row."""
    count = volume(grid)
    if kind == "block_sharded":
        return [f"#ttnn.core_range<(0,0), ({grid[1] - 1},{grid[0] - 1})>"]
    if space == "dram":
        return [f"#ttnn.core_range<(0,0), ({count - 1},0)>"]
    rows, rest = divmod(count, CHIP_WIDTH)
    ranges = [f"#ttnn.core_range<(0,0), ({CHIP_WIDTH - 1},{rows - 1})>"] if rows else []
    return ranges + ([f"#ttnn.core_range<(0,{rows}), ({rest - 1},{rows})>"] if rest else [])


def sample(rng, shape):
    """Corners, and some indices."""
    corners = list(points([min(2, e) for e in shape]))
    indices = [tuple((e - 1) * c for e, c in zip(shape, corner)) for corner in corners]
    return indices + [tuple(rng.randrange(e) for e in shape) for _ in range(30)]


# What a conversion may do.

def host(layout):
    return (layout.memref.space or "system") in HOST


def kept(layout, result, date, warned):
    """None if the result has a memory layout that is right for the source, else what is expected."""
    ours, theirs = layout.memory_layout, result.memory_layout
    if host(layout) or host(result):
        return None if host(layout) and host(result) else "the same memory"
    ours = None if ours in NO_MEMORY_LAYOUT else ours
    theirs = None if theirs in NO_MEMORY_LAYOUT else theirs
    if layout.family == "named":
        ours = None if ours == "sharded" else ours
    if result.family == "named":
        if ours == "interleaved" and date and date < NAMED_MEMORY_LAYOUT and layout.memref.space == "dram" and warned:
            return None
        if ours == "interleaved":
            return None if theirs == "interleaved" else "interleaved"
        return None if theirs in (None, "sharded") else "sharded"
    if result.family == "metal" and theirs is None:
        writes = date is None or WITH_MEMORY_LAYOUT[0] <= date < WITH_MEMORY_LAYOUT[1]
        if ours == "interleaved":
            return None if not writes and layout.memref.space == "dram" and warned else ours
        if ours == "single_bank":
            return ours if writes else None
        return None
    if ours is None:
        if layout.memref.space == "dram" and theirs == "interleaved":
            return None if warned else "a warning, or no interleaved pages"
        return None if theirs in SHARDED else "a kind of sharding"
    return None if theirs == ours else ours


def random_target(rng, layout):
    """(kind, era or None)"""
    kinds = {"metal": ["ttnn"] * 4 + ["ttcore"], "ttnn": ["metal"] * 3 + ["ttcore", "ttnn"],
             "named": ["ttnn", "ttnn", "metal"]}
    kind = rng.choice(kinds[layout.family])
    dates = {"ttnn": TTNN_DATES, "metal": METAL_DATES, "ttcore": NAMED_DATES}[kind]
    return kind, rng.choice([None, None, *dates])


def placed(layout, indices):
    return {index: (trimmed(where), byte) for index, (where, byte) in ((i, layout.place(i)) for i in indices)}


def convert(rng, tools, verdict, layout, batch):
    """(result, era), or None if the tool rejected or the result was wrong."""
    kind, era = random_target(rng, layout)
    arguments = ["convert", layout.text(), "--to", kind] + (["--era", era] if era else [])
    command = " ".join([arguments[0], *arguments[2:]])
    status, out, err = tools.layout(*arguments, "--json")
    verdict.facts["convert"] += 1
    if status:
        verdict.facts["convert: rejected"] += 1
        if not err.strip():
            verdict.differs("convert is silent", command, layout.text(), "a text or a message", f"status {status}")
        return None
    answer = json.loads(out)
    text, warned = answer["text"], bool(answer["warnings"]) and bool(err.strip())
    try:
        result = read_layout(text)
        result.source = text
    except Unreadable as why:
        verdict.facts[f"not read: {why}"] += 1
        return None
    batch.append((text, era, None, f"{command} of {layout.text()}"))
    wanted = kept(layout, result, era, warned)
    right = True
    if wanted:
        what = f"memory layout of convert {layout.family} --to {kind}"
        verdict.differs(what, command, layout.text(), wanted, f"{result.memory_layout}: {text}")
        right = False
    indices = sample(rng, layout.shape)
    try:
        ours = placed(layout, indices)
        theirs = placed(result, indices)
    except Contradiction as why:
        if layout.memory_layout != result.memory_layout and right:
            verdict.differs("a contradiction is converted", command, layout.text(), "a message", f"{why}: {text}")
            right = False
        return (result, era) if right else None
    except Unreadable as why:
        verdict.differs("result of convert", command, layout.text(), "a layout", f"{why}: {text}")
        return None
    if not wanted:
        # The order of the pages stands for addresses where one side does not say how its memory is divided.
        ours, theirs = addresses(layout, ours, result, theirs)
        wrong = next((index for index in indices if ours[index] != theirs[index]), None)
        if wrong is not None:
            verdict.differs(f"addresses of convert {layout.family} --to {kind}", command, layout.text(),
                            f"{wrong} at {ours[wrong]}", f"{theirs[wrong]}: {text}")
            right = False
    if right and result.family == "ttnn" and result.core_ranges is not None and not layout.core_ranges and \
            (result.memory_layout != "block_sharded" or max(result.grid) <= CHIP_WIDTH):
        wanted = ranges_of(result.memory_layout, result.grid, result.memref.space)
        if result.core_ranges != wanted:
            verdict.differs("core_ranges", command, layout.text(), wanted, text)
    return (result, era) if right else None


def addresses(layout, ours, result, theirs):
    """The two dicts as addresses of one kind: a page is its bytes in a memory with all pages, if one side is not a list
    of pages."""
    sides = []
    kinds = [{where[0] in ("page", "bank") and where[0] for where, _ in side.values()} for side in (ours, theirs)]
    for side, places, kind in ((layout, ours, kinds[0]), (result, theirs, kinds[1])):
        if kinds[0] == kinds[1]:
            sides.append(places)
        elif kind == {"page"}:
            page = side.memref.element_bytes() * (1 if side.memref.tile() else page_width(side))
            sides.append({index: (("memory",), where[1] * page + byte) for index, (where, byte) in places.items()})
        else:
            sides.append({index: (("memory",) if set(where) <= {0, "bank"} else where, byte)
                          for index, (where, byte) in places.items()})
    return sides


def page_width(side):
    return side.sizes[-1] if side.family == "named" else side.physical()[-1]


def back(tools, verdict, layout, result, era):
    """The way back from a form that can write the memory layout: nothing is lost."""
    if layout.family != "ttnn" or result.family != "metal" or host(layout) or \
            era and not WITH_MEMORY_LAYOUT[0] <= era < WITH_MEMORY_LAYOUT[1]:
        return
    arguments = ["convert", result.source, "--to", "ttnn"]
    status, out, err = tools.layout(*arguments, "--json")
    if status:
        if not err.strip():
            verdict.differs("convert is silent", "convert --to ttnn", result.source, "a text", f"status {status}")
        return
    again = read_layout(json.loads(out)["text"])
    if again.memory_layout != layout.memory_layout:
        verdict.differs("memory layout of ttnn to metal to ttnn", "convert --to metal, --to ttnn", layout.text(),
                        layout.memory_layout, f"{again.memory_layout} by way of {result.source}")


# Pairs.

def copy(layout, memory_layout):
    other = Placed(layout.family, layout.shape, layout.element, layout.linear, layout.grid,
                   Memref([1], layout.memref.element, None, layout.memref.space), memory_layout, layout.oob,
                   layout.date, layout.form)
    if layout.date >= "2026-05-06" and layout.family == "ttnn" and memory_layout in SHARDED:
        other.core_ranges = ranges_of(memory_layout, layout.grid)
    return finish(other)


def ask_same(tools, verdict, a, b, equal, what):
    """`equal`: True, False or None (any verdict but silence)."""
    status, _, err = tools.layout("same", a, b, "--json")
    verdict.facts["same"] += 1
    both = f"{a} and {b}"
    if status == 2:
        verdict.facts["same: rejected or undecided"] += 1
        if not err.strip() or equal:
            verdict.differs(f"same of {what}", "same", both, "same" if equal else "a message", first_line(err))
    elif equal is not None and bool(equal) != (status == 0):
        verdict.differs(f"same of {what}", "same", both, "same" if equal else "differs", ["same", "differs"][status])


def pairs(rng, tools, verdict, layout):
    """Layouts that are equal but for the memory layout, in one family and across."""
    if layout.family == "named" or host(layout):
        return
    kinds = [k for k in KINDS if k != layout.memory_layout]
    if layout.family == "metal" and not WITH_MEMORY_LAYOUT[0] <= layout.date < WITH_MEMORY_LAYOUT[1]:
        kinds = []
    if layout.family == "ttnn" and layout.date >= "2025-06-27":
        kinds = [k for k in kinds if k != "single_bank"]
    if layout.memref.space == "dram":
        kinds = [] if layout.family == "ttnn" else kinds
    if kinds and layout.memory_layout not in NO_MEMORY_LAYOUT:
        other = copy(layout, rng.choice(kinds))
        # A kind may need another memref, on which `same` has nothing to say: those of the same shape are the trap.
        if other:
            texts = [layout.text(), other.text()]
            rng.shuffle(texts)
            ask_same(tools, verdict, *texts, False, f"different memory layouts, {layout.family}")
    if rng.random() < 0.5 and layout.memref.space == "l1":
        across(rng, tools, verdict, layout)


def across(rng, tools, verdict, layout):
    """The same shards in the other family."""
    ttnn = None
    if layout.family == "ttnn":
        kind = rng.choice([None, layout.memory_layout])
        other = Placed("metal", layout.shape, layout.element, layout.linear, layout.grid,
                       Memref([1], layout.memref.element, None, "l1"), kind, "undef", "2024-12-15", "tt.metal_layout")
        ttnn = layout
    else:
        kind = rng.choice(KINDS)
        other = Placed("ttnn", layout.shape, layout.element, layout.linear, layout.grid,
                       Memref([1], layout.memref.element, None, "l1"), kind, "undef", "2025-01-15")
        ttnn = other
    ttnn_kind, (height, width) = ttnn.memory_layout if ttnn else kind, layout.grid
    if ttnn_kind == "height_sharded" and width > 1 or ttnn_kind == "width_sharded" and height > 1 or \
            ttnn_kind == "single_bank" and height * width > 1:
        return
    other = finish(other)
    if other is None:
        return
    metal = other if ttnn is layout else layout
    indices = sample(rng, layout.shape)
    try:
        equal = placed(metal, indices) == placed(ttnn, indices)
    except (Contradiction, Unreadable):
        return
    metal_kind = None if metal.memory_layout in NO_MEMORY_LAYOUT else metal.memory_layout
    if metal_kind is None and ttnn.memory_layout == "single_bank":
        equal = None  # See the assumptions.
    elif metal_kind is None:
        equal = equal and ttnn.memory_layout in SHARDED
    else:
        equal = equal and metal_kind == ttnn.memory_layout
    if equal and "bfp" in ttnn.text():
        equal = None  # Scalars of block floats have no address of their own: it may be rejected.
    if metal_kind is not None and not consistent(metal):
        equal = None if equal else False
    texts = [metal.text(), ttnn.text()]
    rng.shuffle(texts)
    ask_same(tools, verdict, *texts, equal,
             f"metal {metal_kind or 'without a memory layout'} and ttnn {ttnn.memory_layout}")


def consistent(layout):
    height, width = layout.grid
    return {"height_sharded": width == 1, "width_sharded": height == 1, "interleaved": height == width == 1,
            "single_bank": height == width == 1}.get(layout.memory_layout, True)


# Maps of TTNN layouts.

def random_map_case(rng):
    """(layout, injective): strides that are right, rounded up, or too small; sums of dims, mod and floordiv."""
    rank = rng.choice([2, 3, 3, 4])
    tiled = rng.random() < 0.5
    shape = [rng.choice([1, 2, 3, 4, 5]) for _ in range(rank - 2)] + [rng.choice([1, 2, 4, 8, 16, 20]),
                                                                     rng.choice([4, 8, 16, 32])]
    if volume(shape) > 4000:
        return None
    if tiled and rng.random() < 0.5:
        shape[-2:] = 32, 32
        shape[:-2] = [min(e, 2) for e in shape[:-2]]
    strides, at = [0] * (rank - 1), 1
    for dim in range(rank - 2, -1, -1):
        strides[dim] = at
        at = round_up(at * shape[dim], rng.choice([1, 1, 1, 32 if tiled else 4]))
    change = rng.choice(["none"] * 2 + ["smaller"] * 4 + ["equal", "swapped", "mod", "floordiv", "dropped"])
    rows = [f"d{i} * {s}" if s != 1 else f"d{i}" for i, s in enumerate(strides)]
    column = f"d{rank - 1}"
    at = rng.randrange(rank - 1)
    if change == "smaller" and strides[at] > 1:
        rows[at] = f"d{at} * {rng.randint(1, strides[at] - 1)}"
    elif change == "equal" and rank > 2:
        other = rng.randrange(rank - 1)
        rows[at] = rows[other].replace(f"d{other}", f"d{at}")
    elif change == "swapped" and rank > 2:
        at, other = rng.sample(range(rank - 1), 2)
        rows[at], rows[other] = (rows[b].replace(f"d{b}", f"d{a}") for a, b in ((at, other), (other, at)))
    elif change == "mod":
        rows[at] = f"(d{at} mod {max(1, rng.choice([shape[at] - 1, shape[at], shape[at] + 1]))}) * {strides[at]}"
    elif change == "floordiv":
        rows[at] = f"(d{at} floordiv {rng.choice([1, 2])}) * {strides[at]}"
    elif change == "dropped":
        rows.pop(at)
    if tiled and change in ("mod", "floordiv") and shape[-2] != 32:
        return None  # tt-mlir pads the tensor to tiles before it applies the map.
    linear = map_of(rank, [" + ".join(rows) or "0", column])
    element = rng.choice(["f32", "bf16"])
    stored = (32, 32, element) if tiled else element
    space = rng.choice(["l1", "dram", "system_memory"])
    kind = {"l1": rng.choice(["block_sharded", "height_sharded"]), "dram": "interleaved", "system_memory": None}[space]
    date = rng.choice(TTNN_DATES[1:])
    layout = Placed("ttnn", shape, element, linear, [1, 1], Memref([1], stored, None, space), kind, "undef", date)
    if space == "l1" and rng.random() < 0.4:
        layout.grid = [rng.choice([2, 4]), 1]
    if date >= "2026-05-06" and kind in SHARDED:
        layout.core_ranges = ranges_of(kind, layout.grid)
    images = [linear(*index) for index in points(shape)]
    if any(place >= limit for image in images for place, limit in zip(image, layout.physical())):
        return None  # The last element is not the largest: another rule speaks.
    layout = finish(layout)
    if layout and tiled:
        # Only where this padding makes no difference.
        padded = linear(*(e - 1 for e in shape[:-2]), round_up(shape[-2], 32) - 1, round_up(shape[-1], 32) - 1)
        if [ceil_div(ceil_div(p + 1, g), 32) for p, g in zip(padded, layout.divided())] != layout.memref.shape:
            return None
    return layout and (layout, len(set(images)) == len(images))


def ask_show(rng, tools, verdict, layout):
    """Core and byte of an element of shards, if tt-opt accepts the layout."""
    if layout.family != "ttnn" or layout.memory_layout not in SHARDED or layout.memref.space != "l1":
        return
    index = rng.choice(sample(rng, layout.shape))
    seen, err = tools.json("show", layout.text(), "--index", ",".join(map(str, index)))
    core, byte = layout.place(index)
    both = min(layout.grid) > 1 and layout.memory_layout != "block_sharded"
    what = f"show of {layout.memory_layout}" + (" on a grid of rows and columns" if both else "")
    command = f"show --index {','.join(map(str, index))}"
    if seen is None:
        verdict.differs(what, command, layout.text(), (core, byte), first_line(err))
    elif "bfp" not in layout.text() and (list(core), byte) != (seen["at"]["core"], seen["at"]["byte_offset"]):
        verdict.differs(what, command, layout.text(), (core, byte),
                        (seen["at"]["core"], seen["at"]["byte_offset"]))


def verify(tools, verdict, batch):
    """tt-opt on many texts at once. `batch`: (text, era, injective or None, what the text is)."""
    by_era = collections.defaultdict(list)
    for entry in batch:
        by_era[entry[1]].append(entry)
    for era, entries in by_era.items():
        lines, at = [], {}
        for entry in entries:
            at[len(lines) + 1] = entry
            lines += [f'"t.op"() {{a = {entry[0]}}} : () -> ()', "// -----"]
        options = ["--verify-only", "--split-input-file", "--diagnostic-format=json", "--max-errors=0"]
        options += [f"--era={era}"] if era else []
        _, _, err = tools.opt(*options, "-", stdin="\n".join(lines[:-1]) + "\n")
        said = collections.defaultdict(list)
        for line in err.splitlines():
            if line.startswith("{"):
                entry = json.loads(line)
                said[entry["line"]].append(entry)
        for line, (text, _, injective, what) in at.items():
            errors = [e for e in said[line] if e["severity"] == "error"]
            command = "tt-opt --verify-only" + (f" --era={era}" if era else "")
            words = f"{said[line][0]['severity']}: {said[line][0]['message']}" if said[line] else "silence"
            if injective is None:
                if errors:
                    verdict.differs("tt-opt rejects a result", command, f"{text} from {what}", "no error", words)
            elif injective and said[line]:
                verdict.differs("tt-opt reports an injective map", command, text, "silence", words)
            elif not injective and "ttnn-overlap" not in [e["rule"] for e in said[line]]:
                verdict.differs("tt-opt accepts two elements at one place", command, text, "ttnn-overlap", words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR")
    parser.add_argument("cases", type=int, nargs="?", default=default_cases(400), metavar="CASES",
                        help="number of layouts")
    parser.add_argument("seed", type=int, nargs="?", default=20241127, metavar="SEED")
    parser.add_argument("--classes", action="store_true", help="print the number of differences of each class")
    options = parser.parse_args()
    rng, verdict, tools = random.Random(options.seed), Verdict("ttnn_conversions"), Tools(options.build)
    batch = []
    while verdict.cases < options.cases:
        draw = rng.random()
        if draw < 0.2:
            case = random_map_case(rng)
            if case:
                verdict.cases += 1
                verdict.facts["maps: injective" if case[1] else "maps: not injective"] += 1
                # Without a date a ttcore text is read as one of the latest, which lists the cores of shards.
                listed = case[0].date < "2025-06-17" or case[0].core_ranges or case[0].memory_layout not in SHARDED
                for era in (case[0].date, None) if listed else (case[0].date,):
                    batch.append((case[0].text(), era, case[1], ""))
            continue
        layout = (random_metal if draw < 0.55 else random_ttnn if draw < 0.92 else random_named)(rng)
        if layout is None:
            continue
        verdict.cases += 1
        verdict.facts[f"{layout.family}"] += 1
        result = convert(rng, tools, verdict, layout, batch)
        if result is not None and rng.random() < 0.5:
            back(tools, verdict, layout, *result)
        if rng.random() < 0.2:
            ask_show(rng, tools, verdict, layout)
        if rng.random() < 0.6:
            pairs(rng, tools, verdict, layout)
    verify(tools, verdict, batch)
    print("; ".join(f"{what} {number}" for what, number in sorted(verdict.facts.items())))
    if options.classes:
        for what, number in verdict.by_class.most_common():
            print(f"{number:6} {what}")
    print(f"{verdict.cases} cases, {verdict.differences} differences")
    return 1 if verdict.differences else 0


if __name__ == "__main__":
    sys.exit(main())
