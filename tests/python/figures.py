"""Figures of docs/performance.md: the least of several runs.

What the library needs for a check is the time for one more text in a long one."""
import subprocess
import sys
import time

import ttattr

TEXT = ("#l1 = #tt.memory_space<l1>\n"
        "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, #l1>>\n"
        "func.func @f(%arg0: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>\n// -----\n")
IMPORT = "import time; t = time.perf_counter(); import ttattr; print(time.perf_counter() - t)"


def seconds(function, times, runs=7):
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(times):
            function()
        best = min(best, (time.perf_counter() - start) / times)
    return best


def import_seconds():
    done = (subprocess.run([sys.executable, "-c", IMPORT], stdout=subprocess.PIPE, check=True) for _ in range(7))
    return min(float(run.stdout) for run in done)


def main():
    many = 500
    alone = seconds(lambda: ttattr.check(TEXT), 2000)
    library = seconds(lambda: ttattr.check(TEXT * many, split=True), 2) / many
    layout = ttattr.Layout("tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, "
                           "memref<64x64xf32, #tt.memory_space<l1>>>>")
    figures = [
        (f"check of {len(TEXT)} bytes, beyond the library's {library * 1e6:.1f} us", (alone - library) * 1e6, "us", 5),
        ("import", import_seconds() * 1e3, "ms", 20),
        ("locate of one element", seconds(lambda: layout.locate((1, 2)), 1000) * 1e6, "us", 20),
        ("Layout of a text", seconds(lambda: ttattr.Layout(str(layout)), 500) * 1e6, "us", 40),
    ]
    for name, value, unit, limit in figures:
        print(f"{name}: {value:.1f} {unit} (limit {limit})")


main()
