"""A plugin of pytest: the fixture assert_layout, and with --mlir every .mlir file is a test: tt-opt verifies it, with
the options and expected diagnostics of its RUN lines."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from ttattr._commands import run
from ttattr.testing import assert_layout as assert_layout_of

__all__ = ["MlirFile", "MlirItem", "assert_layout", "pytest_addoption", "pytest_collect_file"]


class MlirFailure(Exception):
    """tt-opt rejected a file."""


class MlirItem(pytest.Item):
    """A file that tt-opt verifies."""

    def runtest(self) -> None:
        done = run(["tt-opt", "--verify-only", "--from-run-lines", "--quiet", str(self.path)])
        if done.status:
            raise MlirFailure(done.stderr or done.stdout)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, MlirFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Any:
        return self.path, 0, self.name


class MlirFile(pytest.File):
    """An .mlir file: one test."""

    def collect(self) -> Iterable[pytest.Item]:
        yield MlirItem.from_parent(self, name="tt-opt")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("ttattr").addoption("--mlir", action="store_true", help="verify .mlir files with tt-opt")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Any:
    if file_path.suffix == ".mlir" and parent.config.getoption("mlir"):
        return MlirFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture
def assert_layout() -> Callable[..., None]:
    """ttattr.testing.assert_layout"""
    return assert_layout_of
