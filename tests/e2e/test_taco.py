"""Whole matches of reactions in real browsers: by keyboard, by touch, calmly, and by several fingers on one screen."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from playwright.sync_api import Error, Locator, Page, expect

from .conftest import SMALL_PHONE
from .frames import frames, keep_frames
from .reading import faults
from .watching_again import watch_again

WORDS = ["taco", "cat", "goat", "cheese", "pizza"]
KEYS = {"panda": "u", "moose": "i", "seal": "o"}
QUICK_S, SLOW_S = 0.25, 0.8
"""Nobody believes a slap that comes before the card can be seen; and one of the two is always last."""
MOST_S = 600
BY_THE_MIDDLE = 8
"""Lines of the log; a match of five cards each has twice as many at least."""
SHORT = {"easy_win": True, "short_deal": True, "tempo": "fast"}

MAKE = """async table => {
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  await post('/api/me', {name: 'Ada'});
  return (await post('/api/tables', {game: 'taco', clock: {kind: 'none'}, ...table})).id;
}"""
LOOK = """() => {
  const faces = [...document.querySelectorAll('.centre .face:not(.far)'), document.querySelector('.centre')];
  const text = name => faces[0]?.querySelector(name)?.textContent ?? '';
  return [text('.word').toLowerCase(), faces[0]?.querySelector('.card')?.getAttribute('aria-label') ?? '',
          Number(text('.count b')), document.querySelector('.end') !== null];
}"""

EACH_FRAME = """() => {
  const text = name => document.querySelector(name)?.textContent ?? '';
  const number = one => Number(one?.textContent);
  return {
    log: [...document.querySelectorAll('aside .log li')].map(one => one.textContent),
    cards: [...document.querySelectorAll('.others .points, .own b, .centre .count b')].map(number),
    word: text('.centre .word').toLowerCase(), finish: text('.finish p'),
    hands: document.querySelectorAll('.hands .hand').length,
    last: document.querySelectorAll('.hands .last').length,
    listed: document.querySelectorAll('.finish .ms').length,
  };
}"""


def stale(frame: dict[str, Any], cards: int) -> list[str]:
    """What the table shows in this frame that the log has not told, or no longer tells; no card is ever lost."""
    told = frame["log"]
    said = next((found[1].lower() for line in reversed(told) if (found := re.search(r"“([A-Z]\w+)”", line))), "")
    taken = re.search(r"(\d+) cards?, ", frame["finish"])
    pick_ups = [line for line in told if re.search(r"picks? up \d+ card|nothing to pick up", line)]
    last = pick_ups[-1] if pick_ups else ""
    wrong = {
        f"{frame['cards']} are not {cards} cards": sum(frame["cards"]) != cards,
        f"{frame['word']} on the pile, told {said}": frame["word"] != ""
        and said.strip("“”").lower() not in frame["word"],
        f"{frame['finish']} before anybody picked up": frame["finish"] != "" and not pick_ups,
        f"{frame['finish']}, told {last}": taken is not None and bool(last) and f" {taken[1]} card" not in last,
        f"{frame['hands']} hands, {frame['listed']} listed": frame["hands"] > frame["listed"],
        f"{frame['last']} last hands": frame["last"] > 1,
    }
    return [fault for fault, is_so in wrong.items() if is_so]


class Look(NamedTuple):
    """What anybody can see in the middle of the table."""

    word: str
    card: str
    back: bool
    pile: int
    over: bool

    @property
    def slaps(self) -> bool:
        return self.card != "" and (self.card == self.word or self.card in KEYS)

    @property
    def next(self) -> str:
        return WORDS[(WORDS.index(self.word) + 1) % 5] if self.pile else "taco"


def look(page: Page) -> Look:
    word, card, pile, over = page.evaluate(LOOK)
    said = re.search("|".join(WORDS), word)
    thing = card.removeprefix("a ").removesuffix(" from behind")
    return Look(said[0] if said else "", thing, card.endswith("from behind"), pile, over)


class Player:
    """Somebody attentive: sees a card, and after a human while does what it asks for, once."""

    def __init__(self, page: Page, reaction: float = QUICK_S) -> None:
        self.page = page
        self.reaction = reaction
        self.last: Look | None = None
        self.since = 0.0
        self.done = False

    def act(self) -> bool:
        """One look at the table, and perhaps one act; False when the match is over."""
        now = look(self.page)
        if now.over:
            return False
        if now != self.last:
            self.last, self.since, self.done = now, time.monotonic(), False
        if self.done or (now.slaps and time.monotonic() < self.since + self.reaction):
            return True
        if now.slaps:
            self.slap(now)
            self.done = True
        elif self.page.locator('.words .say[aria-disabled="false"]').count():
            self.done = self.say(now)
        return True

    def say(self, now: Look) -> bool:
        self.page.keyboard.press(str(WORDS.index(now.next) + 1))
        return True

    def slap(self, now: Look) -> None:
        for _ in range(2 if now.card == "seal" else 1 if now.card in KEYS else 0):
            self.page.keyboard.press(KEYS[now.card])
            self.page.wait_for_timeout(80)
        self.page.keyboard.press("k" if now.back else "j")


class Toucher(Player):
    """The same with a finger."""

    def tap(self, place: Locator) -> bool:
        with suppress(Error):  # the table may have moved on before the finger comes down
            place.tap(timeout=1500)
            return True
        return False

    def say(self, now: Look) -> bool:
        return self.tap(self.page.locator(f".words .c-{now.next}"))

    def slap(self, now: Look) -> None:
        gesture = self.page.locator(".gestures .gesture")
        for _ in range(2 if now.card == "seal" else 1 if now.card in KEYS else 0):
            self.tap(gesture.nth(list(KEYS).index(now.card)))
            self.page.wait_for_timeout(80)
        self.tap(self.page.locator(".pad.back" if now.back else ".pad:not(.back)"))


class Thinker(Toucher):
    """Calm play: the right answer, and the next word."""

    sleepy = ""

    def act(self) -> bool:
        now = look(self.page)
        if now.over:
            return False
        if now != self.last:
            self.last, self.done = now, False
        side = "back" if now.back else "palm"
        gesture = {"panda": "Rub your belly", "moose": "Antlers", "seal": "Clap twice"}.get(now.card)
        name = f"{gesture}.*{side}" if gesture else f"^slap with the {side}" if now.slaps else "^nothing"
        answer = self.page.locator(".answers").get_by_role("button", name=re.compile(self.sleepy or name))
        if answer.count():
            self.tap(answer)
            expect(answer).to_have_count(0)
        elif self.page.locator('.words .say[aria-disabled="false"]').count() and not self.done:
            self.done = self.say(now)
        return True


class Sleeper(Thinker):
    """Never slaps."""

    sleepy = "^nothing"


def sit_down(host: Page, guest: Page, seats: int, options: dict[str, Any]) -> None:
    host.goto("/about")
    table = host.evaluate(MAKE, {"seats": seats, "options": options})
    for page in (host, guest):
        page.goto(f"/t/{table}")
    guest.get_by_role("button", name="Sit here").last.click()
    guest.get_by_role("button", name="I’m ready").click()
    if seats > 2:  # a quick bot: it is never last, and whoever is last begins the next round
        host.get_by_role("button", name="Add a bot").click()
        host.get_by_label("How strong the bots are").select_option("master")
    host.get_by_role("button", name=re.compile("^Start")).click()
    for page in (host, guest):
        expect(page.locator(".taco")).to_be_visible()
        page.get_by_role("button", name="I’m ready").click()


def play_out(*players: Player, until: Callable[[], bool] = lambda: False) -> None:
    end = time.monotonic() + MOST_S
    while time.monotonic() < end:
        going = [player.act() for player in players]
        if not any(going) or until():
            return
    raise AssertionError("the match did not end")


def test_a_whole_match_with_keys_against_fingers_and_a_bot(visit: Callable[..., Any]) -> None:
    keys, fingers = visit().page, visit(phone=True, size=SMALL_PHONE).page
    sit_down(keys, fingers, 3, SHORT)
    players = Player(keys), Toucher(fingers, SLOW_S)
    keep_frames(keys, EACH_FRAME)
    log = keys.get_by_role("list", name="What happened").locator("li")
    play_out(*players, until=lambda: log.count() > BY_THE_MIDDLE)
    fingers.reload()
    expect(fingers.locator(".taco")).to_be_visible()
    expect(keys.locator(".end")).to_have_count(0)
    play_out(*players)
    seen = frames(keys)
    found = [f"frame {n}: {fault}" for n, frame in enumerate(seen) for fault in stale(frame, sum(seen[0]["cards"]))]
    assert not found, "\n".join(found[:20])
    assert any(frame["hands"] for frame in seen)
    told = log.all_inner_texts()
    assert any(re.search(r"after \d+ ms, right", line) for line in told), told
    heads = [page.locator(".end h2").inner_text() for page in (keys, fingers)]
    named = [head.removesuffix(" wins!") for head in heads if head != "You win!"]
    assert len(named) == 1 or named[0] == named[1], heads  # one of the two, or the bot
    assert [*faults(fingers, "the end"), *watch_again(fingers, keys)] == []


def test_without_hurry_everybody_answers_before_anybody_picks_up(visit: Callable[..., Any]) -> None:
    host, guest = visit(phone=True).page, visit(phone=True).page
    sit_down(host, guest, 2, {**SHORT, "calm": True})
    expect(host.locator(".pad")).to_have_count(0)
    thinker, sleeper = Thinker(host), Sleeper(guest)
    play_out(thinker, sleeper, until=lambda: "picks up" in host.locator("[data-spoken]").inner_text())
    awake, asleep = (page.locator(".own b") for page in (host, guest))
    # The sentence is told while the pile is on its way; the counts are drawn when it has arrived.
    expect(asleep).not_to_have_text(awake.inner_text())
    assert int(awake.inner_text()) < int(asleep.inner_text())


class Tablet(Player):
    """Two people around one screen, whose fingers are on it at the same time."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.touches = page.context.new_cdp_session(page)
        self.finishes: list[list[str]] = []

    def touch(self, *places: str) -> None:
        """So many fingers on the screen at once, one down after the other."""
        boxes = [self.page.locator(place).bounding_box() for place in places]
        points = [
            {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": finger}
            for finger, box in enumerate(boxes)
            if box is not None
        ]
        assert len(points) == len(places)
        for down in range(1, len(points) + 1):
            self.touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:down]})
        self.touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def both(self, what: str) -> None:
        self.touch(f"[data-seat='0'] {what}", f"[data-seat='1'] {what}")

    def say(self, now: Look) -> bool:
        self.touch(".corner.turn .say")
        return True

    def slap(self, now: Look) -> None:
        for _ in range(2 if now.card == "seal" else 1 if now.card in KEYS else 0):
            self.both(f".gesture:nth-child({list(KEYS).index(now.card) + 1})")
            self.page.wait_for_timeout(80)
        self.both(".back" if now.back else ".palm")
        expect(self.page.locator(".corner.fault, .end").first).to_be_visible()
        self.finishes.append(self.page.locator(".corner .said").all_inner_texts())


