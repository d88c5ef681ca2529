#!/usr/bin/env python3
"""The same question asked of two commands. Each answer is compared with the other and with the specifications. The list
of questions with the commands that answer them is PAIRS.

  pairs.py BUILD_DIR [CASES [SEED]]     a case is a layout on a device, asked of every pair
  pairs.py --list                       the questions

Modules of ../shared/corpus, if it is there, are asked what commands say about a whole file (one for ten cases)."""
import glob
import json
import os
import re
import subprocess
import sys

from model import (ELEMENT_BYTES, KINDS, OTHER_RANKS, Layout, Map, by_x, file_of, map_of, random_device,
                   random_grid, random_results, round_up, row_major, run_model, volume)

PAIRS = [
    ("bytes of a core and a bank, padding", "show, draw, grids, memory, report, with, build, convert (ttnn, ttcore)"),
    ("core and byte of an index, and the index at a place", "show --index, show --at, place, convert --to affine, "
                                                            "move"),
    ("cores and chips", "show --device, place, draw --view mesh"),
    ("figures of a layout on another grid", "grids, with and show"),
    ("fits into memory", "grids, memory, report"),
    ("bytes that move, and whether nothing does", "move, report, grids --like, grids FILE, same, diff"),
    ("the device", "device, place, show, grids; as an option, and of a module in each form"),
    ("all layouts and the memory of a file", "show, memory, grids, report"),
    ("what is wrong", "tt-opt, tt-lsp-server; verdict of tt-layout show"),
]
L1_BYTES = 1499136 - 1024  # wormhole_b0 without a system description: what the allocator has
CORPUS = os.path.normpath(os.path.join(os.path.abspath(__file__), *[".."] * 5, "shared", "corpus"))
SEVERITIES = {1: "error", 2: "warning", 3: "remark", 4: "remark"}  # of the protocol of language servers
TILES = [None, None, (32, 32, "f32"), (16, 16, "f32"), (4, 16, "f32")]


def random_layout(rng, grid, shape=None):
    """A layout in L1 of f32 on this grid; `shape` is that of another layout of the tensor."""
    rank = len(grid)
    if shape is None:
        shape = [rng.choice([1, 2, 3, 4, 5, 7, 8, 12, 16, 33]) for _ in range(rng.choice([rank, rank, rank + 1]))]
        if rng.random() < 0.4:
            shape[-rank:] = [cores * rng.choice([1, 1, 2, 3]) for cores in grid]
    if volume(shape) > 2500:
        return None
    results = random_results(rng, shape, rank, rng.choice([1, 1, 1, 2, 4]))
    if results is None:
        return None
    layout = Layout(shape, "f32", map_of(len(shape), results), grid, rng.choice(TILES if rank > 1 else [None]))
    return layout if layout.legal() and layout.shard_bytes() < 1 << 20 else None


def physical(device, shard):
    """(chip index, [y, x]) of a shard."""
    chip, y, x = device.linear(*shard)
    return chip, [y, x]


def show_and_at(rng, tools, verdict, layout, device, entry_of):
    """show --index, --at and place: one element."""
    index = [rng.randrange(extent) for extent in layout.shape]
    core, offset = layout.core(index), layout.offset(index)
    arguments = ["show", layout.text(), "--index", ",".join(map(str, index)), "--device", device.text()]
    seen, err = tools.json(*arguments)
    if not verdict.expect("show --index", True, seen is not None, arguments + [err[:200]]):
        return
    at = seen["at"]
    verdict.expect("show --index: core and byte", (list(core), layout.byte_offset(offset)),
                   (at["core"], at["byte_offset"]), arguments)
    verdict.expect("show --index and place", [(at["chip_index"], at["chip"], at["physical_core"])], entry_of[core][:1],
                   arguments)
    position = row_major(offset, layout.stored)
    arguments = ["show", layout.text(), "--at", f"{by_x(core)},{position}"]
    seen, err = tools.json(*arguments)
    verdict.expect("show --at is the inverse of --index", index, seen and seen["at"]["logical"], arguments)


