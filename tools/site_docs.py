"""The documentation as pages that anybody can read in a browser, for the static site (make site).

    python tools/site_docs.py FOLDER

Writes docs/ as it lies in the repository, and what stands beside it (README.md and the like), every page as HTML. The
pages of the games are one folder up.
"""

import html
import re
import shutil
import sys
from pathlib import Path, PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
BESIDE = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")
"""what lies beside docs/ in the repository; here it lies in it"""
AWAY = re.compile(r"^[a-z]+:|^#")
STYLE = """
:root { color-scheme: light dark; --paper: light-dark(#f6efe2, #17141f); --sheet: light-dark(#fffaf1, #221e2d);
  --ink: light-dark(#231e31, #f6efe2); --brand: light-dark(#a9301f, #ff9a7a); --line: light-dark(#ddd0ba, #423b52); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 system-ui, sans-serif; }
header, main { width: min(100%, 860px); margin-inline: auto; padding: 16px; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; }
header a { min-height: 44px; display: inline-flex; align-items: center; }
a { color: var(--brand); }
h1, h2, h3 { line-height: 1.25; }
img { max-width: 100%; height: auto; }
pre, .wide { overflow-x: auto; overflow-wrap: normal; }
pre { padding: 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet); }
code { font-size: 0.92em; }
table { border-collapse: collapse; }
th, td { padding: 6px 12px; border: 1px solid var(--line); text-align: left; vertical-align: top; }
:focus-visible { outline: 3px solid light-dark(#1757c2, #8db8ff); outline-offset: 2px; }
"""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy"
  content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<title>{title} · Hoofspiel</title>
<link rel="icon" href="{up}../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{up}docs.css">
</head>
<body>
<header><nav aria-label="Hoofspiel">
<a href="{up}../">Hoofspiel</a> · <a href="{up}index.html">Documentation</a>
</nav></header>
<main>
{words}</main>
</body>
</html>
"""


def anchor(words: str) -> str:
    """What a heading is called in links, as code hosts do it."""
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")


def placed(link: str, page: PurePosixPath) -> str | None:
    """Where a link of a page leads on the site; None where that is not part of it."""
    if AWAY.match(link):
        return link
    path, hash_, place = link.partition("#")
    parts: list[str] = []
    for part in (page.parent / path).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
    target = PurePosixPath(*parts)
    if target.parts[:1] == ("docs",):
        target = PurePosixPath(*target.parts[1:])
    if not (ROOT / "docs" / target).is_file() and target.name not in BESIDE:
        return None
    up = "../" * (len(page.parts) - 1)
    return f"{up}{target.with_suffix('.html') if target.suffix == '.md' else target}{hash_}{place}"


def _settle(tokens: list[Token], page: PurePosixPath) -> str:
    """Links lead to pages and headings can be linked to; the first heading is the title."""
    title = ""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            words = "".join(part.content for part in tokens[at + 1].children or ())
            token.attrSet("id", anchor(words))
            title = title or words
        for part in token.children or ():
            for name in ("href", "src"):
                given = part.attrGet(name)
                if isinstance(given, str):
                    part.attrSet(name, placed(given, page) or "#")
    return title or page.stem


def written(text: str, page: PurePosixPath) -> str:
    """A page of the documentation as HTML."""
    reader = MarkdownIt("commonmark").enable("table")
    tokens = reader.parse(text)
    title = _settle(tokens, page)
    words = reader.renderer.render(tokens, reader.options, {})
    # wide things scroll, also by keyboard
    words = words.replace("<pre>", '<pre tabindex="0">')
    words = words.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    up = "../" * (len(page.parts) - 1)
    return PAGE.format(title=html.escape(title), up=up, words=words)


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    docs = ROOT / "docs"
    found = {path.relative_to(docs): path for path in docs.rglob("*") if path.is_file()}
    found |= {Path(name): ROOT / name for name in BESIDE}
    for inside, path in found.items():
        target = folder / inside
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            page = written(path.read_text(encoding="utf-8"), PurePosixPath(inside.as_posix()))
            target.with_suffix(".html").write_text(page, encoding="utf-8")
        else:
            shutil.copy(path, target)
    (folder / "docs.css").write_text(STYLE.lstrip(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
