#!/usr/bin/env python3
"""tt-lsp-server over standard input and output.   lsp.py BUILD_DIR

Sessions with good and odd framing and their exit statuses; formatting of every file of lit/ that tt-opt accepts, which
must be that of tt-opt; many documents, many edits, slow clients; the clients of ../shared/kit/clients (neovim, eglot),
each if it is installed. lsp_replay.py has long dialogues."""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from tap import ROOT, Tap, arguments, files_below, run

CLIENTS = os.path.join(ROOT, "..", "shared", "kit", "clients")
URI = "file:///a.mlir"
CAPABILITIES = {"textDocument": {"codeAction": {"codeActionLiteralSupport": {}}}}


def frame(message, header=b""):
    body = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
    return header + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(number, method, **params):
    return frame({"id": number, "method": method, "params": params})


def notice(method, **params):
    return frame({"method": method, "params": params})


def opened(text, uri=URI):
    return notice("textDocument/didOpen",
                  textDocument={"uri": uri, "languageId": "mlir", "version": 1, "text": text})


def edited(version, *changes):
    return notice("textDocument/didChange", textDocument={"uri": URI, "version": version},
                  contentChanges=list(changes))


START = request(1, "initialize", capabilities=CAPABILITIES) + notice("initialized")
END = frame({"id": 2, "method": "shutdown"}) + frame({"method": "exit"})


def messages(data):
    found = []
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        size = int(head.split(b":")[1])
        found.append(json.loads(rest[:size]))
        data = rest[size:]
    return found


