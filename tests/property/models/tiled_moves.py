#!/usr/bin/env python3
"""`move --json`, `tiled --to --json` and `tiled --runs --json` of tiled layouts against enumeration by the formulas of
the proposal: the nests copy every element from its position in one layout to its position in the other one, the runs
are the maximal ones, and padding with a value is what no element takes.

  tiled_moves.py BUILD_DIR [CASES [SEED]]     a case is a pair of layouts of one tensor"""
import sys

from model import ceil_div, points, run_model, volume

ELEMENTS = {"f16": 2, "bf16": 2, "f32": 4, "i8": 1, "f64": 8}
STICK_BYTES = 128
BURST_BYTES = 4096


class Tiled:
    """Device dims with the host dim of each; the inner one of two is the finer digit."""

    def __init__(self, host, element, dim_map, sizes, strides, sparse, pad):
        self.host, self.element, self.dim_map, self.sizes = host, element, dim_map, sizes
        self.strides, self.sparse, self.pad = strides, sparse, pad

    def text(self):
        strided = f", strided<{self.strides}>" if self.strides != contiguous(self.sizes) else ""
        memref = f"memref<{'x'.join(map(str, self.sizes))}x{self.element}{strided}>"
        pad = f", pad = {self.pad}" if self.pad else ""
        return (f"tensor<{'x'.join(map(str, self.host))}x{self.element}, #tt.tiled_layout<{memref}, "
                f"dim_map = {self.dim_map}, {'sparse' if self.sparse else 'dense'}{pad}>>")

    def position(self, index):
        at, weight = 0, {}
        for dim in reversed(range(len(self.sizes))):
            if self.sparse and dim == len(self.sizes) - 1:
                continue  # one element a stick
            host = self.dim_map[dim]
            step = weight.get(host, 1)
            at += index[host] // step % self.sizes[dim] * self.strides[dim]
            weight[host] = step * self.sizes[dim]
        return at

    def slots(self):
        return {sum(i * s for i, s in zip(index, self.strides)) for index in points(self.sizes)}


def contiguous(sizes):
    strides = [1] * len(sizes)
    for dim in reversed(range(len(sizes) - 1)):
        strides[dim] = strides[dim + 1] * sizes[dim + 1]
    return strides


def random_tiled(rng, host, element):
    rank, lanes = len(host), STICK_BYTES // ELEMENTS[element]
    order = rng.sample(range(rank), rank)
    stick, sparse = order[-1], rng.random() < 0.15
    outer = rng.sample(order, rank)  # where the number of the stick stands is free
    sizes = [host[dim] if dim != stick or sparse else ceil_div(host[dim], lanes) for dim in outer]
    if rng.random() < 0.2:
        sizes[rng.randrange(rank)] += rng.randrange(1, 3)
    sizes, dim_map = sizes + [lanes], outer + [stick]
    strides = contiguous(sizes)
    if rng.random() < 0.2:  # a gap after each step of a dim
        cut, extra = rng.randrange(rank), lanes * rng.randrange(1, 3)
        strides[cut] += extra
        for dim in reversed(range(cut)):
            strides[dim] = strides[dim + 1] * sizes[dim + 1]
    if any(size == 1 and stride < 1 for size, stride in zip(sizes, strides)):
        strides = contiguous(sizes)
    return Tiled(host, element, dim_map, sizes, strides, sparse, rng.choice([None, None, "zero", "neginf"]))


def enumerate_nest(nest):
    for index in points(nest["ranges"]):
        yield (nest["from_offset"] + sum(i * s for i, s in zip(index, nest["from_strides"])),
               nest["to_offset"] + sum(i * s for i, s in zip(index, nest["to_strides"])))


def enumerate_runs(transfers):
    for runs in transfers:
        for index in points([loop["count"] for loop in runs["loops"]]):
            yield (runs["src_offset"] + sum(i * loop["src_stride"] for i, loop in zip(index, runs["loops"])),
                   runs["dst_offset"] + sum(i * loop["dst_stride"] for i, loop in zip(index, runs["loops"])),
                   runs["bytes"])


def maximal_runs(pairs, scalar):
    """(source, destination, bytes) of the elements joined where they continue at both ends."""
    found = []
    for source, target in sorted(pairs):
        last = found[-1] if found else None
        if last and last[0] + last[2] == source * scalar and last[1] + last[2] == target * scalar:
            last[2] += scalar
        else:
            found.append([source * scalar, target * scalar, scalar])
    return sorted(map(tuple, found))


def compare(verdict, seen, pairs, scalar, arguments):
    nests = sorted(pair for nest in seen["nests"] for pair in enumerate_nest(nest))
    verdict.expect("elements of the nests", sorted(pairs), nests, arguments)
    runs = maximal_runs(pairs, scalar)
    verdict.expect("runs", runs, sorted(enumerate_runs(seen["transfers"])), arguments)
    lengths = [run[2] for run in runs]
    verdict.expect("totals", [len(runs), min(lengths), max(lengths), sum(ceil_div(n, BURST_BYTES) for n in lengths)],
                   [seen[key] for key in ("runs", "shortest_run", "longest_run", "requests")], arguments)


def step(rng, tools, verdict):
    rank = rng.choice([1, 2, 2, 3])
    host = [rng.choice([1, 2, 3, 5, 7, 12, 40, 65, 100, 130][:10 if rank < 3 else 7]) for _ in range(rank)]
    element = rng.choice(list(ELEMENTS))
    scalar = ELEMENTS[element]
    if volume(host) > 4000:
        return
    from_, to = (random_tiled(rng, host, element) for _ in range(2))
    verdict.cases += 1
    arguments = (["move", "--from", from_.text(), "--to", to.text()] if rng.random() < 0.5
                 else ["tiled", from_.text(), "--to", to.text()]) + ["--simulate"]
    seen, err = tools.json(*arguments)
    if seen is None:
        verdict.expect("a plan", True, False, arguments + [err[:200]])
        return
    pairs = [(from_.position(index), to.position(index)) for index in points(host)]
    compare(verdict, seen, pairs, scalar, arguments)
    verdict.expect("nothing to move", all(a == b for a, b in pairs) and not (to.pad and len(to.slots()) > len(pairs)),
                   seen["no_op"], arguments)
    padding = len(to.slots() - {b for _, b in pairs}) * scalar if to.pad else 0
    verdict.expect("padding", padding, seen["simulation"]["padding_bytes"], arguments)
    verdict.count("dims of sticks that change", from_.dim_map[-1] != to.dim_map[-1])
    arguments = ["tiled", to.text(), "--runs"]
    seen, err = tools.json(*arguments)
    rows = contiguous(host)
    pairs = [(sum(i * s for i, s in zip(index, rows)), to.position(index)) for index in points(host)]
    if seen is not None:
        compare(verdict, seen, pairs, scalar, arguments)
    verdict.expect("runs from the host", True, seen is not None, arguments + [err[:200]])


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "tiled_moves", 250, step))
