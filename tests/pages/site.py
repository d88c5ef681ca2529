#!/usr/bin/env python3
"""The documentation site that scripts/site writes: TAP.   site.py BUILD_DIR

Each link leads to an existing page and anchor, no page loads anything from a server, each page of docs is in the
navigation, and nothing of Markdown remains in the text. Skipped if mkdocs or mkdocs-material is not installed."""
import glob
import html.parser
import os
import re
import sys
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "drivers"))
from tap import Tap, arguments, run  # noqa: E402

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Page(html.parser.HTMLParser):
    """Anchors, links and addresses of what a page loads; the text outside code; items and rows."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads, self.text, self.items, self.rows = set(), [], [], [], 0, 0
        self.in_code = self.in_article = 0
        self.examples = []
        with open(path, encoding="utf-8") as f:
            self.feed(f.read())

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.ids |= {a[n] for n in ("id", "name") if a.get(n)}
        if tag == "a" and a.get("href") is not None:
            self.links.append(a["href"])
        loads = a.get("src") or (a.get("href") if tag == "link" and a.get("rel") != "canonical" else None)
        if loads:
            self.loads.append(loads)
        self.in_code += tag in ("pre", "code", "script", "style")
        self.in_article += tag == "article"
        self.items += tag == "li" and bool(self.in_article)
        self.rows += tag == "tr"

    def handle_endtag(self, tag):
        self.in_code -= tag in ("pre", "code", "script", "style")
        self.in_article -= tag == "article"

    def handle_data(self, data):
        if self.in_article and not self.in_code:
            self.text.append(data)


def check_links(tap, out, pages):
    missing, external = [], []
    for name, page in pages.items():
        for address in page.links + page.loads:
            if re.match(r"[a-z]+:", address):
                if address in page.loads and not address.startswith("data:"):
                    external.append(f"{name}: {address}")
                continue
            path, _, anchor = address.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(path))) if path else name
            if os.path.isdir(os.path.join(out, target)):
                target = os.path.normpath(os.path.join(target, "index.html"))
            if not os.path.exists(os.path.join(out, target)):
                missing.append(f"{name}: {address}")
            elif anchor and target in pages and urllib.parse.unquote(anchor) not in pages[target].ids \
                    and target != "play.html" and not anchor.startswith("__"):
                missing.append(f"{name}: {address} (anchor)")
    number = sum(len(p.links) for p in pages.values())
    tap.check(not missing, f"{number} links of {len(pages)} pages", "\n".join(missing))
    tap.check(not external, "no page loads anything from a server", "\n".join(external))


def lists_and_rows(path):
    """Items of lists and rows of tables of a page for GitHub, outside fenced blocks."""
    with open(path, encoding="utf-8") as f:
        text = re.sub(r"^( *)```.*?^\1```$", "", f.read(), flags=re.S | re.M)
    text = re.sub(r"^    .*", "", text, flags=re.M)
    rows = [line for line in text.splitlines() if line.startswith("|") and not re.match(r"\|[ :|-]+\|?$", line)]
    items, number = 0, 0
    for mark in re.findall(r"^ *([-*]|\d+\.) ", text, re.M):
        if mark[0].isdigit() and int(mark[:-1]) not in (1, number + 1):
            continue  # a number of a sentence
        number = int(mark[:-1]) if mark[0].isdigit() else number
        items += 1
    return items, len(rows)


def main():
    build = arguments(__doc__).parse_args().build
    tap = Tap()
    status, out, err = run([os.path.join(ROOT, "scripts", "site"), build])
    if status == 3:
        tap.skip("the documentation site", err.decode().strip())
        return tap.finish()
    if not tap.check(status == 0, "scripts/site writes the site, without warnings of mkdocs", (out + err).decode()):
        return tap.finish()
    out = os.path.join(build, "site", "site")
    pages = {os.path.relpath(path, out): Page(path)
             for path in sorted(glob.glob(os.path.join(out, "**", "*.html"), recursive=True))
             if os.path.basename(path) != "play.html"}
    check_links(tap, out, pages)
    sources = {"index.html": os.path.join(ROOT, "README.md"),
               "CONTRIBUTING.html": os.path.join(ROOT, "CONTRIBUTING.md")}
    sources |= {os.path.basename(p)[:-2] + "html": p for p in glob.glob(os.path.join(ROOT, "docs", "*.md"))}
    listed = {link.split("#")[0] for link in pages["index.html"].links}
    lost = sorted(name for name in sources if name not in listed and name != "index.html")
    tap.check(not lost, "all pages of docs are in the navigation (web/site/mkdocs.yml)", lost)
    for name, source in sorted(sources.items()):
        items, rows = lists_and_rows(source)
        page = pages[name]
        remains = re.findall(r"(?:^|\n) *(?:[-*] |\| ).*|`|\]\(.*|<!--.*", "".join(page.text))
        tap.check((items, rows) == (page.items, page.rows) and not remains,
                  f"{name}: lists, tables and code of {os.path.relpath(source, ROOT)}",
                  f"items {items} -> {page.items}, rows {rows} -> {page.rows}\n" + "\n".join(remains[:10]))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
