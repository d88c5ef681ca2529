"""Addresses of all elements of a layout in a notation of `tt-layout convert`, from the definition of the notation and
independent of the library: every index is followed through the steps that the text describes. Pure Python."""
import itertools
import math
import re

STICK_BITS = 1024
BITS = {"f16": 16, "bf16": 16, "f32": 32, "i32": 32, "si32": 32, "i8": 8, "i16": 16, "f8E4M3FN": 8, "i64": 32}


def numbers(text):
    return [int(n) for n in re.findall(r"-?\d+", text)]


def indices(shape):
    return itertools.product(*(range(n) for n in shape))


def row_major(extents):
    strides, stride = [], 1
    for extent in reversed(extents):
        strides.insert(0, stride)
        stride *= extent
    return strides


def xla(text, _shape):
    match = re.fullmatch(r"(\w+)\[([\d,]*)\](?:\{([\d,]*)(?::(.*))?\})?", text)
    shape, order = numbers(match[2]), numbers(match[3] or "")
    order = order if match[3] is not None else list(range(len(shape)))[::-1]
    physical, tiles = order[::-1], re.findall(r"\(([\d,*]+)\)", re.sub(r"[SE]\(\d+\)", "", match[4] or ""))
    for index in indices(shape):
        at, extents = [index[d] for d in physical], [shape[d] for d in physical]
        for tile in tiles:
            words, size = tile.split(","), len(tile.split(","))
            head, tail = (at[:-size], extents[:-size]), list(zip(at[-size:], extents[-size:]))
            merged, carry = [], (0, 1)
            for word, (i, n) in zip(words, tail):
                carry = (carry[0] * n + i, carry[1] * n)
                if word != "*":
                    merged.append((int(word), *carry))
                    carry = (0, 1)
            at = head[0] + [i // t for t, i, _ in merged] + [i % t for t, i, _ in merged]
            extents = head[1] + [-(-n // t) for t, _, n in merged] + [t for t, _, _ in merged]
        yield sum(i * s for i, s in zip(at, row_major(extents)))


def tree(text):
    return eval(re.sub(r"Int<(\d+)>\{\}|_(\d+)", r"\1\2", text))  # pylint: disable=eval-used


def leaves(item):
    return [leaf for part in item for leaf in leaves(part)] if isinstance(item, tuple) else [item]


def cute(text, shape):
    extents, strides = (tree(part) for part in text.split(":"))
    if not isinstance(extents, tuple) or len(shape) == 1 and len(extents) > 1:
        extents, strides = (extents,), (strides,)
    for index in indices(shape):
        address = 0
        for i, mode, stride in zip(index, extents, strides):
            for n, s in zip(leaves(mode), leaves(stride)):
                address += i % n * s
                i //= n
            assert i == 0, "outside the mode"
        yield address


def pack(text, _shape):
    def listed(name):
        found = re.search(name + r" = \[([\d, ]*)\]", text)
        return numbers(found[1]) if found else None
    types = [numbers(re.match(r"(?:\d+x)*", t)[0]) for t in re.findall(r"tensor<([^>]*)>", text)]
    plain, packed = types if "unpack" not in text else types[::-1]
    perm, positions, tiles = listed("outer_dims_perm"), listed("inner_dims_pos"), listed("inner_tiles")
    perm = perm if perm else list(range(len(plain)))
    tile = dict(zip(positions, tiles))
    outer = [-(-plain[d] // tile.get(d, 1)) for d in perm]
    assert packed == outer + tiles, "type of the result"
    padded = any(plain[d] % t for d, t in tile.items())
    assert not padded or "unpack" in text or "padding_value" in text, "padding_value"
    for index in indices(plain):
        at = [index[d] // tile.get(d, 1) for d in perm] + [index[d] % t for d, t in zip(positions, tiles)]
        yield sum(i * s for i, s in zip(at, row_major(packed)))


class Array:
    """What numpy does with an array, as lists: extents, and the element at each position (None: padding)."""

    def __init__(self, extents, items):
        self.extents, self.items = tuple(extents), items
        assert math.prod(extents) == len(items), "reshape"

    def reshape(self, *extents):
        extents = extents[0] if isinstance(extents[0], tuple) else extents
        known = math.prod(n for n in extents if n != -1)
        return Array([n if n != -1 else len(self.items) // known for n in extents], self.items)

    def transpose(self, *order):
        order = order or tuple(range(len(self.extents)))[::-1]
        order = order[0] if isinstance(order[0], tuple) else order
        assert sorted(order) == list(range(len(self.extents))), "transpose"
        strides, extents = row_major(self.extents), [self.extents[a] for a in order]
        return Array(extents, [self.items[sum(i * strides[a] for i, a in zip(at, order))] for at in indices(extents)])

    permute = transpose

    def contiguous(self):
        return self

    def __getitem__(self, key):
        assert key == (Ellipsis, None)
        return Array((*self.extents, 1), self.items)


class Numpy:
    @staticmethod
    def pad(array, padding):
        extents = [n + b + a for n, (b, a) in zip(array.extents, padding)]
        assert len(padding) == len(array.extents), "pad"
        strides = row_major(array.extents)
        items = []
        for at in indices(extents):
            inside = [i - b for i, (b, _) in zip(at, padding)]
            good = all(0 <= i < n for i, n in zip(inside, array.extents))
            items.append(array.items[sum(i * s for i, s in zip(inside, strides))] if good else None)
        return Array(extents, items)


class Torch:
    @staticmethod
    def pad(array, padding):
        pairs = list(zip(padding[::2], padding[1::2]))[::-1]
        return Numpy.pad(array, [(0, 0)] * (len(array.extents) - len(pairs)) + pairs)


def numpy(text, shape):
    x = Array(shape, list(range(math.prod(shape))))
    result = eval(text, {"np": Numpy, "F": Torch, "x": x})  # pylint: disable=eval-used
    where = {item: position for position, item in enumerate(result.items) if item is not None}
    return [where[i] for i in range(math.prod(shape))]


def triton(text, shape):
    if "offset = []" in text:
        return [0] * math.prod(shape)
    bases = [numbers(b) for b in re.findall(r"\[([\d, ]+)\]", re.search(r"offset = \[(.*?\])\]", text)[1])]
    where = {(0,) * len(shape): 0}
    for address in range(1, 1 << len(bases)):
        bits = [bases[b] for b in range(len(bases)) if address >> b & 1]
        index = tuple(0 for _ in shape)
        for basis in bits:
            index = tuple(i ^ b for i, b in zip(index, basis))
        where.setdefault(index, address)
    return [where[index] for index in indices(shape)]


def tiled(text, shape):
    match = re.search(r"#tt.tiled_layout<memref<([\dx]+)x\w+(?:, strided<\[([\d, ]+)\]>)?>, "
                      r"dim_map = \[([-\d, ]+)\]", text)
    size, dims = numbers(match[1]), numbers(match[3])
    strides = numbers(match[2]) if match[2] else row_major(size)
    sparse = "sparse" in text
    count = len(size) - (1 if sparse else 0)
    for index in indices(shape):
        address, rest = 0, list(index)
        for i in reversed(range(count)):
            if dims[i] < 0:
                continue
            last = dims[i] not in dims[:i]
            address += (rest[dims[i]] if last else rest[dims[i]] % size[i]) * strides[i]
            rest[dims[i]] //= size[i]
        yield address


def spyre(text, shape):
    """By the rule of the places: of all device indices whose host offset is in range, digit by digit."""
    size = numbers(re.search(r"device_size=\[([\d, ]*)\]", text)[1])
    strides = numbers(re.search(r"stride_map ?=\[([-\d, ]*)\]", text)[1])
    host, device = row_major(shape), row_major(size)
    assert "element_arrangement" not in text
    for index in indices(shape):
        address = 0
        for d, h in enumerate(host):
            if shape[d] == 1:
                continue
            mine = [j for j in range(len(size)) if size[j] > 1 and strides[j] >= h and
                    d == max((e for e in range(len(shape)) if shape[e] > 1 and host[e] <= strides[j]),
                             key=lambda e: host[e])]
            rest = index[d]
            for j in sorted(mine, key=lambda j: -strides[j]):
                weight = strides[j] // h
                address += rest // weight * device[j]
                rest %= weight
            assert rest == 0, "no device dim for an index"
        yield address


MODELS = {"xla": xla, "cute": cute, "pack": pack, "numpy": numpy, "triton": triton, "tiled": tiled, "spyre": spyre}


def addresses(notation, text, shape):
    return list(MODELS[notation](text, shape))
