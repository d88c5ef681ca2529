#!/usr/bin/env python3
"""Two commands of tt-layout that are asked the same question give one answer, for random layouts.

  pairs.py BUILD_DIR [--cases N] [--seed SEED]

  build, show      shape, element, grid and tile of the options are those of the layout
  build, with      a layout built on a grid, changed to another one, is the layout built on that one
  grids, with      cores, bytes and padding of a grid are those of the layout on that grid, as show has them
  show, place      the core of an element is that of its shard, and each shard has one core
  place, device    and has the chip, core and NoC coordinates that the device has there, device views included
  show, memory     bytes in a bank
  memory, report   the plan of a program
  draw, show       the picture of a layout has a core for each shard, with its used elements
  show, same       where two layouts differ, show has different places, and equal ones elsewhere
  same, diff       layouts without a difference are the same
  same, move       layouts that are the same need no transfer, and only those
  convert, same    a layout and its conversion are the same
  convert, show    and show finds each element at one place in both
  device, show     chips, grid and cores of the options are those of the device
  show, pack       an element that show places at a byte has its value there in the bytes of its core
  stream, show     grid, shard and bytes of a tensor in DRAM that is read in one pass

Other tests ask through the library, each against a model of its own: property_components (show, memory, move, convert
and the page of a report), property_grids (grids), property_placement (place), property_move (move --simulate)."""
import argparse
import collections
import json
import os
import random
import struct
import sys
import tempfile

from tap import CASES_DIVIDED_BY, build_folder, run

TILES = {"f32": "f32", "bf16": "bf16", "ui32": "u32", "ui8": "u8"}
DEVICE = "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>"
FIGURES = ("cores", "shard_bytes", "bank_bytes", "padding_elements")


def x(extents):
    return "x".join(str(e) for e in extents)


class Asked:
    def __init__(self, tool, folder, seed):
        self.tool, self.folder, self.random = tool, folder, random.Random(seed)
        self.counts, self.wrong = collections.Counter(), 0

    def run(self, *arguments):
        status, out, err = run([self.tool, *arguments])
        self.said = err.decode(errors="replace")
        if status not in (0, 1, 2):
            self.fail("signal", arguments, self.said)
        return status, out.decode().strip()

    def text(self, *arguments):
        """What is printed, or None if the command rejects it."""
        status, out = self.run(*arguments)
        return out if status == 0 else None

    def ask(self, *arguments):
        """JSON, also of a command that ends with status 1 because two layouts differ."""
        out = self.run(*arguments, "--json")[1]
        return json.loads(out) if out.startswith(("{", "[")) else None

    def fail(self, pair, what, *values):
        self.wrong += 1
        print(f"DIFFERENT {pair}: {what}", *values, sep="\n    ")

    def equal(self, pair, what, a, b):
        self.counts[pair] += 1
        if a != b:
            self.fail(pair, what, a, b)

    def program(self, layout):
        path = os.path.join(self.folder, "program.mlir")
        with open(path, "w", encoding="utf-8") as f:
            f.write(f"func.func @f(%a: {layout}) {{\n  return\n}}\n")
        return path

    def index(self, shape):
        return ",".join(str(self.random.randrange(e)) for e in shape)

    def place_of(self, layout, index):
        shown = self.ask("show", layout, "--index", index)
        return (shown["at"]["core"], shown["at"]["byte_offset"]) if shown and "at" in shown else None


def build(a, space):
    r = a.random
    shape = [r.randint(1, 3) for _ in range(r.choice([0, 0, 0, 1]))] + [r.randint(1, 90), r.randint(1, 90)]
    element = r.choice(list(TILES))
    grid = [r.randint(1, 4), r.randint(1, 4)] if space == "l1" else [1, 1]
    tile = r.random() < 0.5
    options = ["--shape", x(shape), "--element", element, "--memory-space", space]
    options += ["--tile", f"32x32:{TILES[element]}"] if tile else []
    return shape, element, grid, tile, options, a.text("build", *options, "--grid", x(grid))


def ask_layout(a):
    shape, element, grid, tile, options, layout = build(a, "l1")
    if not layout:
        a.counts["rejected"] += 1
        return
    shown = a.ask("show", layout)
    a.equal("build, show", layout, [shown["logical_shape"], shown["element_type"], shown["grid_shape"],
                                    shown.get("tile_shape")], [shape, element, grid, [32, 32] if tile else None])
    other_grid = x([a.random.randint(1, 4), a.random.randint(1, 4)])
    other = a.text("build", *options, "--grid", other_grid)
    a.equal("build, with", layout, other, a.text("with", layout, "--grid", other_grid))
    candidates = a.ask("grids", layout)
    if candidates:
        chosen = a.random.choice(candidates)
        on_grid = a.text("with", layout, "--grid", x(chosen["grid"]))
        there = a.ask("show", on_grid)
        a.equal("grids, with", on_grid, [chosen[k] for k in FIGURES], [there[k] for k in FIGURES])
    placed = a.ask("place", layout, "--device", DEVICE)
    cores = {tuple(p["shard"]): p["core"] for p in placed}
    a.equal("show, place", layout, [len(cores), len(placed)], [shown["cores"]] * 2)
    index = a.index(shape)
    place = a.place_of(layout, index)
    a.equal("show, place", f"{layout} [{index}]", cores.get(tuple(place[0])), place[0])
    ask_program(a, layout, shown)
    ask_views(a, layout, grid)
    ask_two(a, shape, layout, other)
    one = grid == [1, 1]
    kinds = ["ttnn", "ttcore", "metal", "affine"] + ["strided"] * one + ["cute"] * (one and not tile)
    for kind in kinds:
        converted = a.text("convert", layout, "--to", kind)
        if not converted:
            a.counts[f"no {kind}"] += 1
            continue
        converted = converted.split("\n")[0]
        same = a.ask("same", layout, converted, *["--grid", x(grid)] * (kind == "affine" and not one))
        if same is None:
            a.fail("convert, same", f"{layout}\n    {converted}", a.said)
            continue
        a.equal("convert, same", f"{layout}\n    {converted}", same["same"], True)
        if kind in ("ttnn", "metal"):
            a.equal("convert, show", f"{layout}\n    {converted} [{index}]", a.place_of(converted, index), place)
    if element == "ui32" and not tile:
        ask_bytes(a, shape, layout)


