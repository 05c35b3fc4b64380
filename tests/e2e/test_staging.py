"""Log, live region and board tell the same fact in the same frame: every frame of a reveal is looked at."""

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from typing import Any

from playwright.sync_api import Error, Page, expect

from .frames import MOVING, frames, keep_frames

AGAIN = r".* everybody bids again\."
GOATS = """() => {
  const all = where => [...document.querySelectorAll(where)];
  const up = one => one.querySelector('.turn') && !one.querySelector('.turn.down');
  const slots = all('.slots li');
  return {
    log: all('aside .log li').map(one => one.textContent),
    spoken: all('[data-spoken] p').map(one => one.textContent),
    chant: document.querySelector('.chant')?.textContent ?? '',
    up: slots.filter(up).map(one => one.querySelector('.bid b').textContent),
    faces: all('.slots .bid b').length,
    down: slots.filter(one => one.querySelector('.turn.down')).length,
    struck: slots.filter(one => one.matches('.out')).length,
    best: slots.filter(one => one.matches('.best')).length,
    dish: up(document.querySelector('.dish')) ? document.querySelector('.dish-name').textContent : '',
  };
}"""


def watch_the_table(page: Page, game: str) -> None:
    """A table of its own with bots, for somebody who sees everything move."""
    page.context.add_init_script(MOVING)
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {game}").click()
    expect(page.locator(".prompt.mine")).to_be_visible()


def pass_until_asked(page: Page, words: str) -> None:
    """On to the question that begins so; nothing else is played on the way."""
    prompt = page.locator(".prompt.mine p")
    expect(prompt).to_be_visible()
    while not prompt.inner_text().startswith(words):
        with suppress(Error):  # a question with one answer answers itself
            page.get_by_role("button", name="Pass").click(timeout=700)
        expect(prompt).to_be_visible()


def since_the_last(log: list[str], begins: str) -> list[str]:
    """The lines after the last one that begins so."""
    at = max((n for n, line in enumerate(log) if re.match(begins, line)), default=-1)
    return log[at + 1 :]


def unheard(seen: list[dict[str, Any]]) -> list[str]:
    """Lines that came into the log without being spoken in the same frame."""
    return [
        line
        for before, now in zip(seen, seen[1:], strict=False)
        for line in now["log"][len(before["log"]) :]
        if line not in now["spoken"]
    ]


def goats_faults(frame: dict[str, Any]) -> list[str]:
    """What the counter shows that the log does not tell, or the other way round."""
    told = since_the_last(frame["log"], r"Auction \d+\.")
    bids = since_the_last(told, AGAIN)
    if told and re.match(AGAIN, told[-1]) and frame["up"]:
        bids = since_the_last(told[:-1], AGAIN)  # the card has just been played, and the old bids still lie there
    shows = [found[1] for line in bids if (found := re.search(r" shows? (\d+)\.$", line))]
    menu = [line for line in told if line.startswith("On the menu: ")]
    cancelled = any(line.endswith(" cancel out.") for line in told)
    taken = any(re.search(r" takes? ", line) for line in told)
    thrown = any(line.startswith("No bid stands alone") for line in told)
    return [
        fault
        for fault, wrong in {
            f"told {shows}, up {frame['up']}": shows != frame["up"],
            f"{frame['faces']} faces under {frame['down']} backs": frame["faces"] > (len(frame["up"]) or 1),  # my own
            f"told {menu}, on the plate {frame['dish']!r}": bool(menu) != bool(frame["dish"]),
            f"cancelled {cancelled}, struck {frame['struck']}": cancelled != (frame["struck"] > 0),
            f"taken {taken}, {frame['best']} best": taken > frame["best"] or frame["best"] > len(frame["up"]),
            f"thrown away, {frame['best']} best": thrown and frame["best"] > 0,
            f"{frame['chant']} with {frame['down']} down": frame["chant"] in ("One", "Two", "Three")
            and frame["down"] != 4,
            f"Goat! with {frame['down']} down": frame["chant"] == "Goat!" and frame["down"] > 0,
        }.items()
        if wrong
    ]


