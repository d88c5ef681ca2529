#!/usr/bin/env python3
"""tt-layout tiled --graph --solve against brute force: random small graphs, every layout of every value and every copy.

The model is written from docs/tiled-layouts.md and ttattr/tiled.h: it lists the positions of all elements, and tries
all choices. Nothing of the library is used.   tiled_graphs.py BUILD_DIR [COUNT [FIRST_SEED]]"""
import argparse
import functools
import itertools
import json
import os
import random
import subprocess
import tempfile
from dataclasses import dataclass

from model import default_cases

DENSE, SPARSE = "dense", "sparse"
STICK_BYTES = 128
WIDTH = {"f16": 2, "f32": 4}


@dataclass(frozen=True)
class Layout:
    size: tuple
    element: str
    order: tuple  # of host dims, the stick dim last
    format: str
    convention: str

    @property
    def stick(self):
        if not self.order or (self.format == SPARSE and self.convention == "2026"):
            return None
        return self.order[-1]

    @property
    def lanes(self):
        return STICK_BYTES // WIDTH[self.element]

    @functools.cached_property
    def slots(self):
        """The host dim of each device dim; None is synthetic"""
        dims = list(self.order)
        if not dims:
            return (None,) if self.convention == "rfc" else (None, None)
        if self.format == SPARSE and self.convention == "2026":
            dims.append(None)
        last = dims[-1]
        if self.convention == "rfc" or len(dims) <= 2:
            return (last, *dims[:-1], last)
        return (*dims[1:-1], last, dims[0], last)

    @functools.cached_property
    def identity(self):
        return self.size, self.element, self.slots, self.format

    @functools.cached_property
    def positions(self):
        """The position of every element"""
        slots, stick = self.slots, self.stick
        extents, parts = [], []
        for number, dim in enumerate(slots):
            inner = number == len(slots) - 1
            if inner:
                extents.append(self.lanes)
            elif dim is None:
                extents.append(1)
            elif dim == stick and self.format == DENSE:
                extents.append(-(-self.size[dim] // self.lanes))
            else:
                extents.append(self.size[dim])
        result = []
        for index in itertools.product(*map(range, self.size)):
            position = 0
            for number, (dim, extent) in enumerate(zip(slots, extents)):
                inner = number == len(slots) - 1
                if dim is None or (inner and self.format == SPARSE):
                    digit = 0
                elif inner:
                    digit = index[dim] % self.lanes
                elif dim == stick and self.format == DENSE:
                    digit = index[dim] // self.lanes
                else:
                    digit = index[dim]
                position = position * extent + digit
            result.append(position)
        return result

    @property
    def bytes(self):
        count = WIDTH[self.element]
        for extent in self.size:
            count *= extent
        return count

    @property
    def cls(self):
        return self.format, self.stick

    def with_stick(self, dim, format_):
        order = tuple(d for d in self.order if d != dim) + (dim,)
        return Layout(self.size, self.element, order, format_, self.convention)


def build(size, element, order, format_, convention):
    return Layout(tuple(size), element, tuple(order), format_ if size else SPARSE, convention)


@functools.lru_cache(maxsize=None)
def moved_bytes(a, b):
    return 0 if a.identity == b.identity or a.positions == b.positions else a.bytes


# ---- the rules: a layout, or None ----

def broadcast(sizes):
    rank = max(map(len, sizes))
    result = [1] * rank
    for size in sizes:
        for at, extent in enumerate(size, rank - len(size)):
            if result[at] == 1:
                result[at] = extent
            elif extent not in (1, result[at]):
                return None
    return tuple(result)


def pointwise(inputs):
    if len(inputs) == 1:
        return inputs[0]
    result = broadcast([i.size for i in inputs])
    rank = len(result)

    def lifted(layout):
        return None if layout.stick is None else layout.stick + rank - len(layout.size)

    def along(layout, dim):
        own = dim - rank + len(layout.size)
        return 1 if own < 0 else layout.size[own]

    def rate(layout):
        stick = lifted(layout)
        reach = 2 if layout.size == result else stick is not None and along(layout, stick) == result[stick]
        return int(reach), layout.format == DENSE

    lead = max(inputs, key=rate)  # the first of equal ones
    stick = lifted(lead)
    for layout in inputs:
        if layout is lead or all(e == 1 for e in layout.size):
            continue
        own = lifted(layout)
        if stick is not None and along(layout, stick) == 1 and result[stick] != 1:
            if layout.format == SPARSE or along(layout, own) == 1:
                continue
        if layout.format != lead.format or (layout.format == DENSE and own != stick):
            return None
    if lead.size == result:
        return lead
    shift = rank - len(lead.size)
    order = (*range(shift), *(d + shift for d in lead.order))
    return build(result, lead.element, order, lead.format, lead.convention)


def matmul(inputs):
    a, b = inputs
    if a.format != DENSE or b.format != DENSE:
        return None
    sides = [len(x.size) - 1 - x.stick for x in inputs]
    if sides[0] != sides[1] or sides[0] > (0 if a.convention == "2026" else 1):
        return None
    size = (*broadcast([a.size[:-2], b.size[:-2]] if len(a.size) + len(b.size) > 4 else [()]), a.size[-2], b.size[-1])
    lead = a if len(a.size) == len(size) else b
    return build(size, a.element, lead.order, DENSE, a.convention)


def reduce(inputs, axes, keep):
    (x,) = inputs
    on_stick = x.format == DENSE and x.stick in axes
    if on_stick and len(axes) > 1 and x.convention != "2026":
        return None
    kept = [d for d in range(len(x.size)) if keep or d not in axes]
    size = [1 if d in axes else x.size[d] for d in kept]
    order = [kept.index(d) for d in x.order if d in kept]
    return build(size, x.element, order, SPARSE if on_stick else x.format, x.convention)


def softmax(inputs, dim):
    return pointwise([inputs[0], reduce(inputs, (dim,), True)])


def permute(inputs, order):
    (x,) = inputs
    size = [x.size[d] for d in order]
    return build(size, x.element, [order.index(d) for d in x.order], x.format, x.convention)


def cat(inputs, dim):
    first = inputs[0]
    for number, x in enumerate(inputs):
        if x.format != first.format or (x.format == DENSE and x.stick != first.stick):
            return None
        if x.format == DENSE and dim == x.stick and number + 1 < len(inputs) and x.size[dim] % x.lanes:
            return None
    size = list(first.size)
    size[dim] = sum(x.size[dim] for x in inputs)
    return build(size, first.element, first.order, first.format, first.convention)


def cast(inputs, element):
    (x,) = inputs
    return build(x.size, element, x.order, x.format, x.convention)


def restickify(inputs, dim):
    return inputs[0].with_stick(dim, inputs[0].format)


# ---- graphs ----

@dataclass
class Node:
    name: str
    text: str
    size: tuple
    element: str
    operands: tuple = ()
    rule: object = None
    explicit: bool = False
    choices: tuple = ()  # layouts of an input
    pin: object = None


def default(size, element, convention):
    return build(size, element, range(len(size)), DENSE, convention)


def attribute(layout):
    sizes = []
    for number, dim in enumerate(layout.slots):
        if number == len(layout.slots) - 1:
            sizes.append(layout.lanes)
        elif dim is None:
            sizes.append(1)
        elif dim == layout.stick and layout.format == DENSE:
            sizes.append(-(-layout.size[dim] // layout.lanes))
        else:
            sizes.append(layout.size[dim])
    dims = ", ".join("-1" if d is None else str(d) for d in layout.slots)
    device = "x".join(map(str, sizes))
    host = "x".join(map(str, layout.size))
    return (f"tensor<{host}x{layout.element}, #tt.tiled_layout<memref<{device}x{layout.element}>, "
            f"dim_map = [{dims}], {layout.format}>>")


class Graph:
    def __init__(self, rng, convention):
        self.rng, self.convention, self.nodes = rng, convention, []
        for _ in range(rng.randint(1, 2)):
            self.input(tuple(rng.choice((1, 2, 3, 64, 70)) for _ in range(rng.choice((1, 2, 2, 2, 3)))))
        for _ in range(rng.randint(2, 4)):
            self.operation()

    def add(self, **values):
        self.nodes.append(Node(name=f"v{len(self.nodes)}", **values))
        return self.nodes[-1]

    def input(self, size, element="f16"):
        rng, shape = self.rng, "x".join(map(str, size))
        base = default(size, element, self.convention)
        if rng.random() < 0.4 or not size:
            sticks = tuple(base.with_stick(d, DENSE) for d in range(len(size)))
            return self.add(text=f"input {shape} {element}", size=size, element=element, choices=sticks or (base,))
        order = list(range(len(size)))
        rng.shuffle(order)
        format_ = SPARSE if rng.random() < 0.2 else DENSE
        layout = build(size, element, order, format_, self.convention)
        text = f"input {shape} {element} order={','.join(map(str, order))}{' sparse' if format_ == SPARSE else ''}"
        return self.add(text=text, size=size, element=element, choices=(layout,))

    def compute(self, text, operands, rule, size, element=None, explicit=False):
        numbers = tuple(self.nodes.index(o) for o in operands)
        node = self.add(text=text, size=size, element=element or operands[0].element, operands=numbers, rule=rule,
                        explicit=explicit)
        if self.rng.random() < 0.15 and size:
            order = list(range(len(size)))
            self.rng.shuffle(order)
            format_ = SPARSE if self.rng.random() < 0.2 else DENSE
            node.pin = build(size, node.element, order, format_, self.convention)
            node.text += " : " + attribute(node.pin)

    def operation(self):
        rng = self.rng
        x = rng.choice(self.nodes)
        rank = len(x.size)
        kinds = ["add", "add", "mul", "relu", "other"]
        if rank:
            kinds += ["sum", "sum", "softmax", "permute", "cat", "restickify"]
        if rank >= 2:
            kinds += ["matmul", "matmul", "matmul"]
        if self.convention == "rfc":
            kinds.append("cast")
        kind = rng.choice(kinds)
        if kind in ("add", "mul"):
            fitting = [n for n in self.nodes if n.element == x.element and broadcast([x.size, n.size]) is not None]
            y = rng.choice(fitting)
            self.compute(f"{kind} {x.name} {y.name}", [x, y], pointwise, broadcast([x.size, y.size]))
        elif kind == "other":
            size = tuple(rng.choice((e, 1)) for e in x.size)[rng.randint(0, max(rank - 1, 0)):]
            y = self.input(size or (1,), x.element)
            pair = [x, y] if rng.random() < 0.5 else [y, x]
            self.compute(f"sub {pair[0].name} {pair[1].name}", pair, pointwise, broadcast([x.size, y.size]))
        elif kind == "relu":
            self.compute(f"relu {x.name}", [x], pointwise, x.size)
        elif kind == "sum":
            axes = tuple(sorted(rng.sample(range(rank), rng.randint(1, min(rank, 2)))))
            keep = rng.random() < 0.4
            size = tuple(1 if d in axes else e for d, e in enumerate(x.size) if keep or d not in axes)
            self.compute(f"sum {x.name} axes={','.join(map(str, axes))}{' keepdim' if keep else ''}", [x],
                         lambda i: reduce(i, axes, keep), size)
        elif kind == "softmax":
            dim = rng.randrange(rank)
            self.compute(f"softmax {x.name} dim={dim}", [x], lambda i: softmax(i, dim), x.size)
        elif kind == "permute":
            order = list(range(rank))
            rng.shuffle(order)
            self.compute(f"permute {x.name} order={','.join(map(str, order))}", [x], lambda i: permute(i, order),
                         tuple(x.size[d] for d in order))
        elif kind == "cat":
            dim = rng.randrange(rank)
            fitting = [n for n in self.nodes if n.element == x.element and len(n.size) == rank
                       and all(a == b or d == dim for d, (a, b) in enumerate(zip(n.size, x.size)))]
            y = rng.choice(fitting)
            size = tuple(e + y.size[d] * (d == dim) for d, e in enumerate(x.size))
            self.compute(f"cat {x.name} {y.name} dim={dim}", [x, y], lambda i: cat(i, dim), size)
        elif kind == "restickify":
            dim = rng.randrange(rank)
            self.compute(f"restickify {x.name} dim={dim}", [x], lambda i: restickify(i, dim), x.size, explicit=True)
        elif kind == "cast":
            element = rng.choice(("f16", "f32"))
            self.compute(f"cast {x.name} dtype={element}", [x], lambda i: cast(i, element), x.size, element)
        else:
            fitting = [n for n in self.nodes if n.element == x.element and len(n.size) == 2
                       and n.size[0] == x.size[-1]]
            y = rng.choice(fitting) if fitting and rng.random() < 0.7 else None
            y = y or self.input((x.size[-1], rng.choice((2, 64, 70))), x.element)
            self.compute(f"matmul {x.name} {y.name}", [x, y], matmul, (*x.size[:-1], y.size[1]))

    def text(self):
        lines = [f"{n.name} = {n.text}" for n in self.nodes]
        self.rng.shuffle(lines)
        return "\n".join(lines) + "\n"


# ---- brute force ----

@functools.lru_cache(maxsize=None)
def options(natural, pin):
    """[(layout, bytes, key)]: what users can read; the key of a copy, or None"""
    found = [(natural, 0, None)]
    if pin is not None and pin.identity != natural.identity:
        found.append((pin, 0, None))  # paid by the operation
    free = {layout.cls for layout, _, _ in found}
    targets = [(d, DENSE) for d in range(len(natural.size))]
    if natural.convention != "2026":
        targets += [(d, SPARSE) for d in range(len(natural.size))]
    elif natural.format == DENSE:
        targets.append((natural.stick, SPARSE))
    for dim, format_ in targets:
        copy = natural.with_stick(dim, format_)
        if copy.cls not in free:
            found.append((copy, moved_bytes(natural, copy), (dim, format_)))
    return found


def brute_force(nodes):
    best = None
    naturals, made = [None] * len(nodes), [frozenset()] * len(nodes)

    def visit(at, cost):
        nonlocal best
        if best is not None and cost >= best:
            return
        if at == len(nodes):
            best = cost
            return
        node = nodes[at]
        if not node.operands:
            for layout in node.choices:
                naturals[at] = layout
                visit(at + 1, cost)
            return
        ways = {}
        for picks in itertools.product(*(options(naturals[o], nodes[o].pin) for o in node.operands)):
            result = node.rule([p[0] for p in picks])
            if result is None:
                continue
            extra = moved_bytes(picks[0][0], result) if node.explicit else 0
            if node.pin is not None:
                extra += moved_bytes(result, node.pin)
            copies = frozenset((o, p[2], p[1]) for o, p in zip(node.operands, picks) if p[2] is not None)
            price = extra + sum(c[2] for c in copies if c[1] not in made[c[0]])
            ways[result, copies] = min(price, ways.get((result, copies), price))
        for (result, copies), price in sorted(ways.items(), key=lambda w: w[1]):
            before = {o: made[o] for o, _, _ in copies}
            for o, key, _ in copies:
                made[o] |= {key}
            naturals[at] = result
            visit(at + 1, cost + price)
            for o, value in before.items():
                made[o] = value

    visit(0, 0)
    return best


# ---- comparison ----

def solve(tool, path, convention, *more):
    run = subprocess.run([tool, "tiled", "--graph", path, "--solve", "--json", "--convention", convention, *more],
                         capture_output=True, text=True)
    if run.returncode == 0:
        return json.loads(run.stdout)
    if run.returncode == 1 and "no layouts of its operands make" in run.stderr:
        return None
    raise SystemExit(f"{open(path).read()}\nexit status {run.returncode}: {run.stderr}")


def check(tool, seed, folder):
    rng = random.Random(seed)
    convention = rng.choice(("rfc", "rfc", "2026"))
    graph = Graph(rng, convention)
    path = os.path.join(folder, "graph.txt")
    with open(path, "w") as f:
        f.write(graph.text())
    expected, found = brute_force(graph.nodes), solve(tool, path, convention)
    if (expected is None) != (found is None):
        return f"brute force finds {expected}, --solve {found and found['total_bytes']}"
    if found is None:
        return None
    listed = sum(r["bytes"] for r in found["restickifies"]) + sum(v.get("moved_bytes", 0) for v in found["values"])
    if found["total_bytes"] != expected or not found["exact"] or found["lower_bound_bytes"] != expected:
        return (f"brute force {expected}, --solve {found['total_bytes']}, bound {found['lower_bound_bytes']}, "
                f"exact {found['exact']}")
    if listed != expected:
        return f"the restickifies listed move {listed}, the total is {expected}"
    narrow = solve(tool, path, convention, "--max-states", "2")
    if narrow and not narrow["lower_bound_bytes"] <= expected <= narrow["total_bytes"]:
        return (f"optimum {expected} is not between {narrow['lower_bound_bytes']} and {narrow['total_bytes']} of 2 "
                "states")
    return None


MAX_STATES_OF_ALL = 1_000_000  # of graphs with 200 operations: the time, independent of the machine


def large(tool, seed, path):
    """A graph of 200 operations; about 12 values are in use. The gap is stated, the work bounded."""
    rng = random.Random(seed)
    lines = [f"v{i} = input 128x128 f16 order={rng.choice(('0,1', '1,0'))}" for i in range(20)]
    for i in range(20, 200):
        pool = [f"v{j}" for j in range(i - 12, i)] + [f"v{rng.randrange(i)}"]
        a, b, c = (rng.choice(pool) for _ in range(3))
        lines.append(f"v{i} = " + rng.choice((f"add {a} {b}", f"matmul {a} {b}", f"matmul {a} {b}", f"transpose {a}",
                                              f"relu {a}", f"softmax {a} dim=1", f"where {a} {b} {c}")))
    with open(path, "w") as f:
        f.write("\n".join(lines))
    found = solve(tool, path, "rfc")
    total, bound = found["total_bytes"], found["lower_bound_bytes"]
    if not 0 < bound <= total or found["gap_bytes"] != total - bound or found["states"] > MAX_STATES_OF_ALL:
        raise SystemExit(f"200 operations, seed {seed}: total {total}, bound {bound}, {found['states']} states")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR")
    parser.add_argument("count", metavar="COUNT", nargs="?", type=int, default=default_cases(1000))
    parser.add_argument("first", metavar="FIRST_SEED", nargs="?", type=int, default=0)
    given = parser.parse_args()
    tool, count, first = os.path.join(given.build, "tt-layout"), given.count, given.first
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            wrong = check(tool, seed, folder)
            if wrong:
                with open(os.path.join(folder, "graph.txt")) as f:
                    raise SystemExit(f"seed {seed}: {wrong}\n{f.read()}")
        for seed in range(first, first + 3):
            large(tool, seed, os.path.join(folder, "graph.txt"))
    print(f"tiled graphs: {count} graphs, --solve is optimal in each")


if __name__ == "__main__":
    main()
