#!/usr/bin/env python3
"""What `protocol` says of kernels that hang, against every interleaving of all their operations, without reduction; and
each trace of a deadlock, replayed here.

  protocols.py BUILD_DIR [CASES [SEED]]     a case is a protocol: a handshake with errors, or random operations"""
import json

from model import run_model

CORES, SEMAPHORES = 4, ("s", "t")


def handshake(rng):
    """A sender and its receivers for some rounds; statements are (text, primitive operations)."""
    receivers, rounds = rng.randint(1, CORES - 1), rng.randint(1, 3)
    wait = rng.choice(["wait", "wait", "wait_min"])
    sender = [("set", "t", 0, 1)]
    kernels = [(0, sender)]
    for _ in range(rounds):
        sender += [(wait, "s", 0, receivers), ("set", "s", 0, 0), ("multicast", "t", 1, receivers)]
    for core in range(1, receivers + 1):
        steps = []
        for _ in range(rounds):
            turn = [("set", "t", core, 0), ("inc", "s", 0, 1), ("wait", "t", core, 1)]
            steps += rng.choice([turn, turn, [turn[1], turn[2], turn[0]], [turn[1], turn[0], turn[2]]])
        kernels.append((core, steps))
    for _ in range(rng.choice([0, 0, 1, 2])):  # errors
        _, steps = rng.choice(kernels)
        at = rng.randrange(len(steps))
        if rng.random() < 0.5:
            del steps[at]
        else:
            steps[at], steps[at - 1] = steps[at - 1], steps[at]
        if not steps:
            steps.append(("set", "s", 0, 0))
    return kernels


def random_operation(rng, core):
    kind = rng.choice(["set", "inc", "inc", "wait", "wait_min", "copy", "multicast", "inline"])
    semaphore = rng.choice(SEMAPHORES)
    if kind in ("inc", "copy", "inline"):
        return (kind, semaphore, rng.randrange(CORES), rng.randint(0, 2))
    if kind == "multicast":
        return (kind, semaphore, 1, rng.randint(1, CORES - 1)) if core == 0 else ("set", semaphore, core, 1)
    return (kind, semaphore, core, rng.randint(0, 2))


def random_kernels(rng):
    return [(core, [random_operation(rng, core) for _ in range(rng.randint(1, 4))])
            for core in range(rng.randint(2, CORES))]


def call(operation, core):
    kind, semaphore, where, value = operation
    far = f"get_noc_addr(0x{where}, {semaphore})"
    if kind == "inc":
        return f"noc_semaphore_inc({far}, {value})"
    if kind == "inline":
        return f"noc_inline_dw_write({far}, {value})"
    if kind == "copy":
        return f"noc_semaphore_set_remote({semaphore}, {far})"
    if kind == "multicast":
        return (f"noc_semaphore_set_multicast({semaphore}, get_noc_multicast_addr(0x{where}..0x{value}, {semaphore}), "
                f"{value - where + 1})")
    return f"noc_semaphore_{kind}({semaphore}, {value})"


def write(kernels):
    """The text, and for each kernel its primitive operations, each with its line."""
    lines = [f"semaphore {name} on 0x0..0x{CORES - 1}" for name in SEMAPHORES]
    programs = []
    for core, operations in kernels:
        lines.append(f"kernel k{core} on 0x{core} {{")
        program = []
        for operation in operations:
            lines.append("  " + call(operation, core))
            kind, semaphore, where, value = operation
            if kind == "multicast":
                program += [(len(lines), "copy", semaphore, to, core) for to in range(where, value + 1)]
            elif kind == "copy" and where == core:
                pass  # onto itself
            else:
                program.append((len(lines), kind, semaphore, where, core if kind == "copy" else value))
        lines.append("}")
        programs.append(program)
    return "\n".join(lines) + "\n", programs


def advance(operation, values):
    """The semaphores after an operation; None: it waits."""
    _, kind, semaphore, where, value = operation
    now = values[semaphore, where]
    if kind in ("wait", "wait_min"):
        return values if (now == value if kind == "wait" else now >= value) else None
    after = {"inc": now + value, "copy": values.get((semaphore, value)), "set": value, "inline": value}[kind]
    return {**values, (semaphore, where): after}


def start():
    return {(name, core): 0 for name in SEMAPHORES for core in range(CORES)}


def can_hang(programs):
    seen, pending = set(), [((0,) * len(programs), start())]
    while pending:
        at, values = pending.pop()
        key = at, tuple(values.values())
        if key in seen:
            continue
        seen.add(key)
        moved = False
        for k, program in enumerate(programs):
            after = advance(program[at[k]], values) if at[k] < len(program) else None
            if after is not None:
                moved = True
                pending.append((at[:k] + (at[k] + 1,) + at[k + 1:], after))
        if not moved and any(a < len(p) for a, p in zip(at, programs)):
            return True, len(seen)
    return False, len(seen)


def hangs_after(trace, kernels, programs):
    """Whether the steps of a trace can be done in this order and nothing can be done after them; each kernel that has
    not ended is listed with the call that blocks."""
    numbers = {f"k{core}": i for i, (core, _) in enumerate(kernels)}
    at, values = [0] * len(programs), start()
    blocked = [(numbers[step["kernel"]], step["line"]) for step in trace if step.get("blocked")]
    for step in trace:
        if step.get("blocked"):
            continue
        k = numbers[step["kernel"]]
        if at[k] == len(programs[k]) or programs[k][at[k]][0] != step["line"]:
            return "another order"
        values = advance(programs[k][at[k]], values)
        if values is None:
            return "a step that waits"
        at[k] += 1
    waiting = [p[a] for a, p in zip(at, programs) if a < len(p)]
    if blocked != [(k, p[a][0]) for k, (a, p) in enumerate(zip(at, programs)) if a < len(p)]:
        return "other blocked calls"
    return waiting != [] and all(advance(operation, values) is None for operation in waiting)


def step(rng, tools, verdict):
    kernels = handshake(rng) if rng.random() < 0.6 else random_kernels(rng)
    text, programs = write(kernels)
    want, states = can_hang(programs)
    _, out, err = tools.layout("protocol", "-", "--json", stdin=text)
    verdict.cases += 1
    seen = json.loads(out) if out.startswith("{") else {"faults": [{"kind": "syntax"}]}
    if any(fault["kind"] == "syntax" for fault in seen["faults"]):
        verdict.expect("a protocol", "JSON", err[:200], [text])
        return
    hangs = [fault for fault in seen["faults"] if fault["kind"] == "deadlock"]
    verdict.expect("deadlock", want, bool(hangs), [text])
    verdict.expect("all interleavings", True, seen["all_interleavings"], [text])
    if not want:
        verdict.expect("no more states", True, seen["states"] <= states, [text])
    for fault in hangs:
        verdict.expect("trace", True, hangs_after(fault.get("trace", []), kernels, programs), [text])
    verdict.count("hang" if want else "end")


if __name__ == "__main__":
    raise SystemExit(run_model(__doc__, "protocols", 2000, step))
