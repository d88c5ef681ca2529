#!/usr/bin/env python3
"""Diagnostics for other programs, compared with --diagnostic-format=json and validated by other programs.
   formats.py BUILD_DIR compare | validate"""
import json
import os
import re
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as xml

from tap import ROOT, Tap, arguments, run

ODD_NAME = "a b#%é,1:2.mlir"
ODD_TEXT = """// é and 𝄞 are before the errors of the next line
"t.op"() {s = "é𝄞", a = #tt.memory_space<L1>, "𝄞" = #tt.grid<0x1>} : () -> ()
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>,
  memref<8x33xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>,
memref<8x33xf32, #tt.memory_space<l1>>>>} : () -> ()
"""
INVALID_BYTES = b'"t.op"() {s = "\xff\xc3", a = #tt.memory_space<L1>} : () -> ()\n'
LEVELS = {"error": "error", "warning": "warning", "remark": "note"}
COMMANDS = {"error": "error", "warning": "warning", "remark": "notice"}
SEVERAL = re.compile(r"also used here(, and \d+ more times?)?$")  # a note for repeats


def utf16(path, line, column, texts):
    """The column in UTF-16 code units of a column in bytes; each byte that is not UTF-8 is one unit."""
    if path not in texts:
        with open(path, "rb") as f:
            texts[path] = f.read().split(b"\n")
    head = texts[path][line - 1][:column - 1]
    return len(head.decode("utf-8", "surrogateescape").encode("utf-16-le", "surrogatepass")) // 2 + 1


def spans_of(path, item, texts):
    return [item["line"], utf16(path, item["line"], item["column"], texts),
            item["end_line"], utf16(path, item["end_line"], item["end_column"], texts)]


def expected(path, d, texts):
    """What SARIF has to say about a diagnostic."""
    notes = [[spans_of(path, n, texts), n["message"]] for n in d["notes"] if not SEVERAL.match(n["message"])]
    fixes = [[f["message"], [[spans_of(path, e, texts), e["text"]] for e in f["edits"]]] for f in d["fixes"]]
    return [spans_of(path, d, texts), LEVELS[d["severity"]], d["rule"], d["message"], notes, fixes]


def unescaped(text):
    return text.replace("{{", "{").replace("}}", "}")


def region(r):
    return [r["startLine"], r["startColumn"], r["endLine"], r["endColumn"]]


def path_of(location):
    return urllib.parse.unquote(location["artifactLocation"]["uri"].removeprefix("./").removeprefix("file://"))


def actual(r):
    notes = [[region(n["physicalLocation"]["region"]), unescaped(n["message"]["text"])]
             for n in r.get("relatedLocations", [])]
    fixes = [[unescaped(f["description"]["text"]),
              [[region(e["deletedRegion"]), e["insertedContent"]["text"]]
               for e in f["artifactChanges"][0]["replacements"]]]
             for f in r.get("fixes", [])]
    return [region(r["locations"][0]["physicalLocation"]["region"]), r["level"], r.get("ruleId", ""),
            unescaped(r["message"]["text"]), notes, fixes]


def compare_sarif(tap, tool, folder, inputs, diagnostics, texts):
    status, out, _ = run([tool, "--diagnostic-format=sarif", *inputs], cwd=folder)
    tap.check(status == 1, "sarif: the exit status", status)
    runs = json.loads(out)["runs"]
    results = [[path_of(r["locations"][0]["physicalLocation"]), actual(r)] for r in runs[0]["results"]]
    rules = runs[0]["tool"]["driver"]["rules"]
    tap.check(all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in runs[0]["results"]),
              "sarif: ruleIndex and ruleId")
    wanted = [[d["file"], expected(os.path.join(folder, d["file"]), d, texts)] for d in diagnostics]
    missing = [w for w in wanted if w not in results]
    tap.check(not missing, f"sarif: {len(wanted)} diagnostics of --diagnostic-format=json",
              "\n".join(json.dumps(m, ensure_ascii=False) for m in missing[:5]))
    messages = {(w[0], w[1][2], w[1][3]) for w in wanted}
    extra = [r for r in results if r not in wanted and (r[0], r[1][2], r[1][3]) not in messages]
    tap.check(not extra, f"sarif: {len(results) - len(wanted)} further results are repeats", extra[:3])
    return len(results)


