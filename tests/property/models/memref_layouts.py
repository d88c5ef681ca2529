#!/usr/bin/env python3
"""Memrefs with strides or affine maps of their own inside metal_layout, tt.layout and ttnn_layout: the core and byte of
every element, the bytes of a shard and overlaps are computed from the definition, and tt-opt, show, same, move,
convert, with, pack and unpack are asked for them.

  memref_layouts.py BUILD_DIR [CASES [SEED]] [--layouts KIND,...]     a case is a layout

--layouts=none gives memrefs without a layout of their own, a test of the model itself. One line is printed for each
difference: command, text, expected, found.

Assumptions: padding that shares an address with something, but no two elements, has no verdict. Of a shard in a
ttnn_layout the strides are those of the memory; without them rows are pages, 16 bytes aligned; strides that only spell
the second where both differ have no verdict. A map with several results is stored row by row in their bounding box. A
stride that is not known has no address, so nothing may be computed from it. An offset belongs to the shard: its bytes
end with the last element. `same` and `move` must decide all layouts with strides; maps with floordiv and mod may be
rejected with a message."""
import argparse
import collections
import json
import os
import random
import re
import struct
import sys
import tempfile

from model import Tools, ceil_div, collapse_text, default_cases, map_of, row_major, volume
from placements import (HOST, L1_ALIGNMENT, Affine, Contradiction, Memref, Placed, Strided, Unreadable, Verdict,
                        Whole, first_line, read_layout, result_of, trimmed)

# (family, form, date, memory layouts of ordinary shards)
FORMS = [
    ("metal", "tt.layout", "2024-06-10", [None]),
    ("metal", "tt.layout", "2024-08-01", [None]),
    ("metal", "tt.layout", "2024-09-03", ["none_layout"]),
    ("metal", "tt.layout", "2024-10-15", [None, None, "none"]),
    ("metal", "tt.metal_layout", "2024-12-15", [None, None, "none"]),
    ("metal", "tt.metal_layout", "2025-03-15", [None]),
    ("metal", "tt.metal_layout", "2025-05-20", [None]),
    ("metal", "ttcore.metal_layout", "2025-06-18", [None]),
    ("ttnn", None, "2024-11-25", ["block_sharded"]),
    ("ttnn", None, "2025-01-15", ["block_sharded"]),
    ("ttnn", None, "2025-05-01", ["block_sharded"]),
    ("ttnn", None, "2025-12-15", ["block_sharded"]),
    ("ttnn", None, "2026-06-15", ["block_sharded"]),
]

LEGAL = ["row-major", "gaps", "gaps", "permuted", "permuted", "offset", "offset", "affine", "affine", "affine swizzled",
         "affine results"]
ILLEGAL = ["overlap", "overlap", "affine overlap", "affine results overlap", "below zero", "rank", "unknown stride"]
# Negative strides with an offset are legal in MLIR; the specification does not speak of them.
KINDS = LEGAL * 2 + ["negative"] + ILLEGAL


def row_strides(shape):
    strides, at = [], 1
    for extent in reversed(shape):
        strides.insert(0, at)
        at *= extent
    return strides


def linear_text(strides, offset=0):
    terms = [f"d{i}" if s == 1 else f"d{i} * {s}" for i, s in enumerate(strides) if s]
    return (" + ".join(terms) or "0") + (f" + {offset}" if offset else "")


def spread_strides(rng, shape, order, gap):
    """Strides in the order of the dims `order`, outermost first, with gaps of up to `gap` elements."""
    strides, at = [0] * len(shape), 1
    if gap and rng.random() < 0.3:
        at = rng.choice([2, 3])
    for dim in reversed(order):
        strides[dim] = at
        at = at * shape[dim] + (rng.randint(0, gap) if gap else 0)
    return strides


