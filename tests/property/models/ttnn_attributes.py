#!/usr/bin/env python3
"""Random TTNN programs and configurations of a date: their canonical text, and the dates on which they are read. The
tables follow TTNNOpsAttrs.td of tt-mlir at every date; nothing of the project is used. Fields of `struct(...)` are
written in any order; parameters in full, without their names, with and without blanks.

  ttnn_attributes.py BUILD_DIR [CASES [SEED]]   a case is an attribute: its canonical text and its verdict on a date"""
import re
import sys

from model import run_model

LAST = 20990101
BATCH = 24  # attributes in one run of tt-opt


class Leaf:
    """A value without fields: its text as MLIR prints it, other ways to write it, and its dates."""

    def __init__(self, text, *others, since=0, until=LAST):
        self.text, self.others, self.since, self.until = text, others, since, until

    def canonical(self):
        return {self.text}

    def written(self, rng):
        return rng.choice([self.text, *self.others])

    def is_read(self, date):
        return self.since <= date < self.until


class List:
    def __init__(self, items):
        self.items = items

    def canonical(self):
        texts = {""}
        for i, item in enumerate(self.items):
            texts = {t + (", " if i else "") + c for t in texts for c in item.canonical()}
        return {f"[{t}]" for t in texts}

    def written(self, rng):
        return "[" + rng.choice([",", ", ", " , "]).join(item.written(rng) for item in self.items) + "]"

    def is_read(self, date):
        return all(item.is_read(date) for item in self.items)


class Parameter:
    """An attribute as a parameter: `full` prints with its name (None: either); `only_full` is read with it only."""

    def __init__(self, value, full, only_full=False):
        self.value, self.full, self.only_full = value, full, only_full

    def canonical(self):
        bodies = self.value.canonical_bodies()
        return {p + t for t in bodies for p in (self.value.prefix, "") if self.full is None or bool(p) == self.full}

    def written(self, rng):
        full = self.only_full or rng.random() < 0.5
        return (self.value.prefix if full else "") + self.value.written_body(rng)

    def is_read(self, date):
        return self.value.is_read(date)


class Attribute:
    """An attribute of one of its forms, with the values of its fields in the order of the table."""

    def __init__(self, name, form, values):
        self.name, self.form, self.values = name, form, values
        self.prefix = ("" if name.startswith("#") else "#ttnn.") + name

    def canonical_bodies(self):
        texts = {""}
        for i, (field, value) in enumerate(self.values):
            key = "" if field.startswith("$") else f"{field} = "
            texts = {t + (", " if i else "") + key + c for t in texts for c in value.canonical()}
        return {f"<{t}>" for t in texts}

    def canonical(self):
        return {self.prefix + body for body in self.canonical_bodies()}

    def written_body(self, rng):
        values = list(self.values)
        if self.form.struct:
            rng.shuffle(values)
        equals, comma = rng.choice([" = ", "=", " =  "]), rng.choice([", ", ",", " ,  "])
        items = [("" if field.startswith("$") else field + equals) + value.written(rng) for field, value in values]
        return rng.choice(["<", "< "]) + comma.join(items) + rng.choice([">", " >"])

    def written(self, rng):
        return self.prefix + self.written_body(rng)

    def is_read(self, date):
        return (any(form.reads(self, date) for form in FORMS[self.name]) and
                all(value.is_read(date) for _, value in self.values))


class Field:
    """dates: [(since, until, optional)]; `kind` tells values of one name apart that were written differently."""

    def __init__(self, name, make, *dates, kind=""):
        self.name, self.make, self.dates, self.kind = name, make, dates, kind

    def occurs(self, date):
        """None: not read; else whether it may be absent"""
        for since, until, optional in self.dates:
            if since <= date < until:
                return optional
        return None


