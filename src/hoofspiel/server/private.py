"""The private address: figures and health for whoever runs the server, on a port that strangers do not reach."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from http import HTTPStatus
from typing import NamedTuple

from .addresses import at_home, name_in

log = logging.getLogger("hoofspiel.private")
HEAD_BYTES = 8192
HEAD_SECONDS = 5
MOST_AT_ONCE = 32
PLAIN = "text/plain; charset=utf-8"
NOT_HERE = "This address is not known by this name: ask for it by its number, or start the server with --names NAME.\n"


class Told(NamedTuple):
    """An answer of the private address."""

    status: int
    body: str
    kind: str = PLAIN


Answer = Callable[[], Awaitable[Told]]


class PrivateDoor:
    """A few plain answers to GET. A second web server would be heavier than all it has to say."""

    def __init__(self, listen: str, answers: Mapping[str, Answer], names: Iterable[str] = ()) -> None:
        self._listen = listen
        self._answers = answers
        self._names = {name_in(name) for name in names if name.strip()}
        self._door: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        """Listen, if that is wanted. A port that is taken costs the figures, not the game."""
        if not self._listen:
            return
        host, _, port = self._listen.rpartition(":")
        try:
            self._door = await asyncio.start_server(self._meet, host.strip("[]"), int(port), limit=HEAD_BYTES)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            log.warning("no figures at %s (%s): give this server a --metrics-listen of its own", self._listen, why)
            return
        if port == "0":
            log.info("figures at http://%s:%d", host, self._door.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        if self._door is not None:
            self._door.close()
            for writer in list(self._open):
                writer.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            if len(self._open) <= MOST_AT_ONCE:
                async with asyncio.timeout(HEAD_SECONDS):
                    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                told = await self._told(head)
                writer.write(_written(told, bodiless=head.startswith("HEAD ")))
                async with asyncio.timeout(HEAD_SECONDS):
                    await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # whoever asks so badly hears nothing
        finally:
            self._open.discard(writer)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _told(self, head: str) -> Told:
        first, *lines = head.split("\r\n")
        method, _, rest = first.partition(" ")
        headers = {name.strip().lower(): value for name, _, value in (line.partition(":") for line in lines)}
        host = name_in(headers.get("host", ""))
        if not (at_home(host) or host in self._names):
            return Told(421, NOT_HERE)
        if method not in ("GET", "HEAD"):
            return Told(405, "Here one can GET.\n")
        answer = self._answers.get(rest.partition(" ")[0].partition("?")[0])
        if answer is None:
            return Told(404, f"Here are {', '.join(self._answers)}.\n")
        try:
            return await answer()
        except Exception:  # figures that cannot be had must not end anything else
            log.exception("a private answer failed")
            return Told(500, "This cannot be told: the log says why.\n")


def _written(told: Told, *, bodiless: bool) -> bytes:
    body = told.body.encode()
    head = (
        f"HTTP/1.1 {told.status} {HTTPStatus(told.status).phrase}\r\ncontent-type: {told.kind}\r\n"
        f"content-length: {len(body)}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n"
        "connection: close\r\n\r\n"
    )
    return head.encode() + (b"" if bodiless else body)
