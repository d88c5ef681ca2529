"""pack, unpack, owners, offsets and locate of random layouts in the forms of tt-mlir, against a model that was written
from the specifications and not from the library.

Sources: tensor-layout.md of tt-mlir (linear map, grid first, tile second, padding, TTNN); TTCoreOpsTypes.cpp (the named
form: aligned products, intervals); tt-metal (pages, banks, alignments, faces). Where they are silent (shards in host
memory, DRAM before layouts had a word for it) the model says what the package does. It reads no text: a case is
generated as shapes, from which the text is written and the bytes are computed, by numpy over whole index arrays."""
import argparse
import collections
import random
import sys
import warnings

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--seed", metavar="N", type=int, default=1, help="seed of the first layout (default: 1)")
parser.add_argument("--cases", metavar="N", type=int, default=400, help="number of layouts (default: 400)")
options = parser.parse_args()  # --help does not require the package

import numpy as np  # noqa: E402
import ttattr  # noqa: E402

MAX_ELEMENTS, MAX_CORES = 60_000, 64   # that are allocated, by one layout
L1_ALIGN = 16

# banks and alignments of tt-metal (wormhole_b0: 12 channels of DRAM, 8x8 cores)
Arch = collections.namedtuple("Arch", "name dram_banks dram_align l1_banks")
WORMHOLE, BLACKHOLE = Arch("wormhole_b0", 12, 32, 64), Arch("blackhole", 8, 64, 130)
GRAYSKULL = Arch("grayskull", 8, 32, None)
ARCHES = [WORMHOLE, WORMHOLE, WORMHOLE, BLACKHOLE]

# ---- elements --------------------------------------------------------------------------------------------------------

# `scalar` and `tile` are the spelling of the type, `numpy_type` is None where numpy does not have it, and `padding` has
# the bits of each value of padding
Element = collections.namedtuple("Element", "scalar tile size numpy_type padding")


def integer(scalar, tile, numpy_type):
    info = np.iinfo(numpy_type)
    size = info.dtype.itemsize
    values = {"undef": 0, "zero": 0, "one": 1, "inf": info.max, "neginf": info.min}
    return Element(scalar, tile, size, info.dtype, {name: v % (1 << 8 * size) for name, v in values.items()})


def real(name, tile, size, numpy_type, one, inf):
    padding = {"undef": 0, "zero": 0, "one": one, "inf": inf, "neginf": 1 << 8 * size - 1 | inf}
    return Element(name, tile, size, numpy_type and np.dtype(numpy_type), padding)


ELEMENTS = [
    real("f32", "f32", 4, "f4", 0x3F800000, 0x7F800000), real("f16", "f16", 2, "f2", 0x3C00, 0x7C00),
    real("bf16", "bf16", 2, None, 0x3F80, 0x7F80), real("f64", None, 8, "f8", 0x3FF << 52, 0x7FF << 52),
    integer("si32", "si32", "i4"), integer("ui32", "u32", "u4"), integer("ui16", "u16", "u2"),
    integer("ui8", "u8", "u1"), integer("i32", None, "i4"), integer("i16", None, "i2"), integer("i8", None, "i1"),
    integer("i64", None, "i8"), integer("si16", None, "i2"), integer("si8", None, "i1"), integer("ui64", None, "u8"),
    # the specifications do not say what infinity is in these
    Element("i1", "i1", 1, None, {"undef": 0, "zero": 0, "one": 1}),
    Element("f8E4M3FN", None, 1, None, {"undef": 0, "zero": 0}),
    Element("f8E5M2", None, 1, None, {"undef": 0, "zero": 0})]
TILED_ELEMENTS = [element for element in ELEMENTS if element.tile]

# ---- where elements are ----------------------------------------------------------------------------------------------


