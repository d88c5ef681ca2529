#!/usr/bin/env python3
"""Conventions of the library, checked in the built and installed files: no writable globals; no calls that end the
process, print, or depend on the environment; every export has the prefix and is on the list; hardening options.
  conventions.py BUILD_DIR            checks
  conventions.py BUILD_DIR --update   writes the list of exports, tests/api/exports.txt, and adds them to
                                      debian/libttattr1.symbols, with the version that has them first"""
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import ROOT, Tap, arguments, run  # noqa: E402

LIST = os.path.join(ROOT, "tests", "api", "exports.txt")
SYMBOLS = os.path.join(ROOT, "debian", "libttattr1.symbols")
# Allowed functions of libc: memory, strings, formatting of integers (independent of the locale), sorting.
IMPORTS = set("malloc realloc free memchr memcmp memcpy memmem memmove memset memrchr strchr strrchr strcmp strlen "
              "strncmp snprintf vsnprintf qsort".split())
# Functions that compilers add: stack and size checks, software arithmetic, address tables.
ADDED = re.compile(r"__(stack_chk_fail|\w+_chk|popcountdi2|u?(div|mod)ti3|muloti4|isoc99_\w+|cxa_finalize|"
                   r"gmon_start__)$|_GLOBAL_OFFSET_TABLE_$|_ITM_\w+$")
UNSAFE = set("gets strcpy strcat sprintf vsprintf system popen tmpnam strtok".split())


def read(*command):
    status, out, err = run(list(command))
    if status != 0:
        sys.exit(f"{' '.join(command)}: {err.decode(errors='replace')}")
    return out.decode(errors="replace")


def exports(library):
    return sorted(line.split()[-1] for line in read("nm", "-D", "--defined-only", library).splitlines() if line)


def update(names):
    with open(LIST, "w", encoding="ascii") as f:
        f.write("".join(n + "\n" for n in names))
    with open(SYMBOLS, encoding="ascii") as f:
        lines = f.read().splitlines()
    versions = dict(line.strip().split("@Base ") for line in lines if "@" in line)
    version = read(os.path.join(ROOT, "scripts", "version")).strip()
    with open(SYMBOLS, "w", encoding="ascii") as f:
        f.writelines(line + "\n" for line in lines if "@" not in line)
        f.writelines(f" {name}@Base {versions.get(name, version)}\n" for name in names)


def writable(archive):
    """Writable sections of the archive's members that are not empty. Relocated constants are read-only once loaded."""
    found, member = [], ""
    for line in read("readelf", "-SW", archive).splitlines():
        if line.startswith("File:"):
            member = line.split("(")[-1].rstrip(")")
        row = re.match(r"\s*\[\s*\d+\]\s+(\S+)\s+\S+\s+\S+\s+\S+\s+([0-9a-f]+)\s+\S+\s+(\S+)", line)
        if row and "W" in row[3] and int(row[2], 16) and not row[1].startswith(".data.rel.ro"):
            found.append(f"{member}: {row[1]}, {int(row[2], 16)} bytes")
    return found


def library_symbols(tap, build):
    archive, shared = os.path.join(build, "libttattr.a"), os.path.join(build, "libttattr.so")
    found = writable(archive)
    tap.check(not found, "no writable global", "\n".join(found))
    names = {line.split()[-1] for line in read("nm", "-u", archive).splitlines() if re.match(r"\s+[Uw] ", line)}
    own = {line.split()[-1] for line in read("nm", "--defined-only", archive).splitlines() if len(line.split()) == 3}
    strange = sorted(n for n in names - own - IMPORTS if not ADDED.match(n))
    tap.check(not strange, "only functions of libc for memory, strings, formatting of integers and sorting", strange)
    found = exports(shared)
    tap.check(all(n.startswith("tta_") for n in found), "every export starts with tta_",
              [n for n in found if not n.startswith("tta_")])
    with open(LIST, encoding="ascii") as f:
        listed = f.read().split()
    tap.check(listed == found, "the exports are those of tests/api/exports.txt (conventions.py build --update)",
              f"gone: {sorted(set(listed) - set(found))}\nnew: {sorted(set(found) - set(listed))}")
    with open(SYMBOLS, encoding="ascii") as f:
        listed = re.findall(r"^ (\w+)@Base [\d.]+$", f.read(), re.M)
    tap.check(listed == found, "and those of debian/libttattr1.symbols", sorted(set(listed) ^ set(found)))


def hardening(tap, path, program):
    name = os.path.basename(path)
    header, segments, dynamic = read("readelf", "-hW", path), read("readelf", "-lW", path), read("readelf", "-dW", path)
    imports = {line.split()[-1].split("@")[0] for line in read("nm", "-D", "--undefined-only", path).splitlines()}
    tap.check(re.search(r"Type:\s+DYN", header), f"{name} is position-independent")
    tap.check("GNU_RELRO" in segments and re.search(r"BIND_NOW|FLAGS.*NOW", dynamic), f"{name}: full RELRO")
    tap.check(re.search(r"GNU_STACK.* RW ", segments) and not re.search(r"LOAD.*RWE", segments),
              f"{name}: no memory is writable and executable")
    tap.check(not re.search(r"RPATH|RUNPATH|TEXTREL", dynamic), f"{name}: no RUNPATH, no text relocations")
    tap.check("__stack_chk_fail" in imports, f"{name}: stack protector")
    if program:
        tap.check(any(n.endswith("_chk") for n in imports), f"{name}: fortified functions")
    tap.check(not imports & UNSAFE, f"{name}: no unbounded string functions", sorted(imports & UNSAFE))


def main():
    parser = arguments(__doc__)
    parser.add_argument("--update", action="store_true", help="write the list of exports")
    options = parser.parse_args()
    build, tap = options.build, Tap()
    if options.update:
        update(exports(os.path.join(build, "libttattr.so")))
        return 0
    if not all(shutil.which(t) for t in ("nm", "readelf")):
        tap.skip("conventions of the library", "nm and readelf are not installed")
        return tap.finish()
    library_symbols(tap, build)
    with tempfile.TemporaryDirectory() as stage:
        status, _, err = run(["meson", "install", "-C", build, "--destdir", stage, "--no-rebuild", "--quiet"])
        if tap.check(status == 0, "meson install", err.decode(errors="replace")):
            for at, _, names in os.walk(stage):
                for name in sorted({*names} & {"tt-opt", "tt-layout", "tt-lsp-server", "libttattr.so"}):
                    hardening(tap, os.path.join(at, name), not name.endswith(".so"))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
