#!/usr/bin/env python3
"""`build` and `with --align-bytes`: the layout that is written holds each element at a place of its own, on the same
grid, and each row of its shards starts at a multiple of the alignment. The note counts the padding.

  aligned.py BUILD_DIR [CASES [SEED]]     a case is a layout and an alignment"""
import re
import sys

from eras import BY_MAP, extents
from model import ELEMENT_BYTES, Layout, Map, by_x, ceil_div, run_model, volume


def step(rng, tools, verdict):
    shape = [rng.choice([1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 50]) for _ in range(rng.choice([2, 2, 3, 4]))]
    if volume(shape) > 5000:
        return
    element = rng.choice(["f32", "bf16", "i8"])
    grid = [rng.choice([1, 1, 2, 3, 4, 8]), rng.choice([1, 1, 2, 3, 4, 5, 8])]
    align = rng.choice([4, 8, 16, 16, 32, 64])
    arguments = ["build", "--shape", by_x(shape), "--element", element, "--grid", by_x(grid)]
    if rng.random() < 0.5:
        status, plain, err = tools.layout(*arguments)
        arguments = ["with", plain.strip()]
    arguments += ["--align-bytes", str(align)]
    verdict.cases += 1
    status, out, err = tools.layout(*arguments)
    if status:
        verdict.skip(f"rejected: {re.sub('[0-9]+', 'N', err.splitlines()[0])[:150]}")
        return
    match = BY_MAP.match(out)
    layout = Layout(extents(match[1]), match[2], Map(match[3]), extents(match[5]))
    memref = extents(match[6])
    verdict.expect("shape, element and grid", (shape, element, grid), (layout.shape, layout.element, layout.grid),
                   arguments)
    verdict.expect("memref", [ceil_div(p, g) for p, g in zip(layout.physical, grid)], memref, arguments)
    verdict.expect(f"legal: {out.strip()}", True, layout.legal(), arguments)
    row = memref[-1] * ELEMENT_BYTES[element]
    if volume(memref[:-1]) > 1:
        verdict.expect(f"each row starts at a multiple of {align}: {out.strip()}", 0, row % align, arguments)
    stated = re.search(r"(\d+) of (\d+) elements \(([\d.]+)%\) are padding", " ".join(err.split()))
    places = volume(memref) * volume(grid)
    if stated:
        verdict.expect("padding of the note", (places - volume(shape), places), (int(stated[1]), int(stated[2])),
                       arguments)
        verdict.count("padded")
    verdict.count("with floordiv", "floordiv" in match[3])
    verdict.count("collapsed with a rounded stride", len(re.findall("floordiv", match[3])) == 0 and grid[1] == 1)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "aligned", 500, step))
