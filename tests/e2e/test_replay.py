"""A replay that is jumped about in while it plays: board, caption and counter tell of the same step, in every frame."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import SHORT_PHONE
from .frames import MOVING, frames, keep_frames

PLAYED = """async ({game, options}) => {
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  await post('/api/me', {name: 'Ada'});
  const {games} = await (await fetch('/api/games')).json();
  const {live_options} = games.find(one => one.slug === game);
  const table = {game, seats: 3, bots: 'novice', sit: false, start: true, options: {...live_options, ...options}};
  const {id} = await post('/api/tables', {...table, clock: {kind: 'none'}});
  const state = async () => (await (await fetch(`/api/tables/${id}`)).json()).state;
  while (await state() !== 'over') await new Promise(done => setTimeout(done, 50));
  return id;
}"""
"""A match among bots, to its end."""
LOOK = """() => ({
  count: Number(/\\d+/.exec(document.querySelector('.count').textContent)[0]),
  slider: Number(document.querySelector('input[type=range]').value),
  caption: document.querySelector('footer .line').textContent,
  up: [...document.querySelectorAll('.slots li')].filter(one => one.querySelector('.turn:not(.down)'))
    .map(one => one.querySelector('.bid b').textContent),
  struck: document.querySelectorAll('.slots .out').length,
  winners: document.querySelectorAll('.seat.winner').length,
})"""
PICTURE = """() => [document.querySelector('main').innerText, ...[...document.querySelectorAll('main [class]')]
  .map(one => [...one.classList].filter(name => !name.startsWith('svelte-')).sort().join(' '))]"""

STEPS = """async picture => {
  const slider = document.querySelector('input[type=range]'), last = Number(slider.max), found = [];
  for (let step = 0; step <= last; step++) {
    slider.value = step;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const count = document.querySelector('.count').textContent;
    if (count !== `Step ${step} of ${last}`) throw new Error(`${count} at step ${step}`);
    found.push([document.querySelector('footer .line').innerText, picture()]);
  }
  return found;
}"""


def played_by_bots(page: Page, game: str, options: dict[str, Any]) -> str:
    """A match that nobody looked at; the address of its replay."""
    page.goto("/about")
    return f"/t/{page.evaluate(PLAYED, {'game': game, 'options': options})}/replay"


def walk_through(page: Page) -> list[tuple[str, str]]:
    """Caption and picture of every step, standing still."""
    return [(caption, picture) for caption, picture in page.evaluate(f"() => ({STEPS})({PICTURE})")]


def press_at_random(page: Page, chance: random.Random, last: int) -> None:
    """One press of somebody who cannot decide."""
    press = chance.randrange(7)
    if press < 2:
        page.locator("input[type=range]").fill(str(chance.randrange(last + 1)))
    elif press < 4:
        page.get_by_role("button", name=chance.choice(["One step on", "One step back", "To the start"])).click()
    elif press < 5:
        page.get_by_label("Speed").select_option(chance.choice(["0.5", "1", "2", "4"]))
    else:
        page.get_by_role("button", name=re.compile("^(Play|Pause)$")).click()


def covered(page: Page, place: str) -> float:
    """By how many pixels the controls hide this place."""
    found: float = page.evaluate(
        "place => document.querySelector(place).getBoundingClientRect().bottom"
        " - document.querySelector('footer').getBoundingClientRect().top",
        place,
    )
    return max(0, found)


@pytest.mark.parametrize(
    ("game", "options", "table"), [("goats", {"cards": 4, "rounds": 1}, ".counter"), ("gouda", {}, ".house")]
)
def test_board_caption_and_counter_agree_whatever_is_pressed(
    visit: Callable[..., Any], game: str, options: dict[str, Any], table: str
) -> None:
    page = visit().page
    address = played_by_bots(page, game, options)
    page.context.add_init_script(MOVING)
    page.goto(address)
    expect(page.locator(".count")).to_have_text(re.compile(r"^Step 0 of [1-9]"))
    steps = walk_through(page)
    last = len(steps) - 1
    keep_frames(page, LOOK)
    chance = random.Random(11)
    for _ in range(6):
        for _ in range(5):
            press_at_random(page, chance, last)
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        pause = page.get_by_role("button", name="Pause", exact=True)
        if pause.is_visible():
            pause.click()
        page.get_by_role("button", name="One step back").click()  # a jump, whatever is on stage
        step = int(page.locator("input[type=range]").input_value())
        assert (page.locator("footer .line").inner_text(), page.evaluate(PICTURE)) == steps[step]
    seen = frames(page)
    page.set_viewport_size(SHORT_PHONE)
    page.locator("input[type=range]").fill(str(last // 2))
    assert covered(page, table) == 0
    for frame in seen:
        whole = steps[frame["count"]][0]
        assert frame["count"] == frame["slider"]
        assert whole.startswith(frame["caption"]) or frame["caption"].endswith(" has chosen."), (frame, whole)
        assert frame["winners"] == 0 or frame["count"] == last
        on_the_counter = not re.search(r"Auction|in this round", frame["caption"])
        assert not (" shows " in frame["caption"] and on_the_counter) or frame["up"], frame
        assert not frame["struck"] or "cancel out" in frame["caption"], frame


def test_a_replay_takes_its_time(visit: Callable[..., Any]) -> None:
    page = visit().page
    address = played_by_bots(page, "goats", {"cards": 3, "rounds": 1})
    page.goto(address)
    page.get_by_role("button", name="Play", exact=True).click()
    keep_frames(page, LOOK)
    expect(page.locator(".count")).to_have_text(re.compile("^Step 6 of"))
    seen = [frame["count"] for frame in frames(page)]
    assert sorted(set(seen)) == list(range(min(seen), 7)), seen  # no step is passed over
    assert seen == sorted(seen)