def ask_program(a, layout, shown):
    path = a.program(layout)
    plan = a.ask("memory", path)
    a.equal("show, memory", layout, plan["buffers"][0]["bank_bytes"], shown["bank_bytes"])
    a.equal("memory, report", layout, a.ask("report", path)["memory"], plan)


def ask_views(a, layout, grid):
    views = ["", "transpose", "staircase"] + ["wide"] * (grid[0] == 1) + ["tall"] * (grid[1] == 1)
    view = a.random.choice(views)
    chip = [a.random.randint(4, 10), a.random.randint(4, 10)]
    device = a.text("device", "--chip-grid", x(chip), *["--reinterpret", view] * bool(view))
    if not device:
        a.counts["no view"] += 1
        return
    device = device.split("\n")[0]
    placed = a.ask("place", layout, "--device", device)
    if placed is None:
        a.counts["no view"] += 1
        return
    cores = {tuple(c["logical"]): c for c in a.ask("show", device)["cores"]}
    for shard in placed:
        there = cores[tuple(shard["shard"])]
        a.equal("place, device", f"{layout}\n    {device} {shard['shard']}",
                [shard[k] for k in ("chip_index", "chip", "core", "noc")],
                [there[k] for k in ("chip_index", "chip", "core", "noc")])


def ask_two(a, shape, layout, other):
    both = f"{layout}\n    {other}"
    same, differences = a.ask("same", layout, other), a.ask("diff", layout, other)
    a.equal("same, diff", both, same["same"] or not differences["equal"], True)
    if same["same"]:
        index = a.index(shape)
        a.equal("show, same", f"{both} [{index}]", a.place_of(layout, index), a.place_of(other, index))
    elif same.get("index"):
        index = ",".join(str(i) for i in same["index"])
        a.equal("show, same", f"{both} [{index}]", a.place_of(layout, index) != a.place_of(other, index), True)
    plan = a.ask("move", "--from", layout, "--to", other, "--totals")
    if plan:
        a.equal("same, move", both, plan["no_op"], same["same"])


def ask_bytes(a, shape, layout):
    """Writes the number of each element, and looks for it where show says."""
    numpy, out = os.path.join(a.folder, "in.npy"), os.path.join(a.folder, "out.bin")
    count = 1
    for e in shape:
        count *= e
    header = f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({', '.join(map(str, shape))}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(numpy, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        f.write(struct.pack(f"<{count}I", *range(count)))
    if a.run("pack", layout, numpy, "-o", out)[0]:
        a.counts["no pack"] += 1
        return
    with open(out, "rb") as f:
        data = f.read()
    shown = a.ask("show", layout)
    for _ in range(3):
        index, number = [a.random.randrange(e) for e in shape], 0
        for i, e in zip(index, shape):
            number = number * e + i
        core, byte = a.place_of(layout, ",".join(map(str, index)))
        at = (core[0] * shown["grid_shape"][1] + core[1]) * shown["bank_bytes"] + byte
        a.equal("show, pack", f"{layout} {index}", struct.unpack_from("<I", data, at)[0], number)


def ask_stream(a):
    layout = build(a, "dram")[-1]
    stream = a.ask("stream", layout) if layout else None
    if not stream:
        a.counts["no stream"] += 1
        return
    shown = a.ask("show", layout)
    a.equal("stream, show", layout, [stream["grid_shape"], stream["memref_shape"]],
            [shown["grid_shape"], shown["memref_shape"]])
    if stream["passes"] == 1:
        a.equal("stream, show", layout, stream["block_bytes"], shown["shard_bytes"])


def ask_device(a):
    mesh, chip = ([a.random.randint(1, most), a.random.randint(1, most)] for most in (3, 8))
    device = a.text("device", "--chip-grid", x(chip), "--mesh", x(mesh))
    if not device:
        a.counts["no device"] += 1
        return
    shown = a.ask("show", device.split("\n")[0])
    chips = mesh[0] * mesh[1]
    a.equal("device, show", device, [shown["device"]["meshShape"], len(shown["device"]["chipIds"])], [mesh, chips])
    a.equal("device, show", device, shown["device"]["workerGrid"]["shape"], [mesh[0] * chip[0], mesh[1] * chip[1]])
    places = {(c["chip"], *c["core"]) for c in shown["cores"]}
    a.equal("device, show", device, len(places), chips * chip[0] * chip[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR", type=build_folder)
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=20261128)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        a = Asked(os.path.join(options.build, "tt-layout"), folder, options.seed)
        for i in range(max(options.cases // CASES_DIVIDED_BY, 5)):
            ask_layout(a)
            ask_stream(a)
            if i % 3 == 0:
                ask_device(a)
    for pair in sorted(a.counts):
        print(f"  {pair:16} {a.counts[pair]}")
    print(f"{a.wrong} differences, seed {options.seed}")
    return 1 if a.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
