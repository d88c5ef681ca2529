#!/usr/bin/env python3
"""tt-opt -j has the same output as -j 1: several threads take the files of a run, or the sections of one large file.
With the thread sanitizer it also finds races (scripts/test).   jobs.py BUILD_DIR"""
import os
import random
import shutil
import sys
import tempfile

from tap import CASES_DIVIDED_BY, ROOT, Tap, arguments, files_below, run

LEAST_BYTES = 4 << 20  # TTA_PARTS_TEXT in src/document/parts.h

# The first two of sections also with sanitizers
OF_FILES = (["--emit=json"], ["--diff", "--split-input-file"], ["--verify-diagnostics", "--split-input-file"],
            ["-i", "--fix"], ["--emit=json", "--system-desc=blackhole:2", "--mlir-print-local-scope"])
OF_SECTIONS = (["--fix", "-i"], ["--emit=json", "--era=latest"], ["--max-errors=0"], [],
               ["--verify-diagnostics", "--no-from-run-lines"], ["--verify-diagnostics=only-expected", "--all-errors"],
               ["--verify-only", "--diagnostic-format=sarif", "-Werror"], ["--diagnostic-format=json", "--diff"],
               ["--mlir-print-local-scope", "--target=ttnn"], ["--verify-roundtrip", "--emit=none"], ["--check"],
               ["--statistics", "--emit=none", "--diagnostic-format=json"], ["--fix-only", "-o", "out"],
               ["--parse-only", "--quiet"], ["--query=attr", "--query-count"], ["--stats"],
               ["--write-baseline=out", "--emit=none"], ["--migrate=2026-06-01"], ["--dump=tokens"])


def contents(folder):
    return {p: open(os.path.join(folder, p), "rb").read() for p in sorted(os.listdir(folder))}


def copy_files(folder):
    os.makedirs(folder)
    for number, path in enumerate(files_below("lit", ".mlir")):
        shutil.copy(os.path.join(ROOT, path), os.path.join(folder, f"{number:04}.mlir"))


def large_text(rng):
    """Sections of lit files, some cut, with CRLF, empty or joined; strings and comments end at any place of a section.
    The last line has no end. Comments that allow rules in the whole file are left out: most errors would go."""
    pool = []
    for path in files_below("lit", ".mlir"):
        with open(os.path.join(ROOT, path), "rb") as f:
            pool += [s for s in f.read().split(b"// -----") if len(s) < 20000 and b"allow-file(all" not in s]
    text, size = [], 0
    while size < LEAST_BYTES + (1 << 18):
        section = rng.choice(pool)
        kind = rng.random()
        if kind < 0.05:
            section = section[:rng.randrange(len(section) + 1)] + rng.choice((b'"', b"/*", b"<", b"// "))
        elif kind < 0.1:
            section = section.replace(b"\n", b"\r\n")
        elif kind < 0.12:
            section = rng.choice((b"", b"\n", b"\r\n", b" \n/"))
        text.append(section)
        size += len(section) + 8
    return rng.choice((b"// -----", b"\n// -----", b"\n// ----- \r")).join(text) + b'\n"t.op"() {a = #tt.grid< 1 x 2>}'


def outcome(tool, jobs, options, fill, what):
    """Status, standard output and error, and the files of the folder afterwards"""
    with tempfile.TemporaryDirectory() as folder:
        fill(os.path.join(folder, "f"))
        status, out, err = run([tool, "-j", jobs, *options, what], cwd=os.path.join(folder, "f"), timeout=300)
        return status, out, err, contents(os.path.join(folder, "f"))


def compare(tap, tool, threads, options, fill, what):
    one = outcome(tool, "1", options, fill, what)
    for jobs in threads:
        several = outcome(tool, jobs, options, fill, what)
        same = one == several and one[0] in (0, 1) and len(one[1]) + len(one[2]) > 0
        tap.check(same, f"-j {jobs} {' '.join(options)}",
                  f"exit {one[0]}, {several[0]}: {one[2][:300]} {several[2][-3000:].decode(errors='replace')}")


def main():
    tool, tap = os.path.join(arguments(__doc__).parse_args().build, "tt-opt"), Tap()
    for options in OF_FILES:
        compare(tap, tool, ["4"], options, copy_files, ".")
    rng = random.Random(1)
    sanitized = CASES_DIVIDED_BY > 1
    for options in OF_SECTIONS[:2 if sanitized else None]:
        text = large_text(rng)

        def write(folder, text=text):
            os.makedirs(folder)
            with open(os.path.join(folder, "a.mlir"), "wb") as f:
                f.write(text)

        compare(tap, tool, ["7"] if sanitized else ["2", "7"], ["--split-input-file", *options], write, "a.mlir")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
