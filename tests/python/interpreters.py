"""Subinterpreters, as docs/python.md says: those that share the GIL import the package; others raise ImportError."""
import sys
import textwrap

CODE = textwrap.dedent(f"""
    import sys
    sys.path[:] = {sys.path!r}
    import ttattr
    assert ttattr.Grid((2, 4)).cores == 8
    assert ttattr.check("#a = #tt.grid<8x>")
""")
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    interpreters = None
if interpreters is None or sys.version_info >= (3, 13):
    print("not tried with this interpreter")
else:
    for _ in range(3):
        number = interpreters.create(isolated=False)
        interpreters.run_string(number, CODE)
        interpreters.destroy(number)
    print("3 with the GIL of the process")
