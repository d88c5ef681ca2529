#!/usr/bin/env python3
"""Long dialogues with tt-lsp-server.   lsp_replay.py BUILD_DIR [SEED]

Two clients share one server: each edits its own document 500 times, one by ranges and one also by whole texts, and
sends requests between the edits, in UTF-16 and in UTF-8. The texts are kept here too, by an independent reading of
positions. The final diagnostics, hovers, formatting and other answers must be those of a server that has only opened
the final texts. The recorded messages of the clients, sent again to another server, must have the same answers."""
import json
import os
import random
import sys
import tempfile

from lsp import Server, frame, messages, notice, request
from tap import ROOT, Tap, arguments, run

EDITS = 500
PIECES = [
    "#a", "#b = #tt.grid<1x2>\n", "\u00e9\U0001f600", "\n", "// -----\n", "<", ">", "\"", "0x1", "\r\n", "l2", " ",
    "#g1 = #tt.grid<2x4>\n", " // tt-opt: allow(tile-size)\n", "!t = !tt.tile<8x8, f32>\n", "#g1", "\0", "\u2028",
    "\ud83d",
    "%0 = \"t.a\"() : () -> tensor<64x128xf32, #layout>\n", "module attributes {tt.device = #g1} {\n", "}\n", "@f", "0"]
CAPABILITIES = {"textDocument": {"codeAction": {"codeActionLiteralSupport": {}},
                                 "publishDiagnostics": {"relatedInformation": True, "dataSupport": True}}}
POSITION_REQUESTS = ("hover", "completion", "definition", "documentHighlight", "prepareRename", "signatureHelp")
# without "diagnostic": diagnostics are published until the first request for them
WHOLE_REQUESTS = ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens")


class Text:
    """A text that is edited by positions, as the protocol defines them."""

    def __init__(self, text, unit):
        self.text, self.unit = text, unit

    def units(self, character):
        if self.unit == "utf-8":
            return len(character.encode())
        return len(character.encode("utf-16-le")) // 2

    def offset(self, position):
        line, begin = 0, 0
        while line < position["line"]:
            end = self.text.find("\n", begin)
            if end < 0:
                return len(self.text)
            line, begin = line + 1, end + 1
        end = self.text.find("\n", begin)
        content = self.text[begin:end if end >= 0 else len(self.text)]
        if end >= 0 and content.endswith("\r"):
            content = content[:-1]
        count = 0
        for i, character in enumerate(content):
            count += self.units(character)
            if count > position["character"]:
                return begin + i
        return begin + len(content)

    def edit(self, change):
        if "range" not in change:
            self.text = change["text"]
            return
        begin, end = sorted(self.offset(change["range"][k]) for k in ("start", "end"))
        self.text = self.text[:begin] + change["text"] + self.text[end:]


class Client:
    """One of the clients of a server, with one document."""

    def __init__(self, server, uri, text, unit, numbers, whole_texts):
        self.server, self.uri, self.numbers, self.whole_texts = server, uri, numbers, whole_texts
        self.text, self.version = Text(text, unit), 1
        server.send(notice("textDocument/didOpen", textDocument={"uri": uri, "languageId": "mlir", "version": 1,
                                                                 "text": text}))

    def position(self):
        lines = self.text.text.split("\n")
        line = self.numbers.randrange(len(lines))
        width = sum(self.text.units(c) for c in lines[line])
        if self.numbers.randrange(40) == 0:  # out of range: clamped
            return {"line": line + self.numbers.choice((0, 1000)), "character": self.numbers.choice((width + 1, 2**31))}
        return {"line": line, "character": self.numbers.randrange(width + 1)}

    def change(self):
        piece = self.numbers.choice(PIECES)
        if self.whole_texts and self.numbers.randrange(8) == 0:
            at = self.numbers.randrange(len(self.text.text) + 1)
            return {"text": self.text.text[:at] + piece + self.text.text[at:]}
        start = end = self.position()
        if self.numbers.randrange(3) == 0:
            end = {"line": start["line"] + self.numbers.randrange(2), "character": self.position()["character"]}
        if self.numbers.randrange(50) == 0:
            start, end = end, start
        return {"range": {"start": start, "end": end}, "text": piece}

    def edit(self):
        changes = []
        for _ in range(self.numbers.choice((1, 1, 1, 2, 3))):
            changes.append(self.change())
            read = changes[-1]["text"].replace("\ud83d", "\ufffd")  # half a pair
            self.text.edit({**changes[-1], "text": read})
        self.version += 1
        self.server.send(notice("textDocument/didChange", textDocument={"uri": self.uri, "version": self.version},
                                contentChanges=changes))

    def ask_something(self, number):
        method = self.numbers.choice(POSITION_REQUESTS + WHOLE_REQUESTS)
        self.server.send(request(number, "textDocument/" + method, textDocument={"uri": self.uri},
                                 position=self.position()))
        if self.numbers.randrange(4) == 0:
            self.server.send(frame({"method": "$/cancelRequest", "params": {"id": number}}))


