#!/usr/bin/env python3
"""`move --emit=protocol` on arrays of bytes: an interpreter of the text runs the kernels in a random order, each
transfer at a random time between its call and its barrier. Every element must arrive, padding must hold the value of
the layout (or stay as it was), and `tt-layout protocol` must pass.

  kernels.py BUILD_DIR [CASES [SEED]]     a case is a pair of layouts of a tensor"""
import os
import re
import struct
import sys
import tempfile

from footprint import TtnnLayout
from model import Layout, collapse_text, map_of, run_model, volume
from moves import ARCHS, place

PATTERNS = {"zero": b"\0" * 8, "f32 one": struct.pack("<ff", 1, 1), "f32 inf": struct.pack("<f", float("inf")) * 2,
            "f32 neginf": struct.pack("<f", float("-inf")) * 2, "bf16 one": b"\x80\x3f" * 4,
            "bf16 inf": b"\x80\x7f" * 4, "bf16 neginf": b"\x80\xff" * 4}


def random_layout(rng, shape, element):
    dims = len(shape)
    cut = rng.randrange(1, dims)
    results = [collapse_text(shape, 0, cut, rng.choice([1, 1, 1, 2, 4, 32])), collapse_text(shape, cut, dims)]
    grid = [rng.choice([1, 1, 2, 3, 4, 8]) for _ in range(2)]
    tile = rng.choice([None, None, (32, 32, element), (16, 16, element), (4, 16, element), (16, 32, element)])
    kind = rng.choice(["l1", "l1", "l1", "ttnn", "dram", "dram", "sharded dram"])
    if kind == "ttnn":
        results = [collapse_text(shape, 0, dims - 1), f"d{dims - 1}"]
        return TtnnLayout(shape, element, map_of(dims, results), grid, tile, "l1", "block_sharded")
    return Layout(shape, element, map_of(dims, results), grid, tile, "l1" if kind == "l1" else "dram",
                  "block_sharded" if kind == "sharded dram" else rng.choice([None, "interleaved"])
                  if kind == "dram" else None, rng.choice(["undef", "undef", "zero", "one", "inf", "neginf"]))


# The text.

def core_of(text, names):
    return names[text] if text in names else tuple(map(int, text.split("x")))


