#!/usr/bin/env python3
"""The playground (scripts/web) in headless Chromium: TAP.   playground.py BUILD_DIR [--picture]

playground.mjs drives the page with puppeteer-core. Screenshots are in BUILD_DIR/web/screenshots; --picture copies one
to docs/examples/playground.png, the picture in README.md. Skipped by name if the page cannot be built or Chromium is
not installed."""
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "drivers"))
from tap import Tap, arguments, run  # noqa: E402

PROGRAMS = {"clang-19": "clang-19", "wasm-ld-19": "lld-19", "node": "nodejs", "npm": "npm", "chromium": "chromium"}
TIMEOUT_S = 230


def main():
    parser = arguments(__doc__)
    parser.add_argument("--picture", action="store_true", help="write the picture in README.md again")
    options = parser.parse_args()
    build = options.build
    tap = Tap()
    missing = [package for name, package in PROGRAMS.items() if not shutil.which(name)]
    if missing:
        tap.skip("the playground", f"not installed: {' '.join(missing)}")
        return tap.finish()
    status, out, err = run([os.path.join(ROOT, "scripts", "web"), build], timeout=600)
    if status and b"npm" in err:
        tap.skip("the playground", "npm packages: " + err.decode(errors="replace").strip()[-200:])
        return tap.finish()
    if not tap.check(status == 0, "scripts/web builds the page", (out + err).decode(errors="replace")):
        return tap.finish()
    web = os.path.join(build, "web")
    site_folder = os.path.join(web, "site")  # not that of site.py, which may run at the same time
    status, out, err = run([os.path.join(ROOT, "scripts", "site"), build, site_folder])
    if status == 3:
        tap.skip("the playground in the documentation site", err.decode().strip())
    else:
        tap.check(status == 0, "scripts/site puts the page into the site", (out + err).decode(errors="replace"))
    site = [] if status else [os.path.join(site_folder, "site")]
    shots = os.path.join(web, "screenshots")
    os.makedirs(shots, exist_ok=True)
    command = ["node", os.path.join(ROOT, "tests", "pages", "playground.mjs"), os.path.join(web, "playground.html"),
               os.path.join(web, "node", "node_modules"), shutil.which("chromium"), build, shots, *site]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            out, _ = process.communicate(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            tap.check(False, f"the test of the page ends within {TIMEOUT_S} s")
    for line in filter(None, out.splitlines()):
        result = json.loads(line)
        if "note" in result:
            print(f"# {result['note']}")
        else:
            tap.check(result["ok"], result["name"], result["details"])
    if options.picture:
        shutil.copy(os.path.join(shots, "readme.png"), os.path.join(ROOT, "docs", "examples", "playground.png"))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
