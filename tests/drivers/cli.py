#!/usr/bin/env python3
"""The option tables of the tools against what is made of them.   cli.py BUILD_DIR

Each option of each command is accepted with its example, is listed by --help unless it is hidden, and is part of the
manual page; docs/cli.md has exactly the options of the tables. (scripts/generate-cli writes both.)"""
import json
import os
import re
import shlex
import sys

from tap import ROOT, Tap, arguments, run

SCRIPT = os.path.join(ROOT, "scripts", "generate-cli")


def uses(option):
    """The ways to write an option on a command line."""
    names = [option["name"]] + ([option["alias"]] if option["alias"] else [])
    example = option["example"]
    if option["argument"] == "none":
        return [[n] for n in names]
    if option["argument"] == "prefix":
        return [[option["name"] + example]]
    if option["argument"] == "letter":
        return [[option["name"] + example], [option["name"], example]]
    found = [[f"{n}={example}"] for n in names]
    return found + ([[n] for n in names] if option["argument"] == "optional" else [[n, example] for n in names])


def check_command(tap, tool, command):
    words = [tool] + ([command["command"]] if command["command"] else [])
    name = " ".join([command["program"]] + words[1:])
    status, shown, _ = run(words + ["--help"])
    help_text = shown.decode()
    tap.check(status == 0 and " ".join(help_text.split("\n\n")[0].split()) == f"Usage: {name} {command['usage']}",
              f"{name}: help has the usage")
    forms = [o["form"] for o in command["options"] if not o["hidden"]]
    # a line of help starts with the form; the text follows after two blanks or on the next line
    listed = [re.split(r"  +", line[2:])[0] for line in help_text.split("Exit status:")[0].split("\n")
              if re.match(r"  -", line)]
    tap.check(listed == forms, f"{name}: help lists the options of the table", f"listed: {listed}\ntable: {forms}")
    examples = re.findall(rf"^  ({command['program']} .*)$", help_text.partition("\nExamples:\n")[2], re.M)
    tap.check(examples, f"{name}: help has an example")
    for example in examples:
        status, _, err = run([tool, *shlex.split(example)[1:], "--help"])
        tap.check(status == 0 and not err, f"{name}: example is accepted: {example}", err.decode("utf-8", "replace"))
    for ignored in command["ignored"]:
        status, _, err = run(words + [ignored + ("1" if ignored.endswith("=") else ""), "--help"])
        tap.check(status == 0 and not err and ignored.rstrip("=") in help_text,
                  f"{name} {ignored}: accepted and listed")
    for option in command["options"]:
        tap.check(option["help"] and not option["help"].endswith("."), f"{name} {option['name']}: help text")
        if option["argument"] != "none" and not option["example"]:
            tap.check(False, f"{name} {option['name']}: has an example")
            continue
        for use in uses(option):
            status, _, err = run(words + use + ["--help"])
            tap.check(status == 0 and not err, f"{name} {' '.join(use)}: accepted", err.decode("utf-8", "replace"))


def main():
    build = arguments(__doc__).parse_args().build
    tap = Tap()
    tools = [os.path.join(build, tool) for tool in ("tt-opt", "tt-layout", "tt-lsp-server")]
    for tool in tools:
        status, out, _ = run([tool, "--dump-options=json"])
        commands = json.loads(out)
        for command in commands:
            check_command(tap, tool, command)
        status, page, err = run([sys.executable, SCRIPT, "man", tool])
        missing = [o["form"] for c in commands for o in c["options"]
                   if not o["hidden"] and o["form"].replace("-", "\\-").replace("'", "\\(aq") not in page.decode()]
        tap.check(status == 0 and not missing, f"{os.path.basename(tool)}: manual page", f"{missing}\n{err.decode()}")
    status, _, err = run([tools[-1], "foo"])
    tap.check(status == 2 and err.endswith(b": unexpected argument 'foo'; tt-lsp-server takes options only\n"),
              "tt-lsp-server: an argument is unexpected", err.decode())
    status, out, err = run([sys.executable, SCRIPT, "docs", "--check"] + tools)
    tap.check(status == 0, "docs/cli.md has the options of the tables (scripts/generate-cli docs TOOL...)",
              (out + err).decode())
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
