"""Runs every command of tt-layout with an input that has one warning, and prints what the options of diagnostics do.

  diagnostic_options.py TT_LAYOUT FOLDER     (of the inputs, which diagnostic-options.test writes)"""
import json
import os
import re
import subprocess
import sys

INPUTS = {
    "show": "l.mlir", "with": "l.mlir --grid 2x2", "grids": "l.mlir", "device": "d.mlir",
    "place": "l.mlir --device d.mlir", "diff": "l.mlir l.mlir", "tiled": "t.mlir", "convert": "l.mlir --to=strided",
    "same": "l.mlir l.mlir", "pack": "l.mlir l.npy -o out", "unpack": "l.mlir out -o out.npy",
    "draw": "l.mlir -o l.txt", "protocol": "b.toml", "memory": "l.mlir", "stream": "l.mlir --buffers=2",
    "move": "--from l.mlir --to l.mlir", "report": "l.mlir -o l.html",
}
OPTIONS = ["--diagnostic-format", "-W", "-Wno-", "-Werror", "-Wno-error", "--output-file", "--color"]


def run(tool, command, *options):
    """(exit status, both outputs)"""
    done = subprocess.run([tool, command, *INPUTS.get(command, "").split(), *options], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode()


def help_of(tool, *command):
    return subprocess.run([tool, *command, "--help"], stdout=subprocess.PIPE, check=False).stdout.decode()


def rules(text):
    """The rules and severities of the diagnostics in JSON"""
    lines = [line for line in text.splitlines() if line.startswith('{"file":')]
    return {(json.loads(line)["rule"], json.loads(line)["severity"]) for line in lines}


def outcome(tool, command):
    rule = "kernel-unsupported" if command == "protocol" else "unknown-attribute"
    if command == "build":  # its text is an option
        status, text = run(tool, command, "--shape", "8x8", "--element", "f32", "--grid", "0x1",
                           "--diagnostic-format=json")
        return "error" if status and "error" in text else text
    if command not in INPUTS:
        return "nothing to report"
    found = []
    status, text = run(tool, command, "--diagnostic-format=json")
    found.append("json" if not status and rules(text) == {(rule, "warning")} else f"json: {status} {text}")
    status, text = run(tool, command, "--diagnostic-format=json", f"-Wno-{rule}")
    found.append("off" if not status and not rules(text) else f"off: {status} {text}")
    status, text = run(tool, command, "--diagnostic-format=json", f"-Werror={rule}")
    found.append("error" if status == 1 and rules(text) == {(rule, "error")} else f"error: {status} {text}")
    return ", ".join(found)


def main():
    tool, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.chdir(folder)
    with open("l.npy", "wb") as out:
        head = "{'descr': '<f4', 'fortran_order': False, 'shape': (64, 64), }".ljust(117) + "\n"
        out.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + bytes(4 * 64 * 64))
    listed = help_of(tool).split("\n\nLayouts:\n")[1].split("\n\nOther options:\n")[0]
    for command in re.findall(r"^  (\w+)", listed, flags=re.MULTILINE):
        if command == "help":
            continue
        missing = [name for name in OPTIONS if name not in help_of(tool, command)]
        print(f"{command}: " + (f"no {missing} in its help" if missing else outcome(tool, command)))


if __name__ == "__main__":
    main()
