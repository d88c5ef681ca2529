#!/usr/bin/env python3
"""`noc --route all` and `noc --sender` against walks of the torus, router by router: hops and links from every worker
to every worker and DRAM bank, on both NoCs of every architecture, with and without harvesting; multicast trees as the
union of walks.

  noc_routes.py BUILD_DIR [CASES [SEED]]     a case is a source (all of its routes) or a multicast"""
import itertools

from model import NOC, run_model

# Rows or columns of NOC0 that are harvested.
HARVEST = {"grayskull": [[], [1, 7]], "wormhole_b0": [[], [3], [1, 11]], "blackhole": [[], [4], [1, 16]]}
# DRAM ports of NoC 1, where they differ from those of NoC 0.
PORTS_OF_NOC_1 = {"blackhole": [(0, 1), (0, 10), (0, 4), (0, 7), (9, 1), (9, 10), (9, 4), (9, 7)]}


def walk(noc, extents, at, to):
    """Links from `at` to `to`: [x, y, direction], one step after the other."""
    (columns, rows), (x, y), links = extents, at, []
    if noc == 0:
        while x != to[0]:
            links.append([x, y, "east"])
            x = 0 if x == columns - 1 else x + 1
        while y != to[1]:
            links.append([x, y, "south"])
            y = 0 if y == rows - 1 else y + 1
    else:
        while y != to[1]:
            links.append([x, y, "north"])
            y = rows - 1 if y == 0 else y - 1
        while x != to[0]:
            links.append([x, y, "west"])
            x = columns - 1 if x == 0 else x - 1
    return links


def workers(arch, harvested):
    """NOC0 position of each logical worker."""
    _, columns, rows, _ = NOC[arch]
    if arch == "blackhole":
        columns = [x for x in columns if x not in harvested]
    else:
        rows = [y for y in rows if y not in harvested]
    return {(j, i): (x, y) for j, y in enumerate(rows) for i, x in enumerate(columns)}


def banks(arch, noc):
    return PORTS_OF_NOC_1[arch] if noc and arch in PORTS_OF_NOC_1 else NOC[arch][3]


def sources():
    for arch in NOC:
        for harvested in HARVEST[arch]:
            for noc in (0, 1):
                yield from ((arch, harvested, noc, f"{y}x{x}", None) for y, x in workers(arch, harvested))
                yield from ((arch, harvested, noc, None, bank) for bank in range(len(banks(arch, noc))))


def check_source(case, tools, verdict):
    arch, harvested, noc, core, bank = case
    extents, cores = NOC[arch][0], workers(arch, harvested)
    arguments = ["noc", "--arch", arch, "--noc", str(noc), "--route", "all"]
    arguments += ["--core", core] if core else ["--dram-bank", str(bank)]
    if harvested:
        arguments += ["--harvest", ",".join(map(str, harvested))]
    seen, err = tools.json(*arguments)
    verdict.cases += 1
    if seen is None:
        verdict.expect("routes", "JSON", err[:200], arguments)
        return
    at = cores[tuple(map(int, core.split("x")))] if core else banks(arch, noc)[bank]
    want = [{"core": list(logical), "bank": None, "noc0": list(to)} for logical, to in cores.items()]
    want += [{"core": None, "bank": n, "noc0": list(to)} for n, to in enumerate(banks(arch, noc))]
    for route in want:
        route["links"] = walk(noc, extents, at, route["noc0"])
        route["hops"] = len(route["links"])
        verdict.count(f"routes on {arch}")
    verdict.expect("routes", want, seen["routes"], arguments)


def check_tree(rng, tools, verdict):
    arch, noc = rng.choice(list(NOC)), rng.randrange(2)
    harvested = rng.choice(HARVEST[arch])
    cores = workers(arch, harvested)
    ys, xs = sorted(rng.choices([y for y, _ in cores], k=2)), sorted(rng.choices([x for _, x in cores], k=2))
    sender = rng.choice(list(cores))
    arguments = ["noc", "--arch", arch, "--noc", str(noc), "--core", f"{ys[0]}x{xs[0]}", "--to", f"{ys[1]}x{xs[1]}",
                 "--sender", f"{sender[0]}x{sender[1]}"]
    if harvested:
        arguments += ["--harvest", ",".join(map(str, harvested))]
    seen, err = tools.json(*arguments)
    verdict.cases += 1
    if seen is None:
        verdict.expect("a tree", "JSON", err[:200], arguments)
        return
    first, last = cores[ys[0], xs[0]], cores[ys[1], xs[1]]
    want = {tuple(link) for to in itertools.product(range(first[0], last[0] + 1), range(first[1], last[1] + 1))
            for link in walk(noc, NOC[arch][0], cores[sender], to)}
    verdict.count("multicasts")
    verdict.expect("links of the tree", sorted(want), sorted(map(tuple, seen["links"])), arguments)
    verdict.expect("number of links", len(want), seen["hops"], arguments)


SOURCES = list(sources())


def step(rng, tools, verdict):
    if verdict.cases < len(SOURCES):
        check_source(SOURCES[verdict.cases], tools, verdict)
    else:
        check_tree(rng, tools, verdict)


if __name__ == "__main__":
    raise SystemExit(run_model(__doc__, "noc_routes", len(SOURCES) + 400, step))
