#!/usr/bin/env python3
"""Every deletion, insertion and exchange of one character in valid texts of many dates and dialects.

  one_character.py BUILD_DIR [--list] [--class CLASS] [--only NUMBER,...]

tt-opt reads all mutants of a text at once, one in a section. What a mutant means is decided by notation_reader.py, a
model of the formats that was written from tt-mlir's tables, not from the sources of tt-opt. Each mutant is one of:

  legal       accepted without a diagnostic, and a text of the formats, printed without a loss
  error       an error in its line
  warning     a warning or remark in its line, no error
  fixed otherwise   numbers contradict each other, and the fix-it made them agree in another way than the original
  SILENT      accepted without a diagnostic, although
                name      the name of the attribute or its dialect is not one
                bracket   its brackets do not match
                builtin   tensor or memref at its beginning is misspelled
                outside   there is something before or after the attribute that MLIR would not read
                date      it combines notations that no date had together
                rule      a rule of the specifications is broken
                form      the text is of no form (a field is missing, a sign is too much ...)
                print     what is printed does not mean what was read
  FIX WORSE   with the fix-its (--fix-only) it means something else and is more than one edit away, or its brackets
              do not match, or it is accepted although it is of no form; `clean` if nothing is reported after it
  FIX NOT CLEAN   with the fix-its there is still an error, or a fix-it
  CRASH       tt-opt ends by a signal or not at all

The exit status is 1 if a class in capitals has more mutants than REACHED says."""
import argparse
import collections
import json
import os
import re
import sys
import tempfile

from notation_reader import dated, faults, meaning
from tap import CASES_DIVIDED_BY, build_folder, run

ALPHABET = ",<>()[]{}=#!%-+*/:\".xX018ad_ "
MARK = "// -----\n"
BAD = ("SILENT", "FIX WORSE", "FIX NOT CLEAN", "CRASH")
# How many there are of each class, and why. Each number may only become smaller; 0 where nothing is said.
REACHED = {
    # `#ttcor.egrid<8x8>`, `#l1.`: MLIR has dialects that tt-opt does not know, and their attributes are legal.
    "SILENT name": 1646,
    # `f(=#tt.grid<8x8>)`: what is before and between attributes is an operation's, which tt-opt does not read.
    "SILENT outside": 306,
    # The same of brackets before an attribute, or after it where the line may be a part of an operation; and
    # `#tt.grid8x16`, which is a name.
    "SILENT bracket": 137,
    # `mem(ref<2x4xf32>`, `memref2x4xf32`: words of an operation. Those that are nearly `memref<` are reported.
    "SILENT builtin": 577,
}

L1 = "#l1 = #tt.memory_space<l1>\n"
BUFFER = "#l1 = #ttnn.buffer_type<l1>\n"
OPERATION = ('"t.op"() {a = ', "} : () -> ()")
ALIAS = ("#a = ", "")
TYPE = ("!t = ", "")
FUNCTION = ("func.func private @f(", ")")

