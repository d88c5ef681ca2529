#!/usr/bin/env python3
"""The library, the tools and the public headers have no warning in each compiler that is installed.
  compilers.py BUILD_DIR

Debian 12: gcc, g++, clang (14), clang-19."""
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import ROOT, Tap, arguments, files_below, run  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wshadow"]
NOT_IN_CXX = "-Wstrict-prototypes"
C, CXX = ["gcc", "clang-14", "clang-19"], ["g++", "clang++-14", "clang++-19"]
SYNONYMS = {"clang-14": "clang", "clang++-14": "clang++"}  # of Debian 12


def found(name):
    return shutil.which(name) or shutil.which(SYNONYMS.get(name, name))


def options_of_meson():
    """The warnings that meson.build disables."""
    with open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as f:
        return re.findall(r"'(-Wno-[a-z-]+)'", f.read().split("generated")[0])


def check(tap, compiler, flags, files):
    if not found(compiler):
        tap.skip(compiler, "it is not installed")
        return
    half = len(files) // 2 + 1
    for part in (files[:half], files[half:]):
        status, _, err = run([found(compiler), *flags, *part], cwd=ROOT, timeout=280)
        tap.check(status == 0, f"{compiler}: {len(part)} files from {part[0]} on", err.decode(errors="replace")[-4000:])


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    includes = ["-Iinclude", "-Isrc", f"-I{build}"]
    for compiler in C:
        unknown = ["-Wno-unknown-warning-option"] if "clang" in compiler else []
        check(tap, compiler, ["-fsyntax-only", "-std=gnu17", *WARNINGS, NOT_IN_CXX, *unknown, *options_of_meson(),
                              *includes], files_below("src", ".c"))
    headers = "".join(f"#include <{name.removeprefix('include/')}>\n" for name in files_below("include", ".h"))
    for compiler in filter(found, CXX):
        status, _, err = run([found(compiler), "-fsyntax-only", "-std=c++17", "-x", "c++", *WARNINGS, "-pedantic",
                              "-Iinclude", "-"], cwd=ROOT, stdin=headers.encode())
        tap.check(status == 0, f"{compiler}: the public headers", err.decode(errors="replace")[-4000:])
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
