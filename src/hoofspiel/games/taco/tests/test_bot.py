"""The players of Taco: human times, human errors, and nothing they could not know."""

from collections import Counter
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from hoofspiel import Match
from hoofspiel.games.taco import GAME, live
from hoofspiel.games.taco.bot import (
    FROM_BEHIND,
    LEVELS,
    MU,
    NEVER,
    PACES,
    WRONG_SIDE_BEHIND,
    at_pace,
    mood,
    plan,
    seat_seed,
    slips,
)
from hoofspiel.games.taco.names import REASONS, spell
from hoofspiel.games.taco.pace import RollingPace
from hoofspiel.games.taco.position import PICKED_UP, SLAP
from hoofspiel.games.taco.tests import short_piles
from hoofspiel.games.taco.tests.table import A, B, C, chant, gesture, say, shown_at, slap, table, wait
from hoofspiel.kernel import bind
from hoofspiel.kernel.testing import held

WORLD = bind.plain(GAME)


def plans(m: Match, seat: int, pace: int, times: int = 400) -> list[tuple[int, str]]:
    """What a seat would do, again and again, milliseconds after the reveal."""
    found = []
    for number in range(times):
        at, action = plan(m.position, seat, pace, seat_seed(number, seat, 7))
        if at != NEVER:
            found.append((at - shown_at(m), spell(m.position, seat, action)))
    return found


def match_in_time(seed: int, paces: list[int], **options: int) -> Any:
    s = WORLD.blank(len(paces), options)
    WORLD.begin_match(s, WORLD.blank(len(paces), options), seed)
    WORLD.play_in_time(s, WORLD.seed_rng(seed), paces)
    return s


