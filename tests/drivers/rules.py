#!/usr/bin/env python3
"""The examples of include/ttattr/rules.def: `bad` causes diagnostics of this rule only, `good` none.

  rules.py BUILD_DIR RULE_EXAMPLES     (RULE_EXAMPLES prints the table as JSON lines: tests/drivers/rule_examples.c)"""
import json
import os
import re
import shlex
import sys
import tempfile

from tap import Tap, arguments, run


def options_of(text):
    first = re.match(r"// RUN-OPTIONS: (.*)\n", text)
    return shlex.split(first[1]) if first else []


def command_of(build, rule):
    """The command that verifies a rule, without its input: that of its group, or tt-opt"""
    if not rule["command"]:
        return [os.path.join(build, "tt-opt"), "--verify-only", "--split-input-file"]
    tool, *words = rule["command"].split()
    return [os.path.join(build, tool), *words]


def run_example(command, text, *options):
    """(exit status, standard output, standard error); files of the text are in the current folder of the command"""
    text, *files = re.split(r"^// FILE: ", text, flags=re.MULTILINE)
    rest = re.sub(r"^// RUN-OPTIONS: .*\n", "", text)
    argument = rest.removeprefix("// TEXT\n").rstrip("\n")
    words = [os.path.abspath(command[0]), *command[1:2], *options, *options_of(text), *command[2:],
             *([argument] if rest.startswith("// TEXT\n") else ["-"] if rest else [])]
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            option, content = file.split("\n", 1)
            name = option.removeprefix("--")
            with open(os.path.join(folder, name), "w") as out:
                out.write(content)
            if option != name:
                words.append(f"{option}={name}")
        return run(words, stdin=text.encode(), cwd=folder)


def diagnostics(command, text):
    """(exit status, [(rule, severity, message)], standard error)"""
    status, _, err = run_example(command, text, "--diagnostic-format=json")
    found = []
    for line in err.decode("utf-8", "replace").splitlines():
        if line.startswith("{"):
            d = json.loads(line)
            found.append((d["rule"], d["severity"], d["message"]))
    return status, found, err.decode("utf-8", "replace")


def main():
    options, tap = arguments(__doc__, "rule_examples").parse_args(), Tap()
    status, table, err = run([options.rule_examples])
    for line in table.decode().splitlines():
        rule = json.loads(line)
        name = rule["name"]
        if rule["bad"] is None:
            tap.skip(name, "no text causes it")
            continue
        command = command_of(options.build, rule)
        status, found, err = diagnostics(command, rule["bad"])
        others = {r for r, _, _ in found} - {name}
        fires = any(r == name for r, _, _ in found)
        good_status = status == (1 if any(s == "error" for _, s, _ in found) else 0)
        good_status |= rule["command"] is not None  # a warning may say that a program does not fit
        tap.check(fires and not others and good_status, f"{name} is the only rule in its bad example",
                  f"exit {status}\n{err}")
        if rule["good"] is not None:
            status, found, err = diagnostics(command, rule["good"])
            tap.check(status == 0 and not found, f"{name} reports nothing in its good example", f"exit {status}\n{err}")
    tap.check(tap.count > 0, "the table has rules", err)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
