#!/usr/bin/env python3
"""The names of MLIR texts, resolved by the rules of MLIR's language reference ("Identifiers and keywords", "Regions",
"Symbols and Symbol Tables"): a recursive parser of the generic form, of builtin.module and of the func dialect, and a
search outwards from each use. src/ops/names.c must find the same definition for every use.

  names.py LIST_NAMES [--files N] [--cases N] [--lsp TT_LSP_SERVER]

Texts: the sections of lit/ and of the corpus that this parser accepts, what mlir-opt-19 prints of them in generic form,
generated nested modules; every use in 200 files of the corpus; with --lsp, definitions in custom syntax and in the
generic form are compared with mlir-lsp-server-19."""
import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
MLIR_OPT, MLIR_LSP = shutil.which("mlir-opt-19"), shutil.which("mlir-lsp-server-19")
SUFFIX = r"(?:[0-9]+|(?:[A-Za-z$._]|-(?!>))(?:[A-Za-z0-9$._]|-(?!>))*)"
TOKEN = re.compile(r'(?P<skip>\s+|//[^\n]*|\{-#.*?#-\})|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<arrow>->)'
                   r'|(?P<other>::|==|[<>]=)'
                   rf'|(?P<value>%{SUFFIX}(?:\#[0-9]+)?)|(?P<label>\^{SUFFIX})'
                   r'|(?P<symbol>@(?:[A-Za-z_][\w$.]*|"(?:[^"\\\n]|\\.)*"))'
                   rf'|(?P<name>[#!]{SUFFIX})|(?P<word>[\w$.]+)|(?P<mark>.)', re.S)
Token = collections.namedtuple("Token", "kind text at end")
ISOLATED = {"builtin.module", "func.func", "llvm.func", "gpu.func", "gpu.module", "emitc.func", "spirv.func",
            "ml_program.func", "ttcore.device_module", "tt.device_module", "ttcore.cpu_module", "tt.cpu_module"}
TABLES = {"builtin.module", "gpu.module", "ttcore.device_module", "tt.device_module", "ttcore.cpu_module",
          "tt.cpu_module"}
CLOSE = {"(": ")", "[": "]", "{": "}", "<": ">"}


class Unsupported(Exception):
    pass


class Region:
    def __init__(self, op):
        self.op, self.values, self.labels, self.uses, self.successors = op, {}, {}, [], []


class Op:
    def __init__(self, name, region):
        self.name, self.region, self.regions, self.symbol, self.refs = name, region, [], None, []
        self.symbols = {}  # of a symbol table