def show_and_place(tools, verdict, layout, device):
    """show --device and place: chips, cores. Returns the entries of place by shard."""
    arguments = [layout.text(), "--device", device.text()]
    placed, err = tools.json("place", *arguments)
    shown, shown_err = tools.json("show", *arguments)
    if not verdict.expect("place and show", True, placed is not None and shown is not None,
                          ["place", *arguments, (err + shown_err)[:300]]):
        return None, None
    entry_of, on_chip = {}, {}
    for entry in placed:
        entry_of.setdefault(tuple(entry["shard"]), []).append((entry["chip_index"], entry["chip"], entry["core"]))
        on_chip[entry["chip_index"]] = on_chip.get(entry["chip_index"], 0) + 1
    verdict.expect("cores of show and shards of place", shown["cores"], len(entry_of), ["show", *arguments])
    if "chips" in shown:
        verdict.expect("chips of show --device and place", {c["chip_index"]: c["shards"] for c in shown["chips"]
                                                            if c["shards"]}, on_chip, ["show", *arguments])
    if shown.get("mesh"):
        verdict.expect("placed_on of show --device and place", shown["mesh"]["placed_on"], len(on_chip),
                       ["show", *arguments])
    return entry_of, shown


def module_and_option(rng, tools, verdict, layout, device):
    """The device of a module, in each form, and the same as the option: place, show, grids."""
    body = f"  func.func private @f(%a: {layout.text()})\n}}\n"
    attribute = device.text()
    text = rng.choice([f"module {{\n  tt.device @dev = {attribute.removeprefix('#tt.device')}\n",
                       f"#dev = {attribute}\nmodule attributes {{tt.device = #dev}} {{\n",
                       f"module attributes {{tt.device = {attribute}}} {{\n"]) + body
    for name in ("place", "show", "grids"):
        of_module, err = tools.json(name, "-", stdin=text)
        of_option, option_err = tools.json(name, layout.text(), "--device", attribute)
        if isinstance(of_module, list) and name == "show":
            of_module = {key: value for key, value in of_module[0].items()
                         if key not in ("name", "line", "select", "device")}
        verdict.expect(f"{name} with the module's device and with --device", of_option, of_module,
                       [name, text, (err + option_err)[:300]])


def show_and_draw(tools, verdict, layout, device, shown, entry_of):
    """draw --ascii: bytes, padding, cores; with --view mesh the cores of each chip."""
    arguments = ["draw", layout.text(), "--ascii"]
    _, out, err = tools.layout(*arguments)
    text = " ".join(out.split())
    seen = re.search(r"(\d[\d,]*) cores?, ([\d,]+) B each(?: and ([\d,]+) B of alignment)?, ([\d,]+) B in all; padding "
                     r"([\d,]+) of ([\d,]+) scalars", text)
    if not verdict.expect("draw prints cores, bytes and padding", True, bool(seen), arguments + [err[:200]]):
        return
    verdict.expect("draw and show: cores, bytes, alignment, bytes in all, padding, scalars",
                   [shown["cores"], shown["shard_bytes"], shown["alignment_bytes"], shown["total_bytes"],
                    shown["padding_elements"], shown["allocated_elements"]],
                   [int((t or "0").replace(",", "")) for t in seen.groups()], arguments)
    if volume(device.grid) > 600:
        return
    arguments = ["draw", layout.text(), "--ascii", "--view", "mesh", "--device", device.text()]
    status, out, err = tools.layout(*arguments)
    if not verdict.expect("draw --view mesh", 0, status, arguments + [err[:200]]):
        return
    seen = sorted((int(chip), int(cores)) for chip, cores in re.findall(r"\|chip (\d+)[^|/]*? (\d+)/\d+", out))
    on_chip = {chip: 0 for chip in device.chips}
    for entries in entry_of.values():
        for _, chip, _ in entries:
            on_chip[chip] += 1
    if seen:
        verdict.expect("cores of the chips in draw --view mesh and place",
                       sorted((chip, on_chip[chip]) for chip, _ in seen), seen, arguments)
    else:
        verdict.skip("draw --view mesh does not label its chips")


