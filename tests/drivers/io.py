#!/usr/bin/env python3
"""Failing input and output: full disks, closed pipes, missing permissions, files that change or disappear, signals.
Each test checks the exit status, the message, and that the original file is intact.   io.py BUILD_DIR"""
import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

from tap import Tap, arguments, run

BAD = "tensor<2x3x f32 >\n"            # accepted, and not canonical
GOOD = "tensor<2x3xf32>\n"
TYPE = ("tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
        "memref<64x128xf32, #tt.memory_space<l1>>>>")
PROGRAM = f"func.func @f(%arg0: {TYPE}) -> {TYPE} {{\n  return %arg0 : {TYPE}\n}}\n"
TRACE = ('{"max_size":1024,"min_alloc":32,"align":32,"offset":0,"search":"first","impl":"free_list"}\n'
         '{"op":"alloc","size":100,"bottom_up":true}\n')
WAIT = 20  # timeout in seconds


class Cases:
    def __init__(self, tap, build, folder):
        self.tap, self.folder = tap, folder
        self.opt, self.layout = (os.path.join(folder, n) for n in ("tt-opt", "tt-layout"))
        for tool in (self.opt, self.layout):  # every user can run them
            shutil.copy(os.path.join(build, os.path.basename(tool)), tool)
        os.chmod(folder, 0o755)

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="ascii") as f:
                f.write(text)
        return path

    def fails(self, name, command, message, stdin=None, untouched=None, **more):
        """Exit status 2, `message` on standard error; `untouched` is a file whose text and modification time do
        not change."""
        before = untouched and state(untouched)
        status, out, err = run(command, stdin=stdin, timeout=WAIT, **more)
        said = err.decode(errors="replace")
        good = status == 2 and message in said and said.endswith("\n")
        if untouched:
            good = good and before == state(untouched)
        self.tap.check(good, name, f"exit {status}, expected 2 and '{message}': {said[:300]}")
        return out

    def works(self, name, command, expected_out=None, status=0, message=b"", **more):
        got, out, err = run(command, timeout=WAIT, **more)
        good = got == status and (expected_out is None or out == expected_out.encode()) and message in err
        self.tap.check(good, name, f"exit {got}, expected {status}: {err.decode(errors='replace')[:300]} {out[:100]}")

    def nothing_left(self, name):
        left = [n for n in os.listdir(self.folder) if n.startswith(".tt-")]
        self.tap.check(not left, f"{name}: no temporary file remains", left)


def state(path):
    with open(path, "rb") as f:
        s = os.fstat(f.fileno())
        return f.read(), s.st_mtime_ns, s.st_ino, s.st_mode


# ---- standard output -------------------------------------------------------------------------------------------------

def results(c):
    """A command of each kind that writes to standard output."""
    good, bad = c.path("good.mlir", GOOD), c.path("bad.mlir", BAD)
    program, trace = c.path("program.mlir", PROGRAM), c.path("trace.jsonl", TRACE)
    return [[c.opt, good], [c.opt, "--emit=json", good], [c.opt, "--diff", bad], [c.opt, "--help"],
            [c.opt, "--version"], [c.opt, "--list-rules"], [c.opt, "--list-attributes"], [c.opt, f"--list-eras={good}"],
            [c.opt, "--explain=syntax"], [c.opt, "--dump=tokens", bad], [c.opt, "-o", "-", bad],
            [c.layout, "--help"], [c.layout, "show", "--help"], [c.layout, "show", TYPE],
            [c.layout, "show", program, "--json"], [c.layout, "draw", TYPE], [c.layout, "grids", TYPE],
            [c.layout, "memory", program, "--json"], [c.layout, "memory", "--replay", trace],
            [c.layout, "noc", "--arch", "wormhole_b0", "--core", "0x0"],
            [c.layout, "device", "--chip-grid", "8x8", "--mesh", "1x2"]]


def shown(c, command):
    words = [os.path.basename(w) if w.startswith(c.folder) else "TYPE" if w == TYPE else w for w in command]
    return " ".join(words).replace(c.folder + "/", "")


def status_with_stdout(command, descriptor, **more):
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=descriptor, stderr=subprocess.PIPE, timeout=WAIT,
                       check=False, **more)
    return p.returncode, p.stderr.decode(errors="replace")


