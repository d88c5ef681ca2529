"""Arrays of elements: packed as the device holds them, unpacked, and where each element is."""
from __future__ import annotations

import importlib
import itertools
import sys
from typing import Any, Mapping, NamedTuple, Tuple

from ttattr import _ttattr
from ttattr._errors import Error
from ttattr._values import call, read_layout

__all__ = ["Packing", "Places"]

# The kinds of numpy, by the format characters of the buffer protocol.
KINDS = {**dict.fromkeys("efd", "f"), **dict.fromkeys("bhilqn", "i"), **dict.fromkeys("BHILQN", "u"), "?": "b"}
FORMATS = {"f2": "H", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I",
           "u8": "Q"}  # memoryviews have no float of 16 bits: its bits
ACCEPTED = {"f": "fu", "i": "iub", "u": "uib"}  # kinds of arrays for each kind of elements
MANY = 2  # dims of an array of indices


class Places(NamedTuple):
    """Where elements are, one number for each: the core or bank as Packing.owners numbers them, and the byte in it."""

    owner: Any
    offset: Any


class Source(NamedTuple):
    """The elements of an array: contiguous in `memory` if `address` is None, else at `address` by `strides`."""

    memory: Any
    address: int | None
    strides: Tuple[int, ...] | None
    shape: Tuple[int, ...]
    kind: str
    element_bytes: int
    name: str


def numpy_of(what: str) -> Any:
    """numpy. @raise Error: it is not installed"""
    try:
        import numpy
    except ImportError:
        raise Error(f"{what} requires numpy, which is not installed") from None
    return numpy


def source_of_ndarray(array: Any) -> Source:
    dtype = array.dtype
    if dtype.itemsize > 1 and dtype.byteorder == (">" if sys.byteorder == "little" else "<"):
        raise Error("the array is not of the byte order of the machine: x.astype(x.dtype.newbyteorder('=')) is")
    address: int = array.__array_interface__["data"][0]
    return Source(array, address, tuple(array.strides), tuple(array.shape), dtype.kind, dtype.itemsize, str(dtype))


def source_of_buffer(view: memoryview) -> Source:
    order, letter = view.format[:1], view.format[-1:]
    if (order in ("<", ">", "!") and view.itemsize > 1 and (order == "<") != (sys.byteorder == "little")):
        raise Error(f"the array is not of the byte order of the machine: its format is {view.format!r}")
    memory = view if view.c_contiguous else view.tobytes()
    kind = KINDS.get(letter, "V") if len(view.format.lstrip("@=<>!")) == 1 else "V"
    return Source(memory, None, None, tuple(view.shape or ()), kind, view.itemsize, f"format {view.format!r}")


