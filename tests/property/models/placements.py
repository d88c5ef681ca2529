"""Texts of tensors with layouts and of memrefs to the place of every element, as the specifications define it: the core
(or page, or bank) and the byte in its memory. Of metal_layout by map (all dates) and by names, ttnn_layout with each
memory layout, and memrefs with strides or affine maps of their own. Nothing of the project is used."""
import collections
import math
import re

from model import (BLOCK_FLOAT_BYTES, ELEMENT_BYTES, TILE_BYTES, Map, by_x, ceil_div, dims_of, in_faces, points,
                   round_up, row_major, split_top, volume)

L1_ALIGNMENT = 16
MODULO = re.compile(r"(?:d\d+|\((?:[^()]|\([^()]*\))*\)) mod (\d+)")
SHARDED = ("height_sharded", "width_sharded", "block_sharded")
NO_MEMORY_LAYOUT = (None, "none", "none_layout")
HOST = ("system", "mmio", "system_memory")


class Unreadable(Exception):
    """A text that these models cannot evaluate."""


class Contradiction(Exception):
    """A layout whose fields contradict each other: no place follows from them."""


def unravel(at, shape):
    index = []
    for extent in reversed(shape):
        index.insert(0, at % extent)
        at //= extent
    return tuple(index)


def trimmed(core):
    """Grids of different rank number the same cores: (0, 0, 3), (0, 3) and (3,)."""
    core = tuple(core)
    while len(core) > 1 and core[0] == 0:
        core = core[1:]
    return core


# Memrefs.

class Strided:
    """strided<[S, ...], offset: O>: the address in elements is O + the sum of index * stride."""

    def __init__(self, strides, offset=0):
        self.strides, self.offset = list(strides), offset

    def text(self):
        offset = f", offset: {self.offset}" if self.offset else ""
        return f"strided<[{', '.join(map(str, self.strides))}]{offset}>"

    def address(self, index, _shape):
        return self.offset + sum(i * s for i, s in zip(index, self.strides))


class Affine:
    """affine_map<...>. One result is the address in elements. Several results are an index into their bounding box,
    which is stored row by row (MLIR's -normalize-memrefs)."""

    def __init__(self, linear):
        self.linear = linear if isinstance(linear, Map) else Map(linear)
        self.boxes = {}

    def text(self):
        return f"affine_map<{self.linear.text}>"

    def address(self, index, shape):
        results = self.linear(*index)
        if len(results) == 1:
            return results[0]
        key = tuple(shape)
        if key not in self.boxes:
            self.boxes[key] = [max(column) + 1 for column in zip(*(self.linear(*i) for i in points(shape)))]
        return row_major(results, self.boxes[key])


class Memref:
    """`element` is a scalar type, or (height, width, type) of a tile. `layout` is None if it is row-major. Elements in
    tiles of block floats have no byte of their own: they are numbered in the tile."""

    def __init__(self, shape, element, layout=None, space=None):
        self.shape, self.element, self.layout, self.space = list(shape), element, layout, space
        self.known = {}

    def tile(self):
        return self.element if isinstance(self.element, tuple) else None

    def element_bytes(self):
        """Of what one index of the memref selects."""
        if isinstance(self.element, tuple):
            height, width, kind = self.element
            if kind in BLOCK_FLOAT_BYTES:
                return BLOCK_FLOAT_BYTES[kind]
            if kind not in TILE_BYTES:
                raise Unreadable(f"tiles of {kind}")
            return height * width * TILE_BYTES[kind]
        return ELEMENT_BYTES[self.element]

    def scalar_bytes(self):
        return TILE_BYTES.get(self.element[2], 1) if isinstance(self.element, tuple) else ELEMENT_BYTES[self.element]

    def address(self, index):
        index = tuple(index)
        if index not in self.known:
            self.known[index] = self.layout.address(index, self.shape) if self.layout else row_major(index, self.shape)
        return self.known[index]

    def addresses(self):
        return [self.address(index) for index in points(self.shape)]

    def bytes(self):
        """From the start of the memory to the last byte of an element."""
        return (max(self.addresses()) + 1) * self.element_bytes()

    def text(self, dialect="tt", buffer_type=False):
        element = self.element
        if isinstance(element, tuple):
            element = f"!{dialect}.tile<{element[0]}x{element[1]}, {element[2]}>"
        layout = f", {self.layout.text()}" if self.layout else ""
        space = ""
        if self.space:
            space = f", #ttnn.buffer_type<{self.space}>" if buffer_type else f", #{dialect}.memory_space<{self.space}>"
        return f"memref<{''.join(f'{e}x' for e in self.shape)}{element}{layout}{space}>"


