"""The contract of a game, for the tests of games in any package; it needs no test framework.

check_game        plays one match and checks every position: turns, secrets, events, refusals, the record
check_knowledge   readers who know the same see the same
check_guesses     guesses respect what was seen
check_paths       the counts of a perft.toml
check_transcript  a golden transcript is what its moves give now

Each raises AssertionError with a sentence that says which law is broken and where. These names are stable.
"""

import tomllib
from difflib import unified_diff

from hoofspiel.kernel.game import Game
from hoofspiel.kernel.testing import check_game, check_guesses, check_knowledge, held
from hoofspiel.kernel.transcript import count_paths, perft, position_of, replay

__all__ = [
    "check_game",
    "check_guesses",
    "check_knowledge",
    "check_paths",
    "check_transcript",
    "held",
    "perft",
    "replay",
]


def check_paths(game: Game, text: str) -> int:
    """Count every [[position]] of a perft.toml, given as text. Gives how many there were."""
    positions = tomllib.loads(text)["position"]
    for case in positions:
        counted = count_paths(position_of(game, case), len(case["paths"]))
        assert counted == case["paths"], f"{case['name']}: counted {counted}, written {case['paths']}"
    return len(positions)


def check_transcript(game: Game, text: str) -> None:
    """Replay a transcript, given as text; what changed is shown line by line."""
    now = replay(text, game)
    changes = unified_diff(text.splitlines(), now.splitlines(), "written", "now", lineterm="", n=1)
    assert now == text, "the transcript has changed:\n" + "\n".join(changes)
