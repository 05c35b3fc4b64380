"""A whole match of each game against bots at normal pace, by clicking: clicks, seconds, waits, movement, long tasks.

`python -m tools.pace goats foxy` plays them in a browser and prints a line for each. Whoever plays needs a third of a
second for a click and does nothing clever. A wait is the time from a click to the next thing that can be pressed. The
layout shift is the largest sum for one question or one staged moment, without what the click itself moved; a long task
is one of more than 50 ms while something is on stage.
"""

import argparse
import os
import shutil
import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright

from hoofspiel.kernel.catalog import games
from tools.gallery import QUIET, running

SETTINGS = """games => localStorage.setItem('hoofspiel.settings',
  JSON.stringify({guided: games, motion: 'full', pace: 'normal', hold: true}))"""
PLAY = """slug => {
  const seen = window.paced = {clicks: 0, waits: [], shifts: {}, tasks: [], begun: performance.now(), over: 0};
  const here = () => document.querySelector('main .prompt')?.innerText.split('\\n')[0] || 'nothing asked';
  const staged = () => Boolean(document.querySelector('header button[aria-label="Skip"]'));
  new PerformanceObserver(list => list.getEntries().filter(one => !one.hadRecentInput).forEach(one => {
    const phase = `${here()}${staged() ? ', on stage' : ''}`;
    seen.shifts[phase] = (seen.shifts[phase] ?? 0) + one.value;
  })).observe({type: 'layout-shift', buffered: false});
  new PerformanceObserver(list => list.getEntries().forEach(one => {
    if (staged()) seen.tasks.push(Math.round(one.duration));
  })).observe({type: 'longtask', buffered: false});
  const free = where => [...document.querySelectorAll(where)].filter(one =>
    one.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true');
  const any = list => list[Math.floor(Math.random() * list.length)];
  const asked = '.prompt.mine .btn';
  const wanted = {
    goats: () => free(`${asked}.primary`)[0] ?? any(free('[data-card] button.card.allowed')),
    foxy: () => any(free(`${asked}.primary`)) ?? free(asked)[0],
    goodge: () => free('.recap .btn')[0] ?? free(`${asked}.primary`)[0]
      ?? free('.auction .btn').find(one => /^Pass/.test(one.innerText)) ?? free('.suit')[0]
      ?? free('[data-guide=hand] button.card.allowed.chosen').filter(() => !free('.tag').length)[0]
      ?? any(free('[data-guide=hand] button.card.allowed:not(.chosen)')),
    gouda: () => (free('.room.open').length && !free('.room.chosen').length ? any(free('.room.open')) : null)
      ?? (free('.making').length ? null : any(free('[data-guide=hand] button.card.allowed:not(.chosen)')))
      ?? any(free('.others .row button.card.allowed')) ?? free(`${asked}.primary`)[0],
  }[slug];
  let since = performance.now();
  const look = () => {
    if (document.querySelector('.end')) return void (seen.over = performance.now() - seen.begun);
    const mine = document.querySelector('.prompt.mine') ?? document.querySelector('.recap');
    const one = mine && wanted();
    if (!one) return void setTimeout(look, 50);
    seen.waits.push(performance.now() - since);
    setTimeout(() => {
      seen.clicks++;
      one.click();
      since = performance.now();
      setTimeout(look, 60);
    }, 300);
  };
  look();
}"""


TITLE = """async slug => (await (await fetch('/api/games')).json()).games.find(one => one.slug === slug).title"""


def play(page: Page, slug: str, most_seconds: int) -> dict[str, Any]:
    page.goto("/settings")
    page.evaluate(SETTINGS, list(games()))
    title = page.evaluate(TITLE, slug)
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {title}").click(timeout=90_000)
    page.wait_for_selector(f".{slug}", timeout=90_000)
    page.evaluate(PLAY, slug)
    found: dict[str, Any] = {"over": 0}
    for _ in range(most_seconds):
        if found["over"]:
            break
        page.wait_for_timeout(1000)
        found = page.evaluate("paced")
    return found


def told(slug: str, found: dict[str, Any]) -> str:
    where, most = max(found["shifts"].items(), key=lambda one: one[1], default=("nowhere", 0.0))
    tasks, wait = found["tasks"], max(found["waits"], default=0) / 1000
    time = f"{found['over'] / 1000:.0f} s" if found["over"] else "not over"
    return (
        f"{slug}: {found['clicks']} clicks, {time}, longest wait {wait:.1f} s, largest shift {most:.3f} ({where}), "
        f"{len(tasks)} long tasks, the longest {max(tasks, default=0)} ms"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["goats", "foxy", "goodge", "gouda"])
    parser.add_argument("--most-seconds", type=int, default=1200)
    asked = parser.parse_args()
    serve = ["serve", "--port", "0", "--store", "memory:", "--metrics-listen", ""]
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with running([sys.executable, "-m", "hoofspiel", *serve]) as lobby, sync_playwright() as play_wright:
        browser = play_wright.chromium.launch(executable_path=chromium, args=QUIET)
        for slug in asked.games:
            context = browser.new_context(base_url=lobby, viewport={"width": 1280, "height": 800})
            found = play(context.new_page(), slug, asked.most_seconds)
            print(told(slug, found), flush=True)
            context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
