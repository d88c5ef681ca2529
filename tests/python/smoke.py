"""What every interpreter must do: import the package, read, compute, report, pickle."""
import pickle

import ttattr

TYPE = ("tensor<50x250xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, "
        "memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>")

layout = ttattr.Layout(TYPE)
assert layout.grid_shape == (2, 4) and layout.shard_bytes == 8192
assert layout.locate((1, 2)).byte_offset == 72 and layout.at((0, 1), 0) == (0, 63)
assert pickle.loads(pickle.dumps(layout)) == layout
assert ttattr.move(layout, layout).no_op and ttattr.same(layout, layout)
assert ttattr.check("#a = #tt.grid<8x>")[0].rule == "syntax"
assert ttattr.Document("#a = #tt.grid<8 x 8>").format() == "#a = #tt.grid<8x8>"
try:
    ttattr.Layout("tensor<8x")
except ttattr.Error as error:
    assert error.diagnostics[0].column == 10 and "^" in str(error)
else:
    raise AssertionError("no error")
