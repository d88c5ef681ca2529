#!/usr/bin/env python3
"""Runs the conversions of ../shared/corpus/golden/notations.jsonl: `tt-layout convert TEXT --from F --to T`. The result
is evaluated by independent models of the notations (notation_models.py) and must be read as its own notation. Skipped
if ../shared does not exist.

usage: notations.py BUILD_DIR [--list]"""
import hashlib
import json
import os
import sys

from notation_models import addresses
from tap import ROOT, Tap, arguments, run

CASES = os.path.join(os.path.dirname(ROOT), "shared", "corpus", "golden", "notations.jsonl")


def check(tool, case):
    """What is wrong with the answer; empty if nothing is."""
    status, out, err = run([tool, "convert", case["text"], "--from", case["from"], "--to", case["to"], *case["args"]])
    if case["verdict"] not in ("exact", "either") or status and case["verdict"] == "either":
        return "" if status == 1 and err else f"exit {status}, expected an error: {out.decode()}"
    if status:
        return f"exit {status}: {err.decode()}"
    text = out.decode().splitlines()[0]
    try:
        found = addresses(case["to"], text, case["shape"])
    except (AssertionError, TypeError, KeyError, ValueError) as error:
        return f"{text}: {error!r}"
    if "sha256" in case and hashlib.sha256(",".join(map(str, found)).encode()).hexdigest() != case["sha256"]:
        return f"{text}: expected {case['answer']}"
    shape = ["--shape", "x".join(map(str, case["shape"])), "--element", case["element"]]
    status, again, err = run([tool, "convert", text, "--to", case["to"], *shape])
    if status or again.decode().splitlines()[0] != text:
        return f"{text}: read again: {err.decode()}{again.decode()}"
    return ""


def main():
    parser = arguments(__doc__)
    parser.add_argument("--list", action="store_true", help="print one line per error, and the sums")
    options = parser.parse_args()
    tool, tap, wrong = os.path.join(options.build, "tt-layout"), Tap(), 0
    if not os.path.isfile(CASES):
        tap.skip("notations", "../shared does not exist")
        return tap.finish()
    with open(CASES, encoding="utf-8") as f:
        cases = [case for case in map(json.loads, f) if "id" in case]
    for case in cases:
        found = check(tool, case)
        wrong += bool(found)
        if not options.list:
            tap.check(not found, case["id"], f"{case['text']}\n{found}")
        elif found:
            print(f"{case['id']}: {found.strip()}")
    if options.list:
        print(f"{len(cases)} cases, {wrong} wrong")
        return 0
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
