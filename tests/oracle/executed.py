#!/usr/bin/env python3
"""The functions that `tt-layout convert --function` writes, executed: numpy and MLIR give the bytes of `tt-layout pack`
and from these the tensor again, as `tt-layout unpack` does.

    executed.py BUILD_DIR [LAYOUTS [SEED]]

Random layouts of all notations. Each is converted to a recipe of numpy, run by the Python of Debian with python3-numpy,
and to linalg.pack, which mlir-opt-19 lowers to LLVM and mlir-cpu-runner-19 runs: the functions of all layouts are one
module, whose main reads the tensors from standard input and writes what the functions return."""
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import Tap, arguments, run  # noqa: E402

PYTHON = "/usr/bin/python3"  # Debian's, which has the packages of Debian
BYTES = {"i8": 1, "si8": 1, "ui8": 1, "i16": 2, "f16": 2, "bf16": 2, "f32": 4, "si32": 4, "ui32": 4, "i64": 8,
         "f64": 8}
DESCR = {"i8": "|i1", "si8": "|i1", "ui8": "|u1", "i16": "<i2", "f16": "<f2", "bf16": "|V2", "f32": "<f4",
         "si32": "<i4", "ui32": "<u4", "i64": "<i8", "f64": "<f8"}
XLA = {"i8": "s8", "si8": "s8", "ui8": "u8", "i16": "s16", "f16": "f16", "bf16": "bf16", "f32": "f32", "si32": "s32",
       "ui32": "u32", "i64": "s64", "f64": "f64"}
