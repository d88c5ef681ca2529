#!/usr/bin/env python3
"""Recorded graphs of ttnn (memory --replay) against a model from docs/memory.md alone: peaks, addresses of first fit,
the function at the peak, whether it fits.   captures.py BUILD_DIR [CASES [SEED]]"""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "drivers"))
from tap import Tap, arguments  # noqa: E402

# of wormhole_b0: banks, first address, end, alignment of pages
BANKS = {"DRAM": (12, 1024, 1073741824, 32), "L1": (64, 1024, 1499136, 16)}


def up(n, to):
    return -(-n // to) * to


def meet(a, b):
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


class Model:
    """Buffers in lockstep: ranges of one bank."""

    def __init__(self):
        self.taken = {t: {} for t in BANKS}
        self.stack, self.cbs, self.same, self.fits = [], [], 0, True
        self.peak = {t: (0, 0, None, None) for t in BANKS}

    def bank_bytes(self, kind, size, page, cores):
        pages = -(-size // page)
        each = -(-pages // (cores or BANKS[kind][0]))
        return up(each * up(page, BANKS[kind][3]), 32)

    def gaps(self, kind):
        _, begin, end, _ = BANKS[kind]
        for low, high in sorted(self.taken[kind].values()):
            yield begin, low
            begin = high
        yield begin, end

    def first_fit(self, kind, size):
        found = [g for g in self.gaps(kind) if g[1] - g[0] >= size]
        if not found:
            return None
        return found[0][0] if kind == "DRAM" else found[-1][1] - size

    def circular(self):
        return max((end for _, end in self.cbs), default=1024) - 1024

    def note(self, kind):
        held = sum(b - a for a, b in self.taken[kind].values())
        beside = self.circular() if kind == "L1" else 0
        if held + beside > self.peak[kind][0] + self.peak[kind][1]:
            names = self.stack
            self.peak[kind] = (held, beside, names[-1] if names else None, names[0] if len(names) > 1 else None)
        lowest = min((a for a, _ in self.taken["L1"].values()), default=1 << 40)
        if self.cbs and 1024 + self.circular() > min(lowest, BANKS["L1"][2]):
            self.fits = False


def text(rng, value):
    return str(value) if rng.random() < .8 else value


def case(rng):
    m, nodes, live = Model(), [], []
    def node(kind, params, connections=()):
        nodes.append({"counter": len(nodes) * 2 + 1, "node_type": kind, "params": params,
                      "connections": list(connections)})
        return nodes[-1]["counter"]
    node("capture_start", {})
    recorded = 0
    for _ in range(rng.randrange(1, 40)):
        what = rng.random()
        if what < .15 and len(m.stack) < 4:
            m.stack.append(rng.choice(["ttnn::add", "ttnn::matmul", "Matmul", "create_device_tensor"]))
            node("function_start", {"name": m.stack[-1], "inputs": "2"})
        elif what < .25 and m.stack:
            node("function_end", {"name": m.stack.pop()})
        elif what < .45 and live:
            kind, of = live.pop(rng.randrange(len(live)))
            del m.taken[kind][of]
            node("buffer_deallocate", {}, [of])
        elif what < .6:
            x, y = rng.randrange(8), rng.randrange(8)
            box = (x, y, rng.randrange(x, 8), rng.randrange(y, 8))
            size, is_global = rng.choice([2048, 4096, 6000, 300000]), rng.random() < .2
            form = "{{[(x={},y={}) - (x={},y={})]}}" if rng.random() < .7 else "[{}-{} - {}-{}]"
            node("circular_buffer_allocate", {"size": text(rng, size), "core_range_set": form.format(*box),
                                              "globally_allocated": "1" if is_global else "0"})
            if is_global:
                continue
            begin = up(max((end for b, end in m.cbs if meet(b, box)), default=1024), 32)
            m.cbs.append((box, begin + size))
            m.note("L1")
        elif what < .67:
            node("circular_buffer_deallocate_all", {})
            m.cbs = []
        elif what < .7:
            node("stack_op", {"x": 1.5})
        else:
            kind = rng.choice(["DRAM", "L1", "L1"])
            cores = rng.choice([0, 0, 8, 12]) if kind == "DRAM" else rng.choice([0, 1, 16, 64])
            page, pages = rng.choice([32, 100, 2048, 4096]), rng.randrange(1, 3000)
            size = page * pages
            need = m.bank_bytes(kind, size, page, cores)
            at = m.first_fit(kind, need)
            if at is None:
                continue  # a test of its own in lit
            of = node("buffer", {"size": str(size), "type": kind})
            params = {"size": text(rng, size), "type": kind, "page_size": text(rng, page),
                      "num_cores": text(rng, cores),
                      "layout": rng.choice(["HEIGHT_SHARDED", "block_sharded"]) if cores else "INTERLEAVED"}
            if rng.random() < .7:
                recorded += 1
                gap = rng.choice([g for g in m.gaps(kind) if g[1] - g[0] >= need])
                wanted = at if rng.random() < .6 else gap[0]
                m.same += wanted == at
                at = wanted
                params["address"] = text(rng, at)
            node("buffer_allocate", params, [of])
            m.taken[kind][of] = (at, at + need)
            live.append((kind, of))
            m.note(kind)
    return m, nodes, recorded


def compare(tool, rng, path):
    m, nodes, recorded = case(rng)
    with open(path, "w", encoding="ascii") as f:
        json.dump(nodes if rng.random() < .7 else {rng.choice(["content", "graph"]): nodes}, f,
                  indent=rng.choice([None, 1]))
    run = subprocess.run([tool, "memory", "--json", "--replay", path], capture_output=True, text=True, check=False)
    found = json.loads(run.stdout)
    assert run.returncode == (not m.fits), run
    assert (found["recorded"], found["at_recorded"]) == (recorded, m.same), (found, recorded, m.same)
    placed = any(n["node_type"] == "buffer_allocate" or n["params"].get("globally_allocated") == "0" for n in nodes)
    assert found["fits"] == (m.fits if placed else None), found
    for kind, peak in m.peak.items():
        bank = [b for d in found["devices"] for b in d["banks"] if b["type"] == kind]
        keys = ("peak", "circular_buffers", "function", "outer_function")
        have = tuple(bank[0][k] for k in keys) if bank else (0, 0, None, None)
        assert have == peak, (kind, have, peak)


def node(number, kind, *of, **params):
    return {"counter": number, "node_type": kind, "params": params, "connections": list(of)}


def allocation(number, kind, size, page, address, cores=0):
    return [node(number, "buffer"), node(number + 1, "buffer_allocate", number, size=str(size), type=kind,
                                         page_size=str(page), num_cores=str(cores), address=str(address),
                                         layout="HEIGHT_SHARDED" if cores else "INTERLEAVED")]


def circular(number, size, x0, y0, x1, y1):
    return node(number, "circular_buffer_allocate", size=str(size), globally_allocated="0",
                core_range_set=f"{{[(x={x0},y={y0}) - (x={x1},y={y1})]}}")


# Computed by hand: nodes; fits; buffers, all at the address that is recorded; a bank's peak
BY_HAND = {
    # 130 pages of 100 bytes in 64 banks: 3 in a bank, each 112 bytes; 336 are 352, below 1499136
    "pages": ([node(1, "function_start", name="f"), *allocation(2, "L1", 13000, 100, 1498784),
               node(4, "function_end", name="f")], True, 1, ("L1", 352, 0, "f", None)),
    # 8192 bytes do not fit in the hole of 4096 at 1024, 2048 do
    "hole": ([*allocation(1, "DRAM", 12 * 4096, 2048, 1024), *allocation(3, "DRAM", 12 * 2048, 2048, 5120),
              node(5, "buffer_deallocate", 1), *allocation(6, "DRAM", 12 * 8192, 2048, 7168),
              *allocation(8, "DRAM", 12 * 2048, 2048, 1024)], True, 4, ("DRAM", 12288, 0, None, None)),
    # the third meets both: it begins after the longer one, at 101024
    "cores": ([node(1, "function_start", name="outer"), node(2, "function_start", name="op"),
               circular(3, 60000, 0, 0, 3, 7), circular(4, 100000, 4, 0, 7, 7), circular(5, 50000, 3, 0, 4, 0)],
              True, 0, ("L1", 0, 150000, "op", "outer")),
    # 64 shards begin at 1499136 - 998112 = 501024: 500000 bytes from 1024 end there
    "touch": ([*allocation(1, "L1", 998112 * 64, 998112, 501024, 64), circular(3, 500000, 0, 0, 0, 0)],
              True, 1, ("L1", 998112, 500000, None, None)),
    "clash": ([*allocation(1, "L1", 998112 * 64, 998112, 501024, 64), circular(3, 500032, 0, 0, 0, 0)],
              False, 1, ("L1", 998112, 500032, None, None)),
    "beyond": ([circular(1, 1498113, 0, 0, 0, 0)], False, 0, ("L1", 0, 1498113, None, None)),
}


def by_hand(tool, name, path):
    nodes, fits, same, peak = BY_HAND[name]
    with open(path, "w", encoding="ascii") as f:
        json.dump(nodes, f)
    run = subprocess.run([tool, "memory", "--json", "--replay", path], capture_output=True, text=True, check=False)
    found = json.loads(run.stdout)
    assert (run.returncode, found["fits"], found["recorded"], found["at_recorded"]) == (not fits, fits, same, same), run
    keys = ("type", "peak", "circular_buffers", "function", "outer_function")
    assert peak in [tuple(b[k] for k in keys) for d in found["devices"] for b in d["banks"]], found


def main():
    parser = arguments(__doc__)
    parser.add_argument("cases", nargs="?", type=int, default=100)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    options, tap = parser.parse_args(), Tap()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for i in range(options.cases):
            try:
                compare(os.path.join(options.build, "tt-layout"), random.Random(f"{options.seed} {i}"),
                        os.path.join(folder, "capture.json"))
            except (AssertionError, ValueError, KeyError) as error:
                wrong.append(f"case {i}: {error}")
        for name in BY_HAND:
            try:
                by_hand(os.path.join(options.build, "tt-layout"), name, os.path.join(folder, "capture.json"))
            except (AssertionError, ValueError, KeyError) as error:
                wrong.append(f"{name}: {error}")
    tap.check(not wrong, f"{options.cases} captures, {len(BY_HAND)} by hand", "\n".join(wrong[:3]))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
