"""Builds the extension module ttattr._ttattr: the library, the three tools and the functions of src/ in one file.

scripts/python makes the folder in which this runs: the package, src/ and, in library/, the sources of the library with
its generated files, so that re2c and bison are not needed. With TTATTR_LIBRARY=libttattr.a a library that is already
compiled is linked instead; TTATTR_SANITIZE=1 compiles with AddressSanitizer."""
import concurrent.futures
import glob
import os
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = os.path.dirname(os.path.abspath(__file__))
os.chdir(HERE)
TOOLS = ("tt-opt", "tt-layout", "tt-lsp-server")
INCLUDES = ["library/include", "library/src", "library", "library/generated", "src"]
# The stable ABI does not exist for interpreters without the GIL: the wheel is for one version then.
STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")
# The interpreter gives the level of optimization; CFLAGS may change it.
FLAGS = ["-g0", "-std=gnu17", "-fvisibility=hidden", "-fPIC", "-w"]
LINK = ["-Wl,-s", "-Wl,--version-script=src/exports.map", "-Wl,-z,now"] if sys.platform.startswith("linux") else []
if os.environ.get("TTATTR_SANITIZE"):
    FLAGS += ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address", "-DTTA_ARENA_APART"]
    LINK = ["-fsanitize=address"]


def sources(pattern):
    return sorted(glob.glob(pattern, recursive=True))


def groups():
    """(sources, options) of the parts of the library and the tools."""
    common = ["-include", os.path.join(HERE, "src", "io.h"), "-DTTATTR_TOOL"]
    if not os.environ.get("TTATTR_LIBRARY"):
        library = [path for path in sources("library/src/**/*.c") if not path.startswith("library/src/tools/")]
        yield library + sources("library/generated/*.c"), []
    yield sources("library/src/tools/common/*.c"), common
    for tool in TOOLS:
        main = ["-Dmain=ttattr_main_" + tool.replace("-", "_"), "-Dtta_process_start=ttattr_process_start"]
        yield sources(f"library/src/tools/{tool}/*.c"), common + main


class BuildExtension(build_ext):
    def build_extension(self, ext):
        tasks = [([path], options) for paths, options in groups() for path in paths]
        with concurrent.futures.ThreadPoolExecutor(self.parallel or os.cpu_count() or 1) as pool:
            objects = list(pool.map(self.compile_group, tasks))
        ext.extra_objects = [path for paths in objects for path in paths]
        if os.environ.get("TTATTR_LIBRARY"):
            ext.extra_objects.append(os.environ["TTATTR_LIBRARY"])
        ext.depends = ext.depends + ext.extra_objects  # without this, a changed library is not linked again
        super().build_extension(ext)

    def compile_group(self, task):
        paths, options = task
        return self.compiler.compile(paths, output_dir=self.build_temp, include_dirs=INCLUDES,
                                     extra_postargs=FLAGS + options)


with open("VERSION", encoding="utf-8") as file:
    version = file.read().strip()

setup(
    name="ttattr",
    version=version,
    description="Parse, verify, print and compute with Tenstorrent MLIR layout and device attributes",
    license="Apache-2.0 WITH LLVM-exception",
    license_files=["LICENSE", "NOTICE"],
    python_requires=">=3.8",
    packages=["ttattr"],
    package_data={"ttattr": ["py.typed", "*.pyi"]},
    entry_points={"pytest11": ["ttattr = ttattr.pytest_plugin"]},
    extras_require={"numpy": ["numpy"]},
    ext_modules=[Extension(
        "ttattr._ttattr", sources("src/*.c") + sources("library/bindings/*.c"), include_dirs=INCLUDES,
        define_macros=[("Py_LIMITED_API", "0x03080000")] if STABLE else [],
        py_limited_api=STABLE, extra_compile_args=FLAGS, extra_link_args=LINK)],
    cmdclass={"build_ext": BuildExtension},
    options={"bdist_wheel": {"py_limited_api": "cp38"}} if STABLE else {},
    zip_safe=False,
)
