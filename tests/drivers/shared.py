#!/usr/bin/env python3
"""Tests on the contents of ../shared: the corpus of real files, golden output, the examples of the specifications, the
differential test of the kit. They are skipped if the directory does not exist.   shared.py BUILD_DIR PART"""
import csv
import json
import os
import re
import sys

from tap import ROOT, Tap, arguments, run

SHARED = os.path.join(os.path.dirname(ROOT), "shared")


def corpus(tap, tool):
    status, out, err = run([sys.executable, f"{SHARED}/kit/corpus.py", "--tt-opt", tool, "-v", "--misses", "100000"],
                           timeout=900)
    misses = {}
    for line in out.decode(errors="replace").splitlines():
        if line.startswith("MISS "):
            misses.setdefault(line.split()[1], []).append(line)
        elif line.startswith("ok "):
            tap.check(True, line.split()[1])
    for name, lines in misses.items():
        tap.check(False, name, "\n".join(lines))
    if status is None or not tap.count:
        tap.check(False, "corpus.py runs", err.decode(errors="replace"))


def oracle(tap, tool):
    for kind in ("maps", "types"):
        for seed in range(1, 6):
            status, out, err = run([sys.executable, f"{SHARED}/kit/oracle.py", "--tt-opt", tool, "--kind", kind,
                                    "-n", "5000", "--seed", str(seed)], timeout=300)
            tap.check(status == 0, f"kit oracle: {kind}, seed {seed}", (out + err).decode(errors="replace"))


def verify(tool, text, *options):
    return run([tool, *options, "-"], stdin=text.encode())



