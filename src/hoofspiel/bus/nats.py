"""The bus of several servers: core NATS, at most once."""

import asyncio
from collections.abc import Callable

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from .port import Hear


class NatsBus:
    """Topics become subjects under `hoofspiel`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client: Client | None = None
        self._ends: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._client = await nats.connect(self._url, max_reconnect_attempts=-1, connect_timeout=5)

    async def stop(self) -> None:
        if self._client is not None:
            await self._client.flush()
            await self._client.close()

    async def publish(self, topic: str, message: bytes) -> None:
        assert self._client is not None
        await self._client.publish(f"hoofspiel.{topic}", message)

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
