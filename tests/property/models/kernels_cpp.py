#!/usr/bin/env python3
"""`move --emit=kernels`: the C++ kernels are compiled with mock/dataflow_api.h and run on arrays of bytes, with the
arguments of the binding; the bytes are compared with the layouts. `tt-layout protocol` passes for the binding, with the
same kernels, bytes and states as for the text of `--emit=protocol`.

  kernels_cpp.py BUILD_DIR [CASES [SEED]]     a case is a pair of layouts of a tensor"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

from kernels import check_bytes, cores_of, moves_of, padding_holds, random_case
from model import round_up, run_model
from moves import ARCHS

BATCH, WINDOW = 40, 0x10000000
MOCK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mock")
COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
MAIN = r"""
static uint32_t number() {
    uint32_t value;
    if (scanf("%u", &value) != 1) mock::fail("bad input");
    return value;
}

static void transport(const char *path, const char *mode, uint32_t l1_bytes) {
    FILE *file = fopen(path, mode);
    auto some = [&](uint8_t *bytes, size_t size) {
        if ((*mode == 'r' ? fread(bytes, 1, size, file) : fwrite(bytes, 1, size, file)) != size) mock::fail(path);
    };
    for (size_t i = 0; i < mock::cores.size(); i++) some(mock::all_l1 + i * mock::L1_BYTES, l1_bytes);
    for (auto &bank : mock::banks) some(bank.data(), bank.size());
    fclose(file);
}

