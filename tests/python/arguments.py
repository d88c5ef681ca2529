"""Wrong arguments, and right ones of unusual types: each has the exception and the words that a user needs."""
import datetime
import pickle
import warnings

import ttattr

TYPE = ("tensor<50x250xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, "
        "memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>")
LAYOUT = ttattr.Layout(TYPE)
OTHER = ttattr.Layout.build((4, 4), "f32", (1, 1))
MAP = ttattr.AffineMap("(d0)[s0] -> (d0 mod s0)")
RECORD = LAYOUT.locate((0, 0))


class Odd:
    pass


CASES = [  # (exception, a part of its words, call)
    (TypeError, "expected a text as str or bytes", lambda: ttattr.check(1)),
    (TypeError, "expected a text as str or bytes", lambda: ttattr.fix(None)),
    (TypeError, "expected a text as str or bytes", lambda: ttattr.Document(b"x").edit(0, 0, 1)),
    (ttattr.OptionError, "unknown option 'eraa'; expected era", lambda: ttattr.check("", eraa="latest")),
    (ttattr.OptionError, "era: ", lambda: ttattr.check("", era="yesterday")),
    (ttattr.OptionError, "20251345 is not a day", lambda: ttattr.check("", era=20251345)),
    (ttattr.OptionError, "options of a check are texts", lambda: ttattr.check("", rules=Odd())),
    (ttattr.OptionError, "no-such-rule", lambda: ttattr.check("", rules={"no-such-rule": "off"})),
    (ttattr.OptionError, "unknown option 'x'", lambda: ttattr.Document("", x=1)),
    (IndexError, "position 5 is outside of the text of 1 characters", lambda: ttattr.Document("x").edit(0, 5, "")),
    (ValueError, "ends before it begins", lambda: ttattr.Document("xyz").edit(2, 1, "")),
    (ttattr.Error, "expected one attribute or type, found 0", lambda: ttattr.parse("")),
    (ttattr.Error, "expected one attribute or type, found 2", lambda: ttattr.parse("#tt.grid<1x1> #tt.grid<1x1>")),
    (ttattr.Error, "expected an extent", lambda: ttattr.parse("#tt.grid<8x>")),
    (ttattr.Error, "use Tiled", lambda: ttattr.Layout("tensor<64xf16, #tt.tiled_layout<stick>>")),
    (ttattr.Error, "convert(text, 'metal')", lambda: ttattr.Layout("f16[64]{0}")),
    (ttattr.Error, "expected a tiled layout", lambda: ttattr.Tiled("layout.mlir")),
    (ttattr.Error, "expected a device, found tt.grid", lambda: ttattr.Device("#tt.grid<1x1>")),
    (ttattr.Error, "expected a grid, found tt.memory_space", lambda: ttattr.Grid("#tt.memory_space<l1>")),
    (TypeError, "expected a grid as a tuple of integers", lambda: ttattr.Grid(Odd())),
    (ttattr.Error, "system", lambda: ttattr.System("nonsense")),
    (ttattr.Error, "expected 1 dims and 1 symbols, found 2 and 0", lambda: MAP(1, 2)),
    (ttattr.Error, "invalid argument", lambda: MAP(1, symbols=(0,))),
    (TypeError, "expected dims as a tuple of integers", lambda: MAP("1", symbols=(1,))),
    (ttattr.Error, "expected an index of 2 integers, found 1", lambda: LAYOUT.locate(3)),
    (ttattr.Error, "out of range [0, 49]", lambda: LAYOUT.locate((50, 0))),
    (TypeError, "expected an index as a tuple of integers", lambda: LAYOUT.locate((0.5, 1))),
    (ttattr.Error, "expected a core of 2 integers, found 1", lambda: LAYOUT.at((0,), 0)),
    (TypeError, "expected an offset as an integer", lambda: LAYOUT.at((0, 0), "0")),
    (ttattr.Error, "", lambda: LAYOUT.at((2, 0), 0)),
    (TypeError, "unexpected keyword argument 'color'", lambda: LAYOUT.with_(color=1)),
    (ttattr.Error, "grid", lambda: LAYOUT.with_(grid=(0, 1))),
    (TypeError, "expected intervals as pairs of dims", lambda: LAYOUT.with_(collapse=[(1, 2, 3)])),
    (TypeError, "expected a date", lambda: LAYOUT.at_era([])),
    (ttattr.Error, "layouts exist since 2024-05-14", lambda: LAYOUT.at_era("2019-01-01")),
    (TypeError, "expected an element type", lambda: ttattr.Layout.build((4, 4), 32, (1, 1))),
    (ttattr.Error, "f33", lambda: ttattr.Layout.build((4, 4), "f33", (1, 1))),
    (ttattr.Error, "cute", lambda: LAYOUT.convert("cube")),
    (ttattr.Error, "a CuTe layout is one memory", lambda: LAYOUT.convert("cute")),
    (ttattr.OptionError, "unknown option '--noise'", lambda: LAYOUT.convert("ttnn", noise=1)),
    (TypeError, "expected a Layout, found str", lambda: ttattr.move(TYPE, LAYOUT)),
    (ttattr.Error, "", lambda: ttattr.move(LAYOUT, OTHER)),
    (ttattr.OptionError, "unknown option '--speed'", lambda: ttattr.move(LAYOUT, LAYOUT, speed=1)),
    (TypeError, "for the option noc, found Odd", lambda: ttattr.move(LAYOUT, LAYOUT, noc=Odd())),
    (ttattr.Error, "", lambda: ttattr.same(LAYOUT, OTHER)),
    (TypeError, "expected a layout or its text, found int", lambda: ttattr.same(LAYOUT, 1)),
    (ttattr.OptionError, "unknown option '--plan'", lambda: ttattr.memory(TYPE, plan=True)),
    (TypeError, "expected a text or a path", lambda: ttattr.protocol(1)),
    (ttattr.OptionError, "unknown tool 'ls'", lambda: ttattr.run(["ls"])),
    (TypeError, "expected the words of a command line as a list", lambda: ttattr.run("tt-opt")),
    (ttattr.Error, "NUL", lambda: ttattr.run(["tt-opt", "a\0b"])),
    (ttattr.Error, "unknown format 'pdf'", lambda: LAYOUT.draw(format="pdf")),
    (ttattr.Error, "view", lambda: LAYOUT.draw("sideways")),
    (AttributeError, "Layout has no figure 'colour'; it has type", lambda: LAYOUT.colour),
    (AttributeError, "a Layout does not change", lambda: setattr(LAYOUT, "grid_shape", 1)),
    (AttributeError, "a Record does not change", lambda: setattr(RECORD, "core", 1)),
    (AttributeError, "Record has no figure 'colour'", lambda: RECORD.colour),
    (KeyError, "colour", lambda: RECORD["colour"]),
    (UnicodeError, "surrogates not allowed", lambda: ttattr.check("\ud800")),
]


