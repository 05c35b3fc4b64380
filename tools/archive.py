"""Keeps what was played: records of every version of every game's rules, which must replay to the same for ever.

    python -m tools.archive            adds the newest rules of every game that are not in tests/archive yet
    python -m tools.archive goats      of this game

A folder tests/archive/GAME/v1 holds a handful of matches as records, with their points, their winners and digests of
all that was told and seen; `facts.json`, the names of these facts, so that events and views may grow but never lose or
change one; and `rules.txt`, fingerprints of short random matches for every seat count and option. What is there is
never written again: rules that play differently get a new version (docs/how-to/fix-a-rule.md).
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from hoofspiel.bots.quick import quick_move
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.chance import below, next_rng, seed_rng
from hoofspiel.kernel.game import Choice, Game, Number, Option, OptionValue, Switch
from hoofspiel.kernel.match import TIME, Match
from hoofspiel.kernel.notation import read_text, write_text
from hoofspiel.kernel.record import Record, read_options
from hoofspiel.kernel.words import BadMatch

ARCHIVE = Path(__file__).resolve().parents[1] / "tests/archive"
SECRET = "0123456789abcdef" * 4
MOST_MOVES = 1_500
"""of one record; a reaction game can go on for long"""
DELAYS = (0, 90, 260, 420, 700, 1_100, 5_001)
SEEDS = 4
CHOICES = 200
"""of one random match behind a fingerprint"""
Shape = Any
"""The names of facts: a table of them, or None for a fact itself."""


def folder_of(game: Game, version: int) -> Path:
    return ARCHIVE / game.slug / f"v{version}"


def versions_of(game: Game) -> list[int]:
    return sorted(int(path.name[1:]) for path in (ARCHIVE / game.slug).glob("v*"))


# --- records ---


def other_values(game: Game, option: Option) -> list[OptionValue]:
    """What an option can be besides its default by these rules, as far as it makes for another kind of match."""
    if isinstance(option, Switch):
        return [not game.default(option)]
    if isinstance(option, Number):
        ends = [option.low, *option.offered, option.high]
        return [size for size in dict.fromkeys(ends) if size != game.default(option)]
    return [value for value in option.values if value != game.default(option)] if isinstance(option, Choice) else []


def ways_to_play(game: Game) -> Iterator[tuple[int, dict[str, OptionValue]]]:
    """Every seat count by the book, and every option for itself, at tables that allow it."""
    for seats in game.tables:
        yield seats, dict(game.house_seats.get(seats, {}))
    for number, option in enumerate(game.options):
        for value in other_values(game, option):
            seats = game.tables[number % len(game.seats)]
            options = {**game.house_seats.get(seats, {}), option.name: value}
            if allowed(game, seats, options):
                yield seats, options


def allowed(game: Game, seats: int, options: Mapping[str, OptionValue]) -> bool:
    try:
        Match(game, seats=seats, seed=1, options=options)
    except BadMatch:
        return False
    return True


def play_on(match: Match, chance: Random) -> None:
    """Sensible players, each with a slip now and then, to the end or so far as a record goes."""
    timed = match.game.timed
    while not match.over and len(match.history) < MOST_MOVES:
        if timed:
            match.play(None, TIME, match.position.now + chance.choice(DELAYS))
            if match.over:
                return
        seat = chance.choice(match.actors)
        if chance.random() < 0.15:
            move = chance.choice(match.moves(seat))
        else:
            move = quick_move(match.game, match.guess(seat, chance.getrandbits(40)), seat, chance.getrandbits(40))
        match.play(seat, move, match.position.now if timed else None)


def new_records(game: Game) -> Iterator[tuple[str, Match]]:
    """A name for each match and the match: all seat counts, all options in a few matches, a live secret, deals."""
    for seats in game.tables:
        match = Match(game, seats=seats, seed=seats, options=game.house_seats.get(seats, {}))
        yield f"by_the_book_{seats}", match
    live = Match(game, seats=game.seats[-1], seed=SECRET, options=game.live_options)
    yield "live", live
    for turn, name in enumerate(("options_odd", "options_even")):
        chosen = [option for number, option in enumerate(game.options) if number % 2 != turn]
        options: dict[str, OptionValue] = {}
        for option in chosen:
            more = {**options, option.name: other_values(game, option)[-1]}
            options = more if allowed(game, game.seats[turn], more) else options
        yield name, Match(game, seats=game.seats[turn], seed=7, options=options)
    for path in sorted((Path(str(game.rules.__file__)).parent / "tests/transcripts").glob("*.txt")):
        record = read_text(path.read_text(encoding="utf-8"))
        if "deal" in record:
            yield f"deal_{path.stem}", Match.from_record({**record, "game": game, "rules": game.version})


# --- what a record must give for ever ---


def shape_of(thing: Any, known: Shape = None) -> Shape:
    """The names of all facts in there, added to those known already."""
    if isinstance(thing, Mapping):
        known = dict(known or {})
        for key, value in thing.items():
            known[str(key)] = shape_of(value, known.get(str(key)))
    elif isinstance(thing, list | tuple):
        for value in thing:
            known = shape_of(value, known)
    return known


def only(thing: Any, known: Shape) -> Any:
    """What is there of the facts whose names were known."""
    if isinstance(thing, Mapping):
        return {str(key): only(value, known[str(key)]) for key, value in thing.items() if str(key) in (known or {})}
    return [only(value, known) for value in thing] if isinstance(thing, list | tuple) else thing


def facts_of(match: Match) -> tuple[dict[str, Any], list[Any]]:
    """Events by name, and the last view of every seat and of a watcher."""
    told: dict[str, Any] = {}
    for event in (event for step in match.log for event in step):
        told.setdefault(event["event"], []).append(event)
    return told, [match.view(reader) for reader in (*range(match.seats), None)]


def digest(thing: Any) -> str:
    return sha256(json.dumps(thing, sort_keys=True).encode()).hexdigest()[:24]


def result_of(match: Match, facts: Shape) -> str:
    """The last lines of an archived record."""
    steps = [
        [only(e, facts["events"][e["event"]]) for e in step if e["event"] in facts["events"]] for step in match.log
    ]
    lines = [
        "points " + " ".join(map(str, match.points)),
        "winners " + " ".join(map(str, match.winners)),
        "told " + digest(steps),
        "seen " + digest(only(facts_of(match)[1], facts["views"])),
    ]
    return "".join(f"  {line}\n" for line in lines)


def replayed(text: str, game: Game, facts: Shape) -> str:
    """An archived record as it comes out now; the same text where nothing has changed."""
    record: Record = read_text(text)
    match = Match.from_record({**record, "game": game})
    return write_text({**match.record(), "game": game.slug}) + result_of(match, facts)


# --- fingerprints ---


def fingerprint(game: Game, seats: int, options: Mapping[str, OptionValue]) -> str:
    """Short random matches as one number: who is asked, what they may do in words, and how it ends.

    Free of how actions and positions are numbered, of bots and of guesses: all of these may change.
    """
    world = bind.plain(game)
    _, numbers = read_options(game, options)
    found = sha256()
    for seed in range(SEEDS):
        s = world.blank(seats, numbers)
        world.begin_match(s, world.blank(seats, numbers), seed)
        x = seed_rng(seed + 1_000)
        for _ in range(CHOICES):
            if game.timed and s.waiting:
                x = next_rng(x)
                s.now += DELAYS[below(x, len(DELAYS))]
                world.due(s)
            asked = members(s.waiting)
            if not asked:
                break
            x = next_rng(x)
            seat = asked[below(x, len(asked))]
            spelled = [(game.names.spell(s, seat, action), action) for action in members(world.legal(s, seat))]
            named = sorted(pair for pair in spelled if pair[0])
            x = next_rng(x)
            words, action = named[below(x, len(named))]
            found.update(repr((asked, [name for name, _ in named], words)).encode())
            world.act(s, seat, action)
            s.events.clear()
        points = [world.points(s, seat) for seat in range(seats)]
        found.update(repr((points, 0 if s.waiting else world.winners(s))).encode())
    return found.hexdigest()[:24]


def fingerprints(game: Game) -> str:
    lines = []
    for seats, options in ways_to_play(game):
        shown = ", ".join(f"{name}={str(value).lower()}" for name, value in options.items())
        lines.append(f"{fingerprint(game, seats, options)}  {seats} seats{', ' if shown else ''}{shown}\n")
    return "".join(dict.fromkeys(lines))


# --- the command ---


def add(game: Game) -> int:
    """Write the folder of the newest rules; how many records. FileExistsError where it is there already."""
    folder = folder_of(game, game.version)
    folder.mkdir(parents=True)
    matches = dict(new_records(game))
    for number, (name, match) in enumerate(matches.items()):
        if not name.startswith("deal_"):
            play_on(match, Random(number))
    events: Shape = {}
    views: Shape = {}
    for match in matches.values():
        told, seen = facts_of(match)
        events, views = shape_of(told, events), shape_of(seen, views)
    facts = {"events": events, "views": views}
    (folder / "facts.json").write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    for name, match in matches.items():
        text = write_text({**match.record(), "game": game.slug}) + result_of(match, facts)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    (folder / "rules.txt").write_text(fingerprints(game), encoding="utf-8")
    return len(matches)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", type=find_game)
    for game in parser.parse_args().game or games().values():
        if game.version in versions_of(game):
            print(f"{game.slug}: rules {game.version} are in the archive already, and stay as they are there")
        else:
            print(f"{game.slug}: {add(game)} records by rules {game.version} added")
    return 0


if __name__ == "__main__":
    sys.exit(main())
