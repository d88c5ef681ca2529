#!/usr/bin/env python3
"""One wrong token is one diagnostic. The canonical text of every attribute, with one bracket, separator, field or sigil
removed, doubled, swapped with its neighbor or replaced.

  one_token.py BUILD_DIR [-v]

Each such text has no diagnostic (it is legal), or exactly one, and its span, one of its notes or one of its fix-its is
at the token or next to it. Where a fix-it is offered, the fixed text has no diagnostic. Some texts are as near to
another legal text as to the original one; they are at most one in a hundred. -v prints them."""
import collections
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "drivers"))
from tap import CASES_DIVIDED_BY, ROOT, Tap, arguments  # noqa: E402

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|->|::|[#!]?[A-Za-z_$][\w$.]*|\d+|[^\s]')
MARKS = set("<>()[]{},=:#!") | {"->"}
BRACKETS = "<>()[]{}"
SEPARATOR = "// -----\n"
AT_ONCE = 40
MOST_WRONG = 0.01


def canonical_lines(name):
    """the lines of lit/NAME/canonical.mlir that are a definition or an operation of their own"""
    path = os.path.join(ROOT, "lit", name, "canonical.mlir")
    if not os.path.exists(path):
        return []
    lines = [l for l in open(path).read().splitlines() if l.strip() and not l.lstrip().startswith("//")]
    lines = [l for l in lines if re.match(r'[#!]\w+ = |"', l)]
    return lines + [("!" if value[0] == "!" else "#") + f"x = {value}" for value in map(value_of, lines) if value]


def value_of(line):
    """the attribute of an operation"""
    begin, end = island(line) if line[0] == '"' else (0, 0)
    return line[begin:end]


def island(line):
    """where the attribute or type is: the right side of a definition, or the first attribute of an operation"""
    match = re.match(r"[#!]\w+ = ", line)
    if match:
        return match.end(), len(line)
    match = re.search(r"= (?=[#!a-z])", line)
    if not match:
        return 0, 0
    depth, at = 0, match.end()
    for token in TOKEN.finditer(line, match.end()):
        text = token.group()
        if text[-1] in "<([{":
            depth += 1
        elif text in (">", ")", "]", "}"):
            depth -= 1
            if depth == 0:
                return match.end(), token.end()
            if depth < 0:
                break
        at = token.end()
    return match.end(), at


def mutations(line):
    """(what, text, the first and last byte column that count as the position)"""
    begin, end = island(line)
    tokens = [(m.start(), m.end(), m.group()) for m in TOKEN.finditer(line) if begin <= m.start() and m.end() <= end]
    for i, (b, e, text) in enumerate(tokens):
        near = (tokens[i - 1][0] if i else b) + 1, (tokens[i + 1][1] if i + 1 < len(tokens) else e) + 1
        mark = text in MARKS
        sigil = text[0] in "#!" and len(text) > 1
        if mark:
            yield f"removed {text!r}", line[:b] + line[e:], near
            last = i  # of several closers any is the one too much
            while text in BRACKETS and last + 1 < len(tokens) and tokens[last + 1][2] in ">)]}":
                last += 1
            yield f"doubled {text!r}", line[:e] + text + line[e:], (near[0], max(near[1], tokens[last][1] + 2))
            if i + 1 < len(tokens) and tokens[i + 1][2] != text:
                b2, e2, next_text = tokens[i + 1]
                glue = " " if (line[b - 1] + next_text[0]).isalnum() else ""
                yield (f"swapped {text!r} and {next_text!r}",
                       line[:b] + glue + next_text + line[e:b2] + text + " " + line[e2:], near)
        if sigil:
            yield f"removed sigil of {text!r}", line[:b] + line[b + 1:], near
            yield f"other sigil of {text!r}", line[:b] + ("!" if text[0] == "#" else "#") + line[b + 1:], near
        if len(text) == 1 and text in BRACKETS:
            for other in BRACKETS[BRACKETS.index(text) % 2::2]:
                if other != text:
                    yield f"{other!r} for {text!r}", line[:b] + other + line[e:], near


def check(build, texts):
    """the diagnostics of each text; few at once, because repairs have a budget"""
    return [d for i in range(0, len(texts), AT_ONCE) for d in check_some(build, texts[i:i + AT_ONCE])]


def check_some(build, texts):
    source = SEPARATOR.join(t + "\n" for t in texts)
    starts, number = [], 1
    for t in texts:
        starts.append(number)
        number += 2 + t.count("\n")
    p = subprocess.run([os.path.join(build, "tt-opt"), "--verify-only", "--split-input-file", "--max-errors=0",
                        "--diagnostic-format=json", "-"], input=source, capture_output=True, text=True)
    found = [[] for _ in texts]
    section = 0
    for line in p.stderr.splitlines():
        d = json.loads(line)
        if d["severity"] not in ("error", "warning"):
            continue
        while section + 1 < len(texts) and starts[section + 1] <= d["line"]:
            section += 1
        while starts[section] > d["line"]:
            section -= 1
        found[section].append(d)
    return found


def spans(d):
    yield d["column"], d["end_column"]
    for n in d.get("notes", []):
        yield n["column"], n["end_column"]
    for f in d.get("fixes", []):
        for e in f["edits"]:
            yield e["column"], e["end_column"]


def touches(d, near):
    return any(b <= near[1] and max(e, b + 1) > near[0] for b, e in spans(d))


def fixed(text, d):
    data = text.encode()
    for e in sorted(d["fixes"][0]["edits"], key=lambda e: -e["column"]):
        data = data[:e["column"] - 1] + e["text"].encode() + data[e["end_column"] - 1:]
    return data.decode()


def wrong_answers(build, lines, totals):
    """(kind, mutation, text, diagnostics) of each text of these lines with a wrong answer"""
    cases = [m for line in dict.fromkeys(lines) for m in mutations(line)]
    wrong, fixes = [], []
    for (what, text, near), found in zip(cases, check(build, [c[1] for c in cases])):
        totals["texts"] += 1
        totals["legal"] += not found
        if len(found) > 1:
            wrong.append(("cascade", what, text, found))
        elif found and not touches(found[0], near):
            wrong.append(("place", what, text, found))
        if len(found) == 1 and found[0].get("fixes"):
            fixes.append((what, text, found, fixed(text, found[0])))
    for (what, text, found, _), again in zip(fixes, check(build, [f[3] for f in fixes])):
        totals["fixes"] += 1
        if again:
            wrong.append(("fix", what, text, found + again))
    totals.update(w[0] for w in wrong)
    return wrong


def main():
    parser = arguments(__doc__)
    parser.add_argument("-v", action="store_true", dest="verbose")
    options = parser.parse_args()
    tap, totals, answers = Tap(), collections.Counter(), []
    for name in sorted(os.listdir(os.path.join(ROOT, "lit"))):
        lines = canonical_lines(name)[::CASES_DIVIDED_BY]
        clean = [line for line, found in zip(lines, check(options.build, lines)) if not found]
        answers += [(name, *w) for w in wrong_answers(options.build, clean, totals)]
    for name, kind, what, text, found in answers if options.verbose else []:
        print(f"# {name}: {kind}: {what}\n#   {text}")
        for d in found:
            print(f"#     {d['column']}: {d['message']} [{d['rule']}]")
    counts = ", ".join(f"{n} {k}" for k, n in sorted(totals.items()))
    enough = totals["texts"] > 10000 // CASES_DIVIDED_BY
    tap.check(enough and len(answers) <= MOST_WRONG * totals["texts"], f"one diagnostic: {counts}")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
