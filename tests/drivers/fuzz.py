#!/usr/bin/env python3
"""Runs one libFuzzer target, starting with its initial inputs and its regression inputs.   fuzz.py TARGET SECONDS
Failing inputs remain in the build directory, fuzz/NAME-* (docs/robustness.md)."""
import argparse
import os
import re
import subprocess
import sys

from tap import ROOT, Tap, run

FUZZ = os.path.join(ROOT, "tests", "fuzz")


def prepare(name, folder):
    """The initial inputs, and the dictionary."""
    seeds, words = os.path.join(folder, "seeds", name), os.path.join(folder, name + ".dict")
    subprocess.run([sys.executable, os.path.join(FUZZ, "make_seeds.py"), os.path.join(folder, "seeds")], check=True)
    inputs = [f for f in (seeds, os.path.join(FUZZ, "regress", name)) if os.path.isdir(f)]
    if name != "document":
        return inputs, []
    tables = [os.path.join(ROOT, p) for p in ("src/ir/attributes.def", "src/ir/attributes_ttnn.def",
                                                "src/ir/attributes_kernels.def", "src/ir/enums.def",
                                                "include/ttattr/fields.def")]
    with open(words, "wb") as f:
        subprocess.run(["awk", "-f", os.path.join(ROOT, "grammar", "rows.awk"), "-f",
                            os.path.join(FUZZ, "make_dictionary.awk"), *tables], stdout=f, check=True)
    return inputs, [f"-dict={words}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", metavar="TARGET")
    parser.add_argument("seconds", metavar="SECONDS", type=int)
    options = parser.parse_args()
    target, seconds = os.path.abspath(options.target), options.seconds
    name = os.path.basename(target).removeprefix("fuzz_")
    folder = os.path.join(os.path.dirname(target), "fuzz", name)
    corpus = os.path.join(folder, "corpus")
    os.makedirs(corpus, exist_ok=True)
    inputs, more = prepare(name, folder)
    longest = 12000 if name == "kernel" else 3000  # a host program with its kernels
    status, _, err = run([target, f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2048",
                          f"-max_len={longest}", "-print_final_stats=1", f"-artifact_prefix={folder}/{name}-", *more,
                          corpus, *inputs],
                         timeout=seconds + 500)  # the initial inputs are run first, whatever time they take
    said = err.decode(errors="replace")
    count = re.findall(r"stat::number_of_executed_units:\s*(\d+)", said)
    tap = Tap()
    tap.check(status == 0 and count and int(count[-1]) > 100, f"{name}: {seconds} s of random inputs without a failure",
              f"exit {status}\n{said[-4000:]}")
    print(f"# {name}: {count[-1] if count else 0} inputs")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
