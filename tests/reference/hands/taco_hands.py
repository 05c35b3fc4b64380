"""Deals and timed moves with which Taco and its model are compared."""

import math
import random
from typing import Any

MATCHES = 200
LONGEST = 250
WORDS = ["taco", "cat", "goat", "cheese", "pizza"]
SPECIALS = ["panda", "moose", "seal"]
CLASSIC = ["gorilla", "groundhog", "narwhal"]


def random_deal(seats: int, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Mostly short piles, so that matches end; now and then hardly a card worth a slap, as sudden death needs it."""
    fronts = [*WORDS, *WORDS, *SPECIALS]
    cards = fronts + [f"{card}/back" for card in fronts]
    if options.get("deck", "verso") == "mixed":
        cards += [f"{card}*" for card in [*WORDS, *CLASSIC]]
    if rng.random() < 0.3:
        cards = [rng.choice(WORDS)]
    longest = rng.choice([1, 2, 4, 8, 12])
    if rng.random() < 0.2:
        cards, longest = [*["pizza", "cheese"] * 5, rng.choice(cards)], 1
    piles = [[rng.choice(cards) for _ in range(rng.randint(0, longest))] for _ in range(seats)]
    dealer = rng.randrange(seats)
    if rng.random() < 0.9 or not any(piles):
        piles[dealer].append(rng.choice(cards))
    deal: dict[str, Any] = {"dealer": dealer, "piles": piles}
    if rng.random() < 0.5:
        stock = [card for pile in piles for card in pile]
        deal["stock"] = rng.sample(stock, len(stock))
    return deal


def choose(referee: Any, rng: random.Random) -> tuple[int | None, str, int]:
    """Mostly what a player might do, often exactly on a limit of time, sometimes what is not allowed."""
    now, due, beat = referee.now, referee.next_due() or 0, math.ceil(referee.pace())
    soon = now + rng.choice([0, 0, 1, 10, rng.randint(0, 100), rng.randint(0, 400), rng.randint(0, 1500)])
    limits = [due - 1, due, due + 1, due + beat, due + beat + 1, now + beat, now + beat + 1]
    said = max(now, referee.beat_from + beat + (rng.randint(0, 800) if rng.random() < 0.8 else 0))
    if referee.reveals:
        since = referee.reveals[-1].time
        early = referee.common_beat() - referee.slack()
        limits += [said - 1, early - 1, early, since + 149, since + 150, since + 249, since + 250]
    chance, seat = rng.random(), rng.choice(referee.seats)
    if chance < 0.05:
        return None, "time", max(now, rng.choice([*limits, soon, now + rng.randint(0, 20_000)]))
    if chance < 0.06:
        return seat, f"say {rng.choice(WORDS)}", max(0, now - 1)
    at = max(now, rng.choice(limits) if rng.random() < 0.3 else soon)
    if chance < 0.12:
        number = referee.number - rng.choice([0, 1, 1, 2, 3, 17, 18])
        return seat, f"slap {rng.choice(['palm', 'back'])} #{number}", at
    if chance < 0.2:
        return seat, f"{rng.choice(['slap palm', 'slap back', 'say taco', 'say goat', 'gesture seal'])}", at
    if referee.open is None:
        word = referee.word() if rng.random() < 0.93 else rng.choice(WORDS)
        if referee.reveals and rng.random() < 0.7:
            at = said
        return referee.turn, f"say {word}", at
    right: str = referee.open.right_answer()
    if referee.calm:
        answer = right if rng.random() < 0.9 else rng.choice(["nothing", "back", "seal palm"])
        return seat, f"answer {answer}", at
    *gesture, side = right.split()
    if gesture and rng.random() < 0.6:
        return seat, f"gesture {gesture[0] if rng.random() < 0.9 else 'moose'}", at
    return seat, f"slap {side if rng.random() < 0.85 else rng.choice(['palm', 'back'])}", at
