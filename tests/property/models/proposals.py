#!/usr/bin/env python3
"""The device that `place` proposes for a grid that its device does not hold: it is verified by tt-opt in a system of
the same chips, holds the grid, and has the fewest chips, then the fewest cores, that have a core for each shard.

  proposals.py BUILD_DIR [CASES [SEED]]     a case is a device and a grid"""
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


def step(rng, tools, verdict):
    device = random_device(rng)
    grid = random_grid_outside(rng, device)
    if grid is None or not device.legal():
        return
    verdict.cases += 1
    rank = len(grid)
    layout = Layout([2 * cores for cores in grid], "f32", map_of(rank, dims_of(rank).split(", ")), grid)
    arguments = ["place", layout.text(), "--device", device.text()]
    status, _, err = tools.layout(*arguments)
    verdict.expect("exit status", 1, status, arguments)
    line = next((text for text in err.splitlines() if "a device that holds it" in text), "")
    proposal = read_device(line)
    if not verdict.expect("a proposal", True, proposal is not None, arguments + [err[:200]]):
        return
    chip = physical_chip(device)
    what = f"proposal {proposal.text()} for {by_x(grid)}"
    verdict.expect(f"{what} holds the grid", True, proposal.holds(grid), arguments)
    verdict.expect(f"{what} is legal on chips of {by_x(chip)}", True, proposal.legal(chip), arguments)
    text = f'"t.op"() {{a = {proposal.text()}}} : () -> ()\n'
    system = f"[{max([*proposal.chips, *device.chips]) + 1}, {by_x(chip)}]"
    status, _, told = tools.opt("--verify-only", f"--system-desc={system}", "-", stdin=text)
    verdict.expect(f"{what} under {system}: tt-opt", (0, ""), (status, told), arguments)
    if volume(grid) <= volume(device.grid):
        text = (f"module {{\n  tt.device @dev = {device.text().removeprefix('#tt.device')}\n"
                f'  "t.op"() {{a = {layout.text()}}} : () -> ()\n}}\n')
        _, _, told = tools.opt("--verify-only", "-Wlayout-device-fit", "-", stdin=text)
        remark = read_device(next((t for t in told.splitlines() if "a device that holds it" in t), ""))
        verdict.expect("the remark of tt-opt", proposal.text(), remark and remark.text(), arguments)
        verdict.count("remarks")
    best = ceil_div(volume(grid), volume(chip)), volume(grid)  # no device with fewer has a core for each shard
    verdict.count("of one chip", best[0] == 1)
    verdict.expect(f"{what}: (chips, cores)", best, (len(proposal.chips), volume(proposal.grid)), arguments)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "proposals", 1500, step))