class Parser:
    def __init__(self, text):
        self.text, self.tokens, self.i, self.regions, self.ops = text, [], 0, [], []
        for m in TOKEN.finditer(text):
            if m.lastgroup != "skip":
                self.tokens.append(Token(m.lastgroup, m.group(), m.start(), m.end()))
        self.tokens.append(Token("end", "", len(text), len(text)))

    def peek(self, ahead=0):
        return self.tokens[min(self.i + ahead, len(self.tokens) - 1)]

    def take(self, *texts):
        token = self.peek()
        if texts and token.text not in texts and token.kind not in texts:
            raise Unsupported(f"{token.at}: expected {texts}, found {token.text!r}")
        self.i += 1
        return token

    def has(self, *texts):
        return self.peek().text in texts

    def balanced(self, op=None):
        """From an opening bracket past its partner; symbols inside are references of the operation"""
        stack = [CLOSE[self.take("(", "[", "{", "<").text]]
        while stack:
            token = self.peek()
            if token.kind == "end":
                raise Unsupported("brackets")
            if token.kind == "symbol":
                self.reference(op)
                continue
            self.i += 1
            if token.kind == "value":
                raise Unsupported("value in an attribute")
            if token.text in CLOSE:
                stack.append(CLOSE[token.text])
            elif token.text in CLOSE.values():
                if token.text != stack.pop():
                    raise Unsupported("brackets")

    def reference(self, op):
        path = [self.take("symbol")]
        while self.has("::"):
            self.take()
            path.append(self.take("symbol"))
        if op:
            op.refs.append(path)

    def type(self, op):
        if self.has("("):
            self.balanced(op)
            self.take("->")
            if self.has("("):
                return self.balanced(op)
            return self.type(op)
        token = self.take("name", "word")
        if self.has("<") and self.peek().at == token.end:
            self.balanced(op)

    def location(self):
        if self.has("loc") and self.peek(1).text == "(":
            self.take()
            self.balanced()

    def use(self, region):
        token = self.take("value")
        name, _, number = token.text.partition("#")
        region.uses.append((name, int(number or 0), token.at))

    def uses(self, region, end):
        while not self.has(end):
            self.use(region)
            if self.has(","):
                self.take()
        self.take(end)

    def define(self, region, count=1):
        token = self.take("value")
        if token.text in region.values:
            raise Unsupported("defined twice")
        region.values[token.text] = (token.at, count)

    def region_body(self, op, arguments=()):
        region = Region(op)
        self.regions.append(region)
        for token in arguments:
            region.values[token.text] = (token.at, 1)
        self.take("{")
        while not self.has("}"):
            if self.peek().kind == "label":
                token = self.take()
                region.labels.setdefault(token.text, token.at)
                if self.has("("):
                    self.take()
                    while not self.has(")"):
                        self.define(region)
                        self.take(":")
                        self.type(op)
                        self.location()
                        if self.has(","):
                            self.take()
                    self.take(")")
                self.take(":")
            else:
                self.operation(region)
        self.take("}")
        op.regions.append(region)

    def operation(self, region):
        results = []
        while self.peek().kind == "value":
            token, count = self.take(), 1
            if self.has(":"):
                self.take()
                count = int(self.take("word").text)
            results.append((token, count))
            if self.has(","):
                self.take()
        if results:
            self.take("=")
        name = self.take("string", "word")
        op = Op(name.text.strip('"'), region)
        op.name = {"module": "builtin.module", "return": "func.return", "call": "func.call"}.get(op.name, op.name)
        self.ops.append(op)
        if name.kind == "string":
            self.generic(op, region)
        else:
            self.custom(op, region)
        self.location()
        for token, count in results:
            if token.text in region.values:
                raise Unsupported("defined twice")
            region.values[token.text] = (token.at, count)

    def generic(self, op, region):
        self.take("(")
        self.uses(region, ")")
        if self.has("["):
            self.take()
            while not self.has("]"):
                token = self.take("label")
                region.successors.append((token.text, token.at))
                if self.has(","):
                    self.take()
            self.take()
        if self.has("<"):
            self.dictionary(op, True)
        if self.has("(") and self.peek(1).text == "{":
            self.take()
            while not self.has(")"):
                self.region_body(op)
                if self.has(","):
                    self.take()
            self.take()
        if self.has("{"):
            self.dictionary(op)
        self.take(":")
        self.type(op)

    def dictionary(self, op, property=False):
        begin = self.i
        self.balanced(op)
        inside = self.tokens[begin + 1 + property:self.i - 1 - property]
        depth = 0
        for i, token in enumerate(inside):
            depth += (token.text in CLOSE) - (token.text in CLOSE.values())
            if not depth and token.text.strip('"') == "sym_name" and i + 2 < len(inside) and inside[i + 1].text == "=":
                if inside[i + 2].kind == "string" and len(inside[i + 2].text) > 2:
                    op.symbol = (inside[i + 2].text[1:-1], inside[i + 2].at + 1)

    def custom(self, op, region):
        if op.name == "func.return":
            while self.peek().kind == "value":
                self.use(region)
                if self.has(","):
                    self.take()
            if self.has(":"):
                self.take()
                self.type(op)
                while self.has(","):
                    self.take()
                    self.type(op)
        elif op.name == "func.call":
            self.reference(op)
            self.take("(")
            self.uses(region, ")")
            self.take(":")
            self.type(op)
        elif op.name in TABLES or op.name == "func.func":
            if self.has("private", "public", "nested"):
                self.take()
            if self.peek().kind == "symbol":
                token = self.take()
                op.symbol = (unquoted(token.text), token.at)
            arguments = self.arguments(op) if op.name == "func.func" else []
            if self.has("attributes"):
                self.take()
                self.dictionary(op)
            if self.has("{"):
                self.region_body(op, arguments)
            elif op.name == "func.func":
                declaration = Region(op)
                declaration.values = {token.text: (token.at, 1) for token in arguments}
                self.regions.append(declaration)
        elif op.name in ("tt.device", "ttcore.device"):
            token = self.take("symbol")
            op.symbol = (unquoted(token.text), token.at)
            self.take("=")
            self.balanced(op)
        else:
            raise Unsupported(op.name)

    def arguments(self, op):
        found = []
        self.take("(")
        while not self.has(")"):
            if self.peek().kind == "value":
                found.append(self.take())
                self.take(":")
            self.type(op)
            if self.has("{"):
                self.balanced(op)
            self.location()
            if self.has(","):
                self.take()
        self.take(")")
        if self.has("->"):
            self.take()
            if self.has("("):
                self.balanced(op)
            else:
                self.type(op)
        return found

    def section(self):
        top = Region(None)
        self.regions.append(top)
        while self.peek().kind != "end":
            token = self.peek()
            if token.kind == "name" and self.peek(1).text == "=":
                self.i += 2
                alias = Op("alias", top)
                self.ops.append(alias)
                while self.peek().kind != "end" and not self.starts_statement():
                    if self.peek().text in CLOSE:
                        self.balanced(alias)
                    elif self.peek().kind == "symbol":
                        self.reference(alias)
                    else:
                        self.i += 1
            else:
                self.operation(top)
        return top

    def starts_statement(self):
        """An alias is defined up to a line that starts with a name, a result or an operation"""
        token = self.peek()
        first = not self.text[self.text.rfind("\n", 0, token.at) + 1:token.at].strip()
        return first and token.kind in ("name", "value", "string", "word")


