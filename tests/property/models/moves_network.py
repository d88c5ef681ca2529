#!/usr/bin/env python3
"""`move --json --simulate` of layouts with floordiv, ceildiv and mod in their maps, on one or several chips, push and
pull, on both NoCs, with harvesting, against brute force: each element has one transfer, from where it is to where it
belongs; kinds; hops by walks of the torus; bytes and flits of every link; bytes that nodes and banks send and receive
(a link forwards what it receives); hops and bytes between chips over the channels of a random system.

  moves_network.py BUILD_DIR [CASES [SEED]]     a case is a pair of layouts of a tensor"""
import collections
import os
import sys
import tempfile

from model import ELEMENT_BYTES, NOC, Layout, ceil_div, map_of, run_model, volume
from moves import ARCHS, place
from noc_routes import HARVEST, banks, walk, workers

FLIT_BYTES = {"wormhole_b0": 32, "blackhole": 64, "grayskull": 32}


# Layouts with maps that divide.

def split(rng, dim, extent):
    """(quotient, its extent, remainder, its extent) of a dim, in one of several notations."""
    k = rng.choice([2, 3, 4, 5, 8])
    if rng.random() < 0.3 and extent % k == 0:  # counted from the end
        last = f"({extent - 1} - {dim})"
        return f"{last} floordiv {k}", ceil_div(extent, k), f"{last} mod {k}", k
    if rng.random() < 0.2:
        return f"({dim} + {k}) ceildiv {k} - 1", ceil_div(extent - 1, k) + 1, f"({dim} + {k - 1}) mod {k}", k
    return f"{dim} floordiv {k}", ceil_div(extent, k), f"{dim} mod {k}", k


def divided_map(rng, shape):
    """A map of a tensor of two dims to two or three physical dims; most are legal."""
    (a, m, b, n), (c, p, d, q) = split(rng, "d0", shape[0]), split(rng, "d1", shape[1])
    kind = rng.choice(["cyclic", "tiles", "columns", "chips", "chips", "both", "plain"])
    if kind == "cyclic":
        return [f"({b}) * {m} + {a}", "d1"]
    if kind == "tiles":
        return [f"({a}) * {p} + {c}", f"({b}) * {q} + {d}"]
    if kind == "columns":
        return [a, f"({b}) * {shape[1]} + d1"]
    if kind == "chips":
        return rng.choice([[a, b, "d1"], [b, a, "d1"], [c, "d0", d], [a, f"({b}) * {p} + {c}", d]])
    if kind == "both":
        return [f"({b}) * {m} + {a}", f"({d}) * {p} + {c}"]
    return ["d0", "d1"]


def random_layout(rng, shape):
    results = divided_map(rng, shape)
    grid = [rng.choice([1, 1, 2, 3, 4]) for _ in results]
    tile = rng.choice([None, None, None, (32, 32, "f32"), (4, 16, "f32")])
    dram = len(results) == 2 and rng.random() < 0.3
    return Layout(shape, "f32", map_of(2, results), grid, tile, "dram" if dram else "l1",
                  rng.choice([None, "interleaved"]) if dram else None)


def located(layout, index, arch):
    """(chip, space, core or bank, byte): dims of the grid before the last two count chips."""
    if layout.space == "dram" or len(layout.grid) == 2:
        (space, where), byte = place(layout, index, arch)
        return 0, space, where, byte
    core, offset = layout.core(index), layout.offset(index)
    return core[0], "l1", core[1:], layout.byte_offset(offset)


# Systems.

def random_system(rng, chips):
    """Channels (chip, ethernet core, chip, ethernet core) of a line, a ring, or with additional ones."""
    pairs = [(i, i + 1) for i in range(chips - 1)]
    if chips > 2 and rng.random() < 0.4:
        pairs.append((0, chips - 1))
    pairs += [rng.choice(pairs) for _ in range(rng.randrange(3))]
    used = collections.Counter()
    channels = []
    for a, b in pairs:
        channels.append((a, used[a], b, used[b]))
        used[a] += 1
        used[b] += 1
    return channels


def system_text(arch, chips, channels):
    links = ", ".join(f"<[{a}, {x}, 0], [{b}, {y}, 0]>" for a, x, b, y in channels)
    worker = ",".join(f" {y}x{x}" for y in range(2) for x in range(2))
    return ('#tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <' + arch + ">, "
            "grid = 2x2, l1_size = 1499136, num_dram_channels = 1, dram_channel_size = 1073741824, "
            "noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, "
            "l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, "
            f"dram_unreserved_end = 1073741824, physical_cores = {{worker = [{worker}] dram = [ 8x0]}}, "
            "supported_data_types = [<f32>], supported_tile_sizes = [ 32x32], num_cbs = 32}], "
            f"[{', '.join('0' for _ in range(chips))}], [{', '.join('0 : i32' for _ in range(chips))}], "
            f"[{', '.join(f' 0x0x0x{i}' for i in range(chips))}], [{links}]>\n")