def random_memref_layout(rng, kind, shape):
    """The layout of a memref of this shape."""
    rank = len(shape)
    order = list(range(rank))
    gap = rng.choice([1, 4, 8, 13])
    if kind == "none":
        return None
    if kind == "row-major":
        return Strided(row_strides(shape))
    if kind in ("permuted", "offset", "affine") and rng.random() < 0.6:
        rng.shuffle(order)
    strides = spread_strides(rng, shape, order, gap if kind != "permuted" or rng.random() < 0.4 else 0)
    offset = rng.choice([1, 3, 8, 16, 40])
    if kind in ("gaps", "permuted"):
        return Strided(strides)
    if kind == "offset":
        return Strided(strides if rng.random() < 0.5 else row_strides(shape), offset)
    if kind == "negative":
        at = rng.randrange(rank)
        least = strides[at] * (shape[at] - 1)
        strides[at] = -strides[at]
        return Strided(strides, least + rng.choice([0, 0, 4]))
    if kind == "affine":
        return Affine(map_of(rank, [linear_text(strides, rng.choice([0, 0, offset]))]))
    if kind == "affine swizzled":
        # Blocks of rows (or of another dim), the fastest index inside of them.
        block, at = rng.choice([2, 4]), rng.randrange(rank)
        inner = spread_strides(rng, [*shape[:at], ceil_div(shape[at], block), *shape[at + 1:], block],
                               list(range(rank + 1)), gap if rng.random() < 0.5 else 0)
        terms = [linear_text([s if i == d else 0 for i in range(rank)]) if d != at else
                 f"(d{at} floordiv {block}) * {s}" for d, s in enumerate(inner[:-1])]
        return Affine(map_of(rank, [" + ".join([*terms, f"(d{at} mod {block}) * {inner[-1]}"])]))
    if kind == "affine results":
        if rank > 1 and rng.random() < 0.6:
            rng.shuffle(order)
            return Affine(map_of(rank, [f"d{i}" for i in order]))
        at = rng.randrange(rank)
        block = rng.choice([b for b in (2, 3, 4) if b <= shape[at]] or [1])
        return Affine(map_of(rank, [f"d{i}" if i != at else f"d{at} floordiv {block}" for i in order] +
                             [f"d{at} mod {block}"]))
    if kind in ("overlap", "affine overlap"):
        wide = [d for d in range(rank) if shape[d] > 1]
        if len(wide) > 1 and rng.random() < 0.8:
            inner, outer = strides.index(min(strides[d] for d in wide)), rng.choice(wide)
            if outer != inner:
                strides[outer] = strides[inner] * rng.randint(1, max(1, shape[inner] - 1))
        elif wide:
            return Affine(map_of(rank, [linear_text([s if d != wide[0] else 0 for d, s in enumerate(strides)])]))
        return Strided(strides) if kind == "overlap" else Affine(map_of(rank, [linear_text(strides)]))
    if kind == "affine results overlap":
        at = rng.randrange(rank)
        return Affine(map_of(rank, [f"d{i}" if i != at else f"d{at} floordiv 2" for i in order]))
    if kind == "below zero":
        at = rng.randrange(rank)
        if shape[at] == 1:
            return Strided(strides, -offset)
        strides[at] = -strides[at]
        return Strided(strides, rng.choice([0, -strides[at] * (shape[at] - 1) - 1]))
    if kind == "rank":
        return Strided([*strides, 1] if rng.random() < 0.5 else strides[1:])
    return "unknown"


class UnknownStride:
    """strided<[?, 1]>: no address follows."""

    def __init__(self, rng, shape):
        strides = list(map(str, row_strides(shape)))
        strides[rng.randrange(len(strides))] = "?"
        offset = rng.choice(["", "", ", offset: ?"])
        self.words = f"strided<[{', '.join(strides)}]{offset}>"

    def text(self):
        return self.words


