#!/usr/bin/env python3
"""Errors planted into the kernels of tests/kernels, one at a time: each must be found, at the recorded position.
  kernels.py BUILD_DIR TT_LAYOUT [--update]
A rule changes one line of a clean program, in the first of its configurations that has the line.
tests/kernels/mutants.txt has a line for each mutant: program, options, file and line, rule, then the position and kind
of the first error (of the first warning of an expected kind if there is no error)."""
import os
import re
import shlex
import shutil
import sys
import tempfile

from tap import ROOT, Tap, arguments, files_below, run

PROGRAMS = os.path.join(ROOT, "tests", "kernels")
RECORD = os.path.join(PROGRAMS, "mutants.txt")

WRONG = [("loopback", "-DNO_BARRIER"), ("tile_transfer", "-DRESET_AFTER"), ("eltwise", "-DRELEASE_TWICE"),
         ("multicast", "-DWRONG_COUNT"), ("multicast", "-DNO_WAIT"), ("multicast", "-DRESET_LATE"),
         ("multicast", "-DNO_FLUSH --arch=blackhole"), ("pipeline", "-DNO_FLUSH"), ("sfpu", "--arch=grayskull")]
CLEAN = [  # program, options; each combination of options is clean
    ("api", ["", "-DOBJECTS"]),
    ("loopback", ["", "-DOBJECTS", "-DACCESSOR"]),
    ("tile_transfer", [""]),
    ("eltwise", ["", "-DOLD", "-DOBJECTS"]),
    ("matmul", [""]),
    ("matmul_cores", ["", "-DOLD", "-DOBJECTS"]),
    ("multicast", ["", "-DOBJECTS", "--arch=blackhole"]),
    ("shared_bytes", ["", "-DOLD"]),
    ("reduce", ["", "-DOLD", "-DOBJECTS"]),
    ("transpose", ["", "-DOLD", "-DOBJECTS"]),
    ("softmax", ["", "-DOLD", "-DFUSED_SCALE_MASK"]),
    ("layernorm", ["", "-DOLD", "-DFUSE_BETA", "-DFUSE_GAMMA=1 -DFUSE_BETA"]),
    ("pipeline", ["", "-DOLD", "-DOBJECTS", "--arch=blackhole"]),
    ("sfpu", ["", "-DOLD", "--arch=blackhole", "--arch=grayskull -DROWS=16"]),
]