def up(value, multiple):
    return -(-value // multiple) * multiple


def ceil(value, divisor):
    return -(-value // divisor)


def product(values):
    return int(np.prod(values))


def row_major(index, shape):
    number = 0
    for i, extent in zip(index, shape):
        number = number * extent + i
    return number


def in_tile(y, x, tile):
    """The face and the element of a place in a tile: faces of 16x16, or as large as a smaller tile, are row-major in
    the tile, and elements row-major in the face."""
    height, width = min(tile[0], 16), min(tile[1], 16)
    face = y // height * (tile[1] // width) + x // width
    return face, (face * height + y % height) * width + x % width


def page_of(index, shape, tile):
    """The page of a place in a row-major space, and the element there. A page is a tile, or a row."""
    if not tile:
        return row_major(index[:-1], shape[:-1]), index[-1]
    y, x = index[-2:]
    tiles = shape[:-2] + [shape[-2] // tile[0], shape[-1] // tile[1]]
    return row_major(index[:-2] + [y // tile[0], x // tile[1]], tiles), in_tile(y % tile[0], x % tile[1], tile)[1]


class Shards:
    """A physical space that is divided by a grid. `divisor` is the part of a core in elements, `shard` what it has in
    memory, whole tiles. The bank of a shard is its core or, with `banks`, whole shards go round these."""

    def __init__(self, grid, divisor, shard, tile, element, page_align=1, align=L1_ALIGN, banks=None):
        self.grid, self.divisor, self.shard, self.tile, self.size = grid, divisor, shard, tile, element.size
        self.page_bytes = up(self.page_elements(shard) * self.size, page_align)
        self.shard_bytes = up(product(shard) // self.page_elements(shard) * self.page_bytes, align)
        self.names = list(range(banks)) if banks else list(np.ndindex(*grid))
        self.bank_bytes = ceil(product(grid), len(self.names)) * self.shard_bytes

    def page_elements(self, shape):
        return product(self.tile) if self.tile else shape[-1]

    def split(self, physical):
        """The core, and the place in its shard."""
        return [p // d for p, d in zip(physical, self.divisor)], [p % d for p, d in zip(physical, self.divisor)]

    def byte_of(self, local):
        page, element = page_of(local, self.shard, self.tile)
        return page * self.page_bytes + element * self.size

    def address(self, core, local):
        """The number of the bank, and the byte in it."""
        number = row_major(core, self.grid)
        turn, bank = number // len(self.names), number % len(self.names)
        return bank, turn * self.shard_bytes + self.byte_of(local)


class Interleaved(Shards):
    """The pages of the whole padded tensor, row-major, go round the banks; each bank reserves the same bytes."""

    def __init__(self, grid, divisor, shard, tile, element, align, banks):
        super().__init__(grid, divisor, shard, tile, element)
        self.whole = [g * s for g, s in zip(grid, shard)]
        self.names = list(range(banks))
        self.slot_bytes = up(self.page_elements(self.whole) * self.size, align)
        self.bank_bytes = ceil(product(self.whole) // self.page_elements(self.whole), banks) * self.slot_bytes

    def address(self, core, local):
        place = [c * s + i for c, s, i in zip(core, self.shard, local)]
        page, element = page_of(place, self.whole, self.tile)
        return page % len(self.names), page // len(self.names) * self.slot_bytes + element * self.size


# A term of a result of the map is (i floordiv divisor mod modulus) * stride, of the index i of a dim.
Term = collections.namedtuple("Term", "dim stride divisor modulus", defaults=(1, None))
# `results` are pairs of terms and a constant
Layout = collections.namedtuple("Layout", "text shape element oob shards results arch kind")


def physical_of(results, index):
    def value(term):
        i = index[term.dim] // term.divisor
        return (i % term.modulus if term.modulus else i) * term.stride
    return [sum(map(value, terms), constant) for terms, constant in results]


def extents_of(results, shape):
    """The index of the last element, plus 1."""
    return [p + 1 for p in physical_of(results, [n - 1 for n in shape])]


def model(layout, bits):
    """The bytes of each bank, and the bank and byte of each element. All else is padding: of shards, of tiles, of
    alignment, and what is reserved without data."""
    shards, size = layout.shards, layout.element.size
    pattern = np.array([layout.element.padding[layout.oob]], f"<u{size}").view(np.uint8)
    memory = np.resize(pattern, (len(shards.names), shards.bank_bytes))
    index = list(np.indices(layout.shape))
    owner, offset, _ = np.broadcast_arrays(*shards.address(*shards.split(physical_of(layout.results, index))), index[0])
    memory[owner.reshape(-1, 1), offset.reshape(-1, 1) + np.arange(size)] = \
        np.ascontiguousarray(bits).view(np.uint8).reshape(-1, size)
    return memory, owner, offset


# ---- text ------------------------------------------------------------------------------------------------------------


def dims(values):
    return "x".join(map(str, values))


def map_text(results, rank):
    def text(term):
        dim = f"d{term.dim}" + (f" floordiv {term.divisor}" if term.divisor > 1 else "")
        dim += f" mod {term.modulus}" if term.modulus else ""
        return dim if term.stride == 1 else f"({dim}) * {term.stride}" if " " in dim else f"{dim} * {term.stride}"
    texts = [" + ".join([*map(text, terms)] + ([str(constant)] if constant or not terms else []))
             for terms, constant in results]
    return f"({', '.join(f'd{i}' for i in range(rank))}) -> ({', '.join(texts)})"


def padded(shape, tile):
    return [*shape[:-2], up(shape[-2], tile[0]), up(shape[-1], tile[1])] if tile else shape


def shaped(shape, tile, element, dialect="tt"):
    """What a memref or tensor has: 2x4x!tt.tile<32x32, f32>."""
    if not tile:
        return f"{dims(shape)}x{element.scalar}"
    counts = [*shape[:-2], shape[-2] // tile[0], shape[-1] // tile[1]]
    return f"{dims(counts)}x!{dialect}.tile<{dims(tile)}, {element.tile}>"


# ---- random layouts --------------------------------------------------------------------------------------------------

TILES = [(32, 32)] * 5 + [(16, 16), (32, 16), (16, 32), (4, 16), (4, 32), (8, 32), (1, 32), (2, 16)]


def random_shape(rng, rank, tile):
    outer = [rng.choice([1, 2, 3, rng.randint(1, 7)]) for _ in range(rank - 2)]
    return outer + [rng.randint(1, 100 if tile else 40) for _ in range(min(rank, 2))]


def random_groups(rng, rank):
    """Consecutive dims that are joined to one result."""
    cuts = sorted(rng.sample(range(1, rank), rng.randint(0, rank - 1)))
    return [range(a, b) for a, b in zip([0] + cuts, cuts + [rank])]


def joined(group, shape, aligns):
    """The terms of a result that joins dims, and its extent: the products are aligned, inner dims first."""
    terms, extent = [], 1
    for dim in reversed(group):
        terms.insert(0, Term(dim, extent))
        extent = up(shape[dim] * extent, aligns[dim])
    return terms, extent


def random_results(rng, shape, rank, tile):
    gap = rng.choice([1, 1, 1, 4, 32])
    results = [(joined(group, shape, [gap] * rank)[0], 0) for group in random_groups(rng, rank)]
    if rng.random() < 0.1:
        results.append(([Term(rank - 1, 1)], 0))     # a dim in two results, as in the specification
    if rng.random() < 0.1:                           # a dim that is split
        part = rng.choice([k for k in range(1, shape[0] + 1) if shape[0] % k == 0])
        results = [([Term(0, 1, part)], 0), ([Term(0, 1, 1, part)], 0)] + \
            [(joined(range(1, rank), shape, [1] * rank)[0], 0)] * (rank > 1)
    if rng.random() < 0.15:
        rng.shuffle(results)
    if len(results) == 1 and (tile or rng.random() < 0.6):
        results.insert(0, ([], 0))
    return [(terms, rng.choice([0] * 20 + [3])) for terms, _ in results]


def map_form(rng):
    tile = rng.choice(TILES) if rng.random() < 0.5 else None
    element, arch = rng.choice(TILED_ELEMENTS if tile else ELEMENTS), rng.choice(ARCHES + [GRAYSKULL])
    rank = rng.randint(1, 4)
    shape = random_shape(rng, rank, tile)
    tensor = f"{dims(shape)}x{(rng.choice(ELEMENTS) if tile and rng.random() < 0.2 else element).scalar}"
    if tile and rank > 1 and rng.random() < 0.1:     # the tensor itself has tiles, and the map is of scalars
        shape = padded(shape, tile)
        tensor = shaped(shape, tile, element)
    results = random_results(rng, shape, rank, tile)
    grid = [rng.choice([1, 1, 2, 3, 4, rng.randint(1, 8)]) for _ in results]
    divisor = [ceil(extent, g) for extent, g in zip(extents_of(results, shape), grid)]
    parts = grid, divisor, padded(divisor, tile), tile, element
    space, oob = rng.choice(["l1"] * 6 + ["dram"] * 4 + ["system", "mmio"]), rng.choice([*element.padding])
    shards = (Shards(*parts) if space == "l1" else Shards(*parts, align=1, banks=1) if space != "dram" else
              Interleaved(*parts, arch.dram_align, arch.dram_banks))
    # which core of the chip a core of the grid is does not change what it has
    cores = dims(grid) + (", (d0, d1) -> (0, d1, d0)" if len(grid) == 2 and rng.random() < 0.1 else "")
    name = rng.choice(["metal_layout"] * 5 + ["layout"])
    words = {"l1": ["", "", ", block_sharded"], "dram": ["", "", ", interleaved"]}.get(space, [""])
    memref = f"memref<{shaped(parts[2], tile, element)}, #tt.memory_space<{space}>>"
    text = (f"tensor<{tensor}, #tt.{name}<{map_text(results, rank)}, {oob}, <{cores}>, {memref}{rng.choice(words)}>>")
    return Layout(text, shape, element, oob, shards, results, arch, f"map {space}")


def named_form(rng):
    tile = rng.choice(TILES) if rng.random() < 0.6 else None
    element, arch = rng.choice(TILED_ELEMENTS if tile else ELEMENTS), rng.choice(ARCHES)
    rank = rng.randint(2, 4)
    shape = random_shape(rng, rank, tile)
    groups = random_groups(rng, rank)
    if tile and len(groups) < 2:
        groups = [range(rank - 1), range(rank - 1, rank)]
    aligns = [rng.choice([1, 1, 2, 4, 32]) for _ in shape]
    units = [1] * (len(groups) - 2) + [*tile] if tile else [1] * len(groups)
    if tile:     # whole tiles
        for group, unit in zip(groups[-2:], tile):
            for dim in group:
                aligns[dim] = unit * rng.choice([1, 1, 2]) if dim == group[-1] or rng.random() < 0.3 else 1
    joins = [joined(group, shape, aligns) for group in groups]
    grid = [rng.choice([g for g in range(1, 9) if extent // unit % g == 0]) for (_, extent), unit in zip(joins, units)]
    shard = [extent // g for (_, extent), g in zip(joins, grid)]
    parts = grid, shard, shard, tile, element
    date = rng.choice(["2025-06", "2025-09", "2025-11", "2026-02", "2026-05"])
    oob = rng.choice([*element.padding]) if date != "2026-05" else "undef"
    space = rng.choice(["l1"] * 4 + ["dram"] * 4 + ["system"])
    # DRAM was interleaved before there was a word for it; since then whole shards go round the banks if it is sharded
    layout = "interleaved" if space == "dram" and (date == "2025-06" or rng.random() < 0.5) else "sharded"
    shards = (Shards(*parts) if space == "l1" else Shards(*parts, align=1, banks=1) if space == "system" else
              Shards(*parts, align=arch.dram_align, banks=arch.dram_banks) if layout == "sharded" else
              Interleaved(*parts, arch.dram_align, arch.dram_banks))
    intervals = [[group[0], group[-1] + 1] for group in groups]
    while intervals and intervals[-1][1] - intervals[-1][0] == 1 and rng.random() < 0.2:
        intervals.pop()     # dims after the last interval are intervals of their own
    if intervals and rng.random() < 0.2:
        intervals[0][1] -= rank if intervals[0][1] < rank else 0
    fields = [f"logical_shape = {dims(shape)}", f"dim_alignments = {dims(aligns)}",
              f"collapsed_intervals = dense<{intervals or ''}> : tensor<{len(intervals)}x2xi64>"]
    fields += [oob] * (date != "2026-05") + [space] + [layout] * (date != "2025-06")
    text = (f"tensor<{shaped(grid + shard, tile, element, 'ttcore')}, "
            f"#ttcore.metal_layout<{', '.join(fields + ['index_map = map(0)'] * (date == '2025-11'))}>>")
    results = [(terms, 0) for terms, _ in joins]
    return Layout(text, shape, element, oob, shards, results, arch, f"named {space} {layout}")


def ttnn_form(rng):
    tile = (32, 32) if rng.random() < 0.6 else None
    element, arch = rng.choice(TILED_ELEMENTS if tile else ELEMENTS), rng.choice(ARCHES)
    rank = rng.randint(1, 4)
    shape = random_shape(rng, rank, tile)
    rows = joined(range(rank - 1), padded(shape, tile) if rank > 1 else shape, [1] * rank)[0]
    results = [(rows, 0), ([Term(rank - 1, 1)], 0)]
    kind = rng.choice(["interleaved", "interleaved", "height_sharded", "width_sharded", "block_sharded", "system"])
    space = {"block_sharded": "l1", "system": "system_memory"}.get(kind) or rng.choice(["l1", "l1", "dram"])
    most = 8 if space == "l1" else arch.dram_banks
    grid = [rng.randint(1, most) if kind in also else 1
            for also in (("height_sharded", "block_sharded"), ("width_sharded", "block_sharded"))]
    # as wide as the inner dim, and rows "derived from the stride": the outer dim times its stride
    divisor = [ceil(shape[0] * rows[0].stride if rows else 1, grid[0]), ceil(shape[-1], grid[1])]
    shard = padded(divisor, tile)
    parts = grid, divisor, shard, tile, element
    shown, cores, ranges = shard, dims(grid), f"core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), ({{}})>]>"
    tails = [f", <{kind}>", f", {kind}"] if kind != "system" else [""]
    if kind == "system":
        shards = Shards(*parts, align=1, banks=1)
    elif kind == "interleaved" and space == "dram":
        shards = Interleaved(*parts, arch.dram_align, arch.dram_banks)
    elif kind == "interleaved":
        shards = Interleaved(*parts, L1_ALIGN, arch.l1_banks)
        unit, cores = tile or (1, 1), "8x8"
        shown = [unit[0], ceil(product(shard) // product(unit), 64) * unit[1]]
    elif space == "dram":
        shards = Shards(*parts, page_align=arch.dram_align, banks=arch.dram_banks)
        tails = [f", <{kind}>, " + ranges.format(f"{product(grid) - 1},0")]
    else:
        shards = Shards(*parts, page_align=L1_ALIGN)
        tails += [f", <{kind}>, exactGrid = true"]
        if kind == "block_sharded":
            tails += [f", <{kind}>, " + ranges.format(f"{grid[1] - 1},{grid[0] - 1}")]
    tail = rng.choice(tails)
    if tail.startswith(", <") and "core_ranges" not in tail and kind.endswith("sharded") and rng.random() < 0.3:
        cores += ", (d0, d1) -> (0, d0, d1)"
    memref = f"memref<{shaped(shown, tile, element, rng.choice(['tt', 'ttcore']))}, #ttnn.buffer_type<{space}>>"
    text = (f"tensor<{dims(shape)}x{element.scalar}, "
            f"#ttnn.ttnn_layout<{map_text(results, rank)}, <{cores}>, {memref}{tail}>>")
    return Layout(text, shape, element, "undef", shards, results, arch, f"ttnn {space} {kind}")


def random_layout(rng):
    while True:
        layout = rng.choice([map_form, map_form, named_form, ttnn_form])(rng)
        cores = product(layout.shards.grid)
        if cores <= MAX_CORES and cores * product(layout.shards.shard) <= MAX_ELEMENTS:
            return layout


# ---- comparison ------------------------------------------------------------------------------------------------------


def random_array(rng, layout):
    """Random bits, and an array of them: of the type itself or of unsigned integers, in several orders of memory."""
    size = layout.element.size
    bits = np.frombuffer(rng.randbytes(product(layout.shape) * size), f"<u{size}").reshape(layout.shape)
    typed = layout.element.numpy_type is not None and rng.random() < 0.7
    array = bits.view(layout.element.numpy_type) if typed else bits
    return bits, rng.choice([array, np.asfortranarray(array), array[..., ::-1].copy()[..., ::-1]])


def first_difference(name, seen, own):
    """A list of one text, or none."""
    seen = np.asarray(seen)
    if seen.shape != own.shape:
        return [f"{name}: shape {seen.shape} instead of {own.shape}"]
    wrong = np.argwhere(seen != own)
    return [f"{name}: {len(wrong)} differ, the first at {tuple(at)}: {seen[tuple(at)]} instead of {own[tuple(at)]}"
            for at in wrong[:1]]


def place_of(layout, index):
    """The figures of `locate` of one element; an interleaved tensor of TTNN has no cores, its tiles are those of all of
    it."""
    shards, tile = layout.shards, layout.shards.tile
    physical = physical_of(layout.results, index)
    core, local = shards.split(physical)
    bank, offset = shards.address(core, local)
    place = {"physical": physical, "bank": bank, "bank_offset": offset}
    if layout.kind in ("ttnn l1 interleaved", "ttnn dram interleaved"):
        local = physical
    else:
        place.update(core=core, shard_offset=local, byte_offset=shards.byte_of(local))
    if tile:
        (y, x), (height, width) = local[-2:], tile
        place.update(tile=local[:-2] + [y // height, x // width], tile_offset=[y % height, x % width],
                     face=in_tile(y % height, x % width, tile)[0])
    return {name: tuple(value) if isinstance(value, list) else value for name, value in place.items()}


def differences(rng, layout):
    """What the package answers otherwise than the model."""
    tensor, arch = ttattr.Layout(layout.text), {"arch": layout.arch.name}
    bits, array = random_array(rng, layout)
    memory, owner, offset = model(layout, bits)
    packed = tensor.pack(array, **arch)
    found = [] if [*packed] == layout.shards.names else [f"banks: {[*packed]} instead of {layout.shards.names}"]
    lengths = {len(part) for part in packed.values()}
    if lengths != {layout.shards.bank_bytes}:
        return found + [f"bytes of a bank: {lengths} instead of {layout.shards.bank_bytes}"]
    found += first_difference("pack", [np.frombuffer(part, np.uint8) for part in packed.values()], memory)
    found += first_difference("owners", tensor.owners(**arch), owner)
    found += first_difference("offsets", tensor.offsets(**arch), offset)
    back = np.ascontiguousarray(tensor.unpack(packed, **arch))
    found += first_difference("unpack", back.view(bits.dtype), bits)
    some = np.array([[rng.randrange(extent) for extent in layout.shape] for _ in range(5)])
    places = tensor.packing(**arch).locate(some)
    found += first_difference("locate: owners", places.owner, owner[tuple(some.T)])
    found += first_difference("locate: offsets", places.offset, offset[tuple(some.T)])
    if layout.arch == WORMHOLE:
        seen = tensor.locate(tuple(some[0].tolist()))
        found += [f"locate: {name} of {some[0]} is {getattr(seen, name)} instead of {value}"
                  for name, value in place_of(layout, some[0].tolist()).items() if getattr(seen, name) != value]
    return found


def main():
    warnings.simplefilter("ignore", ttattr.TtattrWarning)   # of layouts that waste memory
    counts, failures = collections.Counter(), 0
    for seed in range(options.seed, options.seed + options.cases):
        rng = random.Random(seed)
        layout = random_layout(rng)
        counts.update({layout.kind: 1, layout.element.scalar: 1, f"tile {layout.shards.tile}": 1,
                       layout.arch.name: 1, f"rank {len(layout.shape)}": 1, f"oob {layout.oob}": 1})
        try:
            found = differences(rng, layout)
        except ttattr.Error as error:
            found = [f"rejected: {error}"]
            counts["rejected"] += 1
        if found:
            failures += 1
            print(f"--seed={seed} --cases=1, {layout.arch.name}: {layout.text}", *found, sep="\n  ")
    print(", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
    print(f"{options.cases} layouts by the specifications, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
