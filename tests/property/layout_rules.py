#!/usr/bin/env python3
"""Random layouts on small tensors, as texts, against brute force: which rule fires is worked out here by evaluating the
map on every element, with Python's integers and nothing of the project.

  layout_rules.py BUILD_DIR [CASES [SEED]]     default 3000 cases"""
import itertools
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import arguments  # noqa: E402

DIVISIONS = {"floordiv": "({a})//{b}", "mod": "({a})%{b}", "ceildiv": "-((-({a}))//{b})"}


def expression(rank, depth):
    """(MLIR text, Python text)"""
    if depth == 0 or random.random() < 0.3:
        leaf = f"d{random.randrange(rank)}" if rank and random.random() < 0.85 else str(random.choice([0, 0, 1, 2, 5]))
        return leaf, leaf
    left, a = expression(rank, depth - 1)
    kind = random.choice(["+", "+", "+", "-", "*", *DIVISIONS])
    if kind in "+-":
        right, b = expression(rank, depth - 1)
        return f"({left}) {kind} ({right})", f"({a}){kind}({b})"
    if kind == "*":
        factor = random.choice([0, 1, 2, 3, 4, 6, 8, -1, -2])
        return f"({left}) * {factor}", f"({a})*({factor})"
    divisor = random.choice([1, 2, 3, 4, 5, 8])
    return f"({left}) {kind} {divisor}", f"({DIVISIONS[kind].format(a=a, b=divisor)})"


def joined(shape):
    """The first dims joined, with bumped strides and sometimes backwards; the others by themselves. Mostly legal."""
    cut, stride, terms = random.randrange(len(shape)), 1, []
    for dim in range(cut, -1, -1):
        terms.insert(0, f"d{dim} * {stride}")
        stride *= shape[dim] + random.choice([0, 0, 0, 1, 2])
    first = " + ".join(terms)
    if random.random() < 0.3:
        first = f"{random.choice([0, stride - 1, stride + 2])} - ({first})"
    return [(t, t) for t in [first] + [f"d{dim}" for dim in range(cut + 1, len(shape))]]


def divide_up(a, b):
    return -((-a) // b)


def verdict(images, last, fits):
    """The rules that fire."""
    if any(value < 0 for image in images for value in image):
        return {"layout-negative"}
    if len(set(images)) != len(images):
        return {"layout-overlap"}
    if not fits:
        return {"layout-shard-shape"}
    return {"layout-extent"} if any(max(column) > end for column, end in zip(zip(*images), last)) else set()


def random_case():
    """(text, rules), or None when there are too many elements."""
    shape = [random.choice([1, 1, 2, 3, 4, 5, 6, 8]) for _ in range(random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]))]
    rank = len(shape)
    results = joined(shape) if rank and random.random() < 0.4 else \
        [expression(rank, random.randint(0, 3)) for _ in range(random.choice([1, 1, 2, 2, 2, 3]))]
    grid = [random.choice([1, 1, 2, 3, 4]) for _ in results]
    tiled = len(results) >= 2 and random.random() < 0.3
    of_tiles = tiled and rank >= 2 and random.random() < 0.4
    tile = (4, 16) if of_tiles else random.choice([(32, 32), (16, 32), (4, 16)])
    box = shape[:-2] + [shape[-2] * tile[0], shape[-1] * tile[1]] if of_tiles else shape
    dims = ", ".join(f"d{i}" for i in range(rank))
    points = list(itertools.product(*map(range, box)))
    if len(points) > 3000:
        return None
    image_of = eval(f"lambda {dims}: ({''.join(python + ',' for _, python in results)})")  # pylint: disable=eval-used
    images = [image_of(*point) for point in points]
    memref = [divide_up(end + 1, cores) for end, cores in zip(images[-1], grid)]
    if tiled:
        memref[-2:] = [divide_up(extent, size) for extent, size in zip(memref[-2:], tile)]
    fits = all(extent >= 1 for extent in memref)
    memref = [max(extent, 1) for extent in memref]
    if fits and random.random() < 0.15:
        memref[random.randrange(len(memref))] += random.choice([1, 1, 2])
        fits = False
    element = f"!tt.tile<{tile[0]}x{tile[1]}, f32>" if tiled else "f32"
    text = (f'"t.op"() {{a = tensor<{"".join(f"{e}x" for e in shape)}{element if of_tiles else "f32"}, '
            f'#tt.metal_layout<({dims}) -> ({", ".join(mlir for mlir, _ in results)}), undef, '
            f'<{"x".join(map(str, grid))}>, '
            f'memref<{"".join(f"{e}x" for e in memref)}{element}, #tt.memory_space<l1>>>>}} : () -> ()')
    return text, verdict(images, images[-1], fits)


def main():
    parser = arguments(__doc__)
    parser.add_argument("cases", nargs="?", type=int, default=3000, metavar="CASES")
    parser.add_argument("seed", nargs="?", type=int, default=20241127, metavar="SEED")
    options = parser.parse_args()
    tool, count, seed = os.path.join(options.build, "tt-opt"), options.cases, options.seed
    random.seed(seed)
    cases = []
    while len(cases) < count:
        cases += filter(None, [random_case()])
    done = subprocess.run([tool, "--verify-only", "--split-input-file", "--diagnostic-format=json",
                           "-Wlayout-undecided", "-"],
                          input="\n// -----\n".join(text for text, _ in cases), capture_output=True, text=True)
    fired = [set() for _ in cases]
    for line in done.stderr.splitlines():
        if line.startswith("{"):
            told = json.loads(line)
            fired[(told["line"] - 1) // 2].add(told["rule"])
    wrong = [(text, rules, got) for (text, rules), got in zip(cases, fired) if rules != got]
    for text, rules, got in wrong[:5]:
        print(f"expected {sorted(rules)}, got {sorted(got)}: {text}")
    print(f"layout_rules: {count} cases, seed {seed} ({len(wrong)} wrong)")
    return 1 if wrong or done.returncode not in (0, 1) else 0


if __name__ == "__main__":
    sys.exit(main())
