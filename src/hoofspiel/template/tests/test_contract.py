"""The contract every game meets, and the files that belong to this one."""

from pathlib import Path
from random import Random

import pytest

from hoofspiel.kernel import bind
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.texts import texts_of
from hoofspiel.template import GAME
from hoofspiel.testing import check_game, check_guesses, check_knowledge, check_paths, check_transcript

HERE = Path(__file__).parent


@pytest.mark.parametrize("seed", range(20))
def test_contract(seed: int) -> None:
    chance = Random(seed)
    options = {"straws": chance.randint(1, 5), "shortest": chance.random() < 0.5}
    match = check_game(GAME, seats=chance.choice(GAME.seats), options=options, seed=seed, pick=chance.choice)
    assert match.over


def test_equal_knowledge_looks_equal() -> None:
    """With one straw each, the same straw comes up in different deals."""
    assert check_knowledge(GAME, seats=2, options={"straws": 1}, seeds=150, tries=1, moves=1) > 20


@pytest.mark.parametrize("seed", range(5))
def test_guesses_respect_what_was_seen(seed: int) -> None:
    check_guesses(GAME, seats=2, options={"straws": 3}, seed=seed, pick=Random(seed).choice, moves=6)


def test_path_counts() -> None:
    assert check_paths(GAME, (HERE / "perft.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted((HERE / "transcripts").glob("*.txt")), ids=lambda path: str(path.stem))
def test_transcript(path: Path) -> None:
    """Whoever changes what anybody can see reads the difference against RULES.md."""
    check_transcript(GAME, path.read_text(encoding="utf-8"))


def test_every_event_and_move_has_a_sentence() -> None:
    match, texts, who = Match(GAME, seats=3, seed=5), texts_of(GAME), ["Ann", "Ben", "Cleo"]
    while not match.over:
        seat = match.actors[0]
        move = match.moves(seat)[0]
        assert texts.prompt(match.view(seat))
        assert texts.move(move, who)
        match.play(seat, move)
    assert all(texts.event(event, who, 0) for step in match.log for event in step)


def test_the_greedy_player_is_better_than_chance() -> None:
    world = bind.plain(GAME)
    blank, s, g = (world.blank(2) for _ in range(3))
    sums = [0] * 64
    world.tally_matches(blank, s, g, 1, 2_000, GAME.most_deals, [1, 0], sums)
    assert sums[world.SEAT_SUMS + world.WINS] > 2_000 * world.ALL_SHARES * 0.45
