#!/usr/bin/env python3
"""The folder editors/.   editors.py BUILD_DIR configurations|node|chromium

`configurations`: the files can be read; neovim, vim and Emacs are set up with the commands of docs/editors.md and
run the checks of tests/editors. `node`: the VS Code extension runs with the server, is packaged without network, and
its grammar colors a text; all messages of tt-lsp-server are valid by the types of the protocol.
`chromium`: the VS Code extension in a page with VS Code's own API and client library against tt-lsp-server, and in the
workbench of VS Code for browsers (vscode.dev) with the WebAssembly server.
What is not installed is skipped by name."""
import glob
import json
import os
import re
import shutil
import sys
import tempfile
import tomllib
import zipfile

import lsp
from tap import ROOT, Tap, arguments, run

EDITORS = os.path.join(ROOT, "editors")
CLIENTS = os.path.join(ROOT, "..", "shared", "kit", "clients")
# Errors after letters of several bytes, a device of several lines, a spelling that formatting changes.
TEXT = """#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<8x16xf32, #tt.memory_space<l1>>>
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>,
  l1Map = (d0, d1)[s0, s1] -> (0, d0, d1, s0 + s1),
  dramMap = (d0, d1)[s0, s1] -> (0, 0, d0, d1), meshShape = , chipIds = [0]>
func.func @f(%arg0: tensor<64x128xf32, #layout>) {
  %0 = "test.one"(%arg0) {n = "\u00e9\U0001f600", g = #tt.grid<0x1>} : (tensor<64x128xf32, #layout>) -> i32
  "t.two"() {n = "\u00e9\U0001f600", s = #tt.memory_space<l2>, t = #tt.memory_space< dram >} : () -> ()
}
"""


# Without errors, which keep a text from being formatted.
CLEAN = TEXT.replace("meshShape = , ", "").replace("0x1", "1x1").replace("<l2>", "<l1>")


def read(*path):
    with open(os.path.join(EDITORS, *path), encoding="utf-8") as f:
        return f.read()


def report(tap, prefix, lines, details):
    """A check for each line `ok NAME` or `FAIL NAME: WHAT`, which are before a line `end`."""
    has_end = "end" in lines
    lines = [line for line in lines if re.match("ok |FAIL ", line)]
    for line in lines:
        verdict, _, rest = line.partition(" ")
        name, _, why = rest.partition(": ")
        tap.check(verdict == "ok", f"{prefix}: {name}", why)
    tap.check(has_end and len(lines) > 5, f"{prefix} runs all checks", details)


# ---- configurations ----

def check_files(tap):
    package = json.loads(read("vscode", "package.json"))
    code = read("vscode", "src", "extension.js")
    commands = [c["command"] for c in package["contributes"]["commands"]]
    registered = re.search(r"const commands = \{(.*?)\};", code, re.S)[1]
    tap.check(all(re.search(rf"\b{c.split('.')[1]}\b", registered) for c in commands), "all commands are registered",
              commands)
    settings = package["contributes"]["configuration"]["properties"]
    prefixes = {name.split(".")[0] for name in [*commands, *settings]}
    tap.check(prefixes == {"tt-opt"}, "all commands and settings have one prefix", prefixes)
    fields = [package.get(f) for f in ("name", "activationEvents", "main", "browser", "icon")]
    languages = [(x["id"], x["extensions"]) for x in package["contributes"]["languages"]]
    tap.check(fields == ["ttattr", ["onLanguage:mlir"], "./out/extension.js", "./out/browser.js", "icon.png"] and
              languages == [("mlir", [".mlir"])] and package["repository"]["url"],
              "the extension has an entry for browsers, a language, an icon and a repository", (fields, languages))
    names = re.findall(r"'(\w+)'", re.search(r"NAMES = \[(.*?)\]", read("vscode", "src", "settings.js"))[1])
    declared = [n.split(".")[1] for n in settings]
    tap.check(sorted(names + ["server"]) == sorted(declared), "all settings are sent to the server", (names, declared))
    with open(os.path.join(ROOT, "docs", "editors.md"), encoding="utf-8") as f:
        section = re.search(r"^## Settings$(.*?)^## ", f.read(), re.S | re.M)[1]
    documented = re.findall(r"^\| `(\w+)` \|", section, re.M)
    tap.check(sorted(names) == sorted(documented), "all settings are in docs/editors.md", (names, documented))
    json.loads(read("vscode", "syntaxes", "tenstorrent.tmLanguage.json"))
    json.loads(read("sublime", "LSP.sublime-settings"))
    tomllib.loads(read("helix", "languages.toml"))
    tomllib.loads(read("kakoune", "kak-lsp.toml"))
    folders = [n for n in sorted(os.listdir(EDITORS)) if os.path.isdir(os.path.join(EDITORS, n))]
    missing = [n for n in folders if not os.path.exists(os.path.join(EDITORS, n, "README.md"))]
    tap.check(len(folders) == 7 and not missing, "each folder has a README.md", (folders, missing))