class Form:
    def __init__(self, since, until, struct, fields):
        self.since, self.until, self.struct, self.fields = since, until, struct, fields
        for field in fields:
            if not field.dates:
                field.dates = ((since, until, False),)

    def reads(self, attribute, date):
        if not self.since <= date < self.until or self.struct != attribute.form.struct:
            return False
        present = {}
        for field, value in attribute.values:
            present[field] = value
        for name in {f.name for f in self.fields}:
            ways = [(f, f.occurs(date)) for f in self.fields if f.name == name and f.occurs(date) is not None]
            if name not in present:
                if ways and not ways[0][1]:
                    return False
                continue
            if not any(same_kind(present[name], f.kind) for f, _ in ways):
                return False
            del present[name]
        return not present


def same_kind(value, kind):
    if kind == "string":
        return isinstance(value, Leaf) and value.text.startswith('"')
    if kind == "keyword":
        return isinstance(value, Leaf) and value.text[0].isalpha()
    if kind == "full":
        return isinstance(value, Leaf) and value.text.startswith("#")
    if kind.startswith("#") or kind == "attribute":
        return isinstance(value, Parameter) and (kind == "attribute" or value.value.prefix == kind)
    return True


# ---- values ------------------------------------------------------------------------------------------------------

def integer(rng):
    value = rng.choice([0, 1, 2, 8, 32, 64, 4096, 1048576])
    return Leaf(str(value), f"0x{value:x}") if value > 9 else Leaf(str(value))


def boolean(rng):
    return Leaf(rng.choice(["true", "false"]))


def string(rng):
    return Leaf(rng.choice(['""', '"relu"', '"a \\"b\\" < >"']))


def symbol(rng):
    return Leaf(rng.choice(["@kernel", "@m::@k", '@"a b"']))


def words(text):
    return lambda rng: Leaf(rng.choice(text.split()))


def typed_integer(rng):
    value, width = rng.choice([0, 1, 2, -1]), rng.choice([64, 32])
    return Leaf(f"{value} : i{width}", *([str(value)] if width == 64 else []))


def typed_float(rng):
    text, printed = rng.choice([("1.0", "1.000000e+00"), ("0.5", "5.000000e-01"), ("-2.25", "-2.250000e+00"),
                                ("0.1", "1.000000e-01"), ("3.14159274", "3.14159274")])
    return Leaf(f"{printed} : f32", f"{text} : f32")


def lists(make, most=3):
    return lambda rng: List([make(rng) for _ in range(rng.randint(0, most))])


def some_date(rng, form):
    """A day of the form that is not a day of change."""
    changes = sorted({d for f in form.fields for dates in f.dates for d in dates[:2]} | {form.since, form.until})
    days = [d for d in changes if form.since <= d < form.until]
    return rng.choice(days) + 1


def build(rng, name, date=None):
    forms = [f for f in FORMS[name] if date and f.since <= date < f.until]
    form = rng.choice(forms or FORMS[name])
    date = date if forms else some_date(rng, form)
    values, seen = [], set()
    for field in form.fields:
        optional = field.occurs(date)
        if optional is None or field.name in seen or (optional and rng.random() < 0.5):
            continue
        seen.add(field.name)
        values.append((field.name, field.make(rng)))
    if name == "conv2d_config" and form.until == 20250424 and "shard_layout" not in seen:
        for field, value in values:
            if field == "core_grid":
                value.full = None  # read from 2025-04-24 on, too, when it printed without its name
    return Attribute(name, form, values)


def parameter(name, full=False):
    return lambda rng: Parameter(build(rng, name), full)


def any_of(*names):
    return lambda rng: Parameter(build(rng, rng.choice(names)), True, True)


def unary(rng):
    """Keywords have dates of their own."""
    dated = {"floor_float32": (20250401, 20250527), "ceil_float32": (20250401, 20250527), "round": (20250527, LAST),
             "hardsigmoid": (20251028, LAST)}
    word = rng.choice(["relu", "i0", "i1", "Lez", "silu", "add_unary_sfpu", "round", "floor_float32", "hardsigmoid"])
    since, until = dated.get(word, (0, LAST))
    return Leaf(word, since=since, until=until)


# ---- tables ------------------------------------------------------------------------------------------------------

