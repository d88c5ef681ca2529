#!/usr/bin/env python3
"""The installed library: installed into an empty folder, found by pkg-config, used by a C and a C++ program that are
built outside the tree with the shared and the static library; every public header alone, in C and in C++.
  consume.py BUILD_DIR"""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import ROOT, Tap, arguments, run  # noqa: E402

CC, CXX = shlex.split(os.environ.get("CC", "cc")), shlex.split(os.environ.get("CXX", "c++"))
STRICT = ["-Wall", "-Wextra", "-Werror", "-Wconversion", "-pedantic"]
LANGUAGES = {"c": ([*CC, "-std=c11", "-x", "c"], "consumer.c"),
             "c++": ([*CXX, "-std=c++17", "-x", "c++"], "consumer.cpp")}


def install(tap, build, stage):
    """The flags of pkg-config for the installed tree, and the folder of the library"""
    status, out, err = run(["meson", "install", "-C", build, "--destdir", stage, "--no-rebuild", "--quiet"])
    if not tap.check(status == 0, "meson install", (out + err).decode(errors="replace")):
        return None
    found = [os.path.join(at, n) for at, _, names in os.walk(stage) for n in names]
    missing = [n for n in ("libttattr.a", "libttattr.so", "ttattr.pc", "check.h", "tt-opt")
               if not any(f.endswith("/" + n) for f in found)]
    tap.check(not missing, "headers, both libraries, pkg-config and tt-opt are installed",
              f"missing: {missing}\n" + "\n".join(found))
    packages = next(os.path.dirname(f) for f in found if f.endswith("/ttattr.pc"))
    library = next(os.path.dirname(f) for f in found if f.endswith("/libttattr.a"))
    environment = {**os.environ, "PKG_CONFIG_PATH": packages, "PKG_CONFIG_SYSROOT_DIR": stage,
                   "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1", "PKG_CONFIG_ALLOW_SYSTEM_LIBS": "1"}
    flags = {}
    for kind in ("--cflags", "--libs"):
        done = subprocess.run(["pkg-config", kind, "ttattr"], env=environment, stdout=subprocess.PIPE, text=True)
        if not tap.check(done.returncode == 0 and done.stdout.strip(), f"pkg-config {kind} ttattr", done.stdout):
            return None
        flags[kind] = done.stdout.split()
    return flags, library


def headers(tap, stage, flags):
    """Each header alone: it requires no other header before it, and can be included twice."""
    root = next(at for at, _, names in os.walk(stage) if at.endswith("/include/ttattr") and names)
    for name in sorted(n for n in os.listdir(root) if n.endswith(".h")):
        for language, (compiler, _) in LANGUAGES.items():
            text = f"#include <ttattr/{name}>\n#include <ttattr/{name}>\nint main(void) {{ return 0; }}\n"
            if language == "c++":
                text = text.replace("(void)", "()")
            status, _, err = run([*compiler, *STRICT, *flags["--cflags"], "-fsyntax-only", "-"], stdin=text.encode())
            tap.check(status == 0, f"ttattr/{name} alone in {language}", err.decode(errors="replace"))


def consumers(tap, stage, flags, library, folder):
    canonical = os.path.join(ROOT, "docs/examples/layout.mlir")
    tool = os.path.join(stage, "tool")
    expected = run([tool, canonical])[1]
    broken = os.path.join(folder, "broken.mlir")
    with open(broken, "w", encoding="ascii") as f:
        f.write('"t.op"() {a = #tt.grid<8x8, b = #tt.memory_space<l2>} : () -> ()\n')
    for language, (compiler, source) in LANGUAGES.items():
        for how in ("shared", "static"):
            name = f"{language} consumer, {how}"
            program = os.path.join(folder, f"{source}.{how}")
            links = flags["--libs"] if how == "shared" else [os.path.join(library, "libttattr.a")]
            status, _, err = run([*compiler, *STRICT, *flags["--cflags"], os.path.join(ROOT, "tests/api", source),
                                  "-x", "none", "-o", program, *links])
            if not tap.check(status == 0, f"{name}: is built", err.decode(errors="replace")):
                continue
            environment = {**os.environ, "LD_LIBRARY_PATH": library}
            status, out, err = run([program, canonical], env=environment)
            tap.check(status == 0 and out == expected and out, f"{name}: prints the canonical text",
                      (out + err).decode(errors="replace"))
            status, out, err = run([program, broken], env=environment)
            said = out.decode(errors="replace")
            tap.check(status == 1 and said.startswith("1:") and "[syntax]" in said, f"{name}: lists diagnostics", said)


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    if not shutil.which("pkg-config") or not shutil.which(CXX[0]):
        tap.skip("consumers", "pkg-config or a C++ compiler is not installed")
        return tap.finish()
    with tempfile.TemporaryDirectory() as folder:
        stage = os.path.join(folder, "stage")
        installed = install(tap, build, stage)
        if installed:
            flags, library = installed
            os.symlink(next(os.path.join(at, "tt-opt") for at, _, names in os.walk(stage) if "tt-opt" in names),
                       os.path.join(stage, "tool"))
            headers(tap, stage, flags)
            consumers(tap, stage, flags, library, folder)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