def test_a_whole_match_of_two_people_around_one_screen(visit: Callable[..., Any]) -> None:
    page = visit(phone=True).page
    page.goto("/new/taco")
    page.get_by_role("radio", name="People around this screen").check(force=True)
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("radio", name="Fast").check(force=True)
    for name in ("Easy win", "Short deal"):
        page.get_by_label(name, exact=False).check(force=True)
    page.get_by_role("button", name="Start playing").click()
    expect(page.locator(".corner")).to_have_count(2)
    expect(page.locator(".far .corner")).to_have_attribute("aria-label", "Ben")
    tablet = Tablet(page)
    play_out(tablet)
    assert re.fullmatch("(Ann|Ben) wins!", page.locator(".end h2").inner_text())
    assert any("ms" in line for finish in tablet.finishes for line in finish), tablet.finishes
    assert any("for you" in line for finish in tablet.finishes for line in finish), tablet.finishes
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".end")).to_be_hidden()
    expect(page.locator(".corner .cards").first).to_contain_text("5")


def test_a_slap_is_felt_at_once_and_judged(visit: Callable[..., Any]) -> None:
    page = visit(phone=True).page
    page.goto("/")
    page.get_by_role("button", name="Play now: Taco Verso").click()
    expect(page.locator(".centre .card")).to_be_visible()
    page.get_by_role("button", name="Slap with the palm").dispatch_event("pointerdown")
    expect(page.get_by_text(re.compile(r"\d+ ms")).first).to_be_visible()