def golden(tap, tool):
    """Each printed text of upstream, as an attribute of an operation after the aliases that it uses, is printed
    byte for byte."""
    with open(f"{SHARED}/corpus/golden/canonical_prints.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    for number, row in enumerate(rows, 1):
        text = row["text"]
        dialect = "tt" if row["kind"].startswith("tt.") else "ttcore"
        used = set(re.findall(r"#(\w+)(?![\w.<$-])", text)) - {"tt", "ttcore", "ttnn"}
        # ttnn keeps its buffer types under the same stems as the memory spaces of the other dialects
        kind = "ttnn.buffer_type" if "ttnn" in text else f"{dialect}.memory_space"
        names = {"l1_": "l1", "l1_1": "l1", "l1": "l1", "dram": "dram", "system": "system",
                 "system_memory": "system_memory"}
        head = "".join(f"#{name} = #{kind}<{names[name]}>\n" for name in sorted(used) if name in names)
        whole = f'{head}"t.op"() {{a = {text}}} : () -> ()\n'
        status, out, err = verify(tool, whole, "--parse-only")
        tap.check(status == 0 and out.decode(errors="replace") == whole, f"golden print {number} ({row['source']})",
                  f"read:    {whole}printed: {out.decode(errors='replace')}{err.decode(errors='replace')}")
    with open(f"{SHARED}/corpus/golden/device.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    for number, row in enumerate(rows, 1):
        canonical = row.get("canonical_by_mlir_opt_19", {})
        for key, want in sorted(canonical.items()):
            if not isinstance(want, str) or key not in row or "->" not in want:
                continue
            status, out, err = verify(tool, f'"t.op"() {{a = affine_map<{row[key]}>}} : () -> ()\n', "--parse-only")
            tap.check(f"affine_map<{want}>}}" in out.decode(errors="replace"), f"golden device {number}: {key}",
                      f"want {want}\n{out.decode(errors='replace')}{err.decode(errors='replace')}")
        text = row.get("expect", "")
        if text and not row.get("expect_has_filecheck_wildcards") and text.startswith(("tt.", "ttcore.")):
            whole = f'"t.op"() {{a = #{text}}} : () -> ()\n'
            status, out, err = verify(tool, whole, "--parse-only")
            tap.check(status == 0 and out.decode(errors="replace") == whole, f"golden device {number}: text",
                      f"read:    {whole}printed: {out.decode(errors='replace')}{err.decode(errors='replace')}")


def conversions(tap, tool):
    """The shard shapes and shard specs of upstream's TTNN conversion tests, from a metal_layout of the same grid."""
    with open(f"{SHARED}/corpus/golden/ttnn_conversion.jsonl", encoding="utf-8") as f:
        rows = [row for row in map(json.loads, f) if row["kind"] in ("ttnn_shard_shape", "ttnn_shard_spec")]
    tap.check(len(rows) == 4, "golden conversions: 4 rows", len(rows))
    for number, row in enumerate(rows, 1):
        grid = row.get("grid") or row.get("virtual_grid") or [1, 1]
        tile, element = row.get("tile", [32, 32]), row.get("element", "bf16")
        dims = lambda extents: "x".join(map(str, extents))
        memref = [-(-(-(-extent // cores)) // unit) for extent, cores, unit in zip(row["shape"], grid, tile)]
        text = (f"tensor<{dims(row['shape'])}x{element}, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{dims(grid)}>, "
                f"memref<{dims(memref)}x!tt.tile<{dims(tile)}, {element}>, #tt.memory_space<{row['buffer_type']}>>>>")
        status, out, err = run([os.path.join(os.path.dirname(tool), "tests", "convert_row"), text])
        whole, shard, spec = (out.decode(errors="replace").split("\n") + ["", "", ""])[:3]
        good = status == 0 and f"#ttnn.buffer_type<{row['buffer_type']}>>, {row['memory_layout']}>>" in whole
        if "expect_memref" in row:
            good = (good and f"memref<{dims(row['expect_memref'])}x!" in whole
                    and shard == dims(row["expect_scalar_shard_shape"]))
        elif "expect_shard_shape" in row:
            low, high = ("({},{})".format(*corner) for corner in row["expect_core_range_xy"])
            good = good and spec == (f"#ttnn.shard_spec<<[#ttnn.core_range<{low}, {high}>]>, "
                                     f"<{dims(row['expect_shard_shape'])}>, <{row['expect_orientation']}>>")
        else:
            good = good and spec == ""
        tap.check(good, f"golden conversion {number} ({row['source']})",
                  f"{text}\n{out.decode(errors='replace')}{err.decode(errors='replace')}")


def specifications(tap, tool):
    """Every ```mlir block of the two specifications with an attribute or type in it: accepted and round-tripped; the
    64x256x1024 example has a map of rank 2 for a tensor of rank 3 and is rejected with layout-tensor-rank."""
    for page in ("tensor-layout.md", "device.md"):
        with open(f"{SHARED}/seeds/{page}", encoding="utf-8") as f:
            text = f.read()
        for block in re.finditer(r"^```mlir\n(.*?)^```", text, re.S | re.M):
            if not re.search(r"tensor<|#tt\.", block[1]):
                continue
            name = f"{page}:{text[:block.start()].count(chr(10)) + 1}"
            status, once, err = verify(tool, block[1])
            if "64x256x1024" in block[1]:
                said = err.decode(errors="replace")
                tap.check(status == 1 and said.count(": error: ") == 1 and "[layout-tensor-rank]" in said,
                          f"{name} is rejected", said)
                continue
            good = status == 0 and not err
            tap.check(good and verify(tool, once.decode())[1] == once, name,
                      f"exit {status}\n{err.decode(errors='replace')}")


def methods(tap, tool):
    """How the maps of the corpus are decided: 95 of 100 are trivial or decided by digits, the others by enumeration."""
    said = {}
    for at, folders, names in os.walk(f"{SHARED}/corpus"):
        for name in names:
            if name.endswith(".mlir"):
                _, out, _ = run([tool, "--dump=ast", "--split-input-file", os.path.join(at, name)])
                for method in re.findall(r"legality of the map on the \w+: .*\((trivial|digits|bitmap|probe)\)",
                                         out.decode(errors="replace")):
                    said[method] = said.get(method, 0) + 1
    decided, total = said.get("trivial", 0) + said.get("digits", 0), sum(said.values())
    tap.check(total > 1000 and decided >= 0.95 * total,
              f"{decided} of {total} maps of the corpus are decided by digits", said)


def values_of(block):
    """The tensor types and devices that begin a line of a block of a specification, each whole."""
    for start in re.finditer(r"^(?:tensor<|#tt\.device<)", block, re.M):
        depth, end = 0, start.start()
        while depth or end == start.start() or "<" not in block[start.start():end]:
            depth += {"<": 1, ">": -(block[end - 1] != "-")}.get(block[end], 0)
            end += 1
        yield block[start.start():end]


def together(tap, tool):
    """All correct snippets of both specifications in one module, on eight chips of 8x8: no diagnostics."""
    tensors, devices = [], []
    for page in ("tensor-layout.md", "device.md"):
        with open(f"{SHARED}/seeds/{page}", encoding="utf-8") as f:
            for block in re.finditer(r"^```mlir\n(.*?)^```", f.read(), re.S | re.M):
                for value in values_of(block[1]):
                    (tensors if value.startswith("tensor") else devices).append(value)
    faulty = [t for t in tensors if "64x256x1024" in t]
    lines = [f"  func.func private @tensor{n}(%arg0: {t})" for n, t in enumerate(tensors) if t not in faulty]
    lines += [f"  func.func private @device{n}() attributes {{tt.view = {d}}}" for n, d in enumerate(devices)]
    module = "module {\n" + "\n".join(lines) + "\n}\n"
    tap.check(len(lines) >= 25 and len(faulty) == 1, "the specifications have their snippets",
              f"{len(lines)}, {len(faulty)}")
    for options in (["--system-desc=[8, 8x8]"], ["--system-desc=wormhole_b0:8"], [],
                    ["--system-desc=[8, 8x8]", "--era=2024-11-27"]):
        status, _, err = verify(tool, module, *options)
        tap.check(status == 0 and not err, f"the snippets together, {' '.join(options) or 'no system'}",
                  err.decode(errors="replace"))
    status, out, err = verify(tool, f"func.func private @f(%arg0: {faulty[0]})\n", "--fix")
    tap.check(status == 0 and b"(d0, d1, d2) -> (d0, d1, d2)" in out,
              "the faulty snippet is fixed by the identity map of rank 3", (out + err).decode(errors="replace"))


SHAPE_RULES = ("layout-shard-shape", "layout-rank", "layout-tensor-rank")


def directories(tap, tool):
    """Directories as a user names them: no error that comes from markers, expectations or `not`, which are counted.
    Where the manifest says that a text contradicts the shard formula, errors of the shape rules are allowed."""
    folders = [f"{SHARED}/corpus/tt-era", f"{SHARED}/corpus/ttcore-era"]
    _, _, err = run([tool, "--verify-only", "--max-errors=0", *folders])
    text, found = err.decode(errors="replace"), {}
    for name, rule in re.findall(r"^(.*?):\d+:\d+: error: .* \[([a-z-]+)\]$", text, re.M):
        found.setdefault(os.path.relpath(name, f"{SHARED}/corpus"), set()).add(rule)
    with open(f"{SHARED}/corpus/MANIFEST.tsv", encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            if not row["file"].startswith(("tt-era/", "ttcore-era/")) or row["expectation"] == "template":
                continue
            shapes = SHAPE_RULES if re.search("rank|larger|smaller", row["shape_formula"]) else ()
            wrong = found.get(row["file"], set()).difference(shapes)
            tap.check(not wrong, f"{row['file']} has no error", wrong)
    tap.check(re.search(r"^tt-opt: \d+ errors in 3 files expected by 'not'", text, re.M), "files with 'not'",
              text[-300:])
    tap.check(re.search(r"^tt-opt: 7 expected diagnostics not of a rule", text, re.M), "errors of operations",
              text[-300:])


def texts(folder):
    for at, _, names in os.walk(f"{SHARED}/corpus/{folder}"):
        for name in sorted(names):
            if name.endswith(".mlir"):
                yield os.path.join(at, name)


def more_attributes(tap, tool):
    """Every file is read, and its canonical text is its own canonical text; the folder has no error that a test does
    not expect."""
    for path in texts("more-attributes"):
        status, once, err = run([tool, "--parse-only", "--split-input-file", path])
        good = status == 0 and run([tool, "--parse-only", "--split-input-file", "-"], stdin=once)[1] == once
        tap.check(good, os.path.basename(path), f"exit {status}\n{err.decode(errors='replace')}")
    status, _, err = run([tool, "--verify-only", "--split-input-file", f"{SHARED}/corpus/more-attributes"])
    tap.check(status == 0, "the folder", err.decode(errors="replace"))


def opaque(tap, tool):
    """The names of our dialects that are not in the table, in all texts without their comments and strings: each is at
    most 10 times there, and is in docs/limits.md."""
    known = {line.split()[0] for line in run([tool, "--list-attributes"])[1].decode().splitlines()}
    name = re.compile(r"(?<![\w.$@%^])([#!])(tt|ttcore|ttnn|ttmetal|ttkernel|d2m|ttir)"
                      r"(?:\.([A-Za-z_$][\w$.]*)|<\s*([A-Za-z_]\w*))")
    found = {}
    for path in texts(""):
        with open(path, encoding="utf-8", errors="replace") as f:
            text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', f.read())
        for sigil, dialect, dotted, long in name.findall(re.sub(r"//[^\n]*", "", text)):
            whole = f"{sigil}{dialect}.{dotted or long}"
            if whole not in known:
                found[whole] = found.get(whole, 0) + 1
    with open(os.path.join(ROOT, "docs", "limits.md"), encoding="utf-8") as f:
        page = f.read()
    for whole, count in sorted(found.items()):
        tap.check(count <= 10 and f"`{whole}`" in page, f"{whole}: {count} in the corpus")
    tap.check(len(known) > 100, f"{len(known)} names are known", known)


def protocol(tool, *arguments, stdin=None):
    return run([os.path.join(os.path.dirname(tool), "tt-layout"), "protocol", *arguments], stdin=stdin)


def verdict_of(result):
    return (result["passes"], result["kernels"], result["bytes_moved"],
            sorted({(fault["kind"], fault["severity"]) for fault in result["faults"]}))


def expected_errors(text):
    """The lines that `expected-error` names."""
    for number, line in enumerate(text.split("\n"), 1):
        for where in re.findall(r"expected-error *@(above|below|[+-]\d+)", line):
            yield number + (-1 if where == "above" else 1 if where == "below" else int(where))


def kernels(tap, tool):
    """Modules of kernels: each program of an accepted one has a verdict, or is undecided with the reason and its
    position; the text that --emit=protocol prints has the same verdicts; each error that upstream expects is reported
    in its line, and no other one."""
    folder = f"{SHARED}/corpus/kernels/mlir"
    with open(f"{folder}/MANIFEST.tsv", encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t"))
    for row in rows:
        name, path = row["file"], f"{folder}/{row['file']}"
        status, out, err = protocol(tool, "--json", path)
        said = err.decode(errors="replace")
        if not tap.check(status in (0, 1, 2) and out.startswith(b'{"passes":'), f"{name} is read", said):
            continue
        if "template" in row["expected"]:
            continue
        errors = {int(line) for line in re.findall(r"^\S+?:(\d+):\d+: error: .* \[kernel-operation\]$", said, re.M)}
        with open(path, encoding="utf-8") as f:
            want = set(expected_errors(f.read()))
        tap.check(errors == want, f"{name}: errors of operations", f"expected {sorted(want)}\n{said}")
        programs = json.loads(out)["programs"]
        for program in programs:
            reasons = [note for note in program["notes"] if note["kind"] == "undecided" and note["line"]]
            tap.check(program["protocol"] or reasons or program["verdict"] == "fails",
                      f"{name}: {program['name']} in line {program['line']}: {program['verdict']}", program)
        decided = [program["protocol"] for program in programs if program["protocol"]]
        text = protocol(tool, "--emit=protocol", path)[1]
        if decided:
            again = [json.loads(line) for line in protocol(tool, "--json", "-", stdin=text)[1].splitlines()]
            tap.check([verdict_of(p) for p in decided] == [verdict_of(p) for p in again],
                      f"{name}: the text of its {len(decided)} protocols", text.decode(errors="replace"))
    tap.check(len(rows) > 10, f"{len(rows)} modules")


PARTS = {"directories": directories, "kernels": kernels, "more_attributes": more_attributes, "opaque": opaque,
         "together": together, "methods": methods, "corpus": corpus, "oracle": oracle, "golden": golden,
         "specifications": specifications, "conversions": conversions}


def main():
    parser = arguments(__doc__)
    parser.add_argument("part", choices=sorted(PARTS))
    options = parser.parse_args()
    tool, part, tap = os.path.join(options.build, "tt-opt"), options.part, Tap()
    if not os.path.isdir(SHARED):
        tap.skip(part, "../shared does not exist")
    else:
        PARTS[part](tap, tool)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
