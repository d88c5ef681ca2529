#!/usr/bin/env python3
"""The Python package, built by scripts/python.   python.py BUILD_DIR PART

  package    the wheel in every CPython at hand, and in subinterpreters; python -m ttattr; the source distribution
             without re2c and bison
  parity     answers on the files of lit/ and ../shared/corpus are those of the native tools; the golden tables
  types      mypy --strict and stubtest
  robust     hypothesis over texts and arguments, threads, memory
  docs       the examples of docs/python.md; the plugin of pytest, the helper of lit; figures of docs/performance.md"""
import filecmp
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

from lit_tap import find_lit
from tap import ROOT, Tap, arguments, errors_of, files_below, run

SHARED = os.path.join(os.path.dirname(ROOT), "shared")
HERE = os.path.join(ROOT, "tests", "python")
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
MAX_WHEEL_BYTES = 2_500_000
VERSIONS = range(8, 16)  # 3.8 ..
NATIVE_COMMANDS = [["tt-opt", "--list-rules"], ["tt-opt", "docs/examples/rejected.mlir"], ["tt-opt", "--nonsense"],
                   ["tt-layout", "show", "docs/examples/layout.mlir", "--index=1,1,6,100"], ["tt-layout", "help"],
                   ["tt-lsp-server", "--version"]]


def has_module(name):
    return run([PYTHON, "-c", f"import {name}"])[0] == 0


def missing():
    """The name of a Debian package that is not installed; None."""
    if not has_module("setuptools"):
        return "python3-setuptools"
    if not has_module("wheel"):
        return "python3-wheel"
    found = run([PYTHON, "-c", "import sysconfig; print(sysconfig.get_paths()['include'])"])[1].decode().strip()
    return None if os.path.exists(os.path.join(found, "Python.h")) else "python3-dev"


def build(tap, folder, kind="wheel"):
    """The built file; None."""
    target = os.path.join(folder, "python")
    status, out, err = run([os.path.join(ROOT, "scripts", "python"), target, folder, kind], timeout=600)
    if not tap.check(status == 0, f"scripts/python builds the {kind}", errors_of(out + err)):
        return None
    return glob.glob(os.path.join(target, "dist", "*.whl" if kind == "wheel" else "*.tar.gz"))[0]


def environment(package, **more):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": package, "NO_COLOR": "1", **more}


def text_of(output):
    return output.decode("utf-8", "replace")


# ---- package ---------------------------------------------------------------------------------------------------------

def interpreters():
    """(version, path or None)"""
    folders = [*os.environ["PATH"].split(os.pathsep), *sorted(glob.glob("/root/.pyenv/versions/*/bin"))]
    for minor in VERSIONS:
        paths = [os.path.join(folder, f"python3.{minor}") for folder in folders if "shims" not in folder]
        yield f"3.{minor}", next((path for path in paths if os.access(path, os.X_OK)), None)


def package(tap, installed, native):
    size = os.path.getsize(build(tap, native))
    tap.check(size <= MAX_WHEEL_BYTES, f"the wheel has {size:,} bytes")
    for version, python in interpreters():
        if not python:
            tap.skip(f"CPython {version}", "it is not installed")
            continue
        status, out, err = run([python, os.path.join(HERE, "smoke.py")], env=environment(installed))
        tap.check(status == 0, f"CPython {version}: the same wheel", text_of(out + err))
        if version != "3.8":  # it has no way to choose
            status, out, err = run([python, os.path.join(HERE, "interpreters.py")], env=environment(installed))
            tap.check(status == 0, f"CPython {version}: subinterpreters: {text_of(out).strip()}", text_of(out + err))
    for words in NATIVE_COMMANDS:
        ours = run([PYTHON, "-m", "ttattr", *words], cwd=ROOT, env=environment(installed))
        theirs = run([os.path.join(native, words[0]), *words[1:]], cwd=ROOT, env=environment(installed))
        tap.check(ours == theirs, f"python -m ttattr {' '.join(words)}", f"{ours}\n{theirs}"[:2000])
    status, _, err = run([PYTHON, "-m", "ttattr", "nonsense"], env=environment(installed))
    tap.check(status == 2 and b"expected tt-opt" in err, "python -m ttattr nonsense", text_of(err))
    source_distribution(tap, native)


def differing_sources(tree, native):
    """Files of the library that the archive does not have as they are here, or in the build folder."""
    paths = [*files_below("src", ""), *files_below("include", "")]
    wanted = {f"library/{path}": os.path.join(ROOT, path) for path in paths}
    for name in ("attr.tab.c", "attr.tab.h", "attr.lex.h", "scan.c", "plain.c", "dates.h", "messages.h"):
        wanted[f"library/generated/{name}"] = os.path.join(native, name)
    different = []
    for name, path in wanted.items():
        copy = os.path.join(tree, name)
        if not os.path.exists(copy) or not filecmp.cmp(copy, path, shallow=False):
            different.append(name)
    return different


