#!/usr/bin/env python3
"""The limits that speed was promised in, one by one, on the texts of ../shared/kit/perf (which has to be there).

  limits.py BUILD_DIR [--runs N] [--data DIR] [--write docs/performance.md]

CPU time (user and system) of whole processes, medians of interleaved runs; wall time only for -j. DIR keeps the texts
(350 MB)."""
import argparse
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

import bench

ROOT = os.path.dirname(os.path.dirname(bench.HERE))
SHARED = os.path.join(os.path.dirname(ROOT), "shared")
KIT = os.path.join(SHARED, "kit", "perf")
MARKERS = ("<!-- limits: scripts/bench -->", "<!-- end of limits -->")
FILES_OF_J = 40


class Bench:
    def __init__(self, tool, data, runs):
        self.tool, self.data, self.runs, self.rows = tool, data, runs, []
        self.mlir = [bench.MLIR_OPT, "--allow-unregistered-dialect", "-o", "/dev/null"]

    def text(self, kind, size, *options, seed=1):
        name = "-".join([kind, size, str(seed), *(o.lstrip("-") for o in options)])
        path = os.path.join(self.data, f"{name}.mlir")
        if not os.path.exists(path):
            subprocess.run([sys.executable, os.path.join(KIT, "gen.py"), kind, "--size", size, "--seed", str(seed),
                            *options, "-o", path], check=True)
        return path

    def cpu(self, **commands):
        return bench.measure(commands, self.runs)

    def row(self, what, measured, limit, aim, at_least=False, unit=""):
        met = measured >= limit if at_least else measured <= limit
        reached = aim is not None and (measured >= aim if at_least else measured <= aim)
        sign = "≥" if at_least else "≤"
        verdict = "aim reached" if reached else "**missed**" if not met else "" if abs(limit) == math.inf else "met"
        promised = "-" if abs(limit) == math.inf else f"{sign} {limit:g}{unit}"
        aimed = "-" if aim is None else f"{sign} {aim:g}{unit}"
        self.rows.append(f"| {what} | {measured:.3g}{unit} | {promised} | {aimed} | {verdict} |")
        print(self.rows[-1], flush=True)

    # ---- the rows ----

    def layouts(self):
        text, peer = self.text("attrs", "10M"), self.text("attrs", "10M", "--peer")
        t = self.cpu(ours=[self.tool, text], parse=[self.tool, "--parse-only", text], mlir=[*self.mlir, text],
                     peer=[*self.mlir, peer], lexer=[self.lexer(), text])
        self.row("attrs 10 MB: mlir-opt-19 / tt-opt, the attributes opaque to it", t["mlir"] / t["ours"],
                 5, 11, True, " x")
        self.row("attrs 10 MB: mlir-opt-19 on the peer text / tt-opt", t["peer"] / t["ours"], 10, 20, True, " x")
        self.row("attrs 10 MB: tt-opt / bare re2c tokenizer", t["ours"] / t["lexer"], 2.5, 1.3)
        self.row("attrs 10 MB: verification adds to parse and print", 100 * (t["ours"] / t["parse"] - 1),
                 40, None, unit=" %")

    def prose(self):
        text = self.text("prose", "10M")
        t = self.cpu(ours=[self.tool, text], mlir=[*self.mlir, text], cat=["cat", text])
        self.row("prose 10 MB: mlir-opt-19 / tt-opt", t["mlir"] / t["ours"], 20, 60, True, " x")
        self.row("prose 10 MB: tt-opt / `cat`", t["ours"] / t["cat"], math.inf, 1.5)

    def repeated(self):
        """Texts whose parts repeat, or whose maps are long: mlir-opt beside us on the same text and on the peer text"""
        for kind, limit, same, peer_aim in (("aliases", 5, 20, 20), ("devices", 4, 20, 20), ("devfull", 4, 8, 8),
                                            ("deep", 0.5, 1, None), ("wide", 0.5, 1, None)):
            text, peer = self.text(kind, "10M"), self.text(kind, "10M", "--peer")
            t = self.cpu(ours=[self.tool, text], mlir=[*self.mlir, text], peer=[*self.mlir, peer])
            self.row(f"{kind} 10 MB: mlir-opt-19, the attributes opaque to it / tt-opt", t["mlir"] / t["ours"],
                     -math.inf if peer_aim else limit, same, True, " x")
            self.row(f"{kind} 10 MB: mlir-opt-19 on the peer text / tt-opt", t["peer"] / t["ours"],
                     limit if peer_aim else -math.inf, peer_aim, True, " x")

    def errors(self):
        t = self.cpu(errors=[self.tool, self.text("errors", "10M")], clean=[self.tool, self.text("attrs", "10M")])
        self.row("errors 10 MB / the clean text", t["errors"] / t["clean"], 2, 1.3)
        text = self.text("errors", "10M")
        t = self.cpu(ours=[self.tool, text], mlir=[*self.mlir, text])
        self.row("errors 10 MB: mlir-opt-19, which accepts it / tt-opt", t["mlir"] / t["ours"], -math.inf, 8, True,
                 " x")
        text = self.text("synerr", "1M")
        t = bench.measure({"ours": [self.tool, "--split-input-file", text],
                           "mlir": [*self.mlir, "--split-input-file", text]}, 2)
        self.row("synerr 1 MB: mlir-opt-19 / tt-opt", t["mlir"] / t["ours"], 50, 400, True, " x")

    def shapes(self):
        def deep(levels):
            return "#a = " + "[" * levels + "]" * levels + "\n"

        def wide(dims):
            names = [f"d{i}" for i in range(dims)]
            return f"#a = affine_map<({', '.join(names)}) -> ({' + '.join(names)})>\n"

        for what, text, size in (("deep, 100,000 levels", deep, 100_000), ("wide, 50,000 dims", wide, 50_000)):
            paths = [os.path.join(self.data, name) for name in ("half.mlir", "whole.mlir")]
            for path, n in zip(paths, (size // 2, size)):
                with open(path, "w", encoding="ascii") as f:
                    f.write(text(n))
            t = bench.measure({"half": [self.tool, paths[0]], "whole": [self.tool, paths[1]]}, 9)
            more = os.path.getsize(paths[1]) - os.path.getsize(paths[0])
            self.row(f"{what}: a byte", t["whole"] * 1e9 / os.path.getsize(paths[1]), 100, None, unit=" ns")
            self.row(f"{what}: a byte more, from half of it on", (t["whole"] - t["half"]) * 1e9 / more,
                     100, None, unit=" ns")

    def start_up(self):
        empty = os.path.join(self.data, "empty.mlir")
        with open(empty, "w", encoding="ascii"):
            pass
        t = bench.measure({"ours": [self.tool, empty], "true": ["true"]}, 40)
        self.row("start-up on an empty file / `true`", t["ours"] / t["true"], 2, 1.15)

    def instructions(self):
        text = self.text("attrs", "1M")
        counts = []
        for path in (os.path.join(self.data, "empty.mlir"), text):
            out = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.tool, path],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True).stderr.decode()
            counts.append(int(re.search(r"Collected : (\d+)", out)[1]))
        self.row("attrs 1 MB: instructions a byte (callgrind, without start-up)",
                 (counts[1] - counts[0]) / os.path.getsize(text), 60, 25)

    def memory(self):
        for kind, size, aim in (("attrs", "100M", 1.1), ("aliases", "10M", 1.5), ("errors", "10M", 1.5)):
            text = self.text(kind, size)
            self.row(f"{kind} {size[:-1]} MB: peak memory, bytes a byte",
                     bench.peak_bytes([self.tool, text]) / os.path.getsize(text), 3, aim)

    def corpus(self):
        folder = os.path.join(SHARED, "corpus")
        files = [os.path.join(d, n) for d, _, names in os.walk(folder) for n in names if n.endswith(".mlir")]
        t = bench.measure({"ours": [self.tool, "-j", "1", "--emit=none", "--split-input-file", folder],
                           "cat": ["cat", *files]}, 15)
        self.row(f"{len(files)} files of the shared corpus in one process, -j 1 / `cat`", t["ours"] / t["cat"], 3, None)
        self.real_files(files)

    def real_files(self, files):
        """The texts of the corpus, repeated to 10 MB as sections of one file, and as 10,000 files"""
        texts = []
        for path in sorted(files):
            with open(path, "rb") as f:
                texts.append(f.read())
        whole, folder = os.path.join(self.data, "corpus.mlir"), os.path.join(self.data, "small")
        with open(whole, "wb") as f:
            for i in range(1 << 20):
                if f.tell() >= 10_000_000:
                    break
                f.write(texts[i % len(texts)] + b"\n// -----\n")
        if not os.path.isdir(folder):
            os.makedirs(folder)
            small = [text for text in texts if len(text) <= 4096]
            for i in range(10_000):
                with open(os.path.join(folder, f"{i}.mlir"), "wb") as f:
                    f.write(small[i % len(small)])
        t = self.cpu(ours=[self.tool, "--emit=none", "--split-input-file", whole], lexer=[self.lexer(), whole])
        self.row("corpus repeated to 10 MB: MB in a CPU second", os.path.getsize(whole) / 1e6 / t["ours"],
                 -math.inf, 400, True)
        self.row("corpus repeated to 10 MB: tt-opt / bare re2c tokenizer", t["ours"] / t["lexer"], math.inf, 1.3)
        t = bench.measure({"ours": [self.tool, "-j", "1", "--emit=none", "--split-input-file", folder],
                           "cat": ["sh", "-c", f"find {folder} -name '*.mlir' -print0 | xargs -0 cat"]}, 5)
        self.row("10,000 files of at most 4 KB, -j 1 / `find` and `cat`", t["ours"] / t["cat"], math.inf, 1.5)

    def jobs(self):
        self.two_threads("100 MB in 40 files", [self.text("attrs", "2500K", seed=100 + i) for i in range(FILES_OF_J)])
        for size in ("10M", "100M"):
            self.two_threads(f"{size[:-1]} MB of sections in one file", ["--split-input-file", self.sections(size)])
        text = self.sections("100M")
        self.row("attrs 100 MB of sections in one file, -j 2: peak memory, bytes a byte",
                 bench.peak_bytes([self.tool, "-j", "2", "--split-input-file", text]) / os.path.getsize(text), 3, 1.5)

    def sections(self, size):
        """The operations of `attrs`, 200 in a section"""
        path = os.path.join(self.data, f"sections-{size}.mlir")
        with open(self.text("attrs", size), "rb") as f:
            operations = [line for line in f if line.startswith(b"    %")]
        with open(path, "wb") as f:
            f.write(b"// -----\n".join(b"func.func @f() {\n" + b"".join(operations[i:i + 200]) + b"    return\n}\n"
                                       for i in range(0, len(operations), 200)))
        return path

    def two_threads(self, what, arguments):
        walls = {1: [], 2: []}
        outputs = {}
        for _ in range(self.runs):
            for j, wall in walls.items():
                start = time.monotonic()
                outputs[j] = subprocess.run([self.tool, "-j", str(j), "--emit=none", *arguments],
                                            stderr=subprocess.STDOUT, stdout=subprocess.PIPE, check=True).stdout
                wall.append(time.monotonic() - start)
        if outputs[1] != outputs[2]:
            sys.exit("-j 2 says something else than -j 1")
        self.row(f"-j 2 / -j 1, wall time, {what}, same output", min(walls[2]) / min(walls[1]), 0.75, 0.6)

    def lexer(self):
        """The bare tokenizer of the kit: the practical limit of lexing"""
        path, proto = os.path.join(self.data, "lexer"), os.path.join(KIT, "proto")
        if not os.path.exists(path):
            subprocess.run(["re2c", "-W", "-o", path + ".c", os.path.join(proto, "lex.re")], check=True)
            subprocess.run(["gcc", "-O2", "-march=native", "-I", proto, path + ".c", "-o", path], check=True)
        return path


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("build", metavar="BUILD_DIR", type=bench.build_folder)
    ap.add_argument("--runs", type=int, default=5)
    ap.add_argument("--data", help="keep the texts here")
    ap.add_argument("--write", help="the page whose table is replaced")
    a = ap.parse_args()
    if not os.path.isdir(KIT):
        print("limits: no ../shared/kit/perf, nothing measured")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        if a.data:
            os.makedirs(a.data, exist_ok=True)
        b = Bench(os.path.join(a.build, "tt-opt"), a.data or folder, a.runs)
        for part in (b.layouts, b.prose, b.repeated, b.errors, b.shapes, b.start_up, b.instructions, b.memory, b.corpus,
                     b.jobs):
            part()
    table = "\n".join(["| measure | measured | limit | aim | |", "| --- | ---: | ---: | ---: | --- |", *b.rows, "",
                       f"{bench.processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
                       f"medians of {a.runs} interleaved runs."])
    if a.write:
        bench.replace_table(a.write, MARKERS, table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