def final_state(server, uri, text, version, numbers):
    """All that can be seen of a document. Result ids are names and differ."""
    def ask(method, **params):
        server.send(request(7, "textDocument/" + method, textDocument={"uri": uri}, **params))
        answer = server.wait(lambda m: m.get("id") == 7)
        if isinstance(answer.get("result"), dict):
            answer["result"].pop("resultId", None)
        return answer
    state = {"published": server.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                                      and m["params"]["uri"] == uri and m["params"]["version"] == version)
             ["params"]["diagnostics"]}
    for method in WHOLE_REQUESTS:
        state[method] = ask(method)
    last = text.count("\n") + 1
    state["formatting"] = ask("formatting", options={})
    state["inlayHint"] = ask("inlayHint", range={"start": {"line": 0, "character": 0},
                                                 "end": {"line": last, "character": 0}})
    for i in range(40):
        at = {"line": numbers.randrange(last), "character": numbers.randrange(60)}
        for method in ("hover", "definition", "documentHighlight", "completion"):
            state[f"{method} {i} {at}"] = ask(method, position=at)
        state[f"codeAction {i} {at}"] = ask("codeAction", range={"start": at, "end": at}, context={"diagnostics": []})
    return state


def start_texts():
    with open(os.path.join(ROOT, "docs", "examples", "layout.mlir"), encoding="utf-8") as f:
        first = f.read()
    with open(os.path.join(ROOT, "docs", "examples", "memory.mlir"), encoding="utf-8") as f:
        second = f.read()
    return ["// \u00e9\U0001f600\n" + "// -----\n".join([first] * 3), first + "// -----\r\n" + second]


def session(tap, program, unit, seed, log):
    numbers = random.Random(seed)
    capabilities = {**CAPABILITIES, "general": {"positionEncodings": [unit]}}
    server = Server(program, "--log", log, capabilities=capabilities)
    clients = [Client(server, f"file:///{name}.mlir", text, unit, numbers, name == "b")
               for name, text in zip("ab", start_texts())]
    for i in range(EDITS):
        for client in clients:
            client.edit()
            if numbers.randrange(5) == 0:
                client.ask_something(f"{client.uri} {i}")
        if i % 50 == 0:  # what has arrived by now is published
            server.send(request(8, "workspace/symbol", query=""))
            server.wait(lambda m: m.get("id") == 8)
    fresh = []
    for client in clients:  # after the other one, so that its diagnostics have not been read yet
        one = Server(program, capabilities=capabilities)
        one.send(notice("textDocument/didOpen", textDocument={
            "uri": client.uri, "languageId": "mlir", "version": client.version, "text": client.text.text}))
        fresh.append(final_state(one, client.uri, client.text.text, client.version, random.Random(seed)))
        one.end()
    for client, expected in zip(clients, fresh):
        server.send(notice("textDocument/didChange", textDocument={"uri": client.uri, "version": client.version + 1},
                           contentChanges=[]))
        found = final_state(server, client.uri, client.text.text, client.version + 1, random.Random(seed))
        differences = [(k, found[k], expected[k]) for k in found if found[k] != expected[k]]
        tap.check(not differences, f"{EDITS} edits of {client.uri} in {unit} end in the state of a fresh server",
                  differences[:2])
    tap.check(server.end() == 0, f"the server of {unit} ends")


def replay(tap, program, unit, log):
    """One after another, so that nothing is coalesced differently: answers to requests are the same."""
    recorded = {"client": [], "server": []}
    with open(log, encoding="utf-8", errors="surrogateescape", newline="\n") as f:
        for line in f.read().split("\n")[:-1]:
            side, _, text = line.partition(": ")
            recorded[side].append(text)
    session_bytes = b"".join(frame(text.encode("utf-8", "surrogateescape")) for text in recorded["client"])
    status, out, _ = run([program], stdin=session_bytes)
    both = (messages(out), [json.loads(text) for text in recorded["server"]])
    answers = [[m for m in found if "id" in m] for found in both]
    tap.check(status == 0 and len(answers[0]) > 200 and answers[0] == answers[1],
              f"the recorded messages in {unit} have the same {len(answers[0])} answers again",
              [(a, b) for a, b in zip(*answers) if a != b][:2])
    last = [{m["params"]["uri"]: m["params"]["diagnostics"] for m in found
             if m.get("method") == "textDocument/publishDiagnostics"} for found in both]
    tap.check(last[0] == last[1], f"and the same last diagnostics in {unit}")


def main():
    parser = arguments(__doc__)
    parser.add_argument("seed", nargs="?", type=int, default=17)
    a, tap = parser.parse_args(), Tap()
    program = os.path.join(a.build, "tt-lsp-server")
    with tempfile.TemporaryDirectory() as folder:
        for unit in ("utf-16", "utf-8"):
            log = os.path.join(folder, unit)
            session(tap, program, unit, a.seed, log)
            replay(tap, program, unit, log)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
