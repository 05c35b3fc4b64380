"""What all games share: asking seats, telling what happened, and what a seat knows."""

from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.chance import LOW32
from hoofspiel.kernel.game import Position

NOBODY = -1
EVERYBODY = -1


# --- who chooses now ---


def ask(s: Position, seats: int) -> None:
    """A new moment: these seats choose, none of them knowing what the others choose."""
    s.waiting = seats
    s.moment += 1


def actors(s: Position) -> int:
    """The seats that may act now, as a mask; the match is over when there are none."""
    return s.waiting


def all_seats(s: Position) -> int:
    return bit(s.n) - 1


# --- what happened, and who may know ---


def mix(h: int, x: int) -> int:
    """A number that stands for everything in h followed by x."""
    h ^= x & LOW32
    return 698769069 * (h & LOW32) + (h >> 32) ^ (x >> 32)


def emit(s: Position, kind: int, seat: int, data: int) -> None:
    """Show everybody what happened; `data` is a small number."""
    s.shown = mix(s.shown, (data << 16) + (kind << 8) + seat + 1)
    note(s, EVERYBODY, kind, seat, data)


def whisper(s: Position, seat: int, kind: int, data: int) -> None:
    """Tell one seat what only it may know."""
    s.told[seat] = mix(mix(s.told[seat], kind << 8), data)
    note(s, seat, kind, seat, data)


def remember(s: Position, seat: int, action: int) -> None:
    """A seat knows what it chose itself."""
    s.told[seat] = mix(s.told[seat], action + 1)


def knowledge(s: Position, seat: int) -> int:
    """One number for all that a seat has been shown, was told and has chosen, up to this moment."""
    return mix(mix(s.shown, s.told[seat]), s.moment << 8 | seat)


def note(s: Position, reader: int, kind: int, seat: int, data: int) -> None:
    """Keep an event for the page and the log; does nothing in compiled code."""
    s.events.append((reader, kind, seat, data))