def source_of(array: Any) -> Source:
    """The elements of an array of numpy, of an object with the buffer protocol, or of one that numpy reads without a
    copy: by DLPack or __array__, as tensors of torch."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and isinstance(array, numpy.ndarray):
        return source_of_ndarray(array)
    try:
        view = memoryview(array)
    except (TypeError, BufferError, ValueError):
        view = None
    if view is not None:
        return source_of_buffer(view)
    if not hasattr(array, "__array__") and not hasattr(array, "__dlpack__"):
        raise TypeError(f"expected an array, found {type(array).__name__}")
    numpy = numpy_of(f"packing a {type(array).__name__}")
    try:
        if str(getattr(array, "dtype", "")) == "torch.bfloat16":  # numpy has no such type, torch no uint16: its bits
            return source_of_ndarray(numpy.asarray(array.view(sys.modules["torch"].int16)).view(numpy.uint16))
        return source_of_ndarray(numpy.asarray(array) if hasattr(array, "__array__") else numpy.from_dlpack(array))
    except (TypeError, RuntimeError, BufferError) as error:
        raise Error(f"numpy does not read the {type(array).__name__}: {error}") from None


def kind_of(element: str) -> Tuple[str, str | None]:
    """(kind of numpy, name of the type in ml_dtypes if numpy has none) of an element type of MLIR."""
    if element == "bf16":
        return "u", "bfloat16"
    if element.startswith("f8"):
        return "u", "float8_" + element[2:].lower()
    if element.lstrip("t").startswith("f"):
        return "f", None
    return ("i" if element.startswith(("i", "s")) else "u"), None


class Packing:
    """Where the bytes of a tensor are: what Layout.pack and the others use, for layouts of any notation.

    `shape`, `element` ('bf16'; 'f32' of block floats, which packing rounds) and `element_bytes` of the tensor; `grid`
    of the cores, () if the memory is not that of cores; `num_banks` of `bank_bytes` bytes each, alignment included.
    `banks` are their names, in order: cores as tuples, numbers of other banks."""

    __slots__ = ("_handle", "shape", "element", "element_bytes", "num_banks", "bank_bytes", "grid", "__weakref__")
    shape: Tuple[int, ...]
    element: str
    element_bytes: int
    num_banks: int
    bank_bytes: int
    grid: Tuple[int, ...]

    def __init__(self, layout: Any, *, shape: Any = None, element: str | None = None,
                 arch: str = "wormhole_b0") -> None:
        """@param layout a Layout or Tiled, or the text of a layout in any notation
        @param shape, element of the tensor, if the text does not have them
        @param arch has the banks and alignments of a layout of tt-mlir
        @raise Error: the elements have no addresses, or are block floats that cannot be packed: bfp_f8, bfp_f4, bfp_f2,
        and padding with another value than zero"""
        handle = getattr(layout, "_handle", None)
        if handle is None:
            handle = read_layout(str(layout) if hasattr(layout, "is_ttattr_value") else layout, shape, element)[0]
        self._handle = call(_ttattr.packing, handle, arch, element or "")
        (self.shape, self.element, self.element_bytes, self.num_banks, self.bank_bytes,
         self.grid) = _ttattr.packing_figures(self._handle)

    @property
    def banks(self) -> Tuple[Any, ...]:
        """(0, 0), (0, 1), .. of cores; 0, 1, .. of other banks, and of one memory."""
        return tuple(itertools.product(*map(range, self.grid)) if self.grid else range(self.num_banks))

    def __repr__(self) -> str:
        banks = f"{self.num_banks} {'core' if self.grid else 'bank'}{'' if self.num_banks == 1 else 's'}"
        return f"<Packing of {self.shape} {self.element}: {banks} of {self.bank_bytes} bytes>"

    # ---- elements ----

    def _check(self, source: Source) -> None:
        if source.shape != self.shape:
            advice = "; x.T has that shape" if source.shape[::-1] == self.shape else ""
            raise Error(f"the array has shape {source.shape}, the layout {self.shape}{advice}")
        kind, other = kind_of(self.element)
        fits = source.kind in ACCEPTED[kind] if other is None else source.kind == "u" or source.name == other
        if source.element_bytes == self.element_bytes and fits:
            return
        bits = 8 * self.element_bytes
        expected = f"{other} of ml_dtypes" if other else {"f": "float", "i": "int", "u": "uint"}[kind] + str(bits)
        raise Error(f"the array has elements of type {source.name}, the layout {self.element}: expected {expected}"
                    f"{'' if kind == 'u' and not other else f', or its bits as uint{bits}'}")

    def pack(self, array: Any) -> dict[Any, memoryview]:
        """The bytes of each core or bank as the device holds them: tiles, faces, alignment; padding has the padding
        value of the layout, or zero.
        @param array of numpy with any strides, an object with the buffer protocol, or a tensor of torch; unsigned
        integers of the same size are the bits of any element. Nothing is copied before it is packed, except for a
        buffer that is neither contiguous nor an array of numpy
        @return parts of one bytes object, not copied"""
        source = source_of(array)
        self._check(source)
        packed = memoryview(call(_ttattr.packing_pack, self._handle, source.memory, source.address, source.strides))
        size = self.bank_bytes
        return {bank: packed[at * size:(at + 1) * size] for at, bank in enumerate(self.banks)}

    def _buffers(self, packed: Any) -> Tuple[Any, ...]:
        if not isinstance(packed, Mapping):
            return (packed,)
        names = self.banks
        missing = next((name for name in names if name not in packed), None)
        if missing is not None or len(packed) != len(names):
            other = next((name for name in packed if name not in set(names)), None)
            what = f"there are no bytes of {missing}" if missing is not None else f"the layout has no {other!r:.80}"
            raise Error(what)
        return tuple(map(packed.__getitem__, names))

    def unpack(self, packed: Any, *, dtype: Any = None) -> Any:
        """The elements of a packed tensor: an array of numpy; without numpy, a memoryview. Elements that numpy does not
        have, such as bf16, have the type of ml_dtypes if that is installed; else they are their bits as integers.
        @param packed what `pack` returned, or one object with all its bytes
        @param dtype another type of the same size, of an array of numpy"""
        try:
            views = tuple(memoryview(part) for part in self._buffers(packed))
        except (TypeError, BufferError) as error:
            raise TypeError(f"expected bytes of cores or banks: {error}") from None
        buffers = tuple(view if view.c_contiguous else view.tobytes() for view in views)
        elements = call(_ttattr.packing_unpack, self._handle, buffers)
        kind, other = kind_of(self.element)
        return shaped(elements, f"{kind}{self.element_bytes}", other, self.shape, dtype)

    # ---- places ----

    def owners(self) -> Any:
        """The number of the core or bank of each element, as an array with the shape of the tensor: `banks[number]` is
        its name. Cores are numbered row-major: `numpy.unravel_index(owners, grid)`."""
        return self._places()[0]

    def offsets(self) -> Any:
        """The byte in its core or bank of each element, as an array with the shape of the tensor. Of a block float: the
        byte that its mantissa is in."""
        return self._places()[1]

    def _places(self) -> Tuple[Any, Any]:
        count = 1
        for extent in self.shape:
            count *= extent
        owners, offsets = call(_ttattr.packing_locate, self._handle, None, count)
        return shaped(owners, "i8", None, self.shape), shaped(offsets, "i8", None, self.shape)

    def locate(self, indices: Any) -> Places:
        """Where many elements are. @param indices an array of integers with a row for each element; without numpy,
        contiguous integers of 64 bits"""
        source = self._indices(indices)
        if len(source.shape) != MANY or source.shape[1] != len(self.shape):
            raise Error(f"expected indices of {len(self.shape)} integers, found an array of shape {source.shape}")
        count = source.shape[0]
        owners, offsets = call(_ttattr.packing_locate, self._handle, source.memory, count)
        return Places(shaped(owners, "i8", None, (count,)), shaped(offsets, "i8", None, (count,)))

    def _indices(self, indices: Any) -> Source:
        source = source_of(indices)
        if source.kind not in "iu":
            raise TypeError(f"expected indices as integers, found {source.name}")
        if source.address is None and source.kind == "i" and source.element_bytes == 8:
            return source
        numpy = numpy_of(f"an array of indices of type {source.name}")
        array = numpy.asarray(indices)
        if array.dtype.kind == "u" and array.size and int(array.max()) > sys.maxsize:
            raise Error(f"an index is out of range: {int(array.max())}")
        plain = numpy.ascontiguousarray(array, dtype=numpy.int64)
        return Source(memoryview(plain), None, None, source.shape, "i", 8, "int64")


def shaped(memory: bytearray, code: str, other: str | None, shape: Tuple[int, ...], dtype: Any = None) -> Any:
    """Memory as an array. @param other its type in ml_dtypes"""
    try:
        import numpy
    except ImportError:
        if dtype is not None:
            raise Error("dtype requires numpy, which is not installed") from None
        view = memoryview(memory)
        return view.cast(FORMATS[code], shape) if shape else view.cast(FORMATS[code])
    chosen = numpy.dtype(code) if dtype is None else numpy.dtype(dtype)
    if chosen.itemsize != int(code[1:]):
        raise Error(f"elements have {code[1:]} bytes, those of type {chosen} {chosen.itemsize}")
    if dtype is None and other is not None:
        try:
            chosen = numpy.dtype(getattr(importlib.import_module("ml_dtypes"), other, chosen))
        except ImportError:
            pass
    return numpy.frombuffer(memory, dtype=chosen).reshape(shape)
