#!/usr/bin/env python3
"""Misspells every name of an attribute or a type in every position, and expects one diagnostic with a nearest name.

  names.py BUILD_DIR    TAP on standard output

The names are those of --list-attributes. Each is changed by one edit of its mnemonic (a letter dropped, doubled,
replaced, two swapped) and of its dialect, in operations, definitions, encodings, element types, memory spaces, lists,
dictionaries and other attributes. The distance is computed here again, by recursion."""
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from tap import ROOT, Tap, arguments

POSITIONS = {
    "operation": '"t.op"() {{a = {0}}} : () -> ()',
    "list": '"t.op"() {{a = [1, {0}]}} : () -> ()',
    "dictionary": '"t.op"() {{a = {{b = {0}, c}}}} : () -> ()',
    "definition": "{1}a{2} = {0}",
    "encoding": '"t.op"() {{a = tensor<2x2xf32, {0}>}} : () -> ()',
    "other dialect": '"t.op"() {{a = #foo.bar<1, {0}>}} : () -> ()',
    "other dialect in a type": '"t.op"() {{a = tensor<2xf32, #foo.bar<[{0}]>>}} : () -> ()',
}
ATTRIBUTE_POSITIONS = {
    "memory space": '"t.op"() {{a = memref<2xf32, {0}>}} : () -> ()',
    "field": '"t.op"() {{a = #ttnn.memory_config<{0}>}} : () -> ()',
    "list of a field": '"t.op"() {{a = #ttnn.core_range_set<[{0}]>}} : () -> ()',
}
TYPE_POSITIONS = {
    "element type": '"t.op"() {{a = memref<2x{0}>}} : () -> ()',
    "argument": "func.func @f(%a: {0}) -> {0}",
}


@functools.lru_cache(maxsize=None)
def distance(a, b):
    """Insertions, deletions, replacements and swaps of neighbors."""
    if not a or not b:
        return len(a) + len(b)
    best = min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1, distance(a[1:], b[1:]) + (a[0] != b[0]))
    if len(a) > 1 and len(b) > 1 and a[:2] == b[1::-1]:
        best = min(best, distance(a[2:], b[2:]) + 1)
    return best


def edits(word, r):
    at = r.randrange(len(word))
    yield word[:at] + word[at + 1:]
    yield word[:at] + word[at] + word[at:]
    yield word[:at] + r.choice("aeosnxq") + word[at + 1:]
    at = r.randrange(max(len(word) - 1, 1))
    yield word[:at] + word[at + 1:at + 2] + word[at] + word[at + 2:]


def names_of(table):
    """{(sigil, dialect, mnemonic)} of --list-attributes"""
    found = set()
    for line in table.splitlines():
        match = re.match(r"([#!])(\w+)[.<](\w+)", line)
        if match:
            found.add(match.groups())
    return found


def quiet_names():
    """Names that are not reported: {(sigil, mnemonic)}, and the dialects of others."""
    with open(os.path.join(ROOT, "src/ir/attributes.def"), encoding="utf-8") as f:
        text = f.read()
    return (set(re.findall(r"^OPAQUE\('(.)', [\w |]+, \"(\w+)\"", text, re.M)),
            set(re.findall(r'^OTHER_DIALECT\("(\w+)"', text, re.M)))


def diagnostics(tt_opt, lines):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "names.mlir")
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
        run = subprocess.run([tt_opt, "--verify-only", "--diagnostic-format=json", "--max-errors=0", "-Wno-mixed-eras",
                              path], capture_output=True, text=True)
    found = {}
    for line in run.stderr.splitlines():
        d = json.loads(line)
        if "line" in d and d["severity"] != "remark":
            found.setdefault(d["line"], []).append(d)
    return found


def suggestion(diagnostic):
    match = re.search(r"did you mean '([#!])(\w+)[.<](\w+)'\?", diagnostic["message"])
    return match.groups() if match else None


