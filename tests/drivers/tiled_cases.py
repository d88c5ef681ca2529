#!/usr/bin/env python3
"""Runs the tiled layouts of ../shared/corpus/golden/spyre_cases.jsonl through `tt-layout tiled --simulate --json`:
sizes, strides, formats, bytes, and every pair (device element, host element) that the loop nests copy. A case is
right, wrong (an answer that differs, or an answer where an error is due) or rejected. Skipped if ../shared does not
exist.

usage: tiled_cases.py BUILD_DIR [--list]"""
import hashlib
import itertools
import json
import os
import sys

from tap import ROOT, Tap, arguments, run

CASES = os.path.join(os.path.dirname(ROOT), "shared", "corpus", "golden", "spyre_cases.jsonl")


def pairs_of(nests):
    """{(device element, host element)} of all nests."""
    found = set()
    for nest in nests:
        loops = list(zip(nest["ranges"], nest["host_strides"], nest["device_strides"]))
        for index in itertools.product(*(range(n) for n, _, _ in loops)):
            host = nest["host_offset"] + sum(i * loop[1] for i, loop in zip(index, loops))
            device = nest["device_offset"] + sum(i * loop[2] for i, loop in zip(index, loops))
            found.add((device, host))
    return found


def digest(pairs):
    return hashlib.sha256("\n".join(f"{d}:{h}" for d, h in sorted(pairs)).encode()).hexdigest()


def differences(expect, found):
    """What of the expected facts the answer does not have; strides of extent 1 are free."""
    for key in ("device_size", "device_strides", "elems_per_stick", "device_bytes", "dim_map", "num_stick_dims"):
        if key in expect and found.get(key) != expect[key]:
            yield f"{key} is {found.get(key)}, expected {expect[key]}"
    if "format" in expect and found["format"] != expect["format"].lower():
        yield f"format is {found['format']}, expected {expect['format']}"
    if "device_dtype" in expect and found["device_dtype"] != expect["device_dtype"].lower():
        yield f"device_dtype is {found['device_dtype']}, expected {expect['device_dtype']}"
    if "stride_map" in expect and found["stride_map"] is not None:
        pairs = zip(expect["device_size"], expect["stride_map"], found["stride_map"])
        if any(extent > 1 and want != have for extent, want, have in pairs):
            yield f"stride_map is {found['stride_map']}, expected {expect['stride_map']}"
    if "pairs_sha256" in expect:
        pairs = pairs_of(found["nests"] or [])
        if len(pairs) != expect["pairs"] or digest(pairs) != expect["pairs_sha256"]:
            yield f"{len(pairs)} pairs of {found['nests']}, expected {expect['pairs']} of {expect.get('nests')}"
    if expect.get("nests") and found["nests"] is not None and len(found["nests"]) > len(expect["nests"]):
        yield f"{len(found['nests'])} nests, expected {len(expect['nests'])}"


def command(tool, case):
    words = [tool, "tiled", case["text"], "--convention", case["convention"], "--json"]
    if case["host_size"] is not None:
        words += ["--host-size", "x".join(map(str, case["host_size"])) or "scalar"]
        words += ["--simulate"]
        if case.get("host_strides"):
            words += ["--host-strides", ",".join(map(str, case["host_strides"]))]
    return words + (["--dtype", "torch." + case["dtype"]] if case["dtype"] else [])


def classify(tool, case):
    """("right", "wrong" or "rejected", details)"""
    status, out, err = run(command(tool, case))
    if case["verdict"] != "accept":
        return ("right", "") if status == 1 and err else ("wrong", f"exit {status}, expected an error: {out.decode()}")
    if status != 0:
        return "rejected", err.decode(errors="replace")
    found = "\n".join(differences(case["expect"], json.loads(out)))
    return ("wrong", found) if found else ("right", "")


def main():
    parser = arguments(__doc__)
    parser.add_argument("--list", action="store_true", help="print one line per case, and the sums")
    options = parser.parse_args()
    tool, tap, sums = os.path.join(options.build, "tt-layout"), Tap(), {"right": 0, "wrong": 0, "rejected": 0}
    if not os.path.isfile(CASES):
        tap.skip("spyre_cases", "../shared does not exist")
        return tap.finish()
    with open(CASES, encoding="utf-8") as f:
        cases = [case for case in map(json.loads, f) if "id" in case]
    for case in cases:
        verdict, details = classify(tool, case)
        sums[verdict] += 1
        if options.list:
            print(f"{verdict:9}{case['id']}: " + details.strip().replace("\n", " | ")[:400])
        else:
            tap.check(verdict == "right", case["id"], f"{verdict}: {case['text']}\n{details}")
    if options.list:
        print(sums)
        return 0
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
