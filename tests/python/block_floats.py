"""pack, unpack, owners and offsets of tiles of block floats, against a model.   block_floats.py [COUNT [SEED]]

The model packs a tile row by row of each face: an exponent for each row, then mantissas in dwords; with Python integers
only. It was written from a description of tt-metal tt_metal/impl/data_format/blockfloat_common.cpp, bfloat8.cpp and
bfloat4.cpp (get_max_exp, convert_u32_to_bfp, create_packed_bfp_packed_as_u32, pack_as_bfp_tiles, convert_bfp_to_u32),
and was not compared with these files. The banks of tiles are those of arrays_specification.py. The model itself is
verified first, against figures computed by hand."""
import argparse
import functools
import itertools
import random
import struct
import sys
import warnings
from fractions import Fraction

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("count", nargs="?", type=int, default=300, help="number of layouts (default: 300)")
parser.add_argument("seed", nargs="?", type=int, default=1, help="seed of the first layout (default: 1)")
options = parser.parse_args() if __name__ == "__main__" else None  # --help does not require the package
sys.argv[1:] = []  # arrays_specification has options of its own

import numpy as np  # noqa: E402
import ttattr  # noqa: E402
import arrays_specification as spec  # noqa: E402

MAGNITUDE = {"bfp_bf8": 7, "bfp_bf4": 3, "bfp_bf2": 1}  # bits of a mantissa without its sign
FRACTION, INFINITY = 0x7FFFFF, 0x7F800000
# `size` is what a scalar and its part of an exponent occupy; padding is zero
spec.ELEMENTS = spec.TILED_ELEMENTS = [spec.Element("f32", name, Fraction(1, 16) + Fraction(magnitude + 1, 8), None,
                                                    {"undef": 0, "zero": 0}) for name, magnitude in MAGNITUDE.items()]
spec.TILES = [(32, 32)] * 12 + [(16, 32), (32, 16), (16, 16), (8, 32)]
spec.MAX_ELEMENTS, spec.MAX_CORES = 16_000, 12


# Scalars are the bits of f32, and a row is 16 of them.

def mantissa_of(scalar, exponent, magnitude):
    """Sign and magnitude of a scalar in a row of this exponent. Bits that are shifted out do not affect rounding."""
    if scalar & 0x7FFFFFFF == 0:
        return 0
    shifted = (1 << 23 | scalar & FRACTION) >> exponent - (scalar >> 23 & 0xFF)
    q, rest, half = shifted >> 24 - magnitude, shifted % (1 << 24 - magnitude), 1 << 23 - magnitude
    q = min(q + 1 if rest > half or (rest == half and q % 2) else q, (1 << magnitude) - 1)
    return scalar >> 31 << magnitude | q if q else 0


@functools.lru_cache(None)
def scalar_of(mantissa, exponent, magnitude):
    """The bits of the f32 that a mantissa in a row of this exponent is. A magnitude of 0 is +0 with either sign."""
    sign, q = mantissa >> magnitude << 31, mantissa % (1 << magnitude)
    field = exponent - (magnitude - q.bit_length())
    if q and field > 0:
        return sign | field << 23 | q << 24 - q.bit_length() & FRACTION
    # a denormal number is a multiple of 2^-149, and q counts 2^(exponent - 127 - (magnitude - 1))
    return sign | q << exponent + 23 - magnitude if q else 0


def face_rows(tile):
    """The rows of 16 scalars of an array of two dims: faces row-major in the tile, rows in order."""
    height, width = tile.shape
    face = min(height, 16)
    return [tile[y, left:left + 16].tolist() for top in range(0, height, face) for left in range(0, width, 16)
            for y in range(top, top + face)]


def dwords(fields, bits):
    """Fields in little endian dwords, the first one in the lowest bits."""
    each = 32 // bits
    parts = (fields[at:at + each] for at in range(0, len(fields), each))
    return b"".join(struct.pack("<I", sum(field << bits * i for i, field in enumerate(part))) for part in parts)


def pack_tile(rows, magnitude):
    exponents, mantissas = [], []
    for row in rows:
        exponents.append(max(scalar >> 23 & 0xFF for scalar in row))
        mantissas += [mantissa_of(scalar, exponents[-1], magnitude) for scalar in row]
    return dwords(exponents, 8) + dwords(mantissas, magnitude + 1)


