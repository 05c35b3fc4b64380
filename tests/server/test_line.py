"""The server's own measure of a line (taco R7.3): answering late makes nobody's reactions faster."""

import asyncio
import socket
import sys
from collections.abc import Callable

import pytest

from hoofspiel.games.taco.fair import fair_time
from hoofspiel.live.testing import PaperTime
from hoofspiel.live.timed import JITTER_MS, PAINT_MS
from hoofspiel.server.line import ECHO_CREDIT_MS, ENOUGH, MeasuredLine, Vouched, kernel_trips, read_microseconds

CALM = Vouched(20.0, 1.0)


def answering(
    after: Callable[[int], int], vouched: Vouched | None, pongs: int = 30, *, sure: bool = True
) -> MeasuredLine:
    """A line whose script answers its n-th ping so late."""
    time = PaperTime()
    line = MeasuredLine(time, lambda: vouched, sure=sure)
    for n in range(pongs):
        ping = line.ping()
        time.jump(time.now() + after(n))
        line.pong(ping.n)
        time.jump(time.now() + 1000)
    return line


def gain(line: MeasuredLine, true_trip: float = 20.0) -> float:
    """How much faster than it was a reaction counts, for somebody who reports nothing but 0."""
    reaction = 600.0
    return reaction - fair_time(0.0, 0.0, reaction + true_trip, *line.rtt(), PAINT_MS, JITTER_MS)


def test_an_answer_in_time_counts_as_it_is() -> None:
    assert answering(lambda n: 22, CALM).rtt() == (20.0, 20.0)
    assert answering(lambda n: 22, None).rtt() == (22.0, 22.0)
    assert answering(lambda n: 20 + n % 3, CALM).rtt() == (20.0, 22.0)


@pytest.mark.parametrize(
    "late", [lambda n: 260, lambda n: 80, lambda n: 20 + 6 * (n % 10), lambda n: 20 if n == 0 else 80]
)
def test_on_a_direct_line_late_answers_gain_nothing_but_the_paint(late: Callable[[int], int]) -> None:
    assert gain(answering(late, CALM)) <= PAINT_MS + 3.0


@pytest.mark.parametrize("late", [lambda n: 260, lambda n: 80, lambda n: 20 + 6 * (n % 10)])
def test_where_only_the_page_tells_no_lie_gains_more_than_r7_3_says(late: Callable[[int], int]) -> None:
    assert 0.0 < gain(answering(late, None)) <= ECHO_CREDIT_MS + PAINT_MS - 20.0
    told = Vouched(20.0, None)
    assert gain(answering(late, told)) <= JITTER_MS + PAINT_MS


def test_the_lowest_round_trip_counts_as_long_as_the_line_lives() -> None:
    line = answering(lambda n: 20 if n < 5 else 240, None, pongs=200)
    assert line.rtt()[0] == 20.0
    assert line.answers == 20.0


def test_before_the_first_answer_a_line_is_given_what_is_vouched_for() -> None:
    assert MeasuredLine(PaperTime(), lambda: CALM).rtt() == (20.0, 20.0)
    assert MeasuredLine(PaperTime()).rtt() == (0.0, 0.0)


def test_restless_and_far_lines_are_believed_where_the_kernel_saw_it_too() -> None:
    restless = answering(lambda n: 200 + (n * 37) % 80, Vouched(200.0, 78.0))
    assert restless.rtt() == (200.0, 260.0)
    assert not restless.late


def test_answers_that_are_all_too_late_are_noticed() -> None:
    assert answering(lambda n: 100, CALM).late
    assert not answering(lambda n: 100, CALM, pongs=ENOUGH - 1).late
    assert not answering(lambda n: 100 if n else 60, CALM).late
    assert not answering(lambda n: 100, CALM, sure=False).late, "there may be a proxy in between"
    assert not answering(lambda n: 1020, Vouched(20.0, 990.0)).late, "the kernel sees the same"
    assert not answering(lambda n: 100, Vouched(20.0, None)).late, "one measurement says little"
    assert not answering(lambda n: 100, None).late


def test_what_a_proxy_says_is_read_or_ignored() -> None:
    assert read_microseconds("80500") == Vouched(80.5, None)
    for nonsense in ("", "-1", "1.5", "80ms", "1" * 10, "²"):
        assert read_microseconds(nonsense) is None


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
        told = kernel_trips(writer.transport)
        if sys.platform == "linux":
            assert told is not None
            assert 0 < told.lowest < 1000
            assert told.unrest is not None
            assert 0 <= told.unrest < 3000
        else:
            assert told is None
        writer.close()
        await writer.wait_closed()
        await ended.wait()
    left, right = socket.socketpair()
    with right:
        _, other = await asyncio.open_connection(sock=left)
        assert kernel_trips(other.transport) is None
        other.close()
        await other.wait_closed()
