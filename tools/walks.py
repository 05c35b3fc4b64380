"""How many of our files a thing that happens at a table runs through: the figures of ARCHITECTURE.md.

    python -m tools.walks [--files]

A table of goats on SQLite, with its clock moved by hand. For each walk, every file of hoofspiel in which a function was
called is counted once, in whichever thread: what somebody has to open who wants to follow it.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from hoofspiel.live import messages as m
from hoofspiel.live.testing import Paper
from hoofspiel.live.words import Pace
from hoofspiel.store.sqlite import SqliteStore

HOME = Path(m.__file__).parents[1]
OURSELVES = HOME / "live/testing.py"
"""the table on paper stands in for the server"""
SMALL = {"cards": 4, "rounds": 1, "bonus": False}


class Footprints:
    """The files that code ran in, while somebody watches."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._watching = False
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, argument: Any) -> None:
        if self._watching and event == "call":
            self._seen.add(frame.f_code.co_filename)

    @contextmanager
    def watched(self, files: set[str]) -> Iterator[None]:
        """Add to `files` what is run through meanwhile."""
        self._seen, self._watching = set(), True
        yield
        self._watching = False
        ours = (Path(name) for name in self._seen if name.startswith(str(HOME)))
        files.update(path.relative_to(HOME).as_posix() for path in ours if path != OURSELVES)

    def stop(self) -> None:
        sys.setprofile(None)
        threading.setprofile(None)


async def walks(folder: Path) -> dict[str, list[str]]:
    """By what happens, the files it runs through."""
    found: dict[str, set[str]] = {
        "a revealing move": set(),
        "a bot's move": set(),
        "a reconnect": set(),
        "a chat line": set(),
        "a deadline": set(),
    }
    prints = Footprints()
    store = SqliteStore(folder / "walks.db")
    await store.start()
    try:
        paper = Paper(store=store)
        room, (ada, bea) = await paper.table("goats", 2, options=SMALL, pace=Pace())
        await settled(paper, room)
        await paper.move(room, ada, "bid 1")
        await settled(paper, room)
        with prints.watched(found["a revealing move"]):
            await paper.move(room, bea, "bid 2")
            await settled(paper, room)
        with prints.watched(found["a chat line"]):
            await paper.say(room, ada, m.Say("Well bid!"))
            await settled(paper, room)
        await paper.leave(room, bea)
        await paper.move(room, ada, "bid 2")
        await settled(paper, room)
        with prints.watched(found["a reconnect"]):
            await paper.join(room, bea.person, 2)
            await settled(paper, room)
        with prints.watched(found["a deadline"]):
            await paper.pass_time(room, 200_000)
            await settled(paper, room)
        assert room.body.seats[1].minded
        room, (ada,) = await paper.table("goats", 1, 1, options=SMALL)
        await paper.pass_time(room, 5_000)
        await settled(paper, room)
        with prints.watched(found["a bot's move"]):  # from the move that asks it
            await paper.move(room, ada, "bid 1")
            await paper.pass_time(room, 5_000)
            await settled(paper, room)
        assert len(paper.players.asked) > 1
    finally:
        prints.stop()
        await store.stop()
    return {walk: sorted(files) for walk, files in found.items()}


async def settled(paper: Paper, room: Any) -> None:
    """Until the store has written all it was given: its thread takes its own time."""
    await paper.store.chat(room.row.id, 1)
    await paper.quiet(room)


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asks.add_argument("--files", action="store_true", help="name them")
    named = asks.parse_args().files
    with tempfile.TemporaryDirectory() as folder:
        for walk, files in asyncio.run(walks(Path(folder))).items():
            print(f"{len(files):3} {walk}")
            if named:
                print(*(f"      {name}" for name in files), sep="\n")


if __name__ == "__main__":
    main()
