"""How good a position is, and a player who looks for cheese that few will fight over."""
from hoofspiel.games.gouda.position import State
from hoofspiel.games.gouda.rules import legal
from hoofspiel.kernel.bits import count, pick
from hoofspiel.kernel.chance import below, next_rng


def value(s: State, seat: int) -> float:
    return float(s.rats[seat]) / 6.0


def greedy(s: State, seat: int, x: int) -> int:
    mask = legal(s, seat)
    return pick(mask, below(next_rng(x), count(mask)))
