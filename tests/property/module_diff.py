#!/usr/bin/env python3
"""tt-layout diff compares modules by meaning.   module_diff.py BUILD_DIR [CASES]

Random modules are written twice: with other names of values and aliases, aliases inline, other blanks, functions in
another order, and the dialect of another date. They are equal. Then one thing is changed, and `diff` names this one:
a grid, an attribute, an operation that was added or removed, an operand, a function."""
import json
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import CASES_DIVIDED_BY, Tap, arguments, run  # noqa: E402

UNARY = ["ttnn.relu", "ttnn.exp", "ttnn.neg", "ttnn.sqrt"]
BINARY = ["ttnn.add", "ttnn.multiply", "ttnn.subtract"]
GRIDS = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 4), (4, 4), (8, 8)]
SPACES = ["l1", "dram"]


def layout(grid, space, dialect):
    return (f"#{dialect}.metal_layout<(d0, d1) -> (d0, d1), undef, <{grid[0]}x{grid[1]}>, "
            f"memref<{256 // grid[0]}x{256 // grid[1]}xf32, #{dialect}.memory_space<{space}>>>")


class Function:
    """Operations (name, operands, (grid, space), attribute): an operand is ("arg", n) or ("op", n)."""

    def __init__(self, random_, name):
        self.name, self.args, self.ops = name, [], []
        self.args = [(random_.choice(GRIDS), random_.choice(SPACES)) for _ in range(random_.randint(1, 3))]
        for _ in range(random_.randint(2, 14)):
            binary = random_.random() < 0.5
            operands = [self.value(random_) for _ in range(1 + binary)]
            name = random_.choice(BINARY if binary else UNARY + ["ttir.to_layout"])
            self.ops.append([name, operands, (random_.choice(GRIDS), random_.choice(SPACES)), random_.randint(0, 9)])

    def value(self, random_):
        at = random_.randrange(len(self.args) + len(self.ops))
        return ("arg", at) if at < len(self.args) else ("op", at - len(self.args))

    def type_of(self, value):
        return self.args[value[1]] if value[0] == "arg" else self.ops[value[1]][2]


class Writer:
    """One way to write a module: names, order of functions, aliases, blanks, dialect."""

    def __init__(self, random_, plain):
        self.random, self.plain = random_, plain
        self.dialect = "ttcore" if not plain and random_.random() < 0.5 else "tt"
        self.aliases = {}

    def blank(self):
        return " " if self.plain else self.random.choice([" ", "  ", " "])

    def type(self, of):
        if self.plain or self.random.random() < 0.7:
            prefix = "#layout" if self.plain else "#l_" + "".join(self.random.choices("abc", k=3))
            self.aliases.setdefault(of, f"{prefix}{len(self.aliases)}")
            return f"tensor<256x256xf32, {self.aliases[of]}>"
        return f"tensor<256x256xf32,{self.blank()}{layout(*of, self.dialect)}>"

    def function(self, f):
        used, names = set(), {}
        for kind, count in (("arg", len(f.args)), ("op", len(f.ops))):
            for i in range(count):
                name = f"%{'arg' if kind == 'arg' else ''}{i}"
                while not self.plain and (name == f"%{i}" or name in used or name.startswith("%arg")):
                    name = "%" + self.random.choice("xyzuvw") + str(self.random.randrange(1000))
                used.add(name)
                names[(kind, i)] = name
        args = ", ".join(f"{names[('arg', i)]}: {self.type(a)}" for i, a in enumerate(f.args))
        last = ("op", len(f.ops) - 1)
        lines = [f"func.func @{f.name}({args}) -> {self.type(f.type_of(last))} {{"]
        for i, (op, operands, of, attribute) in enumerate(f.ops):
            types = ", ".join(self.type(f.type_of(o)) for o in operands)
            uses = ", ".join(names[o] for o in operands)
            if not self.plain and self.random.random() < 0.2:
                lines.append("  // a comment")
            lines.append(f"  {names[('op', i)]} = \"{op}\"({uses}){self.blank()}<{{axis = {attribute} : i32}}> : "
                         f"({types}) -> {self.type(of)}")
        result = names[last]
        lines += [f"  return{self.blank()}{result} : {self.type(f.type_of(last))}", "}"]
        return "\n".join(lines)

    def module(self, functions):
        functions = list(functions)
        if not self.plain:
            self.random.shuffle(functions)
        bodies = [self.function(f) for f in functions]
        definitions = [f"{name} = {layout(*of, self.dialect)}" for of, name in self.aliases.items()]
        if not self.plain:
            self.random.shuffle(definitions)
        return "\n".join(definitions + bodies) + "\n"


