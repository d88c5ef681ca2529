#!/usr/bin/env python3
"""Every layout of a file can be selected: each name and place that `tt-layout show` and `tt-layout grids` list, and
each index, selects that layout in every command. For all files of lit, or of ../shared/corpus.
reach.py BUILD_DIR lit|corpus"""
import json
import os
import re
import sys

from tap import CASES_DIVIDED_BY, ROOT, Tap, arguments, files_below, run

DEVICE = "#tt.device<workerGrid = #tt.grid<64x64, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>"
COMMANDS = {"show": ["--json", "--device=none"], "with": [], "convert": ["--to=strided"],
            "grids": ["--json", "--device=none"],
            "place": ["--json", "--device=" + DEVICE], "draw": ["--format=txt", "--device=none"]}
REFUSED = re.compile(r"names several layouts|no tensor with a layout named|has \d+ layouts|--name")


def tool(build, command, *words):
    status, out, err = run([os.path.join(build, "tt-layout"), command, *words])
    return status, out.decode(errors="replace"), err.decode(errors="replace")


def answer(build, command, *words):
    """What a command says of one layout, without what it says of the file and of its other layouts."""
    status, out, err = tool(build, command, *words)
    if out.startswith("{"):
        out = json.loads(out)
        for key in ("name", "line", "select", "device", "mesh", "chips", "shards", "devices"):
            out.pop(key, None)
    if command == "draw":
        out = out.split("\n", 3)[3:]
    said = re.findall(r"^tt-layout: (?:error: )?.*$", err, re.M)
    refused = any(REFUSED.search(line) for line in said)
    return (bool(out), out, refused)


def listed(build, path):
    """The text list of the layouts: what selects each of them."""
    return [re.sub(r", line \d+$| \([%#].*\)$", "", name)
            for name in re.findall(r"^name        (.*)$", tool(build, "show", "--device=none", path)[1], re.M)]


def check_file(tap, build, path):
    status, out, _ = tool(build, "show", "--json", "--device=none", path)
    if status not in (0, 1) or not out.startswith("["):
        return
    entries, names, wrong = json.loads(out), listed(build, path), []
    if not entries or "type" not in entries[0]:
        return
    if names != [entry["select"] for entry in entries]:
        wrong.append(("text and JSON", names, [entry["select"] for entry in entries]))
    for number, entry in enumerate(entries):
        selectors = [entry["select"]] if len(entries) > 1 or number else [entry["select"], f"{path}:{entry['line']}:1"]
        for name in selectors:
            status, out, err = tool(build, "show", "--json", "--device=none", f"--name={name}", path)
            found = json.loads(out) if out.startswith("{") else {}
            if found.get("type") != entry["type"]:
                wrong.append(("show", name, out[:200] + err))
        for command, options in COMMANDS.items():
            mine = answer(build, command, *options, f"--name={entry['select']}", path)
            alone = mine if command == "place" else answer(build, command, *options, entry["type"])
            if mine[2] or (alone[0] and mine != alone): # a type alone may have errors: a name of no dialect
                wrong.append((command, entry["select"], mine, alone))
    plan = tool(build, "grids", "--json", "--device=none", path)[1]
    tensors = json.loads(plan)["tensors"] if plan.startswith('{"tensors"') else []
    types = {entry["type"] for entry in entries}
    for tensor in tensors: # results of one name, %0:2, have one place
        place = f"{path}:{tensor['line']}:{tensor['column']}"
        for name in (place, tensor["names"][0]) if "#" in tensor["names"][0] else (place,):
            status, out, err = tool(build, "show", "--json", "--device=none", f"--name={name}", path)
            if out.startswith("{"):
                break
        if not out.startswith("{") or json.loads(out)["type"] not in types:
            wrong.append(("grids", place, out[:200] + err))
    tap.check(not wrong, f"{os.path.relpath(path, ROOT)}: {len(entries)} layouts, {len(tensors)} tensors",
              "\n".join(map(str, wrong)))


def main():
    parser = arguments(__doc__, "where")
    options, tap = parser.parse_args(), Tap()
    folder = os.path.join(os.path.dirname(ROOT), "shared", "corpus")
    if options.where == "lit":
        paths = [os.path.join(ROOT, path) for path in files_below("lit", ".mlir")]
    elif os.path.isdir(folder):
        paths = sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names
                       if name.endswith(".mlir"))
    else:
        paths = []
        tap.skip("corpus", "../shared does not exist")
    for path in paths[::CASES_DIVIDED_BY]:
        check_file(tap, options.build, path)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
