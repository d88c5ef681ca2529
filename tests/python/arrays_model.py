"""pack, unpack, owners, offsets and locate against a model in numpy.   arrays_model.py [CASES [SEED]] [-v]

The model moves whole arrays: it places the tensor in the array of its physical shape by the map, cuts that into
shards, and these into tiles and faces by reshape and transpose. It has no addresses: owners and offsets are where the
numbers of the elements are after they are packed. Sources: tt-mlir docs/src/specs/tensor-layout.md (map, grid, tiles,
padding); tt-metal tech_reports/tensor_layouts (pages, faces of 16x16), buffer.cpp (round-robin over banks, alignment);
XLA's tiled layouts; CuTe's Swizzle. Nothing of the project is used but the package that is asked."""
import argparse
import itertools
import random
import sys
import warnings

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("cases", nargs="?", type=int, default=300)
PARSER.add_argument("seed", nargs="?", type=int, default=20241127)
PARSER.add_argument("-v", action="store_true", help="print the layouts that are rejected, too")
GIVEN = PARSER.parse_args()  # --help requires neither numpy nor the package

import numpy  # noqa: E402

import ttattr  # noqa: E402
from ttattr import Packing  # noqa: E402

WIDTH = {"f32": 4, "f16": 2, "bf16": 2, "si32": 4, "f64": 8, "i8": 1, "i16": 2, "i64": 8, "ui8": 1, "ui16": 2,
         "ui32": 4}
TILE = {"f32": "f32", "f16": "f16", "bf16": "bf16", "ui32": "u32", "ui16": "u16", "ui8": "u8", "si32": "si32"}
BITS = {("one", "f32"): 0x3F800000, ("one", "f16"): 0x3C00, ("one", "bf16"): 0x3F80, ("inf", "f32"): 0x7F800000,
        ("inf", "f16"): 0x7C00, ("inf", "bf16"): 0x7F80, ("neginf", "f32"): 0xFF800000, ("neginf", "f16"): 0xFC00,
        ("neginf", "bf16"): 0xFF80, ("one", "si32"): 1, ("one", "ui8"): 1, ("one", "ui16"): 1}
BANKS = {"grayskull": (8, 32), "wormhole_b0": (12, 32), "blackhole": (8, 64)}  # DRAM banks, alignment in bytes
L1_ALIGNMENT = 16


