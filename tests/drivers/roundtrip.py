#!/usr/bin/env python3
"""Every accepted example is a round-trip test: formatting its canonical text does not change it.

  roundtrip.py BUILD_DIR

Examples are lit/**/*.mlir whose RUN lines do not expect a failure, docs/examples, and the ```mlir blocks of README and
docs (except docs/rules.md: rules.py tests its source). A block that tt-opt rejects is marked ```mlir rejected."""
import os
import re
import sys

from tap import ROOT, Tap, arguments, files_below, run

# Options of a RUN line that change how a text is read; the others change what is done with it.
READING = ("--split-input-file", "-split-input-file", "--parse-only", "--era", "--system-desc", "--target", "-Wno-")


def reading_options(lines):
    words = [w for line in lines for w in line.split()]
    return list(dict.fromkeys(w for w in words if w.startswith(READING)))


def examples():
    """(name, text, options, accepted)"""
    for path in files_below("lit", ".mlir") + files_below("docs", ".mlir"):
        if "/Inputs/" in path:
            continue
        with open(os.path.join(ROOT, path), "rb") as f:
            text = f.read()
        runs = [line for line in text.decode("utf-8", "replace").splitlines() if "RUN:" in line]
        if path.startswith("lit/") and (not runs or any(
                re.search(r"\bnot\b|--fix|--verify-diagnostics|--list-eras|--dump", r) for r in runs)):
            continue
        yield path, text, reading_options(r for r in runs if "-opt" in r), "rejected" not in os.path.basename(path)
    for path in ["README.md", "CONTRIBUTING.md"] + [p for p in files_below("docs", ".md") if p != "docs/rules.md"]:
        if not os.path.exists(os.path.join(ROOT, path)):
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            page = f.read()
        for block in re.finditer(r"^```mlir( rejected)?\n(.*?)^```", page, re.S | re.M):
            line = page[:block.start()].count("\n") + 1
            yield f"{path}:{line}", block[2].encode(), ["--split-input-file"], not block[1]


def main():
    tool, tap = os.path.join(arguments(__doc__).parse_args().build, "tt-opt"), Tap()
    for name, text, options, accepted in examples():
        status, once, err = run([tool, *options, "-"], stdin=text)
        if not accepted:
            tap.check(status == 1 and b": error: " in err, f"{name} is rejected",
                      f"exit {status}\n{err.decode(errors='replace')}")
        elif status != 0:
            tap.check(False, f"{name} is accepted", f"exit {status}\n{err.decode(errors='replace')}")
        else:
            status, twice, err = run([tool, *options, "-"], stdin=once)
            tap.check(status == 0 and once == twice, f"{name} has stable output", err.decode(errors="replace"))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
