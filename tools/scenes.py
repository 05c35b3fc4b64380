"""Picks positions worth looking at from a few seeded matches, for the gallery and for tests of the boards.

`python tools/scenes.py` writes `games/<slug>/web/scenes.json` for every game with a board: the start, the first time
each prompt and each event comes up for the first seat, and the end, at the usual, the smallest and the largest table.
A question that all are asked for some seconds is there twice: among bots, who wait, and among people, with its clock.
"""

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hoofspiel import Match
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import TIME
from hoofspiel.live import hooks

ROOT = Path(__file__).parents[1]
NAMES = ["Mia", "Ben", "Zoe", "Otto", "Ines", "Karim", "Lotte", "Sami"]
MOST_MOVES = 3000
SEEDS = (7, 8, 9)
JUST_TOLD = 6
ALL_TOLD = 300
"""How many of the last events a scene keeps: a few for the log, at the end all that a recap needs."""
PAUSES_MS = (180, 320, 480, 720)
"""Between two moves of a timed game."""


Player = Callable[[Match], tuple[int, str, int | None]]
"""Who looks at a match and says which seat moves next, how and when (in a timed game)."""


def scene(match: Match, title: str, view: Any, events: list[dict[str, Any]]) -> dict[str, Any]:
    """What a board is given: the views before and after the events, and the events on stage; at rest, what was told."""
    resting = not events
    told = match.events_for(0) if resting else []
    found = {
        "title": title,
        "names": NAMES[: match.seats],
        "view": view,
        "moves": match.moves(0) if resting and 0 in match.actors else [],
        "actors": match.actors if resting else [],
        "events": events,
        "log": told[-ALL_TOLD:] if match.over else told[-JUST_TOLD:],
    }
    if not resting:
        return found | {"after": match.view(0)}
    return found | ({"over": {"points": match.points, "winners": match.winners}} if match.over else {})


def at_random(chance: random.Random) -> Player:
    def choose(match: Match) -> tuple[int, str, int | None]:
        at = match.position.now if match.game.timed else None
        seat = chance.choice(match.actors)
        return seat, chance.choice(match.moves(seat)), at

    return choose


def as_bots_do(seed: int) -> Player:
    """For timed games, which chance alone seldom ends: whoever plans to move first, at the time of the plan."""

    def choose(match: Match) -> tuple[int, str, int | None]:
        s, bot = match.position, match.game.bot
        plans = []
        for seat in match.actors:
            mood = random.Random(f"{seed} {s.moment} {seat}").getrandbits(40)
            at, action = bot.plan(s, seat, bot.LEVELS["club"], mood)
            if at >= 0:
                plans.append((max(at, s.now), seat, action))
        if not plans:
            match.play(None, TIME, s.now + max(PAUSES_MS))
            return choose(match)
        at, seat, action = min(plans)
        return seat, match.game.names.spell(s, seat, action), at

    return choose


def scenes(game: Game, seats: int) -> list[dict[str, Any]]:
    """Of a few matches played at random, one of them as live tables play, and of one that comes to its end."""
    found: dict[str, dict[str, Any]] = {}
    for seed, options in [*((seed, {}) for seed in SEEDS), (SEEDS[0], game.live_options)]:
        chance = random.Random(seed)
        collect(Match(game.slug, seats=seats, seed=seed, options=options), at_random(chance), found, chance)
    if game.timed:
        collect(Match(game.slug, seats=seats, seed=SEEDS[0]), as_bots_do(SEEDS[0]), found)
    return list(found.values())


def collect(match: Match, choose: Player, found: dict[str, Any], chance: random.Random | None = None) -> None:
    """Play to the end and keep what has not been found before, by title; by chance, time passes between two moves."""
    seats = match.seats
    for number in range(MOST_MOVES):
        view = match.view(0)
        prompt = f"{seats} seats, {'asked to ' if 0 in match.actors else ''}{view['prompt']}"
        if prompt not in found and (match.over or number):
            found[prompt] = scene(match, prompt, view, [])
        window = hooks.window_ms(match.game, match.position)
        among = f"{prompt}, among people"
        if 0 in match.actors and window and among not in found:
            found[among] = scene(match, among, view, []) | {"window": window}
        if not number and (start := f"{seats} seats, start") not in found:
            found[start] = scene(match, start, view, [])
        if match.over:
            break
        if match.game.timed and chance:
            match.play(None, TIME, match.position.now + chance.choice(PAUSES_MS))
            if match.over:
                continue
            view = match.view(0)
        told = [event for event in match.play(*choose(match)) if event.get("only", 0) == 0]
        for last, event in enumerate(told):
            title = f"{seats} seats, {event['event']}"
            more = last + 1 < len(told) and told[last + 1]["event"] == event["event"]
            if title not in found and not more:
                found[title] = scene(match, title, view, told[: last + 1])


def files() -> dict[Path, str]:
    """Every scenes.json and what it should hold."""
    found = {}
    for slug, game in games().items():
        folder = ROOT / "src/hoofspiel/games" / slug / "web"
        if not (folder / "index.ts").exists():
            continue
        tables = sorted({min(game.seats, key=lambda n: abs(n - 4)), game.seats[0], game.seats[-1]})
        lines = [json.dumps(one, ensure_ascii=False) for seats in tables for one in scenes(game, seats)]
        found[folder / "scenes.json"] = "[\n" + ",\n".join(lines) + "\n]\n"
    return found


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
        print(f"{path.relative_to(ROOT)}: {len(text):,} characters")
    sys.exit(0)
