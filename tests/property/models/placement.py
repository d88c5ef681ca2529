#!/usr/bin/env python3
"""What `place` and `show --device` say of a tensor on a device, against the worker map evaluated for each shard and the
layout's map evaluated for each element.

  placement.py BUILD_DIR [CASES [SEED]]     a case is a device and a layout"""
import sys

from model import (KINDS, NOC, OTHER_RANKS, Layout, WorkerGridOfEachChip, box_of, ceil_div, map_of, points,
                   random_device, random_grid, random_results, run_model, volume)


def random_layout(rng, grid):
    """A layout in scalars or tiles on this grid, small enough to be evaluated element by element."""
    rank = len(grid)
    shape = [rng.choice([1, 2, 3, 4, 5, 8, 12, 16, 33]) for _ in range(rng.choice([rank, rank, rank, rank + 1]))]
    if rng.random() < 0.5:
        shape[-rank:] = [cores * rng.choice([1, 1, 2, 3]) for cores in grid]
    if volume(shape) > 6000:
        return None
    results = random_results(rng, shape, rank, rng.choice([1, 1, 1, 2, 4]))
    tile = rng.choice([None, None, None, (32, 32, "f32"), (16, 16, "bf16")] if rank > 1 else [None])
    layout = Layout(shape, "f32", map_of(len(shape), results), grid, tile)
    return layout if layout.legal() else None


def slices(device, grid):
    """By chip index (row-major in the mesh): the shards of the specification's slice, grid divided by mesh."""
    if isinstance(device, WorkerGridOfEachChip):
        return [set(points(grid)) for _ in device.chips]
    mesh = device.mesh_extents()
    parts = [ceil_div(cores, chips) if cores > 1 else cores for cores, chips in zip(grid, mesh)]
    found = []
    for place in points(mesh):
        ranges = [range(p * part, min((p + 1) * part, cores)) if cores > 1 else range(cores)
                  for p, part, cores in zip(place, parts, grid)]
        found.append({shard for shard in points(grid) if all(s in r for s, r in zip(shard, ranges))})
    return found


def held(device, layout, placed, by_mesh):
    """The `chips` of show --device; `by_mesh` are the slices of the specification."""
    shard_of = {}
    for index in layout.indices():
        shard_of.setdefault(layout.core(index), []).append(index)
    found = []
    for at, chip in enumerate(device.chips):
        mine = [(shard, y, x) for _, shard, on, y, x in placed if on == at]
        shards = {shard for shard, _, _ in mine}
        grid_first, grid = box_of(shards)
        mesh_first, mesh = box_of(by_mesh[at]) if device.mesh else (None, None)
        slice_first, part = box_of(index for shard in shards for index in shard_of.get(shard, []))
        cores = [[min(y for _, y, _ in mine), min(x for _, _, x in mine)],
                 [max(y for _, y, _ in mine), max(x for _, _, x in mine)]] if mine else None
        found.append({"chip_index": at, "chip": chip, "shards": len(mine), "grid_first": grid_first, "grid": grid,
                      "slice_first": slice_first, "slice": part, "cores": cores, "mesh_grid_first": mesh_first,
                      "mesh_grid": mesh})
    return found


def node(arch, y, x):
    """The coordinate [x, y] of a worker core that kernels use: on wormhole_b0 it is translated."""
    if arch is None:
        return None
    _, columns, rows, _ = NOC[arch]
    if x >= len(columns) or y >= len(rows):
        return None
    return [18 + x, 18 + y] if arch == "wormhole_b0" else [columns[x], rows[y]]


def step(rng, tools, verdict):
    device = random_device(rng, KINDS + OTHER_RANKS)
    if rng.random() < 0.05:
        y, x = rng.choice([(8, 8), (2, 3)])
        mesh = rng.choice([[1, 2], [2, 2], [4, 1]])
        chips = rng.sample(range(16), volume(mesh))
        device = WorkerGridOfEachChip([y, x], "(d0, d1) -> (0, d0, d1)", mesh, chips, (y, x))
    grid = random_grid(rng, device)
    layout = random_layout(rng, grid)
    if layout is None or not device.legal():
        return
    placed = device.placement(grid)
    if placed is None:
        verdict.skip("the device's grid is not divisible by the mesh along a replicated dim")
        return
    verdict.cases += 1
    arguments = [layout.text(), "--device", device.text()]
    arch = rng.choice([None, None, *NOC])
    if arch and any(node(arch, y, x) is None for *_, y, x in placed):
        status, _, err = tools.layout("place", *arguments, "--arch", arch)
        verdict.expect("place on cores that the architecture does not have", (1, True),
                       (status, "is outside the worker grid" in err), ["place", *arguments, "--arch", arch])
        arch = None
    seen, err = tools.json("place", *arguments, *(["--arch", arch] if arch else []))
    if seen is None:
        verdict.expect("place", "success", err, ["place", *arguments])
        return
    expected = [(replica, list(shard), chip, device.chips[chip], [y, x], node(arch or "wormhole_b0", y, x))
                for replica, shard, chip, y, x in placed]
    got = [(e.get("replica"), e["shard"], e["chip_index"], e["chip"], e["core"], e["noc"]) for e in seen]
    verdict.expect(f"place on {arch}", sorted(expected), sorted(got), ["place", *arguments])
    seen, err = tools.json("show", *arguments)
    if seen is None:
        verdict.expect("show --device", "success", err, ["show", *arguments])
        return
    by_mesh = slices(device, grid)
    chips = held(device, layout, placed, by_mesh)
    replicas = 1 + max(replica for replica, *_ in placed)
    verdict.count("replicated", replicas > 1)
    found = seen.get("chips") or []
    verdict.expect("number of chips", len(chips), len(found), ["show", *arguments, "--json"])
    for ours, theirs in zip(chips, found):
        verdict.expect("a chip", ours, theirs, ["show", *arguments, "--json"])
    agree = None if not device.mesh else \
        [{shard for _, shard, on, _, _ in placed if on == at} for at in range(len(device.chips))] == by_mesh
    verdict.count("slices differ", agree is False)
    verdict.expect("slices_agree", agree, seen.get("slices_agree"), ["show", *arguments, "--json"])


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "placement", 1500, step))
