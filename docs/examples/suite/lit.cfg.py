# A test suite of .mlir files with expected diagnostics: copy this file into their directory.
import tempfile

import lit.formats

config.name = "layouts"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_exec_root = tempfile.mkdtemp()
config.environment["PATH"] = lit_config.params.get("path", config.environment["PATH"])