def cores_of(text, names):
    if text in names:
        return names[text]
    first, _, last = text.partition("..")
    (y0, x0), (y1, x1) = core_of(first, names), core_of(last or first, names)
    return [(y, x) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


def arguments_of(text):
    parts, depth, part = [], 0, ""
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    return parts + [part.strip()] if part.strip() else []


def number(text, loops):
    if not re.fullmatch(r"[\d\s()+\-*/%i]+", text):
        raise ValueError(f"not a number: {text}")
    return eval(text.replace("/", "//"), {}, dict(loops))  # pylint: disable=eval-used


class Machine:
    def __init__(self, text, rng):
        self.rng, self.names, self.kernels = rng, {}, []
        self.memory, self.semaphores, self.pages = {}, {}, {}
        lines = iter(text.splitlines())
        for raw in lines:
            line = raw.partition("//")[0].strip()
            words = line.split()
            if not words:
                continue
            if words[0] == "core":
                self.names[words[1]] = cores_of(words[3], self.names)
            elif words[0] == "buffer":
                size = int(words[words.index("size") + 1])
                for core in [None] if words[3] == "dram" else cores_of(words[3], self.names):
                    self.memory[words[1], core] = bytearray(rng.randbytes(size))
            elif words[0] == "cb":
                for core in cores_of(words[3], self.names):
                    self.memory[words[1], core] = bytearray(rng.randbytes(int(words[5]) * int(words[7])))
                    self.pages[words[1], core] = [int(words[5]), int(words[7]), 0, 0]  # pages, bytes, pushed, popped
            elif words[0] == "semaphore":
                for core in cores_of(words[3], self.names):
                    self.semaphores[words[1], core] = 0
            elif words[0] == "kernel":
                core = core_of(words[3], self.names)
                self.kernels.append((words[1], core, self.block(lines)))
            else:
                raise ValueError(raw)

    def block(self, lines):
        """[(head of a loop or None, statement or block)]"""
        found = []
        for raw in lines:
            code, _, comment = raw.partition("//")
            code = code.strip()
            if code == "}":
                return found
            match = re.fullmatch(r"for (\w+) in 0 \.\. (\d+) \{", code)
            if match:
                found.append(((match[1], int(match[2])), self.block(lines)))
            else:
                found.append((None, (code, comment.strip())))
        raise ValueError("a block does not end")

    def address(self, text, core, loops):
        """(bytes, offset)"""
        match = re.fullmatch(r"get_noc_addr\((\d+x\d+), (.*)\)", text)
        if match:
            return self.address(match[2], core_of(match[1], self.names), loops)
        base, _, offset = text.partition(" + ")
        at = number(offset, loops) if offset else 0
        match = re.fullmatch(r"get_(write|read)_ptr\((\w+)\)", base)
        if match:
            cb = self.pages[match[2], core]
            at += cb[2 if match[1] == "write" else 3] % cb[0] * cb[1]
            base = match[2]
        owner = core if (base, core) in self.memory else None
        return self.memory[base, owner], at

    def run(self):
        """Runs all kernels to the end; the name of one that blocks forever, or None."""
        running = [(name, core, self.kernel(core, block)) for name, core, block in self.kernels]
        while running:
            alive, progress = [], False
            self.rng.shuffle(running)
            for name, core, steps in running:
                for _ in range(self.rng.randrange(1, 200)):
                    state = next(steps, "end")
                    progress |= state != "blocked"
                    if state != "ran":
                        break
                if state != "end":
                    alive.append((name, core, steps))
            if alive and not progress:
                return f"{alive[0][0]} on {alive[0][1]}"
            running = alive
        return None

    def kernel(self, core, block):
        flying = {"read": [], "write": []}
        yield from self.statements(core, block, {}, flying)
        if flying["read"] or flying["write"]:
            raise ValueError("a transfer is in flight at the end")

    def statements(self, core, block, loops, flying):
        for head, content in block:
            if head:
                for i in range(head[1]):
                    yield from self.statements(core, content, {**loops, head[0]: i}, flying)
                continue
            yield from self.statement(core, content, loops, flying)
            for some in flying.values():
                while some and self.rng.random() < 0.1:
                    self.copy(*some.pop(self.rng.randrange(len(some))))
            yield "ran"

    @staticmethod
    def copy(source, target, size):
        (a, at), (b, to) = source, target
        if at < 0 or to < 0 or at + size > len(a) or to + size > len(b):
            raise ValueError("outside the memory")
        b[to:to + size] = a[at:at + size]

    def statement(self, core, content, loops, flying):
        code, comment = content
        match = re.fullmatch(r"(\w+)\((.*)\)", code)
        name, arguments = match[1], arguments_of(match[2])
        if name in ("noc_async_read", "noc_async_write"):
            source, target = (self.address(text, core, loops) for text in arguments[:2])
            size = number(arguments[2], loops)
            if source[1] % 16 or target[1] % 16 or size % 16:
                raise ValueError(f"not aligned: {code}")
            flying[name[10:]].append((source, target, size))
        elif name in ("noc_async_read_barrier", "noc_async_write_barrier", "noc_async_writes_flushed"):
            some = flying["read" if "read" in name else "write"]
            self.rng.shuffle(some)
            while some:
                self.copy(*some.pop())
        elif name == "l1_copy":
            source, target = (self.address(text, core, loops) for text in arguments[:2])
            self.copy(source, target, number(arguments[2], loops))
        elif name == "l1_write":
            target, size = self.address(arguments[0], core, loops), int(arguments[1])
            value = bytes.fromhex(comment[4:]) * (size // 8 + 1) if comment.startswith("fill") else \
                self.rng.randbytes(size)
            self.copy((value, 0), target, size)
        elif name == "noc_semaphore_inc":
            match = re.fullmatch(r"get_noc_addr\((\d+x\d+), (\w+)\)", arguments[0])
            self.semaphores[match[2], core_of(match[1], self.names)] += int(arguments[1])
        elif name == "noc_semaphore_wait":
            while self.semaphores[arguments[0], core] != int(arguments[1]):
                yield "blocked"
        elif name in ("cb_reserve_back", "cb_wait_front"):
            pages = self.pages[arguments[0], core]
            while pages[2] - pages[3] == (pages[0] if "reserve" in name else 0):
                yield "blocked"
        elif name in ("cb_push_back", "cb_pop_front"):
            self.pages[arguments[0], core][2 if "push" in name else 3] += 1
        elif name not in ("l1_read", "noc_async_atomic_barrier"):
            raise ValueError(f"unknown: {code}")


def buffer_of(name, where):
    space, at = where
    return (name, at) if space == "l1" else (f"{name}_bank{at}", None)


def pattern_of(layout):
    """The bytes of padding, or None"""
    return None if layout.oob == "undef" else PATTERNS["zero" if layout.oob == "zero" else
                                                       f"{layout.element} {layout.oob}"]


def check_bytes(machine, moves, layout, rng):
    """What is wrong with the bytes after the run, or None."""
    size = 4 if layout.element == "f32" else 2
    values = {}
    for number_, ((source, at), target) in enumerate(moves):
        value = values[target] = rng.randbytes(size)
        memory = machine.memory[buffer_of("from", source)]
        if at + size > len(memory):
            return f"element {number_} is outside its source"
        memory[at:at + size] = value
    before = {key: bytes(memory) for key, memory in machine.memory.items()}
    stuck = machine.run()
    if stuck:
        return f"{stuck} blocks forever"
    taken = {key: bytearray(len(memory)) for key, memory in machine.memory.items() if key[0].startswith("to")}
    for (target, at), value in values.items():
        key = buffer_of("to", target)
        if machine.memory[key][at:at + size] != value:
            return f"wrong bytes in {key} at {at}"
        taken[key][at:at + size] = b"\1" * size
    pattern = pattern_of(layout) or b""
    for key, memory in machine.memory.items():
        if key not in taken:
            continue
        for at, (byte, element_here) in enumerate(zip(memory, taken[key])):
            if not element_here and byte != before[key][at] and pattern[at % 8:at % 8 + 1] != bytes([byte]):
                return f"byte {at} of {key} has no element but holds {byte:#x}"
    return None


def padding_holds(machine, moves, layout):
    """Each index of the padded tiles or shards that has no element holds oob_val (metal layouts in L1)."""
    if layout.oob == "undef" or layout.space != "l1" or isinstance(layout, TtnnLayout):
        return True
    size = 4 if layout.element == "f32" else 2
    pattern, taken = pattern_of(layout), {}
    for _, ((_, core), at) in moves:
        taken.setdefault(core, set()).update(range(at, at + size))
    for y in range(layout.grid[0]):
        for x in range(layout.grid[1]):
            memory = machine.memory.get(("to", (y, x)))
            if memory is None:
                return False
            for at in range(layout.shard_bytes()):
                if at not in taken.get((y, x), ()) and memory[at] != pattern[at % 8]:
                    return False
    return True


def random_case(rng):
    """(layouts before and after, permutation, architecture, arguments of move), or None"""
    some = rng.choice([[1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 32, 33, 64], [8, 16, 32, 64]])
    shape = [rng.choice(some) for _ in range(rng.choice([2, 2, 3, 3, 4]))]
    if volume(shape) > 4096:
        return None
    element = rng.choice(["f32", "f32", "bf16"])
    before = random_layout(rng, shape, element)
    permute = rng.sample(range(len(shape)), len(shape)) if rng.random() < 0.2 else list(range(len(shape)))
    after = random_layout(rng, [shape[p] for p in permute], element)
    if before.text() == after.text() or not before.legal() or not after.legal():
        return None
    arch = rng.choice(list(ARCHS))
    arguments = ["move", "--from", before.text(), "--to", after.text(), "--arch", arch, "--direction",
                 rng.choice(["push", "pull"]), "--noc", rng.choice("01")]
    if rng.random() < 0.3:
        arguments += ["--harvest", {"grayskull": "2", "wormhole_b0": "4,8", "blackhole": "6"}[arch]]
    if permute != sorted(permute):
        arguments += ["--permute", ",".join(map(str, permute))]
    return before, after, permute, arch, arguments


def moves_of(before, after, permute, arch):
    return [(place(before, index, arch), place(after, [index[p] for p in permute], arch))
            for index in before.indices()]


def step(rng, tools, verdict):
    case = random_case(rng)
    if not case:
        return
    before, after, permute, arch, arguments = case
    status, text, err = tools.layout(*arguments, "--emit=protocol")
    if "no data movement required" in err:
        return
    verdict.cases += 1
    if not verdict.expect("emit", 0, status, arguments + [err[:300]]):
        return
    machine = Machine(text, rng)
    moves = moves_of(before, after, permute, arch)
    if not verdict.expect("bytes", None, check_bytes(machine, moves, after, rng), arguments):
        return
    verdict.expect("padding", True, padding_holds(machine, moves, after), arguments)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write(text)
    proof, err = tools.json("protocol", file.name, "--arch", arch)
    os.unlink(file.name)
    if verdict.expect("protocol runs", True, proof is not None, arguments + [err[:300]]):
        verdict.expect("no fault", [], proof["faults"], arguments)
        verdict.expect("decided", True, proof["all_interleavings"], arguments)
    verdict.count(f"{before.space} to {after.space}")
    verdict.count("with merged runs" if "l1_copy" in text else "without merged runs")
    verdict.count("filled" if "// fill" in text else "not filled")


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "kernels", 200, step))
