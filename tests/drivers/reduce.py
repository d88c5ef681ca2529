#!/usr/bin/env python3
"""tt-opt --reduce: faults that are planted in generated modules and in files of ../shared become small texts.
reduce.py BUILD_DIR [--table]

Each fault is reduced to less than 12 lines in at most 200 runs of its test, and the result fails in the same way. The
result and the number of runs are the same with -j 1 and -j 2. A part of a run is continued. On builtin text the result
is compared with that of mlir-reduce, where it is installed. --table prints a line for each fault."""
import glob
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

from tap import CASES_DIVIDED_BY, ROOT, Tap, arguments, llvm_bin, run

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "property"))
from module_diff import Function, Writer  # noqa: E402

MOST_LINES, MOST_RUNS = 11, 200
OPERATION = r'\s*(%\S+ = )?"?(ttnn|ttir|d2m|ttkernel)\.\w+"?\W'


def generated(seed):
    """A module of about 150 lines, and where its operations are."""
    random_ = random.Random(seed)
    functions = [Function(random_, f"f{i}") for i in range(12)]
    lines = Writer(random_, seed % 2 == 0).module(functions).splitlines()
    return random_, lines


def change(random_, lines, pattern, replacement):
    """Changes one of the lines that match."""
    found = [i for i, line in enumerate(lines) if re.search(pattern, line)]
    if not found:
        return False
    at = random_.choice(found)
    lines[at] = re.sub(pattern, replacement, lines[at], count=1)
    return True


def attribute(random_, lines):
    return change(random_, lines, r"axis = \d+", "axis = 77"), "grep -q 'axis = 77' {} && exit 3", None


def crash(random_, lines):
    return change(random_, lines, r'"ttnn\.\w+"', '"ttnn.crash"'), "grep -q ttnn.crash {} && kill -SEGV $$", None


def two_operations(random_, lines):
    good = change(random_, lines, r'"ttnn\.\w+"', '"ttnn.first"') and change(random_, lines, r'"ttnn\.(?!first)\w+"',
                                                                             '"ttnn.second"')
    return good, "grep -q ttnn.first {} && grep -q ttnn.second {} && echo both && exit 1", "^both$"


def rule(random_, lines):
    """A shard that does not fit its grid, in a definition or in an operation."""
    good = change(random_, lines, r"(?<=memref<)(\d+)x(?=[^ ]*f32, #\w+\.memory_space)", r"9\1x")
    return good, "tt-opt --verify-only {}", r"\[layout-shard-shape\]"


def undefined(random_, lines):
    return (change(random_, lines, r"-> tensor<256x256xf32, #l\w+>", "-> tensor<256x256xf32, #nowhere>"),
            "tt-opt --verify-only", "id 'nowhere'")


def chain(random_, lines):
    """A result and its use: the test wants the operand to be computed."""
    good = change(random_, lines, r'(%\S+) = "ttnn\.(add|subtract|multiply)"', r'\1 = "ttnn.joined"')
    return good, r"grep -q '^ *%.* = .ttnn.joined.(%.*, %.*) ' {} && exit 4", None


KINDS = [attribute, crash, two_operations, rule, undefined, chain]


