#!/usr/bin/env python3
"""The diagnostics of every rule's bad example, as text of 80 columns, compared with tests/golden/messages.txt.

  messages.py BUILD_DIR RULE_EXAMPLES [--update]

--update writes the file. Read it aloud before you commit it."""
import json
import os
import sys

from rules import command_of, run_example
from tap import ROOT, Tap, arguments, run

GOLDEN = os.path.join(ROOT, "tests", "golden", "messages.txt")
LONGEST = 4000  # bytes of the nesting and amplification examples


def rendered(build, table):
    """{rule: text}"""
    said = {}
    for line in table.decode().splitlines():
        rule = json.loads(line)
        if rule["bad"] is not None:
            _, _, err = run_example(command_of(build, rule), rule["bad"])
            said[rule["name"]] = err.decode("utf-8", "replace")[:LONGEST]
    return said


def main():
    parser = arguments(__doc__, "rule_examples")
    parser.add_argument("--update", action="store_true", help="write the file")
    options, tap = parser.parse_args(), Tap()
    status, table, err = run([options.rule_examples])
    said = rendered(options.build, table)
    if options.update:
        with open(GOLDEN, "w", encoding="utf-8") as f:
            f.write("".join(f"=== {name}\n{text}\n" for name, text in said.items()))
        return 0
    with open(GOLDEN, encoding="utf-8") as f:
        golden = {part.split("\n", 1)[0]: part.split("\n", 1)[1][:-1] for part in f.read().split("=== ")[1:]}
    for name in sorted(set(said) | set(golden)):
        tap.check(said.get(name) == golden.get(name), f"{name} has the recorded diagnostics",
                  f"was: {golden.get(name)}\nis:  {said.get(name)}")
    tap.check(said and not status, "the table has rules", err)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
