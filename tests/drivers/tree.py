#!/usr/bin/env python3
"""What is in the repository: the names at its top, and programs of tests that parse their arguments.   tree.py

Each Python program below tests/ prints its help for --help and creates nothing: a program that took --help for a
build directory once added a folder of this name to the repository."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

from tap import ROOT, Tap, files_below, run

TOP = """.ci .clang-tidy .gitattributes .gitignore .pre-commit-hooks.yaml CHANGELOG.md CMakeLists.txt CONTRIBUTING.md
         LICENSE NOTICE README.md action.yml bindings debian docs editors examples grammar include lit
         meson.build meson_options.txt packaging scripts src tests web""".split()
IGNORED = """build/x build-sanitize/x docs/x.tmp.md lit/tools/Output/x lit/Output/x lit/.lit_test_times.txt
             tests/drivers/__pycache__/x editors/vscode/node_modules/x editors/vscode/ttattr.vsix
             web/node_modules/x""".split()


def top(tap):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True) if shutil.which("git") \
        else None
    if not listed or listed.returncode:
        tap.skip("names at the top", "this is not a git repository")
        return
    found = sorted({name.split("/")[0] for name in listed.stdout.splitlines()})
    tap.check(found == sorted(TOP), "the top of the repository contains what tests/drivers/tree.py lists",
              f"unexpected: {sorted(set(found) - set(TOP))}\nmissing: {sorted(set(TOP) - set(found))}")
    for name in IGNORED:
        status, _, _ = run(["git", "-C", ROOT, "check-ignore", "-q", name])
        tap.check(status == 0, f".gitignore covers {name}")


def programs(tap):
    for path in files_below("tests", ".py"):
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            text = f.read()
        if "argparse" not in text and "arguments(" not in text:
            tap.check("sys.argv" not in text, f"{path} has no arguments", "it reads sys.argv without argparse")
            continue
        if path.endswith(("/tap.py", "/models/model.py")):
            continue  # a module
        with tempfile.TemporaryDirectory() as folder:
            status, out, err = run([sys.executable, "-B", os.path.join(ROOT, path), "--help"], cwd=folder)
            made = os.listdir(folder)
            tap.check(status == 0 and b"usage:" in out and not made, f"{path} --help", f"{made}\n{err.decode()}")
        if re.search(r"\barguments\(__doc__", text):
            status, _, err = run([sys.executable, "-B", os.path.join(ROOT, path), os.path.dirname(ROOT), "x", "y"])
            tap.check(status == 2 and b"build.ninja" in err, f"{path} requires a build directory", err.decode())


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    tap = Tap()
    top(tap)
    programs(tap)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