def check_case(kind, words, function):
    try:
        result = function()
    except kind as error:
        assert str(error) and words in str(error), f"'{words}' is not in: {error}"
    else:
        raise AssertionError(f"no {kind.__name__} with '{words}', but {result!r}")


def check_types():
    """What is accepted beside the simplest type."""
    assert LAYOUT == ttattr.Layout(TYPE.encode()) == ttattr.parse(f"  {TYPE}\n")
    assert LAYOUT.at_era(datetime.date(2026, 1, 1)) == LAYOUT.at_era(20260101) == LAYOUT.at_era("2026-01-01")
    assert LAYOUT.with_(grid="1x4") == LAYOUT.with_(grid=[1, 4]) == LAYOUT.with_(grid=ttattr.Grid((1, 4)))
    assert len({LAYOUT, ttattr.Layout(TYPE), OTHER}) == 2 and LAYOUT != TYPE
    alias = "#l1 = #tt.memory_space<l1>\n"
    assert ttattr.parse(alias + '"op"() {a = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4xf32, #l1>>} : () -> ()'
                        ).kind == "tt.metal_layout"
    for value in (LAYOUT, ttattr.Grid("2x4"), MAP, ttattr.System("wormhole_b0:2"), ttattr.Tiled.build((64, 64), "f16"),
                  ttattr.Device.build((8, 8)), ttattr.parse("#tt.memory_space<l1>"), RECORD,
                  ttattr.move(LAYOUT, LAYOUT), ttattr.same(LAYOUT, LAYOUT), ttattr.memory(TYPE)):
        assert pickle.loads(pickle.dumps(value)) == value and hash(value) == hash(pickle.loads(pickle.dumps(value)))
        assert eval(repr(value), vars(ttattr)) == value, value
    error = pickle.loads(pickle.dumps(raised(lambda: ttattr.Layout("tensor<8x"))))
    assert error.diagnostics[0].span == (9, 9) and error.status == 1 and str(error).startswith("<stdin>:1:10: error")


def raised(function):
    try:
        function()
    except ttattr.Error as error:
        return error
    raise AssertionError("no error")


def check_warnings():
    """Warnings without another place are those of Python."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        LAYOUT.at_era("2026-01-01")
    assert str(caught[0].message).startswith("elements move to other cores")
    assert all(w.category is ttattr.TtattrWarning and w.filename == __file__ for w in caught), caught


failures = 0
for case in CASES:
    try:
        check_case(*case)
    except Exception as error:
        failures += 1
        print(f"{type(error).__name__}: {error}")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    check_types()
check_warnings()
assert not failures
print(f"{len(CASES)} wrong arguments")
