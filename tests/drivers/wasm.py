#!/usr/bin/env python3
"""The WebAssembly module and the npm package, built by scripts/wasm.   wasm.py BUILD_DIR PART

  module     sizes; imports; the functions of the package (tests/wasm/*.test.mjs)
  lit        the commands of WASI: every run of a tool in lit/ has the output, errors and status of the native tool
  files      the module on real files and on the files of lit/: the output of the native tools
  robust     the module on hostile inputs and 2,000 mutants: no trap, no growth
  package    npm pack, installed offline; TypeScript; a bundle in Chromium; npx"""
import collections
import glob
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

from lit_tap import find_lit
from tap import ROOT, Tap, arguments, errors_of, files_below, run

SHARED = os.path.join(os.path.dirname(ROOT), "shared")
HERE = os.path.join(ROOT, "tests", "wasm")
MAX_GZIP_BYTES = 1_000_000
MUTANTS = 2_000


def missing():
    """The name of a package that is not installed; None."""
    programs = {"clang-19": "clang-19", "wasm-ld-19": "lld-19", "llvm-ar-19": "llvm-19", "node": "nodejs"}
    for program, package in programs.items():
        if not shutil.which(program):
            return package
    if not os.path.isdir("/usr/include/wasm32-wasi"):
        return "wasi-libc"
    if not glob.glob("/usr/lib/llvm-19/lib/clang/19/lib/wasi/*wasm32*"):
        return "libclang-rt-19-dev-wasm32"
    return None


def build(tap, folder):
    """The folder of the package; None if it cannot be built."""
    target = os.path.join(folder, "wasm")
    status, out, err = run([os.path.join(ROOT, "scripts", "wasm"), target], timeout=600)
    if not tap.check(status == 0, "scripts/wasm builds the package", errors_of(out + err)):
        return None
    return os.path.join(target, "npm")


# ---- module ----------------------------------------------------------------------------------------------------------

def module(tap, package, native):
    for name in ("ttattr", "tt-opt", "tt-layout"):
        with open(os.path.join(package, name + ".wasm"), "rb") as f:
            data = f.read()
        size = len(gzip.compress(data, 9))
        tap.check(size <= MAX_GZIP_BYTES, f"{name}.wasm: {len(data):,} bytes, {size:,} with gzip")
    env = dict(os.environ, TTATTR_PACKAGE=package, TTATTR_NATIVE=native, TTATTR_ROOT=ROOT)
    for test in files_below("tests/wasm", ".test.mjs"):
        status, out, err = run(["node", "--expose-gc", "--test", os.path.join(ROOT, test)], env=env, timeout=400)
        tap.check(status == 0, test, (out + err).decode(errors="replace"))


# ---- lit -------------------------------------------------------------------------------------------------------------

def read_record(folder):
    def part(name):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            return b""
        with open(path, "rb") as f:
            return f.read()
    words = part("arguments").decode(errors="replace").split("\0")[:-1]
    return (tuple(words), part("stdin")), (int(part("status") or b"-1"), part("stdout"), part("stderr"))


