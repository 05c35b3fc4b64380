"""Starts a server on a port that is taken already, and ends it without losing anything."""

import contextlib
import gc
import json
import logging
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterator

import uvicorn

from hoofspiel.kernel.words import Refused
from hoofspiel.store.port import StoreError

from .app import make_app
from .door import Door
from .settings import Settings
from .wire import MOST_BYTES, Wire


class Lines(logging.Formatter):
    """One JSON object a line. What is logged is chosen where it is logged; nothing a person sent is among it."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "part": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


def set_up_logs(level: str) -> None:
    if level not in ("debug", "info", "warning", "error"):
        raise Refused(f"The log level is debug, info, warning or error, not {level!r}.")
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[stream], force=True)
    for name in ("uvicorn", "uvicorn.error", "alembic", "asyncio", "websockets"):
        logging.getLogger(name).setLevel("WARNING")


def settle_memory() -> None:
    """What is loaded by now stays: the collector need not look at it again, nor after every few moves at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


class Quietly(uvicorn.Server):
    """Says where it is once it answers, and says goodbye to everybody before it stops."""

    def __init__(self, config: uvicorn.Config, stop_talking: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._stop_talking = stop_talking

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()  # it was obeyed: the process ends well, not by the signal

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stop_talking()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if sockets and self.started:
            host, port = sockets[0].getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            print(f"Hoofspiel is at http://{shown}:{port}", flush=True)


def serve(settings: Settings, door: socket.socket) -> int:
    set_up_logs(settings.log)
    try:
        app, talking = make_app(settings)
    except StoreError as error:
        raise Refused(f"{error}.") from None
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # whom to believe about addresses is a setting of ours
        http=Door,
        ws=Wire,
        ws_per_message_deflate=False,
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    server = Quietly(config, talking.stop_talking)
    settle_memory()
    try:
        server.run(sockets=[door])
    except KeyboardInterrupt:
        return 0
    except SystemExit:  # uvicorn's way of saying that it could not start
        if talking.trouble:
            raise Refused(f"Cannot start: {talking.trouble}.") from None
        raise
    return 0 if server.started else 1
