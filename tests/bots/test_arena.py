"""The arena: fair to seats, honest about intervals, resumable, open to bots of one's own."""
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hoofspiel import BadMatch, Match
from hoofspiel.bots import levels
from hoofspiel.bots.arena import Pairing, Result, elo, load, play_deal, play_deals, save, standings
from hoofspiel.bots.players import player_called
from hoofspiel.bots.thinking import Thinker
from hoofspiel.kernel.catalog import games


def highest_first(match: Match, seat: int, chance: Random) -> str:
    """A bot of one's own: always the last move on offer."""
    return match.moves(seat)[-1]


class Stubborn:
    """The same as a class."""

    def __call__(self, match: Match, seat: int, chance: Random) -> str:
        return match.moves(seat)[0]


def pairing(*bots: str, seats: int = 3) -> Pairing:
    return Pairing("goats", seats, bots, {"cards": 4, "rounds": 2})


def test_every_deal_is_played_once_for_each_way_round() -> None:
    results = play_deal(pairing("greedy", "random"), 5)
    assert [r.bots.index("greedy") for r in results] == [0, 1, 2]
    assert all(r.bots.count("random") == 2 for r in results)
    assert all(abs(sum(r.wins) - 1) < 1e-9 for r in results)


def test_the_same_deal_gives_the_same_results() -> None:
    assert play_deal(pairing("greedy", "random"), 5) == play_deal(pairing("greedy", "random"), 5)


def test_greedy_is_better_than_random_and_the_table_says_so() -> None:
    pair = Pairing("goats", 2, ("greedy", "random"), {})
    results = [r for played in play_deals(pair, range(60)) for r in played]
    first, second = standings(pair, results)
    assert (first.bot, second.bot) == ("greedy", "random")
    assert first.better_than_chance
    assert first.elo == 1000 > second.elo
    assert first.win_share + second.win_share == pytest.approx(1)
    assert first.by_seat == pytest.approx([first.win_share] * 2, abs=0.2)


def test_ratings_follow_who_came_out_ahead() -> None:
    results = [Result(n, 0, ["a", "b", "greedy"], [1.0, 0.0, 0.0], [9, 5, 1]) for n in range(9)]
    results.append(Result(10, 0, ["a", "b", "greedy"], [0.0, 0.0, 1.0], [1, 5, 9]))
    ratings = elo(results)
    assert ratings["a"] > ratings["b"] > ratings["greedy"] == 1000


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, pair = tmp_path / "run.jsonl", pairing("greedy", "random")
    keep = save(file, pair)
    for played in play_deals(pair, [1, 2]):
        keep(played)
    keep(play_deal(pair, 3)[:1])                       # broken off in the middle of a deal
    assert {r.deal for r in load(file, pair)} == {1, 2}
    with pytest.raises(BadMatch, match="another arena"):
        load(file, pairing("random", "greedy"))


def test_a_game_that_knows_time_is_played_in_virtual_time_by_levels() -> None:
    timed = next(game for game in games().values() if game.timed)
    pair = Pairing(timed.slug, 3, ("master", "novice"), {})
    results = [r for played in play_deals(pair, range(1, 9)) for r in played]
    assert results == [r for played in play_deals(pair, range(1, 9)) for r in played]
    assert {r.bots.index("master") for r in results} == {0, 1, 2}
    assert standings(pair, results)[0].bot == "master"
    with pytest.raises(BadMatch, match="'greedy' knows nothing of time: choose novice, casual, club or master"):
        play_deal(Pairing(timed.slug, 3, ("master", "greedy"), {}), 1)


@pytest.mark.parametrize("name", ["highest_first", "Stubborn"])
def test_a_bot_of_ones_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    match = Match("goats", seats=3, seed=1)
    move = player_called(f"test_arena:{name}")(match, 0, Random(1))
    assert move == match.moves(0)[-1 if name == "highest_first" else 0]


def test_a_level_can_be_told_how_far_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays as a level does that looks only so far."""
    monkeypatch.setattr(levels, "thinker", lambda game: Thinker(game, compiled=False))
    monkeypatch.setitem(levels.LEVELS, "club", replace(levels.LEVELS["master"], iterations=20))
    match = Match("foxy", seats=3, seed=1)
    seat = match.actors[0]
    club, told, untold = ([player_called(name)(match, seat, Random(n)) for n in range(9)]
                          for name in ("club", "master@20", "master@1"))
    assert told == club != untold


@pytest.mark.parametrize(("name", "sentence"), [
    ("master@0", "no bot called 'master@0'"),
    ("master@far", "no bot called 'master@far'"),
    ("greedy@9", "no bot called 'greedy@9'"),
    ("grandmaster", "no bot called 'grandmaster': choose novice, casual"),
    ("nowhere.at_all:Bot", "cannot be loaded"),
    ("json:nothing", "cannot be loaded"),
    ("json:__name__", "must be a function"),
])
def test_a_bot_that_is_none(name: str, sentence: str) -> None:
    with pytest.raises(BadMatch, match=sentence):
        player_called(name)
