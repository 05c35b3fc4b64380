"""Somebody who looks at a table and presses one of the things on offer, with a real mouse or a real finger.

On the way every new question is looked at as everybody must be able to read and hit it.
"""

import random
import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Page

from .reading import faults

NUMBER = re.compile(r"\d+")
LOOK = """([inside, which, bold]) => {
  const offered = list => [...list].filter(thing => thing.checkVisibility({visibilityProperty: true}));
  const dialog = document.querySelector(`dialog[open], ${inside} [role=dialog]`);
  const free = 'button:not([disabled], [aria-disabled=true])';
  let things = offered((dialog ?? document).querySelectorAll(dialog ? free : `${inside} ${free}`));
  const said = things.filter(thing => thing.closest('.prompt, .pad'));
  if (said.length && bold) things = said;
  document.querySelector('[data-wanted]')?.removeAttribute('data-wanted');
  const wanted = things[Math.floor(which * things.length)];
  wanted?.setAttribute('data-wanted', '');
  const root = document.documentElement;
  return {
    something: wanted !== undefined, prompt: document.querySelector('main .prompt')?.innerText.split('\\n')[0] ?? '',
    beyond: root.scrollWidth > root.clientWidth
      ? [...document.querySelectorAll('body *')].filter(thing => thing.getBoundingClientRect().right > root.clientWidth)
        .map(thing => thing.className).join(', ') || 'the page'
      : '',
    spoken: [...document.querySelectorAll('[data-spoken] p')].map(one => one.textContent),
    over: document.querySelector('.end') !== null,
  };
}"""


class Hands:
    """Presses at random among what is offered, and keeps what was asked, spoken and found fault with."""

    def __init__(self, page: Page, inside: str, *, touch: bool = False, reads: bool = False) -> None:
        self.page = page
        self.inside = inside
        self.touch = touch
        self.reads = reads
        self.prompts: set[str] = set()
        self.read: set[str] = set()
        """the prompts that were looked at, whatever numbers they named"""
        self.spoken: set[str] = set()
        self.faults: list[str] = []
        self.over = False

    def act(self, chance: random.Random) -> None:
        """One look, and one press if anything can be pressed; otherwise on with the show."""
        seen: dict[str, Any] = self.page.evaluate(LOOK, [self.inside, chance.random(), chance.random() < 0.6])
        self.over = seen["over"]
        self.spoken.update(seen["spoken"])
        if seen["beyond"]:
            self.faults.append(f"{seen['prompt']}: beyond the edge: {seen['beyond']}")
        if self.over:
            return
        if seen["prompt"] and seen["prompt"] not in self.prompts:
            self.prompts.add(seen["prompt"])
            kind = NUMBER.sub("0", seen["prompt"])
            if self.reads and kind not in self.read:
                self.read.add(kind)
                self.faults += faults(self.page, seen["prompt"])
            return
        if not seen["something"]:
            self.page.keyboard.press("Escape")
            return
        wanted = self.page.locator("[data-wanted]")
        with suppress(Error):  # the table may have moved on before the finger comes down
            wanted.tap(timeout=700) if self.touch else wanted.click(timeout=700)
