"""Executes the loop nests that `tt-layout tiled` prints (standard input), as Python, over a host tensor whose elements are 0, 1, 2, ..

  run_nest.py HOST_ELEMENTS DEVICE_ELEMENTS INDEX=POSITION..

Says how many elements were moved, whether each one once, and what stayed untouched; checks that element INDEX went to POSITION."""
import collections
import sys
import textwrap

elements, places = int(sys.argv[1]), int(sys.argv[2])
lines = sys.stdin.read().splitlines()
nests = textwrap.dedent("\n".join(lines[next(i for i, l in enumerate(lines) if l.startswith("for ")):]))
writes = collections.Counter()


class Device(dict):
    def __setitem__(self, at, value):
        writes[at] += 1
        super().__setitem__(at, value)


device = Device()
exec(nests, {"device_memory": device, "host_memory": list(range(elements)), "device_tensor_address": 0,
             "host_tensor_address": 0})
assert all(0 <= at < places for at in device), "a position outside the allocation"
assert all(n == 1 for n in writes.values()), "a position written twice"
assert sorted(device.values()) == list(range(elements)), "an element lost or copied twice"
for pair in sys.argv[3:]:
    element, position = map(int, pair.split("="))
    assert device[position] == element, f"at {position}: {device[position]}, not {element}"
print(f"{len(device)} elements moved once, {places - len(device)} places untouched")
