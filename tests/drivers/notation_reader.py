"""A reader of the notations of Tenstorrent attributes, written from the tables of tt-mlir's formats by date and from
the rules of MLIR, not from the sources of this project. The tests of messages ask it what a text means.

  readings(text)  yields (value, first day, last day) for each way to read a whole attribute or type
  meaning(text)   the value of a text, or None. Two texts with the same meaning are equal in every field; maps are
                  compared by their values, not by their spelling
  faults(value)   what is wrong with a value that is well-formed"""
import math
import random
import re

EVER, NEVER = "0000-00-00", "9999-99-99"
SPACE = re.compile(r"[ \t]*")
WORD = re.compile(r"[A-Za-z_][\w$.]*", re.A)
INTEGER = re.compile(r"0x[0-9a-fA-F]+|[0-9]+")
DIMS = re.compile(r"[0-9]+(?:[ \t]*x[ \t]*[0-9]+)*")
EXTENT = re.compile(r"[ \t]*([0-9]+|\?)[ \t]*x")
# mlir-opt reads `i064` and prints i64.
SCALAR = re.compile(r"([su]?i)(?=[0-9])0*([0-9]+)(?![\w$.])|(?:bf16|tf32|f16|f32|f64|f80|f128|index)(?![\w$.])", re.A)
NAME = re.compile(r"[#!](?:[A-Za-z$_.-][\w$.-]*|[0-9]+)", re.A)
DENSE = re.compile(r"[ \t]*dense[ \t]*<([-0-9,\[\] \t]*)>[ \t]*:[ \t]*tensor[ \t]*<([0-9x \t]*)x[ \t]*i0*64[ \t]*>")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')

OOB = "undef zero one inf neginf"
SPACES = "system mmio dram l1 dst"
DATA = "f32 f16 bf16 bfp_f8 bfp_bf8 bfp_f4 bfp_bf4 bfp_f2 bfp_bf2 u32 u16 u8 si32 i1"
OLD_DATA = "f32 f16 bf16 bc_f8 bc_bf8 bc_f4 bc_bf4 bc_f2 bc_bf2 u32 u16 u8"
MEMORY = "none none_layout interleaved single_bank height_sharded width_sharded block_sharded nd_sharded"
TOPOLOGY = "ring linear mesh torus disabled"
RENAMED = "2025-06-17"  # the dialect tt became ttcore

# name: [(dialects, first day, day after the last one, format)]. In a format `?(` and `)?` enclose an optional group, $T
# is a value of type T, *T a list with commas that may be empty, {a|b} a keyword, other words and signs stand for
# themselves. A body that does not begin with `<` belongs to the long form #dialect<name body>.
CORE = "tt ttcore"


def words(keywords):
    return "{" + "|".join(keywords.split()) + "}"


