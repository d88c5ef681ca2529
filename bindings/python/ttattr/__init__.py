"""Parses, verifies, prints and computes with Tenstorrent MLIR layout and device attributes."""
from ttattr._ttattr import version as __version__

__all__ = ["__version__"]
