"""One WebSocket as rooms and the lobby see it: told without waiting, cut off when it does not read."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Literal

from starlette.types import Message, Send

from hoofspiel.background import rest_of
from hoofspiel.live import messages as m
from hoofspiel.live.ports import Time
from hoofspiel.store.port import Person

from .limits import Allowance
from .line import MeasuredLine, Vouched, kernel_trips
from .metrics import Metrics
from .wire import Wire

log = logging.getLogger("hoofspiel.connection")

MOST_LEAVING = 256
MOST_FRAMES = 256
MOST_BYTES = 1 << 20
SLOW = 4408
Why = Literal["slow", "shutdown", "flood", "closed", "signed_out"]


def wire_below(send: Send) -> Wire | None:
    """The line that somebody is told things on, where it is one of ours."""
    below = getattr(send, "__self__", None)
    return below if isinstance(below, Wire) else None


class Outbox:
    """What is told in one turn of the loop leaves together at its end, so that those who read are woken once for it."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.leaving: list[tuple[Connection, tuple[bytes, ...]]] = []

    def look(self) -> None:
        """Something has been put in that is the first, or one of many."""
        if len(self.leaving) == 1:
            asyncio.get_running_loop().call_soon(self.flush)
        else:  # somebody asks for much and reads little: find out before it piles up
            self.flush()

    def flush(self) -> None:
        leaving, self.leaving = self.leaving, []
        for connection, frames in leaving:
            try:
                connection.write(frames)
            except Exception:  # a line that broke must not silence the others; its reading side ends it
                log.exception("a connection could not be written to")


class Connection:
    """Writes at once where the line is free, and only otherwise through a queue and a task of its own."""

    __slots__ = ("_bytes", "_queue", "_send", "_wire", "_writer", "closing", "outbox", "session", "visitor")

    def __init__(self, send: Send, outbox: Outbox, person: Person | None, session: str | None = None) -> None:
        self.outbox = outbox
        self.visitor = person
        self.session = session
        self.closing: int | None = None
        self._send = send
        self._wire = wire_below(send)
        self._queue: deque[Message] | None = None
        self._bytes = 0
        self._writer: asyncio.Task[None] | None = None

    @property
    def queued(self) -> int:
        """Messages that wait because the line is full."""
        return 0 if self._queue is None else len(self._queue)

    @property
    def person_id(self) -> str | None:
        return None if self.visitor is None else self.visitor.id

    def tell(self, *frames: bytes) -> None:
        """All frames in one go, at the end of this turn of the loop."""
        outbox = self.outbox
        leaving = outbox.leaving
        leaving.append((self, frames))
        if not 1 < len(leaving) < MOST_LEAVING:
            outbox.look()

    def write(self, frames: tuple[bytes, ...]) -> None:
        wire = self._wire
        if self.closing is None and not (wire is not None and self._queue is None and wire.write_text(frames)):
            for frame in frames:
                self._put({"type": "websocket.send", "text": frame.decode()}, len(frame))

    def listen(self, hear: Callable[[bytes], None] | None) -> None:
        """Have messages handed on as they come in, where the line below can do that."""
        if self._wire is None:
            return
        if hear is not None:
            self._wire.forget_handshake()
        self._wire.hear = hear

    def close(self, code: int, why: Why, reason: str) -> None:
        """Say goodbye after what is queued."""
        if self.closing is None:
            self.tell(m.encode(m.Bye(why, reason)))
            self.outbox.flush()
        if self.closing is None:
            self.closing = code
            self._put({"type": "websocket.close", "code": code, "reason": ""}, 0)

    def _put(self, message: Message, size: int) -> None:
        if self._queue is not None:
            self._queue.append(message)
            self._bytes += size
            if (len(self._queue) > MOST_FRAMES or self._bytes > MOST_BYTES) and self.closing is None:
                self.outbox.metrics.cut += 1
                self._queue.clear()
                self.closing = SLOW
                self._queue.append({"type": "websocket.close", "code": SLOW, "reason": ""})
            return
        sending = self._send(message)
        assert isinstance(sending, Coroutine)
        try:
            waits_for = sending.send(None)  # almost always done in one go: no task, no switch
        except StopIteration:
            return
        except Exception:  # the other side is gone; the reading side ends the connection
            return
        self._queue = deque()
        self._writer = asyncio.ensure_future(self._write(sending, waits_for))

    async def _write(self, first: Coroutine[Any, Any, None], waits_for: Any) -> None:
        """The line is full: wait, then write what has come meanwhile."""
        try:
            await rest_of(first, waits_for)
            while self._queue:
                message = self._queue.popleft()
                self._bytes -= len(message.get("text", ""))
                await self._send(message)
        except Exception:
            self._queue = deque()  # gone
            return
        self._queue = None
        self._bytes = 0

    async def end(self) -> None:
        """Give the queue a moment, then stop writing."""
        if self._writer is not None and not self._writer.done():
            await asyncio.wait([self._writer], timeout=1)
            self._writer.cancel()


class TableConnection(Connection):
    """A reader of a room.

    On a `direct` line the kernel vouches for its round trips; behind a proxy, what that has `told` of them.
    """

    __slots__ = ("allowance", "budgets", "line", "person", "screen", "seats", "slowed_at", "timed")

    def __init__(
        self,
        send: Send,
        outbox: Outbox,
        person: Person,
        session: str | None,
        *,
        time: Time,
        told: Vouched | None,
        direct: bool,
        sure: bool,
        echo_credit_ms: float,
        allowance: Allowance,
        budgets: tuple[Allowance, Allowance],
        timed: bool,
        screen: bool = False,
    ) -> None:
        super().__init__(send, outbox, person, session)
        self.person = person
        self.seats: tuple[int, ...] = ()
        self.screen = screen
        vouches = (self._kernel_trips if self._wire is not None else None) if direct else lambda: told
        self.line = MeasuredLine(time, vouches, cap=echo_credit_ms, sure=sure)
        self.allowance = allowance
        """how many messages this socket may send"""
        self.budgets = budgets
        """what its person, and everybody from the same origin, may cost"""
        self.slowed_at = -1000
        """when it was last told that it asks too much"""
        self.timed = timed
        """is a game played here in which times decide?"""

    def _kernel_trips(self) -> Vouched | None:
        return None if self._wire is None else kernel_trips(self._wire.transport)
