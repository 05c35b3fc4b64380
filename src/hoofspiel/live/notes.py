"""What processes tell each other about a table: that it changed, never how. The store knows how."""

import logging
from collections.abc import Callable, Iterable
from functools import partial

import msgspec

from hoofspiel.bus.port import Bus

from . import messages as m
from .letters import Heard, Letter, Present, Said, Signed, Who

log = logging.getLogger("hoofspiel.room")


def topic_of(table_id: str) -> str:
    return f"table.{table_id}"


class Notes:
    """What this process tells the others about one table."""

    __slots__ = ("_bus", "_own", "_topic", "heard", "quiet")

    def __init__(self, bus: Bus, table_id: str, worker: str, *, owned: bool = False) -> None:
        self._bus = bus
        self._topic = topic_of(table_id)
        self._own = worker.encode()
        self.heard = False
        """has another process said that it runs this table too? Of those that know owners, none does"""
        self.quiet: Callable[[], bool] = (lambda: not self.heard) if owned else partial(bus.quiet, self._topic)
        """is there certainly nobody else to hear it?"""

    async def moved(self, v: int, revision: int) -> None:
        await self._publish(b"moved %d %d" % (v, revision))

    async def said(self, n: int) -> None:
        await self._publish(b"said %d" % n)

    async def signed(self, sign: m.Emoted) -> None:
        await self._publish(b"sign " + m.encode(sign))

    async def who(self) -> None:
        if not self._bus.quiet(self._topic):
            await self._send(b"who")

    async def present(self, people: Iterable[str]) -> None:
        await self._publish(" ".join(["present", *people]).encode())

    async def _publish(self, note: bytes) -> None:
        if not self.quiet():
            await self._send(note)

    async def _send(self, note: bytes) -> None:
        try:
            await self._bus.publish(self._topic, b"%s %s" % (self._own, note))
        except OSError as error:  # others find it in the store
            log.debug("%s: the bus does not answer: %s", self._topic, error)


def read_note(note: bytes, own: bytes) -> Letter | None:
    """The letter for our own room; None for our own notes, and for kinds that only a newer version knows."""
    worker, kind, *more = note.split(b" ", 2)
    rest = more[0] if more else b""
    if worker == own:
        return None
    if kind == b"moved":
        v, revision = rest.split()
        return Heard(int(v), int(revision))
    if kind == b"said":
        return Said(int(rest))
    if kind == b"who":
        return Who()
    if kind == b"present":
        return Present(worker.decode(), rest.decode().split())
    return Signed(_sign.decode(rest)) if kind == b"sign" else None


_sign: msgspec.json.Decoder[m.Emoted] = msgspec.json.Decoder(m.Emoted)
