#!/usr/bin/env python3
"""Coverage of the library, from gcov in a build with -Db_coverage=true: a table of the components, then the lines
that were not reached.
  coverage.py BUILD_DIR [--missing] [--lines PERCENT --branches PERCENT]
Lines and branches (each outcome of each condition) of src/ without the tools and without generated code. The exit
status is 1 below the percentages."""
import collections
import json
import os
import subprocess
import sys

from tap import ROOT, arguments


def records(build):
    """The data of gcov for each object: (source path from the root, its lines)"""
    objects = sorted(os.path.join(at, n) for at, _, names in os.walk(build) for n in names if n.endswith(".gcda"))
    objects = [o for o in objects if "/libttattr." in o]
    for at in range(0, len(objects), 20):
        out = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *objects[at:at + 20]],
                             cwd=build, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
        for line in out.splitlines():
            unit = json.loads(line)
            for file in unit["files"]:
                path = os.path.relpath(os.path.join(unit["current_working_directory"], file["file"]), ROOT)
                if path.startswith("src/") and not path.startswith("src/tools/"):
                    yield path, file["lines"]


def gather(build):
    """path -> line number -> [count, counts of branches]; sums over all objects"""
    files = collections.defaultdict(dict)
    for path, lines in records(build):
        for line in lines:
            counts = [b["count"] for b in line["branches"]]
            known = files[path].get(line["line_number"])
            if not known or len(known[1]) != len(counts):
                files[path][line["line_number"]] = [line["count"] + (known[0] if known else 0), counts]
            else:
                files[path][line["line_number"]] = [known[0] + line["count"], [a + b for a, b in zip(known[1], counts)]]
    return files


def main():
    parser = arguments(__doc__)
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--lines", type=float, default=0)
    parser.add_argument("--branches", type=float, default=0)
    options = parser.parse_args()
    files = gather(options.build)
    if not files:
        sys.exit(f"{options.build} has no counts: run the tests there first")
    if options.missing:
        for path, lines in sorted(files.items()):
            with open(os.path.join(ROOT, path), encoding="utf-8") as f:
                text = f.read().split("\n")
            for number, (count, branches) in sorted(lines.items()):
                if not count or 0 in branches:
                    mark = "-" if not count else "".join("+" if b else "." for b in branches)
                    print(f"{path}:{number}: {mark:8} {text[number - 1].strip()}")
    components = collections.defaultdict(lambda: [0, 0, 0, 0])
    for path, lines in files.items():
        for component in (path.split("/")[1], "all"):
            total = components[component]
            total[0] += sum(1 for count, _ in lines.values() if count)
            total[1] += len(lines)
            total[2] += sum(1 for _, branches in lines.values() for b in branches if b)
            total[3] += sum(len(branches) for _, branches in lines.values())
    print(f"{'component':10}{'lines':>8}{'reached':>10}{'branches':>10}{'reached':>10}")
    for component in sorted(components, key=lambda r: (r == "all", r)):
        a, b, c, d = components[component]
        print(f"{component:10}{b:8}{100 * a / b:9.2f}%{d:10}{100 * c / max(d, 1):9.2f}%")
    a, b, c, d = components["all"]
    return 0 if 100 * a >= options.lines * b and 100 * c >= options.branches * d else 1


if __name__ == "__main__":
    sys.exit(main())
