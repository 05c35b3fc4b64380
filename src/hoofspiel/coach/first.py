"""What there is of a review at once, while what makes the figures is still being compiled or loaded.

A curve of few points and few playouts by the rules as they stand, said to be rough; then news that work goes on. The
first review of a game after an update may have to compile for a minute; every later one loads that in seconds.
"""

from collections.abc import Iterator
from math import exp
from threading import Thread

from hoofspiel.coach.judging import guess_at, seed_of
from hoofspiel.coach.shapes import Point
from hoofspiel.coach.values import Values, warm
from hoofspiel.kernel import bind
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Seat

ROUGH_POINTS = 20
ROUGH_PLAYOUTS = 24
NEWS_SECONDS = 1.0
MOST = 0.5
"""Of the way, however long it takes to get ready."""
USUAL_SECONDS = 60.0
DIGITS = 2
_ready: set[Game] = set()


def is_ready(game: Game) -> bool:
    """Whether this process can reckon at once."""
    return game in _ready or not bind.available()


def rough_curve(match: Match, seat: Seat) -> list[Point]:
    """The chance to win in the eyes of a seat, here and there in a finished match, give or take ten points."""
    values = Values(match.game, compiled=False)
    now = Match.from_record(match.record(), moves=0)
    asked = []
    for number, (actor, move, _) in enumerate(match.history):
        assert actor is not None
        if actor == seat and len(now.series(seat)) > 1:
            asked.append(number)
        now.play(actor, move)
    chosen = set(asked[:: max(1, -(-len(asked) // ROUGH_POINTS))])
    now = Match.from_record(match.record(), moves=0)
    curve = []
    for number, (actor, move, _) in enumerate(match.history):
        assert actor is not None
        if number in chosen:
            guess, seed = guess_at(now, seat), seed_of(now, seat)
            shares, _ = values.choice(guess, seat, (), seed=seed, times=ROUGH_PLAYOUTS)
            curve.append(Point(number, round(sum(shares) / ROUGH_PLAYOUTS, DIGITS)))
        now.play(actor, move)
    return [*curve, Point(len(match.history), match.shares[seat])]


def get_ready(game: Game) -> Iterator[float]:
    """Compile or load what a review needs, telling again and again how far along the whole may be."""
    failed: list[BaseException] = []

    def work() -> None:
        try:
            warm(game)
        except BaseException as error:  # handed on to whoever waits
            failed.append(error)

    working = Thread(target=work, daemon=True)
    working.start()
    waited = 0.0
    while working.is_alive():
        working.join(NEWS_SECONDS)
        waited += NEWS_SECONDS
        yield round(MOST * (1 - exp(-waited / USUAL_SECONDS)), 4)
    if failed:
        raise failed[0]
    _ready.add(game)
