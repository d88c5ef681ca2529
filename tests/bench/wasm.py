#!/usr/bin/env python3
"""The WebAssembly module against the native tool: CPU time of a check of 10 MB, medians of interleaved runs.

  wasm.py BUILD_DIR [--runs N] [--write docs/performance.md]

BUILD_DIR/wasm/npm is the package (scripts/wasm BUILD_DIR/wasm)."""
import argparse
import gzip
import json
import os
import statistics
import subprocess
import tempfile

import workload

HERE = os.path.dirname(os.path.abspath(__file__))
MARKERS = ("<!-- wasm: tests/bench/wasm.py -->", "<!-- end of wasm -->")
SIZE = 10_000_000
TEXTS = {"layouts": 3, "prose": 3, "devices": 4, "errors": 4}  # the limits of the ratio


def measure(build, kind, runs):
    package = os.path.join(build, "wasm", "npm")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, kind + ".mlir")
        with open(path, "w", encoding="ascii") as f:
            f.write(workload.make(kind, SIZE))
        command = [os.path.join(build, "tt-opt"), "--verify-only", "--diagnostic-format=json", "--max-errors=0"]
        done = subprocess.run(["node", os.path.join(HERE, "wasm.mjs"), package, path, str(runs), *command],
                              stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def sizes(package):
    for name in ("ttattr", "tt-opt", "tt-layout"):
        with open(os.path.join(package, name + ".wasm"), "rb") as f:
            data = f.read()
        yield f"| `{name}.wasm` | {len(data):,} | {len(gzip.compress(data, 9)):,} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--write", metavar="FILE")
    options = parser.parse_args()
    lines = ["| text, 10 MB | native ms | module ms | ratio | limit | first call ms |",
             "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for kind, limit in TEXTS.items():
        times = measure(options.build, kind, options.runs)
        native, wasm = statistics.median(times["native"]), statistics.median(times["wasm"])
        ratio = f"{wasm / native:.1f} x | {limit} x"
        lines.append(f"| {kind} | {native:.0f} | {wasm:.0f} | {ratio} | {times['first']:.0f} |")
        print(lines[-1], flush=True)
    lines += ["", f"Medians of {options.runs} interleaved runs; node {times['node']}.", "",
              "| file | bytes | gzip |", "| --- | ---: | ---: |", *sizes(os.path.join(options.build, "wasm", "npm"))]
    text = "\n".join([MARKERS[0], *lines, MARKERS[1]])
    print(text)
    if options.write:
        with open(options.write, encoding="utf-8") as f:
            before, _, rest = f.read().partition(MARKERS[0])
        with open(options.write, "w", encoding="utf-8") as f:
            f.write(before + text + rest.partition(MARKERS[1])[2])


if __name__ == "__main__":
    main()
