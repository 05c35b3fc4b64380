"""Tables of Taco for scenarios: piles by hand, words in turn, slaps at times counted from the reveal."""

from typing import Any

from hoofspiel import Match

A, B, C, D = 0, 1, 2, 3
WORDS = ("taco", "cat", "goat", "cheese", "pizza")
BEAT = 700


def table(*piles: str, dealer: int = A, stock: str = "", seed: int = 1, **options: Any) -> Match:
    """A match with these piles, top card first: table("taco cat/back", "", "goat")."""
    deal: dict[str, Any] = {"dealer": dealer, "piles": [pile.split() for pile in piles]}
    if stock:
        deal["stock"] = stock.split()
    return Match("taco", seats=len(piles), seed=seed, deal=deal, options=options)


def now(m: Match) -> int:
    at: int = m.view(None)["now"]
    return at


def shown_at(m: Match) -> int:
    at: int = m.view(None)["shown_at"]
    return at


def say(m: Match, word: str = "", after: int = BEAT) -> list[dict[str, Any]]:
    """The player on turn says a word, the right one if none is given, so long after the last move."""
    return m.play(m.view(None)["turn"], f"say {word or WORDS[m.position.expected]}", at=now(m) + after)


def chant(m: Match, words: int) -> None:
    for _ in range(words):
        say(m)


def turned(m: Match, words: int) -> list[str]:
    """The cards turned with the next words; events lapse."""
    cards = []
    for _ in range(words):
        cards += [event["card"] for event in say(m) if event["event"] == "flipped"]
        while not any(move.startswith("say") for seat in m.actors for move in m.moves(seat)):
            wait(m, 100)
    return cards


def slap(m: Match, seat: int, side: str, ms: int) -> list[dict[str, Any]]:
    """A slap so long after the last reveal."""
    return m.play(seat, f"slap {side}", at=shown_at(m) + ms)


def slaps(m: Match, side: str, **times: int) -> None:
    """Slaps with the same side, in the order given: slaps(m, "palm", A=400, C=420)."""
    for name, ms in times.items():
        slap(m, "ABCDEFGH".index(name), side, ms)


def gesture(m: Match, seat: int, name: str, ms: int) -> None:
    m.play(seat, f"gesture {name}", at=shown_at(m) + ms)


def wait(m: Match, ms: int) -> list[dict[str, Any]]:
    """Let time pass."""
    return m.play(None, "time", at=now(m) + ms)


def piles(m: Match) -> list[int]:
    found: list[int] = m.view(None)["piles"]
    return found


def centre(m: Match) -> int:
    found: int = m.view(None)["centre"]
    return found


def ending(m: Match) -> tuple[int, str, int] | None:
    """Who picked up, why, and how many cards."""
    found = m.view(None)["ending"]
    return (found["seat"], found["why"], found["cards"]) if found else None


def names(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def begins(m: Match, seat: int) -> bool:
    """Whether a new round waits for this seat."""
    view = m.view(seat)
    return (view["turn"], view["starter"], view["prompt"], view["centre"]) == (seat, seat, "open", 0)
