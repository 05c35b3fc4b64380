"""The arena: fair to seats, honest about intervals, resumable, open to bots of one's own."""

import gc
import json
import os
import pickle
import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from hoofspiel import BadMatch, Match
from hoofspiel.bots import kept, levels
from hoofspiel.bots.arena import Pairing, Result, play_deal, play_deals
from hoofspiel.bots.kept import load, save
from hoofspiel.bots.players import player_called
from hoofspiel.bots.seated import Seated
from hoofspiel.bots.standings import elo, standings
from hoofspiel.bots.thinking import Thinker
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Position


def highest_first(match: Match, seat: int, chance: Random) -> str:
    """A bot of one's own: always the last move on offer."""
    return match.moves(seat)[-1]


class Stubborn:
    """The same as a class."""

    def __call__(self, match: Match, seat: int, chance: Random) -> str:
        return match.moves(seat)[0]


def illegal(match: Match, seat: int, chance: Random) -> str:
    """Plays what is not legal in the second auction."""
    return "bid 99" if len(match.events_for(seat)) > 9 else match.moves(seat)[0]


def broken(match: Match, seat: int, chance: Random) -> str:
    raise KeyError("hand")


def peeping(match: Match, seat: int, chance: Random) -> str:
    return str(match.position)


def over_the_shoulder(match: Match, seat: int, chance: Random) -> str:
    return match.moves((seat + 1) % match.seats)[0]


def ransack(match: Match, seat: int, chance: Random) -> str:
    """Looks for the match wherever Python keeps things."""
    gc.collect()
    frame = sys._getframe()
    places = [frame.f_locals]
    while frame.f_back is not None:
        frame = frame.f_back
        places += [frame.f_locals, frame.f_globals]
    found = [thing for place in places for thing in place.values()] + gc.get_objects()
    known = {id(match._guess)}  # type: ignore[attr-defined]
    peeks = [t for t in found if isinstance(t, Match | Position) and id(t) not in known]
    print(f"seat {seat} finds {len(peeks)}")
    return f"found {peeks}" if peeks else match.moves(seat)[0]


def leaves(match: Match, seat: int, chance: Random) -> str:
    os._exit(3)


def exits(match: Match, seat: int, chance: Random) -> str:
    sys.exit("enough")


class Telltale:
    """Tells its next seat what it holds, by everything that objects and modules can share."""

    seen: ClassVar[list[int]] = []

    def __call__(self, match: Match, seat: int, chance: Random) -> str:
        self.seen.append(seat)
        return f"told by {self.seen}" if len(set(self.seen)) > 1 else match.moves(seat)[0]


class NeedsMore:
    def __init__(self, temper: str) -> None: ...


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
    keep(play_deal(pair, 3)[:1])  # broken off in the middle of a deal
    assert {r.deal for r in load(file, pair)} == {1, 2}
    with pytest.raises(BadMatch, match="another arena"):
        load(file, pairing("random", "greedy"))


def test_a_file_of_another_kind_is_said_to_be_one(tmp_path: Path) -> None:
    file, pair = tmp_path / "run.jsonl", pairing("greedy", "random")
    for text in ("hello\n", "[1, 2]\n", '{"game": "goats"', "\x00\xff\n"):
        file.write_text(text, encoding="latin-1")
        with pytest.raises(BadMatch, match=r"not a file of arena results|another arena"):
            load(file, pair)
    file.write_text("")
    assert load(file, pair) == []
    save(file, pair)(play_deal(pair, 1))
    good = file.read_text()
    file.write_text(good + "{}\n")
    with pytest.raises(BadMatch, match=r"not a file of arena results \(line 5\)"):
        load(file, pair)
    file.write_text(good.replace('"wins": [', '"wins": [0.0, ', 1))
    with pytest.raises(BadMatch, match=r"line 2"):
        load(file, pair)


def test_a_last_line_cut_short_is_played_again(tmp_path: Path) -> None:
    file, pair = tmp_path / "run.jsonl", pairing("greedy", "random")
    save(file, pair)([*play_deal(pair, 1), *play_deal(pair, 2)])
    file.write_text(file.read_text()[:-20])
    assert {r.deal for r in load(file, pair)} == {1}
    save(file, pair)(play_deal(pair, 2))
    assert {r.deal for r in load(file, pair)} == {1}, "of deal 2 there are more results than seats"
    save(file, pair)(play_deal(pair, 3))
    assert {r.deal for r in load(file, pair)} == {1, 3}


