"""Attributes and types as values: immutable, hashable, equal if their canonical texts are."""
from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, List, Tuple, Type, TypeVar

from ttattr import _ttattr
from ttattr._commands import Answer, ask
from ttattr._errors import Error, diagnostics_of, warn_of
from ttattr._records import Comparison, Move, Record, Report, freeze
from ttattr._texts import DEFAULTS, check, fix, require, require_text

if TYPE_CHECKING:
    import datetime

    from ttattr._arrays import Packing

__all__ = ["AffineMap", "Attribute", "Device", "Grid", "Layout", "System", "Tiled", "Value", "parse"]

Shape = Tuple[int, ...]
V = TypeVar("V", bound="Value")
LAYOUT_NOTATIONS = ("metal", "ttnn", "ttcore")
TILED_NOTATIONS = ("tiled", "spyre")


def era_text(date: str | int | datetime.date) -> str:
    """2025-06-20 of a date, 20250620 or '2025-06-20'."""
    if isinstance(date, int) and not isinstance(date, bool):
        return f"{date // 10000:04}-{date // 100 % 100:02}-{date % 100:02}"
    if isinstance(date, str):
        return date
    if hasattr(date, "isoformat"):
        return str(date.isoformat())[:10]
    raise TypeError(f"expected a date as '2025-06-20', 20250620 or datetime.date, found {type(date).__name__}")


def integers(what: str, values: Any) -> Shape:
    """A tuple of integers: of one integer, of anything that iterates over integers."""
    try:
        return tuple(value.__index__() for value in ((values,) if hasattr(values, "__index__") else tuple(values)))
    except (TypeError, AttributeError):
        raise TypeError(f"expected {what} as a tuple of integers, found {values!r:.80}") from None


