#!/usr/bin/env python3
"""A program that was built with this version of the library runs with the next one.   versions.py BUILD_DIR

The next version is a copy of the sources with one more rule, with the next free number."""
import os
import re
import shlex
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import ROOT, Tap, arguments, errors_of, run  # noqa: E402

ROW = '''RULE({number}, rule_of_the_next_version, "rule-of-the-next-version", WARNING, "a rule of the next version",
     "Source: this test.", NULL, NULL)

'''
COPIED = ["meson.build", "meson_options.txt", "src", "include", "grammar", "packaging", "scripts"]


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


def built(tap, source, build):
    for command in (["meson", "setup", build, source, "-Doptimization=0", "-Dtests=disabled", "-Dtools=disabled"],
                    ["ninja", "-C", build]):
        status, out, err = run(command, timeout=280)
        if not tap.check(status == 0, " ".join(command[:2]) + " of the next version", errors_of(out + err)):
            return False
    return True


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    with tempfile.TemporaryDirectory() as folder:
        source, other, program = (os.path.join(folder, n) for n in ("source", "build", "program"))
        os.mkdir(source)
        next_version(source)
        if not built(tap, source, other):
            return tap.finish()
        status, _, err = run([*shlex.split(os.environ.get("CC", "cc")), "-std=c11", "-Wall", "-Wextra", "-Werror",
                              f"-I{ROOT}/include", f"{ROOT}/tests/api/old_consumer.c", "-o", program, f"-L{build}",
                              "-lttattr"])
        if not tap.check(status == 0, "the program is built with this version", err.decode(errors="replace")):
            return tap.finish()
        old, new = ((status, out.decode(errors="replace")) for status, out, _ in
                    (run([program], env={**os.environ, "LD_LIBRARY_PATH": folder_of_library})
                     for folder_of_library in (build, other)))
        tap.check(old[0] == 0 and "[" not in old[1] and "grid-positive" in old[1], "it runs with this version", old)
        tap.check(new == old, "it runs with the next version, with the same result", new)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