def change(random_, functions):
    """Changes one thing. @return (what, whether a difference is it)"""
    f = random_.choice(functions)
    at = random_.randrange(len(f.ops))
    op = f.ops[at]
    kind = random_.choice(["grid", "attribute", "add", "remove", "function"])
    memory = lambda d: d["kind"] == "memory" or d["path"] == "moved_bytes"  # noqa: E731  follow from a grid
    if kind == "grid":
        op[2] = (random_.choice([g for g in GRIDS if g != op[2][0]]), op[2][1])
        parts = ("grid", "memref.shape", "shard_bytes", "padding_elements")
        return "grid", lambda d: (d["path"] in parts and d["operation"] == op[0]) or memory(d), 1
    if kind == "attribute":
        op[3] += 10
        return "attribute", lambda d: d["path"] == "attribute.axis" and d["operation"] == op[0], 1
    if kind == "add":
        f.ops.append(["ttnn.tanh", [("op", len(f.ops) - 1)], f.ops[-1][2], 0])
        return "add", lambda d: (d["kind"] == "added" and d["b"] == "ttnn.tanh") or memory(d), 1
    if kind == "remove" and len(f.ops) > 2:
        f.ops.pop()
        removed = ["removed", "part", "memory"]  # another value is returned, of another type
        return "remove", lambda d: d["kind"] in removed, 1
    functions.append(Function(random_, "another"))
    return "function", lambda d: (d["kind"] == "added" and d["path"] == "function") or memory(d), 1


def difference(tool, folder, a, b):
    paths = []
    for name, text in (("a.mlir", a), ("b.mlir", b)):
        paths.append(os.path.join(folder, name))
        with open(paths[-1], "w", encoding="utf-8") as f:
            f.write(text)
    status, out, err = run([tool, "diff", "--json", *paths])
    return status, out.decode(), err.decode()


def main():
    parser = arguments(__doc__)
    parser.add_argument("cases", nargs="?", type=int, default=500 // CASES_DIVIDED_BY)
    given = parser.parse_args()
    tool, tap = os.path.join(given.build, "tt-layout"), Tap()
    renamed, changed = [], []
    with tempfile.TemporaryDirectory() as folder:
        for case in range(given.cases):
            random_ = random.Random(case)
            functions = [Function(random_, f"f{i}") for i in range(random_.randint(1, 5))]
            plain = Writer(random_, True).module(functions)
            status, out, err = difference(tool, folder, plain, Writer(random_, False).module(functions))
            if status != 0 or not json.loads(out)["equal"]:
                renamed.append(f"case {case}: {out[:600]}{err[-300:]}")
            if case % 2:
                continue
            what, is_it, least = change(random_, functions)
            status, out, err = difference(tool, folder, plain, Writer(random_, False).module(functions))
            told = json.loads(out)["differences"] if status == 1 else []
            if len(told) < least or not all(is_it(d) for d in told):
                changed.append(f"case {case}, {what}: {out[:900]}{err[-300:]}")
    tap.check(not renamed, f"{given.cases} renamed and reordered modules are equal", "\n".join(renamed[:3]))
    tap.check(not changed, f"{(given.cases + 1) // 2} changes are named, and nothing else", "\n".join(changed[:3]))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
