#!/usr/bin/env python3
"""The lower bound of the time of `move --json` against a simulation of the same transfers, cycle by cycle: every link
passes one flit in a cycle to the queue of the next one, sources and banks inject and destinations absorb at their
rates, a flit needs the cycles of a router for each hop. The bound must not be above it.

  noc_time.py BUILD_DIR [CASES [SEED]]     a case is a plan on one chip"""
import collections
import sys
from fractions import Fraction

from model import NOC, ceil_div, run_model
from moves import ARCHS
from moves_network import FLIT_BYTES, random_layout
from noc_routes import HARVEST, banks, walk, workers

# Bytes per cycle: a worker injects, absorbs; a bank reads, writes. Cycles: write latency, for each hop; read latency.
FIGURES = {
    "grayskull": ((32, 32), (32, 32), (0, 0), (0, 0, 0, 0)),
    "wormhole_b0": ((Fraction("28.1"), Fraction("28.1")), (Fraction("23.2"), 24), (40, 10), (70, 154, 170, 270)),
    "blackhole": ((Fraction("60.9"), Fraction("60.9")), (40, 40), (40, 11), (65, 177, 217, 329)),
}
MAX_FLITS = 12000


class Meter:
    """Lets bytes pass at a rate: all bytes up to a cycle are at most rate * cycles."""

    def __init__(self, rate):
        self.rate, self.passed = rate, 0

    def has_room(self, count, cycle):
        return self.passed + count <= self.rate * (cycle + 1)


def passes(meters, count, cycle):
    """Whether bytes pass several meters in this cycle."""
    if not all(meter.has_room(count, cycle) for meter in meters):
        return False
    for meter in meters:
        meter.passed += count
    return True


class Flow:
    """Equal transfers between two nodes, as the flits that are still to be sent."""

    def __init__(self, arch, noc, read, at, to, limits, transfer):
        _, _, (fixed, per_hop), reads = FIGURES[arch]
        self.links = [tuple(link) for link in walk(noc, NOC[arch][0], at, to)]
        self.per_hop = per_hop
        self.latency = reads[0 if at == to else 1 if at[0] == to[0] else 2 if at[1] == to[1] else 3] if read else \
            fixed + per_hop * len(self.links)
        self.start = max(0, self.latency - per_hop * len(self.links))
        self.out, self.into = limits
        self.flits = collections.deque()
        flit, burst = FLIT_BYTES[arch], ARCHS[arch][2]
        for _ in range(transfer["count"]):
            left = transfer["bytes"]
            while left:
                packet = min(left, burst)
                left -= packet
                self.flits.append(0)
                while packet:
                    self.flits.append(min(packet, flit))
                    packet -= self.flits[-1]


def simulate(flows):
    """The cycle after which the last flit has been absorbed."""
    queues = collections.defaultdict(collections.deque)  # by link: (cycle from which it may pass, flow, hop, bytes)
    arrived = collections.deque()
    sources = collections.defaultdict(collections.deque)
    for flow in flows:
        sources[id(flow.out[0])].append(flow)
    left, cycle = sum(len(flow.flits) for flow in flows), 0
    while left:
        moved = []
        for waiting in sources.values():  # one flit of each source, the flows in turn
            for _ in range(len(waiting)):
                flow = waiting[0]
                waiting.rotate(-1)
                if flow.flits and passes(flow.out, flow.flits[0], cycle):
                    moved.append((cycle + flow.start, flow, 0, flow.flits.popleft()))
                    break
        for queue in queues.values():
            for i in range(min(len(queue), 4)):  # a late one does not block the link
                if queue[i][0] <= cycle:
                    _, flow, hop, count = queue[i]
                    del queue[i]
                    moved.append((cycle + max(flow.per_hop, 1), flow, hop + 1, count))
                    break
        for item in moved:
            _, flow, hop, _ = item
            if hop == len(flow.links):
                arrived.append(item)
            else:
                queues[flow.links[hop]].append(item)
        for _ in range(len(arrived)):
            item = arrived.popleft()
            if item[0] <= cycle and passes(item[1].into, item[3], cycle):
                left -= 1
            else:
                arrived.append(item)
        cycle += 1
    return cycle


class Meters:
    """The meters of nodes and banks: one for each, shared by all flows. A bank has a third one for both directions."""

    def __init__(self, arch):
        self.arch, self.meters = arch, {}

    def of(self, key, rate):
        return self.meters.setdefault(key, Meter(rate))

    def out(self, node, bank):
        worker, dram = FIGURES[self.arch][:2]
        if bank is None:
            return [self.of(("inject", node), worker[0])]
        return [self.of(("read", bank), dram[0]), self.of(("bank", bank), max(dram))]

    def into(self, node, bank):
        worker, dram = FIGURES[self.arch][:2]
        if bank is None:
            return [self.of(("absorb", node), worker[1])]
        return [self.of(("written", bank), dram[1]), self.of(("bank", bank), max(dram))]


def flows_of(seen, arch, noc, harvested):
    cores, meters = workers(arch, harvested), Meters(arch)
    flows = []

    def node(core, bank):
        return cores[tuple(core)] if core is not None else banks(arch, noc)[bank]
    for t in seen["transfers"]:
        if t["kind"] == "local":
            continue
        ways = [(t["src_core"], t["src_bank"]), (t["dst_core"], t["dst_bank"])]
        if "via_core" in t:
            ways.insert(1, (t["via_core"], None))
        for k, (a, b) in enumerate(zip(ways, ways[1:])):
            at, to = node(*a), node(*b)
            limits = meters.out(at, a[1] if a[0] is None else None), meters.into(to, b[1] if b[0] is None else None)
            flows.append(Flow(arch, noc, t["kind"] == "read" and k == 0, at, to, limits, t))
    return flows


def step(rng, tools, verdict):
    shape = [rng.choice([8, 16, 32, 64, 96]), rng.choice([16, 32, 64, 128, 256])]
    before, after = random_layout(rng, shape), random_layout(rng, shape)
    if not before.legal() or not after.legal() or max(len(before.grid), len(after.grid)) > 2:
        return
    arch, noc = rng.choice(list(NOC)), rng.randrange(2)
    harvested = rng.choice(HARVEST[arch])
    arguments = ["move", "--from", before.text(), "--to", after.text(), "--arch", arch, f"--noc={noc}",
                 f"--direction={rng.choice(['push', 'pull'])}"]
    arguments += ["--harvest", ",".join(map(str, harvested))] if harvested else []
    seen, err = tools.json(*arguments)
    if not verdict.expect("move", True, seen is not None, arguments + [err[:300]]):
        verdict.cases += 1
        return
    flits = sum(t["count"] * (1 + ceil_div(t["bytes"], FLIT_BYTES[arch])) for t in seen["transfers"])
    if seen["no_op"] or not seen["bytes_on_noc"] or flits > MAX_FLITS:
        return
    verdict.cases += 1
    cycles, bound = simulate(flows_of(seen, arch, noc, harvested)), seen["bound"]
    verdict.expect("the bound is not above the simulation", True, bound["cycles"] <= cycles,
                   arguments + [f"{bound} above {cycles}"])
    verdict.expect("the largest limit decides", max(bound["by_limit"].values()), bound["cycles"], arguments)
    verdict.count(f"decided by {bound['limit']}")
    verdict.count("at least half of the simulated time", 2 * bound["cycles"] >= cycles)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "noc_time", 60, step))