def split_shape(text):
    match = re.match(r"((?:\d+x)*)(.*)", text.strip(), re.S)
    return [int(e) for e in match[1].split("x") if e], match[2].strip()


def read_element(text):
    tile = re.fullmatch(r"!tt(?:core)?\.tile<\s*(\d+)\s*x\s*(\d+)\s*,\s*(\w+)\s*>", text)
    if tile:
        return (int(tile[1]), int(tile[2]), tile[3])
    if text not in ELEMENT_BYTES:
        raise Unreadable(f"element type {text}")
    return text


def read_memref(text):
    match = re.fullmatch(r"memref<(.*)>", text.strip(), re.S)
    if not match:
        raise Unreadable(text)
    parts = split_top(match[1])
    shape, element = split_shape(parts[0])
    layout, space = None, None
    for part in parts[1:]:
        strided = re.fullmatch(r"strided<\[([-\d, ]*)\](?:, offset: (-?\d+))?>", part)
        affine = re.fullmatch(r"affine_map<(.*)>", part, re.S)
        named = re.fullmatch(r"#(?:tt|ttcore)\.memory_space<(\w+)>|#ttnn\.buffer_type<(\w+)>", part)
        if strided:
            layout = Strided([int(s) for s in strided[1].split(",") if s.strip()], int(strided[2] or 0))
        elif affine:
            layout = Affine(affine[1])
        elif named:
            space = named[1] or named[2]
        else:
            raise Unreadable(part)
    return Memref(shape, read_element(element), layout, space)


# Tensors with layouts.