@pytest.mark.parametrize(("pace", "low", "high"), [(PACES[0], 375, 405), (PACES[1], 510, 550), (PACES[2], 695, 745)])
def test_the_pace_is_the_mean_reaction_to_a_plain_card(pace: int, low: int, high: int) -> None:
    m = table("taco goat", "goat goat")
    say(m)
    times = [ms for ms, _ in plans(m, B, pace, 1500)]
    assert low < fmean(times) < high
    assert stdev(times) > 50
    assert sorted(times)[len(times) // 2] < fmean(times), "a long tail on the slow side"


def test_harder_cards_take_longer_and_go_wrong_more_often() -> None:
    means, wrong = {}, {}
    for card, side in (("taco", "slap palm"), ("taco/back", "slap back")):
        m = table(f"{card} goat", "goat goat")
        say(m)
        found = plans(m, B, 530, 3000)
        means[card] = fmean(ms for ms, _ in found)
        wrong[card] = sum(move != side for _, move in found) / len(found)
    assert 60 < means["taco/back"] - means["taco"] < 120
    assert 0.02 < wrong["taco"] < 0.05
    assert 0.08 < wrong["taco/back"] < 0.15


def test_gestures_come_first_and_one_after_the_other() -> None:
    m = table("seal goat", "goat goat")
    say(m)
    x = next(x for x in range(100) if plan(m.position, B, 530, seat_seed(x, B, 7))[0] != NEVER)
    steps = []
    for _ in range(3):
        at, action = plan(m.position, B, 530, seat_seed(x, B, 7))
        steps.append((at, spell(m.position, B, action)))
        m.play(B, steps[-1][1], at=at)
    assert [move for _, move in steps] == ["gesture seal", "gesture seal", "slap palm"]
    assert [b[0] - a[0] for a, b in zip(steps, steps[1:], strict=False)] == [150, 120]
    assert plan(m.position, B, 530, seat_seed(x, B, 7))[0] == NEVER


def test_words_come_after_the_beat_and_before_the_deadline() -> None:
    m = table("goat goat", "goat goat")
    say(m)
    said = [(ms, move) for ms, move in plans(m, B, 530, 2000) if move.startswith("say")]
    assert min(ms for ms, _ in said) == 700
    assert max(ms for ms, _ in said) < 2200
    wrong = sum(move != "say cat" for _, move in said) / len(said)
    assert 0.004 < wrong < 0.025


def test_false_slaps_are_rare_and_more_frequent_on_a_lure() -> None:
    shares = {}
    for card in ("goat", "cat"):  # after Taco a cat is nearly right
        m = table(f"{card} goat", "goat goat", "goat goat")
        say(m)
        shares[card] = len(plans(m, C, 530, 6000)) / 6000
    assert 0.002 < shares["goat"] < 0.012 < shares["cat"] < 0.032
    echo = table("cat goat", "", "goat goat")
    chant(echo, 2)
    assert 0.025 < len(plans(echo, A, 530, 3000)) / 3000 < 0.06


def test_without_cards_one_hurries() -> None:
    times = {}
    for pile in ("goat", ""):
        m = table("taco goat", pile)
        say(m)
        times[pile] = fmean(ms for ms, _ in plans(m, B, 530, 1500))
    assert 15 < times["goat"] - times[""] < 60


def test_numbers_between_the_three_players() -> None:
    assert [at_pace(MU, pace) for pace in PACES] == list(MU)
    assert at_pace(MU, 460) == 375.0
    assert at_pace(FROM_BEHIND, 195) == 30.0
    assert at_pace(FROM_BEHIND, 1440) == 260.0
    hurried = [sum(slips(WRONG_SIDE_BEHIND, 530, h, seat_seed(x, 0, 1)) for x in range(3000)) for h in (-1.0, 0.0, 1.0)]
    assert hurried[0] < hurried[1] < hurried[2]


def test_the_pace_drifts_by_a_twentieth_at_most() -> None:
    ends = [mood(1000, x, 0, 500) for x in range(300)]
    assert 950 <= min(ends) < 960 < 1040 < max(ends) <= 1050
    assert {mood(1000, x, 0, 0) for x in range(30)} == {1000}


def test_a_plan_uses_nothing_that_the_seat_cannot_know() -> None:
    chance = Random(4)
    for seed in range(6):
        m = Match("taco", seats=4, seed=seed)
        while not m.over and m.view(None)["reveal"] < 25:
            seats = list(m.actors)
            for seat in seats:
                x = chance.getrandbits(30)
                assert plan(m.guess(seat, x), seat, 530, x) == plan(m.position, seat, 530, x)
            seat = chance.choice(seats)
            at, action = plan(m.position, seat, 530, chance.getrandbits(30))
            if at == NEVER:
                wait(m, 300)
            else:
                m.play(None, "time", at=max(at, m.position.now))
                move = spell(m.position, seat, action)
                if move in m.moves(seat):
                    m.play(seat, move, at=m.position.now)


def test_matches_look_like_those_of_people() -> None:
    reveals, rounds, reasons = [], [], Counter[str]()
    for seed in range(40):
        s = match_in_time(seed, [530] * 4)
        assert WORLD.sound(s)
        reveals.append(s.reveal)
        rounds.append(s.deals)
        reasons.update(REASONS[data & 15] for _, kind, _, data in s.events if kind == PICKED_UP)
    assert 90 < sorted(reveals)[20] < 180
    assert 30 < sorted(rounds)[20] < 70
    share = {why: number / sum(reasons.values()) for why, number in reasons.items()}
    assert 0.5 < share["last"] < 0.7
    assert 0.15 < share["wrong-side"] + share["wrong-gesture"] < 0.32
    assert 0.05 < share["false-slap"] < 0.14


def test_the_faster_player_wins() -> None:
    paces = [LEVELS["master"], LEVELS["casual"], LEVELS["casual"]]
    wins = Counter(match_in_time(seed, paces).won for seed in range(30))
    assert wins[1] >= 27


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"calm": 1},
        {"metronome": 1, "tempo": 3},
        {"deck": 1, "long_deal": 1},
        {"shuffle_pickup": 1, "strict_gesture": 1},
        {"no_fault_for_wrong_side": 1},
        {"word": 1, "tempo": 2},
    ],
)
def test_plain_and_compiled_play_the_same_matches_to_the_end(options: dict[str, int]) -> None:
    import numpy as np

    quick = bind.fast(GAME)
    for seats in (2, 5):
        blank, a = quick.blank(seats, options), quick.blank(seats, options)
        sums, plain_sums = np.zeros(64, np.int64), [0] * 64
        paces = [400, 530, 600, 720, 850][:seats]
        quick.tally_timed(blank, a, 1, 6, np.array(paces), sums)
        s = WORLD.blank(seats, options)
        WORLD.tally_in_time(WORLD.blank(seats, options), s, 1, 6, paces, plain_sums)
        assert sums.tolist() == plain_sums
        assert a.tolist() == bind.pack(GAME, s, quick.blank(seats)).tolist()


