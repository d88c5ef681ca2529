#!/usr/bin/env python3
"""Mistakes as people type them, with the message and the repair that they should get: tests/golden/typed_mistakes.txt.
typed_mistakes_2.txt is a second set, by someone who knew the specifications and had not read the sources.

  typed_mistakes.py BUILD_DIR [--table NAME] [--list] [--class CLASS] [--all]

tt-opt reads all texts at once, one in a section, then the texts with its fix-its (--fix-only). Counts:

  SILENT       no diagnostic at all
  UNNAMED      no diagnostic names the cause
  PLACE        a diagnostic names the cause, but more than three columns from it
  CASCADE      more than one diagnostic
  FIX MISSING  there is one certain repair, and no fix-it
  FIX WRONG    the fix-its give another text than the repair, or a text that has an error, or an unbalanced one
  REPAIR       the repaired text of the table has an error itself: the table or tt-opt is wrong
  CRASH        tt-opt ends by a signal

The exit status is 1 if less is reached than REACHED says. What it should be: nothing silent or wrong, 95 % of the
causes named and of the repairs offered. The expectations were written before tt-opt was asked."""
import argparse
import collections
import json
import os
import re
import sys
import tempfile

from one_character import MARK, balanced
from tap import ROOT, build_folder, run

# At most, and at least, of each table. Silent is what is legal: `affine_map<..>` for a map, `memref(` in an operation.
REACHED = {"typed_mistakes": {"SILENT": 3, "FIX WRONG": 0}, "typed_mistakes_2": {"SILENT": 1, "FIX WRONG": 1}}
NAMED = {"typed_mistakes": 0.977, "typed_mistakes_2": 0.962}
OFFERED = {"typed_mistakes": 0.957, "typed_mistakes_2": 0.954}
MARKED = re.compile("«([^«»]*)»")


class Mistake:
    def __init__(self, number, text, cause):
        self.number, self.cause = number, re.compile(cause, re.IGNORECASE)
        if text.startswith("= "):
            text = text[2:].replace(";;", "\n")
        elif text.startswith("#"):
            text = "#a = " + text
        elif text.startswith("!"):
            text = "!a = " + text
        else:
            text = f"func.func private @f({text})"
        marks = list(MARKED.finditer(text))
        self.text = MARKED.sub(lambda mark: mark.group(1).partition("|")[0], text)
        certain = all("|" in mark.group(1) for mark in marks)
        self.repaired = MARKED.sub(lambda mark: mark.group(1).partition("|")[2], text) if certain else None
        before = text[:marks[0].start()]
        self.line = before.count("\n")
        self.first = len(before) - (before.rfind("\n") + 1) + 1
        self.last = self.first + max(len(marks[0].group(1).partition("|")[0]) - 1, 0)
        whole = self.text.split("\n")[self.line]
        name = re.search(r"[#!][\w.$-]*$", whole[:self.first - 1])
        if name and re.match(r"[\w.$-]", whole[self.first - 1:]) and self.first <= self.last:
            self.first = name.start() + 1  # the name of an attribute is one token
        self.whole = whole

    def near(self, diagnostic):
        """Whether the place of the diagnostic, or of one of its notes, is the place of the mistake."""
        first = diagnostic["line"] - diagnostic["inside"]  # of the section
        return any(self.place(note, note["line"] - first) for note in [diagnostic] + diagnostic["notes"])

    def place(self, diagnostic, line):
        if line != self.line:
            return False
        start = end = diagnostic["column"]
        if diagnostic["end_line"] == diagnostic["line"]:
            token = self.whole[start - 1:diagnostic["end_column"] - 1]
            end = diagnostic["end_column"] - 1 if re.fullmatch(r"[\w.$#!-]+", token) else start
        return self.first - 3 <= end and start <= self.last + 3

    def names(self, diagnostic):
        said = [diagnostic["message"]] + [note["message"] for note in diagnostic["notes"]]
        said += [fix["message"] for fix in diagnostic["fixes"]]
        said += [edit["text"] for fix in diagnostic["fixes"] for edit in fix["edits"] if edit["text"]]
        return any(self.cause.search(text) for text in said)


