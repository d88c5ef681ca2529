"""Arrays: what is accepted, what is rejected and with which words; with numpy and, if there is none, with memoryviews.

Prints the parts that were skipped because a package is missing."""
import array
import threading

import ttattr
from ttattr import Packing

try:
    import numpy
except ImportError:
    numpy = None
try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None
try:
    import torch
except ImportError:
    torch = None

TILED = ("tensor<40x70x{}, #tt.metal_layout<(d0, d1) -> (d0, d1), one, <1x2>, memref<2x2x!tt.tile<32x32, {}>, "
         "#tt.memory_space<l1>>>>")
ROWS = ("tensor<2x3xi16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<2x2xi16, "
        "#tt.memory_space<l1>>>>")
DRAM = ("tensor<40x70xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x3x!tt.tile<32x32, f32>, "
        "#tt.memory_space<dram>>>>")


def layout_of(element):
    return ttattr.Layout(TILED.format(element, element))


def rejects(words, function, *args, **named):
    try:
        function(*args, **named)
    except (ttattr.Error, TypeError) as error:
        assert words in str(error), f"{error} does not have '{words}'"
    else:
        raise AssertionError(f"no error with '{words}'")


def integers(*numbers):
    return memoryview(array.array("q", numbers)).cast("B")


def buffers():
    """What needs no numpy."""
    rows = ttattr.Layout(ROWS)
    tensor = memoryview(array.array("h", [0x11, 0x12, 0x13, 0x21, 0x22, 0x23])).cast("B").cast("h", (2, 3))
    packed = rows.pack(tensor)
    assert {core: part.hex() for core, part in packed.items()} == {
        (0, 0): "1100120021002200" + "00" * 8, (0, 1): "1300000023000000" + "00" * 8}
    back = memoryview(rows.unpack(packed))
    assert back == tensor and back.shape == (2, 3)
    assert memoryview(rows.unpack(b"".join(packed.values()))) == tensor
    assert memoryview(rows.unpack({core: bytearray(part) for core, part in packed.items()})) == tensor
    assert memoryview(rows.owners()).tolist() == [[0, 0, 1], [0, 0, 1]]
    assert memoryview(rows.offsets()).tolist() == [[0, 2, 0], [4, 6, 4]]
    indices = memoryview(integers(1, 2, 0, 1)).cast("q", (2, 2))
    places = rows.locate(indices)
    assert list(places.owner) == [1, 0] and list(places.offset) == [4, 2]
    assert rows.locate((1, 2)).bank_offset == 4
    packing = rows.packing()
    assert packing.banks == ((0, 0), (0, 1)) and packing.bank_bytes == 16 and packing.shape == (2, 3)
    assert Packing("(2,3):(1,4)", element="i16").pack(tensor)[0].hex() == "11002100000000001200220000000000" "13002300"
    swapped = memoryview(array.array("h", range(6))).cast("B").cast("h", (3, 2))
    rejects("has shape (3, 2), the layout (2, 3); x.T has that shape", rows.pack, swapped)
    rejects("expected int16, or its bits as uint16", rows.pack, memoryview(bytes(6)).cast("B", (2, 3)))
    rejects("expected an array, found list", rows.pack, [[1, 2, 3], [4, 5, 6]])
    rejects("the packed tensor has 3 bytes, not 32", rows.unpack, b"abc")
    rejects("there are no bytes of (0, 1)", rows.unpack, {(0, 0): packed[(0, 0)]})
    rejects("the layout has no 7", rows.unpack, {**packed, 7: b""})
    rejects("a bank has 3 bytes, not 16", rows.unpack, {**packed, (0, 1): b"abc"})
    rejects("bytes-like", rows.unpack, 5)
    rejects("index 2 of dim 0 is out of range", rows.locate, memoryview(integers(2, 0)).cast("q", (1, 2)))
    rejects("expected indices of 2 integers", rows.locate, memoryview(integers(2)).cast("q", (1, 1)))
    rejects("unknown architecture 'x'", rows.pack, tensor, arch="x")
    rejects("exponents of 5 bits", layout_of("f32").with_(tile="32x32:bfp_f8").pack, tensor)
    rejects("padding of zero", layout_of("f32").with_(tile="32x32:bfp_bf8").pack, tensor)
    assert len(ttattr.Layout(DRAM).packing().banks) == 12
    assert len(ttattr.Layout(DRAM).packing(arch="blackhole").banks) == 8


class Exported:
    """An array that is reached by DLPack alone."""

    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack__(self, **options):
        return self.tensor.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