FORMS = {
    "grid": [(CORE, "2024-05-08", "2026-03-27", "< $dims ?( , $map )? >"),
             ("ttcore", "2026-03-27", NEVER,
              "< $dims ?( , virt_to_physical_map = $map , physical_to_virt_map = $map )? >")],
    "tile": [(CORE, EVER, NEVER, "< $dims , " + words(DATA) + " >"),
             ("tt", EVER, "2024-07-11", "< $dims , " + words(OLD_DATA) + " >")],
    "memory_space": [(CORE, EVER, NEVER, "< " + words(SPACES) + " >")],
    "oob_val": [(CORE, EVER, NEVER, "< " + words(OOB) + " >")],
    "iterator_type": [(CORE, EVER, NEVER, "< {parallel|reduction|systolic|broadcast} >")],
    "argument_type": [(CORE, "2025-02-20", NEVER, "< {input|parameter|constant|default} >")],
    "supportedDataTypes": [(CORE, EVER, NEVER, "< " + words(DATA) + " >")],
    "layout": [("tt", "2024-05-08", "2024-07-11", "< $dims , " + words(OOB) + " , $grid , $memref >"),
               ("tt", "2024-07-11", "2024-09-03", "< $map , " + words(OOB) + " , $grid , $memref >"),
               ("tt", "2024-09-03", "2024-11-27", "< $map , " + words(OOB) + " , $grid , $memref "
                "?( , " + words(MEMORY) + " )? >"),
               ("ttnn", EVER, NEVER, "< {row_major|tile|invalid} >")],
    "metal_layout": [
        ("tt", "2024-11-27", "2025-02-24", "< $map , " + words(OOB) + " , $grid , $memref "
         "?( , " + words(MEMORY) + " )? >"),
        (CORE, "2025-02-24", "2025-06-20", "< $map , " + words(OOB) + " , $grid , $memref >"),
        ("ttcore", "2025-06-20", "2025-06-26", "< logical_shape = $dims , dim_alignments = $dims , collapse_dims = "
         "$dense , "
         + words(OOB) + " ?( , " + words(SPACES) + " )? >"),
        ("ttcore", "2025-06-26", "2025-11-17", "< logical_shape = $dims , dim_alignments = $dims , "
         "collapsed_intervals = $dense , "
         + words(OOB) + " ?( , " + words(SPACES) + " )? ?( , {interleaved|sharded} )? ?( , index_map = $imap )? >"),
        ("ttcore", "2025-11-17", "2026-02-26", "< logical_shape = $dims , dim_alignments = $dims , "
         "collapsed_intervals = $dense , "
         + words(OOB) + " , " + words(SPACES) + " , {interleaved|sharded} , index_map = $imap >"),
        ("ttcore", "2026-02-26", "2026-05-13", "< logical_shape = $dims , dim_alignments = $dims , "
         "collapsed_intervals = $dense , "
         + words(OOB) + " , " + words(SPACES) + " , {interleaved|sharded} >"),
        ("ttcore", "2026-05-13", NEVER, "< logical_shape = $dims , dim_alignments = $dims , collapsed_intervals = "
         "$dense , "
         + words(SPACES) + " , {interleaved|sharded} >")],
    "shard": [(CORE, "2025-03-11", "2025-11-17", "< $dims ?( , $int )? >"),
              ("ttcore", "2025-11-17", "2026-02-26", "< $dims , $int ?( , $map )? >"),
              ("ttcore", "2026-02-26", NEVER, "< $dims , $int >")],
    "stream": [("tt", "2025-02-05", "2025-03-11", "< $map , {alias|stream} ?( , $int )? >"),
               ("tt", "2025-03-11", "2025-04-24", "< $map >")],
    "view": [(CORE, "2025-04-24", "2026-02-26", "< $imap >"), ("ttcore", "2026-02-26", NEVER, "< $int >")],
    "host_layout": [("ttcore", "2025-09-10", NEVER, "< logical_shape = $dims , host_strides = $dims , host_volume = "
    "$int ?( , $tensor_mesh )? >")],
    "tensor_mesh": [("ttcore", "2025-07-29", NEVER, "< $string >")],
    "interleaved": [("ttcore", "2025-09-30", NEVER, "< $dims >")],
    "cb_layout": [("ttcore", "2026-03-11", "2026-03-25", "< $dims , $int , grid = [ $dims ] >"),
                  ("ttcore", "2026-03-25", NEVER, "< $dims , $int >")],
    "device": [
        (CORE, "2024-07-24", "2024-09-04", "< $grid , [ *int ] >"),
        (CORE, "2024-09-04", "2024-09-13", "< workerGrid = $grid , l1Map = $map , dramMap = $map , chipIds = [ *int "
         "] >"),
        (CORE, "2024-09-13", "2026-02-12", "< workerGrid = $grid , l1Map = $map , dramMap = $map , meshShape = "
         "$dims , chipIds = [ *int ] >"),
        # the abbreviation of the specification
        (CORE, "2024-09-13", "2026-02-12", "< workerGrid = $grid , meshShape = $dims , chipIds = [ *int ] >"),
        ("ttcore", "2026-02-12", "2026-04-23", "< workerGrid = $grid , l1Map = $map , dramMap = $map , meshShape = "
         "$dims , chipIds = [ *int ] "
         "?( , meshTopology = [ *{" + "|".join(TOPOLOGY.split()) + "} ] )? >"),
        ("ttcore", "2026-04-23", NEVER, "< workerGrid = $grid , dramGrid = $grid , l1Map = $map , dramMap = $map , "
         "meshShape = $dims , "
         "chipIds = [ *int ] ?( , meshTopology = [ *{" + "|".join(TOPOLOGY.split()) + "} ] )? >")],
    "mesh": [(CORE, "2025-02-21", NEVER, "< $string = $dims >")],
    "meshes": [(CORE, "2025-02-21", NEVER, "< [ *mesh ] >")],
    "chip_channel": [(CORE, "2024-08-15", NEVER, "< [ *int ] , [ *int ] >")],
    "core_range": [("ttcore", "2026-03-25", NEVER, "< $coord , $coord >"), ("ttnn", "2025-04-01", NEVER, "< $coord "
    ", $coord >"),
                   ("ttnn", EVER, "2025-04-01", "< $dims , $dims >")],
    "core_range_set": [("ttnn", "2025-04-01", NEVER, "< ?( [ *core_range ] )? >")],
    "core_coord": [("ttnn", "2025-04-01", NEVER, "< $int , $int >")],
    "shape": [("ttnn", "2024-09-18", NEVER, "< $dims >")],
    "buffer_type": [("ttnn", "2024-09-13", NEVER, "< {dram|l1|system_memory|l1_small|trace} >")],
    "tensor_memory_layout": [("ttnn", "2024-09-13", NEVER, "< " + words(MEMORY) + " >")],
    "shard_orientation": [("ttnn", "2025-05-16", NEVER, "< {row_major|col_major} >")],
    "shard_mode": [("ttnn", "2025-05-16", "2025-09-29", "< {physical|logical} >")],
    "shard_distribution_strategy": [("ttnn", "2025-12-29", NEVER, "< {round_robin_1d|grid_2d} >")],
    "shard_spec": [
        ("ttnn", "2024-10-28", "2025-05-16", "< $shape >"),
        ("ttnn", "2025-05-16", "2025-09-29", "< $core_range_set , $shape , $shard_orientation , $shard_mode ?( , "
         "$shape )? >"),
        ("ttnn", "2025-09-29", NEVER, "< $core_range_set , $shape , $shard_orientation >")],
    "nd_shard_spec": [("ttnn", "2025-12-29", NEVER, "< $core_range_set , $shape , $shard_orientation , "
    "$shard_distribution_strategy >")],
    "memory_config": [
        ("ttnn", "2024-09-13", "2024-10-28", "< $tensor_memory_layout , $buffer_type >"),
        ("ttnn", "2024-10-28", "2024-12-06", "< $tensor_memory_layout , $buffer_type , $shard_spec >"),
        ("ttnn", "2024-12-06", "2025-05-16", "< $buffer_type , $shard_spec ?( , $tensor_memory_layout )? >"),
        ("ttnn", "2025-05-16", "2026-05-16", "< $buffer_type ?( , $tensor_memory_layout )? ?( , $shard_spec )? >"),
        ("ttnn", "2025-12-29", NEVER, "< $buffer_type ?( , $tensor_memory_layout )? ?( , ndShardSpec = "
                                      "$nd_shard_spec )? >")],
    "ttnn_layout": [
        ("ttnn", "2024-11-17", "2024-12-06", "< $map , $grid , $memref ?( , " + words(MEMORY) + " )? >"),
        ("ttnn", "2024-12-06", "2025-06-20", "< $map , $grid , $memref ?( , $tensor_memory_layout )? >"),
        ("ttnn", "2025-06-20", "2025-11-25", "< $map , $grid , ?( mesh = $tensor_mesh , )? $memref ?( , "
         "$tensor_memory_layout )? ?( , {true|false} )? >"),
        ("ttnn", "2025-11-25", "2026-05-06", "< $map , $grid , ?( mesh = $tensor_mesh , )? $memref ?( , "
         "$tensor_memory_layout )? "
         "?( , exactGrid = {true|false} )? ?( , ignorePhysicalLayout = {true|false} )? >"),
        ("ttnn", "2026-05-06", NEVER, "< $map , < $dims > , ?( mesh = $tensor_mesh , )? $memref ?( , "
                                      "$tensor_memory_layout )? "
         "?( , core_ranges = $core_range_set )? ?( , ignorePhysicalLayout = {true|false} )? >")],
    "ttnn_nd_layout": [("ttnn", "2025-12-29", NEVER, "< $grid , $memref , $tensor_memory_layout ?( , "
    "$shard_orientation )? "
                        "?( , $shard_distribution_strategy )? >")],
    "mesh_shape": [("ttnn", "2024-09-18", NEVER, "$dims")],
    "convolution_layout": [("ttir", "2024-10-31", NEVER, "input_batch = $int , input_feature = $int , "
    "input_spatial_dimensions = $dims , "
                            "kernel_output_feature = $int , kernel_input_feature = $int , kernel_spatial_dimensions "
                            "= $dims , "
                            "output_batch = $int , output_feature = $int , output_spatial_dimensions = $dims")],
    "thread": [("ttir", "2025-04-01", "2025-09-25", "< {compute|datamovement} ?( , $symbol )? >"),
               ("d2m", "2025-09-25", NEVER, "< {compute|datamovement|unified} ?( , $symbol )? ?( , dm_core = $int "
                ")? >")],
}
TYPES = {"tile"}


