"""Subinterpreters, as docs/python.md says: those that share the GIL import the package; since 3.12 there are others,
and for them the import is an ImportError."""
import sys
import textwrap

try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

CODE = textwrap.dedent(f"""
    import sys
    sys.path[:] = {sys.path!r}
    import ttattr
    assert ttattr.Grid((2, 4)).cores == 8
    assert ttattr.check("#a = #tt.grid<8x>")
""")


def outcome(isolated):
    """What the code raises; None."""
    named = sys.version_info >= (3, 13)
    kind = "isolated" if isolated else "legacy"
    number = interpreters.create(kind) if named else interpreters.create(isolated=isolated)
    try:
        raised = interpreters.run_string(number, CODE)
        return raised and raised.formatted
    except Exception as error:
        return str(error)
    finally:
        interpreters.destroy(number)


for _ in range(3):
    assert outcome(isolated=False) is None, outcome(isolated=False)
alone = outcome(isolated=True)
assert alone is None if sys.version_info < (3, 12) else "ImportError" in alone, alone
print("3 with the GIL of the process, and one without" if alone else "3")
