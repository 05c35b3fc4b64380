"""The server's own measure of a line (taco R7.3): answering late makes nobody's reactions faster."""

import asyncio
import socket
import sys

from hoofspiel.games.taco.fair import fair_time
from hoofspiel.live.testing import PaperTime
from hoofspiel.live.timed import JITTER_MS, PAINT_MS
from hoofspiel.server.line import MeasuredLine, kernel_rtt


def answered_after(ms: int, kernel: float | None) -> MeasuredLine:
    """A line whose script answers every ping so late."""
    time = PaperTime()
    line = MeasuredLine(time, lambda: kernel)
    for _ in range(20):
        ping = line.ping()
        time.jump(time.now() + ms)
        line.pong(ping.n)
        time.jump(time.now() + 1000)
    return line


def test_an_answer_in_time_counts_as_it_is() -> None:
    assert answered_after(22, kernel=20.0).rtt() == (22.0, 22.0)
    assert answered_after(22, kernel=None).rtt() == (22.0, 22.0)


def test_who_answers_pings_late_gains_no_more_than_any_other_liar() -> None:
    low, high = answered_after(240, kernel=20.0).rtt()
    true_reaction, true_trip = 600.0, 20.0
    arrived = true_reaction + true_trip
    counted = fair_time(0.0, 0.0, arrived, low, high, PAINT_MS, JITTER_MS)
    assert true_reaction - counted <= JITTER_MS + PAINT_MS


async def test_the_kernel_tells_of_a_real_connection_and_of_no_other() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readexactly(1))
        await reader.read()
        writer.close()
        await writer.wait_closed()
        ended.set()

    ended = asyncio.Event()
    async with await asyncio.start_server(echo, "127.0.0.1", 0) as server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"x")
        await reader.readexactly(1)
        told = kernel_rtt(writer.transport)
        assert (told is not None and 0 < told < 1000) if sys.platform == "linux" else told is None
        writer.close()
        await writer.wait_closed()
        await ended.wait()
    left, right = socket.socketpair()
    with right:
        _, other = await asyncio.open_connection(sock=left)
        assert kernel_rtt(other.transport) is None
        other.close()
        await other.wait_closed()
