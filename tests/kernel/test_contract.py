"""The contract itself: it fails where a law is broken, says so in full, and needs no test framework."""

import subprocess
import sys
from dataclasses import replace
from random import Random
from types import ModuleType
from typing import Any

import pytest

import hoofspiel.testing
from hoofspiel import games
from hoofspiel.kernel.game import Game
from hoofspiel.testing import check_game, check_guesses, check_paths, check_transcript


def altered(game: Game, part: str, **things: Any) -> Game:
    """A game with some functions of one of its modules replaced."""
    old = getattr(game, part)
    new = ModuleType(old.__name__)
    new.__dict__.update({**vars(old), **things})
    changed: dict[str, Any] = {part: new}
    return replace(game, **changed)


def test_a_broken_law_about_events_shows_both_lists() -> None:
    game = games["goats"]

    def tell(s: Any, kind: int, seat: int, data: int) -> dict[str, Any]:
        told: dict[str, Any] = game.names.tell(s, kind, seat, data)
        return {**told, "drawn": s.rng}

    broken = altered(game, "names", tell=tell)
    both = r"(?s)more than its view does.*\ntold:\n.*drawn.*\ntold otherwise:\n"
    with pytest.raises(AssertionError, match=both) as law:
        check_game(broken, seats=3, options={}, seed=1, pick=Random(1).choice)
    assert "\n  > {" in str(law.value)


def test_small_positions_are_looked_at() -> None:
    looked_at = check_guesses(games["goats"], seats=2, options={}, seed=1, pick=Random(1).choice, moves=120)
    assert looked_at > 40


def test_wrong_counts_and_stale_transcripts_are_shown() -> None:
    game = games["goats"]
    with pytest.raises(AssertionError, match=r"two bids: counted \[1, 10\], written \[1, 9\]"):
        check_paths(game, '[[position]]\nname = "two bids"\nseats = 2\npaths = [1, 9]')
    with pytest.raises(AssertionError, match=r"(?s)the transcript has changed:.*\+  eyes "):
        check_transcript(game, "game goats\nrules 1\nseats 2\nseed 7\n0: bid 3\n")


def test_the_contract_needs_no_test_framework() -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['pytest', 'hypothesis', 'numpy', 'numba']))\n"
        "from random import Random\nfrom hoofspiel.template import GAME\nfrom hoofspiel.testing import check_game\n"
        "check_game(GAME, seats=2, options={}, seed=1, pick=Random(1).choice)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_public_names() -> None:
    assert hoofspiel.testing.__all__ == [
        *["check_game", "check_guesses", "check_knowledge", "check_paths", "check_transcript", "held", "perft"],
        "replay",
    ]
