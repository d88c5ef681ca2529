#!/usr/bin/env python3
"""Expected-diagnostic comments: tt-opt and mlir-opt have the same exit status and report errors at the same lines.

    designators.py BUILD_DIR

Each variant is a text of builtin attributes only, with --split-input-file and --verify-diagnostics. Both programs print
`unexpected error`, `expected error "..." was not produced`, and so on. Lines are relative to the file (in
mlir-opt 19 to the section)."""
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from tap import Tap, arguments, llvm_bin, run  # noqa: E402

BAD = '"t.op"() {a = affine_map<(d0) -> (d1)>} : () -> ()'  # use of undeclared identifier
GOOD = '"t.op"() {a = affine_map<(d0) -> (d0)>} : () -> ()'
SAID = "use of undeclared identifier"


def with_bad(comment):
    return f"{comment}\n{BAD}\n"


VARIANTS = {
    # where
    "next line": with_bad(f"// expected-error@+1 {{{{{SAID}}}}}"),
    "blank before @": with_bad(f"// expected-error @+1 {{{{{SAID}}}}}"),
    "blanks around @": with_bad(f"//   expected-error   @+1   {{{{{SAID}}}}}"),
    "no space": with_bad(f"//expected-error@+1{{{{{SAID}}}}}"),
    "a tab before @": with_bad(f"// expected-error\t@+1 {{{{{SAID}}}}}"),
    "a space in the offset": with_bad(f"// expected-error@+ 1 {{{{{SAID}}}}}"),
    "same line": f"{BAD} // expected-error {{{{{SAID}}}}}\n",
    "same line, zero": f"{BAD} // expected-error@+0 {{{{{SAID}}}}}\n",
    "minus zero": f"{BAD} // expected-error@-0 {{{{{SAID}}}}}\n",
    "two down": f"// expected-error@+2 {{{{{SAID}}}}}\n\n{BAD}\n",
    "one too far": f"// expected-error@+2 {{{{{SAID}}}}}\n{BAD}\n\n",
    "the line before": f"{BAD}\n// expected-error@-1 {{{{{SAID}}}}}\n",
    "far before the text": f"{BAD}\n// expected-error@-100 {{{{{SAID}}}}}\n",
    "far after the text": with_bad(f"// expected-error@+100 {{{{{SAID}}}}}"),
    "hex is not an offset": with_bad(f"// expected-error@+0x1 {{{{{SAID}}}}}"),
    "octal 010 is 8": f"// expected-error@+010 {{{{{SAID}}}}}\n" + "\n" * 7 + f"{BAD}\n",
    "octal 01 is 1": with_bad(f"// expected-error@+01 {{{{{SAID}}}}}"),
    "no sign": with_bad(f"// expected-error@1 {{{{{SAID}}}}}"),
    "below": with_bad(f"// expected-error@below {{{{{SAID}}}}}"),
    "below, over a designator":
        f"// expected-error@below {{{{{SAID}}}}}\n// expected-error@below {{{{undeclared}}}}\n{BAD}\n",
    "below means a comment": f"// expected-error@below {{{{{SAID}}}}}\n// a comment\n{BAD}\n",
    "below means an empty line": f"// expected-error@below {{{{{SAID}}}}}\n\n{BAD}\n",
    "below at the end": f"{BAD}\n// expected-error@below {{{{{SAID}}}}}",
    "below at the end, newline": f"{BAD}\n// expected-error@below {{{{{SAID}}}}}\n",
    "above": f"{BAD}\n// expected-error@above {{{{{SAID}}}}}\n",
    "above, over a designator": f"{BAD}\n// expected-error@above {{{{{SAID}}}}}\n// expected-error@above {{{{use}}}}\n",
    "above in the first line": with_bad(f"// expected-error@above {{{{{SAID}}}}}"),
    "beside": with_bad(f"// expected-error@beside {{{{{SAID}}}}}"),
    # what
    "a part of the message": with_bad("// expected-error@+1 {{undeclared}}"),
    "nothing matches anything": with_bad("// expected-error@+1 {{}}"),
    "another text": with_bad("// expected-error@+1 {{use of declared}}"),
    "another case": with_bad("// expected-error@+1 {{Use of undeclared}}"),
    "blanks count": with_bad("// expected-error@+1 {{ use of undeclared}}"),
    "one brace": with_bad("// expected-error@+1 {use of undeclared}"),
    "three braces": with_bad("// expected-error@+1 {{{use of undeclared}}}"),
    "no end": with_bad("// expected-error@+1 {{use of undeclared"),
    "one closing brace": with_bad("// expected-error@+1 {{use of undeclared}"),
    "text after it": with_bad("// expected-error@+1 {{use of undeclared}} twice"),
    "a count": with_bad("// expected-error@+1 {{use of undeclared}} 2"),
    "spaces after it": with_bad("// expected-error@+1 {{use of undeclared}}  \t "),
    "CRLF": f"// expected-error@+1 {{{{{SAID}}}}}\r\n{BAD}\r\n",
    "two on a line": with_bad("// expected-error@+1 {{use of}} expected-error@+1 {{undeclared}}"),
    "second one whole": with_bad("// expected-error@+1 {{use of}} x expected-error@+1 {{undeclared}}"),
    "braces twice": with_bad("// expected-error@+1 {{use of}} {{undeclared}}"),
    "not a comment":
        f'"t.op"() {{a = affine_map<(d0) -> (d1)>, b = "expected-error {{{{{SAID}}}}}"}} : () -> () // }}}}\n',
    "within a word": with_bad(f"// unexpected-error@+1 {{{{{SAID}}}}}"),
    # kinds
    "a warning": with_bad(f"// expected-warning@+1 {{{{{SAID}}}}}"),
    "a remark": with_bad(f"// expected-remark@+1 {{{{{SAID}}}}}"),
    "a note": with_bad(f"// expected-note@+1 {{{{{SAID}}}}}"),
    "a warning and the error": f"// expected-warning@+2 {{{{{SAID}}}}}\n// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n",
    "a misspelled kind": with_bad(f"// expected-eror@+1 {{{{{SAID}}}}}"),
    "a capital kind": with_bad(f"// expected-Error@+1 {{{{{SAID}}}}}"),
    "a plural": with_bad(f"// expected-errors@+1 {{{{{SAID}}}}}"),
    # regular expressions
    "re without blocks": with_bad("// expected-error-re@+1 {{use of undeclared}}"),
    "re without blocks is literal": with_bad("// expected-error-re@+1 {{use.*undeclared}}"),
    "re block": with_bad("// expected-error-re@+1 {{use {{.*}} identifier}}"),
    "re blocks": with_bad("// expected-error-re@+1 {{{{us[e]}} {{o(f|r)}} undeclared}}"),
    "re not matched": with_bad("// expected-error-re@+1 {{use {{[0-9]+}} undeclared}}"),
    "re class": with_bad("// expected-error-re@+1 {{use {{[[:alpha:]]{2}}} undeclared}}"),
    "re begin": with_bad("// expected-error-re@+1 {{{{^use}} of}}"),
    "re begin inside": with_bad("// expected-error-re@+1 {{{{^of}} undeclared}}"),
    "re alternatives": with_bad("// expected-error-re@+1 {{{{a|use|b}} of}}"),
    "re escape": with_bad("// expected-error-re@+1 {{use\\ of{{\\ }}undeclared}}"),
    "re question": with_bad("// expected-error-re@+1 {{use of (un)?{{(un)?}}declared}}"),
    "re no end": with_bad("// expected-error-re@+1 {{use {{of undeclared}}"),
    "re no end at all": with_bad("// expected-error-re@+1 {{use {{of undeclared"),
    "re empty block": with_bad("// expected-error-re@+1 {{use {{}} of}}"),
    "re unbalanced": with_bad("// expected-error-re@+1 {{use {{(o}} of}}"),
    "re bad set": with_bad("// expected-error-re@+1 {{use {{[o}} of}}"),
    "re bad repetition": with_bad("// expected-error-re@+1 {{use {{*o}} of}}"),
    "re double star": with_bad("// expected-error-re@+1 {{use {{o**}} of}}"),
    "re bad range": with_bad("// expected-error-re@+1 {{use {{[z-a]}} of}}"),
    "re empty branch": with_bad("// expected-error-re@+1 {{use {{o|}} of}}"),
    "re empty group": with_bad("// expected-error-re@+1 {{use {{()}}of}}"),
    "re bad count": with_bad("// expected-error-re@+1 {{use {{o{3,1}}} of}}"),
    "re then a line": f"// expected-error-re@below {{{{use {{{{(}}}} of}}}}\n{BAD}\n",
    "re blank": with_bad("// expected-error -re@+1 {{use}}"),
    # how many
    "nothing expected": f"{BAD}\n",
    "nothing came": f"// expected-error@+1 {{{{{SAID}}}}}\n{GOOD}\n",
    "all well": f"{GOOD}\n",
    "empty": "",
    "two equal expectations": f"// expected-error@+2 {{{{{SAID}}}}}\n// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n",
    "two expectations, one error":
        f"// expected-error@+2 {{{{use of}}}}\n// expected-error@+1 {{{{undeclared}}}}\n{BAD}\n",
    "the section ends at the first error": f"// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n{BAD}\n",
    "an expectation after the first error":
        f"// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n",
    "only after the first error": f"{BAD}\n// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n",
    # sections
    "pieces": f"// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n// -----\n{GOOD}\n// -----\n"
              f"// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n",
    "a bad section between": f"{GOOD}\n// -----\n{BAD}\n// -----\n{GOOD}\n",
    "over the marker": f"// expected-error@+2 {{{{{SAID}}}}}\n// -----\n{BAD}\n",
    "above at the start of a section": f"{GOOD}\n// -----\n// expected-error@above {{{{{SAID}}}}}\n{BAD}\n",
    "below at the end of a section": f"// expected-error@below {{{{{SAID}}}}}\n// -----\n{BAD}\n",
    "after the marker": f"{GOOD}\n// -----  \n\n// expected-error@+1 {{{{{SAID}}}}}\n{BAD}\n",
    "other messages":
        '// expected-error@+1 {{redefinition of attribute alias id \'a\'}}\n#a = affine_map<(d0) -> (d0)>\n',
    "alias redefined": "#a = affine_map<(d0) -> (d0)>\n"
                       "// expected-error@+1 {{redefinition of attribute alias id 'a'}}\n"
                       "#a = affine_map<(d0) -> (d0)>\n",
    "alias undefined": "// expected-error@+1 {{undefined symbol alias id 'b'}}\n\"t.op\"() {a = #b} : () -> ()\n",
    "missing bracket": "// expected-error@+1 {{expected '>'}}\n#a = affine_map<(d0) -> (d0) : i32\n",
    "tensor": "// expected-error@+1 {{expected 'x' in dimension list}}\n!a = tensor<4xx>\n",
}

