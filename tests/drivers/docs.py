#!/usr/bin/env python3
"""Checks README, CONTRIBUTING and the pages of docs.   docs.py BUILD_DIR [--rewrite]

Runs every ```console block: a line `$ command`, then its output (standard output and standard error as on a terminal).
A comment `<!-- picture: COMMAND -->` precedes a picture: the command prints this file. Links, and names of files in
backticks, lead to existing files. Commands run in the root of the project, those of SCRATCH in an empty folder, with
the built tools first in PATH. --rewrite writes the output to the pages and pictures."""
import os
import re
import sys
import tempfile

from tap import ROOT, Tap, arguments, files_below, llvm_bin, run

SCRATCH = {"docs/tutorial.md"}  # its commands write files
PICTURE = re.compile(r"^<!-- picture: (.*) -->\n!\[[^]]*\]\(([^)]+)\)$", re.M)
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.S | re.M)


def steps(block):
    """[(command, what follows it)]"""
    found = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append([line[2:].rstrip("\n"), ""])
        elif found:
            found[-1][1] += line
    return found


def answer(command, folder, environment):
    status, out, _ = run(["/bin/sh", "-c", f"exec 2>&1; {command}"], cwd=folder, env=environment)
    return out.decode("utf-8", "replace") if status is not None else f"(no answer: {command})\n"


def check_names(tap, page, text):
    here = os.path.dirname(os.path.join(ROOT, page))
    links = [os.path.join(here, n) for n in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)]
    names = [os.path.join(ROOT, n)
             for n in re.findall(r"`((?:lit|tests|src|scripts|docs|include|grammar)/[\w./-]*)`", text)
             if not re.search(r"\b(ID|NAME)\b", n)]
    missing = sorted({os.path.relpath(n, ROOT) for n in links + names if not os.path.exists(n)})
    tap.check(not missing, f"{page}: what it names exists", "missing: " + ", ".join(missing))


def check_pictures(tap, page, text, environment, rewrite):
    for command, name in PICTURE.findall(text):
        path = os.path.join(os.path.dirname(os.path.join(ROOT, page)), name)
        got, old = answer(command, ROOT, environment), ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                old = f.read()
        if rewrite and got != old:
            with open(path, "w", encoding="utf-8") as f:
                f.write(got)
        tap.check(rewrite or got == old, f"{page}: {name} is the output of its command", f"run again: {command}")


def main():
    parser = arguments(__doc__)
    parser.add_argument("--rewrite", action="store_true", help="put what the commands print into the pages")
    options = parser.parse_args()
    build, rewrite = options.build, options.rewrite
    path = os.pathsep.join([build, *filter(None, [llvm_bin()]), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "LC_ALL": "C"}
    tap = Tap()
    for page in ["README.md", "CONTRIBUTING.md"] + files_below("docs", ".md"):
        with open(os.path.join(ROOT, page), encoding="utf-8") as f:
            text = f.read()

        def execute(match):
            line = text[:match.start()].count("\n") + 1
            printed = ""
            for command, expected in steps(match[1]):
                got = answer(command, folder, environment)
                if got and not got.endswith("\n"):
                    got += "\n"
                printed += f"$ {command}\n{got}"
                tap.check(got == expected or rewrite, f"{page}:{line}: {command}", f"expected:\n{expected}got:\n{got}")
            return f"```console\n{printed}```"

        check_pictures(tap, page, text, environment, rewrite)
        check_names(tap, page, text)
        with tempfile.TemporaryDirectory() as scratch:
            folder = scratch if page in SCRATCH else ROOT
            new = BLOCK.sub(execute, text)
        if rewrite and new != text:
            with open(os.path.join(ROOT, page), "w", encoding="utf-8") as f:
                f.write(new)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
