"""Objects of JSON as values."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, List, Tuple


def freeze(value: Any) -> Any:
    """A value of JSON: lists are tuples, objects are records, and integers beyond 2^53, which JSON has as texts, are
    integers."""
    if isinstance(value, list):
        return tuple(map(freeze, value))
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, str) and len(value) > 15 and value.lstrip("-").isdigit():
        return int(value)
    return value


class Record:
    """Figures with names: `record.grid` or `record["grid"]`, the keys of the JSON that a command prints (docs/cli.md).
    Immutable; `to_json()` is the object itself."""

    __slots__ = ("_figures",)
    _figures: dict[str, Any]

    def __init__(self, figures: dict[str, Any]) -> None:
        object.__setattr__(self, "_figures", figures)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self._figures:
            raise AttributeError(f"{type(self).__name__} has no figure '{name}'; it has {', '.join(self._figures)}")
        return freeze(self._figures[name])

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __getitem__(self, name: str) -> Any:
        return freeze(self._figures[name])

    def __contains__(self, name: object) -> bool:
        return name in self._figures

    def keys(self) -> Tuple[str, ...]:
        """The names of the figures, in the order of the commands."""
        return tuple(self._figures)

    def to_json(self) -> dict[str, Any]:
        """A copy of the object: lists and dicts."""
        return dict(self._figures)

    def __dir__(self) -> List[str]:
        return [*object.__dir__(self), *self._figures]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._figures == other._figures

    def __hash__(self) -> int:
        return hash(tuple((key, freeze(value)) for key, value in self._figures.items()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._figures!r})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self._figures,)


class Report(Record):
    """The result of a command about a text, with the diagnostics that it reported."""

    __slots__ = ("_beside",)
    _beside: Tuple[Any, Any]

    def __init__(self, figures: dict[str, Any], diagnostics: Any = (), warnings: Any = ()) -> None:
        super().__init__(figures)
        object.__setattr__(self, "_beside", (tuple(diagnostics), tuple(warnings)))

    @property
    def diagnostics(self) -> Any:
        """Errors and warnings, in order of position."""
        return self._beside[0]

    @property
    def remarks(self) -> Tuple[str, ...]:
        """What was reported without a position."""
        return tuple(self._beside[1])

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self._figures, *self._beside)


class Move(Report):
    """The transfers between two layouts (docs/movement.md): an iterator over transfers, and totals as figures."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Record]:
        return map(Record, self._figures["transfers"] or ())

    def __len__(self) -> int:
        return len(self._figures["transfers"] or ())

    def __bool__(self) -> bool:
        return True


class Comparison(Record):
    """Whether two layouts place every element at the same address: true if they do. If not, `index` is an element,
    and `offsets` are its two addresses."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(self._figures["same"])
