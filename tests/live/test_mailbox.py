"""Letters are dealt with one after the other, at once where that is possible, and a bad one does no harm."""

import asyncio
import logging
from typing import Any

import pytest

from hoofspiel.live.letters import Letter, Said, Tick
from hoofspiel.live.mailbox import Mailbox, Rest


class Clerk:
    """Notes what it does; a letter waits for the future of its number, if there is one."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.gates: dict[int, asyncio.Future[Any]] = {}
        self.mail = Mailbox("a table", self.deal_with, Rest())

    async def deal_with(self, letter: Letter) -> None:
        if not isinstance(letter, Said):
            raise ValueError("what is this?")
        self.done.append(f"begun {letter.n}")
        try:
            if letter.n in self.gates:
                await self.gates[letter.n]
            self.done.append(f"done {letter.n}")
        finally:
            self.done.append(f"left {letter.n}")

    def gate(self, n: int) -> asyncio.Future[Any]:
        self.gates[n] = asyncio.get_running_loop().create_future()
        return self.gates[n]

    async def come_to_rest(self) -> None:
        while not self.mail.empty():
            await asyncio.sleep(0)


def one_waits_for(n: int) -> tuple[Clerk, asyncio.Future[Any]]:
    """Letter 1 waits for a future, and letters up to `n` for letter 1."""
    clerk = Clerk()
    gate = clerk.gate(1)
    for number in range(1, n + 1):
        clerk.mail.put(Said(number))
    return clerk, gate


async def test_a_letter_is_dealt_with_at_once_when_the_room_rests() -> None:
    clerk = Clerk()
    clerk.mail.put(Said(1))
    assert clerk.done == ["begun 1", "done 1", "left 1"]
    assert clerk.mail.empty()


async def test_the_next_letter_waits_for_the_next_turn_of_the_loop() -> None:
    clerk = Clerk()
    clerk.mail.put(Said(1))
    clerk.mail.put(Said(2))
    assert "begun 2" not in clerk.done
    assert not clerk.mail.empty()
    await asyncio.sleep(0)
    assert clerk.done[-1] == "left 2"


async def test_no_letter_overtakes_one_that_waits() -> None:
    clerk, gate = one_waits_for(3)
    await asyncio.sleep(0)
    assert clerk.done == ["begun 1"]
    gate.set_result(None)
    await clerk.come_to_rest()
    assert [line for line in clerk.done if line.startswith("done")] == ["done 1", "done 2", "done 3"]


async def test_what_goes_wrong_is_logged_and_the_next_letter_taken(caplog: pytest.LogCaptureFixture) -> None:
    clerk, gate = one_waits_for(1)
    clerk.mail.put(Tick())
    clerk.mail.put(Said(2))
    with caplog.at_level(logging.ERROR):
        gate.set_exception(OSError("the disk is gone"))
        await clerk.come_to_rest()
    assert [record.args for record in caplog.records] == [("Said",), ("Tick",)]
    assert clerk.done == ["begun 1", "left 1", "begun 2", "done 2", "left 2"]


async def test_what_is_given_up_elsewhere_does_not_stop_the_room() -> None:
    clerk, gate = one_waits_for(2)
    gate.cancel()
    await clerk.come_to_rest()
    assert clerk.done == ["begun 1", "left 1", "begun 2", "done 2", "left 2"]


async def test_letters_that_nobody_is_done_with_come_back_when_it_is_closed() -> None:
    clerk, gate = one_waits_for(3)
    assert clerk.mail.close() == [Said(1), Said(2), Said(3)]
    assert clerk.mail.closed
    gate.set_result(None)


async def test_closing_leaves_off_and_takes_nothing_more() -> None:
    clerk, gate = one_waits_for(2)
    clerk.mail.close()
    clerk.mail.put(Said(3))
    gate.set_result(None)
    await asyncio.sleep(0)
    assert clerk.done == ["begun 1", "left 1"]
    assert clerk.mail.empty()
