"""Sets as whole numbers mean the same plain and by the processor's own instructions."""

from random import Random

import numba

from hoofspiel.kernel import bits, native


def test_compiled_bits_are_the_plain_ones() -> None:
    given = {
        "count": native.popcount,
        "lowest": native.trailing_zeros,
        "highest": native.top_bit,
        "pick": native.special_instructions().get("pick") or numba.njit(bits.pick),
    }
    count, lowest, highest, pick = (given[name] for name in ("count", "lowest", "highest", "pick"))

    def all_of(mask: int, k: int) -> tuple[int, int, int, int]:
        return count(mask), lowest(mask), highest(mask), pick(mask, k)

    compiled = numba.njit(all_of)
    chance = Random(5)
    for _ in range(300):
        mask = chance.getrandbits(63) & chance.getrandbits(63) | 1 << chance.randrange(63)
        for k in range(mask.bit_count()):
            plain = bits.count(mask), bits.lowest(mask), bits.highest(mask), bits.pick(mask, k)
            assert compiled(mask, k) == plain