REMOVED = r"^\s*(?:\w+\.)?(?:noc_)?{}\(.*\);\s*$"
RULES = [  # name, pattern of a line, what it becomes; kinds of the error
    ("no read barrier", REMOVED.format(r"async_read_barrier"), "", "barrier unwritten race"),
    ("no write barrier", REMOVED.format(r"async_write_barrier"), "", "barrier race"),
    ("no flush", REMOVED.format(r"async_writes_flushed"), "", "barrier race"),
    ("no wait for pages", r"^\s*(?:\w+\.)?(?:cb_)?wait_front\(.*\);", "", "unwritten underflow race deadlock"),
    ("no reserve", r"^\s*(?:\w+\.)?(?:cb_)?reserve_back\(.*\);", "", "overflow race unwritten"),
    ("no push", r"^\s*(?:\w+\.)?(?:cb_)?push_back\(.*\);", "", "deadlock overflow race"),
    ("no pop", r"^\s*(?:\w+\.)?(?:cb_)?pop_front\(.*\);", "", "deadlock race leftover"),
    ("push twice", r"^(\s*(?:\w+\.)?(?:cb_)?push_back\(.*\);)", r"\1 \1", "overflow unwritten wrap deadlock"),
    ("pop twice", r"^(\s*(?:\w+\.)?(?:cb_)?pop_front\(.*\);)", r"\1 \1", "underflow unwritten wrap deadlock race"),
    ("no acquire", r"^\s*(?:tile_regs_acquire|acquire_dst|ACQ)\(.*\);", "", "dst"),
    ("no commit", r"^\s*tile_regs_commit\(\);", "", "dst"),
    ("no wait for dst", r"^\s*tile_regs_wait\(\);", "", "dst"),
    ("no release", r"^\s*(?:tile_regs_release|release_dst|REL)\(.*\);", "", "dst"),
    ("release twice", r"^(\s*(?:tile_regs_release|release_dst|REL)\(.*\);)", r"\1 \1", "dst"),
    ("no increment", r"^\s*(?:noc_semaphore_inc\(|\w+\.up\().*\);", "", "deadlock"),
    ("no wait for a semaphore", r"^\s*(?:noc_semaphore_wait\(|\w+\.wait\(|\w+\.down\().*\);", "",
     "race unwritten deadlock stale"),
    ("no flag", r"^\s*(?:noc_semaphore_set_remote|noc_semaphore_set_multicast|\w+\.set_multicast)\(.*\);", "",
     "deadlock"),
    ("no pack", r"^\s*pack_tile\(.*\);", "", "unwritten"),
    ("no tile in dst",
     r"^\s*(?:copy_tile|add_tiles|mul_tiles|matmul_tiles|reduce_tile(?:<.*>)?|transpose_wh_tile)\(.*\);", "",
     "unwritten stale"),
    ("no read", r"^\s*(?:noc_async_read\w*|noc\.async_read)\(\w.*\);", "", "unwritten"),
    ("tile outside dst", r"^(\s*(?:copy_tile|add_tiles|matmul_tiles|transpose_wh_tile|mul_tiles)\(.*), (?!false)\w+\);",
     r"\1, 16);", "dst"),
    ("pack outside dst", r"^(\s*pack_tile)\(\w+, ", r"\1(16, ", "dst"),
    ("a page that was not waited for", r"^(\s*copy_tile\(\w+), \w+, ", r"\1, 7, ", "unwritten"),
    ("no write", r"^\s*(?:noc_async_write_(?:tile|page)\(\w+,|noc\.async_write\().*\);", "", "stale"),
]
NOT_CALLS = r"l1_|sfpu_|noc_async_write_posted|noc_async_(read|write)_with_trid"  # plain C++, and variants of calls
HARMLESS = {  # rule, file: why the program is right without the line
    ("no write barrier", "common/writer.cpp"): "the last writes have left: a kernel may end before they land",
    ("no write barrier", "multicast/sender.cpp"): "the next increments prove that the block has landed",
    ("no flush", "multicast/sender.cpp"): "multicasts of one NoC arrive in order on Wormhole",
    ("no pop", "reduce/compute.cpp"): "the scaler is read to the end",
    ("no pop", "softmax/compute.cpp"): "the mask is read to the end",
    ("no write", "loopback/loopback.cpp"): "the next read replaces the data of this one",
}


def copy_program(program, folder):
    shutil.copytree(os.path.join(PROGRAMS, program), os.path.join(folder, program))
    shutil.copytree(os.path.join(PROGRAMS, "common"), os.path.join(folder, "common"))


def kernels_of(program):
    with open(os.path.join(PROGRAMS, program, "binding.toml"), encoding="utf-8") as f:
        names = re.findall(r'^kernel = "(.*)"', f.read(), re.M)
    return sorted({os.path.normpath(os.path.join(program, name)) for name in names})


def verdict(tool, folder, program, options):
    status, out, err = run([tool, "protocol", f"{program}/binding.toml", *shlex.split(options)], cwd=folder)
    return status, out.decode(errors="replace"), err.decode(errors="replace")


def round_trip(tool, folder, program, options):
    """What differs when the protocol that --emit=protocol prints is checked instead of the kernels."""
    status, text, err = verdict(tool, folder, program, f"{options} --emit=protocol")
    path = os.path.join(folder, "emitted.txt")
    write(path, [text])
    arch = [o for o in shlex.split(options) if o.startswith("--arch")] or ["--arch=wormhole_b0"]
    again, out, messages = run([tool, "protocol", path, *arch])
    kinds = [set(re.findall(r"(?:error|warning): .*\[([\w-]+)\]$", m, re.M))  # a call on two cores is two operations
             for m in (err, messages.decode(errors="replace"))]
    expected = verdict(tool, folder, program, options)
    if (again, kinds[1]) != (status, kinds[0]) or out.decode() != expected[1]:
        return f"{expected[1]}{err}\nbecomes\n{out.decode()}{messages.decode(errors='replace')}"
    return None


