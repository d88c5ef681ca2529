#!/usr/bin/env python3
"""A field that has its default is as no such field: both texts have the same canonical text and diagnostics.

  defaults.py BUILD_DIR

In the files of lit/ and of ../shared/corpus that tt-opt accepts, each DEFAULT row of the syntax table with a key is
written at the end of the attribute, and removed where it is written. Lines with comments are left alone."""
import glob
import json
import os
import re
import sys

from tap import ROOT, Tap, arguments, files_below, run

CORPUS = os.path.join(ROOT, "..", "shared", "corpus")
# Where a key may be the last field: `(start of the attribute, the field at its default)`.
WRITTEN = [("#ttnn.ttnn_layout<", "ignorePhysicalLayout = false")]


def defaults_with_keys():
    """The fields of DEFAULT rows that are numbers or truth values, as they are written with a key."""
    rows = []
    for path in glob.glob(os.path.join(ROOT, "src", "ir", "*.def")):
        with open(path, encoding="utf-8") as f:
            rows += re.findall(r'^DEFAULT\(\w+, (\w+), (?:INTEGER|BOOLEAN), "([^"]*)"\)', f.read(), re.M)
    return sorted({f"{field} = {value}" for field, value in rows})


def end_of_body(line, begin):
    """The position of the '>' that closes the '<' before `begin`; -1: not in this line."""
    depth = 1
    for i in range(begin, len(line)):
        depth += (line[i] == "<") - (line[i] == ">" and line[i - 1] != "-")
        if not depth:
            return i
    return -1


def write_out(line):
    for start, field in WRITTEN:
        at = line.find(start)
        while at >= 0:
            begin = at + len(start)
            end = end_of_body(line, begin)
            body = line[begin:end] if end >= 0 else ""
            if body and field.split()[0] not in body and not re.search(r", *(true|false)$", body):
                line = line[:end] + ", " + field + line[end:]
            at = line.find(start, begin)
    return line


def change(text, edit):
    return "\n".join(line if "//" in line else edit(line) for line in text.split("\n"))


def checked(tool, text):
    """(canonical text, [rule, severity]); None if there is a syntax error."""
    status, out, err = run([tool, "--split-input-file", "--diagnostic-format=json", "--output-file=/dev/stderr",
                            "-o", "-", "--max-errors=0", "-"], stdin=text.encode())
    found = [json.loads(line) for line in err.decode("utf-8", "replace").splitlines() if line.startswith("{")]
    if status not in (0, 1) or any(d["rule"] == "syntax" for d in found):
        return None
    return out, [(d["rule"], d["severity"]) for d in found]


def main():
    build = arguments(__doc__).parse_args().build
    tool, tap = os.path.join(build, "tt-opt"), Tap()
    fields = defaults_with_keys()
    tap.check("ignorePhysicalLayout = false" in fields, "the rows of the table are found", fields)
    removed = re.compile(", (?:" + "|".join(map(re.escape, fields)) + r")(?=[,>}])")
    paths = [os.path.join(ROOT, p) for p in files_below("lit", ".mlir") if "/Inputs/" not in p]
    paths += sorted(glob.glob(os.path.join(CORPUS, "**", "*.mlir"), recursive=True))
    changes = {"without": lambda line: removed.sub("", line), "with": write_out}
    compared, different = dict.fromkeys(changes, 0), []
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        texts = {name: change(text, edit) for name, edit in changes.items()}
        if all(other == text for other in texts.values()):
            continue
        expected = checked(tool, text)
        for name, other in texts.items():
            if other == text or expected is None:
                continue
            compared[name] += 1
            if checked(tool, other) != expected:
                different.append(f"{os.path.relpath(path, ROOT)}: {name} the defaults")
    for name, count in compared.items():
        tap.check(count, f"texts {name} the defaults: {count}")
    tap.check(not different, "the same canonical text and diagnostics", "\n".join(different))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
