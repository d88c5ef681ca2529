#!/usr/bin/env python3
"""One invalid value causes one error. In every attribute of the lit tests each value is replaced in turn. A value that
is invalid everywhere (an undefined alias, a number beyond 64 bits) must cause exactly one error, at its position. For
any other replacement, parsing the output must yield the same output.
  one_error.py BUILD_DIR"""
import json
import os
import re
import sys
import tempfile

from tap import ROOT, Tap, arguments, files_below, run

MARK = "// -----\n"
OPEN, CLOSE = "<([{", ">)]}"
WIDE = "99999999999999999999"
# Here the number of values selects the form, so that the text after the invalid value can be invalid as well.
AMBIGUOUS = re.compile(r"#tt\.(system_desc|chip_channel)<|#ttnn\.(memory_config|shard_spec)<|"
                       r"cores( = )?\{worker = #undefined\}")


def closer(text, at):
    """The offset of the bracket that closes the one at `at`."""
    depth = 0
    while True:
        if text[at] == '"':
            at = text.index('"', at + 1)
        elif text.startswith("->", at):
            at += 1
        elif text[at] in OPEN:
            depth += 1
        elif text[at] in CLOSE:
            depth -= 1
            if not depth:
                return at
        at += 1


def values(text, begin, end):
    """(begin, end) of each value between commas, including nested ones, without `key =`."""
    start = at = begin
    inner = []
    while at <= end:
        if at == end or text[at] == ",":
            b = re.compile(r"\s*([A-Za-z_.$][\w.$]*\s*=\s*)?").match(text, start, at).end()
            e = b + len(text[b:at].rstrip())
            if b < e:
                yield b, e
            start = at + 1
        elif text[at] == '"':
            at = text.index('"', at + 1)
        elif text.startswith("->", at):
            at += 1
        elif text[at] in OPEN:
            close = closer(text, at)
            inner.append((at + 1, close))
            at = close
        at += 1
    for b, e in inner:
        yield from values(text, b, e)


def attributes():
    """Lines of the canonical texts without aliases, and the ranges of the values in their attribute."""
    for path in files_below("lit", "canonical.mlir"):
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            for line in f:
                if line.startswith('"t.op"() {a = ') and not re.search(r"#[a-z]+[,>}]", line):
                    begin, end = line.index("a = ") + 4, line.rindex("} : ")
                    yield line, sorted({v for v in values(line, begin, end) if v != (begin, end)})


def pieces(invalid, wanted):
    for line, ranges in attributes():
        for b, e in ranges:
            if wanted(line[b:e]):
                yield line[:b] + invalid + line[e:], b, b + len(invalid)


def read(tool, texts, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.mlir")
        with open(path, "w", encoding="utf-8") as f:
            f.write(MARK.join(texts))
        return run([tool, "--split-input-file", "--max-errors=1000000", *options, path])


def reported_once(tap, tool, name, rules, tests):
    """Each section has one error of one of the rules, at the invalid value."""
    status, _, err = read(tool, [t[0] for t in tests], "--verify-only", "--diagnostic-format=json")
    errors = [d for d in map(json.loads, err.decode().splitlines()) if d.get("severity") == "error"]
    wrong = []
    for number, (text, begin, end) in enumerate(tests):
        here = [d for d in errors if d["line"] == 2 * number + 1]
        if here and AMBIGUOUS.search(text):
            continue
        spans = [(d["column"], d["end_column"]) for h in here for d in (h, *h["notes"])]
        if len(here) != 1 or here[0]["rule"] not in rules or not any(b <= end and e > begin for b, e in spans):
            wrong.append(text + "".join(f"  {d['column']} [{d['rule']}] {d['message']}\n" for d in here))
    tap.check(status == 1 and len(tests) > 100 and not wrong, f"{name}: {len(tests)} texts",
              f"exit {status}\n" + "".join(wrong)[:4000])


def prints_as_read(tap, tool, invalid):
    """Parsing the output of the accepted texts yields the same output."""
    texts = [t[0] for t in pieces(invalid, lambda _: True)]
    status, _, err = read(tool, texts, "--verify-only", "--diagnostic-format=json")
    rejected = {d["line"] for d in map(json.loads, err.decode().splitlines()) if d.get("severity") == "error"}
    texts = [t for number, t in enumerate(texts) if 2 * number + 1 not in rejected]
    first = read(tool, texts)
    again = read(tool, first[1].decode().split(MARK))
    good = status == 1 and first[0] == again[0] == 0 and first[1] == again[1]
    tap.check(good and len(rejected) > 300 and len(texts) > 3,
              f"'{invalid}': {len(rejected)} rejected, {len(texts)} with stable output",
              f"exit {status}, {first[0]}, {again[0]}")


def main():
    tool, tap = os.path.join(arguments(__doc__).parse_args().build, "tt-opt"), Tap()
    reported_once(tap, tool, "an undefined alias", {"alias-undefined", "syntax"},
              list(pieces("#undefined", lambda _: True)))
    reported_once(tap, tool, "a number of 65 bits", {"integer-range", "layout-intervals", "tiled-strides", "syntax"},
              list(pieces(WIDE, lambda old: re.fullmatch(r"-?\d+", old))))
    for invalid in (WIDE, "-1", "nonsense", "[]", "<>", '"text"', "2x?", "f32", "@x", "(d0) -> (d0)", ""):
        prints_as_read(tap, tool, invalid)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
