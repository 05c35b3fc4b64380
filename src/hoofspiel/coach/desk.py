"""Where a server has its reviews made: in one process of low priority, one after the other, fair between people."""

import asyncio
import contextlib
import json
import logging
import sys
from collections.abc import AsyncGenerator, Sequence

import msgspec

from hoofspiel.bots.bench import OWN_GROUP
from hoofspiel.bots.shares import NOBODYS, Shares, Whose
from hoofspiel.coach.reviewing import Part
from hoofspiel.figures import Figure
from hoofspiel.kernel.record import Record

log = logging.getLogger("hoofspiel.coach")
REVIEWER = (sys.executable, "-m", "hoofspiel.coach.worker")
FIRST_SECONDS = 180.0
"""until the first part"""
PART_SECONDS = 180.0
"""from one part to the next, on a machine that has better things to do"""
PATIENCE_SECONDS = 3600.0
REST_SECONDS = 300.0
"""without a question, after which the process ends and gives back its memory"""
LONGEST_LINE = 1 << 23
TURN = "turn"
COST_SECONDS = 5.0
"""what a review counts in somebody's share of the process"""


class Unfinished(Exception):
    """There is no review: the process was lost or stuck, or could not make one."""


class _Answer(msgspec.Struct):
    error: str = ""


class Desk:
    """One process, started when it is first needed."""

    def __init__(self, *, megabytes: int = 4096, command: Sequence[str] = REVIEWER) -> None:
        self._command = (*command, str(megabytes))
        self._turns: Shares[str] = Shares()
        self._turns.free(TURN)
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.TimerHandle | None = None
        self.made = 0
        self.failed = 0

    def figures(self) -> list[Figure]:
        return [
            Figure("reviews_made", "counter", "reviews of matches that were made", self.made),
            Figure("reviews_failed", "counter", "reviews that could not be made", self.failed),
            Figure("reviews_waiting", "gauge", "reviews that wait for their turn", self._turns.waiting),
        ]

    async def stop(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        await self._end()

    async def parts(self, record: Record, seat: int, whose: Whose = NOBODYS) -> AsyncGenerator[Part]:
        """A review as it is made, when its turn has come; Unfinished where that fails.

        Whoever stops listening before the last part ends the process, since nobody else could read on.
        """
        if await self._turns.worker(whose, COST_SECONDS, PATIENCE_SECONDS) is None:
            raise Unfinished("too many reviews are waiting")
        whole = False
        try:
            async for part in self._ask(record, seat):
                whole = part.review is not None
                yield part
        except (TimeoutError, EOFError, OSError, ValueError, msgspec.MsgspecError) as error:
            log.warning("a review could not be made: %s", type(error).__name__)
            raise Unfinished("the process that makes reviews was lost or stuck") from error
        finally:
            self.made += whole
            self.failed += not whole
            if not whole:
                await self._end()
            self._rest()
            self._turns.free(TURN)

    async def _ask(self, record: Record, seat: int) -> AsyncGenerator[Part]:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                preexec_fn=OWN_GROUP,
            )
        asks, tells = self._process.stdin, self._process.stdout
        assert asks is not None
        assert tells is not None
        asks.write(json.dumps({"record": record, "seat": seat}).encode() + b"\n")
        await asks.drain()
        seconds = FIRST_SECONDS
        while True:
            line = await asyncio.wait_for(tells.readline(), seconds)
            if not line:
                raise EOFError("the process has ended")
            if error := msgspec.json.decode(line, type=_Answer).error:
                raise Unfinished(error)
            part = msgspec.json.decode(line, type=Part)
            yield part
            if part.review is not None:
                return
            seconds = PART_SECONDS

    def _rest(self) -> None:
        if self._process is not None:
            again = asyncio.get_running_loop()
            self._ending = again.call_later(REST_SECONDS, self._kill)

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