# (what, lines before, (context before, after), the text)
TEXTS = [
    ("grid of 2024", "", ALIAS, "#tt.grid<8x8>"),
    ("grid with a map", "", OPERATION, "#tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>"),
    ("grid of 2026", "", ALIAS, "#ttcore.grid<1x64, virt_to_physical_map = (d0, d1) -> (0, d1 floordiv 8, d1 mod 8), "
     "physical_to_virt_map = (d0, d1, d2) -> (0, d1 * 8 + d2)>"),
    ("tile with blanks", "", TYPE, "!tt.tile<32 x 32, bfp_bf8>"),
    ("memory space in long form", "", ALIAS, "#ttcore.memory_space<l1>"),
    ("memref of tiles", "", FUNCTION, "memref<2x4x!ttcore.tile<32x32, f32>, #ttcore.memory_space<dram>>"),
    ("memref with strides", L1, FUNCTION, "memref<4x8xf32, strided<[8, 1], offset: 16>, #l1>"),
    ("layout by strides, 2024-05", "", ALIAS, "#tt.layout<128x1, undef, <1x1>, memref<64x128xf32, "
     "#tt.memory_space<l1>>>"),
    ("layout by map, 2024-09", L1, OPERATION, "#tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
     "memref<2x4x!tt.tile<32x32, f32>, #l1>, interleaved>"),
    ("tensor of the specification", "", FUNCTION, "tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 96 + "
     "d1, d2), undef, <2x1>, "
     "memref<384x32xf32, #tt.memory_space<l1>>>>"),
    ("tensor with padding", L1, FUNCTION, "tensor<53x63xbf16, #tt.metal_layout<(d0, d1) -> (d0, d1), zero, <3x2>, "
     "memref<1x1x!tt.tile<32x32, bf16>, #l1>>>"),
    ("named layout, 2025-06", "", ALIAS, "#ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, "
     "collapse_dims = dense<[[0, 1]]> : tensor<1x2xi64>, undef, l1>"),
    ("named layout, 2025-12", "", OPERATION, "#ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, "
     "collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded, index_map = map(0)>"),
    ("named layout, 2026-05", "", ALIAS, "#ttcore.metal_layout<logical_shape = 4x64x128, dim_alignments = 1x32x32, "
     "collapsed_intervals = dense<[[0, -1], [-1, 3]]> : tensor<2x2xi64>, dram, interleaved>"),
    ("memref of shards", "", FUNCTION, "memref<1x1x2x4x!ttcore.tile<32x32, f32>, #ttcore.shard<16384x4096, 1>, "
                                       "#ttcore.memory_space<l1>>"),
    ("memref with a view", "", TYPE, "memref<2x4x32x32xbf16, #tt.view<map(4)>, #tt.memory_space<l1>>"),
    ("stream", "", OPERATION, "#tt.stream<(d0, d1) -> (d0, d1), stream, 2>"),
    ("host layout", "", ALIAS, "#ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4096, "
                               "<\"mesh\">>"),
    ("device of the specification", "", ALIAS, "#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> ((d0 floordiv 8) "
     "* 2 + d1 floordiv 8, d0, d1 mod 8)>, "
     "meshShape = 1x2, chipIds = [0, 1]>"),
    ("device of 2024-07", "", OPERATION, "#tt.device<#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, [0]>"),
    ("device of 2026", "", ALIAS, "#ttcore.device<workerGrid = #ttcore.grid<8x16, virt_to_physical_map = (d0, d1) "
                                  "-> (d1 floordiv 8, d0, d1 mod 8), "
     "physical_to_virt_map = (d0, d1, d2) -> (d1, d0 * 8 + d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, "
     "d2)[s0] -> (0, d0, d1, d2 + s0), "
     "dramMap = (d0, d1, d2)[s0, s1] -> (0, 0, 0, d0 * s1 + d2 + s0), meshShape = 1x2, chipIds = [0, 1], "
     "meshTopology = [ring, linear]>"),
    ("TTNN layout in DRAM", "", ALIAS, "#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, "
                                       "memref<1x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, "
                                       "<interleaved>>"),
    ("TTNN layout of 2025-11", BUFFER, OPERATION, "#ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <8x8>, "
     "memref<1x2x!ttcore.tile<32x32, f32>, #l1>, <block_sharded>, exactGrid = true>"),
    ("TTNN layout of 2026-05", BUFFER, ALIAS, "#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, "
     "memref<1x4x!ttcore.tile<32x32, bf16>, #l1>, <width_sharded>, "
     "core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>>"),
    ("memory config", BUFFER, OPERATION, "#ttnn.memory_config<#l1, <height_sharded>, "
     "#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>>"),
    ("memory config of 2024-12", "", ALIAS, "#ttnn.memory_config<#ttnn.buffer_type<dram>, <<1x1>>, <interleaved>>"),
    ("long form", "", ALIAS, "#ttnn<mesh_shape 1x2>"),
    ("core range of ttcore", "", OPERATION, "#ttcore.core_range<(0,1), (7,8)>"),
    ("meshes", "", OPERATION, "#tt.meshes<[<\"mesh\" = 1x2>, <\"mesh_1\" = 8>]>"),
    ("keyword of an argument", "", OPERATION, "#ttcore.argument_type<parameter>"),
]

# Where these are reported, a fix-it restores what was typed. Elsewhere, where two numbers or two fields contradict each
# other, it may change either.
SPELLING = {"syntax", "unknown-keyword", "unknown-attribute", "unknown-name", "unknown-key", "missing-key",
            "duplicate-key", "alias-undefined", "affine-undeclared", "integer-range"}