def standard_output(c):
    for command in results(c):
        what = shown(c, command)
        if os.path.exists("/dev/full"):
            with open("/dev/full", "wb") as full:
                status, said = status_with_stdout(command, full)
            c.tap.check(status == 2 and "No space left on device" in said, f"{what}: the disk is full",
                        f"exit {status}: {said}")
        else:
            c.tap.skip(f"{what}: the disk is full", "/dev/full does not exist")
        reading, writing = os.pipe()
        os.close(reading)
        status, said = status_with_stdout(command, writing)
        os.close(writing)
        c.tap.check(status == -signal.SIGPIPE and not said, f"{what}: the pipe has no reader", f"exit {status}: {said}")
        status, said = status_with_stdout(command, None, preexec_fn=lambda: os.close(1))
        c.tap.check(status == 2 and "Bad file descriptor" in said, f"{what}: standard output is closed",
                    f"exit {status}: {said}")


def partly_read_pipe(c):
    """A reader that closes the pipe after one line: SIGPIPE without a message, unless the parent ignores it."""
    big = c.path("big.mlir", GOOD * 100_000)
    for ignored in (False, True):
        start = (lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN)) if ignored else None
        with subprocess.Popen([c.opt, big], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=start) as p:
            p.stdout.readline()
            p.stdout.close()
            said = p.stderr.read().decode()
            status = p.wait(WAIT)
        good = status == 2 and "Broken pipe" in said if ignored else status == -signal.SIGPIPE and not said
        c.tap.check(good, f"a reader that closes after one line{', SIGPIPE ignored' if ignored else ''}",
                    f"exit {status}: {said}")
    bad, faulty = c.path("piped.mlir", BAD), c.path("faulty.mlir", "tensor<2x3xq>\n")
    reading, writing = os.pipe()
    os.close(reading)
    p = subprocess.run([c.opt, "-i", bad, faulty], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=writing,
                       timeout=WAIT, check=False)
    os.close(writing)
    c.tap.check(p.returncode == -signal.SIGPIPE, "-i with messages into a pipe without a reader", f"{p.returncode}")
    c.nothing_left("-i with messages into a pipe without a reader")


def full_standard_error(c):
    """The exit status reports the error even if messages cannot be written."""
    faulty = c.path("faulty.mlir", "tensor<2x3xq>\n")
    if not os.path.exists("/dev/full"):
        c.tap.skip("standard error is full", "/dev/full does not exist")
        return
    for command, expected in (([c.opt, faulty], 1), ([c.opt, "none.mlir"], 2), ([c.opt, c.path("good.mlir")], 0),
                              ([c.layout, "show", "tensor<2x3xq>"], 1), ([c.layout, "show", "none.mlir"], 2)):
        with open("/dev/full", "wb") as full:
            p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=full, timeout=WAIT,
                               check=False)
        c.tap.check(p.returncode == expected, f"{shown(c, command)}: standard error is full",
                    f"exit {p.returncode}, expected {expected}")


# ---- inputs ----------------------------------------------------------------------------------------------------------