PLAIN = {1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64"}

# Runs the functions of the cases on standard input, which are JSON; the arrays are files.
EXECUTE = """
import json, sys
import numpy as np
for case in json.load(sys.stdin):
    space = {}
    exec(case["text"], space)
    x = np.load(case["input"])
    if x.dtype.kind == "V":  # a type that numpy does not have; its bits are a number
        x = x.view(case["plain"])
    packed = np.ascontiguousarray(space["pack"](x))
    packed.tofile(case["packed"])
    np.ascontiguousarray(space["unpack"](packed.reshape(-1))).tofile(case["unpacked"])
"""

# Bufferization of the whole module after tensor.pack and tensor.unpack are lowered. Copies are operations of linalg, so
# that the program needs no library of MLIR.
SCHEDULE = """
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["tensor.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %p : !transform.any_op {
    ^bb0(%o: !transform.any_op):
      %c = transform.cast %o : !transform.any_op to !transform.op<"tensor.pack">
      %x:3 = transform.structured.lower_pack %c : (!transform.op<"tensor.pack">)
        -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    }
    %u = transform.structured.match ops{["tensor.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %u : !transform.any_op {
    ^bb0(%o: !transform.any_op):
      %c = transform.cast %o : !transform.any_op to !transform.op<"tensor.unpack">
      %x:4 = transform.structured.lower_unpack %c : (!transform.op<"tensor.unpack">)
        -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">,
            !transform.op<"tensor.extract_slice">)
    }
    transform.yield
  }
  transform.named_sequence @bufferize(%root: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %root
      {bufferize_function_boundaries = true, memcpy_op = "linalg.copy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
"""
PASSES = ["--transform-interpreter", "--empty-tensor-to-alloc-tensor", "--transform-interpreter=entry-point=bufferize",
          "--test-transform-dialect-erase-schedule", "--convert-linalg-to-loops", "--expand-strided-metadata",
          "--lower-affine", "--convert-scf-to-cf", "--finalize-memref-to-llvm", "--convert-arith-to-llvm",
          "--convert-func-to-llvm", "--convert-cf-to-llvm", "--reconcile-unrealized-casts"]


def by_x(shape):
    return "x".join(map(str, shape))


# ---- random layouts: a text and its options ----

def random_shape(rng, sizes=(1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 31, 33, 64, 70)):
    while True:
        shape = [rng.choice(sizes) for _ in range(rng.choice([1, 2, 2, 2, 3, 4]))]
        if math.prod(shape) <= 6000:
            return shape


def tiled(rng, shape, element):
    size, dim = 128 // BYTES[element], rng.randrange(len(shape))
    dims = rng.sample(range(len(shape)), len(shape))
    device = [-(-shape[d] // size) if d == dim else shape[d] for d in dims] + [size]
    pad = rng.choice(["", ", pad = zero", ", pad = one", ", pad = inf", ", pad = neginf"])
    if rng.random() < 0.2:  # one element a stick
        text = f"memref<{by_x([shape[d] for d in dims] + [size])}x{element}>, dim_map = {dims + [-1]}, sparse"
    else:
        text = f"memref<{by_x(device)}x{element}>, dim_map = {dims + [dim]}, dense"
    return f"tensor<{by_x(shape)}x{element}, #tt.tiled_layout<{text}{pad}>>", []


def xla(rng, shape, element):
    order = rng.sample(range(len(shape)), len(shape))
    tiles, rank = [], len(shape)
    for _ in range(rng.choice([0, 1, 1, 2, 2])):
        size = rng.randint(1, min(2, rank))
        tiles.append([rng.choice([1, 2, 4, 8, 16, 32]) for _ in range(size)])
        rank += size
    tiling = ":T" + "".join(f"({','.join(map(str, tile))})" for tile in tiles) if tiles else ""
    return f"{XLA[element]}[{','.join(map(str, shape))}]{{{','.join(map(str, order))}{tiling}}}", []


def cute(rng, shape, element):
    modes = []
    for n in shape:
        mode = []
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            mode.append(rng.choice([2, 3, 4, 8]))
        modes.append(mode + [-(-n // math.prod(mode))])
    leaves = [(d, i) for d, mode in enumerate(modes) for i in range(len(mode))]
    rng.shuffle(leaves)
    stride, strides = rng.choice([1, 1, 1, 2, 3]), {}
    for d, i in leaves:
        strides[d, i] = stride
        stride *= modes[d][i] + (rng.choice([0, 0, 0, 1, 3]))

    def tree(value):
        return "(" + ",".join("(" + ",".join(str(value(d, i)) for i in range(len(mode))) + ")"
                              for d, mode in enumerate(modes)) + ")"
    return (f"{tree(lambda d, i: modes[d][i])}:{tree(lambda d, i: strides[d, i])}",
            ["--shape", by_x(shape), "--element", element])


def pack(rng, shape, element):
    rank = len(shape)
    perm, dims = rng.sample(range(rank), rank), rng.sample(range(rank), rng.randint(0, rank))
    tiles = [rng.choice([1, 2, 3, 4, 8, 16]) for _ in dims]
    outer = [-(-shape[d] // tiles[dims.index(d)]) if d in dims else shape[d] for d in perm]
    words = f"outer_dims_perm = {perm} " if rng.random() < 0.7 or perm != sorted(perm) else ""
    return (f"linalg.pack %x padding_value(%c : {element}) {words}inner_dims_pos = {dims} inner_tiles = {tiles} "
            f"into %d : tensor<{by_x(shape)}x{element}> -> tensor<{by_x(outer + tiles)}x{element}>", [])


def triton(rng, _shape, element):
    shape = random_shape(rng, (1, 2, 4, 8, 16, 32, 64))
    bases = [[1 << b if d == e else 0 for e in range(len(shape))] for d, n in enumerate(shape)
             for b in range(n.bit_length() - 1)]
    rng.shuffle(bases)
    if rng.random() < 0.3:
        bases.insert(rng.randint(0, len(bases)), [0] * len(shape))
    return (f"#ttg.shared_linear<{{offset = {bases}}}, alignment = 16>",
            ["--shape", by_x(shape), "--element", element])


GENERATORS = [tiled, xla, cute, pack, triton]


def random_layout(rng):
    generate = rng.choice(GENERATORS)
    text, options = generate(rng, random_shape(rng), rng.choice(list(BYTES)))
    return generate.__name__, text, options


# ---- one layout ----

class Case:
    """Files and functions of one layout."""

    def __init__(self, tool, folder, number, kind, text, options):
        self.kind, self.text, self.options, self.tool = kind, text, options, tool
        self.number, self.functions, self.resized, self.error = number, {}, set(), None
        self.path = os.path.join(folder, str(number))

    def fail(self, *words):
        self.error = self.error or " ".join(map(str, words))

    def layout(self, *command):
        status, out, err = run([self.tool, *command])
        if status not in (0, 1):
            self.fail("exit", status, err)
        return status, out, err.decode()

    def read(self, name):
        with open(f"{self.path}.{name}", "rb") as f:
            return f.read()

    def prepare(self, rng):
        """The bytes of the tensor, and those of `pack`. False: the layout has no bytes."""
        found = re.search(r"tensor<([\dx]*)x(\w+)|^(\w+)\[([\d,]*)\]", self.text)
        if self.options:
            self.shape, self.element = [int(n) for n in self.options[1].split("x")], self.options[3]
        elif found[4] is not None:
            self.shape = [int(n) for n in found[4].split(",")]
            self.element = next(name for name, other in XLA.items() if other == found[3])
        else:
            self.shape, self.element = [int(n) for n in found[1].split("x")], found[2]
        self.data = rng.randbytes(math.prod(self.shape) * BYTES[self.element])
        extents = ", ".join(map(str, self.shape)) + ("," if len(self.shape) == 1 else "")
        head = f"{{'descr': '{DESCR[self.element]}', 'fortran_order': False, 'shape': ({extents}), }}".encode()
        head += b" " * (-(11 + len(head)) % 64) + b"\n"
        with open(f"{self.path}.npy", "wb") as f:
            f.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + self.data)
        status, _, err = self.layout("pack", self.text, f"{self.path}.npy", *self.options, "-o", f"{self.path}.bin")
        if status:
            self.fail("pack:", err)
            return False
        status, _, err = self.layout("unpack", self.text, f"{self.path}.bin", *self.options, "-o", f"{self.path}.out")
        if status or self.read("out")[-len(self.data):] != self.data:
            self.fail("unpack:", err)
        self.packed = self.read("bin")
        return True

    def convert(self, target):
        """The functions of the layout, or None if the target cannot express it."""
        status, out, err = self.layout("convert", self.text, *self.options, f"--to={target}", "--function")
        text = out.decode()
        if not status:
            self.functions[target] = text
            if "the allocation becomes" in err:
                self.resized.add(target)
        return not status

    def lacks_type(self):
        """Debian has no bf16 for numpy, which a padding value other than 0 requires."""
        return self.element == "bf16" and "constant_values" in self.functions["numpy"]

    def compare(self, target, packed, unpacked):
        """What the functions returned against the bytes of `pack` and the tensor."""
        expected, size = self.packed, len(packed)
        if target in self.resized and size != len(expected):  # a warning: both differ in the padding at the end
            size = min(size, len(expected))
            expected, packed = expected[:size], packed[:size]
        if packed != expected:
            at = next((i for i, (a, b) in enumerate(zip(packed, expected)) if a != b), min(size, len(expected)))
            self.fail(f"{target}: pack has {size} bytes, expected {len(self.packed)}; first difference at byte {at}\n",
                      self.functions[target])
        if unpacked != self.data:
            self.fail(f"{target}: unpack differs from the tensor\n", self.functions[target])


# ---- numpy ----

def run_numpy(cases):
    work = [{"text": case.functions["numpy"], "input": f"{case.path}.npy", "packed": f"{case.path}.np.bin",
             "unpacked": f"{case.path}.np.out", "plain": PLAIN[BYTES[case.element]]} for case in cases]
    status, _, err = run([PYTHON, "-c", EXECUTE], stdin=json.dumps(work).encode())
    if status:
        return err.decode()
    for case in cases:
        case.compare("numpy", case.read("np.bin"), case.read("np.out"))
    return ""


# ---- MLIR ----

def entry(case, packed):
    """The lines of main that read the tensor, call both functions of the case and write what they return."""
    n, types = case.number, {"x": f"{by_x(case.shape)}x{case.plain}", "p": f"{packed}x{case.plain}"}
    if not case.shape:
        types["x"] = case.plain
    size = {"x": len(case.data), "p": math.prod(map(int, packed.split("x"))) * BYTES[case.element]}
    lines = [f"%m{n} = memref.alloc() : memref<{types['x']}>"]
    lines += transfer("read", f"%m{n}", types["x"], size["x"], f"r{n}")
    lines += [f"%t{n} = bufferization.to_tensor %m{n} restrict writable : memref<{types['x']}>",
              f"%p{n} = func.call @pack{n}(%t{n}) : (tensor<{types['x']}>) -> tensor<{types['p']}>",
              f"%u{n} = func.call @unpack{n}(%p{n}) : (tensor<{types['p']}>) -> tensor<{types['x']}>",
              f"%q{n} = bufferization.to_memref %p{n} : memref<{types['p']}>",
              f"%v{n} = bufferization.to_memref %u{n} : memref<{types['x']}>"]
    lines += transfer("write", f"%q{n}", types["p"], size["p"], f"w{n}")
    lines += transfer("write", f"%v{n}", types["x"], size["x"], f"z{n}")
    return lines, size["p"]


def transfer(function, memref, kind, size, name):
    return [f"%{name}a = memref.extract_aligned_pointer_as_index {memref} : memref<{kind}> -> index",
            f"%{name}b = arith.index_cast %{name}a : index to i64",
            f"%{name}n = arith.constant {size} : i64",
            f"%{name}r = func.call @{function}(%{'in' if function == 'read' else 'out'}, %{name}b, %{name}n) : "
            "(i32, i64, i64) -> i64"]


def module_of(cases):
    functions, lines, sizes = [], ["%in = arith.constant 0 : i32", "%out = arith.constant 1 : i32"], []
    for case in cases:
        text = re.sub(r"linalg\.(un)?pack", lambda m: f"tensor.{m[1] or ''}pack", case.functions["pack"])
        text = re.sub(r"@(un)?pack\b", lambda m: f"{m[0]}{case.number}", text)
        case.plain = re.search(r"tensor<[\dx]*x(\w+)>", text)[1]
        more, size = entry(case, re.search(r"-> tensor<([\dx]*)x\w+> \{", text)[1])
        functions.append(text)
        lines += more
        sizes.append(size)
    body = "\n    ".join(lines + ["return %in : i32"])
    return ("module attributes {transform.with_named_sequence} {\n" + "".join(functions) +
            "  func.func private @read(i32, i64, i64) -> i64\n  func.func private @write(i32, i64, i64) -> i64\n"
            "  func.func @main() -> i32 {\n    " + body + "\n  }\n" + SCHEDULE + "}\n"), sizes


def run_mlir(cases, tools, folder):
    text, sizes = module_of(cases)
    source, lowered, data = (os.path.join(folder, name) for name in ("m.mlir", "l.mlir", "in.bin"))
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    with open(data, "wb") as f:
        f.write(b"".join(case.data for case in cases))
    status, _, err = run([tools[0], source, *PASSES, "-o", lowered])
    if status:
        return err.decode()[:2000]
    with open(data, "rb") as f:
        done = subprocess.run([tools[1], lowered, "-e", "main", "--entry-point-result=i32"], stdin=f,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    if done.returncode:
        return done.stderr.decode()[:2000]
    at = 0
    for case, size in zip(cases, sizes):
        case.compare("pack", done.stdout[at:at + size], done.stdout[at + size:at + size + len(case.data)])
        at += size + len(case.data)
    return ""


# ---- all ----

def report(tap, name, cases, error):
    wrong = [case for case in cases if case.error]
    details = "\n".join(f"{case.text} {' '.join(case.options)}\n{case.error}" for case in wrong[:5])
    tap.check(not error and not wrong, f"{name}: {len(cases)} layouts", error + details)


def main():
    parser = arguments(__doc__)
    parser.add_argument("layouts", nargs="?", type=int, default=400)
    parser.add_argument("seed", nargs="?", type=int, default=16)
    options, tap = parser.parse_args(), Tap()
    tool, rng = os.path.join(options.build, "tt-layout"), random.Random(options.seed)
    tools = [shutil.which(name) for name in ("mlir-opt-19", "mlir-cpu-runner-19")]
    numpy = os.access(PYTHON, os.X_OK) and run([PYTHON, "-c", "import numpy"])[0] == 0
    with tempfile.TemporaryDirectory() as folder:
        cases = [Case(tool, folder, n, *random_layout(rng)) for n in range(options.layouts)]
        cases = [case for case in cases if case.prepare(rng)] + [case for case in cases if case.error]
        report(tap, "pack and unpack", cases, "")
        cases = [case for case in cases if not case.error]
        as_numpy = [case for case in cases if case.convert("numpy") and not case.lacks_type()]
        as_pack = [case for case in cases if case.convert("pack")]
        if numpy:
            report(tap, "numpy", as_numpy, run_numpy(as_numpy))
        else:
            tap.skip("numpy", "python3-numpy is missing")
        if all(tools):
            error = ""
            for first in range(0, len(as_pack), 40):
                error = error or run_mlir(as_pack[first:first + 40], tools, folder)
            report(tap, "linalg.pack", as_pack, error)
        else:
            tap.skip("linalg.pack", "mlir-opt-19 or mlir-cpu-runner-19 is missing")
        enough = options.layouts < 100 or (len(as_numpy) > options.layouts // 2 and
                                           len(as_pack) > options.layouts // 4)
        tap.check(enough, "most layouts are recipes of numpy, many are linalg.pack", f"{len(as_numpy)}, {len(as_pack)}")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
