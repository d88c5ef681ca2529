#!/usr/bin/env python3
"""Packing of 256 MB beside numpy's copy of a transpose, and the places of 1,000,000 elements, in one run.

  PYTHONPATH=FOLDER_OF_THE_PACKAGE arrays.py [--check]

Writes the table of docs/performance.md: CPU time, medians of interleaved runs, with what they allocate."""
import argparse
import statistics
import sys
import time

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("--check", action="store_true", help="fail above the limits: 3 x numpy, 50 ms")
GIVEN = PARSER.parse_args()  # --help requires neither numpy nor the package

import numpy  # noqa: E402

import ttattr  # noqa: E402

SIDE, RUNS, PLACES = 8192, 5, 1000000
LAYOUT = ("tensor<{0}x{0}xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<{1}, "
          "#tt.memory_space<{2}>>>>")


def cases():
    tensor = numpy.arange(SIDE * SIDE, dtype="f4").reshape(SIDE, SIDE)
    tiles = ttattr.Layout(LAYOUT.format(SIDE, "32x32x!tt.tile<32x32, f32>", "l1"))
    rows = ttattr.Layout(LAYOUT.format(SIDE, "1024x1024xf32", "dram"))
    packed = tiles.pack(tensor)
    rng = numpy.random.default_rng(1)
    indices = rng.integers(0, SIDE, (PLACES, 2))
    for layout in (tiles, rows):
        layout.packing()
    yield "numpy: copy of the transpose", tensor.nbytes, lambda: numpy.ascontiguousarray(tensor.T)
    yield "pack: tiles on 64 cores", tensor.nbytes, lambda: tiles.pack(tensor)
    yield "pack: tiles, of the transpose", tensor.nbytes, lambda: tiles.pack(tensor.T)
    yield "pack: rows on 12 banks of DRAM", tensor.nbytes, lambda: rows.pack(tensor)
    yield "unpack: tiles on 64 cores", tensor.nbytes, lambda: tiles.unpack(packed)
    yield f"locate of {PLACES:,} elements: tiles", 0, lambda: tiles.locate(indices)
    yield f"locate of {PLACES:,} elements: rows", 0, lambda: rows.locate(indices)


def seconds(function):
    start = time.process_time()
    function()
    return time.process_time() - start


def main():
    all_cases = list(cases())
    times = [[] for _ in all_cases]
    for _ in range(RUNS):
        for case, found in zip(all_cases, times):
            found.append(seconds(case[2]))
    medians = [statistics.median(found) for found in times]
    print("| what | ms | GB/s | / numpy |\n| --- | ---: | ---: | ---: |")
    failed = False
    for (name, size, _), median in zip(all_cases, medians):
        rate, ratio = (f"{size / median / 1e9:.2f}", f"{median / medians[0]:.2f}") if size else ("-", "-")
        print(f"| {name} | {median * 1e3:.0f} | {rate} | {ratio} |")
        failed |= median > (3 * medians[0] if size else 0.05)
    sys.exit(failed and GIVEN.check)


main()
