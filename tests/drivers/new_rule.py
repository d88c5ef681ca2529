#!/usr/bin/env python3
"""The rule that CONTRIBUTING.md adds as an example, in a copy of the sources: its change is applied, tt-opt is built,
and the rule fires on a plain grid, wherever it stands, and not on others.

  new_rule.py BUILD_DIR     (BUILD_DIR is not used; its compiler cache may be)"""
import os
import re
import sys
import tempfile

from new_attribute import apply, build, change, check_size, copy_sources
from tap import ROOT, Tap, arguments, run

LAYOUT = "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{}x1>, memref<32x32xf32, #tt.memory_space<l1>>>"
# (the attribute of an operation, the text of the grid that is reported; None: none is)
CASES = [("#tt.grid<13x1>", "13x1"), ("#tt.grid<12x1>", None), ("[#tt.grid<2x2>, #tt.grid<1x13>]", "1x13"),
         (f"tensor<416x32xf32, {LAYOUT.format(13)}>", "13x1"), (f"tensor<384x32xf32, {LAYOUT.format(12)}>", None)]
OPERATION = '"t.op"() {{a = {}}} : () -> ()\n'


def next_number():
    with open(os.path.join(ROOT, "include/ttattr/rules.def"), encoding="utf-8") as f:
        return max(int(n) for n in re.findall(r"^RULE\((\d+),", f.read(), re.M)) + 1


def main():
    arguments(__doc__).parse_args()
    tap = Tap()
    changes, named = change(1)
    check_size(tap, changes, named)
    hunks = [(name, before, [line.replace("NEXT", str(next_number())) for line in added])
             for name, before, added in changes]
    with tempfile.TemporaryDirectory() as copy:
        copy_sources(copy)
        apply(tap, hunks, copy)
        tool = build(tap, copy)
        if not tool:
            return tap.finish()
        for attribute, grid in CASES:
            text = OPERATION.format(attribute)
            status, _, err = run([tool, "-"], stdin=text.encode())
            found = err.decode()
            if grid:
                expected = f"<stdin>:1:{text.index(grid) + 1}: warning: a grid of 13 rows or columns"
                tap.check(status == 0 and expected in found and "[grid-large]" in found, f"reports {attribute}", found)
            else:
                tap.check((status, found) == (0, ""), f"does not report {attribute}", found)
        off = run([tool, "-Wno-grid-large", "-"], stdin=OPERATION.format(CASES[0][0]).encode())
        tap.check(off[0] == 0 and not off[2], "it can be turned off", off)
        explained = run([tool, "--explain=grid-large"])[1].decode()
        tap.check("more than 12 rows or columns" in explained, "--explain has it", explained)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
