#!/usr/bin/env python3
"""The pages that `tt-layout draw -o x.html` and `tt-layout report` write, in headless Chromium without a network: TAP,
a test for each claim.

  pages.py BUILD_DIR   (skipped if Chromium is not installed or does not run; Debian: chromium)

The number of cores in the picture is the volume of the grid. An index in the address, an index that is set with the
sliders, and the element under the pointer have the same data as `at` of `tt-layout show --index --json`. The browser
opens one page at a time with `--dump-dom`. A script that the test appends to a copy of the page simulates input."""
import html.parser
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "drivers"))
from tap import Tap, arguments  # noqa: E402

TYPES = [  # (name, type, device or None)
    ("tiled", "tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, "
     "memref<1x1x!tt.tile<32 x 32, f32>, #tt.memory_space<l1>>>>", None),
    ("block float", "tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, "
     "memref<1x1x!tt.tile<32 x 32, bfp_bf8>, #tt.memory_space<l1>>>>", None),
    ("scalars", "tensor<2x3x64x128xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), undef, "
     "<2x4>, memref<192x32xf32, #tt.memory_space<l1>>>>", None),
    ("bumped", "tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <2x1>, "
     "memref<20x32xf32, #tt.memory_space<l1>>>>", None),
    ("two chips", "tensor<256x1024xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x16>, "
     "memref<2x2x!tt.tile<32 x 32, f32>, #tt.memory_space<l1>>>>",
     "#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, "
     "chipIds = [4, 7]>"),
    ("rank 3", "tensor<16x3x64x128xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3), undef, <2x2x4>, "
     "memref<8x3x1x!tt.tile<32 x 32, f32>, #tt.memory_space<l1>>>>",
     "#tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2x1x1, chipIds = [0, 1]>"),
    ("named",
     "tensor<3x2x1x1x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 53x63, dim_alignments = 96x32, "
     "collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>", None),
    # Its elements lie on diagonals of a physical box 75 times as large: the slice that is drawn holds hardly any.
    ("a dim twice", "tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 96 + d1, d1, d2), undef, <2x1x2>, "
     "memref<384x96x16xf32, #tt.memory_space<l1>>>>", None),
]

# Moves the pointer to one point of the box of each core, and collects the data of the page.
POINT = """
<script>
const seen = [];
[...document.querySelectorAll('svg [data-core]')].forEach((box, i) => {
  const b = box.getBoundingClientRect(), fx = [0.02, 0.31, 0.5, 0.97][i % 4], fy = [0.03, 0.47, 0.21, 0.9][i % 4];
  const [clientX, clientY] = [b.left + fx * b.width, b.top + fy * b.height];
  box.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX, clientY}));
  seen.push(document.getElementById('hover').dataset.json);
});
const pre = document.createElement('pre');
pre.id = 'seen';
pre.textContent = JSON.stringify(seen);
document.body.append(pre);
</script>
"""
# Sets the slider `dim` to `value`.
SLIDE = """
<script>
const sliders = [...document.querySelectorAll('input[type=range]')], index = %s;
index.forEach((v, i) => { sliders[i].value = v; sliders[i].dispatchEvent(new Event('input', {bubbles: true})); });
</script>
"""


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.cores, self.at, self.seen, self.inside, self.external, self.sections = [], None, None, None, [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if "data-core" in a:
            self.cores.append(a["data-core"])
        if a.get("id") == "at":
            self.at = json.loads(a["data-json"]) if "data-json" in a else None
        for name in ("src", "href", "xlink:href"):
            if name in a and not a[name].startswith("#"):
                self.external.append(a[name])
        if tag == "section":
            self.sections.append(a.get("id"))
        self.inside = a.get("id")

    def handle_data(self, data):
        if self.inside == "seen":
            self.seen = json.loads(data)
            self.inside = None


# As root in a container: no sandbox, no large /dev/shm, no display, no session bus, no network access.
FLAGS = ["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--disable-breakpad",
         "--proxy-server=127.0.0.1:9", "--window-size=1400,1000", "--virtual-time-budget=3000"]


def dump(chromium, address, timeout=120):
    """(DOM of a page after its scripts ran, or None; the messages of Chromium)"""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = [chromium, *FLAGS, f"--user-data-dir={home}", "--dump-dom", address]
        environment = {**os.environ, "HOME": home, "XDG_RUNTIME_DIR": home}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment, start_new_session=True)
        try:
            out, err = process.communicate(timeout=timeout)
            said = err.decode(errors="replace") + f"exit status {process.returncode}"
            return out.decode(errors="replace") if process.returncode == 0 else None, said
        except subprocess.TimeoutExpired:
            return None, f"timeout after {timeout} s"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # including its child processes
            except ProcessLookupError:
                pass
            process.wait()