def random_case(rng, kinds):
    """(layout, kind) or (None, kind) if the draw is too large."""
    family, form, date, memory_layouts = rng.choice(FORMS)
    kind = rng.choice(kinds)
    rank = rng.choice([1, 2, 2, 2, 3, 3, 4])
    tiles = rng.random() < 0.3
    shape = [rng.choice([1, 2, 3, 4, 5, 6, 8, 12]) for _ in range(rank)]
    results_rank = 2 if family == "ttnn" else min(rank, rng.choice([1, 2, 2, 3, 4]))
    if tiles:
        results_rank = max(2, results_rank)
        tile = rng.choice([(32, 32), (16, 16), (16, 32), (4, 16)])
        shape[-1] = rng.choice([tile[1], tile[1] * 2, tile[1] * 3 - 3, 7])
        if rank > 1:
            shape[-2] = rng.choice([tile[0], tile[0] * 2, tile[0] * 2 - 1, 5])
        shape[:-2] = [rng.choice([1, 2, 3]) for _ in shape[:-2]]
    if volume(shape) > 4096 or results_rank > rank and not (rank == 1 and results_rank == 2):
        return None, kind
    if results_rank > rank and date < "2024-07-11":
        return None, kind
    if results_rank > rank:
        results = ["0", "d0"]
    else:
        cuts = [0] + sorted(rng.sample(range(1, rank), results_rank - 1)) + [rank]
        align = rng.choice([1, 1, 1, 2, 4]) if date > "2024-07-11" else 1
        if date < "2024-07-11" or family == "ttnn":
            cuts = [0, *range(rank - results_rank + 1, rank), rank]
        results = [collapse_text(shape, a, b, align) for a, b in zip(cuts, cuts[1:])]
    grid = [rng.choice([1, 1, 2, 3, 4]) for _ in results]
    element = rng.choice(["f32", "bf16", "i8"])
    stored = element
    if tiles:
        element = rng.choice(["f32", "bf16"])
        stored = (*tile, element)
    space = rng.choice(["l1"] * 6 + ["dram", "system"]) if family == "metal" else "l1"
    if space == "system":
        grid = [1] * len(grid)
    layout = Placed(family, shape, element, map_of(rank, results), grid, Memref([1], stored, None, space),
                    rng.choice(memory_layouts), "undef", date, form)
    # Every core of the grid has elements: otherwise other rules could speak.
    layout.grid = [min(g, p) for g, p in zip(layout.grid, layout.physical())]
    layout.grid = [ceil_div(p, ceil_div(p, g)) for p, g in zip(layout.physical(), layout.grid)]
    if tiles and family == "ttnn":
        # Whether TTNN divides the scalars or the tiles by the grid is the same for whole tiles only.
        layout.grid = [g if (p // g) * g == p and (p // g) % t == 0 else 1
                       for p, g, t in zip(layout.physical(), layout.grid, tile)]
    layout.memref.shape = layout.memref_shape()
    if family == "ttnn" and date >= "2026-05-06":
        height, width = layout.grid
        layout.core_ranges = [f"#ttnn.core_range<(0,0), ({width - 1},{height - 1})>"]
    layout.memref.layout = random_memref_layout(rng, kind, layout.memref.shape)
    if layout.memref.layout == "unknown":
        layout.memref.layout = UnknownStride(rng, layout.memref.shape)
    return layout, kind


def shared_address(layout):
    """None, or what is wrong: an address is "below" 0, two "elements" share bytes, or only "padding" does."""
    memref = layout.memref
    addresses = memref.addresses()
    if min(addresses) < 0:
        return "below"
    if len(set(addresses)) == len(addresses):
        return None
    places = layout.places()
    return "elements" if len(set(places.values())) < len(places) else "padding"


def two_readings(layout):
    """Row-major strides that are written out, where the rows of TTNN are aligned: pages or strides?"""
    memref = layout.memref
    return layout.family == "ttnn" and memref.layout is not None and memref.tile() is None and \
        memref.addresses() == list(range(volume(memref.shape))) and \
        memref.shape[0] > 1 and memref.shape[-1] * memref.element_bytes() % L1_ALIGNMENT


def simple(layout):
    """Strides, or one result without floordiv and mod."""
    own = layout.memref.layout
    return not isinstance(own, Affine) or len(own.linear.parts) == 1 and not re.search("div|mod", own.linear.text)


def variant(layout, memref_layout):
    """The same layout with another layout of its memref."""
    memref = layout.memref
    other = Placed(layout.family, layout.shape, layout.element, layout.linear, layout.grid,
                   Memref(memref.shape, memref.element, memref_layout, memref.space), layout.memory_layout, layout.oob,
                   layout.date, layout.form)
    other.core_ranges = layout.core_ranges
    return other


# One function for each question. `places` is {index: (where, byte)}.

def ask_show(rng, tools, verdict, layout, places):
    index = rng.choice(list(places))
    arguments = ["show", layout.text(), "--index", ",".join(map(str, index))]
    command = " ".join(["show --index", arguments[-1]])
    seen, err = tools.json(*arguments)
    if seen is None:
        verdict.differs("show fails", command, layout.text(), places[index], first_line(err))
        return
    where, byte = places[index]
    at = seen["at"]
    if layout.memref.space not in HOST:
        verdict.expect("core in show", command, layout.text(), list(where), at["core"])
    verdict.expect("byte in show", command, layout.text(), byte, at["byte_offset"])
    size = layout.shard_bytes()
    verdict.expect("shard_bytes in show", "show", layout.text(), size, seen["shard_bytes"])
    verdict.expect("total_bytes in show", "show", layout.text(), size * volume(layout.grid), seen["total_bytes"])
    if layout.memref.space == "l1":
        verdict.expect("bank_bytes in show", "show", layout.text(), layout.bank_bytes(), seen["bank_bytes"])


def partner(rng, layout):
    """Another layout of the same tensor, often with the same addresses."""
    memref = layout.memref
    choice = rng.choice(["plain", "plain", "spelled", "spelled", "other", "family"] if memref.layout else
                        ["plain", "family"])
    if choice == "plain":
        return variant(layout, None)
    if choice == "spelled" and isinstance(memref.layout, Strided):
        return variant(layout, Affine(map_of(len(memref.shape), [linear_text(memref.layout.strides,
                                                                            memref.layout.offset)])))
    if choice == "family" and len(layout.grid) == 2 and memref.space == "l1":
        other = variant(layout, memref.layout)
        other.core_ranges, other.form = None, None
        if layout.family == "metal":
            other.family, other.memory_layout, other.date = "ttnn", "block_sharded", "2025-05-01"
            if memref.tile() and any(p % (g * t) for p, g, t in zip(layout.physical(), layout.grid, memref.tile())
                                     if g > 1):
                return variant(layout, None)
        else:
            other.family, other.memory_layout, other.date, other.form = "metal", None, "2025-05-20", "tt.metal_layout"
        return other
    if choice == "other":
        return variant(layout, random_memref_layout(rng, rng.choice(LEGAL), memref.shape))
    return variant(layout, memref.layout)


def ask_same(rng, tools, verdict, layout, places):
    other = partner(rng, layout)
    if shared_address(other) or two_readings(other):
        return
    theirs = other.places()
    differ = [index for index in places if places[index] != theirs[index]]
    texts = [layout.text(), other.text()]
    if rng.random() < 0.5:
        texts.reverse()
    status, out, err = tools.layout("same", *texts, "--json")
    verdict.facts["same"] += 1
    command, both = "same", " ".join(texts)
    if status == 2:
        verdict.facts["same: undecided"] += 1
        if not err.strip() or simple(layout) and simple(other):
            verdict.differs("same is undecided", command, both, "differs" if differ else "same", first_line(err))
        return
    expected = "differs" if differ else "same"
    if not verdict.expect("verdict of same", command, both, f"{expected} at {differ[0]}" if differ else expected,
                          (f"{expected} at {differ[0]}" if differ else expected) if status == bool(differ) else
                          ["same", "differs"][status]):
        return
    if differ:
        index = tuple(json.loads(out)["index"])
        verdict.expect("index of same", command, both, True, index in places and places[index] != theirs[index])


def ask_move(rng, tools, verdict, layout, places):
    """no_op, and the bytes that the transfers carry."""
    if layout.memref.space != "l1":
        return
    other = partner(rng, layout)
    if shared_address(other) or two_readings(other):
        return
    theirs = other.places()
    if rng.random() < 0.5:
        layout, other, places, theirs = other, layout, theirs, places
    both = f"{layout.text()} to {other.text()}"
    seen, err = tools.json("move", "--from", layout.text(), "--to", other.text())
    verdict.facts["move"] += 1
    if seen is None:
        verdict.facts["move: rejected"] += 1
        if not err.strip() or simple(layout) and simple(other):
            verdict.differs("move is rejected", "move", both, "a plan", first_line(err))
        return
    equal = places == theirs
    if not verdict.expect("no_op of move", "move", both, equal, seen["no_op"]) or seen["transfers"] is None or \
            len(layout.grid) > 3:
        return
    size = layout.memref.scalar_bytes()
    source = {}
    for entry in seen["transfers"]:
        for k in range(entry["count"]):
            src, dst = entry["src_offset"] + k * entry["src_stride"], entry["dst_offset"] + k * entry["dst_stride"]
            for byte in range(0, entry["bytes"], size):
                source[trimmed((entry["dst_chip"], *entry["dst_core"])), dst + byte] = \
                        (trimmed((entry["src_chip"], *entry["src_core"])), src + byte)
    places, theirs = ({index: (trimmed(where), byte) for index, (where, byte) in p.items()} for p in (places, theirs))
    wrong = next((index for index in places if source.get(theirs[index]) != places[index]), None)
    if wrong is not None:
        verdict.differs("transfers of move", "move", both, f"{wrong} from {places[wrong]} to {theirs[wrong]}",
                        f"from {source.get(theirs[wrong])}")


def ask_convert(rng, tools, verdict, layout, places):
    kind = rng.choice(["strided", "affine", "metal", "ttnn", "ttcore", "with", "era"])
    if kind == "with":
        arguments = ["with", layout.text(), "--oob", "zero"]
        if layout.family != "metal":
            return
    elif kind == "era":
        era = rng.choice(["2025-03-01", "2024-12-01"]) if layout.family == "metal" else \
            rng.choice(["2025-05-01", "2026-06-10"])
        arguments = ["convert", layout.text(), "--to", "metal" if layout.family == "metal" else "ttnn", "--era", era]
    else:
        arguments = ["convert", layout.text(), "--to", kind]
    check_result(tools, verdict, arguments, layout, places)


def check_result(tools, verdict, arguments, layout, places):
    status, out, err = tools.layout(*arguments)
    command = " ".join([arguments[0], *arguments[2:]])
    what = f"addresses of {' '.join(a for a in arguments[:1] + arguments[2:] if not a[0].isdigit())}"
    verdict.facts["convert"] += 1
    if status:
        verdict.facts["convert: rejected"] += 1
        if not err.strip():
            verdict.differs("convert is silent", command, layout.text(), "a text or a message", f"status {status}")
        return
    text = result_of(out)
    try:
        result = read_layout(text, len(layout.grid) if volume(layout.grid) > 1 else 0)
        if isinstance(result, Whole):
            readings = result.candidates()
            mine = {index: (tuple(w) if volume(layout.grid) > 1 else (), byte) for index, (w, byte) in places.items()}
            if mine not in readings:
                wrong = next((i for i in mine if readings[0].get(i) != mine[i]), None)
                verdict.differs(what, command, layout.text(),
                                f"{wrong} at {mine.get(wrong)}", f"{text} with {readings[0].get(wrong)}")
            return
        theirs = result.places()
    except Unreadable as why:
        verdict.facts[f"convert: not read: {why}"] += 1
        return
    except Contradiction as why:
        verdict.differs("contradiction of convert", command, layout.text(), "a layout", f"{text}: {why}")
        return
    if layout.memref.space == "dram" and getattr(result, "interleaved", lambda: False)() and volume(layout.grid) == 1:
        # A layout by map does not say how DRAM is divided: the memref is the order of the pages.
        page = result.page_bytes()
        theirs = {index: (places[index][0], where[1] * page + byte) for index, (where, byte) in theirs.items()}
    wrong = next((i for i in places if i not in theirs or
                  (trimmed(theirs[i][0]), theirs[i][1]) != (trimmed(places[i][0]), places[i][1])), None)
    if wrong is not None:
        verdict.differs(what, command, layout.text(),
                        f"{wrong} at {places[wrong]}", f"{text} with {theirs.get(wrong)}")


def npy(shape, size, values):
    header = f"{{'descr': '{'|u1' if size == 1 else f'<u{size}'}', 'fortran_order': False, 'shape': " \
             f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''}), }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + b"".join(values)


