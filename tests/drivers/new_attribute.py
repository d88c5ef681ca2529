#!/usr/bin/env python3
"""The attribute that CONTRIBUTING.md adds as an example, in a copy of the sources: its change is applied, tt-opt is
built, and the attribute parses, prints, is listed and has its dates, which are later than all others of the table.
In the same copy fields of layouts, devices and ttnn_layouts end, change their notation and become mandatory: tt-layout
writes by the changed rows.

  new_attribute.py BUILD_DIR     (BUILD_DIR is not used; its compiler cache may be)"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from tap import ROOT, Tap, arguments, run

CHANGE = re.compile(r"^```diff\n(.*?)^```$", re.S | re.M)
# (part of a row, its change): on 2027-01-01 a field ends or has another notation, on 2027-06-01 one is added
ADDED = "KEYOPT(num_buffers, INT, MUST(20270601, 0))"
ROWS = [("KEY(logical_shape, DIMS), KEY(dim_alignments, DIMS),\n       KEYOPT(collapse_dims",
         "KEY(logical_shape, DIMS), KEYOPT(dim_alignments, DIMS, MUST(20250620, 20270101)),\n"
         "       KEYOPT(collapse_dims"),
        ("KEYOPT(index_map, INTEGER_MAP, TAIL(20250829, 20251117) MUST(20251117, 20260226))))",
         f"KEYOPT(index_map, INTEGER_MAP, TAIL(20250829, 20251117) MUST(20251117, 20260226)),\n       {ADDED}))"),
        ("KEYOPT(dramGrid, QUALIFIED(grid), MUST(20260423, 0))",
         "KEYOPT(dramGrid, QUALIFIED(grid), MUST(20260423, 20270101)), KEYOPT(dramGrid, DIMS, MUST(20270101, 0))"),
        ("WORD(ttnn_memory_layout), TAIL(20241117, 20241206))",
         "WORD(ttnn_memory_layout), TAIL(20241117, 20241206) TAIL(20270101, 0))"),
        ("MAY(20251125, 20260506) TAIL(20260506, 0)),", "MAY(20251125, 20260506) TAIL(20260506, 20270101)),"),
        ("KEYOPT(core_ranges, ATTR(ttnn_core_range_set), MAY(20260506, 0)),",
         f"KEYOPT(core_ranges, ATTR(ttnn_core_range_set), MAY(20260506, 0)), {ADDED},"),
        ("KEYOPT(meshShape, DIMS, MUST(20240913, 0)), ", f"KEYOPT(meshShape, DIMS, MUST(20240913, 0)), {ADDED}, "),
        ("TAIL(20250516, 20251229) MAY(20251229, 0)),", "TAIL(20250516, 20251229) MAY(20251229, 20270101)),\n"
         "       KEYOPT(shard_spec, WRITTEN(ttnn_shard_spec), MAY(20270101, 0)),"),
        ("FORM(20250401, 0, POS(start_coord, TIGHT), POS(end_coord, TIGHT))",
         "FORM(20250401, 20270101, POS(start_coord, TIGHT), POS(end_coord, TIGHT))\n"
         "  FORM(20270101, 0, KEY(start_coord, TIGHT), KEY(end_coord, TIGHT))"),
        # a group of keywords without an end date
        ('K("pcie") K("host_mmio"))', 'K("pcie") K("host_mmio") K("all"))\n'
         'GROUP(chip_capability, "all", 20240617, 0, "pcie|host_mmio")')]
OPERATION = '"t.op"() {{a = {}}} : () -> ()\n'


def change(example=0):
    """([(file, lines before, added lines)], the numbers of lines and files that the page names)"""
    with open(os.path.join(ROOT, "CONTRIBUTING.md"), encoding="utf-8") as f:
        page = f.read()
    hunks = []
    for line in CHANGE.findall(page)[example].splitlines():
        if line.startswith("--- "):
            hunks.append((line[4:], [], []))
        elif line.startswith("+"):
            hunks[-1][2].append(line[1:])
        else:
            hunks[-1][1].append(line[1:])
    lines, files = re.findall(r"(\d+) lines in (\d+) files", page)[example]
    return hunks, (int(lines), int(files))


def copy_sources(copy):
    for folder in ("src", "include", "grammar", "packaging", "scripts"):
        shutil.copytree(os.path.join(ROOT, folder), os.path.join(copy, folder))
    for file in ("meson.build", "meson_options.txt"):
        shutil.copy(os.path.join(ROOT, file), copy)


def check_size(tap, hunks, named):
    counted = (sum(len(added) for _, _, added in hunks), len(hunks))
    tap.check(counted == named, "CONTRIBUTING.md names the size of its example", f"counted {counted}, named {named}")


def apply(tap, hunks, copy):
    for name, before, added in hunks:
        path = os.path.join(copy, name)
        with open(path, encoding="utf-8") as f:
            text = f.read()
        place = "\n".join(before) + "\n"
        tap.check(text.count(place) == 1, f"the example finds its position in {name}", place)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text.replace(place, place + "\n".join(added) + "\n"))


def change_rows(tap, copy):
    paths = [os.path.join(copy, "src/ir", name) for name in ("attributes.def", "attributes_ttnn.def", "enums.def")]
    texts = []
    for path in paths:
        with open(path, encoding="utf-8") as f:
            texts.append(f.read())
    for row, changed in ROWS:
        tap.check(sum(text.count(row) for text in texts) == 1, "a row that changes is found", row)
        texts = [text.replace(row, changed) for text in texts]
    for path, text in zip(paths, texts):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def check_writers(tap, tool):
    """Texts of a date have the fields and notations of the changed rows; a field without a value is named."""
    shape = ["build", "--shape", "4x6", "--element", "f32", "--grid", "2x1"]
    body = "logical_shape = 4x6, dim_alignments = 1x1, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>"
    layout = f"tensor<2x1x2x6xf32, #ttcore.metal_layout<{body}, l1, sharded>>"
    device = ["device", "--chip-grid", "2x2", "--mesh", "1x1"]
    plain = "#tt.device<workerGrid = #tt.grid<2x2, (d0, d1) -> (0, d0, d1)>, meshShape = 1x1, chipIds = [0]>"
    tiles = ("tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, "
             "memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>")
    cases = [("metal_layout", shape, ", dim_alignments = 1x1", "<logical_shape = 4x6, collapsed_inter"),
             ("metal_layout", ["with", layout, "--grid", "1x1"], ", dim_alignments = 1x1", "4x6, collapsed_inter"),
             ("metal_layout", ["convert", layout, "--to", "ttcore"], ", dim_alignments = 1x1", "alignments size (0)"),
             ("device", device, ", dramGrid = #ttcore.grid<1x12>,", ", dramGrid = 1x12,"),
             ("device", ["device", plain, "--reinterpret", "transpose"], "Grid = #ttcore.grid<1x12>,", "Grid = 1x12,"),
             ("ttnn_layout", ["convert", tiles, "--to", "ttnn"], ">>, <height_sharded>, core_ranges = <[",
              ">>, height_sharded, core_ranges = <["),
             (None, ["convert", tiles, "--to", "ttnn", "--json"], "<height_sharded>, #ttnn.shard_spec<<[#ttnn.core_ra"
              "nge<(", "d>, shard_spec = #ttnn.shard_spec<<[#ttnn.core_range<start_coord = (0,0), end_coord = (")]
    for attribute, command, before, after in cases:
        for day, expected in (("2026-12-31", before), ("2027-01-01", after)):
            wrote = run([tool, *command, "--era", day])
            tap.check(expected in (wrote[1] + wrote[2]).decode(), f"{command[0]} {attribute} on {day}", wrote)
        if not attribute:
            continue
        missing = f"no value for field 'num_buffers', which is mandatory in {attribute} on 2027-06-01"
        status, out, err = run([tool, *command, "--era", "2027-06-01"])
        tap.check(status == 1 and not out and missing in err.decode(), f"{command[0]} names the field", out + err)


def build(tap, copy):
    folder = os.path.join(copy, "build")
    steps = [["meson", "setup", folder, "--buildtype=debug", "--default-library=static", "-Dtests=disabled"],
             ["ninja", "-C", folder, "tt-layout", "tt-opt"]]
    for step in steps:
        done = subprocess.run(step, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if not tap.check(done.returncode == 0, " ".join(step[:1] + step[-1:]), done.stdout[-3000:]):
            return None
    return os.path.join(folder, "tt-opt")


def main():
    arguments(__doc__).parse_args()
    tap = Tap()
    hunks, named = change()
    check_size(tap, hunks, named)
    with tempfile.TemporaryDirectory() as copy:
        copy_sources(copy)
        apply(tap, hunks, copy)
        change_rows(tap, copy)
        tool = build(tap, copy)
        if not tool:
            return tap.finish()

        check_writers(tap, os.path.join(os.path.dirname(tool), "tt-layout"))

        def opt(text, *options):
            status, out, err = run([tool, *options, "-"], stdin=OPERATION.format(text).encode())
            return status, out.decode(), err.decode()

        for text in ("#ttcore.noc_route<xy>", "#ttcore.noc_route<yx, hops = 3>"):
            tap.check(opt(text) == (0, OPERATION.format(text), ""), f"{text} parses and prints", opt(text))
        grouped = opt("#tt.Chip_capability<pcie|host_mmio>")[1]
        tap.check("<pcie|host_mmio|all>" in grouped, "a group without an end date is in force", grouped)
        printed = opt("#ttcore<noc_route< xy ,hops=3>>")
        tap.check(printed[1] == OPERATION.format("#ttcore.noc_route<xy, hops = 3>"), "prints canonically", printed)
        for text, message in (("#ttcore.noc_route<zz>", "unknown route order 'zz'"),
                              ("#ttcore.noc_route<xy, hop = 3>", "did you mean 'hops'?")):
            status, _, err = opt(text)
            tap.check(status == 1 and message in err, f"{text} is rejected", err)
        listed = run([tool, "--list-attributes"])[1].decode()
        row = "#ttcore.noc_route  order: xy|yx, hops? = int"
        tap.check(row in listed.splitlines(), "--list-attributes lists it", row)
        for text, since in (("<xy>", "2030-01-01"), ("<xy, hops = 3>", "2030-02-01"), ("<yx>", "2030-03-01")):
            text = "#ttcore.noc_route" + text
            tap.check(opt(text, "--list-eras")[:2] == (0, f"{since} ..\n"), f"{text} since {since}",
                      opt(text, "--list-eras"))
            year, month, _ = since.split("-")
            before = f"{year}-{int(month) - 1:02}-28" if month != "01" else "2029-12-31"
            tap.check(opt(text, f"--era={since}")[0] == 0, f"--era={since} accepts {text}", opt(text, f"--era={since}"))
            status, _, err = opt(text, f"--era={before}")
            tap.check(status == 1 and "from 2030" in err, f"--era={before} rejects {text}", err)
            tap.check(opt(text, "--era=2099-01-01")[0] == 0, f"--era=2099-01-01 accepts {text}")
        old = "#tt.layout<8x1, undef, <1x1>, memref<8x8xf32, #tt.memory_space<l1>>>"
        tap.check(opt(old, "--list-eras")[1] == "2024-05-14 .. 2024-07-11\n", "dates of other attributes stay",
                  opt(old, "--list-eras"))
        os.makedirs(os.path.join(copy, "docs"))
        status, _, err = run([os.path.join(copy, "scripts", "generate-eras-doc")], cwd=copy)
        with open(os.path.join(copy, "docs", "eras.md"), encoding="utf-8") as f:
            page = f.read()
        tap.check(status == 0 and "| 2030-01-01 | 2030-02-01 |  | order |" in page, "generate-eras-doc lists it",
                  err.decode() + page[-500:])
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
