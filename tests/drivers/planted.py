#!/usr/bin/env python3
"""Injects faults into the verifier and the arithmetic, one at a time, and reports which ones the tests catch.

  planted.py [--work FOLDER] [--only NUMBER,...] [--check]

Each fault is a small edit that compiles: a bound that is off by one, a sign, a missing case. The sources are copied
into FOLDER (a temporary one by default), built there once, and rebuilt for each fault. Unit tests, lit files, rule
examples and property tests run, in this order, until one fails. --check only reports whether the old text of each edit
exists. A run takes about an hour of one core and is not part of scripts/test: use `nice scripts/plant-faults`.
docs/robustness.md has the results of the last run."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

from tap import ROOT

# (file, old, new): `old` occurs once in the file.
FAULTS = [
    # ---- src/maps: digits, positions, bounds
    ("src/maps/digits.c", "if (!tta_ceildiv(whole->count, size, &high.count)",
     "if (!tta_floordiv(whole->count, size, &high.count)"),
    ("src/maps/digits.c", "int64_t size = common == 1 ? divisor : tta_divide_floor(divisor, common, &rest);",
     "int64_t size = common == 1 ? divisor : tta_divide_floor(divisor, 2, &rest);"),
    ("src/maps/digits.c", "digits->irregular |= !whole->top;", "digits->irregular |= false;"),
    ("src/maps/digits.c",
     "if (kind == TTA_OP_CEILDIV_BY && !tta_add(form->constant, value - 1, &form->constant)) return false;",
     "if (kind == TTA_OP_CEILDIV_BY && !tta_add(form->constant, value, &form->constant)) return false;"),
    ("src/maps/digits.c", "if (lo >= 0 && hi < divisor) {", "if (lo >= 0 && hi <= divisor) {"),
    ("src/maps/digits.c", "if (atom->divisor != divisor || !tta_digits_settle(digits, &atom->base)) continue;",
     "if (!tta_digits_settle(digits, &atom->base)) continue;"),
    ("src/maps/decode.c", "if (i + 1 < count && span >= above[i + 1]) continue;",
     "if (i + 1 < count && span > above[i + 1]) continue;"),
    ("src/maps/decode.c", "if (others == 0 || values <= others / tta_gcd(list[i].coefficient, others))",
     "if (others == 0 || values <= others)"),
    ("src/maps/decode.c", "if (pivot >= m->rows) return false;", "if (pivot >= m->rows) return true;"),
    ("src/maps/injective.c", "*same = results == 0 || memcmp(j->image, other, results * sizeof *other) == 0;",
     "*same = results == 0 || memcmp(j->image, other, sizeof *other) == 0;"),
    ("src/maps/injective.c", "at[digit->dim] < j->box.extent[digit->dim];",
     "at[digit->dim] <= j->box.extent[digit->dim];"),
    ("src/maps/injective.c", "int64_t signed_down = (a < 0) == (b < 0) ? (int64_t)down : -(int64_t)down;",
     "int64_t signed_down = (int64_t)down;"),
    ("src/maps/bounds.c", "if (value < 0) {\n    int64_t swap = a->lo;",
     "if (value < -1) {\n    int64_t swap = a->lo;"),
    ("src/maps/bounds.c", "intervals[i] = (tta_interval){first, last, 1, 1};",
     "intervals[i] = (tta_interval){first, last, 2, 1};"),
    ("src/maps/bounds.c", "a->hi = value - step + phase;", "a->hi = value - 1;"),
    ("src/maps/range.c", "if (range->max.at && range->max.seen >= limit) return TTA_YES;",
     "if (range->max.at && range->max.seen > limit) return TTA_YES;"),
    ("src/maps/range.c", "int64_t *at = form.term[i].coefficient < 0 ? lo_at : hi_at;",
     "int64_t *at = form.term[i].coefficient < 0 ? hi_at : lo_at;"),
    ("src/maps/range.c", "if (digits.num_atoms || digits.partial || !tta_digits_settle(&digits, &form)) return TTA_OK;",
     "if (digits.num_atoms || !tta_digits_settle(&digits, &form)) return TTA_OK;"),
    ("src/maps/extremes.c",
     "part->high[leaves[i]] = !partial || i > choice ? digit->count - 1 : i < choice ? last : last - 1;",
     "part->high[leaves[i]] = !partial || i > choice ? digit->count - 1 : last;"),
    ("src/maps/search.c", "*found = o.found == TTA_NO && !o.points.all ? TTA_UNKNOWN : o.found;",
     "*found = o.found;"),
    ("src/maps/values.c", "if (lo == 0 && hi == 0) {", "if (lo == 0) {"),
    ("src/maps/wide.c", "if (i + 1 < count && span >= w->above[i + 1]) continue;",
     "if (i + 1 < count && span > w->above[i + 1]) continue;"),
    ("src/maps/program.c", "if (box.extent[op.dim] == 1) op = (tta_op){.kind = TTA_OP_CONSTANT};",
     "if (box.extent[op.dim] <= 2) op = (tta_op){.kind = TTA_OP_CONSTANT};"),
    # ---- src/ir: affine expressions
    ("src/affine/simplify.c", "case TTA_EXPR_ADD: return tta_gcd(left, right);",
     "case TTA_EXPR_ADD: return left;"),
    ("src/affine/simplify.c",
     "l->kind == TTA_EXPR_MOD && positive_constant(&nodes[l->rhs]) && nodes[l->rhs].value % unit == 0",
     "l->kind == TTA_EXPR_MOD && positive_constant(&nodes[l->rhs])"),
    ("src/affine/simplify.c", "if (factor % unit != 0) return false;", "if (factor < unit) return false;"),
    ("src/affine/simplify.c", "if (!fits && (bare || !pool->wraps)) return make(pool, kind, lhs, rhs);", "(void)fits;"),
    # ---- src/layout
    ("src/layout/layout.c", "if (!tta_add(out[i], 1, &out[i])) status = TTA_OVERFLOW;",
     "(void)!tta_add(out[i], 1, &out[i]);"),
    ("src/layout/layout.c",
     "return tta_ceildiv(*y, element->tile[0], y) && tta_ceildiv(*x, element->tile[1], x) ? TTA_OK : TTA_OVERFLOW;",
     "return tta_ceildiv(*y, element->tile[1], y) && tta_ceildiv(*x, element->tile[0], x) ? TTA_OK : TTA_OVERFLOW;"),
    ("src/layout/layout.c", "if (end > covered) covered = end;", "covered = end;"),
    ("src/layout/layout.c",
     "if (!tta_mul(v, logical.extent[j], &v) || !tta_align_up(v, alignments.extent[j], &v)) return TTA_OVERFLOW;",
     "if (!tta_mul(v, logical.extent[j], &v)) return TTA_OVERFLOW;"),
    ("src/model/storage.c", "in_tile[i].extent = (s->tile[i] + s->face[i] - 1) / s->face[i];",
     "in_tile[i].extent = s->tile[i] / TTA_FACE_EXTENT;"),
    ("src/model/storage.c", "whole || b->layout->family == TTA_FAMILY_TTNN ? align : 1", "align"),
    ("src/layout/locate.c", "inside = inside && at < s->shard.extent[i];",
     "inside = inside && at <= s->shard.extent[i];"),
    ("src/layout/padding.c", "if (gap.size > 0 &&", "if (gap.size >= 0 &&"),
    ("src/layout/collapse.c",
     "if (d + 1 == run.end && align > 1 && !tta_align_up(stride, align, &stride)) return false;",
     "if (d == run.begin && align > 1 && !tta_align_up(stride, align, &stride)) return false;"),
    ("src/layout/invert.c", "return whole->lo <= s->image[r] && s->image[r] <= whole->hi;",
     "return whole->lo < s->image[r] && s->image[r] <= whole->hi;"),
    # ---- src/device
    ("src/device/mesh.c", "if (mesh == 1) continue;", "if (mesh <= 2) continue;"),
    ("src/device/mesh.c", "if (place) *place = tta_expr_with(pool, TTA_EXPR_MOD, *place, extent);",
     "if (place) *place = tta_expr_with(pool, TTA_EXPR_MOD, *place, mesh);"),
    ("src/device/slices.h", "return mesh > 1 && extent > 1 ? (extent - 1) / mesh + 1 : extent;",
     "return mesh > 1 && extent > 1 ? extent / mesh : extent;"),
    ("src/device/placement.c", "s->logical_core[i] = s->shard[i] + rest % p->copies[i] * p->step[i];",
     "s->logical_core[i] = s->shard[i] + rest % p->copies[i];"),
    ("src/device/place.c", "if (rows < view->physical[i]) view->physical[i] = rows;", "view->physical[i] = rows;"),
    # ---- src/verify: layouts
    ("src/verify/layout.c",
     "if (tta_element_is_tile(&l->memref_element) && l->memref.rank < 2) return TTA_LAYOUT_TILE_RANK;",
     "if (tta_element_is_tile(&l->memref_element) && l->memref.rank < 1) return TTA_LAYOUT_TILE_RANK;"),
    ("src/verify/layout.c",
     "if (!has_space || l->memory_space > TTA_MEMORY_L1) return TTA_LAYOUT_MEMORY_SPACE;",
     "if (!has_space || l->memory_space > TTA_MEMORY_L1 + 1) return TTA_LAYOUT_MEMORY_SPACE;"),
    ("src/verify/layout_tensor.c", "if (grid != 1) shard = shard / grid + (shard % grid != 0);",
     "if (grid != 1) shard = shard / grid + (shard % grid > 1);"),
    ("src/verify/layout_tensor.c", "if (tile != 1) shard = shard / tile + (shard % tile != 0);",
     "if (tile != 1) shard = shard / tile;"),
    ("src/verify/layout_tensor.c", "if (!empty && !plain && (verify_negative(j) || verify_overlap(j))) return true;",
     "if (!empty && !plain && verify_overlap(j)) return true;"),
    ("src/verify/layout_named.c", "if (ends[0] <= ends[1]) return false;", "if (ends[0] < ends[1]) return false;"),
    ("src/verify/module_layouts.c", "if (volume(layout->shape) > largest->cores)",
     "if (volume(layout->shape) >= largest->cores)"),
    # ---- src/verify: devices and systems
    ("src/verify/device.c", "if (id <= before) *ascending = false;",
     "if (id < before) *ascending = false;"),
    ("src/verify/device.c", "else if (!fits) snprintf", "else if (fits) snprintf"),
    ("src/verify/device.c",
     "if (result == 0 && chips_valid && tta_range_at_least(&range, d->chip_ids.rank) == TTA_YES)",
     "if (result == 0 && chips_valid && tta_range_at_least(&range, d->chip_ids.rank + 1ll) == TTA_YES)"),
    ("src/verify/device_system.c", "if (d->chip_ids.extent[i] >= system->num_chips && !unknown++) first = i;",
     "if (d->chip_ids.extent[i] > system->num_chips && !unknown++) first = i;"),
    ("src/verify/device_system.c",
     "if (physical[1] >= table[physical[0]].rows || physical[2] >= table[physical[0]].columns) {",
     "if (physical[1] >= table[physical[0]].rows && physical[2] >= table[physical[0]].columns) {"),
    ("src/device/system_rules.c",
     "for (size_t i = 1; i < count; i++) {\n    if (cores[i] >> 32 != cores[i - 1] >> 32) continue;",
     "for (size_t i = 2; i < count; i++) {\n    if (cores[i] >> 32 != cores[i - 1] >> 32) continue;"),
    ("src/device/system_rules.c", "if (s->coords_span.end && s->num_coords != 1 && s->num_coords != num_chips) {",
     "if (s->coords_span.end && s->num_coords > 1 && s->num_coords != num_chips) {"),
    # ---- src/verify: ttnn, dates, ranges, tiles
    ("src/verify/core_range.c", "items[j].box.first.x <= items[i].box.last.x;",
     "items[j].box.first.x < items[i].box.last.x;"),
    ("src/verify/ttnn.c", "if (sharded && !has_ranges && !l->ignores_physical)",
     "if (sharded && !has_ranges)"),
    ("src/verify/era.c", "if (tta_era_is_empty(&eras) || !tta_era_is_empty(&left)) return 0;",
     "if (tta_era_is_empty(&eras)) return 0;"),
    ("src/verify/era.c", "(reading == TTA_ERA_LENIENT);", "0;"),
    ("src/verify/core_range.c", "b->first.y <= b->last.y && b->first.x <= b->last.x;",
     "(b->first.y <= b->last.y || b->first.x <= b->last.x);"),
    ("src/verify/tile.c", "bool whole = tile->tile[0] == 32 && tile->tile[1] == 32;",
     "bool whole = tile->tile[0] == 32 || tile->tile[1] == 32;"),
]

STAGES = [["--suite", "unit"], ["--suite", "lit"], ["rules", "roundtrip"], ["--suite", "property"]]
LIMIT_SECONDS = 900


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def misplaced():
    """The numbers of the edits for which the old text does not occur exactly once in its file."""
    return [n for n, (name, old, new) in enumerate(FAULTS, 1)
            if read(os.path.join(ROOT, name)).count(old) != 1 or old == new]


def copy_sources(folder):
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    for name in names.split("\0"):
        if name and os.path.isfile(os.path.join(ROOT, name)):
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), os.path.join(folder, name))


def quiet(command, folder):
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=LIMIT_SECONDS)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return None, "no end"


def first_failure(folder):
    """The stage that fails, or None if all pass."""
    for stage in STAGES:
        status, _ = quiet(["meson", "test", "-C", "build", "--no-rebuild", "--maxfail", "1", *stage], folder)
        if status is None:
            return stage[-1] + " (hangs)"
        if status:
            return stage[-1]
    return None


def plant(folder, number):
    """`caught by ...`, `SURVIVED` or `does not build`."""
    name, old, new = FAULTS[number - 1]
    path = os.path.join(folder, name)
    original = read(path)
    write(path, original.replace(old, new))
    try:
        status, log = quiet(["ninja", "-C", "build"], folder)
        if status:
            return "DOES NOT BUILD\n" + log[-2000:]
        suite = first_failure(folder)
        return f"caught by {suite}" if suite else "SURVIVED"
    finally:
        write(path, original)


def run(folder, numbers):
    copy_sources(folder)
    status, log = quiet(["meson", "setup", "build", "-Dwerror=false", "-Dbuildtype=release"], folder)
    if not status:
        status, log = quiet(["ninja", "-C", "build"], folder)
    if status:
        sys.exit("the sources do not build:\n" + log[-4000:])
    if first_failure(folder):
        sys.exit("the tests fail without a fault")
    caught = 0
    for n in numbers:
        verdict = plant(folder, n)
        caught += verdict.startswith("caught")
        print(f"{n:2} {FAULTS[n - 1][0]}: {verdict}", flush=True)
        if not verdict.startswith("caught"):
            print(f"   - {FAULTS[n - 1][1]}\n   + {FAULTS[n - 1][2]}", flush=True)
    print(f"{caught} of {len(numbers)} injected faults caught")
    return 0 if caught == len(numbers) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work")
    parser.add_argument("--only")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    wrong = misplaced()
    for n in wrong:
        print(f"fault {n} does not match its file: {FAULTS[n - 1][0]}: {FAULTS[n - 1][1]}")
    if wrong or options.check:
        print(f"{len(FAULTS)} faults, {len(wrong)} without a match")
        return 1 if wrong else 0
    numbers = [int(n) for n in options.only.split(",")] if options.only else range(1, len(FAULTS) + 1)
    if options.work:
        os.makedirs(options.work, exist_ok=True)
        return run(options.work, numbers)
    with tempfile.TemporaryDirectory() as folder:
        return run(folder, numbers)


if __name__ == "__main__":
    sys.exit(main())
