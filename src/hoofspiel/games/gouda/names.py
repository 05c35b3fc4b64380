"""Gouda Gangster in words: cards, moves and events. Refusals are in refusals.py, explicit deals in deals.py."""

from typing import Any

from hoofspiel.games.gouda.cards import NAILED_DOWN, TRAP, strength_of
from hoofspiel.games.gouda.deals import read_deal
from hoofspiel.games.gouda.fights import is_weapon
from hoofspiel.games.gouda.position import (
    ADDED,
    ATE,
    ATE_HALF,
    CARDS_A_WORD,
    CHEESE_MOVED,
    CROWNED,
    DEALT,
    DREW,
    ELIMINATED,
    ENTER,
    FINALIST,
    FOUGHT,
    GO_THROUGH,
    INJURY,
    LAID,
    LOST_LIFE,
    MOVE_CHEESE,
    PASS,
    PASSED,
    PLAYOFF,
    RAINED,
    READY,
    REVIVED,
    SHUFFLED,
    SNEAK,
    SPARED,
    SPIED,
    SPY,
    STARVED,
    TURNED,
    WENT_THROUGH,
    WON,
    WORDS_A_ROW,
    State,
    card_at,
)
from hoofspiel.games.gouda.refusals import why_not
from hoofspiel.games.gouda.rules import move_to
from hoofspiel.games.gouda.words import ROOM_NAMES, card_name

__all__ = ["read_deal", "spell", "tell", "why_not"]

SEAT_ONLY = {
    SPARED: "no-target",
    PASSED: "passed",
    ELIMINATED: "out",
    REVIVED: "revived",
    FINALIST: "finalist",
    WON: "won",
}
FED = {ATE: "ate", ATE_HALF: "shared", STARVED: "starved"}
LAST_RANK = 6
"""From this place on, weapons that break a tie are no longer counted out: "the next weapon"."""
SEAT_AND_CARDS = {DEALT: "dealt", LAID: "laid"}


# --- moves ---


def spell(s: State, seat: int, action: int) -> str:
    if s.phase == SNEAK:
        if action == READY:
            return "ready"
        return f"room {ROOM_NAMES[action - ENTER]}" if action >= ENTER else f"lay {card_name(action)}"
    if s.phase == SPY:
        target, place = place_of(s, action)
        return f"spy {target} {place}"
    return spell_reinforcement(action)


def spell_reinforcement(action: int) -> str:
    if action == PASS:
        return "pass"
    if action == NAILED_DOWN:
        return card_name(NAILED_DOWN)
    if action >= GO_THROUGH:
        return f"hole {ROOM_NAMES[action - GO_THROUGH]}"
    if action >= MOVE_CHEESE:
        return f"gangster {ROOM_NAMES[(action - MOVE_CHEESE) // 3]} {ROOM_NAMES[move_to(action)]}"
    return f"add {card_name(action)}"


def place_of(s: State, number: int) -> tuple[int, int]:
    """Seat and place of a card, of which all in all rows are numbered through."""
    seat = 0
    while number >= s.length[seat]:
        number -= s.length[seat]
        seat += 1
    return seat, number


# --- events ---


