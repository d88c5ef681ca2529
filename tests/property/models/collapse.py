#!/usr/bin/env python3
"""`build` and `with` by intervals, by `<>` maps and with `--align`: the map that is written has the images of the
specification's joined dims, and `with` says when a rounded stride is dropped.

  collapse.py BUILD_DIR [CASES [SEED]]     a case is a shape and its intervals"""
import sys

from eras import BY_MAP, extents
from model import Layout, Map, by_x, ceil_div, collapse_text, dims_of, map_of, run_model, volume


def random_intervals(rng, rank):
    """Disjoint half-open intervals in order."""
    found, at = [], 0
    while at < rank:
        end = rng.randint(at + 1, rank)
        if rng.random() < 0.6 and end - at > 1:
            found.append((at, end))
        at = end
    return found


def groups_of(rank, intervals):
    """The dims of each result."""
    starts = dict(intervals)
    found, at = [], 0
    while at < rank:
        end = starts.get(at, at + 1)
        found.append((at, end))
        at = end
    return found


def step(rng, tools, verdict):
    rank = rng.choice([2, 3, 3, 4, 5])
    shape = [rng.choice([1, 2, 3, 4, 5, 7, 8, 12]) for _ in range(rank)]
    if volume(shape) > 3000:
        return
    intervals = random_intervals(rng, rank)
    groups = groups_of(rank, intervals)
    grid = [rng.choice([1, 1, 2, 3]) for _ in groups]
    align = rng.choice([1, 1, 2, 4, 8]) if all(end < rank for _, end in intervals) else 1
    expected = map_of(rank, [collapse_text(shape, a, b, align) for a, b in groups])
    wanted = Layout(shape, "f32", expected, grid)
    ends = [(a - rng.choice([0, rank]) if a else a, b - rank if b < rank and rng.random() < 0.5 else b)
            for a, b in intervals]
    style = rng.choice(["intervals", "document", "map"])
    if style == "intervals":
        option = "--collapse=" + (",".join(f"{a}:{b}" for a, b in ends) or "none")
    elif style == "document":
        option = "--collapse=[" + ", ".join(f"({a}, {b})" for a, b in ends) + "]"
    else:
        if align > 1:
            return
        results = [" <> ".join(f"d{i}" for i in range(a, b)) for a, b in groups]
        option = f"--map=({dims_of(rank)}) -> ({', '.join(results)})"
    if rng.random() < 0.5:
        arguments = ["build", "--shape", by_x(shape), "--element", "f32", "--grid", by_x(grid), option]
        dropped = None
    else:
        bumped = rng.random() < 0.5
        start = Layout(shape, "f32", map_of(rank, [collapse_text(shape, 0, rank - 1, 16 if bumped else 1),
                                                   f"d{rank - 1}"]), [1, 1])
        arguments = ["with", start.text(), option, "--grid", by_x(grid)]
        dropped = bumped and start.physical != [volume(shape[:-1]), shape[-1]]
    if align > 1:
        arguments += ["--align", str(align)]
    verdict.cases += 1
    verdict.count(f"by {style}")
    status, out, err = tools.layout(*arguments)
    if not verdict.expect("a layout", 0, status, arguments + [err[:300]]):
        return
    match = BY_MAP.match(out)
    linear, found_grid = Map(match[3]), extents(match[5])
    verdict.expect(f"images of {match[3]}", True, [expected(*i) for i in wanted.indices()] ==
                   [linear(*i) for i in wanted.indices()], arguments)
    verdict.expect("grid and memref", (grid, [ceil_div(p, g) for p, g in zip(wanted.physical, grid)]),
                   (found_grid, extents(match[6])), arguments)
    if dropped is not None and align == 1:
        verdict.expect("a warning that a rounded stride is dropped", dropped, "stride" in err, arguments + [err[:300]])


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "collapse", 500, step))