def unguided(page: Page) -> None:
    """Somebody who has never been here: the guide is shown."""
    page.add_init_script("localStorage.setItem('hoofspiel.settings', JSON.stringify({guided: []}))")


def stands_still(page: Page, *, on: bool) -> None:
    """Until the server says that the table of this page is paused, or that it goes on."""
    page.wait_for_function(
        "async on => (await (await fetch(location.pathname.replace('/t/', '/api/tables/'))).json()).paused === on",
        arg=on,
    )


def test_friends_read_the_guide_and_are_ready_before_the_first_card(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True, size={"width": 390, "height": 664}).page
    unguided(guest)
    host.goto("/about")
    table = host.evaluate(MAKE, {"seats": 2, "options": SHORT})
    for page in (host, guest):
        page.goto(f"/t/{table}")
    guest.get_by_role("button", name="Sit here").last.click()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name=re.compile("^Start")).click()
    host.get_by_role("button", name="I’m ready").click()
    expect(host.get_by_text(re.compile(r"^Waiting for"))).to_have_count(1)
    expect(guest.locator(".guide")).to_be_visible()
    expect(guest.locator(".gather")).to_have_count(0)
    stands_still(host, on=True)
    guest.get_by_role("button", name="Skip").click()
    guest.get_by_role("button", name="I’m ready").click()
    for page in (host, guest):
        expect(page.locator(".count[role=status] b")).to_have_text("3")
        expect(page.locator(".centre .card")).to_have_count(0)
    expect(guest.locator(".count[role=status] b")).to_have_text("1")
    for page in (host, guest):
        expect(page.locator(".centre .card")).to_be_visible()
        expect(page.locator(".gather")).to_have_count(0)