FORMS = {}
DTYPE = words("f32 bf16 bfp_bf8 u32")
MODES = [("math_fidelity", words("lofi hifi2 hifi3 hifi4")), ("fp32_dest_acc_en", boolean),
         ("dst_full_sync_en", boolean), ("unpack_to_dest_modes", lists(words("fp32 default"))),
         ("bfp8_pack_precise", boolean), ("math_approx_mode", boolean)]


def define(name, since, *fields, until=LAST, struct=False):
    FORMS.setdefault(name, []).append(
        Form(since, until, struct, [f if isinstance(f, Field) else Field(*f) for f in fields]))


def core_range(rng):
    return Leaf(f"({rng.randint(0, 3)},{rng.randint(0, 3)})"), Leaf(f"({rng.randint(4, 7)},{rng.randint(4, 7)})")


class CoreRange:
    prefix = "#ttnn.core_range"

    def __init__(self, rng):
        self.values = core_range(rng)

    def canonical_bodies(self):
        return {f"<{self.values[0].text}, {self.values[1].text}>"}

    def written_body(self, rng):
        return rng.choice(["<{}, {}>", "<{},{}>"]).format(*(v.text for v in self.values))

    @staticmethod
    def is_read(date):
        return date >= 20250401


class Ranges:
    """#ttnn.core_range_set of no or one range: ranges of one set must not overlap."""
    prefix = "#ttnn.core_range_set"

    def __init__(self, rng):
        self.ranges = [Parameter(CoreRange(rng), True, True)] if rng.random() < 0.7 else []

    def canonical_bodies(self):
        return {"<" + (List(self.ranges).canonical().pop() if self.ranges else "") + ">"}

    def written_body(self, rng):
        return "<" + (List(self.ranges).written(rng) if self.ranges else "") + ">"

    @staticmethod
    def is_read(date):
        return date >= 20250401


def ranges(full=False):
    return lambda rng: Parameter(Ranges(rng), full)


ARGS = any_of("kernel_arg_cb_buffer_index", "kernel_arg_address_of_tensor", "kernel_arg_semaphore_at",
              "kernel_arg_scalar", "kernel_named_arg")
for mnemonic, day in (("kernel_arg_cb_buffer_index", 20250905), ("kernel_arg_address_of_tensor", 20250905),
                      ("kernel_arg_semaphore_at", 20250905), ("kernel_arg_scalar", 20260424),
                      ("kernel_arg_global_semaphore", 20260226), ("kernel_arg_tensor_accessor_args", 20260618),
                      ("kernel_cb_global_buffer_address_of_tensor", 20251007)):
    define(mnemonic, day, ("$index", integer))
define("kernel_named_arg", 20260215, ("name", string), ("value", integer), struct=True)
define("core_coord", 20250401, ("$x", integer), ("$y", integer))
define("core_runtime_args", 20260108, ("core_coord", parameter("core_coord")), ("args", lists(ARGS)))


def runtime_args(rng):
    """One core: a core that is listed twice is an error."""
    return List([Parameter(build(rng, "core_runtime_args"), False)] if rng.random() < 0.6 else [])


def kernel(name, since, first, modes, old):
    tail = [("ct_args", lists(ARGS)), ("common_rt_args", lists(ARGS))]
    define(name, since, first, ("core_ranges", ranges()), *modes, *tail,
           Field("rt_args", runtime_args, (max(since, 20260108), LAST, False)))
    if old:
        define(name, 20250905, first, ("core_range", lambda rng: Parameter(CoreRange(rng), False)), *modes, *tail,
               until=20250909)


for mnemonic in ("read_kernel", "write_kernel"):
    kernel(mnemonic, 20250909, ("symbol_ref", symbol), [], True)
    kernel("source_" + mnemonic, 20260618, ("source", string), [], False)
