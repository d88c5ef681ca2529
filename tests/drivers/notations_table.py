#!/usr/bin/env python3
"""Compares the table of notations in docs/tiled-layouts.md with include/ttattr/notations.def: the same notations in the
same order, and what each of them cannot express.

usage: notations_table.py"""
import os
import re
import sys

from tap import ROOT, Tap

DEFINED = re.compile(r'^NOTATION\(\w+, "(\w+)", "[^"]*", "([^"]*)"\)$', re.M)
ROW = re.compile(r"^\| `(\w+)` \| .* \| ([^|]*) \|$", re.M)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def main():
    tap = Tap()
    text = read("include/ttattr/notations.def")
    defined = DEFINED.findall(text)
    tap.check(len(defined) == len(re.findall(r"^NOTATION\(", text, re.M)) > 0, "rows of notations.def", str(defined))
    page = read("docs/tiled-layouts.md")
    start = page.index("| notation | text | what it cannot express |")
    rows = dict(ROW.findall(page[start:page.index("\n\n", start)]))
    tap.check(list(rows) == [name for name, _ in defined], "names of docs/tiled-layouts.md", f"{list(rows)}")
    for name, lacks in defined:
        tap.check(rows.get(name) == lacks, name, f"expected '{lacks}', the page has '{rows.get(name)}'")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
