"""A match of reactions, looked back on by time: how fast on which kind of card, which faults, and beside the table."""

from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean, median
from typing import Any

from hoofspiel.games.taco.bot import FROM_BEHIND, LEVELS, at_pace
from hoofspiel.games.taco.position import gestures
from hoofspiel.kernel.match import Match

THIRDS = 3
FEW = 3
"""With fewer slaps than this nothing is said about somebody's pace."""
KINDS_OF_CARD = {"match": "cards that match the word", "back": "reversed cards", "gesture": "gesture cards"}
FAULTS = {
    "wrong-side": ("slap with the wrong side of the hand", "slaps with the wrong side of the hand"),
    "wrong-gesture": ("wrong gesture", "wrong gestures"),
    "too-fast": ("slap before the card could be seen", "slaps before the card could be seen"),
    "false-slap": ("slap at a card that did not match", "slaps at cards that did not match"),
    "missing": ("slap missed", "slaps missed"),
    "wrong-word": ("wrong word", "wrong words"),
    "slow": ("turn taken too slowly", "turns taken too slowly"),
    "wrong-answer": ("wrong answer", "wrong answers"),
}


@dataclass
class Turned:
    """A card that was turned: when, and what the right slaps at it took."""

    at: int
    own: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)


def kind_of(card: str | None) -> str:
    """What a hand has to do about a card; None was said and not shown."""
    name = (card or "").rstrip("*")
    return "back" if name.endswith("/back") else "gesture" if name in gestures else "match"


def times(match: Match, seat: int) -> dict[str, Any]:
    """Reactions in milliseconds by kind of card, the table's beside them; faults by kind; all of it in sentences.

    `pace` is the mean reaction to plain cards, comparable between matches and with `levels`, the paces of our players;
    `thirds` tells how fast the table was at the beginning, in the middle and at the end.
    """
    cards: dict[int, str | None] = {}
    mine: dict[str, list[int]] = {}
    table: dict[str, list[int]] = {}
    faults: dict[str, int] = {}
    turned: list[Turned] = []
    last = 0
    begins = len(match.log) - len(match.history)
    for number, step in enumerate(match.log):
        when = match.history[number - begins][2] if number >= begins else None
        for event in step:
            if event["event"] in ("flipped", "said"):
                cards[event["reveal"]] = event.get("card")
                turned.append(Turned(when or 0))
            elif event["event"] == "slapped" and event["verdict"] == "right":
                kind, own = kind_of(cards.get(event["reveal"])), event["seat"] == seat
                (mine if own else table).setdefault(kind, []).append(event["ms"])
                (turned[-1].own if own else turned[-1].others).append(event["ms"])
            elif event["event"] == "picked-up" and event["seat"] == seat:
                if event["why"] == "last":
                    last += 1
                else:
                    faults[event["why"]] = faults.get(event["why"], 0) + 1
    reactions = {
        kind: {
            "slaps": len(mine[kind]),
            "median_ms": round(median(mine[kind])),
            "others_median_ms": round(median(table[kind])) if table.get(kind) else None,
        }
        for kind in KINDS_OF_CARD
        if mine.get(kind)
    }
    pace, thirds = _pace(mine), _thirds(turned)
    told = _told(reactions, faults, last) + _more(pace, thirds)
    return {
        "reactions": reactions, "faults": faults, "last": last,
        "pace": pace, "levels": dict(LEVELS), "thirds": thirds, "told": told,
    }  # fmt: skip


def _pace(mine: dict[str, list[int]]) -> int | None:
    """The mean reaction as if all cards had been plain ones from the front; gestures take as long as keys and pads."""
    fronts, backs = mine.get("match", []), mine.get("back", [])
    if len(fronts) + len(backs) < FEW:
        return None
    usual = round(fmean(fronts or backs))
    return round(fmean([*fronts, *(ms - at_pace(FROM_BEHIND, usual) for ms in backs)]))


def _thirds(turned: list[Turned]) -> list[dict[str, Any]]:
    """For each third of the cards: milliseconds from one to the next, and reactions."""
    found = []
    for third in range(THIRDS):
        part = turned[len(turned) * third // THIRDS : len(turned) * (third + 1) // THIRDS]
        apart = [then.at - now.at for now, then in pairwise(part)]
        own = [ms for card in part for ms in card.own]
        others = [ms for card in part for ms in card.others]
        found.append({
            "card_ms": round(median(apart)) if apart else None,
            "median_ms": round(median(own)) if own else None,
            "others_median_ms": round(median(others)) if others else None,
        })  # fmt: skip
    return found


def _more(pace: int | None, thirds: list[dict[str, Any]]) -> list[str]:
    said = []
    if pace is not None:
        near = min(LEVELS, key=lambda level: abs(LEVELS[level] - pace))
        said.append(f"On plain cards you took {pace} ms on average, nearest to the level {near} ({LEVELS[near]} ms).")
    apart = [third["card_ms"] for third in thirds]
    if all(ms is not None for ms in apart):
        first, middle, end = (f"{ms / 1000:.1f}" for ms in apart)
        said.append(f"The table’s pace: a card every {first} s at first, {middle} s halfway, {end} s at the end.")
    return said


def _told(reactions: dict[str, dict[str, Any]], faults: dict[str, int], last: int) -> list[str]:
    said = []
    for kind, found in reactions.items():
        slaps = "1 slap" if found["slaps"] == 1 else f"{found['slaps']} slaps, half of them"
        others = found["others_median_ms"]
        beside = "" if others is None else f"; the others took {others} ms"
        said.append(f"On {KINDS_OF_CARD[kind]}: {slaps} within {found['median_ms']} ms{beside}.")
    if last:
        said.append("Last to slap once." if last == 1 else f"Last to slap {last} times.")
    for why, times_seen in sorted(faults.items(), key=lambda pair: -pair[1]):
        one, several = FAULTS[why]
        said.append(f"Faults: {times_seen} {one if times_seen == 1 else several}.")
    return said or ["No slap counted, and no fault."]
