#!/usr/bin/env python3
"""The configuration of git in docs/diff.md, in a real repository.   git_diff.py BUILD_DIR"""
import os
import re
import shutil
import sys
import tempfile

from tap import ROOT, Tap, arguments, run


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    if not shutil.which("git"):
        tap.skip("git", "git is not installed")
        return tap.finish()
    with open(os.path.join(ROOT, "docs/diff.md"), encoding="utf-8") as f:
        configure, once = re.findall(r"^```sh\n(.*?)^```$", f.read(), re.S | re.M)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PATH": build + os.pathsep + os.environ["PATH"], "HOME": folder,
                       "GIT_CONFIG_NOSYSTEM": "1", "GIT_PAGER": "cat", "LC_ALL": "C"}

        def shell(command):
            status, out, err = run(["/bin/sh", "-c", command], cwd=folder, env=environment)
            return status, out.decode(), err.decode()

        def version(name):
            shutil.copy(os.path.join(ROOT, f"docs/examples/pass/{name}.mlir"), os.path.join(folder, "a b.mlir"))

        version("before")
        status, _, err = shell("git init -q . && git config user.name t && git config user.email t@example.org && "
                               "git add . && git commit -q -m before")
        tap.check(status == 0, "a repository", err)
        version("after")
        status, out, err = shell(once.splitlines()[0])
        tap.check(status == 0 and "grid 2x4 -> 8x8" in out, "GIT_EXTERNAL_DIFF", out + err)
        status, out, err = shell(once.splitlines()[1])
        tap.check("grid 2x4 -> 8x8" in out, "git difftool --extcmd", out + err)
        status, out, err = shell(configure)
        tap.check(status == 0, "the configuration", err)
        status, out, err = shell("git diff")
        tap.check(status == 0 and "+ %0 = ttir.to_layout" in out and "@@" not in out, "git diff", out + err)
        status, out, err = shell("git diff --no-ext-diff")
        tap.check(status == 0 and "@@" in out and "#layout" not in out, "git diff with textconv", out + err)
        with open(os.path.join(folder, "a b.mlir"), "a", encoding="utf-8") as f:
            f.write("func.func @broken(%a: tensor<2x2xf32, #tt.grid<>) {\n")
        status, out, err = shell("git diff --no-ext-diff")
        tap.check(status == 0 and "broken" in out, "textconv of a text with errors", out + err)
        status, out, err = shell("git add -A && git commit -q -m after && git log -p -1 --stat && git show")
        tap.check(status == 0 and "@@" in out, "git log -p", out + err)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
