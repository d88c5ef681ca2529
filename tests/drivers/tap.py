"""The Test Anything Protocol for meson: `ok 1 - name`, `not ok 2 - name`, `ok 3 - name # SKIP why`, `1..3`."""
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# tests/meson.build sets it in the sanitizer build, where a process of the tools takes ten times as long. The release
# build compares the answers in all cases.
CASES_DIVIDED_BY = int(os.environ.get("CASES_DIVIDED_BY", "1"))


def build_folder(text):
    """A build directory of meson, as an absolute path: the type of an argument."""
    if not os.path.isfile(os.path.join(text, "build.ninja")):
        raise argparse.ArgumentTypeError(f"'{text}' is not a build directory (it does not contain build.ninja)")
    return os.path.abspath(text)


def arguments(doc, *names):
    """A parser whose help is `doc`. Its first argument is the build directory, then one for each name."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR", type=build_folder)
    for name in names:
        parser.add_argument(name, metavar=name.upper())
    return parser


class Tap:
    """Counts and prints; `finish` prints the plan and returns the exit status."""

    def __init__(self):
        self.count = self.failed = 0

    def _line(self, status, name, rest=""):
        self.count += 1
        print(f"{status} {self.count} - {name.replace('#', '%23')}{rest}", flush=True)

    def check(self, good, name, details=""):
        self._line("ok" if good else "not ok", name)
        if not good:
            self.failed += 1
            for line in str(details).rstrip("\n").split("\n"):
                print(f"# {line}")
        return good

    def skip(self, name, why):
        self._line("ok", name, f" # SKIP {why}")

    def finish(self):
        print(f"1..{self.count}")
        return 1 if self.failed else 0


def run(command, stdin=None, timeout=120, **more):
    """(exit status, stdout, stderr), all as bytes; a timeout is the status None."""
    try:
        done = subprocess.run(command, input=stdin, stdin=subprocess.DEVNULL if stdin is None else None,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, **more)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, b"", f"timeout after {timeout} s".encode()


def errors_of(output):
    """The error messages of a build, or its end."""
    lines = output.decode(errors="replace").splitlines()
    return "\n".join([line for line in lines if "error" in line.lower()][:20] or lines[-20:])


def llvm_bin():
    """The folder of FileCheck, not and mlir-opt, or None: Debian does not add them to PATH."""
    for version in range(30, 13, -1):
        folder = f"/usr/lib/llvm-{version}/bin"
        if os.access(f"{folder}/FileCheck", os.X_OK):
            return folder
    return None


def files_below(folder, suffix):
    """Paths from the root of the project, in byte order."""
    found = []
    for at, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        found += [os.path.relpath(os.path.join(at, n), ROOT) for n in names if n.endswith(suffix)]
    return sorted(found)


if __name__ == "__main__":
    sys.exit("tap.py is a module of the test drivers")
