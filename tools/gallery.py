"""Takes pictures of every page and of every board in its main phases, in six windows, light and dark.

`make gallery` builds the pages with their gallery and runs this. `gallery/index.html` shows all pictures at a glance,
`gallery/sheets` a dozen of them in one picture. It fails when a page complains or scrolls sideways, and says how far
down one would have to scroll.
"""

import argparse
import asyncio
import html
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser, ConsoleMessage, Error, Page, async_playwright

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build/gallery"
GAMES = sorted(path.parent.parent.name for path in ROOT.glob("src/hoofspiel/games/*/web/index.ts"))
SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone on its side": (667, 375),
    "tablet": (1024, 768),
    "desk": (1280, 800),
    "large desk": (1920, 1080),
}
BY_THUMB = ("small phone", "phone", "phone on its side")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AT_ONCE = 3
"""How many browser pages take pictures side by side."""
PAGES = {"home": "/", "you": "/you", "settings": "/settings", "about": "/about", "missing": "/nowhere"}
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
POST = """
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  const ask = async path => (await fetch(path)).json();
  await post('/api/me', {name: 'Ada'});
"""
NEW_TABLE = f"""async slug => {{ {POST}
  const {{games}} = await ask('/api/games');
  const {{seats, live_options}} = games.find(one => one.slug === slug);
  const four = seats.includes(4) ? 4 : seats.at(-1);
  return (await post('/api/tables', {{game: slug, seats: four, options: live_options}})).id;
}}"""
BOTS_PLAY = f"""async () => {{ {POST}
  const {{slug, seats}} = (await ask('/api/games')).games.find(one => !one.timed);
  const table = {{game: slug, seats: seats[0], sit: false, bots: 'novice', start: true, clock: {{kind: 'none'}}}};
  const {{id, reason}} = await post('/api/tables', table);
  if (!id) throw new Error(reason);
  while ((await ask(`/api/tables/${{id}}`)).state !== 'over') await new Promise(done => setTimeout(done, 200));
  return id;
}}"""
"""A match of bots alone, played to its end: what the end and a replay look like."""

GUIDED = """games => localStorage.setItem('hoofspiel.settings', JSON.stringify({guided: games}))"""
"""Who has been here before is not shown around."""

GO = "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }"
"""Another scene without a load."""

