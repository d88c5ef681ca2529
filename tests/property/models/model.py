"""Layouts, devices and affine maps as the two specifications define them, evaluated element by element with Python's
integers. Nothing of the project is used: the tools are only run. Each other script of this folder asks one question."""
import argparse
import itertools
import json
import math
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "drivers"))
from tap import CASES_DIVIDED_BY  # noqa: E402

ELEMENT_BYTES = {"f32": 4, "bf16": 2, "f16": 2, "i32": 4, "i16": 2, "i8": 1}
TILE_BYTES = {"f32": 4, "u32": 4, "bf16": 2, "f16": 2, "u16": 2, "u8": 1}
BLOCK_FLOAT_BYTES = {"bfp_bf8": 1088, "bfp_f8": 1088, "bfp_bf4": 576, "bfp_f4": 576, "bfp_bf2": 320, "bfp_f2": 320}


# By architecture: the extents of the NoC (x, y), the columns and rows of its worker cores, the nodes of its DRAM banks.
NOC = {
    "grayskull": ((13, 12), range(1, 13), [1, 2, 3, 4, 5, 7, 8, 9, 10, 11],
                  [(1, 0), (1, 6), (4, 0), (4, 6), (7, 0), (7, 6), (10, 0), (10, 6)]),
    "wormhole_b0": ((10, 12), [1, 2, 3, 4, 6, 7, 8, 9], [1, 2, 3, 4, 5, 7, 8, 9, 10, 11],
                    [(0, 11), (0, 1), (0, 5), (0, 7), (5, 1), (5, 11), (5, 2), (5, 9), (5, 8), (5, 3), (5, 5), (5, 7)]),
    "blackhole": ((17, 12), [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16], range(2, 12),
                  [(0, 0), (0, 2), (0, 9), (0, 5), (9, 11), (9, 3), (9, 8), (9, 6)]),
}


# Integers and shapes.

