"""python -m ttattr [TOOL] ARGUMENT...: runs tt-opt, tt-layout or tt-lsp-server."""
from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import List

from ttattr import _ttattr
from ttattr._commands import TOOLS

USAGE = """Usage: python -m ttattr tt-opt|tt-layout|tt-lsp-server [ARGUMENT...]

Run a tool of ttattr. 'python -m ttattr tt-opt --help' describes it.
"""


def main(arguments: Sequence[str] = ()) -> int:
    """Runs a tool on the streams of this process. @param arguments default: those of the process"""
    words: List[str] = list(arguments) or sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        sys.stdout.write(USAGE)
        return 0 if words else 2
    if words[0] == "--version":
        sys.stdout.write(f"ttattr {_ttattr.version}\n")
        return 0
    if words[0] not in TOOLS:
        sys.stderr.write(f"ttattr: error: unknown tool '{words[0][:80]}'; expected {', '.join(TOOLS)}\n")
        return 2
    # The tools handle these as any program; the interpreter has its own handlers.
    for number in (signal.SIGINT, getattr(signal, "SIGPIPE", signal.SIGINT)):
        signal.signal(number, signal.SIG_DFL)
    sys.stdout.flush()
    sys.stderr.flush()
    return _ttattr.main([os.fsencode(word) for word in words])


if __name__ == "__main__":
    sys.exit(main())