PAIR = {")": "(", "]": "[", "}": "{", ">": "<"}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|->|[#!][\w$.-]+|[@%]?[A-Za-z_][\w$.]*|0x[0-9a-fA-F]+|\d+|\S')


NAME = re.compile(r"[#!][\w.$-]+", re.A)
BUILTIN = re.compile(r"tensor|memref")


def balanced(text):
    stack = []
    for token in TOKEN.findall(text):
        if token in ("(", "[", "{", "<"):
            stack.append(token)
        elif token in PAIR and (not stack or stack.pop() != PAIR[token]):
            return False
    return not stack and text.count('"') % 2 == 0


def distance(a, b):
    """1 if at most one insertion, deletion, replacement or exchange leads from a to b, 2 otherwise."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    x, y = a[start:len(a) - end], b[start:len(b) - end]
    return 1 if len(x) <= 1 and len(y) <= 1 or len(x) == 2 and y == x[::-1] else 2


def mutants(text):
    """(kind, column counted from 0, text), each text once."""
    seen = {text}
    for i in range(len(text)):
        exchanged = text[:i] + text[i + 1:i + 2] + text[i] + text[i + 2:]
        for kind, new in [("deletion", text[:i] + text[i + 1:]), ("exchange", exchanged)]:
            if new not in seen:
                seen.add(new)
                yield kind, i, new
    for i in range(len(text) + 1):
        for c in ALPHABET:
            new = text[:i] + c + text[i:]
            if new not in seen:
                seen.add(new)
                yield "insertion", i, new


def wrapped(body, text):
    """Whether the text became an array of itself, or the encoding of a tensor one of its attribute: legal MLIR."""
    return body.count("[") == text.count("[") + 1 and body.replace("[", "").replace("]", "") == text.replace(
        "[", "").replace("]", "")


class Checked:
    """What tt-opt says of many texts in one context: diagnostics by text, printed text by text."""

    def __init__(self, tool, folder, head, context, bodies, *options):
        self.lines = head.count("\n") + 1
        path = os.path.join(folder, "all.mlir")
        with open(path, "w", encoding="utf-8") as f:
            f.write(MARK.join(f"{head}{context[0]}{body}{context[1]}\n" for body in bodies))
        status, out, err = run([tool, "--no-config", "--split-input-file", "--max-errors=0", "--diagnostic-format=json",
                                *options, path], timeout=100)
        self.crashed = status not in (0, 1)
        self.found = [[] for _ in bodies]
        for line in err.decode(errors="replace").splitlines():
            if line.startswith("{"):
                diagnostic = json.loads(line)
                section, inside = divmod(diagnostic["line"] - 1, self.lines + 1)
                diagnostic["inside"] = inside
                self.found[section].append(diagnostic)
        whole = out.decode(errors="replace").split(MARK)
        self.printed = whole if len(whole) == len(bodies) else [""] * len(bodies)


def strip(section, head, context):
    """The body of a printed section, or None if the text round it was changed."""
    line = section.rstrip("\n").split("\n")[-1] if section else ""
    if section.startswith(head) and line.startswith(context[0]) and line.endswith(context[1]):
        return line[len(context[0]):len(line) - len(context[1])]
    return None


def silent(text, mutant, where, printed, aliases):
    """Why a mutant without a diagnostic should have one, or None."""
    if where <= len("tensor") and BUILTIN.match(text) and meaning(mutant, aliases) is None:
        return "builtin", "the name of a builtin type"
    name = next((m for m in NAME.finditer(text) if m.start() < where < m.end()), None)
    if name and meaning(mutant, aliases) is None and TOKEN.findall(mutant) != TOKEN.findall(text):
        return "name", f"the name {name.group()}"
    if not balanced(mutant):
        return "bracket", "brackets do not match"
    value = meaning(mutant, aliases)
    again = meaning(printed, aliases) if printed is not None else None
    if value is None:
        tokens = TOKEN.findall(mutant)
        if tokens == TOKEN.findall(text):
            return None  # blanks where MLIR does not allow them
        if where == 0 or (where >= len(text) and len(mutant) > len(text)):
            return "outside", "text beside the attribute"
        if [t for t in tokens if t[0] not in "#!"] == [t for t in TOKEN.findall(text) if t[0] not in "#!"]:
            return "name", next(t for t in tokens if t[0] in "#!" and t not in TOKEN.findall(text))
        return "form", "no form of any date"
    if not dated(mutant, aliases):
        return "date", "no common date"
    broken = faults(value, mutant)
    if broken:
        return "rule", "; ".join(broken)
    if again != value:
        return "print", f"printed {printed!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR", type=build_folder)
    parser.add_argument("--list", action="store_true", help="print each mutant of a class in capitals")
    parser.add_argument("--class", dest="only_class", help="list the mutants of this class only, also legal or warning")
    parser.add_argument("--only", help="numbers of texts, counted from 1")
    options = parser.parse_args()
    tool = os.path.join(options.build, "tt-opt")
    chosen = {int(n) for n in options.only.split(",")} if options.only else range(1, len(TEXTS) + 1, CASES_DIVIDED_BY)
    counts, kinds, near, errors, fixed_right, fixed = collections.Counter(), collections.Counter(), 0, 0, 0, 0

    def report(name, number, kind, at, mutant, detail):
        if name.startswith(options.only_class) if options.only_class else options.list and name.startswith(BAD):
            print(f"{name:14} {number:2} {kind:9} {at:3}  {mutant}\n{'':14}    {detail}")

    with tempfile.TemporaryDirectory() as folder:
        for number, (what, head, context, text) in enumerate(TEXTS, 1):
            if number not in chosen:
                continue
            aliases = {}
            for line in head.splitlines():
                name, _, value = line.partition(" = ")
                aliases[name] = (meaning(value), ("0000-00-00", "9999-99-99"))
            original = meaning(text, aliases)
            if original is None or not dated(text, aliases) or faults(original, text):
                print(f"the text {number} ({what}) is not valid by the model: {text}")
                return 2
            plain = Checked(tool, folder, head, context, [text])
            if plain.found[0]:
                print(f"text {number} ({what}) is valid but reported: {plain.found[0][0]['message']}")
            known = {d["message"] for d in plain.found[0]}
            rows = list(mutants(text))
            seen = Checked(tool, folder, head, context, [row[2] for row in rows])
            repaired = Checked(tool, folder, head, context, [row[2] for row in rows], "--fix-only")
            if seen.crashed or repaired.crashed:
                counts["CRASH"] += 1
                print(f"CRASH in the mutants of text {number} ({what})")
                continue
            bodies = [strip(section, head, context) for section in repaired.printed]
            with_fix = [i for i, found in enumerate(seen.found) if any(d["fixes"] for d in found)]
            after = Checked(tool, folder, head, context,
                            [bodies[i] if bodies[i] is not None else rows[i][2] for i in with_fix])
            after_of = dict(zip(with_fix, after.found))
            printed_after = dict(zip(with_fix, after.printed))
            for i, (kind, at, mutant) in enumerate(rows):
                found = [d for d in seen.found[i] if d["message"] not in known]
                hard = [d for d in found if d["severity"] == "error"]
                printed = strip(seen.printed[i], head, context)
                column = len(context[0]) + at + 1
                if not found:
                    why = silent(text, mutant, at, printed, aliases)
                    name = f"SILENT {why[0]}" if why else "legal"
                    report(name, number, kind, at, mutant, why[1] if why else f"printed {printed}")
                else:
                    name = "error" if hard else "warning"
                    errors += 1
                    near += any(abs(d["column"] - column) <= 3 for d in found)
                    report(name, number, kind, at, mutant, "; ".join(f"{d['column']}: {d['message']}" for d in found))
                counts[name] += 1
                kinds[kind] += 1
                if i not in after_of:
                    continue
                fixed += 1
                body = bodies[i]
                left = [d for d in after_of[i] if d["message"] not in known]
                value = meaning(body, aliases) if body is not None else None
                same = value is not None and value == original
                other = (not left and value is not None and dated(body, aliases) and not faults(value, body)
                         and not any(d["rule"] in SPELLING for d in found))
                fixed_right += same
                detail = f"fixed to {body}" + "".join(f"\n{'':18}{d['severity']}: {d['message']}" for d in left)
                said = "; ".join(d["message"] for d in found)
                detail += f"\n{'':18}said: {said}"
                if other and not same:
                    counts["fixed otherwise"] += 1
                    worse = None
                elif body is None:
                    worse = "the text beside the attribute was changed"
                elif body == mutant:
                    worse = None if left else "nothing was changed"
                elif not balanced(body):
                    worse = "brackets do not match"
                elif not same and distance(mutant, body) > 1:
                    worse = "another meaning, more than one edit away"
                elif wrapped(body, text):
                    worse = None
                elif not left and not same and silent(text, body, at, strip(printed_after[i], head, context), aliases):
                    worse = "accepted, but of no form"
                else:
                    worse = None
                if worse:
                    name = "FIX WORSE" if left else "FIX WORSE, clean"
                    counts[name] += 1
                    report(name, number, kind, at, mutant, f"{worse}: {detail}")
                elif any(d["severity"] == "error" or d["fixes"] for d in left):
                    counts["FIX NOT CLEAN"] += 1
                    report("FIX NOT CLEAN", number, kind, at, mutant, detail)
    total = sum(kinds.values())
    print(f"{len(chosen)} texts, {total} mutants: "
          + ", ".join(f"{n} {kind}s" for kind, n in sorted(kinds.items())))
    for name in sorted(counts, key=lambda n: (n.split()[0] in ("SILENT", "FIX", "CRASH"), n)):
        print(f"  {name:16} {counts[name]}")
    if errors:
        print(f"  {near} of {errors} reported mutants have a diagnostic at most 3 columns away")
    if fixed:
        print(f"  {fixed_right} of {fixed} mutants with a fix-it become the original")
    return 1 if any(n > REACHED.get(name, 0) for name, n in counts.items() if name.startswith(BAD)) else 0


if __name__ == "__main__":
    sys.exit(main())
