"""Memory after many calls is that after few."""
import argparse

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("checks", type=int, nargs="?", default=60_000)
CHECKS = parser.parse_args().checks  # --help does not require the package

import ttattr  # noqa: E402

TYPE = ("tensor<50x250xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, "
        "memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>")
MAX_GROWTH_KIB = 1024


def resident_kib():
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def call_all(times):
    for i in range(times):
        ttattr.check(f"#a = #tt.grid<8x{i % 8 + 1}>")
        if i % 20 == 0:
            ttattr.check("#a = #tt.grid<8x>")
            layout = ttattr.Layout(TYPE)
            layout.locate((1, 2))
            try:
                ttattr.Layout(TYPE[:i % len(TYPE)])
            except ttattr.Error:
                pass
        if i % 500 == 0:
            ttattr.move(layout, layout)
            document = ttattr.Document(TYPE)
            document.edit(0, 1, "")
            assert document.diagnostics


call_all(CHECKS // 10)
before = resident_kib()
call_all(CHECKS)
growth = resident_kib() - before
assert growth <= MAX_GROWTH_KIB, f"{growth} KiB more after {CHECKS} checks"
print(f"{growth} KiB more after {CHECKS:,} checks")