def read_npy(data):
    return data[10 + struct.unpack("<H", data[8:10])[0]:]


def ask_pack(rng, tools, verdict, layout, places, folder):
    """pack: every element is where it belongs, and the file has the size of the banks. unpack: the inverse."""
    if layout.memref.space != "l1":
        return
    size, bank = layout.memref.scalar_bytes(), layout.bank_bytes()
    values = {index: (n * 2654435761 % (1 << 8 * size)).to_bytes(size, "little")
              for n, index in enumerate(places, 1)}
    starts = {index: row_major(core, layout.grid) * bank + byte for index, (core, byte) in places.items()}
    source, target = os.path.join(folder, "in"), os.path.join(folder, "out")
    inverse = rng.random() < 0.4
    tensor = npy(layout.shape, size, list(values.values()))
    packed = bytearray(volume(layout.grid) * bank)
    for index, start in starts.items():
        packed[start:start + size] = values[index]
    with open(source, "wb") as file:
        file.write(packed if inverse else tensor)
    command = "unpack" if inverse else "pack"
    verdict.facts[command] += 1
    status, _, err = tools.layout(command, layout.text(), source, "-o", target)
    if status:
        verdict.differs(f"{command} fails", command, layout.text(), "bytes", first_line(err))
        return
    with open(target, "rb") as file:
        data = file.read()
    if inverse:
        verdict.expect("values of unpack", command, layout.text(), b"".join(values.values()).hex()[:64],
                       read_npy(data).hex()[:64] if read_npy(data) != b"".join(values.values()) else
                       b"".join(values.values()).hex()[:64])
        return
    if verdict.expect("bytes of pack", command, layout.text(), len(packed), len(data)):
        wrong = next((i for i, s in starts.items() if data[s:s + size] != values[i]), None)
        if wrong is not None:
            found = data.find(values[wrong])
            verdict.differs("place in pack", command, layout.text(), f"{wrong} at {starts[wrong]}", f"at {found}")


