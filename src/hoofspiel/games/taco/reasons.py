"""A match of reactions, looked back on by time: how fast on which kind of card, which faults, and beside the table."""

from statistics import median
from typing import Any

from hoofspiel.games.taco.position import gestures
from hoofspiel.kernel.match import Match

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


def kind_of(card: str | None) -> str:
    """What a hand has to do about a card; None was said and not shown."""
    name = (card or "").rstrip("*")
    return "back" if name.endswith("/back") else "gesture" if name in gestures else "match"


def times(match: Match, seat: int) -> dict[str, Any]:
    """Reactions in milliseconds by kind of card, the table's beside them; faults by kind; all of it in sentences."""
    cards: dict[int, str | None] = {}
    mine: dict[str, list[int]] = {}
    table: dict[str, list[int]] = {}
    faults: dict[str, int] = {}
    last = 0
    for event in (event for step in match.log for event in step):
        if event["event"] in ("flipped", "said"):
            cards[event["reveal"]] = event.get("card")
        elif event["event"] == "slapped" and event["verdict"] == "right":
            kind = kind_of(cards.get(event["reveal"]))
            (mine if event["seat"] == seat else table).setdefault(kind, []).append(event["ms"])
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
    return {"reactions": reactions, "faults": faults, "last": last, "told": _told(reactions, faults, last)}


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
