#!/usr/bin/env python3
"""Runs lit on lit/ and prints the result of each file as TAP.   lit_tap.py BUILD_DIR [FILE-OR-FOLDER...]"""
import glob
import json
import os
import subprocess
import sys
import tempfile

from tap import ROOT, Tap, arguments


def find_lit():
    found = sorted(glob.glob("/usr/lib/llvm-*/build/utils/lit/lit.py"))
    return [sys.executable, found[-1]] if found else ["lit"]


def main():
    parser = arguments(__doc__)
    parser.add_argument("tests", nargs="*", metavar="FILE-OR-FOLDER", default=[os.path.join(ROOT, "lit")])
    options = parser.parse_args()
    build, what = options.build, options.tests
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        results = os.path.join(folder, "results.json")
        try:
            done = subprocess.run([*find_lit(), "-q", f"--param=build={build}", "-o", results, *what],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        except FileNotFoundError:
            tap.skip("lit", "lit is not installed (Debian: llvm-19-tools)")
            return tap.finish()
        if not os.path.exists(results):
            tap.check(False, "lit starts", done.stdout)
            return tap.finish()
        with open(results) as f:
            tests = json.load(f)["tests"]
    for test in sorted(tests, key=lambda t: t["name"]):
        if test["code"] in ("UNSUPPORTED", "EXCLUDED", "SKIPPED"):
            tap.skip(test["name"], test["code"].lower())
        else:
            tap.check(test["code"] == "PASS", test["name"], test["output"])
    if not tests:
        tap.check(False, "lit finds tests", done.stdout)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
