#!/usr/bin/env python3
"""Host programs of tests/kernels/host: each has the binding that is written by hand for its kernels, passes, and is
interpreted within limits of time and memory; faults that a definition plants are found.
    host_bindings.py BUILD_DIR TT_LAYOUT"""
import glob
import os
import re
import resource
import sys
import tempfile
import time
import tomllib

from tap import ROOT, Tap, arguments, run

HOSTS = os.path.join(ROOT, "tests", "kernels", "host")
PAIRS = {"loopback": "loopback", "eltwise_lambda": "eltwise", "options": "eltwise", "matmul_single": "matmul",
         "matmul_multi": "matmul_cores", "multicast": "multicast", "pipeline": "pipeline",
         "tile_transfer": "tile_transfer"}
# What a definition plants in a program, and the finding: its file and a part of its message.
FAULTS = {
    ("matmul_multi", "ONE_TOO_MANY"): ("compute.cpp", "blocks forever in cb_wait_front"),
    ("matmul_single", "WRONG_SHAPE"): ("writer.cpp", "exceed its 8192 bytes"),
    ("options", "FIVE_TILES"): ("compute.cpp", "blocks forever in cb_reserve_back"),
    ("row_wise", "WRONG_GROUP"): ("writer.cpp", "exceed its 81920 bytes"),
    ("sharded", "NO_PUSH"): ("copy.cpp", "no kernel pushes to it"),
    ("softmax", "SHORT_SCALER"): ("reader.cpp", "reads bytes that were not written"),
    ("trace", "TILES_MISSING"): ("writer.cpp", "exceed its 32768 bytes"),
    ("two_programs", "NO_FIRST_RUN"): ("loopback.cpp", "reads bytes that were not written"),
    ("from_string", "NO_BARRIER"): ("from_string.cpp:28:5", "noc_async_write_barrier() is missing"),
    ("from_string", "PUSH_TWICE"): ("<receiving>:11:5", "pushes 1 page when 'cb_0' holds 1 of 1"),
    ("global_semaphore", "ONE_MORE"): ("coordinator.cpp", "'semaphore_0' on 0x0 is 6, not 7"),
    ("program_descriptor", "WRONG_CB"): ("writer.cpp", "has two consumers"),
    ("mesh_ranges", "SHORT"): ("reader.cpp", "blocks forever in cb_reserve_back"),
    ("override", "WRONG_CORE"): ("writer.cpp", "writes the same bytes as another kernel"),
    ("dynamic_buffer", "SMALL"): ("copy.cpp", "blocks forever in cb_wait_front"),
    ("ethernet", "-"): ("ethernet.cpp:28:16", "'eth_cores' decides what a loop goes through (0: nothing)"),
    ("ethernet", "ONE_LINK"): ("ethernet.cpp:31:23", "kernel 'erisc' runs on Ethernet cores"),
}
OPTIONS = {"ethernet": ["-Deth_cores=0"]}  # without them the program is undecided
MAX_SECONDS, MAX_BYTES = 2, 200 << 20


