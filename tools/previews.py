"""Draws the pictures that chats show of a link: one for home and one for each game with a cover, from that cover.

Run it when a cover, a title or a blurb changes: `python tools/previews.py`. It writes web/public/previews.
"""

import os
import shutil
import tomllib
from html import escape
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
INTO = ROOT / "web/public/previews"
COVERS = {path.parents[1].name: path for path in sorted(ROOT.glob("src/hoofspiel/games/*/web/cover.svg"))}
TYPE = ROOT / "node_modules/@fontsource/young-serif/files/young-serif-latin-400-normal.woff"
MOST = 60_000
"""bytes of a picture: small enough for every chat"""
STYLE = f"""
@font-face {{ font-family: "Young Serif"; src: url("{TYPE.as_uri()}"); }}
body {{ margin: 0; width: 1200px; height: 630px; display: flex; background: #f6efe2; color: #2a2438; overflow: hidden;
  font: 34px/1.35 "Young Serif"; }}
.cover {{ height: 630px; aspect-ratio: 5 / 6; }}
.words {{ flex: 1; padding: 56px; display: flex; flex-direction: column; gap: 24px; justify-content: center; }}
h1 {{ font-size: 68px; line-height: 1.1; margin: 0; font-weight: 400; }} p {{ margin: 0; }}
.mark {{ display: flex; align-items: center; gap: 16px; }} .mark img {{ width: 56px; }}
.row {{ display: flex; }} .row .cover {{ height: 288px; }}
.home {{ flex-direction: column; }} .home .words {{ padding: 0 56px; }} .home .mark img {{ width: 92px; }}
"""


def picture(path: Path) -> str:
    return f'<img class="cover" src="{path.as_uri()}">'


def page_of(slug: str) -> str:
    mark = f'<img src="{(ROOT / "web/public/icon.svg").as_uri()}">'
    if slug == "home":
        words = f'<h1 class="mark">{mark}Hoofspiel</h1><p>Play good bots right away, or send your friends a link.</p>'
        row = "".join(map(picture, COVERS.values()))
        return f'<body class="home"><div class="row">{row}</div><div class="words">{words}</div>'
    texts = tomllib.loads((ROOT / f"src/hoofspiel/games/{slug}/texts/en.toml").read_text(encoding="utf-8"))
    words = f"<h1>{escape(texts['title'])}</h1><p>{escape(texts['blurb'])}</p>"
    return f'<body>{picture(COVERS[slug])}<div class="words">{words}<p class="mark">{mark}Hoofspiel</p></div>'


def main() -> None:
    INTO.mkdir(exist_ok=True)
    with sync_playwright() as play:
        found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light")
        draft = INTO / "draft.html"
        for slug in ("home", *COVERS):
            text = f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{page_of(slug)}"
            draft.write_text(text, encoding="utf-8")
            page.goto(draft.as_uri())
            page.evaluate("() => document.fonts.ready.then(() => null)")
            tries = (page.screenshot(type="jpeg", quality=quality) for quality in range(90, 20, -4))
            drawn = next(one for one in tries if len(one) < MOST)
            (INTO / f"{slug}.jpg").write_bytes(drawn)
            print(f"{slug}.jpg: {len(drawn)} bytes")
        draft.unlink()
        browser.close()


if __name__ == "__main__":
    main()
