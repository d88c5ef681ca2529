"""Parses, verifies, prints and computes with Tenstorrent MLIR layout and device attributes (docs/python.md).

    >>> import ttattr
    >>> ttattr.check("#a = #tt.grid<8x>")[0].message
    "expected an extent after '8x'"
"""
from ttattr._arrays import Packing, Places
from ttattr._commands import CommandResult, run
from ttattr._errors import Diagnostic, Edit, Error, Fix, Note, OptionError, TtattrWarning
from ttattr._records import Comparison, Move, Record, Report
from ttattr._texts import Document, Hover, Item, NamedLayout, check, fix, format
from ttattr._ttattr import version as __version__
from ttattr._values import (AffineMap, Attribute, Device, Grid, Layout, System, Tiled, Value, convert, memory, move,
                            noc, parse, protocol, same)

__all__ = [
    "AffineMap", "Attribute", "CommandResult", "Comparison", "Device", "Diagnostic", "Document", "Edit", "Error",
    "Fix", "Grid", "Hover", "Item", "Layout", "Move", "NamedLayout", "Note", "OptionError", "Packing", "Places",
    "Record", "Report", "System", "Tiled", "TtattrWarning", "Value", "__version__", "check", "convert", "fix",
    "format", "memory", "move", "noc", "parse", "protocol", "run", "same",
]
