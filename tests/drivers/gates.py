#!/usr/bin/env python3
"""Limits on resources: instructions and memory per byte of input, stack, leaks.   gates.py BUILD_DIR
These tests do not measure time: valgrind counts instructions, the kernel counts memory."""
import itertools
import os
import re
import resource
import sys
import tempfile

from lsp import END, START, edited, opened, request, URI
from tap import ROOT, Tap, arguments, files_below, run

sys.path.insert(0, os.path.join(ROOT, "tests", "bench"))
import bench  # noqa: E402
import modules  # noqa: E402
import workload  # noqa: E402

INSTRUCTIONS_PER_BYTE = 45   # 41 on 2026-11-21, plus 10 %; the limit is 60 (docs/performance.md)
MEMORY_PER_BYTE = 3.0       # peak memory of a large file
# Instructions of the language server per byte of a text for an edit and its diagnostics, then its memory per byte while
# an edit is verified. Measured on 2026-11-23, plus 10 %; docs/library.md has the limits of memory.
EDIT_LIMITS = {"layouts": (47, 4), "aliases": (64, 8), "devices": (58, 4), "errors": (136, 8)}
NAME_INSTRUCTIONS = 11      # per byte of a function, for the first definition after an edit: 9.6, and 135 to read all
STACK_KIB = 256
NESTING_LIMIT = 512         # docs/limits.md


def count_instructions(tap, tool, folder, text, expected=0):
    """Instructions of the tool on this text, its size in bytes; None (and a failed check) if they were not counted."""
    path = os.path.join(folder, "w.mlir")
    with open(path, "w", encoding="ascii") as f:
        f.write(text)
    count = count_of_command(tap, folder, [tool, path], expected=expected)
    return count and (count, os.path.getsize(path))


def count_of_command(tap, folder, command, stdin=None, expected=0):
    """Instructions; None (and a failed check) if they were not counted."""
    os.environ.pop("MALLOC_PERTURB_", None)  # of meson: glibc fills every block that is allocated or freed
    log = os.path.join(folder, "log")
    status, _, err = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}",
                          *command], stdin=stdin)
    with open(log, encoding="utf-8") as f:
        found = re.search(r"Collected : (\d+)", f.read())
    if status != expected or not found:
        tap.check(False, "instructions are counted", err.decode(errors="replace"))
        return None
    return int(found[1])


def colliding_names(count_bits):
    """2^count_bits names with one FNV-1a hash modulo 2^18: each block is one of two that lead to the same state."""
    def step(state, text):
        for byte in text.encode():
            state = (state ^ byte) * 16777619 % 2**18
        return state

    state, blocks = 2166136261 % 2**18, []
    for _ in range(count_bits):
        seen = {}
        for text in map("".join, itertools.product("abcdefghijklmnopqrstuvwxyz", repeat=4)):
            after = step(state, text)
            if after in seen:
                blocks.append((seen[after], text))
                state = after
                break
            seen[after] = text
    return ["".join(block[n >> i & 1] for i, block in enumerate(blocks)) for n in range(2**count_bits)]


def hash_flooding(tap, tool, folder):
    """Colliding names do not cost more per byte: four times as many names, four times the work."""
    counts = []
    for count_bits in (12, 14):
        names = colliding_names(count_bits)
        counted = count_instructions(tap, tool, folder,
                                     f"#m = affine_map<({', '.join(names)}) -> ({names[-1]})>\n")
        if not counted:
            return
        counts.append(counted[0] / counted[1])
    tap.check(counts[1] <= 1.5 * counts[0], "dim names with one FNV hash are looked up in linear time",
              f"{counts[0]:.0f} instructions a byte for 4,096 names, {counts[1]:.0f} for 16,384")


def instructions(tap, tool, folder):
    sizes = {}
    for size in (20_000, 520_000):
        sizes[size] = count_instructions(tap, tool, folder, workload.make("layouts", size))
        if not sizes[size]:
            return
    (a, bytes_a), (b, bytes_b) = sizes.values()
    each = (b - a) / (bytes_b - bytes_a)  # without start-up
    tap.check(each <= INSTRUCTIONS_PER_BYTE, f"instructions per byte of layouts at most {INSTRUCTIONS_PER_BYTE}",
              f"measured {each:.1f}")


