#!/usr/bin/env python3
"""Grids with an extent that their device does not have. With at most as many cores they are virtual: `place` puts each
shard on a core of its own, which is one of the device (the mesh divides the grid, or each chip has copies), and tt-opt
proposes a device in a remark. With more, the message of `place` proposes one. A proposal is verified by tt-opt in a
system of the same chips, holds the grid, and has the fewest chips, then the fewest cores, that have a core for each
shard.

  proposals.py BUILD_DIR [CASES [SEED]]     a case is a device and a grid"""
import json
import sys

from model import Layout, ceil_div, by_x, dims_of, map_of, points, random_device, read_device, run_model, volume


def physical_chip(device):
    """The extents of the cores that the device reaches on its chips."""
    cores = [device.linear(*core) for core in points(device.grid)]
    return max(y for _, y, _ in cores) + 1, max(x for _, _, x in cores) + 1


def random_grid_outside(rng, device):
    """A grid of the device's rank that the device does not hold."""
    grid = []
    for extent in device.grid:
        grid.append(rng.choice([1, 1, extent, extent, rng.randint(1, extent), rng.randint(1, 2 * extent),
                                rng.choice([2, 3, 4, 8]) * extent, rng.randint(1, 130)]))
    return None if device.holds(grid) or volume(grid) > 4096 else grid


def proposed(text):
    """The device of the first line that proposes one."""
    return read_device(next((line for line in text.splitlines() if "a device that holds it" in line), ""))


def check_virtual(tools, verdict, device, layout, arguments):
    """The shards are on distinct cores of the device."""
    _, out, _ = tools.layout(*arguments, "--json")
    shards = json.loads(out or "[]")
    cores = {(device.chips[chip], y, x) for chip, y, x in (device.linear(*core) for core in points(device.grid))}
    placed = [(s["chip"], *s["core"]) for s in shards]
    copies = 1 + max((s["replica"] for s in shards), default=-1)
    verdict.expect("shards", volume(layout.grid) * copies, len(placed), arguments)
    verdict.expect("distinct cores", len(placed), len(set(placed)), arguments)
    verdict.expect("cores of the device", [], sorted(set(placed) - cores)[:3], arguments)
    verdict.expect("shards of a copy", volume(layout.grid), len({tuple(s["shard"]) for s in shards}), arguments)
    verdict.count("virtual")


def step(rng, tools, verdict):
    device = random_device(rng)
    grid = random_grid_outside(rng, device)
    if grid is None or not device.legal():
        return
    verdict.cases += 1
    rank = len(grid)
    layout = Layout([2 * cores for cores in grid], "f32", map_of(rank, dims_of(rank).split(", ")), grid)
    arguments = ["place", layout.text(), "--device", device.text()]
    virtual = volume(grid) <= volume(device.grid)
    status, _, told = tools.layout(*arguments)
    verdict.expect("exit status", 0 if virtual else 1, status, arguments)
    if virtual:
        check_virtual(tools, verdict, device, layout, arguments)
        text = (f"module {{\n  tt.device @dev = {device.text().removeprefix('#tt.device')}\n"
                f'  "t.op"() {{a = {layout.text()}}} : () -> ()\n}}\n')
        _, _, told = tools.opt("--verify-only", "-Wlayout-device-fit", "-", stdin=text)
    proposal = proposed(told)
    if not verdict.expect("a proposal", True, proposal is not None, arguments + [told[:200]]):
        return
    chip = physical_chip(device)
    what = f"proposal {proposal.text()} for {by_x(grid)}"
    verdict.expect(f"{what} holds the grid", True, proposal.holds(grid), arguments)
    verdict.expect(f"{what} is legal on chips of {by_x(chip)}", True, proposal.legal(chip), arguments)
    text = f'"t.op"() {{a = {proposal.text()}}} : () -> ()\n'
    system = f"[{max([*proposal.chips, *device.chips]) + 1}, {by_x(chip)}]"
    status, _, told = tools.opt("--verify-only", f"--system-desc={system}", "-", stdin=text)
    verdict.expect(f"{what} under {system}: tt-opt", (0, ""), (status, told), arguments)
    best = ceil_div(volume(grid), volume(chip)), volume(grid)  # no device with fewer has a core for each shard
    verdict.count("of one chip", best[0] == 1)
    verdict.expect(f"{what}: (chips, cores)", best, (len(proposal.chips), volume(proposal.grid)), arguments)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "proposals", 1500, step))
