#!/usr/bin/env python3
"""The reader of configuration files, compared with tomllib of Python: what it accepts has the same value there, and
everything in the documented subset is accepted.   toml.py BUILD_DIR TOML_JSON"""
import json
import random
import sys

from tap import Tap, arguments, run

TEXTS = 6000
PIECES = ["a", "b", "rules", "=", " = ", "[", "]", "[a]", "[ b ]", "\n", "\r\n", "\r", "#x\n", "# \u00e9\n",
          "\"", "'", "\\", "\\n", "\\u00e9", "\\ud800", "\\U0001F600", "1", "-0", "+7", "0", "01", "1_0",
          "1__0", "_", "1.5", "1e3", "0x1", "true", "false", "truex", ",", "{", "}", ".", " ", "\t", "\u0001",
          "\u007f", "\"\"", "''", "\"\"\"", "'''", "a = 1\n", "b = \"x\"\n", "9223372036854775807",
          "9223372036854775808", "-9223372036854775808", "2025-01-01", "inf", "nan", "\u00e9", "\u2028"]


def string(r):
    if r.random() < 0.3:
        return "'" + "".join(r.choice("ab \"\\#=[]\t\u00e9") for _ in range(r.randint(0, 5))) + "'"
    pieces = ["a", " ", "'", "#", "\\\"", "\\\\", "\\t", "\\b", "\\f", "\\r", "\\n", "\\u00e9", "\\U0001F600", "\u00e9",
              "\t"]
    return '"' + "".join(r.choice(pieces) for _ in range(r.randint(0, 5))) + '"'


def value(r, depth=0):
    kind = r.randint(0, 4 if depth < 3 else 3)
    if kind == 0:
        return r.choice(["true", "false"])
    if kind == 1:
        return r.choice(["0", "-0", "+12", "1_000", "-9223372036854775808", str(r.randint(0, 10**12))])
    if kind < 4:
        return string(r)
    gap = lambda: r.choice(["", " ", "\n  ", " # c, ]\r\n", "\t"])
    items = [value(r, depth + 1) for _ in range(r.randint(0, 3))]
    end = "," if items and r.random() < 0.5 else ""
    return "[" + gap() + (gap() + "," + gap()).join(items) + gap() + end + gap() + "]"


def key(r, used):
    while True:
        name = "".join(r.choice("abXY09-_") for _ in range(r.randint(1, 4)))
        if name not in used:
            used.add(name)
            return r.choice([name, f'"{name}"', f"'{name}'"])


def in_subset(r):
    """A text of docs/configuration.md."""
    lines, root = [], set()
    for table in range(r.randint(0, 3)):
        used = root
        if table:
            lines.append(f"{r.choice(['', ' '])}[{r.choice(['', ' '])}{key(r, root)}]")
            used = set()
        for _ in range(r.randint(0, 4)):
            lines.append(f"{r.choice(['', '  '])}{key(r, used)}{r.choice(['', ' '])}={r.choice(['', ' '])}{value(r)}")
            if r.random() < 0.3:
                lines[-1] += " # comment \u00e9"
            if r.random() < 0.2:
                lines.append(r.choice(["", "# comment", "\t"]))
    return r.choice(["\n", "\r\n"]).join(lines) + r.choice(["", "\n"])


def mutated(r):
    text = in_subset(r) if r.random() < 0.6 else ""
    for _ in range(r.randint(1, 6)):
        at = r.randint(0, len(text))
        text = text[:at] + r.choice(PIECES) + text[at + r.choice([0, 0, 1, 3]):]
    return text


def model(data):
    """What toml_json prints, by tomllib."""
    import tomllib

    def plain(v):
        if isinstance(v, bool) or isinstance(v, str):
            return v
        return {"integer": str(v)} if isinstance(v, int) else [plain(i) for i in v] if isinstance(v, list) else {}

    found = tomllib.loads(data)
    root = {k: plain(v) for k, v in found.items() if not isinstance(v, dict)}
    tables = {k: {n: plain(v) for n, v in t.items()} for k, t in found.items() if isinstance(t, dict)}
    return root, tables


def compare(text, line):
    """The error, or ''. """
    tables, entries = json.loads(line)
    ours = {t: {} for t in tables}
    root = {}
    for table, name, v in entries:
        (root if table is None else ours[table])[name] = v
    try:
        expected = model(text)
    except ValueError as e:
        return f"{text!r} is accepted, but not TOML: {e}"
    return "" if (root, ours) == expected else f"{text!r} is {(root, ours)}, expected {expected}"


def main():
    options, tap = arguments(__doc__, "toml_json").parse_args(), Tap()
    if sys.version_info < (3, 11):
        tap.skip("tomllib", "requires Python 3.11")
        return tap.finish()
    r = random.Random(14)
    good = [in_subset(r) for _ in range(TEXTS)]
    texts = good + [mutated(r) for _ in range(TEXTS)]
    status, out, err = run([options.toml_json], stdin=b"".join(t.encode() + b"\0" for t in texts))
    lines = out.decode().split("\n")[:-1]
    tap.check(status == 0 and len(lines) == len(texts), "all texts are read", err.decode())
    rejected = [f"{t!r}: {l}" for t, l in zip(good, lines) if l.startswith("error ")]
    tap.check(not rejected, "the documented subset is accepted", "\n".join(rejected[:5]))
    accepted = [(t, l) for t, l in zip(texts, lines) if not l.startswith("error ")]
    wrong = [e for e in (compare(t, l) for t, l in accepted) if e]
    tap.check(not wrong, f"{len(accepted)} of {len(texts)} texts have the values of tomllib", "\n".join(wrong[:5]))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
