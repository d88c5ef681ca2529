#!/usr/bin/env python3
"""`memory --json` on modules, against a model: what values are buffers, how long they live and where they are:
reachability through views by search, first fit by trying every position. Random modules, and real ones of ../shared
(skipped where it is absent) with tables that were written by hand from their text.

  module_memory.py BUILD_DIR [CASES [SEED]]     a case is a module"""
import glob
import json
import os
import re
import sys

from model import round_up, run_model

TILE = 4096  # 32x32 f32
L1 = {"base": 1024, "end": 1499136, "align": 32}  # tt-mlir's default wormhole_b0
DRAM = {"base": 1024, "end": 1073741824, "align": 32}
SHARED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "shared", "corpus")
ALIASES = '#l1 = #ttcore.memory_space<l1>\n#dram = #ttcore.memory_space<dram>\n#map = affine_map<(d0) -> (d0)>\n'
VIEW = "memref<1x1x1x1x!ttcore.tile<32x32, f32>, #ttcore.view<4>, #l1>"
NO_BUFFERS = {"d2m.view_layout", "d2m.composite_view", "d2m.operand_alias", "d2m.stream_layout", "ttir.view_layout",
              "ttir.stream_layout", "ttir.ttnn_metal_layout_cast", "memref.collapse_shape", "memref.expand_shape",
              "memref.subview", "memref.cast", "memref.load", "memref.reinterpret_cast", "affine.load", "d2m.wait",
              "d2m.reserve", "d2m.get_cb", "d2m.get_arg", "d2m.remote_store", "d2m.remote_load", "d2m.to_layout",
              "d2m.generic", "d2m.spatial", "scf.for", "bufferization.to_tensor", "bufferization.to_buffer"}


class Op:
    """`uses` are the values that it reads, those of its regions included; `begin` and `end` its moments."""

    def __init__(self, line, parent):
        self.line, self.parent, self.uses, self.frees = line, parent, [], None


class Value:
    def __init__(self, name, op, bytes_exact, space, kind="tensor", of=(), text="", counted=True):
        self.name, self.op, self.bytes, self.space, self.kind = name, op, bytes_exact, space, kind
        self.of, self.type, self.counted, self.address, self.freed = list(of), text, counted, None, None
        self.per_bank = round_up(bytes_exact, 32)


