"""Reviews of finished matches: made once, kept in the store, told piece by piece while they are made."""

import asyncio
import contextlib
import logging
from typing import Any, NamedTuple

import msgspec

from hoofspiel.background import Background
from hoofspiel.bots.shares import Whose
from hoofspiel.coach import Part, value_for
from hoofspiel.coach.desk import Desk, Unfinished
from hoofspiel.live.room import Room
from hoofspiel.store.port import Conflict, Store, StoreError

from .bodies import Reviewing
from .refusals import HttpRefused

log = logging.getLogger("hoofspiel.reviews")
MOST_MAKING = 500
CURVE_SECONDS = 2.0
"""how long a first answer may wait for something worth showing"""
LINGER_SECONDS = 60.0
"""how long the outcome is remembered here, so that asking again after a failure does not start another at once"""


class Key(NamedTuple):
    """One review: of another value function it would be another."""

    table_id: str
    seat: int
    value: str


class Making:
    """A review that is being made, or has just been."""

    def __init__(self, moves: int) -> None:
        self.told = Reviewing(0, max(1, moves), [], [])
        self.written: bytes | None = None
        self.failed = False
        self.news = asyncio.Event()
        """there is something to show, or it has failed"""

    def hear(self, part: Part) -> None:
        self.told.done = round(part.progress * self.told.of)
        if part.curve is not None:
            self.told.curve, self.told.rough = part.curve, part.rough
            self.news.set()
        if part.decision is not None:
            self.told.decisions.append(part.decision)


def record_of(room: Room) -> dict[str, Any]:
    """What a review is made of; refused while anything of the match is hidden. To be asked between two letters."""
    match = room.match
    if match is None:
        raise HttpRefused(409, "not_started", "The match has not begun: a review is there once it is over.")
    if not match.over:
        raise HttpRefused(409, "not_over", "The match still runs: its review is there for every seat once it is over.")
    if room.body.practice is not None:
        raise HttpRefused(409, "no_review", "This was practice: reviews are of matches.")
    return dict(match.record())


def key_of(room: Room, seat: int) -> Key:
    value = value_for(room.playing().game)
    return Key(room.row.id, seat, f"{value.name}-{value.hash}")


class Reviews:
    """All reviews of a server."""

    def __init__(self, store: Store, desk: Desk) -> None:
        self._store = store
        self.desk = desk
        self._making: dict[Key, Making] = {}
        self._background = Background()

    async def stop(self) -> None:
        self._background.cancel()
        await self.desk.stop()

    def making(self, key: Key) -> Making | None:
        return self._making.get(key)

    async def kept(self, key: Key) -> bytes | None:
        return await self._store.review(key.table_id, key.seat, key.value)

    def begin(self, key: Key, record: dict[str, Any], whose: Whose) -> Making:
        if len(self._making) >= MOST_MAKING:
            raise HttpRefused(503, "too_many", "Many reviews are being made right now: try again in a minute.", 60)
        making = self._making[key] = Making(len(record["moves"]))
        self._background.run(self._make(key, making, record, whose))
        return making

    async def answer(self, making: Making) -> tuple[bytes, int]:
        """What there is of it, and its status: 200 for the whole, 202 for parts."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(making.news.wait(), CURVE_SECONDS)
        if making.failed:
            raise HttpRefused(503, "no_review", "This review could not be made: try again in a few minutes.", 60)
        if making.written is not None:
            return making.written, 200
        return msgspec.json.encode(making.told), 202

    async def _make(self, key: Key, making: Making, record: dict[str, Any], whose: Whose) -> None:
        try:
            async with contextlib.aclosing(self.desk.parts(record, key.seat, whose)) as parts:
                async for part in parts:
                    if part.review is not None:
                        making.written = msgspec.json.encode(part.review)
                    making.hear(part)
            assert making.written is not None, "the last part is the review"
            with contextlib.suppress(Conflict):  # another server made the same
                await self._store.add_review(*key, making.written)
        except Unfinished as error:
            log.warning("no review of %s for seat %d: %s", key.table_id, key.seat, error)
        except StoreError as error:
            log.warning("the review of %s for seat %d was not kept: %s", key.table_id, key.seat, error)
        finally:
            making.failed = making.written is None
            making.news.set()
            asyncio.get_running_loop().call_later(LINGER_SECONDS, self._making.pop, key, None)
