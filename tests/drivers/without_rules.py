#!/usr/bin/env python3
"""The tests of a rule fail without the rule: every lit/rules/RULE.mlir fails with tools that never report RULE
(tests/drivers/without_rule.c), and every rule has such a file.

  without_rules.py BUILD_DIR RULE_EXAMPLES TT_OPT_WITHOUT_A_RULE TT_LAYOUT_WITHOUT_A_RULE"""
import json
import os
import sys
import tempfile

from lit_tap import find_lit
from tap import ROOT, Tap, arguments, run

# Reported by the tools and not by the library, with the location of their tests.
ELSEWHERE = {"roundtrip": "tests/unit", "move-simulation": "tests/unit", "tiled-triple": "lit/tt-layout"}


def results_with(opt, layout):
    """The lit results of lit/rules, by rule, with `opt` as tt-opt and `layout` as tt-layout."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(opt), os.path.join(folder, "tt-opt"))
        os.symlink(os.path.abspath(layout), os.path.join(folder, "tt-layout"))
        results = os.path.join(folder, "results.json")
        _, out, err = run([*find_lit(), "-q", f"--param=build={folder}", "-o", results,
                           os.path.join(ROOT, "lit", "rules")],
                          timeout=300)
        if not os.path.exists(results):
            return None, (out + err).decode(errors="replace")
        with open(results) as f:
            tests = json.load(f)["tests"]
    return {os.path.basename(t["name"]).removesuffix(".mlir"): t["code"] for t in tests}, ""


def main():
    options, tap = arguments(__doc__, "rule_examples", "opt", "layout").parse_args(), Tap()
    _, table, _ = run([options.rule_examples])
    names = [json.loads(line)["name"] for line in table.decode().splitlines()]
    found, log = results_with(options.opt, options.layout)
    if found is None:
        tap.skip("lit", "lit does not run") if "not found" in log else tap.check(False, "lit runs", log)
        return tap.finish()
    for name in names:
        if name in ELSEWHERE:
            tap.skip(name, f"no report of the library: {ELSEWHERE[name]}")
            continue
        tap.check(found.get(name) == "FAIL", f"lit/rules/{name}.mlir fails without {name}",
                  f"lit says {found.get(name, 'no such file')}")
    others = {name for name in found if name not in names}
    tap.check(others and all(found[name] == "PASS" for name in others), "files without the name of a rule pass",
              sorted(others))
    tap.check(len(names) > 0, "the table has rules")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
