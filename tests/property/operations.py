#!/usr/bin/env python3
"""The operations that src/ops finds are those that mlir-opt 19 prints in generic form, wherever it accepts a file.

  tests/property/operations.py LIST_OPERATIONS [--files N] [FOLDER...]

Names in order, numbers of operands and results. Operations that the custom syntax leaves out (terminators) may be
absent. Files: lit/ and, where it is there, the corpus. Mutants of each file must not crash the reader."""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MLIR_OPT = shutil.which("mlir-opt-19")
IMPLIED = ("scf.yield", "affine.yield", "func.return", "scf.reduce", "scf.forall.in_parallel", "builtin.module",
           "linalg.yield", "bufferization.yield", "memref.alloca_scope.return", "scf.condition")
SHORT = {"return": "func.return", "call": "func.call", "module": "builtin.module", "func": "func.func"}
GENERIC = re.compile(r'^\s*(%[^=]*= )?"([^"]+)"\(([^)]*)\)')


def listed(tool, paths):
    """{path: [(name, operands, results)]}"""
    out = subprocess.run([tool, *paths], capture_output=True, text=True, errors="replace", check=True).stdout
    found, at = {}, None
    for line in out.splitlines():
        if line.startswith("# "):
            at = found.setdefault(line[2:], [])
        else:
            name, operands, results = line.rsplit(" ", 2)
            at.append((SHORT.get(name, name), int(operands), int(results)))
    return found


def printed(path):
    """What mlir-opt prints; None if it rejects the file"""
    run = subprocess.run([MLIR_OPT, "--allow-unregistered-dialect", "--mlir-print-op-generic", path],
                         capture_output=True, text=True, errors="replace")
    if run.returncode:
        return None
    operations = []
    body = None  # the indentation of an operation of linalg whose region the text may leave out
    for line in run.stdout.splitlines():
        indent = len(line) - len(line.lstrip())
        if indent == body and line.lstrip().startswith("})"):
            body = None
        match = GENERIC.match(line)
        if match:
            optional = body is not None
            if match[2].startswith("linalg.") and match[2] != "linalg.generic" and line.endswith("({"):
                body = indent
            results = 0
            if match[1]:
                for name in match[1].rstrip("= ").split(","):
                    count = name.partition(":")[2]
                    results += int(count) if count.strip() else 1
            operations.append((match[2], len([x for x in match[3].split(",") if x.strip()]), results, optional))
    return operations


def difference(expected, found):
    """None, or the first difference; implied operations may be missing, and names of results where the text has none"""
    i = 0
    for operation in expected:
        if i < len(found) and found[i] in (operation[:3], (*operation[:2], 0)):
            i += 1
        elif operation[0] not in IMPLIED and not operation[3]:
            return f"expected {operation[:3]}, found {found[i] if i < len(found) else 'nothing'}"
    return None if i == len(found) else f"too many: {found[i]}"


def mutants(text, count, seed):
    dice = random.Random(seed)
    for _ in range(count):
        at, size = dice.randrange(len(text) + 1), dice.randrange(1, 40)
        kind = dice.randrange(4)
        if kind == 0:
            yield text[:at]
        elif kind == 1:
            yield text[:at] + text[at + size:]
        elif kind == 2:
            yield text[:at] + bytes(dice.choice(b'(){}[]<>"%^:=,-> \n@!#0a.') for _ in range(size)) + text[at:]
        else:
            other = dice.randrange(len(text) + 1)
            yield text[:at] + text[other:other + size * 8] + text[at:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--mutants", type=int, default=4)
    arguments = parser.parse_args()
    folders = arguments.folders or [os.path.join(ROOT, "lit"), os.path.join(ROOT, "..", "shared", "corpus")]
    paths = sorted(os.path.join(at, name) for folder in folders for at, _, names in os.walk(folder) for name in names
                   if name.endswith(".mlir"))
    random.Random(1).shuffle(paths)
    paths = paths[:arguments.files]
    found, bad, accepted = {}, 0, 0
    for i in range(0, len(paths), 200):
        found.update(listed(arguments.tool, paths[i:i + 200]))
    for path in paths if MLIR_OPT else []:
        expected = printed(path)
        if expected is None:
            continue
        accepted += 1
        fault = difference(expected, found[path])
        if fault:
            bad += 1
            print(f"{path}: {fault}")
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for n, path in enumerate(paths):
            with open(path, "rb") as file:
                text = file.read()
            for m, mutant in enumerate(mutants(text, arguments.mutants, n)):
                made.append(os.path.join(folder, f"{n}-{m}.mlir"))
                with open(made[-1], "wb") as file:
                    file.write(mutant)
        for i in range(0, len(made), 200):
            subprocess.run([arguments.tool, *made[i:i + 200]], stdout=subprocess.DEVNULL, check=True)
    print(f"{len(paths)} files, {accepted} compared with mlir-opt, {bad} differ, {len(made)} mutants")
    return bad > 0


sys.exit(main())
