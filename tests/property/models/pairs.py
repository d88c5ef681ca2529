#!/usr/bin/env python3
"""The same question asked of two commands: bytes, padding, cores, chips and the position of each element, as show,
place, move, convert, draw, grids and memory print them. Each answer is compared with the other and with the
specifications.

  pairs.py BUILD_DIR [CASES [SEED]]     a case is a layout on a device, asked of every pair"""
import re
import sys

from model import (ELEMENT_BYTES, KINDS, OTHER_RANKS, Layout, Map, by_x, file_of, map_of, random_device,
                   random_grid, random_results, round_up, row_major, run_model, volume)

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
            of_module = {key: value for key, value in of_module[0].items() if key not in ("name", "line", "device")}
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


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "pairs", 200, step))