kernel("compute_kernel", 20250909, ("symbol_ref", symbol), MODES, True)
kernel("source_compute_kernel", 20260618, ("source", string), MODES, False)
kernel("data_movement_kernel", 20260302, ("symbol_ref", symbol),
       [("processor", words("riscv0 riscv1")), ("noc_index", words("noc0 noc1")),
        ("noc_mode", words("dedicated_noc dynamic_noc"))], False)
define("kernel_cb_format", 20250905, ("buffer_index", integer), ("dtype", DTYPE), ("page_size", integer), struct=True)
define("kernel_cb", 20250909, ("total_size", integer), ("core_ranges", ranges()),
       ("formats", lists(parameter("kernel_cb_format"))),
       Field("buffer", parameter("kernel_cb_global_buffer_address_of_tensor", True), (20251007, LAST, True)))
define("kernel_cb", 20250905, ("total_size", integer), ("core_range", lambda rng: Parameter(CoreRange(rng), False)),
       ("formats", lists(parameter("kernel_cb_format"))), until=20250909)
define("kernel_semaphore", 20250909, Field("id", integer, (20251215, LAST, False)), ("core_type", words("worker eth")),
       ("core_ranges", ranges()), ("initial_value", integer), struct=True)
define("kernel_semaphore", 20250905, ("core_type", words("worker eth")),
       ("core_range", lambda rng: Parameter(CoreRange(rng), False)), ("initial_value", integer), until=20250909,
       struct=True)
define("program", 20250905, ("kernels", lists(any_of("read_kernel", "compute_kernel", "data_movement_kernel"))),
       ("cbs", lists(parameter("kernel_cb"))), ("semaphores", lists(parameter("kernel_semaphore"))))
define("mesh_range", 20260204, ("$start", lambda rng: core_range(rng)[0]), ("$end", lambda rng: core_range(rng)[1]))
define("mesh_program", 20260204, ("range", parameter("mesh_range", True)), ("program", parameter("program", True)))
FABRIC = [("noc_index", words("noc0 noc1")), ("topology", words("ring linear")), ("cluster_axis", integer)]
ROUTING = words("bidir_line_mesh unidir_ring_torus")
define("fabric_connection_config", 20260204, *FABRIC,
       Field("routing_mode", ROUTING, (20260210, 20260402, False)), ("num_links", integer), until=20260402)
define("#ttcore.fabric_connection_config", 20260402, *FABRIC, ("routing_mode", ROUTING), ("num_links", integer))
define("mesh_program_descriptor", 20260204, ("$programs", lists(parameter("mesh_program", True), 2)),
       Field("fabric_connection_config", any_of("#ttcore.fabric_connection_config"), (20260402, LAST, False),
             kind="#ttcore.fabric_connection_config"),
       Field("fabric_connection_config", any_of("fabric_connection_config"), (20260204, 20260402, False),
             kind="#ttnn.fabric_connection_config"))

define("unary_with_param", 20250401, ("op_type", unary),
       Field("params", lists(typed_float), (20250401, LAST, True)))
define("placement", 20251211, ("$type", words("replicate")))
define("placement", 20251211, ("$type", words("shard")), ("$dim", typed_integer))
OVERRIDE = Field("mesh_shape_override", lists(typed_integer), (20251211, LAST, True))
define("mesh_mapper_config", 20251211, ("placements", lists(parameter("placement"))), OVERRIDE)
define("mesh_composer_config", 20251211, ("dims", lists(typed_integer)), OVERRIDE)
define("device_compute_kernel_config", 20250530, struct=True,
       *[Field(n, m, (20250530, LAST, True)) for n, m in (MODES[0], ("math_approx_mode", boolean), MODES[1],
                                                         ("packer_l1_acc", boolean), ("dst_full_sync_en", boolean))])
define("conv2d_slice_config", 20251006, ("$type", words("dram_height dram_width l1_full")), ("$slices", integer))
define("conv3d_config", 20251201,
       *[Field(n, m, (20251201, LAST, True)) for n, m in
         (("weights_dtype", DTYPE), *((n, integer) for n in ("t_out_block", "w_out_block", "h_out_block",
                                                            "c_out_block", "c_in_block")))],
       Field("compute_with_storage_grid_size", lambda rng: Leaf("#ttcore.grid<8x8>", "<8x8>"), (20260119, LAST, True)),
       struct=True)