def test_no_frame_of_a_goats_reveal_tells_more_or_less_than_the_log(visit: Callable[..., Any]) -> None:
    page = visit().page
    watch_the_table(page, "French Goats in Trench Coats")
    keep_frames(page, GOATS)
    for card in (7, 4, 9):
        page.locator(f"[data-card='{card}'] button").click()
        page.locator(f"[data-card='{card}'] button").click()
        expect(page.get_by_role("button", name=f"{card}, used")).to_be_visible()
        pass_until_asked(page, "Your bid")
    seen = frames(page)
    found = [f"frame {n}: {fault}" for n, frame in enumerate(seen) for fault in goats_faults(frame)]
    assert not found, "\n".join(found[:20])
    assert unheard(seen) == []
    chants = [chant for chant, _ in groupby(frame["chant"] for frame in seen) if chant]
    reveals = sum(line.startswith("You show ") for line in seen[-1]["log"])
    assert reveals >= 3
    assert chants == ["One", "Two", "Three", "Goat!"] * reveals


GOUDA = """() => {
  const all = (where, root = document) => [...root.querySelectorAll(where)];
  const text = (where, root) => root.querySelector(where)?.textContent ?? '';
  const rooms = all('.house .room');
  const others = all('.others .row'), own = all('.own .row');
  return {
    log: all('aside .log li').map(one => one.textContent),
    spoken: all('[data-spoken] p').map(one => one.textContent),
    pieces: rooms.map(one => all('.piece', one).length),
    rats: rooms.map(one => all('.rat', one).length),
    fates: all('.house .rat').filter(one => one.matches('.ate, .shared, .starved')).length,
    lit: all('.house.dark .lit .title').map(one => one.firstElementChild.nextSibling.textContent.trim())[0] ?? '',
    backs: others.flatMap(one => all('.turn.down', one)).length,
    opened: [...others, ...own].flatMap(one => all('.lying:not(.mine) .turn:not(.down), .hole', one)).length,
    added: all('.gouda .added').length,
    unknown: all('.gouda .tag').filter(one => /unknown/.test(one.textContent)).length,
    hand: all('.gouda .cards button.card').length,
    winners: all('.gouda .seat.winner').length,
    rats_won: all('.gouda .gang').map(one => all('.full', one).length),
  };
}"""
LONGEST_SENTENCE = 25
"""Words that are spoken as one; the end of a night is many sentences."""
ROOMS = ["children's room", "bathroom", "bedroom", "basement"]


def cheese_told(tonight: list[str]) -> list[int]:
    """How much lies in each room, by what the log says of this night: what was eaten is gone."""
    pieces = [0] * len(ROOMS)
    fight, shared = 0, False
    for line in tonight:
        if begun := re.match(r"In the ([a-z' ]+): ", line):
            fight, shared = ROOMS.index(begun[1]), False
        shares = re.search(r"shares? a piece", line) is not None
        eats = bool(re.search(r"gets? cheese\.$", line)) or (shares and not shared)
        shared = shared or shares
        pieces[fight] = max(0, pieces[fight] - eats)
        if line.startswith("It rains cheese"):
            pieces = [int(number) for number in re.findall(r"\d+", line)]
        elif moved := re.search(r"moves? a piece from the (.+) to the (.+)\.$", line):
            pieces[ROOMS.index(moved[1])] -= 1
            pieces[ROOMS.index(moved[2])] += 1
    return pieces


