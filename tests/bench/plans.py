#!/usr/bin/env python3
"""Speed of plans: moves of 1 GiB between layouts on 64 cores (the library call, tests/bench/bench_move.c), and a module
of 10,000 tensors in `tt-layout memory` (whole process). CPU time, medians.

  plans.py BUILD_DIR [--runs N] [--write docs/performance.md]"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import bench  # noqa: E402
import workload  # noqa: E402

MARKERS = ("<!-- plans: scripts/bench -->", "<!-- end of plans -->")
TENSORS = 10_000


def fits(line):
    """whether a shard is at most 256 KiB, so that the plan ends without advice"""
    rows, columns, tile = re.search(r"memref<(\d+)x(\d+)x(!tt\.tile)?", line).groups()
    return int(rows) * int(columns) * (1024 if tile else 4) <= 1 << 18


def program():
    """Operations that each create a tensor with a different layout."""
    text = workload.make("layouts", TENSORS * 260)
    body = [line for line in text.splitlines(keepends=True) if "ttir.empty" in line and fits(line)]
    assert len(body) >= TENSORS, len(body)
    return '"builtin.module"() ({\n' + "".join(body[:TENSORS]) + "}) : () -> ()\n"


def memory_row(build, runs):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        with open(path, "w", encoding="ascii") as f:
            f.write(program())
        command = [os.path.join(build, "tt-layout"), "memory", "--json", path]
        median = bench.measure({"memory": command}, runs)["memory"]
    name = f"`tt-layout memory`, a module of {TENSORS:,} tensors, each with a different layout"
    return f"| {name} | {median * 1000:.0f} |"


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("build", metavar="BUILD_DIR", type=bench.build_folder)
    ap.add_argument("--runs", type=int, default=9)
    ap.add_argument("--write", help="the page whose table is replaced")
    a = ap.parse_args()
    build = a.build
    tool = os.path.join(build, "tests", "bench_move")
    moves = subprocess.run([tool], stdout=subprocess.PIPE, check=True).stdout.decode()
    table = "\n".join(["| move of 1 GiB (16384x16384 f32), library call | ms | runs | run groups |",
                       "| --- | ---: | ---: | ---: |", moves.rstrip("\n"), "", "| plan | ms |", "| --- | ---: |",
                       memory_row(build, a.runs), "", f"{bench.processor()}, medians of {a.runs} runs."])
    print(table)
    if a.write:
        with open(a.write, encoding="utf-8") as f:
            page = f.read()
        begin, end = page.index(MARKERS[0]) + len(MARKERS[0]), page.index(MARKERS[1])
        with open(a.write, "w", encoding="utf-8") as f:
            f.write(f"{page[:begin]}\n{table}\n{page[end:]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
