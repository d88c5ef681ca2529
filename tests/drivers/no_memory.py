#!/usr/bin/env python3
"""Runs every command of the lit tests in one process, with each allocation failing in turn (no_memory.c).
  no_memory.py BUILD_DIR PROGRAM TOOL PLACES"""
import os
import re
import shlex
import subprocess
import sys

from tap import ROOT, arguments, files_below

SKIPPED = {"-i", "--in-place", "-o", "--csv-dir", "-j"}  # write files, or run threads


def commands(tool):
    """Argument lists of the RUN lines that consist of one command and its checks."""
    found = {}
    for path in files_below("lit", ".mlir") + files_below("lit", ".test"):
        whole = os.path.join(ROOT, path)
        with open(whole, encoding="utf-8", errors="replace") as f:
            text = re.sub(r"\\\n//\s*RUN:", "", f.read())
        for line in re.findall(r"RUN:\s*(.*)", text):
            command = re.split(r"\s(?:\||>|2>|&&)", line)[0]
            command = command.replace("%S", os.path.dirname(whole)).replace("%s", whole)
            try:
                words = shlex.split(command)
            except ValueError:
                continue
            while words and words[0] in ("not", "env") or words and "=" in words[0]:
                words.pop(0)
            plain = words and words[0] == tool and not any(
                "%" in w and not re.fullmatch(r"%\w+", w) or w == "<" or "\t" in w or "\n" in w for w in words)
            if plain and not SKIPPED & set(words) and not any(w.startswith("-j") for w in words) and "%t" not in words:
                found["\t".join(words)] = None
    return list(found)


def main():
    options = arguments(__doc__, "program", "tool", "places").parse_args()
    wanted = commands(options.tool)
    done = subprocess.run([options.program, options.places], input="\n".join(wanted) + "\n", text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    print(done.stdout)
    if done.returncode not in (0, 1) or len(wanted) < 20:
        print(f"Bail out! {len(wanted)} commands, exit {done.returncode}: {done.stderr[-3000:]}")
        return 1
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
