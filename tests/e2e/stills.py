"""The positions of the gallery, standing still: shown by the pages alone, with no server behind them."""

import fcntl
import json
import mimetypes
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route

from hoofspiel.kernel.catalog import games
from tools.gallery import GUIDED

ROOT = Path(__file__).parents[2]
SITE = "http://gallery.test"
WALK = """async ([board, paths, looks]) => {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const there = at => document.querySelector(`[data-scene='${at}'] [data-room] main ${board}`)?.checkVisibility();
  const found = [];
  for (const path of paths) {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    const until = performance.now() + 180000;
    while (!there(path.split('at=')[1])) {
      if (performance.now() > until) throw new Error(`${path} is not shown`);
      await frame();
    }
    await frame();
    await frame();
    found.push(looks.map(look => LOOKS[look]()));
  }
  return found;
}"""


def built(folder: Path, mode: str = "gallery", base: str = "/") -> Path:
    """The pages, to stand at `base`, built in this folder by whoever comes first; the others wait for that."""
    site = folder / (base.strip("/") or mode)
    with (folder / f"{mode}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (site / "index.html").exists():
            build = ["node", "node_modules/vite/bin/vite.js", "build", "web", "--mode", mode, "--outDir", str(site)]
            env = {**os.environ, "BASE": base}
            subprocess.run([*build, "--logLevel", "error"], cwd=ROOT, check=True, env=env)
    return site


class Stills:
    """Windows that show positions of the gallery."""

    def __init__(self, browser: Browser, site: Path, patience_ms: int) -> None:
        self.browser = browser
        self.patience_ms = patience_ms
        self.site = site
        self.contexts: list[BrowserContext] = []

    def window(self, renamed: Mapping[str, str], **how: Any) -> Page:
        """An empty window that gets its pages from the folder they were built into, and nothing else from anywhere."""
        context = self.browser.new_context(base_url=SITE, reduced_motion="reduce", service_workers="block", **how)
        context.set_default_timeout(self.patience_ms)
        self.contexts.append(context)

        def serve(route: Route) -> None:
            if "/api/" in route.request.url:
                return route.fulfill(json={"games": []})
            path = self.site / route.request.url.split("?")[0].removeprefix(f"{SITE}/")
            file = path if path.is_file() else self.site / "index.html"
            kind = mimetypes.guess_type(file)[0] or "text/plain"
            if not file.name.startswith("scenes"):
                return route.fulfill(path=file, content_type=kind)
            text = file.read_text()
            for name, other in renamed.items():
                text = text.replace(name, other)
            return route.fulfill(body=text, content_type=kind)

        context.route("**/*", serve)
        context.add_init_script(f"({GUIDED})({list(games())!r})")
        return context.new_page()

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def titles(slug: str, wanted: str = "") -> dict[int, str]:
    """The positions of a game by their numbers, those with these words in their title."""
    kept = json.loads((ROOT / f"src/hoofspiel/games/{slug}/web/scenes.json").read_text(encoding="utf-8"))
    return {number: scene["title"] for number, scene in enumerate(kept) if wanted in scene["title"]}


def looked_at(page: Page, slug: str, looks: Mapping[str, str], numbers: Sequence[int]) -> list[dict[str, Any]]:
    """What each of the `looks`, functions of the page, finds in these positions of a game, one after the other."""
    if f"/gallery?game={slug}&" not in page.url:
        page.goto(f"/gallery?game={slug}")
        page.wait_for_selector("[data-main]")
    functions = ", ".join(f"{json.dumps(name)}: {look}" for name, look in looks.items())
    walk = WALK.replace("LOOKS", f"({{{functions}}})")
    paths = [f"/gallery?game={slug}&at={number}" for number in numbers]
    return [dict(zip(looks, found, strict=True)) for found in page.evaluate(walk, [f".{slug}", paths, list(looks)])]
