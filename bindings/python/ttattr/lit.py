"""A helper for lit (docs/lit-and-pre-commit.md): RUN lines with tt-opt and tt-layout run those of this package.

    import ttattr.lit
    ttattr.lit.use(config)  # in lit.cfg.py
"""
from __future__ import annotations

import os
import sys
from typing import Any

from ttattr._commands import TOOLS

__all__ = ["use"]


def use(config: Any, python: str = sys.executable) -> None:
    """Adds substitutions for the names of the tools. @param python the interpreter that has this package"""
    # lit does not pass the variable on; the package may be found by it
    if "PYTHONPATH" in os.environ:
        config.environment["PYTHONPATH"] = os.environ["PYTHONPATH"]
    for tool in TOOLS:
        # neither a part of a path nor of another word
        config.substitutions.append((rf"(?<![\w./-]){tool}(?![\w.-])", f'"{python}" -m ttattr {tool}'))
