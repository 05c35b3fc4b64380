"""A server that is well says so, and one that stops does not wait for those who do not listen."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil

from hoofspiel.server.app import make_app
from hoofspiel.server.connection import Connection
from hoofspiel.server.health import Health
from hoofspiel.server.settings import Settings
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import MoveRow, Unavailable


class Turns(MemoryStore):
    """Takes a turn of the loop for everything, like a store that writes."""

    appended = 0
    full = False

    async def append(self, table_id: str, moves: Any, row: Any = None) -> None:
        self.appended += 1
        await asyncio.sleep(0)
        if self.full:
            raise Unavailable("the disk is full")
        await super().append(table_id, moves, row)

    async def moves(self, table_id: str, after: int = 0) -> list[MoveRow]:
        await asyncio.sleep(0)
        return await super().moves(table_id, after)

    async def forget_match(self, table_id: str) -> None:
        await asyncio.sleep(0)
        await super().forget_match(table_id)


async def test_two_who_ask_at_once_are_both_told_that_all_is_well() -> None:
    store = Turns()
    health = Health(store, "one")
    for _ in range(100):
        outcomes = await asyncio.gather(*(health.check() for _ in range(3)), return_exceptions=True)
        assert outcomes == [None] * 3


async def test_many_who_ask_at_once_cost_one_move() -> None:
    store = Turns()
    health = Health(store, "one")
    await asyncio.gather(*(health.check() for _ in range(50)))
    assert store.appended == 1
    store.full = True
    outcomes = await asyncio.gather(*(health.check() for _ in range(3)), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {Unavailable}
    store.full = False
    await health.check()


async def test_who_gives_up_asking_does_not_spoil_it_for_the_others() -> None:
    health = Health(Turns(), "one")
    hasty, patient = asyncio.ensure_future(health.check()), asyncio.ensure_future(health.check())
    await asyncio.sleep(0)
    hasty.cancel()
    await patient
    await health.check()


async def test_a_server_that_stops_waits_once_for_all_who_do_not_read() -> None:
    _, server = make_app(Settings(store="memory:", bot_workers=0))
    waiting = 0
    all_wait = asyncio.Event()

    class Stuck(Connection):
        async def end(self) -> None:
            nonlocal waiting
            waiting += 1
            if waiting == 5:
                all_wait.set()
            await all_wait.wait()

    async def send(message: Any) -> None:
        """Goes nowhere."""

    server.open_sockets.update(Stuck(send, server.outbox, None) for _ in range(5))
    async with asyncio.timeout(240):
        await server.stop_talking()


def test_ctrl_c_ends_server_and_bots_without_a_word(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hoofspiel", "serve", "--port", "0", "--data", str(tmp_path)]
    command += ["--metrics-listen", ""]  # another server may have the usual one, and would say so
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, start_new_session=True, **pipes) as process:
        assert process.stdout is not None
        assert "http://" in process.stdout.readline()
        while not any("bots.worker" in " ".join(child.cmdline()) for child in psutil.Process(process.pid).children()):
            pass
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=240)
    assert (process.returncode, said) == (0, "")
