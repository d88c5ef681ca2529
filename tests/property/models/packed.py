#!/usr/bin/env python3
"""`pack` writes the bytes of a layout as a model computes them, element by element, and `unpack` returns the file.

  packed.py BUILD_DIR [CASES [SEED]]     a case is a layout and a file of numpy of any version and order"""
import os
import sys
import tempfile

from model import by_x, ceil_div, points, round_up, run_model, volume

BYTES = {"i8": 1, "f16": 2, "bf16": 2, "f32": 4, "i64": 8}
DESCR = {"i8": "|i1", "f16": "<f2", "bf16": "|V2", "f32": "<f4", "i64": "<i8"}
ONE = {"f16": 0x3C00, "bf16": 0x3F80, "f32": 0x3F800000}


def npy(shape, descr, fortran, version, data):
    """A file as numpy.lib.format writes it."""
    extents = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
    head = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({extents}), }}".encode()
    width = 2 if version == 1 else 4
    head += b" " * (-(8 + width + len(head) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + len(head).to_bytes(width, "little") + head + data


# Each layout: (text, addresses in elements by index, bytes of all, the value of padding).

def sticks(rng, shape, element):
    """One stick dim; the other device dims in any order, the number of the stick among them."""
    size, dim = 128 // BYTES[element], rng.randrange(len(shape))
    dims = list(range(len(shape)))
    rng.shuffle(dims)
    device = [ceil_div(shape[d], size) if d == dim else shape[d] for d in dims] + [size]

    def address(index):
        at = 0
        for d, extent in zip(dims, device):
            at = at * extent + (index[d] // size if d == dim else index[d])
        return at * size + index[dim] % size
    text = (f"tensor<{by_x(shape)}x{element}, #tt.tiled_layout<memref<{by_x(device)}x{element}>, "
            f"dim_map = {dims + [dim]}, dense>>")
    return text, address, volume(device) * BYTES[element], 0


def strided(rng, shape, element):
    """Dims in any order with gaps."""
    dims, stride, strides = list(range(len(shape))), rng.choice([1, 1, 2, 3]), [0] * len(shape)
    rng.shuffle(dims)
    for d in dims:
        strides[d] = stride
        stride = stride * shape[d] + rng.choice([0, 0, 1, 5])
    first = rng.choice([0, 0, 7])
    last = first + sum((n - 1) * s for n, s in zip(shape, strides))
    text = f"memref<{by_x(shape)}x{element}, strided<{strides}, offset: {first}>>"
    return (text, lambda index: first + sum(x * s for x, s in zip(index, strides)), (last + 1) * BYTES[element], 0)


def sharded(rng, shape, element):
    """Rows of shards on cores, in L1; the shard of a core is rounded up to 16 bytes."""
    grid = [rng.randint(1, 3), rng.randint(1, 3)]
    tiles = element == "f32" and rng.random() < 0.5
    unit = 32 if tiles else 1
    shard = [ceil_div(n, g) for n, g in zip(shape, grid)]
    memref = [ceil_div(n, unit) for n in shard]
    padded = [n * unit for n in memref]
    if tiles and any(n % 32 for n in shard):
        return None
    bank = round_up(volume(padded) * BYTES[element], 16)
    pad = rng.choice(["undef", "zero", "one"])

    def address(index):
        core = index[0] // shard[0] * grid[1] + index[1] // shard[1]
        row, column = index[0] % shard[0], index[1] % shard[1]
        at = row * padded[1] + column
        if tiles:
            face = row % 32 // 16 * 2 + column % 32 // 16
            at = (row // 32 * memref[1] + column // 32) * 1024 + face * 256 + row % 16 * 16 + column % 16
        return core * bank // BYTES[element] + at
    stored = f"!tt.tile<32x32, {element}>" if tiles else element
    text = (f"tensor<{by_x(shape)}x{element}, #tt.metal_layout<(d0, d1) -> (d0, d1), {pad}, <{by_x(grid)}>, "
            f"memref<{by_x(memref)}x{stored}, #tt.memory_space<l1>>>>")
    return text, address, bank * volume(grid), ONE[element] if pad == "one" else 0


def step(rng, tools, verdict):
    kind = rng.choice([sticks, strided, sharded])
    rank = 2 if kind == sharded else rng.choice([1, 2, 2, 3])
    shape = [rng.choice([1, 2, 3, 5, 8, 17, 33, 64, 70, 96]) for _ in range(rank)]
    element = rng.choice(list(ONE if kind == sharded else BYTES))
    case = kind(rng, shape, element) if volume(shape) <= 5000 else None
    if not case:
        return
    text, address, size, pad = case
    width, fortran, version = BYTES[element], rng.random() < 0.3, rng.choice([1, 1, 2, 3])
    data = rng.randbytes(volume(shape) * width)
    expected = bytearray(pad.to_bytes(width, "little") * (size // width))
    for at, index in enumerate(points(shape[::-1] if fortran else shape)):
        place = address(index[::-1] if fortran else index) * width
        expected[place:place + width] = data[at * width:(at + 1) * width]
    verdict.cases += 1
    with tempfile.TemporaryDirectory() as folder:
        source, packed, back = (os.path.join(folder, name) for name in ("in.npy", "x.bin", "out.npy"))
        with open(source, "wb") as f:
            f.write(npy(shape, DESCR[element], fortran, version, data))
        status, _, err = tools.layout("pack", text, source, "-o", packed)
        verdict.expect(f"pack: {err}", 0, status, ["pack", text])
        order = ["--fortran-order"] if fortran else []
        status = status or tools.layout("unpack", text, packed, "-o", back, *order)[0]
        if status:
            verdict.expect("unpack", 0, status, ["unpack", text])
            return
        with open(packed, "rb") as f:
            verdict.expect("bytes", bytes(expected), f.read(), ["pack", text])
        with open(back, "rb") as f:
            verdict.expect("unpacked", npy(shape, DESCR[element], fortran, 1, data), f.read(), ["unpack", text])
    verdict.count(text.split("<")[0] if "layout" not in text else text.split("#")[1].split("<")[0])


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "packed", 500, step))