class Server:
    """A server that answers one message after another."""

    def __init__(self, program, *options, capabilities=None):
        self.process = subprocess.Popen([program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send(request(1, "initialize", capabilities=capabilities or CAPABILITIES) + notice("initialized"))
        self.wait(lambda m: m.get("id") == 1)

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def wait(self, condition):
        while True:
            line = self.process.stdout.readline()
            assert line, "the server has ended"
            self.process.stdout.readline()
            message = json.loads(self.process.stdout.read(int(line.split(b":")[1])))
            if condition(message):
                return message

    def ask(self, method, **params):
        self.send(request(7, "textDocument/" + method, textDocument={"uri": URI}, **params))
        return self.wait(lambda m: m.get("id") == 7).get("result")

    def diagnostics(self, version):
        def is_it(m):
            return m.get("method") == "textDocument/publishDiagnostics" and m["params"]["version"] == version
        return self.wait(is_it)["params"]["diagnostics"]

    def end(self):
        self.send(END)
        self.process.communicate(timeout=20)
        return self.process.returncode


# ---- framing and exit statuses ----

def check_framing(tap, program):
    closed = opened("#g = #tt.grid<0x1>")
    cases = [
        ("a session", START + closed + END, 0, 3),
        ("a header in other letters and with a type",
         frame({"id": 1, "method": "initialize", "params": {}}, b"content-type: x\r\n")
         .replace(b"Content-L", b"cONTENT-l") + END, 0, 2),
        ("a header without a length", b"X: 1\r\n\r\n" + START + END, 0, 2),
        ("a negative length", START + b"Content-Length: -5\r\n\r\n{}" + END, 0, 2),
        ("a length that is not a number", b"Content-Length: x\r\n\r\n" + START + END, 0, 2),
        ("a message that is not JSON", START + b"Content-Length: 3\r\n\r\n{]}" + END, 0, 3),
        ("an empty message", START + b"Content-Length: 0\r\n\r\n" + END, 0, 3),
        ("a length beyond the limit", START + b"Content-Length: 99999999999\r\n\r\n{}", 1, 1),
        ("a header without an end", b"x" * 100000, 1, 0),
        ("the end of the input", START, 1, 1),
        ("an input that ends inside a message", START + b"Content-Length: 100\r\n\r\n{", 1, 1),
        ("exit without shutdown", START + frame({"method": "exit"}), 1, 1),
        ("no input", b"", 1, 0),
    ]
    for name, data, status, answers in cases:
        found, out, _ = run([program, "--stdio"], stdin=data)
        tap.check(found == status and len(messages(out)) == answers, f"{name}: exit status {status}", (found, out))
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for byte in START + closed + END:
        process.stdin.write(bytes([byte]))
        process.stdin.flush()
    out, _ = process.communicate(timeout=20)
    tap.check(process.returncode == 0 and len(messages(out)) == 3, "one byte at a time")


def check_options(tap, program):
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        status, _, _ = run([program, "--stdio", "--log", log], stdin=START + END)
        with open(log, encoding="utf-8") as f:
            lines = f.read().splitlines()
        tap.check(status == 0 and len(lines) == 6 and lines[0].startswith('client: {"jsonrpc"')
                  and lines[1].startswith("server: "), "--log records both sides", lines)
        status, _, err = run([program, "--log", os.path.join(folder, "no", "log")], stdin=START + END)
        tap.check(status == 2 and b"cannot open" in err, "a log that cannot be opened", err)
    _, out, _ = run([program, "--position-encoding=utf-8"], stdin=START + END)
    tap.check(messages(out)[0]["result"]["capabilities"]["positionEncoding"] == "utf-8", "--position-encoding")
    text = "".join(f'"\u00e9"() : () -> tensor<1x{"?" * (i % 2)}4xf32> // \U0001f600\n' for i in range(100000))
    session = START + opened(text) + request(3, "textDocument/formatting", textDocument={"uri": URI}) + END
    status, out, _ = run([program], stdin=session)
    tap.check(status == 0 and len(messages(out)) == 4, "a client that reads late", (status, len(out)))


def check_files(tap, program):
    """Configuration files are read, and pages of pictures are written and removed."""
    with tempfile.TemporaryDirectory() as folder:
        inner = os.path.join(folder, "a b")
        os.mkdir(inner)
        with open(os.path.join(folder, ".tt-opt.toml"), "w", encoding="utf-8") as f:
            f.write('[rules]\ntile-size = "off"\n')
        text = "!a = !tt.tile<8x8, f32>"
        for uri, count in ((f"file://{folder}/a%20b/x.mlir", 0), (f"file://{inner}x/x.mlir", 0), (URI, 1),
                           ("untitled:x", 1), ("file://%", 1), ("file:///%00", 1)):
            _, out, _ = run([program], stdin=START + opened(text, uri) + END)
            found = [m["params"]["diagnostics"] for m in messages(out) if "params" in m]
            tap.check(len(found) == 1 and len(found[0]) == count, f".tt-opt.toml of {uri.replace(folder, '')}", found)
        # a file with a system, relative to the configuration file
        with open(os.path.join(inner, "chips.txt"), "w", encoding="utf-8") as f:
            f.write("[2, 10x8]\n")
        for value, has_cores in (("chips.txt", True), (os.path.join(inner, "chips.txt"), True), ("[2, 10x8]", True),
                                 ("/dev/zero", False), ("no.txt", False)):
            with open(os.path.join(inner, ".tt-opt.toml"), "w", encoding="utf-8") as f:
                f.write(f'system-desc = "{value}"\n')
            uri = f"file://{folder}/a%20b/x.mlir"
            hover = request(3, "textDocument/hover", textDocument={"uri": uri}, position={"line": 0, "character": 1})
            _, out, _ = run([program], stdin=START + opened("#g = #tt.grid<2x4>\n", uri) + hover + END)
            found = [m["result"]["contents"]["value"] for m in messages(out) if m.get("id") == 3]
            tap.check(("8 cores (72 unused)" in found[0]) == has_cores, f"system-desc = {os.path.basename(value)}",
                      found)
    server = Server(program, capabilities={"window": {"showDocument": {"support": True}}})
    with open(os.path.join(ROOT, "docs", "examples", "layout.mlir"), encoding="utf-8") as f:
        text = f.read()
    server.send(opened(text))
    line = next(i for i, one in enumerate(text.split("\n")) if one.startswith("#layout"))
    argument = {"uri": URI, "position": {"line": line, "character": 1}}
    server.send(request(8, "workspace/executeCommand", command="tt.picture", arguments=[argument]))
    uri = server.wait(lambda m: m.get("method") == "window/showDocument")["params"]["uri"]
    path = uri[len("file://"):]
    with open(path, encoding="utf-8") as f:
        tap.check(f.read().lower().startswith("<!doctype html"), "a page is written", path)
    tap.check(server.end() == 0 and not os.path.exists(os.path.dirname(path)), "pages are removed at the end")


# ---- formatting ----

def offset_of(text, position):
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[:position["line"]])
    line = lines[position["line"]]
    units = count = 0
    for character in line:
        units += 1 + (ord(character) > 0xffff)
        if units > position["character"]:
            break
        count += 1
    return start + count


def apply(text, edits):
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]),
                       reverse=True):
        begin, end = (offset_of(text, edit["range"][k]) for k in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def check_formatting(tap, program, opt):
    server, count, wrong = Server(program), 0, []
    for name in files_below("lit", ".mlir"):
        with open(os.path.join(ROOT, name), "rb") as f:
            data = f.read()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        command = [opt, "--split-input-file", "--no-config", "--no-from-run-lines", "-"]
        status, expected, _ = run(command, stdin=data)
        if status != 0 or "\0" in text:
            continue
        server.send(opened(text))
        server.diagnostics(1)
        found = apply(text, server.ask("formatting", options={}))
        count += 1
        if found.encode() != expected:
            wrong.append(name)
    tap.check(count > 100 and not wrong, f"formatting of {count} files is that of tt-opt", wrong)
    tap.check(server.end() == 0, "the server of many files ends")


# ---- load ----

def check_load(tap, program):
    """100 open documents, 1,000 edits that wait, a client that does not read, requests that are cancelled."""
    server, count = Server(program), 100
    uris = [f"file:///{i}.mlir" for i in range(count)]
    for i, uri in enumerate(uris):
        server.send(opened(f"#g{i} = #tt.grid<1x{i}>\n" * 20, uri))
    change = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "// x\n"}
    server.send(b"".join(notice("textDocument/didChange", textDocument={"uri": uri, "version": 2 + version},
                                contentChanges=[change]) for version in range(10) for uri in uris))
    found = {}
    while len(found) < count:
        message = server.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics")
        if message["params"]["version"] == 11:
            found[message["params"]["uri"]] = message["params"]["diagnostics"]
    tap.check(all(d["range"]["start"]["line"] >= 10 for list_ in found.values() for d in list_)
              and len(found[uris[0]]) == 39 and len(found[uris[1]]) == 19, "1,000 edits of 100 documents", found)
    server.send(request(9, "workspace/symbol", query="g99"))
    tap.check(len(server.wait(lambda m: m.get("id") == 9)["result"]) == 20, "a symbol of 100 documents")
    for uri in uris:
        server.send(notice("textDocument/didClose", textDocument={"uri": uri}))
    tap.check(server.end() == 0, "the server of 100 documents ends")

    # A message of diagnostics is larger than a pipe: while one waits, those of later versions are not written.
    server, edits, lines = Server(program), 1000, 2000
    server.send(opened("#g = #tt.grid<0x1>\n" * lines))
    for version in range(2, edits + 2):
        server.send(edited(version, change))
        if version == edits // 2:
            time.sleep(0.3)
    server.send(request(5, "textDocument/hover", textDocument={"uri": URI}, position={"line": 0, "character": 0}))
    server.send(frame({"method": "$/cancelRequest", "params": {"id": 5}}))
    versions = []

    def is_last(message):
        if message.get("method") == "textDocument/publishDiagnostics":
            versions.append(message["params"]["version"])
        return versions[-1:] == [edits + 1]
    server.wait(is_last)
    tap.check(len(versions) < 10 and versions == sorted(versions), "a client that does not read gets few versions",
              versions)
    tap.check(server.end() == 0, "the server of a slow client ends")


