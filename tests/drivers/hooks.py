#!/usr/bin/env python3
"""The files for hooks and CI systems, run as those systems run them, without network.   hooks.py BUILD_DIR

.pre-commit-hooks.yaml by `pre-commit try-repo`; the steps of action.yml and the script of packaging/ci/gitlab.yml by
bash;
packaging/ci/problem-matcher.json on what tt-opt prints; packaging/ci/tt-opt-test.sh as Bazel's sh_test."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from tap import ROOT, Tap, arguments, run

try:
    import yaml
except ImportError:
    yaml = None

GOOD = "#g = #tt.grid<8x8>\n"
LOOSE = "#g = #tt.grid< 8 x 8 >\n"
BAD = '"t.op"() {a = #tt.memory_space<L1>} : () -> ()\n'


def write(folder, **texts):
    for name, text in texts.items():
        with open(os.path.join(folder, name + ".mlir"), "w", encoding="utf-8") as f:
            f.write(text)


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main",
                    *words], cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def load(*names):
    with open(os.path.join(ROOT, *names), encoding="utf-8") as f:
        return yaml.safe_load(f)


def check_pre_commit(tap, folder, environment):
    if not shutil.which("pre-commit") or not shutil.which("git"):
        tap.skip("pre-commit", "pre-commit or git is not installed")
        return
    hooks, tree = os.path.join(folder, "hooks"), os.path.join(folder, "tree")
    for path in (hooks, tree):
        os.makedirs(path)
        git(path, "init", "-q")
    shutil.copy(os.path.join(ROOT, ".pre-commit-hooks.yaml"), hooks)
    for path in (hooks, tree):
        write(tree, good=GOOD)
        git(path, "add", ".")
        git(path, "commit", "-q", "-m", "a")
    cases = [("tt-opt", GOOD, 0, GOOD, ""), ("tt-opt", LOOSE, 1, LOOSE, "not canonical"),
             ("tt-opt", BAD, 1, BAD, "[unknown-keyword]"), ("tt-opt-format", LOOSE, 1, GOOD, "files were modified"),
             ("tt-opt-verify", LOOSE, 0, LOOSE, ""), ("tt-opt-verify", BAD, 1, BAD, "[unknown-keyword]")]
    for hook, before, expected, after, said in cases:
        write(tree, case=before)
        git(tree, "add", ".")
        status, out, err = run(["pre-commit", "try-repo", hooks, hook, "--files", "case.mlir"], cwd=tree,
                               env=environment)
        with open(os.path.join(tree, "case.mlir"), encoding="utf-8") as f:
            text = f.read()
        tap.check(status == expected and text == after and said.encode() in out,
                  f"pre-commit: {hook} of {before.strip()!r}", f"{status} {text}\n{(out + err).decode()}")


def check_action(tap, folder, environment):
    steps = load("action.yml")["runs"]["steps"]
    inputs = {name: value["default"] for name, value in load("action.yml")["inputs"].items()}
    path_file = os.path.join(folder, "path")
    for name, text, given, expected, said in [
            ("good", GOOD, {}, 0, ""), ("bad", BAD, {}, 1, "::error file=case.mlir,line=1,"),
            ("other paths", BAD, {"paths": "good.mlir"}, 0, ""),
            ("arguments", BAD, {"arguments": "--exit-zero"}, 0, "::error file=case.mlir,line=1,")]:
        tree = os.path.join(folder, "action-" + name.split()[0])
        os.makedirs(tree)
        write(tree, case=text, good=GOOD)
        status, printed = 0, ""
        for step in steps:
            values = {k: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m, v={**inputs, **given}: v[m[1]], value)
                      for k, value in step.get("env", {}).items()}
            values.update(GITHUB_ACTION_PATH=ROOT, GITHUB_PATH=path_file)
            status, out, err = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=tree,
                                   env={**environment, **values})
            printed += (out + err).decode()
            if status:
                break
        tap.check(status == expected and said in printed, f"action: {name}", f"{status}\n{printed}")
    matcher = re.search(r"::add-matcher::(.*)", printed)[1]
    tap.check(os.path.isfile(matcher), "action: the problem matcher exists", matcher)


def check_matcher(tap, tool):
    with open(os.path.join(ROOT, "packaging", "ci", "problem-matcher.json"), encoding="utf-8") as f:
        (pattern,) = json.load(f)["problemMatcher"][0]["pattern"]
    name = "docs/examples/rejected-device.mlir"
    for files in ([name], ["docs/examples/rejected.mlir", name]):
        _, _, text = run([tool, "--verify-only", *files], cwd=ROOT)
        _, _, data = run([tool, "--verify-only", "--diagnostic-format=json", *files], cwd=ROOT)
        matches = [re.match(pattern["regexp"], line) for line in text.decode().splitlines()]
        found = [(m[pattern["file"]], int(m[pattern["line"]]), int(m[pattern["column"]]), m[pattern["severity"]],
                  m[pattern["message"]], m[pattern["code"]]) for m in matches if m]
        diagnostics = [json.loads(line) for line in data.decode().splitlines() if line[0] == "{"]
        expected = [(d["file"], d["line"], d["column"], d["severity"], d["message"], d["rule"]) for d in diagnostics]
        tap.check(found == expected and found, f"the problem matcher finds the diagnostics of {len(files)} files",
                  f"{found}\n{expected}")


def check_gitlab(tap, folder, environment):
    job = load("packaging", "ci", "gitlab.yml")[".tt-opt"]
    report = job["artifacts"]["reports"]["junit"]
    for name, text, expected in [("good", GOOD, 0), ("bad", BAD, 1)]:
        tree = os.path.join(folder, "gitlab-" + name)
        os.makedirs(tree)
        write(tree, case=text)
        status, out, err = run(["bash", "-eo", "pipefail", "-c", "\n".join(job["script"])], cwd=tree,
                               env={**environment, **job["variables"]})
        failures = len(list(xml.etree.ElementTree.parse(os.path.join(tree, report)).iter("failure")))
        tap.check(status == expected and failures == expected, f"gitlab: {name}", (out + err).decode())


def check_bazel(tap, folder, environment):
    script, report = os.path.join(ROOT, "packaging", "ci", "tt-opt-test.sh"), os.path.join(folder, "test.xml")
    write(folder, good=GOOD, bad=BAD)
    for files, expected in [(["good.mlir"], 0), (["good.mlir", "bad.mlir"], 1)]:
        status, out, err = run([script, *files], cwd=folder, env={**environment, "XML_OUTPUT_FILE": report})
        failures = len(list(xml.etree.ElementTree.parse(report).iter("failure")))
        tap.check(status == expected and failures == expected, f"bazel: {' '.join(files)}", (out + err).decode())


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PATH": build + os.pathsep + os.environ["PATH"], "HOME": folder,
                       "PRE_COMMIT_HOME": os.path.join(folder, "cache"), "PIP_NO_INDEX": "1"}
        check_pre_commit(tap, folder, environment)
        if yaml:
            check_action(tap, folder, environment)
            check_gitlab(tap, folder, environment)
        else:
            tap.skip("action.yml and packaging/ci/gitlab.yml", "python3-yaml is not installed")
        check_matcher(tap, os.path.join(build, "tt-opt"))
        check_bazel(tap, folder, environment)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
