#!/usr/bin/env python3
"""compare_report.py FILE [OPTION...]: the numbers of `tt-layout report --json` are those of memory, show, move, grids
and stream on the same file, and the page is well-formed, has no scripts and refers to nothing outside.

OPTIONs are those of report. Prints what was compared, and `differs` with the part if it is not equal."""
import html.parser
import json
import subprocess
import sys

VOID = {"meta", "br"}


def run(*arguments):
    done = subprocess.run(["tt-layout", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def differs(part, ours, theirs):
    if ours == theirs:
        return 0
    print("differs:", part, json.dumps(ours)[:600], json.dumps(theirs)[:600])
    return 1


def values(*arguments):
    code, out, err = run(*arguments, "--json")
    return json.loads(out) if out.startswith(("{", "[")) else None, err.strip().split("error: ")[-1].split(" [move-")[0]


class Page(html.parser.HTMLParser):
    """Tags nest and close; internal links have a target; nothing is fetched or run."""
    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.ids, self.links = [], [], [], []
        self.feed(text)
        self.close()
        self.wrong += [f"open: {t}" for t in self.open]
        self.wrong += [f"no #{i}" for i in self.links if i not in self.ids]
        self.wrong += [f"twice #{i}" for i in set(self.ids) if self.ids.count(i) > 1]

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name == "href" and value.startswith("#"):
                self.links.append(value[1:])
            elif name in ("src", "href", "xlink:href") or name.startswith("on") or "url(http" in (value or ""):
                self.wrong.append(f"{name}={value}")
        if tag == "script":
            self.wrong.append("script")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


def selector(shows, type_text):
    return next(s for s in shows if s["type"] == type_text)["select"]


def main():
    path, options = sys.argv[1], sys.argv[2:]
    code, out, err = run("report", path, "--json", *options)
    report, wrong, moved, compared = json.loads(out), 0, 0, 0
    memory_code, memory, _ = run("memory", path, "--json", *[o for o in options if "--buffers" not in o])
    wrong += differs("exit status", code, memory_code)
    wrong += differs("memory", report["memory"], json.loads(memory) if memory else None)
    shows, _ = values("show", path, "--device=none")
    shows = [s for s in shows or [] if "type" in s]  # without devices
    wrong += differs("layouts", report["layouts"], shows)
    if len(shows) > 1 and report["grids"]:
        wrong += differs("grids", report["grids"], values("grids", path)[0])
    for move in report["moves"]:
        ends = (move["from_type"], move["to_type"])
        moved += 1
        if move["same"] is not None:
            first = report["moves"][move["same"]]
            wrong += differs("types of the same move", ends, (first["from_type"], first["to_type"]))
            continue
        names = [selector(shows, end) for end in ends]
        if "?" in names:
            continue  # no name selects it
        plan, why = values("move", "--totals", "--from", path, "--to", path, "--from-name", names[0],
                           "--to-name", names[1])
        wrong += differs(f"move of line {move['line']}", move["plan"], plan)
        wrong += differs(f"move of line {move['line']}", move["reason"] or "", why if plan is None else "")
        compared += 1
    for stream in report["streams"]:
        name = selector(shows, stream["type"])
        if name == "?":
            continue
        other, why = values("stream", path, "--name", name,
                            *[o for o in options if o.startswith(("--buffers", "--system-desc", "--l1-base"))])
        ours = {k: v for k, v in stream.items() if k not in ("name", "line", "reason")}
        wrong += differs(f"stream of {stream['name']}", ours if other else stream["reason"], other or why)
    _, text, _ = run("report", path, "-o", "-", *options)
    page = Page(text)
    wrong += differs("page", page.wrong, [])
    print(f"memory, {len(shows)} layouts, {moved} moves ({compared} plans), {len(report['streams'])} streams, page: "
          f"{'equal' if not wrong else str(wrong) + ' differ'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
