#!/usr/bin/env python3
"""The marks of src/text/skeleton.h are those of a small slow reader, written from the rules of MLIR's lexer.

  tests/property/skeleton.py LIST_MARKS [--soups N] [FOLDER...]

Texts: all files of lit/, of the corpus where it is there, and random rows of tokens and of bytes."""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OPEN, CLOSE, STRING, COMMENT, RESOURCES, NAME, WORD, EQUAL, COMMA, COLON, ARROW, OTHER = range(12)
TEXT = rb'"(?:[^"\\\n\v\f\0]|\\["\\nt]|\\[0-9a-fA-F]{2})*"'
SUFFIX = rb"(?:[0-9]+|(?:[A-Za-z_$.]|-(?!>))(?:[\w$.]|-(?!>))*)"
KINDS = [  # the first that matches
    (COMMENT, rb"//[^\n]*"),
    (STRING, TEXT), (STRING, rb'"[^\n]*'),
    (NAME, rb"@" + TEXT), (NAME, rb"@[A-Za-z_][\w$.]*"), (NAME, rb"%" + SUFFIX + rb"#[0-9]+"),
    (NAME, rb"[#!%^]" + SUFFIX),
    (WORD, rb"(?=[0-9])(?!0x)(?:[0-9][\w$.]*?[0-9]\.?[eE][-+](?=[0-9])|[0-9]\.?[eE][-+](?=[0-9]))*[\w$.]+"),
    (WORD, rb"[\w$.]+"),
    (ARROW, rb"->"), (OTHER, rb"<="), (CLOSE, rb">(?===)"), (OTHER, rb">=|==|::"),
    (OPEN, rb"[(\[{<]"), (CLOSE, rb"[)\]}>]"), (EQUAL, rb"="), (COMMA, rb","), (COLON, rb":"), (OTHER, rb"[^ \t\r\n]"),
]
KINDS = [(kind, re.compile(pattern, re.S | re.A)) for kind, pattern in KINDS]
MATE = {b"(": b")", b"[": b"]", b"{": b"}", b"<": b">"}


def resources_end(text, at):
    """after `#-}` outside of strings and comments; the end of the text"""
    at += 3
    while at < len(text):
        string, comment = re.compile(TEXT).match(text, at), re.compile(rb"//[^\n]*").match(text, at)
        if text.startswith(b"#-}", at):
            return at + 3
        at = (string or comment).end() if string or comment else at + 1
    return len(text)


def tokens(text):
    """(offset, kind, end)"""
    at, after_name = 0, -1
    while at < len(text):
        if text[at:at + 1] in b" \t\r\n":
            at += 1
            continue
        if text.startswith(b"{-#", at):
            kind, end = RESOURCES, resources_end(text, at)
        elif text[at:at + 1] == b"#" and at != after_name and re.match(rb"[\w$.@%^#!]", text[at - 1:at], re.A):
            kind, end = OTHER, at + 1
        else:
            kind, match = next((k, m) for k, m in ((k, p.match(text, at)) for k, p in KINDS) if m)
            end = match.end()
        if kind == NAME and text[at:at + 1] in b"#!":
            after_name = end
        yield at, kind, end
        at = end


def closes(stack, closing):
    """the index in the stack of what a bracket closes, or None"""
    for i in reversed(range(len(stack))):
        opening = stack[i][1]
        if MATE[opening] == closing:
            return i
        if opening == b"{" and closing != b"}":
            return None
    return None


def defines(text, found, at, kind):
    """whether the last mark is the `=` of an alias or of an operation whose name is at `at`"""
    if not found or found[-1][1] != EQUAL:
        return False
    names_op = kind == STRING or (kind == WORD and not text[at:at + 1].isdigit())
    listed = "".join("n:=,w"[(NAME, COLON, EQUAL, COMMA, WORD).index(k)] if k in (NAME, COLON, EQUAL, COMMA, WORD)
                     else "?" for _, k, _ in found)
    names = re.search("(?:n(?::w)?,)*n(?::w)?=$", listed)
    for n in range(names.start(), len(found)) if names else ():
        start = found[n][0]
        sigil = text[start:start + 1]
        if found[n][1] == NAME and not text[text.rfind(b"\n", 0, start) + 1:start].strip(b" \t\r"):
            if sigil == b"%" and names_op or sigil in b"#!" and listed[n:] == "n=":
                rest = [text[a:a + 1] for a, k, _ in found[n:] if k == NAME]
                if all(other == sigil for other in rest):
                    return True
    return False


def marks(text):
    found, stack = [], []
    for at, kind, end in tokens(text):
        if kind == OTHER:
            continue
        if defines(text, found[-200:], at, kind):
            while stack and stack[-1][1] != b"{":
                stack.pop()
        found.append([at, kind, -1 if kind <= CLOSE else end - at])
        if kind == OPEN:
            stack.append((len(found) - 1, text[at:end]))
        if kind == CLOSE:
            i = closes(stack, text[at:end])
            if i is not None:
                found[-1][2], found[stack[i][0]][2] = stack[i][0], len(found) - 1
                del stack[i:]
    return found


PIECES = [bytes([c]) for c in b'()[]{}<>()[]{}<>=,:"/#!%@^-+.e\n\n x0\\?'] + [
    b"->", b"//", b"{-#", b"#-}", b"%a", b"#b.c", b"@f", b'@"g h"', b'"s"', b"1e-5", b"1.e+2", b"0x1e-1", b"==", b"::",
    b"%0#1", b"^bb0", b'"\\0', b"a<b", b"4x4x", b"\x00", b"\xc3\xa9", b"\v", b"module", b"\n%a = b", b"\n#a = ",
    b"\n%a, %b:2 = \"", b"\n %a:1 =", b"\n %a,", b"%b = c"]


def soups(count):
    dice = random.Random(25)
    for _ in range(count):
        yield b"".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 60)))


def listed(tool, paths):
    out = subprocess.run([tool, *paths], capture_output=True, text=True, errors="replace", check=True).stdout
    return [[[int(number) for number in line.split()] for line in part.splitlines()[1:]]
            for part in re.split(r"^# ", out, flags=re.M)[1:]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--soups", type=int, default=4000)
    arguments = parser.parse_args()
    folders = arguments.folders or [os.path.join(ROOT, "lit"), os.path.join(ROOT, "..", "shared", "corpus")]
    paths = sorted(os.path.join(at, name) for folder in folders for at, _, names in os.walk(folder) for name in names)
    with tempfile.TemporaryDirectory() as folder:
        for n, soup in enumerate(soups(arguments.soups)):
            paths.append(os.path.join(folder, f"soup-{n}"))
            with open(paths[-1], "wb") as file:
                file.write(soup)
        total = bad = 0
        for i in range(0, len(paths), 200):
            for path, found in zip(paths[i:i + 200], listed(arguments.tool, paths[i:i + 200])):
                with open(path, "rb") as file:
                    text = file.read()
                expected = marks(text)
                total += len(expected)
                if expected != found:
                    bad += 1
                    first = next((e, f) for e, f in zip(expected + [None], found + [None]) if e != f)
                    print(f"{path}: expected {first[0]}, found {first[1]}: {text[:200] if 'soup' in path else ''}")
    print(f"{len(paths)} texts, {total} marks, {bad} texts differ")
    return bad > 0 or not total


sys.exit(main())
