#!/usr/bin/env python3
"""Programs for the commands of tt-layout: deterministic, of any number of operations.

  modules.py KIND OPERATIONS > FILE

  chain      a function, each operation uses the result of the one before
  functions  the same operations in functions of ten
  fan        one argument, all results are live until the function returns them
  relayout   results go from one layout to another, of 16 layouts
  types      tensors, each with a different layout (tests/bench/workload.py)
  aliases    the same layouts as aliases
  ttnn       operations of TTNN with memory configurations, devices and deallocations
  generic    ttnn.generic with circular buffers, no kernels
  metal      buffers of TTMetal with addresses
  kernels    ttnn.generic, each with two kernels of its own in TTKernel operations
  tiled      operations on tensors of sticks, for `tiled --graph`
  protocol   kernels in the text form of `protocol`: a producer and a consumer on each core
  resources  the lines of --resources for `chain`
  trace      allocations for `memory --replay`"""
import argparse
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import workload  # noqa: E402

L1 = "#tt.memory_space<l1>"
SMALL = f"#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<4x4xf32, {L1}>>\n"
TENSOR = "tensor<8x16xf32, #layout>"


def function(name, count):
    """Pairs of operations: a destination, and an addition that writes into it."""
    lines = [f"func.func @{name}(%arg0: {TENSOR}) -> {TENSOR} {{\n"]
    last = "%arg0"
    for i in range(0, count, 2):
        lines.append(f"  %{i} = ttir.empty() : {TENSOR}\n"
                     f'  %{i + 1} = "ttir.add"({last}, {last}, %{i}) : ({TENSOR}, {TENSOR}, {TENSOR}) -> {TENSOR}\n')
        last = f"%{i + 1}"
    return "".join([*lines, f"  return {last} : {TENSOR}\n}}\n"])


def chain(count):
    return SMALL + function("f", count)