def cores_of(text, names):
    first, _, last = names.get(text, text).partition("..")
    y0, x0 = map(int, first.split("x"))
    y1, x1 = map(int, (last or first).split("x"))
    return [(y, x) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


class Binding:
    """What each core has: circular buffers, semaphores and kernels; names are replaced by what they mean."""

    def __init__(self, text):
        tables = tomllib.loads(text)
        self.names = tables.get("cores", {})
        self.tables = {k: v for k, v in tables.items() if isinstance(v, dict) and k != "cores"}
        self.buffers = []

    def argument(self, value, core):
        if not isinstance(value, str):
            return int(value)
        if value in ("my_x", "my_y"):
            return core[value == "my_x"]
        name, _, field = value.partition(".")
        if name in self.names:
            cores = cores_of(name, self.names)
            (y, x), (y1, x1) = cores[0], cores[-1]
            return {"x": x, "y": y, "x1": x1, "y1": y1, "count": len(cores)}[field]
        table = self.tables[name]
        if "buffer" not in table:
            return table.get("cb", table.get("semaphore"))
        if name not in self.buffers:  # in the order of their use
            self.buffers.append(name)
        written = table.get("written", False)
        page = table.get("page_bytes", table["bytes"])
        return (self.buffers.index(name), table["buffer"], table["bytes"], page, written)

    def kernel(self, table, core):
        args = table.get("args", [])
        for row in table.get("core_args", []):
            if core in cores_of(row[0], self.names):
                args = row[1:]
                break
        noc = table.get("noc", int(table["processor"] == "riscv_1")) if table["processor"] != "compute" else None
        return (os.path.basename(table["kernel"]), noc, sorted(table.get("defines", [])),
                [self.argument(a, core) for a in args],
                [self.argument(a, core) for a in table.get("compile_args", [])])

    def by_core(self):
        found = {}
        for processor in ("riscv_1", "riscv_0", "compute"):
            for core, table in sorted((core, i) for i, t in enumerate(self.tables.values()) if "kernel" in t and
                                      t["processor"] == processor for core in cores_of(t["cores"], self.names)):
                found[(core, processor)] = self.kernel(list(self.tables.values())[table], core)
        for table in self.tables.values():
            for core in cores_of(table["cores"], self.names) if "cb" in table else []:
                found[(core, "cb", table["cb"])] = (table["pages"], table["page_bytes"])
            for core in cores_of(table["cores"], self.names) if "semaphore" in table else []:
                found[(core, "semaphore", table["semaphore"])] = table.get("initial", 0)
        return found


def emitted(tool, path, options):
    status, out, err = run([tool, "protocol", path, "--emit=binding", *options], cwd=HOSTS)
    return status, out.decode(), err.decode(errors="replace")


def differences(found, written):
    keys = sorted(set(found) | set(written), key=str)
    return [f"{k}: {found.get(k)}, by hand {written.get(k)}" for k in keys if found.get(k) != written.get(k)]


def find_faults(tool, tap):
    for (name, define), (place, message) in FAULTS.items():
        status, _, err = run([tool, "protocol", os.path.join(HOSTS, name + ".cpp"), "-D" + define], cwd=HOSTS)
        found = [line for line in err.decode(errors="replace").splitlines() if place in line and message in line]
        tap.check(status and found, f"{name} -D{define}: {message}", err.decode(errors="replace"))


# Lists of arguments that are replaced, until the limit of steps
LONG_LISTS = """int main() {
  Program program = CreateProgram();
  auto k = CreateKernel(program, "k.cpp", CoreCoord{0, 0}, DataMovementConfig{});
  std::vector<uint32_t> v(300);
  for (int i = 0; i < 1000000; i++) {
    v[i % 300] = i;
    SetRuntimeArgs(program, k, CoreCoord{0, 0}, v);
  }
}
"""
# Macros that expand to 8^6 tokens
MANY_TOKENS = """#include <tt-metalium/host_api.hpp>
int main() {
  Program program = CreateProgram();
  CreateKernelFromString(program, R"(
""" + "".join(f"#define {a} {' '.join(b * 8)}\n" for a, b in zip("ABCDEF", "BCDEFG")) + """A
)", CoreCoord{0, 0}, DataMovementConfig{});
}
"""


def main():
    tool = os.path.join(arguments(__doc__).parse_args().build, "tt-layout")
    tap = Tap()
    for path in sorted(glob.glob(os.path.join(HOSTS, "*.cpp"))):
        name = os.path.basename(path)[:-4]
        begin = time.monotonic()
        options = OPTIONS.get(name, [])
        status, text, err = emitted(tool, path, options)
        seconds = time.monotonic() - begin
        slow = [f"{seconds:.1f} s"] if seconds > MAX_SECONDS else []
        tap.check(not status and not slow, f"{name}: passes", err + " ".join(slow))
        programs = re.split(r"^# program .*\n", text, flags=re.M)
        for part, program in enumerate(programs[1:] or programs):
            with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
                file.write(program)
                file.flush()
                again = run([tool, "protocol", file.name, "--emit=protocol", "-I", HOSTS])
            expected = run([tool, "protocol", path, "--emit=protocol", *options])[1].decode().split("// -----\n")[part]
            same = not again[0] and again[1].decode() == expected
            messages = again[2].decode(errors="replace")
            tap.check(same, f"{name}: the binding has the same protocol, part {part}", messages)
        if name in PAIRS:
            with open(os.path.join(ROOT, "tests", "kernels", PAIRS[name], "binding.toml"), encoding="utf-8") as file:
                wrong = differences(Binding(text).by_core(), Binding(file.read()).by_core())
            tap.check(not wrong, f"{name}: the binding by hand", "\n".join(wrong))
    find_faults(tool, tap)
    for text in (LONG_LISTS, MANY_TOKENS):
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
            file.write(text)
            file.flush()
            run([tool, "protocol", file.name])
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    tap.check(used < MAX_BYTES, "memory", f"{used} bytes")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