def chip_path(channels, source, target):
    """Chips of the shortest path; of equal ones that whose chips are lowest from the start on."""
    near = collections.defaultdict(set)
    for a, _, b, _ in channels:
        near[a].add(b)
        near[b].add(a)
    paths, seen = [[source]], {source}
    while paths:
        following = []
        for path in paths:
            if path[-1] == target:
                return path
            for chip in sorted(near[path[-1]]):
                if chip not in seen:
                    seen.add(chip)
                    following.append(path + [chip])
        paths = following
    return None


# The check.

def expanded(transfers, verdict, direction):
    """{destination: source} of every element; None if one is written twice."""
    moved = {}
    for t in transfers:
        ends = [(t[f"{side}_chip"], "l1", tuple(t[f"{side}_core"])) if t[f"{side}_core"] else
                (t[f"{side}_chip"], "dram", t[f"{side}_bank"]) for side in ("src", "dst")]
        kind = "local" if ends[0] == ends[1] and ends[0][1] == "l1" else \
            "fabric" if ends[0][0] != ends[1][0] else \
            "read" if ends[0][1] == "dram" or (direction == "pull" and ends[1][1] == "l1") else "write"
        if not verdict.expect("kind", kind, t["kind"], [str(t)]):
            return None
        for run in range(t["count"]):
            for byte in range(0, t["bytes"], ELEMENT_BYTES["f32"]):
                to = ends[1] + (t["dst_offset"] + run * t["dst_stride"] + byte,)
                if to in moved:
                    return None
                moved[to] = ends[0] + (t["src_offset"] + run * t["src_stride"] + byte,)
    return moved


class Traffic:
    """Sums over transfers on the links of all chips."""

    def __init__(self, arch, noc, harvested):
        self.arch, self.noc, self.cores = arch, noc, workers(arch, harvested)
        self.links, self.flits = collections.Counter(), collections.Counter()
        self.injected, self.absorbed, self.banks = (collections.Counter() for _ in range(3))
        self.hops = 0

    def node(self, transfer, side):
        core, bank = transfer[f"{side}_core"], transfer[f"{side}_bank"]
        return self.cores[tuple(core)] if core is not None else banks(self.arch, self.noc)[bank]

    def add(self, chip, at, to, transfer):
        total = transfer["bytes"] * transfer["count"]
        flits = ceil_div(transfer["bytes"], FLIT_BYTES[self.arch]) + ceil_div(transfer["bytes"], ARCHS[self.arch][2])
        links = walk(self.noc, NOC[self.arch][0], at, to)
        for link in links:
            self.links[chip, *link] += total
            self.flits[chip, *link] += flits * transfer["count"]
        self.injected[chip, *at] += total
        self.absorbed[chip, *to] += total
        return len(links)

    def seen(self, traffic):
        """The same sums as the tool printed them."""
        links = {(t["chip"], *link[:3]): link[3] for t in traffic for link in t["links"]}
        flits = {(t["chip"], *link[:3]): link[4] for t in traffic for link in t["links"]}
        nodes = [{(t["chip"], *node[:2]): node[2] for t in traffic for node in t[key]}
                 for key in ("injected", "absorbed")]
        return [links, flits, *nodes]

    def conserves(self, traffic):
        """What comes into a node and what it injects leaves it or is absorbed."""
        balance = collections.Counter()
        links, _, injected, absorbed = self.seen(traffic)
        for (chip, x, y, direction), amount in links.items():
            dx, dy = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}[direction]
            columns, rows = NOC[self.arch][0]
            balance[chip, x, y] -= amount
            balance[chip, (x + dx) % columns, (y + dy) % rows] += amount
        balance.update(injected)
        balance.subtract(absorbed)
        return not any(balance.values())