int main(int, char **argv) {
    uint32_t n = number(), l1_bytes;
    srand(number());
    mock::word_bytes = number();
    l1_bytes = number();
    mock::cores.resize(number());
    for (auto &core : mock::cores) {
        core.y = number();
        core.x = number();
        for (auto &cb : core.cbs) {
            cb.address = number();
            cb.pages = number();
            cb.page_bytes = number();
        }
    }
    mock::banks.resize(number());
    for (auto &bank : mock::banks) bank.resize(number());
    mock::kernels.resize(number());
    for (auto &kernel : mock::kernels) {
        kernel.main = mains[n][number()];
        kernel.y = number();
        kernel.x = number();
        kernel.args.resize(number());
        for (auto &arg : kernel.args) arg = number();
    }
    mock::allocate();
    transport(argv[1], "rb", l1_bytes);
    mock::run();
    transport(argv[2], "wb", l1_bytes);
}
"""


class Machine:
    """The buffers of a binding; run() runs the compiled kernels on them."""

    def __init__(self, number, folder, program, word_bytes, rng):
        with open(os.path.join(folder, "binding.toml"), "rb") as file:
            self.binding = tomllib.load(file)
        self.number, self.folder, self.program = number, folder, program
        self.word_bytes, self.seed = word_bytes, rng.randrange(1 << 31)
        self.memory, self.address, self.cbs, self.banks = {}, {}, [(0, 1, 0)] * 4, {}
        self.cores, self.at = set(), 64
        for name, table in self.binding.items():
            if isinstance(table, dict) and "cores" in table:
                self.cores.update(cores_of(table["cores"], {}))
            if not isinstance(table, dict) or "kernel" in table:
                continue
            if "semaphore" in table:
                self.address[name] = table["semaphore"]
            elif "cb" in table:
                self.cbs[table["cb"]] = (WINDOW + self.at, table["pages"], table["page_bytes"])
                self.at = round_up(self.at + table["pages"] * table["page_bytes"], 64)
            elif table["buffer"] == "l1":
                self.address[name] = WINDOW + self.at
                self.at = round_up(self.at + table["bytes"], 64)
                for core in cores_of(table["cores"], {}):
                    self.memory[name, core] = bytearray(rng.randbytes(table["bytes"]))
            else:
                bank = int(re.sub(r".*bank", "", name))
                self.address[name] = self.banks.get(bank, 0)
                self.banks[bank] = round_up(self.address[name] + table["bytes"], 64)
                self.memory[name, None] = bytearray(rng.randbytes(table["bytes"]))
        self.cores = sorted(self.cores)

    def numbers(self):
        found = [self.number, self.seed, self.word_bytes, self.at, len(self.cores)]
        for core in self.cores:
            found += core
            for cb in self.cbs:
                found += cb
        banks = max(self.banks, default=-1) + 1
        found += [banks] + [self.banks.get(bank, 0) for bank in range(banks)]
        kernels = [table for table in self.binding.values() if isinstance(table, dict) and "kernel" in table]
        found.append(len(kernels))
        for table in kernels:
            args = [self.address[arg] if isinstance(arg, str) else arg for arg in table["args"]]
            found += [int(table["kernel"] == "writer.cpp"), *cores_of(table["cores"], {})[0], len(args), *args]
        return found

    def places(self):
        """(name and core of a buffer, its position in the file)"""
        for name, core in self.memory:
            if core:
                yield (name, core), self.cores.index(core) * self.at + self.address[name] - WINDOW
            else:
                bank = int(re.sub(r".*bank", "", name))
                yield (name, core), len(self.cores) * self.at + self.address[name] + \
                    sum(size for other, size in self.banks.items() if other < bank)

    def run(self):
        image = bytearray(len(self.cores) * self.at + sum(self.banks.values()))
        for key, at in self.places():
            image[at:at + len(self.memory[key])] = self.memory[key]
        before, after = (os.path.join(self.folder, name) for name in ("before", "after"))
        with open(before, "wb") as file:
            file.write(image)
        done = subprocess.run([self.program, before, after], input=" ".join(map(str, self.numbers())), text=True,
                              capture_output=True, check=False, timeout=60)
        if done.returncode:
            return f"status {done.returncode}: {done.stdout.strip()}; it"
        with open(after, "rb") as file:
            image = file.read()
        for key, at in self.places():
            self.memory[key][:] = image[at:at + len(self.memory[key])]
        return None


def compile_all(folders, folder):
    program = os.path.join(folder, "program")
    lines = ['#include "dataflow_api.h"']
    for i, each in enumerate(folders):
        for kind in ("reader", "writer"):
            path = os.path.join(each, kind + ".cpp")
            if os.path.exists(path):
                lines.append(f'namespace {kind}_{i} {{\n#include "{path}"\n}}')
            else:
                lines.append(f"namespace {kind}_{i} {{ void kernel_main() {{}} }}")
    mains = ", ".join(f"{{reader_{i}::kernel_main, writer_{i}::kernel_main}}" for i in range(len(folders)))
    lines.append(f"static void (*const mains[][2])() = {{{mains}}};")
    with open(program + ".cpp", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + MAIN)
    subprocess.run([COMPILER, "-std=c++17", "-O1", "-Wall", "-Wextra", "-Wno-int-to-pointer-cast", "-Wno-unused",
                    f"-I{MOCK}", program + ".cpp", "-o", program], check=True)
    return program


def check(tools, verdict, rng, case, machine):
    before, after, permute, arch, arguments = case
    moves = moves_of(before, after, permute, arch)
    if not verdict.expect("bytes", None, check_bytes(machine, moves, after, rng), arguments):
        return
    verdict.expect("padding", True, padding_holds(machine, moves, after), arguments)
    proof, err = tools.json("protocol", os.path.join(machine.folder, "binding.toml"))
    text = os.path.join(machine.folder, "protocol.txt")
    with open(text, "w", encoding="utf-8") as file:
        file.write(tools.layout(*arguments, "--emit=protocol")[1])
    same, _ = tools.json("protocol", text, "--arch", arch)
    if verdict.expect("protocol runs", True, proof is not None, arguments + [err[:300]]):
        verdict.expect("no fault", [], proof["faults"], arguments)
        for key in ("cores", "kernels", "bytes_moved", "states"):
            verdict.expect(f"{key} as in the protocol form", same[key], proof[key], arguments)
    verdict.count(f"{before.space} to {after.space}")


def step(rng, tools, verdict):
    cases, folders = [], []
    with tempfile.TemporaryDirectory() as folder:
        while len(cases) < BATCH:
            case = random_case(rng)
            if not case:
                continue
            into = os.path.join(folder, str(len(cases)))
            status, _, err = tools.layout(*case[4], "--emit=kernels", "-o", into)
            if "no data movement required" in err:
                continue
            if "runtime arguments" in err:
                verdict.count("too many arguments")
                continue
            if not verdict.expect("emit", 0, status, case[4] + [err[:300]]):
                continue
            cases.append(case)
            folders.append(into)
        program = compile_all(folders, folder)
        for i, case in enumerate(cases):
            verdict.cases += 1
            machine = Machine(i, folders[i], program, ARCHS[case[3]][1], rng)
            check(tools, verdict, rng, case, machine)


if __name__ == "__main__":
    if not COMPILER:
        print("skipped: no C++ compiler")
        sys.exit(77)
    sys.exit(run_model(__doc__, "kernels_cpp", 200, step))