def show_and_grids(tools, verdict, layout, device, shown):
    """grids: the entry of the layout's own grid."""
    arguments = ["grids", layout.text(), "--device", device.text()]
    seen, err = tools.json(*arguments)
    if seen is None:
        verdict.expect("grids", True, False, arguments + [err[:200]])
        return
    entry = next((e for e in seen if e["grid"] == layout.grid), None)
    if entry is None:
        verdict.skip("grids does not list a grid with more cores than shards")
        return
    verdict.expect("grids and show: cores, padding, bytes",
                   [shown["cores"], shown["padding_elements"], shown["shard_bytes"]],
                   [entry["cores"], entry["padding_elements"], entry["shard_bytes"]], arguments)


def show_and_memory(tools, verdict, layout, shown):
    """memory: bytes of a bank."""
    seen, err = tools.json("memory", "-", "--all-live", stdin=file_of([layout.text()]))
    if seen is None:
        verdict.expect("memory", True, False, ["memory", layout.text(), err[:200]])
        return
    verdict.expect("memory and show: bytes of a bank, rounded by the free list", round_up(shown["bank_bytes"], 32),
                   seen["buffers"][0]["bytes_per_bank"], ["memory", layout.text()])


def show_and_convert(tools, verdict, layout, shown):
    """convert --to affine: the core and the place of every element; --to ttcore and back."""
    arguments = ["convert", layout.text(), "--to", "affine"]
    seen, err = tools.json(*arguments)
    if seen is None:
        verdict.skip("convert --to affine rejects it")
        return
    match = re.search(r"affine_map<(.*?)>, #tt", seen["text"])
    extents = re.match(r"memref<((?:\d+x)+)f32", seen["text"])
    if match is None and layout.tile is None and volume(layout.grid) == 1:
        return  # the identity, row-major
    if not verdict.expect("convert --to affine: a map", True, bool(match and extents), arguments):
        return
    linear, rank = Map(match[1]), len(seen["grid"] or [])
    if rank or volume(layout.grid) > 1:
        verdict.expect("convert --to affine: grid", layout.grid, seen["grid"], arguments)
    places = {index: linear(*index) for index in layout.indices()}
    verdict.expect("convert --to affine: cores of the elements", {i: layout.core(i)[:rank] for i in places},
                   {i: tuple(place[:rank]) for i, place in places.items()}, arguments)
    shard = layout.memref + ([2 if layout.tile[0] > 16 else 1, 2 if layout.tile[1] > 16 else 1, min(16, layout.tile[0]),
                              min(16, layout.tile[1])] if layout.tile else [])
    if len(places) and len(next(iter(places.values()))) == rank + len(shard):
        offset = {}
        for index, place in places.items():
            at = 0
            for a, extent in zip(place[rank:], shard):
                at = at * extent + a
            offset[index] = at * 4
        verdict.expect("convert --to affine: bytes of the elements",
                       {i: layout.byte_offset(layout.offset(i)) for i in places}, offset, arguments)
    else:
        verdict.skip("convert --to affine joins dims of the shard")


def show_and_other_forms(rng, tools, verdict, layout, shown):
    """convert --to ttnn and ttcore keeps every address: show finds elements where they were, and move has no work."""
    if len(layout.grid) != 2:
        return
    index = ",".join(str(rng.randrange(extent)) for extent in layout.shape)
    at = tools.json("show", layout.text(), "--index", index)[0]["at"]
    for kind in ("ttnn", "ttcore"):
        arguments = ["convert", layout.text(), "--to", kind]
        seen, err = tools.json(*arguments)
        if seen is None:
            verdict.skip(f"convert --to {kind} rejects it")
            continue
        verdict.count(f"as {kind}")
        other, err = tools.json("show", seen["text"], "--index", index)
        if not verdict.expect(f"show of the result of convert --to {kind}", True, other is not None,
                              [*arguments, err[:300]]):
            continue
        for key in ("core", "byte_offset", "physical", "tile", "face"):
            verdict.expect(f"show --index {index} after convert --to {kind}: {key}", at[key], other["at"][key],
                           arguments)
        whole = all(a * b == p for a, b, p in zip(layout.grid, layout.stored, layout.physical)) and \
            volume(layout.physical) == volume(layout.shape)
        for key in ("logical_elements", "cores") if kind == "ttcore" and not whole else \
                ("logical_elements", "allocated_elements", "padding_elements", "shard_bytes", "total_bytes", "cores"):
            # The named form counts whole strides: its last shard can have more padding.
            verdict.expect(f"show after convert --to {kind}: {key}", shown[key], other[key], arguments)
        arguments = ["move", "--from", layout.text(), "--to", seen["text"], "--totals"]
        plan, err = tools.json(*arguments)
        verdict.expect(f"move to the result of convert --to {kind} is a no-op", True, plan and plan["no_op"],
                       [*arguments, err[:300]])
        if kind == "ttnn" and volume(layout.physical) == volume(layout.shape):  # TTNN counts whole strides
            verdict.expect("convert --to ttnn and show: physical shard", shown["padded_shard_shape"],
                           seen["ttnn"]["physical_shard_shape"], ["convert", layout.text(), "--to", kind])


