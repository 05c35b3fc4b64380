"""Serve on an already bound socket and shut down without losing a move."""

import contextlib
import gc
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator

import uvicorn

from hoofspiel.kernel.words import Refused
from hoofspiel.store.port import StoreError

from .addresses import greeting
from .app import make_app
from .door import doors_of, raise_files
from .logs import set_up_logs
from .settings import BadSetting, Settings
from .wire import MOST_BYTES, protocol_for_tables

SWITCH_SECONDS = 0.001
"""after which a thread that computes gives way to another one that waits to"""


def take_turns() -> None:
    """The writer and the event loop need each other several times for one move.

    Of Python's threads one runs at a time; a busy one gives way after five milliseconds unless told otherwise.
    """
    sys.setswitchinterval(SWITCH_SECONDS)


def settle_memory() -> None:
    """What is loaded by now stays: the collector need not look at it again, nor after every few moves at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 80, 20)  # young objects in small portions: 20,000 at once took up to 26 ms of one turn


class Quietly(uvicorn.Server):
    """Says where it is once it answers, and says goodbye to everybody before it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        hand_over: Callable[[], Awaitable[None]],
        stop_talking: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(config)
        self._hand_over = hand_over
        self._stop_talking = stop_talking

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()  # it was obeyed: the process ends well, not by the signal

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._hand_over()
        await self._stop_talking()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if sockets and self.started:
            print(*greeting(*sockets[0].getsockname()[:2]), sep="\n", flush=True)


def serve(settings: Settings, door: socket.socket) -> int:
    set_up_logs(settings.log, settings.log_form)
    try:
        app, talking = make_app(settings)
    except (StoreError, BadSetting) as error:
        raise Refused(f"{error}.") from None
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # whom to believe about addresses is a setting of ours
        http=doors_of(talking.entrance),
        ws=protocol_for_tables(),
        ws_per_message_deflate=False,
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    talking.entrance.open_for(raise_files())
    server = Quietly(config, talking.hand_over, talking.stop_talking)
    settle_memory()
    take_turns()
    try:
        server.run(sockets=[door])
    except KeyboardInterrupt:
        return 0
    except SystemExit:  # uvicorn's way of saying that it could not start
        if talking.trouble:
            raise Refused(f"Cannot start: {talking.trouble}.") from None
        raise
    return 0 if server.started else 1
