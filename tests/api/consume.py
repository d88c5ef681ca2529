#!/usr/bin/env python3
"""The installed library: installed into an empty folder, found by pkg-config, CMake and meson, used by a C and a C++
program that are built outside the tree with the shared and the static library; every public header alone, in C and in
C++.
  consume.py BUILD_DIR"""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import ROOT, Tap, arguments, errors_of, run  # noqa: E402

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
    return flags, library, environment


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


def try_program(tap, name, program, library, canonical, expected, broken):
    environment = {**os.environ, "LD_LIBRARY_PATH": library}
    status, out, err = run([program, canonical], env=environment)
    tap.check(status == 0 and out == expected and out, f"{name}: prints the canonical text",
              (out + err).decode(errors="replace"))
    status, out, err = run([program, broken], env=environment)
    said = out.decode(errors="replace")
    tap.check(status == 1 and said.startswith("1:") and "[syntax]" in said, f"{name}: lists diagnostics", said)


CMAKE = """cmake_minimum_required(VERSION 3.21)
project(consumer LANGUAGES C CXX)
{find}
foreach(name c cpp)
  add_executable(${{name}}_shared {api}/consumer.${{name}})
  target_link_libraries(${{name}}_shared PRIVATE ttattr::ttattr)
  add_executable(${{name}}_static {api}/consumer.${{name}})
  target_link_libraries(${{name}}_static PRIVATE ttattr::ttattr_static)
endforeach()
"""
MESON = """project('consumer', 'c', 'cpp')
foreach how, static : {'shared': false, 'static': true}
  foreach name : ['c', 'cpp']
    executable(name + '_' + how, 'consumer.' + name, dependencies: dependency('ttattr', static: static))
  endforeach
endforeach
"""
PROGRAMS = ("c_shared", "c_static", "cpp_shared", "cpp_static")


def build_project(tap, name, commands, environment):
    for command in commands:
        status, out, err = run(command, env=environment, timeout=500)
        if not tap.check(status == 0, f"{name}: {' '.join(command[:2])} of the consumers", errors_of(out + err)):
            return False
    return True


def projects(tap, stage, library, environment, folder, texts):
    """The same programs with CMake's find_package, and with meson, which asks pkg-config."""
    api = os.path.join(ROOT, "tests", "api")
    for name, file, text in (("meson", "meson.build", MESON),
                             ("cmake", "CMakeLists.txt", CMAKE.format(find="find_package(ttattr REQUIRED)", api=api))):
        source, build = os.path.join(folder, name), os.path.join(folder, name + "-build")
        os.mkdir(source)
        with open(os.path.join(source, file), "w", encoding="utf-8") as f:
            f.write(text)
        for consumer in ("consumer.c", "consumer.cpp"):
            shutil.copy(os.path.join(api, consumer), source)
        if not shutil.which(name):
            tap.skip(name, "it is not installed")
            continue
        config = os.path.join(library, "cmake", "ttattr")
        setup = ["cmake", "-G", "Ninja", "-S", source, "-B", build, f"-Dttattr_DIR={config}"] \
            if name == "cmake" else ["meson", "setup", build, source]
        if build_project(tap, name, (setup, ["ninja", "-C", build]), environment):
            for consumer in PROGRAMS:
                try_program(tap, f"{name}: {consumer}", os.path.join(build, consumer), library, *texts)
        if name == "cmake":
            for version, works in (("0.0.1", True), ("9.0", False)):
                with open(os.path.join(source, file), "w", encoding="utf-8") as f:
                    f.write(text.replace("ttattr REQUIRED", f"ttattr {version} REQUIRED"))
                status, out, err = run([*setup, "--fresh"])
                name = f"cmake: find_package(ttattr {version}) {'works' if works else 'fails'}"
                tap.check((status == 0) == works, name, errors_of(out + err))


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
            try_program(tap, name, program, library, canonical, expected, broken)
    return canonical, expected, broken



def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    if not shutil.which("pkg-config") or not shutil.which(CXX[0]):
        tap.skip("consumers", "pkg-config or a C++ compiler is not installed")
        return tap.finish()
    with tempfile.TemporaryDirectory() as folder:
        stage = os.path.join(folder, "stage")
        installed = install(tap, build, stage)
        if installed:
            flags, library, environment = installed
            os.symlink(next(os.path.join(at, "tt-opt") for at, _, names in os.walk(stage) if "tt-opt" in names),
                       os.path.join(stage, "tool"))
            headers(tap, stage, flags)
            texts = consumers(tap, stage, flags, library, folder)
            projects(tap, stage, library, environment, folder, texts)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
