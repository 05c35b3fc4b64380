"""A review is made of what its seat could know, adds up, and refuses what it cannot judge."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Event
from types import FunctionType

import msgspec
import pytest

from hoofspiel import Match
from hoofspiel.bots.quick import play_at_random, play_greedily
from hoofspiel.coach import first, parts, position_at, review, reviewing
from hoofspiel.coach.apart import TakingApart
from hoofspiel.coach.judging import Question, guess_at, judge, question
from hoofspiel.coach.values import Amounts, Values
from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import fields_of
from hoofspiel.kernel.notation import read_any
from hoofspiel.kernel.words import BadMatch, UnknownRules
from hoofspiel.template import GAME as STRAWS

ARCHIVE = Path(__file__).parents[1] / "archive"
FEW = Amounts(screened=2, judged=4, steps=1, chances=2, starts=2)
SEARCHED = [slug for slug, game in games().items() if not game.timed]
SHORT = {"goats": {"cards": 4, "rounds": 2}, "goodge": {"target": 50}}


def values(slug: str) -> Values:
    return Values(find_game(slug), compiled=False, amounts=FEW)


def played(slug: str, seed: int, *, seats: int = 3) -> Match:
    match = Match(slug, seats=seats, seed=seed, options=SHORT.get(slug, {}))
    chance = Random(seed)
    while not match.over:
        seat = chance.choice(match.actors)
        match.play(seat, (play_at_random if chance.random() < 0.2 else play_greedily)(match, seat, chance))
    return match


def written(asked: Question) -> str:
    """A question with everything in it that a judgement reads."""
    fields = [getattr(asked.guess, name) for name, _ in fields_of(asked.game.rules.State)]
    return repr((asked.seat, asked.seed, asked.series, asked.played, fields, asked.game.view(asked.guess, asked.seat)))


def pairs(slug: str, most: int) -> list[tuple[Question, Question]]:
    """Questions of matches, and of twins in which all that the seat cannot know is dealt anew."""
    found = []
    for seed in range(1, 100):
        whole = played(slug, seed, seats=4 if 4 in find_game(slug).seats else 3)
        now = Match.from_record(whole.record(), moves=0)
        for number, (seat, move, _) in enumerate(whole.history):
            assert seat is not None
            if len(now.series(seat)) > 1:
                twin = now.twin(seat, 1000 * seed + number)
                found.append((question(now, seat, move, number), question(twin, seat, move, number)))
                if len(found) == most:
                    return found
            now.play(seat, move)
    raise AssertionError("too few decisions")


@pytest.mark.parametrize("slug", SEARCHED)
def test_what_a_seat_could_not_know_changes_nothing_in_its_judgement(slug: str) -> None:
    """Of 200 pairs the questions are the same to the last field; some are judged to the end, to the same bytes."""
    both = pairs(slug, 200)
    assert [written(a) for a, _ in both] == [written(b) for _, b in both]
    for a, b in both[::10]:
        assert msgspec.json.encode(judge(values(slug), a)) == msgspec.json.encode(judge(values(slug), b))


@pytest.mark.parametrize("slug", SEARCHED)
def test_the_parts_of_a_result_add_up_for_every_seat(slug: str) -> None:
    match = played(slug, 7)
    for seat in range(match.seats) if slug == "goats" else [0]:
        found = review(match.record(), seat, values=values(slug))
        share = 1 / len(match.winners) if seat in match.winners else 0.0
        parted = found.result
        assert parted.total == pytest.approx(share - 1 / match.seats, abs=1e-6)
        assert parted.chance + parted.own + parted.others + parted.unexplained == pytest.approx(parted.total, abs=1e-5)
        assert found.value.hash == values(slug).hash
        assert all(match.history[d.move][:2] == (seat, d.played) for d in found.decisions)
        assert all(0.0 <= d.low <= d.cost <= d.high for d in found.decisions)
        assert not any(d.mistake for d in found.decisions if d.low == 0.0)


def test_no_two_deals_are_reckoned_with_the_same_playouts() -> None:
    """Or what a seat is thought to be worth would be off by the same in every match, and luck never even out."""
    begun = [TakingApart(values("goodge"), Match("goodge", seats=3, seed=seed)) for seed in range(1, 7)]
    assert len({tuple(apart.between) for apart in begun}) > 1


def test_chance_alone_comes_to_the_same_as_in_a_whole_review() -> None:
    match = played("goats", 7)
    whole, alone = (
        TakingApart(values("goats"), Match.from_record(match.record(), moves=0), chance_only=only)
        for only in (False, True)
    )
    for apart in (whole, alone):
        now = Match.from_record(match.record(), moves=0)
        for seat, move, _ in match.history:
            assert seat is not None
            apart.follow(now, seat, move)
    assert alone.chance == whole.chance
    assert alone.now == whole.now
    assert whole.others != alone.others


def test_what_is_played_on_a_guess_shows_no_trace_of_how_it_was_drawn() -> None:
    """The numbers that decide what is dealt are not those that decide what the others bid."""
    drawn, played_by = [], []

    def redealt(g: object, seat: int, x: int) -> None:
        drawn.append(x)

    def moved(g: object, h: object, seat: int, series: object, size: int, x: int) -> None:
        played_by.append(x)

    world = values("goats").world
    blank = bind.blank(find_game("goats"), 3, {})
    nothing = {"redeal": redealt, "move_by": moved, "finish_deal": lambda *_: 0, "add_shares": lambda *_: None}
    changed = FunctionType(world.try_choice_blind.__code__, {**world.try_choice_blind.__globals__, **nothing})
    changed(blank, blank, blank, 0, [], 0, 1, 8, [0.0] * 24, [0] * 8)
    stream = set()
    for x in drawn:
        for _ in range(50):
            stream.add(x)
            x = bind.plain(find_game("goats")).next_rng(x)
    assert len(drawn) == len(played_by) == 8
    assert not stream & set(played_by)


def test_nobody_is_blamed_unless_the_search_says_so_too() -> None:
    more = Values(find_game("goats"), compiled=False, amounts=Amounts(8, 32, 1, 2, 2, searched=64))
    judged = [judge(more, a) for a, _ in pairs("goats", 60)]
    told = [(j, j.decision) for j in judged if j.decision is not None]
    assert any(d.low > 0.0 and d.cost >= 0.02 and not d.mistake for _, d in told)
    assert any(d.mistake for _, d in told)
    assert all(d.mistake == (j.agreed > 0.0) and j.agreed <= d.cost + 1e-4 for j, d in told)


def test_a_second_opinion_is_the_same_whenever_it_is_asked_for() -> None:
    match = played("goats", 3)
    now = Match.from_record(match.record(), moves=0)
    guess = guess_at(now, 0)
    one, *_, other = [actions[0] for actions in now.series(0).values()]
    asked = [values("goats").doubt(guess, 0, one, other, seed=7) for _ in range(2)]
    assert asked[0] is not None
    assert asked[0] == asked[1]
    assert values("goats").doubt(guess, 0, one, one, seed=7) is None


def test_the_curve_comes_first_and_the_whole_last() -> None:
    match = played("goats", 3)
    came = list(parts(match.record(), 1, values=values("goats")))
    curve = came[0].curve
    assert curve is not None
    assert curve[-1].chance == (1.0 if match.winners == [1] else 0.0)
    assert [part.progress for part in came] == sorted(part.progress for part in came)
    assert all(part.decision is not None for part in came[1:-1])
    last = came[-1].review
    assert last is not None
    assert last.decisions == [part.decision for part in came[1:-1]]


def test_while_a_game_is_compiled_there_is_a_rough_curve_and_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler as slow as can be: it waits until the reader has had a curve and has heard of progress twice."""
    heard = Event()
    monkeypatch.setattr(first, "warm", lambda _: heard.wait(60))
    monkeypatch.setattr(first, "NEWS_SECONDS", 0.05)
    monkeypatch.setattr(first, "_ready", set())
    monkeypatch.setattr(reviewing, "values_of", lambda game: values(game.slug))
    match = played("goats", 3)
    told = []
    for part in parts(match.record(), 1):
        told.append(part)
        if len(told) == 3:
            heard.set()
    assert told[0].rough
    assert told[0].curve is not None
    assert len(told[0].curve) > 3
    assert 0.0 < told[1].progress < told[2].progress
    second = next(part for part in told[1:] if part.curve is not None)
    assert not second.rough
    assert {point.move for point in told[0].curve} <= {point.move for point in second.curve or ()}
    assert [part.progress for part in told] == sorted(part.progress for part in told)
    assert next(iter(parts(match.record(), 1))).rough is False  # from now on everything is there