SETTLED = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map(one => one.decode().catch(() => {})));
  const moving = document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < 3000);
  await Promise.all(moving.map(one => one.finished.catch(() => {})));
  const frame = () => new Promise(done => requestAnimationFrame(done));
  await frame(); await frame();
  const {scrollWidth, scrollHeight} = document.documentElement;
  const within = Math.max(0, ...[...document.querySelectorAll('main')].map(one => one.scrollHeight - one.clientHeight));
  return [scrollWidth - document.documentElement.clientWidth, Math.max(scrollHeight - innerHeight, within)];
}"""
"""Waits until all is drawn, and tells how far the page would scroll sideways and down."""


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@contextmanager
def running(command: list[str], *, complaints: int | None = None, **variables: str) -> Iterator[str]:
    """A server for as long as it is needed; it prints its own address."""
    surroundings = {**os.environ, **variables}
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=complaints, text=True, env=surroundings)
    assert server.stdout is not None
    try:
        lines = (re.search(r"http://\S+?:\d+", line) for line in server.stdout)
        yield next(hit[0] for hit in lines if hit)
    finally:
        server.terminate()
        server.wait(10)
        server.stdout.close()


@dataclass
class Walk:
    """One game (or the pages of no game) at one size in one scheme."""

    slug: str
    size: str
    scheme: Literal["light", "dark"]
    folder: Path
    taken: list[tuple[Path, str]] = field(default_factory=list)
    """Pictures, each with what to know about it."""
    faults: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.slug or 'pages'}.{self.size}.{self.scheme}".replace(" ", "-")

    def hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.faults.append(f"{self.name}: {said.text}")

    async def take(self, page: Page, title: str) -> None:
        sideways, down = await page.evaluate(SETTLED)
        said = f"{self.slug} {title}".strip() + f".{self.size}.{self.scheme}.png"
        picture = self.folder / re.sub("[ ,]+", "-", said)
        await page.screenshot(path=picture)
        self.taken.append((picture, f"{title} ↓{down}" if down > 0 else title))
        if sideways > 0:
            self.faults.append(f"{picture.name} scrolls sideways by {sideways} px")

    async def see(self, page: Page, title: str, path: str) -> None:
        await page.goto(path)
        await page.wait_for_selector("h1")
        await self.take(page, title)

    async def pages(self, page: Page) -> None:
        await page.goto("/")
        over = await page.evaluate(BOTS_PLAY)
        for title, path in (PAGES | {"end": f"/t/{over}", "replay": f"/t/{over}/replay?at=9"}).items():
            await self.see(page, title, path)
        for slug in GAMES:
            await page.evaluate(NEW_TABLE, slug)
        await self.see(page, "home, with tables of one's own", "/")
        await self.see(page, "before the drawers", f"/gallery?game={GAMES[0]}&at=0")
        for name in ("Rules", "Log and chat", "More"):
            button = page.get_by_role("button", name=name, exact=True)
            if await button.count():  # a wide table has its log beside it
                await button.first.click()
                await self.take(page, f"drawer {name}")
                await page.keyboard.press("Escape")

    async def game(self, page: Page) -> None:
        await page.goto("/")
        table = await page.evaluate(NEW_TABLE, self.slug)
        paths = {"rules": f"/rules/{self.slug}", "new table": f"/new/{self.slug}", "waiting": f"/t/{table}"}
        for title, path in paths.items():
            await self.see(page, title, path)
        await self.making(page)
        await page.goto(f"/gallery?game={self.slug}")
        await page.wait_for_selector("[data-main]")
        every = "all => all.map(one => [one.textContent, one.getAttribute('href')])"
        scenes: list[tuple[str, str]] = await page.eval_on_selector_all("[data-main]", every)
        for title, path in scenes:
            await page.evaluate(GO, path)
            await page.wait_for_selector(f"[data-scene='{path.rpartition('=')[2]}'] [data-room] main > *")
            await self.take(page, title)
        await self.guide(page, next(path for title, path in scenes if title.endswith("start")))

    async def making(self, page: Page) -> None:
        """The making of a table, whoever sits at it, to the end of the page."""
        for who in ("Friends, by link", "Bots, right away", "People around this screen"):
            await page.goto(f"/new/{self.slug}")
            await page.wait_for_selector("[type=radio]")
            choice = page.get_by_role("radio", name=who)
            if await choice.count():
                await choice.check(force=True)
                await page.evaluate("scrollTo(0, document.body.scrollHeight)")
                await self.take(page, f"new table, {who.split()[0].strip(',').lower()}, below")

    async def guide(self, page: Page, path: str) -> None:
        """What somebody is told who has never been here."""
        await page.evaluate(GUIDED, [])
        await page.goto(path)
        for number in range(1, 9):
            await page.wait_for_selector(".guide, [data-scene] main > *")
            await self.take(page, f"guide {number}")
            await page.locator(".guide .primary").click()
            if not await page.locator(".guide").count():
                break

    async def sheets(self, page: Page, folder: Path) -> None:
        """All pictures of this walk, a dozen to a sheet."""
        across, wide = (6, 260) if self.size.endswith("phone") else (3, 520)
        style = f"body{{margin:8px;width:{across * (wide + 8)}px;display:flex;flex-wrap:wrap;gap:8px;background:#888}}"
        style += f"figure{{margin:0;width:{wide}px;font:13px sans-serif}}img{{width:100%;display:block}}"
        await page.set_viewport_size({"width": across * (wide + 8) + 8, "height": 600})
        for number, start in enumerate(range(0, len(self.taken), 12), 1):
            figure = '<figure>{}<img src="../{}"></figure>'
            rows = "".join(figure.format(html.escape(words), one.name) for one, words in self.taken[start : start + 12])
            sheet = folder / f"{self.name}.{number}.html"
            sheet.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{rows}", encoding="utf-8")
            await page.goto(sheet.as_uri())
            await page.screenshot(path=sheet.with_suffix(".png"), full_page=True)
            sheet.unlink()

    async def go(self, browser: Browser, site: str) -> None:
        width, height = SIZES[self.size]
        context = await browser.new_context(
            base_url=site,
            viewport={"width": width, "height": height},
            color_scheme=self.scheme,
            reduced_motion="reduce",
            service_workers="block",
            has_touch=self.size in BY_THUMB,
            is_mobile=self.size in BY_THUMB,
        )
        page = await context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{self.name}: {error}"))
        page.on("console", self.hear)
        await page.goto("/settings")
        await page.evaluate(GUIDED, GAMES)
        try:
            await (self.game(page) if self.slug else self.pages(page))
        except Error as error:
            self.faults.append(f"{self.name}: {error}")
        await self.sheets(page, self.folder / "sheets")
        await context.close()
        print(f"{self.name}: {len(self.taken)} pictures", flush=True)


async def tour(site: str, walks: list[Walk]) -> None:
    """Several walks side by side in one browser."""
    left = list(reversed(walks))
    async with async_playwright() as play:
        found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        browser = await play.chromium.launch(executable_path=found, args=QUIET)

        async def walker() -> None:
            while left:
                await left.pop().go(browser, site)

        await asyncio.gather(*(walker() for _ in range(AT_ONCE)))
        await browser.close()


def index(folder: Path, walks: list[Walk]) -> None:
    figure = '<figure><img loading="lazy" src="{0}"><figcaption>{1}<br>{0}</figcaption></figure>'
    taken = [one for walk in walks for one in walk.taken]
    rows = "".join(figure.format(html.escape(picture.name), html.escape(said)) for picture, said in taken)
    style = "body{display:flex;flex-wrap:wrap;gap:12px;font:14px sans-serif}figure{margin:0}img{height:420px}"
    page = f"<!doctype html><meta charset=utf-8><title>Gallery</title><style>{style}</style>{rows}"
    (folder / "index.html").write_text(page, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these games; none means everything")
    parser.add_argument("--into", default=str(ROOT / "gallery"))
    asked = parser.parse_args()
    folder = Path(asked.into).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "sheets").mkdir(parents=True)
    slugs = asked.games or ["", *GAMES]
    walks = [Walk(slug, size, scheme, folder) for slug in slugs for size in SIZES for scheme in SCHEMES]
    quick = ["--bot-pace", "0", "--bot-workers", "0", "--metrics-listen", ""]
    serve = ["serve", "--port", "0", "--store", "memory:", "--new-tables", "1000", *quick]
    with running([sys.executable, "-m", "hoofspiel", *serve]) as lobby:
        preview = ["node", "node_modules/vite/bin/vite.js", "preview", "web"]
        preview += ["--outDir", str(SITE), "--port", str(free_port())]
        # It would complain about every socket that a page leaves open behind it.
        with running(preview, complaints=subprocess.DEVNULL, HOOFSPIEL_LOBBY=lobby, NO_COLOR="1") as site:
            asyncio.run(tour(site, walks))
    index(folder, walks)
    faults = [fault for walk in walks for fault in walk.faults]
    for fault in faults:
        print(fault)
    where = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(f"{sum(len(walk.taken) for walk in walks)} pictures in {where}/index.html, sheets of them in {where}/sheets")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