def errors_of(err, kinds):
    """Position and kind of each error; of the first warning of the expected kinds if there is no error."""
    found = re.findall(r"^([\w./]+:\d+):\d+: (error|warning): .*\[(?:protocol-)?([\w-]+)\]$", err, re.M)
    found = [(f"{os.path.normpath(at)} {kind}", severity, kind) for at, severity, kind in found]
    return [at for at, severity, kind in found if severity == "error"] or \
           [at for at, severity, kind in found if kind in kinds.split()][:1]


def write(path, lines):
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


def mutants_of(tool, folder, program, options, seen):
    """(description, its errors, expected kinds, whether it is harmless) of each new mutant."""
    for name in kernels_of(program):
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as f:
            lines = f.read().rstrip("\n").split("\n")
        for i, line in enumerate(lines):
            rules = [] if (name, i) in seen else [r for r in RULES if re.match(r[1], line)]
            if not rules:
                continue
            write(path, lines[:i] + ["unheard_of();"] + lines[i + 1:])  # whether this configuration has the line
            if f"{name}:{i + 1}:" not in verdict(tool, folder, program, options)[2]:
                continue
            seen.add((name, i))
            for rule, pattern, becomes, kinds in rules:
                write(path, lines[:i] + [re.sub(pattern, becomes, line)] + lines[i + 1:])
                found = errors_of(verdict(tool, folder, program, options)[2], kinds)
                yield f"{program} {options or '-'} {name}:{i + 1} {rule}", found, kinds, (rule, name) in HARMLESS
        write(path, lines)


def main():
    parser = arguments(__doc__, "tool")
    parser.add_argument("--update", action="store_true", help="write tests/kernels/mutants.txt")
    options = parser.parse_args()
    tool, tap, lines = os.path.abspath(options.tool), Tap(), []
    recorded = []
    if os.path.exists(RECORD) and not options.update:
        with open(RECORD, encoding="utf-8") as f:
            recorded = f.read().splitlines()
    for program, configurations in CLEAN:
        seen, first, wrong = set(), len(lines), []
        with tempfile.TemporaryDirectory() as folder:
            copy_program(program, folder)
            for configuration in configurations:
                status, out, err = verdict(tool, folder, program, configuration)
                tap.check(status == 0 and "passes in every interleaving" in out and not err,
                          f"{program} {configuration} is clean", out + err)
                tap.check(not (differs := round_trip(tool, folder, program, configuration)),
                          f"{program} {configuration} as a protocol has the same result", differs)
                if program == "api":  # its calls do not depend on each other
                    continue
                for mutant, found, kinds, harmless in mutants_of(tool, folder, program, configuration, seen):
                    lines.append(f"{mutant} -> {', '.join(found) or 'harmless'}")
                    expected = [at for at in found if at.split()[1] in kinds.split()]
                    if not expected and (found or not harmless):
                        wrong.append(lines[-1])
        tap.check(not wrong, f"{program}: each of {len(lines) - first} errors is found", "\n".join(wrong))
        moved = [] if options.update else [line for line in lines[first:] if line not in recorded]
        tap.check(not moved, f"{program}: at the recorded positions", "\n".join(moved))
    for program, configuration in WRONG:
        with tempfile.TemporaryDirectory() as folder:
            copy_program(program, folder)
            tap.check(not (differs := round_trip(tool, folder, program, configuration)),
                      f"{program} {configuration} as a protocol has the same errors", differs)
    with open(os.path.join(ROOT, "src", "kernel", "calls.def"), encoding="utf-8") as f:
        calls = re.findall(r'^CALL\("(\w+)"', f.read(), re.M)
    with open(os.path.join(ROOT, "src", "protocol", "operations.def"), encoding="utf-8") as f:
        calls += [c for c in re.findall(r'^OP\(\w+, "(\w+)", "[^dg]', f.read(), re.M) if not re.match(NOT_CALLS, c)]
    used = set()
    for path in files_below("tests/kernels", ".cpp"):
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            used.update(re.findall(r"\w+", f.read()))
    missing = [name for name in calls if name not in used]
    tap.check(not missing, "a kernel has each call of the API", " ".join(missing))
    tap.check(sum(not line.endswith("harmless") for line in lines) >= 150, "at least 150 errors")
    tap.check(options.update or len(lines) == len(recorded), "the record has no other mutants", len(lines))
    if options.update:
        write(RECORD, lines)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