def expanded(transfers, scalar):
    """{(destination core, chip, byte): (source core, chip, byte)} of every element of a plan."""
    moved = {}
    for t in transfers:
        for run in range(t["count"]):
            for byte in range(0, t["bytes"], scalar):
                to = (tuple(t["dst_core"] or []), t["dst_chip"], t["dst_bank"],
                      t["dst_offset"] + run * t["dst_stride"] + byte)
                if to in moved:
                    return None
                moved[to] = (tuple(t["src_core"] or []), t["src_chip"], t["src_bank"],
                             t["src_offset"] + run * t["src_stride"] + byte)
    return moved


def show_and_move(rng, tools, verdict, layout, device, shown):
    """move to another grid: source and destination of every element, and the padding of the destination."""
    grid = random_grid(rng, device)
    other = random_layout(rng, grid, layout.shape)
    if other is None or other.text() == layout.text() or volume(grid) > 512:
        return
    arguments = ["move", "--from", layout.text(), "--to", other.text(), "--device", device.text()]
    seen, err = tools.json(*arguments)
    if not verdict.expect("move", True, seen is not None, arguments + [err[:200]]):
        return
    copies = [(end, len(device.shifts(of) or [0])) for end, of in (("source", layout.grid), ("destination", grid))]
    verdict.expect("move: assumptions on copies",
                   [f"{end} has {number} copies on the device: only the first copy is planned"
                    for end, number in copies if number > 1],
                   [line for line in seen["assumptions"] if "copies" in line], arguments)
    verdict.count("moves of replicated tensors", any(number > 1 for _, number in copies))
    scalar = ELEMENT_BYTES["f32"]

    def at(one, index):
        chip, core = physical(device, one.core(index))
        return tuple(core), device.chips[chip], None, one.byte_offset(one.offset(index))
    expected = {at(other, index): at(layout, index) for index in layout.indices()}
    if not seen["no_op"]:
        moved = expanded(seen["transfers"], scalar)
        verdict.expect("move: the source of each element", True, moved == expected, arguments)
    else:
        verdict.expect("move: a no-op", True, all(a == b for a, b in expected.items()), arguments)
    away = sum(a[:3] != b[:3] for a, b in expected.items()) * scalar
    chips = sum(a[1] != b[1] for a, b in expected.items()) * scalar
    verdict.expect("move: bytes, bytes on the NoC, bytes between chips", [volume(layout.shape) * scalar, away, chips],
                   [seen["bytes_total"], seen["bytes_on_noc"], seen["bytes_between_chips"]], arguments)
    total, _ = tools.json("show", other.text())
    verdict.expect("move and show: bytes of padding", total["total_bytes"] - volume(layout.shape) * scalar,
                   seen["padding_bytes"], arguments)
    verdict.count("moves")
    if device.linear.text in ("(d0, d1) -> (0, d0, d1)", "(d0, d1, d2) -> (d0, d1, d2)"):
        arguments = ["grids", other.text(), "--device", device.text(), "--like", layout.text()]
        listed, err = tools.json(*arguments)
        entry = next((e for e in listed or [] if e["grid"] == other.grid), None)
        if entry:
            verdict.expect("grids --like and move: bytes that move to other cores", away, entry["moved_bytes"],
                           arguments)


def report_of(tools, text):
    """Also of a program that does not fit, whose exit status is 1."""
    status, out, err = tools.layout("report", "-", "--json", stdin=text)
    return (json.loads(out) if status < 2 and out.strip() else None), err


def without(entry, *keys):
    return {key: value for key, value in entry.items() if key not in ("name", "line", "select", "device", *keys)}