COMPLAINT = re.compile(r"^(.*?):(\d+)(?: offset :(\d+))?:(\d+): error: (.*)$", re.M)
CLASSES = ("unexpected error", "was not produced", "diagnostic emitted when expecting", "invalid regex",
           "found start of regex")


def complaints(text):
    """Sorted (line, what): what is the part of the message that both share."""
    found = []
    for match in COMPLAINT.finditer(text.decode("utf-8", "replace")):
        line = int(match[2]) + (int(match[3]) - 1 if match[3] else 0)
        what = next((c for c in CLASSES if c in match[5]), match[5])
        found.append((line, what))
    return sorted(found)


def main():
    tap = Tap()
    build, llvm = arguments(__doc__).parse_args().build, llvm_bin()
    peer = llvm and os.path.join(llvm, "mlir-opt")
    if not peer or not os.access(peer, os.X_OK):
        tap.skip("designators", "mlir-opt is not installed (Debian: mlir-19-tools)")
        return tap.finish()
    how = ["--split-input-file", "--verify-diagnostics", "--allow-unregistered-dialect"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.mlir")
        for name, text in VARIANTS.items():
            with open(path, "wb") as f:
                f.write(text.encode())
            theirs, ours = run([peer, *how, path]), run([os.path.join(build, "tt-opt"), *how, path])
            same = theirs[0] == ours[0] and complaints(theirs[2]) == complaints(ours[2])
            tap.check(same, name, f"mlir-opt {theirs[0]} {complaints(theirs[2])}\n"
                      f"tt-opt {ours[0]} {complaints(ours[2])}\n{text}\n"
                      + theirs[2].decode() + ours[2].decode())
    tap.check(len(VARIANTS) >= 40, "at least 40 variants")
    return tap.finish()


sys.exit(main())