def functions(count):
    return SMALL + "".join(function(f"f{i}", 10) for i in range(count // 10))


def fan(count):
    lines = [f'  %{i} = "ttir.relu"(%arg0) : ({TENSOR}) -> {TENSOR}\n' for i in range(count)]
    names, types = (", ".join(parts) for parts in ([f"%{i}" for i in range(count)], [TENSOR] * count))
    return (f"{SMALL}func.func @f(%arg0: {TENSOR}) -> ({types}) {{\n" + "".join(lines)
            + f"  return {names} : {types}\n}}\n")


def relayout(count):
    layouts = [(rows, columns, columns % 2) for rows in (1, 2, 4, 8) for columns in (1, 2, 5, 8)]
    lines = []
    for i, (rows, columns, tiles) in enumerate(layouts):
        height, width = 64 // rows, -(-256 // columns)
        memref = f"{-(-height // 32)}x{-(-width // 32)}x!tt.tile<32x32, f32>" if tiles else f"{height}x{width}xf32"
        lines.append(f"#l{i} = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{rows}x{columns}>, "
                     f"memref<{memref}, {L1}>>\n")
    lines.append("func.func @f(%0: tensor<64x256xf32, #l0>) {\n")
    last = 0
    r = random.Random("relayout")
    for i in range(1, count, 2):
        layout = r.randrange(len(layouts))
        a, b = (f"tensor<64x256xf32, #l{n}>" for n in (last, layout))
        lines.append(f"  %{i} = ttir.empty() : {b}\n"
                     f"  %{i + 1} = ttir.to_layout %{i - 1}, %{i} : {a} into {b} -> {b}\n")
        last = layout
    return "".join([*lines, "  return\n}\n"])


def fits(line):
    """whether a shard is at most 256 KiB, so that the plan ends without advice"""
    rows, columns, tile = re.search(r"memref<(\d+)x(\d+)x(!tt\.tile)?", line).groups()
    return int(rows) * int(columns) * (1024 if tile else 4) <= 1 << 18


def types(count):
    text = workload.make("layouts", count * 260)
    body = [line for line in text.splitlines(keepends=True) if "ttir.empty" in line and fits(line)]
    assert len(body) >= count, len(body)
    return '"builtin.module"() ({\n' + "".join(body[:count]) + "}) : () -> ()\n"


def aliases(count):
    head, body = [], []
    for i, line in enumerate(types(count).splitlines()[1:-1]):
        before, layout = re.match(r"(.*?, )(#tt\.metal_layout<.*>)>$", line).groups()
        head.append(f"#layout{i} = {layout}\n")
        body.append(f"{before}#layout{i}>\n")
    return "".join(head) + '"builtin.module"() ({\n' + "".join(body) + "}) : () -> ()\n"


def ttnn(count):
    lines = ["#dram = #ttnn.buffer_type<dram>\n#l1 = #ttnn.buffer_type<l1>\n"]
    shapes = [(32 * rows, 32 * columns) for rows in (1, 2, 4, 8) for columns in (1, 2, 3, 4)]
    for i, (rows, columns) in enumerate(shapes):
        tiles = "!ttcore.tile<32x32, bf16>"
        lines.append(f"#dram{i} = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, "
                     f"memref<{rows // 32}x{columns // 32}x{tiles}, #dram>, <interleaved>>\n"
                     f"#l1{i} = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <{rows // 32}x{columns // 32}>, "
                     f"memref<1x1x{tiles}, #l1>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), "
                     f"({columns // 32 - 1},{rows // 32 - 1})>]>>\n")
    lines.append("module {\n")
    for f in range(count // 20):
        shape = shapes[f % len(shapes)]
        text = f"tensor<{shape[0]}x{shape[1]}xbf16, #%s{f % len(shapes)}>"
        a, b = text % "dram", text % "l1"
        lines.append(f"  func.func @f{f}(%arg0: {a}) -> {a} {{\n"
                     '    %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device\n')
        last = "%arg0"
        for i in range(1, 20, 5):
            lines.append(
                f'    %{i} = "ttnn.to_memory_config"({last}) <{{memory_config = #ttnn.memory_config<#l1, '
                f'<block_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), ({shape[1] // 32 - 1},'
                f'{shape[0] // 32 - 1})>]>, <32x32>, <row_major>>>}}> : ({a}) -> {b}\n'
                f'    %{i + 1} = "ttnn.add"(%{i}, %{i}) : ({b}, {b}) -> {b}\n'
                f'    "ttnn.deallocate"(%{i}) <{{force = false}}> : ({b}) -> ()\n'
                f'    %{i + 2} = "ttnn.to_memory_config"(%{i + 1}) <{{memory_config = #ttnn.memory_config<#dram, '
                f'<interleaved>>}}> : ({b}) -> {a}\n'
                f'    "ttnn.deallocate"(%{i + 1}) <{{force = false}}> : ({b}) -> ()\n')
            last = f"%{i + 2}"
        lines.append(f"    return {last} : {a}\n  }}\n")
    return "".join([*lines, "}\n"])


CB_HEAD = """#l1 = #ttnn.buffer_type<l1>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>, \
core_ranges = <[#ttnn.core_range<(0, 0), (0, 0)>]>>
"""


def circular(size, index, cores):
    return (f"<total_size = {size}, core_ranges = {cores}, "
            f"formats = [<buffer_index = {index}, dtype = bf16, page_size = 2048>]>")


def generic(count):
    tensor = "tensor<32x32xbf16, #layout>"
    lines = [CB_HEAD + f"func.func @f(%a: {tensor}, %b: {tensor}) {{\n"]
    for i in range(count):
        cores = f"<[#ttnn.core_range<(0,0), ({i % 8},{i // 8 % 8})>]>"
        cbs = ", ".join(circular(2048 * (1 + (i + j) % 7), j, cores) for j in range(3))
        lines.append(f'  "ttnn.generic"(%a, %b) <{{program = #ttnn.program<kernels = [], cbs = [{cbs}], '
                     f"semaphores = []>}}> : ({tensor}, {tensor}) -> ()\n")
    return "".join([*lines, "  return\n}\n"])


def metal(count):
    shard = "memref<1x1x1x1x!ttcore.tile<32x32, f32>, #ttcore.shard<4096x4096, 1>, #l1>"
    lines = ["#l1 = #ttcore.memory_space<l1>\nmodule {\n  func.func @f() {\n"]
    for i in range(0, count, 4):
        for j in (0, 1):
            address = 103712 + 4096 * ((i // 2 + j) % 300)
            lines.append(f'    %{i + j} = "ttmetal.create_buffer"() <{{address = {address} : i64}}> : () -> {shard}\n')
        lines.extend(f'    "ttmetal.deallocate_buffer"(%{i + j}) : ({shard}) -> ()\n' for j in (0, 1))
    return "".join([*lines, "    return\n  }\n}\n"])


def kernels(count):
    """Each program: ttnn.generic, a reader and a writer with nine operations each."""
    tensor = "tensor<32x32xbf16, #layout>"
    cores = "#ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>"
    head, body, after = [CB_HEAD, f"#cores = {cores}\n"], [], []
    for i in range(count // 20):
        for kind in ("read", "write"):
            head.append(f"#{kind}{i} = #ttnn.{kind}_kernel<symbol_ref = @{kind}{i}, core_ranges = #cores, "
                        "ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = []>\n")
        body.append(f'    "ttnn.generic"(%a) <{{program = #ttnn.program<kernels = [#read{i}, #write{i}], '
                    f"cbs = [{circular(4096, 0, '#cores')}], semaphores = []>}}> : ({tensor}) -> ()\n")
        for kind, first, last in (("read", "cb_reserve_back", "cb_push_back"),
                                  ("write", "cb_wait_front", "cb_pop_front")):
            after.append(f"""  func.func private @{kind}{i}() attributes {{ttkernel.thread = #ttkernel.thread<noc>}} {{
    %0 = "emitc.constant"() <{{value = 0 : index}}> : () -> !emitc.size_t
    %1 = "emitc.constant"() <{{value = 1 : i32}}> : () -> i32
    %step = "emitc.constant"() <{{value = 1 : index}}> : () -> !emitc.size_t
    %8 = "emitc.constant"() <{{value = 8 : index}}> : () -> !emitc.size_t
    %cb = emitc.literal "get_compile_time_arg_val(0)" : !emitc.opaque<"::tt::CB">
    emitc.for %i = %0 to %8 step %step : !emitc.size_t {{
      emitc.call_opaque "{first}"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
      emitc.call_opaque "{last}"(%cb, %1) : (!emitc.opaque<"::tt::CB">, i32) -> ()
    }}
    return
  }}
""")
    main = [f"module {{\n  func.func @main(%a: {tensor}) {{\n", *body, "    return\n  }\n"]
    return "".join([*head, *main, *after, "}\n"])


def tiled(count):
    tensor = "tensor<512x512xf16>"
    lines = [f"func.func @f(%0: {tensor}, %w: {tensor}) {{\n  %e = tensor.empty() : {tensor}\n"]
    r = random.Random("tiled")
    for i in range(1, count):
        a, b = (f"%{max(0, i - r.randint(1, 4))}" for _ in range(2))
        lines.append({
            0: f"  %{i} = linalg.matmul ins({a}, %w : {tensor}, {tensor}) outs(%e : {tensor}) -> {tensor}\n",
            1: f"  %{i} = linalg.transpose ins({a} : {tensor}) outs(%e : {tensor}) permutation = [1, 0]\n",
        }.get(i % 8, f"  %{i} = arith.addf {a}, {b} : {tensor}\n"))
    return "".join([*lines, "  return\n}\n"])


def trace(count):
    r = random.Random("trace")
    lines = ['{"max_size":1073741824,"min_alloc":32,"align":32,"offset":1024,"search":"first",'
             '"impl":"free_list_opt"}\n']
    lines += [f'{{"op":"alloc","size":{r.randint(1, 4096)},"bottom_up":{str(r.random() < 0.5).lower()}}}\n'
              for _ in range(count)]
    return "".join(lines)


def resources(count):
    return "".join(f'{{"kind": "circular_buffer", "size": {64 * (1 + i % 3)}, "operation": "%{2 * i + 1}"}}\n'
                   for i in range(count // 2))


def protocol(count):
    lines = []
    for i in range(count // 8):
        core = f"{i // 8}x{i % 8}"
        lines.append(f"cb c{i} on {core} pages 2 page_size 32\n"
                     f"kernel r{i} on {core} {{\n  for i in 0 .. 4 {{\n    cb_reserve_back(c{i}, 1)\n"
                     f"    l1_write(get_write_ptr(c{i}), 32)\n    cb_push_back(c{i}, 1)\n  }}\n}}\n"
                     f"kernel w{i} on {core} {{\n  for i in 0 .. 4 {{\n    cb_wait_front(c{i}, 1)\n"
                     f"    l1_read(get_read_ptr(c{i}), 32)\n    cb_pop_front(c{i}, 1)\n  }}\n}}\n")
    return "".join(lines)


# Commands of tt-layout and the kinds of their modules: @ is the file, @changed the same with other operations,
# @resources the lines of --resources. Of GROWTH the growth is tested (tests/drivers/gates.py); plans.py measures all.
GROWTH = [
    ("show @", "types"), ("memory @", "fan"), ("memory @", "generic"), ("memory @", "metal"),
    ("memory @ --resources=@resources", "chain"), ("memory --replay @", "trace"), ("draw @ --view=memory", "fan"),
    ("protocol @", "kernels"), ("diff @ @changed", "functions"),
    ("tiled --graph @ --solve --max-states=2", "tiled"), ("grids @", "relayout"), ("report @", "functions"),
    ("report @", "fan"), ("report @", "aliases"), ("report @", "ttnn"),
]
COMMANDS = GROWTH + [
    ("show @", "chain"), ("show @", "aliases"), ("draw @ --ascii --name=%arg0", "fan"), ("memory @", "chain"),
    ("memory @", "types"), ("diff @ @", "ttnn"), ("tiled --graph @", "tiled"), ("grids @", "chain"),
    ("grids @", "fan"), ("grids @", "aliases"), ("protocol @", "protocol"),
]


def make(kind, count):
    return globals()[kind](count)


def write(folder, command, kind, count):
    """The arguments of a command of COMMANDS, whose files are written; the file itself."""
    def file(name, text):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="ascii") as f:
            f.write(text)
        return path

    text = make(kind, count)
    words = {"@": file(f"{kind}{count}.mlir", text)}
    if "@changed" in command:
        words["@changed"] = file(f"{kind}{count}b.mlir", text.replace('%1 = "ttir.add"', '%1 = "ttir.multiply"'))
    if "@resources" in command:
        words["@resources"] = file(f"{kind}{count}.resources", resources(count))
    words["--resources=@resources"] = f"--resources={words.get('@resources')}"
    return [words.get(word, word) for word in command.split()], words["@"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", metavar="KIND")
    parser.add_argument("count", metavar="OPERATIONS", type=int)
    options = parser.parse_args()
    sys.stdout.write(make(options.kind, options.count))
