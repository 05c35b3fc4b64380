"""A review: the curve first, then one decision after the other, then the result taken apart."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hoofspiel.coach.apart import TakingApart
from hoofspiel.coach.first import get_ready, is_ready, rough_curve
from hoofspiel.coach.judging import guess_at, judge, question, seed_of
from hoofspiel.coach.shapes import Decision, Point, Result, Review, Value
from hoofspiel.coach.values import NAME, Values, hash_of, values_of
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import Record, check_record
from hoofspiel.kernel.words import BadMatch, Seat

MOMENTS = 3
CURVE = 0.05
"""How far along a review is with its curve, where nothing had to be compiled."""
DIGITS = 4
BY_TIME = "times-2"


class Part(msgspec.Struct, frozen=True):
    """What is ready of a review, in this order: a rough curve and news of progress where something has to be compiled
    or loaded first; the curve, each decision, the whole."""

    progress: float
    """0 to 1."""
    curve: list[Point] | None = None
    rough: bool = False
    """The curve is a first one, of few points, and another will come."""
    decision: Decision | None = None
    review: Review | None = None


def review(record: Record, seat: Seat, *, values: Values | None = None) -> Review:
    """The review of a finished match for one seat; BadMatch says what is wrong with the record or the seat."""
    for part in parts(record, seat, values=values):
        if part.review is not None:
            return part.review
    raise AssertionError("the last part is the review")


def value_for(game: Game) -> Value:
    """What a review of this game would go by now, told without making one."""
    return Value(BY_TIME, _hash_of_reasons(game)) if game.timed else Value(NAME, hash_of(game))


@cache
def _hash_of_reasons(game: Game) -> str:
    """What says how times are reckoned."""
    source = b"" if game.reasons is None else Path(str(game.reasons.__file__)).read_bytes().replace(b"\r\n", b"\n")
    return hashlib.sha256(f"{game.slug} {game.version}".encode() + source).hexdigest()[:16]


def parts(record: Record, seat: Seat, *, values: Values | None = None) -> Iterator[Part]:
    """The same, piece by piece; whatever is wrong is said before the first piece."""
    match = finished(record)
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < match.seats:
        raise BadMatch(f"Seats count from 0 to {match.seats - 1}: there is no seat {seat!r}.")
    if match.game.timed:
        return _by_time(match, seat)
    return _by_value(match, seat, values)


def finished(record: Record) -> Match:
    """The match of a record, if it is over."""
    match = Match.from_record(check_record(record))
    if not match.over:
        raise BadMatch("The match of this record is not over yet: a review is for finished matches.")
    if match.redealt is not None:
        raise BadMatch("This record is practice, in which cards were dealt anew: a review is for matches.")
    return match


def _again(match: Match) -> Iterator[tuple[int, Match, Seat, str]]:
    """The match once more, standing before each of its moves in turn; whoever looks plays the move."""
    record = match.record()
    again = Match.from_record(record, moves=0)
    for number, (seat, move, _) in enumerate(match.history):
        assert seat is not None
        yield number, again, seat, move


def _by_value(match: Match, seat: Seat, values: Values | None) -> Iterator[Part]:
    begun = CURVE
    if values is None and not is_ready(match.game):
        yield Part(0.0, curve=rough_curve(match, seat), rough=True)
        for progress in get_ready(match.game):
            yield Part(progress)
            begun = max(begun, progress)
    values = values or values_of(match.game)
    curve = []
    for number, now, actor, move in _again(match):
        if actor == seat and len(now.series(seat)) > 1:
            curve.append(Point(number, round(_outlook(values, now, seat), DIGITS)))
        now.play(actor, move)
    curve.append(Point(len(match.history), match.shares[seat]))
    yield Part(begun, curve=curve)
    decisions: list[Decision] = []
    own = 0.0
    apart: TakingApart | None = None
    for number, now, actor, move in _again(match):
        apart = apart or TakingApart(values, now)
        if actor == seat and len(now.series(seat)) > 1:
            judged = judge(values, question(now, seat, move, number))
            own += judged.chance - judged.usual
            if judged.decision is not None:
                decisions.append(judged.decision)
                yield Part(begun + (1 - begun) * number / len(match.history), decision=judged.decision)
        apart.follow(now, actor, move)
    assert apart is not None
    found = Review(
        game=match.game.slug,
        seats=match.seats,
        seat=seat,
        value=Value(NAME, values.hash),
        decisions=decisions,
        result=apart.result(seat, own),
        curve=curve,
        moments=_moments(curve),
        luck_measured=bool(getattr(match.game.reasons, "LUCK_MEASURED", True)),
    )
    yield Part(1.0, review=found)


def _outlook(values: Values, match: Match, seat: Seat) -> float:
    times = values.amounts.screened
    shares, _ = values.choice(guess_at(match, seat), seat, (), seed=seed_of(match, seat), times=times)
    return sum(shares) / times


def _moments(curve: list[Point]) -> list[int]:
    """Where the curve goes on most differently, in the order of the match."""
    steps = [(abs(then.chance - now.chance), now.move) for now, then in zip(curve, curve[1:], strict=False)]
    return sorted(move for _, move in sorted(steps, reverse=True)[:MOMENTS])


def _by_time(match: Match, seat: Seat) -> Iterator[Part]:
    """Nothing is searched: what a seat did in time is all there is to say."""
    reasons = match.game.reasons
    times: dict[str, Any] = reasons.times(match, seat) if reasons is not None and hasattr(reasons, "times") else {}
    total = round(match.shares[seat] - 1 / match.seats, 6)
    yield Part(
        1.0,
        review=Review(
            game=match.game.slug,
            seats=match.seats,
            seat=seat,
            value=value_for(match.game),
            decisions=[],
            result=Result(0.0, 0.0, 0.0, total, total),
            curve=[],
            moments=[],
            luck_measured=False,
            times=times,
        ),
    )