def inputs(c):
    folder = c.path("folder")
    os.makedirs(os.path.join(folder, "sub"))
    c.path("folder/a.mlir", BAD)
    good = c.path("good.mlir", GOOD)
    readers = [("tt-opt", [c.opt]), ("tt-layout show", [c.layout, "show"]), ("tt-layout memory", [c.layout, "memory"]),
               ("tt-layout memory --replay", [c.layout, "memory", "--replay"]),
               ("tt-layout protocol", [c.layout, "protocol"]), ("tt-layout draw", [c.layout, "draw"]),
               ("tt-layout tiled --graph", [c.layout, "tiled", "--graph"]),
               ("tt-opt --system-desc", [c.opt, good, "--system-desc"]), ("tt-opt --list-eras", [c.opt, "--list-eras"])]
    for name, command in readers:
        c.fails(f"{name}: a file that does not exist", command + [c.path("none.mlir")],
                "No such file or directory")
        c.fails(f"{name}: a path through a file", command + [good + "/x.mlir"],
                "Not a directory")
        if name != "tt-opt":
            c.fails(f"{name}: a directory", command + [folder], "Is a directory")
        if os.path.exists("/proc/self/mem"):
            c.fails(f"{name}: reading fails", command + ["/proc/self/mem"], "Input/output error")
    loop = c.path("loop.mlir")
    os.symlink(loop, loop)
    c.fails("a link to itself", [c.opt, loop], "Too many levels of symbolic links")
    c.fails("a directory on standard input", [c.opt], "Is a directory", stdin=None,
            preexec_fn=lambda: os.dup2(os.open(folder, os.O_RDONLY), 0))
    c.fails("standard input is closed", [c.opt], "cannot read", preexec_fn=lambda: os.close(0))
    mapped = c.path("mapped.mlir", BAD * 20_000)  # prevents garbage collection
    c.fails("too many open files", [c.opt, "-i", mapped], "Too many open files", untouched=mapped,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4)))
    out = c.fails("the other files are processed", [c.opt, "--emit=json", c.path("none.mlir"), good],
                  "tt-opt: 2 files, 1 attribute,")
    c.tap.check(b'"builtin.tensor"' in out, "... and their results are printed", out)
    c.fails("a directory that ends in .mlir", [c.opt, "--check", os.path.join(folder)], "cannot read",
            preexec_fn=lambda: (os.makedirs(os.path.join(folder, "d.mlir"), exist_ok=True)
                                or os.mkfifo(os.path.join(folder, "f.mlir"))))
    shutil.rmtree(folder)


def as_nobody():
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)


def permissions(c):
    """Root has all permissions, so the test runs as another user."""
    drop = {"preexec_fn": as_nobody} if os.geteuid() == 0 else {}
    hidden = c.path("hidden.mlir", BAD)
    os.chmod(hidden, 0)
    names = [n for n in (".", *("/".join(c.folder.split("/")[:i]) for i in range(2, c.folder.count("/") + 2))) if n]
    if drop and not all(os.stat(n).st_mode & 0o001 for n in names[1:]):
        c.tap.skip("missing permissions", "the temporary folder is closed to other users")
        return
    c.fails("a file without read permission", [c.opt, hidden], "Permission denied", **drop)
    c.fails("... by tt-layout", [c.layout, "show", hidden], "Permission denied", **drop)
    c.fails("... and is not rewritten", [c.opt, "-i", hidden], "Permission denied",
            untouched=hidden if os.geteuid() == 0 else None, **drop)
    os.chmod(hidden, 0o644)
    closed = c.path("closed")
    os.mkdir(closed)
    c.path("closed/a.mlir", GOOD)
    os.chmod(closed, 0)
    c.fails("a folder without read permission", [c.opt, closed, c.path("good.mlir", GOOD)], "tt-opt: 2 files", **drop)
    os.chmod(closed, 0o755)
    locked = c.path("locked")
    os.mkdir(locked)
    kept = c.path("locked/a.mlir", BAD)
    os.chmod(kept, 0o666)
    os.chmod(locked, 0o555)
    c.fails("-i in a locked folder", [c.opt, "-i", kept], "cannot create a temporary file beside",
            untouched=kept, **drop)
    c.fails("-o in a locked folder", [c.opt, kept, "-o", os.path.join(locked, "b.mlir")], "Permission denied",
            untouched=kept, **drop)
    c.fails("draw -o in a locked folder", [c.layout, "draw", TYPE, "-o", os.path.join(locked, "b.svg")],
            "Permission denied", **drop)
    os.chmod(locked, 0o777)
    os.chmod(kept, 0o444)
    c.fails("-i of a file without write permission", [c.opt, "-i", kept], "Permission denied", untouched=kept, **drop)
    os.chmod(kept, 0o644)


# ---- outputs ---------------------------------------------------------------------------------------------------------