def arrays():
    """numpy: strides, types, rejected arrays."""
    rng = numpy.random.default_rng(1)
    for element, dtype in [("f32", "f4"), ("f16", "f2"), ("si32", "i4"), ("bf16", "u2")]:
        layout = layout_of(element)
        tensor = rng.integers(0, 1 << 11, (40, 70)).astype(dtype)
        packed = layout.pack(tensor)
        wide = numpy.zeros((80, 140, 2), dtype)
        wide[::2, ::2, 1] = tensor
        for view in (numpy.asfortranarray(tensor), tensor[::-1, ::-1].copy()[::-1, ::-1], wide[::2, ::2, 1],
                     tensor.view("u" + dtype[1])):
            assert layout.pack(view) == packed
        assert (layout.unpack(packed, dtype=dtype) == tensor).all()
        row = numpy.broadcast_to(tensor[:1], (40, 70))
        assert (layout.unpack(layout.pack(row), dtype=dtype) == row).all()
        ones = layout.unpack({core: part for core, part in packed.items()}, dtype=dtype)
        assert ones.flags.writeable and ones.flags.owndata is False
    layout, tensor = layout_of("f32"), numpy.arange(2800, dtype="f4").reshape(40, 70)
    assert numpy.frombuffer(layout.pack(tensor)[(0, 1)], "f4")[-1] == 1
    assert layout.pack(Exported(tensor)) == layout.pack(Exported(tensor.T.copy().T)) == layout.pack(tensor)
    owners, offsets = layout.owners(), layout.offsets()
    indices = numpy.argwhere(numpy.ones((40, 70), bool))
    for kind in (numpy.int64, numpy.int32, numpy.uint16):
        places = layout.locate(indices.astype(kind))
        assert (places.owner == owners.ravel()).all() and (places.offset == offsets.ravel()).all()
    assert layout.locate(indices[::7]).owner.tolist() == owners.ravel()[::7].tolist()
    assert layout.locate(numpy.zeros((0, 2), int)).owner.shape == (0,)
    rejects("elements of type int32, the layout f32: expected float32", layout.pack, tensor.astype("i4"))
    rejects("elements of type float64", layout.pack, tensor.astype("f8"))
    rejects("not of the byte order", layout.pack, tensor.astype(tensor.dtype.newbyteorder()))
    rejects("elements of type object", layout.pack, tensor.astype(object))
    rejects("index -1 of dim 0 is out of range", layout.locate, numpy.array([[-1, 0]]))
    rejects("expected indices as integers", layout.locate, numpy.array([[0.5, 0]]))
    rejects("an index is out of range", layout.locate, numpy.array([[1 << 63, 0]], "u8"))
    rejects("elements have 4 bytes, those of type float64 8", layout.unpack, layout.pack(tensor), dtype="f8")
    threads = [threading.Thread(target=lambda: [layout.pack(tensor) for _ in range(20)]) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert layout_of("bf16").unpack(layout_of("bf16").pack(tensor.astype("u2"))).dtype.itemsize == 2


ZEROS = memoryview(bytes(3)).cast("B", (1, 3))
# one, inf and neginf of elements of a byte; a format without infinity has its largest number (APFloat.h of LLVM)
PADDING = {"f8E5M2": "3c7cfc", "f8E4M3": "3878f8", "f8E3M4": "3070f0", "f8E4M3FN": "387efe", "f8E5M2FNUZ": "407fff",
           "f8E4M3FNUZ": "407fff", "f8E4M3B11FNUZ": "587fff", "f6E3M2FN": "0c1f3f", "f6E2M3FN": "081f3f",
           "f4E2M1FN": "02070f", "i1": "010100", "i8": "017f80", "ui8": "01ff00"}


def padding():
    """The bytes of padding."""
    text = ("tensor<1x3x{0}, #tt.metal_layout<(d0, d1) -> (d0, d1), {1}, <1x2>, memref<1x2x{0}, "
            "#tt.memory_space<system>>>>")
    for element, expected in PADDING.items():
        found = "".join(ttattr.parse(text.format(element, oob)).pack(ZEROS)[0].hex()[-2:]
                        for oob in ("one", "inf", "neginf"))
        assert found == expected, (element, found)
    rejects("'one' has no bytes in f8E8M0FNU", ttattr.parse(text.format("f8E8M0FNU", "one")).pack, ZEROS)


def bfloat16():
    """ml_dtypes."""
    layout, tensor = layout_of("bf16"), numpy.arange(2800, dtype="f4").reshape(40, 70).astype(ml_dtypes.bfloat16)
    back = layout.unpack(layout.pack(tensor))
    assert back.dtype == ml_dtypes.bfloat16 and (back == tensor).all()


def tensors():
    """torch: tensors that share their memory."""
    for element, dtype in [("f32", torch.float32), ("bf16", torch.bfloat16)]:
        layout, tensor = layout_of(element), torch.arange(2800).reshape(40, 70).to(dtype)
        packed = layout.pack(tensor)
        assert layout.pack(tensor.T.contiguous().T) == packed
        back = torch.from_numpy(layout.unpack(packed, dtype="i2" if element == "bf16" else "f4")).view(dtype)
        assert torch.equal(back, tensor)


buffers()
padding()
for part, package in [(arrays, numpy), (bfloat16, numpy and ml_dtypes), (tensors, numpy and torch)]:
    if package:
        part()
    else:
        print(f"skipped: {part.__doc__}")
