#!/usr/bin/env python3
"""Questions of `tt-opt --query` against counts by other means.   query.py BUILD_DIR

Half of the questions are about generated files: the generator writes the answers down, or a regular expression finds
them in the text. The others are about the accepted files of ../shared/corpus, counted with regular expressions over
their text without comments and strings; they are skipped if the directory does not exist. One question has 10,000
small files."""
import json
import os
import random
import re
import sys
import tempfile
import time

from tap import ROOT, Tap, arguments, run

CORPUS = os.path.join(os.path.dirname(ROOT), "shared", "corpus")
FILES = 150
MEMORY = {"dram": "interleaved", "l1": "block_sharded"}


# ---- generated files ----

def tiles(extent):
    return -(-extent // 32)


class Tensor:
    """A tensor of bf16 tiles in a ttnn_layout, or without a layout."""

    def __init__(self, random_, number):
        self.memory = random_.choice(["dram", "l1", None])
        self.shape = [random_.choice([1, 17, 32, 64, 100, 256]) for _ in range(random_.choice([2, 2, 3, 4]))]
        if self.memory is None and random_.random() < 0.2:
            self.shape[0] = "?"
        self.grid = random_.choice(["1x1", "1x2", "2x2"]) if self.memory == "l1" else "1x1"
        self.alias = f"#layout{number}"

    def figures(self):
        """(rows and columns of tiles of one core, allocated scalars, scalars of the tensor)"""
        *outer, rows, columns = self.shape
        padded = tiles(rows)
        logical = rows * columns
        for extent in outer:
            padded *= extent
            logical *= extent
        across = [int(g) for g in self.grid.split("x")]
        core = [-(-padded // across[0]), -(-tiles(columns) // across[1])]
        return core, core[0] * core[1] * across[0] * across[1] * 1024, logical

    def definition(self):
        rank = len(self.shape)
        dims = ", ".join(f"d{i}" for i in range(rank))
        terms, stride = [], tiles(self.shape[-2]) * 32
        for i in reversed(range(rank - 2)):
            terms.insert(0, f"d{i} * {stride}")
            stride *= self.shape[i]
        row = " + ".join(terms + [f"d{rank - 2}"])
        core = "x".join(map(str, self.figures()[0]))
        return (f"{self.alias} = #ttnn.ttnn_layout<({dims}) -> ({row}, d{rank - 1}), <{self.grid}>, memref<{core}x"
                f"!ttcore.tile<32x32, bf16>, #{self.memory}>, <{MEMORY[self.memory]}>>\n")

    def text(self):
        layout = f", {self.alias}" if self.memory else ""
        return f"tensor<{'x'.join(map(str, self.shape))}xbf16{layout}>"


def write_file(path, random_, facts):
    """One function; each tensor type occurs once in the signature and twice at an operation. Comments, strings and an
    attribute with an error are not to be found."""
    text = "#dram = #ttnn.buffer_type<dram>\n#l1 = #ttnn.buffer_type<l1>\n// #ttnn.buffer_type<l1> tensor<7x7x7xbf16>\n"
    body, arguments_ = "", []
    for i in range(random_.randrange(1, 6)):
        tensor, name = Tensor(random_, i), random_.choice(["ttnn.abs", "ttnn.exp", "ttir.relu"])
        if tensor.memory:
            text += tensor.definition()
        arguments_.append(f"%a{i}: {tensor.text()}")
        body += f'  %{i} = "{name}"(%a{i}) {{note = "tensor<9x9x9xbf16>"}} : ({tensor.text()}) -> {tensor.text()}\n'
        facts.append((path, tensor, name))
    if random_.random() < 0.2:
        body += '  "t.bad"() {a = #ttnn.buffer_type<L2>} : () -> ()\n'
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"{text}func.func @f{len(facts)}({', '.join(arguments_)}) {{\n{body}  return\n}}\n")


def uses(facts, good):
    """Tensor types: one of the argument, two of the operation"""
    return sum(3 for _, tensor, name in facts if good(tensor, name))


def at_ops(facts, good):
    """Those of operations only"""
    return sum(2 for _, tensor, name in facts if good(tensor, name))


def padding(tensor):
    _, allocated, logical = tensor.figures()
    return 1 - logical / allocated


def generated_questions(facts, texts):
    laid = [f for f in facts if f[1].memory]
    shape = lambda t: "x".join(map(str, t.shape))
    count = lambda pattern: sum(len(re.findall(pattern, t)) for t in texts)
    return [
        ("tensor", uses(facts, lambda t, n: True)),
        ("tensor where layout", uses(laid, lambda t, n: True)),
        ("tensor where not layout", uses(facts, lambda t, n: not t.memory)),
        ("layout.memory == dram", uses(facts, lambda t, n: t.memory == "dram")),
        ("tensor where layout.memory != dram", uses(facts, lambda t, n: t.memory == "l1")),
        ("tensor where not layout.memory == dram", uses(facts, lambda t, n: t.memory != "dram")),
        ("layout.padding > 25%", uses(laid, lambda t, n: padding(t) > 0.25)),
        ("layout.padding <= 12.5%", uses(laid, lambda t, n: padding(t) <= 0.125)),
        ("layout.padding_elements == 0", uses(laid, lambda t, n: padding(t) == 0)),
        ("layout.memory == dram and layout.padding > 25% and tensor.rank >= 3 and op.name == \"ttnn.abs\"",
         at_ops(laid, lambda t, n: t.memory == "dram" and padding(t) > 0.25 and len(t.shape) >= 3 and n == "ttnn.abs")),
        ("layout.bytes > 100KB", uses(laid, lambda t, n: t.figures()[1] * 2 > 100000)),
        ("layout.bytes >= 64KiB or tensor.rank == 2",
         uses(facts, lambda t, n: (t.memory and t.figures()[1] * 2 >= 65536) or len(t.shape) == 2)),
        ("layout.grid == 2x2", uses(laid, lambda t, n: t.grid == "2x2")),
        ("layout.grid in (1x2, 2x2) and tensor.shape[-1] == 256",
         uses(laid, lambda t, n: t.grid in ("1x2", "2x2") and t.shape[-1] == 256)),
        ("layout.memref[0] > 4", uses(laid, lambda t, n: t.figures()[0][0] > 4)),
        ("tensor.shape == 64x256", uses(facts, lambda t, n: shape(t) == "64x256")),
        ("tensor.shape ~ \"?x*x256\"", uses(facts, lambda t, n: re.fullmatch(".x.*x256", shape(t)))),
        ("tensor.dynamic", uses(facts, lambda t, n: t.shape[0] == "?")),
        ("op where tensor.rank == 4", sum(len(t.shape) == 4 for _, t, _ in facts) +
         len({p for p, t, _ in facts if len(t.shape) == 4})),
        ("op.dialect == ttnn", sum(n.startswith("ttnn.") for _, _, n in facts)),
        ("op.name ~ /abs|exp/ and op.operands == 1", sum(n in ("ttnn.abs", "ttnn.exp") for _, _, n in facts)),
        ("value.name == \"%1\"", count(r"%1 = ")),
        ("attr.name == \"ttnn.ttnn_layout\" and attr.alias == null", count(r"= #ttnn\.ttnn_layout<")),
        ("attr.alias ~ \"#layout*\"", uses(laid, lambda t, n: True)),
        ("attr where attr.name == \"ttnn.buffer_type\" and attr.value == l1 and attr.alias == null",
         count(r"= #ttnn\.buffer_type<l1>")),
    ]


# ---- the corpus ----

def without_comments(text):
    """Comments and strings become blanks, except names of operations in quotes, which become `@op NAME`."""
    token = re.compile(r'"((?:[^"\\\n]|\\.)*)"(\s*\()?|//[^\n]*|\{-#.*?#-\}', re.S)
    return token.sub(lambda m: f" @op {m[1]} (" if m[1] and m[2] else " ", text)


def accepted_files():
    """Files without errors, whose whole text can be searched"""
    with open(os.path.join(CORPUS, "MANIFEST.tsv"), encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f]
    accepted = {r[0] for r in rows[1:] if r[rows[0].index("expectation")] == "accept"}
    return sorted(p for p in accepted if p.endswith(".mlir") and os.path.isfile(os.path.join(CORPUS, p)))


def corpus_questions(texts):
    def count(pattern):
        return sum(len(re.findall(pattern, text)) for text in texts)
    # names of types and attributes as they are written, with `<` or without a body
    return [
        ("tensor where tensor.rank == 4 and attr.alias == null", count(r"\btensor<(?:[0-9?]+x){4}(?![0-9?]+x)")),
        ("tensor where tensor.dynamic and attr.alias == null and tensor.rank == 1", count(r"\btensor<\?x(?![0-9?]+x)")),
        ("tensor.shape ~ \"*x32x32\" and attr.alias == null and attr.name == \"builtin.tensor\"",
         count(r"\btensor<(?:[0-9?]+x)+32x32x(?![0-9?]+x)")),
        ("tensor.element == f32 and attr.name == \"builtin.tensor\" and attr.alias == null",
         count(r"\btensor<(?:[0-9?]+x|\*x)*f32\b")),
        ("attr.name == \"ttcore.grid\" and attr.text ~ \"#ttcore.grid<8x8,*\"", count(r"#ttcore\.grid<8x8,")),
        ("attr.name == \"ttkernel.arg_spec\" and attr.alias == null", count(r"#ttkernel\.arg_spec<")),
        ("op.name == \"ttnn.get_device\"", count(r"@op ttnn\.get_device ")),
        ("op.name ~ \"ttir.*\" and op.name !~ \"*empty*\"", count(r"@op ttir\.(?!\S*empty)\S+ \(") +
         count(r"(?m)(?:^|= *)\s*ttir\.(?!\S*empty)\w+")),
    ]


# ---- the tests ----

def ask(tool, expression, *arguments_):
    status, out, err = run([tool, "--query", expression, "--query-count", "-q", *arguments_])
    return int(out) if status in (0, 1) and out.strip().isdigit() else (out + err).decode("utf-8", "replace")


def check_generated(tap, tool, folder):
    random_, facts = random.Random(30), []
    for i in range(FILES):
        os.makedirs(os.path.join(folder, f"d{i % 7}"), exist_ok=True)
        write_file(os.path.join(folder, f"d{i % 7}", f"f{i}.mlir"), random_, facts)
    texts = []
    for path in sorted({p for p, _, _ in facts}):
        with open(path, encoding="utf-8") as f:
            texts.append(without_comments(f.read()))
    for expression, expected in generated_questions(facts, texts):
        found = ask(tool, expression, "-j2", folder)
        tap.check(found == expected and expected > 0, f"generated: {expression}", f"found {found}, expected {expected}")
    lines = run([tool, "--query", "layout.grid == 2x2", "--emit=json", "-q", folder])[1].decode().splitlines()
    texts = {t.text() for _, t, _ in facts if t.grid == "2x2"}
    tap.check(lines and all(json.loads(line)["text"] in texts for line in lines), "generated: JSON has the text")
    stats = json.loads(run([tool, "--stats", "--emit=json", "-q", folder])[1])
    expected = {m: uses(facts, lambda t, n, m=m: t.memory == m) for m in MEMORY}
    tap.check({r["value"]: r["count"] for r in stats["memory_spaces"]} == expected, "generated: --stats counts memory",
              stats["memory_spaces"])


FIGURES = """memory_space oob_val logical_shape physical_shape grid_shape shard_shape padded_shard_shape padded_shape
             memref_shape tile_shape tile_type element_type strides linear collapse cores logical_elements
             allocated_elements padding_elements outside_elements shard_bytes total_bytes bank_bytes
             alignment_bytes""".split()


def check_figures(tap, tool, show):
    """Each layout that tt-layout shows is found in its line, with the same figures."""
    examples = os.path.join(ROOT, "docs", "examples")
    paths = sorted(os.path.join(examples, name) for name in os.listdir(examples))
    if os.path.isdir(CORPUS):
        paths += [os.path.join(CORPUS, p) for p in accepted_files()[::10]]
    compared, wrong = 0, []
    for path in (p for p in paths if p.endswith(".mlir")):
        status, out, _ = run([show, "show", "--json", path])
        if status:
            continue
        fields = ",".join(f"layout.{key}" for key in FIGURES)
        _, found, _ = run([tool, "--split-input-file", "--query=tensor where layout", "--emit=json",
                           f"--query-print={fields}", path])
        rows = [json.loads(line) for line in found.decode().splitlines()]
        for entry in (e for e in json.loads(out) if "memory_space" in e):
            figures = {f"layout.{key}": entry[key] for key in FIGURES}
            compared += 1
            if not any(r["line"] == entry["line"] and r["values"] == figures for r in rows):
                wrong.append(f"{path}:{entry['line']}")
    tap.check(not wrong and compared >= 8, "figures of layouts are those of tt-layout show", f"{compared}: {wrong}")


def check_status(tap, tool, folder):
    for expression, expected in (("tensor", 0), ("op.name == none", 1), ("op.nam == none", 2)):
        status = run([tool, "--query", expression, folder])[0]
        tap.check(status == expected, f"exit status {expected}: {expression}", status)


def check_many(tap, tool, folder):
    path = os.path.join(folder, "many")
    for i in range(10000):
        if i % 100 == 0:
            os.makedirs(f"{path}/d{i // 100}")
        with open(f"{path}/d{i // 100}/f{i}.mlir", "w", encoding="utf-8") as f:
            f.write(f"func.func @f(%a: tensor<{i % 4 + 1}x128xbf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, "
                    f"<1x1>, memref<{i % 4 + 1}x128xbf16, #tt.memory_space<dram>>>>) {{\n  return\n}}\n")
    best = 100.0
    for _ in range(3):
        begin = time.monotonic()
        found = ask(tool, "layout.memory == dram and tensor.shape[0] == 3", path)
        best = min(best, time.monotonic() - begin)
    tap.check(found == 2500, "10,000 files: the count", found)
    limit = 2.0 if os.environ.get("CASES_DIVIDED_BY", "1") == "1" else 60.0
    tap.check(best < limit, "10,000 files: below two seconds", f"{best:.2f} s")


def check_corpus(tap, tool):
    if not os.path.isdir(CORPUS):
        for i in range(8):
            tap.skip(f"corpus: question {i + 1}", "../shared/corpus does not exist")
        return
    files = accepted_files()
    texts = []
    for path in files:
        with open(os.path.join(CORPUS, path), encoding="utf-8") as f:
            texts.append(without_comments(f.read()))
    paths = [os.path.join(CORPUS, p) for p in files]
    for expression, expected in corpus_questions(texts):
        found = ask(tool, expression, *paths)
        tap.check(found == expected, f"corpus: {expression}", f"found {found}, expected {expected}")


def main():
    args = arguments(__doc__).parse_args()
    tool, tap = os.path.join(args.build, "tt-opt"), Tap()
    with tempfile.TemporaryDirectory() as folder:
        check_generated(tap, tool, os.path.join(folder, "generated"))
        check_status(tap, tool, os.path.join(folder, "generated"))
        check_many(tap, tool, folder)
    check_figures(tap, tool, os.path.join(args.build, "tt-layout"))
    check_corpus(tap, tool)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