def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def outputs(c):
    bad, program = c.path("bad.mlir", BAD), c.path("program.mlir", PROGRAM)
    for name, command in (("tt-opt -o", [c.opt, bad, "-o"]),
                          ("tt-opt --emit=json -o", [c.opt, "--emit=json", bad, "-o"]),
                          ("draw -o", [c.layout, "draw", "--ascii", TYPE, "-o"])):
        before = os.stat("/dev/null")
        c.works(f"{name} /dev/null", command + ["/dev/null"])
        c.tap.check(stat.S_ISCHR(os.stat("/dev/null").st_mode) and os.stat("/dev/null").st_ino == before.st_ino,
                    f"{name}: /dev/null does not change")
        c.fails(f"{name} in a missing folder", command + [c.path("none/x.txt")], "No such file or directory")
        c.fails(f"{name} a directory", command + [c.folder], "Is a directory")
        if os.path.exists("/dev/full"):
            c.fails(f"{name} /dev/full", command + ["/dev/full"], "No space left on device")
            c.tap.check(stat.S_ISCHR(os.stat("/dev/full").st_mode), f"{name}: /dev/full does not change")
        old = c.path("old.txt", "old\n")
        c.works(f"{name} replaces a file", command + [old])
        c.tap.check(state(old)[0] != b"old\n", f"{name}: it has the result")
    c.fails("--csv-dir that is a file", [c.layout, "memory", program, "--csv-dir", bad], "Not a directory",
            untouched=bad)
    c.fails("--csv-dir in a missing folder", [c.layout, "memory", program, "--csv-dir", c.path("none/x")], "cannot")
    large = c.path("large.mlir", BAD * 4000)
    kept = c.path("kept.mlir", "old\n")
    c.fails("-i beyond the largest file allowed", [c.opt, "-i", large], "File too large", untouched=large,
            preexec_fn=small_files)
    c.fails("-o beyond the largest file allowed", [c.opt, large, "-o", kept], "File too large", untouched=kept,
            preexec_fn=small_files)
    c.fails("-o of a new file", [c.opt, large, "-o", c.path("new.mlir")], "File too large",
            preexec_fn=small_files)
    c.tap.check(not os.path.exists(c.path("new.mlir")), "... and it does not exist afterwards")
    c.nothing_left("outputs")


def in_place(c):
    """Hard links remain; options that only verify do not write."""
    bad, other = c.path("first.mlir", BAD), c.path("second.mlir")
    os.link(bad, other)
    before = state(bad)
    for option in ("--verify-only", "--parse-only"):
        c.works(f"-i {option}", [c.opt, "-i", option, bad])
        c.tap.check(state(bad) == before, f"-i {option} does not rewrite the file")
    c.works("-i of a file with two names", [c.opt, "-i", bad])
    after = state(bad)
    c.tap.check(after[0] != before[0] and after[2:] == before[2:] and state(other) == after,
                "-i of a file with two names rewrites both")
    c.nothing_left("-i of a file with two names")
    c.path("first.mlir", BAD)
    c.works("-i -o of a file with two names", [c.opt, c.path("good.mlir", GOOD), "-o", other])
    c.tap.check(state(bad)[0] == GOOD.encode() and os.stat(bad).st_nlink == 2, "-o into a file with two names")


def full_disk(c):
    """A tmpfs of 64 KiB, in a separate mount namespace."""
    disk, large = c.path("disk"), c.path("large.mlir", BAD * 2000)
    os.mkdir(disk)
    script = ('mount -t tmpfs -o size=64k tmpfs "$1" || exit 99; cp "$2" "$1/a.mlir"; "$3" -i "$1/a.mlir"; status=$?; '
              'cmp -s "$2" "$1/a.mlir" || exit 98; [ "$(ls -A "$1")" = a.mlir ] || exit 97; exit $status')
    unshare = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
    command = unshare + ["sh", "-c", script, "sh", disk, large, c.opt]
    status, _, err = run(command, timeout=WAIT) if shutil.which("unshare") else (99, b"", b"no unshare")
    said = err.decode(errors="replace")
    if status == 99 or "unshare" in said:
        c.tap.skip("-i on a full disk", "no file system can be mounted here")
    else:
        c.tap.check(status == 2 and "No space left on device" in said,
                    "-i on a full disk keeps the file and leaves no temporary file",
                    f"exit {status} (97: a file remains, 98: the file was changed): {said}")


# ---- FIFOs, files that disappear or change ---------------------------------------------------------------------------

def feed(path, text, before=None):
    def write():
        with open(path, "w", encoding="ascii") as f:
            if before:
                before()
            f.write(text)
    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    return thread


