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
from hashlib import blake2s
from typing import Any

from hoofspiel.kernel.bind import blank
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match, members
from hoofspiel.kernel.notation import read_text, write_move, write_text
from hoofspiel.kernel.words import Event


def replay(text: str, game: Game | None = None) -> str:
    """The transcript that the moves of a transcript give now; `game` stands in for one that is not installed."""
    comments = [line for line in text.splitlines() if line.startswith("#")]
    record = read_text(text)
    match = Match.from_record({**record, "game": game or record.get("game"), "moves": []})
    match_options = {k: v for k, v in match.record()["options"].items() if k in record["options"]}
    head = write_text({**match.record(), "options": match_options}).splitlines()
    lines = [*comments, *head, *map(_told, match.log[0]), _eyes(match)]
    for move in record["moves"]:
        lines.append(write_move(*move))
        lines += map(_told, match.play(*move))
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


def perft(match: Match, depth: int) -> int:
    """Number of different series of choices of this length; seats that choose at once are walked in seat order."""
    return _paths(match, match.position, depth)


def _paths(match: Match, s: Any, depth: int) -> int:
    world = match.world
    if depth == 0 or not world.actors(s):
        return 1
    seat = members(world.actors(s))[0]
    total = 0
    for action in members(world.legal(s, seat)):
        then = blank(match.game, match.seats, {})
        world.assign(then, s)
        then.deal, then.secret = s.deal, s.secret
        world.act(then, seat, action)
        total += _paths(match, then, depth - 1)
    return total
