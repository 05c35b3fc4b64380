"""A match as text that can be checked against the rulebook and compared line by line; and path counts.

Only the lines of a record (notation.py) are input. All that is indented is computed again, so a transcript is right
exactly when replaying it changes nothing:

    2: bid 5
      revealed {"seat": 0, "card": 5}
      only 1: found {"bonus": "baapoleon"}
      eyes 6226 7c26 3bc7 8d5f

`eyes` holds a short digest of what each seat, and last a watcher, can see and do: any change in what anybody sees
shows in the comparison.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2s
from typing import Any

from hoofspiel.kernel.bind import blank
from hoofspiel.kernel.bits import lowest, members
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.notation import read_text, write_move, write_text
from hoofspiel.kernel.words import BadMatch, Event, IllegalMove, either


def replay(text: str, game: Game | None = None) -> str:
    """The transcript that the moves of a transcript give now; `game` stands in for one that is not installed."""
    comments = [line for line in text.splitlines() if line.startswith("#")]
    record = read_text(text)
    match = Match.from_record({**record, "game": game or record.get("game"), "moves": []})
    match_options = {k: v for k, v in match.record()["options"].items() if k in record["options"]}
    head = write_text({**match.record(), "options": match_options}).splitlines()
    lines = [*comments, *head, *map(_told, match.log[0]), _eyes(match)]
    for number, move in enumerate(record["moves"], 1):
        lines.append(write_move(*move))
        try:
            lines += map(_told, match.play(*move))
        except IllegalMove as error:
            raise BadMatch(f"Move {number}, {write_move(*move)!r}, is not legal: {error}") from error
        lines.append(_eyes(match))
    lines.append("  points " + " ".join(map(str, match.points)))
    if match.over:
        lines.append("  winners " + " ".join(map(str, match.winners)))
    return "\n".join(lines) + "\n"


def _told(event: Event) -> str:
    facts = {k: v for k, v in event.items() if k not in ("event", "only")}
    to = f"only {event['only']}: " if "only" in event else ""
    return f"  {to}{event['event']} {json.dumps(facts)}"


def _eyes(match: Match) -> str:
    seen: list[Any] = [[match.view(seat), match.moves(seat)] for seat in range(match.seats)]
    seen.append(match.view(None))
    texts = [json.dumps(sight, sort_keys=True).encode() for sight in seen]
    return "  eyes " + " ".join(blake2s(text, digest_size=2).hexdigest() for text in texts)


def position_of(game: Game, case: Mapping[str, Any]) -> Match:
    """The match that a [[position]] of a perft.toml describes: seats, and perhaps seed, options, deal and moves."""
    for key, kind in NEEDED.items():
        if not isinstance(case.get(key), kind):
            raise BadMatch(f"A counted position needs {key}: {MEANING[key]}.")
    if unknown := [key for key in case if key not in (*NEEDED, *ALSO)]:
        raise BadMatch(f"A counted position has no {unknown[0]!r}: it has {either([*NEEDED, *ALSO], most=9)}.")
    return Match.from_record(
        {
            "game": game,
            "rules": game.version,
            "seats": case["seats"],
            "seed": case.get("seed", 1),
            "options": case.get("options", {}),
            "moves": case.get("moves", []),
            **({"deal": case["deal"]} if "deal" in case else {}),
        }
    )


NEEDED = {"name": str, "seats": int, "paths": list}
MEANING = {
    "name": "a sentence that says where the numbers come from",
    "seats": "how many play",
    "paths": "the counts for depth 0, 1, 2 ...",
}
ALSO = ("seed", "options", "deal", "moves")


def count_paths(match: Match, depths: int) -> list[int]:
    """The counts for depth 0, 1, 2 ..., that many of them."""
    return [perft(match, depth) for depth in range(depths)]


def perft(match: Match, depth: int) -> int:
    """Number of different series of choices of this length; seats that choose at once are walked in seat order."""
    return _paths(match, match.position, depth)


def divide(match: Match, depth: int) -> dict[str, int]:
    """perft(match, depth), parted by the first choice."""
    spell, seat = match.game.names.spell, match.actors[0]
    parts: dict[str, int] = {}
    for action, then in _choices(match, match.position):
        name = spell(match.position, seat, action) or f"action {action}"
        parts[name] = parts.get(name, 0) + _paths(match, then, depth - 1)
    return parts


def _paths(match: Match, s: Any, depth: int) -> int:
    if depth == 0 or not match.world.actors(s):
        return 1
    return sum(_paths(match, then, depth - 1) for _, then in _choices(match, s))


def _choices(match: Match, s: Any) -> Iterator[tuple[int, Any]]:
    """What the first seat that is asked may do, each with the position after it."""
    world = match.world
    seat = lowest(world.actors(s))
    for action in members(world.legal(s, seat)):
        then = blank(match.game, match.seats, {})
        world.assign(then, s)
        then.deal, then.secret = s.deal, s.secret
        world.act(then, seat, action)
        yield action, then
