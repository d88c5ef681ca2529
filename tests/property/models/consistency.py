#!/usr/bin/env python3
"""Parts of TTNN layouts against one another: `ttnn-core-count` by the set of all cores of the ranges, `ttnn-element` by
a list of what each element type can be stored as.

  consistency.py BUILD_DIR [CASES [SEED]]     a case is a section of a text"""
import json
import sys

from model import by_x, run_model, volume

SECTIONS = 50

FLOATS = {"f32", "f16", "bf16", "bfp_f8", "bfp_bf8", "bfp_f4", "bfp_bf4", "bfp_f2", "bfp_bf2"}
INTEGERS = {"u32", "u16", "u8", "si32", "i1"}
# The integer tiles that hold every value of an element, or 64 bits of it as 32.
HELD = {
    "f64": set(), "f32": set(), "bf16": set(), "f16": set(), "tf32": set(),
    "i64": {"u32", "si32"}, "si64": {"si32"}, "ui64": {"u32"}, "index": {"u32", "si32"},
    "i32": {"u32", "si32"}, "si32": {"si32"}, "ui32": {"u32"},
    "i16": {"u32", "si32", "u16"}, "si16": {"si32"}, "ui16": {"u32", "si32", "u16"},
    "i8": {"u32", "si32", "u16", "u8"}, "si8": {"si32"}, "ui8": {"u32", "si32", "u16", "u8"},
    "i1": INTEGERS,
}
SIGNED = {"si64", "si32", "si16", "si8"}  # as u32 until 2025-02-27


def layout(dialect, grid, tile, rest, memref="1x1", space="dram"):
    return (f"#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <{by_x(grid)}>, memref<{memref}x!{dialect}.tile<32x32, {tile}>, "
            f"#ttnn.buffer_type<{space}>>, {rest}>")


def element_case(rng):
    """(text, the rules that fire)"""
    element, tile = rng.choice(list(HELD)), rng.choice(sorted(FLOATS | INTEGERS))
    dialect = rng.choice(["tt", "ttcore"])
    held = tile in FLOATS or tile in HELD[element]
    if dialect == "tt" and element in SIGNED and tile == "u32":
        held = True
    text = layout(dialect, [1, 1], tile, "<interleaved>")
    use = f"#a = {text}\n"
    tensor = f"tensor<32x32x{element}, #a>"
    if rng.random() < 0.3:
        use, tensor = "", f"tensor<32x32x{element}, {text}>"
    return f'{use}"t.op"() {{a = {tensor}, b = {tensor}}} : () -> ()\n', set() if held else {"ttnn-element"}


def cores_case(rng):
    grid = [rng.choice([1, 1, 2, 3, 4, 6, 8]), rng.choice([1, 1, 2, 3, 4, 8])]
    ranges, cores, overlap = [], set(), False
    for _ in range(rng.choice([1, 1, 2, 3])):
        x, y = rng.randrange(8), rng.randrange(8)
        columns, rows = rng.choice([1, 1, 2, 3, 4, 8]), rng.choice([1, 1, 2, 3, 6, 8])
        if not ranges and rng.random() < 0.4:
            rows, columns = grid
        mine = {(x + i, y + j) for i in range(columns) for j in range(rows)}
        overlap |= bool(mine & cores)
        cores |= mine
        ranges.append(f"#ttnn.core_range<({x},{y}), ({x + columns - 1},{y + rows - 1})>")
    kind = rng.choice(["height_sharded", "width_sharded", "block_sharded"])
    ignored = rng.random() < 0.1
    core_set = f"#ttnn.core_range_set<[{', '.join(ranges)}]>"
    text = f"#set = {core_set}\n" if rng.random() < 0.3 else ""
    rest = f"<{kind}>, core_ranges = {'#set' if text else core_set}{', ignorePhysicalLayout = true' if ignored else ''}"
    text += f"#a = {layout('ttcore', grid, 'bf16', rest, space='l1')}\n"
    if overlap:
        return text, {"core-range"}
    return text, {"ttnn-core-count"} if len(cores) != volume(grid) and not ignored else set()


def step(rng, tools, verdict):
    cases = [rng.choice([element_case, cores_case])(rng) for _ in range(SECTIONS)]
    text, first, starts = "", 1, []
    for part, _ in cases:
        starts.append(first)
        text += part + "// -----\n"
        first += part.count("\n") + 1
    arguments = ["--verify-only", "--split-input-file", "--max-errors=100000", "--diagnostic-format=json", "-"]
    _, _, err = tools.opt(*arguments, stdin=text)
    found = [[] for _ in cases]
    for line in err.splitlines():
        if not line.startswith("{"):
            continue
        diagnostic = json.loads(line)
        number = max(i for i, start in enumerate(starts) if start <= diagnostic["line"])
        found[number].append(diagnostic["rule"])
    for (part, expected), rules in zip(cases, found):
        verdict.cases += 1
        verdict.expect(part, sorted(expected), sorted(rules), arguments)
        verdict.count("with " + (", ".join(sorted(expected)) or "nothing"))


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "consistency", 4000, step))