def ceil_div(a, b):
    return -((-a) // b)


def round_up(a, b):
    return ceil_div(a, b) * b


def volume(shape):
    return math.prod(shape)


def by_x(shape):
    return "x".join(map(str, shape))


def points(shape):
    return itertools.product(*map(range, shape))


def box_of(some):
    """(first, extents) if these points are a box, else (None, None)."""
    some = set(some)
    if not some:
        return None, None
    first = [min(column) for column in zip(*some)]
    extents = [max(column) - low + 1 for column, low in zip(zip(*some), first)]
    return (first, extents) if volume(extents) == len(some) else (None, None)


# Affine maps: parsed here, printed as they were written.

TOKEN = re.compile(r"\s*(d\d+|s\d+|\d+|floordiv|ceildiv|mod|[-+*()])")


class Expression:
    """One result of a map: MLIR's grammar to Python's."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        if "".join(self.tokens) != "".join(text.split()):
            raise ValueError(f"not an affine expression: {text}")
        self.at = 0
        self.python = self.sum()
        if self.at != len(self.tokens):
            raise ValueError(f"not an affine expression: {text}")

    def next(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def sum(self):
        left = self.product()
        while self.next() in ("+", "-"):
            sign = self.tokens[self.at]
            self.at += 1
            left = f"({left}{sign}{self.product()})"
        return left

    def product(self):
        left = self.unary()
        while self.next() in ("*", "floordiv", "ceildiv", "mod"):
            operator = self.tokens[self.at]
            self.at += 1
            right = self.unary()
            left = {"*": f"({left}*{right})", "floordiv": f"({left}//{right})", "mod": f"({left}%{right})",
                    "ceildiv": f"(-((-{left})//{right}))"}[operator]
        return left

    def unary(self):
        token = self.next()
        self.at += 1
        if token == "-":
            return f"(-{self.unary()})"
        if token == "(":
            inner = self.sum()
            self.at += 1
            return inner
        return token


def split_top(text):
    """The parts between the commas outside all brackets."""
    parts, depth, part = [], 0, ""
    for char in text:
        depth += char in "([{<"
        depth -= char in ")]}" or (char == ">" and not part.endswith("-"))
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    return parts + [part.strip()] if part.strip() or parts else []


class Map:
    """An affine map without symbols."""

    def __init__(self, text):
        match = re.fullmatch(r"\s*\(([^)]*)\)\s*->\s*\((.*)\)\s*", text, re.S)
        self.text = text
        self.dims = [name.strip() for name in match[1].split(",") if name.strip()]
        self.parts = split_top(match[2])
        code = "".join(Expression(part).python + "," for part in self.parts)
        self.call = eval(f"lambda {','.join(self.dims)}: ({code})")  # pylint: disable=eval-used

    def __call__(self, *index):
        return self.call(*index)


def dims_of(rank):
    return ", ".join(f"d{i}" for i in range(rank))


def map_of(rank, results):
    return Map(f"({dims_of(rank)}) -> ({', '.join(results)})")


def collapse_text(shape, first, last, align=1):
    """dims [first, last) in row-major order, each stride rounded up to `align`."""
    terms, stride = [], 1
    for dim in range(last - 1, first - 1, -1):
        terms.insert(0, f"d{dim}" if stride == 1 else f"d{dim} * {stride}")
        stride = round_up(stride * shape[dim], align)
    return " + ".join(terms)


# Layouts.

class Layout:
    """#tt.metal_layout by map. `tile` is (height, width, type) or None."""

    def __init__(self, shape, element, linear, grid, tile=None, space="l1", memory_layout=None, oob="undef"):
        self.shape, self.element, self.grid, self.tile = list(shape), element, list(grid), tile
        self.space, self.memory_layout, self.oob = space, memory_layout, oob
        self.linear = linear if isinstance(linear, Map) else Map(linear)
        last = self.linear(*(extent - 1 for extent in shape))
        self.physical = [place + 1 for place in last]
        self.shard = [ceil_div(p, g) for p, g in zip(self.physical, self.grid)]
        self.memref = list(self.shard)
        if tile:
            self.memref[-2:] = [ceil_div(self.memref[-2], tile[0]), ceil_div(self.memref[-1], tile[1])]
        self.stored = list(self.memref)
        if tile:
            self.stored[-2:] = [self.memref[-2] * tile[0], self.memref[-1] * tile[1]]

    def legal(self):
        """No two elements at one place, none outside the shards, no empty shard."""
        if any(extent < 1 for extent in self.shard):
            return False
        images = [self.linear(*index) for index in self.indices()]
        limits = [s * g for s, g in zip(self.shard, self.grid)]
        return len(set(images)) == len(images) and \
            all(0 <= place < limit for image in images for place, limit in zip(image, limits)) and \
            all(place < limit for image in images for place, limit in zip(image, self.physical))

    def indices(self):
        return points(self.shape)

    def core(self, index):
        return tuple(place // s for place, s in zip(self.linear(*index), self.shard))

    def offset(self, index):
        return tuple(place % s for place, s in zip(self.linear(*index), self.shard))

    def tile_bytes(self):
        height, width, kind = self.tile
        return BLOCK_FLOAT_BYTES[kind] if kind in BLOCK_FLOAT_BYTES else height * width * TILE_BYTES[kind]

    def scalar_bytes(self):
        return TILE_BYTES[self.tile[2]] if self.tile else ELEMENT_BYTES[self.element]

    def shard_bytes(self):
        return volume(self.memref) * (self.tile_bytes() if self.tile else ELEMENT_BYTES[self.element])

    def byte_offset(self, offset):
        """Of a position in the shard: row-major; tiles as faces of at most 16x16; None for block floats."""
        if self.tile is None:
            return row_major(offset, self.stored) * ELEMENT_BYTES[self.element]
        height, width, kind = self.tile
        if kind in BLOCK_FLOAT_BYTES:
            return None
        tile = list(offset[:-2]) + [offset[-2] // height, offset[-1] // width]
        return row_major(tile, self.memref) * self.tile_bytes() + \
            in_faces(offset[-2] % height, offset[-1] % width, height, width) * TILE_BYTES[kind]

    def stored_element(self):
        return f"!tt.tile<{self.tile[0]}x{self.tile[1]}, {self.tile[2]}>" if self.tile else self.element

    def text(self):
        tail = f", {self.memory_layout}" if self.memory_layout else ""
        return (f"tensor<{''.join(f'{e}x' for e in self.shape)}{self.element}, #tt.metal_layout<{self.linear.text}, "
                f"{self.oob}, <{by_x(self.grid)}>, memref<{''.join(f'{e}x' for e in self.memref)}"
                f"{self.stored_element()}, #tt.memory_space<{self.space}>>{tail}>>")


def row_major(index, shape):
    at = 0
    for place, extent in zip(index, shape):
        at = at * extent + place
    return at


def in_faces(y, x, height, width):
    """Position of a scalar in a tile."""
    face_height, face_width = min(16, height), min(16, width)
    face = (y // face_height) * (width // face_width) + x // face_width
    return face * face_height * face_width + (y % face_height) * face_width + x % face_width


# Devices.

class Device:
    """#tt.device: the worker map yields a position in `chips`, y and x."""

    def __init__(self, grid, linear, mesh, chips=None, chip_grid=None, name=""):
        self.grid, self.mesh, self.chip_grid, self.name = list(grid), list(mesh), chip_grid, name
        self.linear = linear if isinstance(linear, Map) else Map(linear)
        self.chips = list(chips) if chips is not None else list(range(volume(mesh)))

    def text(self):
        return (f"#tt.device<workerGrid = #tt.grid<{by_x(self.grid)}, {self.linear.text}>, "
                f"meshShape = {by_x(self.mesh)}, chipIds = [{', '.join(map(str, self.chips))}]>")

    def legal(self, chip_grid=None):
        """Every logical core on a core of its own, inside the chips (and inside `chip_grid`)."""
        cores = [self.linear(*core) for core in points(self.grid)]
        limit = chip_grid or self.chip_grid or (1 << 60, 1 << 60)
        return len(set(cores)) == len(cores) and volume(self.mesh) == len(self.chips) and \
            all(0 <= chip < len(self.chips) and 0 <= y < limit[0] and 0 <= x < limit[1] for chip, y, x in cores)

    def mesh_extents(self):
        """The mesh by the dims of the grid: `meshShape = 1` of one chip is 1 in each."""
        return self.mesh + [1] * (len(self.grid) - len(self.mesh))

    def holds(self, grid):
        return len(grid) == len(self.grid) and all(a <= b for a, b in zip(grid, self.grid))

    def shifts(self, grid):
        """Where the copies of a tensor on `grid` start, in logical cores; the first is the tensor itself."""
        steps = []
        for cores, extent, chips in zip(grid, self.grid, self.mesh_extents()):
            copies = chips if cores == 1 and chips > 1 else 1
            if copies > 1 and extent % chips:
                return None
            steps.append([k * (extent // chips) for k in range(copies)])
        return list(itertools.product(*steps))

    def placement(self, grid):
        """[(replica, shard, chip index, y, x)] in the order of the replicas and shards, or None."""
        shifts = self.shifts(grid)
        if shifts is None:
            return None
        return [(replica, shard, *self.linear(*(a + b for a, b in zip(shard, shift))))
                for replica, shift in enumerate(shifts) for shard in points(grid)]


class WorkerGridOfEachChip(Device):
    """#ttcore.device since 2025-09-25: the worker grid of one chip, for each chip of the mesh."""

    def text(self):
        return super().text().replace("#tt.", "#ttcore.")

    def mesh_extents(self):
        return [1] * len(self.grid)

    def placement(self, grid):
        return [(chip, shard, chip, *self.linear(*shard)[1:]) for chip in range(len(self.chips))
                for shard in points(grid)]


def read_device(text):
    """The first #tt.device of a text, or None."""
    match = re.search(r"workerGrid = #tt\.grid<([\dx]+), (\([^<>]*?\) -> \(.*?\))>, (?:l1Map = .*?)?"
                      r"meshShape = ([\dx]*), chipIds = \[([\d, ]*)\]", text, re.S)
    if not match:
        return None
    return Device([int(e) for e in match[1].split("x")], match[2], [int(e) for e in match[3].split("x") if e],
                  [int(c) for c in match[4].split(",")])


def identity_device(mesh, chip):
    """The specification's grid of a mesh of chips: its extents are the chip's, times the mesh."""
    rank = len(mesh)
    inner = [1] * (rank - 2) + list(chip)
    outer = " + ".join([f"d{i} * {volume(mesh[i + 1:])}" for i in range(rank - 2)] +
                       [f"(d{rank - 2} floordiv {chip[0]}) * {mesh[-1]}", f"d{rank - 1} floordiv {chip[1]}"])
    return Device([a * b for a, b in zip(mesh, inner)],
                  map_of(rank, [outer, f"d{rank - 2} mod {chip[0]}", f"d{rank - 1} mod {chip[1]}"]), mesh,
                  chip_grid=tuple(chip), name="joined" if volume(mesh) > 1 else "identity")


KINDS = ["identity", "transposed", "wide", "tall", "staircase", "joined", "joined", "joined wide", "joined tall",
         "joined transposed", "joined column", "batch", "batch and joined", "shifted", "reversed chips", "rows by twos"]
OTHER_RANKS = ["line", "line", "four dims", "four dims"]


def random_device(rng, kinds=None):
    """A device of one of the kinds of the device specification, sometimes several chips of a reinterpreted one."""
    kind = rng.choice(kinds or KINDS)
    y, x = rng.choice([(8, 8), (8, 8), (4, 4), (2, 3), (8, 7), (3, 5), (4, 2)])
    n = rng.choice([2, 2, 3, 4])
    chips = None
    if kind == "identity":
        mesh, grid, results = rng.choice([[1], [1, 1], []]), [y, x], ["0", "d0", "d1"]
    elif kind == "transposed":
        mesh, grid, results = [1], [x, y], ["0", "d1", "d0"]
    elif kind == "wide":
        mesh, grid, results = [1], [1, y * x], ["0", f"d0 * {y} + d1 floordiv {x}", f"d1 mod {x}"]
    elif kind == "tall":
        mesh, grid, results = [1], [y * x, 1], ["0", f"d1 * {y} + d0 floordiv {x}", f"d0 mod {x}"]
    elif kind == "staircase":
        mesh, grid, results = [1], [y, x], ["0", "d0", f"(d0 + d1) mod {x}"]
    elif kind == "shifted":
        step = rng.randrange(1, x)
        mesh, grid, results = [1], [y, x], ["0", "d0", f"(d1 + {step}) mod {x}"]
    elif kind == "rows by twos":
        mesh, grid, results = [1], [2 * y, x], ["0", "d0 floordiv 2", f"d1 * 2 + d0 mod 2"]
        x *= 2
    elif kind == "joined":
        a, b = rng.choice([(1, n), (n, 1), (2, 2), (2, n)])
        device = identity_device([a, b], (y, x))
        device.name = kind
        return device
    elif kind == "joined wide":
        mesh, grid = [1, n], [1, y * x * n]
        results = [f"d1 floordiv {y * x}", f"(d1 mod {y * x}) floordiv {x}", f"d1 mod {x}"]
    elif kind == "joined tall":
        mesh, grid = [n, 1], [y * x * n, 1]
        results = [f"d0 floordiv {y * x}", f"(d0 mod {y * x}) floordiv {x}", f"d0 mod {x}"]
    elif kind == "joined transposed":
        mesh, grid, results = [1, n], [x, y * n], [f"d1 floordiv {y}", f"d1 mod {y}", "d0"]
    elif kind == "joined column":
        # Chips side by side, but the fastest dim of the grid is the chip.
        mesh, grid, results = [1, n], [y, x * n], [f"d1 mod {n}", "d0", f"d1 floordiv {n}"]
    elif kind == "reversed chips":
        mesh, grid, results = [1, n], [y, x * n], [f"{n - 1} - d1 floordiv {x}", "d0", f"d1 mod {x}"]
    elif kind == "batch":
        mesh, grid, results = [n, 1, 1], [n, y, x], ["d0", "d1", "d2"]
        if rng.random() < 0.3:
            grid, results = [n, x, y], ["d0", "d2", "d1"]
    elif kind == "line":
        mesh, grid = [n], [n * y * x]
        results = [f"d0 floordiv {y * x}", f"(d0 mod {y * x}) floordiv {x}", f"d0 mod {x}"]
    elif kind == "four dims":
        mesh, grid, results = [2, n, 1, 1], [2, n, y, x], [f"d0 * {n} + d1", "d2", "d3"]
    else:  # batch and joined
        mesh, grid = [2, 1, n], [2, y, x * n]
        results = [f"d0 * {n} + d2 floordiv {x}", "d1", f"d2 mod {x}"]
    if rng.random() < 0.3:
        chips = rng.sample(range(16), volume(mesh))
    device = Device(grid, map_of(len(grid), results), mesh, chips, (y, x), kind)
    return device


def random_grid(rng, device):
    """A grid that the device holds: often full, often 1 along a dim, sometimes any."""
    grid = []
    for extent, chips in zip(device.grid, device.mesh_extents()):
        choices = [extent, 1, rng.randint(1, extent), rng.randint(1, extent)]
        if extent % chips == 0:
            part = extent // chips
            choices += [part, rng.randint(1, part) * chips, chips]
        grid.append(rng.choice(choices))
    return grid


def random_results(rng, shape, rank, align=1):
    """`rank` results that join the dims of a shape into `rank` groups, in order; None if there are too few dims."""
    if len(shape) < rank:
        return None
    cuts = [0] + sorted(rng.sample(range(1, len(shape)), rank - 1)) + [len(shape)]
    return [collapse_text(shape, a, b, align) for a, b in zip(cuts, cuts[1:])]


# Tools.

class Tools:
    """Runs tt-opt and tt-layout of a build."""

    def __init__(self, build):
        self.build = build
        self.runs = 0

    def run(self, tool, arguments, stdin=None):
        """(exit status, stdout, stderr)"""
        self.runs += 1
        source = {"input": stdin} if stdin is not None else {"stdin": subprocess.DEVNULL}
        done = subprocess.run([os.path.join(self.build, tool), *arguments], capture_output=True, text=True, timeout=120,
                              check=False, **source)
        if done.returncode < 0:
            raise RuntimeError(f"{tool} ended with signal {-done.returncode}: {command(tool, arguments)}")
        return done.returncode, done.stdout, done.stderr

    def layout(self, *arguments, stdin=None):
        return self.run("tt-layout", arguments, stdin)

    def opt(self, *arguments, stdin=None):
        return self.run("tt-opt", arguments, stdin)

    def json(self, *arguments, stdin=None):
        """(the value or None, stderr)"""
        status, out, err = self.layout(*arguments, "--json", stdin=stdin)
        return (json.loads(out) if status == 0 and out.strip() else None), err


def command(tool, arguments):
    return " ".join([tool] + [a if re.fullmatch(r"[-\w./:,=]+", a) else f"'{a}'" for a in arguments])


def file_of(texts):
    """An .mlir file with one value for each type: %a0, %a1, ..."""
    return "".join(f"func.func private @f{i}(%a{i}: {text})\n" for i, text in enumerate(texts))


class Verdict:
    """Counts cases, differences and skipped cases, and prints the first differences."""

    def __init__(self, name):
        self.name, self.cases, self.skipped, self.differences = name, 0, {}, 0
        self.shown = int(os.environ.get("MODELS_SHOWN", "12"))
        self.facts = {}

    def skip(self, why):
        self.skipped[why] = self.skipped.get(why, 0) + 1

    def count(self, what, number=1):
        self.facts[what] = self.facts.get(what, 0) + number

    def expect(self, what, expected, seen, arguments):
        """One comparison; `arguments` are those of tt-layout."""
        if expected == seen:
            return True
        self.differences += 1
        if self.differences <= self.shown:
            print(f"{self.name}: {what}: expected {expected}, found {seen}\n  {command('tt-layout', arguments)}",
                  flush=True)
        return False


def default_cases(cases):
    """How many cases a test runs that is not told a number."""
    return max(1, cases // CASES_DIVIDED_BY)


def run_model(doc, name, cases, step, listing=None):
    """Calls step(rng, tools, verdict) until `cases` cases were counted. The exit status is that of a test. `listing` is
    what --list prints."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    if listing:
        parser.add_argument("--list", action="version", version=listing, help="print the questions and exit")
    parser.add_argument("build", metavar="BUILD_DIR")
    parser.add_argument("cases", nargs="?", type=int, default=default_cases(cases), metavar="CASES")
    parser.add_argument("seed", nargs="?", type=int, default=20241127, metavar="SEED")
    options = parser.parse_args()
    rng, verdict = random.Random(options.seed), Verdict(name)
    tools = Tools(options.build)
    while verdict.cases < options.cases:
        step(rng, tools, verdict)
    skipped = sum(verdict.skipped.values())
    facts = "".join(f"; {what} {number}" for what, number in sorted(verdict.facts.items()))
    print(f"{name}: {verdict.cases} cases, seed {options.seed}, {verdict.differences} differences, {skipped} skipped"
          f"{facts}")
    for why, number in sorted(verdict.skipped.items()):
        print(f"  skipped {number}: {why}")
    return 1 if verdict.differences else 0