def commands_of(name):
    """The commands of docs/editors.md that set up an editor."""
    with open(os.path.join(ROOT, "docs", "editors.md"), encoding="utf-8") as f:
        return re.search(rf"^### {name}\n.*?^```sh\n(.*?)^```", f.read(), re.S | re.M)[1]


def check_example(tap, program):
    """The file of docs/editors.md has the hover and the error that the page describes."""
    with open(os.path.join(ROOT, "docs", "editors.md"), encoding="utf-8") as f:
        text, page = re.search(r"^```mlir\n(.*?)^```\n(.*?)\n\n[A-Z]", f.read(), re.S | re.M).groups()
    figures = re.findall(r"`([0-9x]+)` (?:logical|shard|bytes)", page) + re.findall(r"(\d+\.\d) %", page)
    server = lsp.Server(program)
    server.send(lsp.opened(text))
    clean = server.diagnostics(1)
    hover = server.ask("hover", position={"line": 1, "character": text.splitlines()[1].index("#layout")})
    server.send(lsp.edited(2, {"text": text.replace("<8x8>", "<0x8>")}))
    marked = [d["range"]["start"]["character"] for d in server.diagnostics(2)]
    server.end()
    tap.check(not clean and len(figures) == 4 and all(f in str(hover) for f in figures) and
              marked == [text.index("<8x8>") + 1], "the example of docs/editors.md", (clean, figures, hover, marked))


def run_editor(tap, name, program, command, why_not):
    """Sets up an editor as docs/editors.md describes in an empty home directory, and runs its script of tests/editors
    on a file x.mlir."""
    if why_not:
        tap.skip(name, why_not)
        return
    with tempfile.TemporaryDirectory() as home:
        path = os.path.dirname(program) + os.pathsep + os.environ["PATH"]
        env = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
        env |= {"PATH": path, "HOME": home}
        status, out, err = run(["sh", "-e", "-c", commands_of(name)], cwd=ROOT, env=env)
        tap.check(status == 0, f"{name}: the commands of docs/editors.md", out + err)
        folder = os.path.join(home, "work")
        os.mkdir(folder)
        with open(os.path.join(folder, "x.mlir"), "w", encoding="utf-8") as f:
            f.write(TEXT)
        _, out, err = run(command, cwd=folder, env=env, timeout=100)
        lines = (out + b"\n" + err).decode(errors="replace").splitlines()
        if os.path.exists(os.path.join(folder, "out")):
            with open(os.path.join(folder, "out"), encoding="utf-8") as f:
                lines = f.read().splitlines()
        report(tap, name, lines, "\n".join(lines))