def test_plain_and_compiled_agree_on_every_way_to_end() -> None:
    """Short piles: wins, sudden deaths, players who are out, with guesses in between."""
    slow, quick = bind.plain(GAME, short_piles), bind.fast(GAME, short_piles)
    ends: Counter[tuple[int, int]] = Counter()
    for seats, options in ((2, {}), (4, {"metronome": 1, "shuffle_pickup": 1}), (3, {"calm": 1})):
        s, a = slow.blank(seats, options), quick.blank(seats, options)
        for first in range(0, 120, 10):
            expected = slow.short_matches(slow.blank(seats, options), s, first, 10)
            assert quick.print_of_short_matches(quick.blank(seats, options), a, first, 10) == expected
            ends[s.sudden, s.out > 0] += 1
            assert WORLD.sound(s)
    assert len(ends) > 2, "some ended in sudden death, and some of those with players out"


def test_the_greedy_player_is_always_right() -> None:
    m = table("seal/back goat", "goat goat")
    for expected in ("say taco", "gesture seal", "gesture seal", "slap back"):
        assert spell(m.position, A, WORLD.greedy(m.position, A, 5)) == expected
        m.play(A, expected, at=m.position.now + 300)
    assert spell(m.position, A, WORLD.greedy(m.position, A, 5)) == "gesture panda"


def test_value_prefers_few_cards() -> None:
    m = table("goat goat goat", "goat", "goat goat")
    worth = [WORLD.value(m.position, seat) for seat in range(3)]
    assert worth[1] > worth[2] > worth[0]
    m = table("taco", "goat")
    say(m)
    slap(m, A, "palm", 300)
    assert [WORLD.value(m.position, seat) for seat in range(2)] == [1.0, 0.0]


# --- the person at the table ---


def test_bots_follow_the_pace_of_a_person() -> None:
    pace = RollingPace()
    assert pace.mean == LEVELS["club"]
    m = table("taco/back goat", "goat goat")
    say(m)
    slap(m, A, "back", 700)
    slap(m, B, "back", 710)
    pace.watch(m.view(None), A)
    assert pace.mean == (530 * 4 + 610) / 5
    m = table("panda goat", "goat goat")
    say(m)
    gesture(m, A, "panda", 800)
    slap(m, A, "palm", 1000)
    wait(m, 4000)
    before = pace.mean
    pace.watch(m.view(None), A)
    assert pace.mean == before, "specials say nothing about the pace"
    pace.watch(m.view(None), B)
    for _ in range(30):
        pace.learn(50_000, "goat")
    assert pace.mean == 1500


# --- a live table ---


def test_what_a_live_table_asks() -> None:
    m = table("goat goat", "goat goat")
    assert live.due_at(m.position) == 5000
    say(m)
    assert live.due_at(m.position) == shown_at(m) + 2200
    assert live.reaction_from(m.position) == shown_at(m)
    before = held(m.position)
    first = live.bot_plan(m.position, B, "club", 1)
    assert first == live.bot_plan(m.position, B, "club", 2), "asked again in the same moment, a bot sticks to its plan"
    assert held(m.position) == before
    assert first is None or (first[0] >= 0 and first[1].split()[0] in ("say", "slap"))
    m = table("taco", "goat")
    say(m)
    slap(m, A, "palm", 300)
    assert live.due_at(m.position) == -1
    assert live.bot_plan(m.position, B, "master", 1) is None


def test_every_level_of_a_live_table_has_its_pace() -> None:
    assert sorted(LEVELS, key=lambda level: -LEVELS[level]) == ["novice", "casual", "club", "master"]
    assert SLAP == 5