def test_what_cannot_be_compiled_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(first, "warm", broken)
    monkeypatch.setattr(first, "_ready", set())
    with pytest.raises(MemoryError, match="no room"):
        review(played("goats", 3).record(), 1)


def test_what_cannot_be_reviewed_is_refused_in_a_sentence() -> None:
    record = played("goats", 3).record()
    with pytest.raises(BadMatch, match="not over yet: a review is for finished matches"):
        review({**record, "moves": record["moves"][:-1]}, 0)
    with pytest.raises(BadMatch, match="from 0 to 2: there is no seat 3"):
        review(record, 3)
    with pytest.raises(UnknownRules, match="rules 99"):
        review({**record, "rules": 99}, 0)
    with pytest.raises(BadMatch, match="lacks moves"):
        review({key: entry for key, entry in record.items() if key != "moves"}, 0)


def test_a_position_of_a_match_can_be_played_on() -> None:
    match = played("goats", 3)
    record = match.record()
    assert position_at(record, 4).history == match.history[:4]
    seen = position_at(record, 4, seat=2, chance=5)
    assert seen.view(2) == position_at(record, 4).view(2)
    with pytest.raises(BadMatch, match="there is no position -1"):
        position_at(record, -1)


def test_a_game_of_reactions_is_reviewed_by_time() -> None:
    record = read_any((ARCHIVE / "taco/v1/by_the_book_2.txt").read_text())
    found = review(record, 1)
    whole = Match.from_record(record)
    right = [e for step in whole.log for e in step if e["event"] == "slapped" and e["verdict"] == "right"]
    reactions = found.times["reactions"]
    assert isinstance(reactions, dict)
    assert sum(kind["slaps"] for kind in reactions.values()) == sum(e["seat"] == 1 for e in right) > 0
    assert found.decisions == []
    assert found.result.unexplained == found.result.total
    assert found.times["told"]
    assert 0 < found.times["pace"] < 2000
    assert list(found.times["levels"]) == ["novice", "casual", "club", "master"]
    assert len(found.times["thirds"]) == 3
    assert all(third["card_ms"] > 0 for third in found.times["thirds"])
    assert any("nearest to the level" in said for said in found.times["told"])
    assert found.value.hash


def test_compiled_playouts_find_what_plain_ones_find() -> None:
    match = Match(STRAWS, seats=3, seed=5)
    seat = match.actors[0]
    guess = guess_at(match, seat)
    few = Amounts(screened=20, judged=20, steps=20, chances=20, starts=20)
    plain, compiled = (Values(STRAWS, compiled=way, amounts=few) for way in (False, True))
    assert plain.choice(guess, seat, (), seed=3, times=20) == compiled.choice(guess, seat, (), seed=3, times=20)
    assert plain.position(match.position, seed=3, times=20) == compiled.position(match.position, seed=3, times=20)
    assert plain.hash == compiled.hash


def test_a_value_function_goes_by_the_same_hash_in_every_process() -> None:
    """Python orders sets of texts anew in each process; with goodge, two modules are files of the same name."""
    code = (
        "from hoofspiel.coach.values import Values; from hoofspiel.kernel.catalog import find_game;"
        "print(Values(find_game('goodge'), compiled=False).hash)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True)
        for seed in ("1", "2", "3", "4")
    ]
    assert len({run.stdout for run in runs}) == 1
    assert all(run.stdout for run in runs)
