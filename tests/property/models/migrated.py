#!/usr/bin/env python3
"""`tt-opt --migrate`: where each element is (core, place in the shard) and what its shard holds, before and after, by
readers of this script. `migrate-moved` is reported at a tensor if and only if one of them differs. Texts are random
layouts by map, by names and of TTNN in the syntax of a date, and files of ../shared/corpus if that exists.

  migrated.py BUILD_DIR [CASES [SEED]]     a case is a text and two dates"""
import csv
import os
import re
import sys

import eras
from model import Map, by_x, ceil_div, in_faces, points, row_major, round_up, run_model, split_top, volume

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "shared", "corpus")
DATES = ["2024-07-15", "2024-08-15", "2024-10-01", "2024-11-20", "2024-12-10", "2025-01-15", "2025-03-01", "2025-04-15",
         "2025-06-16", "2025-06-18", "2025-06-23", "2025-07-15", "2025-09-15", "2025-10-15", "2025-12-15", "2026-03-13",
         "2026-05-20", "2026-08-21"]
MAX_POINTS, MAX_FILE = 6000, 60000
RENAMED = {"bc_f8": "bfp_f8", "bc_bf8": "bfp_bf8", "bc_f4": "bfp_f4", "bc_bf4": "bfp_bf4", "bc_f2": "bfp_f2",
           "bc_bf2": "bfp_bf2"}


# ---- reading ----

