"""The golden tables of the corpus through the package.

Prints a line for each difference, then the number of rows that were compared."""
import argparse
import json
import os
import warnings

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder", help="of the tables")
options = parser.parse_args()  # --help does not require the package

import ttattr  # noqa: E402

warnings.simplefilter("ignore")
PROVED = ("cute", "xla", "metal", "ttnn", "tiled", "strided")  # texts that `same` reads without more


def rows(name):
    with open(os.path.join(options.folder, name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def build(row):
    layout = ttattr.Layout.build(row["shape"], row["element"], row["grid"], memory=row["memory_space"], oob=row["oob"],
                                 collapse=row["collapse"], tile=row["tile"], memory_layout=row.get("memory_layout"),
                                 era=row["date"])
    return str(layout), row["expect"]


def convert(row):
    options = dict(shape=row["shape"], element=row["element"])
    options["from"] = row["from"]
    result = ttattr.convert(row["text"], row["to"], **options).text
    if row["to"] not in PROVED or row["from"] == "affine":
        return True, bool(result)
    return bool(ttattr.same(result, row["answer"], shape=row["shape"], element=row["element"])), True


def tiled(row):
    layout = ttattr.Tiled(row["text"], shape=row["host_size"], element=row["dtype"], convention=row["convention"],
                          host_strides=row.get("host_strides"))
    names = [n for n in ("device_size", "device_strides", "elems_per_stick", "device_bytes") if n in row["expect"]]
    return {n: getattr(layout, n) for n in names}, {n: totuple(row["expect"][n]) for n in names}


def totuple(value):
    return tuple(value) if isinstance(value, list) else value


def compare(function, chosen):
    equal = 0
    for row in chosen:
        try:
            found, expected = function(row)
        except (ttattr.Error, TypeError) as error:
            found, expected = f"{type(error).__name__}: {error}", "an answer"
        if found == expected:
            equal += 1
        else:
            print(f"{json.dumps(row)[:200]}: found {found}, expected {expected}")
    return equal


def main():
    equal = compare(build, rows("metal_layout.jsonl"))
    equal += compare(convert, [r for r in rows("notations.jsonl") if r.get("verdict") == "exact" and r.get("answer")
                               and not r["args"]])
    equal += compare(tiled, [r for r in rows("spyre_cases.jsonl") if r.get("verdict") == "accept"])
    print(equal)


main()