def unpack_tile(part, rows, magnitude):
    """The bits of f32 in each of so many rows."""
    bits = magnitude + 1
    mantissas = [byte >> at & (1 << bits) - 1 for byte in part[rows:] for at in range(0, 8, bits)]
    return [[scalar_of(m, part[i], magnitude) for m in mantissas[16 * i:16 * i + 16]] for i in range(rows)]


class Model:
    """`starts` are the bytes at which tiles with elements start, in the memory of all banks, one after the other;
    `rows` are the numbers of the elements in the rows of these tiles, and -1 for padding."""

    def __init__(self, layout):
        shards, (height, width), index = layout.shards, layout.shards.tile, list(np.indices(layout.shape))
        self.shape, self.bank_bytes, self.banks = layout.shape, shards.bank_bytes, shards.names
        self.magnitude, self.tile_bytes = MAGNITUDE[layout.element.tile], int(height * width * layout.element.size)
        core, local = shards.split(spec.physical_of(layout.results, index))
        shards.size = 0  # so that an address is that of the tile
        found = *shards.address(core, local), local[-2] % height, local[-1] % width, index[0]
        owner, start, y, x, _ = (numbers.ravel() for numbers in np.broadcast_arrays(*found))
        self.starts, tile = np.unique(owner * self.bank_bytes + start, return_inverse=True)
        tiles = np.full((len(self.starts), height, width), -1)
        tiles[tile, y, x] = np.arange(y.size)
        self.rows = np.array([face_rows(tile) for tile in tiles])

    def pack(self, scalars):
        """The memory of all banks. Padding is zero, that of alignment too."""
        memory, scalars = bytearray(len(self.banks) * self.bank_bytes), np.append(scalars, np.uint32(0))
        for start, rows in zip(self.starts, self.rows):
            memory[start:start + self.tile_bytes] = pack_tile(scalars[rows].tolist(), self.magnitude)
        return bytes(memory)

    def unpack(self, memory):
        scalars = np.zeros(np.prod(self.shape) + 1, "<u4")
        for start, rows in zip(self.starts, self.rows):
            scalars[rows] = unpack_tile(memory[start:start + self.tile_bytes], len(rows), self.magnitude)
        return scalars[:-1].reshape(self.shape)

    def addresses(self):
        """The number of the bank of each element, and the byte of its mantissa there."""
        at, mantissas = np.zeros(np.prod(self.shape) + 1, int), np.arange(self.rows[0].size) * (self.magnitude + 1) // 8
        at[self.rows.reshape(len(self.rows), -1)] = self.starts[:, None] + self.rows.shape[1] + mantissas
        return np.divmod(at[:-1].reshape(self.shape), self.bank_bytes)

    def describe(self, scalars, seen, own):
        """The first byte that differs, and all of the row that has it."""
        at = next(i for i in range(len(own)) if seen[i] != own[i])
        tile = max(int(np.searchsorted(self.starts, at, "right")) - 1, 0)
        start, count, size = int(self.starts[tile]), len(self.rows[tile]), 2 * (self.magnitude + 1)
        row = max(min(at - start if at - start < count else (at - start - count) // size, count - 1), 0)
        elements, first = self.rows[tile][row].tolist(), start + count + row * size
        parts = (f"{part[start + row]:02x} {part[first:first + size].hex()}" for part in (seen, own))
        return (f"pack: byte {at % self.bank_bytes} of {self.banks[at // self.bank_bytes]} is {seen[at]:#x}, expected "
                f"{own[at]:#x}: byte {at - start} of a tile, row {row}\n    elements {elements}\n    scalars "
                + " ".join(f"{scalars[i]:08x}" if i >= 0 else "padding" for i in elements)
                + "\n    exponent, mantissas {}, expected {}".format(*parts))


def f32(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def ties(rng, magnitude):
    """The scalar of the exponent, and others at each distance from it: exactly half between two mantissas, or next to
    half. The bits that the shift drops are zeros, ones or random."""
    top = rng.choice([254, rng.randint(1, 254), rng.randint(magnitude + 2, 254)])
    row = [top << 23 | rng.getrandbits(23)]
    for number in range(15):
        distance = min(number % (magnitude + 2), top)
        half, unit = 1 << 23 - magnitude + distance, 1 << distance
        fraction = rng.choice([FRACTION, rng.getrandbits(23)]) & -2 * half
        fraction += half + rng.choice([0, 0, unit, -unit]) | rng.choice([0, unit - 1, rng.randrange(unit)])
        row.append(rng.getrandbits(1) << 31 | top - distance << 23 | fraction & FRACTION)
    return row


def signed(kind):
    """Rows of 16 scalars of one kind, with random signs."""
    return lambda rng, magnitude: [kind(rng, magnitude) ^ rng.getrandbits(1) << 31 for _ in range(16)]


ROWS = [ties, ties, signed(lambda rng, _: f32(rng.gauss(0, 1))), signed(lambda rng, _: rng.getrandbits(31)),
        signed(lambda rng, m: f32(rng.randrange(1 << m))), signed(lambda rng, _: f32(rng.randrange(300))),  # integers
        signed(lambda rng, _: rng.randrange(255) << 23 | rng.choice([0, FRACTION, rng.getrandbits(23)])),  # huge, tiny
        signed(lambda rng, _: 0), signed(lambda rng, _: rng.choice([0, f32(rng.gauss(0, 1))])),
        signed(lambda rng, _: rng.randrange(1 << rng.randint(1, 23))),  # denormal
        signed(lambda rng, _: rng.randrange(3) << 23 | rng.getrandbits(23)),  # denormal, smallest normal
        signed(lambda rng, m: rng.choice([INFINITY, 255 - rng.randrange(m + 2) << 23 | rng.getrandbits(23), 0])),
        signed(lambda rng, m: rng.choice([INFINITY, 254 - rng.randrange(m + 2) << 23 | rng.getrandbits(23), 0])),
        signed(lambda rng, _: rng.choice([INFINITY + 1, 0x7FC00000, 0x7FFFFFFF, f32(1e38)]))]  # NaN


def random_scalars(rng, model):
    """A random kind of values for each row that shares an exponent. Padding replaces some of them."""
    scalars = np.zeros(np.prod(model.shape), "<u4")
    for row in model.rows.reshape(-1, 16):
        elements = row[row >= 0]
        scalars[elements] = rng.sample(rng.choice(ROWS)(rng, model.magnitude), elements.size)
    return scalars


def value_of(scalar):
    return Fraction(struct.unpack("<f", struct.pack("<I", scalar))[0])


def verify_model():
    """Tiles, scalars and addresses by hand; the formulas of rounding as fractions."""
    tile = np.zeros((32, 32), "<u4")
    tile[0, 0], tile[0, 1], tile[0, 17], tile[17, 3] = map(f32, (1, -0.5, 2, 3))
    for magnitude, size, mantissas in (
            (7, 1088, {64: 0x40, 65: 0xA0, 64 + 257: 0x40, 64 + 531: 0x60}),
            (3, 576, {64: 0xA4, 64 + 128: 0x40, 64 + 265: 0x60}),
            (1, 320, {64: 0x01, 64 + 64: 0x04, 64 + 132: 0x40})):  # -0.5 is a tie of 0 and -1
        by_hand = {0: 127, 16: 128, 33: 128, **mantissas}
        assert pack_tile(face_rows(tile), magnitude) == bytes(by_hand.get(i, 0) for i in range(size)), magnitude
    for *given, mantissa, back in [  # scalar, exponent, bits of the magnitude, mantissa, and the scalar of that
            (f32(1.9921875), 127, 7, 0x7F, f32(1.984375)), (f32(-1.0078125), 127, 7, 0xC0, f32(-1)),  # ties; saturated
            (f32(1.0234375), 127, 7, 0x42, f32(1.03125)), (0x3F810001, 127, 7, 0x41, f32(1.015625)),
            (f32(3), 128, 3, 6, f32(3)), (f32(0.75), 127, 1, 1, f32(1)), (0x3F000001, 127, 1, 0, 0),  # a dropped bit
            (1, 0, 7, 0x40, 0x400000), (0x80000001, 1, 3, 0xA, 0x80400000), (1 << 31, 9, 7, 0, 0),  # denormal, -0
            (INFINITY, 255, 7, 0x40, INFINITY), (0xFF000000, 255, 7, 0xA0, 0xFF000000), (f32(1), 255, 3, 0, 0),
            (0x7FC00000, 255, 7, 0x60, 0x7FC00000), (0x7FC00000, 255, 1, 1, INFINITY)]:  # NaN, and infinity of it
        assert mantissa_of(*given) == mantissa and scalar_of(mantissa, *given[1:]) == back, (given, mantissa, back)
    square, element = (32, 32), spec.ELEMENTS[0]
    for shape, shards, at, address in [  # tile 2, row 3, column 5 of core 1; tile 24, row 1, column 2
            ((40, 70), spec.Shards([1, 2], [40, 35], [64, 64], square, element), (35, 40), (1, 2 * 1088 + 64 + 53)),
            ((130, 140), spec.Interleaved([1, 1], [130, 140], [160, 160], square, element, 32, 12), (129, 130),
             (0, 2 * 1088 + 64 + 18))]:
        results = [([spec.Term(dim, 1)], 0) for dim in range(2)]
        layout = spec.Layout("", shape, element, "undef", shards, results, spec.WORMHOLE, "")
        assert tuple(numbers[at] for numbers in Model(layout).addresses()) == address
    rng = random.Random(0)
    for magnitude, kind in itertools.product(MAGNITUDE.values(), ROWS * 8):
        row = kind(rng, magnitude)
        part = pack_tile([row], magnitude)
        exponent, [back] = part[0], unpack_tile(part[:1] + part[4:], 1, magnitude)
        for scalar, rounded in zip(row, back):
            if exponent < 255 and scalar & INFINITY:
                kept = abs(value_of(scalar)) // Fraction(2) ** (exponent - 150)
                q = min(round(Fraction(kept, 1 << 24 - magnitude)), (1 << magnitude) - 1)
                expected = (-1) ** (scalar >> 31) * q * Fraction(2) ** (exponent - 127 - (magnitude - 1))
                assert value_of(rounded) == expected, f"{scalar:08x} {exponent}"
        assert exponent < 8 or pack_tile([back], magnitude) == part  # what was rounded is exact


def first_difference(what, seen, own, of=None):
    """A list of one text, or none. Elements of type u4 are f32, and any NaN equals any other; `of` was packed."""
    seen = np.asarray(seen)
    if seen.shape != own.shape or (own.dtype == "<u4") != (seen.dtype == "<f4"):
        return [f"{what}: {seen.dtype} of shape {seen.shape}, expected shape {own.shape}"]
    seen = np.ascontiguousarray(seen).view(own.dtype) if own.dtype == "<u4" else seen
    nan = (own.dtype == "<u4") & (np.minimum(seen & 0x7FFFFFFF, own & 0x7FFFFFFF) > INFINITY)
    wrong, form = np.argwhere((seen != own) & ~nan).tolist(), "{:08x}" if own.dtype == "<u4" else "{}"
    return [f"{what}: {len(wrong)} elements differ, the first one at {at}: {form.format(seen[at])}, expected "
            f"{form.format(own[at])}" + (f" for {of[at]:08x}" if of is not None else "")
            for at in map(tuple, wrong[:1])]


def differences(rng, layout):
    """What the package and the model compute differently, as texts."""
    model, tensor, arch = Model(layout), ttattr.Layout(layout.text), {"arch": layout.arch.name}
    scalars, names = random_scalars(rng, model), layout.shards.names
    bits, own = scalars.reshape(layout.shape), model.pack(scalars)
    array = bits.view("<f4")
    packed = tensor.pack(rng.choice([array, np.asfortranarray(array), array[..., ::-1].copy()[..., ::-1]]), **arch)
    sizes, seen = {name: len(part) for name, part in packed.items()}, b"".join(packed.values())
    if [*sizes.items()] != [(name, model.bank_bytes) for name in names]:
        return [f"pack: bytes of banks {sizes}, expected {model.bank_bytes} of each of {names}"]
    found = [model.describe(scalars, seen, own)] if seen != own else []
    for what, memory, of in (("unpack", own, bits), ("unpack of random bytes", rng.randbytes(len(own)), None)):
        banks = {name: memory[i * model.bank_bytes:][:model.bank_bytes] for i, name in enumerate(names)}
        found += first_difference(what, tensor.unpack(banks, **arch), model.unpack(memory), of)
    owners, offsets = model.addresses()
    found += first_difference("owners", tensor.owners(**arch), owners)
    return found + first_difference("offsets", tensor.offsets(**arch), offsets)


def random_layout(rng):
    return next(layout for layout in iter(lambda: spec.random_layout(rng), None) if layout.shards.tile)


def main():
    verify_model()
    warnings.simplefilter("ignore", ttattr.TtattrWarning)  # of padding, and of tiles that are not 32x32
    count = 0
    for seed in range(options.seed, options.seed + options.count):
        rng = random.Random(seed)
        layout = random_layout(rng)
        try:
            found = differences(rng, layout)
        except ttattr.Error as error:
            found = [f"rejected: {error}"]
        if found and not count:
            print(f"block_floats.py 1 {seed}, {layout.arch.name}: {layout.text}", *found, sep="\n  ")
        count += len(found)
    print(f"{options.count} layouts, {count} differences")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