class Placed:
    """A tensor in a layout. `family` is metal (by map), ttnn or named."""

    def __init__(self, family, shape, element, linear, grid, memref, memory_layout=None, oob="undef", date=None,
                 form=None):
        self.family, self.shape, self.element, self.oob = family, list(shape), element, oob
        self.linear = linear if linear is None or isinstance(linear, Map) else Map(linear)
        self.grid, self.memref, self.memory_layout = list(grid), memref, memory_layout
        self.date, self.form = date, form
        self.core_ranges = None

    # By map.

    def physical(self):
        return [place + 1 for place in self.linear(*(extent - 1 for extent in self.shape))]

    def divided(self):
        """The grid by which the physical shape is divided: that of the layout, or for height and width sharding all
        cores along one dim. Interleaved and host tensors are not divided."""
        if self.family == "ttnn":
            if self.memref.space in HOST or self.memory_layout in ("interleaved", "single_bank"):
                return [1] * len(self.grid)
            if self.memory_layout == "height_sharded":
                return [volume(self.grid)] + [1] * (len(self.grid) - 1)
            if self.memory_layout == "width_sharded":
                return [1] * (len(self.grid) - 1) + [volume(self.grid)]
        return self.grid

    def shard(self):
        return [ceil_div(p, g) for p, g in zip(self.physical(), self.divided())]

    def memref_shape(self):
        """What the memref must be, by the specification."""
        shape, tile = self.shard(), self.memref.tile()
        if tile:
            shape[-2:] = [ceil_div(shape[-2], tile[0]), ceil_div(shape[-1], tile[1])]
        return shape

    def interleaved(self):
        return self.memref.space not in HOST and self.memory_layout == "interleaved"

    def place(self, index):
        """(where, byte): `where` is a core, a page, a bank, or the host."""
        physical = self.linear(*index)
        shard = self.shard()
        if self.family == "metal" and self.memory_layout in ("interleaved", "single_bank") and volume(self.grid) > 1:
            raise Contradiction(f"{self.memory_layout} on {by_x(self.grid)}")
        if self.interleaved():
            return self.page(physical)
        divided = self.divided()
        core = tuple(p // s for p, s in zip(physical, shard))
        offset = [p % s for p, s in zip(physical, shard)]
        if self.memref.space in HOST:
            return (("host", *core) if self.family == "metal" and volume(self.grid) > 1 else ("host",)), \
                self.byte(offset, 1)
        if divided != self.grid:
            core = unravel(row_major(core, divided), self.grid)
        if self.memory_layout == "single_bank":
            return ("bank",), self.byte(offset, L1_ALIGNMENT if self.family == "ttnn" else 1)
        return core, self.byte(offset, L1_ALIGNMENT if self.family == "ttnn" else 1)

    def byte(self, offset, alignment):
        """In the memory of a shard. Rows without strides of their own are pages, which TTNN aligns."""
        tile, memref = self.memref.tile(), self.memref
        if tile:
            height, width, _ = tile
            at = list(offset[:-2]) + [offset[-2] // height, offset[-1] // width]
            return memref.address(at) * memref.element_bytes() + \
                in_faces(offset[-2] % height, offset[-1] % width, height, width) * memref.scalar_bytes()
        size = memref.element_bytes()
        if alignment > 1 and memref.layout is None:
            row = round_up(memref.shape[-1] * size, alignment)
            return row_major(offset[:-1], memref.shape[:-1]) * row + offset[-1] * size
        return memref.address(offset) * size

    def page(self, physical):
        """Interleaved: a page is a tile, or a row of the tensor; the pages go round the banks in row-major order."""
        shape, tile = self.physical(), self.memref.tile()
        if self.memref.layout is not None:
            raise Contradiction("strides of interleaved pages")
        if tile:
            height, width, _ = tile
            tiles = list(shape[:-2]) + [ceil_div(shape[-2], height), ceil_div(shape[-1], width)]
            at = list(physical[:-2]) + [physical[-2] // height, physical[-1] // width]
            return ("page", row_major(at, tiles)), \
                in_faces(physical[-2] % height, physical[-1] % width, height, width) * self.memref.scalar_bytes()
        return ("page", row_major(physical[:-1], shape[:-1])), physical[-1] * self.memref.element_bytes()

    def page_bytes(self):
        size = self.memref.element_bytes()
        return size if self.memref.tile() else size * self.physical()[-1]

    def places(self):
        return {index: self.place(index) for index in points(self.shape)}

    def shard_bytes(self):
        return self.memref.bytes()

    def bank_bytes(self):
        """What a core allocates for its shard: pages or shard, aligned."""
        memref = self.memref
        if self.family == "ttnn" and memref.layout is None and memref.tile() is None:
            return volume(memref.shape[:-1]) * round_up(memref.shape[-1] * memref.element_bytes(), L1_ALIGNMENT)
        return round_up(memref.bytes(), L1_ALIGNMENT)

    # Text.

    def text(self):
        dialect = "ttcore" if self.date and self.date >= "2025-06-17" else "tt"
        shape = "".join(f"{e}x" for e in self.shape)
        if self.family == "ttnn":
            memref = self.memref.text(dialect, True)
            tail = ""
            if self.memory_layout is not None:
                bare = self.date and self.date < "2024-12-06"
                tail = f", {self.memory_layout}" if bare else f", <{self.memory_layout}>"
            if self.core_ranges:
                tail += f", core_ranges = #ttnn.core_range_set<[{', '.join(self.core_ranges)}]>"
            return f"tensor<{shape}{self.element}, #ttnn.ttnn_layout<{self.linear.text}, <{by_x(self.grid)}>, " \
                   f"{memref}{tail}>>"
        name = self.form or f"{dialect}.metal_layout"
        tail = f", {self.memory_layout}" if self.memory_layout else ""
        first = self.linear.text
        if self.date and self.date < "2024-07-11":
            first = by_x(math.prod(self.shape[i + 1:]) for i in range(len(self.shape)))
        return f"tensor<{shape}{self.element}, #{name}<{first}, {self.oob}, <{by_x(self.grid)}>, " \
               f"{self.memref.text(dialect)}{tail}>>"


class Named:
    """#ttcore.metal_layout by names: the tensor is the grid and the shard; alignments pad before the grid divides."""
    family = "named"
    core_ranges = None

    def __init__(self, logical, alignments, intervals, element, device_shape, space, memory_layout):
        self.shape, self.alignments, self.element = list(logical), alignments, element
        self.space, self.memory_layout = space, memory_layout
        rank = len(logical)
        self.intervals = sorted((a + rank if a < 0 else a, b + rank if b < 0 else b) for a, b in intervals)
        last = max((b for _, b in self.intervals), default=0)
        self.intervals += [(d, d + 1) for d in range(last, rank)]
        half = len(device_shape) // 2
        self.grid, self.stored = device_shape[:half], device_shape[half:]
        self.memref = Memref(self.stored, element, None, space)
        self.strides, self.sizes = [None] * rank, []
        for a, b in self.intervals:
            size = 1
            for dim in range(b - 1, a - 1, -1):
                self.strides[dim] = size
                size = round_up(size * logical[dim], alignments[dim])
            self.sizes.append(size)
        if len(self.sizes) != half or None in self.strides:
            raise Unreadable("intervals that do not cover the dims once")

    def place(self, index):
        tile = self.memref.tile()
        scalars = list(self.stored)
        if tile:
            scalars[-2:] = [scalars[-2] * tile[0], scalars[-1] * tile[1]]
        physical = [sum(index[d] * self.strides[d] for d in range(a, b)) for a, b in self.intervals]
        if [g * s for g, s in zip(self.grid, scalars)] != self.sizes:
            raise Unreadable(f"grid times shard is not {by_x(self.sizes)}")
        core = tuple(p // s for p, s in zip(physical, scalars))
        offset = [p % s for p, s in zip(physical, scalars)]
        if self.space not in HOST and self.memory_layout == "interleaved":
            if volume(self.grid) > 1:
                raise Contradiction("interleaved on a grid")
            dims = dims_of(len(self.sizes))
            whole = Placed("ttnn", self.sizes, "f32", f"({dims}) -> ({dims})", self.grid, self.memref, "interleaved")
            return whole.page(physical)
        at = offset
        if tile:
            at = offset[:-2] + [offset[-2] // tile[0], offset[-1] // tile[1]]
        byte = self.memref.address(at) * self.memref.element_bytes()
        if tile:
            byte += in_faces(offset[-2] % tile[0], offset[-1] % tile[1], tile[0], tile[1]) * \
                self.memref.scalar_bytes()
        if self.space in HOST:
            return (("host", *core) if volume(self.grid) > 1 else ("host",)), byte
        return core, byte

    def places(self):
        return {index: self.place(index) for index in points(self.shape)}


class Whole:
    """A memref as the result of a conversion: dims are those of the tensor. With a grid the first results of the map
    are the core. `boxes`: how to number several other results, by what they reach or by what their operators allow."""
    family = "memref"
    memory_layout = None

    def __init__(self, memref, grid_rank):
        self.memref, self.grid_rank, self.shape = memref, grid_rank, memref.shape
        self.boxes = []

    def candidates(self):
        """All readings of the text, each a dict of places."""
        memref, size = self.memref, self.memref.element_bytes()
        core = (0,) * self.grid_rank if not isinstance(memref.layout, Affine) else None
        if core is not None:
            return [{index: (core, memref.address(index) * size) for index in points(self.shape)}]
        linear = memref.layout.linear
        count = len(linear.parts)
        results = {index: linear(*index) for index in points(self.shape)}
        found = []
        for split in {0, self.grid_rank if count > self.grid_rank else 0}:
            rest = [list(r[split:]) for r in results.values()]
            reached = [max(column) + 1 for column in zip(*rest)]
            allowed = [max(r, int(m[1])) if (m := MODULO.fullmatch(part)) else r
                       for r, part in zip(reached, linear.parts[split:])]
            for box in (reached, allowed):
                found.append({index: (tuple(r[:split]) if split else (0,) * self.grid_rank,
                                      row_major(r[split:], box) * size) for index, r in results.items()})
        return found


def read_grid(text):
    match = re.match(r"(?:#tt(?:core)?\.grid)?<([\dx ]+)", text.strip())
    if not match:
        raise Unreadable(f"grid {text}")
    return [int(e) for e in match[1].split("x")]


def map_of_strides(strides, rank):
    """The map of a layout until 2024-07-10: the last dims have results of their own, the others are joined."""
    joined = len(strides) - rank
    if joined < 0:
        raise Unreadable("more results than strides")
    first = " + ".join(f"d{k} * {strides[k] // strides[joined]}" for k in range(joined + 1))
    return f"({dims_of(len(strides))}) -> " \
           f"({', '.join([first, *(f'd{k}' for k in range(joined + 1, len(strides)))])})"


def read_layout(text, grid_rank=2):
    """Placed, Named or Whole of one line."""
    text = text.strip()
    if text.startswith("memref<"):
        return Whole(read_memref(text), grid_rank)
    match = re.fullmatch(r"tensor<(.*)>", text, re.S)
    if not match:
        raise Unreadable(text)
    head, encoding = split_top(match[1])
    shape, element = split_shape(head)
    name, body = re.fullmatch(r"#([\w.]+)<(.*)>", encoding, re.S).groups()
    parts = split_top(body)
    if name == "ttnn.ttnn_layout":
        rest = [p for p in parts[2:] if not p.startswith("mesh =")]
        layout = Placed("ttnn", shape, element, parts[0], read_grid(parts[1]), read_memref(rest[0]))
        for part in rest[1:]:
            word = re.fullmatch(r"<?(\w+)>?", part)
            if word and word[1] not in ("true", "false"):
                layout.memory_layout = word[1]
            elif part.startswith("core_ranges"):
                layout.core_ranges = re.findall(r"#ttnn\.core_range<[^>]*>", part)
        return layout
    if parts[0].startswith("logical_shape"):
        fields = dict(p.split(" = ", 1) for p in parts if " = " in p)
        bare = [p for p in parts if " = " not in p]
        dense = fields.get("collapsed_intervals", fields.get("collapse_dims", ""))
        numbers = [int(n) for n in re.findall(r"-?\d+", dense.split(":")[0])]
        rows = int(re.search(r"tensor<(\d+)x2xi64>", dense)[1])
        numbers = numbers * (2 * rows) if len(numbers) == 1 else numbers
        space = next((p for p in bare if p in ("l1", "dram", "system", "mmio")), "system")
        kind = next((p for p in bare if p in ("sharded", "interleaved")), None)
        return Named([int(e) for e in fields["logical_shape"].split("x")],
                     [int(e) for e in fields["dim_alignments"].split("x")],
                     [tuple(numbers[2 * i:2 * i + 2]) for i in range(rows)], read_element(element), shape, space, kind)
    if re.fullmatch(r"[\dx]+", parts[0]):
        parts[0] = map_of_strides([int(e) for e in parts[0].split("x")], len(read_grid(parts[2])))
    return Placed("metal", shape, element, parts[0], read_grid(parts[2]), read_memref(parts[3]),
                  parts[4] if len(parts) > 4 else None, parts[1])


def result_of(stdout):
    """The text that `convert` and `with` print: their first line, up to the bracket that closes it."""
    return stdout.splitlines()[0].strip() if stdout.strip() else ""


# What a model finds.

class Verdict:
    """Prints a line for each difference, with the name of the model."""

    def __init__(self, model):
        self.model = model
        self.cases, self.differences = 0, 0
        self.by_class, self.facts = collections.Counter(), collections.Counter()

    def differs(self, what, command, text, expected, found):
        self.differences += 1
        self.by_class[what] += 1
        line = f"{self.model}: {what}: {command} | {text} | expected {expected} | found {found}"
        print(re.sub(r"\s+", " ", line), flush=True)

    def expect(self, what, command, text, expected, found):
        if expected != found:
            self.differs(what, command, text, expected, found)
        return expected == found


def first_line(text):
    return (text.strip().splitlines() or [""])[0]
