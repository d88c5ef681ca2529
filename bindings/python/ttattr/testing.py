"""Assertions about layouts, for tests of any framework."""
from __future__ import annotations

from typing import Any

from ttattr._errors import Error
from ttattr._values import Layout, Value, parse, same

__all__ = ["assert_layout"]


def read(value: Any) -> Any:
    return value if isinstance(value, Value) else parse(value)


def difference(actual: Layout, expected: Layout) -> str:
    """What differs, in the terms of elements."""
    try:
        answer = same(actual, expected)
    except Error as error:
        return str(error)
    if answer:
        return "every element is at the same address; the texts differ"
    if answer.index is None:
        return "the memories differ"
    return f"element {answer.index} is at offset {answer.offsets[0]}, expected {answer.offsets[1]}"


def assert_layout(actual: Any, expected: Any = None, **figures: Any) -> None:
    """Asserts that a layout, or its text, is the expected one, and has these figures:

        assert_layout(text, shard_shape=(32, 32), memory_space="l1")
        assert_layout(layout, "tensor<64x128xf32, #tt.metal_layout<...>>")

    Names of figures are those of Layout. @raise AssertionError with an element that is elsewhere"""
    layout = read(actual)
    if expected is not None:
        wanted = read(expected)
        if layout != wanted:
            both = isinstance(layout, Layout) and isinstance(wanted, Layout)
            reason = f"\n{difference(layout, wanted)}" if both else ""
            raise AssertionError(f"found    {layout}\nexpected {wanted}{reason}")
    for name, value in figures.items():
        found = getattr(layout, name)
        if found != (tuple(value) if isinstance(value, list) else value):
            raise AssertionError(f"{name} is {found!r}, expected {value!r}, of {layout}")
