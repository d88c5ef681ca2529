#!/usr/bin/env python3
"""The project as a meson subproject: a small superproject finds the dependency ttattr and gets the library only.
  subproject.py BUILD_DIR"""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import ROOT, Tap, arguments, errors_of, run  # noqa: E402

MESON = """project('superproject', 'c')
executable('user', 'user.c', dependencies: dependency('ttattr', fallback: 'ttattr'))
"""
USER = """#include <stdio.h>
#include <ttattr/base.h>

int main(void) { return puts(tta_version()) < 0; }
"""


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "subprojects"))
        os.symlink(ROOT, os.path.join(folder, "subprojects", "ttattr"))
        for name, text in (("meson.build", MESON), ("user.c", USER)):
            with open(os.path.join(folder, name), "w", encoding="ascii") as f:
                f.write(text)
        other = os.path.join(folder, "build")
        for command in (["meson", "setup", other, folder, "-Doptimization=0", "--force-fallback-for=ttattr"],
                        ["ninja", "-C", other]):
            status, out, err = run(command, timeout=560)
            if not tap.check(status == 0, f"{' '.join(command[:2])} of the superproject", errors_of(out + err)):
                return tap.finish()
        status, out, _ = run(["meson", "introspect", "--targets", other])
        targets = sorted({t["name"] for t in json.loads(out)} if status == 0 else [])
        tap.check("user" in targets and "tt-opt" not in targets and not any(t.startswith("test_") for t in targets),
                  "the library is built, but neither the tools nor the tests", targets)
        version = run([os.path.join(build, "tt-opt"), "--version"])[1]
        printed = run([os.path.join(other, "user")])[1]
        tap.check(printed and version.split()[:2] == [b"tt-opt", printed.strip()],
                  "the program prints the version of the library", printed)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