def tell(s: State, kind: int, seat: int, data: int) -> dict[str, Any]:
    if kind in SEAT_ONLY:
        return {"event": SEAT_ONLY[kind], "seat": seat}
    if kind == DEALT and data == 0:
        return {"event": "no-card", "seat": seat}
    if kind in SEAT_AND_CARDS:
        return {"event": SEAT_AND_CARDS[kind], "seat": seat, "cards": data}
    if kind in FED:
        return _tell_fed(FED[kind], s, seat, data)
    if kind == CROWNED:
        return {"event": "round", "round": data, "seat": seat}
    if kind == RAINED:
        return {"event": "rained", **{name: data >> 4 * r & 15 for r, name in enumerate(ROOM_NAMES)}}
    if kind == DREW:
        return {"event": "drew", "seat": seat, "card": card_name(data)}
    if kind == SHUFFLED:
        return {"event": "shuffled", "cards": data}
    if kind == SPIED:
        where = {"seat": seat, "target": data >> 6 & 7, "place": data >> 9}
        return {"event": "trapped" if data & 63 == TRAP else "spied", **where, "card": card_name(data & 63)}
    if kind == TURNED:
        return {"event": "turned", "seat": seat, "place": data >> 6, "card": card_name(data & 63)}
    if kind == ADDED:
        if data == NAILED_DOWN:
            return {"event": card_name(data), "seat": seat}
        return {"event": "added", "seat": seat, "card": card_name(data)}
    if kind == CHEESE_MOVED:
        return {"event": "gangster", "seat": seat, "from": ROOM_NAMES[data >> 2], "to": ROOM_NAMES[data & 3]}
    if kind == WENT_THROUGH:
        return {"event": "hole", "seat": seat, "room": ROOM_NAMES[data]}
    if kind == FOUGHT:
        return _tell_fight(ROOM_NAMES[seat], data >> 8, data >> 4 & 15, data & 15)
    if kind == LOST_LIFE:
        return {"event": "lost-life", "seat": seat, "lives": data}
    assert kind == PLAYOFF
    return {"event": "play-off", "number": data}


def _tell_fight(room: str, pieces: int, cheese: int, rats: int) -> dict[str, Any]:
    event = "fight-with-cards" if cheese > pieces else "fight"
    return {"event": event, "room": room, "pieces": pieces, "cards": cheese - pieces, "cheese": cheese, "rats": rats}


def _tell_fed(event: str, s: State, seat: int, data: int) -> dict[str, Any]:
    injury = (data >> 2 & 3) * INJURY
    total = data >> 4
    strength = max(0, total - injury) if s.floor_zero else total - injury
    facts = {"event": event, "seat": seat, "room": ROOM_NAMES[data & 3], "strength": strength}
    facts["sum"] = _written(weapons_in(s, seat), injury, strength)
    return {**facts, **_tie(event, s, seat)}


def _written(weapons: list[int], injury: int, strength: int) -> str:
    """16 + 5 − 10 = 11"""
    terms = " + ".join(map(str, weapons)) or "0"
    whole = f"{terms} − {injury}" if injury else terms
    return f"{whole} = {strength}".replace("-", "−") if injury or len(weapons) > 1 else whole


def weapons_in(s: State, seat: int) -> list[int]:
    """The weapons of a rat in the night that has just been settled, the strongest first."""
    words = s.last_row[seat * WORDS_A_ROW :]
    faces = [card_at(words[place // CARDS_A_WORD], place) for place in range(s.last_length[seat])]
    return sorted((strength_of(face) for face in [*faces, s.last_added[seat]] if is_weapon(face)), reverse=True)


def _tie(event: str, s: State, seat: int) -> dict[str, Any]:
    """R6.6, R6.8: if a rat as strong as this one fared otherwise, the weapons that made the difference."""
    level = [p for p in range(s.n) if s.ended[p] == s.ended[seat] and s.might[p] == s.might[seat]]
    others = [p for p in level if (s.ate >> p & 1) != (s.ate >> seat & 1)]
    if not others:
        return {}
    rival = (min if event == "starved" else max)(others, key=lambda p: s.best[p])
    mine, theirs = ([*weapons_in(s, p), *[0] * len(weapons_in(s, q))] for p, q in ((seat, rival), (rival, seat)))
    at = next(place for place, (one, other) in enumerate(zip(mine, theirs, strict=True)) if one != other)
    rank = min(at + 1, LAST_RANK)
    facts = {"said": f"{event}-tie", "rank": rank, "weapon": mine[at], "against": theirs[at]}
    if mine[at] == 0:  # no weapon at all, or none that could answer
        facts |= {"said": f"{event}-tie-bare", "rank": rank if at else 0}
    elif theirs[at] == 0:
        facts["said"] = f"{event}-tie-unanswered"
    return facts
