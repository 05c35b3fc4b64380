"""uvicorn's HTTP with an entrance before it: how many may come in, from where, and how long each may take.

A visitor who says nothing, or half of something, still holds one of our file descriptors, and those are limited. So
connections are counted before anything is read, everything that is sent has a deadline, and when it gets tight the
origin with most connections makes room first. What is sent goes through a turnstile.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .limits import origin_of

log = logging.getLogger("hoofspiel.door")
MOST_HEAD = 65_536
"""bytes before the body, or what has come of them in one go"""
ANSWER_SECONDS = 120.0
"""until an answer must be ready and read: also a slow phone's pictures"""
BODY_TIMES = 2
"""a body may take this many times as long as a head"""
WANTED_FILES = 65_536
OWN_FILES = 128
"""for the store, the bots, the logs and the pages"""
FEW_FILES = 4096
RESERVED = 0.2
"""the share of all connections that is kept for people with a seat, and for requests"""
A_TURN = 2
"""requests that are begun in one turn of the loop; each takes up to a millisecond, and a move some ten turns"""
WARN_SECONDS = 60.0
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 10\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s"
)
WHY = b'{"error":"too_many","reason":"Too many connections from your address, or to this server: try again soon."}'


def raise_files(wanted: int = WANTED_FILES) -> int:
    """Let this process have as many open files as it may, up to `wanted`; how many that are."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return FEW_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft


class Turnstile:
    """A few requests go in each turn of the event loop; where more wait, those from one origin stand in one line.

    Otherwise a hundred that arrive in the same moment are all begun in the same turn, and every move waits for all of
    them, several times over: a move takes some turns of the loop itself.
    """

    def __init__(self, a_turn: int = A_TURN) -> None:
        self._a_turn = a_turn
        self._went_in = 0
        """in this turn of the loop"""
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self._counting = False

    def enter(self, origin: str, go_in: Callable[[], None]) -> bool:
        """True: go in at once. Otherwise `go_in` is called in a later turn; it must not raise."""
        if self._waiting or self._went_in >= self._a_turn:
            self._waiting.setdefault(origin, deque()).append(go_in)
            return False
        self._went_in += 1
        self._count_anew_soon()
        return True

    def _count_anew_soon(self) -> None:
        if not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_soon(self._count_anew)

    def _count_anew(self) -> None:
        self._counting = False
        self._went_in = 0
        while self._waiting and self._went_in < self._a_turn:
            origin = next(iter(self._waiting))
            line = self._waiting.pop(origin)
            go_in = line.popleft()
            if line:
                self._waiting[origin] = line  # behind the other lines
            self._went_in += 1
            go_in()
        if self._went_in:
            self._count_anew_soon()


class Entrance:
    """Everybody who is connected, WebSockets too."""

    def __init__(
        self, *, each: int, patience: float, by_origin: bool = True, clock: Callable[[], float] = time.monotonic
    ):
        self.each = each
        """connections one origin may have"""
        self.most = FEW_FILES
        """connections there may be at all"""
        self.patience = patience
        """seconds until the head of a request must be there"""
        self.refused = 0
        self.cut = 0
        """those who took too long"""
        self.clock = clock
        self.turnstile = Turnstile()
        self._by_origin = by_origin
        self._doors: dict[Door, str] = {}
        self._upgraded = 0
        """WebSockets: only counted, since a door that is kept for each costs 8 KB"""
        self._from: Counter[str] = Counter()
        self._warned: dict[str, float] = {}
        self._sweeping = False

    def open_for(self, files: int) -> None:
        """Set the limits by the number of files this process may open."""
        self.most = max(64, files - OWN_FILES)
        self.each = min(self.each, max(32, self.most // 2))
        log.debug("up to %d connections at once, %d of them from one address", self.most, self.each)
        if files < FEW_FILES:
            log.warning(
                "this system lets the server open only %d files: allow more (ulimit -n) for many players", files
            )

    def __len__(self) -> int:
        return len(self._doors) + self._upgraded

    @property
    def tight(self) -> bool:
        """Are the remaining connections reserved for people who play?"""
        return len(self) > self.most * (1 - RESERVED)

    def came(self, door: "Door", address: str) -> bool:
        """Count somebody in; False where there is no place for them."""
        origin = origin_of(address) if self._by_origin else ""
        if self._by_origin and self._from[origin] >= self.each:
            self._say("one", f"{origin} has {self.each} connections: more are refused")
        elif len(self) >= self.most and not self._make_room(origin):
            self._say("all", f"all {self.most} connections are taken: more are refused")
        else:
            self._doors[door] = origin
            self._from[origin] += 1
            self._sweep_soon()
            return True
        self.refused += 1
        return False

    def takes(self, door: "Door") -> bool:
        """May what this visitor sent be read now? Otherwise they are told when."""
        return self.turnstile.enter(self._doors.get(door, ""), door.go_in)

    def left(self, door: "Door") -> None:
        origin = self._doors.pop(door, None)
        if origin is not None:
            self._count_out(origin)

    def upgraded(self, door: "Door") -> Callable[[], None]:
        """It is a WebSocket from now on, and the door itself forgotten; what is returned counts it out, once."""
        origin = self._doors.pop(door, None)
        if origin is None:
            return lambda: None
        self._upgraded += 1
        return partial(self._hung_up, origin)

    def _hung_up(self, origin: str) -> None:
        self._upgraded -= 1
        self._count_out(origin)

    def _count_out(self, origin: str) -> None:
        self._from[origin] -= 1
        if not self._from[origin]:
            del self._from[origin]

    def _make_room(self, comer: str) -> bool:
        """End a connection on which nobody is being answered, of the origin with most; never for that origin itself."""
        heaviest, count = self._from.most_common(1)[0]
        if self._by_origin and self._from[comer] >= count:
            return False
        idle = next((door for door, origin in self._doors.items() if origin == heaviest and door.idle), None)
        if idle is None:
            return False
        self._say("room", f"all {self.most} connections are taken: {heaviest or 'somebody'} makes room with {count}")
        self.left(idle)
        idle.transport.abort()
        return True

    def _say(self, what: str, text: str) -> None:
        """In the log, but not every time."""
        now = self.clock()
        if now - self._warned.get(what, -WARN_SECONDS) >= WARN_SECONDS:
            self._warned[what] = now
            log.warning("%s", text)

    def _sweep_soon(self) -> None:
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(min(1.0, self.patience / 2), self._sweep_again)

    def _sweep_again(self) -> None:
        self._sweeping = False
        self.sweep()
        if self._doors:
            self._sweep_soon()

    def sweep(self) -> None:
        """End every connection whose time is up."""
        now = self.clock()
        for door in [door for door in self._doors if door.due is not None and door.due <= now]:
            self.cut += 1
            self.left(door)
            door.transport.abort()


class Door(HttpToolsProtocol):
    """One connection. uvicorn bounds bodies by pausing, heads not at all; removable once it does."""

    entrance: Entrance
    due: float | None = None
    """when what is expected of this visitor must be there"""
    _in_head = True
    _came = 0
    _early = b""
    """what was sent before it was this visitor's turn"""

    @property
    def idle(self) -> bool:
        """Nobody waits for an answer here, and it is no WebSocket."""
        return self.transport.get_protocol() is self and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.entrance.came(self, "local" if self.client is None else self.client[0]):
            self._expect(self.entrance.patience)
        else:
            transport.write(FULL % (len(WHY), WHY))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.entrance.left(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.due is None:
            self._expect(self.entrance.patience)
        if self._early:
            self._early += data
        elif self.entrance.takes(self):
            self._take(data)
        else:
            self._early = data
            self.transport.pause_reading()

    def go_in(self) -> None:
        """It is their turn, if they are still there."""
        data, self._early = self._early, b""
        if not self.transport.is_closing():
            if not self.flow.read_paused:
                self.transport.resume_reading()
            self._take(data)

    def _take(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._came += len(data)
            if self._came > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of a request holds at most 64 KB.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._came = True, 0
        self._expect(self.entrance.patience)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._expect(self.entrance.patience * BODY_TIMES)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect(ANSWER_SECONDS)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.due = None  # uvicorn ends a connection that stays silent now
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        self.due = None
        super().handle_websocket_upgrade()
        table: Any = self.transport.get_protocol()
        lost, count_out = table.connection_lost, self.entrance.upgraded(self)

        def gone(exc: Exception | None) -> None:  # must not know this door, which would stay for it
            count_out()
            lost(exc)

        table.connection_lost = gone

    def _expect(self, seconds: float) -> None:
        self.due = self.entrance.clock() + seconds


def doors_of(entrance: Entrance) -> type[Door]:
    """uvicorn makes its connections itself, by their class."""
    return type("DoorOfThisServer", (Door,), {"entrance": entrance})