def test_alone_with_bots_it_begins_when_the_guide_is_closed_and_rests_behind_panels(visit: Callable[..., Any]) -> None:
    page = visit(phone=True, size={"width": 390, "height": 664}).page
    unguided(page)
    page.goto("/")
    page.get_by_role("button", name="Play now: Taco Verso").click()
    expect(page.locator(".guide")).to_be_visible()
    stands_still(page, on=True)
    expect(page.locator(".centre .card")).to_have_count(0)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".count[role=status] b")).to_be_visible()
    expect(page.locator(".centre .card")).to_be_visible()
    for panel in ("Rules", "Log and chat"):
        page.get_by_role("button", name=panel, exact=True).click()
        stands_still(page, on=True)
        page.locator("dialog[open]").get_by_role("button", name="Close").click()
        stands_still(page, on=False)


def test_the_letters_beside_the_pads_open_nothing_while_it_runs(visit: Callable[..., Any]) -> None:
    page = visit(size={"width": 1024, "height": 768}).page
    page.goto("/")
    page.get_by_role("button", name="Play now: Taco Verso").click()
    expect(page.locator(".centre .card")).to_be_visible()
    for key in "lhr":
        page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_text("Thinking")).to_have_count(0)


def test_a_game_in_real_time_offers_no_clock(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/new/taco")
    expect(page.get_by_role("button", name="Make the table")).to_be_visible()
    expect(page.get_by_text("Clock")).to_have_count(0)
    page.goto("/new/goats")
    expect(page.get_by_text("Clock").first).to_be_visible()