GRID = ("compute_with_storage_grid_size", parameter("core_coord"))
define("sdpa_program_config", 20251202, GRID, Field("sub_core_grids", ranges(), (20251202, LAST, True)),
       ("q_chunk_size", integer), ("k_chunk_size", integer), Field("exp_approx_mode", boolean, (20251202, LAST, True)),
       Field("max_cores_per_head_batch", integer, (20251202, LAST, True)), struct=True)
define("layernorm_sharded_multicore_program_config", 20260219, GRID, ("subblock_w", integer), ("block_h", integer),
       ("block_w", integer), ("inplace", boolean), struct=True)
define("topology", 20251022, ("$value", words("linear ring")), until=20251117)
FIRST = [("compute_with_storage_grid_size", parameter("core_coord", True)),
         *((n, integer) for n in ("in0_block_w", "out_subblock_h", "out_subblock_w"))]
PER_CORE = [("per_core_m", integer), ("per_core_n", integer)]
OUT = [("out_block_h", integer), ("out_block_w", integer)]
FUSED = Field("fused_activation", parameter("unary_with_param", True), (20250401, LAST, True))
define("matmul_multi_core_reuse_program_config", 20250401, *FIRST, *PER_CORE, struct=True)
define("matmul_multi_core_reuse_multi_cast_program_config", 20250401, *FIRST, *OUT, *PER_CORE,
       ("transpose_mcast", boolean), FUSED, ("fuse_batch", boolean), struct=True)
define("matmul_multi_core_reuse_multi_cast_1d_program_config", 20250401, *FIRST, *OUT, *PER_CORE,
       ("fuse_batch", boolean), FUSED, ("mcast_in0", boolean), ("gather_in0", boolean), ("hop_cores", ranges(True)),
       ("num_global_cb_receivers", integer), Field("untilize_out", boolean, (20250521, LAST, False)), struct=True)
define("matmul_multi_core_reuse_multi_cast_dram_sharded_program_config", 20250401, ("in0_block_w", integer), *PER_CORE,
       FUSED, struct=True)


def snake_case(since, until, *dates):
    """The fields of conv2d_config with `struct`, with the dates of each."""
    layouts = words("height_sharded width_sharded block_sharded")
    rows = [("dtype", DTYPE, 0, 20250730), ("weights_dtype", DTYPE, 0, LAST),
            ("activation", string, 0, 20250919, "string"),
            ("activation", parameter("unary_with_param"), 20250919, LAST, "attribute"),
            ("input_channels_alignment", integer, 0, 20250512), ("deallocate_activation", boolean, 0, LAST),
            ("reallocate_halo_output", boolean, 0, LAST), ("act_block_h_override", integer, 0, LAST),
            ("act_block_w_div", integer, 0, LAST), ("reshard_if_not_optimal", boolean, 0, LAST),
            ("override_sharding_config", boolean, 0, LAST), ("shard_layout", layouts, 0, LAST, "keyword"),
            ("core_grid", ranges(), 0, LAST), ("transpose_shards", boolean, 0, LAST),
            ("output_layout", words("row_major tile"), 0, LAST),
            ("preprocess_weights_on_device", boolean, 0, 20250704),
            ("always_preprocess_weights", boolean, 0, 20250704), ("enable_act_double_buffer", boolean, 0, LAST),
            ("enable_weights_double_buffer", boolean, 0, LAST), ("enable_split_reader", boolean, 0, 20250919),
            ("enable_subblock_padding", boolean, 0, 20250808), ("in_place", boolean, 20250730, 20251205),
            ("enable_kernel_stride_folding", boolean, 20251024, LAST),
            ("config_tensors_in_dram", boolean, 20251217, LAST)]
    fields = []
    for name, make, first, last, *kind in rows:
        if first >= until or last <= since:
            continue
        optional = dates[0] or name in ("shard_layout", "core_grid")
        if not dates[0] and name == "shard_layout":
            make, kind = (lambda rng: Leaf("#ttnn.tensor_memory_layout<" + layouts(rng).text + ">")), ["full"]
        if not dates[0] and name == "core_grid":
            make = ranges(True)
        fields.append(Field(name, make, (max(first, since), min(last, until), optional), kind=kind[0] if kind else ""))
    define("conv2d_config", since, *fields, until=until, struct=True)