def check_network(seen, arch, noc, harvested, channels, verdict, arguments):
    traffic, between, fabric_hops = Traffic(arch, noc, harvested), collections.Counter(), 0
    for t in seen["transfers"]:
        if t["kind"] == "local":
            continue
        at, to = traffic.node(t, "src"), traffic.node(t, "dst")
        if t["kind"] == "fabric":
            path = chip_path(channels, t["src_chip"], t["dst_chip"]) if channels else None
            verdict.expect("hops between chips", len(path) - 1 if path else None, t["hops"], arguments)
            if path:
                fabric_hops += (len(path) - 1) * t["count"]
                for pair in zip(path, path[1:]):
                    between[pair] += t["bytes"] * t["count"]
            continue
        if "via_core" in t:
            middle = traffic.cores[tuple(t["via_core"])]
            hops = traffic.add(t["src_chip"], at, middle, t) + traffic.add(t["src_chip"], middle, to, t)
        else:
            hops = traffic.add(t["src_chip"], at, to, t)
        verdict.expect("hops of a transfer", hops, t["hops"], arguments)
        traffic.hops += hops * t["count"]
    verdict.expect("hops", traffic.hops, seen["hops"], arguments)
    several = any(t["kind"] == "fabric" for t in seen["transfers"])
    if several:
        verdict.count("between chips")
        verdict.expect("hops between chips", fabric_hops if channels else None, seen["fabric_hops"], arguments)
        sums = collections.Counter()
        for c in seen["channels"]:
            sums[c["from_chip"], c["to_chip"]] += c["bytes"]
            a, _, b, _ = channels[c["channel"]]
            verdict.expect("ends of a channel", {a, b}, {c["from_chip"], c["to_chip"]}, arguments)
        verdict.expect("bytes between chips", dict(between), dict(sums), arguments)
        if channels:
            verdict.expect("conservation", True, traffic.conserves(seen["traffic"]), arguments)
    else:
        links, flits, injected, absorbed = traffic.seen(seen["traffic"])
        verdict.expect("links", dict(traffic.links), links, arguments)
        verdict.expect("flits", dict(traffic.flits), flits, arguments)
        verdict.expect("injected, absorbed", [dict(traffic.injected), dict(traffic.absorbed)], [injected, absorbed],
                       arguments)
        verdict.expect("conservation", True, traffic.conserves(seen["traffic"]), arguments)


def step(rng, tools, verdict):
    shape = [rng.choice([2, 3, 4, 6, 8, 9, 12, 16, 24, 32]) for _ in range(2)]
    permute = [1, 0] if rng.random() < 0.25 else [0, 1]
    before, after = random_layout(rng, shape), random_layout(rng, [shape[p] for p in permute])
    if not before.legal() or not after.legal():
        return
    arch, noc, direction = rng.choice(list(NOC)), rng.randrange(2), rng.choice(["push", "pull"])
    harvested = rng.choice(HARVEST[arch])
    chips = max(layout.grid[0] if len(layout.grid) == 3 else 1 for layout in (before, after))
    channels = random_system(rng, chips) if chips > 1 and arch != "grayskull" and rng.random() < 0.8 else None
    arguments = ["move", "--from", before.text(), "--to", after.text(), "--simulate", "--arch", arch,
                 f"--noc={noc}", f"--direction={direction}"]
    arguments += ["--permute", "1,0"] if permute[0] else []
    arguments += ["--harvest", ",".join(map(str, harvested))] if harvested else []
    with tempfile.TemporaryDirectory() as folder:
        if channels:
            path = os.path.join(folder, "system.mlir")
            with open(path, "w", encoding="utf-8") as file:
                file.write(system_text(arch, chips, channels))
            arguments += ["--system-desc", path]
        seen, err = tools.json(*arguments)
    verdict.cases += 1
    if not verdict.expect("move", True, seen is not None, arguments + [err[:300]]):
        return
    moves = [(located(before, index, arch), located(after, [index[p] for p in permute], arch))
             for index in before.indices()]
    verdict.expect("elements that arrive", volume(shape), seen["simulation"]["elements_arrived"], arguments)
    if seen["no_op"]:
        verdict.expect("no_op", True, all(a == b for a, b in moves), arguments)
        return
    verdict.expect("each element from its place to its place", True,
                   expanded(seen["transfers"], verdict, direction) == {b: a for a, b in moves}, arguments)
    away = [a for a, b in moves if a[:3] != b[:3] or a[1] == "dram"]
    between = [a for a, b in moves if a[0] != b[0]]
    through = 2 if before.space == after.space == "dram" else 1
    verdict.expect("bytes", [4 * len(moves), 4 * len(away) * through, 4 * len(between)],
                   [seen[key] for key in ("bytes_total", "bytes_on_noc", "bytes_between_chips")], arguments)
    check_network(seen, arch, noc, harvested, channels, verdict, arguments)
    verdict.count(direction)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "moves_network", 600, step))
