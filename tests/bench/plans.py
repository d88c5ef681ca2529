#!/usr/bin/env python3
"""Speed of plans: moves of 1 GiB between layouts on 64 cores (the library call, tests/bench/bench_move.c), and a module
of 10,000 tensors in `tt-layout memory` (whole process): CPU time, medians. Then the commands of tt-layout on generated
modules (tests/bench/modules.py): instructions, counted by valgrind, beside those of reading.

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
import modules  # noqa: E402

MARKERS = ("<!-- plans: scripts/bench -->", "<!-- end of plans -->")
COMMAND_MARKERS = ("<!-- commands: scripts/bench -->", "<!-- end of commands -->")
TENSORS = 10_000
OPERATIONS = 2_000


def memory_row(build, runs):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        with open(path, "w", encoding="ascii") as f:
            f.write(modules.types(TENSORS))
        command = [os.path.join(build, "tt-layout"), "memory", "--json", path]
        median = bench.measure({"memory": command}, runs)["memory"]
    name = f"`tt-layout memory`, a module of {TENSORS:,} tensors, each with a different layout"
    return f"| {name} | {median * 1000:.0f} |"


def instructions(command):
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return int(re.search(rb"Collected : (\d+)", run.stderr)[1])


def commands_table(build):
    layout, opt = (os.path.join(build, tool) for tool in ("tt-layout", "tt-opt"))
    lines = [f"| command | module | reading, M | command, M | / reading | / {OPERATIONS // 10:,} operations |",
             "| --- | --- | ---: | ---: | ---: | ---: |"]
    start = instructions([layout, "--version"])
    for command, kind in modules.COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            words = [modules.write(folder, command, kind, count) for count in (OPERATIONS // 10, OPERATIONS)]
            small, large = (instructions([layout, *w]) for w, _ in words)
            read = instructions([opt, "--verify-only", words[1][1]]) if kind not in ("trace", "protocol") else 0
        ratio = f"{read / 1e6:.1f} | {large / 1e6:.1f} | {large / read:.1f}" if read else f"- | {large / 1e6:.1f} | -"
        lines.append(f"| `{command}` | {kind} | {ratio} | {(large - start) / (small - start):.1f} |")
    return "\n".join(lines)


def replace(page, markers, table):
    begin, end = page.index(markers[0]) + len(markers[0]), page.index(markers[1])
    return f"{page[:begin]}\n{table}\n{page[end:]}"


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
    commands = commands_table(build)
    print(table, commands, sep="\n\n")
    if a.write:
        with open(a.write, encoding="utf-8") as f:
            page = f.read()
        with open(a.write, "w", encoding="utf-8") as f:
            f.write(replace(replace(page, MARKERS, table), COMMAND_MARKERS, commands))
    return 0


if __name__ == "__main__":
    sys.exit(main())