def ceil_div(a, b):
    return -(-a // b)


def round_up(a, b):
    return ceil_div(a, b) * b


def by_x(shape):
    return "x".join(map(str, shape))


# Arrays of numbers become arrays of numbers. `pad` is the number of padding.

def grown(array, shape, pad):
    """The array at the origin of a larger one."""
    out = numpy.full(shape, pad, array.dtype)
    out[tuple(slice(n) for n in array.shape)] = array
    return out


def in_tiles(array, tile):
    """The tiles of the last two dims, row-major, each as its faces; the dims before them stay outermost."""
    rows, columns = tile
    face = [min(16, rows), min(16, columns)]
    outer, (height, width) = array.shape[:-2], array.shape[-2:]
    down, across = (height // rows, rows // face[0], face[0]), (width // columns, columns // face[1], face[1])
    parts = array.reshape(*outer, *down, *across)
    n = len(outer)
    order = [*range(n), n, n + 3, n + 1, n + 4, n + 2, n + 5]
    return parts.transpose(order).reshape(-1, rows * columns)


def in_banks(pages, count, page_size, pad):
    """Pages round-robin over banks, each rounded up to page_size."""
    pages = grown(pages, (round_up(len(pages), count), page_size), pad)
    return [pages[bank::count].ravel() for bank in range(count)]


class Metal:
    """A layout by map: the tensor in its physical shape, in shards of `grid`."""

    def __init__(self, rng, element, tiled):
        self.element, self.width = element, WIDTH[element]
        rank = rng.randint(2 if tiled else 1, 4)
        self.shape = tuple(rng.choice([1, 2, 3, 5, 7, 16, 17, 31, 32, 33, 40, 64, 70][:13 if rank < 3 else 7])
                           for _ in range(rank))
        if rank < 3 and not tiled and rng.random() < 0.05:  # beyond what has a table entry for each index
            self.shape = tuple(rng.sample((rng.randint(65536, 70000), rng.randint(1, 3)), rank))
        self.tile = rng.choice([(32, 32), (32, 32), (16, 32), (32, 16), (16, 16)]) if tiled else None
        results = rng.randint(2 if tiled else 1, rank)
        cuts = [0, *sorted(rng.sample(range(1, rank), results - 1)), rank]
        if tiled and rank > 2:  # the columns are one dim
            cuts[-2] = max(cuts[-2], cuts[-3] + 1) if rng.random() < 0.5 else rank - 1
            cuts = sorted(set(cuts))
        align = rng.choice([1, 1, 1, 2, 32])
        self.strides = [0] * rank
        self.groups = [range(a, b) for a, b in zip(cuts, cuts[1:])]
        for group in self.groups:
            stride = 1
            for dim in reversed(group):
                self.strides[dim] = stride
                stride = round_up(stride * self.shape[dim], align)
        self.physical = [sum((self.shape[d] - 1) * self.strides[d] for d in group) + 1 for group in self.groups]
        self.grid = tuple(rng.choice([1, 1, 2, 3, 4, 8]) for _ in self.groups)
        self.shard = [ceil_div(p, g) for p, g in zip(self.physical, self.grid)]
        unit = [*[1] * (len(self.shard) - 2), *self.tile] if tiled else [1] * len(self.shard)
        self.memref = [ceil_div(s, u) for s, u in zip(self.shard, unit)]
        self.padded = [m * u for m, u in zip(self.memref, unit)]
        self.arch = rng.choice(list(BANKS))
        self.space = rng.choice(["l1", "l1", "dram", "system"])
        oobs = [oob for oob, of in BITS if of == element]
        self.oob = rng.choice(["undef", "zero", *oobs])
        self.pad = BITS.get((self.oob, element), 0)

    def text(self):
        dims = [f"d{i}" for i in range(len(self.shape))]
        results = [" + ".join(f"d{d}" if self.strides[d] == 1 else f"d{d} * {self.strides[d]}" for d in group)
                   for group in self.groups]
        stored = f"!tt.tile<{by_x(self.tile)}, {TILE[self.element]}>" if self.tile else self.element
        return (f"tensor<{by_x(self.shape)}x{self.element}, #tt.metal_layout<({', '.join(dims)}) -> "
                f"({', '.join(results)}), {self.oob}, <{by_x(self.grid)}>, memref<{by_x(self.memref)}x{stored}, "
                f"#tt.memory_space<{self.space}>>>>")

    def banks(self, array, pad):
        """The elements of each bank."""
        physical = numpy.full([s * g for s, g in zip(self.shard, self.grid)], pad, array.dtype)
        self.place(array, physical)
        shards = [grown(part, self.padded, pad) for part in self.cut(physical)]
        if self.space == "dram":
            return self.pages(shards, pad)
        units = [(in_tiles(shard, self.tile) if self.tile else shard).ravel() for shard in shards]
        if self.space == "system":
            return [numpy.concatenate(units)]
        size = round_up(units[0].size * self.width, L1_ALIGNMENT) // self.width
        return [grown(unit, (size,), pad) for unit in units]

    def place(self, array, physical):
        index = numpy.indices(self.shape)
        physical[tuple(sum(index[d] * self.strides[d] for d in group) for group in self.groups)] = array

    def cut(self, physical):
        return [physical[tuple(slice(c * s, (c + 1) * s) for c, s in zip(core, self.shard))]
                for core in itertools.product(*map(range, self.grid))]

    def pages(self, shards, pad):
        """Tiles or rows of the whole padded tensor."""
        whole = numpy.empty([p * g for p, g in zip(self.padded, self.grid)], shards[0].dtype)
        for core, shard in zip(itertools.product(*map(range, self.grid)), shards):
            whole[tuple(slice(c * p, (c + 1) * p) for c, p in zip(core, self.padded))] = shard
        pages = in_tiles(whole, self.tile) if self.tile else whole.reshape(-1, whole.shape[-1])
        count, alignment = BANKS[self.arch]
        return in_banks(pages, count, round_up(pages.shape[1] * self.width, alignment) // self.width, pad)

    def names(self):
        cores = list(itertools.product(*map(range, self.grid)))
        return cores if self.space == "l1" else list(range(1 if self.space == "system" else BANKS[self.arch][0]))


class Interleaved(Metal):
    """A layout of TTNN whose pages go round the banks of DRAM."""

    def __init__(self, rng, element, tiled):
        super().__init__(rng, element, tiled)
        rank = max(2, len(self.shape))
        self.shape = (*[1] * (rank - len(self.shape)), *self.shape)
        self.tile, self.space, self.pad, self.grid = (32, 32) if tiled else None, "dram", 0, (1, 1)
        rows = round_up(self.shape[-2], 32) if tiled else self.shape[-2]
        self.groups = [range(rank - 1), range(rank - 1, rank)]
        self.strides, stride = [1] * rank, rows
        for dim in range(rank - 3, -1, -1):
            self.strides[dim] = stride
            stride *= self.shape[dim]
        self.shard = self.physical = [stride, round_up(self.shape[-1], 32) if tiled else self.shape[-1]]
        self.padded = list(self.physical)
        self.memref = [p // t for p, t in zip(self.physical, self.tile or (1, 1))]

    def text(self):
        dims = [f"d{i}" for i in range(len(self.shape))]
        rows = " + ".join(f"d{d}" if self.strides[d] == 1 and d == len(dims) - 2 else f"d{d} * {self.strides[d]}"
                          for d in self.groups[0])
        stored = f"!ttcore.tile<32x32, {TILE[self.element]}>" if self.tile else self.element
        return (f"tensor<{by_x(self.shape)}x{self.element}, #ttnn.ttnn_layout<({', '.join(dims)}) -> ({rows}, "
                f"{dims[-1]}), <1x1>, memref<{by_x(self.memref)}x{stored}, #ttnn.buffer_type<dram>>, <interleaved>>>")


class Sharded(Interleaved):
    """A layout of TTNN with a shard in the L1 of each core; all its rows are aligned."""

    def __init__(self, rng, element, tiled):
        super().__init__(rng, element, tiled)
        self.space, self.grid = "l1", (rng.choice([1, 2, 3]), rng.choice([1, 2, 4]))
        self.shard = self.memref = self.padded = [ceil_div(p, g) for p, g in zip(self.physical, self.grid)]

    def text(self):
        text = super().text().replace("buffer_type<dram>", "buffer_type<l1>")
        return text.replace("<interleaved>", "<block_sharded>").replace("<1x1>", f"<{by_x(self.grid)}>")

    def banks(self, array, pad):
        row = round_up(self.shard[1] * self.width, L1_ALIGNMENT) // self.width
        whole = numpy.full([p * g for p, g in zip(self.shard, self.grid)], pad, array.dtype)
        self.place(array, whole)
        return [grown(part, (self.shard[0], row), pad).ravel() for part in self.cut(whole)]


class Xla:
    """Tiles of XLA over the last dims of a permuted shape; one memory."""

    arch = "wormhole_b0"

    def __init__(self, rng, element, _):
        self.element, self.width, self.pad = element.replace("si", "i"), WIDTH[element], 0
        rank = rng.randint(1, 4)
        self.shape = tuple(rng.choice([1, 2, 3, 5, 8, 13, 24]) for _ in range(rank))
        self.order = rng.sample(range(rank), rank)  # minor to major
        self.tile = [rng.choice([1, 2, 4, 8]) for _ in range(rng.randint(1, rank))]

    def text(self):
        element = self.element.replace("ui", "u") if self.element[0] == "u" else self.element.replace("i", "s")
        shape, order, tile = (",".join(map(str, numbers)) for numbers in (self.shape, self.order, self.tile))
        return f"{element}[{shape}]{{{order}:T({tile})}}"

    def banks(self, array, pad):
        major = array.transpose(self.order[::-1])
        count = len(self.tile)
        outer, inner = major.shape[:major.ndim - count], major.shape[major.ndim - count:]
        array = grown(major, (*outer, *(round_up(n, t) for n, t in zip(inner, self.tile))), pad)
        split = [part for n, t in zip(array.shape[len(outer):], self.tile) for part in (n // t, t)]
        first = len(outer)
        order = [*range(first), *range(first, first + 2 * count, 2), *range(first + 1, first + 2 * count, 2)]
        return [array.reshape(*outer, *split).transpose(order).ravel()]

    def names(self):
        return [0]


class Swizzled(Xla):
    """Rows or columns of CuTe with an exclusive or of address bits."""

    def __init__(self, rng, element, _):
        super().__init__(rng, element, _)
        self.shape = (1 << rng.randint(0, 5), 1 << rng.randint(0, 5))
        self.bits, self.base = rng.randint(1, 3), rng.randint(0, 3)
        self.shift, self.by_rows = rng.randint(self.bits, 4), rng.random() < 0.5

    def text(self):
        rows, columns = self.shape
        strides = f"({columns},1)" if self.by_rows else f"(1,{rows})"
        return f"Sw<{self.bits},{self.base},{self.shift}> o ({rows},{columns}):{strides}"

    def banks(self, array, pad):
        at = numpy.arange(array.size)
        mask = ((1 << self.bits) - 1) << (self.base + self.shift)
        at ^= (at & mask) >> self.shift
        out = numpy.full(at.max() + 1, pad, array.dtype)
        out[at] = (array if self.by_rows else array.T).ravel()
        return [out]


KINDS = [(Metal, False), (Metal, True), (Metal, True), (Interleaved, False), (Interleaved, True), (Sharded, False),
         (Xla, False), (Swizzled, False)]


def view_of(rng, tensor):
    """The same array with other strides."""
    axes = rng.sample(range(tensor.ndim), tensor.ndim)
    view = tensor.transpose(axes).copy().transpose(numpy.argsort(axes))
    flip = tuple(slice(None, None, rng.choice([1, -1])) for _ in tensor.shape)
    if rng.random() < 0.5:
        return view[flip].copy(order="K")[flip]
    wide = numpy.zeros([2 * n for n in tensor.shape], tensor.dtype)
    every = tuple(slice(None, None, 2) for _ in tensor.shape)
    wide[every] = view
    return wide[every]


def differences(rng, case):
    """What differs for one layout."""
    kind = f"u{case.width}"
    tensor = numpy.frombuffer(rng.randbytes(int(numpy.prod(case.shape)) * case.width), kind).reshape(case.shape)
    packing = Packing(case.text(), shape=case.shape, element=case.element, arch=case.arch)
    if packing.shape != case.shape or list(packing.banks) != case.names():
        yield f"shape {packing.shape}, banks {packing.banks}"
        return
    expected = dict(zip(case.names(), case.banks(tensor, case.pad)))
    packed = packing.pack(view_of(rng, tensor))
    for name, elements in expected.items():
        if packed[name] != elements.tobytes():
            yield f"bytes of {name}: {packed[name].hex()[:80]}, expected {elements.tobytes().hex()[:80]}"
            return
    other = case.banks(tensor, case.pad ^ 0x5A)  # what padding has does not matter
    if not (packing.unpack(dict(zip(case.names(), other)), dtype=kind) == tensor).all():
        yield "unpacked elements"
    numbers = numpy.arange(tensor.size).reshape(case.shape)
    owners, offsets = numpy.full(tensor.size, -1), numpy.full(tensor.size, -1)
    for bank, elements in enumerate(case.banks(numbers, -1)):
        at = numpy.flatnonzero(elements >= 0)
        owners[elements[at]], offsets[elements[at]] = bank, at * case.width
    if not (packing.owners().ravel() == owners).all() or not (packing.offsets().ravel() == offsets).all():
        yield "owners or offsets"
    chosen = numpy.array([rng.randrange(tensor.size) for _ in range(20)])
    places = packing.locate(numpy.stack(numpy.unravel_index(chosen, case.shape), -1))
    if not (places.owner == owners[chosen]).all() or not (places.offset == offsets[chosen]).all():
        yield "places"


def main():
    warnings.simplefilter("ignore")
    counts, found = {}, 0
    for number in range(GIVEN.cases):
        rng = random.Random(f"{GIVEN.seed} {number}")
        kind, tiled = rng.choice(KINDS)
        case = kind(rng, rng.choice(list(TILE) if tiled else list(WIDTH)), tiled)
        name = kind.__name__ + (" in tiles" if tiled else "")
        try:
            some = list(differences(rng, case))
        except ttattr.Error as error:
            name, some = f"{name}: rejected", []
            if GIVEN.v:
                print(case.text(), str(error).splitlines()[0])
        counts[name] = counts.get(name, 0) + 1
        for difference in some:
            found += 1
            print(f"{case.text()} [{case.arch}]: {difference}")
    print("; ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    print(f"{GIVEN.cases} layouts, {found} differences")
    rejected = sum(count for name, count in counts.items() if "rejected" in name)
    sys.exit(found > 0 or rejected > GIVEN.cases // 4)


main()