def show_and_report(rng, tools, verdict, layout, shown):
    """report of a module that moves the tensor: layouts, memory, moves and grids of their own commands."""
    other = random_layout(rng, [rng.randint(1, 4) for _ in layout.grid], layout.shape)
    if other is None or volume(other.grid) > 64 or volume(layout.grid) > 64:
        return
    a, b = layout.text(), other.text()
    text = f'func.func @f(%a: {a}) -> {b} {{\n  %0 = "ttir.to_layout"(%a) : ({a}) -> {b}\n  return %0 : {b}\n}}\n'
    seen, err = report_of(tools, text)
    if not verdict.expect("report", True, seen is not None, ["report", text, err[:200]]):
        return
    own = tools.json("show", a)[0]
    entry = next(e for e in seen["layouts"] if e["name"] == "%a")
    verdict.expect("report and show: a layout", own, without(entry), ["report", text])
    for name in ("memory", "grids"):
        answer, err = tools.json(name, "-", stdin=text)
        if a != b:  # of one type grids lists the grids of that layout
            verdict.expect(f"report and {name}", answer, seen[name] and dict(seen[name]), ["report", text, err[:200]])
    if a == b:
        return
    plan, err = tools.json("move", "--from", a, "--to", b, "--totals")
    listed = seen["moves"][0]["plan"] if seen["moves"] else None
    verdict.expect("report and move", plan, listed, ["report", text, err[:200]])
    moved = seen["grids"] and [m["present_bytes"] for m in seen["grids"]["moves"]]
    if plan and moved and plan["bytes_between_chips"] == 0 and len(layout.grid) == 2 \
            and max(layout.grid + other.grid) <= 8:
        verdict.expect("grids FILE and move: bytes that move to other cores", [plan["bytes_on_noc"]], moved,
                       ["report", text])
    verdict.count("reports")


def same_and_diff(tools, verdict, layout, other):
    """same, diff and move agree on whether two layouts are one."""
    pair = [layout.text(), other.text()]
    same, err = tools.json("same", *pair)
    plan, move_err = tools.json("move", "--from", pair[0], "--to", pair[1], "--totals")
    if same is None or plan is None:
        # Exit status 1 is the answer "differs", printed as JSON all the same.
        status, out, err = tools.layout("same", *pair, "--json")
        same = json.loads(out) if out.strip() else None
    if not verdict.expect("same and move answer", (True, True), (same is not None, plan is not None),
                          ["same", *pair, (err + move_err)[:200]]):
        return
    here = all(layout.core(i) == other.core(i) and layout.byte_offset(layout.offset(i)) ==
               other.byte_offset(other.offset(i)) for i in layout.indices())
    verdict.expect("same and the specification", here, same["same"], ["same", *pair])
    if plan["padding_bytes"] == 0 or not here:
        verdict.expect("same and move: nothing moves", here, plan["no_op"], ["move", *pair])
    _, out, _ = tools.layout("diff", *pair, "--json")
    if json.loads(out)["equal"]:
        verdict.expect("diff and same: equal layouts are the same", True, here, ["diff", *pair])
    verdict.count("compared layouts")


def grids_and_with(rng, tools, verdict, layout, device):
    """The figures of a grid that grids lists are those of the layout that with writes."""
    listed, err = tools.json("grids", layout.text(), "--device", device.text())
    for entry in rng.sample(listed or [], min(2, len(listed or []))):
        arguments = ["with", layout.text(), "--grid", by_x(entry["grid"])]
        status, out, err = tools.layout(*arguments)
        if not verdict.expect("with a grid of grids", 0, status, arguments + [err[:200]]):
            continue
        seen, err = tools.json("show", out.strip())
        verdict.expect("grids, and show of with: cores, padding, bytes of a shard and a bank",
                       [entry[k] for k in ("cores", "padding_elements", "shard_bytes", "bank_bytes")],
                       [seen[k] for k in ("cores", "padding_elements", "shard_bytes", "bank_bytes")] if seen else None,
                       arguments)