def source_distribution(tap, native):
    """Without re2c and bison: the only programs are those of a compiler. Without ccache the library, whose sources are
    compared, is linked: compiling it takes a minute."""
    archive = build(tap, native, "sdist")
    if not archive:
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(archive, folder)
        tree = glob.glob(os.path.join(folder, "ttattr-*"))[0]
        different = differing_sources(tree, native)
        tap.check(not different, "the source distribution has all sources", "\n".join(different[:20]))
        programs = os.path.join(folder, "programs")
        os.mkdir(programs)
        # not the names by which ccache is called, which would look for the compiler in this folder
        path = os.pathsep.join(f for f in os.environ["PATH"].split(os.pathsep) if not f.endswith("ccache"))
        for name in ("gcc", "cc", "ld", "as", "ccache", "sh", "x86_64-linux-gnu-gcc"):
            found = shutil.which(name, path=path)
            if found:
                os.symlink(found, os.path.join(programs, name))
        # not optimized: what is tested is that it compiles
        whole = shutil.which("ccache", path=path) is not None
        env = {name: os.environ[name] for name in os.environ if name.startswith(("CCACHE", "HOME"))}
        env.update(PATH=programs, CFLAGS="-O0", CC="ccache gcc" if whole else "gcc",
                   TTATTR_LIBRARY="" if whole else os.path.join(native, "libttattr.a"))
        command = "from setuptools import build_meta; print(build_meta.build_wheel('..'))"
        status, out, err = run([PYTHON, "-c", command], cwd=tree, env=env, timeout=900)
        what = "the source distribution" if whole else "the source distribution, with the library of the build folder,"
        tap.check(status == 0, f"{what} is built without re2c and bison", errors_of(out + err))
        if status == 0:
            target = os.path.join(folder, "installed")
            zipfile.ZipFile(glob.glob(os.path.join(folder, "*.whl"))[0]).extractall(target)
            status, out, err = run([PYTHON, os.path.join(HERE, "smoke.py")], env=environment(target))
            tap.check(status == 0, "what it builds works", text_of(out + err))


# ---- parity ----------------------------------------------------------------------------------------------------------

def compare(tap, installed, name, least, script, *words):
    status, out, err = run([PYTHON, "-W", "ignore", os.path.join(HERE, script), *words], env=environment(installed),
                           timeout=600)
    lines = text_of(out).splitlines()
    good = status == 0 and len(lines) == 1 and int(lines[0]) >= least
    tap.check(good, f"{name}: {lines[-1] if good else '?'} answers are equal", text_of(out + err)[-4000:])


def parity(tap, installed, native):
    files = [os.path.join(ROOT, path) for path in files_below("lit", ".mlir")]
    compare(tap, installed, f"{len(files)} files of lit/", 2000, "parity.py", native, *files)
    if not os.path.isdir(os.path.join(SHARED, "corpus")):
        tap.skip("real files", "../shared/corpus does not exist")
        return
    files = sorted(glob.glob(os.path.join(SHARED, "corpus", "**", "*.mlir"), recursive=True))
    compare(tap, installed, f"{len(files)} files of the corpus", 2000, "parity.py", native, *files)
    compare(tap, installed, "golden tables", 140, "golden.py", os.path.join(SHARED, "corpus", "golden"))


# ---- types -----------------------------------------------------------------------------------------------------------

def types(tap, installed, native):
    if not has_module("mypy"):
        tap.skip("mypy --strict", "mypy is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        status, out, err = run([PYTHON, "-m", "mypy", "--strict", "--cache-dir", cache, "-p", "ttattr"], cwd=folder,
                               env=environment(installed, MYPYPATH=installed), timeout=300)
        tap.check(status == 0, "mypy --strict", text_of(out + err))
        status, out, err = run([PYTHON, "-m", "mypy.stubtest", "ttattr", "--concise", "--mypy-config-file",
                                os.path.join(HERE, "mypy.ini")], cwd=folder, timeout=300,
                               env=environment(installed, MYPYPATH=installed))
        tap.check(status == 0, "stubtest", text_of(out + err))
        user = os.path.join(folder, "user.py")
        shutil.copy(os.path.join(HERE, "typed.py"), user)
        status, out, err = run([PYTHON, "-m", "mypy", "--strict", "--cache-dir", cache, user], cwd=folder,
                               env=environment(installed, MYPYPATH=installed), timeout=300)
        tap.check(status == 0, "a typed program", text_of(out + err))


