#!/usr/bin/env python3
"""Writes the seed inputs of the fuzz targets: make_seeds.py DIRECTORY [MAX_BYTES].

DIRECTORY/document: pieces of lit/**/*.mlir, the examples of include/ttattr/rules.def, and ```mlir blocks of docs/*.md;
DIRECTORY/document_edits: the same, with three edits after a NUL byte;
DIRECTORY/kernel: the kernels of tests/kernels, and its host programs with theirs (see fuzz_kernel.c);
DIRECTORY/lsp: dialogues with the language server about these pieces (see fuzz_lsp.c);
DIRECTORY/kernels: modules with kernels of lit/, and examples/protocols;
DIRECTORY/values: texts of the value parsers, one selector byte before each (see fuzz_values.c).
Names are hashes of the contents, so that two runs give the same files."""
import argparse
import ast
import glob
import hashlib
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VALUES = {  # selector -> texts
    "a": ["SpyreTensorLayout(device_size=[4, 1024, 64], dim_map=[1, 0, 1], num_stick_dims=1, format=StickFormat.Dense)",
          "SpyreTensorLayout([1024, 256], torch.float16, [1, 0], StickFormat.Dense)",
          "SpyreTensorLayout(device_size=[4, 1024, 64], stride_map=[64, 256, 1], device_dtype=DataFormats.SEN169_FP16)",
          "FixedTiledLayout('spyre:0', torch.float16, size=[1024, 256], stride=[256, 1], device_layout="
          "SpyreTensorLayout(device_size=[4, 1024, 64], dim_map=[1, 0, 1], num_stick_dims=1, "
          "format=StickFormat.Dense))",
          "((4, 1024, 64), (64, 256, 1), (65536, 64, 1))", "[[4, 1024, 64], [64, 256, 1], [65536, 64, 1]]"],
    "b": ["(d0, d1, d2) -> (d0 <> d1, d2)", "(d0, d1) -> (d0, d1)", "(d0, d1, d2, d3) -> (d0 <> d1 <> d2, d3)",
          "(d0, d1) -> (d0 * 64 + d1)"],
    "c": ["tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
          "memref<64x128xf32, #tt.memory_space<l1>>>>",
          "tensor<2x3x64x128xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), undef, <2x4>, "
          "memref<6x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>"],
    "d": ["wormhole_b0", "blackhole", "wormhole_b0:4", "[2, 8x8]", "[1, 10x8]"],
    "e": ["#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>",
          "#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, "
          "meshShape = 1x2, chipIds = [0, 1]>"],
    "f": ['{"max_size":1024,"min_alloc":32,"align":32,"offset":64,"search":"first","impl":"free_list_opt"}\n'
          '{"op":"alloc","size":100,"bottom_up":true}\n{"op":"alloc_at","addr":512,"size":64}\n'
          '{"op":"free","addr":64}\n{"op":"available","size":64}\n{"op":"stats"}\n',
          '{"max_size":4096,"min_alloc":16,"align":16,"offset":0,"search":"best","impl":"free_list"}\n'
          '{"op":"shrink","size":64}\n{"op":"reset"}\n{"op":"clear"}\n{"op":"allocated"}\n{"op":"lowest_occupied"}\n'],
    "h": ['{"a":[1,-2,"x\\u00e9\\n",null,true],"b":{"c":18446744073709551615}}', "[[[]]]", '"\\ud83d\\ude00"'],
}


def save(directory, data):
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, hashlib.sha1(data).hexdigest()[:16]), "wb") as f:
        f.write(data)


def pieces(text):
    return [p for p in re.split(r"(?m)^// -----[ \t]*$", text) if p.strip()]


def rule_examples():
    """The examples, with the macros of rules.def expanded by the C preprocessor."""
    program = ("#define RULE(number, id, name, severity, summary, explanation, bad, good) @@ bad @@ good @@\n"
               '#include "ttattr/rules.def"\n')
    command = [os.environ.get("CC", "cc"), "-E", "-P", "-I", os.path.join(ROOT, "include"), "-"]
    out = subprocess.run(command, input=program, capture_output=True, text=True, check=True).stdout
    for part in out.split("@@"):
        strings = re.findall(r'"(?:[^"\\]|\\.)*"', part)
        if strings and len(strings) < 200:
            yield "".join(ast.literal_eval(s) for s in strings)


def document_texts():
    for path in sorted(glob.glob(os.path.join(ROOT, "lit", "**", "*.mlir"), recursive=True)):
        with open(path, encoding="utf-8") as f:
            yield from pieces(f.read())
    yield from rule_examples()
    for path in sorted(glob.glob(os.path.join(ROOT, "docs", "*.md"))):
        with open(path, encoding="utf-8") as f:
            yield from re.findall(r"```mlir\n(.*?)```", f.read(), re.S)


def dialogue(data, half):
    """Opens the text, sends every request to one position, edits it, and sends some again."""
    text, line = data.replace(b"\n", b"|"), bytes([data.count(b"\n", 0, half) % 16, 65 + half % 60])
    line = line.replace(b"\n", b"\v")
    asks = [bytes([68 + method]) + line * 4 + b"#new" for method in range(13)]
    later = [bytes([133 + method]) + line * 4 for method in range(7)]
    file = b'$era = "2025-03-01"|target = "ttnn"|system-desc = "wormhole_b0"|[rules]|tile-size = "off"'
    settings = b'{"method":"workspace/didChangeConfiguration","params":{"settings":{"maxDiagnostics":2}}}'
    return b"\n".join([b"Q" + text, *asks, *later, b"S" + line * 2 + b"<", *asks[:4], file, settings, *later[:3],
                       b"R" + text, b'{"method":"exit"}'])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", metavar="DIRECTORY")
    parser.add_argument("largest", metavar="BYTES", nargs="?", type=int, default=4096)
    options = parser.parse_args()
    directory, largest = options.directory, options.largest
    for text in document_texts():
        data = text.strip("\n").encode() + b"\n"
        if len(data) <= largest:
            save(os.path.join(directory, "document"), data)
            half = len(data) // 2
            edits = (half, b"\n// -----\n"), (half, b"#l1"), (0, b"#l1 = [1]\n")
            coded = b"".join(at.to_bytes(2, "big") + bytes([i, len(new)]) + new for i, (at, new) in enumerate(edits))
            save(os.path.join(directory, "document_edits"), data + b"\0" + coded)
            save(os.path.join(directory, "lsp"), dialogue(data, half))
            if "ttkernel." in text:
                save(os.path.join(directory, "kernels"), data)
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "kernels", "*", "*.cpp"))):
        with open(path, "rb") as f:
            data = f.read()
        for name in sorted(set(re.findall(r'"([^"]*\.cpp)"', data.decode()))):
            kernel = os.path.join(os.path.dirname(path), re.sub(r"^upstream/path/", "", name))
            if os.path.exists(kernel):
                with open(kernel, "rb") as f:
                    data += f"\n// ----- {os.path.basename(name)}\n".encode() + f.read()
        save(os.path.join(directory, "kernel"), data)
    for selector, texts in VALUES.items():
        for text in texts:
            save(os.path.join(directory, "values"), (selector + text).encode())
    for path in sorted(glob.glob(os.path.join(ROOT, "examples", "protocols", "*"))):
        if os.path.isfile(path) and os.path.getsize(path) <= largest:
            with open(path, "rb") as f:
                data = f.read()
            save(os.path.join(directory, "values"), b"g" + data)
            save(os.path.join(directory, "kernels"), data)


if __name__ == "__main__":
    main()
