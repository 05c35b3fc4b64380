"""What a game need not define: used where its rules and its bot leave these out."""

from collections.abc import MutableSequence

from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.chance import below
from hoofspiel.kernel.contract import greedy, legal, points, value
from hoofspiel.kernel.engine import NOBODY
from hoofspiel.kernel.game import Position


def rank(s: Position, seat: int) -> int:
    """What decides who wins, the higher the better: points, unless the game breaks ties or counts otherwise."""
    return points(s, seat)


def winners(s: Position) -> int:
    """The seats of the highest rank, which share the win."""
    best = 0
    seats = 0
    for p in range(s.n):
        got = rank(s, p)
        if seats == 0 or got > best:
            best = got
            seats = 0
        if got == best:
            seats |= bit(p)
    return seats


def unfinished(s: Position) -> int:
    """The seat that is in the middle of a move made of several actions."""
    return NOBODY


def let_time_pass(s: Position, x: int) -> None:
    """Called before every choice of a random match; timed games move their clock by random number x."""


def expected(s: Position, seat: int, x: int) -> int:
    """What a search expects of another seat here, where the game reads its style; NOBODY: the best it can find."""
    return NOBODY


def in_the_dark(s: Position, seat: int) -> bool:
    """Whether expected() and rollout() would use here what the seat cannot know: a search then hands them a guess."""
    return False


def study(s: Position, seat: int) -> None:
    """Called before a bot of this seat thinks: what it notes once of what everybody has seen."""


def usual(s: Position, seat: int) -> int:
    """What a master plays here unless a search finds something clearly better; NOBODY: whatever it finds."""
    return NOBODY


def weigh(s: Position, g: Position, h: Position, seat: int, x: int, times: int, sums: MutableSequence[int]) -> int:
    """What a master plays where the game knows better than a search how to weigh the choices; NOBODY: it searches.

    Called with more deals to try again and again; `sums` is the game's to keep, `g` and `h` are there to play in.
    """
    return NOBODY


def habit(s: Position, seat: int, learned: int, x: int) -> int:
    """What a bot that has learned this much of the game does here by habit; NOBODY: it thinks."""
    return NOBODY


def seen_as(s: Position, seat: int, action: int) -> int:
    """The kind of choice this is to somebody who counts how often each is made: 0 to 4095, by what `seat` knows."""
    mask = legal(s, seat)
    return min(count(mask), 31) * 64 + count(mask & (bit(action) - 1))


def far_enough(s: Position, root: Position) -> bool:
    """Whether a search that began at `root` stops here and asks value(): at the end of the deal, if not before."""
    return s.deals != root.deals


def play_in_time(s: Position, x: int, paces: MutableSequence[int]) -> int:
    """Games that know time: a whole match of bots with human times, each of its own pace; how many moves it took."""
    return 0


def considered(s: Position, seat: int) -> int:
    """The legal actions that a search looks at, as a mask; fewer where most are plainly bad."""
    return legal(s, seat)


def rollout(s: Position, seat: int, x: int) -> int:
    """The choice of a seat in a playout."""
    mask = legal(s, seat)
    return pick(mask, below(x, count(mask)))


def sensible(s: Position, seat: int, x: int) -> int:
    """How a club player goes on, quickly: the coach plays matches out with it. Uses nothing that the seat cannot know,
    except where in_the_dark() says so, and mixes where a predictable player would be beaten."""
    return greedy(s, seat, x)


def chance_to_win(s: Position, seat: int) -> float:
    """How likely a seat is to win the match, asked at the end of a deal; the coach makes all seats add up to one."""
    return value(s, seat)


def settled(s: Position, root: Position) -> bool:
    """Whether what a choice at `root` was about has come out: then facts() is asked, once a playout."""
    return s.deals != root.deals


def facts(s: Position, root: Position, seat: int) -> int:
    """What came of a choice at `root`, as a mask that the game's reasons.py can read."""
    return 0
