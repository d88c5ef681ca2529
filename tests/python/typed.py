"""A program of a user, as mypy --strict sees it."""
from typing import List, Tuple

import ttattr


def shard_bytes(text: str) -> int:
    layout = ttattr.Layout(text)
    shape: Tuple[int, ...] = layout.grid_shape
    bytes_of_shard: int = layout.shard_bytes
    return bytes_of_shard if shape else 0


def errors(text: str) -> List[str]:
    return [f"{d.line}: {d.message}" for d in ttattr.check(text, era="latest") if d.severity == "error"]


def moved(a: ttattr.Layout, b: ttattr.Layout) -> int:
    total: int = sum(transfer.bytes * transfer.count for transfer in ttattr.move(a, b))
    return total


def grid(value: ttattr.Value) -> Tuple[int, ...]:
    return value.shape if isinstance(value, ttattr.Grid) else ()