class Affine:
    """One affine map: names are resolved, values are taken at fixed random points."""

    def __init__(self, text, at):
        self.text, self.at = text, at

    def sign(self, sign):
        self.at = SPACE.match(self.text, self.at).end()
        if self.text.startswith(sign, self.at) and not (sign == "-" and self.text.startswith("->", self.at)):
            self.at += len(sign)
            return True
        return False

    def need(self, sign):
        if not self.sign(sign):
            raise ValueError(sign)

    def word(self):
        self.at = SPACE.match(self.text, self.at).end()
        found = WORD.match(self.text, self.at)
        if not found:
            return None
        self.at = found.end()
        return found.group()

    def names(self, close):
        names = []
        if self.sign(close):
            return names
        while True:
            name = self.word()
            if not name or name in names:
                raise ValueError("name")
            names.append(name)
            if self.sign(close):
                return names
            self.need(",")

    def map(self):
        self.need("(")
        dims = self.names(")")
        symbols = self.names("]") if self.sign("[") else []
        if set(dims) & set(symbols):
            raise ValueError("name")
        self.at = SPACE.match(self.text, self.at).end()
        if not self.text.startswith("->", self.at):
            raise ValueError("->")
        self.at += 2
        self.dims, self.symbols = dims, symbols
        self.need("(")
        results = []
        if not self.sign(")"):
            while True:
                results.append(self.sum())
                if self.sign(")"):
                    break
                self.need(",")
        points = random.Random(7)
        values = []
        for round_ in range(12):
            point = [points.randrange(0, 1 << (round_ + 3)) for _ in dims] + [points.randrange(1, 40) for _ in symbols]
            values.append(tuple(result[0](point) for result in results))
        return ("map", len(dims), len(symbols), len(results), tuple(values))

    # an expression is (function of the point, is constant or symbolic, constant or None)
    def sum(self):
        left = self.product()
        while True:
            if self.sign("+"):
                left = self.both(left, self.product(), lambda a, b: a + b)
            elif self.sign("-"):
                left = self.both(left, self.product(), lambda a, b: a - b)
            else:
                return left

    @staticmethod
    def both(left, right, operation):
        constant = operation(left[2], right[2]) if left[2] is not None and right[2] is not None else None
        f, g = left[0], right[0]
        return (lambda point: operation(f(point), g(point)), left[1] and right[1], constant)

    def product(self):
        left = self.atom()
        while True:
            if self.sign("*"):
                right = self.atom()
                if not left[1] and not right[1]:
                    raise ValueError("not affine")
                left = self.both(left, right, lambda a, b: a * b)
                continue
            before = self.at
            word = self.word()
            if word not in ("mod", "floordiv", "ceildiv"):
                self.at = before
                return left
            right = self.atom()
            if not right[1] or (right[2] is not None and right[2] <= 0):
                raise ValueError("divisor")
            operation = {"mod": lambda a, b: a % b if b > 0 else 0, "floordiv": lambda a, b: a // b if b > 0 else 0,
                         "ceildiv": lambda a, b: -(-a // b) if b > 0 else 0}[word]
            left = self.both(left, right, operation)

    def atom(self):
        if self.sign("("):
            inside = self.sum()
            self.need(")")
            return inside
        if self.sign("-"):
            inside = self.atom()
            f = inside[0]
            return (lambda point: -f(point), inside[1], -inside[2] if inside[2] is not None else None)
        found = INTEGER.match(self.text, self.at)
        if found:
            self.at = found.end()
            if re.compile(r"[\w$.]", re.A).match(self.text, self.at):
                raise ValueError("number")
            value = int(found.group(), 0) if found.group().startswith("0x") else int(found.group())
            return (lambda point: value, True, value)
        word = self.word()
        if word in self.dims:
            index = self.dims.index(word)
            return (lambda point: point[index], False, None)
        if word in self.symbols:
            index = len(self.dims) + self.symbols.index(word)
            return (lambda point: point[index], True, None)
        raise ValueError("name")


def later(a, b):
    return (max(a[0], b[0]), min(a[1], b[1]))


ALWAYS = (EVER, NEVER)


class Reader:
    """The methods yield (position after it, value, (first day, day after the last one)) for each reading."""

    def __init__(self, text, aliases=None):
        self.text, self.aliases = text, aliases or {}

    def skip(self, at):
        return SPACE.match(self.text, at).end()

    def lit(self, at, token):
        at = self.skip(at)
        if token[0].isalpha() or token[0] == "_":
            found = WORD.match(self.text, at)
            if found and found.group() == token:
                yield found.end(), None, ALWAYS
        elif self.text.startswith(token, at):
            yield at + len(token), None, ALWAYS

    def keyword(self, at, allowed):
        at = self.skip(at)
        found = WORD.match(self.text, at)
        if found and found.group() in allowed:
            yield found.end(), ("word", found.group()), ALWAYS
        found = STRING.match(self.text, at)
        if found and found.group()[1:-1] in allowed:
            yield found.end(), ("word", found.group()[1:-1]), ALWAYS

    def dims(self, at):
        at = self.skip(at)
        found = DIMS.match(self.text, at)
        if not found:
            yield at, ("dims",), ALWAYS
        elif not re.compile(r"[\w$.]", re.A).match(self.text, found.end()):
            value = tuple(int(n) for n in re.findall(r"\d+", found.group()))
            if all(n < 1 << 63 for n in value):
                yield found.end(), ("dims",) + value, ALWAYS

    def int(self, at):
        at = self.skip(at)
        minus = self.text.startswith("-", at)
        found = INTEGER.match(self.text, self.skip(at + 1) if minus else at)
        if found and not re.compile(r"[\w$.]", re.A).match(self.text, found.end()):
            value = int(found.group(), 0) if found.group().startswith("0x") else int(found.group())
            if value < 1 << 63:
                yield found.end(), ("int", -value if minus else value), ALWAYS

    def string(self, at):
        found = STRING.match(self.text, self.skip(at))
        if found:
            yield found.end(), ("string", found.group()), ALWAYS

    def symbol(self, at):
        found = re.compile(r'@(?:[A-Za-z_][\w$.]*|"[^"\n]*")', re.A).match(self.text, self.skip(at))
        if found:
            yield found.end(), ("symbol", found.group()), ALWAYS

    def map(self, at):
        affine = Affine(self.text, at)
        try:
            value = affine.map()
        except ValueError:
            return
        yield affine.at, value, ALWAYS

    def imap(self, at):
        for end, _, _ in self.sequence(at, ["map", "(", "$int", ")"]):
            rank = int(re.search(r"\(\s*(\d+)\s*\)$", self.text[at:end]).group(1))
            text = ", ".join(f"d{i}" for i in range(rank))
            yield end, Affine(f"({text}) -> ({text})", 0).map(), ALWAYS
        yield from self.map(at)

    def coord(self, at):
        yield from self.sequence(at, ["(", "$int", ",", "$int", ")"])

    def dense(self, at):
        found = DENSE.match(self.text, at)
        if not found:
            return
        shape = tuple(int(n) for n in re.findall(r"\d+", found.group(2)))
        body = found.group(1).strip()
        if not re.fullmatch(r"\d+([ \t]*x[ \t]*\d+)*[ \t]*", found.group(2)):
            return
        try:
            # only digits, brackets, commas and signs
            value = eval(re.sub(r"\b0+(?=\d)", "", body), {"__builtins__": {}}) if body else []
        except (SyntaxError, TypeError):
            return
        if isinstance(value, int):
            flat = (value,) * math.prod(shape)
        else:
            if re.search(r",\s*\]|,\s*$|^\s*-?\d+\s*,", body) or isinstance(value, tuple):
                return
            actual, level = [], value
            while isinstance(level, list):
                actual.append(len(level))
                level = level[0] if level else None
            if math.prod(shape) and tuple(actual) != shape:
                return
            flat = []
            stack = [(value, 0)]

            def walk(node, depth):
                if isinstance(node, int):
                    if depth != len(shape):
                        raise ValueError
                    flat.append(node)
                elif not isinstance(node, list) or (
                        math.prod(shape) and (depth >= len(shape) or len(node) != shape[depth])):
                    raise ValueError
                else:
                    for child in node:
                        walk(child, depth + 1)
            try:
                walk(value, 0)
            except ValueError:
                return
            del stack
        yield found.end(), ("dense", shape, tuple(flat)), ALWAYS

    def extents(self, at):
        value = []
        while True:
            found = EXTENT.match(self.text, at)
            if not found:
                return at, tuple(value)
            value.append(found.group(1) if found.group(1) == "?" else int(found.group(1)))
            at = found.end()

    def element(self, at):
        at = self.skip(at)
        found = SCALAR.match(self.text, at)
        if found:
            yield found.end(), ("scalar", (found[1] + found[2]) if found[1] else found[0]), ALWAYS
        if self.text.startswith("!", at):
            yield from self.full(at, "tile")

    def shaped(self, at, name, tails):
        for at, _, _ in self.lit(at, name):
            for at, _, _ in self.lit(at, "<"):
                at, dims = self.extents(self.skip(at))
                for end, element, days in self.element(at):
                    yield from self.tail(end, (name, dims, element), days, tails)

    def tail(self, at, value, days, tails):
        for end, _, _ in self.lit(at, ">"):
            yield end, value, days
        for at, _, _ in self.lit(at, ","):
            for kind in tails:
                for end, more, when in self.slot(at, kind):
                    rest = [t for t in tails[tails.index(kind) + 1:]]
                    if kind == "layouts" and more[0] == "map" and more[1] == more[3] and all(
                            v == tuple(v) for v in more[4]) and more == self.identity(more[1]):
                        more = None  # not printed
                    yield from self.tail(end, value + ((more,) if more else ()), later(days, when), rest)

    @staticmethod
    def identity(rank):
        text = ", ".join(f"d{i}" for i in range(rank))
        return Affine(f"({text}) -> ({text})", 0).map()

    def slot(self, at, kind):
        if kind == "encoding":
            for name in ("layout", "metal_layout", "ttnn_layout", "ttnn_nd_layout", "tensor_mesh"):
                yield from self.full(at, name)
        elif kind == "layouts":
            for name in ("shard", "stream", "view", "host_layout", "interleaved", "cb_layout"):
                yield from self.full(at, name)
            yield from self.sequence(at, ["affine_map", "<", "$map", ">"])
            yield from self.sequence(at, "strided < [ *int ] ?( , offset : $int )? >".split())
        else:
            for name in ("memory_space", "buffer_type"):
                yield from self.full(at, name)

    def memref(self, at):
        yield from self.shaped(at, "memref", ["layouts", "space"])

    def tensor(self, at):
        yield from self.shaped(at, "tensor", ["encoding"])

    def full(self, at, name):
        at = self.skip(at)
        found = NAME.match(self.text, at)
        if not found:
            return
        sigil, spelled = found.group()[0], found.group()[1:]
        if (sigil == "!") != (name in TYPES):
            return
        if found.group() in self.aliases:
            value, days = self.aliases[found.group()]
            if value[0] == name:
                yield found.end(), value, days
            return
        dialect, dot, mnemonic = spelled.partition(".")
        end = found.end()
        if dot and mnemonic == name and self.text.startswith("<", end):
            yield from self.body(end, name, dialect, True)
        elif not dot and self.text.startswith("<", end):
            for at, _, _ in self.lit(end + 1, name):
                for at, value, days in self.body(at, name, dialect, False):
                    for at, _, _ in self.lit(at, ">"):
                        yield at, value, days

    def body(self, at, name, dialect, pretty):
        for dialects, first, after, form in FORMS[name]:
            if dialect and dialect not in dialects.split():
                continue
            if pretty and not form.startswith("<"):
                continue
            days = (first, after)
            if dialect == "tt":
                days = later(days, (EVER, RENAMED))
            if dialect == "ttcore":
                days = later(days, (RENAMED, NEVER))
            for end, value, when in self.sequence(at, form.split()):
                yield end, (name,) + value, later(days, when)

    def field(self, at, name):
        at = self.skip(at)
        if self.text[at:at + 1] in "#!":
            yield from self.full(at, name)
        else:
            yield from self.body(at, name, None, False)

    def item(self, at, token):
        if token.startswith("{"):
            yield from self.keyword(at, token[1:-1].split("|"))
        elif token[1:] in FORMS:
            yield from self.field(at, token[1:])
        else:
            yield from getattr(self, token[1:])(at)

    def list(self, at, token):
        yield at, ("list",), ALWAYS
        for end, value, days in self.item(at, token):
            yield from self.more(end, ("list", value), days, token)

    def more(self, at, value, days, token):
        yield at, value, days
        for at, _, _ in self.lit(at, ","):
            for end, item, when in self.item(at, token):
                yield from self.more(end, value + (item,), later(days, when), token)

    def sequence(self, at, tokens):
        if not tokens:
            yield at, (), ALWAYS
            return
        token, rest = tokens[0], tokens[1:]
        if token == "?(":
            close = tokens.index(")?")
            yield from ((end, (None,) + value, days) for end, value, days in self.sequence(at, tokens[close + 1:]))
            for middle, inner, when in self.sequence(at, tokens[1:close]):
                for end, value, days in self.sequence(middle, tokens[close + 1:]):
                    yield end, (inner,) + value, later(days, when)
            return
        if token.startswith("$") or (token.startswith("{") and len(token) > 1):
            steps = self.item(at, token)
        elif token.startswith("*") and len(token) > 1:
            inner = token[1:]
            steps = self.list(at, inner if inner.startswith("{") else "$" + inner)
        else:
            steps = self.lit(at, token)
        for middle, inner, when in steps:
            for end, value, days in self.sequence(middle, rest):
                yield end, ((inner,) if inner is not None else ()) + value, later(days, when)


def readings(text, aliases=None):
    text = text.rstrip()
    reader = Reader(text, aliases)
    start = text.lstrip()
    if start.startswith(("#", "!")):
        producers = [reader.full(0, name) for name in FORMS]
    elif start.startswith("memref"):
        producers = [reader.memref(0)]
    else:
        producers = [reader.tensor(0)]
    for producer in producers:
        for end, value, days in producer:
            if end == len(text):
                yield value, days


def meaning(text, aliases=None):
    """The value without what is the default, or None; of several readings one of a common date."""
    value = None
    for value, days in readings(text, aliases):
        if days[0] < days[1]:
            return value
    return value


def dated(text, aliases=None):
    return any(days[0] < days[1] for _, days in readings(text, aliases))


def nodes(value):
    if isinstance(value, tuple):
        yield value
        for child in value:
            yield from nodes(child)


def evaluate_last(affine_text, shape):
    affine = Affine(affine_text, 0)
    affine.need("(")
    dims = affine.names(")")
    if len(dims) != len(shape):
        return None
    affine.need("->")
    affine.dims, affine.symbols = dims, []
    affine.need("(")
    results = []
    while True:
        results.append(affine.sum()[0]([n - 1 for n in shape]) + 1)
        if affine.sign(")"):
            return results
        affine.need(",")


def faults(value, text):
    """Rules of the specifications for a value."""
    found = []
    for node in nodes(value):
        head = node[0] if node else None
        if head == "grid" and isinstance(node[1], tuple) and any(n < 1 for n in node[1][1:]):
            found.append("grid extent below 1")
        parts = [n[0] if len(n) == 1 else n for n in node if isinstance(n, tuple) and n]  # one of an optional group
        numbers = [n[1] for n in parts if isinstance(n, tuple) and len(n) == 2 and n[0] == "int"]
        if head in ("shard", "cb_layout", "stream") and any(n < 1 for n in numbers):
            found.append("number of buffers below 1")
        if head == "host_layout" and any(n < 0 for n in numbers):
            found.append("negative volume")
        if head == "tile" and (len(node[1]) != 3 or min(node[1][1:]) < 1):
            found.append("tile shape")
        if head in ("layout", "metal_layout", "ttnn_layout") and len(node) > 2 and node[1] and node[1][0] == "map":
            grid = next((n for n in node if isinstance(n, tuple) and n and n[0] in ("grid", "dims")), None)
            memref = next((n for n in node if isinstance(n, tuple) and n and n[0] == "memref"), None)
            rank = len(grid[1] if grid[0] == "grid" else grid) - 1
            if head != "ttnn_layout" and not node[1][3] == rank == len(memref[1]):
                found.append("ranks of map, grid and memref")
        if head == "tensor" and len(node) > 3 and node[3][0] in ("layout", "metal_layout") and node[3][1][0] == "map":
            layout = node[3]
            shape = evaluate_last(re.search(r"layout<(.*)", text).group(1), node[1])
            memref = next(n for n in layout if isinstance(n, tuple) and n and n[0] == "memref")
            grid = next(n for n in layout if isinstance(n, tuple) and n and n[0] == "grid")[1][1:]
            if shape is None:
                found.append("rank of the map and the tensor")
            elif len(shape) == len(grid) and min(grid) > 0:
                shard = [-(-s // g) for s, g in zip(shape, grid)]
                if memref[2][0] == "tile" and len(memref[2][1]) == 3 and min(memref[2][1][1:]) > 0:
                    shard[-2:] = [-(-s // t) for s, t in zip(shard[-2:], memref[2][1][1:])]
                if tuple(shard) != memref[1]:
                    found.append(f"shard {memref[1]} instead of {tuple(shard)}")
            if memref[2][0] == "scalar" and node[2][0] == "scalar" and memref[2] != node[2]:
                found.append("element types")
        if head == "device":
            grid = next(n for n in node if isinstance(n, tuple) and n and n[0] == "grid")
            chips = next(n for n in node if isinstance(n, tuple) and n and n[0] == "list")
            mesh = next((n for n in node if isinstance(n, tuple) and n and n[0] == "dims"), None)
            if mesh and math.prod(mesh[1:]) != len(chips) - 1:
                found.append("chips and mesh")
            if len(set(chips[1:])) != len(chips) - 1:
                found.append("chip twice")
            mapping = grid[2][0] if len(grid) > 2 and grid[2] else None
            if mapping and (mapping[1] != len(grid[1]) - 1 or mapping[3] != 3):
                found.append("map of the grid")
        if head == "metal_layout" and node[1][0] == "dims":
            if len(node[1]) != len(node[2]):
                found.append("alignments")
            if any(n < 1 for n in node[2][1:]):
                found.append("alignment below 1")
        if head == "core_range" and node[1] and node[1][0] != "dims":
            (_, y0), (_, x0) = node[1]
            (_, y1), (_, x1) = node[2]
            if y0 > y1 or x0 > x1 or min(y0, x0) < 0:
                found.append("core range")
    return found