def ask_refusal(tools, verdict, layout, kind, folder):
    """Nothing is computed from a layout that is not one."""
    text = layout.text()
    index = ",".join("0" for _ in layout.shape)
    seen, err = tools.json("show", text, "--index", index)
    if seen is not None:
        found = f"byte {seen['at']['byte_offset']}" + (f" and {first_line(err)}" if err.strip() else "")
        verdict.differs(f"show of {kind}", f"show --index {index}", text, "an error", found)
    if kind == "elements that overlap":
        size = layout.memref.scalar_bytes()
        source = os.path.join(folder, "in")
        with open(source, "wb") as file:
            file.write(npy(layout.shape, size, [bytes(size)] * volume(layout.shape)))
        status, _, err = tools.layout("pack", text, source, "-o", os.path.join(folder, "out"))
        if status == 0:
            verdict.differs(f"pack of {kind}", "pack", text, "an error", "bytes")


def verify(tools, verdict, batch):
    """tt-opt on many layouts of one date at once, a section for each."""
    by_date = collections.defaultdict(list)
    for layout, expected in batch:
        by_date[layout.date].append((layout, expected))
    for date, entries in by_date.items():
        lines, at = [], {}
        for layout, expected in entries:
            at[len(lines) + 1] = (layout, expected)
            lines += [f'"t.op"() {{a = {layout.text()}}} : () -> ()', "// -----"]
        _, _, err = tools.opt("--verify-only", "--split-input-file", f"--era={date}", "--diagnostic-format=json",
                              "--max-errors=0", "-", stdin="\n".join(lines[:-1]) + "\n")
        said = collections.defaultdict(list)
        for line in err.splitlines():
            if line.startswith("{"):
                entry = json.loads(line)
                said[entry["line"]].append(entry)
        for line, (layout, expected) in at.items():
            errors = [e for e in said[line] if e["severity"] == "error"]
            command = f"tt-opt --verify-only --era={date}"
            if expected:
                if not errors and expected != "any":
                    verdict.differs(f"tt-opt accepts {expected}", command, layout.text(), "an error",
                                    said[line][0]["message"] if said[line] else "silence")
            elif said[line]:
                entry = said[line][0]
                verdict.differs(f"tt-opt reports {entry['rule']}", command, layout.text(), "silence",
                                f"{entry['severity']}: {entry['message']}")


