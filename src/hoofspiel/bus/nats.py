"""The bus of several servers: core NATS, at most once."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from .port import Hear

log = logging.getLogger("hoofspiel.bus")
START_SECONDS = 10
STOP_SECONDS = 2


async def _note(error: Exception) -> None:
    log.warning("the bus is in trouble: %s", error or type(error).__name__)


class NatsBus:
    """Topics become subjects under `hoofspiel`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client: Client | None = None
        self._ends: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        try:
            async with asyncio.timeout(START_SECONDS):
                self._client = await nats.connect(
                    self._url, max_reconnect_attempts=-1, connect_timeout=5, error_cb=_note
                )
        except (Error, OSError) as error:
            raise OSError("the bus does not answer") from error

    async def stop(self) -> None:
        if self._client is not None:
            with contextlib.suppress(Error, OSError):
                await self._client.flush(STOP_SECONDS)
            with contextlib.suppress(Error, OSError):
                await self._client.close()

    async def publish(self, topic: str, message: bytes) -> None:
        assert self._client is not None
        try:
            await self._client.publish(f"hoofspiel.{topic}", message)
        except Error as error:
            raise OSError(f"the bus does not answer: {error}") from error

    def quiet(self, topic: str) -> bool:
        """Who knows."""
        return False

    async def listen(self, topic: str, hear: Hear) -> Callable[[], None]:
        assert self._client is not None

        async def take(message: Msg) -> None:
            hear(message.data)

        subscription = await self._client.subscribe(f"hoofspiel.{topic}", cb=take)

        def stop() -> None:
            ending = asyncio.ensure_future(subscription.unsubscribe())
            self._ends.add(ending)
            ending.add_done_callback(self._ends.discard)

        return stop
