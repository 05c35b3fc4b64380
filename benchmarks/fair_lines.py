"""How fair taco's clock is: honest lines and every cheat we know, over simulated lines, in each set-up of a server.

  python -m benchmarks.fair_lines                 20 matches a row, then docs/reference/fair-lines.md is written
  python -m benchmarks.fair_lines --matches 100   more of them
  python -m benchmarks.fair_lines --honest 1000   only honest, restless lines: how many are doubted?

Four equally good players; seat 0 cheats. A gain is by how much faster than it was a reaction counted.
"""

import argparse
import asyncio
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from tests.hostile.cheats import FAR_AND_NEAR, NEAR, RESTLESS, TRICKS
from tests.hostile.lines import Cheat, Network, Wire

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "fair-lines.md"
SETUPS = {"direct": "direct", "header": "proxy that tells", "echo": "proxy, echo only"}
HEAD = """# How fair the clock of taco is

Written by `benchmarks/fair_lines.py`: {matches} short matches a row between four equally good players over simulated
lines; everything from the frame on is the server's own code (`tests/hostile/lines.py`). Round trips are 20 ms unless
a row says otherwise. The gain is by how much faster than it was a reaction of the cheat counted, on average; among
four equals everybody wins a quarter of the matches. What is allowed: on a direct line a gain of 20 ms on average, or
five points of matches won, whichever is kept; behind a proxy the 85 ms of taco's R7.3.
Of {matches} matches a share is right within {margin} points (two standard deviations).

| set-up | what is done | gain, mean | gain, most | matches won | doubted |
|---|---|---|---|---|---|
"""


class Row(NamedTuple):
    """What came of some matches; of the four players."""

    gains: list[list[float]]
    wins: list[int]
    doubted: list[int]


async def matches(wires: list[Wire], cheat: Cheat | None, setup: str, number: int) -> Row:
    row = Row([[] for _ in wires], [0] * len(wires), [0] * len(wires))
    for seed in range(number):
        network = Network(wires, None if cheat is None else {0: cheat}, seed=seed, setup=setup)
        for seat in await network.play():
            row.wins[seat] += 1
        for seat in network.doubted():
            row.doubted[seat] += 1
        for all_of_it, found in zip(row.gains, network.gains, strict=True):
            all_of_it.extend(found)
    return row


def told(setup: str, what: str, row: Row, seat: int, number: int) -> str:
    gains = row.gains[seat]
    figures = f"{fmean(gains):.1f} ms | {max(gains):.0f} ms | {100 * row.wins[seat] / number:.0f} %"
    return f"| {SETUPS[setup]} | {what} | {figures} | {row.doubted[seat]} of {number} |"


async def table(number: int) -> None:
    rows = []
    for setup in SETUPS:
        honest = await matches(FAR_AND_NEAR, None, setup, number)
        for seat, wire in enumerate(FAR_AND_NEAR):
            rows.append(told(setup, f"honest, {wire.trip:.0f} ms", honest, seat, number))
        rows.append(told(setup, "honest, all at 20 ms", await matches(NEAR, None, setup, number), 0, number))
        for what, (wires, cheat) in TRICKS.items():
            rows.append(told(setup, what, await matches(wires, cheat, setup, number), 0, number))
            print(rows[-1], flush=True)
    margin = round(200 * (0.25 * 0.75 / number) ** 0.5)
    PAGE.write_text(HEAD.format(matches=number, margin=margin) + "\n".join(rows) + "\n" + kept_tail())


def kept_tail() -> str:
    """What is written by hand below the table stays."""
    old = PAGE.read_text() if PAGE.exists() else ""
    return old[old.index("\n## ") :] if "\n## " in old else ""


async def restless(number: int) -> None:
    doubted = {setup: sum((await matches(RESTLESS, None, setup, number // 3 + 1)).doubted) for setup in SETUPS}
    print(f"doubted in {3 * (number // 3 + 1)} honest matches with jitter of ±40 ms and stalls of a second: {doubted}")


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--matches", type=int, default=20)
    words.add_argument("--honest", type=int, default=0)
    chosen = words.parse_args()
    asyncio.run(restless(chosen.honest) if chosen.honest else table(chosen.matches))
