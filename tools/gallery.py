"""Takes pictures of every page and of every board in its main phases, on a phone and a desk, light and dark.

`make gallery` builds the pages with their gallery and runs this; `gallery/index.html` shows all pictures at a glance.
"""

import argparse
import html
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build/gallery"
GAMES = sorted(path.parent.parent.name for path in ROOT.glob("src/hoofspiel/games/*/web/index.ts"))
SIZES = {"phone": (390, 844), "desk": (1280, 800)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGES = {"home": "/", "you": "/you", "settings": "/settings", "about": "/about", "missing": "/nowhere"}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]
NEW_TABLE = """async slug => {
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  await post('/api/me', {name: 'Ada'});
  const {games} = await (await fetch('/api/games')).json();
  const {seats, live_options} = games.find(one => one.slug === slug);
  const four = seats.includes(4) ? 4 : seats.at(-1);
  return (await post('/api/tables', {game: slug, seats: four, options: live_options})).id;
}"""

BOTS_PLAY = """async () => {
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  const ask = async path => (await fetch(path)).json();
  await post('/api/me', {name: 'Ada'});
  const {slug, seats} = (await ask('/api/games')).games.find(one => !one.timed);
  const table = {game: slug, seats: seats[0], sit: false, bots: 'novice', start: true, clock: {kind: 'none'}};
  const {id, reason} = await post('/api/tables', table);
  if (!id) throw new Error(reason);
  while ((await ask(`/api/tables/${id}`)).state !== 'over') await new Promise(done => setTimeout(done, 200));
  return id;
}"""
"""A match of bots alone, played to its end: what the end and a replay look like."""


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@contextmanager
def running(command: list[str], **variables: str) -> Iterator[str]:
    """A server for as long as it is needed; it prints its own address."""
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, **variables})
    assert server.stdout is not None
    try:
        lines = (re.search(r"http://\S+?:\d+", line) for line in server.stdout)
        yield next(hit[0] for hit in lines if hit)
    finally:
        server.terminate()
        server.wait(10)
        server.stdout.close()


def scenes(slug: str) -> list[dict[str, Any]]:
    kept = ROOT / "src/hoofspiel/games" / slug / "web/scenes.json"
    return list(json.loads(kept.read_text(encoding="utf-8"))) if kept.exists() else []


def look(page: Page, path: str, picture: Path) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=picture)


def tour(browser: Browser, server: str, folder: Path, wanted: list[str]) -> list[Path]:
    """Every picture once for each size and each scheme."""
    taken: list[Path] = []
    for size, (width, height) in SIZES.items():
        for scheme in SCHEMES:
            context = browser.new_context(base_url=server, viewport={"width": width, "height": height})
            page = context.new_page()
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            addresses = {}
            if not wanted:
                page.goto("/")
                over = page.evaluate(BOTS_PLAY)
                addresses = PAGES | {"end": f"/t/{over}", "replay": f"/t/{over}/replay?at=9"}
            for slug in wanted or GAMES:
                page.goto("/")
                addresses |= {f"{slug} rules": f"/rules/{slug}", f"{slug} new table": f"/new/{slug}"}
                addresses[f"{slug} waiting"] = f"/t/{page.evaluate(NEW_TABLE, slug)}"
                for at, scene in enumerate(scenes(slug)):
                    addresses[f"{slug} {scene['title']}"] = f"/gallery?game={slug}&at={at}"
            for name, path in addresses.items():
                picture = folder / f"{name.replace(', ', ' ').replace(' ', '-')}.{size}.{scheme}.png"
                look(page, path, picture)
                taken.append(picture)
            context.close()
    return taken


def index(folder: Path, taken: list[Path]) -> None:
    figure = '<figure><img loading="lazy" src="{0}"><figcaption>{0}</figcaption></figure>'
    rows = "".join(figure.format(html.escape(one.name)) for one in sorted(taken))
    style = "body{display:flex;flex-wrap:wrap;gap:12px;font:14px sans-serif}figure{margin:0}img{height:420px}"
    page = f"<!doctype html><title>Gallery</title><style>{style}</style>{rows}"
    (folder / "index.html").write_text(page, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these games; none means everything")
    parser.add_argument("--into", default=str(ROOT / "gallery"))
    asked = parser.parse_args()
    folder = Path(asked.into)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    quick = ["--bot-pace", "0", "--bot-workers", "0"]
    serve = ["serve", "--port", "0", "--store", "memory:", "--new-tables", "1000", *quick]
    with running([sys.executable, "-m", "hoofspiel", *serve]) as lobby:
        preview = ["node", "node_modules/vite/bin/vite.js", "preview", "web"]
        preview += ["--outDir", str(SITE), "--port", str(free_port())]
        with running(preview, HOOFSPIEL_LOBBY=lobby, NO_COLOR="1") as site, sync_playwright() as play:
            found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
            browser = play.chromium.launch(executable_path=found, args=QUIET)
            taken = tour(browser, site, folder, asked.games)
            browser.close()
    index(folder, taken)
    print(f"{len(taken)} pictures in {folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