def check_editors(tap, program):
    scripts = os.path.join(ROOT, "tests", "editors")
    missing = None if shutil.which("nvim") else "nvim is not installed (Debian: neovim)"
    run_editor(tap, "neovim", program,
               ["nvim", "--headless", "x.mlir", "-c", f"luafile {scripts}/neovim.lua", "-c", "qa!"], missing)
    missing = None
    if not shutil.which("vim") or b"+syntax" not in run(["vim", "--version"])[1]:
        missing = "vim with syntax files is not installed (Debian: vim)"
    elif not os.path.exists("/usr/share/vim-ale"):
        missing = "ALE is not installed (Debian: vim-ale)"
    run_editor(tap, "vim", program,
               ["sh", "-c", f"vim -N -u ~/.vimrc -es -S '{scripts}/ale.vim' x.mlir </dev/null"], missing)
    if not shutil.which("emacs") or not glob.glob("/usr/share/emacs/site-lisp/elpa*/eglot-*"):
        missing = "emacs or eglot is not installed (Debian: emacs-nox, elpa-eglot)"
    else:
        missing = None
    run_editor(tap, "Emacs", program,
               ["sh", "-c", f"emacs --batch -f package-activate-all -l ~/.emacs.d/init.el -l '{scripts}/eglot.el'"],
               missing)


# ---- node ----

def modules(tap, folder, source, name):
    status, out, err = run([os.path.join(ROOT, "scripts", "node-modules"), folder, *source], timeout=400)
    if status:
        tap.skip(name, "npm packages: " + (out + err).decode(errors="replace").strip()[-200:])
    return not status


def check_grammar(tap, folder):
    script = os.path.join(ROOT, "tests", "node", "grammar.mjs")
    text = '#a = #tt.device<workerGrid = #g, x = l1> // #tt.grid "s" #tt.tile'
    grammar = os.path.join(EDITORS, "vscode", "syntaxes", "tenstorrent.tmLanguage.json")
    _, out, err = run(["node", script, grammar, text], cwd=folder)
    found = dict(line.split("\t") for line in out.decode().splitlines() if "\t" in line)
    wanted = {"#a": "alias", "#tt.device": "support.type", "workerGrid": "property", "l1": "constant.language"}
    wrong = {t: found.get(t) for t, scope in wanted.items() if scope not in found.get(t, "")}
    tap.check(not wrong and "#tt.tile" not in found, "the grammar of VS Code", (wrong, found, err))


def copy_extension(folder):
    for name in os.listdir(os.path.join(EDITORS, "vscode")):
        if name in ("node_modules", "out", "package-lock.json") or name.endswith(".vsix"):
            continue
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            shutil.rmtree(path)  # of an earlier run
        source = os.path.join(EDITORS, "vscode", name)
        (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, path)


def check_extension(tap, folder, program, package):
    """@param package of npm with the WebAssembly server; None"""
    copy_extension(folder)
    env = {**os.environ, "TTATTR_NPM": package or os.path.join(folder, "none")}
    status, out, err = run(["node", "bundle.js"], cwd=folder, env=env)
    tap.check(status == 0, "the extension is bundled", out + err)
    script = os.path.join(ROOT, "tests", "node", "extension.cjs")
    path = os.path.dirname(program) + os.pathsep + env["PATH"]
    _, out, err = run(["node", script, folder], env={**env, "PATH": path})
    report(tap, "the extension", out.decode(errors="replace").splitlines(), err.decode(errors="replace"))
    if package and not shutil.which("tt-lsp-server"):
        _, out, err = run(["node", script, folder, "worker"], env=env)
        report(tap, "the extension without a server on PATH", out.decode(errors="replace").splitlines(),
               err.decode(errors="replace"))
    if package:
        _, out, err = run(["node", script, folder, "browser"], env=env)
        report(tap, "the extension in a browser", out.decode(errors="replace").splitlines(),
               err.decode(errors="replace"))
    else:
        tap.skip("the extension without a server on PATH", "the WebAssembly server was not built (suite wasm)")
    check_package(tap, folder, env)
    script = """const s = require('./src/settings');
      const assert = require('assert');
      assert.deepEqual(s.serverSettings(n => ({era: 20250301, rules: null})[n]), {era: 20250301});
      structuredClone(s.serverSettings(n => ({rules: new Proxy({}, {})})[n])); // for a worker
      assert(s.picturePage({format: 'svg', text: '<?xml version="1.0"?>\\n<svg/>'}).includes('><svg/></body>'));
      assert(s.picturePage({format: 'text', text: 'a<b'}).includes('<pre>a&lt;b</pre>'));
      assert.equal(s.picturePage({format: 'html', text: '<p>'}), '<p>');
      assert(s.ruleText({rule: 'r', summary: 's', explanation: 'e'}).startsWith('# r'));"""
    status, out, err = run(["node", "-e", script], cwd=folder)
    tap.check(status == 0, "the settings and pages of the extension", err.decode())


