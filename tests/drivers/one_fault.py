#!/usr/bin/env python3
"""One fault, one error: in every attribute as the lit tests write it, one value after the other is made wrong. Where
the fault is certain (an alias that nobody defined, a number beyond 64 bits) it must be told once, where it stands,
and nothing else; whatever else is put in, what is printed must read as it was printed.
  one_fault.py BUILD_DIR"""
import json
import os
import re
import sys
import tempfile

from tap import ROOT, Tap, arguments, files_below, run

MARK = "// -----\n"
OPEN, CLOSE = "<([{", ">)]}"
WIDE = "99999999999999999999"
# Here one value more or less is another form, so that what follows the fault may be a fault as well.
AMBIGUOUS = re.compile(r"#tt\.(system_desc|chip_channel)<|#ttnn\.(memory_config|shard_spec)<|"
                       r"cores( = )?\{worker = #nobody\}")


def closer(text, at):
    """The place of the bracket that closes the one at `at`."""
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
    """(begin, end) of each value between commas, the nested ones too; `key =` does not belong to it."""
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
    """Lines of the canonical texts that stand alone, and where the values in their attribute are."""
    for path in files_below("lit", "canonical.mlir"):
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            for line in f:
                if line.startswith('"t.op"() {a = ') and not re.search(r"#[a-z]+[,>}]", line):
                    begin, end = line.index("a = ") + 4, line.rindex("} : ")
                    yield line, sorted({v for v in values(line, begin, end) if v != (begin, end)})


def pieces(fault, wanted):
    for line, places in attributes():
        for b, e in places:
            if wanted(line[b:e]):
                yield line[:b] + fault + line[e:], b, b + len(fault)


def read(tool, texts, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.mlir")
        with open(path, "w", encoding="utf-8") as f:
            f.write(MARK.join(texts))
        return run([tool, "--split-input-file", "--max-errors=1000000", *options, path])


def told_once(tap, tool, name, rules, tests):
    """Each piece has one error, of one of the rules, which points at the fault."""
    status, _, err = read(tool, [t[0] for t in tests], "--verify-only", "--diagnostic-format=json")
    told = [d for d in map(json.loads, err.decode().splitlines()) if d.get("severity") == "error"]
    wrong = []
    for number, (text, begin, end) in enumerate(tests):
        here = [d for d in told if d["line"] == 2 * number + 1]
        if here and AMBIGUOUS.search(text):
            continue
        spans = [(d["column"], d["end_column"]) for h in here for d in (h, *h["notes"])]
        if len(here) != 1 or here[0]["rule"] not in rules or not any(b <= end and e > begin for b, e in spans):
            wrong.append(text + "".join(f"  {d['column']} [{d['rule']}] {d['message']}\n" for d in here))
    tap.check(status == 1 and len(tests) > 100 and not wrong, f"{name}: {len(tests)} texts",
              f"exit {status}\n" + "".join(wrong)[:4000])


def prints_as_read(tap, tool, fault):
    """What is refused is not printed; all else comes out as it comes out again."""
    texts = [t[0] for t in pieces(fault, lambda _: True)]
    status, _, err = read(tool, texts, "--verify-only", "--diagnostic-format=json")
    refused = {d["line"] for d in map(json.loads, err.decode().splitlines()) if d.get("severity") == "error"}
    texts = [t for number, t in enumerate(texts) if 2 * number + 1 not in refused]
    first = read(tool, texts)
    again = read(tool, first[1].decode().split(MARK))
    good = status == 1 and first[0] == again[0] == 0 and first[1] == again[1]
    tap.check(good and len(refused) > 300 and len(texts) > 3,
              f"'{fault}': {len(refused)} refused, {len(texts)} print as they are read",
              f"exit {status}, {first[0]}, {again[0]}")


def main():
    tool, tap = os.path.join(arguments(__doc__).parse_args().build, "tt-opt"), Tap()
    told_once(tap, tool, "an alias that nobody defined", {"alias-undefined", "syntax"},
              list(pieces("#nobody", lambda _: True)))
    told_once(tap, tool, "a number beyond 64 bits", {"integer-range", "layout-intervals", "tiled-strides", "syntax"},
              list(pieces(WIDE, lambda old: re.fullmatch(r"-?\d+", old))))
    for fault in (WIDE, "-1", "nonsense", "[]", "<>", '"text"', "2x?", "f32", "@x", "(d0) -> (d0)", ""):
        prints_as_read(tap, tool, fault)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