def fixed(line, told):
    """The line after the fix-its, which are inside it."""
    for edit in sorted((e for d in told for f in d["fixes"] for e in f["edits"]), key=lambda e: -e["column"]):
        line = line[:edit["column"] - 1] + edit["text"] + line[edit["end_column"] - 1:]
    return line


def is_distinctive(mnemonic):
    return len(mnemonic) >= 8 or "_" in mnemonic


class Cases:
    def __init__(self, names):
        self.names, self.lines, self.wanted = names, [], []
        self.opaque, self.others = quiet_names()
        self.dialects = {dialect for _, dialect, _ in names}

    def add(self, wrong, right, position, template, form):
        """`right` is None where nothing is reported."""
        sigil, dialect, mnemonic = wrong
        text = f"{sigil}{dialect}<{mnemonic} 1>" if form == "long" else f"{sigil}{dialect}.{mnemonic}<1>"
        if form == "bare":
            text = f"{sigil}{dialect}.{mnemonic}"
        self.lines.append(template.format(text, sigil, len(self.lines)))
        count = template.count("{0}")
        self.wanted.append((wrong, right, f"{position}, {form}: {self.lines[-1]}", count))

    def add_all(self, wrong, right):
        positions = POSITIONS | (ATTRIBUTE_POSITIONS if wrong[0] == "#" else TYPE_POSITIONS)
        for position, template in positions.items():
            for form in ("dotted", "long", "bare"):
                self.add(wrong, right, position, template, form)

    def misspell(self, name, r):
        sigil, dialect, mnemonic = name
        for word in edits(mnemonic, r):
            known = (sigil, word) in self.opaque or any(n[1:] == (dialect, word) for n in self.names)
            if not known and word[:1].isalpha() and 2 * distance(word, mnemonic) <= max(len(word), len(mnemonic)):
                self.add_all((sigil, dialect, word), name)
        for word in edits(dialect, r):
            if word in self.dialects or word in self.others or not word[:1].isalpha():
                continue
            slip = set(word) <= set(dialect)  # `t`, `ttt`: no letter of another name
            reported = len(dialect) > 2 or slip or is_distinctive(mnemonic)
            self.add_all((sigil, word, mnemonic), name if reported else None)


def misses(cases, found):
    for i, (wrong, right, what, count) in enumerate(cases.wanted):
        told = found.get(i + 1, [])
        if right is None:
            if told:
                yield f"{what}\n  expected nothing: {told[0]['message']}"
            continue
        if len(told) != count or any(d["rule"] != "unknown-attribute" for d in told):
            yield f"{what}\n  expected {count} unknown-attribute, found {[d['message'] for d in told]}"
            continue
        near = suggestion(told[0])
        apart = sum(map(distance, wrong, right))
        if near not in cases.names or sum(map(distance, wrong, near)) > apart:
            yield f"{what}\n  expected {right}: {told[0]['message']}"
        elif told[0].get("fixes") and not re.search(rf"{near[0]}{near[1]}[.<]{near[2]}\b", fixed(cases.lines[i], told)):
            yield f"{what}\n  the fix-it is wrong: {fixed(cases.lines[i], told)}"


def main():
    build = arguments(__doc__).parse_args().build
    tt_opt, tap, r = os.path.join(build, "tt-opt"), Tap(), random.Random(1)
    names = names_of(subprocess.run([tt_opt, "--list-attributes"], capture_output=True, text=True, check=True).stdout)
    tap.check(len(names) > 100, "names are listed", len(names))
    for dialect in sorted({n[1] for n in names}):
        cases = Cases(names)
        for name in sorted(names):
            if name[1] == dialect:
                cases.misspell(name, r)
        wrong = list(misses(cases, diagnostics(tt_opt, cases.lines)))
        tap.check(not wrong, f"{len(cases.lines)} misspelled names of {dialect}",
                  "\n".join(wrong[:5] + [f"{len(wrong)} in all"]))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
