#!/usr/bin/env python3
"""docs/library.md and its programs: each is built from examples/library with the strictest warnings, in C and in C++,
run, and quoted in the page with its output.   library_page.py BUILD_DIR [--rewrite]

`<!-- file: PATH -->` precedes a block that is the file; `<!-- output: PROGRAM ARGUMENTS -->` one that the program
prints. --rewrite writes the blocks."""
import os
import re
import shlex
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import ROOT, Tap, arguments, run  # noqa: E402

PAGE = os.path.join(ROOT, "docs/library.md")
PROGRAMS = os.path.join(ROOT, "examples/library")
STRICT = ["-Wall", "-Wextra", "-Werror", "-Wconversion", "-pedantic"]
COMPILERS = {"c": [*shlex.split(os.environ.get("CC", "cc")), "-std=c11"],
             "c++": [*shlex.split(os.environ.get("CXX", "c++")), "-std=c++17", "-xc++"]}
BLOCK = re.compile(r"^<!-- (file|output): ([^\n]*) -->\n```(\w+)\n(.*?)^```$", re.S | re.M)


def build(tap, folder, build_dir):
    for name in sorted(n for n in os.listdir(PROGRAMS) if n.endswith(".c")):
        for language, compiler in COMPILERS.items():
            program = os.path.join(folder, name[:-2] + ("" if language == "c" else "-" + language))
            status, _, err = run([*compiler, *STRICT, "-I" + os.path.join(ROOT, "include"),
                                  os.path.join(PROGRAMS, name), "-xnone", "-o", program,
                                  os.path.join(build_dir, "libttattr.a")])
            tap.check(status == 0, f"examples/library/{name} is built in {language}", err.decode(errors="replace"))


def content(kind, what, folder):
    if kind == "file":
        with open(os.path.join(ROOT, what), encoding="utf-8") as f:
            return f.read()
    program, *rest = what.split()
    _, out, err = run([os.path.join(folder, program), *rest], cwd=ROOT)
    return (out + err).decode(errors="replace")


def main():
    parser = arguments(__doc__)
    parser.add_argument("--rewrite", action="store_true")
    given, tap = parser.parse_args(), Tap()
    with open(PAGE, encoding="utf-8") as f:
        page = f.read()
    with tempfile.TemporaryDirectory() as folder:
        build(tap, folder, os.path.abspath(given.build))
        for kind, what, language, block in BLOCK.findall(page):
            expected = content(kind, what, folder)
            if given.rewrite:
                mark = f"<!-- {kind}: {what} -->\n```{language}\n"
                page = page.replace(mark + block + "```", mark + expected + "```")
            else:
                tap.check(block == expected, f"docs/library.md: {kind} {what}", f"expected:\n{expected}")
    if given.rewrite:
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write(page)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
