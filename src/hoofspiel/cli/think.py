"""Think for the bots of servers elsewhere, over their bus.

  hoofspiel think --bus nats://user:password@host       with a process for each core
  hoofspiel think --workers 2                           the bus from HOOFSPIEL_BUS

Any number of machines may do this; each question goes to one of them. It holds no secret and needs no database.
"""

import argparse
import asyncio
import contextlib
import os
import signal

from hoofspiel.kernel.words import Refused


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bus", metavar="URL", help="nats://... of the servers (default: HOOFSPIEL_BUS)")
    parser.add_argument("--workers", metavar="N", type=int, help="processes that think (default: one a core)")
    parser.add_argument("--megabytes", metavar="N", type=int, default=4096, help="memory a process may take")


def run(asked: argparse.Namespace) -> int:
    bus = asked.bus or os.environ.get("HOOFSPIEL_BUS", "")
    if not bus.startswith(("nats://", "tls://", "ws://", "wss://")):
        raise Refused("Say for whom to think: --bus nats://..., as the servers have it.")
    workers = asked.workers if asked.workers is not None else os.cpu_count() or 1
    if workers < 1:
        raise Refused(f"Thinking takes at least one process, not {workers}.")
    return asyncio.run(think(bus, workers, asked.megabytes))


async def think(address: str, workers: int, megabytes: int) -> int:
    """Until somebody asks it to stop."""
    from hoofspiel.bots.bench import Bench
    from hoofspiel.bus.nats import NatsBus
    from hoofspiel.server.thinkers import Thinker

    bus, bench = NatsBus(address), Bench(workers=workers, megabytes=megabytes)
    try:
        await bus.start()
    except OSError as error:
        raise Refused(f"Cannot start: {error}.") from None
    ended = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(sign, ended.set)
    try:
        await Thinker(bus, bench).start()
        print(f"Thinking in {workers} process{'es' if workers > 1 else ''}.", flush=True)
        await ended.wait()
    finally:
        await bus.stop()
        await bench.stop()
    return 0