def compare_github(tap, tool, folder, inputs, diagnostics, texts, count):
    status, out, _ = run([tool, "--diagnostic-format=github", *inputs], cwd=folder)
    tap.check(status == 1, "github: the exit status", status)
    found, odd = [], []
    for line in out.decode("utf-8", "replace").splitlines():
        m = re.fullmatch(r"::(error|warning|notice) file=([^,:]*),line=(\d+),endLine=(\d+)"
                         r"(?:,col=(\d+),endColumn=(\d+))?"
                         r"(?:,title=([a-z0-9-]+))?::(.*)", line)
        if not m:
            odd.append(line)
            continue
        command, name, begin, end, column, end_column, title, message = m.groups()
        message = urllib.parse.unquote(message).split("\n")[0]
        found.append([urllib.parse.unquote(name), command, int(begin), int(end), column and int(column),
                      end_column and int(end_column), title or "", message])
    tap.check(not odd, "github: each line is a workflow command", "\n".join(odd[:3]))
    wanted = []
    for d in diagnostics:
        line, column, end_line, end_column = spans_of(os.path.join(folder, d["file"]), d, texts)
        if line != end_line:
            column = end_column = None
        wanted.append([d["file"], COMMANDS[d["severity"]], line, end_line, column, end_column, d["rule"],
                       d["message"].split("\n")[0]])
    missing = [w for w in wanted if w not in found]
    tap.check(not missing, f"github: {len(wanted)} diagnostics", "\n".join(map(str, missing[:5])))
    tap.check(len(found) == count, f"github: {count} annotations, as many as results of SARIF", len(found))


def compare_junit(tap, tool, folder, inputs, diagnostics, count):
    status, out, _ = run([tool, "--diagnostic-format=junit", *inputs], cwd=folder)
    tap.check(status == 1, "junit: the exit status", status)
    suites = xml.fromstring(out).findall("testsuite")
    numbers = [[int(s.get("tests")), int(s.get("failures")), int(s.get("errors"))] for s in suites]
    counted = [[len(s.findall("testcase")), len(s.findall("testcase/failure")), len(s.findall("testcase/error"))]
               for s in suites]
    tap.check(numbers == counted, "junit: the numbers of each suite")
    wanted = {}
    for d in diagnostics:
        if d["severity"] == "error":
            wanted.setdefault(d["file"], set()).add((d["rule"], d["message"]))
    found = {s.get("name"): {(f.get("type"), f.get("message")) for f in s.findall("testcase/failure")} for s in suites}
    found = {name: failures for name, failures in found.items() if failures}
    tap.check(wanted == found, f"junit: the failures of {len(found)} files")
    cases = sum(len(s.findall("testcase")) for s in suites)
    passing = sum(1 for s in suites for c in s.findall("testcase") if c.get("name") == "no errors")
    tap.check(cases - passing == count, f"junit: {count} diagnostics, as many as results of SARIF", cases - passing)


def compare_matcher(tap, tool, folder, inputs, diagnostics):
    """The problem matcher, applied to the text format."""
    with open(f"{ROOT}/packaging/ci/problem-matcher.json", encoding="utf-8") as f:
        matcher = json.load(f)
    pattern = matcher["problemMatcher"][0]["pattern"][0]
    keys = ["file", "line", "column", "severity", "message", "code"]
    _, _, err = run([tool, "--verify-only", "--max-errors=0", *inputs], cwd=folder)
    found = []
    for line in err.decode("utf-8", "replace").splitlines():
        m = re.search(pattern["regexp"], line)
        if m:
            found.append([m[pattern[k]] or "" for k in keys])
    wanted = [[d["file"], str(d["line"]), str(d["column"]), d["severity"], d["message"], d["rule"]] for d in diagnostics
              if d["severity"] in ("error", "warning") and ":" not in d["file"] and "\n" not in d["message"]]
    missing, extra = [w for w in wanted if w not in found], [f for f in found if f not in wanted]
    tap.check(not missing and not extra, f"problem matcher: {len(found)} diagnostics in the text",
              "\n".join(map(str, missing[:3] + extra[:3])))


def write_odd_files(folder):
    with open(os.path.join(folder, ODD_NAME), "w", encoding="utf-8") as f:
        f.write(ODD_TEXT)
    with open(os.path.join(folder, "invalid.mlir"), "wb") as f:
        f.write(INVALID_BYTES)
    os.symlink(f"{ROOT}/lit", os.path.join(folder, "lit"))
    return ["--no-from-run-lines", ODD_NAME, "invalid.mlir", "lit/"]