def test_results_of_a_bot_that_has_changed_are_not_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    source, file = tmp_path / "changing_bot.py", tmp_path / "run.jsonl"
    source.write_text("def play(match, seat, chance):\n    return match.moves(seat)[0]\n")
    pair = pairing("changing_bot:play", "random")
    save(file, pair)(play_deal(pair, 1))
    assert len(load(file, pair)) == 3
    source.write_text(source.read_text().replace("[0]", "[-1]"))
    with pytest.raises(BadMatch, match="The bot changing_bot:play has changed since"):
        load(file, pair)


def test_results_of_a_level_that_has_changed_are_not_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, pair = tmp_path / "run.jsonl", pairing("greedy", "random")
    save(file, pair)(play_deal(pair, 1))
    monkeypatch.setattr(kept, "THINKING", ("levels.py",))
    with pytest.raises(BadMatch, match="The bot greedy has changed since"):
        load(file, pair)
    first, rest = file.read_text().split("\n", 1)
    file.write_text(json.dumps({**json.loads(first), "sources": {}}) + "\n" + rest)
    assert len(load(file, pair)) == 3, "files from before levels were noted stay good"


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("illegal", r"you hold .*R2\.4"),
        ("broken", "KeyError: 'hand'"),
        ("peeping", r"there is no match\.position for it. It may use match\.view\(seat\)"),
        ("over_the_shoulder", "sees that seat alone, not seat"),
        ("leaves", r"ended its process \(exit status 3\)"),
        ("exits", "SystemExit: enough"),
    ],
)
def test_a_bot_that_fails_loses_that_match_and_the_arena_goes_on(
    name: str, why: str, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    pair = pairing(f"test_arena:{name}", "random")
    results = [r for played in play_deals(pair, [1, 2], jobs=jobs) for r in played]
    assert len(results) == 6
    for result in results:
        failed = result.failed
        assert failed is not None
        assert re.search(why, failed.why), failed.why
        assert (failed.bot, result.bots[failed.seat]) == (f"test_arena:{name}",) * 2
        assert result.wins == [0.0 if seat == failed.seat else 0.5 for seat in range(3)]
        again = Match.from_record(failed.record)
        assert failed.seat in again.actors
        assert failed.move not in again.moves(failed.seat)
    assert [s.win_share for s in standings(pair, results)] == [0.5, 0.0]


@pytest.mark.parametrize("bots", [("ransack", "ransack"), ("Telltale", "Telltale")])
def test_a_bot_finds_nothing_but_its_seat(bots: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in frames, not among all objects, and not from the bot in the next seat."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    results = play_deal(pairing(*(f"test_arena:{bot}" for bot in bots)), 1)
    assert [result.failed for result in results] == [None] * 3


def test_a_bot_sees_what_a_match_tells_its_seat() -> None:
    for game in games().values():
        if game.timed:
            continue
        match, chance = Match(game, seats=game.seats[-1], seed=3), Random(3)
        for number in range(60):
            if match.over:
                break
            seat = match.actors[0]
            seated = pickle.loads(pickle.dumps(Seated(match, seat, chance.getrandbits(40))))
            assert (seated.view(seat), seated.moves(seat)) == (match.view(seat), match.moves(seat))
            assert seated.events_for(seat, 1) == match.events_for(seat, 1)
            there, here = seated.guess(seat, number), match.guess(seat, number)
            assert vars(there) == vars(here), "a guess depends on what the seat knows, not on where it starts"
            match.play(seat, chance.choice(match.moves(seat)))


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
    club, told, untold = (
        [player_called(name)(match, seat, Random(n)) for n in range(9)] for name in ("club", "master@20", "master@1")
    )
    assert told == club != untold


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("master@0", "no bot called 'master@0'"),
        ("master@far", "no bot called 'master@far'"),
        ("greedy@9", "no bot called 'greedy@9'"),
        ("grandmaster", "no bot called 'grandmaster': choose novice, casual"),
        ("nowhere.at_all:Bot", "cannot be loaded"),
        ("json:nothing", "cannot be loaded"),
        ("json:__name__", "must be a function"),
        (":x", "named module:name"),
        ("json:", "named module:name"),
        ("..x:y", "cannot be loaded"),
        ("test_arena:NeedsMore", "cannot be loaded: TypeError: .*temper"),
        ("unparsable_bot:play", r"cannot be loaded: line 1 of .* is not Python"),
        ("bursting_bot:play", "cannot be loaded: ZeroDivisionError"),
    ],
)
def test_a_bot_that_is_none(name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "unparsable_bot.py").write_text("def play(match, seat, chance:\n")
    (tmp_path / "bursting_bot.py").write_text("1 / 0\n")
    with pytest.raises(BadMatch, match=sentence):
        player_called(name)
