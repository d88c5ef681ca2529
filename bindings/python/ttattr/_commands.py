"""The tools in this process: command lines in, what they print out. Nothing is computed here."""
from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any, List, NamedTuple, Tuple

from ttattr import _ttattr
from ttattr._errors import Diagnostic, Error, OptionError, read_diagnostics

__all__ = ["CommandResult", "run"]

TOOLS = ("tt-opt", "tt-layout", "tt-lsp-server")
# Options whose lists are shapes: 2x4, not 2,4.
SHAPES = frozenset(("shape", "grid", "mesh", "chip_grid", "host_size", "core", "to_core", "sender"))


class CommandResult(NamedTuple):
    """What a command printed."""

    status: int
    stdout: str
    stderr: str


def encode(word: Any) -> bytes:
    if not isinstance(word, (str, bytes, os.PathLike)):
        raise TypeError(f"expected the word of a command line as a str, found {type(word).__name__}")
    return os.fsencode(word)


def run(words: Sequence[str | bytes | os.PathLike[str]], stdin: str | bytes = "") -> CommandResult:
    """Runs a command in this process, `run(["tt-layout", "show", "-"], text)`, and never raises for errors of the
    input. Commands run one at a time; other threads of Python run meanwhile."""
    if isinstance(words, (str, bytes)) or not words:
        raise TypeError("expected the words of a command line as a list")
    encoded = [encode(word) for word in words]
    if encoded[0].decode("utf-8", "replace") not in TOOLS:
        raise OptionError(f"unknown tool {words[0]!r:.80}; expected {', '.join(TOOLS)}")
    if any(b"\0" in word for word in encoded):
        raise Error("the word of a command line does not contain the character NUL")
    status, out, err = _ttattr.run(encoded, stdin)
    return CommandResult(status, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


def option_text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ("x" if name in SHAPES else ",").join(option_text("", item) for item in value)
    if isinstance(value, (str, int, os.PathLike)) or hasattr(value, "__index__"):
        return str(os.fspath(value)) if isinstance(value, os.PathLike) else str(value)
    if getattr(value, "is_ttattr_value", False):
        return str(value)
    raise TypeError(f"expected a text, an integer or a list of them for the option {name}, found "
                    f"{type(value).__name__}")


def options_of(options: dict[str, Any]) -> List[str]:
    """memory_space="l1" is --memory-space=l1; True is the option alone; with None or False it is left out."""
    words = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        word = "--" + name.rstrip("_").replace("_", "-")
        words.append(word if value is True else f"{word}={option_text(name, value)}")
    return words


class Answer(NamedTuple):
    """The result of a command, and what it reported beside it."""

    status: int
    text: str
    diagnostics: Tuple[Diagnostic, ...]
    messages: Tuple[str, ...]

    def json(self) -> Any:
        return json.loads(self.text)


def split_report(err: str, source: str | bytes) -> Tuple[Tuple[Diagnostic, ...], Tuple[str, ...]]:
    """Diagnostics and lines of messages."""
    items, messages = [], []
    for line in err.split("\n"):
        if line.startswith("{"):
            items.append(json.loads(line))
        elif line:
            messages.append(line)
    return tuple(read_diagnostics(items, source)), tuple(messages)


def ask(command: str, operands: Sequence[Any] = (), options: dict[str, Any] | None = None, stdin: str | bytes = "",
        *, tool: str = "tt-layout", flags: Sequence[str] = (), source: str = "", partial: bool = False) -> Answer:
    """The result of a command. A command without a result raises Error, with what it prints.
    @param source the text of diagnostics, if it is not standard input
    @param partial an empty text may be the result of a text with errors"""
    head = [tool, command] if command else [tool]
    words = [*options_of(options or {}), *flags]
    tail = ["--", *map(str, operands)] if operands else []
    done = run([*head, *words, "--diagnostic-format=json", *tail], stdin)
    diagnostics, messages = split_report(done.stderr, stdin or source)
    if not done.status or (done.status == 1 and (done.stdout or partial)):
        return Answer(done.status, done.stdout, diagnostics, messages)
    printed = run([*head, *words, *tail], stdin).stderr.strip()
    kind = OptionError if done.status == 2 and not diagnostics else Error
    raise kind(printed or f"{tool} {command} has no result", diagnostics, done.status)
