#!/usr/bin/env python3
"""Prints the sums of all test results that meson recorded: `N passed, N failed, N skipped`.

  summary.py BUILD_DIR...      (exit status 1 if a test failed, or if a directory has no record)"""
import argparse
import json
import os
import re
import sys

LINE = re.compile(r"^(not )?ok\b(?:[^#\n]*#\s*(SKIP|TODO)\b)?", re.M | re.I)


def count(test):
    """(passed, failed, skipped) of one program: of its TAP lines, or of the program if it prints none"""
    good, bad, skipped = 0, 0, 0
    for no, directive in LINE.findall(test.get("stdout") or ""):
        if directive:
            skipped += 1
        elif no:
            bad += 1
        else:
            good += 1
    result = test["result"]
    if result == "SKIP" and not (good or bad or skipped):
        skipped = 1
    elif result in ("OK", "EXPECTEDFAIL") and not (good or bad or skipped):
        good = 1
    elif result not in ("OK", "EXPECTEDFAIL", "SKIP") and not bad:
        bad = 1  # crashed, ran out of time, or printed no valid TAP
    return good, bad, skipped


def main():
    total, slow = [0, 0, 0], []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs="+", metavar="BUILD_DIR")
    for build in parser.parse_args().builds:
        path = os.path.join(build, "meson-logs", "testlog.json")
        if not os.path.exists(path):
            print(f"{build}: no tests were run")
            total[1] += 1
            continue
        with open(path, encoding="utf-8") as f:
            for line in f:
                test = json.loads(line)
                counts = count(test)
                slow.append((test["duration"], build, test["name"]))
                for i in range(3):
                    total[i] += counts[i]
                if counts[1]:
                    print(f"FAILED: {counts[1]} in {test['name']} ({build})")
                    for failure in re.findall(r"^not ok.*(?:\n#.*){0,12}", test.get("stdout") or "", re.M)[:5]:
                        print("  " + failure.replace("\n", "\n  "))
                    if not re.search(r"^not ok", test.get("stdout") or "", re.M):
                        print("  " + (test.get("stdout") or "")[-1500:] + (test.get("stderr") or "")[-1500:])
    print("slowest: " + ", ".join(f"{name} {seconds:.0f} s" for seconds, _, name in sorted(slow, reverse=True)[:5]))
    print(f"{total[0]} passed, {total[1]} failed, {total[2]} skipped")
    return 1 if total[1] else 0


if __name__ == "__main__":
    sys.exit(main())
