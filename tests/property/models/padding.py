#!/usr/bin/env python3
"""Padding in `show --padding`: the elements of each core are counted one by one, for maps with rounded
strides, offsets, reversed and repeated dims, and for tiles. The places of a core without an element are its padding; a
padding is never negative. The gaps that are listed are the places that no element reaches.

  padding.py BUILD_DIR [CASES [SEED]]     a case is a layout"""
import sys

from model import Layout, collapse_text, map_of, points, run_model, volume


def random_results(rng, shape):
    """(results, plain): maps of many kinds; `plain` are sums of strides, each dim in one result."""
    dims = len(shape)
    kind = rng.choice(["collapsed", "collapsed", "bumped", "bumped", "offset", "reversed", "repeated", "divided"])
    rank = rng.choice([r for r in (1, 2, 2, 3) if r <= dims])
    cuts = [0] + sorted(rng.sample(range(1, dims), rank - 1)) + [dims]
    align = rng.choice([2, 3, 4, 8, 32]) if kind != "collapsed" else 1
    results = [collapse_text(shape, a, b, align) for a, b in zip(cuts, cuts[1:])]
    if kind == "offset":
        at = rng.randrange(rank)
        results[at] += f" + {rng.choice([1, 2, 5])}"
    elif kind == "reversed":
        at = rng.randrange(rank)
        largest = map_of(dims, results)(*(e - 1 for e in shape))[at]
        results[at] = f"{largest} - ({results[at]})"
    elif kind == "repeated":
        results.insert(0, results[0])
        if rng.random() < 0.5:
            results[1] = f"d{rng.randrange(dims)}"
    elif kind == "divided":
        by = rng.choice([2, 3, 4, 8])
        at = rng.randrange(dims)
        results = [f"d{at} floordiv {by}", f"d{at} mod {by}"] + [f"d{i}" for i in range(dims) if i != at]
    return results, kind in ("collapsed", "bumped")


def random_layout(rng):
    shape = [rng.choice([1, 2, 3, 4, 5, 6, 8, 12, 16, 17, 32]) for _ in range(rng.choice([1, 2, 2, 3, 3, 4]))]
    if volume(shape) > 4000:
        return None, False
    results, plain = random_results(rng, shape)
    grid = [rng.choice([1, 1, 2, 2, 3, 4, 8]) for _ in results]
    tile = rng.choice([None, None, (32, 32, "f32"), (16, 16, "bf16"), (4, 16, "f32")]) if len(results) > 1 else None
    layout = Layout(shape, "f32", map_of(len(shape), results), grid, tile)
    return (layout if all(extent >= 1 for extent in layout.shard) else None), plain


def step(rng, tools, verdict):
    layout, plain = random_layout(rng)
    if layout is None or volume(layout.grid) > 512:
        return
    images = [layout.linear(*index) for index in layout.indices()]
    if len(set(images)) != len(images) or any(place < 0 for image in images for place in image):
        return  # rejected: layout-overlap, layout-negative
    limits = [g * s for g, s in zip(layout.grid, layout.shard)]
    inside = [image for image in images if all(place < limit for place, limit in zip(image, limits))]
    verdict.cases += 1
    verdict.count("with elements outside of the shards", len(inside) < len(images))
    arguments = ["show", layout.text(), "--padding"]
    seen, err = tools.json(*arguments)
    if seen is None:
        verdict.expect("show", "success", err[:300], arguments)
        return
    places = volume(layout.grid) * volume(layout.stored)
    verdict.expect("allocated_elements", places, seen["allocated_elements"], arguments)
    if seen["padding_elements"] is None and len(inside) < len(images):
        verdict.skip("no padding is stated for a layout that does not hold its tensor")
        return
    verdict.expect("padding_elements and outside_elements", (places - len(inside), len(images) - len(inside)),
                   (seen["padding_elements"], seen["outside_elements"]), arguments)
    of_core = {core: [] for core in points(layout.grid)}
    for image in inside:
        of_core[tuple(place // s for place, s in zip(image, layout.shard))].append(image)
    expected = {core: (len(mine), volume(layout.stored) - len(mine)) for core, mine in of_core.items()}
    verdict.expect("elements and padding of the cores", expected,
                   {tuple(entry["core"]): (entry["elements"], entry["padding_elements"]) for entry in seen["padding"]},
                   arguments)
    for entry in seen["padding"] if plain and layout.tile is None else []:
        columns = [{place % s for place in column}
                   for column, s in zip(zip(*of_core[tuple(entry["core"])]), layout.shard)]
        if columns:
            verdict.expect(f"reached rows and columns of core {entry['core']}", [len(column) for column in columns],
                           entry["reached"], arguments)
            verdict.expect(f"the valid part of core {entry['core']} has all elements", True,
                           all(max(column) < extent for column, extent in zip(columns, entry["valid"])), arguments)
    verdict.expect("padded extents", [layout.stored] * len(expected), [e["padded"] for e in seen["padding"]],
                   arguments)
    if plain:
        reached = [set(column) for column in zip(*images)]
        expected = [sorted(set(range(extent)) - hit) for extent, hit in zip(layout.physical, reached)]
        listed = [sorted({p for p in range(extent) for gap in seen["gaps"]
                          if gap["dim"] == at and gap["first"] <= p % gap["every"] < gap["first"] + gap["size"]})
                  for at, extent in enumerate(layout.physical)]
        verdict.expect("gaps", expected, listed, arguments)
        verdict.count("with gaps", any(expected))


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "padding", 2000, step))
