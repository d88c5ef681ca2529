#!/usr/bin/env python3
"""The next version of the library, as a meson subproject: a small superproject finds the dependency ttattr and gets the
library only, and a program that was built with this version runs with it.   subproject.py BUILD_DIR

The next version is a copy of the sources with one more rule, with the next free number."""
import json
import os
import re
import shlex
import shutil
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
ROW = '''RULE({number}, rule_of_the_next_version, "rule-of-the-next-version", WARNING, "a rule of the next version",
     "Source: this test.", NULL, NULL)

'''
COPIED = ["meson.build", "meson_options.txt", "src", "include", "grammar", "packaging", "scripts", "tests"]


def next_version(folder):
    """Copies the sources to `folder` and adds the rule."""
    for name in COPIED:
        path = os.path.join(ROOT, name)
        (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, os.path.join(folder, name))
    rules = os.path.join(folder, "include", "ttattr", "rules.def")
    with open(rules, encoding="utf-8") as f:
        text = f.read()
    number = 1 + max(map(int, re.findall(r"^RULE\((\d+),", text, re.M)))
    at = text.index("#undef TTA_OP")
    with open(rules, "w", encoding="utf-8") as f:
        f.write(text[:at] + ROW.format(number=number) + text[at:])


def built(tap, folder, other):
    for command in (["meson", "setup", other, folder, "-Doptimization=0", "--force-fallback-for=ttattr"],
                    ["ninja", "-C", other]):
        status, out, err = run(command, timeout=560)
        if not tap.check(status == 0, f"{' '.join(command[:2])} of the superproject", errors_of(out + err)):
            return False
    return True


def superproject(tap, build, other):
    status, out, _ = run(["meson", "introspect", "--targets", other])
    targets = sorted({t["name"] for t in json.loads(out)} if status == 0 else [])
    tap.check("user" in targets and "tt-opt" not in targets and not any(t.startswith("test_") for t in targets),
              "the library is built, but neither the tools nor the tests", targets)
    version = run([os.path.join(build, "tt-opt"), "--version"])[1]
    printed = run([os.path.join(other, "user")])[1]
    tap.check(printed and version.split()[:2] == [b"tt-opt", printed.strip()],
              "the program prints the version of the library", printed)


def old_program(tap, build, library, program):
    status, _, err = run([*shlex.split(os.environ.get("CC", "cc")), "-std=c11", "-Wall", "-Wextra", "-Werror",
                          f"-I{ROOT}/include", f"{ROOT}/tests/api/old_consumer.c", "-o", program, f"-L{build}",
                          "-lttattr"])
    if not tap.check(status == 0, "a program is built with this version", err.decode(errors="replace")):
        return
    old, new = ((status, out.decode(errors="replace")) for status, out, _ in
                (run([program], env={**os.environ, "LD_LIBRARY_PATH": folder}) for folder in (build, library)))
    tap.check(old[0] == 0 and "[" not in old[1] and "grid-positive" in old[1], "it runs with this version", old)
    tap.check(new == old, "it runs with the next version, with the same result", new)


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    with tempfile.TemporaryDirectory() as folder:
        source, other = os.path.join(folder, "subprojects", "ttattr"), os.path.join(folder, "build")
        os.makedirs(source)
        next_version(source)
        for name, text in (("meson.build", MESON), ("user.c", USER)):
            with open(os.path.join(folder, name), "w", encoding="ascii") as f:
                f.write(text)
        if built(tap, folder, other):
            superproject(tap, build, other)
            old_program(tap, build, os.path.join(other, "subprojects", "ttattr"), os.path.join(folder, "program"))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