def compare(tap, tool):
    with tempfile.TemporaryDirectory() as folder:
        inputs = write_odd_files(folder)
        _, _, err = run([tool, "--verify-only", "--diagnostic-format=json", *inputs], cwd=folder)
        diagnostics = [json.loads(line) for line in err.decode().splitlines() if line.startswith("{")]
        texts = {}
        count = compare_sarif(tap, tool, folder, inputs, diagnostics, texts)
        compare_github(tap, tool, folder, inputs, diagnostics, texts, count)
        compare_junit(tap, tool, folder, inputs, diagnostics, count)
        compare_matcher(tap, tool, folder, inputs, diagnostics)


# ---- validation by other programs ------------------------------------------------------------------------------------

def python_with(module):
    """An interpreter that has the module: Debian's packages are those of /usr/bin/python3."""
    for python in (sys.executable, "/usr/bin/python3"):
        if run([python, "-c", f"import {module}"])[0] == 0:
            return python
    return None


SCHEMA_CHECK = """
import json, jsonschema, sys
schema, log = [json.load(open(name, encoding="utf-8")) for name in sys.argv[1:]]
errors = list(jsonschema.validators.validator_for(schema)(schema).iter_errors(log))
print(len(errors), *[e.message[:200] for e in errors[:5]], sep="\\n")
"""
JUNIT_CHECK = """
import junitparser, sys
log = junitparser.JUnitXml.fromfile(sys.argv[1])
print(sum(1 for suite in log for case in suite))
"""


def validate_schema(tap, package, log, name):
    python = python_with("jsonschema")
    if not python:
        tap.skip(name, "jsonschema is not installed (Debian: python3-jsonschema)")
        return
    _, out, err = run([python, "-c", SCHEMA_CHECK, os.path.join(package, "sarif-2.1.0.json"), log])
    tap.check(out.split()[:1] == [b"0"], name, (out + err).decode())


def validate_results(tap, package, log, name):
    """The validator writes its own results as SARIF; its exit status does not tell them."""
    answer = log + ".validated"
    status, out, err = run([os.path.join(package, "Sarif.Multitool"), "validate", log, "--output", answer, "--log",
                            "ForceOverwrite"], timeout=300,
                           env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"})
    if not os.path.exists(answer):
        tap.check(False, name, f"exit {status}\n{(out + err).decode(errors='replace')}")
        return
    with open(answer, encoding="utf-8-sig") as f:
        run_of_validator = json.load(f)["runs"][0]
    # SARIF2005 asks for the address of a page of the tool
    results = [r for r in run_of_validator.get("results", []) if r["ruleId"] != "SARIF2005"]
    failed = not run_of_validator.get("invocations", [{}])[0].get("executionSuccessful", True)
    tap.check(not results and not failed, name, json.dumps(results[:5]))


def validate(tap, tool, build):
    node = os.path.join(build, "node")
    status, out, err = run([os.path.join(ROOT, "scripts", "node-modules"), node], timeout=300)
    package = os.path.join(node, "node_modules", "@microsoft", "sarif-multitool-linux")
    with tempfile.TemporaryDirectory() as folder:
        inputs = write_odd_files(folder)
        for name, more in (("results", inputs), ("a missing input", [*inputs, "missing.mlir"]),
                           ("nothing", ["/dev/null"])):
            log = os.path.join(folder, "log.sarif")
            run([tool, "--diagnostic-format=sarif", f"--output-file={log}", *more], cwd=folder)
            with open(log, encoding="utf-8") as f:
                count = len(json.load(f)["runs"][0]["results"])
            if status:
                tap.skip(f"sarif: {name}", "npm packages: " + (out + err).decode(errors="replace").strip()[-200:])
                continue
            if name == "results":
                tap.check(count >= 200, f"{count} results", count)
            validate_schema(tap, package, log, f"sarif: {count} results ({name}): the schema")
            validate_results(tap, package, log, f"sarif: {count} results ({name}): the validator of Microsoft")
        log = os.path.join(folder, "log.xml")
        run([tool, "--diagnostic-format=junit", f"--output-file={log}", *inputs], cwd=folder)
        python = python_with("junitparser")
        if python:
            _, out, err = run([python, "-c", JUNIT_CHECK, log])
            tap.check(int(out or b"0") >= 200, "junit: read by junitparser", (out + err).decode())
        else:
            tap.skip("junit: read by junitparser", "it is not installed (Debian: python3-junitparser)")


def main():
    args = arguments(__doc__, "part").parse_args()
    tap, tool = Tap(), os.path.join(args.build, "tt-opt")
    if args.part == "compare":
        compare(tap, tool)
    else:
        validate(tap, tool, args.build)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
