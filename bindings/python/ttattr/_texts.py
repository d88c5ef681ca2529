"""Checks of texts, and documents."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, List, NamedTuple, Tuple

from ttattr import _ttattr
from ttattr._commands import ask
from ttattr._errors import Diagnostic, Edit, Error, Lines, OptionError, diagnostics_of, warn_of

if TYPE_CHECKING:
    from ttattr._values import Device, Layout, Value

__all__ = ["Document", "Hover", "Item", "NamedLayout", "check", "fix", "format", "require"]

STDIN = "<stdin>"
DEFAULTS = _ttattr.Options()
# Names of options in JSON, where they are not the same as in Python.
CAMEL = {"parse_only": "parseOnly", "system_desc": "systemDesc", "expand_aliases": "expandAliases"}
NAMES = ("era", "target", "split", "markdown", "parse_only", "expand_aliases", "system_desc", "rules")


def read_options(options: dict[str, Any]) -> _ttattr.Options:
    """Options of a check: those of NAMES."""
    if not options:
        return DEFAULTS
    given = {}
    for name, value in options.items():
        if name not in NAMES:
            raise OptionError(f"unknown option '{name}'; expected {', '.join(NAMES)}")
        given[CAMEL.get(name, name)] = str(value) if getattr(value, "is_ttattr_value", False) else value
    try:
        return _ttattr.Options(json.dumps(given))
    except (TypeError, RecursionError) as error:
        raise OptionError(f"options of a check are texts, integers and booleans: {error}") from None
    except ValueError as error:
        raise OptionError(str(error)) from None


def require_text(text: Any) -> None:
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"expected a text as str or bytes, found {type(text).__name__}")


def decoded(text: str | bytes) -> str:
    require_text(text)
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


def check(text: str | bytes, *, name: str = STDIN, **options: Any) -> List[Diagnostic]:
    """The diagnostics of a text, in order of position; an empty list if there are none.

    Options, as those of tt-opt: era ('2025-06-20', 'latest', an integer yyyymmdd), target ('ttnn'), split (True, or a
    marker), markdown, parse_only, system_desc, and rules: {'layout-rank': 'off', 'remarks': 'on'}.
    @param name of the text in diagnostics"""
    found = _ttattr.check(text, name, read_options(options) if options else DEFAULTS)
    return list(diagnostics_of(found, text)) if found else []


def require(text: str | bytes, *, name: str = STDIN, **options: Any) -> None:
    """Raises Error if the text has errors, and warns of its warnings."""
    found = check(text, name=name, **options)
    if any(d.severity == "error" for d in found):
        raise Error(_ttattr.render(text, name, read_options(options)).rstrip("\n"), found)
    warn_of(found)


def format(text: str | bytes, **options: Any) -> str:
    """The text with its attributes in canonical form. Sections that have errors are left as they are.
    Options are those of `check`, and expand_aliases: attributes are printed in place of their aliases."""
    return _ttattr.format(text, STDIN, read_options(options))


def fix(text: str | bytes, **options: Any) -> str:
    """The text with the fix-its of its diagnostics applied, in rounds, as by `tt-opt --fix-only`. Options are those of
    `check`."""
    return _ttattr.fix(text, STDIN, read_options(options))


class Hover(NamedTuple):
    """Facts about text[begin:end]; docs/library.md lists their keys."""

    span: Tuple[int, int]
    facts: dict[str, str]


class NamedLayout(NamedTuple):
    """A layout of a text: the name and line of its first use; `select` is what the option name of a command accepts."""

    name: str | None
    line: int
    select: str
    layout: Layout


class Item(NamedTuple):
    """An outermost attribute or type of a text, or a use of an alias. `kind` is '' if it cannot be parsed."""

    kind: str
    context: str
    span: Tuple[int, int]
    name: str | None


class Document:
    """A text that is kept and edited: only sections that an edit touches are verified again. Positions are indices of
    the text. Options are those of `check`. Bytes are decoded as UTF-8; what is not UTF-8 becomes U+FFFD. Several
    threads may use a document; they wait for each other."""

    __slots__ = ("_handle", "_lines", "_name", "_options")

    def __init__(self, text: str | bytes, *, name: str = STDIN, **options: Any) -> None:
        text = decoded(text)
        self._options = dict(options)
        self._name = name
        self._handle = _ttattr.document(text, name, read_options(options))
        self._lines: Lines | None = None

    @classmethod
    def open(cls, path: str | os.PathLike[str], **options: Any) -> Document:
        """A document of a file."""
        with open(path, "rb") as file:
            return cls(file.read(), name=os.fspath(path), **options)

    def __repr__(self) -> str:
        return f"<ttattr.Document {self._name!r}, {len(self.text)} characters>"

    def _query(self, what: str, index: int = 0) -> Any:
        line, column = self.lines.position(self._index(index)) if index else (1, 1)
        return json.loads(self._handle.query(what, line, column))

    def _index(self, index: int) -> int:
        size = len(self.lines.text)
        if index < -size or index > size:
            raise IndexError(f"position {index} is outside of the text of {size} characters")
        return index + size if index < 0 else index

    def _span(self, part: dict[str, Any]) -> Tuple[int, int]:
        starts, size = self.lines.starts, len(self.lines.text)
        begin, end = ((starts[part[f"{prefix}line"] - 1] + part[f"{prefix}column"] - 1) for prefix in ("", "end_"))
        return min(begin, size), min(end, size)

    @property
    def lines(self) -> Lines:
        """Positions in the text."""
        if self._lines is None:
            self._lines = Lines(json.loads(self._handle.query("text", 1, 1)))
        return self._lines

    @property
    def text(self) -> str:
        return str(self.lines.text)

    @property
    def name(self) -> str:
        return self._name

    # ---- results ----

    @property
    def diagnostics(self) -> List[Diagnostic]:
        """In order of position."""
        return list(diagnostics_of(self._handle.query("diagnostics", 1, 1), self.text))

    @property
    def items(self) -> List[Item]:
        """Outermost attributes and types, and uses of aliases, in order of position."""
        found = []
        for item in self._query("items"):
            name = self.text[slice(*self._span(item["name"]))] if item["name"] else None
            found.append(Item(item["kind"] or "", item["context"], self._span(item), name))
        return found

    @property
    def layouts(self) -> List[NamedLayout]:
        """The distinct layouts of tensors, in order of first use. Errors elsewhere in the text do not matter."""
        from ttattr._values import Layout

        found: List[NamedLayout] = []
        for entry in self._show():
            try:
                layout = Layout(entry["type"])
            except (KeyError, Error):  # of a device; the definition of an alias lacks a mark
                continue
            found.append(NamedLayout(entry["name"], entry["line"], entry["select"], layout))
        return found

    @property
    def devices(self) -> List[Device]:
        """The devices of the text that have no errors, in order."""
        from ttattr._values import Device

        found: List[Device] = []
        for item in self.items:
            if item.kind in ("tt.device", "ttcore.device") and item.context != "use":
                try:
                    value = self.value(item.span[0])
                except Error:
                    continue  # `diagnostics` says why
                found += [value] if isinstance(value, Device) else []
        return found

    def _show(self) -> Any:
        options: dict[str, Any] = {"json": True, "device": "none"}
        if "era" in self._options:
            options["era"] = self._options["era"]
        try:
            return ask("show", ["-"], options, self.text).json()
        except Error:
            return []  # there are none; `diagnostics` says why

    # ---- what is at a position ----

    def value(self, index: int) -> Value | None:
        """The attribute or type around an index, with aliases expanded; of a layout with its tensor, if there is one.
        @raise Error: it has errors"""
        from ttattr._values import value_of

        subject = self._query("subject", index)
        return value_of(subject["kind"], subject["text"]) if subject else None

    def hover(self, index: int) -> Hover | None:
        """Facts about what is at an index."""
        found = self._query("hover", index)
        return Hover(self._span(found), found["facts"]) if found else None

    def completions(self, index: int) -> List[Edit]:
        """What may be written at an index."""
        return [Edit(*self._span(item), item["text"]) for item in self._query("completions", index)]

    # ---- edits ----

    def edit(self, begin: int, end: int, text: str | bytes) -> None:
        """Replaces text[begin:end]."""
        text = decoded(text)
        begin, end = self._index(begin), self._index(end)
        if end < begin:
            raise ValueError(f"the range from {begin} to {end} ends before it begins")
        first, last = self.lines.position(begin), self.lines.position(end)
        self._handle.edit(*first, *last, text)
        self._lines = None

    def apply(self, edits: List[Edit] | Tuple[Edit, ...]) -> None:
        """Applies edits of one text together, such as those of a fix-it or of `formatting`."""
        for edit in sorted(edits, reverse=True):
            self.edit(*edit)

    @property
    def formatting(self) -> List[Edit]:
        """The edits that make the text canonical."""
        return [Edit(*self._span(item), item["text"]) for item in self._query("format")]

    def format(self) -> str:
        """Makes the text canonical, and returns it."""
        self.apply(self.formatting)
        return self.text

    def fix(self) -> str:
        """Applies the fix-its of all diagnostics that can be applied together, and returns the text."""
        fixed = fix(self.text, **self._options)
        self.edit(0, len(self.text), fixed)
        return self.text
