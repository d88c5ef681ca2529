#!/usr/bin/env python3
"""`convert --to ttnn --device` against the worker map: the core ranges and the orientation of the result, read as
tt-metal reads them, put every shard of every chip on the core that the worker map yields. A layout is rejected only if
no list of ranges and no orientation does. `tt-opt --target=ttnn` accepts the devices that its message lists, and no
others.

  ttnn.py BUILD_DIR [CASES [SEED]]     a case is a device and a layout"""
import re
import sys

from eras import BY_MAP, extents
from model import Layout, Map, ceil_div, map_of, points, random_device, random_grid, run_model, volume

RANGE = re.compile(r"#ttnn\.core_range<\(\s*(\d+)\s*,\s*(\d+)\s*\),\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)>")
SUPPORTED = {"identity", "transposed", "wide", "tall", "joined", "joined wide", "joined tall", "joined transposed",
             "batch", "batch and joined"}


def ranges_of(text):
    """[(x0, y0, x1, y1)], x first as TTNN writes them."""
    return [tuple(map(int, match.groups())) for match in RANGE.finditer(text)]


def cores_of(ranges, by_columns):
    """corerange_to_cores: the cores (y, x) of the ranges in order."""
    cores = []
    for x0, y0, x1, y1 in ranges:
        if by_columns:
            cores += [(y, x) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]
        else:
            cores += [(y, x) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
    return cores


def decoded(memory_layout, ranges, orientation, rows, columns):
    """{(row, column): (y, x)} of the shards on one chip, or None if the term does not fit the grid of shards."""
    by_columns = orientation == "col_major"
    if memory_layout == "block_sharded":
        if len(ranges) != 1:
            return None
        x0, y0, x1, y1 = ranges[0]
        extents = (y1 - y0 + 1, x1 - x0 + 1)
        if extents != ((columns, rows) if by_columns else (rows, columns)):
            return None
        return {(r, c): (y0 + c, x0 + r) if by_columns else (y0 + r, x0 + c) for r, c in points((rows, columns))}
    cores = cores_of(ranges, by_columns)
    if (columns if memory_layout == "height_sharded" else rows) != 1 or len(cores) != rows * columns:
        return None
    return {shard: core for shard, core in zip(points((rows, columns)), cores)}


def local_placement(device, grid):
    """({(row, column): (y, x)} on each chip, or None; why not): the slices of the specification on their chips."""
    placed = device.placement(grid)
    if placed is None:
        return None, "copies"
    mesh = device.mesh_extents()
    part = [ceil_div(cores, chips) if cores > 1 else cores for cores, chips in zip(grid, mesh)]
    if volume(part[:-2]) != 1:
        return None, "more than two dims on a chip"
    chips = []
    for at, place in enumerate(points(mesh)):
        mine = {tuple(shard): (y, x) for _, shard, on, y, x in placed if on == at}
        first = [p * extent if cores > 1 else 0 for p, extent, cores in zip(place, part, grid)]
        wanted = {tuple(a + b for a, b in zip(first, shard)) for shard in points(part)}
        if set(mine) != wanted:
            return None, "a chip holds other shards than its slice"
        chips.append({tuple(a - b for a, b in zip(shard, first))[-2:]: core for shard, core in mine.items()})
    if any(chip != chips[0] for chip in chips):
        return None, "the chips differ"
    return chips[0], None


def expressible(cores, rows, columns):
    """Whether a term of TTNN yields these cores."""
    if rows == 1 or columns == 1:
        return True  # one range for each core
    y0, x0 = cores[0, 0]
    return all(core == (y0 + r, x0 + c) for (r, c), core in cores.items()) or \
        all(core == (y0 + c, x0 + r) for (r, c), core in cores.items())


def random_layout(rng, device, grid):
    """Tiles of whole shards, so that nothing but the device decides."""
    mesh = device.mesh_extents()
    if any(cores > 1 and cores % chips for cores, chips in zip(grid, mesh)):
        return None  # a slice for some chips only
    rows, width = (32 * rng.choice([1, 1, 2]) * cores for cores in grid[-2:])
    kind = rng.choice(["f32", "bf16", "bfp_bf8"])
    tile = (32, 32, kind)
    if len(grid) == 2 and rng.random() < 0.3:  # scalars in rows of 16 bytes, and a partial last shard on one chip
        rows, width = (cores * rng.choice([1, 2, 3]) for cores in grid)
        if mesh[0] == 1:
            rows = max(1, rows - rng.randrange(3))
        layout = Layout([rows, 4 * width], "f32", map_of(2, ["d0", "d1"]), grid)
        return layout if all((g - 1) * s < p for g, s, p in zip(grid, layout.shard, layout.physical)) else None
    if len(grid) == 2:
        if rng.random() < 0.3 and mesh[0] == 1:
            parts = rng.choice([d for d in (1, 2, 3, 4, 8) if rows % d == 0])
            return Layout([parts, rows // parts, width], "bf16",
                          map_of(3, ["d1" if parts == 1 else f"d0 * {rows // parts} + d1", "d2"])
                          if parts > 1 else map_of(3, ["d0 + d1", "d2"]), grid, tile)
        return Layout([rows, width], "bf16", map_of(2, ["d0", "d1"]), grid, tile)
    return Layout([grid[0], rows, width], "bf16", map_of(3, ["d0", "d1", "d2"]), grid, tile)


def verdict_of_target(device, tools, verdict):
    text = f'"t.op"() {{a = {device.text()}}} : () -> ()\n'
    status, _, err = tools.opt("--target=ttnn", "--verify-only", "-", stdin=text)
    verdict.expect(f"tt-opt --target=ttnn on {device.name}", device.name in SUPPORTED, status == 0,
                   [device.text(), (err.splitlines() or [""])[0]])


def range_outside_chip(rng, tools, verdict):
    """The rule core-range-outside-chip on a chip of the default system."""
    rows, columns = rng.choice([(8, 8), (4, 6), (10, 13)])
    x0, y0 = rng.randrange(columns + 1), rng.randrange(rows + 1)
    x1, y1 = x0 + rng.randrange(columns), y0 + rng.randrange(rows)
    text = f'"t.op"() {{a = #ttnn.core_range<({x0},{y0}), ({x1},{y1})>}} : () -> ()\n'
    _, _, err = tools.opt("--verify-only", f"--system-desc=[1, {rows}x{columns}]", "-", stdin=text)
    verdict.expect("core-range-outside-chip", x1 >= columns or y1 >= rows, "core-range-outside-chip" in err,
                   [text, f"{rows}x{columns}"])


def back_to_metal(tools, verdict, layout, device, seen):
    """convert --to metal with the mapper of the way there: the tensor of all chips on the grid of all chips."""
    mapper = ["replicate" if entry["shard"] is None else str(entry["shard"]) for entry in seen["mapper"]]
    arguments = ["convert", seen["text"], "--to", "metal", "--device", device.text()]
    if mapper:
        arguments.append("--mapper=" + ",".join(mapper))
    result, err = tools.json(*arguments)
    if not verdict.expect("the way back", "accepted", "accepted" if result else err[-300:], arguments):
        return
    match = BY_MAP.match(result["text"])
    verdict.expect("the way back: shape, grid and memref", (layout.shape, layout.grid, layout.memref),
                   (extents(match[1]), extents(match[5]), extents(match[6])), arguments)
    linear, last = Map(match[3]), [extent - 1 for extent in layout.shape]
    verdict.expect("the way back: map", layout.linear(*last), linear(*last), arguments)


def step(rng, tools, verdict):
    device = random_device(rng)
    grid = random_grid(rng, device)
    layout = random_layout(rng, device, grid)
    if layout is None or not device.legal() or volume(grid) > 2048:
        return
    verdict.cases += 1
    if rng.random() < 0.1 and volume(device.mesh) < volume(device.grid) // 4 and min(device.chip_grid) > 2:
        verdict_of_target(device, tools, verdict)
    if rng.random() < 0.1:
        range_outside_chip(rng, tools, verdict)
    arguments = ["convert", layout.text(), "--to", "ttnn", "--device", device.text()]
    if rng.random() < 0.3:
        arguments += ["--era", "2026-06-01"]
    seen, err = tools.json(*arguments)
    cores, why = local_placement(device, grid)
    rows, columns = [ceil_div(c, m) if c > 1 else c for c, m in zip(grid, device.mesh_extents())][-2:]
    if cores is not None and not expressible(cores, rows, columns):
        cores, why = None, "no range and no orientation"
    if cores is None:
        verdict.count(f"rejected: {why}", 1)
        verdict.expect(f"no TTNN term: {why}", "rejected", "rejected" if seen is None else
                       (seen["text"], seen["shard_spec"]), arguments)
        return
    if not verdict.expect("a layout with a TTNN term", "accepted",
                          "accepted" if seen else err.splitlines()[0] if err else "?", arguments):
        return
    word = re.search(r"(block|height|width)_sharded", seen["text"])
    spec = seen["shard_spec"] or ""
    orientation = "col_major" if "col_major" in spec else "row_major"
    ranges = ranges_of(spec)
    verdict.expect("grid of shards on a chip", [rows, columns], seen["ttnn"]["grid_shape"], arguments)
    verdict.count("col_major", orientation == "col_major")
    verdict.count("several ranges", len(ranges) > 1)
    verdict.expect(f"cores of the shards by {word and word[0]} {spec}", cores,
                   decoded(word and word[0], ranges, orientation, rows, columns), arguments)
    verdict.expect("core_ranges", ([[[y0, x0], [y1, x1]] for x0, y0, x1, y1 in ranges], orientation),
                   (seen["core_ranges"]["ranges"], seen["core_ranges"]["orientation"]), arguments)
    dims = [d for d in range(len(layout.shape)) if f"d{d}" in layout.linear.parts]  # those with a result of their own
    dims = ([0] + dims)[-len(grid):]
    verdict.expect("mapper", [{"mesh": chips, "shard": dims[at] if chips > 1 and grid[at] > 1 else None}
                              for at, chips in enumerate(device.mesh)], seen["mapper"], arguments)
    part = [ceil_div(c, m) if c > 1 else c for c, m in zip(grid, device.mesh_extents())]
    slice_shape = list(layout.shape)
    for at, result in enumerate(layout.linear.parts):
        if re.fullmatch(r"d\d+", result):  # dims that are collapsed are not divided by the mesh here
            slice_shape[int(result[1:])] = min(part[at] * layout.shard[at], layout.shape[int(result[1:])])
    shape = [int(e) for e in re.match(r"tensor<((?:\d+x)+)", seen["text"])[1].strip("x").split("x")]
    verdict.expect("the tensor of one chip", slice_shape, shape, arguments)
    back_to_metal(tools, verdict, layout, device, seen)
    if "core_ranges" in seen["text"]:
        verdict.expect("core_ranges of the type", ranges, ranges_of(seen["text"]), arguments)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "ttnn", 400, step))