def build_and_show(tools, verdict, layout):
    """build writes the layout that was described; with its own grid changes nothing."""
    shown, _ = tools.json("show", layout.text())
    arguments = ["build", "--shape", by_x(layout.shape), "--element", layout.element, "--grid", by_x(layout.grid),
                 "--map", layout.linear.text]
    if layout.tile:
        arguments += ["--tile", f"{layout.tile[0]}x{layout.tile[1]}:{layout.tile[2]}"]
    for command in (arguments, ["with", layout.text(), "--grid", by_x(layout.grid)]):
        status, out, err = tools.layout(*command)
        seen = tools.json("show", out.strip())[0] if status == 0 else None
        verdict.expect(f"{command[0]} and show", without(shown, "type", "linear"),
                       without(seen or {}, "type", "linear"), command + [err[:200]])


def fits(rng, tools, verdict):
    """A tensor about as large as L1: grids, memory and report."""
    rows = L1_BYTES // 4 // 64 + rng.choice([-600, -9, -8, -1, 0, 1, 8, 600])
    layout = Layout([rows * 2, 64], "f32", map_of(2, ["d0", "d1"]), [2, 1], None)
    text = file_of([layout.text()])
    listed, _ = tools.json("grids", layout.text())
    entry = next(e for e in listed if e["grid"] == layout.grid)
    status, out, err = tools.layout("memory", "-", "--all-live", "--json", stdin=text)
    memory, report = json.loads(out), tools.layout("report", "-", "--json", stdin=text)[1]
    verdict.expect("fits: grids, memory, report", [entry["fits"]] * 2,
                   [memory["fits"], json.loads(report)["memory"]["fits"]], ["memory", layout.text(), err[:200]])
    verdict.expect("fits: the specification", round_up(layout.shard_bytes(), 32) <= L1_BYTES, entry["fits"],
                   ["grids", layout.text()])
    verdict.count("that fit" if entry["fits"] else "that do not fit")


def device_and_place(tools, verdict, layout, device):
    """The device that device prints is the one that it was given."""
    arguments = ["device", device.text()]
    status, out, err = tools.layout(*arguments)
    if not verdict.expect("device", 0, status, arguments + [err[:200]]):
        return
    for name in ("place", "grids"):
        seen = [tools.json(name, layout.text(), "--device", text)[0] for text in (device.text(), out.strip())]
        verdict.expect(f"{name} with a device, and as device prints it", seen[0], seen[1], arguments)


# What is wrong with a text.

def frames(messages):
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
                    for body in (json.dumps({"jsonrpc": "2.0", **m}).encode() for m in messages))


def of_server(tools, text):
    """[(line, column, severity, rule, message)] of tt-lsp-server."""
    uri = "file:///module.mlir"
    sent = frames([{"id": 1, "method": "initialize", "params": {"capabilities": {}, "initializationOptions": {
        "maxDiagnostics": 100000}}},
                   {"method": "initialized", "params": {}},
                   {"method": "textDocument/didOpen", "params": {"textDocument": {
                       "uri": uri, "languageId": "mlir", "version": 1, "text": text}}},
                   {"id": 2, "method": "shutdown"}, {"method": "exit"}])
    done = subprocess.run([os.path.join(tools.build, "tt-lsp-server")], input=sent, capture_output=True, timeout=120,
                          check=False)
    found, at, out = [], 0, done.stdout
    while at < len(out):
        size = int(re.match(rb"Content-Length: (\d+)", out[at:])[1])
        at = out.index(b"\r\n\r\n", at) + 4
        message = json.loads(out[at:at + size])
        at += size
        if message.get("method") == "textDocument/publishDiagnostics":
            found = [(d["range"]["start"]["line"] + 1, SEVERITIES[d["severity"]], d.get("code"),
                      d["message"].split("\n")[0]) for d in message["params"]["diagnostics"]]
    return sorted(found)


def of_tt_opt(tools, text):
    _, _, err = tools.opt("--verify-only", "--max-errors=0", "--diagnostic-format=json", "--no-from-run-lines", "-",
                          stdin=text)
    entries = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    return sorted((e["line"], e["severity"], e["rule"], e["message"]) for e in entries)