def corpus_faults():
    """(name, text, test, regex): a name in the middle of the largest files is changed."""
    files = sorted(glob.glob(os.path.join(ROOT, "../shared/corpus/*-era/*/test/**/*.mlir"), recursive=True),
                   key=lambda p: (-os.path.getsize(p), p))
    found = []
    for path in files:
        with open(path, encoding="utf-8") as f:
            lines = f.read().splitlines()
        used = [i for i, line in enumerate(lines) if re.match(OPERATION, line)]
        if len(lines) < 60 or not used or len(found) >= 15:
            continue
        at = used[len(used) // 2]
        lines[at] = re.sub(r"\b(ttnn|ttir|d2m|ttkernel)\.\w+", r"\1.planted", lines[at], count=1)
        test = "grep -q '^[^/]*[a-z0-9]\\.planted' {} && exit 5"
        found.append((os.path.basename(path), "\n".join(lines) + "\n", test, None))
    return found


def faults():
    found = []
    for seed in range(15):
        random_, lines = generated(seed)
        kind = KINDS[seed % len(KINDS)]
        good, test, regex = kind(random_, lines)
        assert good, f"{kind.__name__} {seed}"
        found.append((f"{kind.__name__} {seed}", "\n".join(lines) + "\n", test, regex))
    return found + corpus_faults()


class Reducer:
    def __init__(self, build, folder):
        self.tool, self.folder = os.path.join(build, "tt-opt"), folder
        self.environment = {**os.environ, "PATH": build + os.pathsep + os.environ["PATH"], "TMPDIR": folder}

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def __call__(self, text, test, regex=None, jobs=1, output=None):
        """(exit status, result, runs, standard error)"""
        path = self.file("in.mlir", text)
        options = ["--reduce", f"--test={test}", f"-j{jobs}"] + ([f"--test-output={regex}"] if regex else [])
        status, out, err = run([self.tool, *options, path, "-o", output or "-"], env=self.environment, timeout=300)
        runs = re.search(rb"in (\d+) runs?$", err.strip())
        if output and os.path.exists(output):
            with open(output, "rb") as f:
                out = f.read()
        return status, out.decode(), int(runs[1]) if runs else 0, err.decode()


def check_fault(tap, reduce, fault, both, table):
    name, text, test, regex = fault
    status, result, runs, err = reduce(text, test, regex)
    lines = result.count("\n")
    if table:
        print(f"# {name}: {text.count(chr(10))} lines -> {lines}, {len(result)} bytes, {runs} runs")
    good = status == 0 and 0 < lines <= MOST_LINES and runs <= MOST_RUNS
    if both:
        good = good and reduce(text, test, regex, jobs=2)[1:3] == (result, runs)
        good = good and reduce(result, test, regex)[:2] == (0, result)
    tap.check(good, f"{name}: {lines} lines, {runs} runs", result[:2000] + err[-600:])


def check_resume(tap, reduce):
    """A file that a run has written is where the next one goes on."""
    _, text, test, regex = faults()[0]
    output = os.path.join(reduce.folder, "out.mlir")
    complete = reduce(text, test, regex)
    half = "\n".join(line for line in text.splitlines() if "ttir" not in line or "77" in line) + "\n"
    reduce.file("out.mlir", half.replace("return", "// return"))
    status, result, runs, err = reduce(text, test, regex, output=output)
    tap.check(status == 0 and "continues from" in err and runs > 0, "a run is continued", err)
    status, result, runs, err = reduce(text, test, regex, output=output)
    tap.check(status == 0 and result.count("\n") <= complete[1].count("\n") and runs < complete[2],
              "a result is where the next run starts", f"{result}{err}")
    left = [n for n in os.listdir(reduce.folder) if n.startswith(("tt-opt-", ".tt"))]
    tap.check(not left, "no temporary file is left", left)


def check_interrupt(tap, reduce):
    """A signal ends the test, too, and no file is left."""
    mark = os.path.join(reduce.folder, "started")
    path = reduce.file("m.mlir", "func.func @f() {\n  return\n}\n")
    tool = subprocess.Popen([reduce.tool, "--reduce", f"--test=echo $$ > {mark}; sleep 60; : {{}}", path],
                            env=reduce.environment, stderr=subprocess.PIPE)
    until = time.time() + 20
    while not (os.path.exists(mark) and os.path.getsize(mark)) and time.time() < until:
        time.sleep(0.02)
    with open(mark, encoding="utf-8") as f:
        process = int(f.read())
    tool.send_signal(signal.SIGTERM)
    _, err = tool.communicate(timeout=20)
    for _ in range(200):
        if not os.path.exists(f"/proc/{process}"):
            break
        time.sleep(0.02)
    left = [n for n in os.listdir(reduce.folder) if n.startswith("tt-opt-")]
    good = tool.returncode == -signal.SIGTERM and b"interrupted" in err and not left
    tap.check(good and not os.path.exists(f"/proc/{process}"), "a signal ends the test and removes its file",
              f"{tool.returncode} {err} {left}")


def check_messages(tap, reduce):
    text = "func.func @f() {\n  return\n}\n"
    cases = [("true", None, "does not fail on the input (exit status 0)"),
             ("/no/such/program", None, "cannot be run (exit status 127)"),
             ("echo a; false", "b", "does not match 'b'"),
             ("false", "(", "invalid value '(' of --test-output"),
             ("sleep 20; : {}", None, "takes longer than")]
    for test, regex, message in cases:
        tool = [reduce.tool, "--reduce", f"--test={test}", "--test-timeout=1", reduce.file("m.mlir", text)]
        status, out, err = run(tool + ([f"--test-output={regex}"] if regex else []), env=reduce.environment)
        tap.check(status in (1, 2) and message in err.decode() and not out, f"message: {message}", f"{status}: {err}")
    status, out, _, err = reduce(text, "false")
    tap.check(status == 0 and out == "", "all of a text can be left out", out)
    status, out, _, err = reduce(text * 3, 'test -f "$TT_OPT_CANDIDATE" && grep -q @f')
    tap.check(status == 1, "TT_OPT_CANDIDATE", err)


def builtin(seed):
    """Builtin operations that mlir-opt reads, with a fault for the test."""
    random_ = random.Random(seed)
    lines = []
    for f in range(4):
        lines += [f"func.func @f{f}(%arg0: i32, %arg1: i32) -> i32 {{"]
        names = ["%arg0", "%arg1"]
        for i in range(random_.randint(5, 15)):
            op = random_.choice(["addi", "muli", "subi", "xori"])
            lines.append(f"  %{i} = arith.{op} {random_.choice(names)}, {random_.choice(names)} : i32")
            names.append(f"%{i}")
        lines += [f"  return {names[-1]} : i32", "}"]
    at = random_.choice([i for i, line in enumerate(lines) if "arith." in line])
    lines[at] = re.sub(r"arith\.\w+", "arith.shrsi", lines[at])
    return "\n".join(lines) + "\n"


def check_mlir_reduce(tap, reduce):
    """Each result is what mlir-opt accepts, and not larger than that of mlir-reduce."""
    folder = llvm_bin()
    if not folder or not os.access(os.path.join(folder, "mlir-reduce"), os.X_OK):
        tap.skip("beside mlir-reduce", "mlir-reduce is not installed")
        return
    for seed in range(3):
        text = builtin(seed)
        test = f"{folder}/mlir-opt {{}} >/dev/null 2>&1 && grep -q shrsi {{}} && exit 3; exit 0"
        status, result, runs, err = reduce(text, test)
        script = reduce.file("test.sh", f"#!/bin/sh\n{folder}/mlir-opt \"$1\" >/dev/null 2>&1 && "
                             "grep -q shrsi \"$1\" && exit 1\nexit 0\n")
        os.chmod(script, 0o755)
        path = reduce.file("in.mlir", text)
        theirs = run([f"{folder}/mlir-reduce", path, f"--reduction-tree=traversal-mode=0 test={script}"], timeout=120)
        other = theirs[1].decode()
        ok = status == 0 and "shrsi" in result and runs <= MOST_RUNS
        ok = ok and (theirs[0] != 0 or len(result.split()) <= len(other.split()))
        told = f"{len(other)} bytes" if theirs[0] == 0 else "it crashed" if theirs[0] < 0 else "it failed"
        tap.check(ok, f"beside mlir-reduce ({told}): {len(result)} bytes, {runs} runs", result + err + other)


def main():
    parser = arguments(__doc__)
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        reduce = Reducer(given.build, folder)
        for number, fault in enumerate(faults()[::CASES_DIVIDED_BY]):
            check_fault(tap, reduce, fault, number % 5 == 0, given.table)
        check_resume(tap, reduce)
        check_interrupt(tap, reduce)
        check_messages(tap, reduce)
        check_mlir_reduce(tap, reduce)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
