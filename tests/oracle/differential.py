#!/usr/bin/env python3
"""tt-opt compared with mlir-opt-19 on builtin text: both accept the same texts and print the same bytes.

  differential.py BUILD_DIR [--kind KIND] [-n CASES] [--seed S] [--show N]

A case is a list of tokens with random whitespace, comments and names of dims. In some cases one token is dropped,
repeated, swapped or replaced. Each case is the body of an alias, which one operation uses, in a separate section:
with --mlir-print-local-scope both tools print it in the operation. These cases are excluded, because mlir-opt 19 is
wrong or crashes: divisors <= 0; constants that overflow int64 when folded; `tensor<7xi64, >`, which it accepts; a dim
named `symbol`, which it declares and then parses as the operator symbol(...)."""
import os
import random
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import Tap, arguments, run  # noqa: E402

MLIR_OPT = "mlir-opt-19"
MARKER = "// -----"
SCALARS = ["f32", "f16", "bf16", "f64", "tf32", "f8E4M3FN", "f8E5M2", "i1", "i8", "i32", "i64", "si8", "ui16", "index"]
KEYWORDS = ["mod", "floordiv", "ceildiv", "true", "dense", "tensor", "memref", "vector", "i32", "offset", "strided"]


class Names:
    """The dims and symbols of one map; sometimes a keyword of the language, which MLIR allows as a name."""

    def __init__(self, r, dims, symbols):
        pool = KEYWORDS + [f"{stem}{i}" for stem in ("d", "s", "row_", "x.") for i in range(6)]
        plain = r.random() < 0.7
        names = ([f"d{i}" for i in range(dims)] + [f"s{i}" for i in range(symbols)] if plain
                 else r.sample(pool, dims + symbols))
        self.dims, self.symbols = names[:dims], names[dims:]

    def header(self):
        tokens = ["(", *comma([[n] for n in self.dims]), ")"]
        return tokens + (["[", *comma([[n] for n in self.symbols]), "]"] if self.symbols else [])


def comma(parts):
    return [t for i, part in enumerate(parts) for t in ([","] if i else []) + part]


def number(r):
    return str(r.choice([0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 32, 64, 96, 128, 192, 1000]))


def divisor(r):
    return str(r.choice([1, 2, 3, 4, 8, 12, 16, 32]))


def affine(r, names, budget):
    """An affine expression of about `budget` operators, fully parenthesised or as precedence allows"""
    if budget <= 0:
        pool = names.dims + names.symbols
        return [r.choice(pool)] if pool and r.random() < 0.75 else [number(r)]
    form = r.choice(["sum", "sum", "sum", "difference", "scaled", "scaled", "divided", "divided", "minus", "collapse",
                     "symbolic"])
    if form == "collapse" and names.dims:  # as in layouts: outer dims times strides
        terms = [[d, "*", number(r)] for d in r.sample(names.dims, r.randint(1, len(names.dims)))]
        return [t for i, term in enumerate(terms) for t in (["+"] if i else []) + term]
    left = affine(r, names, r.randint(0, budget - 1))
    right = affine(r, names, r.randint(0, budget - 1))
    if form == "sum" or form == "collapse":
        return left + ["+"] + (right if r.random() < 0.6 else ["(", *right, ")"])
    if form == "difference":
        return left + ["-", "(", *right, ")"]
    if form == "minus":
        return ["-", "(", *left, ")"]
    if form == "symbolic" and names.symbols:
        return ["(", *left, ")", r.choice(["*", "mod", "floordiv", "ceildiv"]), r.choice(names.symbols)]
    if form == "scaled" or form == "symbolic":
        return ["(", *left, ")", "*", number(r)] if r.random() < 0.7 else [number(r), "*", "(", *left, ")"]
    return ["(", *left, ")", r.choice(["mod", "floordiv", "ceildiv"]), divisor(r)]


def a_map(r):
    names = Names(r, r.randint(0, 5), r.choice([0, 0, 0, 1, 2]))
    results = [affine(r, names, r.choice([0, 0, 1, 2, 4, 7])) for _ in range(r.randint(0, 4))]
    return ["affine_map", "<", *names.header(), "->", "(", *comma(results), ")", ">"]


def a_set(r):
    names = Names(r, r.randint(1, 3), r.choice([0, 1]))
    constraints = []
    for _ in range(r.randint(1, 3)):
        sides = affine(r, names, r.randint(0, 3)), affine(r, names, r.choice([0, 0, 1]))
        constraints.append([*sides[0], r.choice([">=", "==", "<="]), *(sides[1] if r.random() < 0.6 else ["0"])])
    return ["affine_set", "<", *names.header(), ":", "(", *comma(constraints), ")", ">"]


