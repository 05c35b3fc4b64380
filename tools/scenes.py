"""Picks positions worth looking at from a few seeded matches, for the gallery and for tests of the boards.

`python tools/scenes.py` writes `games/<slug>/web/scenes.json` for every game with a board: the start, the first time
each prompt and each event comes up for the first seat, and the end, at the usual, the smallest and the largest table.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

from hoofspiel import Match
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import TIME

ROOT = Path(__file__).parents[1]
NAMES = ["Mia", "Ben", "Zoe", "Otto", "Ines", "Karim", "Lotte", "Sami"]
MOST_MOVES = 3000
SEEDS = (7, 8, 9)
JUST_TOLD = 6
ALL_TOLD = 300
"""How many of the last events a scene keeps: a few for the log, at the end all that a recap needs."""
PAUSES_MS = (180, 320, 480, 720)
"""Between two moves of a timed game."""


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


def scenes(game: Game, seats: int) -> list[dict[str, Any]]:
    """Scenes of a few matches in which everybody plays at random."""
    found: dict[str, dict[str, Any]] = {}
    for seed in SEEDS:
        collect(Match(game.slug, seats=seats, seed=seed), random.Random(seed), found)
    return list(found.values())


def collect(match: Match, chance: random.Random, found: dict[str, dict[str, Any]]) -> None:
    """Play to the end and keep what has not been found before, by title."""
    seats, timed = match.seats, match.game.timed
    for number in range(MOST_MOVES):
        view = match.view(0)
        prompt = f"{seats} seats, {'asked to ' if 0 in match.actors else ''}{view['prompt']}"
        if prompt not in found and (match.over or number):
            found[prompt] = scene(match, prompt, view, [])
        if not number and (start := f"{seats} seats, start") not in found:
            found[start] = scene(match, start, view, [])
        if match.over:
            break
        at = None
        if timed:
            at = match.position.now + chance.choice(PAUSES_MS)
            match.play(None, TIME, at)
            if match.over:
                continue
            view = match.view(0)
        seat = chance.choice(match.actors)
        told = [event for event in match.play(seat, chance.choice(match.moves(seat)), at) if event.get("only", 0) == 0]
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