def record(folder, home):
    """Runs lit with the recorder in `folder` as the tools."""
    for name in ("records", "lit"):
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
    os.mkdir(os.path.join(folder, "records"))
    environment = dict(os.environ, HOME=home)
    done = subprocess.run([*find_lit(), "-q", f"--param=build={folder}", os.path.join(ROOT, "lit")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    runs = collections.defaultdict(list)
    for name in os.listdir(os.path.join(folder, "records")):
        key, outcome = read_record(os.path.join(folder, "records", name))
        runs[key].append(outcome)
    return runs, done.stdout.decode(errors="replace")


def expected_differences():
    """(text in the arguments, reason) of tests/wasm/differences.txt"""
    with open(os.path.join(HERE, "differences.txt"), encoding="utf-8") as f:
        lines = [line.strip() for line in f if line.strip() and not line.startswith("#")]
    return [tuple(line.split("  ", 1)) for line in lines]


def show(words, a, b):
    lines = [f"{name} {status} {out[:600]!r} {err[:600]!r}"
             for name, (status, out, err) in (("native:", a), ("wasm:  ", b))]
    return "\n".join([" ".join(words[1:]), *lines])


def lit(tap, package, native):
    with tempfile.TemporaryDirectory() as folder:
        compiled = os.path.join(folder, "recorder")
        status, _, err = run(["cc", "-O1", "-o", compiled, os.path.join(HERE, "recorder.c")])
        if not tap.check(status == 0, "recorder.c compiles", err.decode(errors="replace")):
            return
        tools = os.path.join(folder, "tools")
        os.mkdir(tools)
        for name in ("tt-opt", "tt-layout"):
            shutil.copy(compiled, os.path.join(tools, name))
        os.symlink(native, os.path.join(tools, "native"))
        expected, _ = record(tools, folder)
        os.unlink(os.path.join(tools, "native"))
        server = subprocess.Popen(["node", "--no-warnings", os.path.join(HERE, "serve.mjs"), package,
                                   os.path.join(tools, "socket")], stdout=subprocess.PIPE)
        server.stdout.readline()
        found, _ = record(tools, folder)
        server.terminate()
        server.wait()
    compare_runs(tap, expected, found)


def compare_runs(tap, expected, found):
    allowed = expected_differences()
    used, different, equal = set(), [], 0
    for key, outcomes in expected.items():
        if sorted(outcomes) == sorted(found.get(key, [])):
            equal += len(outcomes)
            continue
        line = " ".join(key[0])
        reason = next((entry for entry in allowed if entry[0] in line), None)
        if reason:
            used.add(reason)
        else:
            other = found.get(key) or [(None, b"", b"not run")]
            different.append(show(key[0], sorted(outcomes)[0], sorted(other)[0]))
    tap.check(equal > 1500 and not different, f"{equal} runs of tools in lit/ are equal", "\n".join(different[:40]))
    for entry in allowed:
        tap.check(entry in used, f"a listed difference: {entry[0]}: {entry[1]}", "there is none: remove it")


# ---- batches ---------------------------------------------------------------------------------------------------------

def batch(package, requests):
    """Results of command lines in the module, and the line about memory."""
    text = "".join(json.dumps(request) + "\n" for request in requests)
    status, out, err = run(["node", os.path.join(HERE, "batch.mjs"), package], stdin=text.encode(), timeout=600)
    lines = [json.loads(line) for line in out.decode(errors="replace").splitlines()]
    if status != 0 or len(lines) != len(requests) + 1:
        raise RuntimeError(err.decode(errors="replace"))
    return lines[:-1], lines[-1]


def text_of(data):
    """As JavaScript decodes it, without a byte order mark at the start."""
    return data.decode(errors="replace").removeprefix("\ufeff")


def files(tap, package, native):
    real = sorted(glob.glob(os.path.join(SHARED, "corpus", "**", "*.mlir"), recursive=True))
    if not real:
        tap.skip("real files", "../shared/corpus does not exist")
    named = [os.path.join(ROOT, path) for path in files_below("lit", ".mlir")] + real
    commands = (["tt-opt", "--split-input-file", "--no-from-run-lines", "x.mlir"],
                ["tt-opt", "--emit=json", "--diagnostic-format=json", "--split-input-file", "--no-from-run-lines",
                 "x.mlir"],
                ["tt-layout", "show", "x.mlir", "--json"])
    requests = [{"args": args, "files": {"x.mlir": path}} for path in named for args in commands]
    results, _ = batch(package, requests)
    different = []
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "x.mlir")
        for request, result in zip(requests, results):
            path = request["files"]["x.mlir"]
            if request["args"] is commands[0]:
                shutil.copyfile(path, copy)
            program = os.path.join(native, request["args"][0])
            status, out, err = run([program, *request["args"][1:]], cwd=folder)
            found = (result.get("status"), result.get("stdout"), result.get("stderr"))
            if found != (status, text_of(out), text_of(err)):
                different.append(f"{path} {' '.join(request['args'])}: {status} {result}"[:600])
    tap.check(not different, f"{len(named)} files ({len(real)} real ones), {len(requests)} runs are equal",
              "\n".join(different[:20]))


# ---- hostile inputs --------------------------------------------------------------------------------------------------

def mutants(count):
    """Texts of lit/ with changed, removed and repeated bytes; the same on every run."""
    r = random.Random(1)
    paths = files_below("lit", ".mlir")
    for _ in range(count):
        with open(os.path.join(ROOT, r.choice(paths)), "rb") as f:
            data = bytearray(f.read())
        for _ in range(r.randint(1, 6)):
            at = r.randrange(len(data) + 1)
            kind = r.randrange(4)
            if kind == 0 and at < len(data):
                data[at] = r.choice(b"<>()[]{}#!x*,:=-0189\"/ \n\xff\x00")
            elif kind == 1:
                del data[at:at + r.randint(1, 20)]
            elif kind == 2:
                data[at:at] = data[at:at + r.randint(1, 200)] * r.randint(1, 3)
            else:
                data[at:at] = bytes(r.choice(b"<>()[]{}#!x*,:=-0189") for _ in range(r.randint(1, 4)))
        yield bytes(data)


def robust(tap, package, native):
    del native
    with tempfile.TemporaryDirectory() as folder:
        requests = []

        def add(name, data, *more):
            path = os.path.join(folder, name)
            with open(path, "wb") as f:
                f.write(data)
            requests.append({"args": ["tt-opt", "--split-input-file", "x.mlir"], "files": {"x.mlir": path}})
            requests.extend({"args": args, "files": {"x.mlir": path}} for args in more)

        for number, data in enumerate(mutants(MUTANTS)):
            more = [["tt-layout", "show", "x.mlir", "--json"]] if number % 4 == 0 else []
            add(f"mutant{number}", data, *more)
        results, memory = batch(package, requests)
        traps = [f"{request}: {result}" for request, result in zip(requests, results) if "trap" in result]
        tap.check(not traps, f"{MUTANTS} mutants: {len(requests)} runs without a trap", "\n".join(traps[:20]))
        tap.check(memory["before"] == memory["after"], "no memory is in use after the mutants", memory)

        bombs = os.path.join(SHARED, "kit", "reliability", "bombs.py")
        if not os.path.exists(bombs):
            tap.skip("bombs", "../shared/kit does not exist")
            return
        requests.clear()
        _, listed, _ = run([sys.executable, bombs, "--list"])
        names = [line.split()[0] for line in listed.decode().splitlines() if line.split()]
        for name in names:
            status, data, _ = run([sys.executable, bombs, name])
            if status == 0:
                add(name, data)
        results, memory = batch(package, requests)
        traps = [f"{request}: {result}"[:300] for request, result in zip(requests, results) if "trap" in result]
        tap.check(len(requests) > 20 and not traps, f"{len(requests)} bombs without a trap", "\n".join(traps))
        tap.check(memory["before"] == memory["after"], "no memory is in use after the bombs", memory)


# ---- the package -----------------------------------------------------------------------------------------------------

def chromium(tap, modules, page):
    program = shutil.which("chromium")
    if not program:
        tap.skip("the bundle runs in Chromium", "chromium is not installed")
        return
    status, _, err = run(["node", os.path.join(HERE, "chromium.mjs"), modules, program, page], timeout=120)
    tap.check(status == 0, "the bundle runs in Chromium", err.decode(errors="replace"))


def node_modules(tap, folder, source):
    """The npm packages of a folder of the repository; None if they cannot be installed."""
    target = os.path.join(folder, "node-" + source.replace("/", "-"))
    status, _, err = run([os.path.join(ROOT, "scripts", "node-modules"), target, source], timeout=300)
    if status != 0:
        tap.skip(f"packages of {source}", "npm cannot install them: " + err.decode(errors="replace")[-200:].strip())
        return None
    return os.path.join(target, "node_modules")


def bundle(tap, build_folder, consumer):
    modules = node_modules(tap, build_folder, "web")
    if not modules:
        return
    for name in ("page.mjs", "worker.mjs"):
        shutil.copy(os.path.join(HERE, "consumer", name), consumer)
        status, _, err = run([os.path.join(modules, ".bin", "esbuild"), name, "--bundle", "--format=iife", "--minify",
                              "--loader:.wasm=binary", f"--outfile=bundle-{name[:-4]}.js", "--log-level=error",
                              "--define:import.meta.url=undefined", "--external:node:*"], cwd=consumer)
        tap.check(status == 0, f"esbuild bundles {name}", err.decode(errors="replace"))
    with open(os.path.join(consumer, "bundle-worker.js"), encoding="utf-8") as f:
        worker = json.dumps(f.read()).replace("</", "<\\/")
    with open(os.path.join(consumer, "bundle-page.js"), encoding="utf-8") as f:
        script = f.read().replace("</script", "<\\/script")
    page = os.path.join(consumer, "page.html")
    policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:"
    with open(page, "w", encoding="utf-8") as f:
        f.write(f"""<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">
<title>running</title><script>var WORKER = {worker};</script><script>{script}</script>""")
    chromium(tap, modules, page)


def package(tap, built, native):
    if not shutil.which("npm"):
        tap.skip("npm pack", "npm is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, HOME=folder, npm_config_cache=os.path.join(folder, "cache"), npm_config_offline="true",
                   npm_config_update_notifier="false", npm_config_audit="false", npm_config_fund="false")
        status, out, err = run(["npm", "pack", "--pack-destination", folder, built], env=env, cwd=folder)
        packed = glob.glob(os.path.join(folder, "*.tgz"))
        if not tap.check(status == 0 and len(packed) == 1, "npm pack", (out + err).decode(errors="replace")):
            return
        print(f"# {os.path.getsize(packed[0]):,} bytes")
        consumer = os.path.join(folder, "consumer")
        shutil.copytree(os.path.join(HERE, "consumer"), consumer)
        status, out, err = run(["npm", "install", "--no-save", packed[0]], env=env, cwd=consumer)
        if not tap.check(status == 0, "npm install, offline", (out + err).decode(errors="replace")):
            return
        status, out, err = run(["node", "use.mjs"], cwd=consumer)
        tap.check(status == 0, "node imports the installed package", (out + err).decode(errors="replace"))
        npx(tap, env, consumer, native)
        compiler = node_modules(tap, native, "tests/node")
        if compiler:
            types(tap, built, consumer, os.path.join(compiler, "typescript", "bin", "tsc"))
        bundle(tap, native, consumer)


def types(tap, built, consumer, tsc):
    """A program that uses all functions, and results of the module as literals of their types."""
    status, out, err = run(["node", os.path.join(HERE, "results.mjs"), built, os.path.join(ROOT, "lit")], timeout=300)
    found = out.count(b"\nexport const")
    tap.check(status == 0 and found > 500, f"{found} results of different structure", err.decode(errors="replace"))
    with open(os.path.join(consumer, "results.ts"), "wb") as f:
        f.write(out)
    for name in ("use.ts", "results.ts"):
        words = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"]
        status, out, _ = run(["node", tsc, *words, name], cwd=consumer, timeout=300)
        tap.check(status == 0, f"tsc --strict {name}", out.decode(errors="replace")[:5000])


def npx(tap, env, consumer, native):
    """Whole runs of the command on files of lit/; the part lit runs all of them in one process."""
    paths = [os.path.join(ROOT, path) for path in files_below("lit", ".mlir")][::80]
    different = []
    for path in paths:
        for words in (["tt-opt", "--no-from-run-lines", path], ["tt-layout", "show", path, "--json"]):
            found = run(["npx", "--no-install", "ttattr", *words], env=env, cwd=consumer)
            if found != run([os.path.join(native, words[0]), *words[1:]], cwd=consumer):
                different.append(f"{words}: {found}"[:500])
    tap.check(paths and not different, f"npx ttattr on {len(paths)} files of lit/", "\n".join(different))


PARTS = {"package": package, "module": module, "lit": lit, "files": files, "robust": robust}


def main():
    options = arguments(__doc__, "part").parse_args()
    tap = Tap()
    absent = missing()
    if absent:
        tap.skip(options.part, f"{absent} is not installed (scripts/packages wasm)")
        return tap.finish()
    package = build(tap, options.build)
    if package:
        PARTS[options.part](tap, package, options.build)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