def fifos(c):
    fifo = c.path("fifo")
    os.mkfifo(fifo)
    feed(fifo, BAD)
    c.works("a FIFO is read to its end", [c.opt, fifo], GOOD)
    feed(fifo, PROGRAM)
    c.works("... by tt-layout", [c.layout, "show", fifo, "--json"])
    feed(fifo, BAD)
    c.fails("-i of a FIFO is rejected", [c.opt, "-i", fifo], "not a regular file")
    got = []
    reader = threading.Thread(target=lambda: got.append(open(fifo, encoding="ascii").read()), daemon=True)
    reader.start()
    c.works("-o of a FIFO writes into it", [c.opt, c.path("bad.mlir", BAD), "-o", fifo])
    reader.join(WAIT)
    c.tap.check(got == [GOOD] and stat.S_ISFIFO(os.stat(fifo).st_mode), "... and it is still a FIFO", got)


def vanishing(c):
    fifo, second = c.path("first"), c.path("second.mlir", BAD)
    os.mkfifo(fifo)
    feed(fifo, GOOD, lambda: os.remove(second))
    c.fails("a file that is removed before it is read", [c.opt, fifo, second, c.path("good.mlir", GOOD)], "cannot open")
    folder = c.path("going")
    os.mkdir(folder)
    kept = c.path("going/a.mlir", BAD)
    feed(fifo, GOOD, lambda: shutil.rmtree(folder))
    c.fails("a directory that is removed before it is read", [c.opt, "-i", "--parse-only", fifo, folder], "cannot open")
    c.tap.check(not os.path.exists(kept), "... is not created again")


def cut_short(c):
    """A mapped file that is truncated: a message, no SIGBUS, no errors about text that is not in the file."""
    dice, ends = random.Random(7), {}
    text = BAD * 60_000
    for command in ([c.opt, "-i"], [c.opt, "--emit=none"], [c.layout, "memory"]) * 12:
        path = c.path("shrinks.mlir", text if command[0] == c.opt else PROGRAM + "// filling\n" * 100_000)
        whole = os.path.getsize(path)
        with subprocess.Popen(command + [path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as p:
            time.sleep(dice.random() * 0.06)
            if p.poll() is None:
                os.truncate(path, whole // 3)
            said = p.stderr.read().decode(errors="replace")
            status = p.wait(WAIT)
        good = status in (0, 1) or (status == 2 and ("changed while" in said or "Bad address" in said))
        good = good and (status == 2 or "syntax" not in said)
        ends[status] = ends.get(status, 0) + 1
        if not c.tap.check(good, f"truncated while {shown(c, command)} reads", f"exit {status}: {said[:300]}"):
            break
    print(f"# exit statuses: {ends}")
    c.nothing_left("cut short")


# ---- signals ---------------------------------------------------------------------------------------------------------

def interrupted(c):
    """-i interrupted at any time: the file has the old or the new text; only SIGKILL leaves a temporary file."""
    dice, old, new = random.Random(11), BAD * 100_000, GOOD * 100_000
    seen = {"old": 0, "new": 0}
    begin = time.monotonic()
    path = c.path("i.mlir", old)
    run([c.opt, "-i", path])
    whole = time.monotonic() - begin
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL) * 15:
        path = c.path("i.mlir", old)
        with subprocess.Popen([c.opt, "-i", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as p:
            time.sleep(dice.random() * 1.5 * whole)
            p.send_signal(number)
            said = p.stderr.read().decode(errors="replace")
            status = p.wait(WAIT)
        with open(path, encoding="ascii") as f:
            text = f.read()
        kind = "old" if text == old else "new" if text == new else None
        left = [n for n in os.listdir(c.folder) if n.startswith(".tt-")]
        good = kind is not None and status in (0, -number) and (number == signal.SIGKILL or not left)
        if number != signal.SIGKILL and status == -number:
            good = good and (said == "tt-opt: error: interrupted\n" or said == "")  # "": before the handler was set
        if kind:
            seen[kind] += 1
        for name in left:
            os.remove(os.path.join(c.folder, name))
        if not c.tap.check(good, f"-i and {signal.Signals(number).name}: the file is intact",
                           f"exit {status}, file is {kind}, left {left}: {said}"):
            break
    print(f"# files: {seen}")


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    with tempfile.TemporaryDirectory() as folder:
        c = Cases(tap, build, folder)
        for part in (standard_output, partly_read_pipe, full_standard_error, inputs, permissions, outputs, in_place,
                     full_disk, fifos, vanishing, cut_short, interrupted):
            part(c)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