# ---- robust ----------------------------------------------------------------------------------------------------------

def robust(tap, installed, native):
    for script, module, what in (("hostile.py", "hypothesis", "texts and arguments: only documented exceptions"),
                                 ("arguments.py", None, "wrong arguments: words for each"),
                                 ("arrays.py", None, "arrays"), ("arrays_model.py", "numpy", "arrays against numpy"),
                                 ("arrays_specification.py", "numpy", "arrays against the specifications"),
                                 ("block_floats.py", "numpy", "block floats against a model"),
                                 ("threads.py", None, "8 threads"), ("memory.py", None, "memory is flat")):
        if module and not has_module(module):
            tap.skip(what, f"python3-{module} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            status, out, err = run([PYTHON, os.path.join(HERE, script)], cwd=folder, env=environment(installed),
                                   timeout=300)
        lines = text_of(out).splitlines()
        tap.check(status == 0, f"{what}{': ' + lines[-1] if lines else ''}", text_of(out + err)[-4000:])


# ---- docs ------------------------------------------------------------------------------------------------------------

LIT_CONFIG = """import lit.formats, ttattr.lit
config.name = "ttattr"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir"]
ttattr.lit.use(config)
"""
MLIR_TEST = """// RUN: tt-opt %s | grep "#tt.grid<8x8>"
#a = #tt.grid<8 x 8>
"""
PYTEST_TEST = """import pytest
TYPE = ("tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, "
        "memref<32x32xf32, #tt.memory_space<l1>>>>")

def test_figures(assert_layout):
    assert_layout(TYPE, shard_shape=(32, 32), memory_space="l1")

def test_difference(assert_layout):
    with pytest.raises(AssertionError, match="shard_bytes is 4096, expected 1"):
        assert_layout(TYPE, shard_bytes=1)
    with pytest.raises(AssertionError, match="element .0, 96. is at offset 0, expected 32"):
        assert_layout(TYPE, TYPE.replace("<2x4>", "<2x2>").replace("32x32x", "32x64x"))
"""


def docs(tap, installed, native):
    page = os.path.join(ROOT, "docs", "python.md")
    if has_module("numpy"):
        status, out, err = run([PYTHON, os.path.join(HERE, "page.py"), page], cwd=ROOT, env=environment(installed))
        tap.check(status == 0, f"docs/python.md: {text_of(out).strip()[-60:]}", text_of(out + err))
    else:
        tap.skip("docs/python.md", "python3-numpy is not installed")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("lit.cfg.py", LIT_CONFIG), ("good.mlir", MLIR_TEST), ("test_layouts.py", PYTEST_TEST),
                           ("bad.mlir", "// RUN: not tt-opt %s\n#a = #tt.grid<8x>\n"),
                           ("wrong.mlir", "#a = #tt.grid<8x>\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        plugin(tap, installed, folder)
        lit = find_lit()
        if lit:
            os.unlink(os.path.join(folder, "wrong.mlir"))
            script = os.path.realpath(lit[-1])
            status, out, err = run([PYTHON, script, "-q", folder], env=environment(installed))
            tap.check(status == 0, "lit runs the tools of the package", text_of(out + err))
        else:
            tap.skip("lit runs the tools of the package", "lit is not installed")
    status, out, err = run([PYTHON, os.path.join(HERE, "figures.py")], env=environment(installed))
    tap.check(status == 0, f"figures: {'; '.join(text_of(out).splitlines())}", text_of(err))


def plugin(tap, installed, folder):
    if not has_module("pytest"):
        tap.skip("the plugin of pytest", "python3-pytest is not installed")
        return
    command = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--mlir", folder]
    status, out, _ = run(command, cwd=folder, env=environment(installed))
    text = text_of(out)
    tap.check(status == 1 and "4 passed" in text and "1 failed" in text and "expected an extent after '8x'" in text,
              "the plugin of pytest: layouts and .mlir files", text)


PARTS = {"package": package, "parity": parity, "types": types, "robust": robust, "docs": docs}


def main():
    options = arguments(__doc__, "part").parse_args()
    tap = Tap()
    absent = missing()
    if absent:
        tap.skip(options.part, f"{absent} is not installed (scripts/packages test)")
        return tap.finish()
    wheel = build(tap, options.build)
    if wheel:
        with tempfile.TemporaryDirectory() as folder:
            zipfile.ZipFile(wheel).extractall(folder)
            subprocess.run([PYTHON, "-m", "compileall", "-q", folder], check=True)  # as an installation does
            PARTS[options.part](tap, folder, options.build)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
