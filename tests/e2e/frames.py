"""What a page showed, frame by frame: sampled just before each paint, kept where it differs from the one before."""

from typing import Any

from playwright.sync_api import Page

from hoofspiel.kernel.catalog import games

MOVING = f"""localStorage.setItem("hoofspiel.settings", JSON.stringify(
  {{ guided: {list(games())!r}, motion: "full" }}))"""
"""Somebody who wants to see everything move, and has read the guides."""

KEEP = """look => {
  const see = (0, look);
  window.frames_kept = [];
  let last = '';
  const sample = () => {
    const now = JSON.stringify(see());
    if (now !== last) window.frames_kept.push(last = now);
    requestAnimationFrame(sample);
  };
  requestAnimationFrame(sample);
}"""


def keep_frames(page: Page, look: str) -> None:
    """From now on; `look` is a function of the page that tells what is to be seen on it."""
    page.evaluate(f"() => ({KEEP})({look})")


def frames(page: Page) -> list[dict[str, Any]]:
    """All that were kept so far, in order."""
    kept: list[dict[str, Any]] = page.evaluate("() => window.frames_kept.map(one => JSON.parse(one))")
    return kept