def unquoted(symbol):
    return symbol[2:-1] if symbol[1] == '"' else symbol[1:]


def enclosing(region):
    """The regions outwards whose values are visible in a region"""
    while region:
        yield region
        region = None if region.op is None or region.op.name in ISOLATED else region.op.region


def resolve(text):
    """{offset of a name: (offset of its definition or None, number of the result)}"""
    parser = Parser(text)
    top = parser.section()
    found = {}
    for region in parser.regions:
        for at, _ in region.values.values():
            found[at] = (at, 0)
        for at in region.labels.values():
            found[at] = (at, 0)
        for label, at in region.successors:
            found[at] = (region.labels.get(label), 0)
        for name, number, at in region.uses:
            definition = next((r.values[name] for r in enclosing(region) if name in r.values), None)
            visible = definition and number < definition[1]
            found[at] = (definition[0] if visible else None, number)
    resolve_symbols(parser, top, found)
    resolve_aliases(parser, found)
    return found


def resolve_symbols(parser, top, found):
    root = Op("section", None)

    def outer(op):
        return nearest(op.region.op) if op.region and op.region.op else root

    def nearest(op):
        return op if op.name in TABLES and op.regions else outer(op)

    for op in parser.ops:
        if op.symbol:
            name, at = op.symbol
            first = outer(op).symbols.setdefault(name, (op, at))
            found[at] = (first[1], 0)
    for op in parser.ops:
        for path in op.refs:
            table = nearest(op)
            for token in path:
                hit = table.symbols.get(unquoted(token.text)) if table else None
                found[token.at] = (hit[1] if hit else None, 0)
                table = hit[0] if hit and hit[0].name in TABLES else None


def resolve_aliases(parser, found):
    definitions, uses = {}, []
    for i, token in enumerate(parser.tokens):
        after = parser.text[token.end:token.end + 1]
        if token.kind != "name" or "." in token.text or after == "<":
            continue
        before = parser.tokens[i - 1]
        if token.text[0] == "#" and i and before.kind in ("word", "value") and before.end == token.at:
            continue
        if parser.tokens[i + 1].text == "=":
            definitions.setdefault(token.text, token.at)
        uses.append(token)
    for token in uses:
        found[token.at] = (definitions.get(token.text), 0)


# ---- texts -----------------------------------------------------------------------------------------------------------


def sections_of(path):
    with open(path, "rb") as file:
        text = file.read().decode("latin-1")
    return re.split(r"^// -----.*$", text, flags=re.M)