def verdicts(tools, verdict, text, what):
    opt, server = of_tt_opt(tools, text), of_server(tools, text)
    # The server says it at each place of a value, tt-opt once with notes.
    verdict.expect("tt-lsp-server says what tt-opt says", [], [e for e in opt if e not in server], [what])
    words = {(rule, message) for _, _, rule, message in opt}
    verdict.expect("tt-opt says what tt-lsp-server says", [], [e for e in server if e[2:] not in words], [what])
    return opt


def mistake_and_verdict(rng, tools, verdict, layout):
    """A number of the text is changed: tt-opt and the server say the same; show fails only where tt-opt does."""
    text = layout.text()
    numbers = [m for m in re.finditer(r"\d+", text) if text[m.start() - 1] not in "dfi"]
    at = rng.choice(numbers)
    text = text[:at.start()] + str(int(at[0]) + rng.choice([-1, 1, 2])) + text[at.end():]
    opt = verdicts(tools, verdict, f'"t.op"() {{a = {text}}} : () -> ()\n', text)
    errors = any(severity == "error" for _, severity, _, _ in opt)
    status, out, err = tools.layout("show", text, "--json")
    if errors:
        verdict.expect("show of a text with errors fails", True, status != 0, ["show", text])
    verdict.count("texts with mistakes")


def corpus_module(rng, tools, verdict):
    """A module of the corpus: what is wrong, and show, memory and grids as report has them."""
    files = sorted(glob.glob(os.path.join(CORPUS, "**", "*.mlir"), recursive=True))
    if not files:
        return
    path = rng.choice(files)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if len(text) > 200000 or "split-input-file" in text or "// -----" in text:
        return
    where = os.path.relpath(path, CORPUS)
    opt = verdicts(tools, verdict, text, where)
    if any(severity == "error" for _, severity, _, _ in opt):
        return
    seen, err = report_of(tools, text)
    if not verdict.expect("report of a module without errors", True, seen is not None, [where, err[:200]]):
        return
    shown, _ = tools.json("show", "-", stdin=text)
    shown = shown if isinstance(shown, list) else [shown] if shown else []
    figures = {(e["name"], e["line"]): e["shard_bytes"] for e in shown if "name" in e and "shard_bytes" in e}
    listed = {(e["name"], e["line"]): e["shard_bytes"] for e in seen["layouts"]}
    both = figures.keys() & listed.keys()
    verdict.expect("report and show of a module", {k: figures[k] for k in both}, {k: listed[k] for k in both}, [where])
    status, out, _ = tools.layout("memory", "-", "--json", stdin=text)
    if out.strip() and seen["memory"]:
        verdict.expect("report and memory of a module", json.loads(out), seen["memory"], [where])
    verdict.count("modules of the corpus")


def step(rng, tools, verdict):
    device = random_device(rng, KINDS + OTHER_RANKS)
    grid = random_grid(rng, device)
    layout = random_layout(rng, grid)
    if layout is None or not device.legal() or volume(grid) > 256 or device.placement(grid) is None:
        return
    verdict.cases += 1
    entry_of, shown = show_and_place(tools, verdict, layout, device)
    if shown is None:
        return
    show_and_at(rng, tools, verdict, layout, device, entry_of)
    show_and_draw(tools, verdict, layout, device, shown, entry_of)
    show_and_grids(tools, verdict, layout, device, shown)
    show_and_memory(tools, verdict, layout, shown)
    module_and_option(rng, tools, verdict, layout, device)
    show_and_convert(tools, verdict, layout, shown)
    show_and_other_forms(rng, tools, verdict, layout, shown)
    show_and_move(rng, tools, verdict, layout, device, shown)
    show_and_report(rng, tools, verdict, layout, shown)
    other = random_layout(rng, rng.choice([grid, random_grid(rng, device)]), layout.shape)
    if other is not None and volume(other.grid) <= 64 and rng.random() < 0.7:
        same_and_diff(tools, verdict, layout, other)
    grids_and_with(rng, tools, verdict, layout, device)
    build_and_show(tools, verdict, layout)
    device_and_place(tools, verdict, layout, device)
    mistake_and_verdict(rng, tools, verdict, layout)
    if verdict.cases % 5 == 0:
        fits(rng, tools, verdict)
    if verdict.cases % 10 == 0:
        corpus_module(rng, tools, verdict)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "pairs", 100, step, "\n".join(": ".join(pair) for pair in PAIRS)))
