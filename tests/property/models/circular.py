#!/usr/bin/env python3
"""`memory --json` on circular buffers of `ttnn.generic` and of `--resources`, against tt-metal's program.cpp as
../shared's reference quotes it: an allocator of each core range, which keeps the end of its last region. Sizes and core
sets are random; L1 of the architecture is in tt-mlir's default descriptors.

  circular.py BUILD_DIR [CASES [SEED]]     a case is a module"""
import json
import os
import sys
import tempfile

from model import round_up, run_model

BASE, L1, ALIGN = 1024, 1499136, 32  # wormhole_b0
LAYOUT = ("#l1 = #ttnn.buffer_type<l1>\n#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, "
          "memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>, "
          "core_ranges = <[#ttnn.core_range<(0, 0), (0, 0)>]>>\n")
TENSOR = "tensor<32x32xbf16, #layout>"


def overlap(a, b):
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


class Cb:
    def __init__(self, rng, most):
        self.size = rng.randrange(1, most)
        self.ranges = []
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            x0, y0 = rng.randrange(3), rng.randrange(3)
            range_ = (x0, y0, rng.randrange(x0, 3), rng.randrange(y0, 3))
            if not any(overlap(range_, other) for other in self.ranges):
                self.ranges.append(range_)
        self.address = None


def place(cbs):
    """Addresses of the circular buffers of one program; the end of each allocator."""
    ends = {r: BASE for cb in cbs for r in cb.ranges}
    for cb in cbs:
        address = round_up(max([BASE] + [ends[r] for r in cb.ranges]), ALIGN)
        for r in cb.ranges:
            for other in ends:
                if not overlap(other, r) or (other != r and address < ends[other]):
                    continue
                ends[other] = max(ends[other], address + cb.size)
        cb.address = address
    return ends


def cb_text(cb, index):
    ranges = ", ".join(f"#ttnn.core_range<({a},{b}), ({c},{d})>" for a, b, c, d in cb.ranges)
    return (f"<total_size = {cb.size}, core_ranges = <[{ranges}]>, "
            f"formats = [<buffer_index = {index}, dtype = bf16, page_size = 2048>]>")


def step(rng, tools, verdict):
    verdict.cases += 1
    most = rng.choice([5000, 300000, 800000])
    common = [Cb(rng, most // 4) for _ in range(rng.choice([0, 0, 1, 2]))]
    for cb in common:
        cb.ranges = cb.ranges[:1]
    tied = [Cb(rng, most // 4) for _ in range(rng.choice([0, 0, 1]))]
    for cb in tied:
        cb.ranges = cb.ranges[:1]
    programs = [[Cb(rng, most) for _ in range(rng.randrange(1, 5))] for _ in range(rng.randrange(1, 4))]
    text, lines = LAYOUT + f"func.func @f(%a: {TENSOR}) {{\n", []
    first = text.count("\n") + 1
    for cbs in programs:
        body = ", ".join(cb_text(cb, i) for i, cb in enumerate(cbs))
        text += (f'  "ttnn.generic"(%a) <{{program = #ttnn.program<kernels = [], cbs = [{body}], semaphores = []>}}> : '
                 f"({TENSOR}) -> ()\n")
    text += "  return\n}\n"
    for cb, operation in [(cb, None) for cb in common] + [(cb, first) for cb in tied]:
        x0, y0, x1, y1 = cb.ranges[0]
        lines.append(json.dumps({"kind": "circular_buffer", "size": cb.size, "core_range": [[x0, y0], [x1, y1]],
                                 "operation": operation}))
    clash, peak, top = False, 0, L1 - 2048
    rows = []
    for number, cbs in enumerate(programs):
        every = common + (tied if number == 0 else []) + cbs
        ends = place(every)
        clash |= any(end > top for end in ends.values())
        rows += [(first + number, f"cb {i}", cb.size, cb.address) for i, cb in enumerate(cbs)]
        spans = sorted((cb.address, cb.address + cb.size) for cb in every) + [(top, L1)]
        taken, reach = 0, 0
        for begin, end in spans:
            taken += max(0, end - max(begin, reach))
            reach = max(reach, end)
        peak = max(peak, taken)
    place(common)
    shared_rows = [(f"resource {i + 1}", cb.size, cb.address) for i, cb in enumerate(common)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "resources")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        status, out, err = tools.layout("memory", "-", "--json", "--resources", path, stdin=text)
    arguments = ["memory", text] + lines
    if status > 1 or not out:
        verdict.expect("a module", "a plan", err[:300], arguments)
        return
    plan = json.loads(out)
    seen = [(b["line"], b["name"], b["bytes_per_bank"], b["address"]) for b in plan["buffers"] if b["name"][:2] == "cb"]
    verdict.expect("circular buffers", sorted(rows), sorted(seen), arguments)
    seen = [(b["name"], b["bytes_per_bank"], b["address"]) for b in plan["buffers"]
            if b["resource"] and b["line"] is None and b["resource"] <= len(common)]
    verdict.expect("those of all operations", shared_rows, seen, arguments)
    verdict.expect("verdict", not clash, plan["fits"], arguments)
    if not clash:
        verdict.expect("peak of L1", peak, plan["banks"][1]["peak"], arguments)
    verdict.count("programs that fit", not clash)
    verdict.count("programs that do not fit", clash)
    verdict.count("several core ranges", any(len(cb.ranges) > 1 for cbs in programs for cb in cbs))


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "circular", 300, step))
