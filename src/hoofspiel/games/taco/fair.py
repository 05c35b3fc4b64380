"""Fair times over a network (R7.3, R7.4): pure, without a clock of its own.

A reaction is measured where it happens, on the player's own screen, and believed as far as the server's measurements
of the line allow. Removing what is the same for all slaps of a line matters; noise hardly does. What arrives is then
held until nobody on a slower line can have been earlier, and handed to the rules in the order in which it happened.

Times are milliseconds.
"""

from collections.abc import Sequence
from math import isfinite
from statistics import median, quantiles

CASUAL_JITTER = 60.0
RANKED_JITTER = 25.0
PAINT = 25.0  # one and a half frames
CREDIT = 250.0  # no line is given more than this
ENOUGH = 20  # presses after which their claims say something
SOONER = 40.0
LESS = 200.0


def fair_time(
    reported: float, sent: float, arrived: float, rtt_min: float, rtt_p95: float, paint: float, jitter: float
) -> float:
    """The reaction that counts: the reported one, within what the server has measured.

    The card cannot have taken less than the shortest round trip with its answer, so nobody was slower than `slowest`;
    and not more than a slow one, of the jitter we allow for, so nobody was faster than `fastest`. A lie gains at most
    `jitter + paint`.
    """
    elapsed = arrived - sent
    short = min(rtt_min, CREDIT)
    long = min(max(rtt_min, rtt_p95), rtt_min + jitter, CREDIT)
    slowest = elapsed - short
    fastest = elapsed - long - paint
    if not isfinite(reported):
        return max(0.0, slowest)
    return max(0.0, fastest, min(reported, slowest))


def place(shown: int, reaction: float, lot: float) -> tuple[int, float]:
    """Where a press belongs among the others: tenths of a millisecond of the match, then the lot (R5.11)."""
    return shown * 10 + round(max(0.0, reaction) * 10), lot


def patience(slow: Sequence[float]) -> float:
    """How long after its own time a press waits for those on slower lines (R7.4): a slow round trip of the slowest."""
    return min(CREDIT, max(slow) + PAINT) if slow else 0.0


def races(move: str) -> bool:
    """Is this a press in which the faster one wins? Only such claims say anything: nobody gains by a word too soon."""
    return not move.startswith("say")


def doubt(claims: Sequence[float], answers: float | None, rtt_p95: float) -> str | None:
    """What does not fit about a line (R7.3): None for every honest one, however restless.

    A claim is the round trip that a press implies, paint and all: the time from sending the card to the press, less the
    reaction it reports. `answers` is the lowest round trip of the page's answers to pings. Single presses say
    nothing: a line may stall for a second.
    """
    if len(claims) < ENOUGH:
        return None
    if answers is not None and median(claims) < answers - SOONER:
        return "sooner"  # presses travel faster than answers ever did: the answers were held back
    if quantiles(claims, n=4)[0] > max(rtt_p95, answers or 0.0) + PAINT + LESS:
        return "less"  # hardly ever does what is reported reach the time that went by
    return None