def table(name):
    abbreviations, mistakes = {}, []

    def full(text):
        return re.sub(r"\$(\w+)", lambda use: abbreviations[use.group(1)], text, flags=re.A)

    with open(os.path.join(ROOT, "tests", "golden", name + ".txt"), encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("# ") or line == "#":
                continue
            if line.startswith("let $"):
                name, _, value = line[5:].partition(" = ")
                abbreviations[name] = full(value)
            else:
                text, _, cause = line.partition("  ~~  ")
                mistakes.append(Mistake(number, full(text), cause))
    return mistakes


def ask(tool, folder, texts, *options):
    """(the diagnostics of each text, the printed texts, whether it crashed)"""
    path = os.path.join(folder, "all.mlir")
    with open(path, "w", encoding="utf-8") as f:
        f.write(MARK.join(text + "\n" for text in texts))
    status, out, err = run([tool, "--no-config", "--split-input-file", "--max-errors=0", "--diagnostic-format=json",
                            *options, path])
    owner = []
    for i, text in enumerate(texts):
        owner += [(i, k) for k in range(text.count("\n") + 1)] + [(i, -1)]
    found = [[] for _ in texts]
    for line in err.decode(errors="replace").splitlines():
        if line.startswith("{"):
            diagnostic = json.loads(line)
            section, diagnostic["inside"] = owner[min(diagnostic["line"] - 1, len(owner) - 1)]
            found[section].append(diagnostic)
    printed = out.decode(errors="replace").split(MARK)
    return found, printed if len(printed) == len(texts) else [""] * len(texts), status not in (0, 1)


def said(diagnostic):
    return f"{diagnostic['inside'] + 1}:{diagnostic['column']} {diagnostic['severity']}: {diagnostic['message']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR", type=build_folder)
    parser.add_argument("--table", metavar="NAME", default="typed_mistakes", help="the file in tests/golden")
    parser.add_argument("--list", action="store_true", help="print each mistake in a class in capitals")
    parser.add_argument("--class", dest="only_class", help="list this class only")
    parser.add_argument("--all", action="store_true", help="print what tt-opt says of every mistake")
    options = parser.parse_args()
    tool = os.path.join(options.build, "tt-opt")
    mistakes = table(options.table)
    with tempfile.TemporaryDirectory() as folder:
        found, _, crashed = ask(tool, folder, [m.text for m in mistakes])
        _, fixed, crashed_fix = ask(tool, folder, [m.text for m in mistakes], "--fix-only")
        fixed = [text.rstrip("\n") for text in fixed]
        left, _, _ = ask(tool, folder, [text or m.text for text, m in zip(fixed, mistakes)])
        judged = [m.repaired if m.repaired is not None else "" for m in mistakes]
        wrong, _, _ = ask(tool, folder, judged)
    counts = collections.Counter()
    certain = sum(m.repaired is not None for m in mistakes)

    def report(name, i, detail=""):
        counts[name] += 1
        if not (options.list and name.isupper() and options.only_class in (None, name)):
            return
        mistake = mistakes[i]
        print(f"{name}, line {mistake.number}{': ' + detail if detail else ''}")
        for k, line in enumerate(mistake.text.split("\n")):
            print(f"    {line}")
            if k == mistake.line:
                print("    " + " " * (mistake.first - 1) + "^" * (mistake.last - mistake.first + 1))
        print(f"    should name: {mistake.cause.pattern}")
        for diagnostic in found[i]:
            print(f"    says:   {said(diagnostic)} [{diagnostic['rule']}]")
        if name.startswith("FIX") or name == "REPAIR":
            print(f"    repair: {mistake.repaired}")
            if any(d["fixes"] for d in found[i]):
                print(f"    fixed:  {fixed[i]}")

    for i, mistake in enumerate(mistakes):
        if options.all:
            print(f"{mistake.number}: {mistake.text}")
            for diagnostic in found[i]:
                print(f"    {said(diagnostic)}")
        errors = [d for d in wrong[i] if d["severity"] == "error"]
        if mistake.repaired is not None and errors:
            report("REPAIR", i, errors[0]["message"])
        if not found[i]:
            report("SILENT", i)
        elif any(mistake.near(d) and mistake.names(d) for d in found[i]):
            counts["cause named"] += 1
        else:
            report("PLACE" if any(mistake.names(d) for d in found[i]) else "UNNAMED", i)
        if len(found[i]) > 1:
            report("CASCADE", i, f"{len(found[i])} messages")
        offered = any(d["fixes"] for d in found[i])
        broken = [d for d in left[i] if d["severity"] == "error"]
        if mistake.repaired is None:
            if offered and (broken or not balanced(fixed[i])):
                report("FIX WRONG", i, broken[0]["message"] if broken else "brackets do not match")
            elif offered:
                counts["fix of several possible ones"] += 1
        elif not offered:
            report("FIX MISSING", i)
        elif "".join(fixed[i].split()) == "".join(mistake.repaired.split()):
            counts["fix right"] += 1
        else:
            report("FIX WRONG", i, broken[0]["message"] if broken else "another text")
    if crashed or crashed_fix:
        counts["CRASH"] += 1
    print(f"{len(mistakes)} mistakes, {certain} with one certain repair")
    for name in sorted(counts, key=lambda n: (n.isupper(), n)):
        print(f"  {name:28} {counts[name]}")
    named, right = counts["cause named"] / len(mistakes), counts["fix right"] / certain
    print(f"  {named:.1%} of the causes named, {right:.1%} of the repairs offered")
    most = REACHED[options.table]
    bad = any(counts[name] > most.get(name, 0) for name in ("SILENT", "FIX WRONG", "CRASH", "REPAIR"))
    return 1 if bad or named < NAMED[options.table] or right < OFFERED[options.table] else 0


if __name__ == "__main__":
    sys.exit(main())
