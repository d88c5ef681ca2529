#!/usr/bin/env python3
"""tt-opt --migrate on the corpus of ../shared, from the date of each file to each later date.   migrate.py BUILD_DIR

To its own date a file is unchanged. To a later one it is accepted there, or rejected with a reason. Back at its own
date it has the same values, or what was lost is an error. Skipped if the directory does not exist."""
import concurrent.futures
import csv
import os
import re
import sys

from tap import CASES_DIVIDED_BY, ROOT, Tap, arguments, run

SHARED = os.path.join(os.path.dirname(ROOT), "shared")
REASON = re.compile(rb"error: .+ \[migrate-(lost|rejected)\]")


def files():
    """[(path, its date)]"""
    sys.path.insert(0, f"{SHARED}/kit")
    import corpus  # the dates of the commits  # noqa: PLC0415
    with open(f"{SHARED}/corpus/MANIFEST.tsv", encoding="utf-8") as f:
        rows = [row for row in csv.DictReader(f, delimiter="\t") if row["expectation"] == "accept"]
    return [(row["file"], corpus.DATES[row["file"].split("/")[1]]) for row in rows
            if row["era"] in ("tt-era", "ttcore-era")], sorted(corpus.DATES.values())


def tool(opt, text, *options):
    return run([opt, "--split-input-file", *options, "-"], stdin=text)


def values(opt, text, date):
    """The text without comments and what tt-mlir removed, with aliases expanded, in canonical form."""
    _, out, _ = tool(opt, text, f"--era={date}", "--mlir-print-local-scope")
    out = re.sub(rb",? ?operand_constraints = \[[^]]*\](, )?", b"", out).replace(b" <{}>", b"")
    return re.sub(rb"\s*//.*|^[#!][\w$.]+ = .*|\s+", b" ", out, flags=re.M)


def migrate(opt, text, source, target):
    """(what is wrong, the migrated text, whether there was an error)"""
    status, out, err = tool(opt, text, f"--era={source}", f"--migrate={target}")
    if status not in (0, 1):
        return f"status {status}: {err.decode(errors='replace')}", b"", True
    if status == 1:
        return "" if REASON.search(err) and not out else f"no reason: {err.decode(errors='replace')}", b"", True
    accepted, _, why = tool(opt, out, f"--era={target}", "--verify-only")
    return "" if accepted == 0 else f"{target} rejects it: {why.decode(errors='replace')}", out, False


def check(opt, path, source, dates):
    """(what is wrong, how many dates were reached, rejected with a reason, and reached and left again without loss)"""
    with open(f"{SHARED}/corpus/{path}", "rb") as f:
        text = f.read()
    wrong, reached, rejected, back = [], 0, 0, 0
    if tool(opt, text, f"--era={source}", "--verify-only")[0] != 0:
        return [], 0, 0, 0  # what tt-mlir does not verify
    if tool(opt, text, f"--era={source}", f"--migrate={source}")[1] != text:
        wrong.append("it is changed at its own date")
    before = values(opt, text, source)
    for target in [date for date in dates if date > source]:
        problem, out, failed = migrate(opt, text, source, target)
        wrong += [problem] if problem else []
        reached, rejected = reached + (not failed), rejected + failed
        if failed or problem or out == text:
            continue
        problem, again, lost = migrate(opt, out, target, source)
        wrong += [f"back from {target}: {problem}"] if problem else []
        # on 2025-06-20 two forms of metal_layout are read
        if not lost and source != "2025-06-20" and values(opt, again, source) != before:
            wrong.append(f"other values after {target} and back")
        back += not lost
    return wrong, reached, rejected, back


def main():
    options, tap = arguments(__doc__).parse_args(), Tap()
    if not os.path.isdir(f"{SHARED}/corpus"):
        tap.skip("the corpus", "../shared does not exist")
        return tap.finish()
    opt, (listed, dates) = os.path.join(options.build, "tt-opt"), files()
    listed = listed[::CASES_DIVIDED_BY]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda item: check(opt, *item, dates), listed))
    for (path, _), (wrong, *_) in zip(listed, results):
        tap.check(not wrong, path, "\n".join(wrong[:4]))
    reached, rejected, back = (sum(r[i] for r in results) for i in (1, 2, 3))
    tap.check(reached > rejected, f"{reached} migrations, {rejected} rejected with a reason, {back} back again")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
