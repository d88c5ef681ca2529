#!/usr/bin/env python3
"""`grids FILE --json`: the grids of all tensors of a program. The bytes that move and the bytes that are wasted are
counted element by element for the present and the best grids; if the operations form a tree, no choice among the
present grids and those with the least wasted bytes costs less.

  programs.py BUILD_DIR [CASES [SEED]]     a case is a program of up to four tensors"""
import itertools
import sys

from grids import BANK_BYTES, DEFAULT, candidates, line_core, on_grid
from model import ELEMENT_BYTES, Layout, collapse_text, map_of, round_up, run_model, volume

WORKER = DEFAULT.grid
SCALAR = ELEMENT_BYTES["f32"]


def waste(layout):
    return layout.shard_bytes() * volume(WORKER) - volume(layout.shape) * SCALAR


class Choice:
    """A tensor on a grid, with the core of the worker grid of each element."""

    def __init__(self, layout, grid, virtual):
        self.grid, self.virtual = list(grid), virtual
        self.layout = on_grid(layout, grid)
        self.waste = waste(self.layout)
        self.cores = [line_core(self.layout.core(index), grid, virtual, WORKER) for index in layout.indices()]

    def fits(self):
        return round_up(round_up(self.layout.shard_bytes(), 16), 32) <= BANK_BYTES["l1"]


def moved(a, b):
    return SCALAR * sum(one != other for one, other in zip(a.cores, b.cores))


def random_layout(rng, shape):
    dims = len(shape)
    results = [collapse_text(shape, 0, dims - 1), f"d{dims - 1}"]
    grid = [rng.choice([1, 1, 2, 3, 4, 8]) for _ in range(2)]
    tile = rng.choice([None, None, (32, 32, "f32"), (16, 16, "f32")])
    layout = Layout(shape, "f32", map_of(dims, results), grid, tile)
    return layout if layout.legal() else None


def program(rng, layouts):
    """(text, [(operand, result)], whether they form a tree)"""
    arguments = 1 if len(layouts) < 3 or rng.random() < 0.6 else 2
    text = "func.func @f(" + ", ".join(f"%v{i}: {layouts[i].text()}" for i in range(arguments)) + ") {\n"
    edges, unused = [], list(range(arguments))
    for result in range(arguments, len(layouts)):
        operands = unused if len(unused) == 2 else [rng.randrange(result)]
        unused = []
        edges += [(operand, result) for operand in operands]
        text += (f"  %v{result} = \"t.op\"({', '.join(f'%v{o}' for o in operands)}) : "
                 f"({', '.join(layouts[o].text() for o in operands)}) -> {layouts[result].text()}\n")
    return text + "  return\n}\n", edges


def step(rng, tools, verdict):
    shape = [rng.choice([2, 3, 4, 5, 7, 8, 12, 16, 17, 32, 33, 64]) for _ in range(rng.choice([2, 2, 3]))]
    if volume(shape) > 700:
        return
    layouts = [random_layout(rng, shape) for _ in range(rng.choice([1, 2, 3, 3, 4]))]
    if None in layouts:
        return
    text, edges = program(rng, layouts)
    verdict.cases += 1
    arguments = ["grids", text]
    seen, err = tools.json("grids", "-", stdin=text)
    if seen is None or isinstance(seen, list):
        if len({layout.text() for layout in layouts}) > 1:
            verdict.expect("grids FILE", "a report", err[:200] or "a list", arguments)
        return
    tensors = {name: tensor for tensor in seen["tensors"] for name in tensor["names"]}
    chosen = []
    for at, layout in enumerate(layouts):
        tensor = tensors.get(f"%v{at}")
        if not verdict.expect(f"%v{at} in the report", True, tensor is not None, arguments):
            return
        present = Choice(layout, layout.grid, False)
        best = Choice(layout, tensor["best"]["grid"], tensor["best"]["virtual"])
        verdict.expect(f"%v{at}: present and best grid, waste", [present.grid, present.waste, best.waste],
                       [tensor["present"]["grid"], tensor["present"]["waste_bytes"], tensor["best"]["waste_bytes"]],
                       arguments)
        chosen.append((present, best))
    cost = {}
    for which, key in ((0, "present"), (1, "best")):
        moves = sum(moved(chosen[a][which], chosen[b][which]) for a, b in edges)
        lost = sum(choice[which].waste for choice in chosen)
        cost[key] = moves + lost
        verdict.expect(f"{key}: moved, wasted, cost", [moves, lost, moves + lost],
                       [seen[key]["moved_bytes"], seen[key]["waste_bytes"], seen[key]["cost_bytes"]], arguments)
    verdict.expect("the best grids cost at most as much as the present ones", True, cost["best"] <= cost["present"],
                   arguments)
    optimum(verdict, layouts, edges, chosen, cost["best"], arguments)


def optimum(verdict, layouts, edges, chosen, cost, arguments):
    """No choice of grids among those with the least wasted bytes costs less."""
    options = []
    for layout, (present, _) in zip(layouts, chosen):
        every = [Choice(layout, grid, virtual) for grid, virtual in candidates(layout, DEFAULT)]
        every = sorted((choice for choice in every if choice.fits()), key=lambda choice: choice.waste)
        limit = every[12].waste if len(every) > 12 else 1 << 62
        options.append([present] + [choice for choice in every[:12] if choice.waste < limit])
    between = {(a, b): [[moved(x, y) for y in options[b]] for x in options[a]] for a, b in edges}
    least = min(sum(options[at][k].waste for at, k in enumerate(pick)) +
                sum(between[a, b][pick[a]][pick[b]] for a, b in edges)
                for pick in itertools.product(*(range(len(o)) for o in options)))
    verdict.expect("the cost is the least", True, cost <= least, arguments)
    verdict.count("programs that gain", cost < sum(present.waste for present, _ in chosen) +
                  sum(moved(chosen[a][0], chosen[b][0]) for a, b in edges))


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "programs", 100, step))
