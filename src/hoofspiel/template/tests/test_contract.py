"""The contract every game meets, and the files that belong to this one."""
import tomllib
from pathlib import Path
from random import Random

import pytest

from hoofspiel.kernel import bind
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.testing import check_game, check_knowledge
from hoofspiel.kernel.texts import texts_of
from hoofspiel.kernel.transcript import perft, replay
from hoofspiel.template import GAME

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


POSITIONS = tomllib.loads((HERE / "perft.toml").read_text())["position"]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: str(position["name"]))
def test_perft(position: dict[str, object]) -> None:
    match = Match(GAME, seats=position["seats"], seed=1, options=position["options"])  # type: ignore[arg-type]
    paths = position["paths"]
    assert isinstance(paths, list)
    assert [perft(match, depth) for depth in range(len(paths))] == paths


@pytest.mark.parametrize("path", sorted((HERE / "transcripts").glob("*.txt")), ids=lambda path: str(path.stem))
def test_transcript(path: Path) -> None:
    """Whoever changes what anybody can see reads the difference against RULES.md."""
    assert replay(path.read_text(), GAME) == path.read_text()


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