snake_case(20250424, LAST, True)
snake_case(20250404, 20250424, False)
define("conv2d_config", 20250225, ("dtype", DTYPE), ("weightsDtype", DTYPE), ("activation", string),
       ("inputChannelsAlignment", typed_integer), ("deallocateActivation", boolean), ("reallocateHaloOutput", boolean),
       ("actBlockHOverride", typed_integer), ("actBlockWDiv", typed_integer), ("reshardIfNotOptimal", boolean),
       ("overrideShardingConfig", boolean),
       Field("shardLayout", lambda rng: Leaf("<block_sharded>", "#ttnn.tensor_memory_layout<block_sharded>"),
             (20250225, 20250404, True)),
       Field("coreGrid", lambda rng: Parameter(Ranges(rng), True, True), (20250225, 20250404, True)),
       ("transposeShards", boolean), ("outputLayout", words("row_major tile")), ("enableActDoubleBuffer", boolean),
       ("enableWeightsDoubleBuffer", boolean), ("enableSplitReader", boolean), ("enableSubblockPadding", boolean),
       until=20250404)

NAMES = [name for name in FORMS if name not in ("core_coord", "#ttcore.fabric_connection_config")]
DATES = [20250301, 20250403, 20250410, 20250501, 20250520, 20250601, 20250705, 20250801, 20250901, 20250907, 20250912,
         20250925, 20251008, 20251023, 20251101, 20251203, 20251206, 20251214, 20251218, 20260110, 20260201, 20260206,
         20260214, 20260220, 20260303, 20260404, 20260501, 20260701]
OPERATION = '"t.op"() {{a = {}}} : () -> ()'


def check_text(tools, verdict, texts, cases):
    status, out, err = tools.opt("-", stdin="\n".join(OPERATION.format(t) for t in texts) + "\n")
    arguments = ["<", "the text of this batch"]
    if not verdict.expect("texts of the reference", (0, ""), (status, err[:400]), arguments):
        return
    for text, case, line in zip(texts, cases, out.splitlines()):
        wanted = {OPERATION.format(c) for c in case.canonical()}
        verdict.expect("canonical text", line if line in wanted else sorted(wanted)[0], line, [text])


def check_date(tools, verdict, date, texts, cases):
    day = f"{date // 10000}-{date // 100 % 100:02}-{date % 100:02}"
    lines = "\n".join(OPERATION.format(t) for t in texts) + "\n"
    _, _, err = tools.opt("--verify-only", "--era", day, "-", stdin=lines)
    rejected = {int(line) for line in re.findall(r"^<stdin>:(\d+):\d+: error: ", err, re.M)}
    for number, (text, case) in enumerate(zip(texts, cases), 1):
        read = case.is_read(date)
        verdict.count("read on their date", read)
        verdict.expect(f"read on {day}", read, number not in rejected, [text])


def step(rng, tools, verdict):
    date = rng.choice(DATES)
    some = [name for name in NAMES if any(form.since <= date < form.until for form in FORMS[name])]
    cases = [build(rng, rng.choice(some if rng.random() < 0.7 else NAMES), date if rng.random() < 0.6 else None)
             for _ in range(BATCH)]
    texts = [case.written(rng) for case in cases]
    verdict.cases += len(cases)
    check_text(tools, verdict, texts, cases)
    check_date(tools, verdict, date, texts, cases)


if __name__ == "__main__":
    sys.exit(run_model(__doc__, "ttnn_attributes", 1200, step))
