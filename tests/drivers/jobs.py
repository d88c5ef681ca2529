#!/usr/bin/env python3
"""tt-opt -j 4 has the same output as -j 1: for every lit file, with diagnostics, JSON, differences, in place.
With the thread sanitizer it also finds races (scripts/test).   jobs.py BUILD_DIR"""
import os
import shutil
import sys
import tempfile

from tap import ROOT, Tap, arguments, files_below, run


def contents(folder):
    return {p: open(os.path.join(folder, p), "rb").read() for p in sorted(os.listdir(folder))}


def copy_files(folder):
    os.makedirs(folder)
    for number, path in enumerate(files_below("lit", ".mlir")):
        shutil.copy(os.path.join(ROOT, path), os.path.join(folder, f"{number:04}.mlir"))


def main():
    tool, tap = os.path.join(arguments(__doc__).parse_args().build, "tt-opt"), Tap()
    for options in (["--emit=json"], ["--diff", "--split-input-file"], ["--verify-diagnostics", "--split-input-file"],
                    ["-i", "--fix"], ["--emit=json", "--system-desc=blackhole:2", "--mlir-print-local-scope"]):
        results = []
        for jobs in ("1", "4"):
            with tempfile.TemporaryDirectory() as folder:
                copy_files(os.path.join(folder, "f"))
                status, out, err = run([tool, "-j", jobs, *options, "f"], cwd=folder, timeout=300)
                results.append((status, out, err, contents(os.path.join(folder, "f"))))
        same = results[0] == results[1] and results[0][0] in (0, 1) and results[0][2].count(b"\n") > 0
        tap.check(same, f"-j 4 {' '.join(options)}",
                  f"exit {results[0][0]}, {results[1][0]}: {results[1][2][-3000:].decode(errors='replace')}")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