def generated(dice):
    """Nested modules, functions and unregistered operations with regions, blocks, forward uses and equal names"""
    lines, number = [], [0]

    def fresh(prefix):
        number[0] += 1
        return f"{prefix}{number[0]}"

    def type_of(count):
        return "(" + ", ".join(["i32"] * count) + ")"

    def block_ops(depth, visible, later, indent):
        for _ in range(dice.randrange(1, 6)):
            uses = [dice.choice(visible + later) for _ in range(dice.randrange(3)) if visible + later]
            names = dice.choice([[], [(fresh("%v"), 1)], [(fresh("%"), dice.randrange(2, 4))]])
            head = ", ".join(f"{n}:{c}" if c > 1 else n for n, c in names) + " = " if names else ""
            count = sum(c for _, c in names)
            ref = dice.choice(["", "", f" {{a = @s{dice.randrange(4)}}}",
                               f" {{a = [@s{dice.randrange(4)}::@s0], b = #a}}"])
            nested = depth and not dice.randrange(4)
            lines.append(f'{indent}{head}"t.op"({", ".join(uses)})' + (" ({" if nested else ""))
            if nested:
                block_ops(depth - 1, list(visible), [], indent + "  ")
                lines.append(indent + "})")
            lines[-1] += f"{ref} : {type_of(len(uses))} -> {type_of(count)}"
            for n, c in names:
                visible += [n] if c == 1 else [f"{n}#{i}" for i in range(c)]

    def function(depth, indent):
        name = f's{dice.randrange(4)}'
        if dice.randrange(2):
            lines.append(f"{indent}func.func @{name}(%a: i32, %b: i32) {{")
            visible = ["%a", "%b"]
            block_ops(depth, visible, [], indent + "  ")
        else:
            lines.append(f'{indent}"func.func"() <{{sym_name = "{name}", function_type = () -> ()}}> ({{')
            labels = ["^a", "^b"][:dice.randrange(1, 3)]
            visible = []
            for label in labels:
                argument = fresh("%x")
                lines.append(f"{indent}{label}({argument}: i32):")
                visible.append(argument)
                block_ops(depth, visible, [], indent + "  ")
                lines.append(f'{indent}  "t.br"({visible[0]})[{dice.choice(["^a", "^b"])}] : (i32) -> ()')
            lines.append(indent + "}) : () -> ()")
            return
        lines.append(indent + "  return")
        lines.append(indent + "}")

    def module(depth, indent):
        lines.append(f"{indent}module @s{dice.randrange(4)} attributes {{t.x = @s{dice.randrange(4)}}} {{")
        later = fresh("%late")
        for _ in range(dice.randrange(1, 4)):
            if depth and not dice.randrange(2):
                module(depth - 1, indent + "  ")
            else:
                function(2, indent + "  ")
        lines.append(f'{indent}  "t.use"({later}) : (i32) -> ()')
        lines.append(f'{indent}  {later} = "t.def"() : () -> i32')
        lines.append(indent + "}")

    lines.append("#a = 1 : i32")
    lines.append("!t = i32")
    module(dice.randrange(4), "")
    lines.append('"t.end"() {a = #a, b = !t, c = @s1::@s2, d = "@s1 %x", e = #loc} : () -> () // %a @s1')
    lines.append("#loc = loc(unknown)")
    return "\n".join(lines) + "\n"


def generic(text):
    run = subprocess.run([MLIR_OPT, "--mlir-print-op-generic"], input=text, capture_output=True, text=True, check=True)
    return run.stdout


def printed(path):
    run = subprocess.run([MLIR_OPT, "--allow-unregistered-dialect", "--mlir-print-op-generic", "--split-input-file",
                          path], capture_output=True, text=True, errors="replace")
    return [] if run.returncode else re.split(r"^// -----.*$", run.stdout, flags=re.M)


def listed(tool, texts):
    """What src/ops/names.c finds in each text, as resolve answers"""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, text in enumerate(texts):
            paths.append(os.path.join(folder, str(i)))
            with open(paths[-1], "wb") as file:
                file.write(text.encode("latin-1", errors="replace"))
        for i in range(0, len(paths), 500):
            out = subprocess.run([tool, *paths[i:i + 500]], capture_output=True, check=True).stdout.decode("latin-1")
            for line in out.split("\n")[:-1]:
                if line.startswith("FILE "):
                    answers.append({})
                    continue
                parts = line.rpartition("\t")[2].split()
                definition = None if parts[0] == "-" else int(parts[0])
                if definition is not None:
                    answers[-1][definition] = (definition, 0)
                for use in parts[1:]:
                    at, result = use.split(":")
                    answers[-1][int(at)] = (definition, int(result))
    return answers


