# The configuration of lit: python3 /usr/lib/llvm-19/build/utils/lit/lit.py -v --param=build=build lit/grid
# (tests/drivers/lit_tap.py runs all of it from meson). A test is one .mlir file whose first line is its command.
import os
import shutil
import sys

import lit.formats

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.abspath(lit_config.params.get("build", os.path.join(root, "build")))

config.name = "ttattr"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(build, "lit")

config.substitutions.append(("%{python}", f'"{sys.executable}"'))
config.substitutions.append(("%{tt-layout}", os.path.join(build, "tt-layout")))
# tt-opt keeps comments, so the text it prints holds the CHECK lines of the test: each would match itself.
config.substitutions.append((r"\| FileCheck", r"""| sed -E "/^ *\/\/ *[A-Z0-9_-]+([{]LITERAL[}])?:/d" | FileCheck"""))

# FileCheck and not are in a separate folder on Debian.
llvm = [f"/usr/lib/llvm-{v}/bin" for v in range(30, 13, -1) if os.path.exists(f"/usr/lib/llvm-{v}/bin/FileCheck")]
config.environment["PATH"] = os.pathsep.join([build, *llvm[:1], os.environ.get("PATH", "")])
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "ASAN_SYMBOLIZER_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

for tool in ("tt-opt", "tt-layout"):
    if os.access(os.path.join(build, tool), os.X_OK):
        config.available_features.add(tool)
if llvm and os.access(os.path.join(llvm[0], "mlir-opt"), os.X_OK):
    config.available_features.add("mlir-opt")
if shutil.which("rsvg-convert"):
    config.available_features.add("rsvg-convert")
if not llvm and not shutil.which("FileCheck"):
    lit_config.fatal("FileCheck is missing (Debian: llvm-19-tools)")