def check_memory(tap, program):
    """Memory is flat over many edits."""
    server = Server(program)
    server.send(opened("#g = #tt.grid<1x1>\n" * 50))
    server.diagnostics(1)
    sizes = []
    for version in range(2, 100002):
        server.send(edited(version, {"range": {"start": {"line": 9, "character": 14},
                                               "end": {"line": 9, "character": 15}}, "text": str(version % 9)}))
        if version in (10001, 100001):
            server.diagnostics(version)
            with open(f"/proc/{server.process.pid}/status", encoding="ascii") as f:
                sizes += [int(line.split()[1]) for line in f if line.startswith("VmRSS")]
    tap.check(sizes[1] - sizes[0] < 64, "memory is flat over 100,000 edits", sizes)
    server.end()


# ---- clients ----

def check_clients(tap, program):
    for name, command, script in (("neovim", "nvim", "neovim.sh"), ("eglot", "emacs", "eglot.sh")):
        path = os.path.join(CLIENTS, script)
        has_eglot = name != "eglot" or glob.glob("/usr/share/emacs/site-lisp/elpa*/eglot-*")
        if not os.path.exists(path) or not shutil.which(command) or not has_eglot:
            tap.skip(name, f"{command} or {script} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            for file in ("layout.json", "layout.mlir"):
                shutil.copyfile(os.path.join(CLIENTS, file), os.path.join(folder, file))
            status, out, err = run(["sh", path, f"{program} --stdio", os.path.join(folder, "layout.json")],
                                   env={**os.environ, "TT_STRICT": "1"})
        tap.check(status == 0, f"all checks of {name}", (out + err).decode(errors="replace"))
    path = os.path.join(CLIENTS, "robustness.py")
    if os.path.exists(path):
        status, out, err = run([sys.executable, path, program])
        tap.check(status == 0, "odd input of the kit", (out + err).decode(errors="replace"))
    else:
        tap.skip("odd input of the kit", "../shared is not there")


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    program = os.path.join(build, "tt-lsp-server")
    check_framing(tap, program)
    check_options(tap, program)
    check_files(tap, program)
    check_formatting(tap, program, os.path.join(build, "tt-opt"))
    check_load(tap, program)
    check_memory(tap, program)
    check_clients(tap, program)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