def end_of(text, at):
    """After the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += text[i] in "<([{"
        depth -= text[i] in ")]}" or (text[i] == ">" and text[i - 1] != "-")
        if depth == 0:
            return i + 1
    raise ValueError("no closing bracket")


def without_comments(text):
    """Comments are blanks."""
    return re.sub(r'"[^"\n]*"|//.*', lambda m: m[0] if m[0][0] == '"' else " " * len(m[0]), text)


def aliases_of(code):
    found = {}
    for match in re.finditer(r"^[ \t]*([#!][\w.$-]+) = ", code, re.M):
        at = match.end()
        while at < len(code) and code[at] not in "\n<([{":
            at += 1
        end = end_of(code, at) if at < len(code) and code[at] != "\n" else at
        stop = code.find("\n", end)
        found[match[1]] = code[match.end():stop if stop >= 0 else len(code)].strip()
    return found


def expanded(text, aliases, depth=0):
    if depth > 8:
        raise ValueError("aliases are too deep")
    return re.sub(r"[#!][\w.$-]+", lambda m: expanded(aliases[m[0]], aliases, depth + 1)
                  if m[0] in aliases else m[0], text)


def tensors_of(text):
    """[(offset, end, the type with all aliases expanded)] of the tensors with a layout, in order."""
    found, begin = [], 0
    for section in re.split(r"(?m)^(?=// -----)", text):
        code = without_comments(section)
        aliases = aliases_of(code)
        for match in re.finditer(r"\btensor<", code):
            end = end_of(code, match.end() - 1)
            whole = re.sub(r"(?<=<) | (?=>)", "", " ".join(expanded(code[match.start():end], aliases).split()))
            if re.search(r"layout<", whole):
                found.append((begin + match.start(), begin + end, whole))
        begin += len(section)
    return found


def inside(text):
    """What is between the first `<` and its mate."""
    at = text.index("<")
    return text[at + 1:end_of(text, at) - 1]


def shaped(text):
    """(extents, the element, its tile) of `2x4x!tt.tile<32x32, f32>`."""
    match = re.match(r"((?:\d+\s*x\s*)*)(.*)", text)
    element, tile = match[2], None
    if ".tile<" in element:
        parts = split_top(inside(element))
        tile, element = [int(n) for n in re.findall(r"\d+", parts[0])], parts[1]
    return [int(n) for n in re.findall(r"\d+", match[1])], RENAMED.get(element, element), tile


class Placed:
    """Where the elements of a tensor are. `shard` divides the physical index, `stored` is what a core holds, in
    elements; `cores` are the cores of the shards, if the text says which."""

    def core(self, index):
        return tuple(place // s for place, s in zip(self.image(index), self.shard))

    def position(self, index):
        """Of an element in its shard."""
        local = [place % s for place, s in zip(self.image(index), self.shard)]
        if not self.tile or len(local) < 2:
            return row_major(local, self.stored)
        height, width = self.tile
        tiles = [*self.stored[:-2], self.stored[-2] // height, self.stored[-1] // width]
        tile = [*local[:-2], local[-2] // height, local[-1] // width]
        return row_major(tile, tiles) * height * width + in_faces(local[-2] % height, local[-1] % width, height, width)


class ByMap(Placed):
    def __init__(self, shape, of_tensor, body):
        parts = split_top(body)
        self.shape, self.map = shape, Map(parts[0])
        grid = split_top(parts[2][parts[2].index("<") + 1:-1])
        self.grid = [int(n) for n in grid[0].split("x")]
        memref, stored, self.tile = shaped(split_top(inside(parts[3]))[0])
        self.element = of_tensor, stored
        self.set_shards(memref)
        self.cores = {core: Map(grid[1])(*core) for core in points(self.grid)} if len(grid) == 2 else None

    def set_shards(self, memref):
        if len(self.map.dims) != len(self.shape):
            raise ValueError("a map of another rank")
        last = self.map(*(extent - 1 for extent in self.shape))
        self.shard = [ceil_div(place + 1, g) for place, g in zip(last, self.grid)]
        self.stored = list(memref)
        if self.tile:
            self.stored[-2:] = [n * t for n, t in zip(self.stored[-2:], self.tile)]

    def image(self, index):
        return self.map(*index)


class ByNames(Placed):
    def __init__(self, whole):
        if not eras.NAMED.match(whole):
            raise ValueError(f"not a layout by names: {whole}")
        self.named = eras.Named(whole)
        self.shape, self.grid = self.named.shape, self.named.grid
        self.shard = self.stored = self.named.shard
        if self.named.physical != [g * s for g, s in zip(self.grid, self.shard)]:
            raise ValueError("a layout that contradicts its tensor")
        self.tile = self.named.tile if self.named.tile != (1, 1) else None
        self.element = (shaped(split_top(inside(whole))[0])[1],) * 2  # of the tensor and in memory
        self.cores = None

    def image(self, index):
        return self.named.image(index)


class OfTTNN(ByMap):
    """Where tensors are sharded, core ranges have the cores row by row, as the map of a grid has them one by one."""

    def __init__(self, shape, of_tensor, body):
        parts = [part for part in split_top(body) if not part.startswith("mesh =")]
        self.shape, self.map = shape, Map(parts[0])
        grid = split_top(parts[1][parts[1].index("<") + 1:-1])
        self.grid = [int(n) for n in grid[0].split("x")]
        memref, stored, self.tile = shaped(split_top(inside(parts[2]))[0])
        self.element = of_tensor, stored
        self.set_shards(memref)
        sharded = "_sharded" in body
        ranges = [[int(n) for n in re.findall(r"\d+", box)]
                  for box in re.findall(r"core_range<(\(.*?\),\s*\(.*?\))>", body)]
        listed = [(0, y, x) for x0, y0, x1, y1 in ranges for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
        places = list(points(self.grid)) if sharded else []
        self.cores = None
        if len(grid) > 1:
            mapping = Map(grid[1].removeprefix("virt_to_physical_map = "))
            self.cores = {core: tuple(mapping(*core)) for core in places}
        elif listed and sharded:
            self.cores = dict(zip(places, listed))


def read(whole):
    first, encoding = split_top(inside(whole))[:2]
    shape, of_tensor, _ = shaped(first)
    if "ttnn_layout<" in encoding:
        return OfTTNN(shape, of_tensor, inside(encoding))
    if "nd_layout<" in encoding or "host_layout<" in encoding:
        raise ValueError("not a layout of this script")
    return ByNames(whole) if "logical_shape" in encoding else ByMap(shape, of_tensor, inside(encoding))


def sample(rng, shape):
    if volume(shape) <= MAX_POINTS:
        return list(points(shape))
    return [tuple(extent - 1 for extent in shape)] + [tuple(map(rng.randrange, shape)) for _ in range(MAX_POINTS // 2)]


def differ(rng, old, new):
    """What is different: a reason, or None."""
    if old.element != new.element or old.tile and list(old.tile) != list(new.tile or []):
        return "element"
    if (old.grid, old.stored) != (new.grid, new.stored):
        return "grid or shard"
    for index in sample(rng, old.shape):
        if old.core(index) != new.core(index) or old.position(index) != new.position(index):
            return f"element {index}"
    if old.cores and new.cores and old.cores != new.cores:
        return "cores"
    return None


# ---- random texts ----

def by_map(rng):
    layout = eras.random_layout(rng)
    if layout is None:
        return None
    date = rng.choice(["2024-08-15", "2024-10-01", "2025-01-15", "2025-03-01", "2025-06-16", "2025-06-18"])
    layout.space = rng.choice(["l1", "l1", "dram", "system"])
    if "2024-10" <= date < "2025-02" and layout.space == "dram":
        layout.memory_layout = rng.choice([None, "interleaved"])
    text = layout.text()
    if date < "2024-11":
        text = text.replace("#tt.metal_layout", "#tt.layout").replace("bfp_bf8", "bfp_bf8")
    if date > "2025-06-17":
        text = re.sub(r"([#!])tt\.", r"\1ttcore.", text)
    return text, date


def by_names(rng):
    rank = rng.randint(2, 4)
    shape = [rng.choice([1, 2, 3, 5, 8, 16, 31, 32, 33, 64]) for _ in range(rank)]
    tile = rng.choice([None, (32, 32), (32, 32), (16, 32)])
    cuts = [0, *sorted(rng.sample(range(1, rank), rng.randint(1, rank - 1))), rank]
    aligns = [rng.choice([1, 1, 2, 32]) for _ in shape]
    groups = [range(a, b) for a, b in zip(cuts, cuts[1:])]
    units = [1] * (len(groups) - 2) + list(tile or (1, 1))
    physical = []
    for group, unit in zip(groups, units):
        aligns[group[0]] = round_up(aligns[group[0]], unit)
        value = 1
        for dim in reversed(group):
            value = round_up(shape[dim] * value, aligns[dim])
        physical.append(value)
    grid = [rng.choice([g for g in range(1, 9) if p // unit % g == 0]) for p, unit in zip(physical, units)]
    shard = [p // g // unit for p, g, unit in zip(physical, grid, units)]
    if volume(shape) > MAX_POINTS or volume(grid) > 64:
        return None
    date = rng.choice([date for date in DATES if date > "2025-06-20"])
    intervals = [[group[0], group[-1] + 1] for group in groups]
    space = rng.choice(["l1", "dram"])
    fields = [f"logical_shape = {by_x(shape)}", f"dim_alignments = {by_x(aligns)}",
              ("collapse_dims" if date < "2025-06-26" else "collapsed_intervals") +
              f" = dense<{intervals}> : tensor<{len(intervals)}x2xi64>"]
    fields += ["undef"] * (date < "2026-05-13") + [space]
    fields += ["sharded"] * (date >= "2025-11-17") + ["index_map = map(0)"] * (date == "2025-12-15")
    element = f"!ttcore.tile<{by_x(tile)}, f32>" if tile else "f32"
    return f"tensor<{by_x(grid + shard)}x{element}, #ttcore.metal_layout<{', '.join(fields)}>>", date


def of_ttnn(rng):
    shape = [rng.choice([1, 2, 3]), rng.choice([32, 64, 96]), rng.choice([32, 64, 128, 256])]
    kind = rng.choice(["interleaved", "interleaved", "height_sharded", "width_sharded", "block_sharded"])
    date = rng.choice(["2024-11-20", "2025-01-15", "2025-06-16", "2025-07-15", "2025-12-15", "2026-05-20"])
    rows, columns = rng.choice([1, 2, 4, 8]), rng.choice([1, 2, 4, 8])
    grid = {"interleaved": [1, 1], "height_sharded": [rows * columns, 1], "width_sharded": [1, rows * columns],
            "block_sharded": [rows, columns]}[kind]
    physical = [shape[0] * shape[1], shape[2]]
    shard = [round_up(ceil_div(p, g), 32) // 32 for p, g in zip(physical, grid)]
    y, x = rng.choice([0, 0, 1]), rng.choice([0, 0, 2])
    space = "l1" if kind != "interleaved" else rng.choice(["l1", "dram"])
    if kind == "interleaved" and space == "l1":
        space = "dram"
    where = {"block_sharded": "(d0, d1) -> (0, d0 + {y}, d1 + {x})",
             "height_sharded": "(d0, d1) -> (0, d0 floordiv {n} + {y}, d0 mod {n} + {x})",
             "width_sharded": "(d0, d1) -> (0, d1 floordiv {n} + {y}, d1 mod {n} + {x})"}
    tail = f", {kind}" if date < "2024-12-06" else f", <{kind}>"
    cores = by_x(grid)
    if kind != "interleaved" and date < "2026-05-06":
        cores += ", " + where[kind].format(y=y, x=x, n=columns)
    elif kind != "interleaved":
        tail += (f", core_ranges = #ttnn.core_range_set<[#ttnn.core_range<({x},{y}), "
                 f"({x + columns - 1},{y + rows - 1})>]>")
    dialect = "tt" if date < "2025-06-17" else "ttcore"
    return (f"tensor<{by_x(shape)}xbf16, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * {shape[1]} + d1, d2), <{cores}>, "
            f"memref<{by_x(shard)}x!{dialect}.tile<32x32, bf16>, #ttnn.buffer_type<{space}>>{tail}>>"), date


def random_text(rng):
    made = rng.choice([by_map, by_names, of_ttnn])(rng)
    if made is None:
        return None
    whole, date = made
    if rng.random() < 0.5:
        return f"func.func private @f({whole}) -> {whole}\n", date
    first, encoding = split_top(inside(whole))
    return (f"#layout = {encoding} // of both\nfunc.func private @f(tensor<{first}, #layout>) -> "
            f"tensor<{first},  #layout>\n"), date


def corpus_texts():
    """[(text, date)]"""
    if not os.path.isdir(CORPUS):
        return []
    sys.path.insert(0, os.path.join(CORPUS, "..", "kit"))
    import corpus  # the dates of the commits  # noqa: PLC0415
    texts = []
    with open(os.path.join(CORPUS, "MANIFEST.tsv"), encoding="utf-8") as f:
        rows = [row for row in csv.DictReader(f, delimiter="\t") if row["expectation"] == "accept"]
    for row in rows:
        path = os.path.join(CORPUS, row["file"])
        if row["era"] in ("tt-era", "ttcore-era") and os.path.getsize(path) < MAX_FILE:
            with open(path, encoding="utf-8") as f:
                texts.append((f.read(), corpus.DATES[row["file"].split("/")[1]]))
    return [text for text in texts if "layout<" in text[0] and text[0].isascii()]


# ---- the comparison ----

FILES = corpus_texts()
MOVED = re.compile(r"^<stdin>:(\d+):(\d+): warning: the layout is another one on this date: (.*) \[migrate-moved\]",
                   re.M)


def warnings_at(err, text):
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return [(starts[int(m[1]) - 1] + int(m[2]) - 1, m[3]) for m in MOVED.finditer(err)]


def step(rng, tools, verdict):
    made = rng.choice(FILES) if FILES and rng.random() < 0.5 else random_text(rng)
    if made is None:
        return
    text, source = made
    target = rng.choice([date for date in DATES if date != source])
    arguments = [f"--era={source}", f"--migrate={target}", "--split-input-file", "-"]
    status, out, err = tools.opt(*arguments, stdin=text)
    verdict.cases += 1
    if status:
        reason = re.search(r"error: (.*?) \[", err)
        verdict.skip("rejected: " + re.sub(r"\d+|'.*?'", "N", reason[1] if reason else err)[:60])
        return
    old, new = tensors_of(text), tensors_of(out)
    if not verdict.expect("tensors with layouts", len(old), len(new), [*arguments, text[:2000]]):
        return
    warned = warnings_at(err, text)
    pairs = {}
    for (begin, end, before), (_, _, after) in zip(old, new):
        pairs.setdefault((before, after), []).append((begin, end))
    for (before, after), spans in pairs.items():
        words = [why for at, why in warned for begin, end in spans if begin <= at < end]
        try:
            layouts = read(before), read(after)
        except ValueError as error:
            verdict.count(f"not compared: {str(error)[:40]}")
            continue
        reason = differ(rng, *layouts)
        verdict.count("layouts compared")
        verdict.count("layouts that are other ones", reason is not None)
        verdict.expect(f"{before}\n  -> {after}\n  {reason}; {words}; moved", reason is not None, bool(words),
                       [*arguments, text if len(text) < 600 else ""])


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "migrated", 300, step))