def check_package(tap, folder, env):
    node = run(["node", "--version"])[1].decode()
    if not re.match(r"v(2\d|[3-9]\d)\.", node):
        tap.skip("the extension is packaged", f"vsce requires Node.js 20, this is {node.strip()}")
        return
    offline = ["unshare", "-rn"] if run(["unshare", "-rn", "true"])[0] == 0 else []
    status, out, err = run([*offline, "npm", "run", "package"], cwd=folder, env=env, timeout=120)
    package = os.path.join(folder, "ttattr.vsix")
    size = os.path.getsize(package) if os.path.exists(package) else 0
    limits = (200000, 2000000) if os.path.exists(os.path.join(folder, "out", "ttattr")) else (50000, 200000)
    tap.check(status == 0 and limits[0] < size < limits[1],
              "the extension is packaged" + " without network" * bool(offline),
              (size, (out + err).decode(errors="replace")[-2000:]))
    check_licenses(tap, folder, package)


def dependencies(places, name, found):
    """The folders of a package and of all that it requires. @param places where it may be, inner ones first"""
    path = next(p for p in (os.path.join(place, "node_modules", name) for place in places) if os.path.exists(p))
    if path not in found:
        with open(os.path.join(path, "package.json"), encoding="utf-8") as f:
            package = json.load(f)
        found.add(path)
        for other in package.get("dependencies", {}):
            dependencies([path, *places], other, found)
    return found


def check_licenses(tap, folder, package):
    """The package has the license of each library that its bundles contain."""
    names, licenses = [], ""
    if os.path.exists(package):
        with zipfile.ZipFile(package) as archive:
            names = archive.namelist()
            if "extension/out/LICENSES.txt" in names:
                licenses = archive.read("extension/out/LICENSES.txt").decode()
    missing = []
    for path in sorted(dependencies([folder], "vscode-languageclient", set())):
        with open(glob.glob(os.path.join(path, "[Ll][Ii][Cc][Ee][Nn]*"))[0], encoding="utf-8") as f:
            if f"{os.path.basename(path)} " not in licenses or f.read().strip() not in licenses:
                missing.append(os.path.relpath(path, folder))
    tap.check(not missing and "LLVM Exceptions" in licenses, "the package has the licenses of what it contains",
              missing)
    wanted = ["changelog.md", "icon.png", "language-configuration.json", "readme.md", "out/extension.js",
              "out/browser.js"]
    shown = [n.removeprefix("extension/").lower() for n in names]
    tap.check(all(n in shown for n in wanted) and "src/extension.js" not in shown, "the files of the package", shown)


def check_messages(tap, program, folder):
    """Two sessions that use all methods, and the client of the kit with three encodings: each message of types.ts
    occurs, and all of them are valid."""
    names = [("tests/node", n) for n in ("validate.mjs", "types.ts", "tsconfig.json", "protocol.mjs")]
    has_client = os.path.exists(os.path.join(CLIENTS, "node-client.mjs"))
    if has_client:
        names += [(CLIENTS, n) for n in ("node-client.mjs", "lib.mjs", "layout.json", "layout.mlir")]
    for source, name in names:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            os.remove(path)
        shutil.copyfile(os.path.join(ROOT, source, name), path)
    with tempfile.TemporaryDirectory() as work:
        text, log = os.path.join(work, "x.mlir"), os.path.join(work, "log")
        with open(text, "w", encoding="utf-8") as f:
            f.write(TEXT)
        status, out, err = run(["node", "protocol.mjs", program, log, text], cwd=folder)
        tap.check(status == 0, "sessions with all methods", (out + err).decode(errors="replace"))
        for encodings in ("utf-16", "utf-8", ""):
            if not has_client:
                tap.skip("the client of npm", "../shared is not there")
                break
            status, out, err = run(["node", "node-client.mjs", "layout.json", program, "--log", log], cwd=folder,
                                   env={**os.environ, "TT_STRICT": "1", "TT_ENCODINGS": encodings})
            tap.check(status == 0, f"all checks of the client of npm, encodings '{encodings}'",
                      (out + err).decode(errors="replace"))
        status, out, err = run(["node", "validate.mjs", log, "all"], cwd=folder)
    tap.check(status == 0, "all kinds of messages occur and are valid by the types of the protocol",
              (out + err).decode(errors="replace")[-2000:])


