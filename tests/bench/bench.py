#!/usr/bin/env python3
"""Speed of tt-opt: whole process, user + system CPU time, median of interleaved runs, beside mlir-opt-19 on the same
file.

  bench.py BUILD_DIR [--size BYTES] [--runs N] [--write docs/performance.md]

mlir-opt knows none of these dialects: to it their attributes are balanced text, so it does less. `maps` is builtin
text, which it reads as tt-opt does. A figure is a measurement of this machine; the ratios are what compares."""
import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "drivers")]
import workload  # noqa: E402
from tap import build_folder  # noqa: E402

MLIR_OPT = "mlir-opt-19"
MARKERS = ("<!-- table: scripts/bench -->", "<!-- end of table -->")


def cpu_seconds(command):
    """CPU time of one run, of exactly this child"""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def measure(commands, runs):
    """median CPU seconds of each command, one run of each in turn"""
    times = {n: [] for n in commands}
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(cpu_seconds(command))
    return {n: statistics.median(t) for n, t in times.items()}


def peak_bytes(command, stdin=None):
    """Peak memory of one process, started by a fresh interpreter: the kernel's figure is never below that of the
    process which forked it (about 10 MB), so the input has to be larger than that."""
    code = ("import resource, subprocess, sys\n"
            "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    return 1024 * int(subprocess.run([sys.executable, "-c", code, *command], stdin=stdin,
                                     stdout=subprocess.PIPE, check=True).stdout)


def row(tool, kind, size, runs, folder, mlir):
    path = os.path.join(folder, f"{kind}.mlir")
    with open(path, "w", encoding="ascii") as f:
        f.write(workload.make(kind, size))
    commands = {"tt-opt": [tool, path], "tt-opt --parse-only": [tool, "--parse-only", path]}
    if mlir and kind != "errors":
        commands["mlir"] = [MLIR_OPT, "--allow-unregistered-dialect", path]
    median = measure(commands, runs)
    mib = os.path.getsize(path) / 2**20
    ratio = f"{median['mlir'] / median['tt-opt']:.1f} x" if "mlir" in median else "-"
    theirs = f"{median['mlir'] * 1000:.0f}" if "mlir" in median else "-"
    added = median["tt-opt"] / median["tt-opt --parse-only"] - 1
    return (f"| {kind} | {mib:.0f} | {median['tt-opt'] * 1000:.0f} | {mib / median['tt-opt']:.0f} | "
            f"{added * 100:+.0f} % | {peak_bytes([tool, path]) / os.path.getsize(path):.2f} | {theirs} | {ratio} |")


def start_up(tool, runs, mlir):
    commands = {"tt-opt": [tool, "--version"], "true": ["true"]}
    if mlir:
        commands["mlir"] = [MLIR_OPT, "--version"]
    median = measure(commands, max(runs, 5) * 4)
    more = f", mlir-opt {median['mlir'] * 1000:.1f} ms" if mlir else ""
    return (f"Start-up (`--version`): tt-opt {median['tt-opt'] * 1000:.1f} ms, "
            f"`true` {median['true'] * 1000:.1f} ms{more}.")


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            return re.search(r"model name\s*: (.*)", f.read())[1]
    except (OSError, TypeError):
        return platform.machine()


def replace_table(path, markers, table):
    with open(path, encoding="utf-8") as f:
        page = f.read()
    begin, end = page.index(markers[0]) + len(markers[0]), page.index(markers[1])
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"{page[:begin]}\n{table}\n{page[end:]}")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("build", metavar="BUILD_DIR", type=build_folder)
    ap.add_argument("--size", type=int, default=10_000_000)
    ap.add_argument("--runs", type=int, default=5)
    ap.add_argument("--write", help="the page whose table is replaced")
    a = ap.parse_args()
    tool = os.path.join(a.build, "tt-opt")
    mlir = subprocess.run(["sh", "-c", f"command -v {MLIR_OPT}"], stdout=subprocess.DEVNULL).returncode == 0
    lines = ["| text | MiB | tt-opt ms | MiB/s | verification | peak memory per byte | mlir-opt ms | "
             "mlir-opt / tt-opt |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    with tempfile.TemporaryDirectory() as folder:
        lines += [row(tool, kind, a.size, a.runs, folder, mlir)
                  for kind in ("layouts", "aliases", "devices", "maps", "prose", "errors")]
    lines += ["", start_up(tool, a.runs, mlir), "", f"{processor()}, medians of {a.runs} interleaved runs."]
    table = "\n".join(lines)
    print(table)
    if a.write:
        replace_table(a.write, MARKERS, table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
