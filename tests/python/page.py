"""Runs the examples of a page: the blocks ```pycon, in order, in one namespace; in the root of the project."""
import argparse
import doctest
import re
import sys

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("page")
path = arguments.parse_args().page
with open(path, encoding="utf-8") as file:
    page = file.read()
blocks = [(page[:m.start()].count("\n") + 1, m[1]) for m in re.finditer(r"^```pycon\n(.*?)^```$", page, re.M | re.S)]
parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
names = {"__name__": "__main__"}
for line, block in blocks:
    test = parser.get_doctest(block, names, f"block at line {line}", path, line)
    test.globs = names
    runner.run(test, clear_globs=False)
results = runner.summarize(verbose=False)
print(f"{results.attempted} examples")
sys.exit(1 if results.failed or not results.attempted else 0)
