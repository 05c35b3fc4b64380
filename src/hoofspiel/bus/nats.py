"""The bus of several servers: core NATS, at most once."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error

from hoofspiel.background import Background, rest_of
from hoofspiel.figures import Figure

from .port import Answer, Hear, bus_figures

log = logging.getLogger("hoofspiel.bus")
START_SECONDS = 10
STOP_SECONDS = 2
AGAIN_SECONDS = 0.25
PING_SECONDS = 2
"""after two pings without an answer the connection counts as lost"""


async def _end(subscription: Subscription) -> None:
    with contextlib.suppress(Error, OSError):  # without a connection there is nothing to end
        await subscription.unsubscribe()


class NatsBus:
    """Topics become subjects under `hoofspiel`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client: Client | None = None
        self._background = Background()
        self._back: list[Callable[[], None]] = []

    async def start(self) -> None:
        try:
            async with asyncio.timeout(START_SECONDS):
                self._client = await nats.connect(
                    self._url,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=AGAIN_SECONDS,
                    connect_timeout=5,
                    ping_interval=PING_SECONDS,
                    error_cb=self._trouble,
                    reconnected_cb=self._is_back,
                )
        except (Error, OSError) as error:
            raise OSError("the bus does not answer") from error

    async def _trouble(self, error: Exception) -> None:
        log.warning("the bus is in trouble: %s", error or type(error).__name__)
        if isinstance(error, nats.errors.SlowConsumerError):  # messages were dropped
            await self._is_back()

    async def _is_back(self) -> None:
        for call in self._back:
            call()

    def when_back(self, call: Callable[[], None]) -> None:
        self._back.append(call)

    async def reached(self, seconds: float) -> bool:
        client = self._client
        if client is None or not client.is_connected:
            return False
        try:
            async with asyncio.timeout(seconds):
                await client.flush(max(1, round(seconds)))
        except (Error, OSError):  # TimeoutError is one
            return False
        return True

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

    def figures(self) -> list[Figure]:
        client = self._client
        if client is None:
            return bus_figures(connected=False, sent=0, heard=0, reconnects=0)
        known = client.stats
        return bus_figures(
            connected=client.is_connected,
            sent=known["out_msgs"],
            heard=known["in_msgs"],
            reconnects=known["reconnects"],
        )

    def send(self, topic: str, message: bytes) -> None:
        work = self.publish(topic, message)
        try:
            waits_for = work.send(None)  # almost always done in one go: no task, no switch
        except StopIteration:
            return
        self._background.run(self._send_on(work, waits_for))

    async def _send_on(self, work: Coroutine[Any, Any, None], waits_for: Any) -> None:
        with contextlib.suppress(OSError):  # as good as lost on the way
            await rest_of(work, waits_for)

    def quiet(self, topic: str) -> bool:
        """Another server may be listening, and there is no way to tell."""
        return False

    async def listen(self, topic: str, hear: Hear) -> Callable[[], None]:
        assert self._client is not None

        async def take(message: Msg) -> None:
            hear(message.data)

        subscription = await self._client.subscribe(f"hoofspiel.{topic}", cb=take)

        def stop() -> None:
            self._background.run(_end(subscription))

        return stop

    async def ask(self, topic: str, question: bytes, seconds: float) -> bytes:
        assert self._client is not None
        try:
            answer = await self._client.request(f"hoofspiel.{topic}", question, timeout=seconds)
        except TimeoutError:  # of NATS, too
            raise
        except Error as error:
            raise ConnectionError(f"nobody answers: {error}") from error
        return answer.data

    async def serve(self, topic: str, answer: Answer) -> Callable[[], None]:
        assert self._client is not None

        async def respond(message: Msg) -> None:
            told = await answer(message.data)
            with contextlib.suppress(Error, OSError):  # whoever asked asks somebody else
                await message.respond(told)

        async def take(message: Msg) -> None:
            self._background.run(respond(message))  # several at a time

        subscription = await self._client.subscribe(f"hoofspiel.{topic}", queue="hoofspiel", cb=take)

        def stop() -> None:
            self._background.run(_end(subscription))

        return stop