# ---- the language server ---------------------------------------------------------------------------------------------

CUSTOM = """func.func private @callee(i32, i32) -> (i32, i32)
func.func @loops(%n: index, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i32) {
    %e = memref.load %m[%i] : memref<?xi32>
    %p:2 = func.call @callee(%e, %acc) : (i32, i32) -> (i32, i32)
    %c = arith.cmpi slt, %p#0, %p#1 : i32
    %r = scf.if %c -> (i32) {
      %t = arith.addi %p#0, %acc : i32
      scf.yield %t : i32
    } else {
      %t = arith.subi %acc, %p#1 : i32
      scf.yield %t : i32
    }
    scf.yield %r : i32
  }
  %w:2 = scf.while (%x = %sum, %y = %zero) : (i32, i32) -> (i32, i32) {
    %d = arith.cmpi ne, %x, %y : i32
    scf.condition(%d) %x, %y : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %s = arith.addi %u, %v : i32
    scf.yield %s, %v : i32, i32
  }
  return %w#1 : i32
}
func.func @branches(%flag: i1, %a: i32) -> i32 {
  cf.cond_br %flag, ^then(%a : i32), ^exit
^then(%x: i32):
  %y = arith.muli %x, %a : i32
  cf.br ^exit
^exit:
  %z = arith.constant 7 : i32
  cf.br ^last(%z : i32)
^last(%r: i32):
  return %r : i32
}
module @inner {
  func.func @callee(%q: i32) -> i32 {
    return %q : i32
  }
  func.func @user(%n: index, %q: i32) -> i32 {
    %0 = call @callee(%q) : (i32) -> i32
    scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) {
      %1 = arith.addi %i, %j : index
      scf.reduce
    }
    return %0 : i32
  }
}
"""


CUSTOM += "".join(f"module @m{i} {{\n{CUSTOM}}}\n" for i in range(2))


def definitions(server, text):
    """{(line, character): start of the definition} at the first byte after the sign of each name"""
    positions = []
    for match in re.finditer(r'(?<!")[%@^](?:\w+)(?:#\d+)?', text):
        line = text.count("\n", 0, match.start())
        positions.append((line, match.start() + 1 - (text.rfind("\n", 0, match.start()) + 1)))
    uri = "file:///names.mlir"
    messages = [{"id": 0, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}},
                {"method": "initialized", "params": {}},
                {"method": "textDocument/didOpen", "params": {"textDocument": {
                    "uri": uri, "languageId": "mlir", "version": 1, "text": text}}}]
    for i, (line, character) in enumerate(positions):
        messages.append({"id": i + 1, "method": "textDocument/definition", "params": {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character}}})
    messages += [{"id": 10 ** 6, "method": "shutdown"}, {"method": "exit"}]
    data = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        data += b"Content-Length: %d\r\n\r\n" % len(body) + body
    out = subprocess.run([server], input=data, capture_output=True, timeout=60).stdout
    answers, at = {}, 0
    while (header := out.find(b"Content-Length: ", at)) >= 0:
        begin = out.find(b"\r\n\r\n", header) + 4
        at = begin + int(out[header + 16:out.find(b"\r\n", header)])
        message = json.loads(out[begin:at])
        if message.get("id") in range(1, len(positions) + 1) and "method" not in message:
            result = message.get("result")
            result = result[0] if isinstance(result, list) and result else result
            start = result["range"]["start"] if result else None
            answers[positions[message["id"] - 1]] = (start["line"], start["character"]) if start else None
    return answers


def compare_servers(server, text):
    ours, theirs = definitions(server, text), definitions(MLIR_LSP, text)
    lines = text.split("\n")
    bad = 0
    for position, expected in theirs.items():
        # MLIR has no definition at the name of a function, and names operations by the start of their results
        found = ours.get(position)
        is_symbol = found and lines[position[0]][position[1] - 1] == "@"
        if expected and (not found or found[0] != expected[0] or found != expected and not is_symbol):
            bad += 1
            print(f"mlir-lsp-server: {position} in {lines[position[0]]!r}: expected {expected}, found {found}")
    return len(theirs), bad


# ---- uses in the corpus ----------------------------------------------------------------------------------------------

RESULTS = r"%[\w$.-]+(?::\d+)?"