def gouda_faults(frame: dict[str, Any]) -> list[str]:
    """What the house shows that the log does not tell, or the other way round."""
    tonight = since_the_last(frame["log"], r"Night \d+\.")
    pieces = cheese_told(tonight)
    fights = [found for line in tonight if (found := re.match(r"In the ([a-z' ]+): .* for (\d+) rats?\.$", line))]
    turned_up = sum(bool(re.search(r"\bturns? up \S|trapped: ", line)) for line in tonight)
    played = sum(bool(re.search(r" plays? (an? |Nailed|Hole)|^Gouda Gangster: ", line)) for line in tonight)
    fates = sum(bool(re.search(r"\) (gets? cheese|shares? a|goe?s? hungry|loses? to)", line)) for line in tonight)
    crowned = any("new king of the Gouda Gangsters" in line for line in tonight)
    lit = fights[-1][1] if fights else ""
    wrong = {
        f"told cheese {pieces}, fallen {frame['pieces']}": pieces != frame["pieces"] and not crowned,
        f"fight in {lit!r}, lit {frame['lit']!r}": lit != frame["lit"] and not crowned,
        f"{turned_up} turned up, {frame['opened']} open": frame["backs"] > 0 and turned_up != frame["opened"],
        f"{played} last cards, {frame['added']} lie there": played != frame["added"] and not crowned,
        f"{fates} fates told, {frame['fates']} shown": fates != frame["fates"] and not crowned,
        f"a fight over {frame['backs']} backs": bool(fights) and frame["backs"] > 0,
        f"a fight with {frame['unknown']} unknown": bool(fights) and frame["unknown"] > 0,
        f"{frame['winners']} winners before it was told": frame["winners"] > 0 and not crowned,
    }
    if fights and not crowned:
        here = frame["rats"][ROOMS.index(lit)]
        wrong[f"{fights[-1][2]} rats fight, {here} are there"] = int(fights[-1][2]) != here
    return [fault for fault, is_so in wrong.items() if is_so]


def drawn_unsaid(seen: list[dict[str, Any]]) -> list[str]:
    """Cards that came into the hand in a frame that did not tell of them."""
    found = []
    for before, now in zip(seen, seen[1:], strict=False):
        new = now["log"][len(before["log"]) :]
        more = now["hand"] - before["hand"]
        if more > sum(line.startswith("You draw ") for line in new):
            found.append(f"{more} more in the hand, told: {new}")
    return found


def play_a_night(page: Page) -> None:
    """A room, a card with it, a look at somebody's card, and no last card."""
    page.locator("button.room.bath").click()
    page.locator(".cards button.card.allowed").first.click()
    page.get_by_role("button", name=re.compile("^Ready")).click()
    expect(page.locator(".making")).to_have_count(0)
    prompt = page.locator(".prompt.mine p")
    expect(prompt.or_(page.locator(".end"))).to_be_visible()


def test_no_frame_of_a_gouda_night_tells_more_or_less_than_the_log(visit: Callable[..., Any]) -> None:
    page = visit().page
    watch_the_table(page, "Gouda Gangster")
    keep_frames(page, GOUDA)
    nights = 0
    ask = page.locator(".prompt.mine p")
    over = page.locator(".end")
    while not over.is_visible():
        words = ask.inner_text() if ask.is_visible() else ""
        if words.startswith("Choose a room"):
            nights += 1
            play_a_night(page)
        elif words.startswith("Turn up"):
            page.locator(".others .row button.card.allowed").first.click()
        elif words:
            page.get_by_role("button", name="Pass").click()
        elif nights > 2 and max(frames(page)[-1]["rats_won"]) < 4:
            page.keyboard.press("Escape")  # two nights and the end are looked at in full
        with suppress(AssertionError):
            expect(ask.or_(over)).to_be_visible(timeout=1000)
    seen = frames(page)
    found = [f"frame {n}: {fault}" for n, frame in enumerate(seen) for fault in gouda_faults(frame)]
    assert not found, "\n".join(found[:20])
    assert drawn_unsaid(seen) == []
    assert unheard(seen) == []
    assert max(len(words.split()) for frame in seen for words in frame["spoken"]) <= LONGEST_SENTENCE
    assert seen[-1]["winners"] > 0
