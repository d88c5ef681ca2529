"""8 threads that check, read, move and edit the same values and documents."""
import os
import threading

import ttattr

TYPE = ("tensor<50x250xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, "
        "memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>")
layout, other = ttattr.Layout(TYPE), ttattr.Layout(TYPE).with_(grid=(1, 2))
document = ttattr.Document("#a = #tt.grid<8 x 8>\n" * 200, split=True)
expected = [ttattr.move(layout, other).bytes_total, len(ttattr.check("#a = #tt.grid<8x>"))]
failures, THREADS, ROUNDS = [], 8, 40


def work(number):
    try:
        for i in range(ROUNDS):
            index = (i % 50, number * 31 % 250)
            assert layout.locate(index).logical == index
            assert [ttattr.move(layout, other).bytes_total, len(ttattr.check("#a = #tt.grid<8x>"))] == expected
            assert ttattr.Layout(TYPE) == layout and layout.shards[7].elements == 1525
            document.edit(0, 0, " ")
            assert len(document.diagnostics) >= 0 and document.text.startswith(" ")
    except BaseException as error:  # reported by the main thread
        failures.append(repr(error))


threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failures, failures
assert len(document.text) == len("#a = #tt.grid<8 x 8>\n" * 200) + THREADS * ROUNDS

# A child process that starts while another thread runs a command can run commands.
worker = threading.Thread(target=work, args=(0,))
worker.start()
for _ in range(20):
    child = os.fork()
    if not child:
        os._exit(ttattr.run(["tt-opt", "--version"]).status)
    assert os.waitpid(child, 0)[1] == 0
worker.join()
