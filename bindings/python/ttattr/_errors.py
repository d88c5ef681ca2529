"""Diagnostics, and exceptions and warnings that carry them."""
from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Tuple

__all__ = ["Diagnostic", "Edit", "Error", "Fix", "Note", "OptionError", "TtattrWarning"]


class Edit(NamedTuple):
    """A replacement of text[begin:end]."""

    begin: int
    end: int
    text: str


class Fix(NamedTuple):
    """A fix-it: edits that belong together."""

    message: str
    edits: Tuple[Edit, ...]


class Note(NamedTuple):
    """A place that belongs to a diagnostic."""

    file: str
    line: int
    column: int
    message: str
    span: Tuple[int, int]


class Diagnostic(NamedTuple):
    """What a check found. Line and column are those that tt-opt prints: from 1, the column in bytes. `span` is a slice:
    of the text that was checked, `text[slice(*d.span)]` is what the diagnostic is about."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    rule: str
    message: str
    span: Tuple[int, int]
    notes: Tuple[Note, ...]
    fixes: Tuple[Fix, ...]

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message}{rule}"


class Error(ValueError):
    """A text, a value or an operation on values that is not valid. `diagnostics` are its causes, if they are known;
    str() is what the commands print. `status`: 1 errors in the input, 2 an invalid option, or undecided."""

    def __init__(self, text: str, diagnostics: Sequence[Diagnostic] = (), status: int = 1) -> None:
        super().__init__(text)
        self.diagnostics = tuple(diagnostics)
        self.status = status

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.diagnostics, self.status)


class OptionError(Error):
    """An option that does not exist, or has another value."""

    def __init__(self, text: str, diagnostics: Sequence[Diagnostic] = (), status: int = 2) -> None:
        super().__init__(text, diagnostics, status)


class TtattrWarning(UserWarning):
    """A warning of a function whose result has no place for it. `diagnostic` is None for one without a position."""

    def __init__(self, text: str, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(text)
        self.diagnostic = diagnostic


for public in (Diagnostic, Edit, Error, Fix, Note, OptionError, TtattrWarning):
    public.__module__ = "ttattr"  # their name in messages


class Lines:
    """Positions of a text: lines from 1 and columns in bytes, to indices of the text and back."""

    def __init__(self, text: str | bytes) -> None:
        self.text = text
        feed: Any = "\n" if isinstance(text, str) else b"\n"
        self.starts = [0]
        at = text.find(feed)
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find(feed, at + 1)
        self.plain = isinstance(text, bytes) or text.isascii()

    def index(self, line: int, column: int) -> int:
        """Of a column in bytes."""
        if line > len(self.starts):
            return len(self.text)
        start = self.starts[line - 1]
        if self.plain:
            return min(start + column - 1, len(self.text))
        # no character has less than one byte
        part = str(self.text[start:start + column - 1]).encode("utf-8", "surrogatepass")
        return start + len(part[:column - 1].decode("utf-8", "ignore"))

    def position(self, index: int) -> Tuple[int, int]:
        """Line and column, both from 1, of an index; the column counts what the text consists of."""
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= index else (low, middle)
        return low + 1, index - self.starts[low] + 1

    def span(self, part: dict[str, Any]) -> Tuple[int, int]:
        return self.index(part["line"], part["column"]), self.index(part["end_line"], part["end_column"])


def read_diagnostics(items: Iterable[dict[str, Any]], text: str | bytes) -> Iterator[Diagnostic]:
    """Diagnostics from the objects of `tt-opt --diagnostic-format=json`."""
    lines = Lines(text)
    for d in items:
        notes = tuple(Note(n["file"], n["line"], n["column"], n["message"], lines.span(n)) for n in d["notes"])
        fixes = tuple(Fix(f["message"], tuple(Edit(*lines.span(e), e["text"]) for e in f["edits"]))
                      for f in d["fixes"])
        yield Diagnostic(d["file"], d["line"], d["column"], d["end_line"], d["end_column"], d["severity"],
                         d["rule"] or "", d["message"], lines.span(d), notes, fixes)


def diagnostics_of(text: str, source: str | bytes) -> Tuple[Diagnostic, ...]:
    """Of a list as JSON; an empty text is an empty list."""
    return tuple(read_diagnostics(json.loads(text), source)) if text else ()


def warn(warning: TtattrWarning) -> None:
    """Warns in the name of the caller of the package."""
    depth, frame = 1, sys._getframe()
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith("ttattr."):
        depth, frame = depth + 1, frame.f_back
    warnings.warn(warning, stacklevel=depth)


def warn_of(diagnostics: Iterable[Diagnostic], messages: Iterable[str] = ()) -> None:
    """Warns of what has no other place. @param messages lines of a command; those that are not warnings are left out"""
    for diagnostic in diagnostics:
        if diagnostic.severity != "remark":
            warn(TtattrWarning(str(diagnostic), diagnostic))
    for message in messages:
        if "warning: " in message:
            warn(TtattrWarning(message.split("warning: ", 1)[1]))
