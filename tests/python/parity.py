"""The package on real files: its answers are those of the native tools.

Prints a line for each difference, then the number of answers that were compared."""
import argparse
import json
import os
import subprocess

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("native", help="the folder of the native tools")
parser.add_argument("files", nargs="+")
options = parser.parse_args()  # --help does not require the package

import ttattr  # noqa: E402

MAX_BYTES = 200_000
MAX_LAYOUTS = 4  # of a file that are moved and gridded
OF_THE_FILE = {"name", "line", "select", "device", "mesh", "chips", "slices_agree", "slices_reason", "virtual_map"}
OF_THE_ARCH = {"alignment_bytes", "bank_bytes", "rows"}


def native(tool, *words, stdin=""):
    done = subprocess.run([os.path.join(options.native, tool), *words], input=stdin.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


class Comparison:
    def __init__(self):
        self.equal = 0

    def check(self, what, found, expected):
        if found == expected:
            self.equal += 1
        else:
            print(f"{what}: found {str(found)[:300]}, expected {str(expected)[:300]}")


def is_layout(text):
    """Not of a type with an alias whose definition lacks a mark, which is a warning there and an error here."""
    try:
        return bool(ttattr.Layout(text))
    except ttattr.Error:
        return False


def compare_file(path, comparison):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if len(text) > MAX_BYTES:
        return
    _, out, _ = native("tt-layout", "show", "-", "--json", "--device=none", stdin=text)
    shown = [entry for entry in json.loads(out or "[]") if "type" in entry and is_layout(entry["type"])]
    found = ttattr.Document(text).layouts
    comparison.check(f"{path}: names", [(n.name, n.line, n.select) for n in found],
                     [(e["name"], e["line"], e["select"]) for e in shown])
    layouts = [named.layout for named in found]
    for layout, entry in zip(layouts, shown):
        left_out = OF_THE_FILE | (OF_THE_ARCH if "system_desc" in text else set())
        comparison.check(f"{path}: {layout}", {k: v for k, v in layout.figures.to_json().items() if k not in left_out},
                         {k: v for k, v in entry.items() if k not in left_out})
        comparison.check("repr", eval(repr(layout), {"Layout": ttattr.Layout}), layout)
    for layout in layouts[:MAX_LAYOUTS]:
        compare_commands(layout, layouts, comparison)
    _, out, _ = native("tt-layout", "memory", "-", "--json", stdin=text)
    try:
        plan = ttattr.memory(text).to_json()
    except ttattr.Error:
        plan = None
    comparison.check(f"{path}: memory", plan, json.loads(out) if out else None)
    for function, option in ((ttattr.format, "--emit=mlir"), (ttattr.fix, "--fix-only")):
        _, out, _ = native("tt-opt", "-", option, "--no-config", stdin=text)
        if out:  # tt-opt prints no text that has errors
            comparison.check(f"{path}: {option}", function(text), out)
    _, _, err = native("tt-opt", "-", "--verify-only", "--diagnostic-format=json", "--no-config", "--max-errors=0",
                       stdin=text)
    expected = [json.loads(line) for line in err.split("\n") if line.startswith("{")]
    comparison.check(f"{path}: diagnostics", [(d.line, d.column, d.end_line, d.end_column, d.rule, d.message)
                                              for d in ttattr.check(text)],
                     [(d["line"], d["column"], d["end_line"], d["end_column"], d["rule"], d["message"])
                      for d in expected])


def compare_commands(layout, layouts, comparison):
    def ask(function):
        try:
            return function()
        except ttattr.Error as error:
            return str(error)

    def answer(*words):
        status, out, err = native("tt-layout", *words)
        return json.loads(out) if out and status < 2 else err.strip()

    comparison.check(f"grids of {layout}", ask(lambda: [r.to_json() for r in layout.grids(max=5)]),
                     answer("grids", str(layout), "--json", "--max=5"))
    other = next((o for o in layouts if o != layout and o.logical_shape == layout.logical_shape), None)
    if other:
        comparison.check(f"move {layout} {other}", ask(lambda: ttattr.move(layout, other, totals=True).to_json()),
                         answer("move", "--from", str(layout), "--to", str(other), "--json", "--totals"))


def main():
    comparison = Comparison()
    for path in options.files:
        compare_file(path, comparison)
    print(comparison.equal)


main()