DEVICE = "x.a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>\n"
# Texts that readers of brackets, names and lines could look through again and again.
REPEATED = {"one letter before an undefined alias": ('"a"() {a = #undefined} : () -> () // ', "u"),
            "devices outside of a module": ("", DEVICE), "braces": ("", "{ a.b"), "parentheses": ("", "( a <"),
            "one line": ("", '"a"() {a = #tt.grid<8x8>} : () -> () '), "names": ("", "%a,\n"),
            "module attributes": ("", "module attributes { "), "comments": ("", "// module { \"\n"),
            "maps that do not end": ('a = affine_map<(d0, d0) -> (d0\n', 'a = affine_map<(d0, d0) -> (d0\n')}


def growth(tap, tool, folder):
    """Four times the text takes at most four times the instructions, and a tenth."""
    for name, (head, part) in REPEATED.items():
        counts = [count_instructions(tap, tool, folder, head + part * (size // len(part)) + "\n", int(head != ""))
                  for size in (1, 250_000, 1_000_000)]
        if all(counts):
            start, small, large = (count for count, _ in counts)
            tap.check(large - start <= 4.4 * (small - start) + 200_000, f"linear: {name}",
                      f"{small - start} to {large - start}")


def programs(tap, tool, folder, has_valgrind):
    """A module with four times the kernels takes at most four times the memory and instructions, and a tenth."""
    kernel = """  func.func private @k%d() attributes {ttkernel.thread = #ttkernel.thread<noc>} {
    %%0 = arith.constant 1 : i32
    "ttkernel.noc_async_read_barrier"() : () -> ()
    return
  }
"""
    def command_of(count):
        path = os.path.join(folder, f"{count}.mlir")
        with open(path, "w", encoding="ascii") as f:
            f.write("module {\n" + "".join(kernel % i for i in range(count)) + "}\n")
        return [tool, "protocol", path]

    small, large = (bench.peak_bytes(command_of(count)) for count in (1000, 4000))
    tap.check(large <= 4.4 * small, "linear: memory for the kernels of a module", f"{small} to {large}")
    counts = [count_of_command(tap, folder, command_of(count)) for count in (250, 1000)] if has_valgrind else [None]
    if all(counts):
        tap.check(counts[1] <= 4.4 * counts[0], "linear: instructions for the kernels of a module",
                  f"{counts[0]} to {counts[1]}")


def commands(tap, tool, folder):
    """Ten times the operations take at most eleven times the instructions. Without --solve's default number of states,
    which depends on the number of operations, and without lists that diff aligns by all pairs."""
    start = count_of_command(tap, folder, [tool, "--version"])
    for command, kind in modules.GROWTH if start else []:
        words = [modules.write(folder, command, kind, count)[0] for count in (40, 400)]
        counts = [count_of_command(tap, folder, [tool, *w], expected=int("@changed" in command)) for w in words]
        if all(counts):
            tap.check(counts[1] - start <= 11 * (counts[0] - start), f"linear: {command}, {kind}",
                      f"{counts[0] - start} to {counts[1] - start}")


def memory(tap, tool, folder):
    path = os.path.join(folder, "m.mlir")
    with open(path, "w", encoding="ascii") as f:
        f.write(workload.make("layouts", 24_000_000))
    each = bench.peak_bytes([tool, path]) / os.path.getsize(path)
    tap.check(each <= MEMORY_PER_BYTE, f"memory per byte of input at most {MEMORY_PER_BYTE}", f"measured {each:.2f}")


def editing_session(text, edits):
    """Each edit inserts a blank in the middle, after a `<`, and its diagnostics are requested."""
    lines = text.split("\n")
    line = len(lines) // 2
    place = {"line": line, "character": lines[line].index("<") + 1}
    change = {"range": {"start": place, "end": place}, "text": " "}
    steps = [edited(2 + i, change) + request(3 + i, "textDocument/diagnostic", textDocument={"uri": URI})
             for i in range(edits)]
    return START + opened(text) + b"".join(steps) + END


def edit_instructions(tap, server, folder, text):
    """Instructions of an edit per byte; None if they were not counted."""
    edits = 3
    counts = [count_of_command(tap, folder, [server], editing_session(text, n)) for n in (0, edits)]
    return (counts[1] - counts[0]) / edits / len(text) if all(counts) else None


def first_definition(tap, server, folder):
    """The first question about a name after an edit inside of a function."""
    lines = ["func.func @f(%arg0: tensor<2xf32>) {", '  %0 = "x.neg"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>']
    for i in range(1, 2_500):
        lines.append(f'  %{i} = "x.add"(%{i - 1}, %{i // 2}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>')
    text = "\n".join([*lines, "  return", "}"]) + "\n"
    at = {"line": 1000, "character": lines[1000].index("(%") + 2}

    def question(number):
        return request(number, "textDocument/definition", textDocument={"uri": URI}, position=at)

    def session(asks):
        stop = {**at, "character": at["character"] + 1}
        steps = [edited(2 + i, {"range": {"start": at, "end": stop}, "text": str(i)})
                 + request(50 + i, "textDocument/diagnostic", textDocument={"uri": URI}) + question(90 + i) * asks
                 for i in range(3)]
        return START + opened(text) + question(40) + b"".join(steps) + END

    counts = [count_of_command(tap, folder, [server], session(asks)) for asks in (0, 1)]
    if not all(counts):
        return
    each = (counts[1] - counts[0]) / 3 / len(text)
    tap.check(each <= NAME_INSTRUCTIONS, "the first definition after an edit takes at most "
              f"{NAME_INSTRUCTIONS} instructions per byte", f"{each:.1f}")


def language_server(tap, server, folder, has_valgrind):
    for kind, (most_instructions, most_memory) in EDIT_LIMITS.items():
        text = workload.make(kind, 200_000)
        each = edit_instructions(tap, server, folder, text) if has_valgrind else None
        if each is not None:
            tap.check(each <= most_instructions,
                      f"an edit of {kind} takes at most {most_instructions} instructions per byte", f"{each:.1f}")
        text, path = workload.make(kind, 10_000_000), os.path.join(folder, "session")
        with open(path, "wb") as f:
            f.write(editing_session(text, 2))
        with open(path, "rb") as f:
            each = bench.peak_bytes([server], stdin=f) / len(text)
        tap.check(each <= most_memory, f"an edit of 10 MB of {kind} takes at most {most_memory} bytes per byte",
                  f"{each:.2f}")


def stack(tap, tool, folder):
    def small_stack():
        resource.setrlimit(resource.RLIMIT_STACK, (STACK_KIB * 1024, STACK_KIB * 1024))

    for name, opening, closing in (("arrays", "[", "]"), ("dictionaries", "{a = ", "}"), ("tuples", "tuple<", ">"),
                                   ("affine terms", "(", ")"), ("signs", "-", "")):
        for depth in (NESTING_LIMIT - 12, 100_000):
            middle = {"tuples": "i1"}.get(name, "d0" if name in ("affine terms", "signs") else "1")
            body = opening * depth + middle + closing * depth
            text = f"affine_map<(d0) -> ({body})>" if middle == "d0" else body
            path = os.path.join(folder, "n.mlir")
            with open(path, "w", encoding="ascii") as f:
                f.write(f"{'!' if name == 'tuples' else '#'}a = {text}\n")
            status, out, err = run([tool, path], preexec_fn=small_stack)
            said = err.decode(errors="replace")
            good = status == 0 if depth < NESTING_LIMIT else status == 1 and "[nesting-limit]" in said
            tap.check(good, f"{depth} nested {name} in {STACK_KIB} KiB of stack", f"exit {status}: {said[:300]}")


def leaks(tap, tool):
    for path in files_below("lit", "canonical.mlir")[:3] + files_below("lit", "errors.mlir")[:3]:
        status, _, err = run(["valgrind", "-q", "--leak-check=full", "--errors-for-leak-kinds=all",
                              "--error-exitcode=9", tool, "--split-input-file", os.path.join(ROOT, path)])
        tap.check(status in (0, 1), f"valgrind: {path}", err.decode(errors="replace"))


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    tool = os.path.join(build, "tt-opt")
    valgrind = run(["sh", "-c", "command -v valgrind"])[0] == 0
    with tempfile.TemporaryDirectory() as folder:
        if valgrind:
            instructions(tap, tool, folder)
            growth(tap, tool, folder)
            hash_flooding(tap, tool, folder)
            commands(tap, os.path.join(build, "tt-layout"), folder)
            leaks(tap, tool)
        else:
            tap.skip("instructions per byte, leaks", "valgrind is not installed")
        memory(tap, tool, folder)
        programs(tap, os.path.join(build, "tt-layout"), folder, valgrind)
        if valgrind:
            first_definition(tap, os.path.join(build, "tt-lsp-server"), folder)
        language_server(tap, os.path.join(build, "tt-lsp-server"), folder, valgrind)
        stack(tap, tool, folder)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