class Module:
    def __init__(self, rng):
        self.rng, self.lines, self.values, self.moment = rng, ALIASES.count("\n"), [], 0
        self.text, self.ops = ALIASES, []
        function = self.open("func.func @f() {", None)
        for _ in range(rng.randrange(3, 30)):
            self.add(function)
        self.close(function)

    def open(self, text, parent):
        self.lines += 1
        op = Op(self.lines, parent)
        op.begin = self.moment
        self.moment += 1
        self.ops.append(op)
        self.text += text + "\n"
        return op

    def close(self, op, brace=True):
        if brace:
            self.text += "}\n"
            self.lines += 1
        op.end = self.moment
        self.moment += 1

    def single(self, text, parent, uses=()):
        op = self.open("  " + text, parent)
        op.uses = list(uses)
        self.close(op, False)
        return op

    def pick(self, condition=lambda value: True):
        found = [v for v in self.values if v.freed is None and v.root().freed is None and condition(v)]
        return self.rng.choice(found) if found else None

    def define(self, value):
        self.values.append(value)
        return value

    def alloc(self, parent):
        rng, name = self.rng, f"%a{len(self.values)}"
        kind = rng.choice(["shard", "shard", "shard", "dram", "cb", "unknown"])
        n = rng.choice([1, 1, 2, 3, 8, 60])
        placed = kind in ("shard", "cb") and rng.random() < 0.4
        address = rng.randrange(64, 3000) * 16 + (0 if rng.random() < 0.7 else 32768)
        number = rng.choice([str(address), hex(address)])
        attributes = f" {{address = {number} : i64, alignment = 16 : i64}}" if placed \
            else ""
        if kind == "dram":
            text = f"memref<1x1x{n}x1x!ttcore.tile<32x32, f32>, #ttcore.interleaved<{TILE}x{TILE}>, #dram>"
            value = Value(name, None, -(-n // 12) * TILE, "dram", text=text)
        elif kind == "cb":
            buffers = rng.choice([1, 2, 3])
            text = f"memref<{n}x1x!ttcore.tile<32x32, f32>, #ttcore.cb_layout<{TILE}x{TILE}, {buffers}>, #l1>"
            value = Value(name, None, n * buffers * TILE, "l1", "circular_buffer", text=text)
        else:
            grid = rng.choice(["1x1", "2x2", "8x8"])
            text = f"memref<{grid}x{n}x1x!ttcore.tile<32x32, f32>, #ttcore.shard<{TILE}x{TILE}, 1>, #l1>"
            value = Value(name, None, n * TILE, "l1", text=text)
        word = '"t.new"()' if kind == "unknown" else "memref.alloc()"
        tail = f"{attributes} : {text}" if kind != "unknown" else f" : () -> {text}"
        value.op = self.single(f"{name} = {word}{tail}", parent)
        value.address = address if placed else None
        return self.define(value)

    def view(self, parent):
        rng, name = self.rng, f"%v{len(self.values)}"
        x, y, z = self.pick(lambda v: v.space == "l1"), self.pick(lambda v: v.space == "l1"), self.pick()
        if not x or not y:
            return
        form = rng.choice(["cast", "view", "composite", "stream", "alias", "load", "remote"])
        shard = f"memref<1x1x1x1x!ttcore.tile<32x32, f32>, #ttcore.shard<{TILE}x{TILE}, 1>, #l1>"
        pages = f"memref<1x1x!ttcore.tile<32x32, f32>, #ttcore.cb_layout<{TILE}x{TILE}, 1>, #l1>"
        if form == "cast":
            cast = rng.choice([f"memref.cast {x.name} : {x.type} to {shard}",
                               f"memref.collapse_shape {x.name} [[0, 1]] : {x.type} into {shard}",
                               f"ttir.ttnn_metal_layout_cast {x.name} : {x.type} -> {shard}"])
            op = self.single(f"{name} = {cast}", parent, [x])
            self.define(Value(name, op, TILE, "l1", of=[x], text=shard))
        elif form == "alias":
            op = self.single(f"{name} = d2m.operand_alias {x.name} : {x.type} -> {pages}", parent, [x])
            self.define(Value(name, op, TILE, "l1", of=[x], text=pages))
        elif form == "view":
            text = f"{name} = d2m.view_layout {x.name} remapping = #map : {x.type} -> {VIEW}"
            op = self.single(text, parent, [x])
            self.define(Value(name, op, 0, "l1", of=[x], text=VIEW, counted=False))
        elif form == "load":
            self.single(f"{name} = memref.load {x.name}[%i, %i] : {x.type}", parent, [x])
        elif form == "remote":
            op = self.single(f"{name} = d2m.remote_store {x.name}[%i] {z.name} : {x.type}, {z.type} -> {shard}", parent,
                             [x, z])
            self.define(Value(name, op, TILE, "l1", of=[x], text=shard))
        else:
            word = "composite_view" if form == "composite" else "stream_layout"
            text = f'{name} = "d2m.{word}"({x.name}, {y.name}) : ({x.type}, {y.type}) -> {VIEW}'
            op = self.single(text, parent, [x, y])
            self.define(Value(name, op, 0, "l1", of=[x, y], text=VIEW, counted=False))
            if form == "stream" and x is not y:
                y.kind = "stream_storage" if y.kind == "tensor" else y.kind

    def add(self, parent):
        rng = self.rng
        what = rng.choice(["alloc", "alloc", "view", "view", "use", "use", "dealloc", "generic"])
        if what == "alloc" or not self.values:
            self.alloc(parent)
        elif what == "view":
            self.view(parent)
        elif what == "use":
            used = [v for v in (self.pick() for _ in range(rng.randrange(1, 4))) if v]
            self.single(f'"t.use"({", ".join(v.name for v in used)}) : () -> ()', parent, used)
        elif what == "dealloc":
            value = self.pick(lambda v: not v.of)
            if value:
                value.freed = self.single(f"memref.dealloc {value.name} : {value.type}", parent)
        else:
            self.generic(parent)

    def generic(self, parent):
        ins, outs = self.pick(), self.pick()
        if not ins or not outs or parent.parent is not None:
            return
        op = self.open(f"  d2m.generic ins({ins.name} : {ins.type}) outs({outs.name} : {outs.type}) {{", parent)
        op.uses = [ins, outs]
        before = len(self.values)
        for _ in range(self.rng.randrange(1, 5)):
            self.rng.choice([self.alloc, self.view])(op)
        self.close(op)
        for value in self.values[before:]:  # not visible outside
            value.freed = value.freed or op
            value.inside = op


Value.root = lambda self: self.of[0].root() if self.of else self
Value.inside = None


def within(op, outer):
    while op is not None and op.parent is not outer:
        op = op.parent
    return op


def users(module, value, indirect):
    """The operations in the block of `value` that use it, or any view of it if `indirect`."""
    reach = {value}
    if indirect:
        grown = True
        while grown:
            more = {v for v in module.values if v not in reach and any(o in reach for o in v.of)}
            grown = bool(more)
            reach |= more
    found = [op for op in module.ops if any(v in reach for v in op.uses)] + [v.op for v in reach]
    return [o for o in (within(op, value.op.parent) for op in found) if o is not None]


def life(module, value):
    """The operations at the start and the end."""
    last = max(users(module, value, True) + [value.op], key=lambda op: op.end)
    freed = value.freed if value.freed is not None and value.freed.parent is value.op.parent else None
    if value.kind != "circular_buffer" or value.of:
        return value.op, freed if freed and freed.end > last.end else last
    if value.inside:
        return value.inside, value.inside
    direct = [op for op in users(module, value, False) if op is not value.op]
    if not direct:
        return value.op, freed if freed else last
    return min(direct, key=lambda op: op.begin), last


def overlaps(a, b):
    return a[0] < b[1] and b[0] < a[1]


def in_use(ranges):
    """Bytes in some range; one that several ranges have counts once."""
    total, reach = 0, 0
    for begin, end in sorted(ranges):
        total += max(0, end - max(begin, reach))
        reach = max(reach, end)
    return total


def first_fit(taken, size, bank, up):
    ends = [bank["base"]] + [t[1] for t in taken] if up else [bank["end"]] + [t[0] for t in taken]
    for at in sorted(set(ends), reverse=not up):
        here = (at, at + size) if up else (at - size, at)
        if here[0] >= bank["base"] and here[1] <= bank["end"] and not any(overlaps(here, t) for t in taken):
            return here
    return None


def simulate(lives, mode):
    """Addresses, peaks and spans. mode: honor, compare (only placed), fit (only placed, by first fit)."""
    roots = [v for v in lives if mode == "honor" or v.address is not None]
    address, live, peak, span = {}, {}, {"l1": 0, "dram": 0}, 0
    moments = sorted({lives[v][0].begin for v in roots} | {lives[v][1].end for v in roots})
    for moment in moments:
        for v in roots:
            if lives[v][0].begin != moment:
                continue
            taken = [r for other, r in live.items() if other.space == v.space and r]
            bank, size = (L1 if v.space == "l1" else DRAM), v.per_bank
            if v.address is not None and mode != "fit":
                address[v] = v.address
                low = v.address // 32 * 32
                held = (low, low + round_up(v.address + v.bytes - low, 32))
                fits = low >= bank["base"] and held[1] <= bank["end"] and not any(overlaps(held, t) for t in taken)
                live[v] = held if fits else ()
            else:
                up = v.space == "dram" or (v.kind == "circular_buffer" and mode == "honor")
                found = first_fit(taken, size, bank, up)
                if found is None:
                    return None
                address[v], live[v] = found[0], found
        for space in peak:
            used = [(address[v], address[v] + v.per_bank) for v in live if v.space == space]
            peak[space] = max(peak[space], in_use(used))
        used = [(address[v], address[v] + v.bytes) for v in live]
        if used:
            span = max(span, max(u[1] for u in used) - min(u[0] for u in used))
        for v in [v for v in live if lives[v][1].end == moment]:
            del live[v]
    return address, peak, span


def expect_module(module, plan, verdict):
    arguments = ["memory", module.text]
    lives = {v: life(module, v) for v in module.values if not v.of}
    run = simulate(lives, "honor")
    if run is None:
        verdict.expect("fits", False, plan["fits"], arguments)
        verdict.skip("does not fit")
        return
    address, peak, _ = run
    rows = [b for b in plan["buffers"]]
    expected = []
    for v in module.values:
        if not v.counted:
            continue
        first, last = life(module, v)
        root = v.root()
        expected.append((v.name, v.per_bank, address[root], first.line, max(first.line, last.line),
                         root.name if v.of else None, root.kind, v.address is not None))
    seen = [(b["name"], b["bytes_per_bank"], b["address"], b["first"], b["last"], b["shares"],
             b["kind"], b["placed"]) for b in rows]
    verdict.expect("buffers", expected, seen, arguments)
    verdict.expect("peaks", peak, {"l1": plan["banks"][1]["peak"], "dram": plan["banks"][0]["peak"]}, arguments)
    placed = [v for v in lives if v.address is not None]
    compare = simulate(lives, "compare"), simulate(lives, "fit")
    if placed and all(compare):
        verdict.expect("placed", {"buffers": len(placed), "span": compare[0][2], "first_fit_span": compare[1][2]},
                       plan["banks"][1].get("placed"), arguments)
        verdict.count("with addresses")
    pairs = sum(1 for i, a in enumerate(placed) for b in placed[:i]
                if overlaps((a.address, a.address + a.bytes), (b.address, b.address + b.bytes))
                and lives[a][0].begin <= lives[b][1].end and lives[b][0].begin <= lives[a][1].end)
    messages = [m["text"] for m in plan["messages"]]
    if not any("more invalid" in m for m in messages):
        verdict.expect("overlaps", pairs, sum(" overlaps " in m for m in messages), arguments)
        verdict.count("overlaps", pairs)
    verdict.count("views", sum(bool(v.of) for v in module.values))


# Written by hand: name, line, bytes in each bank, first and last line of what is a buffer of its own; peaks; overlaps.
REAL = {
    "kernels/mlir/insert_compute_cb_streaming_placement.mlir": (
        [("%x_dram", 23, 2048, 23, 30), ("%y_dram", 24, 2048, 24, 30), ("%out_dram", 25, 2048, 25, 30),
         ("%x_cb", 26, 4096, 30, 30), ("%y_cb", 27, 4096, 30, 30), ("%out_cb", 28, 4096, 30, 30)],
        8192, 6144, 2),  # 1024..9216
    "kernels/mlir/expand_dma_read_composite_view.mlir": (
        [("%alloc_0", 9, 4096, 9, 34), ("%alloc_1", 10, 4096, 10, 35), ("%alloc_2", 13, 4096, 13, 36),
         ("%alloc_0", 41, 28672, 41, 68), ("%alloc_1", 42, 28672, 42, 69), ("%alloc_2", 47, 8192, 47, 70),
         ("%alloc_0", 75, 8192, 75, 82), ("%alloc_1", 76, 8192, 76, 82), ("%alloc_2", 81, 8192, 81, 101),
         ("%alloc_0", 106, 8192, 106, 114), ("%alloc_1", 107, 8192, 107, 114), ("%alloc_2", 113, 8192, 113, 133),
         ("%alloc_0", 138, 4096, 138, 166), ("%alloc_1", 139, 4096, 139, 165), ("%alloc_2", 141, 4096, 141, 167),
         ("%alloc_0", 172, 4096, 172, 201), ("%alloc_1", 173, 4096, 173, 202), ("%alloc_2", 175, 4096, 175, 203)],
        65536, 0, 0),
    "ttcore-era/b66a5cd5/test/ttmlir/Dialect/D2M/allocate/generic_form_streams_reduce.mlir": (
        [("%arg0", 18, 24576, 18, 26), ("%alloc", 21, 4096, 21, 37), ("%alloc_0", 25, 4096, 25, 37),
         ("%alloc_1", 29, 4096, 29, 51)], 32768, 0, 0),
    "ttcore-era/19c86fca/test/ttmlir/Conversion/D2MToTTNN/scalar_arg.mlir": (
        [("%arg0", 32, 4096, 32, 34), ("%ttnn_input_l1", 34, 4096, 34, 53), ("%ttnn_output_l1", 35, 4096, 35, 59),
         ("%output_dram", 59, 4096, 59, 60)], 8192, 4096, 0),
    "ttcore-era/19c86fca/test/ttmlir/Dialect/D2M/allocate/allocate_composite_view.mlir": (
        [("%alloc_0", 7, 4096, 7, 17), ("%alloc_1", 9, 4096, 9, 17), ("%alloc_2", 15, 4096, 15, 39)], 12288, 0, 0),
}


def plan_of(tools, path):
    """(the plan or None, stderr); modules that do not fit have a plan, too"""
    _, out, err = tools.layout("memory", path, "--json")
    return (json.loads(out) if out.strip() else None), err


def check_real(tools, verdict):
    for name, (buffers, l1, dram, overlapping) in REAL.items():
        path = os.path.join(SHARED, name)
        if not os.path.exists(path):
            verdict.skip("no ../shared")
            continue
        plan, err = plan_of(tools, path)
        if plan is None:
            verdict.expect(name, "a plan", err[:300], ["memory", path])
            continue
        own = [(b["name"], b["line"], b["bytes_per_bank"], b["first"], b["last"]) for b in plan["buffers"]
               if not b["shares"]]
        verdict.expect("buffers", buffers, own, ["memory", path])
        verdict.expect("peaks", (l1, dram), (plan["banks"][1]["peak"], plan["banks"][0]["peak"]), ["memory", path])
        verdict.expect("overlaps", overlapping, sum(" overlaps " in m["text"] for m in plan["messages"]),
                       ["memory", path])
        verdict.count("real modules")


def check_corpus(tools, verdict):
    """No result of an operation that allocates nothing is a buffer; `address = N` is the address of its buffer."""
    for path in sorted(glob.glob(os.path.join(SHARED, "**", "*.mlir"), recursive=True)):
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
        if not re.search(r"memref\.alloc|d2m\.|ttmetal\.", "\n".join(lines)):
            continue
        plan, _ = plan_of(tools, path)
        for buffer in plan["buffers"] if plan else []:
            line = lines[buffer["line"] - 1]
            op = re.match(r'\s*%[\w$.:, %#-]*?= "?([\w.]+)', line)
            if op and op.group(1) in NO_BUFFERS:
                verdict.expect(f"line {buffer['line']} allocates nothing", True, buffer["shares"] is not None,
                               ["memory", path])
                verdict.count("views of real modules")
            address = re.search(r"memref\.alloc\(\) \{[^}]*address = (\w+)|create_buffer.*address = (\w+)", line)
            if address and not buffer["shares"]:
                verdict.expect("address", int(address.group(1) or address.group(2), 0), buffer["address"],
                               ["memory", path])
                verdict.count("addresses of real modules")


def step(rng, tools, verdict):
    if not verdict.cases:
        check_real(tools, verdict)
        check_corpus(tools, verdict)
    module = Module(rng)
    status, out, err = tools.layout("memory", "-", "--json", stdin=module.text)
    verdict.cases += 1
    if status > 1 or not out:
        verdict.expect("a module", "a plan", err[:300], ["memory", module.text])
        return
    expect_module(module, json.loads(out), verdict)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "module_memory", 600, step))
