#!/usr/bin/env python3
"""`with --era` between the form by map and the form by names. By map the grid divides the physical shape and each
shard is padded to tiles; by names the aligned physical shape is divided by grid and tile. The core of every element is
computed from both texts: the warning that elements move to other cores appears if and only if the core of an element
differs. The named form also has the least padding that its grid and tile allow.

  eras.py BUILD_DIR [CASES [SEED]]     a case is a layout, written in the named form and back"""
import re
import sys

from model import Layout, Map, ceil_div, collapse_text, map_of, points, round_up, run_model, volume

NAMED = re.compile(r"tensor<((?:\d+x)+)(!\w+\.tile<(\d+)x(\d+), (\w+)>|\w+), "
                   r"#ttcore\.metal_layout<logical_shape = ([\dx]+), dim_alignments = ([\dx]+), "
                   r"(?:collapse_dims|collapsed_intervals) = dense<(.*?)> : tensor<(\d+)x2xi64>")
BY_MAP = re.compile(r"tensor<((?:\d+x)+)(\w+), #\w+\.(?:metal_)?layout<(.*?\)), (\w+), <([\dx]+)>, "
                    r"memref<((?:\d+x)+)(?:\w+|!tt\.tile<(\d+)x(\d+), (\w+)>), ")
WARNING = "elements move to other cores"
DATES = ["2025-06-20", "2025-07-01", "2025-10-15", "2025-12-01", "2026-03-01", "2026-06-01"]


def extents(text):
    return [int(e) for e in text.strip("x").split("x")]


class Named:
    """#ttcore.metal_layout by names in the type of its tensor, which is grid and shard."""

    def __init__(self, text):
        match = NAMED.match(text)
        device, self.shape, align = extents(match[1]), extents(match[6]), extents(match[7])
        rank = len(device) // 2
        self.grid, shard = device[:rank], device[rank:]
        self.tile = (int(match[3]), int(match[4])) if match[3] else (1, 1)
        shard[-2:] = [a * b for a, b in zip(shard[-2:], self.tile)] if rank > 1 else [shard[0]]
        self.shard = shard
        numbers = [int(n) for n in re.findall(r"-?\d+", match[8])]
        if len(numbers) == 1:
            numbers *= 2 * int(match[9])
        dims = len(self.shape)
        intervals = sorted([a % dims if a < 0 else a, b + dims if b < 0 else b]
                           for a, b in zip(numbers[::2], numbers[1::2]))
        for dim in range(intervals[-1][1] if intervals else 0, dims):
            intervals.append([dim, dim + 1])
        self.strides, self.physical, self.least = [0] * dims, [], []
        for first, end in intervals:
            value = 1
            for dim in range(end - 1, first - 1, -1):
                self.strides[dim] = value
                least = self.shape[dim] * value
                value = round_up(least, align[dim])
            self.physical.append(value)
            self.least.append(least)
        self.intervals = intervals

    def image(self, index):
        return [sum(index[d] * self.strides[d] for d in range(first, end)) for first, end in self.intervals]

    def core(self, index):
        return tuple(place // s for place, s in zip(self.image(index), self.shard))


def read_by_map(text):
    match = BY_MAP.match(text)
    linear = match[3]
    tile = (int(match[7]), int(match[8]), match[9]) if match[7] else None
    return Layout(extents(match[1]), match[2], Map(linear), extents(match[5]), tile)


def random_layout(rng):
    dims = rng.choice([2, 2, 3, 3, 4])
    rank = rng.choice([r for r in (2, 2, 2, 3) if r <= dims])
    shape = [rng.choice([1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 53, 63, 64, 65, 96]) for _ in range(dims)]
    if volume(shape) > 7000:
        return None
    cuts = [0] + sorted(rng.sample(range(1, dims), rank - 1)) + [dims]
    results = [collapse_text(shape, a, b, rng.choice([1, 1, 2, 8, 32])) for a, b in zip(cuts, cuts[1:])]
    grid = [rng.choice([1, 1, 2, 3, 4, 5, 8]) for _ in range(rank)]
    tile = rng.choice([None, (32, 32, "f32"), (32, 32, "f32"), (32, 32, "bfp_bf8"), (16, 16, "f32"), (16, 32, "bf16")])
    layout = Layout(shape, "f32", map_of(dims, results), grid, tile)
    return layout if layout.legal() else None


def compare(verdict, old, new, err, arguments):
    """The cores of all elements, and the warning."""
    moved = any(old.core(index) != new.core(index) for index in points(old.shape))
    verdict.count("layouts in which elements move", moved)
    verdict.expect("elements that move to other cores, and the warning", moved, WARNING in err, arguments)


def step(rng, tools, verdict):
    layout = random_layout(rng)
    if layout is None:
        return
    date = rng.choice(DATES)
    arguments = ["with", layout.text(), "--era", date]
    status, out, err = tools.layout(*arguments)
    verdict.cases += 1
    if status:
        verdict.expect("a layout whose map joins neighbouring dims in order, in the named form", "accepted",
                       err.splitlines()[0] if err else status, arguments)
        return
    named = Named(out)
    if not verdict.expect("logical shape", layout.shape, named.shape, arguments) or \
            not verdict.expect("grid", layout.grid, named.grid, arguments):
        return
    verdict.expect("grid times shard is the physical shape",
                   named.physical, [g * s for g, s in zip(named.grid, named.shard)], arguments)
    tiles = [1] * (len(named.grid) - 2) + list(named.tile)
    verdict.expect("physical shape with the least padding",
                   [round_up(least, g * t) for least, g, t in zip(named.least, named.grid, tiles)], named.physical,
                   arguments)
    places = {tuple(named.image(index)) for index in points(named.shape)}
    verdict.expect("different places", volume(named.shape), len(places), arguments)
    compare(verdict, layout, named, err, arguments)
    back = ["with", out.strip(), "--era", "2024-11-27"]
    status, text, err = tools.layout(*back)
    if verdict.expect("the way back", 0, status, back):
        again = read_by_map(text)
        verdict.expect("memref after the way back", [ceil_div(p, g) for p, g in zip(again.physical, again.grid)],
                       again.shard, back)
        compare(verdict, named, again, err, back)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "eras", 400, step))
