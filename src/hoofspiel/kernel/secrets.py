"""Chance for live matches: numbers nobody can foresee and everybody can check afterwards."""
import hashlib
import hmac
from collections.abc import Sequence

from hoofspiel.kernel.game import Position

SECRET_BYTES = 32


def secret_random(s: Position, n: int) -> int:
    """Takes the place of chance.random; `rng` counts the numbers drawn so far.

    256 bits reduced to a small range: the bias is below 2 ** -240.
    """
    block = hmac.digest(s.secret, s.rng.to_bytes(8, "big"), "sha256")
    s.rng += 1
    return int.from_bytes(block, "big") % n


def first_of(secret: str, moment: int, seats: Sequence[int]) -> int:
    """Who comes first of those who acted at the same time: at each moment the secret ranks all seats.

    The rank of a seat does not depend on who the others are, and has nothing to do with the numbers drawn.
    """
    key = bytes.fromhex(secret)
    return min(seats, key=lambda seat: hmac.digest(key, b"first %d %d" % (moment, seat), "sha256"))


def commitment(secret: str) -> str:
    """What is published before the first move: it fixes the secret without telling it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()
