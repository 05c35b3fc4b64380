"""Letters to a room, dealt with one after the other, in the order in which they came.

A letter that finds the room at rest is dealt with on the spot, and goes on as soon as what it waits for is there. There
is no task that has to be woken for it: every move would have to wait for its turn twice.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from .letters import Letter, Tick
from .rest import Rest

log = logging.getLogger("hoofspiel.room")


class Mailbox:
    """Whoever works on a letter may only wait for futures, and may not need a task of its own (as timeouts do)."""

    __slots__ = ("_closed", "_deal_with", "_kind", "_letters", "_name", "_resting", "_rests", "_work")

    def __init__(self, name: str, deal_with: Callable[[Letter], Coroutine[Any, Any, None]], rest: Rest) -> None:
        self._name = name
        self._deal_with = deal_with
        self._rests = rest
        self._letters: deque[Letter] = deque()
        self._work: Coroutine[Any, Any, None] | None = None
        self._kind: type[Letter] = Tick
        self._resting = False
        """after a letter, until the next turn of the loop: who asks much leaves time for the others"""
        self._closed = False

    def put(self, letter: Letter) -> None:
        if self._closed:
            return
        if self._work is None and not self._resting:
            self._begin(letter)
        else:
            self._letters.append(letter)

    def empty(self) -> bool:
        """Nothing has come, and nothing is being dealt with."""
        return not self._letters and self._work is None

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> list[Letter]:
        """Leave off, wherever that is, and take nothing more; the letters that nobody has opened."""
        self._closed = True
        unopened = list(self._letters)
        self._letters.clear()
        work, self._work = self._work, None
        if work is not None:
            work.close()
        return unopened

    def _next(self) -> None:
        self._resting = False
        if self._letters:
            self._begin(self._letters.popleft())

    def _begin(self, letter: Letter) -> None:
        self._kind = type(letter)
        self._work = self._deal_with(letter)
        self._go_on()

    def _go_on(self, _there: object = None) -> None:
        if self._work is None:
            return  # closed meanwhile
        try:
            waits_for = self._work.send(None)
        except StopIteration:
            self._rest()
        except (Exception, asyncio.CancelledError):
            # one bad letter must not stop a table; the position was not changed
            log.exception("table %s could not take a letter of kind %s", self._name, self._kind.__name__)
            self._rest()
        else:
            if waits_for is None:
                asyncio.get_running_loop().call_soon(self._go_on)
            else:
                waits_for.add_done_callback(self._go_on)

    def _rest(self) -> None:
        self._work = None
        self._resting = True
        self._rests.until_next_turn(self._next)