def is_defined(name, text):
    """Whether a text looks as if it defines a value or a symbol: a result, an argument with its type, the name after an
    operation that has a symbol"""
    word = re.escape(name)
    if name[0] == "@":
        return re.search(rf"\b(?:func|module|device|global|semaphore)\w*\s+(?:\w+\s+)?{word}(?![\w$.])", text)
    result = rf"^\s*(?:{RESULTS},\s*)*{word}(?::\d+)?(?:,\s*{RESULTS})*\s*="
    return re.search(rf"{result}|[(,]\s*{word}\s*:\s*[^)]*\)\s*(?:->|\{{|:$)", text, re.M)


def check_corpus(tool, count=200):
    """Every `%` and `@` in files of ../shared/corpus is a name, and resolves unless its section has no definition"""
    folder = os.path.join(ROOT, "..", "shared", "corpus")
    paths = sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names
                   if name.endswith(".mlir"))
    paths = random.Random(28).sample(paths, min(count, len(paths)))
    texts = [(path, text) for path in paths for text in sections_of(path)]
    uses, undefined, bad = 0, collections.Counter(), 0
    for (path, text), found in zip(texts, listed(tool, [text for _, text in texts])):
        for match in TOKEN.finditer(text):
            if match.lastgroup not in ("value", "symbol"):
                continue
            uses += 1
            definition = found.get(match.start(), ("none",))[0]
            name = match.group().partition("#")[0]
            if definition is None and not is_defined(name, text):
                undefined[os.path.relpath(path, folder)] += 1
            elif definition in (None, "none"):
                bad += 1
                print(f"{path}: offset {match.start()}: {match.group()} does not resolve")
    print(f"{len(paths)} files of the corpus, {uses} uses, {bad} do not resolve")
    for path, number in undefined.items():
        print(f"{path}: {number} uses of names that the section does not define")
    return bad


# ---- the test --------------------------------------------------------------------------------------------------------


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("tool")
    arguments.add_argument("--files", type=int, default=10 ** 6)
    arguments.add_argument("--cases", type=int, default=300)
    arguments.add_argument("--lsp")
    given = arguments.parse_args()
    folders = [os.path.join(ROOT, "lit"), os.path.join(ROOT, "..", "shared", "corpus")]
    paths = sorted(os.path.join(at, name) for folder in folders for at, _, names in os.walk(folder) for name in names
                   if name.endswith(".mlir"))[:given.files]
    texts = [(path, text) for path in paths for text in sections_of(path)]
    random.Random(2).shuffle(paths)
    texts += [(f"printed {path}", text) for path in paths[:200] if MLIR_OPT for text in printed(path)]
    texts += [(f"generated {i}", generated(random.Random(i))) for i in range(given.cases)]
    expected, rejected = [], collections.Counter()
    for name, text in texts:
        try:
            expected.append((name, text, resolve(text)))
        except (Unsupported, RecursionError, ValueError) as error:
            rejected[type(error).__name__] += 1
    bad, uses = 0, 0
    for (name, text, model), found in zip(expected, listed(given.tool, [text for _, text, _ in expected])):
        uses += len(model)
        for at in sorted(model.keys() | found.keys()):
            if model.get(at) != found.get(at):
                bad += 1
                line = text[text.rfind("\n", 0, at) + 1:].split("\n")[0]
                print(f"{name}: offset {at}: expected {model.get(at)}, found {found.get(at)}: {line[:120]}")
                break
    dice = random.Random(3)
    pieces = [text for _, text in dice.sample(texts, min(len(texts), 500))]
    cuts = [(text, dice.randrange(len(text) + 1)) for text in pieces]
    listed(given.tool, [text[:at] + dice.choice(pieces)[dice.randrange(100):] + text[at:] for text, at in cuts])
    bad += check_corpus(given.tool)
    print(f"{len(expected)} texts, {uses} names, {bad} texts differ; {sum(rejected.values())} texts have other syntax")
    if given.lsp and MLIR_LSP and MLIR_OPT:
        for name, text in (("custom", CUSTOM), ("generic", generic(CUSTOM))):
            positions, differ = compare_servers(given.lsp, text)
            print(f"{positions} positions of {name} text compared with mlir-lsp-server-19, {differ} differ")
            bad += differ
    return bad > 0 or len(expected) < min(given.cases, 1)


if __name__ == "__main__":
    sys.exit(main())