def browse(chromium, path, fragment=""):
    for timeout in (60, 120):  # a loaded machine gets a second chance
        dom, said = dump(chromium, "file://" + path + fragment, timeout)
        if dom is not None:
            return Page(dom)
    raise RuntimeError(f"{path}{fragment}: {said[-1000:]}")


def find_chromium():
    """(path, None), or (None, reason): Chromium must be able to open an empty page."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not chromium:
        return None, "Chromium is not installed (Debian: chromium)"
    for timeout in (30, 90):
        dom, said = dump(chromium, "data:text/html,<p id=x></p><script>x.textContent=6*7</script>", timeout)
        if dom and ">42<" in dom:
            return chromium, None
    return None, "Chromium does not run: " + " ".join(said.split())[-200:]


def main():
    build = arguments(__doc__).parse_args().build
    tool = os.path.join(build, "tt-layout")
    chromium, why = find_chromium()
    if not chromium:
        print("1..0 # SKIP", why.replace("#", ""))
        return 0
    tap, generator = Tap(), random.Random(4)

    def run(*arguments):
        done = subprocess.run([tool, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise RuntimeError(done.stderr.decode())
        return done.stdout.decode()

    with tempfile.TemporaryDirectory() as folder:
        def page(text, device, view, more="", fragment=""):
            path = os.path.join(folder, "page.html")
            run("draw", text, "--view", view, "-o", path, *(["--device", device] if device else []))
            with open(path, "a", encoding="utf-8") as file:
                file.write(more)
            return browse(chromium, path, fragment)

        def show(text, device, index):
            more = ["--device", device] if device else []
            return json.loads(run("show", text, "--json", "--index", ",".join(map(str, index)), *more))["at"]

        def agrees(text, device, facts, said):
            """Whether the data of the page for an element is that of the tool."""
            if "padding" not in said:
                return said == show(text, device, said["logical"])
            offset = 0
            for at, extent in zip(said["shard_offset"], facts["padded_shard_shape"]):
                offset = offset * extent + at
            place = "x".join(map(str, said["core"])) + f",{offset}"
            return json.loads(run("show", text, "--json", "--at", place))["at"]["logical"] is None

        for name, text, device in TYPES:
            facts = json.loads(run("show", text, "--json"))
            index = [generator.randrange(n) for n in facts["logical_shape"]]
            last = [n - 1 for n in facts["logical_shape"]]
            for view in ["grid", "plane"] + (["mesh"] if device else []):
                shown = page(text, device, view, POINT, "#" + ",".join(map(str, index)))
                title = f"{name}, {view}: "
                distinct = len(set(shown.cores))
                cores = facts["cores"]
                tap.check(distinct == len(shown.cores) == cores, title + f"{cores} cores", shown.cores)
                tap.check(not shown.external, title + "nothing from outside", shown.external)
                tap.check(shown.at == show(text, device, index), title + f"the address #{index}", shown.at)
                wrong = [said for said in map(json.loads, shown.seen) if not agrees(text, device, facts, said)]
                elements = sum("logical" in json.loads(said) for said in shown.seen)
                tap.check(not wrong and len(shown.seen) == facts["cores"] and (elements > 0 or name == "a dim twice"),
                          title + f"{len(shown.seen)} points under the pointer, {elements} elements", wrong)
            shown = page(text, device, "tile", SLIDE % json.dumps(last))
            tap.check(shown.at == show(text, device, last), f"{name}, tile: sliders at {last}", shown.at)

        path = os.path.join(folder, "report.html")
        run("report", os.path.join(ROOT, "docs", "examples", "small.mlir"), "-o", path)
        shown = browse(chromium, path)
        expected = ["errors", "fit", "memory", "layouts", "padding", "moves", "grids", "streams"]
        tap.check(shown.sections == expected, "report: all sections", shown.sections)
        tap.check(not shown.external, "report: nothing from outside", shown.external)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