def shape(r, dynamic=True, highest=4):
    """Dimensions and their `x`, one token: MLIR accepts `2x3xf32` with and without spaces"""
    extents = [r.choice(["?"] * dynamic + ["0", "1", "2", "3", "7", "16", "32", "300", "65536"])
               for _ in range(r.randint(0, highest))]
    return extents, [t for e in extents for t in (e + r.choice(["x", "x", "x", " x ", "x "]),)]


def element(r, depth):
    if depth and r.random() < 0.2:
        return r.choice([["complex", "<", r.choice(["f32", "i8", "f64"]), ">"], a_vector(r)])
    return [r.choice(SCALARS)]


def a_vector(r):
    extents = [r.choice(["2", "4", "[4]", "8", "[1]"]) for _ in range(r.randint(0, 3))]
    return ["vector", "<", *[f"{e}x" for e in extents], r.choice(["f32", "i8", "bf16", "index"]), ">"]


def a_memref(r):
    extents, tokens = shape(r)
    rank, tail = len(extents), []
    pick = r.random()
    if pick < 0.25:
        strides = comma([[r.choice(["1", "2", "64", "?"])] for _ in range(rank)])
        offset = [",", "offset", ":", r.choice(["0", "5", "?"])] if r.random() < 0.5 else []
        tail = [",", "strided", "<", "[", *strides, "]", *offset, ">"]
    elif pick < 0.5 and rank:
        names = Names(r, rank, 0)
        results = [[n] for n in names.dims]
        if r.random() < 0.6:
            r.shuffle(results)
        tail = [",", "affine_map", "<", *names.header(), "->", "(", *comma(results), ")", ">"]
    if r.random() < 0.4:
        tail += [",", *r.choice([["0"], ["1"], ["3", ":", "i32"], ["0", ":", "i64"], ['"l1"'], ["[", "1", "]"]])]
    return ["memref", "<", *(tokens if r.random() < 0.93 else ["*x"]), *element(r, 1), *tail, ">"]


def a_tensor(r, depth=1):
    encoding = [",", *r.choice([["1"], ['"host"'], ["5", ":", "i8"],
                                ["affine_map", "<", "(", "d0", ")", "->", "(", "d0", ")", ">"],
                                ["{", "a", "=", "1", "}"]])] if r.random() < 0.15 else []
    return ["tensor", "<", *(shape(r)[1] if r.random() < 0.9 else ["*x"]), *element(r, depth), *encoding, ">"]


def a_type(r, depth=2):
    pick = r.random()
    if pick < 0.35:
        return a_tensor(r)
    if pick < 0.7:
        return a_memref(r)
    if pick < 0.78:
        return a_vector(r)
    if depth and pick < 0.88:
        return ["tuple", "<", *comma([a_type(r, depth - 1) for _ in range(r.randint(0, 3))]), ">"]
    if depth and pick < 0.97:
        results = [a_type(r, depth - 1) for _ in range(r.randint(0, 2))]
        return ["(", *comma([a_type(r, depth - 1) for _ in range(r.randint(0, 3))]), ")", "->",
                *(results[0] if len(results) == 1 and r.random() < 0.5 and results[0][0] != "("
                  else ["(", *comma(results), ")"])]
    return [r.choice(SCALARS)]


def an_attribute(r, depth=2):
    pick = r.random()
    if pick < 0.2:
        return [r.choice(["0", "1", "7", "300", "- 5"]), *r.choice([[], [":", "i32"], [":", "index"], [":", "i64"]])]
    if pick < 0.3:
        return [r.choice(['"a"', '"two words"', '"\\22"', '""', "true", "false", "unit", "@symbol", "@a::@b", "f32"])]
    if pick < 0.4:
        count = r.randint(0, 4)
        values = comma([[r.choice(["1", "2", "-3"])] for _ in range(count)])
        return ["array", "<", r.choice(["i32", "i64", "i8"]), *([":", *values] if count else []), ">"]
    if pick < 0.55:
        rows, columns = r.randint(0, 3), r.randint(1, 3)
        same = number(r) if r.random() < 0.3 else None
        lists = [["[", *comma([[same or number(r)] for _ in range(columns)]), "]"] for _ in range(rows)]
        body = ["[", *comma(lists), "]"] if rows else []
        return ["dense", "<", *body, ">", ":", "tensor", "<", f"{rows}x", f"{columns}x",
                r.choice(["i64", "i32", "index"]), ">"]
    if pick < 0.65:
        return a_map(r)
    if depth and pick < 0.8:
        return ["[", *comma([an_attribute(r, depth - 1) for _ in range(r.randint(0, 4))]), "]"]
    if depth and pick < 0.95:
        names = r.sample(["a", "b", "c0", "d.e", "mode", "grid"], r.randint(0, 3))
        entries = [[n, "=", *an_attribute(r, depth - 1)] if r.random() < 0.85 else [n] for n in sorted(names)]
        return ["{", *comma(entries), "}"]
    return a_type(r)


