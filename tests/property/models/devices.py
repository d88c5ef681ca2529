#!/usr/bin/env python3
"""`device --chip-grid --mesh` against the specification's grid of a mesh of chips, core by core, and the verdict of
tt-opt on worker maps that overlap or leave the chips against an evaluation of all cores; `show DEVICE` and
`device --reinterpret` against the worker map.

  devices.py BUILD_DIR [CASES [SEED]]     a case is a device"""
import sys

from model import (KINDS, NOC, OTHER_RANKS, Device, by_x, identity_device, map_of, points, random_device, read_device,
                   run_model, volume)

PATTERNS = {"identity": "identity", "transposed": "transpose", "wide": "extra wide", "tall": "extra tall",
            "staircase": "staircase", "joined": "joined 2d", "shifted": "other", "rows by twos": "other"}


def built(rng, tools, verdict):
    chip = rng.choice([(8, 8), (2, 3), (8, 7), (10, 13), (1, 4), (4, 1)])
    mesh = rng.choice([[1], [1, 1], [1, 2], [2, 1], [2, 2], [3, 2], [1, 4], [2, 1, 1], [2, 1, 2], [2, 2, 2], [3, 1, 1]])
    chips = rng.sample(range(32), volume(mesh)) if rng.random() < 0.4 else list(range(volume(mesh)))
    arguments = ["device", "--chip-grid", by_x(chip), "--mesh", by_x(mesh)]
    if chips != list(range(volume(mesh))):
        arguments += ["--chips", ",".join(map(str, chips))]
    status, out, err = tools.layout(*arguments)
    if not verdict.expect("a device", 0, status, arguments + [err[:200]]):
        return
    device = read_device(out)
    wanted = identity_device(mesh if len(mesh) > 1 else [mesh[0], 1], chip)
    verdict.expect("grid, mesh and chips", (wanted.grid, mesh, chips), (device.grid, device.mesh, device.chips),
                   arguments)
    verdict.expect("chip and core of each logical core", [wanted.linear(*core) for core in points(wanted.grid)],
                   [device.linear(*core) for core in points(device.grid)], arguments)


def verified(rng, tools, verdict):
    """A map that is legal, or has a divisor, offset or order that is not."""
    device = random_device(rng)
    y, x = device.chip_grid
    if rng.random() < 0.7:
        parts = list(device.linear.parts)
        at = rng.randrange(3)
        parts[at] = rng.choice([f"({parts[at]}) + {rng.choice([0, 1])}", f"({parts[at]}) mod {rng.randint(1, 8)}",
                                f"({parts[at]}) floordiv {rng.randint(1, 2)}", f"({parts[at]}) * {rng.choice([1, 2])}",
                                f"({parts[at]}) - {rng.choice([0, 1])}", parts[rng.randrange(3)]])
        device = Device(device.grid, map_of(len(device.grid), parts), device.mesh, device.chips, (y, x), device.name)
    if not device.mesh:
        return
    cores = [device.linear(*core) for core in points(device.grid)]
    outside = any(not (0 <= chip < len(device.chips) and 0 <= cy < y and 0 <= cx < x) for chip, cy, cx in cores)
    overlap = len(set(cores)) < len(cores)
    text = f'"t.op"() {{a = {device.text()}}} : () -> ()\n'
    system = f"[{max(device.chips) + 1}, {y}x{x}]"
    status, _, err = tools.opt("--verify-only", f"--system-desc={system}", "-", stdin=text)
    arguments = [text.strip(), system, (err.splitlines() or [""])[0]]
    verdict.count("illegal", outside or overlap)
    verdict.expect("exit status of tt-opt", int(outside or overlap), status, arguments)
    verdict.expect("device-map-range or device-map-overlap", outside or overlap,
                   "[device-map-range]" in err or "[device-map-overlap]" in err, arguments)
    unused = len({chip for chip, _, _ in cores}) < len(device.chips)
    if not outside and not overlap:
        verdict.expect("device-chip-unused", unused, "[device-chip-unused]" in err, arguments)


def shown(rng, tools, verdict):
    """show DEVICE: every logical core, both ways, the pattern, and the verdict on TTNN."""
    device = random_device(rng, KINDS + OTHER_RANKS)
    arch = rng.choice(list(NOC))
    _, columns, rows, _ = NOC[arch]
    if not device.legal() or any(y >= len(rows) or x >= len(columns)
                                 for _, y, x in (device.linear(*core) for core in points(device.grid))):
        return

    def entry(core):
        chip, y, x = device.linear(*core)
        return {"logical": list(core), "chip_index": chip, "chip": device.chips[chip], "core": [y, x],
                "noc": [18 + x, 18 + y] if arch == "wormhole_b0" else [columns[x], rows[y]]}
    arguments = ["show", device.text(), "--arch", arch]
    seen, err = tools.json(*arguments)
    if not verdict.expect("show of a device", True, seen is not None, arguments + [err[:300]]):
        return
    verdict.count("shown")
    verdict.expect("cores", [entry(core) for core in points(device.grid)], seen["cores"], arguments)
    if device.name in PATTERNS:
        verdict.expect("pattern", PATTERNS[device.name], seen["pattern"], arguments)
    core = [rng.randrange(extent) for extent in device.grid]
    for query in (["--index", ",".join(map(str, core))],
                  ["--at", f"{entry(core)['chip']},{by_x(entry(core)['core'])}"]):
        at, err = tools.json(*arguments, *query)
        verdict.expect(" ".join(query), entry(core), at and at["at"], [*arguments, *query, err[:200]])


def reinterpreted(rng, tools, verdict):
    """device --reinterpret: the cores of a grid, numbered in another way."""
    device = random_device(rng, ["identity", "transposed", "joined", "staircase"])
    height, width = device.grid
    view = rng.choice(["transpose", "wide", "tall", "staircase"])
    old = {"transpose": lambda a, b: (b, a), "wide": lambda a, b: (b // width, b % width),
           "tall": lambda a, b: (a // width, a % width), "staircase": lambda a, b: (a, (a + b) % width)}[view]
    grid = {"transpose": [width, height], "wide": [1, height * width], "tall": [height * width, 1],
            "staircase": [height, width]}[view]
    arguments = ["device", device.text(), "--reinterpret", view]
    status, out, err = tools.layout(*arguments)
    if not verdict.expect("device --reinterpret", 0, status, arguments + [err[:300]]):
        return
    verdict.count("reinterpreted")
    result = read_device(out)
    verdict.expect(f"grid of {out.strip()}", grid, result.grid, arguments)
    wanted = [device.linear(*old(*core)) for core in points(grid)]
    if view in ("wide", "tall") and len(device.chips) > 1:
        # A line of several chips: each has a part of it, on its cores row by row.
        rows, columns = device.chip_grid
        wanted = [(i // (rows * columns), i % (rows * columns) // columns, i % columns) for i in range(len(wanted))]
    verdict.expect(f"cores of {out.strip()}", wanted,
                   [result.linear(*core) for core in points(result.grid)], arguments)


def step(rng, tools, verdict):
    verdict.cases += 1
    rng.choice([built, verified, verified, shown, reinterpreted])(rng, tools, verdict)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "devices", 1500, step))
