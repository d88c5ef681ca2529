#!/usr/bin/env python3
"""The files of debian/ against the project: versions, soname, installed files.   debian.py BUILD_DIR

scripts/package-debian builds, installs and uses the packages, which takes a quarter of an hour."""
import glob
import os
import re
import sys
import tempfile

from tap import ROOT, Tap, arguments, run

DEBIAN = os.path.join(ROOT, "debian")


def lines(*names):
    with open(os.path.join(*names), encoding="utf-8") as f:
        return f.read().splitlines()


def check_versions(tap):
    version = run([os.path.join(ROOT, "scripts", "version")])[1].decode().strip()
    first = lines(DEBIAN, "changelog")[0]
    tap.check(re.match(rf"ttattr \({re.escape(version)}-[\w.~]+\) ", first),
              "debian/changelog has the version of meson.build", f"{first}\nmeson.build: {version}")


def check_library(tap):
    """The names in the file of symbols; tests/api/conventions.py compares its symbols"""
    header, package = lines(DEBIAN, "libttattr1.symbols")[:2]
    soversion = re.search(r"soversion: '(\d+)'", "\n".join(lines(ROOT, "meson.build")))[1]
    tap.check(header.split()[:2] == [f"libttattr.so.{soversion}", f"libttattr{soversion}"],
              "the package of the library has its soname", header)
    tap.check(package == "* Build-Depends-Package: libttattr-dev", "programs are built with libttattr-dev", package)


def check_files(tap, build):
    """What the packages of the meson build list is installed, and what is installed is listed"""
    listed = {}
    for path in glob.glob(os.path.join(DEBIAN, "*.install")):
        if not path.endswith("python3-ttattr.install"):
            listed.update({line.split()[0]: os.path.basename(path) for line in lines(path)})
    with tempfile.TemporaryDirectory() as stage:
        status, out, err = run(["meson", "install", "-C", build, "--destdir", stage, "--no-rebuild", "--quiet"])
        if not tap.check(status == 0, "meson install", (out + err).decode(errors="replace")):
            return
        # the prefix of the build directory is that of its user, and so is the name of its folder of libraries
        files = {re.sub(r"^.*?/(bin|include|lib\w*|share)/", r"usr/\1/", os.path.join(at, name)[len(stage):])
                 for at, _, names in os.walk(stage) for name in names}
        files = {re.sub(r"^usr/lib\w*/(?:[\w-]*-linux-\w+/)?", "usr/lib/x/", f) for f in files}
        found = set()
        for pattern, package in listed.items():
            regex = re.compile(re.escape(pattern).replace(r"\*", "[^/]*") + "(?:/.*)?")
            matching = {f for f in files if regex.fullmatch(f)}
            tap.check(matching, f"{package}: {pattern} is installed", "\n".join(sorted(files)))
            found |= matching
        tap.check(found == files, "every installed file is part of a package", sorted(files - found))


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    check_versions(tap)
    check_library(tap)
    check_files(tap, build)
    for pattern in lines(DEBIAN, "ttattr-doc.docs") + lines(DEBIAN, "ttattr-doc.examples"):
        tap.check(glob.glob(os.path.join(ROOT, pattern)), f"ttattr-doc: {pattern} exists")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