def damage(r, tokens):
    """One error inside the outermost brackets, which are the end of the alias body"""
    original, tokens = tokens, list(tokens)
    if len(tokens) < 5:
        return tokens
    at = r.randrange(2, len(tokens) - 1)
    if tokens[at] in ("<", ">", "(", ")", "[", "]", "{", "}") and r.random() < 0.5:
        return tokens  # unbalanced text mostly tests the end of the island
    fault = r.choice(["drop", "double", "swap", "replace"])
    if fault == "drop":
        del tokens[at]
    elif fault == "double":
        tokens.insert(at, tokens[at])
    elif fault == "swap" and at + 1 < len(tokens) - 1:
        tokens[at], tokens[at + 1] = tokens[at + 1], tokens[at]
    else:
        tokens[at] = r.choice([",", ":", "->", "d9", "=", "mod", "7", "?", "x", "f33"])
    empty_encoding = any(a == "," and b == ">" for a, b in zip(tokens, tokens[1:]))
    return original if empty_encoding else tokens


def spell(r, tokens):
    """Tokens as text. Two tokens that would merge require a space. Between others a space or a comment is optional."""
    text = ""
    for token in tokens:
        grown = text[-1:] + token[:1]
        needed = re.fullmatch(r"[\w.$-][\w.$-]|[-=<>]>|[<>=]=|::|//", grown) and not re.search(r"x\s*$", text[-2:])
        if re.search(r"\d\]?x\s*$|\?x\s*$|\*x$", text):
            needed = False  # after the x of a dimension list: the next extent or the type
        elif needed or r.random() < 0.5:
            text += " " if r.random() < 0.97 else r.choice(["  ", "\t", "\n", " // a comment\n"])
        text += token
    return text


KINDS = {"maps": a_map, "sets": a_set, "types": a_type, "attributes": an_attribute}


def cases_of(kind, n, seed):
    r = random.Random(f"{kind} {seed}")
    cases = []
    for _ in range(n):
        tokens = KINDS[kind](r)
        cases.append(spell(r, damage(r, tokens) if r.random() < 0.2 else tokens))
    return cases


def pieces(kind, cases):
    sigil = "!" if kind == "types" else "#"
    return [f'{sigil}x = {case}\n"t.op"() {{a = {sigil}x}} : () -> ()\n' for case in cases]


def answers(command, texts, folder):
    """The output of each section in its operation, or None if it is rejected"""
    path = os.path.join(folder, "cases.mlir")
    with open(path, "w", encoding="ascii") as f:
        f.write(f"{MARKER}\n".join(texts))
    status, out, err = run([*command, "--mlir-print-local-scope", "--split-input-file", path], timeout=300)
    printed = []
    for piece in out.decode("utf-8", "replace").split(MARKER):
        found = re.search(r'"t\.op"\(\) \{a(?: = (.*))?\} : \(\) -> \(\)', piece, re.S)
        printed.append(found[1] or "unit" if found else None)
    return printed, err.decode("utf-8", "replace")[-400:]


def compare(tap, tool, kind, n, seed, show):
    cases = cases_of(kind, n, seed)
    texts = pieces(kind, cases)
    with tempfile.TemporaryDirectory() as folder:
        theirs, their_error = answers([MLIR_OPT, "--allow-unregistered-dialect"], texts, folder)
        ours, our_error = answers([tool], texts, folder)
    name = f"{kind}, seed {seed}: {n} cases"
    if len(theirs) != n or len(ours) != n:
        tap.check(False, name, f"{len(theirs)} and {len(ours)} answers\n{their_error}\n{our_error}")
        return
    different = [(c, t, o) for c, t, o in zip(cases, theirs, ours) if t != o]
    details = "\n".join(f"case:     {c}\nmlir-opt: {t}\ntt-opt:   {o}" for c, t, o in different[:show])
    rejected = theirs.count(None)
    tap.check(not different and 0 < rejected < n // 2, f"{name}, {rejected} rejected by both",
              f"{len(different)} differences\n{details}")


def main():
    ap = arguments(__doc__)
    ap.add_argument("--kind", choices=KINDS)
    ap.add_argument("-n", type=int, default=1500)
    ap.add_argument("--seed", default=None)
    ap.add_argument("--show", type=int, default=5)
    a = ap.parse_args()
    tap = Tap()
    if not shutil.which(MLIR_OPT):
        tap.skip("differential", f"{MLIR_OPT} is not installed (Debian: mlir-19-tools)")
        return tap.finish()
    for kind in [a.kind] if a.kind else KINDS:
        for seed in [a.seed] if a.seed else ["1", "2", "3"]:
            compare(tap, os.path.join(a.build, "tt-opt"), kind, a.n, seed, a.show)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
