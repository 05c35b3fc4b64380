"""Chance for live matches: numbers nobody can foresee and everybody can check afterwards."""
import hashlib
import hmac

from hoofspiel.kernel.game import Position

SECRET_BYTES = 32


def secret_random(s: Position, n: int) -> int:
    """Takes the place of chance.random; `rng` counts the numbers drawn so far.

    256 bits reduced to a small range: the bias is below 2 ** -240.
    """
    block = hmac.digest(s.secret, s.rng.to_bytes(8, "big"), "sha256")
    s.rng += 1
    return int.from_bytes(block, "big") % n


def commitment(secret: str) -> str:
    """What is published before the first move: it fixes the secret without telling it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()
