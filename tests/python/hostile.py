"""hypothesis over texts and arguments: what is wrong raises a documented exception."""
import argparse
import warnings

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("cases", type=int, nargs="?", default=100, help="of each test")
CASES = parser.parse_args().cases  # --help does not require the package

import ttattr  # noqa: E402
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

warnings.simplefilter("ignore")
settings.register_profile("ttattr", max_examples=CASES, deadline=None, database=None, derandomize=True,
                          suppress_health_check=list(HealthCheck))
settings.load_profile("ttattr")

TYPE = ("tensor<50x250xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, "
        "memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>")
LAYOUT = ttattr.Layout(TYPE)
SEEDS = [TYPE, "#tt.grid<8x8>", "affine_map<(d0, d1)[s0] -> (d0 floordiv 4, d1 mod 3 + s0)>", "#tt.memory_space<l1>",
         "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0] -> (0, d0, d1, s0), "
         "dramMap = (d0, d1)[s0] -> (0, 0, d0, s0 + d1), meshShape = 1x1, chipIds = [7]>",
         "f16[1000,200]{1,0:T(8,128)}",
         "tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>",
         "SpyreTensorLayout([4, 1], torch.float16)", "#l = #tt.memory_space<l1>\n#m = #l\n\"op\"() {a = #m} : () -> ()"]
PIECES = ["<", ">", "x", "0", "-1", "99999999999999999999", "#tt.grid<", "d0", "\0", "é😀", "--help", ","]
KINDS = (ttattr.parse, ttattr.Layout, ttattr.Tiled, ttattr.Device, ttattr.System, ttattr.AffineMap, ttattr.Grid)


@st.composite
def mutants(draw):
    """A seed with a few pieces replaced."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 12)))
        piece = draw(st.one_of(st.text(max_size=4), st.sampled_from(PIECES)))
        text = text[:begin] + piece + text[end:]
    return text


texts = st.one_of(mutants(), st.text(max_size=40), st.binary(max_size=40))
integers = st.one_of(st.integers(-3, 300), st.integers(-2**70, 2**70))
things = st.one_of(st.none(), st.booleans(), integers, st.floats(), st.text(max_size=8), st.binary(max_size=4),
                   st.lists(integers, max_size=4), st.tuples(integers, integers),
                   st.dictionaries(st.text(max_size=3), integers, max_size=2), st.just(LAYOUT))
DOCUMENTED = (ttattr.Error, TypeError, UnicodeError)


def attempt(function, *args, **options):
    try:
        return function(*args, **options)
    except DOCUMENTED as error:
        assert str(error), f"an exception without words: {error!r}"
        return None


@given(texts)
def test_texts(text):
    for diagnostic in attempt(ttattr.check, text) or ():
        begin, end = diagnostic.span
        assert 0 <= begin <= end <= len(text), (diagnostic, text)
    for function in (ttattr.format, ttattr.fix, ttattr.memory, ttattr.protocol, ttattr.Tiled.propagate):
        attempt(function, text)
    for kind in KINDS:
        value = attempt(kind, text)
        if value is not None:
            assert type(value)(str(value)) == value and hash(value) == hash(type(value)(str(value)))
            value._repr_html_()


@given(texts, st.lists(st.tuples(integers, integers, st.text(max_size=5)), max_size=4))
def test_documents(text, edits):
    document = attempt(ttattr.Document, text)
    if document is None:
        return
    for begin, end, new in edits:
        old = document.text
        try:
            document.edit(begin, end, new)
        except (IndexError, ValueError) as error:
            assert str(error)
            continue
        first, last = (index + len(old) if index < 0 else index for index in (begin, end))
        try:
            assert document.text == old[:first] + new + old[last:]
        except UnicodeError:
            pass
    assert ttattr.Document(document.text).diagnostics == document.diagnostics
    for item in document.items[:3]:
        document.value and attempt(document.value, item.span[0])
        document.hover(item.span[0])
        document.completions(item.span[1])
    document.layouts, document.devices
    document.format()


@given(things, things)
def test_elements(a, b):
    attempt(LAYOUT.locate, a)
    attempt(LAYOUT.at, a, b)
    attempt(ttattr.AffineMap("(d0, d1)[s0] -> (d0 floordiv s0, d1 * s0)"), a, b, symbols=(3,))


@given(things, things, things, st.sampled_from(["tile", "collapse", "memory", "memory_layout", "map", "oob", "align",
                                                "align_bytes", "era"]), things)
def test_build(shape, dtype, grid, name, value):
    attempt(ttattr.Layout.build, shape, dtype, grid, **{name: value})
    attempt(ttattr.Layout.build, (64, 128), "f32", (2, 4), **{name: value})
    if name != "memory_layout":
        attempt(LAYOUT.with_, grid=grid)
        attempt(LAYOUT.with_, **{name: value})
    attempt(ttattr.Tiled.build, shape, dtype, order=value)
    attempt(ttattr.Device.build, shape, grid)
    attempt(ttattr.Grid, shape)


@given(st.sampled_from(["era", "target", "split", "markdown", "parse_only", "system_desc", "rules", "noc", "arch",
                        "x"]), things, texts)
def test_options(name, value, text):
    options = {name: value}
    attempt(ttattr.check, text, **options)
    attempt(ttattr.fix, text, **options)
    attempt(ttattr.Document, text, **options)
    attempt(ttattr.move, LAYOUT, LAYOUT, **options)
    attempt(ttattr.memory, TYPE, **options)
    attempt(ttattr.noc, **options)
    attempt(LAYOUT.draw, **({"view": value} if name == "x" else options))
    attempt(ttattr.convert, LAYOUT, str(value), **options)
    attempt(ttattr.same, LAYOUT, text, shape=value if name == "x" else None)
    attempt(LAYOUT.at_era, value)
    attempt(LAYOUT.grids, device=value)
    attempt(ttattr.run, [name, value])


for test in (test_texts, test_documents, test_elements, test_build, test_options):
    test()
print(f"{CASES} cases of each test")
