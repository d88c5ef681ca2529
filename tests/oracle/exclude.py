#!/usr/bin/env python3
"""tt-opt --exclude and git read the same patterns: random patterns exclude the same files of a tree.

    exclude.py BUILD_DIR [ROUNDS [SEED]]

git reads each list of patterns as the .gitignore of the tree. Sets with a slash are left out: git matches `[a/b]` with
one byte, tt-opt separates names first; so is `a**`, which gitignore(5) defines as `a*` and git matches with slashes."""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import Tap, arguments, run  # noqa: E402

TREE = [f"{p}{name}.mlir" for p in ("", "a/", "a/b/", "b/a/", "Inputs/", "a/Inputs/", "a/b/a/b/", "x[1]/", "build/a/")
        for name in ("a", "ab", "b1", "x[1]", "[")]
PIECES = ["a", "b", "ab", "*", "**", "?", "/", "/", "[ab]", "[!a]", "[^b]", "[a-c]", "[", "]", "\\[", "\\*", ".mlir",
          "Inputs", "x[1]", "**/", "/**", "a/", "*.mlir", "[]a]", "[a-]", "1"]


def make_tree(top):
    for path in TREE:
        os.makedirs(os.path.join(top, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(top, path), "w", encoding="utf-8") as f:
            f.write("#a = #tt.grid<8 x 8>\n")  # not canonical: --check lists the file
    subprocess.run(["git", "init", "-q", top], check=True, stdout=subprocess.DEVNULL)


def kept_by_git(top, patterns):
    with open(os.path.join(top, ".gitignore"), "w", encoding="utf-8") as f:
        f.write("".join(p + "\n" for p in patterns))
    out = subprocess.run(["git", "-c", "core.excludesFile=/dev/null", "ls-files", "-z", "--others",
                          "--exclude-standard"], cwd=top, stdout=subprocess.PIPE,
                         check=True).stdout.decode()
    return sorted(p for p in out.split("\0") if p.endswith(".mlir"))


def main():
    parser = arguments(__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=300)
    parser.add_argument("seed", nargs="?", type=int, default=14)
    options, tap = parser.parse_args(), Tap()
    if not shutil.which("git"):
        tap.skip("patterns are those of git", "git is missing")
        return tap.finish()
    tool, draw, wrong = os.path.join(options.build, "tt-opt"), random.Random(options.seed), []
    with tempfile.TemporaryDirectory() as top:
        make_tree(top)
        for _ in range(options.rounds):
            patterns = [draw.choice(["", "", "", "!"]) + "".join(draw.choices(PIECES, k=draw.randint(1, 4)))
                        for _ in range(draw.randint(1, 3))]
            patterns = [p for p in patterns if p.strip("!/") and not re.search(r"(?<!\\)\[.?[^]]*/", p) and
                        all(name == "**" or "**" not in name for name in p.lstrip("!").split("/"))]
            expected = kept_by_git(top, patterns)
            _, _, err = run([tool, "--check", *[f"--exclude={p}" for p in patterns], "."], cwd=top)
            seen = sorted(line.split(":", 1)[0].removeprefix("./") for line in err.decode().splitlines()
                          if "not canonical" in line and not line.startswith("tt-opt:"))
            if seen != expected:
                wrong.append(f"{patterns}: only tt-opt {sorted(set(seen) - set(expected))[:5]}, "
                             f"only git {sorted(set(expected) - set(seen))[:5]}")
    tap.check(not wrong, f"{options.rounds} lists of patterns exclude the files that git ignores",
              "\n".join([f"{len(wrong)} differ", *wrong[:20]]))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