def escape(text: str) -> str:
    """A text as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def shape_text(what: str, shape: Any) -> str:
    if isinstance(shape, str):
        return shape
    return "x".join(map(str, integers(what, shape)))


# Elements by the names of numpy and torch; those of MLIR are their own.
ELEMENTS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16", "bool": "i1",
            "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2",
            **{f"int{bits}": f"i{bits}" for bits in (8, 16, 32, 64)},
            **{f"uint{bits}": f"ui{bits}" for bits in (8, 16, 32, 64)}}


def element_text(dtype: Any) -> str:
    """The element type as MLIR writes it, of 'f32', 'float32', numpy.float32, a numpy.dtype, or torch.float32."""
    name = dtype if isinstance(dtype, str) else getattr(dtype, "name", None) or getattr(dtype, "__name__", None)
    name = name if isinstance(name, str) else str(dtype)
    if not isinstance(dtype, str) and name.split(".")[-1] not in ELEMENTS:
        raise TypeError(f"expected an element type as 'f32', a dtype of numpy or of torch, found {dtype!r:.80}")
    return ELEMENTS.get(name[len("torch."):] if name.startswith("torch.") else name, name)


class Value:
    """An attribute or type. str() is its canonical text, in which aliases are expanded."""

    __slots__ = ("_text", "_cache", "__weakref__")
    _text: str
    _cache: dict[str, Any]
    is_ttattr_value: ClassVar[bool] = True

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self._text,)

    def _set(self, text: str, **parts: Any) -> None:
        object.__setattr__(self, "_text", text)
        object.__setattr__(self, "_cache", {})
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    @property
    def kind(self) -> str:
        """The name of the attribute or type: 'tt.grid', 'builtin.tensor'."""
        return str(self._emitted["kind"])

    @property
    def fields(self) -> Any:
        """The fields by name, as of `tt-opt --emit=json`: a Record; a text of what has no fields."""
        value = self._emitted["value"]
        return freeze(value.get("fields", {}) if isinstance(value, dict) else value)

    @property
    def _emitted(self) -> dict[str, Any]:
        if "emitted" not in self._cache:
            options = {"emit": "json", "no_config": True, "quiet": True}
            lines = ask("", ["-"], options, self._text, tool="tt-opt", partial=True).text.split("\n")
            self._cache["emitted"] = json.loads(lines[0]) if lines[0] else {"kind": "", "value": self._text}
        return dict(self._cache["emitted"])

    def at_era(self: V, date: str | int | datetime.date) -> V:
        """The value in the syntax of tt-mlir of a date. @raise Error: the date has no such attribute, or no field for
        what it says"""
        era = era_text(date)
        text = fix(self._text, era=era)
        require(text, era=era)
        return type(self)(text)  # type: ignore[call-arg]

    def _repr_html_(self) -> str:
        return f"<code>{escape(self._text)}</code>"


class Attribute(Value):
    """An attribute or type for which there is no other class."""

    __slots__ = ()

    def __new__(cls, text: str | bytes) -> Attribute:
        self = super().__new__(cls)
        self._set(read_attribute(text)[1])
        return self


def read_attribute(text: str | bytes) -> Tuple[str, str]:
    """(kind, canonical text) of the one attribute or type of a text; before it aliases may be defined."""
    require(text, split=False)
    document = _ttattr.document(text, "<stdin>", DEFAULTS)
    items = json.loads(document.query("items", 1, 1))
    chosen = [item for item in items if item["context"] not in ("alias", "use")] or items
    if len(chosen) != 1:
        raise Error(f"expected one attribute or type, found {len(chosen)}: {text!r:.80}")
    subject = json.loads(document.query("subject", chosen[0]["line"], chosen[0]["column"]))
    if not subject:
        raise Error(f"expected an attribute or type, found {text!r:.80}")
    return subject["kind"], subject["text"]


def read_layout(text: str | bytes, shape: Any, element: Any) -> Tuple[_ttattr.Layout, str]:
    """(layout, notation) of a text in any notation. Warns of what its check finds."""
    require_text(text)
    extents = integers("a shape", shape) if shape is not None else ()
    name = element_text(element) if element else ""
    layout, found, printed = call(_ttattr.read_layout, text, "<stdin>", extents, name)
    diagnostics = diagnostics_of(found or "", text)
    if layout is None:
        raise Error((printed or "").rstrip("\n") or f"expected a layout, found {text!r:.80}", diagnostics)
    warn_of(diagnostics)
    return layout, _ttattr.layout_notation(layout)


def answer_of(answer: Answer) -> str:
    """The text of an answer; warns of what was reported beside it."""
    warn_of(answer.diagnostics, answer.messages)
    return answer.text.strip()


class Figures(Value):
    """A value whose figures are attributes: the keys of the JSON that a command prints (docs/cli.md)."""

    __slots__ = ()

    def _read_figures(self) -> str:
        raise NotImplementedError

    @property
    def figures(self) -> Record:
        """All figures."""
        return Record(self._json)

    @property
    def _json(self) -> dict[str, Any]:
        if "json" not in self._cache:
            self._cache["json"] = json.loads(self._read_figures())
        figures: dict[str, Any] = self._cache["json"]
        return figures

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        figures = self._json
        if name not in figures:
            raise AttributeError(f"{type(self).__name__} has no figure '{name}'; it has {', '.join(figures)}")
        return freeze(figures[name])

    def __dir__(self) -> List[str]:
        return [*object.__dir__(self), *self._json]

    def draw(self, view: str | None = None, format: str = "svg", **options: Any) -> str:
        """A picture: 'svg', or 'text' of 80 columns. Views are those of `tt-layout draw` (docs/pictures.md)."""
        if format not in ("svg", "text"):
            raise Error(f"unknown format {format!r:.80}; expected 'svg' or 'text'", status=2)
        flags = ["-o", "-"] if format == "svg" else ["--ascii"]
        options = {"view": view, **options}
        return ask("draw", [self._text], options, flags=flags, source=self._text).text

    def _repr_svg_(self) -> str | None:
        try:
            return self.draw()
        except Error:
            return None  # there is no picture of it; notebooks show the HTML

    def _rows(self) -> Iterable[Tuple[str, Any]]:
        return ((key, value) for key, value in self._json.items() if not isinstance(value, (dict, type(None))))

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{escape(key.replace('_', ' '))}</th><td>{escape(cell_text(value))}</td></tr>"
                       for key, value in self._rows())
        return f"<code>{escape(self._text)}</code><table>{rows}</table>"


def cell_text(value: Any) -> str:
    if isinstance(value, list):
        text = "x".join(map(str, value)) if all(isinstance(item, int) for item in value) else json.dumps(value)
        return text if len(text) <= 200 else text[:200] + "..."
    return str(value)


class Packed(Figures):
    """A layout whose elements have addresses: their bytes, and where they are (Packing in _arrays.py)."""

    __slots__ = ()

    def packing(self, *, arch: str = "wormhole_b0") -> Packing:
        """Where the bytes are, with the banks and alignments of an architecture. @raise Error: the elements have no
        addresses, or are block floats that cannot be packed"""
        from ttattr._arrays import Packing  # imported where it is needed: importing ttattr stays fast

        if arch not in self._cache.setdefault("packings", {}):
            self._cache["packings"][arch] = Packing(self, arch=arch)
        packing: Packing = self._cache["packings"][arch]
        return packing

    def pack(self, array: Any, *, arch: str = "wormhole_b0") -> dict[Any, memoryview]:
        """The bytes of each core, or bank, of a tensor as the device holds them (Packing.pack)."""
        return self.packing(arch=arch).pack(array)

    def unpack(self, packed: Any, *, dtype: Any = None, arch: str = "wormhole_b0") -> Any:
        """The inverse of `pack`: an array of numpy, or a memoryview (Packing.unpack)."""
        return self.packing(arch=arch).unpack(packed, dtype=dtype)

    def owners(self, *, arch: str = "wormhole_b0") -> Any:
        """The number of the core or bank of each element, an array (Packing.owners)."""
        return self.packing(arch=arch).owners()

    def offsets(self, *, arch: str = "wormhole_b0") -> Any:
        """The byte in its core or bank of each element, an array (Packing.offsets)."""
        return self.packing(arch=arch).offsets()


class Layout(Packed):
    """A tensor type with a layout of tt-mlir, and what follows from it: shapes, shards, padding, addresses.

    Figures are attributes: logical_shape, element_type, linear, oob_val, grid_shape, memory_space, physical_shape,
    shard_shape, tile_shape, tile_type, memref_shape, padded_shard_shape, padded_shape, strides, logical_elements,
    allocated_elements, padding_elements, outside_elements, shard_bytes, alignment_bytes, bank_bytes, rows,
    total_bytes, cores, collapse. What is not known is None."""

    __slots__ = ("_handle", "_notation")
    _handle: _ttattr.Layout
    _notation: str

    def __new__(cls, text: str | bytes, *, shape: Any = None, element: Any = None) -> Layout:
        """@param shape, element of the tensor, if the text is a layout without its tensor"""
        handle, notation = read_layout(text, shape, element)
        if notation not in LAYOUT_NOTATIONS:
            other = "Tiled" if notation in TILED_NOTATIONS else "ttattr.convert(text, 'metal')"
            raise Error(f"expected a layout of tt-mlir, found one in the notation {notation}: use {other}")
        self = super().__new__(cls)
        self._set(_ttattr.layout_text(handle, 0, False), _handle=handle, _notation=notation)
        return self

    def _read_figures(self) -> str:
        return _ttattr.layout_json(self._handle)

    @property
    def notation(self) -> str:
        """'metal' (by map), 'ttcore' (by names) or 'ttnn'."""
        return self._notation

    @property
    def attribute(self) -> str:
        """The text of the layout without its tensor."""
        return self._text[self._text.index("#"):-1]

    @classmethod
    def build(cls, shape: Any, dtype: Any, grid: Any, *, tile: Any = None, collapse: Any = None,
              memory: str | None = None, memory_layout: str | None = None, map: Any = None, oob: str | None = None,
              align: int | None = None, align_bytes: int | None = None,
              era: str | int | datetime.date | None = None) -> Layout:
        """A layout from a shape, an element type and a grid.
        @param dtype 'bf16', or a dtype of numpy or torch
        @param tile (32, 32), or '32x32:bfp_bf8' with the type of the tiles
        @param collapse intervals of dims to collapse, [(0, -1)]; () collapses none
        @param memory, memory_layout, map, oob, align, align_bytes as of `tt-layout build` (docs/cli.md)
        @param era of the syntax"""
        changes = changes_of(grid=grid, tile=tile, collapse=collapse, memory=memory, map=map, oob=oob, align=align,
                             align_bytes=align_bytes, era=era)
        changes.update(shape=shape_text("a shape", shape), element=element_text(dtype), memory_layout=memory_layout)
        return cls(answer_of(ask("build", (), changes)))

    def with_(self, *, grid: Any = None, tile: Any = None, collapse: Any = None, memory: str | None = None,
              map: Any = None, oob: str | None = None, align: int | None = None, align_bytes: int | None = None,
              era: str | int | datetime.date | None = None) -> Layout:
        """The same tensor with another layout. `tile=()` stores scalars; other parameters are those of `build`."""
        changes = changes_of(grid=grid, tile=tile, collapse=collapse, memory=memory, map=map, oob=oob, align=align,
                             align_bytes=align_bytes, era=era)
        return Layout(answer_of(ask("with", [self._text], changes, source=self._text)))

    def at_era(self, date: str | int | datetime.date) -> Layout:
        """The layout in the syntax of a date, in the form that the date has. @raise Error: the date has no such layout,
        or no field for what it says"""
        era = era_text(date)
        digits = era.replace("-", "")
        try:
            if digits.isdigit() and len(digits) == 8:
                return Layout(_ttattr.layout_text(self._handle, int(digits), False))
        except ValueError as error:
            if self._notation == "ttnn":
                raise Error(str(error)) from None
        return self.with_(era=era)

    # ---- elements ----

    def locate(self, index: Any) -> Any:
        """Where an element is: a Record of core, shard_offset, tile, tile_offset, face, byte_offset, bank, bank_offset.
        `tile` is that of the shard; of an interleaved layout, which has no shards, that of the tensor. Of an array with
        a row for each index Places: `owner` and `offset`, an array each (Packing.locate)."""
        if getattr(index, "ndim", 0) == 2:
            return self.packing().locate(index)
        return Record(json.loads(call(_ttattr.layout_locate, self._handle, integers("an index", index))))

    def at(self, core: Any, offset: int) -> Shape | None:
        """The index of the element at an offset of the shard of a core, in elements, row by row with padding; None:
        padding is there."""
        if not hasattr(offset, "__index__"):
            raise TypeError(f"expected an offset as an integer, found {type(offset).__name__}")
        found: Shape | None = call(_ttattr.layout_at, self._handle, integers("a core", core), offset)
        return found

    @property
    def shards(self) -> Tuple[Record, ...]:
        """The used part of the shard of each core: core, valid, padded, reached, elements, padding_elements. Of more
        than 65,536 cores each distinct part once; `count` is the number of its cores."""
        if "shards" not in self._cache:
            self._cache["shards"] = freeze(json.loads(_ttattr.layout_padding(self._handle)))
        shards: Tuple[Record, ...] = self._cache["shards"]
        return shards

    @property
    def padding(self) -> Tuple[Record, ...]:
        """Those of `shards` that hold padding."""
        return tuple(shard for shard in self.shards if shard.padding_elements != 0)

    # ---- commands ----

    def grids(self, *, device: Any = None, like: Any = None, max: int | None = None) -> Tuple[Record, ...]:
        """The legal grids, best first, and their costs.
        @param device whose worker grid limits them; default: 8x8 cores
        @param like a layout: moved_bytes is then what moves on the way from it"""
        options = {"json": True, "device": device, "like": like, "max": max}
        return tuple(map(Record, ask("grids", [self._text], options, source=self._text).json()))

    def convert(self, to: str, **options: Any) -> Report:
        """The layout in another notation, with every element at the same address: `.text`. @raise Error, with the
        reason, if the notation cannot express it"""
        return convert(self, to, **options)

    def place(self, device: Any, **options: Any) -> Any:
        """Chip, core and NoC coordinates of each shard on a device."""
        return freeze(ask("place", [self._text], {"json": True, "device": device, **options}).json())


def changes_of(*, grid: Any, tile: Any, collapse: Any, memory: Any, map: Any, oob: Any, align: Any, align_bytes: Any,
               era: Any) -> dict[str, Any]:
    """Options of build and with from their parameters."""
    if tile is not None and not isinstance(tile, str):
        tile = shape_text("a tile", tile) or "none"
    if collapse is not None and not isinstance(collapse, str):
        pairs = [integers("an interval of dims", pair) for pair in collapse]
        if any(len(pair) != 2 for pair in pairs):
            raise TypeError(f"expected intervals as pairs of dims, found {collapse!r:.80}")
        collapse = ",".join(f"{begin}:{end}" for begin, end in pairs) or "none"
    if grid is not None:
        grid = shape_text("a grid", getattr(grid, "shape", grid))
    return {"grid": grid, "tile": tile, "collapse": collapse, "memory_space": memory, "map": map, "oob": oob,
            "align": align, "align_bytes": align_bytes, "era": None if era is None else era_text(era)}


def call(function: Any, *args: Any) -> Any:
    """A function of the extension, whose ValueError and OverflowError have the words of an Error."""
    try:
        return function(*args)
    except UnicodeError:
        raise
    except (ValueError, OverflowError) as error:
        raise Error(str(error)) from None


class Tiled(Packed):
    """A tiled layout of torch-spyre: figures are device_size, device_strides, dim_map, num_stick_dims, format,
    elems_per_stick, stride_map, device_dtype, loops, nests, padding_elements, device_bytes."""

    __slots__ = ()

    def __new__(cls, text: str | bytes, *, shape: Any = None, element: Any = None, host_strides: Any = None,
                convention: str | None = None) -> Tiled:
        """@param text `#tt.tiled_layout<..>`, a tensor type with it, SpyreTensorLayout(..), FixedTiledLayout(..), or a
        triple. @param shape, element, host_strides of the host tensor, if the text does not have them
        @param convention of constructors: 'rfc', 'dec25' or '2026'"""
        require_text(text)
        text = text.decode() if isinstance(text, bytes) else text
        if not any(bracket in text for bracket in "<(") or text.startswith("-"):  # it is not the name of a file
            raise Error(f"expected a tiled layout, found {text!r:.80}")
        options = {"json": True, "host_size": None if shape is None else shape_text("a shape", shape) or "scalar",
                   "dtype": element_text(element) if element else None, "convention": convention,
                   "host_strides": None if host_strides is None else integers("strides", host_strides)}
        answer = ask("tiled", [text], options, source=text)
        self = super().__new__(cls)
        figures = json.loads(answer_of(answer))
        self._set(figures["attr"])
        self._cache["json"] = figures
        return self

    @classmethod
    def build(cls, host_size: Any, dtype: Any, *, order: Any = None, host_strides: Any = None,
              device_dtype: str | None = None, convention: str | None = None, sparse: bool = False) -> Tiled:
        """The layout of a host tensor. Parameters as of `tt-layout tiled` (docs/tiled-layouts.md)."""
        options = {"json": True, "dtype": element_text(dtype), "device_dtype": device_dtype, "convention": convention,
                   "sparse": bool(sparse), "host_size": shape_text("a host size", host_size) or "scalar",
                   "order": None if order is None else integers("an order", order),
                   "host_strides": None if host_strides is None else integers("strides", host_strides)}
        answer = ask("tiled", (), options)
        return cls(json.loads(answer_of(answer))["attr"])

    def _read_figures(self) -> str:
        return ask("tiled", [self._text], {"json": True}, source=self._text).text

    def _ask(self, **options: Any) -> Any:
        return ask("tiled", [self._text], {"json": True, **options}, source=self._text).json()

    def locate(self, index: Any) -> Record:
        """Where an element of the host is on the device: element, byte, stick, lane."""
        return Record(self._ask(index=integers("an index", index))["position"])

    def at(self, byte: int) -> Record:
        """The element at a byte of the device: index, element, stick, lane."""
        return Record(self._ask(at=integers("a byte", byte)[0])["position"])

    def convert(self, to: str, **options: Any) -> Report:
        """The layout in another notation (Layout.convert)."""
        return convert(self, to, **options)

    @staticmethod
    def propagate(graph: Any, **options: Any) -> Tuple[Record, ...]:
        """The layouts of all values of a graph (docs/tiled-layouts.md).
        @param graph lines of operations or a module as text, or the path of a file of these"""
        return tuple(map(Record, graph_answer(graph, options)))

    @staticmethod
    def solve(graph: Any, **options: Any) -> Record:
        """The layouts that move the least bytes: values, restickifies, totals. Parameters as of `propagate`."""
        return Record(graph_answer(graph, {"solve": True, **options}))


def graph_answer(graph: Any, options: dict[str, Any]) -> Any:
    import os
    import re
    import tempfile

    if isinstance(graph, os.PathLike):
        return ask("tiled", (), {"json": True, "graph": os.fspath(graph), **options}).json()
    if not isinstance(graph, str):
        raise TypeError(f"expected a graph as a text or a path, found {type(graph).__name__}")
    if not re.search(r"^\s*(%|func|module)", graph, re.M):
        return ask("tiled", (), {"json": True, "graph": "-", **options}, graph).json()
    with tempfile.NamedTemporaryFile("w", suffix=".mlir", encoding="utf-8") as file: # the suffix says what it is
        file.write(graph)
        file.flush()
        return ask("tiled", (), {"json": True, "graph": file.name, **options}, source=graph).json()


class Device(Figures):
    """A device: figures are device, pattern, arch, links, missing_links, unused_chips, ttnn, leaves_chip, cores."""

    __slots__ = ()

    def __new__(cls, text: str | bytes) -> Device:
        kind, canonical = read_attribute(text)
        if kind not in ("tt.device", "ttcore.device"):
            raise Error(f"expected a device, found {kind or 'another text'}")
        self = super().__new__(cls)
        self._set(canonical)
        return self

    @classmethod
    def build(cls, chip_grid: Any, mesh: Any = None, *, era: str | int | datetime.date | None = None,
              **options: Any) -> Device:
        """A device of a mesh of chips. Other options are those of `tt-layout device`: chips, grid, map,
        reinterpret, memory_maps, ..."""
        given = {"chip_grid": shape_text("a grid", chip_grid), "era": None if era is None else era_text(era),
                 "mesh": None if mesh is None else shape_text("a mesh", mesh), **options}
        return cls(answer_of(ask("device", (), given)))

    def with_(self, *, reinterpret: str | None = None, era: str | int | datetime.date | None = None) -> Device:
        """The same cores with other numbers: 'transpose', 'wide', 'tall' or 'staircase'."""
        options = {"reinterpret": reinterpret, "era": None if era is None else era_text(era)}
        return Device(answer_of(ask("device", [self._text], options, source=self._text)))

    def at_era(self, date: str | int | datetime.date) -> Device:
        """The device in the syntax of a date."""
        return self.with_(era=date)

    @property
    def grid(self) -> Shape:
        """The logical worker grid."""
        shape: Shape = freeze(self._json["device"]["workerGrid"]["shape"])
        return shape

    def _read_figures(self) -> str:
        return ask("show", [self._text], {"json": True}, source=self._text).text

    def _repr_svg_(self) -> str | None:
        try:
            return self.draw("mesh")
        except Error:
            return None


class System(Figures):
    """A system of chips: `#tt.system_desc<..>`, or what the option system_desc of a command accepts: 'wormhole_b0:2',
    '[2, 8x8]'. Figures are those of `tt-layout noc`: arch, noc_size, worker_grid, nodes."""

    __slots__ = ()

    def __new__(cls, text: str | bytes) -> System:
        require_text(text)
        self = super().__new__(cls)
        word = text.decode("utf-8") if isinstance(text, bytes) else text
        if "<" in word:
            kind, word = read_attribute(word)
            if kind not in ("tt.system_desc", "ttcore.system_desc"):
                raise Error(f"expected a system, found {kind or 'another text'}")
        else:
            check("", system_desc=word)  # a name, and not that of a file
        self._set(word)
        self._json  # raises
        return self

    def _read_figures(self) -> str:
        return ask("noc", (), {"json": True, "system_desc": self._text}).text

    def at_era(self, date: str | int | datetime.date) -> System:
        return super().at_era(date) if "<" in self._text else self

    def _repr_svg_(self) -> str | None:
        return None


class AffineMap(Value):
    """An affine map: `map(1, 2)` are its results, `map(1, 2, symbols=(3,))` of a map with symbols."""

    __slots__ = ("_map",)
    _map: _ttattr.Document

    def __new__(cls, text: str | bytes) -> AffineMap:
        require_text(text)
        word = (text.decode("utf-8") if isinstance(text, bytes) else text).strip()
        kind, canonical = read_attribute(word if word.startswith("affine_map<") else f"affine_map<{word}>")
        if kind != "builtin.affine_map":
            raise Error(f"expected an affine map, found {kind or 'another text'}")
        self = super().__new__(cls)
        inner = canonical[len("affine_map<"):-1]
        self._set(inner, _map=_ttattr.document(canonical, "<stdin>", DEFAULTS))
        return self

    def __call__(self, *dims: int, symbols: Iterable[int] = ()) -> Shape:
        """The results at a point. @raise Error: other numbers of dims or symbols; a division by zero; a number beyond
        64 bits"""
        point = integers("dims", dims)
        results: Shape = call(self._map.apply_map, point, integers("symbols", symbols))
        return results

    @property
    def kind(self) -> str:
        return "builtin.affine_map"

    @property
    def fields(self) -> Any:
        return self._text

    def at_era(self, date: str | int | datetime.date) -> AffineMap:
        era_text(date)
        return self


class Grid(Value):
    """A grid of cores: `Grid((2, 4))`, `Grid('2x4')` or `Grid('#tt.grid<2x4>')`."""

    __slots__ = ()

    def __new__(cls, grid: Any) -> Grid:
        if isinstance(grid, bytes):
            grid = grid.decode("utf-8")
        text = grid if isinstance(grid, str) else shape_text("a grid", grid)
        kind, canonical = read_attribute(text if text.lstrip().startswith("#") else f"#tt.grid<{text}>")
        if kind not in ("tt.grid", "ttcore.grid"):
            raise Error(f"expected a grid, found {kind or 'another text'}")
        self = super().__new__(cls)
        self._set(canonical)
        return self

    @property
    def shape(self) -> Shape:
        """The extents."""
        shape: Shape = self.fields.shape
        return shape

    @property
    def mapping(self) -> AffineMap | None:
        """The map to physical cores, if there is one."""
        text = self.fields.mapping
        return AffineMap(text) if text else None

    @property
    def cores(self) -> int:
        """The number of cores."""
        product = 1
        for extent in self.shape:
            product *= extent
        return product


# ---- values of texts ----

CLASSES: dict[str, Type[Value]] = {
    "tt.grid": Grid, "ttcore.grid": Grid, "tt.device": Device, "ttcore.device": Device,
    "tt.system_desc": System, "ttcore.system_desc": System, "tt.tiled_layout": Tiled,
    "builtin.affine_map": AffineMap,
}


def value_of(kind: str, text: str) -> Value:
    """The value of a canonical text."""
    if kind == "builtin.tensor":
        layout = _ttattr.read_layout(text, "<stdin>", (), "")[0]
        notation = _ttattr.layout_notation(layout) if layout is not None else ""
        if notation in LAYOUT_NOTATIONS:
            return Layout(text)
        if notation in TILED_NOTATIONS:
            return Tiled(text)
    kind_class: Any = CLASSES.get(kind, Attribute)
    value: Value = kind_class(text)
    return value


def parse(text: str | bytes) -> Value:
    """The value of the one attribute or type of a text; aliases may be defined before it. A tensor with a layout is a
    Layout or Tiled; what has no class of its own is an Attribute. @raise Error: the text has errors, or is something
    else"""
    kind, canonical = read_attribute(text)
    return value_of(kind, canonical)


# ---- operations on values ----

def operand(value: Any, shape: Any, element: Any) -> str:
    """The text of a layout in any notation, which is read here so that it is not the name of a file."""
    if isinstance(value, (Layout, Tiled)):
        return str(value)
    if isinstance(value, bytes):
        value = value.decode("utf-8")
    if not isinstance(value, str):
        raise TypeError(f"expected a layout or its text, found {type(value).__name__}")
    read_layout(value, shape, element)
    return value


def convert(layout: Any, to: str, *, shape: Any = None, element: Any = None, **options: Any) -> Report:
    """A layout, or a text in any notation, in another notation with the same addresses: `.text`. Notations are metal,
    ttnn, ttcore, tiled, strided, affine, spyre, xla, cute, pack, numpy, triton; other options are those of
    `tt-layout convert`. @raise Error, with the reason, if the notation cannot express it"""
    text = operand(layout, shape, element)
    given = {"json": True, "to": to, "element": element_text(element) if element else None, **options,
             "shape": None if shape is None else shape_text("a shape", shape)}
    answer = ask("convert", [text], given, source=text)
    return Report(answer.json(), answer.diagnostics, answer.messages)


def same(a: Any, b: Any, *, shape: Any = None, element: Any = None) -> Comparison:
    """Whether two layouts, in any notation, place every element at the same address. If not, the answer has an element
    and its addresses. @param shape, element of the tensor, if the texts do not have them
    @raise Error: the layouts do not have the same shape, or no addresses"""
    options = {"json": True, "element": element_text(element) if element else None,
               "shape": None if shape is None else shape_text("a shape", shape)}
    return Comparison(ask("same", [operand(a, shape, element), operand(b, shape, element)], options).json())


def move(a: Layout | Tiled, b: Layout | Tiled, **options: Any) -> Move:
    """The transfers that change the layout of a tensor from `a` to `b`. Iterates over transfers; totals are figures:
    bytes_total, bytes_on_noc, runs, bound, ... Options are those of `tt-layout move`: permute, device, arch, noc,
    direction, simulate, totals, ..."""
    for value in (a, b):
        if not isinstance(value, (Layout, Tiled)):
            raise TypeError(f"expected a Layout, found {type(value).__name__}")
    answer = ask("move", (), {"json": True, "from": a, "to": b, **options})
    return Move(answer.json(), answer.diagnostics, answer.messages)


def memory(module: str | bytes, **options: Any) -> Report:
    """The memory plan of a program: banks, buffers, regions, messages, fits (docs/memory.md). A program that does not
    fit has a plan, too: `fits` is False. Options are those of `tt-layout memory`: system_desc, l1_base, all_live."""
    require_text(module)
    answer = ask("memory", ["-"], {"json": True, **options}, module)
    return Report(answer.json(), answer.diagnostics, answer.messages)


def noc(**options: Any) -> Record:
    """Coordinates, addresses and routes of a node of the NoC, or the floor plan. Options are those of
    `tt-layout noc`: arch, harvest, core, dram_bank, route, ..."""
    return Record(ask("noc", (), {"json": True, **options}).json())


def protocol(program: Any, **options: Any) -> Report:
    """Verifies that kernels finish and read only what was written (docs/protocol.md); `.diagnostics` says what failed.
    @param program a protocol or a module as text, or the path of a file: these, a binding, a host program
    Options are those of `tt-layout protocol`: max_states, arch, l1_base."""
    import os

    if not isinstance(program, (str, bytes, os.PathLike)):
        raise TypeError(f"expected a text or a path, found {type(program).__name__}")
    path = os.fspath(program) if isinstance(program, os.PathLike) else "-"
    text = "" if isinstance(program, os.PathLike) else program
    answer = ask("protocol", [path], {"json": True, **options}, text)
    return Report(answer.json(), answer.diagnostics, answer.messages)