def step(rng, tools, verdict, kinds, folder):
    """(layout, expected verdict of tt-opt) or None."""
    layout, kind = random_case(rng, kinds)
    if layout is None:
        return None
    if kind in ("rank", "unknown stride"):
        verdict.facts[f"illegal: {kind}"] += 1
        what = {"rank": "strides of another rank", "unknown stride": "an unknown stride"}[kind]
        ask_refusal(tools, verdict, layout, what, folder)
        return layout, what if kind == "rank" else "any"
    if two_readings(layout):
        verdict.facts["row-major strides of unaligned rows: no verdict"] += 1
        return None
    shared = shared_address(layout)
    if shared == "padding":
        verdict.facts["padding at a shared address: no verdict"] += 1
        return None
    if shared:
        what = {"elements": "elements that overlap", "below": "an address below 0"}[shared]
        verdict.facts[f"illegal: {what}"] += 1
        ask_refusal(tools, verdict, layout, what, folder)
        return layout, what
    verdict.facts["legal"] += 1
    places = layout.places()
    ask_show(rng, tools, verdict, layout, places)
    questions = [lambda: ask_same(rng, tools, verdict, layout, places),
                 lambda: ask_move(rng, tools, verdict, layout, places),
                 lambda: ask_convert(rng, tools, verdict, layout, places),
                 lambda: ask_convert(rng, tools, verdict, layout, places),
                 lambda: ask_pack(rng, tools, verdict, layout, places, folder)]
    for question in rng.sample(questions, 3):
        question()
    return layout, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD")
    parser.add_argument("cases", type=int, nargs="?", default=default_cases(400), metavar="CASES",
                        help="number of layouts")
    parser.add_argument("seed", type=int, nargs="?", default=20241127, metavar="SEED")
    parser.add_argument("--layouts", metavar="KIND,...", help=f"none, or some of {', '.join(dict.fromkeys(KINDS))}")
    parser.add_argument("--classes", action="store_true", help="print the number of differences of each class")
    options = parser.parse_args()
    kinds = options.layouts.split(",") if options.layouts else KINDS
    rng, verdict, tools = random.Random(options.seed), Verdict("memref_layouts"), Tools(options.build)
    batch = []
    with tempfile.TemporaryDirectory() as folder:
        while verdict.cases < options.cases:
            entry = step(rng, tools, verdict, kinds, folder)
            if entry:
                verdict.cases += 1
                batch.append(entry)
        verify(tools, verdict, batch)
    print("; ".join(f"{what} {number}" for what, number in sorted(verdict.facts.items())))
    if options.classes:
        for what, number in verdict.by_class.most_common():
            print(f"{number:6} {what}")
    print(f"{verdict.cases} cases, {verdict.differences} differences")
    return 1 if verdict.differences else 0


if __name__ == "__main__":
    sys.exit(main())
