#!/usr/bin/env python3
"""tt-opt in a large tree: .gitignore, --since, --lines, --baseline, --statistics, --watch.   adoption.py BUILD_DIR

Files are made in a folder of their own; what git knows is compared with `git check-ignore` and `git diff`. Parts that
need git or a terminal are skipped without them."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from tap import Tap, arguments, run

GOOD = "#g = #tt.grid<8x8>\n"
BAD = '"t.op"() {a = #tt.memory_space<L1>} : () -> ()\n'
LOOSE = "#h = #tt.grid< 2 x 2 >\n"


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def git(folder, *words):
    done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.stdout if done.returncode in (0, 1) else None


def tt_opt(tool, folder, *words):
    status, out, err = run([tool, *words], cwd=folder)
    return status, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def files_of(tool, folder, *words):
    """The files that a run finds, by a query that is true everywhere"""
    _, out, _ = tt_opt(tool, folder, "--query=attr", "--query-count", "--query-print=file.path", *words)
    return sorted(line.split("\t")[1].removeprefix("./") for line in out.splitlines())


# ---- .gitignore ----

IGNORES = ["*.tmp.mlir\n", "/gen/\n", "out\n!out/keep.mlir\n", "a/**/x.mlir\n", "# no\n\n \\#b.mlir\n",
           "b*.mlir\n!ba.mlir\n", "d/\n", "c?.mlir  \n", "[xy].mlir\r\n", "!a.mlir\n", "/a.mlir\n", "**/n/\n"]
NAMES = ["a.mlir", "x.mlir", "ba.mlir", "bb.mlir", "c1.mlir", "k.tmp.mlir", "keep.mlir", "#b.mlir"]
FOLDERS = ["", "gen/", "out/", "a/", "a/n/", "a/d/", "d/", "gen/out/", "a/n/d/"]


def check_ignores(tap, tool, folder):
    random_ = random.Random(7)
    for case in range(12):
        tree = os.path.join(folder, f"ignore{case}")
        for place in FOLDERS:
            for name in random_.sample(NAMES, 4):
                write(tree, place + name, GOOD)
        for place in random_.sample(FOLDERS, 3):
            write(tree, place + ".gitignore", "".join(random_.sample(IGNORES, 3)))
        git(tree, "init", "-q")
        found = subprocess.run(["git", "ls-files", "--others", "--exclude-standard", "-z"], cwd=tree,
                               stdout=subprocess.PIPE, text=True, check=True).stdout.split("\0")
        expected = sorted(n for n in found if n.endswith(".mlir"))
        tap.check(files_of(tool, tree, ".") == expected, f".gitignore: tree {case}",
                  f"{files_of(tool, tree, '.')}\n{expected}")
        below = sorted(n.removeprefix("a/") for n in expected if n.startswith("a/"))
        tap.check(files_of(tool, os.path.join(tree, "a"), ".") == below, f".gitignore: tree {case} from a folder of it")
    write(folder, "ignored/.gitignore", "*.mlir\n")
    write(folder, "ignored/a.mlir", GOOD)
    git(os.path.join(folder, "ignored"), "init", "-q")
    inside = os.path.join(folder, "ignored")
    tap.check(files_of(tool, inside, ".") == [], ".gitignore: all files")
    tap.check(files_of(tool, inside, "--no-ignore", ".") == ["a.mlir"], "--no-ignore")
    tap.check(files_of(tool, inside, "a.mlir") == ["a.mlir"], ".gitignore: a file that is named")
    write(folder, "ignored/build/.gitignore", "*\n!/keep\n")
    write(folder, "ignored/build/sub/a.mlir", GOOD)
    write(folder, "ignored/build/sub/.gitignore", "/b.mlir\n")
    write(folder, "ignored/build/sub/b.mlir", GOOD)
    tap.check(files_of(tool, inside, "build/sub") == ["build/sub/a.mlir"], ".gitignore: a folder that is named")
    shutil.rmtree(os.path.join(inside, "build"))
    shutil.rmtree(os.path.join(inside, ".git"))
    tap.check(files_of(tool, inside, ".") == ["a.mlir"], ".gitignore outside of a repository")


# ---- --since and --lines ----

def check_since(tap, tool, folder):
    tree = os.path.join(folder, "since")
    write(tree, "old.mlir", BAD + GOOD)
    write(tree, "changed.mlir", BAD + "// 1\n// 2\n" + LOOSE + "// 3\n")
    write(tree, "sub/ä b.mlir", BAD)
    write(tree, "gone.mlir", BAD)
    git(tree, "init", "-q")
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "x")
    status, _, err = tt_opt(tool, tree, "--since=HEAD", "--check", ".")
    tap.check(status == 0 and "0 files" in err, "--since: nothing has changed", err)
    write(tree, "changed.mlir", BAD + "// 1\n// 2\n// new\n" + LOOSE + "// 3\n" + BAD + LOOSE.replace("h", "i"))
    write(tree, "new.mlir", BAD)
    write(tree, "sub/ä b.mlir", GOOD + BAD)
    os.remove(os.path.join(tree, "gone.mlir"))
    status, _, err = tt_opt(tool, tree, "--since=HEAD", "--verify-only", ".")
    places = re.findall(r"^(\S.*?):(\d+):\d+: error", err, re.M)
    tap.check(status == 1 and places == [("./changed.mlir", "7"), ("./new.mlir", "1")], "--since: diagnostics", err)
    _, out, _ = tt_opt(tool, os.path.join(tree, "sub"), "--since=HEAD", "--diff", "--no-from-run-lines", "..")
    tap.check("changed.mlir" not in out, "--since: files with errors are not formatted", out)
    write(tree, "changed.mlir", "// 1\n" + LOOSE + "// 2\n" + LOOSE.replace("h", "i") + "// 3\n")
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "y")
    write(tree, "changed.mlir", "// 1\n" + LOOSE + "// 2\n" + LOOSE.replace("h", "j") + "// 3\n")
    tt_opt(tool, tree, "--since=HEAD", "-i", "changed.mlir")
    with open(os.path.join(tree, "changed.mlir"), encoding="utf-8") as f:
        formatted = "// 1\n" + LOOSE + "// 2\n#j = #tt.grid<2x2>\n// 3\n"
        tap.check(f.read() == formatted, "--since: -i formats changed lines")
    git(tree, "mv", "old.mlir", "moved.mlir")
    status, _, err = tt_opt(tool, tree, "--since=HEAD", "--verify-only", "moved.mlir")
    tap.check(status == 0, "--since: a file that is renamed only", err)
    status, _, err = tt_opt(tool, tree, "--since=nonsense", ".")
    tap.check(status == 2 and "git diff failed" in err, "--since: an unknown revision", err)
    status, _, err = tt_opt(tool, tree, "--since=--output=x", ".")
    tap.check(status == 2 and "expected a revision" in err, "--since: an option of git", err)
    status, out, err = tt_opt(tool, tree, "--lines=4:5", "--lines=1", "--diff", "changed.mlir")
    tap.check(status == 0 and not out, "--lines: nothing to format", out)
    status, out, err = tt_opt(tool, tree, "--lines=2:", "--diff", "changed.mlir")
    tap.check(status == 1 and "+#h = #tt.grid<2x2>" in out, "--lines: to the end", out)


# ---- --baseline ----

def bad_text(random_, count):
    """Lines with errors, some of them equal, between others"""
    lines = []
    for _ in range(count):
        lines += ["// filler\n"] * random_.randrange(3)
        lines.append(f'"t.op"() {{a = #tt.memory_space<{random_.choice(["L1", "DDR", "Sys"])}>}} : () -> ()\n')
    return lines


def errors_in(text):
    return sorted(re.findall(r"<(L1|DDR|Sys)>", text))


def check_baseline(tap, tool, folder):
    random_, tree = random.Random(11), os.path.join(folder, "baseline")
    for case in range(20):
        texts = {f"{n}/f.mlir": bad_text(random_, random_.randrange(6)) for n in "abc"}
        for name, lines in texts.items():
            write(tree, name, "".join(lines))
        status, _, err = tt_opt(tool, tree, "--write-baseline=known.json", ".")
        good = status == 0
        status, _, err = tt_opt(tool, tree, "--baseline=known.json", "--verify-only", "-j2", ".")
        good &= status == 0 and "error:" not in err
        new = repaired = 0
        for name, lines in texts.items():
            before = errors_in("".join(lines))
            for _ in range(random_.randrange(3)):
                lines.insert(random_.randrange(len(lines) + 1), random_.choice(["// more\n", bad_text(random_, 1)[-1]]))
            if lines and random_.random() < 0.5:
                lines.pop(random_.randrange(len(lines)))
            after = errors_in("".join(lines))
            for word in ("L1", "DDR", "Sys"):
                new += max(0, after.count(word) - before.count(word))
                repaired += max(0, before.count(word) - after.count(word))
            write(tree, name, "".join(lines))
        options = random_.choice([[], ["--diagnostic-format=json"], ["--diagnostic-format=github"]])
        inside = os.path.join(tree, "a")
        status, out, err = tt_opt(tool, inside, "--baseline=../known.json", "--verify-only", *options, "..")
        found = len(re.findall(r"^::error |: error: unknown|\"severity\":\"error\"", out + err, re.M))
        listed = re.search(r"(\d+) known findings? (?:is|are) repaired", err)
        good &= found == new and status == (1 if new else 0) and int(listed[1] if listed else 0) == repaired
        tap.check(good, f"--baseline: case {case}", f"{found} new of {new}, repaired: {repaired}\n{out}{err}")
    write(tree, "wrong.json", '{"version": 1, "findings": [\n{"file": "a", "rule": 3}]}')
    status, _, err = tt_opt(tool, tree, "--baseline=wrong.json", ".")
    tap.check(status == 2 and "in wrong.json:2:1: expected a finding" in err, "--baseline: an invalid file", err)
    os.remove(os.path.join(tree, "a", "f.mlir"))
    write(tree, "b/f.mlir", BAD)
    tt_opt(tool, tree, "--write-baseline=known.json", "b")
    os.remove(os.path.join(tree, "b", "f.mlir"))
    _, _, err = tt_opt(tool, tree, "--baseline=known.json", "--verify-only", "c")
    tap.check("b/f.mlir: repaired (no such file)" in err, "--baseline: a file that is removed", err)


def check_statistics(tap, tool, folder):
    tree = os.path.join(folder, "statistics")
    write(tree, "a.mlir", BAD * 3)
    write(tree, "b.mlir", "#dram = #tnn.buffer_type<dram>\n")
    status, out, _ = tt_opt(tool, tree, "--statistics", "--diagnostic-format=json", ".")
    counts = json.loads(out)
    tap.check(status == 1 and counts == {
        "rules": [{"rule": "unknown-keyword", "count": 3}, {"rule": "unknown-attribute", "count": 1}],
        "files": [{"file": "./a.mlir", "count": 3}, {"file": "./b.mlir", "count": 1}]}, "--statistics", out)
    status, _, err = tt_opt(tool, tree, "--verify-only", "--exit-zero", ".")
    tap.check(status == 0 and err.count("error:") == 3, "--exit-zero", err)
    status, out, _ = tt_opt(tool, tree, "--list-rules=json")
    rules = json.loads(out)
    tap.check(status == 0 and len(rules) > 100 and all(r["summary"] and r["group"] for r in rules), "--list-rules=json")


# ---- --watch ----

class Watch:
    """A tt-opt that watches a folder. `wait` reads its lines up to one with a text."""

    def __init__(self, tool, folder, *words):
        self.process = subprocess.Popen([tool, "--watch", *words, "."], cwd=folder, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE)
        os.set_blocking(self.process.stderr.fileno(), False)
        self.seen = ""

    def wait(self, text, seconds=20):
        end = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < end:
            self.seen += (self.process.stderr.read() or b"").decode("utf-8", "replace")
            time.sleep(0.02)
        found = text in self.seen
        last = self.seen
        self.seen = ""
        return found, last


def check_watch(tap, tool, folder):
    tree = os.path.join(folder, "watch")
    for name in ("a.mlir", "sub/b.mlir"):
        write(tree, name, GOOD)
    watch = Watch(tool, tree, "--verify-only")
    found, text = watch.wait("checked: 0 errors, 0 warnings in 2 files; watching")
    tap.check(found, "--watch: all files", text)
    write(tree, "sub/b.mlir", GOOD + BAD)
    found, text = watch.wait("changed: 1 error, 0 warnings in 2 files")
    tap.check(found and "b.mlir:2:" in text and "tt-opt: 1 file," in text, "--watch: a file that changes", text)
    write(tree, "c.mlir", BAD)
    found, text = watch.wait("changed: 2 errors, 0 warnings in 3 files")
    tap.check(found, "--watch: a new file", text)
    os.remove(os.path.join(tree, "sub", "b.mlir"))
    found, text = watch.wait("changed: 1 error, 0 warnings in 2 files")
    tap.check(found and "error:" not in text, "--watch: a file that is removed", text)
    write(tree, "c.mlir", GOOD)
    found, text = watch.wait("changed: 0 errors, 0 warnings in 2 files")
    tap.check(found, "--watch: an error that is repaired", text)
    write(tree, ".tt-opt.toml", 'era = "2024-01-01"\n')
    found, text = watch.wait("changed: 2 errors, 0 warnings in 2 files")
    tap.check(found and "tt-opt: 2 files," in text, "--watch: a new configuration file", text)
    write(tree, ".tt-opt.toml", 'era = \n')
    found, text = watch.wait("changed: 0 errors, 0 warnings in 2 files")
    tap.check(found and ".tt-opt.toml:1:" in text, "--watch: an error in the configuration file", text)
    os.remove(os.path.join(tree, ".tt-opt.toml"))
    found, text = watch.wait("changed: 0 errors, 0 warnings in 2 files")
    tap.check(found and "tt-opt: 2 files," in text, "--watch: the configuration file is removed", text)
    watch.process.send_signal(signal.SIGINT)
    status = watch.process.wait(timeout=20)
    tap.check(status == -signal.SIGINT, "--watch: a signal ends it", status)
    status, _, err = tt_opt(tool, tree, "--watch")
    tap.check(status == 2 and "requires files" in err, "--watch: standard input", err)


def check_progress(tap, tool, folder):
    """A FIFO is an input that takes as long as this test wants."""
    try:
        import pty
        master, slave = pty.openpty()
    except (ImportError, OSError) as e:
        tap.skip("progress on a terminal", str(e))
        return
    tree = os.path.join(folder, "progress")
    for name in ("a.mlir", "c.mlir"):
        write(tree, name, GOOD)
    os.mkfifo(os.path.join(tree, "b.mlir"))
    process = subprocess.Popen([tool, "--verify-only", "a.mlir", "b.mlir", "c.mlir"], cwd=tree, stdout=slave,
                               stderr=slave, env={**os.environ, "TERM": "xterm"})
    os.close(slave)
    with open(os.path.join(tree, "b.mlir"), "w", encoding="utf-8") as f:
        time.sleep(0.7)
        f.write(GOOD)
    process.wait(timeout=20)
    shown = os.read(master, 65536).decode()
    os.close(master)
    tap.check("\r[2 of 3 files]" in shown and "\r\033[K" in shown and "3 files, 3 attributes" in shown,
              "progress on a terminal", repr(shown))


def main():
    args = arguments(__doc__).parse_args()
    tool, tap = os.path.join(args.build, "tt-opt"), Tap()
    with tempfile.TemporaryDirectory() as folder:
        for check in (check_ignores, check_since):
            if shutil.which("git"):
                check(tap, tool, folder)
            else:
                tap.skip(check.__name__, "git is not installed")
        for check in (check_baseline, check_statistics, check_watch, check_progress):
            check(tap, tool, folder)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