# ---- VS Code's client library in Chromium ----

def check_chromium(tap, program, folder, chromium):
    with tempfile.TemporaryDirectory() as work:
        text, log = os.path.join(work, "x.mlir"), os.path.join(work, "log")
        with open(text, "w", encoding="utf-8") as f:
            f.write(TEXT)
        script = os.path.join(ROOT, "tests", "vscode", "run.mjs")
        status, out, err = run(["node", script, os.path.join(EDITORS, "vscode"), text, program, log], cwd=folder,
                               env={**os.environ, "CHROMIUM": chromium}, timeout=240)
        report(tap, "VS Code", out.decode(errors="replace").splitlines(), err.decode(errors="replace")[-2000:])
        tap.check(status is not None, "the page ends", err)


def check_workbench(tap, folder, package, chromium):
    name = "VS Code for browsers"
    if not package:
        tap.skip(name, "the WebAssembly server was not built (suite wasm)")
        return
    extension = os.path.join(folder, "extension")
    os.makedirs(extension, exist_ok=True)
    copy_extension(extension)
    status, out, err = run(["node", "bundle.js"], cwd=extension, env={**os.environ, "TTATTR_NPM": package})
    tap.check(status == 0, f"{name}: the extension is bundled", out + err)
    with tempfile.TemporaryDirectory() as work:
        text = os.path.join(work, "x.mlir")
        with open(text, "w", encoding="utf-8") as f:
            f.write(CLEAN)
        script = os.path.join(ROOT, "tests", "vscode", "workbench.mjs")
        _, out, err = run(["node", script, extension, text], cwd=folder, env={**os.environ, "CHROMIUM": chromium},
                          timeout=240)
        report(tap, name, out.decode(errors="replace").splitlines(), err.decode(errors="replace")[-2000:])


def wasm_package(build):
    """The npm package with the WebAssembly server; None."""
    package = os.path.abspath(os.path.join(build, "wasm", "npm"))
    has_server = all(os.path.exists(os.path.join(package, n)) for n in ("ttattr.wasm", "server-worker.js"))
    return package if has_server else None


def main():
    args = arguments(__doc__, "part").parse_args()
    tap, program = Tap(), os.path.join(os.path.abspath(args.build), "tt-lsp-server")
    if args.part == "configurations":
        check_files(tap)
        check_example(tap, program)
        check_editors(tap, program)
        return tap.finish()
    if args.part == "chromium":
        folder, name = os.path.join(args.build, "node-chromium"), "VS Code's client library in Chromium"
        chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if not chromium:
            tap.skip(name, "Chromium is not installed (Debian: chromium)")
        elif modules(tap, folder, ["tests/vscode"], name):
            check_chromium(tap, program, folder, chromium)
            check_workbench(tap, folder, wasm_package(args.build), chromium)
        return tap.finish()
    folder = os.path.join(args.build, "node-vscode")
    if modules(tap, folder, ["editors/vscode"], "the VS Code extension"):
        check_grammar(tap, folder)
        check_extension(tap, folder, program, wasm_package(args.build))
    folder = os.path.join(args.build, "node")
    if modules(tap, folder, [], "messages by the types of the protocol"):
        check_messages(tap, program, os.path.abspath(folder))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
